/* sounder-json-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_ROW (sounder_json_row_get_type ())

/* A row that unfolds to JSON, as a tree. */
G_DECLARE_FINAL_TYPE (SounderJsonRow, sounder_json_row, SOUNDER, JSON_ROW, AdwExpanderRow)

GtkWidget *sounder_json_row_new      (const char     *title);
void       sounder_json_row_set_json (SounderJsonRow *self,
                                      const char     *json);

G_END_DECLS
