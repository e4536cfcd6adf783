/* sounder-window-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-window"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-recorder.h"
#include "sounder-command-palette.h"
#include "sounder-compat.h"
#include "sounder-import-dialog.h"
#include "sounder-server-dialog.h"
#include "sounder-window-private.h"

/* What the window can do with its list of servers and with the selected one. */

static void
forward_to_session (SounderWindow *self,
                    const char    *action_name)
{
  gtk_widget_activate_action (GTK_WIDGET (self->session_view), action_name, NULL);
}

static void
add_server_cb (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  sounder_server_dialog_present_new (SOUNDER_WINDOW (widget));
}

static void
import_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  sounder_import_dialog_present (SOUNDER_WINDOW (widget));
}

static void
try_demo_cb (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
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
session_verb_cb (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  g_autofree char *session_action = g_strconcat ("session.", action_name + strlen ("win."), NULL);

  forward_to_session (SOUNDER_WINDOW (widget), session_action);
}

static void
toggle_connection_cb (GtkWidget  *widget,
                      const char *action_name,
                      GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);

  if (self->selected == NULL)
    return;

  if (sounder_server_is_open (self->selected))
    sounder_server_close (self->selected);
  else
    sounder_server_open (self->selected);
}

static void
nth_page_cb (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  const char *name =
    sounder_session_view_nth_page (self->session_view, g_variant_get_uint32 (parameter));

  sounder_session_view_set_page (self->session_view, name);
}

static void
toggle_sidebar_cb (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  SounderOverlaySplit *split = SOUNDER_WINDOW (widget)->split;

  sounder_overlay_split_set_show_sidebar (split, !sounder_overlay_split_get_show_sidebar (split));
}

static void
edit_server_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);

  sounder_server_dialog_present_edit (self, self->selected);
}

static void
duplicate_server_cb (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  g_autoptr (McpProfile) copy = mcp_profile_copy (sounder_server_get_profile (self->selected));
  g_autoptr (GError) error = NULL;
  SounderServer *server = sounder_server_model_add (self->model, copy, &error);

  if (server != NULL)
    sounder_window_select (self, server);
  else
    sounder_window_show_error (self, _("The Server Was Not Duplicated"), error);
}

static void
copy_command_cb (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  g_autofree char *command =
    mcp_profile_dup_command (sounder_server_get_profile (self->selected));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), command);
  sounder_window_toast (self, _("Command copied"));
}

static void
save_server_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  g_autoptr (GError) error = NULL;

  if (sounder_server_model_save (self->model, self->selected, &error))
    sounder_window_toast (self, _("Saved to the list"));
  else
    sounder_window_show_error (self, _("The Server Was Not Saved"), error);
  sounder_window_update_actions (self);
}

