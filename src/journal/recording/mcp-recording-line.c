/* mcp-recording-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-recorder-line.h"
#include "mcp-recording-reader.h"
#include "mcp-text.h"

/*
 * A line of a recording: docs/recording-format.md. What is understood is taken, all else is left
 * to the line itself, which is kept when our writer would not write the same.
 */

/* What a line may say, each at most once. */
typedef struct
{
  McpSpan t;
  McpSpan ch;
  McpSpan dir;
  McpSpan x;
  McpSpan probe;
  McpSpan raw;
  McpSpan raw64;
  McpSpan http;
  McpSpan proc;
  McpSpan note;
  McpSpan eol;
  McpSpan size;
  McpSpan other;
} Members;

static McpSpan *
find_member (Members    *members,
             const char *key,
             gsize       length)
{
  static const struct
  {
    const char *name;
    gsize       offset;
  } known[] = {
    { "t", G_STRUCT_OFFSET (Members, t) },         { "ch", G_STRUCT_OFFSET (Members, ch) },
    { "dir", G_STRUCT_OFFSET (Members, dir) },     { "raw", G_STRUCT_OFFSET (Members, raw) },
    { "x", G_STRUCT_OFFSET (Members, x) },         { "probe", G_STRUCT_OFFSET (Members, probe) },
    { "raw64", G_STRUCT_OFFSET (Members, raw64) }, { "http", G_STRUCT_OFFSET (Members, http) },
    { "proc", G_STRUCT_OFFSET (Members, proc) },   { "note", G_STRUCT_OFFSET (Members, note) },
    { "eol", G_STRUCT_OFFSET (Members, eol) },     { "size", G_STRUCT_OFFSET (Members, size) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i].name) == length - 2 && memcmp (known[i].name, key + 1, length - 2) == 0)
      return G_STRUCT_MEMBER_P (members, known[i].offset);

  return &members->other;
}

static gboolean
read_members (const char *text,
              gsize       length,
              Members    *members)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, text, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    *find_member (members, text + key.offset, key.length) = value;

  return TRUE;
}

static gboolean
is_string (const char *text,
           McpSpan     span,
           const char *expected)
{
  return span.length == strlen (expected) + 2 && text[span.offset] == '"'
         && memcmp (text + span.offset + 1, expected, span.length - 2) == 0;
}

static guint64
read_number (const char *text,
             McpSpan     span,
             guint64     max)
{
  gint64 number = 0;

  if (span.length == 0 || !mcp_json_lookup_int64 (text + span.offset, span.length, NULL, &number))
    return 0;

  return CLAMP (number, 0, (gint64) max);
}

static gboolean
find_channel (const char *text,
              McpSpan     span,
              McpChannel *channel)
{
  for (guint i = MCP_CHANNEL_STDIO; i < MCP_N_CHANNELS; i++)
    if (is_string (text, span, mcp_channel_get_nick (i)))
      {
        *channel = i;
        return TRUE;
      }

  return FALSE;
}

/*
 * Whether a string of valid JSON is escaped as our writer does it: what it would write without a
 * backslash stands so, and the rest in its short form. Of the longer forms, some are ours as well;
 * those are for the caller to compare.
 */
static gboolean
is_escaped_plainly (const char *text,
                    McpSpan     span)
{
  const char *at = text + span.offset;
  const char *end = at + span.length;

  while ((at = memchr (at, '\\', end - at)) != NULL)
    {
      switch (at[1])
        {
        case '"':
        case '\\':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
          at += 2;
          break;
        default:
          return FALSE;
        }
    }

  return TRUE;
}

static GBytes *
decode_raw (const char *text,
            McpSpan     span)
{
  char *decoded;

  if (span.length >= 2 && text[span.offset] == '"'
      && memchr (text + span.offset, '\\', span.length) == NULL)
    return g_bytes_new (text + span.offset + 1, span.length - 2);

  decoded = mcp_json_dup_string (text + span.offset, span.length);

  return decoded != NULL ? g_bytes_new_take (decoded, strlen (decoded)) : NULL;
}

