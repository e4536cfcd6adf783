/* mcp-replay-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-http-server.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-replay-http.h"

/*
 * Streamable HTTP around a replay (basic/transports): JSON where the answer is all there is, an
 * event stream where more was said. Every path is the server.
 */

/* What waits for a client that has not asked to listen yet. */
#define MAX_QUEUED 1000

/* What clients can make us keep: sessions that nobody ends, requests that are being answered, and
 * how long one may be. */
#define MAX_SESSIONS   1000
#define MAX_POSTS      1000
#define MAX_BODY_BYTES (256 * 1024 * 1024)

/* Of connections: a client may keep one open for each stream. */
#define MAX_CONNECTIONS 1000
#define PATIENCE_MSEC   (60 * 1000)

struct _McpReplayHttp
{
  McpReplay     *replay;
  McpHttpServer *server;
  GHashTable    *sessions;  /* id to Session */
  GPtrArray     *posts;     /* of Post */
  char         **allowed;   /* (nullable) hosts beside this computer's own names */
};

/* Of a client that has said initialize. */
typedef struct
{
  char              *id;
  gint64             used_usec; /* monotonic; when it was last asked for anything */
  SoupServerMessage *listener;  /* (nullable) the answer to its GET */
  GQueue             queued;    /* of GBytes, for the listener to come */
} Session;

/* A request that is being answered. */
typedef struct
{
  McpReplayHttp     *server;
  SoupServerMessage *message;   /* (nullable) when its client is gone */
  McpReplayPlay     *play;
  char              *session_id; /* (nullable) */
  gboolean           initializes;
  gboolean           is_modern;
  gboolean           streams;
  gboolean           answered;
} Post;

static void
end_listener (Session *session)
{
  if (session->listener == NULL)
    return;

  g_signal_handlers_disconnect_by_data (session->listener, session);
  soup_message_body_complete (soup_server_message_get_response_body (session->listener));
  soup_server_message_unpause (session->listener);
  g_clear_object (&session->listener);
}

static void
session_free (gpointer data)
{
  Session *session = data;

  end_listener (session);
  g_queue_clear_full (&session->queued, (GDestroyNotify) g_bytes_unref);
  g_free (session->id);
  g_free (session);
}

static void
post_free (gpointer data)
{
  Post *post = data;

  if (post->message != NULL)
    {
      g_signal_handlers_disconnect_by_data (post->message, post);
      if (!post->answered)
        soup_server_message_unpause (post->message);
      g_object_unref (post->message);
    }
  g_free (post->session_id);
  g_free (post);
}

static void
begin_stream (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_unpause (message);
}

static void
push_event (SoupServerMessage *message,
            GBytes            *bytes)
{
  g_autoptr (GBytes) line = mcp_replay_make_line (bytes);
  g_autoptr (GString) event = g_string_new ("event: message\ndata: ");

  g_string_append_len (event, g_bytes_get_data (line, NULL), g_bytes_get_size (line));
  g_string_append (event, "\n\n");
  soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_COPY,
                            event->str, event->len);
  soup_server_message_unpause (message);
}

/* What no request is answered with goes to who listens, or waits for that. */
static void
tell_listener (McpReplayHttp *server,
               const char    *session_id,
               GBytes        *bytes)
{
  Session *session = session_id != NULL ? g_hash_table_lookup (server->sessions, session_id) : NULL;

  if (session == NULL)
    return;
  if (session->listener != NULL)
    {
      push_event (session->listener, bytes);
      return;
    }

  g_queue_push_tail (&session->queued, g_bytes_ref (bytes));
  if (session->queued.length > MAX_QUEUED)
    g_bytes_unref (g_queue_pop_head (&session->queued));
}

/* In the modern era the status says what kind of error it is (2026-07-28, basic/transports). */
static guint
status_of (Post   *post,
           GBytes *bytes)
{
  gint64 code = 0;

  if (!post->is_modern || !mcp_json_lookup_int64 (g_bytes_get_data (bytes, NULL),
                                                  g_bytes_get_size (bytes), "error.code", &code))
    return SOUP_STATUS_OK;

  return code == MCP_RPC_METHOD_NOT_FOUND ? SOUP_STATUS_NOT_FOUND : SOUP_STATUS_BAD_REQUEST;
}

static void
begin_session (Post *post)
{
  Session *session = g_new0 (Session, 1);

  session->id = g_uuid_string_random ();
  session->used_usec = g_get_monotonic_time ();
  g_queue_init (&session->queued);
  g_hash_table_insert (post->server->sessions, session->id, session);
  post->session_id = g_strdup (session->id);
  soup_message_headers_replace (soup_server_message_get_response_headers (post->message),
                                "MCP-Session-Id", session->id);
}

