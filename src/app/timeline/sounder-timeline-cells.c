/* sounder-timeline-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-annotations.h"
#include "mcp-summary.h"

#include "sounder-exchange.h"
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

/* Whether a call took several requests, and this is not the first of them. */
static gboolean
continues_conversation (McpRecord *record)
{
  guint first = mcp_record_get_conversation (record);
  guint pair = mcp_record_get_pair (record);

  if (first == 0 && pair != 0)
    first = mcp_journal_get_conversation (mcp_record_get_journal (record), pair);

  return first != 0 && first != mcp_record_get_serial (record);
}

static char *
dup_method (McpRecord *record)
{
  g_autofree char *method = dup_visible (mcp_record_get_method (record));

  return continues_conversation (record) ? g_strconcat ("↳ ", method, NULL)
                                         : g_steal_pointer (&method);
}

/* An answer is of the probe that its request is. */
static gboolean
is_probe (McpRecord *record)
{
  g_autoptr (McpRecord) request = NULL;

  if (mcp_record_get_kind (record) != MCP_RECORD_RESULT
      && mcp_record_get_kind (record) != MCP_RECORD_ERROR)
    return (mcp_record_get_flags (record) & MCP_RECORD_FLAG_PROBE) != 0;

  if (mcp_record_get_pair (record) != 0)
    request = mcp_journal_get_record (mcp_record_get_journal (record), mcp_record_get_pair (record));

  return request != NULL && (mcp_record_get_flags (request) & MCP_RECORD_FLAG_PROBE) != 0;
}

/* What Sounder asked by itself says so. */
static char *
dup_plain_summary (McpRecord *record)
{
  const char *sender = NULL;
  g_autofree char *summary = mcp_summary_for_record (record);

  if (mcp_record_asks_era (record))
    sender = mcp_record_get_kind (record) == MCP_RECORD_ERROR ? _("era probe, refusal expected")
                                                              : _("era probe");
  else if (is_probe (record))
    sender = _("health probe");
  if (sender == NULL)
    return g_steal_pointer (&summary);

  return *summary != '\0' ? g_strconcat (sender, " · ", summary, NULL) : g_strdup (sender);
}

/* What somebody marked: ⚑ for a pin, ✎ for a comment, which is read before all else. */
static char *
dup_marks (McpRecord *record)
{
  McpJournal *journal = mcp_record_get_journal (record);
  guint serial = mcp_record_get_serial (record);
  const char *pin = mcp_journal_is_pinned (journal, serial) ? "⚑ " : "";
  const char *comment = mcp_journal_get_comment (journal, serial);
  g_autofree char *visible = comment != NULL ? mcp_format_label (comment, FALSE) : NULL;

  return visible != NULL ? g_strconcat (pin, "✎ ", visible, " · ", NULL) : g_strdup (pin);
}

