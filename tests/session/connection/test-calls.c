/* test-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-journal-view.h"
#include "session-support.h"

#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"

/* Numbers that others round, both ways. */
static void
test_exact_tokens (void)
{
  const char *arguments = "{\"n\": 9007199254740993, \"x\":1.10, \"x\":1e400}";
  const char *result = "{ \"content\":[], \"structuredContent\":{\"n\":12345678901234567890,"
                       "\"f\":1.10,\"f\":-0.0}}";
  g_autofree char *escaped = g_strescape (result, NULL);
  g_autofree char *script = g_strdup_printf (
    SERVE ("\"tools/call\":{\"result_text\":\"%s\"}"), escaped);
  McpSession *session = session_new_mock (script);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", arguments);
  g_autoptr (McpRecord) record = NULL;
  g_autofree char *got = NULL;
  g_autofree char *sent = NULL;

  session_open_ok (session);
  g_assert_true (session_run (session, call, NULL));
  got = session_dup_result (call);
  g_assert_cmpstr (got, ==, result);

  record = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  sent = session_dup_text (record);
  g_assert_nonnull (strstr (sent, arguments));
  g_assert_cmpstr (mcp_record_get_name (record), ==, "echo");
  g_assert_cmpint (mcp_call_get_outcome (call)->latency_usec, ==, mcp_record_get_latency_usec (record));
  session_finish (session);
}

static void
test_server_error (void)
{
  McpSession *session = session_new_mock (
    SERVE ("\"tools/call\":{\"error\":{\"code\":-32050,\"message\":\"not today\",\"data\":[1.10]}}"));
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SERVER);
  g_assert_cmpstr (error->message, ==, "not today");
  g_assert_cmpint (mcp_call_get_outcome (call)->error_code, ==, -32050);
  g_assert_nonnull (mcp_call_get_outcome (call)->error_object);
  session_finish (session);
}

static void
test_tool_error (void)
{
  McpSession *session = session_new_mock (
    SERVE ("\"tools/call\":{\"result\":{\"content\":[],\"isError\":true}}"));
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpRecord) record = NULL;

  session_open_ok (session);
  g_assert_true (session_run (session, call, NULL));
  g_assert_true (mcp_call_get_outcome (call)->is_tool_error);
  record = mcp_journal_get_record (mcp_session_get_journal (session),
                                   mcp_call_get_outcome (call)->answer_serial);
  g_assert_cmpuint (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TOOL_ERROR, !=, 0);
  session_finish (session);
}

/* What was not declared is not used, and says so. */
static void
test_capability_missing (void)
{
  McpSession *session = session_new_mock (SERVE (""));
  g_autoptr (McpCall) call = mcp_session_new_prompt_get ("p", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CAPABILITY);
  g_assert_nonnull (strstr (error->message, "prompts"));
  session_finish (session);
}

static void
test_not_open (void)
{
  McpSession *session = session_new_mock (SERVE (""));
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);
  session_finish (session);
}

static void
test_any_order (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}},{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[2]}}\"},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id2,\\\"result\\\":{\\\"content\\\":[1]}}\"}]");
  g_autoptr (McpCall) first = mcp_session_new_tool_call ("one", NULL);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("two", NULL);
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;

  session_open_ok (session);
  mcp_session_start_call (session, first);
  mcp_session_start_call (session, second);
  TEST_AWAIT (mcp_call_is_finished (first) && mcp_call_is_finished (second));
  one = session_dup_result (first);
  two = session_dup_result (second);
  g_assert_cmpstr (one, ==, "{\"content\":[1]}");
  g_assert_cmpstr (two, ==, "{\"content\":[2]}");
  session_finish (session);
}

/* On expiry the server is told, and a late answer is known for what it is. */
static void
test_timeout_and_late_answer (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"expect\":{\"method\":\"notifications/cancelled\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}\"}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("slow", NULL);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  mcp_call_set_timeout (call, 100);
  g_assert_false (session_run (session, call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  TEST_AWAIT (session_count_findings (session, "rpc.late-answer") == 1);
  record = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_TIMED_OUT);
  session_finish (session);
}

static void
test_cancel (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"expect\":{\"method\":\"notifications/cancelled\"}},{\"stderr\":\"told\"},{\"wait_eof\":true}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("slow", NULL);
  g_autoptr (McpRecord) record = NULL;

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_outcome (call)->state == MCP_CALL_SENT);
  mcp_call_cancel (call, "enough");
  g_assert_true (mcp_call_is_finished (call));
  g_assert_true (g_error_matches (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CANCELLED));
  TEST_AWAIT (session_count_records (session, MCP_RECORD_STDERR) == 1);
  record = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_CANCELLED);

  /* A second time changes nothing. */
  mcp_call_cancel (call, NULL);
  session_finish (session);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

