/* mcp-http-judge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-http-server-private.h"

/* Sum of all bodies being received. */
#define MAX_HELD_BYTES (G_GUINT64_CONSTANT (512) * 1024 * 1024)

/* More do not fit into what libsoup has for them. */
#define MAX_DIGITS 18

/* Who brings less than that in the time we wait is too slow. */
#define STRETCH_BYTES (64 * 1024)

/* Where the message keeps it: a GByteArray, or GBytes once it was asked for. */
#define BODY_ARRAY "mcp-body-array"
#define BODY       "mcp-body"

static const char *
get_path (SoupServerMessage *message)
{
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));

  return path[0] != '\0' ? path : "/";
}

/* What a head must have at most once, or it means two things (RFC 9112 section 6.3, 3.2). */
static const char *
find_double_meaning (SoupMessageHeaders *headers)
{
  SoupMessageHeadersIter iter;
  const char *name, *value;
  guint n_lengths = 0, n_codings = 0, n_hosts = 0;

  soup_message_headers_iter_init (&iter, headers);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      if (g_ascii_strcasecmp (name, "Content-Length") == 0)
        {
          n_lengths++;
          if (value[0] == '\0' || value[strspn (value, "0123456789")] != '\0'
              || strlen (value) > MAX_DIGITS)
            return "Content-Length is no number of bytes";
        }
      n_codings += g_ascii_strcasecmp (name, "Transfer-Encoding") == 0;
      n_hosts += g_ascii_strcasecmp (name, "Host") == 0;
    }
  if (n_hosts > 1)
    return "There is more than one Host";
  if (n_lengths > 1)
    return "There is more than one Content-Length";

  return n_lengths > 0 && n_codings > 0 ? "There are both Content-Length and Transfer-Encoding"
                                        : NULL;
}

/* Why a head is refused for its names; NULL when it is not. */
static const char *
find_foreign (McpHttpServer     *server,
              SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const McpOwnHosts *hosts = &server->rules.hosts;
  const char *host = soup_message_headers_get_one (headers, "Host");
  const char *origin = soup_message_headers_get_list (headers, "Origin");
  GUri *uri = soup_server_message_get_uri (message);
  g_autofree char *target = strchr (g_uri_get_host (uri), ':') != NULL
                              ? g_strdup_printf ("[%s]", g_uri_get_host (uri))
                              : g_strdup (g_uri_get_host (uri));

  if (server->rules.lets_in != NULL && server->rules.lets_in (message, server->user_data))
    return NULL;
  if (origin != NULL && !server->rules.any_origin && !mcp_own_host_allows_origin (hosts, origin))
    return "This Origin is not allowed";

  /* A whole address in the first line says something else than Host, and is what counts. */
  return (host != NULL && !mcp_own_host_allows (hosts, host))
                 || !mcp_own_host_allows (hosts, target)
             ? "This Host is not allowed"
             : NULL;
}

static gboolean
has_body (SoupMessageHeaders *headers)
{
  SoupEncoding encoding = soup_message_headers_get_encoding (headers);

  return encoding != SOUP_ENCODING_NONE
         && (encoding != SOUP_ENCODING_CONTENT_LENGTH
             || soup_message_headers_get_content_length (headers) > 0);
}

void
mcp_http_judge_refuse (McpHttpGuest      *guest,
                       SoupServerMessage *message,
                       guint              status,
                       const char        *text)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  guest->server->rules.refuse (message, status, text, guest->server->user_data);

  /* libsoup answers when it has read all of a body: it does not get that far. */
  if (status == SOUP_STATUS_BAD_REQUEST || has_body (headers))
    mcp_http_guest_send_away (guest, message);
}

