/* cli-ping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"

#define DEFAULT_INTERVAL_MSEC 1000

static const char *
get_status_nick (McpSampleStatus status)
{
  switch (status)
    {
    case MCP_SAMPLE_OK:
      return "ok";
    case MCP_SAMPLE_LOST:
      return "lost";
    case MCP_SAMPLE_FAILED:
    default:
      return "failed";
    }
}

static void
append_usec (GString    *out,
             const char *key,
             gint64      usec)
{
  if (usec >= 0)
    mcp_json_append_member_int (out, key, usec);
  else
    mcp_json_append_member (out, key, "null");
}

static char *
sample_to_json (CliConnection         *connection,
                const McpHealthSample *sample)
{
  McpJournal *journal = mcp_session_get_journal (connection->session);
  GString *out = g_string_new ("{");

  mcp_json_append_member_int (out, "t_usec",
                              sample->time_usec - mcp_journal_get_start_usec (journal));
  append_usec (out, "rtt_usec", sample->rtt_usec);
  mcp_json_append_member_string (out, "status", get_status_nick (sample->status));
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static void
print_sample (CliConnection         *connection,
              const McpHealthSample *sample,
              guint                  number,
              const GError          *error)
{
  CliOutput *output = connection->output;

  if (cli_output_get_format (output) == CLI_FORMAT_NDJSON)
    {
      g_autofree char *json = sample_to_json (connection, sample);

      cli_output_print (output, "%s\n", json);
    }
  else if (cli_output_is_text (output) && sample->status == MCP_SAMPLE_OK)
    {
      g_autofree char *rtt = mcp_format_duration (sample->rtt_usec);

      cli_output_print (output, "ping %u: %s\n", number, rtt);
    }
  else if (cli_output_is_text (output))
    {
      const char *message = sample->status == MCP_SAMPLE_LOST ? _("no answer in time")
                                                              : _("failed");
      g_autofree char *reason = cli_text_visible (error != NULL ? error->message : message,
                                                  -1, FALSE);
      g_autoptr (GString) line = g_string_new (NULL);

      g_string_append_printf (line, "ping %u: ", number);
      cli_output_style (output, line, CLI_STYLE_RED, reason);
      cli_output_print (output, "%s\n", line->str);
    }
}

static char *
summary_to_json (const McpHealthStatistics *statistics)
{
  GString *out = g_string_new ("{");
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  mcp_json_append_member_int (out, "sent", statistics->sent);
  mcp_json_append_member_int (out, "received", statistics->received);
  mcp_json_append_member (out, "loss", g_ascii_formatd (loss, sizeof loss, "%g", statistics->loss));
  append_usec (out, "min_usec", statistics->min_usec);
  append_usec (out, "median_usec", statistics->median_usec);
  append_usec (out, "p95_usec", statistics->p95_usec);
  append_usec (out, "p99_usec", statistics->p99_usec);
  append_usec (out, "max_usec", statistics->max_usec);
  append_usec (out, "jitter_usec", statistics->jitter_usec);
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static void
print_summary_text (CliConnection             *connection,
                    const McpHealthStatistics *statistics)
{
  CliOutput *output = connection->output;
  g_autofree char *name = cli_text_visible (mcp_profile_get_name (connection->profile), -1, FALSE);

  cli_output_print (output, _("\n--- %s ping statistics ---\n"), name);
  cli_output_print (output, _("%u sent, %u received, %.3g%% loss\n"),
                    statistics->sent, statistics->received, statistics->loss * 100);

  if (statistics->received > 0)
    {
      g_autofree char *min = mcp_format_duration (statistics->min_usec);
      g_autofree char *median = mcp_format_duration (statistics->median_usec);
      g_autofree char *p95 = mcp_format_duration (statistics->p95_usec);
      g_autofree char *max = mcp_format_duration (statistics->max_usec);

      cli_output_print (output, _("min/median/p95/max = %s / %s / %s / %s"),
                        min, median, p95, max);

      /* Of one round trip there is none. */
      if (statistics->jitter_usec >= 0)
        {
          g_autofree char *jitter = mcp_format_duration (statistics->jitter_usec);

          cli_output_print (output, _(", jitter = %s"), jitter);
        }
      cli_output_print (output, "\n");
    }
}

static void
print_summary (CliConnection             *connection,
               GArray                    *samples,
               const McpHealthStatistics *statistics)
{
  CliOutput *output = connection->output;
  const char *method = mcp_health_get_method (mcp_session_get_health (connection->session));
  g_autofree char *summary = summary_to_json (statistics);
  g_autoptr (GString) out = g_string_new ("{");

  if (cli_output_is_text (output))
    {
      print_summary_text (connection, statistics);
      return;
    }

  mcp_json_append_member_string (out, "method", method);
  if (cli_output_get_format (output) == CLI_FORMAT_JSON)
    {
      mcp_json_append_key (out, "samples");
      g_string_append_c (out, '[');
      for (guint i = 0; i < samples->len; i++)
        {
          g_autofree char *sample =
            sample_to_json (connection, &g_array_index (samples, McpHealthSample, i));

          g_string_append_printf (out, "%s%s", i > 0 ? "," : "", sample);
        }
      g_string_append_c (out, ']');
    }
  mcp_json_append_member (out, "summary", summary);
  g_string_append_c (out, '}');

  cli_output_print_json (output, out->str, out->len);
}

/* One probe; FALSE when it was interrupted and says nothing about the server. */
static gboolean
probe (CliConnection *connection,
       guint          number,
       GArray        *samples)
{
  McpHealth *health = mcp_session_get_health (connection->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpHealthSample sample = { .time_usec = g_get_monotonic_time (), .rtt_usec = -1,
                             .status = MCP_SAMPLE_FAILED };

  mcp_health_ping_async (health, connection->options->wait_msec, connection->cancellable,
                         cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  if (!mcp_health_ping_finish (health, result, &sample, &error) &&
      g_cancellable_is_cancelled (connection->cancellable))
    return FALSE;

  g_array_append_val (samples, sample);
  print_sample (connection, &sample, number, error);

  return TRUE;
}

/**
 * cli_run_ping:
 * @connection: what to work with
 *
 * Measures round trips, one after the other, and sums them up as ping(8) does.
 *
 * Returns: what to end with
 */
int
cli_run_ping (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  guint interval_msec = options->interval_msec > 0 ? options->interval_msec : DEFAULT_INTERVAL_MSEC;
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (McpHealthSample));
  McpHealthStatistics statistics;
  gint64 next_usec;
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  next_usec = g_get_monotonic_time ();
  for (guint number = 1; options->count == 0 || number <= options->count; number++)
    {
      if (!probe (connection, number, samples) || !mcp_session_is_open (connection->session))
        break;
      if (number == options->count)
        break;

      /* From start to start, as ping(8); a slow answer delays the next probe, never doubles it. */
      next_usec = MAX (next_usec + interval_msec * G_GINT64_CONSTANT (1000),
                       g_get_monotonic_time ());
      cli_connection_await (connection, next_usec, NULL, NULL);
      if (g_cancellable_is_cancelled (connection->cancellable) ||
          !mcp_session_is_open (connection->session))
        break;
    }

  mcp_health_statistics_of ((McpHealthSample *) samples->data, samples->len, &statistics);
  print_summary (connection, samples, &statistics);

  status = cli_connection_ended (connection, "ping");
  if (status == CLI_EXIT_OK && statistics.received == 0)
    status = CLI_EXIT_TIMEOUT;

  return status;
}
