/* mcp-auth-listener.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>

#include "mcp-auth-listener.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-http-server.h"

#define DEFAULT_PATH "/callback"

/* A browser comes once, with what it asks beside that; a preconnection says nothing for a while. */
#define MAX_CONNECTIONS 64
#define PATIENCE_MSEC   (60 * 1000)

struct _McpAuthListener
{
  GObject        parent_instance;

  McpHttpServer *server;        /* (nullable) */
  char          *hosts[2];      /* that of the address, and the end */
  char          *path;
  char          *redirect_uri;
  gboolean       answered;
};

enum { ANSWERED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpAuthListener, mcp_auth_listener, G_TYPE_OBJECT)

static void
mcp_auth_listener_finalize (GObject *object)
{
  McpAuthListener *self = MCP_AUTH_LISTENER (object);

  /* The browser still gets its page: it may have ended us. */
  g_clear_pointer (&self->server, mcp_http_server_free);
  g_free (self->hosts[0]);
  g_free (self->path);
  g_free (self->redirect_uri);

  G_OBJECT_CLASS (mcp_auth_listener_parent_class)->finalize (object);
}

static void
mcp_auth_listener_class_init (McpAuthListenerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_auth_listener_finalize;

  signals[ANSWERED] = g_signal_new ("answered", MCP_TYPE_AUTH_LISTENER, G_SIGNAL_RUN_LAST, 0,
                                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN,
                                    1, G_TYPE_STRING);
}

static void
mcp_auth_listener_init (McpAuthListener *self)
{
}

static void
show_page (SoupServerMessage *message,
           guint              status,
           const char        *title,
           const char        *text)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char *page = g_markup_printf_escaped (
    "<!doctype html><html><head><meta charset=\"utf-8\"><title>%s</title>"
    "<meta name=\"viewport\" content=\"width=device-width\">"
    "<style>:root{color-scheme:light dark}body{font:1.1em system-ui,sans-serif;max-width:30em;"
    "margin:20vh auto;padding:0 1em;text-align:center}</style></head>"
    "<body><h1>%s</h1><p>%s</p></body></html>",
    title, title, text);

  soup_message_headers_replace (headers, "Content-Security-Policy",
                                "default-src 'none'; style-src 'unsafe-inline'");
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Referrer-Policy", "no-referrer");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, page,
                                    strlen (page));
}

static void
refuse (SoupServerMessage *message,
        guint              status,
        const char        *text,
        gpointer           user_data)
{
  show_page (message, status, _("Nothing Is Here"), text);
}

static void
handle (SoupServerMessage *message,
        const char        *path,
        gpointer           user_data)
{
  McpAuthListener *self = user_data;
  const char *text = g_uri_get_query (soup_server_message_get_uri (message));
  gboolean taken = FALSE;

  if (!self->answered && g_str_equal (path, self->path) && text != NULL
      && g_str_equal (soup_server_message_get_method (message), "GET"))
    {
      g_autoptr (McpAuthListener) alive = g_object_ref (self);

      g_signal_emit (self, signals[ANSWERED], 0, text, &taken);
      self->answered = taken;
    }

  if (taken)
    show_page (message, SOUP_STATUS_OK, _("Back to Sounder"),
               _("Sounder has the answer. You may close this page."));
  else
    show_page (message, SOUP_STATUS_NOT_FOUND, _("Nothing Is Here"),
               _("Sounder does not wait for this answer, or has it already."));
}

/* The loopback address that a host means. */
static GInetAddress *
resolve (const char *host)
{
  GInetAddress *address = g_inet_address_new_from_string (host);

  return address != NULL ? address : g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
}

/**
 * mcp_auth_listener_new:
 * @redirect_uri: (nullable): where to listen
 *
 * Listens on the loopback interface.
 *
 * Returns: (transfer full): a listener, or %NULL with %MCP_ERROR_AUTH
 */
McpAuthListener *
mcp_auth_listener_new (const char  *redirect_uri,
                       GError     **error)
{
  g_autoptr (McpAuthListener) self = g_object_new (MCP_TYPE_AUTH_LISTENER, NULL);
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GInetAddress) inet = NULL;
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) cause = NULL;
  McpHttpServerRules rules = {
    "Sounder", MAX_CONNECTIONS, PATIENCE_MSEC,
    .any_origin = TRUE, .refuse = refuse, .handle = handle,
  };
  const char *host = "127.0.0.1";
  int port = -1;

  if (redirect_uri != NULL)
    {
      uri = g_uri_parse (redirect_uri, G_URI_FLAGS_NONE, &cause);
      if (uri == NULL || !g_str_equal (g_uri_get_scheme (uri), "http")
          || !mcp_auth_url_is_loopback (uri))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH,
                       _("“%s” is not an address of this machine"), redirect_uri);
          return NULL;
        }
      host = g_uri_get_host (uri);
      port = g_uri_get_port (uri);
      self->path = g_strdup (g_uri_get_path (uri)[0] != '\0' ? g_uri_get_path (uri) : "/");
    }
  else
    {
      self->path = g_strdup (DEFAULT_PATH);
    }

  inet = resolve (host);
  address = g_inet_socket_address_new (inet, MAX (port, 0));
  self->hosts[0] = g_strdup (host);
  rules.hosts.names = (const char * const *) self->hosts;
  self->server = mcp_http_server_new (&rules, address, self, &cause);
  if (self->server == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH,
                   _("Nothing can listen on this machine for the browser to come back: %s"),
                   cause->message);
      return NULL;
    }

  self->redirect_uri = g_strdup_printf (strchr (host, ':') != NULL ? "http://[%s]:%u%s"
                                                                   : "http://%s:%u%s",
                                        host, mcp_http_server_get_port (self->server), self->path);

  return g_steal_pointer (&self);
}

const char *
mcp_auth_listener_get_redirect_uri (McpAuthListener *self)
{
  return self->redirect_uri;
}
