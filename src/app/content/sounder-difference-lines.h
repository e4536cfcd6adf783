/* sounder-difference-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_DIFFERENCE_LINES (sounder_difference_lines_get_type ())

/* How two texts differ: lines removed and added with their surroundings, and the words that changed. */
G_DECLARE_FINAL_TYPE (SounderDifferenceLines, sounder_difference_lines, SOUNDER, DIFFERENCE_LINES, AdwBin)

void     sounder_difference_lines_set_texts (SounderDifferenceLines *self,
                                             const char             *before,
                                             const char             *after);
gboolean sounder_difference_lines_is_busy   (SounderDifferenceLines *self);

G_END_DECLS
