/* test-websocket-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-websocket-transport.h"
#include "raw-fixture.h"
#include "test-support.h"
#include "websocket-fixture.h"

/* How a WebSocket is opened, and by whom it is not. */

/* A status that is no upgrade. */
static void
test_websocket_refused (gconstpointer data)
{
  const char *status = data;
  g_autoptr (WsServer) server = ws_server_new ();
  g_autofree char *path = g_strconcat ("/", status, NULL);
  g_autofree char *url = g_uri_resolve_relative (server->url, path, G_URI_FLAGS_NONE, NULL);
  g_autofree char *log = g_strdup_printf ("start-1 head-1-%s end-1-error unsent-1", status);
  g_autoptr (TestSink) sink = ws_new_sink (url, 0);

  test_sink_send (sink, "early");
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_nonnull (strstr (sink->open_error->message, status));
  TEST_AWAIT (sink->unsent_error != NULL);

  g_assert_cmpstr (sink->log->str, ==, log);
  g_assert_true (g_str_has_suffix (sink->steps->str, "response:began response:broke"));
  g_assert_false (sink->is_closed);
}

static void
test_websocket_unreachable (void)
{
  g_autoptr (WsServer) server = ws_server_new ();
  g_autoptr (TestSink) sink = ws_new_sink (server->url, 0);
  g_autoptr (TestSink) nowhere = ws_new_sink ("ws://no-such-host.invalid/", 0);

  ws_server_stop_listening (server);
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_true (g_str_has_suffix (sink->steps->str, "connect:began connect:broke"));
  g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-error");

  test_sink_open (nowhere);
  g_assert_error (nowhere->open_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpstr (nowhere->steps->str, ==, "resolve:began resolve:broke");
}

static void
check_bad_answer (const char *answer,
                  McpError    code)
{
  WsRawServer server;

  ws_raw_server_init (&server, answer);
  {
    g_autoptr (TestSink) sink = ws_new_sink (server.url, 0);

    test_sink_open_with (sink, NULL);
    TEST_AWAIT (sink->opened || server.connection != NULL);
    if (!sink->opened && answer[0] == '\0')
      g_io_stream_close (G_IO_STREAM (server.connection), NULL, NULL);
    TEST_AWAIT (sink->opened);
    g_assert_error (sink->open_error, MCP_ERROR, (int) code);
  }
  ws_raw_server_clear (&server);
}

static void
test_websocket_bad_answers (void)
{
  check_bad_answer ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Accept: d3Jvbmc=\r\n\r\n",
                    MCP_ERROR_HTTP);
  check_bad_answer ("HTTP/1.1 302 Found\r\nLocation: http://example.invalid/\r\n"
                    "Content-Length: 0\r\n\r\n", MCP_ERROR_HTTP);
  check_bad_answer ("", MCP_ERROR_NETWORK);
}

/* The first messages come together with the answer to the upgrade. */
static void
test_websocket_greeting (void)
{
  g_autoptr (GString) text = g_string_new ("\x81\x02{}");
  g_autofree char *big = g_strnfill (0x40000, 'x');
  WsScript script;
  TestSink *sink;

  /* Bigger than what libsoup takes without being told otherwise. */
  g_string_append_len (text, "\x81\x7f\0\0\0\0\0\x04\0\0", 10);
  g_string_append (text, big);
  ws_script_init (&script, text->str, text->len, FALSE);
  sink = ws_new_sink (script.url, 0);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);
  TEST_AWAIT (sink->frames->len == 2);

  g_assert_cmpstr (test_sink_frame (sink, 0), ==, "{}");
  g_assert_cmpuint (sink->n_frame_bytes, ==, 2 + 0x40000);
  test_sink_free (sink);
  ws_script_clear (&script);
}

static void
test_websocket_endless_informational (void)
{
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_HEAD }, { RAW_REPEAT, "HTTP/1.1 102 Processing\r\n\r\n" }, { RAW_END } });
  g_autofree char *url = g_strdup_printf ("ws://127.0.0.1:%u/", raw_fixture_get_port (raw));
  g_autoptr (TestSink) sink = ws_new_sink (url, 0);

  test_sink_open (sink);

  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_nonnull (strstr (sink->open_error->message, "1xx"));
}

static void
test_websocket_options (void)
{
  const McpHttpOptions options = { .url = "gopher://localhost/" };
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_websocket_transport_new (&options, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
}

/* One that nobody vouches for is shown; and taken when it is the one that was accepted. */
static void
test_websocket_certificate (void)
{
  g_autoptr (WsServer) server = ws_server_new_tls ("self-signed.pem");
  g_autoptr (TestSink) refused = ws_new_tls_sink (server, NULL, NULL);
  g_autoptr (TestSink) accepted = NULL;
  McpCertificate *certificate;

  test_sink_open (refused);
  g_assert_error (refused->open_error, MCP_ERROR, MCP_ERROR_TLS);
  g_assert_true (g_str_has_suffix (refused->steps->str, "tls:broke"));
  certificate = mcp_transport_get_certificate (refused->transport);
  g_assert_nonnull (certificate);
  g_assert_cmpint (mcp_certificate_get_problems (certificate), !=, 0);

  accepted = ws_new_tls_sink (server, NULL, mcp_certificate_get_fingerprint (certificate));
  test_sink_open (accepted);
  g_assert_no_error (accepted->open_error);
}

int
main (int   argc,
      char *argv[])
{
  static const char * const statuses[] = { "200", "401", "404", "500" };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/websocket/refused/", statuses[i], NULL);

      g_test_add_data_func (path, statuses[i], test_websocket_refused);
    }
  g_test_add_func ("/transport/websocket/unreachable", test_websocket_unreachable);
  g_test_add_func ("/transport/websocket/bad-answers", test_websocket_bad_answers);
  g_test_add_func ("/transport/websocket/greeting", test_websocket_greeting);
  g_test_add_func ("/transport/websocket/endless-informational",
                   test_websocket_endless_informational);
  g_test_add_func ("/transport/websocket/options", test_websocket_options);
  g_test_add_func ("/transport/websocket/certificate", test_websocket_certificate);

  return g_test_run ();
}
