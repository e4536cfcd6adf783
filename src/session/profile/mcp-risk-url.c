/* mcp-risk-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-risk"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-risk-private.h"

/* What is the matter with the address of a server. Nothing is looked up: a public name may lead anywhere. */

/* Of an IPv4 address that is written as one of IPv6. */
static GInetAddress *
dup_mapped (GInetAddress *address)
{
  static const guint8 prefix[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6 && memcmp (bytes, prefix, sizeof prefix) == 0)
    return g_inet_address_new_from_bytes (bytes + sizeof prefix, G_SOCKET_FAMILY_IPV4);

  return g_object_ref (address);
}

/* What GLib has no predicate for: fc00::/7 (RFC 4193) and 100.64.0.0/10 (RFC 6598). */
static gboolean
is_other_private (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6)
    return (bytes[0] & 0xfe) == 0xfc;

  return bytes[0] == 0 || (bytes[0] == 100 && (bytes[1] & 0xc0) == 64);
}

static const char *
describe_address (const char *host)
{
  g_autoptr (GInetAddress) read = g_inet_address_new_from_string (host);
  g_autoptr (GInetAddress) address = read != NULL ? dup_mapped (read) : NULL;

  if (address == NULL)
    return NULL;
  if (g_inet_address_get_is_loopback (address) || g_inet_address_get_is_any (address))
    return _("Leads to a program on this computer.");
  if (g_inet_address_get_is_link_local (address))
    return _("Leads to a device beside this computer, or to what a cloud tells its machines.");
  if (g_inet_address_get_is_site_local (address) || is_other_private (address))
    return _("Leads into a private network.");
  if (g_inet_address_get_is_multicast (address))
    return _("Is no address of one machine.");

  return NULL;
}

static const char *
describe_name (const char *host)
{
  static const char * const suffixes[] = { ".local", ".internal", ".lan", ".home", ".home.arpa", ".intranet", ".corp" };

  if (g_str_equal (host, "localhost") || g_str_has_suffix (host, ".localhost"))
    return _("Leads to a program on this computer.");
  if (strchr (host, '.') == NULL && strchr (host, ':') == NULL)
    return _("Leads into a private network.");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (host, suffixes[i]))
      return _("Leads into a private network.");

  return NULL;
}

static void
add (GPtrArray  *risks,
     const char *url,
     const char *part,   /* (nullable): what is marked of it */
     const char *text)
{
  const char *found = part != NULL && *part != '\0' ? strstr (url, part) : NULL;

  if (found != NULL)
    mcp_risk_add (risks, MCP_RISK_URL, 0, found - url, strlen (part), text);
  else
    mcp_risk_add (risks, MCP_RISK_URL, 0, 0, strlen (url), text);
}

void
mcp_risks_of_url (GPtrArray  *risks,
                  const char *url)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) unused = NULL;
  const char *written;
  const char *scheme;
  const char *text;

  if (url == NULL)
    return;
  if (strstr (url, "${") != NULL)
    {
      add (risks, url, NULL, _("Has places that are filled in: where it leads is not known yet."));
      return;
    }

  uri = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS, NULL);
  scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  if (g_strcmp0 (scheme, "unix") == 0)
    {
      add (risks, url, NULL, _("Leads to a program on this computer."));
      return;
    }

  unused = mcp_address_check (url, &host, &opened);
  written = uri != NULL ? g_uri_get_host (uri) : NULL;
  if (host == NULL)
    {
      add (risks, url, NULL, _("Is no address that all programs read alike."));
      return;
    }

  text = describe_address (host);
  if (text == NULL)
    text = describe_name (host);
  if (text != NULL)
    add (risks, url, written, text);
  if (!mcp_address_is_loopback (host) && (g_str_equal (scheme, "http") || g_str_equal (scheme, "ws")))
    add (risks, url, scheme, _("Is not encrypted: whoever is on the way can read and change everything."));
  if (g_uri_get_userinfo (uri) != NULL)
    add (risks, url, g_uri_get_userinfo (uri),
         _("Has a name or a password in front of the host: what stands before “@” is not where it leads."));
}
