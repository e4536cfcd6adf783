/* sounder-save.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Tells a person what came of it. */
typedef void (*SounderSavedFunc) (GtkWidget  *widget,
                                  const char *message);

void sounder_save_bytes (GtkWidget        *widget,
                         const char       *title,
                         const char       *name,
                         GBytes           *bytes,
                         GFileCreateFlags  flags,
                         SounderSavedFunc  tell);

G_END_DECLS
