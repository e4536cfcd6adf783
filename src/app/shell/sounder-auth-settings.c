/* sounder-auth-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-store.h"
#include "mcp-auth-url.h"
#include "mcp-header-value.h"
#include "mcp-keyring.h"
#include "sounder-auth-settings-private.h"
#include "sounder-literal.h"
#include "sounder-secrets.h"
#include "sounder-text-field.h"

/**
 * SounderAuthSettings:
 *
 * The way to sign in comes first, and only what belongs to it is shown below; what few servers need
 * is in a row that opens. What is not shown is left as it is.
 *
 * Secrets are in the keyring: the rows show them as soon as it has answered, and one that is emptied
 * is forgotten there. A token of one's own is nothing but the header Authorization.
 */

G_DEFINE_FINAL_TYPE (SounderAuthSettings, sounder_auth_settings, ADW_TYPE_PREFERENCES_GROUP)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- What is filled in --- */

static guint
get_way (SounderAuthSettings *self)
{
  return adw_combo_row_get_selected (self->way_row);
}

static char *
dup_text (SounderAuthSettings *self,
          int                  setting)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->controls[setting]))));
}

static gboolean
is_filled_in (SounderAuthSettings *self,
              int                  setting)
{
  g_autofree char *text = dup_text (self, setting);

  return *text != '\0';
}

static guint
get_selected (SounderAuthSettings *self,
              int                  setting)
{
  return adw_combo_row_get_selected (ADW_COMBO_ROW (self->controls[setting]));
}

static const char *
get_method (SounderAuthSettings *self)
{
  return sounder_auth_choice_get (MCP_AUTH_TOKEN_AUTH_METHOD,
                                  get_selected (self, MCP_AUTH_TOKEN_AUTH_METHOD));
}

static guint
find_loaded_choice (SounderAuthSettings *self,
                    int                  setting)
{
  return sounder_auth_choice_find (setting, mcp_auth_settings_get (self->loaded, setting));
}

/* Without a method that is set, whoever has a key uses it. */
static gboolean
uses_key (SounderAuthSettings *self)
{
  const char *method = get_method (self);

  return method != NULL ? g_str_equal (method, "private_key_jwt")
                        : mcp_auth_settings_get (self->loaded, MCP_AUTH_KEY_FILE) != NULL
                            || mcp_auth_settings_get (self->loaded, MCP_AUTH_KEY) != NULL
                            || mcp_auth_settings_get (self->kept, MCP_AUTH_KEY) != NULL;
}

static gboolean
applies (SounderAuthSettings *self,
         const SounderAuthField *field)
{
  guint way = get_way (self);

  if ((field->ways & 1u << way) == 0)
    return FALSE;
  if (field->whom == FOR_ALL)
    return TRUE;
  /* Whoever is registered by the server itself has nothing to prove. */
  if ((way == MCP_AUTH_GRANT_CODE || way == MCP_AUTH_GRANT_WORKLOAD)
      && !is_filled_in (self, MCP_AUTH_CLIENT_ID)
      && mcp_auth_settings_get (self->loaded, MCP_AUTH_TOKEN_AUTH_METHOD) == NULL)
    return FALSE;
  if (field->whom == FOR_KEY)
    return uses_key (self);

  return field->whom == FOR_CLIENT
         || (!uses_key (self) && g_strcmp0 (get_method (self), "none") != 0);
}

/* Whether the keyring's secrets are those of the address that a profile has now. */
static gboolean
is_same_resource (SounderAuthSettings *self,
                  McpProfile          *profile)
{
  const char *url = mcp_profile_get_url (profile);
  g_autofree char *resource = url != NULL ? mcp_auth_url_dup_resource_of (url) : NULL;

  return resource != NULL && g_strcmp0 (resource, self->resource) == 0;
}

static void
read_field (SounderAuthSettings *self,
            const SounderAuthField *field,
            McpAuthSettings     *settings,
            gboolean             is_new_place)
{
  int setting = field->setting;
  gboolean is_on;
  g_autofree char *text = NULL;

  switch (field->kind)
    {
    case FIELD_SWITCH:
      is_on = gtk_switch_get_active (GTK_SWITCH (self->controls[setting]));
      if (is_on != mcp_auth_settings_is_on (settings, setting))
        mcp_auth_settings_set (settings, setting, is_on ? "true" : NULL);
      break;

    case FIELD_CHOICE:
      if (get_selected (self, setting) != find_loaded_choice (self, setting))
        mcp_auth_settings_set (settings, setting,
                               sounder_auth_choice_get (setting, get_selected (self, setting)));
      break;

    case FIELD_SECRET:
      text = dup_text (self, setting);
      if (is_new_place || *text == '\0'
          || g_strcmp0 (text, mcp_auth_settings_get (self->kept, setting)) != 0)
        mcp_auth_settings_set (settings, setting, text);
      break;

    case FIELD_TEXT:
    case FIELD_FILE:
    default:
      text = dup_text (self, setting);
      mcp_auth_settings_set (settings, setting, text);
    }
}

