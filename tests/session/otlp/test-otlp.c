/* test-otlp.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include <gio/gio.h>

#include "mcp-journal-open.h"
#include "mcp-json.h"
#include "mcp-otlp-json.h"
#include "mcp-otlp-span.h"
#include "mcp-otlp-tracer.h"
#include "mcp-recording.h"
#include "test-support.h"

/* The spans of recordings, whose times never change. */

#define TRACE  "0af7651916cd43dd8448eb211c80319c"
#define PARENT "b7ad6b7169203331"

#define HEAD "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\",\"profile\":{\"command\":\"server\"},\"redacted\":false}\n"
#define RPC  "{\\\"jsonrpc\\\":\\\"2.0\\\","
#define LINE(t, dir, raw) \
  "{\"t\":" #t ",\"ch\":\"stdio\",\"dir\":\"" dir "\",\"raw\":\"" RPC raw "}\"}\n"
#define HTTP(t, dir, http) \
  "{\"t\":" #t ",\"ch\":\"http\",\"dir\":\"" dir "\",\"x\":1,\"http\":{" http "}}\n"
#define BODY(t, ch, dir, raw) \
  "{\"t\":" #t ",\"ch\":\"" ch "\",\"dir\":\"" dir "\",\"x\":1,\"raw\":\"" raw "\"}\n"
#define CALL(t, id, more) \
  LINE (t, "out", "\\\"id\\\":" id ",\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"echo\\\",\\\"arguments\\\":{\\\"password\\\":\\\"hunter22\\\",\\\"city\\\":\\\"Lotung\\\"}" more "}")