static void
answer (Post   *post,
        GBytes *bytes)
{
  McpSpan result;

  post->answered = TRUE;
  if (post->message == NULL)
    return;

  if (post->initializes && mcp_json_lookup (g_bytes_get_data (bytes, NULL),
                                            g_bytes_get_size (bytes), "result", &result))
    begin_session (post);

  if (post->streams)
    {
      push_event (post->message, bytes);
      soup_message_body_complete (soup_server_message_get_response_body (post->message));
    }
  else
    {
      soup_server_message_set_status (post->message, status_of (post, bytes), NULL);
      soup_server_message_set_response (post->message, "application/json", SOUP_MEMORY_COPY,
                                        g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  soup_server_message_unpause (post->message);
}

static void
replay_cb (McpReplayPart  part,
           GBytes        *bytes,
           gpointer       user_data)
{
  Post *post = user_data;

  switch (part)
    {
    case MCP_REPLAY_BEFORE:
      if (post->message == NULL)
        return;
      if (!post->streams)
        begin_stream (post->message);
      post->streams = TRUE;
      push_event (post->message, bytes);
      break;

    case MCP_REPLAY_ANSWER:
      answer (post, bytes);
      break;

    case MCP_REPLAY_AFTER:
      tell_listener (post->server, post->session_id, bytes);
      break;

    case MCP_REPLAY_DONE:
    default:
      g_ptr_array_remove (post->server->posts, post);
      break;
    }
}

/* The client has all of it, or went away. In the modern era that is how it cancels. */
static void
finished_cb (SoupServerMessage *message,
             Post              *post)
{
  g_signal_handlers_disconnect_by_data (message, post);
  g_clear_object (&post->message);

  if (!post->answered && post->is_modern)
    {
      mcp_replay_stop (post->server->replay, post->play);
      g_ptr_array_remove (post->server->posts, post);
    }
}

static void
respond (SoupServerMessage *message,
         guint              status,
         const char        *text)
{
  g_autoptr (McpMessage) refusal = text != NULL ? mcp_message_new_error (NULL, -32600, text, NULL)
                                                : NULL;

  soup_server_message_set_status (message, status, NULL);
  if (refusal != NULL)
    soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY,
                                      g_bytes_get_data (mcp_message_get_bytes (refusal), NULL),
                                      g_bytes_get_size (mcp_message_get_bytes (refusal)));
}

static gboolean
is_modern_request (McpMessage *request)
{
  const McpScan *scan = mcp_message_get_scan (request);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (request), NULL);
  McpSpan span;

  return mcp_meta_find (data + scan->params.offset, scan->params.length,
                        MCP_META_PROTOCOL_VERSION, &span);
}

/* Most clients end without a DELETE: the session goes that was used the longest ago, and has no
 * listener. */
static gboolean
forget_session (McpReplayHttp *server)
{
  GHashTableIter iter;
  Session *oldest = NULL;
  gpointer value;

  g_hash_table_iter_init (&iter, server->sessions);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Session *session = value;

      if (session->listener == NULL && (oldest == NULL || session->used_usec < oldest->used_usec))
        oldest = session;
    }

  return oldest != NULL && g_hash_table_remove (server->sessions, oldest->id);
}

/* Nobody waits any more for the answer to the first one whose client is gone. */
static gboolean
forget_post (McpReplayHttp *server)
{
  for (guint i = 0; i < server->posts->len; i++)
    {
      Post *post = server->posts->pdata[i];

      if (post->message != NULL)
        continue;
      mcp_replay_stop (server->replay, post->play);
      g_ptr_array_remove_index (server->posts, i);
      return TRUE;
    }

  return FALSE;
}

static void
take_request (McpReplayHttp     *server,
              SoupServerMessage *message,
              const char        *session_id,
              McpMessage        *request)
{
  gboolean initializes = g_str_equal (mcp_message_get_method (request), "initialize");
  Post *post;

  if (initializes && g_hash_table_size (server->sessions) >= MAX_SESSIONS
      && !forget_session (server))
    {
      respond (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "Too many sessions; DELETE ends one");
      return;
    }
  if (server->posts->len >= MAX_POSTS && !forget_post (server))
    {
      respond (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "Too many requests at once");
      return;
    }

  post = g_new0 (Post, 1);
  post->server = server;
  post->message = g_object_ref (message);
  post->session_id = g_strdup (session_id);
  post->initializes = initializes;
  post->is_modern = is_modern_request (request);
  g_ptr_array_add (server->posts, post);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), post);
  soup_server_message_pause (message);
  post->play = mcp_replay_ask (server->replay, request, replay_cb, post);
}

