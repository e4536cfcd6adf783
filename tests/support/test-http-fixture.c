/* test-http-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include <libsoup/soup.h>

#include "http-fixture.h"
#include "raw-fixture.h"
#include "test-support.h"

/* What the HTTP tests rest on does what it says: asked by libsoup itself. */

typedef struct
{
  SoupSession  *session;
  SoupMessage  *message;
  GCancellable *cancellable;
  GInputStream *stream;
  GString      *body;
  GError       *error;
  gboolean      done;
  char          buffer[4096];
} Client;

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Client *self = user_data;
  gssize n = g_input_stream_read_finish (self->stream, result, &self->error);

  if (n <= 0)
    {
      self->done = TRUE;
      return;
    }

  g_string_append_len (self->body, self->buffer, n);
  g_input_stream_read_async (self->stream, self->buffer, sizeof self->buffer, G_PRIORITY_DEFAULT,
                             self->cancellable, read_cb, self);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Client *self = user_data;

  self->stream = soup_session_send_finish (self->session, result, &self->error);
  if (self->stream == NULL)
    {
      self->done = TRUE;
      return;
    }

  g_input_stream_read_async (self->stream, self->buffer, sizeof self->buffer, G_PRIORITY_DEFAULT,
                             self->cancellable, read_cb, self);
}

static Client *
client_new (const char *url,
            const char *method,
            const char *body)
{
  Client *self = g_new0 (Client, 1);
  SoupMessageHeaders *headers;

  self->session = soup_session_new ();
  self->message = soup_message_new (method, url);
  self->cancellable = g_cancellable_new ();
  self->body = g_string_new (NULL);
  headers = soup_message_get_request_headers (self->message);
  soup_message_headers_append (headers, "Accept", "application/json, text/event-stream");
  soup_message_headers_append (headers, "MCP-Protocol-Version", "2025-11-25");
  if (body != NULL)
    {
      g_autofree char *quoted = g_strdelimit (g_strdup (body), "'", '"');
      g_autoptr (GBytes) bytes = g_bytes_new (quoted, strlen (quoted));

      soup_message_set_request_body_from_bytes (self->message, "application/json", bytes);
    }

  return self;
}

static void
client_send (Client *self)
{
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                           sent_cb, self);
}

static Client *
ask (const char *url,
     const char *method,
     const char *session_id,
     const char *body)
{
  Client *self = client_new (url, method, body);

  if (session_id != NULL)
    soup_message_headers_append (soup_message_get_request_headers (self->message),
                                 "MCP-Session-Id", session_id);
  client_send (self);

  return self;
}

static void
client_free (Client *self)
{
  g_cancellable_cancel (self->cancellable);
  TEST_AWAIT (self->done);
  g_clear_object (&self->stream);
  g_object_unref (self->message);
  g_object_unref (self->session);
  g_object_unref (self->cancellable);
  g_string_free (self->body, TRUE);
  g_clear_error (&self->error);
  g_free (self);
}

static void
assert_answer (Client     *self,
               guint       status,
               const char *body)
{
  TEST_AWAIT (self->done);
  g_assert_no_error (self->error);
  g_assert_cmpuint (soup_message_get_status (self->message), ==, status);
  if (body != NULL)
    g_assert_cmpstr (self->body->str, ==, body);
  client_free (self);
}

/* Nothing is left open when the clients are gone. */
static void
assert_quiet (HttpFixture *fixture)
{
  TEST_AWAIT (http_fixture_get_n_connections (fixture) == 0);
  g_assert_cmpuint (http_fixture_get_n_open_requests (fixture), ==, 0);
}

