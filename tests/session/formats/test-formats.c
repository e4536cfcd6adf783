/* test-formats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-toml.h"
#include "mcp-yaml.h"

typedef char *(*Read) (const char *text, GError **error);
typedef char *(*Set)  (const char *text, const char *container, const char *name, const char *json, GError **error);

static char *
read_toml (const char  *text,
           GError     **error)
{
  return mcp_toml_to_json (text, strlen (text), error);
}

static char *
read_yaml (const char  *text,
           GError     **error)
{
  return *text != '\0' ? mcp_yaml_to_json (text, strlen (text), 1, error) : g_strdup ("{}");
}

typedef struct
{
  const char *text;
  const char *json;
} Good;

static void
assert_reads (Read        read,
              const Good *cases,
              gsize       n_cases)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *json = read (cases[i].text, &error);

      if (json == NULL || !g_str_equal (json, cases[i].json))
        g_error ("“%s” is %s, not %s", cases[i].text, json != NULL ? json : error->message, cases[i].json);
      g_assert_true (mcp_json_validate (json, -1, NULL));
    }
}

typedef struct
{
  const char *text;
  guint       line;    /* that the error names */
  const char *message; /* a part of it */
} Bad;

static void
assert_refuses (Read       read,
                const Bad *cases,
                gsize      n_cases)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autofree char *prefix = g_strdup_printf ("line %u: ", cases[i].line);
      g_autoptr (GError) error = NULL;
      g_autofree char *json = read (cases[i].text, &error);

      if (json != NULL)
        g_error ("“%s” was read as %s", cases[i].text, json);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
      if (!g_str_has_prefix (error->message, prefix) || strstr (error->message, cases[i].message) == NULL)
        g_error ("“%s”: %s", cases[i].text, error->message);
    }
}

/* What is in toml.io/en/v1.0.0 and easily read in another way. */
static void
test_toml_reads (void)
{
  static const Good cases[] = {
    { "\n \t\n# only\n", "{}" },
    { "\"quoted.key\" = 1\n'a\"b' = 2\nbare_key-1 = 3\n1234 = 4",
      "{\"quoted.key\":1,\"a\\\"b\":2,\"bare_key-1\":3,\"1234\":4}" },
    { "3.14 = 'pi'", "{\"3\":{\"14\":\"pi\"}}" },
    { "a . \"b c\" .d = 1", "{\"a\":{\"b c\":{\"d\":1}}}" },
    { "[ a . b ]\nx = 1", "{\"a\":{\"b\":{\"x\":1}}}" },
    { "s = \"\\b\\t\\n\\f\\r\\\"\\\\\\U0001F600\"", "{\"s\":\"\\b\\t\\n\\f\\r\\\"\\\\😀\"}" },
    { "s = '\\n'", "{\"s\":\"\\\\n\"}" },
    { "s = \"\"\"\"\"\"", "{\"s\":\"\"}" },
    { "s = \"\"\"a\"\"b\"\"\"", "{\"s\":\"a\\\"\\\"b\"}" },
    { "s = \"\"\"\"\"a\"\"\"\"\"", "{\"s\":\"\\\"\\\"a\\\"\\\"\"}" },
    { "s = '''''a'''''", "{\"s\":\"''a''\"}" },
    { "s = \"\"\"\na\r\nb\"\"\"", "{\"s\":\"a\\nb\"}" },
    { "s = \"\"\"\\\n\n   \t a\\   \n  b\"\"\"", "{\"s\":\"ab\"}" },
    { "n = [0, -0, +0, 0.0, -0.0, 1e06, 6.626e-34, 9_007_199_254_740_993]",
      "{\"n\":[0,-0,0,0.0,-0.0,1e06,6.626e-34,9007199254740993]}" },
    { "n = [0xDEAD_BEEF, 0o755, 0b1101_0110, 0x7fffffffffffffff]",
      "{\"n\":[3735928559,493,214,9223372036854775807]}" },
    { "d = [1979-05-27T07:32:00.999999-07:00, 1979-05-27t07:32:00z, 07:32]",
      "{\"d\":[\"1979-05-27T07:32:00.999999-07:00\",\"1979-05-27t07:32:00z\",\"07:32\"]}" },
    { "a = []\nb = [[], [1], ['x', {y = []}]]", "{\"a\":[],\"b\":[[],[1],[\"x\",{\"y\":[]}]]}" },
    { "a = [\n# one\n1 # two\n, # three\n2,\n]", "{\"a\":[1,2]}" },
    { "a = {}\nb = { c.d = 1, 'e f' = [ ] }", "{\"a\":{},\"b\":{\"c\":{\"d\":1},\"e f\":[]}}" },
    { "[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3",
      "{\"a\":{\"b\":{\"c\":{\"x\":1},\"z\":3},\"y\":2}}" },
    { "[[a.b]]\nx = 1\n[a.b.c]\ny = 2\n[[a.b.d]]\n[[a.b]]\n",
      "{\"a\":{\"b\":[{\"x\":1,\"c\":{\"y\":2},\"d\":[{}]},{}]}}" },
    { "a = 1 # é\nb = '''\n# no comment'''", "{\"a\":1,\"b\":\"# no comment\"}" },
    { "a = true#", "{\"a\":true}" },
    { "a = 1\r\n\r\n[b]\r\nc = 2\r\n", "{\"a\":1,\"b\":{\"c\":2}}" },
  };

  assert_reads (read_toml, cases, G_N_ELEMENTS (cases));
}

