/* test-http-end.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "mcp-error-cause.h"

/* Messages that somebody gives up, at every stage, and transports that are closed. */

typedef enum {
  STAGE_QUEUED,     /* nothing has happened yet */
  STAGE_SENT,       /* the server has it and says nothing */
  STAGE_HEAD,
  STAGE_EVENT,      /* in the middle of one */
  STAGE_BODY,
  N_STAGES,
} Stage;

typedef enum {
  WAY_ABANDON,
  WAY_CLOSE,
  WAY_KILL,
  WAY_DROP,         /* the last reference goes */
  N_WAYS,
} Way;

static const char * const stage_names[] = { "queued", "sent", "head", "event", "body" };
static const char * const way_names[] = { "abandon", "close", "kill", "drop" };

static void
stage_handler (HttpFixture *fixture,
               HttpRequest *request,
               gpointer     user_data)
{
  switch ((Stage) GPOINTER_TO_INT (user_data))
    {
    case STAGE_HEAD:
      http_request_start_events (request);
      break;
    case STAGE_EVENT:
      http_request_start_events (request);
      http_request_push (request, ": x\n\nid: 1\ndata: {");
      break;
    case STAGE_BODY:
      http_request_start (request, 200, "application/json");
      http_request_push (request, "{\"jsonrpc\":");
      break;
    case STAGE_QUEUED:
    case STAGE_SENT:
    case N_STAGES:
    default:
      break;
    }
}

static void
await_stage (TestSink    *sink,
             HttpFixture *fixture,
             Stage        stage)
{
  switch (stage)
    {
    case STAGE_SENT:
      TEST_AWAIT (http_fixture_get_n_open_requests (fixture) == 1);
      break;
    case STAGE_HEAD:
    case STAGE_BODY:
      TEST_AWAIT (http_has (sink, "head-1-200"));
      http_spin (20);
      break;
    case STAGE_EVENT:
      TEST_AWAIT (http_has (sink, "comment-1"));
      http_spin (20);
      break;
    case STAGE_QUEUED:
    case N_STAGES:
    default:
      break;
    }
}

static void
test_http_give_up (gconstpointer data)
{
  Stage stage = GPOINTER_TO_INT (data) % N_STAGES;
  Way way = GPOINTER_TO_INT (data) / N_STAGES;
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, stage_handler, GINT_TO_POINTER (stage));
  test_sink_request (sink, PING);
  await_stage (sink, fixture, stage);

  switch (way)
    {
    case WAY_ABANDON:
      mcp_transport_abandon (sink->transport, 1);
      mcp_transport_abandon (sink->transport, 1);
      if (stage == STAGE_QUEUED)
        TEST_AWAIT (http_has (sink, "unsent-1"));
      else
        TEST_AWAIT (http_has (sink, "end-1-cancelled"));
      /* The server has it. */
      if (stage == STAGE_SENT)
        g_assert_true (http_has (sink, "sent-1"));
      break;
    case WAY_KILL:
      mcp_transport_kill (sink->transport);
      TEST_AWAIT (sink->is_closed);
      break;
    case WAY_DROP:
      test_sink_drop (sink);
      break;
    case WAY_CLOSE:
    case N_WAYS:
    default:
      break;
    }

  /* The connection is closed, not only left alone. */
  if (way != WAY_CLOSE)
    TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0 ||
                     http_fixture_get_n_open_requests (fixture) == 0);
  g_assert_null (strstr (sink->log->str, "failed"));

  if (way == WAY_DROP)
    {
      TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
      test_sink_free (sink);
    }
  else
    http_sink_end (sink, fixture);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), <=, 1);
}

/* Before there is a connection: a peer that does not accept. */
static void
test_http_unsend_connecting (void)
{
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) local = NULL;
  g_autofree char *url = NULL;
  TestSink *sink;

  g_socket_bind (socket, address, FALSE, NULL);
  local = g_socket_get_local_address (socket, NULL);
  url = g_strdup_printf ("https://127.0.0.1:%u/",
                         g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local)));
  g_assert_true (g_socket_listen (socket, NULL));

  /* The kernel accepts, nobody answers the handshake. */
  sink = http_sink_new (url);
  test_sink_request (sink, PING);
  TEST_AWAIT (strstr (sink->steps->str, "tls:began") != NULL);
  g_assert_true (mcp_transport_unsend (sink->transport, 1));
  TEST_AWAIT (http_has (sink, "unsent-1"));
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-cancelled unsent-1");
  test_sink_free (sink);
}

/* --- Every byte --- */

#define ANSWER "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n" PONG

