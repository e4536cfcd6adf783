/* mcp-meta.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-meta"

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-meta.h"

/**
 * mcp_meta_add:
 * @params: (nullable): the params of a request, a JSON object
 * @members: keys and their values as JSON, in turn, %NULL at the end
 *
 * Adds members to the `_meta` of params. No other token changes, and a key that is there stays as
 * it is: who writes a request by hand means what they write.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_meta_add (const char         *params,
              const char * const *members)
{
  gsize length = params != NULL ? strlen (params) : 0;
  GString *json = g_string_new (NULL);
  g_autoptr (GString) added = g_string_new (NULL);
  McpSpan meta = { 0 };
  gboolean has_meta = length > 0 && mcp_json_edit_find (params, length, "_meta", &meta)
                      && params[meta.offset] == '{';

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
    return g_string_append (json, params), g_string_free (json, FALSE);

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
 * mcp_meta_find:
 * @text: a JSON object: params, a result, a tool
 * @length: its length in bytes
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
