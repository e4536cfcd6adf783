/* cli-otlp.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "cli-otlp.h"
#include "cli-output.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-metrics.h"
#include "mcp-otlp-exporter.h"
#include "mcp-otlp-tracer.h"
#include "mcp-session-secrets.h"

/* All sessions of the program have one exporter, with one queue. */

#define METRICS_INTERVAL_MSEC 60000
#define FLUSH_MSEC            5000

struct _CliOtlp
{
  McpSession    *session;
  McpRedactor   *redactor;
  McpOtlpTracer *tracer;
  gulong         handler;
};

static struct
{
  guint            n_users;
  McpOtlpExporter *exporter;  /* NULL while there are none */
  McpMetrics      *metrics;   /* (nullable): of watch */
  McpRedactor     *redactor;  /* of what is told */
} shared;

/* --- The exporter --- */

/* The variables that OpenTelemetry has for all programs: its specification, Environment Variables. */
static guint
get_msec (const char *name,
          guint       otherwise)
{
  const char *text = g_getenv (name);
  guint64 msec;

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &msec, NULL) ? msec : otherwise;
}

static gboolean
add_header (GStrvBuilder  *headers,
            const char    *name,
            const char    *value,
            GError       **error)
{
  if (!mcp_header_name_is_valid (name) || !mcp_header_value_is_valid (value))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--otlp-header: “%s” is no header, or its value is none"), name);
      return FALSE;
    }

  g_strv_builder_add_many (headers, name, value, NULL);
  mcp_redactor_add_secret (shared.redactor, value);

  return TRUE;
}

/* Those of the environment, and those of the command line, as NAME=VALUE. */
static GStrv
read_headers (const CliOptions  *options,
              GError           **error)
{
  const char *environment = g_getenv ("OTEL_EXPORTER_OTLP_HEADERS");
  g_auto (GStrv) pairs = mcp_otlp_parse_pairs (environment != NULL ? environment : "");
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();

  for (char **pair = pairs; *pair != NULL; pair += 2)
    if (!add_header (headers, pair[0], pair[1], error))
      return NULL;
  for (char **line = options->otlp_headers; line != NULL && *line != NULL; line++)
    {
      const char *equals = strchr (*line, '=');
      g_autofree char *name = g_strndup (*line, equals != NULL ? (gsize) (equals - *line) : 0);

      if (!add_header (headers, name, equals != NULL ? equals + 1 : "", error))
        return NULL;
    }

  return g_strv_builder_end (headers);
}

static void
told_cb (McpOtlpExporter *exporter,
         const char      *message)
{
  g_autofree char *clean = mcp_redactor_redact (shared.redactor, message, -1, NULL);
  g_autofree char *visible = cli_text_visible (clean, -1, FALSE);

  cli_note ("sounder-cli: --otlp: %s", visible);
}

static guint
append_metrics (GString  *out,
                gpointer  user_data)
{
  const char *aggregation = g_getenv ("OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION");

  return mcp_metrics_append_otlp (shared.metrics, g_strcmp0 (aggregation, "base2_exponential_bucket_histogram") == 0,
                                  out);
}

static void
stop_exporter (void)
{
  g_clear_object (&shared.exporter);
  g_clear_object (&shared.metrics);
  g_clear_pointer (&shared.redactor, mcp_redactor_free);
}

static gboolean
start_exporter (const CliOptions  *options,
                GError           **error)
{
  g_autofree char *instance = g_uuid_string_random ();
  g_autofree char *resource = mcp_otlp_dup_resource (g_getenv ("OTEL_SERVICE_NAME"), instance,
                                                     g_getenv ("OTEL_RESOURCE_ATTRIBUTES"));
  g_auto (GStrv) headers = NULL;

  shared.redactor = mcp_redactor_new ();
  if (strchr (options->otlp, '?') != NULL)
    mcp_redactor_add_secret (shared.redactor, strchr (options->otlp, '?') + 1);
  headers = read_headers (options, error);
  if (headers != NULL)
    shared.exporter = mcp_otlp_exporter_new (options->otlp, (const char *const *) headers, resource,
                                             g_getenv ("OTEL_EXPORTER_OTLP_CERTIFICATE"), error);
  if (shared.exporter == NULL)
    {
      stop_exporter ();
      return FALSE;
    }

  g_signal_connect (shared.exporter, "told", G_CALLBACK (told_cb), NULL);
  mcp_otlp_exporter_set_delay (shared.exporter, get_msec ("OTEL_BSP_SCHEDULE_DELAY", 5000));
  if (cli_options_want_figures (options))
    {
      shared.metrics = mcp_metrics_new ();
      mcp_otlp_exporter_set_metrics (shared.exporter, get_msec ("OTEL_METRIC_EXPORT_INTERVAL", METRICS_INTERVAL_MSEC),
                                     append_metrics, NULL);
    }

  return TRUE;
}

