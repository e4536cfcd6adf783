/* test-journal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"

/*
 * One file, because the journal is one promise: what is appended is announced, paired, found again
 * and counted. The spool, the views, the query and the recorder have files of their own.
 */

#define OUT MCP_DIRECTION_OUT
#define IN MCP_DIRECTION_IN
#define REQUEST MCP_RECORD_REQUEST
#define RESULT MCP_RECORD_RESULT
#define ERROR_ MCP_RECORD_ERROR

static McpStatus
get_status (McpJournal *journal,
            guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_get_status (record);
}

static guint
get_pair (McpJournal *journal,
          guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_get_pair (record);
}

static guint
get_flags (McpJournal *journal,
           guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_get_flags (record);
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
  McpRecord *record;

  append_message (journal, OUT, REQUEST, 1, "1", "ping");
  record = mcp_journal_get_record (journal, 1);
  g_object_unref (journal);

  g_assert_true (mcp_record_get_journal (record) == journal);
  g_object_add_weak_pointer (G_OBJECT (journal), (gpointer *) &journal);
  g_assert_finalize_object (record);
  g_assert_null (journal);
}

static void
test_keeps_odd_bytes (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  static const struct
  {
    const char *data;
    gsize       length;
  } rows[] = {
    { "", 0 },
    { "\0", 1 },
    { "\xff\xfe{\"a\":1.10}\r", 13 },
    { "{\"n\":9007199254740993,\"n\":1e400}", 32 },
    { "\xed\xa0\x80 lone", 8 },
  };

  for (guint flushed = 0; flushed < 2; flushed++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          McpJournalEntry entry = { .direction = IN, .kind = MCP_RECORD_INVALID, .life = 3 };
          g_autoptr (GBytes) bytes = g_bytes_new (rows[i].data, rows[i].length);
          g_autoptr (GBytes) read = NULL;
          guint serial = mcp_journal_append (journal, &entry, bytes);

          if (flushed)
            mcp_journal_flush (journal);
          read = mcp_journal_read (journal, serial, NULL);
          g_assert_true (g_bytes_equal (bytes, read));
        }
    }
}

static void
test_says_when_there_is_no_record (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_journal_get_record (journal, 0));
  g_assert_null (mcp_journal_get_record (journal, 1));
  g_assert_null (mcp_journal_read (journal, 7, &error));
  g_assert_nonnull (strstr (error->message, "7"));
}

static void
test_record_tells_entry (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  const char *text = "{\"jsonrpc\":\"2.0\",\"id\":\"a b\",\"method\":\"tools/call\"}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  McpJournalEntry entry = make_entry (OUT, REQUEST, 2, NULL, "tools/call");
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) head = NULL;
  g_autofree char *id = NULL;

  entry.id = strstr (g_bytes_get_data (bytes, NULL), "\"a b\"");
  entry.id_length = 5;
  entry.name = "echo";
  entry.queued_usec = 42;
  entry.flags = MCP_RECORD_FLAG_CRLF;
  entry.time_usec = mcp_journal_get_start_usec (journal) + 1000;
  record = mcp_journal_get_record (journal, mcp_journal_append (journal, &entry, bytes));

  g_assert_cmpuint (mcp_record_get_serial (record), ==, 1);
  g_assert_cmpuint (mcp_record_get_life (record), ==, 2);
  g_assert_cmpint (mcp_record_get_time_usec (record), ==, entry.time_usec);
  g_assert_cmpint (mcp_record_get_wall_usec (record), ==,
                   mcp_journal_get_start_wall_usec (journal) + 1000);
  g_assert_cmpint (mcp_record_get_queued_usec (record), ==, 42);
  g_assert_cmpint (mcp_record_get_direction (record), ==, OUT);
  g_assert_cmpint (mcp_record_get_channel (record), ==, MCP_CHANNEL_STDIO);
  g_assert_cmpint (mcp_record_get_kind (record), ==, REQUEST);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_PENDING);
  g_assert_cmpuint (mcp_record_get_flags (record), ==, MCP_RECORD_FLAG_CRLF);
  g_assert_cmpuint (mcp_record_get_size (record), ==, strlen (text));
  g_assert_cmpint (mcp_record_get_latency_usec (record), ==, -1);
  g_assert_cmpstr (mcp_record_get_method (record), ==, "tools/call");
  g_assert_cmpstr (mcp_record_get_name (record), ==, "echo");
  id = mcp_record_dup_id (record);
  g_assert_cmpstr (id, ==, "\"a b\"");
  head = mcp_record_dup_head (record, 9);
  g_assert_cmpmem (g_bytes_get_data (head, NULL), g_bytes_get_size (head), text, 9);
}

