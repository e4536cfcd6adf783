/* cli-doctor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redactor.h"
#include "mcp-session.h"

G_BEGIN_DECLS

void cli_doctor_append_steps       (GString        *out,
                                    GListModel     *steps);
void cli_doctor_note_steps         (GListModel     *steps,
                                    McpRedactor    *redactor);  /* (nullable) */
void cli_doctor_append_certificate (GString        *out,
                                    McpCertificate *certificate);
void cli_doctor_note_certificate   (McpCertificate *certificate);

G_END_DECLS
