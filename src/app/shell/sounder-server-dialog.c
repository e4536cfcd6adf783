/* sounder-server-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-server.h"
#include "mcp-variables.h"
#include "sounder-address.h"
#include "sounder-compat.h"
#include "sounder-defaults.h"
#include "sounder-env-row.h"
#include "sounder-import-dialog.h"
#include "sounder-server-dialog-private.h"
#include "sounder-template.h"

/**
 * SounderServerDialog:
 *
 * All of a profile in one form. One entry takes a command or an address, and
 * the fields below are those of what is typed. The command is one line, read as
 * a shell would read its quotes, and shown below as the words that are really
 * started. A new server is named after it until somebody names it otherwise.
 *
 * Errors stand beside their field; nothing is kept before Save, which works
 * only when all of it makes sense.
 */

G_DEFINE_FINAL_TYPE (SounderServerDialog, sounder_server_dialog, ADW_TYPE_WINDOW)

static void
changed_cb (SounderServerDialog *self)
{
  if (!self->loading)
    sounder_server_dialog_validate (self);
}

/* A name that nobody typed follows the command; emptied, it does so again. */
static void
name_changed_cb (SounderServerDialog *self)
{
  if (self->loading)
    return;

  self->name_touched = *gtk_editable_get_text (self->name_row) != '\0';
  sounder_server_dialog_validate (self);
}

/* From an idle: the entry is still about to tell others of its text. */
static void
import_cb (gpointer data)
{
  g_autoptr (SounderServerDialog) self = SOUNDER_SERVER_DIALOG (data);
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autofree char *text = g_strdup (gtk_editable_get_text (self->command_row));

  if (window == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  gtk_window_close (GTK_WINDOW (self));
  sounder_import_dialog_present_text (SOUNDER_WINDOW (window), text, NULL);
}

/* What was pasted is no command but what other clients keep in their files: goes to the import. */
static gboolean
is_list_of_servers (SounderServerDialog *self)
{
  const char *text = gtk_editable_get_text (self->command_row);
  g_autoptr (GPtrArray) servers = NULL;

  text += strspn (text, " \t\r\n");
  if (self->server != NULL || *text == '\0' || strchr ("{\"/", *text) == NULL)
    return FALSE;

  servers = mcp_client_read_text (text, strlen (text), NULL);

  return servers != NULL && servers->len > 0;
}

static void
use_url_cb (SounderServerDialog *self)
{
  g_autofree char *url = sounder_address_guess_url (gtk_editable_get_text (self->command_row));

  if (url == NULL)
    return;

  gtk_editable_set_text (self->command_row, url);
  gtk_editable_set_position (self->command_row, -1);
  gtk_widget_grab_focus (GTK_WIDGET (self->command_row));
}

static void
command_changed_cb (SounderServerDialog *self)
{
  g_autofree char *name = NULL;
  g_autofree char *unique = NULL;

  if (self->loading)
    return;

  if (is_list_of_servers (self))
    g_idle_add_once (import_cb, g_object_ref (self));

  if (self->server == NULL && !self->name_touched)
    {
      g_autofree char *url = sounder_address_guess_url (gtk_editable_get_text (self->command_row));

      name = sounder_address_suggest_name (
        url != NULL ? url : gtk_editable_get_text (self->command_row));
      unique = mcp_server_list_make_unique_name (sounder_server_model_get_list (self->model),
                                                 name != NULL ? name : "");
      self->loading = TRUE;
      gtk_editable_set_text (self->name_row, name != NULL ? unique : "");
      self->loading = FALSE;
    }
  sounder_server_dialog_validate (self);
}

static void
update_list_visibility (GtkListBox *list)
{
  gtk_widget_set_visible (GTK_WIDGET (list),
                          gtk_widget_get_first_child (GTK_WIDGET (list)) != NULL);
}

static void
remove_row (SounderServerDialog *self,
            GtkWidget           *row)
{
  GtkListBox *list = GTK_LIST_BOX (gtk_widget_get_parent (row));

  gtk_list_box_remove (list, row);
  update_list_visibility (list);
  changed_cb (self);
}

static void
remove_env_cb (SounderEnvRow       *row,
               SounderServerDialog *self)
{
  remove_row (self, GTK_WIDGET (row));
}

GtkWidget *
sounder_server_dialog_append_env (SounderServerDialog *self,
                                  const char          *variable)
{
  GtkWidget *row = sounder_env_row_new (variable);

  g_signal_connect_object (row, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "remove", G_CALLBACK (remove_env_cb), self, 0);
  gtk_list_box_append (self->env_list, row);
  update_list_visibility (self->env_list);

  return row;
}

static void
add_env_cb (SounderServerDialog *self)
{
  GtkWidget *row = sounder_server_dialog_append_env (self, NULL);

  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
  changed_cb (self);
}

static void
remove_root_cb (GtkWidget           *button,
                SounderServerDialog *self)
{
  remove_row (self, gtk_widget_get_ancestor (button, ADW_TYPE_ENTRY_ROW));
}

static GtkWidget *
append_root (SounderServerDialog *self,
             const char          *uri)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Path or address"));
  gtk_editable_set_text (GTK_EDITABLE (row), uri);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Remove this root"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_root_cb), self, 0);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  gtk_list_box_append (self->roots_list, row);
  update_list_visibility (self->roots_list);

  return row;
}

