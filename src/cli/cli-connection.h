/* cli-connection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-failure.h"
#include "cli-options.h"
#include "cli-otlp.h"
#include "cli-output.h"
#include "mcp-call-options.h"
#include "mcp-recorder.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/*
 * What a command works with. Commands are written one step after the other; the main loop runs
 * inside the functions that wait.
 */
struct _CliConnection
{
  const CliOptions *options;
  CliOutput        *output;

  /* One of several of a command, which takes the signals for all of them. */
  gboolean          is_part;

  /* NULL until opened; a profile that is set before is used in place of the command line's. */
  McpProfile       *profile;
  McpSession       *session;
  McpRecorder      *recorder;
  CliOtlp          *otlp;       /* (nullable) */
  McpRedactor      *redactor;   /* which the recorder borrows */
  McpCallOptions   *call_options; /* of the command's request */
  McpRedactor      *trace_redactor; /* (nullable): of what --verbose prints */

  /* Cancelled by a signal, by --max-time and when nobody reads standard output any more. */
  GCancellable     *cancellable;
  guint             n_interrupts;
  gboolean          out_of_time;
  gboolean          is_listening;
  gboolean          ready;
  gint64            begin_usec;
  guint             max_time_source;
  guint             ending_source;  /* while it waits for the server to end */
  char             *hint;       /* (nullable): what to do about the failure that is told next */
  guint             reader_source;
  char             *told;       /* (nullable): the last failure that was told */
  guint             n_before;   /* the last record before the server was ready */

  /* Serials up to here have been printed by --verbose. */
  guint             n_traced;
};

CliConnection *cli_connection_new      (const CliOptions   *options,
                                        CliOutput          *output);
void           cli_connection_free     (CliConnection      *self);
gboolean       cli_connection_listen   (CliConnection      *self,
                                        GError            **error);
int            cli_connection_prepare  (CliConnection      *self);
int            cli_connection_open     (CliConnection      *self);
int            cli_connection_close    (CliConnection      *self,
                                        int                 status);
gboolean       cli_connection_iterate  (CliConnection      *self);
gboolean       cli_connection_await    (CliConnection      *self,
                                        gint64              deadline_usec,
                                        gboolean          (*condition) (gpointer user_data),
                                        gpointer            user_data);
gboolean       cli_connection_call     (CliConnection      *self,
                                        McpCall            *call,
                                        GError            **error);
gboolean       cli_connection_fill     (CliConnection      *self,
                                        McpCatalog         *catalog,
                                        GError            **error);
gboolean       cli_connection_list     (CliConnection      *self,
                                        McpCatalogKind      kind,
                                        GError            **error);
void           cli_connection_store_cb (GObject            *source,
                                        GAsyncResult       *result,
                                        gpointer            user_data);
void           cli_connection_note_findings (CliConnection *self,
                                             McpCall       *call);
GAsyncResult  *cli_connection_wait     (CliConnection      *self,
                                        GAsyncResult      **slot);
int            cli_connection_fail     (CliConnection      *self,
                                        const char         *what,
                                        const GError       *error,
                                        McpCall            *call);
GError        *cli_connection_new_late_error (CliConnection *self);
void           cli_connection_watch    (CliConnection      *self);
int            cli_connection_usage    (CliConnection      *self,
                                        const char         *format,
                                        ...) G_GNUC_PRINTF (2, 3);
int            cli_connection_interrupted (CliConnection   *self,
                                           const char      *what);
int            cli_connection_ended    (CliConnection      *self,
                                        const char         *what);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliConnection, cli_connection_free)

G_END_DECLS
