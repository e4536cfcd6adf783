/* test-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cut-json.h"
#include "mcp-journal.h"
#include "mcp-summary.h"

static char *
summarize (McpRecordKind  kind,
           const char    *method,
           const char    *name,
           guint          flags,
           const char    *text,
           gsize          length)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (McpRecord) record = NULL;
  McpJournalEntry entry = { 0 };
  guint serial;

  entry.kind = kind;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;
  entry.name = name;
  entry.flags = flags;
  serial = mcp_journal_append (journal, &entry, bytes);
  record = mcp_journal_get_record (journal, serial);

  return mcp_summary_for_record (record);
}

static void
test_summary_says_what_records_say (void)
{
  const struct
  {
    McpRecordKind kind;
    const char *method;
    const char *name;
    guint flags;
    const char *text;
    const char *expected;
  } cases[] = {
    { MCP_RECORD_REQUEST, "initialize", NULL, 0,
      "{\"id\":0,\"params\":{\"protocolVersion\":\"2025-11-25\"}}", "protocolVersion 2025-11-25" },
    { MCP_RECORD_REQUEST, "tools/call", "echo", 0, "{}", "echo" },
    { MCP_RECORD_REQUEST, "tools/call", NULL, 0, "{\"params\":{\"name\":\"a\\nb\"}}", "a b" },
    { MCP_RECORD_REQUEST, "tools/list", NULL, 0, "{\"params\":{\"cursor\":\"p2\"}}", "cursor p2" },
    { MCP_RECORD_REQUEST, "ping", NULL, 0, "{\"id\":1}", "" },
    { MCP_RECORD_REQUEST, "logging/setLevel", NULL, 0, "{\"params\":{\"level\":\"debug\"}}", "debug" },
    { MCP_RECORD_RESULT, "initialize", NULL, 0,
      "{\"result\":{\"capabilities\":{},\"serverInfo\":{\"name\":\"mcp-servers/everything\",\"version\":\"2.0.0\"}}}",
      "mcp-servers/everything 2.0.0" },
    { MCP_RECORD_RESULT, "tools/list", NULL, 0, "{\"result\":{\"tools\":[{},{\"a\":[1,2]},{}]}}", "3 tools" },
    { MCP_RECORD_RESULT, "tools/list", NULL, 0, "{\"result\":{\"tools\":[{}]}}", "1 tool" },
    { MCP_RECORD_RESULT, "resources/list", NULL, 0,
      "{\"result\":{\"resources\":[],\"nextCursor\":\"\"}}", "0 resources · next page" },
    { MCP_RECORD_RESULT, "completion/complete", NULL, 0,
      "{\"result\":{\"completion\":{\"values\":[\"a\",\"b\"]}}}", "2 values" },
    { MCP_RECORD_RESULT, "ping", NULL, 0, "{\"id\":1,\"result\":{}}", "{}" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"one\\ntwo\"}]}}", "one two" },
    { MCP_RECORD_RESULT, "tools/call", NULL, MCP_RECORD_FLAG_TOOL_ERROR,
      "{\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\"}]}}", "tool error · no" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"content\":[{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}]}}",
      "image · image/png" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":"
      "\"elicitation/create\",\"params\":{\"message\":\"Which city?\"}},\"b\":{\"method\":"
      "\"roots/list\"}},\"requestState\":\"x\"}}",
      "wants input · elicitation/create: Which city? · 2 questions" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\",\"params\":"
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Say it\"}}]}}},"
      "\"resultType\":\"input_required\"}}",
      "wants input · sampling/createMessage: Say it" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"resultType\":\"input_required\",\"requestState\":\"x\"}}", "wants input" },
    { MCP_RECORD_RESULT, "tools/call", NULL, 0,
      "{\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"meth",
      "wants input" },
    { MCP_RECORD_REQUEST, "tools/call", "book", 0,
      "{\"params\":{\"name\":\"book\",\"inputResponses\":{\"a\":{\"action\":\"accept\"}}}}",
      "book · 1 answer" },
    { MCP_RECORD_RESULT, "elicitation/create", NULL, 0,
      "{\"result\":{\"action\":\"accept\",\"content\":{\"city\":\"Oslo\"}}}",
      "accept · {\"city\":\"Oslo\"}" },
    { MCP_RECORD_RESULT, "sampling/createMessage", NULL, 0,
      "{\"result\":{\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"it\"}}}", "m · it" },
    { MCP_RECORD_RESULT, "no/such", NULL, 0, "{\"result\":{\"a\":1.10}}", "{\"a\":1.10}" },
    { MCP_RECORD_ERROR, "tools/call", NULL, 0,
      "{\"error\":{\"code\":-32602,\"message\":\"Invalid arguments: b must be a number\"}}",
      "-32602 Invalid arguments: b must be a number" },
    { MCP_RECORD_NOTIFICATION, "notifications/progress", NULL, 0,
      "{\"params\":{\"progress\":1,\"total\":5,\"progressToken\":4,\"message\":\"half\"}}",
      "1 / 5 · token 4 · half" },
    { MCP_RECORD_NOTIFICATION, "notifications/progress", NULL, 0,
      "{\"params\":{\"progress\":0.50,\"progressToken\":\"t\"}}", "0.50 · token t" },
    { MCP_RECORD_NOTIFICATION, "notifications/message", NULL, 0,
      "{\"params\":{\"level\":\"info\",\"data\":{\"a\":1}}}", "info: {\"a\":1}" },
    { MCP_RECORD_NOTIFICATION, "notifications/cancelled", NULL, 0,
      "{\"params\":{\"requestId\":4,\"reason\":\"bored\"}}", "request 4 · bored" },
    { MCP_RECORD_NOTIFICATION, "notifications/resources/updated", NULL, 0,
      "{\"params\":{\"uri\":\"demo://x\"}}", "demo://x" },
    { MCP_RECORD_NOTIFICATION, "notifications/initialized", NULL, 0, "{}", "" },
    { MCP_RECORD_BATCH, NULL, NULL, 0, "[{},{},{}]", "batch of 3 messages" },
    { MCP_RECORD_STDERR, NULL, NULL, 0, "\033[31mred", "␛[31mred" },
    { MCP_RECORD_NOISE, NULL, NULL, 0, "hello \377", "hello \357\277\275" },
    { MCP_RECORD_SPAWN, NULL, NULL, 0, "{\"type\":\"spawn\",\"argv\":[\"npx\",\"a b\",\"\"],\"env\":[]}",
      "npx 'a b' ''" },
    { MCP_RECORD_NOTE, NULL, NULL, 0, "{\"type\":\"life\",\"text\":\"connection 2\"}", "connection 2" },
    { MCP_RECORD_NOTE, NULL, NULL, 0, "{\"type\":\"life\"}", "life" },
    { MCP_RECORD_RESULT, "ping", NULL, 0, "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *summary = summarize (cases[i].kind, cases[i].method, cases[i].name,
                                            cases[i].flags, cases[i].text, strlen (cases[i].text));

      if (strcmp (summary, cases[i].expected) != 0)
        g_error ("%s: “%s”, not “%s”", cases[i].text, summary, cases[i].expected);
    }
}

static guint
append_message (McpJournal    *journal,
                McpRecordKind  kind,
                const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = { .kind = kind, .direction = kind == MCP_RECORD_REQUEST ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN,
                            .life = 1, .id = "1", .id_length = 1 };

  if (kind == MCP_RECORD_REQUEST)
    {
      entry.method = "tools/list";
      entry.method_length = strlen (entry.method);
    }

  return mcp_journal_append (journal, &entry, bytes);
}

/* All are counted, however long the list is, and the last page says that it is one. */
static void
test_summary_counts_all (void)
{
  static const struct
  {
    const char *request;
    guint       n_tools;
    const char *expected;
  } cases[] = {
    { "{\"id\":1,\"method\":\"tools/list\"}", 1200, "1200 tools" },
    { "{\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"p2\"}}", 1, "1 tool · last page" },
    { "{\"id\":1,\"method\":\"tools/list\",\"params\":{}}", 1, "1 tool" },
  };
  g_autofree char *description = g_strnfill (1000, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autoptr (GString) result = g_string_new ("{\"id\":1,\"result\":{\"tools\":[");
      g_autoptr (McpRecord) record = NULL;
      g_autofree char *summary = NULL;

      for (guint j = 0; j < cases[i].n_tools; j++)
        g_string_append_printf (result, "%s{\"description\":\"%s\"}", j > 0 ? "," : "", description);
      g_string_append (result, "]}}");
      append_message (journal, MCP_RECORD_REQUEST, cases[i].request);
      record = mcp_journal_get_record (journal, append_message (journal, MCP_RECORD_RESULT, result->str));
      summary = mcp_summary_for_record (record);
      g_assert_cmpstr (summary, ==, cases[i].expected);
    }
}

