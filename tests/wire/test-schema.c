/* test-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-error.h"
#include "mcp-schema.h"
#include "mcp-shape.h"
#include "test-support.h"

/* Schemas. One file: it is mostly tables of schemas, and of what fits them. */

typedef struct
{
  const char  *property;  /* its schema */
  McpFieldKind kind;
  gboolean     nullable;
  const char  *label;
  const char  *options;   /* JSON=label, joined by a space; NULL if there are none */
} FieldCase;

static const FieldCase field_cases[] = {
  { "{\"type\":\"string\"}", MCP_FIELD_STRING, FALSE, "string", NULL },
  { "{\"type\":\"string\",\"format\":\"uri\",\"minLength\":1,\"maxLength\":9}", MCP_FIELD_STRING,
    FALSE, "string · uri · 1 – 9 characters", NULL },
  { "{\"type\":\"integer\",\"minimum\":1,\"maximum\":14}", MCP_FIELD_INTEGER, FALSE,
    "integer · 1 – 14", NULL },
  { "{\"type\":\"number\",\"minimum\":0.50}", MCP_FIELD_NUMBER, FALSE, "number · ≥ 0.50", NULL },
  { "{\"type\":\"number\",\"exclusiveMaximum\":1e2}", MCP_FIELD_NUMBER, FALSE, "number · < 1e2",
    NULL },
  { "{\"type\":\"boolean\"}", MCP_FIELD_BOOLEAN, FALSE, "boolean", NULL },
  { "{\"type\":[\"integer\",\"null\"]}", MCP_FIELD_INTEGER, TRUE, "integer | null", NULL },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", MCP_FIELD_STRING, TRUE,
    "string | null", NULL },
  { "{\"type\":[\"string\",\"number\"]}", MCP_FIELD_JSON, FALSE, "string | number", NULL },
  { "{\"enum\":[\"a\",\"b\"],\"type\":\"string\"}", MCP_FIELD_ENUM, FALSE, "string · 2 values",
    "\"a\"=a \"b\"=b" },
  { "{\"enum\":[1,\"1\",null,1.50]}", MCP_FIELD_ENUM, FALSE, "enum · 4 values",
    "1=1 \"1\"=1 null=null 1.50=1.50" },
  { "{\"enum\":[\"a\",\"b\"],\"enumNames\":[\"Alpha\"]}", MCP_FIELD_ENUM, FALSE,
    "enum · 2 values", "\"a\"=Alpha \"b\"=b" },
  { "{\"oneOf\":[{\"const\":\"a\",\"title\":\"Alpha\"},{\"const\":2}]}", MCP_FIELD_ENUM, FALSE,
    "enum · 2 values", "\"a\"=Alpha 2=2" },
  { "{\"anyOf\":[{\"const\":1},{\"type\":\"string\"}]}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"const\":\"x\"}", MCP_FIELD_ENUM, FALSE, "enum · 1 value", "\"x\"=x" },
  { "{\"enum\":[]}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", MCP_FIELD_JSON, FALSE,
    "array of string", NULL },
  { "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},"
    "\"minItems\":1,\"maxItems\":2}",
    MCP_FIELD_MULTI, FALSE, "array of string · 2 values · 1 – 2 chosen", "\"a\"=a \"b\"=b" },
  { "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"Alpha\"},"
    "{\"const\":\"b\",\"title\":\"Beta\"}]}}",
    MCP_FIELD_MULTI, FALSE, "array · 2 values", "\"a\"=Alpha \"b\"=Beta" },
  { "{\"type\":\"object\"}", MCP_FIELD_JSON, FALSE, "object", NULL },
  { "{\"type\":\"strng\"}", MCP_FIELD_JSON, FALSE, "strng", NULL },
  { "{\"type\":7}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "true", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "[]", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"$ref\":\"#/$defs/port\"}", MCP_FIELD_INTEGER, FALSE, "integer · 1 – 65535", NULL },
  { "{\"$ref\":\"#/$defs/a~1b%20c\"}", MCP_FIELD_BOOLEAN, FALSE, "boolean", NULL },
  { "{\"$ref\":\"#anchored\"}", MCP_FIELD_STRING, FALSE, "string", NULL },
  { "{\"allOf\":[{\"$ref\":\"#/$defs/port\"}],\"default\":1}", MCP_FIELD_INTEGER, FALSE,
    "integer · 1 – 65535", NULL },
  { "{\"anyOf\":[{\"$ref\":\"#/$defs/port\"},{\"type\":\"null\"}]}", MCP_FIELD_INTEGER, TRUE,
    "integer · 1 – 65535 | null", NULL },
  { "{\"$ref\":\"#/$defs/loop\"}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"$ref\":\"#/$defs/absent\"}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"$ref\":\"http://localhost/x.json\"}", MCP_FIELD_JSON, FALSE, "any", NULL },
  { "{\"$ref\":\"#\"}", MCP_FIELD_JSON, FALSE, "object", NULL },
};

