/* sounder-console-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-record.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONSOLE_ROW (sounder_console_row_get_type ())

/* One line of the console. Property: record. */
G_DECLARE_FINAL_TYPE (SounderConsoleRow, sounder_console_row, SOUNDER, CONSOLE_ROW, GtkWidget)

GtkWidget  *sounder_console_row_new        (void);
void        sounder_console_row_set_record (SounderConsoleRow *self,
                                            McpRecord         *record); /* (nullable) */
char       *sounder_console_dup_text       (McpRecord         *record,
                                            gsize              max_bytes,
                                            char             **level);  /* (out) (nullable) */

G_END_DECLS
