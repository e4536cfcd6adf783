/* mcp-session-repeats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-session-private.h"

/*
 * What is equal in a row and no message: lines, and the items of an event stream that say nothing.
 * The first thousand are records, as all that crosses; behind them a note says how often the same
 * came again: when something else comes, at the end of the life, and meanwhile ever more seldom. A
 * flood costs a comparison for each.
 */

#define MAX_EQUAL      1000
#define MAX_LINE_BYTES 4096
#define FIRST_WAIT_USEC G_USEC_PER_SEC
#define MAX_WAIT_USEC  (60 * G_USEC_PER_SEC)

static gboolean
is_same (const McpRepeats  *repeats,
         const McpRepeated *what)
{
  return repeats->end == what->end && repeats->exchange == what->exchange
         && repeats->is_item == what->is_item && g_bytes_equal (repeats->bytes, what->bytes);
}

/* What the first ones were found to break, these do, too. */
static void
count_findings (McpSession       *self,
                const McpRepeats *repeats,
                guint             serial)
{
  McpScan scan;
  gsize length;
  const char *data = g_bytes_get_data (repeats->bytes, &length);

  mcp_scan (data, length, &scan);
  mcp_reporter_set_times (self->reporter, (guint) MIN (repeats->n_more, G_MAXUINT));
  mcp_linter_check_frame (
      self->reporter, serial, repeats->channel, repeats->kind, repeats->bytes, &scan, repeats->end);
  mcp_reporter_set_times (self->reporter, 1);
}

/* Says how often the line came again, if it has since that was said. */
void
mcp_session_tell_repeats (McpSession *self,
                          McpRepeats *repeats)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  GString *json;
  McpJournalEntry entry = { 0 };
  guint serial;

  if (repeats->n_more == 0)
    return;

  text = g_strdup_printf (_("the same again × %" PRIu64 " (%" PRIu64 " bytes)"), repeats->n_more,
                          repeats->n_more_bytes);
  json = g_string_new ("{");
  mcp_json_append_member_string (json, "type", "repeated");
  mcp_json_append_member_string (json, "text", text);
  mcp_json_append_member_int (json, "count", (gint64) repeats->n_more);
  mcp_json_append_member_int (json, "bytes", (gint64) repeats->n_more_bytes);
  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);

  entry.channel = MCP_CHANNEL_SESSION;
  entry.kind = MCP_RECORD_NOTE;
  entry.life = self->n_lives;
  entry.time_usec = repeats->last_usec;
  serial = mcp_journal_append (self->journal, &entry, bytes);
  if (repeats->kind != MCP_RECORD_STDERR && !repeats->is_item)
    count_findings (self, repeats, serial);

  repeats->n_more = 0;
  repeats->n_more_bytes = 0;
  repeats->told_usec = repeats->last_usec;
  repeats->wait_usec = MIN (2 * repeats->wait_usec, MAX_WAIT_USEC);
}

void
mcp_repeats_clear (McpRepeats *repeats)
{
  g_clear_pointer (&repeats->bytes, g_bytes_unref);
  *repeats = (McpRepeats) { 0 };
}

/**
 * mcp_session_take_repeat:
 * @repeats: what is known of what came before
 * @what: a line, an item of an event stream, or what stands where a message should
 *
 * Counts what is one of many.
 *
 * Returns: %FALSE when it deserves a record: nothing was counted
 */
gboolean
mcp_session_take_repeat (McpSession        *self,
                         McpRepeats        *repeats,
                         const McpRepeated *what)
{
  if (repeats->bytes == NULL)
    return FALSE;
  if (!is_same (repeats, what))
    {
      mcp_session_tell_repeats (self, repeats);
      mcp_repeats_clear (repeats);
      return FALSE;
    }
  if (repeats->n_equal < MAX_EQUAL)
    return FALSE;

  repeats->n_more++;
  repeats->n_more_bytes += what->n_bytes;
  repeats->last_usec = what->time_usec;
  if (what->time_usec - repeats->told_usec >= repeats->wait_usec)
    mcp_session_tell_repeats (self, repeats);

  return TRUE;
}

/**
 * mcp_session_saw_junk:
 * @repeats: what is known of what came before
 * @what: what is no message, and has become a record
 * @channel: of its record
 * @kind: of its record
 *
 * Takes note of what may come again.
 */
void
mcp_session_saw_junk (McpRepeats        *repeats,
                      const McpRepeated *what,
                      McpChannel         channel,
                      McpRecordKind      kind)
{
  if (repeats->bytes == NULL && g_bytes_get_size (what->bytes) <= MAX_LINE_BYTES)
    *repeats = (McpRepeats){
      .bytes = g_bytes_ref (what->bytes),
      .end = what->end,
      .exchange = what->exchange,
      .is_item = what->is_item,
      .channel = channel,
      .kind = kind,
      .wait_usec = FIRST_WAIT_USEC,
    };
  if (repeats->bytes == NULL)
    return;

  repeats->n_equal++;
  repeats->told_usec = what->time_usec;
}
