/* test-cut-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cut-json.h"
#include "mcp-json.h"

/* JSON of which only the first bytes are there: what is found is there, and nothing is read beyond. */

/* A copy that ends where its memory does, so that a sanitizer sees what reads on. */
typedef struct
{
  char       *text;
  const char *end;
} Cut;

static Cut
cut_new (const char *text,
         gsize       length)
{
  Cut cut = { g_memdup2 (text, MAX (length, 1)), NULL };

  cut.end = cut.text + length;

  return cut;
}

typedef struct
{
  const char *text;
  const char *path;
  const char *expected;   /* (nullable): not there */
} FindCase;

static const FindCase find_cases[] = {
  { "{\"a\":1}", "a", "1" },
  { " \t\r\n{ \"a\" : \"x\" }", "a", "x" },
  { "\xef\xbb\xbf{\"a\":1}", "a", "1" },
  { "{\"a\":{\"b\":{\"c\":true}}}", "a.b.c", "true" },
  { "{\"a\":{\"b\":{\"c\":true}}}", "a.b.d", NULL },
  { "{\"a\":1}", "b", NULL },
  { "{\"a\":1}", "a.b", NULL },
  { "[{\"a\":1}]", "a", NULL },
  { "{\"\\u0061\":1}", "a", "1" },
  { "{\"x\":\"}\",\"a\":2}", "a", "2" },
  { "{\"x\":\"\\\"\",\"a\":2}", "a", "2" },
  { "{\"x\":\"\\\\\",\"a\":2}", "a", "2" },
  { "{\"x\":[{\"a\":1},[\"]\"]],\"a\":2}", "a", "2" },
  { "{\"a\":1,\"a\":2}", "a", "1" },          /* the first: of what is cut nobody knows the last */
  { "{\"a\":\"x\\ud83d\\ude00\"}", "a", "x\360\237\230\200" },
  { "{\"a\":null}", "a", "null" },
  { "{\"a\":[1, 2]}", "a", "[1, 2]" },

  /* It broke off. */
  { "", "a", NULL },
  { "{", "a", NULL },
  { "{\"a", "a", NULL },
  { "{\"a\"", "a", NULL },
  { "{\"a\":", "a", NULL },
  { "{\"a\": ", "a", NULL },
  { "{\"a\":1", "a", "1" },
  { "{\"a\":\"x", "a", "x\342\200\246" },
  { "{\"a\":\"", "a", "\342\200\246" },
  { "{\"a\":\"x\\", "a", "x\342\200\246" },
  { "{\"a\":\"x\\u00", "a", "x\342\200\246" },
  { "{\"a\":\"x\\\"", "a", "x\342\200\246" },
  { "{\"a\":\"x\342\202", "a", "x\342\200\246" },
  /* Half of a pair is no character; one that nothing can follow any more is shown as one that is broken. */
  { "{\"a\":\"x\\ud83d", "a", "x\342\200\246" },
  { "{\"a\":\"x\\ud83d\\", "a", "x\342\200\246" },
  { "{\"a\":\"x\\uD83D\\ude0", "a", "x\342\200\246" },
  { "{\"a\":\"x\\ud83d\"", "a", "x\357\277\275" },
  { "{\"a\":\"x\\ud83dy", "a", "x\357\277\275y\342\200\246" },
  { "{\"a\":\"x\\ud83d\\n\"", "a", "x\357\277\275\n" },
  { "{\"a\":{\"b\":\"c", "a.b", "c\342\200\246" },
  { "{\"x\":[1,2", "a", NULL },
  { "{\"x\":\"y\",", "a", NULL },

  /* It is no JSON. */
  { "hello", "a", NULL },
  { "{a:1}", "a", NULL },
  { "{\"x\" 1,\"a\":2}", "a", NULL },
  { "{\"x\":1 \"a\":2}", "a", NULL },
  { "{\"x\":}", "a", NULL },
  { "{\"x\":1}}]}", "a", NULL },
  { "{]\"a\":1", "a", NULL },
};

