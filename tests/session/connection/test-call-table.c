/* test-call-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-call-private.h"
#include "mcp-call-table.h"
#include "test-support.h"

/* A call under an id, as the session queues it. */
static McpCall *
add_call (McpCallTable *table,
          gint64        number,
          const char   *method)
{
  g_autoptr (McpCall) call = mcp_call_new (method, NULL);
  g_autoptr (McpId) id = mcp_id_new_integer (number);

  mcp_call_queue (call, id, NULL, NULL);
  mcp_call_table_add (table, call);

  return call; /* the table holds it */
}

static McpCall *
add_sent_call (McpCallTable *table,
               gint64        number,
               const char   *method)
{
  McpCall *call = add_call (table, number, method);

  mcp_call_set_sent (call, (guint) number, 0, 0, 0);

  return call;
}

static void
test_find (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  McpCall *first = add_call (table, 1, "ping");
  McpCall *second = add_call (table, 2, "tools/list");
  g_autoptr (McpId) unknown = mcp_id_new_integer (3);
  g_autoptr (McpCall) taken = NULL;

  mcp_call_set_ticket (second, 7);
  g_assert_true (mcp_call_table_find (table, mcp_call_get_outcome (first)->id) == first);
  g_assert_null (mcp_call_table_find (table, unknown));
  g_assert_true (mcp_call_table_find_kind (table, MCP_REQUEST_TOOLS_LIST) == second);
  g_assert_null (mcp_call_table_find_kind (table, MCP_REQUEST_INITIALIZE));
  g_assert_true (mcp_call_table_find_ticket (table, 7) == second);
  g_assert_null (mcp_call_table_find_ticket (table, 8));

  taken = mcp_call_table_take (table, mcp_call_get_outcome (first)->id);
  g_assert_true (taken == first);
  g_assert_false (mcp_call_table_has (table, first));
  g_assert_null (mcp_call_table_take (table, mcp_call_get_outcome (first)->id));
  g_assert_true (mcp_call_table_has (table, second));
}

static void
test_take_all (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  g_autoptr (GPtrArray) calls = NULL;

  add_call (table, 1, "ping");
  add_call (table, 2, "ping");
  calls = mcp_call_table_take_all (table);
  g_assert_cmpuint (calls->len, ==, 2);
  g_assert_null (mcp_call_table_find_kind (table, MCP_REQUEST_PING));
}

/* The method of a call that was given up says what came late; the oldest are forgotten. */
static void
test_given_up (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  g_autoptr (McpId) first = mcp_id_new_integer (1);
  g_autoptr (McpId) last = mcp_id_new_integer (10001);

  g_assert_null (mcp_call_table_get_given_up (table, first));
  for (gint64 number = 1; number <= 10001; number++)
    {
      g_autoptr (McpId) id = mcp_id_new_integer (number);
      g_autoptr (McpCall) call = NULL;

      add_call (table, number, "tools/call");
      call = mcp_call_table_take (table, id);
      mcp_call_table_give_up (table, call);
    }
  g_assert_null (mcp_call_table_get_given_up (table, first));
  g_assert_cmpstr (mcp_call_table_get_given_up (table, last), ==, "tools/call");
}

static void
test_raw (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  g_autoptr (McpId) id = mcp_id_new_integer (5);
  guint64 ticket = 1;

  g_assert_false (mcp_call_table_take_raw (table, id, &ticket));
  mcp_call_table_add_raw (table, id);
  mcp_call_table_set_raw_ticket (table, id, 9);
  g_assert_true (mcp_call_table_take_raw (table, id, &ticket));
  g_assert_cmpuint (ticket, ==, 9);
  mcp_call_table_set_raw_ticket (table, id, 10);
  g_assert_false (mcp_call_table_take_raw (table, id, &ticket));
}

/* What is held for one reason is not let go for another. */
static void
test_held (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  McpCall *first = add_call (table, 1, "ping");
  McpCall *second = add_call (table, 2, "ping");
  McpCall *third = add_call (table, 3, "ping");
  g_autoptr (GPtrArray) released = NULL;

  mcp_call_table_hold (table, MCP_CALL_HELD_FOR_SESSION, first);
  mcp_call_table_hold (table, MCP_CALL_HELD_FOR_PROBE, second);
  mcp_call_table_hold (table, MCP_CALL_HELD_FOR_SESSION, third);
  g_assert_true (mcp_call_table_drop_held (table, third));
  g_assert_false (mcp_call_table_drop_held (table, third));

  released = mcp_call_table_release (table, MCP_CALL_HELD_FOR_SESSION);
  g_assert_cmpuint (released->len, ==, 1);
  g_assert_true (released->pdata[0] == first);
  g_assert_false (mcp_call_table_drop_held (table, first));
  g_assert_true (mcp_call_table_drop_held (table, second));
}

