/* test-conversation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loading-support.h"
#include "recorder-support.h"

/* Calls that took several requests: what belongs together, in order, also after the spool was opened again. */

#define OUT MCP_DIRECTION_OUT
#define IN MCP_DIRECTION_IN

static guint
append_request (McpJournal *journal,
                guint       life,
                const char *id)
{
  McpJournalEntry entry = make_entry (OUT, MCP_RECORD_REQUEST, life, id, "tools/call");
  g_autofree char *text =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\"}", id);

  return append_text (journal, &entry, text);
}

static guint
append_answer (McpJournal *journal,
               guint       life,
               const char *id)
{
  McpJournalEntry entry = make_entry (IN, MCP_RECORD_RESULT, life, id, NULL);
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}", id);

  return append_text (journal, &entry, text);
}

/* @expected: the serials, as "1 4 5" */
static void
assert_conversation (McpJournal *journal,
                     guint       serial,
                     const char *expected)
{
  g_autoptr (GArray) serials = mcp_journal_dup_conversation (journal, serial);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < serials->len; i++)
    g_string_append_printf (found, "%s%u", i > 0 ? " " : "", g_array_index (serials, guint, i));
  if (!g_str_equal (found->str, expected))
    g_error ("of %u: %s, not %s", serial, found->str, expected);
}

/*
 * Two calls, one of three rounds whose last request is not answered, the other of two, and a ping
 * that is of none:
 *
 *   1 a →   2 b →   3 ← a   4 a →   5 ping →   6 ← b   7 ← a   8 b →   9 a →   10 ← b   11 ← ping
 */
static void
fill_rounds (McpJournal *journal)
{
  append_request (journal, 1, "1");
  append_request (journal, 1, "2");
  append_answer (journal, 1, "1");
  append_request (journal, 1, "3");
  mcp_journal_set_conversation (journal, 1, 1);
  mcp_journal_set_conversation (journal, 4, 1);
  append_request (journal, 1, "4");
  append_answer (journal, 1, "2");
  append_answer (journal, 1, "3");
  append_request (journal, 1, "5");
  mcp_journal_set_conversation (journal, 2, 2);
  mcp_journal_set_conversation (journal, 8, 2);
  append_request (journal, 1, "6");
  mcp_journal_set_conversation (journal, 9, 1);
  append_answer (journal, 1, "5");
  append_answer (journal, 1, "4");
}

static void
assert_rounds (McpJournal *journal)
{
  static const struct
  {
    guint       serial;
    guint       first;     /* what a request says of itself */
    const char *expected;
  } rows[] = {
    { 1, 1, "1 3 4 7 9" }, { 2, 2, "2 6 8 10" }, { 3, 0, "1 3 4 7 9" }, { 4, 1, "1 3 4 7 9" },
    { 5, 0, "" },          { 6, 0, "2 6 8 10" }, { 7, 0, "1 3 4 7 9" }, { 8, 2, "2 6 8 10" },
    { 9, 1, "1 3 4 7 9" }, { 10, 0, "2 6 8 10" }, { 11, 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, rows[i].serial);

      assert_conversation (journal, rows[i].serial, rows[i].expected);
      g_assert_cmpuint (mcp_journal_get_conversation (journal, rows[i].serial), ==, rows[i].first);
      g_assert_cmpuint (mcp_record_get_conversation (record), ==, rows[i].first);
    }
}

static void
test_rounds (Fixture       *fixture,
             gconstpointer  data)
{
  fill_rounds (fixture->journal);
  assert_rounds (fixture->journal);
  mcp_journal_flush (fixture->journal);
  assert_rounds (fixture->journal);
}

