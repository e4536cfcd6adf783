/* mcp-entry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/* What the bytes of a frame say of its record. Entries point into the bytes. */
void  mcp_entry_classify (McpJournalEntry  *entry,
                          const char       *data,
                          gsize             length,
                          const McpScan    *scan,
                          char            **decoded);
char *mcp_entry_dup_name (const char       *params,  /* (nullable): a JSON object */
                          gsize             length);

G_END_DECLS
