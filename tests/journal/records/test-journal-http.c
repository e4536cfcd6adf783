/* test-journal-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"
#include "mcp-spool.h"
#include "test-support.h"

#define OUT MCP_DIRECTION_OUT
#define IN MCP_DIRECTION_IN

#define MESSAGE "{\"jsonrpc\":\"2.0\",\"id\":\"a7\",\"result\":{}}"

static guint
append_http (McpJournal    *journal,
             McpDirection   direction,
             McpChannel     channel,
             McpRecordKind  kind,
             guint          exchange,
             const char    *text)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, NULL, NULL);

  entry.channel = channel;
  entry.exchange = exchange;

  return append_text (journal, &entry, text);
}

static void
assert_bytes (GBytes     *bytes,
              const char *data,
              gsize       length)
{
  g_assert_nonnull (bytes);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), data, length);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GBytes **bytes = user_data;

  *bytes = mcp_record_read_finish (MCP_RECORD (source), result, NULL);
}

/* Every way to read gives the message, or all of what came. */
static void
assert_record (McpJournal *journal,
               guint       serial,
               const char *message,
               gsize       length,
               const char *raw,
               gsize       raw_length)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  g_autoptr (GBytes) head = mcp_record_dup_head (record, 5);
  g_autoptr (GBytes) came = mcp_record_dup_raw (record, NULL);
  g_autoptr (GBytes) read = mcp_journal_read (journal, serial, NULL);
  g_autoptr (GBytes) later = NULL;

  mcp_record_read_async (record, NULL, read_cb, &later);
  wait_until (later != NULL);

  assert_bytes (bytes, message, length);
  assert_bytes (read, message, length);
  assert_bytes (later, message, length);
  assert_bytes (head, message, MIN (length, 5));
  assert_bytes (came, raw, raw_length);
  g_assert_cmpuint (mcp_record_get_size (record), ==, length);
}

static char *
dup_id (McpJournal *journal,
        guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_dup_id (record);
}

/* The message stands at every place of the bytes, and is of every length. */
static void
test_spans (void)
{
  static const char raw[] = "id: 4\ndata: 0123456789\n: ping";
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  const gsize length = strlen (raw);

  for (guint flushed = 0; flushed < 2; flushed++)
    {
      guint serial = 0;

      for (gsize lead = 0; lead <= length; lead++)
        {
          for (gsize trail = 0; lead + trail <= length; trail++)
            {
              McpJournalEntry entry = make_entry (IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");

              entry.channel = MCP_CHANNEL_SSE;
              entry.exchange = 3;
              entry.lead = lead;
              entry.trail = trail;
              serial++;
              if (flushed == 0)
                g_assert_cmpuint (append_text (journal, &entry, raw), ==, serial);
              assert_record (journal, serial, raw + lead, length - lead - trail, raw, length);
            }
        }
      mcp_journal_flush (journal);
    }
}

/* A span that the bytes do not have, as of an event that was cut, ends where they end. */
static void
test_spans_of_cut_bytes (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (IN, MCP_RECORD_OVERSIZED, 1, NULL, NULL);
  g_autoptr (McpRecord) record = NULL;

  entry.channel = MCP_CHANNEL_SSE;
  entry.flags = MCP_RECORD_FLAG_TRUNCATED;
  entry.lead = 6;
  entry.trail = 100;
  entry.size = 1000;
  append_text (journal, &entry, "data: {\"a");
  entry.lead = 100;
  append_text (journal, &entry, "data: {\"a");
  mcp_journal_append (journal, &entry, NULL);

  for (guint serial = 1; serial <= 3; serial++)
    {
      g_autoptr (GBytes) bytes = mcp_journal_read (journal, serial, NULL);

      g_assert_cmpuint (g_bytes_get_size (bytes), ==, 0);
    }
  record = mcp_journal_get_record (journal, 1);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 1000);
  mcp_journal_flush (journal);
}

