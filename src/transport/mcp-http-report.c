/* mcp-http-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-http-report"

#include "config.h"

#include <string.h>

#include "mcp-header-value.h"
#include "mcp-http-client.h"
#include "mcp-http-report.h"
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
 * mcp_http_report_start:
 * @owner: who has the sink
 * @message: a request that libsoup has added its own headers to
 * @start: exchange, purpose, ticket, resumes and time; the rest is filled in for the call
 *
 * Reports that an exchange has begun.
 */
void
mcp_http_report_start (McpTransport     *owner,
                       SoupMessage      *message,
                       McpExchangeStart *start)
{
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr (GPtrArray) list = list_headers (headers);
  g_autofree char *url = g_uri_to_string (soup_message_get_uri (message));

  if (soup_message_headers_get_list (headers, "Host") == NULL)
    {
      g_ptr_array_insert (list, 0, g_strdup ("Host"));
      g_ptr_array_insert (list, 1, dup_host_header (message));
    }
  g_ptr_array_add (list, NULL);

  start->method = soup_message_get_method (message);
  start->url = url;
  start->headers = (McpHeaderList) list->pdata;
  mcp_transport_report_exchange_started (owner, start);
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

/**
 * mcp_http_report_head:
 * @owner: who has the sink
 * @message: a request that has a status line and headers now
 * @exchange: its number
 *
 * Reports status and headers of an answer, and headers that cannot be.
 */
void
mcp_http_report_head (McpTransport *owner,
                      SoupMessage  *message,
                      guint         exchange)
{
  g_autoptr (McpTransport) hold = g_object_ref (owner);
  g_autoptr (GPtrArray) list = list_headers (soup_message_get_response_headers (message));
  g_autofree char *peer = mcp_http_dup_peer (message);
  g_autofree char *tls = mcp_http_dup_tls (message);
  McpExchangeHead head = { 0 };

  g_ptr_array_add (list, NULL);
  head.exchange = exchange;
  head.status = soup_message_get_status (message);
  head.reason = soup_message_get_reason_phrase (message);
  head.http_version = get_http_version (message);
  head.headers = (McpHeaderList) list->pdata;
  head.peer = peer;
  head.tls = tls;
  head.time_usec = g_get_monotonic_time ();
  mcp_transport_report_exchange_head (owner, &head);

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