static char *
dup_summary (McpRecord *record)
{
  gboolean has_finding = (mcp_record_get_flags (record) & MCP_RECORD_FLAG_FINDING) != 0;
  g_autofree char *summary = dup_plain_summary (record);
  g_autofree char *marks = dup_marks (record);

  return g_strconcat (marks, has_finding ? "⚠ " : mcp_record_is_error (record) ? "✗ " : "", summary,
                      NULL);
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
      return mcp_record_is_error (record) ? SOUNDER_TONE_ERROR : SOUNDER_TONE_RESPONSE;
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
 * sounder_timeline_record_waits:
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
      return dup_method (record);
    case SOUNDER_COLUMN_SUMMARY:
      return dup_summary (record);
    case SOUNDER_COLUMN_ID:
      return dup_id (record);
    case SOUNDER_COLUMN_SIZE:
      return mcp_format_size (mcp_record_get_size (record));
    case SOUNDER_COLUMN_TOOK:
      return dup_took (record);
    case SOUNDER_COLUMN_SINCE:
    case SOUNDER_COLUMN_REFERENCE:
    case SOUNDER_COLUMN_WATERFALL:
    case SOUNDER_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

/**
 * sounder_timeline_cell_dup_chip:
 *
 * Gets what stands before the summary of a message that was not simply taken: the HTTP status.
 *
 * Returns: (transfer full) (nullable): a few characters, or %NULL for no chip
 */
char *
sounder_timeline_cell_dup_chip (McpRecord *record)
{
  guint status = sounder_exchange_peek_status (record);

  return status == 0 || status == 200 || status == 202 ? NULL : g_strdup_printf ("%u", status);
}

SounderTone
sounder_timeline_cell_get_tone (McpRecord     *record,
                                SounderColumn  column)
{
  gboolean failed = mcp_record_is_error (record);
  gboolean waits = sounder_timeline_record_waits (record);

  switch (column)
    {
    case SOUNDER_COLUMN_DIRECTION:
      /* What is around the messages stays behind them. */
      return mcp_record_is_aside (record) ? SOUNDER_TONE_DIM : SOUNDER_TONE_TEXT;
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
    case SOUNDER_COLUMN_SINCE:
    case SOUNDER_COLUMN_REFERENCE:
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
  g_autofree char *method = dup_visible (mcp_record_get_method (record));
  g_autofree char *id = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_ID);
  g_autofree char *size = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SIZE);
  g_autofree char *took = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TOOK);
  g_autofree char *chip = sounder_timeline_cell_dup_chip (record);

  add_part (out, time);
  add_part (out, mcp_record_kind_get_nick (mcp_record_get_kind (record)));
  add_part (out, get_direction_word (record));
  add_part (out, method);
  if (chip != NULL)
    g_string_append_printf (out, ", HTTP %s", chip);
  add_part (out, summary);
  if (*id != '\0')
    /* Translators: the id of a message, for a screen reader */
    g_string_append_printf (out, _(", id %s"), id);
  add_part (out, size);
  add_part (out, took);
  if (continues_conversation (record))
    add_part (out, _("continues a call"));
  if (mcp_record_is_error (record))
    add_part (out, _("failed"));
  if (mcp_record_get_flags (record) & MCP_RECORD_FLAG_FINDING)
    add_part (out, _("has findings"));
  if (mcp_journal_is_pinned (mcp_record_get_journal (record), mcp_record_get_serial (record)))
    add_part (out, _("pinned"));

  return g_string_free (out, FALSE);
}

/* When the answer began, after its request; -1 where nothing says so. */
static gint64
get_first_byte_usec (McpRecord *record)
{
  g_autoptr (SounderExchange) exchange = NULL;

  if (mcp_record_get_exchange (record) == 0)
    return -1;

  exchange = sounder_exchange_read (mcp_record_get_journal (record),
                                    mcp_record_get_exchange (record), 0);

  return exchange != NULL ? exchange->phases[SOUNDER_PHASE_FIRST_BYTE] : -1;
}

static void
add_tooltip_line (GString    *out,
                  const char *format,
                  char       *value)
{
  if (out->len > 0)
    g_string_append_c (out, '\n');
  g_string_append_printf (out, format, value);
  g_free (value);
}

static char *
dup_waterfall_tooltip (McpRecord *record)
{
  gint64 queued_usec = mcp_record_get_queued_usec (record);
  gint64 latency_usec = mcp_record_get_latency_usec (record);
  gint64 wall_usec = mcp_record_get_wall_usec (record);
  gint64 first_byte_usec;
  GString *out;

  if (!sounder_timeline_record_waits (record) && latency_usec < 0)
    return NULL;

  out = g_string_new (NULL);
  first_byte_usec = get_first_byte_usec (record);
  add_tooltip_line (out, _("Started %s"), mcp_format_wall_time (wall_usec - queued_usec, TRUE));
  add_tooltip_line (out, _("Waited in the queue %s"), mcp_format_duration (queued_usec));
  if (first_byte_usec >= 0)
    add_tooltip_line (out, _("First byte after %s"), mcp_format_duration (first_byte_usec));
  if (mcp_record_get_kind (record) == MCP_RECORD_REQUEST && latency_usec >= 0)
    add_tooltip_line (out, _("Ended %s"), mcp_format_wall_time (wall_usec + latency_usec, TRUE));
  add_tooltip_line (out, _("Took %s"),
                    sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_TOOK));

  return g_string_free (out, FALSE);
}

char *
sounder_timeline_cell_dup_tooltip (McpRecord     *record,
                                   SounderColumn  column)
{
  switch (column)
    {
    case SOUNDER_COLUMN_TIME:
      return mcp_format_wall_time (mcp_record_get_wall_usec (record), TRUE);
    case SOUNDER_COLUMN_SINCE:
    case SOUNDER_COLUMN_REFERENCE:
      return NULL;
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
