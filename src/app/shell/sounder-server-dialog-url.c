/* sounder-server-dialog-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-certificate.h"
#include "mcp-hash.h"
#include "mcp-header-value.h"
#include "mcp-keyring.h"
#include "sounder-address.h"
#include "sounder-header-row.h"
#include "sounder-literal.h"
#include "sounder-secrets.h"
#include "sounder-server-dialog-private.h"
#include "sounder-text-field.h"

/* What the dialog has for servers that are reached by an address: transport, certificates, headers. */

/* How the server would be reached, from what is typed now. */
static McpReach
reach_of_text (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (McpProfile) profile = NULL;

  if (!sounder_address_is_url (stripped))
    return MCP_REACH_STDIO;

  profile = mcp_profile_new_for_url (NULL, stripped);

  return mcp_profile_get_reach (profile);
}

static gboolean
has_tls (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return g_ascii_strncasecmp (text, "https:", 6) == 0 || g_ascii_strncasecmp (text, "wss:", 4) == 0;
}

static void
update_header_list (SounderServerDialog *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->headers_list),
                          gtk_widget_get_first_child (GTK_WIDGET (self->headers_list)) != NULL);
}

static void
remove_header_cb (SounderHeaderRow    *row,
                  SounderServerDialog *self)
{
  gtk_list_box_remove (self->headers_list, GTK_WIDGET (row));
  update_header_list (self);
  sounder_server_dialog_validate (self);
}

static void
secret_found_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (SounderHeaderRow) row = SOUNDER_HEADER_ROW (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *value = mcp_keyring_lookup_finish (result, &error);

  if (value != NULL)
    sounder_header_row_set_value (row, value);
  else
    sounder_header_row_set_error (row, error != NULL ? error->message
                                                     : _("The keyring has no value for it."));
}

static void
lookup_header_cb (SounderHeaderRow    *row,
                  SounderServerDialog *self)
{
  g_autofree char *name = sounder_secrets_dup_name (sounder_header_row_get_name (row));
  const char *id = mcp_profile_get_settings (self->profile)->secret_id;

  if (id != NULL)
    mcp_keyring_lookup_async (id, name, NULL, secret_found_cb, g_object_ref (row));
  else
    sounder_header_row_set_error (row, _("The keyring has no value for it."));
}

static GtkWidget *
append_header (SounderServerDialog *self,
               McpHeader           *header)
{
  GtkWidget *row = sounder_header_row_new (header);

  g_signal_connect_object (row, "changed", G_CALLBACK (sounder_server_dialog_validate), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "remove", G_CALLBACK (remove_header_cb), self, 0);
  g_signal_connect_object (row, "lookup", G_CALLBACK (lookup_header_cb), self, 0);
  gtk_list_box_append (self->headers_list, row);
  update_header_list (self);

  return row;
}

/* Adds an empty row and goes there. */
void
sounder_server_dialog_add_header (SounderServerDialog *self)
{
  GtkWidget *row = append_header (self, NULL);

  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
  sounder_server_dialog_validate (self);
}

static GtkWidget *
find_header (SounderServerDialog *self,
             const char          *name)
{
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->headers_list));

  while (row != NULL
         && g_ascii_strcasecmp (sounder_header_row_get_name (SOUNDER_HEADER_ROW (row)), name) != 0)
    row = gtk_widget_get_next_sibling (row);

  return row;
}

/* The header's row. Its value belongs into the keyring unless somebody says otherwise. */
GtkWidget *
sounder_server_dialog_want_header (SounderServerDialog *self,
                                   const char          *name)
{
  g_autoptr (McpHeader) header = mcp_header_new (name, "", TRUE);
  GtkWidget *row = find_header (self, name);

  if (row == NULL)
    row = append_header (self, header);
  sounder_server_dialog_validate (self);

  return row;
}

static void
update_certificate (SounderServerDialog *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->certificate_row),
                          self->accepted_certificate != NULL
                            && has_tls (gtk_editable_get_text (self->command_row)));
}

