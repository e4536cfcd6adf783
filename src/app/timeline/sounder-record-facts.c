/* sounder-record-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-meta.h"
#include "mcp-scan.h"
#include "mcp-summary.h"
#include "mcp-trace-context.h"

#include "sounder-record-facts.h"
#include "sounder-rendering.h"

/* Enough to see a BOM, control characters and how a message begins. */
#define HEX_BYTES 256

/* It is read where one clicks: not out of a message of a hundred mebibytes. */
#define TRACE_BYTES (1024 * 1024)

typedef struct
{
  McpRecord       *record;
  McpSession      *session;
  SounderFactFunc  func;
  gpointer         user_data;
} Facts;

static void
add (const Facts *facts,
     const char  *name,
     char        *value)
{
  facts->func (name, value, facts->user_data);
  g_free (value);
}

static void
add_carrier (const Facts *facts)
{
  McpChannel channel = mcp_record_get_channel (facts->record);
  McpProcess *process = facts->session != NULL ? mcp_session_get_process (facts->session) : NULL;
  guint life = mcp_record_get_life (facts->record);

  add (facts, _("Channel"), g_strdup (mcp_channel_get_nick (channel)));
  if (mcp_record_get_direction (facts->record) == MCP_DIRECTION_OUT)
    add (facts, _("Direction"), g_strdup (_("→ client to server")));
  else
    add (facts, _("Direction"), g_strdup (_("← server to client")));

  if (process != NULL && life == mcp_session_get_life (facts->session))
    add (facts, _("Process"), g_strdup_printf (_("pid %d"), (int) mcp_process_get_pid (process)));
  /* Translators: which connection of the session it was; the first is 1 */
  add (facts, _("Connection"), g_strdup_printf (_("number %u of this session"), life));
  add (facts, _("Serial"), g_strdup_printf ("%u", mcp_record_get_serial (facts->record)));
}

static void
add_times (const Facts *facts)
{
  gint64 wall_usec = mcp_record_get_wall_usec (facts->record);
  gint64 queued_usec = mcp_record_get_queued_usec (facts->record);
  gint64 latency_usec = mcp_record_get_latency_usec (facts->record);

  if (mcp_record_get_direction (facts->record) == MCP_DIRECTION_OUT)
    {
      add (facts, _("Queued"), mcp_format_wall_time (wall_usec - queued_usec, TRUE));
      add (facts, _("Waited in the queue"), mcp_format_duration (queued_usec));
      add (facts, _("Last byte written"), mcp_format_wall_time (wall_usec, TRUE));
    }
  else
    {
      add (facts, _("Last byte read"), mcp_format_wall_time (wall_usec, TRUE));
    }

  if (latency_usec >= 0)
    add (facts, _("Round trip"), mcp_format_duration (latency_usec));
}

static void
add_pairing (const Facts *facts)
{
  McpStatus status = mcp_record_get_status (facts->record);
  guint pair = mcp_record_get_pair (facts->record);
  guint flags = mcp_record_get_flags (facts->record);
  g_autofree char *id = mcp_record_dup_id (facts->record);

  if (id != NULL)
    add (facts, _("Id"), mcp_format_label (id, FALSE));
  if (status != MCP_STATUS_NONE)
    add (facts, _("Status"), g_strdup (mcp_status_get_nick (status)));
  if (pair != 0)
    add (facts, _("Other half"), g_strdup_printf (_("serial %u"), pair));
  if (flags & MCP_RECORD_FLAG_ERA)
    add (facts, _("Sent by"), g_strdup (_("Sounder, to find out which era the server is of")));
  else if (flags & MCP_RECORD_FLAG_PROBE)
    add (facts, _("Sent by"), g_strdup (_("the health monitor")));
  if (flags & MCP_RECORD_FLAG_LATE)
    add (facts, _("Late"), g_strdup (_("it came after its call had given up")));
}

