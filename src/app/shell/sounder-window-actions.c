/* sounder-window-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-icon-loader.h"
#include "mcp-summary.h"
#include "mcp-version.h"
#include "sounder-client-export-dialog.h"
#include "sounder-command-palette.h"
#include "sounder-compare-window.h"
#include "sounder-compat.h"
#include "sounder-help.h"
#include "sounder-icons.h"
#include "sounder-import-dialog.h"
#include "sounder-registry-window.h"
#include "sounder-secrets.h"
#include "sounder-server-compare.h"
#include "sounder-server-dialog.h"
#include "sounder-template.h"
#include "sounder-window-private.h"

/* What the window can do with its list of servers and with the selected one. */

static void
forward_to_session (SounderWindow *self,
                    const char    *action_name)
{
  gtk_widget_activate_action (GTK_WIDGET (self->session_view), action_name, NULL);
}

/* Of a topic, or (empty) of the page that is shown. */
static void
help_cb (SounderWindow *self,
         const char    *action_name,
         GVariant      *parameter)
{
  const char *topic = g_variant_get_string (parameter, NULL);

  if (*topic == '\0')
    topic = sounder_help_get_topic (
      self->selected != NULL ? sounder_session_view_get_page (self->session_view) : NULL);

  sounder_help_present (GTK_WINDOW (self), topic);
}

static void
try_demo_cb (SounderWindow *self)
{
  SounderServer *server = sounder_server_model_find_demo (self->model);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    {
      profile = mcp_profile_new_for_demo (&error);
      if (profile == NULL)
        {
          sounder_window_show_error (self, _("The Demo Server Cannot Be Started"), error);
          return;
        }
      server = sounder_server_model_add_temporary (self->model, profile);
    }

  sounder_window_select (self, server);
  sounder_server_open (server);
}

static void
session_verb_cb (SounderWindow *self,
                 const char    *action_name)
{
  g_autofree char *session_action = g_strconcat ("session.", action_name + strlen ("win."), NULL);

  forward_to_session (self, session_action);
}

static void
toggle_connection_cb (SounderWindow *self)
{
  if (self->selected == NULL)
    return;

  if (sounder_server_is_open (self->selected))
    sounder_server_close (self->selected);
  else
    sounder_server_open (self->selected);
}

static void
nth_page_cb (SounderWindow *self,
             const char    *action_name,
             GVariant      *parameter)
{
  const char *name =
    sounder_session_view_nth_page (self->session_view, g_variant_get_uint32 (parameter));

  sounder_session_view_set_page (self->session_view, name);
  /* To its list, also from within the page. */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  sounder_session_view_enter_page (self->session_view);
}

static void
toggle_sidebar_cb (SounderWindow *self)
{
  SounderOverlaySplit *split = self->split;

  sounder_overlay_split_set_show_sidebar (split, !sounder_overlay_split_get_show_sidebar (split));
}

static void
search_servers_cb (SounderWindow *self)
{
  sounder_overlay_split_set_show_sidebar (self->split, TRUE);
  sounder_sidebar_search (self->sidebar);
}

static void
edit_server_cb (SounderWindow *self)
{
  sounder_server_dialog_present_edit (self, self->selected);
}

static void
edit_server_for_cb (SounderWindow *self,
                    const char    *action_name,
                    GVariant      *parameter)
{
  guint action;
  const char *target;

  g_variant_get (parameter, "(u&s)", &action, &target);
  sounder_server_dialog_present_for (self, self->selected, action, target);
}

static void
duplicate_server_cb (SounderWindow *self)
{
  McpProfile *profile = sounder_server_get_profile (self->selected);
  gboolean has_secrets = mcp_profile_get_settings (profile)->secret_id != NULL;
  g_autoptr (GError) error = NULL;
  SounderServer *server = sounder_server_model_duplicate (self->model, self->selected, &error);

  if (server != NULL)
    sounder_window_select (self, server);
  else
    sounder_window_show_error (self, _("The Server Was Not Duplicated"), error);

  if (server != NULL && has_secrets)
    sounder_window_toast (self, _("Secret headers were not copied: enter their values again"));
}

static void
withdraw_consent_cb (SounderWindow *self)
{
  mcp_consent_withdraw (sounder_server_get_profile (self->selected));
  sounder_window_toast (self, _("You will be asked before it is started again"));
}

