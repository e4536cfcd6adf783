/* mcp-connect-proxy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-connect-proxy.h"
#include "mcp-http-parser.h"
#include "mcp-proxy-error.h"

/* GIO has others for "http" and "https", and takes a class for one protocol only: what is to be secured is known by its
 * path. */
#define PROTOCOL "mcp-connect"
#define TLS_PATH "/tls"

#define DEFAULT_PORT  80
#define DEFAULT_TLS_PORT 443

/* A head over this is none that a proxy sends. */
#define HEAD_BYTES (64 * 1024)

/* How much is kept of the page of a refusal, and how long it may take once the head is there. */
#define BODY_BYTES 4096
#define BODY_WAIT_SEC 2

struct _McpConnectProxy
{
  GObject parent_instance;
};

static void mcp_connect_proxy_iface_init (GProxyInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpConnectProxy, mcp_connect_proxy, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY, mcp_connect_proxy_iface_init))

static void
mcp_connect_proxy_class_init (McpConnectProxyClass *klass)
{
}

static void
mcp_connect_proxy_init (McpConnectProxy *self)
{
}

void
mcp_connect_proxy_register (void)
{
  static gsize once;

  if (!g_once_init_enter (&once))
    return;

  g_io_extension_point_register (G_PROXY_EXTENSION_POINT_NAME);
  g_io_extension_point_implement (G_PROXY_EXTENSION_POINT_NAME, MCP_TYPE_CONNECT_PROXY, PROTOCOL, 0);
  g_once_init_leave (&once, 1);
}

char *
mcp_connect_proxy_dup_uri (const char *uri)
{
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  gboolean is_tls;
  int port;

  if (parsed == NULL || g_uri_get_host (parsed) == NULL)
    return g_strdup (uri);

  is_tls = g_ascii_strcasecmp (g_uri_get_scheme (parsed), "https") == 0;
  port = g_uri_get_port (parsed);
  if (port <= 0)
    port = is_tls ? DEFAULT_TLS_PORT : DEFAULT_PORT;

  return g_uri_join (G_URI_FLAGS_ENCODED, PROTOCOL, g_uri_get_userinfo (parsed), g_uri_get_host (parsed), port,
                     is_tls ? TLS_PATH : "", NULL, NULL);
}

/* --- The answer --- */

typedef struct
{
  McpProxyReport report;
  GByteArray    *body;
  gboolean       has_head;  /* of what ends the request */
  gboolean       is_over;
} Answer;

static gboolean
head_cb (const McpHttpParserHead *head,
         gpointer                 user_data)
{
  Answer *self = user_data;

  if (head->status < 200)
    return FALSE;

  self->has_head = TRUE;
  self->report.status = head->status;
  self->report.reason = g_utf8_make_valid (head->reason, -1);
  self->report.challenge = g_strdup (mcp_http_head_find (head, "Proxy-Authenticate"));
  self->report.location = g_strdup (mcp_http_head_find (head, "Location"));
  self->report.content_type = g_strdup (mcp_http_head_find (head, "Content-Type"));

  /* What follows is the server's (RFC 9110 section 9.3.6). */
  return head->status >= 300;
}

static void
body_cb (const char *data,
         gsize       length,
         gpointer    user_data)
{
  Answer *self = user_data;

  g_byte_array_append (self->body, (const guint8 *) data, MIN (length, BODY_BYTES - self->body->len));
}

static void
end_cb (gboolean whole,
        gpointer user_data)
{
  Answer *self = user_data;

  self->is_over = self->has_head;
}

static void
other_cb (gboolean upgraded,
          gpointer user_data)
{
  Answer *self = user_data;

  self->is_over = TRUE;
}

static void
answer_clear (Answer *self)
{
  g_free (self->report.peer);
  g_free (self->report.target);
  g_free (self->report.reason);
  g_free (self->report.challenge);
  g_free (self->report.location);
  g_free (self->report.content_type);
  g_clear_pointer (&self->report.body, g_bytes_unref);
  g_byte_array_unref (self->body);
}

/*
 * Byte by byte, as what follows the head of a success belongs to the tunnel. The bytes stay where
 * they are no head.
 */
static gboolean
read_head (GInputStream  *input,
           McpHttpParser *parser,
           Answer        *answer,
           GCancellable  *cancellable,
           GError       **error)
{
  gssize n_read = 1;
  char byte;

  while (!answer->has_head && !answer->is_over && answer->body->len < HEAD_BYTES && n_read > 0)
    {
      n_read = g_input_stream_read (input, &byte, 1, cancellable, error);
      if (n_read > 0)
        {
          g_byte_array_append (answer->body, (const guint8 *) &byte, 1);
          mcp_http_parser_push (parser, &byte, 1);
        }
    }
  if (answer->has_head)
    g_byte_array_set_size (answer->body, 0);

  return n_read >= 0;
}

