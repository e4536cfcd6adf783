/* test-websocket-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "test-lifecycle.h"
#include "test-support.h"
#include "websocket-fixture.h"

/* What goes over an open WebSocket, and how it ends. How it is opened is in test-websocket-open.c. */

static void
test_websocket_send_and_frame (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_new_sink (server->url, 0);
  g_autofree char *text = mcp_transport_describe (sink->transport);
  g_autofree char *expected = g_strdup_printf ("WebSocket · 127.0.0.1:%d", server->port);
  McpFrame *frame;
  gsize n_steps;

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[0], ==, MCP_STEP_RESOLVE);
  g_assert_cmpuint (n_steps, ==, 4);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_cmpstr (sink->steps->str, ==,
                   "resolve:began resolve:succeeded connect:began connect:succeeded "
                   "response:began response:succeeded");
  TEST_AWAIT (server->peer != NULL);
  g_assert_cmpstr (server->token, ==, "secret");
  g_assert_cmpstr (soup_websocket_connection_get_protocol (server->peer), ==, "mcp");
  TEST_AWAIT (server->got->len == 5);
  test_sink_send (sink, "{\"one\":1}");
  TEST_AWAIT (server->got->len > 6);
  g_assert_cmpstr (server->got->str, ==, "early {\"one\":1}");

  soup_websocket_connection_send_text (server->peer, "{\"two\":\n2}");
  TEST_AWAIT (sink->frames->len == 1);
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{\"two\":\n2}");
  frame = g_ptr_array_index (sink->frames, 0);
  g_assert_cmpint (frame->source, ==, MCP_FRAME_PACKET);
  g_assert_cmpuint (frame->exchange, ==, 1);
  g_assert_cmpuint (frame->total_bytes, ==, 10);
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 sent-1 sent-2");
  g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_UPGRADE);
  g_assert_cmpstr (sink->method, ==, "GET");
  g_assert_cmpstr (sink->url, ==, server->url);
  g_assert_cmpstr (test_sink_header (sink->sent_headers, "Upgrade"), ==, "websocket");
  g_assert_cmpstr (test_sink_header (sink->sent_headers, "Sec-WebSocket-Protocol"), ==, "mcp");
  g_assert_nonnull (test_sink_header (sink->sent_headers, "Host"));
  g_assert_nonnull (test_sink_header (sink->headers, "Sec-WebSocket-Accept"));
  g_assert_nonnull (sink->peer);
  g_assert_null (sink->tls);
}

static void
test_websocket_binary (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  soup_websocket_connection_send_binary (server->peer, "{}", 2);
  TEST_AWAIT (sink->violations->len > 0);

  g_assert_cmpstr (sink->violations->str, ==, "binary-message: 2\n");
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{}");
}

static void
test_websocket_empty_message (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  soup_websocket_connection_send_text (server->peer, "");
  soup_websocket_connection_send_text (server->peer, "after");
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "");
  g_assert_cmpstr (test_sink_frame (sink, 1), ==, "after");
}

typedef struct
{
  const char *name;
  gushort     code;
  const char *reason;
  const char *words;
} CloseCase;

static const CloseCase close_cases[] = {
  { "normal", 1000, NULL, "closed the connection (1000)." },
  { "reason", 1001, "going to sleep", "closed the connection (1001: going to sleep)." },
  { "policy", 1008, "no", "closed the connection (1008: no)." },
};

static void
test_websocket_closed_by_server (gconstpointer data)
{
  const CloseCase *expected = data;
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  soup_websocket_connection_send_text (server->peer, "last");
  soup_websocket_connection_close (server->peer, expected->code, expected->reason);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_nonnull (strstr (sink->close_error->message, expected->words));
  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "last");
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 end-1-error closed");
  g_assert_cmpuint (sink->end.body_bytes, ==, 4);
}

static void
test_websocket_broke_off (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  g_io_stream_close (soup_websocket_connection_get_io_stream (server->peer), NULL, NULL);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_DIED);
}

static void
test_websocket_too_large (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 1000);
  g_autofree char *big = g_strnfill (5000, 'x');

  soup_websocket_connection_send_text (server->peer, "small");
  soup_websocket_connection_send_text (server->peer, big);
  TEST_AWAIT (sink->is_closed);

  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_cmpuint (sink->frames->len, ==, 1);
}

