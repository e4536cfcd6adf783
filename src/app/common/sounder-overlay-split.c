/* sounder-overlay-split.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-overlay-split.h"
#include "sounder-template.h"

/**
 * SounderOverlaySplit:
 *
 * A sidebar beside the content, or above it in a narrow window.
 *
 * libadwaita has such a widget from 1.4 on, and its older one is deprecated
 * since; this is the little of both that is needed. Collapsing hides the
 * sidebar, expanding shows it; above the content, Escape or a click beside it
 * closes it.
 */

struct _SounderOverlaySplit
{
  AdwBin       parent_instance;

  GtkWidget   *sidebar;
  gboolean     collapsed;
  gboolean     show_sidebar;

  GtkPaned    *paned;
  AdwBin      *side_slot;
  AdwBin      *content_slot;
  GtkWidget   *scrim;
  GtkRevealer *revealer;
  AdwBin      *overlay_slot;
};

G_DEFINE_FINAL_TYPE (SounderOverlaySplit, sounder_overlay_split, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SIDEBAR,
  PROP_CONTENT,
  PROP_SHOW_SIDEBAR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
update_layout (SounderOverlaySplit *self)
{
  gboolean above = self->collapsed && self->show_sidebar;

  gtk_widget_set_visible (GTK_WIDGET (self->side_slot), !self->collapsed && self->show_sidebar);
  gtk_widget_set_visible (self->scrim, above);
  /* Before revealing: a revealer that is not visible does not animate, and takes no clicks. */
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), above);
  gtk_revealer_set_reveal_child (self->revealer, above);
}

static void
scrim_pressed_cb (SounderOverlaySplit *self)
{
  sounder_overlay_split_set_show_sidebar (self, FALSE);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  SounderOverlaySplit *self = SOUNDER_OVERLAY_SPLIT (widget);

  if (!self->collapsed || !self->show_sidebar)
    return FALSE;

  sounder_overlay_split_set_show_sidebar (self, FALSE);

  return TRUE;
}

static void
sounder_overlay_split_dispose (GObject *object)
{
  SounderOverlaySplit *self = SOUNDER_OVERLAY_SPLIT (object);

  g_clear_object (&self->sidebar);

  G_OBJECT_CLASS (sounder_overlay_split_parent_class)->dispose (object);
}

static void
sounder_overlay_split_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  SounderOverlaySplit *self = SOUNDER_OVERLAY_SPLIT (object);

  switch (prop_id)
    {
    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, self->show_sidebar);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_overlay_split_set_property (GObject      *object,
                                    guint         prop_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  SounderOverlaySplit *self = SOUNDER_OVERLAY_SPLIT (object);

  switch (prop_id)
    {
    case PROP_SIDEBAR:
      sounder_overlay_split_set_sidebar (self, g_value_get_object (value));
      break;

    case PROP_CONTENT:
      sounder_overlay_split_set_content (self, g_value_get_object (value));
      break;

    case PROP_SHOW_SIDEBAR:
      sounder_overlay_split_set_show_sidebar (self, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_overlay_split_class_init (SounderOverlaySplitClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_overlay_split_dispose;
  object_class->get_property = sounder_overlay_split_get_property;
  object_class->set_property = sounder_overlay_split_set_property;

  /**
   * SounderOverlaySplit:sidebar:
   *
   * What is at the side.
   */
  properties[PROP_SIDEBAR] =
    g_param_spec_object ("sidebar", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderOverlaySplit:content:
   *
   * The main part.
   */
  properties[PROP_CONTENT] =
    g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderOverlaySplit:show-sidebar:
   *
   * Whether the sidebar is shown, wherever it is.
   */
  properties[PROP_SHOW_SIDEBAR] =
    g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  sounder_template_set (widget_class, "sounder-overlay-split.ui");
  sounder_template_bind (widget_class, SounderOverlaySplit, paned, side_slot, content_slot, scrim,
                         revealer, overlay_slot);
  sounder_template_connect (widget_class, scrim_pressed_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
sounder_overlay_split_init (SounderOverlaySplit *self)
{
  self->show_sidebar = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_overlay_split_set_sidebar:
 * @sidebar: (nullable): what is at the side
 *
 * Sets the sidebar.
 */
void
sounder_overlay_split_set_sidebar (SounderOverlaySplit *self,
                                   GtkWidget           *sidebar)
{
  AdwBin *slot;

  g_return_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self));

  slot = self->collapsed ? self->overlay_slot : self->side_slot;
  adw_bin_set_child (slot, NULL);
  g_set_object (&self->sidebar, sidebar);
  adw_bin_set_child (slot, sidebar);
}

/**
 * sounder_overlay_split_set_content:
 * @content: (nullable): the main part
 *
 * Sets the content.
 */
void
sounder_overlay_split_set_content (SounderOverlaySplit *self,
                                   GtkWidget           *content)
{
  g_return_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self));

  adw_bin_set_child (self->content_slot, content);
}

gboolean
sounder_overlay_split_get_collapsed (SounderOverlaySplit *self)
{
  g_return_val_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self), FALSE);

  return self->collapsed;
}

/**
 * sounder_overlay_split_set_collapsed:
 * @collapsed: whether the sidebar comes above the content
 *
 * Moves the sidebar. It is hidden by collapsing and shown by expanding.
 */
void
sounder_overlay_split_set_collapsed (SounderOverlaySplit *self,
                                     gboolean             collapsed)
{
  g_return_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self));

  if (self->collapsed == collapsed)
    return;

  self->collapsed = collapsed;
  adw_bin_set_child (collapsed ? self->side_slot : self->overlay_slot, NULL);
  adw_bin_set_child (collapsed ? self->overlay_slot : self->side_slot, self->sidebar);
  sounder_overlay_split_set_show_sidebar (self, !collapsed);
  update_layout (self);
}

gboolean
sounder_overlay_split_get_show_sidebar (SounderOverlaySplit *self)
{
  g_return_val_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self), FALSE);

  return self->show_sidebar;
}

/**
 * sounder_overlay_split_set_show_sidebar:
 * @show_sidebar: whether to show it
 *
 * Shows or hides the sidebar; above the content, it also takes the focus.
 */
void
sounder_overlay_split_set_show_sidebar (SounderOverlaySplit *self,
                                        gboolean             show_sidebar)
{
  g_return_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self));

  if (self->show_sidebar == show_sidebar)
    return;

  self->show_sidebar = show_sidebar;
  update_layout (self);
  if (self->collapsed && self->sidebar != NULL && gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    gtk_widget_child_focus (show_sidebar ? self->sidebar : GTK_WIDGET (self->content_slot),
                            GTK_DIR_TAB_FORWARD);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_SIDEBAR]);
}

int
sounder_overlay_split_get_position (SounderOverlaySplit *self)
{
  g_return_val_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self), 0);

  return gtk_paned_get_position (self->paned);
}

void
sounder_overlay_split_set_position (SounderOverlaySplit *self,
                                    int                  position)
{
  g_return_if_fail (SOUNDER_IS_OVERLAY_SPLIT (self));

  gtk_paned_set_position (self->paned, position);
}