/* Each method of either era, as request, result and notification, with what it says and without. */
static void
test_summary_of_methods (void)
{
  static const struct
  {
    McpRecordKind kind;
    const char *method;
    const char *text;
    const char *expected;
  } cases[] = {
    { MCP_RECORD_REQUEST, "server/discover", "{\"params\":{\"_meta\":{}}}", "" },
    { MCP_RECORD_RESULT, "server/discover", "{\"result\":{\"supportedVersions\":[\"2026-07-28\"]}}",
      "{\"supportedVersions\":[\"2026-07-28\"]}" },
    { MCP_RECORD_REQUEST, "resources/read", "{\"params\":{\"uri\":\"demo://a\"}}", "demo://a" },
    { MCP_RECORD_REQUEST, "resources/read", "{\"params\":{\"uri\":7}}", "7" },
    { MCP_RECORD_RESULT, "resources/read", "{\"result\":{\"contents\":[{\"uri\":\"demo://a\",\"text\":\"hi\"}]}}", "hi" },
    { MCP_RECORD_RESULT, "resources/read",
      "{\"result\":{\"contents\":[{\"uri\":\"demo://a\",\"mimeType\":\"image/png\",\"blob\":\"AA==\"}]}}",
      "image/png · demo://a" },
    { MCP_RECORD_RESULT, "resources/read", "{\"result\":{\"contents\":[]}}", "{\"contents\":[]}" },
    { MCP_RECORD_RESULT, "resources/read", "{\"result\":{\"contents\":{}}}", "{\"contents\":{}}" },
    { MCP_RECORD_REQUEST, "resources/subscribe", "{\"params\":{\"uri\":\"demo://a\"}}", "demo://a" },
    { MCP_RECORD_RESULT, "resources/subscribe", "{\"result\":{}}", "{}" },
    { MCP_RECORD_RESULT, "resources/templates/list", "{\"result\":{\"resourceTemplates\":[{}]}}", "1 template" },
    { MCP_RECORD_RESULT, "resources/directory/read", "{\"result\":{\"resources\":[{},{}]}}", "2 resources" },
    { MCP_RECORD_REQUEST, "prompts/get", "{\"params\":{\"name\":\"greet\",\"arguments\":{\"a\":\"b\"}}}", "greet" },
    { MCP_RECORD_RESULT, "prompts/get", "{\"result\":{\"description\":\"Says hello\",\"messages\":[{}]}}", "Says hello · 1 message" },
    { MCP_RECORD_RESULT, "prompts/get", "{\"result\":{\"messages\":[{},{}]}}", "2 messages" },
    { MCP_RECORD_RESULT, "prompts/get", "{\"result\":{\"messages\":7}}", "{\"messages\":7}" },
    { MCP_RECORD_RESULT, "prompts/list", "{\"result\":{\"prompts\":[{}],\"nextCursor\":\"n\"}}", "1 prompt · next page" },
    { MCP_RECORD_RESULT, "prompts/list", "{\"result\":{\"prompts\":[{}],\"nextCursor\":null}}", "1 prompt" },
    { MCP_RECORD_RESULT, "tools/list", "{\"result\":{\"tools\":{\"a\":1}}}", "{\"tools\":{\"a\":1}}" },
    { MCP_RECORD_REQUEST, "completion/complete",
      "{\"params\":{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"who\",\"value\":\"A\"}}}",
      "greet · argument who" },
    { MCP_RECORD_REQUEST, "completion/complete",
      "{\"params\":{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"demo://{x}\"},\"argument\":{\"name\":\"x\"}}}",
      "demo://{x} · argument x" },
    { MCP_RECORD_REQUEST, "completion/complete", "{\"params\":{\"ref\":[],\"argument\":null}}", "" },
    { MCP_RECORD_REQUEST, "sampling/createMessage",
      "{\"params\":{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Say\\u0020it\"}}]}}", "Say it" },
    { MCP_RECORD_REQUEST, "sampling/createMessage", "{\"params\":{\"messages\":[]}}", "" },
    { MCP_RECORD_REQUEST, "elicitation/create", "{\"params\":{\"message\":\"Which?\",\"requestedSchema\":{}}}", "Which?" },
    { MCP_RECORD_RESULT, "elicitation/create", "{\"result\":{\"action\":\"decline\"}}", "decline" },
    { MCP_RECORD_REQUEST, "roots/list", "{\"id\":1}", "" },
    { MCP_RECORD_RESULT, "roots/list", "{\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}}", "1 root" },
    { MCP_RECORD_RESULT, "skills/list", "{\"result\":{\"skills\":[{},{}]}}", "2 values" },
    { MCP_RECORD_REQUEST, "tasks/get", "{\"params\":{\"taskId\":\"t\"}}", "" },
    { MCP_RECORD_RESULT, "logging/setLevel", "{\"result\":{}}", "{}" },
    { MCP_RECORD_RESULT, "initialize", "{\"result\":{\"serverInfo\":{\"name\":\"a\"}}}", "a" },
    { MCP_RECORD_RESULT, "initialize", "{\"result\":{\"serverInfo\":{\"version\":\"1\"}}}", "{\"serverInfo\":{\"version\":\"1\"}}" },
    { MCP_RECORD_RESULT, "ping", "{\"id\":1}", "" },
    { MCP_RECORD_ERROR, "ping", "{\"error\":{\"code\":-1}}", "-1" },
    { MCP_RECORD_ERROR, "ping", "{\"error\":{\"message\":\"no\"}}", "no" },
    { MCP_RECORD_ERROR, "ping", "{\"error\":7}", "" },
    { MCP_RECORD_NOTIFICATION, "notifications/message", "{\"params\":{\"level\":\"error\",\"logger\":\"db\",\"data\":\"x\\ty\"}}",
      "error db: x y" },
    { MCP_RECORD_NOTIFICATION, "notifications/message", "{\"params\":{\"data\":\"x\"}}", ": x" },
    { MCP_RECORD_NOTIFICATION, "notifications/message", "{\"params\":{\"level\":\"info\",\"data\":\"\\u001b[31m\\u202e\"}}",
      "info: ␛[31m<U+202E>" },
    { MCP_RECORD_NOTIFICATION, "notifications/progress", "{\"params\":{\"total\":5}}", "" },
    { MCP_RECORD_NOTIFICATION, "notifications/progress", "{\"params\":{\"progress\":1e400,\"total\":0}}", "1e400 / 0" },
    { MCP_RECORD_NOTIFICATION, "notifications/cancelled", "{\"params\":{\"requestId\":\"a b\"}}", "request a b" },
    { MCP_RECORD_NOTIFICATION, "notifications/cancelled", "{\"params\":{\"reason\":\"bored\"}}", "bored" },
    { MCP_RECORD_NOTIFICATION, "notifications/tools/list_changed", "{\"params\":{}}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *summary = summarize (cases[i].kind, cases[i].method, NULL, 0, cases[i].text, strlen (cases[i].text));

      if (strcmp (summary, cases[i].expected) != 0)
        g_error ("%s %s: “%s”, not “%s”", cases[i].method, cases[i].text, summary, cases[i].expected);
    }
}

/* What is around the messages. */
static void
test_summary_of_transport (void)
{
  static const struct
  {
    McpRecordKind kind;
    const char *text;
    const char *expected;
  } cases[] = {
    { MCP_RECORD_HTTP_REQUEST, "{\"method\":\"POST\",\"url\":\"https://h/mcp\"}", "POST" },
    { MCP_RECORD_HTTP_REQUEST, "{\"method\":\"GET\",\"purpose\":\"listen\",\"url\":\"https://h/mcp\"}", "GET · listen" },
    { MCP_RECORD_HTTP_REQUEST, "{\"purpose\":7}", "" },
    { MCP_RECORD_HTTP_REQUEST, "broken", "" },
    { MCP_RECORD_HTTP_HEAD, "{\"status\":200,\"reason\":\"OK\",\"headers\":[[\"content-type\",\"application/json\"]]}",
      "200 OK · application/json" },
    { MCP_RECORD_HTTP_HEAD, "{\"status\":200,\"headers\":[[\"Content-Type\"],[7,8],[\"X\",\"y\"],[\"CONTENT-TYPE\",\"a/b\"],[\"Content-Type\",\"c/d\"]]}",
      "200  · a/b" },
    { MCP_RECORD_HTTP_HEAD, "{\"status\":404,\"reason\":\"No\\nsuch \\u001b\"}", "404 No↵such ␛" },
    { MCP_RECORD_HTTP_HEAD, "{\"headers\":{}}", "0 " },
    { MCP_RECORD_HTTP_END, "{\"body\":1500,\"usec\":{\"ended\":1500}}", "1.5 kB · 1.5 ms" },
    { MCP_RECORD_HTTP_END, "{\"body\":1500,\"events\":2,\"usec\":{\"ended\":1500}}", "1.5 kB · 2 events · 1.5 ms" },
    { MCP_RECORD_HTTP_END, "{\"events\":1}", "0 B · 1 event" },
    { MCP_RECORD_HTTP_END, "{\"error\":\"reset\",\"body\":5}", "reset" },
    { MCP_RECORD_HTTP_END, "{\"body\":-5}", "0 B" },
    { MCP_RECORD_EVENT, "event: x\r\ndata: y\n", "event: x  data: y" },
    { MCP_RECORD_COMMENT, ": quiet \033\377", ": quiet ␛\357\277\275" },
    { MCP_RECORD_EVENT, "", "" },
  };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *summary = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = summarize (cases[i].kind, NULL, NULL, 0, cases[i].text, strlen (cases[i].text));

      if (strcmp (line, cases[i].expected) != 0)
        g_error ("%s: “%s”, not “%s”", cases[i].text, line, cases[i].expected);
    }

  /* Cut between two characters, and that there is more is said. */
  g_string_append_c (text, ':');
  for (guint i = 0; i < 200; i++)
    g_string_append (text, "é");
  summary = summarize (MCP_RECORD_EVENT, NULL, NULL, 0, text->str, text->len);
  g_assert_cmpuint (strlen (summary), ==, 255 + strlen ("…"));
  g_assert_true (g_str_has_suffix (summary, "é…"));
}

