/* test-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-help-pages.h"
#include "sounder-help-window.h"
#include "sounder-help.h"
#include "sounder-markdown-blocks.h"
#include "sounder-window.h"
#include "test-support.h"

/* The handbook in its window: its pages, the way between them, and searching them. */

typedef struct
{
  SounderServerModel *model;
  GtkWindow          *window;
  SounderHelpWindow  *help;
  GtkAdjustment      *adjustment;
} Fixture;

static void
setup (Fixture       *fixture,
       gconstpointer  topic)
{
  fixture->model = app_test_new_model ();
  fixture->window = GTK_WINDOW (sounder_window_new (NULL, fixture->model));
  gtk_window_present (fixture->window);
  fixture->help = SOUNDER_HELP_WINDOW (sounder_help_present (fixture->window, topic));
  fixture->adjustment = gtk_scrolled_window_get_vadjustment (
    GTK_SCROLLED_WINDOW (app_test_find_named (GTK_WIDGET (fixture->help), "scrolled")));
  app_test_draw_frames (GTK_WIDGET (fixture->help));
}

/* It goes with the window it was opened from. */
static void
teardown (Fixture       *fixture,
          gconstpointer  topic)
{
  SounderHelpWindow *watched = fixture->help;

  if (watched != NULL)
    g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  gtk_window_destroy (fixture->window);
  TEST_AWAIT_POLL (watched == NULL);
  g_object_unref (fixture->model);
}

static SounderMarkdownBlocks *
get_blocks (Fixture *fixture)
{
  return SOUNDER_MARKDOWN_BLOCKS (
    app_test_find (GTK_WIDGET (fixture->help), SOUNDER_TYPE_MARKDOWN_BLOCKS));
}

static void
assert_topic (Fixture    *fixture,
              const char *topic)
{
  g_assert_cmpstr (sounder_help_window_get_topic (fixture->help), ==, topic);
}

static void
follow (Fixture    *fixture,
        const char *address)
{
  g_signal_emit_by_name (get_blocks (fixture), "link-activated", address);
}

/* Every page is drawn, and fits. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  topic)
{
  g_autoptr (GPtrArray) pages = sounder_help_pages_new ();

  g_assert_cmpuint (pages->len, >, 20);
  for (guint i = 0; i < pages->len; i++)
    {
      SounderHelpPage *page = pages->pdata[i];

      g_assert_cmpint (page->section == NULL, ==, i == 0);
      g_assert_true (sounder_help_present (fixture->window, page->topic) == GTK_WIDGET (fixture->help));
      assert_topic (fixture, page->topic);
      app_test_assert_fits (GTK_WIDGET (fixture->help));
      app_test_assert_labelled (GTK_WIDGET (fixture->help));
    }
  g_assert_null (sounder_help_present (fixture->window, "nothing"));
  assert_topic (fixture, ((SounderHelpPage *) pages->pdata[pages->len - 1])->topic);
}

static void
test_topics (void)
{
  static const char *const names[] = { "overview", "tools",  "resources", "prompts", "skills",
                                       "tasks",    "timeline", "health",  "console" };

  g_assert_cmpstr (sounder_help_get_topic (NULL), ==, "first-steps");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (sounder_help_get_topic (names[i]), !=, "first-steps");
  g_assert_cmpstr (sounder_help_get_topic ("timeline"), ==, "timeline");
}

/* F1 in a window beside the one with the servers; and in that. */
static void
test_f1 (Fixture       *fixture,
         gconstpointer  topic)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_transient_for (GTK_WINDOW (window), fixture->window);
  sounder_help_add_key (GTK_WINDOW (window), "load");
  app_test_press (window, 0, GDK_KEY_F1);
  assert_topic (fixture, "load");
  app_test_press (GTK_WIDGET (fixture->window), 0, GDK_KEY_F1);
  assert_topic (fixture, "first-steps");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* There and back, to the place where one was. */
static void
test_links (Fixture       *fixture,
            gconstpointer  topic)
{
  GtkWidget *forward = app_test_find_named (GTK_WIDGET (fixture->help), "forward_button");

  follow (fixture, "filters.md#time");
  assert_topic (fixture, "filters");
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) > 100);

  gtk_widget_activate_action (GTK_WIDGET (fixture->help), "help.back", NULL);
  assert_topic (fixture, topic);
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) == 0);
  app_test_press (GTK_WIDGET (fixture->help), GDK_ALT_MASK, GDK_KEY_Right);
  assert_topic (fixture, "filters");
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) > 100);

  /* On the same page; and what comes of a step back and another way. */
  follow (fixture, "#filters");
  assert_topic (fixture, "filters");
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) < 50);
  app_test_press (GTK_WIDGET (fixture->help), GDK_ALT_MASK, GDK_KEY_Left);
  app_test_press (GTK_WIDGET (fixture->help), GDK_ALT_MASK, GDK_KEY_Left);
  assert_topic (fixture, topic);
  g_assert_true (gtk_widget_get_sensitive (forward));
  follow (fixture, "tap.md");
  assert_topic (fixture, "tap");
  g_assert_false (gtk_widget_get_sensitive (forward));
}

