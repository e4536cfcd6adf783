/* fuzz-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-client-server.h"
#include "mcp-json.h"
#include "mcp-server-link.h"

/* What is read is a JSON object, no longer than a little more than the link; else there is an error in words. */

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *link = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_server_link_read (link, &error);
  g_autoptr (GPtrArray) servers = NULL;

  g_assert_true ((json == NULL) == (error != NULL));
  if (json == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (strlen (error->message), <, 1024 + strlen (link));
      return 0;
    }

  g_assert_true (mcp_json_validate (json, -1, NULL));
  g_assert_true (mcp_json_get_type (json, strlen (json)) == MCP_JSON_OBJECT);
  servers = mcp_client_read_text (json, strlen (json), NULL);

  return 0;
}
