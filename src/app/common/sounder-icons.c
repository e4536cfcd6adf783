/* sounder-icons.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-icon-loader.h"
#include "mcp-media.h"
#include "sounder-icons.h"

/* Larger ones are made smaller once: what is shown is at most 56 by 56, twice as much on fine screens. */
#define MAX_SIDE 128

/* 16 MiB of pixels. */
#define MAX_KEPT 256

struct _SounderIcons
{
  GObject        parent_instance;

  McpSession    *session;  /* weak */
  GHashTable    *kept;     /* key to Entry */
  McpIconLoader *loader;   /* (nullable): nothing is loaded from the network */
};

typedef struct
{
  GdkTexture *texture;   /* (nullable) */
  char       *problem;   /* (nullable); neither while it is being decoded */
} Entry;

G_DEFINE_FINAL_TYPE (SounderIcons, sounder_icons, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->texture);
  g_free (entry->problem);
  g_free (entry);
}

/* --- Decoding --- */

typedef struct
{
  McpIcon *icon;
  char    *key;
  GBytes  *file;   /* (nullable): what was loaded */
} Decoding;

static void
decoding_free (gpointer data)
{
  Decoding *decoding = data;

  mcp_icon_free (decoding->icon);
  g_free (decoding->key);
  g_clear_pointer (&decoding->file, g_bytes_unref);
  g_free (decoding);
}

static GdkTexture *
make_smaller (GdkTexture *texture)
{
  int width = gdk_texture_get_width (texture);
  int height = gdk_texture_get_height (texture);
  double scale = MIN (1, (double) MAX_SIDE / MAX (width, height));
  int new_width = MAX ((int) (width * scale), 1);
  int new_height = MAX ((int) (height * scale), 1);
  cairo_surface_t *from = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_surface_t *to = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, new_width, new_height);
  cairo_t *cr = cairo_create (to);
  g_autoptr (GBytes) pixels = NULL;
  gsize stride = (gsize) cairo_image_surface_get_stride (to);

  gdk_texture_download (texture, cairo_image_surface_get_data (from),
                        (gsize) cairo_image_surface_get_stride (from));
  cairo_surface_mark_dirty (from);
  cairo_scale (cr, (double) new_width / width, (double) new_height / height);
  cairo_set_source_surface (cr, from, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BEST);
  cairo_paint (cr);
  cairo_surface_flush (to);
  pixels = g_bytes_new (cairo_image_surface_get_data (to), stride * (gsize) new_height);
  cairo_destroy (cr);
  cairo_surface_destroy (from);
  cairo_surface_destroy (to);

  return gdk_memory_texture_new (new_width, new_height, GDK_MEMORY_DEFAULT, pixels, stride);
}

/* In a worker. */
static void
decode (gpointer data,
        gpointer unused)
{
  g_autoptr (GTask) task = data;
  Decoding *decoding = g_task_get_task_data (task);
  g_autoptr (GBytes) file = NULL;
  g_autoptr (GBytes) stripped = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GError *error = NULL;

  if (decoding->file != NULL)
    file = g_bytes_ref (decoding->file);
  else
    file = mcp_icon_decode (decoding->icon, &error);
  if (file != NULL)
    stripped = mcp_media_strip_picture (file);
  if (stripped != NULL)
    texture = gdk_texture_new_from_bytes (stripped, NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else if (texture == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s", _("The picture cannot be read"));
  else
    g_task_return_pointer (task, make_smaller (texture), g_object_unref);
}

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  SounderIcons *self = SOUNDER_ICONS (source);
  Decoding *decoding = g_task_get_task_data (G_TASK (result));
  Entry *entry = g_hash_table_lookup (self->kept, decoding->key);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), &error);

  if (entry == NULL)
    return;

  g_set_object (&entry->texture, texture);
  if (error != NULL)
    entry->problem = g_strdup (error->message);
  g_signal_emit (self, signals[CHANGED], 0, decoding->key);
}

/* Takes @decoding. */
static void
start_decoding (SounderIcons *self,
                Decoding     *decoding)
{
  /* One at a time: a list of them must not take all cores. */
  static GThreadPool *pool = NULL;
  GTask *task = g_task_new (self, NULL, decoded_cb, NULL);

  if (pool == NULL)
    pool = g_thread_pool_new (decode, NULL, 1, FALSE, NULL);

  g_task_set_source_tag (task, start_decoding);
  g_task_set_task_data (task, decoding, decoding_free);
  g_thread_pool_push (pool, task, NULL);
}

/* --- Loading --- */

typedef struct
{
  SounderIcons *icons;
  Decoding     *decoding;
} Loading;

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Loading *loading = user_data;
  g_autoptr (SounderIcons) self = loading->icons;
  Decoding *decoding = loading->decoding;
  Entry *entry = g_hash_table_lookup (self->kept, decoding->key);
  g_autoptr (GError) error = NULL;

  g_free (loading);
  decoding->file = mcp_icon_loader_fetch_finish (MCP_ICON_LOADER (source), result, &error);
  if (decoding->file != NULL)
    {
      start_decoding (self, decoding);
      return;
    }

  if (entry != NULL)
    {
      entry->problem = g_strdup (error->message);
      g_signal_emit (self, signals[CHANGED], 0, decoding->key);
    }
  decoding_free (decoding);
}

