/* sounder-autosave.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_AUTOSAVE (sounder_autosave_get_type ())

/*
 * Records the sessions of servers whose profile asks for it. Signal: failed (SounderServer, GError):
 * a session is not recorded, or no longer.
 */
G_DECLARE_FINAL_TYPE (SounderAutosave, sounder_autosave, SOUNDER, AUTOSAVE, GObject)

SounderAutosave *sounder_autosave_new      (SounderServerModel *model);
const char      *sounder_autosave_get_path (SounderAutosave    *self,
                                            SounderServer      *server); /* (nullable): it is not recorded */

G_END_DECLS
