/* sounder-json-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-json-table.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_TABLE (sounder_json_table_get_type ())

/* An array of objects as a table that is sorted by a click, and copied as CSV. */
G_DECLARE_FINAL_TYPE (SounderJsonTable, sounder_json_table, SOUNDER, JSON_TABLE, AdwBin)

GtkWidget *sounder_json_table_new     (McpJsonTable     *table);
char      *sounder_json_table_dup_csv (SounderJsonTable *self); /* of the selected rows, or of all, as sorted */

G_END_DECLS
