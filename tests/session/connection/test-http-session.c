/* test-http-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-http-session.h"
#include "mcp-stream-echo.h"

static void
test_exchanges (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  McpExchange *exchange;

  g_assert_null (mcp_http_session_find_exchange (http, 1));
  exchange = mcp_http_session_ensure_exchange (http, 1);
  g_assert_true (mcp_http_session_ensure_exchange (http, 1) == exchange);
  g_assert_null (mcp_http_session_get_frame_exchange (http));

  mcp_http_session_set_frame (http, 1);
  g_assert_true (mcp_http_session_get_frame_exchange (http) == exchange);
  mcp_http_session_end_exchange (http, 1);
  g_assert_null (mcp_http_session_get_frame_exchange (http));
  g_assert_cmpuint (mcp_http_session_get_frame (http), ==, 1);
}

/* Each is let go once. */
static void
test_held (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  g_autoptr (GArray) first = NULL;
  g_autoptr (GArray) second = NULL;

  mcp_http_session_ensure_exchange (http, 1);
  mcp_http_session_ensure_exchange (http, 2)->held = TRUE;
  first = mcp_http_session_release_held (http);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpuint (g_array_index (first, guint, 0), ==, 2);
  second = mcp_http_session_release_held (http);
  g_assert_cmpuint (second->len, ==, 0);
}

static void
test_sendings (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  McpExchange *exchange = mcp_http_session_ensure_exchange (http, 1);
  McpSending *sending = mcp_http_session_add_sending (http, 5, NULL);

  g_assert_null (mcp_http_session_find_sending (http, 0));
  g_assert_null (mcp_http_session_find_sending_of (http, NULL));
  g_assert_null (mcp_http_session_find_sending_of (http, exchange));
  exchange->ticket = 5;
  g_assert_true (mcp_http_session_find_sending_of (http, exchange) == sending);

  /* Nothing is said of what has not left; a request has an answer, a notification has none. */
  sending->kind = MCP_RECORD_NOTIFICATION;
  g_assert_false (mcp_http_session_needs_no_answer (http, exchange));
  sending->serial = 3;
  g_assert_true (mcp_http_session_needs_no_answer (http, exchange));
  sending->kind = MCP_RECORD_REQUEST;
  g_assert_false (mcp_http_session_needs_no_answer (http, exchange));

  mcp_http_session_forget_sending (http, 5);
  g_assert_null (mcp_http_session_find_sending (http, 5));
}

static void
test_offered (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  g_autofree char *id = NULL;

  mcp_http_session_set_offered_id (http, g_strdup ("a"));
  mcp_http_session_set_offered_id (http, g_strdup ("b"));
  id = mcp_http_session_take_offered_id (http);
  g_assert_cmpstr (id, ==, "b");
  g_assert_null (mcp_http_session_take_offered_id (http));
}

/* A second new session is made only where the first one was good for something. */
static void
test_renewal (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  McpSending *old;
  McpSending *fresh;

  g_assert_false (mcp_http_session_may_renew (http));
  mcp_http_session_set_id (http, "one");
  g_assert_true (mcp_http_session_may_renew (http));
  old = mcp_http_session_add_sending (http, 1, "one");
  g_assert_false (mcp_http_session_lost (old, 400));
  g_assert_true (mcp_http_session_lost (old, 404));
  old->blames_session = TRUE;
  g_assert_true (mcp_http_session_lost (old, 400));
  g_assert_true (mcp_http_session_may_renew_for (http, old));

  mcp_http_session_begin_renewal (http, g_idle_source_new ());
  g_assert_true (mcp_http_session_is_renewing (http));
  g_assert_null (mcp_http_session_get_id (http));
  mcp_http_session_set_id (http, "two");
  mcp_http_session_end_renewal (http);
  g_assert_false (mcp_http_session_is_renewing (http));

  g_assert_false (mcp_http_session_may_renew (http));
  g_assert_true (mcp_http_session_may_renew_for (http, old));
  fresh = mcp_http_session_add_sending (http, 2, "two");
  g_assert_false (mcp_http_session_may_renew_for (http, fresh));
  mcp_http_session_prove (http, old);
  g_assert_false (mcp_http_session_may_renew (http));
  mcp_http_session_prove (http, fresh);
  g_assert_true (mcp_http_session_may_renew (http));
}

