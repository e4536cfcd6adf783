/* mcp-session-sink.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-session-private.h"

/*
 * What the transport reports, and what is given to it. Everything becomes a record first and is
 * looked into then. A frame over BIG_FRAME_BYTES is scanned in a worker while its stream waits.
 */

#define BIG_FRAME_BYTES   (256 * 1024)
#define STDERR_TAIL_LINES 20

/* A big frame on its way through the worker. */
typedef struct
{
  GBytes         *bytes;
  McpScan         scan;
  McpResultFacts  facts;
  McpLineEnd      end;
  gint64          last_usec;
  guint           life;
} BigFrame;

static void
big_frame_free (BigFrame *big)
{
  g_clear_pointer (&big->bytes, g_bytes_unref);
  g_free (big);
}

void
mcp_outgoing_free (McpOutgoing *outgoing)
{
  g_clear_pointer (&outgoing->id, mcp_id_unref);
  g_clear_pointer (&outgoing->method, g_free);
  g_clear_pointer (&outgoing->name, g_free);
  g_clear_object (&outgoing->call);
  g_free (outgoing);
}

/* The text between a span's quotes when it needs no decoding, which is nearly always. */
static const char *
peek_string (const char *data,
             McpSpan     span,
             gsize      *length,
             char      **decoded)
{
  const char *text = data + span.offset + 1;

  *length = 0;
  if (span.length < 2)
    return NULL;

  *length = span.length - 2;
  if (memchr (text, '\\', *length) == NULL)
    return text;

  *decoded = mcp_json_dup_string (data + span.offset, span.length);
  *length = strlen (*decoded);

  return *decoded;
}

/* What is not even meant as JSON is noise; what begins like a message is a broken one. */
static gboolean
looks_like_message (const char *data,
                    gsize       length)
{
  gsize i = 0;

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    i = 3;
  while (i < length && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r'))
    i++;
  if (i == length)
    return FALSE;

  if (data[i] == '{')
    return TRUE;

  /* "[info] starting" is a log line, "[{" and "[]" are batches. */
  if (data[i] != '[')
    return FALSE;
  for (i++; i < length && (data[i] == ' ' || data[i] == '\t'); i++)
    ;

  return i < length && (data[i] == '{' || data[i] == ']' || data[i] == '[');
}

static McpRecordKind
kind_of (const char    *data,
         gsize          length,
         const McpScan *scan)
{
  if (scan->fault == MCP_SCAN_OK && (scan->root == MCP_JSON_OBJECT || scan->root == MCP_JSON_ARRAY))
    return (McpRecordKind) scan->kind;

  return looks_like_message (data, length) ? MCP_RECORD_INVALID : MCP_RECORD_NOISE;
}

/* Appends the row, in place of the pending one if the line has had one. */
static guint
append (McpSession            *self,
        const McpJournalEntry *entry,
        GBytes                *bytes)
{
  McpLife *life = self->life;
  guint serial;

  if (life->pending_line == 0)
    return mcp_journal_append (self->journal, entry, bytes);

  serial = life->pending_line;
  life->pending_line = 0;
  mcp_journal_finish_pending (self->journal, serial, entry, bytes);

  return serial;
}

static void
process_frame (McpSession           *self,
               GBytes               *bytes,
               const McpScan        *scan,
               McpLineEnd            end,
               gint64                last_usec,
               const McpResultFacts *facts)
{
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *decoded = NULL;
  McpJournalEntry entry = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  guint serial;

  entry.direction = MCP_DIRECTION_IN;
  entry.kind = kind_of (data, length, scan);
  entry.channel = entry.kind == MCP_RECORD_NOISE ? MCP_CHANNEL_NOISE : MCP_CHANNEL_STDIO;
  entry.life = self->life->number;
  entry.time_usec = last_usec;
  entry.flags = (end == MCP_LINE_END_CRLF ? MCP_RECORD_FLAG_CRLF : 0)
                | (end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0)
                | (facts->is_tool_error ? MCP_RECORD_FLAG_TOOL_ERROR : 0);

  if (scan->id.length > 0 && entry.kind != MCP_RECORD_NOISE)
    {
      entry.id = data + scan->id.offset;
      entry.id_length = scan->id.length;
    }

  if (scan->method.length > 2 && data[scan->method.offset] == '"')
    entry.method = peek_string (data, scan->method, &entry.method_length, &decoded);

  serial = append (self, &entry, bytes);
  mcp_linter_check_frame (self, serial, entry.kind, bytes, scan, end);

  if (entry.kind == MCP_RECORD_NOISE)
    return;

  message = mcp_message_new_scanned (bytes, scan);
  mcp_session_dispatch (self, message, serial, last_usec, facts);
}

static void
scan_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  BigFrame *big = task_data;
  gsize length;
  const char *data = g_bytes_get_data (big->bytes, &length);

  mcp_scan (data, length, &big->scan);
  mcp_linter_read_result (data, &big->scan, &big->facts);
  g_task_return_boolean (task, TRUE);
}

