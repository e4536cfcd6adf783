/* test-json-children.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-json-children.h"
#include "test-support.h"

static SounderJsonChildren *
open_text (GString *text)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);
  g_autoptr (SounderJsonNode) root = sounder_json_node_new_root (bytes);

  return sounder_json_children_new (root);
}

static SounderJsonNode *
get_node (SounderJsonChildren *children,
          guint                position)
{
  g_autoptr (SounderJsonNode) node = g_list_model_get_item (G_LIST_MODEL (children), position);

  g_assert_nonnull (node);

  /* The list holds it. */
  return node;
}

static void
assert_node (SounderJsonChildren *children,
             guint                position,
             const char          *title,
             const char          *summary,
             const char          *path)
{
  SounderJsonNode *node = get_node (children, position);
  g_autofree char *its_title = sounder_json_node_dup_title (node);
  g_autofree char *its_summary = sounder_json_node_dup_summary (node);
  g_autofree char *its_path = sounder_json_node_dup_path (node);

  g_assert_cmpstr (its_title, ==, title);
  g_assert_cmpstr (its_summary, ==, summary);
  g_assert_cmpstr (its_path, ==, path);
}

/* Every token as it came. */
static void
test_tokens (void)
{
  g_autoptr (SounderJsonChildren) children =
    open_text (g_string_new ("\xef\xbb\xbf {\"a\":1.10,\"a\":9007199254740993,\"x/y~\":\"\\u00e9\","
                             "\"o\":{\"p\":1,\"p\":2},\"e\":[],\"\xe2\x80\xae\":-0}"));
  g_autofree char *pointer = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (children)), ==, 6);
  assert_node (children, 0, "a", "1.10", "$.a");
  assert_node (children, 1, "a", "9007199254740993", "$.a");
  assert_node (children, 2, "x/y~", "\"\\u00e9\"", "$[\"x/y~\"]");
  assert_node (children, 3, "o", "{2}", "$.o");
  assert_node (children, 4, "e", "[0]", "$.e");
  assert_node (children, 5, "<U+202E>", "-0", "$[\"\xe2\x80\xae\"]");

  pointer = sounder_json_node_dup_pointer (get_node (children, 2));
  g_assert_cmpstr (pointer, ==, "/x~1y~0");
}

static void
test_paths (void)
{
  g_autoptr (SounderJsonChildren) children = open_text (g_string_new ("{\"r\":[[7]]}"));
  g_autoptr (SounderJsonChildren) outer = sounder_json_children_new (get_node (children, 0));
  g_autoptr (SounderJsonChildren) inner = sounder_json_children_new (get_node (outer, 0));
  g_autofree char *pointer = sounder_json_node_dup_pointer (get_node (inner, 0));

  assert_node (inner, 0, "0", "7", "$.r[0][0]");
  g_assert_cmpstr (pointer, ==, "/r/0/0");
  g_assert_cmpint (sounder_json_node_get_json_type (get_node (inner, 0)), ==, MCP_JSON_NUMBER);
}

static GString *
new_array (guint n)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "", i);
  g_string_append_c (text, ']');

  return text;
}

static void
replay_cb (GListModel *model,
           guint       position,
           guint       n_removed,
           guint       n_added,
           guint      *n_items)
{
  g_assert_cmpuint (n_removed, ==, 0);
  g_assert_cmpuint (position, ==, *n_items);
  *n_items += n_added;
  g_assert_cmpuint (*n_items, ==, g_list_model_get_n_items (model));
}

/* A million elements: a thousand of them, and 999 ranges. */
static void
test_ranges (void)
{
  guint n = 1000 * 1000 - 7;
  g_autoptr (SounderJsonChildren) children = open_text (new_array (n));
  g_autoptr (SounderJsonChildren) range = NULL;
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (children));
  guint position;

  g_assert_cmpuint (n_items, >, 0);
  g_signal_connect (children, "items-changed", G_CALLBACK (replay_cb), &n_items);
  if (n_items > SOUNDER_JSON_CHUNK)
    get_node (children, n_items - 1);
  TEST_AWAIT (!sounder_json_children_is_busy (children));

  g_assert_cmpuint (sounder_json_children_get_n_found (children), ==, n);
  g_assert_cmpuint (n_items, ==, SOUNDER_JSON_CHUNK + 999);
  assert_node (children, 999, "999", "999", "$[999]");
  assert_node (children, 1000, "[1000 … 1999]", "[1000]", "$");
  assert_node (children, 1998, "[999000 … 999992]", "[993]", "$");

  range = sounder_json_children_new (get_node (children, 1998));
  TEST_AWAIT (!sounder_json_children_is_busy (range));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (range)), ==, 993);
  assert_node (range, 992, "999992", "999992", "$[999992]");

  /* "[0,1,2": the place of 2 is 5. */
  g_assert_true (sounder_json_children_find (children, 5, &position));
  g_assert_cmpuint (position, ==, 2);
}

