/* test-journal-view-sort.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "view-support.h"

#define N_OPERATIONS 240

/* Everything that may happen to a view, in any order, while it is still busy with what was before. */
typedef struct
{
  McpJournal     *journal;
  McpJournalView *view;
  GRand          *random;
  McpQuery       *query;     /* (nullable) */
  McpSortKey      key;
  gboolean        descending;
  guint           hidden;
  guint           next_id;
  gint64          time_usec;
  guint           pending;   /* serial of a line that has not ended; 0 for none */
  guint           exchange;  /* number of the last one */
  gboolean        folded;
} Model;

static const char * const filters[] = {
  "",
  "kind:request",
  "status:pending",
  "took:>300us",
  "needle",
  "-needle kind:request",
  "/need(le)+/",
  "json:params.n>500",
  "id:7 or needle",
  "method:b/* or status:error",
  "nothing",
};

static char *
make_body (Model *model,
           guint  id,
           gsize *length)
{
  gboolean large = g_rand_int_range (model->random, 0, 400) == 0;
  g_autofree char *filler = g_strnfill (large ? 200000 : g_rand_int_range (model->random, 1, 300), 'x');
  gboolean hit = g_rand_int_range (model->random, 0, 3) == 0;
  char *body = g_strdup_printf ("{\"id\":%u,\"params\":{\"n\":%d,\"text\":\"%s%s\"}}", id,
                                g_rand_int_range (model->random, 0, 1000), filler,
                                hit ? "Needle" : "hay");

  *length = strlen (body);

  return body;
}

static void
append_http (Model         *model,
             McpRecordKind  kind,
             guint          exchange)
{
  McpJournalEntry entry = make_entry (kind == MCP_RECORD_HTTP_REQUEST ? MCP_DIRECTION_OUT
                                                                      : MCP_DIRECTION_IN,
                                      kind, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{}", 2);

  entry.channel = MCP_CHANNEL_HTTP;
  entry.exchange = exchange;
  entry.time_usec = model->time_usec;
  mcp_journal_append (model->journal, &entry, bytes);
}

static void
append_one (Model *model)
{
  static const char * const methods[] = { "a/one", "b/two", "b/three", "c" };
  guint what = g_rand_int_range (model->random, 0, 4);
  guint id = what == 2 ? (guint) g_rand_int_range (model->random, 1, model->next_id + 1)
                       : model->next_id;
  McpRecordKind answer =
    g_rand_boolean (model->random) ? MCP_RECORD_RESULT : MCP_RECORD_ERROR;
  McpJournalEntry entry =
    make_entry (what == 2 ? MCP_DIRECTION_IN : MCP_DIRECTION_OUT,
                what == 2   ? answer
                : what == 3 ? MCP_RECORD_NOTIFICATION
                            : MCP_RECORD_REQUEST,
                1, NULL, what == 2 ? NULL : methods[g_rand_int_range (model->random, 0, 4)]);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *token = g_strdup_printf ("%u", id > 5 ? id - 5 : id);
  gsize length;
  char *body = make_body (model, id, &length);

  model->time_usec += g_rand_int_range (model->random, 1, 400);
  entry.time_usec = model->time_usec;
  /* What crossed on another stream before, and was heard of later. */
  if (g_rand_int_range (model->random, 0, 300) == 0)
    entry.time_usec -= g_rand_int_range (model->random, 1, 5000);
  bytes = g_bytes_new_take (body, length);
  if (what == 3 && g_rand_boolean (model->random))
    {
      entry.method = "notifications/progress";
      entry.method_length = strlen (entry.method);
      entry.direction = MCP_DIRECTION_IN;
      entry.about = token;
      entry.about_length = strlen (token);
    }
  if (what < 2 && g_rand_int_range (model->random, 0, 3) == 0)
    {
      append_http (model, MCP_RECORD_HTTP_REQUEST, ++model->exchange);
      entry.exchange = model->exchange;
      entry.channel = MCP_CHANNEL_HTTP;
    }
  if (what < 3)
    {
      entry.id = body + strlen ("{\"id\":");
      entry.id_length = strcspn (entry.id, ",");
    }
  if (what < 2)
    model->next_id++;
  mcp_journal_append (model->journal, &entry, bytes);
  if (entry.exchange != 0 && g_rand_boolean (model->random))
    append_http (model, MCP_RECORD_HTTP_END, entry.exchange);
}

/* A line that grows has the time of its first byte, and in the end that of its last. */
static void
begin_or_end_line (Model *model)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "c");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{}", 2);

  entry.time_usec = model->time_usec;
  if (model->pending == 0)
    {
      model->pending = mcp_journal_append_pending (model->journal, &entry);
      return;
    }

  mcp_journal_finish_pending (model->journal, model->pending, &entry, bytes);
  model->pending = 0;
}

