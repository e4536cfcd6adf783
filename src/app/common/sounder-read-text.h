/* sounder-read-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Text that is read and not written. */
void sounder_read_text_set_menu    (GtkWidget   *widget,   /* a text view or a label */
                                    GMenuModel  *extra);   /* (nullable) */
void sounder_read_text_keep_height (GtkTextView *text_view);

G_END_DECLS