/* Takes back that a certificate is taken although it does not verify; with Save. */
void
sounder_server_dialog_forget_certificate (SounderServerDialog *self)
{
  g_clear_pointer (&self->accepted_certificate, g_free);
  update_certificate (self);
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
show_path (GtkEditable *row,
           const char  *path)
{
  gtk_editable_set_text (row, path != NULL ? path : "");
}

/* Fills in what the profile says. */
void
sounder_server_dialog_load_url (SounderServerDialog *self)
{
  McpProfile *profile = self->profile;
  const McpProfileSettings *settings = mcp_profile_get_settings (profile);
  GListModel *headers = mcp_profile_get_headers (profile);

  adw_combo_row_set_selected (self->transport_row, settings->transport);
  show_path (self->ca_row, settings->ca_file);
  show_path (self->own_row, settings->client_certificate);
  show_path (self->own_key_row, settings->client_key);
  self->accepted_certificate = g_strdup (settings->accepted_certificate);
  if (self->accepted_certificate != NULL)
    adw_action_row_set_subtitle (self->certificate_row, self->accepted_certificate);
  gtk_switch_set_active (self->reconnect, mcp_profile_get_reconnect (profile));
  gtk_switch_set_active (self->list_by_page, settings->list_by_page);
  gtk_switch_set_active (self->keep_cookies, settings->keep_cookies);
  gtk_switch_set_active (self->confirm_destructive, settings->confirm_destructive);
  gtk_switch_set_active (self->restart, settings->restart_on_change);
  self->reconnect_touched = self->server != NULL;
  sounder_auth_settings_load (self->auth, profile);
  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (header != sounder_auth_settings_get_header (self->auth))
        append_header (self, header);
    }
}

static void
store_headers (SounderServerDialog *self,
               McpProfile          *profile)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  McpHeader *authorization = sounder_auth_settings_dup_header (self->auth);

  if (authorization != NULL)
    g_ptr_array_add (headers, authorization);
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->headers_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    g_ptr_array_add (headers, sounder_header_row_dup_header (SOUNDER_HEADER_ROW (row)));

  mcp_profile_set_headers (profile, headers);
}

/* Writes what is filled in into a profile. */
void
sounder_server_dialog_store_url (SounderServerDialog *self,
                                 McpProfile          *profile)
{
  g_autofree char *url = g_strstrip (g_strdup (gtk_editable_get_text (self->command_row)));

  mcp_profile_set_reconnect (profile, gtk_switch_get_active (self->reconnect));
  g_object_set (profile, "list-by-page", gtk_switch_get_active (self->list_by_page),
                "confirm-destructive", gtk_switch_get_active (self->confirm_destructive),
                "restart-on-change", gtk_switch_get_active (self->restart), NULL);
  if (!sounder_address_is_url (url))
    return;

  mcp_profile_set_url (profile, url);
  g_object_set (profile, "transport", adw_combo_row_get_selected (self->transport_row),
                "keep-cookies", gtk_switch_get_active (self->keep_cookies),
                "ca-file", gtk_editable_get_text (self->ca_row),
                "client-certificate", gtk_editable_get_text (self->own_row),
                "client-key", gtk_editable_get_text (self->own_key_row),
                "accepted-certificate", self->accepted_certificate, NULL);
  store_headers (self, profile);
  sounder_auth_settings_store (self->auth, profile);
}

/* Shows what this kind of server has, and hides the rest. */
static void
show_fields (SounderServerDialog *self,
             McpReach             reach,
             gboolean             tls)
{
  gboolean is_stdio = reach == MCP_REACH_STDIO;
  gboolean has_headers = reach == MCP_REACH_HTTP || reach == MCP_REACH_WEBSOCKET;

  gtk_widget_set_visible (GTK_WIDGET (self->cwd_row), is_stdio);
  gtk_widget_set_visible (self->restart_row, is_stdio);
  gtk_widget_set_visible (self->cookies_row, reach == MCP_REACH_HTTP);
  gtk_widget_set_visible (GTK_WIDGET (self->env_group), is_stdio);
  sounder_limit_settings_set_is_stdio (self->limits, is_stdio);
  gtk_widget_set_visible (GTK_WIDGET (self->transport_row), reach == MCP_REACH_HTTP);
  gtk_widget_set_visible (GTK_WIDGET (self->auth), reach == MCP_REACH_HTTP);
  gtk_widget_set_visible (GTK_WIDGET (self->headers_group), has_headers);
  gtk_widget_set_visible (GTK_WIDGET (self->ca_row), has_headers && tls);
  gtk_widget_set_visible (GTK_WIDGET (self->own_row), has_headers && tls);
  gtk_widget_set_visible (GTK_WIDGET (self->own_key_row),
                          has_headers && tls && *gtk_editable_get_text (self->own_row) != '\0');
  update_certificate (self);

  if (!self->reconnect_touched)
    {
      gboolean loading = self->loading;

      self->loading = TRUE;
      gtk_switch_set_active (self->reconnect, !is_stdio);
      self->loading = loading;
    }
}

