/* test-health-monitor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "fake-clock.h"
#include "mcp-health-private.h"
#include "mcp-session-private.h"
#include "session-support.h"

/* The whole monitor on a live server: what it sends and says. When, has tests of its own. */

#define SCRIPT(steps) "[" HANDSHAKE "," steps "]"
#define SERVE         "{'serve':{}}"
#define SILENT        "{'serve':{'ping':{'silent':true}}}"
#define TOOL          "'tools/call':{'result':{'content':[]}}"
#define LONG_MSEC     60000

/* What is chosen by its name, the rest as a fast test wants it. */
#define SETTINGS(...) complete ((McpHealthSettings) { __VA_ARGS__ })

/* How long it is until the monitor probes by itself; -1 when nothing is due. */
static gint64
get_next_usec (McpHealth *health)
{
  gint64 next_usec = mcp_health_schedule_get_next_usec (health->schedule);

  return next_usec >= 0 ? MAX (next_usec - mcp_clock_get_now (health->clock), 0) : -1;
}

static McpHealthSettings
complete (McpHealthSettings settings)
{
  settings.preset = MCP_PRESET_CUSTOM;
  settings.idle_msec = LONG_MSEC;
  settings.throttle_msec = 5000;
  settings.interval_msec = settings.interval_msec > 0 ? settings.interval_msec : LONG_MSEC;
  settings.timeout_msec = settings.timeout_msec > 0 ? settings.timeout_msec : 5000;
  settings.n_failures = settings.n_failures > 0 ? settings.n_failures : 3;

  return settings;
}

static McpSession *
new_session (const char        *script,
             McpHealthSettings  settings,
             FakeClock         *clock)
{
  McpSession *session = session_new_mock (script);

  if (clock != NULL)
    mcp_health_set_clock (mcp_session_get_health (session), MCP_CLOCK (clock));
  mcp_profile_set_health (mcp_session_get_profile (session), &settings);

  return session;
}

static guint
count_probes (McpSession *session)
{
  return mcp_sample_store_get_n_samples (mcp_health_get_probes (mcp_session_get_health (session)));
}

static McpHealthSample
get_probe (McpSession *session,
           guint       index)
{
  McpHealthSample sample;

  g_assert_true (mcp_sample_store_get (mcp_health_get_probes (mcp_session_get_health (session)),
                                       index, &sample));

  return sample;
}

static guint
count_events (McpSession         *session,
              McpHealthEventKind  kind)
{
  GListModel *events = mcp_health_get_events (mcp_session_get_health (session));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      n += event->kind == kind;
    }

  return n;
}

/* The detail of the last event of a kind. */
static const char *
get_detail (McpSession         *session,
            McpHealthEventKind  kind)
{
  GListModel *events = mcp_health_get_events (mcp_session_get_health (session));
  const char *detail = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      if (event->kind == kind)
        detail = event->detail;
    }

  return detail;
}

static McpCall *
new_tool_call (void)
{
  return mcp_session_new_tool_call ("t", NULL);
}

static void
call_tool (McpSession *session)
{
  g_autoptr (McpCall) call = new_tool_call ();
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
}

/* No timer, so no wake-up, however long it is off. */
static void
test_monitor_sleeps_while_off (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT ("{'serve':{" TOOL "}}"),
                                     SETTINGS (.strategy = MCP_STRATEGY_OFF), clock);

  session_open_ok (session);
  g_assert_cmpint (mcp_health_get_state (mcp_session_get_health (session)), ==, MCP_HEALTH_OFF);
  call_tool (session);
  fake_clock_advance (clock, G_GINT64_CONSTANT (3600) * G_USEC_PER_SEC);
  g_assert_cmpuint (fake_clock_get_n_timers (clock), ==, 0);
  g_assert_cmpuint (fake_clock_get_n_fired (clock), ==, 0);
  g_assert_cmpuint (count_probes (session), ==, 0);
  g_assert_cmpint (get_next_usec (mcp_session_get_health (session)), ==, -1);
  session_finish (session);
  g_assert_cmpuint (fake_clock_get_n_timers (clock), ==, 0);
}

