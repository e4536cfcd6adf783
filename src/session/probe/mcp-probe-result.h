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

/* Serials are of records of the session's journal; 0 for none. */
typedef struct
{
  const McpProbe *probe;
  McpProbeState   state;
  McpSeverity     severity;          /* of FAILED */
  char           *message;           /* (nullable): what was seen, or why not */
  char           *reference;
  gint64          duration_usec;     /* -1: it did not run */
  guint           first_serial;      /* of all that crossed, */
  guint           last_serial;       /* to here */
  guint           step_first_serial; /* the same of what was judged */
  guint           step_last_serial;
  guint           sent_serial;       /* in that, what was sent, */
  guint           answer_serial;     /* and what came back */
} McpProbeResultInfo;

const McpProbeResultInfo *mcp_probe_result_get_info (McpProbeResult *self);
const char     *mcp_probe_result_get_state_nick   (McpProbeResult *self);  /* "passed", "not-applicable" … */
/* What crossed when it was judged, for people: without secrets, long texts cut. */
char           *mcp_probe_result_dup_evidence     (McpProbeResult *self,
                                                   McpJournal     *journal);

G_END_DECLS