static void
handle_post (McpReplayHttp     *server,
             SoupServerMessage *message,
             const char        *session_id)
{
  g_autoptr (GBytes) body = mcp_http_server_dup_body (message);
  g_autoptr (McpMessage) said = mcp_message_new (body);

  switch (mcp_message_get_kind (said))
    {
    case MCP_MESSAGE_REQUEST:
      take_request (server, message, session_id, said);
      break;
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      mcp_replay_take_answer (server->replay, said);
      respond (message, SOUP_STATUS_ACCEPTED, NULL);
      break;
    case MCP_MESSAGE_NOTIFICATION:
      respond (message, SOUP_STATUS_ACCEPTED, NULL);
      break;
    case MCP_MESSAGE_BATCH:
      respond (message, SOUP_STATUS_BAD_REQUEST, "Batches are not replayed over HTTP");
      break;
    case MCP_MESSAGE_INVALID:
    default:
      respond (message, SOUP_STATUS_BAD_REQUEST, "Not a JSON-RPC message");
      break;
    }
}

static void
listener_finished_cb (SoupServerMessage *message,
                      Session           *session)
{
  g_signal_handlers_disconnect_by_data (message, session);
  g_clear_object (&session->listener);
}

static void
handle_get (McpReplayHttp     *server,
            SoupServerMessage *message,
            const char        *session_id)
{
  Session *session = session_id != NULL ? g_hash_table_lookup (server->sessions, session_id) : NULL;
  GBytes *bytes;

  if (session == NULL)
    {
      respond (message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
      return;
    }

  /* A client that lost its stream is back before the loss is noticed here. */
  end_listener (session);
  session->listener = g_object_ref (message);
  g_signal_connect (message, "finished", G_CALLBACK (listener_finished_cb), session);
  soup_server_message_pause (message);
  begin_stream (message);
  while ((bytes = g_queue_pop_head (&session->queued)) != NULL)
    {
      push_event (message, bytes);
      g_bytes_unref (bytes);
    }
}

static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text,
        gpointer           user_data)
{
  respond (message, status, text);
}

/* One message, where there is one. */
static guint64
get_limit (SoupServerMessage *message,
           const char        *path,
           gpointer           user_data)
{
  return g_str_equal (soup_server_message_get_method (message), "POST") ? MAX_BODY_BYTES : 0;
}

static void
handle (SoupServerMessage *message,
        const char        *path,
        gpointer           user_data)
{
  McpReplayHttp *server = user_data;
  const char *method = soup_server_message_get_method (message);
  const char *session_id =
    soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                  "MCP-Session-Id");
  Session *session = session_id != NULL ? g_hash_table_lookup (server->sessions, session_id) : NULL;

  if (session != NULL)
    session->used_usec = g_get_monotonic_time ();
  if (session_id != NULL && session == NULL)
    respond (message, SOUP_STATUS_NOT_FOUND, "No such session");
  else if (g_str_equal (method, "POST"))
    handle_post (server, message, session_id);
  else if (g_str_equal (method, "GET"))
    handle_get (server, message, session_id);
  else if (g_str_equal (method, "DELETE") && session_id != NULL)
    {
      g_hash_table_remove (server->sessions, session_id);
      respond (message, SOUP_STATUS_OK, NULL);
    }
  else
    respond (message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
}

/**
 * mcp_replay_http_new:
 * @replay: (transfer none): what is served
 * @port: of 127.0.0.1; 0 for any that is free
 * @allowed: (nullable): hosts that Host and Origin may name beside this computer's own
 * @error: of %G_IO_ERROR
 *
 * Serves any number of clients.
 *
 * Returns: (transfer full) (nullable): the server, for mcp_replay_http_free()
 */
McpReplayHttp *
mcp_replay_http_new (McpReplay           *replay,
                     guint16              port,
                     const char * const  *allowed,
                     GError             **error)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, port);
  McpReplayHttp *self = g_new0 (McpReplayHttp, 1);
  McpHttpServerRules rules = {
    "Sounder", MAX_CONNECTIONS, PATIENCE_MSEC,
    .get_limit = get_limit, .refuse = refuse, .handle = handle,
  };

  self->replay = g_object_ref (replay);
  self->allowed = g_strdupv ((char **) allowed);
  self->sessions = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL, session_free);
  self->posts = g_ptr_array_new_with_free_func (post_free);
  rules.hosts.names = (const char * const *) self->allowed;
  self->server = mcp_http_server_new (&rules, address, self, error);
  if (self->server == NULL)
    g_clear_pointer (&self, mcp_replay_http_free);

  return self;
}

guint16
mcp_replay_http_get_port (McpReplayHttp *self)
{
  return mcp_http_server_get_port (self->server);
}

/**
 * mcp_replay_http_free:
 * @self: (transfer full): a server
 *
 * Ends all that is open and listens no more.
 */
void
mcp_replay_http_free (McpReplayHttp *self)
{
  for (guint i = 0; i < self->posts->len; i++)
    mcp_replay_stop (self->replay, ((Post *) self->posts->pdata[i])->play);
  g_ptr_array_unref (self->posts);
  g_hash_table_unref (self->sessions);
  g_clear_pointer (&self->server, mcp_http_server_free);
  g_object_unref (self->replay);
  g_strfreev (self->allowed);
  g_free (self);
}
