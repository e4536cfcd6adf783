/* cli-csv.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-csv.h"
#include "mcp-error.h"
#include "mcp-json-table.h"
#include "mcp-json.h"

static gboolean
print_table (CliOutput *output,
             GBytes    *json)
{
  gsize length;
  const char *text = g_bytes_get_data (json, &length);
  g_autofree char *name = NULL;
  g_autoptr (McpJsonTable) table = NULL;
  g_autoptr (GString) line = g_string_new (NULL);
  McpSpan array;

  if (!mcp_json_validate (text, (gssize) length, NULL)
      || !mcp_json_table_find (text, length, &array, &name))
    return FALSE;

  table = mcp_json_table_new (json, &array);
  mcp_json_table_append_csv_head (table, line);
  cli_output_write (output, line->str, line->len);
  for (guint i = 0; i < mcp_json_table_get_n_rows (table); i++)
    {
      g_string_truncate (line, 0);
      mcp_json_table_append_csv_row (table, i, line);
      cli_output_write (output, line->str, line->len);
    }

  return TRUE;
}

/* The first text that is such JSON, of the blocks of a tool's result or the contents of a resource. */
static gboolean
print_first_text (CliOutput  *output,
                  const char *text,
                  gsize       length,
                  const char *member)
{
  McpSpan list, key, value;
  McpJsonIter iter;

  if (!mcp_json_lookup (text, length, member, &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *block = text + list.offset + value.offset;
      char *words = mcp_json_lookup_string (block, value.length, "text");
      g_autoptr (GBytes) json = NULL;

      if (words == NULL)
        words = mcp_json_lookup_string (block, value.length, "resource.text");
      if (words == NULL)
        continue;

      json = g_bytes_new_take (words, strlen (words));
      if (print_table (output, json))
        return TRUE;
    }

  return FALSE;
}

/**
 * cli_csv_print:
 * @result: the result of a call or a read, the server's tokens
 *
 * Prints the first array of objects in a result as CSV (RFC 4180): that of the structured content,
 * or of a text that is JSON.
 *
 * Returns: %FALSE with %MCP_ERROR_INVALID_RESPONSE when there is none
 */
gboolean
cli_csv_print (CliOutput  *output,
               GBytes     *result,
               GError    **error)
{
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  McpSpan structured;

  if (mcp_json_lookup (text, length, "structuredContent", &structured))
    {
      g_autoptr (GBytes) json = g_bytes_new_from_bytes (result, structured.offset,
                                                        structured.length);

      if (print_table (output, json))
        return TRUE;
    }

  if (print_first_text (output, text, length, "content")
      || print_first_text (output, text, length, "contents"))
    return TRUE;

  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                       _("--csv: there is no array of objects in the result"));
  return FALSE;
}