/* What the form says; of secrets those that the keyring has not. */
static McpAuthSettings *
make_settings (SounderAuthSettings *self,
               gboolean             is_new_place)
{
  McpAuthSettings *settings = mcp_auth_settings_copy (self->loaded);
  guint way = get_way (self);

  if (way == WAY_TOKEN)
    return settings;

  if (way != mcp_auth_settings_get_grant (settings))
    mcp_auth_settings_set (settings, MCP_AUTH_GRANT,
                           way != MCP_AUTH_GRANT_CODE ? mcp_auth_grant_get_name (way) : NULL);
  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    if (field->setting != FIELD_TOKEN && applies (self, field))
      read_field (self, field, settings, is_new_place);

  return settings;
}

/* --- Rows --- */

/* What of the advanced ones is set, for the closed row. */
static char *
dup_summary (SounderAuthSettings *self)
{
  g_autoptr (McpAuthSettings) settings = make_settings (self, TRUE);
  g_autoptr (GString) titles = g_string_new (NULL);

  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    if (field->advanced && applies (self, field)
        && mcp_auth_settings_get (settings, field->setting) != NULL)
      g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "", _(field->title));

  return titles->len > 0 ? g_strdup (titles->str) : g_strdup (_("Nothing set"));
}

static void
update_rows (SounderAuthSettings *self)
{
  guint way = get_way (self);
  const char *method = get_method (self);
  g_autofree char *summary = dup_summary (self);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->way_row), sounder_auth_way_get_subtitle (way));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rows[MCP_AUTH_TOKEN_AUTH_METHOD]),
                               method != NULL ? method : "");
  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    {
      gboolean visible = applies (self, field);

      gtk_widget_set_visible (self->rows[field->setting], visible);
      if (!visible && self->errors[field->setting] != NULL)
        gtk_widget_set_visible (GTK_WIDGET (self->errors[field->setting]), FALSE);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->advanced_row), way != WAY_TOKEN);
  adw_expander_row_set_subtitle (self->advanced_row, summary);
}

/* The keyring may answer when the dialog is closed. */
void
sounder_auth_settings_changed (SounderAuthSettings *self)
{
  if (self->loading || gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return;

  update_rows (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- The keyring --- */

static void
fill_in (SounderAuthSettings *self,
         int                  setting,
         const char          *value)
{
  gboolean loading = self->loading;

  if (value == NULL || is_filled_in (self, setting))
    return;

  self->loading = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->controls[setting]), value);
  self->loading = loading;
}

static void
set_keyring_error (SounderAuthSettings *self,
                   const GError        *error)
{
  if (error == NULL)
    return;

  g_free (self->keyring_error);
  self->keyring_error = g_strdup (error->message);
}

static void
secrets_loaded_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (SounderAuthSettings) self = SOUNDER_AUTH_SETTINGS (user_data);
  McpAuthStore *store = MCP_AUTH_STORE (source);

  mcp_auth_store_load_finish (store, result);
  set_keyring_error (self, mcp_auth_store_get_error (store));
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (mcp_auth_setting_is_secret (i))
      {
        const char *value = mcp_auth_store_get_secret (store, mcp_auth_setting_get_key (i));

        mcp_auth_settings_set (self->kept, i, value);
        fill_in (self, i, value);
      }
  sounder_auth_settings_changed (self);
}

/* "Bearer x" is shown as "x". */
static const char *
skip_bearer (const char *value)
{
  return g_ascii_strncasecmp (value, "Bearer ", 7) == 0 ? value + 7 : value;
}

static void
token_found_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (SounderAuthSettings) self = SOUNDER_AUTH_SETTINGS (user_data);
  g_autoptr (GError) error = NULL;

  self->kept_token = mcp_keyring_lookup_finish (result, &error);
  self->lacks_token = self->kept_token == NULL && error == NULL;
  set_keyring_error (self, error);
  if (self->kept_token != NULL)
    fill_in (self, FIELD_TOKEN, skip_bearer (self->kept_token));
  sounder_auth_settings_changed (self);
}

