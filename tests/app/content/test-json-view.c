/* test-json-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-json-path.h"
#include "sounder-json-tree.h"
#include "sounder-json-view.h"
#include "sounder-text-field.h"
#include "sounder-pane.h"
#include "sounder-rendering.h"
#include "test-support.h"

static GBytes *
new_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
test_rendering_kinds (void)
{
  static const struct
  {
    const char           *text;
    gsize                 length;
    SounderRenderingKind  kind;
    const char           *expected; /* (nullable): a part of the text */
  } cases[] = {
    { "", 0, SOUNDER_RENDERING_EMPTY, "" },
    { "{\"a\":1.10,\"a\":9007199254740993}", 31, SOUNDER_RENDERING_JSON, "9007199254740993" },
    { "\xef\xbb\xbf[1e400]", 10, SOUNDER_RENDERING_JSON, "1e400" },
    { "Listening on stdio", 18, SOUNDER_RENDERING_TEXT, "Listening on stdio" },
    { "na\xefve but readable text", 23, SOUNDER_RENDERING_TEXT, "readable" },
    { "\x7f" "ELF\0\1\2", 7, SOUNDER_RENDERING_HEX, "7f 45 4c 46 00 01 02" },
    { "{\"a\":1", 6, SOUNDER_RENDERING_TEXT, "{\"a\":1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (cases[i].text, cases[i].length);
      g_autoptr (SounderRendering) rendering = sounder_rendering_new (bytes, 10000, 1000);

      g_assert_cmpint (rendering->kind, ==, cases[i].kind);
      g_assert_nonnull (strstr (rendering->text, cases[i].expected));
      g_assert_true (g_utf8_validate (rendering->text, rendering->length, NULL));
      g_assert_false (rendering->truncated);
    }
}

static void
test_rendering_bounds (void)
{
  g_autofree char *long_line = g_strnfill (100000, 'x');
  g_autofree char *long_string = g_strdup_printf ("{\"s\":\"%s\"}", long_line);
  g_autoptr (GBytes) line = new_bytes (long_line);
  g_autoptr (GBytes) string = new_bytes (long_string);
  g_autoptr (SounderRendering) folded = sounder_rendering_new (line, 1000000, 100);
  g_autoptr (SounderRendering) cut = sounder_rendering_new (line, 5000, 100);
  g_autoptr (SounderRendering) elided = sounder_rendering_new (string, 1000000, 100);
  g_autoptr (SounderRendering) whole = sounder_rendering_new (string, 1000000, 0);

  g_assert_true (folded->folded);
  g_assert_false (folded->truncated);
  g_assert_cmpuint (strlen (folded->text), >, 100000);
  g_assert_true (cut->truncated);
  g_assert_cmpuint (cut->length, <=, 5100);

  g_assert_cmpuint (elided->n_elided_strings, ==, 1);
  g_assert_cmpuint (elided->length, <, 1000);
  g_assert_cmpuint (whole->n_elided_strings, ==, 0);
  g_assert_cmpuint (whole->length, >, 100000);
  g_assert_true (whole->folded);
}

/* What could turn text around or hide it is made visible. */
static void
test_rendering_bidi (void)
{
  g_autoptr (GBytes) bytes = new_bytes ("{\"name\":\"a\xe2\x80\xae" "b\"}");
  g_autoptr (SounderRendering) rendering = sounder_rendering_new (bytes, 10000, 1000);

  g_assert_null (strstr (rendering->text, "\xe2\x80\xae"));
}

static void
test_json_view_small (void)
{
  GtkWidget *view = g_object_ref_sink (sounder_json_view_new ());
  g_autoptr (GBytes) bytes = new_bytes ("{\"b\":[1,2],\"a\":null}");
  g_autofree char *text = NULL;
  g_autofree char *empty = NULL;

  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), bytes);
  g_assert_false (app_test_get_boolean (view, "busy"));
  text = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  g_assert_true (g_str_has_prefix (text, "{\n  \"b\": ["));
  g_assert_true (sounder_json_view_get_bytes (SOUNDER_JSON_VIEW (view)) == bytes);

  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), NULL);
  empty = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  g_assert_cmpstr (empty, ==, "");
  g_assert_finalize_object (view);
}

