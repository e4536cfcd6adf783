/* mcp-resource-contents.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-resource-contents.h"
#include "mcp-text.h"

/**
 * mcp_resource_contents_dup_bytes:
 * @contents: an element of `contents`, valid JSON
 * @is_binary: (out) (optional): whether it is a blob
 *
 * Gets the bytes that a resource has: its text as UTF-8, or its blob decoded.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL with %MCP_ERROR_INVALID_RESPONSE
 */
GBytes *
mcp_resource_contents_dup_bytes (const char  *contents,
                                 gsize        length,
                                 gboolean    *is_binary,
                                 GError     **error)
{
  gboolean is_object = mcp_json_get_type (contents, length) == MCP_JSON_OBJECT;
  GBytes *text = NULL;
  g_autofree char *blob = NULL;
  gsize n_bytes = 0;
  McpSpan span;

  if (is_object && mcp_json_lookup (contents, length, "text", &span))
    text = mcp_json_dup_bytes (contents + span.offset, span.length);
  if (is_binary != NULL)
    *is_binary = text == NULL;
  if (text != NULL)
    return text;

  if (is_object)
    blob = mcp_json_lookup_string (contents, length, "blob");
  if (blob == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("the content has neither text nor blob"));
      return NULL;
    }
  if (!mcp_text_is_base64 (blob))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("the blob is not base64"));
      return NULL;
    }
  if (*blob != '\0')
    g_base64_decode_inplace (blob, &n_bytes);

  return g_bytes_new_take (g_steal_pointer (&blob), n_bytes);
}
