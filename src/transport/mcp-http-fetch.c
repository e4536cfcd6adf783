/* mcp-http-fetch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hop-trace.h"
#include "mcp-http-fetch.h"
#include "mcp-http-limits.h"
#include "mcp-read-source.h"
#include "mcp-unzip.h"

/*
 * All but the functions that the main loop calls runs in the thread, and so does every unreference
 * of what is libsoup's: when it has ended, nothing of that is left, whoever still has a reference.
 *
 * libsoup does not tell when a byte leaves, only when one has left. So what counts as the time of
 * sending is the last moment that was surely before: a round trip is never shown shorter than it
 * was.
 */

#define READ_BYTES (64 * 1024)

/* For how long what comes in is put together: so much later than it came may its stamp be. */
#define GATHER_USEC 200

/* From its start to where it cannot be taken back any more. */
enum { WAITING, BEGUN, TAKEN_BACK };

struct _McpHttpFetch
{
  gatomicrefcount  ref_count;
  int              stage;        /* atomic: WAITING, BEGUN, TAKEN_BACK */
  McpHttpClient   *client;       /* of which only what never changes is read */
  McpHttpThread   *thread;
  guint            session;
  McpChunkQueue   *queue;
  GArray          *early;        /* McpChunk; what goes into @queue with what comes next */
  GList            early_link;   /* deferred while there is any */
  GCancellable    *cancellable;
  SoupMessage     *message;      /* NULL when it has ended */
  guint64          body_bytes;
  gboolean         send_once;
  gboolean         tells_steps;  /* all of how the connection comes about */

  GInputStream    *stream;       /* (nullable) the body of the answer */
  GInputStream    *raw;          /* (nullable) the same before @unzip, as libsoup has it */
  McpUnzip        *unzip;        /* (nullable) what @stream comes through */
  char            *buffer;       /* (nullable) of READ_BYTES */
  gboolean         reading;      /* or opening or closing: it will call back */
  gboolean         ending;
  gboolean         start_told;
  McpHopTrace      hops;
  gint64           started_usec;
  gint64           part_usec;    /* before what is being written, or what was written last */
  guint64          n_written;    /* of the request's body */
  gboolean         sent;
  gboolean         is_repeated;
  GError          *error;        /* (nullable) why it ends */
};

static McpHttpFetch *
fetch_ref (McpHttpFetch *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_http_fetch_unref (McpHttpFetch *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_assert (self->message == NULL);
  g_object_unref (self->cancellable);
  mcp_chunk_queue_unref (self->queue);
  g_clear_error (&self->error);
  g_array_unref (self->early);
  mcp_hop_trace_clear (&self->hops);
  g_free (self->buffer);
  g_free (self);
}

/* --- Telling --- */

static void
put_early (gpointer data,
           gpointer user_data)
{
  McpHttpFetch *self = data;

  mcp_chunk_queue_put_all (self->queue, (McpChunk *) self->early->data, self->early->len);
  g_array_set_size (self->early, 0);
}

/* Tells what other fetches have kept as well, so that what was first is told first. FALSE when the
 * main loop is too far behind. */
static gboolean
flush (McpHttpFetch *self)
{
  mcp_http_thread_catch_up (self->thread);

  return mcp_chunk_queue_put_all (self->queue, NULL, 0);
}

/* Takes @bytes; it is told with what comes next, or soon. */
static void
keep (McpHttpFetch     *self,
      McpHttpFetchKind  kind,
      gint64            time_usec,
      GBytes           *bytes)
{
  McpChunk chunk = { kind, time_usec, bytes };

  if (self->early->len == 0)
    mcp_http_thread_defer (self->thread, &self->early_link, put_early);
  g_array_append_val (self->early, chunk);
}

/* Takes @data, which must not change any more. Waking the main loop for each would cost as much as
 * all the rest: it is done for what is worth it. */
static void
tell (McpHttpFetch     *self,
      McpHttpFetchKind  kind,
      gint64            time_usec,
      gpointer          data,
      gsize             size,
      GDestroyNotify    notify)
{
  gboolean more_follows = kind == MCP_HTTP_FETCH_START || kind == MCP_HTTP_FETCH_BEGUN
                          || kind == MCP_HTTP_FETCH_SENT || kind == MCP_HTTP_FETCH_HEAD;

  keep (self, kind, time_usec,
        data != NULL ? g_bytes_new_with_free_func (data, size, notify, data) : NULL);
  if (!more_follows)
    flush (self);
}

/* Comes first, when libsoup has added its own headers. */
static void
tell_start (McpHttpFetch *self)
{
  if (self->start_told)
    return;

  self->start_told = TRUE;
  tell (self, MCP_HTTP_FETCH_START, self->started_usec, mcp_http_start_new (self->message),
        sizeof (McpHttpStart), (GDestroyNotify) mcp_http_start_free);
}

static void
end_free (gpointer data)
{
  McpHttpEnd *end = data;

  g_clear_error (&end->error);
  g_free (end);
}

static void
end (McpHttpFetch *self)
{
  McpHttpEnd *report = g_new0 (McpHttpEnd, 1);

  report->error = g_steal_pointer (&self->error);
  report->is_repeated = self->is_repeated;
  report->is_plain = self->unzip != NULL && mcp_unzip_is_plain (self->unzip);
  if (soup_message_get_metrics (self->message) != NULL)
    {
      report->wire_bytes = soup_message_metrics_get_response_body_bytes_received (
        soup_message_get_metrics (self->message));
      mcp_http_fill_timings (self->message, self->started_usec, &report->timings);
    }
  g_signal_handlers_disconnect_by_data (self->message, self);
  g_signal_handlers_disconnect_by_data (self->message, &self->hops);
  g_clear_object (&self->stream);
  g_clear_object (&self->raw);
  g_clear_object (&self->unzip);
  g_clear_object (&self->message);
  mcp_http_thread_release (self->thread);
  tell (self, MCP_HTTP_FETCH_END, g_get_monotonic_time (), report, sizeof *report, end_free);
  mcp_http_fetch_unref (self);
}

static void
closed_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_input_stream_close_finish (G_INPUT_STREAM (object), result, NULL);
  end (user_data);
}

