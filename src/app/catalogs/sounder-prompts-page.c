/* sounder-prompts-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-prompts-page"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "mcp-workbench.h"
#include "sounder-call-options.h"
#include "sounder-calls-button.h"
#include "sounder-catalog-gate.h"
#include "sounder-catalog-list.h"
#include "sounder-columns.h"
#include "sounder-focus.h"
#include "sounder-form-layout.h"
#include "sounder-icon.h"
#include "sounder-literal.h"
#include "sounder-messages-button.h"
#include "sounder-prompts-page.h"
#include "sounder-result-view.h"
#include "sounder-template.h"

/**
 * SounderPromptsPage:
 *
 * Choose a prompt, fill in its arguments, see the messages it makes. What was
 * got last for each prompt is kept with the session.
 */

struct _SounderPromptsPage
{
  SounderPage          base;

  GSignalGroup        *catalog_signals;
  McpCatalogItem      *prompt;
  gboolean             insist; /* what is missing was told: the next press sends */

  SounderCatalogGate  *gate;
  SounderColumns      *columns;
  SounderCatalogList  *list;
  GtkStack            *stack;
  GtkWidget           *form_box;
  SounderIcon         *icon;
  GtkLabel            *title;
  GtkLabel            *name;
  GtkLabel            *description;
  SounderArgumentList *arguments;
  GtkWidget           *empty;
  GtkButton           *get_button;
  SounderCallOptions  *options;
  SounderCallsButton  *history;
  GtkLabel            *note;
  SounderResultView   *result;
};

G_DEFINE_FINAL_TYPE (SounderPromptsPage, sounder_prompts_page, SOUNDER_TYPE_PAGE)

static void
update_button (SounderPromptsPage *self)
{
  gtk_button_set_label (self->get_button, self->insist ? _("Send Anyway") : _("Get Prompt"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "prompts.get",
                                 sounder_page_is_ready (&self->base) && self->prompt != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self->result), "result.again",
                                 sounder_page_is_ready (&self->base));
  if (self->prompt != NULL && !sounder_page_is_ready (&self->base))
    sounder_literal_show (self->note, _("Not connected: the prompt cannot be got."));
  else if (self->insist)
    sounder_literal_show (self->note, _("Required arguments are missing. It can be sent anyway."));
  else
    sounder_literal_show (self->note, "");
}

static void
arguments_changed_cb (SounderPromptsPage *self)
{
  self->insist = FALSE;
  update_button (self);
}

/* The arguments as the prompt declares them (server/prompts). */
static void
fill_arguments (SounderPromptsPage *self)
{
  g_autofree char *json = mcp_catalog_item_lookup (self->prompt, "arguments");
  McpJsonIter iter;
  McpSpan value;

  sounder_argument_list_set_target (self->arguments, self->base.session, TRUE,
                                    mcp_catalog_item_get_name (self->prompt));

  if (json != NULL && mcp_json_iter_init (&iter, json, strlen (json)) && !iter.is_object)
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        const char *text = json + value.offset;
        g_autofree char *name = mcp_json_lookup_string (text, value.length, "name");
        g_autofree char *title = mcp_json_lookup_string (text, value.length, "title");
        g_autofree char *description = mcp_json_lookup_string (text, value.length, "description");
        gboolean required = FALSE;

        mcp_json_lookup_boolean (text, value.length, "required", &required);
        if (name != NULL)
          sounder_argument_list_add (self->arguments, name, title, description, required);
      }

  gtk_widget_set_visible (self->empty, sounder_argument_list_get_n (self->arguments) == 0);
}

static void
show_call (SounderPromptsPage *self,
           McpCall            *call)
{
  sounder_result_view_show (self->result, call, NULL);
  sounder_calls_button_set_shown (self->history, call);
}

static void
set_target (SounderPromptsPage *self,
            const char         *name)
{
  McpWorkbench *workbench = name != NULL ? self->base.workbench : NULL;

  sounder_calls_button_set_target (self->history, workbench, MCP_CATALOG_PROMPTS, name);
  sounder_result_view_set_target (self->result, workbench, name);
}