static void
add_meta (const Facts *facts,
          const char  *name,
          const char  *body,
          gsize        length,
          const char  *key)
{
  g_autofree char *text = NULL;
  McpSpan span;

  if (mcp_meta_find (body, length, key, &span)
      && (text = mcp_json_dup_string (body + span.offset, span.length)) != NULL)
    add (facts, name, mcp_format_label (text, FALSE));
}

/* What either side says of the trace that a request, an answer or a notification belongs to. */
static void
add_trace (const Facts *facts)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  McpScan scan;
  McpSpan body;

  if (!mcp_record_kind_is_message (mcp_record_get_kind (facts->record))
      || mcp_record_get_size (facts->record) > TRACE_BYTES
      || (bytes = mcp_record_dup_bytes (facts->record, NULL)) == NULL)
    return;

  data = g_bytes_get_data (bytes, NULL);
  if (!mcp_scan (data, g_bytes_get_size (bytes), &scan))
    return;
  body = scan.params.length > 0 ? scan.params : scan.result;
  if (body.length == 0 || data[body.offset] != '{')
    return;

  add_meta (facts, _("Trace"), data + body.offset, body.length, MCP_META_TRACEPARENT);
  add_meta (facts, _("Trace state"), data + body.offset, body.length, MCP_META_TRACESTATE);
}

static const char *
describe_line_end (McpRecord *record)
{
  guint flags = mcp_record_get_flags (record);

  if (flags & MCP_RECORD_FLAG_NO_EOL)
    return _("none, the stream ended in the line");
  if (flags & MCP_RECORD_FLAG_CRLF)
    return _("CR LF");

  return _("LF");
}

static void
add_bytes (const Facts *facts)
{
  g_autoptr (GBytes) head = mcp_record_dup_head (facts->record, HEX_BYTES);
  g_autofree char *size = mcp_format_size (mcp_record_get_size (facts->record));
  g_autofree char *exact = NULL;
  McpChannel channel = mcp_record_get_channel (facts->record);
  gsize length;
  const guint8 *data;

  exact = g_strdup_printf ("%" G_GUINT64_FORMAT, mcp_record_get_size (facts->record));
  /* Translators: the first is a size like “1.1 kB”, the second the same in bytes */
  add (facts, _("Size"), g_strdup_printf (_("%s (%s bytes) without the line end"), size, exact));
  if (channel == MCP_CHANNEL_STDIO || channel == MCP_CHANNEL_NOISE || channel == MCP_CHANNEL_STDERR
      || channel == MCP_CHANNEL_SOCKET || channel == MCP_CHANNEL_TCP)
    add (facts, _("Line end"), g_strdup (describe_line_end (facts->record)));
  if (mcp_record_get_flags (facts->record) & MCP_RECORD_FLAG_TRUNCATED)
    add (facts, _("Kept"), g_strdup (_("only the start; the line was over the limit")));

  if (head == NULL || g_bytes_get_size (head) == 0)
    return;

  data = g_bytes_get_data (head, &length);
  add (facts,
       mcp_record_get_size (facts->record) > length ? _("First bytes") : _("All bytes"),
       sounder_rendering_dup_hex (data, 0, length));
}

/**
 * sounder_record_facts:
 * @session: (nullable): whose record it is
 * @func: (scope call): called for each fact, in the order to show them
 *
 * Tells how a record was carried.
 */
void
sounder_record_facts (McpRecord       *record,
                      McpSession      *session,
                      SounderFactFunc  func,
                      gpointer         user_data)
{
  Facts facts = { record, session, func, user_data };

  g_return_if_fail (MCP_IS_RECORD (record));
  g_return_if_fail (session == NULL || MCP_IS_SESSION (session));
  g_return_if_fail (func != NULL);

  add_carrier (&facts);
  add_times (&facts);
  add_pairing (&facts);
  add_trace (&facts);
  add_bytes (&facts);
}
