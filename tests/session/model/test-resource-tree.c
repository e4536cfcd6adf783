/* test-resource-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-resource-tree.h"

static GListModel *
new_tree (const char *const *uris)
{
  g_autoptr (GListStore) list = g_list_store_new (MCP_TYPE_CATALOG_ITEM);

  for (; *uris != NULL; uris++)
    {
      g_autoptr (GString) json = g_string_new ("{\"name\":\"n\"");
      g_autoptr (McpCatalogItem) item = NULL;

      if (**uris != '\0')
        mcp_json_append_member_string (json, "uri", *uris);
      g_string_append_c (json, '}');
      item = mcp_catalog_item_new (MCP_CATALOG_RESOURCES, json->str, json->len);
      g_list_store_append (list, item);
    }

  return mcp_resource_tree_new (G_LIST_MODEL (list));
}

/* label[ children ], with * where the node is a resource itself */
static void
describe (GString    *out,
          GListModel *nodes)
{
  for (guint i = 0; i < g_list_model_get_n_items (nodes); i++)
    {
      g_autoptr (McpResourceNode) node = g_list_model_get_item (nodes, i);
      g_autofree char *label = mcp_resource_node_dup_label (node);
      GListModel *children = mcp_resource_node_get_children (node);
      McpCatalogItem *item = mcp_resource_node_get_item (node);

      g_assert_true (children != NULL || item != NULL);
      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", label);
      if (children == NULL)
        {
          g_assert_cmpuint (mcp_resource_node_get_n_items (node), ==, 1);
          continue;
        }

      g_string_append_printf (out, "%s(%u)[", item != NULL ? "*" : "", mcp_resource_node_get_n_items (node));
      describe (out, children);
      g_string_append_c (out, ']');
    }
}

static void
assert_tree (const char *list,
             const char *expected)
{
  g_auto (GStrv) uris = g_strsplit (list, " ", -1);
  g_autoptr (GListModel) tree = new_tree ((const char *const *) uris);
  g_autoptr (GString) out = g_string_new (NULL);

  describe (out, tree);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_parts (void)
{
  assert_tree ("demo://about demo://clock", "demo://(2)[about clock]");
  assert_tree ("file:///home/me/b.txt file:///home/me/a.txt file:///home/you/c/d.txt",
               "file:///home(3)[me(2)[b.txt a.txt] you/c(1)[d.txt]]");
  assert_tree ("https://b.example/x/1 demo://a https://a.example/y https://b.example/x/2",
               "https://(3)[b.example/x(2)[1 2] a.example(1)[y]] demo://(1)[a]");
  assert_tree ("a/b a/c d", "a(2)[b c] d");
}

static void
test_order (void)
{
  /* What ends a part stands before all else, whatever its code. */
  assert_tree ("x:a/1 x:a-b/1 x:a x:a!/2 x:a/2", "x:(5)[a*(3)[1 2] a-b(1)[1] a!(1)[2]]");
  assert_tree ("x:9 x:10 x:1", "x:(3)[9 10 1]");
}

static void
test_odd (void)
{
  assert_tree ("urn:isbn:1 urn:isbn:2 mailto:me@x", "urn:(2)[isbn:1 isbn:2] mailto:(1)[me@x]");
  /* Empty segments, a slash at the end, and the same without. */
  assert_tree ("f:a//b f:a/c", "f:a(2)[/(1)[b] c]");
  assert_tree ("f:a/ f:a f:a/b", "f:a*(3)[/ b]");
  assert_tree ("f:d/ f:e", "f:(2)[d/ e]");
  assert_tree ("f:/// f:/", "f:(2)[/// /]");
  /* Neither a query nor a fragment has segments. */
  assert_tree ("f:a?x=/1 f:a?x=/2 f:b#/c f:b?q#/d", "f:(4)[a(2)[?x=/1 ?x=/2] b(2)[#/c ?q#/d]]");
  assert_tree ("f:a%2Fb f:a/b f:a%20c", "f:(3)[a%2Fb a(1)[b] a%20c]");
  /* No scheme without a letter first; no authority but behind a scheme. */
  assert_tree ("1:a 1:/b", "1:a 1:(1)[b]");
  assert_tree ("h://h/x://y h://h/x://z", "h://h/x:/(2)[y z]");
  assert_tree (": / // :// ?", ":*(2)[/] /*(2)[/] ?");
}

static void
test_repeated (void)
{
  assert_tree ("f:a f:b f:a", "f:(3)[a b a]");
  assert_tree ("f:x/a f:x/a", "f:x(2)[a a]");
  assert_tree ("f:a f:a f:a/b", "f:a*(3)[a b]");

  {
    const char *const uris[] = { "f:a", "", "", NULL };
    g_autoptr (GListModel) tree = new_tree (uris);
    g_autoptr (GString) out = g_string_new (NULL);

    /* What has no URI is there, too. */
    describe (out, tree);
    g_assert_cmpstr (out->str, ==, "f:(1)[a]  ");
  }
}

/* What a server puts into a directory need not be in it. */
static void
test_directory (void)
{
  static const char *const cases[][3] = {
    { "f:a/b", "f:a", "b" }, { "f:a/b/c", "f:a", "b/c" }, { "f:ab", "f:a", "f:ab" }, { "f:a", "f:a", "f:a" },
    { "f:a/b", "f:a/", "b" }, { "f:a/", "f:a", "/" }, { "g:b", "f:a", "g:b" }, { "d://h/x", "d://h", "x" },
    { "d://h", "d:", "h" }, { "", "f:a", "" }, { "/x", "/", "/x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"uri\":\"%s\"}", cases[i][0]);
      g_autoptr (McpCatalogItem) item = mcp_catalog_item_new (MCP_CATALOG_RESOURCES, json, strlen (json));
      g_autoptr (McpResourceNode) node = mcp_resource_node_new (item, cases[i][1]);
      g_autofree char *label = mcp_resource_node_dup_label (node);
      g_autofree char *uri = mcp_resource_node_dup_uri (node);

      g_assert_cmpstr (label, ==, cases[i][2]);
      g_assert_cmpstr (uri, ==, cases[i][0]);
      g_assert_true (mcp_resource_node_get_item (node) == item);
      g_assert_null (mcp_resource_node_get_children (node));
    }
}

static void
test_holds (void)
{
  const char *const uris[] = { "f:a/b", "f:a", "f:a/b/c", "g:a", NULL };
  g_autoptr (GListModel) tree = new_tree (uris);
  g_autoptr (McpResourceNode) folder = g_list_model_get_item (tree, 0);
  g_autoptr (McpResourceNode) other = g_list_model_get_item (tree, 1);
  g_autofree char *uri = mcp_resource_node_dup_uri (folder);

  g_assert_cmpstr (uri, ==, "f:a");
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (mcp_resource_node_holds (folder, uris[i]));
      g_assert_false (mcp_resource_node_holds (other, uris[i]));
    }
  g_assert_false (mcp_resource_node_holds (folder, "f:a/"));
  g_assert_false (mcp_resource_node_holds (folder, "f:a/b/c/d"));
  g_assert_false (mcp_resource_node_holds (folder, "z:"));
  g_assert_true (mcp_resource_node_holds (other, "g:a"));
}

