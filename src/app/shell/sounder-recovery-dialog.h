/* sounder-recovery-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_RECOVERY_DIALOG (sounder_recovery_dialog_get_type ())

/* The sessions that were not closed: each can be recovered or discarded, or all of them. */
G_DECLARE_FINAL_TYPE (SounderRecoveryDialog, sounder_recovery_dialog, SOUNDER, RECOVERY_DIALOG,
                      AdwWindow)

SounderRecoveryDialog *sounder_recovery_dialog_new         (SounderWindow         *window,
                                                            GPtrArray             *infos); /* of McpJournalInfo */
guint                  sounder_recovery_dialog_count       (SounderRecoveryDialog *self);
void                   sounder_recovery_dialog_recover_all (SounderRecoveryDialog *self);
void                   sounder_recovery_dialog_discard_all (SounderRecoveryDialog *self);

G_END_DECLS