static void
tell_sent (McpHttpFetch *self)
{
  self->sent = TRUE;
  tell (self, MCP_HTTP_FETCH_SENT, self->part_usec, NULL, 0, NULL);
}

/* Takes @error. Gives the connection back, or closes it when the answer was not read to its end:
 * cancelling a read does not. */
static void
finish (McpHttpFetch *self,
        gboolean      eof,
        GError       *error)
{
  gboolean at_once;

  self->ending = TRUE;
  self->error = error;
  /* There is nothing to wait for then. */
  at_once = eof && self->sent;
  if (at_once)
    g_input_stream_close (self->raw, NULL, NULL);
  if (self->raw != NULL && !at_once)
    g_input_stream_close_async (self->raw, G_PRIORITY_DEFAULT, NULL, closed_cb, self);
  else
    end (self);
}

/* --- Reading --- */

static void read_more (McpHttpFetch *self);

/* Reads what is there without waiting, behind @length bytes. Returns how much there is then; sets
 * @eof and @error as reading does. */
static gsize
gather (McpHttpFetch  *self,
        gsize          length,
        gint64        *read_usec,
        gboolean      *eof,
        GError       **error)
{
  gint64 first_usec = *read_usec;

  while (length < READ_BYTES && *read_usec - first_usec < GATHER_USEC)
    {
      gssize n_read = g_pollable_input_stream_read_nonblocking (
        G_POLLABLE_INPUT_STREAM (self->stream), self->buffer + length, READ_BYTES - length,
        self->cancellable, error);

      *eof = n_read == 0;
      if (n_read <= 0)
        break;
      length += n_read;
      *read_usec = g_get_monotonic_time ();
    }
  if (g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    g_clear_error (error);

  return length;
}

/* Without a copy where it would cost more than the room that is left over. */
static GBytes *
take_buffer (McpHttpFetch *self,
             gsize         length)
{
  if (length < READ_BYTES / 2)
    return g_bytes_new (self->buffer, length);

  return g_bytes_new_take (g_steal_pointer (&self->buffer), length);
}

/* Goes on behind @length bytes in the buffer; takes @error. */
static void
take_read (McpHttpFetch *self,
           gsize         length,
           gboolean      eof,
           GError       *error)
{
  gint64 read_usec = g_get_monotonic_time ();
  gboolean has_room;

  self->reading = FALSE;
  if (!eof && error == NULL && G_IS_POLLABLE_INPUT_STREAM (self->stream)
      && g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (self->stream)))
    length = gather (self, length, &read_usec, &eof, &error);
  if (length > 0)
    keep (self, MCP_HTTP_FETCH_DATA, read_usec, take_buffer (self, length));
  /* A short answer is told together with its end, which follows at once then. */
  has_room = (eof && self->sent) || flush (self);

  if (eof || error != NULL)
    finish (self, eof, error);
  else if (has_room)
    read_more (self);
  else
    tell (self, MCP_HTTP_FETCH_HELD, read_usec, NULL, 0, NULL);
}

static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GError *error = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (object), result, &error);

  take_read (user_data, MAX (n_read, 0), n_read == 0, error);
}

