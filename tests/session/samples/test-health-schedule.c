/* test-health-schedule.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-clock.h"
#include "mcp-health-recent.h"
#include "mcp-health-schedule.h"
#include "test-support.h"

/* A schedule on a clock of its own, and a server that answers each probe as a word says. */
typedef struct
{
  FakeClock          *clock;
  McpHealthSchedule  *schedule;
  gint64              start_usec;
  const char         *answers;     /* a letter per probe, the last one goes on */
  guint               n_answers;
  guint               n_failures;
  guint               n_under_way;
  GArray             *probes;      /* of guint: when, in milliseconds */
} Fixture;

#define ANSWER_MSEC  10
#define TIMEOUT_MSEC 2000
#define HOUR_USEC    (G_GINT64_CONSTANT (3600) * G_USEC_PER_SEC)

static void
decided_cb (gpointer user_data)
{
  Fixture *fixture = user_data;
  gboolean answered = fixture->answers[fixture->n_answers] == 'a';

  fixture->n_failures = answered ? 0 : fixture->n_failures + 1;
  fixture->n_under_way--;
  if (fixture->answers[fixture->n_answers + 1] != '\0')
    fixture->n_answers++;
  mcp_health_schedule_decided (fixture->schedule, answered, fixture->n_failures);
}

/* Letters: answered after 10 ms; lost after 2 s; slowly, lost after 20 s. */
static void
probe (Fixture *fixture)
{
  McpClock *clock = MCP_CLOCK (fixture->clock);
  gint64 now_usec = mcp_clock_get_now (clock);
  guint at_msec = (guint) ((now_usec - fixture->start_usec) / 1000);
  guint msec = fixture->answers[fixture->n_answers] == 'a'   ? ANSWER_MSEC
               : fixture->answers[fixture->n_answers] == 'l' ? TIMEOUT_MSEC
                                                             : 10 * TIMEOUT_MSEC;

  g_assert_cmpuint (fixture->n_under_way, ==, 0);
  fixture->n_under_way++;
  g_array_append_val (fixture->probes, at_msec);
  mcp_health_schedule_started (fixture->schedule);
  mcp_clock_add_timer (clock, now_usec + 1000 * (gint64) msec, decided_cb, fixture);
}

static void
due_cb (gpointer user_data)
{
  probe (user_data);
}

static void
fixture_init (Fixture                 *fixture,
              const McpHealthSettings *settings,
              const char              *answers)
{
  *fixture = (Fixture) { .clock = fake_clock_new (), .answers = answers };
  fixture->probes = g_array_new (FALSE, FALSE, sizeof (guint));
  fixture->start_usec = mcp_clock_get_now (MCP_CLOCK (fixture->clock));
  fixture->schedule = mcp_health_schedule_new (MCP_CLOCK (fixture->clock), due_cb, fixture);
  mcp_health_schedule_set_settings (fixture->schedule, settings);
  g_assert_cmpuint (fake_clock_get_n_timers (fixture->clock), ==, 0);
}

static void
fixture_clear (Fixture *fixture)
{
  /* The answer that is still to come. */
  fake_clock_advance (fixture->clock, 10 * TIMEOUT_MSEC * 1000);
  mcp_health_schedule_free (fixture->schedule);
  g_assert_cmpuint (fake_clock_get_n_timers (fixture->clock), ==, 0);
  g_array_unref (fixture->probes);
  g_assert_finalize_object (fixture->clock);
}

static void
advance_to (Fixture *fixture,
            guint    msec)
{
  fake_clock_advance (fixture->clock, fixture->start_usec + 1000 * (gint64) msec
                                        - mcp_clock_get_now (MCP_CLOCK (fixture->clock)));
}

/* What the table says: times in milliseconds, divided by blanks. */
static void
assert_probes (Fixture    *fixture,
               const char *expected)
{
  g_autoptr (GString) times = g_string_new (NULL);

  for (guint i = 0; i < fixture->probes->len; i++)
    g_string_append_printf (times, i > 0 ? " %u" : "%u", g_array_index (fixture->probes, guint, i));

  g_assert_cmpstr (times->str, ==, expected);
}

