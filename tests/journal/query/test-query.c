/* test-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"
#include "mcp-query.h"
#include "test-support.h"

/* The id of the entry stands in the text itself, so that the index knows where. */
static void
append_with_id (McpJournal            *journal,
                const McpJournalEntry *entry,
                const char            *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  const char *data = g_bytes_get_data (bytes, NULL);
  g_autofree char *member = g_strconcat ("\"id\":", entry->id, NULL);
  McpJournalEntry here = *entry;

  here.id = strstr (data, member) + strlen ("\"id\":");
  mcp_journal_append (journal, &here, bytes);
}

/* Records that each query is asked about; what it matches is written as their serials. */
static McpJournal *
make_journal (void)
{
  McpJournal *journal = mcp_journal_new ();
  gint64 start_usec = mcp_journal_get_start_usec (journal);
  McpJournalEntry call = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "tools/call");
  McpJournalEntry answer = make_entry (MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, "1", NULL);
  McpJournalEntry log =
    make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "notifications/message");
  McpJournalEntry line = make_entry (MCP_DIRECTION_IN, MCP_RECORD_STDERR, 1, NULL, NULL);
  McpJournalEntry read =
    make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 2, "\"r-5\"", "resources/read");
  McpJournalEntry failed = make_entry (MCP_DIRECTION_IN, MCP_RECORD_ERROR, 2, "\"r-5\"", NULL);

  call.name = "Echo";
  call.time_usec = start_usec + 1000000;
  append_with_id (journal, &call, "{\"id\":1,\"params\":{\"text\":\"Hello World\"}}");
  answer.time_usec = start_usec + 1012500;
  append_with_id (journal, &answer,
                  "{\"id\":1,\"result\":{\"x\":\"\xc3\x84rger\","
                  "\"n\":[1.10,9007199254740993,\"a\"]}}");
  log.time_usec = start_usec + 2000000;
  log.flags = MCP_RECORD_FLAG_FINDING;
  append_text (journal, &log, "{\"params\":{\"data\":\"hello\"}}");
  line.channel = MCP_CHANNEL_STDERR;
  line.time_usec = start_usec + 3000000;
  append_text (journal, &line, "Warning: [x] HELLO-there");
  read.name = "file:///a b";
  read.time_usec = start_usec + 60000000;
  append_with_id (journal, &read,
                  "{\"id\":\"r-5\",\"params\":{\"u.i\":\"\\u0048i\",\"z\":null}}");
  failed.time_usec = start_usec + 63000000;
  append_with_id (journal, &failed,
                  "{\"error\":{\"code\":-32602,\"message\":\"no such file\"},\"id\":\"r-5\"}");

  return journal;
}

