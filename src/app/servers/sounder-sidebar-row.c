/* sounder-sidebar-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-focus.h"
#include "sounder-sidebar-row.h"
#include "sounder-template.h"

/**
 * SounderSidebarRow:
 *
 * The menu is made when it is first opened. Its actions may be the window's, which work on the selected
 * server, so opening it selects a row that can be selected.
 */

typedef struct
{
  GtkWidget *menu; /* NULL until it is opened */
} SounderSidebarRowPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SounderSidebarRow, sounder_sidebar_row, GTK_TYPE_LIST_BOX_ROW)

static void
open_menu (SounderSidebarRow  *self,
           const GdkRectangle *at)    /* (nullable) */
{
  SounderSidebarRowPrivate *priv = sounder_sidebar_row_get_instance_private (self);
  GtkListBoxRow *row = GTK_LIST_BOX_ROW (self);
  GtkWidget *list = gtk_widget_get_parent (GTK_WIDGET (self));

  if (GTK_IS_LIST_BOX (list) && gtk_list_box_row_get_selectable (row))
    gtk_list_box_select_row (GTK_LIST_BOX (list), row);

  if (priv->menu == NULL)
    {
      g_autoptr (GtkBuilder) builder =
        gtk_builder_new_from_resource (SOUNDER_SIDEBAR_ROW_GET_CLASS (self)->menu_resource);

      priv->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (gtk_builder_get_object (builder, "menu")));
      gtk_popover_set_has_arrow (GTK_POPOVER (priv->menu), FALSE);
      gtk_widget_set_halign (priv->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (priv->menu, GTK_WIDGET (self));
    }

  sounder_focus_popup (GTK_POPOVER (priv->menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->menu), at);
}

static void
popup_cb (SounderSidebarRow *self)
{
  open_menu (self, NULL);
}

static void
pressed_cb (GtkGestureClick   *gesture,
            int                n_press,
            double             x,
            double             y,
            SounderSidebarRow *self)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };

  open_menu (self, &at);
}

static void
sounder_sidebar_row_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  SounderSidebarRowPrivate *priv = sounder_sidebar_row_get_instance_private (SOUNDER_SIDEBAR_ROW (widget));

  GTK_WIDGET_CLASS (sounder_sidebar_row_parent_class)->size_allocate (widget, width, height, baseline);
  if (priv->menu != NULL)
    gtk_popover_present (GTK_POPOVER (priv->menu));
}

static void
sounder_sidebar_row_dispose (GObject *object)
{
  SounderSidebarRowPrivate *priv = sounder_sidebar_row_get_instance_private (SOUNDER_SIDEBAR_ROW (object));

  g_clear_pointer (&priv->menu, gtk_widget_unparent);

  G_OBJECT_CLASS (sounder_sidebar_row_parent_class)->dispose (object);
}

static void
sounder_sidebar_row_class_init (SounderSidebarRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_sidebar_row_dispose;
  widget_class->size_allocate = sounder_sidebar_row_size_allocate;

  sounder_template_action (widget_class, "menu.popup", NULL, popup_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "menu.popup", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "menu.popup", NULL);
}

static void
sounder_sidebar_row_init (SounderSidebarRow *self)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect (gesture, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}
