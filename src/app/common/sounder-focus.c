/* sounder-focus.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-focus"

#include "config.h"

#include "sounder-focus.h"

/*
 * A list is one stop for Tab, and the arrow keys move within it. GTK goes from row to row with Tab
 * instead, and lists of ours have a million of them. (GTK 4.18 can be told; this is for all.)
 */

/* Boxed lists of settings are no such lists. */
static gboolean
is_list (GtkWidget *widget)
{
  return GTK_IS_LIST_VIEW (widget)
         || (GTK_IS_LIST_BOX (widget) && gtk_widget_has_css_class (widget, "navigation-sidebar"));
}

/* The list that @focus is in, and its row there; %NULL if it is the list itself. */
static GtkWidget *
find_list (GtkWidget  *focus,
           GtkWidget **row)
{
  for (GtkWidget *widget = focus; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      if (is_list (widget))
        return widget;
      *row = widget;
    }

  return NULL;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               user_data)
{
  GtkWidget *window = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  gboolean is_back = keyval == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK) != 0;
  GtkDirectionType direction = is_back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;
  GtkWidget *row = NULL;
  GtkWidget *list;

  if ((keyval != GDK_KEY_Tab && keyval != GDK_KEY_KP_Tab && keyval != GDK_KEY_ISO_Left_Tab)
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  list = find_list (gtk_root_get_focus (GTK_ROOT (window)), &row);
  if (list == NULL)
    return GDK_EVENT_PROPAGATE;

  /* First to what else is in the row, then out of the list: it takes no part in this one step. */
  if (row == NULL || !gtk_widget_child_focus (row, direction))
    {
      gtk_widget_set_can_focus (list, FALSE);
      g_signal_emit_by_name (list, "move-focus", direction);
      gtk_widget_set_can_focus (list, TRUE);
    }
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);

  return GDK_EVENT_STOP;
}

/**
 * sounder_focus_install:
 * @window: a window
 *
 * Makes each list of a window one stop for Tab.
 */
void
sounder_focus_install (GtkWidget *window)
{
  GtkEventController *keys;

  g_return_if_fail (GTK_IS_WINDOW (window));

  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), NULL);
  gtk_widget_add_controller (window, keys);
}

/* The first list in sight that has rows. */
static GtkWidget *
find_first_list (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_LIST_VIEW (widget))
    return gtk_widget_get_first_child (widget) != NULL ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_first_list (child);

  return found;
}

/**
 * sounder_focus_enter_page:
 * @page: what was brought to the front by a key
 *
 * Lets the next key go to the page: to its list, if it has one, or to the first thing that takes
 * keys. What has the focus within the page keeps it.
 */
void
sounder_focus_enter_page (GtkWidget *page)
{
  GtkRoot *root;
  GtkWidget *focus;
  GtkWidget *list;

  g_return_if_fail (GTK_IS_WIDGET (page));

  root = gtk_widget_get_root (page);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  if (focus != NULL && gtk_widget_is_ancestor (focus, page) && gtk_widget_get_mapped (focus))
    return;

  list = find_first_list (page);
  if (list != NULL && gtk_widget_grab_focus (list))
    {
      /* A list that never had the focus has no row for it yet. */
      if (gtk_widget_is_focus (list))
        gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD);
    }
  else
    {
      gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
    }
}
