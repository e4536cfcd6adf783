/* test-record-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal.h"
#include "test-support.h"

typedef struct
{
  GBytes  *bytes;
  GError  *error;
  gboolean done;
} Outcome;

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Outcome *outcome = user_data;

  outcome->bytes = mcp_record_read_finish (MCP_RECORD (source), result, &outcome->error);
  outcome->done = TRUE;
}

static void
await (Outcome *outcome)
{
  TEST_AWAIT (outcome->done);
}

static McpRecord *
append (McpJournal *journal,
        gsize       length)
{
  McpJournalEntry entry = { .direction = MCP_DIRECTION_IN, .kind = MCP_RECORD_NOISE };
  guint8 *data = g_malloc (length + 1);
  g_autoptr (GBytes) bytes = NULL;

  for (gsize i = 0; i < length; i++)
    data[i] = i * 31 + i / 251;
  bytes = g_bytes_new_take (data, length);

  return mcp_journal_get_record (journal, mcp_journal_append (journal, &entry, bytes));
}

static void
test_record_read_whole (void)
{
  static const gsize lengths[] = { 0, 1, 1024 * 1024, 3 * 1024 * 1024 + 7 };
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (McpRecord) record = append (journal, lengths[i]);
      g_autoptr (GBytes) expected = mcp_record_dup_bytes (record, NULL);
      g_autoptr (GBytes) got = NULL;
      Outcome outcome = { 0 };

      mcp_journal_flush (journal);
      mcp_record_read_async (record, NULL, read_cb, &outcome);
      await (&outcome);
      g_assert_no_error (outcome.error);
      got = outcome.bytes;
      g_assert_cmpuint (g_bytes_get_size (got), ==, lengths[i]);
      g_assert_true (g_bytes_equal (got, expected));
    }
}

static void
test_record_read_cancelled (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRecord) record = append (journal, 8 * 1024 * 1024);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Outcome outcome = { 0 };

  mcp_record_read_async (record, cancellable, read_cb, &outcome);
  g_main_context_iteration (NULL, TRUE);
  g_assert_false (outcome.done);
  g_cancellable_cancel (cancellable);
  await (&outcome);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (outcome.bytes);
  g_clear_error (&outcome.error);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/record/read/whole", test_record_read_whole);
  g_test_add_func ("/journal/record/read/cancelled", test_record_read_cancelled);

  return g_test_run ();
}
