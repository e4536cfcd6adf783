/* fuzz-sse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-sse-parser.h"

/*
 * However an event stream is cut into chunks, the items are the same; the data lies in the item's
 * bytes; nothing over the cap is held.
 */

static void
drain (McpSseParser *parser,
       gsize         cap_bytes,
       GString      *out)
{
  McpSseItem item;

  while (mcp_sse_parser_next (parser, &item))
    {
      gsize size;
      const char *raw = g_bytes_get_data (item.raw, &size);

      g_assert_cmpuint (item.data_offset, <=, size);
      g_assert_cmpuint (item.data_length, <=, size - item.data_offset);
      if (item.joined)
        g_assert_cmpuint (item.total_bytes, ==, item.data_offset);
      else if (!item.oversized)
        g_assert_cmpuint (item.total_bytes, ==, size);
      else
        g_assert_cmpuint (item.total_bytes, >, size);
      if (cap_bytes > 0)
        {
          g_assert_cmpuint (item.joined ? item.data_offset : size, <=, cap_bytes);
          g_assert_cmpint (item.total_bytes > cap_bytes, ==, item.oversized);
        }
      g_assert_true (item.event == NULL || g_utf8_validate (item.event, -1, NULL));
      g_assert_true (item.id == NULL || g_utf8_validate (item.id, -1, NULL));

      g_string_append_printf (out, "%d %d %d %d %d %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT " %s|%s ",
                              item.kind, item.has_data, item.joined, item.has_id, item.has_retry,
                              item.oversized, item.retry_msec, item.total_bytes,
                              item.data_offset, item.data_length, item.event, item.id);
      g_string_append_len (out, raw, size);
      mcp_sse_item_clear (&item);
    }
}

static GString *
parse (const char *text,
       gsize       length,
       gsize       cap_bytes,
       guint       step)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (cap_bytes);
  GString *out = g_string_new (NULL);

  for (gsize at = 0; at < length; at += step)
    {
      gsize n = MIN (step, length - at);
      g_autofree char *chunk = g_memdup2 (text + at, n);

      mcp_sse_parser_push (parser, chunk, n, 0);
      drain (parser, cap_bytes, out);
      g_assert_cmpuint (mcp_sse_parser_get_pending (parser), <=, at + n);
    }
  mcp_sse_parser_finish (parser);
  drain (parser, cap_bytes, out);
  g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, 0);

  return out;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *text = (const char *) data;
  gsize cap_bytes;
  GString *whole;

  if (size < 2)
    return 0;

  /* The first byte chooses the cap. */
  cap_bytes = data[0] % 60;
  text++;
  size--;
  whole = parse (text, size, cap_bytes, size);

  for (guint step = 1; step <= 7; step += 2)
    {
      GString *chunked = parse (text, size, cap_bytes, step);

      g_assert_cmpmem (whole->str, whole->len, chunked->str, chunked->len);
      g_string_free (chunked, TRUE);
    }
  g_string_free (whole, TRUE);

  return 0;
}