static GBytes *
decode_raw64 (const char  *text,
              McpSpan      span,
              GError     **error)
{
  char *decoded = mcp_json_dup_string (text + span.offset, span.length);
  gsize length = 0;

  if (decoded == NULL || !mcp_text_is_base64 (decoded))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, _("“raw64” is not base64"));
      g_free (decoded);
      return NULL;
    }
  if (*decoded != '\0')
    g_base64_decode_inplace (decoded, &length);

  return g_bytes_new_take (decoded, length);
}

/* The object that stands in place of bytes, when the channel has one. */
static McpSpan
get_object (const Members *members,
            McpChannel     channel)
{
  if (channel == MCP_CHANNEL_PROCESS)
    return members->proc;
  if (channel == MCP_CHANNEL_SESSION)
    return members->note;

  return channel == MCP_CHANNEL_HTTP || channel == MCP_CHANNEL_AUTH ? members->http
                                                                    : (McpSpan) { 0, 0 };
}

static void
read_flags (const char       *text,
            const Members    *members,
            McpRecordingLine *line)
{
  if (members->eol.length == 2)
    line->flags |= MCP_RECORD_FLAG_NO_EOL;
  else if (is_string (text, members->eol, "\\r\\n"))
    line->flags |= MCP_RECORD_FLAG_CRLF;
  if (is_string (text, members->probe, "era"))
    line->flags |= MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA;
  else if (members->probe.length > 0)
    line->flags |= MCP_RECORD_FLAG_PROBE;
}

static gboolean
read_content (const char        *text,
              gsize              length,
              const Members     *members,
              McpRecordingLine  *line,
              GError           **error)
{
  McpSpan object = get_object (members, line->channel);

  if (!line->has_channel)
    object = (McpSpan) { 0, length };

  if (object.length > 0)
    {
      line->bytes = g_bytes_new (text + object.offset, object.length);
      return TRUE;
    }

  if (line->channel == MCP_CHANNEL_PROCESS || line->channel == MCP_CHANNEL_SESSION)
    return FALSE;

  line->has_bytes = TRUE;
  if (members->raw.length > 0)
    {
      line->bytes = decode_raw (text, members->raw);
      if (text[members->raw.offset] == '"' && is_escaped_plainly (text, members->raw))
        line->raw = members->raw;
    }
  else if (members->raw64.length > 0)
    line->bytes = decode_raw64 (text, members->raw64, error);

  return line->bytes != NULL;
}

/* Which event a note is about; those are no events themselves. */
static gint64
read_about (const char       *text,
            const Members    *members,
            McpRecordingLine *line)
{
  gint64 about = -1;

  if (line->has_channel && line->channel == MCP_CHANNEL_SESSION
      && mcp_json_lookup_int64 (text + members->note.offset, members->note.length, "about", &about))
    return CLAMP (about, 0, G_MAXUINT32);

  return -1;
}

/*
 * mcp_recording_line_parse:
 * @text: a line without its end
 * @line: (out): what it says; clear it in either case
 * @error: of %MCP_ERROR_INVALID_MESSAGE, for people
 *
 * Reads a line. A channel that is not known is a note whose bytes are the line.
 *
 * Returns: %FALSE when the line is no event
 */
