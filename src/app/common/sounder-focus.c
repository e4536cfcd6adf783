/* sounder-focus.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-focus.h"

/*
 * A list is one stop for Tab, and the arrow keys move within it. GTK goes from row to row with Tab
 * instead, and lists of ours have a million of them. (GTK 4.18 can be told; this is for all.)
 */

/* Until a new list has its rows, and has gone to its end. */
#define N_FRAMES 3

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

/* The first list in sight, or the first that has rows. */
static GtkWidget *
find_first_list (GtkWidget *widget,
                 gboolean   with_rows)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_LIST_VIEW (widget))
    return !with_rows || gtk_widget_get_first_child (widget) != NULL ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_first_list (child, with_rows);

  return found;
}

/* Whether @row is in sight as a whole. */
static gboolean
is_in_sight (GtkWidget *row,
             GtkWidget *list)
{
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, list, &bounds)
         && bounds.size.height > 0 && bounds.origin.y >= 0
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (list);
}

/* Where a reader would go on: the chosen row; in a list that follows its end the last one in sight,
 * in others the first. Not the first of all, which may be a million rows away. */
static GtkWidget *
find_row (GtkWidget *list)
{
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  gboolean at_end = gtk_adjustment_get_value (place) > 0
                    && gtk_adjustment_get_value (place) + gtk_adjustment_get_page_size (place)
                         >= gtk_adjustment_get_upper (place) - 1;
  GtkWidget *found = NULL;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      if (!is_in_sight (row, list))
        continue;
      if ((gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
        return row;
      if (found == NULL || at_end)
        found = row;
    }

  return found;
}

/**
 * sounder_focus_is_in:
 * @widget: a part of a window
 *
 * Returns: whether the keys go to something in sight within it
 */
gboolean
sounder_focus_is_in (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, widget) && gtk_widget_get_mapped (focus);
}

