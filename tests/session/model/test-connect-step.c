/* test-connect-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-connect-step.h"

static void
count_cb (McpConnectStep *step,
          guint          *n_changes)
{
  (*n_changes)++;
}

/* Whenever somebody is told, all of it fits together. */
static void
look_cb (McpConnectStep *step,
         gpointer        user_data)
{
  const McpConnectStepInfo *info = mcp_connect_step_get_info (step);
  McpStepState state = info->state;

  g_assert_cmpint (info->took_usec >= 0, ==, state == MCP_STEP_DONE || state == MCP_STEP_FAILED);
  if (state <= MCP_STEP_RUNNING)
    {
      g_assert_null (info->detail);
      g_assert_null (info->evidence);
    }
}

/* What each verb does from each state; "-" leaves it as it is. */
static void
test_transitions (void)
{
  enum { START, SUCCEED, FAIL, SKIP, DIAGNOSE, RESET, N_VERBS };
  static const McpStepState after[][N_VERBS] = {
    [MCP_STEP_PENDING] = { MCP_STEP_RUNNING, MCP_STEP_PENDING, MCP_STEP_PENDING, MCP_STEP_NOT_NEEDED,
                           MCP_STEP_FAILED, MCP_STEP_PENDING },
    [MCP_STEP_RUNNING] = { MCP_STEP_RUNNING, MCP_STEP_DONE, MCP_STEP_FAILED, MCP_STEP_NOT_NEEDED,
                           MCP_STEP_FAILED, MCP_STEP_PENDING },
    [MCP_STEP_DONE] = { MCP_STEP_DONE, MCP_STEP_DONE, MCP_STEP_DONE, MCP_STEP_DONE,
                        MCP_STEP_FAILED, MCP_STEP_PENDING },
    [MCP_STEP_FAILED] = { MCP_STEP_FAILED, MCP_STEP_FAILED, MCP_STEP_FAILED, MCP_STEP_FAILED,
                          MCP_STEP_FAILED, MCP_STEP_PENDING },
    [MCP_STEP_NOT_NEEDED] = { MCP_STEP_NOT_NEEDED, MCP_STEP_NOT_NEEDED, MCP_STEP_NOT_NEEDED, MCP_STEP_NOT_NEEDED,
                              MCP_STEP_FAILED, MCP_STEP_PENDING },
  };

  for (guint from = 0; from < G_N_ELEMENTS (after); from++)
    for (guint verb = 0; verb < N_VERBS; verb++)
      {
        g_autoptr (McpConnectStep) step = mcp_connect_step_new (MCP_STEP_TLS);
        gboolean has_ended;

        if (from == MCP_STEP_NOT_NEEDED)
          mcp_connect_step_skip (step, "before");
        else if (from != MCP_STEP_PENDING)
          mcp_connect_step_start (step);
        if (from == MCP_STEP_DONE || from == MCP_STEP_FAILED)
          mcp_connect_step_end (step, from == MCP_STEP_DONE, "before");
        g_assert_cmpint (mcp_connect_step_get_info (step)->state, ==, from);

        if (verb == START)
          mcp_connect_step_start (step);
        else if (verb == SUCCEED || verb == FAIL)
          mcp_connect_step_end (step, verb == SUCCEED, "now");
        else if (verb == SKIP)
          mcp_connect_step_skip (step, "now");
        else if (verb == DIAGNOSE)
          mcp_connect_step_diagnose (step, "now", "seen");
        else
          mcp_connect_step_reset (step);

        g_test_message ("%u %u", from, verb);
        g_assert_cmpint (mcp_connect_step_get_info (step)->state, ==, after[from][verb]);

        /* What was said before stays, unless something came of it now. */
        if (verb == RESET)
          g_assert_null (mcp_connect_step_get_info (step)->detail);
        else if (verb == DIAGNOSE || after[from][verb] != from)
          g_assert_cmpstr (mcp_connect_step_get_info (step)->detail, ==, verb == START ? NULL : "now");
        else
          g_assert_cmpstr (mcp_connect_step_get_info (step)->detail, ==,
                           from >= MCP_STEP_DONE ? "before" : NULL);
        g_assert_cmpstr (mcp_connect_step_get_info (step)->evidence, ==, verb == DIAGNOSE ? "seen" : NULL);

        /* Only what ran has taken a time, and only when it is over. */
        has_ended = (from == MCP_STEP_DONE || from == MCP_STEP_FAILED
                     || (from == MCP_STEP_RUNNING && verb != START))
                    && verb != RESET;
        g_assert_cmpint (mcp_connect_step_get_info (step)->took_usec >= 0, ==, has_ended);
      }
}

/* Who shows a step hears of what changes, once, when all of it has. */
static void
test_changed (void)
{
  McpConnectStep *step = mcp_connect_step_new (MCP_STEP_CONNECT);
  guint n = 0;
  gint64 took_usec;

  g_signal_connect (step, "changed", G_CALLBACK (count_cb), &n);
  g_signal_connect (step, "changed", G_CALLBACK (look_cb), NULL);
  mcp_connect_step_reset (step);
  g_assert_cmpuint (n, ==, 0);
  mcp_connect_step_start (step);
  mcp_connect_step_start (step);
  g_assert_cmpuint (n, ==, 1);
  mcp_connect_step_end (step, TRUE, "[::1]:80");
  g_assert_cmpuint (n, ==, 2);
  mcp_connect_step_end (step, FALSE, "too late");
  mcp_connect_step_skip (step, "too late");
  g_assert_cmpuint (n, ==, 2);

  /* Found out later: it took what it took. */
  took_usec = mcp_connect_step_get_info (step)->took_usec;
  g_assert_cmpint (took_usec, >=, 0);
  mcp_connect_step_diagnose (step, "[::1]:80", "HTTP/1.0 200");
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (mcp_connect_step_get_info (step)->took_usec, ==, took_usec);
  mcp_connect_step_diagnose (step, "[::1]:80", "HTTP/1.0 200");
  g_assert_cmpuint (n, ==, 3);
  /* More is known of the same failure. */
  mcp_connect_step_diagnose (step, "[::1]:80", "HTTP/1.0 200 OK");
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (mcp_connect_step_get_info (step)->took_usec, ==, took_usec);

  mcp_connect_step_reset (step);
  mcp_connect_step_reset (step);
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpint (mcp_connect_step_get_info (step)->took_usec, ==, -1);
  g_assert_finalize_object (step);
}

/* Each step has a title of its own and a word for scripts; what is no step has some, too. */
static void
test_names (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) nicks = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < MCP_N_STEPS; i++)
    {
      g_autoptr (McpConnectStep) step = mcp_connect_step_new (i);

      g_assert_cmpint (mcp_connect_step_get_info (step)->step, ==, i);
      g_assert_cmpstr (mcp_connect_step_get_name (step), ==, mcp_step_get_title (i));
      g_assert_true (g_hash_table_add (titles, (char *) mcp_step_get_title (i)));
      g_assert_true (g_hash_table_add (nicks, (char *) mcp_step_get_nick (i)));
      for (const char *at = mcp_step_get_nick (i); *at != '\0'; at++)
        g_assert_true (g_ascii_islower (*at) || *at == '-');
    }
  g_assert_cmpstr (mcp_step_get_nick (MCP_N_STEPS), ==, "unknown");
  g_assert_false (g_hash_table_contains (titles, mcp_step_get_title (MCP_N_STEPS)));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/connect-step/transitions", test_transitions);
  g_test_add_func ("/session/connect-step/changed", test_changed);
  g_test_add_func ("/session/connect-step/names", test_names);

  return g_test_run ();
}