static void
copy_command_cb (SounderWindow *self)
{
  McpProfile *profile = sounder_server_get_profile (self->selected);
  g_autofree char *command = mcp_profile_is_stdio (profile)
                               ? mcp_profile_dup_command (profile)
                               : g_strdup (mcp_profile_get_url (profile));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  sounder_window_toast (self, mcp_profile_is_stdio (profile) ? _("Command copied")
                                                             : _("Address copied"));
}

static void
export_to_client_cb (SounderWindow *self)
{
  sounder_client_export_dialog_present (self, sounder_server_get_profile (self->selected));
}

static void
save_server (SounderWindow *self,
             SounderServer *server)
{
  g_autoptr (GError) error = NULL;

  if (sounder_server_model_save (self->model, server, &error))
    sounder_window_toast (self, _("Saved to the list"));
  else
    sounder_window_show_error (self, _("The Server Was Not Saved"), error);
  sounder_window_update_actions (self);
}

/* A temporary server whose secrets are on their way to the keyring. */
typedef struct
{
  SounderWindow *window;
  SounderServer *server;
} Saving;

static void
secrets_stored_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autofree Saving *saving = user_data;
  g_autoptr (SounderWindow) self = saving->window;
  g_autoptr (SounderServer) server = saving->server;
  g_autoptr (GError) error = NULL;

  if (sounder_secrets_store_finish (result, &error))
    save_server (self, server);
  else
    sounder_window_show_error (self, _("The Secrets Were Not Kept"), error);
}

static void
save_server_cb (SounderWindow *self)
{
  McpProfile *profile = sounder_server_get_profile (self->selected);
  Saving *saving;

  if (!sounder_secrets_has_new (profile))
    {
      save_server (self, self->selected);
      return;
    }

  saving = g_new0 (Saving, 1);
  saving->window = g_object_ref (self);
  saving->server = g_object_ref (self->selected);
  sounder_secrets_store_async (profile, 0, NULL, secrets_stored_cb, saving);
}

/* What a page changed in a saved server, by its name: another one may be selected by now. */
static void
save_profile_cb (SounderWindow *self,
                 const char    *action_name,
                 GVariant      *parameter)
{
  SounderServer *server =
    sounder_server_model_find (self->model, g_variant_get_string (parameter, NULL));
  McpProfile *profile = server != NULL ? sounder_server_get_profile (server) : NULL;
  g_autoptr (McpProfile) changed = NULL;
  g_autoptr (GError) error = NULL;

  if (profile == NULL || mcp_profile_is_temporary (profile))
    return;

  changed = mcp_profile_copy (profile);
  if (!mcp_server_list_update (sounder_server_model_get_list (self->model), profile, changed,
                               &error))
    sounder_window_show_error (self, _("The Settings Were Not Saved"), error);
}

/* The era is a setting of the server, and chosen for good; a revision of the other one is not. */
static void
reconnect_as_cb (SounderWindow *self,
                 const char    *action_name,
                 GVariant      *parameter)
{
  const char *name = g_variant_get_string (parameter, NULL);
  McpProfile *profile = sounder_server_get_profile (self->selected);

  mcp_profile_choose_era (profile, mcp_era_choice_from_string (name));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.save-profile", "s", mcp_profile_get_name (profile));
  sounder_server_restart (self->selected);
}

static void
compare_eras_cb (SounderWindow *self)
{
  sounder_compare_window_present (GTK_WINDOW (self), self->selected);
}

static void
load_icons_answered_cb (gboolean confirmed,
                        gpointer user_data)
{
  g_autoptr (McpSession) session = user_data;

  if (confirmed)
    sounder_icons_load (sounder_icons_for (session));
}

