/* mcp-watcher.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-watcher.h"

G_DEFINE_INTERFACE (McpWatcher, mcp_watcher, G_TYPE_OBJECT)

static void
mcp_watcher_default_init (McpWatcherInterface *iface)
{
}

/* An interface is not looked up for each message. */
typedef struct
{
  McpWatcher          *watcher;
  McpWatcherInterface *iface;
} Entry;

struct _McpWatchers
{
  GArray *entries;
};

/* What @call does of each that has @member, told as @iface and @watcher. */
#define FOR_EACH(self, member, call)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (guint i_ = 0; i_ < (self)->entries->len; i_++)                                            \
      {                                                                                            \
        McpWatcherInterface *iface = g_array_index ((self)->entries, Entry, i_).iface;             \
        McpWatcher *watcher = g_array_index ((self)->entries, Entry, i_).watcher;                  \
                                                                                                   \
        if (iface->member != NULL)                                                                 \
          {                                                                                        \
            call;                                                                                  \
          }                                                                                        \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

static void
entry_clear (gpointer data)
{
  g_object_unref (((Entry *) data)->watcher);
}

McpWatchers *
mcp_watchers_new (void)
{
  McpWatchers *self = g_new0 (McpWatchers, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);

  return self;
}

void
mcp_watchers_free (McpWatchers *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

void
mcp_watchers_add (McpWatchers *self,
                  McpWatcher  *watcher)
{
  Entry entry = { g_object_ref (watcher), MCP_WATCHER_GET_IFACE (watcher) };

  g_array_append_val (self->entries, entry);
}

void
mcp_watchers_remove_all (McpWatchers *self)
{
  g_array_set_size (self->entries, 0);
}

void
mcp_watchers_begin (McpWatchers *self)
{
  FOR_EACH (self, begins, iface->begins (watcher));
}

void
mcp_watchers_ready (McpWatchers *self,
                    guint        attempt)
{
  FOR_EACH (self, ready, iface->ready (watcher, attempt));
}

void
mcp_watchers_refresh (McpWatchers *self)
{
  FOR_EACH (self, refresh, iface->refresh (watcher));
}

void
mcp_watchers_end (McpWatchers *self,
                  const char  *reason)
{
  FOR_EACH (self, ended, iface->ended (watcher, reason));
}

void
mcp_watchers_wait (McpWatchers *self,
                   guint        attempt,
                   guint        wait_msec,
                   const char  *reason)
{
  FOR_EACH (self, waits, iface->waits (watcher, attempt, wait_msec, reason));
}

void
mcp_watchers_attempt_failed (McpWatchers *self,
                             guint        attempt,
                             const char  *reason)
{
  FOR_EACH (self, attempt_failed, iface->attempt_failed (watcher, attempt, reason));
}

void
mcp_watchers_detach (McpWatchers *self)
{
  FOR_EACH (self, detach, iface->detach (watcher));
}

void
mcp_watchers_saw_traffic (McpWatchers *self)
{
  FOR_EACH (self, saw_traffic, iface->saw_traffic (watcher));
}

void
mcp_watchers_notify (McpWatchers    *self,
                     McpNotification kind,
                     McpMessage     *message,
                     guint           serial)
{
  FOR_EACH (self, notified, iface->notified (watcher, kind, message, serial));
}

void
mcp_watchers_call_finished (McpWatchers *self,
                           McpCall     *call)
{
  FOR_EACH (self, call_finished, iface->call_finished (watcher, call));
}

void
mcp_watchers_call_failed (McpWatchers *self,
                          const char  *reason)
{
  FOR_EACH (self, call_failed, iface->call_failed (watcher, reason));
}

void
mcp_watchers_late_answer (McpWatchers *self,
                          McpId       *id,
                          gint64       time_usec)
{
  FOR_EACH (self, late_answer, iface->late_answer (watcher, id, time_usec));
}

void
mcp_watchers_task_made (McpWatchers *self,
                        McpCall     *call,
                        const char  *result,
                        gsize        length,
                        guint        serial)
{
  FOR_EACH (self, task_made, iface->task_made (watcher, call, result, length, serial));
}

/* Whose the token is. */
gboolean
mcp_watchers_take_progress (McpWatchers *self,
                            McpId       *token,
                            double       progress,
                            double       total)
{
  FOR_EACH (self, progressed, if (iface->progressed (watcher, token, progress, total)) return TRUE);

  return FALSE;
}

/* The first objection. */
GError *
mcp_watchers_check_call (McpWatchers *self,
                         McpCall     *call)
{
  GError *error;

  FOR_EACH (self, check_call, if ((error = iface->check_call (watcher, call)) != NULL) return error);

  return NULL;
}

/* Whether a call has to wait, or must not be sent: then @error is set. */
gboolean
mcp_watchers_hold_call (McpWatchers *self,
                        McpCall     *call,
                        GError     **error)
{
  FOR_EACH (self, holds_call, if (iface->holds_call (watcher, call, error)) return TRUE);

  return FALSE;
}

GError *
mcp_watchers_check_held (McpWatchers *self,
                         McpCall     *call)
{
  GError *error;

  FOR_EACH (self, check_held, if ((error = iface->check_held (watcher, call)) != NULL) return error);

  return NULL;
}

gboolean
mcp_watchers_know_task (McpWatchers *self,
                        const char  *id)
{
  FOR_EACH (self, knows_task, if (iface->knows_task (watcher, id)) return TRUE);

  return FALSE;
}

McpCatalogItem *
mcp_watchers_find_tool (McpWatchers *self,
                        const char  *name)
{
  McpCatalogItem *item;

  FOR_EACH (self, find_tool, if ((item = iface->find_tool (watcher, name)) != NULL) return item);

  return NULL;
}

gboolean
mcp_watchers_list_tools (McpWatchers        *self,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  FOR_EACH (self, list_tools,
            if (iface->list_tools (watcher, cancellable, callback, user_data)) return TRUE);

  return FALSE;
}