static const struct
{
  const char *text;
  const char *matches;
} queries[] = {
  { "", "123456" },
  { "   ", "123456" },
  { "hello", "134" },
  { "HELLO", "134" },
  { "hello world", "1" },
  { "world hello", "1" },
  { "\"hello world\"", "1" },
  { "\"hello  world\"", "" },
  { "\"text\\\":\\\"hello\"", "1" },
  { "\"unfinished", "" },
  { "\"hello w", "1" },
  { "-hello", "256" },
  { "hello -world", "34" },
  { "-\"hello world\"", "23456" },
  { "hello-there", "4" },
  { "-", "456" },
  { "echo", "12" },
  { "TOOLS", "12" },
  { "\xc3\x84rger", "2" },
  { "{", "12356" },
  { "}}", "1235" },
  { "w", "14" },
  { "\"\"", "123456" },
  { "\"\" hello", "134" },
  { "\"\" or hello", "123456" },
  { "-\"\"", "123456" },

  { "hello or file", "13456" },
  { "hello and world", "1" },
  { "hello AND world", "1" },
  { "hello OR NOT dir:in", "1345" },
  { "not hello", "256" },
  { "not not hello", "134" },
  { "not -hello", "134" },
  { "(hello)", "134" },
  { "((hello) (world))", "1" },
  { "-(hello or kind:error)", "25" },
  { "not(hello or kind:error)", "25" },
  { "(dir:out or kind:stderr) hello", "14" },
  { "dir:out or kind:stderr hello", "145" },
  { "(world)or(kind:error)", "16" },
  { "\"or\"", "16" },
  { "a(b)c", "" },
  { "(a(b)c or world)", "1" },

  { "method:tools/call", "12" },
  { "method:tools/*", "12" },
  { "METHOD:tools/*", "12" },
  { "method:*call", "12" },
  { "method:*s*", "12356" },
  { "method:tool", "" },
  { "method:tools/cal?", "12" },
  { "method:???", "" },
  { "method:\"tools/call\"", "12" },
  { "-method:tools/*", "3456" },
  { "name:Echo", "12" },
  { "name:*", "1256" },
  { "tool:E*", "12" },
  { "tool:*", "12" },
  { "uri:*", "56" },
  { "uri:\"file:///a b\"", "56" },
  { "dir:in", "2346" },
  { "dir:out", "15" },
  { "-dir:out", "2346" },
  { "kind:request", "15" },
  { "kind:response", "2" },
  { "kind:stderr hello", "4" },
  { "hello dir:in -kind:stderr", "3" },
  { "\"kind:request\"", "" },
  { "channel:stderr", "4" },
  { "status:ok", "12" },
  { "status:error", "56" },
  { "status:none", "34" },
  { "has:finding", "3" },
  { "has:answer", "1256" },
  { "has:id", "1256" },
  { "has:name", "1256" },
  { "has:body", "123456" },
  { "life:2", "56" },
  { "life:<2", "1234" },
  { "life:1..2", "123456" },

  { "id:1", "12" },
  { "id:\"1\"", "" },
  { "id:r-5", "56" },
  { "id:\"r-5\"", "56" },
  { "id:5", "" },
  { "-id:1", "3456" },

  { "took:>10ms", "1256" },
  { "took:>12500us", "56" },
  { "took:>=12500us", "1256" },
  { "took:>=12.5ms", "1256" },
  { "took:12ms", "12" },
  { "took:12.5ms", "12" },
  { "took:12.4ms", "" },
  { "took:12ms..13ms", "12" },
  { "took:..1s", "12" },
  { "took:1s..", "56" },
  { "took:<1s", "12" },
  { "took:3s", "56" },
  { "took:>0", "1256" },
  { "-took:>0", "34" },
  { "size:24", "4" },
  { "size:>24", "12356" },
  { "size:>=24", "123456" },
  { "size:<25", "4" },
  { "size:>1k", "" },
  { "size:<1Ki", "123456" },
  { "size:..24", "4" },
  { "size:24..24", "4" },

  { "time:+1s", "12" },
  { "time:+1s..+2s", "123" },
  { "time:>+2s", "456" },
  { "time:..+2s", "123" },
  { "time:+1m..", "56" },
  { "time:-5s", "56" },
  { "time:>=-61s", "3456" },
  { "time:<-60.5s", "123" },
  { "time:>=2000-01-01", "123456" },
  { "time:<2000-01-01T10:00", "" },
  { "time:00:00..23:59:59.999999", "123456" },

  { "time:+1.001s..+1.002s", "" },
  { "during:+1.001s..+1.002s", "12" },
  { "during:+1s", "12" },
  { "during:..+2s", "123" },
  { "during:00:00..23:59:59.999999", "123456" },
  { "during:<2000-01-01T10:00", "" },

  { "json:params", "135" },
  { "json:params.text", "1" },
  { "json:params.text=\"Hello World\"", "1" },
  { "json:params.text=hello", "" },
  { "json:params.text~WORLD", "1" },
  { "json:params.text!=x", "1" },
  { "-json:params.text=x", "123456" },
  { "json:result.n[0]=1.10", "2" },
  { "json:result.n[0]=1.1", "" },
  { "json:result.n[0]>1.09", "2" },
  { "json:result.n[0]>=1.1", "2" },
  { "json:result.n[0]<1.1", "" },
  { "json:result.n.1=9007199254740993", "2" },
  { "json:result.n[1]>9007199254740992", "2" },
  { "json:result.n[1]<=9007199254740992", "" },
  { "json:result.n[*]=a", "2" },
  { "json:result.n[*]=b", "" },
  { "json:result.n[3]", "" },
  { "json:*.text", "1" },
  { "json:error.code<-32000", "6" },
  { "json:error.code=-32602", "6" },
  { "json:error.code=\"-32602\"", "" },
  { "json:error.message>n", "6" },
  { "json:error.message<n", "" },
  { "json:params[\"u.i\"]=Hi", "5" },
  { "json:params[\"u.i\"]~h", "5" },
  { "json:params.z=null", "5" },
  { "json:id=1", "12" },
  { "json:id=r-5", "56" },
  { "(json:id=1 or json:id=r-5) dir:out", "15" },
  { "json:params.text=\"\"", "" },

  { "/hel+o/", "3" },
  { "/hel+o/i", "134" },
  { "/^warning/i", "4" },
  { "/there$/", "4" },
  { "/W.r|x\\]/", "14" },
  { "/[/]call/", "" },
  { "/\\{.id.:/", "125" },
  { "-/./", "" },
  { "/\xc3\xa4rger/i", "2" },
  { "(/hello/i) dir:out", "1" },
};

