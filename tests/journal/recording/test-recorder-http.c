/* test-recorder-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mcp-recorder.h"
#include "recorder-support.h"

#define R MCP_REDACTED

#define REQUEST                                                                                   \
  "{\"type\":\"request\",\"method\":\"POST\",\"url\":\"https://h/mcp?key=abcd1234\","             \
  "\"headers\":[[\"Authorization\",\"Bearer hunter22\"],[\"Accept\",\"text/event-stream\"]],"     \
  "\"purpose\":\"send\"}"
#define HEAD                                                                                      \
  "{\"type\":\"head\",\"status\":200,\n\"headers\":[[\"MCP-Session-Id\",\"s-47-11\"],"            \
  "[\"Set-Cookie\",\"a=b\"],[\"WWW-Authenticate\",\"Bearer realm=\\\"x\\\"\"]]}"
#define END "{\"type\":\"end\",\"body\":5,\"usec\":{\"ended\":77}}"

static void
append_http (McpJournal   *journal,
             McpDirection  direction,
             McpChannel    channel,
             McpRecordKind kind,
             const char   *text)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, NULL, NULL);

  entry.channel = channel;
  entry.exchange = 7;
  append_text (journal, &entry, text);
}

static GPtrArray *
record (Fixture     *fixture,
        McpRedactor *redactor)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecorder) recorder =
    mcp_recorder_new (fixture->journal, fixture->path, NULL, redactor, &error);

  g_assert_no_error (error);
  mcp_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  g_assert_finalize_object (g_steal_pointer (&recorder));

  return read_lines (fixture->path);
}

static void
test_exchange (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GPtrArray) lines = NULL;

  append_http (fixture->journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST,
               REQUEST);
  append_http (fixture->journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_REQUEST, "{}");
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, HEAD);
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_NOISE, "<html>\n");
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, END);
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_WS, MCP_RECORD_NOTIFICATION, "{}");
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, "oops");
  append_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");

  lines = record (fixture, NULL);
  g_assert_cmpuint (lines->len, ==, 9);
  assert_member (lines, 1, "ch", "\"http\"");
  assert_member (lines, 1, "dir", "\"out\"");
  assert_member (lines, 1, "x", "7");
  assert_member (lines, 1, "http", REQUEST);
  assert_member (lines, 1, "raw", NULL);
  assert_member (lines, 2, "x", "7");
  assert_member (lines, 2, "raw", "\"{}\"");
  assert_member (lines, 2, "http", NULL);
  assert_member (lines, 2, "eol", NULL);
  assert_member (lines, 3, "dir", "\"in\"");
  assert_member (lines, 3, "http.status", "200");
  assert_member (lines, 4, "raw", "\"<html>\\n\"");
  assert_member (lines, 4, "ch", "\"http\"");
  assert_member (lines, 5, "http", END);
  assert_member (lines, 6, "ch", "\"ws\"");
  assert_member (lines, 6, "raw", "\"{}\"");
  assert_member (lines, 7, "http", "\"oops\"");
  assert_member (lines, 8, "x", NULL);
}

static const struct
{
  const char    *raw;
  gsize          lead;
  gsize          trail;
  McpRecordKind  kind;
  const char    *text;  /* as JSON */
  const char    *ev;
} events[] = {
  { "data: {}", 6, 0, MCP_RECORD_NOTIFICATION, "\"data: {}\"", NULL },
  { "id: 4\ndata: {}\nretry: 50", 12, 10, MCP_RECORD_NOTIFICATION,
    "\"id: 4\\ndata: {}\\nretry: 50\"", "{\"id\":\"4\",\"retry\":50}" },
  { "event: message\r\ndata:{}", 21, 0, MCP_RECORD_NOTIFICATION,
    "\"event: message\\r\\ndata:{}\"", NULL },
  { "id\nevent:a\"b", 0, 0, MCP_RECORD_EVENT, "\"id\\nevent:a\\\"b\"",
    "{\"id\":\"\",\"event\":\"a\\\"b\"}" },
  { "retry: soon", 0, 0, MCP_RECORD_EVENT, "\"retry: soon\"", NULL },
  { ": keep-alive", 0, 0, MCP_RECORD_COMMENT, "\": keep-alive\"", "{\"comment\":\"keep-alive\"}" },
  { ":", 0, 0, MCP_RECORD_COMMENT, "\":\"", "{\"comment\":\"\"}" },
  { ":  x", 0, 0, MCP_RECORD_COMMENT, "\":  x\"", "{\"comment\":\" x\"}" },
};

