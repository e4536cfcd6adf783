/* test-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>

#include "mcp-era-memory.h"
#include "mcp-error.h"
#include "session-support.h"

/* Servers of each kind, met without being told what they are (2026-07-28, basic/versioning). */

#define DISCOVER_RESULT                                                                            \
  "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"           \
  "{\"tools\":{}},\"instructions\":\"Hello\",\"ttlMs\":0,\"cacheScope\":\"private\","               \
  "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"m\",\"title\":\"Modern\","        \
  "\"version\":\"1\"}}}"
#define MODERN "\"server/discover\": {\"result\": " DISCOVER_RESULT "}"
#define TOOLS                                                                                      \
  "\"tools/list\": {\"result\": {\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,"              \
  "\"cacheScope\":\"public\"}}"
#define NO_INITIALIZE                                                                              \
  "\"initialize\": {\"error\": {\"code\": -32022, \"message\": \"No\", \"data\": "                  \
  "{\"supported\": [\"2026-07-28\"], \"requested\": \"2025-11-25\"}}}"

static McpSession *
new_session (const char   *script,
             McpEraChoice  choice)
{
  McpSession *session = session_new_mock (script);
  McpProfile *profile = mcp_session_get_profile (session);

  mcp_profile_set_era (profile, choice);
  /* Only tests of silence do not wait for the answer to server/discover. */
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, TEST_AWAIT_MSEC);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_DISCOVER, TEST_AWAIT_MSEC);
  mcp_era_memory_store (profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);

  return session;
}

typedef struct
{
  const char   *name;
  const char   *script;
  McpEraChoice  choice;
  McpEra        era;       /* UNKNOWN: it fails */
  int           error;
} EraCase;

