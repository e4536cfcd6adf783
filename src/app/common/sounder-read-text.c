/* sounder-read-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-read-text.h"

static GMenuModel *
new_menu (GMenuModel *extra)
{
  static const char *const items[][2] = {
    { N_("_Copy"), "clipboard.copy" },
    { N_("Select _All"), "selection.select-all" },
    { N_("_Open Link"), "link.open" },
    { N_("Copy _Link Address"), "link.copy" },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i][0]), items[i][1]);

      if (g_str_has_prefix (items[i][1], "link."))
        g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
      g_menu_append_item (menu, item);
    }
  if (extra != NULL)
    g_menu_append_section (menu, NULL, extra);

  return G_MENU_MODEL (menu);
}

static gboolean
unparent_cb (gpointer popover)
{
  gtk_widget_unparent (popover);

  return G_SOURCE_REMOVE;
}

/* What was chosen is done after the menu has closed. */
static void
closed_cb (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover), g_object_unref);
}

static void
pop_up (GtkWidget          *widget,
        const GdkRectangle *place)
{
  g_autoptr (GMenuModel) menu = new_menu (g_object_get_data (G_OBJECT (widget), "sounder-extra-menu"));
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);

  gtk_widget_set_parent (popover, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), place);
  g_signal_connect_object (widget, "destroy", G_CALLBACK (gtk_widget_unparent), popover,
                           G_CONNECT_SWAPPED);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* The menu is about what is under the pointer. */
static void
put_cursor (GtkTextView *view,
            double       x,
            double       y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter at;
  int buffer_x;
  int buffer_y;

  if (gtk_text_buffer_get_has_selection (buffer))
    return;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &buffer_x,
                                         &buffer_y);
  gtk_text_view_get_iter_at_location (view, &at, buffer_x, buffer_y);
  gtk_text_buffer_place_cursor (buffer, &at);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));

  if (event == NULL || !gdk_event_triggers_context_menu (event)
      || (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget))))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (GTK_IS_TEXT_VIEW (widget))
    put_cursor (GTK_TEXT_VIEW (widget), x, y);
  pop_up (widget, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static GdkRectangle
get_cursor_place (GtkWidget *widget)
{
  GdkRectangle place = { 0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget) };

  if (GTK_IS_TEXT_VIEW (widget))
    {
      gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (widget), NULL, &place, NULL);
      gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (widget), GTK_TEXT_WINDOW_WIDGET, place.x,
                                             place.y, &place.x, &place.y);
    }

  return place;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *keys,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  GdkRectangle place;

  if ((keyval != GDK_KEY_Menu && !(keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0))
      || (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget))))
    return FALSE;

  place = get_cursor_place (widget);
  pop_up (widget, &place);

  return TRUE;
}

/**
 * sounder_read_text_set_menu:
 * @widget: a text view or a label that can be selected
 * @extra: (nullable): more for its menu
 *
 * Gives text that is read a menu of what can be done with it. GTK offers to cut, to paste and to
 * delete as well, in grey. Text that can be edited keeps that menu.
 */
void
sounder_read_text_set_menu (GtkWidget  *widget,
                            GMenuModel *extra)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (extra != NULL)
    g_object_set_data_full (G_OBJECT (widget), "sounder-extra-menu", g_object_ref (extra), g_object_unref);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), NULL);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), NULL);
  gtk_widget_add_controller (widget, keys);
}

static gboolean
resize_cb (gpointer widget)
{
  g_object_set_data (G_OBJECT (widget), "sounder-resize", NULL);
  gtk_widget_queue_resize (widget);

  return G_SOURCE_REMOVE;
}

static void
height_changed_cb (GtkWidget *widget)
{
  if (g_object_get_data (G_OBJECT (widget), "sounder-resize") != NULL)
    return;

  g_object_set_data (G_OBJECT (widget), "sounder-resize", widget);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, resize_cb, g_object_ref (widget), g_object_unref);
}

static void
adjustment_changed_cb (GtkScrollable *scrollable)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (scrollable);

  if (adjustment != NULL)
    g_signal_connect_object (adjustment, "notify::upper", G_CALLBACK (height_changed_cb), scrollable,
                             G_CONNECT_SWAPPED);
}

/**
 * sounder_read_text_keep_height:
 * @text_view: what is to be as high as its text
 *
 * A text view learns while it is given a place how high its text is there, and what it asks for then
 * GTK forgets: text of one line would stay as high as its margins. So it is asked once more.
 */
void
sounder_read_text_keep_height (GtkTextView *text_view)
{
  g_return_if_fail (GTK_IS_TEXT_VIEW (text_view));

  g_signal_connect (text_view, "notify::vadjustment", G_CALLBACK (adjustment_changed_cb), NULL);
  adjustment_changed_cb (GTK_SCROLLABLE (text_view));
}
