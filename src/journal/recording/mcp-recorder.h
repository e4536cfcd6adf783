/* mcp-recorder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-progress.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

#define MCP_TYPE_RECORDER (mcp_recorder_get_type ())

/*
 * Writes a journal as a recording (docs/recording-format.md), what is there and what comes,
 * appending at each of the journal's flushes. Mode 0600.
 */
G_DECLARE_FINAL_TYPE (McpRecorder, mcp_recorder, MCP, RECORDER, GObject)

McpRecorder *mcp_recorder_new    (McpJournal   *journal,
                                  const char   *path,
                                  const char   *profile_json, /* (nullable) without secrets */
                                  McpRedactor  *redactor,     /* (nullable) (transfer none): NULL does not redact */
                                  GError      **error);
gboolean     mcp_recorder_finish (McpRecorder  *self,
                                  GError      **error);       /* writes the rest and closes */
void         mcp_recorder_abandon (McpRecorder *self);                /* writes nothing more */
void         mcp_recorder_take_over (McpRecorder *self);              /* writes without its thread from here on */
double       mcp_recorder_get_progress (McpRecorder *self);           /* 1: all there is by now is written */
const GError *mcp_recorder_get_error   (McpRecorder *self);           /* (nullable): since when nothing is written */
void         mcp_recorder_save_async  (McpJournal          *journal,
                                       const char          *path,
                                       const char          *profile_json, /* (nullable) */
                                       McpRedactor         *redactor,     /* (nullable) (transfer full) */
                                       GCancellable        *cancellable,
                                       McpProgressFunc      progress,     /* (nullable) */
                                       gpointer             progress_data,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data);
gboolean     mcp_recorder_save_finish (McpJournal          *journal,
                                       GAsyncResult        *result,
                                       GError             **error);

G_END_DECLS
