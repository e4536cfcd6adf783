/* test-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-scan.h"

#define V "\"jsonrpc\":\"2.0\""

static void
assert_span (const char *text,
             McpSpan     span,
             const char *expected)
{
  g_autofree char *actual = span.length > 0 ? g_strndup (text + span.offset, span.length) : NULL;

  g_assert_cmpstr (actual, ==, expected);
}

typedef struct
{
  const char    *text;
  McpMessageKind kind;
  guint          envelope;
} KindCase;

static const KindCase kind_cases[] = {
  { "{" V ",\"id\":1,\"method\":\"ping\"}", MCP_MESSAGE_REQUEST, 0 },
  { "{" V ",\"id\":\"a\",\"method\":\"ping\",\"params\":[]}", MCP_MESSAGE_REQUEST, 0 },
  { "{" V ",\"method\":\"n\",\"params\":{}}", MCP_MESSAGE_NOTIFICATION, 0 },
  { "{" V ",\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, 0 },
  { "{" V ",\"id\":1,\"result\":null}", MCP_MESSAGE_RESULT, 0 },
  { "{" V ",\"id\":-1,\"result\":0}", MCP_MESSAGE_RESULT, 0 },
  { "{" V ",\"id\":1,\"error\":{\"code\":-1,\"message\":\"m\"}}", MCP_MESSAGE_ERROR, 0 },
  { "{" V ",\"id\":null,\"error\":{\"code\":-1,\"message\":\"m\"}}", MCP_MESSAGE_ERROR, 0 },
  { "{" V ",\"error\":{\"code\":-1,\"message\":\"m\"}}", MCP_MESSAGE_ERROR, 0 },
  { "[]", MCP_MESSAGE_BATCH, MCP_ENVELOPE_EMPTY_BATCH },
  { "[[],{\"id\":{}}]", MCP_MESSAGE_BATCH, 0 },
  { "7", MCP_MESSAGE_INVALID, MCP_ENVELOPE_NOT_OBJECT },
  { "\"log line\"", MCP_MESSAGE_INVALID, MCP_ENVELOPE_NOT_OBJECT },
  { "{}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_NOTHING | MCP_ENVELOPE_NO_VERSION },
  { "{" V ",\"id\":1}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_NOTHING },
  { "{\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, MCP_ENVELOPE_NO_VERSION },
  { "{\"jsonrpc\":2.0,\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, MCP_ENVELOPE_NO_VERSION },
  { "{\"jsonrpc\":\"2\\u002e0\",\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, 0 },
  { "{" V ",\"\\u0069d\":1,\"res\\u0075lt\":{}}", MCP_MESSAGE_RESULT, 0 },
  { "{" V ",\"result\":{}}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_NO_ID },
  { "{" V ",\"id\":null,\"result\":{}}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_BAD_ID },
  { "{" V ",\"id\":null,\"method\":\"m\"}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_BAD_ID },
  { "{" V ",\"id\":{},\"method\":\"m\"}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_BAD_ID },
  { "{" V ",\"id\":true,\"error\":{\"code\":1,\"message\":\"\"}}", MCP_MESSAGE_ERROR,
    MCP_ENVELOPE_BAD_ID },
  { "{" V ",\"id\":1.5,\"result\":{}}", MCP_MESSAGE_RESULT, MCP_ENVELOPE_FRACTIONAL_ID },
  { "{" V ",\"id\":1,\"method\":5}", MCP_MESSAGE_INVALID, MCP_ENVELOPE_BAD_METHOD },
  { "{" V ",\"method\":\"m\",\"params\":null}", MCP_MESSAGE_NOTIFICATION,
    MCP_ENVELOPE_BAD_PARAMS },
  { "{" V ",\"id\":1,\"error\":\"boom\"}", MCP_MESSAGE_ERROR, MCP_ENVELOPE_BAD_ERROR },
  { "{" V ",\"id\":1,\"error\":null}", MCP_MESSAGE_ERROR, MCP_ENVELOPE_BAD_ERROR },
  { "{" V ",\"id\":1,\"error\":{\"code\":1e300,\"message\":\"\"}}", MCP_MESSAGE_ERROR,
    MCP_ENVELOPE_BAD_ERROR },
  { "{" V ",\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"\"}}", MCP_MESSAGE_ERROR,
    MCP_ENVELOPE_BAD_ERROR },
  { "{" V ",\"id\":1,\"error\":{\"code\":1,\"data\":{\"message\":\"\"}}}", MCP_MESSAGE_ERROR,
    MCP_ENVELOPE_BAD_ERROR },
  { "{" V ",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}", MCP_MESSAGE_ERROR,
    MCP_ENVELOPE_RESULT_AND_ERROR },
  { "{" V ",\"id\":1,\"result\":{},\"error\":null}", MCP_MESSAGE_RESULT,
    MCP_ENVELOPE_RESULT_AND_ERROR },
  { "{" V ",\"id\":1,\"method\":\"m\",\"result\":{}}", MCP_MESSAGE_RESULT,
    MCP_ENVELOPE_METHOD_AND_RESULT },
  { "{" V ",\"id\":1,\"method\":\"m\",\"result\":null}", MCP_MESSAGE_REQUEST,
    MCP_ENVELOPE_METHOD_AND_RESULT },
};

static void
test_scan_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kind_cases); i++)
    {
      const KindCase *c = &kind_cases[i];
      McpScan scan;

      g_test_message ("%s", c->text);
      g_assert_true (mcp_scan (c->text, strlen (c->text), &scan));
      g_assert_cmpint (scan.fault, ==, MCP_SCAN_OK);
      g_assert_cmpint (scan.kind, ==, c->kind);
      g_assert_cmphex (scan.envelope, ==, c->envelope);
    }
}

typedef struct
{
  const char  *text;
  gssize       length;  /* -1 for a C string */
  McpScanFault fault;
  gsize        offset;
  guint        anomalies;
} FaultCase;

