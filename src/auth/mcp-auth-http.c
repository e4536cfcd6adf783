/* mcp-auth-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>

#include "mcp-auth-http.h"
#include "mcp-auth-url.h"
#include "mcp-certificate.h"
#include "mcp-error-cause.h"
#include "mcp-hop-trace.h"
#include "mcp-http-limits.h"
#include "mcp-http-report.h"
#include "mcp-proxy-resolver.h"
#include "mcp-source.h"

struct _McpAuthHttp
{
  GObject          parent_instance;

  SoupSession     *session;
  GTlsDatabase    *ca_database;   /* (nullable) */
  GError          *ca_error;      /* (nullable): why it could not be read */
  char            *accepted;      /* (nullable) */
  GTlsCertificate *own;           /* (nullable) */
  char            *own_host;      /* with it */
};

/* One request under way: the task's data. */
typedef struct
{
  McpAuthExchange *exchange;
  SoupMessage     *message;
  GInputStream    *stream;          /* (nullable) of the answer */
  GString         *body;
  GCancellable    *cancellable;     /* ends it, for us and for the caller's */
  GCancellable    *callers;         /* (nullable) */
  gulong           callers_handler;
  GSource         *timer;
  McpHopTrace      hops;
  GError          *reason;          /* (nullable): why we cancelled it */
  gboolean         allow_private;
  gint64           started_usec;
  gint64           sent_usec;
} Sending;

G_DEFINE_FINAL_TYPE (McpAuthHttp, mcp_auth_http, G_TYPE_OBJECT)

static void
mcp_auth_http_finalize (GObject *object)
{
  McpAuthHttp *self = MCP_AUTH_HTTP (object);

  g_clear_object (&self->session);
  g_clear_object (&self->ca_database);
  g_clear_error (&self->ca_error);
  g_free (self->accepted);
  g_clear_object (&self->own);
  g_free (self->own_host);

  G_OBJECT_CLASS (mcp_auth_http_parent_class)->finalize (object);
}

static void
mcp_auth_http_class_init (McpAuthHttpClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_auth_http_finalize;
}

static void
mcp_auth_http_init (McpAuthHttp *self)
{
}

McpAuthHttp *
mcp_auth_http_new (const char *ca_file,
                   const char *accepted)
{
  McpAuthHttp *self = g_object_new (MCP_TYPE_AUTH_HTTP, NULL);
  g_autoptr (GProxyResolver) resolver = mcp_proxy_resolver_new ();

  /* Neither cookies nor a cache: what is sent is what is said here. */
  self->session = soup_session_new_with_options ("user-agent", "Sounder", "proxy-resolver", resolver, NULL);
  self->accepted = g_strdup (accepted);
  if (ca_file != NULL)
    {
      g_autofree char *path = g_canonicalize_filename (ca_file, NULL);

      self->ca_database = g_tls_file_database_new (path, &self->ca_error);
    }

  return self;
}

void
mcp_auth_http_show_own (McpAuthHttp     *self,
                        GTlsCertificate *certificate,
                        const char      *host)
{
  g_set_object (&self->own, certificate);
  g_free (self->own_host);
  self->own_host = g_strdup (host);
}

static void
sending_free (gpointer data)
{
  Sending *sending = data;

  g_cancellable_disconnect (sending->callers, sending->callers_handler);
  mcp_source_clear (&sending->timer);
  g_signal_handlers_disconnect_by_data (sending->message, sending);
  g_signal_handlers_disconnect_by_data (sending->message, &sending->hops);
  g_object_unref (sending->message);
  g_clear_object (&sending->stream);
  g_clear_object (&sending->callers);
  g_object_unref (sending->cancellable);
  g_object_unref (sending->exchange);
  g_string_free (sending->body, TRUE);
  mcp_hop_trace_clear (&sending->hops);
  g_clear_error (&sending->reason);
  g_free (sending);
}

/* Takes @reason. */
static void
stop (Sending *sending,
      GError  *reason)
{
  if (sending->reason == NULL)
    sending->reason = reason;
  else
    g_error_free (reason);
  g_cancellable_cancel (sending->cancellable);
}

static gboolean
timeout_cb (gpointer user_data)
{
  Sending *sending = user_data;

  stop (sending, g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT, _("%s did not answer within %d s"),
                              sending->exchange->url, MCP_AUTH_TIMEOUT_MSEC / 1000));

  return G_SOURCE_REMOVE;
}

static void
callers_cancelled_cb (GCancellable *callers,
                      Sending      *sending)
{
  g_cancellable_cancel (sending->cancellable);
}

/* Before a byte has left. It is not enough to look the name up beforehand: another look gets
 * another answer (SSRF by DNS rebinding). */
