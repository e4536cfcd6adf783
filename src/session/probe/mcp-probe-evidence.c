/* mcp-probe-evidence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-probe-result.h"
#include "mcp-redactor.h"

/* What crossed the connection when a probe was judged, as lines for people: “→” is what was sent. */

#define MAX_BYTES   1000
#define MAX_RECORDS 20

static void
append_start (GString    *out,
              McpRecord  *record)
{
  g_string_append (out, mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? "→ " : "← ");
}

/* A line for each header, those of secrets without their values. */
static void
append_headers (GString    *out,
                const char *json,
                gsize       length)
{
  g_auto (GStrv) secret_names = mcp_header_read_secret_names (json, length);
  McpJsonIter headers;
  McpJsonIter pair;
  McpSpan list;
  McpSpan item;
  McpSpan span;

  if (!mcp_json_lookup (json, length, "headers", &list)
      || !mcp_json_iter_init (&headers, json + list.offset, list.length))
    return;

  while (mcp_json_iter_next (&headers, NULL, &item))
    {
      const char *text = json + list.offset + item.offset;
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      if (!mcp_json_iter_init (&pair, text, item.length) || !mcp_json_iter_next (&pair, NULL, &span))
        continue;
      name = mcp_json_dup_string (text + span.offset, span.length);
      if (!mcp_json_iter_next (&pair, NULL, &span))
        continue;
      value = mcp_json_dup_string (text + span.offset, span.length);
      if (name != NULL && value != NULL
          && mcp_header_is_hidden (name, (const char * const *) secret_names))
        {
          g_autofree char *hidden = mcp_header_hide (value);

          g_string_append_printf (out, "  %s: %s\n", name, hidden);
        }
      else if (name != NULL && value != NULL)
        {
          g_string_append_printf (out, "  %s: %s\n", name, value);
        }
    }
}

static void
append_http (GString   *out,
             McpRecord *record,
             gboolean   with_headers)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  gsize length = 0;
  const char *json = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *method = NULL;
  gint64 status = 0;

  if (json == NULL)
    return;

  append_start (out, record);
  if (mcp_json_lookup_int64 (json, length, "status", &status))
    {
      g_autofree char *reason = mcp_json_lookup_string (json, length, "reason");

      g_string_append_printf (out, "HTTP %u %s\n", (guint) status, reason != NULL ? reason : "");
    }
  else
    {
      method = mcp_json_lookup_string (json, length, "method");
      g_string_append_printf (out, "%s\n", method != NULL ? method : "");
    }
  if (with_headers)
    append_headers (out, json, length);
}

static void
append_message (GString     *out,
                McpRecord   *record,
                McpRedactor *redactor)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_head (record, MAX_BYTES);
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *text = data != NULL ? g_utf8_make_valid (data, length) : NULL;
  g_autofree char *redacted = text != NULL ? mcp_redactor_redact (redactor, text, -1, NULL) : NULL;

  append_start (out, record);
  g_string_append (out, redacted != NULL ? redacted : text != NULL ? text : "");
  if (mcp_record_get_size (record) > length)
    g_string_append (out, "…");
  g_string_append_c (out, '\n');
}

/**
 * mcp_probe_result_dup_evidence:
 * @journal: of the session that was probed
 *
 * Gets what crossed the connection when the probe was judged.
 *
 * Returns: (transfer full) (nullable): lines of text, which may be from the server; %NULL where
 *   nothing crossed
 */
char *
mcp_probe_result_dup_evidence (McpProbeResult *self,
                               McpJournal     *journal)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (self);
  /* Headers matter only to probes for HTTP; elsewhere they would fill the evidence. */
  gboolean with_headers = (info->probe->reach & MCP_PROBE_OVER_STREAM) == 0;
  g_autoptr (McpRedactor) redactor = NULL;
  GString *out;
  guint n = 0;

  if (info->step_first_serial == 0)
    return NULL;

  redactor = mcp_redactor_new ();
  out = g_string_new (NULL);
  for (guint serial = info->step_first_serial; serial <= info->step_last_serial && n < MAX_RECORDS; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      McpRecordKind kind = record != NULL ? mcp_record_get_kind (record) : MCP_RECORD_HTTP_END;

      if (kind == MCP_RECORD_HTTP_REQUEST || kind == MCP_RECORD_HTTP_HEAD)
        append_http (out, record, with_headers);
      else if (record != NULL && mcp_channel_carries_messages (mcp_record_get_channel (record))
               && !mcp_record_kind_is_transport (kind))
        append_message (out, record, redactor);
      else
        continue;
      n++;
    }
  g_string_truncate (out, out->len - (out->len > 0));

  return g_string_free (out, FALSE);
}
