/* test-server-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "mcp-auth-store.h"
#include "sounder-auth-settings.h"
#include "sounder-import-dialog.h"
#include "sounder-server-dialog.h"
#include "sounder-window.h"
#include "test-support.h"

/* The section Authorization of the server dialog, with a keyring that is a file of the test. */

#define URL "https://mcp.example/mcp"

/* Rows have the keys of settings as their names. */
static GtkWidget *
get (gpointer    dialog,
     const char *name)
{
  return app_test_find_named (dialog, name);
}

static gboolean
shows (gpointer    dialog,
       const char *name)
{
  return gtk_widget_get_visible (get (dialog, name));
}

static const char *
get_text (gpointer    dialog,
          const char *name)
{
  return gtk_editable_get_text (GTK_EDITABLE (get (dialog, name)));
}

static void
set_text (gpointer    dialog,
          const char *name,
          const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get (dialog, name)), text);
}

static void
choose (gpointer    dialog,
        const char *name,
        guint       selected)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (get (dialog, name)), selected);
}

/* The text of the row below a field. */
static const char *
get_error (gpointer    dialog,
           const char *name)
{
  GtkWidget *row = gtk_widget_get_next_sibling (get (dialog, name));
  GtkWidget *label = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));

  return gtk_widget_get_visible (row) ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

static char *
dup_file (SounderServerModel *model)
{
  char *contents = NULL;

  g_assert_true (g_file_get_contents (
    mcp_server_list_get_path (sounder_server_model_get_list (model)), &contents, NULL, NULL));

  return contents;
}

static SounderServer *
add_server (SounderServerModel *model,
            const char         *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("calendar", json, -1, &error);
  SounderServer *server;

  g_assert_no_error (error);
  server = sounder_server_model_add (model, profile, &error);
  g_assert_no_error (error);

  return server;
}

static SounderServerDialog *
open_dialog (SounderWindow *window,
             SounderServer *server)
{
  SounderServerDialog *dialog;

  dialog = sounder_server_dialog_new (sounder_window_get_model (window), server);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (dialog));

  return dialog;
}

static void
save (SounderServerDialog *dialog)
{
  gpointer left = dialog;

  g_assert_true (sounder_server_dialog_is_valid (dialog));
  g_object_add_weak_pointer (G_OBJECT (dialog), &left);
  g_signal_emit_by_name (get (dialog, "save_button"), "clicked");
  TEST_AWAIT_POLL (left == NULL);
}

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_auth_store_load_finish (MCP_AUTH_STORE (object), result);
  *(gboolean *) user_data = TRUE;
}

static char *
dup_secret (const char *key)
{
  g_autoptr (McpAuthStore) store = mcp_auth_store_new (URL);
  gboolean done = FALSE;

  mcp_auth_store_load_async (store, NULL, loaded_cb, &done);
  TEST_AWAIT (done);

  return g_strdup (mcp_auth_store_get_secret (store, key));
}

/* --- */

/* Only what belongs to the way is there. */
static void
test_ways (void)
{
  static const struct
  {
    const char *name;
    gboolean    ways[5]; /* of the drop-down */
  } rows[] = {
    { "clientId", { TRUE, TRUE, TRUE, TRUE, FALSE } },
    { "scope", { TRUE, TRUE, TRUE, TRUE, FALSE } },
    { "clientSecret", { FALSE, TRUE, FALSE, TRUE, FALSE } },
    { "tokenAuthMethod", { FALSE, TRUE, FALSE, TRUE, FALSE } },
    { "keyFile", { FALSE, FALSE, FALSE, FALSE, FALSE } },
    { "assertionFile", { FALSE, FALSE, TRUE, FALSE, FALSE } },
    { "idpTokenEndpoint", { FALSE, FALSE, FALSE, TRUE, FALSE } },
    { "redirectUri", { TRUE, FALSE, FALSE, FALSE, FALSE } },
    { "issuer", { TRUE, TRUE, TRUE, TRUE, FALSE } },
    { "dpop", { TRUE, TRUE, TRUE, TRUE, FALSE } },
    { "token", { FALSE, FALSE, FALSE, FALSE, TRUE } },
    { "advanced", { TRUE, TRUE, TRUE, TRUE, FALSE } },
  };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkWidget *auth = get (dialog, "auth");
  GtkEditable *command = GTK_EDITABLE (get (dialog, "command_row"));

  gtk_editable_set_text (command, "sh -c true");
  g_assert_false (gtk_widget_get_visible (auth));
  gtk_editable_set_text (command, URL);
  g_assert_true (gtk_widget_get_visible (auth));

  for (guint way = 0; way < G_N_ELEMENTS (rows[0].ways); way++)
    {
      choose (dialog, "grant", way);
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          g_test_message ("%s, %u", rows[i].name, way);
          g_assert_cmpint (shows (dialog, rows[i].name), ==, rows[i].ways[way]);
        }
      app_test_assert_labelled (auth);
      app_test_assert_fits (GTK_WIDGET (dialog));
    }

  /* Whoever has an id may have to prove it, with the one or the other. */
  choose (dialog, "grant", 0);
  set_text (dialog, "clientId", "sounder");
  g_assert_true (shows (dialog, "clientSecret"));
  g_assert_false (shows (dialog, "keyAlgorithm"));
  choose (dialog, "tokenAuthMethod", 3);
  g_assert_false (shows (dialog, "clientSecret"));
  g_assert_true (shows (dialog, "keyFile"));
  g_assert_true (shows (dialog, "keyAlgorithm"));
  choose (dialog, "tokenAuthMethod", 4);
  g_assert_false (shows (dialog, "clientSecret"));
  g_assert_false (shows (dialog, "keyFile"));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What is saved is shown, and made again as it was. */
