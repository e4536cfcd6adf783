/* sounder-number-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Rows of settings with a control at their end, which is named after its row. */
GtkWidget     *sounder_control_row_new (const char *title,
                                        const char *subtitle,
                                        GtkWidget  *control);
GtkSpinButton *sounder_number_spin_new (double      lower,
                                        double      upper,
                                        guint       digits);

G_END_DECLS
