/* sounder-tools-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "mcp-workbench.h"
#include "sounder-pane.h"
#include "sounder-literal.h"
#include "sounder-template.h"
#include "sounder-tool-marks.h"
#include "sounder-tools-page.h"
#include "sounder-widgets.h"

/**
 * SounderToolsPage:
 *
 * Arguments that break their schema are sent when the button is pressed a
 * second time, on purpose.
 */

struct _SounderToolsPage
{
  SounderInvokePage      page;

  SounderPlace          *place;       /* of the page; the view's keeps it */
  gboolean               syncing;     /* the button follows the form */
  gboolean               filling;     /* the form is another tool's, nobody types */

  GtkBox                *hints;
  GtkLabel              *schema_error;
  GtkStack              *parts;
  GtkToggleButton       *definition_button;
  SounderPane           *definition;
  GtkToggleButton       *room_button;
  SounderSchemaForm     *form;
  GtkButton             *call_button;
  GtkToggleButton       *raw_button;
  GtkCheckButton        *task_check;

  GHashTable            *findings;    /* what they say, by serial */
};

G_DEFINE_FINAL_TYPE (SounderToolsPage, sounder_tools_page, SOUNDER_TYPE_INVOKE_PAGE)

/* The rules for headers that repeat arguments hold over HTTP. */
static gboolean
excludes_tools (SounderToolsPage *self)
{
  return mcp_session_has_feature (self->page.base.session, MCP_FEATURE_ARGUMENT_HEADERS)
         && mcp_profile_get_reach (mcp_session_get_profile (self->page.base.session)) == MCP_REACH_HTTP;
}

/* (nullable): why the chosen tool must not be called. */
static const char *
get_exclusion (SounderToolsPage *self)
{
  return self->page.item != NULL && excludes_tools (self) ? mcp_catalog_item_get_exclusion (self->page.item) : NULL;
}

static gboolean
can_call (SounderToolsPage *self)
{
  return sounder_page_is_ready (&self->page.base) && self->page.item != NULL && get_exclusion (self) == NULL;
}

/* Where the server and the tool allow it; what must be a task is one. */
static void
update_task_check (SounderToolsPage *self)
{
  McpTaskSupport support =
    self->page.item != NULL
      ? mcp_tasks_get_support (mcp_session_get_tasks (self->page.base.session),
                               mcp_catalog_item_get_name (self->page.item))
      : MCP_TASK_SUPPORT_FORBIDDEN;

  gtk_widget_set_visible (GTK_WIDGET (self->task_check), support != MCP_TASK_SUPPORT_FORBIDDEN);
  gtk_widget_set_sensitive (GTK_WIDGET (self->task_check), support != MCP_TASK_SUPPORT_REQUIRED);
  if (support == MCP_TASK_SUPPORT_REQUIRED)
    gtk_check_button_set_active (self->task_check, TRUE);
  else if (support == MCP_TASK_SUPPORT_FORBIDDEN)
    gtk_check_button_set_active (self->task_check, FALSE);
}

static void
update (SounderInvokePage *page)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);
  gboolean ready = sounder_page_is_ready (&self->page.base);
  const char *exclusion = get_exclusion (self);
  guint n_errors = sounder_schema_form_get_n_errors (self->form);

  self->page.insist = self->page.insist && n_errors > 0;
  gtk_button_set_label (self->call_button, self->page.insist ? _("Send Anyway") : _("Call Tool"));
  sounder_widgets_set_class (self->call_button, "suggested-action", !self->page.insist);

  update_task_check (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tools.call", can_call (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tools.load", can_call (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self->page.result), "result.again",
                                 ready && exclusion == NULL);
  sounder_catalog_list_set_excluding (self->page.list, excludes_tools (self));
  if (!ready && self->page.item != NULL)
    sounder_literal_show (self->page.note, _("Not connected: the tool cannot be called."));
  else if (exclusion != NULL)
    sounder_literal_show (self->page.note, exclusion);
  else if (self->page.insist)
    sounder_literal_show (self->page.note, _("The arguments break the tool’s schema. They can be sent anyway."));
  else
    sounder_literal_show (self->page.note, "");
}

