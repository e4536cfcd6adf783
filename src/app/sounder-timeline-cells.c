/* sounder-timeline-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-timeline-cells"

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-summary.h"

#include "sounder-timeline-cells.h"

/*
 * The texts and tones of the timeline's cells. What a colour says, a sign or a word says as well:
 * ✗ for what failed, ⚠ for what has findings.
 */

/* More of a name does not fit into any cell, and laying out a megabyte takes seconds. */
#define MAX_CELL_BYTES 256

static char *
dup_visible (const char *text)
{
  if (text == NULL)
    return g_strdup ("");

  return mcp_format_visible (text, strnlen (text, MAX_CELL_BYTES), FALSE);
}

static char *
dup_id (McpRecord *record)
{
  g_autofree char *id = mcp_record_dup_id (record);

  return dup_visible (id);
}

static char *
dup_summary (McpRecord *record)
{
  g_autofree char *summary = mcp_summary_for_record (record);
  guint flags = mcp_record_get_flags (record);

  if (flags & MCP_RECORD_FLAG_FINDING)
    return g_strconcat ("⚠ ", summary, NULL);
  if (mcp_record_get_status (record) == MCP_STATUS_ERROR || (flags & MCP_RECORD_FLAG_TOOL_ERROR))
    return g_strconcat ("✗ ", summary, NULL);

  return g_steal_pointer (&summary);
}

static char *
dup_took (McpRecord *record)
{
  gint64 latency_usec = mcp_record_get_latency_usec (record);

  /* An answer says nothing here: its request does. */
  if (mcp_record_get_kind (record) == MCP_RECORD_PENDING)
    return g_strdup (_("arriving"));
  if (mcp_record_get_kind (record) != MCP_RECORD_REQUEST)
    return g_strdup (mcp_record_get_status (record) == MCP_STATUS_ORPHAN ? _("orphan") : "");

  switch (mcp_record_get_status (record))
    {
    case MCP_STATUS_PENDING:
      return g_strdup (_("pending"));
    case MCP_STATUS_CANCELLED:
      return g_strdup (_("cancelled"));
    case MCP_STATUS_TIMED_OUT:
      return g_strdup (_("timed out"));
    case MCP_STATUS_LOST:
      return g_strdup (_("lost"));
    case MCP_STATUS_NONE:
    case MCP_STATUS_OK:
    case MCP_STATUS_ERROR:
    case MCP_STATUS_ORPHAN:
    default:
      return latency_usec >= 0 ? mcp_format_duration (latency_usec) : g_strdup ("");
    }
}

static const char *
get_direction_sign (McpRecord *record)
{
  switch (mcp_record_get_channel (record))
    {
    case MCP_CHANNEL_PROCESS:
    case MCP_CHANNEL_SESSION:
      return "•";
    case MCP_CHANNEL_STDIO:
    case MCP_CHANNEL_STDERR:
    case MCP_CHANNEL_NOISE:
    default:
      return mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? "→" : "←";
    }
}

static SounderTone
get_kind_tone (McpRecord *record)
{
  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_REQUEST:
      return SOUNDER_TONE_REQUEST;
    case MCP_RECORD_RESULT:
      return SOUNDER_TONE_RESPONSE;
    case MCP_RECORD_NOTIFICATION:
      return SOUNDER_TONE_NOTIFICATION;
    case MCP_RECORD_ERROR:
    case MCP_RECORD_INVALID:
    case MCP_RECORD_OVERSIZED:
      return SOUNDER_TONE_ERROR;
    case MCP_RECORD_BATCH:
    case MCP_RECORD_NOISE:
    case MCP_RECORD_PENDING:
    case MCP_RECORD_STDERR:
      return SOUNDER_TONE_WARNING;
    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
    case MCP_RECORD_NOTE:
    default:
      return SOUNDER_TONE_DIM;
    }
}

/**
 * sounder_timeline_record_failed:
 * @record: a record
 *
 * Gets whether a row shall look like a failure.
 *
 * Returns: %TRUE for error answers, their requests, and what is no message
 */