static const EraCase cases[] = {
  { "modern-only", "[{\"serve\": {" MODERN ", " NO_INITIALIZE ", " TOOLS "}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_MODERN, 0 },
  { "legacy-only", "[{\"handshake\": {}}, {\"serve\": {}}]", MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, 0 },
  { "both", "[{\"serve\": {" MODERN ", " TOOLS "}}]", MCP_ERA_CHOICE_AUTO, MCP_ERA_MODERN, 0 },
  { "both-as-legacy", "[{\"serve\": {" MODERN ", " TOOLS "}}]", MCP_ERA_CHOICE_LEGACY,
    MCP_ERA_LEGACY, 0 },
  { "invalid-params", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32602, "
                      "\"message\": \"?\"}}}}]", MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, 0 },
  { "rude", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32603, \"message\": \"?\"}}, "
            "\"initialize\": {\"error\": {\"code\": -32603, \"message\": \"?\"}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_UNKNOWN, MCP_ERROR_SERVER },
  { "foreign-answer", "[{\"serve\": {\"server/discover\": {\"result\": {\"ok\": true}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, 0 },
  { "lists-legacy", "[{\"serve\": {\"server/discover\": {\"result\": {\"resultType\":\"complete\","
                    "\"supportedVersions\":[\"2025-11-25\"],\"capabilities\":{}}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, 0 },
  { "refuses-for-legacy", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32022, "
                          "\"message\": \"?\", \"data\": {\"supported\": [\"2025-06-18\"]}}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, 0 },
  { "disjoint", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32022, "
                "\"message\": \"?\", \"data\": {\"supported\": [\"2099-01-01\"]}}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_UNKNOWN, MCP_ERROR_VERSION },
  { "refuses-twice", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32022, "
                     "\"message\": \"?\", \"data\": {\"supported\": [\"2026-07-28\"]}}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_UNKNOWN, MCP_ERROR_SERVER },
  { "modern-error", "[{\"serve\": {\"server/discover\": {\"error\": {\"code\": -32021, "
                    "\"message\": \"?\"}}}}]",
    MCP_ERA_CHOICE_AUTO, MCP_ERA_UNKNOWN, MCP_ERROR_SERVER },
  { "modern-as-legacy", "[{\"serve\": {" MODERN ", " NO_INITIALIZE ", " TOOLS "}}]",
    MCP_ERA_CHOICE_LEGACY, MCP_ERA_UNKNOWN, MCP_ERROR_VERSION },
  { "legacy-as-modern", "[{\"serve\": {}}]", MCP_ERA_CHOICE_MODERN, MCP_ERA_UNKNOWN,
    MCP_ERROR_SERVER },
};

static void
test_era (gconstpointer data)
{
  const EraCase *expected = data;
  McpSession *session = new_session (expected->script, expected->choice);
  g_autoptr (GError) error = NULL;
  gboolean opened = session_open (session, &error);

  if (expected->era == MCP_ERA_UNKNOWN)
    {
      g_assert_error (error, MCP_ERROR, expected->error);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_true (opened);
      g_assert_cmpint (mcp_session_get_era (session), ==, expected->era);
      g_assert_nonnull (mcp_session_get_era_evidence (session));
      /* We asked on purpose: that an old server refuses is no error of it. */
      if (expected->choice == MCP_ERA_CHOICE_AUTO)
        session_assert_no_errors (session);
    }

  session_close (session);
  session_finish (session);
}

/* A refusal that names our revision is asked once more, and that is all there is to it. */
static void
test_version_retried (void)
{
  McpSession *session =
    new_session ("[{\"expect\": {\"method\": \"server/discover\"}},"
                 "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"error\\\":{\\\"code\\\":-32022,"
                 "\\\"message\\\":\\\"?\\\",\\\"data\\\":{\\\"supported\\\":[\\\"2026-07-28\\\"]}}}\"},"
                 "{\"serve\": {" MODERN ", " TOOLS "}}]", MCP_ERA_CHOICE_AUTO);

  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  session_close (session);
  session_finish (session);
}

/* What each request says, and what it says of the server. */
static void
test_meta (void)
{
  McpSession *session = new_session ("[{\"serve\": {" MODERN ", " TOOLS "}}]", MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_call_new ("tools/list", NULL);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;

  g_object_set (mcp_session_get_profile (session), "log-level", "info", NULL);
  session_open_ok (session);
  title = mcp_session_lookup (session, "serverInfo.title");
  g_assert_cmpstr (title, ==, "Modern");

  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);

  record = mcp_journal_get_record (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial);
  bytes = mcp_record_dup_bytes (record, NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_nonnull (strstr (text, "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\""));
  g_assert_nonnull (strstr (text, "\"io.modelcontextprotocol/clientCapabilities\":{"));
  g_assert_nonnull (strstr (text, "\"io.modelcontextprotocol/clientInfo\":{"));
  g_assert_nonnull (strstr (text, "\"io.modelcontextprotocol/logLevel\":\"info\""));
  g_assert_nonnull (strstr (text, "\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"io.modelcontextprotocol/skills\":{}}"));
  g_assert_null (strstr (text, "listChanged"));
  session_close (session);
  session_finish (session);
}

/* A program that ends at the probe is started once more and asked nothing new. */
static void
test_dies_at_probe (void)
{
  McpSession *session =
    new_session ("[{\"expect\": {}, \"strict\": true}, {\"exit\": 3}]", MCP_ERA_CHOICE_AUTO);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 2);
  session_finish (session);
}

#define SILENT "\"server/discover\": {\"silent\": true}"
#define EXPECT_BOTH                                                                                \
  "{\"expect\": {\"method\": \"server/discover\"}}, {\"expect\": {\"method\": \"initialize\"}},"
#define SEND(id, member) "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":" id "," member "}\"},"
#define SEND_DISCOVERED                                                                            \
  SEND ("$id2", "\\\"result\\\":{\\\"resultType\\\":\\\"complete\\\","                              \
        "\\\"supportedVersions\\\":[\\\"2026-07-28\\\"],\\\"capabilities\\\":{},\\\"ttlMs\\\":0,"         \
        "\\\"cacheScope\\\":\\\"private\\\",\\\"_meta\\\":{\\\"io.modelcontextprotocol/serverInfo\\\":"      \
        "{\\\"name\\\":\\\"m\\\",\\\"version\\\":\\\"1\\\"}}}")
#define SEND_INITIALIZED                                                                           \
  SEND ("$id", "\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-06-18\\\",\\\"capabilities\\\":{\\\"tools\\\":{}},"  \
        "\\\"serverInfo\\\":{\\\"name\\\":\\\"m\\\",\\\"version\\\":\\\"1\\\"}}")
#define SEND_REFUSED                                                                               \
  SEND ("$id", "\\\"error\\\":{\\\"code\\\":-32022,\\\"message\\\":\\\"No\\\"}")

static McpSession *
new_impatient (const char *script)
{
  McpSession *session = new_session (script, MCP_ERA_CHOICE_AUTO);

  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_DISCOVER, 20);

  return session;
}

typedef struct
{
  const char *name;
  const char *script;
  McpEra      era;
  gboolean    is_refused;
} SilenceCase;

/* server/discover is unanswered for too long, and initialize is sent as well. */
static const SilenceCase silence_cases[] = {
  { "never", "[{\"serve\": {" SILENT "}}]", MCP_ERA_LEGACY, FALSE },
  { "slow-legacy", "[{\"sleep_msec\": 200}, {\"serve\": {}}]", MCP_ERA_LEGACY, FALSE },
  { "slow-modern", "[{\"sleep_msec\": 200}, {\"serve\": {" MODERN ", " NO_INITIALIZE ", " TOOLS "}}]",
    MCP_ERA_MODERN, FALSE },
  { "late-discover-wins", "[" EXPECT_BOTH SEND_DISCOVERED "{\"serve\": {" TOOLS "}}]", MCP_ERA_MODERN, FALSE },
  { "refused-first", "[" EXPECT_BOTH SEND_REFUSED SEND_DISCOVERED "{\"serve\": {" TOOLS "}}]",
    MCP_ERA_MODERN, TRUE },
};

static void
test_silence (gconstpointer data)
{
  const SilenceCase *expected = data;
  McpSession *session = new_impatient (expected->script);

  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, expected->era);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_REQUEST), ==, 2);
  g_assert_cmpint (mcp_era_memory_lookup (mcp_session_get_profile (session), NULL), ==, expected->era);
  if (!expected->is_refused)
    session_assert_no_errors (session);
  session_close (session);
  session_finish (session);
}

/* Both are refused: what initialize was refused with is the reason. */
static void
test_both_refused (void)
{
  McpSession *session =
    new_impatient ("[" EXPECT_BOTH SEND_REFUSED
                   SEND ("$id2", "\\\"error\\\":{\\\"code\\\":-32601,\\\"message\\\":\\\"?\\\"}") "{\"serve\": {}}]");
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SERVER);
  session_finish (session);
}

/* A script for the first start, and one for those after it, when @mark is there. */
static McpSession *
new_two_faced (const char *mark,
               const char *first,
               const char *then)
{
  McpSession *session = new_impatient ("[]");
  McpProfile *profile = mcp_session_get_profile (session);
  g_auto (GStrv) mock = test_mock_argv (first);
  const char *argv[] = { "sh", "-c",
                         "[ -e \"$1\" ] && exec \"$2\" --script \"$4\"; : > \"$1\"; exec \"$2\" --script \"$3\"",
                         "sh", mark, mock[0], first, then, NULL };

  mcp_profile_set_argv (profile, argv);
  mcp_era_memory_store (profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);

  return session;
}

static gboolean
is_ready_as (McpSession *session,
             McpEra      era)
{
  return mcp_session_get_state (session) == MCP_SESSION_READY && mcp_session_get_era (session) == era;
}

/* Modern, as the answer after that to initialize shows: connected to again, when no call waits. */
static void
test_modern_late (void)
{
  g_autofree char *mark = g_build_filename (g_get_tmp_dir (), "started", NULL);
  McpSession *session =
    new_two_faced (mark, "[" EXPECT_BOTH SEND_INITIALIZED "{\"expect\": {\"method\": \"tools/list\"}}, "
                   "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":"
                   "{\\\"resultType\\\":\\\"complete\\\",\\\"supportedVersions\\\":[\\\"2026-07-28\\\"],"
                   "\\\"capabilities\\\":{}}}\"}," SEND ("$id", "\\\"result\\\":{\\\"tools\\\":[]}")
                   "{\"serve\": {}}]",
                   "[{\"serve\": {" MODERN ", " TOOLS "}}]");
  g_autoptr (McpCall) call = mcp_call_new ("tools/list", NULL);
  McpEraSource source;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  TEST_AWAIT (is_ready_as (session, MCP_ERA_MODERN));
  g_assert_cmpuint (mcp_session_get_life (session), ==, 2);
  g_assert_cmpint (mcp_era_memory_lookup (mcp_session_get_profile (session), &source), ==, MCP_ERA_MODERN);
  g_assert_cmpint (source, ==, MCP_ERA_FROM_LATE);
  session_close (session);
  g_unlink (mark);
  session_finish (session);
}

/* An old server that stops at what it does not know is sent initialize alone the next time. */
static void
test_stops_at_probe (void)
{
  McpSession *session =
    new_session ("[{\"serve\": {\"server/discover\": {\"before\": [{\"loop\": [{\"sleep_msec\": 1000}]}]}}}]",
                 MCP_ERA_CHOICE_AUTO);
  McpProfile *profile = mcp_session_get_profile (session);
  McpEraSource source;
  g_autoptr (GError) error = NULL;
  g_autofree char *version = NULL;

  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, 400);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (mcp_session_get_failure (session)->remedy, "server/discover"));
  g_assert_cmpint (mcp_session_get_failure (session)->action, ==, MCP_REMEDY_RETRY);

  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, TEST_AWAIT_MSEC);
  for (guint i = 0; i < 2; i++)
    {
      session_open_ok (session);
      g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
      g_assert_cmpint (mcp_era_memory_lookup (profile, &source), ==, MCP_ERA_LEGACY);
      g_assert_cmpint (source, ==, MCP_ERA_FROM_SILENCE);
      session_close (session);
    }
  version = mcp_era_memory_dup_version (profile);
  g_assert_nonnull (version);
  session_finish (session);
}

