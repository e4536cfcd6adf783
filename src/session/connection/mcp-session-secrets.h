/* mcp-session-secrets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redactor.h"
#include "mcp-connection.h"

G_BEGIN_DECLS

void mcp_session_tell_secrets (McpSession  *self,
                               McpRedactor *redactor);

G_END_DECLS
