/* test-id.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-id.h"
#include "mcp-version.h"

typedef struct
{
  const char *a;
  const char *b;
  gboolean    equal;
} PairCase;

static const PairCase pair_cases[] = {
  { "1", "1", TRUE },
  { "1", "\"1\"", FALSE },
  { "1", "1.0", TRUE },
  { "1", "10e-1", TRUE },
  { "100", "1e2", TRUE },
  { "100", "0.001E+5", TRUE },
  { "0", "-0", TRUE },
  { "0", "0e99999999999999999999", TRUE },
  { "1", "2", FALSE },
  { "1", "-1", FALSE },
  { "1", "1.5", FALSE },
  { "1.5", "1.5", TRUE },
  { "1.5", "1.50", FALSE },
  { "9007199254740993", "9007199254740992", FALSE },
  { "-9223372036854775808", "-9223372036854775808.0", TRUE },
  { "9223372036854775807", "9223372036854775808", FALSE },
  { "18446744073709551617", "1", FALSE },
  { "\"a\"", "\"\\u0061\"", TRUE },
  { "\"\\u00e9\"", "\"\xc3\xa9\"", TRUE },
  { "\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"", TRUE },
  { "\"\\ud800\"", "\"\\ud801\"", FALSE },
  { "\"a\"", "\"a\\u0000\"", FALSE },
  { "\"a\\u0000b\"", "\"a\\u0000c\"", FALSE },
  { "\"\"", "null", FALSE },
  { "null", "null", TRUE },
  { "null", "0", FALSE },
  { "true", "true", TRUE },
  { "true", "false", FALSE },
};

static void
test_id_equality (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pair_cases); i++)
    {
      const PairCase *c = &pair_cases[i];
      g_autoptr (McpId) a = mcp_id_new_from_token (c->a, strlen (c->a));
      g_autoptr (McpId) b = mcp_id_new_from_token (c->b, strlen (c->b));
      guint64 hash_a = mcp_id_token_hash64 (c->a, strlen (c->a));
      guint64 hash_b = mcp_id_token_hash64 (c->b, strlen (c->b));

      g_test_message ("%s and %s", c->a, c->b);
      g_assert_cmpint (mcp_id_equal (a, b), ==, c->equal);
      g_assert_cmpint (hash_a == hash_b, ==, c->equal);
      g_assert_cmpuint (hash_a, !=, 0);
      if (c->equal)
        g_assert_cmpuint (mcp_id_hash (a), ==, mcp_id_hash (b));
      g_assert_cmpstr (mcp_id_get_token (a), ==, c->a);
    }
}

static void
test_id_types (void)
{
  g_autoptr (McpId) number = mcp_id_new_integer (-42);
  g_autoptr (McpId) string = mcp_id_new_string ("a\"b\n");
  g_autoptr (McpId) null = mcp_id_new_from_token (NULL, 0);
  g_autoptr (McpId) odd = mcp_id_new_from_token ("\"x\\u0000\\ud800\"", 15);
  gint64 value = 0;

  g_assert_false (mcp_id_is_string (number));
  g_assert_true (mcp_id_get_integer (number, &value));
  g_assert_cmpint (value, ==, -42);
  g_assert_cmpstr (mcp_id_get_token (number), ==, "-42");

  g_assert_true (mcp_id_is_string (string));
  g_assert_false (mcp_id_get_integer (string, &value));
  g_assert_cmpstr (mcp_id_get_token (string), ==, "\"a\\\"b\\n\"");

  g_assert_true (mcp_id_is_null (null));
  g_assert_cmpstr (mcp_id_get_token (null), ==, "null");
  g_assert_cmpstr (mcp_id_get_token (odd), ==, "\"x\\u0000\\ud800\"");
}

static void
test_id_in_table (void)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (mcp_id_hash, mcp_id_equal,
                                                        (GDestroyNotify) mcp_id_unref, NULL);
  g_autoptr (McpId) again = mcp_id_new_integer (500);
  g_autoptr (McpId) absent = mcp_id_new_string ("500");

  for (gint64 i = 0; i < 1000; i++)
    g_hash_table_add (table, mcp_id_new_integer (i));

  g_assert_true (g_hash_table_contains (table, again));
  g_assert_false (g_hash_table_contains (table, absent));
}

static void
test_id_boxed (void)
{
  g_auto (GValue) value = G_VALUE_INIT;
  McpId *id = mcp_id_new_integer (1);

  g_value_init (&value, MCP_TYPE_ID);
  g_value_take_boxed (&value, id);
  g_assert_true (g_value_get_boxed (&value) == id);
}

static void
test_version (void)
{
  g_autofree char *list = mcp_version_list ();

  for (int v = MCP_VERSION_2024_11_05; v <= MCP_VERSION_2026_07_28; v++)
    g_assert_cmpint (mcp_version_from_string (mcp_version_to_string (v)), ==, v);

  g_assert_cmpint (mcp_version_from_string ("1999-01-01"), ==, MCP_VERSION_UNKNOWN);
  g_assert_cmpint (mcp_version_from_string (""), ==, MCP_VERSION_UNKNOWN);
  g_assert_cmpint (mcp_version_from_string (NULL), ==, MCP_VERSION_UNKNOWN);
  g_assert_null (mcp_version_to_string (MCP_VERSION_UNKNOWN));
  g_assert_cmpstr (list, ==, "2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/id/equality", test_id_equality);
  g_test_add_func ("/wire/id/types", test_id_types);
  g_test_add_func ("/wire/id/in-table", test_id_in_table);
  g_test_add_func ("/wire/id/boxed", test_id_boxed);
  g_test_add_func ("/wire/version/names", test_version);

  return g_test_run ();
}