static char *
join_options (const McpField *field)
{
  GString *out;

  if (field->enum_json == NULL)
    return NULL;

  out = g_string_new (NULL);
  for (guint i = 0; field->enum_json[i] != NULL; i++)
    g_string_append_printf (out, "%s%s=%s", i > 0 ? " " : "", field->enum_json[i],
                            field->enum_labels[i]);

  return g_string_free (out, FALSE);
}

static void
test_schema_field_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (field_cases); i++)
    {
      const FieldCase *c = &field_cases[i];
      g_autofree char *text =
        g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"x\":%s},\"$defs\":{"
                         "\"port\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":65535},"
                         "\"a/b c\":{\"type\":\"boolean\"},"
                         "\"n\":[{\"$anchor\":\"anchored\",\"type\":\"string\"}],"
                         "\"loop\":{\"$ref\":\"#/$defs/loop\"}}}", c->property);
      g_autoptr (GError) error = NULL;
      g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, &error);
      g_autofree char *options = NULL;
      const McpField *field;

      g_test_message ("%s", c->property);
      g_assert_no_error (error);
      g_assert_cmpuint (mcp_schema_get_n_fields (schema), ==, 1);
      field = mcp_schema_get_field (schema, 0);
      options = join_options (field);
      g_assert_cmpint (field->kind, ==, c->kind);
      g_assert_cmpint (field->nullable, ==, c->nullable);
      g_assert_cmpstr (field->type_label, ==, c->label);
      g_assert_cmpstr (options, ==, c->options);
      g_assert_cmpstr (field->schema_json, ==, c->property);
    }
}

static void
test_schema_fields (void)
{
  const char text[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"z.dotted\":{\"type\":\"string\",\"title\":\"Zed\",\"description\":\"d\\u00e9\"},"
    "\"big\":{\"type\":\"integer\",\"default\":9007199254740993},"
    "\"z.dotted\":{\"type\":\"number\",\"default\":1.50}},"
    "\"required\":[\"big\",\"absent\",5]}";
  g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, NULL);
  const McpField *field;

  g_assert_cmpstr (mcp_schema_get_text (schema), ==, text);
  g_assert_cmpuint (mcp_schema_get_n_fields (schema), ==, 2);

  field = mcp_schema_get_field (schema, 0);
  g_assert_cmpstr (field->name, ==, "z.dotted");
  g_assert_cmpint (field->kind, ==, MCP_FIELD_NUMBER);
  g_assert_cmpstr (field->default_json, ==, "1.50");
  g_assert_false (field->required);
  g_assert_null (field->title);

  field = mcp_schema_find_field (schema, "big");
  g_assert_true (field == mcp_schema_get_field (schema, 1));
  g_assert_cmpstr (field->default_json, ==, "9007199254740993");
  g_assert_true (field->required);
  g_assert_null (mcp_schema_find_field (schema, "absent"));
}

