/* sounder-timeline-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-summary.h"

#include "sounder-focus.h"
#include "sounder-template.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

/* The menu of a row: what it offers follows from the values of the row. And those of the bar. */

/* A longer one is nothing to filter by. */
#define MAX_VALUE_BYTES 200

/* In quotes a value may hold anything; one without spaces reads better bare. */
static char *
dup_term (const char *field,
          const char *value)
{
  GString *term = g_string_new (field);

  g_string_append_c (term, ':');
  if (strpbrk (value, " \t\"\\()") == NULL)
    {
      g_string_append (term, value);
      return g_string_free (term, FALSE);
    }

  g_string_append_c (term, '"');
  for (; *value != '\0'; value++)
    {
      if (*value == '"' || *value == '\\')
        g_string_append_c (term, '\\');
      g_string_append_c (term, *value);
    }
  g_string_append_c (term, '"');

  return g_string_free (term, FALSE);
}

/* Shows only one method. */
void
sounder_timeline_filter_by_method (SounderTimeline *self,
                                   const char      *method)
{
  g_autofree char *filter = dup_term ("method", method);

  sounder_timeline_set_filter (self, filter);
}

static void
filter_by_cb (SounderTimeline *self,
              const char      *action_name,
              GVariant        *parameter)
{
  const char *text = gtk_editable_get_text (self->filter_entry);
  g_autofree char *filter =
    sounder_timeline_add_term (text, g_variant_get_string (parameter, NULL));

  sounder_timeline_set_filter (self, filter);
}

static void
append_term (GMenu      *menu,
             const char *term,
             const char *target)
{
  g_autofree char *visible = mcp_format_label (term, FALSE);
  g_auto (GStrv) parts = g_strsplit (visible, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "timeline.filter-by", "s", target);
  g_menu_append_item (menu, item);
}

static void
add_value (SounderTimeline *self,
           const char      *field,
           const char      *value)
{
  g_autofree char *term = NULL;
  g_autofree char *excluding = NULL;

  if (value == NULL || *value == '\0' || strlen (value) > MAX_VALUE_BYTES)
    return;

  term = dup_term (field, value);
  excluding = g_strconcat ("-", term, NULL);
  append_term (self->filter_menu, term, term);
  append_term (self->exclude_menu, term, excluding);
}

/* What may be filtered by is what the selected row says. */
static void
sounder_timeline_update_menu (SounderTimeline *self)
{
  McpRecord *record = self->selected_record;
  McpStatus status = mcp_record_get_status (record);
  const char *method = mcp_record_get_method (record);
  g_autofree char *id = mcp_record_dup_id (record);

  g_menu_remove_all (self->filter_menu);
  g_menu_remove_all (self->exclude_menu);
  add_value (self, "method", method);
  add_value (self, g_strcmp0 (method, "tools/call") == 0 ? "tool" : "name",
             mcp_record_get_name (record));
  add_value (self, "kind", mcp_record_kind_get_nick (mcp_record_get_kind (record)));
  add_value (self, "dir", mcp_direction_get_nick (mcp_record_get_direction (record)));
  if (status != MCP_STATUS_NONE)
    add_value (self, "status", mcp_status_get_nick (status));
  add_value (self, "channel", mcp_channel_get_nick (mcp_record_get_channel (record)));
  add_value (self, "id", id);
}

static void
popup_at (SounderTimeline *self,
          double           x,
          double           y)
{
  if (self->selected_record == NULL)
    return;

  /* Whether there is an answer may have changed since it was selected. */
  sounder_timeline_update_actions (self);
  sounder_timeline_update_menu (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { x, y, 1, 1 });
  sounder_focus_popup (GTK_POPOVER (self->menu));
}

static GtkWidget *
find_selected_row (SounderTimeline *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);

      if (sounder_timeline_row_get_record (SOUNDER_TIMELINE_ROW (row)) == self->selected_record)
        return row;
    }

  return NULL;
}

static void
menu_cb (SounderTimeline *self)
{
  GtkWidget *row = find_selected_row (self);
  graphene_rect_t bounds;

  if (row != NULL && gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    popup_at (self, bounds.origin.x + bounds.size.width / 4, bounds.origin.y + bounds.size.height);
  else
    popup_at (self, 0, 0);
}

/* (nullable): of the row at a place in the list. */
McpRecord *
sounder_timeline_pick_record (SounderTimeline *self,
                              double           x,
                              double           y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list_view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = NULL;

  if (picked != NULL)
    row = SOUNDER_IS_TIMELINE_ROW (picked)
            ? picked
            : gtk_widget_get_ancestor (picked, SOUNDER_TYPE_TIMELINE_ROW);
  /* The list's own widget around the row reaches further than the row. */
  if (row == NULL && picked != NULL)
    row = gtk_widget_get_first_child (picked);
  if (row == NULL || !SOUNDER_IS_TIMELINE_ROW (row))
    return NULL;

  return sounder_timeline_row_get_record (SOUNDER_TIMELINE_ROW (row));
}

static void
secondary_pressed_cb (SounderTimeline *self,
                      int              n_press,
                      double           x,
                      double           y,
                      GtkGestureClick *gesture)
{
  McpRecord *record = sounder_timeline_pick_record (self, x, y);
  graphene_point_t point;

  if (record == NULL
      || !gtk_widget_compute_point (GTK_WIDGET (self->list_view), GTK_WIDGET (self),
                                    &GRAPHENE_POINT_INIT (x, y), &point))
    return;

  /* Of several that are selected none is let go. */
  if (!sounder_serial_selection_set_last (self->selection, mcp_record_get_serial (record)))
    sounder_timeline_set_selected_serial (self, mcp_record_get_serial (record));
  popup_at (self, point.x, point.y);
}

/* At class_init. */
void
sounder_timeline_install_menu (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "timeline.filter-by", "s", filter_by_cb);
  sounder_template_action (widget_class, "timeline.menu", NULL, menu_cb);
}

/* Once, when the template is there. */
void
sounder_timeline_init_menu (SounderTimeline *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
    "/io/github/mcp_sounder/Sounder/sounder-timeline-menu.ui");
  g_autoptr (GMenuModel) columns = sounder_timeline_header_create_menu ("columns");
  GtkGesture *gesture = gtk_gesture_click_new ();

  g_menu_append_section (G_MENU (gtk_builder_get_object (builder, "columns_menu")), NULL, columns);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->more_button),
                                  G_MENU_MODEL (gtk_builder_get_object (builder, "more_menu")));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->view_button),
                                  G_MENU_MODEL (gtk_builder_get_object (builder, "view_menu")));

  self->filter_menu = g_object_ref (G_MENU (gtk_builder_get_object (builder, "filter_menu")));
  self->exclude_menu = g_object_ref (G_MENU (gtk_builder_get_object (builder, "exclude_menu")));
  self->menu = gtk_popover_menu_new_from_model (
    G_MENU_MODEL (gtk_builder_get_object (builder, "row_menu")));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  /* Beside the place it can slide up and down; below it GTK would cut it. */
  gtk_popover_set_position (GTK_POPOVER (self->menu), GTK_POS_RIGHT);
  gtk_widget_set_valign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (gesture, "pressed", G_CALLBACK (secondary_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), GTK_EVENT_CONTROLLER (gesture));
}
