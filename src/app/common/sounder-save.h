/* sounder-save.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_save_bytes (GtkWidget        *widget,
                         const char       *title,
                         const char       *name,
                         GBytes           *bytes,
                         GFileCreateFlags  flags);

G_END_DECLS
