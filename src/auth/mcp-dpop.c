/* mcp-dpop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-dpop.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwa-private.h"

/* The address as it is requested, without what RFC 9449 section 4.2 leaves out of "htu". */
static char *
strip_url (const char  *url,
           GError     **error)
{
  GUriFlags flags = G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE;
  GUriHideFlags hidden = G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY | G_URI_HIDE_FRAGMENT;
  g_autoptr (GUri) uri = g_uri_parse (url, flags, NULL);

  if (uri != NULL)
    return g_uri_to_string_partial (uri, hidden);

  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("The proof of a key needs the URL that the request goes to."));
  return NULL;
}

/**
 * mcp_dpop_proof:
 * @key: the key that the token is, or will be, bound to
 * @method: of the request: "POST"
 * @url: where it goes
 * @access_token: (nullable): the token that is sent with it; %NULL where one is asked for
 * @nonce: (nullable): what the server said last in a "DPoP-Nonce" header
 * @now_s: the time, in seconds since 1970
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Makes the value of the header "DPoP" of one request (RFC 9449 section 4.2). No two are the same.
 *
 * Returns: (transfer full) (nullable): the proof; %NULL if @url is none, or the key does not work
 */
char *
mcp_dpop_proof (McpJwtKey   *key,
                const char  *method,
                const char  *url,
                const char  *access_token,
                const char  *nonce,
                gint64       now_s,
                GError     **error)
{
  g_autoptr (GString) header = g_string_new ("{");
  g_autoptr (GString) claims = g_string_new ("{");
  g_autofree char *jwk = NULL;
  g_autofree char *id = NULL;
  g_autofree char *target = NULL;
  g_autofree char *hash = NULL;

  g_return_val_if_fail (key != NULL, NULL);
  g_return_val_if_fail (method != NULL, NULL);
  g_return_val_if_fail (url != NULL, NULL);

  target = strip_url (url, error);
  id = target != NULL ? mcp_jwa_new_id (error) : NULL;
  if (id == NULL)
    return NULL;

  jwk = mcp_jwt_key_dup_public_jwk (key);
  mcp_json_append_member_string (header, "typ", "dpop+jwt");
  mcp_json_append_member_string (header, "alg", mcp_jwt_key_get_algorithm (key));
  mcp_json_append_member (header, "jwk", jwk);
  g_string_append_c (header, '}');

  hash = access_token != NULL ? mcp_jwa_hash (access_token) : NULL;
  mcp_json_append_member_string (claims, "jti", id);
  mcp_json_append_member_string (claims, "htm", method);
  mcp_json_append_member_string (claims, "htu", target);
  mcp_json_append_member_int (claims, "iat", now_s);
  mcp_json_append_member_string (claims, "ath", hash);
  mcp_json_append_member_string (claims, "nonce", nonce);
  g_string_append_c (claims, '}');

  return mcp_jwt_key_sign (key, header->str, claims->str, error);
}
