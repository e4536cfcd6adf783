/* sounder-sidebar-drag.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-group-row.h"
#include "sounder-server-row.h"
#include "sounder-sidebar-private.h"

/*
 * Dragging rows: a line shows where a server or a group would stand, and a group that would take a server is lit. What
 * is not saved has no place in the file, and is not dragged.
 */

/* In pixels: how near the ends of what is seen, and how far each motion goes. */
#define SCROLL_ROOM 28
#define SCROLL_STEP 12

typedef enum {
  PLACE_ABOVE,
  PLACE_BELOW,
  PLACE_INTO,
} Place;

static const char *const place_classes[] = { "drop-above", "drop-below", "drop-into" };

static GdkContentProvider *
prepare_cb (GtkDragSource *source,
            double         x,
            double         y,
            gpointer       user_data)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  SounderServer *server;

  if (SOUNDER_IS_GROUP_ROW (row))
    return gdk_content_provider_new_typed (SOUNDER_TYPE_SERVER_GROUP, sounder_group_row_get_group (SOUNDER_GROUP_ROW (row)));

  server = sounder_server_row_get_server (SOUNDER_SERVER_ROW (row));
  if (mcp_profile_is_temporary (sounder_server_get_profile (server)))
    return NULL;

  return gdk_content_provider_new_typed (SOUNDER_TYPE_SERVER, server);
}

static void
drag_begin_cb (GtkDragSource *source,
               GdkDrag       *drag,
               gpointer       user_data)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (row);

  gtk_drag_source_set_icon (source, picture, 16, 16);
}

/* Has a row dragged. */
void
sounder_sidebar_add_source (GtkWidget *row)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), NULL);
  g_signal_connect (source, "drag-begin", G_CALLBACK (drag_begin_cb), NULL);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (source));
}

static void
show_place (SounderSidebar *self,
            GtkWidget      *row,    /* (nullable) */
            Place           place)
{
  for (guint i = 0; self->drop_row != NULL && i < G_N_ELEMENTS (place_classes); i++)
    gtk_widget_remove_css_class (self->drop_row, place_classes[i]);

  self->drop_row = row;
  if (row != NULL)
    gtk_widget_add_css_class (row, place_classes[place]);
}

/* Below all rows is below the last one. */
static GtkListBoxRow *
find_row_at (SounderSidebar *self,
             double          y)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->list, (int) y);
  GtkListBoxRow *below = NULL;
  GtkListBoxRow *last;

  for (int i = 0; row == NULL && (last = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (gtk_widget_get_visible (GTK_WIDGET (last)))
      below = last;

  return row != NULL ? row : below;
}

static Place
find_place (SounderSidebar *self,
            GtkListBoxRow  *row,
            double          y)
{
  graphene_rect_t bounds;
  double share;

  if (!gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds) || bounds.size.height <= 0)
    return PLACE_INTO;

  share = (y - bounds.origin.y) / bounds.size.height;
  if (!SOUNDER_IS_GROUP_ROW (row))
    return share < 0.5 ? PLACE_ABOVE : PLACE_BELOW;

  /* Above the first name there is room for those in no group. */
  return share < 0.25 && gtk_list_box_row_get_index (row) == 0 ? PLACE_ABOVE : PLACE_INTO;
}

/* Before which group one would stand that is held at @y; %NULL: behind all. @shown gets the row and the place of the line. */
static SounderServerGroup *
find_next_group (SounderSidebar  *self,
                 GtkListBoxRow   *row,
                 double           y,
                 GtkListBoxRow  **shown,
                 Place           *place)
{
  int index = gtk_list_box_row_get_index (row);
  GtkListBoxRow *head;
  GtkListBoxRow *end;
  GtkListBoxRow *next;
  graphene_rect_t top;
  graphene_rect_t bottom;

  while (index > 0 && !SOUNDER_IS_GROUP_ROW (gtk_list_box_get_row_at_index (self->list, index)))
    index--;
  /* Those in no group stand above all groups. */
  while ((head = gtk_list_box_get_row_at_index (self->list, index)) != NULL && !SOUNDER_IS_GROUP_ROW (head))
    index++;
  /* The last group went away while it was held. */
  if (head == NULL)
    {
      *shown = row;
      *place = PLACE_BELOW;
      return NULL;
    }

  end = head;
  while ((next = gtk_list_box_get_row_at_index (self->list, ++index)) != NULL && !SOUNDER_IS_GROUP_ROW (next))
    if (gtk_widget_get_visible (GTK_WIDGET (next)))
      end = next;

  if (gtk_widget_compute_bounds (GTK_WIDGET (head), GTK_WIDGET (self->list), &top)
      && gtk_widget_compute_bounds (GTK_WIDGET (end), GTK_WIDGET (self->list), &bottom)
      && 2 * y > top.origin.y + bottom.origin.y + bottom.size.height)
    {
      *shown = end;
      *place = PLACE_BELOW;
      head = next;
    }
  else
    {
      *shown = head;
      *place = PLACE_ABOVE;
    }

  return head != NULL ? sounder_group_row_get_group (SOUNDER_GROUP_ROW (head)) : NULL;
}

