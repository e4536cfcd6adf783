/* cli-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-drift.h"
#include "mcp-error.h"
#include "mcp-facts.h"
#include "mcp-json.h"

typedef struct
{
  guint n_errors;
  guint n_warnings;
} Counts;

static Counts
count_findings (CliConnection *connection)
{
  McpJournal *journal = mcp_session_get_journal (connection->session);
  GListModel *findings = mcp_journal_get_findings (journal);
  Counts counts = { 0, 0 };

  mcp_journal_flush (journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (mcp_finding_get_severity (finding) == MCP_SEVERITY_ERROR)
        counts.n_errors++;
      else if (mcp_finding_get_severity (finding) == MCP_SEVERITY_WARNING)
        counts.n_warnings++;
    }

  return counts;
}

static void
add_finding (CliConnection *connection,
             const char    *rule,
             const GError  *error,
             const char    *method)
{
  g_autoptr (McpFinding) finding = mcp_finding_new (rule, MCP_SEVERITY_ERROR, error->message,
                                                    method, 0);

  mcp_journal_add_finding (mcp_session_get_journal (connection->session), finding);
}

/*
 * A list that fails is the server's fault like any other; the rest is looked at all the same. One
 * that makes no sense has been told of by another rule, which knows why.
 */
static void
list_everything (CliConnection *connection)
{
  static const struct
  {
    McpCatalogKind kind;
    const char    *capability;
  } lists[] = {
    { MCP_CATALOG_TOOLS, "tools" },
    { MCP_CATALOG_RESOURCES, "resources" },
    { MCP_CATALOG_TEMPLATES, "resources" },
    { MCP_CATALOG_PROMPTS, "prompts" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GError) error = NULL;
      guint n_errors = count_findings (connection).n_errors;

      if (!mcp_session_has_capability (connection->session, lists[i].capability) ||
          cli_connection_list (connection, lists[i].kind, &error) ||
          g_cancellable_is_cancelled (connection->cancellable))
        continue;
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE) &&
          count_findings (connection).n_errors > n_errors)
        continue;

      add_finding (connection, "check.list-failed", error,
                   cli_catalog_get_method (lists[i].kind));
    }
}

/* The answer to a ping comes after all that the server wrote before it. */
static void
ping_once (CliConnection *connection)
{
  McpHealth *health = mcp_session_get_health (connection->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpHealthSample sample;

  mcp_health_ping_async (health, 0, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  if (!mcp_health_ping_finish (health, result, &sample, &error) &&
      !g_cancellable_is_cancelled (connection->cancellable))
    add_finding (connection, "check.ping-failed", error, "ping");
}

static void
append_finding (GString    *out,
                McpFinding *finding)
{
  const char *reference = mcp_finding_get_reference (finding);
  guint serial = mcp_finding_get_serial (finding);

  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "rule", mcp_finding_get_rule (finding));
  mcp_json_append_member_string (out, "severity",
                                 mcp_severity_get_nick (mcp_finding_get_severity (finding)));
  mcp_json_append_member_string (out, "message", mcp_finding_get_message (finding));
  if (reference != NULL)
    mcp_json_append_member_string (out, "reference", reference);
  else
    mcp_json_append_member (out, "reference", "null");
  if (serial > 0)
    mcp_json_append_member_int (out, "record", serial);
  else
    mcp_json_append_member (out, "record", "null");
  if (mcp_finding_is_derived (finding))
    mcp_json_append_member (out, "derived", "true");
  g_string_append_c (out, '}');
}

static void
print_json (CliOutput    *output,
            GListModel   *findings,
            const Counts *counts)
{
  g_autoptr (GString) out = g_string_new ("{\"findings\":[");

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (i > 0)
        g_string_append_c (out, ',');
      append_finding (out, finding);
    }
  g_string_append_c (out, ']');
  mcp_json_append_member_int (out, "errors", counts->n_errors);
  mcp_json_append_member_int (out, "warnings", counts->n_warnings);
  g_string_append_c (out, '}');

  cli_output_print_json (output, out->str, out->len);
}

static void
print_group (CliOutput  *output,
             GListModel *findings,
             McpSeverity severity,
             const char *title,
             CliStyle    style)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      g_autofree char *message = cli_text_visible (mcp_finding_get_message (finding), -1, FALSE);
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GString) details = g_string_new (NULL);

      if (mcp_finding_get_severity (finding) != severity)
        continue;

      if (is_first)
        {
          cli_output_style (output, out, style, title);
          g_string_append_c (out, '\n');
          is_first = FALSE;
        }

      g_string_append (out, "  ");
      cli_text_append_wrapped (out, message, 2, cli_output_get_columns (output));

      g_string_append (details, mcp_finding_get_rule (finding));
      if (mcp_finding_get_serial (finding) > 0)
        g_string_append_printf (details, _(" · record %u"), mcp_finding_get_serial (finding));
      if (mcp_finding_get_count (finding) > 1)
        g_string_append_printf (details, _(" · %u times"), mcp_finding_get_count (finding));
      if (mcp_finding_is_derived (finding))
        g_string_append_printf (details, " · %s", _("found on opening"));
      if (mcp_finding_get_reference (finding) != NULL)
        g_string_append_printf (details, " · %s", mcp_finding_get_reference (finding));
      g_string_append (out, "    ");
      cli_output_style (output, out, CLI_STYLE_DIM, details->str);
      g_string_append_c (out, '\n');
      cli_output_write (output, out->str, out->len);
    }
}

