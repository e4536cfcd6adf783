/* mcp-health-event.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Each has a detail for people: why, how long, which attempt. */
typedef enum {
  MCP_HEALTH_EVENT_STARTED,       /* the monitor */
  MCP_HEALTH_EVENT_STOPPED,
  MCP_HEALTH_EVENT_FAILURE,       /* a probe was lost or refused */
  MCP_HEALTH_EVENT_LOST,          /* as many in a row as the settings allow: the reaction follows */
  MCP_HEALTH_EVENT_RECOVERED,     /* an answer after failures */
  MCP_HEALTH_EVENT_CONNECTED,     /* a new life */
  MCP_HEALTH_EVENT_DISCONNECTED,
  MCP_HEALTH_EVENT_RECONNECTING,  /* the session waits to connect by itself */
  MCP_HEALTH_EVENT_RECONNECTED,   /* it has; comes right after CONNECTED */
  MCP_HEALTH_EVENT_RECONNECT_FAILED,
  MCP_HEALTH_EVENT_STALLED,       /* an answer is slow, and 100 ms over the usual; once … */
  MCP_HEALTH_EVENT_RESUMED,       /* … until one was in time again */
  MCP_HEALTH_EVENT_LATE,          /* an answer to a probe that was lost */
  MCP_HEALTH_EVENT_SETTINGS,      /* they changed */
  MCP_N_HEALTH_EVENTS,
} McpHealthEventKind;

#define MCP_TYPE_HEALTH_EVENT (mcp_health_event_get_type ())

/* Something that happened to a connection, as the monitor saw it. Immutable. */
G_DECLARE_FINAL_TYPE (McpHealthEvent, mcp_health_event, MCP, HEALTH_EVENT, GObject)

struct _McpHealthEvent
{
  GObject             parent_instance;

  McpHealthEventKind  kind;
  gint64              time_usec;   /* monotonic, as the samples */
  gint64              wall_usec;
  char               *detail;      /* (nullable) */
  guint               n_failures;  /* of probes, in a row; of a recovery, those that it ended */
};

McpHealthEvent *mcp_health_event_new (McpHealthEventKind  kind,
                                      const char         *detail,      /* (nullable) */
                                      guint               n_failures);

G_END_DECLS
