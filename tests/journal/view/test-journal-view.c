/* test-journal-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "view-support.h"

static McpRecordKind
get_kind (McpJournal *journal,
          guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_get_kind (record);
}

/* The scope's meaning, said once more without any cleverness. */
static gboolean
is_error_row (McpJournal *journal,
              guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
  guint pair = mcp_record_get_pair (record);

  return mcp_record_get_kind (record) == MCP_RECORD_ERROR
         || mcp_record_get_kind (record) == MCP_RECORD_INVALID
         || (mcp_record_get_flags (record) & MCP_RECORD_FLAG_ERROR_FINDING) != 0
         || (pair != 0 && get_kind (journal, pair) == MCP_RECORD_ERROR);
}

static void
assert_shows_errors (Shadow     *shadow,
                     McpJournal *journal,
                     McpQuery   *query)
{
  guint at = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      guint position;

      if (is_error_row (journal, serial)
          && (query == NULL || mcp_query_matches (query, journal, serial)))
        {
          g_assert_cmpuint (g_array_index (shadow->serials, guint, at), ==, serial);
          g_assert_true (mcp_journal_view_find (shadow->view, serial, &position));
          g_assert_cmpuint (position, ==, at);
          at++;
        }
      else
        {
          g_assert_false (mcp_journal_view_find (shadow->view, serial, NULL));
        }
    }
  g_assert_cmpuint (at, ==, shadow->serials->len);
}

static void
append_randomly (McpJournal *journal,
                 GRand      *random,
                 guint      *next_id)
{
  char id[16];
  guint n = mcp_journal_get_n_records (journal);

  switch (g_rand_int_range (random, 0, 6))
    {
    case 0:
    case 1:
      g_snprintf (id, sizeof id, "%u", (*next_id)++);
      append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, id, "tools/call");
      break;
    case 2:
      g_snprintf (id, sizeof id, "%u", g_rand_int_range (random, 0, *next_id + 1));
      append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_ERROR, 1, id, NULL);
      break;
    case 3:
      append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a/b");
      break;
    case 4:
      append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
      break;
    default:
      if (n > 0)
        mcp_journal_set_flags (journal, g_rand_int_range (random, 1, n + 1),
                               MCP_RECORD_FLAG_ERROR_FINDING);
      break;
    }
}

/* Random appends and changes, with and without a query, against the plain filter. */
static void
test_follows (gconstpointer data)
{
  g_autoptr (McpQuery) query = data != NULL ? mcp_query_new (data, NULL) : NULL;
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  guint next_id = 1;
  Shadow shadow;

  mcp_journal_view_set_scope (view, MCP_VIEW_ERRORS);
  mcp_journal_view_set_query (view, query);
  shadow_init (&shadow, view);

  for (guint round = 0; round < 60; round++)
    {
      guint n = g_rand_int_range (random, 1, 200);

      for (guint i = 0; i < n; i++)
        append_randomly (journal, random, &next_id);
      mcp_journal_flush (journal);
      wait_until (!mcp_journal_view_is_busy (view));
      assert_shows_errors (&shadow, journal, query);
    }

  shadow_clear (&shadow);
}

static void
test_fills_in_slices (void)
{
  const guint n_records = 200000;
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a/b");
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (NULL);
  g_autoptr (McpQuery) query = mcp_query_new ("zz", NULL);
  g_autoptr (McpQuery) all = mcp_query_new ("{", NULL);
  Shadow shadow;

  for (guint i = 0; i < n_records; i++)
    append_text (journal, &entry, "{\"method\":\"a/b\",\"params\":{\"text\":\"nothing to find\"}}");
  mcp_journal_flush (journal);

  shadow_init (&shadow, view);
  mcp_journal_view_set_journal (view, journal);
  mcp_journal_view_set_query (view, query);
  g_assert_true (mcp_journal_view_is_busy (view));
  wait_until (!mcp_journal_view_is_busy (view));
  g_assert_cmpuint (shadow.serials->len, ==, 0);

  shadow.n_emissions = 0;
  mcp_journal_view_set_query (view, all);
  wait_until (!mcp_journal_view_is_busy (view));
  g_assert_cmpuint (shadow.serials->len, ==, n_records);
  g_assert_cmpuint (shadow.n_emissions, >, 1);
  g_assert_cmpuint (shadow.n_emissions, <, 1000);
  shadow_clear (&shadow);
}

