/* fuzz-jwt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "jwt-samples.h"
#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwt.h"

/* A token has two JSON objects, each spelled in one way, and only what was signed is verified. */

static const char jwks[] = "{\"keys\":[" P256_JWK "," ED25519_JWK "]}";

static const char * const signed_tokens[] = { ES256_TOKEN, EDDSA_TOKEN };

static void
check_object (const char *json)
{
  g_assert_true (mcp_json_validate (json, -1, NULL));
  g_assert_true (mcp_json_get_type (json, strlen (json)) == MCP_JSON_OBJECT);
}

static gboolean
was_signed (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signed_tokens); i++)
    {
      gsize length = strrchr (signed_tokens[i], '.') - signed_tokens[i] + 1;

      if (strncmp (text, signed_tokens[i], length) == 0)
        return TRUE;
    }

  return FALSE;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) verify_error = NULL;
  g_autoptr (McpJwt) jwt = mcp_jwt_parse (text, &error);
  g_autofree char *problem = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *header = NULL;
  g_autofree char *claims = NULL;
  gboolean verified;

  if (jwt == NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
      return 0;
    }

  g_assert_true (mcp_jwt_is_jwt_like (text));
  check_object (mcp_jwt_get_header (jwt));
  check_object (mcp_jwt_get_claims (jwt));
  g_assert_true (g_utf8_validate (mcp_jwt_get_algorithm (jwt), -1, NULL));

  parts = g_strsplit (text, ".", -1);
  header = mcp_base64url_encode (mcp_jwt_get_header (jwt), strlen (mcp_jwt_get_header (jwt)));
  claims = mcp_base64url_encode (mcp_jwt_get_claims (jwt), strlen (mcp_jwt_get_claims (jwt)));
  g_assert_cmpstr (parts[0], ==, header);
  g_assert_cmpstr (parts[1], ==, claims);

  problem = mcp_jwt_check_times (jwt, 1700000000, 30);
  g_assert_true (problem == NULL || g_utf8_validate (problem, -1, NULL));

  verified = mcp_jwt_verify (jwt, jwks, sizeof jwks - 1, &verify_error);
  g_assert_true (verified == (verify_error == NULL));
  if (verified)
    g_assert_true (was_signed (text));
  else
    g_assert_true (g_utf8_validate (verify_error->message, -1, NULL));

  return 0;
}