/* Cut off behind any of its bytes, an answer is none; what is behind that is told by a code, where it is no whole head. */
static void
test_http_cut (gconstpointer data)
{
  RawAction end = GPOINTER_TO_INT (data);

  for (gsize length = 0; length < strlen (ANSWER); length++)
    {
      const RawStep steps[] = {
        { RAW_AWAIT_BODY, NULL, 0, 0 },
        { length > 0 ? RAW_WRITE : RAW_PAUSE, ANSWER, length, 0 },
        { RAW_PAUSE, NULL, 0, 5 },
        { end, NULL, 0, 0 },
        { RAW_END, NULL, 0, 0 },
      };
      g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
      TestSink *sink = http_sink_new (raw_fixture_get_url (fixture));
      const GError *cause;

      /* Half a body may have what looks like a result. */
      sink->on_frame = NULL;
      test_sink_request (sink, PING);
      TEST_AWAIT (http_count (sink, "failed-1-") == 1);
      g_assert_cmpint (sink->failed_error->domain, ==, MCP_ERROR);
      g_assert_true (sink->failed_error->code == MCP_ERROR_NETWORK || sink->failed_error->code == MCP_ERROR_LOST
                     || sink->failed_error->code == MCP_ERROR_HTTP);
      cause = mcp_error_get_cause (sink->failed_error);
      g_test_message ("%zu: %s", length, sink->failed_error->message);
      g_assert_true (cause != NULL || !http_has (sink, "failed-1-0"));
      g_assert_true (cause == NULL || cause->domain != MCP_ERROR);
      test_sink_free (sink);
    }
}

/* --- Opening and closing --- */

static void
test_http_send_before_open (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture) };
  TestSink *sink = test_sink_new_for (mcp_http_transport_new (&options, NULL));

  http_fixture_queue (fixture, "POST", 202, NULL, NULL);
  test_sink_send (sink, NOTE);
  test_sink_open (sink);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_cmpstr (sink->log->str, ==, "start-1 sent-1 head-1-202 end-1");

  http_sink_end (sink, fixture);
}

static void
test_http_send_after_close (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  test_sink_close (sink);
  test_sink_send (sink, NOTE);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpstr (sink->log->str, ==, "unsent-1 closed");
  g_assert_error (sink->unsent_error, MCP_ERROR, MCP_ERROR_CLOSED);
  TEST_AWAIT (sink->n_close_answers == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 2);
  test_sink_free (sink);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 0);
}

static void
test_http_delete (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpHttpTransport *transport = MCP_HTTP_TRANSPORT (sink->transport);
  HttpRequest *request;

  mcp_http_transport_set_header (transport, "MCP-Session-Id", "abc");
  mcp_http_transport_set_delete (transport, TRUE);
  http_fixture_queue (fixture, "DELETE", 405, NULL, NULL);
  test_sink_close (sink);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpstr (sink->log->str, ==, "start-1 head-1-405 end-1 closed");
  g_assert_cmpint (sink->start.purpose, ==, MCP_EXCHANGE_END);
  request = http_fixture_get_request (fixture, 0);
  g_assert_cmpstr (http_request_get_method (request), ==, "DELETE");
  g_assert_cmpstr (http_request_get_header (request, "MCP-Session-Id"), ==, "abc");
  http_sink_end (sink, fixture);
}

static void
silent_handler (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
}

/* A server that does not answer it holds nobody up. */
static void
test_http_delete_silent (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  gint64 begin_usec = g_get_monotonic_time ();

  mcp_http_transport_set_delete (MCP_HTTP_TRANSPORT (sink->transport), TRUE);
  http_fixture_set_handler (fixture, silent_handler, NULL);
  test_sink_close (sink);
  TEST_AWAIT (sink->is_closed);
  g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-cancelled closed");
  g_assert_cmpint (g_get_monotonic_time () - begin_usec, >=, 2 * G_USEC_PER_SEC);
  http_sink_end (sink, fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (int i = 0; i < N_STAGES * N_WAYS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-end/%s/%s", way_names[i / N_STAGES],
                                               stage_names[i % N_STAGES]);

      g_test_add_data_func (path, GINT_TO_POINTER (i), test_http_give_up);
    }
  g_test_add_func ("/transport/http-end/unsend-connecting", test_http_unsend_connecting);
  g_test_add_func ("/transport/http-end/send-before-open", test_http_send_before_open);
  g_test_add_func ("/transport/http-end/send-after-close", test_http_send_after_close);
  g_test_add_func ("/transport/http-end/delete", test_http_delete);
  g_test_add_func ("/transport/http-end/delete-silent", test_http_delete_silent);

  g_test_add_data_func ("/transport/http/cut/closed", GINT_TO_POINTER (RAW_CLOSE), test_http_cut);
  g_test_add_data_func ("/transport/http/cut/reset", GINT_TO_POINTER (RAW_RESET), test_http_cut);

  return g_test_run ();
}
