/* sounder-toast.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_toast_install (GtkWidgetClass *widget_class);

G_END_DECLS