#define RAW                                                                                       \
  "{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}"

#define PROGRESS(n)                                                                               \
  "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/progress\\\","  \
  "\\\"params\\\":{\\\"progressToken\\\":$id,\\\"progress\\\":" n ",\\\"total\\\":4,"              \
  "\\\"message\\\":\\\"step\\\"}}\"},{\"sleep_msec\":300}"

/* Progress puts the timeout off; the maximum holds all the same. */
static void
test_progress (void)
{
  const char *script =
    "[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}}," PROGRESS ("1") "," PROGRESS ("2")
    "," PROGRESS ("3") "," PROGRESS ("3")
    ",{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}\"}]";
  McpSession *session = session_new_mock (script);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("slow", NULL);
  g_autoptr (McpCall) capped = mcp_session_new_tool_call ("slow", "{\"_\":{}}");
  g_autoptr (GError) error = NULL;
  guint n = 0;

  mcp_call_set_timeout (call, 900);
  g_signal_connect_swapped (call, "notification", G_CALLBACK (count_cb), &n);
  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpfloat (mcp_call_get_outcome (call)->progress, ==, 3);
  g_assert_cmpfloat (mcp_call_get_outcome (call)->progress_total, ==, 4);
  g_assert_cmpstr (mcp_call_get_outcome (call)->progress_message, ==, "step");
  g_assert_cmpuint (session_count_findings (session, "progress.not-increasing"), ==, 1);
  session_finish (session);

  session = session_new_mock (script);
  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_MAXIMUM, 200);
  mcp_call_set_timeout (capped, 190);
  session_open_ok (session);
  g_assert_false (session_run (session, capped, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  session_finish (session);
}

/* However much comes after a cancel, it is one finding, and nothing of it an error. */
static void
test_late_progress (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"expect\":{\"method\":\"notifications/cancelled\"}}," PROGRESS ("1") "," PROGRESS ("2")
    "," PROGRESS ("3") "]");
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("slow", NULL);

  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_outcome (call)->state == MCP_CALL_SENT);
  mcp_call_cancel (call, NULL);
  TEST_AWAIT (session_count_findings (session, "progress.late") == 3);
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 1);
  session_assert_no_errors (session);
  session_finish (session);
}

/* A crash is an error, and so is the call that it lost; an end that was asked for is none. */
static void
test_crash_counts (void)
{
  static const struct
  {
    const char *end;
    guint       n_errors;
  } cases[] = {
    { "{\"exit\":3}", 2 },
    { "{\"signal\":11}", 2 },
    { "{\"exit\":0}", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script =
        g_strdup_printf ("[" HANDSHAKE ",{\"expect\":{\"method\":\"tools/call\"}},%s]", cases[i].end);
      McpSession *session = session_new_mock (script);
      g_autoptr (McpJournalView) view = mcp_journal_view_new (mcp_session_get_journal (session));
      g_autoptr (McpCall) call = mcp_session_new_tool_call ("slow", NULL);

      mcp_journal_view_set_scope (view, MCP_VIEW_ERRORS);
      session_open_ok (session);
      mcp_session_start_call (session, call);
      TEST_AWAIT (mcp_call_is_finished (call)
                  && session_count_records (session, MCP_RECORD_EXIT) == 1
                  && mcp_session_get_state (session) == MCP_SESSION_CLOSED);
      mcp_journal_flush (mcp_session_get_journal (session));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, cases[i].n_errors);
      mcp_journal_view_set_journal (view, NULL);
      session_finish (session);
    }
}

/* What is sent again as it stands is found by its tool, like what was sent first. */
static void
test_raw_has_name (void)
{
  McpSession *session = session_new_mock ("[" HANDSHAKE ",{\"wait_eof\":true}]");
  g_autoptr (GBytes) bytes = g_bytes_new_static (RAW, strlen (RAW));
  g_autoptr (McpQuery) query = mcp_query_new ("tool:echo name:ec*", NULL);
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_session_get_journal (session);

  session_open_ok (session);
  mcp_session_send_raw (session, bytes, &error);
  g_assert_no_error (error);
  TEST_AWAIT (mcp_query_matches (query, journal, mcp_journal_get_n_records (journal)));
  session_finish (session);
}

