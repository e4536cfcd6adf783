/* http-request.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/socket.h>

#include "http-fixture-private.h"

/* Makes the close of a socket an RST: nothing of what waits to be sent arrives any more. */
void
http_fixture_reset_socket (GSocket *socket)
{
  struct linger linger = { .l_onoff = 1, .l_linger = 0 };

  if (g_socket_is_closed (socket))
    return;

  setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  g_socket_close (socket, NULL);
}

void
http_request_free (HttpRequest *self)
{
  if (self->message != NULL)
    g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_object (&self->message);
  soup_message_headers_unref (self->headers);
  g_bytes_unref (self->body);
  g_clear_pointer (&self->json, json_node_unref);
  g_free (self->rpc_method);
  g_free (self->rpc_id);
  g_free (self->method);
  g_free (self->path);
  g_free (self);
}

/* Not by Sounder's own reader: a test is not to believe what it tests. */
static void
look_into_body (HttpRequest *self)
{
  gsize length;
  const char *text = g_bytes_get_data (self->body, &length);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject *object;
  JsonNode *member;

  if (length == 0 || !json_parser_load_from_data (parser, text, length, NULL))
    return;

  self->json = json_parser_steal_root (parser);
  if (self->json == NULL || !JSON_NODE_HOLDS_OBJECT (self->json))
    return;

  object = json_node_get_object (self->json);
  member = json_object_get_member (object, "method");
  if (member != NULL && json_node_get_value_type (member) == G_TYPE_STRING)
    self->rpc_method = json_node_dup_string (member);
  member = json_object_get_member (object, "id");
  if (member != NULL)
    self->rpc_id = json_to_string (member, FALSE);
}

static void
finished_cb (SoupServerMessage *message,
             gpointer           user_data)
{
  HttpRequest *self = user_data;

  self->open = FALSE;
  self->broken = !self->complete;
  g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_object (&self->message);
}

HttpRequest *
http_request_new (HttpFixture       *fixture,
                  SoupServerMessage *message,
                  HttpConnection    *connection)
{
  HttpRequest *self = g_new0 (HttpRequest, 1);
  GUri *uri = soup_server_message_get_uri (message);
  const char *query = g_uri_get_query (uri);

  self->fixture = fixture;
  self->message = g_object_ref (message);
  self->connection = connection;
  self->method = g_strdup (soup_server_message_get_method (message));
  self->path = g_strconcat (g_uri_get_path (uri), query != NULL ? "?" : NULL, query, NULL);
  self->headers = soup_message_headers_ref (soup_server_message_get_request_headers (message));
  self->body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  self->time_usec = g_get_monotonic_time ();
  self->open = TRUE;
  self->finished_handler = g_signal_connect (message, "finished", G_CALLBACK (finished_cb), self);
  look_into_body (self);

  return self;
}

/* --- What it says --- */

const char *
http_request_get_method (HttpRequest *self)
{
  return self->method;
}

const char *
http_request_get_path (HttpRequest *self)
{
  return self->path;
}

const char *
http_request_get_header (HttpRequest *self,
                         const char  *name)
{
  return soup_message_headers_get_list (self->headers, name);
}

GBytes *
http_request_get_body (HttpRequest *self)
{
  return self->body;
}

JsonNode *
http_request_get_json (HttpRequest *self)
{
  return self->json;
}

const char *
http_request_get_rpc_method (HttpRequest *self)
{
  return self->rpc_method;
}

const char *
http_request_get_rpc_id (HttpRequest *self)
{
  return self->rpc_id;
}

gint64
http_request_get_time_usec (HttpRequest *self)
{
  return self->time_usec;
}

gboolean
http_request_is_open (HttpRequest *self)
{
  return self->open && !self->complete;
}

gboolean
http_request_is_broken (HttpRequest *self)
{
  return self->broken;
}

/* --- Its answer. To one that is no longer open nothing is said. --- */

void
http_request_add_header (HttpRequest *self,
                         const char  *name,
                         const char  *value)
{
  if (self->open)
    soup_message_headers_append (soup_server_message_get_response_headers (self->message),
                                 name, value);
}

