/* test-export-har.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loading-support.h"
#include "mcp-export.h"
#include "mcp-json.h"

/*
 * What other programs are promised by HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/):
 * each object has the members that are not optional there, of their types, whatever a server sent.
 */

typedef struct
{
  const char *path;
  const char *expected;  /* the JSON token */
} Member;

static void
append_bytes (McpJournal    *journal,
              McpDirection   direction,
              McpChannel     channel,
              McpRecordKind  kind,
              guint          exchange,
              const char    *data,
              gsize          length)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  entry.channel = channel;
  entry.exchange = exchange;
  mcp_journal_append (journal, &entry, bytes);
}

static void
append_object (McpJournal    *journal,
               McpRecordKind  kind,
               guint          exchange,
               const char    *json)
{
  append_bytes (journal, kind == MCP_RECORD_HTTP_REQUEST ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN,
                MCP_CHANNEL_HTTP, kind, exchange, json, strlen (json));
}

static void
append_body (McpJournal    *journal,
             McpDirection   direction,
             McpRecordKind  kind,
             guint          exchange,
             const char    *text)
{
  append_bytes (journal, direction, MCP_CHANNEL_HTTP, kind, exchange, text, strlen (text));
}

static gboolean
append_piece (const char *data,
              gsize       length,
              gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

/* Writes the archive, which is valid JSON in every case. */
static char *
write_archive (McpJournal  *journal,
               McpRedactor *redactor)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  mcp_journal_flush (journal);
  g_assert_true (mcp_export_write (journal, MCP_EXPORT_HAR, redactor, append_piece, out));
  mcp_json_validate (out->str, out->len, &error);
  g_assert_no_error (error);

  return g_string_free (out, FALSE);
}

static char *
find_token (const char *text,
            const char *path)
{
  McpSpan span;

  return mcp_json_lookup (text, strlen (text), path, &span)
           ? g_strndup (text + span.offset, span.length)
           : NULL;
}

static void
assert_members (const char   *text,
                const Member *members,
                guint         n_members)
{
  for (guint i = 0; i < n_members; i++)
    {
      g_autofree char *token = find_token (text, members[i].path);

      if (g_strcmp0 (token, members[i].expected) != 0)
        g_error ("%s is %s, not %s, in %s", members[i].path, token, members[i].expected, text);
    }
}

#define ASSERT_MEMBERS(text, members) assert_members (text, members, G_N_ELEMENTS (members))

/* No session at all, or one without HTTP, is an archive without entries. */
static void
test_empty (void)
{
  static const Member members[] = {
    { "log.version", "\"1.2\"" },
    { "log.creator.name", "\"Sounder\"" },
    { "log.pages", "[]" },
    { "log.entries", "[]" },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *nothing = write_archive (journal, NULL);
  g_autofree char *without_http = NULL;

  ASSERT_MEMBERS (nothing, members);
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "ping");
  without_http = write_archive (journal, NULL);
  g_assert_nonnull (strstr (without_http, "\"entries\":[]"));
  g_assert_nonnull (strstr (without_http, "\"channel\":\"stdio\""));
}

