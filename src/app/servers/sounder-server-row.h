/* sounder-server-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server.h"
#include "sounder-sidebar-row.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVER_ROW (sounder_server_row_get_type ())

/* A row of the sidebar. Its menu activates the window's "win.server-…" actions on it. */
G_DECLARE_FINAL_TYPE (SounderServerRow, sounder_server_row, SOUNDER, SERVER_ROW, SounderSidebarRow)

GtkWidget     *sounder_server_row_new        (SounderServer    *server);
SounderServer *sounder_server_row_get_server (SounderServerRow *self);

G_END_DECLS