static void
got_headers_cb (SoupServerMessage *message,
                McpHttpGuest      *guest)
{
  McpHttpServer *server = guest->server;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *why;
  guint64 length = 0;

  if (server->closed_usec != 0)
    {
      soup_server_message_set_status (message, SOUP_STATUS_SERVICE_UNAVAILABLE, NULL);
      mcp_http_guest_send_away (guest, message);
      return;
    }

  mcp_http_guest_set_state (guest, MCP_HTTP_GUEST_ASKS);
  if (soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH)
    length = soup_message_headers_get_content_length (headers);
  guest->limit = server->rules.get_limit != NULL
                   ? server->rules.get_limit (message, get_path (message), server->user_data)
                   : 0;

  if ((why = find_double_meaning (headers)) != NULL)
    mcp_http_judge_refuse (guest, message, SOUP_STATUS_BAD_REQUEST, why);
  else if ((why = find_foreign (server, message)) != NULL)
    mcp_http_judge_refuse (guest, message, SOUP_STATUS_FORBIDDEN, why);
  else if (length > guest->limit)
    mcp_http_judge_refuse (guest, message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE,
                           "The body is too long");
}

/* It is kept in one piece: libsoup keeps a piece for each chunk, however short. */
static void
got_chunk_cb (SoupServerMessage *message,
              GBytes            *chunk,
              McpHttpGuest      *guest)
{
  McpHttpServer *server = guest->server;
  gsize length;
  const guint8 *data = g_bytes_get_data (chunk, &length);

  if (guest->state != MCP_HTTP_GUEST_ASKS)
    return;
  if (guest->body == NULL)
    {
      guest->body = g_byte_array_new ();
      g_object_set_data_full (G_OBJECT (message), BODY_ARRAY, guest->body,
                              (GDestroyNotify) g_byte_array_unref);
    }
  if (guest->body->len + length > guest->limit)
    {
      mcp_http_judge_refuse (guest, message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE,
                             "The body is too long");
      return;
    }
  if (server->n_held + length > MAX_HELD_BYTES)
    {
      mcp_http_judge_refuse (guest, message, SOUP_STATUS_SERVICE_UNAVAILABLE,
                             "Too much is being sent at once");
      return;
    }

  g_byte_array_append (guest->body, data, length);
  server->n_held += length;
  guest->n_since += length;
  if (guest->n_since >= STRETCH_BYTES)
    mcp_http_guest_set_state (guest, MCP_HTTP_GUEST_ASKS);
}

static void
let_go_of_body (McpHttpGuest *guest)
{
  if (guest->body != NULL)
    guest->server->n_held -= guest->body->len;
  guest->body = NULL;
}

static void
got_body_cb (SoupServerMessage *message,
             McpHttpGuest      *guest)
{
  if (guest->state == MCP_HTTP_GUEST_ASKS)
    mcp_http_guest_set_state (guest, MCP_HTTP_GUEST_LISTENS);
}

static void
finished_cb (SoupServerMessage *message,
             McpHttpGuest      *guest)
{
  let_go_of_body (guest);
  if (guest->state != MCP_HTTP_GUEST_LEAVES)
    mcp_http_guest_set_state (guest, MCP_HTTP_GUEST_WAITS);
}

void
mcp_http_judge_drop (McpHttpGuest *guest)
{
  let_go_of_body (guest);
  if (guest->message != NULL)
    g_signal_handlers_disconnect_by_data (guest->message, guest);
  g_clear_object (&guest->message);
}

void
mcp_http_judge_follow (McpHttpGuest      *guest,
                       SoupServerMessage *message)
{
  mcp_http_judge_drop (guest);
  guest->message = g_object_ref (message);
  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  g_signal_connect (message, "got-headers", G_CALLBACK (got_headers_cb), guest);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), guest);
  g_signal_connect (message, "got-body", G_CALLBACK (got_body_cb), guest);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), guest);
}

/**
 * mcp_http_server_dup_body:
 *
 * Returns: (transfer full): what came with a request, in one piece; empty when nothing did
 */
GBytes *
mcp_http_server_dup_body (SoupServerMessage *message)
{
  GBytes *body = g_object_get_data (G_OBJECT (message), BODY);
  GByteArray *array = g_object_get_data (G_OBJECT (message), BODY_ARRAY);

  if (body == NULL)
    {
      body = array != NULL ? g_bytes_new_with_free_func (array->data, array->len,
                                                         (GDestroyNotify) g_byte_array_unref,
                                                         g_byte_array_ref (array))
                           : g_bytes_new_static ("", 0);
      g_object_set_data_full (G_OBJECT (message), BODY, body, (GDestroyNotify) g_bytes_unref);
    }

  return g_bytes_ref (body);
}
