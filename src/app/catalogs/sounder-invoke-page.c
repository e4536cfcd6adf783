/* sounder-invoke-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-summary.h"
#include "sounder-argument-list.h"
#include "sounder-call-gate.h"
#include "sounder-form-layout.h"
#include "sounder-history-popover.h"
#include "sounder-invoke-page.h"
#include "sounder-literal.h"
#include "sounder-template.h"

/**
 * SounderInvokePage:
 *
 * What is typed for an item and what came back are kept with the session, so that changing to another item or server
 * loses nothing. Calls go on unseen.
 */

G_DEFINE_ABSTRACT_TYPE (SounderInvokePage, sounder_invoke_page, SOUNDER_TYPE_PAGE)

static SounderInvokePageClass *
get_class (SounderInvokePage *self)
{
  return SOUNDER_INVOKE_PAGE_CLASS (G_OBJECT_GET_CLASS (self));
}

static void
update (SounderInvokePage *self)
{
  get_class (self)->update (self);
}

/* --- The list --- */

static void
show_item (SounderInvokePage *self,
           McpCatalogItem    *item) /* (nullable) */
{
  McpCatalogKind kind = get_class (self)->kind;
  McpWorkbench *workbench = item != NULL ? self->base.workbench : NULL;
  const char *name = item != NULL ? mcp_catalog_item_get_name (item) : NULL;
  McpInvocation *last = item != NULL ? mcp_workbench_get_last (workbench, kind, name) : NULL;

  g_set_object (&self->item, item);
  self->insist = FALSE;
  if (item != NULL)
    {
      const char *display_name = mcp_catalog_item_get_display_name (item);
      g_autofree char *visible_name = mcp_format_label (name, FALSE);

      sounder_invoke_page_show_head (self, item, display_name);
      sounder_literal_show (self->name, g_str_equal (name, display_name) ? NULL : visible_name);
    }
  get_class (self)->show_item (self);
  sounder_calls_button_set_target (self->history, workbench, kind, name);
  sounder_result_view_set_target (self->result, workbench, name);
  sounder_invoke_page_show_call (self, last != NULL ? mcp_invocation_get_call (last) : NULL);
  gtk_stack_set_visible_child_name (self->stack, item != NULL ? "item" : "none");
  if (item == NULL)
    sounder_columns_show (self->columns, SOUNDER_COLUMNS_LIST);
  update (self);
}

static void
selected_cb (SounderInvokePage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->list);

  if (item != NULL)
    show_item (self, item);
}

static void
activated_cb (SounderInvokePage *self)
{
  get_class (self)->enter_form (self);
}

/* The first one of a server is shown at once: an empty page says nothing. */
static void
items_changed_cb (SounderInvokePage *self)
{
  GListModel *items = G_LIST_MODEL (mcp_session_get_catalog (self->base.session, get_class (self)->kind));
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (items, 0);

  if (self->item == NULL && first != NULL && self->base.width_class != SOUNDER_WIDTH_NARROW)
    sounder_catalog_list_select (self->list, mcp_catalog_item_get_name (first));
}

/* --- Calls --- */

/* Others of the same item may run meanwhile. */
static void
start (GtkWidget     *page,
       McpInvocation *invocation)
{
  SounderInvokePage *self = SOUNDER_INVOKE_PAGE (page);

  mcp_workbench_start (self->base.workbench, invocation);
  sounder_invoke_page_show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_RESULT);
}

static void
pass (SounderInvokePage *self,
      McpInvocation     *invocation)
{
  if (get_class (self)->kind == MCP_CATALOG_TOOLS)
    sounder_call_gate_pass (GTK_WIDGET (self), self->base.session, invocation, start);
  else
    start (GTK_WIDGET (self), invocation);
}

/* As it was sent, whatever is in the form and in its options by now. */
static void
sounder_invoke_page_real_repeat (SounderInvokePage *self,
                                 McpInvocation     *invocation)
{
  g_autoptr (McpInvocation) again = NULL;

  if (!sounder_page_is_ready (&self->base) || invocation == NULL)
    return;

  again = mcp_invocation_new_again (invocation);
  pass (self, again);
}

/**
 * sounder_invoke_page_may_send:
 * @n_errors: what was told of the form just now
 *
 * Errors are told first; asked a second time, on purpose, it goes on with them.
 *
 * Returns: %FALSE the first time
 */
gboolean
sounder_invoke_page_may_send (SounderInvokePage *self,
                              guint              n_errors)
{
  if (n_errors == 0 || self->insist)
    return TRUE;

  self->insist = TRUE;
  update (self);

  return FALSE;
}

void
sounder_invoke_page_call (SounderInvokePage *self,
                          const char        *arguments,
                          McpCall           *call)
{
  g_autoptr (McpInvocation) invocation =
    mcp_invocation_new (get_class (self)->kind, mcp_catalog_item_get_name (self->item), arguments, call);

  pass (self, invocation);
}

void
sounder_invoke_page_show_call (SounderInvokePage *self,
                               McpCall           *call)
{
  g_autofree char *output_schema = self->item != NULL ? mcp_catalog_item_lookup (self->item, "outputSchema") : NULL;

  sounder_result_view_show (self->result, call, output_schema);
  if (self->history != NULL)
    sounder_calls_button_set_shown (self->history, call);
  if (get_class (self)->call_shown != NULL)
    get_class (self)->call_shown (self, call);
}

