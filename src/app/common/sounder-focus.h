/* sounder-focus.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where the keyboard goes. */
void     sounder_focus_install     (GtkWidget  *window);
void     sounder_focus_enter_page  (GtkWidget  *page);
gboolean sounder_focus_enter       (GtkWidget  *widget);
gboolean sounder_focus_enter_field (GtkWidget  *widget);
gboolean sounder_focus_is_in       (GtkWidget  *widget);
void     sounder_focus_keep        (GtkWidget  *page);
void     sounder_focus_remember    (GtkPopover *popover);
void     sounder_focus_popup       (GtkPopover *popover);

G_END_DECLS
