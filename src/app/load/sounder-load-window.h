/* sounder-load-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-load.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LOAD_WINDOW (sounder_load_window_get_type ())

/*
 * Calls a server again and again, and shows how long its answers take.
 * Signal: show-record (McpSession, guint serial), of a run.
 */
G_DECLARE_FINAL_TYPE (SounderLoadWindow, sounder_load_window, SOUNDER, LOAD_WINDOW, AdwWindow)

SounderLoadWindow   *sounder_load_window_new            (McpSession        *session,
                                                         McpCall           *call,    /* (nullable): pings alone */
                                                         const char        *name);   /* (nullable): of the tool */
gboolean             sounder_load_window_is_running     (SounderLoadWindow *self);
void                 sounder_load_window_run            (SounderLoadWindow *self);
McpLoad             *sounder_load_window_get_load       (SounderLoadWindow *self);   /* (nullable): the last run */
gboolean             sounder_load_window_compare_with   (SounderLoadWindow *self,
                                                         GFile             *file,
                                                         GError           **error);
GBytes              *sounder_load_window_dup_json       (SounderLoadWindow *self);   /* (nullable): before a run */
GBytes              *sounder_load_window_dup_hdr_log    (SounderLoadWindow *self);   /* (nullable) */

G_END_DECLS