static void
test_finds_id_that_was_copied (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (OUT, REQUEST, 1, "77", "ping");
  guint serial =
    append_text (journal, &entry, "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\": 77 }");
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
  g_autofree char *id = mcp_record_dup_id (record);

  g_assert_cmpstr (id, ==, "77");
}

static void
test_same_object_while_held (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpRecord *first;
  McpRecord *second;

  append_message (journal, OUT, REQUEST, 1, "1", "ping");
  mcp_journal_flush (journal);
  first = mcp_journal_get_record (journal, 1);
  second = g_list_model_get_item (G_LIST_MODEL (journal), 0);
  g_assert_true (first == second);
  g_object_unref (second);
  g_assert_finalize_object (first);
}

/* What a list shows if it believes every change it is told. */
typedef struct
{
  GArray *serials;
  guint   n_emissions;
} Shadow;

static void
shadow_cb (GListModel *model,
           guint       position,
           guint       removed,
           guint       added,
           Shadow     *shadow)
{
  shadow->n_emissions++;
  g_assert_cmpuint (position + removed, <=, shadow->serials->len);
  if (removed > 0)
    g_array_remove_range (shadow->serials, position, removed);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (McpRecord) record = g_list_model_get_item (model, position + i);
      guint serial = mcp_record_get_serial (record);

      g_array_insert_val (shadow->serials, position + i, serial);
    }
  g_assert_cmpuint (shadow->serials->len, ==, g_list_model_get_n_items (model));
}

static void
test_model_contract (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GArray) serials = g_array_new (FALSE, FALSE, sizeof (guint));
  Shadow shadow = { serials, 0 };

  g_signal_connect (journal, "items-changed", G_CALLBACK (shadow_cb), &shadow);

  for (guint burst = 0; burst < 5; burst++)
    {
      for (guint i = 0; i < 3000; i++)
        append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a/b");
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (journal)), ==, burst * 3000);
      g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, (burst + 1) * 3000);
      wait_until (serials->len == (burst + 1) * 3000);
      g_assert_cmpuint (shadow.n_emissions, ==, burst + 1);
    }

  for (guint i = 0; i < serials->len; i++)
    g_assert_cmpuint (g_array_index (serials, guint, i), ==, i + 1);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (journal), serials->len));
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (journal)) == MCP_TYPE_RECORD);
}

static void
append_again_cb (McpJournal *journal,
                 guint       position,
                 guint       removed,
                 guint       added,
                 gpointer    user_data)
{
  if (position < 3)
    {
      append_message (journal, OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "again");
      mcp_journal_flush (journal);
    }
}

static void
test_append_while_announcing (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GArray) serials = g_array_new (FALSE, FALSE, sizeof (guint));
  Shadow shadow = { serials, 0 };

  g_signal_connect (journal, "items-changed", G_CALLBACK (append_again_cb), NULL);
  g_signal_connect (journal, "items-changed", G_CALLBACK (shadow_cb), &shadow);
  append_message (journal, OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "first");
  wait_until (serials->len == 4);
  g_assert_cmpuint (shadow.n_emissions, ==, 4);
}

/* One step of a scenario: what is appended, and what it pairs with and becomes. */
typedef struct
{
  McpDirection  direction;
  McpRecordKind kind;
  guint         life;
  const char   *id;
  guint         pair;
  McpStatus     status;
} Step;