static void
operate (Model *model)
{
  guint n = mcp_journal_get_n_records (model->journal);
  guint count;

  switch (g_rand_int_range (model->random, 0, 15))
    {
    case 0:
      g_clear_pointer (&model->query, mcp_query_unref);
      model->query = mcp_query_new (
        filters[g_rand_int_range (model->random, 0, G_N_ELEMENTS (filters))], NULL);
      mcp_journal_view_set_query (model->view, model->query);
      break;
    case 1:
    case 2:
      model->key = g_rand_int_range (model->random, MCP_SORT_NONE, MCP_SORT_ID + 1);
      model->descending = model->key != MCP_SORT_NONE && g_rand_boolean (model->random);
      mcp_journal_view_set_sort (model->view, model->key, model->descending);
      break;
    case 3:
      if (g_rand_int_range (model->random, 0, 4) == 0)
        {
          model->hidden = g_rand_boolean (model->random) ? 0 : n / 3;
          mcp_journal_view_hide_until (model->view, model->hidden);
        }
      break;
    case 4:
      for (guint i = 0; n > 0 && i < 20; i++)
        mcp_journal_set_status (model->journal, g_rand_int_range (model->random, 1, n + 1),
                                MCP_STATUS_ERROR);
      break;
    case 5:
      mcp_journal_flush (model->journal);
      break;
    case 6:
    case 7:
      count = g_rand_int_range (model->random, 0, 20);
      for (guint i = 0; i < count; i++)
        g_main_context_iteration (NULL, FALSE);
      break;
    case 8:
      count = g_rand_int_range (model->random, 100, 2500);
      for (guint i = 0; i < count; i++)
        append_one (model);
      break;
    case 9:
    case 10:
      begin_or_end_line (model);
      break;
    case 11:
      model->folded = g_rand_boolean (model->random);
      mcp_journal_view_set_folded (model->view, model->folded);
      break;
    default:
      count = g_rand_int_range (model->random, 1, 20);
      for (guint i = 0; i < count; i++)
        append_one (model);
      break;
    }
}

/* Of a call both halves. */
static guint64
get_size (Model     *model,
          McpRecord *record)
{
  g_autoptr (McpRecord) pair = mcp_journal_get_record (model->journal, mcp_record_get_pair (record));

  return mcp_record_get_size (record)
         + (model->folded && pair != NULL ? mcp_record_get_size (pair) : 0);
}

