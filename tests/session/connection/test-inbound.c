/* test-inbound.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-inbound.h"

/* As many as are allowed, together no longer than is allowed; one alone may be longer. */
static void
test_questions (void)
{
  g_autoptr (McpInbound) inbound = mcp_inbound_new ();

  g_assert_true (mcp_inbound_add_question (inbound, 500, 3, 100));
  g_assert_false (mcp_inbound_add_question (inbound, 1, 3, 100));
  mcp_inbound_remove_question (inbound, 500);

  g_assert_true (mcp_inbound_add_question (inbound, 40, 3, 100));
  g_assert_true (mcp_inbound_add_question (inbound, 60, 3, 100));
  g_assert_false (mcp_inbound_add_question (inbound, 1, 3, 100));
  g_assert_true (mcp_inbound_add_question (inbound, 0, 3, 100));
  g_assert_false (mcp_inbound_add_question (inbound, 0, 3, 100));
  g_assert_cmpuint (mcp_inbound_get_n_questions (inbound), ==, 3);
  g_assert_cmpuint (mcp_inbound_get_question_bytes (inbound), ==, 100);
}

/* Held at too many, by number or by size, and let go once, at half. */
static void
test_answers (void)
{
  static const gsize sizes[] = { 1, 1024 * 1024 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (McpInbound) inbound = mcp_inbound_new ();
      guint limit = 0;

      for (; !mcp_inbound_is_full (inbound); limit++)
        mcp_inbound_add_answer (inbound, sizes[i]);
      g_assert_cmpuint (limit, ==, i == 0 ? 1001 : 17);
      g_assert_false (mcp_inbound_release (inbound));
      mcp_inbound_hold (inbound);
      for (; !mcp_inbound_release (inbound); limit--)
        mcp_inbound_remove_answer (inbound, sizes[i]);
      g_assert_cmpuint (limit, ==, i == 0 ? 500 : 8);
      g_assert_cmpuint (mcp_inbound_get_n_answers (inbound), ==, limit);
      g_assert_false (mcp_inbound_release (inbound));
    }
}

/* A reused id is the later request's; the answer to the earlier one ends nothing. */
static void
test_requests (void)
{
  g_autoptr (McpInbound) inbound = mcp_inbound_new ();
  g_autoptr (McpId) id = mcp_id_new_integer (1);
  g_autoptr (McpId) other = mcp_id_new_integer (2);
  g_autoptr (GCancellable) earlier = mcp_inbound_begin (inbound, id);
  g_autoptr (GCancellable) later = mcp_inbound_begin (inbound, id);
  g_autoptr (GCancellable) last = mcp_inbound_begin (inbound, other);

  g_assert_true (mcp_inbound_find (inbound, id) == later);
  g_assert_false (mcp_inbound_end (inbound, id, earlier));
  g_assert_true (mcp_inbound_end (inbound, id, later));
  g_assert_false (mcp_inbound_end (inbound, id, later));
  g_assert_null (mcp_inbound_find (inbound, id));

  mcp_inbound_cancel_all (inbound);
  g_assert_true (g_cancellable_is_cancelled (last));
  g_assert_false (g_cancellable_is_cancelled (later));
  g_assert_null (mcp_inbound_find (inbound, other));
}

static void
test_open (void)
{
  g_autoptr (McpInbound) inbound = mcp_inbound_new ();

  g_assert_false (mcp_inbound_is_open (inbound));
  mcp_inbound_open (inbound);
  g_assert_true (mcp_inbound_is_open (inbound));
  mcp_inbound_cancel_all (inbound);
  g_assert_true (mcp_inbound_is_open (inbound));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/inbound/open", test_open);
  g_test_add_func ("/session/inbound/questions", test_questions);
  g_test_add_func ("/session/inbound/requests", test_requests);
  g_test_add_func ("/session/inbound/answers", test_answers);

  return g_test_run ();
}