/* While a server is being closed nothing more is sent, and no step begins. */
static void
test_closed_while_asked (void)
{
  McpSession *session = new_impatient ("[{\"ignore_eof\": true}, {\"ignore_sigterm\": true}, {\"ignore_stdin\": true}]");
  GListModel *steps;

  mcp_profile_set_timeout_msec (mcp_session_get_profile (session), MCP_TIMEOUT_DISCOVER, 200);
  mcp_session_open_async (session, NULL, NULL, NULL);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_REQUEST) == 1);
  session_close (session);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_REQUEST), ==, 1);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_UNKNOWN);
  steps = mcp_session_get_steps (session);
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);

      if (mcp_connect_step_get_info (step)->step == MCP_STEP_HANDSHAKE)
        g_assert_cmpint (mcp_connect_step_get_info (step)->state, ==, MCP_STEP_PENDING);
    }
  session_finish (session);
}

/* A server that answers nothing whatsoever is not taken for one that stops at server/discover for long. */
static void
test_answers_nothing (void)
{
  McpSession *session = new_session ("[{\"ignore_stdin\": true}]", MCP_ERA_CHOICE_AUTO);
  McpProfile *profile = mcp_session_get_profile (session);
  const McpEra then[] = { MCP_ERA_LEGACY, MCP_ERA_UNKNOWN };

  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, 200);
  for (guint i = 0; i < G_N_ELEMENTS (then); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (session_open (session, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
      g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, then[i]);
    }
  session_finish (session);
}