static void
test_toml_refuses (void)
{
  static const Bad cases[] = {
    { "\n\na = ", 3, "no value" },
    { "a = 1\nb = 2 c = 3", 2, "behind the end" },
    { "a = 1\na = 2", 2, "“a” comes a second time" },
    { "a.b = 1\na.b = 2", 2, "“b” comes a second time" },
    { "a = 1\na.b = 2", 2, "“a” comes a second time" },
    { "[a]\nx = 1\n\n[a]", 4, "“a” comes a second time" },
    { "[a]\nb = 1\n[a.b]", 3, "“b” comes a second time" },
    { "[[a]]\n[a]\n", 2, "“a” comes a second time" },
    { "x = {a.b = 1, a.b = 2}", 1, "“b” comes a second time" },
    { "\"a\" = 1\n'a' = 2", 2, "“a” comes a second time" },
    { "\"\" = 1\n'' .a = 2", 2, "“” comes a second time" },
    { "x = 'a\nb'", 1, "without an end" },
    { "\nx = \"\"\"a\n\n", 4, "without an end" },
    { "x = \"a\tb\"\ny = \"\001\"", 2, "control character" },
    { "# \177", 1, "control character" },
    { "x = 'a'\n# b\rc", 2, "control character" },
    { "x = \"\\x4\"", 1, "no escape" },
    { "x = \"\\ \"", 1, "no escape" },
    { "x = \"\\u0000\"", 1, "no character" },
    { "x = \"\\U00110000\"", 1, "no character" },
    { "x = [1,, 2]", 1, "no value" },
    { "x = [,]", 1, "no value" },
    { "x = [\n1\n2]", 3, "an array without an end" },
    { "x = {a = 1 b = 2}", 1, "a table without an end" },
    { "x = {, a = 1}", 1, "a key is expected" },
    { "x = 1979-5-27", 1, "“1979-5-27” is no value" },
    { "x = 07:32:0", 1, "is no value" },
    { "x = TRUE", 1, "“TRUE” is no value" },
    { "x = 0B1", 1, "is no value" },
    { "x = 0x_1", 1, "is no value" },
    { "x = 1.e5", 1, "is no value" },
    { "x = --1", 1, "is no value" },
    { "x = 9223372036854775808x", 1, "is no value" },
    { "[a.]\n", 1, "a key is expected" },
    { "[.a]\n", 1, "a key is expected" },
    { "[ [a]]\n", 1, "a key is expected" },
    { "[a] b = 1\n", 1, "behind the end" },
    { "a\n= 1", 1, "“=” is expected" },
    { "é = 1", 1, "a key is expected" },
    { "a = 1\n\xff", 2, "UTF-8" },
  };

  assert_refuses (read_toml, cases, G_N_ELEMENTS (cases));
}

