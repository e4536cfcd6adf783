/* test-catalog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "mcp-linter.h"
#include "session-support.h"

/* The lists of a server. */

static void
test_catalog_takes_all_pages (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'},{'name':'b'}],'nextCursor':''}") ","
    TOOLS_PAGE ("{'tools':[],'nextCursor':'x'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'c'}],'nextCursor':null}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  McpJournal *journal = mcp_session_get_journal (session);
  gboolean saw_empty = FALSE;

  session_open_ok (session);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_EMPTY);
  g_assert_cmpint (mcp_catalog_get_age_usec (catalog), ==, -1);
  session_refresh_ok (catalog);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADED);
  g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, 3);
  g_assert_cmpint (mcp_catalog_get_age_usec (catalog), >=, 0);
  session_assert_names (catalog, "a,b,c");

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autofree char *text = session_dup_text (record);

      saw_empty |= strstr (text, "\"params\":{\"cursor\":\"\"") != NULL;
    }
  g_assert_true (saw_empty);
  session_finish (session);
}

static McpSession *
new_paged (const char *steps)
{
  McpSession *session = session_new_mock (steps);

  g_object_set (mcp_session_get_profile (session), "list-by-page", TRUE, NULL);
  session_open_ok (session);
  /* Nothing was listed when it opened; from here on it is as in the window. */
  mcp_session_set_auto_list (session, TRUE);
  g_assert_true (mcp_session_lists_by_page (session));

  return session;
}

static void
load_more (McpCatalog *catalog,
           gboolean    all)
{
  mcp_catalog_load_more (catalog, all);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADING);
  TEST_AWAIT (mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADING);
}

/* The next page when somebody wants it, and a refresh loads as many as there were. */
static void
test_catalog_by_page (void)
{
  McpSession *session = new_paged (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x','ttlMs':5000}") ","
    TOOLS_PAGE ("{'tools':[{'name':'b'},{'name':'a'}],'nextCursor':'y','ttlMs':1000}") ","
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'b'}],'nextCursor':'y'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'c'}],'nextCursor':'z'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'d'}]}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  session_refresh_ok (catalog);
  session_assert_names (catalog, "a");
  g_assert_true (mcp_catalog_has_more (catalog));
  g_assert_cmpint (mcp_catalog_get_ttl_msec (catalog), ==, 5000);

  load_more (catalog, FALSE);
  session_assert_names (catalog, "a,b,a");
  g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, 2);
  g_assert_cmpint (mcp_catalog_get_ttl_msec (catalog), ==, 1000);
  g_assert_cmpuint (session_count_findings (session, "list.duplicate-name"), ==, 1);

  session_refresh_ok (catalog);
  session_assert_names (catalog, "a,b");
  g_assert_true (mcp_catalog_has_more (catalog));

  load_more (catalog, TRUE);
  session_assert_names (catalog, "a,b,c,d");
  g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, 4);
  g_assert_false (mcp_catalog_has_more (catalog));

  mcp_catalog_load_more (catalog, TRUE);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADED);
  session_finish (session);
}

/* What is there stays, and the page can be asked for again; a circle has an end here, too. */
static void
test_catalog_by_page_fails (void)
{
  McpSession *session = new_paged (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") ","
    "{'expect':{'method':'tools/list'}},"
    "{'send':{'jsonrpc':'2.0','id':'$id','error':{'code':-32602,'message':'expired'}}},"
    TOOLS_PAGE ("{'tools':[{'name':'b'}],'nextCursor':'y'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'c'}],'nextCursor':'x'}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  session_refresh_ok (catalog);
  load_more (catalog, FALSE);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_FAILED);
  session_assert_names (catalog, "a");
  g_assert_true (mcp_catalog_has_more (catalog));
  g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, 1);

  load_more (catalog, FALSE);
  session_assert_names (catalog, "a,b");
  load_more (catalog, FALSE);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_FAILED);
  session_assert_names (catalog, "a,b,c");
  g_assert_false (mcp_catalog_has_more (catalog));
  g_assert_cmpuint (session_count_findings (session, "list.cursor-loop"), ==, 1);
  session_finish (session);
}

/* A session that ends while a page is on its way. */
static void
test_catalog_by_page_ends (void)
{
  McpSession *session = new_paged (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") ","
    "{'expect':{'method':'tools/list'}}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  session_refresh_ok (catalog);
  mcp_catalog_load_more (catalog, FALSE);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADING);
  mcp_catalog_reset (catalog, MCP_CATALOG_EMPTY);
  g_assert_false (mcp_catalog_has_more (catalog));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (catalog)), ==, 0);
  session_finish (session);
}

