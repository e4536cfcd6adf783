/* cli-ping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-connection.h"
#include "cli-graph.h"
#include "cli-json.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/*
 * Round trips, one after the other, and their sum, as ping(8) does it. With --graph on a terminal a
 * picture takes the place of the lines and is drawn anew with each probe; lines of probes that got
 * no answer stay above it.
 */

#define DEFAULT_INTERVAL_MSEC 1000
/* Where there is no terminal that says it. */
#define DEFAULT_COLUMNS       80
/* Less is not worth a word. */
#define QUEUED_USEC           1000

typedef struct
{
  CliConnection  *connection;
  McpSampleStore *samples;
  guint           n_drawn;        /* lines of the picture on the terminal */
  guint           drawn_columns;  /* how wide the terminal was then */
} Ping;

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

static const char *
get_method (CliConnection *connection)
{
  return mcp_health_get_method (mcp_session_get_health (connection->session));
}

static void
append_sample (GString               *out,
               CliConnection         *connection,
               const McpHealthSample *sample)
{
  McpJournal *journal = mcp_session_get_journal (connection->session);

  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "t_usec",
                              sample->time_usec - mcp_journal_get_start_usec (journal));
  cli_json_append_number (out, "rtt_usec", sample->rtt_usec);
  mcp_json_append_member_int (out, "queued_usec", sample->queued_usec);
  mcp_json_append_member_string (out, "status", get_status_nick (sample->status));
  g_string_append_c (out, '}');
}

/*
 * The error that a probe was answered with: it came, and is no loss; (nullable): no answer is
 * known.
 */
static char *
dup_refusal (Ping                  *self,
             const McpHealthSample *sample)
{
  McpJournal *journal = mcp_session_get_journal (self->connection->session);
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autofree char *summary = NULL;

  if (sample->status != MCP_SAMPLE_FAILED || sample->serial == 0)
    return NULL;
  request = mcp_journal_get_record (journal, sample->serial);
  if (request != NULL && mcp_record_get_pair (request) != 0)
    answer = mcp_journal_get_record (journal, mcp_record_get_pair (request));
  if (answer == NULL || mcp_record_get_kind (answer) != MCP_RECORD_ERROR)
    return NULL;
  summary = mcp_summary_for_record (answer);

  return g_strdup_printf (_("answered with an error: %s"), summary);
}

static void
print_line (Ping                  *self,
            const McpHealthSample *sample,
            const GError          *error)
{
  CliOutput *output = self->connection->output;
  guint number = mcp_sample_store_get_end (self->samples);
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_append_printf (line, "%s %u: ", get_method (self->connection), number);
  if (sample->status == MCP_SAMPLE_OK)
    {
      g_autofree char *rtt = mcp_format_duration (sample->rtt_usec);

      g_string_append (line, rtt);
    }
  else
    {
      const char *message = sample->status == MCP_SAMPLE_LOST ? _("no answer in time")
                                                              : _("failed");
      g_autofree char *refusal = dup_refusal (self, sample);
      g_autofree char *reason = cli_text_visible (error != NULL     ? error->message
                                                  : refusal != NULL ? refusal
                                                                    : message, -1, FALSE);

      cli_output_style (output, line, CLI_STYLE_RED, reason);
    }

  if (sample->queued_usec > QUEUED_USEC)
    {
      g_autofree char *queued = mcp_format_duration (sample->queued_usec);

      /* Translators: a time that the request waited before it was sent. */
      g_string_append_printf (line, _(" (sent after %s in our own queue)"), queued);
    }

  cli_output_print (output, "%s\n", line->str);
}

/* Whether a picture can be drawn over the one before. */
static gboolean
is_live (CliConnection *connection)
{
  return connection->options->graph && cli_output_is_terminal (connection->output)
         && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
}

static guint
get_columns (CliOutput *output)
{
  guint columns = cli_output_get_columns (output);
  const char *wanted = g_getenv ("COLUMNS");
  guint64 value;

  if (columns > 0)
    return columns;
  if (wanted != NULL && g_ascii_string_to_unsigned (wanted, 10, 20, 1000, &value, NULL))
    return (guint) value;

  return DEFAULT_COLUMNS;
}

/* Lines that are no longer where they were, because the terminal got narrower, stay. */
static void
erase_graph (Ping *self)
{
  CliOutput *output = self->connection->output;

  if (self->n_drawn > 0 && self->drawn_columns == get_columns (output))
    cli_output_print (output, "\033[%uA\r\033[J", self->n_drawn);
  self->n_drawn = 0;
}

static void
draw_graph (Ping     *self,
            gboolean  only_recent)
{
  CliOutput *output = self->connection->output;
  g_autofree char *graph = NULL;

  self->drawn_columns = get_columns (output);
  /* The last column stays free: a terminal may go to the next line after it. */
  graph = cli_graph_draw (output, self->samples, self->drawn_columns - 1, only_recent,
                          &self->n_drawn);
  cli_output_print (output, "%s", graph);
}

