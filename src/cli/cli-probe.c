/* cli-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-accepted.h"
#include "cli-connection.h"
#include "cli-report.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-probe-report.h"
#include "mcp-summary.h"

/* Active probes: each rule as it is tried, then how many held. See docs/probes.md. */

#define NAME_WIDTH 26

typedef struct
{
  CliConnection *connection;
  McpProbeRun   *run;
  McpAccepted   *accepted; /* (nullable) */
  const char    *group;   /* (nullable): of the last line */
} Probing;

/* --- The table --- */

static void
append_probe (GString        *json,
              const McpProbe *probe)
{
  g_autofree char *reference = mcp_probe_dup_reference (probe, MCP_VERSION_UNKNOWN);
  g_autofree char *revisions = mcp_probe_dup_revisions (probe);

  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "name", probe->name);
  mcp_json_append_member_string (json, "group", probe->group);
  mcp_json_append_member_string (json, "rule", mcp_probe_get_rule (probe));
  mcp_json_append_member_string (json, "reference", reference);
  mcp_json_append_member_string (json, "severity", mcp_severity_get_nick (probe->severity));
  mcp_json_append_member_string (json, "revisions", revisions);
  mcp_json_append_member_string (json, "transports",
                                 probe->reach == MCP_PROBE_OVER_ANY    ? "any"
                                 : probe->reach == MCP_PROBE_OVER_HTTP ? "http"
                                                                       : "stdio");
  g_string_append_c (json, '}');
}

static void
print_group (CliOutput   *output,
             const char **group,
             const char  *now)
{
  g_autoptr (GString) title = g_string_new (NULL);

  if (*group != NULL && g_str_equal (*group, now))
    return;

  cli_output_style (output, title, CLI_STYLE_BOLD, mcp_probe_group_get_title (now));
  cli_output_print (output, "%s%s\n", *group != NULL ? "\n" : "", title->str);
  *group = now;
}

static int
print_table (CliOutput *output)
{
  g_autoptr (GString) json = g_string_new ("{\"probes\":[");
  const McpProbe *probe;
  const char *group = NULL;

  for (guint i = 0; (probe = mcp_probe_get (i)) != NULL; i++)
    {
      g_autoptr (GString) line = g_string_new ("  ");
      g_autoptr (GString) details = g_string_new (NULL);
      g_autofree char *reference = mcp_probe_dup_reference (probe, MCP_VERSION_UNKNOWN);
      g_autofree char *revisions = mcp_probe_dup_revisions (probe);

      if (!cli_output_is_text (output))
        {
          g_string_append (json, i > 0 ? "," : "");
          append_probe (json, probe);
          continue;
        }

      print_group (output, &group, probe->group);
      cli_text_append_padded (line, probe->name, NAME_WIDTH);
      cli_text_append_wrapped (line, mcp_probe_get_rule (probe), NAME_WIDTH + 2, cli_output_get_columns (output));
      g_string_append_printf (details, "%*s%s · %s · %s", NAME_WIDTH + 2, "", revisions,
                              probe->reach == MCP_PROBE_OVER_ANY    ? _("any transport")
                              : probe->reach == MCP_PROBE_OVER_HTTP ? _("Streamable HTTP")
                                                                    : _("stdio and its kin"),
                              reference);
      cli_output_style (output, line, CLI_STYLE_DIM, details->str);
      cli_output_print (output, "%s\n", line->str);
    }

  g_string_append (json, "]}");
  if (!cli_output_is_text (output))
    cli_output_print_json (output, json->str, json->len);

  return CLI_EXIT_OK;
}

/* --- Results --- */

/* (nullable): why nobody minds that a probe fails. */
static const McpAcceptedFailure *
find_accepted (Probing        *self,
               McpProbeResult *result)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (result);
  g_autofree char *rule = g_strconcat ("probe.", info->probe->name, NULL);

  return info->state == MCP_PROBE_FAILED ? mcp_accepted_find (self->accepted, rule) : NULL;
}

static void
append_result (GString        *json,
               Probing        *self,
               McpProbeResult *result)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (result);
  McpJournal *journal = mcp_session_get_journal (self->connection->session);
  const McpAcceptedFailure *failure = find_accepted (self, result);
  const McpProbe *probe = info->probe;
  McpProbeState state = info->state;
  gint64 took = info->duration_usec;
  g_autofree char *evidence = state == MCP_PROBE_FAILED ? mcp_probe_result_dup_evidence (result, journal) : NULL;

  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "probe", probe->name);
  mcp_json_append_member_string (json, "group", probe->group);
  mcp_json_append_member_string (json, "rule", mcp_probe_get_rule (probe));
  mcp_json_append_member_string (json, "result", mcp_probe_result_get_state_nick (result));
  if (state == MCP_PROBE_FAILED)
    mcp_json_append_member_string (json, "severity",
                                   mcp_severity_get_nick (info->severity));
  if (failure != NULL)
    mcp_json_append_member_string (json, "accepted", failure->reason);
  if (info->message != NULL)
    mcp_json_append_member_string (json, "message", info->message);
  mcp_json_append_member_string (json, "reference", info->reference);
  if (took >= 0)
    mcp_json_append_member_int (json, "took_usec", took);
  if (info->sent_serial != 0)
    mcp_json_append_member_int (json, "sent", info->sent_serial);
  if (info->answer_serial != 0)
    mcp_json_append_member_int (json, "answer", info->answer_serial);
  if (evidence != NULL)
    mcp_json_append_member_string (json, "evidence", evidence);
  g_string_append_c (json, '}');
}