static void
test_unknown_progress (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
    "\\\"notifications/progress\\\",\\\"params\\\":{\\\"progressToken\\\":77,\\\"progress\\\":1}}\"}]");

  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "progress.unknown-token") == 1);
  session_finish (session);
}

/* `_meta` that is there already is kept, and the token goes in beside it. */
static void
test_progress_token (void)
{
  const struct
  {
    const char *params;
    const char *sent;
  } table[] = {
    { NULL, "\"params\":{\"_meta\":{\"progressToken\":2}}" },
    { "{}", "\"params\":{\"_meta\":{\"progressToken\":2}}" },
    { "{\"a\":1.10}", "\"params\":{\"a\":1.10,\"_meta\":{\"progressToken\":2}}" },
    { "{\"_meta\":{}, \"a\":1}", "\"params\":{\"_meta\":{\"progressToken\":2}, \"a\":1}" },
    { "{\"_meta\":{\"k\":1e2}}", "\"params\":{\"_meta\":{\"progressToken\":2,\"k\":1e2}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      McpSession *session = session_new_mock (SERVE ("\"x\":{\"result\":{}}"));
      g_autoptr (McpCall) call = mcp_call_new ("x", table[i].params);
      g_autoptr (McpRecord) record = NULL;
      g_autofree char *text = NULL;

      mcp_call_set_want_progress (call, TRUE);
      session_open_ok (session);
      g_assert_true (session_run (session, call, NULL));
      record = mcp_journal_get_record (mcp_session_get_journal (session),
                                       mcp_call_get_outcome (call)->serial);
      text = session_dup_text (record);
      g_assert_nonnull (strstr (text, table[i].sent));
      session_finish (session);
    }
}

/* What the profile says of each request: not of the handshake, and never in the place of what a call says itself. */
static void
test_default_meta (void)
{
  static const struct { const char *params; const char *sent; } table[] = {
    { NULL, "\"params\":{\"_meta\":{\"com.example/team\":\"sea\",\"n\":1.0}}" },
    { "{\"a\":1.10}", "\"params\":{\"a\":1.10,\"_meta\":{\"com.example/team\":\"sea\",\"n\":1.0}}" },
    { "{\"_meta\":{\"n\":2}}", "\"params\":{\"_meta\":{\"com.example/team\":\"sea\",\"n\":2}}" },
    { "{\"_meta\":7}", "\"params\":{\"_meta\":7}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      McpSession *session = session_new_mock (SERVE ("\"x\":{\"result\":{}}"));
      g_autoptr (McpCall) call = mcp_call_new ("x", table[i].params);

      g_object_set (mcp_session_get_profile (session), "meta", "{\"com.example/team\":\"sea\",\"n\":1.0}", NULL);
      session_open_ok (session);
      g_assert_true (session_run (session, call, NULL));
      for (guint serial = 1; serial <= mcp_call_get_outcome (call)->serial; serial++)
        {
          g_autoptr (McpRecord) record = mcp_journal_get_record (mcp_session_get_journal (session), serial);
          g_autofree char *text = session_dup_text (record);

          if (serial == mcp_call_get_outcome (call)->serial)
            g_assert_nonnull (strstr (text, table[i].sent));
          else
            g_assert_null (strstr (text, "com.example/team"));
        }
      session_finish (session);
    }
}

/* The server's own requests: roots are answered, sampling is refused with the reason. */
static void
test_answers_server (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"r\\\","
    "\\\"method\\\":\\\"roots/list\\\"}\"},{\"expect\":{\"id\":\"\\\"r\\\"\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":8,\\\"method\\\":"
    "\\\"sampling/createMessage\\\",\\\"params\\\":{}}\"},{\"expect\":{\"id\":\"8\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":9,\\\"method\\\":\\\"ping\\\"}\"},"
    "{\"expect\":{\"id\":\"9\"}},{\"stderr\":\"all answered\"}]");
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpRecord) result = NULL;
  g_autoptr (McpRecord) error = NULL;
  g_autofree char *roots_text = NULL;
  g_autofree char *error_text = NULL;

  g_ptr_array_add (roots, mcp_root_new ("file:///srv/data", "data"));
  mcp_profile_set_roots (mcp_session_get_profile (session), roots);
  session_open_ok (session);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_STDERR) == 1);

  for (guint serial = 1; result == NULL; serial++)
    {
      g_autoptr (McpRecord) record =
        mcp_journal_get_record (mcp_session_get_journal (session), serial);

      g_assert_nonnull (record);
      if (mcp_record_get_direction (record) == MCP_DIRECTION_OUT
          && mcp_record_get_kind (record) == MCP_RECORD_RESULT)
        result = g_steal_pointer (&record);
    }

  roots_text = session_dup_text (result);
  g_assert_nonnull (strstr (roots_text, "file:///srv/data"));
  g_assert_cmpstr (mcp_record_get_method (result), ==, "roots/list");
  error = session_get_record (session, MCP_RECORD_ERROR);
  error_text = session_dup_text (error);
  g_assert_nonnull (strstr (error_text, "-32601"));
  g_assert_cmpint (mcp_record_get_direction (error), ==, MCP_DIRECTION_OUT);
  session_finish (session);
}

