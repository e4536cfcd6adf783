/* sounder-inputs-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_INPUTS_DIALOG (sounder_inputs_dialog_get_type ())

/* One form for all that a server needs and only a person knows. */
G_DECLARE_FINAL_TYPE (SounderInputsDialog, sounder_inputs_dialog, SOUNDER, INPUTS_DIALOG, AdwWindow)

void                 sounder_inputs_dialog_present (GtkWindow           *parent,
                                                    SounderServerModel  *model,
                                                    SounderServer       *server);

G_END_DECLS