static char *
memory_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "sounder", "eras.json", NULL);
}

/* A verdict is doubted when it is a day old, and where the program or its directory is another. */
static void
test_memory_doubted (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("sounder-XXXXXX", &error);
  g_autofree char *script = g_build_filename (folder, "server.js", NULL);
  g_autofree char *path = memory_path ();
  const char *argv[] = { "sh", "server.js", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("m", argv);
  g_autofree char *text = NULL;
  g_autofree char *version = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *old = NULL;

  g_assert_no_error (error);
  g_file_set_contents (script, "1", -1, &error);
  g_assert_no_error (error);
  g_object_set (profile, "cwd", folder, NULL);
  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, "1.2");
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_LEGACY);
  version = mcp_era_memory_dup_version (profile);
  g_assert_cmpstr (version, ==, "1.2");

  g_object_set (profile, "cwd", g_get_tmp_dir (), NULL);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);
  g_object_set (profile, "cwd", folder, NULL);
  g_file_set_contents (script, "22", -1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);

  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, NULL);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_LEGACY);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  parts = g_strsplit (text, "\"asked\":", -1);
  old = g_strjoinv ("\"asked\":1, \"was\":", parts);
  g_file_set_contents (path, old, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);

  g_unlink (script);
  g_rmdir (folder);
}

