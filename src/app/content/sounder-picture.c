/* sounder-picture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-media.h"
#include "sounder-picture.h"
#include "sounder-widgets.h"

#define MAX_FILE_BYTES (16 * 1024 * 1024)
/* Of one, and of all that are shown at a time: four to eight bytes each. */
#define MAX_PIXELS     (32 * 1000 * 1000)
#define MAX_ALL_PIXELS (64 * 1000 * 1000)

/* How much higher than wide it is shown at most. */
#define MAX_TALLER 4

struct _SounderPicture
{
  AdwBin        parent_instance;

  GtkPicture   *picture;     /* unowned, NULL when there is a problem */
  GdkTexture   *texture;     /* NULL until it is decoded */
  guint         width;
  guint         height;
  guint64       n_pixels;    /* its part of n_all_pixels */
  GCancellable *cancellable; /* of decoding */
};

enum {
  PROP_0,
  PROP_TEXTURE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (SounderPicture, sounder_picture, ADW_TYPE_BIN)

static GParamSpec *properties[N_PROPS];
static guint64 n_all_pixels;

static void
give_pixels_back (SounderPicture *self)
{
  n_all_pixels -= self->n_pixels;
  self->n_pixels = 0;
}

static void
show_problem (SounderPicture *self,
              const char     *problem)
{
  give_pixels_back (self);
  self->picture = NULL;
  adw_bin_set_child (ADW_BIN (self), sounder_widgets_new_paragraph (problem, "error"));
}

/* In a worker. */
static void
decode (gpointer data,
        gpointer unused)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GBytes) stripped = NULL;
  GError *error = NULL;
  GdkTexture *texture = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  stripped = mcp_media_strip_picture (g_task_get_task_data (task));
  if (stripped != NULL)
    texture = gdk_texture_new_from_bytes (stripped, &error);
  if (texture != NULL)
    g_task_return_pointer (task, texture, g_object_unref);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "too many scans");
}

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  SounderPicture *self = SOUNDER_PICTURE (source);

  self->texture = g_task_propagate_pointer (G_TASK (result), NULL);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (self->texture == NULL)
    {
      show_problem (self, _("The picture cannot be read"));
      return;
    }

  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (self->texture));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXTURE]);
}

/* Why a picture is not decoded, or NULL. */
static const char *
judge (SounderPicture *self,
       GBytes         *file)
{
  guint64 n_pixels;

  if (g_bytes_get_size (file) > MAX_FILE_BYTES)
    return _("The picture is too large to be shown");
  if (!mcp_media_read_picture_size (file, &self->width, &self->height))
    return _("The picture cannot be read: it is no PNG, JPEG, WebP or GIF");

  n_pixels = (guint64) self->width * self->height;
  if (n_pixels > MAX_PIXELS)
    return _("The picture has too many pixels to be shown");
  if (n_all_pixels + n_pixels > MAX_ALL_PIXELS)
    return _("The picture is not shown: all pictures here together have too many pixels");

  self->n_pixels = n_pixels;
  n_all_pixels += n_pixels;

  return NULL;
}

static void
start_decoding (SounderPicture *self,
                GBytes         *file)
{
  /* One picture at a time: a list of them must not take all cores, nor all memory. */
  static GThreadPool *pool = NULL;
  GTask *task = g_task_new (self, self->cancellable, decoded_cb, NULL);

  if (pool == NULL)
    pool = g_thread_pool_new (decode, NULL, 1, FALSE, NULL);

  /* The task holds the widget until it is done, and with it its part of all pixels. */
  g_task_set_task_data (task, g_bytes_ref (file), (GDestroyNotify) g_bytes_unref);
  g_thread_pool_push (pool, task, NULL);
}

static void
sounder_picture_unroot (GtkWidget *widget)
{
  g_cancellable_cancel (SOUNDER_PICTURE (widget)->cancellable);

  GTK_WIDGET_CLASS (sounder_picture_parent_class)->unroot (widget);
}

static void
sounder_picture_finalize (GObject *object)
{
  SounderPicture *self = SOUNDER_PICTURE (object);

  give_pixels_back (self);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->texture);

  G_OBJECT_CLASS (sounder_picture_parent_class)->finalize (object);
}

static void
sounder_picture_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_assert (prop_id == PROP_TEXTURE);
  g_value_set_object (value, SOUNDER_PICTURE (object)->texture);
}

static void
sounder_picture_class_init (SounderPictureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sounder_picture_finalize;
  object_class->get_property = sounder_picture_get_property;
  GTK_WIDGET_CLASS (klass)->unroot = sounder_picture_unroot;

  properties[PROP_TEXTURE] = g_param_spec_object ("texture", NULL, NULL, GDK_TYPE_TEXTURE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_picture_init (SounderPicture *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * sounder_picture_new:
 * @file: a picture's file
 * @alternative_text: what stands for it
 * @max_width: how wide to ask to be at most, in pixels
 *
 * Creates a view of a picture, and begins to decode it if it keeps to the limits. Of an animation
 * it is the first frame.
 */
GtkWidget *
sounder_picture_new (GBytes     *file,
                     const char *alternative_text,
                     int         max_width)
{
  SounderPicture *self = g_object_new (SOUNDER_TYPE_PICTURE, NULL);
  const char *problem = judge (self, file);
  GtkWidget *picture;
  int width = (int) self->width;
  int height = (int) self->height;

  if (problem != NULL)
    {
      show_problem (self, problem);
      return GTK_WIDGET (self);
    }

  picture = gtk_picture_new ();
  self->picture = GTK_PICTURE (picture);
  gtk_picture_set_can_shrink (self->picture, TRUE);
  gtk_picture_set_alternative_text (self->picture, alternative_text);
  gtk_widget_set_size_request (picture, MIN (width, max_width),
                               (int) MIN (MIN (height, (gint64) max_width * height / width),
                                          MAX_TALLER * max_width));
  gtk_widget_add_css_class (picture, "content-picture");
  adw_bin_set_child (ADW_BIN (self), picture);
  start_decoding (self, file);

  return GTK_WIDGET (self);
}

GdkTexture *
sounder_picture_get_texture (SounderPicture *self)
{
  g_return_val_if_fail (SOUNDER_IS_PICTURE (self), NULL);

  return self->texture;
}

char *
sounder_picture_dup_dimensions (SounderPicture *self)
{
  g_return_val_if_fail (SOUNDER_IS_PICTURE (self), NULL);

  return self->width > 0 && self->height > 0
           ? g_strdup_printf ("%u × %u", self->width, self->height)
           : NULL;
}
