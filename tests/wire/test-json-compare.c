/* test-json-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-compare.h"

static const char *const kinds[] = {
  [MCP_JSON_CHANGE_ADDED] = "added",         [MCP_JSON_CHANGE_REMOVED] = "removed",
  [MCP_JSON_CHANGE_SPELLING] = "respelled",  [MCP_JSON_CHANGE_MOVED] = "moved",
  [MCP_JSON_CHANGE_VALUE] = "changed",
};

static char *
describe (const char *before,
          const char *after,
          guint       flags,
          guint       max_changes)
{
  gboolean truncated;
  g_autoptr (GPtrArray) changes = mcp_json_compare (before, strlen (before), after, strlen (after),
                                                    flags, max_changes, &truncated);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      McpJsonChange *change = changes->pdata[i];

      g_string_append_printf (out, "%s%s %s", i > 0 ? "; " : "",
                              kinds[change->kind],
                              change->path != NULL ? change->path : change->new_path);
      if (change->path != NULL && change->new_path != NULL
          && !g_str_equal (change->path, change->new_path))
        g_string_append_printf (out, ">%s", change->new_path);
      g_string_append_printf (out, " %.*s|%.*s", (int) change->before.length,
                              before + change->before.offset, (int) change->after.length,
                              after + change->after.offset);
    }
  if (truncated)
    g_string_append (out, "…");

  return g_string_free (out, FALSE);
}

static void
test_exact (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *expected;
  } cases[] = {
    { "{\"a\":1,\"b\":[]}", " { \"b\" : [ ], \"a\":1}\n", "" },
    { "{\"a\":1.10}", "{\"a\":1.1}", "respelled /a 1.10|1.1" },
    { "{\"a\":9007199254740993}", "{\"a\":9007199254740992}",
      "changed /a 9007199254740993|9007199254740992" },
    { "[\"\\u00e9\"]", "[\"\xc3\xa9\"]", "respelled /0 \"\\u00e9\"|\"\xc3\xa9\"" },
    { "{\"a\":1}", "{\"b\":1}", "removed /a 1|; added /b |1" },
    { "{\"a/b~\":1}", "{\"a/b~\":null}", "changed /a~1b~0 1|null" },
    { "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":3}", "changed /a 2|3" },
    { "{\"a\":1,\"a\":2}", "{\"a\":1}", "removed /a 2|" },
    { "[1,2,3]", "[1,5,3]", "changed /1 2|5" },
    { "[1,2,3]", "[1,3]", "removed /1 2|" },
    { "[1,2,3]", "[0,1,2,3]", "added /0 |0" },
    { "[1,2,3]", "[3,1,2]", "moved /2>/0 3|3" },
    { "[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":1}]",
      "[{\"name\":\"x\",\"v\":1},{\"name\":\"b\",\"v\":2}]",
      "removed /0 {\"name\":\"a\",\"v\":1}|; changed /1/v 1|2; added /0 |{\"name\":\"x\",\"v\":1}" },
    { "[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":1}]",
      "[{\"name\":\"b\",\"v\":1},{\"name\":\"a\",\"v\":2}]",
      "removed /0 {\"name\":\"a\",\"v\":1}|; added /1 |{\"name\":\"a\",\"v\":2}" },
    { "{\"old\":{\"k\":1},\"s\":\"short\"}", "{\"new\":{\"k\":1},\"t\":\"short\"}",
      "moved /old>/new {\"k\":1}|{\"k\":1}; removed /s \"short\"|; added /t |\"short\"" },
    { "[]", "{}", "changed  []|{}" },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}",
      "{\"content\":[{\"type\":\"text\",\"text\":\"b\"}]}", "changed /content/0/text \"a\"|\"b\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = describe (cases[i].before, cases[i].after, MCP_JSON_COMPARE_EXACT,
                                         100);
      g_autofree char *same = describe (cases[i].before, cases[i].before, MCP_JSON_COMPARE_EXACT,
                                        100);

      g_assert_cmpstr (found, ==, cases[i].expected);
      g_assert_cmpstr (same, ==, "");
    }
}

static void
test_by_value (void)
{
  g_autofree char *value = describe ("{\"a\":1.10,\"b\":[1,2]}", "{\"b\":[2,1],\"a\":1.1}",
                                     MCP_JSON_COMPARE_BY_VALUE | MCP_JSON_COMPARE_BY_INDEX, 100);
  g_autofree char *by_index = describe ("[1,2,3]", "[3,1,2]", MCP_JSON_COMPARE_BY_INDEX, 100);

  g_assert_cmpstr (value, ==, "changed /b/0 1|2; changed /b/1 2|1");
  g_assert_cmpstr (by_index, ==, "changed /0 1|3; changed /1 2|1; changed /2 3|2");
}

static void
test_truncated (void)
{
  g_autofree char *found = describe ("[1,2,3]", "[4,5,6]", MCP_JSON_COMPARE_EXACT, 2);

  g_assert_cmpstr (found, ==, "changed /0 1|4; changed /1 2|5…");
}

/* Neither deep nor long texts take the stack or the day. */
static void
test_big (void)
{
  GString *before = g_string_new (NULL);
  GString *after = g_string_new (NULL);
  g_autofree char *deep = NULL;
  g_autofree char *wide = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (before, '[');
  g_string_append (after, before->str);
  g_string_append_c (before, '1');
  g_string_append_c (after, '2');
  for (guint i = 0; i < 100000; i++)
    {
      g_string_append_c (before, ']');
      g_string_append_c (after, ']');
    }
  deep = describe (before->str, after->str, MCP_JSON_COMPARE_EXACT, 100);
  g_assert_true (g_str_has_prefix (deep, "changed /0/0/0"));

  g_string_assign (before, "[");
  g_string_assign (after, "[\"new\",");
  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "%s{\"n\":%u}", i > 0 ? "," : "", i);
      g_string_append_printf (after, "%s{\"n\":%u}", i > 0 ? "," : "", i);
    }
  g_string_append_c (before, ']');
  g_string_append_c (after, ']');
  wide = describe (before->str, after->str, MCP_JSON_COMPARE_EXACT, 100);
  g_assert_cmpstr (wide, ==, "added /0 |\"new\"");

  g_string_free (before, TRUE);
  g_string_free (after, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json-compare/exact", test_exact);
  g_test_add_func ("/wire/json-compare/by-value", test_by_value);
  g_test_add_func ("/wire/json-compare/truncated", test_truncated);
  g_test_add_func ("/wire/json-compare/big", test_big);

  return g_test_run ();
}