static void
test_joined_events (void)
{
  static const char event[] = "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":\"a7\",\"result\":{}}";
  static const char message[] = "{\"jsonrpc\":\"2.0\",\n\"id\":\"a7\",\"result\":{}}";
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *all = g_strconcat (event, message, NULL);
  McpJournalEntry entry = make_entry (IN, MCP_RECORD_RESULT, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (all, strlen (all));
  g_autofree char *id = NULL;

  append_message (journal, OUT, MCP_RECORD_REQUEST, 1, "\"a7\"", "ping");
  entry.channel = MCP_CHANNEL_SSE;
  entry.flags = MCP_RECORD_FLAG_JOINED;
  entry.lead = strlen (event);
  entry.id = (const char *) g_bytes_get_data (bytes, NULL) + entry.lead
             + (strstr (message, "\"a7\"") - message);
  entry.id_length = 4;
  mcp_journal_append (journal, &entry, bytes);

  for (guint flushed = 0; flushed < 2; flushed++)
    {
      assert_record (journal, 2, message, strlen (message), event, strlen (event));
      mcp_journal_flush (journal);
    }
  id = dup_id (journal, 2);
  g_assert_cmpstr (id, ==, "\"a7\"");
}

/* The id is one of the message, wherever that is, and whoever holds the token. */
static void
test_ids_behind_a_lead (void)
{
  static const char lead[] = "event: message\nid: \"a7\"\ndata: ";
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *raw = g_strconcat (lead, MESSAGE, "\nretry: 5", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (raw, strlen (raw));
  const char *data = g_bytes_get_data (bytes, NULL);

  for (guint copied = 0; copied < 3; copied++)
    {
      McpJournalEntry entry = make_entry (IN, MCP_RECORD_RESULT, 1, "\"a7\"", NULL);
      g_autofree char *id = NULL;

      /* In the message; copied; in the bytes, but not in the message. */
      if (copied == 0)
        entry.id = data + strlen (lead) + (strstr (MESSAGE, "\"a7\"") - MESSAGE);
      else if (copied == 2)
        entry.id = data + (strstr (lead, "\"a7\"") - lead);
      entry.channel = MCP_CHANNEL_SSE;
      entry.lead = strlen (lead);
      entry.trail = strlen ("\nretry: 5");
      id = dup_id (journal, mcp_journal_append (journal, &entry, bytes));
      g_assert_cmpstr (id, ==, "\"a7\"");
    }
}

static void
assert_exchange (McpJournal *journal,
                 guint       exchange,
                 guint       max_records,
                 const char *expected)
{
  g_autoptr (GArray) serials = mcp_journal_dup_exchange (journal, exchange, max_records);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < serials->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (serials, guint, i));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_exchanges (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRecord) none = NULL;
  g_autoptr (McpRecord) head = NULL;

  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 1, "{}");
  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_REQUEST, 1, "{}");
  append_message (journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 4, "{}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 1, "{\"status\":200}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 4, "{\"status\":405}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_RESULT, 1, "{}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 4, "{}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 1, "{}");
  /* Against the rule that numbers rise, and found all the same. */
  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 2, "{}");

  assert_exchange (journal, 0, 10, "");
  assert_exchange (journal, 1, 10, "1 2 5 7 9 ");
  assert_exchange (journal, 1, 5, "1 2 5 7 9 ");
  assert_exchange (journal, 1, 4, "1 2 7 9 ");
  assert_exchange (journal, 1, 3, "1 2 9 ");
  assert_exchange (journal, 1, 2, "1 9 ");
  assert_exchange (journal, 1, 1, "1 ");
  assert_exchange (journal, 1, 0, "");
  assert_exchange (journal, 2, 10, "10 ");
  assert_exchange (journal, 3, 10, "");
  assert_exchange (journal, 4, 10, "4 6 8 ");
  assert_exchange (journal, 5, 10, "");

  none = mcp_journal_get_record (journal, 3);
  head = mcp_journal_get_record (journal, 5);
  g_assert_cmpuint (mcp_record_get_exchange (none), ==, 0);
  g_assert_cmpuint (mcp_record_get_exchange (head), ==, 1);
}

/* A row that grows belongs to its exchange from the start, once. */
static void
test_pending_in_exchange (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (IN, MCP_RECORD_RESULT, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("data: {}", 8);

  entry.channel = MCP_CHANNEL_SSE;
  entry.exchange = 9;
  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 9, "{}");
  mcp_journal_append_pending (journal, &entry);
  append_http (journal, IN, MCP_CHANNEL_SSE, MCP_RECORD_COMMENT, 9, ":");
  entry.lead = 6;
  mcp_journal_finish_pending (journal, 2, &entry, bytes);

  assert_exchange (journal, 9, 10, "1 2 3 ");
  assert_record (journal, 2, "{}", 2, "data: {}", 8);
}

/* What stands between, and how long the exchange is, costs nothing. */
static void
test_far_apart (void)
{
  const guint n_between = 100000;
  const guint n_lookups = 100000;
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *expected = NULL;
  gint64 begin_usec;

  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 1, "{}");
  append_http (journal, OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 2, "{}");
  for (guint i = 0; i < n_between; i++)
    append_http (journal, IN, MCP_CHANNEL_SSE, MCP_RECORD_EVENT, 2, "id: 1");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 1, "{\"status\":404}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 1, "{}");

  expected = g_strdup_printf ("1 %u %u ", n_between + 3, n_between + 4);
  assert_exchange (journal, 1, 100, expected);
  g_free (expected);
  expected = g_strdup_printf ("2 3 %u %u ", n_between + 1, n_between + 2);
  assert_exchange (journal, 2, 4, expected);

  begin_usec = test_get_worked_usec ();
  for (guint i = 0; i < n_lookups; i++)
    {
      g_autoptr (GArray) serials = mcp_journal_dup_exchange (journal, i % 2 + 1, 8);

      g_assert_cmpuint (serials->len, <=, 8);
    }
  /* A walk over the rows for each would be minutes. */
  g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 5 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_journal_get_memory_bytes (journal), <, n_between * 100);
}

