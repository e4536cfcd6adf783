/* mcp-recorder-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-recorder-line.h"
#include "mcp-redactor-private.h"
#include "mcp-sse-parser.h"

/*
 * How the events of a journal are written: docs/recording-format.md.
 *
 * A line is made in three parts, so that the bytes of a large frame never have to be copied as a
 * whole: what stands before them, the bytes in pieces, what stands after.
 */

#define PIECE_BYTES (64 * 1024)

typedef char *(*RedactFunc) (McpRedactor *redactor,
                             const char  *text,
                             gssize       length,
                             gsize       *out_length);

/* Appends JSON of ours, redacted and in one line; returns FALSE when it is no JSON. */
static gboolean
append_json (GString     *out,
             const char  *text,
             gsize        length,
             McpRedactor *redactor,
             RedactFunc   redact)
{
  g_autofree char *redacted = NULL;
  g_autofree char *line = NULL;
  gsize line_length;

  if (!mcp_json_validate (text, length, NULL))
    return FALSE;

  if (redactor != NULL)
    text = redacted = redact (redactor, text, length, &length);
  line = mcp_json_one_line (text, length, &line_length);
  g_string_append_len (out, line, line_length);

  return TRUE;
}

/* What a recording says of itself stays, but for the secrets in it. */
static void
append_old_head (GString     *out,
                 const char  *head,
                 McpRedactor *redactor)
{
  gsize length = strlen (head);
  McpSpan span;

  if (redactor == NULL)
    {
      g_string_append_printf (out, "%s\n", head);
      return;
    }

  append_json (out, head, length, redactor, mcp_redactor_redact);
  if (mcp_json_lookup (out->str, out->len, "redacted", &span))
    {
      g_string_erase (out, span.offset, span.length);
      g_string_insert (out, span.offset, "true");
    }
  else
    {
      g_string_insert (out, out->len - 1, ",\"redacted\":true");
    }
  g_string_append_c (out, '\n');
}

/*
 * mcp_recorder_line_append_head:
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
  if (journal->head_line != NULL)
    {
      append_old_head (out, journal->head_line, redactor);
      return;
    }

  g_string_append_printf (out, "{\"mcprec\":%d,\"created\":\"", MCP_RECORDING_VERSION);
  mcp_wall_time_append (out, mcp_journal_get_start_wall_usec (journal));
  g_string_append (out, "\",\"generator\":\"Sounder " PACKAGE_VERSION "\"");
  if (profile_json != NULL && mcp_json_validate (profile_json, -1, NULL))
    {
      g_string_append (out, ",\"profile\":");
      append_json (out, profile_json, strlen (profile_json), redactor, mcp_redactor_redact);
    }
  g_string_append_printf (out, ",\"redacted\":%s}\n", redactor != NULL ? "true" : "false");
}

/*
 * mcp_recorder_line_describe:
 * @line: (out): what stands in its line around the bytes
 *
 * Gets what the index knows of a record that its line says.
 */
void
mcp_recorder_line_describe (McpJournal      *journal,
                            guint            serial,
                            McpRecorderLine *line)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);
  const McpSlotWire *wire = mcp_journal_get_wire (journal, serial);

  line->t_usec = slot->time_usec - journal->start_usec;
  line->channel = slot->channel;
  line->direction = slot->direction;
  line->exchange = wire != NULL ? wire->exchange : 0;
  line->flags = slot->flags;
  line->unfinished = slot->kind == MCP_RECORD_PENDING;
  line->size = slot->size;
  line->message_length = mcp_journal_get_message (journal, serial).length;
}

/* Faster than printf(), of which there would be two for each message. */
static void
append_int (GString *out,
            gint64   value)
{
  char digits[24];
  guint64 left = value < 0 ? -(guint64) value : (guint64) value;
  gsize at = sizeof digits;

  do
    digits[--at] = '0' + left % 10;
  while ((left /= 10) > 0);
  if (value < 0)
    digits[--at] = '-';
  g_string_append_len (out, digits + at, sizeof digits - at);
}

