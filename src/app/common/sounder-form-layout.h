/* sounder-form-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of a GtkScrolledWindow and a bar: the bar stands right under what is scrolled, or at the end. */
GtkLayoutManager *sounder_form_layout_new (void);

G_END_DECLS