static void
test_monitor_follows_clock (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = 30000), clock);
  McpHealth *health = mcp_session_get_health (session);

  session_open_ok (session);
  g_assert_cmpuint (count_probes (session), ==, 0);
  for (guint i = 1; i <= 5; i++)
    {
      fake_clock_advance (clock, i > 1 ? 30 * G_USEC_PER_SEC : 0);
      TEST_AWAIT (count_probes (session) == i);
      g_assert_cmpint (get_next_usec (health), ==, 30 * G_USEC_PER_SEC);
    }

  g_assert_cmpint (get_probe (session, 4).status, ==, MCP_SAMPLE_OK);
  g_assert_cmpuint (get_probe (session, 4).life, ==, 1);
  session_finish (session);
}

static void
test_monitor_follows_settings (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = 30000), clock);
  McpHealthSettings settings = SETTINGS (.interval_msec = 10000);

  session_open_ok (session);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 1);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_SETTINGS), ==, 0);

  /* Turning a number up passes many on the way: one event, with the last. */
  for (guint msec = 10000; msec <= 20000; msec += 1000)
    {
      settings.interval_msec = msec;
      mcp_profile_set_health (mcp_session_get_profile (session), &settings);
    }
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_SETTINGS), ==, 1);
  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_SETTINGS), "every 20 s"));
  fake_clock_advance (clock, 19 * G_USEC_PER_SEC);
  g_assert_cmpuint (fake_clock_get_n_fired (clock), ==, 1);
  fake_clock_advance (clock, G_USEC_PER_SEC);
  TEST_AWAIT (count_probes (session) == 2);

  settings.strategy = MCP_STRATEGY_OFF;
  mcp_profile_set_health (mcp_session_get_profile (session), &settings);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_STOPPED), ==, 1);
  g_assert_cmpuint (fake_clock_get_n_timers (clock), ==, 0);
  session_finish (session);
}

typedef struct
{
  gboolean         done;
  McpHealthSample  sample;
} Ping;

static void
ping_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Ping *ping = user_data;

  g_assert_true (mcp_health_ping_finish (MCP_HEALTH (source), result, &ping->sample, NULL));
  ping->done = TRUE;
}

/* Somebody who asks is told of the throttle, and not kept from anything. */
static void
test_monitor_ping_now_says_wait (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = 30000), clock);
  McpHealth *health = mcp_session_get_health (session);
  Ping ping = { 0 };

  session_open_ok (session);
  g_assert_cmpint (mcp_health_get_wait_usec (health), ==, 0);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 1);
  g_assert_cmpint (mcp_health_get_wait_usec (health), ==, 5 * G_USEC_PER_SEC);
  fake_clock_advance (clock, 2 * G_USEC_PER_SEC);
  g_assert_cmpint (mcp_health_get_wait_usec (health), ==, 3 * G_USEC_PER_SEC);

  mcp_health_ping_async (health, 0, NULL, ping_cb, &ping);
  TEST_AWAIT (ping.done);
  g_assert_cmpint (ping.sample.status, ==, MCP_SAMPLE_OK);
  g_assert_cmpint (get_next_usec (health), ==, 30 * G_USEC_PER_SEC);
  session_finish (session);
}