/* Fragments that never become a message; what others are made of is not counted. */
static void
test_websocket_endless_fragments (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 100 * 1000);
  GOutputStream *output = g_io_stream_get_output_stream (
    soup_websocket_connection_get_io_stream (server->peer));
  GPollableOutputStream *pollable = G_POLLABLE_OUTPUT_STREAM (output);
  g_autofree char *text = g_strnfill (90 * 1000, 'x');
  char fragment[1004] = { 0, 126, 1000 >> 8, 1000 & 0xff };
  gsize n_written = 0;

  for (guint i = 0; i < 10; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (sink->n_frames == 10);

  memset (fragment + 4, 'x', 1000);
  fragment[0] = 1;
  while (!sink->is_closed && n_written < 50 * 1000 * 1000)
    {
      gssize n = g_pollable_output_stream_write_nonblocking (
        pollable, fragment + n_written % sizeof fragment,
        sizeof fragment - n_written % sizeof fragment, NULL, NULL);

      if (n > 0)
        n_written += n;
      if (n_written >= sizeof fragment)
        fragment[0] = 0;
      g_main_context_iteration (NULL, FALSE);
    }

  g_assert_true (sink->is_closed);
  g_assert_error (sink->close_error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_cmpuint (sink->n_frames, ==, 10);
}

static void
test_websocket_close (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  test_sink_send (sink, "last");
  test_sink_close (sink);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 2);

  g_assert_no_error (sink->close_error);
  TEST_AWAIT (server->peer_closed);
  g_assert_cmpint (soup_websocket_connection_get_close_code (server->peer), ==, 1000);
  g_assert_cmpstr (server->got->str, ==, "last");
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-101 sent-1 end-1-cancelled closed");
}

static void
test_websocket_send_not_utf_8 (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  test_sink_send (sink, "\xff");
  test_sink_send (sink, "after");
  TEST_AWAIT (sink->unsent_error != NULL && server->got->len > 0);

  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpstr (server->got->str, ==, "after");
}

static void
pause_each (TestSink       *sink,
            const McpFrame *frame)
{
  mcp_transport_pause (sink->transport, 1);
}

static gboolean
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

static void
test_websocket_pause (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  sink->on_frame = pause_each;
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      soup_websocket_connection_send_text (server->peer, text);
    }
  TEST_AWAIT (sink->n_frames == 1);

  /* What is sent goes out meanwhile: the server may wait for it. */
  test_sink_send (sink, "free");
  TEST_AWAIT (server->got->len > 0);
  g_assert_cmpstr (server->got->str, ==, "free");
  g_assert_cmpuint (sink->n_frames, ==, 1);

  for (guint i = 1; i < 20; i++)
    {
      mcp_transport_resume (sink->transport, 1);
      g_assert_cmpuint (sink->n_frames, ==, i);
      TEST_AWAIT (sink->n_frames > i);
      g_assert_cmpuint (sink->n_frames, ==, i + 1);
    }

  g_assert_cmpstr (test_sink_frame (sink, 19), ==, "19");
}

/* What the server does not take waits here, where it can be taken back; it is not sent yet. */
static void
test_websocket_untaken (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);
  g_autofree char *text = g_strnfill (10000, 'x');

  for (guint i = 0; i < 3000; i++)
    test_sink_send (sink, text);
  test_sink_send (sink, "last");
  /* Without the main loop the server does not read. 30 MB do not fit between us. */
  g_usleep (200 * 1000);
  g_assert_true (mcp_transport_unsend (sink->transport, 3001));
  TEST_AWAIT (sink->unsent_error != NULL);
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_sink_send (sink, "end");
  TEST_AWAIT (g_str_has_suffix (server->got->str, "end"));

  g_assert_cmpuint (server->got->len, ==, 3000 * 10001 + 3);
}

/* What is not taken stays with the server; and all of it comes in the end. */
static void
test_websocket_back_pressure (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);
  g_autofree char *text = g_strnfill (10000, 'x');
  GIOStream *stream = soup_websocket_connection_get_io_stream (server->peer);
  GPollableOutputStream *output =
    G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  sink->keep_frames = FALSE;
  mcp_transport_pause (sink->transport, 1);
  for (guint i = 0; i < 3000; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (n_ticks >= 50);
  g_source_remove (tick);
  /* 30 MB do not fit into what the kernel keeps between them. */
  g_assert_false (g_pollable_output_stream_is_writable (output));
  g_assert_cmpuint (sink->n_frames, ==, 0);

  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (sink->n_frames == 3000);
  g_assert_cmpuint (sink->n_frame_bytes, ==, 30000000);
}

static void
linger (TestSink       *sink,
        const McpFrame *frame)
{
  g_usleep (20);
}

/* A flood leaves the main loop to others. */
static void
test_websocket_flood (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);
  guint n_ticks = 0;
  guint tick = g_timeout_add (1, count_cb, &n_ticks);

  sink->keep_frames = FALSE;
  sink->on_frame = linger;
  for (guint i = 0; i < 5000; i++)
    soup_websocket_connection_send_text (server->peer, "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}");
  TEST_AWAIT (sink->n_frames == 5000);
  g_source_remove (tick);

  g_assert_cmpuint (n_ticks, >, 5);
}

static void
test_websocket_close_while_paused (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_open_sink (server, 0);

  sink->on_frame = pause_each;
  for (guint i = 0; i < 1000; i++)
    soup_websocket_connection_send_text (server->peer, "again");
  TEST_AWAIT (sink->n_frames == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);

  g_assert_cmpuint (sink->n_frames, ==, 1);
  TEST_AWAIT (server->peer_closed);
}

