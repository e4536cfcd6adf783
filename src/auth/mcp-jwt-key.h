/* mcp-jwt-key.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A private key that signs JWTs, and the algorithm it does so with. */
typedef struct _McpJwtKey McpJwtKey;

McpJwtKey  *mcp_jwt_key_new_from_pem   (const char  *pem,
                                        const char  *algorithm,
                                        GError     **error);
McpJwtKey  *mcp_jwt_key_generate       (GError     **error);
void        mcp_jwt_key_free           (McpJwtKey   *self);
char       *mcp_jwt_key_to_pem         (McpJwtKey   *self);
const char *mcp_jwt_key_get_algorithm  (McpJwtKey   *self);
char       *mcp_jwt_key_dup_public_jwk (McpJwtKey   *self);
char       *mcp_jwt_key_sign           (McpJwtKey   *self,
                                        const char  *header_json,
                                        const char  *claims_json,
                                        GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJwtKey, mcp_jwt_key_free)

G_END_DECLS
