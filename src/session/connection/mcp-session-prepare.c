/* mcp-session-prepare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-host.h"
#include "mcp-session-private.h"

/* What a life waits for before it has a transport: values from the keyring, or the environment of the host. */

/* A life that waits for the environment of the host. */
typedef struct
{
  McpSession   *session;
  GCancellable *cancellable;  /* the life's, to know it by */
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->session);
  g_object_unref (opening->cancellable);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
secrets_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  g_autoptr (GPtrArray) headers = NULL;
  g_autoptr (GError) error = NULL;
  McpTransport *transport = NULL;
  McpLife *life = self->life;

  headers = mcp_connector_read_secrets_finish (result, &error);
  if (life == NULL || life->cancellable != g_task_get_cancellable (G_TASK (result))
      || life->state != LIFE_OPENING)
    return; /* that life is over */

  mcp_session_end_step (self, MCP_STEP_SECRETS, headers != NULL,
                        headers != NULL ? NULL : error->message);
  if (headers != NULL)
    {
      life->headers = g_steal_pointer (&headers);
      mcp_session_learn_secrets (self, life->headers);
      transport = mcp_connector_make_transport (self->profile, life->headers,
                                                mcp_session_get_authorizer (self),
                                                mcp_session_get_way (self), &error);
    }

  if (transport == NULL)
    {
      mcp_session_end_life (self, g_steal_pointer (&error),
                            _("Enter the value of the header again in the server’s settings."));
      return;
    }

  mcp_session_start_clock (self);
  mcp_session_start_transport (self, transport);
}

void
mcp_session_read_secrets (McpSession *self)
{
  static const McpStep first[] = { MCP_STEP_SECRETS };

  mcp_session_add_steps (self, first, G_N_ELEMENTS (first));
  mcp_session_begin_step (self, MCP_STEP_SECRETS);
  mcp_connector_read_secrets_async (self->profile, self->life->cancellable, secrets_read_cb,
                                    g_object_ref (self));
}

static void
environ_loaded_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (Opening) opening = user_data;
  McpSession *self = opening->session;
  McpTransport *transport;
  GError *error = NULL;

  mcp_host_load_environ_finish (result);
  if (self->life == NULL || self->life->cancellable != opening->cancellable
      || self->life->state != LIFE_OPENING)
    return; /* that life is over */

  transport = mcp_connector_make_transport (self->profile, NULL, mcp_session_get_authorizer (self),
                                            mcp_session_get_way (self), &error);
  if (transport == NULL)
    {
      mcp_session_end_life (self, error, NULL);
      return;
    }

  mcp_session_start_clock (self);
  mcp_session_start_transport (self, transport);
}

void
mcp_session_load_environ (McpSession *self)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->session = g_object_ref (self);
  opening->cancellable = g_object_ref (self->life->cancellable);
  mcp_host_load_environ_async (opening->cancellable, environ_loaded_cb, opening);
}
