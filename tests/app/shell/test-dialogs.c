/* test-dialogs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-redactor.h"
#include "sounder-certificate-dialog.h"
#include "sounder-defaults-dialog.h"
#include "sounder-defaults.h"
#include "sounder-import-dialog.h"
#include "sounder-json-view.h"
#include "sounder-literal.h"
#include "sounder-redaction-settings.h"
#include "sounder-server-dialog.h"
#include "sounder-settings.h"
#include "sounder-text-field.h"
#include "sounder-window.h"
#include "test-support.h"

/* From something pasted to a server that answers, and what dialogs say and where they begin. */

static void
destroy_window (GtkWindow *window)
{
  GtkWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  gtk_window_destroy (window);
  TEST_AWAIT_POLL (watched == NULL);
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

/* A window that is shown, by its type. */
static GtkWidget *
find_window (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) && gtk_widget_get_mapped (window))
        return window;
    }

  return NULL;
}

static GtkWidget *
open_add_server (SounderWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.add-server", NULL);
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_SERVER_DIALOG) != NULL);

  return find_window (SOUNDER_TYPE_SERVER_DIALOG);
}

/* As with the keyboard: into what has the focus. */
static void
paste (GtkWidget  *window,
       const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (window), text);
  gtk_widget_activate_action (gtk_window_get_focus (GTK_WINDOW (window)), "clipboard.paste", NULL);
}

static void
click (GtkWidget  *window,
       const char *id)
{
  TEST_AWAIT_POLL (gtk_widget_get_mapped (find_by_id (window, id))
                   && gtk_widget_is_sensitive (find_by_id (window, id)));
  gtk_widget_activate (find_by_id (window, id));
}

static void
await_connected (SounderWindow *window,
                 const char    *name)
{
  SounderServer *server;

  TEST_AWAIT_POLL (sounder_window_get_selected (window) != NULL);
  server = sounder_window_get_selected (window);
  g_assert_cmpstr (mcp_profile_get_name (sounder_server_get_profile (server)), ==, name);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
}

/* Paste, take the address with its scheme, add: there is an answer. */
static void
test_add_address (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  const char *url = http_fixture_get_url (fixture);
  g_autofree char *name = NULL;
  GtkWidget *dialog;

  g_assert_true (g_str_has_prefix (url, "http://"));
  name = g_strndup (url + 7, strcspn (url + 7, "/"));
  http_fixture_serve_mcp (fixture, NULL);
  gtk_window_present (GTK_WINDOW (window));
  dialog = open_add_server (window);
  paste (dialog, url + 7);
  click (dialog, "url_button");
  TEST_AWAIT_POLL (g_str_equal (
    gtk_editable_get_text (GTK_EDITABLE (find_by_id (dialog, "command_row"))), url));
  g_assert_false (gtk_widget_get_visible (find_by_id (dialog, "url_button")));
  click (dialog, "save_button");
  await_connected (window, name);

  destroy_window (GTK_WINDOW (window));
}

/* Paste, add: what VS Code has in its file. Nothing is started before the second. */
static void
test_add_vs_code (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autofree char *text = g_strdup_printf ("// .vscode/mcp.json\n"
                                           "{\n"
                                           "\t\"inputs\": [],\n"
                                           "\t\"servers\": {\n"
                                           "\t\t\"mine\": { // here\n"
                                           "\t\t\t\"type\": \"http\",\n"
                                           "\t\t\t\"url\": \"%s\",\n"
                                           "\t\t},\n"
                                           "\t},\n"
                                           "}\n",
                                           http_fixture_get_url (fixture));
  GtkWidget *dialog;

  http_fixture_serve_mcp (fixture, NULL);
  gtk_window_present (GTK_WINDOW (window));
  paste (open_add_server (window), text);
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_IMPORT_DIALOG) != NULL);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  g_assert_null (find_window (SOUNDER_TYPE_SERVER_DIALOG));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  /* What starts something does not have the focus. */
  g_assert_true (GTK_IS_CHECK_BUTTON (gtk_window_get_focus (GTK_WINDOW (dialog))));
  click (dialog, "next_button");
  await_connected (window, "mine");

  destroy_window (GTK_WINDOW (window));
}

