/* mcp-entry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

#define MCP_METHOD_PROGRESS "notifications/progress"
#define MCP_METHOD_CANCELLED "notifications/cancelled"

/* What the bytes of a frame say of its record. Entries point into the bytes. */
void  mcp_entry_classify (McpJournalEntry  *entry,
                          const char       *data,
                          gsize             length,
                          const McpScan    *scan,
                          char            **decoded);
void  mcp_entry_find_about (McpJournalEntry *entry,
                            const char      *message,
                            gsize            length,
                            const McpScan   *scan); /* (nullable) */
char *mcp_entry_dup_name (const char       *params,  /* (nullable): a JSON object */
                          gsize             length);

G_END_DECLS