/* However many slashes there are, no more rows than three for each resource. */
static void
test_few_rows (void)
{
  g_autoptr (GString) slashes = g_string_new ("f:");
  g_autoptr (GListModel) tree = NULL;
  g_autoptr (McpResourceNode) folder = NULL;
  g_autoptr (McpResourceNode) leaf = NULL;
  g_autofree char *label = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append (slashes, "/a");
  tree = new_tree ((const char *const[]) { slashes->str, NULL });
  folder = g_list_model_get_item (tree, 0);
  leaf = g_list_model_get_item (mcp_resource_node_get_children (folder), 0);
  g_assert_null (mcp_resource_node_get_children (leaf));
  label = mcp_resource_node_dup_label (leaf);
  g_assert_cmpstr (label, ==, "a");
}

/* What has no URI stands below the word that several names begin with. */
static void
test_names (void)
{
  static const char *const names[] = { "github_get_issue", "echo", "githubList", "github.close", "db:read", "jira-x",
                                       "github", "_odd", "x_", "a?b_c", "a?b_d", "" };
  g_autoptr (GListStore) list = g_list_store_new (MCP_TYPE_CATALOG_ITEM);
  g_autoptr (GListModel) tree = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (McpResourceNode) folder = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GString) json = g_string_new ("{");
      g_autoptr (McpCatalogItem) item = NULL;

      mcp_json_append_member_string (json, "name", names[i]);
      g_string_append_c (json, '}');
      item = mcp_catalog_item_new (MCP_CATALOG_TOOLS, json->str, json->len);
      g_list_store_append (list, item);
    }
  tree = mcp_resource_tree_new (G_LIST_MODEL (list));
  describe (out, tree);
  g_assert_cmpstr (out->str, ==,
                   "github*(4)[github_get_issue githubList github.close] echo db_read jira-x _odd x_ "
                   "a_b(2)[a_b_c a_b_d] ");

  folder = g_list_model_get_item (tree, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_assert_cmpint (mcp_resource_node_holds_item (folder, item), ==, g_str_has_prefix (names[i], "github"));
    }
}

static void
test_lifetime (void)
{
  const char *const uris[] = { "f:a/b", "f:a/c", NULL };
  g_autoptr (GListModel) tree = new_tree (uris);
  g_autoptr (McpResourceNode) node = g_list_model_get_item (tree, 0);
  McpResourceNode *gone = node;
  g_autofree char *label = NULL;

  /* A node outlives the list that it was in. */
  g_clear_object (&tree);
  label = mcp_resource_node_dup_label (node);
  g_assert_cmpstr (label, ==, "f:a");
  g_assert_cmpuint (g_list_model_get_n_items (mcp_resource_node_get_children (node)), ==, 2);
  g_object_add_weak_pointer (G_OBJECT (gone), (gpointer *) &gone);
  g_clear_object (&node);
  g_assert_null (gone);
}

static void
test_empty (void)
{
  const char *const uris[] = { NULL };
  g_autoptr (GListModel) tree = new_tree (uris);

  g_assert_cmpuint (g_list_model_get_n_items (tree), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/resource-tree/parts", test_parts);
  g_test_add_func ("/session/resource-tree/order", test_order);
  g_test_add_func ("/session/resource-tree/odd", test_odd);
  g_test_add_func ("/session/resource-tree/repeated", test_repeated);
  g_test_add_func ("/session/resource-tree/directory", test_directory);
  g_test_add_func ("/session/resource-tree/holds", test_holds);
  g_test_add_func ("/session/resource-tree/few-rows", test_few_rows);
  g_test_add_func ("/session/resource-tree/names", test_names);
  g_test_add_func ("/session/resource-tree/lifetime", test_lifetime);
  g_test_add_func ("/session/resource-tree/empty", test_empty);

  return g_test_run ();
}
