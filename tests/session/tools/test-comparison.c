/* test-comparison.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-comparison.h"
#include "session-support.h"

#define BOTH                                                                                       \
  "[{\"serve\": {\"server/discover\": {\"result\": {\"resultType\": \"complete\", "                \
  "\"supportedVersions\": [\"2026-07-28\"], \"capabilities\": {\"tools\": {}}, "                   \
  "\"instructions\": \"Hello\", \"_meta\": {\"io.modelcontextprotocol/serverInfo\": "              \
  "{\"name\": \"m\", \"version\": \"1\"}}}},"                                                      \
  "\"initialize\": {\"result\": {\"protocolVersion\": \"2025-11-25\", \"capabilities\": "          \
  "{\"tools\": {}}, \"serverInfo\": {\"version\": \"1\", \"name\": \"m\"}%s}},"                    \
  "\"tools/list\": {\"result\": {\"resultType\": \"complete\", \"tools\": [{\"name\": \"a\", "     \
  "\"inputSchema\": {\"type\": \"object\"}}]}},"                                                   \
  "\"tools/call\": {\"result\": {\"resultType\": \"complete\", \"content\": []}}}}]"

static guint n_ran;

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  GError **error = user_data;

  mcp_comparison_run_finish (MCP_COMPARISON (source), result, error);
  n_ran++;
}

static McpComparison *
run (const char  *script,
     const char  *tool,
     GError     **error)
{
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("m", (const char *const *) argv);
  McpComparison *self;

  n_ran = 0;
  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  g_object_set (profile, "protocol", "2025-11-25", NULL);
  self = mcp_comparison_new (profile);
  mcp_comparison_set_tool (self, tool, NULL);
  mcp_comparison_run_async (self, NULL, ran_cb, error);
  TEST_AWAIT (n_ran == 1);
  for (McpEra era = MCP_ERA_LEGACY; era <= MCP_ERA_MODERN; era++)
    TEST_AWAIT (mcp_session_get_state (mcp_comparison_get_session (self, era)) == MCP_SESSION_CLOSED);

  return self;
}

static McpDifference *
find (McpComparison *self,
      const char    *path)
{
  GPtrArray *list = mcp_comparison_get_differences (self);

  for (guint i = 0; i < list->len; i++)
    {
      McpDifference *difference = list->pdata[i];

      if (g_str_equal (difference->path, path))
        return difference;
    }

  return NULL;
}

/* The same but for what the revisions changed. */
static void
test_same (void)
{
  g_autofree char *script = g_strdup_printf (BOTH, ", \"instructions\": \"Hello\"");
  g_autoptr (GError) error = NULL;
  McpComparison *self = run (script, "a", &error);

  g_assert_no_error (error);
  g_assert_null (mcp_comparison_get_error (self, MCP_ERA_LEGACY));
  g_assert_null (mcp_comparison_get_error (self, MCP_ERA_MODERN));
  g_assert_cmpuint (mcp_comparison_count_surprises (self), ==, 0);
  g_assert_nonnull (find (self, "/version"));
  g_assert_true (find (self, "/supportedVersions")->is_expected);
  g_assert_false (mcp_comparison_is_truncated (self));
  g_assert_finalize_object (self);
}

static void
test_different (void)
{
  g_autofree char *script = g_strdup_printf (BOTH, ", \"instructions\": \"Bye\"");
  g_autoptr (GError) error = NULL;
  McpComparison *self = run (script, NULL, &error);
  McpDifference *difference = find (self, "/instructions");

  g_assert_no_error (error);
  g_assert_cmpuint (mcp_comparison_count_surprises (self), ==, 1);
  g_assert_cmpint (difference->kind, ==, MCP_DIFFERENCE_VALUE);
  g_assert_cmpstr (difference->legacy, ==, "\"Bye\"");
  g_assert_cmpstr (difference->modern, ==, "\"Hello\"");
  g_assert_finalize_object (self);
}

