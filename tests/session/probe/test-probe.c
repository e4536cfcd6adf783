/* test-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-probe-run.h"
#include "session-support.h"

#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpProbeResult *
find (McpProbeRun *run,
      const char  *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (mcp_probe_run_get_results (run)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (mcp_probe_run_get_results (run), i);

      if (g_str_equal (mcp_probe_result_get_info (result)->probe->name, name))
        return result;
    }

  g_error ("no %s", name);
}

/* Each has a name of its own, a group that there is, words, and a place in the specification. */
static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_cmpuint (mcp_probe_get_n (), >=, 60);
  for (guint i = 0; i < mcp_probe_get_n (); i++)
    {
      const McpProbe *probe = mcp_probe_get (i);
      g_autofree char *reference = mcp_probe_dup_reference (probe, MCP_VERSION_UNKNOWN);

      g_assert_true (g_hash_table_add (names, (char *) probe->name));
      g_assert_true (mcp_probe_find (probe->name) == probe);
      g_assert_true (mcp_probe_is_group (probe->group));
      g_assert_false (mcp_probe_is_group (probe->name) && !g_str_equal (probe->name, probe->group));
      g_assert_cmpstr (probe->rule, !=, "");
      g_assert_true (g_str_has_prefix (reference, "MCP 20") || g_str_has_prefix (reference, "JSON-RPC"));
      g_assert_cmpint (probe->first, <=, probe->last);
      g_assert_nonnull (probe->steps);
    }
}

/* What crossed is in the journal, by serials; the session is closed and an ordinary one again. */
static void
test_serials (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{}}"));
  const char *names[] = { "ping", NULL };
  g_autoptr (McpProbeRun) run = mcp_probe_run_new (session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecord) sent = NULL;
  g_autoptr (McpRecord) answer = NULL;
  const McpProbeResultInfo *ping = mcp_probe_result_get_info (find (run, "ping"));
  McpJournal *journal = mcp_session_get_journal (session);

  mcp_probe_run_select (run, names);
  mcp_probe_run_async (run, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  g_assert_true (mcp_probe_run_finish (run, result, &error));
  g_assert_no_error (error);

  g_assert_cmpint (ping->state, ==, MCP_PROBE_PASSED);
  g_assert_cmpint (ping->duration_usec, >=, 0);
  g_assert_cmpint (mcp_probe_run_get_version (run), ==, MCP_VERSION_2025_11_25);
  g_assert_cmpint (mcp_probe_result_get_info (find (run, "string-id"))->state, ==, MCP_PROBE_WAITING);
  sent = mcp_journal_get_record (journal, ping->sent_serial);
  answer = mcp_journal_get_record (journal, ping->answer_serial);
  g_assert_cmpstr (mcp_record_get_method (sent), ==, "ping");
  g_assert_cmpint (mcp_record_get_kind (answer), ==, MCP_RECORD_RESULT);
  g_assert_cmpuint (ping->step_first_serial, <=, mcp_record_get_serial (sent));
  g_assert_cmpuint (mcp_record_get_serial (answer), <=, ping->step_last_serial);
  g_assert_cmpuint (ping->first_serial, <=, ping->step_first_serial);
  g_assert_cmpuint (ping->last_serial, >=, ping->step_last_serial);

  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2025_11_25);
  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&run));
  session_finish (session);
}

/* What was broken on purpose is no finding of the session. */
static void
test_no_findings (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{\"x\":1}}"));
  const char *names[] = { "messages", "ping", NULL };
  g_autoptr (McpProbeRun) run = mcp_probe_run_new (session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *evidence = NULL;

  mcp_probe_run_select (run, names);
  mcp_probe_run_async (run, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  g_assert_true (mcp_probe_run_finish (run, result, NULL));
  g_assert_cmpint (mcp_probe_result_get_info (find (run, "ping"))->state, ==, MCP_PROBE_FAILED);
  evidence = mcp_probe_result_dup_evidence (find (run, "ping"), mcp_session_get_journal (session));
  g_assert_nonnull (strstr (evidence, "→ {"));
  g_assert_nonnull (strstr (evidence, "\n← {"));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (mcp_session_get_journal (session))), ==, 0);

  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&run));
  session_finish (session);
}

/* Given up in the middle: what did not run is told so, and nobody of the server's is left. */
static void
test_cancel (void)
{
  McpSession *session = session_new_mock (SERVE ("\"tools/list\":{\"result\":{\"tools\":[]}}"));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpProbeRun) run = mcp_probe_run_new (session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_probe_run_async (run, cancellable, store_cb, &result);
  TEST_AWAIT (mcp_probe_run_count (run, MCP_PROBE_PASSED) + mcp_probe_run_count (run, MCP_PROBE_FAILED) > 0);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (result != NULL);
  g_assert_false (mcp_probe_run_finish (run, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_SKIPPED), >, 0);
  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_WAITING), ==, 0);
  g_assert_cmpuint (mcp_probe_run_count (run, MCP_PROBE_RUNNING), ==, 0);

  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&run));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/probe/table", test_table);
  g_test_add_func ("/session/probe/serials", test_serials);
  g_test_add_func ("/session/probe/no-findings", test_no_findings);
  g_test_add_func ("/session/probe/cancel", test_cancel);

  return g_test_run ();
}
