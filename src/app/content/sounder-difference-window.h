/* sounder-difference-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-difference-view.h"

G_BEGIN_DECLS

/* Opens a window for two texts, which who opened it gives to the view in it. */
SounderDifferenceView *sounder_difference_window_open (GtkWindow  *parent,     /* (nullable) */
                                                       const char *title,
                                                       const char *subtitle);

G_END_DECLS