static void
test_summary_tells_how_process_ended (void)
{
  const char *exited = "{\"type\":\"exit\",\"code\":3}";
  const char *signaled = "{\"type\":\"exit\",\"signal\":11}";
  g_autofree char *code = summarize (MCP_RECORD_EXIT, NULL, NULL, 0, exited, strlen (exited));
  g_autofree char *killed = summarize (MCP_RECORD_EXIT, NULL, NULL, 0, signaled,
                                       strlen (signaled));

  g_assert_nonnull (strstr (code, "3"));
  g_assert_nonnull (strstr (killed, "11"));
}

static void
test_summary_tells_fault (void)
{
  g_autofree char *fault = summarize (MCP_RECORD_INVALID, NULL, NULL, 0, "{\"a\":tru}", 9);
  g_autofree char *envelope = summarize (MCP_RECORD_INVALID, NULL, NULL, 0, "{\"a\":1}", 7);

  g_assert_nonnull (strstr (fault, "byte"));
  g_assert_cmpstr (envelope, !=, "");
}

static void
test_summary_counts_size_of_unfinished_line (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRecord) record = NULL;
  g_autofree char *summary = NULL;
  McpJournalEntry entry = { 0 };
  guint serial;

  entry.direction = MCP_DIRECTION_IN;
  entry.size = 1200000;
  serial = mcp_journal_append_pending (journal, &entry);
  record = mcp_journal_get_record (journal, serial);
  summary = mcp_summary_for_record (record);
  g_assert_cmpstr (summary, ==, "unfinished line · 1.2 MB");
}

