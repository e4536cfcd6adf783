/* mcp-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-export-private.h"
#include "mcp-json.h"

/*
 * A journal for other programs: the messages as JSON Lines, or a text for people. The HTTP Archive
 * is in mcp-export-har.c.
 */

struct _McpExportWriter
{
  McpExportFormat  format;
  McpRedactor     *redactor;  /* (nullable) the caller's */
  McpExportSink    sink;
  gpointer         user_data;
  GString         *out;
  McpExportHar    *har;       /* (nullable) */
};

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

const char *
mcp_export_get_suffix (McpExportFormat format)
{
  static const char *const suffixes[] = { ".har", ".jsonl", ".txt" };

  g_return_val_if_fail (format < G_N_ELEMENTS (suffixes), "");

  return suffixes[format];
}

/* Returns: (transfer full) (nullable): the bytes cannot be read */
static char *
dup_redacted (const McpExportItem *item,
              McpRedactor         *redactor,
              gsize               *length)
{
  g_autoptr (GBytes) bytes = mcp_export_item_read (item);
  const char *data;

  if (bytes == NULL)
    return NULL;

  data = g_bytes_get_data (bytes, length);
  if (redactor == NULL || *length == 0)
    return g_strndup (data, *length);

  if (item->channel == MCP_CHANNEL_STDERR || item->channel == MCP_CHANNEL_NOISE)
    {
      char *line = mcp_redactor_redact_line (redactor, item->channel, data, *length, length);

      return line != NULL ? line : g_strndup (data, *length);
    }

  return mcp_record_kind_is_http (item->kind)
           ? mcp_redactor_redact_http (redactor, data, *length, length)
           : mcp_redactor_redact (redactor, data, *length, length);
}

/* A message that is JSON, in one line. What is broken is no line of JSON. */
static gboolean
append_message (const McpExportItem *item,
                McpRedactor         *redactor,
                GString             *out)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  gsize length;

  if (!mcp_record_kind_is_message (item->kind))
    return TRUE;

  text = dup_redacted (item, redactor, &length);
  if (text == NULL)
    return FALSE;
  if (length == 0 || !mcp_json_validate (text, length, NULL))
    return TRUE;

  line = mcp_json_one_line (text, length, &length);
  g_string_append_len (out, line, length);
  g_string_append_c (out, '\n');

  return TRUE;
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

static gboolean
append_text (const McpExportItem *item,
             McpRedactor         *redactor,
             GString             *out)
{
  g_autofree char *text = NULL;
  gsize length;

  mcp_wall_time_append (out, item->wall_usec);
  g_string_append_printf (out, " %s %s %s", item->direction == MCP_DIRECTION_OUT ? "→" : "←",
                          mcp_channel_get_nick (item->channel),
                          mcp_record_kind_get_nick (item->kind));
  if (item->method != NULL)
    {
      g_string_append_c (out, ' ');
      append_visible (out, item->method, strlen (item->method));
    }
  if (item->latency_usec >= 0 && item->kind != MCP_RECORD_REQUEST)
    g_string_append_printf (out, " %.3f ms", item->latency_usec / 1000.0);

  text = dup_redacted (item, redactor, &length);
  if (text == NULL)
    return FALSE;

  g_string_append (out, "  ");
  append_visible (out, text, length);
  g_string_append_c (out, '\n');

  return TRUE;
}

/*
 * mcp_export_writer_new:
 * @redactor: (nullable) (transfer none): %NULL takes nothing out
 * @sink: takes the pieces
 *
 * Makes the half that may be used by a worker, as long as nobody else does.
 */
McpExportWriter *
mcp_export_writer_new (McpExportFormat  format,
                       McpRedactor     *redactor,
                       McpExportSink    sink,
                       gpointer         user_data)
{
  McpExportWriter *self = g_new0 (McpExportWriter, 1);

  self->format = format;
  self->redactor = redactor;
  self->sink = sink;
  self->user_data = user_data;
  self->out = g_string_new (NULL);
  if (format == MCP_EXPORT_HAR)
    self->har = mcp_export_har_new (redactor);

  return self;
}

void
mcp_export_writer_free (McpExportWriter *self)
{
  g_clear_pointer (&self->har, mcp_export_har_free);
  g_string_free (self->out, TRUE);
  g_free (self);
}

static gboolean
give_out (McpExportWriter *self)
{
  gboolean taken = self->out->len == 0
                   || self->sink (self->out->str, self->out->len, self->user_data);

  g_string_truncate (self->out, 0);

  return taken;
}

/* Returns: %FALSE when the item cannot be read, with errno, or the sink wants no more */
gboolean
mcp_export_writer_add (McpExportWriter     *self,
                       const McpExportItem *item)
{
  gboolean read;

  if (self->format == MCP_EXPORT_HAR)
    read = mcp_export_har_add (self->har, item, self->out);
  else if (self->format == MCP_EXPORT_JSONL)
    read = append_message (item, self->redactor, self->out);
  else
    read = append_text (item, self->redactor, self->out);

  return read && give_out (self);
}

gboolean
mcp_export_writer_end (McpExportWriter *self)
{
  if (self->format == MCP_EXPORT_HAR)
    mcp_export_har_end (self->har, self->out);

  return give_out (self);
}

/**
 * mcp_export_write:
 * @journal: a journal that is whole
 * @redactor: (nullable): %NULL takes nothing out
 * @sink: takes the pieces
 *
 * Writes a journal for other programs. Blocks as long as that takes: see mcp_export_save_async().
 *
 * Returns: %FALSE when the sink wanted no more, or the journal cannot be read
 */
gboolean
mcp_export_write (McpJournal      *journal,
                  McpExportFormat  format,
                  McpRedactor     *redactor,
                  McpExportSink    sink,
                  gpointer         user_data)
{
  g_autoptr (McpExportSource) source = NULL;
  g_autoptr (McpExportWriter) writer = NULL;
  McpExportItem item;
  McpExportStep step;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), FALSE);
  g_return_val_if_fail (sink != NULL, FALSE);

  source = mcp_export_source_new (journal, format, NULL);
  writer = mcp_export_writer_new (format, redactor, sink, user_data);
  while ((step = mcp_export_source_next (source, &item)) != MCP_EXPORT_END)
    {
      gboolean taken = step == MCP_EXPORT_NOTHING || mcp_export_writer_add (writer, &item);

      if (step == MCP_EXPORT_ITEM)
        mcp_export_item_clear (&item);
      if (!taken)
        return FALSE;
    }

  return mcp_export_writer_end (writer);
}