/* (nullable): what was typed for the chosen tool and is no form. */
static SounderPlace *
get_draft (SounderToolsPage *self)
{
  return self->page.item != NULL
           ? sounder_place_get (self->place, mcp_catalog_item_get_name (self->page.item))
           : NULL;
}

static void
form_changed_cb (SounderToolsPage *self)
{
  /* The template is not whole yet. */
  if (self->form == NULL)
    return;

  if (get_draft (self) != NULL && !self->filling)
    {
      g_autofree char *text = sounder_schema_form_dup_draft (self->form);

      sounder_place_set_text (get_draft (self), text);
    }
  update (&self->page);
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
  sounder_literal_show (self->page.note, error->message);
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
      gboolean if_true = mcp_catalog_item_get_hint (self->page.item, known[i].hint, FALSE);
      gboolean is_said = if_true == mcp_catalog_item_get_hint (self->page.item, known[i].hint, TRUE);
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
call_shown (SounderInvokePage *page,
            McpCall           *call)
{
  sounder_columns_set_needs_room (page->columns, SOUNDER_COLUMNS_RESULT, call != NULL);
  if (call == NULL && sounder_columns_get_whole (page->columns) == SOUNDER_COLUMNS_RESULT)
    sounder_columns_show (page->columns, SOUNDER_COLUMNS_FORM);
}

/* In the place of the form, and only filled when it is looked at. What was shown stays behind the form:
 * GtkSourceView 5.6 leaks what it knows of a text that is taken away while nobody sees it. */
static void
update_definition (SounderToolsPage *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->definition_button);

  if (shown)
    sounder_pane_set_bytes (self->definition, self->page.item != NULL
                                                          ? mcp_catalog_item_get_json (self->page.item)
                                                          : NULL);
  gtk_stack_set_visible_child_name (self->parts, shown ? "definition" : "form");
  sounder_columns_set_needs_room (self->page.columns, SOUNDER_COLUMNS_FORM, shown);
}

static void
definition_toggled_cb (SounderToolsPage *self)
{
  update_definition (self);
}

static void
show_item (SounderInvokePage *page)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);
  McpCatalogItem *tool = page->item;
  g_autofree char *draft = NULL;

  if (tool != NULL)
    {
      g_autofree char *output_schema = mcp_catalog_item_lookup (tool, "outputSchema");

      sounder_literal_show (self->schema_error, sounder_tool_marks_get_problem (tool));
      fill_hints (self, output_schema);
    }
  update_definition (self);
  self->filling = TRUE;
  sounder_schema_form_set_form (self->form,
                                tool != NULL ? mcp_workbench_get_draft (page->base.workbench, tool) : NULL);
  draft = tool != NULL ? sounder_place_dup_text (get_draft (self)) : NULL;
  if (draft != NULL)
    {
      gtk_toggle_button_set_active (self->raw_button, TRUE);
      sounder_schema_form_set_text (self->form, draft);
    }
  self->filling = FALSE;
}

static void
update_marks (SounderToolsPage *self)
{
  g_clear_pointer (&self->findings, g_hash_table_unref);
  self->findings = sounder_tool_marks_list_findings (self->page.base.workbench);
  sounder_catalog_list_update_marks (self->page.list);
}

static const char *
find_mark (McpCatalogItem *tool,
           gpointer        user_data)
{
  SounderToolsPage *self = user_data;

  return sounder_tool_marks_find (self->page.base.workbench, self->findings, tool);
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

  call = mcp_session_new_tool_call (mcp_catalog_item_get_name (self->page.item), *arguments);
  if (!sounder_call_options_apply (self->page.options, call, error))
    return NULL;
  if (gtk_check_button_get_active (self->task_check))
    mcp_call_set_task (call, -1);

  return g_steal_pointer (&call);
}

static gboolean
may_go_on (SounderToolsPage *self)
{
  return can_call (self)
         && sounder_invoke_page_may_send (&self->page, sounder_schema_form_reveal_errors (self->form));
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

  if (!may_go_on (self))
    return;

  call = dup_call (self, &arguments, &error);
  if (call == NULL)
    sounder_literal_show (self->page.note, error->message);
  else
    sounder_invoke_page_call (&self->page, arguments, call);
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
    sounder_literal_show (self->page.note, error->message);
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
load (SounderInvokePage *page,
      const char        *json)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);
  McpForm *form = sounder_schema_form_get_form (self->form);

  /* What is no object can only be shown as text. */
  if (form == NULL || mcp_form_load (form, json, NULL))
    return;

  gtk_toggle_button_set_active (self->raw_button, TRUE);
  sounder_schema_form_set_text (self->form, json);
}

