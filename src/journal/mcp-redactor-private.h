/* mcp-redactor-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redactor.h"

G_BEGIN_DECLS

/* Something to take out: @keep bytes stay, what follows up to @total goes. Total 0 is no match. */
typedef struct
{
  gsize keep;
  gsize total;
  McpRedaction why;
} McpRedactorMatch;

McpRedactor     *mcp_redactor_copy          (McpRedactor *self);
void             mcp_redactor_tell          (McpRedactor *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redaction_report_add   (McpRedactionReport *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redactor_learn         (McpRedactor *self,
                                             const char  *value);

/* Patterns, each tried at one position of a text. None looks further back than a word. */
gboolean         mcp_redactor_is_secret_key (const char  *key,
                                             gsize        length);
McpRedactorMatch mcp_redactor_match_token   (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorMatch mcp_redactor_match_bearer  (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorMatch mcp_redactor_match_setting (const char  *text,
                                             gsize        length,
                                             gsize        at,
                                             gsize        start);
McpRedactorMatch mcp_redactor_match_userinfo (const char *text,
                                              gsize       length,
                                              gsize       at);
McpRedactorMatch mcp_redactor_match_member  (const char  *text,
                                             gsize        length,
                                             gsize        at);

G_END_DECLS