static GBytes *
new_big_bytes (gsize length)
{
  GString *text = g_string_sized_new (length + 100);

  g_string_append_c (text, '[');
  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text, "%s{\"index\":%u}", i > 0 ? "," : "", i);
  g_string_append_c (text, ']');

  return g_string_free_to_bytes (text);
}

static void
test_json_view_big (void)
{
  GtkWidget *view = g_object_ref_sink (sounder_json_view_new ());
  g_autoptr (GBytes) bytes = new_big_bytes (8 * 1024 * 1024);
  g_autofree char *first = NULL;
  g_autofree char *more = NULL;

  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), bytes);
  g_assert_true (app_test_get_boolean (view, "busy"));
  TEST_AWAIT_POLL (!app_test_get_boolean (view, "busy"));
  first = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  g_assert_cmpuint (strlen (first), >, 100000);
  g_assert_cmpuint (strlen (first), <=, 2 * 1024 * 1024);

  g_assert_true (gtk_widget_activate_action (view, "json.show-more", NULL));
  TEST_AWAIT_POLL (!app_test_get_boolean (view, "busy"));
  more = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  g_assert_cmpuint (strlen (more), >, strlen (first) * 3 / 2);
  g_assert_finalize_object (view);
}

/* Other bytes while the worker prints: the last ones are shown. */
static void
test_json_view_overtaken (void)
{
  GtkWidget *view = g_object_ref_sink (sounder_json_view_new ());
  g_autoptr (GBytes) big = new_big_bytes (4 * 1024 * 1024);
  g_autoptr (GBytes) other = new_big_bytes (1024 * 1024);
  g_autoptr (GBytes) small = new_bytes ("[\"last\"]");
  g_autofree char *text = NULL;

  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), big);
  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), other);
  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), small);
  for (guint i = 0; i < 100; i++)
    test_iterate_until (g_get_monotonic_time () + 2000);
  text = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  g_assert_nonnull (strstr (text, "\"last\""));
  g_assert_cmpuint (strlen (text), <, 20);
  g_assert_finalize_object (view);
}

static void
test_json_view_finalize_busy (void)
{
  GtkWidget *view = g_object_ref_sink (sounder_json_view_new ());
  g_autoptr (GBytes) big = new_big_bytes (2 * 1024 * 1024);

  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), big);
  g_assert_true (app_test_get_boolean (view, "busy"));
  g_assert_finalize_object (view);
}

static void
changed_cb (SounderJsonView *view,
            guint           *n_changes)
{
  (*n_changes)++;
}

static void
test_json_view_editable (void)
{
  GtkWidget *view = g_object_ref_sink (sounder_json_view_new ());
  GtkTextBuffer *buffer = NULL;
  g_autofree char *text = NULL;
  guint n_changes = 0;

  g_object_set (view, "editable", TRUE, "line-numbers", FALSE, "label", "Arguments", NULL);
  g_signal_connect (view, "changed", G_CALLBACK (changed_cb), &n_changes);
  sounder_json_view_set_text (SOUNDER_JSON_VIEW (view), "{ \"a\":1 }");
  g_assert_cmpuint (n_changes, ==, 0);
  text = sounder_json_view_dup_text (SOUNDER_JSON_VIEW (view));
  /* As it was given: the user's own spacing is not touched. */
  g_assert_cmpstr (text, ==, "{ \"a\":1 }");

  for (GtkWidget *child = view; child != NULL && buffer == NULL;
       child = gtk_widget_get_first_child (child))
    {
      if (GTK_IS_TEXT_VIEW (child))
        buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (child));
    }
  g_assert_nonnull (buffer);
  gtk_text_buffer_insert_at_cursor (buffer, "x", 1);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_finalize_object (view);
}

/* The place is marked where it is, behind a line that had to be broken too. */
static void
test_rendering_part (void)
{
  g_autofree char *head = g_strnfill (20000, 'x');
  g_autofree char *text = g_strconcat ("\x01", head, "NEEDLE", head, NULL);
  g_autoptr (GBytes) bytes = new_bytes (text);
  g_autoptr (SounderRendering) whole = sounder_rendering_new_part (bytes, 1000000, 20001, 6);
  g_autoptr (SounderRendering) part = sounder_rendering_new_part (bytes, 1000, 20001, 6);
  g_autoptr (SounderRendering) end = sounder_rendering_new_part (bytes, 1000, 50000, 6);

  g_assert_true (whole->folded);
  g_assert_false (whole->truncated);
  g_assert_cmpmem (whole->text + whole->mark, whole->mark_length, "NEEDLE", 6);
  g_assert_true (part->truncated);
  g_assert_cmpuint (part->from, ==, 20001 - 500);
  g_assert_cmpmem (part->text + part->mark, part->mark_length, "NEEDLE", 6);
  g_assert_cmpuint (end->to, ==, strlen (text));
  g_assert_cmpuint (end->mark_length, ==, 0);
}