/* The order, said once more without any cleverness. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  Model *model = user_data;
  guint first_serial = *(const guint *) a;
  guint second_serial = *(const guint *) b;
  g_autoptr (McpRecord) first = mcp_journal_get_record (model->journal, first_serial);
  g_autoptr (McpRecord) second = mcp_journal_get_record (model->journal, second_serial);
  g_autofree char *first_id = mcp_record_dup_id (first);
  g_autofree char *second_id = mcp_record_dup_id (second);
  gint64 order = 0;

  switch (model->key)
    {
    case MCP_SORT_NONE:
    case MCP_SORT_TIME:
      order = mcp_record_get_time_usec (first) - mcp_record_get_time_usec (second);
      break;
    case MCP_SORT_METHOD:
      order = g_strcmp0 (mcp_record_get_method (first), mcp_record_get_method (second));
      break;
    case MCP_SORT_SIZE:
      order = (gint64) get_size (model, first) - (gint64) get_size (model, second);
      break;
    case MCP_SORT_TOOK:
      order = mcp_record_get_latency_usec (first) - mcp_record_get_latency_usec (second);
      break;
    case MCP_SORT_KIND:
      order = (gint64) mcp_record_get_kind (first) - (gint64) mcp_record_get_kind (second);
      break;
    case MCP_SORT_ID:
      order = g_ascii_strtoll (first_id != NULL ? first_id : "-1", NULL, 10)
              - g_ascii_strtoll (second_id != NULL ? second_id : "-1", NULL, 10);
      break;
    default:
      break;
    }
  if (order == 0)
    order = (gint64) first_serial - second_serial;

  return model->descending ? (order > 0 ? -1 : 1) : (order > 0 ? 1 : -1);
}

static void
assert_is_right (Model  *model,
                 Shadow *shadow)
{
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  for (guint serial = model->hidden + 1; serial <= mcp_journal_get_n_records (model->journal);
       serial++)
    {
      guint row = model->folded ? mcp_journal_get_call (model->journal, serial) : serial;

      if (model->query == NULL || mcp_query_matches (model->query, model->journal, serial))
        g_hash_table_add (rows, GUINT_TO_POINTER (row));
    }
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint row = GPOINTER_TO_UINT (key);

      g_array_append_val (expected, row);
    }
  g_array_sort_with_data (expected, compare_rows, model);

  g_test_message ("“%s”, sorted by %u%s, %u hidden%s: %u rows",
                  model->query != NULL ? mcp_query_get_text (model->query) : "", model->key,
                  model->descending ? " descending" : "", model->hidden, model->folded ? ", folded" : "", expected->len);
  g_assert_cmpuint (expected->len, ==, shadow->serials->len);
  for (guint i = 0; i < expected->len; i++)
    {
      guint serial = g_array_index (expected, guint, i);
      guint position;

      g_assert_cmpuint (serial, ==, g_array_index (shadow->serials, guint, i));
      g_assert_true (mcp_journal_view_find (model->view, serial, &position));
      g_assert_cmpuint (position, ==, i);
    }
}

static void
test_contract (void)
{
  Model model = { 0 };
  Shadow shadow;

  model.journal = mcp_journal_new ();
  model.view = mcp_journal_view_new (model.journal);
  model.random = g_rand_new_with_seed (g_test_rand_int ());
  model.next_id = 1;
  model.time_usec = mcp_journal_get_start_usec (model.journal);
  shadow_init (&shadow, model.view);

  for (guint i = 0; i < N_OPERATIONS; i++)
    {
      operate (&model);
      if (i % 20 == 19)
        {
          mcp_journal_flush (model.journal);
          wait_until (!mcp_journal_view_is_busy (model.view));
          g_assert_cmpfloat (mcp_journal_view_get_progress (model.view), ==, 1);
          assert_is_right (&model, &shadow);
        }
    }

  shadow_clear (&shadow);
  g_clear_pointer (&model.query, mcp_query_unref);
  g_rand_free (model.random);
  g_object_unref (model.view);
  g_object_unref (model.journal);
}

/* A sort of many rows is made aside; rows that come meanwhile are in it all the same. */
static void
test_sorts_aside (void)
{
  const guint n_records = 60000;
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{}", 2);
  gboolean descending;
  Shadow shadow;

  for (guint i = 0; i < n_records; i++)
    {
      entry.size = (i * 7919) % 100003 + 1;
      mcp_journal_append (journal, &entry, bytes);
    }
  mcp_journal_flush (journal);
  wait_until (!mcp_journal_view_is_busy (view));
  shadow_init (&shadow, view);

  mcp_journal_view_set_sort (view, MCP_SORT_SIZE, TRUE);
  g_assert_true (mcp_journal_view_is_busy (view));
  g_assert_cmpint (mcp_journal_view_get_sort (view, &descending), ==, MCP_SORT_SIZE);
  g_assert_true (descending);
  g_assert_cmpuint (mcp_journal_view_get_serial (view, 0), ==, 1);
  entry.size = 1000000;
  mcp_journal_append (journal, &entry, bytes);
  mcp_journal_flush (journal);
  /* It waits for the keys of the others, which may take more than one slice. */
  wait_until (shadow.serials->len == n_records + 1);
  if (mcp_journal_view_is_busy (view))
    g_assert_cmpuint (g_array_index (shadow.serials, guint, n_records), ==, n_records + 1);
  wait_until (!mcp_journal_view_is_busy (view));
  g_assert_cmpuint (g_array_index (shadow.serials, guint, 0), ==, n_records + 1);

  entry.size = 1000001;
  mcp_journal_append (journal, &entry, bytes);
  mcp_journal_flush (journal);
  wait_until (!mcp_journal_view_is_busy (view));
  g_assert_cmpuint (g_array_index (shadow.serials, guint, 0), ==, n_records + 2);

  mcp_journal_view_set_sort (view, MCP_SORT_SIZE, FALSE);
  g_assert_false (mcp_journal_view_is_busy (view));
  g_assert_cmpuint (g_array_index (shadow.serials, guint, n_records + 1), ==, n_records + 2);

  mcp_journal_view_set_sort (view, MCP_SORT_NONE, FALSE);
  for (guint i = 0; i < n_records + 2; i++)
    g_assert_cmpuint (g_array_index (shadow.serials, guint, i), ==, i + 1);
  shadow_clear (&shadow);
}

