/* sounder-client-export-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-client.h"
#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CLIENT_EXPORT_DIALOG (sounder_client_export_dialog_get_type ())

/* Puts a server into the file of another client, after showing exactly what changes in it. */
G_DECLARE_FINAL_TYPE (SounderClientExportDialog, sounder_client_export_dialog, SOUNDER, CLIENT_EXPORT_DIALOG, AdwWindow)

SounderClientExportDialog *sounder_client_export_dialog_new      (McpProfile                *profile);
void                       sounder_client_export_dialog_set_file (SounderClientExportDialog *self,
                                                                  McpClientFile             *file); /* (transfer full) */
gboolean                   sounder_client_export_dialog_write    (SounderClientExportDialog *self);
void                       sounder_client_export_dialog_present  (SounderWindow             *parent,
                                                                  McpProfile                *profile);

G_END_DECLS