static void
print_text (CliOutput    *output,
            GListModel   *findings,
            const Counts *counts)
{
  g_autofree char *errors = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u error",
                                                          "%u errors", counts->n_errors),
                                             counts->n_errors);
  g_autofree char *warnings = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u warning",
                                                            "%u warnings", counts->n_warnings),
                                               counts->n_warnings);

  print_group (output, findings, MCP_SEVERITY_ERROR, _("Errors"), CLI_STYLE_RED);
  print_group (output, findings, MCP_SEVERITY_WARNING, _("Warnings"), CLI_STYLE_YELLOW);
  print_group (output, findings, MCP_SEVERITY_INFO, _("Notes"), CLI_STYLE_BLUE);
  cli_output_print (output, "%s, %s\n", errors, warnings);
}

/* --- Baseline --- */

/* In the first member, so that the first bytes tell the format. */
#define BASELINE_KEY "sounderBaseline"
#define BASELINE_VERSION 1

/* A server that says more is compared with none. */
#define MAX_BASELINE_BYTES (64 * 1024 * 1024)

static char *
read_baseline (const char  *path,
               GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  gint64 version;
  gsize length;
  McpSpan facts;

  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, cause->message);
      return NULL;
    }

  if (length > MAX_BASELINE_BYTES || !mcp_json_validate (text, length, NULL)
      || !mcp_json_lookup_int64 (text, length, BASELINE_KEY, &version) || version != BASELINE_VERSION
      || !mcp_json_lookup (text, length, "facts", &facts) || text[facts.offset] != '{')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("“%s” is no file that --update-baseline has written"), path);
      return NULL;
    }

  return g_strndup (text + facts.offset, facts.length);
}

static gboolean
write_baseline (const char  *path,
                const char  *facts,
                GError     **error)
{
  g_autofree char *text = g_strdup_printf ("{\"" BASELINE_KEY "\":%d,\"facts\":%s}", BASELINE_VERSION, facts);
  McpJsonPrint print = { 0 };
  gsize length;
  g_autofree char *pretty = mcp_json_pretty (text, strlen (text), &print, &length);

  return g_file_set_contents (path, pretty, length, error);
}

/* What the command line says of it; @before: (out) (nullable) what was accepted. */
static gboolean
prepare_baseline (CliConnection  *connection,
                  char          **before,
                  GError        **error)
{
  const CliOptions *options = connection->options;

  *before = NULL;
  if (options->update_baseline && options->baseline == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("--update-baseline needs --baseline FILE"));
      return FALSE;
    }
  if (options->baseline == NULL || options->update_baseline)
    return TRUE;

  *before = read_baseline (options->baseline, error);

  return *before != NULL;
}

/* Adds what has changed since @before to the findings, or accepts the server as it is. */
static gboolean
compare_with_baseline (CliConnection  *connection,
                       const char     *before,
                       GError        **error)
{
  const char *path = connection->options->baseline;
  McpJournal *journal = mcp_session_get_journal (connection->session);
  g_autoptr (GString) facts = mcp_facts_new (connection->session);
  g_autoptr (GPtrArray) found = NULL;

  g_string_append_c (facts, '}');
  if (before == NULL)
    {
      if (!write_baseline (path, facts->str, error))
        return FALSE;
      cli_note (_("Accepted the server as it is: %s"), path);
      return TRUE;
    }

  found = mcp_drifts_of (before, facts->str);
  for (guint i = 0; i < found->len; i++)
    mcp_journal_add_finding (journal, found->pdata[i]);

  return TRUE;
}

/**
 * cli_run_check:
 * @connection: what to work with
 *
 * Lists everything and prints what the rules found in the traffic.
 *
 * Returns: what to end with
 */
int
cli_run_check (CliConnection *connection)
{
  GListModel *findings;
  Counts counts;
  g_autofree char *before = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!prepare_baseline (connection, &before, &error))
    return cli_connection_fail (connection, "check", error, NULL);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  /* In a recording nobody is there to be asked. */
  if (mcp_session_is_open (connection->session))
    {
      list_everything (connection);
      ping_once (connection);
    }
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "check");

  if (connection->options->baseline != NULL && !compare_with_baseline (connection, before, &error))
    return cli_connection_fail (connection, "--baseline", error, NULL);

  counts = count_findings (connection);
  findings = mcp_journal_get_findings (mcp_session_get_journal (connection->session));

  if (cli_output_is_text (connection->output))
    print_text (connection->output, findings, &counts);
  else
    print_json (connection->output, findings, &counts);

  status = cli_connection_ended (connection, "check");
  if (status == CLI_EXIT_OK &&
      (counts.n_errors > 0 || (connection->options->strict && counts.n_warnings > 0)))
    status = CLI_EXIT_FINDINGS;

  return status;
}