/* The batch that went out, %NULL for none. */
static char *
dup_batch_out (McpSession *session)
{
  McpJournal *journal = mcp_session_get_journal (session);

  for (guint i = mcp_journal_get_n_records (journal); i > 0; i--)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i);

      if (mcp_record_get_kind (record) == MCP_RECORD_BATCH
          && mcp_record_get_direction (record) == MCP_DIRECTION_OUT)
        return session_dup_text (record);
    }

  return NULL;
}

/* 2025-03-26 has batches: each element counts, and the answers go back together. */
static void
test_batch_in_its_revision (void)
{
  McpSession *session = session_new_mock (
    "[{\"handshake\":{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{\"tools\":{}}}},"
    "{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"send_text\":\"[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}},"
    "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"p\\\",\\\"method\\\":\\\"ping\\\"},"
    "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"r\\\",\\\"method\\\":\\\"roots/list\\\"}]\"},"
    "{\"wait_eof\":true}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpRecord) request = NULL;
  g_autofree char *text = NULL;

  session_open_ok (session);
  g_assert_true (session_run (session, call, NULL));
  TEST_AWAIT (session_count_records (session, MCP_RECORD_BATCH) == 2);
  g_assert_cmpuint (session_count_findings (session, "rpc.batch"), ==, 0);
  request = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_OK);
  g_assert_cmpuint (mcp_record_get_pair (request), >, mcp_call_get_outcome (call)->serial);
  g_assert_cmpint (mcp_record_get_latency_usec (request), >=, 0);

  text = dup_batch_out (session);
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "\"p\""));
  g_assert_nonnull (strstr (text, "\"r\""));
  session_finish (session);
}

/* A server whose answer is the first of 1,501 elements, of which the others are pings. */
static McpSession *
new_endless_batch (const char *handshake)
{
  g_autoptr (GString) script = g_string_new ("[");

  g_string_append_printf (
    script,
    "{\"handshake\":{%s\"capabilities\":{\"tools\":{}}}},{\"expect\":{\"method\":\"tools/call\"}},"
    "{\"send_text\":\"[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}",
    handshake);
  for (guint i = 0; i < 1500; i++)
    g_string_append_printf (
      script, ",{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"p%u\\\",\\\"method\\\":\\\"ping\\\"}", i);
  g_string_append (script, "]\"},{\"wait_eof\":true}]");

  return session_new_mock (script->str);
}

/* A thousand are looked at, in turns; that there were more is one finding. */
static void
test_endless_batch (void)
{
  McpSession *session = new_endless_batch ("\"protocolVersion\":\"2025-03-26\",");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *answers = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_BATCH) == 2);
  answers = dup_batch_out (session);
  g_assert_cmpuint (mcp_json_count (answers, strlen (answers)), ==, MCP_MESSAGE_MAX_BATCH - 1);
  g_assert_cmpuint (session_count_findings (session, "rpc.batch"), ==, 1);
  session_finish (session);
}

#define N_SLOW 100

typedef struct
{
  guint n_notifications;
  guint n_drawn;          /* while the batch was being read */
} Turns;

static void
slow_notification_cb (McpSession *session,
                      McpMessage *message,
                      guint       serial,
                      gpointer    user_data)
{
  Turns *turns = user_data;

  turns->n_notifications++;
  g_usleep (1000);
}

static gboolean
draw_cb (gpointer user_data)
{
  Turns *turns = user_data;

  if (turns->n_notifications > 0 && turns->n_notifications < N_SLOW)
    turns->n_drawn++;

  return G_SOURCE_CONTINUE;
}

