/* test-auth-listener.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <libsoup/soup.h>

#include "mcp-auth-listener.h"
#include "mcp-error.h"
#include "test-support.h"

/* Who listens on this machine is asked by every program of it, and by each page that a browser shows. */

typedef struct
{
  McpAuthListener *listener;
  SoupSession     *browser;
  const char      *wanted;   /* the query that is taken */
  guint            n_answers;
  guint            n_done;
} Fixture;

static gboolean
answered_cb (McpAuthListener *listener,
             const char      *query,
             Fixture         *fixture)
{
  fixture->n_answers++;

  return g_strcmp0 (query, fixture->wanted) == 0;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;

  fixture->wanted = "state=s&code=c";
  fixture->browser = soup_session_new ();
  fixture->listener = mcp_auth_listener_new (NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->listener, "answered", G_CALLBACK (answered_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_clear_object (&fixture->listener);
  g_clear_object (&fixture->browser);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GBytes) body = soup_session_send_and_read_finish (SOUP_SESSION (source), result, NULL);

  ((Fixture *) user_data)->n_done++;
}

/* Gets the status. @tail stands behind "http://127.0.0.1:PORT". */
static guint
request (Fixture    *fixture,
         const char *method,
         const char *tail)
{
  const char *redirect_uri = mcp_auth_listener_get_redirect_uri (fixture->listener);
  const char *path = strstr (redirect_uri, "/callback");
  g_autofree char *url = g_strdup_printf ("%.*s%s", (int) (path - redirect_uri), redirect_uri, tail);
  g_autoptr (SoupMessage) message = soup_message_new (method, url);

  fixture->n_done = 0;
  soup_session_send_and_read_async (fixture->browser, message, G_PRIORITY_DEFAULT, NULL, sent_cb,
                                    fixture);
  TEST_AWAIT (fixture->n_done == 1);

  return soup_message_get_status (message);
}

/* One path, one method, one answer. */
static void
test_one (Fixture       *fixture,
          gconstpointer  unused)
{
  g_autofree char *huge = g_strnfill (70000, 'a');
  g_autofree char *tail = g_strconcat ("/callback?code=", huge, NULL);

  g_assert_true (g_str_has_prefix (mcp_auth_listener_get_redirect_uri (fixture->listener),
                                   "http://127.0.0.1:"));
  g_assert_cmpuint (request (fixture, "GET", "/"), ==, 404);
  g_assert_cmpuint (request (fixture, "GET", "/favicon.ico"), ==, 404);
  g_assert_cmpuint (request (fixture, "GET", "/callback"), ==, 404);
  g_assert_cmpuint (request (fixture, "GET", "/callback/../etc?state=s&code=c"), ==, 404);
  g_assert_cmpuint (request (fixture, "POST", "/callback?state=s&code=c"), ==, 404);
  /* libsoup takes no head of that size. */
  g_assert_cmpuint (request (fixture, "GET", tail), !=, 200);
  g_assert_cmpuint (fixture->n_answers, ==, 0);

  /* Another's state is not ours, and ours still may come. */
  g_assert_cmpuint (request (fixture, "GET", "/callback?state=x&code=c"), ==, 404);
  g_assert_cmpuint (fixture->n_answers, ==, 1);
  g_assert_cmpuint (request (fixture, "GET", "/callback?state=s&code=c"), ==, 200);
  g_assert_cmpuint (fixture->n_answers, ==, 2);

  g_assert_cmpuint (request (fixture, "GET", "/callback?state=s&code=c"), ==, 404);
  g_assert_cmpuint (fixture->n_answers, ==, 2);
}

/* Who comes and says nothing keeps nobody else away. */
static void
test_silent (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autoptr (GUri) uri = g_uri_parse (mcp_auth_listener_get_redirect_uri (fixture->listener),
                                      G_URI_FLAGS_NONE, NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GError) error = NULL;
      GSocketConnection *connection =
        g_socket_client_connect_to_host (client, "127.0.0.1", g_uri_get_port (uri), NULL, &error);

      g_assert_no_error (error);
      g_ptr_array_add (connections, connection);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (request (fixture, "GET", "/callback?state=s&code=c"), ==, 200);
}

static void
set_files (guint n_files)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  limit.rlim_cur = MIN (n_files, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
}

static void
come_and_go (guint16 port,
             guint   n_crowd)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", port);
  g_autoptr (GPtrArray) crowd = g_ptr_array_new_with_free_func (g_object_unref);
  struct linger at_once = { 1, 0 };

  for (guint i = 0; i < n_crowd; i++)
    {
      GSocket *one =
        g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

      g_socket_set_blocking (one, FALSE);
      g_socket_connect (one, address, NULL, NULL);
      setsockopt (g_socket_get_fd (one), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
      g_ptr_array_add (crowd, one);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

/* More than there were files for when it began to listen, all broken off: the browser gets in. */
static void
test_crowd (Fixture       *fixture,
            gconstpointer  n_files)
{
  struct rlimit limit;
  g_autoptr (GUri) uri = NULL;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  g_clear_object (&fixture->listener);
  set_files (GPOINTER_TO_UINT (n_files));
  fixture->listener = mcp_auth_listener_new (NULL, NULL);
  set_files (G_MAXUINT);
  uri = g_uri_parse (
      mcp_auth_listener_get_redirect_uri (fixture->listener), G_URI_FLAGS_NONE, NULL);

  for (guint i = 0; i < 3; i++)
    {
      come_and_go (g_uri_get_port (uri), MIN (2000, limit.rlim_max - 200));
      g_assert_cmpuint (request (fixture, "GET", "/favicon.ico"), ==, 404);
    }
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
}

/* A page of the web that reaches us by a name of its own learns nothing, and its answer is not
 * taken. */
static void
test_foreign_host (Fixture       *fixture,
                   gconstpointer  unused)
{
  const char *redirect_uri = mcp_auth_listener_get_redirect_uri (fixture->listener);
  g_autofree char *url = g_strconcat (redirect_uri, "?state=s&code=c", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);

  soup_message_headers_replace (soup_message_get_request_headers (message), "Host", "evil.example");
  soup_session_send_and_read_async (fixture->browser, message, G_PRIORITY_DEFAULT, NULL, sent_cb,
                                    fixture);
  TEST_AWAIT (fixture->n_done == 1);
  g_assert_cmpuint (soup_message_get_status (message), ==, 403);
  g_assert_cmpuint (fixture->n_answers, ==, 0);
}

static gboolean
end_cb (McpAuthListener *listener,
        const char      *query,
        Fixture         *fixture)
{
  g_clear_object (&fixture->listener);

  return TRUE;
}

/* Who gives up signing in because of the answer ends the listener: the browser sees its page. */
static void
test_ended (Fixture       *fixture,
            gconstpointer  unused)
{
  g_signal_connect (fixture->listener, "answered", G_CALLBACK (end_cb), fixture);
  g_assert_cmpuint (request (fixture, "GET", "/callback?state=s&error=access_denied"), ==, 200);
  g_assert_null (fixture->listener);
}

/* Where it is told to listen: on this machine only, and nowhere when it is gone. */
static void
test_places (Fixture       *fixture,
             gconstpointer  unused)
{
  static const char * const refused[] = { "http://example.com/callback", "https://127.0.0.1/callback",
                                          "http://0.0.0.0:1/callback", "http://192.168.0.1/callback",
                                          "javascript:1", "" };
  const char *taken = mcp_auth_listener_get_redirect_uri (fixture->listener);
  g_autofree char *place = g_strdup (taken);
  g_autoptr (McpAuthListener) second = NULL;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_assert_null (mcp_auth_listener_new (refused[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
      g_assert_nonnull (strstr (error->message, refused[i]));
      g_clear_error (&error);
    }

  g_assert_null (mcp_auth_listener_new (taken, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
  g_clear_error (&error);
  g_clear_object (&fixture->listener);
  second = mcp_auth_listener_new (place, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mcp_auth_listener_get_redirect_uri (second), ==, place);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/auth/listener/one", Fixture, NULL, set_up, test_one, tear_down);
  g_test_add ("/auth/listener/silent", Fixture, NULL, set_up, test_silent, tear_down);
  g_test_add (
      "/auth/listener/crowd/256", Fixture, GUINT_TO_POINTER (256), set_up, test_crowd, tear_down);
  g_test_add (
      "/auth/listener/crowd/1024", Fixture, GUINT_TO_POINTER (1024), set_up, test_crowd, tear_down);
  g_test_add ("/auth/listener/foreign-host", Fixture, NULL, set_up, test_foreign_host, tear_down);
  g_test_add ("/auth/listener/ended", Fixture, NULL, set_up, test_ended, tear_down);
  g_test_add ("/auth/listener/places", Fixture, NULL, set_up, test_places, tear_down);

  return g_test_run ();
}
