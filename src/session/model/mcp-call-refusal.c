/* mcp-call-refusal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-json.h"

/* Writes the leaves of a capability object as paths: "sampling, elicitation.url". */
static void
append_capabilities (GString    *out,
                     const char *prefix,
                     const char *text,
                     gsize       length,
                     guint       depth)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (*text != '{' || depth > 3 || !mcp_json_iter_init (&iter, text, length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *path = g_strconcat (prefix, *prefix != '\0' ? "." : "", name, NULL);

      if (text[value.offset] == '{' && mcp_json_count (text + value.offset, value.length) > 0)
        append_capabilities (out, path, text + value.offset, value.length, depth + 1);
      else
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", path);
    }
}

/* What an error that answers a request says; also which capabilities a server misses (2026-07-28, basic). */
char *
mcp_call_describe_refusal (McpMessage *answer)
{
  const McpScan *scan = mcp_message_get_scan (answer);
  g_autoptr (GBytes) object = mcp_message_get_part (answer, scan->error);
  g_autofree char *message = mcp_message_dup_error_message (answer);
  g_autoptr (GString) missing = g_string_new (NULL);
  gint64 code = 0;
  gsize length;
  const char *text = g_bytes_get_data (object, &length);
  McpSpan span;

  if (message == NULL || *message == '\0')
    {
      g_free (message);
      message = g_strdup (_("the server gave no message"));
    }

  mcp_message_get_error_code (answer, &code);
  if (code == MCP_RPC_MISSING_CAPABILITY
      && mcp_json_lookup (text, length, "data.requiredCapabilities", &span))
    append_capabilities (missing, "", text + span.offset, span.length, 0);
  if (missing->len == 0)
    return g_steal_pointer (&message);

  return g_strdup_printf (_("%s (the server needs a client with %s)"), message, missing->str);
}
