/* mcp-address-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-address-check"

#include "config.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-summary.h"

/* Han is written together with kana, hangul and bopomofo: one family. */
static GUnicodeScript
family_of (gunichar c)
{
  GUnicodeScript script = g_unichar_get_script (c);

  switch ((int) script)
    {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_HANGUL:
    case G_UNICODE_SCRIPT_BOPOMOFO:
      return G_UNICODE_SCRIPT_HAN;

    default:
      return script;
    }
}

/* Letters of several scripts within one label of a host: “pаypal” with a Cyrillic а. */
static gboolean
mixes_scripts (const char *host)
{
  GUnicodeScript seen = G_UNICODE_SCRIPT_COMMON;

  for (const char *p = host; *p != '\0'; p = g_utf8_next_char (p))
    {
      GUnicodeScript script = family_of (g_utf8_get_char (p));

      if (*p == '.')
        seen = G_UNICODE_SCRIPT_COMMON;
      else if (script != G_UNICODE_SCRIPT_COMMON && script != G_UNICODE_SCRIPT_INHERITED)
        {
          if (seen != G_UNICODE_SCRIPT_COMMON && seen != script)
            return TRUE;
          seen = script;
        }
    }

  return FALSE;
}

static void
take (GStrvBuilder *warnings,
      char         *text)
{
  g_strv_builder_add (warnings, text);
  g_free (text);
}

static void
check_host (const char   *host,
            GStrvBuilder *warnings)
{
  g_autofree char *unicode = g_hostname_to_unicode (host);
  g_autofree char *ascii = g_hostname_to_ascii (host);

  if (g_hostname_is_ip_address (host))
    {
      g_strv_builder_add (warnings, _("The host is a number, not a name."));
      return;
    }
  if (unicode == NULL || ascii == NULL)
    {
      g_strv_builder_add (warnings, _("The host is not a valid name."));
      return;
    }

  if (g_hostname_is_ascii_encoded (host) && strcmp (unicode, host) != 0)
    take (warnings,
          g_strdup_printf (_("The host is written in Punycode. It stands for “%s”."), unicode));
  else if (g_hostname_is_non_ascii (host))
    take (warnings, g_strdup_printf (_("The host has letters that may look like others. Its true "
                                       "name is “%s”."),
                                     ascii));
  if (mixes_scripts (unicode))
    g_strv_builder_add (warnings, _("The host mixes letters of several scripts: such names are "
                                    "made to look like another."));
}

gboolean
mcp_address_is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return g_ascii_strcasecmp (host, "localhost") == 0
         || (address != NULL && g_inet_address_get_is_loopback (address));
}

/**
 * mcp_address_check:
 * @url: an address of a server's
 * @host: (out) (transfer full) (nullable): its host as it stands there
 * @can_open: (out): whether it is a web address, the only kind that is ever opened
 *
 * Looks an address over before the person consents (client/elicitation, safe URL handling).
 * Nothing is looked up or fetched.
 *
 * Returns: (transfer full): translated sentences on what speaks against it; none is good
 */
GStrv
mcp_address_check (const char  *url,
                   char       **host,
                   gboolean    *can_open)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();
  /* The host as it stands there: GUri would write it in Punycode itself. */
  g_autoptr (GUri) uri =
    g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_NON_DNS, NULL);
  g_autofree char *visible = mcp_format_visible (url, -1, FALSE);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  const char *name = uri != NULL ? g_uri_get_host (uri) : NULL;
  gboolean is_secure = g_strcmp0 (scheme, "https") == 0;

  *host = name != NULL && *name != '\0' ? g_strdup (name) : NULL;
  *can_open = *host != NULL && (is_secure || g_strcmp0 (scheme, "http") == 0);

  if (uri == NULL || *host == NULL)
    g_strv_builder_add (warnings, _("This is not an address of a web page."));
  else if (!*can_open)
    take (warnings, g_strdup_printf (_("The scheme is “%s”. Only http and https are opened."),
                                     scheme));
  else if (!is_secure && !mcp_address_is_loopback (name))
    g_strv_builder_add (warnings, _("The connection would not be encrypted (http)."));

  if (uri != NULL && g_uri_get_userinfo (uri) != NULL)
    g_strv_builder_add (warnings, _("There is a name or a password in front of the host: what "
                                    "stands before “@” is not where it leads."));
  if (*host != NULL && !mcp_address_is_loopback (name))
    check_host (name, warnings);
  if (strcmp (visible, url) != 0)
    g_strv_builder_add (warnings, _("There are characters in it that cannot be seen."));

  return g_strv_builder_end (warnings);
}