/* A text need not end where it is cut off: each beginning is read, or refused with its line. */
static void
assert_survives_cuts (Read        read,
                      const char *text)
{
  for (gsize length = 0; length <= strlen (text); length++)
    {
      g_autofree char *cut = g_strndup (text, length);
      g_autoptr (GError) error = NULL;
      g_autofree char *json = read (cut, &error);

      g_assert_true ((json == NULL) == (error != NULL));
      if (json != NULL)
        g_assert_true (mcp_json_validate (json, -1, NULL));
      else
        g_assert_true (g_str_has_prefix (error->message, "line "));
    }
}

static void
test_cut_off (void)
{
  assert_survives_cuts (read_toml,
                        "[a.'b c']\nx = [1_0, -2.5e+3, 0xff, {y.z = \"\\u00e9\\\\\"}] # é\n"
                        "[[l]]\ns = \"\"\"\n\"\" \\\n  x\"\"\"\nd = 1979-05-27 07:32:00.5Z\nt = 'u'\n");
  assert_survives_cuts (read_yaml,
                        "a: &x {b: [1, 'c', \"\\u00e9\"], ? d : e}\nf: *x\ng: |-\n  h\n  i\nj: >\n k\n\n l\n"
                        "m:\n- n: 1\n  o: ~\n- !!str 2\n# p\n...\n");
}

static void
test_yaml_reads (void)
{
  static const Good cases[] = {
    { "a: yes\nb: on\nc: y\nd: NO", "{\"a\":\"yes\",\"b\":\"on\",\"c\":\"y\",\"d\":\"NO\"}" },
    { "a: True\nb: FALSE\nc: tRUE", "{\"a\":true,\"b\":false,\"c\":\"tRUE\"}" },
    { "a: ~\nb:\nc: Null\nd: ''\ne: nULL", "{\"a\":null,\"b\":null,\"c\":null,\"d\":\"\",\"e\":\"nULL\"}" },
    { "a: [007, +1, -0, .5, 5., -.5e-3, 1e5, 0x1F, 0o17]",
      "{\"a\":[7,1,-0,0.5,5.0,-0.5e-3,1e5,31,15]}" },
    { "a: [1_000, 0b11, 1:30, 1.2.3, '1', \"2\", e5, 2001-12-14, 0x, 0xg, +, ., 1e, 1e+]",
      "{\"a\":[\"1_000\",\"0b11\",\"1:30\",\"1.2.3\",\"1\",\"2\",\"e5\",\"2001-12-14\",\"0x\",\"0xg\",\"+\",\".\",\"1e\",\"1e+\"]}" },
    { "\"a\\nb\": 1\n'c''d': 2\n? e\n: 3\n1: 4\ntrue: 5\n~: 6",
      "{\"a\\nb\":1,\"c'd\":2,\"e\":3,\"1\":4,\"true\":5,\"~\":6}" },
    { "a: |\n  x\n   y\n\nb: |-\n  x\nc: |+\n  x\n\nd: >\n  x\n  y\n\n  z\n",
      "{\"a\":\"x\\n y\\n\",\"b\":\"x\",\"c\":\"x\\n\\n\",\"d\":\"x y\\nz\\n\"}" },
    { "a: &b [1]\nc: *b\nd: {e: *b}", "{\"a\":[1],\"c\":[1],\"d\":{\"e\":[1]}}" },
    { "a: &b 1\nc: &b 2\nd: *b", "{\"a\":1,\"c\":2,\"d\":2}" },
    { "&k a: *k", "{\"a\":\"a\"}" },
    { "a: !!str 1\nb: !!int 2\nc: !!float 1.5\nd: !!null ''\ne: !!bool true\nf: !!seq []\ng: !!map {}",
      "{\"a\":\"1\",\"b\":2,\"c\":1.5,\"d\":null,\"e\":true,\"f\":[],\"g\":{}}" },
    { "---\na: 1\n...\n", "{\"a\":1}" },
    { "{a: 1, b: [x, {c: d}], }", "{\"a\":1,\"b\":[\"x\",{\"c\":\"d\"}]}" },
    { "a:\n- b: 1\n  c: 2\n-\n  - 3\n- \n", "{\"a\":[{\"b\":1,\"c\":2},[3],null]}" },
    { "a: 'x\n  y\n\n  z'", "{\"a\":\"x y\\nz\"}" },
    { "a: \"x\\\n  y\\0\"", "{\"a\":\"xy\\u0000\"}" },
    { "a: b # c\nd: e#f\n", "{\"a\":\"b\",\"d\":\"e#f\"}" },
  };

  assert_reads (read_yaml, cases, G_N_ELEMENTS (cases));
}