static void
show_last (SounderPromptsPage *self)
{
  const char *name = mcp_catalog_item_get_name (self->prompt);
  McpInvocation *last = mcp_workbench_get_last (self->base.workbench, MCP_CATALOG_PROMPTS, name);

  set_target (self, name);
  show_call (self, last != NULL ? mcp_invocation_get_call (last) : NULL);
  if (last != NULL)
    sounder_argument_list_load (self->arguments, mcp_invocation_get_arguments (last));
}

static void
show_prompt (SounderPromptsPage *self,
             McpCatalogItem     *prompt)
{
  const char *name = mcp_catalog_item_get_name (prompt);
  const char *display_name = mcp_catalog_item_get_display_name (prompt);
  g_autofree char *title = mcp_format_label (display_name, FALSE);
  g_autofree char *visible_name = mcp_format_label (name, FALSE);

  g_set_object (&self->prompt, prompt);
  self->insist = FALSE;
  sounder_literal_show (self->title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), sounder_icon_show_item (self->icon, self->base.session, prompt));
  sounder_columns_set_title (self->columns, title);
  sounder_literal_show (self->name, g_str_equal (name, display_name) ? "" : visible_name);
  sounder_literal_show (self->description, mcp_catalog_item_get_description (prompt));
  fill_arguments (self);
  show_last (self);
  gtk_stack_set_visible_child_name (self->stack, "item");
  update_button (self);
}

static void
show_no_prompt (SounderPromptsPage *self)
{
  g_clear_object (&self->prompt);
  self->insist = FALSE;
  sounder_argument_list_set_target (self->arguments, NULL, TRUE, NULL);
  set_target (self, NULL);
  show_call (self, NULL);
  gtk_stack_set_visible_child_name (self->stack, "none");
  sounder_columns_show (self->columns, SOUNDER_COLUMN_LIST);
  update_button (self);
}

static void
selected_cb (SounderPromptsPage *self)
{
  McpCatalogItem *prompt = sounder_catalog_list_get_selected (self->list);

  if (prompt != NULL && self->base.session != NULL)
    show_prompt (self, prompt);
}

static void
activated_cb (SounderPromptsPage *self)
{
  sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
  if (!sounder_focus_enter (GTK_WIDGET (self->arguments)))
    gtk_widget_grab_focus (GTK_WIDGET (self->get_button));
}

static void
prompts_changed_cb (SounderPromptsPage *self)
{
  GListModel *prompts =
    G_LIST_MODEL (mcp_session_get_catalog (self->base.session, MCP_CATALOG_PROMPTS));
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (prompts, 0);

  if (self->prompt == NULL && first != NULL && self->base.width_class != SOUNDER_WIDTH_NARROW)
    sounder_catalog_list_select (self->list, mcp_catalog_item_get_name (first));
}

static void
start (SounderPromptsPage *self,
       McpInvocation      *invocation)
{
  mcp_workbench_start (self->base.workbench, invocation);
  show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMN_RESULT);
}

static void
get_cb (GtkWidget  *widget,
        const char *action_name,
        GVariant   *parameter)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (widget);
  const char *name;
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;
  g_autoptr (McpInvocation) invocation = NULL;
  g_autoptr (GError) error = NULL;

  if (!sounder_page_is_ready (&self->base) || self->prompt == NULL)
    return;

  if (sounder_argument_list_reveal_missing (self->arguments) > 0 && !self->insist)
    {
      self->insist = TRUE;
      update_button (self);
      return;
    }

  arguments = sounder_argument_list_to_json (self->arguments);
  name = mcp_catalog_item_get_name (self->prompt);
  call = mcp_session_new_prompt_get (name, arguments);
  if (!sounder_call_options_apply (self->options, call, &error))
    {
      sounder_literal_show (self->note, error->message);
      return;
    }
  invocation = mcp_invocation_new (MCP_CATALOG_PROMPTS, name, arguments, call);
  start (self, invocation);
}

static void
take_cb (SounderPromptsPage *self,
         const char         *json)
{
  sounder_argument_list_load (self->arguments, json);
  sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
}

static void
chosen_cb (SounderPromptsPage *self,
           McpInvocation      *invocation)
{
  sounder_argument_list_load (self->arguments, mcp_invocation_get_arguments (invocation));
  show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMN_RESULT);
}