/* Another version than the one that was asked: this connection goes on, the next one asks. */
static void
test_version_changed (void)
{
  McpSession *session = new_session ("[{\"handshake\": {}}, {\"serve\": {}}]", MCP_ERA_CHOICE_AUTO);
  McpProfile *profile = mcp_session_get_profile (session);

  mcp_era_memory_store (profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, "0.0.1");
  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
  g_assert_nonnull (strstr (mcp_session_get_era_evidence (session), "version 0.0.1"));
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_UNKNOWN);
  session_close (session);
  session_finish (session);
}

/* The verdict is remembered: the second time nothing is probed. It is doubted when it fails. */
static void
test_remembered (void)
{
  McpSession *session = new_session ("[{\"handshake\": {}}, {\"serve\": {}}]", MCP_ERA_CHOICE_AUTO);
  McpProfile *profile = mcp_session_get_profile (session);

  session_open_ok (session);
  g_assert_cmpint (mcp_era_memory_lookup (profile, NULL), ==, MCP_ERA_LEGACY);
  session_close (session);
  session_open_ok (session);
  g_assert_nonnull (strstr (mcp_session_get_era_evidence (session), "last time"));
  session_close (session);
  session_finish (session);

  session = new_session ("[{\"serve\": {" MODERN ", " NO_INITIALIZE ", " TOOLS "}}]",
                         MCP_ERA_CHOICE_AUTO);
  mcp_era_memory_store (mcp_session_get_profile (session), MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, NULL);
  session_open_ok (session);
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_MODERN);
  g_assert_cmpint (mcp_era_memory_lookup (mcp_session_get_profile (session), NULL), ==, MCP_ERA_MODERN);
  session_close (session);
  session_finish (session);
}

static void
set_rule (McpSession *session,
          const char *json)
{
  g_autoptr (McpAnswerRules) rules = mcp_answer_rules_new_from_json (json, -1, NULL);

  mcp_questions_set_rules (mcp_session_get_questions (session), rules);
}

static char *
text_of (McpSession *session,
         guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (mcp_session_get_journal (session), serial);
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* A result that asks more than the profile lets wait ends its call before anything is asked. */
static void
test_too_many_questions (void)
{
  g_autoptr (GString) requests = g_string_new (NULL);
  g_autofree char *script = NULL;
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", NULL);
  McpSession *session;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (requests, "%s\"q%u\": {\"method\": \"roots/list\"}", i > 0 ? "," : "", i);
  script = g_strdup_printf ("[{\"serve\": {" MODERN ", \"tools/call\": {\"result\": {\"resultType\": "
                            "\"input_required\", \"requestState\": \"s\", \"inputRequests\": {%s}}}}}]",
                            requests->str);
  session = new_session (script, MCP_ERA_CHOICE_MODERN);
  mcp_session_set_auto_list (session, FALSE);
  g_object_set (mcp_session_get_profile (session), "max-server-requests", 10, NULL);
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_cmpuint (session_count_findings (session, "rpc.too-many-requests"), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_questions_get_history (
                      mcp_session_get_questions (session))), ==, 0);
  session_finish (session);
}