static void
read_more (McpHttpFetch *self)
{
  if (self->buffer == NULL)
    self->buffer = g_malloc (READ_BYTES);
  self->reading = TRUE;
  /* Behind writing: what was sent is told before what it is answered with. */
  g_input_stream_read_async (self->stream, self->buffer, READ_BYTES, MCP_READ_PRIORITY,
                             self->cancellable, read_cb, self);
}

/* --- Sending --- */

/* GIO would close what is put around a stream in another thread: libsoup's own is closed instead. */
static void
unzip (McpHttpFetch *self)
{
  self->raw = g_object_ref (self->stream);
  self->unzip = mcp_unzip_new (soup_message_headers_get_list (soup_message_get_response_headers (self->message),
                                                              "Content-Encoding"));
  if (self->unzip == NULL)
    return;

  g_object_unref (self->stream);
  self->stream = g_converter_input_stream_new (self->raw, G_CONVERTER (self->unzip));
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (self->stream), FALSE);
}

static void
sent_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  McpHttpFetch *self = user_data;
  GError *error = NULL;
  GError *limit_error;

  self->reading = FALSE;
  self->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (self->stream != NULL)
    unzip (self);
  if (self->stream != NULL)
    {
      self->buffer = g_malloc (READ_BYTES);
      take_read (self, 0, FALSE, NULL);
      return;
    }

  limit_error = mcp_http_dup_limit_error (self->message);
  if (limit_error != NULL)
    g_clear_error (&error);
  else
    error = mcp_hop_trace_blame (&self->hops, SOUP_SESSION (object), self->message, error);
  finish (self, FALSE, limit_error != NULL ? limit_error : error);
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  McpHttpFetch       *self)
{
  tell_start (self);
  mcp_hop_trace_event (&self->hops, event, connection);
  /* Each wakes the main loop, and of most requests it does not want to know. */
  if (!self->tells_steps && event != G_SOCKET_CLIENT_TLS_HANDSHAKED)
    return;

  tell (self, MCP_HTTP_FETCH_NETWORK, g_get_monotonic_time (),
        mcp_http_network_new (event, connection), sizeof (McpHttpNetwork),
        (GDestroyNotify) mcp_http_network_free);
}

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  problems,
                       McpHttpFetch         *self)
{
  McpCertificate *shown;
  gboolean accepts = mcp_http_client_judge_certificate (self->client, certificate, problems,
                                                        &shown);

  tell (self, MCP_HTTP_FETCH_CERTIFICATE, g_get_monotonic_time (), shown, 1, g_object_unref);

  return accepts;
}

static void
starting_cb (SoupMessage  *message,
             McpHttpFetch *self)
{
  if (!g_atomic_int_compare_and_exchange (&self->stage, WAITING, BEGUN)
      && g_atomic_int_get (&self->stage) == TAKEN_BACK)
    {
      /* libsoup looks at it before it writes. */
      g_cancellable_cancel (self->cancellable);
      return;
    }

  mcp_hop_trace_authorize (message);
  tell_start (self);
  self->n_written = 0;
  self->sent = FALSE;
  self->part_usec = g_get_monotonic_time ();
  tell (self, MCP_HTTP_FETCH_BEGUN, self->part_usec, NULL, 0, NULL);
}

static void
wrote_headers_cb (SoupMessage  *message,
                  McpHttpFetch *self)
{
  if (self->body_bytes > 0)
    self->part_usec = g_get_monotonic_time ();
}

static void
wrote_body_data_cb (SoupMessage  *message,
                    guint         n_bytes,
                    McpHttpFetch *self)
{
  self->n_written += n_bytes;
  if (self->n_written < self->body_bytes)
    self->part_usec = g_get_monotonic_time ();
  else if (!self->sent)
    tell_sent (self);
}

/* libsoup closes the body in another thread before this, and the answer may come meanwhile. So it is
 * for what has no body. */
static void
wrote_body_cb (SoupMessage  *message,
               McpHttpFetch *self)
{
  if (!self->sent)
    tell_sent (self);
}

static void
got_headers_cb (SoupMessage  *message,
                McpHttpFetch *self)
{
  tell (self, MCP_HTTP_FETCH_HEAD, g_get_monotonic_time (), mcp_http_head_new (message),
        sizeof (McpHttpHead), (GDestroyNotify) mcp_http_head_free);
}

/*
 * A connection that was kept has closed. What was not written whole cannot have been understood,
 * and goes out again; else the server may have done it already.
 */
static void
restarted_cb (SoupMessage  *message,
              McpHttpFetch *self)
{
  if (!self->sent || !self->send_once)
    return;

  self->is_repeated = TRUE;
  g_cancellable_cancel (self->cancellable);
}

