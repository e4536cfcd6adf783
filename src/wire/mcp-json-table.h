/* mcp-json-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "mcp-scan.h"

G_BEGIN_DECLS

/* More columns than these are not made: the rest of an object is in its row all the same. */
#define MCP_JSON_TABLE_MAX_COLUMNS 200

/* An array of objects as rows, and their members as columns, in order of appearance. */
typedef struct _McpJsonTable McpJsonTable;

gboolean      mcp_json_table_find          (const char         *text,
                                            gsize               length,
                                            McpSpan            *array,
                                            char              **name);      /* (out) (nullable): of the member it is */
McpJsonTable *mcp_json_table_new           (GBytes             *json,
                                            const McpSpan      *array);
McpJsonTable *mcp_json_table_ref           (McpJsonTable       *self);
void          mcp_json_table_unref         (McpJsonTable       *self);
guint         mcp_json_table_get_n_rows    (McpJsonTable       *self);
guint         mcp_json_table_get_n_columns (McpJsonTable       *self);
gboolean      mcp_json_table_has_more_columns (McpJsonTable    *self);
const char   *mcp_json_table_get_column    (McpJsonTable       *self,
                                            guint               column);
const char   *mcp_json_table_get_row       (McpJsonTable       *self,
                                            guint               row,
                                            gsize              *length);
const char   *mcp_json_table_get_cell      (McpJsonTable       *self,
                                            guint               row,
                                            guint               column,
                                            gsize              *length);
int           mcp_json_table_compare       (McpJsonTable       *self,
                                            guint               column,
                                            guint               a,
                                            guint               b);
void          mcp_json_table_append_csv_head (McpJsonTable     *self,
                                              GString          *out);
void          mcp_json_table_append_csv_row (McpJsonTable      *self,
                                             guint              row,
                                             GString           *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJsonTable, mcp_json_table_unref)

G_END_DECLS
