/* sounder-consent-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"
#include "sounder-compat.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONSENT_DIALOG (sounder_consent_dialog_get_type ())

/* What would be run, whole, before a person says yes to it. */
G_DECLARE_FINAL_TYPE (SounderConsentDialog, sounder_consent_dialog, SOUNDER, CONSENT_DIALOG, AdwWindow)

void                  sounder_consent_ask        (GtkWindow           *parent,   /* (nullable) */
                                                  McpProfile          *profile,
                                                  SounderAnsweredFunc  answered,
                                                  gpointer             user_data);

G_END_DECLS
