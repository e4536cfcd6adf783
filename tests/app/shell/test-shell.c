/* test-shell.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-error.h"
#include "sounder-adaptive-bin.h"
#include "sounder-capabilities.h"
#include "sounder-command-line.h"
#include "sounder-connect-report.h"
#include "sounder-connection-group.h"
#include "sounder-console-page.h"
#include "sounder-console-row.h"
#include "sounder-env-row.h"
#include "sounder-find-bar.h"
#include "sounder-findings-popover.h"
#include "sounder-health-page.h"
#include "sounder-history-popover.h"
#include "sounder-installed.h"
#include "sounder-pane.h"
#include "sounder-number.h"
#include "sounder-overlay-split.h"
#include "sounder-overview-page.h"
#include "sounder-preferences.h"
#include "sounder-settings.h"
#include "sounder-prompts-page.h"
#include "sounder-record-details.h"
#include "sounder-resources-page.h"
#include "sounder-session-view.h"
#include "sounder-status-bar.h"
#include "sounder-streams-panel.h"
#include "sounder-subscriptions-panel.h"
#include "sounder-timeline-page.h"
#include "sounder-tools-page.h"
#include "test-support.h"

/* Each template is made, with warnings fatal, fits the smallest window and goes away. */
static void
test_shell_templates (void)
{
  const GType types[] = {
    SOUNDER_TYPE_CONNECT_REPORT, SOUNDER_TYPE_CONNECTION_GROUP, SOUNDER_TYPE_CONSOLE_PAGE,  SOUNDER_TYPE_CONSOLE_ROW,
    SOUNDER_TYPE_ENV_ROW,        SOUNDER_TYPE_OVERLAY_SPLIT, SOUNDER_TYPE_OVERVIEW_PAGE,
    SOUNDER_TYPE_STATUS_BAR,
    SOUNDER_TYPE_FIND_BAR,       SOUNDER_TYPE_FINDINGS_POPOVER,
    SOUNDER_TYPE_HEALTH_PAGE,    SOUNDER_TYPE_HISTORY_POPOVER,
    SOUNDER_TYPE_PANE,           SOUNDER_TYPE_PROMPTS_PAGE,
    SOUNDER_TYPE_RECORD_DETAILS, SOUNDER_TYPE_RESOURCES_PAGE,
    SOUNDER_TYPE_STREAMS_PANEL,  SOUNDER_TYPE_SUBSCRIPTIONS_PANEL,
    SOUNDER_TYPE_TIMELINE_PAGE,  SOUNDER_TYPE_TOOLS_PAGE,
  };

  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[]");
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  g_autoptr (McpWorkbench) workbench = mcp_workbench_new (session);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *widget =
        g_type_is_a (types[i], SOUNDER_TYPE_PAGE)
          ? g_object_new (types[i], "session", session, "workbench", workbench, NULL)
          : g_object_new (types[i], NULL);

      g_object_ref_sink (widget);
      /* In a narrow window, as the session view would be. */
      if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "width-class") != NULL)
        g_object_set (widget, "width-class", SOUNDER_WIDTH_NARROW, NULL);
      app_test_assert_fits (widget);
      app_test_assert_labelled (widget);
      g_assert_finalize_object (widget);
    }
}

