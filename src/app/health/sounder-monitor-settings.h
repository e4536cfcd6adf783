/* sounder-monitor-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_MONITOR_SETTINGS (sounder_monitor_settings_get_type ())

/*
 * How a server is monitored. With a profile changes count at once and are saved; without one it is
 * a part of a form.
 */
G_DECLARE_FINAL_TYPE (SounderMonitorSettings, sounder_monitor_settings, SOUNDER, MONITOR_SETTINGS,
                      AdwPreferencesGroup)

void sounder_monitor_settings_set_profile (SounderMonitorSettings  *self,
                                           McpProfile              *profile); /* (nullable) */
void sounder_monitor_settings_load        (SounderMonitorSettings  *self,
                                           const McpHealthSettings *health);
void sounder_monitor_settings_read        (SounderMonitorSettings  *self,
                                           McpHealthSettings       *health);

G_END_DECLS
