/* sounder-session-view-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-composer.h"
#include "sounder-drift-dialog.h"
#include "sounder-prompts-page.h"
#include "sounder-record-copy.h"
#include "sounder-resources-page.h"
#include "sounder-session-view-private.h"
#include "sounder-settings.h"
#include "sounder-sign-in-dialog.h"
#include "sounder-skills-page.h"
#include "sounder-template.h"
#include "sounder-toast.h"
#include "sounder-tools-page.h"

/* What the pages, the header bar and the window can ask of a session view. */

static void
connect_cb (SounderSessionView *self)
{
  sounder_server_open (self->server);
}

static void
disconnect_cb (SounderSessionView *self)
{
  sounder_server_close (self->server);
}

static void
restart_cb (SounderSessionView *self)
{
  sounder_server_restart (self->server);
}

static void
stop_retrying_cb (SounderSessionView *self)
{
  sounder_server_stop_retrying (self->server);
}

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderSessionView) self = SOUNDER_SESSION_VIEW (user_data);
  g_autoptr (GError) error = NULL;

  if (!mcp_catalog_refresh_finish (MCP_CATALOG (source), result, &error))
    sounder_session_view_show_error (self, error->message);
}

static void
refresh_cb (SounderSessionView *self)
{
  McpSession *session = self->base.session;

  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      McpCatalog *catalog = mcp_session_get_catalog (session, kind);

      if (mcp_catalog_get_state (catalog) != MCP_CATALOG_UNSUPPORTED
          && mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADING)
        mcp_catalog_refresh_async (catalog, NULL, refreshed_cb, g_object_ref (self));
    }
}

static void
show_page_cb (SounderSessionView *self,
              const char         *action_name,
              GVariant           *parameter)
{
  sounder_session_view_set_page (self, g_variant_get_string (parameter, NULL));
  sounder_session_view_enter_page (self);
}

/* Shows a page, and gives it. */
static GtkWidget *
go_to (SounderSessionView *self,
       const char         *name)
{
  sounder_session_view_set_page (self, name);

  return sounder_session_view_find_page (self, name);
}

static void
show_record_cb (SounderSessionView *self,
                const char         *action_name,
                GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "timeline");

  sounder_timeline_page_show_record (SOUNDER_TIMELINE_PAGE (page),
                                     g_variant_get_uint32 (parameter));
}

static void
show_authorization_cb (SounderSessionView *self,
                       const char         *action_name)
{
  sounder_sign_in_dialog_present (GTK_WIDGET (self), self->base.session,
                                  g_str_equal (action_name, "session.sign-in"));
}

static void
copy_curl_cb (SounderSessionView *self,
              const char         *action_name,
              GVariant           *parameter)
{
  McpSession *session = self->base.session;
  g_autoptr (McpRecord) record =
    mcp_journal_get_record (mcp_session_get_journal (session), g_variant_get_uint32 (parameter));

  if (record != NULL)
    sounder_record_copy_curl (GTK_WIDGET (self), record);
}

static void
compose_cb (SounderSessionView *self,
            const char         *action_name,
            GVariant           *parameter)
{
  McpSession *session = self->base.session;
  guint serial = g_variant_get_uint32 (parameter);
  g_autoptr (McpRecord) record = NULL;

  if (serial != 0)
    record = mcp_journal_get_record (mcp_session_get_journal (session), serial);
  sounder_composer_present (GTK_WIDGET (self), session, record);
}

static void
show_tool_cb (SounderSessionView *self,
              const char         *action_name,
              GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "tools");

  if (sounder_tools_page_select (SOUNDER_TOOLS_PAGE (page), g_variant_get_string (parameter, NULL)))
    sounder_tools_page_enter_form (SOUNDER_TOOLS_PAGE (page));
}

static void
show_prompt_cb (SounderSessionView *self,
                const char         *action_name,
                GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "prompts");

  sounder_prompts_page_select (SOUNDER_PROMPTS_PAGE (page), g_variant_get_string (parameter, NULL));
}

