/* test-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "health-fixture.h"
#include "mcp-session-private.h"
#include "session-http-support.h"

static HttpFixture *
new_server (const HttpMcpOptions *options)
{
  HttpFixture *fixture = http_fixture_new ();

  http_fixture_serve_mcp (fixture, options);

  return fixture;
}

static void
test_http_handshake (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  HttpRequest *initialize;
  HttpRequest *initialized;
  HttpRequest *get;

  session_open_ok (session);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);

  initialize = http_fixture_find (fixture, "POST", "initialize", 0);
  initialized = http_fixture_find (fixture, "POST", "notifications/initialized", 0);
  get = http_fixture_find (fixture, "GET", NULL, 0);
  g_assert_null (http_request_get_header (initialize, "MCP-Session-Id"));
  g_assert_null (http_request_get_header (initialize, "MCP-Protocol-Version"));
  g_assert_cmpstr (http_request_get_header (initialized, "MCP-Session-Id"), ==,
                   http_fixture_get_session_id (fixture));
  g_assert_cmpstr (http_request_get_header (initialized, "MCP-Protocol-Version"), ==, "2025-11-25");
  g_assert_cmpstr (http_request_get_header (get, "MCP-Session-Id"), ==,
                   http_fixture_get_session_id (fixture));
  g_assert_cmpint (http_request_get_time_usec (get), >=, http_request_get_time_usec (initialized));
  g_assert_cmpstr (mcp_session_get_http_session_id (session), ==,
                   http_fixture_get_session_id (fixture));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_session_get_streams (session)), ==, 1);
  g_assert_nonnull (mcp_session_get_transport (session));

  session_close (session);
  g_assert_cmpuint (http_fixture_count (fixture, "DELETE", NULL), ==, 1);
  g_assert_null (mcp_session_get_streams (session));
  g_assert_null (mcp_session_get_http_session_id (session));
  g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_N_STEPS);
  session_finish_http (session, fixture);
}

static void
test_http_steps (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  GListModel *steps = mcp_session_get_steps (session);

  session_open_ok (session);
  g_assert_cmpuint (g_list_model_get_n_items (steps), >=, 5);
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);
      McpStepState state = mcp_connect_step_get_info (step)->state;

      g_assert_true (state == MCP_STEP_DONE || state == MCP_STEP_NOT_NEEDED);
      g_assert_nonnull (mcp_connect_step_get_name (step));
      if (mcp_connect_step_get_info (step)->step == MCP_STEP_CONNECT)
        g_assert_cmpint (state, ==, MCP_STEP_DONE);
      if (mcp_connect_step_get_info (step)->step == MCP_STEP_TLS)
        g_assert_cmpint (state, ==, MCP_STEP_NOT_NEEDED);
    }

  session_finish_http (session, fixture);
}

static void
test_http_no_session (void)
{
  const HttpMcpOptions options = { .no_session = TRUE, .refuse_get = TRUE };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("hi");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_null (mcp_session_get_http_session_id (session));
  session_run (session, call, &error);
  g_assert_no_error (error);
  session_close (session);
  g_assert_cmpuint (http_fixture_count (fixture, "DELETE", NULL), ==, 0);
  g_assert_cmpuint (http_fixture_count (fixture, "GET", NULL), ==, 1);
  session_finish_http (session, fixture);
}

/* Request, message, head, body and end of one exchange, in that order and under one number. */
static void
test_http_records_exchanges (void)
{
  const McpRecordKind kinds[] = {
    MCP_RECORD_HTTP_REQUEST, MCP_RECORD_REQUEST, MCP_RECORD_HTTP_HEAD, MCP_RECORD_RESULT,
    MCP_RECORD_HTTP_END,
  };
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("hi");
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autoptr (GArray) serials = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  request = session_record_of (session, mcp_call_get_outcome (call)->serial);
  answer = session_record_of (session, mcp_call_get_outcome (call)->answer_serial);
  g_assert_cmpuint (mcp_record_get_exchange (request), >, 0);
  g_assert_cmpuint (mcp_record_get_exchange (answer), ==, mcp_record_get_exchange (request));
  g_assert_cmpint (mcp_record_get_channel (request), ==, MCP_CHANNEL_HTTP);

  session_close (session);
  serials = mcp_journal_dup_exchange (mcp_session_get_journal (session),
                                      mcp_record_get_exchange (request), 100);
  g_assert_cmpuint (serials->len, ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < serials->len; i++)
    {
      g_autoptr (McpRecord) record = session_record_of (session, g_array_index (serials, guint, i));

      g_assert_cmpint (mcp_record_get_kind (record), ==, kinds[i]);
      if (i == 0)
        text = session_dup_text (record);
    }

  g_assert_nonnull (strstr (text, "\"type\":\"request\",\"method\":\"POST\""));
  g_assert_nonnull (strstr (text, "[\"MCP-Session-Id\","));
  g_assert_nonnull (strstr (text, "\"purpose\":\"send\""));
  session_finish_http (session, fixture);
}

