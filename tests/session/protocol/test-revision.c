/* test-revision.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-method.h"

static McpRevision
revision (McpVersion version)
{
  return (McpRevision){ mcp_version_is_modern (version) ? MCP_ERA_MODERN : MCP_ERA_LEGACY, version };
}

/* The first revision that has a feature, and the last. */
static void
test_features (void)
{
  static const struct
  {
    McpFeature feature;
    McpVersion first;
    McpVersion last;
  } rows[] = {
    { MCP_FEATURE_BATCHES, MCP_VERSION_2025_03_26, MCP_VERSION_2025_03_26 },
    { MCP_FEATURE_AUDIO, MCP_VERSION_2025_03_26, MCP_VERSION_NEWEST },
    { MCP_FEATURE_COMPLETION_CONTEXT, MCP_VERSION_2025_06_18, MCP_VERSION_NEWEST },
    { MCP_FEATURE_PING, MCP_VERSION_2024_11_05, MCP_VERSION_NEWEST_LEGACY },
    { MCP_FEATURE_DISCOVERY, MCP_VERSION_2026_07_28, MCP_VERSION_NEWEST },
    { MCP_FEATURE_SERVER_REQUESTS, MCP_VERSION_2024_11_05, MCP_VERSION_NEWEST_LEGACY },
    { MCP_FEATURE_CLIENT_TASKS, MCP_VERSION_2025_11_25, MCP_VERSION_NEWEST_LEGACY },
    { MCP_FEATURE_TOOL_NAMES, MCP_VERSION_2025_11_25, MCP_VERSION_NEWEST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (McpVersion version = MCP_VERSION_2024_11_05; version <= MCP_VERSION_NEWEST; version++)
      g_assert_cmpint (mcp_revision_has (revision (version), rows[i].feature), ==,
                       version >= rows[i].first && version <= rows[i].last);
}

/* The era is known before the revision; without either it is the first one. */
static void
test_unknown (void)
{
  const McpRevision none = { 0 };
  const McpRevision legacy = { .era = MCP_ERA_LEGACY };
  const McpRevision modern = { .era = MCP_ERA_MODERN };
  const McpRevision odd = { MCP_ERA_LEGACY, MCP_VERSION_2026_07_28 };

  g_assert_false (mcp_revision_is_known (none));
  g_assert_true (mcp_revision_has (none, MCP_FEATURE_PING));
  g_assert_false (mcp_revision_has (none, MCP_FEATURE_AUDIO));
  g_assert_false (mcp_revision_is_known (legacy));
  g_assert_true (mcp_revision_is_known (modern));
  g_assert_false (mcp_revision_has (modern, MCP_FEATURE_PING));
  g_assert_true (mcp_revision_has (modern, MCP_FEATURE_RESULT_TYPE));
  g_assert_true (mcp_revision_has (odd, MCP_FEATURE_PING));
  g_assert_false (mcp_revision_has (odd, MCP_FEATURE_RESULT_TYPE));
}

static void
test_requests (void)
{
  const McpRevision first = revision (MCP_VERSION_2024_11_05);
  const McpRevision last = revision (MCP_VERSION_NEWEST_LEGACY);
  const McpRevision modern = revision (MCP_VERSION_2026_07_28);

  g_assert_cmpint (mcp_method_find_request ("tools/call"), ==, MCP_REQUEST_TOOLS_CALL);
  g_assert_cmpint (mcp_method_find_request ("tools/list"), ==, MCP_REQUEST_TOOLS_LIST);
  g_assert_cmpint (mcp_method_find_request ("initialize"), ==, MCP_REQUEST_INITIALIZE);
  g_assert_cmpint (mcp_method_find_request ("tools/cal"), ==, MCP_REQUEST_OTHER);
  g_assert_cmpint (mcp_method_find_request ("tools/calls"), ==, MCP_REQUEST_OTHER);

  g_assert_true (mcp_method_is_repeatable ("resources/read"));
  g_assert_true (mcp_method_is_repeatable ("tools/list"));
  g_assert_true (mcp_method_is_repeatable ("tasks/get"));
  g_assert_false (mcp_method_is_repeatable ("tools/call"));
  g_assert_false (mcp_method_is_repeatable ("tasks/cancel"));
  g_assert_false (mcp_method_is_repeatable ("initialize"));
  g_assert_false (mcp_method_is_repeatable ("example/own"));
  g_assert_cmpint (mcp_method_find_request (""), ==, MCP_REQUEST_OTHER);

  g_assert_cmpstr (mcp_method_get_capability ("tools/call", last), ==, "tools");
  g_assert_cmpstr (mcp_method_get_capability ("tools/new", last), ==, "tools");
  g_assert_cmpstr (mcp_method_get_capability ("resources/subscribe", last), ==, "resources.subscribe");
  g_assert_cmpstr (mcp_method_get_capability ("resources/read", last), ==, "resources");
  g_assert_cmpstr (mcp_method_get_capability ("tasks/list", last), ==, "tasks.list");
  g_assert_cmpstr (mcp_method_get_capability ("tasks/get", last), ==, "tasks");
  g_assert_null (mcp_method_get_capability ("tasks/get", modern));
  g_assert_null (mcp_method_get_capability ("completion/complete", first));
  g_assert_cmpstr (mcp_method_get_capability ("completion/complete", last), ==, "completions");
  g_assert_null (mcp_method_get_capability ("acme/odd", last));

  g_assert_true (mcp_method_may_be_sent ("ping", last));
  g_assert_false (mcp_method_may_be_sent ("ping", modern));
  g_assert_false (mcp_method_may_be_sent ("logging/setLevel", modern));
  g_assert_true (mcp_method_may_be_sent ("acme/odd", modern));
  g_assert_cmpstr (mcp_method_get_probe (last), ==, "ping");
  g_assert_cmpstr (mcp_method_get_probe (modern), ==, "server/discover");
}

static void
test_notifications (void)
{
  const McpRevision none = { 0 };
  const McpRevision last = revision (MCP_VERSION_NEWEST_LEGACY);
  const McpRevision modern = revision (MCP_VERSION_2026_07_28);
  const char *capability;

  g_assert_cmpint (mcp_method_find_notification ("notifications/message", last, &capability), ==,
                   MCP_NOTIFICATION_LOG);
  g_assert_cmpstr (capability, ==, "logging");
  g_assert_cmpint (mcp_method_find_notification ("notifications/message", modern, &capability), ==,
                   MCP_NOTIFICATION_LOG);
  g_assert_null (capability);

  g_assert_cmpint (mcp_method_find_notification ("notifications/tasks/status", last, &capability), ==,
                   MCP_NOTIFICATION_TASK_STATUS);
  g_assert_cmpint (mcp_method_find_notification ("notifications/tasks/status", modern, &capability), ==,
                   MCP_NOTIFICATION_UNKNOWN);
  g_assert_cmpint (mcp_method_find_notification ("notifications/tasks", modern, &capability), ==,
                   MCP_NOTIFICATION_TASK_STATUS);

  /* Of a recording without its start: any that some revision has. */
  g_assert_cmpint (mcp_method_find_notification ("notifications/tasks", none, &capability), ==,
                   MCP_NOTIFICATION_TASK_STATUS);
  g_assert_cmpint (mcp_method_find_notification ("notifications/odd", none, &capability), ==,
                   MCP_NOTIFICATION_UNKNOWN);
  g_assert_null (capability);
}

static void
test_deprecated (void)
{
  g_assert_true (mcp_revision_deprecates (revision (MCP_VERSION_2026_07_28), "logging"));
  g_assert_false (mcp_revision_deprecates (revision (MCP_VERSION_2026_07_28), "tools"));
  g_assert_false (mcp_revision_deprecates (revision (MCP_VERSION_2025_11_25), "logging"));
}

static void
test_names (void)
{
  g_assert_cmpstr (mcp_era_to_string (MCP_ERA_MODERN), ==, "modern");
  g_assert_null (mcp_era_to_string (MCP_ERA_UNKNOWN));
  g_assert_cmpint (mcp_era_from_string ("legacy"), ==, MCP_ERA_LEGACY);
  g_assert_cmpint (mcp_era_from_string ("ancient"), ==, MCP_ERA_UNKNOWN);
  g_assert_cmpint (mcp_era_from_string (NULL), ==, MCP_ERA_UNKNOWN);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/revision/features", test_features);
  g_test_add_func ("/session/revision/unknown", test_unknown);
  g_test_add_func ("/session/revision/deprecated", test_deprecated);
  g_test_add_func ("/session/method/requests", test_requests);
  g_test_add_func ("/session/method/notifications", test_notifications);
  g_test_add_func ("/session/era/names", test_names);

  return g_test_run ();
}