/* The gate holds what is encrypted as well. */
static void
test_websocket_tls (void)
{
  g_autofree char *ca_file = g_test_build_filename (G_TEST_DIST, "fixtures", "ca.pem", NULL);
  g_autofree char *text = g_strnfill (10000, 'x');
  g_autoptr (WsServer) server = ws_server_new_tls ("signed.pem");
  g_autoptr (TestSink) sink = ws_new_tls_sink (server, ca_file, NULL);
  gsize n_steps;

  g_assert_cmpint (mcp_transport_get_steps (sink->transport, &n_steps)[2], ==, MCP_STEP_TLS);
  g_assert_cmpuint (n_steps, ==, 5);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  g_assert_nonnull (strstr (sink->steps->str, "tls:succeeded"));
  g_assert_nonnull (sink->tls);
  g_assert_nonnull (mcp_transport_get_certificate (sink->transport));
  TEST_AWAIT (server->peer != NULL);

  sink->keep_frames = FALSE;
  sink->on_frame = pause_each;
  for (guint i = 0; i < 1000; i++)
    soup_websocket_connection_send_text (server->peer, text);
  TEST_AWAIT (sink->n_frames == 1);
  test_sink_send (sink, "free");
  sink->on_frame = NULL;
  mcp_transport_resume (sink->transport, 1);
  TEST_AWAIT (sink->n_frames == 1000 && server->got->len > 0);

  g_assert_cmpuint (sink->n_frame_bytes, ==, 10000000);
  g_assert_cmpstr (server->got->str, ==, "free");
}

/* --- As a way, for what all of them have in common --- */

typedef struct
{
  WsServer    *server;
  WsRawServer  silent;
} Servers;

static gpointer
way_server_new (void)
{
  Servers *servers = g_new0 (Servers, 1);

  servers->server = ws_server_new ();
  ws_raw_server_init (&servers->silent, NULL);

  return servers;
}

static void
way_server_free (gpointer user_data)
{
  Servers *servers = user_data;

  ws_server_free (servers->server);
  ws_raw_server_clear (&servers->silent);
  g_free (servers);
}

static TestSink *
way_new_sink (gpointer user_data,
              gboolean silent)
{
  Servers *servers = user_data;

  return ws_new_sink (silent ? servers->silent.url : servers->server->url, 0);
}

/* While it connects, and while the server is silent. */
static void
way_go_to_stage (gpointer  servers,
                 TestSink *sink,
                 guint     stage)
{
  if (stage == 1)
    TEST_AWAIT (sink->steps->len > 0);
  else
    TEST_AWAIT (strstr (sink->steps->str, "response:began") != NULL);
}

static void
way_open (gpointer  user_data,
          TestSink *sink)
{
  Servers *servers = user_data;

  test_sink_open (sink);
  TEST_AWAIT (servers->server->peer != NULL);
}

static void
way_say_two (gpointer user_data)
{
  Servers *servers = user_data;

  soup_websocket_connection_send_text (servers->server->peer, "one");
  soup_websocket_connection_send_text (servers->server->peer, "two");
}

static gboolean
way_is_left (gpointer servers)
{
  return ((Servers *) servers)->server->peer_closed;
}

static const TestWay way = {
  .prefix = "/transport/websocket",
  .n_stages = 3,
  .server_new = way_server_new,
  .server_free = way_server_free,
  .new_sink = way_new_sink,
  .go_to_stage = way_go_to_stage,
  .open = way_open,
  .say_two = way_say_two,
  .is_left = way_is_left,
};

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/websocket/send-and-frame", test_websocket_send_and_frame);
  g_test_add_func ("/transport/websocket/binary", test_websocket_binary);
  g_test_add_func ("/transport/websocket/empty-message", test_websocket_empty_message);
  for (gsize i = 0; i < G_N_ELEMENTS (close_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/websocket/closed-by-server/",
                                           close_cases[i].name, NULL);

      g_test_add_data_func (path, &close_cases[i], test_websocket_closed_by_server);
    }
  g_test_add_func ("/transport/websocket/broke-off", test_websocket_broke_off);
  g_test_add_func ("/transport/websocket/too-large", test_websocket_too_large);
  g_test_add_func ("/transport/websocket/endless-fragments", test_websocket_endless_fragments);
  g_test_add_func ("/transport/websocket/close", test_websocket_close);
  g_test_add_func ("/transport/websocket/send-not-utf-8", test_websocket_send_not_utf_8);
  g_test_add_func ("/transport/websocket/pause", test_websocket_pause);
  g_test_add_func ("/transport/websocket/untaken", test_websocket_untaken);
  g_test_add_func ("/transport/websocket/back-pressure", test_websocket_back_pressure);
  g_test_add_func ("/transport/websocket/flood", test_websocket_flood);
  g_test_add_func ("/transport/websocket/close-while-paused", test_websocket_close_while_paused);
  g_test_add_func ("/transport/websocket/tls", test_websocket_tls);
  test_lifecycle_add (&way);

  return g_test_run ();
}