static void
assert_matches (McpJournal *journal,
                const char *text,
                const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = mcp_query_new (text, &error);
  g_autoptr (GString) matches = g_string_new (NULL);

  if (error != NULL)
    g_error ("%s: %s", text, error->message);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      if (mcp_query_matches (query, journal, serial))
        g_string_append_printf (matches, "%u", serial);
    }
  if (!g_str_equal (matches->str, expected))
    g_error ("%s: matches %s, not %s", text, matches->str, expected);
}

static void
test_matches (void)
{
  g_autoptr (McpJournal) journal = make_journal ();

  for (guint flushed = 0; flushed < 2; flushed++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
        assert_matches (journal, queries[i].text, queries[i].matches);
      mcp_journal_flush (journal);
    }
}

static const struct
{
  const char *text;
  gsize       offset;
  gsize       length;
  const char *said[4];
} mistakes[] = {
  { "a  sze:3", 3, 3, { "sze", "4", "size:", "quotes" } },
  { "\xc3\x84 -xyzzy:7", 4, 5, { "xyzzy", "4", "method:, ", "json:" } },
  { "dir:up", 4, 2, { "up", "5", "out, in", NULL } },
  { "kind:respnse", 5, 7, { "respnse", "6", "did you mean", "response" } },
  { "kind:result", 5, 6, { "result", "6", "response", "stderr" } },
  { "status:oky", 7, 3, { "ok", NULL } },
  { "has:fin", 4, 3, { "finding", NULL } },
  { "kind:", 5, 0, { "kind:", "6", NULL } },
  { "method: x", 7, 0, { "method:", "8", NULL } },
  { "method:\"\"", 7, 2, { "method:", NULL } },
  { "took://host", 5, 6, { "//host", ">10ms", NULL } },
  { "took:>10", 5, 3, { "ms", NULL } },
  { "took:1ms..2k", 5, 7, { "1ms..2k", NULL } },
  { "took:..", 5, 2, { NULL } },
  { "took:10000000000000s", 5, 15, { NULL } },
  { "size:big", 5, 3, { "big", "Ki", NULL } },
  { "time:25:00", 5, 5, { "25:00", "14:03", "+10s", NULL } },
  { "time:14:03..+5s", 5, 10, { NULL } },
  { "time:2025-13-01", 5, 10, { NULL } },
  { "http://host", 5, 6, { "//host", "6", "quotes", "404" } },
  { "x http:5x", 7, 2, { "5x", "8", "4xx", NULL } },
  { "http:=404", 5, 4, { "=404", "6", ">=500", NULL } },
  { "http:>>404", 5, 5, { ">>404", "6", NULL } },
  { "http:>4xx", 5, 4, { NULL } },
  { "http:<", 5, 1, { "<", "6", NULL } },
  { "http:40", 5, 2, { "40", "6", NULL } },
  { "http:4004", 5, 4, { "4004", "6", NULL } },
  { "http:0xx", 5, 3, { "0xx", "6", NULL } },
  { "http:", 5, 0, { "http:", "6", NULL } },
  { "channel:stdin", 8, 5, { "stdin", "9", "sse, ws, socket", NULL } },
  { "kind:http", 5, 4, { "http", "6", "http-request", "comment" } },
  { "exchange:0", 9, 1, { "0", "10", NULL } },
  { "exchange:two", 9, 3, { "two", "10", NULL } },
  { "exchange:4294967296", 9, 10, { "4294967296", "10", NULL } },
  { "life:none", 5, 4, { "none", NULL } },
  { "json:", 5, 0, { "json:", NULL } },
  { "json:=3", 5, 0, { "params", NULL } },
  { "json:a..b", 7, 2, { "[*]", NULL } },
  { "json:a[x]", 6, 3, { NULL } },
  { "json:a[\"x", 6, 3, { NULL } },
  { "json:a=", 7, 0, { "value", NULL } },
  { "json:a!b", 6, 1, { "!=", NULL } },
  { "(a or b", 0, 1, { "(", "1", NULL } },
  { "a ) b", 2, 1, { ")", "3", NULL } },
  { "()", 1, 0, { "quotes", NULL } },
  { "a or", 4, 0, { "5", NULL } },
  { "or a", 0, 0, { "1", NULL } },
  { "a and and b", 6, 0, { "7", NULL } },
  { "not", 3, 0, { "4", NULL } },
  { "a not or b", 6, 0, { NULL } },
  { "/abc", 0, 4, { "/", "quotes", NULL } },
  { "/usr/bin/x", 5, 1, { "quotes", "6", NULL } },
  { "x /a(b/", 2, 5, { "3", NULL } },
  { "a\xff", 1, 1, { "UTF-8", NULL } },
};

