/* test-media.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "sounder-content-view.h"
#include "mcp-media.h"
#include "sounder-picture.h"
#include "sounder-player.h"
#include "test-support.h"

#define PNG "\x89PNG\r\n\x1a\n"
#define GIF "GIF89a\x02\x00\x03\x00\x80\x00\x00" "\x00\x00\x00\xff\xff\xff"
#define GIF_PAUSE "\x21\xf9\x04\x00\x0a\x00\x00\x00"
#define GIF_FRAME "\x2c\x00\x00\x00\x00\x02\x00\x03\x00\x00\x02\x03\x84\x8f\x05\x00"

/* A backend of media files, as GTK's are, that tells what it was given. */
#define TEST_TYPE_BACKEND (test_backend_get_type ())
G_DECLARE_FINAL_TYPE (TestBackend, test_backend, TEST, BACKEND, GtkMediaFile)

struct _TestBackend
{
  GtkMediaFile parent_instance;
};

G_DEFINE_FINAL_TYPE (TestBackend, test_backend, GTK_TYPE_MEDIA_FILE)

static char *opened_path;
static gboolean backend_fails;

static void
test_backend_open (GtkMediaFile *file)
{
  /* Where GTK's own aborts. */
  g_assert_null (gtk_media_file_get_input_stream (file));
  g_free (opened_path);
  opened_path = g_file_get_path (gtk_media_file_get_file (file));
  if (backend_fails)
    gtk_media_stream_gerror (GTK_MEDIA_STREAM (file),
                             g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no codec"));
  else
    gtk_media_stream_stream_prepared (GTK_MEDIA_STREAM (file), TRUE, FALSE, TRUE, G_USEC_PER_SEC);
}

static void
test_backend_close (GtkMediaFile *file)
{
}

static gboolean
test_backend_play (GtkMediaStream *stream)
{
  return TRUE;
}

static void
test_backend_pause (GtkMediaStream *stream)
{
}

static void
test_backend_class_init (TestBackendClass *klass)
{
  GTK_MEDIA_FILE_CLASS (klass)->open = test_backend_open;
  GTK_MEDIA_FILE_CLASS (klass)->close = test_backend_close;
  GTK_MEDIA_STREAM_CLASS (klass)->play = test_backend_play;
  GTK_MEDIA_STREAM_CLASS (klass)->pause = test_backend_pause;
}

static void
test_backend_init (TestBackend *self)
{
}

static SounderContent *
new_block (const char *type,
           const char *mime_type,
           const char *data,
           gsize       length)
{
  g_autofree char *base64 = g_base64_encode ((const guchar *) data, length);
  g_autofree char *json = g_strdup_printf (
    "{\"type\":\"%s\",\"mimeType\":\"%s\",\"data\":\"%s\"}", type, mime_type, base64);

  return sounder_content_new_for_block (json, strlen (json));
}

static GtkWidget *
new_window (SounderContent *content)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scroll = gtk_scrolled_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), sounder_content_view_new (content));
  gtk_window_set_child (GTK_WINDOW (window), scroll);
  gtk_window_present (GTK_WINDOW (window));

  return window;
}

static GtkWidget *
find (GtkWidget *window,
      GType      type)
{
  return app_test_find (window, type);
}

static gboolean
says (GtkWidget  *widget,
      const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;

  return FALSE;
}

static GBytes *
new_png (guint32 width,
         guint32 height)
{
  GByteArray *png = g_byte_array_new ();
  guint32 sides[] = { GUINT32_TO_BE (width), GUINT32_TO_BE (height) };

  g_byte_array_append (png, (const guint8 *) PNG "\0\0\0\rIHDR", 16);
  g_byte_array_append (png, (const guint8 *) sides, sizeof sides);
  g_byte_array_append (png, (const guint8 *) "\x08\x02\0\0\0\0\0\0\0", 9);

  return g_byte_array_free_to_bytes (png);
}

