/* mcp-session-sink.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-entry.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-linter.h"
#include "mcp-row-json.h"
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
  McpFrame        frame;
  GBytes         *message;
  McpScan         scan;
  McpResultFacts  facts;
  guint           life;
} BigFrame;

static void
big_frame_free (BigFrame *big)
{
  g_clear_pointer (&big->frame.bytes, g_bytes_unref);
  g_clear_pointer (&big->message, g_bytes_unref);
  g_free (big);
}

/* Appends the row, in place of the pending one if the message has had one. */
static guint
append (McpSession            *self,
        guint                  exchange,
        const McpJournalEntry *entry,
        GBytes                *bytes)
{
  McpExchange *found = mcp_http_session_find_exchange (self->life->http, exchange);
  guint serial;

  if (found == NULL || found->pending_line == 0)
    return mcp_journal_append (self->journal, entry, bytes);

  serial = found->pending_line;
  found->pending_line = 0;
  mcp_journal_finish_pending (self->journal, serial, entry, bytes);

  return serial;
}

/* Where a frame's record says it came from. */
static McpChannel
channel_of (McpSession     *self,
            const McpFrame *frame)
{
  switch (frame->source)
    {
    case MCP_FRAME_BODY:
      return MCP_CHANNEL_HTTP;
    case MCP_FRAME_EVENT:
      return MCP_CHANNEL_SSE;
    case MCP_FRAME_PACKET:
    case MCP_FRAME_LINE:
    default:
      return self->life->channel;
    }
}

/* What is common to the records of whole frames and of those over the limit. */
static void
fill_entry (McpSession      *self,
            const McpFrame  *frame,
            McpJournalEntry *entry)
{
  entry->direction = MCP_DIRECTION_IN;
  entry->channel = channel_of (self, frame);
  entry->life = self->n_lives;
  entry->exchange = mcp_exchange_numbers_get (self->exchange_numbers, frame->exchange);
  entry->time_usec = frame->last_usec;
  entry->lead = frame->lead;
  entry->trail = frame->trail;
  entry->flags = (frame->joined ? MCP_RECORD_FLAG_JOINED : 0);
  if (frame->source == MCP_FRAME_LINE)
    entry->flags |= (frame->end == MCP_LINE_END_CRLF ? MCP_RECORD_FLAG_CRLF : 0)
                    | (frame->end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0);
}

static gboolean
is_over_sse (McpSession *self)
{
  return mcp_seen_get_first_way (self->life->seen, NULL) != NULL
         || mcp_session_get_way (self) == MCP_PROFILE_TRANSPORT_SSE;
}

/*
 * Whether something need not be a message: what comes with a refusal, a page or JSON of the
 * server's own (2025-11-25, basic/transports: its body *may* be a message), and what HTTP+SSE
 * answers a POST with, of which nothing is said; most servers write "Accepted" (2024-11-05,
 * basic/transports). What comes when nothing should is a fault of its own.
 */
static gboolean
takes_any_body (McpSession     *self,
                const McpFrame *frame)
{
  const McpExchange *exchange;

  if (frame->source != MCP_FRAME_BODY)
    return FALSE;

  exchange = mcp_http_session_ensure_exchange (self->life->http, frame->exchange);

  return is_over_sse (self) || exchange->status >= 300
         || mcp_http_session_needs_no_answer (self->life->http, exchange);
}

/* What was sent over HTTP+SSE was taken, and is answered on the stream of all. */
static gboolean
is_accepted (McpSession     *self,
             const McpFrame *frame)
{
  const McpExchange *exchange = mcp_http_session_ensure_exchange (self->life->http, frame->exchange);

  return is_over_sse (self) && exchange->purpose == MCP_EXCHANGE_SEND && exchange->status >= 200
         && exchange->status < 300;
}

/* What a body or event holds against what was said of it, and where it may come (basic/transports,
 * Streamable HTTP). */
