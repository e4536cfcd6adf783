/* sounder-server-dialog-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "sounder-address.h"
#include "sounder-compat.h"
#include "sounder-env-row.h"
#include "sounder-secrets.h"
#include "sounder-server-dialog-private.h"

/* From a form that makes sense to a saved server: first the secrets, then the file. */

/* Whether the server could not be reached, so that saving tries it again. */
gboolean
sounder_server_dialog_reconnects (SounderServerDialog *self)
{
  return self->server != NULL
         && (sounder_server_get_status (self->server) == SOUNDER_STATUS_FAILED
             || sounder_server_get_status (self->server) == SOUNDER_STATUS_WAITING);
}

static gboolean
keep (SounderServerDialog  *self,
      McpProfile           *made,
      GError              **error)
{
  SounderWindow *window = SOUNDER_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self)));
  g_autoptr (McpProfile) before = NULL;
  McpProfile *profile;
  SounderServer *added;

  if (self->server == NULL)
    {
      added = sounder_server_model_add (self->model, made, error);
      if (added == NULL)
        return FALSE;

      sounder_window_select (window, added);
      sounder_server_open (added);
      return TRUE;
    }

  profile = sounder_server_get_profile (self->server);
  before = mcp_profile_copy (profile);
  if (mcp_profile_is_temporary (profile))
    {
      mcp_profile_assign (profile, made);
      mcp_profile_set_name (profile, mcp_profile_get_name (made));
    }
  else if (!mcp_server_list_update (sounder_server_model_get_list (self->model), profile, made,
                                    error))
    {
      return FALSE;
    }
  else
    {
      sounder_secrets_forget_removed (before, made);
    }

  /* What was changed may be what it failed for; the report of before says nothing of it. */
  if (sounder_server_dialog_reconnects (self))
    sounder_server_open (self->server);
  else if (sounder_server_is_open (self->server))
    sounder_window_toast (window, _("Most of it takes effect at the next connection"));

  return TRUE;
}

static void
finish (SounderServerDialog *self)
{
  g_autoptr (McpProfile) made = g_steal_pointer (&self->made);
  g_autoptr (GError) error = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), TRUE);
  if (keep (self, made, &error))
    gtk_window_close (GTK_WINDOW (self));
  else
    sounder_window_show_error (SOUNDER_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self))),
                               _("The Server Was Not Saved"), error);
}

static void
finish_idle_cb (gpointer data)
{
  g_autoptr (SounderServerDialog) self = SOUNDER_SERVER_DIALOG (data);

  if (self->made != NULL)
    finish (self);
}

/* The values stay in the profile in memory, which never writes them. From an idle: the question is
 * above the dialog, and has to go first. */
static void
keep_for_run_cb (gboolean confirmed,
                 gpointer user_data)
{
  g_autoptr (SounderServerDialog) self = SOUNDER_SERVER_DIALOG (user_data);

  if (confirmed)
    {
      g_idle_add_once (finish_idle_cb, g_steal_pointer (&self));
      return;
    }

  g_clear_object (&self->made);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), self->valid);
}

static void
secrets_stored_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (SounderServerDialog) self = SOUNDER_SERVER_DIALOG (user_data);
  g_autofree char *body = NULL;
  g_autoptr (GError) error = NULL;
  gboolean stored = sounder_secrets_store_finish (result, &error);

  /* The dialog was closed meanwhile. */
  if (self->made == NULL)
    return;

  g_clear_object (&self->storing);
  if (stored)
    {
      finish (self);
      return;
    }

  /* Translators: %s says why the keyring could not be used. */
  body = g_strdup_printf (_("%s\n\nThe secret values can be kept until Sounder is closed. They are "
                            "not written to the list of servers, and have to be typed again."),
                          error->message);
  sounder_compat_confirm (GTK_WINDOW (self), _("The Secrets Were Not Kept"), body,
                          _("_Keep Until Closed"), FALSE, keep_for_run_cb, g_object_ref (self));
}

/* Values of secret variables that were typed: they are there until Sounder is closed, and in the keyring. */
static void
store_variables (SounderServerDialog *self,
                 McpProfile          *made)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->env_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      const char *value = sounder_env_row_get_value (SOUNDER_ENV_ROW (row));
      g_autofree char *key = g_strconcat ("input:", sounder_env_row_get_name (SOUNDER_ENV_ROW (row)), NULL);

      if (sounder_env_row_is_secret (SOUNDER_ENV_ROW (row)) && *value != '\0')
        sounder_secrets_store_value (made, key, value);
    }
}

/* What is meant goes where it belongs: an address gets its scheme, variables before a program are those of the server. */
static void
take_what_is_meant (SounderServerDialog *self)
{
  const char *text = gtk_editable_get_text (self->command_row);
  g_auto (GStrv) argv = NULL;
  g_autofree char *url = NULL;
  guint n_variables;

  if (sounder_address_is_url (text) || !g_shell_parse_argv (text, NULL, &argv, NULL))
    return;

  n_variables = sounder_server_dialog_count_variables (argv);
  if (n_variables > 0)
    {
      g_autoptr (McpProfile) rest =
        mcp_profile_new_for_argv (NULL, (const char *const *) argv + n_variables);
      g_autofree char *command = mcp_profile_dup_command (rest);

      for (guint i = 0; i < n_variables; i++)
        sounder_server_dialog_append_env (self, argv[i]);
      gtk_editable_set_text (self->command_row, command);
    }
  else if (gtk_widget_get_visible (self->url_button)
           && (url = sounder_address_guess_url (text)) != NULL)
    {
      gtk_editable_set_text (self->command_row, url);
    }
}

/* Saves, when all fields make sense, and closes the dialog. */
void
sounder_server_dialog_save (SounderServerDialog *self)
{
  gboolean is_temporary = self->server != NULL
                          && mcp_profile_is_temporary (sounder_server_get_profile (self->server));
  guint cleared;

  take_what_is_meant (self);
  sounder_server_dialog_validate (self);
  if (!self->valid || self->made != NULL)
    return;

  self->made = sounder_server_dialog_make_profile (self);
  /* What a person types is agreed to by that. What came from elsewhere is not by an edit of some of it. */
  if (self->server == NULL ? !self->foreign : mcp_consent_check (sounder_server_get_profile (self->server), NULL))
    mcp_consent_give (self->made, MCP_CONSENT_TYPED, FALSE);
  if (!is_temporary)
    store_variables (self, self->made);
  cleared = sounder_auth_settings_get_cleared (self->auth, self->made);
  if ((is_temporary || !sounder_secrets_has_new (self->made)) && cleared == 0)
    {
      finish (self);
      return;
    }

  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), FALSE);
  self->storing = g_cancellable_new ();
  sounder_secrets_store_async (self->made, cleared, self->storing, secrets_stored_cb,
                               g_object_ref (self));
}
