/* test-param-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-error.h"
#include "mcp-param-header.h"

typedef struct
{
  const char *text;
  const char *header;
} EncodeCase;

/* The first five are the vectors of 2026-07-28, basic/transports/streamable-http. */
static const EncodeCase encode_cases[] = {
  { "us-west1", "us-west1" },
  { "Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?=" },
  { " padded ", "=?base64?IHBhZGRlZCA=?=" },
  { "line1\nline2", "=?base64?bGluZTEKbGluZTI=?=" },
  { "=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=" },
  { "", "" },
  { "two words", "two words" },
  { "a\tb", "=?base64?YQli?=" },
  { "\x7f", "=?base64?fw==?=" },
  { "=?base64?", "=?base64?" },
  { "=?BASE64?x?=", "=?BASE64?x?=" },
};

/* As a server reads it. */
static char *
decode (const char *header)
{
  g_autofree char *base64 = NULL;
  g_autofree guchar *decoded = NULL;
  gsize length = strlen (header);

  if (length < 11 || !g_str_has_prefix (header, "=?base64?") || !g_str_has_suffix (header, "?="))
    return g_strdup (header);

  base64 = g_strndup (header + 9, length - 11);
  decoded = g_base64_decode (base64, &length);

  return g_strndup ((const char *) decoded, length);
}

static void
test_encode (gconstpointer data)
{
  const EncodeCase *expected = data;
  g_autofree char *header = mcp_param_header_encode (expected->text);
  g_autofree char *text = decode (header);

  g_assert_cmpstr (header, ==, expected->header);
  g_assert_cmpstr (text, ==, expected->text);
}

/* Whatever the text, the header is plain ASCII without outer blanks and decodes to the text. */
static void
test_round_trip (void)
{
  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *header = NULL;
      g_autofree char *back = NULL;
      guint length = g_test_rand_int_range (0, 12);

      for (guint i = 0; i < length; i++)
        switch (g_test_rand_int_range (0, 4))
          {
          case 0:
            g_string_append_unichar (text, g_test_rand_int_range (0x80, 0x3000));
            break;
          case 1:
            g_string_append (text, "=?base64?");
            break;
          case 2:
            g_string_append (text, "?=");
            break;
          default:
            g_string_append_c (text, g_test_rand_int_range (1, 0x80));
            break;
          }

      header = mcp_param_header_encode (text->str);
      back = decode (header);
      g_assert_cmpstr (back, ==, text->str);
      for (const char *p = header; *p != '\0'; p++)
        g_assert_true (*p >= 0x20 && *p <= 0x7e);
      g_assert_false (*header == ' ');
    }
}

typedef struct
{
  const char *name;
  const char *schema;
  const char *headers;  /* NULL: refused */
} SchemaCase;

#define PROPERTY(text) "{\"type\":\"object\",\"properties\":{\"p\":" text "}}"

static const SchemaCase schema_cases[] = {
  { "none", "{\"type\":\"object\"}", "" },
  { "string", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"Region\"}"), "Mcp-Param-Region" },
  { "integer", PROPERTY ("{\"type\":\"integer\",\"x-mcp-header\":\"N\"}"), "Mcp-Param-N" },
  { "boolean", PROPERTY ("{\"type\":\"boolean\",\"x-mcp-header\":\"B\"}"), "Mcp-Param-B" },
  { "method", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"Method\"}"), "Mcp-Param-Method" },
  { "nested", PROPERTY ("{\"type\":\"object\",\"properties\":"
                        "{\"q\":{\"type\":\"string\",\"x-mcp-header\":\"Q\"}}}"), "Mcp-Param-Q" },
  { "property-of-that-name",
    "{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}", "" },
  { "data", PROPERTY ("{\"type\":\"object\",\"default\":{\"x-mcp-header\":\"\"}}"), "" },
  { "empty", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"\"}"), NULL },
  { "no-string", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":true}"), NULL },
  { "object", PROPERTY ("{\"type\":\"object\",\"x-mcp-header\":\"O\"}"), NULL },
  { "array", PROPERTY ("{\"type\":\"array\",\"x-mcp-header\":\"A\"}"), NULL },
  { "null", PROPERTY ("{\"type\":\"null\",\"x-mcp-header\":\"A\"}"), NULL },
  { "number", PROPERTY ("{\"type\":\"number\",\"x-mcp-header\":\"A\"}"), NULL },
  { "no-type", PROPERTY ("{\"x-mcp-header\":\"A\"}"), NULL },
  { "space", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"My Region\"}"), NULL },
  { "colon", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"a:b\"}"), NULL },
  { "non-ascii", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"Région\"}"), NULL },
  { "control", PROPERTY ("{\"type\":\"string\",\"x-mcp-header\":\"a\\u0007\"}"), NULL },
  { "duplicate", "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
                 "\"b\":{\"type\":\"string\",\"x-mcp-header\":\"REGION\"}}}", NULL },
  { "root", "{\"type\":\"string\",\"x-mcp-header\":\"R\"}", NULL },
  { "items", PROPERTY ("{\"type\":\"array\",\"items\":"
                       "{\"type\":\"string\",\"x-mcp-header\":\"R\"}}"), NULL },
  { "one-of", "{\"oneOf\":[{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"R\"}}}]}",
    NULL },
  { "defs", "{\"$defs\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"R\"}}}", NULL },
  { "then", "{\"then\":{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"R\"}}}}", NULL },
};