static void
start (SounderIcons  *self,
       const McpIcon *icon,
       const char    *key)
{
  Decoding *decoding = g_new0 (Decoding, 1);
  Loading *loading;

  decoding->icon = mcp_icon_copy (icon);
  decoding->key = g_strdup (key);
  if (icon->source == MCP_ICON_DATA)
    {
      start_decoding (self, decoding);
      return;
    }

  loading = g_new (Loading, 1);
  loading->icons = g_object_ref (self);
  loading->decoding = decoding;
  mcp_icon_loader_fetch_async (self->loader, icon, NULL, loaded_cb, loading);
}

/* --- The object --- */

static void
sounder_icons_finalize (GObject *object)
{
  SounderIcons *self = SOUNDER_ICONS (object);

  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->loader);
  g_hash_table_unref (self->kept);

  G_OBJECT_CLASS (sounder_icons_parent_class)->finalize (object);
}

static void
sounder_icons_class_init (SounderIconsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_icons_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sounder_icons_init (SounderIcons *self)
{
  self->kept = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, entry_free);
}

/**
 * sounder_icons_for:
 * @session: a session
 *
 * Gets the pictures of a session, which are forgotten with it.
 *
 * Returns: (transfer none): always the same
 */
SounderIcons *
sounder_icons_for (McpSession *session)
{
  SounderIcons *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_get_data (G_OBJECT (session), "sounder-icons");
  if (self == NULL)
    {
      self = g_object_new (SOUNDER_TYPE_ICONS, NULL);
      g_set_weak_pointer (&self->session, session);
      g_object_set_data_full (G_OBJECT (session), "sounder-icons", self, g_object_unref);
    }

  return self;
}

/**
 * sounder_icons_dup_key:
 * @icon: an icon
 *
 * Names its picture: what is at the same address and called the same has the same key.
 *
 * Returns: (transfer full): a digest
 */
char *
sounder_icons_dup_key (const McpIcon *icon)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guint8 *) icon->src, -1);
  if (icon->mime_type != NULL)
    {
      g_checksum_update (checksum, (const guint8 *) "\n", 1);
      g_checksum_update (checksum, (const guint8 *) icon->mime_type, -1);
    }

  return g_strdup (g_checksum_get_string (checksum));
}

static void
keep_few (SounderIcons *self)
{
  GHashTableIter iter;
  gpointer value;

  if (g_hash_table_size (self->kept) < MAX_KEPT)
    return;

  /* What is being shown keeps its texture; what is being decoded is waited for. */
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Entry *) value)->texture != NULL || ((Entry *) value)->problem != NULL)
      g_hash_table_iter_remove (&iter);
}

/**
 * sounder_icons_lookup:
 * @icon: an icon
 * @problem: (out) (transfer none) (nullable): why there will be none; valid until the next call
 *
 * Gets the picture of an icon, and begins to decode it if that was not done. When it is there, "changed" is emitted.
 *
 * Returns: (transfer none) (nullable): the picture, at most 128 pixels wide and high
 */
GdkTexture *
sounder_icons_lookup (SounderIcons   *self,
                      const McpIcon  *icon,
                      const char    **problem)
{
  g_autofree char *key = NULL;
  Entry *entry;

  g_return_val_if_fail (SOUNDER_IS_ICONS (self), NULL);

  *problem = NULL;
  if (icon->source == MCP_ICON_REFUSED)
    *problem = _("It is neither at an https: address nor a data: URI");
  else if (icon->source == MCP_ICON_NETWORK && self->loader == NULL)
    *problem = _("It is on the network, from where nothing is loaded unasked");
  if (*problem != NULL)
    return NULL;

  key = sounder_icons_dup_key (icon);
  entry = g_hash_table_lookup (self->kept, key);
  if (entry == NULL)
    {
      keep_few (self);
      entry = g_new0 (Entry, 1);
      g_hash_table_insert (self->kept, g_strdup (key), entry);
      start (self, icon, key);
    }
  *problem = entry->problem;

  return entry->texture;
}

gboolean
sounder_icons_get_network (SounderIcons *self)
{
  g_return_val_if_fail (SOUNDER_IS_ICONS (self), FALSE);

  return self->loader != NULL;
}

/*
 * Loads icons from the network from now on, for as long as the session is: those that are shown. Somebody has agreed
 * to that.
 */
void
sounder_icons_load (SounderIcons *self)
{
  g_return_if_fail (SOUNDER_IS_ICONS (self));

  if (self->loader != NULL || self->session == NULL)
    return;

  self->loader = mcp_icon_loader_new (self->session);
  g_signal_emit (self, signals[CHANGED], 0, NULL);
}
