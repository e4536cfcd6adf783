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
#include "sounder-messages-button.h"
#include "sounder-page.h"
#include "sounder-prompts-page.h"
#include "sounder-result-view.h"

/**
 * SounderPromptsPage:
 *
 * Choose a prompt, fill in its arguments, see the messages it makes. What was
 * got last for each prompt is kept with the session.
 */

struct _SounderPromptsPage
{
  AdwBin               parent_instance;

  McpSession          *session;
  McpWorkbench        *workbench; /* of the session */
  GSignalGroup        *session_signals;
  McpCatalogItem      *prompt;
  SounderWidthClass    width_class;
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

G_DEFINE_FINAL_TYPE (SounderPromptsPage, sounder_prompts_page, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SESSION,
  PROP_WORKBENCH,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_visible_text (GtkLabel   *label,
                  const char *text)
{
  g_autofree char *visible = mcp_format_label (text, TRUE);

  gtk_label_set_text (label, visible);
  gtk_widget_set_visible (GTK_WIDGET (label), *visible != '\0');
}

static gboolean
is_ready (SounderPromptsPage *self)
{
  return self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY;
}

static void
update_button (SounderPromptsPage *self)
{
  gtk_button_set_label (self->get_button, self->insist ? _("Send Anyway") : _("Get Prompt"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "prompts.get",
                                 is_ready (self) && self->prompt != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self->result), "result.again", is_ready (self));
  if (self->prompt != NULL && !is_ready (self))
    set_visible_text (self->note, _("Not connected: the prompt cannot be got."));
  else if (self->insist)
    set_visible_text (self->note, _("Required arguments are missing. It can be sent anyway."));
  else
    set_visible_text (self->note, "");
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

  sounder_argument_list_set_target (self->arguments, self->session, TRUE,
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
  McpWorkbench *workbench = name != NULL ? self->workbench : NULL;

  sounder_calls_button_set_target (self->history, workbench, MCP_CATALOG_PROMPTS, name);
  sounder_result_view_set_target (self->result, workbench, name);
}

static void
show_last (SounderPromptsPage *self)
{
  const char *name = mcp_catalog_item_get_name (self->prompt);
  McpInvocation *last = mcp_workbench_get_last (self->workbench, MCP_CATALOG_PROMPTS, name);

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
  set_visible_text (self->title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), sounder_icon_show_item (self->icon, self->session, prompt));
  sounder_columns_set_title (self->columns, title);
  set_visible_text (self->name, g_str_equal (name, display_name) ? "" : visible_name);
  set_visible_text (self->description, mcp_catalog_item_get_description (prompt));
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

  if (prompt != NULL && self->session != NULL)
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
    G_LIST_MODEL (mcp_session_get_catalog (self->session, MCP_CATALOG_PROMPTS));
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (prompts, 0);

  if (self->prompt == NULL && first != NULL && self->width_class != SOUNDER_WIDTH_NARROW)
    sounder_catalog_list_select (self->list, mcp_catalog_item_get_name (first));
}

static void
start (SounderPromptsPage *self,
       McpInvocation      *invocation)
{
  mcp_workbench_start (self->workbench, invocation);
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

  if (!is_ready (self) || self->prompt == NULL)
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
      set_visible_text (self->note, error->message);
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

  if (!is_ready (self) || invocation == NULL)
    return;

  again = mcp_invocation_new_again (invocation);
  start (self, again);
}

static void
call_again_cb (SounderPromptsPage *self,
               McpCall            *call)
{
  repeat_cb (self, mcp_workbench_find (self->workbench, call));
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
set_session (SounderPromptsPage *self,
             McpSession         *session)
{
  McpCatalog *catalog;

  if (self->session == session)
    return;

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_func (
      mcp_session_get_catalog (self->session, MCP_CATALOG_PROMPTS), prompts_changed_cb, self);

  show_no_prompt (self);
  sounder_call_options_reset (self->options);
  g_set_object (&self->session, session);
  catalog = session != NULL ? mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS) : NULL;
  g_signal_group_set_target (self->session_signals, session);
  sounder_catalog_list_set_catalog (self->list, catalog);
  g_object_set (self->gate, "session", session, NULL);
  if (catalog != NULL)
    {
      g_signal_connect_object (catalog, "items-changed", G_CALLBACK (prompts_changed_cb), self,
                               G_CONNECT_SWAPPED);
      prompts_changed_cb (self);
    }
  update_button (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
sounder_prompts_page_dispose (GObject *object)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (object);

  if (self->session != NULL)
    set_session (self, NULL);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->workbench);
  g_clear_object (&self->prompt);

  G_OBJECT_CLASS (sounder_prompts_page_parent_class)->dispose (object);
}

static void
sounder_prompts_page_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    case PROP_WORKBENCH:
      g_value_set_object (value, self->workbench);
      break;

    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_prompts_page_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;

    case PROP_WORKBENCH:
      if (g_set_object (&self->workbench, g_value_get_object (value)))
        g_object_notify_by_pspec (object, pspec);
      break;

    case PROP_WIDTH_CLASS:
      if (self->width_class == (SounderWidthClass) g_value_get_enum (value))
        return;
      self->width_class = g_value_get_enum (value);
      g_object_set (self->columns, "width-class", self->width_class, NULL);
      g_object_notify_by_pspec (object, pspec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
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
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-prompts-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, gate);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, columns);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, list);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, form_box);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, icon);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, title);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, name);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, description);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, arguments);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, empty);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, get_button);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, options);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, history);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, note);
  gtk_widget_class_bind_template_child (widget_class, SounderPromptsPage, result);
  gtk_widget_class_bind_template_callback (widget_class, call_again_cb);
  gtk_widget_class_bind_template_callback (widget_class, take_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, repeat_cb);
  gtk_widget_class_bind_template_callback (widget_class, ask_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, arguments_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, arguments_activated_cb);
}

