/* sounder-field-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_FIELD_LAYOUT (sounder_field_layout_get_type ())

G_DECLARE_FINAL_TYPE (SounderFieldLayout, sounder_field_layout, SOUNDER, FIELD_LAYOUT,
                      GtkLayoutManager)

void sounder_field_layout_set_below (SounderFieldLayout *self,
                                     gboolean            below);

G_END_DECLS