static void
add_root_cb (SounderServerDialog *self)
{
  gtk_widget_child_focus (append_root (self, ""), GTK_DIR_TAB_FORWARD);
}

static void
choose_folder_cb (SounderServerDialog *self)
{
  sounder_compat_choose_path (self->cwd_row, _("Working Directory"), SOUNDER_CHOOSE_FOLDER);
}

static void
choose_ca_file_cb (SounderServerDialog *self)
{
  sounder_compat_choose_path (self->ca_row, _("Certificate Authority"), SOUNDER_CHOOSE_OPEN);
}

static void
choose_own_cb (SounderServerDialog *self)
{
  sounder_compat_choose_path (self->own_row, _("Client Certificate"), SOUNDER_CHOOSE_OPEN);
}

static void
choose_own_key_cb (SounderServerDialog *self)
{
  sounder_compat_choose_path (self->own_key_row, _("Key of the Client Certificate"), SOUNDER_CHOOSE_OPEN);
}

static void
choose_record_folder_cb (SounderServerDialog *self)
{
  sounder_compat_choose_path (self->record_folder_row, _("Folder of Recordings"), SOUNDER_CHOOSE_FOLDER);
}

/* The user has decided; the default of another kind of server changes it no more. */
static void
reconnect_toggled_cb (SounderServerDialog *self)
{
  if (!self->loading)
    self->reconnect_touched = TRUE;
}

static void
load_lists (SounderServerDialog *self)
{
  const char *const *env = mcp_profile_get_env (self->profile);
  GListModel *roots = mcp_profile_get_roots (self->profile);

  for (guint i = 0; env[i] != NULL; i++)
    sounder_server_dialog_append_env (self, env[i]);
  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (McpRoot) root = g_list_model_get_item (roots, i);

      append_root (self, root->uri);
    }
}

static void
load (SounderServerDialog *self)
{
  McpProfile *profile = self->profile;
  gboolean is_stdio = mcp_profile_is_stdio (profile);
  g_autofree char *command = is_stdio ? mcp_profile_dup_command (profile)
                                      : g_strdup (mcp_profile_get_url (profile));
  g_autofree char *record_folder = mcp_profile_dup_record_folder (profile);

  mcp_profile_get_health (profile, &self->loaded_health);
  self->loading = TRUE;
  gtk_editable_set_text (self->name_row, mcp_profile_get_name (profile));
  gtk_editable_set_text (self->command_row, command);
  if (mcp_profile_get_settings (profile)->cwd != NULL)
    gtk_editable_set_text (self->cwd_row, mcp_profile_get_settings (profile)->cwd);
  adw_combo_row_set_selected (self->inherit_row, mcp_profile_get_settings (profile)->inherit_env);
  gtk_switch_set_active (self->advertise_roots, mcp_profile_get_settings (profile)->advertise_roots);
  sounder_monitor_settings_load (self->monitor, &self->loaded_health);
  sounder_limit_settings_load (self->limits, profile);
  sounder_protocol_settings_load (self->protocol, profile);
  load_lists (self);
  gtk_switch_set_active (self->record, mcp_profile_get_settings (profile)->record);
  gtk_editable_set_text (self->record_folder_row, record_folder);
  sounder_server_dialog_load_url (self);
  self->loading = FALSE;

  sounder_server_dialog_validate (self);
}

static void
store_env (SounderServerDialog *self,
           McpProfile          *profile)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) env = NULL;

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->env_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_autofree char *variable = sounder_env_row_dup_variable (SOUNDER_ENV_ROW (row));
      const char *name = sounder_env_row_get_name (SOUNDER_ENV_ROW (row));
      const char *value = sounder_env_row_get_value (SOUNDER_ENV_ROW (row));

      g_strv_builder_add (builder, variable);
      if (!sounder_env_row_is_secret (SOUNDER_ENV_ROW (row)))
        continue;

      mcp_variables_add_secret (profile, name);
      if (*value != '\0')
        {
          g_autofree char *key = g_strconcat ("input:", name, NULL);

          mcp_profile_give_value (profile, key, value);
        }
    }

  env = g_strv_builder_end (builder);
  mcp_profile_set_env (profile, (const char *const *) env);
}