static void
test_reply (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  HttpRequest *request;

  http_fixture_queue (fixture, "POST", 202, NULL, NULL);
  http_fixture_queue (fixture, "GET", 500, "text/html", "<p>no</p>");
  assert_answer (ask (http_fixture_get_url (fixture), "GET", NULL, NULL), 500, "<p>no</p>");
  assert_answer (ask (http_fixture_get_url (fixture), "POST", "s", "{'id':'a','method':'ping'}"),
                 202, "");
  assert_answer (ask (http_fixture_get_url (fixture), "GET", NULL, NULL), 404, NULL);

  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 3);
  g_assert_cmpuint (http_fixture_count (fixture, "GET", NULL), ==, 2);
  request = http_fixture_find (fixture, NULL, "ping", 0);
  g_assert_true (request == http_fixture_get_request (fixture, 1));
  g_assert_cmpstr (http_request_get_method (request), ==, "POST");
  g_assert_cmpstr (http_request_get_path (request), ==, "/mcp");
  g_assert_cmpstr (http_request_get_rpc_id (request), ==, "\"a\"");
  g_assert_cmpstr (http_request_get_header (request, "mcp-session-id"), ==, "s");
  g_assert_false (http_request_is_broken (request));
  g_assert_null (http_fixture_find (fixture, NULL, "ping", 1));
  assert_quiet (fixture);
}

static void
keep_cb (HttpFixture *fixture,
         HttpRequest *request,
         gpointer     user_data)
{
  *(HttpRequest **) user_data = request;
}

static void
test_stream (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  HttpRequest *request = NULL;
  Client *client;

  http_fixture_set_handler (fixture, keep_cb, &request);
  client = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);
  TEST_AWAIT (request != NULL);
  g_assert_cmpuint (http_fixture_get_n_open_requests (fixture), ==, 1);
  g_assert_cmpuint (http_fixture_get_n_connections (fixture), ==, 1);

  /* The head is there before the first byte of the body. */
  http_request_start_events (request);
  TEST_AWAIT (client->stream != NULL);
  http_request_push (request, "data: a\r");
  TEST_AWAIT (g_str_equal (client->body->str, "data: a\r"));
  http_request_push (request, "\n\r\n");
  http_request_push (request, "data: b\n");
  http_request_push (request, "\n");
  TEST_AWAIT (g_str_has_suffix (client->body->str, "data: b\n\n"));
  g_assert_false (client->done);
  http_request_finish (request);
  assert_answer (client, 200, "data: a\r\n\r\ndata: b\n\n");
  g_assert_false (http_request_is_broken (request));
  assert_quiet (fixture);
}

static void
test_reset (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();

  /* Before the head, behind the head, in mid-stream. */
  for (guint stage = 0; stage < 3; stage++)
    {
      HttpRequest *request = NULL;
      Client *client = ask (http_fixture_get_url (fixture), "POST", NULL, "{}");

      http_fixture_set_handler (fixture, keep_cb, &request);
      TEST_AWAIT (request != NULL);
      if (stage > 0)
        {
          http_request_start_events (request);
          TEST_AWAIT (client->stream != NULL);
        }
      if (stage > 1)
        {
          http_request_push (request, "data: a\n\n");
          TEST_AWAIT (client->body->len > 0);
        }
      http_request_reset (request);
      TEST_AWAIT (client->done);
      g_assert_nonnull (client->error);
      g_assert_true (http_request_is_broken (request));
      http_request_push (request, "nobody hears this");
      http_request_reset (request);
      client_free (client);
      assert_quiet (fixture);
    }
}

/* A silent stream notices that the other side has gone. */
static void
test_client_goes (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();

  for (guint stage = 0; stage < 2; stage++)
    {
      HttpRequest *request = NULL;
      Client *client = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);

      http_fixture_set_handler (fixture, keep_cb, &request);
      TEST_AWAIT (request != NULL);
      if (stage > 0)
        {
          http_request_start_events (request);
          TEST_AWAIT (client->stream != NULL);
        }
      client_free (client);
      TEST_AWAIT (!http_request_is_open (request));
      g_assert_true (http_request_is_broken (request));
      assert_quiet (fixture);
    }
}

