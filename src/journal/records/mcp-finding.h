/* mcp-finding.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  MCP_SEVERITY_INFO,
  MCP_SEVERITY_WARNING,
  MCP_SEVERITY_ERROR,
} McpSeverity;

#define MCP_TYPE_FINDING (mcp_finding_get_type ())
G_DECLARE_FINAL_TYPE (McpFinding, mcp_finding, MCP, FINDING, GObject)

/* Of a request that was given up: one finding for all of it, however much comes. */
#define MCP_FINDING_PROGRESS_LATE "progress.late"

/* Something the server (or we) did that a rule forbids. Immutable but for the count and the last
 * one. */
McpFinding  *mcp_finding_new           (const char  *rule,       /* "json.invalid", "rpc.unknown-id" */
                                        McpSeverity  severity,
                                        const char  *message,
                                        const char  *reference,  /* (nullable) where the rule stands */
                                        guint        serial);    /* of the record, 0 for none */
const char  *mcp_finding_get_rule      (McpFinding  *self);
McpSeverity  mcp_finding_get_severity  (McpFinding  *self);
const char  *mcp_finding_get_message   (McpFinding  *self);
const char  *mcp_finding_get_reference (McpFinding  *self);  /* (nullable) */
guint        mcp_finding_get_serial    (McpFinding  *self);
guint
mcp_finding_get_last (McpFinding *self); /* the last record; that of the first but when counted */
guint        mcp_finding_get_count     (McpFinding  *self);
gboolean     mcp_finding_is_again      (McpFinding  *self);
gboolean     mcp_finding_is_derived    (McpFinding  *self);
void         mcp_finding_set_derived   (McpFinding  *self);     /* before it is shown */
void         mcp_finding_add_count     (McpFinding  *self,
                                        guint        n,
                                        guint        last);
void         mcp_finding_append_members (McpFinding *self,
                                         GString    *json);     /* rule, severity, text, reference */
void mcp_finding_append_again (McpFinding *self,
                               guint n,
                               GString *json); /* the same, for what only counts it */
McpFinding  *mcp_finding_new_from_json (const char  *json,
                                        gsize        length,
                                        guint        serial);   /* (nullable) when that is none */
const char  *mcp_severity_get_nick     (McpSeverity  severity);

G_END_DECLS