/* All that is known of an exchange, at its place. */
static void
test_whole_exchange (void)
{
  static const Member members[] = {
    { "log.entries.0.request.method", "\"POST\"" },
    { "log.entries.0.request.url", "\"https://example.com/mcp?a=b\"" },
    { "log.entries.0.request.httpVersion", "\"HTTP/2\"" },
    { "log.entries.0.request.cookies", "[]" },
    { "log.entries.0.request.headers.0.name", "\"Content-Type\"" },
    { "log.entries.0.request.headers.0.value", "\"application/json\"" },
    { "log.entries.0.request.headers.1.name", "\"Accept\"" },
    { "log.entries.0.request.queryString", "[{\"name\":\"a\",\"value\":\"b\"}]" },
    { "log.entries.0.request.headersSize", "-1" },
    { "log.entries.0.request.bodySize", "14" },
    { "log.entries.0.request.postData.mimeType", "\"application/json\"" },
    { "log.entries.0.request.postData.text", "\"{\\\"id\\\":1,\\\"a\\\":1}\"" },
    { "log.entries.0.request.postData.encoding", NULL },
    { "log.entries.0.response.status", "404" },
    { "log.entries.0.response.statusText", "\"Not \\\"here\\\"\"" },
    { "log.entries.0.response.httpVersion", "\"HTTP/2\"" },
    { "log.entries.0.response.cookies", "[]" },
    { "log.entries.0.response.content.size", "2" },
    { "log.entries.0.response.content.mimeType", "\"text/plain\"" },
    { "log.entries.0.response.content.text", "\"no\"" },
    { "log.entries.0.response.headersSize", "-1" },
    { "log.entries.0.response.bodySize", "77" },
    { "log.entries.0.cache", "{}" },
    { "log.entries.0.time", "9.500" },
    { "log.entries.0.timings.blocked", "-1" },
    { "log.entries.0.timings.dns", "1.000" },
    { "log.entries.0.timings.connect", "3.000" },
    { "log.entries.0.timings.ssl", "1.000" },
    { "log.entries.0.timings.send", "0.500" },
    { "log.entries.0.timings.wait", "2.500" },
    { "log.entries.0.timings.receive", "2.500" },
    { "log.entries.1", NULL },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *text = NULL;

  append_object (journal, MCP_RECORD_HTTP_REQUEST, 1,
                 "{\"type\":\"request\",\"method\":\"POST\",\"url\":\"https://example.com/mcp?a=b\","
                 "\"headers\":[[\"Content-Type\",\"application/json\"],[\"Accept\",\"*/*\"]]}");
  append_body (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "{\"id\":1,\"a\":1}");
  append_object (journal, MCP_RECORD_HTTP_HEAD, 1,
                 "{\"type\":\"head\",\"status\":404,\"reason\":\"Not \\\"here\\\"\",\"version\":\"2\","
                 "\"headers\":[[\"CONTENT-TYPE\",\"text/plain\"]]}");
  append_body (journal, MCP_DIRECTION_IN, MCP_RECORD_NOISE, 1, "no");
  append_object (journal, MCP_RECORD_HTTP_END, 1,
                 "{\"type\":\"end\",\"wire\":77,\"usec\":{\"resolved\":1000,\"connected\":3000,"
                 "\"secured\":4000,\"sent\":4500,\"first_byte\":7000,\"ended\":9500}}");
  text = write_archive (journal, NULL);
  ASSERT_MEMBERS (text, members);
}

/* What is not known has the value that the format has for it, and no member is missing. */
static const struct
{
  const char *request;
  const char *head;     /* (nullable): no such record */
  const char *end;      /* (nullable) */
  Member      members[8];
} partial[] = {
  { "{\"type\":\"request\"}", NULL, NULL,
    { { "request.method", "\"\"" },
      { "request.url", "\"\"" },
      { "request.httpVersion", "\"HTTP/1.1\"" },
      { "request.postData", NULL },
      { "response.status", "0" },
      { "response.statusText", "\"\"" },
      { "response.content.text", "\"\"" },
      { "response.bodySize", "-1" } } },
  { "{}", "{\"type\":\"head\",\"status\":200}", NULL,
    { { "request.method", "\"\"" },
      { "request.headers", "[]" },
      { "response.status", "200" },
      { "response.content.mimeType", "\"\"" },
      { "response.redirectURL", "\"\"" },
      { "response.headers", "[]" } } },
  { "{}", NULL, "{\"type\":\"end\"}",
    { { "timings.dns", "-1" },
      { "timings.connect", "-1" },
      { "timings.ssl", "-1" },
      { "timings.send", "0.000" },
      { "timings.wait", "0.000" },
      { "timings.receive", "0.000" } } },
  /* A connection that was there already: nothing was looked up or connected. */
  { "{}", "{}", "{\"usec\":{\"sent\":100,\"first_byte\":300,\"ended\":600}}",
    { { "time", "0.600" },
      { "timings.dns", "-1" },
      { "timings.connect", "-1" },
      { "timings.send", "0.100" },
      { "timings.wait", "0.200" },
      { "timings.receive", "0.300" } } },
  /* Without TLS. */
  { "{}", "{}", "{\"usec\":{\"resolved\":10,\"connected\":30,\"sent\":40,\"first_byte\":50,\"ended\":50}}",
    { { "timings.dns", "0.010" },
      { "timings.connect", "0.020" },
      { "timings.ssl", "-1" },
      { "timings.send", "0.010" },
      { "timings.receive", "0.000" } } },
  /* Cut before the answer. */
  { "{}", NULL, "{\"error\":\"reset\",\"usec\":{\"resolved\":10,\"connected\":30,\"sent\":40}}",
    { { "response.status", "0" },
      { "timings.send", "0.010" },
      { "timings.wait", "0.000" },
      { "timings.receive", "0.000" } } },
  /* Of a recording that somebody else wrote. */
  { "{\"method\":7,\"url\":[1],\"headers\":{\"a\":\"b\"}}",
    "{\"status\":\"200\",\"reason\":{},\"headers\":7}",
    "{\"wire\":\"much\",\"usec\":[1,2]}",
    { { "request.method", "\"\"" },
      { "request.url", "\"\"" },
      { "request.headers", "[]" },
      { "response.status", "0" },
      { "response.statusText", "\"\"" },
      { "response.headers", "[]" },
      { "response.bodySize", "-1" },
      { "timings.dns", "-1" } } },
  { "no JSON", "{\"status\":", "\xff",
    { { "request.method", "\"\"" }, { "response.status", "0" }, { "response.bodySize", "-1" } } },
  { "", "", "", { { "request.url", "\"\"" }, { "response.status", "0" } } },
  { "{}", "{\"status\":-7}", "{}", { { "response.status", "0" } } },
  /* Times that run backwards are no times. */
  { "{}", "{}",
    "{\"usec\":{\"resolved\":50,\"connected\":30,\"secured\":20,\"sent\":10,\"first_byte\":5,\"ended\":1}}",
    { { "timings.dns", "0.050" },
      { "timings.connect", "-1" },
      { "timings.ssl", "-1" },
      { "timings.send", "0.000" },
      { "timings.wait", "0.000" },
      { "timings.receive", "0.000" } } },
};

/* Those that the format does not call optional. */
static const char *const required[] = {
  "startedDateTime",      "time",
  "request.method",       "request.url",
  "request.httpVersion",  "request.cookies",
  "request.headers",      "request.queryString",
  "request.headersSize",  "request.bodySize",
  "response.status",      "response.statusText",
  "response.httpVersion", "response.cookies",
  "response.headers",     "response.content.size",
  "response.content.mimeType", "response.redirectURL",
  "response.headersSize", "response.bodySize",
  "cache",                "timings.send",
  "timings.wait",         "timings.receive",
};

static void
test_partial (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (partial); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autofree char *text = NULL;
      g_autofree char *entry = NULL;

      append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, partial[i].request);
      if (partial[i].head != NULL)
        append_object (journal, MCP_RECORD_HTTP_HEAD, 1, partial[i].head);
      if (partial[i].end != NULL)
        append_object (journal, MCP_RECORD_HTTP_END, 1, partial[i].end);
      text = write_archive (journal, NULL);
      entry = find_token (text, "log.entries.0");
      g_assert_nonnull (entry);
      for (guint j = 0; j < G_N_ELEMENTS (required); j++)
        {
          g_autofree char *token = find_token (entry, required[j]);

          if (token == NULL)
            g_error ("case %u: no %s in %s", i, required[j], entry);
        }
      for (guint j = 0; j < G_N_ELEMENTS (partial[i].members) && partial[i].members[j].path != NULL; j++)
        assert_members (entry, &partial[i].members[j], 1);
    }
}