static const char *
get_mark (McpProbeResult *result,
          CliStyle       *style)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (result);

  switch (info->state)
    {
    case MCP_PROBE_PASSED:
      *style = CLI_STYLE_GREEN;
      return "✓";
    case MCP_PROBE_FAILED:
      *style = info->severity == MCP_SEVERITY_ERROR ? CLI_STYLE_RED : CLI_STYLE_YELLOW;
      return info->severity == MCP_SEVERITY_ERROR ? "✗" : "!";
    case MCP_PROBE_WAITING:
    case MCP_PROBE_RUNNING:
    case MCP_PROBE_NOT_APPLICABLE:
    case MCP_PROBE_SKIPPED:
    default:
      *style = CLI_STYLE_DIM;
      return "–";
    }
}

static void
append_lines (GString    *out,
              CliOutput  *output,
              const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *visible = cli_text_visible (lines[i], -1, FALSE);
      g_autoptr (GString) line = g_string_new ("      ");

      g_string_append (line, visible);
      cli_output_style (output, out, CLI_STYLE_DIM, line->str);
      g_string_append_c (out, '\n');
    }
}

static void
print_text (Probing        *self,
            McpProbeResult *result)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (result);
  CliOutput *output = self->connection->output;
  const McpProbe *probe = info->probe;
  McpProbeState state = info->state;
  McpJournal *journal = mcp_session_get_journal (self->connection->session);
  g_autofree char *message = cli_text_visible (info->message, -1, FALSE);
  g_autofree char *evidence = NULL;
  g_autoptr (GString) out = g_string_new ("  ");
  const McpAcceptedFailure *failure = find_accepted (self, result);
  CliStyle style;
  const char *mark = get_mark (result, &style);

  print_group (output, &self->group, probe->group);
  cli_output_style (output, out, style, mark);
  g_string_append_c (out, ' ');
  cli_text_append_padded (out, probe->name, NAME_WIDTH);
  cli_text_append_wrapped (out, state == MCP_PROBE_NOT_APPLICABLE ? message : mcp_probe_get_rule (probe),
                           NAME_WIDTH + 4, cli_output_get_columns (output));
  if (state == MCP_PROBE_FAILED)
    {
      g_string_append (out, "      ");
      cli_text_append_wrapped (out, message, 6, cli_output_get_columns (output));
      if (failure != NULL)
        {
          g_autofree char *why = g_strdup_printf (_("accepted: %s (%s)"), failure->reason, failure->date);

          append_lines (out, output, why);
        }
      append_lines (out, output, info->reference);
      evidence = mcp_probe_result_dup_evidence (result, journal);
      if (evidence != NULL)
        append_lines (out, output, evidence);
    }
  cli_output_write (output, out->str, out->len);
  cli_output_flush (output);
}

static void
done_cb (McpProbeRun    *run,
         McpProbeResult *result,
         Probing        *self)
{
  CliOutput *output = self->connection->output;
  g_autoptr (GString) json = NULL;

  if (cli_report_is_printed (self->connection->options))
    return;
  if (cli_output_is_text (output))
    {
      print_text (self, result);
      return;
    }

  json = g_string_new (NULL);
  append_result (json, self, result);
  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    cli_output_print (output, "%s\n", json->str);
}

