/* test-subscriptions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-session-private.h"
#include "mcp-subscription.h"
#include "session-http-support.h"

/* subscriptions/listen, over HTTP and over pipes (2026-07-28, basic/patterns/subscriptions). */

#define TOOLS_CHANGED "notifications/tools/list_changed"

static McpSession *
new_session (HttpFixture             **fixture,
             const HttpModernOptions  *options)
{
  const McpBackoff backoff = { .base_msec = 4, .max_msec = 20 };
  McpSession *session;

  *fixture = http_fixture_new ();
  http_fixture_serve_modern (*fixture, options);
  session = session_new_url (http_fixture_get_url (*fixture));
  mcp_profile_set_era (mcp_session_get_profile (session), MCP_ERA_CHOICE_MODERN);
  mcp_session_set_backoff (session, &backoff);

  return session;
}

static gboolean
is_listening (McpSubscription *subscription)
{
  return mcp_subscription_get_state (subscription) == MCP_SUBSCRIPTION_LISTENING;
}

static gboolean
is_closed (McpSubscription *subscription)
{
  return mcp_subscription_get_state (subscription) == MCP_SUBSCRIPTION_CLOSED;
}

static char *
dup_granted (McpSubscription *subscription)
{
  char *granted;

  g_object_get (subscription, "granted", &granted, NULL);

  return granted;
}

/* The session asks for what the server says may change, and reads the list again. */
static void
test_lists (void)
{
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, NULL);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (McpSubscription) subscription = NULL;
  g_autofree char *granted = NULL;

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_session_get_subscriptions (session)), ==, 1);
  subscription = g_list_model_get_item (mcp_session_get_subscriptions (session), 0);
  TEST_AWAIT (is_listening (subscription) && mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_cmpstr (mcp_subscription_get_requested (subscription), ==,
                   "{\"toolsListChanged\":true,\"resourcesListChanged\":true}");
  granted = dup_granted (subscription);
  g_assert_cmpstr (granted, ==, mcp_subscription_get_requested (subscription));
  g_assert_nonnull (mcp_subscription_get_id (subscription));

  http_fixture_set_tools (fixture, "[]");
  http_fixture_tell (fixture, TOOLS_CHANGED, NULL);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (tools)) == 0);
  g_assert_cmpuint (mcp_subscription_get_n_notifications (subscription), ==, 1);
  g_assert_cmpint (mcp_subscription_get_last_usec (subscription), >,
                   mcp_subscription_get_since_usec (subscription));
  g_assert_cmpuint (session_count_findings (session, "modern.untagged-notification"), ==, 0);

  /* What happened while it was broken is read again. */
  http_fixture_set_tools (fixture, "[{'name':'a','inputSchema':{'type':'object'}}]");
  http_fixture_end_subscriptions (fixture, TRUE);
  TEST_AWAIT (mcp_subscription_get_n_opened (subscription) == 2 && is_listening (subscription));
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (tools)) == 1);
  session_finish_http (session, fixture);
}

static void
test_refused_part (void)
{
  const HttpModernOptions options = { .refuse = "resourceSubscriptions" };
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, &options);
  g_autoptr (McpSubscription) subscription = NULL;
  g_autofree char *refused = NULL;

  session_open_ok (session);
  subscription = mcp_session_listen (session, "{\"toolsListChanged\":true,"
                                              "\"resourceSubscriptions\":[\"file:///a\"]}");
  TEST_AWAIT (is_listening (subscription));
  refused = mcp_subscription_dup_refused (subscription);
  g_assert_cmpstr (refused, ==, "resourceSubscriptions \"file:///a\"");
  session_finish_http (session, fixture);
}

/* Two at once: each has its own stream, and closing one leaves the other. */
static void
test_two (void)
{
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, NULL);
  g_autoptr (McpSubscription) first = NULL;
  g_autoptr (McpSubscription) second = NULL;

  session_open_ok (session);
  first = mcp_session_listen (session, "{\"toolsListChanged\":true}");
  second = mcp_session_listen (session, "{\"resourcesListChanged\":true}");
  TEST_AWAIT (is_listening (first) && is_listening (second));
  g_assert_cmpuint (http_fixture_get_n_subscriptions (fixture), ==, 2);

  /* Both are told; one of them did not ask. */
  http_fixture_tell (fixture, TOOLS_CHANGED, NULL);
  TEST_AWAIT (mcp_subscription_get_n_notifications (first) == 1
              && mcp_subscription_get_n_notifications (second) == 1);
  g_assert_cmpuint (session_count_findings (session, "modern.not-requested"), ==, 1);

  mcp_subscription_close (first);
  TEST_AWAIT_POLL (http_fixture_get_n_subscriptions (fixture) == 1);
  g_assert_true (is_closed (first));
  g_assert_true (is_listening (second));
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "notifications/cancelled"), ==, 0);
  session_finish_http (session, fixture);
}

