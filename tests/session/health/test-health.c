/* test-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "health-fixture.h"
#include "mcp-health-private.h"
#include "session-support.h"

#define SCRIPT(steps) "[" HANDSHAKE "," steps "]"
#define SERVE         "{'serve':{}}"
#define SILENT        "{'serve':{'ping':{'silent':true}}}"
#define NEVER_MSEC    600000

static McpHealthSample
probe_of (McpHealth *health,
          guint      index)
{
  McpHealthSample sample;

  g_assert_true (mcp_sample_store_get (mcp_health_get_probes (health), index, &sample));

  return sample;
}

static McpSession *
new_session (const char  *script,
             guint        interval_msec,
             guint        failures,
             McpReaction  reaction)
{
  McpSession *session = session_new_mock (script);

  health_fixture_set_ping (mcp_session_get_profile (session), TRUE, interval_msec, failures, reaction);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_PING, 5000);

  return session;
}

/* So short that a busy machine exceeds it: for pings that are not answered at all. */
static void
wait_briefly (McpSession *session)
{
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_PING, 40);
}

static guint
count_events (McpHealth          *health,
              McpHealthEventKind  kind)
{
  GListModel *events = mcp_health_get_events (health);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      n += event->kind == kind;
    }

  return n;
}

static McpHealthEvent *
last_event (McpHealth *health)
{
  GListModel *events = mcp_health_get_events (health);

  return g_list_model_get_item (events, g_list_model_get_n_items (events) - 1);
}

static void
test_health_probes_periodically (void)
{
  McpSession *session = new_session (SCRIPT (SERVE), 20, 3, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (McpHealthEvent) event = NULL;
  McpHealthStatistics s;

  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_OFF);
  session_open_ok (session);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_GOOD);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) >= 5);

  for (guint i = 0; i < 5; i++)
    {
      McpHealthSample sample = probe_of (health, i);

      g_assert_cmpint (sample.status, ==, MCP_SAMPLE_OK);
      g_assert_cmpint (sample.rtt_usec, >=, 0);
      g_assert_cmpuint (mcp_sample_store_find (mcp_health_get_probes (health), sample.time_usec), ==, i);
    }

  /* Four intervals, give or take what our own queue held the first. */
  g_assert_cmpint (probe_of (health, 4).time_usec
                   - probe_of (health, 0).time_usec, >, 40000);

  mcp_sample_store_get_statistics (mcp_health_get_probes (health), G_MININT64, G_MAXINT64, &s);
  g_assert_cmpuint (s.received, ==, mcp_sample_store_get_end (mcp_health_get_probes (health)));
  mcp_sample_store_get_statistics (mcp_health_get_probes (health), probe_of (health, 3).time_usec,
                                   G_MAXINT64, &s);
  g_assert_cmpuint (s.sent, ==, mcp_sample_store_get_end (mcp_health_get_probes (health)) - 3);
  g_assert_cmpuint (mcp_sample_store_find (mcp_health_get_probes (health), G_MAXINT64), ==, mcp_sample_store_get_end (mcp_health_get_probes (health)));
  g_assert_false (mcp_sample_store_get (mcp_health_get_probes (health), 1000000, NULL));

  record = mcp_journal_get_record (mcp_session_get_journal (session),
                                   probe_of (health, 0).serial);
  g_assert_cmpuint (mcp_record_get_flags (record) & MCP_RECORD_FLAG_PROBE, !=, 0);
  g_assert_cmpstr (mcp_record_get_method (record), ==, "ping");
  g_clear_object (&record);

  session_close (session);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_OFF);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_CONNECTED), ==, 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_STARTED), ==, 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_STOPPED), ==, 1);
  event = last_event (health);
  g_assert_cmpint (event->kind, ==, MCP_HEALTH_EVENT_DISCONNECTED);
  g_assert_cmpint (event->time_usec, >, 0);
  g_clear_object (&event);
  session_finish (session);
}

static void
test_health_never_probes_twice_at_once (void)
{
  McpSession *session = new_session (SCRIPT ("{'serve':{'ping':{'result':{},'delay_msec':30}}}"),
                                     1, 3, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);

  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) >= 4);
  for (guint i = 1; i < 4; i++)
    {
      McpHealthSample before = probe_of (health, i - 1);

      g_assert_cmpint (probe_of (health, i).time_usec, >=,
                       before.time_usec + before.rtt_usec);
    }
  session_finish (session);
}

