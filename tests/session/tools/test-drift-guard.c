/* test-drift-guard.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "mcp-drift-guard.h"
#include "session-support.h"

/* A server that is another one than it was: what is told, what is kept, and for whom. */

#define LIST(result) "{'expect':{'method':'tools/list'}}," \
                     "{'send':{'jsonrpc':'2.0','id':'$id','result':{'tools':" result "}}}"
#define CHANGED      "{'send':{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}}"
#define TOOLS        "[{'handshake':{'capabilities':{'tools':{'listChanged':true}}}},"

static McpDriftGuard *
open_guarded (const char  *script,
              McpSession **session)
{
  McpDriftGuard *guard;

  *session = session_new_mock (script);
  mcp_session_set_auto_list (*session, TRUE);
  guard = mcp_drift_guard_new (*session);
  session_open_ok (*session);

  return guard;
}

static void
finish (McpDriftGuard *guard,
        McpSession    *session)
{
  McpDriftGuard *watched = guard;

  /* A comparison that is under way holds it. */
  g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  g_object_unref (guard);
  TEST_AWAIT_POLL (watched == NULL);
  session_finish (session);
}

static guint
count (McpDriftGuard *guard)
{
  return g_list_model_get_n_items (mcp_drift_guard_get_drifts (guard));
}

static gboolean
is_listed (McpSession *session,
           guint       n_tools)
{
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  return mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED
         && g_list_model_get_n_items (G_LIST_MODEL (catalog)) == n_tools;
}

static const char *
get_rule (McpDriftGuard *guard,
          guint          i)
{
  g_autoptr (McpFinding) finding = g_list_model_get_item (mcp_drift_guard_get_drifts (guard), i);

  return g_intern_string (mcp_finding_get_rule (finding));
}

/* The first sight accepts; a list that changes is told of, the worst first; accepting ends it. */
static void
test_in_session (void)
{
  McpSession *session;
  McpDriftGuard *guard = open_guarded (
    TOOLS LIST ("[{'name':'a','description':'one'},{'name':'b'}]") ",{'expect':{'method':'ping'}}," CHANGED ","
    LIST ("[{'name':'c'},{'name':'a','description':'two'}]") "]", &session);
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;

  TEST_AWAIT (is_listed (session, 2));
  /* First it was accepted without its lists, perhaps. */
  TEST_AWAIT (mcp_drift_guard_get_accepted (guard) == mcp_drift_guard_get_current (guard));
  g_assert_cmpuint (count (guard), ==, 0);
  g_assert_nonnull (mcp_drift_guard_get_accepted (guard));
  g_assert_cmpint (mcp_drift_guard_get_accepted_wall_usec (guard), >, 0);

  mcp_session_call_async (session, call, NULL, NULL, NULL);
  TEST_AWAIT (count (guard) == 3);
  g_assert_cmpstr (get_rule (guard, 0), ==, "drift.removed");
  g_assert_cmpuint (session_count_findings (session, "drift.removed"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "drift.description"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "drift.added"), ==, 1);

  g_assert_true (mcp_drift_guard_accept (guard, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count (guard), ==, 0);
  g_assert_true (mcp_drift_guard_get_accepted (guard) == mcp_drift_guard_get_current (guard));
  finish (guard, session);
}

/* What was accepted outlasts the program; the same in another order is no change. */
static void
test_over_sessions (void)
{
  static const char script[] =
    TOOLS LIST ("[{'name':'a'},{'name':'b'}]") ",{'expect':{'method':'ping'}}," CHANGED ","
    LIST ("[{'name':'b'},{'name':'a'}]") "," CHANGED "," LIST ("[{'name':'a'}]") "]";

  for (guint i = 0; i < 2; i++)
    {
      McpSession *session;
      McpDriftGuard *guard = open_guarded (script, &session);
      g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);

      TEST_AWAIT (is_listed (session, 2));
      /* The second time it was accepted with one tool. */
      TEST_AWAIT (i == 0 ? mcp_drift_guard_get_accepted (guard) == mcp_drift_guard_get_current (guard)
                         : count (guard) == 1);
      mcp_session_call_async (session, call, NULL, NULL, NULL);
      TEST_AWAIT (is_listed (session, 1));
      TEST_AWAIT (count (guard) == 1 - i);
      if (i == 0)
        {
          g_assert_cmpstr (get_rule (guard, 0), ==, "drift.removed");
          g_assert_true (mcp_drift_guard_accept (guard, NULL));
        }
      finish (guard, session);
    }
}

/* What cannot be written is accepted for as long as the program runs; what is no JSON is not read. */
static void
test_bad_files (void)
{
  static const char script[] = TOOLS LIST ("[{'name':'x'}]") "]";
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "sounder", "accepted", NULL);
  g_autoptr (GDir) files = NULL;
  McpSession *session;
  McpDriftGuard *guard = open_guarded (script, &session);
  const char *name;

  TEST_AWAIT (is_listed (session, 1));
  finish (guard, session);

  files = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_true (g_file_set_contents (path, "{\"tools\":", -1, NULL));
    }
  guard = open_guarded (script, &session);
  TEST_AWAIT (is_listed (session, 1));
  g_assert_cmpuint (count (guard), ==, 0);
  g_assert_nonnull (mcp_drift_guard_get_accepted (guard));
  finish (guard, session);

  test_remove_tree (folder);
  g_assert_true (g_file_set_contents (folder, "no folder", -1, NULL));
  guard = open_guarded (script, &session);
  TEST_AWAIT (is_listed (session, 1));
  g_assert_nonnull (mcp_drift_guard_get_accepted (guard));
  g_assert_cmpint (mcp_drift_guard_get_accepted_wall_usec (guard), ==, 0);
  g_assert_false (mcp_drift_guard_accept (guard, NULL));
  finish (guard, session);
  g_unlink (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *state = g_dir_make_tmp ("drift-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/drift-guard/in-session", test_in_session);
  g_test_add_func ("/session/drift-guard/over-sessions", test_over_sessions);
  g_test_add_func ("/session/drift-guard/bad-files", test_bad_files);

  status = g_test_run ();
  test_remove_tree (state);

  return status;
}