/* Several are added and none of them started. JSON that cannot be read is no command either. */
static void
test_add_lists (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  GtkWidget *dialog;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_add_server (window);
  paste (dialog, "{\"mcpServers\": {\"a\": {\"command\": \"sh\"}, \"b\"");
  TEST_AWAIT_POLL (gtk_widget_get_visible (find_by_id (dialog, "command_error")));
  g_assert_false (sounder_server_dialog_is_valid (SOUNDER_SERVER_DIALOG (dialog)));
  paste (dialog, ": {\"command\": \"sh\"}}}");
  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_IMPORT_DIALOG) != NULL);
  dialog = find_window (SOUNDER_TYPE_IMPORT_DIALOG);
  click (dialog, "next_button");
  TEST_AWAIT_POLL (g_list_model_get_n_items (G_LIST_MODEL (model)) == 2);
  g_assert_cmpuint (sounder_server_model_count_open (model), ==, 0);

  destroy_window (GTK_WINDOW (window));
}

/* Paste, add: quotes are those of a shell. */
static void
test_add_command (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autofree char *command = g_strdup_printf ("sh -c 'exec \"$0\"' \"%s\"",
                                              g_getenv ("SOUNDER_DEMO_SERVER"));
  GtkWidget *dialog;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_add_server (window);
  paste (dialog, command);
  click (dialog, "save_button");
  await_connected (window, "exec \"$0\"");

  destroy_window (GTK_WINDOW (window));
}

/* As it is at hand: an address without its scheme, and variables in front of a program. */
static void
test_add_as_it_is (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  const char *url = http_fixture_get_url (fixture);
  g_autofree char *name = g_strndup (url + 7, strcspn (url + 7, "/"));
  g_autofree char *command = g_strdup_printf ("A_KEY=v 'B=two words' %s", g_getenv ("SOUNDER_DEMO_SERVER"));
  GtkWidget *dialog;
  SounderServer *server;

  http_fixture_serve_mcp (fixture, NULL);
  gtk_window_present (GTK_WINDOW (window));
  dialog = open_add_server (window);
  paste (dialog, url + 7);
  click (dialog, "save_button");
  await_connected (window, name);

  TEST_AWAIT_POLL (find_window (SOUNDER_TYPE_SERVER_DIALOG) == NULL);
  dialog = open_add_server (window);
  paste (dialog, command);
  click (dialog, "save_button");
  TEST_AWAIT_POLL (g_list_model_get_n_items (G_LIST_MODEL (model)) == 2);
  server = sounder_window_get_selected (window);
  g_assert_cmpstr (mcp_profile_get_argv (sounder_server_get_profile (server))[0], ==,
                   g_getenv ("SOUNDER_DEMO_SERVER"));
  g_assert_cmpstr (mcp_profile_get_env (sounder_server_get_profile (server))[0], ==, "A_KEY=v");
  g_assert_cmpstr (mcp_profile_get_env (sounder_server_get_profile (server))[1], ==, "B=two words");
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);

  destroy_window (GTK_WINDOW (window));
}

/* What a server may take, and what it may not. */
static void
test_limits (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServerDialog *dialog = sounder_server_dialog_new (model, NULL);
  GtkWidget *requests = find_by_id (GTK_WIDGET (dialog), "max_requests_row");
  g_autoptr (McpProfile) profile = NULL;

  gtk_editable_set_text (GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "command_row")), "sh");
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "max_message_row")), "1.5");
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "max_journal_row")), "100");
  gtk_editable_set_text (GTK_EDITABLE (requests), "0");
  g_assert_false (sounder_server_dialog_is_valid (dialog));
  gtk_editable_set_text (GTK_EDITABLE (requests), "7");
  g_assert_true (sounder_server_dialog_is_valid (dialog));

  profile = sounder_server_dialog_make_profile (dialog);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 3 * 512 * 1024);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_journal_bytes, ==, 100 * 1024 * 1024);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_server_requests, ==, 7);

  destroy_window (GTK_WINDOW (dialog));
}

