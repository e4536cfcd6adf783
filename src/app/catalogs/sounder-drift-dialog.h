/* sounder-drift-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-drift-guard.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_DRIFT_DIALOG (sounder_drift_dialog_get_type ())

/* What has changed since a server was accepted, with both sides, and the button that accepts it as it is. */
G_DECLARE_FINAL_TYPE (SounderDriftDialog, sounder_drift_dialog, SOUNDER, DRIFT_DIALOG, AdwWindow)

GtkWindow *sounder_drift_dialog_present (GtkWindow     *parent,   /* (nullable) */
                                         McpDriftGuard *guard);   /* (transfer none): owned by GTK */

G_END_DECLS
