/* mcp-health.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-call.h"
#include "mcp-health-event.h"
#include "mcp-profile.h"
#include "mcp-sample-store.h"
#include "mcp-usage-log.h"

G_BEGIN_DECLS

typedef struct _McpSession McpSession;

typedef enum {
  MCP_HEALTH_OFF,      /* not connected, or monitoring is off */
  MCP_HEALTH_GOOD,
  MCP_HEALTH_SLOW,     /* an answer takes, or took, over three times the usual and 100 ms, or one was lost */
  MCP_HEALTH_STALE,    /* as many failures in a row as the profile allows */
} McpHealthState;

/* What is told of the probes where nobody has chosen another span. */
#define MCP_HEALTH_RECENT_SEC (5 * 60)

#define MCP_TYPE_HEALTH (mcp_health_get_type ())

/*
 * The connection monitor of a session: probes while it is ready, by the strategy of the profile,
 * never two at once. It outlives lives; samples, readings and events stay. Property: state.
 * Signals: sample (guint index): a probe was decided.
 */
G_DECLARE_FINAL_TYPE (McpHealth, mcp_health, MCP, HEALTH, GObject)

McpHealth              *mcp_health_new            (McpSession          *session,
                                                   McpProfile          *profile,
                                                   GListModel          *questions); /* (nullable): not empty while the server waits for a person */
McpHealthState          mcp_health_get_state      (McpHealth           *self);
guint                   mcp_health_get_n_failures (McpHealth           *self);
McpSampleStore         *mcp_health_get_probes     (McpHealth           *self);
McpSampleStore         *mcp_health_get_requests   (McpHealth           *self);      /* all others */
gboolean                mcp_health_is_recorded    (McpHealth           *self);      /* of a recording: nothing is probed */
void             mcp_health_get_recent        (McpHealth            *self,
                                               McpHealthStatistics  *statistics); /* of the last minutes */
McpUsageLog            *mcp_health_get_usage      (McpHealth           *self);      /* readings of the process */
void                    mcp_health_set_watched    (McpHealth           *self,
                                                   gboolean             watched);   /* read the process once a second */
GListModel             *mcp_health_get_events     (McpHealth           *self);      /* of McpHealthEvent, oldest first */
const char             *mcp_health_get_method     (McpHealth           *self);      /* "ping", "server/discover" */
void                    mcp_health_ping_async     (McpHealth           *self,
                                                   guint                timeout_msec, /* 0: that of the next probe */
                                                   GCancellable        *cancellable,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             user_data);
gboolean                mcp_health_ping_finish    (McpHealth           *self,
                                                   GAsyncResult        *result,
                                                   McpHealthSample     *sample,
                                                   GError             **error);
gint64                  mcp_health_get_wait_usec  (McpHealth           *self);      /* until the throttle allows a ping; 0: now */

G_END_DECLS