static const Step pairing_simple[] = {
  { OUT, REQUEST, 1, "1", 2, MCP_STATUS_OK },
  { IN, RESULT, 1, "1", 1, MCP_STATUS_OK },
  { IN, RESULT, 1, "1", 0, MCP_STATUS_ORPHAN },
  { IN, ERROR_, 1, "null", 0, MCP_STATUS_ORPHAN },
  { IN, ERROR_, 1, NULL, 0, MCP_STATUS_ORPHAN },
};

static const Step pairing_types[] = {
  { OUT, REQUEST, 1, "1", 4, MCP_STATUS_ERROR },
  { OUT, REQUEST, 1, "\"1\"", 3, MCP_STATUS_OK },
  { IN, RESULT, 1, "\"1\"", 2, MCP_STATUS_OK },
  { IN, ERROR_, 1, "1", 1, MCP_STATUS_ERROR },
};

static const Step pairing_directions[] = {
  { OUT, REQUEST, 1, "7", 4, MCP_STATUS_OK },
  { IN, REQUEST, 1, "7", 3, MCP_STATUS_OK },
  { OUT, RESULT, 1, "7", 2, MCP_STATUS_OK },
  { IN, RESULT, 1, "7", 1, MCP_STATUS_OK },
};

static const Step pairing_lives[] = {
  { OUT, REQUEST, 1, "1", 0, MCP_STATUS_PENDING },
  { IN, RESULT, 2, "1", 0, MCP_STATUS_ORPHAN },
  { OUT, REQUEST, 2, "1", 4, MCP_STATUS_OK },
  { IN, RESULT, 2, "1", 3, MCP_STATUS_OK },
};

static const Step pairing_repeated[] = {
  { IN, REQUEST, 1, "5", 4, MCP_STATUS_OK },
  { IN, REQUEST, 1, "5", 5, MCP_STATUS_ERROR },
  { IN, REQUEST, 1, "5", 6, MCP_STATUS_OK },
  { OUT, RESULT, 1, "5", 1, MCP_STATUS_OK },
  { OUT, ERROR_, 1, "5", 2, MCP_STATUS_ERROR },
  { OUT, RESULT, 1, "5", 3, MCP_STATUS_OK },
  { OUT, RESULT, 1, "5", 0, MCP_STATUS_ORPHAN },
};

static const struct
{
  const char *name;
  const Step *steps;
  guint       n_steps;
} pairings[] = {
  { "simple", pairing_simple, G_N_ELEMENTS (pairing_simple) },
  { "types", pairing_types, G_N_ELEMENTS (pairing_types) },
  { "directions", pairing_directions, G_N_ELEMENTS (pairing_directions) },
  { "lives", pairing_lives, G_N_ELEMENTS (pairing_lives) },
  { "repeated", pairing_repeated, G_N_ELEMENTS (pairing_repeated) },
};

static void
test_pairing (gconstpointer data)
{
  const Step *steps = pairings[GPOINTER_TO_UINT (data)].steps;
  guint n_steps = pairings[GPOINTER_TO_UINT (data)].n_steps;
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < n_steps; i++)
    append_message (journal, steps[i].direction, steps[i].kind, steps[i].life, steps[i].id,
                    steps[i].kind == REQUEST ? "a/b" : NULL);

  for (guint i = 0; i < n_steps; i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i + 1);

      g_assert_cmpuint (mcp_record_get_pair (record), ==, steps[i].pair);
      g_assert_cmpint (mcp_record_get_status (record), ==, steps[i].status);
      if (steps[i].pair != 0)
        g_assert_cmpstr (mcp_record_get_method (record), ==, "a/b");
      else
        g_assert_cmpint (mcp_record_get_latency_usec (record), ==, -1);
    }
}

