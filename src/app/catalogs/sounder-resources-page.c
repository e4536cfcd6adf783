/* sounder-resources-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-content-notes.h"
#include "mcp-json.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "mcp-uri-template.h"
#include "mcp-workbench.h"
#include "sounder-history-popover.h"
#include "sounder-literal.h"
#include "sounder-resources-page.h"
#include "sounder-template.h"

/**
 * SounderResourcesPage:
 *
 * One resource at a time: chosen from the list, made from a template, or led
 * to by a link. While it is subscribed, an update reads it again, as long as it
 * is the one that is shown.
 */

struct _SounderResourcesPage
{
  SounderInvokePage    page;

  char                *uri;          /* (nullable): NULL while a template lacks its variables */
  McpUriTemplate      *uri_template; /* (nullable) */
  gboolean             is_directory; /* the server can list its members */
  gint64               updated_usec; /* wall clock, of the last update of what is shown; 0 */
  gboolean             syncing;      /* the button follows the session */
  gboolean             returning;    /* what was chosen before is shown again: nothing is read for that */

  GtkStack            *sections;
  SounderCatalogList  *templates;
  GtkLabel            *uri_label;
  GtkLabel            *facts;
  SounderArgumentList *arguments;
  GtkLabel            *expanded;
  GtkButton           *read_button;
  GtkToggleButton     *subscribe_button;
  GtkWidget           *history_button;
  SounderHistoryPopover *popover;
  GtkWidget           *live;
  GtkLabel            *live_label;
};

G_DEFINE_FINAL_TYPE (SounderResourcesPage, sounder_resources_page, SOUNDER_TYPE_INVOKE_PAGE)

static gboolean
is_subscribed (SounderResourcesPage *self)
{
  return self->uri != NULL
         && mcp_session_is_subscribed (self->page.base.session, self->uri);
}

static void
update_live (SounderResourcesPage *self)
{
  gboolean subscribed = sounder_page_is_ready (&self->page.base) && is_subscribed (self);
  g_autofree char *time =
    self->updated_usec != 0 ? mcp_format_wall_time (self->updated_usec, FALSE) : NULL;
  /* Translators: the resource is subscribed to; the time of its last update. */
  g_autofree char *text = time != NULL ? g_strdup_printf (_("Live · updated %s"), time) : NULL;

  gtk_widget_set_visible (self->live, subscribed);
  gtk_label_set_text (self->live_label, text != NULL ? text : _("Live"));
  self->syncing = TRUE;
  gtk_toggle_button_set_active (self->subscribe_button, subscribed);
  self->syncing = FALSE;
}

static void
update (SounderInvokePage *page)
{
  SounderResourcesPage *self = SOUNDER_RESOURCES_PAGE (page);
  gboolean ready = sounder_page_is_ready (&self->page.base);
  gboolean can_subscribe =
    ready && mcp_session_has_capability (self->page.base.session, "resources.subscribe");

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "resources.read", ready && self->uri != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self->page.result), "result.again",
                                 ready && self->uri != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->subscribe_button),
                            can_subscribe && self->uri != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->subscribe_button),
                               ready && !can_subscribe
                                 ? _("The server did not declare resources.subscribe")
                                 : _("Be told when the resource changes"));
  if (!ready)
    sounder_literal_show (self->page.note, _("Not connected: nothing can be read."));
  else
    sounder_literal_show (self->page.note, NULL);
  update_live (self);
}

static void
set_uri (SounderResourcesPage *self,
         const char           *uri)
{
  if (g_strcmp0 (self->uri, uri) != 0)
    {
      g_free (self->uri);
      self->uri = g_strdup (uri);
      self->updated_usec = 0;
    }
  update (&self->page);
}

static void
show_no_result (SounderResourcesPage *self)
{
  sounder_result_view_set_target (self->page.result, NULL, NULL);
  sounder_result_view_show (self->page.result, NULL, NULL);
}

static void
read_now (SounderResourcesPage *self)
{
  g_autoptr (McpCall) call = NULL;
  g_autoptr (McpInvocation) invocation = NULL;

  if (!sounder_page_is_ready (&self->page.base) || self->uri == NULL)
    return;

  call = self->is_directory ? mcp_session_new_directory_read (self->uri, NULL)
                            : mcp_session_new_resource_read (self->uri);
  invocation = mcp_invocation_new (MCP_CATALOG_RESOURCES, self->uri, NULL, call);
  mcp_workbench_start (self->page.base.workbench, invocation);
  sounder_result_view_set_target (self->page.result, self->page.base.workbench, self->uri);
  sounder_result_view_show (self->page.result, call, NULL);
}

