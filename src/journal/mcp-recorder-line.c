/* mcp-recorder-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-recorder"

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-recorder-line.h"

/*
 * How the events of a journal are written: docs/recording-format.md.
 *
 * A line is made in three parts, so that the bytes of a large frame never have to be copied as a
 * whole: what stands before them, the bytes in pieces, what stands after.
 */

#define PIECE_BYTES (64 * 1024)

static char *
format_time (gint64 wall_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / G_USEC_PER_SEC);
  g_autofree char *seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%06dZ", seconds, (int) (wall_usec % G_USEC_PER_SEC));
}

/* Appends JSON of ours, redacted and in one line; returns FALSE when it is no JSON. */
static gboolean
append_json (GString     *out,
             const char  *text,
             gsize        length,
             McpRedactor *redactor)
{
  g_autofree char *redacted = NULL;
  g_autofree char *line = NULL;
  gsize line_length;

  if (!mcp_json_validate (text, length, NULL))
    return FALSE;

  if (redactor != NULL)
    text = redacted = mcp_redactor_redact (redactor, text, length, &length);
  line = mcp_json_one_line (text, length, &line_length);
  g_string_append_len (out, line, line_length);

  return TRUE;
}

/*
 * mcp_recorder_line_append_head:
 * @out: what to append to
 * @journal: a journal
 * @profile_json: (nullable): how the server was reached, as a JSON object
 * @redactor: (nullable): %NULL does not redact
 *
 * Appends the first line of a recording.
 */
void
mcp_recorder_line_append_head (GString     *out,
                               McpJournal  *journal,
                               const char  *profile_json,
                               McpRedactor *redactor)
{
  g_autofree char *created = format_time (mcp_journal_get_start_wall_usec (journal));

  g_string_append_printf (out, "{\"mcprec\":%d,\"created\":\"%s\",\"generator\":\"Sounder %s\"",
                          MCP_RECORDING_VERSION, created, PACKAGE_VERSION);
  if (profile_json != NULL && mcp_json_validate (profile_json, -1, NULL))
    {
      g_string_append (out, ",\"profile\":");
      append_json (out, profile_json, strlen (profile_json), redactor);
    }
  g_string_append_printf (out, ",\"redacted\":%s}\n", redactor != NULL ? "true" : "false");
}

/*
 * mcp_recorder_line_append_before:
 * @out: what to append to
 * @journal: a journal
 * @serial: of a record
 *
 * Appends the start of a record's line, up to its bytes.
 */
void
mcp_recorder_line_append_before (GString    *out,
                                 McpJournal *journal,
                                 guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);

  g_string_append_printf (out, "{\"t\":%" G_GINT64_FORMAT ",\"ch\":\"%s\"",
                          slot->time_usec - journal->start_usec,
                          mcp_channel_get_nick (slot->channel));
  if (slot->channel != MCP_CHANNEL_PROCESS && slot->channel != MCP_CHANNEL_SESSION)
    g_string_append_printf (out, ",\"dir\":\"%s\"", mcp_direction_get_nick (slot->direction));
}

/*
 * mcp_recorder_line_append_after:
 * @out: what to append to
 * @journal: a journal
 * @serial: of a record
 *
 * Appends the end of a record's line.
 */
void
mcp_recorder_line_append_after (GString    *out,
                                McpJournal *journal,
                                guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);

  if ((slot->flags & MCP_RECORD_FLAG_NO_EOL) != 0 || slot->kind == MCP_RECORD_PENDING)
    g_string_append (out, ",\"eol\":\"\"");
  else if ((slot->flags & MCP_RECORD_FLAG_CRLF) != 0)
    g_string_append (out, ",\"eol\":\"\\r\\n\"");
  if (slot->size != slot->length)
    g_string_append_printf (out, ",\"size\":%" G_GUINT64_FORMAT, slot->size);
  g_string_append (out, "}\n");
}

/*
 * mcp_recorder_line_append_object:
 * @out: what to append to
 * @channel: %MCP_CHANNEL_PROCESS or %MCP_CHANNEL_SESSION
 * @data: the object's JSON
 * @length: its length in bytes
 * @redactor: (nullable): %NULL does not redact
 *
 * Appends the object of an event that did not cross the connection. What is no JSON becomes a
 * string: nothing is dropped.
 */
void
mcp_recorder_line_append_object (GString     *out,
                                 McpChannel   channel,
                                 const char  *data,
                                 gsize        length,
                                 McpRedactor *redactor)
{
  g_autofree char *redacted = NULL;

  g_string_append (out, channel == MCP_CHANNEL_PROCESS ? ",\"proc\":" : ",\"note\":");
  if (append_json (out, data, length, redactor))
    return;

  if (redactor != NULL)
    data = redacted = mcp_redactor_redact (redactor, data, length, &length);
  mcp_json_append_string (out, data, length);
}

static gboolean
give_text (const char      *data,
           gsize            length,
           McpRecorderSink  sink,
           gpointer         user_data)
{
  g_autoptr (GString) piece = g_string_sized_new (MIN (length, PIECE_BYTES) + 16);

  if (!sink (",\"raw\":\"", 8, user_data))
    return FALSE;

  while (length > 0)
    {
      gsize n = MIN (length, PIECE_BYTES);

      /* Never in the middle of a character. */
      while (n < length && ((guchar) data[n] & 0xc0) == 0x80)
        n--;
      g_string_truncate (piece, 0);
      mcp_json_append_string (piece, data, n);
      if (!sink (piece->str + 1, piece->len - 2, user_data))
        return FALSE;
      data += n;
      length -= n;
    }

  return sink ("\"", 1, user_data);
}

static gboolean
give_base64 (const char      *data,
             gsize            length,
             McpRecorderSink  sink,
             gpointer         user_data)
{
  g_autofree char *piece = g_malloc (PIECE_BYTES / 3 * 4 + 16);
  int state = 0;
  int save = 0;

  if (!sink (",\"raw64\":\"", 10, user_data))
    return FALSE;

  while (length > 0)
    {
      gsize n = MIN (length, PIECE_BYTES);
      gsize n_out = g_base64_encode_step ((const guchar *) data, n, FALSE, piece, &state, &save);

      if (!sink (piece, n_out, user_data))
        return FALSE;
      data += n;
      length -= n;
    }

  return sink (piece, g_base64_encode_close (FALSE, piece, &state, &save), user_data)
         && sink ("\"", 1, user_data);
}

/*
 * mcp_recorder_line_give_bytes:
 * @data: the bytes of a record
 * @length: how many
 * @redactor: (nullable): %NULL does not redact
 * @sink: takes the pieces
 * @user_data: for @sink
 *
 * Writes the bytes as text when they are text without a NUL, else in base64. Safe in a worker.
 *
 * Returns: %FALSE when the sink wanted no more
 */
gboolean
mcp_recorder_line_give_bytes (const char      *data,
                              gsize            length,
                              McpRedactor     *redactor,
                              McpRecorderSink  sink,
                              gpointer         user_data)
{
  g_autofree char *redacted = NULL;

  if (redactor != NULL && length > 0)
    data = redacted = mcp_redactor_redact (redactor, data, length, &length);

  if (g_utf8_validate_len (data, length, NULL))
    return give_text (data, length, sink, user_data);

  return give_base64 (data, length, sink, user_data);
}
