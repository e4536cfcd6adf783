/* mcp-tasks-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-tasks-private.h"

/* What a connection tells its tasks, and which calls they object to. */

static void
tasks_ready (McpWatcher *watcher,
             guint       attempt)
{
  mcp_tasks_session_ready (MCP_TASKS (watcher));
}

static void
tasks_ended (McpWatcher *watcher,
             const char *reason)
{
  mcp_tasks_session_ended (MCP_TASKS (watcher));
}

static void
tasks_detach (McpWatcher *watcher)
{
  mcp_tasks_detach (MCP_TASKS (watcher));
}

static void
tasks_notified (McpWatcher      *watcher,
                McpNotification  kind,
                McpMessage      *message,
                guint            serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  if (kind == MCP_NOTIFICATION_TASK_STATUS)
    mcp_tasks_take_status (MCP_TASKS (watcher), data + scan->params.offset, scan->params.length,
                           serial);
}

static gboolean
tasks_progressed (McpWatcher *watcher,
                  McpId      *token,
                  double      progress,
                  double      total)
{
  return mcp_tasks_take_progress (MCP_TASKS (watcher), token, progress, total);
}

static GError *
tasks_check_call (McpWatcher *watcher,
                  McpCall    *call)
{
  return mcp_tasks_check_call (MCP_TASKS (watcher), call);
}

static void
tasks_task_made (McpWatcher *watcher,
                 McpCall    *call,
                 const char *result,
                 gsize       length,
                 guint       serial)
{
  mcp_tasks_take_created (MCP_TASKS (watcher), call, result, length, serial);
}

static gboolean
tasks_knows_task (McpWatcher *watcher,
                  const char *id)
{
  return mcp_tasks_find (MCP_TASKS (watcher), id) != NULL;
}

void
mcp_tasks_watcher_iface_init (McpWatcherInterface *iface)
{
  iface->ready = tasks_ready;
  iface->ended = tasks_ended;
  iface->detach = tasks_detach;
  iface->notified = tasks_notified;
  iface->progressed = tasks_progressed;
  iface->check_call = tasks_check_call;
  iface->task_made = tasks_task_made;
  iface->knows_task = tasks_knows_task;
}