static void
test_drop_and_stop (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  HttpRequest *request = NULL;
  Client *idle = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);
  Client *waiting;

  TEST_AWAIT (idle->done);
  http_fixture_set_handler (fixture, keep_cb, &request);
  waiting = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);
  TEST_AWAIT (request != NULL);
  g_assert_cmpuint (http_fixture_get_n_connections (fixture), ==, 2);
  http_fixture_drop_connections (fixture);
  TEST_AWAIT (waiting->done);
  g_assert_nonnull (waiting->error);
  assert_quiet (fixture);
  client_free (idle);
  client_free (waiting);

  http_fixture_stop (fixture);
  waiting = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);
  TEST_AWAIT (waiting->done);
  g_assert_error (waiting->error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
  client_free (waiting);
}

static void
test_free_in_mid_stream (void)
{
  HttpFixture *fixture = http_fixture_new ();
  HttpRequest *request = NULL;
  Client *client = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);

  http_fixture_set_handler (fixture, keep_cb, &request);
  TEST_AWAIT (request != NULL);
  http_request_start_events (request);
  http_request_push (request, "data: a\n\n");
  TEST_AWAIT (client->body->len > 0);
  http_fixture_free (fixture);
  TEST_AWAIT (client->done);
  client_free (client);
}

typedef struct
{
  HttpCertificate       which;
  gboolean              with_ca;
  GTlsCertificateFlags  expected;
} TlsCase;

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  flags,
                       gpointer              user_data)
{
  *(GTlsCertificateFlags *) user_data = flags;

  return TRUE;
}

static void
test_tls (void)
{
  static const TlsCase cases[] = {
    { HTTP_CERTIFICATE_SELF_SIGNED, FALSE, G_TLS_CERTIFICATE_UNKNOWN_CA },
    { HTTP_CERTIFICATE_SIGNED, FALSE, G_TLS_CERTIFICATE_UNKNOWN_CA },
    { HTTP_CERTIFICATE_SIGNED, TRUE, 0 },
    { HTTP_CERTIFICATE_EXPIRED, TRUE, G_TLS_CERTIFICATE_EXPIRED },
    { HTTP_CERTIFICATE_WRONG_NAME, TRUE, G_TLS_CERTIFICATE_BAD_IDENTITY },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new_tls (cases[i].which);
      g_autofree char *fingerprint = http_fixture_dup_fingerprint (cases[i].which);
      GTlsCertificateFlags flags = 0;
      Client *client = client_new (http_fixture_get_url (fixture), "GET", NULL);

      if (cases[i].with_ca)
        {
          g_autoptr (GTlsDatabase) database = NULL;

          database = g_tls_file_database_new (http_fixture_get_ca_file (), NULL);
          g_assert_nonnull (database);
          soup_session_set_tls_database (client->session, database);
        }
      http_fixture_queue (fixture, "GET", 200, "text/plain", "hidden");
      g_signal_connect (client->message, "accept-certificate",
                        G_CALLBACK (accept_certificate_cb), &flags);
      client_send (client);
      assert_answer (client, 200, "hidden");
      g_assert_cmphex (flags, ==, cases[i].expected);
      g_assert_cmpuint (strlen (fingerprint), ==, 64);
      assert_quiet (fixture);
    }
}

static const char initialize[] = "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}";

static void
test_mcp_session (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const HttpMcpOptions options = { .session_id = "abc", .instructions = "Say \"please\"" };
  const char *url = http_fixture_get_url (fixture);

  http_fixture_serve_mcp (fixture, &options);
  assert_answer (ask (url, "POST", NULL, "{'jsonrpc':'2.0','id':1,'method':'ping'}"), 400, NULL);
  assert_answer (ask (url, "POST", NULL, initialize), 200, NULL);
  g_assert_cmpstr (http_fixture_get_session_id (fixture), ==, "abc");
  assert_answer (ask (url, "POST", "abc", "{'jsonrpc':'2.0','method':'notifications/initialized'}"),
                 202, "");
  assert_answer (ask (url, "POST", "abc", "{'jsonrpc':'2.0','id':2,'method':'ping'}"), 200,
                 "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  assert_answer (ask (url, "POST", "abc", "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':"
                                          "{'name':'echo','arguments':{'text':'x'}}}"),
                 200,
                 "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\","
                 "\"text\":\"x\"}]}}");

  http_fixture_forget_session (fixture);
  assert_answer (ask (url, "POST", "abc", "{'jsonrpc':'2.0','id':4,'method':'ping'}"), 404, NULL);
  assert_answer (ask (url, "POST", NULL, initialize), 200, NULL);
  g_assert_cmpstr (http_fixture_get_session_id (fixture), !=, "abc");
  assert_answer (ask (url, "DELETE", http_fixture_get_session_id (fixture), NULL), 200, NULL);
  g_assert_null (http_fixture_get_session_id (fixture));
  assert_quiet (fixture);
}

