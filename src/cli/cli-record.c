/* cli-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-json.h"
#include "cli-record.h"
#include "cli-text.h"
#include "cli-trace.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/*
 * The exact bytes, but for the values of secret headers: as a string where they are text, else in
 * base64.
 */
static void
append_raw (McpRecord *record,
            GString   *out)
{
  g_autoptr (GBytes) stored = mcp_record_dup_bytes (record, NULL);
  g_autoptr (GBytes) bytes = NULL;
  gsize length = 0;
  const char *data;

  if (stored != NULL)
    bytes = mcp_record_kind_is_http (mcp_record_get_kind (record)) ? cli_http_mask (stored)
                                                                   : g_bytes_ref (stored);
  data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  if (data == NULL)
    data = "";

  if (g_utf8_validate_len (data, length, NULL))
    {
      mcp_json_append_key (out, "raw");
      mcp_json_append_string (out, data, length);
    }
  else
    {
      g_autofree char *encoded = g_base64_encode ((const guchar *) data, length);

      mcp_json_append_member_string (out, "raw64", encoded);
    }
}

/* Appends the object that scripts see of a record. Times are microseconds; t_usec counts from the
 * start of the session. */
static void
cli_record_append_json (McpRecord *record,
                        GString   *out)
{
  McpJournal *journal = mcp_record_get_journal (record);
  g_autofree char *id = mcp_record_dup_id (record);
  gint64 latency_usec = mcp_record_get_latency_usec (record);
  guint pair = mcp_record_get_pair (record);

  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "serial", mcp_record_get_serial (record));
  mcp_json_append_member_int (out, "t_usec", mcp_record_get_time_usec (record) -
                                             mcp_journal_get_start_usec (journal));
  mcp_json_append_member_string (out, "dir",
                                 mcp_direction_get_nick (mcp_record_get_direction (record)));
  mcp_json_append_member_string (out, "ch", mcp_channel_get_nick (mcp_record_get_channel (record)));
  mcp_json_append_member_string (out, "kind",
                                 mcp_record_kind_get_nick (mcp_record_get_kind (record)));
  cli_json_append_string (out, "method", mcp_record_get_method (record));
  mcp_json_append_member (out, "id", id != NULL ? id : "null");
  mcp_json_append_member_string (out, "status",
                                 mcp_status_get_nick (mcp_record_get_status (record)));
  cli_json_append_number (out, "took_usec", latency_usec);
  cli_json_append_number (out, "pair", pair > 0 ? (gint64) pair : -1);
  append_raw (record, out);
  g_string_append_c (out, '}');
}

static CliStyle
get_kind_style (McpRecord *record)
{
  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_REQUEST:
      return CLI_STYLE_BLUE;
    case MCP_RECORD_RESULT:
      return (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TOOL_ERROR) != 0 ? CLI_STYLE_RED
                                                                               : CLI_STYLE_GREEN;
    case MCP_RECORD_NOTIFICATION:
      return CLI_STYLE_CYAN;
    case MCP_RECORD_ERROR:
      return mcp_record_asks_era (record) ? CLI_STYLE_DIM : CLI_STYLE_RED;
    case MCP_RECORD_INVALID:
    case MCP_RECORD_NOISE:
    case MCP_RECORD_OVERSIZED:
      return CLI_STYLE_RED;
    case MCP_RECORD_BATCH:
      return CLI_STYLE_MAGENTA;
    default:
      return CLI_STYLE_DIM;
    }
}

const char *
cli_record_get_arrow (McpRecord *record)
{
  McpChannel channel = mcp_record_get_channel (record);

  if (mcp_channel_carries_messages (channel) || channel == MCP_CHANNEL_NOISE
      || channel == MCP_CHANNEL_AUTH)
    return mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? "→" : "←";

  return channel == MCP_CHANNEL_STDERR ? "!" : "·";
}

/* How long an answer took belongs on the answer; the request was printed before it. */
static char *
format_took (McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  gint64 latency_usec = mcp_record_get_latency_usec (record);

  if (latency_usec < 0 || (kind != MCP_RECORD_RESULT && kind != MCP_RECORD_ERROR))
    return g_strdup ("");

  return mcp_format_duration (latency_usec);
}

/* Prints a line for people: time, direction, kind, method, what it says, how long it took. */
static void
cli_record_print_text (McpRecord *record,
                       CliOutput *output)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GString) field = g_string_new (NULL);
  g_autofree char *time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);
  g_autofree char *took = format_took (record);
  g_autofree char *method = cli_text_visible (mcp_record_get_method (record), -1, FALSE);
  g_autofree char *summary_text = mcp_summary_for_record (record);
  g_autofree char *summary = cli_text_visible (summary_text, -1, FALSE);
  g_autofree char *cut = NULL;
  guint columns = cli_output_get_columns (output);
  guint method_width = columns == 0 || columns >= 100 ? 33 : 24;
  guint used;

  cli_output_style (output, line, CLI_STYLE_DIM, time);
  g_string_append_printf (line, " %s ", cli_record_get_arrow (record));

  cli_text_append_padded (field, mcp_record_kind_get_nick (mcp_record_get_kind (record)), 13);
  cli_output_style (output, line, get_kind_style (record), field->str);

  g_string_truncate (field, 0);
  cut = cli_text_ellipsize (method, columns > 0 ? method_width - 1 : 0);
  cli_text_append_padded (field, cut, method_width);
  cli_output_style (output, line, CLI_STYLE_BOLD, field->str);

  used = cli_text_width (time) + 3 + 13 + cli_text_width (field->str);
  if (columns > 0)
    {
      guint took_width = *took != '\0' ? cli_text_width (took) + 1 : 0;
      guint room = columns > used + took_width + 8 ? columns - used - took_width - 1 : 8;
      g_autofree char *short_summary = cli_text_ellipsize (summary, room);

      if (*took != '\0')
        cli_text_append_padded (line, short_summary, room + 1);
      else
        g_string_append (line, short_summary);
    }
  else
    g_string_append_printf (line, "%s%s", summary, *took != '\0' ? "  " : "");

  cli_output_style (output, line, CLI_STYLE_DIM, took);
  cli_output_print (output, "%s\n", line->str);
}

void
cli_record_list_add (CliRecordList *self,
                     McpRecord     *record)
{
  g_autoptr (GString) object = g_string_new (NULL);

  switch (cli_output_get_format (self->output))
    {
    case CLI_FORMAT_TEXT:
      cli_record_print_text (record, self->output);
      return;

    case CLI_FORMAT_JSON:
      cli_output_print (self->output, self->started ? ",\n  " : "[\n  ");
      break;

    case CLI_FORMAT_NDJSON:
    default:
      break;
    }

  self->started = TRUE;
  cli_record_append_json (record, object);
  cli_output_write_tokens (self->output, object->str, object->len);
  if (cli_output_get_format (self->output) == CLI_FORMAT_NDJSON)
    cli_output_write (self->output, "\n", 1);
}

/* Ends the array, which may be empty. */
void
cli_record_list_end (CliRecordList *self)
{
  if (cli_output_get_format (self->output) != CLI_FORMAT_JSON)
    return;

  cli_output_print (self->output, self->started ? "\n]\n" : "[]\n");
}