static char *
dup_arguments (SounderInvokePage *page)
{
  return sounder_schema_form_dup_json (SOUNDER_TOOLS_PAGE (page)->form, NULL);
}

static void
width_changed (SounderPage *page)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (page);

  /* One column at a time has the title beside the way back. */
  gtk_widget_set_visible (GTK_WIDGET (self->page.title), page->width_class != SOUNDER_WIDTH_NARROW);
}

static void
enter_form (SounderInvokePage *page)
{
  sounder_tools_page_enter_form (SOUNDER_TOOLS_PAGE (page));
}

static void
sounder_tools_page_constructed (GObject *object)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (object);
  McpSession *session = self->page.base.session;

  G_OBJECT_CLASS (sounder_tools_page_parent_class)->constructed (object);

  sounder_invoke_page_set_up (&self->page);
  self->place = sounder_place_get (self->page.base.place, "tools");
  sounder_place_keep (self->place, self->definition_button, "active", NULL);
  sounder_columns_set_room_button (self->page.columns, SOUNDER_COLUMNS_FORM, self->room_button);
  sounder_invoke_page_list (&self->page, self->place);
  g_signal_connect_object (mcp_journal_get_findings (mcp_session_get_journal (session)),
                           "items-changed", G_CALLBACK (update_marks), self, G_CONNECT_SWAPPED);
  update_marks (self);
  sounder_catalog_list_set_mark_func (self->page.list, find_mark, self);
  width_changed (&self->page.base);
}

static void
sounder_tools_page_dispose (GObject *object)
{
  SounderToolsPage *self = SOUNDER_TOOLS_PAGE (object);

  if (self->findings != NULL)
    sounder_catalog_list_set_mark_func (self->page.list, NULL, NULL);
  g_clear_pointer (&self->findings, g_hash_table_unref);

  G_OBJECT_CLASS (sounder_tools_page_parent_class)->dispose (object);
}

static void
sounder_tools_page_class_init (SounderToolsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SounderInvokePageClass *invoke_class = SOUNDER_INVOKE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_tools_page_constructed;
  G_OBJECT_CLASS (klass)->dispose = sounder_tools_page_dispose;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;
  invoke_class->kind = MCP_CATALOG_TOOLS;
  invoke_class->update = update;
  invoke_class->show_item = show_item;
  invoke_class->enter_form = enter_form;
  invoke_class->load = load;
  invoke_class->dup_arguments = dup_arguments;
  invoke_class->call_shown = call_shown;

  g_type_ensure (SOUNDER_TYPE_PANE);
  g_type_ensure (SOUNDER_TYPE_SCHEMA_FORM);
  sounder_template_set (widget_class, "sounder-tools-page.ui");
  sounder_invoke_page_bind_call (widget_class);
  sounder_template_bind (widget_class, SounderToolsPage, hints, schema_error, parts, definition_button, definition,
                         room_button, form, call_button, raw_button, task_check);
  sounder_template_connect (widget_class, definition_toggled_cb, form_changed_cb, raw_toggled_cb);
  sounder_page_install_verb (widget_class, "tools.call", call_cb);
  gtk_widget_class_install_action (widget_class, "tools.load", NULL, load_cb);
  gtk_widget_class_install_action (widget_class, "tools.reset", NULL, reset_cb);
}

static void
sounder_tools_page_init (SounderToolsPage *self)
{
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

  return sounder_catalog_list_select (self->page.list, name);
}

/* Brings the form of the chosen tool to the front and lets the keys go there. */
void
sounder_tools_page_enter_form (SounderToolsPage *self)
{
  g_return_if_fail (SOUNDER_IS_TOOLS_PAGE (self));

  gtk_toggle_button_set_active (self->definition_button, FALSE);
  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_FORM);
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
  *name = call != NULL ? g_strdup (mcp_catalog_item_get_name (self->page.item)) : NULL;

  return call;
}