static guint
count_failed (Probing     *self,
              McpSeverity  severity)
{
  McpProbeRun *run = self->run;
  guint n_failed = 0;

  for (guint i = 0; i < g_list_model_get_n_items (mcp_probe_run_get_results (run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (run), i);

      n_failed += mcp_probe_result_get_info (result)->state == MCP_PROBE_FAILED
                  && mcp_probe_result_get_info (result)->severity == severity && find_accepted (self, result) == NULL;
    }

  return n_failed;
}

/* The document, or the last line. */
static void
print_end (Probing *self)
{
  CliOutput *output = self->connection->output;
  g_autoptr (GString) json = g_string_new ("{\"probes\":[");
  guint n_passed = mcp_probe_run_count (self->run, MCP_PROBE_PASSED);
  guint n_errors = count_failed (self, MCP_SEVERITY_ERROR);
  guint n_warnings = count_failed (self, MCP_SEVERITY_WARNING);
  guint n_not = mcp_probe_run_count (self->run, MCP_PROBE_NOT_APPLICABLE);
  guint n_accepted = mcp_probe_run_count (self->run, MCP_PROBE_FAILED) - n_errors - n_warnings;
  gboolean is_first = TRUE;

  if (cli_output_is_text (output))
    {
      cli_output_print (output, "\n");
      /* Translators: of active probes. */
      cli_output_print (output, _("%u passed, %u failed, %u warned, %u not applicable\n"), n_passed, n_errors,
                        n_warnings, n_not);
      if (n_accepted > 0)
        cli_output_print (output, ngettext ("%u failure is accepted\n", "%u failures are accepted\n", n_accepted),
                          n_accepted);
      return;
    }
  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (mcp_probe_run_get_results (self->run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (self->run), i);

      if (mcp_probe_result_get_info (result)->state == MCP_PROBE_WAITING)
        continue;
      g_string_append (json, is_first ? "" : ",");
      append_result (json, self, result);
      is_first = FALSE;
    }
  g_string_append_c (json, ']');
  mcp_json_append_member_int (json, "passed", n_passed);
  mcp_json_append_member_int (json, "errors", n_errors);
  mcp_json_append_member_int (json, "warnings", n_warnings);
  mcp_json_append_member_int (json, "notApplicable", n_not);
  mcp_json_append_member_int (json, "accepted", n_accepted);
  g_string_append_c (json, '}');
  cli_output_print_json (output, json->str, json->len);
}

/* --- Reports --- */

/* Of a server that could not be connected to. */
static McpReport *
make_empty_report (CliConnection *connection)
{
  const char *name = mcp_profile_get_name (connection->profile);
  McpReport *report = mcp_report_new ("probe", name != NULL ? name : "");
  const GError *error = mcp_session_get_error (connection->session);

  mcp_report_add (report, "probe.connect", MCP_OUTCOME_FAILED,
                  error != NULL ? error->message : _("not connected"));

  return report;
}

/* --- The command --- */

/* Reports the first unknown name in --only, and suggests the nearest known name. */
static gboolean
check_names (CliConnection  *connection,
             GError        **error)
{
  const CliOptions *options = connection->options;

  for (guint i = 0; options->only != NULL && options->only[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      const McpProbe *probe;
      const char *nearest;

      if (mcp_probe_find (options->only[i]) != NULL || mcp_probe_is_group (options->only[i]))
        continue;
      for (guint k = 0; (probe = mcp_probe_get (k)) != NULL; k++)
        {
          g_ptr_array_add (names, (char *) probe->name);
          g_ptr_array_add (names, (char *) probe->group);
        }
      g_ptr_array_add (names, NULL);
      nearest = mcp_find_nearest (options->only[i], (const char * const *) names->pdata);
      if (nearest != NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--only %s: no such probe or group; did you mean “%s”?"),
                     options->only[i], nearest);
      else
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--only %s: no such probe or group; see --list"),
                     options->only[i]);
      return FALSE;
    }

  return TRUE;
}

static int
run (CliConnection *connection,
     McpAccepted   *accepted)
{
  const CliOptions *options = connection->options;
  g_autoptr (McpProbeRun) probe_run = mcp_probe_run_new (connection->session);
  Probing self = { .connection = connection, .run = probe_run, .accepted = accepted };
  g_autoptr (McpReport) report = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_probe_run_select (probe_run, (const char * const *) options->only);
  mcp_probe_run_allow_tools (probe_run, (const char * const *) options->allow_tools);
  g_signal_connect (probe_run, "done", G_CALLBACK (done_cb), &self);
  mcp_probe_run_async (probe_run, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  report = mcp_probe_report_new (probe_run);
  report->strict = options->strict;
  if (!mcp_probe_run_finish (probe_run, result, &error))
    {
      if (g_cancellable_is_cancelled (connection->cancellable))
        return cli_connection_interrupted (connection, "probe");
      return cli_report_write (connection, report, cli_connection_fail (connection, "probe", error, NULL));
    }
  if (!cli_accepted_settle (options, accepted, report, &error))
    return cli_connection_fail (connection, "--accepted", error, NULL);

  if (!cli_report_is_printed (options))
    print_end (&self);

  return cli_report_write (connection, report,
                           mcp_report_count_failures (report) > 0 ? CLI_EXIT_FINDINGS : CLI_EXIT_OK);
}

/* Tries the rules of the specification on a server, and prints what it does with each. */
int
cli_run_probe (CliConnection *connection)
{
  g_autoptr (McpAccepted) accepted = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (connection->options->list)
    return print_table (connection->output);
  if (connection->options->open != NULL)
    return cli_connection_usage (connection, _("probe: a recording cannot be asked anything"));
  if (!check_names (connection, &error))
    return cli_connection_fail (connection, NULL, error, NULL);
  accepted = cli_accepted_open (connection->options, &error);
  if (error != NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    {
      g_autoptr (McpReport) report = NULL;

      if (connection->session == NULL)
        return status;
      report = make_empty_report (connection);
      return cli_report_write (connection, report, status);
    }

  return run (connection, accepted);
}