static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  Sending            *sending)
{
  g_autoptr (GSocketAddress) address = NULL;

  mcp_hop_trace_event (&sending->hops, event, connection);
  if (event != G_SOCKET_CLIENT_CONNECTED || sending->allow_private
      || !G_IS_SOCKET_CONNECTION (connection))
    return;

  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  /* A proxy looks names up for itself. */
  if (G_IS_PROXY_ADDRESS (address) || !G_IS_INET_SOCKET_ADDRESS (address)
      || !mcp_auth_address_is_private (
        g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address))))
    return;

  stop (sending, g_error_new (MCP_ERROR, MCP_ERROR_AUTH,
                              _("%s leads to an address of this machine or a local network"),
                              sending->exchange->url));
}

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  problems,
                       GTask                *task)
{
  McpAuthHttp *self = g_task_get_source_object (task);
  GUri *uri = soup_message_get_uri (message);
  g_autoptr (McpCertificate) shown = NULL;

  if (self->ca_database != NULL)
    {
      g_autoptr (GSocketConnectable) identity =
        g_network_address_new (g_uri_get_host (uri), MAX (g_uri_get_port (uri), 0));

      if (g_tls_database_verify_chain (self->ca_database, certificate,
                                       G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, identity, NULL,
                                       G_TLS_DATABASE_VERIFY_NONE, NULL, NULL) == 0)
        return TRUE;
    }

  shown = mcp_certificate_new (certificate, problems, g_uri_get_host (uri));

  return g_strcmp0 (mcp_certificate_get_fingerprint (shown), self->accepted) == 0;
}

static void
wrote_body_cb (SoupMessage *message,
               Sending     *sending)
{
  sending->sent_usec = g_get_monotonic_time ();
}

static void
add_header (const char *name,
            const char *value,
            gpointer    user_data)
{
  g_strv_builder_add_many (user_data, name, value, NULL);
}

static GStrv
dup_headers (SoupMessageHeaders *headers)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  soup_message_headers_foreach (headers, add_header, builder);

  return g_strv_builder_end (builder);
}

/* libsoup has added its own by now. */
static void
starting_cb (SoupMessage *message,
             GTask       *task)
{
  Sending *sending = g_task_get_task_data (task);

  mcp_hop_trace_authorize (message);
  g_strfreev (sending->exchange->request_headers);
  sending->exchange->request_headers = dup_headers (soup_message_get_request_headers (message));
  mcp_auth_exchange_tell (sending->exchange, MCP_AUTH_EXCHANGE_REQUEST);
}

static GError *
make_error (Sending      *sending,
            const GError *error)
{
  const char *url = sending->exchange->url;
  const GError *cause = mcp_error_get_cause (error);
  gboolean is_tls = error->domain == G_TLS_ERROR || g_error_matches (error, MCP_ERROR, MCP_ERROR_TLS);
  g_autoptr (GError) limit = mcp_http_dup_limit_error (sending->message);
  GError *made;

  if (sending->reason != NULL)
    return g_error_copy (sending->reason);
  if (limit != NULL)
    return g_steal_pointer (&limit);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("Signing in was cancelled"));

  if (error->domain == G_TLS_ERROR)
    made = g_error_new (MCP_ERROR, MCP_ERROR_TLS, _("%s cannot be trusted: %s"), url, error->message);
  else
    made = g_error_new (MCP_ERROR, is_tls ? MCP_ERROR_TLS : MCP_ERROR_NETWORK, _("%s cannot be reached: %s"), url,
                        error->message);
  mcp_error_set_cause (made, cause);
  if (mcp_error_get_proxy (error) != NULL)
    mcp_error_set_proxy (made, mcp_error_get_proxy (error));

  return made;
}

/* Takes @error. */
static void
finish (GTask  *task,
        GError *error)
{
  Sending *sending = g_task_get_task_data (task);
  McpAuthExchange *exchange = sending->exchange;
  g_autoptr (GError) owned = error;

  if (exchange->status != 0)
    {
      exchange->body = g_bytes_new (sending->body->str, sending->body->len);
      mcp_auth_exchange_tell (exchange, MCP_AUTH_EXCHANGE_BODY);
    }
  if (soup_message_get_metrics (sending->message) != NULL)
    mcp_http_fill_timings (sending->message, sending->started_usec, &exchange->timings);
  if (sending->sent_usec != 0)
    exchange->timings.sent_usec = sending->sent_usec - sending->started_usec;
  exchange->timings.ended_usec = g_get_monotonic_time () - sending->started_usec;
  if (owned != NULL)
    exchange->error = make_error (sending, owned);
  mcp_auth_exchange_tell (exchange, MCP_AUTH_EXCHANGE_END);

  if (exchange->error != NULL)
    g_task_return_error (task, g_error_copy (exchange->error));
  else
    g_task_return_boolean (task, TRUE);
}

static void read_more (GTask *task);

