/* sounder-certificate-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CERTIFICATE_DIALOG (sounder_certificate_dialog_get_type ())

/* A server's certificate as people read it; one that does not verify can be accepted there. */
G_DECLARE_FINAL_TYPE (SounderCertificateDialog, sounder_certificate_dialog, SOUNDER, CERTIFICATE_DIALOG, AdwWindow)

SounderCertificateDialog *sounder_certificate_dialog_new     (McpCertificate *certificate);
void                      sounder_certificate_dialog_present (GtkWidget      *parent,  /* has the actions win.save-profile and session.restart */
                                                              McpSession     *session);

G_END_DECLS
