/* sounder-serial-selection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-journal-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERIAL_SELECTION (sounder_serial_selection_get_type ())

/*
 * The rows of a view of which any number are selected, one of them the last that somebody meant. The
 * selection is of records: filters and orders leave it as it is.
 */
G_DECLARE_FINAL_TYPE (SounderSerialSelection, sounder_serial_selection, SOUNDER, SERIAL_SELECTION,
                      GObject)

SounderSerialSelection *sounder_serial_selection_new         (McpJournalView         *view);
void                    sounder_serial_selection_set_only    (SounderSerialSelection *self,
                                                              guint                   serial); /* 0: nothing */
guint                   sounder_serial_selection_get_last    (SounderSerialSelection *self);   /* 0: nothing */
gboolean                sounder_serial_selection_set_last    (SounderSerialSelection *self,
                                                              guint                   serial); /* of those selected */
GArray                 *sounder_serial_selection_dup_serials (SounderSerialSelection *self);   /* of guint, ascending */

G_END_DECLS
