/* test-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-json.h"

typedef struct
{
  const char *text;
  const char *path;
  const char *expected;  /* NULL if there is nothing */
} LookupCase;

static const LookupCase lookup_cases[] = {
  { " {\"a\": 1 } ", NULL, "{\"a\": 1 }" },
  { " 12 ", "", "12" },
  { "\xef\xbb\xbf {\"a\":1}", "a", "1" },
  { "{\"a\":{\"b\":{\"c\":true}}}", "a.b.c", "true" },
  { "{\"a\":{\"b\":{\"c\":true}}}", "a.x.c", NULL },
  { "{\"a\":{\"b\":{\"c\":true}}}", "b", NULL },
  { "{\"a\":1,\"a\":2}", "a", "2" },
  { "{\"\\u0061\":1}", "a", "1" },
  { "{\"\xc3\xa9\":1}", "\xc3\xa9", "1" },
  { "{\"\\u00e9\":1}", "\xc3\xa9", "1" },
  { "[[1,2],[3 , 4]]", "1.0", "3" },
  { "[[1,2],[3,4]]", "2", NULL },
  { "[[1,2],[3,4]]", "a", NULL },
  { "[1]", "99999999999999999999", NULL },
  { "{\"0\":\"zero\"}", "0", "\"zero\"" },
  { "{\"a\":\"x\\\"}\\\\\",\"b\":[\"]\"],\"c\":-1.5e3}", "c", "-1.5e3" },
  { "{\"a\":\"x\\\"}\\\\\",\"b\":[\"]\"],\"c\":-1.5e3}", "a", "\"x\\\"}\\\\\"" },
  { "{\"a\":\"x\\\"}\\\\\",\"b\":[\"]\"],\"c\":-1.5e3}", "b", "[\"]\"]" },
  { "\"text\"", "a", NULL },
  { "", NULL, NULL },
  /* Messages that broke off: what is there, and never beyond. */
  { "{\"a\":{\"b\":[1,2", "a.b", "[1,2" },
  { "{\"a\":\"x", "a", "\"x" },
  { "{\"a\"", "a", NULL },
  { "{\"a\":", "a", NULL },
  { "{\"", "", "{\"" },
  { "{\"", "a", NULL },
};

static void
test_json_lookup (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lookup_cases); i++)
    {
      const LookupCase *c = &lookup_cases[i];
      gsize length = strlen (c->text);
      g_autofree char *copy = g_memdup2 (c->text, length);
      McpSpan span;

      g_test_message ("%s: %s", c->text, c->path != NULL ? c->path : "(null)");
      if (c->expected == NULL)
        {
          g_assert_false (mcp_json_lookup (copy, length, c->path, &span));
          continue;
        }
      g_assert_true (mcp_json_lookup (copy, length, c->path, &span));
      g_assert_cmpmem (copy + span.offset, span.length, c->expected, strlen (c->expected));
    }
}

static void
test_json_typed_lookup (void)
{
  const char text[] = "{\"s\":\"\\u00e9\\n\\u0000\\ud800x\\ud83d\\ude00\",\"i\":-7,\"f\":2.5,"
                      "\"one\":1.0,\"big\":9223372036854775808,\"t\":true,\"n\":null,\"h\":1e400}";
  const gsize length = strlen (text);
  g_autofree char *s = mcp_json_lookup_string (text, length, "s");
  gint64 integer = 0;
  double number = 0;
  gboolean boolean = FALSE;

  g_assert_cmpstr (s, ==, "\xc3\xa9\n\xe2\x90\x80\xef\xbf\xbdx\xf0\x9f\x98\x80");
  g_assert_null (mcp_json_lookup_string (text, length, "i"));
  g_assert_null (mcp_json_lookup_string (text, length, "absent"));

  g_assert_true (mcp_json_lookup_int64 (text, length, "i", &integer));
  g_assert_cmpint (integer, ==, -7);
  g_assert_true (mcp_json_lookup_int64 (text, length, "one", &integer));
  g_assert_cmpint (integer, ==, 1);
  g_assert_false (mcp_json_lookup_int64 (text, length, "f", &integer));
  g_assert_false (mcp_json_lookup_int64 (text, length, "big", &integer));
  g_assert_false (mcp_json_lookup_int64 (text, length, "s", &integer));
  g_assert_cmpint (integer, ==, 1);

  g_assert_true (mcp_json_lookup_double (text, length, "f", &number));
  g_assert_cmpfloat (number, ==, 2.5);
  g_assert_true (mcp_json_lookup_double (text, length, "h", &number));
  g_assert_true (isinf (number));
  g_assert_false (mcp_json_lookup_double (text, length, "t", &number));

  g_assert_true (mcp_json_lookup_boolean (text, length, "t", &boolean));
  g_assert_true (boolean);
  g_assert_false (mcp_json_lookup_boolean (text, length, "n", &boolean));
}