static void
test_sizes (void)
{
#define CASE(data, width, height) { data, sizeof data - 1, width, height }
  static const struct
  {
    const char *data;
    gsize       length;
    guint       width;
    guint       height;
  } cases[] = {
    CASE (PNG "\0\0\0\rIHDR\0\0\1\2\0\0\0\3", 258, 3),
    CASE (PNG "\0\0\0\rIHDR\0\0\1\2\0\0\0", 0, 0),
    CASE (GIF GIF_PAUSE GIF_FRAME ";", 2, 3),
    /* A frame that is larger than its screen. */
    CASE (GIF "\x2c\x01\x00\x00\x00\xff\xff\x03\x00\x00\x02\x00", 65536, 3),
    CASE (GIF, 0, 0),
    CASE ("\xff\xd8\xff\xe0\x00\x04xx\xff\xff\xc2\x00\x11\x08\x01\x00\x02\x00", 512, 256),
    CASE ("\xff\xd8\xff\xe0\x00\x00\xff\xc0\x00\x11\x08\x00\x01\x00\x02", 2, 1),
    CASE ("\xff\xd8\xff\xe0", 0, 0),
    /* Markers without a length, that a decoder goes past: to a larger frame, here the first. */
    CASE ("\xff\xd8\xff\xd0\x00\x02\xff\xc0\x00\x11\x08\x00\x01\x00\x02", 0, 0),
    CASE ("\xff\xd8\xff\x01\x00\x02\xff\xc0\x00\x11\x08\x00\x01\x00\x02", 0, 0),
    CASE ("\xff\xd8\xff\x00\x00\x02\xff\xc0\x00\x11\x08\x00\x01\x00\x02", 0, 0),
    CASE ("RIFF\x1a\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\xff\xff\xff\x00\x01\x00", 16777216, 257),
    CASE ("RIFF\x1a\0\0\0WEBPVP8L\n\0\0\0\x2f\x01\x80\x00\x00\0\0\0\0\0", 2, 3),
    CASE ("RIFF\x1a\0\0\0WEBPVP8 \n\0\0\0\0\0\0\x9d\x01\x2a\x07\x40\x09\x00", 7, 9),
    CASE ("BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\1\0\0\0\1\0\0\0\1\0\x18\0\0\0\0\0", 0, 0),
    CASE ("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", 0, 0),
    CASE ("", 0, 0),
  };
#undef CASE

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    /* Each also cut short anywhere, in memory of its own, where a sanitizer looks. */
    for (gsize length = 0; length <= cases[i].length; length++)
      {
        g_autoptr (GBytes) file = g_bytes_new (cases[i].data, length);
        guint width, height;
        gboolean known = mcp_media_read_picture_size (file, &width, &height);

        if (known)
          {
            g_autoptr (GBytes) stripped = mcp_media_strip_picture (file);

            g_assert_nonnull (stripped);
          }
        if (length < cases[i].length)
          continue;
        g_assert_cmpint (known, ==, cases[i].width > 0);
        g_assert_cmpuint (width, ==, cases[i].width);
        g_assert_cmpuint (height, ==, cases[i].height);
      }
}

static void
test_stripped (void)
{
  g_autoptr (GString) gif = g_string_new_len (GIF, sizeof GIF - 1);
  g_autoptr (GString) jpeg = g_string_new_len ("\xff\xd8\xff\xc2\0\x11\x08\0\1\0\1", 11);
  g_autoptr (GBytes) file = NULL;
  g_autoptr (GBytes) picture = NULL;

  /* An animation's first frame. */
  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_len (gif, GIF_PAUSE, sizeof GIF_PAUSE - 1);
      g_string_append_len (gif, GIF_FRAME, sizeof GIF_FRAME - 1);
    }
  file = g_bytes_new (gif->str, gif->len);
  picture = mcp_media_strip_picture (file);
  g_assert_cmpmem (g_bytes_get_data (picture, NULL), g_bytes_get_size (picture),
                   GIF GIF_PAUSE GIF_FRAME ";", sizeof GIF GIF_PAUSE GIF_FRAME);
  g_clear_pointer (&picture, g_bytes_unref);
  g_clear_pointer (&file, g_bytes_unref);

  /* A PNG without texts that unpack. */
  file = g_bytes_new (PNG "\0\0\0\1IHDR1CCCC\0\0\0\2zTXt22CCCC\0\0\0\0IENDCCCC", 48);
  picture = mcp_media_strip_picture (file);
  g_assert_cmpmem (g_bytes_get_data (picture, NULL), g_bytes_get_size (picture),
                   PNG "\0\0\0\1IHDR1CCCC\0\0\0\0IENDCCCC", 33);
  g_clear_pointer (&picture, g_bytes_unref);
  g_clear_pointer (&file, g_bytes_unref);

  /* A JPEG that draws the same over and over. */
  for (guint i = 0; i < 1000; i++)
    g_string_append_len (jpeg, "\xff\xda\0\2", 4);
  file = g_bytes_new (jpeg->str, jpeg->len);
  g_assert_null (mcp_media_strip_picture (file));
}