/* A word of warning where an address is good but not wise. */
static const char *
note_about (const char *url)
{
  g_autoptr (GUri) uri = mcp_address_parse (url, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autoptr (GInetAddress) address = NULL;

  if (uri == NULL || host == NULL || has_tls (url))
    return NULL;

  address = g_inet_address_new_from_string (host);
  if (g_ascii_strcasecmp (host, "localhost") == 0 || g_str_has_suffix (host, ".localhost")
      || (address != NULL && g_inet_address_get_is_loopback (address)))
    return NULL;

  return _("Nothing is encrypted on the way to this host: what is sent can be read on the way.");
}

static gboolean
validate_headers (SounderServerDialog *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (McpHeader) authorization = sounder_auth_settings_dup_header (self->auth);
  gboolean good = TRUE;

  if (authorization != NULL)
    g_hash_table_add (names, g_strdup ("authorization"));
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->headers_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      SounderHeaderRow *header = SOUNDER_HEADER_ROW (row);
      const char *message = sounder_header_row_check (header);

      if (message == NULL
          && !g_hash_table_add (names, g_ascii_strdown (sounder_header_row_get_name (header), -1)))
        message = _("This header is there twice.");
      sounder_header_row_set_error (header, message);
      good = good && message == NULL;
    }

  if (gtk_widget_get_visible (GTK_WIDGET (self->auth)))
    good = sounder_auth_settings_validate (self->auth, g_hash_table_contains (names, "authorization"))
           && good;

  return good;
}

static gboolean
validate_ca_file (SounderServerDialog *self)
{
  const char *path = gtk_editable_get_text (self->ca_row);
  const char *message = NULL;

  if (*path != '\0' && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    message = _("There is no such file.");

  return sounder_field_show_error (GTK_WIDGET (self->ca_row), self->ca_error, message);
}

static gboolean
validate_own (SounderServerDialog *self)
{
  const char *file = gtk_editable_get_text (self->own_row);
  const char *key = gtk_editable_get_text (self->own_key_row);
  g_autoptr (GTlsCertificate) own = NULL;
  g_autoptr (GError) error = NULL;

  if (*file != '\0')
    own = mcp_certificate_load_own (file, *key != '\0' ? key : NULL, &error);

  return sounder_field_show_error (GTK_WIDGET (self->own_row), self->own_error, error != NULL ? error->message : NULL);
}

/* Looks at all that an address needs, and shows the fields for what is typed; TRUE: all is well.
 * @is_url tells whether it is an address at all. */
gboolean
sounder_server_dialog_validate_url (SounderServerDialog *self,
                                    gboolean            *is_url)
{
  g_autofree char *url = g_strstrip (g_strdup (gtk_editable_get_text (self->command_row)));
  McpReach reach = reach_of_text (url);
  gboolean tls = has_tls (url);
  const char *note = NULL;
  gboolean good;
  g_autoptr (GError) error = NULL;

  *is_url = reach != MCP_REACH_STDIO;
  show_fields (self, reach, tls);
  if (!tls)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->ca_error), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->own_error), FALSE);
    }
  if (!*is_url)
    return TRUE;

  good = mcp_profile_check_url (url, &error);
  good = sounder_field_show_error (GTK_WIDGET (self->command_row), self->command_error, good ? NULL : error->message);
  if (good)
    note = note_about (url);
  sounder_literal_show (self->command_note, note);
  if (reach == MCP_REACH_HTTP || reach == MCP_REACH_WEBSOCKET)
    good = validate_headers (self) && good;
  if (tls)
    {
      good = validate_ca_file (self) && good;
      good = validate_own (self) && good;
    }

  return good;
}
