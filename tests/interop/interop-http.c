/* interop-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libsoup/soup.h>

#include "interop-http.h"

/* What is told to end is killed after that. */
#define STOP_MSEC 5000

struct _HttpServer
{
  GPid    pid;
  guint16 port;
};

/*
 * The server's process.
 */

/* The port is free when this returns, and nothing else here asks for it at the same time. */
static guint16
find_free_port (void)
{
  g_autoptr (GSocket) listener = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                               G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_bind (listener, any, FALSE, &error);
  g_assert_no_error (error);
  address = g_socket_get_local_address (listener, &error);
  g_assert_no_error (error);

  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

static gboolean
somebody_listens (guint16 port)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;

  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, NULL);

  return connection != NULL;
}

static char **
replace_port (const char * const *list,
              guint16             port)
{
  g_autofree char *number = g_strdup_printf ("%u", port);
  char **result = g_strdupv ((char **) list);

  for (char **item = result; *item != NULL; item++)
    {
      g_auto (GStrv) parts = g_strsplit (*item, "@PORT@", -1);

      g_free (*item);
      *item = g_strjoinv (number, parts);
    }

  return result;
}

static void
lead_group_cb (gpointer user_data)
{
  setpgid (0, 0);
}

HttpServer *
http_server_start (const char * const *argv,
                   const char * const *env)
{
  HttpServer *self = g_new0 (HttpServer, 1);
  g_auto (GStrv) all = g_get_environ ();
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  gint64 end_usec = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;

  self->port = find_free_port ();
  arguments = replace_port (argv, self->port);
  if (env != NULL)
    {
      g_auto (GStrv) variables = replace_port (env, self->port);

      for (guint i = 0; variables[i] != NULL; i++)
        {
          char *value = strchr (variables[i], '=');

          *value++ = '\0';
          all = g_environ_setenv (all, variables[i], value, TRUE);
        }
    }

  g_spawn_async (NULL, arguments, all,
                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL
                 | G_SPAWN_STDERR_TO_DEV_NULL,
                 lead_group_cb, NULL, &self->pid, &error);
  g_assert_no_error (error);

  while (!somebody_listens (self->port))
    {
      int status;

      if (waitpid (self->pid, &status, WNOHANG) == self->pid)
        g_error ("%s ended before it listened, with %d", arguments[0], status);
      if (g_get_monotonic_time () > end_usec)
        g_error ("%s does not listen on port %u", arguments[0], self->port);
      g_usleep (20000);
    }

  return self;
}

guint16
http_server_get_port (HttpServer *self)
{
  return self->port;
}

char *
http_server_dup_url (HttpServer *self,
                     const char *host,
                     const char *path)
{
  return g_strdup_printf ("http://%s:%u/%s", host, self->port, path);
}

void
http_server_stop (HttpServer *self)
{
  gint64 end_usec = g_get_monotonic_time () + STOP_MSEC * 1000;

  kill (-self->pid, SIGTERM);
  while (waitpid (self->pid, NULL, WNOHANG) == 0)
    {
      if (g_get_monotonic_time () > end_usec)
        kill (-self->pid, SIGKILL);
      g_usleep (5000);
    }

  kill (-self->pid, SIGKILL);
  g_assert_true (test_group_is_gone (self->pid, TEST_AWAIT_MSEC));
  g_free (self);
}

/*
 * The raw client.
 */

struct _RawHttp
{
  SoupSession      *soup;
  char             *url;
  char             *session_id;
  GDataInputStream *events;   /* HTTP+SSE: where answers come */
  char             *post_url;
  guint             next_id;
  gboolean          modern;
};

static SoupMessage *
make_request (RawHttp    *self,
              const char *method,
              const char *url)
{
  SoupMessage *request = soup_message_new (method, url);
  SoupMessageHeaders *headers;

  g_assert_nonnull (request);
  headers = soup_message_get_request_headers (request);
  soup_message_headers_append (headers, "Accept", "application/json, text/event-stream");
  if (self->session_id != NULL)
    soup_message_headers_append (headers, "Mcp-Session-Id", self->session_id);
  if (self->modern)
    soup_message_headers_append (headers, "MCP-Protocol-Version", "2026-07-28");
  else if (self->next_id > 2)
    soup_message_headers_append (headers, "MCP-Protocol-Version", "2025-11-25");

  return request;
}