static void
show_template_cb (SounderSessionView *self,
                  const char         *action_name,
                  GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "resources");

  sounder_resources_page_select_template (SOUNDER_RESOURCES_PAGE (page), g_variant_get_string (parameter, NULL));
}

static void
show_skill_cb (SounderSessionView *self,
               const char         *action_name,
               GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "skills");

  sounder_skills_page_select (SOUNDER_SKILLS_PAGE (page), g_variant_get_string (parameter, NULL));
}

static void
copy_cb (SounderSessionView *self,
         const char         *action_name,
         GVariant           *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), g_variant_get_string (parameter, NULL));
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", _("Copied"));
}

static void
toggle_dock_cb (SounderSessionView *self)
{
  if (self->window_width == SOUNDER_WIDTH_NARROW)
    {
      self->narrow_dock_open = !self->narrow_dock_open;
    }
  else
    {
      self->dock_open = !self->dock_open;
      sounder_settings_set ("dock-visible", "b", self->dock_open);
    }

  sounder_session_view_update_dock (self);
}

static void
open_resource_cb (SounderSessionView *self,
                  const char         *action_name,
                  GVariant           *parameter)
{
  GtkWidget *page = go_to (self, "resources");

  sounder_resources_page_open (SOUNDER_RESOURCES_PAGE (page), g_variant_get_string (parameter, NULL));
}

/* The first entry to search or filter with, in the order of the page. */
static GtkWidget *
find_search_entry (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;

  if (GTK_IS_SEARCH_ENTRY (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *entry = find_search_entry (child);

      if (entry != NULL)
        return entry;
    }

  return NULL;
}

static void
search_cb (SounderSessionView *self)
{
  GtkWidget *entry = find_search_entry (adw_view_stack_get_visible_child (self->stack));

  if (entry == NULL)
    entry = find_search_entry (GTK_WIDGET (self->dock));
  if (entry != NULL)
    gtk_widget_grab_focus (entry);
}

static void
review_changes_cb (SounderSessionView *self)
{
  sounder_drift_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                sounder_server_get_drift_guard (self->server));
}

/* Hands over the class's actions; see the head of the header for what each takes. */
void
sounder_session_view_install_actions (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "session.connect", NULL, connect_cb);
  sounder_template_action (widget_class, "session.disconnect", NULL, disconnect_cb);
  sounder_template_action (widget_class, "session.restart", NULL, restart_cb);
  sounder_template_action (widget_class, "session.stop-retrying", NULL, stop_retrying_cb);
  sounder_template_action (widget_class, "session.refresh", NULL, refresh_cb);
  sounder_template_action (widget_class, "session.show-page", "s", show_page_cb);
  sounder_template_action (widget_class, "session.show-record", "u", show_record_cb);
  sounder_template_action (widget_class, "session.copy-curl", "u", copy_curl_cb);
  sounder_template_action (widget_class, "session.review-changes", NULL, review_changes_cb);
  sounder_template_action (widget_class, "session.show-authorization", NULL, show_authorization_cb);
  sounder_template_action (widget_class, "session.sign-in", NULL, show_authorization_cb);
  /* The serial of a record to send again, 0 for a new message. */
  sounder_template_action (widget_class, "session.compose", "u", compose_cb);
  sounder_template_action (widget_class, "session.show-tool", "s", show_tool_cb);
  sounder_template_action (widget_class, "session.show-prompt", "s", show_prompt_cb);
  sounder_template_action (widget_class, "session.show-template", "s", show_template_cb);
  sounder_template_action (widget_class, "session.show-skill", "s", show_skill_cb);
  sounder_template_action (widget_class, "session.open-resource", "s", open_resource_cb);
  sounder_toast_install (widget_class);
  sounder_template_action (widget_class, "session.copy", "s", copy_cb);
  sounder_template_action (widget_class, "session.toggle-dock", NULL, toggle_dock_cb);
  sounder_template_action (widget_class, "session.search", NULL, search_cb);
}
