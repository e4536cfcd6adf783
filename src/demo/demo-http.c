/* demo-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <glib-unix.h>

#include "demo-auth.h"
#include "demo-breaks.h"
#include "demo-http-private.h"
#include "demo-modern.h"
#include "mcp-http-server.h"
#include "mcp-param-header.h"
#include "mcp-version.h"

/*
 * Streamable HTTP (basic/transports): each POST brings one message.
 *
 * Everything is lost with the process: there are no event ids, so streams are not resumed.
 */

#define PATH              "/mcp"
#define MAX_SESSIONS      64
#define KEEP_ALIVE_SECONDS 15
#define MAX_CONNECTIONS   1000
#define PATIENCE_MSEC     (60 * 1000)
#define MAX_BODY_BYTES    (64 * 1024 * 1024)

/* Whether 2026-07-28 is spoken as well. */
static DemoEras served;

/* (nullable): whoever asks for something has to be allowed to. */
static DemoAuth *auth;

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
        demo_exchange_push (session->listener, ": keep-alive\n\n", strlen (": keep-alive\n\n"));
    }

  return G_SOURCE_CONTINUE;
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
    demo_http_refuse (message, SOUP_STATUS_BAD_REQUEST, "MCP-Session-Id is missing");
  else if (session == NULL)
    demo_http_refuse (message, SOUP_STATUS_NOT_FOUND, "No such session");
  else if (version != NULL && mcp_version_from_string (version) == MCP_VERSION_UNKNOWN)
    demo_http_refuse (message, SOUP_STATUS_BAD_REQUEST, "Unsupported protocol version");
  else
    {
      session->used_usec = g_get_monotonic_time ();
      return session;
    }

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
  DemoExchange *exchange = demo_exchange_new (session, message);
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
  demo_exchange_start_stream (exchange);
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
  DemoExchange *exchange;

  if (mcp_message_get_kind (request) != MCP_MESSAGE_REQUEST)
    {
      demo_http_refuse (message, SOUP_STATUS_BAD_REQUEST, "Only requests");
      return;
    }
  if (name != NULL || uri != NULL)
    encoded = mcp_param_header_encode (name != NULL ? name : uri);
  if (g_strcmp0 (name, "harbor") == 0)
    harbor = mcp_json_lookup_string (text, length, "params.arguments.name");
  if (harbor != NULL)
    encoded_harbor = mcp_param_header_encode (harbor);
  if (!demo_http_check_header (message, request, "MCP-Protocol-Version", version)
      || !demo_http_check_header (message, request, "Mcp-Method", mcp_message_get_method (request))
      || !demo_http_check_header (message, request, "Mcp-Name", encoded)
      || !demo_http_check_header (message, request, "Mcp-Param-" DEMO_HARBOR_HEADER, encoded_harbor))
    return;

  session = demo_session_new (NULL, served);
  exchange = demo_exchange_new (session, message);
  exchange->id = mcp_id_ref (mcp_message_get_id (request));
  g_ptr_array_add (session->exchanges, exchange);
  session->current = exchange;
  demo_server_handle (session->server, bytes);
  if (!exchange->ended)
    demo_exchange_start_stream (exchange);
}

static void
handle_post (GHashTable        *sessions,
             SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  g_autoptr (GBytes) body = mcp_http_server_dup_body (message);
  g_autoptr (McpMessage) request = NULL;
  g_autofree char *version = NULL;
  DemoSession *session;

  if (g_strcmp0 (type, "application/json") != 0)
    {
      demo_http_refuse (message, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE, "Content-Type has to be application/json");
      return;
    }
  if (!demo_http_check_accept (message, TRUE))
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
      if (g_hash_table_size (sessions) >= MAX_SESSIONS && !demo_session_forget (sessions))
        {
          demo_http_refuse (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "Too many sessions");
          return;
        }
      session = demo_session_new (sessions, DEMO_LEGACY);
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

  if (!demo_http_check_accept (message, FALSE))
    return;

  session = find_session (sessions, message);
  if (session == NULL)
    return;
  /* A client that lost its stream is back before the loss is noticed here. */
  if (session->listener != NULL)
    {
      demo_exchange_end (session->listener);
      g_clear_pointer (&session->listener, demo_exchange_free);
    }

  session->listener = demo_exchange_new (session, message);
  demo_exchange_push (session->listener, ": hello\n\n", strlen (": hello\n\n"));
  while ((bytes = g_queue_pop_head (&session->queued)) != NULL)
    {
      demo_exchange_push_message (session->listener, bytes);
      g_bytes_unref (bytes);
    }
}

/* A message goes to the server itself, and forms to what signs people in. */
static guint64
get_limit (SoupServerMessage *message,
           const char        *path,
           gpointer           user_data)
{
  if (!g_str_equal (soup_server_message_get_method (message), "POST"))
    return 0;

  return g_str_equal (path, PATH) ? MAX_BODY_BYTES : DEMO_AUTH_MAX_BODY_BYTES;
}

static gboolean
lets_in (SoupServerMessage *message,
         gpointer           user_data)
{
  return demo_breaks_let_in (message);
}

static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text,
        gpointer           user_data)
{
  demo_http_refuse (message, status, text);
}

static void
handle (SoupServerMessage *message,
        const char        *path,
        gpointer           user_data)
{
  GHashTable *sessions = user_data;
  const char *method = soup_server_message_get_method (message);
  DemoSession *session;

  if (demo_breaks_serve (message) || (auth != NULL && demo_auth_serve (auth, message, path)))
    return;

  if (!g_str_equal (path, PATH))
    {
      demo_http_refuse (message, SOUP_STATUS_NOT_FOUND, "The server is at " PATH);
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
      demo_http_refuse (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "Only POST, GET and DELETE");
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

int
demo_http_run (guint                  port,
               DemoEras               eras,
               const DemoAuthOptions *auth_options)
{
  static const McpHttpServerRules rules = {
    "sounder-demo-server", MAX_CONNECTIONS, PATIENCE_MSEC,
    .get_limit = get_limit, .lets_in = lets_in, .refuse = refuse, .handle = handle,
  };
  g_autoptr (McpHttpServer) server = NULL;
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, port);
  g_autoptr (GHashTable) sessions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                           (GDestroyNotify) demo_session_free);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;

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

  /* Before we say that we are ready: who started us may end us at once. */
  g_unix_signal_add (SIGINT, quit_cb, loop);
  g_unix_signal_add (SIGTERM, quit_cb, loop);

  server = mcp_http_server_new (&rules, address, sessions, &error);
  if (server == NULL)
    {
      fprintf (stderr, "sounder-demo-server: port %u: %s\n", port, error->message);
      return 1;
    }
  fprintf (stderr, "sounder-demo-server %s: ready at http://127.0.0.1:%u" PATH "\n",
           PACKAGE_VERSION, mcp_http_server_get_port (server));

  g_timeout_add_seconds (KEEP_ALIVE_SECONDS, keep_alive_cb, sessions);
  g_main_loop_run (loop);

  /* The streams end in order, as far as that goes without waiting. */
  g_hash_table_remove_all (sessions);
  g_clear_pointer (&server, mcp_http_server_free);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&auth, demo_auth_free);
  fprintf (stderr, "sounder-demo-server: goodbye\n");

  return 0;
}