static void
test_json_iter (void)
{
  const char text[] = " { \"a\" : [ 1 , \"]\" ] , \"a\" : { } , \"b\":null } ";
  const char * const keys[] = { "a", "a", "b" };
  const char * const values[] = { "[ 1 , \"]\" ]", "{ }", "null" };
  McpJsonIter iter;
  McpSpan key, value;

  g_assert_true (mcp_json_iter_init (&iter, text, strlen (text)));
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_assert_true (mcp_json_iter_next (&iter, &key, &value));
      g_assert_true (mcp_json_key_equal (text + key.offset, key.length, keys[i]));
      g_assert_cmpmem (text + value.offset, value.length, values[i], strlen (values[i]));
    }
  g_assert_false (mcp_json_iter_next (&iter, &key, &value));
  g_assert_false (mcp_json_iter_next (&iter, &key, &value));

  g_assert_false (mcp_json_iter_init (&iter, "12", 2));
  g_assert_false (mcp_json_iter_next (&iter, &key, &value));

  g_assert_cmpuint (mcp_json_count (text, strlen (text)), ==, 3);
  g_assert_cmpuint (mcp_json_count ("[1,[2,3],4]", 11), ==, 3);
  g_assert_cmpuint (mcp_json_count ("[]", 2), ==, 0);
  g_assert_cmpuint (mcp_json_count ("\"x\"", 3), ==, 0);

  g_assert_cmpint (mcp_json_get_type (" \"x\"", 4), ==, MCP_JSON_STRING);
  g_assert_cmpint (mcp_json_get_type ("  ", 2), ==, MCP_JSON_NONE);
  g_assert_cmpint (mcp_json_get_type (NULL, 0), ==, MCP_JSON_NONE);
  g_assert_cmpstr (mcp_json_type_get_name (MCP_JSON_NONE), ==, "");
  g_assert_cmpstr (mcp_json_type_get_name (MCP_JSON_OBJECT), ==, "object");
}

