/* sounder-defaults-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_DEFAULTS_DIALOG (sounder_defaults_dialog_get_type ())

/* What new servers start with. */
G_DECLARE_FINAL_TYPE (SounderDefaultsDialog, sounder_defaults_dialog, SOUNDER, DEFAULTS_DIALOG, AdwWindow)

void sounder_defaults_dialog_present (GtkWindow *parent);

G_END_DECLS
