/* sounder-session-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-page.h"
#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SESSION_VIEW (sounder_session_view_get_type ())

/*
 * One server's session, as long as it lives: header bar, pages, docked timeline, status bar. Properties:
 * server, window-width, page, show-sidebar.
 *
 * Actions for the pages: session.connect, session.disconnect, session.restart, session.refresh,
 * session.show-page (s), session.show-record (u), session.show-tool (s name), session.show-prompt (s name),
 * session.show-template (s URI template), session.show-skill (s uri), session.open-resource (s uri), session.toast (s),
 * session.copy (s), session.copy-curl (u serial), session.review-changes, session.show-authorization, session.sign-in (connects
 * then), session.toggle-dock, session.search, session.questions (s page, "" toggles).
 */
G_DECLARE_FINAL_TYPE (SounderSessionView, sounder_session_view, SOUNDER, SESSION_VIEW, SounderPage)

GtkWidget     *sounder_session_view_new         (SounderServer      *server);
SounderServer *sounder_session_view_get_server  (SounderSessionView *self);
const char    *sounder_session_view_get_page    (SounderSessionView *self);  /* (nullable) */
void           sounder_session_view_set_page    (SounderSessionView *self,
                                                 const char         *name);
void           sounder_session_view_await_page  (SounderSessionView *self,
                                                 const char         *name);
GtkWidget     *sounder_session_view_find_page   (SounderSessionView *self,
                                                 const char         *name);
void           sounder_session_view_enter_page  (SounderSessionView *self);
const char    *sounder_session_view_nth_page    (SounderSessionView *self,
                                                 guint               n);
void           sounder_session_view_show_error  (SounderSessionView *self,
                                                 const char         *message);

G_END_DECLS
