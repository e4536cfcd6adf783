/* sounder-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-redaction-dialog.h"
#include "sounder-server-model.h"
#include "sounder-session-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_WINDOW (sounder_window_get_type ())

/* The main window: the list of servers and the session of the selected one. */
G_DECLARE_FINAL_TYPE (SounderWindow, sounder_window, SOUNDER, WINDOW, AdwApplicationWindow)

SounderWindow      *sounder_window_new              (GtkApplication     *application, /* (nullable) */
                                                     SounderServerModel *model);
SounderServerModel *sounder_window_get_model        (SounderWindow      *self);
SounderServer      *sounder_window_get_selected     (SounderWindow      *self); /* (nullable) */
void                sounder_window_select           (SounderWindow      *self,
                                                     SounderServer      *server);
void                sounder_window_stay             (SounderWindow      *self);
void                sounder_window_quit             (SounderWindow      *self);
SounderSessionView *sounder_window_get_session_view (SounderWindow      *self); /* (nullable) */
void                sounder_window_toast            (SounderWindow      *self,
                                                     const char         *text);
void                sounder_window_show_error       (SounderWindow      *self,
                                                     const char         *heading,
                                                     const GError       *error);

/* In sounder-window-views.c. */
SounderWindow      *sounder_window_find_showing     (SounderWindow  *self,
                                                     SounderServer  *server);           /* (nullable) */

/* In sounder-window-drop.c. */
gboolean            sounder_window_takes_servers_from (const char   *name);
void                sounder_window_open_file        (SounderWindow  *self,
                                                     GFile          *file);
void                sounder_window_open_link        (SounderWindow  *self,
                                                     const char     *link);

/* In sounder-window-save.c. */
void                sounder_window_write_session    (SounderWindow  *self,
                                                     SounderServer  *server,
                                                     const SounderSaveChoice *choice,
                                                     GFile          *file);

/* In sounder-window-recordings.c. */
void                sounder_window_open_recording   (SounderWindow  *self,
                                                     GFile          *file);
gboolean            sounder_window_open_journal     (SounderWindow  *self,
                                                     const char     *path,
                                                     gboolean        follow,
                                                     GError        **error);

/* In sounder-window-recovery.c. */
void                sounder_window_offer_recovery   (SounderWindow  *self);

G_END_DECLS