#define DIRECTORIES(setting) \
  "{'handshake':{'capabilities':{'resources':{},'extensions':{'io.modelcontextprotocol/skills':{" setting "}}}}}"

/* What is in a directory is a list like others, all pages of it; a call is not sent where nobody declared it. */
static void
test_catalog_directory (void)
{
  McpSession *session = session_new_mock (
    "[" DIRECTORIES ("'directoryRead':true") ","
    "{'expect':{'method':'resources/directory/read','params':{'uri':'f:a'}}},"
    "{'send':{'jsonrpc':'2.0','id':'$id','result':{'resources':[{'uri':'f:a/b','name':'b'}],'nextCursor':'x'}}},"
    "{'expect':{'method':'resources/directory/read','params':{'uri':'f:a','cursor':'x'}}},"
    "{'send':{'jsonrpc':'2.0','id':'$id','result':{'resources':[{'uri':'f:a/c','name':'c'},{'uri':3}]}}}]");
  g_autoptr (McpCatalog) catalog = mcp_catalog_new_for_directory (session, "f:a");

  /* Also where lists are loaded page by page. */
  g_object_set (mcp_session_get_profile (session), "list-by-page", TRUE, NULL);
  session_open_ok (session);
  mcp_session_set_auto_list (session, TRUE);
  g_assert_true (mcp_session_reads_directories (session));
  session_refresh_ok (catalog);
  session_assert_names (catalog, "b,c,");
  g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, 2);
  g_assert_cmpuint (session_count_findings (session, "list.bad-item"), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (
                      G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES))), ==, 0);
  session_finish (session);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GError **error = user_data;

  g_assert_false (mcp_session_call_finish (MCP_SESSION (source), result, error));
}

static void
test_catalog_directory_undeclared (void)
{
  static const char *const settings[] = { "", "'directoryRead':false", "'directoryRead':'true'" };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *script = g_strdup_printf ("[" DIRECTORIES ("%s") "]", settings[i]);
      McpSession *session = session_new_mock (script);
      g_autoptr (McpCatalog) catalog = mcp_catalog_new_for_directory (session, "f:a");
      g_autoptr (McpCall) call = mcp_session_new_directory_read ("f:a", NULL);
      g_autoptr (GError) error = NULL;

      session_open_ok (session);
      g_assert_false (mcp_session_reads_directories (session));
      session_refresh_ok (catalog);
      g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_UNSUPPORTED);
      mcp_session_call_async (session, call, NULL, called_cb, &error);
      TEST_AWAIT (error != NULL);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CAPABILITY);
      session_finish (session);
    }
}

