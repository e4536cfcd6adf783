/* mcp-metrics-endpoint.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-server.h"
#include "mcp-metrics-endpoint.h"

#define PATH         "/metrics"
#define CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"
#define PROTOBUF     "application/vnd.google.protobuf"
#define PROTOBUF_TYPE PROTOBUF "; proto=io.prometheus.client.MetricFamily; encoding=delimited"

/* Who collects figures comes with one request at a time. */
#define MAX_CONNECTIONS 64
#define PATIENCE_MSEC   (60 * 1000)

struct _McpMetricsEndpoint
{
  GObject        parent_instance;

  McpMetrics    *metrics;
  McpHttpServer *server;  /* (nullable) */
  char         **hosts;   /* that Host may name */
  char          *url;
};

G_DEFINE_FINAL_TYPE (McpMetricsEndpoint, mcp_metrics_endpoint, G_TYPE_OBJECT)

static void
mcp_metrics_endpoint_finalize (GObject *object)
{
  McpMetricsEndpoint *self = MCP_METRICS_ENDPOINT (object);

  g_clear_pointer (&self->server, mcp_http_server_free);
  g_clear_object (&self->metrics);
  g_strfreev (self->hosts);
  g_free (self->url);

  G_OBJECT_CLASS (mcp_metrics_endpoint_parent_class)->finalize (object);
}

static void
mcp_metrics_endpoint_class_init (McpMetricsEndpointClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_metrics_endpoint_finalize;
}

/* Whether the one who asks would rather have that than text. */
static gboolean
wants_protobuf (SoupServerMessage *message)
{
  const char *accept = soup_message_headers_get_list (soup_server_message_get_request_headers (message), "Accept");
  GSList *types = accept != NULL ? soup_header_parse_quality_list (accept, NULL) : NULL;
  gboolean wants = FALSE;

  /* The best first. */
  for (GSList *link = types; link != NULL; link = link->next)
    {
      const char *type = link->data;

      if (g_str_has_prefix (type, "text/plain") || g_str_has_prefix (type, "*/*"))
        break;
      wants = g_str_has_prefix (type, PROTOBUF) && strstr (type, "io.prometheus.client.MetricFamily") != NULL
              && strstr (type, "delimited") != NULL;
      if (wants)
        break;
    }
  soup_header_free_list (types);

  return wants;
}

static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text,
        gpointer           user_data)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_COPY, line, strlen (line));
}

static void
handle (SoupServerMessage *message,
        const char        *path,
        gpointer           user_data)
{
  McpMetricsEndpoint *self = user_data;
  const char *method = soup_server_message_get_method (message);
  char *text;

  if (!g_str_equal (path, PATH))
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  if (!g_str_equal (method, "GET") && !g_str_equal (method, "HEAD"))
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow", "GET, HEAD");
      soup_server_message_set_status (message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
      return;
    }

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  if (wants_protobuf (message))
    {
      g_autoptr (GBytes) bytes = mcp_metrics_dup_protobuf (self->metrics);

      soup_message_headers_set_content_type (soup_server_message_get_response_headers (message), PROTOBUF_TYPE, NULL);
      if (g_bytes_get_size (bytes) > 0)
        soup_message_body_append_bytes (soup_server_message_get_response_body (message), bytes);
      return;
    }

  text = mcp_metrics_dup_text (self->metrics);
  soup_server_message_set_response (message, CONTENT_TYPE, SOUP_MEMORY_TAKE, text, strlen (text));
}

static void
mcp_metrics_endpoint_init (McpMetricsEndpoint *self)
{
}

/* Without a host it is this machine alone: who wants others to come says so, as in 0.0.0.0:9464. */
static GSocketAddress *
parse_address (const char  *text,
               GError     **error)
{
  const char *colon = strrchr (text, ':');
  const char *port_text = colon != NULL ? colon + 1 : text;
  g_autofree char *host = colon != NULL && colon > text ? g_strndup (text, colon - text) : g_strdup ("127.0.0.1");
  g_autofree char *bare = NULL;
  g_autoptr (GInetAddress) inet = NULL;
  guint64 port;

  if (host[0] == '[' && g_str_has_suffix (host, "]"))
    bare = g_strndup (host + 1, strlen (host) - 2);
  inet = g_str_equal (host, "localhost") ? g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4)
                                         : g_inet_address_new_from_string (bare != NULL ? bare : host);
  if (inet == NULL || !g_ascii_string_to_unsigned (port_text, 10, 0, G_MAXUINT16, &port, NULL))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is no address to listen at, such as 127.0.0.1:9464"), text);
      return NULL;
    }

  return g_inet_socket_address_new (inet, port);
}

/* Others come only to where others were let in. */
static gboolean
is_for_others (GSocketAddress *address)
{
  return !g_inet_address_get_is_loopback (
    g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
}

/**
 * mcp_metrics_endpoint_new:
 * @metrics: what to serve
 * @address: where to listen: address and port; port 0 for any free one, no address for 127.0.0.1
 * @allowed: (nullable): hosts that a request may name beside this computer's own
 * @error: %MCP_ERROR_USAGE: it is no address; %MCP_ERROR_NETWORK: nothing can listen there
 *
 * Serves metrics until it is freed.
 *
 * Returns: (transfer full) (nullable): the endpoint
 */
McpMetricsEndpoint *
mcp_metrics_endpoint_new (McpMetrics          *metrics,
                          const char          *address,
                          const char * const  *allowed,
                          GError             **error)
{
  g_autoptr (McpMetricsEndpoint) self = g_object_new (MCP_TYPE_METRICS_ENDPOINT, NULL);
  g_autoptr (GSocketAddress) wanted = parse_address (address, error);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autofree char *where = NULL;
  g_autoptr (GError) cause = NULL;
  McpHttpServerRules rules = {
    "Sounder", MAX_CONNECTIONS, PATIENCE_MSEC,
    .refuse = refuse, .handle = handle,
  };

  if (wanted == NULL)
    return NULL;

  self->metrics = g_object_ref (metrics);
  self->hosts = mcp_own_host_dup_names (allowed);
  rules.hosts = (McpOwnHosts) { (const char * const *) self->hosts, is_for_others (wanted) };
  self->server = mcp_http_server_new (&rules, wanted, self, &cause);
  if (self->server == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_NETWORK, "%s: %s", address, cause->message);
      return NULL;
    }
  effective = g_inet_socket_address_new (
    g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (wanted)),
    mcp_http_server_get_port (self->server));
  where = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (effective));
  self->url = g_strdup_printf ("http://%s" PATH, where);

  return g_steal_pointer (&self);
}

const char *
mcp_metrics_endpoint_get_url (McpMetricsEndpoint *self)
{
  g_return_val_if_fail (MCP_IS_METRICS_ENDPOINT (self), NULL);

  return self->url;
}
