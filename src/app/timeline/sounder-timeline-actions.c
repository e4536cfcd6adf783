/* sounder-timeline-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-focus.h"
#include "sounder-record-compare.h"
#include "sounder-record-copy.h"
#include "sounder-template.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

/* What can be done with the selected row, by menu and by keys, and what the buttons do. */

/* What is selected; one alone is copied although a filter hides it, for the details show it. */
static void
copy (SounderTimeline *self,
      gboolean         pretty)
{
  g_autoptr (GArray) serials = sounder_timeline_dup_selection (self);

  if (serials->len > 1)
    sounder_record_copy_several (GTK_WIDGET (self), sounder_timeline_get_journal (self), serials,
                                 pretty);
  else if (pretty)
    sounder_record_copy_pretty (GTK_WIDGET (self), self->selected_record);
  else
    sounder_record_copy_bytes (GTK_WIDGET (self), self->selected_record);
}

static void
copy_bytes_cb (SounderTimeline *self)
{
  copy (self, FALSE);
}

static void
copy_pretty_cb (SounderTimeline *self)
{
  copy (self, TRUE);
}

static void
copy_id_cb (SounderTimeline *self)
{
  sounder_record_copy_id (GTK_WIDGET (self), self->selected_record);
}

static void
copy_curl_cb (SounderTimeline *self)
{
  sounder_record_copy_curl (GTK_WIDGET (self), self->selected_record);
}

static void
compare_cb (SounderTimeline *self)
{
  McpJournal *journal = sounder_timeline_get_journal (self);
  g_autoptr (GArray) serials = sounder_timeline_dup_selection (self);
  g_autoptr (McpRecord) before = NULL;
  g_autoptr (McpRecord) after = NULL;

  if (serials->len != 2)
    return;

  before = mcp_journal_get_record (journal, g_array_index (serials, guint, 0));
  after = mcp_journal_get_record (journal, g_array_index (serials, guint, 1));
  sounder_record_compare (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), before, after);
}

static void
export_cb (GtkWidget *widget)
{
  gtk_widget_activate_action (widget, "win.export-selected", NULL);
}

/* Of several rows all that can be tests; of one, whatever half of a pair it is. */
static void
save_test_cb (SounderTimeline *self)
{
  g_autoptr (GArray) serials = sounder_timeline_dup_selection (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.save-test", "@au",
                              g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, serials->data, serials->len,
                                                         sizeof (guint)));
}

static void
show_pair_cb (SounderTimeline *self)
{
  sounder_timeline_show_record (self, mcp_record_get_pair (self->selected_record));
}

static void
replay_cb (SounderTimeline *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "session.compose", "u",
                              self->selected_serial);
}

static void
set_reference_cb (SounderTimeline *self)
{
  sounder_timeline_set_reference (self, self->selected_serial);
}

static void
clear_reference_cb (SounderTimeline *self)
{
  sounder_timeline_set_reference (self, 0);
}