/* What is chosen for new servers is in the dialog of the next one, and in what is imported without a word of it. */
static void
test_defaults (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  GtkWidget *defaults = g_object_new (SOUNDER_TYPE_DEFAULTS_DIALOG, NULL);
  SounderServerDialog *dialog;
  g_autoptr (McpProfile) plain = mcp_profile_new_for_url ("plain", "https://example.org/");
  g_autoptr (McpProfile) own = mcp_profile_new_from_json ("own", "{\"command\":\"x\",\"sounder\":{\"timeouts\":{\"call\":2}}}",
                                                          -1, NULL);
  g_autoptr (McpProfile) plain_made = NULL;
  g_autoptr (McpProfile) own_made = NULL;
  McpHealthSettings health;

  gtk_window_present (GTK_WINDOW (defaults));
  app_test_assert_fits (defaults);
  app_test_assert_labelled (defaults);
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (defaults, "timeout_call_row")), "nothing");
  g_assert_false (gtk_widget_get_sensitive (find_by_id (defaults, "save_button")));
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (defaults, "timeout_call_row")), "7");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_by_id (defaults, "era_row")), MCP_ERA_CHOICE_MODERN);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_by_id (defaults, "strategy")), MCP_STRATEGY_IDLE);
  click (defaults, "save_button");
  g_object_add_weak_pointer (G_OBJECT (defaults), (gpointer *) &defaults);
  TEST_AWAIT_POLL (defaults == NULL);

  dialog = sounder_server_dialog_new (model, NULL);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "timeout_call_row"))), ==, "7");
  destroy_window (GTK_WINDOW (dialog));

  plain_made = sounder_defaults_apply (plain);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (plain_made, MCP_TIMEOUT_CALL), ==, 7000);
  g_assert_cmpint (mcp_profile_get_settings (plain_made)->era.choice, ==, MCP_ERA_CHOICE_MODERN);
  g_assert_cmpstr (mcp_profile_get_url (plain_made), ==, "https://example.org/");
  mcp_profile_get_health (plain_made, &health);
  g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_IDLE);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_INTERNET);
  own_made = sounder_defaults_apply (own);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (own_made, MCP_TIMEOUT_CALL), ==, 2000);
  g_assert_cmpint (mcp_profile_get_settings (own_made)->era.choice, ==, MCP_ERA_CHOICE_MODERN);

  /* Somebody else wrote it. */
  sounder_settings_set ("new-servers", "s", "{\"timeouts\":{\"call\":-1}}");
  g_clear_object (&plain_made);
  plain_made = sounder_defaults_new_profile ();
  g_assert_cmpuint (mcp_profile_get_timeout_msec (plain_made, MCP_TIMEOUT_CALL), ==, 60000);
  sounder_settings_set ("new-servers", "s", "");
}

