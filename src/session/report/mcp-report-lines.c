/* mcp-report-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-json.h"
#include "mcp-report-private.h"
#include "mcp-summary.h"

/* Reports of a line each: commands to GitHub's actions, and TAP 14. */

/* A command ends with its line; in a property a colon and a comma end it, too. */
static void
append_command_text (GString    *out,
                     const char *text,
                     gboolean    is_property)
{
  g_autofree char *shown = mcp_format_visible (text, -1, TRUE);

  for (const char *p = shown; *p != '\0'; p++)
    {
      if (*p == '%' || *p == '\n' || (is_property && (*p == ':' || *p == ',')))
        g_string_append_printf (out, "%%%02X", (guchar) *p);
      else
        g_string_append_c (out, *p);
    }
}

static const char *
get_command (const McpReport       *self,
             const McpReportResult *result)
{
  if (mcp_report_is_failure (self, result))
    return "error";

  return result->severity == MCP_SEVERITY_INFO || result->accepted != NULL ? "notice" : "warning";
}

void
mcp_report_write_github (const McpReport *self,
                         GString         *out)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      const McpReportResult *result = self->results->pdata[i];

      if (result->outcome != MCP_OUTCOME_FAILED)
        continue;

      g_string_append_printf (out, "::%s title=", get_command (self, result));
      append_command_text (out, result->rule, TRUE);
      g_string_append (out, "::");
      append_command_text (out, result->message, FALSE);
      if (result->count > 1)
        g_string_append_printf (out, " (%u times)", result->count);
      if (result->accepted != NULL)
        {
          g_string_append (out, "%0Aaccepted: ");
          append_command_text (out, result->accepted, FALSE);
        }
      if (result->address != NULL)
        g_string_append_printf (out, "%%0A%s", result->address);
      g_string_append_c (out, '\n');
    }
}

/* A description ends where a directive begins. */
static void
append_description (GString    *out,
                    const char *text)
{
  g_autofree char *shown = mcp_format_visible (text, -1, FALSE);

  for (const char *p = shown; *p != '\0'; p++)
    {
      if (*p == '#' || *p == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
    }
}

/* A JSON string is one of YAML. */
static void
append_yaml (GString    *out,
             const char *key,
             const char *value)
{
  if (value == NULL)
    return;

  g_string_append_printf (out, "  %s: ", key);
  mcp_json_append_string (out, value, -1);
  g_string_append_c (out, '\n');
}

void
mcp_report_write_tap (const McpReport *self,
                      GString         *out)
{
  g_string_append_printf (out, "TAP version 14\n1..%u\n", self->results->len);
  for (guint i = 0; i < self->results->len; i++)
    {
      const McpReportResult *result = self->results->pdata[i];
      gboolean is_failure = mcp_report_is_failure (self, result);

      g_string_append_printf (out, "%s %u - ", is_failure || result->accepted != NULL ? "not ok" : "ok", i + 1);
      append_description (out, result->rule);
      if (result->accepted != NULL)
        {
          /* What is known to fail lets nothing fail. */
          g_string_append (out, " # TODO ");
          append_description (out, result->accepted);
        }
      if (result->outcome == MCP_OUTCOME_SKIPPED || result->outcome == MCP_OUTCOME_NOT_APPLICABLE)
        {
          g_string_append (out, " # SKIP ");
          append_description (out, result->message);
          g_string_append_c (out, '\n');
          continue;
        }

      g_string_append (out, "\n  ---\n");
      append_yaml (out, "message", result->message);
      if (result->outcome == MCP_OUTCOME_FAILED)
        append_yaml (out, "severity", mcp_severity_get_nick (result->severity));
      append_yaml (out, "reference", result->reference);
      append_yaml (out, "address", result->address);
      append_yaml (out, "evidence", result->evidence);
      if (result->count > 1)
        g_string_append_printf (out, "  count: %u\n", result->count);
      if (result->serial > 0)
        g_string_append_printf (out, "  record: %u\n", result->serial);
      g_string_append (out, "  ...\n");
    }
}
