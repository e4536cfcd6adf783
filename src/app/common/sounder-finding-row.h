/* sounder-finding-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The two callbacks of a GtkSignalListItemFactory for a list of findings. */
void sounder_finding_row_setup (GtkSignalListItemFactory *factory,
                                GtkListItem              *item);
void sounder_finding_row_bind  (GtkSignalListItemFactory *factory,
                                GtkListItem              *item);

G_END_DECLS
