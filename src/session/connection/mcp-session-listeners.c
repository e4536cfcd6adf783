/* mcp-session-listeners.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-host.h"
#include "mcp-listeners.h"
#include "mcp-session-private.h"

/* Whether a server on this machine can be reached from others, looked up in a worker. */

typedef struct
{
  GPid   pid;   /* 0: it was not started by us */
  guint  port;  /* of the loopback interface; 0: none */
  guint  life;
} Search;

static void
search_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  const Search *search = task_data;
  GArray *ports = search->pid != 0 ? mcp_listeners_find (search->pid) : g_array_new (FALSE, FALSE, sizeof (guint16));
  guint16 port = search->port;

  if (port != 0 && mcp_listeners_has_port (port))
    g_array_append_val (ports, port);

  g_task_return_pointer (task, ports, (GDestroyNotify) g_array_unref);
}

static guint
get_loopback_port (McpSession *self)
{
  const char *url = mcp_session_get_url (self);
  g_autoptr (GUri) uri = url != NULL ? mcp_address_parse (url, G_URI_FLAGS_SCHEME_NORMALIZE, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  return host != NULL && mcp_address_is_loopback (host) ? MAX (g_uri_get_port (uri), 0) : 0;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpSession *self = g_task_get_source_object (task);
  const Search *search = g_task_get_task_data (G_TASK (result));
  g_autoptr (GArray) ports = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; ports != NULL && self->life != NULL && self->n_lives == search->life && i < ports->len; i++)
    mcp_reporter_report (self->reporter, 0, "http.any-address",
                         _("The server listens on all interfaces, at port %u: a local server should listen on 127.0.0.1 "
                           "only"),
                         g_array_index (ports, guint16, i));
  g_task_return_boolean (task, TRUE);
}

/**
 * mcp_session_find_listeners_async:
 * @cancellable: (nullable): stops waiting
 * @callback: (nullable): called when it is known
 *
 * Looks whether a local server, one that was started or is on the loopback interface, listens on
 * all interfaces, which is a finding (basic/transports, Security Warning). Where that cannot be
 * seen, in a sandbox or a container, nothing is claimed.
 */
void
mcp_session_find_listeners_async (McpSession          *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;
  g_autoptr (GTask) worker = NULL;
  Search *search;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_find_listeners_async);
  search = g_new0 (Search, 1);
  search->life = self->n_lives;
  /* In a sandbox the program runs outside, and its number is another one. */
  if (self->life != NULL && mcp_host_get_state () == MCP_HOST_NONE)
    search->pid = self->life->pid;
  if (self->life != NULL)
    search->port = get_loopback_port (self);

  /* The thread lets go of its task last, and would finalize the session. */
  worker = g_task_new (NULL, NULL, found_cb, task);
  g_task_set_source_tag (worker, search_in_thread);
  g_task_set_task_data (worker, search, g_free);
  g_task_run_in_thread (worker, search_in_thread);
}

/* Always TRUE: what is found are findings. */
gboolean
mcp_session_find_listeners_finish (McpSession   *self,
                                   GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}