/* Names and values are a server's; what is no pair of strings is left out, and the rest stays in order. */
static void
test_hostile_headers (void)
{
  static const struct
  {
    const char *headers;
    const char *expected;
    const char *type;
  } cases[] = {
    { "[]", "[]", "\"\"" },
    { "[[]]", "[]", "\"\"" },
    { "[[\"A\"]]", "[]", "\"\"" },
    { "[[\"A\",7]]", "[]", "\"\"" },
    { "[7,null,{\"a\":1},\"x\",[\"A\",\"b\"]]", "[{\"name\":\"A\",\"value\":\"b\"}]", "\"\"" },
    { "[[\"\",\"\"]]", "[{\"name\":\"\",\"value\":\"\"}]", "\"\"" },
    { "[[\"a\\\"b\",\"c\\\\d\"]]", "[{\"name\":\"a\\\"b\",\"value\":\"c\\\\d\"}]", "\"\"" },
    { "[[\"a\\r\\nX: y\",\"\\u0001\"]]", "[{\"name\":\"a\\r\\nX: y\",\"value\":\"\\u0001\"}]", "\"\"" },
    { "[[\"A\",\"1\"],[\"a\",\"2\"],[\"A\",\"1\"]]",
      "[{\"name\":\"A\",\"value\":\"1\"},{\"name\":\"a\",\"value\":\"2\"},{\"name\":\"A\",\"value\":\"1\"}]",
      "\"\"" },
    { "[[\"A\",\"b\",\"c\"]]", "[{\"name\":\"A\",\"value\":\"b\"}]", "\"\"" },
    /* The first of several counts. */
    { "[[\"cOnTent-tYpe\",\"a/b\"],[\"Content-Type\",\"c/d\"]]",
      "[{\"name\":\"cOnTent-tYpe\",\"value\":\"a/b\"},{\"name\":\"Content-Type\",\"value\":\"c/d\"}]",
      "\"a/b\"" },
    { "[[\"Content-Type\",\"<\\/script>\\\"\"]]",
      "[{\"name\":\"Content-Type\",\"value\":\"</script>\\\"\"}]", "\"</script>\\\"\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autofree char *head = g_strdup_printf ("{\"headers\":%s}", cases[i].headers);
      g_autofree char *text = NULL;
      const Member members[] = {
        { "log.entries.0.request.headers", cases[i].expected },
        { "log.entries.0.response.headers", cases[i].expected },
        { "log.entries.0.response.content.mimeType", cases[i].type },
      };

      append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, head);
      append_object (journal, MCP_RECORD_HTTP_HEAD, 1, head);
      text = write_archive (journal, NULL);
      ASSERT_MEMBERS (text, members);
    }
}

