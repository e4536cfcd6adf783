/* mcp-probe-run.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-probe-result.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROBE_RUN (mcp_probe_run_get_type ())

/*
 * Tries the rules of the specification on a server, one after another. Signal: done (McpProbeResult *), for each that
 * ended.
 */
G_DECLARE_FINAL_TYPE (McpProbeRun, mcp_probe_run, MCP, PROBE_RUN, GObject)

McpProbeRun *mcp_probe_run_new          (McpSession          *session);
void         mcp_probe_run_select       (McpProbeRun         *self,
                                         const char * const  *names);      /* (nullable): all; probes and groups */
void         mcp_probe_run_allow_tools  (McpProbeRun         *self,
                                         const char * const  *tools);      /* (nullable): none; beside read-only ones; "*" */
McpSession  *mcp_probe_run_get_session  (McpProbeRun         *self);
GListModel  *mcp_probe_run_get_results  (McpProbeRun         *self);       /* of McpProbeResult, all from the start */
McpVersion   mcp_probe_run_get_version  (McpProbeRun         *self);       /* that the server speaks */
gint64       mcp_probe_run_get_duration_usec (McpProbeRun    *self);       /* so far, or of the last run */
guint        mcp_probe_run_count        (McpProbeRun         *self,
                                         McpProbeState        state);
void         mcp_probe_run_async        (McpProbeRun         *self,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
gboolean     mcp_probe_run_finish       (McpProbeRun         *self,
                                         GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
