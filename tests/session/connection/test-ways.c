/* test-ways.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

#include "session-http-support.h"

/* The other ways to a server: HTTP+SSE, chosen or fallen back to, a Unix socket, and TCP. */

#define INITIALIZED "{'protocolVersion':'2024-11-05','capabilities':{'tools':{}}," \
                    "'serverInfo':{'name':'old','version':'1'}}"

/* A server of 2024-11-05, with its faults. */
typedef struct
{
  const char  *endpoint;      /* (nullable): no event at all */
  guint        post_status;   /* of a POST to where the stream is */
  const char  *post_body;     /* (nullable) */
  guint        get_status;    /* 0 is 200 and a stream */
  gboolean     holds;         /* `initialized` is not accepted yet */
  HttpRequest *held;
  HttpRequest *stream;
} OldServer;

static void
old_server (HttpFixture *fixture,
            HttpRequest *request,
            gpointer     user_data)
{
  OldServer *server = user_data;
  gboolean post = g_str_equal (http_request_get_method (request), "POST");
  const char *method = http_request_get_rpc_method (request);
  g_autofree char *event = NULL;

  if (post && !g_str_has_prefix (http_request_get_path (request), "/messages"))
    {
      http_request_reply (request, server->post_status,
                          server->post_body != NULL ? "application/json" : NULL,
                          server->post_body);
    }
  else if (!post && server->get_status != 0)
    {
      http_request_reply (request, server->get_status, NULL, NULL);
    }
  else if (!post)
    {
      server->stream = request;
      http_request_start_events (request);
      if (server->endpoint != NULL)
        {
          event = g_strdup_printf ("event: endpoint\ndata: %s\n\n", server->endpoint);
          http_request_push (request, event);
        }
    }
  else if (server->holds && g_strcmp0 (method, "notifications/initialized") == 0)
    {
      server->held = request;
    }
  else
    {
      http_request_reply (request, 202, NULL, NULL);
      if (http_request_get_rpc_id (request) == NULL)
        return;

      event = http_request_dup_result_event (request, g_strcmp0 (method, "initialize") == 0
                                                        ? INITIALIZED
                                                        : "{'content':[]}");
      http_request_push (server->stream, event);
    }
}

static McpSession *
new_session (HttpFixture         *fixture,
             OldServer           *server,
             McpProfileTransport  transport)
{
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, old_server, server);
  g_object_set (mcp_session_get_profile (session), "transport", transport, NULL);

  return session;
}

static void
assert_works (McpSession *session)
{
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
}

static void
test_ways_falls_back (void)
{
  const guint statuses[] = { 400, 404, 405 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      OldServer server = { .endpoint = "/messages?id=1", .post_status = statuses[i] };
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = new_session (fixture, &server, MCP_PROFILE_TRANSPORT_AUTO);

      session_open_ok (session);
      g_assert_cmpuint (mcp_session_get_life (session), ==, 1);
      g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2024_11_05);
      g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_N_STEPS);
      assert_works (session);
      g_assert_cmpuint (session_count_findings (session, "sse.answer-on-get"), ==, 0);
      session_finish_http (session, fixture);
    }
}

/* POSTs have connections of their own: what is sent behind `initialized` must not be there first. */
static void
test_ways_initialized_first (void)
{
  OldServer server = { .endpoint = "/messages?id=1", .holds = TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &server, MCP_PROFILE_TRANSPORT_SSE);

  mcp_session_open_async (session, NULL, NULL, NULL);
  TEST_AWAIT (server.held != NULL);
  g_assert_cmpint (mcp_session_get_state (session), !=, MCP_SESSION_READY);
  http_request_reply (server.held, 202, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);
  assert_works (session);
  session_finish_http (session, fixture);
}

/* What the user chose is not second-guessed, and neither is a status that says something else. */
static void
test_ways_does_not_fall_back (void)
{
  const struct { McpProfileTransport transport; guint status; const char *body; } cases[] = {
    { MCP_PROFILE_TRANSPORT_HTTP, 405, NULL },
    { MCP_PROFILE_TRANSPORT_AUTO, 401, NULL },
    { MCP_PROFILE_TRANSPORT_AUTO, 403, NULL },
    { MCP_PROFILE_TRANSPORT_AUTO, 500, NULL },
    { MCP_PROFILE_TRANSPORT_AUTO, 400,
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"too old\"}}" },
    { MCP_PROFILE_TRANSPORT_AUTO, 400,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"header\"}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OldServer server = {
        .endpoint = "/messages", .post_status = cases[i].status, .post_body = cases[i].body,
      };
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = new_session (fixture, &server, cases[i].transport);
      g_autoptr (GError) error = NULL;

      g_assert_false (session_open (session, &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (http_fixture_count (fixture, "GET", NULL), ==, 0);
      session_finish_http (session, fixture);
    }
}

/* Neither way works: the first failure counts, and both are evidence. */
static void
test_ways_both_fail (void)
{
  OldServer server = { .post_status = 404, .get_status = 410 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &server, MCP_PROFILE_TRANSPORT_AUTO);
  g_autoptr (McpConnectStep) step = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  step = session_get_step (session, mcp_session_get_failed_step (session));
  g_assert_nonnull (strstr (mcp_connect_step_get_info (step)->evidence, "404"));
  g_assert_nonnull (strstr (mcp_connect_step_get_info (step)->evidence, "410"));
  session_finish_http (session, fixture);
}

static void
test_ways_sse_chosen (void)
{
  OldServer server = { .endpoint = "/messages", .post_status = 500 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &server, MCP_PROFILE_TRANSPORT_SSE);

  session_open_ok (session);
  assert_works (session);
  http_request_finish (server.stream);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  session_finish_http (session, fixture);
}

static void
test_ways_endpoint_elsewhere (void)
{
  OldServer server = { .endpoint = "http://192.0.2.1/messages" };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture, &server, MCP_PROFILE_TRANSPORT_SSE);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (session_count_findings (session, "sse.endpoint-origin"), ==, 1);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", NULL), ==, 0);
  session_finish_http (session, fixture);
}

/* --- Sockets --- */

typedef struct
{
  GSocketService    *service;
  GSocketConnection *connection;
  char              *folder;
  char              *path;
} SocketServer;

static void read_line (SocketServer *server,
                       GDataInputStream *input);

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  SocketServer *server = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source),
                                                                result, NULL, NULL);
  GOutputStream *output;
  const char *id;

  if (line == NULL)
    return;

  output = g_io_stream_get_output_stream (G_IO_STREAM (server->connection));
  id = strstr (line, "\"id\":");
  if (id != NULL)
    {
      g_autofree char *answer = g_strdup_printf (
        "not a message\n{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"protocolVersion\":\"2025-11-25\","
        "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}\n",
        atoi (id + strlen ("\"id\":")));

      g_output_stream_write_all (output, answer, strlen (answer), NULL, NULL, NULL);
    }

  read_line (server, G_DATA_INPUT_STREAM (source));
}

