/* test-hex.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-content-view.h"
#include "sounder-hex-lines.h"
#include "sounder-hex-view.h"
#include "test-support.h"

#define SIZE (100 * 1024 * 1024)

static GBytes *
new_zeros (gsize n_bytes)
{
  return g_bytes_new_take (g_malloc0 (n_bytes), n_bytes);
}

static char *
dup_line (GListModel *lines,
          guint       position)
{
  g_autoptr (GtkStringObject) line = g_list_model_get_item (lines, position);

  return line != NULL ? g_strdup (gtk_string_object_get_string (line)) : NULL;
}

static void
assert_line (GListModel *lines,
             guint       position,
             const char *expected)
{
  g_autofree char *line = dup_line (lines, position);

  g_assert_cmpstr (line, ==, expected);
}

static void
test_lines (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("\0AZ az~\x7f\x80\xff<&>%s\nlast", 21);
  g_autoptr (GBytes) none = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) whole = new_zeros (32);
  SounderHexLines *lines = sounder_hex_lines_new (bytes);
  g_autofree char *both = sounder_hex_lines_dup_text (lines, 0, 2);
  g_autoptr (GListModel) empty = G_LIST_MODEL (sounder_hex_lines_new (none));
  g_autoptr (GListModel) even = G_LIST_MODEL (sounder_hex_lines_new (whole));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lines)), ==, 2);
  assert_line (G_LIST_MODEL (lines), 0,
               "00000000  00 41 5a 20 61 7a 7e 7f  80 ff 3c 26 3e 25 73 0a  .AZ az~...<&>%s.");
  assert_line (G_LIST_MODEL (lines), 1,
               "00000010  6c 61 73 74 00                                    last.");
  assert_line (G_LIST_MODEL (lines), 2, NULL);
  g_assert_cmpuint (strlen (both), ==, 76 + 1 + 65);

  g_assert_cmpuint (g_list_model_get_n_items (empty), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (even), ==, 2);
  assert_line (even, 2, NULL);
  g_assert_finalize_object (lines);
}

static guint
count_labels (GtkWidget *widget)
{
  guint n = GTK_IS_LABEL (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_labels (child);

  return n;
}

static GtkWidget *
present (GtkWidget *view)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  app_test_draw_frames (window);

  return window;
}

/* Of a hundred mebibytes only those lines are there that are seen, wherever that is. */
static void
test_large (void)
{
  g_autoptr (GBytes) bytes = new_zeros (SIZE);
  GtkWidget *widget = sounder_hex_view_new (bytes);
  SounderHexView *view = SOUNDER_HEX_VIEW (widget);
  GtkWidget *window = present (widget);
  GtkSelectionModel *lines =
    gtk_list_view_get_model (GTK_LIST_VIEW (app_test_find (widget, GTK_TYPE_LIST_VIEW)));
  g_autofree char *text = NULL;

  g_assert_cmpuint (count_labels (widget), <, 1000);
  g_assert_true (sounder_hex_view_go_to (view, "0x63FFFFF"));
  app_test_draw_frames (window);
  g_assert_nonnull (app_test_find_labelled (
    widget, GTK_TYPE_LABEL,
    "063ffff0  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  ................"));
  g_assert_cmpuint (count_labels (widget), <, 1000);
  g_assert_true (gtk_selection_model_is_selected (lines, SIZE / 16 - 1));
  g_assert_false (sounder_hex_view_go_to (view, "6400000"));
  g_assert_false (sounder_hex_view_go_to (view, ""));
  g_assert_false (sounder_hex_view_go_to (view, "12 "));

  /* What is selected is copied, if it is no more than a clipboard can bear. */
  gtk_selection_model_select_item (lines, 1, FALSE);
  text = sounder_hex_view_dup_text (view);
  g_assert_true (g_str_has_prefix (text, "00000010  00 "));
  g_assert_nonnull (strstr (text, "\n063ffff0  00 "));
  g_assert_cmpuint (strlen (text), ==, 76 + 1 + 76);
  gtk_selection_model_select_all (lines);
  g_assert_null (sounder_hex_view_dup_text (view));
  gtk_selection_model_unselect_all (lines);
  g_assert_null (sounder_hex_view_dup_text (view));

  app_test_assert_labelled (widget);
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  gtk_window_destroy (GTK_WINDOW (window));
  TEST_AWAIT_POLL (view == NULL);
}

static GtkWidget *
new_content (const char *type)
{
  g_autofree char *json = g_strdup_printf (
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"mimeType\":\"%s\",\"blob\":\"AAEC/w==\"}}", type);

  return sounder_content_view_new (sounder_content_new_for_block (json, strlen (json)));
}

/* What nothing else can show is bytes; of the rest they are there when somebody asks for them. */
static void
test_content (void)
{
  GtkWidget *window = present (new_content ("application/octet-stream"));
  SounderHexView *view = SOUNDER_HEX_VIEW (app_test_find (window, SOUNDER_TYPE_HEX_VIEW));
  g_autofree char *text = NULL;
  GtkWidget *button;

  g_assert_nonnull (view);
  text = sounder_hex_view_dup_text (view);
  g_assert_true (g_str_has_prefix (text, "00000000  00 01 02 ff  "));
  g_assert_null (app_test_find (window, GTK_TYPE_TOGGLE_BUTTON));
  gtk_window_destroy (GTK_WINDOW (window));

  window = present (new_content ("audio/x-unknown"));
  g_assert_null (app_test_find (window, SOUNDER_TYPE_HEX_VIEW));
  button = app_test_find (window, GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_assert_nonnull (app_test_find (window, SOUNDER_TYPE_HEX_VIEW));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), FALSE);
  g_assert_null (app_test_find (window, SOUNDER_TYPE_HEX_VIEW));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/hex/lines", test_lines);
  g_test_add_func ("/app/hex/large", test_large);
  g_test_add_func ("/app/hex/content", test_content);

  return g_test_run ();
}