static McpHealthSettings
settings_of (McpHealthStrategy strategy,
             guint             interval_msec)
{
  McpHealthSettings settings;

  mcp_health_settings_init (&settings, MCP_PRESET_INTERNET);
  settings.strategy = strategy;
  settings.interval_msec = interval_msec;

  return settings;
}

/* Every strategy: what it does in 200 s against servers that answer, do not, and begin to. */
static void
test_schedule_tables (void)
{
  const struct
  {
    McpHealthStrategy  strategy;
    guint              interval_msec;
    guint              throttle_msec;
    const char        *answers;
    guint              until_msec;
    const char        *expected;
  } table[] = {
    { MCP_STRATEGY_PERIODIC, 30000, 5000, "a", 100000, "0 30000 60000 90000" },
    { MCP_STRATEGY_PERIODIC, 5000, 5000, "a", 16000, "0 5000 10000 15000" },
    /* Failures change nothing, and one that takes longer than the interval delays the next. */
    { MCP_STRATEGY_PERIODIC, 30000, 5000, "l", 100000, "0 30000 60000 90000" },
    { MCP_STRATEGY_PERIODIC, 5000, 5000, "s", 45000, "0 20000 40000" },
    /* An interval below the throttle lowers it; a throttle above the default holds nothing up. */
    { MCP_STRATEGY_PERIODIC, 1000, 5000, "a", 3500, "0 1000 2000 3000" },
    { MCP_STRATEGY_PERIODIC, 1000, 0, "a", 3500, "0 1000 2000 3000" },
    { MCP_STRATEGY_PERIODIC, 30000, 60000, "a", 70000, "0 30000 60000" },
    /* Base / (failures + 1), not under 5 s, back to the base on success. */
    { MCP_STRATEGY_ADAPTIVE, 30000, 5000, "a", 100000, "0 30000 60000 90000" },
    { MCP_STRATEGY_ADAPTIVE, 30000, 5000, "lllllll", 55000,
      "0 15000 25000 32500 38500 43500 48500 53500" },
    { MCP_STRATEGY_ADAPTIVE, 30000, 5000, "llaa", 100000, "0 15000 25000 55000 85000" },
    { MCP_STRATEGY_ADAPTIVE, 5000, 5000, "l", 16000, "0 5000 10000 15000" },
    { MCP_STRATEGY_ADAPTIVE, 1000, 5000, "a", 2500, "0 1000 2000" },
    /* Looked at every half of the 60 s, and a probe when all of them were quiet. */
    { MCP_STRATEGY_IDLE, 30000, 5000, "a", 200000, "60000 150000" },
    { MCP_STRATEGY_IDLE, 30000, 5000, "l", 200000, "60000 90000 120000 150000 180000" },
    { MCP_STRATEGY_BEFORE_REQUESTS, 30000, 5000, "a", 200000, "" },
    { MCP_STRATEGY_OFF, 30000, 5000, "a", 200000, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      McpHealthSettings settings = settings_of (table[i].strategy, table[i].interval_msec);
      Fixture fixture;

      g_test_message ("row %u", i);
      settings.throttle_msec = table[i].throttle_msec;
      fixture_init (&fixture, &settings, table[i].answers);
      mcp_health_schedule_set_ready (fixture.schedule, TRUE);
      advance_to (&fixture, table[i].until_msec);
      assert_probes (&fixture, table[i].expected);
      mcp_health_schedule_set_ready (fixture.schedule, FALSE);
      fixture_clear (&fixture);
    }
}

static void
test_schedule_idle_counts_traffic (void)
{
  McpHealthSettings settings = settings_of (MCP_STRATEGY_IDLE, 30000);
  Fixture fixture;

  fixture_init (&fixture, &settings, "a");
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  advance_to (&fixture, 50000);
  mcp_health_schedule_saw_traffic (fixture.schedule);
  advance_to (&fixture, 119000);
  assert_probes (&fixture, "");
  advance_to (&fixture, 121000);
  assert_probes (&fixture, "120000");

  /* Traffic wakes nobody up: four looks and no more. */
  for (guint i = 0; i < 1000; i++)
    mcp_health_schedule_saw_traffic (fixture.schedule);
  g_assert_cmpuint (fake_clock_get_n_timers (fixture.clock), ==, 1);
  g_assert_cmpuint (fake_clock_get_n_fired (fixture.clock), ==, 4 + 1);
  mcp_health_schedule_set_ready (fixture.schedule, FALSE);
  fixture_clear (&fixture);
}

/* While there is nothing to do there is no timer, however long that lasts. */
static void
test_schedule_sleeps (void)
{
  const McpHealthStrategy strategies[] = { MCP_STRATEGY_OFF, MCP_STRATEGY_BEFORE_REQUESTS };
  McpHealthSettings settings = settings_of (MCP_STRATEGY_PERIODIC, 1000);
  Fixture fixture;

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      McpHealthSettings quiet = settings_of (strategies[i], 1);

      fixture_init (&fixture, &quiet, "a");
      mcp_health_schedule_set_ready (fixture.schedule, TRUE);
      mcp_health_schedule_saw_traffic (fixture.schedule);
      fake_clock_advance (fixture.clock, HOUR_USEC);
      g_assert_cmpuint (fake_clock_get_n_timers (fixture.clock), ==, 0);
      g_assert_cmpuint (fake_clock_get_n_fired (fixture.clock), ==, 0);
      g_assert_cmpint (mcp_health_schedule_get_next_usec (fixture.schedule), ==, -1);
      fixture_clear (&fixture);
    }

  /* Not connected; a question open; a probe under way, whose own answer is the only timer. */
  fixture_init (&fixture, &settings, "sa");
  fake_clock_advance (fixture.clock, HOUR_USEC);
  g_assert_cmpuint (fake_clock_get_n_fired (fixture.clock), ==, 0);

  mcp_health_schedule_set_asking (fixture.schedule, TRUE);
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  fake_clock_advance (fixture.clock, HOUR_USEC);
  g_assert_cmpuint (fake_clock_get_n_timers (fixture.clock), ==, 0);
  g_assert_cmpuint (fixture.probes->len, ==, 0);

  mcp_health_schedule_set_asking (fixture.schedule, FALSE);
  fake_clock_advance (fixture.clock, G_USEC_PER_SEC);
  g_assert_cmpuint (fixture.probes->len, ==, 1);
  g_assert_cmpuint (fake_clock_get_n_timers (fixture.clock), ==, 1);
  g_assert_cmpint (mcp_health_schedule_get_next_usec (fixture.schedule), ==, -1);
  mcp_health_schedule_set_ready (fixture.schedule, FALSE);
  fixture_clear (&fixture);
}