static void
test_latency (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry request = make_entry (OUT, REQUEST, 1, "1", "ping");
  McpJournalEntry answer = make_entry (IN, RESULT, 1, "1", NULL);

  request.time_usec = 1000000;
  answer.time_usec = 1000321;
  append_text (journal, &request, "{}");
  append_text (journal, &answer, "{}");

  for (guint serial = 1; serial <= 2; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      g_assert_cmpint (mcp_record_get_latency_usec (record), ==, 321);
    }
}

static void
test_late_answer (gconstpointer data)
{
  McpStatus gave_up = GPOINTER_TO_UINT (data);
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  append_message (journal, OUT, REQUEST, 1, "1", "slow");
  mcp_journal_set_status (journal, 1, gave_up);
  append_message (journal, IN, RESULT, 1, "1", NULL);

  g_assert_cmpint (get_status (journal, 1), ==, gave_up);
  g_assert_cmpuint (get_pair (journal, 1), ==, 2);
  g_assert_cmpuint (get_pair (journal, 2), ==, 1);
  g_assert_cmpuint (get_flags (journal, 2), ==, MCP_RECORD_FLAG_LATE);
  g_assert_cmpuint (get_flags (journal, 1), ==, 0);
}

static void
test_loses_one_life (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  append_message (journal, OUT, REQUEST, 1, "1", "a");
  append_message (journal, IN, REQUEST, 1, "1", "b");
  append_message (journal, OUT, REQUEST, 1, "1", "a");
  append_message (journal, OUT, REQUEST, 2, "1", "c");
  append_message (journal, OUT, REQUEST, 1, "2", "d");
  mcp_journal_set_status (journal, 5, MCP_STATUS_TIMED_OUT);
  mcp_journal_lose_pending (journal, 1);

  g_assert_cmpint (get_status (journal, 1), ==, MCP_STATUS_LOST);
  g_assert_cmpint (get_status (journal, 2), ==, MCP_STATUS_LOST);
  g_assert_cmpint (get_status (journal, 3), ==, MCP_STATUS_LOST);
  g_assert_cmpint (get_status (journal, 4), ==, MCP_STATUS_PENDING);
  g_assert_cmpint (get_status (journal, 5), ==, MCP_STATUS_TIMED_OUT);

  append_message (journal, IN, RESULT, 1, "1", NULL);
  append_message (journal, IN, RESULT, 1, "2", NULL);
  append_message (journal, IN, RESULT, 2, "1", NULL);
  g_assert_cmpint (get_status (journal, 6), ==, MCP_STATUS_ORPHAN);
  g_assert_cmpint (get_status (journal, 7), ==, MCP_STATUS_ORPHAN);
  g_assert_cmpuint (get_pair (journal, 8), ==, 4);
}

/* Requests and answers in a scrambled order, against a plain table of what pairs with what. */
static void
test_many_pending (void)
{
  const guint n_requests = 5000;
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < n_requests; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      append_message (journal, OUT, REQUEST, 1, id, "m");
    }
  for (guint i = 0; i < n_requests; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i * 2477 % n_requests);

      append_message (journal, IN, RESULT, 1, id, NULL);
    }
  for (guint i = 0; i < n_requests; i++)
    {
      guint request = i * 2477 % n_requests + 1;

      g_assert_cmpuint (get_pair (journal, n_requests + i + 1), ==, request);
      g_assert_cmpuint (get_pair (journal, request), ==, n_requests + i + 1);
    }
}

static void
test_answers_in_batch (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  guint batch;

  append_message (journal, OUT, REQUEST, 1, "1", "a");
  append_message (journal, OUT, REQUEST, 1, "2", "b");
  batch = append_message (journal, IN, MCP_RECORD_BATCH, 1, NULL, NULL);
  g_assert_true (mcp_journal_answer_in_batch (journal, batch, RESULT, "1", 1));
  g_assert_true (mcp_journal_answer_in_batch (journal, batch, ERROR_, "2", 1));
  g_assert_false (mcp_journal_answer_in_batch (journal, batch, RESULT, "3", 1));
  g_assert_cmpint (get_status (journal, 1), ==, MCP_STATUS_OK);
  g_assert_cmpint (get_status (journal, 2), ==, MCP_STATUS_ERROR);
  g_assert_cmpuint (get_pair (journal, 1), ==, batch);
}

