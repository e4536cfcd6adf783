/* sounder-auth-settings-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-auth-settings-private.h"
#include "sounder-compat.h"

/* What can be set for signing in, and a row for each. */

#define BY_CODE       (1u << MCP_AUTH_GRANT_CODE)
#define BY_CLIENT     (1u << MCP_AUTH_GRANT_CLIENT_CREDENTIALS)
#define BY_WORKLOAD   (1u << MCP_AUTH_GRANT_WORKLOAD)
#define BY_ENTERPRISE (1u << MCP_AUTH_GRANT_ENTERPRISE)
#define BY_TOKEN      (1u << WAY_TOKEN)
#define BY_SIGNING_IN (BY_CODE | BY_CLIENT | BY_WORKLOAD | BY_ENTERPRISE)

static const char *const methods[] = { N_("What fits the server"), N_("Secret, in the header"),
                                       N_("Secret, in the body"), N_("Private key"),
                                       N_("Not at all"), NULL };
static const char *const method_values[] = { NULL, "client_secret_basic", "client_secret_post",
                                             "private_key_jwt", "none" };
static const char *const algorithms[] = { N_("What fits the key"),
                                          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
                                          "ES256", "ES384", "ES512", "EdDSA", NULL };

/* In the order of the form. */
const SounderAuthField sounder_auth_fields[] = {
  { FIELD_TOKEN, FIELD_SECRET, BY_TOKEN, FOR_ALL, FALSE, N_("Token"), NULL },
  { MCP_AUTH_IDP_TOKEN_ENDPOINT, FIELD_TEXT, BY_ENTERPRISE, FOR_ALL, FALSE,
    N_("Token endpoint of the identity provider"), NULL },
  { MCP_AUTH_IDP_CLIENT_ID, FIELD_TEXT, BY_ENTERPRISE, FOR_ALL, FALSE,
    N_("Client ID at the identity provider"), NULL },
  { MCP_AUTH_IDP_CLIENT_SECRET, FIELD_SECRET, BY_ENTERPRISE, FOR_ALL, FALSE,
    N_("Client secret at the identity provider"), NULL },
  { MCP_AUTH_IDP_ID_TOKEN, FIELD_SECRET, BY_ENTERPRISE, FOR_ALL, FALSE,
    N_("ID token of the user"), NULL },
  { MCP_AUTH_ASSERTION_FILE, FIELD_FILE, BY_WORKLOAD, FOR_ALL, FALSE,
    N_("File with the token of the workload"), NULL },
  { MCP_AUTH_ASSERTION, FIELD_SECRET, BY_WORKLOAD, FOR_ALL, FALSE,
    N_("Token of the workload, instead of a file"), NULL },
  { MCP_AUTH_CLIENT_ID, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, FALSE, N_("Client ID"), NULL },
  { MCP_AUTH_TOKEN_AUTH_METHOD, FIELD_CHOICE, BY_SIGNING_IN, FOR_CLIENT, FALSE,
    N_("How the client proves itself"), NULL },
  { MCP_AUTH_CLIENT_SECRET, FIELD_SECRET, BY_SIGNING_IN, FOR_SECRET, FALSE,
    N_("Client secret"), NULL },
  { MCP_AUTH_KEY_FILE, FIELD_FILE, BY_SIGNING_IN, FOR_KEY, FALSE,
    N_("File with the private key (PEM)"), NULL },
  { MCP_AUTH_KEY, FIELD_SECRET, BY_SIGNING_IN, FOR_KEY, FALSE,
    N_("Private key (PEM), instead of a file"), NULL },
  { MCP_AUTH_SCOPE, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, FALSE,
    N_("Scopes, with spaces between them"), NULL },
  { MCP_AUTH_ISSUER, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, TRUE, N_("Issuer"), NULL },
  { MCP_AUTH_CLIENT_METADATA_URL, FIELD_TEXT, BY_CODE, FOR_ALL, TRUE,
    N_("Address of the client ID metadata document"), NULL },
  { MCP_AUTH_REDIRECT_URI, FIELD_TEXT, BY_CODE, FOR_ALL, TRUE,
    N_("Redirect address, on this machine"), NULL },
  { MCP_AUTH_AUTHORIZATION_ENDPOINT, FIELD_TEXT, BY_CODE, FOR_ALL, TRUE,
    N_("Authorization endpoint"), NULL },
  { MCP_AUTH_TOKEN_ENDPOINT, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Token endpoint"), NULL },
  { MCP_AUTH_REGISTRATION_ENDPOINT, FIELD_TEXT, BY_CODE, FOR_ALL, TRUE,
    N_("Registration endpoint"), NULL },
  { MCP_AUTH_KEY_ID, FIELD_TEXT, BY_SIGNING_IN, FOR_KEY, TRUE, N_("ID of the key (kid)"), NULL },
  { MCP_AUTH_KEY_ALGORITHM, FIELD_CHOICE, BY_SIGNING_IN, FOR_KEY, TRUE,
    N_("Algorithm of the signature"), NULL },
  { MCP_AUTH_DPOP, FIELD_SWITCH, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Bind tokens to a key (DPoP)"), N_("Also where nobody asks for it") },
  { MCP_AUTH_ASSUME_PKCE, FIELD_SWITCH, BY_CODE, FOR_ALL, TRUE,
    N_("Trust that S256 is understood"), N_("Where the metadata do not say so") },
  { MCP_AUTH_IGNORE_ISSUER_SLASH, FIELD_SWITCH, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Ignore a slash at the end of the issuer"),
    N_("Where its metadata spell it with one, and the server without, or the other way round") },
  { MCP_AUTH_RESOURCE, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Resource that tokens are asked for; “none” leaves it out"), NULL },
  { MCP_AUTH_PARAM, FIELD_TEXT, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Further parameters, in the form of a query"), NULL },
  { MCP_AUTH_ALLOW_PRIVATE, FIELD_SWITCH, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Let addresses of the local network be named"),
    N_("By a server that is not on it itself") },
  { MCP_AUTH_ALLOW_HTTP, FIELD_SWITCH, BY_SIGNING_IN, FOR_ALL, TRUE,
    N_("Do without TLS"), N_("Passwords and tokens can then be read on the way") },
  { .title = NULL },
};

static const struct
{
  const char *title;
  const char *subtitle;
} ways[N_WAYS] = {
  [MCP_AUTH_GRANT_CODE] = { N_("In the browser"),
                            N_("When the server asks for it; most need nothing else") },
  [MCP_AUTH_GRANT_CLIENT_CREDENTIALS] = { N_("As a client"),
                                          N_("Without a person (client credentials)") },
  [MCP_AUTH_GRANT_WORKLOAD] = { N_("As a workload"),
                                N_("Without a person, with a token that was given out") },
  [MCP_AUTH_GRANT_ENTERPRISE] = { N_("Identity provider"),
                                  N_("That of the organization, which knows the user") },
  [WAY_TOKEN] = { N_("Your own token"),
                  N_("Sent with each request; “Bearer” goes before it") },
};

static const char *const *
get_choices (int setting)
{
  return setting == MCP_AUTH_TOKEN_AUTH_METHOD ? methods : algorithms;
}

const char *
sounder_auth_choice_get (int   setting,
                         guint selected)
{
  if (setting == MCP_AUTH_TOKEN_AUTH_METHOD)
    return method_values[selected];

  return selected > 0 ? algorithms[selected] : NULL;
}

guint
sounder_auth_choice_find (int         setting,
                          const char *value)
{
  for (guint i = 1; get_choices (setting)[i] != NULL; i++)
    if (g_strcmp0 (sounder_auth_choice_get (setting, i), value) == 0)
      return i;

  return 0;
}

const char *
sounder_auth_way_get_subtitle (guint way)
{
  return _(ways[way].subtitle);
}

static void
choose_cb (GtkWidget *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ENTRY_ROW);

  sounder_compat_choose_path (GTK_EDITABLE (row), adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
                              SOUNDER_CHOOSE_OPEN);
}

static void
add_choose_button (AdwEntryRow *row,
                   const char  *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  /* Translators: of a button; %s is what the file has: "File with the private key (PEM)". */
  g_autofree char *label = g_strdup_printf (_("Choose: %s"), title);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Choose a file"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect (button, "clicked", G_CALLBACK (choose_cb), NULL);
  adw_entry_row_add_suffix (row, button);
}

static GtkStringList *
new_strings (const char *const *texts)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; texts[i] != NULL; i++)
    gtk_string_list_append (list, _(texts[i]));

  return list;
}

static GtkWidget *
new_combo_row (SounderAuthSettings *self,
               const char          *title,
               const char *const   *texts)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = new_strings (texts);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (sounder_auth_settings_changed),
                           self, G_CONNECT_SWAPPED);

  return row;
}

