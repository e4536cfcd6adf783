/* test-session-recorded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-catalog-item.h"
#include "mcp-error.h"
#include "mcp-journal-open.h"
#include "mcp-recording.h"
#include "mcp-session.h"
#include "test-support.h"

/* What a session of a recording knows of a server that is not there. */

#define LINE(t, dir, raw) \
  "{\"t\":" #t ",\"ch\":\"stdio\",\"dir\":\"" dir "\",\"raw\":\"" raw "\"}\n"
#define PROBE(t, raw) \
  "{\"t\":" #t ",\"ch\":\"stdio\",\"dir\":\"out\",\"probe\":true,\"raw\":\"" raw "\"}\n"
#define RPC "{\\\"jsonrpc\\\":\\\"2.0\\\","

static const char legacy[] =
  "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\","
  "\"profile\":{\"command\":\"server\",\"args\":[\"-x\"]},\"redacted\":false}\n"
  "{\"t\":1,\"ch\":\"session\",\"note\":{\"type\":\"life\"}}\n"
  LINE (10, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"initialize\\\",\\\"params\\\":{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{\\\"roots\\\":{}}}}")
  LINE (42, "in", RPC "\\\"id\\\":1,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-06-18\\\",\\\"capabilities\\\":{\\\"tools\\\":{\\\"listChanged\\\":true}},\\\"serverInfo\\\":{\\\"name\\\":\\\"s\\\",\\\"version\\\":\\\"1\\\"}}}")
  LINE (50, "out", RPC "\\\"id\\\":2,\\\"method\\\":\\\"tools/list\\\"}")
  LINE (60, "in", RPC "\\\"id\\\":2,\\\"result\\\":{\\\"tools\\\":[{\\\"name\\\":\\\"a\\\",\\\"inputSchema\\\":{}}],\\\"nextCursor\\\":\\\"c\\\"}}")
  LINE (70, "out", RPC "\\\"id\\\":3,\\\"method\\\":\\\"tools/list\\\",\\\"params\\\":{\\\"cursor\\\":\\\"c\\\"}}")
  LINE (80, "in", RPC "\\\"id\\\":3,\\\"result\\\":{\\\"tools\\\":[{\\\"name\\\":\\\"b\\\",\\\"inputSchema\\\":{}}]}}")
  PROBE (100, RPC "\\\"id\\\":4,\\\"method\\\":\\\"ping\\\"}")
  LINE (150, "in", RPC "\\\"id\\\":4,\\\"result\\\":{}}")
  PROBE (200, RPC "\\\"id\\\":5,\\\"method\\\":\\\"ping\\\"}")
  "{\"t\":200,\"ch\":\"session\",\"note\":{\"type\":\"status\",\"about\":10,\"status\":\"timed-out\"}}\n"
  PROBE (300, RPC "\\\"id\\\":6,\\\"method\\\":\\\"ping\\\"}")
  LINE (370, "in", RPC "\\\"id\\\":6,\\\"result\\\":{}}")
  LINE (400, "out", RPC "\\\"id\\\":7,\\\"method\\\":\\\"tools/call\\\"}");

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpSession *
open_session (const char    *text,
              McpRecording **recording)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("recorded-XXXXXX.mcprec", &stream, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = NULL;

  g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  mcp_recording_open_async (file, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  *recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
  profile = mcp_profile_new_for_recording ("server", mcp_recording_get_profile_json (*recording));

  return mcp_session_new_recorded (profile, mcp_recording_get_journal (*recording));
}

static void
test_knows_the_server (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (legacy, &recording);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  McpCatalog *prompts = mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS);
  McpSampleStore *probes = mcp_health_get_probes (mcp_session_get_health (session));
  g_autofree char *name = NULL;
  g_autofree char *transport = mcp_session_describe_transport (session);
  static const McpSampleStatus expected[] = { MCP_SAMPLE_OK, MCP_SAMPLE_LOST, MCP_SAMPLE_OK };

  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_RECORDED);
  g_assert_false (mcp_session_is_open (session));
  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));

  name = mcp_session_lookup (session, "serverInfo.name");
  g_assert_cmpstr (name, ==, "s");
  g_assert_cmpstr (transport, ==, "stdio");
  g_assert_cmpint (mcp_session_get_era (session), ==, MCP_ERA_LEGACY);
  g_assert_cmpstr (mcp_session_get_asked_version (session), ==, "2025-11-25");
  g_assert_cmpstr (mcp_session_get_offered_version (session), ==, "2025-06-18");
  g_assert_cmpint (mcp_session_get_handshake_usec (session), ==, 32);
  g_assert_true (mcp_session_has_capability (session, "tools.listChanged"));
  g_assert_false (mcp_session_has_capability (session, "prompts"));

  /* Pages are one list. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tools)), ==, 2);
  g_assert_nonnull (mcp_catalog_find (tools, "b"));
  g_assert_cmpint (mcp_catalog_get_state (tools), ==, MCP_CATALOG_LOADED);
  g_assert_cmpint (mcp_catalog_get_state (prompts), ==, MCP_CATALOG_UNSUPPORTED);

  g_assert_cmpuint (mcp_sample_store_get_n_samples (probes), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      McpHealthSample sample;

      g_assert_true (mcp_sample_store_get (probes, mcp_sample_store_get_first (probes) + i,
                                           &sample));
      g_assert_cmpint (sample.status, ==, expected[i]);
      g_assert_cmpint (sample.rtt_usec, ==, i == 0 ? 50 : i == 1 ? -1 : 70);
    }
}

static void
test_never_connects (void)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpSession) session = open_session (legacy, &recording);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) called = NULL;
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("a", NULL);
  g_autoptr (McpRecord) last = NULL;
  g_autoptr (GError) error = NULL;

  mcp_session_open_async (session, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  g_assert_false (mcp_session_open_finish (session, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_clear_error (&error);

  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
  mcp_session_call_async (session, call, NULL, store_cb, &called);
  TEST_AWAIT (called != NULL);
  g_assert_false (mcp_session_call_finish (session, called, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);

  /* Asking for a list again gives what there is. */
  mcp_catalog_refresh_async (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), NULL, store_cb,
                             &listed);
  TEST_AWAIT (listed != NULL);
  g_assert_true (mcp_catalog_refresh_finish (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS),
                                             listed, NULL));

  /* What was not answered never will be. */
  last = mcp_journal_get_record (mcp_session_get_journal (session), 13);
  g_assert_cmpint (mcp_record_get_status (last), ==, MCP_STATUS_LOST);
  g_clear_object (&last);
  g_clear_object (&call);
  g_clear_object (&result);
  g_clear_object (&listed);
  g_clear_object (&called);
  g_assert_finalize_object (g_steal_pointer (&session));
}

