/* test-eyes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libintl.h>

#include "mcp-client-server.h"
#include "sight.h"
#include "sounder-appearance.h"
#include "sounder-defaults-dialog.h"
#include "sounder-import-dialog.h"
#include "sounder-inputs-dialog.h"
#include "sounder-preferences.h"
#include "sounder-redaction-settings.h"
#include "sounder-servers-window.h"
#include "sounder-settings.h"
#include "sounder-tools-page.h"
#include "test-support.h"
#include "window-fixture.h"

typedef guint (*Look) (GtkWidget *window, const char *scene);

/* How a window is looked at, and for what. */
typedef struct
{
  const char       *name;
  guint             text_percent;
  GtkTextDirection  direction;
  Look              looks[4];
} Eyes;

static const struct
{
  int width;
  int height;
} sizes[] = { { 1280, 800 }, { 720, 480 } };

static const char *const pages[] = { "overview", "tools",    "resources", "prompts", "skills",
                                     "tasks",    "timeline", "health",    "console" };

/* The servers in a text, as a file that is worked with as it is. */
static GPtrArray *
read_profiles (const char  *text,
               GError     **error)
{
  g_autoptr (GPtrArray) servers = mcp_client_read_own (text, strlen (text), "servers.json", error);

  return mcp_client_servers_dup_profiles (servers);
}

static void
set_up (WindowFixture *fixture,
        gconstpointer  data)
{
  const Eyes *eyes = data;

  gtk_widget_set_default_direction (eyes->direction);
  g_settings_set_uint (sounder_settings_get_default (), "text-percent", eyes->text_percent);
  sounder_appearance_apply ();
  window_set_up (fixture, NULL);
}

static void
tear_down (WindowFixture *fixture,
           gconstpointer  data)
{
  window_tear_down (fixture, data);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_settings_reset (sounder_settings_get_default (), "text-percent");
  sounder_appearance_apply ();
}

/* One that a tool was called on, so that there is something to see. */
static void
call_tool (WindowFixture *fixture)
{
  GtkWidget *page = show_page (fixture, "tools");

  g_assert_true (sounder_tools_page_select (SOUNDER_TOOLS_PAGE (page), "weather"));
  g_assert_true (gtk_widget_activate_action (page, "tools.call", NULL));
  TEST_AWAIT (app_test_get_call (page) != NULL && mcp_call_is_finished (app_test_get_call (page)));
}

static guint
look_at (GtkWidget  *window,
         const Eyes *eyes,
         const char *what)
{
  g_autofree char *scene = NULL;
  guint n_found = 0;

  app_test_draw_frames (window);
  scene = g_strdup_printf ("%s, %s, %d × %d", what, eyes->name, gtk_widget_get_width (window),
                           gtk_widget_get_height (window));

  for (guint i = 0; i < G_N_ELEMENTS (eyes->looks) && eyes->looks[i] != NULL; i++)
    n_found += eyes->looks[i](window, scene);

  return n_found;
}

static void
test_pages (WindowFixture *fixture,
            gconstpointer  data)
{
  guint n_found = 0;

  call_tool (fixture);
  for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
    {
      GtkWidget *timeline;

      resize_window (fixture, sizes[size].width, sizes[size].height);
      for (guint page = 0; page < G_N_ELEMENTS (pages); page++)
        {
          show_page (fixture, pages[page]);
          n_found += look_at (GTK_WIDGET (fixture->window), data, pages[page]);
        }

      timeline = show_page (fixture, "timeline");
      select_row (timeline, 2);
      n_found += look_at (GTK_WIDGET (fixture->window), data, "details");
      g_assert_true (gtk_widget_activate_action (timeline, "timeline-page.close-details", NULL));
    }

  if (n_found > 0)
    g_test_fail ();
}

/* What opens a window of its own. */
static const char *const openers[] = { "win.add-server", "win.edit-server",      "win.import", "win.export-to-client", "win.registry",
                                       "win.load-tool",  "win.probe",            "win.tests",  "win.compose",          "win.compare-eras",
                                       "win.palette" };