static void
enter (GtkWidget *page)
{
  GtkWidget *list = find_first_list (page, TRUE);
  GtkWidget *row = list != NULL ? find_row (list) : NULL;

  if (row == NULL || !gtk_widget_grab_focus (row))
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

static gboolean
frame_drawn_cb (GtkWidget     *page,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  guint *n_frames = user_data;

  if (++*n_frames < N_FRAMES)
    return G_SOURCE_CONTINUE;

  if (!sounder_focus_is_in (page) && gtk_widget_get_mapped (page))
    enter (page);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_focus_enter_page:
 * @page: what was brought to the front by a key
 *
 * Lets the next key go to the page: to its list, if one is shown, or to the first thing that takes
 * keys. What has the focus there already keeps it. A page that was never seen is drawn first.
 */
void
sounder_focus_enter_page (GtkWidget *page)
{
  GtkWidget *list;

  g_return_if_fail (GTK_IS_WIDGET (page));

  /* One whose rows come when it is seen is as good as one that has them. */
  list = find_first_list (page, FALSE);
  if (sounder_focus_is_in (list != NULL ? list : page))
    return;

  /* A stack gives the focus to what had it, or to what comes first. */
  if (sounder_focus_is_in (page))
    gtk_root_set_focus (gtk_widget_get_root (page), NULL);
  if (list == NULL || find_row (list) != NULL)
    enter (page);
  else
    gtk_widget_add_tick_callback (page, frame_drawn_cb, g_new0 (guint, 1), g_free);
}

static gboolean
laid_out_cb (GtkWidget     *page,
             GdkFrameClock *frame_clock,
             gpointer       user_data)
{
  guint *n_frames = user_data;
  GtkRoot *root = gtk_widget_get_root (page);
  GtkWidget *focus = gtk_root_get_focus (root);

  if (++*n_frames < N_FRAMES)
    return G_SOURCE_CONTINUE;

  if ((focus == NULL || !gtk_widget_get_mapped (focus)) && gtk_widget_get_mapped (page))
    enter (page);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_focus_keep:
 * @page: what is shown
 *
 * For a window whose parts are about to be laid out anew: what had the focus may go. Then the page gets
 * it, for without any the next key is for nothing.
 */
void
sounder_focus_keep (GtkWidget *page)
{
  g_return_if_fail (GTK_IS_WIDGET (page));

  if (gtk_widget_get_root (page) != NULL)
    gtk_widget_add_tick_callback (page, laid_out_cb, g_new0 (guint, 1), g_free);
}

/**
 * sounder_focus_enter:
 * @widget: what the next key is for
 *
 * Lets the keys go to the first thing within a widget that takes them. What has the focus there keeps
 * it: gtk_widget_child_focus() would go one on.
 *
 * Returns: whether something takes the keys
 */
gboolean
sounder_focus_enter (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  return sounder_focus_is_in (widget) || gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

/* Text that can be typed, or a choice. */
static gboolean
is_field (GtkWidget *widget)
{
  gboolean editable = TRUE;

  if (GTK_IS_TEXT (widget) || GTK_IS_TEXT_VIEW (widget))
    g_object_get (widget, "editable", &editable, NULL);
  else if (!GTK_IS_DROP_DOWN (widget) && !GTK_IS_SWITCH (widget) && !GTK_IS_CHECK_BUTTON (widget))
    editable = FALSE;

  return editable && gtk_widget_is_sensitive (widget);
}

/**
 * sounder_focus_enter_field:
 * @widget: what has fields
 *
 * Lets the keys go to its first field. What has the focus within keeps it.
 *
 * Returns: whether there is one
 */
gboolean
sounder_focus_enter_field (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (sounder_focus_is_in (widget))
    return TRUE;
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return FALSE;
  if (is_field (widget) && gtk_widget_grab_focus (widget))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (sounder_focus_enter_field (child))
      return TRUE;

  return FALSE;
}

static gboolean
give_back_cb (gpointer data)
{
  GtkPopover *popover = data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (popover));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GWeakRef *ref = g_object_get_data (G_OBJECT (popover), "sounder-focus-before");
  g_autoptr (GtkWidget) before = g_weak_ref_get (ref);

  /* What was chosen from the menu may have led elsewhere. */
  if (before != NULL && gtk_widget_get_mapped (before) && gtk_widget_get_root (before) == root
      && (focus == NULL || !gtk_widget_get_mapped (focus)
          || gtk_widget_is_ancestor (focus, GTK_WIDGET (popover))))
    gtk_widget_grab_focus (before);

  return G_SOURCE_REMOVE;
}

/* From an idle: the popover takes the focus away when it has gone. */
static void
closed_cb (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, give_back_cb, g_object_ref (popover), g_object_unref);
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/**
 * sounder_focus_remember:
 * @popover: a menu that no button with the focus opens
 *
 * Lets what has the focus now have it again when the menu is closed.
 */
void
sounder_focus_remember (GtkPopover *popover)
{
  GtkRoot *root;
  GWeakRef *before;

  g_return_if_fail (GTK_IS_POPOVER (popover));

  root = gtk_widget_get_root (GTK_WIDGET (popover));
  before = g_object_get_data (G_OBJECT (popover), "sounder-focus-before");
  if (before == NULL)
    {
      before = g_new0 (GWeakRef, 1);
      g_weak_ref_init (before, NULL);
      g_object_set_data_full (G_OBJECT (popover), "sounder-focus-before", before, weak_ref_free);
      g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
    }
  g_weak_ref_set (before, root != NULL ? gtk_root_get_focus (root) : NULL);
}

/**
 * sounder_focus_popup:
 * @popover: a menu that belongs to no button
 *
 * Shows a menu, and lets what has the focus now have it again when the menu is closed: GTK does
 * that for menus of buttons only.
 */
void
sounder_focus_popup (GtkPopover *popover)
{
  sounder_focus_remember (popover);
  gtk_popover_popup (popover);
}