static void
test_schema_formats (void)
{
  static const struct
  {
    const char *format;
    const char *text;
    gboolean    fits;
  } cases[] = {
    { "email", "ada@example.org", TRUE },
    { "email", "ada@localhost", TRUE },
    { "email", "ada at home", FALSE },
    { "email", "@example.org", FALSE },
    { "email", "a@b@c", FALSE },
    { "uri", "https://example.org/?a=b", TRUE },
    { "uri", "urn:x:1", TRUE },
    { "uri", "example.org", FALSE },
    { "uri", "", FALSE },
    { "date", "2024-02-29", TRUE },
    { "date", "2026-02-29", FALSE },
    { "date", "2026-2-9", FALSE },
    { "date", "2026-02-09\n", FALSE },
    { "date-time", "2026-07-28T12:00:00Z", TRUE },
    { "date-time", "2026-07-28t12:00:60.123+09:00", TRUE },
    { "date-time", "2026-07-28T24:00:00Z", FALSE },
    { "date-time", "2026-07-28 12:00:00Z", TRUE },
    { "date-time", "2026-07-28T12:00:00", FALSE },
    { "date-time", "2026-13-28T12:00:00Z", FALSE },
    { "time", "12:00:00Z", TRUE },
    { "time", "12:00", FALSE },
    { "duration", "P1Y2M3DT4H5M6S", TRUE },
    { "duration", "P4W", TRUE },
    { "duration", "P", FALSE },
    { "duration", "PT", FALSE },
    { "duration", "P1D2W", FALSE },
    { "hostname", "a-b.example", TRUE },
    { "hostname", "-a.example", FALSE },
    { "hostname", "a..b", FALSE },
    { "ipv4", "127.0.0.1", TRUE },
    { "ipv4", "127.0.0.256", FALSE },
    { "ipv6", "::1", TRUE },
    { "ipv6", "1::2::3", FALSE },
    { "uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", TRUE },
    { "uuid", "2eb8aa08aa9811eab4aa73b441d16380", FALSE },
    { "json-pointer", "/a~1b/0", TRUE },
    { "json-pointer", "a", FALSE },
    { "json-pointer", "/~2", FALSE },
    { "uri-reference", "../x?y", TRUE },
    { "uri-template", "file:///{path}", TRUE },
    { "uri-template", "file:///{path", FALSE },
    { "isbn", "anything", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s %s", cases[i].format, cases[i].text);
      g_assert_cmpint (mcp_schema_check_format (cases[i].format, cases[i].text), ==,
                       cases[i].fits);
    }
}

static void
test_schema_odd_roots (void)
{
  const char * const bare[] = { "true", "false", "{}", "{\"properties\":[]}",
                                "{\"properties\":null,\"required\":\"x\"}" };
  const char * const refused[] = { "[]", "7", "null", "\"x\"", "{", "" };
  g_autoptr (McpSchema) referring =
    mcp_schema_new ("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"properties\":{\"p\":true},"
                    "\"required\":[\"p\"]}}}", -1, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (bare); i++)
    {
      g_autoptr (McpSchema) schema = mcp_schema_new (bare[i], -1, NULL);

      g_assert_cmpuint (mcp_schema_get_n_fields (schema), ==, 0);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_schema_new (refused[i], -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }

  g_assert_cmpuint (mcp_schema_get_n_fields (referring), ==, 1);
  g_assert_true (mcp_schema_get_field (referring, 0)->required);
}

/* One option in a branch, and very many in the next one: each is looked for once. */
static void
test_schema_many_options (void)
{
  g_autoptr (GString) text =
    g_string_new ("{\"oneOf\":[{\"properties\":{\"x\":{\"enum\":[\"a\"]}}},"
                  "{\"properties\":{\"x\":{\"enum\":[\"b\"");
  g_autoptr (McpSchema) schema = NULL;
  gint64 begin_usec = test_get_worked_usec ();
  const McpField *field;

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, ",\"%u\"", i);
  g_string_append (text, "]}}}]}");
  schema = mcp_schema_new (text->str, -1, NULL);
  g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 2 * G_USEC_PER_SEC);
  g_assert_cmpuint (mcp_schema_get_n_fields (schema), ==, 1);
  field = mcp_schema_get_field (schema, 0);
  g_assert_cmpuint (g_strv_length (field->enum_json), ==, 60002);
}

/* Properties of the branches of a root: all of allOf, any of oneOf. */
static void
test_schema_branches (void)
{
  static const struct
  {
    const char *text;
    const char *fields;  /* "*" is required */
  } cases[] = {
    { "{\"allOf\":[{\"properties\":{\"a\":{},\"b\":{}},\"required\":[\"a\"]},"
      "{\"properties\":{\"c\":{\"type\":\"number\"}},\"required\":[\"c\"]}]}", "a* b c* " },
    { "{\"properties\":{\"r\":{}},\"oneOf\":[{\"properties\":{\"a\":{}},\"required\":[\"a\"]},"
      "{\"$ref\":\"#/$defs/two\"}],\"$defs\":{\"two\":{\"properties\":{\"b\":{},\"r\":{}}}}}", "r a b " },
    { "{\"anyOf\":[{\"properties\":{\"kind\":{\"const\":\"x\"}}},"
      "{\"properties\":{\"kind\":{\"const\":\"y\"}}}]}", "kind[x][y] " },
    { "{\"anyOf\":[{\"anyOf\":[{\"anyOf\":[{\"properties\":{\"deep\":{}}},{}]},{}]},{}]}", "deep " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpSchema) schema = mcp_schema_new (cases[i].text, -1, NULL);
      g_autoptr (GString) fields = g_string_new (NULL);

      for (guint j = 0; j < mcp_schema_get_n_fields (schema); j++)
        {
          const McpField *field = mcp_schema_get_field (schema, j);

          g_string_append (fields, field->name);
          for (guint k = 0; field->enum_labels != NULL && field->enum_labels[k] != NULL; k++)
            g_string_append_printf (fields, "[%s]", field->enum_labels[k]);
          g_string_append (fields, field->required ? "* " : " ");
        }
      g_assert_cmpstr (fields->str, ==, cases[i].fields);
    }
}

