/* sounder-timeline-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-focus.h"
#include "sounder-palette.h"
#include "sounder-timeline-header.h"
#include "sounder-widgets.h"

/**
 * SounderTimelineHeader:
 *
 * The titles over the columns of a timeline.
 *
 * Drawn by the same geometry as the rows. A click sorts by a column, a third click takes that back;
 * an edge can be dragged, and a title to another place. With the keyboard Left and Right choose a
 * column, Ctrl with them makes it narrower or wider, Alt moves it, Enter sorts, and the menu shows
 * and hides.
 */

/* How near an edge the pointer has to be, in pixels. */
#define EDGE_REACH 4
#define KEY_STEP   10
/* A hand is not still when it clicks. */
#define MIN_DRAG   6

struct _SounderTimelineHeader
{
  GtkWidget               parent_instance;

  SounderTimelineColumns *columns;
  GtkWidget              *menu;

  /* What the keys work on. */
  SounderColumn           current;

  /* Being dragged, or SOUNDER_N_COLUMNS. */
  SounderColumn           dragged;
  int                     drag_width;
  /* Its title is being dragged, or SOUNDER_N_COLUMNS. */
  SounderColumn           moved;
  double                  moved_x;
};

G_DEFINE_FINAL_TYPE (SounderTimelineHeader, sounder_timeline_header, GTK_TYPE_WIDGET)

static gboolean
is_resizable (SounderColumn column)
{
  return column != SOUNDER_COLUMN_SUMMARY && column != SOUNDER_COLUMN_DIRECTION;
}

static gboolean
is_before_summary (SounderTimelineHeader *self,
                   SounderColumn          column)
{
  return sounder_timeline_columns_get_position (self->columns, column)
         < sounder_timeline_columns_get_position (self->columns, SOUNDER_COLUMN_SUMMARY);
}

/* The column that dragging at @x makes wider or narrower. Right of the summary that is the one
 * after the edge, which then grows to the left: the summary takes or gives the difference. */
static SounderColumn
find_edge (SounderTimelineHeader *self,
           double                 x)
{
  const SounderColumnPlace *places;

  places = sounder_timeline_columns_place (self->columns, gtk_widget_get_width (GTK_WIDGET (self)));
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      int edge = places[i].x + (is_before_summary (self, i) ? places[i].width : 0);

      if (places[i].width > 0 && is_resizable (i) && ABS (x - edge) <= EDGE_REACH)
        return i;
    }

  return SOUNDER_N_COLUMNS;
}

static void
motion_cb (SounderTimelineHeader    *self,
           double                    x,
           double                    y,
           GtkEventControllerMotion *controller)
{
  gboolean on_edge = find_edge (self, x) != SOUNDER_N_COLUMNS;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on_edge ? "col-resize" : NULL);
}

static void
drag_begin_cb (SounderTimelineHeader *self,
               double                 x,
               double                 y,
               GtkGestureDrag        *gesture)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  self->dragged = find_edge (self, x);
  self->moved = SOUNDER_N_COLUMNS;
  if (self->dragged != SOUNDER_N_COLUMNS)
    self->drag_width = sounder_timeline_columns_place (self->columns, width)[self->dragged].width;
  else
    self->moved = sounder_timeline_columns_find (self->columns, width, x);
  self->moved_x = x;
}

static void
drag_update_cb (SounderTimelineHeader *self,
                double                 offset_x,
                double                 offset_y,
                GtkGestureDrag        *gesture)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  SounderColumn under;

  if (self->dragged != SOUNDER_N_COLUMNS)
    {
      int offset = (int) (is_before_summary (self, self->dragged) ? offset_x : -offset_x);

      sounder_timeline_columns_set_width (self->columns, self->dragged,
                                          self->drag_width + offset);
      return;
    }
  if (self->moved == SOUNDER_N_COLUMNS || ABS (offset_x) < MIN_DRAG)
    return;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  under = sounder_timeline_columns_find (self->columns, width, self->moved_x + offset_x);
  if (under != SOUNDER_N_COLUMNS && under != self->moved)
    sounder_timeline_columns_move (self->columns, self->moved,
                                   sounder_timeline_columns_get_position (self->columns, under));
}

