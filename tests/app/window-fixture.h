/* window-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "app-test.h"

#include "sounder-session-view.h"
#include "sounder-window.h"

G_BEGIN_DECLS

/* The real window with the demo server, connected and listed. */
typedef struct
{
  SounderServerModel *model;
  SounderServer      *server;
  McpSession         *session;
  SounderWindow      *window;
  SounderSessionView *view;
} WindowFixture;

void open_window (WindowFixture *fixture, int width, int height);
void close_window (WindowFixture *fixture);
void reopen_window (WindowFixture *fixture, int width, int height);
void resize_window (WindowFixture *fixture, int width, int height);
void window_set_up (WindowFixture *fixture, gconstpointer unused);
void window_tear_down (WindowFixture *fixture, gconstpointer unused);
GtkWidget *show_page (WindowFixture *fixture, const char *name);
graphene_rect_t get_place (WindowFixture *fixture, GtkWidget *widget);
void select_row (GtkWidget *page, guint position);

G_END_DECLS
