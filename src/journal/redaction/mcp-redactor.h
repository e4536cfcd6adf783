/* mcp-redactor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redaction-rules.h"

G_BEGIN_DECLS

#define MCP_REDACTED "«redacted»"

/* Takes secrets out of text that leaves the application: values given, well-known patterns. */
typedef struct _McpRedactor McpRedactor;

/* Why something was taken out. */
typedef enum {
  MCP_REDACTION_KNOWN,    /* a value of the environment or of a header */
  MCP_REDACTION_HEADER,   /* a header whose name says it */
  MCP_REDACTION_MEMBER,   /* a member of an object whose name says it */
  MCP_REDACTION_ADDRESS,  /* of an address */
  MCP_REDACTION_SETTING,  /* NAME=VALUE, or a parameter */
  MCP_REDACTION_BEARER,
  MCP_REDACTION_TOKEN,    /* it shows what it is */
  MCP_REDACTION_KEY,      /* a private key */
  MCP_REDACTION_ENCODED,  /* one of these in base64 */
  MCP_REDACTION_PATTERN,  /* a pattern of the redaction rules found it */
  MCP_N_REDACTIONS
} McpRedaction;

const char *mcp_redaction_get_nick  (McpRedaction kind);
const char *mcp_redaction_get_label (McpRedaction kind);

#define MCP_REDACTION_MAX_SAMPLES 100

/* What a redactor took out. */
typedef struct
{
  guint      n_taken[MCP_N_REDACTIONS];
  GPtrArray *samples;     /* of char *: the first different ones, with little of each left */
} McpRedactionReport;

McpRedactionReport *mcp_redaction_report_new  (void);
void                mcp_redaction_report_free (McpRedactionReport *self);
char               *mcp_redaction_report_describe (const McpRedactionReport *self);
void                mcp_redaction_report_append_counts (const McpRedactionReport *self,
                                                        GString                  *object);
void                mcp_redaction_report_read_counts (McpRedactionReport *self,
                                                      const char         *object,
                                                      gsize               length);

McpRedactor *mcp_redactor_new        (void);
McpRedactor *mcp_redactor_new_with_rules (McpRedactionRules *rules);  /* (nullable): not those of all */
void         mcp_redactor_set_report (McpRedactor        *self,
                                      McpRedactionReport *report);  /* (nullable); not held */
void         mcp_redactor_free       (McpRedactor *self);
void         mcp_redactor_add_secret (McpRedactor *self,
                                      const char  *value);
char        *mcp_redactor_redact     (McpRedactor *self,
                                      const char  *text,
                                      gssize       length,
                                      gsize       *out_length);
char        *mcp_redactor_redact_line (McpRedactor *self,
                                       guint        channel,
                                       const char  *text,
                                       gsize        length,
                                       gsize       *out_length);
char        *mcp_redactor_redact_http (McpRedactor *self,
                                       const char  *text,
                                       gssize       length,
                                       gsize       *out_length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRedactor, mcp_redactor_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRedactionReport, mcp_redaction_report_free)

G_END_DECLS