gboolean
sounder_timeline_record_failed (McpRecord *record)
{
  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_ERROR:
    case MCP_RECORD_INVALID:
    case MCP_RECORD_OVERSIZED:
      return TRUE;
    default:
      break;
    }

  switch (mcp_record_get_status (record))
    {
    case MCP_STATUS_ERROR:
    case MCP_STATUS_TIMED_OUT:
    case MCP_STATUS_LOST:
    case MCP_STATUS_ORPHAN:
      return TRUE;
    default:
      return (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TOOL_ERROR) != 0;
    }
}

/**
 * sounder_timeline_record_waits:
 * @record: a record
 *
 * Gets whether a row shows something that goes on.
 *
 * Returns: %TRUE for requests without an answer and unfinished lines
 */
gboolean
sounder_timeline_record_waits (McpRecord *record)
{
  return mcp_record_get_status (record) == MCP_STATUS_PENDING
         || mcp_record_get_kind (record) == MCP_RECORD_PENDING;
}

/**
 * sounder_timeline_cell_dup_text:
 * @record: a record
 * @column: a column
 *
 * Gets what a cell says. The summary reads from the message, so it is not to be asked for rows
 * that nobody sees.
 *
 * Returns: (transfer full): one line, safe to show; empty for the waterfall
 */
char *
sounder_timeline_cell_dup_text (McpRecord     *record,
                                SounderColumn  column)
{
  switch (column)
    {
    case SOUNDER_COLUMN_TIME:
      return mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);
    case SOUNDER_COLUMN_DIRECTION:
      return g_strdup (get_direction_sign (record));
    case SOUNDER_COLUMN_KIND:
      /* The word of the filter language, so not translated. */
      return g_strdup (mcp_record_kind_get_nick (mcp_record_get_kind (record)));
    case SOUNDER_COLUMN_METHOD:
      return dup_visible (mcp_record_get_method (record));
    case SOUNDER_COLUMN_SUMMARY:
      return dup_summary (record);
    case SOUNDER_COLUMN_ID:
      return dup_id (record);
    case SOUNDER_COLUMN_SIZE:
      return mcp_format_size (mcp_record_get_size (record));
    case SOUNDER_COLUMN_TOOK:
      return dup_took (record);
    case SOUNDER_COLUMN_WATERFALL:
    case SOUNDER_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

/**
 * sounder_timeline_cell_get_tone:
 * @record: a record
 * @column: a column
 *
 * Gets the tone of a cell's text, or of the bar in the waterfall.
 *
 * Returns: the tone
 */
SounderTone
sounder_timeline_cell_get_tone (McpRecord     *record,
                                SounderColumn  column)
{
  gboolean failed = sounder_timeline_record_failed (record);
  gboolean waits = sounder_timeline_record_waits (record);

  switch (column)
    {
    case SOUNDER_COLUMN_DIRECTION:
      return SOUNDER_TONE_TEXT;
    case SOUNDER_COLUMN_KIND:
      return get_kind_tone (record);
    case SOUNDER_COLUMN_METHOD:
      return failed ? SOUNDER_TONE_ERROR : SOUNDER_TONE_TEXT;
    case SOUNDER_COLUMN_SUMMARY:
      if (failed)
        return SOUNDER_TONE_ERROR;
      return mcp_record_get_flags (record) & MCP_RECORD_FLAG_FINDING ? SOUNDER_TONE_WARNING
                                                                     : SOUNDER_TONE_DIM;
    case SOUNDER_COLUMN_TOOK:
      return waits ? SOUNDER_TONE_WARNING : SOUNDER_TONE_TEXT;
    case SOUNDER_COLUMN_WATERFALL:
      if (waits)
        return SOUNDER_TONE_BAR_WAITING;
      return failed ? SOUNDER_TONE_BAR_FAILED : SOUNDER_TONE_BAR;
    case SOUNDER_COLUMN_TIME:
    case SOUNDER_COLUMN_ID:
    case SOUNDER_COLUMN_SIZE:
    case SOUNDER_N_COLUMNS:
    default:
      return SOUNDER_TONE_DIM;
    }
}

static const char *
get_direction_word (McpRecord *record)
{
  switch (mcp_record_get_channel (record))
    {
    case MCP_CHANNEL_PROCESS:
      return _("process");
    case MCP_CHANNEL_SESSION:
      return _("session");
    case MCP_CHANNEL_STDIO:
    case MCP_CHANNEL_STDERR:
    case MCP_CHANNEL_NOISE:
    default:
      return mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? _("to the server")
                                                                    : _("from the server");
    }
}

static void
add_part (GString    *out,
          const char *part)
{
  if (part == NULL || *part == '\0')
    return;

  if (out->len > 0)
    g_string_append (out, ", ");
  g_string_append (out, part);
}

/**
 * sounder_timeline_cells_dup_label:
 * @record: a record
 * @summary: its summary
 *
 * Puts all cells into one line for those who cannot see them.
 *
 * Returns: (transfer full): the line
 */
char *
sounder_timeline_cells_dup_label (McpRecord  *record,
                                  const char *summary)
{
  GString *out = g_string_new (NULL);
  g_autofree char *time = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TIME);
  g_autofree char *method = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_METHOD);
  g_autofree char *id = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_ID);
  g_autofree char *size = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SIZE);
  g_autofree char *took = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TOOK);

  add_part (out, time);
  add_part (out, mcp_record_kind_get_nick (mcp_record_get_kind (record)));
  add_part (out, get_direction_word (record));
  add_part (out, method);
  add_part (out, summary);
  if (*id != '\0')
    /* Translators: the id of a message, for a screen reader */
    g_string_append_printf (out, _(", id %s"), id);
  add_part (out, size);
  add_part (out, took);
  if (sounder_timeline_record_failed (record))
    add_part (out, _("failed"));
  if (mcp_record_get_flags (record) & MCP_RECORD_FLAG_FINDING)
    add_part (out, _("has findings"));

  return g_string_free (out, FALSE);
}