static void
test_counts (void)
{
  static const McpChannel channels[] = {
    MCP_CHANNEL_STDIO, MCP_CHANNEL_HTTP, MCP_CHANNEL_SSE, MCP_CHANNEL_WS, MCP_CHANNEL_SOCKET,
    MCP_CHANNEL_TCP,
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < G_N_ELEMENTS (channels); i++)
    {
      g_assert_true (mcp_channel_carries_messages (channels[i]));
      append_http (journal, IN, channels[i], MCP_RECORD_NOTIFICATION, 1, "1234567890");
    }
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_NOISE, 1, "<html>");
  append_http (journal, IN, MCP_CHANNEL_SSE, MCP_RECORD_COMMENT, 1, ": hi");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 1, "{\"status\":200}");
  append_http (journal, IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, 1, "{}");
  append_http (journal, IN, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, 0, "no");
  mcp_journal_flush (journal);

  g_assert_cmpuint (mcp_journal_get_n_messages (journal, IN), ==, G_N_ELEMENTS (channels));
  g_assert_false (mcp_channel_carries_messages (MCP_CHANNEL_STDERR));
  g_assert_false (mcp_channel_carries_messages (MCP_CHANNEL_NOISE));
  g_assert_false (mcp_channel_carries_messages (MCP_CHANNEL_PROCESS));
  g_assert_false (mcp_channel_carries_messages (MCP_CHANNEL_SESSION));
}

/* An answer belongs to its request over whatever channels the two came. */
static void
test_pairs_over_channels (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry request = make_entry (OUT, MCP_RECORD_REQUEST, 1, "1", "ping");
  McpJournalEntry answer = make_entry (IN, MCP_RECORD_RESULT, 1, "1", NULL);
  g_autoptr (McpRecord) record = NULL;

  request.channel = MCP_CHANNEL_HTTP;
  request.exchange = 1;
  answer.channel = MCP_CHANNEL_SSE;
  answer.exchange = 2;
  answer.lead = 6;
  append_text (journal, &request, "{}");
  append_text (journal, &answer, "data: {}");
  record = mcp_journal_get_record (journal, 1);
  g_assert_cmpuint (mcp_record_get_pair (record), ==, 2);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_OK);
}

static void
test_nicks (void)
{
  g_assert_cmpstr (mcp_record_kind_get_nick (MCP_RECORD_HTTP_REQUEST), ==, "http-request");
  g_assert_cmpstr (mcp_record_kind_get_nick (MCP_RECORD_COMMENT), ==, "comment");
  g_assert_cmpstr (mcp_channel_get_nick (MCP_CHANNEL_HTTP), ==, "http");
  g_assert_cmpstr (mcp_channel_get_nick (MCP_CHANNEL_SOCKET), ==, "socket");
  g_assert_cmpstr (mcp_channel_get_nick (MCP_CHANNEL_TCP), ==, "tcp");
}

static void
test_spool_header (void)
{
  McpSpoolHeader header = { .length = 7, .serial = 5, .exchange = 0x01020304, .lead = 6, .trail = 1 };
  McpSpoolHeader read;
  guint8 data[MCP_SPOOL_HEADER_BYTES + 7] = { 0 };

  header.channel = MCP_CHANNEL_SSE;
  header.kind = MCP_RECORD_COMMENT;
  mcp_spool_header_encode (&header, 7, data);
  g_assert_true (mcp_spool_header_decode (data, sizeof data, &read));
  g_assert_cmpuint (read.exchange, ==, 0x01020304);
  g_assert_cmpuint (read.lead, ==, 6);
  g_assert_cmpuint (read.trail, ==, 1);
  g_assert_cmpint (read.kind, ==, MCP_RECORD_COMMENT);
  g_assert_cmpint (read.channel, ==, MCP_CHANNEL_SSE);
}