typedef struct
{
  const char *property;
  const char *text;
  const char *expected;  /* NULL if it is refused */
} TypeCase;

static const TypeCase type_cases[] = {
  { "{\"type\":\"string\"}", " a\"b ", "\" a\\\"b \"" },
  { "{\"type\":\"string\"}", "", "\"\"" },
  { "{\"type\":[\"string\",\"null\"]}", "null", "\"null\"" },
  { "{\"type\":\"integer\"}", " 9007199254740993 ", "9007199254740993" },
  { "{\"type\":\"integer\"}", "1.0", "1.0" },
  { "{\"type\":\"integer\"}", "1.5", NULL },
  { "{\"type\":\"integer\"}", "abc", NULL },
  { "{\"type\":\"integer\"}", "", NULL },
  { "{\"type\":\"integer\"}", "1 2", NULL },
  { "{\"type\":[\"integer\",\"null\"]}", "null", "null" },
  { "{\"type\":\"integer\"}", "null", NULL },
  { "{\"type\":\"number\"}", "1.10", "1.10" },
  { "{\"type\":\"number\"}", "-1e400", "-1e400" },
  { "{\"type\":\"number\"}", "0x10", NULL },
  { "{\"type\":\"number\"}", "NaN", NULL },
  { "{\"type\":\"number\"}", "01", NULL },
  { "{\"type\":\"boolean\"}", "true", "true" },
  { "{\"type\":\"boolean\"}", "yes", NULL },
  { "{\"enum\":[1,\"b\",null]}", "1", "1" },
  { "{\"enum\":[1,\"b\",null]}", "b", "\"b\"" },
  { "{\"enum\":[1,\"b\",null]}", "\"b\"", "\"b\"" },
  { "{\"enum\":[1,\"b\",null]}", "null", "null" },
  { "{\"enum\":[1,\"b\",null]}", "c", NULL },
  { "{\"enum\":[\"a\",\"b\"],\"enumNames\":[\"b\",\"Beta\"]}", "b", "\"b\"" },
  { "{\"enum\":[\"a\",\"b\"],\"enumNames\":[\"Alpha\",\"Beta\"]}", "Alpha", "\"a\"" },
  { "{\"type\":\"object\"}", " {\"a\": 1} ", "{\"a\": 1}" },
  { "{\"type\":\"object\"}", "{a:1}", NULL },
  { "{\"type\":[\"string\",\"number\"]}", "12", "12" },
  { "{\"type\":[\"string\",\"number\"]}", "hello", "\"hello\"" },
  { "{}", "hello", "\"hello\"" },
  { "{}", "[1]", "[1]" },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\"}]}", "a b", "\"a b\"" },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\"}]}", "[1]", "[1]" },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\"}]}", "12", "\"12\"" },
  { "{\"oneOf\":[{\"$ref\":\"#/$defs/name\"},{\"type\":\"number\"}]}", "x", "\"x\"" },
  { "{\"oneOf\":[{\"type\":\"boolean\"},{\"type\":\"number\"}]}", "x", NULL },
  { "{\"properties\":{\"a\":{}}}", "x", NULL },
};

static void
test_schema_types_values (void)
{
  g_autofree char *json = mcp_schema_type_value (NULL, "[1]", NULL);
  g_autofree char *string = mcp_schema_type_value (NULL, "hello", NULL);

  g_assert_cmpstr (json, ==, "[1]");
  g_assert_cmpstr (string, ==, "\"hello\"");

  for (gsize i = 0; i < G_N_ELEMENTS (type_cases); i++)
    {
      const TypeCase *c = &type_cases[i];
      g_autofree char *text = g_strdup_printf (
        "{\"properties\":{\"port\":%s},\"$defs\":{\"name\":{\"type\":\"string\"}}}", c->property);
      g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *value = mcp_schema_type_value (mcp_schema_get_field (schema, 0), c->text,
                                                      &error);

      g_test_message ("%s: %s", c->property, c->text);
      g_assert_cmpstr (value, ==, c->expected);
      if (c->expected == NULL)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
          g_assert_nonnull (strstr (error->message, "“port”"));
        }
    }
}

typedef struct
{
  const char *schema;
  const char *value;
  const char *expected;  /* "path keyword" of each entry, joined by "; " */
} FitCase;