static void
test_health_goes_stale (void)
{
  McpSession *session = new_session (SCRIPT (SILENT), 5, 2, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);
  GListModel *events = mcp_health_get_events (health);
  const McpHealthEventKind expected[] = {
    MCP_HEALTH_EVENT_CONNECTED, MCP_HEALTH_EVENT_STARTED, MCP_HEALTH_EVENT_FAILURE,
    MCP_HEALTH_EVENT_FAILURE, MCP_HEALTH_EVENT_LOST,
  };

  wait_briefly (session);
  session_open_ok (session);
  TEST_AWAIT (mcp_health_get_n_failures (health) == 1);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_SLOW);
  TEST_AWAIT (mcp_health_get_state (health) == MCP_HEALTH_STALE);
  g_assert_cmpint (probe_of (health, 0).status, ==, MCP_SAMPLE_LOST);
  g_assert_cmpint (probe_of (health, 0).rtt_usec, ==, -1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      g_assert_cmpint (event->kind, ==, expected[i]);
      if (expected[i] == MCP_HEALTH_EVENT_LOST)
        {
          g_assert_cmpuint (event->n_failures, ==, 2);
          g_assert_nonnull (event->detail);
        }
    }

  /* It is told once, and the probes go on. */
  TEST_AWAIT (mcp_health_get_n_failures (health) == 4);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_LOST), ==, 1);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  session_finish (session);
}

static void
test_health_recovers (void)
{
  McpSession *session = new_session (
    SCRIPT ("{'expect':{'method':'ping'}},{'expect':{'method':'ping'}}," SERVE),
    5, 2, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);

  wait_briefly (session);
  session_open_ok (session);
  TEST_AWAIT (mcp_health_get_state (health) == MCP_HEALTH_STALE);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_PING, 5000);
  TEST_AWAIT (mcp_health_get_n_failures (health) == 0);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_GOOD);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_RECOVERED), ==, 1);
  session_finish (session);
}

static void
test_health_disconnects (void)
{
  McpSession *session = new_session (SCRIPT (SILENT), 5, 2, MCP_REACTION_DISCONNECT);
  McpHealth *health = mcp_session_get_health (session);

  wait_briefly (session);
  session_open_ok (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (health)), ==, 2);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_LOST), ==, 1);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_OFF);
  session_finish (session);
}

static void
test_health_restarts (void)
{
  McpSession *session = new_session (SCRIPT (SILENT), 5, 1, MCP_REACTION_RESTART);
  McpHealth *health = mcp_session_get_health (session);

  wait_briefly (session);
  session_open_ok (session);
  TEST_AWAIT (mcp_session_get_life (session) == 2
              && mcp_session_get_state (session) == MCP_SESSION_READY);
  health_fixture_set_ping (mcp_session_get_profile (session), FALSE, 5, 1, MCP_REACTION_MARK);
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_CONNECTED), ==, 2);
  session_finish (session);
}

static void
test_health_error_answer_is_failure (void)
{
  McpSession *session = new_session (
    SCRIPT ("{'serve':{'ping':{'error':{'code':-32601,'message':'what?'}}}}"),
    NEVER_MSEC, 1, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);

  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) == 1);
  g_assert_cmpint (probe_of (health, 0).status, ==, MCP_SAMPLE_FAILED);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_STALE);
  session_finish (session);
}

static void
test_health_calls_slow_what_is_slow (void)
{
  McpSession *session = new_session (
    SCRIPT ("{'serve':{},'then_continue_after':6},{'expect':{'method':'ping'}},{'sleep_msec':150},"
            "{'send':{'jsonrpc':'2.0','id':'$id','result':{}}}," SILENT),
    2, 1000, MCP_REACTION_MARK);
  McpHealth *health = mcp_session_get_health (session);

  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) == 7);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_SLOW);
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  session_finish (session);
}

static void
test_health_follows_settings (void)
{
  McpSession *session = new_session (SCRIPT (SERVE), NEVER_MSEC, 3, MCP_REACTION_MARK);
  McpProfile *profile = mcp_session_get_profile (session);
  McpHealth *health = mcp_session_get_health (session);
  guint n_samples;

  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) == 1);

  health_fixture_set_ping (profile, TRUE, 2, 3, MCP_REACTION_MARK);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) >= 3);

  health_fixture_set_ping (profile, FALSE, 2, 3, MCP_REACTION_MARK);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_OFF);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_STOPPED), ==, 1);
  n_samples = mcp_sample_store_get_end (mcp_health_get_probes (health));
  test_iterate_until (g_get_monotonic_time () + 20000);
  test_iterate_until (g_get_monotonic_time () + 20000);
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (health)), <=, n_samples + 1);

  n_samples = mcp_sample_store_get_end (mcp_health_get_probes (health));
  health_fixture_set_ping (profile, TRUE, 2, 3, MCP_REACTION_MARK);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) > n_samples + 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_STARTED), ==, 2);
  session_finish (session);
}

