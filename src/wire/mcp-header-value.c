/* mcp-header-value.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-json.h"

/* As long for every secret: the length of one says something too. */
#define MASK "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2"

static gboolean
is_token (const char *text,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) &&
        (text[i] == '\0' || strchr ("!#$%&'*+-.^_`|~", text[i]) == NULL))
      return FALSE;

  return length > 0;
}

/**
 * mcp_header_name_is_valid:
 * @name: text
 *
 * Checks for what can be the name of a header: a token of RFC 9110, section 5.6.2.
 *
 * Returns: whether it can
 */
gboolean
mcp_header_name_is_valid (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return is_token (name, strlen (name));
}

/**
 * mcp_header_value_is_valid:
 * @value: text
 *
 * Checks for what can be the value of a header (RFC 9110, section 5.5): no control character but
 * the tab, and no space at its ends. An empty value is one.
 *
 * Returns: whether it can
 */
gboolean
mcp_header_value_is_valid (const char *value)
{
  gsize length;

  g_return_val_if_fail (value != NULL, FALSE);

  length = strlen (value);
  for (gsize i = 0; i < length; i++)
    if (g_ascii_iscntrl (value[i]) && value[i] != '\t')
      return FALSE;

  return length == 0 ||
         (strchr (" \t", value[0]) == NULL && strchr (" \t", value[length - 1]) == NULL);
}

/**
 * mcp_header_is_visible_ascii:
 * @value: text
 *
 * Checks for what can be a session id: one or more characters from 0x21 to 0x7E (MCP 2025-11-25,
 * Transports, Session Management).
 *
 * Returns: whether it can
 */
gboolean
mcp_header_is_visible_ascii (const char *value)
{
  g_return_val_if_fail (value != NULL, FALSE);

  for (gsize i = 0; value[i] != '\0'; i++)
    if (!g_ascii_isgraph (value[i]))
      return FALSE;

  return *value != '\0';
}

/* Words of a name, between hyphens or underscores, that only stand for secrets. */
static gboolean
is_secret_word (const char *word)
{
  static const char * const words[] = {
    "auth", "authentication", "authorization", "apikey", "cookie", "credential", "credentials",
    "jwt", "passwd", "password", "secret", "signature", "token",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i]) == 0)
      return TRUE;

  return FALSE;
}

/**
 * mcp_header_is_secret:
 * @name: a header's name, in any case
 *
 * Tells whether the value of a header gives access to something and is not to be shown:
 * `Authorization`, `Cookie`, `MCP-Session-Id`, `X-API-Key` and whatever is called alike. A name
 * that is not known errs on the side of hiding.
 *
 * Returns: whether it is to be masked
 */
gboolean
mcp_header_is_secret (const char *name)
{
  g_auto (GStrv) words = NULL;
  guint n_words;

  g_return_val_if_fail (name != NULL, FALSE);

  /* Words of these say nothing, or the wrong thing. */
  if (g_ascii_strcasecmp (name, "MCP-Session-Id") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (name, "WWW-Authenticate") == 0 ||
      g_ascii_strcasecmp (name, "Proxy-Authenticate") == 0 ||
      g_ascii_strcasecmp (name, "Sec-WebSocket-Key") == 0 ||
      g_ascii_strcasecmp (name, "Idempotency-Key") == 0)
    return FALSE;

  words = g_strsplit_set (name, "-_", -1);
  n_words = g_strv_length (words);
  for (guint i = 0; i < n_words; i++)
    if (is_secret_word (words[i]) || g_ascii_strcasecmp (words[i], "Cookie2") == 0)
      return TRUE;

  return n_words > 0 && g_ascii_strcasecmp (words[n_words - 1], "key") == 0;
}

/* The scheme of credentials, with the space behind it; 0 if there is none that is known. */
static gsize
measure_scheme (const char *value)
{
  static const char * const schemes[] = {
    "Basic ", "Bearer ", "Digest ", "DPoP ", "Negotiate ", "NTLM ", "Token ", "ApiKey ",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strncasecmp (value, schemes[i], strlen (schemes[i])) == 0)
      return strlen (schemes[i]);

  return 0;
}

