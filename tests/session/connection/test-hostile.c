/* test-hostile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include "mcp-json.h"
#include "session-support.h"

/*
 * Each broken server there is, and what must come of it: the row's kind, the finding, the
 * outcome of the call that was under way, and nobody of its process group left.
 */

#define ECHO_RESULT "\"result\":{\"content\":[]}"
/* Lines are JSON inside JSON. */
#define LINE(text) "{\"send_text\":\"" text "\"}"
#define CALL "{\"expect\":{\"method\":\"tools/call\"}}"
#define ANSWER LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}")

typedef struct
{
  const char    *name;
  const char    *script;      /* after the handshake */
  McpRecordKind  kind;        /* of a row that must be there */
  const char    *rule;        /* (nullable) */
  int            outcome;     /* of the call: -1 success, else its MCP_ERROR */
} Case;

static const Case cases[] = {
  { "junk-line", CALL "," LINE ("[info] listening on port 3000") "," ANSWER,
    MCP_RECORD_NOISE, "stdio.noise", -1 },
  { "blank-line", CALL "," LINE ("") "," ANSWER, MCP_RECORD_NOISE, "stdio.blank-line", -1 },
  { "broken-json", CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",") "," ANSWER,
    MCP_RECORD_INVALID, "json.invalid", -1 },
  { "broken-answer", CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"a\\\":}"),
    MCP_RECORD_INVALID, "json.invalid", MCP_ERROR_INVALID_RESPONSE },
  { "invalid-utf8",
    CALL ",{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/message\\\","
    "\\\"params\\\":{\\\"data\\\":\\\"\\\\xff\\\\xfe\\\"}}\\\\n\"}," ANSWER,
    MCP_RECORD_INVALID, "json.invalid-utf8", -1 },
  { "invalid-utf8-answer",
    CALL ",{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"result\\\":{\\\"content\\\":["
    "\\\"\\\\xff\\\"]}}\\\\n\"}",
    MCP_RECORD_INVALID, "json.invalid-utf8", MCP_ERROR_INVALID_RESPONSE },
  { "unknown-id", CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":99,\\\"result\\\":{}}") "," ANSWER,
    MCP_RECORD_RESULT, "rpc.unknown-id", -1 },
  { "id-as-string", CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"$id\\\",\\\"result\\\":{}}") "," ANSWER,
    MCP_RECORD_RESULT, NULL, -1 },
  { "second-answer", CALL "," ANSWER "," ANSWER, MCP_RECORD_RESULT, "rpc.second-answer", -1 },
  { "result-and-error",
    CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{},\\\"error\\\":{\\\"code\\\":1,"
                   "\\\"message\\\":\\\"m\\\"}}"),
    MCP_RECORD_REQUEST, "rpc.envelope", MCP_ERROR_INVALID_RESPONSE },
  { "neither", CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id}"),
    MCP_RECORD_INVALID, "rpc.envelope", MCP_ERROR_INVALID_RESPONSE },
  { "no-version", CALL "," LINE ("{\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}"),
    MCP_RECORD_REQUEST, "rpc.envelope", -1 },
  { "primitive", CALL "," LINE ("42") "," ANSWER, MCP_RECORD_NOISE, "stdio.noise", -1 },
  { "batch", CALL "," LINE ("[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}]"),
    MCP_RECORD_BATCH, "rpc.batch", -1 },
  { "own-request-with-our-id",
    CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"method\\\":\\\"sampling/createMessage\\\"}")
    "," ANSWER,
    MCP_RECORD_REQUEST, "capability.not-offered", -1 },
  { "unknown-request",
    CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"q\\\",\\\"method\\\":\\\"do/this\\\"}") "," ANSWER,
    MCP_RECORD_ERROR, "rpc.unknown-request", -1 },
  { "duplicate-key",
    CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"id\\\":$id,\\\"result\\\":{\\\"content\\\":[]}}"),
    MCP_RECORD_RESULT, "json.duplicate-key", -1 },
  { "byte-order-mark",
    CALL ",{\"send_bytes\":\"\\\\xef\\\\xbb\\\\xbf\"}," ANSWER, MCP_RECORD_RESULT,
    "json.byte-order-mark", -1 },
  { "dies-in-mid-request", CALL ",{\"stderr\":\"out of luck\"},{\"exit\":3}",
    MCP_RECORD_EXIT, NULL, MCP_ERROR_DIED },
  { "dies-by-signal", CALL ",{\"signal\":9}", MCP_RECORD_EXIT, NULL, MCP_ERROR_DIED },
  { "half-a-line-then-exit", CALL ",{\"send_bytes\":\"{\\\"jsonrpc\\\":\"},{\"exit\":0}",
    MCP_RECORD_INVALID, "stdio.half-line", MCP_ERROR_DIED },
  { "answers-never", CALL ",{\"ignore_stdin\":true}", MCP_RECORD_REQUEST, NULL,
    MCP_ERROR_TIMED_OUT },
  { "closes-stdout-but-lives", CALL ",{\"close_stdout\":true},{\"ignore_eof\":true}",
    MCP_RECORD_REQUEST, "stdio.output-closed", MCP_ERROR_DIED },
  { "ignores-sigterm", CALL "," ANSWER ",{\"ignore_sigterm\":true},{\"ignore_eof\":true}",
    MCP_RECORD_RESULT, NULL, -1 },
  { "leaves-grandchild",
    CALL ",{\"fork_grandchild\":{\"ignore_sigterm\":true,\"keep_stdout\":true}}," ANSWER,
    MCP_RECORD_RESULT, NULL, -1 },
  { "never-reads", "{\"ignore_stdin\":true}", MCP_RECORD_REQUEST, NULL, MCP_ERROR_TIMED_OUT },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *script = g_strdup_printf ("[" HANDSHAKE ",%s]", c->script);
  McpSession *session = session_new_mock (script);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  if (c->outcome == MCP_ERROR_TIMED_OUT)
    mcp_call_set_timeout (call, 200);

  session_open_ok (session);
  session_run (session, call, &error);

  if (c->outcome < 0)
    g_assert_no_error (error);
  else
    g_assert_error (error, MCP_ERROR, c->outcome);

  /* What comes after the answer, and the exit, may still be on its way. */
  if (c->rule != NULL)
    TEST_AWAIT (session_count_findings (session, c->rule) > 0);
  TEST_AWAIT (session_count_records (session, c->kind) > 0);
  record = session_get_record (session, c->kind);
  g_assert_nonnull (record);
  session_finish (session);
}

