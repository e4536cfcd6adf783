/* sounder-load-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-load-report.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LOAD_TABLE (sounder_load_table_get_type ())

/* The figures of a run, beside those of an earlier one: latencies, and errors by kind. */
G_DECLARE_FINAL_TYPE (SounderLoadTable, sounder_load_table, SOUNDER, LOAD_TABLE, AdwBin)

void sounder_load_table_show (SounderLoadTable    *self,
                              const McpLoadReport *report,
                              const McpLoadReport *earlier,   /* (nullable) */
                              const char          *name);     /* (nullable): of the earlier one */

G_END_DECLS
