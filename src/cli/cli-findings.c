/* cli-findings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-findings.h"
#include "cli-json.h"
#include "cli-text.h"
#include "mcp-finding.h"
#include "mcp-json.h"

CliFindingCounts
cli_findings_count (GListModel  *findings,
                    McpAccepted *accepted)
{
  CliFindingCounts counts = { 0, 0 };

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (mcp_accepted_find (accepted, mcp_finding_get_rule (finding)) != NULL)
        continue;
      if (mcp_finding_get_severity (finding) == MCP_SEVERITY_ERROR)
        counts.n_errors++;
      else if (mcp_finding_get_severity (finding) == MCP_SEVERITY_WARNING)
        counts.n_warnings++;
    }

  return counts;
}

static void
append_finding (GString     *out,
                McpFinding  *finding,
                McpAccepted *accepted)
{
  const McpAcceptedFailure *failure = mcp_accepted_find (accepted, mcp_finding_get_rule (finding));
  const char *reference = mcp_finding_get_reference (finding);
  guint serial = mcp_finding_get_serial (finding);

  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "rule", mcp_finding_get_rule (finding));
  mcp_json_append_member_string (out, "severity",
                                 mcp_severity_get_nick (mcp_finding_get_severity (finding)));
  mcp_json_append_member_string (out, "message", mcp_finding_get_message (finding));
  cli_json_append_string (out, "reference", reference);
  cli_json_append_number (out, "record", serial > 0 ? (gint64) serial : -1);
  if (mcp_finding_get_count (finding) > 1)
    {
      mcp_json_append_member_int (out, "last", mcp_finding_get_last (finding));
      mcp_json_append_member_int (out, "count", mcp_finding_get_count (finding));
    }
  if (mcp_finding_is_derived (finding))
    mcp_json_append_member (out, "derived", "true");
  if (failure != NULL)
    mcp_json_append_member_string (out, "accepted", failure->reason);
  g_string_append_c (out, '}');
}

static void
print_json (CliOutput              *output,
            GListModel             *findings,
            McpAccepted            *accepted,
            const CliFindingCounts *counts)
{
  g_autoptr (GString) out = g_string_new ("{\"findings\":[");

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (i > 0)
        g_string_append_c (out, ',');
      append_finding (out, finding, accepted);
    }
  g_string_append_c (out, ']');
  mcp_json_append_member_int (out, "errors", counts->n_errors);
  mcp_json_append_member_int (out, "warnings", counts->n_warnings);
  g_string_append_c (out, '}');

  cli_output_print_json (output, out->str, out->len);
}

static void
print_group (CliOutput  *output,
             GListModel  *findings,
             McpAccepted *accepted,
             int          severity,  /* -1: those that are accepted */
             const char  *title,
             CliStyle     style)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      g_autofree char *message = cli_text_visible (mcp_finding_get_message (finding), -1, FALSE);
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GString) details = g_string_new (NULL);
      const McpAcceptedFailure *failure = mcp_accepted_find (accepted, mcp_finding_get_rule (finding));

      if (failure != NULL ? severity >= 0 : (int) mcp_finding_get_severity (finding) != severity)
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
      if (failure != NULL)
        g_string_append_printf (details, " · %s (%s)", failure->reason, failure->date);
      g_string_append (out, "    ");
      cli_output_style (output, out, CLI_STYLE_DIM, details->str);
      g_string_append_c (out, '\n');
      cli_output_write (output, out->str, out->len);
    }
}

static void
print_text (CliOutput              *output,
            GListModel             *findings,
            McpAccepted            *accepted,
            const CliFindingCounts *counts)
{
  g_autofree char *errors = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u error",
                                                          "%u errors", counts->n_errors),
                                             counts->n_errors);
  g_autofree char *warnings = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u warning",
                                                            "%u warnings", counts->n_warnings),
                                               counts->n_warnings);

  print_group (output, findings, accepted, MCP_SEVERITY_ERROR, _("Errors"), CLI_STYLE_RED);
  print_group (output, findings, accepted, MCP_SEVERITY_WARNING, _("Warnings"), CLI_STYLE_YELLOW);
  print_group (output, findings, accepted, MCP_SEVERITY_INFO, _("Notes"), CLI_STYLE_BLUE);
  print_group (output, findings, accepted, -1, _("Accepted"), CLI_STYLE_DIM);
  cli_output_print (output, "%s, %s\n", errors, warnings);
}

/**
 * cli_findings_print:
 * @findings: of McpFinding
 * @accepted: (nullable): which of them are accepted, and count for nothing
 *
 * Prints findings, the worst first, and how many there are.
 */
void
cli_findings_print (CliOutput   *output,
                    GListModel  *findings,
                    McpAccepted *accepted)
{
  CliFindingCounts counts = cli_findings_count (findings, accepted);

  if (cli_output_is_text (output))
    print_text (output, findings, accepted, &counts);
  else
    print_json (output, findings, accepted, &counts);
}