/* One era is enough, and the other says why not. */
static void
test_one_era (void)
{
  g_autoptr (GError) error = NULL;
  McpComparison *self = run ("[{\"handshake\": {}}, {\"serve\": {}}]", NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (mcp_comparison_get_facts (self, MCP_ERA_LEGACY));
  g_assert_null (mcp_comparison_get_facts (self, MCP_ERA_MODERN));
  g_assert_error (mcp_comparison_get_error (self, MCP_ERA_MODERN), MCP_ERROR, MCP_ERROR_SERVER);
  g_assert_cmpuint (mcp_comparison_get_differences (self)->len, ==, 0);
  g_assert_finalize_object (self);
}

static void
test_neither (void)
{
  g_autoptr (GError) error = NULL;
  McpComparison *self = run ("[{\"exit\": 3}]", NULL, &error);

  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_finalize_object (self);
}

static void
test_cancelled (void)
{
  g_auto (GStrv) argv = test_mock_argv ("[{\"wait_eof\": true}]");
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("m", (const char *const *) argv);
  McpComparison *self = mcp_comparison_new (profile);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  mcp_comparison_run_async (self, cancellable, ran_cb, &error);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (error != NULL);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (McpEra era = MCP_ERA_LEGACY; era <= MCP_ERA_MODERN; era++)
    TEST_AWAIT (mcp_session_get_state (mcp_comparison_get_session (self, era)) == MCP_SESSION_CLOSED);
  g_assert_finalize_object (self);
}

typedef struct
{
  const char *legacy;
  const char *modern;
  const char *found; /* paths and kinds, in order */
} DiffCase;

static void
test_differences (void)
{
  static const DiffCase cases[] = {
    { "{}", "{ }", "" },
    { "{\"a\":1,\"b\":\"x\"}", "{\"b\":\"\\u0078\",\"a\":1.0}", "" },
    { "{\"a\":1}", "{\"a\":2}", "/a different;" },
    { "{\"a\":1}", "{\"b\":1}", "/a only-legacy;/b only-modern;" },
    { "[1,2]", "[1]", "/1 only-legacy;" },
    { "[1]", "[1,{}]", "/1 only-modern;" },
    { "{\"a\":{\"x/y\":[1,{\"~\":true}]}}", "{\"a\":{\"x/y\":[1,{\"~\":false}]}}",
      "/a/x~1y/1/~0 different;" },
    { "{\"a\":1}", "{\"a\":[1]}", "/a different;" },
    { "{\"a\":9007199254740993}", "{\"a\":9007199254740992}", "/a different;" },
    { "1", "2", " different;" },
  };
  static const char *const kinds[] = {
    [MCP_DIFFERENCE_ONLY_LEGACY] = "only-legacy",
    [MCP_DIFFERENCE_ONLY_MODERN] = "only-modern",
    [MCP_DIFFERENCE_VALUE] = "different",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) list = mcp_differences_of (cases[i].legacy, cases[i].modern, NULL);
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint j = 0; j < list->len; j++)
        {
          const McpDifference *difference = list->pdata[j];

          g_string_append_printf (found, "%s %s;", difference->path, kinds[difference->kind]);
        }
      g_assert_cmpstr (found->str, ==, cases[i].found);
    }
}

static gboolean
is_expected (GPtrArray *list,
             guint      i)
{
  return ((McpDifference *) list->pdata[i])->is_expected;
}

/* A member is expected by its place, not by its name alone. */
static void
test_expected (void)
{
  g_autoptr (GPtrArray) list = mcp_differences_of (
    "{\"tools\":{\"t\":{\"execution\":{},\"inputSchema\":{\"execution\":1}}},\"call\":{}}",
    "{\"tools\":{\"t\":{\"inputSchema\":{\"execution\":2}}},"
    "\"call\":{\"resultType\":\"complete\"},\"capabilities\":{}}", NULL);

  g_assert_cmpuint (list->len, ==, 4);
  g_assert_true (is_expected (list, 0));
  g_assert_false (is_expected (list, 1));
  g_assert_true (is_expected (list, 2));
  g_assert_false (is_expected (list, 3));
}

static void
test_many (void)
{
  g_autoptr (GString) legacy = g_string_new ("[0");
  g_autoptr (GPtrArray) list = NULL;
  gboolean truncated;

  for (guint i = 0; i < 5000; i++)
    g_string_append (legacy, ",0");
  g_string_append_c (legacy, ']');
  list = mcp_differences_of (legacy->str, "[]", &truncated);
  g_assert_cmpuint (list->len, ==, 2000);
  g_assert_true (truncated);
}

/* JSON that came as text is compared as what it says. */
static void
test_in_strings (void)
{
  g_autoptr (GPtrArray) list = mcp_differences_of (
    "{\"call\":{\"content\":[{\"text\":\"{\\\"a\\\": 1, \\\"b\\\":[2,3]}\"},{\"text\":\"{\\\"same\\\":1}\"}]}}",
    "{\"call\":{\"content\":[{\"text\":\"{\\\"b\\\":[2,4],\\\"a\\\":1.0}\"},{\"text\":\"{ \\\"same\\\" : 1 }\"}]}}", NULL);
  const McpDifference *difference;

  g_assert_cmpuint (list->len, ==, 1);
  difference = list->pdata[0];
  g_assert_cmpstr (difference->path, ==, "/call/content/0/text#/b/1");
  g_assert_cmpstr (difference->legacy, ==, "3");
  g_assert_cmpstr (difference->modern, ==, "4");
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/comparison/same", test_same);
  g_test_add_func ("/session/comparison/different", test_different);
  g_test_add_func ("/session/comparison/one-era", test_one_era);
  g_test_add_func ("/session/comparison/neither", test_neither);
  g_test_add_func ("/session/comparison/cancelled", test_cancelled);
  g_test_add_func ("/session/difference/values", test_differences);
  g_test_add_func ("/session/difference/expected", test_expected);
  g_test_add_func ("/session/difference/many", test_many);
  g_test_add_func ("/session/difference/in-strings", test_in_strings);

  return g_test_run ();
}