static void
test_exits_at_once (void)
{
  McpSession *session = session_new_mock ("[{\"stderr\":\"no such module\"},{\"stderr\":\"\"},"
                                          "{\"exit\":7}]");
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) tail = NULL;
  McpExit status;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_nonnull (strstr (error->message, "7"));
  g_assert_true (mcp_session_get_exit (session, &status));
  g_assert_true (status.exited);
  g_assert_cmpint (status.exit_code, ==, 7);
  tail = mcp_session_dup_stderr_tail (session);
  g_assert_cmpstr (tail[0], ==, "no such module");
  g_assert_cmpstr (tail[1], ==, "");
  g_assert_nonnull (mcp_session_get_failure (session)->remedy);
  session_finish (session);
}

static void
test_not_startable (void)
{
  const char *programs[] = { "/nonexistent/program", "no-such-program-anywhere", "/etc/passwd" };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      const char *argv[] = { programs[i], NULL };
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("none", argv);
      McpSession *session = mcp_session_new (profile, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (session_open (session, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
      g_assert_nonnull (strstr (error->message, programs[i]));
      g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_CLOSED);
      g_clear_object (&profile);
      session_finish (session);
    }
}

/* 100,000 arrays inside each other, as an answer: the call ends, no node is made. */
static void
test_deep_nesting (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE "," CALL ","
    "{\"send_bytes\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"result\\\":{\\\"content\\\":\"},"
    "{\"fill\":{\"bytes\":100000,\"char\":\"[\"}},{\"fill\":{\"bytes\":100000,\"char\":\"]\"}},"
    "{\"send_bytes\":\"}}\\n\"}]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_findings (session, "json.depth"), ==, 1);
  session_finish (session);
}

static guint
count_all (McpSession *session,
           const char *rule)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (g_str_equal (mcp_finding_get_rule (finding), rule))
        n += mcp_finding_get_count (finding);
    }

  return n;
}