static gboolean
read_answer (GIOStream     *stream,
             GSocket       *socket,
             Answer        *answer,
             GCancellable  *cancellable,
             GError       **error)
{
  static const McpHttpParserFuncs funcs = { head_cb, body_cb, end_cb, other_cb, NULL };
  GInputStream *input = g_io_stream_get_input_stream (stream);
  g_autoptr (McpHttpParser) parser = mcp_http_parser_new (TRUE, &funcs, answer);
  gboolean is_read = read_head (input, parser, answer, cancellable, error);
  guint timeout_sec = g_socket_get_timeout (socket);
  gssize n_read = answer->has_head && answer->report.status >= 300 ? 1 : 0;

  g_socket_set_timeout (socket, BODY_WAIT_SEC);
  while (!answer->is_over && answer->body->len < BODY_BYTES && n_read > 0)
    {
      char buffer[BODY_BYTES];

      n_read = g_input_stream_read (input, buffer, sizeof buffer, cancellable, NULL);
      if (n_read > 0)
        mcp_http_parser_push (parser, buffer, n_read);
    }
  g_socket_set_timeout (socket, timeout_sec);
  answer->report.body = g_bytes_new (answer->body->data, MIN (answer->body->len, BODY_BYTES));

  return is_read;
}

/* --- The request --- */

static char *
make_request (GProxyAddress *address)
{
  const char *user = g_proxy_address_get_username (address);
  const char *password = g_proxy_address_get_password (address);
  const char *host = g_proxy_address_get_destination_hostname (address);
  GString *text = g_string_new ("CONNECT ");
  g_autofree char *target = g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%u" : "%s:%u", host,
                                             g_proxy_address_get_destination_port (address));

  g_string_append_printf (text, "%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: Sounder/" PACKAGE_VERSION "\r\n",
                          target, target);
  if (user != NULL)
    {
      g_autofree char *value = mcp_proxy_dup_authorization (user, password);

      g_string_append_printf (text, "Proxy-Authorization: %s\r\n", value);
    }
  g_string_append (text, "\r\n");

  return g_string_free (text, FALSE);
}

/* The stream to speak with the proxy on: (transfer full). */
static GIOStream *
secure (GIOStream      *stream,
        GProxyAddress  *address,
        GCancellable   *cancellable,
        GError        **error)
{
  g_autoptr (GSocketConnectable) identity = NULL;
  g_autoptr (GIOStream) tls = NULL;

  if (!g_str_has_suffix (g_proxy_address_get_uri (address), TLS_PATH))
    return g_object_ref (stream);

  identity = g_network_address_parse_uri (g_proxy_address_get_uri (address), DEFAULT_TLS_PORT, error);
  if (identity != NULL)
    tls = g_tls_client_connection_new (stream, identity, error);
  if (tls == NULL || !g_tls_connection_handshake (G_TLS_CONNECTION (tls), cancellable, error))
    return NULL;

  return g_steal_pointer (&tls);
}

static GIOStream *
connect_sync (GProxy         *proxy,
              GIOStream      *stream,
              GProxyAddress  *address,
              GCancellable   *cancellable,
              GError        **error)
{
  g_autofree char *request = make_request (address);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GIOStream) secured = secure (stream, address, cancellable, &cause);
  Answer answer = { .body = g_byte_array_new () };
  gboolean is_open = FALSE;

  if (secured != NULL
      && g_output_stream_write_all (g_io_stream_get_output_stream (secured), request, strlen (request), NULL,
                                    cancellable, &cause)
      && read_answer (secured, g_socket_connection_get_socket (G_SOCKET_CONNECTION (stream)), &answer, cancellable,
                      &cause))
    is_open = answer.has_head && answer.report.status < 300;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (!is_open)
    {
      answer.report.peer = mcp_proxy_dup_peer (g_proxy_address_get_uri (address));
      answer.report.target = g_strdup (g_proxy_address_get_destination_hostname (address));
      answer.report.trouble = secured == NULL ? MCP_PROXY_UNSECURED
                              : mcp_proxy_judge_answer (&answer.report,
                                                        g_proxy_address_get_username (address) != NULL);
      g_propagate_error (error, mcp_proxy_new_error (&answer.report, cause));
    }
  answer_clear (&answer);

  return is_open ? g_steal_pointer (&secured) : NULL;
}

/* --- The functions of the interface --- */

typedef struct
{
  GIOStream     *stream;
  GProxyAddress *address;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_object_unref (wanted->stream);
  g_object_unref (wanted->address);
  g_free (wanted);
}

static void
connect_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Wanted *wanted = task_data;
  GError *error = NULL;
  GIOStream *stream = connect_sync (source, wanted->stream, wanted->address, cancellable, &error);

  if (stream == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, stream, g_object_unref);
}

static void
connect_async (GProxy              *proxy,
               GIOStream           *stream,
               GProxyAddress       *address,
               GCancellable        *cancellable,
               GAsyncReadyCallback  callback,
               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (proxy, cancellable, callback, user_data);
  Wanted *wanted = g_new (Wanted, 1);

  wanted->stream = g_object_ref (stream);
  wanted->address = g_object_ref (address);
  g_task_set_source_tag (task, connect_async);
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, connect_thread);
}

static GIOStream *
connect_finish (GProxy        *proxy,
                GAsyncResult  *result,
                GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The proxy looks names up for itself. */
static gboolean
supports_hostname (GProxy *proxy)
{
  return TRUE;
}

static void
mcp_connect_proxy_iface_init (GProxyInterface *iface)
{
  iface->connect = connect_sync;
  iface->connect_async = connect_async;
  iface->connect_finish = connect_finish;
  iface->supports_hostname = supports_hostname;
}
