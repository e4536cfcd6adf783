/* sounder-columns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-adaptive-bin.h"

G_BEGIN_DECLS

typedef enum {
  SOUNDER_COLUMNS_LIST,
  SOUNDER_COLUMNS_FORM,
  SOUNDER_COLUMNS_RESULT,
  SOUNDER_N_COLUMNS_PARTS,
} SounderColumnsPart;

#define SOUNDER_TYPE_COLUMNS (sounder_columns_get_type ())

/*
 * A list, what is chosen from it, and what came of that: beside each other, the last two above each
 * other, or one at a time, by the room there is. Properties: list, form, result, width-class, memory
 * (the name of the sizes in the settings).
 */
G_DECLARE_FINAL_TYPE (SounderColumns, sounder_columns, SOUNDER, COLUMNS, GtkWidget)

void               sounder_columns_show            (SounderColumns     *self,
                                                    SounderColumnsPart  column);
SounderColumnsPart sounder_columns_get_whole       (SounderColumns     *self);
void               sounder_columns_set_title       (SounderColumns     *self,
                                                    const char         *title);
void               sounder_columns_set_room_button (SounderColumns     *self,
                                                    SounderColumnsPart  column,
                                                    GtkToggleButton    *button);    /* (nullable) */
void               sounder_columns_set_needs_room  (SounderColumns     *self,
                                                    SounderColumnsPart  column,
                                                    gboolean            needs_room);

G_END_DECLS
