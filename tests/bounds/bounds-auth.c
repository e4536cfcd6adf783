/* bounds-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "bounds.h"
#include "jwt-samples.h"
#include "mcp-auth-metadata.h"
#include "mcp-base64url.h"
#include "mcp-challenge.h"
#include "mcp-jwt.h"

/* One field, and as many as it has lines. */
void
bounds_run_challenge (const char *data,
                      gsize       length)
{
  const char *one[] = { data, NULL };
  g_auto (GStrv) many = g_strsplit (data, "\n", 1000);
  g_autoptr (GPtrArray) of_one = mcp_challenge_parse (one);
  g_autoptr (GPtrArray) of_many = mcp_challenge_parse ((const char * const *) many);

  mcp_challenge_find_token (of_one);
  mcp_challenge_find_token (of_many);
}

void
bounds_run_metadata (const char *data,
                     gsize       length)
{
  g_autoptr (McpResourceMetadata) resource = mcp_resource_metadata_parse (data, length, NULL);
  g_autoptr (McpServerMetadata) server = mcp_server_metadata_parse (data, length, NULL);
}

static void
read_token (const char *text,
            const char *jwks,
            gsize       length)
{
  g_autoptr (McpJwt) jwt = mcp_jwt_parse (text, NULL);
  g_autofree char *problem = NULL;

  mcp_jwt_is_jwt_like (text);
  if (jwt == NULL)
    return;

  problem = mcp_jwt_check_times (jwt, 0, 0);
  g_assert_false (mcp_jwt_verify (jwt, jwks, length, NULL));
}

/* A token as it is, and one that has it as its header or its claims. */
void
bounds_run_jwt (const char *data,
                gsize       length)
{
  static const char jwks[] = "{\"keys\":[" P256_JWK "]}";
  g_autofree char *part = mcp_base64url_encode (data, length);
  g_autofree char *header = g_strconcat (part, ".e30.AAAA", NULL);
  g_autofree char *claims = g_strconcat ("eyJhbGciOiJFUzI1NiJ9.", part, ".AAAA", NULL);

  read_token (data, jwks, sizeof jwks - 1);
  read_token (header, jwks, sizeof jwks - 1);
  read_token (claims, jwks, sizeof jwks - 1);
}

/* Keys for tokens of which the claims were changed, so that each of them is tried. */
void
bounds_run_jwks (const char *data,
                 gsize       length)
{
  static const char * const tokens[] = {
    RS256_TOKEN, PS512_TOKEN, ES256_TOKEN, ES512_TOKEN, EDDSA448_TOKEN,
  };
  /* As long as the largest keys make them. */
  g_autofree char *signature = g_strnfill (2730, 'e');
  g_autofree char *large = g_strconcat ("eyJhbGciOiJSUzI1NiJ9.e30.", signature, "A", NULL);

  read_token (large, data, length);
  for (gsize i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      g_auto (GStrv) parts = g_strsplit (tokens[i], ".", -1);
      g_autofree char *changed = g_strconcat (parts[0], ".e30.", parts[2], NULL);

      read_token (changed, data, length);
    }
}
