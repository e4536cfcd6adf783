/* sounder-remedy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

McpRemedyAction sounder_remedy_choose     (McpStep          failed_step, /* MCP_N_STEPS: unknown */
                                           const GError    *error,
                                           McpCertificate  *certificate, /* (nullable) */
                                           const char      *url);        /* (nullable): a program */
McpRemedyAction sounder_remedy_for        (McpSession      *session);
char           *sounder_remedy_dup_label  (McpRemedyAction  action,
                                           const char      *target);     /* (nullable) */
const char     *sounder_remedy_get_accessible (McpRemedyAction action);  /* translated */

G_END_DECLS
