/* mcp-inline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-inline-private.h"
#include "mcp-json.h"

/* Appends valid JSON as a value of that style. */
void
mcp_inline_append (GString              *out,
                   const McpInlineStyle *style,
                   const char           *json,
                   gsize                 length)
{
  McpJsonIter iter;
  McpSpan key, value;
  gboolean is_first = TRUE;

  if (mcp_json_get_type (json, length) == MCP_JSON_STRING)
    {
      g_autofree char *string = mcp_json_dup_string (json, length);

      style->append_string (out, string);
      return;
    }
  if (!mcp_json_iter_init (&iter, json, length))
    {
      g_string_append_len (out, json, length);
      return;
    }

  g_string_append_c (out, iter.is_object ? '{' : '[');
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!style->has_null && mcp_json_get_type (json + value.offset, value.length) == MCP_JSON_NULL)
        continue;
      g_string_append (out, !is_first ? ", " : iter.is_object ? style->padding : "");
      is_first = FALSE;
      if (iter.is_object)
        {
          g_autofree char *name = mcp_json_dup_string (json + key.offset, key.length);

          style->append_key (out, name);
          g_string_append (out, style->assign);
        }
      mcp_inline_append (out, style, json + value.offset, value.length);
    }
  if (iter.is_object && !is_first)
    g_string_append (out, style->padding);
  g_string_append_c (out, iter.is_object ? '}' : ']');
}
