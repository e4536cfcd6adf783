/* fuzz-jwks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "jwt-samples.h"
#include "mcp-error.h"
#include "mcp-jwt.h"

/* No set of keys verifies a token that nobody has signed, and each refusal is a short word. */

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const char * const tokens[] = { RS256_TOKEN, PS256_TOKEN, ES256_TOKEN, EDDSA_TOKEN };

  for (gsize i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      g_auto (GStrv) parts = g_strsplit (tokens[i], ".", -1);
      g_autofree char *text = g_strconcat (parts[0], ".e30.", parts[2], NULL);
      g_autoptr (McpJwt) genuine = mcp_jwt_parse (tokens[i], NULL);
      g_autoptr (McpJwt) changed = mcp_jwt_parse (text, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) changed_error = NULL;

      g_assert_true (mcp_jwt_verify (genuine, (const char *) data, size, &error) == (error == NULL));
      g_assert_false (mcp_jwt_verify (changed, (const char *) data, size, &changed_error));
      g_assert_error (changed_error, MCP_ERROR, MCP_ERROR_AUTH);
      g_assert_true (g_utf8_validate (changed_error->message, -1, NULL));
      g_assert_cmpuint (strlen (changed_error->message), <, 1000);
    }

  return 0;
}