static gboolean
set_flag_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;

  return G_SOURCE_CONTINUE;
}

/* Sends what is left, for as long as somebody who waits for a command may bear. */
static void
flush_exporter (void)
{
  gboolean is_over = FALSE;
  guint timer = g_timeout_add (FLUSH_MSEC, set_flag_cb, &is_over);
  g_autofree char *losses = NULL;

  mcp_otlp_exporter_finish (shared.exporter);
  while (!is_over && !mcp_otlp_exporter_is_idle (shared.exporter))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  mcp_otlp_exporter_give_up (shared.exporter);

  losses = mcp_otlp_exporter_dup_losses (shared.exporter);
  if (losses != NULL)
    cli_note ("sounder-cli: --otlp: %s", losses);
}

/* --- Sessions --- */

static void
add_span_cb (const char *span,
             gpointer    user_data)
{
  mcp_otlp_exporter_add_span (shared.exporter, span);
}

/* Values come from the keyring when it connects; the tracer reads after this is done. */
static void
tell_secrets_cb (CliOtlp *self)
{
  mcp_session_tell_secrets (self->session, self->redactor);
}

/**
 * cli_otlp_join:
 * @options: the command line, with --otlp
 * @session: a session that is not open yet
 * @error: %MCP_ERROR_USAGE
 *
 * Sends the traces of a session from now on.
 *
 * Returns: (transfer full) (nullable): to be given to cli_otlp_leave()
 */
CliOtlp *
cli_otlp_join (const CliOptions  *options,
               McpSession        *session,
               GError           **error)
{
  const char *name = mcp_profile_get_name (mcp_session_get_profile (session));
  McpJournal *journal = mcp_session_get_journal (session);
  CliOtlp *self;
  McpOtlpFlags flags = MCP_OTLP_NO_CONTENT;

  if (shared.n_users == 0 && !start_exporter (options, error))
    return NULL;

  if (options->otlp_content)
    flags |= MCP_OTLP_CONTENT;
  if (options->traceparent != NULL && *options->traceparent == '\0')
    flags |= MCP_OTLP_OWN_TRACES;

  self = g_new0 (CliOtlp, 1);
  shared.n_users++;
  self->session = g_object_ref (session);
  self->redactor = mcp_redactor_new ();
  self->tracer = mcp_otlp_tracer_new (journal, name, self->redactor, flags, add_span_cb, NULL);
  self->handler = g_signal_connect_swapped (journal, "items-changed", G_CALLBACK (tell_secrets_cb), self);
  mcp_otlp_tracer_follow (self->tracer);
  if (shared.metrics != NULL)
    mcp_metrics_add (shared.metrics, name, session);

  return self;
}

/**
 * cli_otlp_leave:
 * @self: (transfer full): what cli_otlp_join() gave, of a session that is closed
 *
 * Ends the spans of a session. The last one sends what is left, and tells what was lost.
 */
void
cli_otlp_leave (CliOtlp *self)
{
  mcp_otlp_tracer_finish (self->tracer);
  g_signal_handler_disconnect (mcp_session_get_journal (self->session), self->handler);
  g_object_unref (self->tracer);
  if (--shared.n_users == 0)
    {
      flush_exporter ();
      stop_exporter ();
    }
  g_object_unref (self->session);
  mcp_redactor_free (self->redactor);
  g_free (self);
}
