/* test-inbound-bounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-inbound-bounds.h"

/* As many as are allowed, together no longer than is allowed; one alone may be longer. */
static void
test_questions (void)
{
  McpInboundBounds *bounds = mcp_inbound_bounds_new ();

  g_assert_true (mcp_inbound_bounds_add_question (bounds, 500, 3, 100));
  g_assert_false (mcp_inbound_bounds_add_question (bounds, 1, 3, 100));
  mcp_inbound_bounds_remove_question (bounds, 500);

  g_assert_true (mcp_inbound_bounds_add_question (bounds, 40, 3, 100));
  g_assert_true (mcp_inbound_bounds_add_question (bounds, 60, 3, 100));
  g_assert_false (mcp_inbound_bounds_add_question (bounds, 1, 3, 100));
  g_assert_true (mcp_inbound_bounds_add_question (bounds, 0, 3, 100));
  g_assert_false (mcp_inbound_bounds_add_question (bounds, 0, 3, 100));
  g_assert_cmpuint (mcp_inbound_bounds_get_n_questions (bounds), ==, 3);
  g_assert_cmpuint (mcp_inbound_bounds_get_question_bytes (bounds), ==, 100);

  mcp_inbound_bounds_free (bounds);
}

/* Held at too many, by number or by size, and let go once, at half. */
static void
test_answers (void)
{
  static const gsize sizes[] = { 1, 1024 * 1024 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      McpInboundBounds *bounds = mcp_inbound_bounds_new ();
      guint limit = 0;

      for (; !mcp_inbound_bounds_is_full (bounds); limit++)
        mcp_inbound_bounds_add_answer (bounds, sizes[i]);
      g_assert_cmpuint (limit, ==, i == 0 ? 1001 : 17);
      g_assert_false (mcp_inbound_bounds_release (bounds));
      mcp_inbound_bounds_hold (bounds);
      for (; !mcp_inbound_bounds_release (bounds); limit--)
        mcp_inbound_bounds_remove_answer (bounds, sizes[i]);
      g_assert_cmpuint (limit, ==, i == 0 ? 500 : 8);
      g_assert_cmpuint (mcp_inbound_bounds_get_n_answers (bounds), ==, limit);
      g_assert_false (mcp_inbound_bounds_release (bounds));

      mcp_inbound_bounds_free (bounds);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/inbound-bounds/questions", test_questions);
  g_test_add_func ("/session/inbound-bounds/answers", test_answers);

  return g_test_run ();
}
