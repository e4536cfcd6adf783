/* test-server-dialog-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-host.h"
#include "sounder-address.h"
#include "sounder-header-row.h"
#include "mcp-variables.h"
#include "sounder-import-dialog.h"
#include "sounder-secrets.h"
#include "sounder-server-dialog.h"
#include "sounder-window.h"
#include "test-support.h"

static void
test_address_kinds (void)
{
  const struct
  {
    const char *text;
    gboolean is_url;
    const char *short_text; /* of an address */
  } rows[] = {
    { "http://localhost:3001/mcp", TRUE, "localhost:3001/mcp" },
    { "  https://example.com", TRUE, NULL },
    { "https://example.com/mcp?key=secret#part", TRUE, "example.com/mcp" },
    { "https://user:password@example.com/mcp", TRUE, "example.com/mcp" },
    { "https://example.com/a@b", TRUE, "example.com/a@b" },
    { "HTTPS://Example.com/", TRUE, "Example.com/" },
    { "unix:/run/a?b.sock", TRUE, "/run/a?b.sock" },
    { "tcp:localhost:9000", TRUE, "localhost:9000" },
    { "tcp:me:secret@h:9000", TRUE, "h:9000" },
    { "ws://[::1]:80/x", TRUE, "[::1]:80/x" },
    { "gopher://x", TRUE, "x" },
    { "npx -y http://example.com", FALSE, NULL },
    { "/usr/bin/server", FALSE, NULL },
    { "server:x", FALSE, NULL },
    { "c:", FALSE, NULL },
    { "://x", FALSE, NULL },
    { "", FALSE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpint (sounder_address_is_url (rows[i].text), ==, rows[i].is_url);
      if (rows[i].short_text != NULL)
        {
          g_autofree char *short_text = sounder_address_dup_short (rows[i].text);

          g_assert_cmpstr (short_text, ==, rows[i].short_text);
        }
    }
}

