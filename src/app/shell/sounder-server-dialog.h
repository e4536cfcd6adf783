/* sounder-server-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-remedy.h"
#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVER_DIALOG (sounder_server_dialog_get_type ())

/* Adds a server, or edits one. */
G_DECLARE_FINAL_TYPE (SounderServerDialog, sounder_server_dialog, SOUNDER, SERVER_DIALOG, AdwWindow)

SounderServerDialog *sounder_server_dialog_new          (SounderServerModel  *model,
                                                         SounderServer       *server); /* (nullable): a new one */
gboolean             sounder_server_dialog_is_valid     (SounderServerDialog *self);
McpProfile          *sounder_server_dialog_make_profile (SounderServerDialog *self);
void                 sounder_server_dialog_present_new  (SounderWindow       *parent);
void                 sounder_server_dialog_present_text (SounderWindow       *parent,
                                                         const char          *text);
void                 sounder_server_dialog_present_edit (SounderWindow       *parent,
                                                         SounderServer       *server);
void                 sounder_server_dialog_present_for  (SounderWindow       *parent,
                                                         SounderServer       *server,
                                                         McpRemedyAction      action,
                                                         const char          *target);

G_END_DECLS
