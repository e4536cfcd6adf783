/* mcp-client-assertion.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-client-assertion.h"
#include "mcp-json.h"
#include "mcp-jwa-private.h"

/* Enough for a slow server and a clock that is off, too little for whoever finds it later. */
#define LIFETIME_S 300

/**
 * mcp_client_assertion_new:
 * @key: the client's key, whose public half the authorization server knows
 * @key_id: (nullable): what the server calls that key
 * @client_id: who the client is
 * @audience: the issuer, or the token endpoint, of the authorization server
 * @now_s: the time, in seconds since 1970
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Makes the "client_assertion" of private_key_jwt (RFC 7523 section 3, OpenID Connect Core
 * section 9). It is good for five minutes and one request.
 *
 * Returns: (transfer full) (nullable): the assertion
 */
char *
mcp_client_assertion_new (McpJwtKey   *key,
                          const char  *key_id,
                          const char  *client_id,
                          const char  *audience,
                          gint64       now_s,
                          GError     **error)
{
  g_autoptr (GString) header = g_string_new ("{");
  g_autoptr (GString) claims = g_string_new ("{");
  g_autofree char *id = NULL;

  g_return_val_if_fail (key != NULL, NULL);
  g_return_val_if_fail (client_id != NULL, NULL);
  g_return_val_if_fail (audience != NULL, NULL);

  id = mcp_jwa_new_id (error);
  if (id == NULL)
    return NULL;

  mcp_json_append_member_string (header, "alg", mcp_jwt_key_get_algorithm (key));
  mcp_json_append_member_string (header, "typ", "JWT");
  mcp_json_append_member_string (header, "kid", key_id);
  g_string_append_c (header, '}');

  mcp_json_append_member_string (claims, "iss", client_id);
  mcp_json_append_member_string (claims, "sub", client_id);
  mcp_json_append_member_string (claims, "aud", audience);
  mcp_json_append_member_string (claims, "jti", id);
  mcp_json_append_member_int (claims, "iat", now_s);
  mcp_json_append_member_int (claims, "exp", now_s + LIFETIME_S);
  g_string_append_c (claims, '}');

  return mcp_jwt_key_sign (key, header->str, claims->str, error);
}