static const FitCase fit_cases[] = {
  { "true", "1", "" },
  { "false", "1", " false" },
  { "{\"type\":\"integer\"}", "1.0", "" },
  { "{\"type\":\"integer\"}", "1.5", " type" },
  { "{\"type\":[\"string\",\"null\"]}", "null", "" },
  { "{\"type\":[\"string\",\"null\"]}", "1", " type" },
  { "{\"type\":\"strng\"}", "1", "" },
  { "{\"enum\":[1,{\"a\":[1,2]}]}", "{\"a\":[1.0,2e0]}", "" },
  { "{\"enum\":[1,\"x\"]}", "\"\\u0078\"", "" },
  { "{\"enum\":[1,\"x\"]}", "2", " enum" },
  { "{\"enum\":[{\"a\":1,\"b\":2}]}", "{\"b\":2,\"a\":1}", "" },
  { "{\"enum\":[{\"a\":1,\"b\":2}]}", "{\"b\":2}", " enum" },
  { "{\"const\":9007199254740993}", "9007199254740992", " const" },
  { "{\"const\":0}", "-0.0", "" },
  { "{\"minimum\":1,\"maximum\":2}", "1.5", "" },
  { "{\"minimum\":1,\"maximum\":2}", "0.99", " minimum" },
  { "{\"minimum\":1,\"maximum\":2}", "2e1", " maximum" },
  { "{\"minimum\":1,\"maximum\":2}", "\"x\"", "" },
  { "{\"maximum\":1e400}", "1e399", "" },
  { "{\"minimum\":9007199254740993}", "9007199254740992", " minimum" },
  { "{\"exclusiveMinimum\":1,\"exclusiveMaximum\":2}", "1", " exclusiveMinimum" },
  { "{\"exclusiveMinimum\":1,\"exclusiveMaximum\":2}", "2", " exclusiveMaximum" },
  { "{\"minimum\":1,\"exclusiveMinimum\":true}", "1", " minimum" },
  { "{\"multipleOf\":3}", "9007199254740993", "" },
  { "{\"multipleOf\":0.1}", "1.1", "" },
  { "{\"multipleOf\":0.5}", "0.75", " multipleOf" },
  { "{\"multipleOf\":0}", "1", "" },
  { "{\"minLength\":2}", "\"\xf0\x9f\x98\x80\"", " minLength" },
  { "{\"maxLength\":1}", "\"\\ud83d\\ude00\"", "" },
  { "{\"maxLength\":1}", "\"ab\"", " maxLength" },
  { "{\"pattern\":\"^a+$\"}", "\"aaa\"", "" },
  { "{\"pattern\":\"^a+$\"}", "\"aa\\n\"", " pattern" },
  { "{\"pattern\":\"\\\\u00e9\"}", "\"\xc3\xa9\"", "" },
  { "{\"pattern\":\"(\"}", "\"x\"", "? pattern" },
  { "{\"pattern\":\"^(a+)+$\"}", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"", "? pattern" },
  { "{\"format\":\"email\"}", "\"no mail\"", "" },
  { "{\"required\":[\"a\",\"b\"]}", "{\"a\":1}", " required" },
  { "{\"properties\":{\"a/b\":{\"type\":\"string\"},\"~\":false}}", "{\"a/b\":1,\"~\":2}",
    "/a~1b type; /~0 false" },
  { "{\"properties\":{\"a\":true},\"additionalProperties\":false}", "{\"a\":1,\"b\":2}",
    " additionalProperties" },
  { "{\"patternProperties\":{\"^x-\":{\"type\":\"integer\"}},\"additionalProperties\":"
    "{\"type\":\"string\"}}", "{\"x-a\":1,\"x-b\":\"\",\"c\":2}", "/x-b type; /c type" },
  { "{\"propertyNames\":{\"maxLength\":2}}", "{\"abc\":1}", " propertyNames" },
  { "{\"minProperties\":2}", "{\"a\":1,\"a\":2}", " minProperties" },
  { "{\"maxProperties\":0}", "{\"a\":1}", " maxProperties" },
  { "{\"items\":{\"type\":\"integer\"}}", "[1,\"x\",3,null]", "/1 type; /3 type" },
  { "{\"items\":false}", "[]", "" },
  { "{\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"integer\"}}", "[\"a\",1,\"b\"]",
    "/2 type" },
  { "{\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}", "[1,2]", "/0 type; /1 false" },
  { "{\"minItems\":2,\"maxItems\":2}", "[1]", " minItems" },
  { "{\"minItems\":2,\"maxItems\":2}", "[1,2,3]", " maxItems" },
  { "{\"uniqueItems\":true}", "[1,\"1\",{\"a\":1,\"b\":2},{\"b\":2,\"a\":2}]", "" },
  { "{\"uniqueItems\":true}", "[{\"a\":1,\"b\":2},0,{\"b\":2,\"a\":1.0}]", " uniqueItems" },
  { "{\"contains\":{\"type\":\"integer\"}}", "[\"a\"]", " contains" },
  { "{\"contains\":{\"type\":\"integer\"},\"minContains\":0}", "[\"a\"]", "" },
  { "{\"contains\":{\"type\":\"integer\"},\"maxContains\":1}", "[1,2]", " maxContains" },
  { "{\"allOf\":[{\"type\":\"integer\"},{\"minimum\":5}]}", "1.5", " type; " " minimum" },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":5}]}", "1", " anyOf" },
  { "{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":5}]}", "7", "" },
  { "{\"oneOf\":[{\"type\":\"integer\"},{\"minimum\":5}]}", "7", " oneOf" },
  { "{\"oneOf\":[{\"type\":\"integer\"},{\"minimum\":5}]}", "1", "" },
  { "{\"not\":{\"type\":\"integer\"}}", "1", " not" },
  { "{\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]},\"else\":false}", "{\"a\":1}",
    " required" },
  { "{\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]},\"else\":false}", "{}",
    " false" },
  { "{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}", " dependentRequired" },
  { "{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}", "{\"a\":1}", " required" },
  { "{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"maxProperties\":1}}}", "{\"a\":1,\"c\":2}",
    " dependencies;  maxProperties" },
  { "{\"$ref\":\"#/$defs/s\",\"$defs\":{\"s\":{\"type\":\"string\"}}}", "1", " type" },
  { "{\"properties\":{\"next\":{\"$ref\":\"#\"}},\"required\":[\"v\"]}",
    "{\"v\":1,\"next\":{\"v\":2,\"next\":{}}}", "/next/next required" },
  { "{\"$id\":\"https://x.test/s\",\"$ref\":\"https://x.test/s#/$defs/s\","
    "\"$defs\":{\"s\":{\"type\":\"string\"}}}", "1", " type" },
  { "{\"items\":{\"$ref\":\"https://x.test/other\"}}", "[1,2]", "?/0 $ref" },
  { "{\"anyOf\":[{\"$ref\":\"#/absent\"}]}", "1", "! $ref" },
  /* A part with an $id is where the references in it start from. */
  { "{\"$id\":\"https://x.test/root\",\"$ref\":\"#/$defs/inner\",\"$defs\":{\"n\":{\"type\":\"null\"},"
    "\"inner\":{\"$id\":\"inner\",\"properties\":{\"v\":{\"$ref\":\"#/$defs/n\"}},"
    "\"$defs\":{\"n\":{\"type\":\"integer\"}}}}}", "{\"v\":1}", "" },
  { "{\"$ref\":\"item\",\"$defs\":{\"i\":{\"$id\":\"item\",\"$ref\":\"#a\",\"$defs\":"
    "{\"a\":{\"$anchor\":\"a\",\"type\":\"integer\"}}},\"b\":{\"$anchor\":\"a\",\"type\":\"null\"}}}",
    "1", "" },
  { "{\"$id\":\"http://x.test/a/b\",\"$ref\":\"../c#/$defs/n\",\"$defs\":{\"c\":{\"$id\":\"/c\","
    "\"$defs\":{\"n\":{\"type\":\"null\"}}}}}", "1", " type" },
  { "{\"$id\":\"urn:x:1\",\"$ref\":\"urn:x:1#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"null\"}}}", "1", " type" },
  { "{\"$ref\":\"x\",\"const\":{\"$id\":\"x\",\"not\":{}}}", "{\"$id\":\"x\",\"not\":{}}", "? $ref" },
  { "{\"properties\":{\"$id\":{\"type\":\"string\"}},\"$ref\":\"#/properties/$id\"}", "1", " type" },
  /* What cannot be looked into decides nothing. */
  { "{\"not\":{\"$ref\":\"#/absent\"}}", "1", "! $ref" },
  { "{\"oneOf\":[{\"$ref\":\"#/absent\"},true]}", "1", "! $ref" },
  { "{\"if\":{\"$recursiveRef\":\"#\"},\"then\":false}", "1", "? $recursiveRef" },
  { "{\"$dynamicRef\":\"#a\"}", "1", "! $dynamicRef" },
  { "{\"$schema\":\"http://x.test/mine\",\"type\":\"null\"}", "1", "? $schema;  type" },
  { "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}", "{\"type\":5}", "/type anyOf" },
  { "{\"$ref\":\"http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger\"}", "-1", " minimum" },
  { "{\"$ref\":\"https://json-schema.org/draft/2020-12/nowhere\"}", "1", "? $ref" },
  /* What no schema of the place has looked at. */
  { "{\"allOf\":[{\"properties\":{\"a\":{}}}],\"unevaluatedProperties\":false}", "{\"a\":1,\"b\":2}",
    " unevaluatedProperties" },
  { "{\"unevaluatedProperties\":{\"type\":\"null\"},\"properties\":{\"a\":{}}}", "{\"a\":1,\"b\":2}", "/b type" },
  { "{\"not\":{\"not\":{\"properties\":{\"a\":{}}}},\"unevaluatedProperties\":false}", "{\"a\":1}",
    " unevaluatedProperties" },
  { "{\"prefixItems\":[true],\"contains\":{\"const\":3},\"unevaluatedItems\":false}", "[1,3,2]", "/2 false" },
  { "{\"\\u0075nevaluatedItems\":false}", "[1]", "/0 false" },
  { "{\"patternProperties\":{\"(\":false}}", "{\"a\":1}", "? pattern" },
  { "{\"pattern\":\"(?:a?){16}[bc]\"}", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "? pattern" },
  { "{\"\\u0070attern\":\"^a\"}", "\"b\"", " pattern" },
  { "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$ref\":\"#/d\",\"d\":true,"
    "\"type\":\"string\"}", "1", "" },
  { "{\"type\":5,\"required\":{},\"properties\":[],\"items\":3,\"anyOf\":{},\"minimum\":\"a\"}",
    "{\"a\":[1]}", "" },
};

