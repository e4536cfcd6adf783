/* sounder-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the pages of a session have in common, and what is on them. */
GParamSpec *sounder_page_session_spec     (void);   /* "session": whose traffic, lists or state it shows */
GParamSpec *sounder_page_workbench_spec   (void);   /* "workbench": of that session, set before it */
GParamSpec *sounder_page_width_class_spec (void);   /* "width-class": how much room the window has */
void        sounder_page_install_verb     (GtkWidgetClass              *widget_class,
                                           const char                  *action_name,
                                           GtkWidgetActionActivateFunc  activate);
void        sounder_page_let_verb_through (GtkTextView *text_view);
void        sounder_page_tick_while_mapped (GtkWidget *widget,
                                            GSourceFunc tick);     /* gets @widget */

G_END_DECLS
