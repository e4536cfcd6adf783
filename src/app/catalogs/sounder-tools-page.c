/* sounder-tools-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-tools-page"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "mcp-workbench.h"
#include "sounder-call-gate.h"
#include "sounder-call-options.h"
#include "sounder-calls-button.h"
#include "sounder-catalog-gate.h"
#include "sounder-catalog-list.h"
#include "sounder-columns.h"
#include "sounder-definition-view.h"
#include "sounder-focus.h"
#include "sounder-form-layout.h"
#include "sounder-icon.h"
#include "sounder-literal.h"
#include "sounder-result-view.h"
#include "sounder-template.h"
#include "sounder-tool-marks.h"
#include "sounder-tools-page.h"
#include "sounder-widgets.h"

/**
 * SounderToolsPage:
 *
 * One long file: list, form, result and history show one tool, and change together.
 *
 * What is typed for a tool and what came back are kept with the session, so
 * that changing to another tool or server loses nothing. Calls go on unseen.
 *
 * Arguments that break their schema are sent when the button is pressed a
 * second time, on purpose.
 */

struct _SounderToolsPage
{
  SounderPage            base;

  GSignalGroup          *catalog_signals;
  GSignalGroup          *findings_signals;
  McpCatalogItem        *tool;        /* stays when the list loses it */
  gboolean               insist;      /* the errors were told: the next press sends */
  gboolean               syncing;     /* the button follows the form */

  SounderCatalogGate    *gate;
  SounderColumns        *columns;
  SounderCatalogList    *list;
  GtkStack              *stack;
  GtkWidget             *form_box;
  SounderIcon           *icon;
  GtkLabel              *title;
  GtkLabel              *name;
  GtkLabel              *description;
  GtkBox                *hints;
  GtkLabel              *schema_error;
  GtkStack              *parts;
  GtkToggleButton       *definition_button;
  SounderDefinitionView *definition;
  GtkToggleButton       *room_button;
  SounderSchemaForm     *form;
  GtkButton             *call_button;
  GtkToggleButton       *raw_button;
  SounderCallOptions    *options;
  SounderCallsButton    *history;
  GtkCheckButton        *task_check;
  GtkLabel              *note;
  SounderResultView     *result;
};

G_DEFINE_FINAL_TYPE (SounderToolsPage, sounder_tools_page, SOUNDER_TYPE_PAGE)

static void
set_note (SounderToolsPage *self,
          const char       *text)
{
  sounder_literal_show (self->note, text);
}

/* The rules for headers that repeat arguments hold over HTTP. */
static gboolean
excludes_tools (SounderToolsPage *self)
{
  return self->base.session != NULL
         && mcp_session_has_feature (self->base.session, MCP_FEATURE_ARGUMENT_HEADERS)
         && mcp_profile_get_reach (mcp_session_get_profile (self->base.session)) == MCP_REACH_HTTP;
}

/* (nullable): why the chosen tool must not be called. */
static const char *
get_exclusion (SounderToolsPage *self)
{
  return self->tool != NULL && excludes_tools (self) ? mcp_catalog_item_get_exclusion (self->tool) : NULL;
}

static gboolean
can_call (SounderToolsPage *self)
{
  return sounder_page_is_ready (&self->base) && self->tool != NULL && get_exclusion (self) == NULL;
}

/* Where the server and the tool allow it; what must be a task is one. */
static void
update_task_check (SounderToolsPage *self)
{
  McpTaskSupport support =
    self->base.session != NULL && self->tool != NULL
      ? mcp_tasks_get_support (mcp_session_get_tasks (self->base.session),
                               mcp_catalog_item_get_name (self->tool))
      : MCP_TASK_SUPPORT_FORBIDDEN;

  gtk_widget_set_visible (GTK_WIDGET (self->task_check), support != MCP_TASK_SUPPORT_FORBIDDEN);
  gtk_widget_set_sensitive (GTK_WIDGET (self->task_check), support != MCP_TASK_SUPPORT_REQUIRED);
  if (support == MCP_TASK_SUPPORT_REQUIRED)
    gtk_check_button_set_active (self->task_check, TRUE);
  else if (support == MCP_TASK_SUPPORT_FORBIDDEN)
    gtk_check_button_set_active (self->task_check, FALSE);
}

