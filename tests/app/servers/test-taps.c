/* test-taps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-entry.h"
#include "mcp-journal-archive.h"
#include "sounder-capabilities.h"
#include "sounder-session-view.h"
#include "sounder-taps.h"
#include "test-support.h"

/* A spool is locked by its open file, so that one of this program counts as another's. */
static McpJournal *
create (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_journal_archive_create (json, &error);

  g_assert_no_error (error);
  mcp_journal_flush (journal);

  return journal;
}

static void
append (McpJournal   *journal,
        McpDirection  direction,
        const char   *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autofree char *decoded = NULL;
  McpJournalEntry entry = { 0 };
  McpScan scan;

  mcp_scan (text, strlen (text), &scan);
  entry.life = 1;
  entry.direction = direction;
  mcp_entry_classify (&entry, text, strlen (text), &scan, &decoded);
  mcp_journal_append (journal, &entry, bytes);
  mcp_journal_flush (journal);
}

static GListModel *
get_followed (SounderServer *server)
{
  return G_LIST_MODEL (mcp_session_get_journal (sounder_server_get_session (server)));
}

/* One that runs, one that comes, and neither what the window itself writes nor what is over. */
static void
test_taps_rows (void)
{
  SounderServerModel *model = app_test_new_model ();
  McpJournal *running = create ("{\"command\":\"a\",\"name\":\"running\",\"origin\":\"tap\"}");
  g_autoptr (McpJournal) window = create ("{\"command\":\"w\",\"name\":\"window\",\"origin\":\"window\"}");
  g_autoptr (McpJournal) coming = NULL;
  SounderTaps *taps = sounder_taps_new (model);
  SounderServer *server = sounder_server_model_find (model, "running");
  g_autofree char *text = NULL;
  g_autofree char *ended_text = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 1);
  g_assert_nonnull (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_TAPPED);
  text = sounder_server_dup_status_text (server);
  g_assert_cmpstr (text, ==, "Tap, live");

  /* What it writes is seen. */
  g_assert_cmpuint (g_list_model_get_n_items (get_followed (server)), ==, 0);
  append (running, MCP_DIRECTION_IN, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
  TEST_AWAIT (g_list_model_get_n_items (get_followed (server)) == 1);

  coming = create ("{\"command\":\"a\",\"name\":\"running\",\"origin\":\"tap\"}");
  TEST_AWAIT (sounder_server_model_find (model, "running (2)") != NULL);

  /* It stays when the tap ends, and says so. */
  g_object_unref (running);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_RECORDED);
  ended_text = sounder_server_dup_status_text (server);
  g_assert_cmpstr (ended_text, ==, "Tap, ended");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 2);

  g_assert_finalize_object (taps);
  g_object_unref (model);
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *action)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, action);

  return found;
}

/* Returns how many capabilities of the client are not there; each says @detail. */
static guint
count_absent (SounderServer *server,
              const char    *detail)
{
  g_autoptr (GPtrArray) list = sounder_capabilities_list (sounder_server_get_session (server));
  guint n_absent = 0;

  for (guint i = 0; i < list->len; i++)
    {
      SounderCapability *capability = g_ptr_array_index (list, i);

      if (!capability->is_client || capability->present)
        continue;
      g_assert_cmpstr (capability->detail, ==, detail);
      n_absent++;
    }

  return n_absent;
}

/* There is nothing to connect to, and no setting of ours decided what the client offered. */
static void
test_taps_not_ours (void)
{
  SounderServerModel *model = app_test_new_model ();
  McpJournal *running = create ("{\"command\":\"a\",\"name\":\"running\",\"origin\":\"tap\"}");
  SounderTaps *taps = sounder_taps_new (model);
  SounderServer *server = sounder_server_model_find (model, "running");
  GtkWidget *view = g_object_ref_sink (sounder_session_view_new (server));
  McpSession *session = sounder_server_get_session (server);

  g_assert_false (gtk_widget_get_visible (find_button (view, "session.connect")));
  g_assert_false (gtk_widget_get_visible (find_button (view, "session.restart")));

  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_TAPPED);
  g_assert_cmpuint (count_absent (server, "Nobody has said anything of it yet"), ==, 3);
  append (running, MCP_DIRECTION_OUT,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
          "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"sampling\":{}},"
          "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
  append (running, MCP_DIRECTION_IN,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\","
          "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}");
  TEST_AWAIT (mcp_session_get_server_json (session) != NULL);
  g_assert_cmpuint (count_absent (server, "Not offered"), ==, 2);

  g_object_unref (view);
  g_object_unref (running);
  g_assert_finalize_object (taps);
  g_object_unref (model);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  app_test_init (&argc, &argv);
  g_test_add_func ("/app/taps/rows", test_taps_rows);
  g_test_add_func ("/app/taps/not-ours", test_taps_not_ours);

  return g_test_run ();
}