static void
store_roots (SounderServerDialog *self,
             McpProfile          *profile)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->roots_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (row));

      if (*text == '\0')
        continue;
      g_ptr_array_add (roots, strstr (text, "://") != NULL
                                ? mcp_root_new (text, NULL)
                                : mcp_root_new_for_path (text, mcp_profile_get_settings (profile)->cwd));
    }

  mcp_profile_set_roots (profile, roots);
}

/* Untouched it stays what the address says, which may be another one now. */
static void
store_health (SounderServerDialog *self,
              McpProfile          *profile)
{
  McpHealthSettings health;

  sounder_monitor_settings_read (self->monitor, &health);
  if (!mcp_health_settings_equal (&health, &self->loaded_health))
    mcp_profile_set_health (profile, &health);
}

static void
sounder_server_dialog_dispose (GObject *object)
{
  SounderServerDialog *self = SOUNDER_SERVER_DIALOG (object);

  if (self->storing != NULL)
    g_cancellable_cancel (self->storing);
  g_clear_object (&self->storing);
  g_clear_object (&self->made);
  g_clear_pointer (&self->accepted_certificate, g_free);
  g_clear_object (&self->profile);
  g_clear_object (&self->server);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_server_dialog_parent_class)->dispose (object);
}

static void
sounder_server_dialog_class_init (SounderServerDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_server_dialog_dispose;

  g_type_ensure (SOUNDER_TYPE_AUTH_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_LIMIT_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_MONITOR_SETTINGS);
  g_type_ensure (SOUNDER_TYPE_PROTOCOL_SETTINGS);
  sounder_template_set (widget_class, "sounder-server-dialog.ui");
  sounder_template_bind (widget_class, SounderServerDialog, save_button, name_row, command_row,
                         cwd_row, name_error, command_error, command_note, url_button, url_label,
                         cwd_error, argv_box, argv_chips, inherit_row, env_group, env_list,
                         transport_row, ca_row, ca_error, own_row, own_key_row, own_error,
                         certificate_row, reconnect, restart,
                         confirm_destructive, list_by_page, keep_cookies, cookies_row, restart_row, auth,
                         headers_group, headers_list, advertise_roots, roots_list, record, record_folder_row,
                         record_error, protocol, monitor, limits);
  sounder_template_connect (widget_class, changed_cb, command_changed_cb, name_changed_cb,
                            add_env_cb, add_root_cb, choose_ca_file_cb, choose_own_cb,
                            choose_own_key_cb, choose_folder_cb, choose_record_folder_cb, reconnect_toggled_cb, use_url_cb,
                            sounder_server_dialog_add_header, sounder_server_dialog_forget_certificate,
                            sounder_server_dialog_save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_server_dialog_init (SounderServerDialog *self)
{
  self->loading = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
label_save_button (SounderServerDialog *self)
{
  gboolean reconnects = sounder_server_dialog_reconnects (self);

  gtk_button_set_label (self->save_button, self->server == NULL ? _("_Add and Connect")
                                           : reconnects         ? _("_Save and Connect")
                                                                : _("_Save"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->save_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->server == NULL ? _("Add and Connect")
                                  : reconnects         ? _("Save and Connect")
                                                       : _("Save"),
                                  -1);
}

/**
 * sounder_server_dialog_new:
 * @server: (nullable): the one to edit, or %NULL to add one
 *
 * Creates the dialog. It is not shown.
 *
 * Returns: (transfer none): a new dialog, owned by GTK
 */
SounderServerDialog *
sounder_server_dialog_new (SounderServerModel *model,
                           SounderServer      *server)
{
  SounderServerDialog *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);
  g_return_val_if_fail (server == NULL || SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_SERVER_DIALOG, NULL);
  self->model = g_object_ref (model);
  if (server != NULL)
    {
      self->server = g_object_ref (server);
      self->profile = g_object_ref (sounder_server_get_profile (server));
    }
  else
    {
      self->profile = sounder_defaults_new_profile ();
    }

  gtk_window_set_title (GTK_WINDOW (self), server != NULL ? _("Edit Server") : _("Add Server"));
  label_save_button (self);
  load (self);
  /* Else it would be Cancel. */
  gtk_widget_grab_focus (GTK_WIDGET (self->command_row));

  return self;
}

gboolean
sounder_server_dialog_is_valid (SounderServerDialog *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_DIALOG (self), FALSE);

  return self->valid;
}

/**
 * sounder_server_dialog_make_profile:
 * @self: a dialog whose fields make sense
 *
 * Makes what the form describes. What the form does not show is kept.
 *
 * Returns: (transfer full): a new profile
 */
McpProfile *
sounder_server_dialog_make_profile (SounderServerDialog *self)
{
  McpProfile *made;
  g_autofree char *name = NULL;
  g_autofree char *command = NULL;
  g_auto (GStrv) argv = NULL;
  const char *text;

  g_return_val_if_fail (SOUNDER_IS_SERVER_DIALOG (self), NULL);

  made = mcp_profile_copy (self->profile);
  name = g_strstrip (g_strdup (gtk_editable_get_text (self->name_row)));
  command = mcp_profile_dup_command (made);

  mcp_profile_set_name (made, name);
  text = gtk_editable_get_text (self->command_row);
  if (!sounder_address_is_url (text)
      && (!mcp_profile_is_stdio (made) || g_strcmp0 (command, text) != 0)
      && g_shell_parse_argv (text, NULL, &argv, NULL))
    mcp_profile_set_argv (made, (const char *const *) argv);
  g_object_set (made, "cwd", gtk_editable_get_text (self->cwd_row),
                "inherit-env", adw_combo_row_get_selected (self->inherit_row), NULL);
  sounder_protocol_settings_store (self->protocol, made);
  g_object_set (made, "advertise-roots", gtk_switch_get_active (self->advertise_roots), NULL);
  store_env (self, made);
  store_roots (self, made);
  store_health (self, made);
  sounder_limit_settings_store (self->limits, made);
  /* An empty folder is the default one. */
  g_object_set (made, "record", gtk_switch_get_active (self->record), "record-folder",
                gtk_editable_get_text (self->record_folder_row), NULL);
  sounder_server_dialog_store_url (self, made);

  return made;
}

static void
present_above (SounderServerDialog *self,
               SounderWindow       *parent)
{
  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));
  gtk_window_present (GTK_WINDOW (self));
}

