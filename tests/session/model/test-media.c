/* test-media.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-media.h"
#include "mcp-playable.h"

#define BYTES(text) text, sizeof text - 1
#define PNG "\x89PNG\r\n\x1a\n"

typedef struct
{
  const char *bytes;
  gsize       length;
  const char *type;    /* (nullable) */
  guint       width;   /* 0: it does not say */
  guint       height;
} Picture;

static const Picture pictures[] = {
  { BYTES (PNG "\0\0\0\rIHDR\0\0\1\2\0\0\0\3\x08\x06\0\0\0"), "image/png", 258, 3 },
  { BYTES (PNG "\0\0\0\rIHDR\xff\xff\xff\xff\x80\0\0\0\x08"), "image/png", 0xffffffff, 0x80000000 },
  { BYTES (PNG "\0\0\0\rIHDR\0\0\0\0\0\0\0\3"), "image/png", 0, 0 },
  { BYTES (PNG "\0\0\0\rIHDX\0\0\0\1\0\0\0\1"), "image/png", 0, 0 },
  { BYTES ("\x89PNG\r\n\x1a"), NULL, 0, 0 },
  { BYTES ("\xff\xd8\xff\xe0\0\x04zz\xff\xc0\0\x11\x08\0\x20\1\x40\3"), "image/jpeg", 320, 32 },
  { BYTES ("\xff\xd8\xff\xff\xff\xc2\0\x11\x08\0\x20\1\x40\3"), "image/jpeg", 320, 32 },
  { BYTES ("\xff\xd8\xff\xe0\xff\xff"), "image/jpeg", 0, 0 },
  { BYTES ("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\0\0\x0f\0\0"), "image/webp", 256, 16 },
  { BYTES ("RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\xff\xc0\x03\0\0\0\0\0\0"), "image/webp", 256, 16 },
  { BYTES ("RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\0\1\x10\0"), "image/webp", 256, 16 },
  { BYTES ("RIFF\0\0\0\0WEBPVP8Q\x0a\0\0\0\0\0\0\x9d\x01\x2a\0\1\x10\0"), "image/webp", 0, 0 },
  { BYTES ("RIFF\0\0\0\0WAVE"), NULL, 0, 0 },
  { BYTES ("GIF88a\x01\0\x01\0"), NULL, 0, 0 },
  /* A frame that is larger than its screen; one behind an extension and a table of colours; a picture without a frame. */
  { BYTES ("GIF89a\x01\0\x02\0\0\0\0" "\x2c\x03\0\x04\0\x05\0\x06\0\0" "\x02\x01\x44\0;"), "image/gif", 8, 10 },
  { BYTES ("GIF87a\x09\0\x08\0\x80\0\0" "\0\0\0\xff\xff\xff" "\x21\xf9\x01z\0"
           "\x2c\0\0\0\0\x01\0\x01\0\0" "\x02\x01\x44\0;"), "image/gif", 9, 8 },
  { BYTES ("GIF89a\x01\0\x02\0\0\0\0;"), "image/gif", 0, 0 },
  { BYTES ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), NULL, 0, 0 },
  { BYTES (""), NULL, 0, 0 },
};

static void
test_pictures (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autoptr (GBytes) file = g_bytes_new_static (pictures[i].bytes, pictures[i].length);
      guint width, height;
      gboolean has_size = mcp_media_read_picture_size (file, &width, &height);

      g_test_message ("%u", i);
      g_assert_cmpstr (mcp_media_get_picture_type (file), ==, pictures[i].type);
      g_assert_cmpint (has_size, ==, pictures[i].width > 0);
      if (!has_size)
        continue;
      g_assert_cmpuint (width, ==, pictures[i].width);
      g_assert_cmpuint (height, ==, pictures[i].height);
    }
}

/* Whatever is missing at the end, nothing behind it is read: each copy has a heap of its own. */
static void
test_pictures_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    for (gsize length = 0; length < pictures[i].length; length++)
      {
        g_autoptr (GBytes) file = g_bytes_new (pictures[i].bytes, length);
        g_autoptr (GBytes) stripped = mcp_media_strip_picture (file);
        guint width = 7;
        guint height = 7;

        if (!mcp_media_read_picture_size (file, &width, &height))
          g_assert_true (width == 0 || height == 0);
        mcp_playable_get_suffix (MCP_PLAYABLE_VIDEO, file);
        mcp_playable_get_suffix (MCP_PLAYABLE_SOUND, file);
        mcp_media_is_svg (file);
        g_assert_nonnull (stripped);
        g_assert_cmpuint (g_bytes_get_size (stripped), <=, length + 8);
      }
}

