/* sounder-sidebar-drag.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-sidebar"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-group-row.h"
#include "sounder-server-row.h"
#include "sounder-sidebar-private.h"

/*
 * Dragging rows: a line shows where a server would stand, and a group that would take it is lit. What is not saved has
 * no place in the file, and is not dragged.
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
  SounderServer *server = sounder_server_row_get_server (SOUNDER_SERVER_ROW (row));

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

  if (row == NULL)
    return 0;

  scroll_along (self, y);
  show_place (self, GTK_WIDGET (row), find_place (self, row, y));

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

static gboolean
drop_cb (GtkDropTarget  *target,
         const GValue   *value,
         double          x,
         double          y,
         SounderSidebar *self)
{
  g_autoptr (SounderServer) server = g_value_dup_object (value);
  GtkListBoxRow *row = find_row_at (self, y);
  SounderServerGroup *group = NULL;
  SounderServer *before = NULL;
  g_autoptr (GError) error = NULL;
  Place place;

  if (row == NULL || server == NULL)
    return FALSE;

  place = find_place (self, row, y);
  show_place (self, NULL, PLACE_INTO);
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

  return TRUE;
}

void
sounder_sidebar_init_drag (SounderSidebar *self)
{
  GtkDropTarget *target = gtk_drop_target_new (SOUNDER_TYPE_SERVER, GDK_ACTION_MOVE);

  g_signal_connect (target, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (target, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (target));
}
