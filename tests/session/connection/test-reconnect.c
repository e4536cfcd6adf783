/* test-reconnect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-session-private.h"
#include "session-support.h"


#define SERVE "[" HANDSHAKE ",{'serve':{}}]"

static const McpBackoff quick = { 5, 40, 0, NULL };
static const McpBackoff slow = { 3600 * 1000, 3600 * 1000, 0, NULL };

static McpSession *
new_session (const char       *script,
             const McpBackoff *backoff)
{
  McpSession *session = session_new_mock (script);

  mcp_profile_set_reconnect (mcp_session_get_profile (session), TRUE);
  mcp_session_set_backoff (session, backoff);

  return session;
}

/* The server dies behind our back. */
static void
kill_server (McpSession *session)
{
  mcp_process_signal_group (mcp_session_get_process (session), SIGKILL);
}

static void
test_reconnect_comes_back (void)
{
  McpSession *session = new_session (SERVE, &quick);

  session_open_ok (session);
  for (guint life = 2; life < 5; life++)
    {
      kill_server (session);
      TEST_AWAIT (mcp_session_get_life (session) == life
                  && mcp_session_get_state (session) == MCP_SESSION_READY);
      g_assert_null (mcp_session_get_error (session));
    }

  g_assert_false (mcp_session_get_retry (session, NULL, NULL));
  session_finish (session);
}

static void
test_reconnect_tells_when (void)
{
  McpSession *session = new_session (SERVE, &slow);
  gint64 at_usec = 0;
  guint attempt = 0;

  session_open_ok (session);
  g_assert_false (mcp_session_get_retry (session, NULL, NULL));
  kill_server (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  g_assert_nonnull (mcp_session_get_error (session));
  g_assert_true (mcp_session_get_retry (session, &attempt, &at_usec));
  g_assert_cmpuint (attempt, ==, 1);
  g_assert_cmpint (at_usec, >, g_get_monotonic_time () + 60 * G_USEC_PER_SEC);
  g_assert_false (mcp_session_is_open (session));

  mcp_session_retry_now (session);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_STARTING);
  mcp_session_retry_now (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 2);
  session_finish (session);
}

static void
test_reconnect_can_be_stopped (void)
{
  McpSession *session = new_session (SERVE, &slow);

  session_open_ok (session);
  kill_server (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  mcp_session_stop_retrying (session);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_DIED);
  mcp_session_stop_retrying (session);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 1);
  session_finish (session);
}

static void
test_reconnect_stops_on_close (void)
{
  McpSession *session = new_session (SERVE, &slow);

  session_open_ok (session);
  kill_server (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  session_close (session);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);

  /* And an open by hand does not wait. */
  session_open_ok (session);
  kill_server (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  session_open_ok (session);
  session_finish (session);
}

static void
test_reconnect_never_after_our_close (void)
{
  McpSession *session = new_session (SERVE, &quick);

  session_open_ok (session);
  session_close (session);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  g_assert_null (mcp_session_get_error (session));
  session_finish (session);
}

static void
test_reconnect_never_the_first_time (void)
{
  McpSession *session = new_session ("[{'exit':3}]", &quick);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  session_finish (session);
}

static void
test_reconnect_goes_on_trying (void)
{
  /* Ready the first time, gone from the second on: the program of the profile is another one. */
  McpSession *session = new_session (SERVE, &quick);
  g_auto (GStrv) argv = test_mock_argv ("[{'exit':3}]");
  guint attempt = 0;

  session_open_ok (session);
  mcp_profile_set_argv (mcp_session_get_profile (session), (const char * const *) argv);
  kill_server (session);
  TEST_AWAIT (mcp_session_get_life (session) >= 4
              && mcp_session_get_retry (session, &attempt, NULL));
  g_assert_cmpuint (attempt, ==, mcp_session_get_life (session));
  session_finish (session);
}

static void
test_reconnect_not_when_it_is_off (void)
{
  McpSession *session = new_session (SERVE, &quick);

  mcp_profile_set_reconnect (mcp_session_get_profile (session), FALSE);
  session_open_ok (session);
  kill_server (session);
  TEST_AWAIT (!mcp_session_is_open (session)
              && mcp_session_get_state (session) != MCP_SESSION_CLOSING);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  session_finish (session);
}

static void
test_reconnect_gone_while_waiting (void)
{
  McpSession *session = new_session (SERVE, &quick);

  session_open_ok (session);
  kill_server (session);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  while (g_main_context_iteration (NULL, FALSE))
    if (mcp_session_get_state (session) != MCP_SESSION_WAITING)
      break;
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/reconnect/comes-back", test_reconnect_comes_back);
  g_test_add_func ("/session/reconnect/tells-when", test_reconnect_tells_when);
  g_test_add_func ("/session/reconnect/can-be-stopped", test_reconnect_can_be_stopped);
  g_test_add_func ("/session/reconnect/stops-on-close", test_reconnect_stops_on_close);
  g_test_add_func ("/session/reconnect/never-after-our-close",
                   test_reconnect_never_after_our_close);
  g_test_add_func ("/session/reconnect/never-the-first-time", test_reconnect_never_the_first_time);
  g_test_add_func ("/session/reconnect/goes-on-trying", test_reconnect_goes_on_trying);
  g_test_add_func ("/session/reconnect/not-when-it-is-off", test_reconnect_not_when_it_is_off);
  g_test_add_func ("/session/reconnect/gone-while-waiting", test_reconnect_gone_while_waiting);

  return g_test_run ();
}