/* What stands behind the question mark, in its order and without its escapes. */
static void
test_query_strings (void)
{
#define PAIR(name, value) "{\"name\":\"" name "\",\"value\":\"" value "\"}"
  static const struct
  {
    const char *url;
    const char *expected;
  } cases[] = {
    { "", "" },
    { "https://h/mcp", "" },
    { "https://h/mcp?", "" },
    { "https://h/mcp#a?b=c", "" },
    { "https://h/mcp?a=b#c?d=e&f=g", PAIR ("a", "b") },
    { "/mcp?a=1&b=2&a=3", PAIR ("a", "1") "," PAIR ("b", "2") "," PAIR ("a", "3") },
    { "/mcp?&&a&=b&c=&", PAIR ("a", "") "," PAIR ("", "b") "," PAIR ("c", "") },
    { "/mcp?a=b=c?d", PAIR ("a", "b=c?d") },
    { "/mcp?a+b=c%2Bd+e&%26=%3D", PAIR ("a b", "c+d e") "," PAIR ("&", "=") },
    { "/mcp?%ED%95%9C=%C3%A9", PAIR ("한", "é") },
    { "/mcp?a=%22%5C%0A", PAIR ("a", "\\\"\\\\\\n") },
    /* These are no escapes of text. */
    { "/mcp?a=%zz+&b=%00&c=%FF&d=%", PAIR ("a", "%zz+") "," PAIR ("b", "%00") "," PAIR ("c", "%FF") "," PAIR ("d", "%") },
  };
#undef PAIR

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autofree char *request = g_strdup_printf ("{\"url\":\"%s\"}", cases[i].url);
      g_autofree char *expected = g_strdup_printf ("[%s]", cases[i].expected);
      g_autofree char *text = NULL;
      const Member members[] = { { "log.entries.0.request.queryString", expected } };

      append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, request);
      text = write_archive (journal, NULL);
      ASSERT_MEMBERS (text, members);
    }
}

static void
test_redirects (void)
{
  static const struct
  {
    const char *headers;
    const char *expected;
  } cases[] = {
    { "[]", "\"\"" },
    { "[[\"Location\",\"https://other/mcp?a=b\"]]", "\"https://other/mcp?a=b\"" },
    { "[[\"Vary\",\"x\"],[\"location\",\"/a\"],[\"Location\",\"/b\"]]", "\"/a\"" },
    { "[[\"Location\"]]", "\"\"" },
    { "[[\"Content-Location\",\"/a\"]]", "\"\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autofree char *head = g_strdup_printf ("{\"status\":307,\"headers\":%s}", cases[i].headers);
      g_autofree char *text = NULL;
      const Member members[] = { { "log.entries.0.response.redirectURL", cases[i].expected } };

      append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, "{}");
      append_object (journal, MCP_RECORD_HTTP_HEAD, 1, head);
      text = write_archive (journal, NULL);
      ASSERT_MEMBERS (text, members);
    }
}