/*
 * mcp_recorder_line_append_before:
 * @line: what the line says
 *
 * Appends the start of a record's line, up to its bytes.
 */
void
mcp_recorder_line_append_before (GString               *out,
                                 const McpRecorderLine *line)
{
  g_string_append (out, "{\"t\":");
  append_int (out, line->t_usec);
  g_string_append (out, ",\"ch\":\"");
  g_string_append (out, mcp_channel_get_nick (line->channel));
  if (line->channel != MCP_CHANNEL_PROCESS && line->channel != MCP_CHANNEL_SESSION)
    {
      g_string_append (out, "\",\"dir\":\"");
      g_string_append (out, mcp_direction_get_nick (line->direction));
    }
  g_string_append_c (out, '"');
  if (line->exchange != 0)
    {
      g_string_append (out, ",\"x\":");
      append_int (out, line->exchange);
    }
  if ((line->flags & MCP_RECORD_FLAG_ERA) != 0)
    g_string_append (out, ",\"probe\":\"era\"");
  else if ((line->flags & MCP_RECORD_FLAG_PROBE) != 0)
    g_string_append (out, ",\"probe\":true");
}

/* Where what crosses is cut into lines; elsewhere it has no line end that could be missing. */
static gboolean
has_lines (McpChannel channel)
{
  return channel == MCP_CHANNEL_STDIO || channel == MCP_CHANNEL_NOISE
         || channel == MCP_CHANNEL_STDERR || channel == MCP_CHANNEL_SOCKET || channel == MCP_CHANNEL_TCP;
}

/*
 * mcp_recorder_line_append_after:
 * @line: what the line says
 *
 * Appends the end of a record's line.
 */
void
mcp_recorder_line_append_after (GString               *out,
                                const McpRecorderLine *line)
{
  if ((line->flags & MCP_RECORD_FLAG_NO_EOL) != 0
      || (line->unfinished && has_lines (line->channel)))
    g_string_append (out, ",\"eol\":\"\"");
  else if ((line->flags & MCP_RECORD_FLAG_CRLF) != 0)
    g_string_append (out, ",\"eol\":\"\\r\\n\"");
  if (line->size != line->message_length)
    g_string_append_printf (out, ",\"size\":%" G_GUINT64_FORMAT, line->size);
  g_string_append (out, "}\n");
}

/*
 * mcp_recorder_line_append_remark:
 * @serial: of a record that stands before it
 * @type: of the note
 * @members: what else it says: members of a JSON object that has not begun
 *
 * Appends a line with what is said about a record; it is no event itself.
 */
void
mcp_recorder_line_append_remark (GString       *out,
                                 McpJournal    *journal,
                                 guint          serial,
                                 const char    *type,
                                 const GString *members)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);
  gint64 t_usec = slot != NULL ? slot->time_usec - journal->start_usec : 0;

  g_string_append_printf (out,
                          "{\"t\":%" G_GINT64_FORMAT
                          ",\"ch\":\"session\",\"note\":{\"type\":\"%s\",\"about\":%u%s%s}}\n",
                          t_usec, type, serial, members->len > 0 ? "," : "", members->str);
}

/*
 * mcp_recorder_line_get_object:
 *
 * Gets which object stands in a record's line in place of bytes.
 *
 * Returns: the object, %MCP_RECORDER_NO_OBJECT for a record that has bytes
 */
McpRecorderObject
mcp_recorder_line_get_object (McpJournal *journal,
                              guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);

  if (slot->channel == MCP_CHANNEL_PROCESS)
    return MCP_RECORDER_PROC;
  if (slot->channel == MCP_CHANNEL_SESSION)
    return MCP_RECORDER_NOTE;

  return mcp_record_kind_is_http (slot->kind) ? MCP_RECORDER_HTTP : MCP_RECORDER_NO_OBJECT;
}

/*
 * mcp_recorder_line_append_object:
 * @type: which object it is
 * @data: the object's JSON
 * @redactor: (nullable): %NULL does not redact
 *
 * Appends the object of an event that has no bytes of its own. What is no JSON becomes a string:
 * nothing is dropped.
 */