/* What has the id of before is of the session before, whenever it is seen. */
static void
test_generation (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();

  mcp_http_session_set_id (http, "one");
  g_assert_cmpuint (mcp_http_session_get_generation (http, "one"), ==, 0);
  mcp_http_session_begin_renewal (http, g_idle_source_new ());
  mcp_http_session_set_id (http, "two");
  g_assert_cmpuint (mcp_http_session_get_generation (http, "one"), ==, 0);
  g_assert_cmpuint (mcp_http_session_get_generation (http, "two"), ==, 1);
  g_assert_cmpuint (mcp_http_session_get_generation (http, NULL), ==, 1);
  g_assert_true (mcp_http_session_is_present (http, 1));
  g_assert_false (mcp_http_session_is_present (http, 0));
}

/* A stream that was never there is not lost, nor one of the session before. */
static void
test_listener (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  McpExchange *exchange = mcp_http_session_ensure_exchange (http, 1);

  exchange->purpose = MCP_EXCHANGE_LISTEN;
  g_assert_false (mcp_http_session_lost_listener (http, exchange));
  mcp_http_session_set_listened (http);
  g_assert_true (mcp_http_session_lost_listener (http, exchange));
  mcp_http_session_begin_renewal (http, g_idle_source_new ());
  mcp_http_session_set_listened (http);
  g_assert_false (mcp_http_session_lost_listener (http, exchange));
}

