/* test-schema-examine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-pattern.h"
#include "mcp-schema.h"

/* A schema against its own dialect. */

#define D4 "\"$schema\":\"http://json-schema.org/draft-04/schema#\""
#define D6 "\"$schema\":\"http://json-schema.org/draft-06/schema#\""
#define D7 "\"$schema\":\"http://json-schema.org/draft-07/schema#\""
#define D19 "\"$schema\":\"https://json-schema.org/draft/2019-09/schema\""
#define D20 "\"$schema\":\"https://json-schema.org/draft/2020-12/schema\""

typedef struct
{
  const char *schema;
  const char *places;  /* that are wrong */
} Case;

static char *
dup_places (const char *schema,
            gboolean    is_2020)
{
  gint64 budget = 1024 * 1024;
  g_autoptr (GPtrArray) errors = mcp_schema_examine (schema, strlen (schema), is_2020, &budget, 10);
  g_autoptr (GString) places = g_string_new (NULL);

  g_assert_cmpint (budget, >, 0);
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];

      g_assert_cmpint (error->verdict, !=, MCP_SCHEMA_BREAKS);
      g_assert_cmpstr (error->message, !=, "");
      g_string_append_printf (places, "%s%s%s", i > 0 ? " " : "",
                              error->verdict == MCP_SCHEMA_UNCHECKED ? "elsewhere " : "", error->path);
    }

  return g_string_free (g_steal_pointer (&places), FALSE);
}

/* Of both dialects that have meta-schemas here. */
static const Case both_cases[] = {
  { "true", "" },
  { "{}", "" },
  { "7", "" },
  { "{\"type\":\"strng\"}", "/type" },
  { "{\"type\":[]}", "/type" },
  { "{\"type\":[\"string\",\"string\"]}", "/type" },
  { "{\"type\":[\"string\",\"null\"]}", "" },
  { "{\"type\":[\"string\",null]}", "/type" },
  { "{\"type\":null}", "/type" },
  { "{\"properties\":null}", "/properties" },
  { "{\"properties\":[]}", "/properties" },
  { "{\"properties\":{\"a\":null}}", "/properties/a" },
  { "{\"properties\":{\"a\":\"string\"}}", "/properties/a" },
  { "{\"properties\":{\"a\":{\"required\":true}}}", "/properties/a/required" },
  { "{\"properties\":{\"a/b~\":{\"type\":7}}}", "/properties/a~1b~0/type" },
  { "{\"properties\":{\"type\":{\"type\":\"string\"},\"required\":true}}", "" },
  { "{\"required\":\"a\"}", "/required" },
  { "{\"required\":[\"a\",\"a\"]}", "/required" },
  { "{\"required\":[\"a\",1]}", "/required" },
  { "{\"required\":[]}", "" },
  { "{\"required\":null}", "/required" },
  { "{\"enum\":\"x\"}", "/enum" },
  { "{\"enum\":[{\"type\":7}]}", "" },
  { "{\"const\":{\"type\":7},\"default\":{\"type\":7},\"examples\":[{\"type\":7}]}", "" },
  { "{\"x-ours\":{\"type\":7}}", "" },
  { "{\"examples\":{}}", "/examples" },
  { "{\"exclusiveMinimum\":true}", "/exclusiveMinimum" },
  { "{\"exclusiveMaximum\":false}", "/exclusiveMaximum" },
  { "{\"exclusiveMinimum\":1,\"minimum\":-2.5,\"maximum\":1e3}", "" },
  { "{\"minimum\":\"1\"}", "/minimum" },
  { "{\"maximum\":null}", "/maximum" },
  { "{\"multipleOf\":0}", "/multipleOf" },
  { "{\"multipleOf\":-1}", "/multipleOf" },
  { "{\"multipleOf\":0.01}", "" },
  { "{\"minLength\":-1}", "/minLength" },
  { "{\"maxLength\":1.5}", "/maxLength" },
  { "{\"maxItems\":\"3\"}", "/maxItems" },
  { "{\"minItems\":2.0,\"maxProperties\":0}", "" },
  { "{\"uniqueItems\":\"true\"}", "/uniqueItems" },
  { "{\"title\":null}", "/title" },
  { "{\"description\":7}", "/description" },
  { "{\"format\":[]}", "/format" },
  { "{\"readOnly\":\"yes\"}", "/readOnly" },
  { "{\"pattern\":7}", "/pattern" },
  { "{\"anyOf\":[]}", "/anyOf" },
  { "{\"allOf\":{}}", "/allOf" },
  { "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"text\"}]}", "/oneOf/1/type" },
  { "{\"anyOf\":[null]}", "/anyOf/0" },
  { "{\"not\":null}", "/not" },
  { "{\"if\":true,\"then\":{\"type\":0},\"else\":[]}", "/then/type /else" },
  { "{\"additionalProperties\":\"false\"}", "/additionalProperties" },
  { "{\"additionalProperties\":{\"type\":\"any\"}}", "/additionalProperties/type" },
  { "{\"items\":\"string\"}", "/items" },
  { "{\"items\":{\"items\":{\"type\":\"int\"}}}", "/items/items/type" },
  { "{\"contains\":[]}", "/contains" },
  { "{\"propertyNames\":{\"minLength\":\"1\"}}", "/propertyNames/minLength" },
  { "{\"patternProperties\":{\"^a\":{\"type\":\"x\"}}}", "/patternProperties/^a/type" },
  { "{\"definitions\":{\"a\":{\"type\":\"x\"}}}", "/definitions/a/type" },
  { "{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"minimum\":\"1\"}}}", "/dependencies/c/minimum" },
  { "{\"dependencies\":{\"a\":7}}", "/dependencies/a" },
  { "{\"$ref\":7}", "/$ref" },
  { "{\"$comment\":null}", "/$comment" },
  { "{\"$id\":7}", "/$id" },
};