static void
test_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpQuery) query = mcp_query_new (mistakes[i].text, &error);

      if (error == NULL)
        g_error ("%s: is taken", mistakes[i].text);
      g_assert_true (error->domain == MCP_QUERY_ERROR);
      if (mcp_query_error_get_offset (error) != mistakes[i].offset
          || mcp_query_error_get_length (error) != mistakes[i].length)
        g_error ("%s: is wrong from %zu for %zu: %s", mistakes[i].text,
                 mcp_query_error_get_offset (error), mcp_query_error_get_length (error),
                 error->message);
      for (guint j = 0; j < G_N_ELEMENTS (mistakes[i].said) && mistakes[i].said[j] != NULL; j++)
        {
          if (strstr (error->message, mistakes[i].said[j]) == NULL)
            g_error ("%s: “%s” is not in: %s", mistakes[i].text, mistakes[i].said[j],
                     error->message);
        }
    }
}

static void
assert_too_complex (const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_query_new (text, &error));
  g_assert_error (error, MCP_QUERY_ERROR, MCP_QUERY_ERROR_TOO_COMPLEX);
  g_assert_cmpuint (mcp_query_error_get_offset (error) + mcp_query_error_get_length (error), <=,
                    strlen (text));
}

static void
test_has_limits (void)
{
  g_autofree char *word = g_strnfill (2000, 'x');
  g_autofree char *path = g_strconcat ("json:", word, NULL);
  g_autofree char *open = g_strnfill (100000, '(');
  g_autofree char *just_open = g_strnfill (64, '(');
  g_autofree char *expression = g_strconcat ("/", word, "/", NULL);
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (GString) negations = g_string_new (NULL);

  for (guint i = 0; i < 65; i++)
    g_string_append (many, "a or ");
  g_string_append (many, "a");
  for (guint i = 0; i < 100000; i++)
    g_string_append (negations, "not ");

  assert_too_complex (word);
  assert_too_complex (path);
  assert_too_complex (open);
  assert_too_complex (just_open);
  assert_too_complex (expression);
  assert_too_complex (many->str);
  assert_too_complex (negations->str);
}

/* By the clock of the zone that the records are seen in. */
static void
test_time_of_day (gconstpointer zone)
{
  g_autofree char *zone_before = g_strdup (g_getenv ("TZ"));
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GDateTime) start = NULL;
  gint64 start_usec = mcp_journal_get_start_usec (journal);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "a");

  if (zone != NULL)
    g_setenv ("TZ", zone, TRUE);
  start = g_date_time_new_from_unix_local (mcp_journal_get_start_wall_usec (journal) / G_USEC_PER_SEC);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GDateTime) then = g_date_time_add_hours (start, i * 8);
      g_autoptr (GDateTime) before = g_date_time_add_minutes (then, -1);
      g_autoptr (GDateTime) after = g_date_time_add_minutes (then, 2);
      g_autofree char *begin = g_date_time_format (before, "%H:%M");
      g_autofree char *end = g_date_time_format (after, "%H:%M");
      g_autofree char *around = g_strdup_printf ("time:%s..%s", begin, end);
      g_autofree char *at = g_date_time_format (then, "time:>=%Y-%m-%dT%H:%M");
      g_autofree char *serial = g_strdup_printf ("%u", i + 1);

      entry.time_usec = start_usec + i * 8 * G_TIME_SPAN_HOUR;
      append_text (journal, &entry, "{}");
      assert_matches (journal, around, serial);
      assert_matches (journal, at, serial);
    }

  if (zone_before != NULL)
    g_setenv ("TZ", zone_before, TRUE);
  else
    g_unsetenv ("TZ");
}

