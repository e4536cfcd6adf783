/* mcp-auth-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-url.h"
#include "mcp-error.h"

/* Of an address, in an error. */
#define SHOWN_BYTES 120

static GError *
new_error (const char *url,
           const char *reason)
{
  g_autofree char *shown = g_utf8_make_valid (url, strnlen (url, SHOWN_BYTES));

  return g_error_new (MCP_ERROR, MCP_ERROR_AUTH, _("“%s” cannot be used: %s"), shown, reason);
}

static const char *
default_port (GUri *uri)
{
  return g_str_equal (g_uri_get_scheme (uri), "https") ? "443" : "80";
}

static int
get_port (GUri *uri)
{
  return g_uri_get_port (uri) != -1 ? g_uri_get_port (uri) : atoi (default_port (uri));
}

gboolean
mcp_auth_address_is_private (GInetAddress *address)
{
  gsize size = g_inet_address_get_native_size (address);
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_is_loopback (address) || g_inet_address_get_is_any (address)
      || g_inet_address_get_is_link_local (address) || g_inet_address_get_is_site_local (address)
      || g_inet_address_get_is_multicast (address))
    return TRUE;

  if (size == 16)
    {
      static const guint8 mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

      if (memcmp (bytes, mapped, sizeof mapped) == 0)
        {
          g_autoptr (GInetAddress) inner = g_inet_address_new_from_bytes (bytes + 12,
                                                                          G_SOCKET_FAMILY_IPV4);

          return mcp_auth_address_is_private (inner);
        }

      return (bytes[0] & 0xfe) == 0xfc; /* fc00::/7 */
    }

  /* 0/8, 100.64/10 and 255/8: RFC 6890. */
  return bytes[0] == 0 || bytes[0] == 255 || (bytes[0] == 100 && (bytes[1] & 0xc0) == 64);
}

gboolean
mcp_auth_url_is_loopback (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);

  return host != NULL && g_ascii_strcasecmp (host, "localhost") == 0;
}

gboolean
mcp_auth_url_names_private (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  if (address != NULL)
    return mcp_auth_address_is_private (address);

  return host != NULL
         && (g_ascii_strcasecmp (host, "localhost") == 0 || g_str_has_suffix (host, ".localhost"));
}

/**
 * mcp_auth_url_parse:
 * @url: an address that a server or a user named
 * @allow_http: whether TLS may be missing where it is not this machine
 *
 * Reads an address that something is sent to. OAuth 2.1 section 1.5 wants TLS; MCP lets this
 * machine do without (basic/authorization, Communication Security).
 *
 * Returns: (transfer full): it, or %NULL with %MCP_ERROR_AUTH
 */
GUri *
mcp_auth_url_parse (const char  *url,
                    gboolean     allow_http,
                    GError     **error)
{
  g_autoptr (GUri) uri = NULL;
  const char *scheme;

  if (strlen (url) > MCP_AUTH_MAX_URL_BYTES)
    {
      g_propagate_error (error, new_error (url, _("it is too long")));
      return NULL;
    }

  for (const char *p = url; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p) || strchr ("\"<>\\^`{|}", *p) != NULL)
      {
        g_propagate_error (error,
                           new_error (url, _("it has characters that no address has")));
        return NULL;
      }

  uri = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_SCHEME_NORMALIZE,
                     NULL);
  scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  if (scheme == NULL || (!g_str_equal (scheme, "https") && !g_str_equal (scheme, "http"))
      || g_uri_get_host (uri) == NULL || g_uri_get_host (uri)[0] == '\0')
    {
      g_propagate_error (error, new_error (url, _("it is not an https address")));
      return NULL;
    }
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_propagate_error (error, new_error (url, _("it has a user name in it")));
      return NULL;
    }
  if (g_str_equal (scheme, "http") && !allow_http && !mcp_auth_url_is_loopback (uri))
    {
      g_propagate_error (error, new_error (url, _("it is not protected by TLS (https)")));
      return NULL;
    }

  return g_steal_pointer (&uri);
}

GUri *
mcp_auth_url_parse_named (const char  *url,
                          gboolean     allow_http,
                          gboolean     allow_private,
                          GError     **error)
{
  g_autoptr (GUri) uri = mcp_auth_url_parse (url, allow_http, error);

  if (uri == NULL || allow_private || !mcp_auth_url_names_private (uri))
    return g_steal_pointer (&uri);

  g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH,
               _("%s is an address of this machine or a local network, and the server is not"), url);

  return NULL;
}

