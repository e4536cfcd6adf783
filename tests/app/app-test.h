/* app-test.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-server-list.h"
#include "sounder-server-model.h"

G_BEGIN_DECLS

void                app_test_init            (int                *argc,
                                              char             ***argv);
SounderServerModel *app_test_new_model       (void);
McpProfile         *app_test_new_profile     (const char         *name,
                                              const char         *script);
GtkWidget          *app_test_find            (GtkWidget          *widget,
                                              GType               type);
GtkWidget          *app_test_find_named      (GtkWidget          *root,
                                              const char         *name);
GtkWidget          *app_test_find_labelled   (GtkWidget          *widget,
                                              GType               type,
                                              const char         *text);
gboolean            app_test_choose          (GtkWidget          *popover,
                                              const char         *text);
void                app_test_press           (GtkWidget          *widget,
                                              GdkModifierType     modifiers,
                                              guint               keyval);
void                app_test_draw_frames     (GtkWidget          *window);
void                app_test_assert_fits     (GtkWidget          *widget);
gboolean            app_test_is_labelled     (GtkWidget          *widget);
void                app_test_assert_labelled (GtkWidget          *root);

/*
 * Ends a scene. Whatever it was about, the number at Errors of each timeline in the window is that of
 * the rows which Errors shows. All scenes end so, because of the name.
 */
void                app_test_destroy_window  (GtkWindow          *window);
#define gtk_window_destroy app_test_destroy_window

/* Drops our reference: what waits for the main loop may hold the object a little longer. */
void                app_test_let_go          (gpointer            object);

G_END_DECLS
