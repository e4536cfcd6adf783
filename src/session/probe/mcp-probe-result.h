/* mcp-probe-result.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-probe.h"

G_BEGIN_DECLS

typedef enum {
  MCP_PROBE_WAITING,
  MCP_PROBE_RUNNING,
  MCP_PROBE_PASSED,
  MCP_PROBE_FAILED,
  MCP_PROBE_NOT_APPLICABLE,
  MCP_PROBE_SKIPPED,         /* the run ended before its turn */
} McpProbeState;

#define MCP_TYPE_PROBE_RESULT (mcp_probe_result_get_type ())

/* What one probe came to. Property: state, which notifies when all else is set. */
G_DECLARE_FINAL_TYPE (McpProbeResult, mcp_probe_result, MCP, PROBE_RESULT, GObject)

const McpProbe *mcp_probe_result_get_probe        (McpProbeResult *self);
McpProbeState   mcp_probe_result_get_state        (McpProbeResult *self);
const char     *mcp_probe_result_get_state_nick   (McpProbeResult *self);  /* "passed", "not-applicable" … */
McpSeverity     mcp_probe_result_get_severity     (McpProbeResult *self);  /* of FAILED */
const char     *mcp_probe_result_get_message      (McpProbeResult *self);  /* (nullable): what was seen, or why not */
const char     *mcp_probe_result_get_reference    (McpProbeResult *self);
gint64          mcp_probe_result_get_duration_usec (McpProbeResult *self); /* -1: it did not run */
/* Records of the session's journal; 0 for none. */
guint           mcp_probe_result_get_first_serial (McpProbeResult *self);  /* of all that crossed, */
guint           mcp_probe_result_get_last_serial  (McpProbeResult *self);  /* to here */
guint           mcp_probe_result_get_step_serial  (McpProbeResult *self,  /* the same of what was judged */
                                                   guint          *last_serial);
guint           mcp_probe_result_get_sent_serial  (McpProbeResult *self);  /* in that, what was sent, */
guint           mcp_probe_result_get_answer_serial (McpProbeResult *self); /* and what came back */
/* What crossed when it was judged, for people: without secrets, long texts cut. */
char           *mcp_probe_result_dup_evidence     (McpProbeResult *self,
                                                   McpJournal     *journal);

G_END_DECLS
