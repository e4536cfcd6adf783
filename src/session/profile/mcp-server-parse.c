/* mcp-server-parse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-server-list"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-profile-private.h"
#include "mcp-server-list.h"
#include "mcp-variables.h"

/* Servers in the JSON that other clients and their documentation use. */

/*
 * Of the settings that only Sounder knows, those that change nothing of what a server gets or may
 * do. All others are for the person to set, who does not see them when they add a server: whom to
 * trust, whose secrets to send, what to answer, what to hand down, where to write.
 */
static const char * const harmless[] = {
  "era", "group", "health", "inputs", "logLevel", "ping", "progressResets", "protocol", "reconnect",
  "restartOnChange", "secretHeaders", "timeouts", "transport", "waits", NULL,
};

/* What names a server: ours, and what Gemini CLI and Windsurf call the address. */
static const char * const addresses[] = { "command", "url", "httpUrl", "serverUrl", NULL };

static void
append_member (GString    *out,
               const char *text,
               McpSpan     key,
               const char *value,
               gsize       length)
{
  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  g_string_append_len (out, text + key.offset, key.length);
  g_string_append_c (out, ':');
  g_string_append_len (out, value, length);
}

/* The harmless members of "sounder"; the names of the others go to @left_out. */
static char *
keep_harmless (const char *text,
               gsize       length,
               GHashTable *left_out)
{
  GString *out = g_string_new ("{");
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

      if (g_strv_contains (harmless, name))
        append_member (out, text, key, text + value.offset, value.length);
      else
        g_hash_table_add (left_out, g_steal_pointer (&name));
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/* A server's object as somebody else may write it. */
static char *
dup_foreign (const char *text,
             gsize       length,
             GHashTable *left_out)
{
  GString *out;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (left_out == NULL || mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return g_strndup (text, length);

  out = g_string_new ("{");
  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *member = text + value.offset;
      g_autofree char *kept = NULL;

      if (mcp_json_key_equal (text + key.offset, key.length, "sounder")
          && mcp_json_get_type (member, value.length) == MCP_JSON_OBJECT)
        kept = keep_harmless (member, value.length, left_out);
      append_member (out, text, key, kept != NULL ? kept : member,
                     kept != NULL ? strlen (kept) : value.length);
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/* The member that says what is started or reached; (nullable). */
static const char *
find_address (const char *text,
              gsize       length)
{
  McpSpan span;

  for (gsize i = 0; addresses[i] != NULL; i++)
    if (mcp_json_edit_find (text, length, addresses[i], &span))
      return addresses[i];

  return NULL;
}

static gboolean
is_server (const char *text,
           gsize       length)
{
  return find_address (text, length) != NULL;
}

static McpProfile *
read_server (const char  *name,
             const char  *text,
             gsize        length,
             GHashTable  *left_out,
             GError     **error)
{
  g_autofree char *json = dup_foreign (text, length, left_out);
  const char *address = find_address (json, strlen (json));

  if (address != NULL && !g_str_equal (address, "command") && !g_str_equal (address, "url"))
    mcp_json_edit_rename (&json, address, "url");
  if (left_out != NULL && mcp_json_get_type (text, length) == MCP_JSON_OBJECT)
    mcp_profile_auth_list_left_out (text, length, left_out);

  return mcp_profile_new_from_json (name, json, strlen (json), error);
}

static gboolean
append_servers (GPtrArray   *servers,
                const char  *text,
                gsize        length,
                GHashTable  *left_out,
                GError     **error)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      McpProfile *profile = read_server (name, text + value.offset, value.length, left_out, error);

      if (profile == NULL)
        return FALSE;

      g_ptr_array_add (servers, profile);
    }

  return TRUE;
}

/* One server without a name around it. */
static gboolean
append_nameless (GPtrArray   *servers,
                 const char  *text,
                 gsize        length,
                 GHashTable  *left_out,
                 GError     **error)
{
  g_autoptr (McpProfile) profile = read_server (_("Server"), text, length, left_out, error);
  g_autoptr (McpProfile) named = NULL;

  if (profile == NULL)
    return FALSE;

  named = mcp_profile_is_stdio (profile)
            ? mcp_profile_new_for_argv (NULL, mcp_profile_get_argv (profile))
            : mcp_profile_new_for_url (NULL, mcp_profile_get_url (profile));
  mcp_profile_set_name (profile, mcp_profile_get_name (named));
  g_ptr_array_add (servers, g_steal_pointer (&profile));

  return TRUE;
}

/* How VS Code asks for what servers need, beside them. */
static gboolean
adopt_inputs (GPtrArray  *servers,
              const char *text,
              gsize       length)
{
  g_autofree char *inputs = NULL;
  McpSpan value;

  if (!mcp_json_edit_find (text, length, "inputs", &value)
      || mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_ARRAY)
    return TRUE;

  inputs = g_strndup (text + value.offset, value.length);
  for (guint i = 0; i < servers->len; i++)
    mcp_variables_adopt (servers->pdata[i], inputs);

  return TRUE;
}

static gboolean
append_any (GPtrArray   *servers,
            const char  *text,
            gsize        length,
            GHashTable  *left_out,
            GError     **error)
{
  static const char * const containers[] = { "mcpServers", "servers", "context_servers" };
  gboolean are_servers;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("A JSON object with “mcpServers”, “servers” or “command” is expected"));
      return FALSE;
    }

  /* Among all the settings of an editor. */
  if (mcp_json_edit_find (text, length, "mcp", &value)
      && !is_server (text + value.offset, value.length)
      && mcp_json_get_type (text + value.offset, value.length) == MCP_JSON_OBJECT)
    {
      text += value.offset;
      length = value.length;
    }

  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    if (mcp_json_edit_find (text, length, containers[i], &value)
        && !is_server (text + value.offset, value.length))
      {
        if (mcp_json_get_type (text + value.offset, value.length) == MCP_JSON_OBJECT)
          return append_servers (servers, text + value.offset, value.length, left_out, error)
                 && adopt_inputs (servers, text, length);

        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                     _("“%s” must be an object of servers"), containers[i]);
        return FALSE;
      }

  if (is_server (text, length)
      && mcp_json_edit_find (text, length, find_address (text, length), &value)
      && mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_OBJECT)
    return append_nameless (servers, text, length, left_out, error);

  are_servers = mcp_json_count (text, length) > 0;
  mcp_json_iter_init (&iter, text, length);
  while (are_servers && mcp_json_iter_next (&iter, &key, &value))
    are_servers = is_server (text + value.offset, value.length);

  if (are_servers)
    return append_servers (servers, text, length, left_out, error);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("There is no server in this JSON: neither “mcpServers”, “servers”, “command” nor “url”"));

  return FALSE;
}

