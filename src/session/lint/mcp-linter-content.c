/* mcp-linter-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-json-edit.h"
#include "mcp-linter.h"
#include "mcp-schema.h"
#include "mcp-text.h"

/* What the blocks of content hold, and whether structured content is what was promised. */

#define MAX_WALKED_BYTES (1024 * 1024)
/* Who has more has the same trouble. */
#define MAX_BLOCKS 100

/**
 * mcp_linter_check_base64:
 * @reporter: who is told
 * @item: an object, valid JSON
 * @member: the member that holds bytes; it need not be there
 * @index: which item it is, from 1
 * @serial: the record of the answer
 *
 * Checks that bytes can be decoded (schema: `data` and `blob` are of format byte).
 */
void
mcp_linter_check_base64 (McpReporter *reporter,
                         const char *item,
                         gsize       length,
                         const char *member,
                         guint       index,
                         guint       serial)
{
  g_autofree char *data = mcp_json_lookup_string (item, length, member);

  if (data != NULL && !mcp_text_is_base64 (data))
    mcp_reporter_report (reporter, serial, "content.base64",
                         _("“%s” of item %u is not base64, so that it cannot be decoded"), member,
                         index);
}

/**
 * mcp_linter_check_blocks:
 * @reporter: who is told
 * @result: of tools/call, valid JSON
 * @serial: its record
 *
 * Checks what the blocks of content hold, beyond what the schema says of their members (server/tools).
 */
void
mcp_linter_check_blocks (McpReporter *reporter,
                         const char *result,
                         gsize       length,
                         guint       serial)
{
  McpJsonIter iter;
  McpSpan array;
  McpSpan value;

  if (length > MAX_WALKED_BYTES || !mcp_json_edit_find (result, length, "content", &array)
      || result[array.offset] != '[')
    return;

  mcp_json_iter_init (&iter, result + array.offset, array.length);
  for (guint i = 1; i <= MAX_BLOCKS && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      const char *block = result + array.offset + value.offset;
      g_autofree char *type = *block == '{' ? mcp_json_lookup_string (block, value.length, "type") : NULL;

      if (g_strcmp0 (type, "image") == 0 || g_strcmp0 (type, "audio") == 0)
        mcp_linter_check_base64 (reporter, block, value.length, "data", i, serial);
      else if (g_strcmp0 (type, "resource") == 0)
        mcp_linter_check_base64 (reporter, block, value.length, "resource.blob", i, serial);
    }
}

/* Whether the words of a schema are known: those of another dialect may mean anything. */
static gboolean
is_known_dialect (const char *schema)
{
  g_autofree char *dialect = mcp_json_lookup_string (schema, strlen (schema), "$schema");

  return dialect == NULL || strstr (dialect, "json-schema.org/draft") != NULL;
}

/*
 * Only what is certain is told: what is not in the schema itself is not fetched, and expressions are
 * JavaScript's, which ours may read otherwise. They are not even tried here.
 */
static void
check_schema (McpReporter *reporter,
              const char *name,
              const char *text,
              const char *value,
              gsize       length,
              guint       serial)
{
  g_autoptr (McpSchema) schema = is_known_dialect (text) ? mcp_schema_new (text, -1, NULL) : NULL;
  g_autoptr (GPtrArray) errors = NULL;
  gboolean told[MCP_SCHEMA_BROKEN + 1] = { FALSE };

  if (schema != NULL)
    errors = mcp_schema_validate_quickly (schema, value, length);

  for (guint i = 0; errors != NULL && i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];
      const char *path = *error->path != '\0' ? error->path : "/";

      if (told[error->verdict])
        continue;

      told[error->verdict] = TRUE;
      if (error->verdict == MCP_SCHEMA_BREAKS)
        mcp_reporter_report (reporter, serial, "result.schema",
                             _("The structuredContent of “%s” breaks its outputSchema: %s %s"), name,
                             path, error->message);
      else if (error->verdict == MCP_SCHEMA_BROKEN)
        mcp_reporter_report (reporter, serial, "tools.output-schema",
                             _("The structuredContent of “%s” could not be checked, as the fault is "
                               "in its outputSchema: %s %s"), name, path, error->message);
    }
}

/* Whether what is structured has text beside it; only an array that was seen to its end lacks it. */
static gboolean
lacks_text (const char *result,
            gsize       length)
{
  McpJsonIter iter;
  McpSpan array;
  McpSpan value;

  if (length > MAX_WALKED_BYTES || !mcp_json_edit_find (result, length, "content", &array)
      || result[array.offset] != '[' || !mcp_json_iter_init (&iter, result + array.offset, array.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      McpSpan type;
      const char *block = result + array.offset + value.offset;

      if (*block == '{' && mcp_json_edit_find (block, value.length, "type", &type)
          && mcp_json_key_equal (block + type.offset, type.length, "text"))
        return FALSE;
    }

  return TRUE;
}

static gboolean
may_be_structured (McpReporter *reporter,
                   const char  *value)
{
  return mcp_reporter_has (reporter, MCP_FEATURE_OUTPUT_SCHEMA_OF_ANY_TYPE) || *value == '{';
}

/**
 * mcp_linter_check_structured:
 * @reporter: who is told
 * @result: the result of a tool, valid JSON and no error of the tool
 * @serial: its record
 *
 * Checks the structured content of a result by itself (server/tools, structured content).
 */
void
mcp_linter_check_structured (McpReporter *reporter,
                             const char  *result,
                             gsize        length,
                             guint        serial)
{
  McpSpan span;

  if (!mcp_reporter_has (reporter, MCP_FEATURE_OUTPUT_SCHEMA)
      || !mcp_json_edit_find (result, length, "structuredContent", &span))
    return;

  if (!may_be_structured (reporter, result + span.offset))
    mcp_reporter_report (reporter, serial, "result.structured",
                         _("structuredContent is not an object, as it must be in this revision"));
  if (lacks_text (result, length))
    mcp_reporter_report (reporter, serial, "result.text",
                         _("A result has structuredContent and no text beside it for clients that read "
                           "text only"));
}

/**
 * mcp_linter_check_promised:
 * @reporter: who is told
 * @tool: that was called
 * @result: the result, valid JSON and no error of the tool
 * @serial: its record
 *
 * Checks that who promises a form for the result of a tool keeps it (server/tools, output schema).
 */
void
mcp_linter_check_promised (McpReporter    *reporter,
                           McpCatalogItem *tool,
                           const char     *result,
                           gsize           length,
                           guint           serial)
{
  const char *name = mcp_catalog_item_get_name (tool);
  g_autofree char *schema = mcp_catalog_item_lookup (tool, "outputSchema");
  McpSpan span;

  if (schema == NULL || !mcp_reporter_has (reporter, MCP_FEATURE_OUTPUT_SCHEMA))
    return;

  if (!mcp_json_edit_find (result, length, "structuredContent", &span))
    mcp_reporter_report (reporter, serial, "result.structured",
                         _("The tool “%s” has an outputSchema, and its result no structuredContent"), name);
  else if (*schema == '{' && strlen (schema) <= MAX_WALKED_BYTES && span.length <= MAX_WALKED_BYTES
           && may_be_structured (reporter, result + span.offset))
    check_schema (reporter, name, schema, result + span.offset, span.length, serial);
}