static void
read_all (const char *text,
          gsize       length)
{
  McpJsonIter iter;
  McpSpan value;

  g_free (mcp_json_dup_string (text, length));
  if (mcp_json_iter_init (&iter, text, length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        g_assert_cmpuint (value.offset + value.length, <=, length);
        read_all (text + value.offset, value.length);
      }
}

/* A message that broke off is read and printed as far as it goes, and never beyond. */
static void
test_json_cut_everywhere (void)
{
  const char text[] = "{\"a\":[1.5e3,\"x\\\"\\u00e9\\\\\",{\"b\":{}}],\"c\":\"\xf0\x9f\x98\x80\",\"d\":null}";

  for (gsize cut = 0; cut <= strlen (text); cut++)
    {
      g_autofree char *copy = g_memdup2 (text, cut);
      g_autofree char *stripped = g_malloc0 (cut * 3 + 64);
      gsize length, n = 0;
      g_autofree char *pretty = mcp_json_pretty (copy, cut, NULL, &length);

      for (gsize i = 0; i < length; i++)
        if (strchr (" \n", pretty[i]) == NULL)
          stripped[n++] = pretty[i];
      g_assert_cmpmem (stripped, n, text, cut);

      read_all (copy, cut);
      g_free (mcp_json_lookup_string (copy, cut, "a.1"));
      g_free (mcp_json_one_line (copy, cut, NULL));
    }
}

static void
test_json_validate (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) bom_error = NULL;

  g_assert_true (mcp_json_validate ("{\"a\":[1]}", -1, NULL));
  g_assert_false (mcp_json_validate ("{\n  \"\xc3\xa9\": 01\n}", -1, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpstr (error->message, ==, "Invalid JSON: malformed number in line 2, column 9");

  g_assert_false (mcp_json_validate ("\xef\xbb\xbf{}", -1, &bom_error));
  g_assert_error (bom_error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
}

static void
test_json_write (void)
{
  g_autoptr (GString) out = g_string_new ("{");

  mcp_json_append_member (out, "a", "[1]");
  mcp_json_append_member (out, "left out", NULL);
  mcp_json_append_member_string (out, "s", "q\"\\\b\f\n\r\t\x01\x7f\xc3\xa9");
  mcp_json_append_member_string (out, "left out", NULL);
  mcp_json_append_member_int (out, "i", G_MININT64);
  mcp_json_append_key (out, "bad");
  mcp_json_append_string (out, "a\xff\0b\xe2\x82", 6);
  g_string_append_c (out, '}');

  g_assert_cmpstr (out->str, ==,
                   "{\"a\":[1],\"s\":\"q\\\"\\\\\\b\\f\\n\\r\\t\\u0001\x7f\xc3\xa9\","
                   "\"i\":-9223372036854775808,"
                   "\"bad\":\"a\xef\xbf\xbd\\u0000b\xef\xbf\xbd\xef\xbf\xbd\"}");
  g_assert_true (mcp_json_validate (out->str, out->len, NULL));
}

typedef struct
{
  const char *text;
  const char *expected;
} PrintCase;

static const PrintCase pretty_cases[] = {
  { "{\"a\":1,\"b\":[true,null],\"c\":{},\"d\":[ ]}",
    "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ],\n  \"c\": {},\n  \"d\": []\n}" },
  { " 1.10 ", "1.10" },
  { "[12345678901234567890,1e400,-0]", "[\n  12345678901234567890,\n  1e400,\n  -0\n]" },
  { "{\"a\":1,\"a\":2}", "{\n  \"a\": 1,\n  \"a\": 2\n}" },
  { "[\"{\\\"a\\\": [1,  2]}\\\\\"]", "[\n  \"{\\\"a\\\": [1,  2]}\\\\\"\n]" },
  { "", "" },
  { "[1,2", "[\n  1,\n  2" },
  { "[1,2 oops { } ]", "[\n  1,\n  2 oops { } ]" },
  { "Listening on {port}", "Listening on {port}" },
  { "{} trailing  text", "{} trailing  text" },
  { "[\"\xff\",1]", "[\n  \"\xff\",\n  1\n]" },
};

static void
test_json_pretty (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pretty_cases); i++)
    {
      const PrintCase *c = &pretty_cases[i];
      gsize length;
      g_autofree char *printed = mcp_json_pretty (c->text, strlen (c->text), NULL, &length);

      g_assert_cmpstr (printed, ==, c->expected);
      g_assert_cmpuint (length, ==, strlen (c->expected));
    }
}

static void
test_json_pretty_elides (void)
{
  McpJsonPrint options = { .indent = 1, .max_string_bytes = 12 };
  const char text[] = "[\"0123456789ab\",\"0123456789abcdefghij\","
                      "\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\","
                      "\"01234567\\u00e9abcd\\u00e9\"]";
  g_autofree char *printed = mcp_json_pretty (text, strlen (text), &options, NULL);

  g_assert_cmpstr (printed, ==,
                   "[\n \"0123456789ab\",\n \"012345678\xe2\x80\xa6 8 bytes \xe2\x80\xa6hij\",\n"
                   " \"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xe2\x80\xa6 4 bytes \xe2\x80\xa6"
                   "\xc3\xa9\",\n"
                   " \"01234567\\u00e9\xe2\x80\xa6 10 bytes \xe2\x80\xa6\"\n]");
  g_assert_cmpuint (options.n_elided_strings, ==, 3);
  g_assert_false (options.truncated);
}

static void
test_json_pretty_stops (void)
{
  McpJsonPrint options = { .max_bytes = 6 };
  const char text[] = "[\"\xc3\xa9\xc3\xa9\xc3\xa9\",2,3]";
  gsize length;
  g_autofree char *printed = mcp_json_pretty (text, strlen (text), &options, &length);

  g_assert_cmpstr (printed, ==, "[\n  \"");
  g_assert_cmpuint (length, ==, 5);
  g_assert_true (options.truncated);
}

/* Half a million levels: neither the stack nor a quadratic indentation may end this. */
static void
test_json_pretty_deep (void)
{
  const gsize depth = 500000;
  g_autofree char *text = g_malloc (2 * depth);
  g_autofree char *printed = NULL;
  gsize length;

  memset (text, '[', depth);
  memset (text + depth, ']', depth);
  printed = mcp_json_pretty (text, 2 * depth, NULL, &length);
  g_assert_cmpuint (length, <, 32 * depth);
  g_assert_true (mcp_json_validate (printed, length, NULL));
}

static void
test_json_one_line (void)
{
  const char text[] = "{\r\n  \"a\": \"x\\n\n\",\n  \"b\" : 1.0\n}\n";
  gsize length;
  g_autofree char *line = mcp_json_one_line (text, strlen (text), &length);

  g_assert_cmpstr (line, ==, "{  \"a\": \"x\\n\n\",  \"b\" : 1.0}");
  g_assert_cmpuint (length, ==, strlen (line));
}

/* What may stand in a string, and what that says; no two of them together say something else. */
static const struct
{
  const char *text;
  gsize       length;    /* 0: up to its end */
  const char *plain;
} string_pieces[] = {
  { "x", 0, "x" },
  { "fifteen letters", 0, "fifteen letters" },
  { "sixteen letters!", 0, "sixteen letters!" },
  { "thirty-three letters, one by one.", 0, "thirty-three letters, one by one." },
  { "\\\"", 0, "\"" },
  { "\\\\", 0, "\\" },
  { "\\/", 0, "/" },
  { "\\b\\f\\n\\r\\t", 0, "\b\f\n\r\t" },
  { "\\q", 0, "q" },
  { "\\u0041", 0, "A" },
  { "\\u00e9", 0, "\303\251" },
  { "\\ud83d\\ude00", 0, "\360\237\230\200" },
  { "\\udc00", 0, "\357\277\275" },
  { "\\u0000", 0, "\342\220\200" },
  { "\\\\u0041", 0, "\\u0041" },
  { "\0", 1, "\342\220\200" },
  { "\001\177", 0, "\001\177" },
  { "\303\251", 0, "\303\251" },
  { "\346\227\245\346\234\254", 0, "\346\227\245\346\234\254" },
  { "\360\237\230\200", 0, "\360\237\230\200" },
  { "\377", 0, "\357\277\275" },
  { "\346\227 ", 0, "\357\277\275\357\277\275 " },
  { "\355\240\200", 0, "\357\277\275\357\277\275\357\277\275" },
  { "\\ud83d ", 0, "\357\277\275 " },
};

static void
append_piece (GString *text,
              GString *plain,
              guint    i)
{
  gsize length = string_pieces[i].length;

  g_string_append_len (text, string_pieces[i].text,
                       length > 0 ? length : strlen (string_pieces[i].text));
  g_string_append (plain, string_pieces[i].plain);
}

static void
check_pieces (const guint *pieces,
              guint        n_pieces)
{
  g_autoptr (GString) text = g_string_new ("\"");
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autofree char *decoded = NULL;

  for (guint i = 0; i < n_pieces; i++)
    append_piece (text, plain, pieces[i]);
  g_string_append_c (text, '"');
  decoded = mcp_json_dup_string (text->str, text->len);

  g_assert_cmpstr (decoded, ==, plain->str);
}

/* Each alone, often enough to need more room than the text, and any of them together. */
static void
test_json_strings (void)
{
  guint pieces[200];

  check_pieces (NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (string_pieces); i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (pieces); j++)
        pieces[j] = i;
      check_pieces (pieces, 1);
      check_pieces (pieces, G_N_ELEMENTS (pieces));
    }

  for (guint round = 0; round < 2000; round++)
    {
      guint n_pieces = g_test_rand_int_range (1, G_N_ELEMENTS (pieces));

      for (guint j = 0; j < n_pieces; j++)
        pieces[j] = g_test_rand_int_range (0, G_N_ELEMENTS (string_pieces));
      check_pieces (pieces, n_pieces);
    }
}