static void
test_hides (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpRecord) record = NULL;
  Shadow shadow;

  shadow_init (&shadow, view);
  for (guint i = 0; i < 10; i++)
    append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a/b");
  mcp_journal_flush (journal);
  g_assert_cmpuint (shadow.serials->len, ==, 10);

  mcp_journal_view_hide_until (view, 7);
  g_assert_cmpuint (shadow.serials->len, ==, 3);
  record = g_list_model_get_item (G_LIST_MODEL (view), 0);
  g_assert_cmpuint (mcp_record_get_serial (record), ==, 8);
  mcp_journal_set_flags (journal, 2, MCP_RECORD_FLAG_FINDING);
  mcp_journal_flush (journal);
  g_assert_cmpuint (shadow.serials->len, ==, 3);

  mcp_journal_view_hide_until (view, 0);
  g_assert_cmpuint (shadow.serials->len, ==, 10);
  g_assert_cmpuint (mcp_journal_view_get_serial (view, 10), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (view), 10));
  shadow_clear (&shadow);
}

/* One row of each sort, and which of them each scope takes. */
static void
test_scopes (void)
{
  static const struct
  {
    McpRecordKind kind;
    McpChannel    channel;
    const char   *id;
    const char   *method;
    guint         flags;
  } rows[] = {
    { MCP_RECORD_REQUEST, MCP_CHANNEL_STDIO, "1", "ping", MCP_RECORD_FLAG_PROBE },
    { MCP_RECORD_RESULT, MCP_CHANNEL_STDIO, "1", NULL, 0 },
    { MCP_RECORD_NOTIFICATION, MCP_CHANNEL_STDIO, NULL, "notifications/message", 0 },
    { MCP_RECORD_NOTIFICATION, MCP_CHANNEL_STDIO, NULL, "notifications/progress", 0 },
    { MCP_RECORD_INVALID, MCP_CHANNEL_STDIO, NULL, NULL, 0 },
    { MCP_RECORD_NOISE, MCP_CHANNEL_NOISE, NULL, NULL, MCP_RECORD_FLAG_ERROR_FINDING },
    { MCP_RECORD_OVERSIZED, MCP_CHANNEL_STDIO, NULL, NULL, 0 },
    { MCP_RECORD_STDERR, MCP_CHANNEL_STDERR, NULL, NULL, 0 },
    { MCP_RECORD_SPAWN, MCP_CHANNEL_PROCESS, NULL, NULL, 0 },
    { MCP_RECORD_NOTE, MCP_CHANNEL_SESSION, NULL, NULL, 0 },
    { MCP_RECORD_HTTP_REQUEST, MCP_CHANNEL_HTTP, NULL, NULL, 0 },
    { MCP_RECORD_NOTIFICATION, MCP_CHANNEL_SSE, NULL, "notifications/progress", 0 },
    { MCP_RECORD_NOISE, MCP_CHANNEL_HTTP, NULL, NULL, 0 },
    { MCP_RECORD_EVENT, MCP_CHANNEL_SSE, NULL, NULL, 0 },
    { MCP_RECORD_COMMENT, MCP_CHANNEL_SSE, NULL, NULL, 0 },
    { MCP_RECORD_HTTP_HEAD, MCP_CHANNEL_HTTP, NULL, NULL, MCP_RECORD_FLAG_FINDING },
    { MCP_RECORD_NOTIFICATION, MCP_CHANNEL_WS, NULL, "notifications/message", 0 },
    { MCP_RECORD_HTTP_REQUEST, MCP_CHANNEL_AUTH, NULL, NULL, 0 },
    { MCP_RECORD_NOISE, MCP_CHANNEL_AUTH, NULL, NULL, 0 },
    { MCP_RECORD_HTTP_HEAD, MCP_CHANNEL_AUTH, NULL, NULL, 0 },
  };
  static const struct
  {
    guint       scope;
    const char *taken;
  } scopes[] = {
    { 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 " },
    { MCP_VIEW_MESSAGES, "1 2 3 4 5 6 7 12 13 17 18 " },
    { MCP_VIEW_CONSOLE, "3 6 7 8 9 13 17 " },
    { MCP_VIEW_REQUESTS, "1 2 " },
    { MCP_VIEW_NOTIFICATIONS, "3 4 12 17 " },
    { MCP_VIEW_ERRORS, "5 6 7 " },
    { MCP_VIEW_NOTES, "9 10 " },
    { MCP_VIEW_TRANSPORT, "11 14 15 16 18 20 " },
    { MCP_VIEW_MESSAGES | MCP_VIEW_NOTES, "1 2 3 4 5 6 7 9 10 12 13 17 18 " },
    { MCP_VIEW_MESSAGES | MCP_VIEW_TRANSPORT, "1 2 3 4 5 6 7 11 12 13 14 15 16 17 18 20 " },
    { MCP_VIEW_MESSAGES | MCP_VIEW_NO_PROBES, "3 4 5 6 7 12 13 17 18 " },
    { MCP_VIEW_NO_PROBES, "3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 " },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpJournalEntry entry =
        make_entry (i == 0 ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN, rows[i].kind, 1, rows[i].id,
                    rows[i].method);

      entry.channel = rows[i].channel;
      entry.flags = rows[i].flags;
      append_text (journal, &entry, "x");
    }
  mcp_journal_flush (journal);

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    {
      g_autoptr (GString) taken = g_string_new (NULL);

      mcp_journal_view_set_scope (view, scopes[i].scope);
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (view)); j++)
        g_string_append_printf (taken, "%u ", mcp_journal_view_get_serial (view, j));
      g_assert_cmpstr (taken->str, ==, scopes[i].taken);
    }
}