static void
check_place (McpSession        *self,
             const McpExchange *exchange,
             const McpFrame    *frame,
             McpRecordKind      kind,
             guint              serial)
{
  g_autofree char *type = exchange->content_type != NULL
                            ? mcp_media_type_of (exchange->content_type)
                            : NULL;
  gboolean is_answer = kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR;

  /* The transport has told of any other type. */
  if (frame->source == MCP_FRAME_BODY && kind == MCP_RECORD_NOISE
      && exchange->purpose != MCP_EXCHANGE_LISTEN && g_strcmp0 (type, "application/json") == 0
      && !takes_any_body (self, frame))
    mcp_reporter_report (self->reporter, serial, "http.content-type",
                         _("Content-Type says application/json, and the body is no message"));

  if (frame->source == MCP_FRAME_EVENT && exchange->purpose == MCP_EXCHANGE_LISTEN && is_answer
      && !is_over_sse (self))
    mcp_reporter_report (self->reporter, serial, "sse.answer-on-get",
                         _("An answer came on the GET stream, which is for what nobody asked for"));
}

/* What only bodies and events have to be looked at for. */
static void
check_exchange (McpSession     *self,
                const McpFrame *frame,
                McpRecordKind   kind,
                GBytes         *bytes,
                gboolean        is_stray,
                guint           serial)
{
  McpExchange *exchange = mcp_http_session_ensure_exchange (self->life->http, frame->exchange);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (frame->source == MCP_FRAME_BODY || is_stray)
    mcp_session_http_note_body (self, bytes);
  if (frame->source == MCP_FRAME_BODY || exchange->status >= 300)
    mcp_session_http_saw_refusal (self, exchange, bytes);
  check_place (self, exchange, frame, kind, serial);
  if (is_stray && !mcp_http_session_needs_no_answer (self->life->http, exchange))
    mcp_session_http_saw_stray (self, exchange, data, length);
  if (frame->source == MCP_FRAME_EVENT && !is_over_sse (self))
    {
      guint other = mcp_stream_echo_take (&self->life->echo, kind, bytes, frame->exchange, exchange->purpose,
                                          frame->last_usec);

      if (other != 0)
        mcp_reporter_report (self->reporter, serial, "sse.same-message",
                             _("The same message came in exchange %u: each is sent on one stream only"),
                             mcp_exchange_numbers_get (self->exchange_numbers, other));
    }
}

static gsize
count_end (McpLineEnd end)
{
  return end == MCP_LINE_END_CRLF ? 2 : end == MCP_LINE_END_LF ? 1 : 0;
}

static McpRepeated
repeated_frame (const McpFrame *frame)
{
  return (McpRepeated){
    .bytes = frame->bytes,
    .end = frame->end,
    .exchange = frame->exchange,
    .time_usec = frame->last_usec,
    .n_bytes = g_bytes_get_size (frame->bytes)
               + (frame->source == MCP_FRAME_LINE ? count_end (frame->end) : 0),
  };
}

