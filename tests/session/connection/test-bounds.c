/* test-bounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include "mcp-catalog-private.h"
#include "mcp-session-private.h"
#include "session-http-support.h"

/*
 * What a server could pile up here without end: each pile has a top, counted in messages or bytes,
 * a finding says that it was reached, and the session goes on.
 */

#define LINE(text) "{\"send_text\":\"" text "\"}"
#define PING "\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"p$n\\\",\\\"method\\\":\\\"ping\\\"}\""
#define ECHO "{\"serve\":{\"tools/call\":{\"result\":{\"content\":[]}}}}"

static void
turn (guint n_times)
{
  for (guint i = 0; i < n_times; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
assert_goes_on (McpSession *session)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
}

/* The requests that came, less the answers that left. */
static guint
count_unanswered (McpSession *session)
{
  McpJournal *journal = mcp_session_get_journal (session);
  guint count = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      count += mcp_record_get_direction (record) == MCP_DIRECTION_IN
               && mcp_record_get_kind (record) == MCP_RECORD_REQUEST
               && mcp_record_get_status (record) == MCP_STATUS_PENDING;
    }

  return count;
}

/* It asks for ever and takes no answer: nothing more is read, and closing takes no longer for that. */
static void
test_answers_never_taken (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"repeat\":100000000," PING "}]");
  guint n_unanswered;

  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.untaken-answers") > 0);
  turn (1000);
  n_unanswered = count_unanswered (session);
  g_assert_cmpuint (mcp_inbound_get_n_answers (session->life->inbound), ==, n_unanswered);
  g_assert_cmpuint (n_unanswered, <=, 1001);
  g_assert_cmpuint (session_count_findings (session, "rpc.untaken-answers"), <=, 2);
  session_finish (session);
}

/* The same with few answers that are long: each has the id of the request. */
static void
test_long_answers_never_taken (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"loop\":[{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"ping\\\",\\\"id\\\":\\\"\"},"
    "{\"fill\":{\"bytes\":1000000,\"char\":\"x\"}},{\"send_bytes\":\"\\\"}\\\\n\"}]}]");

  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.untaken-answers") > 0);
  turn (1000);
  g_assert_cmpuint (mcp_inbound_get_n_answers (session->life->inbound), <=, 18);
  session_finish (session);
}

/* It asks 3,500 times before it reads: all of them are answered, and it is read again. */
static void
test_answers_taken_late (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"repeat\":3500," PING "},{\"signal\":" G_STRINGIFY (SIGSTOP) "}," ECHO "]");

  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.untaken-answers") > 0);
  session_continue_server (session);
  assert_goes_on (session);
  TEST_AWAIT (count_unanswered (session) == 0);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_RESULT), >=, 3500);
  g_assert_cmpuint (mcp_inbound_get_n_answers (session->life->inbound), ==, 0);
  session_finish (session);
}

/* A person is asked so many questions at once; the others are refused, and the server is told why. */
static void
test_questions (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"repeat\":50,\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"same\\\","
    "\\\"method\\\":\\\"elicitation/create\\\",\\\"params\\\":{\\\"message\\\":\\\"?\\\","
    "\\\"requestedSchema\\\":{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{}}}}\"}," ECHO "]");
  McpQuestions *questions = mcp_session_get_questions (session);

  g_object_set (mcp_session_get_profile (session), "max-server-requests", 20, NULL);
  mcp_questions_set_attended (questions, TRUE);
  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.too-many-requests") == 30);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (questions)), ==, 20);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_ERROR) == 30);
  assert_goes_on (session);
  session_finish (session);
}

