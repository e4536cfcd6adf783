/* mcp-meta.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-meta.h"

/**
 * mcp_meta_add:
 * @params: (nullable): the params of a request, a JSON object
 * @members: keys and their values as JSON, in turn, %NULL at the end
 *
 * Adds members to the `_meta` of params. No other token changes, and a key that is there stays as
 * it is, as does a `_meta` that is no object: who writes a request by hand means what they write.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_meta_add (const char         *params,
              const char * const *members)
{
  gsize length = params != NULL ? strlen (params) : 0;
  GString *json;
  g_autoptr (GString) added = g_string_new (NULL);
  McpSpan meta = { 0 };
  gboolean has_meta = length > 0 && mcp_json_edit_find (params, length, "_meta", &meta);

  /* A second one would be no better. */
  if (has_meta && params[meta.offset] != '{')
    return g_strdup (params);

  for (guint i = 0; members[i] != NULL; i += 2)
    {
      McpSpan there;

      if (has_meta
          && mcp_json_edit_find (params + meta.offset, meta.length, members[i], &there))
        continue;
      mcp_json_append_member (added, members[i], members[i + 1]);
    }
  /* Written behind a brace or a comma: the writer puts no comma of its own in front of the first. */
  if (added->len == 0 && length > 0)
    return g_strdup (params);

  json = g_string_new (NULL);
  if (has_meta)
    {
      gsize inside = meta.offset + 1;
      gboolean empty = mcp_json_count (params + meta.offset, meta.length) == 0;

      g_string_append_len (json, params, inside);
      g_string_append (json, added->str);
      if (!empty)
        g_string_append_c (json, ',');
      g_string_append (json, params + inside);
    }
  else
    {
      const char *brace = length > 0 ? strrchr (params, '}') : NULL;
      gboolean empty = length == 0 || mcp_json_count (params, length) == 0;

      if (brace != NULL)
        g_string_append_len (json, params, brace - params);
      else
        g_string_append_c (json, '{');
      g_string_append_printf (json, "%s\"_meta\":{", empty ? "" : ",");
      g_string_append (json, added->str);
      g_string_append_c (json, '}');
      g_string_append (json, brace != NULL ? brace : "}");
    }

  return g_string_free (json, FALSE);
}

/**
 * mcp_meta_add_object:
 * @params: (nullable): the params of a request, a JSON object
 * @object: a JSON object
 *
 * Adds the members of an object to the `_meta` of params, as mcp_meta_add() does.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_meta_add_object (const char *params,
                     const char *object)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, object, strlen (object));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_ptr_array_add (members, mcp_json_dup_string (object + key.offset, key.length));
      g_ptr_array_add (members, g_strndup (object + value.offset, value.length));
    }
  g_ptr_array_add (members, NULL);

  return mcp_meta_add (params, (const char *const *) members->pdata);
}

/**
 * mcp_meta_find:
 * @text: a JSON object: params, a result, a tool
 * @key: a key of `_meta`
 * @value: (out): where its value is, from @text on
 *
 * Finds a member of an object's `_meta`. Its keys have dots and slashes and are no paths.
 *
 * Returns: %TRUE if it is there
 */
gboolean
mcp_meta_find (const char *text,
               gsize       length,
               const char *key,
               McpSpan    *value)
{
  McpSpan meta;

  if (length == 0 || !mcp_json_edit_find (text, length, "_meta", &meta)
      || text[meta.offset] != '{'
      || !mcp_json_edit_find (text + meta.offset, meta.length, key, value))
    return FALSE;

  value->offset += meta.offset;

  return TRUE;
}

/* Starts with a letter, ends with a letter or digit, and has hyphens inside at most. */
static gboolean
is_label (const char *text,
          gsize       length)
{
  if (length == 0 || !g_ascii_isalpha (text[0]) || !g_ascii_isalnum (text[length - 1]))
    return FALSE;

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '-')
      return FALSE;

  return TRUE;
}

static gboolean
is_prefix (const char *text,
           gsize       length)
{
  const char *end = text + length;

  for (;;)
    {
      const char *dot = memchr (text, '.', end - text);

      if (!is_label (text, (dot != NULL ? dot : end) - text))
        return FALSE;
      if (dot == NULL)
        return TRUE;
      text = dot + 1;
    }
}

/* May be empty behind a prefix. */
static gboolean
is_name (const char *text)
{
  gsize length = strlen (text);

  if (length == 0)
    return TRUE;
  if (!g_ascii_isalnum (text[0]) || !g_ascii_isalnum (text[length - 1]))
    return FALSE;

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && strchr ("-_.", text[i]) == NULL)
      return FALSE;

  return TRUE;
}

/**
 * mcp_meta_check_key:
 * @key: what may be a key of `_meta`
 *
 * Checks the name of a key: a prefix of labels with dots between them and a slash, which may be
 * missing, and a name (basic, _meta).
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE if it may not be used
 */
gboolean
mcp_meta_check_key (const char  *key,
                    GError     **error)
{
  const char *slash = strchr (key, '/');
  gboolean valid = slash != NULL ? is_prefix (key, slash - key) && is_name (slash + 1)
                                 : *key != '\0' && is_name (key);

  if (!valid)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("“%s” is no key of _meta: a name has letters, digits, “-”, “_” and “.” inside, and "
                   "may have a prefix such as “example.com/”"),
                 key);

  return valid;
}

/**
 * mcp_meta_check:
 * @meta: text that may be the `_meta` of a request
 *
 * Checks that text is a JSON object and its keys may be used, each of them once.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE if it cannot be sent
 */
gboolean
mcp_meta_check (const char  *meta,
                GError     **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) local_error = NULL;
  gsize length = strlen (meta);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_json_validate (meta, length, &local_error))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, local_error->message);
      return FALSE;
    }
  if (!mcp_json_iter_init (&iter, meta, length) || mcp_json_get_type (meta, length) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, _("not a JSON object"));
      return FALSE;
    }

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (meta + key.offset, key.length);

      if (name == NULL || !mcp_meta_check_key (name, error))
        return FALSE;
      if (!g_hash_table_add (seen, g_strdup (name)))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is given twice"), name);
          return FALSE;
        }
    }

  return TRUE;
}
