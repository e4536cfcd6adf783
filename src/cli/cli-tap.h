/* cli-tap.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "cli-follow.h"
#include "mcp-observer.h"
#include "mcp-pass-queue.h"

G_BEGIN_DECLS

/* What is written beside the traffic that a tap passes on. Nothing of it may stop the passing. */
typedef struct
{
  McpProfile  *profile;
  McpJournal  *journal;
  McpObserver *observer;
  McpRecorder *recorder;      /* (nullable) */
  McpRedactor *redactor;      /* (nullable) which the recorder borrows */
  CliOutput   *print_output;  /* (nullable) standard error, with --print */
  CliFollow    follow;
  gboolean     warned;        /* that the journal cannot be written */
} CliTapLog;

gboolean cli_tap_log_open  (CliTapLog      *self,
                            CliConnection  *connection,
                            GError        **error);
void     cli_tap_log_close (CliTapLog      *self);
gsize    cli_tap_log_get_queue_bytes (CliTapLog *self);
gboolean cli_tap_log_is_behind (CliTapLog  *self);
gboolean cli_tap_log_leave (CliTapLog      *self,
                            McpPassQueue   *queue);

int      cli_run_tap_http  (CliConnection  *connection);

G_END_DECLS
