/* test-retry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-retry.h"
#include "test-support.h"

typedef struct
{
  McpRetry *retry;
  guint     n_due;
  gboolean  frees;
  gboolean  goes_on;
} Owner;

static void
due_cb (gpointer user_data)
{
  Owner *owner = user_data;

  owner->n_due++;
  if (owner->frees)
    g_clear_pointer (&owner->retry, mcp_retry_free);
  else if (owner->goes_on && owner->n_due < 3)
    mcp_retry_wait (owner->retry);
}

static void
begin (Owner *owner,
       guint  base_msec)
{
  const McpBackoff backoff = { base_msec, 8 * base_msec, 0, NULL };

  owner->retry = mcp_retry_new (due_cb, owner);
  mcp_retry_set_backoff (owner->retry, &backoff);
}

/* Each wait is an attempt, and longer; one that lasted starts them anew. */
static void
test_waits (void)
{
  Owner owner = { 0 };
  gint64 before = g_get_monotonic_time ();
  guint msec;

  begin (&owner, 10000);
  g_assert_false (mcp_retry_is_trying (owner.retry));
  msec = mcp_retry_wait (owner.retry);
  g_assert_cmpuint (msec, >=, 7500);
  g_assert_cmpuint (msec, <=, 12500);
  g_assert_cmpint (mcp_retry_get_due_usec (owner.retry), >=, before + 1000 * (gint64) msec);
  g_assert_true (mcp_retry_is_trying (owner.retry));
  g_assert_cmpuint (mcp_retry_get_attempt (owner.retry), ==, 1);

  /* An attempt that failed is not forgotten by ending. */
  mcp_retry_stop_waiting (owner.retry);
  mcp_retry_end_attempt (owner.retry);
  g_assert_false (mcp_retry_is_trying (owner.retry));
  g_assert_cmpuint (mcp_retry_wait (owner.retry), >=, 15000);
  g_assert_cmpuint (mcp_retry_get_attempt (owner.retry), ==, 2);

  mcp_retry_count_anew (owner.retry);
  g_assert_true (mcp_retry_is_trying (owner.retry));
  g_assert_cmpuint (mcp_retry_wait (owner.retry), <=, 12500);
  g_assert_cmpuint (mcp_retry_get_attempt (owner.retry), ==, 1);
  g_assert_cmpuint (mcp_retry_get_backoff (owner.retry)->base_msec, ==, 10000);
  mcp_retry_free (owner.retry);
}

/* That an attempt is wanted whatever people set holds for one. */
static void
test_required_once (void)
{
  Owner owner = { 0 };

  begin (&owner, 10000);
  g_assert_false (mcp_retry_is_required (owner.retry));
  mcp_retry_require (owner.retry);
  mcp_retry_wait (owner.retry);
  g_assert_true (mcp_retry_is_required (owner.retry));
  mcp_retry_end_attempt (owner.retry);
  g_assert_false (mcp_retry_is_required (owner.retry));

  mcp_retry_require (owner.retry);
  mcp_retry_forget (owner.retry);
  g_assert_false (mcp_retry_is_required (owner.retry));
  g_assert_false (mcp_retry_is_trying (owner.retry));
  g_assert_cmpuint (mcp_retry_get_attempt (owner.retry), ==, 0);
  mcp_retry_free (owner.retry);
}

/* Who is told may wait again at once. */
static void
test_waits_again (void)
{
  Owner owner = { .goes_on = TRUE };

  begin (&owner, 1);
  mcp_retry_wait (owner.retry);
  TEST_AWAIT (owner.n_due == 3);
  g_assert_cmpuint (mcp_retry_get_attempt (owner.retry), ==, 3);
  mcp_retry_free (owner.retry);
}

/* Who is told may go for good. */
static void
test_goes_when_due (void)
{
  Owner owner = { .frees = TRUE };

  begin (&owner, 1);
  mcp_retry_wait (owner.retry);
  TEST_AWAIT (owner.n_due == 1);
  g_assert_null (owner.retry);
}

static gboolean
later_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;

  return G_SOURCE_REMOVE;
}

/* What is forgotten or freed is not told of; a timer that is due later says when that is sure. */
static void
test_forgets (void)
{
  Owner forgotten = { 0 };
  Owner freed = { 0 };
  gboolean later = FALSE;

  begin (&forgotten, 1);
  begin (&freed, 1);
  mcp_retry_wait (forgotten.retry);
  mcp_retry_wait (freed.retry);
  mcp_retry_forget (forgotten.retry);
  mcp_retry_free (freed.retry);
  g_timeout_add (20, later_cb, &later);
  TEST_AWAIT (later);
  g_assert_cmpuint (forgotten.n_due, ==, 0);
  g_assert_cmpuint (freed.n_due, ==, 0);
  mcp_retry_free (forgotten.retry);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/retry/waits", test_waits);
  g_test_add_func ("/session/retry/required-once", test_required_once);
  g_test_add_func ("/session/retry/waits-again", test_waits_again);
  g_test_add_func ("/session/retry/goes-when-due", test_goes_when_due);
  g_test_add_func ("/session/retry/forgets", test_forgets);

  return g_test_run ();
}
