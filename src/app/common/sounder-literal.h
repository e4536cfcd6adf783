/* sounder-literal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_literal_install    (void);
void sounder_literal_show       (GtkLabel   *label,
                                 const char *text);
void sounder_literal_show_whole (GtkWidget  *widget,
                                 GtkLabel   *label,
                                 const char *whole);

G_END_DECLS