static void
big_frame_scanned_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  McpSession *self = MCP_SESSION (source);
  BigFrame *big = g_task_get_task_data (G_TASK (result));

  if (self->life == NULL || self->life->number != big->life)
    return;

  process_frame (self, big->bytes, &big->scan, big->end, big->last_usec, &big->facts);

  if (self->life != NULL && self->life->number == big->life)
    mcp_transport_resume (self->life->transport);
}

static void
process_big_frame (McpSession    *self,
                   const McpLine *line,
                   gint64         last_usec)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, big_frame_scanned_cb, NULL);
  BigFrame *big = g_new0 (BigFrame, 1);

  big->bytes = g_bytes_ref (line->bytes);
  big->end = line->end;
  big->last_usec = last_usec;
  big->life = self->life->number;

  g_task_set_source_tag (task, process_big_frame);
  g_task_set_task_data (task, big, (GDestroyNotify) big_frame_free);
  mcp_transport_pause (self->life->transport);
  g_task_run_in_thread (task, scan_in_thread);
}

/* A line over the limit: its start is kept, its size is known, its content is not a message. */
static void
process_oversized (McpSession    *self,
                   const McpLine *line,
                   gint64         last_usec)
{
  McpJournalEntry entry = { 0 };
  guint serial;

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_STDIO;
  entry.kind = MCP_RECORD_OVERSIZED;
  entry.life = self->life->number;
  entry.time_usec = last_usec;
  entry.size = line->total_bytes;
  entry.flags = MCP_RECORD_FLAG_TRUNCATED
                | (line->end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0);

  serial = append (self, &entry, line->bytes);
  mcp_session_report (self, serial, "stdio.oversized",
                      _("A line of %" PRIu64 " bytes: the limit is %zu"),
                      line->total_bytes, mcp_profile_get_max_message_bytes (self->profile));
}

static void
sink_frame (McpTransportSink *sink,
            const McpLine    *line,
            gint64            last_usec)
{
  McpSession *self = MCP_SESSION (sink);
  McpResultFacts facts;
  McpScan scan;
  gsize length;
  const char *data;

  if (self->life == NULL)
    return;

  mcp_session_saw_output (self, line->first_usec);

  if (line->oversized)
    {
      process_oversized (self, line, last_usec);
      return;
    }

  data = g_bytes_get_data (line->bytes, &length);
  if (length > BIG_FRAME_BYTES)
    {
      process_big_frame (self, line, last_usec);
      return;
    }

  mcp_scan (data, length, &scan);
  mcp_linter_read_result (data, &scan, &facts);
  process_frame (self, line->bytes, &scan, line->end, last_usec, &facts);
}

