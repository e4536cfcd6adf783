/* mcp-address-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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

/* What looks like a mark that ends a host, or a part of it. */
static gboolean
is_like_separator (gunichar c)
{
  static const gunichar alike[] = {
    0x0589, 0x05c3, 0x06d4, 0x0701, 0x0702, 0x2024, 0x2044, 0x2215, 0x2236, 0x27cb, 0x29f8,
    0x2cc6, 0x2e31, 0x3002, 0x30fb, 0x3033, 0x4e36, 0xa789, 0xa4f8, 0xfe19, 0xfe52, 0xfe55,
    0xfe68, 0xfe6b, 0xff03, 0xff0e, 0xff0f, 0xff1a, 0xff1f, 0xff20, 0xff3c, 0xff61, 0xff65,
  };

  for (guint i = 0; i < G_N_ELEMENTS (alike); i++)
    if (c == alike[i])
      return TRUE;

  return FALSE;
}

/* Whether it is written so that it looks like another. */
static gboolean
is_deceptive_host (const char *host)
{
  g_autofree char *visible = mcp_format_exact (host, -1);
  g_autofree char *unicode = g_hostname_to_unicode (host);

  if (strcmp (visible, host) != 0 || mixes_scripts (unicode != NULL ? unicode : host))
    return TRUE;
  for (const char *p = host; *p != '\0'; p = g_utf8_next_char (p))
    if (is_like_separator (g_utf8_get_char (p)))
      return TRUE;
  for (const char *p = unicode; p != NULL && *p != '\0'; p = g_utf8_next_char (p))
    if (is_like_separator (g_utf8_get_char (p)))
      return TRUE;

  return FALSE;
}

/* Those with letters that look like Latin ones. */
static gboolean
is_like_latin (GUnicodeScript script)
{
  return script == G_UNICODE_SCRIPT_CYRILLIC || script == G_UNICODE_SCRIPT_GREEK
         || script == G_UNICODE_SCRIPT_ARMENIAN || script == G_UNICODE_SCRIPT_CHEROKEE
         || script == G_UNICODE_SCRIPT_COPTIC || script == G_UNICODE_SCRIPT_LISU;
}

gboolean
mcp_address_mixes_scripts (const char *text)
{
  gboolean latin = FALSE;
  gboolean other = FALSE;

  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      GUnicodeScript script = g_unichar_get_script (c);

      if (!g_unichar_isalnum (c) && !g_unichar_ismark (c))
        latin = other = FALSE;
      latin = latin || script == G_UNICODE_SCRIPT_LATIN;
      other = other || is_like_latin (script);
      if (latin && other)
        return TRUE;
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

/* @written is what stands in the address, @host what that means. */
static void
check_host (const char   *written,
            const char   *host,
            GStrvBuilder *warnings)
{
  g_autofree char *unicode = g_hostname_to_unicode (host);

  if (g_hostname_is_ip_address (host))
    {
      g_strv_builder_add (warnings, _("The host is a number, not a name."));
      return;
    }
  if (unicode == NULL)
    return;

  if (g_hostname_is_non_ascii (written))
    take (warnings, g_strdup_printf (_("The host is written “%s”, with letters that may look like "
                                       "others. Its true name is “%s”."),
                                     unicode, host));
  else if (g_hostname_is_ascii_encoded (host))
    take (warnings,
          g_strdup_printf (_("The host is written in Punycode. It stands for “%s”."), unicode));
  if (mixes_scripts (unicode))
    g_strv_builder_add (warnings, _("The host mixes letters of several scripts: such names are "
                                    "made to look like another."));
}

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

/**
 * mcp_address_dup_inet:
 * @host: a host as an address has it
 *
 * Reads a host that is a number.
 *
 * Returns: (transfer full) (nullable): the address, of IPv4 where it is one that is written as IPv6; %NULL
 *   for a name
 */
GInetAddress *
mcp_address_dup_inet (const char *host)
{
  g_autoptr (GInetAddress) read = g_inet_address_new_from_string (host);

  return read != NULL ? dup_mapped (read) : NULL;
}

/* Whether it leads into a private network, by what is written alone: nothing is looked up. */
gboolean
mcp_address_is_private (const char *host)
{
  static const char * const suffixes[] = { ".local", ".internal", ".lan", ".home", ".home.arpa", ".intranet", ".corp" };
  g_autoptr (GInetAddress) address = mcp_address_dup_inet (host);

  if (address != NULL)
    return g_inet_address_get_is_site_local (address) || is_other_private (address);
  if (strchr (host, '.') == NULL && strchr (host, ':') == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (host, suffixes[i]))
      return TRUE;

  return FALSE;
}

/**
 * mcp_address_parse:
 * @url: the address of a server
 * @flags: how to read it
 *
 * Reads an address as g_uri_parse() does. Host and port of "tcp:HOST:PORT" are such, with or without two
 * slashes before them.
 *
 * Returns: (transfer full) (nullable): its parts, or %NULL with an error of %G_URI_ERROR
 */
GUri *
mcp_address_parse (const char  *url,
                   GUriFlags    flags,
                   GError     **error)
{
  g_autofree char *written = NULL;

  if (g_ascii_strncasecmp (url, "tcp:", 4) != 0 || g_str_has_prefix (url + 4, "//"))
    return g_uri_parse (url, flags, error);

  written = g_strconcat ("tcp://", url + 4, NULL);

  return g_uri_parse (written, flags, error);
}

gboolean
mcp_address_is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return g_ascii_strcasecmp (host, "localhost") == 0
         || (address != NULL && g_inet_address_get_is_loopback (address));
}

