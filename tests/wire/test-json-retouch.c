/* test-json-retouch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"

static const struct { const char *text, *wanted, *expected; } cases[] = {
  /* What says the same stays, in its own spelling. */
  { "{\"a\" : 1.0, // one\n \"b\":[1 ,2]}", "{\"b\":[1,2],\"a\":1}", "{\"a\" : 1.0, // one\n \"b\":[1 ,2]}" },
  { "{\"a\": 1}", "{\"a\":2}", "{\"a\": 2}" },
  { "{\"a\": [1, /* x */ 2]}", "{\"a\":[1,3]}", "{\"a\": [1, /* x */ 3]}" },
  { "{\"a\": [1, 2]}", "{\"a\":[1]}", "{\"a\": [1]}" },
  /* A list that has only become longer. */
  { "{\"a\": [1, /* x */ 2 /* y */]}", "{\"a\":[1,2,3,4]}", "{\"a\": [1, /* x */ 2, /* y */ 3, 4]}" },
  { "{\"a\":[\n  {\"b\":1}, // x\n  ]}", "{\"a\":[{\"b\":1},2]}", "{\"a\":[\n  {\"b\":1}, // x\n  2\n  ]}" },
  { "{\"a\":[1 ]}", "{\"a\":[2,1]}", "{\"a\":[2, 1]}" },
  { "{}", "{\"a\":1,\"b\":2}", "{ \"a\": 1, \"b\": 2 }" },
  { "{\"a\": 1}", "{\"a\":1,\"b\":2}", "{\"a\": 1, \"b\": 2}" },
  { "{\n}\n", "{\"a\":{\"b\":[\"c\",\"d\"]}}", "{\n  \"a\": {\n    \"b\": [\"c\", \"d\"]\n  }\n}\n" },
  { "{\n\t\"a\": 1 // one\n}\n", "{\"a\":1,\"b\":2}", "{\n\t\"a\": 1, // one\n\t\"b\": 2\n}\n" },
  { "{\n  \"a\": 1, // one, two\n}\n", "{\"a\":1,\"b\":2}", "{\n  \"a\": 1, // one, two\n  \"b\": 2\n}\n" },
  { "{\r\n  \"a\": 1\r\n}\r\n", "{\"a\":1,\"b\":2}", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n" },
  { "{\n  \"a\": 1\n  // behind\n}", "{\"a\":1,\"b\":2}", "{\n  \"a\": 1,\n  // behind\n  \"b\": 2\n}" },
  /* A member goes with its line and the comment in it. */
  { "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", "{\"b\":2}", "{\n  \"b\": 2 // two\n}" },
  { "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", "{\"a\":1}", "{\n  \"a\": 1 // one\n}" },
  { "{\n  \"a\": 1,\n  \"b\": 2,\n}", "{\"a\":1}", "{\n  \"a\": 1\n}" },
  { "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\"a\":1,\"c\":3}", "{\n  \"a\": 1,\n  \"c\": 3\n}" },
  { "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\"c\":3}", "{\n  \"c\": 3\n}" },
  { "{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"a\":1,\"c\":3}", "{\"a\": 1, \"c\": 3}" },
  { "{\"a\": 1, \"b\": 2}", "{\"a\":1}", "{\"a\": 1 }" },
  { "\357\273\277{\"a\": 1}", "{\"a\":2}", "\357\273\277{\"a\": 2}" },
  { "// top\n{\n    \"s\": {\n        \"a\": {\"x\": 1}, // a\n        \"b\": {}\n    }\n}\n",
    "{\"s\":{\"a\":{\"x\":2},\"b\":{\"y\":[]},\"c\":null}}",
    "// top\n{\n    \"s\": {\n        \"a\": {\"x\": 2}, // a\n        \"b\": {\n            \"y\": []\n        },\n"
    "        \"c\": null\n    }\n}\n" },
  { "{\"a\": \"text\"}", "{\"a\":{\"b\":1}}", "{\"a\": { \"b\": 1 }}" },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mcp_json_retouch (cases[i].text, cases[i].wanted);
      g_autofree char *again = NULL;

      g_assert_cmpstr (text, ==, cases[i].expected);
      again = mcp_json_retouch (text, cases[i].wanted);
      g_assert_cmpstr (again, ==, text);
    }
}

/* Each text becomes each other one, and says it. */
static void
test_all_pairs (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_autofree char *text = mcp_json_retouch (cases[i].text, cases[k].wanted);

        if (g_str_has_prefix (text, "\357\273\277"))
          memset (text, ' ', 3);
        mcp_json_blank_comments (text);
        g_strstrip (text);
        g_assert_true (mcp_json_validate (text, -1, NULL));
        g_assert_true (mcp_json_equal (text, (McpSpan) { 0, strlen (text) }, cases[k].wanted,
                                       (McpSpan) { 0, strlen (cases[k].wanted) }));
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json-retouch/cases", test_cases);
  g_test_add_func ("/wire/json-retouch/all-pairs", test_all_pairs);

  return g_test_run ();
}
