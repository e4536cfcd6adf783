/* test-http-tls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"
#include "mcp-error-cause.h"

/* The fixture's way to write it is another: lower case, without colons. */
static char *
to_fingerprint (const char *hex)
{
  GString *text = g_string_new ("SHA256:");

  for (gsize i = 0; hex[i] != '\0'; i += 2)
    g_string_append_printf (text, i > 0 ? ":%c%c" : "%c%c", g_ascii_toupper (hex[i]),
                            g_ascii_toupper (hex[i + 1]));

  return g_string_free (text, FALSE);
}

/* Which certificates are taken. */
typedef struct
{
  const char           *name;
  HttpCertificate       which;
  gboolean              use_ca_file;
  gboolean              accept;      /* the very one */
  gboolean              accept_other;
  gboolean              succeeds;
  GTlsCertificateFlags  problems;    /* at least these */
} TrustCase;

static const TrustCase trust_cases[] = {
  { "self-signed", HTTP_CERTIFICATE_SELF_SIGNED, FALSE, FALSE, FALSE, FALSE,
    G_TLS_CERTIFICATE_UNKNOWN_CA },
  { "self-signed-accepted", HTTP_CERTIFICATE_SELF_SIGNED, FALSE, TRUE, FALSE, TRUE,
    G_TLS_CERTIFICATE_UNKNOWN_CA },
  { "another-accepted", HTTP_CERTIFICATE_SELF_SIGNED, FALSE, FALSE, TRUE, FALSE,
    G_TLS_CERTIFICATE_UNKNOWN_CA },
  { "signed-unknown", HTTP_CERTIFICATE_SIGNED, FALSE, FALSE, FALSE, FALSE,
    G_TLS_CERTIFICATE_UNKNOWN_CA },
  { "signed-ca-file", HTTP_CERTIFICATE_SIGNED, TRUE, FALSE, FALSE, TRUE, 0 },
  { "self-signed-ca-file", HTTP_CERTIFICATE_SELF_SIGNED, TRUE, FALSE, FALSE, FALSE,
    G_TLS_CERTIFICATE_UNKNOWN_CA },
  { "expired-ca-file", HTTP_CERTIFICATE_EXPIRED, TRUE, FALSE, FALSE, FALSE,
    G_TLS_CERTIFICATE_EXPIRED },
  { "wrong-name-ca-file", HTTP_CERTIFICATE_WRONG_NAME, TRUE, FALSE, FALSE, FALSE,
    G_TLS_CERTIFICATE_BAD_IDENTITY },
  { "wrong-name-accepted", HTTP_CERTIFICATE_WRONG_NAME, TRUE, TRUE, FALSE, TRUE,
    G_TLS_CERTIFICATE_BAD_IDENTITY },
};

static void
test_tls_trust (gconstpointer data)
{
  const TrustCase *expected = data;
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (expected->which);
  g_autofree char *hex = http_fixture_dup_fingerprint (expected->which);
  g_autofree char *other_hex = http_fixture_dup_fingerprint (HTTP_CERTIFICATE_EXPIRED);
  g_autofree char *fingerprint = to_fingerprint (hex);
  g_autofree char *other = to_fingerprint (other_hex);
  const McpHttpOptions options = {
    .url = http_fixture_get_url (fixture),
    .ca_file = expected->use_ca_file ? http_fixture_get_ca_file () : NULL,
    .accepted_certificate = expected->accept ? fingerprint : expected->accept_other ? other : NULL,
  };
  TestSink *sink = http_sink_new_with (&options);
  McpCertificate *certificate;
  gsize n_steps;

  g_assert_null (mcp_transport_get_certificate (sink->transport));
  mcp_transport_get_steps (sink->transport, &n_steps);
  g_assert_cmpuint (n_steps, ==, 7);

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_count (sink, "end-") == 1);
  http_spin (10);

  certificate = mcp_transport_get_certificate (sink->transport);
  g_assert_nonnull (certificate);
  g_assert_cmpstr (mcp_certificate_get_fingerprint (certificate), ==, fingerprint);
  g_assert_cmphex (mcp_certificate_get_problems (certificate) & expected->problems, ==,
                   expected->problems);
  if (expected->problems == 0)
    g_assert_cmphex (mcp_certificate_get_problems (certificate), ==, 0);

  if (expected->succeeds)
    {
      g_assert_cmpstr (sink->log->str, ==, "start-1 sent-1 head-1-200 end-1");
      g_assert_true (g_str_has_prefix (sink->tls, "TLS 1."));
      g_assert_cmpint (sink->end.timings.secured_usec, >=, sink->end.timings.connected_usec);
      g_assert_nonnull (strstr (sink->steps->str, "tls:began tls:succeeded response:began"));
    }
  else
    {
      g_autofree char *problems = mcp_certificate_describe_problems (certificate);

      g_assert_cmpstr (sink->log->str, ==, "start-1 end-1-error unsent-1 failed-1-0");
      g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_TLS);
      g_assert_error (sink->end_error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE);
      g_strdelimit (problems, "\n", ' ');
      g_assert_nonnull (strstr (sink->failed_error->message, problems));
      g_assert_true (g_str_has_suffix (sink->steps->str, "tls:began tls:broke"));
      g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 0);
    }

  http_sink_end (sink, fixture);
}

