/* demo-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-demo-server"

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <glib-unix.h>
#include <libsoup/soup.h>

#include "demo-auth.h"
#include "demo-breaks.h"
#include "demo-modern.h"
#include "demo-server.h"
#include "mcp-error.h"
#include "mcp-param-header.h"
#include "mcp-version.h"

/*
 * Streamable HTTP (basic/transports): each POST brings one message. What is answered at once is
 * answered with JSON; what takes its time, or says something before its answer, on an event
 * stream. All that belongs to no request goes to the stream that a GET opened.
 *
 * Everything is lost with the process: there are no event ids, so streams are not resumed.
 *
 * One long file: sessions, streams and refusals all hang on the one POST that they answer.
 */

#define PATH              "/mcp"
#define MAX_SESSIONS      64
#define MAX_QUEUED        64   /* messages kept until a stream is there for them */
#define KEEP_ALIVE_SECONDS 15

typedef struct _DemoSession DemoSession;

/* Whether 2026-07-28 is spoken as well. */
static DemoEras served;

/* (nullable): whoever asks for something has to be allowed to. */
static DemoAuth *auth;

static void session_free (DemoSession *self);

/* A POST of a request that is not answered, or a GET. */
typedef struct
{
  DemoSession       *session;
  SoupServerMessage *message;
  McpId             *id;             /* (nullable): of the request */
  char              *progress_token; /* (nullable): JSON */
  gboolean           streams;        /* the head is out, events may follow */
  gboolean           ended;
} Exchange;

struct _DemoSession
{
  GHashTable *sessions;   /* all of them, borrowed; NULL for that of one request */
  char       *id;
  DemoServer *server;
  GPtrArray  *exchanges;  /* of Exchange: requests */
  Exchange   *listener;   /* (nullable): the GET */
  Exchange   *current;    /* (nullable): whose message is being handled */
  GQueue      queued;     /* of GBytes: for the listener to come */
};

static void
exchange_free (Exchange *self)
{
  g_signal_handlers_disconnect_by_data (self->message, self);
  g_clear_object (&self->message);
  g_clear_pointer (&self->id, mcp_id_unref);
  g_free (self->progress_token);
  g_free (self);
}

/* Ends what is still open: there will be no more events. */
static void
exchange_end (Exchange *self)
{
  if (self->ended)
    return;

  self->ended = TRUE;
  if (self->streams)
    soup_message_body_complete (soup_server_message_get_response_body (self->message));
  soup_server_message_unpause (self->message);
}

/* From 2026-07-28 on there are no sessions: what a request needs goes with its stream. */
static gboolean
end_request_cb (gpointer user_data)
{
  session_free (user_data);

  return G_SOURCE_REMOVE;
}

/* The other side has all of it, or went away. Its request goes on: nobody cancelled it. In the
 * revisions without sessions going away is how it is cancelled. */
static void
finished_cb (SoupServerMessage *message,
             Exchange          *self)
{
  DemoSession *session = self->session;

  self->ended = TRUE;
  if (session->sessions == NULL)
    {
      g_idle_add (end_request_cb, session);
      return;
    }
  if (session->current == self)
    session->current = NULL;

  if (session->listener == self)
    {
      g_clear_pointer (&session->listener, exchange_free);
    }
  else
    {
      g_ptr_array_remove (session->exchanges, self);
    }
}

static Exchange *
exchange_new (DemoSession       *session,
              SoupServerMessage *message)
{
  Exchange *self = g_new0 (Exchange, 1);

  self->session = session;
  self->message = g_object_ref (message);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), self);
  soup_server_message_pause (message);

  return self;
}

static void
exchange_start_stream (Exchange *self)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (self->message);

  if (self->streams || self->ended)
    return;

  self->streams = TRUE;
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (self->message), FALSE);
  soup_server_message_set_status (self->message, SOUP_STATUS_OK, NULL);
  soup_server_message_unpause (self->message);
}