/* What a page changed in a saved server, by its name: another one may be selected by now. */
static void
save_profile_cb (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
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

  if (server != NULL)
    sounder_window_select (self, server);
  else
    sounder_window_show_error (self, _("The Server Was Not Restored"), error);
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
  g_object_set_data_full (G_OBJECT (toast), "profile",
                          mcp_profile_copy (sounder_server_get_profile (server)), g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_remove_cb), self,
                           G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
remove_server_cb (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;

  g_object_get (self->selected, "name", &name, NULL);
  heading = g_strdup_printf (_("Remove %s?"), name);
  sounder_compat_confirm (GTK_WINDOW (self), heading,
                          _("It is disconnected and taken out of the list. What it said in this "
                            "session is lost."),
                          _("_Remove"), TRUE, remove_answered_cb, g_object_ref (self));
}

/* Values of the environment are what a recording must not give away. */
static McpRedactor *
new_redactor (McpProfile *profile)
{
  McpRedactor *redactor = mcp_redactor_new ();
  const char *const *env = mcp_profile_get_env (profile);

  for (guint i = 0; env[i] != NULL; i++)
    {
      const char *value = strchr (env[i], '=');

      if (value != NULL && value[1] != '\0')
        mcp_redactor_add_secret (redactor, value + 1);
    }

  return redactor;
}

static void
recording_chosen_cb (GFile    *file,
                     gpointer  user_data)
{
  g_autoptr (SounderWindow) self = SOUNDER_WINDOW (user_data);
  McpProfile *profile;
  g_autofree char *path = NULL;
  g_autofree char *profile_json = NULL;
  g_autoptr (McpRedactor) redactor = NULL;
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  if (file == NULL || self->selected == NULL)
    return;

  profile = sounder_server_get_profile (self->selected);
  path = g_file_get_path (file);
  profile_json = mcp_profile_to_public_json (profile);
  redactor = new_redactor (profile);
  recorder = mcp_recorder_new (mcp_session_get_journal (sounder_server_get_session (self->selected)),
                               path, profile_json, redactor, &error);
  if (recorder != NULL && mcp_recorder_finish (recorder, &error))
    sounder_window_toast (self, _("Recording saved, without the secrets known"));
  else
    sounder_window_show_error (self, _("The Recording Was Not Saved"), error);
}

static void
save_recording_cb (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  SounderWindow *self = SOUNDER_WINDOW (widget);
  g_autofree char *name =
    g_strdup_printf ("%s.mcprec", mcp_profile_get_name (sounder_server_get_profile (self->selected)));

  g_strdelimit (name, "/", '-');
  sounder_compat_choose_file (GTK_WINDOW (self), _("Save Recording"), SOUNDER_CHOOSE_SAVE, name,
                              recording_chosen_cb, g_object_ref (self));
}

static void
palette_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  sounder_command_palette_present (SOUNDER_WINDOW (widget));
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
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, GDK_CONTROL_MASK,
                                       "win.toggle-dock", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "win.restart",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK,
                                       "win.toggle-connection", NULL);
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
    gtk_widget_class_install_action (widget_class, session_verbs[i], NULL, session_verb_cb);

  gtk_widget_class_install_action (widget_class, "win.add-server", NULL, add_server_cb);
  gtk_widget_class_install_action (widget_class, "win.import", NULL, import_cb);
  gtk_widget_class_install_action (widget_class, "win.try-demo", NULL, try_demo_cb);
  gtk_widget_class_install_action (widget_class, "win.toggle-connection", NULL,
                                   toggle_connection_cb);
  gtk_widget_class_install_action (widget_class, "win.nth-page", "u", nth_page_cb);
  gtk_widget_class_install_action (widget_class, "win.toggle-sidebar", NULL, toggle_sidebar_cb);
  gtk_widget_class_install_action (widget_class, "win.edit-server", NULL, edit_server_cb);
  gtk_widget_class_install_action (widget_class, "win.duplicate-server", NULL, duplicate_server_cb);
  gtk_widget_class_install_action (widget_class, "win.copy-command", NULL, copy_command_cb);
  gtk_widget_class_install_action (widget_class, "win.save-server", NULL, save_server_cb);
  gtk_widget_class_install_action (widget_class, "win.save-profile", "s", save_profile_cb);
  gtk_widget_class_install_action (widget_class, "win.remove-server", NULL, remove_server_cb);
  gtk_widget_class_install_action (widget_class, "win.save-recording", NULL, save_recording_cb);
  gtk_widget_class_install_action (widget_class, "win.palette", NULL, palette_cb);
  install_shortcuts (widget_class);
}

/* Says which of them make sense for the selected server. */
void
sounder_window_update_actions (SounderWindow *self)
{
  static const char *const for_any[] = {
    "win.restart",      "win.toggle-connection", "win.nth-page",     "win.edit-server",
    "win.copy-command", "win.remove-server",     "win.toggle-dock",  "win.search",
    "win.refresh",      "win.duplicate-server",  "win.save-recording",
  };
  gboolean any = self->selected != NULL;
  gboolean is_open = any && sounder_server_is_open (self->selected);
  McpProfile *profile = any ? sounder_server_get_profile (self->selected) : NULL;
  gboolean is_demo = any && mcp_profile_is_demo (profile);

  for (guint i = 0; i < G_N_ELEMENTS (for_any); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), for_any[i], any);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.connect", any && !is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.disconnect", is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-server",
                                 any && !is_demo && mcp_profile_is_temporary (profile));
}
