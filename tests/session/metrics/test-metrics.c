/* test-metrics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libsoup/soup.h>

#include "mcp-metrics-endpoint.h"
#include "session-support.h"

#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"

static void
call (McpSession *session,
      const char *method,
      const char *params)
{
  g_autoptr (McpCall) one = mcp_call_new (method, params);

  mcp_session_start_call (session, one);
  TEST_AWAIT (mcp_call_is_finished (one));
}

static void
assert_has (McpMetrics *metrics,
            const char *line)
{
  g_autofree char *text = mcp_metrics_dup_text (metrics);

  if (strstr (text, line) == NULL)
    g_error ("“%s” is not in\n%s", line, text);
}

static void
test_counts (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{}},"
                                                 "\"tools/call\":{\"result\":{\"content\":[],\"isError\":true}}"));
  McpMetrics *metrics = mcp_metrics_new ();

  mcp_metrics_add (metrics, "a \"b\"\\", session);
  assert_has (metrics, "mcp_up{server=\"a \\\"b\\\"\\\\\"} 0\n");
  session_open_ok (session);
  for (guint i = 0; i < 3; i++)
    call (session, "tools/call", "{\"name\":\"x\"}");
  call (session, "resources/read", "{\"uri\":\"a:b\"}");

  assert_has (metrics, "mcp_up{server=\"a \\\"b\\\"\\\\\"} 1\n");
  assert_has (metrics, ",protocol=\"2025-11-25\"} 1\n");
  assert_has (metrics, ",method=\"tools/call\",le=\"+Inf\"} 3\n");
  assert_has (metrics, "mcp_request_duration_seconds_count{server=\"a \\\"b\\\"\\\\\",method=\"tools/call\"} 3\n");
  assert_has (metrics, ",method=\"tools/call\",kind=\"tool\"} 3\n");
  assert_has (metrics, ",method=\"tools/call\",kind=\"rpc\"} 0\n");
  assert_has (metrics, ",method=\"resources/read\",kind=\"rpc\"} 1\n");
  assert_has (metrics, "# TYPE mcp_ping_duration_seconds histogram\n");
  assert_has (metrics, "mcp_process_resident_memory_bytes{");
  /* The same again: what was counted is not counted twice. */
  assert_has (metrics, ",method=\"tools/call\",kind=\"tool\"} 3\n");

  g_assert_finalize_object (metrics);
  session_finish (session);
}

/* Buckets are cumulative, and a value at a bound is in it. */
static void
test_buckets (void)
{
  McpSession *session = session_new_mock (SERVE ("\"tools/call\":{\"result\":{\"content\":[]},\"delay_msec\":30}"));
  McpMetrics *metrics = mcp_metrics_new ();

  mcp_metrics_add (metrics, "s", session);
  session_open_ok (session);
  call (session, "tools/call", "{\"name\":\"x\"}");
  assert_has (metrics, "duration_seconds_bucket{server=\"s\",method=\"tools/call\",le=\"0.025\"} 0\n");
  assert_has (metrics, "duration_seconds_bucket{server=\"s\",method=\"tools/call\",le=\"+Inf\"} 1\n");

  g_assert_finalize_object (metrics);
  session_finish (session);
}

static void
assert_has_otlp (McpMetrics *metrics,
                 gboolean    exponential,
                 const char *part)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = mcp_metrics_append_otlp (metrics, exponential, out);

  g_assert_cmpuint (n, >, 0);
  if (strstr (out->str, part) == NULL)
    g_error ("“%s” is not in\n%s", part, out->str);
}

