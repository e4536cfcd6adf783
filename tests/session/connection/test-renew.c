/* test-renew.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "health-fixture.h"
#include "mcp-session-private.h"
#include "session-http-support.h"

static McpSession *
new_session (HttpFixture *fixture)
{
  http_fixture_serve_mcp (fixture, NULL);

  return session_new_url (http_fixture_get_url (fixture));
}

static guint
count_notes (McpSession *session,
             const char *type)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autofree char *needle = g_strdup_printf ("\"type\":\"%s\"", type);
  guint count = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = NULL;

      if (mcp_record_get_kind (record) != MCP_RECORD_NOTE)
        continue;

      text = session_dup_text (record);
      count += strstr (text, needle) != NULL;
    }

  return count;
}

static void
test_renew_carries_on (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) first = session_new_echo ("a");
  g_autoptr (McpCall) second = session_new_echo ("b");
  g_autoptr (GError) error = NULL;
  g_autofree char *old_id = NULL;
  HttpRequest *initialize;

  session_open_ok (session);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
  session_run (session, first, &error);
  g_assert_no_error (error);
  old_id = g_strdup (mcp_session_get_http_session_id (session));

  http_fixture_forget_session (fixture);
  session_run (session, second, &error);
  g_assert_no_error (error);

  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 1);
  g_assert_cmpstr (mcp_session_get_http_session_id (session), !=, old_id);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "notifications/initialized"), ==, 2);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 3);
  initialize = http_fixture_find (fixture, "POST", "initialize", 1);
  g_assert_null (http_request_get_header (initialize, "MCP-Session-Id"));
  g_assert_null (http_request_get_header (initialize, "MCP-Protocol-Version"));
  g_assert_cmpuint (count_notes (session, "renewed"), ==, 1);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) >= 1);
  session_finish_http (session, fixture);
}

static void
test_renew_restores_the_log_level (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) level = mcp_session_new_set_level ("debug");
  g_autoptr (McpCall) call = session_new_echo ("b");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, level, &error);
  g_assert_no_error (error);
  http_fixture_forget_session (fixture);
  session_run (session, call, &error);
  g_assert_no_error (error);
  TEST_AWAIT (http_fixture_count (fixture, "POST", "logging/setLevel") == 2);
  session_finish_http (session, fixture);
}

/* All that were refused go on, and what was asked meanwhile too. */
static void
test_renew_many_calls (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func (g_object_unref);

  session_open_ok (session);
  http_fixture_forget_session (fixture);
  for (guint i = 0; i < 10; i++)
    {
      g_ptr_array_add (calls, session_new_echo ("x"));
      mcp_session_start_call (session, g_ptr_array_index (calls, i));
    }

  TEST_AWAIT (http_fixture_count (fixture, "POST", "initialize") == 2);
  for (guint i = 10; i < 20; i++)
    {
      g_ptr_array_add (calls, session_new_echo ("y"));
      mcp_session_start_call (session, g_ptr_array_index (calls, i));
    }

  for (guint i = 0; i < calls->len; i++)
    {
      McpCall *call = g_ptr_array_index (calls, i);

      TEST_AWAIT (mcp_call_is_finished (call));
      g_assert_no_error (mcp_call_get_outcome (call)->error);
    }

  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
  session_finish_http (session, fixture);
}

/* A call that has the old session's headers, and leaves when the new session is under way. */
static void
test_renew_on_its_way (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) call = session_new_echo ("x");

  session_open_ok (session);
  http_fixture_forget_session (fixture);
  mcp_session_start_call (session, call);
  g_assert_true (mcp_session_renew (session, 404));

  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 2);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
  session_finish_http (session, fixture);
}

static void
refuse_calls (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
  const char *method = http_request_get_rpc_method (request);

  if (g_strcmp0 (http_request_get_method (request), "POST") != 0)
    {
      http_request_reply (request, 405, NULL, NULL);
    }
  else if (g_strcmp0 (method, "initialize") == 0)
    {
      http_request_add_header (request, "MCP-Session-Id", "always-the-same");
      http_request_reply_result (request,
                                 "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},"
                                 "'serverInfo':{'name':'n','version':'1'}}");
    }
  else if (g_strcmp0 (method, "notifications/initialized") == 0)
    {
      http_request_reply (request, 202, NULL, NULL);
    }
  else
    {
      http_request_reply (request, 404, NULL, NULL);
    }
}

/* Keeps the second `initialize` back, and one call. */
typedef struct
{
  HttpRequest *call;
  HttpRequest *renewal;
  guint        n_opened;
} Held;

static void
hold_back (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  Held *held = user_data;
  const char *method = http_request_get_rpc_method (request);

  if (g_strcmp0 (http_request_get_method (request), "DELETE") == 0)
    http_request_reply (request, 200, NULL, NULL);
  else if (g_strcmp0 (http_request_get_method (request), "POST") != 0)
    http_request_reply (request, 405, NULL, NULL);
  else if (g_strcmp0 (method, "initialize") == 0 && held->n_opened++ > 0)
    held->renewal = request;
  else if (g_strcmp0 (method, "tools/call") == 0)
    held->call = request;
  else
    refuse_calls (fixture, request, NULL);
}