/* A change is effective at once: the time since the last probe counts. */
static void
test_schedule_follows_settings (void)
{
  McpHealthSettings settings = settings_of (MCP_STRATEGY_PERIODIC, 30000);
  Fixture fixture;

  fixture_init (&fixture, &settings, "a");
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  advance_to (&fixture, 12000);
  settings.interval_msec = 20000;
  mcp_health_schedule_set_settings (fixture.schedule, &settings);
  advance_to (&fixture, 20000);
  assert_probes (&fixture, "0 20000");

  /* What would have been sent by now is sent now. */
  advance_to (&fixture, 30000);
  settings.interval_msec = 7000;
  mcp_health_schedule_set_settings (fixture.schedule, &settings);
  advance_to (&fixture, 30000);
  assert_probes (&fixture, "0 20000 30000");

  settings.strategy = MCP_STRATEGY_OFF;
  mcp_health_schedule_set_settings (fixture.schedule, &settings);
  advance_to (&fixture, 100000);
  assert_probes (&fixture, "0 20000 30000");
  g_assert_cmpuint (fake_clock_get_n_timers (fixture.clock), ==, 0);

  /* Idle from now on, not from the last message long ago. */
  settings.strategy = MCP_STRATEGY_IDLE;
  settings.idle_msec = 10000;
  mcp_health_schedule_set_settings (fixture.schedule, &settings);
  advance_to (&fixture, 104000);
  assert_probes (&fixture, "0 20000 30000");
  advance_to (&fixture, 105000);
  assert_probes (&fixture, "0 20000 30000 105000");
  settings.strategy = MCP_STRATEGY_PERIODIC;
  mcp_health_schedule_set_settings (fixture.schedule, &settings);
  advance_to (&fixture, 112000);
  assert_probes (&fixture, "0 20000 30000 105000 112000");
  mcp_health_schedule_set_ready (fixture.schedule, FALSE);
  fixture_clear (&fixture);
}