static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, events[i].kind, 1, NULL, NULL);

      entry.channel = MCP_CHANNEL_SSE;
      entry.exchange = 7;
      entry.lead = events[i].lead;
      entry.trail = events[i].trail;
      append_text (fixture->journal, &entry, events[i].raw);
    }

  lines = record (fixture, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      assert_member (lines, i + 1, "ch", "\"sse\"");
      assert_member (lines, i + 1, "x", "7");
      assert_member (lines, i + 1, "raw", events[i].text);
      assert_member (lines, i + 1, "ev", events[i].ev);
      assert_member (lines, i + 1, "size", NULL);
    }
}

/* What was put together is not what came; what is no text has its fields all the same. */
static void
test_odd_events (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char joined[] = "id: 5\ndata: {\ndata: }";
  g_autofree char *all = g_strconcat (joined, "{\n}", NULL);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, NULL, NULL);
  g_autoptr (GPtrArray) lines = NULL;

  entry.channel = MCP_CHANNEL_SSE;
  entry.flags = MCP_RECORD_FLAG_JOINED;
  entry.lead = strlen (joined);
  append_text (fixture->journal, &entry, all);
  entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_EVENT, 1, NULL, NULL);
  entry.channel = MCP_CHANNEL_SSE;
  append_text (fixture->journal, &entry, "event: \xff");
  entry.kind = MCP_RECORD_OVERSIZED;
  entry.flags = MCP_RECORD_FLAG_TRUNCATED;
  entry.size = 5000;
  append_text (fixture->journal, &entry, "id: 6\ndata: {\"a");
  entry.flags = 0;
  entry.size = 10;
  mcp_journal_append_pending (fixture->journal, &entry);

  lines = record (fixture, NULL);
  assert_member (lines, 1, "raw", "\"id: 5\\ndata: {\\ndata: }\"");
  assert_member (lines, 1, "ev", "{\"id\":\"5\"}");
  assert_member (lines, 1, "size", NULL);
  assert_member (lines, 2, "raw64", "\"ZXZlbnQ6IP8=\"");
  assert_member (lines, 2, "ev", "{\"event\":\"\xef\xbf\xbd\"}");
  assert_member (lines, 3, "size", "5000");
  assert_member (lines, 3, "ev", "{\"id\":\"6\"}");
  assert_member (lines, 4, "size", "10");
  assert_member (lines, 4, "eol", NULL);
}

/* Through the worker: the event as it came, then its fields. */
static void
test_large_event (Fixture       *fixture,
                  gconstpointer  data)
{
  const gsize n = 2 * 1024 * 1024;
  g_autofree char *text = g_strnfill (n, 'x');
  g_autofree char *raw = g_strconcat ("id: 8\ndata: ", text, text, NULL);
  g_autofree char *value = NULL;
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_RESULT, 1, NULL, NULL);
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  GStatBuf info;

  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  entry.channel = MCP_CHANNEL_SSE;
  entry.flags = MCP_RECORD_FLAG_JOINED;
  entry.lead = strlen (raw) - n;
  append_text (fixture->journal, &entry, raw);
  mcp_journal_flush (fixture->journal);
  wait_until (g_stat (fixture->path, &info) == 0 && (gsize) info.st_size > n);
  g_assert_true (mcp_recorder_finish (recorder, NULL));

  lines = read_lines (fixture->path);
  value = mcp_json_lookup_string (lines->pdata[1], strlen (lines->pdata[1]), "raw");
  g_assert_cmpmem (value, strlen (value), raw, entry.lead);
  assert_member (lines, 1, "ev", "{\"id\":\"8\"}");

  /* The worker's task may still hold it. */
  g_object_add_weak_pointer (G_OBJECT (recorder), (gpointer *) &recorder);
  g_object_unref (recorder);
  wait_until (recorder == NULL);
}