static GtkWidget *
new_switch_row (SounderAuthSettings *self,
                const SounderAuthField *field)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(field->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _(field->subtitle));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(field->title), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (sounder_auth_settings_changed),
                           self, G_CONNECT_SWAPPED);
  self->controls[field->setting] = toggle;

  return row;
}

static GtkWidget *
new_entry_row (SounderAuthSettings *self,
               const SounderAuthField *field)
{
  GtkWidget *row = field->kind == FIELD_SECRET ? adw_password_entry_row_new ()
                                                : adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(field->title));
  g_object_set (row, "activates-default", TRUE, NULL);
  if (field->kind == FIELD_FILE)
    add_choose_button (ADW_ENTRY_ROW (row), _(field->title));
  g_signal_connect_object (row, "changed", G_CALLBACK (sounder_auth_settings_changed), self,
                           G_CONNECT_SWAPPED);

  return row;
}

static void
append (SounderAuthSettings *self,
        const SounderAuthField *field,
        GtkWidget           *row)
{
  if (field->advanced)
    adw_expander_row_add_row (self->advanced_row, row);
  else
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
}

/* A row below the field, which is there while something is wrong with it. */
static void
append_error (SounderAuthSettings *self,
              const SounderAuthField *field)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_visible (label, FALSE);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_set_margin_bottom (label, 8);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  g_object_bind_property (label, "visible", row, "visible", G_BINDING_SYNC_CREATE);
  append (self, field, row);
  self->errors[field->setting] = GTK_LABEL (label);
}