/* A request verifies the connection, the next ones within ten seconds need not. */
static void
test_monitor_verifies_before_requests (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT ("{'serve':{" TOOL "}}"),
                                     SETTINGS (.strategy = MCP_STRATEGY_BEFORE_REQUESTS), clock);
  g_autoptr (McpCall) one = new_tool_call ();
  g_autoptr (McpCall) two = new_tool_call ();
  McpHealthSample probe;

  session_open_ok (session);
  g_assert_cmpint (mcp_health_get_state (mcp_session_get_health (session)), ==, MCP_HEALTH_GOOD);
  mcp_session_start_call (session, one);
  mcp_session_start_call (session, two);
  g_assert_cmpint (mcp_call_get_outcome (one)->state, ==, MCP_CALL_QUEUED);
  TEST_AWAIT (mcp_call_is_finished (one) && mcp_call_is_finished (two));
  g_assert_no_error (mcp_call_get_outcome (one)->error);
  g_assert_no_error (mcp_call_get_outcome (two)->error);

  /* The probe first, and one for both. */
  g_assert_cmpuint (count_probes (session), ==, 1);
  probe = get_probe (session, 0);
  g_assert_cmpuint (probe.serial, <, mcp_call_get_outcome (one)->serial);
  g_assert_cmpint (mcp_call_get_outcome (one)->sent_usec, >=, probe.time_usec + probe.rtt_usec);

  fake_clock_advance (clock, 10 * G_USEC_PER_SEC);
  call_tool (session);
  g_assert_cmpuint (count_probes (session), ==, 1);
  fake_clock_advance (clock, 1);
  call_tool (session);
  g_assert_cmpuint (count_probes (session), ==, 2);
  g_assert_cmpuint (fake_clock_get_n_fired (clock), ==, 0);
  session_finish (session);
}

static void
test_monitor_fails_unverified_requests (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (
    SCRIPT ("{'expect':{'method':'ping'}},{'serve':{" TOOL "}}"),
    SETTINGS (.strategy = MCP_STRATEGY_BEFORE_REQUESTS, .timeout_msec = 40), clock);
  McpProfile *profile = mcp_session_get_profile (session);
  g_autoptr (McpCall) lost = new_tool_call ();
  g_autoptr (McpCall) fresh = new_tool_call ();
  g_autoptr (McpCall) cancelled = new_tool_call ();

  session_open_ok (session);
  mcp_session_start_call (session, lost);
  mcp_session_start_call (session, cancelled);
  mcp_call_cancel (cancelled, NULL);
  g_assert_error (mcp_call_get_outcome (cancelled)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  TEST_AWAIT (mcp_call_is_finished (lost));
  g_assert_error (mcp_call_get_outcome (lost)->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (mcp_call_get_outcome (lost)->error->message, "could not be verified"));
  g_assert_nonnull (strstr (mcp_call_get_outcome (lost)->error->message, "did not answer ping"));
  g_assert_cmpuint (mcp_call_get_outcome (lost)->serial, ==, 0);
  g_assert_cmpuint (mcp_call_get_outcome (cancelled)->serial, ==, 0);
  g_assert_cmpuint (mcp_health_get_n_failures (mcp_session_get_health (session)), ==, 1);

  /* Within the throttle what the last probe said holds. */
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_PING, 5000);
  fake_clock_advance (clock, 4 * G_USEC_PER_SEC);
  mcp_session_start_call (session, fresh);
  g_assert_error (mcp_call_get_outcome (fresh)->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpuint (count_probes (session), ==, 1);

  fake_clock_advance (clock, G_USEC_PER_SEC);
  call_tool (session);
  g_assert_cmpuint (count_probes (session), ==, 2);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_RECOVERED), ==, 1);
  session_finish (session);
}

/* What waits for a probe when the connection ends fails with it, once. */
static void
test_monitor_end_fails_unverified (void)
{
  McpSession *session = new_session (
    SCRIPT ("{'expect':{'method':'ping'}},{'exit':1}"),
    SETTINGS (.strategy = MCP_STRATEGY_BEFORE_REQUESTS), NULL);
  g_autoptr (McpCall) call = new_tool_call ();

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call)
              && mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_DIED);
  session_finish (session);
}

#define ASKING \
  "{'serve':{" TOOL ",'resources/read':{'before':[{'send':{'jsonrpc':'2.0','id':'q'," \
  "'method':'elicitation/create','params':{'message':'?','requestedSchema':" \
  "{'type':'object','properties':{}}}}},{'expect':{'id':'\\\"q\\\"'}}]," \
  "'result':{'contents':[]}}}}"