static void
update_button (SounderToolsPage *self)
{
  gboolean ready = sounder_page_is_ready (&self->base);
  const char *exclusion = get_exclusion (self);
  guint n_errors = sounder_schema_form_get_n_errors (self->form);

  self->insist = self->insist && n_errors > 0;
  gtk_button_set_label (self->call_button, self->insist ? _("Send Anyway") : _("Call Tool"));
  sounder_widgets_set_class (self->call_button, "suggested-action", !self->insist);

  update_task_check (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tools.call", can_call (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tools.load", can_call (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self->result), "result.again",
                                 ready && exclusion == NULL);
  sounder_catalog_list_set_excluding (self->list, excludes_tools (self));
  if (!ready && self->tool != NULL)
    set_note (self, _("Not connected: the tool cannot be called."));
  else if (exclusion != NULL)
    set_note (self, exclusion);
  else if (self->insist)
    set_note (self, _("The arguments break the tool’s schema. They can be sent anyway."));
  else
    set_note (self, "");
}

static void
form_changed_cb (SounderToolsPage *self)
{
  if (self->form != NULL)
    update_button (self);
}

static void
raw_toggled_cb (SounderToolsPage *self)
{
  g_autoptr (GError) error = NULL;
  gboolean raw = gtk_toggle_button_get_active (self->raw_button);

  if (self->syncing || sounder_schema_form_set_raw (self->form, raw, &error))
    return;

  /* The text stays as it is until it can be a form. */
  self->syncing = TRUE;
  gtk_toggle_button_set_active (self->raw_button, !raw);
  self->syncing = FALSE;
  set_note (self, error->message);
}

static void
add_hint (SounderToolsPage *self,
          const char       *text,
          const char       *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "tag");
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (self->hints, label);
}

/* Only what the server says: the defaults of the specification are not its claims. */
static void
fill_hints (SounderToolsPage *self,
            const char       *output_schema)
{
  static const struct
  {
    const char *hint;
    const char *when_true;
    const char *when_false;
  } known[] = {
    { "readOnlyHint", N_("read-only"), NULL },
    { "destructiveHint", N_("destructive"), NULL },
    { "idempotentHint", N_("idempotent"), NULL },
    { "openWorldHint", N_("open world"), N_("closed world") },
  };
  guint n_hints = 0;

  sounder_widgets_remove_children (self->hints);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      gboolean if_true = mcp_catalog_item_get_hint (self->tool, known[i].hint, FALSE);
      gboolean is_said = if_true == mcp_catalog_item_get_hint (self->tool, known[i].hint, TRUE);
      const char *text = if_true ? known[i].when_true : known[i].when_false;

      if (!is_said || text == NULL)
        continue;
      add_hint (self, _(text), i == 1 ? "warning" : NULL);
      n_hints++;
    }
  if (output_schema != NULL)
    add_hint (self, _("output schema"), NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->hints), n_hints > 0 || output_schema != NULL);
}

static void
show_call (SounderToolsPage *self,
           McpCall          *call)
{
  g_autofree char *output_schema =
    self->tool != NULL ? mcp_catalog_item_lookup (self->tool, "outputSchema") : NULL;

  sounder_result_view_show (self->result, call, output_schema);
  sounder_calls_button_set_shown (self->history, call);
  sounder_columns_set_needs_room (self->columns, SOUNDER_COLUMN_RESULT, call != NULL);
  if (call == NULL && sounder_columns_get_whole (self->columns) == SOUNDER_COLUMN_RESULT)
    sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
}

/* In the place of the form, and only filled when it is looked at. What was shown stays behind the form:
 * GtkSourceView 5.6 leaks what it knows of a text that is taken away while nobody sees it. */
static void
update_definition (SounderToolsPage *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->definition_button);

  if (shown)
    sounder_definition_view_set_json (self->definition, self->tool != NULL
                                                          ? mcp_catalog_item_get_json (self->tool)
                                                          : NULL);
  gtk_stack_set_visible_child_name (self->parts, shown ? "definition" : "form");
  sounder_columns_set_needs_room (self->columns, SOUNDER_COLUMN_FORM, shown);
}

static void
definition_toggled_cb (SounderToolsPage *self)
{
  update_definition (self);
}