static void
clear_filter_cb (SounderTimeline *self)
{
  sounder_timeline_set_filter (self, "");
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
  sounder_timeline_install_menu (widget_class);
  sounder_template_action (widget_class, "timeline.copy-bytes", NULL, copy_bytes_cb);
  sounder_template_action (widget_class, "timeline.copy-pretty", NULL, copy_pretty_cb);
  sounder_template_action (widget_class, "timeline.copy-id", NULL, copy_id_cb);
  sounder_template_action (widget_class, "timeline.copy-curl", NULL, copy_curl_cb);
  sounder_template_action (widget_class, "timeline.compare", NULL, compare_cb);
  sounder_template_action (widget_class, "timeline.export", NULL, export_cb);
  sounder_template_action (widget_class, "timeline.save-test", NULL, save_test_cb);
  sounder_template_action (widget_class, "timeline.show-pair", NULL, show_pair_cb);
  sounder_template_action (widget_class, "timeline.replay", NULL, replay_cb);
  sounder_template_action (widget_class, "timeline.clear", NULL, sounder_timeline_clear);
  sounder_template_action (widget_class, "timeline.show-hidden", NULL, sounder_timeline_unclear);
  sounder_template_action (widget_class, "timeline.set-reference", NULL, set_reference_cb);
  sounder_template_action (widget_class, "timeline.clear-reference", NULL, clear_reference_cb);
  sounder_template_action (widget_class, "timeline.clear-filter", NULL, clear_filter_cb);
  sounder_template_action (widget_class, "timeline.focus-filter", NULL, sounder_timeline_focus_filter);
  gtk_widget_class_install_property_action (widget_class, "timeline.scope", "scope");
  gtk_widget_class_install_property_action (widget_class, "timeline.follow", "follow");
  gtk_widget_class_install_property_action (widget_class, "timeline.by-call", "by-call");
  gtk_widget_class_install_property_action (widget_class, "timeline.lanes-by", "lanes-by");
  gtk_widget_class_install_property_action (widget_class, "timeline.show-probes", "show-probes");
  gtk_widget_class_install_property_action (widget_class, "timeline.show-transport",
                                            "show-transport");
}

/* Once, when the template is there. */
void
sounder_timeline_init_actions (SounderTimeline *self)
{
  g_autoptr (GObject) columns = NULL;
  GtkEventController *controller;

  columns = G_OBJECT (sounder_timeline_header_create_actions (self->header));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (columns));

  sounder_timeline_init_menu (self);

  controller = gtk_shortcut_controller_new ();
  add_shortcut (controller, GDK_KEY_c, GDK_CONTROL_MASK, "timeline.copy-bytes");
  add_shortcut (controller, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "timeline.copy-pretty");
  add_shortcut (controller, GDK_KEY_Menu, 0, "timeline.menu");
  add_shortcut (controller, GDK_KEY_F10, GDK_SHIFT_MASK, "timeline.menu");
  gtk_widget_add_controller (GTK_WIDGET (self->list_view), controller);

  sounder_timeline_update_actions (self);
}

/* A request of ours, or the answer to one. */
static gboolean
can_be_test (McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);

  if (mcp_record_get_direction (record) == MCP_DIRECTION_OUT)
    return kind == MCP_RECORD_REQUEST;

  return (kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR) && mcp_record_get_pair (record) != 0;
}

/* Enables what makes sense for the selected row. */
void
sounder_timeline_update_actions (SounderTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  McpRecord *record = self->selected_record;
  g_autofree char *id = record != NULL ? mcp_record_dup_id (record) : NULL;
  g_autoptr (GArray) selected = sounder_timeline_dup_selection (self);
  gboolean one = record != NULL && selected->len <= 1;

  gtk_widget_action_set_enabled (widget, "timeline.copy-bytes", record != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.copy-pretty", record != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.copy-id", one && id != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.copy-curl",
                                 one && sounder_record_has_curl (record));
  gtk_widget_action_set_enabled (widget, "timeline.set-reference", one);
  gtk_widget_action_set_enabled (widget, "timeline.clear-reference",
                                 sounder_timeline_columns_get_reference (self->columns) != 0);
  gtk_widget_action_set_enabled (widget, "timeline.compare", selected->len == 2);
  gtk_widget_action_set_enabled (widget, "timeline.export", selected->len > 1);
  gtk_widget_action_set_enabled (widget, "timeline.save-test",
                                 selected->len > 1 || (record != NULL && can_be_test (record)));
  gtk_widget_action_set_enabled (widget, "timeline.show-pair",
                                 one && mcp_record_get_pair (record) != 0);
  gtk_widget_action_set_enabled (widget, "timeline.replay",
                                 one && mcp_record_kind_is_message (mcp_record_get_kind (record))
                                   && self->base.session != NULL
                                   && mcp_session_get_state (self->base.session)
                                        != MCP_SESSION_RECORDED);
  gtk_widget_action_set_enabled (widget, "timeline.clear",
                                 sounder_timeline_get_journal (self) != NULL);
}
