/* test-markdown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-markdown.h"

static char *
dup_cells (GPtrArray *rows)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      GPtrArray *row = rows->pdata[i];

      for (guint j = 0; j < row->len; j++)
        g_string_append_printf (out, "|%s", (char *) row->pdata[j]);
      g_string_append_c (out, ';');
    }

  return g_string_free (out, FALSE);
}

/* All that a block says, in a line. */
static char *
describe (const McpMarkdownBlock *block)
{
  static const char * const names[] = { "p", "h", "code", "table", "rule" };
  g_autofree char *cells = block->rows != NULL ? dup_cells (block->rows) : g_strdup ("");
  g_autoptr (GString) out = g_string_new (names[block->kind]);

  if (block->level > 0)
    g_string_append_printf (out, "%u", block->level);
  if (block->list_depth > 0)
    g_string_append_printf (out, " l%u", block->list_depth);
  if (block->quote_depth > 0)
    g_string_append_printf (out, " q%u", block->quote_depth);
  if (block->marker != NULL)
    g_string_append_printf (out, " %s", block->marker);
  if (block->language != NULL)
    g_string_append_printf (out, " [%s]", block->language);
  g_string_append_printf (out, ": %s%s%s", block->markup != NULL ? block->markup : "",
                          block->code != NULL ? block->code : "", cells);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
parse (const char *text)
{
  g_autoptr (GPtrArray) blocks = mcp_markdown_parse (text);
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert_nonnull (blocks);
  for (guint i = 0; i < blocks->len; i++)
    {
      g_autofree char *line = describe (blocks->pdata[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? "\n" : "", line);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_blocks (void)
{
  static const struct
  {
    const char *text;
    const char *blocks;
  } cases[] = {
    { "", "" },
    { "# One\n\nTwo *three* **four** `a<b` ~~five~~",
      "h1: One\np: Two <i>three</i> <b>four</b> <tt>a&lt;b</tt> <s>five</s>" },
    { "- a\n- b\n  1. c\n  2. d\n- e", "p l1 •: a\np l1 •: b\np l2 1.: c\np l2 2.: d\np l1 •: e" },
    { "- [x] done\n- [ ] open", "p l1 ☑: done\np l1 ☐: open" },
    { "1. a\n\n   b\n\n2. c", "p l1 1.: a\np l1: b\np l1 2.: c" },
    { "> a\n> > b", "p q1: a\np q2: b" },
    { "```js\na < b\n  c\n```", "code [js]: a < b\n  c\n" },
    { "| a | b |\n|---|--:|\n| 1 | *2* |", "table: |a|b;|1|<i>2</i>;" },
    { "a\n\n---\n\nb", "p: a\nrule: \np: b" },
    { "---\nname: x\n---\n# a", "code [yaml]: name: x\n\nh1: a" },
    { "---\n---\na", "rule: \nrule: \np: a" },
    { "---\na", "rule: \np: a" },
    { "a  \nb\nc", "p: a\nb c" },
    { "[x](https://a.b/?c=1&d=\"2\")", "p: <a href=\"https://a.b/?c=1&amp;d=&quot;2&quot;\">x</a>" },
    { "see https://a.b/c", "p: see <a href=\"https://a.b/c\">https://a.b/c</a>" },
    { "![cat](http://a/b.png)", "p: <a href=\"http://a/b.png\">cat</a>" },
    { "[![cat](http://a/b.png)](http://c)", "p: <a href=\"http://c\">cat</a>" },
    { "<b onclick=x>y</b> &lt; &copy; &#65; &#x202e; &nope;",
      "p: &lt;b onclick=x&gt;y&lt;/b&gt; &lt; © A &lt;U+202E&gt; &amp;nope;" },
    { "<script>\nalert(1)\n</script>", "p: &lt;script&gt; alert(1) &lt;/script&gt;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *blocks = parse (cases[i].text);

      g_assert_cmpstr (blocks, ==, cases[i].blocks);
    }
}

/* Whatever comes, the markup is well-formed. */
static void
test_markup (void)
{
  static const char * const pieces[] = {
    "*", "**", "_", "`", "[", "](x)", "<", "&", "\n", "\n\n", "- ", "> ", "|", "|-|", "a", "~~", "# ",
    "![", "\"", "'", "<a href=x>", "</a>", "\\", "```", "1. ", "  ", "\001", "\u202e", "https://x ",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) blocks = NULL;

      for (guint j = 0; j < 40; j++)
        g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      blocks = mcp_markdown_parse (text->str);
      g_assert_nonnull (blocks);

      for (guint j = 0; j < blocks->len; j++)
        {
          const McpMarkdownBlock *block = blocks->pdata[j];
          g_autofree char *whole = g_strconcat ("<markup>", block->markup != NULL ? block->markup : "",
                                                "</markup>", NULL);
          static const GMarkupParser nothing = { 0 };
          GMarkupParseContext *context = g_markup_parse_context_new (&nothing, 0, NULL, NULL);
          g_autoptr (GError) error = NULL;

          g_markup_parse_context_parse (context, whole, -1, &error);
          g_assert_no_error (error);
          g_assert_true (g_markup_parse_context_end_parse (context, &error));
          g_markup_parse_context_free (context);
        }
    }
}

/* A picture alone is one; a picture among words is one of them. */
static void
test_pictures (void)
{
  g_autoptr (GPtrArray) blocks =
    mcp_markdown_parse ("![A & *b*](a/b.png)\n\nsee ![c](d.png)\n\n![e](f.png) there\n\n- ![g](h.png)\n"
                        "\n[![i](j.png)](k)\n");
  static const char *const pictures[] = { "a/b.png", NULL, NULL, "h.png", NULL };

  g_assert_cmpuint (blocks->len, ==, G_N_ELEMENTS (pictures));
  for (guint i = 0; i < blocks->len; i++)
    g_assert_cmpstr (((McpMarkdownBlock *) blocks->pdata[i])->picture, ==, pictures[i]);
}

static void
test_plain (void)
{
  g_autoptr (GPtrArray) blocks = mcp_markdown_parse ("A **b** [c & d](e) `<f>` \"g\" &amp; 'h'\n");
  g_autofree char *plain = mcp_markdown_dup_plain (((McpMarkdownBlock *) blocks->pdata[0])->markup);

  g_assert_cmpstr (plain, ==, "A b c & d <f> \"g\" & 'h'");
}

static void
test_bounds (void)
{
  g_autofree char *large = g_strnfill (MCP_MARKDOWN_MAX_BYTES + 1, 'a');
  g_autofree char *fits = g_strnfill (MCP_MARKDOWN_MAX_BYTES, 'a');
  g_autoptr (GPtrArray) blocks = mcp_markdown_parse (fits);
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autofree char *depth = NULL;

  g_assert_null (mcp_markdown_parse (large));
  g_assert_null (mcp_markdown_parse ("\xff"));
  g_assert_cmpuint (blocks->len, ==, 1);

  for (guint i = 0; i <= MCP_MARKDOWN_MAX_BLOCKS; i++)
    g_string_append (many, "a\n\n");
  g_assert_null (mcp_markdown_parse (many->str));

  for (guint i = 0; i < 200; i++)
    g_string_append (deep, "- ");
  g_string_append (deep, "x");
  depth = parse (deep->str);
  g_assert_true (g_str_has_suffix (depth, ": x"));
}

static void
test_likely (void)
{
  g_assert_true (mcp_markdown_is_likely ("# Title\ntext"));
  g_assert_true (mcp_markdown_is_likely ("text\n```\ncode\n```"));
  g_assert_true (mcp_markdown_is_likely ("| a | b |\n|---|---|\n| 1 | 2 |"));
  g_assert_true (mcp_markdown_is_likely ("- a\n- b"));
  g_assert_false (mcp_markdown_is_likely ("a plain sentence"));
  g_assert_false (mcp_markdown_is_likely ("#include <stdio.h>\nint main (void);"));
  g_assert_false (mcp_markdown_is_likely ("- one line alone"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/markdown/blocks", test_blocks);
  g_test_add_func ("/session/markdown/markup", test_markup);
  g_test_add_func ("/session/markdown/pictures", test_pictures);
  g_test_add_func ("/session/markdown/plain", test_plain);
  g_test_add_func ("/session/markdown/bounds", test_bounds);
  g_test_add_func ("/session/markdown/likely", test_likely);

  return g_test_run ();
}
