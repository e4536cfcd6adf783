/* sounder-widgets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Small parts that are made in code. @classes are names of CSS classes with a space between them, or NULL. */
GtkWidget *sounder_widgets_new_line        (const char *text,       /* (nullable) */
                                            const char *classes);
GtkWidget *sounder_widgets_new_paragraph   (const char *text,       /* (nullable) */
                                            const char *classes);
GtkWidget *sounder_widgets_new_quote       (const char *text,
                                            const char *classes);
GtkWidget *sounder_widgets_new_icon_button (const char *icon_name,
                                            const char *tooltip,
                                            const char *spoken);
GtkWidget *sounder_widgets_new_boxed_list  (const char *spoken);

/* What is done to a widget of any kind. */
void       sounder_widgets_set_spoken      (gpointer    widget,
                                            const char *spoken);
void       sounder_widgets_set_class       (gpointer    widget,
                                            const char *css_class,
                                            gboolean    has_it);
void       sounder_widgets_set_tone        (gpointer    widget,
                                            const char *css_class); /* (nullable) */
void       sounder_widgets_remove_children (gpointer    widget);
void       sounder_widgets_add_controller  (gpointer    widget,
                                            gpointer    controller,
                                            const char *signal,
                                            ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
