/* cli-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-accepted.h"
#include "cli-catalog.h"
#include "cli-connection.h"
#include "cli-findings.h"
#include "cli-report.h"
#include "mcp-baseline.h"
#include "mcp-drift.h"
#include "mcp-error.h"
#include "mcp-facts.h"
#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-report.h"

static CliFindingCounts
count_findings (CliConnection *connection,
                McpAccepted   *accepted)
{
  McpJournal *journal = mcp_session_get_journal (connection->session);

  mcp_journal_flush (journal);

  return cli_findings_count (mcp_journal_get_findings (journal), accepted);
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
  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    {
      g_autoptr (GError) error = NULL;
      guint n_errors = count_findings (connection, NULL).n_errors;

      if (!mcp_session_has_list (connection->session, i) ||
          cli_connection_list (connection, i, &error) ||
          g_cancellable_is_cancelled (connection->cancellable))
        continue;
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE) &&
          count_findings (connection, NULL).n_errors > n_errors)
        continue;

      add_finding (connection, "check.list-failed", error,
                   mcp_catalog_kind_get_method (i));
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

/*
 * Lists that said for how long they are good: whether they are is seen only when they are asked for
 * again.
 */
static void
list_again (CliConnection *connection)
{
  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    if (mcp_catalog_is_fresh (mcp_session_get_catalog (connection->session, i)))
      cli_connection_list (connection, i, NULL);
}

/* A second HTTP session beside the first: whether its id can be guessed from that of the first. */
static void
compare_session_ids (CliConnection *connection)
{
  const char *first = mcp_session_get_http_session_id (connection->session);
  g_autoptr (McpSession) other = NULL;
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) closed = NULL;
  const char *second;

  if (first == NULL)
    return;

  other = mcp_session_new (connection->profile, NULL);
  mcp_session_set_auto_list (other, FALSE);
  mcp_session_open_async (other, connection->cancellable, cli_connection_store_cb, &opened);
  cli_connection_wait (connection, &opened);
  if (!mcp_session_open_finish (other, opened, NULL))
    return;

  second = mcp_session_get_http_session_id (other);
  if (second != NULL)
    mcp_linter_check_session_id (mcp_session_get_reporter (connection->session), second, first, 0);
  mcp_session_close_async (other, NULL, cli_connection_store_cb, &closed);
  cli_connection_wait (connection, &closed);
  mcp_session_close_finish (other, closed, NULL);
}

/* What one connection and one answer to each list do not show. */
static void
look_around (CliConnection *connection)
{
  g_autoptr (GAsyncResult) result = NULL;

  list_again (connection);
  mcp_session_find_listeners_async (connection->session, connection->cancellable, cli_connection_store_cb, &result);
  mcp_session_find_listeners_finish (connection->session, cli_connection_wait (connection, &result));
  compare_session_ids (connection);
}

/* --- Baseline --- */

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

  *before = mcp_baseline_read (options->baseline, error);

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
  g_autofree char *facts = mcp_facts_dup (connection->session);
  g_autoptr (GPtrArray) found = NULL;

  if (before == NULL)
    {
      if (!mcp_baseline_write (path, facts, error))
        return FALSE;
      cli_note (_("Accepted the server as it is: %s"), path);
      return TRUE;
    }

  found = mcp_drifts_of (before, facts);
  for (guint i = 0; i < found->len; i++)
    mcp_journal_add_finding (journal, found->pdata[i]);

  return TRUE;
}

/* --- Reports --- */

/* What went well: without it a report of a server without a fault would be empty. */
static void
add_passed (CliConnection *connection,
            McpReport     *report)
{
  McpSession *session = connection->session;
  g_autofree char *negotiation = mcp_session_dup_negotiation (session);

  mcp_report_add (report, "check.connect", MCP_OUTCOME_PASSED, negotiation);
  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    {
      const char *method = mcp_catalog_kind_get_method (i);
      McpCatalog *catalog = mcp_session_get_catalog (session, i);
      guint n_items = g_list_model_get_n_items (G_LIST_MODEL (catalog));
      g_autofree char *rule = g_strconcat ("check.", method, NULL);
      g_autofree char *text = g_strdup_printf (ngettext ("%u item", "%u items", n_items), n_items);

      if (!mcp_session_has_list (session, i))
        mcp_report_add (report, rule, MCP_OUTCOME_NOT_APPLICABLE,
                        _("the server does not have the capability"));
      else if (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED)
        mcp_report_add (report, rule, MCP_OUTCOME_PASSED, text);
    }
}

static McpReport *
make_report (CliConnection *connection,
             GListModel    *findings,  /* (nullable): it was not connected */
             gint64         start_usec)
{
  const CliOptions *options = connection->options;
  McpSession *session = connection->session;
  const char *name = mcp_profile_get_name (connection->profile);
  McpReport *report = mcp_report_new ("check", name != NULL ? name : "");

  report->duration_usec = g_get_monotonic_time () - start_usec;
  report->start_wall_usec -= report->duration_usec;
  report->strict = options->strict;
  if (findings != NULL)
    {
      report->version = g_strdup (mcp_version_to_string (mcp_session_get_version (session)));
      add_passed (connection, report);
      mcp_report_add_findings (report, findings);
      report->complete = TRUE;
    }
  else
    {
      const GError *error = mcp_session_get_error (session);

      mcp_report_add (report, "check.connect", MCP_OUTCOME_FAILED,
                      error != NULL ? error->message : _("not connected"));
    }

  return report;
}

int
cli_run_check (CliConnection *connection)
{
  GListModel *findings;
  CliFindingCounts counts;
  g_autoptr (McpAccepted) accepted = NULL;
  g_autoptr (McpReport) report = NULL;
  g_autofree char *before = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start_usec = g_get_monotonic_time ();
  int status;

  if (!prepare_baseline (connection, &before, &error))
    return cli_connection_fail (connection, "check", error, NULL);
  accepted = cli_accepted_open (connection->options, &error);
  if (error != NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    {
      if (connection->session == NULL)
        return status;
      findings = mcp_journal_get_findings (mcp_session_get_journal (connection->session));
      report = make_report (connection, NULL, start_usec);
      mcp_report_add_findings (report, findings);
      if (!cli_report_is_printed (connection->options) && cli_output_is_text (connection->output))
        cli_findings_print (connection->output, findings, accepted);
      return cli_report_write (connection, report, status);
    }

  /* A recording is not open: no requests can be sent. */
  if (mcp_session_is_open (connection->session))
    {
      list_everything (connection);
      ping_once (connection);
      look_around (connection);
    }
  else
    mcp_session_check_required (connection->session, connection->options->require);
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "check");

  if (connection->options->baseline != NULL && !compare_with_baseline (connection, before, &error))
    return cli_connection_fail (connection, "--baseline", error, NULL);

  mcp_journal_flush (mcp_session_get_journal (connection->session));
  findings = mcp_journal_get_findings (mcp_session_get_journal (connection->session));
  report = make_report (connection, findings, start_usec);
  if (!cli_accepted_settle (connection->options, accepted, report, &error))
    return cli_connection_fail (connection, "--accepted", error, NULL);

  counts = count_findings (connection, accepted);
  if (!cli_report_is_printed (connection->options))
    cli_findings_print (connection->output, findings, accepted);

  status = cli_connection_ended (connection, "check");
  if (status == CLI_EXIT_OK &&
      (counts.n_errors > 0 || (connection->options->strict && counts.n_warnings > 0)))
    status = CLI_EXIT_FINDINGS;

  return cli_report_write (connection, report, status);
}