static void
test_graceful_end (void)
{
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, NULL);
  g_autoptr (McpSubscription) subscription = NULL;

  session_open_ok (session);
  subscription = mcp_session_listen (session, "{\"toolsListChanged\":true}");
  TEST_AWAIT (is_listening (subscription));
  http_fixture_end_subscriptions (fixture, FALSE);
  TEST_AWAIT (is_closed (subscription));
  g_assert_nonnull (mcp_subscription_get_reason (subscription));
  g_assert_cmpuint (mcp_subscription_get_n_opened (subscription), ==, 1);
  session_finish_http (session, fixture);
}

/* Silence in the place of the acknowledgement is told, and what comes counts as too early. */
static void
test_unacknowledged (void)
{
  const HttpModernOptions options = { .no_acknowledgement = TRUE };
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, &options);
  g_autoptr (McpSubscription) subscription = NULL;

  session->acknowledge_msec = 20;
  session_open_ok (session);
  subscription = mcp_session_listen (session, "{\"toolsListChanged\":true}");
  TEST_AWAIT (session_count_findings (session, "modern.no-acknowledgement") == 1);
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_OPENING);

  http_fixture_tell (fixture, TOOLS_CHANGED, NULL);
  TEST_AWAIT (session_count_findings (session, "modern.before-acknowledgement") == 1);
  session_finish_http (session, fixture);
}

static void
subscribed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  guint *n = user_data;
  g_autoptr (GError) error = NULL;

  mcp_session_subscribe_finish (MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
  ++*n;
}

static void
note_uri (McpSession *session,
          const char *uri,
          GString    *uris)
{
  g_string_append_printf (uris, "%s;", uri);
}

/* Watching another resource is another stream, and the old one goes when that is there. */
static void
test_resources (void)
{
  g_autofree char *granted = NULL;
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, NULL);
  g_autoptr (GString) uris = g_string_new (NULL);
  GListModel *all = mcp_session_get_subscriptions (session);
  g_autoptr (McpSubscription) first = NULL;
  g_autoptr (McpSubscription) second = NULL;
  guint n = 0;

  g_signal_connect (session, "resource-updated", G_CALLBACK (note_uri), uris);
  session_open_ok (session);
  mcp_session_subscribe_async (session, "file:///a", TRUE, NULL, subscribed_cb, &n);
  TEST_AWAIT (n == 1);
  mcp_session_subscribe_async (session, "file:///b", TRUE, NULL, subscribed_cb, &n);
  TEST_AWAIT (n == 2);
  g_assert_cmpuint (g_list_model_get_n_items (all), ==, 2);
  first = g_list_model_get_item (all, 0);
  second = g_list_model_get_item (all, 1);
  TEST_AWAIT (is_listening (second));
  g_assert_true (is_closed (first));
  granted = dup_granted (second);
  g_assert_nonnull (strstr (granted, "file:///a"));
  g_assert_nonnull (strstr (granted, "file:///b"));
  TEST_AWAIT_POLL (http_fixture_get_n_subscriptions (fixture) == 1);

  http_fixture_tell (fixture, "notifications/resources/updated", "{'uri':'file:///b'}");
  TEST_AWAIT (strcmp (uris->str, "file:///b;") == 0);

  mcp_session_subscribe_async (session, "file:///a", FALSE, NULL, subscribed_cb, &n);
  TEST_AWAIT (n == 3);
  mcp_session_subscribe_async (session, "file:///b", FALSE, NULL, subscribed_cb, &n);
  TEST_AWAIT (n == 4);
  TEST_AWAIT_POLL (http_fixture_get_n_subscriptions (fixture) == 0);
  session_finish_http (session, fixture);
}

/* --- Over pipes --- */