static void
test_yaml_refuses (void)
{
  static const Bad cases[] = {
    { "- a\n", 1, "no list of fields" },
    { "just text\n", 1, "no list of fields" },
    { "# nothing\n", 2, "no list of fields" },
    { "a: 1\nb: 2\na: 3\n", 3, "“a” comes a second time" },
    { "a: {x: 1,\n x: 2}\n", 2, "“x” comes a second time" },
    { "1: a\n'1': b\n", 2, "“1” comes a second time" },
    { "[a]: b\n", 1, "a key that is no text" },
    { "a: &x {b: 1}\n? *x\n: c\n", 2, "a key that is no text" },
    { "a: *b\n", 1, "“b” has no anchor" },
    { "a: &b [*b]\n", 1, "“b” has no anchor" },
    { "a: 1\n---\nb: 2\n", 3, "more than one document" },
    { "a: .inf\n", 1, "JSON cannot say the number .inf" },
    { "a: 1\nb: -.INF\n", 2, "JSON cannot say the number -.INF" },
    { "a: .NaN\n", 1, "JSON cannot say" },
    { "a: 0xFFFFFFFFFFFFFFFF\n", 1, "JSON cannot say" },
    { "a: !!int x\n", 1, "does not fit" },
    { "a: !!bool 1\n", 1, "does not fit" },
    { "a: !own x\n", 1, "does not fit" },
    { "a: !!set {b: ~}\n", 1, "does not fit" },
    { "a: !!binary aGk=\n", 1, "does not fit" },
    { "a: 1\n%TAG ! x\n", 2, "a directive" },
    { "a: [1\n", 2, "" },
    { "a: 'x\n", 2, "" },
    { "a: b: c\n", 1, "" },
    { "a:\n\t- b\n", 2, "" },
    { "a: @b\n", 1, "" },
  };

  assert_refuses (read_yaml, cases, G_N_ELEMENTS (cases));
}

/* The number of the first line is what its reader says, as the text stands behind others. */
static void
test_yaml_first_line (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) directive = NULL;

  g_assert_null (mcp_yaml_to_json ("a: 1\na: 2\n", 10, 41, &error));
  g_assert_true (g_str_has_prefix (error->message, "line 42: "));
  g_assert_null (mcp_yaml_to_json ("\n%A\n", 4, 7, &directive));
  g_assert_true (g_str_has_prefix (directive->message, "line 8: "));
}