static void
drag_end_cb (SounderTimelineHeader *self,
             double                 offset_x,
             double                 offset_y,
             GtkGestureDrag        *gesture)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  if (self->moved != SOUNDER_N_COLUMNS && ABS (offset_x) < MIN_DRAG)
    sounder_timeline_columns_next_sort (self->columns, self->moved);
  self->dragged = self->moved = SOUNDER_N_COLUMNS;
}

static void
menu_pressed_cb (SounderTimelineHeader *self,
                 int                    n_press,
                 double                 x,
                 double                 y,
                 GtkGestureClick       *gesture)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { x, y, 1, 1 });
  sounder_focus_popup (GTK_POPOVER (self->menu));
}

static const char *
get_spoken_title (SounderColumn column)
{
  return column == SOUNDER_COLUMN_DIRECTION ? _("Direction") : sounder_column_get_title (column);
}

/* As they came, rows are sorted by time. */
static SounderColumn
get_sorted (SounderTimelineHeader *self,
            gboolean              *descending)
{
  SounderColumn sorted = sounder_timeline_columns_get_sort (self->columns, descending);

  return sorted != SOUNDER_N_COLUMNS ? sorted : SOUNDER_COLUMN_TIME;
}

static void
update_label (SounderTimelineHeader *self)
{
  gboolean descending;
  SounderColumn sorted = get_sorted (self, &descending);
  const char *order = _("not sorted");
  g_autofree char *label = NULL;

  if (sorted == self->current)
    order = descending ? _("sorted, largest first") : _("sorted, smallest first");
  /* Translators: the title of a column of the timeline, and how it is sorted */
  label = g_strdup_printf (_("Columns of the timeline, %s, %s"), get_spoken_title (self->current),
                           order);
  sounder_widgets_set_spoken (self, label);
}

static void
sort_changed_cb (SounderTimelineHeader *self)
{
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_current (SounderTimelineHeader *self,
              int                    step)
{
  const SounderColumnPlace *places;
  int position = (int) sounder_timeline_columns_get_position (self->columns, self->current);

  places = sounder_timeline_columns_place (self->columns, gtk_widget_get_width (GTK_WIDGET (self)));
  do
    position += step;
  while (position >= 0 && position < SOUNDER_N_COLUMNS
         && places[sounder_timeline_columns_get_at (self->columns, position)].width == 0);

  if (position < 0 || position >= SOUNDER_N_COLUMNS)
    return;

  self->current = sounder_timeline_columns_get_at (self->columns, position);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
resize_current (SounderTimelineHeader *self,
                int                    step)
{
  int width = sounder_timeline_columns_get_width (self->columns, self->current);

  if (is_resizable (self->current))
    sounder_timeline_columns_set_width (self->columns, self->current, width + step * KEY_STEP);
}

static void
shift_current (SounderTimelineHeader *self,
               int                    step)
{
  int position = (int) sounder_timeline_columns_get_position (self->columns, self->current) + step;

  /* Past those that are not shown: else nothing would seem to happen. */
  while (position > 0 && position < SOUNDER_N_COLUMNS
         && !sounder_timeline_columns_get_visible (
           self->columns, sounder_timeline_columns_get_at (self->columns, (guint) position)))
    position += step;
  if (position >= 0)
    sounder_timeline_columns_move (self->columns, self->current, (guint) position);
}

static gboolean
key_pressed_cb (SounderTimelineHeader *self,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                GtkEventControllerKey *controller)
{
  int step = keyval == GDK_KEY_Left ? -1 : keyval == GDK_KEY_Right ? 1 : 0;

  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    {
      menu_pressed_cb (self, 1, 0, gtk_widget_get_height (GTK_WIDGET (self)), NULL);
      return TRUE;
    }

  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_space)
    {
      sounder_timeline_columns_next_sort (self->columns, self->current);
      return TRUE;
    }

  if (step == 0)
    return FALSE;

  if (state & GDK_CONTROL_MASK)
    resize_current (self, step);
  else if (state & GDK_ALT_MASK)
    shift_current (self, step);
  else
    move_current (self, step);

  return TRUE;
}

static void
snapshot_title (SounderTimelineHeader    *self,
                GtkSnapshot              *snapshot,
                SounderColumn             column,
                const SounderColumnPlace *place)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  GdkRGBA color = sounder_palette_get (SOUNDER_TONE_TEXT);
  GdkRGBA rule = sounder_palette_get (SOUNDER_TONE_RULE);
  gboolean descending;
  gboolean sorted = get_sorted (self, &descending) == column;
  g_autoptr (PangoLayout) layout = NULL;
  g_autofree char *title = NULL;
  int text_height;

  title = g_strconcat (sounder_column_get_title (column), sorted ? " " : "",
                       !sorted ? "" : descending ? "▼" : "▲", NULL);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), title);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout,
                          MAX (1, place->width - SOUNDER_COLUMN_PADDING - 2) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &text_height);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (place->x + SOUNDER_COLUMN_PADDING,
                                                (height - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);

  if (place->x > 0 && column != SOUNDER_COLUMN_DIRECTION && column != SOUNDER_COLUMN_KIND)
    gtk_snapshot_append_color (snapshot, &rule,
                               &GRAPHENE_RECT_INIT (place->x, 6, 1, MAX (0, height - 12)));

  if (column == self->current && gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (place->x, height - 2, place->width, 2));
}

