/* test-resource-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-resource-watch.h"
#include "mcp-subscription-private.h"

static void
test_uris (void)
{
  g_autoptr (McpResourceWatch) watch = mcp_resource_watch_new ();
  g_autoptr (GList) uris = NULL;

  g_assert_true (mcp_resource_watch_is_empty (watch));
  mcp_resource_watch_remove (watch, "a:1");
  mcp_resource_watch_add (watch, "a:1");
  mcp_resource_watch_add (watch, "a:1");
  mcp_resource_watch_add (watch, "a:2");
  g_assert_true (mcp_resource_watch_has (watch, "a:1"));
  g_assert_false (mcp_resource_watch_has (watch, "A:1"));

  uris = mcp_resource_watch_list (watch);
  g_assert_cmpuint (g_list_length (uris), ==, 2);

  mcp_resource_watch_remove (watch, "a:1");
  g_assert_false (mcp_resource_watch_has (watch, "a:1"));
  g_assert_false (mcp_resource_watch_is_empty (watch));
}

static void
assert_filter (McpResourceWatch *watch,
               const char       *uri,
               gboolean          add,
               const char       *expected)
{
  g_autofree char *filter = mcp_resource_watch_dup_filter (watch, uri, add);

  g_assert_cmpstr (filter, ==, expected);
}

/* What is watched once the server has agreed: until then nothing of it is. */
static void
test_filter (void)
{
  g_autoptr (McpResourceWatch) watch = mcp_resource_watch_new ();

  assert_filter (watch, "a:1", FALSE, NULL);
  assert_filter (watch, "a:1", TRUE, "{\"resourceSubscriptions\":[\"a:1\"]}");
  g_assert_true (mcp_resource_watch_is_empty (watch));

  mcp_resource_watch_add (watch, "a:1");
  assert_filter (watch, "a:1", TRUE, "{\"resourceSubscriptions\":[\"a:1\"]}");
  assert_filter (watch, "a:1", FALSE, NULL);
  assert_filter (watch, "a:2", TRUE, "{\"resourceSubscriptions\":[\"a:1\",\"a:2\"]}");
  assert_filter (watch, "a:2", FALSE, "{\"resourceSubscriptions\":[\"a:1\"]}");

  /* Whatever a server calls its resources stays one string. */
  assert_filter (watch, "\"],\n\\", TRUE, "{\"resourceSubscriptions\":[\"a:1\",\"\\\"],\\n\\\\\"]}");
}

/* It holds the last stream, and gives back the one before. */
static void
test_stream (void)
{
  McpResourceWatch *watch = mcp_resource_watch_new ();
  McpSubscription *first = g_object_new (MCP_TYPE_SUBSCRIPTION, NULL);
  McpSubscription *second = g_object_new (MCP_TYPE_SUBSCRIPTION, NULL);
  g_autoptr (McpSubscription) before = NULL;

  g_assert_null (mcp_resource_watch_set_stream (watch, first));
  before = mcp_resource_watch_set_stream (watch, second);
  g_assert_true (before == first);

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *) &second);
  mcp_resource_watch_free (watch);
  g_assert_null (second);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/resource-watch/uris", test_uris);
  g_test_add_func ("/session/resource-watch/filter", test_filter);
  g_test_add_func ("/session/resource-watch/stream", test_stream);

  return g_test_run ();
}