/* The same figures for OpenTelemetry, with the failed ones by themselves. */
static void
test_otlp (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{}},"
                                                 "\"tools/call\":{\"result\":{\"content\":[],\"isError\":true}}"));
  McpMetrics *metrics = mcp_metrics_new ();

  mcp_metrics_add (metrics, "s", session);
  session_open_ok (session);
  for (guint i = 0; i < 3; i++)
    call (session, "tools/call", "{\"name\":\"x\"}");
  call (session, "resources/read", "{\"uri\":\"a:b\"}");

  assert_has_otlp (metrics, FALSE, "{\"name\":\"sounder.server.up\",\"description\":\"Whether the server is connected and ready.\","
                                   "\"unit\":\"1\",\"gauge\":{\"dataPoints\":[{\"attributes\":[{\"key\":\"service.peer.name\","
                                   "\"value\":{\"stringValue\":\"s\"}}],\"timeUnixNano\":\"");
  assert_has_otlp (metrics, FALSE, "{\"key\":\"mcp.method.name\",\"value\":{\"stringValue\":\"tools/call\"}},"
                                   "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"tool_error\"}}],\"startTimeUnixNano\":");
  assert_has_otlp (metrics, FALSE, "\"count\":\"3\",\"sum\":");
  assert_has_otlp (metrics, FALSE, "\"explicitBounds\":[0.0001,0.00025,0.0005,0.001,0.0025,0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,10]}");
  assert_has_otlp (metrics, FALSE, "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"jsonrpc_error\"}}");
  assert_has_otlp (metrics, TRUE, "\"exponentialHistogram\":{\"dataPoints\":[");
  assert_has_otlp (metrics, TRUE, ",\"scale\":3,\"zeroCount\":\"0\",\"positive\":{\"offset\":-");

  g_assert_finalize_object (metrics);
  session_finish (session);
}

static void
test_endpoint (void)
{
  static const struct
  {
    const char *method;
    const char *path;
    guint       status;
  } rows[] = {
    { "GET", "/metrics", 200 },
    { "HEAD", "/metrics", 200 },
    { "POST", "/metrics", 405 },
    { "GET", "/", 404 },
    { "GET", "/metrics/x", 404 },
  };
  g_autoptr (McpMetrics) metrics = mcp_metrics_new ();
  g_autoptr (SoupSession) client = soup_session_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (McpMetricsEndpoint) endpoint =
    mcp_metrics_endpoint_new (metrics, "127.0.0.1:0", NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GUri) base = g_uri_parse (mcp_metrics_endpoint_get_url (endpoint), G_URI_FLAGS_NONE, NULL);
      g_autoptr (GUri) uri = soup_uri_copy (base, SOUP_URI_PATH, rows[i].path, SOUP_URI_NONE);
      g_autoptr (SoupMessage) message = soup_message_new_from_uri (rows[i].method, uri);
      g_autoptr (GBytes) body = NULL;

      /* In its own thread of control: the server is in this one. */
      soup_session_send_and_read_async (client, message, 0, NULL, NULL, NULL);
      TEST_AWAIT (soup_message_get_status (message) != 0);
      g_assert_cmpuint (soup_message_get_status (message), ==, rows[i].status);
    }
}

/* Text, unless somebody would rather have Protocol Buffers of the kind there is. */
static void
test_formats (void)
{
#define PROTOBUF "application/vnd.google.protobuf"
#define FAMILY   PROTOBUF ";proto=io.prometheus.client.MetricFamily;encoding=delimited"
  static const struct
  {
    const char *accept;   /* (nullable) */
    gboolean    is_protobuf;
  } rows[] = {
    { NULL, FALSE },
    { "", FALSE },
    { "*/*", FALSE },
    { "text/plain;version=0.0.4", FALSE },
    { FAMILY ",application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", TRUE },
    { FAMILY ";q=0.3,text/plain;q=0.5", FALSE },
    { PROTOBUF ";proto=other;encoding=delimited", FALSE },
    { PROTOBUF ";proto=io.prometheus.client.MetricFamily;encoding=text", FALSE },
    { PROTOBUF, FALSE },
  };
  g_autoptr (McpMetrics) metrics = mcp_metrics_new ();
  g_autoptr (SoupSession) client = soup_session_new ();
  g_autoptr (McpMetricsEndpoint) endpoint =
    mcp_metrics_endpoint_new (metrics, "127.0.0.1:0", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SoupMessage) message = soup_message_new ("GET", mcp_metrics_endpoint_get_url (endpoint));

      if (rows[i].accept != NULL)
        soup_message_headers_replace (soup_message_get_request_headers (message), "Accept", rows[i].accept);
      soup_session_send_and_read_async (client, message, 0, NULL, NULL, NULL);
      TEST_AWAIT (soup_message_get_status (message) != 0);
      g_assert_cmpstr (soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL), ==,
                       rows[i].is_protobuf ? PROTOBUF : "text/plain");
    }
}

