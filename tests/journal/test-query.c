/* test-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"
#include "mcp-error.h"
#include "mcp-query.h"

/* Four records that each query is asked about; what it matches is written as their serials. */
static McpJournal *
make_journal (void)
{
  McpJournal *journal = mcp_journal_new ();
  McpJournalEntry call = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "tools/call");
  McpJournalEntry answer = make_entry (MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, "1", NULL);
  McpJournalEntry log =
    make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "notifications/message");
  McpJournalEntry line = make_entry (MCP_DIRECTION_IN, MCP_RECORD_STDERR, 1, NULL, NULL);

  call.name = "Echo";
  line.channel = MCP_CHANNEL_STDERR;
  append_text (journal, &call, "{\"id\":1,\"params\":{\"text\":\"Hello World\"}}");
  append_text (journal, &answer, "{\"id\":1,\"result\":{\"x\":\"\xc3\x84rger\"}}");
  append_text (journal, &log, "{\"params\":{\"data\":\"hello\"}}");
  append_text (journal, &line, "Warning: [x] HELLO-there");

  return journal;
}

static const struct
{
  const char *text;
  const char *matches;
} queries[] = {
  { "", "1234" },
  { "   ", "1234" },
  { "hello", "134" },
  { "HELLO", "134" },
  { "hello world", "1" },
  { "world hello", "1" },
  { "\"hello world\"", "1" },
  { "\"hello  world\"", "" },
  { "\"text\\\":\\\"hello\"", "1" },
  { "\"unfinished", "" },
  { "\"hello w", "1" },
  { "-hello", "2" },
  { "hello -world", "34" },
  { "-\"hello world\"", "234" },
  { "hello-there", "4" },
  { "-", "4" },
  { "echo", "12" },
  { "TOOLS", "12" },
  { "\xc3\x84rger", "2" },
  { "{", "123" },
  { "}}", "123" },
  { "w", "14" },
  { "method:tools/call", "12" },
  { "method:tools/*", "12" },
  { "method:*call", "12" },
  { "method:*s*", "123" },
  { "method:tool", "" },
  { "method:tools/cal?", "12" },
  { "method:???", "" },
  { "method:\"tools/call\"", "12" },
  { "-method:tools/*", "34" },
  { "dir:in", "234" },
  { "dir:out", "1" },
  { "-dir:out", "234" },
  { "kind:request", "1" },
  { "kind:response", "2" },
  { "kind:stderr hello", "4" },
  { "hello dir:in -kind:stderr", "3" },
  { "\"kind:request\"", "" },
  { "\"\"", "1234" },
};

static void
test_matches (void)
{
  g_autoptr (McpJournal) journal = make_journal ();

  for (guint flushed = 0; flushed < 2; flushed++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (McpQuery) query = mcp_query_new (queries[i].text, &error);
          g_autoptr (GString) matches = g_string_new (NULL);

          g_assert_no_error (error);
          for (guint serial = 1; serial <= 4; serial++)
            {
              if (mcp_query_matches (query, journal, serial))
                g_string_append_printf (matches, "%u", serial);
            }
          if (!g_str_equal (matches->str, queries[i].matches))
            g_error ("%s: matches %s, not %s", queries[i].text, matches->str, queries[i].matches);
        }
      mcp_journal_flush (journal);
    }
}

static const struct
{
  const char *text;
  const char *said[4];
} mistakes[] = {
  { "took:>1s", { "took", "1", "method:", "kind:" } },
  { "a  size:3", { "size", "4", "dir:", NULL } },
  { "Ä -id:7", { "id", "4", NULL } },
  { "dir:up", { "up", "5", "in, out", NULL } },
  { "kind:result", { "result", "6", "response", "stderr" } },
  { "kind:", { "kind:", "6", NULL } },
  { "method: x", { "method:", "8", NULL } },
  { "http://host", { "http", "1", "quotes", NULL } },
};

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_query_new (mistakes[i].text, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      for (guint j = 0; j < G_N_ELEMENTS (mistakes[i].said) && mistakes[i].said[j] != NULL; j++)
        {
          if (strstr (error->message, mistakes[i].said[j]) == NULL)
            g_error ("%s: “%s” is not in: %s", mistakes[i].text, mistakes[i].said[j],
                     error->message);
        }
    }
}

static void
test_word_may_be_too_long (void)
{
  g_autofree char *text = g_strnfill (2000, 'x');
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_query_new (text, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
}

/* A word is found wherever it stands in a body that takes several looks, across each seam. */
static void
test_large_bodies (void)
{
  static const gsize sizes[] = { 300 * 1024, 262144, 1024 * 1024 };
  static const gsize places[] = { 0, 262130, 262137, 262143, 262144, 299990 };
  g_autoptr (McpQuery) query = mcp_query_new ("NEEDLE-IN-IT", NULL);
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      for (guint j = 0; j <= G_N_ELEMENTS (places); j++)
        {
          McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, NULL, NULL);
          gboolean has_needle = j < G_N_ELEMENTS (places) && places[j] + 12 <= sizes[i];
          char *data = g_malloc (sizes[i]);
          g_autoptr (GBytes) bytes = g_bytes_new_take (data, sizes[i]);
          guint serial;

          memset (data, 'n', sizes[i]);
          if (has_needle)
            memcpy (data + places[j], "needle-in-it", 12);
          serial = mcp_journal_append (journal, &entry, bytes);
          g_assert_true (mcp_query_matches (query, journal, serial) == has_needle);
        }
    }

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (GBytes) bytes = mcp_journal_read (journal, serial, NULL);
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      g_assert_true (mcp_query_matches (query, journal, serial)
                     == (g_strstr_len (data, length, "needle-in-it") != NULL));
    }
}

static void
test_tells (void)
{
  g_autoptr (McpQuery) words = mcp_query_new ("dir:in a", NULL);
  g_autoptr (McpQuery) fields = mcp_query_new ("dir:in -kind:note", NULL);
  g_autoptr (McpQuery) empty = mcp_query_new (" ", NULL);
  g_autoptr (McpQuery) same = mcp_query_ref (words);

  g_assert_cmpstr (mcp_query_get_text (same), ==, "dir:in a");
  g_assert_true (mcp_query_needs_body (words));
  g_assert_false (mcp_query_needs_body (fields));
  g_assert_false (mcp_query_needs_body (empty));
  g_assert_false (mcp_query_is_empty (fields));
  g_assert_true (mcp_query_is_empty (empty));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/query/matches", test_matches);
  g_test_add_func ("/journal/query/mistakes", test_mistakes);
  g_test_add_func ("/journal/query/word-may-be-too-long", test_word_may_be_too_long);
  g_test_add_func ("/journal/query/large-bodies", test_large_bodies);
  g_test_add_func ("/journal/query/tells", test_tells);

  return g_test_run ();
}
