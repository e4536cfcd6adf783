/* test-interop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "interop-support.h"

/* Real servers, and what they really hold: their own lists read by other means, their files. */

/* The session's lists equal, token for token, what the raw client reads. */
static void
compare_lists (McpSession         *session,
               const char * const *argv,
               const char         *cwd)
{
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  g_autoptr (RawClient) raw = raw_client_new (argv, cwd, capabilities);

  interop_compare_lists (session, (RawAsk) raw_client_ask, raw);
}

static void
test_everything (void)
{
  const char *arguments[] = { "stdio", NULL };
  g_auto (GStrv) argv = interop_server ("server-everything", arguments);
  McpSession *session;
  g_autoptr (McpCall) slow = NULL;
  g_autoptr (McpCall) read = NULL;
  g_autoptr (McpCall) completion = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *echo = NULL;
  g_autofree char *name = NULL;

  if (argv == NULL)
    return;

  session = interop_session (argv, NULL, NULL);
  name = mcp_session_lookup (session, "serverInfo.name");
  g_assert_cmpstr (name, ==, "mcp-servers/everything");
  g_assert_true (mcp_session_has_capability (session, "resources.subscribe"));
  compare_lists (session, (const char * const *) argv, NULL);

  echo = interop_call (session, "echo", "{\"message\":\"sonar\"}");
  g_assert_nonnull (strstr (echo, "Echo: sonar"));

  slow = mcp_session_new_tool_call ("trigger-long-running-operation",
                                    "{\"duration\":0.4,\"steps\":4}");
  session_run (session, slow, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (mcp_call_get_outcome (slow)->progress, ==, 4);

  {
    GListModel *resources = G_LIST_MODEL (mcp_session_get_catalog (session,
                                                                   MCP_CATALOG_RESOURCES));
    g_autoptr (McpCatalogItem) first = g_list_model_get_item (resources, 0);

    g_assert_nonnull (first);
    read = mcp_session_new_resource_read (mcp_catalog_item_get_uri (first));
    session_run (session, read, &error);
    g_assert_no_error (error);
  }

  g_assert_cmpuint (interop_count_errors (session), ==, 0);
  session_finish (session);
}

/* It asks for a form with every type of field, and for a model; rules answer. */
static void
test_everything_asks (void)
{
  const char *arguments[] = { "stdio", NULL };
  g_auto (GStrv) argv = interop_server ("server-everything", arguments);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpAnswerRules) rules = mcp_answer_rules_new_from_json (
    "[{\"mode\":\"form\",\"do\":\"accept\"},{\"method\":\"sampling/*\",\"do\":\"answer\",\"result\":"
    "{\"role\":\"assistant\",\"model\":\"by-hand\",\"content\":{\"type\":\"text\",\"text\":"
    "\"Ten fathoms\"}}}]",
    -1, NULL);
  McpSession *session;
  g_autofree char *form = NULL;
  g_autofree char *model = NULL;

  if (argv == NULL)
    return;

  profile = mcp_profile_new_for_argv ("everything", (const char *const *) argv);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_set_answer_rules (profile, rules);
  session = interop_open (profile);

  form = interop_call (session, "trigger-elicitation-request", "{}");
  g_assert_nonnull (strstr (form, "\\\"untitledMultipleSelectEnum\\\""));
  g_assert_nonnull (strstr (form, "3.14"));
  model = interop_call (session, "trigger-sampling-request", "{\"prompt\":\"How deep?\"}");
  g_assert_nonnull (strstr (model, "Ten fathoms"));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_questions_get_history (
                      mcp_session_get_questions (session))),
                    ==, 2);
  g_assert_cmpuint (interop_count_errors (session), ==, 0);
  session_finish (session);
}

static char *
make_directory (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("sounder-interop-XXXXXX", &error);

  g_assert_no_error (error);

  /* The server tells the resolved path. */
  return realpath (directory, NULL);
}

static void
test_filesystem (void)
{
  g_autofree char *directory = make_directory ();
  const char *arguments[] = { directory, NULL };
  g_auto (GStrv) argv = interop_server ("server-filesystem", arguments);
  g_autofree char *path = g_build_filename (directory, "depth.txt", NULL);
  g_autofree char *write_arguments = NULL;
  g_autofree char *list_arguments = NULL;
  g_autofree char *written = NULL;
  g_autofree char *list = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  McpSession *session;

  if (argv != NULL)
    {
      session = interop_session (argv, directory, NULL);
      compare_lists (session, (const char * const *) argv, directory);

      write_arguments = g_strdup_printf ("{\"path\":\"%s\",\"content\":\"10.50 fathoms\\n\"}", path);
      written = interop_call (session, "write_file", write_arguments);
      g_file_get_contents (path, &content, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (content, ==, "10.50 fathoms\n");

      list_arguments = g_strdup_printf ("{\"path\":\"%s\"}", directory);
      list = interop_call (session, "list_directory", list_arguments);
      g_assert_nonnull (strstr (list, "[FILE] depth.txt"));
      g_assert_cmpuint (interop_count_errors (session), ==, 0);
      session_finish (session);
      g_unlink (path);
    }

  g_rmdir (directory);
}

static void
test_memory (void)
{
  g_auto (GStrv) argv = interop_server ("server-memory", NULL);
  g_autofree char *directory = make_directory ();
  g_autofree char *path = g_build_filename (directory, "memory.jsonl", NULL);
  g_autofree char *variable = g_strconcat ("MEMORY_FILE_PATH=", path, NULL);
  const char *env[] = { variable, NULL };
  g_autofree char *created = NULL;
  g_autofree char *content = NULL;
  g_autofree char *graph = NULL;
  g_autoptr (GError) error = NULL;
  McpSession *session;

  if (argv != NULL)
    {
      session = interop_session (argv, directory, env);
      compare_lists (session, (const char * const *) argv, directory);

      created = interop_call (session, "create_entities",
                              "{\"entities\":[{\"name\":\"Beagle\",\"entityType\":\"ship\","
                              "\"observations\":[\"sounded the reef\"]}]}");
      g_file_get_contents (path, &content, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (strstr (content, "Beagle"));
      graph = interop_call (session, "read_graph", "{}");
      g_assert_nonnull (strstr (graph, "sounded the reef"));
      g_assert_cmpuint (interop_count_errors (session), ==, 0);
      session_finish (session);
      g_unlink (path);
    }

  g_rmdir (directory);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interop/everything", test_everything);
  g_test_add_func ("/interop/everything-asks", test_everything_asks);
  g_test_add_func ("/interop/filesystem", test_filesystem);
  g_test_add_func ("/interop/memory", test_memory);

  return g_test_run ();
}
