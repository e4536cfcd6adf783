/* sounder-buttons.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What GTK's buttons lack. */
void sounder_buttons_install (void);

G_END_DECLS