/* What waits for the worker may go away at any time: the query, the rows, the view, the journal. */
static void
test_cancelled (void)
{
  gint64 least_usec = G_MAXINT64;

  for (guint stage = 0; stage < 18; stage++)
    {
      g_autoptr (McpQuery) text = mcp_query_new ("needle", NULL);
      g_autoptr (McpQuery) expression = mcp_query_new ("/(x+)+y/", NULL);
      McpJournal *journal = mcp_journal_new ();
      McpJournalView *view = mcp_journal_view_new (journal);
      McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
      g_autofree char *body = g_strnfill (20000, 'x');
      gint64 begin_usec;

      for (guint i = 0; i < 200; i++)
        append_text (journal, &entry, body);
      mcp_journal_flush (journal);
      mcp_journal_view_set_query (view, stage % 2 == 0 ? text : expression);
      g_assert_true (mcp_journal_view_is_busy (view));
      for (guint i = 0; i < stage; i++)
        g_main_context_iteration (NULL, FALSE);

      begin_usec = g_get_monotonic_time ();
      if (stage % 3 == 0)
        mcp_journal_view_set_query (view, NULL);
      else if (stage % 3 == 1)
        mcp_journal_view_set_journal (view, NULL);
      if (stage % 3 != 2)
        least_usec = MIN (least_usec, g_get_monotonic_time () - begin_usec);
      g_object_unref (journal);
      g_assert_finalize_object (view);
      for (guint i = 0; i < stage; i++)
        g_main_context_iteration (NULL, FALSE);
    }

  /* Whoever types does not wait for the worker: on a busy machine now and then, but not always. */
  g_assert_cmpint (least_usec, <, G_USEC_PER_SEC);
}

/* Rows come as they are found, in their order, and progress tells how far it is. */
static void
test_shows_what_there_is (void)
{
  g_autoptr (McpQuery) query = mcp_query_new ("needle", NULL);
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a");
  g_autofree char *hay = g_strnfill (10000, 'x');
  double last = -1;
  gboolean was_partial = FALSE;
  Shadow shadow;

  for (guint i = 0; i < 2000; i++)
    append_text (journal, &entry, i % 10 == 0 ? "a NEEDLE" : hay);
  mcp_journal_flush (journal);
  mcp_journal_view_set_query (view, query);
  shadow_init (&shadow, view);
  while (mcp_journal_view_is_busy (view))
    {
      double progress = mcp_journal_view_get_progress (view);

      g_assert_cmpfloat (progress, >=, last);
      last = progress;
      was_partial = was_partial || (shadow.serials->len > 0 && shadow.serials->len < 200);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_true (was_partial);
  g_assert_cmpuint (shadow.serials->len, ==, 200);
  for (guint i = 0; i < 200; i++)
    g_assert_cmpuint (g_array_index (shadow.serials, guint, i), ==, i * 10 + 1);
  shadow_clear (&shadow);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/view-sort/contract", test_contract);
  g_test_add_func ("/journal/view-sort/sorts-aside", test_sorts_aside);
  g_test_add_func ("/journal/view-sort/cancelled", test_cancelled);
  g_test_add_func ("/journal/view-sort/shows-what-there-is", test_shows_what_there_is);

  return g_test_run ();
}