void
mcp_recorder_line_append_object (GString           *out,
                                 McpRecorderObject  type,
                                 const char        *data,
                                 gsize              length,
                                 McpRedactor       *redactor)
{
  static const char *const keys[] = { ",\"proc\":", ",\"note\":", ",\"http\":" };
  g_autofree char *redacted = NULL;

  g_string_append (out, keys[type - 1]);
  if (append_json (out, data, length, redactor,
                   type == MCP_RECORDER_HTTP ? mcp_redactor_redact_http : mcp_redactor_redact))
    return;

  if (redactor != NULL)
    data = redacted = mcp_redactor_redact (redactor, data, length, &length);
  mcp_json_append_string (out, data, length);
}

/* Appends what is UTF-8 without a NUL, between the quotes of a JSON string. */
static void
append_escaped (GString    *out,
                const char *data,
                gsize       length)
{
  static const char hex[] = "0123456789abcdef";
  gsize before = out->len;
  char *to;

  g_string_set_size (out, before + 6 * length);
  to = out->str + before;
  for (gsize i = 0; i < length; i++)
    {
      guchar c = data[i];

      if (G_LIKELY (c >= ' ' && c != '"' && c != '\\'))
        {
          *to++ = c;
          continue;
        }

      *to++ = '\\';
      switch (c)
        {
        case '"':
        case '\\':
          *to++ = c;
          break;
        case '\b':
          *to++ = 'b';
          break;
        case '\f':
          *to++ = 'f';
          break;
        case '\n':
          *to++ = 'n';
          break;
        case '\r':
          *to++ = 'r';
          break;
        case '\t':
          *to++ = 't';
          break;
        default:
          memcpy (to, "u00", 3);
          to[3] = hex[c >> 4];
          to[4] = hex[c & 0xf];
          to += 5;
        }
    }
  g_string_set_size (out, to - out->str);
}

static gboolean
append_text (GString          *out,
             const char       *data,
             gsize             length,
             McpRecorderFlush  flush,
             gpointer          user_data)
{
  g_string_append (out, ",\"raw\":\"");
  while (length > 0)
    {
      gsize n = MIN (length, PIECE_BYTES);

      append_escaped (out, data, n);
      data += n;
      length -= n;
      if (length > 0 && flush != NULL && !flush (user_data))
        return FALSE;
    }
  g_string_append_c (out, '"');

  return TRUE;
}

static gboolean
append_base64 (GString          *out,
               const char       *data,
               gsize             length,
               McpRecorderFlush  flush,
               gpointer          user_data)
{
  g_autofree char *piece = g_malloc (PIECE_BYTES / 3 * 4 + 16);
  int state = 0;
  int save = 0;

  g_string_append (out, ",\"raw64\":\"");
  while (length > 0)
    {
      gsize n = MIN (length, PIECE_BYTES);

      g_string_append_len (out, piece, g_base64_encode_step ((const guchar *) data, n, FALSE, piece,
                                                             &state, &save));
      data += n;
      length -= n;
      if (length > 0 && flush != NULL && !flush (user_data))
        return FALSE;
    }
  g_string_append_len (out, piece, g_base64_encode_close (FALSE, piece, &state, &save));
  g_string_append_c (out, '"');

  return TRUE;
}

/*
 * mcp_recorder_line_get_message:
 *
 * Gets where the message is in the bytes that are recorded.
 *
 * Returns: the span; all of the bytes when the message was put together from parts of them
 */
McpSpan
mcp_recorder_line_get_message (McpJournal *journal,
                               guint       serial)
{
  McpStretch raw = mcp_journal_get_raw (journal, serial);
  McpStretch message = mcp_journal_get_message (journal, serial);

  if (message.offset + message.length > raw.offset + raw.length)
    return (McpSpan) { 0, raw.length };

  return (McpSpan) { message.offset - raw.offset, message.length };
}