/* No probes while the server waits for a person, and its time is not the server's. */
static void
test_monitor_waits_for_person (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (ASKING), SETTINGS (.interval_msec = 1000), clock);
  McpHealth *health = mcp_session_get_health (session);
  McpQuestions *questions = mcp_session_get_questions (session);
  g_autoptr (McpCall) call = mcp_session_new_resource_read ("a:b");
  g_autoptr (McpQuestion) question = NULL;
  guint n_fired;

  mcp_questions_set_attended (questions, TRUE);
  session_open_ok (session);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 1);
  call_tool (session);
  g_assert_cmpuint (mcp_sample_store_get_n_samples (mcp_health_get_requests (health)), ==, 1);

  mcp_session_start_call (session, call);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (questions)) == 1);
  n_fired = fake_clock_get_n_fired (clock);
  g_assert_cmpuint (fake_clock_get_n_timers (clock), ==, 0);
  fake_clock_advance (clock, 100 * G_USEC_PER_SEC);
  g_assert_cmpuint (fake_clock_get_n_fired (clock), ==, n_fired);
  g_assert_cmpuint (count_probes (session), ==, 1);

  question = g_list_model_get_item (G_LIST_MODEL (questions), 0);
  mcp_question_decline (question);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 2);
  g_assert_cmpuint (mcp_sample_store_get_n_samples (mcp_health_get_requests (health)), ==, 1);
  session_finish (session);
}

/* A probe that was on its way when the question came is lost, and that says nothing. */
static void
test_monitor_forgives_asking (void)
{
  McpSession *session = new_session (
    SCRIPT ("{'expect':{'method':'ping'}},{'send':{'jsonrpc':'2.0','id':'q',"
            "'method':'elicitation/create','params':{'message':'?','requestedSchema':"
            "{'type':'object','properties':{}}}}}," SILENT),
    SETTINGS (.timeout_msec = 300, .n_failures = 1, .reaction = MCP_REACTION_DISCONNECT), NULL);
  McpHealth *health = mcp_session_get_health (session);

  mcp_questions_set_attended (mcp_session_get_questions (session), TRUE);
  session_open_ok (session);
  TEST_AWAIT (health->probe != NULL);
  TEST_AWAIT (health->probe == NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_questions (session))),
                    ==, 1);
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  g_assert_cmpuint (count_probes (session), ==, 0);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  session_finish (session);
}

static void
test_monitor_stopped_process (void)
{
  McpSession *session = new_session (SCRIPT (SERVE),
                                     SETTINGS (.interval_msec = 5, .timeout_msec = 500,
                                               .n_failures = 2), NULL);
  McpHealth *health = mcp_session_get_health (session);
  McpProcess *process;
  guint n_lost;

  session_open_ok (session);
  TEST_AWAIT (count_probes (session) >= 5);
  process = mcp_session_get_process (session);
  mcp_process_signal_group (process, SIGSTOP);

  /* First it stalls, which is told before any timeout; then it is lost. */
  TEST_AWAIT (count_events (session, MCP_HEALTH_EVENT_STALLED) == 1);
  TEST_AWAIT (mcp_health_get_n_failures (health) == 1);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_SLOW);
  TEST_AWAIT (mcp_health_get_state (health) == MCP_HEALTH_STALE);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_LOST), ==, 1);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_STALLED), ==, 1);
  TEST_AWAIT (mcp_health_get_n_failures (health) == 4);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_LOST), ==, 1);
  n_lost = mcp_health_get_n_failures (health);

  /* Every lost probe is answered now, late. */
  mcp_process_signal_group (process, SIGCONT);
  TEST_AWAIT (mcp_health_get_state (health) == MCP_HEALTH_GOOD);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_LATE), >=, n_lost);
  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_LATE), "timeout was 500 ms"));
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_RECOVERED), ==, 1);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_RESUMED), ==,
                    count_events (session, MCP_HEALTH_EVENT_STALLED));
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  session_finish (session);
}