static char *
dup_selected_path (SounderJsonTree *tree)
{
  return g_strdup (gtk_label_get_text (app_test_child (tree, "path_label")));
}

static void
assert_selected (SounderJsonTree *tree,
                 const char      *expected)
{
  g_autofree char *path = dup_selected_path (tree);

  g_assert_cmpstr (path, ==, expected);
}

static void
test_json_tree_keys (void)
{
  SounderJsonTree *tree = g_object_ref_sink (g_object_new (SOUNDER_TYPE_JSON_TREE, NULL));
  g_autoptr (GBytes) bytes = new_bytes ("{\"id\":1,\"result\":{\"a\":[1,2]},\"x\":{\"y\":2}}");
  g_autoptr (GBytes) scalar = new_bytes ("7");

  sounder_json_tree_set_bytes (tree, bytes);
  /* The whole, its three members, and what is in the result. */
  g_assert_cmpuint (g_list_model_get_n_items (sounder_json_tree_get_rows (tree)), ==, 5);
  app_test_assert_labelled (GTK_WIDGET (tree));

  sounder_json_tree_set_bytes (tree, scalar);
  g_assert_cmpuint (g_list_model_get_n_items (sounder_json_tree_get_rows (tree)), ==, 1);
  sounder_json_tree_set_bytes (tree, NULL);
  g_assert_null (sounder_json_tree_get_rows (tree));
  g_assert_finalize_object (tree);
}

static void
test_json_tree_reveal (void)
{
  SounderJsonTree *tree = g_object_ref_sink (g_object_new (SOUNDER_TYPE_JSON_TREE, NULL));
  GString *text = g_string_new ("{\"result\":{\"list\":[");
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  const char *data;

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "{\"n\":%u},", i);
  g_string_append (text, "{\"n\":\"here\"}]}}");
  bytes = g_string_free_to_bytes (text);
  data = g_bytes_get_data (bytes, &length);

  sounder_json_tree_set_bytes (tree, bytes);
  sounder_json_tree_reveal (tree, strstr (data, "here") - data);
  g_assert_true (gtk_widget_get_visible (app_test_child (tree, "spinner")));
  TEST_AWAIT (!gtk_widget_get_visible (app_test_child (tree, "spinner")));
  assert_selected (tree, "$.result.list[200000].n");

  /* A wish that is not fulfilled yet does not outlive the text. */
  sounder_json_tree_reveal (tree, 2);
  sounder_json_tree_set_bytes (tree, NULL);
  g_assert_false (gtk_widget_get_visible (app_test_child (tree, "spinner")));
  g_assert_finalize_object (tree);
}

static void
await_text (SounderPane *view)
{
  TEST_AWAIT_POLL (!app_test_get_boolean (sounder_pane_get_text (view), "busy"));
}

static void
search (SounderPane *view,
        const char         *text)
{
  sounder_pane_find (view);
  sounder_find_bar_search (app_test_child (view, "find_bar"), text);
  TEST_AWAIT (!sounder_find_bar_is_busy (app_test_child (view, "find_bar")));
}

static char *
dup_selection (GtkWidget *widget)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  if (GTK_IS_TEXT_VIEW (widget))
    {
      buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));

      return gtk_text_buffer_get_selection_bounds (buffer, &start, &end)
               ? gtk_text_buffer_get_text (buffer, &start, &end, TRUE)
               : NULL;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      char *selection = dup_selection (child);

      if (selection != NULL)
        return selection;
    }

  return NULL;
}

