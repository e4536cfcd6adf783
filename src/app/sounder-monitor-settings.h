/* sounder-monitor-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_MONITOR_SETTINGS (sounder_monitor_settings_get_type ())

/* How a server is monitored; changes count at once and are saved. Property: profile. */
G_DECLARE_FINAL_TYPE (SounderMonitorSettings, sounder_monitor_settings, SOUNDER, MONITOR_SETTINGS,
                      AdwBin)

G_END_DECLS