static gboolean
begin_cb (gpointer user_data)
{
  McpHttpFetch *self = user_data;

  mcp_http_thread_hold (self->thread);
  if (g_cancellable_is_cancelled (self->cancellable)
      || g_atomic_int_get (&self->stage) == TAKEN_BACK)
    {
      finish (self, FALSE, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, ""));
      return G_SOURCE_REMOVE;
    }

  g_signal_connect (self->message, "network-event", G_CALLBACK (network_event_cb), self);
  g_signal_connect (self->message, "accept-certificate", G_CALLBACK (accept_certificate_cb), self);
  g_signal_connect (self->message, "starting", G_CALLBACK (starting_cb), self);
  g_signal_connect (self->message, "wrote-headers", G_CALLBACK (wrote_headers_cb), self);
  g_signal_connect (self->message, "wrote-body-data", G_CALLBACK (wrote_body_data_cb), self);
  g_signal_connect (self->message, "wrote-body", G_CALLBACK (wrote_body_cb), self);
  g_signal_connect (self->message, "got-headers", G_CALLBACK (got_headers_cb), self);
  g_signal_connect (self->message, "restarted", G_CALLBACK (restarted_cb), self);
  mcp_hop_trace_watch (&self->hops, self->message);
  mcp_http_limit_informational (self->message, self->cancellable);

  self->reading = TRUE;
  self->started_usec = g_get_monotonic_time ();
  soup_session_send_async (mcp_http_thread_get_session (self->thread, self->session),
                           self->message, G_PRIORITY_DEFAULT, self->cancellable, sent_cb, self);
  tell_start (self);

  return G_SOURCE_REMOVE;
}

/* --- The side of the main loop --- */

/**
 * mcp_http_fetch_start:
 * @client: whose thread it runs in, and which outlives it there
 * @message: (transfer full): a request; not to be touched any more
 * @body_bytes: how long its body is
 * @send_once: whether it must not be sent again once it has left
 * @queue: what comes out; referenced
 *
 * Sends a request.
 *
 * Returns: (transfer full): it, to be unreferenced with mcp_http_fetch_unref() at any time
 */
McpHttpFetch *
mcp_http_fetch_start (McpHttpClient *client,
                      SoupMessage   *message,
                      guint64        body_bytes,
                      gboolean       send_once,
                      McpChunkQueue *queue)
{
  McpHttpFetch *self = g_new0 (McpHttpFetch, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->client = client;
  self->thread = mcp_http_client_get_thread (client);
  self->session = mcp_http_client_pick_session (client);
  self->message = message;
  self->body_bytes = body_bytes;
  self->send_once = send_once;
  self->tells_steps = mcp_http_client_wants_steps (client);
  self->queue = mcp_chunk_queue_ref (queue);
  self->cancellable = g_cancellable_new ();
  self->early = g_array_new (FALSE, FALSE, sizeof (McpChunk));
  self->early_link.data = self;
  mcp_http_thread_post (self->thread, begin_cb, fetch_ref (self), NULL);

  return self;
}

/**
 * mcp_http_fetch_take_back:
 *
 * Ends it if not a byte has left.
 *
 * Returns: %TRUE when none has and none will
 */
gboolean
mcp_http_fetch_take_back (McpHttpFetch *self)
{
  if (!g_atomic_int_compare_and_exchange (&self->stage, WAITING, TAKEN_BACK))
    return FALSE;

  mcp_http_fetch_cancel (self);

  return TRUE;
}

static gboolean
cancel_cb (gpointer user_data)
{
  McpHttpFetch *self = user_data;

  g_cancellable_cancel (self->cancellable);
  if (!self->reading && !self->ending && self->message != NULL)
    finish (self, FALSE, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, ""));

  return G_SOURCE_REMOVE;
}

/* Ends it soon and closes its connection. */
void
mcp_http_fetch_cancel (McpHttpFetch *self)
{
  mcp_http_thread_post (self->thread, cancel_cb, fetch_ref (self),
                        (GDestroyNotify) mcp_http_fetch_unref);
}

static gboolean
go_on_cb (gpointer user_data)
{
  McpHttpFetch *self = user_data;

  if (!self->reading && !self->ending && self->message != NULL)
    read_more (self);

  return G_SOURCE_REMOVE;
}

/* Reads on, behind %MCP_HTTP_FETCH_HELD. */
void
mcp_http_fetch_go_on (McpHttpFetch *self)
{
  mcp_http_thread_post (self->thread, go_on_cb, fetch_ref (self),
                        (GDestroyNotify) mcp_http_fetch_unref);
}