/* Headers by their name, in both directions; the session's id wherever it stands from then on. */
static void
test_redacts (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (GPtrArray) lines = NULL;

  append_http (fixture->journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST,
               REQUEST);
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, HEAD);
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, MCP_RECORD_EVENT,
               "event: endpoint\nid: s-47-11/1\ndata: /m?sessionId=abcd-1");
  append_http (fixture->journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_RESULT,
               "{\"result\":\"in s-47-11\"}");

  lines = record (fixture, redactor);
  assert_member (lines, 1, "http.url", "\"https://h/mcp?key=" R "\"");
  assert_member (lines, 1, "http.headers",
                 "[[\"Authorization\",\"" R "\"],[\"Accept\",\"text/event-stream\"]]");
  assert_member (lines, 1, "http.purpose", "\"send\"");
  assert_member (lines, 2, "http.headers",
                 "[[\"MCP-Session-Id\",\"" R "\"],[\"Set-Cookie\",\"" R "\"],"
                 "[\"WWW-Authenticate\",\"Bearer realm=\\\"x\\\"\"]]");
  assert_member (lines, 3, "raw",
                 "\"event: endpoint\\nid: " R "/1\\ndata: /m?sessionId=" R "\"");
  assert_member (lines, 3, "ev", "{\"id\":\"" R "/1\",\"event\":\"endpoint\"}");
  assert_member (lines, 4, "raw", "\"{\\\"result\\\":\\\"in " R "\\\"}\"");
}

/* A number that is a secret: the event's message is JSON all the same, and its lines are searched. */
static void
test_redacts_around_messages (Fixture       *fixture,
                              gconstpointer  data)
{
  static const char raw[] = "id: 471147\ndata: {\"n\":471147,\"token\":\"ab\"}\n: 471147";
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, NULL);
  g_autoptr (GPtrArray) lines = NULL;

  mcp_redactor_add_secret (redactor, "471147");
  entry.channel = MCP_CHANNEL_SSE;
  entry.lead = strcspn (raw, "{");
  entry.trail = strlen ("\n: 471147");
  append_text (fixture->journal, &entry, raw);
  entry.trail = 0;
  entry.lead = strlen (raw);
  entry.flags = MCP_RECORD_FLAG_JOINED;
  append_text (fixture->journal, &entry, raw);
  append_text (fixture->journal, &entry, "");

  lines = record (fixture, redactor);
  assert_member (lines, 1, "raw",
                 "\"id: " R "\\ndata: {\\\"n\\\":\\\"" R "\\\",\\\"token\\\":\\\"" R
                 "\\\"}\\n: " R "\"");
  assert_member (lines, 1, "ev", "{\"id\":\"" R "\"}");
  assert_member (lines, 2, "raw",
                 "\"id: " R "\\ndata: {\\\"n\\\":" R ",\\\"token\\\":\\\"" R
                 "\\\"}\\n: " R "\"");
  assert_member (lines, 3, "raw", "\"\"");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/journal/recorder/http/exchange", Fixture, NULL, set_up, test_exchange, tear_down);
  g_test_add ("/journal/recorder/http/events", Fixture, NULL, set_up, test_events, tear_down);
  g_test_add ("/journal/recorder/http/odd-events", Fixture, NULL, set_up, test_odd_events,
              tear_down);
  g_test_add ("/journal/recorder/http/large-event", Fixture, NULL, set_up, test_large_event,
              tear_down);
  g_test_add ("/journal/recorder/http/redacts", Fixture, NULL, set_up, test_redacts, tear_down);

  g_test_add ("/journal/recorder/http/redacts-around-messages", Fixture, NULL, set_up,
              test_redacts_around_messages, tear_down);

  return g_test_run ();
}
