/* sounder-pulse-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PULSE_ROW (sounder_pulse_row_get_type ())

/* One server in the list of all: its state, its pulse and the figures of the last minutes. */
G_DECLARE_FINAL_TYPE (SounderPulseRow, sounder_pulse_row, SOUNDER, PULSE_ROW, GtkListBoxRow)

GtkWidget     *sounder_pulse_row_new        (SounderServer   *server);
SounderServer *sounder_pulse_row_get_server (SounderPulseRow *self);

G_END_DECLS