/* Between the turns of a batch the window is drawn. */
static void
test_batch_lets_draw (void)
{
  g_autoptr (GString) script = g_string_new (
    "[{\"handshake\":{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{\"logging\":{}}}},"
    "{\"send_text\":\"[");
  Turns turns = { 0, 0 };
  McpSession *session;
  guint draw;

  for (guint i = 0; i < N_SLOW; i++)
    g_string_append_printf (script, "%s{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
                            "\\\"notifications/message\\\",\\\"params\\\":{\\\"level\\\":"
                            "\\\"info\\\",\\\"data\\\":%u}}", i > 0 ? "," : "", i);
  g_string_append (script, "]\"},{\"wait_eof\":true}]");
  session = session_new_mock (script->str);
  g_signal_connect (session, "notification", G_CALLBACK (slow_notification_cb), &turns);
  draw = g_timeout_add_full (G_PRIORITY_HIGH_IDLE + 20, 1, draw_cb, &turns, NULL);

  session_open_ok (session);
  TEST_AWAIT (turns.n_notifications == N_SLOW);
  g_assert_cmpuint (turns.n_drawn, >, 0);
  g_source_remove (draw);
  session_finish (session);
}

/* Where a revision has no batches, there is one finding for all that is in it. */
static void
test_batch_in_another_revision (void)
{
  McpSession *session = new_endless_batch ("");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_findings (session, "rpc.batch"), ==, 1);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_BATCH), ==, 1);
  session_finish (session);
}

static void
test_send_raw (void)
{
  McpSession *session = session_new_mock (SERVE ("\"x\":{\"result\":{\"ok\":true}}"));
  g_autoptr (GBytes) junk = g_bytes_new_static ("{ broken", 8);
  const char *request = "{\"jsonrpc\":\"2.0\", \"id\":500, \"method\":\"x\"}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (request, strlen (request));
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;
  gint64 id;

  session_open_ok (session);
  g_assert_true (mcp_session_send_raw (session, bytes, &error));
  g_assert_no_error (error);
  g_assert_true (mcp_session_send_raw (session, junk, &error));
  g_assert_true (session_run (session, call, NULL));

  /* Our own ids went out of the way, and the answer is no orphan. */
  g_assert_true (mcp_id_get_integer (mcp_call_get_outcome (call)->id, &id));
  g_assert_cmpint (id, ==, 501);
  g_assert_cmpuint (session_count_findings (session, "rpc.unknown-id"), ==, 0);
  session_finish (session);

  session = session_new_mock (SERVE (""));
  g_assert_false (mcp_session_send_raw (session, bytes, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);
  session_finish (session);
}

static void
test_restart_fails_calls (void)
{
  McpSession *session = session_new_mock ("[" HANDSHAKE ",{\"wait_eof\":true}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);

  session_open_ok (session);
  mcp_session_start_call (session, call);
  session_close (session);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (g_error_matches (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_CLOSED));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/calls/exact-tokens", test_exact_tokens);
  g_test_add_func ("/session/calls/server-error", test_server_error);
  g_test_add_func ("/session/calls/tool-error", test_tool_error);
  g_test_add_func ("/session/calls/capability-missing", test_capability_missing);
  g_test_add_func ("/session/calls/not-open", test_not_open);
  g_test_add_func ("/session/calls/any-order", test_any_order);
  g_test_add_func ("/session/calls/timeout-and-late-answer", test_timeout_and_late_answer);
  g_test_add_func ("/session/calls/cancel", test_cancel);
  g_test_add_func ("/session/calls/raw-has-name", test_raw_has_name);
  g_test_add_func ("/session/calls/late-progress", test_late_progress);
  g_test_add_func ("/session/calls/crash-counts", test_crash_counts);
  g_test_add_func ("/session/calls/progress", test_progress);
  g_test_add_func ("/session/calls/unknown-progress", test_unknown_progress);
  g_test_add_func ("/session/calls/progress-token", test_progress_token);
  g_test_add_func ("/session/calls/default-meta", test_default_meta);
  g_test_add_func ("/session/calls/answers-server", test_answers_server);
  g_test_add_func ("/session/calls/batch-in-another-revision", test_batch_in_another_revision);
  g_test_add_func ("/session/calls/endless-batch", test_endless_batch);
  g_test_add_func ("/session/calls/batch-lets-draw", test_batch_lets_draw);
  g_test_add_func ("/session/calls/batch-in-its-revision", test_batch_in_its_revision);
  g_test_add_func ("/session/calls/send-raw", test_send_raw);
  g_test_add_func ("/session/calls/restart-fails-calls", test_restart_fails_calls);

  return g_test_run ();
}