static void
sounder_timeline_header_snapshot (GtkWidget   *widget,
                                  GtkSnapshot *snapshot)
{
  SounderTimelineHeader *self = SOUNDER_TIMELINE_HEADER (widget);
  const SounderColumnPlace *places;

  places = sounder_timeline_columns_place (self->columns, gtk_widget_get_width (widget));
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      if (places[i].width > 0)
        snapshot_title (self, snapshot, i, &places[i]);
    }
}

static void
sounder_timeline_header_measure (GtkWidget      *widget,
                                 GtkOrientation  orientation,
                                 int             for_size,
                                 int            *minimum,
                                 int            *natural,
                                 int            *minimum_baseline,
                                 int            *natural_baseline)
{
  *minimum = *natural = 0;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, "X");
      int height;

      pango_layout_get_pixel_size (layout, NULL, &height);
      *minimum = *natural = height + 10;
    }
}

static void
sounder_timeline_header_size_allocate (GtkWidget *widget,
                                       int        width,
                                       int        height,
                                       int        baseline)
{
  gtk_popover_present (GTK_POPOVER (SOUNDER_TIMELINE_HEADER (widget)->menu));
}

static gboolean
sounder_timeline_header_query_tooltip (GtkWidget  *widget,
                                       int         x,
                                       int         y,
                                       gboolean    keyboard_tooltip,
                                       GtkTooltip *tooltip)
{
  SounderTimelineHeader *self = SOUNDER_TIMELINE_HEADER (widget);
  const char *text = NULL;

  switch (keyboard_tooltip
            ? self->current
            : sounder_timeline_columns_find (self->columns, gtk_widget_get_width (widget), x))
    {
    case SOUNDER_COLUMN_TIME:
      text = _("When Sounder read or wrote the last byte, by one clock. Rows are in this order. Of two "
               "streams, such as two HTTP exchanges, no more is known of which crossed first.");
      break;
    case SOUNDER_COLUMN_SINCE:
      text = _("Time since the row before");
      break;
    case SOUNDER_COLUMN_REFERENCE:
      text = _("Time since the row that is the time reference, or since the start");
      break;
    default:
      return FALSE;
    }
  gtk_tooltip_set_text (tooltip, text);

  return TRUE;
}

static void
sounder_timeline_header_dispose (GObject *object)
{
  SounderTimelineHeader *self = SOUNDER_TIMELINE_HEADER (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->columns);

  G_OBJECT_CLASS (sounder_timeline_header_parent_class)->dispose (object);
}

