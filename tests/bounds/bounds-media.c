/* bounds-media.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bounds.h"
#include "mcp-media.h"
#include "mcp-playable.h"

/* Pictures, sounds and videos, as far as they are looked into here. */
void
bounds_run_media (const char *data,
                  gsize       length)
{
  g_autoptr (GBytes) file = g_bytes_new_static (data, length);
  g_autoptr (GBytes) stripped = NULL;
  guint width;
  guint height;

  mcp_playable_get_suffix (MCP_PLAYABLE_VIDEO, file);
  mcp_playable_get_suffix (MCP_PLAYABLE_SOUND, file);
  mcp_media_is_svg (file);
  if (mcp_media_read_picture_size (file, &width, &height))
    stripped = mcp_media_strip_picture (file);
}

#define REPEAT(name, head, part)                                                                   \
  static void name (GString *out, gsize n)                                                         \
  {                                                                                                \
    g_string_append_len (out, head, sizeof head - 1);                                              \
    while (out->len < n)                                                                           \
      g_string_append_len (out, part, sizeof part - 1);                                            \
  }

#define FTYP "\0\0\0\x0c" "ftypisom"

REPEAT (empty_boxes, FTYP, "\0\0\0\x08" "free")
REPEAT (large_boxes, FTYP, "\0\0\0\x01" "free\0\0\0\0\0\0\0\x10")
REPEAT (heads, FTYP, "\0\0\0\x08" "moov")
REPEAT (head, FTYP "\0\0\0\0" "moov", "rmrcmor")
REPEAT (gif_blocks, "GIF89a\x02\x00\x03\x00\x00\x00\x00", "\x21\xf9\x01\x00\x00")
REPEAT (jpeg_scans, "\xff\xd8\xff\xc0\x00\x11\x08\x00\x10\x00\x10", "\xff\xda\x00\x02")
REPEAT (png_chunks, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x02\0\0\0crc.", "\0\0\0\0IDATcrc.")
REPEAT (svg_text, "<svg>", "<g>")

const BoundsFamily bounds_media[] = {
  { "empty-boxes", empty_boxes },
  { "large-boxes", large_boxes },
  { "heads", heads },
  { "head", head },
  { "gif-blocks", gif_blocks },
  { "jpeg-scans", jpeg_scans },
  { "png-chunks", png_chunks },
  { "svg-text", svg_text },
  { NULL }
};
