/* demo-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"

/* Small things that tools, resources and prompts have in common. */

char *
demo_string (const char *params,
             const char *path)
{
  return mcp_json_lookup_string (params, strlen (params), path);
}

gint64
demo_int (const char *params,
          const char *path,
          gint64      fallback,
          gint64      min,
          gint64      max)
{
  gint64 value;

  if (!mcp_json_lookup_int64 (params, strlen (params), path, &value))
    value = fallback;

  return CLAMP (value, min, max);
}

/* Answers tools/call with one text. */
void
demo_reply_text (DemoServer *self,
                 McpId      *id,
                 gboolean    is_error,
                 const char *format,
                 ...)
{
  g_autofree char *text = NULL;
  g_autofree char *result = NULL;
  GString *json = g_string_new ("{\"content\":[{\"type\":\"text\"");
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  mcp_json_append_member_string (json, "text", text);
  g_string_append (json, "}]");
  if (is_error)
    g_string_append (json, ",\"isError\":true");
  g_string_append_c (json, '}');
  result = g_string_free (json, FALSE);
  demo_server_reply (self, id, result);
}

/* Answers a list request with one page (server/utilities/pagination). */
void
demo_reply_page (DemoServer         *self,
                 McpId              *id,
                 const char         *params,
                 const char         *member,
                 const char * const *items,
                 guint               n_items)
{
  g_autofree char *cursor = demo_string (params, "cursor");
  g_autofree char *result = NULL;
  guint start = 0;
  GString *json;
  McpSpan span;

  if (mcp_json_lookup (params, strlen (params), "cursor", &span))
    {
      if (cursor == NULL || !g_str_has_prefix (cursor, "from-")
          || (start = strtoul (cursor + strlen ("from-"), NULL, 10)) == 0 || start >= n_items)
        {
          demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown cursor: %s",
                                   cursor != NULL ? cursor : "no text");
          return;
        }
    }

  json = g_string_new ("{");
  mcp_json_append_key (json, member);
  g_string_append_c (json, '[');
  for (guint i = start; i < MIN (start + DEMO_PAGE_SIZE, n_items); i++)
    {
      if (i > start)
        g_string_append_c (json, ',');
      g_string_append (json, items[i]);
    }
  g_string_append_c (json, ']');

  if (start + DEMO_PAGE_SIZE < n_items)
    {
      g_autofree char *next = g_strdup_printf ("from-%u", start + DEMO_PAGE_SIZE);

      mcp_json_append_member_string (json, "nextCursor", next);
    }

  g_string_append_c (json, '}');
  result = g_string_free (json, FALSE);
  demo_server_reply (self, id, result);
}

/* The member of an icons array that is a drawing in a data: URI. */
static void
append_icon (GString    *json,
             guint       shape,
             guint32     colour,
             const char *theme)
{
  g_autofree char *png = demo_media_icon (shape, colour);
  g_autofree char *src = g_strconcat ("data:image/png;base64,", png, NULL);

  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "src", src);
  mcp_json_append_member_string (json, "mimeType", "image/png");
  mcp_json_append_member (json, "sizes", "[\"32x32\"]");
  if (theme != NULL)
    mcp_json_append_member_string (json, "theme", theme);
  g_string_append_c (json, '}');
}

/* An icons array: the same drawing for light and for dark backgrounds; @on_dark 0 for one that does for both. */
char *
demo_icons (guint   shape,
            guint32 on_light,
            guint32 on_dark)
{
  GString *json = g_string_new ("[");

  append_icon (json, shape, on_light, on_dark != 0 ? "light" : NULL);
  if (on_dark != 0)
    {
      g_string_append_c (json, ',');
      append_icon (json, shape, on_dark, "dark");
    }
  g_string_append_c (json, ']');

  return g_string_free (json, FALSE);
}
