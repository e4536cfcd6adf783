/* test-http-proxy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "proxy-resolver.h"

/* A proxy between us and the server, and what it may do instead of letting us through. */

#define PAGE_HEAD "Content-Type: text/html\r\nContent-Length: 42\r\n\r\n"
#define PAGE      "<html><title>No entry</title>Ask</html>\r\n\r\n"

typedef struct
{
  const char *name;
  const char *answer;
  const char *says;
} RefusalCase;

static const RefusalCase refusals[] = {
  { "407", "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"Gate\"\r\n"
           PAGE_HEAD PAGE, "407" },
  { "403", "HTTP/1.1 403 Forbidden\r\n" PAGE_HEAD PAGE, "403" },
  { "502", "HTTP/1.1 502 Bad Gateway\r\n" PAGE_HEAD PAGE, "502" },
  { "503-empty", "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "503" },
};

static void
test_proxy_refuses (gconstpointer data)
{
  const RefusalCase *expected = data;
  const RawStep steps[] = {
    { RAW_AWAIT_HEAD, NULL, 0, 0 },
    { RAW_WRITE, expected->answer, 0, 0 },
    { RAW_CLOSE, NULL, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };
  g_autoptr (RawFixture) proxy = raw_fixture_new (steps);
  g_autofree char *uri = g_strdup_printf ("http://127.0.0.1:%u", raw_fixture_get_port (proxy));
  TestSink *sink;

  test_proxy_set (uri);
  sink = http_sink_new ("https://mcp.example.com/mcp");
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (strstr (sink->failed_error->message, expected->says));
  test_sink_free (sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_proxy_init ();

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-proxy/refuses/%s", refusals[i].name);

      g_test_add_data_func (path, &refusals[i], test_proxy_refuses);
    }

  return g_test_run ();
}