void
sounder_server_dialog_present_new (SounderWindow *parent)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (parent));

  present_above (sounder_server_dialog_new (sounder_window_get_model (parent), NULL), parent);
}

/**
 * sounder_server_dialog_present_text:
 * @parent: the window whose list gets it
 * @text: a command or an address that nobody typed
 *
 * Lets the user add a server that came from elsewhere. They are asked before it is started.
 */
void
sounder_server_dialog_present_text (SounderWindow *parent,
                                    const char    *text)
{
  SounderServerDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (text != NULL);

  self = sounder_server_dialog_new (sounder_window_get_model (parent), NULL);
  self->foreign = TRUE;
  gtk_editable_set_text (self->command_row, text);
  present_above (self, parent);
}

void
sounder_server_dialog_present_edit (SounderWindow *parent,
                                    SounderServer *server)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (SOUNDER_IS_SERVER (server));

  present_above (sounder_server_dialog_new (sounder_window_get_model (parent), server), parent);
}

static GtkWidget *
want_variable (SounderServerDialog *self,
               const char          *name)
{
  g_autofree char *reference = g_strdup_printf ("%s=${input:%s}", name, name);
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->env_list));

  while (row != NULL && !g_str_equal (sounder_env_row_get_name (SOUNDER_ENV_ROW (row)), name))
    row = gtk_widget_get_next_sibling (row);
  if (row == NULL)
    row = sounder_server_dialog_append_env (self, reference);
  changed_cb (self);

  return row;
}

/* To the value, which stands behind the name. What has no place yet cannot be scrolled to. */
static gboolean
focus_value_cb (GtkWidget     *row,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  if (gtk_widget_get_height (row) == 0)
    return G_SOURCE_CONTINUE;

  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_server_dialog_present_for:
 * @action: what the person is to fill in
 * @target: its name
 *
 * Edits a server, at the row that lacks: a new one with the name filled in, or the one that is
 * there. Any other action opens the dialog as it is.
 */
void
sounder_server_dialog_present_for (SounderWindow   *parent,
                                   SounderServer   *server,
                                   McpRemedyAction  action,
                                   const char      *target)
{
  SounderServerDialog *self;
  GtkWidget *row = NULL;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (SOUNDER_IS_SERVER (server));
  g_return_if_fail (target != NULL);

  self = sounder_server_dialog_new (sounder_window_get_model (parent), server);
  present_above (self, parent);
  if (action == MCP_REMEDY_SET_HEADER)
    row = sounder_server_dialog_want_header (self, target);
  else if (action == MCP_REMEDY_SET_VARIABLE)
    row = want_variable (self, target);
  if (row != NULL)
    gtk_widget_add_tick_callback (row, focus_value_cb, NULL, NULL);
}