/* The header has room beside the servers in the narrowest window of each class, with every page shown. */
static void
test_shell_header_fits (void)
{
  const struct
  {
    SounderWidthClass width_class;
    int               room;
  } table[] = {
    { SOUNDER_WIDTH_MEDIUM, SOUNDER_WIDTH_MEDIUM_FROM - 220 },
    { SOUNDER_WIDTH_WIDE,   SOUNDER_WIDTH_WIDE_FROM - 280 },
  };
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[]");
  g_autoptr (SounderServer) server = sounder_server_new (profile);
  GtkWidget *view = g_object_ref_sink (sounder_session_view_new (server));
  AdwViewStack *stack = ADW_VIEW_STACK (app_test_find (view, ADW_TYPE_VIEW_STACK));
  GtkWidget *header = app_test_find (view, ADW_TYPE_HEADER_BAR);
  GtkWidget *tasks = adw_view_stack_get_child_by_name (stack, "tasks");

  g_assert_nonnull (tasks);
  adw_view_stack_page_set_visible (adw_view_stack_get_page (stack, tasks), TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      int width;

      g_object_set (view, "window-width", table[i].width_class, NULL);
      gtk_widget_measure (header, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
      g_test_message ("the header needs %d of %d", width, table[i].room);
      g_assert_cmpint (width, <=, table[i].room);
    }

  app_test_assert_labelled (view);
  g_assert_finalize_object (view);
}

static void
test_shell_preferences (void)
{
  GtkWidget *preferences = g_object_new (SOUNDER_TYPE_PREFERENCES, NULL);
  GtkWidget *days;
  GtkWidget *size;

  app_test_assert_fits (preferences);
  app_test_assert_labelled (preferences);

  days = app_test_find_labelled (preferences, ADW_TYPE_ENTRY_ROW, "Keep for, in days");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (days)), ==, "7");
  gtk_editable_set_text (GTK_EDITABLE (days), "30");
  g_assert_cmpuint (sounder_settings_get_uint ("journal-keep-days", 0), ==, 30);
  gtk_editable_set_text (GTK_EDITABLE (days), "1.5");
  g_assert_true (gtk_widget_has_css_class (days, "error"));
  g_assert_cmpuint (sounder_settings_get_uint ("journal-keep-days", 0), ==, 30);
  size = app_test_find_labelled (preferences, ADW_TYPE_ENTRY_ROW, "Keep at most, in MiB");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (size)), ==, "4096");
  gtk_editable_set_text (GTK_EDITABLE (size), "0.5");
  g_assert_cmpuint (sounder_settings_get_uint64 ("journal-keep-bytes", 0), ==, 512 * 1024);

  for (guint i = 0, n = 1; i < n; i++)
    {
      const SounderSettingRow *rows = sounder_preferences_get_rows (&n);

      g_assert_nonnull (app_test_child (preferences, rows[i].id));
    }

  g_object_add_weak_pointer (G_OBJECT (preferences), (gpointer *) &preferences);
  gtk_window_destroy (GTK_WINDOW (preferences));
  TEST_AWAIT (preferences == NULL);
}

static void
test_shell_width_class (void)
{
  g_assert_cmpint (sounder_width_class_for_width (899), ==, SOUNDER_WIDTH_NARROW);
  g_assert_cmpint (sounder_width_class_for_width (900), ==, SOUNDER_WIDTH_MEDIUM);
  g_assert_cmpint (sounder_width_class_for_width (1279), ==, SOUNDER_WIDTH_MEDIUM);
  g_assert_cmpint (sounder_width_class_for_width (1280), ==, SOUNDER_WIDTH_WIDE);
}

static void
count_cb (guint *n_notified)
{
  (*n_notified)++;
}

/* A child that needs much does not keep the window from becoming small. */
static void
test_shell_adaptive_bin_follows_width (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *bin = g_object_new (SOUNDER_TYPE_ADAPTIVE_BIN, NULL);
  GtkWidget *child = gtk_label_new ("wide");
  guint n_notified = 0;

  gtk_widget_set_size_request (child, 1100, 100);
  sounder_adaptive_bin_set_child (SOUNDER_ADAPTIVE_BIN (bin), child);
  g_signal_connect_swapped (bin, "notify::width-class", G_CALLBACK (count_cb), &n_notified);
  gtk_window_set_child (GTK_WINDOW (window), bin);
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 480);
  gtk_window_present (GTK_WINDOW (window));

  TEST_AWAIT (sounder_adaptive_bin_get_width_class (SOUNDER_ADAPTIVE_BIN (bin))
              == SOUNDER_WIDTH_NARROW);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpint (gtk_widget_get_width (bin), <=, 720);
  g_assert_cmpint (gtk_widget_get_width (child), ==, 1100);

  g_object_ref (bin);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (bin);
}

