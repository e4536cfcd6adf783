/* mcp-media.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-media-private.h"
#include "mcp-media.h"

/* Progressive pictures have some ten; each costs as much as the picture has pixels. */
#define MAX_JPEG_SCANS 64
#define SVG_HEAD_BYTES 4096

#define IS_PNG(file) mcp_media_has (file, 0, "\x89PNG\r\n\x1a\n")
#define IS_GIF(file) (mcp_media_has (file, 0, "GIF87a") || mcp_media_has (file, 0, "GIF89a"))
#define IS_JPEG(file) mcp_media_has (file, 0, "\xff\xd8\xff")
#define IS_WEBP(file) (mcp_media_has (file, 0, "RIFF") && mcp_media_has (file, 8, "WEBP"))

static guint
read_le (const guint8 *data,
         guint         n_bytes)
{
  guint value = 0;

  while (n_bytes-- > 0)
    value = value << 8 | data[n_bytes];

  return value;
}

/* The end of a chain of blocks that each begin with their length; an empty one is the last. */
static gsize
skip_gif_blocks (const McpMediaFile *file,
                 gsize               offset)
{
  while (offset < file->length && file->data[offset] != 0)
    offset += 1 + file->data[offset];

  return offset + 1;
}

static gsize
get_gif_table_bytes (guint8 flags)
{
  return (flags & 0x80) != 0 ? 3u << ((flags & 0x07) + 1) : 0;
}

/* Where the first frame is described, or 0. */
static gsize
find_gif_frame (const McpMediaFile *file)
{
  gsize offset;

  if (file->length < 13)
    return 0;

  offset = 13 + get_gif_table_bytes (file->data[10]);
  while (offset + 2 < file->length && file->data[offset] == 0x21)
    offset = skip_gif_blocks (file, offset + 2);

  return offset + 10 < file->length && file->data[offset] == 0x2c ? offset : 0;
}

/* A frame may be larger than its screen. */
static void
read_gif_size (const McpMediaFile *file,
               guint              *width,
               guint              *height)
{
  gsize offset = find_gif_frame (file);
  const guint8 *frame = file->data + offset;

  if (offset == 0)
    return;

  *width = MAX (read_le (file->data + 6, 2), read_le (frame + 1, 2) + read_le (frame + 5, 2));
  *height = MAX (read_le (file->data + 8, 2), read_le (frame + 3, 2) + read_le (frame + 7, 2));
}

static gboolean
is_jpeg_frame (guint8 marker)
{
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/* Decoders go past markers that have no length, or are none, in ways of their own. */
static gboolean
has_jpeg_length (guint8 marker)
{
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9);
}

static void
read_jpeg_size (const McpMediaFile *file,
                guint              *width,
                guint              *height)
{
  gsize offset = 2;

  while (offset + 9 <= file->length && file->data[offset] == 0xff)
    {
      guint8 marker = file->data[offset + 1];

      if (is_jpeg_frame (marker))
        {
          *height = mcp_media_read_be (file->data + offset + 5, 2);
          *width = mcp_media_read_be (file->data + offset + 7, 2);
          return;
        }
      if (!has_jpeg_length (marker))
        return;

      /* Bytes that fill up have no length. */
      offset += marker == 0xff ? 1 : 2 + MAX (mcp_media_read_be (file->data + offset + 2, 2), 2);
    }
}

static void
read_webp_size (const McpMediaFile *file,
                guint              *width,
                guint              *height)
{
  const guint8 *data = file->data + 20;

  if (file->length < 30)
    return;

  if (mcp_media_has (file, 12, "VP8X"))
    {
      *width = read_le (data + 4, 3) + 1;
      *height = read_le (data + 7, 3) + 1;
    }
  else if (mcp_media_has (file, 12, "VP8L") && data[0] == 0x2f)
    {
      *width = (read_le (data + 1, 4) & 0x3fff) + 1;
      *height = (read_le (data + 1, 4) >> 14 & 0x3fff) + 1;
    }
  else if (mcp_media_has (file, 12, "VP8 ") && mcp_media_has (file, 23, "\x9d\x01\x2a"))
    {
      *width = read_le (data + 6, 2) & 0x3fff;
      *height = read_le (data + 8, 2) & 0x3fff;
    }
}

/**
 * mcp_media_get_picture_type:
 * @file: a file
 *
 * Tells by its first bytes which picture this is.
 *
 * Returns: (nullable): a MIME type: PNG, JPEG, WebP or GIF; %NULL for all else
 */