static void
process_frame (McpSession           *self,
               const McpFrame       *frame,
               GBytes               *bytes,
               const McpScan        *scan,
               const McpResultFacts *facts)
{
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *decoded = NULL;
  McpJournalEntry entry = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  gboolean is_meant = scan->jsonrpc.length > 0 || !takes_any_body (self, frame);
  gboolean is_stray;
  guint serial;

  fill_entry (self, frame, &entry);
  mcp_entry_classify (&entry, data, length, scan, &decoded);
  if (!is_meant && (entry.kind != MCP_RECORD_ERROR || (scan->envelope & MCP_ENVELOPE_BAD_ERROR)))
    {
      entry.kind = is_accepted (self, frame) ? MCP_RECORD_HTTP_BODY : MCP_RECORD_NOISE;
      entry.id_length = 0;
    }
  is_stray = entry.kind == MCP_RECORD_NOISE || entry.kind == MCP_RECORD_HTTP_BODY;
  if (facts->is_tool_error)
    entry.flags |= MCP_RECORD_FLAG_TOOL_ERROR;
  /* A refusal that names no request: nothing else tells what it answers. */
  if (entry.kind == MCP_RECORD_ERROR && frame->exchange != 0
      && mcp_session_http_asks_era (self, frame->exchange))
    entry.flags |= MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA;

  mcp_entry_find_about (&entry, data, length, scan);

  serial = append (self, frame->exchange, &entry, frame->bytes);
  mcp_session_bound_memory (self, frame->exchange);
  if (frame->exchange != 0)
    check_exchange (self, frame, entry.kind, bytes, scan->jsonrpc.length == 0, serial);
  if (self->life == NULL)
    return;
  if (is_meant && (!is_stray || frame->source != MCP_FRAME_BODY))
    mcp_linter_check_frame (self->reporter, serial, entry.channel, entry.kind, bytes, scan, frame->end);

  if ((is_stray || entry.kind == MCP_RECORD_INVALID) && frame->source != MCP_FRAME_BODY)
    {
      McpRepeated what = repeated_frame (frame);

      mcp_session_saw_junk (&self->life->repeats, &what, entry.channel, entry.kind);
    }
  if (is_stray)
    return;

  mcp_session_saw_message (self, frame->last_usec);
  mcp_watchers_saw_traffic (self->watchers);
  message = mcp_message_new_scanned (bytes, scan);
  mcp_http_session_set_frame (self->life->http, frame->exchange);
  mcp_session_dispatch (self, message, serial, frame->last_usec, facts);
  if (self->life == NULL)
    return;

  mcp_http_session_set_frame (self->life->http, 0);
  if (entry.kind == MCP_RECORD_REQUEST || entry.kind == MCP_RECORD_BATCH)
    mcp_session_bound_answers (self, frame->exchange, serial);
}

static void
scan_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  BigFrame *big = task_data;
  gsize length;
  const char *data = g_bytes_get_data (big->message, &length);

  mcp_scan (data, length, &big->scan);
  mcp_linter_read_result (data, &big->scan, &big->facts);
  g_task_return_boolean (task, TRUE);
}

static void
big_frame_scanned_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  BigFrame *big = g_task_get_task_data (G_TASK (result));

  if (self->life == NULL || self->n_lives != big->life)
    return;

  process_frame (self, &big->frame, big->message, &big->scan, &big->facts);

  if (self->life != NULL && self->n_lives == big->life)
    mcp_session_resume_exchange (self, big->frame.exchange);
}