static void
test_catalog_stops_circle (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") ","
    TOOLS_PAGE ("{'tools':[{'name':'b'}],'nextCursor':'x'}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_refresh (catalog, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_FAILED);
  g_assert_nonnull (mcp_catalog_get_error (catalog));
  session_assert_names (catalog, "a,b");
  g_assert_cmpuint (session_count_findings (session, "list.cursor-loop"), ==, 1);
  session_finish (session);
}

static void
count_cb (McpCatalog *catalog,
          guint      *n)
{
  (*n)++;
}

/* What was said to be good for longer is another one, and nothing told of it. */
static void
test_catalog_breaks_its_hint (void)
{
  static const struct
  {
    const char *hint;
    const char *between;
    const char *second;
    guint       n;
  } rows[] = {
    { "'ttlMs':600000", "", "{'name':'b'}", 1 },
    { "'ttlMs':600000", "", "{'name':'a'}", 0 },
    { "'ttlMs':0", "", "{'name':'b'}", 0 },
    { "'ttlMs':600000", "{'send':{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}},", "{'name':'b'}", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *script = g_strdup_printf (
        "[" HANDSHAKE "," TOOLS_PAGE ("{'tools':[{'name':'a'}],%s}") ",{'expect':{'method':'tools/list'}},%s"
        "{'send':{'jsonrpc':'2.0','id':'$id','result':{'tools':[%s],%s}}}]",
        rows[i].hint, rows[i].between, rows[i].second, rows[i].hint);
      McpSession *session = session_new_mock (script);
      McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

      session_open_ok (session);
      session_refresh_ok (catalog);
      session_refresh_ok (catalog);
      g_assert_cmpuint (session_count_findings (session, "cache.changed"), ==, rows[i].n);
      session_finish (session);
    }
}

/* A list whose server tells of no changes is read again, by itself and when somebody comes back; another is not. */
static void
test_catalog_again (void)
{
  static const struct
  {
    const char *capability;
    gboolean    again;
  } rows[] = { { "{}", TRUE }, { "{'listChanged':true}", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *script = g_strdup_printf (
        "[{'handshake':{'capabilities':{'tools':%s}}},"
        "{'serve':{'tools/list':{'result':{'tools':[{'name':'a'}]}}}}]", rows[i].capability);
      McpSession *session = session_new_mock (script);
      McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
      guint n_loads = 0;

      g_object_set (mcp_session_get_profile (session), "list-interval-sec", 1, NULL);
      session_open_ok (session);
      mcp_session_set_auto_list (session, TRUE);
      g_signal_connect (catalog, "refreshed", G_CALLBACK (count_cb), &n_loads);
      session_refresh_ok (catalog);
      if (rows[i].again)
        TEST_AWAIT (n_loads >= 3);
      else
        TEST_AWAIT (mcp_catalog_get_age_usec (catalog) > 2 * G_USEC_PER_SEC);
      g_assert_true (rows[i].again || n_loads == 1);

      g_object_set (mcp_session_get_profile (session), "list-interval-sec", 0, NULL);
      TEST_AWAIT (mcp_catalog_get_age_usec (catalog) > 2 * G_USEC_PER_SEC);
      n_loads = 0;
      mcp_catalog_come_back (catalog);
      g_assert_cmpint (mcp_catalog_get_state (catalog), ==, rows[i].again ? MCP_CATALOG_LOADING : MCP_CATALOG_LOADED);
      if (rows[i].again)
        TEST_AWAIT (n_loads == 1);
      /* It was read just now. */
      mcp_catalog_come_back (catalog);
      g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADED);
      session_finish (session);
    }
}

/* A page that came before is not taken twice, whatever leads back to it. */
static void
test_catalog_stops_repeats (void)
{
  static const struct
  {
    const char *pages;
    const char *names;
    guint       n_pages;
  } rows[] = {
    { TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':''}") "," TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':''}"), "a", 2 },
    { TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") "," TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'y'}"), "a", 2 },
    { TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") "," TOOLS_PAGE ("{'tools':[{'name':'b'}],'nextCursor':''}") ","
      TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}"), "a,b", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *script = g_strdup_printf (SCRIPT ("%s"), rows[i].pages);
      McpSession *session = session_new_mock (script);
      McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
      g_autoptr (GError) error = NULL;

      session_open_ok (session);
      g_assert_false (session_refresh (catalog, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
      session_assert_names (catalog, rows[i].names);
      g_assert_cmpuint (mcp_catalog_get_n_pages (catalog), ==, rows[i].n_pages);
      g_assert_cmpuint (session_count_findings (session, "list.cursor-loop"), ==, 1);
      g_assert_cmpuint (session_count_findings (session, "list.duplicate-name"), ==, 0);
      session_finish (session);
    }
}

typedef struct
{
  guint n_changes;
  guint position;
  guint removed;
  guint added;
} Change;

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            Change     *change)
{
  change->n_changes++;
  change->position = position;
  change->removed = removed;
  change->added = added;
}

static void
test_catalog_keeps_unchanged_items (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'},{'name':'b'},{'name':'c'}]}") ","
    TOOLS_PAGE ("{'tools':[{'name':'a'},{'name':'b','title':'B'},{'name':'c'}]}") ","
    TOOLS_PAGE ("{'tools':[{'name':'a'},{'name':'b','title':'B'},{'name':'c'}]}") ","
    TOOLS_PAGE ("{'tools':[{'name':'c'},{'name':'c'}]}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  Change change = { 0 };
  McpCatalogItem *a;
  McpCatalogItem *c;
  g_autoptr (McpCatalogItem) first = NULL;
  g_autoptr (McpCatalogItem) second = NULL;

  g_signal_connect (catalog, "items-changed", G_CALLBACK (changed_cb), &change);
  session_open_ok (session);
  session_refresh_ok (catalog);
  a = mcp_catalog_find (catalog, "a");
  c = mcp_catalog_find (catalog, "c");
  g_assert_cmpuint (change.n_changes, ==, 1);

  session_refresh_ok (catalog);
  g_assert_cmpuint (change.n_changes, ==, 2);
  g_assert_cmpuint (change.position, ==, 1);
  g_assert_cmpuint (change.removed, ==, 1);
  g_assert_cmpuint (change.added, ==, 1);
  g_assert_true (mcp_catalog_find (catalog, "a") == a);
  g_assert_true (mcp_catalog_find (catalog, "c") == c);
  g_assert_cmpstr (mcp_catalog_item_get_display_name (mcp_catalog_find (catalog, "b")), ==, "B");

  session_refresh_ok (catalog);
  g_assert_cmpuint (change.n_changes, ==, 2);

  session_refresh_ok (catalog);
  first = g_list_model_get_item (G_LIST_MODEL (catalog), 0);
  second = g_list_model_get_item (G_LIST_MODEL (catalog), 1);
  g_assert_true (first == c);
  g_assert_true (second != c);
  g_clear_object (&first);
  g_clear_object (&second);
  session_finish (session);
}

static void
test_catalog_templates_may_be_unknown (void)
{
  McpSession *session = session_new_mock (SCRIPT ("{'serve':{}}"));
  McpCatalog *templates = mcp_session_get_catalog (session, MCP_CATALOG_TEMPLATES);
  McpCatalog *resources = mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_refresh_ok (templates);
  g_assert_cmpint (mcp_catalog_get_state (templates), ==, MCP_CATALOG_LOADED);

  g_assert_false (session_refresh (resources, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SERVER);
  session_finish (session);
}

static void
test_catalog_knows_what_is_not_declared (void)
{
  McpSession *session = session_new_mock (SCRIPT ("{'serve':{}}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_refresh (catalog, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);

  session_open_ok (session);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_UNSUPPORTED);
  session_refresh_ok (catalog);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_UNSUPPORTED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (catalog)), ==, 0);
  session_finish (session);
}

/* Three who ask at once cost two loads: the second answers all who came after the first began. */
static void
test_catalog_loads_once_more_for_latecomers (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'old'}]}") "," TOOLS_PAGE ("{'tools':[{'name':'new'}]}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  SessionRefresh refreshes[3] = { { 0 }, };

  session_open_ok (session);
  for (guint i = 0; i < 3; i++)
    mcp_catalog_refresh_async (catalog, NULL, session_refresh_cb, &refreshes[i]);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADING);
  TEST_AWAIT (refreshes[0].done && refreshes[1].done && refreshes[2].done);
  for (guint i = 0; i < 3; i++)
    g_assert_true (refreshes[i].success);
  session_assert_names (catalog, "new");
  session_finish (session);
}

