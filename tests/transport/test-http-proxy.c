/* test-http-proxy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "mcp-error-cause.h"
#include "proxy-resolver.h"

/* A proxy between us and the server, and what it may do instead of letting us through. */

#define SERVER    "https://mcp.example.com/mcp"
#define PAGE      "<html><title>No entry</title>Ask IT</html>"
#define PAGE_HEAD "Content-Type: text/html\r\nContent-Length: 43\r\n\r\n" PAGE

typedef struct
{
  const char      *name;
  const char      *scheme;     /* of the proxy's address */
  const char      *answer;     /* (nullable): it closes without one */
  McpProxyTrouble  trouble;
  guint            status;
  const char      *challenge;  /* (nullable) */
  const char      *body;       /* (nullable): part of what came */
} ProxyCase;

static const ProxyCase proxy_cases[] = {
  { "407", "http", "HTTP/1.1 407 Proxy Authentication Required\r\n"
                   "Proxy-Authenticate: Basic realm=\"Gate\"\r\n" PAGE_HEAD,
    MCP_PROXY_WANTS_LOGIN, 407, "Basic realm=\"Gate\"", PAGE },
  { "407-login", "http://me:secret", "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"Gate\"\r\n" PAGE_HEAD,
    MCP_PROXY_REFUSED_LOGIN, 407, "Basic realm=\"Gate\"", PAGE },
  { "403", "http", "HTTP/1.1 403 Forbidden\r\n" PAGE_HEAD, MCP_PROXY_FORBIDS, 403, NULL, PAGE },
  { "502", "http", "HTTP/1.1 502 Bad Gateway\r\n" PAGE_HEAD, MCP_PROXY_CANNOT_REACH, 502, NULL, PAGE },
  { "503-empty", "http", "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
    MCP_PROXY_CANNOT_REACH, 503, NULL, NULL },
  { "504-chunked", "http", "HTTP/1.1 504 Gateway Timeout\r\nTransfer-Encoding: chunked\r\n\r\n2b\r\n" PAGE "\r\n0\r\n\r\n",
    MCP_PROXY_CANNOT_REACH, 504, NULL, PAGE },
  { "1.0", "http", "HTTP/1.0 403 Forbidden\r\n\r\n" PAGE, MCP_PROXY_FORBIDS, 403, NULL, PAGE },
  { "302", "http", "HTTP/1.1 302 Found\r\nLocation: http://login.example/\r\n\r\n", MCP_PROXY_REDIRECTS, 302, NULL, NULL },
  { "405", "http", "HTTP/1.1 405 Method Not Allowed\r\n\r\n", MCP_PROXY_ANSWERED, 405, NULL, NULL },
  { "100-403", "http", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 403 Forbidden\r\n" PAGE_HEAD, MCP_PROXY_FORBIDS, 403, NULL, PAGE },
  { "ssh", "http", "SSH-2.0-OpenSSH_9.2\r\n", MCP_PROXY_NO_PROXY, 0, NULL, "SSH-2.0" },
  { "tls-alert", "http", "\025\003\001\002\002\106", MCP_PROXY_NO_PROXY, 0, NULL, "\025\003" },
  { "half-a-head", "http", "HTTP/1.1 403 Forb", MCP_PROXY_BROKE_OFF, 0, NULL, NULL },
  { "nothing", "http", NULL, MCP_PROXY_BROKE_OFF, 0, NULL, NULL },
  { "no-tls", "https", "HTTP/1.1 400 Bad Request\r\n\r\n", MCP_PROXY_UNSECURED, 0, NULL, NULL },
  { "socks-login", "socks5", "\005\377", MCP_PROXY_WANTS_LOGIN, 0, NULL, NULL },
  { "socks-none", "socks5", "HTTP/1.1 400 Bad Request\r\n\r\n", MCP_PROXY_NO_PROXY, 0, NULL, NULL },
  { "socks-closed", "socks5h", NULL, MCP_PROXY_BROKE_OFF, 0, NULL, NULL },
};

static char *
dup_proxy_uri (const char *scheme,
               guint       port)
{
  return strstr (scheme, "://") != NULL ? g_strdup_printf ("%s@127.0.0.1:%u", scheme, port)
                                        : g_strdup_printf ("%s://127.0.0.1:%u", scheme, port);
}

static void
check_report (TestSink       *sink,
              guint           port,
              McpProxyTrouble trouble)
{
  g_autofree char *peer = g_strdup_printf ("127.0.0.1:%u", port);
  const McpProxyReport *report = mcp_error_get_proxy (sink->failed_error);

  g_assert_nonnull (report);
  g_assert_cmpint (report->trouble, ==, trouble);
  g_assert_cmpstr (report->peer, ==, peer);
  g_assert_cmpstr (report->target, ==, "mcp.example.com");
  g_assert_nonnull (strstr (sink->failed_error->message, peer));
  g_assert_true (g_str_has_suffix (sink->steps->str, "connect:began connect:broke"));
}

static void
test_proxy_refuses (gconstpointer data)
{
  const ProxyCase *expected = data;
  const RawStep steps[] = {
    { g_str_has_prefix (expected->scheme, "http:") || g_str_equal (expected->scheme, "http") ? RAW_AWAIT_HEAD : RAW_PAUSE,
      NULL, 0, 20 },
    { expected->answer != NULL ? RAW_WRITE : RAW_CLOSE, expected->answer, 0, 0 },
    { expected->answer != NULL ? RAW_CLOSE : RAW_END, NULL, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };
  g_autoptr (RawFixture) proxy = raw_fixture_new (steps);
  g_autofree char *uri = dup_proxy_uri (expected->scheme, raw_fixture_get_port (proxy));
  const McpProxyReport *report;
  TestSink *sink;

  test_proxy_set (uri);
  sink = http_sink_new (SERVER);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_cmpint (sink->failed_error->code, ==,
                   expected->trouble == MCP_PROXY_UNSECURED ? MCP_ERROR_TLS : MCP_ERROR_NETWORK);
  check_report (sink, raw_fixture_get_port (proxy), expected->trouble);
  report = mcp_error_get_proxy (sink->failed_error);
  g_assert_cmpuint (report->status, ==, expected->status);
  g_assert_cmpstr (report->challenge, ==, expected->challenge);
  if (expected->body != NULL)
    g_assert_nonnull (g_strstr_len (g_bytes_get_data (report->body, NULL), g_bytes_get_size (report->body),
                                    expected->body));
  test_sink_free (sink);
}

/* There is none at that port, or no host of that name. */
static void
test_proxy_missing (void)
{
  static const RawStep steps[] = { { RAW_END, NULL, 0, 0 } };
  RawFixture *gone = raw_fixture_new (steps);
  guint port = raw_fixture_get_port (gone);
  g_autofree char *uri = dup_proxy_uri ("http", port);
  TestSink *sink;

  raw_fixture_free (gone);
  test_proxy_set (uri);
  sink = http_sink_new (SERVER);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  check_report (sink, port, MCP_PROXY_UNREACHABLE);
  g_assert_error ((GError *) mcp_error_get_cause (sink->failed_error), G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
  test_sink_free (sink);

  test_proxy_set ("http://proxy.invalid:3128");
  sink = http_sink_new (SERVER);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_cmpint (mcp_error_get_proxy (sink->failed_error)->trouble, ==, MCP_PROXY_UNKNOWN_NAME);
  g_assert_cmpstr (mcp_error_get_proxy (sink->failed_error)->peer, ==, "proxy.invalid:3128");
  test_sink_free (sink);
}

/* --- Ways through --- */

/* Lets everything through, to one port of this machine. */
typedef struct
{
  GSocketService *service;
  guint16         port;
  guint           target_port;
  char           *request;     /* of the last connection */
} Tunnel;

static gpointer
pass_back (gpointer data)
{
  GIOStream *pair[2] = { ((GIOStream **) data)[0], ((GIOStream **) data)[1] };
  char buffer[4096];
  gssize n_read;

  while ((n_read = g_input_stream_read (g_io_stream_get_input_stream (pair[1]), buffer, sizeof buffer, NULL, NULL)) > 0
         && g_output_stream_write_all (g_io_stream_get_output_stream (pair[0]), buffer, n_read, NULL, NULL, NULL))
    ;
  g_socket_shutdown (g_socket_connection_get_socket (G_SOCKET_CONNECTION (pair[0])), TRUE, TRUE, NULL);

  return NULL;
}

static gboolean
run_cb (GThreadedSocketService *service,
        GSocketConnection      *client,
        GObject                *source,
        gpointer                user_data)
{
  static const char agreed[] = "HTTP/1.1 200 Connection established\r\n\r\n";
  Tunnel *self = user_data;
  g_autoptr (GSocketClient) connector = g_socket_client_new ();
  g_autoptr (GSocketConnection) server = NULL;
  g_autoptr (GString) request = g_string_new (NULL);
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (client));
  GIOStream *pair[2] = { G_IO_STREAM (client), NULL };
  char buffer[4096];
  gssize n_read;
  GThread *back;

  while (!g_str_has_suffix (request->str, "\r\n\r\n") && g_input_stream_read (input, buffer, 1, NULL, NULL) == 1)
    g_string_append_c (request, buffer[0]);
  self->request = g_strdup (request->str);
  g_socket_client_set_enable_proxy (connector, FALSE);
  server = g_socket_client_connect_to_host (connector, "127.0.0.1", self->target_port, NULL, NULL);
  g_assert_nonnull (server);
  pair[1] = G_IO_STREAM (server);
  g_output_stream_write_all (g_io_stream_get_output_stream (pair[0]), agreed, strlen (agreed), NULL, NULL, NULL);

  back = g_thread_new ("back", pass_back, pair);
  while ((n_read = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0
         && g_output_stream_write_all (g_io_stream_get_output_stream (pair[1]), buffer, n_read, NULL, NULL, NULL))
    ;
  g_socket_shutdown (g_socket_connection_get_socket (server), TRUE, TRUE, NULL);
  g_thread_join (back);

  return TRUE;
}

static char *
dup_accepted (HttpCertificate which)
{
  g_autofree char *hex = http_fixture_dup_fingerprint (which);
  GString *text = g_string_new ("SHA256:");

  for (gsize i = 0; hex[i] != '\0'; i += 2)
    g_string_append_printf (text, i > 0 ? ":%c%c" : "%c%c", g_ascii_toupper (hex[i]), g_ascii_toupper (hex[i + 1]));

  return g_string_free (text, FALSE);
}

/* The name and password of its address are sent to it, and the server never sees them. */
static void
test_proxy_tunnel (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SELF_SIGNED);
  g_autofree char *accepted = dup_accepted (HTTP_CERTIFICATE_SELF_SIGNED);
  const McpHttpOptions options = { .url = SERVER, .accepted_certificate = accepted };
  Tunnel tunnel = { .service = g_threaded_socket_service_new (4), .target_port = http_fixture_get_port (fixture) };
  g_autofree char *uri = NULL;
  TestSink *sink;

  g_signal_connect (tunnel.service, "run", G_CALLBACK (run_cb), &tunnel);
  tunnel.port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (tunnel.service), NULL, NULL);
  uri = g_strdup_printf ("http://me:pass%%20word@127.0.0.1:%u", tunnel.port);
  test_proxy_set (uri);
  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  sink = http_sink_new_with (&options);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));

  g_assert_cmpstr (sink->log->str, ==, "start-1 sent-1 head-1-200 end-1");
  g_assert_true (g_str_has_prefix (tunnel.request, "CONNECT mcp.example.com:443 HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (tunnel.request, "\r\nProxy-Authorization: Basic bWU6cGFzcyB3b3Jk\r\n"));
  g_assert_false (g_strv_contains ((const char * const *) sink->sent_headers, "Proxy-Authorization"));
  g_assert_nonnull (strstr (sink->steps->str, "connect:succeeded tls:began tls:succeeded"));
  http_sink_end (sink, fixture);

  g_socket_service_stop (tunnel.service);
  g_socket_listener_close (G_SOCKET_LISTENER (tunnel.service));
  g_object_unref (tunnel.service);
  g_free (tunnel.request);
}

/* Without a tunnel the proxy reads the request. */
static void
test_proxy_plain (void)
{
  static const RawStep steps[] = {
    { RAW_AWAIT_BODY, NULL, 0, 0 },
    { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n" PONG, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };
  g_autoptr (RawFixture) proxy = raw_fixture_new (steps);
  g_autofree char *uri = dup_proxy_uri ("http://me:secret", raw_fixture_get_port (proxy));
  g_autoptr (GBytes) received = NULL;
  TestSink *sink;

  test_proxy_set (uri);
  sink = http_sink_new ("http://mcp.example.com/mcp");
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  received = raw_fixture_dup_received (proxy, 0);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (received, NULL), g_bytes_get_size (received),
                                  "\r\nProxy-Authorization: Basic bWU6c2VjcmV0\r\n"));
  test_sink_free (sink);
}

/* What is on this machine is not asked of a proxy. */
static void
test_proxy_not_here (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink;

  test_proxy_set ("http://proxy.invalid:3128");
  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  sink = http_sink_new (http_fixture_get_url (fixture));
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  g_assert_true (http_has (sink, "head-1-200"));
  http_sink_end (sink, fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_proxy_init ();

  for (guint i = 0; i < G_N_ELEMENTS (proxy_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-proxy/refuses/%s", proxy_cases[i].name);

      g_test_add_data_func (path, &proxy_cases[i], test_proxy_refuses);
    }
  g_test_add_func ("/transport/http-proxy/missing", test_proxy_missing);
  g_test_add_func ("/transport/http-proxy/tunnel", test_proxy_tunnel);
  g_test_add_func ("/transport/http-proxy/plain", test_proxy_plain);
  g_test_add_func ("/transport/http-proxy/not-here", test_proxy_not_here);

  return g_test_run ();
}
