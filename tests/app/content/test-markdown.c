/* test-markdown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-content-view.h"
#include "sounder-markdown-text.h"
#include "sounder-pane.h"
#include "sounder-text-content.h"
#include "test-support.h"

static SounderContent *
new_content (const char *text,
             const char *mime_type)
{
  SounderContent *content = g_new0 (SounderContent, 1);

  sounder_content_take_text (content, g_strdup (text));
  content->mime_type = g_strdup (mime_type);

  return content;
}

static GtkWidget *
present (GtkWidget *view)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 500);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  return window;
}

/* The first label with these words. */
static GtkWidget *
find_words (GtkWidget  *widget,
            const char *words)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_words (child, words);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *text;
    const char *mime_type;
    gboolean    is_markdown;
  } cases[] = {
    { "plain", "text/markdown", TRUE },
    { "plain", "text/markdown; charset=utf-8", TRUE },
    { "# a heading", NULL, TRUE },
    { "# a comment", "text/x-python", FALSE },
    { "plain", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (sounder_markdown_text_is_for (cases[i].mime_type, cases[i].text), ==,
                     cases[i].is_markdown);
}

static void
test_source (void)
{
  GtkWidget *view = sounder_content_view_new (
    new_content ("# Title\n\nSome **bold** words", "text/markdown"));
  GtkWidget *window = present (view);
  GtkWidget *pane = app_test_find (view, SOUNDER_TYPE_PANE);

  g_assert_nonnull (find_words (view, "Some bold words"));
  g_assert_null (find_words (view, "**bold**"));
  g_assert_true (gtk_widget_activate_action (pane, "pane.look", "s", "pretty"));
  app_test_draw_frames (window);
  g_assert_false (gtk_widget_get_mapped (find_words (view, "Some bold words")));
  g_assert_true (gtk_widget_activate_action (pane, "pane.look", "s", "drawn"));
  app_test_draw_frames (window);
  g_assert_true (gtk_widget_get_mapped (find_words (view, "Some bold words")));
  app_test_assert_labelled (window);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* Of a language that is known, of one that is not, and of none. */
static void
test_code (void)
{
  GtkWidget *view = sounder_content_view_new (
    new_content ("```json\n{}\n```\n\n```nothing\na\n```\n\n```\nb\n```\n", "text/markdown"));
  GtkWidget *window = present (view);

  g_assert_nonnull (app_test_find (view, GTK_TYPE_TEXT_VIEW));
  gtk_window_destroy (GTK_WINDOW (window));
}

static AdwMessageDialog *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return ADW_MESSAGE_DIALOG (window);
    }

  return NULL;
}

/* A link asks, with the whole address, before anything happens. */
static void
test_link (void)
{
  GtkWidget *view = sounder_content_view_new (
    new_content ("[here](https://user@example.org/path?x=1)", "text/markdown"));
  GtkWidget *window = present (view);
  GtkWidget *label = find_words (view, "here");
  AdwMessageDialog *dialog;
  gboolean handled = FALSE;

  g_signal_emit_by_name (label, "activate-link", "https://user@example.org/path?x=1", &handled);
  g_assert_true (handled);
  TEST_AWAIT_POLL (find_question () != NULL);
  dialog = find_question ();
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "example.org/path?x=1"));
  g_signal_emit_by_name (app_test_find_labelled (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "_Cancel"),
                         "clicked");
  TEST_AWAIT_POLL (find_question () == NULL);

  gtk_window_destroy (GTK_WINDOW (window));
}

/* More than is drawn at once, and more than is drawn at all. */
static void
test_long (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *view;
  GtkWidget *window;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "Line %u\n\n", i);
  g_string_append (text, "the end");
  view = sounder_content_view_new (new_content (text->str, "text/markdown"));
  window = present (view);
  TEST_AWAIT (find_words (view, "the end") != NULL);
  gtk_window_destroy (GTK_WINDOW (window));

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, " more");
  view = sounder_content_view_new (new_content (text->str, "text/markdown"));
  window = present (view);
  g_assert_nonnull (find_words (view, "too large"));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/markdown/kinds", test_kinds);
  g_test_add_func ("/app/markdown/source", test_source);
  g_test_add_func ("/app/markdown/code", test_code);
  g_test_add_func ("/app/markdown/link", test_link);
  g_test_add_func ("/app/markdown/long", test_long);

  return g_test_run ();
}
