/* fuzz-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-json.h"
#include "mcp-schema.h"

/* The first line is a schema, the rest a value: no schema makes it crash or run for ever. */

static void
check_fields (McpSchema  *schema,
              const char *text)
{
  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);
      g_autofree char *value = mcp_schema_type_value (field, text, NULL);

      g_assert_true (mcp_schema_find_field (schema, field->name) == field);
      g_assert_cmpint (field->kind == MCP_FIELD_ENUM || field->kind == MCP_FIELD_MULTI,
                       ==, field->enum_json != NULL);
      g_assert_nonnull (field->type_label);
      if (value != NULL)
        g_assert_true (mcp_json_validate (value, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  char *value = strchr (text, '\n');
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GPtrArray) errors = NULL;

  if (value != NULL)
    *value++ = '\0';
  else
    value = text;

  schema = mcp_schema_new (text, -1, NULL);
  if (schema == NULL)
    return 0;

  if (g_utf8_validate (value, -1, NULL))
    check_fields (schema, value);

  errors = mcp_schema_validate (schema, value, -1);
  for (guint i = 0; i < errors->len; i++)
    {
      McpSchemaError *error = errors->pdata[i];

      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (*error->path == '\0' || *error->path == '/');
    }

  return 0;
}
