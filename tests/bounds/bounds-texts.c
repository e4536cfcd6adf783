/* bounds-texts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "mcp-catalog-item.h"
#include "mcp-frontmatter.h"
#include "mcp-hash.h"
#include "mcp-header-value.h"
#include "mcp-json-edit.h"
#include "mcp-json-table.h"
#include "mcp-markdown.h"
#include "mcp-messages.h"
#include "mcp-query.h"
#include "mcp-recording-reader.h"
#include "mcp-redactor.h"
#include "mcp-resource-tree.h"
#include "mcp-summary.h"
#include "mcp-text-search.h"
#include "mcp-uri-template.h"

/* What reads texts: URIs and their templates, headers, Markdown, filters, and what looks for secrets. */

void
bounds_run_template (const char *data,
                     gsize       length)
{
  g_autoptr (McpUriTemplate) template = mcp_uri_template_new (data, NULL);
  g_autoptr (GHashTable) values = g_hash_table_new (mcp_str_hash, g_str_equal);
  g_autofree char *uri = NULL;

  if (template == NULL)
    return;

  g_hash_table_insert (values, (gpointer) "a", (gpointer) "%&x");
  uri = mcp_uri_template_expand (template, values);
}

void
bounds_run_header (const char *data,
                   gsize       length)
{
  g_autofree char *type = mcp_media_type_of (data);
  g_autofree char *encoded = mcp_param_header_encode (data);
  g_autofree char *masked = mcp_header_mask ("Authorization", data);
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  mcp_header_value_is_valid (data);
  mcp_header_parse (data, &name, &value, NULL);
}

void
bounds_run_search (const char *data,
                   gsize       length)
{
  static const char *const needles[] = { "aaaaaaaaaaaaaaab", "a", "X", "é" };

  for (guint i = 0; i < G_N_ELEMENTS (needles); i++)
    g_array_unref (mcp_text_search (data, length, needles[i], 1000, NULL, NULL));
}

void
bounds_run_visible (const char *data,
                    gsize       length)
{
  g_autofree char *visible = mcp_format_visible (data, length, TRUE);
}

void
bounds_run_table (const char *data,
                  gsize       length)
{
  g_autoptr (GBytes) json = g_bytes_new_static (data, length);
  g_autoptr (McpJsonTable) table = NULL;
  g_autofree char *name = NULL;
  McpSpan array;

  if (!mcp_json_validate (data, length, NULL) || !mcp_json_lookup (data, length, NULL, &array))
    return;

  mcp_json_table_find (data, length, &array, &name);
  table = mcp_json_table_new (json, &array);
  for (guint i = 0; i < mcp_json_table_get_n_rows (table); i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      mcp_json_table_append_csv_row (table, i, line);
      if (mcp_json_table_get_n_columns (table) > 0)
        mcp_json_table_compare (table, 0, 0, i);
    }
}

void
bounds_run_markdown (const char *data,
                     gsize       length)
{
  g_autoptr (GPtrArray) blocks = mcp_markdown_parse (data);

  mcp_markdown_is_likely (data);
}

void
bounds_run_redactor (const char *data,
                     gsize       length)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *redacted = NULL;
  g_autofree char *http = NULL;
  gsize n;

  mcp_redactor_add_secret (redactor, "aaaaaaaaaaaaaaab");
  redacted = mcp_redactor_redact (redactor, data, length, &n);
  http = mcp_redactor_redact_http (redactor, data, length, &n);
}

void
bounds_run_recording_line (const char *data,
                           gsize       length)
{
  g_autofree char *text = g_strdup_printf ("{\"t\":1,\"ch\":\"stdout\",\"dir\":\"in\",\"msg\":%s}", data);
  McpRecordingLine line = { 0 };

  if (mcp_recording_line_parse (text, strlen (text), &line, NULL))
    mcp_recording_line_clear (&line);
  if (mcp_recording_line_parse (data, length, &line, NULL))
    mcp_recording_line_clear (&line);
}

/* Not g_strsplit(): strstr() under AddressSanitizer with strict strings reads all of the rest for each line. */
static GStrv
split_lines (const char *data,
             gsize       length)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  const char *end = data + length;

  for (const char *next; data <= end; data = next + 1)
    {
      g_autofree char *line = NULL;

      next = memchr (data, '\n', (gsize) (end - data));
      if (next == NULL)
        next = end;
      line = g_strndup (data, (gsize) (next - data));
      g_strv_builder_add (lines, line);
    }

  return g_strv_builder_end (lines);
}

/* A URI in each line; each folder is looked into, as if somebody unfolded all of them. */
void
bounds_run_resource_tree (const char *data,
                          gsize       length)
{
  g_auto (GStrv) uris = split_lines (data, length);
  g_autoptr (GListStore) resources = g_list_store_new (MCP_TYPE_CATALOG_ITEM);
  g_autoptr (GPtrArray) pending = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; uris[i] != NULL; i++)
    {
      g_autoptr (GString) json = g_string_new ("{");
      g_autoptr (McpCatalogItem) item = NULL;

      mcp_json_append_member_string (json, "uri", uris[i]);
      g_string_append_c (json, '}');
      item = mcp_catalog_item_new (MCP_CATALOG_RESOURCES, json->str, json->len);
      g_list_store_append (resources, item);
    }

  g_ptr_array_add (pending, mcp_resource_tree_new (G_LIST_MODEL (resources)));
  while (pending->len > 0)
    {
      g_autoptr (GListModel) nodes = g_ptr_array_steal_index_fast (pending, pending->len - 1);

      for (guint i = 0; i < g_list_model_get_n_items (nodes); i++)
        {
          g_autoptr (McpResourceNode) node = g_list_model_get_item (nodes, i);
          g_autofree char *label = mcp_resource_node_dup_label (node);
          GListModel *children = mcp_resource_node_get_children (node);

          mcp_resource_node_holds (node, uris[0]);
          if (children != NULL)
            g_ptr_array_add (pending, g_object_ref (children));
        }
    }
}

void
bounds_run_query (const char *data,
                  gsize       length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = mcp_query_new (data, &error);
}

void
bounds_run_frontmatter (const char *data,
                        gsize       length)
{
  g_autofree char *content = g_strdup_printf ("---\n%.*s\n---\n", (int) length, data);
  g_autofree char *json = mcp_frontmatter_to_json (content, strlen (content), NULL);

  mcp_frontmatter_check (content, strlen (content), "{\"name\":\"a\",\"description\":[]}", NULL);
}

void
bounds_run_messages (const char *data,
                     gsize       length)
{
  g_autofree char *json = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":%.*s},%.*s]}",
                                           (int) length, data, (int) length, data);
  g_autofree char *text = NULL;
  g_autofree char *markdown = NULL;

  if (!mcp_json_validate (json, -1, NULL))
    return;

  text = mcp_messages_to_text (json, strlen (json), FALSE);
  markdown = mcp_messages_to_text (json, strlen (json), TRUE);
}