void
http_request_reply (HttpRequest *self,
                    guint        status,
                    const char  *content_type,
                    const char  *body)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, body != NULL ? strlen (body) : 0);

  http_request_reply_bytes (self, status, content_type, bytes);
}

void
http_request_reply_bytes (HttpRequest *self,
                          guint        status,
                          const char  *content_type,
                          GBytes      *body)
{
  SoupMessageHeaders *headers;

  if (!self->open)
    return;

  g_assert_false (self->started);
  self->started = self->complete = TRUE;
  headers = soup_server_message_get_response_headers (self->message);
  soup_server_message_set_status (self->message, status, NULL);
  if (content_type != NULL)
    soup_message_headers_replace (headers, "Content-Type", content_type);
  if (g_bytes_get_size (body) > 0)
    soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), body);
  soup_server_message_unpause (self->message);
}

void
http_request_reply_json (HttpRequest *self,
                         const char  *json)
{
  http_request_reply (self, 200, "application/json", json);
}

char *
http_fixture_requote (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static char *
make_result (HttpRequest *self,
             const char  *result)
{
  g_autofree char *quoted = http_fixture_requote (result);

  return g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}",
                          self->rpc_id != NULL ? self->rpc_id : "null", quoted);
}

void
http_request_reply_result (HttpRequest *self,
                           const char  *result)
{
  g_autofree char *json = make_result (self, result);

  http_request_reply_json (self, json);
}

char *
http_request_dup_result_event (HttpRequest *self,
                               const char  *result)
{
  g_autofree char *json = make_result (self, result);

  return g_strdup_printf ("data: %s\n\n", json);
}

/**
 * http_request_start:
 * @self: a request
 * @status: the status of the answer
 * @content_type: its `Content-Type`
 *
 * Begins an answer whose body comes bit by bit. The head is sent at once.
 */
void
http_request_start (HttpRequest *self,
                    guint        status,
                    const char  *content_type)
{
  SoupMessageHeaders *headers;

  if (!self->open)
    return;

  g_assert_false (self->started);
  self->started = TRUE;
  headers = soup_server_message_get_response_headers (self->message);
  soup_server_message_set_status (self->message, status, NULL);
  soup_message_headers_replace (headers, "Content-Type", content_type);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (self->message), FALSE);
  soup_server_message_unpause (self->message);
}

void
http_request_start_events (HttpRequest *self)
{
  if (self->open)
    soup_message_headers_replace (soup_server_message_get_response_headers (self->message),
                                  "Cache-Control", "no-cache");
  http_request_start (self, 200, "text/event-stream");
}

void
http_request_push (HttpRequest *self,
                   const char  *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  http_request_push_bytes (self, bytes);
}

void
http_request_push_bytes (HttpRequest *self,
                         GBytes      *bytes)
{
  /* A chunk of no bytes would be the last one. */
  if (!http_request_is_open (self) || g_bytes_get_size (bytes) == 0)
    return;

  g_assert_true (self->started);
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), bytes);
  soup_server_message_unpause (self->message);
}

void
http_request_finish (HttpRequest *self)
{
  if (!http_request_is_open (self))
    return;

  g_assert_true (self->started);
  self->complete = TRUE;
  soup_message_body_complete (soup_server_message_get_response_body (self->message));
  soup_server_message_unpause (self->message);
}

void
http_request_reset (HttpRequest *self)
{
  g_autoptr (GSocketConnection) tcp = NULL;
  g_autoptr (GIOStream) stream = NULL;

  if (!self->open)
    return;

  self->open = FALSE;
  self->broken = TRUE;
  g_clear_signal_handler (&self->finished_handler, self->message);
  tcp = g_weak_ref_get (&self->connection->tcp);
  if (tcp != NULL)
    http_fixture_reset_socket (g_socket_connection_get_socket (tcp));
  stream = soup_server_message_steal_connection (self->message);
  if (stream != NULL)
    g_io_stream_close (stream, NULL, NULL);
  g_clear_object (&self->message);
}