static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Sending *sending = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (object), result,
                                                               &error);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      finish (task, error);
      return;
    }

  g_string_append_len (sending->body, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (sending->body->len > MCP_AUTH_MAX_BODY_BYTES)
    {
      g_string_truncate (sending->body, MCP_AUTH_MAX_BODY_BYTES);
      stop (sending, g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE,
                                  _("%s answered with more than %d KiB"), sending->exchange->url,
                                  MCP_AUTH_MAX_BODY_BYTES / 1024));
    }
  read_more (task);
}

static void
read_more (GTask *task)
{
  Sending *sending = g_task_get_task_data (task);

  g_input_stream_read_bytes_async (sending->stream, 16 * 1024, G_PRIORITY_DEFAULT,
                                   sending->cancellable, read_cb, g_object_ref (task));
}

static void
sent_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpAuthHttp *self = g_task_get_source_object (task);
  Sending *sending = g_task_get_task_data (task);
  McpAuthExchange *exchange = sending->exchange;
  g_autoptr (McpHttpHead) head = NULL;
  GError *error = NULL;

  sending->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (sending->stream == NULL)
    {
      finish (task, mcp_hop_trace_blame (&sending->hops, self->session, sending->message, error));
      return;
    }

  head = mcp_http_head_new (sending->message);
  exchange->status = head->status;
  exchange->reason = g_strdup (head->reason);
  exchange->http_version = g_strdup (head->version);
  exchange->peer = g_strdup (head->peer);
  exchange->response_headers = dup_headers (head->headers);
  mcp_auth_exchange_tell (exchange, MCP_AUTH_EXCHANGE_HEAD);
  read_more (task);
}

void
mcp_auth_http_send_async (McpAuthHttp         *self,
                          McpAuthExchange     *exchange,
                          gboolean             allow_private,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SoupMessage *message = soup_message_new (exchange->method, exchange->url);
  SoupMessageHeaders *headers;
  Sending *sending;

  g_task_set_source_tag (task, mcp_auth_http_send_async);
  g_task_set_check_cancellable (task, FALSE);
  if (message == NULL)
    {
      exchange->error = g_error_new (MCP_ERROR, MCP_ERROR_AUTH, _("“%s” is no address"),
                                     exchange->url);
      g_task_return_error (task, g_error_copy (exchange->error));
      return;
    }
  if (self->ca_error != NULL)
    {
      g_object_unref (message);
      exchange->error = g_error_new (MCP_ERROR, MCP_ERROR_CONFIG,
                                     _("The certificates could not be read: %s"),
                                     self->ca_error->message);
      g_task_return_error (task, g_error_copy (exchange->error));
      return;
    }

  sending = g_new0 (Sending, 1);
  sending->exchange = g_object_ref (exchange);
  sending->message = message;
  sending->body = g_string_new (NULL);
  sending->cancellable = g_cancellable_new ();
  sending->allow_private = allow_private;
  sending->timer = g_timeout_source_new (MCP_AUTH_TIMEOUT_MSEC);
  g_task_set_task_data (task, sending, sending_free);
  g_source_set_callback (sending->timer, timeout_cb, sending, NULL);
  g_source_attach (sending->timer, g_main_context_get_thread_default ());
  if (cancellable != NULL)
    {
      sending->callers = g_object_ref (cancellable);
      sending->callers_handler = g_cancellable_connect (cancellable,
                                                        G_CALLBACK (callers_cancelled_cb),
                                                        sending, NULL);
    }

  headers = soup_message_get_request_headers (message);
  for (gsize i = 0; exchange->request_headers[i] != NULL; i += 2)
    soup_message_headers_append (headers, exchange->request_headers[i],
                                 exchange->request_headers[i + 1]);
  if (exchange->request_body != NULL)
    {
      g_autofree char *type = g_strdup (soup_message_headers_get_one (headers, "Content-Type"));

      soup_message_set_request_body_from_bytes (message, type, exchange->request_body);
    }
  /* Each on its own connection: the address of one that is used again was looked at for another. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_NEW_CONNECTION
                                     | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE);
  soup_message_disable_feature (message, SOUP_TYPE_AUTH_MANAGER);
  if (self->own != NULL && g_strcmp0 (g_uri_get_host (soup_message_get_uri (message)), self->own_host) == 0)
    soup_message_set_tls_client_certificate (message, self->own);
  mcp_hop_trace_watch (&sending->hops, message);
  mcp_http_limit_informational (message, sending->cancellable);
  g_signal_connect (message, "network-event", G_CALLBACK (network_event_cb), sending);
  g_signal_connect (message, "accept-certificate", G_CALLBACK (accept_certificate_cb), task);
  g_signal_connect (message, "starting", G_CALLBACK (starting_cb), task);
  g_signal_connect (message, "wrote-body", G_CALLBACK (wrote_body_cb), sending);
  sending->started_usec = g_get_monotonic_time ();
  soup_session_send_async (self->session, message, G_PRIORITY_DEFAULT, sending->cancellable,
                           sent_cb, g_object_ref (task));
}

gboolean
mcp_auth_http_send_finish (McpAuthHttp   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