static void
sounder_prompts_page_class_init (SounderPromptsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_prompts_page_dispose;
  object_class->get_property = sounder_prompts_page_get_property;
  object_class->set_property = sounder_prompts_page_set_property;

  /**
   * SounderPromptsPage:session:
   *
   * Whose prompts they are.
   */
  properties[PROP_SESSION] = sounder_page_session_spec ();
  properties[PROP_WORKBENCH] = sounder_page_workbench_spec ();

  /**
   * SounderPromptsPage:width-class:
   *
   * How much room the window has.
   */
  properties[PROP_WIDTH_CLASS] = sounder_page_width_class_spec ();

  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_template (widget_class);
  sounder_page_install_verb (widget_class, "prompts.get", get_cb);
}

static void
sounder_prompts_page_init (SounderPromptsPage *self)
{
  GtkWidget *messages;

  self->width_class = SOUNDER_WIDTH_WIDE;
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
  self->session_signals = g_signal_group_new (MCP_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (update_button), self);
  update_button (self);
}

/**
 * sounder_prompts_page_select:
 * @self: a page
 * @name: a prompt's name
 *
 * Chooses a prompt.
 *
 * Returns: %FALSE if the server lists none of that name
 */
gboolean
sounder_prompts_page_select (SounderPromptsPage *self,
                             const char         *name)
{
  g_return_val_if_fail (SOUNDER_IS_PROMPTS_PAGE (self), FALSE);

  return sounder_catalog_list_select (self->list, name);
}

/**
 * sounder_prompts_page_get_arguments:
 * @self: a page
 *
 * Gets the arguments of the prompt.
 *
 * Returns: (transfer none): the arguments
 */
SounderArgumentList *
sounder_prompts_page_get_arguments (SounderPromptsPage *self)
{
  g_return_val_if_fail (SOUNDER_IS_PROMPTS_PAGE (self), NULL);

  return self->arguments;
}

/**
 * sounder_prompts_page_get_call:
 * @self: a page
 *
 * Gets the call whose result is shown.
 *
 * Returns: (transfer none) (nullable): the call
 */
McpCall *
sounder_prompts_page_get_call (SounderPromptsPage *self)
{
  g_return_val_if_fail (SOUNDER_IS_PROMPTS_PAGE (self), NULL);

  return sounder_result_view_get_call (self->result);
}
