/* sounder-health-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEALTH_EVENTS (sounder_health_events_get_type ())

/* What happened to a connection, newest first. */
G_DECLARE_FINAL_TYPE (SounderHealthEvents, sounder_health_events, SOUNDER, HEALTH_EVENTS, AdwBin)

void sounder_health_events_set_events (SounderHealthEvents *self,
                                       GListModel          *events);

G_END_DECLS