static void
test_hostile_answers (void)
{
  static const char *const results[] = {
    "null", "[]", "{}", "{\\\"tools\\\":null}", "{\\\"tools\\\":[1,null,[],{}]}", "\\\"\\\"",
    "{\\\"protocolVersion\\\":7,\\\"capabilities\\\":[],\\\"serverInfo\\\":null}",
  };
  static const char *const asked[] = { "initialize", "server/discover", "tools/list",
                                       "prompts/list" };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    for (guint j = 0; j < G_N_ELEMENTS (asked); j++)
      {
        g_autofree char *text = g_strdup_printf (
          "{\"mcprec\":1,\"profile\":[]}\n"
          LINE (1, "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"%s\\\",\\\"params\\\":%s}")
          LINE (2, "in", RPC "\\\"id\\\":1,\\\"result\\\":%s}"),
          asked[j], results[i], results[i]);
        g_autoptr (McpRecording) recording = NULL;
        g_autoptr (McpSession) session = open_session (text, &recording);

        TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
        g_assert_cmpuint (mcp_journal_get_n_records (mcp_session_get_journal (session)), ==, 2);
      }
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/recorded/knows-the-server", test_knows_the_server);
  g_test_add_func ("/session/recorded/never-connects", test_never_connects);
  g_test_add_func ("/session/recorded/hostile-answers", test_hostile_answers);

  return g_test_run ();
}