/* What was sent is found by the status of its answer as soon as that is known. */
static void
test_status_comes_later (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpQuery) query = mcp_query_new ("http:4xx kind:request", NULL);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "ping");

  mcp_journal_view_set_query (view, query);
  entry.channel = MCP_CHANNEL_HTTP;
  entry.exchange = 1;
  append_text (journal, &entry, "{}");
  mcp_journal_flush (journal);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 0);

  entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_HTTP_HEAD, 1, NULL, NULL);
  entry.channel = MCP_CHANNEL_HTTP;
  entry.exchange = 1;
  append_text (journal, &entry, "{\"type\":\"head\",\"status\":404}");
  mcp_journal_flush (journal);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 1);
}

static void
change_query_cb (McpJournalView *view,
                 guint           position,
                 guint           removed,
                 guint           added,
                 McpQuery       *query)
{
  mcp_journal_view_set_query (view, query);
}

/* Whoever is told of a change may change the view. */
static void
test_restarts_while_telling (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpQuery) query = mcp_query_new ("kind:request", NULL);

  g_signal_connect (view, "items-changed", G_CALLBACK (change_query_cb), query);
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "a");
  mcp_journal_flush (journal);
  wait_until (!mcp_journal_view_is_busy (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 1);
  g_assert_cmpuint (mcp_journal_view_get_serial (view, 0), ==, 2);
}

static void
append_in_exchange (McpJournal    *journal,
                    McpDirection   direction,
                    McpRecordKind  kind,
                    guint          exchange,
                    const char    *id,
                    guint          flags)
{
  McpJournalEntry entry =
    make_entry (direction, kind, 1, id, kind == MCP_RECORD_REQUEST ? "ping" : NULL);

  entry.channel = exchange == 1 ? MCP_CHANNEL_SSE : MCP_CHANNEL_HTTP;
  entry.exchange = exchange;
  entry.flags = flags;
  append_text (journal, &entry, kind == MCP_RECORD_HTTP_HEAD ? "{\"status\":202}" : "{}");
}

/* A request over HTTP+SSE: its POST in an exchange, its answer on the stream, the first one. */
static void
append_over_sse (McpJournal *journal,
                 guint       exchange,
                 const char *id,
                 guint       flags)
{
  append_in_exchange (journal, MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST, exchange, NULL, 0);
  append_in_exchange (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, exchange, id, flags);
  append_in_exchange (journal, MCP_DIRECTION_IN, MCP_RECORD_HTTP_HEAD, exchange, NULL, 0);
  append_in_exchange (journal, MCP_DIRECTION_IN, MCP_RECORD_NOISE, exchange, NULL, 0);
  append_in_exchange (journal, MCP_DIRECTION_IN, MCP_RECORD_HTTP_END, exchange, NULL, 0);
  append_in_exchange (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, id, 0);
}

static guint
count_rows (McpJournalView *view,
            guint           scope)
{
  mcp_journal_view_set_scope (view, scope);

  return g_list_model_get_n_items (G_LIST_MODEL (view));
}

