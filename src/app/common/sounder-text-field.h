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
void       sounder_field_mark       (GtkWidget   *field,
                                     gboolean     is_wrong);
gboolean   sounder_field_show_error (GtkWidget   *field,
                                     GtkLabel    *label,
                                     const char  *message); /* (nullable) */

G_END_DECLS