/* Of equal lines in a row a thousand are records; how many more there were a note says, before the
 * next line. */
static void
test_repeated_junk (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE "," CALL ",{\"repeat\":5000,\"send_text\":\"junk\"}," LINE ("other") ","
    "{\"repeat\":1001,\"stderr\":\"more\"}," ANSWER "]");
  McpJournal *journal = mcp_session_get_journal (session);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;
  guint64 n_repeated = 0;
  guint n_noise = 0;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_STDERR) == 1000);
  session_close (session);
  mcp_journal_flush (journal);

  g_assert_cmpuint (session_count_records (session, MCP_RECORD_NOISE), ==, 1001);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_STDERR), ==, 1000);
  g_assert_cmpuint (count_all (session, "stdio.noise"), ==, 5001);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = mcp_journal_read (journal, serial, NULL);
      const char *text = g_bytes_get_data (bytes, NULL);
      gint64 count = 0;
      gint64 n_bytes = 0;

      n_noise += mcp_record_get_kind (record) == MCP_RECORD_NOISE;
      if (mcp_record_get_kind (record) != MCP_RECORD_NOTE
          || !mcp_json_lookup_int64 (text, g_bytes_get_size (bytes), "count", &count))
        continue;
      g_assert_true (mcp_json_lookup_int64 (text, g_bytes_get_size (bytes), "bytes", &n_bytes));
      g_assert_cmpint (n_bytes, ==, 5 * count);
      /* Before the other line. */
      g_assert_true (n_noise == 1000 || count == 1);
      n_repeated += count;
    }
  g_assert_cmpuint (n_repeated, ==, 4000 + 1);
  session_finish (session);
}

static guint
count_notes (McpSession *session,
             const char *type)
{
  McpJournal *journal = mcp_session_get_journal (session);
  guint n = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = mcp_journal_read (journal, serial, NULL);
      g_autofree char *found = NULL;

      if (mcp_record_get_kind (record) != MCP_RECORD_NOTE)
        continue;
      found = mcp_json_lookup_string (
          g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "type");
      n += g_strcmp0 (found, type) == 0;
    }

  return n;
}

static void
count_signal (McpSession *session,
              guint64     limit_bytes,
              guint      *n)
{
  g_assert_cmpuint (limit_bytes, ==, 16 * 1024 * 1024);
  ++*n;
}

/* What does not fit in memory stops the reading until it is on disk; then the answer behind it
 * comes. */
static void
test_memory (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE "," CALL ",{\"fill\":{\"bytes\":20000000,\"char\":\"x\"}},{\"send_text\":\"\"},"
    ANSWER "]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;
  guint n_signals = 0;

  g_object_set (
      mcp_session_get_profile (session), "max-memory-bytes", (guint64) (16 * 1024 * 1024), NULL);
  g_signal_connect (session, "memory-short", G_CALLBACK (count_signal), &n_signals);
  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (n_signals, ==, 1);
  g_assert_cmpuint (count_notes (session, "memory"), ==, 2);
  session_finish (session);
}

/* A line without end: pending and growing from 1 MiB on, oversized at the cap, and the next
 * line is read as if nothing had been. */
static void
test_endless_line (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE "," CALL ",{\"fill\":{\"bytes\":20000000,\"char\":\"x\"}},{\"send_text\":\"\"},"
    ANSWER "]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) head = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (mcp_session_get_profile (session), "max-message-bytes", (guint64) (8 * 1024 * 1024), NULL);
  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_PENDING), ==, 0);
  record = session_get_record (session, MCP_RECORD_OVERSIZED);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 20000000);
  head = mcp_record_dup_head (record, 16);
  g_assert_cmpint (memcmp (g_bytes_get_data (head, NULL), "xxxxxxxxxxxxxxxx", 16), ==, 0);
  g_assert_cmpuint (session_count_findings (session, "stdio.oversized"), ==, 1);
  session_finish (session);
}