static void
test_pane_find (void)
{
  SounderPane *view = g_object_ref_sink (g_object_new (SOUNDER_TYPE_PANE, NULL));
  g_autoptr (GBytes) bytes = new_bytes ("{\"a\":\"Word\",\"b\":[\"word\",\"other\"]}");
  SounderFindBar *bar = app_test_child (view, "find_bar");
  g_autofree char *selection = NULL;
  guint hit;
  gsize offset;
  gsize length;

  sounder_json_view_set_bytes (sounder_pane_get_text (view), bytes);
  search (view, "word");
  g_assert_cmpuint (sounder_find_bar_get_n_hits (bar), ==, 2);
  selection = dup_selection (GTK_WIDGET (sounder_pane_get_text (view)));
  g_assert_cmpstr (selection, ==, "Word");

  sounder_find_bar_step (bar, TRUE);
  g_assert_true (sounder_find_bar_get_hit (bar, &hit, &offset, &length));
  g_assert_cmpuint (hit, ==, 1);
  g_assert_cmpstr (sounder_pane_get_look (view), ==, "pretty");
  sounder_find_bar_step (bar, TRUE);
  g_assert_true (sounder_find_bar_get_hit (bar, &hit, &offset, &length));
  g_assert_cmpuint (hit, ==, 0);

  sounder_pane_set_view (view, "tree");
  sounder_find_bar_step (bar, FALSE);
  TEST_AWAIT (!gtk_widget_get_visible (app_test_child (sounder_pane_get_tree (view), "spinner")));
  assert_selected (sounder_pane_get_tree (view), "$.b[0]");

  search (view, "nowhere");
  g_assert_cmpuint (sounder_find_bar_get_n_hits (bar), ==, 0);
  app_test_assert_labelled (GTK_WIDGET (view));
  sounder_pane_set_bytes (view, NULL);
  g_assert_finalize_object (view);
}

/* What is not printed whole is found all the same, and shown as it came. */
static void
test_pane_find_big (void)
{
  SounderPane *view = g_object_ref_sink (g_object_new (SOUNDER_TYPE_PANE, NULL));
  g_autoptr (GBytes) bytes = new_big_bytes (8 * 1024 * 1024);
  g_autofree char *selection = NULL;
  g_autofree char *text = NULL;

  sounder_json_view_set_bytes (sounder_pane_get_text (view), bytes);
  await_text (view);
  search (view, "\"index\":400000}");
  g_assert_cmpstr (sounder_pane_get_look (view), ==, "exact");
  await_text (view);
  selection = dup_selection (GTK_WIDGET (sounder_pane_get_text (view)));
  g_assert_cmpstr (selection, ==, "\"index\":400000}");

  sounder_pane_set_view (view, "pretty");
  await_text (view);
  text = sounder_json_view_dup_text (sounder_pane_get_text (view));
  g_assert_true (g_str_has_prefix (text, "[\n"));
  g_assert_finalize_object (view);
}

/* The bar is where the cursor is. */
static void
test_json_path_at (void)
{
  static const struct
  {
    const char *text;
    const char *path;
  } cases[] = {
    { "|", "$" },
    { "|{\"a\":1}", "$" },
    { "{|\"a\":1}", "$.a" },
    { "{\"a|\":1}", "$.a" },
    { "{\"a\":|1}", "$.a" },
    { "{\"a\":1|}", "$" },
    { "{\"a\": 1,\n|  \"b\": 2}", "$.b" },
    { "{\"a\":|[10,20]}", "$.a" },
    { "{\"a\":[|10,20]}", "$.a[0]" },
    { "{\"a\":[10,|20]}", "$.a[1]" },
    { "{\"a\":[10,20|]}", "$.a" },
    { "{\"a\":[10,20]|}", "$" },
    { "{\"a\":[],\"b\":{\"c\":[[|]]}}", "$.b.c[0]" },
    { "[{\"a\":1},{\"a\":{\"x-y\":|true}}]", "$[1].a[\"x-y\"]" },
    { "{\"say \\\"}{\\\"\":{\"b\":|1}}", "$[\"say \\\"}{\\\"\"].b" },
    { "{\"a\":\"}],{[|\",\"b\":2}", "$.a" },
    /* What is no JSON is no reason to stop. */
    { "}]|", "$" },
    { "{\"a\":\"never closed|", "$.a" },
    { "{\"a\":{{|\"b\"", "$.a.b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize offset = strcspn (cases[i].text, "|");
      g_autoptr (GString) text = g_string_new (cases[i].text);
      g_autofree char *path = NULL;

      g_string_erase (text, offset, 1);
      path = sounder_json_path_at (text->str, text->len, offset);
      g_assert_cmpstr (path, ==, cases[i].path);
    }
}

static GtkTextBuffer *
find_buffer (GtkWidget *widget)
{
  GtkTextBuffer *buffer = NULL;

  if (GTK_IS_TEXT_VIEW (widget))
    return gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && buffer == NULL;
       child = gtk_widget_get_next_sibling (child))
    buffer = find_buffer (child);

  return buffer;
}