/* An answer of the old session that comes while the new one is made is judged by what the old one had agreed on. */
static void
test_renew_answer_meanwhile (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  Held held = { NULL };

  http_fixture_set_handler (fixture, hold_back, &held);
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (held.call != NULL);
  g_assert_true (mcp_session_renew (session, 404));
  TEST_AWAIT (held.renewal != NULL);
  http_request_reply_result (held.call, "{'content':[{'type':'text','text':'x'}]}");
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2025_11_25);
  g_assert_cmpuint (session_count_findings (session, "content.type"), ==, 0);

  refuse_calls (fixture, held.renewal, NULL);
  TEST_AWAIT (!mcp_http_session_is_renewing (session->life->http));
  session_finish_http (session, fixture);
}

/* A server that knows no session it gave out is not asked for ever. */
static void
test_renew_once (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (McpCall) other = session_new_echo ("y");
  g_autoptr (GError) error = NULL;

  http_fixture_set_handler (fixture, refuse_calls, NULL);
  session_open_ok (session);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 2);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);

  g_clear_error (&error);
  g_assert_false (session_run (session, other, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  session_finish_http (session, fixture);
}

static void
test_renew_not_without_a_session (void)
{
  const HttpMcpOptions options = { .no_session = TRUE };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  http_fixture_serve_mcp (fixture, &options);
  session_open_ok (session);
  http_fixture_queue (fixture, "POST", 404, NULL, NULL);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 1);
  session_finish_http (session, fixture);
}

static void
queue_refusal (HttpFixture *fixture,
               const char  *type,
               const char  *body)
{
  http_fixture_queue (fixture, "POST", 400, type, body);
}

/* A stream that was there is asked for again and refused: for the session, or for something else. */
static void
test_renew_after_stream (void)
{
  static const struct
  {
    const char *body;
    guint       n_sessions;
  } refusals[] = {
    { "Bad Last-Event-ID", 1 },
    { "Invalid session ID", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = new_session (fixture);
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      session_open_ok (session);
      TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
      http_fixture_queue (fixture, "GET", 400, "text/plain", refusals[i].body);
      http_fixture_end_listeners (fixture, FALSE);
      TEST_AWAIT (http_fixture_count (fixture, "GET", NULL) >= 2);
      TEST_AWAIT (http_fixture_count (fixture, "POST", "initialize") == refusals[i].n_sessions);
      TEST_AWAIT (http_fixture_get_n_open_requests (fixture) <= refusals[i].n_sessions - 1);
      session_run (session, call, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==,
                        refusals[i].n_sessions);
      session_finish_http (session, fixture);
    }
}

/* Many servers refuse an unknown id with 400: in plain words, as an error, or as one with an id. */
static void
test_renew_after_400 (void)
{
  static const char * const refusals[][2] = {
    { "text/plain", "Invalid or missing session ID" },
    { "application/json", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,"
                          "\"message\":\"Bad Request: No valid Session ID provided\"}}" },
    { "application/json", "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32600,"
                          "\"message\":\"Session not found\"}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      McpSession *session = new_session (fixture);
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      mcp_session_set_auto_list (session, FALSE);
      session_open_ok (session);
      queue_refusal (fixture, refusals[i][0], refusals[i][1]);
      session_run (session, call, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 2);
      g_assert_cmpuint (count_notes (session, "renewed"), ==, 1);
      session_finish_http (session, fixture);
    }
}

/* Says something of a session that is none of HTTP's, to every call, with a code. */
static void
refuse_arguments (HttpFixture *fixture,
                  HttpRequest *request,
                  gpointer     user_data)
{
  g_autofree char *body = NULL;

  if (g_strcmp0 (http_request_get_rpc_method (request), "tools/call") != 0)
    {
      refuse_calls (fixture, request, NULL);
      return;
    }

  body = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,"
                          "\"message\":\"There is no browser session 7\"}}",
                          http_request_get_rpc_id (request), GPOINTER_TO_INT (user_data));
  http_request_reply (request, 400, "application/json", body);
}

/* Calls twice, and gets the server's answer, with all that it says. */
static void
check_refused (int   code,
               guint n_sessions)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);

  http_fixture_set_handler (fixture, refuse_arguments, GINT_TO_POINTER (code));
  session_open_ok (session);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      g_assert_false (session_run (session, call, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_SERVER);
      g_assert_cmpint (mcp_call_get_outcome (call)->error_code, ==, code);
      g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, n_sessions);
    }
  session_finish_http (session, fixture);
}

/* What a new session does not change is the answer. */
static void
test_renew_keeps_the_answer (void)
{
  check_refused (-32000, 2);
}

