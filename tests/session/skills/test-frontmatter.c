/* test-frontmatter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-frontmatter.h"
#include "mcp-json.h"
#include "mcp-skill-entry.h"
#include "test-support.h"

/* What a SKILL.md begins with, and what an entry says of it. */

static void
assert_reads (const char *yaml,
              const char *expected)
{
  g_autofree char *content = g_strdup_printf ("---\n%s---\n# Text\n", yaml);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_frontmatter_to_json (content, strlen (content), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (json, ==, expected);
}

static void
assert_fails (const char *content,
              const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_frontmatter_to_json (content, strlen (content), &error);

  g_assert_null (json);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_reads_what_yaml_says (void)
{
  assert_reads ("name: a-b\ndescription: What it does\n", "{\"name\":\"a-b\",\"description\":\"What it does\"}");
  assert_reads ("a: 'it''s'\nb: \"x\\ty\\u0000\"\n", "{\"a\":\"it's\",\"b\":\"x\\ty\\u0000\"}");
  assert_reads ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\"}");
  assert_reads ("a: [1, {b: c}, []]\nd:\n  - e\n  -\n", "{\"a\":[1,{\"b\":\"c\"},[]],\"d\":[\"e\",null]}");
  assert_reads ("# said beside\na: b # and here\n", "{\"a\":\"b\"}");
  assert_reads ("a: b\r\n", "{\"a\":\"b\"}");
}

/* The core schema: what is a word, and what is not. */
static void
test_reads_scalars_by_the_core_schema (void)
{
  assert_reads ("a: [~, null, NULL, Null, '', \"null\"]\n", "{\"a\":[null,null,null,null,\"\",\"null\"]}");
  assert_reads ("a: [true, False, yes, no, on, off]\n", "{\"a\":[true,false,\"yes\",\"no\",\"on\",\"off\"]}");
  assert_reads ("a: [1, -2, +3, 012, 0x1F, 0o17]\n", "{\"a\":[1,-2,3,12,31,15]}");
  assert_reads ("a: [1.50, .5, 1., -1e3, 1.0E+2]\n", "{\"a\":[1.50,0.5,1.0,-1e3,1.0E+2]}");
  assert_reads ("a: [1.2.3, 2026-01-01, 1_000, 12:30, '1', -, .]\n",
                "{\"a\":[\"1.2.3\",\"2026-01-01\",\"1_000\",\"12:30\",\"1\",\"-\",\".\"]}");
  assert_reads ("a: !!str 1\nb: !!int 1\n", "{\"a\":\"1\",\"b\":1}");
  assert_reads ("1: a\ntrue: b\n", "{\"1\":\"a\",\"true\":\"b\"}");
}

static void
test_repeats_what_aliases_name (void)
{
  assert_reads ("a: &x [1, &y two]\nb: *x\nc: *y\n", "{\"a\":[1,\"two\"],\"b\":[1,\"two\"],\"c\":\"two\"}");
  assert_fails ("---\na: *x\n---\n", "“x”");
  /* Not while it is open. */
  assert_fails ("---\na: &x [*x]\n---\n", "“x”");
}

/* The billion laughs: each line is the one before it, ten times. */
static void
test_bounds_what_aliases_repeat (void)
{
  g_autoptr (GString) content = g_string_new ("---\na0: &a0 lol\n");

  for (guint i = 1; i < 12; i++)
    {
      g_string_append_printf (content, "a%u: &a%u [", i, i);
      for (guint j = 0; j < 10; j++)
        g_string_append_printf (content, "%s*a%u", j > 0 ? "," : "", i - 1);
      g_string_append (content, "]\n");
    }
  g_string_append (content, "---\n");

  assert_fails (content->str, "times as long");
}

static void
test_refuses_what_is_none (void)
{
  g_autofree char *deep = g_strnfill (100, '[');
  g_autofree char *nested = g_strdup_printf ("---\na: %s\n---\n", deep);
  g_autofree char *spaces = g_strnfill (MCP_FRONTMATTER_MAX_BYTES, ' ');
  g_autofree char *late = g_strdup_printf ("---\na: b\n#%s\n---\n", spaces);

  assert_fails ("", "does not begin");
  assert_fails ("# Text\n---\na: b\n---\n", "does not begin");
  assert_fails ("---\na: b\n", "no second line");
  assert_fails (late, "no second line");
  assert_fails ("---\n---\n", "no list of fields");
  assert_fails ("---\n- a\n---\n", "line 2: it is no list of fields");
  assert_fails ("---\na: b\na: c\n---\n", "line 3: the key “a”");
  assert_fails ("---\n? [a]\n: b\n---\n", "no text");
  assert_fails ("---\na: .inf\n---\n", ".inf");
  assert_fails ("---\na: !mine b\n---\n", "!mine");
  assert_fails ("---\na: !!int b\n---\n", "int");
  assert_fails ("---\na: b\n...\nc: d\n---\n", "line 4");
  assert_fails ("---\n%TAG ! a\n---\n", "directive");
  assert_fails ("---\na: \"b\n---\n", "line ");
  assert_fails (nested, "nested");
}

static void
assert_check (const char *yaml,
              const char *listed,
              const char *words)
{
  g_autofree char *content = g_strdup_printf ("---\n%s---\n", yaml);
  g_autoptr (GError) error = NULL;
  gboolean equal = mcp_frontmatter_check (content, strlen (content), listed, &error);

  g_assert_cmpint (equal, ==, words == NULL);
  if (words != NULL)
    g_assert_nonnull (strstr (error->message, words));
}

static void
test_compares_with_the_list (void)
{
  assert_check ("a: 1\nb: c\n", "{\"b\":\"c\",\"a\":1.0}", NULL);
  assert_check ("a: 1\n", "{\"a\":\"1\"}", "“a” is \"1\" in the list and 1 in the file");
  assert_check ("a: 1\nallowed-tools: Bash\n", "{\"a\":1}", "“allowed-tools” is in the file");
  assert_check ("a: 1\n", "{\"a\":1,\"license\":\"MIT\"}", "“license” is in the list");
  assert_check ("a: {b: [1, 2]}\n", "{\"a\":{\"b\":[2,1]}}", "“a/b/0”");
  assert_check ("a: 1\n", "{}", "“a” is in the file");
}

/* --- Entries --- */

#define MD(uri) "{\"uri\":\"" uri "\",\"size\":3,\"digest\":" \
                "\"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}"
#define ENTRY(uri, name, resources) "{\"uri\":\"" uri "\",\"frontmatter\":{\"name\":\"" name "\"," \
                                    "\"description\":\"d\"},\"resources\":" resources "}"

static McpSkillEntry *
read_entry (const char *json)
{
  g_assert_true (mcp_json_validate (json, -1, NULL));

  return mcp_skill_entry_new (json, strlen (json));
}

static void
assert_faults (const char *json,
               const char *expected)
{
  g_autoptr (McpSkillEntry) entry = read_entry (json);
  g_autoptr (GString) rules = g_string_new (NULL);

  for (guint i = 0; i < entry->faults->len; i++)
    g_string_append_printf (rules, "%s%s", i > 0 ? " " : "", ((McpSkillFault *) entry->faults->pdata[i])->rule);
  g_assert_cmpstr (rules->str, ==, expected);
}

static void
test_entry_reads_what_is_listed (void)
{
  g_autoptr (McpSkillEntry) entry =
    read_entry (ENTRY ("skill://x/y/re-f2/SKILL.md", "re-f2", "[" MD ("skill://x/y/re-f2/SKILL.md") ","
                       MD ("skill://x/y/re-f2/a%20b/c.md") "]"));
  g_autofree char *inside = mcp_skill_entry_resolve (entry, "d e/f.md");
  g_autofree char *outside = mcp_skill_entry_resolve (entry, "../g.md");
  g_autofree char *elsewhere = mcp_skill_entry_resolve (entry, "skill://x/y/other/SKILL.md");

  g_assert_cmpuint (entry->faults->len, ==, 0);
  g_assert_null (entry->obstacle);
  g_assert_cmpstr (entry->root, ==, "skill://x/y/re-f2");
  g_assert_cmpuint (entry->n_bytes, ==, 6);
  g_assert_cmpstr (((McpSkillFileEntry *) entry->files->pdata[1])->path, ==, "a%20b/c.md");
  g_assert_true (mcp_skill_entry_find_file (entry, "a b/c.md") == entry->files->pdata[1]);
  g_assert_true (mcp_skill_entry_find_file (entry, "SKILL.md") == entry->files->pdata[0]);
  g_assert_null (mcp_skill_entry_find_file (entry, "b.md"));
  g_assert_cmpstr (inside, ==, "skill://x/y/re-f2/d%20e/f.md");
  g_assert_null (outside);
  g_assert_null (elsewhere);
}

static void
test_entry_finds_faults (void)
{
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "\"dynamic\""), "");
  assert_faults ("7", "skills.entry");
  assert_faults ("{}", "skills.entry skills.entry skills.entry");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "\"some\""), "skills.entry");
  assert_faults (ENTRY ("skill://a/README.md", "a", "\"dynamic\""), "skills.uri");
  assert_faults (ENTRY ("skill:///SKILL.md", "a", "\"dynamic\""), "skills.uri");
  assert_faults (ENTRY ("/a/SKILL.md", "a", "\"dynamic\""), "skills.uri");
  assert_faults (ENTRY ("skill://b/SKILL.md", "a", "\"dynamic\""), "skills.name");
  assert_faults (ENTRY ("skill://A/SKILL.md", "A", "\"dynamic\""), "skills.name");
  assert_faults (ENTRY ("skill://a--b/SKILL.md", "a--b", "\"dynamic\""), "skills.name");
  assert_faults (ENTRY ("skill://a-/SKILL.md", "a-", "\"dynamic\""), "skills.name");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/b.md") "]"), "skills.files");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/SKILL.md") ",7,{}]"), "skills.files skills.files");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/SKILL.md") "," MD ("skill://ab/c.md") "]"),
                 "skills.files");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/SKILL.md") "," MD ("skill://a/%2e%2e/c.md") "]"),
                 "skills.files");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/SKILL.md") "," MD ("skill://a/SKILL.md") "]"),
                 "skills.files");
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[{\"uri\":\"skill://a/SKILL.md\",\"size\":-1,"
                                                   "\"digest\":\"sha256:ABCDEF\"}]"), "skills.digest skills.size");
}

