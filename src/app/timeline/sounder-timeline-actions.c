/* sounder-timeline-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-timeline"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sounder-focus.h"
#include "sounder-record-copy.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

/* What can be done with the selected row, by menu and by keys, and what the buttons do. */

static void
copy_bytes_cb (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  sounder_record_copy_bytes (widget, SOUNDER_TIMELINE (widget)->selected_record);
}

static void
copy_pretty_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  sounder_record_copy_pretty (widget, SOUNDER_TIMELINE (widget)->selected_record);
}

static void
copy_id_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  sounder_record_copy_id (widget, SOUNDER_TIMELINE (widget)->selected_record);
}

/* Shows only one method. */
void
sounder_timeline_filter_by_method (SounderTimeline *self,
                                   const char      *method)
{
  g_autofree char *filter = NULL;

  /* In quotes a method may hold anything; a name without spaces reads better bare. */
  if (strpbrk (method, " \t\"\\()") == NULL)
    filter = g_strconcat ("method:", method, NULL);
  else
    filter = g_strconcat ("method:\"", method, "\"", NULL);

  sounder_timeline_set_filter (self, filter);
}

static void
filter_method_cb (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  SounderTimeline *self = SOUNDER_TIMELINE (widget);

  sounder_timeline_filter_by_method (self, mcp_record_get_method (self->selected_record));
}

static void
show_pair_cb (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  SounderTimeline *self = SOUNDER_TIMELINE (widget);

  sounder_timeline_show_record (self, mcp_record_get_pair (self->selected_record));
}

static void
replay_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  gtk_widget_activate_action (widget, "session.compose", "u",
                              SOUNDER_TIMELINE (widget)->selected_serial);
}

static void
clear_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  sounder_timeline_clear (SOUNDER_TIMELINE (widget));
}

static void
show_hidden_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  SounderTimeline *self = SOUNDER_TIMELINE (widget);

  sounder_timeline_unclear (self);
}

static void
focus_filter_cb (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  sounder_timeline_focus_filter (SOUNDER_TIMELINE (widget));
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
menu_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderTimeline *self = SOUNDER_TIMELINE (widget);
  GtkWidget *row = find_selected_row (self);
  graphene_rect_t bounds;

  if (row != NULL && gtk_widget_compute_bounds (row, widget, &bounds))
    popup_at (self, bounds.origin.x + bounds.size.width / 4, bounds.origin.y + bounds.size.height);
  else
    popup_at (self, 0, 0);
}

static void
secondary_pressed_cb (SounderTimeline *self,
                      int              n_press,
                      double           x,
                      double           y,
                      GtkGestureClick *gesture)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list_view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = NULL;
  graphene_point_t point;
  McpRecord *record;

  if (picked != NULL)
    row = SOUNDER_IS_TIMELINE_ROW (picked)
            ? picked
            : gtk_widget_get_ancestor (picked, SOUNDER_TYPE_TIMELINE_ROW);
  /* The list's own widget around the row reaches further than the row. */
  if (row == NULL && picked != NULL)
    row = gtk_widget_get_first_child (picked);
  if (row == NULL || !SOUNDER_IS_TIMELINE_ROW (row))
    return;

  record = sounder_timeline_row_get_record (SOUNDER_TIMELINE_ROW (row));
  if (record == NULL
      || !gtk_widget_compute_point (GTK_WIDGET (self->list_view), GTK_WIDGET (self),
                                    &GRAPHENE_POINT_INIT (x, y), &point))
    return;

  sounder_timeline_set_selected_serial (self, mcp_record_get_serial (record));
  popup_at (self, point.x, point.y);
}

static void
add_shortcut (GtkEventController *controller,
              guint               keyval,
              GdkModifierType     modifiers,
              const char         *action)
{
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (controller),
    gtk_shortcut_new (gtk_keyval_trigger_new (keyval, modifiers), gtk_named_action_new (action)));
}