static char *
join_errors (GPtrArray *errors)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < errors->len; i++)
    {
      McpSchemaError *error = errors->pdata[i];

      g_test_message ("%s: %s", error->path, error->message);
      g_string_append_printf (out, "%s%s%s %s", i > 0 ? "; " : "",
                              error->verdict == MCP_SCHEMA_UNCHECKED ? "?"
                              : error->verdict == MCP_SCHEMA_BROKEN  ? "!"
                                                                     : "",
                              error->path, error->keyword);
    }

  return g_string_free (out, FALSE);
}

static void
test_schema_validates (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fit_cases); i++)
    {
      const FitCase *c = &fit_cases[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (McpSchema) schema = mcp_schema_new (c->schema, -1, &error);
      g_autoptr (GPtrArray) errors = NULL;
      g_autofree char *actual = NULL;

      g_test_message ("%s for %s", c->schema, c->value);
      g_assert_no_error (error);
      errors = mcp_schema_validate (schema, c->value, -1);
      actual = join_errors (errors);
      g_assert_cmpstr (actual, ==, c->expected);
    }
}

/* What stands deeper, through references, branches and tuples. */
static void
test_schema_field_at (void)
{
  static const char text[] =
    "{\"properties\":{\"o\":{\"$ref\":\"#/$defs/o\"},\"t\":{\"prefixItems\":[{\"type\":\"null\"}],"
    "\"items\":{\"type\":\"string\"}},\"m\":{\"additionalProperties\":{\"type\":\"integer\"}}},"
    "\"$defs\":{\"o\":{\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"boolean\"}}},"
    "{\"properties\":{\"b\":{\"items\":{\"$ref\":\"#/$defs/o\"}}}}]}}}";
  static const struct
  {
    const char *path[6];
    const char *label;   /* (nullable): nothing is said */
  } cases[] = {
    { { "o", "a" }, "boolean" }, { { "o", "b", "[7]", "a" }, "boolean" }, { { "t", "[0]" }, "null" },
    { { "t", "[1]" }, "string" }, { { "m", "any" }, "integer" },          { { "o", "c" }, NULL },
    { { "x" }, NULL },            { { "o", "[0]" }, NULL },               { { "m", "[0]" }, NULL },
  };
  g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, NULL);
  g_autoptr (McpShape) whole = mcp_shape_new_object (schema);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpShape *shape = mcp_shape_find (whole, cases[i].path);

      g_assert_cmpstr (shape != NULL ? mcp_shape_get_field (shape)->type_label : NULL, ==, cases[i].label);
    }
}