/* What is behind a handshake that failed, whatever the library calls it. */
typedef struct
{
  const char *name;
  RawStep     step;
  GTlsError   code;
} HandshakeCase;

static const HandshakeCase handshake_cases[] = {
  { "http", { RAW_WRITE, "HTTP/1.1 400 Bad Request\r\n\r\n", 0, 0 }, G_TLS_ERROR_NOT_TLS },
  { "ssh", { RAW_WRITE, "SSH-2.0-OpenSSH_9.2\r\n", 0, 0 }, G_TLS_ERROR_NOT_TLS },
  { "json", { RAW_WRITE, "{\"jsonrpc\": \"2.0\"}\n", 0, 0 }, G_TLS_ERROR_NOT_TLS },
  { "alert", { RAW_WRITE, "\025\003\001\000\002\002\106", 7, 0 }, G_TLS_ERROR_MISC },
  { "closed", { RAW_CLOSE, NULL, 0, 0 }, G_TLS_ERROR_EOF },
};

static void
test_tls_handshake (gconstpointer data)
{
  const HandshakeCase *expected = data;
  const RawStep steps[] = {
    { RAW_PAUSE, NULL, 0, 20 }, expected->step, { RAW_PAUSE, NULL, 0, 50 }, { RAW_CLOSE, NULL, 0, 0 },
    { RAW_END, NULL, 0, 0 },
  };
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/mcp", raw_fixture_get_port (fixture));
  TestSink *sink = http_sink_new (url);

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_TLS);
  g_assert_error ((GError *) mcp_error_get_cause (sink->failed_error), G_TLS_ERROR, (int) expected->code);
  g_assert_true (g_str_has_suffix (sink->steps->str, "tls:began tls:broke"));
  test_sink_free (sink);
}

static TestSink *
ask_with_certificate (HttpFixture     *fixture,
                      HttpCertificate  which)
{
  g_autofree char *file = http_fixture_dup_certificate_file (which);
  const McpHttpOptions options = {
    .url = http_fixture_get_url (fixture), .ca_file = http_fixture_get_ca_file (), .client_certificate = file,
  };
  TestSink *sink = http_sink_new_with (&options);

  test_sink_request (sink, PING);
  TEST_AWAIT (http_count (sink, "end-") == 1);

  return sink;
}

static void
test_tls_client_certificate (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SIGNED);
  const McpHttpOptions without = { .url = http_fixture_get_url (fixture), .ca_file = http_fixture_get_ca_file () };
  TestSink *sink;

  http_fixture_want_certificate (fixture);
  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  sink = ask_with_certificate (fixture, HTTP_CERTIFICATE_SIGNED);
  g_assert_cmpstr (sink->log->str, ==, "start-1 sent-1 head-1-200 end-1");
  http_sink_end (sink, fixture);

  sink = http_sink_new_with (&without);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_TLS);
  g_assert_error ((GError *) mcp_error_get_cause (sink->failed_error), G_TLS_ERROR, G_TLS_ERROR_CERTIFICATE_REQUIRED);
  http_sink_end (sink, fixture);
}