/* Returns (nullable) what is written in the place of the bytes. */
static char *
redact (const char  *data,
        gsize        length,
        McpSpan      message,
        McpChannel   channel,
        McpRedactor *redactor,
        gsize       *out_length)
{
  if (channel == MCP_CHANNEL_STDERR || channel == MCP_CHANNEL_NOISE)
    return mcp_redactor_redact_line (redactor, channel, data, length, out_length);

  return mcp_redactor_redact_parts (redactor, data, length, message.offset, message.length,
                                    out_length);
}

/*
 * mcp_recorder_line_append_bytes:
 * @data: the bytes of a record as they came
 * @message: which of them are the message
 * @channel: where they crossed
 * @redactor: (nullable): %NULL does not redact
 * @flush: (nullable): makes room in @out now and then
 * @user_data: for @flush
 *
 * Appends the bytes as text when they are text without a NUL, else in base64. Safe in a worker.
 *
 * Returns: %FALSE when @flush wanted no more
 */
gboolean
mcp_recorder_line_append_bytes (GString          *out,
                                const char       *data,
                                gsize             length,
                                McpSpan           message,
                                McpChannel        channel,
                                McpRedactor      *redactor,
                                McpRecorderFlush  flush,
                                gpointer          user_data)
{
  gsize redacted_length;
  g_autofree char *redacted = NULL;

  if (redactor != NULL && length > 0)
    redacted = redact (data, length, message, channel, redactor, &redacted_length);
  if (redacted != NULL)
    {
      data = redacted;
      length = redacted_length;
    }

  return g_utf8_validate_len (data, length, NULL)
           ? append_text (out, data, length, flush, user_data)
           : append_base64 (out, data, length, flush, user_data);
}

static void
append_item (GString          *out,
             const McpSseItem *item)
{
  gsize length;
  const char *raw = g_bytes_get_data (item->raw, &length);

  if (item->kind == MCP_SSE_COMMENT)
    {
      gsize lead = length > 1 && raw[1] == ' ' ? 2 : MIN (length, 1);

      mcp_json_append_key (out, "comment");
      mcp_json_append_string (out, raw + lead, length - lead);
      return;
    }

  if (item->has_id)
    mcp_json_append_member_string (out, "id", item->id != NULL ? item->id : "");
  mcp_json_append_member_string (out, "event", item->event);
  if (item->has_retry)
    mcp_json_append_member_int (out, "retry", MIN (item->retry_msec, G_MAXINT64));
}

/* Most events are one field with the message, and say nothing beside it. */
static gboolean
is_only_data (const char *data,
              gsize       length)
{
  return length >= 5 && memcmp (data, "data:", 5) == 0 && memchr (data, '\n', length) == NULL
         && memchr (data, '\r', length) == NULL;
}

/*
 * mcp_recorder_line_append_event:
 * @data: the lines of an event, or of a comment, as they came
 * @length: how many bytes
 * @redactor: (nullable): %NULL does not redact
 *
 * Appends what the fields of an event said beside its data, if they said anything. Safe in a
 * worker.
 */
void
mcp_recorder_line_append_event (GString     *out,
                                const char  *data,
                                gsize        length,
                                McpRedactor *redactor)
{
  g_autoptr (McpSseParser) parser = NULL;
  g_autoptr (GString) object = NULL;
  McpSseItem item;

  if (is_only_data (data, length))
    return;

  parser = mcp_sse_parser_new (G_MAXSIZE);
  object = g_string_new ("{");
  mcp_sse_parser_push (parser, data, length, 0);
  mcp_sse_parser_push (parser, "\n\n", 2, 0);
  mcp_sse_parser_finish (parser);
  while (mcp_sse_parser_next (parser, &item))
    {
      append_item (object, &item);
      mcp_sse_item_clear (&item);
    }
  if (object->len == 1)
    return;

  g_string_append_c (object, '}');
  g_string_append (out, ",\"ev\":");
  append_json (out, object->str, object->len, redactor, mcp_redactor_redact);
}