/* A probe that somebody else asked for: the next one follows an interval after it, and the
 * throttle tells how long the next is to wait. */
static void
test_schedule_counts_other_probes (void)
{
  McpHealthSettings settings = settings_of (MCP_STRATEGY_PERIODIC, 30000);
  Fixture fixture;

  fixture_init (&fixture, &settings, "a");
  g_assert_cmpint (mcp_health_schedule_get_wait_usec (fixture.schedule), ==, 0);
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  advance_to (&fixture, 1000);
  g_assert_cmpint (mcp_health_schedule_get_wait_usec (fixture.schedule), ==, 4 * G_USEC_PER_SEC);
  advance_to (&fixture, 5000);
  g_assert_cmpint (mcp_health_schedule_get_wait_usec (fixture.schedule), ==, 0);

  advance_to (&fixture, 20000);
  probe (&fixture);
  g_assert_cmpint (mcp_health_schedule_get_wait_usec (fixture.schedule), ==, 5 * G_USEC_PER_SEC);
  advance_to (&fixture, 49000);
  assert_probes (&fixture, "0 20000");
  advance_to (&fixture, 50000);
  assert_probes (&fixture, "0 20000 50000");

  /* A new life begins with a probe, whatever the last one did. */
  advance_to (&fixture, 51000);
  mcp_health_schedule_set_ready (fixture.schedule, FALSE);
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  g_assert_false (mcp_health_schedule_is_verified (fixture.schedule));
  advance_to (&fixture, 51500);
  assert_probes (&fixture, "0 20000 50000 51000");
  mcp_health_schedule_set_ready (fixture.schedule, FALSE);
  fixture_clear (&fixture);
}

static void
test_schedule_verifies_for_ten_seconds (void)
{
  McpHealthSettings settings = settings_of (MCP_STRATEGY_BEFORE_REQUESTS, 30000);
  Fixture fixture;

  fixture_init (&fixture, &settings, "ala");
  mcp_health_schedule_set_ready (fixture.schedule, TRUE);
  g_assert_false (mcp_health_schedule_is_verified (fixture.schedule));
  probe (&fixture);
  g_assert_false (mcp_health_schedule_is_verified (fixture.schedule));
  advance_to (&fixture, ANSWER_MSEC);
  g_assert_true (mcp_health_schedule_is_verified (fixture.schedule));
  advance_to (&fixture, ANSWER_MSEC + 10000);
  g_assert_true (mcp_health_schedule_is_verified (fixture.schedule));
  advance_to (&fixture, ANSWER_MSEC + 10001);
  g_assert_false (mcp_health_schedule_is_verified (fixture.schedule));
  probe (&fixture);
  advance_to (&fixture, 20000);
  g_assert_false (mcp_health_schedule_is_verified (fixture.schedule));
  fixture_clear (&fixture);
}

/* From the last ten: average × 3 + 1 s; half as much again after a timeout, up to 30 s. */
static void
test_schedule_adapts_timeout (void)
{
  const struct { char what; guint rtt_msec; guint timeout_msec; } table[] = {
    { 'a', 100, 5000 },    /* 1.3 s: never under the base */
    { 'a', 3900, 7000 },   /* the average is 2 s */
    { 'l', 0, 10500 },
    { 'l', 0, 15750 },
    { 'l', 0, 23625 },
    { 'l', 0, 30000 },
    { 'l', 0, 30000 },
    { 'a', 2000, 7000 },
    { 'a', 34000, 30000 }, /* the average is 10 s: 31 s */
    { 'a', 0, 25000 },     /* 8 s */
    { 'a', 0, 21000 },     /* 40 / 6 s */
  };
  McpHealthSettings settings;
  McpHealthRecent recent = { 0 };

  mcp_health_settings_init (&settings, MCP_PRESET_LAN);
  g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==, 5000);
  settings.adaptive_timeout = TRUE;
  g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==, 5000);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (table[i].what == 'a')
        mcp_health_recent_add_answer (&recent, 1000 * (gint64) table[i].rtt_msec);
      else
        mcp_health_recent_add_timeout (&recent, &settings);
      g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==,
                        table[i].timeout_msec);
    }

  /* Only ten count, and a base beyond 30 s is one. */
  for (guint i = 0; i < 10; i++)
    mcp_health_recent_add_answer (&recent, 2 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==, 7000);
  settings.timeout_msec = 40000;
  mcp_health_recent_add_timeout (&recent, &settings);
  g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==, 40000);
  settings.adaptive_timeout = FALSE;
  settings.timeout_msec = 17;
  g_assert_cmpuint (mcp_health_recent_get_timeout_msec (&recent, &settings), ==, 17);
}