/* Names and patterns are kept at once, and seen at work in a text of one's own. */
static void
test_redaction_settings (void)
{
  GtkWidget *settings = g_object_new (SOUNDER_TYPE_REDACTION_SETTINGS, NULL);
  GtkWidget *name = find_by_id (settings, "name_entry");
  GtkWidget *pattern = find_by_id (settings, "pattern_entry");
  GtkTextBuffer *sample = gtk_text_view_get_buffer (GTK_TEXT_VIEW (
    app_test_find_named (settings, "sample")));
  GtkTextBuffer *result = gtk_text_view_get_buffer (GTK_TEXT_VIEW (
    app_test_find_named (settings, "result")));
  g_autofree char *path = mcp_redaction_rules_dup_path ();
  g_autoptr (McpRedactionRules) kept = NULL;
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;

  gtk_window_present (GTK_WINDOW (settings));
  app_test_assert_fits (settings);
  app_test_assert_labelled (settings);
  gtk_text_buffer_set_text (sample, "{\"acmeKey\":\"v\",\"n\":\"id-7\"}", -1);

  gtk_editable_set_text (GTK_EDITABLE (name), "ab");
  g_signal_emit_by_name (name, "apply");
  g_assert_true (gtk_widget_get_visible (find_by_id (settings, "error")));
  gtk_editable_set_text (GTK_EDITABLE (name), " acme-key ");
  g_signal_emit_by_name (name, "apply");
  g_assert_false (gtk_widget_get_visible (find_by_id (settings, "error")));
  gtk_editable_set_text (GTK_EDITABLE (pattern), "id-\\d");
  g_signal_emit_by_name (pattern, "apply");
  gtk_text_buffer_get_bounds (result, &start, &end);
  text = gtk_text_buffer_get_text (result, &start, &end, FALSE);
  g_assert_cmpstr (text, ==, "{\"acmeKey\":\"«redacted»\",\"n\":\"«redacted»\"}");

  kept = mcp_redaction_rules_load (path, NULL);
  g_assert_cmpstr (mcp_redaction_rules_get_names (kept)[0], ==, "acme-key");
  g_assert_cmpstr (mcp_redaction_rules_get_patterns (kept)[0], ==, "id-\\d");
  g_signal_emit_by_name (app_test_find_labelled (settings, GTK_TYPE_BUTTON, "Remove"), "clicked");
  g_clear_pointer (&kept, mcp_redaction_rules_unref);
  kept = mcp_redaction_rules_load (path, NULL);
  g_assert_null (mcp_redaction_rules_get_names (kept)[0]);

  mcp_redaction_rules_set_default (NULL);
  g_remove (path);
  destroy_window (GTK_WINDOW (settings));
}

/* Enter, pressed by habit, does not trust a certificate. */
static void
test_certificate_focus (void)
{
  g_autoptr (GTlsCertificate) shown = NULL;
  g_autoptr (McpCertificate) certificate = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "self-signed.pem",
                                                 NULL);
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog;
  GtkWidget *focus;

  shown = g_tls_certificate_new_from_file (path, &error);
  g_assert_no_error (error);
  certificate = mcp_certificate_new (shown, G_TLS_CERTIFICATE_UNKNOWN_CA, "localhost");
  dialog = GTK_WIDGET (sounder_certificate_dialog_new (certificate));
  gtk_window_present (GTK_WINDOW (dialog));
  app_test_draw_frames (dialog);
  focus = gtk_window_get_focus (GTK_WINDOW (dialog));
  g_assert_nonnull (focus);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (focus)), ==, "window.close");

  destroy_window (GTK_WINDOW (dialog));
}

/* Whether Pango may add hyphens to the text of a label. */
static gboolean
may_hyphenate (GtkWidget *label)
{
  PangoAttrList *attributes = pango_layout_get_attributes (gtk_label_get_layout (GTK_LABEL (label)));
  g_autoptr (PangoAttrIterator) iterator = NULL;
  PangoAttribute *attribute;

  if (attributes == NULL)
    return TRUE;

  iterator = pango_attr_list_get_iterator (attributes);
  attribute = pango_attr_iterator_get (iterator, PANGO_ATTR_INSERT_HYPHENS);

  return attribute == NULL || ((PangoAttrInt *) attribute)->value != 0;
}

static void
collect_hyphens_cb (GtkTextTag *tag,
                    gpointer    user_data)
{
  GPtrArray *tags = user_data;
  gboolean set, hyphens;

  g_object_get (tag, "insert-hyphens-set", &set, "insert-hyphens", &hyphens, NULL);
  if (set && !hyphens)
    g_ptr_array_add (tags, tag);
}

