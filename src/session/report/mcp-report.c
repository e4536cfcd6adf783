/* mcp-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-report-private.h"

static void
result_free (gpointer data)
{
  McpReportResult *result = data;

  g_free (result->rule);
  g_free (result->message);
  g_free (result->accepted);
  g_free (result->reference);
  g_free (result->address);
  g_free (result->evidence);
  g_free (result);
}

McpReport *
mcp_report_new (const char *command,
                const char *server)
{
  McpReport *self = g_new0 (McpReport, 1);

  self->command = g_strdup (command);
  self->server = g_strdup (server);
  self->start_wall_usec = g_get_real_time ();
  self->results = g_ptr_array_new_with_free_func (result_free);

  return self;
}

void
mcp_report_free (McpReport *self)
{
  g_free (self->command);
  g_free (self->server);
  g_free (self->version);
  g_ptr_array_unref (self->results);
  g_free (self);
}

/**
 * mcp_report_add:
 * @rule: what was checked
 * @outcome: what came of it
 * @message: for people
 *
 * Adds a result. What else there is to say of it is set by the caller.
 *
 * Returns: (transfer none): the result
 */
McpReportResult *
mcp_report_add (McpReport  *self,
                const char *rule,
                McpOutcome  outcome,
                const char *message)
{
  McpReportResult *result = g_new0 (McpReportResult, 1);

  result->rule = g_strdup (rule);
  result->outcome = outcome;
  result->severity = MCP_SEVERITY_ERROR;
  result->message = g_strdup (message);
  result->count = 1;
  result->duration_usec = -1;
  g_ptr_array_add (self->results, result);

  return result;
}

/* "MCP 2025-11-25, server/tools#calling" and "RFC 9110 section 11.6.1, …", as the rules have it. */
static char *
dup_address (const char *reference)
{
  g_auto (GStrv) parts = g_strsplit (reference, ", ", 2);
  g_auto (GStrv) words = parts[0] != NULL ? g_strsplit (parts[0], " ", 4) : NULL;
  guint n_words = words != NULL ? g_strv_length (words) : 0;

  if (n_words == 2 && g_str_equal (words[0], "MCP") && parts[1] != NULL)
    {
      g_autofree char *page = g_strndup (parts[1], strcspn (parts[1], " ,"));

      return g_strdup_printf ("https://modelcontextprotocol.io/specification/%s/%s", words[1], page);
    }
  if (n_words >= 2 && g_str_equal (words[0], "RFC"))
    return n_words == 4 && g_str_equal (words[2], "section")
           ? g_strdup_printf ("https://www.rfc-editor.org/rfc/rfc%s#section-%s", words[1], words[3])
           : g_strdup_printf ("https://www.rfc-editor.org/rfc/rfc%s", words[1]);
  if (g_str_has_prefix (reference, "JSON-RPC 2.0"))
    return g_strdup ("https://www.jsonrpc.org/specification");

  return NULL;
}

/**
 * mcp_report_set_reference:
 * @result: a result
 * @reference: (nullable): where its rule stands, as the linter's table says it
 *
 * Sets where people can read about a rule.
 */
void
mcp_report_set_reference (McpReportResult *result,
                          const char      *reference)
{
  g_free (result->reference);
  g_free (result->address);
  result->reference = g_strdup (reference);
  result->address = reference != NULL ? dup_address (reference) : NULL;
}

void
mcp_report_add_findings (McpReport  *self,
                         GListModel *findings)
{
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      McpReportResult *result = mcp_report_add (self, mcp_finding_get_rule (finding),
                                                MCP_OUTCOME_FAILED,
                                                mcp_finding_get_message (finding));

      result->severity = mcp_finding_get_severity (finding);
      result->serial = mcp_finding_get_serial (finding);
      result->count = MAX (1, mcp_finding_get_count (finding));
      mcp_report_set_reference (result, mcp_finding_get_reference (finding));
    }
}

/**
 * mcp_report_format_from_name:
 * @path: the name of a file
 * @format: (out): what it is to hold
 *
 * Gets the format that the end of a name stands for: .xml (JUnit), .sarif, .tap or .html.
 *
 * Returns: %FALSE when it stands for none
 */
gboolean
mcp_report_format_from_name (const char      *path,
                             McpReportFormat *format)
{
  static const struct { const char *suffix; McpReportFormat format; } suffixes[] = {
    { ".xml", MCP_REPORT_JUNIT },
    { ".sarif", MCP_REPORT_SARIF },
    { ".tap", MCP_REPORT_TAP },
    { ".html", MCP_REPORT_HTML },
  };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (path, suffixes[i].suffix))
      {
        *format = suffixes[i].format;
        return TRUE;
      }

  return FALSE;
}

/**
 * mcp_report_is_failure:
 * @result: one of its results
 *
 * Gets whether a result makes the run fail: an error, and when it is strict a warning, unless it is
 * accepted.
 */
gboolean
mcp_report_is_failure (const McpReport       *self,
                       const McpReportResult *result)
{
  return result->outcome == MCP_OUTCOME_FAILED && result->accepted == NULL
         && result->severity >= (self->strict ? MCP_SEVERITY_WARNING : MCP_SEVERITY_ERROR);
}

guint
mcp_report_count (const McpReport *self,
                  McpOutcome       outcome)
{
  guint n = 0;

  for (guint i = 0; i < self->results->len; i++)
    n += ((McpReportResult *) self->results->pdata[i])->outcome == outcome;

  return n;
}

guint
mcp_report_count_failures (const McpReport *self)
{
  guint n = 0;

  for (guint i = 0; i < self->results->len; i++)
    n += mcp_report_is_failure (self, self->results->pdata[i]);

  return n;
}

guint
mcp_report_count_accepted (const McpReport *self)
{
  guint n = 0;

  for (guint i = 0; i < self->results->len; i++)
    n += ((McpReportResult *) self->results->pdata[i])->accepted != NULL;

  return n;
}

const char *
mcp_outcome_get_nick (McpOutcome outcome)
{
  static const char * const nicks[MCP_N_OUTCOMES] = {
    "passed", "failed", "not-applicable", "skipped",
  };

  g_return_val_if_fail (outcome < MCP_N_OUTCOMES, NULL);

  return nicks[outcome];
}

/**
 * mcp_report_write:
 * @format: as what
 *
 * Writes a report for other programs, or as a page for people.
 *
 * Returns: (transfer full): UTF-8 that ends with a newline
 */
char *
mcp_report_write (const McpReport *self,
                  McpReportFormat  format)
{
  static void (* const writers[]) (const McpReport *, GString *) = {
    [MCP_REPORT_JUNIT] = mcp_report_write_junit,
    [MCP_REPORT_SARIF] = mcp_report_write_sarif,
    [MCP_REPORT_GITHUB] = mcp_report_write_github,
    [MCP_REPORT_TAP] = mcp_report_write_tap,
    [MCP_REPORT_HTML] = mcp_report_write_html,
  };
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (format < G_N_ELEMENTS (writers), NULL);

  writers[format] (self, out);

  return g_string_free (out, FALSE);
}