/* What a template was filled in with. */
static void
remember (SounderResourcesPage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->templates);
  g_autofree char *json = sounder_argument_list_to_json (self->arguments);
  g_autoptr (GError) error = NULL;

  if (sounder_page_is_ready (&self->page.base) && self->uri_template != NULL && item != NULL
      && !mcp_argument_store_remember (mcp_workbench_get_store (self->page.base.workbench), MCP_CATALOG_TEMPLATES,
                                       mcp_catalog_item_get_uri (item), json, &error))
    g_debug ("%s", error->message);
}

static void
load (SounderInvokePage *page,
      const char        *json)
{
  sounder_argument_list_load (SOUNDER_RESOURCES_PAGE (page)->arguments, json);
}

static char *
dup_arguments (SounderInvokePage *page)
{
  return sounder_argument_list_to_json (SOUNDER_RESOURCES_PAGE (page)->arguments);
}

static void
read_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderResourcesPage *self = SOUNDER_RESOURCES_PAGE (widget);

  remember (self);
  read_now (self);
  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_RESULT);
}

static void
repeat (SounderInvokePage *page,
        McpInvocation     *invocation)
{
  read_now (SOUNDER_RESOURCES_PAGE (page));
}

/* Type, size and annotations, as the server says. */
static char *
describe_facts (McpCatalogItem *item)
{
  const char *mime_type = mcp_catalog_item_get_mime_type (item);
  g_autofree char *size = mcp_catalog_item_lookup (item, "size");
  gsize length;
  const char *json = g_bytes_get_data (mcp_catalog_item_get_json (item), &length);
  g_autoptr (GPtrArray) notes = mcp_content_notes_read (json, length);
  g_autoptr (GString) facts = g_string_new (mime_type);

  if (size != NULL && g_ascii_isdigit (*size))
    {
      g_autofree char *text = mcp_format_size (g_ascii_strtoull (size, NULL, 10));

      g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", text);
    }
  for (guint i = 0; i < notes->len; i++)
    {
      const McpContentNote *note = notes->pdata[i];

      g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", note->text);
      if (note->is_wrong)
        g_string_append_printf (facts, " (%s)", note->detail);
    }

  return g_strdup (facts->str);
}

/* @uri_template: (nullable): there is none of a resource */
static void
set_history (SounderResourcesPage *self,
             const char           *uri_template)
{
  sounder_history_popover_set_target (self->popover, uri_template != NULL ? self->page.base.workbench : NULL,
                                      MCP_CATALOG_TEMPLATES, uri_template);
  gtk_widget_set_visible (self->history_button, uri_template != NULL);
}

static void
show_item (SounderResourcesPage *self,
           McpCatalogItem       *item,
           const char           *uri)
{
  g_autofree char *facts = item != NULL ? describe_facts (item) : NULL;
  const char *name = item != NULL ? mcp_catalog_item_get_display_name (item) : uri;

  self->is_directory = item != NULL && g_strcmp0 (mcp_catalog_item_get_mime_type (item), MCP_DIRECTORY_TYPE) == 0
                       && mcp_session_reads_directories (self->page.base.session);
  sounder_invoke_page_show_head (&self->page, item, name);
  sounder_literal_show (self->uri_label, uri);
  sounder_literal_show (self->facts, facts);
  sounder_argument_list_set_target (self->arguments, NULL, FALSE, NULL);
  g_clear_pointer (&self->uri_template, mcp_uri_template_free);
  sounder_literal_show (self->expanded, NULL);
  set_history (self, NULL);
  gtk_stack_set_visible_child_name (self->page.stack, "item");
}

/* Whoever comes back sees what was read, and does not ask the server again. */
static gboolean
show_last (SounderResourcesPage *self)
{
  McpInvocation *last = self->returning
                          ? mcp_workbench_get_last (self->page.base.workbench, MCP_CATALOG_RESOURCES, self->uri)
                          : NULL;

  show_no_result (self);
  if (last == NULL)
    return FALSE;

  sounder_result_view_set_target (self->page.result, self->page.base.workbench, self->uri);
  sounder_result_view_show (self->page.result, mcp_invocation_get_call (last), NULL);

  return TRUE;
}

static void
selected_cb (SounderResourcesPage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->page.list);
  const char *uri = item != NULL ? mcp_catalog_item_get_uri (item) : NULL;

  if (uri == NULL)
    return;

  sounder_catalog_list_select (self->templates, NULL);
  /* The list was refreshed, and what is shown is still the same. */
  if (g_strcmp0 (uri, self->uri) == 0 && self->uri_template == NULL)
    {
      show_item (self, item, uri);
      return;
    }

  show_item (self, item, uri);
  set_uri (self, uri);
  if (!show_last (self))
    read_now (self);
}

