/* sounder-history-popover.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "sounder-history-popover.h"
#include "sounder-invocation-row.h"
#include "sounder-invoke-page.h"
#include "sounder-preset-list.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderHistoryPopover:
 *
 * What there is of a tool, a prompt or a template: its presets; the calls of this session, newest first, and what can be
 * done with each; arguments of earlier sessions. Both begin with what was sent last.
 */

struct _SounderHistoryPopover
{
  GtkPopover         parent_instance;

  McpWorkbench      *workbench;     /* (nullable) */
  gboolean           only_calls;
  GHashTable        *called;        /* a set: what is kept of the arguments of this session's calls */
  GtkFilter         *filter;        /* those are no earlier ones */
  GListModel        *earlier;       /* (nullable) of McpArguments */
  GListModel        *calls;         /* (nullable) of McpInvocation */

  SounderPresetList *presets;
  GtkWidget         *calls_title;
  GtkListBox        *calls_list;
  GtkWidget         *earlier_title;
  GtkListBox        *earlier_list;
};

G_DEFINE_FINAL_TYPE (SounderHistoryPopover, sounder_history_popover, GTK_TYPE_POPOVER)

static void
update_titles (SounderHistoryPopover *self)
{
  gboolean has_calls = self->calls != NULL && g_list_model_get_n_items (self->calls) > 0;
  gboolean has_earlier = self->earlier != NULL && g_list_model_get_n_items (self->earlier) > 0;

  gtk_widget_set_visible (self->calls_title, has_calls);
  gtk_widget_set_visible (GTK_WIDGET (self->calls_list), has_calls);
  gtk_widget_set_visible (self->earlier_title, has_earlier);
  gtk_widget_set_visible (GTK_WIDGET (self->earlier_list), has_earlier);
}

static gboolean
is_earlier_cb (gpointer item,
               gpointer user_data)
{
  SounderHistoryPopover *self = user_data;

  return !g_hash_table_contains (self->called, MCP_ARGUMENTS (item)->json);
}

/* What the calls of this session leave in the history. */
static void
update_called (SounderHistoryPopover *self)
{
  McpProfile *profile = mcp_session_get_profile (mcp_workbench_get_session (self->workbench));

  g_hash_table_remove_all (self->called);
  for (guint i = 0; i < g_list_model_get_n_items (self->calls); i++)
    {
      g_autoptr (McpInvocation) invocation = g_list_model_get_item (self->calls, i);

      g_hash_table_add (self->called, mcp_arguments_dup_without_secrets (
                                        profile, mcp_invocation_get_arguments (invocation)));
    }
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
shown_cb (SounderHistoryPopover *self)
{
  if (self->earlier == NULL)
    return;

  sounder_preset_list_reload (self->presets);
  update_called (self);
  update_titles (self);
}

static void
earlier_activated_cb (SounderHistoryPopover *self,
                      GtkListBoxRow         *row)
{
  g_autoptr (McpArguments) arguments =
    g_list_model_get_item (self->earlier, gtk_list_box_row_get_index (row));

  sounder_invoke_page_take (GTK_WIDGET (self->earlier_list), arguments->json);
}

static GtkWidget *
create_earlier_row (gpointer item,
                    gpointer user_data)
{
  GtkWidget *row = gtk_list_box_row_new ();
  gint64 used_sec = MCP_ARGUMENTS (item)->used_usec / G_USEC_PER_SEC;
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (used_sec);
  g_autofree char *when = time != NULL && used_sec > 0 ? g_date_time_format (time, "%x %X") : NULL;

  gtk_list_box_row_set_child (
    GTK_LIST_BOX_ROW (row),
    sounder_preset_list_new_words (MCP_ARGUMENTS (item)->json, when != NULL ? when : ""));

  return row;
}

/* What is done with a call, by the name of its entry in the menu. */
static void
act (GtkWidget  *row,
     const char *what)
{
  SounderHistoryPopover *self =
    SOUNDER_HISTORY_POPOVER (gtk_widget_get_ancestor (row, SOUNDER_TYPE_HISTORY_POPOVER));
  g_autoptr (McpInvocation) invocation = g_object_ref (sounder_invocation_row_get_invocation (row));
  McpCall *call = mcp_invocation_get_call (invocation);
  g_autofree char *text = NULL;

  if (g_str_equal (what, "repeat"))
    sounder_invoke_page_repeat (row, call);
  else if (g_str_equal (what, "edit"))
    sounder_invoke_page_take (row, mcp_invocation_get_arguments (invocation));
  else if (g_str_equal (what, "show"))
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u",
                                mcp_call_get_outcome (call)->serial);
  else if (g_str_equal (what, "test"))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.save-test", "@au",
                                g_variant_new_parsed ("[%u]", mcp_call_get_outcome (call)->serial));
  else if (g_str_equal (what, "json"))
    text = mcp_invocation_dup_json (invocation);
  else if (self->workbench != NULL)
    text = mcp_invocation_dup_cli_command (
      invocation, mcp_session_get_profile (mcp_workbench_get_session (self->workbench)));

  if (text != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", text);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
act_cb (GSimpleAction *action,
        GVariant      *parameter,
        gpointer       user_data)
{
  act (user_data, g_variant_get_string (parameter, NULL));
}

static void
repeat_cb (GtkWidget *row)
{
  act (row, "repeat");
}

static GMenuModel *
create_menu (McpInvocation *invocation)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  if (mcp_invocation_get_arguments (invocation) != NULL)
    g_menu_append (menu, _("_Take the Arguments"), "call.act::edit");
  if (mcp_invocation_get_kind (invocation) != MCP_CATALOG_RESOURCES)
    g_menu_append (menu, _("Copy as a _Command"), "call.act::cli");
  g_menu_append (menu, _("Copy as _JSON"), "call.act::json");
  g_menu_append (menu, _("_Save as Test…"), "call.act::test");
  g_menu_append (menu, _("Show in T_imeline"), "call.act::show");

  return G_MENU_MODEL (g_steal_pointer (&menu));
}