/* The times of other requests are kept apart, an error of the server is an answer too. */
static void
test_health_times_requests (void)
{
  McpSession *session = session_new_mock (
    SCRIPT ("{'serve':{'tools/call':{'error':{'code':-32602,'message':'no'},'delay_msec':20},"
            "'ping':{'silent':true}}}"));
  McpHealth *health = mcp_session_get_health (session);
  McpSampleStore *requests = mcp_health_get_requests (health);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("any", NULL);
  McpHealthSample sample;

  session_open_ok (session);
  mcp_session_call_async (session, call, NULL, NULL, NULL);
  TEST_AWAIT (mcp_call_get_outcome (call)->state == MCP_CALL_FAILED);
  g_assert_true (mcp_sample_store_get (requests, mcp_sample_store_get_end (requests) - 1, &sample));
  g_assert_cmpuint (sample.serial, ==, mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (sample.status, ==, MCP_SAMPLE_OK);
  g_assert_cmpint (sample.rtt_usec, ==, mcp_call_get_outcome (call)->latency_usec);
  g_assert_cmpint (sample.rtt_usec, >=, 15000);
  g_assert_cmpuint (sample.life, ==, 1);
  g_assert_false (sample.modern);
  g_assert_cmpuint (mcp_sample_store_get_n_samples (mcp_health_get_probes (health)), ==, 0);
  session_finish (session);
}

typedef struct
{
  gboolean         done;
  gboolean         success;
  McpHealthSample  sample;
  GError          *error;
} Ping;

static void
ping_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Ping *ping = user_data;

  ping->success = mcp_health_ping_finish (MCP_HEALTH (source), result, &ping->sample, &ping->error);
  ping->done = TRUE;
}

static void
test_health_pings_now (void)
{
  McpSession *session = session_new_mock (
    SCRIPT ("{'expect':{'method':'ping'}},{'sleep_msec':20},"
            "{'send':{'jsonrpc':'2.0','id':'$id','result':{}}}," SILENT));
  McpHealth *health = mcp_session_get_health (session);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Ping early = { 0 };
  Ping one = { 0 };
  Ping two = { 0 };
  Ping cancelled = { 0 };
  Ping lost = { 0 };

  mcp_health_ping_async (health, 0, NULL, ping_cb, &early);
  TEST_AWAIT (early.done);
  g_assert_error (early.error, MCP_ERROR, MCP_ERROR_NOT_OPEN);
  g_clear_error (&early.error);

  /* Monitoring is off, and who asks while a probe runs gets that one. */
  session_open_ok (session);
  mcp_health_ping_async (health, 0, NULL, ping_cb, &one);
  mcp_health_ping_async (health, 1, NULL, ping_cb, &two);
  mcp_health_ping_async (health, 0, cancellable, ping_cb, &cancelled);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (one.done && two.done && cancelled.done);
  g_assert_true (one.success && two.success);
  g_assert_cmpint (one.sample.status, ==, MCP_SAMPLE_OK);
  g_assert_cmpint (one.sample.rtt_usec, >=, 15000);
  g_assert_cmpuint (one.sample.serial, ==, two.sample.serial);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&cancelled.error);
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (health)), ==, 1);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_OFF);

  mcp_health_ping_async (health, 20, NULL, ping_cb, &lost);
  TEST_AWAIT (lost.done);
  g_assert_true (lost.success);
  g_assert_cmpint (lost.sample.status, ==, MCP_SAMPLE_LOST);
  session_finish (session);
}

static void
test_health_end_fails_probe (void)
{
  McpSession *session = session_new_mock (SCRIPT ("{'expect':{'method':'ping'}},{'exit':1}"));
  McpHealth *health = mcp_session_get_health (session);
  Ping ping = { 0 };

  health_fixture_set_ping (mcp_session_get_profile (session), TRUE, NEVER_MSEC, 1,
                           MCP_REACTION_RESTART);
  session_open_ok (session);
  mcp_health_ping_async (health, 0, NULL, ping_cb, &ping);
  TEST_AWAIT (ping.done && mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_cmpint (ping.sample.status, ==, MCP_SAMPLE_FAILED);
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (health)), ==, 1);
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_LOST), ==, 0);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 1);
  session_finish (session);
}

static void
test_health_bounds_events (void)
{
  McpSession *session = session_new_mock (SCRIPT (SERVE));
  McpHealth *health = mcp_session_get_health (session);

  for (guint i = 0; i < 600; i++)
    {
      mcp_health_session_ready (MCP_WATCHER (health), 0);
      mcp_health_session_ended (MCP_WATCHER (health), "test");
    }

  g_assert_cmpuint (g_list_model_get_n_items (mcp_health_get_events (health)), ==, 1000);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/health/probes-periodically", test_health_probes_periodically);
  g_test_add_func ("/session/health/never-probes-twice-at-once",
                   test_health_never_probes_twice_at_once);
  g_test_add_func ("/session/health/goes-stale", test_health_goes_stale);
  g_test_add_func ("/session/health/recovers", test_health_recovers);
  g_test_add_func ("/session/health/disconnects", test_health_disconnects);
  g_test_add_func ("/session/health/restarts", test_health_restarts);
  g_test_add_func ("/session/health/error-answer-is-failure", test_health_error_answer_is_failure);
  g_test_add_func ("/session/health/calls-slow-what-is-slow", test_health_calls_slow_what_is_slow);
  g_test_add_func ("/session/health/times-requests", test_health_times_requests);
  g_test_add_func ("/session/health/follows-settings", test_health_follows_settings);
  g_test_add_func ("/session/health/pings-now", test_health_pings_now);
  g_test_add_func ("/session/health/end-fails-probe", test_health_end_fails_probe);
  g_test_add_func ("/session/health/bounds-events", test_health_bounds_events);

  return g_test_run ();
}