static void
load_secrets (SounderAuthSettings *self,
              McpProfile          *profile)
{
  const char *id = mcp_profile_get_settings (profile)->secret_id;
  g_autoptr (McpAuthStore) store = NULL;

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (mcp_auth_setting_is_secret (i))
      fill_in (self, i, mcp_auth_settings_get (self->loaded, i));
  /* Nobody is asked to unlock a keyring that has nothing of the server. */
  if (!mcp_auth_settings_is_empty (self->loaded))
    {
      store = mcp_auth_store_new (self->resource);
      mcp_auth_store_load_async (store, NULL, secrets_loaded_cb, g_object_ref (self));
    }

  if (self->header != NULL && mcp_header_get_value (self->header) != NULL)
    {
      fill_in (self, FIELD_TOKEN, skip_bearer (mcp_header_get_value (self->header)));
    }
  else if (self->header != NULL && id != NULL)
    {
      g_autofree char *name = sounder_secrets_dup_name (mcp_header_get_name (self->header));

      mcp_keyring_lookup_async (id, name, NULL, token_found_cb, g_object_ref (self));
    }
}

/* --- The dialog --- */

/* One in clear text stays where the others are, for everybody to see. */
static McpHeader *
find_header (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (mcp_header_get_secret (header)
          && g_ascii_strcasecmp (mcp_header_get_name (header), "Authorization") == 0)
        return g_steal_pointer (&header);
    }

  return NULL;
}

/**
 * sounder_auth_settings_load:
 * @self: the settings, not loaded before
 *
 * Shows what a profile says; secrets follow when the keyring has answered.
 */