static void
test_cut_find (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (find_cases); i++)
    {
      const FindCase *c = &find_cases[i];
      Cut cut = cut_new (c->text, strlen (c->text));
      const char *start = mcp_cut_json_start (cut.text, cut.end);
      const char *found = mcp_cut_json_find (start, cut.end, c->path);
      g_autofree char *text = mcp_cut_json_text (found, cut.end, 1000);
      g_autofree char *shown = g_strescape (c->text, NULL);

      g_test_message ("%s: %s", shown, c->path);
      g_assert_cmpstr (text, ==, c->expected);
      g_free (cut.text);
    }
}

typedef struct
{
  const char *array;
  guint       n;
  gboolean    is_cut;
  const char *elements;   /* separated by spaces */
} ArrayCase;

static const ArrayCase array_cases[] = {
  { "[]", 0, FALSE, "" },
  { "[ ]", 0, FALSE, "" },
  { "[", 0, TRUE, "" },
  { "[ ", 0, TRUE, "" },
  { "[1]", 1, FALSE, "1" },
  { "[1", 1, TRUE, "1" },
  { "[1,", 1, TRUE, "1" },
  { "[1,2", 2, TRUE, "1 2" },
  { "[1 , \"a,b\" ,[3,4], {\"x\":[5]}]", 4, FALSE, "1 a,b [3,4] {\"x\":[5]}" },
  { "[[[]],[],", 2, TRUE, "[[]] []" },
  { "[{\"a\":\"]\"},{\"b", 2, TRUE, "{\"a\":\"]\"} {\"b" },
  { "[\"x", 1, TRUE, "x\342\200\246" },
  { "[true false]", 1, TRUE, "true" },
};

static void
test_cut_arrays (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (array_cases); i++)
    {
      const ArrayCase *c = &array_cases[i];
      Cut cut = cut_new (c->array, strlen (c->array));
      g_autoptr (GString) elements = g_string_new (NULL);
      gboolean is_cut = !c->is_cut;

      g_test_message ("%s", c->array);
      for (const char *p = mcp_cut_json_first (cut.text, cut.end); p != NULL;
           p = mcp_cut_json_next (p, cut.end))
        {
          g_autofree char *text = mcp_cut_json_text (p, cut.end, 1000);

          if (elements->len > 0)
            g_string_append_c (elements, ' ');
          g_string_append (elements, text);
        }
      g_assert_cmpstr (elements->str, ==, c->elements);
      g_assert_cmpuint (mcp_cut_json_count (cut.text, cut.end, &is_cut), ==, c->n);
      g_assert_cmpint (is_cut, ==, c->is_cut);
      g_free (cut.text);
    }
}

