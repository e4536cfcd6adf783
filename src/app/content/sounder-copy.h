/* sounder-copy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Exact bytes on the clipboard. */
void sounder_copy_bytes (GtkWidget *widget,
                         GBytes    *bytes);

G_END_DECLS
