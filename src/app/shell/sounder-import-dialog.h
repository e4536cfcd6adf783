/* sounder-import-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_IMPORT_DIALOG (sounder_import_dialog_get_type ())

/* Takes servers of other clients or from JSON, after showing exactly what they would start. */
G_DECLARE_FINAL_TYPE (SounderImportDialog, sounder_import_dialog, SOUNDER, IMPORT_DIALOG, AdwWindow)

SounderImportDialog *sounder_import_dialog_new      (SounderServerModel  *model);
void                 sounder_import_dialog_set_text (SounderImportDialog *self,
                                                     const char          *text);
guint                sounder_import_dialog_look     (SounderImportDialog *self);
gboolean             sounder_import_dialog_review   (SounderImportDialog *self);
guint                sounder_import_dialog_accept   (SounderImportDialog *self);
void                 sounder_import_dialog_present  (SounderWindow       *parent);
void                 sounder_import_dialog_present_text (SounderWindow   *parent,
                                                     const char          *text,
                                                     const char          *origin); /* (nullable) */
void                 sounder_import_dialog_present_file (SounderWindow   *parent,
                                                     GFile               *file);

G_END_DECLS