/* The body of what comes back: one message, or an event stream with it. */
static char *
post (RawHttp    *self,
      const char *method,
      const char *text)
{
  g_autoptr (SoupMessage) request = make_request (self, "POST", self->post_url);
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  g_autoptr (GBytes) answer = NULL;
  g_autoptr (GError) error = NULL;
  const char *id;

  if (self->modern)
    soup_message_headers_append (soup_message_get_request_headers (request), "Mcp-Method", method);
  soup_message_set_request_body_from_bytes (request, "application/json", body);
  answer = soup_session_send_and_read (self->soup, request, NULL, &error);
  g_assert_no_error (error);
  if (soup_message_get_status (request) / 100 != 2)
    g_error ("%s: status %u", text, soup_message_get_status (request));

  id = soup_message_headers_get_one (soup_message_get_response_headers (request),
                                     "Mcp-Session-Id");
  if (id != NULL && self->session_id == NULL)
    self->session_id = g_strdup (id);

  return g_strndup (g_bytes_get_data (answer, NULL), g_bytes_get_size (answer));
}

/* The message of the line that answers, without what the event stream puts before it. */
static char *
pick_answer (const char *line,
             guint       id)
{
  if (g_str_has_prefix (line, "data:"))
    line += strlen ("data:");
  while (*line == ' ')
    line++;

  return *line == '{' && raw_is_answer (line, id) ? g_strdup (line) : NULL;
}

static char *
read_event_line (RawHttp *self)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (self->events, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (line);
  g_strchomp (line);

  return line;
}

char *
raw_http_ask (RawHttp    *self,
              const char *method,
              const char *params)
{
  guint id = self->next_id++;
  g_autofree char *wire_params = self->modern ? raw_modern_params (params) : g_strdup (params);
  g_autofree char *request = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\",\"params\":%s}", id, method, wire_params);
  g_autofree char *body = post (self, method, request);
  g_auto (GStrv) lines = NULL;

  while (self->events != NULL)
    {
      g_autofree char *line = read_event_line (self);
      char *answer = pick_answer (line, id);

      if (answer != NULL)
        return answer;
    }

  lines = g_strsplit_set (body, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *answer = pick_answer (lines[i], id);

      if (answer != NULL)
        return answer;
    }

  g_error ("%s: no answer in\n%s", method, body);
}

/* HTTP+SSE: the stream comes first, and says where to post. */
static void
open_events (RawHttp *self)
{
  g_autoptr (SoupMessage) request = soup_message_new ("GET", self->url);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_endpoint = FALSE;

  soup_message_headers_append (soup_message_get_request_headers (request), "Accept",
                               "text/event-stream");
  stream = soup_session_send (self->soup, request, NULL, &error);
  g_assert_no_error (error);
  self->events = g_data_input_stream_new (stream);

  while (self->post_url == NULL)
    {
      g_autofree char *line = read_event_line (self);

      if (is_endpoint && g_str_has_prefix (line, "data:"))
        self->post_url = g_uri_resolve_relative (self->url,
                                                 g_strstrip (line + strlen ("data:")),
                                                 G_URI_FLAGS_NONE, &error);
      g_assert_no_error (error);
      is_endpoint = g_str_equal (line, "event: endpoint");
    }
}

static RawHttp *
raw_http_alloc (const char *url)
{
  RawHttp *self = g_new0 (RawHttp, 1);

  self->soup = soup_session_new_with_options ("timeout", 30, "proxy-resolver", NULL, NULL);
  self->url = g_strdup (url);
  self->next_id = 1;

  return self;
}

RawHttp *
raw_http_new_modern (const char *url)
{
  RawHttp *self = raw_http_alloc (url);

  self->modern = TRUE;
  self->post_url = g_strdup (url);

  return self;
}

RawHttp *
raw_http_new (const char *url,
              gboolean    sse,
              const char *capabilities)
{
  RawHttp *self = raw_http_alloc (url);
  g_autofree char *params = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *accepted = NULL;

  if (sse)
    open_events (self);
  else
    self->post_url = g_strdup (url);

  params = g_strdup_printf ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,"
                            "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}", capabilities);
  answer = raw_http_ask (self, "initialize", params);
  self->next_id = 3;
  accepted = post (self, "notifications/initialized",
                   "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");

  return self;
}

void
raw_http_free (RawHttp *self)
{
  if (self->session_id != NULL)
    {
      g_autoptr (SoupMessage) request = make_request (self, "DELETE", self->url);
      g_autoptr (GBytes) answer = soup_session_send_and_read (self->soup, request, NULL, NULL);
    }

  g_clear_object (&self->events);
  soup_session_abort (self->soup);
  g_clear_object (&self->soup);
  g_free (self->url);
  g_free (self->post_url);
  g_free (self->session_id);
  g_free (self);
}