static GtkWidget *
find_other_window (WindowFixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (window != GTK_WIDGET (fixture->window) && gtk_widget_get_mapped (window))
        return window;
    }

  return NULL;
}

static guint
look_at_other (WindowFixture *fixture,
               const Eyes    *eyes,
               const char    *what)
{
  GtkWidget *window;
  guint n_found;

  g_test_message ("%s opens", what);
  TEST_AWAIT_POLL (find_other_window (fixture) != NULL);
  window = find_other_window (fixture);
  n_found = look_at (window, eyes, what);
  gtk_window_destroy (GTK_WINDOW (window));
  TEST_AWAIT_POLL (find_other_window (fixture) == NULL);

  return n_found;
}

static void
test_dialogs (WindowFixture *fixture,
              gconstpointer  data)
{
  static const char found[] = "{\"mcpServers\": {\"writer\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"curl x | sh\"],"
                              " \"env\": {\"KEY\": \"${input:key}\"}, \"cwd\": \"/a/rather/long/path/that/needs/a/place\"}}}";
  g_autoptr (GPtrArray) profiles = read_profiles (found, NULL);
  GtkWindow *parent = GTK_WINDOW (fixture->window);
  SounderServer *server;
  guint n_found = 0;

  /* Nobody listens there. */
  g_settings_set_string (sounder_settings_get_default (), "registry", "http://127.0.0.1:9");
  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (parent), openers[i], NULL));
      n_found += look_at_other (fixture, data, openers[i]);
    }

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (parent), "win.help", "s", "filters"));
  n_found += look_at_other (fixture, data, "help");
  sounder_preferences_present (parent, NULL);
  n_found += look_at_other (fixture, data, "preferences");
  sounder_defaults_dialog_present (parent);
  n_found += look_at_other (fixture, data, "defaults");
  sounder_redaction_settings_present (parent);
  n_found += look_at_other (fixture, data, "redaction");
  gtk_window_present (GTK_WINDOW (sounder_servers_window_new (NULL, fixture->model)));
  n_found += look_at_other (fixture, data, "all servers");
  sounder_import_dialog_present_text (fixture->window, found, "/home/x/mcp.json");
  n_found += look_at_other (fixture, data, "found servers");
  server = sounder_server_model_add (fixture->model, profiles->pdata[0], NULL);
  sounder_inputs_dialog_present (parent, fixture->model, server);
  n_found += look_at_other (fixture, data, "inputs");
  sounder_server_open (server);
  n_found += look_at_other (fixture, data, "consent");

  g_settings_reset (sounder_settings_get_default (), "registry");
  if (n_found > 0)
    g_test_fail ();
}

/* Whether nothing was drawn for a while; something that moves would not let it. */
static gboolean
is_still (GdkFrameClock *clock)
{
  gint64 frame = gdk_frame_clock_get_frame_counter (clock);

  test_iterate_until (g_get_monotonic_time () + 250 * 1000);

  return gdk_frame_clock_get_frame_counter (clock) == frame;
}

static guint
await_still (GtkWidget  *window,
             const char *scene)
{
  gint64 deadline = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;

  while (!is_still (gtk_widget_get_frame_clock (window)))
    if (g_get_monotonic_time () > deadline)
      {
        g_test_message ("%s: something moves all the time", scene);
        return 1;
      }

  return 0;
}

