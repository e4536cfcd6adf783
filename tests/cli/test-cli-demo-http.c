/* test-cli-demo-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "cli-fixture.h"

/* sounder-demo-server --http as any client sees it, without ours. */

#define INITIALIZE "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":" \
                   "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{}}," \
                   "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"
#define PING       "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"
#define SLOW       "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":" \
                   "{\"name\":\"slow\",\"arguments\":{\"seconds\":0.1,\"steps\":2}," \
                   "\"_meta\":{\"progressToken\":\"t\"}}}"

typedef struct
{
  SoupSession *http;
  CliDemo     *demo;
  char        *session_id;  /* (nullable) */
  guint        status;
  char        *body;
  char        *type;        /* (nullable) */
} Fixture;

/* Sends with what a good client sends; @name and @value replace or add a header. */
static void
request (Fixture    *fixture,
         const char *method,
         const char *body,
         const char *name,
         const char *value)
{
  g_autoptr (SoupMessage) message = soup_message_new (method, fixture->demo->url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  SoupMessageHeaders *answer = soup_message_get_response_headers (message);
  g_autoptr (GBytes) sent = g_bytes_new_static (body, strlen (body));
  g_autoptr (GBytes) received = NULL;
  g_autoptr (GError) error = NULL;
  const char *session_id;

  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (fixture->session_id != NULL)
    soup_message_headers_replace (headers, "MCP-Session-Id", fixture->session_id);
  if (*body != '\0')
    soup_message_set_request_body_from_bytes (message, "application/json", sent);
  if (name != NULL)
    soup_message_headers_replace (headers, name, value);

  received = soup_session_send_and_read (fixture->http, message, NULL, &error);
  g_assert_no_error (error);

  fixture->status = soup_message_get_status (message);
  g_free (fixture->type);
  fixture->type = g_strdup (soup_message_headers_get_content_type (answer, NULL));
  g_free (fixture->body);
  fixture->body = g_strndup (g_bytes_get_size (received) > 0 ? g_bytes_get_data (received, NULL)
                                                             : "", g_bytes_get_size (received));

  session_id = soup_message_headers_get_one (answer, "MCP-Session-Id");
  if (session_id != NULL)
    {
      g_free (fixture->session_id);
      fixture->session_id = g_strdup (session_id);
    }
}

static void
setup (Fixture       *fixture,
       gconstpointer  data)
{
  fixture->http = soup_session_new ();
  fixture->demo = cli_demo_start (FALSE);
  request (fixture, "POST", INITIALIZE, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 200);
  g_assert_nonnull (fixture->session_id);
}

static void
teardown (Fixture       *fixture,
          gconstpointer  data)
{
  g_clear_object (&fixture->http);
  cli_demo_free (fixture->demo);
  g_free (fixture->session_id);
  g_free (fixture->body);
  g_free (fixture->type);
}

static void
test_answers (Fixture       *fixture,
              gconstpointer  data)
{
  const char *progress;

  request (fixture, "POST", PING, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 200);
  g_assert_cmpstr (fixture->type, ==, "application/json");
  g_assert_cmpstr (fixture->body, ==, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");

  request (fixture, "POST", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 202);
  g_assert_cmpstr (fixture->body, ==, "");

  /* Progress comes on the stream of its request, before the answer that ends it. */
  request (fixture, "POST", SLOW, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 200);
  g_assert_cmpstr (fixture->type, ==, "text/event-stream");
  progress = strstr (fixture->body, "\"progress\":2");
  g_assert_nonnull (progress);
  g_assert_nonnull (strstr (progress, "Done after 2 steps"));

  request (fixture, "POST", "{\"jsonrpc\":", NULL, NULL);
  assert_contains (fixture->body, "-32700");
}

static void
test_refuses (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *name;
    const char *value;
    guint       status;
  } rows[] = {
    { "Origin", "https://evil.example", 403 },
    { "Origin", "null", 403 },
    { "Host", "evil.example", 403 },
    { "Origin", "http://localhost:6274", 200 },
    { "Accept", "application/json", 406 },
    { "Content-Type", "text/plain", 415 },
    { "MCP-Session-Id", "another", 404 },
    { "MCP-Protocol-Version", "1999-01-01", 400 },
    { "MCP-Protocol-Version", "2025-06-18", 200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      request (fixture, "POST", PING, rows[i].name, rows[i].value);
      g_assert_cmpuint (fixture->status, ==, rows[i].status);
    }

  request (fixture, "PUT", "", NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 405);
}

static void
test_ends_session (Fixture       *fixture,
                   gconstpointer  data)
{
  request (fixture, "DELETE", "", NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 200);
  request (fixture, "POST", PING, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 404);

  g_clear_pointer (&fixture->session_id, g_free);
  request (fixture, "POST", PING, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 400);
}

/* A second listener takes the place of the first, whose stream ends with all that was for it. */
static void
test_listens (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (SoupMessage) message = soup_message_new ("GET", fixture->demo->url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  gboolean asked = FALSE;

  request (fixture, "POST", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", NULL,
           NULL);
  soup_message_headers_replace (headers, "Accept", "text/event-stream");
  soup_message_headers_replace (headers, "MCP-Session-Id", fixture->session_id);
  stream = soup_session_send (fixture->http, message, NULL, &error);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (stream);

  while (!asked)
    {
      g_autofree char *line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      asked = strstr (line, "roots/list") != NULL;
    }

  request (fixture, "DELETE", "", NULL, NULL);
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);

      g_assert_no_error (error);
      if (line == NULL)
        break;
    }
}

static void
test_many_clients (Fixture       *fixture,
                   gconstpointer  data)
{
  cli_demo_take_many (fixture->demo);
  request (fixture, "POST", PING, NULL, NULL);
  g_assert_cmpuint (fixture->status, ==, 200);
}

static void
test_usage (void)
{
  const char *argv[] = { g_getenv ("SOUNDER_DEMO_SERVER"), "--http", "70000", NULL };
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, &error);
  g_assert_no_error (error);
  g_assert_false (g_spawn_check_wait_status (status, NULL));
  assert_contains (err, "not a port");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/demo/http/answers", Fixture, NULL, setup, test_answers, teardown);
  g_test_add ("/demo/http/refuses", Fixture, NULL, setup, test_refuses, teardown);
  g_test_add ("/demo/http/ends-session", Fixture, NULL, setup, test_ends_session, teardown);
  g_test_add ("/demo/http/listens", Fixture, NULL, setup, test_listens, teardown);
  g_test_add ("/demo/http/many-clients", Fixture, NULL, setup, test_many_clients, teardown);
  g_test_add_func ("/demo/http/usage", test_usage);

  return cli_test_main ();
}