/* Failures in a row, the reaction, and the way back: every event, in its order. */
static void
test_monitor_tells_reaction (void)
{
  static const McpBackoff quick = { 5, 40, 0, NULL };
  static const McpHealthEventKind expected[] = {
    MCP_HEALTH_EVENT_CONNECTED, MCP_HEALTH_EVENT_STARTED, MCP_HEALTH_EVENT_FAILURE,
    MCP_HEALTH_EVENT_FAILURE, MCP_HEALTH_EVENT_LOST, MCP_HEALTH_EVENT_STOPPED,
    MCP_HEALTH_EVENT_DISCONNECTED, MCP_HEALTH_EVENT_RECONNECTING, MCP_HEALTH_EVENT_CONNECTED,
    MCP_HEALTH_EVENT_RECONNECTED, MCP_HEALTH_EVENT_STARTED,
  };
  McpSession *session = new_session (SCRIPT (SILENT),
                                     SETTINGS (.interval_msec = 5, .timeout_msec = 60,
                                               .n_failures = 2,
                                               .reaction = MCP_REACTION_RESTART), NULL);
  GListModel *events = mcp_health_get_events (mcp_session_get_health (session));

  mcp_session_set_backoff (session, &quick);
  session_open_ok (session);
  TEST_AWAIT (mcp_session_get_life (session) == 2
              && mcp_session_get_state (session) == MCP_SESSION_READY);
  g_assert_cmpuint (mcp_health_get_n_failures (mcp_session_get_health (session)), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (events), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      g_assert_cmpint (event->kind, ==, expected[i]);
    }

  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_LOST), "did not answer ping"));
  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_DISCONNECTED),
                            "no longer answers"));
  session_finish (session);
}

static void
test_monitor_killed_process (void)
{
  static const McpBackoff quick = { 5, 40, 0, NULL };
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = LONG_MSEC), NULL);
  McpHealth *health = mcp_session_get_health (session);

  mcp_profile_set_reconnect (mcp_session_get_profile (session), TRUE);
  mcp_session_set_backoff (session, &quick);
  session_open_ok (session);
  TEST_AWAIT (count_probes (session) == 1);
  mcp_process_signal_group (mcp_session_get_process (session), SIGKILL);
  TEST_AWAIT (mcp_session_get_life (session) == 2 && count_probes (session) == 2);

  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_DISCONNECTED), "SIGKILL"));
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_RECONNECTING), ==, 1);
  g_assert_true (g_str_has_prefix (get_detail (session, MCP_HEALTH_EVENT_RECONNECTING),
                                   "attempt 1 in 0.00"));
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_CONNECTED), ==, 2);
  g_assert_cmpstr (get_detail (session, MCP_HEALTH_EVENT_RECONNECTED), ==, "attempt 1");
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_RECONNECT_FAILED), ==, 0);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_LOST), ==, 0);
  g_assert_cmpint (mcp_health_get_state (health), ==, MCP_HEALTH_GOOD);

  /* The history goes on over lives. */
  g_assert_cmpuint (get_probe (session, 0).life, ==, 1);
  g_assert_cmpuint (get_probe (session, 1).life, ==, 2);
  session_finish (session);
}

static void
test_monitor_tells_failed_reconnects (void)
{
  static const McpBackoff quick = { 5, 40, 0, NULL };
  g_autofree char *directory = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (directory, "server", NULL);
  g_autofree char *mock = g_strdup (g_getenv ("SOUNDER_MOCK_SERVER"));
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = LONG_MSEC), NULL);
  McpProfile *profile = mcp_session_get_profile (session);
  g_auto (GStrv) argv = g_strdupv ((char **) mcp_profile_get_argv (profile));

  /* The program goes while it runs. */
  g_assert_no_errno (symlink (mock, program));
  g_free (argv[0]);
  argv[0] = g_strdup (program);
  mcp_profile_set_argv (profile, (const char * const *) argv);
  mcp_profile_set_reconnect (profile, TRUE);
  mcp_session_set_backoff (session, &quick);
  session_open_ok (session);
  g_assert_no_errno (unlink (program));
  mcp_process_signal_group (mcp_session_get_process (session), SIGKILL);
  TEST_AWAIT (count_events (session, MCP_HEALTH_EVENT_RECONNECT_FAILED) == 2);
  g_assert_true (g_str_has_prefix (get_detail (session, MCP_HEALTH_EVENT_RECONNECT_FAILED),
                                   "attempt 2: "));
  g_assert_no_errno (symlink (mock, program));
  TEST_AWAIT (count_events (session, MCP_HEALTH_EVENT_RECONNECTED) == 1);
  g_assert_true (g_str_has_prefix (get_detail (session, MCP_HEALTH_EVENT_RECONNECTED),
                                   "attempt "));
  session_finish (session);
  g_assert_no_errno (unlink (program));
  g_assert_no_errno (rmdir (directory));
}

