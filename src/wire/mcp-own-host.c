/* mcp-own-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-own-host.h"

static gboolean
has_name (const char * const *names, /* (nullable) */
          const char         *host)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (g_ascii_strcasecmp (host, names[i]) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
allows_host (const McpOwnHosts *self,
             const char        *host,
             gboolean           addresses)
{
  static const char * const own[] = { "localhost", "::1", NULL };
  gboolean is_address = g_hostname_is_ip_address (host);

  return has_name (own, host) || has_name (self->names, host)
         || (is_address && (addresses || g_str_has_prefix (host, "127.")));
}

char **
mcp_own_host_dup_names (const char * const *others)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, g_get_host_name ());
  for (guint i = 0; others != NULL && others[i] != NULL; i++)
    g_strv_builder_add (builder, others[i]);

  return g_strv_builder_end (builder);
}

/**
 * mcp_own_host_allows:
 * @self: the names that are let in
 * @authority: the value of Host: a host, and perhaps a port
 *
 * Returns: whether the host is the whole of it, and one that is let in
 */
gboolean
mcp_own_host_allows (const McpOwnHosts *self,
                     const char        *authority)
{
  g_autofree char *url = g_strconcat ("http://", authority, "/", NULL);
  g_autoptr (GUri) uri = NULL;

  /* What does not belong there would begin another part of an address. */
  if (authority[0] == '\0' || strpbrk (authority, "/\\?#@ \t") != NULL)
    return FALSE;

  uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);

  return uri != NULL && g_uri_get_host (uri) != NULL
         && allows_host (self, g_uri_get_host (uri), self->addresses);
}

/**
 * mcp_own_host_allows_origin:
 * @self: the names that are let in
 * @origin: the value of Origin (RFC 6454 section 7)
 *
 * An address in digits has pages of the web as well: it is let in only by its name.
 */
gboolean
mcp_own_host_allows_origin (const McpOwnHosts *self,
                            const char        *origin)
{
  g_autoptr (GUri) uri = g_uri_parse (origin, G_URI_FLAGS_NONE, NULL);

  return uri != NULL && g_uri_get_host (uri) != NULL
         && allows_host (self, g_uri_get_host (uri), FALSE);
}