static void
test_cut_members (void)
{
  static const struct { const char *object, *values; } cases[] = {
    { "{}", "" },
    { "{\"a\":1}", "1" },
    { "{ \"a\" : 1 , \"b\" : \"two\" , \"c\":[3]}", "1 two [3]" },
    { "{\"a\":{\"b\":1},\"c\":2", "{\"b\":1} 2" },
    { "{\"a\":1,\"b\"", "1" },
    { "{\"a\":1,\"b\":", "1" },
    { "{\"a\":1,b:2}", "1" },
    { "[1,2]", "" },
    { "\"{\"", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Cut cut = cut_new (cases[i].object, strlen (cases[i].object));
      g_autoptr (GString) values = g_string_new (NULL);

      g_test_message ("%s", cases[i].object);
      for (const char *p = mcp_cut_json_first_member (cut.text, cut.end); p != NULL;
           p = mcp_cut_json_next_member (p, cut.end))
        {
          g_autofree char *text = mcp_cut_json_text (p, cut.end, 1000);

          g_string_append_printf (values, "%s%s", values->len > 0 ? " " : "", text);
        }
      g_assert_cmpstr (values->str, ==, cases[i].values);
      g_free (cut.text);
    }

  g_assert_null (mcp_cut_json_first (NULL, NULL));
  g_assert_null (mcp_cut_json_first_member (NULL, NULL));
  g_assert_null (mcp_cut_json_string (NULL, NULL, 10));
  g_assert_null (mcp_cut_json_text (NULL, NULL, 10));
}

/* However few bytes are wanted, what is returned is whole characters. */
static void
test_cut_bytes (void)
{
  static const char text[] = "\"a\\n\\u00e9\303\251\342\202\254\360\237\230\200\\ud83d\\ude00\\\"z\"";
  const char *end = text + strlen (text);
  gsize last = 0;

  for (gsize max = 0; max < sizeof text; max++)
    {
      g_autofree char *string = mcp_cut_json_string (text, end, max);
      g_autofree char *same = mcp_cut_json_text (text, end, max);

      g_assert_true (g_utf8_validate (string, -1, NULL));
      g_assert_cmpstr (string, ==, same);
      g_assert_null (strstr (string, "\357\277\275"));
      if (g_str_has_suffix (string, "\"z"))
        continue;
      /* It grows, until all is there. */
      g_assert_true (g_str_has_suffix (string, "\342\200\246"));
      g_assert_cmpuint (strlen (string), >=, last);
      last = strlen (string);
    }

  /* Other tokens are cut where they are told to. */
  {
    static const char number[] = "1234567";
    g_autofree char *some = mcp_cut_json_text (number, number + 7, 3);
    g_autofree char *all = mcp_cut_json_text (number, number + 7, 7);

    g_assert_cmpstr (some, ==, "123\342\200\246");
    g_assert_cmpstr (all, ==, "1234567");
  }
}

/* At every cut, what is found in the start of a message is what the whole says there. */
static void
test_cut_everywhere (void)
{
  static const char text[] = "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0031\",\"result\":{\"content\":[{\"type\":\"text\","
                             "\"text\":\"a \\\"b\\\" \\\\\"},{\"n\":[1,2.5e3,null]}],\"isError\":false,"
                             "\"nextCursor\":\"\303\251\360\237\230\200\"}}";
  static const char * const paths[] = { "jsonrpc", "id", "result", "result.content", "result.isError",
                                        "result.nextCursor", "result.none", "id.none" };

  for (gsize length = 0; length <= strlen (text); length++)
    {
      Cut cut = cut_new (text, length);

      for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
        {
          const char *found = mcp_cut_json_find (cut.text, cut.end, paths[i]);
          McpSpan whole;
          gboolean exists = mcp_json_lookup (text, strlen (text), paths[i], &whole);
          gboolean is_cut;

          g_assert_cmpint (found != NULL, ==, exists && whole.offset < length);
          if (found == NULL)
            continue;

          g_assert_cmpuint (found - cut.text, ==, whole.offset);
          if (*found == '[')
            {
              guint n = mcp_cut_json_count (found, cut.end, &is_cut);

              g_assert_cmpuint (n, <=, mcp_json_count (text + whole.offset, whole.length));
              g_assert_cmpint (is_cut, ==, length < whole.offset + whole.length);
            }
          if (*found == '"')
            {
              g_autofree char *part = mcp_cut_json_string (found, cut.end, 1000);
              g_autofree char *all = mcp_json_dup_string (text + whole.offset, whole.length);

              g_assert_true (g_utf8_validate (part, -1, NULL));
              if (length >= whole.offset + whole.length)
                g_assert_cmpstr (part, ==, all);
              else
                {
                  g_assert_true (g_str_has_suffix (part, "\342\200\246"));
                  part[strlen (part) - 3] = '\0';
                  g_assert_true (g_str_has_prefix (all, part));
                }
            }
        }
      g_free (cut.text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/cut-json/find", test_cut_find);
  g_test_add_func ("/wire/cut-json/arrays", test_cut_arrays);
  g_test_add_func ("/wire/cut-json/members", test_cut_members);
  g_test_add_func ("/wire/cut-json/bytes", test_cut_bytes);
  g_test_add_func ("/wire/cut-json/everywhere", test_cut_everywhere);

  return g_test_run ();
}