#define DISCOVER                                                                                   \
  "{\"expect\": {\"method\": \"server/discover\"}},"                                               \
  "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"resultType\": \"complete\","   \
  "\"supportedVersions\": [\"2026-07-28\"], \"capabilities\": {\"tools\": {\"listChanged\": true}},"  \
  "\"ttlMs\": 0, \"cacheScope\": \"public\"}}},"
#define TAG "\\\"_meta\\\":{\\\"io.modelcontextprotocol/subscriptionId\\\":$id}"
#define ACKNOWLEDGE                                                                                \
  "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"                                 \
  "\\\"notifications/subscriptions/acknowledged\\\",\\\"params\\\":{" TAG ",\\\"notifications\\\":" \
  "{\\\"toolsListChanged\\\":true}}}\"},"

static McpSession *
new_piped (const char *script)
{
  McpSession *session = session_new_mock (script);

  mcp_profile_set_era (mcp_session_get_profile (session), MCP_ERA_CHOICE_MODERN);
  session_open_ok (session);

  return session;
}

/* Closing is a notification here; the server's own cancellation is none of a request of its own. */
static void
test_stdio_close (void)
{
  McpSession *session =
    new_piped ("[" DISCOVER "{\"expect\": {\"method\": \"subscriptions/listen\"}}," ACKNOWLEDGE
               "{\"expect\": {\"method\": \"notifications/cancelled\"}}, {\"serve\": {}}]");
  g_autoptr (McpSubscription) subscription = mcp_session_listen (session,
                                                                 "{\"toolsListChanged\":true}");

  TEST_AWAIT (is_listening (subscription));
  mcp_subscription_close (subscription);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_NOTIFICATION) == 2);
  g_assert_true (is_closed (subscription));
  session_close (session);
  session_finish (session);
}

static void
test_stdio_cancelled (void)
{
  McpSession *session =
    new_piped ("[" DISCOVER "{\"expect\": {\"method\": \"subscriptions/listen\"}}," ACKNOWLEDGE
               "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
               "\\\"notifications/cancelled\\\",\\\"params\\\":{\\\"requestId\\\":$id}}\"},"
               "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":"
               "{\\\"resultType\\\":\\\"complete\\\"}}\"},"
               "{\"serve\": {}}]");
  g_autoptr (McpSubscription) subscription = mcp_session_listen (session,
                                                                 "{\"toolsListChanged\":true}");

  TEST_AWAIT (is_closed (subscription));
  TEST_AWAIT (session_count_findings (session, "rpc.late-answer") == 1);
  g_assert_cmpuint (session_count_findings (session, "cancel.unknown-request"), ==, 0);
  session_close (session);
  session_finish (session);
}

/* Notifications that belong to no stream, or to one that is not there. */
static void
test_stdio_untagged (void)
{
  McpSession *session =
    new_piped ("[" DISCOVER "{\"expect\": {\"method\": \"subscriptions/listen\"}}," ACKNOWLEDGE
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"" TOOLS_CHANGED "\"}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"" TOOLS_CHANGED "\", \"params\":"
               "{\"_meta\": {\"io.modelcontextprotocol/subscriptionId\": \"other\"}}}},"
               "{\"send\": {\"jsonrpc\": \"2.0\", \"method\":"
               "\"notifications/subscriptions/acknowledged\", \"params\": {\"notifications\": {}}}},"
               "{\"serve\": {}}]");
  g_autoptr (McpSubscription) subscription = mcp_session_listen (session,
                                                                 "{\"toolsListChanged\":true}");

  TEST_AWAIT (session_count_findings (session, "modern.untagged-notification") == 2);
  TEST_AWAIT (session_count_findings (session, "modern.unknown-subscription") == 1);
  g_assert_cmpuint (mcp_subscription_get_n_notifications (subscription), ==, 0);
  session_close (session);
  g_assert_true (is_closed (subscription));
  session_finish (session);
}

/* --- What is kept, and what cannot be called --- */

