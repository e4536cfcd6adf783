/* mcp-report-sarif.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-report-private.h"

/* SARIF 2.1.0 (OASIS), as code scanning services read it. */

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static void
append_text_member (GString    *out,
                    const char *key,
                    const char *text)
{
  mcp_json_append_member (out, key, "{");
  mcp_json_append_member_string (out, "text", text);
  g_string_append_c (out, '}');
}

/* Returns the number of each rule. */
static GHashTable *
append_rules (const McpReport *self,
              GString         *out)
{
  GHashTable *numbers = g_hash_table_new (mcp_str_hash, g_str_equal);

  mcp_json_append_member (out, "rules", "[");
  for (guint i = 0; i < self->results->len; i++)
    {
      const McpReportResult *result = self->results->pdata[i];
      guint number = g_hash_table_size (numbers);

      if (g_hash_table_contains (numbers, result->rule))
        continue;

      g_hash_table_insert (numbers, result->rule, GUINT_TO_POINTER (number));
      g_string_append (out, number > 0 ? ",{" : "{");
      mcp_json_append_member_string (out, "id", result->rule);
      append_text_member (out, "shortDescription",
                          result->reference != NULL ? result->reference : result->rule);
      mcp_json_append_member_string (out, "helpUri", result->address);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');

  return numbers;
}

static const char *
get_level (const McpReportResult *result)
{
  switch (result->severity)
    {
    case MCP_SEVERITY_ERROR:
      return "error";
    case MCP_SEVERITY_WARNING:
      return "warning";
    case MCP_SEVERITY_INFO:
    default:
      return "note";
    }
}

static const char *
get_kind (const McpReportResult *result)
{
  static const char * const kinds[MCP_N_OUTCOMES] = {
    "pass", "fail", "notApplicable", "open",
  };

  return kinds[result->outcome];
}

/* A server is no file: its name stands where one is asked for. */
static void
append_location (const McpReport *self,
                 GString         *out)
{
  g_autofree char *uri = g_uri_escape_string (self->server, NULL, FALSE);

  g_string_append (out, ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{");
  mcp_json_append_member_string (out, "uri", uri);
  g_string_append (out, "}},\"logicalLocations\":[{");
  mcp_json_append_member_string (out, "name", self->server);
  mcp_json_append_member_string (out, "kind", "module");
  g_string_append (out, "}]}]");
}

/* The same tomorrow, whatever else has changed. */
static void
append_fingerprint (const McpReport       *self,
                    const McpReportResult *result,
                    GString               *out)
{
  g_autofree char *text = g_strjoin ("\n", self->server, result->rule, result->message, NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  mcp_json_append_member (out, "partialFingerprints", "{");
  mcp_json_append_member_string (out, "sounder/v1", sum);
  g_string_append_c (out, '}');
}

static void
append_result (const McpReport       *self,
               const McpReportResult *result,
               guint                  number,
               GString               *out)
{
  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "ruleId", result->rule);
  mcp_json_append_member_int (out, "ruleIndex", number);
  mcp_json_append_member_string (out, "kind", get_kind (result));
  /* Only what fails has a level. */
  mcp_json_append_member_string (out, "level", result->outcome == MCP_OUTCOME_FAILED
                                               ? get_level (result) : "none");
  append_text_member (out, "message", result->message);
  append_location (self, out);
  append_fingerprint (self, result, out);
  if (result->outcome == MCP_OUTCOME_FAILED)
    mcp_json_append_member_int (out, "occurrenceCount", result->count);
  if (result->accepted != NULL)
    {
      mcp_json_append_key (out, "suppressions");
      g_string_append (out, "[{\"kind\":\"external\",\"status\":\"accepted\"");
      mcp_json_append_member_string (out, "justification", result->accepted);
      g_string_append (out, "}]");
    }
  if (result->serial > 0)
    {
      mcp_json_append_member (out, "properties", "{");
      mcp_json_append_member_int (out, "record", result->serial);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, '}');
}

void
mcp_report_write_sarif (const McpReport *self,
                        GString         *out)
{
  g_autoptr (GHashTable) numbers = NULL;
  g_autoptr (GDateTime) start = g_date_time_new_from_unix_utc (self->start_wall_usec
                                                               / G_USEC_PER_SEC);
  g_autofree char *start_text = g_date_time_format_iso8601 (start);

  g_string_append (out, "{\"$schema\":\"" SCHEMA "\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
                        "\"name\":\"Sounder\",\"version\":\"" PACKAGE_VERSION "\","
                        "\"informationUri\":\"https://github.com/mcp-sounder/sounder\"");
  numbers = append_rules (self, out);
  g_string_append (out, "}},\"invocations\":[{\"executionSuccessful\":true");
  mcp_json_append_member_string (out, "startTimeUtc", start_text);
  g_string_append (out, "}],\"results\":[");
  for (guint i = 0; i < self->results->len; i++)
    {
      const McpReportResult *result = self->results->pdata[i];

      mcp_json_append_comma (out);
      append_result (self, result,
                     GPOINTER_TO_UINT (g_hash_table_lookup (numbers, result->rule)), out);
    }
  g_string_append (out, "]}]}\n");
}