static void
test_broken (void)
{
  g_autoptr (SounderJsonChildren) children = open_text (g_string_new ("{\"a\":1,\"b\":[2"));

  g_assert_true (sounder_json_children_is_broken (children));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (children)), ==, 2);
  assert_node (children, 1, "b", "[…]", "$.b");
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GBytes **bytes = user_data;

  *bytes = sounder_json_node_read_finish (SOUNDER_JSON_NODE (source), result, NULL);
}

static void
assert_reads (SounderJsonNode *node,
              const char      *expected)
{
  g_autoptr (GBytes) bytes = NULL;

  sounder_json_node_read_async (node, NULL, read_cb, &bytes);
  TEST_AWAIT (bytes != NULL);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                   strlen (expected));
}

static void
test_read (void)
{
  g_autoptr (SounderJsonChildren) children =
    open_text (g_string_new (" {\"a\": [1, 2 ],\"b\":[2,{\"c\" \n"));
  g_autoptr (GBytes) scalar = g_bytes_new_static ("1.50 \n", 6);
  g_autoptr (SounderJsonNode) root = sounder_json_node_new_root (scalar);

  assert_reads (get_node (children, 0), "[1, 2 ]");
  assert_reads (get_node (children, 1), "[2,{\"c\" \n");
  assert_reads (root, "1.50");
}

static void
test_finalize (void)
{
  SounderJsonChildren *children = open_text (new_array (1000 * 1000));
  SounderJsonNode *node = g_object_ref (get_node (children, 0));

  g_assert_true (sounder_json_children_is_busy (children));
  g_assert_finalize_object (children);
  g_assert_finalize_object (node);
}

/* A hundred megabytes: the first rows at once, and never for long away from the main loop. */
static void
test_huge (void)
{
  gsize length = 100 * 1024 * 1024;
  GString *text = g_string_sized_new (length + 1000);
  g_autoptr (SounderJsonChildren) children = NULL;
  g_autoptr (SounderJsonChildren) content = NULL;
  g_autoptr (SounderJsonNode) root = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gint64 start_usec;
  gint64 first_usec;
  gint64 longest_usec = 0;

  g_string_append (text, "{\"jsonrpc\":\"2.0\",\"result\":[");
  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text, "%s{\"index\":%u,\"text\":\"a \\\"row\\\" of some length\"}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "],\"id\":1}");
  bytes = g_string_free_to_bytes (text);

  start_usec = g_get_monotonic_time ();
  root = sounder_json_node_new_root (bytes);
  children = sounder_json_children_new (root);
  content = sounder_json_children_new (get_node (children, 1));
  first_usec = g_get_monotonic_time () - start_usec;
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (children)), >=, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (content)), >=, 100);

  while (sounder_json_children_is_busy (children) || sounder_json_children_is_busy (content))
    {
      gint64 before_usec = test_get_worked_usec ();

      g_main_context_iteration (NULL, TRUE);
      longest_usec = MAX (longest_usec, test_get_worked_usec () - before_usec);
    }

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (children)), ==, 3);
  g_test_minimized_result (first_usec / 1e3, "first rows of 100 MiB after %.1f ms",
                           first_usec / 1e3);
  g_test_minimized_result (longest_usec / 1e3, "longest slice %.1f ms", longest_usec / 1e3);
  g_test_message ("first rows %.1f ms, longest slice %.1f ms, all %.0f ms", first_usec / 1e3,
                  longest_usec / 1e3, (g_get_monotonic_time () - start_usec) / 1e3);
  if (g_test_perf ())
    {
      g_assert_cmpint (first_usec, <, 100 * 1000);
      g_assert_cmpint (longest_usec, <, 8 * 1000);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/json-children/tokens", test_tokens);
  g_test_add_func ("/app/json-children/paths", test_paths);
  g_test_add_func ("/app/json-children/ranges", test_ranges);
  g_test_add_func ("/app/json-children/broken", test_broken);
  g_test_add_func ("/app/json-children/read", test_read);
  g_test_add_func ("/app/json-children/finalize", test_finalize);
  g_test_add_func ("/app/json-children/huge", test_huge);

  return g_test_run ();
}