static void
test_hints (void)
{
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, NULL);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  McpCatalog *resources = mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES);

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED
              && mcp_catalog_get_state (resources) == MCP_CATALOG_LOADED);
  g_assert_cmpint (mcp_catalog_get_ttl_msec (tools), ==, 60000);
  g_assert_cmpstr (mcp_catalog_get_cache_scope (tools), ==, "public");
  g_assert_true (mcp_catalog_is_fresh (tools));
  g_assert_cmpint (mcp_catalog_get_ttl_msec (resources), ==, 0);
  g_assert_false (mcp_catalog_is_fresh (resources));
  g_assert_cmpuint (session_count_findings (session, "cache.ttl"), ==, 0);

  /* Fresh or not, who asks is answered by the server. */
  mcp_catalog_refresh_async (tools, NULL, NULL, NULL);
  TEST_AWAIT (http_fixture_count (fixture, NULL, "tools/list") == 2);
  session_finish_http (session, fixture);
}

static void
test_no_hints (void)
{
  McpSession *session =
    session_new_mock ("[{\"serve\": {\"server/discover\": {\"result\": {\"resultType\":\"complete\","
                      "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},"
                      "\"ttlMs\":-5,\"cacheScope\":\"mine\"}}, \"tools/list\": {\"result\": "
                      "{\"resultType\":\"complete\",\"tools\":[]}}}}]");
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  mcp_profile_set_era (mcp_session_get_profile (session), MCP_ERA_CHOICE_MODERN);
  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_cmpint (mcp_catalog_get_ttl_msec (tools), ==, -1);
  g_assert_null (mcp_catalog_get_cache_scope (tools));
  g_assert_cmpuint (session_count_findings (session, "cache.ttl"), ==, 2);
  g_assert_cmpuint (session_count_findings (session, "cache.scope"), ==, 2);
  session_close (session);
  session_finish (session);
}

#define BAD_TOOLS                                                                                  \
  "[{'name':'bad','inputSchema':{'type':'object','properties':{"                                   \
  "'n':{'type':'number','x-mcp-header':'N'}}}},"                                                   \
  "{'name':'leaky','inputSchema':{'type':'object','properties':{"                                  \
  "'apiKey':{'type':'string','x-mcp-header':'Api-Key'}}}},"                                        \
  "{'name':'good','inputSchema':{'type':'object'}}]"

static void
test_excluded (void)
{
  const HttpModernOptions options = { .tools = BAD_TOOLS };
  g_autoptr (HttpFixture) fixture = NULL;
  McpSession *session = new_session (&fixture, &options);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (McpCall) bad = mcp_session_new_tool_call ("bad", "{\"n\":1.5}");
  g_autoptr (McpCall) good = mcp_session_new_tool_call ("good", NULL);
  g_autoptr (GError) error = NULL;

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_nonnull (mcp_catalog_item_get_exclusion (mcp_catalog_find (tools, "bad")));
  g_assert_null (mcp_catalog_item_get_exclusion (mcp_catalog_find (tools, "leaky")));
  g_assert_null (mcp_catalog_item_get_exclusion (mcp_catalog_find (tools, "good")));
  g_assert_cmpuint (session_count_findings (session, "tools.header"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "tools.secret-header"), ==, 1);

  g_assert_true (mcp_session_may_call_tool (session, "good", NULL));
  g_assert_true (mcp_session_may_call_tool (session, "unknown", NULL));
  g_assert_false (mcp_session_may_call_tool (session, "bad", NULL));
  session_run (session, bad, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_clear_error (&error);
  session_run (session, good, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (http_fixture_count (fixture, NULL, "tools/call"), ==, 1);
  session_finish_http (session, fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/subscriptions/lists", test_lists);
  g_test_add_func ("/session/subscriptions/refused-part", test_refused_part);
  g_test_add_func ("/session/subscriptions/two", test_two);
  g_test_add_func ("/session/subscriptions/graceful-end", test_graceful_end);
  g_test_add_func ("/session/subscriptions/unacknowledged", test_unacknowledged);
  g_test_add_func ("/session/subscriptions/resources", test_resources);
  g_test_add_func ("/session/subscriptions/stdio-close", test_stdio_close);
  g_test_add_func ("/session/subscriptions/stdio-cancelled", test_stdio_cancelled);
  g_test_add_func ("/session/subscriptions/stdio-untagged", test_stdio_untagged);
  g_test_add_func ("/session/catalog/hints", test_hints);
  g_test_add_func ("/session/catalog/no-hints", test_no_hints);
  g_test_add_func ("/session/catalog/excluded", test_excluded);

  return g_test_run ();
}