/* What a server says to a POST that it took is no message and no noise; of a ping all is hidden. */
static void
test_over_sse (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  guint transport = MCP_VIEW_MESSAGES | MCP_VIEW_TRANSPORT;
  McpViewHidden hidden;

  append_over_sse (journal, 2, "1", 0);
  append_over_sse (journal, 3, "2", MCP_RECORD_FLAG_PROBE);
  mcp_journal_flush (journal);

  g_assert_cmpuint (count_rows (view, MCP_VIEW_MESSAGES), ==, 4);
  g_assert_cmpuint (count_rows (view, MCP_VIEW_CONSOLE), ==, 0);
  g_assert_cmpuint (count_rows (view, transport), ==, 12);
  g_assert_cmpuint (count_rows (view, transport | MCP_VIEW_NO_PROBES), ==, 6);
  mcp_journal_view_set_folded (view, TRUE);
  g_assert_cmpuint (count_rows (view, transport), ==, 2);
  g_assert_cmpuint (mcp_journal_view_get_serial (view, 0), ==, 2);
  g_assert_cmpuint (mcp_journal_view_count_of_call (view, 6), ==, 6);
  g_assert_true (mcp_journal_view_find (view, 4, NULL));

  mcp_journal_view_set_folded (view, FALSE);
  mcp_journal_view_hide_until (view, 6);
  g_assert_cmpuint (count_rows (view, MCP_VIEW_MESSAGES | MCP_VIEW_NO_PROBES), ==, 0);
  mcp_journal_view_count_hidden (view, transport, &hidden);
  g_assert_cmpuint (hidden.n_transport, ==, 8);
  g_assert_cmpuint (hidden.n_probes, ==, 2);
  g_assert_cmpuint (hidden.n_cleared, ==, 2);
  g_assert_cmpuint (hidden.n_scope + hidden.n_query, ==, 0);
}

/* Bytes are those of what matches; a line that grows counts when it is whole. */
static void
test_bytes (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (McpQuery) query = mcp_query_new ("kind:notification", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("1234567", 7);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  guint serial;

  append_text (journal, &entry, "12345");
  serial = mcp_journal_append_pending (journal, &entry);
  mcp_journal_grow_pending (journal, serial, 3);
  mcp_journal_flush (journal);
  g_assert_cmpuint (mcp_journal_view_get_n_bytes (view), ==, 5);
  mcp_journal_finish_pending (journal, serial, &entry, bytes);
  mcp_journal_flush (journal);
  g_assert_cmpuint (mcp_journal_view_get_n_bytes (view), ==, 12);
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "a");
  mcp_journal_flush (journal);
  mcp_journal_view_set_query (view, query);
  g_assert_cmpuint (mcp_journal_view_get_n_bytes (view), ==, 12);
  mcp_journal_view_hide_until (view, 1);
  g_assert_cmpuint (mcp_journal_view_get_n_bytes (view), ==, 7);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_finalizes (void)
{
  McpJournal *journal = mcp_journal_new ();
  McpJournal *other = mcp_journal_new ();
  McpJournalView *view = mcp_journal_view_new (journal);
  guint n_notified = 0;

  g_signal_connect_swapped (view, "journal-changed", G_CALLBACK (count_cb), &n_notified);
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  mcp_journal_flush (journal);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 1);
  mcp_journal_view_set_journal (view, other);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 0);
  g_assert_true (mcp_journal_view_get_journal (view) == other);
  g_assert_finalize_object (journal);

  for (guint i = 0; i < 300000; i++)
    append_message (other, MCP_DIRECTION_OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  mcp_journal_flush (other);
  g_assert_finalize_object (view);
  g_assert_finalize_object (other);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/journal/view/follows/scope", NULL, test_follows);
  g_test_add_data_func ("/journal/view/follows/query", "-method:a/* {}", test_follows);
  g_test_add_func ("/journal/view/fills-in-slices", test_fills_in_slices);
  g_test_add_func ("/journal/view/hides", test_hides);
  g_test_add_func ("/journal/view/scopes", test_scopes);
  g_test_add_func ("/journal/view/status-comes-later", test_status_comes_later);
  g_test_add_func ("/journal/view/over-sse", test_over_sse);
  g_test_add_func ("/journal/view/bytes", test_bytes);
  g_test_add_func ("/journal/view/restarts-while-telling", test_restarts_while_telling);
  g_test_add_func ("/journal/view/finalizes", test_finalizes);

  return g_test_run ();
}
