/* recorded-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-journal-open.h"
#include "mcp-profile-journal.h"
#include "mcp-recording.h"
#include "mcp-session.h"
#include "test-support.h"

/* Recordings written out by hand, line by line; times are microseconds. */

#define LINE(t, dir, raw) \
  "{\"t\":" #t ",\"ch\":\"stdio\",\"dir\":\"" dir "\",\"raw\":\"" raw "\"}\n"
#define PROBE(t, raw) \
  "{\"t\":" #t ",\"ch\":\"stdio\",\"dir\":\"out\",\"probe\":true,\"raw\":\"" raw "\"}\n"
#define RPC "{\\\"jsonrpc\\\":\\\"2.0\\\","

/* What another program wrote: requests and answers, and nothing else. */
#define HEAD "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"generator\":\"Other 1\"}\n"
#define ASK(t, dir, id, method, params) \
  LINE (t, dir, RPC "\\\"id\\\":" id ",\\\"method\\\":\\\"" method "\\\",\\\"params\\\":{" params "}}")
#define TELL(t, dir, method, params) \
  LINE (t, dir, RPC "\\\"method\\\":\\\"" method "\\\",\\\"params\\\":{" params "}}")
#define ANSWER(t, dir, id) LINE (t, dir, RPC "\\\"id\\\":" id ",\\\"result\\\":{\\\"roots\\\":[]}}")
#define PROGRESS(t, token, progress) \
  TELL (t, "in", "notifications/progress", "\\\"progressToken\\\":" token ",\\\"progress\\\":" progress)
#define WITH_TOKEN(token) "\\\"_meta\\\":{\\\"progressToken\\\":" token "}"

static inline void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline McpSession *
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
  mcp_recording_open_async (file, NULL, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  *recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
  profile = mcp_profile_new_for_recording ("server", mcp_recording_get_profile_json (*recording));

  return mcp_session_new_recorded (profile, mcp_recording_get_journal (*recording));
}

static inline void
await_examination (McpSession *session)
{
  TEST_AWAIT (!mcp_journal_is_loading (mcp_session_get_journal (session)));
  TEST_AWAIT (!mcp_session_is_examining (session));
  mcp_journal_flush (mcp_session_get_journal (session));
}

static inline gboolean
has_finding (McpSession *session,
             const char *rule,
             guint       serial)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (g_str_equal (mcp_finding_get_rule (finding), rule)
          && mcp_finding_get_serial (finding) == serial && mcp_finding_is_derived (finding))
        return TRUE;
    }

  return FALSE;
}