/* What was typed for the template that is chosen. */
static SounderPlace *
get_draft (SounderResourcesPage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->templates);

  return sounder_place_get (sounder_place_get (self->page.base.place, "templates"),
                            mcp_catalog_item_get_uri (item));
}

/* What the template makes of its variables (RFC 6570). */
static void
arguments_changed_cb (SounderResourcesPage *self)
{
  g_autoptr (GHashTable) values = NULL;
  g_autofree char *uri = NULL;

  if (self->uri_template == NULL)
    return;

  values = sounder_argument_list_dup_values (self->arguments);
  uri = mcp_uri_template_expand (self->uri_template, values);
  sounder_literal_show (self->expanded, uri);
  set_uri (self, uri);
  if (!self->returning)
    {
      g_autofree char *json = sounder_argument_list_to_json (self->arguments);

      sounder_place_set_text (get_draft (self), json);
    }
}

static void
template_selected_cb (SounderResourcesPage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->templates);
  const char *text = item != NULL ? mcp_catalog_item_get_uri (item) : NULL;
  g_autofree char *draft = NULL;
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return;

  sounder_catalog_list_select (self->page.list, NULL);
  show_item (self, item, text);
  set_uri (self, NULL);
  show_no_result (self);
  self->uri_template = mcp_uri_template_new (text, &error);
  if (self->uri_template == NULL)
    {
      sounder_literal_show (self->page.note, error->message);
      return;
    }

  set_history (self, text);
  sounder_argument_list_set_target (self->arguments, self->page.base.session, FALSE, text);
  for (const char *const *name = mcp_uri_template_get_variables (self->uri_template);
       *name != NULL; name++)
    sounder_argument_list_add (self->arguments, *name, NULL, NULL, FALSE);
  draft = sounder_place_dup_text (get_draft (self));
  if (draft != NULL)
    sounder_argument_list_load (self->arguments, draft);
  arguments_changed_cb (self);
  if (self->uri != NULL)
    show_last (self);
}

static void
arguments_activated_cb (SounderResourcesPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "resources.read", NULL);
}

static void
activated_cb (SounderResourcesPage *self)
{
  /* A resource is read at once, a template wants to be filled in. */
  sounder_columns_show (self->page.columns,
                        self->uri_template != NULL ? SOUNDER_COLUMNS_FORM : SOUNDER_COLUMNS_RESULT);
}

static void
subscribed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (SounderResourcesPage) self = SOUNDER_RESOURCES_PAGE (user_data);
  g_autoptr (GError) error = NULL;

  if (!mcp_session_subscribe_finish (MCP_SESSION (source), result, &error)
      && self->page.base.session == (McpSession *) source)
    {
      update_live (self);
      sounder_literal_show (self->page.note, error->message);
    }
  else if (self->page.base.session == (McpSession *) source)
    {
      update_live (self);
    }
}

static void
subscribe_toggled_cb (SounderResourcesPage *self)
{
  gboolean active = gtk_toggle_button_get_active (self->subscribe_button);

  if (self->syncing || !sounder_page_is_ready (&self->page.base) || self->uri == NULL)
    return;

  mcp_session_subscribe_async (self->page.base.session, self->uri, active, NULL, subscribed_cb,
                               g_object_ref (self));
}

static void
resource_updated_cb (SounderResourcesPage *self,
                     const char           *uri)
{
  McpCall *call = sounder_result_view_get_call (self->page.result);

  if (g_strcmp0 (uri, self->uri) != 0)
    return;

  self->updated_usec = g_get_real_time ();
  update_live (self);
  /* One reading at a time: a server that updates faster than it reads is not asked more often. */
  if (is_subscribed (self) && (call == NULL || mcp_call_is_finished (call)))
    read_now (self);
}

static void
sounder_resources_page_finalize (GObject *object)
{
  SounderResourcesPage *self = SOUNDER_RESOURCES_PAGE (object);

  g_free (self->uri);
  g_clear_pointer (&self->uri_template, mcp_uri_template_free);

  G_OBJECT_CLASS (sounder_resources_page_parent_class)->finalize (object);
}