/* What is no text stands in base64, and sizes are those of the bytes. */
static void
test_bodies (void)
{
  static const struct
  {
    const char *data;
    gsize       length;
    const char *text;
    const char *encoding;  /* (nullable) */
  } cases[] = {
    { "", 0, "\"\"", NULL },
    { "plain", 5, "\"plain\"", NULL },
    { "a\tb\r\n\"c\"\\", 9, "\"a\\tb\\r\\n\\\"c\\\"\\\\\"", NULL },
    { "\xc3\xa9", 2, "\"\xc3\xa9\"", NULL },
    { "\xff\xd8\xff", 3, "\"/9j/\"", "\"base64\"" },
    { "a\0b", 3, "\"YQBi\"", "\"base64\"" },
    { "\xc3", 1, "\"ww==\"", "\"base64\"" },
    { "\xed\xa0\x80", 3, "\"7aCA\"", "\"base64\"" },
    { "\xc0\xaf", 2, "\"wK8=\"", "\"base64\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autofree char *size = g_strdup_printf ("%" G_GSIZE_FORMAT, cases[i].length);
      g_autofree char *text = NULL;
      const Member members[] = {
        { "log.entries.0.request.bodySize", size },
        { "log.entries.0.request.postData.text", cases[i].length > 0 ? cases[i].text : NULL },
        { "log.entries.0.request.postData.encoding", cases[i].encoding },
        { "log.entries.0.response.content.size", size },
        { "log.entries.0.response.content.text", cases[i].text },
        { "log.entries.0.response.content.encoding", cases[i].encoding },
      };

      append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, "{}");
      append_bytes (journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_REQUEST, 1,
                    cases[i].data, cases[i].length);
      append_bytes (journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_NOISE, 1,
                    cases[i].data, cases[i].length);
      text = write_archive (journal, NULL);
      ASSERT_MEMBERS (text, members);
    }
}

/* Exchanges overlap; each has its own bodies, in the order of their requests. */
static void
test_overlapping (void)
{
  static const Member members[] = {
    { "log.entries.0.request.url", "\"/1\"" },
    { "log.entries.0.response.content.text", "\"one a, one b\"" },
    { "log.entries.1.request.url", "\"/2\"" },
    { "log.entries.1.response.content.text", "\"two\"" },
    { "log.entries.2", NULL },
    { "log._mcpMessages.0.type", "\"send\"" },
    { "log._mcpMessages.0.channel", "\"stdio\"" },
    { "log._mcpMessages.1", NULL },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *text = NULL;

  append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, "{\"url\":\"/1\"}");
  append_body (journal, MCP_DIRECTION_IN, MCP_RECORD_NOISE, 1, "one a, ");
  append_object (journal, MCP_RECORD_HTTP_REQUEST, 2, "{\"url\":\"/2\"}");
  append_message (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "ping");
  append_body (journal, MCP_DIRECTION_IN, MCP_RECORD_NOISE, 2, "two");
  append_body (journal, MCP_DIRECTION_IN, MCP_RECORD_NOISE, 1, "one b");
  append_object (journal, MCP_RECORD_HTTP_END, 2, "{}");
  append_object (journal, MCP_RECORD_HTTP_END, 1, "{}");
  text = write_archive (journal, NULL);
  ASSERT_MEMBERS (text, members);
}