static gboolean
has_bytes (GBytes     *bytes,
           const void *part,
           gsize       length)
{
  gsize whole;
  const char *data = g_bytes_get_data (bytes, &whole);

  for (gsize i = 0; i + length <= whole; i++)
    if (memcmp (data + i, part, length) == 0)
      return TRUE;

  return FALSE;
}

/* A gauge to the letter, and the buckets of a time that is known. */
static void
test_protobuf (void)
{
  static const char up[] =
    "\x50\x0a\x06mcp_up\x12\x2aWhether the server is connected and ready.\x18\x01"
    "\x22\x18\x0a\x0b\x0a\x06server\x12\x01s\x12\x09\x09\0\0\0\0\0\0\xf0\x3f";
  McpSession *session = session_new_mock (SERVE ("\"tools/call\":{\"result\":{\"content\":[]},\"delay_msec\":30}"));
  McpMetrics *metrics = mcp_metrics_new ();
  g_autoptr (GBytes) bytes = NULL;

  mcp_metrics_add (metrics, "s", session);
  session_open_ok (session);
  call (session, "tools/call", "{\"name\":\"x\"}");
  bytes = mcp_metrics_dup_protobuf (metrics);
  g_assert_true (has_bytes (bytes, up, sizeof up - 1));
  /* Schema 3, the threshold of zero, none in it, a span of one bucket, one in that. */
  g_assert_true (has_bytes (bytes, "\x28\x06\x31", 3));
  g_assert_true (has_bytes (bytes, "\x38\0\x62", 3));
  g_assert_true (has_bytes (bytes, "\x10\x01\x68\x02", 4));

  g_assert_finalize_object (metrics);
  session_finish (session);
}

static void
test_wrong_addresses (void)
{
  static const char *const wrong[] = { "", "x", "1.2.3:80", "localhost:", "127.0.0.1:65536", "host.example:80", "[::1:80" };
  g_autoptr (McpMetrics) metrics = mcp_metrics_new ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_metrics_endpoint_new (metrics, wrong[i], NULL, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

/* Two cannot listen at one place. */
static void
test_taken (void)
{
  g_autoptr (McpMetrics) metrics = mcp_metrics_new ();
  g_autoptr (McpMetricsEndpoint) first = mcp_metrics_endpoint_new (metrics, "0", NULL, NULL);
  g_autoptr (GUri) uri = g_uri_parse (mcp_metrics_endpoint_get_url (first), G_URI_FLAGS_NONE, NULL);
  g_autofree char *address = g_strdup_printf ("localhost:%d", g_uri_get_port (uri));
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_metrics_endpoint_new (metrics, address, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/metrics/counts", test_counts);
  g_test_add_func ("/session/metrics/buckets", test_buckets);
  g_test_add_func ("/session/metrics/otlp", test_otlp);
  g_test_add_func ("/session/metrics/endpoint", test_endpoint);
  g_test_add_func ("/session/metrics/formats", test_formats);
  g_test_add_func ("/session/metrics/protobuf", test_protobuf);
  g_test_add_func ("/session/metrics/wrong-addresses", test_wrong_addresses);
  g_test_add_func ("/session/metrics/taken", test_taken);

  return g_test_run ();
}