/* As people write settings; what is in a string stays, and so does every line. */
static void
test_json_blank_comments (void)
{
  const char *const rows[][2] = {
    { "{\"a\": 1}", "{\"a\": 1}" },
    { "{\"a\": 1,}", "{\"a\": 1 }" },
    { "[1, 2, // two\n]", "[1, 2        \n]" },
    { "[1, /* a\nb */ ]", "[1      \n     ]" },
    { "{\"a//\": \"/* ,} \\\" // \"}", "{\"a//\": \"/* ,} \\\" // \"}" },
    { "[,]", "[,]" },
    { "[1,,]", "[1,,]" },
    { "[1] /* open", "[1] /* open" },
    { "/", "/" },
    { "\"open \\", "\"open \\" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup (rows[i][0]);

      mcp_json_blank_comments (text);
      g_assert_cmpstr (text, ==, rows[i][1]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json/lookup", test_json_lookup);
  g_test_add_func ("/wire/json/typed-lookup", test_json_typed_lookup);
  g_test_add_func ("/wire/json/strings", test_json_strings);
  g_test_add_func ("/wire/json/iter", test_json_iter);
  g_test_add_func ("/wire/json/cut-everywhere", test_json_cut_everywhere);
  g_test_add_func ("/wire/json/validate", test_json_validate);
  g_test_add_func ("/wire/json/write", test_json_write);
  g_test_add_func ("/wire/json/pretty", test_json_pretty);
  g_test_add_func ("/wire/json/pretty-elides", test_json_pretty_elides);
  g_test_add_func ("/wire/json/pretty-stops", test_json_pretty_stops);
  g_test_add_func ("/wire/json/pretty-deep", test_json_pretty_deep);
  g_test_add_func ("/wire/json/one-line", test_json_one_line);
  g_test_add_func ("/wire/json/blank-comments", test_json_blank_comments);

  return g_test_run ();
}