/* From 1 MiB on an unfinished line is a row of its own that grows. */
static void
sink_partial (McpTransportSink *sink,
              guint64           size_bytes,
              gint64            first_usec)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life == NULL)
    return;

  mcp_session_saw_output (self, first_usec);

  if (self->life->pending_line == 0)
    {
      McpJournalEntry entry = { 0 };

      entry.direction = MCP_DIRECTION_IN;
      entry.channel = MCP_CHANNEL_STDIO;
      entry.kind = MCP_RECORD_PENDING;
      entry.life = self->life->number;
      entry.time_usec = first_usec;
      entry.size = size_bytes;
      self->life->pending_line = mcp_journal_append_pending (self->journal, &entry);
    }
  else
    {
      mcp_journal_grow_pending (self->journal, self->life->pending_line, size_bytes);
    }
}

static void
sink_sent (McpTransportSink *sink,
           guint64           ticket,
           GBytes           *bytes,
           gint64            queued_usec,
           gint64            first_usec,
           gint64            last_usec)
{
  McpSession *self = MCP_SESSION (sink);
  McpJournalEntry entry = { 0 };
  McpOutgoing *outgoing;
  guint serial;

  if (self->life == NULL)
    return;

  outgoing = g_hash_table_lookup (self->life->outgoing, bytes);
  if (outgoing == NULL)
    return;

  entry.direction = MCP_DIRECTION_OUT;
  entry.channel = MCP_CHANNEL_STDIO;
  entry.kind = outgoing->kind;
  entry.flags = outgoing->flags;
  entry.life = self->life->number;
  entry.time_usec = last_usec;
  entry.queued_usec = first_usec - queued_usec;
  entry.method = outgoing->method;
  entry.method_length = outgoing->method != NULL ? strlen (outgoing->method) : 0;
  entry.name = outgoing->name;

  if (outgoing->id != NULL)
    {
      entry.id = mcp_id_get_token (outgoing->id);
      entry.id_length = strlen (entry.id);
    }

  serial = mcp_journal_append (self->journal, &entry, bytes);
  if (outgoing->call != NULL)
    mcp_call_set_sent (outgoing->call, serial, queued_usec, first_usec, last_usec);

  g_hash_table_remove (self->life->outgoing, bytes);
}

static void
sink_unsent (McpTransportSink *sink,
             guint64           ticket,
             GBytes           *bytes,
             const GError     *error)
{
  McpSession *self = MCP_SESSION (sink);
  McpOutgoing *outgoing;

  if (self->life == NULL)
    return;

  outgoing = g_hash_table_lookup (self->life->outgoing, bytes);
  if (outgoing == NULL)
    return;

  /* What never left is a note, not a message. Its call hears of it from whoever took it back,
   * or when the life ends. */
  mcp_session_note (self, "unsent", _("%s was not sent"),
                    outgoing->method != NULL ? outgoing->method : _("a message"));
  g_hash_table_remove (self->life->outgoing, bytes);
}

static void
sink_stderr_line (McpTransportSink *sink,
                  const McpLine    *line,
                  gint64            last_usec)
{
  McpSession *self = MCP_SESSION (sink);
  McpJournalEntry entry = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);

  if (self->life == NULL)
    return;

  mcp_session_saw_output (self, line->first_usec);

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_STDERR;
  entry.kind = MCP_RECORD_STDERR;
  entry.life = self->life->number;
  entry.time_usec = last_usec;
  entry.size = line->total_bytes;
  entry.flags = (line->end == MCP_LINE_END_CRLF ? MCP_RECORD_FLAG_CRLF : 0)
                | (line->end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0)
                | (line->oversized ? MCP_RECORD_FLAG_TRUNCATED : 0);
  mcp_journal_append (self->journal, &entry, line->bytes);

  if (self->stderr_tail.length == STDERR_TAIL_LINES)
    g_free (g_queue_pop_head (&self->stderr_tail));
  g_queue_push_tail (&self->stderr_tail, g_utf8_make_valid (data, MIN (length, 2000)));
}

/* Process rows carry the "proc" object of the recording format. */
static void
append_process (McpSession    *self,
                McpRecordKind  kind,
                GString       *json)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (json);
  McpJournalEntry entry = { 0 };

  entry.channel = MCP_CHANNEL_PROCESS;
  entry.direction = kind == MCP_RECORD_SPAWN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
  entry.kind = kind;
  entry.life = self->life->number;
  mcp_journal_append (self->journal, &entry, bytes);
}