/* Together they are no longer than a message may be. */
static void
test_long_questions (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"loop\":[{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"q\\\","
    "\\\"method\\\":\\\"elicitation/create\\\",\\\"params\\\":{\\\"message\\\":\\\"\"},"
    "{\"fill\":{\"bytes\":300000,\"char\":\"x\"}},{\"send_bytes\":\"\\\"}}\\\\n\"}],\"times\":10}," ECHO "]");
  McpQuestions *questions = mcp_session_get_questions (session);

  g_object_set (mcp_session_get_profile (session), "max-message-bytes", (guint64) 1000000, NULL);
  mcp_questions_set_attended (questions, TRUE);
  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.too-many-requests") == 7);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (questions)), ==, 3);
  assert_goes_on (session);
  session_finish (session);
}

/* However often a list changes while it is being read, it is read once more. */
static void
test_list_changed (void)
{
  McpSession *session = session_new_mock (
    "[{\"handshake\":{\"capabilities\":{\"tools\":{\"listChanged\":true}}}},"
    "{\"expect\":{\"method\":\"tools/list\"}},"
    "{\"repeat\":5000,\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
    "\\\"notifications/tools/list_changed\\\"}\"},"
    LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"tools\\\":[]}}") ","
    "{\"serve\":{\"tools/list\":{\"result\":{\"tools\":[]}},"
    "\"tools/call\":{\"result\":{\"content\":[]}}}}]");
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_NOTIFICATION) == 5001);
  g_assert_cmpuint (catalog->waiters->len + catalog->later->len, <=, 2);
  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED
              && catalog->later->len == 0);
  assert_goes_on (session);
  /* initialize, the list twice, the call. */
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_REQUEST), ==, 4);
  session_finish (session);
}


/* --- Answers over the limit --- */

#define LONG "{\"fill\":{\"bytes\":3000000,\"char\":\"x\"}}"
#define WRITE(text) "{\"send_bytes\":\"" text "\"}"
#define AWAIT "{\"expect\":{\"method\":\"tools/call\"}}"

static void
assert_too_large (McpCall *call)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);

  TEST_AWAIT (outcome->state == MCP_CALL_FAILED);
  g_assert_error (outcome->error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (outcome->error->message, "MiB; raise maxMessageBytes"));
}

static McpSession *
new_small (const char *script)
{
  McpSession *session = session_new_mock (script);

  g_object_set (mcp_session_get_profile (session), "max-message-bytes", (guint64) (1024 * 1024), NULL);

  return session;
}

/* The id at the start says whose answer it was, whoever else waits. */
static void
test_oversized_with_id (void)
{
  McpSession *session = new_small (
    "[" HANDSHAKE "," AWAIT "," AWAIT ","
    WRITE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":3,\\\"result\\\":{\\\"a\\\":\\\"") "," LONG ","
    WRITE ("\\\"}}\\n") "," ECHO "]");
  g_autoptr (McpCall) first = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("echo", NULL);

  session_open_ok (session);
  mcp_session_start_call (session, first);
  mcp_session_start_call (session, second);
  assert_too_large (second);
  g_assert_cmpint (mcp_call_get_outcome (first)->state, ==, MCP_CALL_SENT);
  assert_goes_on (session);
  session_finish (session);
}

/* It comes last, and is lost: only one call waits. */
static void
test_oversized_without_id (void)
{
  McpSession *session = new_small (
    "[" HANDSHAKE "," AWAIT ","
    WRITE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"result\\\":{\\\"a\\\":\\\"") "," LONG ","
    WRITE ("\\\"},\\\"id\\\":2}\\n") "," ECHO "]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);

  session_open_ok (session);
  mcp_session_start_call (session, call);
  assert_too_large (call);
  assert_goes_on (session);
  session_finish (session);
}

