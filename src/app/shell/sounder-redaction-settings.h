/* sounder-redaction-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_REDACTION_SETTINGS (sounder_redaction_settings_get_type ())

/* What else is taken out of recordings, and a place to try it out. */
G_DECLARE_FINAL_TYPE (SounderRedactionSettings, sounder_redaction_settings, SOUNDER, REDACTION_SETTINGS, AdwWindow)

void sounder_redaction_settings_present (GtkWindow *parent);

G_END_DECLS