/* Late three times, and told once; in time again, and told once. */
static void
test_monitor_tells_stall_once (void)
{
#define SLOW_ONE "{'expect':{'method':'ping'}},{'sleep_msec':300}," \
                 "{'send':{'jsonrpc':'2.0','id':'$id','result':{}}},"
  McpSession *session = new_session (
    SCRIPT ("{'serve':{},'then_continue_after':8}," SLOW_ONE SLOW_ONE SLOW_ONE SERVE),
    SETTINGS (.interval_msec = 2), NULL);

  session_open_ok (session);
  TEST_AWAIT (count_probes (session) >= 9);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_STALLED), >=, 1);
  TEST_AWAIT (count_probes (session) >= 11);
  g_assert_cmpint (mcp_health_get_state (mcp_session_get_health (session)), ==, MCP_HEALTH_SLOW);
  g_assert_cmpint (get_probe (session, 10).rtt_usec, >=, 290000);
  g_assert_nonnull (strstr (get_detail (session, MCP_HEALTH_EVENT_STALLED), "no answer after"));
  TEST_AWAIT (mcp_health_get_state (mcp_session_get_health (session)) == MCP_HEALTH_GOOD);
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_STALLED), ==,
                    count_events (session, MCP_HEALTH_EVENT_RESUMED));
  g_assert_cmpuint (count_events (session, MCP_HEALTH_EVENT_FAILURE), ==, 0);
  session_finish (session);
}

/* A reading with each probe; one a second while somebody looks; none while nobody does. */
static void
test_monitor_reads_process (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = LONG_MSEC), clock);
  McpHealth *health = mcp_session_get_health (session);
  McpUsageLog *usage = mcp_health_get_usage (health);
  McpProcessUsage reading;
  guint n;

  session_open_ok (session);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 1);
  n = mcp_usage_log_get_n (usage);
  g_assert_cmpuint (n, >=, 1);
  g_assert_true (mcp_usage_log_get (usage, n - 1, &reading));
  g_assert_cmpuint (reading.n_processes, ==, 1);
  g_assert_cmpuint (reading.n_threads, >=, 1);
  g_assert_cmpuint (reading.n_fds, >=, 3);
  g_assert_cmpuint (reading.rss_bytes, >, 100 * 1024);
  g_assert_cmpuint (mcp_usage_log_find (usage, reading.time_usec), ==, n - 1);

  fake_clock_advance (clock, 10 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), ==, n);
  mcp_health_set_watched (health, TRUE);
  fake_clock_advance (clock, 10 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), ==, n + 11);
  mcp_health_set_watched (health, FALSE);
  fake_clock_advance (clock, 10 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), ==, n + 11);

  /* A process that is gone is not read, and wakes nobody up. */
  mcp_health_set_watched (health, TRUE);
  session_close (session);
  fake_clock_advance (clock, 2 * G_USEC_PER_SEC);
  g_assert_cmpuint (fake_clock_get_n_timers (clock), ==, 0);
  session_finish (session);
}