static void
test_summary_bounds_long_messages (void)
{
  GString *message = g_string_new ("{\"result\":{\"tools\":[{}");
  g_autofree char *tools = NULL;
  g_autofree char *text = NULL;

  for (guint i = 1; i < 1000000; i++)
    g_string_append (message, ",{\"name\":1}");
  g_string_append (message, "]}}");
  tools = summarize (MCP_RECORD_RESULT, "tools/list", NULL, 0, message->str, message->len);
  g_assert_true (g_str_has_suffix (tools, "+ tools"));

  g_string_assign (message, "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
  for (guint i = 0; i < 100000; i++)
    g_string_append (message, "é\\u00e9");
  text = summarize (MCP_RECORD_RESULT, "tools/call", NULL, 0, message->str, message->len);
  g_assert_cmpint (g_utf8_strlen (text, -1), ==, 120);
  g_assert_true (g_str_has_suffix (text, "é…"));
  g_string_free (message, TRUE);
}

/* Cut at every byte: nothing is read behind the end, and what comes out is text. */
static void
test_summary_survives_every_cut (void)
{
  const char *texts[] = {
    "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\\u00e9\\n\\\\\\\"é\"}],\"x\":[[1],{}]}}",
    "{\"result\":{\"tools\":[{\"a\":\"\\\"\"},[],1],\"nextCursor\":\"x\"}}",
    "{\"params\":{\"progress\":1,\"total\":5,\"progressToken\":\"\\ud83d\\ude00\"}}",
    "{\"argv\":[\"a\",\"b c\"]}",
  };
  const char *methods[] = { "tools/call", "tools/list", "notifications/progress", NULL };
  const McpRecordKind kinds[] = {
    MCP_RECORD_RESULT, MCP_RECORD_RESULT, MCP_RECORD_NOTIFICATION, MCP_RECORD_SPAWN,
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize n = 0; n <= strlen (texts[i]); n++)
      {
        g_autofree char *summary = summarize (kinds[i], methods[i], NULL, 0, texts[i], n);

        g_assert_true (g_utf8_validate (summary, -1, NULL));
      }
}

static void
test_cut_json_counts (void)
{
  const struct { const char *text; guint n; gboolean is_cut; } cases[] = {
    { "[]", 0, FALSE }, { "[ ]", 0, FALSE }, { "[1]", 1, FALSE }, { "[1 , 2 ]", 2, FALSE },
    { "[", 0, TRUE }, { "[1", 1, TRUE }, { "[1,", 1, TRUE }, { "[1,\"]", 2, TRUE },
    { "[{\"a\":[1,2]},\"x,y\"]", 2, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_cut;

      g_assert_cmpuint (mcp_cut_json_count (cases[i].text, cases[i].text + strlen (cases[i].text),
                                            &is_cut), ==, cases[i].n);
      g_assert_cmpint (is_cut, ==, cases[i].is_cut);
    }
}

static void
test_format_duration (void)
{
  const struct { gint64 usec; const char *text; } cases[] = {
    { -1, "–" }, { 0, "0 µs" }, { 412, "412 µs" }, { 1000, "1.0 ms" }, { 38100, "38.1 ms" },
    { 99949, "99.9 ms" }, { 99950, "100 ms" }, { 184000, "184 ms" }, { 999499, "999 ms" },
    { 999500, "1.00 s" }, { 5010000, "5.01 s" }, { 59900000, "59.9 s" }, { 60000000, "1 min 0 s" },
    { 125000000, "2 min 5 s" }, { 3780000000, "1 h 3 min" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mcp_format_duration (cases[i].usec);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_format_size (void)
{
  const struct { guint64 bytes; const char *text; } cases[] = {
    { 0, "0 B" }, { 999, "999 B" }, { 1000, "1.0 kB" }, { 1100, "1.1 kB" }, { 8650, "8.7 kB" },
    { 999949, "999.9 kB" }, { 999950, "1.0 MB" }, { 104857600, "104.9 MB" },
    { G_MAXUINT64, "18.4 EB" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mcp_format_size (cases[i].bytes);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_format_wall_time (void)
{
  g_autofree char *msec = mcp_format_wall_time (G_GINT64_CONSTANT (1763647331001234), FALSE);
  g_autofree char *usec = mcp_format_wall_time (G_GINT64_CONSTANT (1763647331001234), TRUE);

  g_assert_cmpstr (msec, ==, "14:02:11.001");
  g_assert_cmpstr (usec, ==, "14:02:11.001234");
}

/* Uncommon spaces and joiners too, which are right in a text. */
static void
test_format_exact (void)
{
  g_autofree char *text = mcp_format_exact ("a\302\240b \342\200\215\357\270\217c\n", -1);
  g_autofree char *part = mcp_format_exact ("abc", 2);

  g_assert_cmpstr (text, ==, "a<U+00A0>b <U+200D><U+FE0F>c↵");
  g_assert_cmpstr (part, ==, "ab");
}

static void
test_format_visible (void)
{
  const struct { const char *text; gboolean keep; const char *expected;
  } cases[] = {
    { "plain é 漢", FALSE, "plain é 漢" },
    { "a\nb\tc", FALSE, "a↵b c" },
    { "a\r\nb\tc\rd", TRUE, "a\nb\tc␍d" },
    { "\001\177\033", FALSE, "␁␡␛" },
    { "\342\200\256evil\342\201\246", FALSE, "<U+202E>evil<U+2066>" },
    { "\302\205\357\273\277", FALSE, "<U+0085><U+FEFF>" },
    { "\377\376a\342\202", FALSE, "\357\277\275\357\277\275a\357\277\275\357\277\275" },
    { "<b>&amp;", FALSE, "<b>&amp;" },
    { "\357\277\275\357\277\276\357\277\277\360\237\277\277",
      FALSE,
      "\357\277\275<U+FFFE><U+FFFF><U+1FFFF>" },
    { "\302\240\342\200\213\342\200\217\342\200\251\330\234",
      TRUE,
      "\302\240<U+200B><U+200F><U+2029><U+061C>" },
    { "\363\240\201\201\363\240\204\200\363\241\200\200",
      FALSE,
      "<U+E0041><U+E0100>\363\241\200\200" },
    { "\342\240\200\343\205\244\315\217", FALSE, "<U+2800><U+3164><U+034F>" },
    { "a\r", TRUE, "a␍" },
    { "\r\n\n\r", FALSE, "␍↵↵␍" },
  };
  g_autofree char *nul = mcp_format_visible ("a\0b", 3, FALSE);
  g_autofree char *none = mcp_format_visible (NULL, 0, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mcp_format_visible (cases[i].text, -1, cases[i].keep);

      g_assert_cmpstr (text, ==, cases[i].expected);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }

  g_assert_cmpstr (nul, ==, "a␀b");
  g_assert_cmpstr (none, ==, "");
}

static void
test_format_label (void)
{
  g_autofree char *long_line = g_strnfill (1024 * 1024, 'x');
  g_autofree char *newlines = g_strnfill (1024 * 1024, '\n');
  g_autofree char *line = mcp_format_label (long_line, FALSE);
  g_autofree char *text = mcp_format_label (long_line, TRUE);
  g_autofree char *lines = mcp_format_label (newlines, TRUE);
  g_autofree char *short_text = mcp_format_label ("a\nb\033", TRUE);
  g_autofree char *cut = NULL;

  g_assert_cmpuint (strlen (line), ==, 512 + strlen ("…"));
  g_assert_true (g_str_has_suffix (line, "x…"));
  g_assert_cmpuint (strlen (text), ==, 4 * 1024 + strlen ("…"));
  g_assert_cmpuint (strlen (lines), ==, 99 + strlen ("…"));
  g_assert_cmpstr (short_text, ==, "a\nb␛");

  /* Never within a character. */
  memcpy (long_line + 510, "漢", strlen ("漢"));
  cut = mcp_format_label (long_line, FALSE);
  g_assert_cmpuint (strlen (cut), ==, 510 + strlen ("…"));
  g_assert_true (g_utf8_validate (cut, -1, NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/summary/counts-all", test_summary_counts_all);
  g_test_add_func ("/session/summary/says-what-records-say", test_summary_says_what_records_say);
  g_test_add_func ("/session/summary/of-methods", test_summary_of_methods);
  g_test_add_func ("/session/summary/of-transport", test_summary_of_transport);
  g_test_add_func ("/session/summary/tells-how-process-ended", test_summary_tells_how_process_ended);
  g_test_add_func ("/session/summary/tells-fault", test_summary_tells_fault);
  g_test_add_func ("/session/summary/counts-size-of-unfinished-line",
                   test_summary_counts_size_of_unfinished_line);
  g_test_add_func ("/session/summary/bounds-long-messages", test_summary_bounds_long_messages);
  g_test_add_func ("/session/summary/survives-every-cut", test_summary_survives_every_cut);
  g_test_add_func ("/session/summary/cut-json-counts", test_cut_json_counts);
  g_test_add_func ("/session/summary/format-duration", test_format_duration);
  g_test_add_func ("/session/summary/format-size", test_format_size);
  g_test_add_func ("/session/summary/format-wall-time", test_format_wall_time);
  g_test_add_func ("/session/summary/format-visible", test_format_visible);
  g_test_add_func ("/session/summary/format-exact", test_format_exact);
  g_test_add_func ("/session/summary/format-label", test_format_label);

  return g_test_run ();
}