static void
sounder_timeline_header_class_init (SounderTimelineHeaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_timeline_header_dispose;

  widget_class->snapshot = sounder_timeline_header_snapshot;
  widget_class->measure = sounder_timeline_header_measure;
  widget_class->size_allocate = sounder_timeline_header_size_allocate;
  widget_class->query_tooltip = sounder_timeline_header_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timelineheader");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_controllers (SounderTimelineHeader *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  sounder_widgets_add_controller (self, click, "pressed", menu_pressed_cb, NULL);
  sounder_widgets_add_controller (self, gtk_event_controller_motion_new (), "motion", motion_cb, NULL);
  sounder_widgets_add_controller (self, gtk_gesture_drag_new (), "drag-begin", drag_begin_cb,
                                  "drag-update", drag_update_cb, "drag-end", drag_end_cb, NULL);
  sounder_widgets_add_controller (self, gtk_event_controller_key_new (), "key-pressed", key_pressed_cb, NULL);
}

static void
sounder_timeline_header_init (SounderTimelineHeader *self)
{
  g_autoptr (GObject) actions = NULL;
  g_autoptr (GMenuModel) menu = sounder_timeline_header_create_menu ("header-columns");

  self->columns = sounder_timeline_columns_new ();
  self->dragged = self->moved = SOUNDER_N_COLUMNS;
  self->current = SOUNDER_COLUMN_METHOD;
  g_signal_connect_object (self->columns, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->columns, "sort-changed", G_CALLBACK (sort_changed_cb), self,
                           G_CONNECT_SWAPPED);

  actions = G_OBJECT (sounder_timeline_header_create_actions (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "header-columns", G_ACTION_GROUP (actions));

  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  add_controllers (self);
  update_label (self);
}

static void
show_column_cb (GSimpleAction          *action,
                GVariant               *state,
                SounderTimelineColumns *columns)
{
  SounderColumn column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (action), "column"));

  sounder_timeline_columns_set_visible (columns, column, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
columns_changed_cb (GSimpleAction          *action,
                    SounderTimelineColumns *columns)
{
  SounderColumn column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (action), "column"));
  gboolean visible = sounder_timeline_columns_get_visible (columns, column);

  g_simple_action_set_state (action, g_variant_new_boolean (visible));
}

static void
reset_cb (GSimpleAction          *action,
          GVariant               *parameter,
          SounderTimelineColumns *columns)
{
  sounder_timeline_columns_reset (columns);
}

SounderTimelineColumns *
sounder_timeline_header_get_columns (SounderTimelineHeader *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_HEADER (self), NULL);

  return self->columns;
}

/**
 * sounder_timeline_header_create_actions:
 *
 * Creates an action for each column that can be hidden, by its name, and "reset".
 *
 * Returns: (transfer full): the actions
 */
GActionGroup *
sounder_timeline_header_create_actions (SounderTimelineHeader *self)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) reset = g_simple_action_new ("reset", NULL);

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      g_autoptr (GSimpleAction) action = NULL;
      gboolean visible = sounder_timeline_columns_get_visible (self->columns, i);

      if (!sounder_column_can_hide (i))
        continue;

      action = g_simple_action_new_stateful (sounder_column_get_nick (i), NULL,
                                             g_variant_new_boolean (visible));
      g_object_set_data (G_OBJECT (action), "column", GUINT_TO_POINTER (i));
      g_signal_connect_object (action, "change-state", G_CALLBACK (show_column_cb), self->columns,
                               0);
      g_signal_connect_object (self->columns, "changed", G_CALLBACK (columns_changed_cb), action,
                               G_CONNECT_SWAPPED);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }

  g_signal_connect_object (reset, "activate", G_CALLBACK (reset_cb), self->columns, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (reset));

  return G_ACTION_GROUP (group);
}

/**
 * sounder_timeline_header_create_menu:
 * @prefix: where the actions are
 *
 * Creates a menu for the actions of sounder_timeline_header_create_actions().
 *
 * Returns: (transfer full): the menu
 */
GMenuModel *
sounder_timeline_header_create_menu (const char *prefix)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) columns = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  g_autofree char *reset = g_strconcat (prefix, ".reset", NULL);

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      g_autofree char *action = g_strconcat (prefix, ".", sounder_column_get_nick (i), NULL);
      if (sounder_column_can_hide (i))
        g_menu_append (columns, get_spoken_title (i), action);
    }
  g_menu_append (others, _("Reset Columns"), reset);

  g_menu_append_section (menu, _("Columns"), G_MENU_MODEL (columns));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));

  return G_MENU_MODEL (menu);
}
