/* sounder-phase-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-exchange.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PHASE_BAR (sounder_phase_bar_get_type ())

/* What the time of an exchange was spent with, drawn to scale. */
G_DECLARE_FINAL_TYPE (SounderPhaseBar, sounder_phase_bar, SOUNDER, PHASE_BAR, GtkWidget)

void    sounder_phase_bar_set_phases (SounderPhaseBar *self,
                                      SounderExchange *exchange); /* (nullable); copies what it needs */
GdkRGBA sounder_phase_get_color      (SounderPhase     phase);

G_END_DECLS
