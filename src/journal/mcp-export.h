/* mcp-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

/* What a journal can be written as for other programs: docs/recording-format.md, Export. */
typedef enum {
  MCP_EXPORT_HAR,    /* HTTP Archive 1.2 */
  MCP_EXPORT_JSONL,  /* the messages, one a line */
  MCP_EXPORT_TEXT,   /* for people */
} McpExportFormat;

/* Takes a piece; returns FALSE to be given no more. */
typedef gboolean (*McpExportSink) (const char *data,
                                   gsize       length,
                                   gpointer    user_data);

gboolean    mcp_export_parse_format (const char      *name,
                                     McpExportFormat *format);
gboolean    mcp_export_write        (McpJournal      *journal,
                                     McpExportFormat  format,
                                     McpRedactor     *redactor, /* (nullable) */
                                     McpExportSink    sink,
                                     gpointer         user_data);

/* mcp-export-har.c */
gboolean    mcp_export_write_har    (McpJournal      *journal,
                                     McpRedactor     *redactor,
                                     McpExportSink    sink,
                                     gpointer         user_data);

G_END_DECLS