static void
show_tool (SounderToolsPage *self,
           McpCatalogItem   *tool)
{
  const char *name = mcp_catalog_item_get_name (tool);
  const char *display_name = mcp_catalog_item_get_display_name (tool);
  const char *problem = sounder_tool_marks_get_problem (tool);
  g_autofree char *output_schema = mcp_catalog_item_lookup (tool, "outputSchema");
  g_autofree char *title = mcp_format_label (display_name, FALSE);
  g_autofree char *visible_name = mcp_format_label (name, FALSE);
  McpInvocation *last = mcp_workbench_get_last (self->base.workbench, MCP_CATALOG_TOOLS, name);

  g_set_object (&self->tool, tool);
  self->insist = FALSE;
  gtk_label_set_text (self->title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), sounder_icon_show_item (self->icon, self->base.session, tool));
  sounder_columns_set_title (self->columns, title);
  sounder_literal_show (self->name, g_str_equal (name, display_name) ? "" : visible_name);
  sounder_literal_show (self->description, mcp_catalog_item_get_description (tool));
  sounder_literal_show (self->schema_error, problem != NULL ? problem : "");
  fill_hints (self, output_schema);
  update_definition (self);
  sounder_schema_form_set_form (self->form, mcp_workbench_get_draft (self->base.workbench, tool));
  sounder_calls_button_set_target (self->history, self->base.workbench, MCP_CATALOG_TOOLS, name);
  sounder_result_view_set_target (self->result, self->base.workbench, name);
  show_call (self, last != NULL ? mcp_invocation_get_call (last) : NULL);
  gtk_stack_set_visible_child_name (self->stack, "tool");
  update_button (self);
}

static void
show_no_tool (SounderToolsPage *self)
{
  g_clear_object (&self->tool);
  update_definition (self);
  sounder_schema_form_set_form (self->form, NULL);
  sounder_calls_button_set_target (self->history, NULL, MCP_CATALOG_TOOLS, NULL);
  sounder_result_view_set_target (self->result, NULL, NULL);
  show_call (self, NULL);
  gtk_stack_set_visible_child_name (self->stack, "none");
  sounder_columns_show (self->columns, SOUNDER_COLUMN_LIST);
  update_button (self);
}

static void
selected_cb (SounderToolsPage *self)
{
  McpCatalogItem *tool = sounder_catalog_list_get_selected (self->list);

  if (tool != NULL && self->base.session != NULL)
    show_tool (self, tool);
}

static void
activated_cb (SounderToolsPage *self)
{
  sounder_tools_page_enter_form (self);
}

static void
update_marks (SounderToolsPage *self)
{
  g_autoptr (GHashTable) marks = NULL;

  if (self->base.session == NULL)
    return;

  marks = sounder_tool_marks_find (self->base.workbench);
  sounder_catalog_list_set_marks (self->list, marks);
}

static void
session_state_cb (SounderToolsPage *self)
{
  update_button (self);
}

/* The first tool of a server is shown at once: an empty page says nothing. */
static void
tools_changed_cb (SounderToolsPage *self)
{
  GListModel *tools = G_LIST_MODEL (mcp_session_get_catalog (self->base.session, MCP_CATALOG_TOOLS));
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (tools, 0);

  update_marks (self);
  if (self->tool == NULL && first != NULL && self->base.width_class != SOUNDER_WIDTH_NARROW)
    sounder_catalog_list_select (self->list, mcp_catalog_item_get_name (first));
}

/* Others of the same tool may run meanwhile. */
static void
start (GtkWidget     *page,
       McpInvocation *invocation)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);

  mcp_workbench_start (self->base.workbench, invocation);
  show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMN_RESULT);
}

/* What the chosen tool would get now. */
static McpCall *
dup_call (SounderToolsPage  *self,
          char             **arguments,
          GError           **error)
{
  g_autoptr (McpCall) call = NULL;

  *arguments = sounder_schema_form_dup_json (self->form, error);
  if (*arguments == NULL)
    return NULL;

  call = mcp_session_new_tool_call (mcp_catalog_item_get_name (self->tool), *arguments);
  if (!sounder_call_options_apply (self->options, call, error))
    return NULL;
  if (gtk_check_button_get_active (self->task_check))
    mcp_call_set_task (call, -1);

  return g_steal_pointer (&call);
}

