/* mcp-watcher.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-catalog-item.h"
#include "mcp-id.h"
#include "mcp-message.h"
#include "mcp-method.h"

G_BEGIN_DECLS

#define MCP_TYPE_WATCHER (mcp_watcher_get_type ())

/*
 * Who follows a connection, keeps state of its own about it, and may have a say in what is sent:
 * catalogs, health, tasks. The connection knows nothing else of them. What a watcher does not
 * care for it leaves out.
 */
G_DECLARE_INTERFACE (McpWatcher, mcp_watcher, MCP, WATCHER, GObject)

struct _McpWatcherInterface
{
  GTypeInterface g_iface;

  /* Where the connection stands. */
  void            (*begins)         (McpWatcher          *self);
  void            (*ready)          (McpWatcher          *self,
                                     guint                attempt);    /* of our own to connect again; 0 when asked to */
  void            (*refresh)        (McpWatcher          *self);       /* ready still, and something may have been missed */
  void            (*ended)          (McpWatcher          *self,
                                     const char          *reason);     /* (nullable): NULL when asked to */
  void            (*waits)          (McpWatcher          *self,
                                     guint                attempt,     /* that it waits for */
                                     guint                wait_msec,
                                     const char          *reason);
  void            (*attempt_failed) (McpWatcher          *self,
                                     guint                attempt,
                                     const char          *reason);
  void            (*detach)         (McpWatcher          *self);       /* there is no session any more */

  /* What crosses it. */
  void            (*saw_traffic)    (McpWatcher          *self);       /* other than a probe */
  void            (*notified)       (McpWatcher          *self,
                                     McpNotification      kind,
                                     McpMessage          *message,
                                     guint                serial);
  gboolean        (*progressed)     (McpWatcher          *self,        /* TRUE: the token is one of its */
                                     McpId               *token,
                                     double               progress,
                                     double               total);

  /* Calls. */
  GError         *(*check_call)     (McpWatcher          *self,        /* (nullable): why it may not be sent at all */
                                     McpCall             *call);
  gboolean        (*holds_call)     (McpWatcher          *self,        /* TRUE: until mcp_session_release_calls(), or @error */
                                     McpCall             *call,
                                     GError             **error);
  GError         *(*check_held)     (McpWatcher          *self,        /* (nullable): the same, when it is released */
                                     McpCall             *call);
  void            (*call_finished)  (McpWatcher          *self,        /* other than a probe */
                                     McpCall             *call);
  void            (*call_failed)    (McpWatcher          *self,        /* it could not reach the server */
                                     const char          *reason);
  void            (*late_answer)    (McpWatcher          *self,        /* to a call that was given up */
                                     McpId               *id,
                                     gint64               time_usec);

  /* Tasks and tools, for those who need to know. */
  void            (*task_made)      (McpWatcher          *self,        /* by a call, in the place of its result */
                                     McpCall             *call,
                                     const char          *result,
                                     gsize                length,
                                     guint                serial);
  gboolean        (*knows_task)     (McpWatcher          *self,
                                     const char          *id);
  McpCatalogItem *(*find_tool)      (McpWatcher          *self,        /* (transfer none) (nullable) */
                                     const char          *name);
  gboolean        (*list_tools)     (McpWatcher          *self,        /* TRUE: it does, and calls back */
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
};

/* All that follow one connection, told in the order in which they came. */
typedef struct _McpWatchers McpWatchers;

McpWatchers    *mcp_watchers_new            (void);
void            mcp_watchers_free           (McpWatchers         *self);
void            mcp_watchers_add            (McpWatchers         *self,
                                             McpWatcher          *watcher);
void            mcp_watchers_remove_all     (McpWatchers         *self);

void            mcp_watchers_begin          (McpWatchers         *self);
void            mcp_watchers_ready          (McpWatchers         *self,
                                             guint                attempt);
void            mcp_watchers_refresh        (McpWatchers         *self);
void            mcp_watchers_end            (McpWatchers         *self,
                                             const char          *reason);
void            mcp_watchers_wait           (McpWatchers         *self,
                                             guint                attempt,
                                             guint                wait_msec,
                                             const char          *reason);
void            mcp_watchers_attempt_failed (McpWatchers         *self,
                                             guint                attempt,
                                             const char          *reason);
void            mcp_watchers_detach         (McpWatchers         *self);
void            mcp_watchers_saw_traffic    (McpWatchers         *self);
void            mcp_watchers_notify         (McpWatchers         *self,
                                             McpNotification      kind,
                                             McpMessage          *message,
                                             guint                serial);
gboolean        mcp_watchers_take_progress  (McpWatchers         *self,
                                             McpId               *token,
                                             double               progress,
                                             double               total);
GError         *mcp_watchers_check_call     (McpWatchers         *self,
                                             McpCall             *call);
gboolean        mcp_watchers_hold_call      (McpWatchers         *self,
                                             McpCall             *call,
                                             GError             **error);
GError         *mcp_watchers_check_held     (McpWatchers         *self,
                                             McpCall             *call);
void            mcp_watchers_call_finished  (McpWatchers         *self,
                                             McpCall             *call);
void            mcp_watchers_call_failed    (McpWatchers         *self,
                                             const char          *reason);
void            mcp_watchers_late_answer    (McpWatchers         *self,
                                             McpId               *id,
                                             gint64               time_usec);
void            mcp_watchers_task_made      (McpWatchers         *self,
                                             McpCall             *call,
                                             const char          *result,
                                             gsize                length,
                                             guint                serial);
gboolean        mcp_watchers_know_task      (McpWatchers         *self,
                                             const char          *id);
McpCatalogItem *mcp_watchers_find_tool      (McpWatchers         *self,
                                             const char          *name);
gboolean        mcp_watchers_list_tools     (McpWatchers         *self,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);

G_END_DECLS
