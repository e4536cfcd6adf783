/* mcp-redactor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MCP_REDACTED "«redacted»"

/* Takes secrets out of text that leaves the application: values given, well-known patterns. */
typedef struct _McpRedactor McpRedactor;

McpRedactor *mcp_redactor_new        (void);
void         mcp_redactor_free       (McpRedactor *self);
void         mcp_redactor_add_secret (McpRedactor *self,
                                      const char  *value);
char        *mcp_redactor_redact     (McpRedactor *self,
                                      const char  *text,
                                      gssize       length,
                                      gsize       *out_length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRedactor, mcp_redactor_free)

G_END_DECLS