/* Whoever has the hosts sees who asks, and when: nothing is loaded before somebody agreed. */
static void
load_icons_cb (SounderWindow *self)
{
  McpSession *session = sounder_server_get_session (self->selected);
  g_auto (GStrv) hosts = mcp_icon_loader_list_hosts (session);
  g_autofree char *joined = NULL;
  g_autofree char *visible = NULL;
  g_autofree char *body = NULL;

  if (sounder_icons_get_network (sounder_icons_for (session)))
    {
      sounder_window_toast (self, _("Icons are being loaded already"));
      return;
    }
  if (hosts[0] == NULL)
    {
      sounder_window_toast (self, _("No icon is on the network"));
      return;
    }

  joined = g_strjoinv (", ", hosts);
  visible = mcp_format_label (joined, TRUE);
  /* Translators: %s are names of hosts. */
  body = g_strdup_printf (_("The server has icons at %s. Whoever has these hosts sees from where they are loaded. "
                            "This holds until the session ends."),
                          visible);
  sounder_compat_confirm (GTK_WINDOW (self), _("Load Icons From the Network?"), body, _("_Load"), FALSE,
                          load_icons_answered_cb, g_object_ref (session));
}

static void
compare_with_cb (SounderWindow *self)
{
  sounder_server_compare_present (GTK_WINDOW (self), self->model, self->selected);
}

static void
tell_cb (SounderWindow *self,
         const char    *action_name,
         GVariant      *parameter)
{
  const char *title;
  const char *text;
  g_autoptr (GError) error = NULL;

  g_variant_get (parameter, "(&s&s)", &title, &text);
  error = g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE, text);
  sounder_window_show_error (self, title, error);
}

static void
compose_cb (SounderWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->session_view),
                              "session.compose", "u", 0);
}

static void
undo_remove_cb (SounderWindow *self,
                AdwToast      *toast)
{
  McpProfile *profile = g_object_get_data (G_OBJECT (toast), "profile");
  g_autoptr (GError) error = NULL;
  SounderServer *server = NULL;

  if (mcp_profile_is_temporary (profile))
    server = sounder_server_model_add_temporary (self->model, profile);
  else
    server = sounder_server_model_add (self->model, profile, &error);

  g_object_set_data (G_OBJECT (toast), "restored", GINT_TO_POINTER (TRUE));
  if (server != NULL)
    sounder_window_select (self, server);
  else
    sounder_window_show_error (self, _("The Server Was Not Restored"), error);
}

/* The last chance to undo is gone, and with it what the keyring was for. */
static void
removed_for_good_cb (AdwToast *toast)
{
  McpProfile *profile = g_object_get_data (G_OBJECT (toast), "profile");

  if (!g_object_get_data (G_OBJECT (toast), "restored") && !mcp_profile_is_temporary (profile))
    sounder_secrets_forget_removed (profile, NULL);
}

static void
remove_answered_cb (gboolean confirmed,
                    gpointer user_data)
{
  g_autoptr (SounderWindow) self = SOUNDER_WINDOW (user_data);
  g_autoptr (SounderServer) server = self->selected != NULL ? g_object_ref (self->selected) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  AdwToast *toast;

  if (!confirmed || server == NULL)
    return;

  g_object_get (server, "name", &name, NULL);
  if (!sounder_server_model_remove (self->model, server, &error))
    {
      sounder_window_show_error (self, _("The Server Was Not Removed"), error);
      return;
    }

  text = g_strdup_printf (_("Removed %s"), name);
  title = g_markup_escape_text (text, -1);
  toast = adw_toast_new (title);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  g_object_set_data_full (G_OBJECT (toast), "profile",
                          mcp_profile_copy (sounder_server_get_profile (server)), g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_remove_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (toast, "dismissed", G_CALLBACK (removed_for_good_cb), NULL);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
remove_server_cb (SounderWindow *self)
{
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;

  g_object_get (self->selected, "name", &name, NULL);
  heading = g_strdup_printf (_("Remove %s?"), name);
  sounder_compat_confirm (GTK_WINDOW (self), heading,
                          _("It is disconnected and taken out of the list. What it said in this "
                            "session is lost."),
                          _("_Remove"), TRUE, remove_answered_cb, g_object_ref (self));
}

static void
questions_cb (SounderWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->session_view),
                              "session.questions", "s", "");
}

static void
install_shortcuts (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < 9; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_CONTROL_MASK,
                                         "win.nth-page", "u", i);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "win.refresh", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "win.toggle-sidebar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, GDK_CONTROL_MASK, "win.add-server",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.search",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "win.search-servers", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, GDK_CONTROL_MASK,
                                       "win.toggle-dock", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "win.questions",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "win.restart",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK,
                                       "win.toggle-connection", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "win.help", "s", "");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK,
                                       "win.save-recording", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, GDK_CONTROL_MASK, "win.palette",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

