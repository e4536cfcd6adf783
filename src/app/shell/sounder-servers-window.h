/* sounder-servers-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVERS_WINDOW (sounder_servers_window_get_type ())

/* All servers with their pulses, beside whatever the main window shows, or without it. */
G_DECLARE_FINAL_TYPE (SounderServersWindow, sounder_servers_window, SOUNDER, SERVERS_WINDOW, AdwWindow)

GtkWidget *sounder_servers_window_new (GtkApplication     *application, /* (nullable) */
                                       SounderServerModel *model);

G_END_DECLS
