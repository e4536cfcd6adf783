/* mcp-server-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-profile.h"
#include "mcp-server-link.h"

/*
 * Links that offer a server: `sounder:add?…`, and what documentation has for Cursor and VS Code
 * behind our scheme. Anybody can write one, and a web page can open it: it is read here and shown,
 * and does nothing by itself.
 */

#define SCHEME "sounder:"

/* What a link says, decoded. */
typedef struct
{
  char *name;
  char *url;
  char *config;
} Parts;

static void
parts_clear (Parts *self)
{
  g_free (self->name);
  g_free (self->url);
  g_free (self->config);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

G_GNUC_PRINTF (2, 3)
static gboolean
fail (GError     **error,
      const char  *format,
      ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (MCP_ERROR, MCP_ERROR_CONFIG, format, arguments));
  va_end (arguments);

  return FALSE;
}

/* A word of the link for an error: short, whatever it is. */
static char *
dup_word (const char *text,
          gsize       length)
{
  return g_strndup (text, MIN (length, 40));
}

/* In %XX; a plus is a plus, as base64 has it. */
static char *
decode (const char  *what,
        const char  *text,
        gsize        length,
        GError     **error)
{
  g_autofree char *decoded = g_uri_unescape_segment (text, text + length, NULL);

  if (decoded != NULL && g_utf8_validate (decoded, -1, NULL))
    return g_steal_pointer (&decoded);

  fail (error, _("“%s” in the link is not encoded correctly"), what);

  return NULL;
}

/* Of either alphabet, with or without its padding. */
static char *
decode_base64 (const char  *text,
               GError     **error)
{
  gsize length = strlen (text);
  g_autofree char *padded = NULL;
  g_autofree guchar *decoded = NULL;
  gsize size = 0;

  while (length > 0 && text[length - 1] == '=')
    length--;
  padded = g_strndup (text, length + 3);
  for (gsize i = 0; i < length; i++)
    {
      padded[i] = text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i];
      if (!g_ascii_isalnum (padded[i]) && padded[i] != '+' && padded[i] != '/')
        length = 0;
    }
  if (length % 4 != 1 && length > 0)
    {
      memset (padded + length, '=', (4 - length % 4) % 4);
      padded[length + (4 - length % 4) % 4] = '\0';
      decoded = g_base64_decode (padded, &size);
    }

  if (size > 0 && memchr (decoded, '\0', size) == NULL && g_utf8_validate ((char *) decoded, size, NULL))
    return g_strndup ((char *) decoded, size);

  fail (error, _("“config” in the link is neither JSON nor base64 of it"));

  return NULL;
}

static gboolean
is_object (const char *json)
{
  return mcp_json_validate (json, -1, NULL) && mcp_json_get_type (json, strlen (json)) == MCP_JSON_OBJECT;
}

/* A name is one line that says something. */
static gboolean
check_name (char    **name,
            GError  **error)
{
  g_strstrip (*name);
  for (const char *p = *name; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isprint (g_utf8_get_char (p)))
      return fail (error, _("“name” in the link has a character that cannot be shown"));

  return **name != '\0' || fail (error, _("“name” in the link is empty"));
}

static char **
find_part (Parts      *parts,
           const char *key,
           gsize       length)
{
  const struct { const char *key; char **value; } known[] = {
    { "name", &parts->name }, { "url", &parts->url }, { "config", &parts->config },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i].key) == length && memcmp (known[i].key, key, length) == 0)
      return known[i].value;

  return NULL;
}

static gboolean
read_parameter (Parts       *parts,
                const char  *text,
                gsize        length,
                GError     **error)
{
  const char *equals = memchr (text, '=', length);
  gsize key_length = equals != NULL ? (gsize) (equals - text) : length;
  g_autofree char *key = dup_word (text, key_length);
  char **value = find_part (parts, text, key_length);

  if (value == NULL)
    return fail (error, _("“%s” in the link is not known: it may have “name”, and “url” or “config”"), key);
  if (*value != NULL)
    return fail (error, _("“%s” is in the link twice"), key);
  if (equals == NULL)
    return fail (error, _("“%s” in the link has no value"), key);

  *value = decode (key, equals + 1, length - key_length - 1, error);

  return *value != NULL;
}