static void
test_keeps (void)
{
  static const char *const cases[] = {
    "{\"url\": \"" URL "\", \"oauth\": {\"clientId\": \"a\", \"scopes\": [\"x\", \"y\"],"
    " \"other\": 1}, \"sounder\": {\"oauth\": {\"issuer\": \"https://as.example\","
    " \"dpop\": \"true\", \"allowHttp\": \"false\", \"keyFile\": \"/k.pem\","
    " \"keyAlgorithm\": \"XY99\"}}}",
    "{\"url\": \"" URL "\", \"sounder\": {\"oauth\": {\"grant\": \"enterprise\","
    " \"idpTokenEndpoint\": \"https://idp.example/token\", \"clientId\": \"a\","
    " \"tokenAuthMethod\": \"client_secret_post\", \"redirectUri\": \"http://localhost:1/c\"}}}",
    "{\"url\": \"" URL "\", \"sounder\": {\"oauth\": {\"grant\": \"workload\","
    " \"assertionFile\": \"/jwt\", \"future\": [1.50]}}}",
    "{\"url\": \"" URL "\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderServerModel) model = app_test_new_model ();
      SounderServer *server = add_server (model, cases[i]);
      SounderServerDialog *dialog = sounder_server_dialog_new (model, server);
      g_autoptr (McpProfile) made = sounder_server_dialog_make_profile (dialog);
      g_autofree char *before = mcp_profile_to_json (sounder_server_get_profile (server));
      g_autofree char *after = mcp_profile_to_json (made);

      g_assert_cmpstr (after, ==, before);
      if (i == 0)
        {
          AdwExpanderRow *advanced = ADW_EXPANDER_ROW (get (dialog, "advanced"));

          g_assert_cmpstr (get_text (dialog, "scope"), ==, "x y");
          g_assert_cmpstr (get_text (dialog, "issuer"), ==, "https://as.example");
          g_assert_nonnull (strstr (adw_expander_row_get_subtitle (advanced), "Issuer"));
        }
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
}

/* Beside the field, and only where the field is. */
static void
test_validates (void)
{
  static const struct
  {
    const char *name;
    const char *bad;
    const char *error; /* a part of it */
    const char *good;
  } cases[] = {
    { "scope", "read,\"write\"", "\"", "read write" },
    { "issuer", "http://as.example", "TLS", "https://as.example" },
    { "clientMetadataUrl", "https://example.com", "document", "https://example.com/c.json" },
    { "redirectUri", "https://evil.example/", "this machine", "http://127.0.0.1:8976/callback" },
    { "tokenEndpoint", "javascript:x", "https", "http://localhost/token" },
    { "resource", "no", "none", "api://calendar" },
    { "param", "state=x", "state", "audience=https://api.example&prompt=login" },
  };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "{\"url\": \"" URL "\"}");
  SounderServerDialog *dialog = sounder_server_dialog_new (model, server);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].name);
      set_text (dialog, cases[i].name, cases[i].bad);
      g_assert_false (sounder_server_dialog_is_valid (dialog));
      g_assert_nonnull (strstr (get_error (dialog, cases[i].name), cases[i].error));
      set_text (dialog, cases[i].name, cases[i].good);
      g_assert_true (sounder_server_dialog_is_valid (dialog));
      g_assert_null (get_error (dialog, cases[i].name));
    }

  /* Without TLS where the user has said so. */
  set_text (dialog, "issuer", "http://as.example");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  gtk_switch_set_active (
    GTK_SWITCH (app_test_find (get (dialog, "allowHttp"), GTK_TYPE_SWITCH)), TRUE);
  g_assert_true (sounder_server_dialog_is_valid (dialog));

  choose (dialog, "grant", 2);
  set_text (dialog, "assertionFile", "/no/such/file");
  g_assert_cmpstr (get_error (dialog, "assertionFile"), ==, "There is no such file.");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  choose (dialog, "grant", 0);
  g_assert_true (sounder_server_dialog_is_valid (dialog));
  choose (dialog, "grant", 4);
  g_assert_cmpstr (get_error (dialog, "token"), ==, "The token is missing.");
  g_assert_false (sounder_server_dialog_is_valid (dialog));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What departs from a rule is kept with the server, and shown as it was typed. */