static void
test_pending_grows (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (IN, MCP_RECORD_PENDING, 1, NULL, NULL);
  McpJournalEntry answer = make_entry (IN, RESULT, 1, "1", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{\"id\":1}", 8);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GBytes) nothing = NULL;
  guint n_told = 0;
  guint serial;

  append_message (journal, OUT, REQUEST, 1, "1", "big");
  entry.size = 1 << 20;
  serial = mcp_journal_append_pending (journal, &entry);
  record = mcp_journal_get_record (journal, serial);
  g_signal_connect_swapped (record, "changed", G_CALLBACK (count_cb), &n_told);
  mcp_journal_flush (journal);
  g_assert_cmpint (mcp_record_get_kind (record), ==, MCP_RECORD_PENDING);
  nothing = mcp_record_dup_bytes (record, NULL);
  g_assert_cmpuint (g_bytes_get_size (nothing), ==, 0);

  mcp_journal_grow_pending (journal, serial, 2 << 20);
  mcp_journal_grow_pending (journal, serial, 3 << 20);
  g_assert_cmpuint (n_told, ==, 0);
  mcp_journal_flush (journal);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 3 << 20);

  append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "between");
  mcp_journal_finish_pending (journal, serial, &answer, bytes);
  mcp_journal_flush (journal);
  g_assert_cmpuint (n_told, ==, 2);
  g_assert_cmpint (mcp_record_get_kind (record), ==, RESULT);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 8);
  g_assert_cmpuint (mcp_record_get_pair (record), ==, 1);
  g_assert_cmpuint (get_pair (journal, 1), ==, serial);
}

static void
records_changed_cb (McpJournal *journal,
                    GArray     *changed,
                    GArray     *seen)
{
  g_array_append_vals (seen, changed->data, changed->len);
}

static void
test_tells_changes_once (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (McpRecord) record = NULL;
  guint n_told = 0;

  g_signal_connect (journal, "records-changed", G_CALLBACK (records_changed_cb), seen);
  append_message (journal, OUT, REQUEST, 1, "1", "a");
  append_message (journal, IN, RESULT, 1, "1", NULL);
  mcp_journal_flush (journal);
  g_assert_cmpuint (seen->len, ==, 0);

  append_message (journal, OUT, REQUEST, 1, "2", "a");
  mcp_journal_flush (journal);
  record = mcp_journal_get_record (journal, 3);
  g_signal_connect_swapped (record, "changed", G_CALLBACK (count_cb), &n_told);
  append_message (journal, IN, RESULT, 1, "2", NULL);
  mcp_journal_set_flags (journal, 3, MCP_RECORD_FLAG_PROBE);
  mcp_journal_set_flags (journal, 3, MCP_RECORD_FLAG_PROBE);
  g_assert_cmpuint (seen->len + n_told, ==, 0);
  wait_until (seen->len > 0);
  g_assert_cmpuint (seen->len, ==, 1);
  g_assert_cmpuint (g_array_index (seen, guint, 0), ==, 3);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (mcp_record_get_pair (record), ==, 4);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_OK);
}

static void
test_counts_messages (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry noise = make_entry (IN, MCP_RECORD_NOISE, 1, NULL, NULL);

  noise.channel = MCP_CHANNEL_NOISE;
  for (guint i = 0; i < 10; i++)
    append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "n");
  append_message (journal, OUT, MCP_RECORD_NOTIFICATION, 1, NULL, "n");
  append_text (journal, &noise, "hello");
  mcp_journal_flush (journal);

  g_assert_cmpuint (mcp_journal_get_n_messages (journal, IN), ==, 10);
  g_assert_cmpuint (mcp_journal_get_n_messages (journal, OUT), ==, 1);
}