/* Errors are told first; asked a second time, on purpose, it goes on with them. */
static gboolean
may_go_on (SounderToolsPage *self)
{
  if (!can_call (self))
    return FALSE;

  if (sounder_schema_form_reveal_errors (self->form) > 0 && !self->insist)
    {
      self->insist = TRUE;
      update_button (self);
      return FALSE;
    }

  return TRUE;
}

static void
call_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (widget);
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;
  g_autoptr (McpInvocation) invocation = NULL;

  if (!may_go_on (self))
    return;

  call = dup_call (self, &arguments, &error);
  if (call == NULL)
    {
      set_note (self, error->message);
      return;
    }

  invocation = mcp_invocation_new (MCP_CATALOG_TOOLS, mcp_catalog_item_get_name (self->tool), arguments, call);
  sounder_call_gate_pass (GTK_WIDGET (self), self->base.session, invocation, start);
}

/* Who opens the window asks for the call. */
static void
load_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (widget);
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;

  if (!may_go_on (self))
    return;

  call = dup_call (self, &arguments, &error);
  if (call == NULL)
    set_note (self, error->message);
  else
    gtk_widget_activate_action (widget, "win.load-tool", NULL);
}

static void
reset_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  McpForm *form = sounder_schema_form_get_form (SOUNDER_TOOLS_PAGE (widget)->form);

  if (form != NULL)
    mcp_form_reset (form);
}

static void
load_arguments (SounderToolsPage *self,
                const char       *json)
{
  McpForm *form = sounder_schema_form_get_form (self->form);

  /* What is no object can only be shown as text. */
  if (form == NULL || mcp_form_load (form, json, NULL))
    return;

  gtk_toggle_button_set_active (self->raw_button, TRUE);
  sounder_schema_form_set_text (self->form, json);
}

static void
chosen_cb (SounderToolsPage  *self,
           McpInvocation *invocation)
{
  load_arguments (self, mcp_invocation_get_arguments (invocation));
  show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMN_RESULT);
}

/* As it was sent, whatever is in the form and in its options by now. */
static void
repeat_cb (SounderToolsPage  *self,
           McpInvocation *invocation)
{
  g_autoptr (McpInvocation) again = NULL;

  if (!sounder_page_is_ready (&self->base) || invocation == NULL)
    return;

  again = mcp_invocation_new_again (invocation);
  sounder_call_gate_pass (GTK_WIDGET (self), self->base.session, again, start);
}

static void
call_again_cb (SounderToolsPage *self,
               McpCall          *call)
{
  repeat_cb (self, mcp_workbench_find (self->base.workbench, call));
}

static void
take_cb (SounderToolsPage *self,
         const char       *json)
{
  load_arguments (self, json);
  sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
}

static char *
ask_cb (SounderToolsPage *self)
{
  return sounder_schema_form_dup_json (self->form, NULL);
}

static void
width_changed (SounderPage *page)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);

  /* One column at a time has the title beside the way back. */
  gtk_widget_set_visible (GTK_WIDGET (self->title), page->width_class != SOUNDER_WIDTH_NARROW);
}

static void
session_changed (SounderPage *page)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);
  McpSession *session = page->session;
  McpCatalog *catalog =
    session != NULL ? mcp_session_get_catalog (session, MCP_CATALOG_TOOLS) : NULL;

  show_no_tool (self);
  sounder_call_options_reset (self->options);
  g_signal_group_set_target (
    self->findings_signals,
    session != NULL ? mcp_journal_get_findings (mcp_session_get_journal (session)) : NULL);
  sounder_catalog_list_set_catalog (self->list, catalog);
  g_signal_group_set_target (self->catalog_signals, catalog);
  if (catalog != NULL)
    tools_changed_cb (self);
  update_button (self);
}

