/* sounder-field-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-form.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_FIELD_ROW (sounder_field_row_get_type ())

/*
 * One value in a form: its name, type and description, a control by its kind or the rows of its parts, its error.
 * Activates form.open with the path of a group that has no room here.
 */
G_DECLARE_FINAL_TYPE (SounderFieldRow, sounder_field_row, SOUNDER, FIELD_ROW, GtkListBoxRow)

GtkWidget       *sounder_field_row_new         (McpFormNode     *node,
                                                guint            n_levels);  /* of groups that may be shown in it */
void             sounder_field_row_set_levels  (SounderFieldRow *self,
                                                guint            n_levels);
McpFormNode     *sounder_field_row_get_node    (SounderFieldRow *self);
void             sounder_field_row_show_error  (SounderFieldRow *self,
                                                gboolean         untouched); /* also when it was not edited yet */
void             sounder_field_row_show_message (SounderFieldRow *self,
                                                 const char     *message);
GtkWidget       *sounder_field_row_get_control (SounderFieldRow *self);
SounderFieldRow *sounder_field_row_find        (SounderFieldRow *self,
                                                McpFormNode     *node);      /* (nullable) */

G_END_DECLS
