/* sounder-history.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HISTORY (sounder_history_get_type ())

/* The last two minutes of a quantity, from 0 up. It is decoration: the number stands beside it. */
G_DECLARE_FINAL_TYPE (SounderHistory, sounder_history, SOUNDER, HISTORY, GtkWidget)

void  sounder_history_set_least_top (SounderHistory *self,
                                     double          least_top);
void  sounder_history_push          (SounderHistory *self,
                                     double          value);
void  sounder_history_clear         (SounderHistory *self);
guint sounder_history_get_length    (SounderHistory *self);

G_END_DECLS
