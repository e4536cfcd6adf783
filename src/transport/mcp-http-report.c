/* mcp-http-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-header-value.h"
#include "mcp-http-report.h"
#include "mcp-tls.h"
#include "mcp-transport-private.h"

static void
append_header_cb (const char *name,
                  const char *value,
                  gpointer    user_data)
{
  g_ptr_array_add (user_data, g_strdup (name));
  g_ptr_array_add (user_data, g_strdup (value));
}

/* Names and values in turn. */
static GPtrArray *
list_headers (SoupMessageHeaders *headers)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  soup_message_headers_foreach (headers, append_header_cb, list);

  return list;
}

/* libsoup writes this one itself, as the last. */
static char *
dup_host_header (SoupMessage *message)
{
  GUri *uri = soup_message_get_uri (message);
  const char *host = g_uri_get_host (uri);
  const char *scheme = g_uri_get_scheme (uri);
  gboolean is_v6 = strchr (host, ':') != NULL;
  gboolean is_secure = g_str_equal (scheme, "https") || g_str_equal (scheme, "wss");
  int port = g_uri_get_port (uri);

  if (port > 0 && port != (is_secure ? 443 : 80))
    return g_strdup_printf (is_v6 ? "[%s]:%d" : "%s:%d", host, port);

  return g_strdup_printf (is_v6 ? "[%s]" : "%s", host);
}

/**
 * mcp_http_start_new:
 * @message: a request that libsoup has added its own headers to
 *
 * Copies how a request begins.
 *
 * Returns: (transfer full): the copy
 */
McpHttpStart *
mcp_http_start_new (SoupMessage *message)
{
  McpHttpStart *self = g_new0 (McpHttpStart, 1);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  GPtrArray *list = list_headers (headers);

  if (soup_message_headers_get_list (headers, "Host") == NULL)
    {
      g_ptr_array_insert (list, 0, g_strdup ("Host"));
      g_ptr_array_insert (list, 1, dup_host_header (message));
    }
  g_ptr_array_add (list, NULL);

  self->method = g_strdup (soup_message_get_method (message));
  self->url = g_uri_to_string (soup_message_get_uri (message));
  self->headers = (char **) g_ptr_array_free (list, FALSE);

  return self;
}

void
mcp_http_start_free (McpHttpStart *self)
{
  g_free (self->method);
  g_free (self->url);
  g_strfreev (self->headers);
  g_free (self);
}

/**
 * mcp_http_report_start:
 * @owner: who has the sink
 * @start: how the request begins
 * @report: exchange, purpose, ticket, resumes and time; the rest is filled in for the call
 *
 * Reports that an exchange has begun.
 */
void
mcp_http_report_start (McpTransport       *owner,
                       const McpHttpStart *start,
                       McpExchangeStart   *report)
{
  report->method = start->method;
  report->url = start->url;
  report->headers = (McpHeaderList) start->headers;
  mcp_transport_report_exchange_started (owner, report);
}

/* How to read a socket's address: "127.0.0.1:3001". */
static char *
dup_address (GSocketAddress *address)
{
  return address != NULL ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address)) : NULL;
}

/**
 * mcp_http_network_new:
 * @event: of SoupMessage::network-event
 * @connection: (nullable): where
 *
 * Copies how a connection comes about.
 *
 * Returns: (transfer full): the copy
 */
McpHttpNetwork *
mcp_http_network_new (GSocketClientEvent  event,
                      GIOStream          *connection)
{
  McpHttpNetwork *self = g_new0 (McpHttpNetwork, 1);

  self->event = event;
  if (G_IS_SOCKET_CONNECTION (connection))
    {
      g_autoptr (GSocketAddress) address =
        g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);

      self->address = dup_address (address);
      self->is_proxy = address != NULL && G_IS_PROXY_ADDRESS (address);
      self->is_tunnel = self->is_proxy
                        && !g_str_equal (g_proxy_address_get_protocol (G_PROXY_ADDRESS (address)), "http");
    }
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKED && G_IS_TLS_CONNECTION (connection))
    {
      GTlsConnection *tls = G_TLS_CONNECTION (connection);
      g_autofree char *cipher = g_tls_connection_get_ciphersuite_name (tls);

      self->tls = mcp_tls_describe (g_tls_connection_get_protocol_version (tls), cipher);
      g_set_object (&self->certificate, g_tls_connection_get_peer_certificate (tls));
    }

  return self;
}

void
mcp_http_network_free (McpHttpNetwork *self)
{
  g_free (self->address);
  g_free (self->tls);
  g_clear_object (&self->certificate);
  g_free (self);
}