static void
test_schedule_knows_what_is_slow (void)
{
  McpHealthRecent recent = { 0 };

  g_assert_cmpint (mcp_health_recent_get_slow_usec (&recent), ==, -1);
  for (guint i = 0; i < 3; i++)
    mcp_health_recent_add_answer (&recent, 100);
  g_assert_cmpint (mcp_health_recent_get_slow_usec (&recent), ==, 100000);

  /* The median of the last sixty: one that is far off moves nothing. */
  for (guint i = 0; i < 60; i++)
    mcp_health_recent_add_answer (&recent, 50000);
  mcp_health_recent_add_answer (&recent, 5000000);
  g_assert_cmpint (mcp_health_recent_get_slow_usec (&recent), ==, 150000);
}

static void
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
test_schedule_real_clock (void)
{
  McpClock *clock = mcp_clock_get_default ();
  gint64 now_usec = mcp_clock_get_now (clock);
  guint n_calls = 0;
  guint removed;

  g_assert_cmpint (now_usec, <=, g_get_monotonic_time ());
  removed = mcp_clock_add_timer (clock, now_usec + 1000, count_cb, &n_calls);
  mcp_clock_add_timer (clock, now_usec + 2000, count_cb, &n_calls);
  mcp_clock_add_timer (clock, now_usec - 5, count_cb, &n_calls);
  mcp_clock_remove_timer (clock, removed);
  TEST_AWAIT (n_calls == 2);
  g_assert_cmpint (mcp_clock_get_now (clock), >=, now_usec + 2000);
}

/* What is usual for a fast server is no measure of what a person notices. */
static void
test_schedule_knows_what_stalls (void)
{
  McpHealthRecent recent = { 0 };

  g_assert_cmpint (mcp_health_recent_get_stall_usec (&recent), ==, -1);
  for (guint i = 0; i < 5; i++)
    mcp_health_recent_add_answer (&recent, 2000);
  g_assert_cmpint (mcp_health_recent_get_slow_usec (&recent), ==, 100000);
  g_assert_cmpint (mcp_health_recent_get_stall_usec (&recent), ==, 102000);

  /* Where all takes long, what is slow is what counts. */
  for (guint i = 0; i < 20; i++)
    mcp_health_recent_add_answer (&recent, 200000);
  g_assert_cmpint (mcp_health_recent_get_slow_usec (&recent), ==, 600000);
  g_assert_cmpint (mcp_health_recent_get_stall_usec (&recent), ==, 600000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/health-schedule/tables", test_schedule_tables);
  g_test_add_func ("/session/health-schedule/idle-counts-traffic",
                   test_schedule_idle_counts_traffic);
  g_test_add_func ("/session/health-schedule/sleeps", test_schedule_sleeps);
  g_test_add_func ("/session/health-schedule/follows-settings", test_schedule_follows_settings);
  g_test_add_func ("/session/health-schedule/counts-other-probes",
                   test_schedule_counts_other_probes);
  g_test_add_func ("/session/health-schedule/verifies-for-ten-seconds",
                   test_schedule_verifies_for_ten_seconds);
  g_test_add_func ("/session/health-schedule/adapts-timeout", test_schedule_adapts_timeout);
  g_test_add_func ("/session/health-schedule/knows-what-is-slow",
                   test_schedule_knows_what_is_slow);
  g_test_add_func ("/session/health-schedule/real-clock", test_schedule_real_clock);
  g_test_add_func ("/session/health-schedule/knows-what-stalls", test_schedule_knows_what_stalls);

  return g_test_run ();
}
