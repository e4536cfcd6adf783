/* sounder-difference-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_DIFFERENCE_VIEW (sounder_difference_view_get_type ())

/* Where two JSON texts differ: a list of places, and below it both sides of the selected one. */
G_DECLARE_FINAL_TYPE (SounderDifferenceView, sounder_difference_view, SOUNDER, DIFFERENCE_VIEW, AdwBin)

void        sounder_difference_view_set_texts  (SounderDifferenceView *self,
                                                GBytes                *before,   /* (nullable) */
                                                GBytes                *after,    /* (nullable) */
                                                const char            *why_not); /* (nullable): what to say when one is missing */
void        sounder_difference_view_set_names  (SounderDifferenceView *self,
                                                const char            *before,
                                                const char            *after);
gboolean    sounder_difference_view_is_busy    (SounderDifferenceView *self);

G_END_DECLS
