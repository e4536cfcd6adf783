/* test-backoff.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-backoff.h"

static void
test_backoff_doubles (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  McpBackoff backoff = MCP_BACKOFF_INIT;
  guint expected = 1000;

  backoff.rand = rand;
  for (guint i = 0; i < 100; i++)
    {
      guint msec = mcp_backoff_next (&backoff);

      g_assert_cmpuint (msec, >=, expected * 3 / 4);
      g_assert_cmpuint (msec, <=, expected * 5 / 4);
      expected = MIN (expected * 2, 60 * 1000);
    }

  g_assert_cmpuint (backoff.attempt, ==, 100);
}

static void
test_backoff_spreads (void)
{
  McpBackoff backoff = { 60 * 1000, 60 * 1000, 0, NULL };
  guint low = 0;

  for (guint i = 0; i < 1000; i++)
    low += mcp_backoff_next (&backoff) < 60 * 1000;

  /* Either way, about as often. */
  g_assert_cmpuint (low, >, 300);
  g_assert_cmpuint (low, <, 700);
}

static void
test_backoff_resets (void)
{
  McpBackoff backoff = MCP_BACKOFF_INIT;

  for (guint i = 0; i < 5; i++)
    mcp_backoff_next (&backoff);
  mcp_backoff_reset (&backoff);
  g_assert_cmpuint (mcp_backoff_next (&backoff), <=, 1250);
  g_assert_cmpuint (backoff.attempt, ==, 1);
}

static void
test_backoff_never_overflows (void)
{
  McpBackoff backoff = { G_MAXUINT, G_MAXUINT, G_MAXUINT - 1, NULL };

  g_assert_cmpuint (mcp_backoff_next (&backoff), >=, G_MAXUINT / 4 * 3 - 3);
  mcp_backoff_next (&backoff);
  g_assert_cmpuint (backoff.attempt, ==, G_MAXUINT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/backoff/doubles", test_backoff_doubles);
  g_test_add_func ("/session/backoff/spreads", test_backoff_spreads);
  g_test_add_func ("/session/backoff/resets", test_backoff_resets);
  g_test_add_func ("/session/backoff/never-overflows", test_backoff_never_overflows);

  return g_test_run ();
}
