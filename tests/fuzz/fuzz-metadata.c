/* fuzz-metadata.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-auth-metadata.h"
#include "mcp-auth-token.h"
#include "mcp-error.h"
#include "mcp-json.h"

/* The documents of servers, and a token from the keyring, which another program may have written. */

static void
check_text (const char *text)
{
  g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
}

static void
check_problems (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    check_text (g_ptr_array_index (problems, i));
}

static void
check_token (const char *json,
             gsize       length)
{
  McpAuthToken *token = mcp_auth_token_parse (json, length);
  McpAuthToken *again;
  g_autoptr (GString) written = g_string_new (NULL);

  if (token == NULL)
    return;

  mcp_auth_token_append (token, written);
  g_assert_true (mcp_json_validate (written->str, written->len, NULL));
  again = mcp_auth_token_parse (written->str, written->len);
  g_assert_cmpstr (again->access_token, ==, token->access_token);
  g_assert_cmpstr (again->refresh_token, ==, token->refresh_token);
  g_assert_cmpint (mcp_auth_token_get_expires (again), ==, mcp_auth_token_get_expires (token));
  mcp_auth_token_free (again);
  mcp_auth_token_free (token);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *json = (const char *) data;
  g_autoptr (GError) resource_error = NULL;
  g_autoptr (GError) server_error = NULL;
  g_autoptr (McpResourceMetadata) resource = mcp_resource_metadata_parse (json, size, &resource_error);
  g_autoptr (McpServerMetadata) server = mcp_server_metadata_parse (json, size, &server_error);

  g_assert_true ((resource == NULL) == (resource_error != NULL));
  g_assert_true ((server == NULL) == (server_error != NULL));
  if (resource != NULL)
    {
      check_text (resource->resource);
      check_problems (resource->problems);
    }
  else
    {
      g_assert_error (resource_error, MCP_ERROR, MCP_ERROR_AUTH);
    }
  if (server != NULL)
    {
      check_text (server->issuer);
      check_text (server->token_endpoint);
      check_problems (server->problems);
    }
  if (mcp_json_validate (json, size, NULL))
    check_token (json, size);

  return 0;
}