/* What it is now, below the picture. */
static void
draw_status (Ping *self)
{
  CliOutput *output = self->connection->output;
  McpHealthStatistics s;
  g_autofree char *last = NULL;
  g_autofree char *median = NULL;
  g_autofree char *p95 = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  mcp_sample_store_get_statistics (self->samples, G_MININT64, G_MAXINT64, &s);
  last = cli_graph_dup_duration (s.last_usec);
  median = cli_graph_dup_duration (s.median_usec);
  p95 = cli_graph_dup_duration (s.p95_usec);
  text = g_strdup_printf (_("%s: last %s, median %s, p95 %s, %u of %u lost"),
                          get_method (self->connection), last, median, p95, s.sent - s.received,
                          s.sent);
  line = cli_text_ellipsize (text, self->drawn_columns - 1);
  cli_output_print (output, "%s\n", line);
  self->n_drawn++;
}

static void
tell_sample (Ping                  *self,
             const McpHealthSample *sample,
             const GError          *error)
{
  CliOutput *output = self->connection->output;
  g_autoptr (GString) json = NULL;

  switch (cli_output_get_format (output))
    {
    case CLI_FORMAT_NDJSON:
      json = g_string_new (NULL);
      append_sample (json, self->connection, sample);
      cli_output_print (output, "%s\n", json->str);
      break;

    case CLI_FORMAT_TEXT:
      if (!is_live (self->connection))
        {
          print_line (self, sample, error);
          break;
        }

      erase_graph (self);
      if (sample->status != MCP_SAMPLE_OK)
        print_line (self, sample, error);
      draw_graph (self, TRUE);
      draw_status (self);
      break;

    case CLI_FORMAT_JSON:
    default:
      break;
    }
}

static guint
get_interval_msec (const CliOptions *options)
{
  return options->interval_msec > 0 ? options->interval_msec : DEFAULT_INTERVAL_MSEC;
}

static void
append_settings (GString *out,
                 Ping    *self)
{
  static const char * const sources[] = { "reach", "preset", "number" };
  const CliOptions *options = self->connection->options;
  g_autoptr (GString) settings = g_string_new ("{");
  McpHealthSettings health;

  mcp_profile_get_health (self->connection->profile, &health);
  mcp_json_append_member_int (settings, "interval_msec", get_interval_msec (options));
  mcp_json_append_member_string (settings, "interval_source",
                                 options->interval_msec > 0 ? "option" : "default");
  mcp_json_append_member_int (settings, "timeout_msec",
                              options->wait_msec > 0 ? options->wait_msec : health.timeout_msec);
  mcp_json_append_member_string (settings, "timeout_source",
                                 options->wait_msec > 0 ? "option" : sources[health.timeout_source]);
  g_string_append_c (settings, '}');
  mcp_json_append_member (out, "settings", settings->str);
}

/* The two numbers, and who said each. */
static void
print_settings_text (Ping *self)
{
  CliOutput *output = self->connection->output;
  const CliOptions *options = self->connection->options;
  const char *interval_source = options->interval_msec > 0 ? "--interval" : _("the command’s own");
  double interval = get_interval_msec (options) / 1000.0;
  g_autofree char *source = NULL;
  McpHealthSettings health;

  mcp_profile_get_health (self->connection->profile, &health);
  source = options->wait_msec > 0 ? g_strdup ("--wait")
                                  : mcp_health_settings_describe_source (&health, health.timeout_source);
  /* Translators: each number is followed by where it comes from. */
  cli_output_print (output,
                    options->wait_msec == 0 && health.adaptive_timeout
                      ? _("interval %.15g s (%s), timeout from %.15g s, adaptive (%s)\n")
                      : _("interval %.15g s (%s), timeout %.15g s (%s)\n"),
                    interval, interval_source,
                    (options->wait_msec > 0 ? options->wait_msec : health.timeout_msec) / 1000.0, source);
}