/* At class_init. */
void
sounder_timeline_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "timeline.copy-bytes", NULL, copy_bytes_cb);
  gtk_widget_class_install_action (widget_class, "timeline.copy-pretty", NULL, copy_pretty_cb);
  gtk_widget_class_install_action (widget_class, "timeline.copy-id", NULL, copy_id_cb);
  gtk_widget_class_install_action (widget_class, "timeline.filter-method", NULL, filter_method_cb);
  gtk_widget_class_install_action (widget_class, "timeline.show-pair", NULL, show_pair_cb);
  gtk_widget_class_install_action (widget_class, "timeline.replay", NULL, replay_cb);
  gtk_widget_class_install_action (widget_class, "timeline.clear", NULL, clear_cb);
  gtk_widget_class_install_action (widget_class, "timeline.show-hidden", NULL, show_hidden_cb);
  gtk_widget_class_install_action (widget_class, "timeline.focus-filter", NULL, focus_filter_cb);
  gtk_widget_class_install_action (widget_class, "timeline.menu", NULL, menu_cb);
  gtk_widget_class_install_property_action (widget_class, "timeline.scope", "scope");
  gtk_widget_class_install_property_action (widget_class, "timeline.follow", "follow");
  gtk_widget_class_install_property_action (widget_class, "timeline.show-probes", "show-probes");
  gtk_widget_class_install_property_action (widget_class, "timeline.show-transport",
                                            "show-transport");
}

/* Once, when the template is there. */
void
sounder_timeline_init_actions (SounderTimeline *self)
{
  g_autoptr (GtkBuilder) builder = NULL;
  g_autoptr (GObject) columns = NULL;
  g_autoptr (GMenuModel) column_menu = sounder_timeline_header_create_menu ("columns");
  g_autoptr (GMenu) hidden = g_menu_new ();
  g_autoptr (GMenu) views = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();
  GtkEventController *controller;

  columns = G_OBJECT (sounder_timeline_header_create_actions (self->header));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (columns));
  g_menu_append (hidden, _("Show the Transport"), "timeline.show-transport");
  g_menu_append (hidden, _("Show Hidden Messages"), "timeline.show-hidden");
  g_menu_append_section (G_MENU (column_menu), NULL, G_MENU_MODEL (hidden));
  g_menu_append (views, _("List"), "timeline.view::list");
  g_menu_append (views, _("Lanes"), "timeline.view::lanes");
  g_menu_append (views, _("Statistics"), "timeline.view::statistics");
  g_menu_append_section (G_MENU (column_menu), _("View"), G_MENU_MODEL (views));
  g_menu_append (help, _("Help on Filters"), "win.help::filters");
  g_menu_append_section (G_MENU (column_menu), NULL, G_MENU_MODEL (help));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->columns_button), column_menu);

  builder = gtk_builder_new_from_resource (
    "/io/github/mcp_sounder/Sounder/sounder-timeline-menu.ui");
  self->menu = gtk_popover_menu_new_from_model (
    G_MENU_MODEL (gtk_builder_get_object (builder, "row_menu")));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (controller), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (controller, "pressed", G_CALLBACK (secondary_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), controller);

  controller = gtk_shortcut_controller_new ();
  add_shortcut (controller, GDK_KEY_c, GDK_CONTROL_MASK, "timeline.copy-bytes");
  add_shortcut (controller, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "timeline.copy-pretty");
  add_shortcut (controller, GDK_KEY_Menu, 0, "timeline.menu");
  add_shortcut (controller, GDK_KEY_F10, GDK_SHIFT_MASK, "timeline.menu");
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), controller);

  sounder_timeline_update_actions (self);
}

/* Enables what makes sense for the selected row. */
void
sounder_timeline_update_actions (SounderTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  McpRecord *record = self->selected_record;
  g_autofree char *id = record != NULL ? mcp_record_dup_id (record) : NULL;

  gtk_widget_action_set_enabled (widget, "timeline.copy-bytes", record != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.copy-pretty", record != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.copy-id", id != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.filter-method",
                                 record != NULL && mcp_record_get_method (record) != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.show-pair",
                                 record != NULL && mcp_record_get_pair (record) != 0);
  gtk_widget_action_set_enabled (widget, "timeline.replay",
                                 record != NULL
                                   && mcp_record_kind_is_message (mcp_record_get_kind (record)));
  gtk_widget_action_set_enabled (widget, "timeline.clear",
                                 sounder_timeline_get_journal (self) != NULL);
}