static char *
join_names (GHashTable *names)
{
  g_autoptr (GList) sorted = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (GList *l = sorted; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", (const char *) l->data);

  return g_string_free (text, text->len == 0);
}

/**
 * mcp_server_list_parse:
 * @json: what somebody pasted, or the content of a file
 * @length: length of @json in bytes, -1 if it ends in NUL
 * @left_out: (out) (transfer full) (nullable) (optional): for servers that are to be kept, the
 *   names of those settings of Sounder’s that were left out, since nobody sees them who says yes to
 *   a server, and of what other clients say about signing in that Sounder has not; %NULL reads all
 *   of them, for a file that is worked with as it is
 *
 * Reads servers from the shapes that are around: `{"mcpServers": {…}}`, `{"servers": {…}}`,
 * `{"context_servers": {…}}`, `{NAME: {"command": …}}`, `NAME: {"command": …}` as documentation shows it, and one server
 * alone, which is named after its program or host. They may stand in `{"mcp": {…}}`, as in the
 * settings of VS Code, and there may be comments and commas behind the last member.
 *
 * Returns: (transfer full) (element-type McpProfile): the servers in their order, maybe none;
 *   or %NULL with %MCP_ERROR_CONFIG
 */
GPtrArray *
mcp_server_list_parse (const char  *json,
                       gssize       length,
                       char       **left_out,
                       GError     **error)
{
  g_autoptr (GPtrArray) servers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (json != NULL, NULL);

  text = length < 0 ? g_strdup (json) : g_strndup (json, length);
  if (g_str_has_prefix (text, "\357\273\277"))
    memmove (text, text + 3, strlen (text + 3) + 1);
  mcp_json_blank_comments (text);
  g_strstrip (text);

  if (text[0] == '"')
    {
      g_autofree char *inside = g_steal_pointer (&text);
      gsize end = strlen (inside);

      /* A piece cut out of a file often ends in the comma before the next one. */
      if (inside[end - 1] == ',')
        inside[end - 1] = '\0';
      text = g_strdup_printf ("{%s}", inside);
    }

  if (!mcp_json_validate (text, -1, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This is no valid JSON: %s"),
                   local_error->message);
      return NULL;
    }

  if (!append_any (servers, text, strlen (text), left_out != NULL ? names : NULL, error))
    return NULL;
  if (left_out != NULL)
    *left_out = join_names (names);

  return g_steal_pointer (&servers);
}