static void
repeat_cb (SounderPromptsPage *self,
           McpInvocation      *invocation)
{
  g_autoptr (McpInvocation) again = NULL;

  if (!sounder_page_is_ready (&self->base) || invocation == NULL)
    return;

  again = mcp_invocation_new_again (invocation);
  start (self, again);
}

static void
call_again_cb (SounderPromptsPage *self,
               McpCall            *call)
{
  repeat_cb (self, mcp_workbench_find (self->base.workbench, call));
}

static char *
ask_cb (SounderPromptsPage *self)
{
  return sounder_argument_list_to_json (self->arguments);
}

static void
arguments_activated_cb (SounderPromptsPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "prompts.get", NULL);
}

static void
session_changed (SounderPage *page)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (page);
  McpSession *session = page->session;
  McpCatalog *catalog =
    session != NULL ? mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS) : NULL;

  show_no_prompt (self);
  sounder_call_options_reset (self->options);
  sounder_catalog_list_set_catalog (self->list, catalog);
  g_signal_group_set_target (self->catalog_signals, catalog);
  if (catalog != NULL)
    prompts_changed_cb (self);
  update_button (self);
}

static void
sounder_prompts_page_dispose (GObject *object)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (object);

  g_object_set (self, "session", NULL, NULL);
  g_clear_object (&self->prompt);

  G_OBJECT_CLASS (sounder_prompts_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_ARGUMENT_LIST);
  g_type_ensure (SOUNDER_TYPE_CALL_OPTIONS);
  g_type_ensure (SOUNDER_TYPE_CALLS_BUTTON);
  g_type_ensure (SOUNDER_TYPE_CATALOG_GATE);
  g_type_ensure (SOUNDER_TYPE_CATALOG_LIST);
  g_type_ensure (SOUNDER_TYPE_COLUMNS);
  g_type_ensure (SOUNDER_TYPE_RESULT_VIEW);

  g_type_ensure (SOUNDER_TYPE_ICON);
  sounder_template_set (widget_class, "sounder-prompts-page.ui");
  sounder_template_bind (widget_class, SounderPromptsPage, gate, columns, list, stack, form_box,
                         icon, title, name, description, arguments, empty, get_button, options,
                         history, note, result);
  sounder_template_connect (widget_class, call_again_cb, take_cb, chosen_cb, repeat_cb, ask_cb,
                            selected_cb, activated_cb, arguments_changed_cb,
                            arguments_activated_cb);
}

static void
sounder_prompts_page_class_init (SounderPromptsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_prompts_page_dispose;
  SOUNDER_PAGE_CLASS (klass)->session_changed = session_changed;

  bind_template (widget_class);
  sounder_page_install_verb (widget_class, "prompts.get", get_cb);
}

static void
sounder_prompts_page_init (SounderPromptsPage *self)
{
  GtkWidget *messages;

  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_widget_set_layout_manager (self->form_box, sounder_form_layout_new ());
  sounder_catalog_gate_set_kind (self->gate, MCP_CATALOG_PROMPTS);
  sounder_result_view_set_kind (self->result, MCP_CATALOG_PROMPTS);
  messages = g_object_new (SOUNDER_TYPE_MESSAGES_BUTTON, NULL);
  g_object_bind_property (self, "workbench", messages, "workbench", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->result, "call", messages, "call", G_BINDING_SYNC_CREATE);
  sounder_result_view_add_widget (self->result, messages);
  sounder_columns_set_room_button (self->columns, SOUNDER_COLUMN_RESULT,
                                   sounder_result_view_get_room_button (self->result));
  self->catalog_signals = sounder_page_add_signals (&self->base, MCP_TYPE_CATALOG);
  g_signal_group_connect_swapped (self->catalog_signals, "items-changed",
                                  G_CALLBACK (prompts_changed_cb), self);
  g_signal_group_connect_swapped (self->base.session_signals, "notify::state",
                                  G_CALLBACK (update_button), self);
  update_button (self);
}

void
sounder_prompts_page_select (SounderPromptsPage *self,
                             const char         *name)
{
  g_return_if_fail (SOUNDER_IS_PROMPTS_PAGE (self));

  sounder_catalog_list_select (self->list, name);
  sounder_columns_show (self->columns, SOUNDER_COLUMN_FORM);
}
