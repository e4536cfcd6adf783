/* sounder-prompts-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "mcp-workbench.h"
#include "sounder-focus.h"
#include "sounder-literal.h"
#include "sounder-messages-button.h"
#include "sounder-prompts-page.h"
#include "sounder-template.h"

/**
 * SounderPromptsPage:
 *
 * Choose a prompt, fill in its arguments, see the messages it makes.
 */

struct _SounderPromptsPage
{
  SounderInvokePage    page;

  SounderPlace        *place;      /* of the page; the view's keeps it */
  gboolean             filling;    /* the arguments are another prompt's, nobody types */

  SounderArgumentList *arguments;
  GtkWidget           *empty;
  GtkButton           *get_button;
};

G_DEFINE_FINAL_TYPE (SounderPromptsPage, sounder_prompts_page, SOUNDER_TYPE_INVOKE_PAGE)

static void
update (SounderInvokePage *page)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (page);

  gtk_button_set_label (self->get_button, self->page.insist ? _("Send Anyway") : _("Get Prompt"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "prompts.get",
                                 sounder_page_is_ready (&self->page.base) && self->page.item != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self->page.result), "result.again",
                                 sounder_page_is_ready (&self->page.base));
  if (self->page.item != NULL && !sounder_page_is_ready (&self->page.base))
    sounder_literal_show (self->page.note, _("Not connected: the prompt cannot be got."));
  else if (self->page.insist)
    sounder_literal_show (self->page.note, _("Required arguments are missing. It can be sent anyway."));
  else
    sounder_literal_show (self->page.note, "");
}

/* What was typed for the chosen prompt. */
static SounderPlace *
get_draft (SounderPromptsPage *self)
{
  return sounder_place_get (self->place, mcp_catalog_item_get_name (self->page.item));
}

static void
arguments_changed_cb (SounderPromptsPage *self)
{
  if (self->page.item != NULL && !self->filling)
    {
      g_autofree char *json = sounder_argument_list_to_json (self->arguments);

      sounder_place_set_text (get_draft (self), json);
    }
  self->page.insist = FALSE;
  update (&self->page);
}

/* The arguments as the prompt declares them (server/prompts). */
static void
fill_arguments (SounderPromptsPage *self)
{
  g_autofree char *json = mcp_catalog_item_lookup (self->page.item, "arguments");
  McpJsonIter iter;
  McpSpan value;

  sounder_argument_list_set_target (self->arguments, self->page.base.session, TRUE,
                                    mcp_catalog_item_get_name (self->page.item));

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
show_item (SounderInvokePage *page)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (page);
  McpInvocation *last;

  self->filling = TRUE;
  if (page->item == NULL)
    {
      sounder_argument_list_set_target (self->arguments, NULL, TRUE, NULL);
    }
  else
    {
      g_autofree char *draft = sounder_place_dup_text (get_draft (self));

      fill_arguments (self);
      last = mcp_workbench_get_last (page->base.workbench, MCP_CATALOG_PROMPTS,
                                     mcp_catalog_item_get_name (page->item));
      if (draft != NULL)
        sounder_argument_list_load (self->arguments, draft);
      else if (last != NULL)
        sounder_argument_list_load (self->arguments, mcp_invocation_get_arguments (last));
    }
  self->filling = FALSE;
}

static void
enter_form (SounderInvokePage *page)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (page);

  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_FORM);
  if (!sounder_focus_enter (GTK_WIDGET (self->arguments)))
    gtk_widget_grab_focus (GTK_WIDGET (self->get_button));
}

static void
get_cb (GtkWidget  *widget,
        const char *action_name,
        GVariant   *parameter)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (widget);
  g_autofree char *arguments = NULL;
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) error = NULL;

  if (!sounder_page_is_ready (&self->page.base) || self->page.item == NULL
      || !sounder_invoke_page_may_send (&self->page, sounder_argument_list_reveal_missing (self->arguments)))
    return;

  arguments = sounder_argument_list_to_json (self->arguments);
  call = mcp_session_new_prompt_get (mcp_catalog_item_get_name (self->page.item), arguments);
  if (!sounder_call_options_apply (self->page.options, call, &error))
    sounder_literal_show (self->page.note, error->message);
  else
    sounder_invoke_page_call (&self->page, arguments, call);
}

static void
load (SounderInvokePage *page,
      const char        *json)
{
  sounder_argument_list_load (SOUNDER_PROMPTS_PAGE (page)->arguments, json);
}

static char *
dup_arguments (SounderInvokePage *page)
{
  return sounder_argument_list_to_json (SOUNDER_PROMPTS_PAGE (page)->arguments);
}

static void
arguments_activated_cb (SounderPromptsPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "prompts.get", NULL);
}

static void
sounder_prompts_page_constructed (GObject *object)
{
  SounderPromptsPage *self = SOUNDER_PROMPTS_PAGE (object);
  GtkWidget *messages;

  G_OBJECT_CLASS (sounder_prompts_page_parent_class)->constructed (object);

  sounder_invoke_page_set_up (&self->page);
  messages = g_object_new (SOUNDER_TYPE_MESSAGES_BUTTON, "part-of", self, NULL);
  g_object_bind_property (self->page.result, "call", messages, "call", G_BINDING_SYNC_CREATE);
  sounder_result_view_add_widget (self->page.result, messages);
  self->place = sounder_place_get (self->page.base.place, "prompts");
  sounder_invoke_page_list (&self->page, self->place);
}

static void
sounder_prompts_page_class_init (SounderPromptsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SounderInvokePageClass *invoke_class = SOUNDER_INVOKE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_prompts_page_constructed;
  invoke_class->kind = MCP_CATALOG_PROMPTS;
  invoke_class->update = update;
  invoke_class->show_item = show_item;
  invoke_class->enter_form = enter_form;
  invoke_class->load = load;
  invoke_class->dup_arguments = dup_arguments;

  sounder_template_set (widget_class, "sounder-prompts-page.ui");
  sounder_invoke_page_bind_call (widget_class);
  sounder_template_bind (widget_class, SounderPromptsPage, arguments, empty, get_button);
  sounder_template_connect (widget_class, arguments_changed_cb, arguments_activated_cb);
  sounder_page_install_verb (widget_class, "prompts.get", get_cb);
}

static void
sounder_prompts_page_init (SounderPromptsPage *self)
{
}

void
sounder_prompts_page_select (SounderPromptsPage *self,
                             const char         *name)
{
  g_return_if_fail (SOUNDER_IS_PROMPTS_PAGE (self));

  sounder_catalog_list_select (self->page.list, name);
  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_FORM);
}
