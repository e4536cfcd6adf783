/* sounder-icon.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "sounder-icon.h"
#include "sounder-icons.h"

struct _SounderIcon
{
  AdwBin        parent_instance;

  GtkImage     *image;
  char         *icon_name;
  GPtrArray    *icons;       /* (nullable) of McpIcon */
  SounderIcons *pictures;    /* (nullable) */
  GSignalGroup *signals;     /* of the pictures */
  char         *key;         /* (nullable) of what is shown or waited for */
};

enum {
  PROP_0,
  PROP_ICON_NAME,
  PROP_PIXEL_SIZE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (SounderIcon, sounder_icon, ADW_TYPE_BIN)

static GParamSpec *properties[N_PROPS];

/* A picture whose problem is known has the symbolic icon with a tooltip. */
static void
set_picture (SounderIcon *self,
             GdkTexture  *texture,
             const char  *problem)
{
  g_autofree char *tooltip = NULL;

  if (texture != NULL)
    gtk_image_set_from_paintable (self->image, GDK_PAINTABLE (texture));
  else
    gtk_image_set_from_icon_name (self->image, self->icon_name);
  if (problem != NULL)
    tooltip = g_strdup_printf (_("The icon is not shown. %s"), problem);
  /* Also where nothing changes GTK would ask the X server where the pointer is. */
  if (g_strcmp0 (tooltip, gtk_widget_get_tooltip_text (GTK_WIDGET (self))) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
}

static void
update (SounderIcon *self)
{
  const McpIcon *icon = NULL;
  GdkTexture *texture = NULL;
  const char *problem = NULL;
  guint side = (guint) (gtk_image_get_pixel_size (self->image) * gtk_widget_get_scale_factor (GTK_WIDGET (self)));

  g_clear_pointer (&self->key, g_free);
  if (self->icons != NULL && self->pictures != NULL)
    icon = mcp_icons_choose (self->icons, side, adw_style_manager_get_dark (adw_style_manager_get_default ()),
                             sounder_icons_get_network (self->pictures));
  if (icon != NULL)
    {
      self->key = sounder_icons_dup_key (icon);
      texture = sounder_icons_lookup (self->pictures, icon, &problem);
    }
  set_picture (self, texture, problem);
}

static void
changed_cb (SounderIcon *self,
            const char  *key)
{
  if (key == NULL || g_strcmp0 (key, self->key) == 0)
    update (self);
}

static void
sounder_icon_dispose (GObject *object)
{
  SounderIcon *self = SOUNDER_ICON (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->pictures);
  g_clear_pointer (&self->icons, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_icon_parent_class)->dispose (object);
}

static void
sounder_icon_finalize (GObject *object)
{
  SounderIcon *self = SOUNDER_ICON (object);

  g_free (self->icon_name);
  g_free (self->key);

  G_OBJECT_CLASS (sounder_icon_parent_class)->finalize (object);
}

static void
sounder_icon_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  SounderIcon *self = SOUNDER_ICON (object);

  if (prop_id == PROP_ICON_NAME)
    {
      g_free (self->icon_name);
      self->icon_name = g_value_dup_string (value);
    }
  else
    {
      gtk_image_set_pixel_size (self->image, g_value_get_int (value));
    }
  update (self);
}

static void
sounder_icon_class_init (SounderIconClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_icon_dispose;
  object_class->finalize = sounder_icon_finalize;
  object_class->set_property = sounder_icon_set_property;

  /**
   * SounderIcon:icon-name:
   *
   * The symbolic icon that stands for what has none.
   */
  properties[PROP_ICON_NAME] = g_param_spec_string ("icon-name", NULL, NULL, NULL,
                                                    G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderIcon:pixel-size:
   *
   * How wide and high it is, in application pixels.
   */
  properties[PROP_PIXEL_SIZE] = g_param_spec_int ("pixel-size", NULL, NULL, -1, G_MAXINT, -1,
                                                  G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_icon_init (SounderIcon *self)
{
  /* The name of what it belongs to stands beside it. */
  self->image = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->image));
  self->signals = g_signal_group_new (SOUNDER_TYPE_ICONS);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (update), NULL);
}

/* Shows the icon of a JSON object. */
static gboolean
show (SounderIcon *self,
      McpSession  *session,
      const char  *object,
      gsize        length)
{
  SounderIcons *pictures = session != NULL ? sounder_icons_for (session) : NULL;

  g_clear_pointer (&self->icons, g_ptr_array_unref);
  if (object != NULL)
    self->icons = mcp_icons_read (object, length);
  if (g_set_object (&self->pictures, pictures))
    g_signal_group_set_target (self->signals, self->pictures);
  update (self);

  return self->icons != NULL && self->icons->len > 0;
}

/**
 * sounder_icon_show_item:
 * @session: (nullable): whose item it is
 * @item: (nullable): a tool, resource, template or prompt
 *
 * Shows an item's icon.
 *
 * Returns: whether it has any
 */
gboolean
sounder_icon_show_item (SounderIcon    *self,
                        McpSession     *session,
                        McpCatalogItem *item)
{
  GBytes *json = item != NULL ? mcp_catalog_item_get_json (item) : NULL;

  g_return_val_if_fail (SOUNDER_IS_ICON (self), FALSE);

  return show (self, session, json != NULL ? g_bytes_get_data (json, NULL) : NULL,
               json != NULL ? g_bytes_get_size (json) : 0);
}

/**
 * sounder_icon_show_server:
 * @session: (nullable): a session
 *
 * Shows the icon of a session's server, from what it last said of itself.
 *
 * Returns: whether it has any
 */
gboolean
sounder_icon_show_server (SounderIcon *self,
                          McpSession  *session)
{
  g_autofree char *info = session != NULL ? mcp_session_dup_server_info (session) : NULL;

  g_return_val_if_fail (SOUNDER_IS_ICON (self), FALSE);

  return show (self, session, info, info != NULL ? strlen (info) : 0);
}
