/* sounder-header-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEADER_ROW (sounder_header_row_get_type ())

/*
 * A header of a server: its name, its value, and whether that is a secret for the keyring.
 * Signals: changed, remove, lookup: a value that is in the keyring is to be shown.
 */
G_DECLARE_FINAL_TYPE (SounderHeaderRow, sounder_header_row, SOUNDER, HEADER_ROW, GtkListBoxRow)

GtkWidget  *sounder_header_row_new       (McpHeader        *header); /* (nullable) */
const char *sounder_header_row_get_name  (SounderHeaderRow *self);
McpHeader  *sounder_header_row_dup_header (SounderHeaderRow *self); /* (transfer full); without a value: the keyring keeps its own */
void        sounder_header_row_set_value (SounderHeaderRow *self,
                                          const char       *value);  /* found in the keyring */
const char *sounder_header_row_check     (SounderHeaderRow *self);   /* (nullable): what is wrong with it */
void        sounder_header_row_set_error (SounderHeaderRow *self,
                                          const char       *message); /* (nullable) */

G_END_DECLS