static void
test_http_numbers_go_on_over_lives (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  McpJournal *journal = mcp_session_get_journal (session);
  guint last = 0;

  session_open_ok (session);
  session_close (session);
  session_open_ok (session);
  session_close (session);

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == MCP_RECORD_HTTP_REQUEST)
        {
          g_assert_cmpuint (mcp_record_get_exchange (record), >, last);
          last = mcp_record_get_exchange (record);
        }
    }

  g_assert_cmpuint (last, >=, 8);
  session_finish_http (session, fixture);
}

static void
test_http_answers_on_a_stream (void)
{
  const HttpMcpOptions options = { .answer_by_events = TRUE, .prime = TRUE };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_slow (3, 1, NULL);
  g_autoptr (McpRecord) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = NULL;
  g_autofree char *text = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (mcp_call_get_outcome (call)->progress, ==, 3);
  answer = session_record_of (session, mcp_call_get_outcome (call)->answer_serial);
  g_assert_cmpint (mcp_record_get_channel (answer), ==, MCP_CHANNEL_SSE);
  text = session_dup_text (answer);
  g_assert_cmpint (text[0], ==, '{');
  raw = mcp_record_dup_raw (answer, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (raw), >, strlen (text));
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_EVENT), >, 0);
  session_finish_http (session, fixture);
}

static void
test_http_resumes (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_slow (3, 1, ",\"break_after\":1,\"finish\":true");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (mcp_call_get_outcome (call)->progress, ==, 3);
  g_assert_cmpuint (session_count_findings (session, "rpc.second-answer"), ==, 0);
  session_finish_http (session, fixture);
}

static void
test_http_tells_what_is_lost (void)
{
  const HttpMcpOptions options = { .no_event_ids = TRUE };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_slow (3, 1, ",\"break_after\":1");
  g_autoptr (McpCall) again = session_new_echo ("still here");
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_LOST);
  g_assert_cmpuint (http_fixture_count (fixture, "POST", "tools/call"), ==, 1);
  request = session_record_of (session, mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_LOST);

  g_clear_error (&error);
  session_run (session, again, &error);
  g_assert_no_error (error);
  session_finish_http (session, fixture);
}

static void
test_http_status_fails_the_call (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (McpCall) refused = session_new_echo ("y");
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  http_fixture_queue (fixture, "POST", 500, "text/html", "<html>oops");
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  request = session_record_of (session, mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_ERROR);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);

  /* An error that names no request belongs to what was refused. */
  g_clear_error (&error);
  http_fixture_queue (fixture, "POST", 400, "application/json",
                      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"not like this\"}}");
  g_assert_false (session_run (session, refused, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  g_assert_nonnull (strstr (error->message, "not like this"));
  g_assert_cmpuint (session_count_findings (session, "rpc.unattributed-error"), ==, 0);
  session_finish_http (session, fixture);
}

/* What comes with a refusal need not be a message: nothing that it is instead breaks a rule. */
static void
test_http_refusal_need_not_be_a_message (void)
{
  static const char * const bodies[] = {
    "{\"detail\":\"Method Not Allowed\"}",
    "{\"error\":\"invalid_request\"}",
    "{\"id\":\"req-7\",\"error\":\"gone\"}",
    "{\"method\":\"POST\",\"status\":400}",
    "{\"error\":{\"code\":-32000,\"message\":\"with no version\"},\"id\":null}",
    "{\"cut",
    "[\"no\"]",
  };
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));

  session_open_ok (session);
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      http_fixture_queue (fixture, "POST", i % 2 == 0 ? 405 : 400, "application/json", bodies[i]);
      g_assert_false (session_run (session, call, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
      if (strstr (bodies[i], "with no version") != NULL)
        g_assert_nonnull (strstr (error->message, "with no version"));
    }
  mcp_journal_flush (mcp_session_get_journal (session));
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 0);

  /* Where an answer should be, it is one. */
  {
    g_autoptr (McpCall) call = session_new_echo ("x");
    g_autoptr (GError) error = NULL;

    http_fixture_queue (fixture, "POST", 200, "application/json", bodies[0]);
    g_assert_false (session_run (session, call, &error));
    g_assert_cmpuint (session_count_findings (session, "http.content-type"), ==, 1);
  }
  session_finish_http (session, fixture);
}

