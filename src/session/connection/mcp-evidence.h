/* mcp-evidence.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection.h"

G_BEGIN_DECLS

typedef enum {
  MCP_EVIDENCE_FINDING,
  MCP_EVIDENCE_OUTPUT,     /* what came and was no message: a line, a body, an event */
  MCP_EVIDENCE_MESSAGE,    /* a message that names no request: it probably belongs */
  MCP_EVIDENCE_UNFINISHED, /* a line that has no end yet */
  MCP_EVIDENCE_STDERR,
  MCP_EVIDENCE_PROXY,      /* what a proxy answered that the connection did not get past */
} McpEvidenceKind;

/* One thing that was seen beside a failure. The text is the server's, or about it: untrusted. */
typedef struct
{
  McpEvidenceKind  kind;
  guint            serial; /* of the record; 0 for none */
  char            *rule;   /* (nullable): of a finding */
  char            *text;   /* valid UTF-8; of a finding translated, else at most 300 characters */
} McpEvidence;

GPtrArray  *mcp_session_dup_evidence     (McpSession      *self,
                                          guint            since); /* a serial; 0: the last connection */
char       *mcp_evidence_dup_text        (GPtrArray       *evidence,
                                          gboolean         with_stderr); /* "" when there is none */
const char *mcp_evidence_kind_get_nick   (McpEvidenceKind  kind);  /* for scripts: "stderr" */
const char *mcp_evidence_kind_get_title  (McpEvidenceKind  kind);  /* translated */

G_END_DECLS