/* An archive is what is sent to others: wherever a secret stands, it does not stand there. */
static void
test_redacted (void)
{
  static const struct
  {
    McpRecordKind kind;
    const char   *text;
  } places[] = {
    { MCP_RECORD_HTTP_REQUEST, "{\"url\":\"http://h/?x=planted-value\",\"headers\":[]}" },
    { MCP_RECORD_HTTP_REQUEST, "{\"url\":\"http://me:planted-value@h/\"}" },
    { MCP_RECORD_HTTP_REQUEST, "{\"headers\":[[\"X-Odd\",\"planted-value\"]]}" },
    { MCP_RECORD_HTTP_REQUEST, "{\"headers\":[[\"planted-value\",\"x\"]]}" },
    { MCP_RECORD_HTTP_REQUEST, "{\"headers\":[[\"X-Odd\",\"plant\\u0065d-value\"]]}" },
    { MCP_RECORD_HTTP_HEAD, "{\"reason\":\"planted-value\"}" },
    { MCP_RECORD_HTTP_HEAD, "{\"headers\":[[\"Location\",\"/?q=planted-value\"]]}" },
    { MCP_RECORD_HTTP_HEAD, "{\"headers\":[[\"Content-Type\",\"planted-value\"]]}" },
    { MCP_RECORD_REQUEST, "{\"params\":{\"deep\":[{\"x\":\"a planted-value b\"}]}}" },
    { MCP_RECORD_REQUEST, "{\"params\":\"{\\\"x\\\":\\\"plant\\\\u0065d-value\\\"}\"}" },
    { MCP_RECORD_NOISE, "<html>planted-value</html>" },
    { MCP_RECORD_NOISE, "\xff\xfe planted-value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
      g_autofree char *text = NULL;
      g_autofree char *body = NULL;

      mcp_redactor_add_secret (redactor, "planted-value");
      if (places[i].kind != MCP_RECORD_HTTP_REQUEST)
        append_object (journal, MCP_RECORD_HTTP_REQUEST, 1, "{}");
      append_object (journal, places[i].kind, 1, places[i].text);
      text = write_archive (journal, redactor);
      if (strstr (text, "planted-value") != NULL)
        g_error ("place %u: %s", i, text);
      g_assert_null (strstr (text, "d-value"));
      body = find_token (text, "log.entries.0.response.content.text");
      g_assert_true (strstr (text, MCP_REDACTED) != NULL || strstr (text, "\"base64\"") != NULL);
      g_assert_null (strstr (body, "cGxhbnRlZC12YWx1ZQ"));
      g_assert_null (strstr (body, "BsYW50ZWQtdmFsdWU"));
      g_assert_null (strstr (body, "wbGFudGVkLXZhbHVl"));
    }
}

/* What is no escape any more is looked at once more. */
static void
test_redacted_query (void)
{
  static const Member members[] = {
    { "log.entries.0.request.queryString.0.name", "\"x\"" },
    { "log.entries.0.request.queryString.0.value", "\"a " MCP_REDACTED "\"" },
    { "log.entries.0.request.queryString.1.name", "\"" MCP_REDACTED "\"" },
    { "log.entries.0.request.queryString.2.name", "\"api_key\"" },
    { "log.entries.0.request.queryString.2.value", "\"" MCP_REDACTED "\"" },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *text = NULL;

  mcp_redactor_add_secret (redactor, "planted-value");
  append_object (journal, MCP_RECORD_HTTP_REQUEST, 1,
                 "{\"url\":\"http://h/?x=a%20plant%65d-value&planted%2Dvalue=y&api_key=abcdef\"}");
  text = write_archive (journal, redactor);
  ASSERT_MEMBERS (text, members);
  g_assert_null (strstr (text, "planted-value"));
}

/* The time of day is that of the journal, in UTC, to the microsecond. */
static void
test_times (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpJournalEntry entry = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST, 1, NULL, NULL);
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;

  entry.channel = MCP_CHANNEL_HTTP;
  entry.exchange = 1;
  entry.time_usec = mcp_journal_get_start_usec (journal) + 1234567;
  append_text (journal, &entry, "{}");
  entry.kind = MCP_RECORD_HTTP_END;
  entry.direction = MCP_DIRECTION_IN;
  entry.time_usec += 42000;
  append_text (journal, &entry, "{}");
  record = mcp_journal_get_record (journal, 1);
  text = write_archive (journal, NULL);

  time = g_date_time_new_from_unix_utc (mcp_record_get_wall_usec (record) / G_USEC_PER_SEC);
  expected = g_date_time_format (time, "\"%Y-%m-%dT%H:%M:%S.");
  {
    g_autofree char *started = find_token (text, "log.entries.0.startedDateTime");
    const Member members[] = { { "log.entries.0.time", "42.000" } };

    g_assert_true (g_str_has_prefix (started, expected));
    g_assert_true (g_str_has_suffix (started, "Z\""));
    g_assert_cmpuint (strlen (started), ==, strlen ("\"2026-11-20T05:02:11.001234Z\""));
    g_assert_cmpint (strtol (started + strlen (expected), NULL, 10), ==,
                     mcp_record_get_wall_usec (record) % G_USEC_PER_SEC);
    ASSERT_MEMBERS (text, members);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/export/har/empty", test_empty);
  g_test_add_func ("/journal/export/har/whole-exchange", test_whole_exchange);
  g_test_add_func ("/journal/export/har/partial", test_partial);
  g_test_add_func ("/journal/export/har/hostile-headers", test_hostile_headers);
  g_test_add_func ("/journal/export/har/query-strings", test_query_strings);
  g_test_add_func ("/journal/export/har/redirects", test_redirects);
  g_test_add_func ("/journal/export/har/bodies", test_bodies);
  g_test_add_func ("/journal/export/har/overlapping", test_overlapping);
  g_test_add_func ("/journal/export/har/redacted", test_redacted);
  g_test_add_func ("/journal/export/har/redacted-query", test_redacted_query);
  g_test_add_func ("/journal/export/har/times", test_times);

  return g_test_run ();
}