static void
answer_big (HttpFixture *fixture,
            HttpRequest *request,
            gpointer     user_data)
{
  gboolean events = GPOINTER_TO_INT (user_data);
  g_autofree char *filling = g_strnfill (1024 * 1024, 'x');
  g_autofree char *result = g_strdup_printf ("{'content':[{'type':'text','text':'%s'}]}", filling);
  g_autofree char *event = NULL;

  if (!events)
    {
      http_request_reply_result (request, result);
      return;
    }

  event = http_request_dup_result_event (request, result);
  http_request_start_events (request);
  http_request_push (request, event);
  http_request_finish (request);
}

/* A worker looks at big answers: the end of their exchange must not overtake them. */
static void
test_http_big_answers (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  session_open_ok (session);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (McpCall) call = session_new_echo ("x");
      g_autoptr (GError) error = NULL;

      http_fixture_queue_handler (fixture, "POST", answer_big, GINT_TO_POINTER (i % 2));
      session_run (session, call, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (mcp_call_get_result (call)), >, 1024 * 1024);
    }

  session_finish_http (session, fixture);
}

static void
test_http_listens_and_answers (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  HttpRequest *answer;

  session_open_ok (session);
  TEST_AWAIT (http_fixture_get_n_listeners (fixture) == 1);
  http_fixture_notify (fixture, "notifications/message", "{'level':'info','data':'hi'}");
  http_fixture_ask (fixture, "ping", NULL);
  TEST_AWAIT (http_fixture_get_answer (fixture, 1) != NULL);
  answer = http_fixture_get_answer (fixture, 1);
  g_assert_cmpstr (http_request_get_header (answer, "MCP-Session-Id"), ==,
                   http_fixture_get_session_id (fixture));
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_NOTIFICATION), ==, 2);
  session_finish_http (session, fixture);
}

static void
test_http_cancels_by_notification (void)
{
  const HttpMcpOptions options = { .no_answer = TRUE };
  g_autoptr (HttpFixture) fixture = new_server (&options);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_outcome (call)->state == MCP_CALL_SENT);
  TEST_AWAIT (http_fixture_count (fixture, "POST", "tools/call") == 1);
  mcp_call_cancel (call, "enough");
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  TEST_AWAIT (http_fixture_count (fixture, "POST", "notifications/cancelled") == 1);
  session_finish_http (session, fixture);
}

/* Sixty-four at once, each with its own answer. */
static void
test_http_many_at_once (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func (g_object_unref);

  session_open_ok (session);
  for (guint i = 0; i < 64; i++)
    {
      McpCall *call = session_new_slow (1, 1, NULL);

      g_ptr_array_add (calls, call);
      mcp_session_start_call (session, call);
    }

  for (guint i = 0; i < calls->len; i++)
    {
      McpCall *call = g_ptr_array_index (calls, i);

      TEST_AWAIT (mcp_call_is_finished (call));
      g_assert_no_error (mcp_call_get_outcome (call)->error);
    }

  session_finish_http (session, fixture);
}

static void
test_http_refused (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpConnectStep) step = NULL;
  g_autoptr (GError) error = NULL;

  http_fixture_stop (fixture);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_STEP_CONNECT);
  step = session_get_step (session, MCP_STEP_CONNECT);
  g_assert_nonnull (mcp_connect_step_get_info (step)->detail);
  g_assert_nonnull (mcp_session_get_failure (session)->remedy);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  session_finish_http (session, fixture);
}

static void
test_http_unauthorized (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GError) error = NULL;

  http_fixture_queue (fixture, "POST", 401, "application/json", "{\"error\":\"no\"}");
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
  g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_STEP_AUTHORIZATION);
  g_assert_nonnull (mcp_session_get_failure (session)->remedy);
  session_finish_http (session, fixture);
}

static void
test_http_web_page (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpConnectStep) step = NULL;
  g_autoptr (GError) error = NULL;

  http_fixture_queue (fixture, "POST", 200, "text/html", "<!DOCTYPE html><title>hello</title>");
  g_assert_false (session_open (session, &error));
  g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_STEP_CONTENT_TYPE);
  step = session_get_step (session, MCP_STEP_CONTENT_TYPE);
  g_assert_nonnull (strstr (mcp_connect_step_get_info (step)->evidence, "DOCTYPE"));
  session_finish_http (session, fixture);
}

static void
never_answer (HttpFixture *fixture,
              HttpRequest *request,
              gpointer     user_data)
{
}

static void
test_http_silence_times_out (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GError) error = NULL;

  http_fixture_set_handler (fixture, never_answer, NULL);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_START, 60);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_null (strstr (error->message, "program"));
  session_finish_http (session, fixture);
}

static gboolean
answer_cb (gpointer request)
{
  http_request_reply_result (request, "{'protocolVersion':'2025-06-18','capabilities':{},"
                                      "'serverInfo':{'name':'cold','version':'1'}}");

  return G_SOURCE_REMOVE;
}

static void
answer_late (HttpFixture *fixture,
             HttpRequest *request,
             gpointer     user_data)
{
  g_timeout_add (1600, answer_cb, request);
}

