/* fuzz-toml.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-client-server.h"
#include "mcp-json.h"
#include "mcp-toml.h"

/* What is read is a JSON object; else there is an error in words. */

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *content = (const char *) data;
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_toml_to_json (content, size, &error);
  g_autoptr (GPtrArray) servers = NULL;

  g_assert_true ((json == NULL) == (error != NULL));
  if (json == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }

  g_assert_true (mcp_json_validate (json, -1, NULL));
  g_assert_true (mcp_json_get_type (json, strlen (json)) == MCP_JSON_OBJECT);
  servers = mcp_client_read (mcp_client_find ("codex"), content, size, NULL, NULL);

  return 0;
}