static void
test_shell_overlay_split_moves_sidebar (void)
{
  GtkWidget *split = g_object_ref_sink (g_object_new (SOUNDER_TYPE_OVERLAY_SPLIT, NULL));
  GtkWidget *sidebar = gtk_label_new ("side");

  sounder_overlay_split_set_sidebar (SOUNDER_OVERLAY_SPLIT (split), sidebar);
  sounder_overlay_split_set_content (SOUNDER_OVERLAY_SPLIT (split), gtk_label_new ("content"));
  g_assert_nonnull (gtk_widget_get_ancestor (sidebar, GTK_TYPE_PANED));

  sounder_overlay_split_set_collapsed (SOUNDER_OVERLAY_SPLIT (split), TRUE);
  g_assert_null (gtk_widget_get_ancestor (sidebar, GTK_TYPE_PANED));
  g_assert_nonnull (gtk_widget_get_ancestor (sidebar, GTK_TYPE_REVEALER));
  g_assert_false (sounder_overlay_split_get_show_sidebar (SOUNDER_OVERLAY_SPLIT (split)));

  sounder_overlay_split_set_collapsed (SOUNDER_OVERLAY_SPLIT (split), FALSE);
  g_assert_nonnull (gtk_widget_get_ancestor (sidebar, GTK_TYPE_PANED));
  g_assert_true (sounder_overlay_split_get_show_sidebar (SOUNDER_OVERLAY_SPLIT (split)));

  g_assert_finalize_object (split);
}

static void
test_shell_number (void)
{
  const struct
  {
    const char *text;
    gboolean good;
    double value;
  } rows[] = {
    { "5", TRUE, 5 },       { " 0.5 ", TRUE, 0.5 }, { "", FALSE, 0 },    { "x", FALSE, 0 },
    { "5 s", FALSE, 0 },    { "-1", FALSE, 0 },     { "601", FALSE, 0 }, { "nan", FALSE, 0 },
    { "600", TRUE, 600 },   { "1e2", TRUE, 100 },
  };
  g_autofree char *printed = sounder_number_print (0.1 + 0.2);
  g_autofree char *few = sounder_number_group (999);
  g_autofree char *many = sounder_number_group (1234567);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double value = 0;

      g_assert_cmpint (sounder_number_parse (rows[i].text, 0, 600, &value), ==, rows[i].good);
      if (rows[i].good)
        g_assert_cmpfloat (value, ==, rows[i].value);
    }

  g_assert_cmpstr (printed, ==, "0.3");
  /* The locale of the tests has no sign for it. */
  g_assert_cmpstr (few, ==, "999");
  g_assert_cmpstr (many, ==, "1\u202f234\u202f567");
}