static char *
dup_waterfall_tooltip (McpRecord *record)
{
  gint64 queued_usec = mcp_record_get_queued_usec (record);
  gint64 latency_usec = mcp_record_get_latency_usec (record);
  g_autofree char *start = NULL;
  g_autofree char *queued = mcp_format_duration (queued_usec);
  g_autofree char *took = NULL;

  if (!sounder_timeline_record_waits (record) && latency_usec < 0)
    return NULL;

  start = mcp_format_wall_time (mcp_record_get_wall_usec (record) - queued_usec, TRUE);
  took = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TOOK);

  return g_strdup_printf (_("Started %s\nWaited in the queue %s\nTook %s"), start, queued, took);
}

/**
 * sounder_timeline_cell_dup_tooltip:
 * @record: a record
 * @column: the column that is pointed at
 *
 * Gets what there is to say beyond the cell.
 *
 * Returns: (transfer full) (nullable): text, not markup
 */
char *
sounder_timeline_cell_dup_tooltip (McpRecord     *record,
                                   SounderColumn  column)
{
  switch (column)
    {
    case SOUNDER_COLUMN_TIME:
      return mcp_format_wall_time (mcp_record_get_wall_usec (record), TRUE);
    case SOUNDER_COLUMN_DIRECTION:
      return g_strdup (get_direction_word (record));
    case SOUNDER_COLUMN_METHOD:
    case SOUNDER_COLUMN_SUMMARY:
    case SOUNDER_COLUMN_ID:
      return sounder_timeline_cell_dup_text (record, column);
    case SOUNDER_COLUMN_SIZE:
      return g_strdup_printf (ngettext ("%" PRIu64 " byte",
                                        "%" PRIu64 " bytes",
                                        mcp_record_get_size (record)),
                              mcp_record_get_size (record));
    case SOUNDER_COLUMN_TOOK:
    case SOUNDER_COLUMN_WATERFALL:
      return dup_waterfall_tooltip (record);
    case SOUNDER_COLUMN_KIND:
    case SOUNDER_N_COLUMNS:
    default:
      return NULL;
    }
}
