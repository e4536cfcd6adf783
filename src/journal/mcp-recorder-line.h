/* mcp-recorder-line.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

/* The lines of a recording. Internal to the layer. */
#define MCP_RECORDING_VERSION 1

/* Takes a piece of a line; returns FALSE to be given no more. */
typedef gboolean (*McpRecorderSink) (const char *data,
                                     gsize       length,
                                     gpointer    user_data);

void     mcp_recorder_line_append_head    (GString         *out,
                                           McpJournal      *journal,
                                           const char      *profile_json,
                                           McpRedactor     *redactor);
void     mcp_recorder_line_append_before  (GString         *out,
                                           McpJournal      *journal,
                                           guint            serial);
void     mcp_recorder_line_append_after   (GString         *out,
                                           McpJournal      *journal,
                                           guint            serial);
void     mcp_recorder_line_append_object  (GString         *out,
                                           McpChannel       channel,
                                           const char      *data,
                                           gsize            length,
                                           McpRedactor     *redactor);
gboolean mcp_recorder_line_give_bytes     (const char      *data,
                                           gsize            length,
                                           McpRedactor     *redactor,
                                           McpRecorderSink  sink,
                                           gpointer         user_data);

G_END_DECLS
