/* fuzz-splitter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-line-splitter.h"

/* However a stream is cut into chunks, the lines are the same, and no byte is lost. */

static void
drain (McpLineSplitter *splitter,
       GString         *out,
       guint64         *n_bytes)
{
  McpLine line;

  while (mcp_line_splitter_next (splitter, &line))
    {
      gsize length;
      const char *bytes = g_bytes_get_data (line.bytes, &length);

      g_string_append_printf (out, "%d %d %" G_GUINT64_FORMAT " ", line.end, line.oversized,
                              line.total_bytes);
      g_string_append_len (out, bytes, length);
      *n_bytes += line.total_bytes + (line.end == MCP_LINE_END_LF ? 1 :
                                      line.end == MCP_LINE_END_CRLF ? 2 : 0);
      mcp_line_clear (&line);
    }
}

static GString *
split (const char *text,
       gsize       length,
       gsize       cap_bytes,
       guint       step)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (cap_bytes);
  GString *out = g_string_new (NULL);
  guint64 n_bytes = 0;

  for (gsize at = 0; at < length; at += step)
    {
      gsize n = MIN (step, length - at);
      g_autofree char *chunk = g_memdup2 (text + at, n);

      mcp_line_splitter_push (splitter, chunk, n, 0);
      drain (splitter, out, &n_bytes);
      g_assert_cmpuint (n_bytes + mcp_line_splitter_get_pending (splitter), ==, at + n);
    }
  mcp_line_splitter_finish (splitter);
  drain (splitter, out, &n_bytes);
  g_assert_cmpuint (n_bytes, ==, length);

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
  cap_bytes = data[0] % 40;
  text++;
  size--;
  whole = split (text, size, cap_bytes, size);

  for (guint step = 1; step <= 7; step += 2)
    {
      GString *chunked = split (text, size, cap_bytes, step);

      g_assert_cmpmem (whole->str, whole->len, chunked->str, chunked->len);
      g_string_free (chunked, TRUE);
    }
  g_string_free (whole, TRUE);

  return 0;
}
