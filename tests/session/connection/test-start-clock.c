/* test-start-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-start-clock.h"
#include "test-support.h"

#define LONG_MSEC (1000 * 1000)

typedef struct
{
  McpStartClock *clock;
  guint          n_timed_out;
} Fixture;

static void
timed_out (gpointer owner)
{
  Fixture *fixture = owner;

  fixture->n_timed_out++;
  g_clear_pointer (&fixture->clock, mcp_start_clock_free);
}

static void
still_starting (gpointer owner,
                guint    seconds)
{
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  static const McpStartClockFuncs funcs = { timed_out, still_starting };

  fixture->clock = mcp_start_clock_new (&funcs, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_clear_pointer (&fixture->clock, mcp_start_clock_free);
}

/* Whoever is told may drop the clock. */
static void
test_total (Fixture       *fixture,
            gconstpointer  unused)
{
  mcp_start_clock_begin (fixture->clock, 1, LONG_MSEC);
  TEST_AWAIT (fixture->n_timed_out == 1);
  g_assert_null (fixture->clock);
}

/* From a message on there is only the shorter limit; bytes are none. */
static void
test_message (Fixture       *fixture,
              gconstpointer  unused)
{
  mcp_start_clock_begin (fixture->clock, LONG_MSEC, 1);
  mcp_start_clock_saw_byte (fixture->clock, 1);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpint (mcp_start_clock_get_first_message_usec (fixture->clock), ==, 0);
  mcp_start_clock_saw_message (fixture->clock, 5);
  g_assert_cmpint (mcp_start_clock_get_first_message_usec (fixture->clock), ==, 5);
  TEST_AWAIT (fixture->n_timed_out == 1);
}

/* Nothing goes beyond the limit in all, and the last message counts. */
static void
test_limits (Fixture       *fixture,
             gconstpointer  unused)
{
  mcp_start_clock_begin (fixture->clock, LONG_MSEC, 1);
  mcp_start_clock_saw_message (fixture->clock, g_get_monotonic_time () - G_USEC_PER_SEC);
  mcp_start_clock_saw_message (fixture->clock, g_get_monotonic_time () + 100 * G_USEC_PER_SEC);
  g_assert_false (g_main_context_iteration (NULL, FALSE));

  mcp_start_clock_begin (fixture->clock, 1, LONG_MSEC);
  mcp_start_clock_saw_message (fixture->clock, g_get_monotonic_time ());
  TEST_AWAIT (fixture->n_timed_out == 1);
}

/* On the way to an address the shorter limit comes first, and goes with the request. */
static void
test_wait_on (Fixture       *fixture,
              gconstpointer  unused)
{
  mcp_start_clock_begin (fixture->clock, LONG_MSEC, 0);
  mcp_start_clock_expect_soon (fixture->clock, g_get_monotonic_time ());
  mcp_start_clock_wait_on (fixture->clock);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  mcp_start_clock_expect_soon (fixture->clock, g_get_monotonic_time ());
  TEST_AWAIT (fixture->n_timed_out == 1);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  unused)
{
  /* Before it begins a message changes nothing. */
  mcp_start_clock_saw_message (fixture->clock, 0);
  mcp_start_clock_begin (fixture->clock, 0, 0);
  mcp_start_clock_stop (fixture->clock);
  mcp_start_clock_saw_message (fixture->clock, 0);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpuint (fixture->n_timed_out, ==, 0);
}

static void
test_first_byte (Fixture       *fixture,
                 gconstpointer  unused)
{
  g_assert_cmpint (mcp_start_clock_get_first_byte_usec (fixture->clock), ==, 0);
  g_assert_true (mcp_start_clock_saw_byte (fixture->clock, 5));
  g_assert_false (mcp_start_clock_saw_byte (fixture->clock, 7));
  g_assert_cmpint (mcp_start_clock_get_first_byte_usec (fixture->clock), ==, 5);
}

/* Ready is the end of it: nothing runs on. */
static void
test_ready (Fixture       *fixture,
            gconstpointer  unused)
{
  gint64 before_usec = g_get_monotonic_time ();

  mcp_start_clock_begin (fixture->clock, 0, 0);
  g_assert_cmpint (mcp_start_clock_get_ready_usec (fixture->clock), ==, 0);
  mcp_start_clock_set_ready (fixture->clock);
  g_assert_cmpint (mcp_start_clock_get_ready_usec (fixture->clock), >=, before_usec);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpuint (fixture->n_timed_out, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/session/start-clock/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("total", test_total);
  ADD ("message", test_message);
  ADD ("limits", test_limits);
  ADD ("wait-on", test_wait_on);
  ADD ("stop", test_stop);
  ADD ("first-byte", test_first_byte);
  ADD ("ready", test_ready);

  return g_test_run ();
}