/* An address without its scheme is seen; a program is none. */
static void
test_address_guesses (void)
{
  const char *const rows[][2] = {
    { "localhost:3917/mcp", "http://localhost:3917/mcp" },
    { " 127.0.0.1:80 ", "http://127.0.0.1:80" },
    { "192.168.1.5/mcp", "http://192.168.1.5/mcp" },
    { "[::1]:3001/mcp?a=b", "http://[::1]:3001/mcp?a=b" },
    { "box:8080", "http://box:8080" },
    { "nas.local:8080/mcp", "http://nas.local:8080/mcp" },
    { "mcp.example.com/mcp", "https://mcp.example.com/mcp" },
    { "mcp.example.com:8443/mcp", "https://mcp.example.com:8443/mcp" },
    { "http://localhost:3917/mcp", NULL },
    { "server.py", NULL },
    { "example.com", NULL },
    { "./a.out/x", NULL },
    { "bin/server", NULL },
    { "image:latest", NULL },
    { "host:0/x", NULL },
    { "host:70000", NULL },
    { "host:80x/y", NULL },
    { "uvx mcp.example.com/mcp", NULL },
    { "-h:80", NULL },
    { "[", NULL },
    { "[]", NULL },
    { ":80", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *url = sounder_address_guess_url (rows[i][0]);

      g_test_message ("%s", rows[i][0]);
      g_assert_cmpstr (url, ==, rows[i][1]);
    }
}

/* No form of an address for people has its password. */
static void
test_address_masks (void)
{
  g_autofree char *visible = sounder_address_dup_visible ("https://u:pass%40word@h/p?q");
  g_autofree char *token = sounder_address_dup_visible ("https://token@h/");
  g_autofree char *other = sounder_address_switch_tls ("http://h/p");
  g_autofree char *back = sounder_address_switch_tls ("wss://h/p");

  g_assert_cmpstr (visible, ==, "https://••••@h/p?q");
  g_assert_cmpstr (token, ==, "https://••••@h/");
  g_assert_cmpstr (other, ==, "https://h/p");
  g_assert_cmpstr (back, ==, "ws://h/p");
  g_assert_null (sounder_address_switch_tls ("unix:/x"));

  /* And an address that is used keeps what it was given. */
  g_free (back);
  back = sounder_address_with_path ("https://u:p%40w@[::1]:80/api?key=1", "/mcp");
  g_assert_cmpstr (back, ==, "https://u:p%40w@[::1]:80/mcp?key=1");
}

static McpHeader *
dup_header (GtkWidget *row)
{
  return sounder_header_row_dup_header (SOUNDER_HEADER_ROW (row));
}

static void
test_header_row (void)
{
  g_autoptr (McpHeader) stored = mcp_header_new ("Authorization", NULL, TRUE);
  g_autoptr (McpHeader) plain = mcp_header_new ("X-Team", "blue", FALSE);
  GtkWidget *row = g_object_ref_sink (sounder_header_row_new (stored));
  GtkWidget *plain_row = g_object_ref_sink (sounder_header_row_new (plain));
  GtkWidget *empty_row = g_object_ref_sink (sounder_header_row_new (NULL));
  g_autoptr (McpHeader) kept = dup_header (row);
  g_autoptr (McpHeader) replaced = NULL;
  g_autoptr (McpHeader) same = dup_header (plain_row);

  app_test_assert_labelled (row);
  app_test_assert_fits (row);

  /* Left empty, the value in the keyring stays. */
  g_assert_null (mcp_header_get_value (kept));
  g_assert_true (mcp_header_get_secret (kept));
  g_assert_null (sounder_header_row_check (SOUNDER_HEADER_ROW (row)));

  sounder_header_row_set_value (SOUNDER_HEADER_ROW (row), "Bearer x");
  replaced = dup_header (row);
  g_assert_cmpstr (mcp_header_get_value (replaced), ==, "Bearer x");

  g_assert_cmpstr (mcp_header_get_value (same), ==, "blue");
  g_assert_false (mcp_header_get_secret (same));
  g_assert_nonnull (sounder_header_row_check (SOUNDER_HEADER_ROW (empty_row)));

  g_assert_finalize_object (row);
  g_assert_finalize_object (plain_row);
  g_assert_finalize_object (empty_row);
}

static void
test_header_row_checks (void)
{
  const struct
  {
    const char *name;
    const char *value;
    gboolean good;
  } rows[] = {
    { "X-Team", "blue", TRUE },      { "X Team", "blue", FALSE },       { "", "x", FALSE },
    { "X-Team", " blue", FALSE },    { "Content-Type", "x", FALSE },    { "X-Team", "", TRUE },
    { "X-Team", "a\nb: c", FALSE },  { "mcp-session-id", "x", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpHeader) header = mcp_header_new (rows[i].name, rows[i].value, FALSE);
      GtkWidget *row = g_object_ref_sink (sounder_header_row_new (header));

      g_assert_cmpint (sounder_header_row_check (SOUNDER_HEADER_ROW (row)) == NULL, ==, rows[i].good);
      g_object_unref (row);
    }
}

/* A saved server with an address and one header. */
static SounderServer *
add_server (SounderServerModel *model,
            const char         *value,
            gboolean            secret)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("remote", "http://127.0.0.1:9/mcp");
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  SounderServer *server;

  g_ptr_array_add (headers, mcp_header_new ("Authorization", value, secret));
  mcp_profile_set_headers (profile, headers);
  g_object_set (profile, "transport", MCP_PROFILE_TRANSPORT_SSE, NULL);
  server = sounder_server_model_add (model, profile, &error);
  g_assert_no_error (error);

  return server;
}

/* What the form shows is what it makes again. */
static void
test_dialog_keeps_url (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "Bearer x", FALSE);
  SounderServerDialog *dialog = sounder_server_dialog_new (model, server);
  g_autoptr (McpProfile) made = NULL;
  g_autofree char *before = mcp_profile_to_json (sounder_server_get_profile (server));
  g_autofree char *after = NULL;

  g_assert_true (sounder_server_dialog_is_valid (dialog));
  app_test_assert_fits (GTK_WIDGET (dialog));
  app_test_assert_labelled (GTK_WIDGET (dialog));
  made = sounder_server_dialog_make_profile (dialog);
  after = mcp_profile_to_json (made);
  g_assert_cmpstr (before, ==, after);

  gtk_window_destroy (GTK_WINDOW (dialog));
}

