/* mcp-probe-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-probe-report.h"

static void
add_result (McpReport      *report,
            McpProbeResult *result,
            McpJournal     *journal)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (result);
  static const McpOutcome outcomes[] = {
    [MCP_PROBE_WAITING] = MCP_OUTCOME_SKIPPED,
    [MCP_PROBE_RUNNING] = MCP_OUTCOME_SKIPPED,
    [MCP_PROBE_PASSED] = MCP_OUTCOME_PASSED,
    [MCP_PROBE_FAILED] = MCP_OUTCOME_FAILED,
    [MCP_PROBE_NOT_APPLICABLE] = MCP_OUTCOME_NOT_APPLICABLE,
    [MCP_PROBE_SKIPPED] = MCP_OUTCOME_SKIPPED,
  };
  const McpProbe *probe = info->probe;
  McpProbeState state = info->state;
  const char *message = info->message;
  g_autofree char *rule = g_strconcat ("probe.", probe->name, NULL);
  g_autofree char *text = message != NULL ? g_strdup_printf ("%s: %s", mcp_probe_get_rule (probe), message) : NULL;
  McpReportResult *added = mcp_report_add (report, rule, outcomes[state],
                                           text != NULL ? text : mcp_probe_get_rule (probe));

  added->severity = info->severity;
  added->serial = info->answer_serial;
  added->duration_usec = info->duration_usec;
  if (state == MCP_PROBE_FAILED)
    added->evidence = mcp_probe_result_dup_evidence (result, journal);
  mcp_report_set_reference (added, info->reference);
}

/**
 * mcp_probe_report_new:
 * @run: a run that has ended
 *
 * Makes the report of a run: all probes that were selected.
 *
 * Returns: (transfer full): a report, which was begun when the run was
 */
McpReport *
mcp_probe_report_new (McpProbeRun *run)
{
  McpSession *session = mcp_probe_run_get_session (run);
  const char *name = mcp_profile_get_name (mcp_session_get_profile (session));
  McpReport *report = mcp_report_new ("probe", name != NULL ? name : "");

  report->version = g_strdup (mcp_version_to_string (mcp_probe_run_get_version (run)));
  report->duration_usec = mcp_probe_run_get_duration_usec (run);
  report->start_wall_usec -= report->duration_usec;
  for (guint i = 0; i < g_list_model_get_n_items (mcp_probe_run_get_results (run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (run), i);

      if (mcp_probe_result_get_info (result)->state != MCP_PROBE_WAITING)
        add_result (report, result, mcp_session_get_journal (session));
    }

  return report;
}
