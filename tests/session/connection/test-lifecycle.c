/* test-lifecycle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "session-support.h"

static void
test_handshake (void)
{
  McpSession *session = session_new_mock (
    "[{\"handshake\":{\"serverInfo\":{\"name\":\"m\",\"title\":\"Mock\",\"version\":\"1.10\"},"
    "\"instructions\":\"be kind\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
    "\"experimental\":{\"x\":{}}}}},{\"wait_eof\":true}]");
  g_autofree char *title = NULL;
  g_autofree char *sentence = NULL;

  session_open_ok (session);
  title = mcp_session_lookup (session, "serverInfo.title");
  g_assert_cmpstr (title, ==, "Mock");
  g_assert_true (mcp_session_has_capability (session, "tools"));
  g_assert_true (mcp_session_has_capability (session, "tools.listChanged"));
  g_assert_true (mcp_session_has_capability (session, "experimental.x"));
  g_assert_false (mcp_session_has_capability (session, "resources"));
  g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2025_11_25);
  g_assert_cmpint (mcp_session_get_handshake_usec (session), >=, 0);
  sentence = mcp_session_dup_negotiation (session);
  g_assert_nonnull (strstr (sentence, "agreed"));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (
                      mcp_session_get_journal (session))), ==, 0);
  session_finish (session);
}

/* Every outcome of version negotiation (basic/lifecycle). */
static void
test_versions (void)
{
  const struct
  {
    const char *answer;
    McpVersion  version;
    int         error_code; /* -1: none */
  } cases[] = {
    { "{\"protocolVersion\":\"2025-11-25\"}", MCP_VERSION_2025_11_25, -1 },
    { "{\"protocolVersion\":\"2024-11-05\"}", MCP_VERSION_2024_11_05, -1 },
    { "{\"protocolVersion\":\"2025-03-26\"}", MCP_VERSION_2025_03_26, -1 },
    { "{\"protocolVersion\":\"1999-01-01\"}", MCP_VERSION_UNKNOWN, MCP_ERROR_VERSION },
    { "{\"protocolVersion\":\"\"}", MCP_VERSION_UNKNOWN, MCP_ERROR_VERSION },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strdup_printf ("[{\"handshake\":%s}]", cases[i].answer);
      McpSession *session = session_new_mock (script);
      g_autoptr (GError) error = NULL;

      if (cases[i].error_code < 0)
        {
          session_open_ok (session);
          g_assert_cmpint (mcp_session_get_version (session), ==, cases[i].version);
        }
      else
        {
          g_assert_false (session_open (session, &error));
          g_assert_error (error, MCP_ERROR, cases[i].error_code);
          g_assert_nonnull (mcp_session_get_failure (session)->remedy);
          g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
        }

      session_finish (session);
    }
}

static void
test_version_is_no_string (void)
{
  McpSession *session = session_new_mock (
    "[{\"expect\":{\"method\":\"initialize\"}},{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\","
    "\\\"id\\\":$id,\\\"result\\\":{\\\"protocolVersion\\\":7,\\\"capabilities\\\":null}}\"}]");
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  g_assert_cmpuint (session_count_findings (session, "lifecycle.bad-answer"), ==, 3);
  session_finish (session);
}

#define REFUSE(supported)                                                                          \
  "{\"expect\":{\"method\":\"initialize\"}},{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\","        \
  "\\\"id\\\":$id,\\\"error\\\":{\\\"code\\\":-32602,\\\"message\\\":\\\"Unsupported\\\","         \
  "\\\"data\\\":{\\\"supported\\\":" supported "}}}\"}"

/* An error that lists supported revisions is tried again once. */
static void
test_version_refused (void)
{
  McpSession *session = session_new_mock (
    "[" REFUSE ("[\\\"2024-11-05\\\",\\\"2025-06-18\\\",\\\"2099-01-01\\\"]")
    ",{\"handshake\":{}}]");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2025_06_18);
  session_finish (session);

  session = session_new_mock ("[" REFUSE ("[\\\"2099-01-01\\\"]") "]");
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  session_finish (session);
  g_clear_error (&error);

  session = session_new_mock ("[" REFUSE ("[\\\"2025-06-18\\\"]") ","
                              REFUSE ("[\\\"2025-03-26\\\"]") "]");
  g_assert_false (session_open (session, &error));
  g_assert_nonnull (error);
  session_finish (session);
}