static void
exchange_push (Exchange   *self,
               const char *text,
               gsize       length)
{
  if (self->ended)
    return;

  exchange_start_stream (self);
  soup_message_body_append (soup_server_message_get_response_body (self->message),
                            SOUP_MEMORY_COPY, text, length);
  soup_server_message_unpause (self->message);
}

static void
exchange_push_message (Exchange *self,
                       GBytes   *bytes)
{
  g_autoptr (GString) event = g_string_new ("event: message\ndata: ");

  g_string_append_len (event, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_string_append (event, "\n\n");
  exchange_push (self, event->str, event->len);
}

/* From 2026-07-28 on the status says what kind of error it is (basic/transports). */
static guint
status_of (Exchange *self,
           GBytes   *bytes)
{
  gint64 code = 0;

  if (self->session->sessions != NULL
      || !mcp_json_lookup_int64 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                 "error.code", &code))
    return SOUP_STATUS_OK;

  return code == MCP_RPC_METHOD_NOT_FOUND ? SOUP_STATUS_NOT_FOUND : SOUP_STATUS_BAD_REQUEST;
}

static void
exchange_answer (Exchange *self,
                 GBytes   *bytes)
{
  if (self->ended)
    return;

  if (self->streams)
    exchange_push_message (self, bytes);
  else
    {
      soup_server_message_set_status (self->message, status_of (self, bytes), NULL);
      soup_server_message_set_response (self->message, "application/json", SOUP_MEMORY_COPY,
                                        g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  exchange_end (self);
}

static Exchange *
find_by_id (DemoSession *self,
            McpId       *id)
{
  for (guint i = 0; id != NULL && i < self->exchanges->len; i++)
    {
      Exchange *exchange = self->exchanges->pdata[i];

      if (exchange->id != NULL && mcp_id_equal (exchange->id, id))
        return exchange;
    }

  return self->current;
}

static Exchange *
find_for_batch (DemoSession *self,
                McpMessage  *answers)
{
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (answers);

  for (guint i = 0; i < parts->len; i++)
    {
      Exchange *exchange = find_by_id (self, mcp_message_get_id (parts->pdata[i]));

      if (exchange != self->current)
        return exchange;
    }

  return self->current;
}

/* Progress goes where its request is answered; all else belongs to what is being handled. */
static Exchange *
find_for_notification (DemoSession *self,
                       McpMessage  *message)
{
  GBytes *bytes = mcp_message_get_bytes (message);
  const char *text = g_bytes_get_data (bytes, NULL);
  McpSpan token;

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/progress") != 0 ||
      !mcp_json_lookup (text, g_bytes_get_size (bytes), "params.progressToken", &token))
    return self->current;

  for (guint i = 0; i < self->exchanges->len; i++)
    {
      Exchange *exchange = self->exchanges->pdata[i];

      if (exchange->progress_token != NULL && strlen (exchange->progress_token) == token.length &&
          memcmp (exchange->progress_token, text + token.offset, token.length) == 0)
        return exchange;
    }

  return self->current;
}

static void
send_to_listener (DemoSession *self,
                  GBytes      *bytes)
{
  if (self->listener != NULL)
    {
      exchange_push_message (self->listener, bytes);
      return;
    }

  /* Who never listens loses the oldest. */
  g_queue_push_tail (&self->queued, g_bytes_ref (bytes));
  if (self->queued.length > MAX_QUEUED)
    g_bytes_unref (g_queue_pop_head (&self->queued));
}

static void
output_cb (McpMessage *message,
           gpointer    user_data)
{
  DemoSession *self = user_data;
  GBytes *bytes = mcp_message_get_bytes (message);
  McpMessageKind kind = mcp_message_get_kind (message);
  Exchange *exchange;

  if (kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR || kind == MCP_MESSAGE_BATCH)
    {
      exchange = kind == MCP_MESSAGE_BATCH ? find_for_batch (self, message)
                                           : find_by_id (self, mcp_message_get_id (message));
      if (exchange != NULL)
        exchange_answer (exchange, bytes);
      return;
    }

  exchange = kind == MCP_MESSAGE_NOTIFICATION ? find_for_notification (self, message) : NULL;
  if (exchange != NULL)
    exchange_push_message (exchange, bytes);
  else
    send_to_listener (self, bytes);
}

static void
session_free (DemoSession *self)
{
  /* What waits ends without an answer, which no longer comes. */
  for (guint i = 0; i < self->exchanges->len; i++)
    exchange_end (self->exchanges->pdata[i]);
  if (self->listener != NULL)
    {
      exchange_end (self->listener);
      exchange_free (self->listener);
    }

  g_ptr_array_unref (self->exchanges);
  g_queue_clear_full (&self->queued, (GDestroyNotify) g_bytes_unref);
  demo_server_free (self->server);
  g_free (self->id);
  g_free (self);
}

static DemoSession *
session_new (GHashTable *sessions) /* (nullable) */
{
  DemoSession *self = g_new0 (DemoSession, 1);

  self->sessions = sessions;
  self->id = g_uuid_string_random ();
  self->server = demo_server_new (sessions == NULL ? served : DEMO_LEGACY);
  self->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify) exchange_free);
  g_queue_init (&self->queued);
  demo_server_set_output (self->server, output_cb, self);
  if (sessions != NULL)
    g_hash_table_insert (sessions, self->id, self);

  return self;
}