/* Options end at the first word that is none; an address stands alone. */
static void
test_shell_command_line (void)
{
  const struct
  {
    const char *line;
    const char *program; /* NULL: none */
    gboolean good;
    gboolean demo;
  } rows[] = {
    { "sounder", NULL, TRUE, FALSE },
    { "sounder --demo", NULL, TRUE, TRUE },
    { "sounder npx -y x", "npx -y x", TRUE, FALSE },
    { "sounder -- npx --demo", "npx --demo", TRUE, FALSE },
    { "sounder -- --strange", "--strange", TRUE, FALSE },
    { "sounder npx -- -y", "npx -- -y", TRUE, FALSE },
    { "sounder --page=tools --demo", NULL, TRUE, TRUE },
    { "sounder --nonsense", NULL, FALSE, FALSE },
    { "sounder --", NULL, FALSE, FALSE },
    { "sounder http://localhost:3001/mcp", NULL, TRUE, FALSE },
    { "sounder unix:/run/x.sock", NULL, TRUE, FALSE },
    { "sounder http://localhost:3001/mcp more", NULL, FALSE, FALSE },
    { "sounder ftp://localhost/", NULL, FALSE, FALSE },
    { "sounder -- http://localhost", "http://localhost", TRUE, FALSE },
    { "sounder ''", NULL, FALSE, FALSE },
    { "sounder a.mcprec", NULL, TRUE, FALSE },
    { "sounder a.dxt", NULL, TRUE, FALSE },
    { "sounder a.toml", NULL, TRUE, FALSE },
    { "sounder server.json", NULL, TRUE, FALSE },
    { "sounder a.mcpb", NULL, TRUE, FALSE },
    { "sounder cat server.json", "cat server.json", TRUE, FALSE },
    { "sounder 'sounder:add?url=https://h/'", NULL, TRUE, FALSE },
    { "sounder 'sounder:add?url=https://h/&run=1'", NULL, FALSE, FALSE },
    { "sounder 'sounder:add?url=https://h/' more", NULL, FALSE, FALSE },
    { "sounder -- sounder:add", "sounder:add", TRUE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SounderCommandLine options = { 0 };
      g_auto (GStrv) arguments = NULL;
      g_autofree char *program = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_shell_parse_argv (rows[i].line, NULL, &arguments, NULL));
      g_assert_cmpint (sounder_command_line_parse (&options, arguments, &error), ==, rows[i].good);
      g_assert_cmpint (error == NULL, ==, rows[i].good);
      if (error != NULL)
        g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      program = options.argv != NULL ? g_strjoinv (" ", options.argv) : NULL;
      g_assert_cmpstr (program, ==, rows[i].program);
      if (rows[i].good)
        g_assert_cmpint (options.demo, ==, rows[i].demo);
      sounder_command_line_clear (&options);
    }
}

static const SounderCapability *
find_capability (GPtrArray  *list,
                 const char *key)
{
  for (guint i = 0; i < list->len; i++)
    {
      SounderCapability *capability = g_ptr_array_index (list, i);

      if (g_str_equal (capability->key, key))
        return capability;
    }

  g_error ("no capability %s", key);
}

static void
test_shell_capabilities (void)
{
  const char *now = "{\"capabilities\": {\"tools\": {\"listChanged\": true}, \"prompts\": {},"
                    " \"resources\": {\"subscribe\": false}, \"logging\": null, \"completions\": false,"
                    " \"experimental\": {\"x.y/z\": {}}, \"odd\": {\"a\": {\"b\": true}}, \"none\": null, \"no\": false,"
                    " \"extensions\": {\"x.y/off\": false, \"x.y/null\": null, \"x.y/on\": true}}}";
  const char *before = "{\"capabilities\": {\"tools\": {}, \"prompts\": {}, \"logging\": {}}}";
  g_autoptr (GPtrArray) list = sounder_capabilities_parse (now, strlen (now), before,
                                                           strlen (before), "{\"roots\": {}}");
  g_autoptr (GPtrArray) nothing = sounder_capabilities_parse (NULL, 0, NULL, 0, NULL);

  g_assert_cmpstr (find_capability (list, "tools")->detail, ==, "list changes");
  g_assert_cmpint (find_capability (list, "tools")->change, ==, SOUNDER_CHANGE_CHANGED);
  g_assert_cmpstr (find_capability (list, "resources")->detail, ==, "");
  g_assert_cmpint (find_capability (list, "resources")->change, ==, SOUNDER_CHANGE_NEW);
  g_assert_cmpint (find_capability (list, "prompts")->change, ==, SOUNDER_CHANGE_NONE);
  g_assert_cmpint (find_capability (list, "logging")->change, ==, SOUNDER_CHANGE_GONE);
  g_assert_false (find_capability (list, "logging")->present);
  g_assert_cmpstr (find_capability (list, "experimental")->detail, ==, "x.y/z");
  g_assert_cmpstr (find_capability (list, "odd")->detail, ==, "a: b");
  /* What is declared as null or false is not offered, whether its name is known or not. */
  g_assert_false (find_capability (list, "completions")->present);
  g_assert_true (find_capability (list, "x.y/on")->present);
  for (guint i = 0; i < list->len; i++)
    g_assert_false (g_strv_contains ((const char * const[]){ "none", "no", "x.y/off", "x.y/null", NULL },
                                     ((SounderCapability *) list->pdata[i])->key));
  g_assert_true (find_capability (list, "roots")->present);
  g_assert_true (find_capability (list, "roots")->is_client);
  g_assert_false (find_capability (list, "sampling")->present);
  g_assert_false (find_capability (nothing, "tools")->present);
}