static const FaultCase fault_cases[] = {
  { "", -1, MCP_SCAN_EMPTY, 0, 0 },
  { " \t\r\n", -1, MCP_SCAN_EMPTY, 4, 0 },
  { "\xef\xbb\xbf", -1, MCP_SCAN_EMPTY, 3, MCP_ANOMALY_BOM },
  { "Listening on 3000", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 0, 0 },
  { "nil", -1, MCP_SCAN_BAD_LITERAL, 0, 0 },
  { "[True]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "[1,]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 3, 0 },
  { "[1 2]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 3, 0 },
  { "[1}", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 2, 0 },
  { "{\"a\":1]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 6, 0 },
  { "{\"a\":1,}", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 7, 0 },
  { "{\"a\" 1}", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 5, 0 },
  { "{1:1}", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "{'a':1}", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "[1/*c*/]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 2, 0 },
  { "]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 0, 0 },
  { "[\v1]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "{}{}", -1, MCP_SCAN_TRAILING_TEXT, 2, 0 },
  { "1 x", -1, MCP_SCAN_TRAILING_TEXT, 2, 0 },
  { "{}\0", 3, MCP_SCAN_TRAILING_TEXT, 2, MCP_ANOMALY_NUL },
  { "[\0]", 3, MCP_SCAN_UNEXPECTED_CHARACTER, 1, MCP_ANOMALY_NUL },
  { "\"\0\"", 3, MCP_SCAN_CONTROL_CHARACTER, 1, MCP_ANOMALY_NUL },
  { "\"a\tb\"", -1, MCP_SCAN_CONTROL_CHARACTER, 2, 0 },
  { "\"0123456789abcdef\x1f\"", -1, MCP_SCAN_CONTROL_CHARACTER, 17, 0 },
  { "\"\\x\"", -1, MCP_SCAN_BAD_ESCAPE, 1, 0 },
  { "\"\\u12g4\"", -1, MCP_SCAN_BAD_ESCAPE, 5, 0 },
  { "\"\\ud800\\u12\"", -1, MCP_SCAN_BAD_ESCAPE, 11, 0 },
  { "[01]", -1, MCP_SCAN_BAD_NUMBER, 2, 0 },
  { "[-]", -1, MCP_SCAN_BAD_NUMBER, 2, 0 },
  { "[1.]", -1, MCP_SCAN_BAD_NUMBER, 3, 0 },
  { "[1e]", -1, MCP_SCAN_BAD_NUMBER, 3, 0 },
  { "[1e+]", -1, MCP_SCAN_BAD_NUMBER, 4, 0 },
  { "[+1]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "[.5]", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 1, 0 },
  { "-", -1, MCP_SCAN_TRUNCATED, 1, 0 },
  { "tru", -1, MCP_SCAN_TRUNCATED, 3, 0 },
  { "\"abc", -1, MCP_SCAN_TRUNCATED, 4, 0 },
  { "\"\xe2\x82", -1, MCP_SCAN_TRUNCATED, 3, 0 },
  { "\"\xc0\xaf\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\xe0\x9f\xbf\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\xed\xa0\x80\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\xf0\x8f\xbf\xbf\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\xf4\x90\x80\x80\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\x80\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\"\xe2\x82\"", -1, MCP_SCAN_INVALID_UTF8, 1, MCP_ANOMALY_INVALID_UTF8 },
  { "\xff", -1, MCP_SCAN_UNEXPECTED_CHARACTER, 0, 0 },
  { "\"\xf4\x8f\xbf\xbf \xed\x9f\xbf \xee\x80\x80 \xc2\x80\"", -1, MCP_SCAN_OK, 0, 0 },
  { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00\"", -1, MCP_SCAN_OK, 0, 0 },
  { "\"\\ud800\"", -1, MCP_SCAN_OK, 0, MCP_ANOMALY_LONE_SURROGATE },
  { "\"\\udc00\"", -1, MCP_SCAN_OK, 0, MCP_ANOMALY_LONE_SURROGATE },
  { "\"\\ud800\\ud800\\udc00\"", -1, MCP_SCAN_OK, 0, MCP_ANOMALY_LONE_SURROGATE },
  { "\"\\u0000\"", -1, MCP_SCAN_OK, 0, MCP_ANOMALY_NUL },
  { " [ 1 , -2 , 0 , { } , [ ] , null , true , false ] ", -1, MCP_SCAN_OK, 0, 0 },
  { "\xef\xbb\xbf{}", -1, MCP_SCAN_OK, 0, MCP_ANOMALY_BOM },
};

static void
test_scan_faults (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fault_cases); i++)
    {
      const FaultCase *c = &fault_cases[i];
      gsize length = c->length >= 0 ? (gsize) c->length : strlen (c->text);
      /* An exact copy: reading a byte too many is seen by the sanitizer. */
      g_autofree char *copy = g_memdup2 (c->text, length);
      g_autofree char *shown = g_strescape (c->text, NULL);
      McpScan scan;

      g_test_message ("%" G_GSIZE_FORMAT ": %s", i, shown);
      g_assert_cmpint (mcp_scan (copy, length, &scan), ==, c->fault == MCP_SCAN_OK);
      g_assert_cmpint (scan.fault, ==, c->fault);
      g_assert_cmpuint (scan.fault_offset, ==, c->offset);
      g_assert_cmphex (scan.anomalies, ==, c->anomalies);
    }
}

typedef struct
{
  const char *number;
  guint       anomalies;
} NumberCase;

static const NumberCase number_cases[] = {
  { "0", 0 },
  { "-1", 0 },
  { "-0", MCP_ANOMALY_NUMBER_CHANGED },
  { "999999999999999", 0 },
  { "9007199254740992", 0 },
  { "-9007199254740992", 0 },
  { "9007199254740993", MCP_ANOMALY_BIG_INTEGER | MCP_ANOMALY_NUMBER_CHANGED },
  { "9007199254740994", MCP_ANOMALY_BIG_INTEGER },
  { "12345678901234567890", MCP_ANOMALY_BIG_INTEGER | MCP_ANOMALY_NUMBER_CHANGED },
  { "123456789012345678901234567890", MCP_ANOMALY_BIG_INTEGER | MCP_ANOMALY_NUMBER_CHANGED },
  { "-9223372036854775808", MCP_ANOMALY_BIG_INTEGER },
  { "9223372036854775808", MCP_ANOMALY_BIG_INTEGER | MCP_ANOMALY_NUMBER_CHANGED },
  { "0.5", 0 },
  { "1.1", 0 },
  { "-3.141592653589793", 0 },
  { "0.30000000000000004", 0 },
  { "0.1234567890123456789", MCP_ANOMALY_NUMBER_CHANGED },
  { "1.10", MCP_ANOMALY_NUMBER_CHANGED },
  { "1.0", MCP_ANOMALY_NUMBER_CHANGED },
  { "0.000001", 0 },
  { "0.0000001", MCP_ANOMALY_NUMBER_CHANGED },
  { "1e5", MCP_ANOMALY_NUMBER_CHANGED },
  { "1E+21", MCP_ANOMALY_NUMBER_CHANGED },
  { "1e+21", 0 },
  { "2.5e-7", 0 },
  { "1e-07", MCP_ANOMALY_NUMBER_CHANGED },
  { "10e+21", MCP_ANOMALY_NUMBER_CHANGED },
  { "1e400", MCP_ANOMALY_NUMBER_CHANGED },
  { "1e+400", MCP_ANOMALY_NUMBER_CHANGED },
  { "1e999", MCP_ANOMALY_NUMBER_CHANGED },
};

static void
test_scan_numbers (void)
{
  McpScan scan;

  for (gsize i = 0; i < G_N_ELEMENTS (number_cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[1,%s]", number_cases[i].number);

      g_test_message ("%s", text);
      g_assert_true (mcp_scan (text, strlen (text), &scan));
      g_assert_cmphex (scan.anomalies, ==, number_cases[i].anomalies);
      g_assert_cmpuint (scan.anomaly_offset, ==, scan.anomalies != 0 ? 3 : 0);
    }

  /* What follows the text is not its own. */
  g_assert_true (mcp_scan ("1e+21", strlen ("1e+2"), &scan));
  g_assert_cmphex (scan.anomalies, ==, MCP_ANOMALY_NUMBER_CHANGED);
}

static void
test_scan_spans (void)
{
  const char text[] = " { \"jsonrpc\" : \"2.0\" , \"id\" : \"a\\\"b\" ,\n"
                      "   \"error\" : { \"data\" : { \"code\" : 5 } , \"code\" : -32601 ,"
                      " \"message\" : \"n\xc3\xb6\" } ,"
                      " \"params\" : { \"id\" : 1 , \"result\" : [ 1 ] } } ";
  McpScan scan;

  g_assert_true (mcp_scan (text, strlen (text), &scan));
  assert_span (text, scan.jsonrpc, "\"2.0\"");
  assert_span (text, scan.id, "\"a\\\"b\"");
  assert_span (text, scan.error,
               "{ \"data\" : { \"code\" : 5 } , \"code\" : -32601 , \"message\" : \"n\xc3\xb6\" }");
  assert_span (text, scan.error_code, "-32601");
  assert_span (text, scan.error_message, "\"n\xc3\xb6\"");
  assert_span (text, scan.params, "{ \"id\" : 1 , \"result\" : [ 1 ] }");
  assert_span (text, scan.result, NULL);
  assert_span (text, scan.method, NULL);
  g_assert_cmpuint (scan.depth, ==, 3);
  g_assert_cmpint (scan.root, ==, MCP_JSON_OBJECT);
}

static void
test_scan_duplicates (void)
{
  const char text[] = "{" V ",\"id\":1,\"error\":{\"code\":1,\"message\":\"a\"},\"id\":2,"
                      "\"error\":{\"code\":2}}";
  const char harmless[] = "{" V ",\"id\":1,\"result\":{\"id\":1,\"id\":2},\"x\":1,\"x\":2}";
  McpScan scan;

  g_assert_true (mcp_scan (text, strlen (text), &scan));
  g_assert_cmphex (scan.anomalies, ==, MCP_ANOMALY_DUPLICATE_KEY);
  assert_span (text, scan.id, "2");
  assert_span (text, scan.error_code, "2");
  assert_span (text, scan.error_message, NULL);

  g_assert_true (mcp_scan (harmless, strlen (harmless), &scan));
  g_assert_cmphex (scan.anomalies, ==, MCP_ANOMALY_NONE);
}

static void
test_scan_goes_on_after_bad_utf8 (void)
{
  const char text[] = "{" V ",\"result\":{\"t\":\"a\xff\xfe z\"},\"id\":9}";
  McpScan scan;

  g_assert_false (mcp_scan (text, strlen (text), &scan));
  g_assert_cmpint (scan.fault, ==, MCP_SCAN_INVALID_UTF8);
  g_assert_cmpuint (scan.fault_offset, ==, strchr (text, '\xff') - text);
  g_assert_cmpint (scan.kind, ==, MCP_MESSAGE_INVALID);
  assert_span (text, scan.id, "9");
  assert_span (text, scan.result, "{\"t\":\"a\xff\xfe z\"}");
}

static void
test_scan_keeps_broken_answer (void)
{
  const char text[] = "{" V ",\"id\":7,\"result\":{\"a\":[1,2";
  const char wrong[] = "{" V ",\"id\":7,\"error\":{\"code\":01}}";
  const char early[] = "{" V ",\"id\":7,\"result\":";
  McpScan scan;

  g_assert_false (mcp_scan (text, strlen (text), &scan));
  g_assert_cmpint (scan.fault, ==, MCP_SCAN_TRUNCATED);
  assert_span (text, scan.id, "7");
  assert_span (text, scan.result, "{\"a\":[1,2");

  g_assert_false (mcp_scan (wrong, strlen (wrong), &scan));
  assert_span (wrong, scan.error, "{\"code\":01}}");

  g_assert_false (mcp_scan (early, strlen (early), &scan));
  assert_span (early, scan.result, NULL);
}

/* A prefix of an object is never valid, never a fault of another kind, and never read beyond. */
static void
test_scan_cut_everywhere (void)
{
  const char text[] = "{" V ",\"id\":-1.25e+3,\"result\":{\"s\":\"a\\u00e9\\n\xf0\x9f\x98\x80"
                      "0123456789abcdefghij\",\"l\":[true,false,null,{}, []],\"n\":12}}";
  gsize length = strlen (text);
  McpScan whole;

  g_assert_true (mcp_scan (text, length, &whole));

  for (gsize cut = 0; cut < length; cut++)
    {
      g_autofree char *copy = g_memdup2 (text, cut);
      McpScan scan;

      g_assert_false (mcp_scan (copy, cut, &scan));
      g_assert_cmpint (scan.fault, ==, cut == 0 ? MCP_SCAN_EMPTY : MCP_SCAN_TRUNCATED);
      g_assert_cmpuint (scan.fault_offset, ==, cut);
      if (cut > whole.id.offset + whole.id.length)
        g_assert_cmpmem (&scan.id, sizeof (McpSpan), &whole.id, sizeof (McpSpan));
      if (cut > whole.result.offset)
        g_assert_cmpuint (scan.result.offset, ==, whole.result.offset);
    }
}

/* Each string length and alignment goes through the wide steps and the rest after them. */
static void
test_scan_finds_each_position (void)
{
  for (gsize length = 0; length < 40; length++)
    for (gsize at = 0; at < length; at++)
      {
        g_autofree char *text = g_malloc (length + 2);
        McpScan scan;

        memset (text, 'x', length + 2);
        text[0] = text[length + 1] = '"';
        g_assert_true (mcp_scan (text, length + 2, &scan));
        text[at + 1] = '\x1f';
        g_assert_false (mcp_scan (text, length + 2, &scan));
        g_assert_cmpuint (scan.fault_offset, ==, at + 1);
        text[at + 1] = '\x9f';
        g_assert_false (mcp_scan (text, length + 2, &scan));
        g_assert_cmpint (scan.fault, ==, MCP_SCAN_INVALID_UTF8);
        text[at + 1] = '\x7f';
        g_assert_true (mcp_scan (text, length + 2, &scan));
      }
}

static void
check_depth (gsize       depth,
             const char *open,
             const char *close)
{
  g_autoptr (GString) text = g_string_new (NULL);
  McpScan scan;

  for (gsize i = 0; i < depth; i++)
    g_string_append (text, open);
  g_string_append (text, "{\"k\":1}");
  for (gsize i = 0; i < depth; i++)
    g_string_append (text, close);

  g_assert_true (mcp_scan (text->str, text->len, &scan));
  g_assert_cmpuint (scan.depth, ==, depth + 1);
  g_assert_cmphex (scan.anomalies, ==, depth >= MCP_SCAN_MAX_DEPTH ? MCP_ANOMALY_DEPTH : 0);

  g_assert_false (mcp_scan (text->str, text->len - strlen (close), &scan));
  g_assert_cmpint (scan.fault, ==, MCP_SCAN_TRUNCATED);
}

static void
test_scan_depth (void)
{
  check_depth (511, "[", "]");
  check_depth (512, "[", "]");
  check_depth (513, "{\"a\":", "}");
  check_depth (100000, "[", "]");
  check_depth (100000, "{\"id\":", "}");
}

static void
test_scan_describes (void)
{
  McpScan scan;
  g_autofree char *fault = NULL;
  g_autofree char *odd = NULL;

  mcp_scan ("{\"a\"", 4, &scan);
  fault = mcp_scan_describe (&scan);
  g_assert_cmpstr (fault, ==, "the text ends too early at byte 4");

  mcp_scan ("[-0,\"\\ud800\"]", 13, &scan);
  odd = mcp_scan_describe (&scan);
  g_assert_cmpstr (odd, ==, "a number that other programs spell differently; "
                            "half of a surrogate pair");

  mcp_scan ("[1]", 3, &scan);
  g_assert_null (mcp_scan_describe (&scan));

  for (int fault_code = MCP_SCAN_EMPTY; fault_code <= MCP_SCAN_INVALID_UTF8; fault_code++)
    g_assert_cmpstr (mcp_scan_fault_to_text (fault_code), !=, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/scan/kinds", test_scan_kinds);
  g_test_add_func ("/wire/scan/faults", test_scan_faults);
  g_test_add_func ("/wire/scan/numbers", test_scan_numbers);
  g_test_add_func ("/wire/scan/spans", test_scan_spans);
  g_test_add_func ("/wire/scan/duplicates", test_scan_duplicates);
  g_test_add_func ("/wire/scan/goes-on-after-bad-utf8", test_scan_goes_on_after_bad_utf8);
  g_test_add_func ("/wire/scan/keeps-broken-answer", test_scan_keeps_broken_answer);
  g_test_add_func ("/wire/scan/cut-everywhere", test_scan_cut_everywhere);
  g_test_add_func ("/wire/scan/finds-each-position", test_scan_finds_each_position);
  g_test_add_func ("/wire/scan/depth", test_scan_depth);
  g_test_add_func ("/wire/scan/describes", test_scan_describes);

  return g_test_run ();
}
