/* sounder-wheel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sounder_wheel_leave_to_page (GtkWidget *widget);

G_END_DECLS
