/* mcp-client-assertion.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-jwt-key.h"

G_BEGIN_DECLS

char *mcp_client_assertion_new (McpJwtKey   *key,
                                const char  *key_id,
                                const char  *client_id,
                                const char  *audience,
                                gint64       now_s,
                                GError     **error);

G_END_DECLS