/* Two wait: nobody is accused before one of them is answered. */
static void
test_oversized_of_two (void)
{
  McpSession *session = new_small (
    "[" HANDSHAKE "," AWAIT "," AWAIT ","
    WRITE ("{\\\"result\\\":{\\\"a\\\":\\\"") "," LONG "," WRITE ("\\\"},\\\"id\\\":2}\\n") ","
    "{\"expect\":{\"method\":\"ping\"}},"
    LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":3,\\\"result\\\":{\\\"content\\\":[]}}") "]");
  g_autoptr (McpCall) first = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpCall) ping = mcp_call_new ("ping", NULL);

  session_open_ok (session);
  mcp_session_start_call (session, first);
  mcp_session_start_call (session, second);
  TEST_AWAIT (session_count_findings (session, "stdio.oversized") == 1);
  g_assert_cmpint (mcp_call_get_outcome (first)->state, ==, MCP_CALL_SENT);
  g_assert_cmpint (mcp_call_get_outcome (second)->state, ==, MCP_CALL_SENT);
  /* It was not there when the answer came. */
  mcp_session_start_call (session, ping);
  assert_too_large (first);
  g_assert_cmpint (mcp_call_get_outcome (second)->state, ==, MCP_CALL_DONE);
  g_assert_cmpint (mcp_call_get_outcome (ping)->state, ==, MCP_CALL_SENT);
  session_finish (session);
}

/* What is too long and no answer takes no call with it. */
static void
test_oversized_notification (void)
{
  McpSession *session = new_small (
    "[" HANDSHAKE "," AWAIT ","
    WRITE ("{\\\"method\\\":\\\"notifications/message\\\",\\\"params\\\":{\\\"data\\\":\\\"") "," LONG ","
    WRITE ("\\\"}}\\n") ","
    WRITE ("{\\\"params\\\":{\\\"data\\\":\\\"") "," LONG ","
    WRITE ("\\\"},\\\"method\\\":\\\"notifications/message\\\"}\\n") ","
    LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}") "]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_findings (session, "stdio.oversized"), ==, 2);
  session_finish (session);
}

/* --- HTTP --- */

/* How tools/call is answered, always too long. */
static void
long_answer_cb (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  const char *type = user_data;
  const char *method = http_request_get_rpc_method (request);
  gboolean is_event = g_str_equal (type, "text/event-stream");
  g_autoptr (GString) body = g_string_new (is_event ? "event: message\ndata: " : "");
  g_autofree char *filler = g_strnfill (3000000, 'x');

  if (!g_str_equal (http_request_get_method (request), "POST"))
    http_request_reply (request, 405, NULL, NULL);
  else if (g_strcmp0 (method, "initialize") == 0)
    http_request_reply_result (request, "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},"
                                        "'serverInfo':{'name':'n','version':'1'}}");
  else if (g_strcmp0 (method, "tools/call") != 0)
    http_request_reply (request, 202, NULL, NULL);
  else
    {
      g_string_append_printf (body, "{\"jsonrpc\":\"2.0\",\"result\":{\"a\":\"%s\"},\"id\":%s}%s", filler,
                              http_request_get_rpc_id (request), is_event ? "\n\n" : "");
      http_request_start (request, 200, type);
      http_request_push (request, body->str);
      /* A stream may go on for ever. */
      if (!is_event)
        http_request_finish (request);
    }
}

/* Where the id comes too late the exchange says whose answer it was. */
static void
test_oversized_http (gconstpointer data)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) first = session_new_echo ("x");
  g_autoptr (McpCall) second = session_new_echo ("y");

  g_object_set (mcp_session_get_profile (session), "max-message-bytes", (guint64) (1024 * 1024), NULL);
  http_fixture_set_handler (fixture, long_answer_cb, (gpointer) data);
  session_open_ok (session);
  mcp_session_start_call (session, first);
  mcp_session_start_call (session, second);
  assert_too_large (first);
  assert_too_large (second);
  session_finish_http (session, fixture);
}

#define N_ASKED 3000

typedef struct
{
  GPtrArray *answers;   /* HttpRequest, not answered yet */
  guint      n_taken;
  gboolean   takes;     /* at once */
} Asker;

