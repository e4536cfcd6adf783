/* mcp-seen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <string.h>

#include "mcp-seen.h"

#define BODY_BYTES 4096

void
mcp_seen_clear (McpSeen *self)
{
  g_free (self->reason);
  g_free (self->content_type);
  g_free (self->location);
  g_free (self->challenge);
  g_free (self->server);
  g_free (self->via);
  g_free (self->allow);
  g_free (self->retry_after);
  if (self->body != NULL)
    g_string_free (self->body, TRUE);

  memset (self, 0, sizeof *self);
}

void
mcp_seen_take_head (McpSeen               *self,
                    const McpExchangeHead *head)
{
  const char *via = mcp_http_find_header (head->headers, "Via");

  mcp_seen_clear (self);
  self->status = head->status;
  self->reason = g_strdup (head->reason);
  self->content_type = g_strdup (mcp_http_find_header (head->headers, "Content-Type"));
  self->location = g_strdup (mcp_http_find_header (head->headers, "Location"));
  self->challenge = g_strdup (mcp_http_find_header (head->headers, "WWW-Authenticate"));
  self->server = g_strdup (mcp_http_find_header (head->headers, "Server"));
  self->via = g_strdup (via != NULL ? via : mcp_http_find_header (head->headers, "Proxy-Authenticate"));
  self->allow = g_strdup (mcp_http_find_header (head->headers, "Allow"));
  self->retry_after = g_strdup (mcp_http_find_header (head->headers, "Retry-After"));
}

void
mcp_seen_add_body (McpSeen *self,
                   GBytes  *body)
{
  gsize length;
  const char *data = g_bytes_get_data (body, &length);

  if (self->body == NULL)
    self->body = g_string_new (NULL);
  if (self->body->len < BODY_BYTES)
    g_string_append_len (self->body, data, MIN (length, BODY_BYTES - self->body->len));
}

const char *
mcp_http_find_header (McpHeaderList  headers,
                      const char    *name)
{
  for (gsize i = 0; headers != NULL && headers[i] != NULL && headers[i + 1] != NULL; i += 2)
    if (g_ascii_strcasecmp (headers[i], name) == 0)
      return headers[i + 1];

  return NULL;
}