static gboolean
read_parameters (Parts       *parts,
                 const char  *query,
                 GError     **error)
{
  const char *end = query + strlen (query);

  while (query < end)
    {
      const char *next = memchr (query, '&', end - query);

      if (next == NULL)
        next = end;
      if (!read_parameter (parts, query, next - query, error))
        return FALSE;
      query = next + 1;
    }

  if (parts->name != NULL && !check_name (&parts->name, error))
    return FALSE;
  if ((parts->url != NULL) == (parts->config != NULL))
    return fail (error, parts->url != NULL ? _("The link has both “url” and “config”")
                                           : _("The link has neither “url” nor “config”"));

  return TRUE;
}

/* VS Code has the server itself behind the question mark, with its name in it. */
static char *
read_object (const char  *query,
             GError     **error)
{
  g_autofree char *server = decode ("config", query, strlen (query), error);
  g_autofree char *name_json = NULL;
  g_autofree char *name = NULL;
  g_autofree char *inputs = NULL;
  GString *out;

  if (server == NULL)
    return NULL;
  if (!is_object (server))
    {
      fail (error, _("What the link says is no valid JSON object"));
      return NULL;
    }

  name_json = mcp_json_edit_get (server, "name");
  if (name_json == NULL || mcp_json_get_type (name_json, strlen (name_json)) != MCP_JSON_STRING)
    {
      fail (error, _("The server in the link has no “name”"));
      return NULL;
    }
  name = mcp_json_dup_string (name_json, strlen (name_json));
  if (!check_name (&name, error))
    return NULL;

  inputs = mcp_json_edit_get (server, "inputs");
  mcp_json_edit_set (&server, "name", NULL);
  mcp_json_edit_set (&server, "inputs", NULL);
  out = g_string_new ("{");
  mcp_json_append_member (out, "inputs", inputs);
  g_string_append (out, inputs != NULL ? ",\"servers\":{" : "\"servers\":{");
  mcp_json_append_member (out, name, server);
  g_string_append (out, "}}");

  return g_string_free (out, FALSE);
}

/* A server, and not servers by name. */
static gboolean
is_server (const char *object)
{
  static const char *const addresses[] = { "command", "url", "httpUrl", "serverUrl" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autofree char *value = mcp_json_edit_get (object, addresses[i]);

      if (value != NULL && mcp_json_get_type (value, strlen (value)) == MCP_JSON_STRING)
        return TRUE;
    }

  return FALSE;
}

static char *
name_server (const char *name,    /* (nullable) */
             const char *server)
{
  GString *out;

  if (name == NULL || !is_server (server))
    return g_strdup (server);

  out = g_string_new ("{\"mcpServers\":{");
  mcp_json_append_member (out, name, server);
  g_string_append (out, "}}");

  return g_string_free (out, FALSE);
}

static char *
read_query (const char  *query,
            GError     **error)
{
  g_auto (Parts) parts = { NULL, };
  g_autofree char *server = NULL;

  if (*query == '{' || g_ascii_strncasecmp (query, "%7B", 3) == 0)
    return read_object (query, error);

  if (!read_parameters (&parts, query, error))
    return NULL;

  if (parts.url != NULL)
    {
      g_autoptr (GString) out = g_string_new ("{");

      if (!mcp_profile_check_url (parts.url, error))
        return NULL;
      mcp_json_append_member_string (out, "url", parts.url);
      g_string_append_c (out, '}');

      return name_server (parts.name, out->str);
    }

  server = parts.config[strspn (parts.config, " \t\r\n")] == '{' ? g_steal_pointer (&parts.config)
                                                                 : decode_base64 (parts.config, error);
  if (server == NULL)
    return NULL;
  if (!is_object (server))
    {
      fail (error, _("“config” in the link is no valid JSON object"));
      return NULL;
    }

  return name_server (parts.name, server);
}