void
sounder_auth_settings_load (SounderAuthSettings *self,
                            McpProfile          *profile)
{
  const McpAuthSettings *auth;
  guint way;

  g_return_if_fail (SOUNDER_IS_AUTH_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  if (mcp_profile_get_reach (profile) != MCP_REACH_HTTP
      || !mcp_profile_check_url (mcp_profile_get_url (profile), NULL))
    return;

  auth = mcp_profile_get_settings (profile)->auth;
  if (auth != NULL)
    {
      mcp_auth_settings_free (self->loaded);
      self->loaded = mcp_auth_settings_copy (auth);
    }
  self->header = find_header (profile);
  self->resource = mcp_auth_url_dup_resource_of (mcp_profile_get_url (profile));

  self->loading = TRUE;
  way = self->header != NULL ? (guint) WAY_TOKEN : (guint) mcp_auth_settings_get_grant (self->loaded);
  adw_combo_row_set_selected (self->way_row, way);
  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    {
      int setting = field->setting;

      if (field->kind == FIELD_SWITCH)
        gtk_switch_set_active (GTK_SWITCH (self->controls[setting]),
                               mcp_auth_settings_is_on (self->loaded, setting));
      else if (field->kind == FIELD_CHOICE)
        adw_combo_row_set_selected (ADW_COMBO_ROW (self->controls[setting]),
                                    find_loaded_choice (self, setting));
      else if (field->kind != FIELD_SECRET)
        fill_in (self, setting, mcp_auth_settings_get (self->loaded, setting));    }
  self->loading = FALSE;
  load_secrets (self, profile);
  update_rows (self);
}

static const char *
check_token (SounderAuthSettings *self,
             const char          *text)
{
  /* In the keyring, as far as one knows. */
  gboolean is_unread = self->header != NULL && mcp_header_get_value (self->header) == NULL
                       && self->kept_token == NULL;

  if (*text == '\0')
    return is_unread ? NULL : _("The token is missing.");

  return mcp_header_value_is_valid (text) ? NULL : _("A token is one line.");
}

static gboolean
validate_field (SounderAuthSettings   *self,
                const SounderAuthField *field,
                const McpAuthSettings *settings)
{
  int setting = field->setting;
  g_autofree char *text = dup_text (self, setting);
  g_autoptr (GError) error = NULL;
  const char *message = NULL;

  if (setting == FIELD_TOKEN)
    message = check_token (self, text);
  else if (field->kind == FIELD_FILE && *text != '\0'
           && !g_file_test (text, G_FILE_TEST_IS_REGULAR))
    message = _("There is no such file.");
  else if (!mcp_auth_settings_check_one (settings, setting, &error))
    message = error->message;

  return sounder_field_show_error (self->controls[setting], self->errors[setting], message);
}

/**
 * sounder_auth_settings_validate:
 * @is_sent: whether a header says already who is asking
 *
 * Looks whether they make sense, and says beside the fields where they do not.
 *
 * Returns: whether they do
 */
gboolean
sounder_auth_settings_validate (SounderAuthSettings *self,
                                gboolean             is_sent)
{
  g_autoptr (McpAuthSettings) settings = NULL;
  g_autofree char *note = NULL;
  gboolean good = TRUE;

  g_return_val_if_fail (SOUNDER_IS_AUTH_SETTINGS (self), FALSE);

  settings = make_settings (self, TRUE);
  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    if (self->errors[field->setting] != NULL && applies (self, field)
        && !validate_field (self, field, settings))
      {
        good = FALSE;
        if (field->advanced)
          adw_expander_row_set_expanded (self->advanced_row, TRUE);
      }

  if (self->keyring_error != NULL)
    note = g_strdup_printf (_("%s\nSecrets can only be kept until Sounder is closed."),
                            self->keyring_error);
  else if (self->lacks_token && get_way (self) == WAY_TOKEN && !is_filled_in (self, FIELD_TOKEN))
    note = g_strdup (_("The keyring has no value for it."));
  else if (is_sent && get_way (self) != WAY_TOKEN)
    note = g_strdup (_("The header “Authorization” below is sent, so that nobody signs in."));
  sounder_literal_show (self->note, note);

  return good;
}

/**
 * sounder_auth_settings_store:
 * @profile: a copy of the profile they were loaded from, with the address that it gets
 *
 * Writes them into a profile. Secrets are in it where the keyring has not got them yet, and in its
 * file never.
 */
void
sounder_auth_settings_store (SounderAuthSettings *self,
                             McpProfile          *profile)
{
  g_autoptr (McpAuthSettings) settings = NULL;

  g_return_if_fail (SOUNDER_IS_AUTH_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  settings = make_settings (self, !is_same_resource (self, profile));
  mcp_profile_set_auth (profile, settings);
  mcp_profile_lock_auth (profile);
}

guint
sounder_auth_settings_get_cleared (SounderAuthSettings *self,
                                   McpProfile          *profile)
{
  guint cleared = 0;

  g_return_val_if_fail (SOUNDER_IS_AUTH_SETTINGS (self), 0);

  if (!is_same_resource (self, profile))
    return 0;

  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    if (field->kind == FIELD_SECRET && field->setting != FIELD_TOKEN && applies (self, field)
        && mcp_auth_settings_get (self->kept, field->setting) != NULL
        && !is_filled_in (self, field->setting))
      cleared |= 1u << field->setting;

  return cleared;
}

McpHeader *
sounder_auth_settings_get_header (SounderAuthSettings *self)
{
  g_return_val_if_fail (SOUNDER_IS_AUTH_SETTINGS (self), NULL);

  return self->header;
}

/**
 * sounder_auth_settings_dup_header:
 *
 * Makes the header with the token. It has no value where the keyring has it.
 *
 * Returns: (transfer full) (nullable): it, or %NULL where another way was chosen
 */
McpHeader *
sounder_auth_settings_dup_header (SounderAuthSettings *self)
{
  g_autofree char *text = NULL;
  g_autofree char *value = NULL;

  g_return_val_if_fail (SOUNDER_IS_AUTH_SETTINGS (self), NULL);

  if (get_way (self) != WAY_TOKEN)
    return NULL;

  text = dup_text (self, FIELD_TOKEN);
  if (self->header != NULL
      && (*text == '\0'
          || (self->kept_token != NULL && g_str_equal (text, skip_bearer (self->kept_token)))))
    return g_object_ref (self->header);

  value = strchr (text, ' ') != NULL ? g_strdup (text) : g_strconcat ("Bearer ", text, NULL);

  return mcp_header_new ("Authorization", value, TRUE);
}

static void
sounder_auth_settings_finalize (GObject *object)
{
  SounderAuthSettings *self = SOUNDER_AUTH_SETTINGS (object);

  g_free (self->resource);
  mcp_auth_settings_free (self->loaded);
  mcp_auth_settings_free (self->kept);
  g_clear_object (&self->header);
  g_free (self->kept_token);
  g_free (self->keyring_error);

  G_OBJECT_CLASS (sounder_auth_settings_parent_class)->finalize (object);
}

static void
sounder_auth_settings_class_init (SounderAuthSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_auth_settings_finalize;

  /**
   * SounderAuthSettings::changed:
   *
   * Something was edited, or the keyring has answered.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_auth_settings_init (SounderAuthSettings *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);
  GtkWidget *note = gtk_label_new (NULL);

  self->loading = TRUE;
  self->loaded = mcp_auth_settings_new ();
  self->kept = mcp_auth_settings_new ();

  gtk_widget_add_css_class (GTK_WIDGET (self), "auth-settings");
  adw_preferences_group_set_title (group, _("Authorization"));
  adw_preferences_group_set_description (
    group, _("Secrets are kept in the keyring, and left out of recordings."));
  sounder_auth_settings_make_rows (self);

  self->note = GTK_LABEL (note);
  gtk_widget_set_name (note, "note");
  gtk_label_set_xalign (self->note, 0);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_wrap_mode (self->note, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_margin_top (note, 6);
  gtk_widget_set_visible (note, FALSE);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (note, "caption");
  adw_preferences_group_add (group, note);
  self->loading = FALSE;
  update_rows (self);
}