/* A task that somebody has, and nobody waits for. */
static GTask *
returned_task (void)
{
  GTask *task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_return_boolean (task, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;

  return task;
}

/* One waits at a time, for one message; another takes its place, and what was its timer is no longer. */
static void
test_acceptance (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  GTask *first = returned_task ();
  GTask *second = returned_task ();
  g_autoptr (GSource) timer = g_timeout_source_new_seconds (1000);
  g_autoptr (GTask) taken = NULL;

  g_assert_null (mcp_http_session_take_acceptance (http));
  g_assert_false (mcp_http_session_awaits (http, 7));

  g_source_attach (timer, NULL);
  mcp_http_session_await_acceptance (http, 7, first, g_source_ref (timer));
  g_assert_true (mcp_http_session_awaits (http, 7));
  g_assert_false (mcp_http_session_awaits (http, 8));
  g_assert_false (mcp_http_session_awaits (http, 0));

  g_object_add_weak_pointer (G_OBJECT (first), (gpointer *) &first);
  mcp_http_session_await_acceptance (http, 8, second, g_timeout_source_new_seconds (1000));
  g_assert_null (first);
  g_assert_true (g_source_is_destroyed (timer));
  g_assert_false (mcp_http_session_awaits (http, 7));
  g_assert_true (mcp_http_session_awaits (http, 8));

  taken = mcp_http_session_take_acceptance (http);
  g_assert_true (taken == second);
  g_assert_false (mcp_http_session_awaits (http, 8));
}

/* What could not be sent has no ticket, and is waited for until the limit. */
static void
test_acceptance_unsent (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();
  GTask *task = returned_task ();

  g_object_add_weak_pointer (G_OBJECT (task), (gpointer *) &task);
  mcp_http_session_await_acceptance (http, 0, task, g_idle_source_new ());
  g_assert_false (mcp_http_session_awaits (http, 0));
  g_clear_pointer (&http, mcp_http_session_free);
  g_assert_null (task);
}

static void
test_clear (void)
{
  g_autoptr (McpHttpSession) http = mcp_http_session_new ();

  mcp_http_session_ensure_exchange (http, 1);
  mcp_http_session_add_sending (http, 1, NULL);
  mcp_http_session_clear (http);
  g_assert_null (mcp_http_session_find_exchange (http, 1));
  g_assert_null (mcp_http_session_find_sending (http, 1));
  g_assert_true (mcp_http_session_first_head (http));
  g_assert_false (mcp_http_session_first_head (http));
}

/* The same message on two streams of one HTTP session, and what only looks so. */
static void
test_echo (void)
{
  static const struct
  {
    McpRecordKind      kind;
    McpExchangePurpose first;
    McpExchangePurpose second;
    gint64             later_usec;
    gboolean           is_same;
  } rows[] = {
    { MCP_RECORD_NOTIFICATION, MCP_EXCHANGE_SEND, MCP_EXCHANGE_LISTEN, 10, TRUE },
    { MCP_RECORD_NOTIFICATION, MCP_EXCHANGE_LISTEN, MCP_EXCHANGE_SEND, 10, TRUE },
    { MCP_RECORD_NOTIFICATION, MCP_EXCHANGE_LISTEN, MCP_EXCHANGE_SEND, 2 * G_USEC_PER_SEC, FALSE },
    { MCP_RECORD_NOTIFICATION, MCP_EXCHANGE_SEND, MCP_EXCHANGE_SEND, 10, FALSE },
    { MCP_RECORD_NOTIFICATION, MCP_EXCHANGE_SEND, MCP_EXCHANGE_RESUME, 10, FALSE },
    { MCP_RECORD_REQUEST, MCP_EXCHANGE_SEND, MCP_EXCHANGE_SEND, 10, TRUE },
    { MCP_RECORD_REQUEST, MCP_EXCHANGE_LISTEN, MCP_EXCHANGE_SEND, 2 * G_USEC_PER_SEC, TRUE },
    { MCP_RECORD_REQUEST, MCP_EXCHANGE_LISTEN, MCP_EXCHANGE_LISTEN, 10, FALSE },
    { MCP_RECORD_RESULT, MCP_EXCHANGE_LISTEN, MCP_EXCHANGE_SEND, 10, FALSE },
  };
  g_autoptr (GBytes) message = g_bytes_new_static ("{\"a\":1}", 7);
  g_autoptr (GBytes) other = g_bytes_new_static ("{\"a\":2}", 7);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpStreamEcho echo = { 0 };

      g_assert_cmpuint (mcp_stream_echo_take (&echo, rows[i].kind, message, 1, rows[i].first, 100), ==, 0);
      g_assert_cmpuint (mcp_stream_echo_take (&echo, rows[i].kind, message, 1, rows[i].first, 101), ==, 0);
      g_assert_cmpuint (mcp_stream_echo_take (&echo, rows[i].kind, other, 2, rows[i].second, 102), ==, 0);
      g_assert_cmpuint (mcp_stream_echo_take (&echo, rows[i].kind, message, 2, rows[i].second,
                                              101 + rows[i].later_usec), ==, rows[i].is_same ? 1 : 0);
      g_assert_cmpint (echo.repeated, ==, rows[i].is_same);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/http-session/exchanges", test_exchanges);
  g_test_add_func ("/session/http-session/held", test_held);
  g_test_add_func ("/session/http-session/sendings", test_sendings);
  g_test_add_func ("/session/http-session/offered", test_offered);
  g_test_add_func ("/session/http-session/renewal", test_renewal);
  g_test_add_func ("/session/http-session/generation", test_generation);
  g_test_add_func ("/session/http-session/listener", test_listener);
  g_test_add_func ("/session/http-session/acceptance", test_acceptance);
  g_test_add_func ("/session/http-session/acceptance-unsent", test_acceptance_unsent);
  g_test_add_func ("/session/http-session/clear", test_clear);
  g_test_add_func ("/session/http-session/echo", test_echo);

  return g_test_run ();
}
