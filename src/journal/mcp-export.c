/* mcp-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-export"

#include "config.h"

#include <string.h>

#include "mcp-export.h"
#include "mcp-json.h"
#include "mcp-journal-private.h"

/*
 * A journal for other programs: the messages as JSON Lines, or a text for people. The HTTP Archive
 * is in mcp-export-har.c.
 */

/**
 * mcp_export_parse_format:
 * @name: "har", "jsonl" or "text"
 * @format: (out): which that is
 *
 * Finds a format by the name it has on the command line.
 *
 * Returns: %FALSE when there is none
 */
gboolean
mcp_export_parse_format (const char      *name,
                         McpExportFormat *format)
{
  static const char *const names[] = { "har", "jsonl", "text" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (name, names[i]) == 0)
      {
        *format = i;
        return TRUE;
      }

  return FALSE;
}

static char *
dup_redacted (McpRecord   *record,
              McpRedactor *redactor,
              gsize       *length)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, length) : NULL;

  if (data == NULL)
    {
      *length = 0;
      return g_strdup ("");
    }
  if (redactor == NULL)
    return g_strndup (data, *length);

  return mcp_record_kind_is_http (mcp_record_get_kind (record))
           ? mcp_redactor_redact_http (redactor, data, *length, length)
           : mcp_redactor_redact (redactor, data, *length, length);
}

/* A message that is JSON, in one line. What is broken is no line of JSON. */
static void
append_message (McpRecord   *record,
                McpRedactor *redactor,
                GString     *out)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  gsize length;

  if (!mcp_record_kind_is_message (mcp_record_get_kind (record)))
    return;

  text = dup_redacted (record, redactor, &length);
  if (length == 0 || !mcp_json_validate (text, length, NULL))
    return;

  line = mcp_json_one_line (text, length, &length);
  g_string_append_len (out, line, length);
  g_string_append_c (out, '\n');
}

static void
append_time (GString *out,
             gint64   wall_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / G_USEC_PER_SEC);
  g_autofree char *seconds = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%S")
                                          : g_strdup ("?");

  g_string_append_printf (out, "%s.%06dZ", seconds, (int) (wall_usec % G_USEC_PER_SEC));
}

/* What came, in one line whatever is in it. */
static void
append_visible (GString    *out,
                const char *text,
                gsize       length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c < ' ' || c == 0x7f)
        g_string_append_printf (out, "\\x%02x", c);
      else
        g_string_append_unichar (out, c);
    }
}

static void
append_text (McpRecord   *record,
             McpRedactor *redactor,
             GString     *out)
{
  g_autofree char *text = NULL;
  const char *method = mcp_record_get_method (record);
  gint64 latency_usec = mcp_record_get_latency_usec (record);
  McpRecordKind kind = mcp_record_get_kind (record);
  gsize length;

  append_time (out, mcp_record_get_wall_usec (record));
  g_string_append_printf (out, " %s %s %s",
                          mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? "→" : "←",
                          mcp_channel_get_nick (mcp_record_get_channel (record)),
                          mcp_record_kind_get_nick (kind));
  if (method != NULL)
    {
      g_string_append_c (out, ' ');
      append_visible (out, method, strlen (method));
    }
  if (latency_usec >= 0 && kind != MCP_RECORD_REQUEST)
    g_string_append_printf (out, " %.3f ms", latency_usec / 1000.0);

  text = dup_redacted (record, redactor, &length);
  g_string_append (out, "  ");
  append_visible (out, text, length);
  g_string_append_c (out, '\n');
}

/**
 * mcp_export_write:
 * @journal: a journal that is whole
 * @format: as what
 * @redactor: (nullable): %NULL takes nothing out
 * @sink: takes the pieces
 * @user_data: for @sink
 *
 * Writes a journal for other programs. Blocks as long as that takes.
 *
 * Returns: %FALSE when the sink wanted no more
 */
gboolean
mcp_export_write (McpJournal      *journal,
                  McpExportFormat  format,
                  McpRedactor     *redactor,
                  McpExportSink    sink,
                  gpointer         user_data)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), FALSE);
  g_return_val_if_fail (sink != NULL, FALSE);

  if (format == MCP_EXPORT_HAR)
    return mcp_export_write_har (journal, redactor, sink, user_data);

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      g_string_truncate (out, 0);
      if (format == MCP_EXPORT_JSONL)
        append_message (record, redactor, out);
      else
        append_text (record, redactor, out);
      if (out->len > 0 && !sink (out->str, out->len, user_data))
        return FALSE;
    }

  return TRUE;
}