static void
test_only_known_pictures (void)
{
  GString *svg = g_string_new ("<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'>");
  GtkWidget *window;
  SounderContent *content;

  while (svg->len < 65000)
    g_string_append (svg, "<rect width='9999' height='9999' filter='url(#a)'/>");
  g_string_append (svg, "</svg>");
  content = new_block ("image", "image/png", svg->str, svg->len);
  g_assert_cmpint (content->kind, ==, SOUNDER_CONTENT_TEXT);
  g_assert_cmpstr (content->text, ==, svg->str);
  window = new_window (content);
  g_assert_null (find (window, SOUNDER_TYPE_PICTURE));
  g_assert_true (says (window, "An SVG picture is shown as its text"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_string_free (svg, TRUE);

  /* By its own name, too, as a resource. */
  {
    static const char json[] = "{\"uri\":\"a:b\",\"mimeType\":\"image/svg+xml\",\"blob\":"
                               "\"PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnLz4=\"}";

    window = new_window (sounder_content_new_for_resource (json, strlen (json)));
    g_assert_null (find (window, SOUNDER_TYPE_PICTURE));
    g_assert_true (says (window, "An SVG picture is shown as its text"));
    gtk_window_destroy (GTK_WINDOW (window));
  }

  /* What other decoders would take. */
  window = new_window (new_block ("image", "image/png", "P1 1 1 1 ", 9));
  g_assert_true (says (window, "no PNG"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Each annotation as it was sent; one of the wrong type is not left out. */
static void
test_annotations (void)
{
  static const char json[] =
    "{\"type\":\"text\",\"text\":\"<b>\",\"annotations\":{\"audience\":[\"user\"],\"priority\":0.50,"
    "\"lastModified\":17}}";
  GtkWidget *window = new_window (sounder_content_new_for_block (json, strlen (json)));

  g_assert_true (says (window, "For user"));
  g_assert_true (says (window, "Priority 0.50"));
  g_assert_true (says (window, "lastModified: 17"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_decoded (void)
{
  GtkWidget *window = new_window (new_block ("image", "x", GIF GIF_FRAME ";", sizeof GIF GIF_FRAME));
  SounderPicture *picture = SOUNDER_PICTURE (find (window, SOUNDER_TYPE_PICTURE));

  g_assert_null (sounder_picture_get_texture (picture));
  TEST_AWAIT (sounder_picture_get_texture (picture) != NULL);
  g_assert_cmpint (gdk_texture_get_width (sounder_picture_get_texture (picture)), ==, 2);
  g_assert_true (says (window, "2 × 3"));
  gtk_window_destroy (GTK_WINDOW (window));

  window = new_window (new_block ("image", "x", PNG "\0\0\0\rIHDR\0\0\0\1\0\0\0\1", 24));
  TEST_AWAIT (says (window, "The picture cannot be read"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* One that is a line from top to bottom leaves room for what follows it. */
static void
test_tall (void)
{
  g_autoptr (GBytes) file = new_png (1, 1000 * 1000);
  GtkWidget *picture = g_object_ref_sink (sounder_picture_new (file, "", 96));
  int height;

  gtk_widget_measure (picture, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, <, 1000);
  TEST_AWAIT (says (picture, "read"));
  g_object_unref (picture);
}

/* However many pictures there are, together they have an end; what goes makes room. */
static void
test_pixels_of_all (void)
{
  g_autoptr (GBytes) file = new_png (6000, 5000);
  GtkWidget *pictures[3];

  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
        pictures[i] = g_object_ref_sink (sounder_picture_new (file, "", 96));
      g_assert_false (says (pictures[1], "too many"));
      g_assert_true (says (pictures[2], "too many"));
      TEST_AWAIT (says (pictures[0], "read") && says (pictures[1], "read"));
      for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
        g_object_unref (pictures[i]);
    }
}

static void
test_sound_is_played_on_request (void)
{
  static const char wav[] = "RIFF\x24\0\0\0WAVEfmt ";
  GtkWidget *window = new_window (new_block ("audio", "audio/wav", wav, sizeof wav));
  GtkWidget *sound = find (window, SOUNDER_TYPE_PLAYER);
  g_autofree char *data = NULL;
  gsize length;
  GStatBuf status;

  backend_fails = FALSE;
  app_test_draw_frames (window);
  g_assert_null (opened_path);

  g_signal_emit_by_name (find (sound, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (find (sound, GTK_TYPE_MEDIA_CONTROLS) != NULL);
  g_assert_true (g_file_get_contents (opened_path, &data, &length, NULL));
  g_assert_cmpmem (data, length, wav, sizeof wav);
  g_assert_cmpint (g_stat (opened_path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);

  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_cmpint (g_stat (opened_path, &status), ==, -1);
  g_clear_pointer (&opened_path, g_free);
}

static void
test_sound_cannot_be_played (void)
{
  GtkWidget *window = new_window (new_block ("audio", "audio/ogg", "OggS", 4));
  GtkWidget *sound = find (window, SOUNDER_TYPE_PLAYER);

  backend_fails = TRUE;
  g_signal_emit_by_name (find (sound, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (says (sound, "cannot be played here"));
  g_assert_true (says (sound, "Save…"));
  g_assert_false (g_file_test (opened_path, G_FILE_TEST_EXISTS));
  g_clear_pointer (&opened_path, g_free);
  gtk_window_destroy (GTK_WINDOW (window));

  /* A list of addresses is none, whatever it says that it is. */
  window = new_window (new_block ("audio", "audio/wav", "#EXTM3U\nhttp://example.org/", 27));
  sound = find (window, SOUNDER_TYPE_PLAYER);
  g_signal_emit_by_name (find (sound, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (says (sound, "no kind of sound"));
  g_assert_null (opened_path);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Nothing of a video is written, much less decoded, before somebody asks for it. */
static void
test_video_is_played_on_request (void)
{
  static const char json[] = "{\"uri\":\"a:b\",\"mimeType\":\"video/mp4\",\"blob\":"
                             "\"AAAACGZ0eXAAAAAIbW9vdg==\"}";
  GtkWidget *window = new_window (sounder_content_new_for_resource (json, strlen (json)));
  GtkWidget *player = find (window, SOUNDER_TYPE_PLAYER);

  backend_fails = FALSE;
  app_test_draw_frames (window);
  g_assert_null (opened_path);
  g_assert_null (find (player, GTK_TYPE_PICTURE));

  g_signal_emit_by_name (find (player, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (find (player, GTK_TYPE_PICTURE) != NULL);
  g_assert_nonnull (find (player, GTK_TYPE_MEDIA_CONTROLS));
  g_assert_true (g_str_has_suffix (opened_path, ".mp4"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_false (g_file_test (opened_path, G_FILE_TEST_EXISTS));
  g_clear_pointer (&opened_path, g_free);
}

static void
test_video_cannot_be_played (void)
{
  static const char json[] = "{\"uri\":\"a:b\",\"mimeType\":\"video/webm\",\"blob\":\"GkXfow==\"}";
  static const char text[] = "{\"uri\":\"a:b\",\"mimeType\":\"video/webm\",\"blob\":\"I0VYVE0zVQ==\"}";
  GtkWidget *window = new_window (sounder_content_new_for_resource (json, strlen (json)));
  GtkWidget *player = find (window, SOUNDER_TYPE_PLAYER);

  backend_fails = TRUE;
  g_signal_emit_by_name (find (player, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (says (player, "The video cannot be played here"));
  g_assert_true (says (player, "Open With…"));
  g_assert_true (says (player, "Save…"));
  g_assert_false (g_file_test (opened_path, G_FILE_TEST_EXISTS));
  g_clear_pointer (&opened_path, g_free);
  gtk_window_destroy (GTK_WINDOW (window));

  /* What nobody knows is given to no other program either. */
  window = new_window (sounder_content_new_for_resource (text, strlen (text)));
  player = find (window, SOUNDER_TYPE_PLAYER);
  g_signal_emit_by_name (find (player, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT (says (player, "no kind of video"));
  g_assert_false (says (player, "Open With…"));
  g_assert_null (opened_path);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_playable (void)
{
#define PLAYABLE(data, sound, video) { data, sizeof data - 1, sound, video }
  static const struct
  {
    const char *data;
    gsize       length;
    const char *sound;
    const char *video;
  } cases[] = {
    PLAYABLE ("RIFF\x24\0\0\0WAVEfmt ", ".wav", NULL),
    PLAYABLE ("RIFF\x24\0\0\0AVI LIST", NULL, ".avi"),
    PLAYABLE ("OggS", ".ogg", ".ogg"),
    PLAYABLE ("\x1a\x45\xdf\xa3", ".webm", ".webm"),
    PLAYABLE ("\xff\xfb\x90", ".mp3", NULL),
    PLAYABLE ("\xff\xf1\x50", ".aac", NULL),
    PLAYABLE ("ID3\x03", ".mp3", NULL),
    PLAYABLE ("#EXTM3U\nhttp://example.org/", NULL, NULL),
    PLAYABLE ("", NULL, NULL),
    PLAYABLE ("\0\0\0\x0c" "ftypisom", ".mp4", ".mp4"),
    PLAYABLE ("\0\0\0\0" "ftypisom", ".mp4", ".mp4"),
    PLAYABLE ("\0\0\0\x01" "ftyp\0\0\0\0\0\0\0\x10\0\0\0\x08" "free", ".mp4", ".mp4"),
    /* Lengths that lead nowhere. */
    PLAYABLE ("\0\0\0\x03" "ftypisom", NULL, NULL),
    PLAYABLE ("\0\0\0\x01" "ftyp\0\0\0\0\0\0\0\x03", NULL, NULL),
    PLAYABLE ("\0\0\0\x01" "ftyp\xff\xff\xff\xff\xff\xff\xff\xff", ".mp4", ".mp4"),
    /* Movies that lead to others. */
    PLAYABLE ("\0\0\0\x0c" "ftypqt  \0\0\0\x20" "moov\0\0\0\x18" "rmra\0\0\0\x10" "rmdardrf....", NULL, NULL),
    PLAYABLE ("\0\0\0\x0c" "ftypqt  \0\0\0\x10" "moov\0\0\0\x08" "cmov", NULL, NULL),
    PLAYABLE ("\0\0\0\x0c" "ftypqt  \0\0\0\x20" "mdatrtsptexthttp://a", NULL, NULL),
    PLAYABLE ("\0\0\0\x0c" "ftypqt  \0\0\0\x20" "mdat....rmra....", ".mp4", ".mp4"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) file = g_bytes_new (cases[i].data, cases[i].length);

      g_assert_cmpstr (mcp_playable_get_suffix (MCP_PLAYABLE_SOUND, file), ==, cases[i].sound);
      g_assert_cmpstr (mcp_playable_get_suffix (MCP_PLAYABLE_VIDEO, file), ==, cases[i].video);
    }
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);
  g_io_extension_point_register (GTK_MEDIA_FILE_EXTENSION_POINT_NAME);
  g_io_extension_point_implement (GTK_MEDIA_FILE_EXTENSION_POINT_NAME, TEST_TYPE_BACKEND, "test",
                                  G_MAXINT);

  g_test_add_func ("/app/media/picture/sizes", test_sizes);
  g_test_add_func ("/app/media/picture/stripped", test_stripped);
  g_test_add_func ("/app/media/picture/only-known", test_only_known_pictures);
  g_test_add_func ("/app/media/annotations", test_annotations);
  g_test_add_func ("/app/media/picture/decoded", test_decoded);
  g_test_add_func ("/app/media/picture/tall", test_tall);
  g_test_add_func ("/app/media/picture/pixels-of-all", test_pixels_of_all);
  g_test_add_func ("/app/media/sound/on-request", test_sound_is_played_on_request);
  g_test_add_func ("/app/media/sound/cannot-be-played", test_sound_cannot_be_played);

  g_test_add_func ("/app/media/video/on-request", test_video_is_played_on_request);
  g_test_add_func ("/app/media/video/cannot-be-played", test_video_cannot_be_played);
  g_test_add_func ("/app/media/playable", test_playable);

  return g_test_run ();
}
