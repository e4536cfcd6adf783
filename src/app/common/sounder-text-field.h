/* sounder-text-field.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *sounder_text_field_new (const char     *name,
                                   gboolean        monospace,
                                   GtkTextBuffer **buffer);

G_END_DECLS