static void
add_menu (GtkWidget     *row,
          McpInvocation *invocation)
{
  static const GActionEntry entries[] = { { .name = "act", .activate = act_cb, .parameter_type = "s" } };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GMenuModel) menu = create_menu (invocation);
  GtkWidget *button = gtk_menu_button_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), row);
  gtk_widget_insert_action_group (row, "call", G_ACTION_GROUP (actions));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_tooltip_text (button, _("More"));
  sounder_widgets_set_spoken (button, _("More to do with this call"));
  gtk_widget_add_css_class (button, "flat");
  sounder_invocation_row_append (row, button);
}

/* One button that is used most, and words for the rest: seven pictures in a row say nothing. */
static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  GtkWidget *row = sounder_invocation_row_new (item);
  GtkWidget *button = gtk_button_new_with_label (_("Run Again"));

  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (repeat_cb), row, G_CONNECT_SWAPPED);
  sounder_invocation_row_append (row, button);
  add_menu (row, item);

  return row;
}

static void
row_activated_cb (SounderHistoryPopover *self,
                  GtkListBoxRow         *row)
{
  sounder_invoke_page_choose (GTK_WIDGET (row), sounder_invocation_row_get_invocation (GTK_WIDGET (row)));
}

static void
sounder_history_popover_dispose (GObject *object)
{
  SounderHistoryPopover *self = SOUNDER_HISTORY_POPOVER (object);

  if (self->presets != NULL)
    sounder_history_popover_set_target (self, NULL, MCP_CATALOG_TOOLS, NULL);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->called, g_hash_table_unref);

  G_OBJECT_CLASS (sounder_history_popover_parent_class)->dispose (object);
}

static void
sounder_history_popover_class_init (SounderHistoryPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_history_popover_dispose;
  g_type_ensure (SOUNDER_TYPE_PRESET_LIST);

  sounder_template_set (widget_class, "sounder-history-popover.ui");
  sounder_template_bind (widget_class, SounderHistoryPopover, presets, calls_title, calls_list,
                         earlier_title, earlier_list);
  sounder_template_connect (widget_class, shown_cb, row_activated_cb, earlier_activated_cb);
}

static void
sounder_history_popover_init (SounderHistoryPopover *self)
{
  self->called = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_earlier_cb, self, NULL));
  gtk_widget_init_template (GTK_WIDGET (self));
  update_titles (self);
}

/**
 * sounder_history_popover_set_only_calls:
 * @self: a popover of nothing yet
 * @only_calls: whether there are no presets, and nothing of earlier sessions
 *
 * Sets what is to be seen.
 */
void
sounder_history_popover_set_only_calls (SounderHistoryPopover *self,
                                        gboolean               only_calls)
{
  g_return_if_fail (SOUNDER_IS_HISTORY_POPOVER (self));

  self->only_calls = only_calls;
  gtk_widget_set_visible (GTK_WIDGET (self->presets), !only_calls);
}

static void
set_store (SounderHistoryPopover *self,
           McpArgumentStore      *store,
           McpCatalogKind         kind,
           const char            *name)
{
  gtk_list_box_bind_model (self->earlier_list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->earlier);
  sounder_preset_list_set_target (self->presets, store, kind, name);
  if (store == NULL)
    return;

  self->earlier = G_LIST_MODEL (
    gtk_filter_list_model_new (g_object_ref (mcp_argument_store_get_history (store, kind, name)),
                               g_object_ref (self->filter)));
  g_signal_connect_object (self->earlier, "items-changed", G_CALLBACK (update_titles), self, G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->earlier_list, self->earlier, create_earlier_row, self, NULL);
}

/**
 * sounder_history_popover_set_target:
 * @workbench: (nullable): whose calls and arguments
 * @kind: of what
 * @name: of what
 *
 * Shows what there is of something else.
 */
void
sounder_history_popover_set_target (SounderHistoryPopover *self,
                                    McpWorkbench          *workbench,
                                    McpCatalogKind         kind,
                                    const char            *name)
{
  gboolean has_store;

  g_return_if_fail (SOUNDER_IS_HISTORY_POPOVER (self));

  if (self->calls != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->calls, update_titles, self);
      gtk_list_box_bind_model (self->calls_list, NULL, NULL, NULL, NULL);
    }
  g_set_object (&self->workbench, workbench);
  g_clear_object (&self->calls);
  has_store = workbench != NULL && !self->only_calls;
  set_store (self, has_store ? mcp_workbench_get_store (workbench) : NULL, kind, name);
  if (workbench == NULL)
    return;

  self->calls = g_object_ref (mcp_workbench_get_calls (workbench, kind, name));
  g_signal_connect_object (self->calls, "items-changed", G_CALLBACK (update_titles), self, G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->calls_list, self->calls, create_row_cb, self, NULL);
  update_titles (self);
}
