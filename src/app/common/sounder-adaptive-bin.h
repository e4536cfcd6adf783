/* sounder-adaptive-bin.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much room the window has, by its width in pixels. */
typedef enum {
  SOUNDER_WIDTH_NARROW, /* below SOUNDER_WIDTH_MEDIUM_FROM */
  SOUNDER_WIDTH_MEDIUM, /* below SOUNDER_WIDTH_WIDE_FROM */
  SOUNDER_WIDTH_WIDE,
} SounderWidthClass;

#define SOUNDER_WIDTH_MEDIUM_FROM 900
#define SOUNDER_WIDTH_WIDE_FROM   1280

#define SOUNDER_TYPE_WIDTH_CLASS (sounder_width_class_get_type ())
GType sounder_width_class_get_type (void) G_GNUC_CONST;

SounderWidthClass sounder_width_class_for_width (int width);

#define SOUNDER_TYPE_ADAPTIVE_BIN (sounder_adaptive_bin_get_type ())

/* Holds the window's content and tells how wide it is. Properties: child, width-class. */
G_DECLARE_FINAL_TYPE (SounderAdaptiveBin, sounder_adaptive_bin, SOUNDER, ADAPTIVE_BIN, GtkWidget)

void               sounder_adaptive_bin_set_child       (SounderAdaptiveBin *self,
                                                         GtkWidget          *child);
SounderWidthClass  sounder_adaptive_bin_get_width_class (SounderAdaptiveBin *self);

G_END_DECLS