static void
write_file (const char *folder,
            const char *below,
            const char *name,
            const char *text)
{
  g_autofree char *place = g_build_filename (folder, below, NULL);
  g_autofree char *path = g_build_filename (place, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
run (const char *program,
     ...)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  va_list arguments;

  va_start (arguments, program);
  for (const char *word = program; word != NULL; word = va_arg (arguments, const char *))
    g_ptr_array_add (argv, (gpointer) word);
  va_end (arguments);
  g_ptr_array_add (argv, NULL);

  process = g_subprocess_newv ((const char *const *) argv->pdata, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}

/* What is installed where neither GLib nor GTK looks. */
static void
test_shell_installed (void)
{
  const char *id = "io.example.Installed";
  g_autofree char *folder = test_make_folder ();
  g_autofree char *schemas = g_build_filename (folder, "glib-2.0", "schemas", NULL);
  g_autoptr (GSettingsSchema) schema = NULL;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  g_assert_null (sounder_installed_look_up_schema (id, folder));
  sounder_installed_add_icons (theme, folder);
  g_assert_false (gtk_icon_theme_has_icon (theme, id));

  write_file (schemas, ".", "example.gschema.xml",
              "<schemalist><schema id='io.example.Installed' path='/example/'/></schemalist>");
  write_file (folder, "icons/hicolor/scalable/apps", "io.example.Installed.svg",
              "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'/>");
  run ("glib-compile-schemas", schemas, NULL);

  schema = sounder_installed_look_up_schema (id, folder);
  g_assert_nonnull (schema);
  sounder_installed_add_icons (theme, folder);
  g_assert_true (gtk_icon_theme_has_icon (theme, id));

  run ("rm", "-r", folder, NULL);
}

static guint
count_in_resource (const char *name,
                   const char *needle)
{
  g_autofree char *path = g_strconcat ("/io/github/mcp_sounder/Sounder/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert_nonnull (bytes);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  parts = g_strsplit (text, needle, -1);

  return g_strv_length (parts) - 1;
}

/* The window of old GTK and the dialog of new libadwaita show the same keys. */
static void
test_shell_shortcuts (void)
{
  guint n_keys = count_in_resource ("gtk/help-overlay.ui", "name=\"accelerator\"");

  g_assert_cmpuint (n_keys, >, 30);
  g_assert_cmpuint (count_in_resource ("shortcuts-dialog.ui", "name=\"accelerator\""), ==, n_keys);
  g_assert_cmpuint (count_in_resource ("shortcuts-dialog.ui", "\"AdwShortcutsSection\""), ==,
                    count_in_resource ("gtk/help-overlay.ui", "\"GtkShortcutsGroup\""));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/shell/templates", test_shell_templates);
  g_test_add_func ("/app/shell/header-fits", test_shell_header_fits);
  g_test_add_func ("/app/shell/preferences", test_shell_preferences);
  g_test_add_func ("/app/shell/width-class", test_shell_width_class);
  g_test_add_func ("/app/shell/adaptive-bin-follows-width", test_shell_adaptive_bin_follows_width);
  g_test_add_func ("/app/shell/overlay-split-moves-sidebar", test_shell_overlay_split_moves_sidebar);
  g_test_add_func ("/app/shell/number", test_shell_number);
  g_test_add_func ("/app/shell/command-line", test_shell_command_line);
  g_test_add_func ("/app/shell/capabilities", test_shell_capabilities);
  g_test_add_func ("/app/shell/shortcuts", test_shell_shortcuts);
  g_test_add_func ("/app/shell/installed", test_shell_installed);

  return g_test_run ();
}