static void
test_offers_profile_version (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");

  g_object_set (mcp_session_get_profile (session), "protocol", "2025-03-26", NULL);
  session_open_ok (session);
  g_assert_cmpstr (mcp_session_get_asked_version (session), ==, "2025-03-26");
  g_assert_cmpint (mcp_session_get_version (session), ==, MCP_VERSION_2025_03_26);
  session_finish (session);
}

static void
test_sends_initialized_first (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) notification = NULL;
  g_autofree char *text = NULL;
  McpSpan span;

  session_open_ok (session);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_NOTIFICATION) == 1);
  request = session_get_record (session, MCP_RECORD_REQUEST);
  text = session_dup_text (request);
  g_assert_cmpstr (mcp_record_get_method (request), ==, "initialize");
  g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_OK);
  g_assert_cmpint (mcp_record_get_latency_usec (request), >=, 0);

  /* Roots are offered, sampling and elicitation are not. */
  g_assert_true (mcp_json_lookup (text, strlen (text), "params.capabilities.roots", &span));
  g_assert_false (mcp_json_lookup (text, strlen (text), "params.capabilities.sampling", &span));
  g_assert_false (mcp_json_lookup (text, strlen (text), "params.capabilities.elicitation", &span));
  g_assert_true (mcp_json_lookup (text, strlen (text), "params.clientInfo.icons.0.src", &span));

  notification = session_get_record (session, MCP_RECORD_NOTIFICATION);
  g_assert_cmpstr (mcp_record_get_method (notification), ==, "notifications/initialized");
  session_finish (session);
}

/* A server that asks before it was told “initialized” gets its ping and a finding for the rest. */
static void
test_early_messages (void)
{
  McpSession *session = session_new_mock (
    "[{\"expect\":{\"method\":\"initialize\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"p\\\",\\\"method\\\":\\\"ping\\\"}\"},"
    "{\"expect\":{\"id\":\"\\\"p\\\"\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
    "\\\"notifications/tools/list_changed\\\"}\"},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"r\\\",\\\"method\\\":"
    "\\\"roots/list\\\"}\"},{\"expect\":{\"id\":\"\\\"r\\\"\"}},"
    "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{"
    "\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{},\\\"serverInfo\\\":{"
    "\\\"name\\\":\\\"m\\\",\\\"version\\\":\\\"1\\\"}}}\"}]");

  session_open_ok (session);
  g_assert_cmpuint (session_count_findings (session, "lifecycle.early-notification"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "lifecycle.early-request"), ==, 1);
  session_finish (session);
}

static void
test_restart_continues_journal (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");
  guint n_records;

  session_open_ok (session);
  session_close (session);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
  g_assert_null (mcp_session_get_error (session));
  n_records = mcp_journal_get_n_records (mcp_session_get_journal (session));

  session_open_ok (session);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 2);
  g_assert_cmpuint (mcp_journal_get_n_records (mcp_session_get_journal (session)), >, n_records);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_SPAWN), ==, 2);
  g_assert_nonnull (mcp_session_get_previous_server_json (session));

  /* Ids go on: the second initialize is not the first one's double. */
  {
    g_autoptr (McpRecord) record = mcp_journal_get_record (mcp_session_get_journal (session),
                                                           n_records + 3);
    g_autofree char *id = mcp_record_dup_id (record);

    g_assert_cmpstr (mcp_record_get_method (record), ==, "initialize");
    g_assert_cmpstr (id, ==, "2");
  }

  session_finish (session);
}

static void
cancelled_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GError **error = user_data;

  g_assert_false (mcp_session_open_finish (MCP_SESSION (source), result, error));
}

static void
test_open_cancelled (void)
{
  McpSession *session = session_new_mock ("[{\"ignore_stdin\":true}]");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GPid pid;

  mcp_session_open_async (session, cancellable, cancelled_cb, &error);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_REQUEST) == 1);
  pid = mcp_process_get_pid (mcp_session_get_process (session));
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (error != NULL);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));

  /* initialize must not be cancelled by a notification. */
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_NOTIFICATION), ==, 0);
  session_finish (session);
}

static void
test_open_twice (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  session_finish (session);
}

