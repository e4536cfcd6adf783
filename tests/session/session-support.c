/* session-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include "mcp-http-stream.h"
#include "mcp-journal-view.h"
#include "mcp-summary.h"
#include "mcp-traffic-statistics.h"
#include "session-support.h"

typedef struct
{
  gboolean  done;
  gboolean  success;
  GError   *error;
} Result;

McpSession *
session_new_mock (const char *script)
{
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("mock",
                                                             (const char * const *) argv);
  McpSession *session;

  mcp_profile_stop_probes (profile);
  /* Scripts are written for one era; the probe has tests of its own. */
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  g_object_set (profile, "close-wait-msec", 300, "term-wait-msec", 300, NULL);
  /* What the tests say to sanitizers is for it, too. */
  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);

  return session;
}

static void
open_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Result *r = user_data;

  r->success = mcp_session_open_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

gboolean
session_open (McpSession  *session,
              GError     **error)
{
  Result r = { 0 };

  mcp_session_open_async (session, NULL, open_cb, &r);
  TEST_AWAIT (r.done);
  if (!r.success)
    g_propagate_error (error, r.error);

  return r.success;
}

void
session_open_ok (McpSession *session)
{
  g_autoptr (GError) error = NULL;

  session_open (session, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
}

static void
close_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Result *r = user_data;

  r->success = mcp_session_close_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

static gboolean
is_stopped (GPid pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, ") T ") != NULL;
}

void
session_continue_server (McpSession *session)
{
  GPid pid = mcp_process_get_pid (mcp_session_get_process (session));

  TEST_AWAIT_POLL (is_stopped (pid));
  kill (pid, SIGCONT);
}

void
session_close (McpSession *session)
{
  Result r = { 0 };

  mcp_session_close_async (session, NULL, close_cb, &r);
  TEST_AWAIT (r.done);
  g_assert_no_error (r.error);
}

void
session_release (McpSession *session)
{
  gpointer left = session;

  /* A thread that reads a large message holds it until it is done. */
  g_object_add_weak_pointer (G_OBJECT (session), &left);
  g_object_unref (session);
  TEST_AWAIT (left == NULL);
}

void
session_finish (McpSession *session)
{
  McpProcess *process = mcp_session_get_process (session);
  GPid pid = process != NULL ? mcp_process_get_pid (process) : 0;

  session_close (session);
  if (pid != 0)
    g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));

  mcp_journal_flush (mcp_session_get_journal (session));
  session_release (session);
}

static void
call_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Result *r = user_data;

  r->success = mcp_session_call_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

gboolean
session_run (McpSession  *session,
             McpCall     *call,
             GError     **error)
{
  Result r = { 0 };

  mcp_session_call_async (session, call, NULL, call_cb, &r);
  TEST_AWAIT (r.done);
  if (!r.success)
    g_propagate_error (error, r.error);

  return r.success;
}

guint
session_count_findings (McpSession *session,
                        const char *rule)
{
  McpJournal *journal = mcp_session_get_journal (session);
  GListModel *findings = mcp_journal_get_findings (journal);
  guint count = 0;

  mcp_journal_flush (journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      if (g_str_equal (mcp_finding_get_rule (finding), rule))
        count += mcp_finding_get_count (finding);
    }

  return count;
}

guint
session_count_records (McpSession    *session,
                       McpRecordKind  kind)
{
  McpJournal *journal = mcp_session_get_journal (session);
  guint count = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      count += mcp_record_get_kind (record) == kind;
    }

  return count;
}

McpRecord *
session_get_record (McpSession    *session,
                    McpRecordKind  kind)
{
  McpJournal *journal = mcp_session_get_journal (session);

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == kind)
        return g_steal_pointer (&record);
    }

  g_error ("no record of kind %s", mcp_record_kind_get_nick (kind));
}

gboolean
session_has_stream (McpSession         *session,
                    McpExchangePurpose  purpose)
{
  GListModel *streams = mcp_session_get_streams (session);

  for (guint i = 0; streams != NULL && i < g_list_model_get_n_items (streams); i++)
    {
      g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, i);

      if (mcp_http_stream_get_purpose (stream) == purpose
          && mcp_http_stream_get_state (stream) == MCP_STREAM_OPEN)
        return TRUE;
    }

  return FALSE;
}

char *
session_dup_text (McpRecord *record)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, &error);

  g_assert_no_error (error);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

char *
session_dup_result (McpCall *call)
{
  GBytes *result = mcp_call_get_result (call);

  g_assert_nonnull (result);

  return g_strndup (g_bytes_get_data (result, NULL), g_bytes_get_size (result));
}

void
session_assert_no_errors (McpSession *session)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpTrafficStatistics) statistics = mcp_traffic_statistics_new_for_journal (journal);
  const McpTrafficFigures *totals;

  mcp_journal_flush (journal);
  mcp_journal_view_set_scope (view, MCP_VIEW_ERRORS);
  TEST_AWAIT (!mcp_journal_view_is_busy (view) && !mcp_traffic_statistics_is_busy (statistics));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (view)); i++)
    {
      g_autoptr (McpRecord) record = g_list_model_get_item (G_LIST_MODEL (view), i);
      g_autofree char *summary = mcp_summary_for_record (record);

      g_test_message ("An error: %s", summary);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 0);
  totals = mcp_traffic_statistics_get_totals (statistics);
  g_assert_cmpuint (totals->n_errors, ==, 0);
}

void
session_refresh_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  SessionRefresh *refresh = user_data;

  refresh->success = mcp_catalog_refresh_finish (MCP_CATALOG (source), result, &refresh->error);
  refresh->done = TRUE;
}

gboolean
session_refresh (McpCatalog  *catalog,
                 GError     **error)
{
  SessionRefresh r = { 0 };

  mcp_catalog_refresh_async (catalog, NULL, session_refresh_cb, &r);
  TEST_AWAIT (r.done);
  if (!r.success)
    g_propagate_error (error, r.error);

  return r.success;
}

void
session_refresh_ok (McpCatalog *catalog)
{
  g_autoptr (GError) error = NULL;

  session_refresh (catalog, &error);
  g_assert_no_error (error);
}

void
session_assert_names (McpCatalog *catalog,
                      const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (catalog)); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), i);

      g_string_append_printf (names, "%s%s", i > 0 ? "," : "", mcp_catalog_item_get_name (item));
    }

  g_assert_cmpstr (names->str, ==, expected);
}
