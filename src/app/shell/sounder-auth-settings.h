/* sounder-auth-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_AUTH_SETTINGS (sounder_auth_settings_get_type ())

/*
 * How to sign in to a server, as a part of the server dialog. The row of a setting has its key as
 * the name of the widget. Signal: changed.
 */
G_DECLARE_FINAL_TYPE (SounderAuthSettings, sounder_auth_settings, SOUNDER, AUTH_SETTINGS,
                      AdwPreferencesGroup)

void       sounder_auth_settings_load        (SounderAuthSettings *self,
                                              McpProfile          *profile);
gboolean   sounder_auth_settings_validate    (SounderAuthSettings *self,
                                              gboolean             is_sent);
void       sounder_auth_settings_store       (SounderAuthSettings *self,
                                              McpProfile          *profile);
guint      sounder_auth_settings_get_cleared (SounderAuthSettings *self,
                                              McpProfile          *profile);
McpHeader *sounder_auth_settings_get_header  (SounderAuthSettings *self); /* (nullable) */
McpHeader *sounder_auth_settings_dup_header  (SounderAuthSettings *self); /* (nullable) */

G_END_DECLS