static void
test_schema (gconstpointer data)
{
  const SchemaCase *expected = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpParamHeaders) headers =
    mcp_param_headers_new (expected->schema, strlen (expected->schema), &error);

  if (expected->headers == NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_assert_null (headers);
      return;
    }

  g_assert_no_error (error);
  g_assert_cmpuint (mcp_param_headers_get_n (headers), ==, *expected->headers != '\0');
  if (*expected->headers != '\0')
    g_assert_cmpstr (mcp_param_headers_get_name (headers, 0), ==, expected->headers);
}

static void
test_deep (void)
{
  g_autoptr (GString) schema = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append (schema, "{\"not\":");
  g_string_append (schema, "{}");
  for (guint i = 0; i < 3000; i++)
    g_string_append_c (schema, '}');

  g_assert_null (mcp_param_headers_new (schema->str, schema->len, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
}

/* Nobody takes a thousand headers. */
static void
test_too_many (void)
{
  for (guint n = 100; n <= 101; n++)
    {
      g_autoptr (GString) schema = g_string_new ("{\"properties\":{");
      McpParamHeaders *headers;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (schema,
                                "%s\"p%u\":{\"type\":\"string\",\"x-mcp-header\":\"h%u\"}",
                                i > 0 ? "," : "", i, i);
      g_string_append (schema, "}}");
      headers = mcp_param_headers_new (schema->str, schema->len, NULL);
      g_assert_true ((headers != NULL) == (n == 100));
      if (headers != NULL)
        mcp_param_headers_free (headers);
    }
}

static void
test_extract (void)
{
  const char *schema =
    "{\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
    "\"count\":{\"type\":\"integer\",\"x-mcp-header\":\"Count\"},"
    "\"dry\":{\"type\":\"boolean\",\"x-mcp-header\":\"Dry\"},"
    "\"none\":{\"type\":\"string\",\"x-mcp-header\":\"None\"},"
    "\"absent\":{\"type\":\"string\",\"x-mcp-header\":\"Absent\"},"
    "\"empty\":{\"type\":\"string\",\"x-mcp-header\":\"Empty\"},"
    "\"a.b\":{\"type\":\"object\",\"properties\":"
    "{\"c\":{\"type\":\"string\",\"x-mcp-header\":\"C\"}}},"
    "\"plain\":{\"type\":\"string\"}}}";
  const char *arguments = "{\"region\":\"세계\",\"count\":9007199254740991,\"dry\":false,\"none\":null,"
                          "\"empty\":\"\",\"a.b\":{\"c\":\"x y\"},\"plain\":\"p\"}";
  g_autoptr (McpParamHeaders) headers = mcp_param_headers_new (schema, strlen (schema), NULL);
  g_auto (GStrv) list = mcp_param_headers_extract (headers, arguments, strlen (arguments));
  g_autofree char *joined = g_strjoinv ("|", list);

  g_assert_cmpstr (joined, ==,
                   "Mcp-Param-Region|=?base64?7IS46rOE?=|Mcp-Param-Count|9007199254740991|"
                   "Mcp-Param-Dry|false|Mcp-Param-Empty||Mcp-Param-C|x y");
  g_assert_cmpstr (mcp_param_headers_get_path (headers, 6), ==, "a.b.c");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (encode_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/wire/param-header/encode/%zu", i);

      g_test_add_data_func (path, &encode_cases[i], test_encode);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (schema_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/wire/param-header/schema/%s", schema_cases[i].name);

      g_test_add_data_func (path, &schema_cases[i], test_schema);
    }
  g_test_add_func ("/wire/param-header/round-trip", test_round_trip);
  g_test_add_func ("/wire/param-header/deep", test_deep);
  g_test_add_func ("/wire/param-header/too-many", test_too_many);
  g_test_add_func ("/wire/param-header/extract", test_extract);

  return g_test_run ();
}
