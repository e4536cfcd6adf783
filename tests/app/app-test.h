/* app-test.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-call.h"
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

/* A child of the template of @widget, by its id. */
#define app_test_child(widget, id) \
  ((gpointer) gtk_widget_get_template_child (GTK_WIDGET (widget), G_OBJECT_TYPE (widget), (id)))

/* What a page has in its view "result". */
McpCall            *app_test_get_call        (gpointer            page);     /* (nullable) */

/* A property; the object is only borrowed. */
gboolean            app_test_get_boolean     (gpointer            object,
                                              const char         *property);
guint               app_test_get_uint        (gpointer            object,
                                              const char         *property);
gpointer            app_test_get_object      (gpointer            object,
                                              const char         *property);
GtkWidget          *app_test_find_labelled   (GtkWidget          *widget,
                                              GType               type,
                                              const char         *text);
gboolean            app_test_choose          (GtkWidget          *popover,
                                              const char         *text);
void                app_test_press           (GtkWidget          *widget,
                                              GdkModifierType     modifiers,
                                              guint               keyval);
gpointer            app_test_get_controller  (gpointer            widget,
                                              GType               type);
GskRenderNode      *app_test_draw            (gpointer            widget);     /* (transfer full) */
guint               app_test_count_rects     (GskRenderNode      *node,
                                              const GdkRGBA      *color);
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
/* Waits for a button below @root that can be pressed, and presses it. */
void                app_test_click           (GtkWidget          *root,
                                              const char         *label);
/* Writes into the first text view below @root. */
void                app_test_type_into       (GtkWidget          *root,
                                              const char         *text);

G_END_DECLS
