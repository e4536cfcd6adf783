/* mcp-jwt.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A JWT that somebody else has made, in the compact form of a JWS (RFC 7519, RFC 7515). */
typedef struct _McpJwt McpJwt;

/* More is no token, and no set of keys. */
#define MCP_JWT_MAX_BYTES  (64 * 1024)
#define MCP_JWKS_MAX_BYTES (1024 * 1024)
#define MCP_JWKS_MAX_KEYS  100

gboolean    mcp_jwt_is_jwt_like   (const char  *text);
McpJwt     *mcp_jwt_parse         (const char  *text,
                                   GError     **error);
void        mcp_jwt_free          (McpJwt      *self);
const char *mcp_jwt_get_header    (McpJwt      *self);
const char *mcp_jwt_get_claims    (McpJwt      *self);
const char *mcp_jwt_get_algorithm (McpJwt      *self);
const char *mcp_jwt_get_key_id    (McpJwt      *self);  /* (nullable) */
gboolean    mcp_jwt_get_time      (McpJwt      *self,
                                   const char  *claim,
                                   gint64      *seconds);
char       *mcp_jwt_check_times   (McpJwt      *self,
                                   gint64       now_s,
                                   gint64       leeway_s);
gboolean    mcp_jwt_verify        (McpJwt      *self,
                                   const char  *jwks,
                                   gsize        length,
                                   GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJwt, mcp_jwt_free)

G_END_DECLS