static void
test_growing_line_is_pending (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE ",{\"fill\":{\"bytes\":3000000,\"char\":\"y\"}},{\"expect\":{\"method\":\"ping\"}},"
    "{\"send_text\":\"\"}]");
  g_autoptr (McpCall) ping = mcp_call_new ("ping", NULL);
  g_autoptr (McpRecord) record = NULL;

  session_open_ok (session);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_PENDING) == 1);
  record = session_get_record (session, MCP_RECORD_PENDING);
  TEST_AWAIT (mcp_record_get_size (record) >= 2900000);
  mcp_session_start_call (session, ping);
  TEST_AWAIT (mcp_record_get_kind (record) == MCP_RECORD_NOISE);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 3000000);
  session_finish (session);
}

/* 100,000 lines of junk: no unbounded list of findings, and the session goes on. */
static void
test_flood_of_junk (void)
{
  McpSession *session = session_new_mock (
    "[" HANDSHAKE "," CALL ",{\"repeat\":100000,\"send_text\":\"junk $n\"}," ANSWER "]");
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (session_count_findings (session, "stdio.noise"), ==, 100000);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_journal_get_findings (
                      mcp_session_get_journal (session))), <=, 200);
  session_finish (session);
}

/* More than a pipe takes, so that it is not sent before the server reads on. */
#define BIG_ARGUMENT_BYTES (4 * 1024 * 1024)

typedef struct
{
  const char *name;
  const char *answer;   /* to a request of which the server has seen the start at most */
  int         outcome;  /* of the call: -1 success, else its MCP_ERROR */
  McpStatus   status;   /* of the request, when it has left after all */
} EarlyCase;

static const EarlyCase early_cases[] = {
  { "result", "\\\"result\\\":{\\\"content\\\":[]}", -1, MCP_STATUS_OK },
  { "error", "\\\"error\\\":{\\\"code\\\":-32600,\\\"message\\\":\\\"too long\\\"}", MCP_ERROR_SERVER,
    MCP_STATUS_ERROR },
  { "broken", "\\\"result\\\":{\\\"a\\\":}", MCP_ERROR_INVALID_RESPONSE, MCP_STATUS_ERROR },
};

static void
test_answered_early (gconstpointer data)
{
  const EarlyCase *c = data;
  g_autofree char *script = g_strdup_printf (
    "[" HANDSHAKE "," CALL "," LINE ("{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":3,%s}") "," ANSWER
    ",{\"signal\":" G_STRINGIFY (SIGSTOP) "},{\"serve\":{\"tools/call\":{\"silent\":true}}}]", c->answer);
  g_autofree char *text = g_strnfill (BIG_ARGUMENT_BYTES, 'x');
  g_autofree char *arguments = g_strdup_printf ("{\"text\":\"%s\"}", text);
  McpSession *session = session_new_mock (script);
  g_autoptr (McpCall) first = mcp_session_new_tool_call ("echo", NULL);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", arguments);
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  mcp_session_start_call (session, first);
  session_run (session, call, &error);
  if (c->outcome < 0)
    g_assert_no_error (error);
  else
    g_assert_error (error, MCP_ERROR, c->outcome);

  session_continue_server (session);
  TEST_AWAIT (mcp_call_get_outcome (call)->serial != 0);
  request = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  g_assert_cmpuint (mcp_record_get_serial (request), >, mcp_call_get_outcome (call)->answer_serial);
  g_assert_cmpint (mcp_record_get_status (request), ==, c->status);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/session/hostile/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/session/hostile/exits-at-once", test_exits_at_once);
  g_test_add_func ("/session/hostile/not-startable", test_not_startable);
  g_test_add_func ("/session/hostile/deep-nesting", test_deep_nesting);
  g_test_add_func ("/session/hostile/repeated-junk", test_repeated_junk);
  g_test_add_func ("/session/hostile/memory", test_memory);
  g_test_add_func ("/session/hostile/endless-line", test_endless_line);
  g_test_add_func ("/session/hostile/growing-line-is-pending", test_growing_line_is_pending);
  g_test_add_func ("/session/hostile/flood-of-junk", test_flood_of_junk);
  for (gsize i = 0; i < G_N_ELEMENTS (early_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/session/hostile/answered-early/", early_cases[i].name, NULL);

      g_test_add_data_func (path, &early_cases[i], test_answered_early);
    }

  return g_test_run ();
}