static void
test_departures (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "{\"url\": \"" URL "\"}");
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderServerDialog *dialog;
  g_autofree char *file = NULL;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_dialog (window, server);
  set_text (dialog, "resource", "none");
  set_text (dialog, "param", "audience=https://api.example&prompt=login");
  gtk_switch_set_active (
    GTK_SWITCH (app_test_find (get (dialog, "ignoreIssuerSlash"), GTK_TYPE_SWITCH)), TRUE);
  save (dialog);

  file = dup_file (model);
  g_assert_nonnull (strstr (file, "\"param.audience\": \"https://api.example\""));
  g_assert_nonnull (strstr (file, "\"param.prompt\": \"login\""));
  g_assert_nonnull (strstr (file, "\"resource\": \"none\""));
  g_assert_nonnull (strstr (file, "\"ignoreIssuerSlash\": \"true\""));

  dialog = open_dialog (window, server);
  g_assert_cmpstr (get_text (dialog, "param"), ==, "audience=https://api.example&prompt=login");
  set_text (dialog, "param", "");
  save (dialog);
  g_free (file);
  file = dup_file (model);
  g_assert_null (strstr (file, "param"));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* A secret goes to the keyring and no file, comes back, and can be taken from there. */
static void
test_secret (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "{\"url\": \"" URL "\"}");
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderServerDialog *dialog;
  g_autofree char *file = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *still_kept = NULL;
  g_autofree char *gone = NULL;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_dialog (window, server);
  choose (dialog, "grant", 1);
  set_text (dialog, "clientId", "sounder");
  set_text (dialog, "clientSecret", " hush ");
  set_text (dialog, "scope", "read");
  save (dialog);

  file = dup_file (model);
  g_assert_nonnull (strstr (file, "client_credentials"));
  g_assert_null (strstr (file, "hush"));
  kept = dup_secret ("clientSecret");
  g_assert_cmpstr (kept, ==, "hush");
  g_assert_null (mcp_auth_settings_get (mcp_profile_get_settings (sounder_server_get_profile (server))->auth,
                                        MCP_AUTH_CLIENT_SECRET));

  /* Something else is changed. */
  dialog = open_dialog (window, server);
  TEST_AWAIT (*get_text (dialog, "clientSecret") != '\0');
  g_assert_cmpstr (get_text (dialog, "clientSecret"), ==, "hush");
  set_text (dialog, "scope", "read write");
  save (dialog);
  still_kept = dup_secret ("clientSecret");
  g_assert_cmpstr (still_kept, ==, "hush");

  dialog = open_dialog (window, server);
  TEST_AWAIT (*get_text (dialog, "clientSecret") != '\0');
  set_text (dialog, "clientSecret", "");
  save (dialog);
  gone = dup_secret ("clientSecret");
  g_assert_null (gone);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* A token of one's own is the header that is sent. */