/* Two rounds are one call; requestState goes back byte for byte, under another id. */
static void
test_rounds (void)
{
  const char *state = "\"requestState\": \"a\\u0000 \\\"b\\\" é\"";
  McpSession *session =
    new_session ("[{\"expect\": {\"method\": \"server/discover\"}},"
                 "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": " DISCOVER_RESULT "}},"
                 "{\"expect\": {\"method\": \"tools/call\"}},"
                 "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":"
                 "{\\\"resultType\\\":\\\"input_required\\\",\\\"inputRequests\\\":{\\\"who\\\":{\\\"method\\\":"
                 "\\\"elicitation/create\\\",\\\"params\\\":{\\\"message\\\":\\\"Who?\\\",\\\"requestedSchema\\\":"
                 "{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{\\\"name\\\":{\\\"type\\\":\\\"string\\\","
                 "\\\"default\\\":\\\"Ada\\\"}}}}},\\\"where\\\":{\\\"method\\\":\\\"roots/list\\\"}},"
                 "\\\"requestState\\\":\\\"a\\\\u0000 \\\\\\\"b\\\\\\\" é\\\"}}\"},"
                 "{\"expect\": {\"method\": \"tools/call\"}},"
                 "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": "
                 "{\"resultType\": \"complete\", \"content\": []}}},"
                 "{\"serve\": {}}]", MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", "{\"n\":1.10}");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  McpCallRound round;

  mcp_session_set_auto_list (session, FALSE);
  set_rule (session, "[{\"do\":\"accept\"}]");
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  g_assert_cmpuint (mcp_call_get_n_rounds (call), ==, 1);
  g_assert_true (mcp_call_get_round (call, 0, &round));

  first = text_of (session, round.request_serial);
  second = text_of (session, mcp_call_get_outcome (call)->serial);
  g_assert_null (strstr (first, "requestState"));
  g_assert_nonnull (strstr (second, state));
  g_assert_nonnull (strstr (second, "\"n\":1.10"));
  g_assert_nonnull (strstr (second, "\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}"));
  g_assert_nonnull (strstr (second, "\"where\":{\"roots\":[]}"));
  g_assert_cmpuint (mcp_journal_get_conversation (mcp_session_get_journal (session),
                                                  mcp_call_get_outcome (call)->serial),
                    ==, round.request_serial);
  session_close (session);
  session_finish (session);
}

/* More than a pipe takes. */
#define BIG_ARGUMENT_BYTES (4 * 1024 * 1024)

/* Asked while its first request is still being written, a call goes on with the second behind it. */
static void
test_early_round (void)
{
  McpSession *session =
    new_session ("[{\"expect\": {\"method\": \"server/discover\"}},"
                 "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": " DISCOVER_RESULT "}},"
                 "{\"expect\": {\"method\": \"tools/call\"}},"
                 "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": 3, \"result\": {\"resultType\": \"input_required\","
                 "\"inputRequests\": {\"a\": {\"method\": \"roots/list\"}}}}},"
                 "{\"signal\": " G_STRINGIFY (SIGSTOP) "},"
                 "{\"expect\": {\"method\": \"tools/call\"}}, {\"expect\": {\"method\": \"tools/call\"}},"
                 "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": "
                 "{\"resultType\": \"complete\", \"content\": []}}}]", MCP_ERA_CHOICE_MODERN);
  McpJournal *journal = mcp_session_get_journal (session);
  g_autofree char *text = g_strnfill (BIG_ARGUMENT_BYTES, 'x');
  g_autofree char *arguments = g_strdup_printf ("{\"text\":\"%s\"}", text);
  g_autoptr (McpCall) other = mcp_session_new_tool_call ("t", NULL);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", arguments);
  g_autoptr (McpRecord) request = NULL;

  mcp_session_set_auto_list (session, FALSE);
  session_open_ok (session);
  mcp_session_start_call (session, other);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_get_n_rounds (call) == 1);
  session_continue_server (session);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);

  /* The record of the first comes before that of the second. */
  request = mcp_journal_get_record (journal, mcp_call_get_outcome (call)->serial - 1);
  g_assert_cmpint (mcp_record_get_kind (request), ==, MCP_RECORD_REQUEST);
  g_assert_cmpuint (mcp_record_get_size (request), >, BIG_ARGUMENT_BYTES);
  g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_OK);
  session_finish (session);
}