gboolean
mcp_auth_url_same_origin (GUri *a,
                          GUri *b)
{
  return g_ascii_strcasecmp (g_uri_get_scheme (a), g_uri_get_scheme (b)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && get_port (a) == get_port (b);
}

char *
mcp_auth_url_dup_origin (GUri *uri)
{
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  gboolean is_ipv6 = strchr (host, ':') != NULL;
  int port = g_uri_get_port (uri);

  if (port == -1 || port == atoi (default_port (uri)))
    return g_strdup_printf (is_ipv6 ? "%s://[%s]" : "%s://%s", g_uri_get_scheme (uri), host);

  return g_strdup_printf (is_ipv6 ? "%s://[%s]:%d" : "%s://%s:%d", g_uri_get_scheme (uri), host,
                          port);
}

/**
 * mcp_auth_url_dup_resource:
 * @uri: where the server is
 *
 * Gets the canonical URI of a server (basic/authorization, Canonical Server URI).
 *
 * Returns: (transfer full): it
 */
char *
mcp_auth_url_dup_resource (GUri *uri)
{
  g_autofree char *origin = mcp_auth_url_dup_origin (uri);
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);

  return g_strconcat (origin, g_str_equal (path, "/") ? "" : path, query != NULL ? "?" : NULL,
                      query, NULL);
}

char *
mcp_auth_url_dup_resource_of (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

  return uri != NULL && g_uri_get_host (uri) != NULL ? mcp_auth_url_dup_resource (uri) : NULL;
}

gboolean
mcp_auth_url_covers (GUri *resource,
                     GUri *server)
{
  const char *above = g_uri_get_path (resource);
  const char *path = g_uri_get_path (server);
  gsize length = strlen (above);

  if (!mcp_auth_url_same_origin (resource, server))
    return FALSE;

  if (length > 0 && above[length - 1] == '/')
    length--;

  return strncmp (path, above, length) == 0
         && (path[length] == '\0' || path[length] == '/');
}

gboolean
mcp_auth_url_differs_by_slash (const char *a,
                               const char *b,
                               gboolean    is_root)
{
  const char *shorter = strlen (a) < strlen (b) ? a : b;
  const char *longer = shorter == a ? b : a;
  gsize length = strlen (shorter);
  g_autoptr (GUri) uri = NULL;

  if (strlen (longer) != length + 1 || longer[length] != '/' || strncmp (a, b, length) != 0)
    return FALSE;

  uri = g_uri_parse (shorter, G_URI_FLAGS_ENCODED, NULL);

  return uri != NULL && g_uri_get_host (uri) != NULL && g_uri_get_query (uri) == NULL
         && g_uri_get_fragment (uri) == NULL && (g_uri_get_path (uri)[0] == '\0') == is_root;
}

char *
mcp_auth_url_well_known (GUri       *uri,
                         const char *name,
                         gboolean    with_path)
{
  g_autofree char *origin = mcp_auth_url_dup_origin (uri);
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);

  if (!with_path)
    return g_strconcat (origin, "/.well-known/", name, NULL);

  return g_strconcat (origin, "/.well-known/", name, g_str_equal (path, "/") ? "" : path,
                      query != NULL ? "?" : NULL, query, NULL);
}

/**
 * mcp_auth_url_list_server_metadata:
 * @issuer: the identity of an authorization server
 *
 * Lists where its metadata may be (basic/authorization, Authorization Server Metadata Discovery).
 *
 * Returns: (transfer full): addresses in the order to ask
 */
GStrv
mcp_auth_url_list_server_metadata (GUri *issuer)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *origin = mcp_auth_url_dup_origin (issuer);
  g_autofree char *path = g_strdup (g_uri_get_path (issuer));
  g_autofree char *oauth = NULL;
  g_autofree char *oidc = NULL;

  while (g_str_has_suffix (path, "/"))
    path[strlen (path) - 1] = '\0';
  oauth = g_strconcat (origin, "/.well-known/oauth-authorization-server", path, NULL);
  oidc = g_strconcat (origin, "/.well-known/openid-configuration", path, NULL);
  g_strv_builder_add_many (builder, oauth, oidc, NULL);
  if (path[0] != '\0')
    {
      g_autofree char *appended = g_strconcat (origin, path, "/.well-known/openid-configuration",
                                               NULL);

      g_strv_builder_add (builder, appended);
    }

  return g_strv_builder_end (builder);
}