static void
sounder_tools_page_dispose (GObject *object)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (object);

  g_object_set (self, "session", NULL, NULL);
  g_clear_object (&self->tool);

  G_OBJECT_CLASS (sounder_tools_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_CALL_OPTIONS);
  g_type_ensure (SOUNDER_TYPE_CALLS_BUTTON);
  g_type_ensure (SOUNDER_TYPE_CATALOG_GATE);
  g_type_ensure (SOUNDER_TYPE_CATALOG_LIST);
  g_type_ensure (SOUNDER_TYPE_COLUMNS);
  g_type_ensure (SOUNDER_TYPE_DEFINITION_VIEW);
  g_type_ensure (SOUNDER_TYPE_RESULT_VIEW);
  g_type_ensure (SOUNDER_TYPE_SCHEMA_FORM);

  g_type_ensure (SOUNDER_TYPE_ICON);
  sounder_template_set (widget_class, "sounder-tools-page.ui");
  sounder_template_bind (widget_class, SounderToolsPage, gate, columns, list, stack, form_box, icon,
                         title, name, description, hints, schema_error, parts, definition_button,
                         definition, room_button, form, call_button, raw_button, options, history,
                         task_check, note, result);
  sounder_template_connect (widget_class, selected_cb, activated_cb, definition_toggled_cb,
                            form_changed_cb, raw_toggled_cb, chosen_cb, call_again_cb, repeat_cb,
                            take_cb, ask_cb);
}

static void
sounder_tools_page_class_init (SounderToolsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_tools_page_dispose;
  SOUNDER_PAGE_CLASS (klass)->session_changed = session_changed;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;

  bind_template (widget_class);
  sounder_page_install_verb (widget_class, "tools.call", call_cb);
  gtk_widget_class_install_action (widget_class, "tools.load", NULL, load_cb);
  gtk_widget_class_install_action (widget_class, "tools.reset", NULL, reset_cb);
}

static void
sounder_tools_page_init (SounderToolsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_widget_set_layout_manager (self->form_box, sounder_form_layout_new ());
  sounder_columns_set_room_button (self->columns, SOUNDER_COLUMN_FORM, self->room_button);
  sounder_columns_set_room_button (self->columns, SOUNDER_COLUMN_RESULT,
                                   sounder_result_view_get_room_button (self->result));
  sounder_catalog_gate_set_kind (self->gate, MCP_CATALOG_TOOLS);
  self->catalog_signals = sounder_page_add_signals (&self->base, MCP_TYPE_CATALOG);
  g_signal_group_connect_swapped (self->catalog_signals, "items-changed",
                                  G_CALLBACK (tools_changed_cb), self);
  g_signal_group_connect_swapped (self->base.session_signals, "notify::state",
                                  G_CALLBACK (session_state_cb), self);
  self->findings_signals = sounder_page_add_signals (&self->base, G_TYPE_LIST_MODEL);
  g_signal_group_connect_swapped (self->findings_signals, "items-changed",
                                  G_CALLBACK (update_marks), self);
  update_button (self);
}

/**
 * sounder_tools_page_select:
 * @name: a tool's name
 *
 * Chooses a tool.
 *
 * Returns: %FALSE if the server lists none of that name
 */
gboolean
sounder_tools_page_select (SounderToolsPage *self,
                           const char       *name)
{
  g_return_val_if_fail (SOUNDER_IS_TOOLS_PAGE (self), FALSE);

  return sounder_catalog_list_select (self->list, name);
}

/**
 * sounder_tools_page_enter_form:
 *
 * Brings the form of the chosen tool to the front and lets the keys go there.
 */
void
sounder_tools_page_enter_form (SounderToolsPage *self)
{
  g_return_if_fail (SOUNDER_IS_TOOLS_PAGE (self));

  gtk_toggle_button_set_active (self->definition_button, FALSE);
  sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
  if (!sounder_schema_form_enter (self->form))
    gtk_widget_grab_focus (GTK_WIDGET (self->call_button));
}

/**
 * sounder_tools_page_dup_call:
 * @name: (out) (nullable): the name of the tool
 *
 * Makes the call that the chosen tool would get now.
 *
 * Returns: (transfer full) (nullable): a call that was not sent; %NULL when no tool can be called, or
 *   what is filled in cannot be sent
 */
McpCall *
sounder_tools_page_dup_call (SounderToolsPage  *self,
                             char             **name)
{
  g_autofree char *arguments = NULL;
  McpCall *call;

  g_return_val_if_fail (SOUNDER_IS_TOOLS_PAGE (self), NULL);

  call = can_call (self) ? dup_call (self, &arguments, NULL) : NULL;
  *name = call != NULL ? g_strdup (mcp_catalog_item_get_name (self->tool)) : NULL;

  return call;
}