/* All of the text, from wherever it came. */
static void
assert_literal_text (GtkTextBuffer *buffer)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  GtkTextIter start;

  gtk_text_tag_table_foreach (gtk_text_buffer_get_tag_table (buffer), collect_hyphens_cb, tags);
  g_assert_cmpuint (tags->len, ==, 1);
  gtk_text_buffer_get_start_iter (buffer, &start);
  if (gtk_text_iter_is_end (&start))
    return;

  g_assert_true (gtk_text_iter_has_tag (&start, tags->pdata[0]));
  gtk_text_iter_forward_to_tag_toggle (&start, tags->pdata[0]);
  g_assert_true (gtk_text_iter_is_end (&start));
}

static guint
assert_literal (GtkWidget *widget)
{
  guint n_labels = 0;

  if (GTK_IS_TEXT_VIEW (widget) && gtk_widget_get_realized (widget))
    {
      assert_literal_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)));
      n_labels++;
    }

  if (GTK_IS_LABEL (widget) && gtk_widget_get_realized (widget))
    {
      g_assert_false (may_hyphenate (widget));
      n_labels++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_labels += assert_literal (child);

  return n_labels;
}

/* What is broken in the middle of a word is still the word: in windows, dialogs, rows and chips. */
static void
test_literal_labels (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  GtkWidget *dialog;

  gtk_window_present (GTK_WINDOW (window));
  dialog = open_add_server (window);
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (dialog, "command_row")),
                         "npx -y @modelcontextprotocol/server-everything-that-there-is-in-the-world");
  app_test_draw_frames (dialog);
  g_assert_cmpuint (assert_literal (find_by_id (dialog, "argv_chips")), ==, 3);
  g_assert_cmpuint (assert_literal (dialog), >, 20);
  g_assert_cmpuint (assert_literal (GTK_WIDGET (window)), >, 5);

  destroy_window (GTK_WINDOW (window));
}

/* So is the text of views, as it was, is typed, pasted and replaced. */
static void
test_literal_views (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *json = g_object_new (SOUNDER_TYPE_JSON_VIEW, NULL);
  g_autoptr (GtkTextBuffer) other = gtk_text_buffer_new (NULL);
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkWidget *field = sounder_text_field_new ("Field", TRUE, &buffer);
  GtkWidget *view = app_test_find (field, GTK_TYPE_TEXT_VIEW);

  sounder_literal_install ();
  gtk_text_buffer_set_text (buffer, "modelcontextprotocol", -1);
  sounder_json_view_set_text (SOUNDER_JSON_VIEW (json), "{\"modelcontextprotocol\": 1}");
  gtk_box_append (GTK_BOX (box), field);
  gtk_box_append (GTK_BOX (box), json);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);
  g_assert_cmpuint (assert_literal (box), >=, 2);

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_insert (buffer, &start, "ü server-everything ", -1);
  gtk_text_buffer_insert_at_cursor (buffer, " at the end", -1);
  assert_literal (box);
  sounder_json_view_set_text (SOUNDER_JSON_VIEW (json), "[\"something-else\"]");
  gtk_text_buffer_set_text (other, "another", -1);
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (view), other);
  assert_literal (box);

  destroy_window (GTK_WINDOW (window));
}

/* No warning comes of it, which the tests die of. */
static void
test_shortcuts (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/mcp_sounder/Sounder/gtk/help-overlay.ui");
  GtkWidget *overlay = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  /* As the application does. */
  gtk_css_provider_load_from_resource (style, "/io/github/mcp_sounder/Sounder/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_set_transient_for (GTK_WINDOW (overlay), GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (overlay));
  g_clear_object (&builder);
  app_test_draw_frames (overlay);
  destroy_window (GTK_WINDOW (overlay));
  destroy_window (GTK_WINDOW (window));
}

static gboolean
has_tooltip_now (GtkWidget *label)
{
  gboolean shown = FALSE;

  g_signal_emit_by_name (label, "query-tooltip", 0, 0, FALSE,
                         g_object_new (GTK_TYPE_TOOLTIP, NULL), &shown);

  return shown;
}

/* A tooltip is there for what cannot be read. */
static void
test_tooltips (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *label = gtk_label_new ("A text of some words that may be cut");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  sounder_literal_show_whole (label, GTK_LABEL (label), "A text");
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 60);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);
  g_assert_false (has_tooltip_now (label));
  gtk_window_set_default_size (GTK_WINDOW (window), 60, 60);
  TEST_AWAIT_POLL (has_tooltip_now (label));

  destroy_window (GTK_WINDOW (window));
}

