/* mcp-risk-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-risk-private.h"

/* What is the matter with the address of a server. Nothing is looked up: a public name may lead anywhere. */

/* @grade is that of looking. */
static const char *
describe_address (const char   *host,
                  McpRiskGrade *grade)
{
  g_autoptr (GInetAddress) address = mcp_address_dup_inet (host);

  if (address == NULL)
    return NULL;
  if (g_inet_address_get_is_loopback (address) || g_inet_address_get_is_any (address))
    {
      *grade = MCP_RISK_PLAIN;
      return _("Leads to a program on this computer.");
    }
  if (g_inet_address_get_is_link_local (address))
    return _("Leads to a device beside this computer, or to what a cloud tells its machines.");
  if (mcp_address_is_private (host))
    return _("Leads into a private network.");
  if (g_inet_address_get_is_multicast (address))
    return _("Is no address of one machine.");

  return NULL;
}

static const char *
describe_name (const char   *host,
               McpRiskGrade *grade)
{
  if (g_str_equal (host, "localhost") || g_str_has_suffix (host, ".localhost"))
    {
      *grade = MCP_RISK_PLAIN;
      return _("Leads to a program on this computer.");
    }

  return mcp_address_is_private (host) ? _("Leads into a private network.") : NULL;
}

static void
add (GPtrArray   *risks,
     const char  *url,
     const char  *part,   /* (nullable): what is marked of it */
     McpRiskGrade grade,
     const char  *text)
{
  const char *found = part != NULL && *part != '\0' ? strstr (url, part) : NULL;

  if (found != NULL)
    mcp_risk_add (risks, MCP_RISK_URL, 0, found - url, strlen (part), grade, text);
  else
    mcp_risk_add (risks, MCP_RISK_URL, 0, 0, strlen (url), grade, text);
}

/* What a name is that is not written in plain letters. */
static void
check_name (GPtrArray  *risks,
            const char *url,
            const char *written,  /* in @url */
            const char *host)     /* in ASCII */
{
  g_autofree char *name = g_uri_unescape_string (written, NULL);
  g_autofree char *text = NULL;
  gboolean is_plain;

  if (name == NULL || g_hostname_is_ip_address (host))
    return;

  if (strstr (url, name) != NULL)
    written = name;
  is_plain = !g_hostname_is_non_ascii (name) && !g_hostname_is_ascii_encoded (host);
  if (mcp_address_is_deceptive (url))
    add (risks, url, written, MCP_RISK_DANGER, _("Is written so that it looks like another host."));
  if (is_plain)
    return;

  text = g_strdup_printf (_("Is the host “%s”."), host);
  add (risks, url, written, MCP_RISK_LOOK, text);
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
  McpRiskGrade grade = MCP_RISK_LOOK;
  const char *text;

  if (url == NULL)
    return;
  if (strstr (url, "${") != NULL)
    {
      add (risks, url, NULL, MCP_RISK_LOOK, _("Has places that are filled in: where it leads is not known yet."));
      return;
    }

  uri = mcp_address_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS, NULL);
  scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  if (g_strcmp0 (scheme, "unix") == 0)
    {
      add (risks, url, NULL, MCP_RISK_PLAIN, _("Leads to a program on this computer."));
      return;
    }

  unused = mcp_address_check (url, &host, &opened);
  written = uri != NULL ? g_uri_get_host (uri) : NULL;
  if (host == NULL)
    {
      add (risks, url, NULL, MCP_RISK_DANGER, _("Is no address that all programs read alike."));
      return;
    }

  check_name (risks, url, written, host);
  text = describe_address (host, &grade);
  if (text == NULL)
    text = describe_name (host, &grade);
  if (text != NULL)
    add (risks, url, written, grade, text);
  if (!mcp_address_is_loopback (host)
      && (g_str_equal (scheme, "http") || g_str_equal (scheme, "ws") || g_str_equal (scheme, "tcp")))
    add (risks, url, scheme, MCP_RISK_LOOK,
         _("Is not encrypted: whoever is on the way can read and change everything."));
  if (g_uri_get_userinfo (uri) != NULL)
    add (risks, url, g_uri_get_userinfo (uri), MCP_RISK_DANGER,
         _("Has a name or a password in front of the host: what stands before “@” is not where it leads."));
}
