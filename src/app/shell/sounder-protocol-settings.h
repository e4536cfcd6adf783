/* sounder-protocol-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROTOCOL_SETTINGS (sounder_protocol_settings_get_type ())

/*
 * What a profile says of the protocol, as a part of the server dialog: era, revision, what the
 * client declares, level of log messages, limit of rounds. Signal: changed.
 */
G_DECLARE_FINAL_TYPE (SounderProtocolSettings, sounder_protocol_settings, SOUNDER, PROTOCOL_SETTINGS,
                      AdwPreferencesGroup)

void     sounder_protocol_settings_load            (SounderProtocolSettings *self,
                                                    McpProfile              *profile);
gboolean sounder_protocol_settings_validate        (SounderProtocolSettings *self); /* says beside the fields what is wrong */
void     sounder_protocol_settings_store           (SounderProtocolSettings *self,
                                                    McpProfile              *profile);
gboolean sounder_protocol_settings_is_extension_id (const char              *text);

G_END_DECLS