static void
test_json_view_path (void)
{
  SounderJsonView *view = g_object_ref_sink (SOUNDER_JSON_VIEW (sounder_json_view_new ()));
  g_autoptr (GBytes) json = new_bytes ("{\"a\":[1,{\"b\":null}]}");
  g_autoptr (GBytes) prose = new_bytes ("Listening on stdio");
  GtkTextBuffer *buffer = find_buffer (GTK_WIDGET (view));
  GtkTextIter at;
  g_autofree char *path = NULL;

  sounder_json_view_set_bytes (view, json);
  gtk_text_buffer_get_iter_at_line (buffer, &at, 4);
  gtk_text_buffer_place_cursor (buffer, &at);
  path = sounder_json_view_dup_path (view);
  g_assert_cmpstr (path, ==, "$.a[1].b");

  sounder_json_view_set_bytes (view, prose);
  g_assert_null (sounder_json_view_dup_path (view));
  sounder_json_view_set_bytes (view, NULL);
  g_assert_null (sounder_json_view_dup_path (view));
  g_assert_finalize_object (view);
}

static GtkWidget *
find_text_view (GtkWidget *widget)
{
  return app_test_find (widget, GTK_TYPE_TEXT_VIEW);
}

/* What the text view never sees, because it would write a new line. */
static gboolean
is_kept_from_text (GtkWidget       *text,
                   guint            keyval,
                   GdkModifierType  state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (text);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_strcmp0 (gtk_event_controller_get_name (controller), "around") == 0)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
    }

  return handled;
}

/* So do fields of several lines. */
static void
test_text_field_control_enter (void)
{
  GtkTextBuffer *buffer;
  GtkWidget *field = g_object_ref_sink (sounder_text_field_new ("a", FALSE, &buffer));

  g_assert_true (is_kept_from_text (find_text_view (field), GDK_KEY_Return, GDK_CONTROL_MASK));
  g_assert_false (is_kept_from_text (find_text_view (field), GDK_KEY_Return, 0));
  g_object_unref (field);
}

static void
test_json_view_control_enter (void)
{
  SounderJsonView *view = g_object_ref_sink (SOUNDER_JSON_VIEW (sounder_json_view_new ()));
  GtkWidget *text = find_text_view (GTK_WIDGET (view));

  sounder_json_view_set_editable (view, TRUE);
  g_assert_true (is_kept_from_text (text, GDK_KEY_Return, GDK_CONTROL_MASK));
  g_assert_true (is_kept_from_text (text, GDK_KEY_KP_Enter, GDK_CONTROL_MASK));
  g_assert_false (is_kept_from_text (text, GDK_KEY_Return, 0));
  g_assert_false (is_kept_from_text (text, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_finalize_object (view);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/rendering/kinds", test_rendering_kinds);
  g_test_add_func ("/app/rendering/bounds", test_rendering_bounds);
  g_test_add_func ("/app/rendering/bidi", test_rendering_bidi);
  g_test_add_func ("/app/json-view/small", test_json_view_small);
  g_test_add_func ("/app/json-view/big", test_json_view_big);
  g_test_add_func ("/app/json-view/overtaken", test_json_view_overtaken);
  g_test_add_func ("/app/json-view/finalize-busy", test_json_view_finalize_busy);
  g_test_add_func ("/app/json-view/editable", test_json_view_editable);
  g_test_add_func ("/app/json-path/at", test_json_path_at);
  g_test_add_func ("/app/json-view/path", test_json_view_path);
  g_test_add_func ("/app/json-view/control-enter", test_json_view_control_enter);
  g_test_add_func ("/app/rendering/part", test_rendering_part);
  g_test_add_func ("/app/json-tree/keys", test_json_tree_keys);
  g_test_add_func ("/app/json-tree/reveal", test_json_tree_reveal);
  g_test_add_func ("/app/pane/find", test_pane_find);
  g_test_add_func ("/app/pane/find-big", test_pane_find_big);

  g_test_add_func ("/app/text-field/control-enter", test_text_field_control_enter);

  return g_test_run ();
}
