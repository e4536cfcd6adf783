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

/* What stands in a line in place of bytes. */
typedef enum {
  MCP_RECORDER_NO_OBJECT,
  MCP_RECORDER_PROC,
  MCP_RECORDER_NOTE,
  MCP_RECORDER_HTTP,
} McpRecorderObject;

/* What stands in a line around the bytes. */
typedef struct
{
  gint64       t_usec;         /* since the recording's start */
  McpChannel   channel;
  McpDirection direction;
  guint        exchange;       /* 0 for none */
  guint        flags;          /* McpRecordFlags */
  gboolean     unfinished;     /* it was still growing */
  guint64      size;
  guint64      message_length;
} McpRecorderLine;

/* Makes room in what is appended to; returns FALSE when no more is wanted. */
typedef gboolean (*McpRecorderFlush) (gpointer user_data);

void     mcp_recorder_line_append_head    (GString         *out,
                                           McpJournal      *journal,
                                           const char      *profile_json,
                                           McpRedactor     *redactor);
void     mcp_recorder_line_describe       (McpJournal      *journal,
                                           guint            serial,
                                           McpRecorderLine *line);
void     mcp_recorder_line_append_before  (GString         *out,
                                           const McpRecorderLine *line);
void     mcp_recorder_line_append_after   (GString         *out,
                                           const McpRecorderLine *line);
void     mcp_recorder_line_append_remark  (GString         *out,
                                           McpJournal      *journal,
                                           guint            serial,
                                           const char      *type,
                                           const GString   *members);
McpRecorderObject
         mcp_recorder_line_get_object     (McpJournal      *journal,
                                           guint            serial);
void     mcp_recorder_line_append_object  (GString         *out,
                                           McpRecorderObject type,
                                           const char      *data,
                                           gsize            length,
                                           McpRedactor     *redactor);
void     mcp_recorder_line_append_event   (GString         *out,
                                           const char      *data,
                                           gsize            length,
                                           McpRedactor     *redactor);
McpSpan  mcp_recorder_line_get_message    (McpJournal      *journal,
                                           guint            serial);
gboolean mcp_recorder_line_append_bytes   (GString         *out,
                                           const char      *data,
                                           gsize            length,
                                           McpSpan          message,
                                           McpChannel       channel,
                                           McpRedactor     *redactor,
                                           McpRecorderFlush flush,
                                           gpointer         user_data);

G_END_DECLS