static GtkWidget *
find_by_id (GtkWidget  *root,
            const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_by_id (child, id);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* One entry takes both, and the form follows it. */
static void
test_dialog_follows_text (void)
{
  const struct
  {
    const char *text;
    gboolean valid;
    gboolean has_directory;
    gboolean has_transport;
    gboolean has_headers;
    gboolean has_ca;
  } rows[] = {
    { "sh -c true", TRUE, TRUE, FALSE, FALSE, FALSE },
    { "http://127.0.0.1/mcp", TRUE, FALSE, TRUE, TRUE, FALSE },
    { "https://example.com/mcp", TRUE, FALSE, TRUE, TRUE, TRUE },
    { "wss://example.com/mcp", TRUE, FALSE, FALSE, TRUE, TRUE },
    { "unix:/run/x.sock", TRUE, FALSE, FALSE, FALSE, FALSE },
    { "tcp:localhost:9000", TRUE, FALSE, FALSE, FALSE, FALSE },
    { "tcp:localhost", FALSE, FALSE, FALSE, FALSE, FALSE },
    { "ftp://example.com", FALSE, FALSE, FALSE, FALSE, FALSE },
    { "http://", FALSE, FALSE, TRUE, TRUE, FALSE },
  };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkWidget *root = GTK_WIDGET (dialog);

  gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "name_row")), "new");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("%s", rows[i].text);
      gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "command_row")), rows[i].text);
      g_assert_cmpint (sounder_server_dialog_is_valid (dialog), ==, rows[i].valid);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "command_error")), ==, !rows[i].valid);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "cwd_row")), ==, rows[i].has_directory);
      /* Only what is started can be watched. */
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "restart_row")), ==,
                       rows[i].has_directory);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "transport_row")), ==,
                       rows[i].has_transport);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "headers_group")), ==,
                       rows[i].has_headers);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "ca_row")), ==, rows[i].has_ca);
      g_assert_cmpint (gtk_widget_get_visible (find_by_id (root, "own_row")), ==, rows[i].has_ca);
      /* The default follows the kind of server until somebody decides. */
      g_assert_cmpint (gtk_switch_get_active (GTK_SWITCH (find_by_id (root, "reconnect"))), ==,
                       !rows[i].has_directory);
    }

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The key is asked for where there is a certificate; files that are none are named. */
static void
test_address_client_certificate (void)
{
  g_autofree char *pair = http_fixture_dup_certificate_file (HTTP_CERTIFICATE_SIGNED);
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkWidget *root = GTK_WIDGET (dialog);
  GtkEditable *file = GTK_EDITABLE (find_by_id (root, "own_row"));
  GtkEditable *key = GTK_EDITABLE (find_by_id (root, "own_key_row"));
  GtkLabel *error = GTK_LABEL (find_by_id (root, "own_error"));

  gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "name_row")), "new");
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "command_row")), "https://example.com/mcp");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (key)));

  gtk_editable_set_text (file, pair);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (key)));
  g_assert_true (sounder_server_dialog_is_valid (dialog));

  gtk_editable_set_text (key, "/nonexistent.key");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  g_assert_nonnull (strstr (gtk_label_get_text (error), "/nonexistent.key"));

  gtk_editable_set_text (key, "");
  gtk_editable_set_text (file, "/dev/zero");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  g_assert_nonnull (strstr (gtk_label_get_text (error), "/dev/zero"));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_address_suggests_names (void)
{
  const char *const rows[][2] = {
    { "npx -y @modelcontextprotocol/server-everything@1.2 stdio", "server-everything" },
    { "node /opt/servers/weather/dist/index.js", "weather" },
    { "/usr/bin/python3.11 -m mcp_server_fetch", "mcp_server_fetch" },
    { "uvx mcp-server-git --repository .", "mcp-server-git" },
    { "docker run -i --rm mcp/time:latest", "time" },
    { "./target/debug/my-server", "my-server" },
    { "npx", "npx" },
    { "server", "server" },
    { "https://user:secret@api.example.com:8080/mcp?key=1", "api.example.com:8080" },
    { "https://api.example.com/mcp", "api.example.com" },
    { "http://127.0.0.1:3917/mcp", "127.0.0.1:3917" },
    { "http://[::1]:80/mcp", "[::1]:80" },
    { "unix:/run/weather.sock", "weather" },
    { "tcp:localhost:9000", "localhost:9000" },
    { "http://", NULL },
    { "", NULL },
    { "sh -c 'unfinished", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = sounder_address_suggest_name (rows[i][0]);

      g_test_message ("%s", rows[i][0]);
      g_assert_cmpstr (name, ==, rows[i][1]);
    }
}

/* A command alone is enough; a name that was typed stays. */
static void
test_dialog_suggests_name (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkEditable *name = GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "name_row"));
  GtkEditable *command = GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "command_row"));

  add_server (model, "blue", FALSE);
  gtk_editable_set_text (command, "sh weather.sh");
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "weather");
  g_assert_true (sounder_server_dialog_is_valid (dialog));
  /* Names are unique. */
  gtk_editable_set_text (command, "./remote --fast");
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "remote 2");
  g_assert_true (sounder_server_dialog_is_valid (dialog));

  gtk_editable_set_text (name, "mine");
  gtk_editable_set_text (command, "sh other.sh");
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "mine");
  gtk_editable_set_text (name, "");
  gtk_editable_set_text (command, "sh third.sh");
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "third");

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* In a sandbox that may start servers outside, a directory that only the host has is as good as any. */
static void
test_dialog_host_directory (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkWidget *root = GTK_WIDGET (dialog);
  GtkWidget *cwd = find_by_id (root, "cwd_row");

  g_assert_nonnull (bus);
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "name_row")), "new");
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (root, "command_row")), "only-on-the-host x");
  g_assert_true (gtk_widget_get_visible (find_by_id (root, "command_note")));
  gtk_editable_set_text (GTK_EDITABLE (cwd), "/only/on/the/host");
  g_assert_false (sounder_server_dialog_is_valid (dialog));

  mcp_host_set_connection (bus);
  gtk_editable_set_text (GTK_EDITABLE (cwd), "/only/on/the/host/too");
  g_assert_true (sounder_server_dialog_is_valid (dialog));
  g_assert_false (gtk_widget_get_visible (find_by_id (root, "command_note")));
  gtk_editable_set_text (GTK_EDITABLE (cwd), "not/whole");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  mcp_host_set_connection (NULL);

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The last dialog that asks something. */
static GtkWindow *
find_question (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

/* There is no keyring in the test's session: that is said, and the value can stay for this run, but
 * it never reaches the file. */
static void
test_dialog_without_keyring (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_server (model, "Bearer old", FALSE);
  McpProfile *profile = sounder_server_get_profile (server);
  SounderWindow *window = sounder_window_new (NULL, model);
  const char *path = mcp_server_list_get_path (sounder_server_model_get_list (model));
  GtkWidget *lock;
  GtkWindow *dialog;
  GtkWindow *question;
  g_autofree char *contents = NULL;
  g_autoptr (McpHeader) header = NULL;

  gtk_window_present (GTK_WINDOW (window));
  dialog = GTK_WINDOW (sounder_server_dialog_new (model, server));
  gtk_window_set_transient_for (dialog, GTK_WINDOW (window));
  gtk_window_present (dialog);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);

  lock = find_by_id (GTK_WIDGET (dialog), "lock");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (lock), TRUE);
  g_signal_emit_by_name (find_by_id (GTK_WIDGET (dialog), "save_button"), "clicked");
  TEST_AWAIT_POLL (find_question () != NULL);
  question = find_question ();
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (question), "confirm");
  gtk_window_destroy (question);
  TEST_AWAIT_POLL (dialog == NULL);

  header = g_list_model_get_item (mcp_profile_get_headers (profile), 0);
  g_assert_true (mcp_header_get_secret (header));
  g_assert_cmpstr (mcp_header_get_value (header), ==, "Bearer old");
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_null (strstr (contents, "Bearer"));
  g_assert_nonnull (strstr (contents, "127.0.0.1"));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* The same for what signs in: it is said where the secrets are, and one that was typed can stay for
 * this run. */
