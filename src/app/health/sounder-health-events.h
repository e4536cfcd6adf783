/* sounder-health-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEALTH_EVENTS (sounder_health_events_get_type ())

/* What happened to a connection, newest first. Property: events (GListModel of McpHealthEvent). */
G_DECLARE_FINAL_TYPE (SounderHealthEvents, sounder_health_events, SOUNDER, HEALTH_EVENTS, AdwBin)

G_END_DECLS
