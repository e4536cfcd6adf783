/* mcp-recording.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-query.h"

G_BEGIN_DECLS

/* A line of a recording that could not be read as what it should be. */
typedef struct
{
  guint64  line;   /* 1 is the first of the file */
  char    *text;
} McpRecordingProblem;

#define MCP_TYPE_RECORDING (mcp_recording_get_type ())
G_DECLARE_FINAL_TYPE (McpRecording, mcp_recording, MCP, RECORDING, GObject)

void          mcp_recording_open_async       (GFile               *file,
                                              McpQuery            *query,      /* (nullable) */
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
McpRecording *mcp_recording_open_finish      (GAsyncResult        *result,
                                              GError             **error);
GFile        *mcp_recording_get_file         (McpRecording        *self);
McpJournal   *mcp_recording_get_journal      (McpRecording        *self); /* (transfer none); it is loading at first */
const char   *mcp_recording_get_profile_json (McpRecording        *self); /* (nullable) */
char         *mcp_recording_dup_name         (McpRecording        *self); /* the server's, or the file's */
gboolean      mcp_recording_is_newer         (McpRecording        *self); /* of a later version of the format */
guint         mcp_recording_get_n_problems   (McpRecording        *self);
GPtrArray    *mcp_recording_dup_problems     (McpRecording        *self); /* (transfer full) of McpRecordingProblem: the first of them */

#define MCP_RECORDING_MAX_PROBLEMS 1000

char *mcp_recording_describe_redacted (
    McpJournal *journal); /* (transfer full) (nullable): what was taken out before it was written */

G_END_DECLS