static void
sounder_resources_page_constructed (GObject *object)
{
  SounderResourcesPage *self = SOUNDER_RESOURCES_PAGE (object);
  McpSession *session = self->page.base.session;
  SounderPlace *place;

  G_OBJECT_CLASS (sounder_resources_page_parent_class)->constructed (object);

  sounder_invoke_page_set_up (&self->page);
  g_signal_connect_object (self->page.base.session, "resource-updated", G_CALLBACK (resource_updated_cb), self,
                           G_CONNECT_SWAPPED);
  place = self->page.base.place;
  self->returning = TRUE;
  sounder_catalog_list_set_catalog (self->page.list,
                                    mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES),
                                    sounder_place_get (place, "resources"));
  sounder_catalog_list_set_catalog (self->templates,
                                    mcp_session_get_catalog (session, MCP_CATALOG_TEMPLATES),
                                    sounder_place_get (place, "templates"));
  self->returning = FALSE;
  sounder_place_keep (sounder_place_get (place, "resources"), self->sections, "visible-child-name", NULL);
  update (&self->page);
}

static void
sounder_resources_page_class_init (SounderResourcesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SounderInvokePageClass *invoke_class = SOUNDER_INVOKE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_resources_page_constructed;
  G_OBJECT_CLASS (klass)->finalize = sounder_resources_page_finalize;
  invoke_class->kind = MCP_CATALOG_RESOURCES;
  invoke_class->update = update;
  invoke_class->load = load;
  invoke_class->dup_arguments = dup_arguments;
  invoke_class->repeat = repeat;

  sounder_template_set (widget_class, "sounder-resources-page.ui");
  sounder_invoke_page_bind (widget_class);
  sounder_template_bind (widget_class, SounderResourcesPage, sections, templates, uri_label, facts, arguments, expanded,
                         read_button, subscribe_button, history_button, popover, live, live_label);
  sounder_template_connect (widget_class, selected_cb, template_selected_cb, activated_cb, arguments_changed_cb,
                            arguments_activated_cb, subscribe_toggled_cb);
  sounder_page_install_verb (widget_class, "resources.read", read_cb);
}

static void
sounder_resources_page_init (SounderResourcesPage *self)
{
}

/* What a directory that is shown says of a resource in it. (nullable) */
static McpCatalogItem *
find_in_directory (SounderResourcesPage *self,
                   const char           *uri)
{
  McpCall *call = sounder_result_view_get_call (self->page.result);
  GBytes *result = call != NULL && mcp_call_get_kind (call) == MCP_REQUEST_DIRECTORY_READ
                     ? mcp_call_get_result (call)
                     : NULL;
  gsize length;
  const char *json = result != NULL ? g_bytes_get_data (result, &length) : NULL;
  McpJsonIter iter;
  McpSpan list, value;

  if (json == NULL || !mcp_json_lookup (json, length, "resources", &list)
      || !mcp_json_iter_init (&iter, json + list.offset, list.length) || iter.is_object)
    return NULL;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autoptr (McpCatalogItem) item =
        mcp_catalog_item_new (MCP_CATALOG_RESOURCES, json + list.offset + value.offset, value.length);

      if (g_strcmp0 (mcp_catalog_item_get_uri (item), uri) == 0)
        return g_steal_pointer (&item);
    }

  return NULL;
}

/**
 * sounder_resources_page_open:
 * @uri: a resource's URI, listed or not
 *
 * Shows a resource and reads it. A server may link to what it does not list.
 */
void
sounder_resources_page_open (SounderResourcesPage *self,
                             const char           *uri)
{
  g_return_if_fail (SOUNDER_IS_RESOURCES_PAGE (self));
  g_return_if_fail (uri != NULL);

  sounder_catalog_gate_set_pass (self->page.gate, TRUE);
  gtk_stack_set_visible_child_name (self->sections, "resources");
  if (self->uri_template == NULL && g_strcmp0 (self->uri, uri) == 0)
    {
      read_now (self);
    }
  else if (!sounder_catalog_list_select (self->page.list, uri))
    {
      g_autoptr (McpCatalogItem) item = find_in_directory (self, uri);

      sounder_catalog_list_select (self->templates, NULL);
      show_item (self, item, uri);
      set_uri (self, uri);
      show_no_result (self);
      read_now (self);
    }
  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_RESULT);
}

void
sounder_resources_page_select_template (SounderResourcesPage *self,
                                        const char           *uri_template)
{
  g_return_if_fail (SOUNDER_IS_RESOURCES_PAGE (self));

  gtk_stack_set_visible_child_name (self->sections, "templates");
  sounder_catalog_list_select (self->templates, uri_template);
  sounder_columns_show (self->page.columns, SOUNDER_COLUMNS_FORM);
}
