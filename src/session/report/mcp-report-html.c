/* mcp-report-html.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-report-private.h"
#include "mcp-summary.h"

/* A page that stands by itself: no script, no font, no picture, nothing from elsewhere. */

static const char style[] =
  ":root{color-scheme:light dark;--fg:#1c1c1c;--bg:#fafafa;--card:#fff;--line:#ddd;--dim:#666;"
  "--error:#c01c28;--warning:#9c6e03;--note:#1c71d8;--ok:#1b8553}"
  "@media(prefers-color-scheme:dark){:root{--fg:#eee;--bg:#242424;--card:#303030;--line:#454545;"
  "--dim:#aaa;--error:#ff7b63;--warning:#f8e45c;--note:#78aeed;--ok:#8ff0a4}}"
  "body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:52rem;"
  "margin:2rem auto;padding:0 1rem}"
  "h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}"
  ".dim{color:var(--dim)}.sum{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1rem 0}"
  ".sum b{font-size:1.5rem;display:block}"
  "details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.5rem 0;"
  "padding:.5rem .9rem;overflow-wrap:anywhere}"
  "summary{cursor:pointer}summary code{font-weight:600}"
  "pre{white-space:pre-wrap;font-size:13px;border-top:1px solid var(--line);padding-top:.5rem}"
  ".error{color:var(--error)}.warning{color:var(--warning)}.info{color:var(--note)}"
  ".passed{color:var(--ok)}";

static const char *
get_class (const McpReportResult *result)
{
  return result->outcome == MCP_OUTCOME_FAILED ? mcp_severity_get_nick (result->severity)
                                               : mcp_outcome_get_nick (result->outcome);
}

static const char *
get_mark (const McpReportResult *result)
{
  static const char * const marks[MCP_N_OUTCOMES] = { "✓", "✗", "–", "–" };

  return result->outcome == MCP_OUTCOME_FAILED && result->severity != MCP_SEVERITY_ERROR
         ? "!" : marks[result->outcome];
}

static void
append_result (const McpReport       *self,
               const McpReportResult *result,
               GString               *out)
{
  g_string_append_printf (out, "<details%s><summary><span class=\"%s\">%s</span> <code>",
                          mcp_report_is_failure (self, result) ? " open" : "",
                          get_class (result), get_mark (result));
  mcp_report_append_xml (out, result->rule);
  g_string_append (out, "</code>");
  if (result->count > 1)
    g_string_append_printf (out, " <span class=\"dim\">× %u</span>", result->count);
  g_string_append (out, "</summary><p>");
  mcp_report_append_xml (out, result->message);
  g_string_append (out, "</p>");

  if (result->accepted != NULL)
    {
      g_string_append_printf (out, "<p>%s ", _("Accepted:"));
      mcp_report_append_xml (out, result->accepted);
      g_string_append (out, "</p>");
    }
  if (result->reference != NULL || result->serial > 0)
    {
      g_string_append (out, "<p class=\"dim\">");
      if (result->address != NULL)
        {
          g_string_append (out, "<a href=\"");
          mcp_report_append_xml (out, result->address);
          g_string_append (out, "\">");
        }
      if (result->reference != NULL)
        mcp_report_append_xml (out, result->reference);
      if (result->address != NULL)
        g_string_append (out, "</a>");
      if (result->serial > 0)
        g_string_append_printf (out, _(" · record %u"), result->serial);
      g_string_append (out, "</p>");
    }
  if (result->evidence != NULL)
    {
      g_string_append (out, "<pre>");
      mcp_report_append_xml (out, result->evidence);
      g_string_append (out, "</pre>");
    }
  g_string_append (out, "</details>\n");
}

static void
append_group (const McpReport *self,
              const char      *title,
              McpOutcome       outcome,
              int              severity,  /* -1: any */
              gboolean         accepted,
              GString         *out)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->results->len; i++)
    {
      const McpReportResult *result = self->results->pdata[i];

      if (result->outcome != outcome || (result->accepted != NULL) != accepted
          || (severity >= 0 && (int) result->severity != severity))
        continue;

      if (is_first)
        g_string_append_printf (out, "<h2>%s</h2>\n", title);
      is_first = FALSE;
      append_result (self, result, out);
    }
}

static void
append_figure (GString    *out,
               const char *class_name,
               guint       n,
               const char *label)
{
  g_string_append_printf (out, "<div><b class=\"%s\">%u</b>%s</div>", class_name, n, label);
}

static void
append_head (const McpReport *self,
             GString         *out)
{
  g_autoptr (GDateTime) start = g_date_time_new_from_unix_local (self->start_wall_usec
                                                                 / G_USEC_PER_SEC);
  g_autofree char *when = g_date_time_format (start, "%Y-%m-%d %H:%M:%S");
  g_autofree char *duration = mcp_format_duration (self->duration_usec);

  g_string_append (out, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
                        "<meta name=\"viewport\" content=\"width=device-width\"><title>");
  mcp_report_append_xml (out, self->server);
  g_string_append_printf (out, " · sounder-cli %s</title><style>%s</style></head><body>\n<h1>",
                          self->command, style);
  mcp_report_append_xml (out, self->server);
  g_string_append_printf (out, "</h1><p class=\"dim\">sounder-cli %s · %s · %s", self->command, when,
                          duration);
  if (self->version != NULL)
    {
      g_string_append (out, " · MCP ");
      mcp_report_append_xml (out, self->version);
    }
  g_string_append (out, "</p>\n<div class=\"sum\">");
  append_figure (out, "passed", mcp_report_count (self, MCP_OUTCOME_PASSED), _("passed"));
  append_figure (out, "error", mcp_report_count_failures (self), _("failed"));
  append_figure (out, "warning", mcp_report_count (self, MCP_OUTCOME_FAILED) - mcp_report_count_accepted (self)
                                 - mcp_report_count_failures (self), _("to look at"));
  if (mcp_report_count_accepted (self) > 0)
    append_figure (out, "dim", mcp_report_count_accepted (self), _("accepted"));
  append_figure (out, "dim", mcp_report_count (self, MCP_OUTCOME_SKIPPED)
                             + mcp_report_count (self, MCP_OUTCOME_NOT_APPLICABLE), _("not run"));
  g_string_append (out, "</div>\n");
}

void
mcp_report_write_html (const McpReport *self,
                       GString         *out)
{
  append_head (self, out);
  append_group (self, _("Errors"), MCP_OUTCOME_FAILED, MCP_SEVERITY_ERROR, FALSE, out);
  append_group (self, _("Warnings"), MCP_OUTCOME_FAILED, MCP_SEVERITY_WARNING, FALSE, out);
  append_group (self, _("Notes"), MCP_OUTCOME_FAILED, MCP_SEVERITY_INFO, FALSE, out);
  append_group (self, _("Accepted"), MCP_OUTCOME_FAILED, -1, TRUE, out);
  append_group (self, _("Passed"), MCP_OUTCOME_PASSED, -1, FALSE, out);
  append_group (self, _("Not applicable"), MCP_OUTCOME_NOT_APPLICABLE, -1, FALSE, out);
  append_group (self, _("Skipped"), MCP_OUTCOME_SKIPPED, -1, FALSE, out);
  g_string_append (out, "</body></html>\n");
}
