/* cli-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-text.h"
#include "mcp-error.h"
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
  int status = cli_connection_open (connection);

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