/* An expression that would take for ever gives up, and what is broken is still looked at. */
static void
test_hostile_expressions (void)
{
  static const char * const expressions[] = {
    "/(a+)+$/",
    "/(a|aa)+$/",
    "/(.*)*x(.*)*y/",
    "/^(([a-z])+.)+[A-Z]([a-z])+$/",
    "/(?:a?){60}a{60}b/",
    "/.*.*.*.*=/",
    "/(((((a*)*)*)*)*)*b/",
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *text = g_strnfill (300000, 'a');
  gint64 start_usec = test_get_worked_usec ();
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOISE, 1, NULL, NULL);

  text[299999] = '!';
  append_text (journal, &entry, text);
  append_text (journal, &entry, "\xff\xfe needle \xc3");
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr (McpQuery) query = mcp_query_new (expressions[i], NULL);

      g_assert_nonnull (query);
      g_assert_false (mcp_query_matches (query, journal, 1));
    }
  g_assert_cmpint (test_get_worked_usec () - start_usec, <, 60 * G_USEC_PER_SEC);

  assert_matches (journal, "/needle.+/", "2");
  assert_matches (journal, "needle", "2");
  assert_matches (journal, "json:needle", "");
}

static const struct
{
  const char *text;      /* with | for the cursor */
  const char *expected;  /* the first */
  const char *replaced;
} completions[] = {
  { "|", "method:", "" },
  { "me|", "method:", "me" },
  { "x -me|", "method:", "me" },
  { "(ti|)", "time:", "ti" },
  { "no|", "not ", "no" },
  { "method:|", "resources/read", "" },
  { "method:to|", "tools/call", "to" },
  { "method:re|ad x", "resources/read", "read" },
  { "method:essa|", "notifications/message", "essa" },
  { "tool:|", "Echo", "" },
  { "uri:|", "\"file:///a b\"", "" },
  { "uri:\"file|", "\"file:///a b\"", "\"file" },
  { "uri:\"file| x\" y", "\"file:///a b\"", "\"file x\"" },
  { "name:ec|", "Echo", "ec" },
  { "status:o|", "ok", "o" },
  { "kind:no|", "notification", "no" },
  { "channel:st|", "stdio", "st" },
  { "has:f|", "finding", "f" },
  { "dir:|", "out", "" },
  { "took:|", ">10ms", "" },
  { "time:+|", "+10s..+20s", "+" },
  { "http:4|", "4xx", "4" },
  { "json:p|", "params.", "p" },
  { "\xc3\x84 di|", "dir:", "di" },
  { "xyz|", NULL, NULL },
  { "nope:x|", NULL, NULL },
  { "\"me|", NULL, NULL },
  { "/me|", NULL, NULL },
};

static void
test_completes (void)
{
  g_autoptr (McpJournal) journal = make_journal ();

  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    {
      g_auto (GStrv) halves = g_strsplit (completions[i].text, "|", 2);
      g_autofree char *text = g_strconcat (halves[0], halves[1], NULL);
      g_autoptr (GPtrArray) found = mcp_query_complete (text, strlen (halves[0]), journal);
      const McpQueryCompletion *first = found->len > 0 ? found->pdata[0] : NULL;
      g_autofree char *replaced = NULL;

      if (g_strcmp0 (first != NULL ? first->text : NULL, completions[i].expected) != 0)
        g_error ("%s: offers %s", completions[i].text, first != NULL ? first->text : "nothing");
      if (first == NULL)
        continue;
      replaced = g_strndup (text + first->from, first->to - first->from);
      g_assert_cmpstr (replaced, ==, completions[i].replaced);
    }
}

