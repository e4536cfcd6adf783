/* mcp-load.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-load-report.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_LOAD_MAX_CONCURRENCY 1024
#define MCP_LOAD_MAX_RATE        100000
#define MCP_LOAD_MAX_CALLS       10000000
#define MCP_LOAD_MAX_SECONDS     (24 * 60 * 60)

/* What to call, how often, and when to stop. */
typedef struct
{
  McpCall    *call;          /* not sent itself */
  const char *name;          /* (nullable): for people: the tool, the URI */

  guint       concurrency;   /* how many calls at once at most; from 1 */
  double      rate;          /* calls a second, whatever the answers do; 0: as each was answered */
  guint       n_calls;       /* after warm-up; 0: until the time is over */
  guint       duration_msec; /* after warm-up; 0: MCP_LOAD_MAX_SECONDS */
  guint       warmup_msec;

  double      stop_failed_percent; /* more calls than these failed; -1: never */
  guint       stop_p99_msec;       /* in a second; 0: never */
} McpLoadPlan;

#define MCP_LOAD_DEFAULT_SECONDS 10
#define MCP_LOAD_PLAN_INIT { .concurrency = 1, .stop_failed_percent = -1 }

#define MCP_TYPE_LOAD (mcp_load_get_type ())

/* A run of calls on a session. Signals: interval (guint index): a second is over; its histogram is
 * that of mcp_load_get_interval() until the handler returns. */
G_DECLARE_FINAL_TYPE (McpLoad, mcp_load, MCP, LOAD, GObject)

void                 mcp_load_plan_settle  (McpLoadPlan         *plan);
McpLoad             *mcp_load_new          (McpSession          *session,
                                            const McpLoadPlan   *plan);
void                 mcp_load_run_async    (McpLoad             *self,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
gboolean             mcp_load_run_finish   (McpLoad             *self,
                                            GAsyncResult        *result,
                                            GError             **error);
gboolean             mcp_load_is_running   (McpLoad             *self);
const McpLoadPlan   *mcp_load_get_plan     (McpLoad             *self);
gint64               mcp_load_get_begin_usec (McpLoad           *self);  /* monotonic; 0: not yet */
guint                mcp_load_get_n_under_way (McpLoad          *self);
const McpLoadReport *mcp_load_get_report   (McpLoad             *self);  /* as it is now */
const McpHistogram  *mcp_load_get_interval (McpLoad             *self);  /* of the last second */

G_END_DECLS
