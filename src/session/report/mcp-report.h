/* mcp-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-finding.h"

G_BEGIN_DECLS

typedef enum {
  MCP_OUTCOME_PASSED,
  MCP_OUTCOME_FAILED,
  MCP_OUTCOME_NOT_APPLICABLE,
  MCP_OUTCOME_SKIPPED,
  MCP_N_OUTCOMES
} McpOutcome;

/* What one check came to. */
typedef struct
{
  char       *rule;          /* "rpc.unknown-id" */
  McpOutcome  outcome;
  McpSeverity severity;      /* of FAILED */
  char       *message;       /* what was seen, or why it was not looked at */
  char       *accepted;      /* (nullable): of FAILED: why nobody minds, and since when */
  char       *reference;     /* (nullable): where the rule stands, for people */
  char       *address;       /* (nullable): the same as an address */
  char       *evidence;      /* (nullable): what crossed the connection, safe to be shown */
  guint       serial;        /* of the record; 0 for none */
  guint       count;         /* how often; from 1 */
  gint64      duration_usec; /* -1: nobody measured */
} McpReportResult;

/* What a run of checks came to. */
typedef struct
{
  char      *command;        /* "check" */
  char      *server;         /* its name, for people */
  char      *version;        /* (nullable): what was negotiated */
  gint64     start_wall_usec;
  gint64     duration_usec;
  gboolean   strict;         /* a warning fails as well */
  gboolean   complete;       /* a rule without a result was checked and passed */
  GPtrArray *results;        /* of McpReportResult */
} McpReport;

typedef enum {
  MCP_REPORT_JUNIT,
  MCP_REPORT_SARIF,
  MCP_REPORT_GITHUB,
  MCP_REPORT_TAP,
  MCP_REPORT_HTML,
} McpReportFormat;

McpReport       *mcp_report_new          (const char       *command,
                                          const char       *server);
void             mcp_report_free         (McpReport        *self);
McpReportResult *mcp_report_add          (McpReport        *self,      /* (transfer none) */
                                          const char       *rule,
                                          McpOutcome        outcome,
                                          const char       *message);
void             mcp_report_add_findings (McpReport        *self,
                                          GListModel       *findings);
void             mcp_report_set_reference (McpReportResult *result,
                                          const char       *reference);
gboolean         mcp_report_is_failure   (const McpReport  *self,
                                          const McpReportResult *result);
guint            mcp_report_count        (const McpReport  *self,
                                          McpOutcome        outcome);
guint            mcp_report_count_failures (const McpReport *self);
guint            mcp_report_count_accepted (const McpReport *self);
const char      *mcp_outcome_get_nick    (McpOutcome        outcome);
gboolean         mcp_report_format_from_name (const char   *path,
                                          McpReportFormat  *format);    /* (out) */
char            *mcp_report_write        (const McpReport  *self,
                                          McpReportFormat   format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpReport, mcp_report_free)

G_END_DECLS