/* What the meta-schema itself says of it, by the validator. */
static void
assert_meta_schema (const char *meta_schema,
                    const char *schema,
                    gboolean    is_right)
{
  g_autofree char *text = g_strdup_printf ("{\"$ref\":\"%s\"}", meta_schema);
  g_autoptr (McpSchema) meta = mcp_schema_new (text, -1, NULL);
  g_autoptr (GPtrArray) errors = mcp_schema_validate (meta, schema, -1);

  for (guint i = 0; i < errors->len; i++)
    g_assert_cmpint (((McpSchemaError *) errors->pdata[i])->verdict, ==, MCP_SCHEMA_BREAKS);
  if ((errors->len == 0) != is_right)
    g_error ("%s of “%s” finds %u errors", meta_schema, schema, errors->len);
}

static void
assert_places (const Case *example,
               gboolean    is_2020)
{
  g_autofree char *places = dup_places (example->schema, is_2020);

  if (!g_str_equal (places, example->places))
    g_error ("%s is wrong at “%s”, not “%s”", example->schema, places, example->places);
}

static void
test_both (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (both_cases); i++)
    {
      gboolean is_right = *both_cases[i].places == '\0' && *both_cases[i].schema != '7';

      if (*both_cases[i].schema == '7')
        {
          gint64 budget = 1000;
          g_autoptr (GPtrArray) errors = mcp_schema_examine ("7", 1, TRUE, &budget, 10);

          g_assert_cmpuint (errors->len, ==, 1);
        }
      else
        {
          assert_places (&both_cases[i], TRUE);
          assert_places (&both_cases[i], FALSE);
        }
      assert_meta_schema ("https://json-schema.org/draft/2020-12/schema", both_cases[i].schema, is_right);
      assert_meta_schema ("http://json-schema.org/draft-07/schema", both_cases[i].schema, is_right);
    }
}

