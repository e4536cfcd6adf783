/* cli-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-connection.h"
#include "cli-file.h"
#include "cli-load.h"
#include "cli-presets.h"
#include "cli-report.h"
#include "cli-tools.h"
#include "mcp-error.h"
#include "mcp-hdr-log.h"
#include "mcp-json.h"
#include "mcp-load-words.h"
#include "mcp-load.h"

typedef struct
{
  CliConnection *connection;
  McpLoad       *load;
  CliFile       *hdr_log;  /* (nullable) */
  McpLoadReport *earlier;  /* (nullable) */
} Run;

static void
clear_run (Run *self)
{
  g_clear_object (&self->load);
  g_clear_pointer (&self->hdr_log, cli_file_free);
  g_clear_pointer (&self->earlier, mcp_load_report_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, clear_run)

static void
write_hdr_line (Run                *self,
                const McpLoadPoint *point)
{
  g_autofree char *line = mcp_hdr_log_dup_line (mcp_load_get_interval (self->load),
                                                point->start_usec, point->length_usec,
                                                point->max_usec);

  cli_file_write (self->hdr_log, line, strlen (line));
}

static void
interval_cb (McpLoad *load,
             guint    index,
             Run     *self)
{
  CliOutput *output = self->connection->output;
  const McpLoadPoint *point = &g_array_index (mcp_load_get_report (load)->points, McpLoadPoint,
                                              index);

  if (self->hdr_log != NULL)
    write_hdr_line (self, point);

  if (cli_report_is_printed (self->connection->options))
    return;
  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      mcp_load_point_append_json (point, json);
      cli_output_print (output, "%s\n", json->str);
    }
  else if (cli_output_is_text (output))
    {
      if (index == 0)
        cli_load_print_head (output);
      cli_load_print_point (output, point);
    }
}

static gboolean
read_earlier (Run     *self,
              GError **error)
{
  const char *path = self->connection->options->compare;
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  gsize length;

  if (path == NULL)
    return TRUE;

  if (g_file_get_contents (path, &text, &length, &local_error))
    self->earlier = mcp_load_report_new_from_json (text, length, &local_error);
  if (self->earlier == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "--compare %s: %s", path,
                 local_error->message);

  return self->earlier != NULL;
}

static gboolean
start_hdr_log (Run     *self,
               GError **error)
{
  const char *path = self->connection->options->hdr_log;
  g_autofree char *head = mcp_hdr_log_dup_head (g_get_real_time ());

  if (path == NULL)
    return TRUE;

  self->hdr_log = cli_file_new (path, FALSE, error);
  return self->hdr_log != NULL && cli_file_write (self->hdr_log, head, strlen (head));
}

static McpLoadPlan
make_plan (const CliOptions *options,
           McpCall          *call)
{
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;

  plan.call = call;
  plan.name = options->words[0];
  plan.rate = options->rate;
  plan.concurrency = options->concurrency;
  plan.n_calls = options->count;
  plan.duration_msec = options->duration_msec;
  plan.warmup_msec = options->warmup_msec;
  plan.stop_failed_percent = options->stop_failed;
  plan.stop_p99_msec = options->stop_p99_msec;
  mcp_load_plan_settle (&plan);

  return plan;
}

static void
print_report (Run *self)
{
  CliOutput *output = self->connection->output;
  const McpLoadReport *report = mcp_load_get_report (self->load);
  g_autofree char *json = NULL;

  if (cli_report_is_printed (self->connection->options))
    return;
  if (cli_output_is_text (output))
    {
      cli_load_print_report (output, report, self->earlier);
      return;
    }

  json = mcp_load_report_to_json (report);
  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    cli_output_print_wrapped_json (output, "report", json, strlen (json));
  else
    cli_output_print_json (output, json, strlen (json));
}

static int
get_status (Run *self)
{
  const McpLoadReport *report = mcp_load_get_report (self->load);

  if (report->stopped != NULL)
    return CLI_EXIT_FINDINGS;

  return report->n_answered == 0 ? CLI_EXIT_TIMEOUT : CLI_EXIT_OK;
}

/* The connection is open. */
static int
run (CliConnection *connection,
     McpCall       *call)
{
  McpLoadPlan plan = make_plan (connection->options, call);
  g_auto (Run) self = { .connection = connection };
  g_autoptr (McpReport) report = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!read_earlier (&self, &error))
    return cli_connection_fail (connection, NULL, error, NULL);
  if (!start_hdr_log (&self, &error))
    return cli_connection_fail (connection, "--hdr-log", error, NULL);

  self.load = mcp_load_new (connection->session, &plan);
  g_signal_connect (self.load, "interval", G_CALLBACK (interval_cb), &self);
  mcp_load_run_async (self.load, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  print_report (&self);
  if (self.hdr_log != NULL && !cli_file_finish (self.hdr_log, &error))
    return cli_connection_fail (connection, "--hdr-log", error, NULL);
  status = mcp_load_run_finish (self.load, result, &error) ? get_status (&self)
                                                           : cli_connection_fail (connection, mcp_call_get_method (call), error,
                                                                                  NULL);
  report = cli_load_report_new (connection->options, mcp_profile_get_name (connection->profile),
                                mcp_load_get_report (self.load));

  return cli_report_write (connection, report, status);
}

static void
note_writes (CliConnection *connection)
{
  g_autofree char *note = NULL;

  if (!cli_connection_list (connection, MCP_CATALOG_TOOLS, NULL))
    return;

  note = mcp_load_dup_warning (connection->session, connection->options->words[0]);
  if (note != NULL)
    cli_note ("%s", note);
}

int
cli_run_load_tool (CliConnection *connection)
{
  const char *name = connection->options->words[0];
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;
  int status = cli_tools_open (connection, &arguments);

  if (status != CLI_EXIT_OK)
    return status;

  note_writes (connection);
  call = mcp_session_new_tool_call (name, arguments);

  return run (connection, call);
}

int
cli_run_load_read (CliConnection *connection)
{
  g_autoptr (McpCall) call = mcp_session_new_resource_read (connection->options->words[0]);
  int status = cli_connection_open (connection);

  return status == CLI_EXIT_OK ? run (connection, call) : status;
}

int
cli_run_load_prompt (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (McpCall) call = NULL;
  g_autofree char *arguments = NULL;
  int status = cli_presets_build_prompt (connection, &arguments);

  if (status != CLI_EXIT_OK)
    return status;

  call = mcp_session_new_prompt_get (options->words[0], arguments);
  status = cli_connection_open (connection);

  return status == CLI_EXIT_OK ? run (connection, call) : status;
}

int
cli_run_load_ping (CliConnection *connection)
{
  g_autoptr (McpCall) call = NULL;
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  call = mcp_call_new (mcp_health_get_method (mcp_session_get_health (connection->session)), NULL);

  return run (connection, call);
}