/* Where the keyword stands that says so: in the schema, or in another document by its URI. */
static void
test_schema_paths (void)
{
  static const struct
  {
    const char *schema;
    const char *value;
    const char *path;
  } cases[] = {
    { "{\"type\":\"null\"}", "1", "/type" },
    { "{\"properties\":{\"a/b\":{\"items\":[{},{\"minimum\":5}]}}}", "{\"a/b\":[0,1]}",
      "/properties/a~1b/items/1/minimum" },
    { "{\"$defs\":{\"n\":{\"type\":\"null\"}},\"allOf\":[{\"$ref\":\"#/$defs/n\"}]}", "1", "/$defs/n/type" },
    { "{\"additionalProperties\":{\"not\":{}}}", "{\"a\":1}", "/additionalProperties/not" },
    { "{\"properties\":{\"a\":false}}", "{\"a\":1}", "/properties/a" },
    { "{\"$ref\":\"http://json-schema.org/draft-07/schema#\"}", "{\"maxLength\":-1}",
      "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger/minimum" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpSchema) schema = mcp_schema_new (cases[i].schema, -1, NULL);
      g_autoptr (GPtrArray) errors = mcp_schema_validate (schema, cases[i].value, -1);

      g_assert_cmpuint (errors->len, ==, 1);
      g_assert_cmpstr (((McpSchemaError *) errors->pdata[0])->schema_path, ==, cases[i].path);
    }
}

