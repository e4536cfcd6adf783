/* mcp-dpop.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-jwt-key.h"

G_BEGIN_DECLS

char *mcp_dpop_proof (McpJwtKey   *key,
                      const char  *method,
                      const char  *url,
                      const char  *access_token,
                      const char  *nonce,
                      gint64       now_s,
                      GError     **error);

G_END_DECLS
