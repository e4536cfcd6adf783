/* fuzz-message.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-json.h"
#include "mcp-message.h"

/* Any frame makes a message; a request written again from its parts is the same request. */

static void
check_id (McpId *id)
{
  const char *token = mcp_id_get_token (id);
  g_autoptr (McpId) again = mcp_id_new_from_token (token, strlen (token));

  g_assert_cmpuint (mcp_id_token_hash64 (token, strlen (token)), !=, 0);
  if (strlen (token) > 0)
    g_assert_cmpuint (mcp_id_hash (id), ==, mcp_id_hash (id));
  g_assert_true (mcp_id_equal (id, id));
  if (mcp_id_equal (again, id))
    g_assert_cmpuint (mcp_id_hash (again), ==, mcp_id_hash (id));
}

static void
check_written_again (McpMessage *message)
{
  McpId *id = mcp_message_get_id (message);
  const char *method = mcp_message_get_method (message);
  McpSpan span = mcp_message_get_scan (message)->params;
  g_autoptr (GBytes) params = mcp_message_get_part (message, span);
  g_autofree char *params_text = NULL;
  g_autoptr (McpMessage) again = NULL;

  if (params != NULL)
    params_text = g_strndup (g_bytes_get_data (params, NULL), g_bytes_get_size (params));
  again = mcp_message_new_request (id, method, params_text);

  g_assert_cmpint (mcp_message_get_kind (again), ==, MCP_MESSAGE_REQUEST);
  g_assert_cmpstr (mcp_message_get_method (again), ==, method);
  g_assert_true (mcp_id_equal (mcp_message_get_id (again), id));
  g_assert_null (memchr (g_bytes_get_data (mcp_message_get_bytes (again), NULL), '\n',
                         g_bytes_get_size (mcp_message_get_bytes (again))));
}

static void
check_message (McpMessage *message)
{
  g_autofree char *error_message = mcp_message_dup_error_message (message);
  const McpScan *scan = mcp_message_get_scan (message);
  gsize length;
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), &length);
  gint64 code;

  mcp_message_get_error_code (message, &code);
  if ((scan->anomalies & MCP_ANOMALY_BOM) == 0)
    g_assert_cmpint (length > 0 && mcp_json_validate (data, length, NULL), ==,
                     scan->fault == MCP_SCAN_OK);
  if (mcp_message_get_id (message) != NULL)
    check_id (mcp_message_get_id (message));
  if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    check_written_again (message);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (message);

  check_message (message);
  for (guint i = 0; parts != NULL && i < parts->len; i++)
    check_message (parts->pdata[i]);

  return 0;
}