static void
test_mcp_listener (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const HttpMcpOptions options = { .no_session = TRUE };
  Client *client;

  http_fixture_serve_mcp (fixture, &options);
  client = ask (http_fixture_get_url (fixture), "GET", NULL, NULL);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
  http_fixture_notify (fixture, "a", NULL);
  http_fixture_ask (fixture, "ping", "{'x':1}");
  http_fixture_end_listeners (fixture, FALSE);
  assert_answer (client, 200,
                 "id: g1-1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n"
                 "id: g1-2\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"ping\","
                 "\"params\":{\"x\":1}}\n\n");

  g_assert_null (http_fixture_get_answer (fixture, 1));
  assert_answer (ask (http_fixture_get_url (fixture), "POST", NULL,
                      "{'jsonrpc':'2.0','id':'s1','result':{}}"), 202, "");
  g_assert_nonnull (http_fixture_get_answer (fixture, 1));

  /* What was sent while nobody listened is there for the one who goes on. */
  http_fixture_notify (fixture, "b", NULL);
  client = client_new (http_fixture_get_url (fixture), "GET", NULL);
  soup_message_headers_append (soup_message_get_request_headers (client->message),
                               "Last-Event-ID", "g1-2");
  client_send (client);
  TEST_AWAIT (client->body->len > 0);
  g_assert_cmpstr (client->body->str, ==,
                   "id: g1-3\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n\n");
  http_fixture_end_listeners (fixture, TRUE);
  TEST_AWAIT (client->done);
  g_assert_nonnull (client->error);
  client_free (client);
  assert_quiet (fixture);
}

static void
test_mcp_broken_call (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  const HttpMcpOptions options = { .no_session = TRUE, .prime = TRUE, .retry_msec = 20 };
  Client *client;

  http_fixture_serve_mcp (fixture, &options);
  client = ask (http_fixture_get_url (fixture), "POST", NULL,
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'slow',"
                "'_meta':{'progressToken':'t'},"
                "'arguments':{'steps':3,'msec':1,'break_after':2,'finish':true}}}");
  TEST_AWAIT (client->done);
  g_assert_true (g_str_has_prefix (client->body->str, "id: p1-0\nretry: 20\ndata: \n\nid: p1-1\n"));
  g_assert_nonnull (strstr (client->body->str,
                            "\"progressToken\":\"t\",\"progress\":2,\"total\":3"));
  g_assert_null (strstr (client->body->str, "\"result\""));
  client_free (client);

  client = client_new (http_fixture_get_url (fixture), "GET", NULL);
  soup_message_headers_append (soup_message_get_request_headers (client->message),
                               "Last-Event-ID", "p1-2");
  client_send (client);
  TEST_AWAIT (client->done);
  g_assert_true (g_str_has_prefix (client->body->str, "id: p1-3\n"));
  g_assert_nonnull (strstr (client->body->str, "id: p1-4\ndata: {\"jsonrpc\":\"2.0\",\"id\":5,"));
  client_free (client);
  assert_quiet (fixture);
}