static const char *
get_http_version (SoupMessage *message)
{
  switch (soup_message_get_http_version (message))
    {
    case SOUP_HTTP_1_0:
      return "1.0";
    case SOUP_HTTP_2_0:
      return "2";
    case SOUP_HTTP_1_1:
    default:
      return "1.1";
    }
}

static void
copy_header_cb (const char *name,
                const char *value,
                gpointer    user_data)
{
  soup_message_headers_append (user_data, name, value);
}

/**
 * mcp_http_head_new:
 * @message: a request that has a status line and headers now
 *
 * Copies how an answer begins.
 *
 * Returns: (transfer full): the copy
 */
McpHttpHead *
mcp_http_head_new (SoupMessage *message)
{
  McpHttpHead *self = g_new0 (McpHttpHead, 1);

  self->status = soup_message_get_status (message);
  self->reason = g_strdup (soup_message_get_reason_phrase (message));
  self->version = get_http_version (message);
  self->headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  soup_message_headers_foreach (soup_message_get_response_headers (message), copy_header_cb,
                                self->headers);
  self->peer = dup_address (soup_message_get_remote_address (message));
  g_set_object (&self->certificate, soup_message_get_tls_peer_certificate (message));
  if (self->certificate != NULL)
    self->tls = mcp_tls_describe (soup_message_get_tls_protocol_version (message),
                                  soup_message_get_tls_ciphersuite_name (message));

  return self;
}

void
mcp_http_head_free (McpHttpHead *self)
{
  g_free (self->reason);
  soup_message_headers_unref (self->headers);
  g_free (self->peer);
  g_free (self->tls);
  g_clear_object (&self->certificate);
  g_free (self);
}

/**
 * mcp_http_report_head:
 * @owner: who has the sink
 * @head: how the answer begins
 * @exchange: its number
 * @time_usec: when it came
 *
 * Reports status and headers of an answer, and headers that cannot be.
 */
void
mcp_http_report_head (McpTransport      *owner,
                      const McpHttpHead *head,
                      guint              exchange,
                      gint64             time_usec)
{
  g_autoptr (McpTransport) hold = g_object_ref (owner);
  g_autoptr (GPtrArray) list = list_headers (head->headers);
  McpExchangeHead report = { 0 };

  g_ptr_array_add (list, NULL);
  report.exchange = exchange;
  report.status = head->status;
  report.reason = head->reason;
  report.http_version = head->version;
  report.headers = (McpHeaderList) list->pdata;
  report.peer = head->peer;
  report.tls = head->tls;
  report.time_usec = time_usec;
  mcp_transport_report_exchange_head (owner, &report);

  for (guint i = 0; i + 1 < list->len; i += 2)
    if (!mcp_header_value_is_valid (list->pdata[i + 1]))
      mcp_transport_report_violation (owner, exchange, "header-value", list->pdata[i]);
}

static gint64
since (gint64  started_usec,
       guint64 usec)
{
  return usec == 0 ? -1 : MAX ((gint64) usec - started_usec, 0);
}

/**
 * mcp_http_fill_timings:
 * @message: a request with %SOUP_MESSAGE_COLLECT_METRICS
 * @started_usec: when its exchange began
 * @timings: (out): what libsoup knows; -1 for what did not happen
 *
 * Reads when an exchange got how far.
 */
void
mcp_http_fill_timings (SoupMessage        *message,
                       gint64              started_usec,
                       McpExchangeTimings *timings)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (message);
  guint64 connect_end = soup_message_metrics_get_connect_end (metrics);
  guint64 tls_start = soup_message_metrics_get_tls_start (metrics);
  guint64 response_start = soup_message_metrics_get_response_start (metrics);

  timings->resolved_usec = since (started_usec, soup_message_metrics_get_dns_end (metrics));
  /* libsoup's end of connecting has the handshake in it. */
  timings->connected_usec = since (started_usec, tls_start != 0 ? tls_start : connect_end);
  timings->secured_usec = tls_start != 0 ? since (started_usec, connect_end) : -1;
  timings->first_byte_usec = since (started_usec, response_start);
}

/**
 * mcp_http_describe:
 * @kind: a transport: "HTTP+SSE"
 * @uri: where its server is
 *
 * Says what a connection is, without what may be secret in the address.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_http_describe (const char *kind,
                   GUri       *uri)
{
  if (g_uri_get_port (uri) > 0)
    return g_strdup_printf ("%s · %s:%d", kind, g_uri_get_host (uri), g_uri_get_port (uri));

  return g_strdup_printf ("%s · %s", kind, g_uri_get_host (uri));
}