/* An argument was wrong, and no session. */
static void
test_renew_not_for_bad_arguments (void)
{
  check_refused (-32602, 1);
}

/* A 400 that is about the request says nothing of the session. */
static void
test_renew_not_for_a_bad_request (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  queue_refusal (fixture, "text/plain", "Unknown argument");
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "initialize"), ==, 1);
  session_finish_http (session, fixture);
}

/* A server that is ended and started again is there again, with nothing pressed. */
static void
test_renew_restarted (void)
{
  static const McpBackoff quick = { 5, 40, 0, NULL };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);

  mcp_profile_set_reconnect (mcp_session_get_profile (session), TRUE);
  mcp_session_set_backoff (session, &quick);
  session_open_ok (session);
  for (guint life = 2; life < 7; life++)
    {
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
      http_fixture_forget_session (fixture);
      http_fixture_stop (fixture);
      TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
      g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_NETWORK);
      http_fixture_start (fixture);
      TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);
      g_assert_cmpuint (mcp_session_get_life (session), >=, life);
      session_run (session, call, &error);
      g_assert_no_error (error);
    }

  session_finish_http (session, fixture);
}

/* Nobody comes back by himself who was told not to: then it is disconnected, and nothing is sent. */
static void
test_renew_refused_disconnects (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  mcp_profile_set_reconnect (mcp_session_get_profile (session), FALSE);
  session_open_ok (session);
  http_fixture_stop (fixture);
  g_assert_false (session_run (session, call, &error));
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_nonnull (mcp_session_get_failure (session)->remedy);
  session_finish_http (session, fixture);
}

/* Given up while it waited: the server hears nothing of it, of the old session or the new one. */
static void
test_renew_waiting_call_is_cancelled (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (McpCall) held = session_new_echo ("y");

  session_open_ok (session);
  http_fixture_forget_session (fixture);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_http_session_is_renewing (session->life->http));
  mcp_session_start_call (session, held);
  mcp_call_cancel (call, NULL);
  mcp_call_cancel (held, NULL);
  TEST_AWAIT (!mcp_http_session_is_renewing (session->life->http));
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 1);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "notifications/cancelled"), ==, 0);
  session_finish_http (session, fixture);
}

/* The probe that meets the 404 is answered by the new session: no failure. */
static void
test_renew_is_no_failure_of_health (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  McpHealth *health = mcp_session_get_health (session);

  health_fixture_set_ping (mcp_session_get_profile (session), TRUE, 20, 1, MCP_REACTION_DISCONNECT);
  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) >= 1);
  http_fixture_forget_session (fixture);
  TEST_AWAIT (http_fixture_count (fixture, "POST", "initialize") == 2);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) >= 4);
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  session_finish_http (session, fixture);
}

static void
test_renew_refused_ends_the_life (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = new_session (fixture);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  mcp_profile_set_reconnect (mcp_session_get_profile (session), FALSE);
  session_open_ok (session);
  http_fixture_queue (fixture, "POST", 404, NULL, NULL);
  http_fixture_queue (fixture, "POST", 503, "text/plain", "going down");
  g_assert_false (session_run (session, call, &error));
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  g_assert_nonnull (mcp_session_get_error (session));
  session_finish_http (session, fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/renew/carries-on", test_renew_carries_on);
  g_test_add_func ("/session/renew/restores-the-log-level", test_renew_restores_the_log_level);
  g_test_add_func ("/session/renew/many-calls", test_renew_many_calls);
  g_test_add_func ("/session/renew/on-its-way", test_renew_on_its_way);
  g_test_add_func ("/session/renew/answer-meanwhile", test_renew_answer_meanwhile);
  g_test_add_func ("/session/renew/once", test_renew_once);
  g_test_add_func ("/session/renew/after-400", test_renew_after_400);
  g_test_add_func ("/session/renew/after-stream", test_renew_after_stream);
  g_test_add_func ("/session/renew/keeps-the-answer", test_renew_keeps_the_answer);
  g_test_add_func ("/session/renew/not-for-bad-arguments", test_renew_not_for_bad_arguments);
  g_test_add_func ("/session/renew/not-for-a-bad-request", test_renew_not_for_a_bad_request);
  g_test_add_func ("/session/renew/restarted", test_renew_restarted);
  g_test_add_func ("/session/renew/refused-disconnects", test_renew_refused_disconnects);
  g_test_add_func ("/session/renew/not-without-a-session", test_renew_not_without_a_session);
  g_test_add_func ("/session/renew/waiting-call-is-cancelled",
                   test_renew_waiting_call_is_cancelled);
  g_test_add_func ("/session/renew/is-no-failure-of-health", test_renew_is_no_failure_of_health);
  g_test_add_func ("/session/renew/refused-ends-the-life", test_renew_refused_ends_the_life);

  return g_test_run ();
}