static void
test_schema_invalid_value (void)
{
  g_autoptr (McpSchema) schema = mcp_schema_new ("{}", -1, NULL);
  g_autoptr (GPtrArray) errors = mcp_schema_validate (schema, "{\"a\":}", -1);

  g_assert_cmpuint (errors->len, ==, 1);
}

static char *
nest (const char *open,
      const char *middle,
      const char *close,
      guint       depth)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (out, open);
  g_string_append (out, middle);
  for (guint i = 0; i < depth; i++)
    g_string_append (out, close);

  return g_string_free (out, FALSE);
}

static void
check_gives_up (const char *schema_text,
                const char *value)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (schema_text, -1, NULL);
  g_autoptr (GPtrArray) errors = NULL;
  gint64 start_usec = test_get_worked_usec ();
  McpSchemaError *last;

  errors = mcp_schema_validate (schema, value, -1);
  g_assert_cmpuint (errors->len, >, 0);
  last = errors->pdata[errors->len - 1];
  g_assert_cmpstr (last->keyword, ==, "");
  /* Far more than it takes, far less than for ever. */
  g_assert_cmpint (test_get_worked_usec () - start_usec, <, 20 * G_USEC_PER_SEC);
}

/* Schemas made to blow the stack or to run for ever. */
static void
test_schema_hostile (void)
{
  g_autofree char *deep_all = nest ("{\"allOf\":[", "{\"type\":\"string\"}", "]}", 3000);
  g_autofree char *deep_properties = nest ("{\"properties\":{\"a\":", "true", "}}", 3000);
  g_autofree char *deep_value = nest ("{\"a\":", "1", "}", 3000);
  g_autofree char *doubling = nest ("{\"anyOf\":[{\"$ref\":\"#\"},", "false", "]}", 30);

  check_gives_up (deep_all, "1");
  check_gives_up (deep_properties, deep_value);
  check_gives_up ("{\"$ref\":\"#\"}", "1");
  check_gives_up ("{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}},"
                  "\"$ref\":\"#/$defs/a\"}", "1");
  check_gives_up ("{\"anyOf\":[{\"not\":{\"$ref\":\"#\"}},{\"not\":{\"$ref\":\"#\"}}]}", "1");
  check_gives_up (doubling, "1");
}

static void
test_schema_many_fields (void)
{
  g_autoptr (GString) text = g_string_new ("{\"properties\":{");
  g_autoptr (McpSchema) schema = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s\"p%u\":{\"$ref\":\"#\"}", i > 0 ? "," : "", i);
  g_string_append (text, "}}");

  schema = mcp_schema_new (text->str, text->len, NULL);
  g_assert_cmpuint (mcp_schema_get_n_fields (schema), ==, 5000);
}

static void
test_schema_boxed (void)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (McpSchema) schema = mcp_schema_new ("{}", -1, NULL);

  g_value_init (&value, MCP_TYPE_SCHEMA);
  g_value_set_boxed (&value, schema);
  g_assert_true (g_value_get_boxed (&value) == schema);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/schema/branches", test_schema_branches);
  g_test_add_func ("/wire/schema/many-options", test_schema_many_options);
  g_test_add_func ("/wire/schema/field-kinds", test_schema_field_kinds);
  g_test_add_func ("/wire/schema/fields", test_schema_fields);
  g_test_add_func ("/wire/schema/formats", test_schema_formats);
  g_test_add_func ("/wire/schema/odd-roots", test_schema_odd_roots);
  g_test_add_func ("/wire/schema/types-values", test_schema_types_values);
  g_test_add_func ("/wire/schema/validates", test_schema_validates);
  g_test_add_func ("/wire/schema/paths", test_schema_paths);
  g_test_add_func ("/wire/schema/field-at", test_schema_field_at);
  g_test_add_func ("/wire/schema/invalid-value", test_schema_invalid_value);
  g_test_add_func ("/wire/schema/hostile", test_schema_hostile);
  g_test_add_func ("/wire/schema/many-fields", test_schema_many_fields);
  g_test_add_func ("/wire/schema/boxed", test_schema_boxed);

  return g_test_run ();
}