/* Silence, text, and a message without the answer: each has its words, and no step runs on. */
static void
test_start_timeouts (void)
{
  const struct
  {
    const char *script;
    guint       start_msec;
    guint       initialize_msec;
    const char *words;
  } cases[] = {
    { "[{\"ignore_stdin\":true}]", 150, 1, "said nothing for 0.1" },
    { "[{\"stderr\":\"starting\"},{\"ignore_stdin\":true}]", 600, 1, "printed text and sent no message" },
    { "[{\"send_text\":\"starting\"},{\"ignore_stdin\":true}]", 600, 1, "printed text and sent no message" },
    { "[{\"send\":{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}},{\"ignore_stdin\":true}]", 600000, 1,
      "did not answer initialize" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpSession *session = session_new_mock (cases[i].script);
      McpProfile *profile = mcp_session_get_profile (session);
      GListModel *steps = mcp_session_get_steps (session);
      g_autoptr (GError) error = NULL;

      mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, cases[i].start_msec);
      mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_INITIALIZE, cases[i].initialize_msec);
      g_assert_false (session_open (session, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_assert_nonnull (mcp_session_get_failure (session)->remedy);
      for (guint j = 0; j < g_list_model_get_n_items (steps); j++)
        {
          g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, j);

          g_assert_cmpint (mcp_connect_step_get_info (step)->state, !=, MCP_STEP_RUNNING);
        }
      session_finish (session);
    }
}

/* What a server prints while it starts begins no limit, and neither does what is sent to it. */
static void
test_slow_starts (void)
{
  const char *scripts[] = {
    "[{\"sleep_msec\":1400},{\"handshake\":{}}]",
    "[{\"stderr\":\"installing\"},{\"sleep_msec\":1400},{\"handshake\":{}}]",
    "[{\"send_text\":\"installing\"},{\"sleep_msec\":1400},{\"handshake\":{}}]",
    "[{\"fork_grandchild\":{}},{\"stderr\":\"installing\"},{\"sleep_msec\":1400},{\"handshake\":{}}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      McpSession *session = session_new_mock (scripts[i]);

      mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_INITIALIZE, 1000);
      session_open_ok (session);
      session_finish (session);
    }
}

static void
test_dropped_while_open (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");
  GPid pid;

  session_open_ok (session);
  pid = mcp_process_get_pid (mcp_session_get_process (session));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  session_release (session);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

static void
set_true_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

/* The call that is answered was the last one to hold the session. */
static void
test_dropped_by_answer (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{\"capabilities\":{\"tools\":{}}}},"
                                          "{\"serve\":{\"tools/call\":{\"result\":{\"content\":[]}}}}]");
  g_autoptr (McpCall) call = mcp_call_new ("tools/call", "{\"name\":\"x\"}");
  gboolean answered = FALSE;
  GPid pid;

  session_open_ok (session);
  pid = mcp_process_get_pid (mcp_session_get_process (session));
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  mcp_session_call_async (session, call, NULL, set_true_cb, &answered);
  g_object_unref (session);
  TEST_AWAIT (answered);
  TEST_AWAIT (session == NULL);
  g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

static void
test_steps_tell (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{}}]");
  GListModel *steps = mcp_session_get_steps (session);

  session_open_ok (session);
  g_assert_cmpuint (g_list_model_get_n_items (steps), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);

      g_assert_cmpint (mcp_connect_step_get_info (step)->state, ==, MCP_STEP_DONE);
      g_assert_cmpint (mcp_connect_step_get_info (step)->took_usec, >=, 0);
    }
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/lifecycle/handshake", test_handshake);
  g_test_add_func ("/session/lifecycle/versions", test_versions);
  g_test_add_func ("/session/lifecycle/version-is-no-string", test_version_is_no_string);
  g_test_add_func ("/session/lifecycle/version-refused", test_version_refused);
  g_test_add_func ("/session/lifecycle/offers-profile-version", test_offers_profile_version);
  g_test_add_func ("/session/lifecycle/sends-initialized-first", test_sends_initialized_first);
  g_test_add_func ("/session/lifecycle/early-messages", test_early_messages);
  g_test_add_func ("/session/lifecycle/restart-continues-journal", test_restart_continues_journal);
  g_test_add_func ("/session/lifecycle/open-cancelled", test_open_cancelled);
  g_test_add_func ("/session/lifecycle/open-twice", test_open_twice);
  g_test_add_func ("/session/lifecycle/start-timeouts", test_start_timeouts);
  g_test_add_func ("/session/lifecycle/slow-starts", test_slow_starts);
  g_test_add_func ("/session/lifecycle/dropped-while-open", test_dropped_while_open);
  g_test_add_func ("/session/lifecycle/dropped-by-answer", test_dropped_by_answer);
  g_test_add_func ("/session/lifecycle/steps-tell", test_steps_tell);

  return g_test_run ();
}