static void
test_token (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server =
    add_server (model, "{\"url\": \"" URL "\", \"headers\": {\"X-A\": \"b\"}}");
  McpProfile *profile = sounder_server_get_profile (server);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderServerDialog *dialog;
  g_autoptr (McpHeader) header = NULL;
  g_autofree char *file = NULL;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_dialog (window, server);
  choose (dialog, "grant", 4);
  set_text (dialog, "token", "own-token");
  save (dialog);

  header = g_list_model_get_item (mcp_profile_get_headers (profile), 0);
  g_assert_cmpstr (mcp_header_get_name (header), ==, "Authorization");
  g_assert_true (mcp_header_get_secret (header));
  file = dup_file (model);
  g_assert_null (strstr (file, "own-token"));

  /* Not among the others, and without its scheme. */
  dialog = open_dialog (window, server);
  g_assert_true (sounder_server_dialog_is_valid (dialog));
  TEST_AWAIT (*get_text (dialog, "token") != '\0');
  g_assert_cmpstr (get_text (dialog, "token"), ==, "own-token");
  g_assert_null (gtk_widget_get_next_sibling (
    gtk_widget_get_first_child (get (dialog, "headers_list"))));
  choose (dialog, "grant", 0);
  save (dialog);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_headers (profile)), ==, 1);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* A header in clear text does what signing in would, and that is said. */
static void
test_header_instead (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server =
    add_server (model, "{\"url\": \"" URL "\", \"headers\": {\"Authorization\": \"Basic eDp5\"}}");
  SounderServerDialog *dialog = sounder_server_dialog_new (model, server);

  g_assert_true (shows (dialog, "note"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (get (dialog, "note"))),
                            "Authorization"));
  choose (dialog, "grant", 4);
  set_text (dialog, "token", "abc");
  /* Not both. */
  g_assert_false (sounder_server_dialog_is_valid (dialog));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What another client has in clear text goes to the keyring; what is left out is named. */
static void
test_import (void)
{
  static const char json[] =
    "{\"mcpServers\": {\"a\": {\"url\": \"" URL "/imported\", \"oauth\": {\"enabled\": true,"
    " \"clientId\": \"i\", \"clientSecret\": \"psst\", \"tokenUrl\": \"https://as.example/t\","
    " \"audiences\": [\"x\"]}}}}";
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);
  GtkWidget *root = GTK_WIDGET (dialog);
  McpProfile *profile;
  g_autofree char *file = NULL;

  sounder_import_dialog_set_text (dialog, json);
  g_assert_true (sounder_import_dialog_review (dialog));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (get (root, "left_out"))),
                            "oauth.audiences"));
  g_assert_true (gtk_widget_get_visible (get (root, "keyring_group")));
  g_assert_nonnull (app_test_find_labelled (
    root, GTK_TYPE_LABEL,
    "signs in with clientId i, clientSecret, tokenEndpoint https://as.example/t"));
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 1);
  TEST_AWAIT (sounder_server_model_find (model, "a") != NULL);

  profile = sounder_server_get_profile (sounder_server_model_find (model, "a"));
  g_assert_cmpstr (mcp_auth_settings_get (mcp_profile_get_settings (profile)->auth, MCP_AUTH_CLIENT_ID), ==,
                   "i");
  file = dup_file (model);
  g_assert_null (strstr (file, "psst"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The keyring answers a dialog that is not there any more. */
static void
test_closed_meanwhile (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "{\"url\": \"" URL "\", \"sounder\": {\"oauth\":"
                                             " {\"clientId\": \"a\"}, \"secretHeaders\":"
                                             " [\"Authorization\"], \"secretId\": \"x\"}}");
  SounderServerDialog *dialog = sounder_server_dialog_new (model, server);
  gpointer auth = get (dialog, "auth");

  g_object_add_weak_pointer (auth, &auth);
  gtk_window_destroy (GTK_WINDOW (dialog));
  TEST_AWAIT_POLL (auth == NULL);
}

static void
test_finalizes (void)
{
  GtkWidget *settings = g_object_ref_sink (g_object_new (SOUNDER_TYPE_AUTH_SETTINGS, NULL));

  g_assert_finalize_object (settings);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  int status;

  test_keep_secrets_in (folder);
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/server-auth/ways", test_ways);
  g_test_add_func ("/app/server-auth/keeps", test_keeps);
  g_test_add_func ("/app/server-auth/validates", test_validates);
  g_test_add_func ("/app/server-auth/departures", test_departures);
  g_test_add_func ("/app/server-auth/secret", test_secret);
  g_test_add_func ("/app/server-auth/token", test_token);
  g_test_add_func ("/app/server-auth/header-instead", test_header_instead);
  g_test_add_func ("/app/server-auth/import", test_import);
  g_test_add_func ("/app/server-auth/closed-meanwhile", test_closed_meanwhile);
  g_test_add_func ("/app/server-auth/finalizes", test_finalizes);

  status = g_test_run ();
  test_remove_tree (folder);

  return status;
}