static gboolean
keep_alive_cb (gpointer user_data)
{
  GHashTableIter iter;
  gpointer value;

  /* Writing is also how a client that is gone is noticed. */
  g_hash_table_iter_init (&iter, user_data);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      DemoSession *session = value;

      if (session->listener != NULL)
        exchange_push (session->listener, ": keep-alive\n\n", strlen (": keep-alive\n\n"));
    }

  return G_SOURCE_CONTINUE;
}

/* An error in the form of the protocol, without an id: what failed is the transport. */
static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text)
{
  g_autoptr (McpMessage) error = mcp_message_new_error (NULL, MCP_RPC_INVALID_REQUEST, text, NULL);
  GBytes *bytes = mcp_message_get_bytes (error);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY,
                                    g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static gboolean
is_local (const char *host)
{
  return g_strcmp0 (host, "localhost") == 0 || g_strcmp0 (host, "127.0.0.1") == 0 ||
         g_strcmp0 (host, "::1") == 0;
}

/*
 * basic/transports, *Security Warning*: a web page of somebody else's must not talk to a server
 * on this computer, neither by its own name nor by one that it lets point here.
 */
static gboolean
check_origin (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *origin = soup_message_headers_get_one (headers, "Origin");
  g_autoptr (GUri) uri = origin != NULL ? g_uri_parse (origin, G_URI_FLAGS_NONE, NULL) : NULL;

  if (origin != NULL && (uri == NULL || !is_local (g_uri_get_host (uri))))
    {
      refuse (message, SOUP_STATUS_FORBIDDEN, "Invalid Origin header");
      return FALSE;
    }
  if (!is_local (g_uri_get_host (soup_server_message_get_uri (message))))
    {
      refuse (message, SOUP_STATUS_FORBIDDEN, "Invalid Host header");
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_accept (SoupServerMessage *message,
              gboolean           needs_json)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *accept = soup_message_headers_get_list (headers, "Accept");
  gboolean takes_all = accept != NULL && strstr (accept, "*/*") != NULL;
  gboolean takes_json = accept != NULL && strstr (accept, "application/json") != NULL;
  gboolean takes_events = accept != NULL && strstr (accept, "text/event-stream") != NULL;

  if (takes_all || (takes_events && (takes_json || !needs_json)))
    return TRUE;

  refuse (message, SOUP_STATUS_NOT_ACCEPTABLE,
          needs_json ? "Accept has to name application/json and text/event-stream"
                     : "Accept has to name text/event-stream");
  return FALSE;
}

/* Finds the session that a request names; refuses the request when it names none of ours. */
static DemoSession *
find_session (GHashTable        *sessions,
              SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *id = soup_message_headers_get_one (headers, "MCP-Session-Id");
  const char *version = soup_message_headers_get_one (headers, "MCP-Protocol-Version");
  DemoSession *session = id != NULL ? g_hash_table_lookup (sessions, id) : NULL;

  if (id == NULL)
    refuse (message, SOUP_STATUS_BAD_REQUEST, "MCP-Session-Id is missing");
  else if (session == NULL)
    refuse (message, SOUP_STATUS_NOT_FOUND, "No such session");
  else if (version != NULL && mcp_version_from_string (version) == MCP_VERSION_UNKNOWN)
    refuse (message, SOUP_STATUS_BAD_REQUEST, "Unsupported protocol version");
  else
    return session;

  return NULL;
}

/* Its id, or that of the first request in it. */
static McpId *
dup_id (McpMessage *message)
{
  McpId *id = mcp_message_get_id (message);
  g_autoptr (GPtrArray) parts = NULL;

  if (mcp_message_get_kind (message) == MCP_MESSAGE_BATCH)
    parts = mcp_message_split_batch (message);
  for (guint i = 0; id == NULL && parts != NULL && i < parts->len; i++)
    if (mcp_message_get_kind (parts->pdata[i]) == MCP_MESSAGE_REQUEST)
      id = mcp_message_get_id (parts->pdata[i]);

  return id != NULL ? mcp_id_ref (id) : NULL;
}

static void
handle_request (DemoSession       *session,
                SoupServerMessage *message,
                McpMessage        *request)
{
  GBytes *bytes = mcp_message_get_bytes (request);
  const char *text = g_bytes_get_data (bytes, NULL);
  Exchange *exchange = exchange_new (session, message);
  McpSpan token;

  exchange->id = dup_id (request);
  if (mcp_message_get_kind (request) == MCP_MESSAGE_REQUEST &&
      mcp_json_lookup (text, g_bytes_get_size (bytes), "params._meta.progressToken", &token))
    exchange->progress_token = g_strndup (text + token.offset, token.length);
  g_ptr_array_add (session->exchanges, exchange);

  session->current = exchange;
  demo_server_handle (session->server, bytes);
  session->current = NULL;

  /* What is not answered by now takes its time: the client hears that it was understood. */
  exchange_start_stream (exchange);
}

static void
handle_batch (DemoSession       *session,
              SoupServerMessage *message,
              McpMessage        *batch)
{
  g_autoptr (McpId) id = dup_id (batch);

  if (id != NULL)
    {
      handle_request (session, message, batch);
      return;
    }

  soup_server_message_set_status (message, SOUP_STATUS_ACCEPTED, NULL);
  demo_server_handle (session->server, mcp_message_get_bytes (batch));
}

/* Whether a header says what the body says; intermediaries rely on it. */
static gboolean
check_header (SoupServerMessage *message,
              McpMessage        *request,
              const char        *name,
              const char        *expected)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *value = soup_message_headers_get_one (headers, name);
  g_autoptr (McpMessage) error = NULL;
  GBytes *bytes;

  if (expected == NULL || g_strcmp0 (value, expected) == 0)
    return TRUE;

  error = mcp_message_new_error (mcp_message_get_id (request), MCP_RPC_HEADER_MISMATCH,
                                 "A header does not say what the body says", NULL);
  bytes = mcp_message_get_bytes (error);
  soup_server_message_set_status (message, SOUP_STATUS_BAD_REQUEST, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY,
                                    g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  return FALSE;
}

/* The revision that a request names in its _meta; NULL: it is of the older ones. */
static char *
dup_version (McpMessage *request)
{
  const McpScan *scan = mcp_message_get_scan (request);
  const char *text = g_bytes_get_data (mcp_message_get_bytes (request), NULL);
  g_autofree char *params = g_strndup (text + scan->params.offset, scan->params.length);

  return scan->params.length > 0 ? demo_modern_dup_version (params) : NULL;
}

/* A request of 2026-07-28: all that it needs came with it, and ends with its answer. */
static void
handle_modern (SoupServerMessage *message,
               McpMessage        *request)
{
  GBytes *bytes = mcp_message_get_bytes (request);
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize length = g_bytes_get_size (bytes);
  g_autofree char *name = mcp_json_lookup_string (text, length, "params.name");
  g_autofree char *uri = mcp_json_lookup_string (text, length, "params.uri");
  g_autofree char *version = dup_version (request);
  g_autofree char *harbor = NULL;
  g_autofree char *encoded = NULL;
  g_autofree char *encoded_harbor = NULL;
  DemoSession *session;
  Exchange *exchange;

  if (mcp_message_get_kind (request) != MCP_MESSAGE_REQUEST)
    {
      refuse (message, SOUP_STATUS_BAD_REQUEST, "Only requests");
      return;
    }
  if (name != NULL || uri != NULL)
    encoded = mcp_param_header_encode (name != NULL ? name : uri);
  if (g_strcmp0 (name, "harbor") == 0)
    harbor = mcp_json_lookup_string (text, length, "params.arguments.name");
  if (harbor != NULL)
    encoded_harbor = mcp_param_header_encode (harbor);
  if (!check_header (message, request, "MCP-Protocol-Version", version)
      || !check_header (message, request, "Mcp-Method", mcp_message_get_method (request))
      || !check_header (message, request, "Mcp-Name", encoded)
      || !check_header (message, request, "Mcp-Param-" DEMO_HARBOR_HEADER, encoded_harbor))
    return;

  session = session_new (NULL);
  exchange = exchange_new (session, message);
  exchange->id = mcp_id_ref (mcp_message_get_id (request));
  g_ptr_array_add (session->exchanges, exchange);
  session->current = exchange;
  demo_server_handle (session->server, bytes);
  if (!exchange->ended)
    exchange_start_stream (exchange);
}

static void
handle_post (GHashTable        *sessions,
             SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  g_autoptr (GBytes) body =
    soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (McpMessage) request = NULL;
  g_autofree char *version = NULL;
  DemoSession *session;

  if (g_strcmp0 (type, "application/json") != 0)
    {
      refuse (message, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE, "Content-Type has to be application/json");
      return;
    }
  if (!check_accept (message, TRUE))
    return;

  request = mcp_message_new (body);
  version = dup_version (request);
  if (served == DEMO_MODERN_ONLY
      || (served == DEMO_BOTH
          && (version != NULL || soup_message_headers_get_one (headers, "Mcp-Method") != NULL)))
    {
      handle_modern (message, request);
      return;
    }
  if (g_strcmp0 (mcp_message_get_method (request), "initialize") == 0)
    {
      if (g_hash_table_size (sessions) >= MAX_SESSIONS)
        {
          refuse (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "Too many sessions");
          return;
        }
      session = session_new (sessions);
      soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                    "MCP-Session-Id", session->id);
    }
  else
    {
      session = find_session (sessions, message);
      if (session == NULL)
        return;
    }

  switch (mcp_message_get_kind (request))
    {
    case MCP_MESSAGE_NOTIFICATION:
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      soup_server_message_set_status (message, SOUP_STATUS_ACCEPTED, NULL);
      demo_server_handle (session->server, body);
      break;

    case MCP_MESSAGE_REQUEST:
      handle_request (session, message, request);
      break;

    case MCP_MESSAGE_BATCH:
      if (demo_server_takes_batches (session->server))
        {
          handle_batch (session, message, request);
          break;
        }
      G_GNUC_FALLTHROUGH;

    case MCP_MESSAGE_INVALID:
    default:
      handle_request (session, message, request);
      soup_server_message_set_status (message, SOUP_STATUS_BAD_REQUEST, NULL);
      break;
    }
}

static void
handle_get (GHashTable        *sessions,
            SoupServerMessage *message)
{
  DemoSession *session;
  GBytes *bytes;

  if (!check_accept (message, FALSE))
    return;

  session = find_session (sessions, message);
  if (session == NULL)
    return;
  /* A client that lost its stream is back before the loss is noticed here. */
  if (session->listener != NULL)
    {
      exchange_end (session->listener);
      g_clear_pointer (&session->listener, exchange_free);
    }

  session->listener = exchange_new (session, message);
  exchange_push (session->listener, ": hello\n\n", strlen (": hello\n\n"));
  while ((bytes = g_queue_pop_head (&session->queued)) != NULL)
    {
      exchange_push_message (session->listener, bytes);
      g_bytes_unref (bytes);
    }
}

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  GHashTable *sessions = user_data;
  const char *method = soup_server_message_get_method (message);
  DemoSession *session;

  if (demo_breaks_serve (message) || !check_origin (message)
      || (auth != NULL && demo_auth_serve (auth, message, path)))
    return;

  if (!g_str_equal (path, PATH))
    {
      refuse (message, SOUP_STATUS_NOT_FOUND, "The server is at " PATH);
    }
  else if (auth != NULL && !demo_auth_admit (auth, message))
    {
      return;
    }
  else if (g_str_equal (method, "POST"))
    {
      handle_post (sessions, message);
    }
  else if (g_str_equal (method, "GET"))
    {
      handle_get (sessions, message);
    }
  else if (g_str_equal (method, "DELETE"))
    {
      session = find_session (sessions, message);
      if (session == NULL)
        return;
      g_hash_table_remove (sessions, session->id);
      soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
    }
  else
    {
      refuse (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "Only POST, GET and DELETE");
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                    "POST, GET, DELETE");
    }
}