/* Where no call took several requests, no record is of one, and a serial need not be a record's. */
static void
test_none (Fixture       *fixture,
           gconstpointer  data)
{
  append_request (fixture->journal, 1, "1");
  append_answer (fixture->journal, 1, "1");
  append_message (fixture->journal, IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  for (guint serial = 1; serial <= 3; serial++)
    {
      assert_conversation (fixture->journal, serial, "");
      g_assert_cmpuint (mcp_journal_get_conversation (fixture->journal, serial), ==, 0);
    }
  g_assert_cmpuint (mcp_journal_get_conversation (fixture->journal, 0), ==, 0);
  g_assert_cmpuint (mcp_journal_get_conversation (fixture->journal, G_MAXUINT), ==, 0);
}

/* An answer that comes when the call was linked long ago is of it as well. */
static void
test_grows (Fixture       *fixture,
            gconstpointer  data)
{
  append_request (fixture->journal, 1, "1");
  mcp_journal_set_conversation (fixture->journal, 1, 1);
  assert_conversation (fixture->journal, 1, "1");
  append_answer (fixture->journal, 1, "1");
  assert_conversation (fixture->journal, 1, "1 2");
  append_request (fixture->journal, 1, "2");
  assert_conversation (fixture->journal, 3, "");
  mcp_journal_set_conversation (fixture->journal, 3, 1);
  mcp_journal_set_conversation (fixture->journal, 3, 1);
  assert_conversation (fixture->journal, 3, "1 2 3");
  append_answer (fixture->journal, 1, "2");
  assert_conversation (fixture->journal, 2, "1 2 3 4");
}

/* The next life has the same ids, and calls of its own. */
static void
test_lives (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint life = 1; life <= 2; life++)
    {
      guint first = append_request (fixture->journal, life, "1");
      guint next;

      append_answer (fixture->journal, life, "1");
      next = append_request (fixture->journal, life, "2");
      mcp_journal_set_conversation (fixture->journal, first, first);
      mcp_journal_set_conversation (fixture->journal, next, first);
      if (life == 1)
        mcp_journal_lose_pending (fixture->journal, 1);
    }
  append_answer (fixture->journal, 2, "2");

  assert_conversation (fixture->journal, 2, "1 2 3");
  assert_conversation (fixture->journal, 4, "4 5 6 7");
  assert_conversation (fixture->journal, 7, "4 5 6 7");
}

static McpJournal *
reopen (const char *path)
{
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_journal_open_spool (path, FALSE, &error);

  g_assert_no_error (error);
  wait_until (!mcp_journal_is_loading (journal));
  g_assert_null (mcp_journal_get_load_error (journal));

  return journal;
}

static void
test_spool (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "a.spool", NULL);
  McpJournal *journal = mcp_journal_new_for_file (path, NULL);

  fill_rounds (journal);
  mcp_journal_flush (journal);
  g_assert_finalize_object (journal);

  /* It goes on where it was. */
  journal = reopen (path);
  assert_rounds (journal);
  append_request (journal, 2, "1");
  mcp_journal_set_conversation (journal, 12, 1);
  assert_conversation (journal, 1, "1 3 4 7 9 12");
  mcp_journal_flush (journal);
  g_assert_finalize_object (journal);

  journal = reopen (path);
  assert_conversation (journal, 12, "1 3 4 7 9 12");
  assert_conversation (journal, 10, "2 6 8 10");
  g_assert_finalize_object (journal);
  g_unlink (path);
}

/* A spool that says it of records which are not there is read all the same. */
static void
test_hostile_spool (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "a.spool", NULL);
  McpJournal *journal = mcp_journal_new_for_file (path, NULL);

  append_request (journal, 1, "1");
  append_answer (journal, 1, "1");
  mcp_journal_set_conversation (journal, 1, 4000000000u);
  mcp_journal_set_conversation (journal, 2, 3);
  mcp_journal_flush (journal);
  g_assert_finalize_object (journal);

  journal = reopen (path);
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 2);
  g_assert_cmpuint (mcp_journal_get_conversation (journal, 1), ==, 0);
  g_assert_cmpuint (mcp_journal_get_conversation (journal, 2), ==, 0);
  assert_conversation (journal, 1, "");
  assert_conversation (journal, 2, "");
  g_assert_finalize_object (journal);
  g_unlink (path);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/conversation/rounds", test_rounds);
  ADD ("/journal/conversation/none", test_none);
  ADD ("/journal/conversation/grows", test_grows);
  ADD ("/journal/conversation/lives", test_lives);
  ADD ("/journal/conversation/spool", test_spool);
  ADD ("/journal/conversation/hostile-spool", test_hostile_spool);

  return g_test_run ();
}
