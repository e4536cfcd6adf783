/* mcp-report-xml.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-report-private.h"
#include "mcp-summary.h"

/* JUnit's XML as its readers have agreed on it: Jenkins, GitLab, GitHub's actions. */

/* Control characters cannot be in XML 1.0, not even escaped. */
void
mcp_report_append_xml (GString    *out,
                       const char *text)
{
  g_autofree char *shown = mcp_format_visible (text, -1, TRUE);
  g_autofree char *escaped = g_markup_escape_text (shown, -1);

  g_string_append (out, escaped);
}

/* Who reads an attribute makes spaces of its newlines, unless they are written so. */
static void
append_attribute (GString    *out,
                  const char *name,
                  const char *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  mcp_report_append_xml (text, value);
  g_string_replace (text, "\n", "&#10;", 0);
  g_string_replace (text, "\t", "&#9;", 0);
  g_string_append_printf (out, " %s=\"%s\"", name, text->str);
}

static void
append_seconds (GString    *out,
                const char *name,
                gint64      usec)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.6f", MAX (usec, 0) / (double) G_USEC_PER_SEC);
  append_attribute (out, name, text);
}

/* What there is to say beside the message. */
static void
append_details (GString               *out,
                const McpReportResult *result)
{
  g_string_append_c (out, '>');
  mcp_report_append_xml (out, result->message);
  if (result->count > 1)
    g_string_append_printf (out, "\n%u times", result->count);
  if (result->serial > 0)
    g_string_append_printf (out, "\nrecord %u", result->serial);
  if (result->reference != NULL)
    {
      g_string_append_c (out, '\n');
      mcp_report_append_xml (out, result->reference);
    }
  if (result->address != NULL)
    {
      g_string_append_c (out, '\n');
      mcp_report_append_xml (out, result->address);
    }
  if (result->evidence != NULL)
    {
      g_string_append (out, "\n\n");
      mcp_report_append_xml (out, result->evidence);
    }
}

static void
append_case (const McpReport       *self,
             const McpReportResult *result,
             GString               *out)
{
  g_autofree char *class_name = g_strconcat ("sounder.", self->command, NULL);

  g_string_append (out, "    <testcase");
  append_attribute (out, "classname", class_name);
  append_attribute (out, "name", result->rule);
  append_seconds (out, "time", result->duration_usec);

  if (mcp_report_is_failure (self, result))
    {
      g_string_append (out, ">\n      <failure");
      append_attribute (out, "type", mcp_severity_get_nick (result->severity));
      append_attribute (out, "message", result->message);
      append_details (out, result);
      g_string_append (out, "</failure>\n    </testcase>\n");
    }
  else if (result->accepted != NULL)
    {
      g_autofree char *message = g_strdup_printf ("accepted: %s", result->accepted);

      g_string_append (out, ">\n      <skipped");
      append_attribute (out, "message", message);
      g_string_append (out, "/>\n      <system-out");
      append_details (out, result);
      g_string_append (out, "</system-out>\n    </testcase>\n");
    }
  else if (result->outcome == MCP_OUTCOME_SKIPPED || result->outcome == MCP_OUTCOME_NOT_APPLICABLE)
    {
      g_string_append (out, ">\n      <skipped");
      append_attribute (out, "message", result->message);
      g_string_append (out, "/>\n    </testcase>\n");
    }
  else
    {
      g_string_append (out, ">\n      <system-out");
      append_details (out, result);
      g_string_append (out, "</system-out>\n    </testcase>\n");
    }
}

void
mcp_report_write_junit (const McpReport *self,
                        GString         *out)
{
  g_autoptr (GDateTime) start = g_date_time_new_from_unix_utc (self->start_wall_usec
                                                               / G_USEC_PER_SEC);
  g_autofree char *start_text = g_date_time_format (start, "%Y-%m-%dT%H:%M:%S");
  g_autofree char *name = g_strdup_printf ("sounder-cli %s: %s", self->command, self->server);
  g_autoptr (GString) counts = g_string_new (NULL);

  g_string_printf (counts, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\"",
                   self->results->len, mcp_report_count_failures (self),
                   mcp_report_count_accepted (self) + mcp_report_count (self, MCP_OUTCOME_SKIPPED)
                   + mcp_report_count (self, MCP_OUTCOME_NOT_APPLICABLE));

  g_string_append (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
  g_string_append (out, counts->str);
  append_seconds (out, "time", self->duration_usec);
  g_string_append (out, ">\n  <testsuite");
  append_attribute (out, "name", name);
  append_attribute (out, "timestamp", start_text);
  g_string_append (out, counts->str);
  append_seconds (out, "time", self->duration_usec);
  g_string_append (out, ">\n");
  if (self->version != NULL)
    {
      g_string_append (out, "    <properties>\n      <property name=\"protocolVersion\"");
      append_attribute (out, "value", self->version);
      g_string_append (out, "/>\n    </properties>\n");
    }
  for (guint i = 0; i < self->results->len; i++)
    append_case (self, self->results->pdata[i], out);
  g_string_append (out, "  </testsuite>\n</testsuites>\n");
}
