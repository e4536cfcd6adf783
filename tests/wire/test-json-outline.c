/* test-json-outline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-json-outline.h"

/* Each child as "key=value;", and a "!" when the end was not a good one. */
static char *
outline (const char *text,
         gsize       length,
         gsize       container,
         gsize       step_bytes)
{
  GString *out = g_string_new (NULL);
  McpJsonOutline self;
  McpJsonOutlineEvent event;

  mcp_json_outline_init (&self, text, length, container);
  do
    {
      event = mcp_json_outline_next (&self, step_bytes);
      if (event == MCP_JSON_OUTLINE_CHILD)
        {
          g_assert_cmpuint (self.child.value.length, ==, 0);
          g_string_append_len (out, text + self.child.key.offset, self.child.key.length);
          g_string_append_c (out, '=');
        }
      else if (event == MCP_JSON_OUTLINE_WHOLE)
        {
          g_string_append_len (out, text + self.child.value.offset, self.child.value.length);
          g_string_append_c (out, ';');
        }
    }
  while (event != MCP_JSON_OUTLINE_END);

  if (self.is_broken)
    g_string_append_c (out, '!');
  g_assert_cmpuint (self.position, <=, length + 1);

  return g_string_free (out, FALSE);
}

static const struct
{
  const char *text;
  const char *expected;
} cases[] = {
  { "{}", "" },
  { "[ ]", "" },
  { "{\"a\":1.10,\"a\" : [1,{\"x\":\"]}\"}] , \"\\\"\":null}", "\"a\"=1.10;\"a\"=[1,{\"x\":\"]}\"}];\"\\\"\"=null;" },
  { "[1,\"\\\\\",true,\"\\\\\\\"\",{\"k\":{}},[[]]]", "=1;=\"\\\\\";=true;=\"\\\\\\\"\";={\"k\":{}};=[[]];" },
  { "[\n 9007199254740993 ,\r\n\t1e400]", "=9007199254740993;=1e400;" },
  { "[1,2", "=1;=2;!" },
  { "[1,\"a", "=1;=!" },
  { "{\"a\":{\"b\":1}", "\"a\"={\"b\":1};!" },
  { "{\"a\":}", "!" },
  { "{\"a\" 1}", "!" },
  { "{1:2}", "!" },
  { "[1}", "=1;!" },
  { "[\"\\", "=!" },
  { "7", "" },
};

static void
test_children (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length = strlen (cases[i].text);

      for (gsize step = 1; step <= length + 1; step++)
        {
          g_autofree char *found = outline (cases[i].text, length, 0, step);

          g_assert_cmpstr (found, ==, cases[i].expected);
        }
    }
}

/* Whatever is cut off, it ends, and says so. */
static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize cut = 0; cut < strlen (cases[i].text); cut++)
      {
        /* A copy of that size: reading behind its end is an error that the sanitizer sees. */
        g_autofree char *text = g_memdup2 (cases[i].text, MAX (cut, 1));
        g_autofree char *found = outline (text, cut, 0, 3);
        g_autofree char *whole = outline (text, cut, 0, 1000);

        g_assert_cmpstr (found, ==, whole);
      }
}

/* The same children as the iterator finds, in a text of some depth. */
static void
test_same_as_iter (void)
{
  const char *text = " {\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"type\":\"text\"}],\"n\":-0.0}}";
  McpJsonOutline self;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  g_assert_true (mcp_json_outline_init (&self, text, strlen (text), 1));
  g_assert_true (mcp_json_iter_init (&iter, text, strlen (text)));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      while (mcp_json_outline_next (&self, 4) != MCP_JSON_OUTLINE_WHOLE)
        ;
      g_assert_cmpmem (&self.child.key, sizeof key, &key, sizeof key);
      g_assert_cmpmem (&self.child.value, sizeof value, &value, sizeof value);
    }
  g_assert_cmpint (mcp_json_outline_next (&self, 4), ==, MCP_JSON_OUTLINE_END);
  g_assert_false (self.is_broken);
  g_assert_cmpuint (self.position, ==, strlen (text));
}

static void
test_resume (void)
{
  const char *text = "{\"a\":1,\"b\":2,\"c\":3}";
  McpJsonOutline self;

  mcp_json_outline_resume (&self, text, strlen (text), strstr (text, "\"b\"") - text, TRUE);
  while (mcp_json_outline_next (&self, 100) != MCP_JSON_OUTLINE_WHOLE)
    ;
  g_assert_cmpmem (text + self.child.value.offset, self.child.value.length, "2", 1);
  while (mcp_json_outline_next (&self, 100) != MCP_JSON_OUTLINE_WHOLE)
    ;
  g_assert_cmpmem (text + self.child.key.offset, self.child.key.length, "\"c\"", 3);
}

/* A child is told of when it begins: not a byte of its value need be there. */
static void
test_first_child_at_once (void)
{
  gsize length = 1024 * 1024;
  g_autofree char *text = g_malloc (length);
  McpJsonOutline self;
  gsize last = 0;

  memset (text, 'x', length);
  memcpy (text, "[\"", 2);

  mcp_json_outline_init (&self, text, length, 0);
  g_assert_cmpint (mcp_json_outline_next (&self, 16), ==, MCP_JSON_OUTLINE_CHILD);
  g_assert_cmpuint (self.child.value.offset, ==, 1);
  while (mcp_json_outline_next (&self, 4096) == MCP_JSON_OUTLINE_MORE)
    {
      g_assert_cmpuint (self.position - last, <=, 4096 + 16);
      last = self.position;
    }
  g_assert_true (self.is_broken);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json-outline/children", test_children);
  g_test_add_func ("/wire/json-outline/cut", test_cut);
  g_test_add_func ("/wire/json-outline/same-as-iter", test_same_as_iter);
  g_test_add_func ("/wire/json-outline/resume", test_resume);
  g_test_add_func ("/wire/json-outline/first-child-at-once", test_first_child_at_once);

  return g_test_run ();
}