static void
test_entry_has_limits (void)
{
  g_autoptr (GString) files = g_string_new (ENTRY ("skill://a/SKILL.md", "a", "[" MD ("skill://a/SKILL.md")));
  g_autoptr (McpSkillEntry) entry = NULL;

  g_string_truncate (files, files->len - 1);
  for (guint i = 0; i < MCP_SKILL_MAX_FILES; i++)
    g_string_append_printf (files, ",{\"uri\":\"skill://a/%u\",\"size\":1,\"digest\":\"x\"}", i);
  g_string_append (files, "]}");
  entry = read_entry (files->str);

  g_assert_cmpuint (entry->files->len, ==, MCP_SKILL_MAX_FILES);
  g_assert_nonnull (strstr (entry->obstacle, "513"));
  assert_faults (ENTRY ("skill://a/SKILL.md", "a", "[{\"uri\":\"skill://a/SKILL.md\",\"size\":16777217,\"digest\":"
                        "\"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}]"),
                 "skills.limit");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/frontmatter/reads-what-yaml-says", test_reads_what_yaml_says);
  g_test_add_func ("/session/frontmatter/reads-scalars-by-the-core-schema", test_reads_scalars_by_the_core_schema);
  g_test_add_func ("/session/frontmatter/repeats-what-aliases-name", test_repeats_what_aliases_name);
  g_test_add_func ("/session/frontmatter/bounds-what-aliases-repeat", test_bounds_what_aliases_repeat);
  g_test_add_func ("/session/frontmatter/refuses-what-is-none", test_refuses_what_is_none);
  g_test_add_func ("/session/frontmatter/compares-with-the-list", test_compares_with_the_list);
  g_test_add_func ("/session/skill-entry/reads-what-is-listed", test_entry_reads_what_is_listed);
  g_test_add_func ("/session/skill-entry/finds-faults", test_entry_finds_faults);
  g_test_add_func ("/session/skill-entry/has-limits", test_entry_has_limits);

  return g_test_run ();
}