/* Hands over the class's actions and their keys. */
void
sounder_window_install_actions (GtkWidgetClass *widget_class)
{
  static const char *const session_verbs[] = {
    "win.connect", "win.disconnect", "win.restart", "win.refresh", "win.toggle-dock", "win.search",
  };

  for (guint i = 0; i < G_N_ELEMENTS (session_verbs); i++)
    sounder_template_action (widget_class, session_verbs[i], NULL, session_verb_cb);

  sounder_template_action (widget_class, "win.add-server", NULL, sounder_server_dialog_present_new);
  sounder_template_action (widget_class, "win.import", NULL, sounder_import_dialog_present);
  sounder_template_action (widget_class, "win.registry", NULL, sounder_registry_window_present);
  sounder_template_action (widget_class, "win.help", "s", help_cb);
  sounder_template_action (widget_class, "win.try-demo", NULL, try_demo_cb);
  sounder_template_action (widget_class, "win.toggle-connection", NULL, toggle_connection_cb);
  sounder_template_action (widget_class, "win.nth-page", "u", nth_page_cb);
  sounder_template_action (widget_class, "win.toggle-sidebar", NULL, toggle_sidebar_cb);
  sounder_template_action (widget_class, "win.search-servers", NULL, search_servers_cb);
  sounder_template_action (widget_class, "win.edit-server", NULL, edit_server_cb);
  sounder_template_action (widget_class, "win.edit-server-for", "(us)", edit_server_for_cb);
  sounder_template_action (widget_class, "win.duplicate-server", NULL, duplicate_server_cb);
  sounder_template_action (widget_class, "win.withdraw-consent", NULL, withdraw_consent_cb);
  sounder_template_action (widget_class, "win.copy-command", NULL, copy_command_cb);
  sounder_template_action (widget_class, "win.export-to-client", NULL, export_to_client_cb);
  sounder_template_action (widget_class, "win.save-server", NULL, save_server_cb);
  sounder_template_action (widget_class, "win.save-profile", "s", save_profile_cb);
  sounder_template_action (widget_class, "win.reconnect-as", "s", reconnect_as_cb);
  sounder_template_action (widget_class, "win.compare-eras", NULL, compare_eras_cb);
  sounder_template_action (widget_class, "win.load-icons", NULL, load_icons_cb);
  sounder_template_action (widget_class, "win.compare-with", NULL, compare_with_cb);
  sounder_template_action (widget_class, "win.compose", NULL, compose_cb);
  sounder_template_action (widget_class, "win.tell", "(ss)", tell_cb);
  sounder_template_action (widget_class, "win.remove-server", NULL, remove_server_cb);
  sounder_template_action (widget_class, "win.palette", NULL, sounder_command_palette_present);
  sounder_template_action (widget_class, "win.questions", NULL, questions_cb);
  install_shortcuts (widget_class);
}

/* Says which of them make sense for the selected server. */
void
sounder_window_update_actions (SounderWindow *self)
{
  static const char *const for_any[] = {
    "win.restart",      "win.toggle-connection", "win.nth-page",     "win.edit-server",
    "win.copy-command", "win.remove-server",     "win.toggle-dock",  "win.search",
    "win.refresh",      "win.duplicate-server",  "win.save-recording", "win.questions",
    "win.reconnect-as", "win.compare-eras",      "win.compose",      "win.export",
    "win.compare-with", "win.load-icons",        "win.tests",        "win.save-test",
    "win.probe",        "win.load",              "win.export-to-client",
  };
  gboolean any = self->selected != NULL;
  gboolean is_open = any && sounder_server_is_open (self->selected);
  McpProfile *profile = any ? sounder_server_get_profile (self->selected) : NULL;
  gboolean is_demo = any && mcp_profile_get_settings (profile)->demo;

  for (guint i = 0; i < G_N_ELEMENTS (for_any); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), for_any[i], any);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.connect", any && !is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.disconnect", is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.withdraw-consent",
                                 any && !is_demo && mcp_consent_is_needed (profile));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-server",
                                 any && !is_demo && mcp_profile_is_temporary (profile));
  sounder_sidebar_update_actions (self->sidebar);
  sounder_window_update_recordings (self);
}
