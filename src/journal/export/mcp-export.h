/* mcp-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-progress.h"
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

gboolean    mcp_export_parse_format (const char          *name,
                                     McpExportFormat     *format);
const char *mcp_export_get_suffix   (McpExportFormat      format);      /* ".har" */
gboolean    mcp_export_write        (McpJournal          *journal,
                                     McpExportFormat      format,
                                     McpRedactor         *redactor,     /* (nullable) */
                                     McpExportSink        sink,
                                     gpointer             user_data);
void        mcp_export_save_async   (McpJournal          *journal,
                                     const char          *path,
                                     McpExportFormat      format,
                                     GArray              *serials,      /* (nullable) of guint: only these */
                                     McpRedactor         *redactor,     /* (nullable) (transfer full) */
                                     GCancellable        *cancellable,
                                     McpProgressFunc      progress,     /* (nullable) */
                                     gpointer             progress_data,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
gboolean    mcp_export_save_finish  (McpJournal          *journal,
                                     GAsyncResult        *result,
                                     GError             **error);

G_END_DECLS