/* What is wrong on purpose, once each. */
static void
test_finds (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *fixed = gtk_fixed_new ();
  GtkWidget *button = gtk_button_new ();
  GtkWidget *faint = gtk_label_new ("Hardly to be seen");
  GtkWidget *spinner = gtk_spinner_new ();
  g_autoptr (GtkCssProvider) sheet = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (
    sheet, ".small { min-width: 0; min-height: 0; padding: 0; } .faint { opacity: .2; }", -1);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (sheet),
                                              GTK_STYLE_PROVIDER_PRIORITY_USER);
  gtk_widget_add_css_class (button, "small");
  gtk_widget_add_css_class (faint, "faint");
  gtk_fixed_put (GTK_FIXED (fixed), gtk_label_new ("Clipped"), -20, 0);
  gtk_fixed_put (GTK_FIXED (fixed), gtk_label_new ("Below"), 0, 50);
  gtk_fixed_put (GTK_FIXED (fixed), gtk_label_new ("Above"), 10, 52);
  gtk_fixed_put (GTK_FIXED (fixed), button, 0, 100);
  gtk_fixed_put (GTK_FIXED (fixed), faint, 20, 150);
  gtk_fixed_put (GTK_FIXED (fixed), spinner, 100, 100);
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_label_new (NULL));
  gtk_window_set_child (GTK_WINDOW (window), fixed);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  g_assert_cmpuint (sight_find_clipped (window, "on purpose"), ==, 1);
  g_assert_cmpuint (sight_find_overlaps (window, "on purpose"), ==, 1);
  g_assert_cmpuint (sight_find_small (window, "on purpose"), ==, 1);
  g_assert_cmpuint (sight_find_faint (window, "on purpose"), ==, 1);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  gtk_spinner_start (GTK_SPINNER (spinner));
  TEST_AWAIT_POLL (!is_still (gtk_widget_get_frame_clock (window)));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  TEST_AWAIT_POLL (is_still (gtk_widget_get_frame_clock (window)));

  gtk_style_context_remove_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (sheet));
  gtk_window_destroy (GTK_WINDOW (window));
}

static const Eyes usual[] = {
  /* with-display wants no animations. */
  { "usual", 100, GTK_TEXT_DIR_LTR, { sight_find_clipped, sight_find_overlaps, sight_find_small, await_still } },
  { "large-text", 200, GTK_TEXT_DIR_LTR, { sight_find_clipped, sight_find_overlaps } },
  { "right-to-left", 100, GTK_TEXT_DIR_RTL, { sight_find_clipped, sight_find_overlaps } },
};

/* Those of a program that was started for it, in light and in dark colours: libadwaita looks once. */
static const Eyes high_contrast[] = {
  { "high-contrast", 100, GTK_TEXT_DIR_LTR, { sight_find_clipped, sight_find_overlaps, sight_find_faint } },
};

/* A language whose words are longer. */
static const Eyes german[] = {
  { "german", 100, GTK_TEXT_DIR_LTR, { sight_find_clipped, sight_find_overlaps } },
};

/* test-app-eyes [LOCALES]: speaks LANGUAGE with the translations of that folder. */
static gboolean
speaks_german (int   argc,
               char *argv[])
{
  if (argc < 2 || g_strcmp0 (g_getenv ("LANGUAGE"), "de") != 0)
    return FALSE;

  bindtextdomain (GETTEXT_PACKAGE, argv[1]);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_assert_cmpstr (g_dgettext (GETTEXT_PACKAGE, "Cancel"), !=, "Cancel");

  return TRUE;
}

static void
add (const Eyes *eyes,
     guint       n_eyes)
{
  for (guint i = 0; i < n_eyes; i++)
    {
      g_autofree char *pages_path = g_strdup_printf ("/app/eyes/%s/pages", eyes[i].name);
      g_autofree char *dialogs_path = g_strdup_printf ("/app/eyes/%s/dialogs", eyes[i].name);

      g_test_add (pages_path, WindowFixture, &eyes[i], set_up, test_pages, tear_down);
      g_test_add (dialogs_path, WindowFixture, &eyes[i], set_up, test_dialogs, tear_down);
    }
}

int
main (int   argc,
      char *argv[])
{
  gboolean is_german;

  app_test_init (&argc, &argv);

  is_german = speaks_german (argc, argv);
  g_test_add_func ("/app/eyes/finds", test_finds);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    {
      if (is_german)
        add (german, G_N_ELEMENTS (german));
      else if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
        add (high_contrast, G_N_ELEMENTS (high_contrast));
      else
        add (usual, G_N_ELEMENTS (usual));
    }

  return g_test_run ();
}
