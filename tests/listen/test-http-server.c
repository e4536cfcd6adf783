/* test-http-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "mcp-http-server.h"
#include "test-support.h"

/* What our own servers share: who is taken, what is read, and what is let go of. */

#define MAX_BYTES 1000000

typedef struct
{
  McpHttpServer     *server;
  guint16            port;
  guint              n_handled;
  guint              n_finished;
  gsize              n_bytes;       /* of the last body */
  SoupServerMessage *held;          /* (nullable) is not answered yet */
} Fixture;

static guint64
get_limit (SoupServerMessage *message,
           const char        *path,
           gpointer           user_data)
{
  return g_str_equal (path, "/none") ? 0 : MAX_BYTES;
}

static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text,
        gpointer           user_data)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_COPY, text, strlen (text));
}

static void
finished_cb (SoupServerMessage *message,
             Fixture           *fixture)
{
  fixture->n_finished++;
  g_clear_object (&fixture->held);
}

static void
handle (SoupServerMessage *message,
        const char        *path,
        gpointer           user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GBytes) body = mcp_http_server_dup_body (message);

  fixture->n_handled++;
  fixture->n_bytes = g_bytes_get_size (body);
  if (g_str_equal (path, "/hold"))
    {
      fixture->held = g_object_ref (message);
      g_signal_connect (message, "finished", G_CALLBACK (finished_cb), fixture);
      soup_server_message_pause (message);
      return;
    }
  if (g_str_equal (path, "/end"))
    g_clear_pointer (&fixture->server, mcp_http_server_free);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "page", 4);
}

static void
start (Fixture *fixture,
       guint    n_connections,
       guint    patience_msec)
{
  static const char * const names[] = { "box.example", NULL };
  const McpHttpServerRules rules = {
    "test", n_connections, patience_msec, { names, FALSE },
    .get_limit = get_limit, .refuse = refuse, .handle = handle,
  };
  g_autoptr (GInetAddress) any = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (any, 0);
  g_autoptr (GError) error = NULL;

  fixture->server = mcp_http_server_new (&rules, address, fixture, &error);
  g_assert_no_error (error);
  fixture->port = mcp_http_server_get_port (fixture->server);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  start (fixture, 20, 60 * 1000);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_clear_pointer (&fixture->server, mcp_http_server_free);
}

static GSocket *
connect_from (Fixture    *fixture,
              const char *own)
{
  g_autoptr (GSocketAddress) from = g_inet_socket_address_new_from_string (own, 0);
  g_autoptr (GSocketAddress) to =
    g_inet_socket_address_new_from_string ("127.0.0.1", fixture->port);
  GSocket *client =
    g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GError) error = NULL;

  g_socket_bind (client, from, FALSE, &error);
  g_assert_no_error (error);
  g_socket_connect (client, to, NULL, &error);
  g_assert_no_error (error);
  g_socket_set_blocking (client, FALSE);

  return client;
}