#define META(members) ",\\\"_meta\\\":{" members "}"

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
append_piece (const char *data,
              gsize       length,
              gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

/* The same in slices, into a file. */
static void
assert_saved (McpJournal *journal,
              gboolean    redact,
              const char *expected)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "spans.jsonl", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_otlp_save_async (journal, path, "s", "{}", redact ? mcp_redactor_new () : NULL, NULL, NULL, NULL, store_cb,
                       &result);
  TEST_AWAIT (result != NULL);
  mcp_otlp_save_finish (journal, result, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static char *
convert_with (const char   *text,
              McpOtlpFlags  flags,
              gboolean      redact)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("otlp-XXXXXX.mcprec", &stream, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpRedactor) redactor = redact ? mcp_redactor_new () : NULL;
  GString *out = g_string_new (NULL);
  GError *error = NULL;

  g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  mcp_recording_open_async (file, NULL, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
  TEST_AWAIT (!mcp_journal_is_loading (mcp_recording_get_journal (recording)));
  g_assert_true (mcp_otlp_write (mcp_recording_get_journal (recording), "s", "{}", redactor, flags, append_piece,
                                 out));
  if (flags == MCP_OTLP_NO_CONTENT)
    assert_saved (mcp_recording_get_journal (recording), redact, out->str);

  return g_string_free (out, FALSE);
}

static char *
convert (const char *text)
{
  return convert_with (text, MCP_OTLP_NO_CONTENT, TRUE);
}

static void
assert_has (const char *text,
            const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in\n%s", part, text);
}

static void
assert_has_not (const char *text,
                const char *part)
{
  if (strstr (text, part) != NULL)
    g_error ("“%s” is in\n%s", part, text);
}

static guint
count (const char *text,
       const char *part)
{
  guint n = 0;

  for (text = strstr (text, part); text != NULL; text = strstr (text + 1, part))
    n++;

  return n;
}

/* All of it, to the letter. */
static void
test_span (void)
{
  g_autofree char *out = convert (HEAD CALL (10, "1", META ("\\\"progressToken\\\":\\\"p\\\""))
                                  LINE (20, "in", "\\\"method\\\":\\\"notifications/progress\\\",\\\"params\\\":{\\\"progressToken\\\":\\\"p\\\",\\\"progress\\\":0.1,\\\"total\\\":3,\\\"message\\\":\\\"Lotung\\\"}")
                                  LINE (30, "in", "\\\"id\\\":1,\\\"error\\\":{\\\"code\\\":-32602,\\\"message\\\":\\\"no Lotung\\\"}"));

  g_assert_cmpstr (out, ==,
    "{\"resourceSpans\":[{\"resource\":{},\"scopeSpans\":[{\"scope\":{\"name\":\"sounder\",\"version\":\"" PACKAGE_VERSION "\"},"
    "\"spans\":[{\"traceId\":\"1006529401eb0295aec7e472ea4e4b4b\",\"spanId\":\"aaa2d2098b006d2c\",\"name\":\"tools/call echo\",\"kind\":3,"
    "\"startTimeUnixNano\":\"1795150931001244000\",\"endTimeUnixNano\":\"1795150931001264000\",\"attributes\":["
    "{\"key\":\"mcp.method.name\",\"value\":{\"stringValue\":\"tools/call\"}},"
    "{\"key\":\"gen_ai.operation.name\",\"value\":{\"stringValue\":\"execute_tool\"}},"
    "{\"key\":\"gen_ai.tool.name\",\"value\":{\"stringValue\":\"echo\"}},"
    "{\"key\":\"jsonrpc.request.id\",\"value\":{\"stringValue\":\"1\"}},"
    "{\"key\":\"service.peer.name\",\"value\":{\"stringValue\":\"s\"}},"
    "{\"key\":\"network.transport\",\"value\":{\"stringValue\":\"pipe\"}},"
    "{\"key\":\"rpc.response.status_code\",\"value\":{\"stringValue\":\"-32602\"}},"
    "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"-32602\"}}],"
    "\"events\":[{\"timeUnixNano\":\"1795150931001254000\",\"name\":\"mcp.progress\",\"attributes\":["
    "{\"key\":\"mcp.progress.progress\",\"value\":{\"doubleValue\":0.1}},{\"key\":\"mcp.progress.total\",\"value\":{\"doubleValue\":3}}]}],"
    "\"status\":{\"code\":2}}]}]}]}\n");
}

/* The same span, whenever it is read. */
static void
test_stable (void)
{
  static const char text[] = HEAD CALL (10, "1", "") CALL (11, "2", "");
  g_autofree char *once = convert (text);
  g_autofree char *again = convert (text);

  g_assert_cmpstr (once, ==, again);
  g_assert_cmpuint (count (once, "\"spanId\""), ==, 2);
  g_assert_cmpint (strncmp (strstr (once, "\"spanId\""), strstr (strstr (once, "\"spanId\"") + 1, "\"spanId\""), 20), !=, 0);
}

/* Secrets never; arguments and results when they are asked for. */
static void
test_content (void)
{
  static const char text[] =
    HEAD CALL (10, "1", "")
    LINE (20, "in", "\\\"id\\\":1,\\\"result\\\":{\\\"content\\\":[{\\\"type\\\":\\\"text\\\",\\\"text\\\":\\\"rain\\\"}],\\\"isError\\\":true}")
    LINE (30, "out", "\\\"id\\\":2,\\\"method\\\":\\\"resources/read\\\",\\\"params\\\":{\\\"uri\\\":\\\"file:///Lotung\\\"}")
    LINE (40, "in", "\\\"id\\\":2,\\\"error\\\":{\\\"code\\\":-32002,\\\"message\\\":\\\"no Lotung\\\"}");
  g_autofree char *without = convert (text);
  g_autofree char *with = convert_with (text, MCP_OTLP_CONTENT, TRUE);
  g_autofree char *raw = convert_with (text, MCP_OTLP_CONTENT, FALSE);

  assert_has_not (without, "Lotung");
  assert_has_not (without, "rain");
  assert_has_not (without, "hunter22");
  assert_has (without, "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"tool_error\"}}");
  assert_has (without, "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"-32002\"}}");
  assert_has (without, "\"status\":{\"code\":2}");

  assert_has (with, "{\"key\":\"gen_ai.tool.call.arguments\",\"value\":{\"stringValue\":\"{\\\"password\\\":\\\"«redacted»\\\",\\\"city\\\":\\\"Lotung\\\"}\"}}");
  assert_has (with, "{\"key\":\"gen_ai.tool.call.result\",");
  assert_has (with, "{\"key\":\"mcp.resource.uri\",\"value\":{\"stringValue\":\"file:///Lotung\"}}");
  assert_has (with, "\"status\":{\"message\":\"no Lotung\",\"code\":2}");
  assert_has_not (with, "hunter22");
  assert_has (raw, "hunter22");
}

/* What is too large is left out, and that is said. */
static void
test_large_content (void)
{
  g_autofree char *filler = g_strnfill (70000, 'x');
  g_autofree char *text = g_strconcat (HEAD CALL (10, "1", "")
                                       "{\"t\":20,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"" RPC "\\\"id\\\":1,\\\"result\\\":{\\\"content\\\":\\\"",
                                       filler, "\\\"}}\"}\n", NULL);
  g_autofree char *out = convert_with (text, MCP_OTLP_CONTENT, TRUE);

  assert_has_not (out, "xxx");
  assert_has (out, "\"droppedAttributesCount\":1");
  assert_has (out, "Lotung");
}

/* The trace that a request names goes on in its span; the trace that an answer names is linked. */
static void
test_traces (void)
{
  static const char text[] =
    HEAD CALL (10, "1", META ("\\\"traceparent\\\":\\\"00-" TRACE "-" PARENT "-01\\\",\\\"tracestate\\\":\\\"a=b\\\""))
    LINE (20, "in", "\\\"id\\\":1,\\\"result\\\":{\\\"_meta\\\":{\\\"traceparent\\\":\\\"00-1" TRACE "-1" PARENT "-00\\\"}}")
    CALL (30, "2", META ("\\\"traceparent\\\":\\\"00-11111111111111111111111111111111-2222222222222222-00\\\",\\\"tracestate\\\":\\\"\\u00e9\\\""))
    LINE (40, "in", "\\\"id\\\":2,\\\"result\\\":{\\\"_meta\\\":{\\\"traceparent\\\":\\\"00-" TRACE "-" PARENT "-01\\\",\\\"tracestate\\\":\\\"c=d\\\"}}");
  g_autofree char *out = convert (text);
  g_autofree char *own = convert_with (text, MCP_OTLP_OWN_TRACES, TRUE);

  assert_has (out, "{\"traceId\":\"" TRACE "\",\"spanId\":\"");
  assert_has (out, "\",\"traceState\":\"a=b\",\"parentSpanId\":\"" PARENT "\",\"flags\":769,");
  assert_has (out, "\"parentSpanId\":\"2222222222222222\",\"flags\":768,");
  g_assert_cmpuint (count (out, "traceState"), ==, 2);
  assert_has (out, "\"links\":[{\"traceId\":\"" TRACE "\",\"spanId\":\"" PARENT "\",\"traceState\":\"c=d\",\"flags\":769}]");
  g_assert_cmpuint (count (out, "\"links\""), ==, 1);

  assert_has (own, "{\"traceId\":\"" TRACE "\",\"spanId\":\"" PARENT "\",\"traceState\":\"a=b\",\"name\":");
  assert_has_not (own, "parentSpanId");
}

/* What a server asks while it works on a call is a part of it, and the exchange is in its events. */
static void
test_http (void)
{
  g_autofree char *out =
    convert (HEAD
             HTTP (10, "out", "\"type\":\"request\",\"method\":\"POST\",\"url\":\"https://u:p@example.com/mcp?token=hunter22\",\"headers\":[[\"MCP-Session-Id\",\"session-1234\"],[\"MCP-Protocol-Version\",\"2025-06-18\"],[\"Authorization\",\"Bearer hunter22\"]]")
             BODY (11, "http", "out", RPC "\\\"id\\\":1,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"t\\\"}}")
             HTTP (20, "in", "\"type\":\"head\",\"status\":200,\"version\":\"2\",\"headers\":[]")
             BODY (30, "sse", "in", "data: " RPC "\\\"id\\\":\\\"q\\\",\\\"method\\\":\\\"roots/list\\\"}")
             LINE (35, "out", "\\\"id\\\":\\\"q\\\",\\\"result\\\":{\\\"roots\\\":[]}")
             BODY (40, "sse", "in", "data: " RPC "\\\"id\\\":1,\\\"result\\\":{}}")
             HTTP (50, "in", "\"type\":\"end\",\"wire\":99,\"usec\":{\"sent\":5,\"ended\":40}"));
  const char *call = strstr (out, "\"name\":\"tools/call t\"");
  g_autofree char *ids = g_strndup (strstr (call - 80, "traceId"), 70);
  g_autofree char *trace = g_strndup (strstr (ids, "traceId") + 10, 32);
  g_autofree char *span = g_strndup (strstr (ids, "spanId") + 9, 16);
  g_autofree char *child = g_strdup_printf ("\"parentSpanId\":\"%s\",\"flags\":256,\"name\":\"roots/list\",\"kind\":2", span);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "session-1234", -1);

  g_assert_cmpuint (count (out, trace), ==, 2);
  assert_has (out, child);
  assert_has (out, "{\"key\":\"server.address\",\"value\":{\"stringValue\":\"example.com\"}}");
  assert_has (out, "{\"key\":\"network.protocol.version\",\"value\":{\"stringValue\":\"2\"}}");
  assert_has (out, "{\"key\":\"mcp.protocol.version\",\"value\":{\"stringValue\":\"2025-06-18\"}}");
  assert_has (out, "\"name\":\"http.request\",\"attributes\":[{\"key\":\"http.request.method\",\"value\":{\"stringValue\":\"POST\"}}]}");
  assert_has (out, "\"name\":\"http.response\",\"attributes\":[{\"key\":\"http.response.status_code\",\"value\":{\"intValue\":\"200\"}}]}");
  assert_has (out, "\"name\":\"http.end\",\"attributes\":[{\"key\":\"http.sent.duration\",\"value\":{\"doubleValue\":5e-06}},");
  assert_has_not (out, "session-1234");
  assert_has_not (out, "hunter22");
  digest[32] = '\0';
  assert_has (out, digest);
}

/* The rounds of one call are one span. */
static void
test_rounds (void)
{
  g_autofree char *out =
    convert (HEAD CALL (10, "1", "")
             LINE (20, "in", "\\\"id\\\":1,\\\"result\\\":{\\\"resultType\\\":\\\"input_required\\\",\\\"requestState\\\":\\\"x\\\"}")
             CALL (30, "2", ",\\\"requestState\\\":\\\"x\\\"")
             "{\"t\":30,\"ch\":\"session\",\"note\":{\"type\":\"conversation\",\"about\":1,\"first\":1}}\n"
             "{\"t\":30,\"ch\":\"session\",\"note\":{\"type\":\"conversation\",\"about\":3,\"first\":1}}\n"
             LINE (40, "in", "\\\"id\\\":2,\\\"result\\\":{\\\"resultType\\\":\\\"complete\\\"}"));

  g_assert_cmpuint (count (out, "\"spanId\""), ==, 1);
  assert_has (out, "\"name\":\"mcp.input_required\"");
  assert_has (out, "\"name\":\"mcp.round\",\"attributes\":[{\"key\":\"jsonrpc.request.id\",\"value\":{\"stringValue\":\"2\"}}]");
  assert_has (out, "\"endTimeUnixNano\":\"1795150931001274000\"");
}

/* What is asked of a task is a part of the call that made it, which is over by then. */
static void
test_task (void)
{
  g_autofree char *out =
    convert (HEAD CALL (10, "1", "")
             "{\"t\":10,\"ch\":\"session\",\"note\":{\"type\":\"conversation\",\"about\":1,\"first\":1}}\n"
             LINE (20, "in", "\\\"id\\\":1,\\\"result\\\":{\\\"task\\\":{\\\"taskId\\\":\\\"x\\\"}}")
             LINE (30, "out", "\\\"id\\\":2,\\\"method\\\":\\\"tasks/get\\\",\\\"params\\\":{\\\"taskId\\\":\\\"x\\\"}")
             "{\"t\":30,\"ch\":\"session\",\"note\":{\"type\":\"conversation\",\"about\":3,\"first\":1}}\n"
             LINE (40, "in", "\\\"id\\\":2,\\\"result\\\":{}"));
  g_autofree char *span = g_strndup (strstr (out, "\"spanId\":\"") + strlen ("\"spanId\":\""), 16);
  g_autofree char *trace = g_strndup (strstr (out, "\"traceId\":\"") + strlen ("\"traceId\":\""), 32);
  g_autofree char *child = g_strdup_printf ("\"parentSpanId\":\"%s\",\"flags\":256,\"name\":\"tasks/get\"", span);

  g_assert_cmpuint (count (out, "\"spanId\""), ==, 2);
  g_assert_cmpuint (count (out, trace), ==, 2);
  assert_has (out, child);
}

/* How it ended where no answer came, and when. */
static void
test_unanswered (void)
{
  g_autofree char *out =
    convert (HEAD "{\"t\":1,\"ch\":\"session\",\"note\":{\"type\":\"life\"}}\n"
             CALL (10, "1", "") CALL (11, "2", "") CALL (12, "3", "")
             "{\"t\":15,\"ch\":\"session\",\"note\":{\"type\":\"status\",\"about\":3,\"status\":\"timed-out\"}}\n"
             LINE (20, "out", "\\\"method\\\":\\\"notifications/cancelled\\\",\\\"params\\\":{\\\"requestId\\\":1}")
             "{\"t\":40,\"ch\":\"session\",\"note\":{\"type\":\"life\"}}\n"
             CALL (50, "4", ""));

  g_assert_cmpuint (count (out, "\"spanId\""), ==, 4);
  assert_has (out, "\"startTimeUnixNano\":\"1795150931001244000\",\"endTimeUnixNano\":\"1795150931001254000\"");
  assert_has (out, "{\"stringValue\":\"cancelled\"}");
  assert_has (out, "{\"stringValue\":\"timeout\"}");
  g_assert_cmpuint (count (out, "{\"stringValue\":\"connection_lost\"}"), ==, 2);
}

/* The answers of one array, each to its own. */
static void
test_batch (void)
{
  g_autofree char *out =
    convert (HEAD CALL (10, "1", "") CALL (11, "2", "") CALL (12, "3", "")
             "{\"t\":20,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"[" RPC "\\\"id\\\":2,\\\"error\\\":{\\\"code\\\":5,\\\"message\\\":\\\"x\\\"}},"
             RPC "\\\"id\\\":1,\\\"result\\\":{}}]\"}\n");

  g_assert_cmpuint (count (out, "\"endTimeUnixNano\":\"1795150931001254000\""), ==, 3);
  g_assert_cmpuint (count (out, "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"5\"}}"), ==, 1);
  g_assert_cmpuint (count (out, "{\"stringValue\":\"connection_lost\"}"), ==, 1);
  g_assert_cmpuint (count (out, "\"status\""), ==, 2);
}

/* Events beyond any use are counted. */
static void
test_many_events (void)
{
  g_autoptr (GString) text = g_string_new (HEAD CALL (10, "1", META ("\\\"progressToken\\\":7")));
  g_autofree char *out = NULL;

  for (guint i = 0; i < 200; i++)
    g_string_append (text, LINE (20, "in", "\\\"method\\\":\\\"notifications/progress\\\",\\\"params\\\":{\\\"progressToken\\\":7,\\\"progress\\\":1}"));
  g_string_append (text, LINE (30, "in", "\\\"id\\\":1,\\\"result\\\":{}"));
  out = convert (text->str);
  g_assert_cmpuint (count (out, "mcp.progress\""), ==, 128);
  assert_has (out, "\"droppedEventsCount\":72");
}

/* A server that asks on and on, and is not answered, costs no more than so many open spans. */
static void
test_many_open (void)
{
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autofree char *out = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, LINE (10, "in", "\\\"id\\\":%u,\\\"method\\\":\\\"roots/list\\\""), i);
  out = convert (text->str);
  g_assert_cmpuint (count (out, "\"spanId\""), ==, 5000);
  g_assert_cmpuint (count (out, "\n"), >=, 2);
}

static void
test_values (void)
{
  static const struct
  {
    double      value;
    const char *text;
  } rows[] = {
    { 0.1, "0.1" }, { 1, "1" }, { 1.0 / 3, "0.33333333333333331" }, { -2.5e-9, "-2.5e-09" },
    { INFINITY, "\"Infinity\"" }, { -INFINITY, "\"-Infinity\"" }, { NAN, "\"NaN\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) out = g_string_new ("{");
      g_autofree char *expected = g_strdup_printf ("{\"v\":%s", rows[i].text);

      mcp_otlp_member_double (out, "v", rows[i].value);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

static void
test_resource (void)
{
  g_autofree char *plain = mcp_otlp_dup_resource (NULL, NULL, NULL);
  g_autofree char *named = mcp_otlp_dup_resource ("x", "i", "service.name=y, a = b%20c ,,=d,e,f=%zz,service.instance.id=j");
  g_autofree char *by_attribute = mcp_otlp_dup_resource (NULL, NULL, "service.name=y");

  g_assert_cmpstr (plain, ==,
                   "{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"sounder\"}},"
                   "{\"key\":\"service.version\",\"value\":{\"stringValue\":\"" PACKAGE_VERSION "\"}}]}");
  g_assert_cmpstr (named, ==,
                   "{\"attributes\":[{\"key\":\"a\",\"value\":{\"stringValue\":\"b c\"}},"
                   "{\"key\":\"service.name\",\"value\":{\"stringValue\":\"x\"}},"
                   "{\"key\":\"service.version\",\"value\":{\"stringValue\":\"" PACKAGE_VERSION "\"}},"
                   "{\"key\":\"service.instance.id\",\"value\":{\"stringValue\":\"i\"}}]}");
  assert_has (by_attribute, "{\"stringValue\":\"y\"}");
}

/* Whatever stands in a name or a value, it is JSON, and says the same. */
static void
test_hostile_attributes (void)
{
  static const char *const texts[] = {
    "", "plain", "\"},{\"key\":\"made up", "\\", "\n\r\t\b\f\001\033\177", "]}", "\342\200\250\342\200\251", "한글 😀",
    "\377\376", "\355\240\200", "cut \342\202", "</script>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) out = g_string_new ("[");
      g_autofree char *value = NULL;
      McpJsonIter iter;
      McpSpan span;
      guint n = 0;

      mcp_otlp_attribute_string (out, texts[i], texts[i]);
      mcp_otlp_attribute_string (out, "none", NULL);
      mcp_otlp_attribute_int (out, texts[i], G_MININT64);
      mcp_otlp_attribute_double (out, texts[i], -1e308);
      g_string_append_c (out, ']');
      g_assert_true (mcp_json_validate (out->str, out->len, NULL));
      g_assert_true (g_utf8_validate (out->str, out->len, NULL));
      mcp_json_iter_init (&iter, out->str, out->len);
      while (mcp_json_iter_next (&iter, NULL, &span))
        if (n++ == 0)
          value = mcp_json_lookup_string (out->str + span.offset, span.length, "value.stringValue");
      g_assert_cmpuint (n, ==, 3);
      if (g_utf8_validate (texts[i], -1, NULL))
        g_assert_cmpstr (value, ==, texts[i]);
      assert_has (out->str, "{\"intValue\":\"-9223372036854775808\"}");
    }
}

/* Integers of 64 bits are strings; a time is none before 1970, and none that nanoseconds have no place for. */
static void
test_member_bounds (void)
{
  static const struct
  {
    gint64      usec;
    const char *nsec;
  } rows[] = {
    { 0, "0" }, { 1, "1000" }, { -1, "0" }, { G_MININT64, "0" },
    { G_GINT64_CONSTANT (1763647331001234), "1763647331001234000" },
    { G_GINT64_CONSTANT (18446744073709551), "18446744073709551000" },
    { G_GINT64_CONSTANT (18446744073709552), "18446744073709551000" },
    { G_MAXINT64, "18446744073709551000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) out = g_string_new ("{");
      g_autofree char *expected = g_strdup_printf ("{\"t\":\"%s\",\"n\":\"18446744073709551615\"", rows[i].nsec);

      mcp_otlp_member_time (out, "t", rows[i].usec);
      mcp_otlp_member_count (out, "n", G_MAXUINT64);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

/* What OTEL_RESOURCE_ATTRIBUTES may say, and what is no pair. */
static void
test_pairs (void)
{
  static const struct
  {
    const char *text;
    const char *pairs;  /* with "|" between them */
  } rows[] = {
    { "", "" }, { ",", "" }, { "=", "" }, { "a", "" }, { "=b", "" }, { "  = b", "" },
    { "a=", "a|" }, { "a=b", "a|b" }, { " a = b ", "a|b" }, { "a=b=c", "a|b=c" }, { "a=b,a=c", "a|b|a|c" },
    { "a=b%2Cc%3D%20", "a|b,c= " }, { "a%20b=c", "a%20b|c" }, { "a=%", "" }, { "a=%0", "" }, { "a=%zz,b=c", "b|c" },
    { "a=%00", "" }, { "a=\"b\"", "a|\"b\"" }, { "a=한글", "a|한글" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) pairs = mcp_otlp_parse_pairs (rows[i].text);
      g_autofree char *joined = g_strjoinv ("|", pairs);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpuint (g_strv_length (pairs) % 2, ==, 0);
      g_assert_cmpstr (joined, ==, rows[i].pairs);
    }
}

/* What there is too much of is counted, and the span is still one object. */
static void
test_span_bounds (void)
{
  const McpTraceContext to = { TRACE, PARENT, 1 };
  g_autoptr (McpOtlpSpan) span = mcp_otlp_span_new ();
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;

  span->name = g_strdup ("tools/call \"x\"\n");
  span->direction = MCP_DIRECTION_OUT;
  span->start_usec = 2000;
  mcp_otlp_span_join (span, &to, TRUE, "a=b,c=\"d\"");
  for (guint i = 0; i < MCP_OTLP_MAX_EVENTS + 3; i++)
    mcp_otlp_span_add_event (span, "e]", i, i % 2 == 0 ? "" : "{\"key\":\"k\",\"value\":{\"intValue\":\"1\"}}");
  for (guint i = 0; i < MCP_OTLP_MAX_LINKS + 2; i++)
    mcp_otlp_span_add_link (span, &to, i % 2 == 0 ? NULL : "s=t");
  /* It cannot end before it began. */
  text = mcp_otlp_span_write (span, 1000, "timeout", "no \"answer\"");

  g_assert_true (mcp_json_validate (text, strlen (text), NULL));
  name = mcp_json_lookup_string (text, strlen (text), "name");
  message = mcp_json_lookup_string (text, strlen (text), "status.message");
  g_assert_cmpstr (name, ==, "tools/call \"x\"\n");
  g_assert_cmpstr (message, ==, "no \"answer\"");
  g_assert_cmpuint (count (text, "\"name\":\"e]\""), ==, MCP_OTLP_MAX_EVENTS);
  g_assert_cmpuint (count (text, "\"traceId\""), ==, 1 + MCP_OTLP_MAX_LINKS);
  assert_has (text, "\"droppedEventsCount\":3");
  assert_has (text, "\"droppedLinksCount\":2");
  assert_has (text, "\"parentSpanId\":\"" PARENT "\"");
  assert_has (text, "\"flags\":769");
  assert_has (text, "\"startTimeUnixNano\":\"2000000\",\"endTimeUnixNano\":\"2000000\"");
  assert_has (text, "{\"key\":\"error.type\",\"value\":{\"stringValue\":\"timeout\"}}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/otlp/span", test_span);
  g_test_add_func ("/session/otlp/stable", test_stable);
  g_test_add_func ("/session/otlp/content", test_content);
  g_test_add_func ("/session/otlp/large-content", test_large_content);
  g_test_add_func ("/session/otlp/traces", test_traces);
  g_test_add_func ("/session/otlp/http", test_http);
  g_test_add_func ("/session/otlp/rounds", test_rounds);
  g_test_add_func ("/session/otlp/task", test_task);
  g_test_add_func ("/session/otlp/unanswered", test_unanswered);
  g_test_add_func ("/session/otlp/batch", test_batch);
  g_test_add_func ("/session/otlp/many-events", test_many_events);
  g_test_add_func ("/session/otlp/many-open", test_many_open);
  g_test_add_func ("/session/otlp/values", test_values);
  g_test_add_func ("/session/otlp/resource", test_resource);
  g_test_add_func ("/session/otlp/hostile-attributes", test_hostile_attributes);
  g_test_add_func ("/session/otlp/member-bounds", test_member_bounds);
  g_test_add_func ("/session/otlp/pairs", test_pairs);
  g_test_add_func ("/session/otlp/span-bounds", test_span_bounds);

  return g_test_run ();
}