static gboolean
quit_cb (gpointer user_data)
{
  g_main_loop_quit (user_data);

  return G_SOURCE_CONTINUE;
}

/* As many at once as the system allows: libsoup asks for ten, and who comes then waits for seconds. */
static void
allow_many_clients (SoupServer *server)
{
  GSList *listeners = soup_server_get_listeners (server);

  for (GSList *l = listeners; l != NULL; l = l->next)
    listen (g_socket_get_fd (l->data), SOMAXCONN);
  g_slist_free (listeners);
}

int
demo_http_run (guint                  port,
               DemoEras               eras,
               const DemoAuthOptions *auth_options)
{
  /* Stays until the process ends: libsoup loses what it drops with its clients still there. */
  static SoupServer *server;
  g_autoptr (GHashTable) sessions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                           (GDestroyNotify) session_free);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;
  GSList *uris;

  served = eras;
  if (auth_options != NULL)
    {
      auth = demo_auth_new (auth_options, &error);
      if (auth == NULL)
        {
          fprintf (stderr, "sounder-demo-server: %s\n", error->message);
          return 1;
        }
    }
  server = soup_server_new ("server-header", "sounder-demo-server", NULL);

  /* Before we say that we are ready: who started us may end us at once. */
  g_unix_signal_add (SIGINT, quit_cb, loop);
  g_unix_signal_add (SIGTERM, quit_cb, loop);

  soup_server_add_handler (server, NULL, handler_cb, sessions, NULL);
  if (!soup_server_listen_local (server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    {
      fprintf (stderr, "sounder-demo-server: port %u: %s\n", port, error->message);
      return 1;
    }
  allow_many_clients (server);

  uris = soup_server_get_uris (server);
  fprintf (stderr, "sounder-demo-server %s: ready at http://127.0.0.1:%d" PATH "\n",
           PACKAGE_VERSION, g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  g_timeout_add_seconds (KEEP_ALIVE_SECONDS, keep_alive_cb, sessions);
  g_main_loop_run (loop);

  /* The streams end in order, as far as that goes without waiting. */
  g_hash_table_remove_all (sessions);
  soup_server_remove_handler (server, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&auth, demo_auth_free);
  fprintf (stderr, "sounder-demo-server: goodbye\n");

  return 0;
}