static guint
append_in_exchange (McpJournal    *journal,
                    McpDirection   direction,
                    McpRecordKind  kind,
                    guint          exchange)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, "1", kind == MCP_RECORD_REQUEST ? "ping" : NULL);

  entry.channel = MCP_CHANNEL_HTTP;
  entry.exchange = exchange;

  return append_text (journal, &entry, "{}");
}

static guint
get_pair (McpJournal *journal,
          guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

  return mcp_record_get_pair (record);
}

/* Clients of one server count each for itself: an answer goes with the request of its own exchange. */
static void
test_same_ids (void)
{
  /* Requests are in exchanges 1 to 4; answers in these, in turn, and each for the request given. */
  static const struct
  {
    guint exchanges[4];
    guint requests[4];
  } cases[] = {
    { { 1, 2, 3, 4 }, { 1, 2, 3, 4 } },
    { { 4, 3, 2, 1 }, { 4, 3, 2, 1 } },
    { { 2, 4, 3, 1 }, { 2, 4, 3, 1 } },
    /* On another stream, or a resumed one, the first that waits is as good as any. */
    { { 9, 3, 0, 4 }, { 1, 3, 2, 4 } },
    /* One exchange answers twice. */
    { { 2, 2, 2, 9 }, { 2, 1, 3, 4 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();

      for (guint j = 1; j <= 4; j++)
        append_in_exchange (journal, OUT, MCP_RECORD_REQUEST, j);
      for (guint j = 0; j < 4; j++)
        {
          guint serial = append_in_exchange (journal, IN, MCP_RECORD_RESULT, cases[i].exchanges[j]);

          g_assert_cmpuint (get_pair (journal, serial), ==, cases[i].requests[j]);
          g_assert_cmpuint (get_pair (journal, cases[i].requests[j]), ==, serial);
        }

      /* Nothing waits any more, and what is asked from now on is found. */
      g_assert_cmpuint (get_pair (journal, append_in_exchange (journal, IN, MCP_RECORD_RESULT, 1)), ==, 0);
      append_in_exchange (journal, OUT, MCP_RECORD_REQUEST, 5);
      append_in_exchange (journal, OUT, MCP_RECORD_REQUEST, 6);
      g_assert_cmpuint (get_pair (journal, append_in_exchange (journal, IN, MCP_RECORD_RESULT, 6)), ==, 11);
      g_assert_cmpuint (get_pair (journal, append_in_exchange (journal, IN, MCP_RECORD_RESULT, 6)), ==, 10);
    }
}

/* A hundred thousand with one id cost what so many with one each do: only some are compared. */
static void
test_same_ids_flood (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  const guint n = 100000;

  for (guint i = 1; i <= n; i++)
    append_in_exchange (journal, OUT, MCP_RECORD_REQUEST, i);
  g_assert_cmpuint (get_pair (journal, append_in_exchange (journal, IN, MCP_RECORD_RESULT, 200)), ==, 200);
  for (guint i = n; i > n / 2; i--)
    append_in_exchange (journal, IN, MCP_RECORD_RESULT, i);
  g_assert_cmpuint (get_pair (journal, 1), ==, n + 2);
  g_assert_cmpuint (get_pair (journal, 200), ==, n + 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/journal/http/spans", test_spans);
  g_test_add_func ("/journal/journal/http/spans-of-cut-bytes", test_spans_of_cut_bytes);
  g_test_add_func ("/journal/journal/http/joined-events", test_joined_events);
  g_test_add_func ("/journal/journal/http/ids-behind-a-lead", test_ids_behind_a_lead);
  g_test_add_func ("/journal/journal/http/exchanges", test_exchanges);
  g_test_add_func ("/journal/journal/http/pending-in-exchange", test_pending_in_exchange);
  g_test_add_func ("/journal/journal/http/far-apart", test_far_apart);
  g_test_add_func ("/journal/journal/http/counts", test_counts);
  g_test_add_func ("/journal/journal/http/same-ids", test_same_ids);
  g_test_add_func ("/journal/journal/http/same-ids-flood", test_same_ids_flood);
  g_test_add_func ("/journal/journal/http/pairs-over-channels", test_pairs_over_channels);
  g_test_add_func ("/journal/journal/http/spool-header", test_spool_header);
  g_test_add_func ("/journal/record/http-nicks", test_nicks);

  return g_test_run ();
}