static void
reset (GSocket *client)
{
  struct linger at_once = { 1, 0 };

  setsockopt (g_socket_get_fd (client), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  g_socket_close (client, NULL);
}

static void
say (GSocket    *client,
     const char *text,
     gsize       length)
{
  while (length > 0)
    {
      gssize n = g_socket_send (client, text, length, NULL, NULL);

      g_main_context_iteration (NULL, FALSE);
      text += MAX (n, 0);
      length -= MAX (n, 0);
    }
}

static gboolean
hear (GSocket *client,
      GString *answer)
{
  char buffer[4096];
  gssize n;

  while ((n = g_socket_receive (client, buffer, sizeof buffer, NULL, NULL)) > 0)
    g_string_append_len (answer, buffer, n);

  return n == 0 || !g_socket_condition_check (client, G_IO_OUT)
         || (g_socket_condition_check (client, G_IO_ERR | G_IO_HUP) & (G_IO_ERR | G_IO_HUP)) != 0;
}

/* All that comes until the end of the connection. */
static char *
listen_to (GSocket *client)
{
  GString *answer = g_string_new (NULL);

  TEST_AWAIT_POLL (hear (client, answer));

  return g_string_free (answer, FALSE);
}

static char *
ask_from (Fixture    *fixture,
          const char *own,
          const char *text)
{
  g_autoptr (GSocket) client = connect_from (fixture, own);

  say (client, text, strlen (text));

  return listen_to (client);
}

static char *
ask (Fixture    *fixture,
     const char *text)
{
  return ask_from (fixture, "127.0.0.1", text);
}

#define GOOD "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define POST "POST / HTTP/1.1\r\nHost: localhost\r\n"

static void
assert_good (Fixture *fixture)
{
  g_autofree char *answer = ask (fixture, GOOD);

  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 200 "));
}

/* A head is answered before its body has come, and comes to no handler when it is refused. */
static void
test_heads (Fixture       *fixture,
            gconstpointer  unused)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } rows[] = {
    { GOOD, "HTTP/1.1 200 " },
    { "GET / HTTP/1.1\r\nHost: box.example:80\r\n\r\n", "HTTP/1.1 200 " },
    { "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 403 " },
    { "GET / HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n", "HTTP/1.1 403 " },
    { "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 400 " },
    { "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 403 " },
    { "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1500000000\r\n\r\n",
      "HTTP/1.1 403 " },
    { POST "Origin: http://evil.example\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 403 " },
    { POST "Origin: null\r\nContent-Length: 3\r\n\r\n", "HTTP/1.1 403 " },
    { POST "Origin: http://localhost:1\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 " },
    { POST "Content-Length: 1500000000\r\n\r\n", "HTTP/1.1 413 " },
    { POST "Content-Length: 1500000000\r\nExpect: 100-continue\r\n\r\n", "HTTP/1.1 413 " },
    { "POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n", "HTTP/1.1 413 " },
    { POST "Content-Length: 3\r\nContent-Length: 4\r\n\r\n", "HTTP/1.1 400 " },
    { POST "Content-Length: 3\r\nContent-Length: 3\r\n\r\n", "HTTP/1.1 400 " },
    { POST "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 400 " },
    { POST "Content-Length: -3\r\n\r\n", "HTTP/1.1 400 " },
    { POST "Content-Length: 99999999999999999999999999\r\n\r\n", "HTTP/1.1 400 " },
  };
  guint n_good = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *answer = ask (fixture, rows[i].text);

      g_test_message ("%s -> %.60s", rows[i].text, answer);
      g_assert_true (g_str_has_prefix (answer, rows[i].answer));
      n_good += strstr (rows[i].answer, "200") != NULL;
      g_assert_cmpuint (fixture->n_handled, ==, n_good);
    }
}

/* What comes in pieces ends where it is too much, and takes the room of what it is. */
static void
test_pieces (Fixture       *fixture,
             gconstpointer  unused)
{
  enum { N_PIECES = 100000 };
  g_autoptr (GString) pieces = g_string_new (POST "Transfer-Encoding: chunked\r\n\r\n");
  g_autoptr (GString) much = g_string_new (POST "Transfer-Encoding: chunked\r\n\r\n");
  g_autoptr (GSocket) client = connect_from (fixture, "127.0.0.1");
  g_autofree char *block = g_strnfill (MAX_BYTES / 2 + 1, 'x');
  g_autofree char *answer = NULL;
  g_autofree char *refusal = NULL;
  gssize before, held;

  for (guint i = 0; i < N_PIECES; i++)
    g_string_append (pieces, "1\r\nx\r\n");
  before = mallinfo2 ().uordblks;
  say (client, pieces->str, pieces->len);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  held = mallinfo2 ().uordblks - before;
  g_assert_cmpint (held, <, 5 * N_PIECES);
  say (client, "0\r\n\r\n", 5);
  answer = listen_to (client);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 200 "));
  g_assert_cmpuint (fixture->n_bytes, ==, N_PIECES);

  g_string_append_printf (
      much, "%x\r\n%s\r\n%x\r\n%s", MAX_BYTES / 2 + 1, block, MAX_BYTES / 2 + 1, block);
  refusal = ask (fixture, much->str);
  g_assert_true (g_str_has_prefix (refusal, "HTTP/1.1 413 "));
  g_assert_cmpuint (fixture->n_handled, ==, 1);
}

/* More than fit, and all of them silent: the first make way. */
static void
test_crowd (Fixture       *fixture,
            gconstpointer  unused)
{
  g_autoptr (GPtrArray) crowd = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 200; i++)
    {
      g_ptr_array_add (crowd, connect_from (fixture, "127.0.0.1"));
      if (i % 50 == 0)
        assert_good (fixture);
    }
  assert_good (fixture);
}

