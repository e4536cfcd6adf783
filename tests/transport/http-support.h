/* http-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "http-fixture.h"
#include "mcp-error.h"
#include "mcp-http-stream.h"
#include "mcp-http-transport.h"
#include "raw-fixture.h"
#include "test-sink.h"
#include "test-support.h"

/* What the tests of HTTP have in common. */

#define PING "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define PONG "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define NOTE "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"

/* As a session does when a frame holds the answer: what is a result answers the last message. */
static inline void
http_answer_results (TestSink       *sink,
                     const McpFrame *frame)
{
  const char *data = g_bytes_get_data (frame->bytes, NULL);

  if (data != NULL && !frame->oversized &&
      g_strstr_len (data, g_bytes_get_size (frame->bytes), "\"result\"") != NULL)
    mcp_transport_answered (sink->transport, sink->start.ticket);
}

static inline TestSink *
http_sink_new_with (const McpHttpOptions *options)
{
  g_autoptr (GError) error = NULL;
  McpTransport *transport = mcp_http_transport_new (options, &error);
  TestSink *sink;

  g_assert_no_error (error);
  sink = test_sink_new_for (transport);
  sink->on_frame = http_answer_results;
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);

  return sink;
}

static inline TestSink *
http_sink_new (const char *url)
{
  const McpHttpOptions options = { .url = url };

  return http_sink_new_with (&options);
}

/* Lets happen what may happen. */
static inline void
http_spin (guint msec)
{
  gint64 end_usec = g_get_monotonic_time () + msec * 1000;

  while (test_iterate_until (end_usec))
    ;
}

/* Whether a word stands in the log. */
static inline gboolean
http_has (TestSink   *sink,
          const char *word)
{
  g_auto (GStrv) words = g_strsplit (sink->log->str, " ", -1);

  return g_strv_contains ((const char * const *) words, word);
}

/* How many words of the log begin with it. */
static inline guint
http_count (TestSink   *sink,
            const char *prefix)
{
  g_auto (GStrv) words = g_strsplit (sink->log->str, " ", -1);
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_has_prefix (words[i], prefix))
      n++;

  return n;
}

/* The message in a frame: (transfer full). */
static inline char *
http_dup_message (TestSink *sink,
                  guint     position)
{
  McpFrame *frame = g_ptr_array_index (sink->frames, position);
  gsize size = g_bytes_get_size (frame->bytes);
  const char *data = g_bytes_get_data (frame->bytes, NULL);

  return g_strndup (data + frame->lead, size - frame->lead - frame->trail);
}

/* Closes the transport and checks that no connection is left at the server. */
static inline void
http_sink_end (TestSink    *sink,
               HttpFixture *fixture)
{
  guint n_before = sink->n_close_answers;

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == n_before + 1);
  g_assert_true (sink->is_closed);
  g_assert_no_error (sink->close_error);
  TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
  test_sink_free (sink);
}

#define HTTP_EVENT(id, data) "id: " id "\ndata: " data "\n\n"

/* An event stream that a server says. */
typedef struct
{
  const char *text;
  gboolean    finish;   /* else the stream stays open */
  gboolean    reset;
} HttpScript;

/* Not before what was pushed has left: without an acknowledgement the kernel keeps it for 40 ms. */
#define HTTP_RESET_MSEC 100

static inline gboolean
http_reset_cb (gpointer user_data)
{
  http_request_reset (user_data);

  return G_SOURCE_REMOVE;
}

static inline void
http_events_handler (HttpFixture *fixture,
                     HttpRequest *request,
                     gpointer     user_data)
{
  const HttpScript *script = user_data;

  http_request_start_events (request);
  http_request_push (request, script->text);
  if (script->reset)
    g_timeout_add (HTTP_RESET_MSEC, http_reset_cb, request);
  else if (script->finish)
    http_request_finish (request);
}

static inline void
http_queue_events (HttpFixture      *fixture,
                   const char       *method,
                   const HttpScript *script)
{
  http_fixture_queue_handler (fixture, method, http_events_handler, (gpointer) script);
}

static inline McpHttpStream *
http_get_stream (TestSink *sink,
                 guint     position)
{
  GListModel *streams = mcp_transport_get_streams (sink->transport);
  McpHttpStream *stream = g_list_model_get_item (streams, position);

  /* The list keeps it. */
  g_assert_nonnull (stream);
  g_object_unref (stream);

  return stream;
}

static inline guint
http_count_streams (TestSink *sink)
{
  return g_list_model_get_n_items (mcp_transport_get_streams (sink->transport));
}
