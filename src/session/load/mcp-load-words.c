/* mcp-load-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "mcp-error.h"
#include "mcp-load-words.h"
#include "mcp-summary.h"

/**
 * mcp_load_dup_duration:
 * @usec: a latency; below 0 when nothing was answered
 *
 * Writes a latency.
 *
 * Returns: (transfer full): "1.2 ms", "–"
 */
char *
mcp_load_dup_duration (gint64 usec)
{
  return usec >= 0 ? mcp_format_duration (usec) : g_strdup (MCP_LOAD_NO_VALUE);
}

/**
 * mcp_load_dup_ratio:
 * @now: a figure of a run; below 0: there is none
 * @before: the same of the run that it is compared with
 *
 * Writes how much of the earlier figure it is.
 *
 * Returns: (transfer full): "× 1.25"; empty when it cannot be told
 */
char *
mcp_load_dup_ratio (double now,
                    double before)
{
  return now >= 0 && before > 0 ? g_strdup_printf ("× %.2f", now / before) : g_strdup ("");
}

/**
 * mcp_load_report_dup_counts:
 * @report: a report
 *
 * Says how many calls were answered, and, where there are such, failed, were not sent, or too late.
 *
 * Returns: (transfer full): a line for each
 */
GStrv
mcp_load_report_dup_counts (const McpLoadReport *report)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *duration = mcp_format_duration (report->duration_usec);
  g_autofree char *answered =
    g_strdup_printf (_("%" PRIu64 " answered in %s: %.5g a second"), report->n_answered, duration,
                     mcp_load_report_get_throughput (report));
  g_autofree char *failed =
    g_strdup_printf (_("%" PRIu64 " failed, %.3g %%"), report->n_failed,
                     100.0 * report->n_failed / MAX (report->n_answered + report->n_failed, 1));
  g_autofree char *not_sent =
    g_strdup_printf (_("%" PRIu64 " were due and not sent: as many as allowed were under way"),
                     report->n_not_sent);

  g_autofree char *most = mcp_format_duration (report->max_late_usec);
  g_autofree char *late =
    g_strdup_printf (_("%" PRIu64 " were sent late by Sounder itself, up to %s, which is not counted"),
                     report->n_late, most);

  g_strv_builder_add (builder, answered);
  if (report->n_not_sent > 0)
    g_strv_builder_add (builder, not_sent);
  if (report->n_late > 0)
    g_strv_builder_add (builder, late);
  if (report->n_failed > 0)
    g_strv_builder_add (builder, failed);

  return g_strv_builder_end (builder);
}

/**
 * mcp_load_dup_warning:
 * @session: where the tools are listed
 * @tool: its name
 *
 * Says what whoever calls a tool a thousand times should know.
 *
 * Returns: (transfer full) (nullable): a warning; %NULL for a tool that is marked as read-only
 */
char *
mcp_load_dup_warning (McpSession *session,
                      const char *tool)
{
  McpCatalogItem *item = mcp_catalog_find (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), tool);
  g_autofree char *name = NULL;

  if (item == NULL || mcp_catalog_item_get_hint (item, "readOnlyHint", FALSE))
    return NULL;

  name = mcp_format_label (tool, FALSE);

  return g_strdup_printf (_("%s: not marked as read-only, so that each call may change something"), name);
}

/**
 * mcp_load_dup_error_kind:
 * @call: a call that has failed, or whose tool has
 *
 * Names the kind of a failure, by which reports count: “tool”, “rpc” with the code, or that of #McpError.
 *
 * Returns: (transfer full): a word that is not translated
 */
char *
mcp_load_dup_error_kind (McpCall *call)
{
  const GError *error = mcp_call_get_outcome (call)->error;

  if (error == NULL)
    return g_strdup ("tool");
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    return g_strdup_printf ("rpc %" G_GINT64_FORMAT, mcp_call_get_outcome (call)->error_code);

  return g_strdup (mcp_error_get_nick (error->code));
}