static void
ask_without_end (HttpRequest *request)
{
  g_autoptr (GString) events = g_string_new (NULL);
  g_autofree char *result = http_request_dup_result_event (request, "{'content':[]}");

  http_request_start_events (request);
  for (guint i = 0; i < N_ASKED; i++)
    g_string_append_printf (events, "data: {\"jsonrpc\":\"2.0\",\"id\":\"p%u\",\"method\":\"ping\"}\n\n",
                            i);
  g_string_append (events, result);
  http_request_push (request, events->str);
  http_request_finish (request);
}

static void
asker_cb (HttpFixture *fixture,
          HttpRequest *request,
          gpointer     user_data)
{
  Asker *asker = user_data;
  const char *method = http_request_get_rpc_method (request);

  if (!g_str_equal (http_request_get_method (request), "POST"))
    http_request_reply (request, 405, NULL, NULL);
  else if (g_strcmp0 (method, "initialize") == 0)
    http_request_reply_result (request, "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},"
                                        "'serverInfo':{'name':'n','version':'1'}}");
  else if (g_strcmp0 (method, "tools/call") == 0)
    ask_without_end (request);
  else if (method != NULL || asker->takes)
    http_request_reply (request, 202, NULL, NULL);
  else
    g_ptr_array_add (asker->answers, request);

  asker->n_taken += method == NULL && asker->takes;
}

/*
 * It asks on a stream and lets each POST of an answer hang: so many are under way, the others wait in
 * order, and the stream is read no further. When it takes them, all of them come.
 */
static void
test_http_answers (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  McpSession *session = session_new_url (http_fixture_get_url (fixture));
  g_autoptr (McpCall) call = session_new_echo ("x");
  Asker asker = { g_ptr_array_new (), 0, FALSE };

  http_fixture_set_handler (fixture, asker_cb, &asker);
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (session_count_findings (session, "rpc.untaken-answers") > 0);
  turn (1000);
  g_assert_cmpuint (asker.answers->len, <=, MCP_MAX_ANSWERING);
  g_assert_cmpuint (mcp_inbound_get_n_answers (session->life->inbound), <=, 1001);
  g_assert_cmpint (mcp_call_get_outcome (call)->state, ==, MCP_CALL_SENT);

  asker.takes = TRUE;
  for (guint i = 0; i < asker.answers->len; i++)
    http_request_reply (asker.answers->pdata[i], 202, NULL, NULL);
  TEST_AWAIT (asker.n_taken + asker.answers->len == N_ASKED);
  TEST_AWAIT (mcp_call_get_outcome (call)->state == MCP_CALL_DONE);
  /* Each has a connection of its own, so that they arrive in any order. */
  for (guint i = 0; i < asker.answers->len; i++)
    g_assert_cmpuint (g_ascii_strtoull (http_request_get_rpc_id (asker.answers->pdata[i]) + 2, NULL, 10),
                      <, MCP_MAX_ANSWERING);
  g_ptr_array_unref (asker.answers);
  session_finish_http (session, fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/bounds/answers-never-taken", test_answers_never_taken);
  g_test_add_func ("/session/bounds/long-answers-never-taken", test_long_answers_never_taken);
  g_test_add_func ("/session/bounds/answers-taken-late", test_answers_taken_late);
  g_test_add_func ("/session/bounds/questions", test_questions);
  g_test_add_func ("/session/bounds/long-questions", test_long_questions);
  g_test_add_func ("/session/bounds/list-changed", test_list_changed);
  g_test_add_func ("/session/bounds/oversized-with-id", test_oversized_with_id);
  g_test_add_func ("/session/bounds/oversized-without-id", test_oversized_without_id);
  g_test_add_func ("/session/bounds/oversized-of-two", test_oversized_of_two);
  g_test_add_func ("/session/bounds/oversized-notification", test_oversized_notification);
  g_test_add_data_func ("/session/bounds/oversized-body", "application/json", test_oversized_http);
  g_test_add_data_func ("/session/bounds/oversized-event", "text/event-stream", test_oversized_http);
  g_test_add_func ("/session/bounds/http-answers", test_http_answers);

  return g_test_run ();
}