/* The page has the focus when it opens, and scrolls by keys. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  topic)
{
  GtkWidget *scrolled = app_test_find_named (GTK_WIDGET (fixture->help), "scrolled");

  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->help)) == scrolled);
  app_test_press (scrolled, 0, GDK_KEY_End);
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) > 300);
  app_test_press (scrolled, 0, GDK_KEY_Home);
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) == 0);
  app_test_press (scrolled, 0, GDK_KEY_space);
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) > 100);
  app_test_press (scrolled, 0, GDK_KEY_Tab);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture->help)),
                                         GTK_WIDGET (get_blocks (fixture))));
}

static guint
count_rows (Fixture *fixture)
{
  GtkListBox *list =
    GTK_LIST_BOX (app_test_find_named (GTK_WIDGET (fixture->help), "list"));
  GtkListBoxRow *row;
  guint n = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (row));

  return n;
}

/* As if it had been typed, a moment ago. */
static void
search (Fixture    *fixture,
        const char *text)
{
  GtkWidget *entry = app_test_child (fixture->help, "entry");

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
}

/* Through all pages: the list keeps those with the words, Enter goes on to the next of them. */
static void
test_search (Fixture       *fixture,
             gconstpointer  topic)
{
  GtkWidget *entry = app_test_find (GTK_WIDGET (fixture->help), GTK_TYPE_SEARCH_ENTRY);
  guint n_rows = count_rows (fixture);
  const char *before;

  app_test_press (GTK_WIDGET (fixture->help), GDK_CONTROL_MASK, GDK_KEY_f);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture->help)), entry));
  search (fixture, "invokestdin");
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  g_signal_emit_by_name (entry, "activate");
  assert_topic (fixture, topic);

  search (fixture, "back-pressure");
  g_assert_cmpuint (count_rows (fixture), <, n_rows);
  g_assert_cmpuint (count_rows (fixture), >, 1);
  assert_topic (fixture, topic);
  g_signal_emit_by_name (entry, "activate");
  before = sounder_help_window_get_topic (fixture->help);
  g_assert_cmpstr (before, !=, topic);
  TEST_AWAIT (gtk_adjustment_get_value (fixture->adjustment) > 100);
  for (guint i = 0; g_str_equal (sounder_help_window_get_topic (fixture->help), before); i++)
    {
      g_assert_cmpuint (i, <, 20);
      g_signal_emit_by_name (entry, "activate");
    }
  g_signal_emit_by_name (entry, "previous-match");
  g_assert_cmpstr (sounder_help_window_get_topic (fixture->help), ==, before);

  search (fixture, "");
  g_assert_cmpuint (count_rows (fixture), ==, n_rows);
}

/* What is counted without drawing is what is marked where it is drawn, in labels, cells and code. */
static void
test_hits (Fixture       *fixture,
           gconstpointer  topic)
{
  static const char *const words[] = { "sounder-cli", "the", "«redacted»", "e" };
  g_autoptr (GPtrArray) pages = sounder_help_pages_new ();

  for (guint i = 0; i < pages->len; i++)
    {
      SounderHelpPage *page = pages->pdata[i];

      sounder_help_present (fixture->window, page->topic);
      for (guint j = 0; j < G_N_ELEMENTS (words); j++)
        {
          guint n_hits = sounder_markdown_blocks_search (get_blocks (fixture), words[j]);
          int y = -1;

          g_assert_cmpuint (n_hits, ==,
                            sounder_markdown_blocks_count (sounder_help_page_get_blocks (page), words[j]));
          if (n_hits > 0)
            g_assert_nonnull (
              sounder_markdown_blocks_select_hit (get_blocks (fixture), words[j], n_hits - 1, &y));
          g_assert_null (
            sounder_markdown_blocks_select_hit (get_blocks (fixture), words[j], n_hits, &y));
        }
    }
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  topic)
{
  GtkWidget *picture = app_test_find (GTK_WIDGET (fixture->help), GTK_TYPE_PICTURE);

  g_assert_nonnull (picture);
  g_assert_cmpstr (gtk_picture_get_alternative_text (GTK_PICTURE (picture)), ==,
                   "The Overview of the demo server");
  g_assert_cmpint (gtk_widget_get_height (picture), >, 100);
}

static void
test_escape (Fixture       *fixture,
             gconstpointer  topic)
{
  SounderHelpWindow *help = fixture->help;

  g_object_add_weak_pointer (G_OBJECT (help), (gpointer *) &fixture->help);
  app_test_press (GTK_WIDGET (help), 0, GDK_KEY_Escape);
  TEST_AWAIT_POLL (fixture->help == NULL);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/help/topics", test_topics);
  g_test_add ("/app/help/pages", Fixture, "first-steps", setup, test_pages, teardown);
  g_test_add ("/app/help/f1", Fixture, "timeline", setup, test_f1, teardown);
  g_test_add ("/app/help/links", Fixture, "timeline", setup, test_links, teardown);
  g_test_add ("/app/help/keys", Fixture, "filters", setup, test_keys, teardown);
  g_test_add ("/app/help/search", Fixture, "timeline", setup, test_search, teardown);
  g_test_add ("/app/help/hits", Fixture, "timeline", setup, test_hits, teardown);
  g_test_add ("/app/help/pictures", Fixture, "first-steps", setup, test_pictures, teardown);
  g_test_add ("/app/help/escape", Fixture, "timeline", setup, test_escape, teardown);

  return g_test_run ();
}