gboolean
mcp_recording_line_parse (const char        *text,
                          gsize              length,
                          McpRecordingLine  *line,
                          GError           **error)
{
  Members members = { 0 };
  GError *local_error = NULL;

  *line = (McpRecordingLine) { .channel = MCP_CHANNEL_SESSION, .about = -1 };
  if (!mcp_json_validate (text, length, error))
    return FALSE;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !read_members (text, length, &members))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, _("The line is no JSON object"));
      return FALSE;
    }
  if (members.ch.length == 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, _("The line names no channel"));
      return FALSE;
    }

  line->t_usec = read_number (text, members.t, G_GINT64_CONSTANT (1) << 53);
  line->has_channel = find_channel (text, members.ch, &line->channel);
  line->direction = is_string (text, members.dir, "in") ? MCP_DIRECTION_IN : MCP_DIRECTION_OUT;
  line->exchange = read_number (text, members.x, G_MAXUINT32);
  line->size = read_number (text, members.size, G_MAXINT64);
  read_flags (text, &members, line);
  line->about = read_about (text, &members, line);
  if (read_content (text, length, &members, line, &local_error))
    return TRUE;

  if (local_error != NULL)
    g_propagate_error (error, local_error);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, _("The line has no content"));

  return FALSE;
}

/*
 * Whether our writer would write this very line, for one whose string is known to be as it escapes
 * one: only what stands around is compared, and no byte of the string is copied.
 */
static gboolean
is_plain_around (const McpRecordingLine *line,
                 const McpRecorderLine  *facts,
                 const char             *text,
                 gsize                   length,
                 GString                *scratch)
{
  gsize end = line->raw.offset + line->raw.length;

  g_string_truncate (scratch, 0);
  mcp_recorder_line_append_before (scratch, facts);
  g_string_append (scratch, ",\"raw\":");
  if (scratch->len != line->raw.offset
      || memcmp (scratch->str, text, line->raw.offset) != 0)
    return FALSE;

  g_string_truncate (scratch, 0);
  mcp_recorder_line_append_after (scratch, facts);

  return scratch->len == length - end + 1
         && memcmp (scratch->str, text + end, length - end) == 0;
}

/*
 * mcp_recording_line_is_plain:
 * @line: what a line says
 * @header: the record that was made of it
 * @text: the line without its end
 * @scratch: room to write in
 *
 * Compares a line with what the recorder would write for its record.
 *
 * Returns: %TRUE when that is this very line
 */
gboolean
mcp_recording_line_is_plain (const McpRecordingLine *line,
                             const McpSpoolHeader   *header,
                             const char             *text,
                             gsize                   length,
                             GString                *scratch)
{
  McpRecorderLine facts = { 0 };
  gsize n_bytes;
  const char *data = g_bytes_get_data (line->bytes, &n_bytes);
  gsize n_lead = header->lead;
  gboolean joined = (header->flags & MCP_RECORD_FLAG_JOINED) != 0;

  facts.t_usec = line->t_usec;
  facts.channel = line->channel;
  facts.direction = line->direction;
  facts.exchange = line->exchange;
  facts.flags = line->flags;
  facts.message_length = header->length - n_lead - header->trail;
  facts.size = line->size != 0 ? line->size : facts.message_length;
  if (line->raw.length > 0 && line->channel != MCP_CHANNEL_SSE)
    return is_plain_around (line, &facts, text, length, scratch);

  g_string_truncate (scratch, 0);
  mcp_recorder_line_append_before (scratch, &facts);
  if (!line->has_bytes)
    mcp_recorder_line_append_object (scratch,
                                     line->channel == MCP_CHANNEL_PROCESS   ? MCP_RECORDER_PROC
                                     : line->channel == MCP_CHANNEL_SESSION ? MCP_RECORDER_NOTE
                                                                            : MCP_RECORDER_HTTP,
                                     data, n_bytes, NULL);
  else
    mcp_recorder_line_append_bytes (scratch, data, n_bytes,
                                    (McpSpan) { joined ? 0 : n_lead,
                                                joined ? n_bytes : facts.message_length },
                                    line->channel, NULL, NULL, NULL);
  if (line->has_bytes && line->channel == MCP_CHANNEL_SSE)
    mcp_recorder_line_append_event (scratch, data, n_bytes, NULL);
  mcp_recorder_line_append_after (scratch, &facts);

  return scratch->len == length + 1 && memcmp (scratch->str, text, length) == 0;
}

void
mcp_recording_line_clear (McpRecordingLine *line)
{
  g_clear_pointer (&line->bytes, g_bytes_unref);
}
