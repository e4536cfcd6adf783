/* sounder-field-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-arguments.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_FIELD_ROW (sounder_field_row_get_type ())

/* One argument in a form: its name, type and description, a control by its kind, its error. */
G_DECLARE_FINAL_TYPE (SounderFieldRow, sounder_field_row, SOUNDER, FIELD_ROW, GtkListBoxRow)

GtkWidget *sounder_field_row_new          (SounderArguments *arguments,
                                           guint             field);
void       sounder_field_row_show_error   (SounderFieldRow  *self,
                                           gboolean          untouched); /* also when it was not edited yet */
gboolean   sounder_field_row_has_error    (SounderFieldRow  *self);
GtkWidget *sounder_field_row_get_control  (SounderFieldRow  *self);

G_END_DECLS