/* One answer was cut, and two calls wait: who is answered was not meant. */
static void
test_suspects (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  McpCall *first = add_sent_call (table, 1, "tools/call");
  McpCall *second = add_sent_call (table, 2, "tools/call");
  McpCall *queued = add_call (table, 3, "tools/call");
  McpCall *listening = add_sent_call (table, 4, "subscriptions/listen");
  g_autoptr (GPtrArray) lost = NULL;

  mcp_call_table_add_cut (table);
  g_assert_true (mcp_call_table_is_suspect (table, first));
  g_assert_false (mcp_call_table_is_suspect (table, queued));
  g_assert_false (mcp_call_table_is_suspect (table, listening));
  g_assert_null (mcp_call_table_take_suspects (table));

  mcp_call_table_clear_suspect (table, mcp_call_get_outcome (first)->id, TRUE);
  lost = mcp_call_table_take_suspects (table);
  g_assert_cmpuint (lost->len, ==, 1);
  g_assert_true (lost->pdata[0] == second);
  g_assert_false (mcp_call_table_is_suspect (table, second));
}

/* One that was given up may have been it: nobody is accused any more. */
static void
test_suspect_leaves (void)
{
  g_autoptr (McpCallTable) table = mcp_call_table_new (NULL, NULL);
  McpCall *first = add_sent_call (table, 1, "tools/call");
  g_autoptr (McpCall) taken = NULL;

  add_sent_call (table, 2, "tools/call");
  mcp_call_table_add_cut (table);
  taken = mcp_call_table_take (table, mcp_call_get_outcome (first)->id);
  g_assert_null (mcp_call_table_take_suspects (table));
}

static void
add_due (GPtrArray *calls,
         gpointer   owner)
{
  for (guint i = 0; i < calls->len; i++)
    g_ptr_array_add (owner, g_object_ref (g_ptr_array_index (calls, i)));
}

/* Whatever order they are given in; one that was put off waits until then. */
static void
test_deadlines (void)
{
  g_autoptr (GPtrArray) due = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpCallTable) table = mcp_call_table_new (add_due, due);
  gint64 now_usec = g_get_monotonic_time ();
  McpCall *late = add_call (table, 1, "a");
  McpCall *soon = add_call (table, 2, "b");
  McpCall *put_off = add_call (table, 3, "c");
  McpCall *never = add_call (table, 4, "d");

  mcp_call_table_set_deadline (table, late, now_usec + 40000);
  mcp_call_table_set_deadline (table, soon, now_usec + 10000);
  mcp_call_table_set_deadline (table, put_off, now_usec + 10000);
  mcp_call_table_set_deadline (table, put_off, now_usec + 80000);
  TEST_AWAIT (g_ptr_array_find (due, soon, NULL));
  g_assert_cmpint (g_get_monotonic_time (), >=, now_usec + 10000);
  TEST_AWAIT (g_ptr_array_find (due, late, NULL));
  g_assert_cmpint (g_get_monotonic_time (), >=, now_usec + 40000);
  TEST_AWAIT (g_ptr_array_find (due, put_off, NULL));
  g_assert_cmpint (g_get_monotonic_time (), >=, now_usec + 80000);
  g_assert_false (g_ptr_array_find (due, never, NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/call-table/find", test_find);
  g_test_add_func ("/session/call-table/take-all", test_take_all);
  g_test_add_func ("/session/call-table/given-up", test_given_up);
  g_test_add_func ("/session/call-table/raw", test_raw);
  g_test_add_func ("/session/call-table/held", test_held);
  g_test_add_func ("/session/call-table/suspects", test_suspects);
  g_test_add_func ("/session/call-table/suspect-leaves", test_suspect_leaves);
  g_test_add_func ("/session/call-table/deadlines", test_deadlines);

  return g_test_run ();
}