static void
process_big_frame (McpSession     *self,
                   const McpFrame *frame,
                   GBytes         *message)
{
  /* The thread lets go of its task last, and would finalize the session. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, big_frame_scanned_cb, g_object_ref (self));
  BigFrame *big = g_new0 (BigFrame, 1);

  big->frame = *frame;
  big->frame.bytes = g_bytes_ref (frame->bytes);
  big->message = g_bytes_ref (message);
  big->life = self->n_lives;

  g_task_set_source_tag (task, process_big_frame);
  g_task_set_task_data (task, big, (GDestroyNotify) big_frame_free);
  mcp_transport_pause (self->life->transport, frame->exchange);
  g_task_run_in_thread (task, scan_in_thread);
}

/* A frame over the limit: its start is kept, its size is known, its content is not a message. */
static void
process_oversized (McpSession     *self,
                   const McpFrame *frame)
{
  McpJournalEntry entry = { 0 };
  guint serial;

  fill_entry (self, frame, &entry);
  entry.kind = MCP_RECORD_OVERSIZED;
  entry.size = frame->total_bytes;
  entry.flags |= MCP_RECORD_FLAG_TRUNCATED;

  serial = append (self, frame->exchange, &entry, frame->bytes);
  mcp_reporter_report (self->reporter, serial, mcp_linter_rule_for (entry.channel, "oversized"),
                       _("A message of %" PRIu64 " bytes: the limit is %zu"),
                       frame->total_bytes, mcp_profile_get_settings (self->profile)->max_message_bytes);
  mcp_session_take_oversized (self, frame);
}

static void
sink_frame (McpTransportSink *sink,
            const McpFrame   *frame)
{
  McpSession *self = MCP_SESSION (sink);
  g_autoptr (GBytes) message = NULL;
  McpRepeated what;
  McpResultFacts facts;
  McpScan scan;
  gsize length;
  const char *data;

  if (self->life == NULL)
    return;

  what = repeated_frame (frame);
  if (mcp_session_take_repeat (self, &self->life->repeats, &what))
    return;
  mcp_session_saw_output (self, frame->first_usec);

  if (frame->oversized)
    {
      process_oversized (self, frame);
      return;
    }

  message = frame->lead + frame->trail == 0
              ? g_bytes_ref (frame->bytes)
              : g_bytes_new_from_bytes (frame->bytes, frame->lead,
                                        g_bytes_get_size (frame->bytes) - frame->lead - frame->trail);
  data = g_bytes_get_data (message, &length);
  if (length > BIG_FRAME_BYTES)
    {
      process_big_frame (self, frame, message);
      return;
    }

  mcp_scan (data, length, &scan);
  mcp_linter_read_result (data, &scan, &facts);
  process_frame (self, frame, message, &scan, &facts);
}

/* From 1 MiB on an unfinished line is a row of its own that grows. */
static void
sink_partial (McpTransportSink *sink,
              guint             exchange,
              guint64           size_bytes,
              gint64            first_usec)
{
  McpSession *self = MCP_SESSION (sink);
  McpExchange *found;

  if (self->life == NULL)
    return;

  mcp_session_saw_output (self, first_usec);

  found = mcp_http_session_ensure_exchange (self->life->http, exchange);
  found->pending_size = size_bytes;
  if (found->pending_line == 0)
    {
      McpJournalEntry entry = { 0 };

      entry.direction = MCP_DIRECTION_IN;
      entry.channel = self->life->channel;
      entry.exchange = mcp_exchange_numbers_get (self->exchange_numbers, exchange);
      entry.kind = MCP_RECORD_PENDING;
      entry.life = self->n_lives;
      entry.time_usec = first_usec;
      entry.size = size_bytes;
      found->pending_line = mcp_journal_append_pending (self->journal, &entry);
    }
  else
    {
      mcp_journal_grow_pending (self->journal, found->pending_line, size_bytes);
    }
}

/* The journal's number of the exchange that carries a message; 0 where there are none. */
static guint
exchange_of_ticket (McpSession *self,
                    guint64     ticket)
{
  McpSending *sending = mcp_http_session_find_sending (self->life->http, ticket);

  return sending != NULL ? mcp_exchange_numbers_get (self->exchange_numbers, sending->exchange) : 0;
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

  outgoing = mcp_session_find_outgoing (self, bytes);
  if (outgoing == NULL)
    return;

  entry.direction = MCP_DIRECTION_OUT;
  entry.channel = self->life->channel;
  entry.kind = outgoing->kind;
  entry.flags = outgoing->flags;
  entry.life = self->n_lives;
  entry.exchange = exchange_of_ticket (self, ticket);
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

  mcp_entry_find_about (&entry, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);

  serial = mcp_journal_append (self->journal, &entry, bytes);
  if (outgoing->early_status != MCP_STATUS_NONE)
    mcp_journal_set_status (self->journal, serial, outgoing->early_status);
  if (mcp_outgoing_is_of (outgoing, outgoing->call))
    {
      mcp_call_set_sent (outgoing->call, serial, queued_usec, first_usec, last_usec);
      mcp_session_link_round (self, outgoing->call);
    }

  mcp_session_http_sent (self, ticket, outgoing, serial);
  mcp_session_remove_outgoing (self, bytes);
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

  outgoing = mcp_session_find_outgoing (self, bytes);
  if (outgoing == NULL)
    return;

  /* What never left is a note, not a message. Its call hears of it from whoever took it back,
   * or when the life ends. */
  mcp_session_note (self, "unsent", _("%s was not sent"),
                    outgoing->method != NULL ? outgoing->method : _("a message"));
  mcp_session_remove_outgoing (self, bytes);
}

static void
sink_stderr_line (McpTransportSink *sink,
                  const McpLine    *line,
                  gint64            last_usec)
{
  McpSession *self = MCP_SESSION (sink);
  McpRepeated what = { .bytes = line->bytes, .end = line->end, .time_usec = last_usec };
  McpJournalEntry entry = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);

  if (self->life == NULL)
    return;

  what.n_bytes = length + count_end (line->end);
  if (mcp_session_take_repeat (self, &self->life->stderr_repeats, &what))
    return;
  mcp_session_saw_output (self, line->first_usec);

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_STDERR;
  entry.kind = MCP_RECORD_STDERR;
  entry.life = self->n_lives;
  entry.time_usec = last_usec;
  entry.size = line->total_bytes;
  entry.flags = (line->end == MCP_LINE_END_CRLF ? MCP_RECORD_FLAG_CRLF : 0)
                | (line->end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0)
                | (line->oversized ? MCP_RECORD_FLAG_TRUNCATED : 0);
  mcp_journal_append (self->journal, &entry, line->bytes);
  mcp_session_saw_junk (&self->life->stderr_repeats, &what, entry.channel, entry.kind);
  mcp_session_bound_memory (self, MCP_EXCHANGE_STDERR);

  if (self->stderr_tail.length == STDERR_TAIL_LINES)
    g_free (g_queue_pop_head (&self->stderr_tail));
  /* An empty line has no data at all. */
  g_queue_push_tail (&self->stderr_tail,
                     length > 0 ? g_utf8_make_valid (data, MIN (length, 2000)) : g_strdup (""));
}