static void
test_raw (void)
{
  static const RawStep steps[] = {
    { RAW_AWAIT_BODY },
    { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" },
    { RAW_PAUSE, NULL, 0, 5 },
    { RAW_TRICKLE, "Content-Length: 10\r\n\r\n", 0, 1 },
    { RAW_REPEAT, "ab", 3 },
    { RAW_WRITE, "\0\1", 2 },
    { RAW_CLOSE },
    { RAW_END },
  };
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  g_autoptr (GBytes) received = NULL;
  Client *client = ask (raw_fixture_get_url (fixture), "POST", NULL, "{'id':1}");

  /* Two bytes fewer than were promised. */
  TEST_AWAIT (client->done);
  g_assert_cmpmem (client->body->str, client->body->len, "ababab\0\1", 8);
  g_assert_cmpuint (raw_fixture_get_n_accepted (fixture), ==, 1);
  g_assert_cmpuint (raw_fixture_get_n_connections (fixture), ==, 0);
  g_assert_cmpuint (raw_fixture_get_n_written (fixture), ==, 43 + 22 + 8);
  received = raw_fixture_dup_received (fixture, 0);
  g_assert_nonnull (memmem (g_bytes_get_data (received, NULL), g_bytes_get_size (received),
                            "\r\n\r\n{\"id\":1}", 12));
  client_free (client);
}

static void
test_raw_endless (void)
{
  static const RawStep steps[] = {
    { RAW_AWAIT_HEAD },
    { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" },
    { RAW_REPEAT, "data: x" },
    { RAW_END },
  };
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  Client *client = ask (raw_fixture_get_url (fixture), "GET", NULL, NULL);

  TEST_AWAIT (client->body->len > 10000);
  client_free (client);
  TEST_AWAIT (raw_fixture_get_n_connections (fixture) == 0);
}

static void
test_raw_reset (void)
{
  static const RawStep steps[] = { { RAW_AWAIT_HEAD }, { RAW_RESET }, { RAW_END } };
  static const RawStep silent[] = { { RAW_END } };
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  g_autoptr (RawFixture) silent_fixture = raw_fixture_new (silent);
  Client *client = ask (raw_fixture_get_url (fixture), "GET", NULL, NULL);
  Client *waiting = ask (raw_fixture_get_url (silent_fixture), "GET", NULL, NULL);

  TEST_AWAIT (client->done);
  g_assert_nonnull (client->error);
  client_free (client);

  TEST_AWAIT (raw_fixture_get_n_connections (silent_fixture) == 1);
  client_free (waiting);
  TEST_AWAIT (raw_fixture_get_n_connections (silent_fixture) == 0);
}

static void
test_raw_tls (void)
{
  static const RawStep steps[] = {
    { RAW_TLS, NULL, HTTP_CERTIFICATE_SELF_SIGNED },
    { RAW_AWAIT_HEAD },
    { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" },
    { RAW_END },
  };
  g_autoptr (RawFixture) fixture = raw_fixture_new (steps);
  GTlsCertificateFlags flags = 0;
  Client *client = client_new (raw_fixture_get_url (fixture), "GET", NULL);

  g_signal_connect (client->message, "accept-certificate", G_CALLBACK (accept_certificate_cb),
                    &flags);
  client_send (client);
  assert_answer (client, 200, "ok");
  g_assert_cmphex (flags, ==, G_TLS_CERTIFICATE_UNKNOWN_CA);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/support/http-fixture/reply", test_reply);
  g_test_add_func ("/support/http-fixture/stream", test_stream);
  g_test_add_func ("/support/http-fixture/reset", test_reset);
  g_test_add_func ("/support/http-fixture/client-goes", test_client_goes);
  g_test_add_func ("/support/http-fixture/drop-and-stop", test_drop_and_stop);
  g_test_add_func ("/support/http-fixture/free-in-mid-stream", test_free_in_mid_stream);
  g_test_add_func ("/support/http-fixture/tls", test_tls);
  g_test_add_func ("/support/http-fixture/mcp-session", test_mcp_session);
  g_test_add_func ("/support/http-fixture/mcp-listener", test_mcp_listener);
  g_test_add_func ("/support/http-fixture/mcp-broken-call", test_mcp_broken_call);
  g_test_add_func ("/support/raw-fixture/bytes", test_raw);
  g_test_add_func ("/support/raw-fixture/endless", test_raw_endless);
  g_test_add_func ("/support/raw-fixture/reset", test_raw_reset);
  g_test_add_func ("/support/raw-fixture/tls", test_raw_tls);

  return g_test_run ();
}