/* One that cannot be read is told before anything is sent. */
static void
test_tls_client_certificate_file (void)
{
  static const struct
  {
    const char *file;
    const char *key;
  } rows[] = { { "/nonexistent.pem", NULL }, { "ca.pem", NULL }, { "signed.pem", "ca.pem" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *file = g_test_build_filename (G_TEST_DIST, "fixtures", rows[i].file, NULL);
      g_autofree char *key = rows[i].key != NULL ? g_test_build_filename (G_TEST_DIST, "fixtures", rows[i].key, NULL) : NULL;
      const McpHttpOptions options = { .url = "https://example.test/", .client_certificate = file, .client_key = key };
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_http_transport_new (&options, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, key != NULL ? key : file));
    }
}

/* The second connection is asked too. */
static void
test_tls_again (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SELF_SIGNED);
  g_autofree char *hex = http_fixture_dup_fingerprint (HTTP_CERTIFICATE_SELF_SIGNED);
  g_autofree char *fingerprint = to_fingerprint (hex);
  const McpHttpOptions options = { .url = http_fixture_get_url (fixture),
                                   .accepted_certificate = fingerprint };
  TestSink *sink = http_sink_new_with (&options);

  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *end = g_strdup_printf ("end-%u", i);

      http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
      test_sink_request (sink, PING);
      TEST_AWAIT (http_has (sink, end));
      http_fixture_drop_connections (fixture);
      TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
      http_spin (50);
    }
  g_assert_cmphex (mcp_certificate_get_problems (mcp_transport_get_certificate (sink->transport)),
                   ==, G_TLS_CERTIFICATE_UNKNOWN_CA);
  g_assert_null (strstr (sink->log->str, "failed"));

  http_sink_end (sink, fixture);
}

static char *
swap_scheme (const char *url,
             const char *scheme)
{
  return g_strconcat (scheme, strstr (url, "://"), NULL);
}

/* TLS where plain HTTP is spoken. */
static void
test_tls_to_plain (void)
{
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_WRITE, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" }, { RAW_END } });
  g_autofree char *url = swap_scheme (raw_fixture_get_url (raw), "https");
  TestSink *sink = http_sink_new (url);

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_test_message ("%s", sink->failed_error->message);
  g_assert_error (sink->failed_error, MCP_ERROR, MCP_ERROR_TLS);
  g_assert_cmpint (sink->end_error->domain, ==, G_TLS_ERROR);
  g_assert_true (g_str_has_suffix (sink->steps->str, "tls:broke"));

  test_sink_free (sink);
}

/* Plain HTTP where TLS is spoken. */
static void
test_plain_to_tls (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SELF_SIGNED);
  g_autofree char *url = swap_scheme (http_fixture_get_url (fixture), "http");
  TestSink *sink = http_sink_new (url);

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "failed-1-0"));
  g_test_message ("%s", sink->failed_error->message);
  g_assert_nonnull (sink->end_error);
  g_assert_true (g_str_has_suffix (sink->steps->str, "response:broke"));

  test_sink_free (sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (trust_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-tls/trust/%s",
                                               trust_cases[i].name);

      g_test_add_data_func (path, &trust_cases[i], test_tls_trust);
    }
  g_test_add_func ("/transport/http-tls/again", test_tls_again);
  g_test_add_func ("/transport/http-tls/tls-to-plain", test_tls_to_plain);
  g_test_add_func ("/transport/http-tls/plain-to-tls", test_plain_to_tls);

  for (guint i = 0; i < G_N_ELEMENTS (handshake_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/transport/http-tls/handshake/%s", handshake_cases[i].name);

      g_test_add_data_func (path, &handshake_cases[i], test_tls_handshake);
    }
  g_test_add_func ("/transport/http-tls/client-certificate", test_tls_client_certificate);
  g_test_add_func ("/transport/http-tls/client-certificate-file", test_tls_client_certificate_file);

  return g_test_run ();
}