static void
append_field (SounderAuthSettings *self,
              const SounderAuthField *field)
{
  int setting = field->setting;
  GtkWidget *row;

  if (field->kind == FIELD_SWITCH)
    row = new_switch_row (self, field);
  else if (field->kind == FIELD_CHOICE)
    row = new_combo_row (self, _(field->title), get_choices (setting));
  else
    row = new_entry_row (self, field);

  /* As messages and the manual name it. */
  if (setting != FIELD_TOKEN)
    gtk_widget_set_tooltip_text (row, mcp_auth_setting_get_key (setting));
  gtk_widget_set_name (row, setting != FIELD_TOKEN ? mcp_auth_setting_get_key (setting) : "token");
  self->rows[setting] = row;
  if (self->controls[setting] == NULL)
    self->controls[setting] = row;
  append (self, field, row);
  if (GTK_IS_EDITABLE (row))
    append_error (self, field);
}

void
sounder_auth_settings_make_rows (SounderAuthSettings *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);
  const char *titles[N_WAYS + 1] = { NULL };

  for (guint i = 0; i < N_WAYS; i++)
    titles[i] = ways[i].title;
  self->way_row = ADW_COMBO_ROW (new_combo_row (self, _("Sign in"), titles));
  gtk_widget_set_name (GTK_WIDGET (self->way_row), mcp_auth_setting_get_key (MCP_AUTH_GRANT));
  adw_preferences_group_add (group, GTK_WIDGET (self->way_row));

  self->advanced_row = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->advanced_row),
                                 _("More about signing in"));
  gtk_widget_set_name (GTK_WIDGET (self->advanced_row), "advanced");
  for (const SounderAuthField *field = sounder_auth_fields; field->title != NULL; field++)
    append_field (self, field);
  adw_preferences_group_add (group, GTK_WIDGET (self->advanced_row));
}