/* A server that sends a new method each time must not fill the memory. */
static void
test_caps_methods (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *endless = g_strnfill (5000, 'x');
  g_autoptr (McpRecord) first = NULL;
  g_autoptr (McpRecord) last = NULL;
  g_autoptr (McpRecord) known = NULL;
  g_autoptr (McpRecord) cut = NULL;
  g_autoptr (McpRecord) binary = NULL;

  for (guint i = 0; i < 70000; i++)
    {
      g_autofree char *method = g_strdup_printf ("hostile/%u", i);

      append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, method);
    }
  append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "hostile/9");
  first = mcp_journal_get_record (journal, 1);
  last = mcp_journal_get_record (journal, 70000);
  known = mcp_journal_get_record (journal, 70001);
  g_assert_cmpstr (mcp_record_get_method (first), ==, "hostile/0");
  g_assert_cmpstr (mcp_record_get_method (last), ==, "…");
  g_assert_cmpstr (mcp_record_get_method (known), ==, "hostile/9");

  g_clear_object (&journal);
  journal = mcp_journal_new ();
  append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, endless);
  append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a\xff");
  cut = mcp_journal_get_record (journal, 1);
  binary = mcp_journal_get_record (journal, 2);
  g_assert_cmpuint (strlen (mcp_record_get_method (cut)), <, 600);
  g_assert_true (g_utf8_validate (mcp_record_get_method (binary), -1, NULL));
}

/* The promise of the index: under 100 bytes each, even when each is a request nobody answers. */
static void
test_memory_of_records (void)
{
  const guint n_records = 200000;
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < n_records; i++)
    {
      char id[16];

      g_snprintf (id, sizeof id, "%u", i);
      append_message (journal, OUT, REQUEST, 1, id, "m");
    }
  mcp_journal_flush (journal);
  g_assert_cmpuint (mcp_journal_get_memory_bytes (journal), <, n_records * 100);
}

static void
test_findings_fold (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  GListModel *model = mcp_journal_get_findings (journal);
  guint n_emissions = 0;
  guint n_findings;

  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (count_cb), &n_emissions);
  append_message (journal, IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  for (guint i = 0; i < 50000; i++)
    {
      g_autofree char *message = g_strdup_printf ("Junk %u", i % 2 == 0 ? 1 : i);
      g_autoptr (McpFinding) finding =
        mcp_finding_new ("json.invalid", MCP_SEVERITY_ERROR, message, NULL, 1);

      mcp_journal_add_finding (journal, finding);
    }
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
  mcp_journal_flush (journal);

  g_assert_cmpuint (n_emissions, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 101);
  g_assert_cmpuint (get_flags (journal, 1), ==,
                    MCP_RECORD_FLAG_FINDING | MCP_RECORD_FLAG_ERROR_FINDING);
  g_object_get (journal, "n-findings", &n_findings, NULL);
  g_assert_cmpuint (n_findings, ==, 50000);

  n_findings = 0;
  for (guint i = 0; i < 101; i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (model, i);

      n_findings += mcp_finding_get_count (finding);
    }
  g_assert_cmpuint (n_findings, ==, 50000);
}

/* The index of a long session is on disk but for a part, and is read from there as if it were not.
 */
static void
test_memory_limit (void)
{
  const guint n_records = 400000;
  const gsize limit_bytes = 16 * 1024 * 1024;
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, NULL);

  mcp_journal_set_memory_limit (journal, limit_bytes);
  for (guint i = 0; i < n_records; i++)
    {
      entry.time_usec = i + 1;
      append_text (journal, &entry, "x");
      if (i % 10000 == 0)
        mcp_journal_flush (journal);
    }

  g_assert_cmpuint (mcp_journal_get_memory_bytes (journal), <, limit_bytes);
  for (guint serial = 1; serial <= n_records; serial += 997)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      g_assert_cmpint (mcp_record_get_time_usec (record), ==, serial);
    }
}

