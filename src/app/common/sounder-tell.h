/* sounder-tell.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_tell (GtkWidget  *near,  /* (nullable) */
                   const char *title,
                   const char *text);

G_END_DECLS