void
sounder_invoke_page_show_head (SounderInvokePage *self,
                               McpCatalogItem    *item,
                               const char        *name)
{
  g_autofree char *title = mcp_format_label (name, FALSE);

  gtk_label_set_text (self->title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), sounder_icon_show_item (self->icon, self->base.session, item));
  sounder_columns_set_title (self->columns, title);
  sounder_literal_show (self->description, item != NULL ? mcp_catalog_item_get_description (item) : NULL);
}

/* --- From its history and its result --- */

/* (nullable) */
static SounderInvokePage *
leave (GtkWidget *widget)
{
  GtkWidget *popover = gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER);
  GtkWidget *page = gtk_widget_get_ancestor (widget, SOUNDER_TYPE_INVOKE_PAGE);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));

  return page != NULL ? SOUNDER_INVOKE_PAGE (page) : NULL;
}

void
sounder_invoke_page_choose (GtkWidget     *widget,
                            McpInvocation *invocation)
{
  SounderInvokePage *self = leave (widget);

  if (self == NULL)
    return;

  if (mcp_invocation_get_arguments (invocation) != NULL)
    get_class (self)->load (self, mcp_invocation_get_arguments (invocation));
  sounder_invoke_page_show_call (self, mcp_invocation_get_call (invocation));
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_RESULT);
}

void
sounder_invoke_page_repeat (GtkWidget *widget,
                            McpCall   *call)
{
  SounderInvokePage *self = leave (widget);

  if (self != NULL && self->base.workbench != NULL)
    get_class (self)->repeat (self, mcp_workbench_find (self->base.workbench, call));
}

void
sounder_invoke_page_take (GtkWidget  *widget,
                          const char *json)
{
  SounderInvokePage *self = leave (widget);

  if (self == NULL)
    return;

  get_class (self)->load (self, json);
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_FORM);
}

char *
sounder_invoke_page_ask (GtkWidget *widget)
{
  GtkWidget *page = gtk_widget_get_ancestor (widget, SOUNDER_TYPE_INVOKE_PAGE);

  return page != NULL ? get_class (SOUNDER_INVOKE_PAGE (page))->dup_arguments (SOUNDER_INVOKE_PAGE (page)) : NULL;
}

/* --- The widget --- */

static void
sounder_invoke_page_dispose (GObject *object)
{
  SounderInvokePage *self = SOUNDER_INVOKE_PAGE (object);

  if (self->stack != NULL && get_class (self)->show_item != NULL)
    show_item (self, NULL);
  else if (self->result != NULL)
    sounder_result_view_show (self->result, NULL, NULL);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (sounder_invoke_page_parent_class)->dispose (object);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  McpCall *call = sounder_result_view_get_call (SOUNDER_INVOKE_PAGE (widget)->result);

  if (call == NULL || mcp_call_is_finished (call))
    return FALSE;

  mcp_call_cancel (call, NULL);

  return TRUE;
}

static void
sounder_invoke_page_class_init (SounderInvokePageClass *klass)
{
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, escape_cb, NULL);
  G_OBJECT_CLASS (klass)->dispose = sounder_invoke_page_dispose;
  klass->repeat = sounder_invoke_page_real_repeat;
}

static void
sounder_invoke_page_init (SounderInvokePage *self)
{
}

/**
 * sounder_invoke_page_bind:
 * @widget_class: of a page that has its template
 *
 * Binds what all pages have.
 */
void
sounder_invoke_page_bind (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_ARGUMENT_LIST);
  g_type_ensure (SOUNDER_TYPE_CATALOG_GATE);
  g_type_ensure (SOUNDER_TYPE_CATALOG_LIST);
  g_type_ensure (SOUNDER_TYPE_COLUMNS);
  g_type_ensure (SOUNDER_TYPE_HISTORY_POPOVER);
  g_type_ensure (SOUNDER_TYPE_ICON);
  g_type_ensure (SOUNDER_TYPE_RESULT_VIEW);
  sounder_template_bind (widget_class, SounderInvokePage, gate, columns, list, stack, form_box, icon, title,
                         description, note, result);
}

/**
 * sounder_invoke_page_bind_call:
 * @widget_class: of a page that has its template
 *
 * Binds what pages have whose items are called with arguments.
 */
void
sounder_invoke_page_bind_call (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_CALL_OPTIONS);
  g_type_ensure (SOUNDER_TYPE_CALLS_BUTTON);
  sounder_invoke_page_bind (widget_class);
  sounder_template_bind (widget_class, SounderInvokePage, name, options, history);
  sounder_template_connect (widget_class, selected_cb, activated_cb);
}

/* Makes what is in the template. For the classes below, when an instance is constructed. */
void
sounder_invoke_page_set_up (SounderInvokePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_widget_set_layout_manager (self->form_box, sounder_form_layout_new ());
  sounder_catalog_gate_set_kind (self->gate, get_class (self)->kind);
  sounder_result_view_set_kind (self->result, get_class (self)->kind);
  sounder_columns_set_room_button (self->columns, SOUNDER_COLUMNS_RESULT,
                                   sounder_result_view_get_room_button (self->result));
  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

/**
 * sounder_invoke_page_list:
 * @place: where the person is in the list
 *
 * Fills the list, and shows what was chosen in it, or the first item. For the classes below, as the last thing
 * when an instance is constructed.
 */
void
sounder_invoke_page_list (SounderInvokePage *self,
                          SounderPlace      *place)
{
  McpCatalog *catalog = mcp_session_get_catalog (self->base.session, get_class (self)->kind);

  show_item (self, NULL);
  sounder_catalog_list_set_catalog (self->list, catalog, place);
  g_signal_connect_object (catalog, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  items_changed_cb (self);
}
