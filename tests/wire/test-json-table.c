/* test-json-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-table.h"

static McpJsonTable *
new_table (const char  *text,
           char       **name)
{
  g_autoptr (GBytes) json = g_bytes_new (text, strlen (text));
  g_autofree char *found = NULL;
  McpSpan array;

  if (!mcp_json_table_find (text, strlen (text), &array, &found))
    return NULL;

  if (name != NULL)
    *name = g_steal_pointer (&found);

  return mcp_json_table_new (json, &array);
}

static char *
dup_csv (McpJsonTable *table)
{
  GString *out = g_string_new (NULL);

  mcp_json_table_append_csv_head (table, out);
  for (guint i = 0; i < mcp_json_table_get_n_rows (table); i++)
    mcp_json_table_append_csv_row (table, i, out);

  return g_string_free (out, FALSE);
}

static void
test_find (void)
{
  static const struct
  {
    const char *text;
    const char *name;
    gboolean    found;
  } cases[] = {
    { "[{\"a\":1},{\"a\":2}]", NULL, TRUE },
    { " { \"total\": 2, \"i\\u0074ems\": [{}, {}] }", "items", TRUE },
    { "[{\"a\":1},2,{\"a\":3}]", NULL, TRUE },
    { "[{\"a\":1}]", NULL, FALSE },
    { "[1,2,3]", NULL, FALSE },
    { "[{},1,2]", NULL, FALSE },
    { "{\"a\":{\"b\":[{},{}]}}", NULL, FALSE },
    { "\"text\"", NULL, FALSE },
    { "[]", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = NULL;
      McpSpan array;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (mcp_json_table_find (cases[i].text, strlen (cases[i].text), &array, &name),
                       ==, cases[i].found);
      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

static void
test_cells (void)
{
  g_autoptr (McpJsonTable) table =
    new_table ("[{\"a\":1.10,\"b\":\"x\"}, 7, {\"c\":[1, 2],\"a\":null,\"a\":-0.0}]", NULL);
  gsize length;
  const char *cell;

  g_assert_cmpuint (mcp_json_table_get_n_rows (table), ==, 3);
  g_assert_cmpuint (mcp_json_table_get_n_columns (table), ==, 3);
  g_assert_cmpstr (mcp_json_table_get_column (table, 2), ==, "c");
  cell = mcp_json_table_get_cell (table, 0, 0, &length);
  g_assert_cmpmem (cell, length, "1.10", 4);
  cell = mcp_json_table_get_cell (table, 2, 0, &length);
  g_assert_cmpmem (cell, length, "-0.0", 4);
  cell = mcp_json_table_get_cell (table, 2, 2, &length);
  g_assert_cmpmem (cell, length, "[1, 2]", 6);
  g_assert_null (mcp_json_table_get_cell (table, 1, 0, &length));
  cell = mcp_json_table_get_row (table, 1, &length);
  g_assert_cmpmem (cell, length, "7", 1);
}

/* Each is less than the next, or equal to it where that is said. */
static void
test_order (void)
{
  g_autoptr (McpJsonTable) table = new_table (
    "[{},{\"a\":null},{\"a\":true},{\"a\":-1e400},{\"a\":9007199254740992},{\"a\":9007199254740993},"
    "{\"a\":1e400},{\"a\":\"\"},{\"a\":\"b\"},{\"a\":[1]},{\"a\":{}}]", NULL);

  for (guint i = 1; i < mcp_json_table_get_n_rows (table); i++)
    {
      g_assert_cmpint (mcp_json_table_compare (table, 0, i - 1, i), <, 0);
      g_assert_cmpint (mcp_json_table_compare (table, 0, i, i - 1), >, 0);
      g_assert_cmpint (mcp_json_table_compare (table, 0, i, i), ==, 0);
    }
}

static void
test_csv (void)
{
  g_autoptr (McpJsonTable) table = new_table (
    "{\"rows\":[{\"name\":\"a,b\",\"n, o\":1.10},{\"name\":\"say \\\"x\\\"\\nthen\",\"n, o\":null},"
    "{\"n, o\":{\"k\":1}},{\"name\":\"\"},{\"name\":\"=1+1\"}]}", NULL);
  g_autofree char *csv = dup_csv (table);

  g_assert_cmpstr (csv, ==,
                   "name,\"n, o\"\r\n\"a,b\",1.10\r\n\"say \"\"x\"\"\nthen\",\r\n"
                   ",\"{\"\"k\"\":1}\"\r\n\"\",\r\n=1+1,\r\n");
}

/* One row with many names does not make every empty one as wide. */
static void
test_bounds (void)
{
  g_autoptr (GString) text = g_string_new ("[{");
  g_autoptr (GString) wide = g_string_new ("[{},{");
  g_autoptr (McpJsonTable) table = NULL;
  g_autoptr (McpJsonTable) wide_table = NULL;

  for (guint i = 0; i < 150; i++)
    g_string_append_printf (text, "%s\"k%u\":%u", i > 0 ? "," : "", i, i);
  g_string_append_c (text, '}');
  for (guint i = 0; i < 50000; i++)
    g_string_append (text, ",{}");
  g_string_append_c (text, ']');
  table = new_table (text->str, NULL);
  g_assert_cmpuint (mcp_json_table_get_n_columns (table), <=, 16);
  g_assert_true (mcp_json_table_has_more_columns (table));

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (wide, "%s\"k%u\":%u", i > 0 ? "," : "", i, i);
  g_string_append (wide, "}]");
  wide_table = new_table (wide->str, NULL);
  g_assert_cmpuint (mcp_json_table_get_n_columns (wide_table), ==, MCP_JSON_TABLE_MAX_COLUMNS);
  g_assert_true (mcp_json_table_has_more_columns (wide_table));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json-table/find", test_find);
  g_test_add_func ("/wire/json-table/cells", test_cells);
  g_test_add_func ("/wire/json-table/order", test_order);
  g_test_add_func ("/wire/json-table/csv", test_csv);
  g_test_add_func ("/wire/json-table/bounds", test_bounds);

  return g_test_run ();
}