/* Whether a group is held above the list, and not a server. */
static gboolean
is_group_held (GtkDropTarget *target)
{
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);

  return drop != NULL && gdk_content_formats_contain_gtype (gdk_drop_get_formats (drop), SOUNDER_TYPE_SERVER_GROUP);
}

/* A list that is longer than the window follows what is held near its ends. */
static void
scroll_along (SounderSidebar *self,
              double          y)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (self->list), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  double from = gtk_adjustment_get_value (place);

  if (y < from + SCROLL_ROOM)
    gtk_adjustment_set_value (place, from - SCROLL_STEP);
  else if (y > from + gtk_adjustment_get_page_size (place) - SCROLL_ROOM)
    gtk_adjustment_set_value (place, from + SCROLL_STEP);
}

static GdkDragAction
motion_cb (GtkDropTarget  *target,
           double          x,
           double          y,
           SounderSidebar *self)
{
  GtkListBoxRow *row = find_row_at (self, y);
  Place place;

  if (row == NULL)
    return 0;

  scroll_along (self, y);
  if (is_group_held (target))
    find_next_group (self, row, y, &row, &place);
  else
    place = find_place (self, row, y);
  show_place (self, GTK_WIDGET (row), place);

  return GDK_ACTION_MOVE;
}

static void
leave_cb (GtkDropTarget  *target,
          SounderSidebar *self)
{
  show_place (self, NULL, PLACE_INTO);
}

/* The server behind a row, when it is of the same group. */
static SounderServer *
find_before (SounderSidebar *self,
             GtkListBoxRow  *row,
             SounderServer  *server)
{
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (self->list, gtk_list_box_row_get_index (row) + 1);
  SounderServer *before = SOUNDER_IS_SERVER_ROW (next) ? sounder_server_row_get_server (SOUNDER_SERVER_ROW (next)) : NULL;

  return before != NULL
             && sounder_sidebar_model_get_group (self->model, before) == sounder_sidebar_model_get_group (self->model, server)
           ? before : NULL;
}

static void
drop_group (SounderSidebar     *self,
            SounderServerGroup *group,
            GtkListBoxRow      *row,
            double              y)
{
  g_autofree char *name = g_strdup (sounder_server_group_get_name (group));
  SounderServerGroup *before;
  g_autoptr (GError) error = NULL;
  Place place;

  before = find_next_group (self, row, y, &row, &place);
  if (!sounder_sidebar_model_move_group (self->model, name, before != NULL ? sounder_server_group_get_name (before) : NULL,
                                         &error))
    sounder_sidebar_report (self, _("The Group Was Not Moved"), g_steal_pointer (&error));
}

static void
drop_server (SounderSidebar *self,
             SounderServer  *server,
             GtkListBoxRow  *row,
             double          y)
{
  Place place = find_place (self, row, y);
  SounderServerGroup *group = NULL;
  SounderServer *before = NULL;
  g_autoptr (GError) error = NULL;

  if (SOUNDER_IS_SERVER_ROW (row))
    {
      SounderServer *beside = sounder_server_row_get_server (SOUNDER_SERVER_ROW (row));

      group = sounder_sidebar_model_get_group (self->model, beside);
      before = place == PLACE_ABOVE ? beside : find_before (self, row, beside);
    }
  else if (place == PLACE_INTO)
    {
      group = sounder_group_row_get_group (SOUNDER_GROUP_ROW (row));
    }

  if (!sounder_sidebar_model_move (self->model, server, before,
                                   group != NULL ? sounder_server_group_get_name (group) : NULL, &error))
    sounder_sidebar_report (self, _("The Server Was Not Moved"), g_steal_pointer (&error));
}

static gboolean
drop_cb (GtkDropTarget  *target,
         const GValue   *value,
         double          x,
         double          y,
         SounderSidebar *self)
{
  g_autoptr (GObject) held = g_value_dup_object (value);
  GtkListBoxRow *row = find_row_at (self, y);

  show_place (self, NULL, PLACE_INTO);
  if (row == NULL || held == NULL)
    return FALSE;

  if (SOUNDER_IS_SERVER_GROUP (held))
    drop_group (self, SOUNDER_SERVER_GROUP (held), row, y);
  else
    drop_server (self, SOUNDER_SERVER (held), row, y);

  return TRUE;
}

void
sounder_sidebar_init_drag (SounderSidebar *self)
{
  GType types[] = { SOUNDER_TYPE_SERVER, SOUNDER_TYPE_SERVER_GROUP };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_MOVE);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (target, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (target));
}