/* A page knows nothing of an environment, and is to get at nothing in it: what is asked for is all. */
static gboolean
check_variables (const char  *json,
                 GError     **error)
{
  for (const char *p = strchr (json, '$'); p != NULL; p = strchr (p + 1, '$'))
    if (p[1] == '{' && !g_str_has_prefix (p, "${input:"))
      return fail (error, _("The link says “${…}” of something else than “${input:…}”"));
  /* As opencode has it. */
  if (strstr (json, "{env:") != NULL)
    return fail (error, _("The link says “${…}” of something else than “${input:…}”"));

  /* The same, spelled so that it is not seen: “$”, “{”, “:” and letters. */
  for (const char *p = strstr (json, "\\u00"); p != NULL; p = strstr (p + 1, "\\u00"))
    {
      int high = g_ascii_xdigit_value (p[4]);
      int low = high >= 0 ? g_ascii_xdigit_value (p[5]) : -1;
      char character = low >= 0 ? (char) (high * 16 + low) : '\0';

      if (g_ascii_isalpha (character) || (character != '\0' && strchr ("${:", character) != NULL))
        return fail (error, _("The link hides a “$” or a “{”"));
    }

  return TRUE;
}

static gboolean
check_path (const char  *path,
            gsize        length,
            GError     **error)
{
  static const char *const known[] = { "add", "mcp/install", "anysphere.cursor-deeplink/mcp/install" };
  g_autofree char *word = dup_word (path, length);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i]) == length && memcmp (known[i], path, length) == 0)
      return TRUE;

  return fail (error, _("The link is for “%s”, which is not known: it may be for “add”"), word);
}

gboolean
mcp_server_link_is (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);

  return g_ascii_strncasecmp (text, SCHEME, strlen (SCHEME)) == 0;
}

/**
 * mcp_server_link_read:
 * @link: a link
 *
 * Reads the server that a link offers, `sounder:add?url=…`, `sounder:add?name=…&config=…`, or as
 * Cursor and VS Code have it. What is not known in it is refused.
 *
 * Returns: (transfer full): the server as JSON for mcp_client_read_text(); or %NULL with %MCP_ERROR_CONFIG
 */
char *
mcp_server_link_read (const char  *link,
                      GError     **error)
{
  g_autofree char *json = NULL;
  const char *path;
  const char *query;
  gsize length;

  g_return_val_if_fail (link != NULL, NULL);

  length = strnlen (link, MCP_SERVER_LINK_MAX_BYTES + 1);
  if (length > MCP_SERVER_LINK_MAX_BYTES)
    {
      fail (error, _("The link is too long: more than %u KiB"), (guint) (MCP_SERVER_LINK_MAX_BYTES / 1024));
      return NULL;
    }
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isgraph (link[i]) || link[i] == '#')
      {
        fail (error, _("The link has a character that no such link has, at byte %zu"), i + 1);
        return NULL;
      }
  if (!mcp_server_link_is (link))
    {
      fail (error, _("A link for Sounder begins with “sounder:”"));
      return NULL;
    }

  path = link + strlen (SCHEME);
  for (guint i = 0; i < 2 && *path == '/'; i++)
    path++;
  query = memchr (path, '?', link + length - path);
  length = query != NULL ? (gsize) (query - path) : strlen (path);
  if (length > 0 && path[length - 1] == '/')
    length--;
  if (!check_path (path, length, error))
    return NULL;
  if (query == NULL || query[1] == '\0')
    {
      fail (error, _("The link says no server"));
      return NULL;
    }

  json = read_query (query + 1, error);
  if (json == NULL || !check_variables (json, error))
    return NULL;

  return g_steal_pointer (&json);
}