static void
append_strings (GString            *json,
                const char         *key,
                const char * const *strings)
{
  mcp_json_append_key (json, key);
  g_string_append_c (json, '[');
  for (guint i = 0; strings != NULL && strings[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      mcp_json_append_string (json, strings[i], -1);
    }
  g_string_append_c (json, ']');
}

static void
sink_spawned (McpTransportSink   *sink,
              GPid                pid,
              const char * const *argv,
              const char         *cwd,
              const char * const *environ_names,
              gint64              took_usec)
{
  McpSession *self = MCP_SESSION (sink);
  GString *json;

  if (self->life == NULL)
    return;

  json = g_string_new ("{");
  mcp_json_append_member_string (json, "type", "spawn");
  mcp_json_append_member_int (json, "pid", pid);
  append_strings (json, "argv", argv);
  mcp_json_append_member_string (json, "cwd", cwd);
  append_strings (json, "env", environ_names);
  g_string_append_c (json, '}');

  self->life->spawned_usec = g_get_monotonic_time ();
  append_process (self, MCP_RECORD_SPAWN, json);
}

static void
sink_exited (McpTransportSink *sink,
             const McpExit    *status)
{
  McpSession *self = MCP_SESSION (sink);
  GString *json;

  if (self->life == NULL)
    return;

  self->exit = *status;
  self->has_exit = TRUE;

  json = g_string_new ("{");
  mcp_json_append_member_string (json, "type", "exit");
  if (status->exited)
    mcp_json_append_member_int (json, "code", status->exit_code);
  else
    mcp_json_append_member_int (json, "signal", status->signal_number);
  if (status->core_dumped)
    mcp_json_append_member (json, "core", "true");
  g_string_append_c (json, '}');

  append_process (self, MCP_RECORD_EXIT, json);
}

/* A server may end by closing its output (basic/lifecycle), but one that then lives on can never
 * answer again. */
static void
sink_output_closed (McpTransportSink *sink)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life == NULL || self->life->state == LIFE_ENDING)
    return;

  mcp_session_report (self, 0, "stdio.output-closed",
                      _("The server closed its standard output and went on running"));
  mcp_session_end_life (self,
                        g_error_new (MCP_ERROR, MCP_ERROR_DIED,
                                     _("“%s” closed its standard output but is still running"),
                                     mcp_profile_get_name (self->profile)),
                        _("The server can no longer answer. Restart it."));
}

static void
sink_shutdown_step (McpTransportSink *sink,
                    const char       *step,
                    gint64            waited_usec)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life == NULL)
    return;

  mcp_session_note (self, step, _("%s after %.0f ms"), step, waited_usec / 1000.0);
}

static void
sink_closed (McpTransportSink *sink,
             const GError     *error)
{
  mcp_session_life_closed (MCP_SESSION (sink), error);
}

void
mcp_session_sink_iface_init (McpTransportSinkInterface *iface)
{
  iface->frame = sink_frame;
  iface->partial = sink_partial;
  iface->sent = sink_sent;
  iface->unsent = sink_unsent;
  iface->stderr_line = sink_stderr_line;
  iface->spawned = sink_spawned;
  iface->exited = sink_exited;
  iface->output_closed = sink_output_closed;
  iface->shutdown_step = sink_shutdown_step;
  iface->closed = sink_closed;
}

/* Gives bytes to the transport; ::sent, which may come from inside, makes the record. */
void
mcp_session_transmit (McpSession  *self,
                      McpOutgoing *outgoing,
                      GBytes      *bytes)
{
  g_autoptr (McpCall) call = NULL;
  guint64 ticket;

  g_assert (self->life != NULL);

  if (outgoing->call != NULL)
    call = g_object_ref (outgoing->call);

  g_hash_table_insert (self->life->outgoing, g_bytes_ref (bytes), outgoing);
  ticket = mcp_transport_send (self->life->transport, bytes);

  if (call != NULL)
    mcp_call_set_ticket (call, ticket);
}