static void
test_dialects (void)
{
  static const struct
  {
    Case     example;
    gboolean is_2020;
  } cases[] = {
    /* An array of items is of the dialects before 2020-12; who names none may mean them. */
    { { "{\"items\":[{}]}", "/items" }, TRUE },
    { { "{\"items\":[{}]}", "" }, FALSE },
    { { "{\"items\":[{\"type\":\"x\"}]}", "/items/0/type" }, FALSE },
    { { "{" D20 ",\"items\":[{}]}", "/items" }, FALSE },
    { { "{" D7 ",\"items\":[{}]}", "" }, TRUE },
    { { "{" D7 ",\"items\":[]}", "/items" }, TRUE },
    { { "{" D7 ",\"additionalItems\":7}", "/additionalItems" }, TRUE },
    { { "{" D20 ",\"additionalItems\":7}", "" }, TRUE },
    /* Of a dialect that is not known nothing is certain. */
    { { "{\"$schema\":\"https://example.com/mine\",\"type\":7}", "" }, TRUE },
    { { "{\"$schema\":7}", "/$schema" }, TRUE },
    /* A part may be of another one. */
    { { "{\"properties\":{\"a\":{" D7 ",\"items\":[{}]},\"b\":{\"items\":[{}]}}}", "/properties/b/items" }, TRUE },
    { { "{\"$schema\":\"https://json-schema.org/draft-07/schema#\",\"items\":[{}]}", "" }, TRUE },
    /* Draft 4. */
    { { "{" D4 ",\"minimum\":1,\"exclusiveMinimum\":true}", "" }, TRUE },
    { { "{" D4 ",\"exclusiveMinimum\":1}", "/exclusiveMinimum" }, TRUE },
    { { "{" D4 ",\"required\":[]}", "/required" }, TRUE },
    { { "{" D4 ",\"enum\":[]}", "/enum" }, TRUE },
    { { "{" D4 ",\"additionalProperties\":false,\"properties\":{\"a\":true}}", "/properties/a" }, TRUE },
    { { "{" D4 ",\"const\":1,\"contains\":7,\"if\":7}", "" }, TRUE },
    { { "{" D6 ",\"contains\":7,\"if\":7}", "/contains" }, TRUE },
    { { "{" D6 ",\"exclusiveMinimum\":true}", "/exclusiveMinimum" }, TRUE },
    /* 2019-09 and 2020-12. */
    { { "{" D19 ",\"items\":[{}],\"$recursiveAnchor\":true,\"prefixItems\":7}", "" }, TRUE },
    { { "{" D19 ",\"$defs\":{\"a\":7},\"dependentRequired\":{\"a\":\"b\"}}", "/$defs/a /dependentRequired/a" }, TRUE },
    { { "{" D7 ",\"$defs\":{\"a\":7},\"dependentRequired\":7,\"unevaluatedItems\":7}", "" }, TRUE },
    { { "{\"$defs\":{\"a\":{\"type\":\"x\"}}}", "/$defs/a/type" }, FALSE },
    { { "{\"prefixItems\":[]}", "/prefixItems" }, TRUE },
    { { "{\"prefixItems\":[{\"type\":\"x\"}]}", "/prefixItems/0/type" }, TRUE },
    { { "{\"unevaluatedProperties\":\"false\",\"minContains\":-1}", "/unevaluatedProperties /minContains" }, TRUE },
    { { "{\"dependentSchemas\":{\"a\":[]}}", "/dependentSchemas/a" }, TRUE },
    { { "{\"$anchor\":\"a b\"}", "/$anchor" }, TRUE },
    { { "{\"$id\":\"#a\"}", "/$id" }, TRUE },
    { { "{\"$id\":\"https://example.com/a#\"}", "" }, TRUE },
    { { "{" D7 ",\"$id\":\"#a\"}", "" }, TRUE },
    { { "{\"enum\":[]}", "" }, TRUE },
    { { "{\"deprecated\":\"yes\"}", "/deprecated" }, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *schema = cases[i].example.schema;
      gboolean is_right = *cases[i].example.places == '\0';

      assert_places (&cases[i].example, cases[i].is_2020);
      if (strstr (schema, D7) == schema + 1)
        assert_meta_schema ("http://json-schema.org/draft-07/schema", schema, is_right);
      else if (strstr (schema, D20) == schema + 1
               || (strstr (schema, "$schema") == NULL && cases[i].is_2020))
        assert_meta_schema ("https://json-schema.org/draft/2020-12/schema", schema, is_right);
    }
}

static void
test_references (void)
{
  static const Case cases[] = {
    { "{\"$ref\":\"#/$defs/a\"}", "/$ref" },
    { "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{}}}", "" },
    { "{\"properties\":{\"x\":{\"$ref\":\"#/components/schemas/Pet\"}}}", "/properties/x/$ref" },
    { "{\"properties\":{\"x\":{},\"y\":{\"$ref\":\"#/properties/x\"}}}", "" },
    { "{\"items\":{\"$ref\":\"#\"}}", "" },
    { "{\"$ref\":\"#a\",\"$defs\":{\"b\":{\"$anchor\":\"a\"}}}", "" },
    { "{\"$ref\":\"#b\",\"$defs\":{\"b\":{\"$anchor\":\"a\"}}}", "/$ref" },
    { "{\"$ref\":\"#/title\",\"title\":\"a\"}", "/$ref" },
    { "{\"$ref\":\"#/%24defs/a%20b\",\"$defs\":{\"a b\":true}}", "" },
    { "{\"$ref\":\"#/allOf/1\",\"allOf\":[{}]}", "/$ref" },
    { "{\"$dynamicRef\":\"#x\"}", "/$dynamicRef" },
    { "{" D7 ",\"$ref\":\"#a\",\"definitions\":{\"b\":{\"$id\":\"#a\"}}}", "" },
    { "{\"$id\":\"https://example.com/s\",\"$ref\":\"t\",\"$defs\":{\"t\":{\"$id\":\"t\"}}}", "" },
    /* What is elsewhere is not fetched, and may be there. */
    { "{\"$ref\":\"https://example.com/schema\"}", "elsewhere /$ref" },
    { "{\"$id\":\"https://example.com/s\",\"$ref\":\"t#/a\"}", "elsewhere /$ref" },
    { "{\"$ref\":\"http://json-schema.org/draft-07/schema#/definitions/x\"}", "" },
    { "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}", "" },
    /* A name, and no keyword. */
    { "{\"properties\":{\"$ref\":{\"type\":\"string\"}}}", "" },
    { "{\"const\":{\"$ref\":\"#/nowhere\"}}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_places (&cases[i], TRUE);
}

static void
test_patterns (void)
{
  static const char * const wrong[] = {
    "(unclosed", "unopened)", "[a", "a{3,1}", "*a", "a|+", "?", "a**", "\\", "[z-a]", "(?P<year>\\d+)", "(?i)abc", "(?>a)",
  };
  /* Those that PCRE does not know, too. */
  static const char * const right[] = {
    "", "^a$", "[^]", "[]", "(?<=a+)b", "(?<year>\\d{4})", "\\u{1F600}", "\\p{L}+", "[\\s-z]", "[\\w.-]+", "a{,5}", "{",
    "[(?P<]", "\\(?P<", "(?:a)", "(?=a)(?!b)", "[[:]", "\\cA", "a{1,99999}", "(?i:a)", "\\/", "x{0,1000}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    if (!mcp_pattern_is_malformed (wrong[i]))
      g_error ("“%s” is no expression", wrong[i]);
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    if (mcp_pattern_is_malformed (right[i]))
      g_error ("“%s” is an expression", right[i]);

  assert_places (&(Case){ "{\"properties\":{\"a\":{\"pattern\":\"(unclosed\"}}}", "/properties/a/pattern" }, TRUE);
  assert_places (&(Case){ "{\"patternProperties\":{\"[a\":{}}}", "/patternProperties/[a" }, TRUE);
}

/* Who has many errors has said enough, and who has much to read is not read to the end. */
static void
test_bounded (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"properties\":{");
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GPtrArray) none = NULL;
  gint64 budget = G_MAXINT32;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (schema, "%s\"p%u\":{\"type\":%u}", i > 0 ? "," : "", i, i);
  g_string_append (schema, "}}");

  some = mcp_schema_examine (schema->str, schema->len, TRUE, &budget, 5);
  g_assert_cmpuint (some->len, ==, 5);

  budget = 1000;
  none = mcp_schema_examine (schema->str, schema->len, TRUE, &budget, 5);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpint (budget, <, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/schema-examine/both", test_both);
  g_test_add_func ("/wire/schema-examine/dialects", test_dialects);
  g_test_add_func ("/wire/schema-examine/references", test_references);
  g_test_add_func ("/wire/schema-examine/patterns", test_patterns);
  g_test_add_func ("/wire/schema-examine/bounded", test_bounded);

  return g_test_run ();
}