static void
test_catalog_keeps_what_came_before_death (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'a'}],'nextCursor':'x'}") ",{'expect':{'method':'tools/list'}},{'exit':3}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_false (session_refresh (catalog, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_FAILED);
  session_assert_names (catalog, "a");
  session_finish (session);
}

static void
test_catalog_can_be_cancelled (void)
{
  McpSession *session = session_new_mock (SCRIPT ("{'serve':{'tools/list':{'silent':true}}}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (GCancellable) one = g_cancellable_new ();
  g_autoptr (GCancellable) two = g_cancellable_new ();
  SessionRefresh first = { 0 };
  SessionRefresh second = { 0 };

  session_open_ok (session);
  mcp_catalog_refresh_async (catalog, one, session_refresh_cb, &first);
  mcp_catalog_refresh_async (catalog, two, session_refresh_cb, &second);
  g_cancellable_cancel (two);
  TEST_AWAIT (second.done);
  g_assert_error (second.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_LOADING);

  g_cancellable_cancel (one);
  TEST_AWAIT (first.done);
  g_assert_error (first.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_EMPTY);
  g_clear_error (&first.error);
  g_clear_error (&second.error);

  mcp_catalog_refresh_async (catalog, one, session_refresh_cb, &first);
  first.done = FALSE;
  TEST_AWAIT (first.done);
  g_assert_error (first.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&first.error);
  session_finish (session);
}

static void
test_catalog_reset_answers_waiters (void)
{
  McpSession *session = session_new_mock (SCRIPT ("{'serve':{'tools/list':{'silent':true}}}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  SessionRefresh refreshes[2] = { { 0 }, };

  session_open_ok (session);
  for (guint i = 0; i < 2; i++)
    mcp_catalog_refresh_async (catalog, NULL, session_refresh_cb, &refreshes[i]);
  mcp_catalog_reset (catalog, MCP_CATALOG_EMPTY);
  TEST_AWAIT (refreshes[0].done && refreshes[1].done);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_error (refreshes[i].error, MCP_ERROR, MCP_ERROR_CLOSED);
      g_clear_error (&refreshes[i].error);
    }
  g_assert_cmpint (mcp_catalog_get_state (catalog), ==, MCP_CATALOG_EMPTY);
  session_finish (session);
}

static void
test_catalog_follows_list_changed (void)
{
  McpSession *session = session_new_mock (
    "[{'handshake':{'capabilities':{'tools':{'listChanged':true}}}},"
    TOOLS_PAGE ("{'tools':[{'name':'a'}]}") ","
    "{'send':{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}},"
    TOOLS_PAGE ("{'tools':[{'name':'a'},{'name':'b'}]}") "]");
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  mcp_session_set_auto_list (session, TRUE);
  session_open_ok (session);
  TEST_AWAIT (g_list_model_get_n_items (G_LIST_MODEL (catalog)) == 2);
  session_assert_names (catalog, "a,b");
  session_finish (session);
}

static void
test_catalog_is_fast_with_many_items (void)
{
  g_autoptr (GString) tools = g_string_new ("[");
  g_autofree char *script = NULL;
  g_autofree char *path = NULL;
  McpSession *session;
  McpCatalog *catalog;
  Change change = { 0 };
  gint64 start_usec;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (tools, "%s{'name':'tool %u','description':'Does number %u'}",
                            i > 0 ? "," : "", i, i);
  g_string_append_c (tools, ']');
  script = g_strdup_printf ("[" HANDSHAKE ",{'serve':{'tools/list':{'result':{'tools':%s}}}}]",
                            tools->str);
  /* Too long for a command line. */
  g_strdelimit (script, "'", '"');
  path = g_build_filename (g_get_tmp_dir (), "sounder-test-many-tools.json", NULL);
  g_assert_true (g_file_set_contents (path, script, -1, NULL));

  {
    const char * const argv[] = { g_getenv ("SOUNDER_MOCK_SERVER"), path, NULL };

    session = session_new_mock ("[]");
    mcp_profile_set_argv (mcp_session_get_profile (session), argv);
  }

  catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  session_open_ok (session);
  session_refresh_ok (catalog);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (catalog)), ==, 20000);
  g_assert_nonnull (mcp_catalog_find (catalog, "tool 19999"));

  g_signal_connect (catalog, "items-changed", G_CALLBACK (changed_cb), &change);
  start_usec = test_get_worked_usec ();
  session_refresh_ok (catalog);
  g_test_message ("refreshing 20,000 tools: %.0f ms", (test_get_worked_usec () - start_usec) / 1e3);
  g_assert_cmpint (test_get_worked_usec () - start_usec, <, 5 * G_USEC_PER_SEC);
  g_assert_cmpuint (change.n_changes, ==, 0);
  session_finish (session);
  unlink (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/catalog/takes-all-pages", test_catalog_takes_all_pages);
  g_test_add_func ("/session/catalog/by-page", test_catalog_by_page);
  g_test_add_func ("/session/catalog/directory", test_catalog_directory);
  g_test_add_func ("/session/catalog/directory-undeclared", test_catalog_directory_undeclared);
  g_test_add_func ("/session/catalog/by-page-fails", test_catalog_by_page_fails);
  g_test_add_func ("/session/catalog/by-page-ends", test_catalog_by_page_ends);
  g_test_add_func ("/session/catalog/stops-circle", test_catalog_stops_circle);
  g_test_add_func ("/session/catalog/stops-repeats", test_catalog_stops_repeats);
  g_test_add_func ("/session/catalog/breaks-its-hint", test_catalog_breaks_its_hint);
  g_test_add_func ("/session/catalog/again", test_catalog_again);
  g_test_add_func ("/session/catalog/keeps-unchanged-items", test_catalog_keeps_unchanged_items);
  g_test_add_func ("/session/catalog/templates-may-be-unknown",
                   test_catalog_templates_may_be_unknown);
  g_test_add_func ("/session/catalog/knows-what-is-not-declared",
                   test_catalog_knows_what_is_not_declared);
  g_test_add_func ("/session/catalog/loads-once-more-for-latecomers",
                   test_catalog_loads_once_more_for_latecomers);
  g_test_add_func ("/session/catalog/keeps-what-came-before-death",
                   test_catalog_keeps_what_came_before_death);
  g_test_add_func ("/session/catalog/can-be-cancelled", test_catalog_can_be_cancelled);
  g_test_add_func ("/session/catalog/reset-answers-waiters", test_catalog_reset_answers_waiters);
  g_test_add_func ("/session/catalog/follows-list-changed", test_catalog_follows_list_changed);
  g_test_add_func ("/session/catalog/is-fast-with-many-items",
                   test_catalog_is_fast_with_many_items);

  return g_test_run ();
}
