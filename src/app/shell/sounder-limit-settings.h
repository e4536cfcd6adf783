/* sounder-limit-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LIMIT_SETTINGS (sounder_limit_settings_get_type ())

/* How long a server may take and how much it may say, as a part of a dialog. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderLimitSettings, sounder_limit_settings, SOUNDER, LIMIT_SETTINGS,
                      AdwPreferencesGroup)

void     sounder_limit_settings_load         (SounderLimitSettings *self,
                                              McpProfile           *profile);
void     sounder_limit_settings_set_is_stdio (SounderLimitSettings *self,
                                              gboolean              is_stdio); /* a program is waited for at its end */
gboolean sounder_limit_settings_validate     (SounderLimitSettings *self); /* marks what makes no sense */
void     sounder_limit_settings_store        (SounderLimitSettings *self,
                                              McpProfile           *profile);

G_END_DECLS
