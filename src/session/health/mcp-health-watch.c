/* mcp-health-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-health"

#include "config.h"

#include "mcp-health-private.h"

/* What a connection tells its monitor, and what the monitor has a say in. */

static void
health_ready (McpWatcher *watcher,
              guint       attempt)
{
  mcp_health_session_ready (MCP_HEALTH (watcher), attempt);
}

static void
health_ended (McpWatcher *watcher,
              const char *reason)
{
  mcp_health_session_ended (MCP_HEALTH (watcher), reason);
}

static void
health_waits (McpWatcher *watcher,
              guint       attempt,
              guint       wait_msec,
              const char *reason)
{
  mcp_health_reconnecting (MCP_HEALTH (watcher), attempt, wait_msec, reason);
}

static void
health_attempt_failed (McpWatcher *watcher,
                       guint       attempt,
                       const char *reason)
{
  mcp_health_reconnect_failed (MCP_HEALTH (watcher), attempt, reason);
}

static void
health_saw_traffic (McpWatcher *watcher)
{
  mcp_health_saw_traffic (MCP_HEALTH (watcher));
}

static gboolean
health_holds_call (McpWatcher  *watcher,
                   McpCall     *call,
                   GError     **error)
{
  return mcp_health_holds_call (MCP_HEALTH (watcher), call, error);
}

static GError *
health_check_held (McpWatcher *watcher,
                   McpCall    *call)
{
  return mcp_health_check_held (MCP_HEALTH (watcher), call);
}

static void
health_call_finished (McpWatcher *watcher,
                      McpCall    *call)
{
  mcp_health_call_finished (MCP_HEALTH (watcher), call);
}

static void
health_call_failed (McpWatcher *watcher,
                    const char *reason)
{
  mcp_health_call_failed (MCP_HEALTH (watcher), reason);
}

static void
health_late_answer (McpWatcher *watcher,
                    McpId      *id,
                    gint64      time_usec)
{
  mcp_health_late_answer (MCP_HEALTH (watcher), id, time_usec);
}

void
mcp_health_watcher_iface_init (McpWatcherInterface *iface)
{
  iface->ready = health_ready;
  iface->ended = health_ended;
  iface->waits = health_waits;
  iface->attempt_failed = health_attempt_failed;
  iface->saw_traffic = health_saw_traffic;
  iface->holds_call = health_holds_call;
  iface->check_held = health_check_held;
  iface->call_finished = health_call_finished;
  iface->call_failed = health_call_failed;
  iface->late_answer = health_late_answer;
}