/* A server that is started by its first request may take as long for it as a program for its start. */
static void
test_http_slow_start (void)
{
  const HttpMcpOptions options = { 0 };
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));

  http_fixture_serve_mcp (fixture, &options);
  http_fixture_queue_handler (fixture, "POST", answer_late, NULL);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_INITIALIZE, 1500);
  session_open_ok (session);
  session_finish_http (session, fixture);
}

static void
open_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GError **error = user_data;

  mcp_session_open_finish (MCP_SESSION (source), result, error);
}

static void
test_http_connecting_is_cancelled (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  http_fixture_set_handler (fixture, never_answer, NULL);
  mcp_session_open_async (session, cancellable, open_cb, &error);
  TEST_AWAIT (http_fixture_get_n_requests (fixture) == 1);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (error != NULL);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  session_finish_http (session, fixture);
}

/* A secret that nobody can have stored: no network is touched. */
static void
test_http_missing_secret (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = g_strdup_printf (
    "{\"url\": \"%s\", \"sounder\": {\"secretHeaders\": [\"Authorization\"]}}",
    http_fixture_get_url (fixture));
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("far", json, -1, &error);
  McpSession *session = mcp_session_new (profile, NULL);

  g_assert_no_error (error);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_cmpint (mcp_session_get_failed_step (session), ==, MCP_STEP_SECRETS);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 0);
  session_finish_http (session, fixture);
}

static void
test_http_sends_headers (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  HttpRequest *request;

  g_ptr_array_add (headers, mcp_header_new ("X-Team", "reds", FALSE));
  g_ptr_array_add (headers, mcp_header_new ("Authorization", "Bearer hush", TRUE));
  mcp_profile_set_headers (mcp_session_get_profile (session), headers);
  session_open_ok (session);
  request = http_fixture_find (fixture, "POST", "initialize", 0);
  g_assert_cmpstr (http_request_get_header (request, "X-Team"), ==, "reds");
  g_assert_cmpstr (http_request_get_header (request, "Authorization"), ==, "Bearer hush");
  session_finish_http (session, fixture);
}

/* A server that refuses connections is gone: that is known before the next probe. */
static void
test_http_health_knows_at_once (void)
{
  g_autoptr (HttpFixture) fixture = new_server (NULL);
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  McpHealth *health = mcp_session_get_health (session);
  g_autoptr (McpCall) call = session_new_echo ("x");
  g_autoptr (GError) error = NULL;

  health_fixture_set_ping (mcp_session_get_profile (session), TRUE, 3600 * 1000, 1, MCP_REACTION_MARK);
  session_open_ok (session);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (health)) == 1);
  http_fixture_stop (fixture);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  g_assert_error (mcp_session_get_error (session), MCP_ERROR, MCP_ERROR_NETWORK);
  session_finish_http (session, fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/http/handshake", test_http_handshake);
  g_test_add_func ("/session/http/steps", test_http_steps);
  g_test_add_func ("/session/http/no-session", test_http_no_session);
  g_test_add_func ("/session/http/records-exchanges", test_http_records_exchanges);
  g_test_add_func ("/session/http/numbers-go-on-over-lives", test_http_numbers_go_on_over_lives);
  g_test_add_func ("/session/http/answers-on-a-stream", test_http_answers_on_a_stream);
  g_test_add_func ("/session/http/resumes", test_http_resumes);
  g_test_add_func ("/session/http/tells-what-is-lost", test_http_tells_what_is_lost);
  g_test_add_func ("/session/http/status-fails-the-call", test_http_status_fails_the_call);
  g_test_add_func ("/session/http/big-answers", test_http_big_answers);
  g_test_add_func ("/session/http/listens-and-answers", test_http_listens_and_answers);
  g_test_add_func ("/session/http/cancels-by-notification", test_http_cancels_by_notification);
  g_test_add_func ("/session/http/many-at-once", test_http_many_at_once);
  g_test_add_func ("/session/http/refused", test_http_refused);
  g_test_add_func ("/session/http/refusal-need-not-be-a-message",
                   test_http_refusal_need_not_be_a_message);
  g_test_add_func ("/session/http/unauthorized", test_http_unauthorized);
  g_test_add_func ("/session/http/web-page", test_http_web_page);
  g_test_add_func ("/session/http/silence-times-out", test_http_silence_times_out);
  g_test_add_func ("/session/http/slow-start", test_http_slow_start);
  g_test_add_func ("/session/http/connecting-is-cancelled", test_http_connecting_is_cancelled);
  g_test_add_func ("/session/http/missing-secret", test_http_missing_secret);
  g_test_add_func ("/session/http/sends-headers", test_http_sends_headers);
  g_test_add_func ("/session/http/health-knows-at-once", test_http_health_knows_at_once);

  return g_test_run ();
}
