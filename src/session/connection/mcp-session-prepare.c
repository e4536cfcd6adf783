/* mcp-session-prepare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-session-private.h"
#include "mcp-variables.h"

/* What a life waits for before it has a transport: the environment of the host, then values from the keyring. */

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

/* @remedy: (nullable): unless a person has to fill something in */
static void
give_up (McpSession *self,
         GError     *error,
         const char *remedy)
{
  gboolean lacks_input = g_error_matches (error, MCP_ERROR, MCP_ERROR_INPUT);

  mcp_session_end_life (self, error, lacks_input ? NULL : remedy);
  if (lacks_input)
    g_signal_emit (self, mcp_session_signals[MCP_SESSION_INPUT_NEEDED], 0);
}

static void
secrets_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  g_autoptr (GPtrArray) headers = NULL;
  g_autoptr (GHashTable) values = NULL;
  g_autoptr (GError) error = NULL;
  McpTransport *transport = NULL;
  McpLife *life = self->life;

  headers = mcp_connector_read_secrets_finish (result, &values, &error);
  if (life == NULL || life->cancellable != g_task_get_cancellable (G_TASK (result))
      || life->state != LIFE_OPENING)
    return; /* that life is over */

  mcp_session_end_step (self, MCP_STEP_SECRETS, headers != NULL,
                        headers != NULL ? NULL : error->message);
  if (headers != NULL)
    {
      life->headers = g_steal_pointer (&headers);
      mcp_session_learn_secrets (self, life->headers);
      mcp_session_learn_values (self, values);
      mcp_session_fill_in (self, values);
      transport = mcp_connector_make_transport (self->profile, life->headers, values,
                                                mcp_session_get_authorizer (self),
                                                mcp_session_get_way (self), &error);
    }

  if (transport == NULL)
    {
      give_up (self, g_steal_pointer (&error), _("Enter the value of the header again in the server’s settings."));
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
  McpTransport *transport = NULL;
  GError *error = NULL;

  mcp_host_load_environ_finish (result);
  if (self->life == NULL || self->life->cancellable != opening->cancellable
      || self->life->state != LIFE_OPENING)
    return; /* that life is over */

  mcp_session_fill_in (self, NULL);
  if (mcp_variables_check (self->profile, &error))
    {
      if (mcp_connector_needs_secrets (self->profile))
        {
          mcp_session_read_secrets (self);
          return;
        }
      transport = mcp_connector_make_transport (self->profile, NULL, NULL, mcp_session_get_authorizer (self),
                                                mcp_session_get_way (self), &error);
    }
  if (transport == NULL)
    {
      give_up (self, error, NULL);
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