static void
test_dialog_auth_without_keyring (void)
{
  const char *json = "{\"url\": \"http://127.0.0.1:9/mcp\", \"sounder\": {\"oauth\":"
                     " {\"grant\": \"client_credentials\", \"clientId\": \"a\"}}}";
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("remote", json, -1, NULL);
  SounderServer *server = sounder_server_model_add (model, profile, NULL);
  SounderWindow *window = sounder_window_new (NULL, model);
  const char *path = mcp_server_list_get_path (sounder_server_model_get_list (model));
  const McpAuthSettings *auth;
  GtkWidget *note;
  GtkWindow *dialog;
  GtkWindow *question;
  g_autofree char *contents = NULL;

  gtk_window_present (GTK_WINDOW (window));
  dialog = GTK_WINDOW (sounder_server_dialog_new (model, server));
  gtk_window_set_transient_for (dialog, GTK_WINDOW (window));
  gtk_window_present (dialog);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);

  note = app_test_find_named (GTK_WIDGET (dialog), "note");
  TEST_AWAIT (gtk_widget_get_visible (note));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (note)), "until Sounder is closed"));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find_named (GTK_WIDGET (dialog), "clientSecret")), "hush");
  g_signal_emit_by_name (find_by_id (GTK_WIDGET (dialog), "save_button"), "clicked");
  TEST_AWAIT_POLL (find_question () != NULL);
  question = find_question ();
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (question), "confirm");
  gtk_window_destroy (question);
  TEST_AWAIT_POLL (dialog == NULL);

  auth = mcp_profile_get_settings (sounder_server_get_profile (server))->auth;
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_CLIENT_SECRET), ==, "hush");
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_null (strstr (contents, "hush"));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* What other clients write is taken; clear-text secrets become secrets when the user wants that. */
static void
test_import_url (void)
{
  const char *json = "{\"mcpServers\": {\"a\": {\"url\": \"http://localhost/mcp\", \"headers\":"
                     " {\"Authorization\": \"Bearer abc\", \"X-Team\": \"blue\"}},"
                     " \"b\": {\"command\": \"true\"}}}";
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);
  GtkWidget *keyring = NULL;
  McpProfile *profile;

  sounder_import_dialog_set_text (dialog, json);
  g_assert_true (sounder_import_dialog_review (dialog));
  keyring = find_by_id (GTK_WIDGET (dialog), "keyring");
  g_assert_true (gtk_widget_get_visible (find_by_id (GTK_WIDGET (dialog), "keyring_group")));
  app_test_assert_labelled (GTK_WIDGET (dialog));
  gtk_switch_set_active (GTK_SWITCH (keyring), FALSE);
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 2);

  profile = sounder_server_get_profile (sounder_server_model_find (model, "a"));
  g_assert_true (mcp_profile_has_literal_secrets (profile));
  sounder_secrets_lock_literals (profile);
  g_assert_false (mcp_profile_has_literal_secrets (profile));
  g_assert_true (sounder_secrets_has_new (profile));
  g_assert_nonnull (mcp_profile_get_settings (profile)->secret_id);

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A secret of the environment is one as well: the file says that it is asked for, and its value is given. */
static void
test_import_env (void)
{
  const char *json = "{\"mcpServers\": {\"a\": {\"command\": \"true\", \"env\": {\"API_KEY\": \"hunter2hunter2\", \"PORT\": 8080,"
                     " \"HOME_KEY\": \"${env:HOME}\", \"DATABASE_URL\": \"postgresql://u:p4ssw0rd@h/d\"}}}}";
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);
  g_autofree char *env = NULL;
  g_autofree char *saved = NULL;
  McpProfile *profile;

  sounder_import_dialog_set_text (dialog, json);
  g_assert_true (sounder_import_dialog_review (dialog));
  g_assert_true (gtk_widget_get_visible (find_by_id (GTK_WIDGET (dialog), "keyring_group")));
  gtk_switch_set_active (GTK_SWITCH (find_by_id (GTK_WIDGET (dialog), "keyring")), FALSE);
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 1);

  profile = sounder_server_get_profile (sounder_server_model_find (model, "a"));
  sounder_secrets_lock_literals (profile);
  g_assert_false (mcp_profile_has_literal_secrets (profile));
  env = g_strjoinv (",", (char **) mcp_profile_get_env (profile));
  g_assert_cmpstr (env, ==, "API_KEY=${input:API_KEY},PORT=8080,HOME_KEY=${env:HOME},DATABASE_URL=${input:DATABASE_URL}");
  g_assert_cmpstr (mcp_profile_get_value (profile, "input:API_KEY"), ==, "hunter2hunter2");
  saved = mcp_profile_to_json (profile);
  g_assert_null (strstr (saved, "hunter2"));
  g_assert_null (strstr (saved, "p4ssw0rd"));
  g_assert_true (mcp_variables_is_secret (profile, "API_KEY"));

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What is wrong is told with its place, and what cannot start with what to write. */
static void
test_import_odd (void)
{
  const char *json = "{\n\"mcpServers\": {\n\"a\": {\"command\": \"npx -y x\"},\n\"bad\": {\"command\": \"x\", \"args\": \"-y\"}}}";
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderImportDialog *dialog = sounder_import_dialog_new (model);

  sounder_import_dialog_set_text (dialog, json);
  g_assert_true (sounder_import_dialog_review (dialog));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (find_by_id (GTK_WIDGET (dialog), "left_out"))),
                            "mcpServers.bad, line 4: "));
  g_assert_cmpuint (sounder_import_dialog_accept (dialog), ==, 1);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = sounder_import_dialog_new (model);
  sounder_import_dialog_set_text (dialog, "models:\n  - name: x\n");
  g_assert_false (sounder_import_dialog_review (dialog));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (find_by_id (GTK_WIDGET (dialog), "error"))), "“models”"));
  sounder_import_dialog_set_text (dialog, "mcpServers:\n  - name: c\n    command: x\n");
  g_assert_true (sounder_import_dialog_review (dialog));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/address/kinds", test_address_kinds);
  g_test_add_func ("/app/address/guesses", test_address_guesses);
  g_test_add_func ("/app/address/masks", test_address_masks);
  g_test_add_func ("/app/address/client-certificate", test_address_client_certificate);
  g_test_add_func ("/app/address/suggests-names", test_address_suggests_names);
  g_test_add_func ("/app/header-row/values", test_header_row);
  g_test_add_func ("/app/header-row/checks", test_header_row_checks);
  g_test_add_func ("/app/server-dialog/keeps-url", test_dialog_keeps_url);
  g_test_add_func ("/app/server-dialog/follows-text", test_dialog_follows_text);
  g_test_add_func ("/app/server-dialog/suggests-name", test_dialog_suggests_name);
  g_test_add_func ("/app/server-dialog/host-directory", test_dialog_host_directory);
  g_test_add_func ("/app/server-dialog/without-keyring", test_dialog_without_keyring);
  g_test_add_func ("/app/server-dialog/auth-without-keyring", test_dialog_auth_without_keyring);
  g_test_add_func ("/app/import-dialog/url", test_import_url);
  g_test_add_func ("/app/import-dialog/env", test_import_env);
  g_test_add_func ("/app/import-dialog/odd", test_import_odd);

  return g_test_run ();
}