/* A server that asks for ever is given up. */
static void
test_round_limit (void)
{
  McpSession *session =
    new_session ("[{\"serve\": {" MODERN ", \"tools/call\": {\"result\": {\"resultType\": "
                 "\"input_required\", \"requestState\": \"x\", \"inputRequests\": {\"a\": "
                 "{\"method\": \"roots/list\"}}}}}}]", MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", NULL);

  mcp_session_set_auto_list (session, FALSE);
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_FAILED);
  g_assert_cmpuint (mcp_call_get_n_rounds (call), ==, 11);
  session_close (session);
  session_finish (session);
}

/* What was not declared is not done, and a call that waits for a person can be cancelled. */
static void
test_round_refused (void)
{
  const char *script =
    "[{\"serve\": {" MODERN ", \"tools/call\": {\"result\": {\"resultType\": \"input_required\", "
    "\"inputRequests\": {\"a\": {\"method\": \"sampling/createMessage\", \"params\": {}}}}}}}]";
  McpSession *session = new_session (script, MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) refused = mcp_session_new_tool_call ("t", NULL);
  g_autoptr (McpCall) cancelled = mcp_session_new_tool_call ("t", NULL);
  McpQuestions *questions = mcp_session_get_questions (session);

  mcp_session_set_auto_list (session, FALSE);
  session_open_ok (session);
  mcp_session_start_call (session, refused);
  TEST_AWAIT (mcp_call_is_finished (refused));
  g_assert_error (mcp_call_get_outcome (refused)->error, MCP_ERROR, MCP_ERROR_CAPABILITY);

  mcp_questions_set_attended (questions, TRUE);
  mcp_session_start_call (session, cancelled);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (questions)) == 1);
  mcp_call_cancel (cancelled, NULL);
  g_assert_error (mcp_call_get_outcome (cancelled)->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (questions)) == 0);
  session_close (session);
  session_finish (session);
}

/* Requests of the server's own are a finding and get no answer; so is an unknown type of result. */
static void
test_findings (void)
{
  McpSession *session =
    new_session ("[{\"serve\": {" MODERN ", \"tools/call\": {\"before\": [{\"send\": {\"jsonrpc\": "
                 "\"2.0\", \"id\": 7, \"method\": \"ping\"}}], \"result\": {\"resultType\": \"other\"}}}}]",
                 MCP_ERA_CHOICE_MODERN);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", NULL);

  mcp_session_set_auto_list (session, FALSE);
  session_open_ok (session);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_error (mcp_call_get_outcome (call)->error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_true (session_count_findings (session, "modern.server-request") > 0);
  g_assert_true (session_count_findings (session, "modern.result-type") > 0);
  session_close (session);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/session/era/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_era);
    }
  g_test_add_func ("/session/era/version-retried", test_version_retried);
  g_test_add_func ("/session/era/meta", test_meta);
  g_test_add_func ("/session/era/dies-at-probe", test_dies_at_probe);
  for (guint i = 0; i < G_N_ELEMENTS (silence_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/session/era/silence/", silence_cases[i].name, NULL);

      g_test_add_data_func (path, &silence_cases[i], test_silence);
    }
  g_test_add_func ("/session/era/both-refused", test_both_refused);
  g_test_add_func ("/session/era/modern-late", test_modern_late);
  g_test_add_func ("/session/era/stops-at-probe", test_stops_at_probe);
  g_test_add_func ("/session/era/closed-while-asked", test_closed_while_asked);
  g_test_add_func ("/session/era/answers-nothing", test_answers_nothing);
  g_test_add_func ("/session/era/remembered", test_remembered);
  g_test_add_func ("/session/era/memory-doubted", test_memory_doubted);
  g_test_add_func ("/session/era/version-changed", test_version_changed);
  g_test_add_func ("/session/era/too-many-questions", test_too_many_questions);
  g_test_add_func ("/session/era/rounds", test_rounds);
  g_test_add_func ("/session/era/early-round", test_early_round);
  g_test_add_func ("/session/era/round-limit", test_round_limit);
  g_test_add_func ("/session/era/round-refused", test_round_refused);
  g_test_add_func ("/session/era/findings", test_findings);

  return g_test_run ();
}