/* Only so much comes of aliases, however they are put together. */
static void
test_yaml_aliases (void)
{
  g_autoptr (GString) laughs = g_string_new ("a0: &a0 [lol, lol, lol, lol]\n");
  g_autoptr (GString) many = g_string_new ("a: &a [xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx]\nb:\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *few = NULL;

  for (guint i = 1; i < 12; i++)
    g_string_append_printf (laughs, "a%u: &a%u [*a%u, *a%u, *a%u, *a%u]\n", i, i, i - 1, i - 1, i - 1, i - 1);
  g_assert_null (read_yaml (laughs->str, &error));
  g_assert_nonnull (strstr (error->message, "more than 8 times as long"));
  g_clear_error (&error);

  for (guint i = 0; i < 5; i++)
    g_string_append (many, "- *a\n");
  few = read_yaml (many->str, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 10000; i++)
    g_string_append (many, "- *a\n");
  g_assert_null (read_yaml (many->str, &error));
  g_assert_nonnull (strstr (error->message, "times as long"));
}

/* Documents in which a member "m.x" is changed, each with lines that are none of its business. */
static const char * const toml_documents[] = {
  "",
  "# head\n",
  "# head\n\ntitle = \"kept\" # behind\n",
  "[other]\n# head\na = 1",
  "# head\n[m.x]\n# own\na = 1 # behind\nb = [1, 2]\n\n# tail\n[z]\nk = 0x10 # kept\n",
  "[m.x]\na = 1\n[m.x.env]\nB = 'c'\n[m.y]\na = 2 # kept\n",
  "[m]\nx = {a = 1, env = {B = 'c'}} # kept\ny = 'z'\n",
  "[m.x]\r\na = 1\r\n\r\n[z] # kept\r\nk = 1\r\n",
  "[m.x]\na = \"\"\"\nlong\n[m.x]\n\"\"\"\nenv.B = 'c'\n[z]\n# kept\n",
  "[m.'y z']\na = 1 # kept\n",
  "[z]\n[m.y]\na = 1\n[m.y.env]\nC = 'd' # kept\n[zz]\n",
  "[[z]]\n# kept\n[[z]]\n[m.x]\nargs = [\n  'a', # first\n  'b',\n]\n",
  "[m]\n[m.x.env]\nB = 'c'\n[m.x]\na = 1 # behind\n",
};

static const char * const yaml_documents[] = {
  "",
  "# head\n",
  "# head\ntitle: kept # behind\n",
  "other:\n  # head\n  a: 1",
  "m:\n",
  "m: {}\nz: 1 # kept\n",
  "m: # kept\nz: 1\n",
  "# head\nm:\n  x:\n    # own\n    a: 1 # behind\n    b:\n      - 1\n      - 2\n\n# tail\nz:\n  k: 0x10 # kept\n",
  "m:\n  x:\n    a: 1\n    env:\n      B: c\n  y:\n    a: 2 # kept\n",
  "m:\n    x: {a: 1, env: {B: c}}\n    y: z # kept\n",
  "m:\r\n  x:\r\n    a: 1\r\nz: # kept\r\n  k: 1\r\n",
  "m:\n  x:\n    a: |\n      long\n      m:\n    env: {B: c}\nz: 'é' # kept\n",
  "m:\n  'y z':\n    a: 1 # kept\n",
  "---\nm:\n- no mapping\n",
  "m:\n  x:\n    args:\n    - a # first\n    - b\n    env: {}\n  \"é\": {k: 1} # kept\n",
};

static const char * const wanted[] = {
  "{\"a\":1}",
  "{\"a\":2}",
  "{\"a\":\"x \\\"y\\\" é\\n# z\",\"b\":[],\"env\":{}}",
  "{\"a\":1,\"b\":[1,2,3],\"env\":{\"B\":\"c\",\"D E\":\"=\"}}",
  "{\"args\":[\"a\",\"b\"],\"env\":{\"B\":\"d\"},\"deep\":{\"list\":[{\"k\":true},[\"\"]]}}",
  "{\"command\":\"true\",\"args\":[\"-y\",\"null\",\"1\",\"~\",\"a: b\",\" c \",\"\\u007f\"],\"n\":-0.5}",
  "{\"env\":{\"B\":\"c\"}}",
  "{\"ends\":\"a\\u0085b\\u2028c\\u2029d\\r\\ne\",\"\\ufeff\\u009f\":\"\\u0001\\u007f\\uffff\\ud83d\\ude00\"}",
};

/* Nothing but the member is another one, no comment is gone that is not in its place, and once more changes nothing. */
static void
assert_sets (Read                read,
             Set                 set,
             const char * const *documents,
             gsize               n_documents,
             guint              *n_set)
{
  for (gsize i = 0; i < n_documents; i++)
    for (gsize j = 0; j < G_N_ELEMENTS (wanted); j++)
      {
        const char *text = documents[i];
        g_autoptr (GError) error = NULL;
        g_autofree char *set_text = set (text, "m", "x", wanted[j], &error);
        g_autofree char *before = NULL;
        g_autofree char *members = NULL;
        g_autofree char *after = NULL;
        g_autofree char *again = NULL;

        if (set_text == NULL)
          {
            g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
            continue;
          }

        before = read (text, NULL);
        if (before == NULL)
          before = g_strdup ("{}");
        members = mcp_json_edit_get (before, "m");
        if (members == NULL || *members != '{')
          {
            g_free (members);
            members = g_strdup ("{}");
          }
        mcp_json_edit_set (&members, "x", wanted[j]);
        mcp_json_edit_set (&before, "m", members);

        after = read (set_text, &error);
        if (after == NULL)
          g_error ("%s in:\n%s", error->message, set_text);
        if (!mcp_json_equal (before, (McpSpan) { 0, strlen (before) }, after, (McpSpan) { 0, strlen (after) }))
          g_error ("%s became %s in:\n%s", before, after, set_text);
        if (strstr (text, "# kept") != NULL)
          g_assert_nonnull (strstr (set_text, "# kept"));
        if (strstr (text, "# head") != NULL)
          g_assert_nonnull (strstr (set_text, "# head"));
        if (strstr (text, "# tail") != NULL)
          g_assert_nonnull (strstr (set_text, "# tail"));
        /* One kind of ends of lines. */
        if (strstr (text, "\r\n") != NULL)
          for (const char *p = strchr (set_text, '\n'); p != NULL; p = strchr (p + 1, '\n'))
            g_assert_cmpint (p[-1], ==, '\r');

        again = set (set_text, "m", "x", wanted[j], &error);
        g_assert_no_error (error);
        g_assert_cmpstr (again, ==, set_text);
        (*n_set)++;
      }
}

static void
test_set_members (void)
{
  guint n_toml = 0;
  guint n_yaml = 0;

  assert_sets (read_toml, mcp_toml_set_member, toml_documents, G_N_ELEMENTS (toml_documents), &n_toml);
  assert_sets (read_yaml, mcp_yaml_set_member, yaml_documents, G_N_ELEMENTS (yaml_documents), &n_yaml);
  g_test_message ("%u of TOML, %u of YAML", n_toml, n_yaml);
  g_assert_cmpuint (n_toml, >=, 80);
  g_assert_cmpuint (n_yaml, >=, 80);
}

/* What it looks like, to somebody who reads the file. */
static void
test_set_looks (void)
{
  static const struct
  {
    Set         set;
    const char *text;
    const char *json;
    const char *expected;
  } cases[] = {
    { mcp_toml_set_member, "", "{\"a\":\"b\",\"c d\":[1,{\"e\":true}],\"f\":null}",
      "[m.x]\na = \"b\"\n\"c d\" = [1, { e = true }]\n" },
    { mcp_toml_set_member, "z = 1", "{\"a\":1}", "z = 1\n\n[m.x]\na = 1\n" },
    { mcp_toml_set_member, "[m.y]\na = 1\n[z]\n", "{\"a\":1}", "[m.y]\na = 1\n\n[m.x]\na = 1\n[z]\n" },
    { mcp_toml_set_member, "[m.x]\na = 1 # one\nb = 2 # two\nc = 3\n", "{\"a\":5,\"c\":3,\"d\":4}",
      "[m.x]\na = 5 # one\nc = 3\nd = 4\n" },
    { mcp_yaml_set_member, "", "{\"a\":\"b\",\"c d\":[1,{\"e\":true}],\"f\":null}",
      "m:\n  x:\n    a: b\n    \"c d\":\n      - 1\n      - {e: true}\n    f: null\n" },
    { mcp_yaml_set_member, "z: 1", "{\"a\":1}", "z: 1\nm:\n  x:\n    a: 1\n" },
    { mcp_yaml_set_member, "m:\n    y:\n        a: 1\nz: 1\n", "{\"a\":1}",
      "m:\n    y:\n        a: 1\n    x:\n      a: 1\nz: 1\n" },
    { mcp_yaml_set_member, "m:\n  x:\n    a: 1 # one\n    b: 2 # two\n    c: 3\n", "{\"a\":5,\"c\":3,\"d\":4}",
      "m:\n  x:\n    a: 5 # one\n    c: 3\n    d: 4\n" },
    { mcp_yaml_set_member, "m:\n  x:\n    a: 1\n", "{\"a\":\"yes\",\"b\":\"1\",\"c\":\"~\",\"d\":\"a: b\",\"e\":\"ok\"}",
      "m:\n  x:\n    a: \"yes\"\n    b: \"1\"\n    c: \"~\"\n    d: \"a: b\"\n    e: ok\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = cases[i].set (cases[i].text, "m", "x", cases[i].json, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* What has no line of its own to be changed in is refused by name, and nothing is guessed. */
static void
test_set_refuses (void)
{
  static const struct { Set set; const char *text; const char *message; } cases[] = {
    { mcp_toml_set_member, "m = {y = 1}", "“m” is written in one line" },
    { mcp_toml_set_member, "m = 1", "“m” is written in one line" },
    { mcp_toml_set_member, "[[m]]\na = 1", "“m” is written in one line" },
    { mcp_toml_set_member, "[[m.x]]\na = 1", "“x” is an array" },
    { mcp_toml_set_member, "m.x.a = 1", "“x” has no line of its own" },
    { mcp_yaml_set_member, "{m: {}}", "“m” is written in one line" },
    { mcp_yaml_set_member, "m: {y: 1}", "“m” is written in one line" },
    { mcp_yaml_set_member, "- m", "“m” is written in one line" },
    { mcp_yaml_set_member, "m", "“m” is written in one line" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = cases[i].set (cases[i].text, "m", "x", "{\"command\":\"c\"}", &error);

      if (text != NULL)
        g_error ("“%s” became “%s”", cases[i].text, text);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("“%s”: %s", cases[i].text, error->message);
    }

  /* A document that is none at all is refused as it is when it is read. */
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (mcp_toml_set_member ("[m", "m", "x", "{}", &error));
    g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/formats/toml-reads", test_toml_reads);
  g_test_add_func ("/session/formats/toml-refuses", test_toml_refuses);
  g_test_add_func ("/session/formats/yaml-reads", test_yaml_reads);
  g_test_add_func ("/session/formats/yaml-refuses", test_yaml_refuses);
  g_test_add_func ("/session/formats/yaml-first-line", test_yaml_first_line);
  g_test_add_func ("/session/formats/yaml-aliases", test_yaml_aliases);
  g_test_add_func ("/session/formats/cut-off", test_cut_off);
  g_test_add_func ("/session/formats/set-members", test_set_members);
  g_test_add_func ("/session/formats/set-looks", test_set_looks);
  g_test_add_func ("/session/formats/set-refuses", test_set_refuses);

  return g_test_run ();
}