/* RFC 3986 section 2: what may stand anywhere in a URI. Other letters come as percent-encoded UTF-8. */
static gboolean
has_only_uri_characters (const char *url)
{
  for (const char *p = url; *p != '\0'; p++)
    {
      if (*p == '%' && !(g_ascii_isxdigit (p[1]) && g_ascii_isxdigit (p[2])))
        return FALSE;
      if (g_ascii_isalnum (*p) || (*p & 0x80) != 0 || *p == '%'
          || strchr ("-._~:/?#[]@!$&'()*+,;=", *p) != NULL)
        continue;
      return FALSE;
    }

  return g_utf8_validate (url, -1, NULL);
}

/* (nullable): the host as it is written, without percent-encoding */
static char *
dup_written_host (const char *url)
{
  g_autoptr (GUri) uri = mcp_address_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS, NULL);
  const char *coded = uri != NULL ? g_uri_get_host (uri) : NULL;

  return coded != NULL ? g_uri_unescape_string (coded, NULL) : NULL;
}

/**
 * mcp_address_is_deceptive:
 * @url: the address of a server
 *
 * Gets whether its host is written so that it looks like another: with letters of several scripts,
 * with what looks like a dot, a slash or another mark, or with what cannot be seen.
 */
gboolean
mcp_address_is_deceptive (const char *url)
{
  g_autofree char *host = dup_written_host (url);

  return host != NULL && is_deceptive_host (host);
}

/**
 * mcp_address_dup_shown:
 * @url: the address of a server
 *
 * Writes a host that looks like another in Punycode.
 *
 * Returns: (transfer full): the address
 */
char *
mcp_address_dup_shown (const char *url)
{
  g_autofree char *host = dup_written_host (url);
  g_autofree char *ascii =
    host != NULL && is_deceptive_host (host) ? g_hostname_to_ascii (host) : NULL;
  const char *found = ascii != NULL ? strstr (url, host) : NULL;

  if (found == NULL)
    return g_strdup (url);

  return g_strdup_printf ("%.*s%s%s", (int) (found - url), url, ascii, found + strlen (host));
}

/* A part of an IPv4 address as browsers read it: decimal, octal or hexadecimal. */
static gboolean
read_ipv4_part (const char *text,
                guint64    *number)
{
  gboolean is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  gboolean is_octal = !is_hex && text[0] == '0' && text[1] != '\0';
  const char *digits = is_hex ? text + 2 : text;
  char *end;

  if (*text == '\0')
    return FALSE;
  if (is_hex && *digits == '\0')
    {
      *number = 0;
      return TRUE;
    }
  if (!g_ascii_isxdigit (*digits))
    return FALSE;

  *number = g_ascii_strtoull (digits, &end, is_hex ? 16 : is_octal ? 8 : 10);

  return *end == '\0' && *number <= G_MAXUINT32;
}

/*
 * What a browser takes a host for that ends in a number: an IPv4 address, also with fewer than four
 * parts (WHATWG URL, host parsing). NULL for one that is none at all.
 */
static char *
read_ipv4 (char **labels,
           guint  n)
{
  guint64 address = 0;

  if (n > 4)
    return NULL;

  for (guint i = 0; i < n; i++)
    {
      guint rest = 32 - 8 * (n - 1);
      guint64 number;

      if (!read_ipv4_part (labels[i], &number)
          || number >> (i + 1 < n ? 8 : rest) != 0)
        return NULL;
      address = i + 1 < n ? address << 8 | number : address << rest | number;
    }

  return g_strdup_printf ("%u.%u.%u.%u", (guint) (address >> 24) & 255,
                          (guint) (address >> 16) & 255, (guint) (address >> 8) & 255,
                          (guint) address & 255);
}

/*
 * The host that a browser reaches: in ASCII and small letters, numbers as the address they are.
 * NULL for one that programs read in different ways, or that is none.
 */
