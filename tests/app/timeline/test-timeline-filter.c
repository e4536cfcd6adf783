/* test-timeline-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"

#include "sounder-settings.h"
#include "sounder-timeline-page.h"
#include "test-support.h"

typedef struct
{
  McpJournal            *journal;
  GtkWidget             *window;
  SounderTimeline       *timeline;
  SounderTimelineFilter *filter;
  GtkEditable           *entry;
} Fixture;

static GtkWidget *
find_entry (GtkWidget *widget)
{
  if (GTK_IS_SEARCH_ENTRY (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_entry (child);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  McpJournalEntry entry = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{}", 2);

  g_settings_reset (sounder_settings_get_default (), "timeline-filters");

  entry.direction = MCP_DIRECTION_OUT;
  entry.kind = MCP_RECORD_NOTIFICATION;
  entry.life = 1;
  entry.method = "odd/method";
  entry.method_length = strlen (entry.method);
  fixture->journal = mcp_journal_new ();
  mcp_journal_append (fixture->journal, &entry, bytes);
  mcp_journal_flush (fixture->journal);

  fixture->timeline = g_object_new (SOUNDER_TYPE_TIMELINE, NULL);
  fixture->filter = sounder_timeline_get_filter (fixture->timeline);
  fixture->entry = GTK_EDITABLE (find_entry (GTK_WIDGET (fixture->timeline)));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->timeline));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->timeline)));
  sounder_timeline_focus_filter (fixture->timeline);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

static void
type (Fixture    *fixture,
      const char *text)
{
  int position = gtk_editable_get_position (fixture->entry);

  sounder_timeline_filter_close (fixture->filter);
  gtk_editable_insert_text (fixture->entry, text, -1, &position);
  gtk_editable_set_position (fixture->entry, position);
  TEST_AWAIT_POLL (sounder_timeline_filter_is_open (fixture->filter));
}

#define assert_text(fixture, text)                                                                \
  g_assert_cmpstr (gtk_editable_get_text ((fixture)->entry), ==, text)

static void
test_filter_completes (Fixture       *fixture,
                       gconstpointer  unused)
{
  type (fixture, "metho");
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Tab));
  assert_text (fixture, "method:");

  /* A field goes on with its values: those that were seen. */
  g_assert_true (sounder_timeline_filter_is_open (fixture->filter));
  type (fixture, "od");
  g_assert_cmpuint (sounder_timeline_filter_get_n_shown (fixture->filter), ==, 1);
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Down));
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Return));
  g_assert_true (g_str_has_prefix (gtk_editable_get_text (fixture->entry), "method:odd/method"));
  g_assert_false (sounder_timeline_filter_is_open (fixture->filter));
}

/* In the middle of a text, what stands behind the cursor stays. */
static void
test_filter_completes_within (Fixture       *fixture,
                              gconstpointer  unused)
{
  gtk_editable_set_text (fixture->entry, "é  kind:error");
  gtk_editable_set_position (fixture->entry, 2);
  type (fixture, "dir:o");
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Tab));
  g_assert_true (g_str_has_prefix (gtk_editable_get_text (fixture->entry), "é dir:out"));
  g_assert_true (g_str_has_suffix (gtk_editable_get_text (fixture->entry), "kind:error"));
}

static void
test_filter_keys (Fixture       *fixture,
                  gconstpointer  unused)
{
  type (fixture, "k");

  /* Nothing was chosen: Enter filters, and does not take what nobody chose. */
  g_assert_false (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Return));
  assert_text (fixture, "k");
  g_assert_false (sounder_timeline_filter_is_open (fixture->filter));

  type (fixture, "i");
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Escape));
  g_assert_false (sounder_timeline_filter_is_open (fixture->filter));
  assert_text (fixture, "ki");
  g_assert_false (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Tab));
  g_assert_false (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Up));
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Down));
  g_assert_true (sounder_timeline_filter_is_open (fixture->filter));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (fixture->entry))));
}

static void
test_filter_error_place (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkText *text = GTK_TEXT (gtk_editable_get_delegate (fixture->entry));
  PangoAttrIterator *iterator;
  int start;
  int end;

  sounder_timeline_set_filter (fixture->timeline, "dir:in nosuch:x");
  iterator = pango_attr_list_get_iterator (gtk_text_get_attributes (text));
  while (pango_attr_iterator_get (iterator, PANGO_ATTR_UNDERLINE) == NULL)
    g_assert_true (pango_attr_iterator_next (iterator));
  pango_attr_iterator_range (iterator, &start, &end);
  pango_attr_iterator_destroy (iterator);
  g_assert_cmpint (start, ==, strlen ("dir:in "));
  g_assert_cmpint (end, >, start);

  sounder_timeline_set_filter (fixture->timeline, "dir:in");
  iterator = pango_attr_list_get_iterator (gtk_text_get_attributes (text));
  g_assert_null (pango_attr_iterator_get (iterator, PANGO_ATTR_UNDERLINE));
  pango_attr_iterator_destroy (iterator);
}

static void
test_filter_recent (Fixture       *fixture,
                    gconstpointer  unused)
{
  sounder_timeline_set_filter (fixture->timeline, "kind:error");
  sounder_timeline_filter_remember (fixture->filter);
  sounder_timeline_set_filter (fixture->timeline, "nosuch:x");
  sounder_timeline_filter_remember (fixture->filter);
  sounder_timeline_set_filter (fixture->timeline, "dir:in");
  sounder_timeline_filter_remember (fixture->filter);
  sounder_timeline_set_filter (fixture->timeline, "kind:error");
  sounder_timeline_filter_remember (fixture->filter);
  sounder_timeline_set_filter (fixture->timeline, "");

  /* Each once, the last first, and none that is wrong. */
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Down));
  g_assert_cmpuint (sounder_timeline_filter_get_n_shown (fixture->filter), ==, 2);
  g_assert_true (sounder_timeline_filter_press (fixture->filter, GDK_KEY_Tab));
  assert_text (fixture, "kind:error");
}

/* What is not typed suggests nothing. */
static void
test_filter_quiet (Fixture       *fixture,
                   gconstpointer  unused)
{
  gtk_widget_grab_focus (GTK_WIDGET (fixture->timeline));
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  sounder_timeline_set_filter (fixture->timeline, "metho");
  g_assert_false (sounder_timeline_filter_is_open (fixture->filter));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/app/timeline-filter/completes", test_filter_completes);
  ADD ("/app/timeline-filter/completes-within", test_filter_completes_within);
  ADD ("/app/timeline-filter/keys", test_filter_keys);
  ADD ("/app/timeline-filter/error-place", test_filter_error_place);
  ADD ("/app/timeline-filter/recent", test_filter_recent);
  ADD ("/app/timeline-filter/quiet", test_filter_quiet);
#undef ADD

  return g_test_run ();
}
