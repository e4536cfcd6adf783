/* test-interop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "interop-support.h"
#include "mcp-json.h"

/* Real servers, and what they really hold: their own lists read by other means, their files. */

/* The session's lists equal, token for token, what the raw client reads. */
static void
compare_lists (McpSession         *session,
               const char * const *argv,
               const char         *cwd)
{
  const struct
  {
    McpCatalogKind  kind;
    const char     *capability;
    const char     *method;
    const char     *member;
  } lists[] = {
    { MCP_CATALOG_TOOLS, "tools", "tools/list", "tools" },
    { MCP_CATALOG_RESOURCES, "resources", "resources/list", "resources" },
    { MCP_CATALOG_TEMPLATES, "resources", "resources/templates/list", "resourceTemplates" },
    { MCP_CATALOG_PROMPTS, "prompts", "prompts/list", "prompts" },
  };
  g_autofree char *capabilities = mcp_session_dup_client_capabilities (session);
  g_autoptr (RawClient) raw = raw_client_new (argv, cwd, capabilities);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *answer = NULL;
      g_autofree char *start = NULL;
      g_autofree char *items = NULL;

      if (!mcp_session_has_capability (session, lists[i].capability))
        continue;

      answer = raw_client_ask (raw, lists[i].method, "{}");
      items = interop_catalog (session, lists[i].kind);
      start = g_strdup_printf ("\"%s\":[%s]", lists[i].member, items);
      g_test_message ("%s: %zu bytes", lists[i].method, strlen (items));
      if (strstr (answer, start) == NULL)
        g_error ("%s: the server sent\n%s\nand the catalog holds\n%s", lists[i].method, answer,
                 start);
    }
}

static guint
count_errors (McpSession *session)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  guint n_errors = 0;

  mcp_journal_flush (mcp_session_get_journal (session));
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      g_test_message ("%s: %s", mcp_finding_get_rule (finding), mcp_finding_get_message (finding));
      n_errors += mcp_finding_get_severity (finding) == MCP_SEVERITY_ERROR;
    }

  return n_errors;
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
  g_assert_cmpfloat (mcp_call_get_progress (slow), ==, 4);

  {
    GListModel *resources = G_LIST_MODEL (mcp_session_get_catalog (session,
                                                                   MCP_CATALOG_RESOURCES));
    g_autoptr (McpCatalogItem) first = g_list_model_get_item (resources, 0);

    g_assert_nonnull (first);
    read = mcp_session_new_resource_read (mcp_catalog_item_get_uri (first));
    session_run (session, read, &error);
    g_assert_no_error (error);
  }

  g_assert_cmpuint (count_errors (session), ==, 0);
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
      g_assert_cmpuint (count_errors (session), ==, 0);
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
      g_assert_cmpuint (count_errors (session), ==, 0);
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
  g_test_add_func ("/interop/filesystem", test_filesystem);
  g_test_add_func ("/interop/memory", test_memory);

  return g_test_run ();
}