static void
read_line (SocketServer     *server,
           GDataInputStream *input)
{
  g_data_input_stream_read_line_async (input, G_PRIORITY_DEFAULT, NULL, line_cb, server);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  SocketServer *server = user_data;
  g_autoptr (GDataInputStream) input =
    g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));

  g_set_object (&server->connection, connection);
  read_line (server, input);

  return TRUE;
}

/* Listens at @address, and returns what it got. */
static GSocketAddress *
socket_server_listen (SocketServer   *server,
                      GSocketAddress *address)
{
  GSocketAddress *effective = NULL;
  g_autoptr (GError) error = NULL;

  server->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, &effective, &error);
  g_assert_no_error (error);
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);

  return effective;
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(gboolean *) user_data = mcp_session_find_listeners_finish (MCP_SESSION (source), result);
}

static void
check_socket_session (SocketServer *server,
                      const char   *url,
                      McpChannel    channel,
                      gboolean      is_any)
{
  gboolean has_looked = FALSE;
  McpSession *session = session_new_url (url);
  g_autofree char *transport = NULL;
  g_autoptr (McpRecord) record = NULL;

  session_open_ok (session);
  g_assert_cmpuint (session_count_findings (session, "socket.noise"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "stdio.noise"), ==, 0);
  transport = mcp_session_describe_transport (session);
  g_assert_nonnull (transport);
  record = session_get_record (session, MCP_RECORD_REQUEST);
  g_assert_cmpint (mcp_record_get_channel (record), ==, channel);

  mcp_session_find_listeners_async (session, NULL, looked_cb, &has_looked);
  TEST_AWAIT (has_looked);
  g_assert_cmpuint (session_count_findings (session, "http.any-address"), ==, is_any);

  /* The other side goes: it is waited for, and gone while we wait. */
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_io_stream_close (G_IO_STREAM (server->connection), NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  session_close (session);
  mcp_journal_flush (mcp_session_get_journal (session));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  session_release (session);
  g_clear_object (&server->connection);
  g_clear_object (&server->service);
}

static void
test_ways_unix_socket (void)
{
  SocketServer server = { 0 };
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GSocketAddress) effective = NULL;
  g_autofree char *url = NULL;

  server.folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  server.path = g_build_filename (server.folder, "mcp.sock", NULL);
  address = g_unix_socket_address_new (server.path);
  effective = socket_server_listen (&server, address);

  url = g_strconcat ("unix:", server.path, NULL);
  check_socket_session (&server, url, MCP_CHANNEL_SOCKET, FALSE);

  g_unlink (server.path);
  g_rmdir (server.folder);
  g_free (server.path);
  g_free (server.folder);
}

/* One that can be reached from other machines as well is told of. */
static void
test_ways_tcp (void)
{
  const struct { const char *listens; const char *url; gboolean is_any; } rows[] = {
    { "127.0.0.1", "tcp:127.0.0.1:%u", FALSE },
    { "0.0.0.0", "tcp:127.0.0.1:%u", TRUE },
    { "0.0.0.0", "tcp:localhost:%u", TRUE },
    { "0.0.0.0", "tcp://127.0.0.1:%u", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SocketServer server = { 0 };
      g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (rows[i].listens, 0);
      g_autoptr (GSocketAddress) effective = socket_server_listen (&server, address);
      g_autofree char *url =
        g_strdup_printf (rows[i].url, g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective)));

      g_test_message ("%s at %s", url, rows[i].listens);
      check_socket_session (&server, url, MCP_CHANNEL_TCP, rows[i].is_any);
    }
}

static void
test_ways_no_socket (void)
{
  McpSession *session = session_new_url ("unix:/nowhere/mcp.sock");
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (mcp_session_get_failure (session)->remedy);
  session_close (session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  session_release (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/ways/falls-back", test_ways_falls_back);
  g_test_add_func ("/session/ways/initialized-first", test_ways_initialized_first);
  g_test_add_func ("/session/ways/does-not-fall-back", test_ways_does_not_fall_back);
  g_test_add_func ("/session/ways/both-fail", test_ways_both_fail);
  g_test_add_func ("/session/ways/sse-chosen", test_ways_sse_chosen);
  g_test_add_func ("/session/ways/endpoint-elsewhere", test_ways_endpoint_elsewhere);
  g_test_add_func ("/session/ways/unix-socket", test_ways_unix_socket);
  g_test_add_func ("/session/ways/tcp", test_ways_tcp);
  g_test_add_func ("/session/ways/no-socket", test_ways_no_socket);

  return g_test_run ();
}
