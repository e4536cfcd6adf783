/* sounder-sign-in-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SIGN_IN_DIALOG (sounder_sign_in_dialog_get_type ())

/* Signing in to a server: each step with what was checked, and what it needs of a person. */
G_DECLARE_FINAL_TYPE (SounderSignInDialog, sounder_sign_in_dialog, SOUNDER, SIGN_IN_DIALOG, AdwWindow)

void                 sounder_sign_in_dialog_present (GtkWidget  *parent,   /* has the action session.connect */
                                                     McpSession *session,
                                                     gboolean    begin);   /* sign in at once */
/* Shows the dialog whenever the session begins to sign in by itself. */
void                 sounder_sign_in_watch          (GtkWidget  *parent,
                                                     McpSession *session);

G_END_DECLS