static char *
dup_reached_host (const char *host)
{
  g_autofree char *ascii = NULL;
  g_autofree char *lower = NULL;
  g_auto (GStrv) labels = NULL;
  const char *last;
  guint n;

  if (strchr (host, ':') != NULL)
    return g_hostname_is_ip_address (host) && strchr (host, '%') == NULL ? g_ascii_strdown (host, -1)
                                                                     : NULL;

  ascii = g_hostname_to_ascii (host);
  if (ascii == NULL)
    return NULL;
  lower = g_ascii_strdown (ascii, -1);
  if (strspn (lower, "abcdefghijklmnopqrstuvwxyz0123456789-._") != strlen (lower))
    return NULL;

  labels = g_strsplit (lower, ".", -1);
  n = g_strv_length (labels);
  if (n > 1 && *labels[n - 1] == '\0')
    g_clear_pointer (&labels[--n], g_free);
  for (guint i = 0; i < n; i++)
    if (*labels[i] == '\0')
      return NULL;

  last = labels[n - 1];
  if (g_ascii_isdigit (*last)
      && (strspn (last, "0123456789") == strlen (last) || g_str_has_prefix (last, "0x")))
    return read_ipv4 (labels, n);

  return g_steal_pointer (&lower);
}

static char *
escape (const char *part)
{
  return part != NULL ? g_uri_escape_string (part, ":/?#[]@!$&'()*+,;=%", FALSE) : NULL;
}

/* The address as one string that all programs read alike. */
static char *
serialise (GUri       *uri,
           const char *host)
{
  g_autofree char *userinfo = escape (g_uri_get_userinfo (uri));
  g_autofree char *path = escape (g_uri_get_path (uri));
  g_autofree char *query = escape (g_uri_get_query (uri));
  g_autofree char *fragment = escape (g_uri_get_fragment (uri));

  return g_uri_join (G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS, g_uri_get_scheme (uri), userinfo,
                     host, g_uri_get_port (uri), *path != '\0' ? path : "/", query, fragment);
}

/* RFC 3986 section 3.2.1 has no second “@”, which programs take for the first or for the last. */
static gboolean
is_clear (GUri *uri)
{
  const char *userinfo = g_uri_get_userinfo (uri);

  return userinfo == NULL || strpbrk (userinfo, "@[]/?#") == NULL;
}

/**
 * mcp_address_check:
 * @url: an address of a server's
 * @host: (out) (transfer full) (nullable): the host that a browser would go to
 * @opened: (out) (transfer full) (nullable): what may be given to a browser: the address written in
 *   the one way that all programs read alike; %NULL for what is no web address, or one that RFC 3986
 *   does not allow, of which programs make different things
 *
 * Looks an address over before the person consents (client/elicitation, safe URL handling).
 * Nothing is looked up or fetched.
 *
 * Returns: (transfer full): translated sentences on what speaks against it; none is good
 */
GStrv
mcp_address_check (const char  *url,
                   char       **host,
                   char       **opened)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();
  gboolean allowed = has_only_uri_characters (url);
  g_autoptr (GUri) uri =
    allowed ? mcp_address_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS, NULL) : NULL;
  g_autofree char *visible = mcp_format_visible (url, -1, FALSE);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  const char *coded = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autofree char *name = coded != NULL ? g_uri_unescape_string (coded, NULL) : NULL;
  gboolean is_secure = g_strcmp0 (scheme, "https") == 0;
  gboolean is_web = is_secure || g_strcmp0 (scheme, "http") == 0;

  *host = NULL;
  *opened = NULL;

  if (name != NULL && *name != '\0' && is_clear (uri))
    *host = dup_reached_host (name);
  if (*host != NULL && is_web)
    *opened = serialise (uri, *host);

  if (!allowed)
    g_strv_builder_add (warnings, _("There are characters in it that no address may have. Programs "
                                    "make different things of it, so it is not opened."));
  else if (coded == NULL || *coded == '\0')
    g_strv_builder_add (warnings, _("This is not an address of a web page."));
  else if (*host == NULL)
    g_strv_builder_add (warnings, _("The host is not a valid name."));
  else if (!is_web)
    take (warnings, g_strdup_printf (_("The scheme is “%s”. Only http and https are opened."),
                                     scheme));
  else if (!is_secure && !mcp_address_is_loopback (*host))
    g_strv_builder_add (warnings, _("The connection would not be encrypted (http)."));

  if (uri != NULL && g_uri_get_userinfo (uri) != NULL)
    g_strv_builder_add (warnings, _("There is a name or a password in front of the host: what "
                                    "stands before “@” is not where it leads."));
  if (*host != NULL && !mcp_address_is_loopback (*host))
    check_host (name, *host, warnings);
  if (strcmp (visible, url) != 0)
    g_strv_builder_add (warnings, _("There are characters in it that cannot be seen."));

  return g_strv_builder_end (warnings);
}
