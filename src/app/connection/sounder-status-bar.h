/* sounder-status-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_STATUS_BAR (sounder_status_bar_get_type ())

/* The line under a session: state, protocol, transport, messages, findings, ping. */
G_DECLARE_FINAL_TYPE (SounderStatusBar, sounder_status_bar, SOUNDER, STATUS_BAR, AdwBin)

void sounder_status_bar_set_server (SounderStatusBar *self,
                                    SounderServer    *server); /* (nullable) */
void sounder_status_bar_set_narrow (SounderStatusBar *self,
                                    gboolean          narrow);

G_END_DECLS
