/* sounder-probes-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-probe-run.h"
#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROBES_WINDOW (sounder_probes_window_get_type ())

/*
 * Tries the rules of the specification on a server, over connections of its own.
 * Signal: show-record (McpSession *, guint serial): what crossed is to be shown in a timeline.
 */
G_DECLARE_FINAL_TYPE (SounderProbesWindow, sounder_probes_window, SOUNDER, PROBES_WINDOW, AdwWindow)

SounderProbesWindow *sounder_probes_window_new     (SounderServer       *server);
McpProbeRun         *sounder_probes_window_get_run (SounderProbesWindow *self);  /* (nullable) */
gboolean             sounder_probes_window_is_running (SounderProbesWindow *self);

G_END_DECLS