static char *
summary_to_json (const McpHealthStatistics *statistics)
{
  GString *out = g_string_new ("{");
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  mcp_json_append_member_int (out, "sent", statistics->sent);
  mcp_json_append_member_int (out, "received", statistics->received);
  mcp_json_append_member (out, "loss", g_ascii_formatd (loss, sizeof loss, "%g", statistics->loss));
  cli_json_append_number (out, "min_usec", statistics->min_usec);
  cli_json_append_number (out, "median_usec", statistics->median_usec);
  cli_json_append_number (out, "p95_usec", statistics->p95_usec);
  cli_json_append_number (out, "p99_usec", statistics->p99_usec);
  cli_json_append_number (out, "max_usec", statistics->max_usec);
  cli_json_append_number (out, "jitter_usec", statistics->jitter_usec);
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static void
print_summary_json (Ping                      *self,
                    const McpHealthStatistics *statistics)
{
  CliOutput *output = self->connection->output;
  g_autofree char *summary = summary_to_json (statistics);
  g_autoptr (GString) out = g_string_new ("{");

  mcp_json_append_member_string (out, "method", get_method (self->connection));
  if (cli_output_get_format (output) == CLI_FORMAT_JSON)
    {
      guint first = mcp_sample_store_get_first (self->samples);
      McpHealthSample sample;

      mcp_json_append_key (out, "samples");
      g_string_append_c (out, '[');
      for (guint i = first; mcp_sample_store_get (self->samples, i, &sample); i++)
        {
          if (i > first)
            g_string_append_c (out, ',');
          append_sample (out, self->connection, &sample);
        }
      g_string_append_c (out, ']');
    }
  mcp_json_append_member (out, "summary", summary);
  append_settings (out, self);
  g_string_append_c (out, '}');

  cli_output_print_json (output, out->str, out->len);
}

static void
print_summary_text (Ping                      *self,
                    const McpHealthStatistics *s)
{
  CliOutput *output = self->connection->output;
  g_autofree char *name = cli_text_visible (mcp_profile_get_name (self->connection->profile), -1,
                                            FALSE);
  g_autofree char *min = mcp_format_duration (s->min_usec);
  g_autofree char *median = mcp_format_duration (s->median_usec);
  g_autofree char *p95 = mcp_format_duration (s->p95_usec);
  g_autofree char *p99 = mcp_format_duration (s->p99_usec);
  g_autofree char *max = mcp_format_duration (s->max_usec);
  g_autofree char *jitter = mcp_format_duration (s->jitter_usec);

  if (self->connection->options->graph && s->sent > 0)
    {
      erase_graph (self);
      if (!is_live (self->connection))
        cli_output_print (output, "\n");
      draw_graph (self, FALSE);
    }

  /* Translators: the server’s name, and “ping” or “server/discover”. */
  cli_output_print (output, _("\n--- %s %s statistics ---\n"), name, get_method (self->connection));
  cli_output_print (output, _("%u sent, %u received, %.3g%% loss\n"), s->sent, s->received,
                    s->loss * 100);
  if (s->received > 0)
    cli_output_print (output, _("min/median/p95/p99/max = %s / %s / %s / %s / %s, jitter = %s\n"),
                      min, median, p95, p99, max, jitter);
  print_settings_text (self);
}

/* One probe; FALSE when it was interrupted and says nothing about the server. */
static gboolean
probe (Ping *self)
{
  CliConnection *connection = self->connection;
  McpHealth *health = mcp_session_get_health (connection->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpHealthSample sample = { .time_usec = g_get_monotonic_time (), .rtt_usec = -1,
                             .status = MCP_SAMPLE_FAILED };

  /* A server that proves to be modern late is connected to again. */
  while (mcp_session_get_state (connection->session) == MCP_SESSION_STARTING)
    if (!cli_connection_iterate (connection))
      return FALSE;

  mcp_health_ping_async (health, connection->options->wait_msec, connection->cancellable,
                         cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  if (!mcp_health_ping_finish (health, result, &sample, &error) &&
      g_cancellable_is_cancelled (connection->cancellable))
    return FALSE;

  mcp_sample_store_append (self->samples, &sample);
  tell_sample (self, &sample, error);

  return TRUE;
}

static void
run_probes (Ping *self)
{
  CliConnection *connection = self->connection;
  const CliOptions *options = connection->options;
  guint interval_msec = get_interval_msec (options);
  gint64 next_usec = g_get_monotonic_time ();

  for (guint number = 1; options->count == 0 || number <= options->count; number++)
    {
      if (!probe (self) || !mcp_session_is_open (connection->session))
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
}

static gboolean
is_failure (const CliOptions          *options,
            const McpHealthStatistics *statistics)
{
  return statistics->received == 0
         || (options->fail_loss >= 0 && statistics->loss * 100 > options->fail_loss);
}

/* Measures round trips, one after the other, and sums them up as ping(8) does. */
int
cli_run_ping (CliConnection *connection)
{
  g_autoptr (McpSampleStore) samples = mcp_sample_store_new (0);
  Ping self = { .connection = connection, .samples = samples };
  McpHealthStatistics statistics;
  int status;

  if (connection->options->graph && !cli_output_is_text (connection->output))
    return cli_connection_usage (connection, _("--graph: only with --format text"));

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  run_probes (&self);
  mcp_sample_store_get_statistics (samples, G_MININT64, G_MAXINT64, &statistics);
  if (cli_output_is_text (connection->output))
    print_summary_text (&self, &statistics);
  else
    print_summary_json (&self, &statistics);

  status = cli_connection_ended (connection, "ping");
  if (status == CLI_EXIT_OK && is_failure (connection->options, &statistics))
    status = CLI_EXIT_TIMEOUT;

  return status;
}
