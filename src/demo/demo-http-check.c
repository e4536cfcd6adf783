/* demo-http-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-http-private.h"
#include "mcp-error.h"

static void
reply_error (SoupServerMessage *message,
             guint              status,
             McpId             *id, /* (nullable) */
             int                code,
             const char        *text)
{
  g_autoptr (McpMessage) error = mcp_message_new_error (id, code, text, NULL);
  GBytes *bytes = mcp_message_get_bytes (error);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY,
                                    g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* An error in the form of the protocol, without an id: what failed is the transport. */
void
demo_http_refuse (SoupServerMessage *message,
                  guint              status,
                  const char        *text)
{
  reply_error (message, status, NULL, MCP_RPC_INVALID_REQUEST, text);
}

gboolean
demo_http_check_accept (SoupServerMessage *message,
                        gboolean           needs_json)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *accept = soup_message_headers_get_list (headers, "Accept");
  gboolean takes_all = accept != NULL && strstr (accept, "*/*") != NULL;
  gboolean takes_json = accept != NULL && strstr (accept, "application/json") != NULL;
  gboolean takes_events = accept != NULL && strstr (accept, "text/event-stream") != NULL;

  if (takes_all || (takes_events && (takes_json || !needs_json)))
    return TRUE;

  demo_http_refuse (message, SOUP_STATUS_NOT_ACCEPTABLE,
                    needs_json ? "Accept has to name application/json and text/event-stream"
                               : "Accept has to name text/event-stream");
  return FALSE;
}

/* Whether a header says what the body says; intermediaries rely on it. */
gboolean
demo_http_check_header (SoupServerMessage *message,
                        McpMessage        *request,
                        const char        *name,
                        const char        *expected)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  if (expected == NULL || g_strcmp0 (soup_message_headers_get_one (headers, name), expected) == 0)
    return TRUE;

  reply_error (message, SOUP_STATUS_BAD_REQUEST, mcp_message_get_id (request), MCP_RPC_HEADER_MISMATCH,
               "A header does not say what the body says");

  return FALSE;
}
