/* test-eyes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sight.h"
#include "sounder-appearance.h"
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
  Look              look;
} Eyes;

static const struct
{
  int width;
  int height;
} sizes[] = { { 1280, 800 }, { 720, 480 } };

static const char *const pages[] = { "overview", "tools",    "resources", "prompts", "skills",
                                     "tasks",    "timeline", "health",    "console" };

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
look_at (WindowFixture *fixture,
         const Eyes    *eyes,
         const char    *what)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  g_autofree char *scene = g_strdup_printf ("%s, %s, %d × %d", what, eyes->name,
                                            gtk_widget_get_width (window), gtk_widget_get_height (window));

  app_test_draw_frames (window);

  return eyes->look (window, scene);
}

static void
test_all (WindowFixture *fixture,
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
          n_found += look_at (fixture, data, pages[page]);
        }

      timeline = show_page (fixture, "timeline");
      select_row (timeline, 2);
      n_found += look_at (fixture, data, "details");
      g_assert_true (gtk_widget_activate_action (timeline, "timeline-page.close-details", NULL));
    }

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
  gtk_fixed_put (GTK_FIXED (fixed), faint, 0, 150);
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
  { "usual/nothing-clipped", 100, GTK_TEXT_DIR_LTR, sight_find_clipped },
  { "usual/nothing-overlaps", 100, GTK_TEXT_DIR_LTR, sight_find_overlaps },
  { "usual/targets", 100, GTK_TEXT_DIR_LTR, sight_find_small },
  { "large-text/nothing-clipped", 200, GTK_TEXT_DIR_LTR, sight_find_clipped },
  { "large-text/nothing-overlaps", 200, GTK_TEXT_DIR_LTR, sight_find_overlaps },
  { "right-to-left/nothing-clipped", 100, GTK_TEXT_DIR_RTL, sight_find_clipped },
  { "right-to-left/nothing-overlaps", 100, GTK_TEXT_DIR_RTL, sight_find_overlaps },
  /* with-display wants no animations. */
  { "still", 100, GTK_TEXT_DIR_LTR, await_still },
};

/* Those of a program that was started for it: libadwaita looks once. */
static const Eyes high_contrast[] = {
  { "high-contrast/nothing-clipped", 100, GTK_TEXT_DIR_LTR, sight_find_clipped },
  { "high-contrast/nothing-overlaps", 100, GTK_TEXT_DIR_LTR, sight_find_overlaps },
  { "high-contrast/contrast", 100, GTK_TEXT_DIR_LTR, sight_find_faint },
};

static void
add (const Eyes *eyes,
     guint       n_eyes)
{
  for (guint i = 0; i < n_eyes; i++)
    {
      g_autofree char *path = g_strdup_printf ("/app/eyes/%s", eyes[i].name);

      g_test_add (path, WindowFixture, &eyes[i], set_up, test_all, tear_down);
    }
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/eyes/finds", test_finds);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    {
      if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
        add (high_contrast, G_N_ELEMENTS (high_contrast));
      else
        add (usual, G_N_ELEMENTS (usual));
    }

  return g_test_run ();
}