static void
test_finding (void)
{
  g_autoptr (McpFinding) finding =
    mcp_finding_new ("rpc.unknown-id", MCP_SEVERITY_WARNING, "No request 7\xff", "JSON-RPC 5", 3);

  g_assert_cmpstr (mcp_finding_get_rule (finding), ==, "rpc.unknown-id");
  g_assert_cmpstr (mcp_severity_get_nick (mcp_finding_get_severity (finding)), ==, "warning");
  g_assert_cmpstr (mcp_finding_get_message (finding), ==, "No request 7\xef\xbf\xbd");
  g_assert_cmpstr (mcp_finding_get_reference (finding), ==, "JSON-RPC 5");
  g_assert_cmpuint (mcp_finding_get_serial (finding), ==, 3);
  mcp_finding_add_count (finding, 2, 5);
  mcp_finding_add_count (finding, 0, 0);
  g_assert_cmpuint (mcp_finding_get_last (finding), ==, 5);
  g_assert_cmpuint (mcp_finding_get_count (finding), ==, 3);
  mcp_finding_add_count (finding, G_MAXUINT, 0);
  g_assert_cmpuint (mcp_finding_get_count (finding), ==, G_MAXUINT);
  g_assert_finalize_object (g_steal_pointer (&finding));
}

static void
test_nicks (void)
{
  g_assert_cmpstr (mcp_record_kind_get_nick (MCP_RECORD_RESULT), ==, "response");
  g_assert_cmpstr (mcp_record_kind_get_nick (MCP_RECORD_NOTE), ==, "note");
  g_assert_cmpstr (mcp_channel_get_nick (MCP_CHANNEL_NOISE), ==, "stdout-noise");
  g_assert_cmpstr (mcp_status_get_nick (MCP_STATUS_ORPHAN), ==, "orphan");
  g_assert_cmpstr (mcp_direction_get_nick (MCP_DIRECTION_IN), ==, "in");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/journal/finalizes", test_finalizes);
  g_test_add_func ("/journal/journal/keeps-odd-bytes", test_keeps_odd_bytes);
  g_test_add_func ("/journal/journal/says-when-there-is-no-record",
                   test_says_when_there_is_no_record);
  g_test_add_func ("/journal/journal/model-contract", test_model_contract);
  g_test_add_func ("/journal/journal/append-while-announcing", test_append_while_announcing);
  for (guint i = 0; i < G_N_ELEMENTS (pairings); i++)
    {
      g_autofree char *path = g_strconcat ("/journal/journal/pairing/", pairings[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_pairing);
    }
  g_test_add_func ("/journal/journal/latency", test_latency);
  g_test_add_data_func ("/journal/journal/late-answer/cancelled",
                        GUINT_TO_POINTER (MCP_STATUS_CANCELLED), test_late_answer);
  g_test_add_data_func ("/journal/journal/late-answer/timed-out",
                        GUINT_TO_POINTER (MCP_STATUS_TIMED_OUT), test_late_answer);
  g_test_add_func ("/journal/journal/loses-one-life", test_loses_one_life);
  g_test_add_func ("/journal/journal/many-pending", test_many_pending);
  g_test_add_func ("/journal/journal/answers-in-batch", test_answers_in_batch);
  g_test_add_func ("/journal/journal/pending-grows", test_pending_grows);
  g_test_add_func ("/journal/journal/tells-changes-once", test_tells_changes_once);
  g_test_add_func ("/journal/journal/counts-messages", test_counts_messages);
  g_test_add_func ("/journal/journal/caps-methods", test_caps_methods);
  g_test_add_func ("/journal/journal/memory-of-records", test_memory_of_records);
  g_test_add_func ("/journal/journal/memory-limit", test_memory_limit);
  g_test_add_func ("/journal/journal/findings-fold", test_findings_fold);
  g_test_add_func ("/journal/finding/tells-and-counts", test_finding);
  g_test_add_func ("/journal/record/tells-entry", test_record_tells_entry);
  g_test_add_func ("/journal/record/finds-id-that-was-copied", test_finds_id_that_was_copied);
  g_test_add_func ("/journal/record/same-object-while-held", test_same_object_while_held);
  g_test_add_func ("/journal/record/nicks", test_nicks);

  return g_test_run ();
}