/* Whatever is offered can be used: with it, the filter is right, or can be gone on with. */
static void
test_completions_are_right (void)
{
  g_autoptr (McpJournal) journal = make_journal ();
  g_autoptr (GPtrArray) fields = mcp_query_complete ("", 0, journal);

  g_assert_cmpuint (fields->len, >, 17);
  for (guint i = 0; i < fields->len; i++)
    {
      const McpQueryCompletion *field = fields->pdata[i];
      g_autoptr (GPtrArray) values =
        mcp_query_complete (field->text, strlen (field->text), journal);

      g_assert_cmpstr (field->description, !=, "");
      for (guint j = 0; j < values->len && g_str_has_suffix (field->text, ":"); j++)
        {
          const McpQueryCompletion *value = values->pdata[j];
          g_autofree char *text = g_strconcat (field->text, value->text, NULL);
          g_autoptr (GError) error = NULL;
          g_autoptr (McpQuery) query = mcp_query_new (text, &error);

          if (!g_str_has_suffix (text, "."))
            g_assert_no_error (error);
        }
    }
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
append_http (McpJournal    *journal,
             McpChannel     channel,
             McpRecordKind  kind,
             guint          exchange,
             const char    *text)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, kind, 1, NULL, NULL);

  entry.channel = channel;
  entry.exchange = exchange;
  append_text (journal, &entry, text);
}

static const struct
{
  const char *text;
  const char *matches;
} http_queries[] = {
  { "http:200", "1235" },
  { "http:404", "46" },
  { "http:2xx", "1235" },
  { "http:4XX", "46" },
  { "http:5xx", "" },
  { "http:>=200", "123456" },
  { "http:>200", "46" },
  { "http:>=404", "46" },
  { "http:>404", "" },
  { "http:<404", "1235" },
  { "http:<=404", "123456" },
  { "http:<200", "" },
  { "http:>999", "" },
  { "http:200..299", "1235" },
  { "http:404..", "46" },
  { "has:exchange", "1234567" },
  { "exchange:1..2", "123456" },
  { "-http:2xx", "4678" },
  { "http:2xx -kind:http-request", "235" },
  { "exchange:1", "1235" },
  { "exchange:2", "46" },
  { "exchange:3", "7" },
  { "-exchange:1 -exchange:2", "78" },
  { "exchange:9", "" },
  { "channel:sse", "5" },
  { "channel:http", "123467" },
  { "kind:http-head", "367" },
  { "kind:event", "5" },
  /* An event is searched as it came. */
  { "\"event: note\"", "5" },
};

static void
test_http (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 1, "{}");
  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_REQUEST, 1, "{}");
  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 1, "{\"x\":1,\"status\":200}");
  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, 2, "{}");
  append_http (journal, MCP_CHANNEL_SSE, MCP_RECORD_EVENT, 1, "event: note");
  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 2, "{\"status\":404}");
  append_http (journal, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, 3, "{\"status\":\"2\"}");
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");

  for (guint i = 0; i < G_N_ELEMENTS (http_queries); i++)
    assert_matches (journal, http_queries[i].text, http_queries[i].matches);
}

static void
test_tells (void)
{
  g_autoptr (McpQuery) words = mcp_query_new ("dir:in a", NULL);
  g_autoptr (McpQuery) fields = mcp_query_new ("dir:in -kind:note", NULL);
  g_autoptr (McpQuery) empty = mcp_query_new (" ", NULL);
  g_autoptr (McpQuery) same = mcp_query_ref (words);

  g_assert_cmpstr (mcp_query_get_text (same), ==, "dir:in a");
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
  g_test_add_func ("/journal/query/has-limits", test_has_limits);
  g_test_add_data_func ("/journal/query/time-of-day/here", NULL, test_time_of_day);
  g_test_add_data_func ("/journal/query/time-of-day/kiritimati", "<+14>-14", test_time_of_day);
  g_test_add_data_func ("/journal/query/time-of-day/kathmandu", "<+0545>-5:45", test_time_of_day);
  g_test_add_data_func ("/journal/query/time-of-day/st-johns", "NST3:30NDT,M3.2.0,M11.1.0", test_time_of_day);
  g_test_add_func ("/journal/query/hostile-expressions", test_hostile_expressions);
  g_test_add_func ("/journal/query/completes", test_completes);
  g_test_add_func ("/journal/query/completions-are-right", test_completions_are_right);
  g_test_add_func ("/journal/query/large-bodies", test_large_bodies);
  g_test_add_func ("/journal/query/http", test_http);
  g_test_add_func ("/journal/query/tells", test_tells);

  return g_test_run ();
}
