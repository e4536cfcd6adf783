/* cli-recording.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"
#include "mcp-recording.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/* What --open names: a recording, or the journal of a session. */
typedef struct
{
  const char   *path;
  McpRecording *recording;   /* (nullable): of the journal of a session there is none */
  McpJournal   *journal;
} CliRecording;

gboolean    cli_recording_begin      (CliRecording      *self,
                                      const char        *path,
                                      McpQuery          *query,         /* (nullable) */
                                      GCancellable      *cancellable,   /* (nullable) */
                                      GError           **error);
gboolean    cli_recording_is_loading (CliRecording      *self);
void        cli_recording_end        (CliRecording      *self);
McpSession *cli_recording_open       (const CliOptions  *options,
                                      GCancellable      *cancellable,
                                      McpProfile       **profile,
                                      GError           **error);   /* (nullable) */
void        cli_recording_blame_path (GError           **error);

G_END_DECLS