/* Takes @json and closes it. */
static guint
append_process (McpSession    *self,
                McpRecordKind  kind,
                GString       *json)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_string_append_c (json, '}'));
  McpJournalEntry entry = { 0 };

  entry.channel = MCP_CHANNEL_PROCESS;
  entry.direction = kind == MCP_RECORD_SPAWN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
  entry.kind = kind;
  entry.life = self->n_lives;

  return mcp_journal_append (self->journal, &entry, bytes);
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

  if (self->life == NULL)
    return;

  self->life->pid = pid;
  append_process (self, MCP_RECORD_SPAWN, mcp_spawn_to_json (pid, argv, cwd, environ_names));
}

static void
sink_exited (McpTransportSink *sink,
             const McpExit    *status)
{
  McpSession *self = MCP_SESSION (sink);
  guint serial;

  if (self->life == NULL)
    return;

  self->exit = *status;
  self->has_exit = TRUE;

  serial = append_process (self, MCP_RECORD_EXIT, mcp_exit_to_json (status));
  if (mcp_exit_is_failure (status, self->life->state == LIFE_ENDING))
    mcp_journal_set_status (self->journal, serial, MCP_STATUS_ERROR);
}

/* A server may end by closing its output (basic/lifecycle), but one that then lives on can never
 * answer again. */
static void
sink_output_closed (McpTransportSink *sink)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life == NULL || self->life->state == LIFE_ENDING)
    return;

  mcp_reporter_report (self->reporter, 0, "stdio.output-closed",
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
tell_all_repeats (McpSession *self)
{
  mcp_session_tell_repeats (self, &self->life->repeats);
  mcp_session_tell_repeats (self, &self->life->stderr_repeats);
}

static void
sink_dropped (McpTransportSink *sink,
              guint64           n_bytes,
              guint64           n_lines)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life == NULL)
    return;

  tell_all_repeats (self);
  self->n_dropped_bytes += n_bytes;
  mcp_session_note (self,
                    "gap",
                    _("%" PRIu64
                       " bytes came while the connection was being closed, and were not looked at; "
                       "lines: %" PRIu64),
                    n_bytes,
                    n_lines);
}

static void
sink_closed (McpTransportSink *sink,
             const GError     *error)
{
  McpSession *self = MCP_SESSION (sink);

  if (self->life != NULL)
    tell_all_repeats (self);
  mcp_session_life_closed (self, error);
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
  iface->dropped = sink_dropped;
  iface->closed = sink_closed;
  mcp_session_http_iface_init (iface);
}