/* Of an animation the first frame is left, and what costs too much to decode is not shown. */
static void
test_pictures_stripped (void)
{
  static const char head[] = "GIF89a\x01\0\x01\0\0\0\0" "\x2c\0\0\0\0\x01\0\x01\0\0" "\x02\x01\x44\0";
  static const char frame[] = "\x2c\0\0\0\0\x01\0\x01\0\0" "\x02\x01\x44\0;";
  g_autoptr (GByteArray) gif = g_byte_array_new ();
  g_autoptr (GByteArray) jpeg = g_byte_array_new ();
  g_autoptr (GBytes) animation = NULL;
  g_autoptr (GBytes) one_frame = NULL;
  g_autoptr (GBytes) few_scans = NULL;
  g_autoptr (GBytes) many_scans = NULL;
  g_autoptr (GBytes) same = NULL;

  g_byte_array_append (gif, (const guint8 *) head, sizeof head - 1);
  g_byte_array_append (gif, (const guint8 *) frame, sizeof frame - 1);
  animation = g_bytes_new (gif->data, gif->len);
  one_frame = mcp_media_strip_picture (animation);
  g_assert_cmpuint (g_bytes_get_size (one_frame), ==, sizeof head);
  g_assert_cmpmem (g_bytes_get_data (one_frame, NULL), sizeof head - 1, head, sizeof head - 1);
  g_assert_cmpint (((const char *) g_bytes_get_data (one_frame, NULL))[sizeof head - 1], ==, ';');

  g_byte_array_append (jpeg, (const guint8 *) "\xff\xd8\xff", 3);
  for (guint i = 0; i < 64; i++)
    g_byte_array_append (jpeg, (const guint8 *) "\xff\xda", 2);
  few_scans = g_bytes_new (jpeg->data, jpeg->len);
  same = mcp_media_strip_picture (few_scans);
  g_assert_true (same == few_scans);
  g_byte_array_append (jpeg, (const guint8 *) "\xff\xda", 2);
  many_scans = g_bytes_new (jpeg->data, jpeg->len);
  g_assert_null (mcp_media_strip_picture (many_scans));
}

/* A list of what to play is nothing to be played: its addresses would be fetched. */
static void
test_playable (void)
{
  static const struct
  {
    const char *bytes;
    gsize       length;
    const char *sound;
    const char *video;
  } rows[] = {
    { BYTES ("OggS\0"), ".ogg", ".ogg" },
    { BYTES ("\x1a\x45\xdf\xa3\0"), ".webm", ".webm" },
    { BYTES ("RIFF\0\0\0\0WAVE"), ".wav", NULL },
    { BYTES ("RIFF\0\0\0\0AVI "), NULL, ".avi" },
    { BYTES ("RIFF\0\0\0\0AVI"), NULL, NULL },
    { BYTES ("FORM\0\0\0\0AIFF"), ".aiff", NULL },
    { BYTES ("FORM\0\0\0\0AIFC"), ".aiff", NULL },
    { BYTES ("fLaC"), ".flac", NULL },
    { BYTES ("#!AMR\n"), ".amr", NULL },
    { BYTES ("ID3\3"), ".mp3", NULL },
    { BYTES ("\xff\xfb\x90"), ".mp3", NULL },
    { BYTES ("\xff\xf1\x50"), ".aac", NULL },
    { BYTES ("\xff\xfb"), NULL, NULL },
    { BYTES ("#EXTM3U\nhttp://example.com/a.mp3\n"), NULL, NULL },
    { BYTES ("[playlist]\nFile1=http://example.com/\n"), NULL, NULL },
    { BYTES ("<smil><video src=\"http://example.com\"/></smil>"), NULL, NULL },
    { BYTES ("RTSPtextRTSP://example.com/"), NULL, NULL },
    { BYTES (""), NULL, NULL },
    /* A movie, and one whose head leads to another. */
    { BYTES ("\0\0\0\x0c" "ftypisom" "\0\0\0\x0c" "moovmvhd" "\0\0\0\x0c" "mdat\0\0\0\0"), ".mp4", ".mp4" },
    { BYTES ("\0\0\0\x0c" "ftypqt  " "\0\0\0\x0c" "moovrmra" "\0\0\0\x0c" "mdat\0\0\0\0"), NULL, NULL },
    { BYTES ("\0\0\0\x0c" "ftypqt  " "\0\0\0\x0c" "moovcmov" "\0\0\0\x0c" "mdat\0\0\0\0"), NULL, NULL },
    { BYTES ("\0\0\0\x0c" "ftypqt  " "\0\0\0\x10" "mdatrtsptext" "\0\0\0\x0c" "moovmvhd"), NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) file = g_bytes_new (rows[i].bytes, rows[i].length);

      g_test_message ("%u", i);
      g_assert_cmpstr (mcp_playable_get_suffix (MCP_PLAYABLE_SOUND, file), ==, rows[i].sound);
      g_assert_cmpstr (mcp_playable_get_suffix (MCP_PLAYABLE_VIDEO, file), ==, rows[i].video);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/media/pictures", test_pictures);
  g_test_add_func ("/session/media/pictures-cut", test_pictures_cut);
  g_test_add_func ("/session/media/pictures-stripped", test_pictures_stripped);
  g_test_add_func ("/session/playable/suffixes", test_playable);

  return g_test_run ();
}