const char *
mcp_media_get_picture_type (GBytes *file)
{
  McpMediaFile picture = mcp_media_open (file);

  if (IS_PNG (&picture))
    return "image/png";
  if (IS_JPEG (&picture))
    return "image/jpeg";
  if (IS_WEBP (&picture))
    return "image/webp";

  return IS_GIF (&picture) ? "image/gif" : NULL;
}

/**
 * mcp_media_read_picture_size:
 * @file: a file
 * @width: (out): in pixels
 * @height: (out): in pixels
 *
 * Reads from its head how large a picture is, without decoding it: a few bytes can say that they
 * are a picture of gigabytes. PNG, JPEG, WebP and GIF are known, by their first bytes.
 *
 * Returns: %FALSE if it is no such picture
 */
gboolean
mcp_media_read_picture_size (GBytes *file,
                                 guint  *width,
                                 guint  *height)
{
  McpMediaFile picture = mcp_media_open (file);

  *width = *height = 0;
  if (IS_PNG (&picture) && mcp_media_has (&picture, 12, "IHDR") && picture.length >= 24)
    {
      *width = mcp_media_read_be (picture.data + 16, 4);
      *height = mcp_media_read_be (picture.data + 20, 4);
    }
  else if (IS_GIF (&picture))
    read_gif_size (&picture, width, height);
  else if (IS_JPEG (&picture))
    read_jpeg_size (&picture, width, height);
  else if (IS_WEBP (&picture))
    read_webp_size (&picture, width, height);

  return *width > 0 && *height > 0;
}

/* Each of a PNG's compressed texts and profiles may unpack to megabytes. */
static GBytes *
strip_png (const McpMediaFile *file)
{
  static const char *const kept[] = { "IHDR", "PLTE", "tRNS", "IDAT", "IEND" };
  GByteArray *out = g_byte_array_new ();
  gsize offset = 8;

  g_byte_array_append (out, file->data, 8);
  while (offset + 12 <= file->length)
    {
      gsize length = (gsize) mcp_media_read_be (file->data + offset, 4) + 12;

      length = MIN (length, file->length - offset);
      for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
        if (mcp_media_has (file, offset + 4, kept[i]))
          g_byte_array_append (out, file->data + offset, (guint) length);
      offset += length;
    }

  return g_byte_array_free_to_bytes (out);
}

/* The first frame: an animation has any number of them. */
static GBytes *
strip_gif (const McpMediaFile *file,
           GBytes             *bytes)
{
  gsize offset = find_gif_frame (file);
  gsize end;
  GByteArray *out;

  if (offset == 0)
    return g_bytes_ref (bytes);

  end = skip_gif_blocks (file, offset + 10 + get_gif_table_bytes (file->data[offset + 9]) + 1);
  if (end >= file->length)
    return g_bytes_ref (bytes);

  out = g_byte_array_sized_new ((guint) end + 1);
  g_byte_array_append (out, file->data, (guint) end);
  g_byte_array_append (out, (const guint8 *) ";", 1);

  return g_byte_array_free_to_bytes (out);
}

static gboolean
has_few_jpeg_scans (const McpMediaFile *file)
{
  guint n_scans = 0;

  for (gsize i = 0; i + 1 < file->length; i++)
    if (file->data[i] == 0xff && file->data[i + 1] == 0xda && ++n_scans > MAX_JPEG_SCANS)
      return FALSE;

  return TRUE;
}

/**
 * mcp_media_strip_picture:
 * @file: a picture whose size could be read, of less than 4 GB
 *
 * Leaves of a picture what is shown of it, so that decoding takes no more memory and time than its
 * pixels. Can be called in any thread.
 *
 * Returns: (transfer full) (nullable): the picture; %NULL if it takes too long to decode
 */
GBytes *
mcp_media_strip_picture (GBytes *file)
{
  McpMediaFile picture = mcp_media_open (file);

  if (IS_PNG (&picture))
    return strip_png (&picture);
  if (IS_GIF (&picture))
    return strip_gif (&picture, file);
  if (IS_JPEG (&picture) && !has_few_jpeg_scans (&picture))
    return NULL;

  return g_bytes_ref (file);
}

gboolean
mcp_media_is_svg (GBytes *file)
{
  gsize length;
  const char *text = g_bytes_get_data (file, &length);

  return text != NULL && g_strstr_len (text, (gssize) MIN (length, SVG_HEAD_BYTES), "<svg") != NULL
         && g_utf8_validate (text, (gssize) length, NULL);
}