/* At one probe a second and somebody looking there is one reading a second, after the answer. */
static void
test_monitor_reads_after_probe (void)
{
  g_autoptr (FakeClock) clock = fake_clock_new ();
  McpSession *session = new_session (SCRIPT (SERVE), SETTINGS (.interval_msec = 1000), clock);
  McpHealth *health = mcp_session_get_health (session);
  McpUsageLog *usage = mcp_health_get_usage (health);
  guint n;

  session_open_ok (session);
  fake_clock_advance (clock, 0);
  TEST_AWAIT (count_probes (session) == 1);
  mcp_health_set_watched (health, TRUE);
  n = mcp_usage_log_get_n (usage);

  for (guint i = 1; i <= 5; i++)
    {
      /* Both are due; the probe is under way, and nothing is read. */
      fake_clock_advance (clock, G_USEC_PER_SEC);
      g_assert_nonnull (health->probe);
      g_assert_cmpuint (mcp_usage_log_get_n (usage), ==, n + i - 1);
      TEST_AWAIT (count_probes (session) == i + 1);
      g_assert_cmpuint (mcp_usage_log_get_n (usage), ==, n + i);
    }
  session_finish (session);
}

static void
test_monitor_bounds_readings (void)
{
  g_autoptr (McpUsageLog) usage = mcp_usage_log_new (5000);
  McpProcessUsage reading = { 0 };
  guint first;

  for (guint i = 0; i < 100000; i++)
    {
      reading.time_usec = 10 * (gint64) i;
      reading.cpu_percent = 12.5;
      reading.rss_bytes = 4096 * (guint64) i;
      mcp_usage_log_append (usage, &reading);
    }

  first = mcp_usage_log_get_first (usage);
  g_assert_cmpuint (mcp_usage_log_get_end (usage), ==, 100000);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), >=, 5000);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), <, 5000 + 2 * 4096);
  g_assert_false (mcp_usage_log_get (usage, first - 1, &reading));
  g_assert_true (mcp_usage_log_get (usage, 99999, &reading));
  g_assert_cmpuint (reading.rss_bytes, ==, 4096 * 99999);
  g_assert_cmpfloat (reading.cpu_percent, ==, 12.5);
  g_assert_cmpuint (mcp_usage_log_find (usage, 999985), ==, 99999);
  g_assert_cmpuint (mcp_usage_log_find (usage, 999991), ==, 100000);
  g_assert_cmpuint (mcp_usage_log_find (usage, 0), ==, first);

  /* A week at one a second. */
  g_clear_object (&usage);
  usage = mcp_usage_log_new (0);
  for (guint i = 0; i < 8 * 24 * 3600; i++)
    mcp_usage_log_append (usage, &reading);
  g_assert_cmpuint (mcp_usage_log_get_n (usage), >=, 7 * 24 * 3600);
  g_assert_cmpuint (mcp_usage_log_get_memory_bytes (usage), <, 20 * 1000 * 1000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add_func ("/session/health-monitor/" name, func)
  ADD ("sleeps-while-off", test_monitor_sleeps_while_off);
  ADD ("follows-clock", test_monitor_follows_clock);
  ADD ("follows-settings", test_monitor_follows_settings);
  ADD ("ping-now-says-wait", test_monitor_ping_now_says_wait);
  ADD ("verifies-before-requests", test_monitor_verifies_before_requests);
  ADD ("fails-unverified-requests", test_monitor_fails_unverified_requests);
  ADD ("end-fails-unverified", test_monitor_end_fails_unverified);
  ADD ("waits-for-person", test_monitor_waits_for_person);
  ADD ("forgives-asking", test_monitor_forgives_asking);
  ADD ("stopped-process", test_monitor_stopped_process);
  ADD ("tells-reaction", test_monitor_tells_reaction);
  ADD ("killed-process", test_monitor_killed_process);
  ADD ("tells-failed-reconnects", test_monitor_tells_failed_reconnects);
  ADD ("tells-stall-once", test_monitor_tells_stall_once);
  ADD ("reads-process", test_monitor_reads_process);
  ADD ("reads-after-probe", test_monitor_reads_after_probe);
  ADD ("bounds-readings", test_monitor_bounds_readings);

  return g_test_run ();
}