/* Beside the pages where both fit; above them where not. */
static void
test_questions_beside (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[{\"handshake\": {}}, {\"serve\": {}}]");
  GtkWidget *view;
  GtkWidget *pages;

  sounder_window_select (window, sounder_server_model_add_temporary (model, profile));
  view = GTK_WIDGET (sounder_window_get_session_view (window));
  pages = find_by_id (view, "pages");
  gtk_window_set_default_size (GTK_WINDOW (window), 1270, 780);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_margin_end (pages), ==, 0);
  gtk_widget_activate_action (view, "session.questions", "s", "rules");
  TEST_AWAIT_POLL (gtk_widget_get_margin_end (pages) > 0);
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 480);
  TEST_AWAIT_POLL (gtk_widget_get_margin_end (pages) == 0);
  gtk_window_set_default_size (GTK_WINDOW (window), 1270, 780);
  TEST_AWAIT_POLL (gtk_widget_get_margin_end (pages) > 0);
  /* It goes only from where the keys are. */
  gtk_widget_activate_action (view, "session.questions", "s", "rules");
  gtk_widget_activate_action (view, "session.questions", "s", "");
  TEST_AWAIT_POLL (gtk_widget_get_margin_end (pages) == 0);

  destroy_window (GTK_WINDOW (window));
}

/* Ctrl+S asks about the recording of what is shown. */
static void
test_save_key (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderWindow *window = sounder_window_new (NULL, model);
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[{\"handshake\": {}}, {\"serve\": {}}]");

  sounder_window_select (window, sounder_server_model_add_temporary (model, profile));
  gtk_window_present (GTK_WINDOW (window));
  app_test_press (GTK_WIDGET (window), GDK_CONTROL_MASK, GDK_KEY_s);
  TEST_AWAIT_POLL (find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_window (ADW_TYPE_MESSAGE_DIALOG)), "cancel");

  destroy_window (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-dialogs-XXXXXX", NULL);
  g_autofree char *settings = g_build_filename (folder, "sounder", NULL);
  int status;

  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/dialogs/add-address", test_add_address);
  g_test_add_func ("/app/dialogs/add-vs-code", test_add_vs_code);
  g_test_add_func ("/app/dialogs/add-lists", test_add_lists);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    g_test_add_func ("/app/dialogs/add-command", test_add_command);
  g_test_add_func ("/app/dialogs/add-as-it-is", test_add_as_it_is);
  g_test_add_func ("/app/dialogs/limits", test_limits);
  g_test_add_func ("/app/dialogs/defaults", test_defaults);
  g_test_add_func ("/app/dialogs/redaction-settings", test_redaction_settings);
  g_test_add_func ("/app/dialogs/certificate-focus", test_certificate_focus);
  g_test_add_func ("/app/dialogs/literal-labels", test_literal_labels);
  g_test_add_func ("/app/dialogs/literal-views", test_literal_views);

  g_test_add_func ("/app/dialogs/tooltips", test_tooltips);
  g_test_add_func ("/app/dialogs/questions-beside", test_questions_beside);
  g_test_add_func ("/app/dialogs/save-key", test_save_key);
  g_test_add_func ("/app/dialogs/shortcuts", test_shortcuts);

  status = g_test_run ();
  g_rmdir (settings);
  g_rmdir (folder);

  return status;
}