/* A peer has three quarters, and those who are being answered are not sent away. */
static void
test_peers (Fixture       *fixture,
            gconstpointer  unused)
{
  g_autoptr (GPtrArray) busy = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *other = NULL;
  g_autofree char *own = NULL;

  for (guint i = 0; i < 15; i++)
    {
      GSocket *client = connect_from (fixture, "127.0.0.1");

      g_clear_object (&fixture->held);
      g_ptr_array_add (busy, client);
      say (client, "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n", 39);
      TEST_AWAIT (fixture->n_handled == i + 1);
    }
  own = ask (fixture, "");
  g_assert_cmpstr (own, ==, "");
  other = ask_from (fixture, "127.0.0.2", GOOD);
  g_assert_true (g_str_has_prefix (other, "HTTP/1.1 200 "));
  g_assert_cmpuint (fixture->n_finished, ==, 0);

  for (guint i = 0; i < busy->len; i++)
    reset (busy->pdata[i]);
  TEST_AWAIT_POLL (fixture->n_finished == 15);
  assert_good (fixture);
}

/* Without descriptors nobody can be taken; with them everybody who came is. */
static void
test_descriptors (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autoptr (GSocket) client = NULL;
  g_autofree char *answer = NULL;
  struct rlimit before;
  struct rlimit none;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &before), ==, 0);
  none = before;
  client = connect_from (fixture, "127.0.0.1");
  none.rlim_cur = 3;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &none), ==, 0);
  say (client, GOOD, strlen (GOOD));
  test_iterate_until (g_get_monotonic_time () + 60 * 1000);
  g_assert_cmpuint (fixture->n_handled, ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &before), ==, 0);

  answer = listen_to (client);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 200 "));
}

/* Who asks for nothing, or stops in the middle, is let go of; who waits for an answer is not. */
static void
test_patience (Fixture       *fixture,
               gconstpointer  unused)
{
  static const char half[] = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabc";
  Fixture quick = { 0 };
  g_autoptr (GSocket) silent = NULL;
  g_autoptr (GSocket) slow = NULL;
  g_autoptr (GSocket) patient = NULL;
  g_autoptr (GString) ignored = g_string_new (NULL);
  g_autofree char *nothing = NULL;
  g_autofree char *late = NULL;
  g_autofree char *answer = NULL;

  start (&quick, 20, 10);
  /* On a machine that is busy even a whole head may be too late. */
  while (quick.held == NULL)
    {
      g_clear_object (&patient);
      patient = connect_from (&quick, "127.0.0.1");
      say (patient, "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n", 39);
      TEST_AWAIT_POLL (quick.held != NULL || hear (patient, ignored));
    }
  silent = connect_from (&quick, "127.0.0.1");
  nothing = listen_to (silent);
  g_assert_cmpstr (nothing, ==, "");
  while (late == NULL || late[0] == '\0')
    {
      g_clear_object (&slow);
      g_free (late);
      slow = connect_from (&quick, "127.0.0.1");
      say (slow, half, strlen (half));
      late = listen_to (slow);
    }
  g_assert_true (g_str_has_prefix (late, "HTTP/1.1 408 "));
  g_assert_nonnull (quick.held);

  soup_server_message_set_status (quick.held, SOUP_STATUS_OK, NULL);
  soup_server_message_unpause (quick.held);
  answer = listen_to (patient);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 200 "));
  TEST_AWAIT (quick.n_finished == 1);
  mcp_http_server_free (quick.server);
}

/* Whoever ends the server while it answers: the answer arrives. */
static void
test_end (Fixture       *fixture,
          gconstpointer  unused)
{
  g_autofree char *answer = ask (fixture, "GET /end HTTP/1.1\r\nHost: localhost\r\n\r\n");

  g_assert_null (fixture->server);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 200 "));
  g_assert_true (g_str_has_suffix (answer, "page"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/listen/http-server/heads", Fixture, NULL, set_up, test_heads, tear_down);
  g_test_add ("/listen/http-server/pieces", Fixture, NULL, set_up, test_pieces, tear_down);
  g_test_add ("/listen/http-server/crowd", Fixture, NULL, set_up, test_crowd, tear_down);
  g_test_add ("/listen/http-server/peers", Fixture, NULL, set_up, test_peers, tear_down);
  g_test_add (
      "/listen/http-server/descriptors", Fixture, NULL, set_up, test_descriptors, tear_down);
  g_test_add ("/listen/http-server/patience", Fixture, NULL, set_up, test_patience, tear_down);
  g_test_add ("/listen/http-server/end", Fixture, NULL, set_up, test_end, tear_down);

  return g_test_run ();
}