/**
 * mcp_header_is_hidden:
 * @name: a header's name, in any case
 * @secret_names: (nullable): names of headers whose values were kept secret
 *
 * Tells whether the value of a header is not to be shown: because it came from the keyring,
 * whatever its name is, or because of its name.
 *
 * Returns: whether it is to be masked
 */
gboolean
mcp_header_is_hidden (const char         *name,
                      const char * const *secret_names)
{
  for (gsize i = 0; secret_names != NULL && secret_names[i] != NULL; i++)
    if (g_ascii_strcasecmp (secret_names[i], name) == 0)
      return TRUE;

  return mcp_header_is_secret (name);
}

/**
 * mcp_header_read_secret_names:
 * @http: (array length=length): the "http" object of a recording, valid JSON
 *
 * Reads which headers of a request were kept secret.
 *
 * Returns: (transfer full): their names, maybe none
 */
char **
mcp_header_read_secret_names (const char *http,
                              gsize       length)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;

  if (mcp_json_lookup (http, length, "secretHeaders", &list)
      && mcp_json_get_type (http + list.offset, list.length) == MCP_JSON_ARRAY
      && mcp_json_iter_init (&iter, http + list.offset, list.length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *name = mcp_json_dup_string (http + list.offset + value.offset, value.length);

        if (name != NULL)
          g_strv_builder_add (names, name);
      }

  return g_strv_builder_end (names);
}

/**
 * mcp_header_hide:
 * @value: a header's value
 *
 * Makes a value that can be shown: it is replaced by dots, whose number says nothing; the scheme of
 * credentials stays, "Bearer ••••".
 *
 * Returns: (transfer full): what to show; "" for no value
 */
char *
mcp_header_hide (const char *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (*value == '\0')
    return g_strdup (value);

  return g_strdup_printf ("%.*s" MASK, (int) measure_scheme (value), value);
}

/**
 * mcp_header_mask:
 * @name: a header's name
 * @value: its value
 *
 * Makes a value that can be shown: hidden when the name says that it is a secret.
 *
 * Returns: (transfer full): what to show; a copy of @value if it is no secret
 */
char *
mcp_header_mask (const char *name,
                 const char *value)
{
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  return mcp_header_is_secret (name) ? mcp_header_hide (value) : g_strdup (value);
}

/**
 * mcp_header_parse:
 * @line: a header as people write it, "NAME: VALUE"
 * @name: (out) (transfer full): its name
 * @value: (out) (transfer full): its value without space at the ends
 *
 * Reads a header. Errors never say the value, which may be a secret.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE if it is none; @name and @value are not touched then
 */
gboolean
mcp_header_parse (const char  *line,
                  char       **name,
                  char       **value,
                  GError     **error)
{
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  const char *colon;

  g_return_val_if_fail (line != NULL, FALSE);
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);

  colon = strchr (line, ':');
  if (colon == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("A header has no colon: it is written “Name: Value”"));
      return FALSE;
    }

  left = g_strstrip (g_strndup (line, colon - line));
  right = g_strstrip (g_strdup (colon + 1));

  if (!mcp_header_name_is_valid (left))
    {
      g_autofree char *shown = g_utf8_make_valid (left, -1);

      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("“%s” cannot be the name of a header: letters, digits and hyphens can"),
                   shown);
      return FALSE;
    }

  if (!mcp_header_value_is_valid (right))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("The value of the header “%s” has a control character, such as a line break"),
                   left);
      return FALSE;
    }

  *name = g_steal_pointer (&left);
  *value = g_steal_pointer (&right);

  return TRUE;
}

/**
 * mcp_media_type_of:
 * @content_type: (nullable): the value of a `Content-Type`
 *
 * Gets the media type without its parameters.
 *
 * Returns: (transfer full) (nullable): "text/html", in lower case; %NULL if there is none
 */
char *
mcp_media_type_of (const char *content_type)
{
  g_autofree char *type = NULL;
  const char *slash;

  if (content_type == NULL)
    return NULL;

  type = g_strstrip (g_strndup (content_type, strcspn (content_type, ";")));
  slash = strchr (type, '/');
  if (slash == NULL || !is_token (type, slash - type) || !is_token (slash + 1, strlen (slash + 1)))
    return NULL;

  return g_ascii_strdown (type, -1);
}
