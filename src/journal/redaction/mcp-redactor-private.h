/* mcp-redactor-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redactor.h"
#include "mcp-redactor-marks.h"

G_BEGIN_DECLS

/* Shared by the files of the redactor. */
struct _McpRedactor
{
  /* Never changed once it is here, so that a copy for a worker costs nothing. */
  McpMarks *marks;

  /* Of the secrets, what was learned and not told, oldest first. */
  GQueue    learned;

  McpRedactionReport *report;  /* (nullable): who wants to know */
  guint     open_blocks;       /* a bit for each channel in whose lines a PEM block goes on */
};

/* Something to take out, from @from to @to. @to 0 is no match. */
typedef struct
{
  gsize from;
  gsize to;
  McpRedaction why;
} McpRedactorMatch;

/* A text of which parts are replaced: nothing is copied as long as nothing is. */
typedef struct
{
  McpRedactor *redactor;
  const char  *text;
  gsize        copied;
  GString     *out;      /* (nullable): until something is replaced */
} McpRedactorEdit;

/* How much a name says about its value. */
typedef enum {
  MCP_NAME_HARMLESS,
  MCP_NAME_WEAK,    /* that it is secret when it is a string */
  MCP_NAME_SECRET,
} McpNameSecrecy;

McpRedactor     *mcp_redactor_copy          (McpRedactor *self);
GPtrArray       *mcp_redactor_ref_secrets   (McpRedactor *self);
void             mcp_redactor_follow        (McpRedactor *self,
                                             GPtrArray   *secrets);
char            *mcp_redactor_redact_parts  (McpRedactor *self,
                                             const char  *text,
                                             gsize        length,
                                             gsize        message,
                                             gsize        message_length,
                                             gsize       *out_length);
void             mcp_redactor_tell          (McpRedactor *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redaction_report_add   (McpRedactionReport *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redaction_report_merge (McpRedactionReport *self,
                                             McpRedactionReport *other);
void             mcp_redactor_learn         (McpRedactor *self,
                                             const char  *value);

void             mcp_redactor_edit_cut      (McpRedactorEdit *edit,
                                             gsize        from,
                                             gsize        to,
                                             const char  *with,
                                             gssize       with_length);
GString         *mcp_redactor_edit_end      (McpRedactorEdit *edit,
                                             gsize        length);
GString         *mcp_redactor_edit_text     (McpRedactor *self,
                                             const char  *text,
                                             gsize        length);
GString         *mcp_redactor_edit_any      (McpRedactor *self,
                                             const char  *text,
                                             gsize        length,
                                             guint        depth);

/* Names, of which case and "-", "_", "." and " " do not count. */
char            *mcp_redactor_normalize_name (const char *name,
                                              gsize       length);
McpNameSecrecy   mcp_redactor_judge_name    (McpRedactionRules *rules,   /* (nullable) */
                                             const char  *name,
                                             gsize        length);
gboolean         mcp_redactor_is_header     (McpRedactionRules *rules,   /* (nullable) */
                                             const char  *name,
                                             gsize        length);
gboolean         mcp_redactor_is_parameter  (const char  *name,
                                             gsize        length);

/* What stands at one place of a text. None looks further back than a word. */
McpRedactorMatch mcp_redactor_match_token   (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorMatch mcp_redactor_match_bearer  (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorMatch mcp_redactor_match_userinfo (const char *text,
                                              gsize       length,
                                              gsize       at);
McpRedactorMatch mcp_redactor_match_block   (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorMatch mcp_redactor_match_name    (McpRedactionRules *rules,   /* (nullable) */
                                             const char  *text,
                                             gsize        length,
                                             gsize        at,
                                             gsize        start,
                                             gsize       *name_end);

G_END_DECLS
