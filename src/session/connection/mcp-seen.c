/* mcp-seen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-seen.h"

#define BODY_BYTES 4096

struct _McpSeen
{
  McpStep  step;          /* MCP_N_STEPS: none began */
  char    *proxy;
  guint    status;
  char    *reason;
  char    *content_type;
  char    *location;
  char    *challenge;
  char    *server;
  char    *via;
  char    *proxy_challenge;
  char    *allow;
  char    *retry_after;
  char    *encoding;
  char    *guard;
  GString *body;          /* (nullable): the first 4 KiB */
  gint64   rpc_code;

  McpSeen *first;         /* (nullable) */
  GError  *first_error;   /* with it */
};

McpSeen *
mcp_seen_new (void)
{
  McpSeen *self = g_new0 (McpSeen, 1);

  self->step = MCP_N_STEPS;

  return self;
}

static void
clear_answer (McpSeen *self)
{
  self->status = 0;
  self->rpc_code = 0;
  g_clear_pointer (&self->reason, g_free);
  g_clear_pointer (&self->content_type, g_free);
  g_clear_pointer (&self->location, g_free);
  g_clear_pointer (&self->challenge, g_free);
  g_clear_pointer (&self->server, g_free);
  g_clear_pointer (&self->via, g_free);
  g_clear_pointer (&self->proxy_challenge, g_free);
  g_clear_pointer (&self->allow, g_free);
  g_clear_pointer (&self->retry_after, g_free);
  g_clear_pointer (&self->encoding, g_free);
  g_clear_pointer (&self->guard, g_free);
  if (self->body != NULL)
    g_string_free (g_steal_pointer (&self->body), TRUE);
}

void
mcp_seen_free (McpSeen *self)
{
  clear_answer (self);
  g_free (self->proxy);
  g_clear_pointer (&self->first, mcp_seen_free);
  g_clear_error (&self->first_error);
  g_free (self);
}

void
mcp_seen_begin_step (McpSeen *self,
                     McpStep  step)
{
  self->step = step;
}

void
mcp_seen_set_proxy (McpSeen    *self,
                    const char *proxy)
{
  g_free (self->proxy);
  self->proxy = g_strdup (proxy);
}

/* "cf-mitigated: challenge"; (nullable) */
static char *
dup_guard (McpHeaderList headers)
{
  static const char * const names[] = {
    "cf-mitigated",          /* Cloudflare */
    "x-vercel-mitigated",
    "x-amzn-waf-action",     /* AWS WAF */
    "x-datadome",
    "x-sucuri-block",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = mcp_http_find_header (headers, names[i]);

      if (value != NULL)
        return g_strdup_printf ("%s: %s", names[i], value);
    }

  return NULL;
}

void
mcp_seen_take_head (McpSeen               *self,
                    const McpExchangeHead *head)
{
  clear_answer (self);
  self->status = head->status;
  self->reason = g_strdup (head->reason);
  self->content_type = g_strdup (mcp_http_find_header (head->headers, "Content-Type"));
  self->location = g_strdup (mcp_http_find_header (head->headers, "Location"));
  self->challenge = g_strdup (mcp_http_find_header (head->headers, "WWW-Authenticate"));
  self->server = g_strdup (mcp_http_find_header (head->headers, "Server"));
  self->via = g_strdup (mcp_http_find_header (head->headers, "Via"));
  self->proxy_challenge = g_strdup (mcp_http_find_header (head->headers, "Proxy-Authenticate"));
  self->allow = g_strdup (mcp_http_find_header (head->headers, "Allow"));
  self->retry_after = g_strdup (mcp_http_find_header (head->headers, "Retry-After"));
  self->guard = dup_guard (head->headers);
}

/* The answer is compressed in a way that was not asked for. */
void
mcp_seen_set_encoding (McpSeen    *self,
                       const char *encoding)
{
  g_free (self->encoding);
  self->encoding = g_strdup (encoding);
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

void
mcp_seen_set_rpc_code (McpSeen *self,
                       gint64   code)
{
  self->rpc_code = code;
}

guint
mcp_seen_get_status (McpSeen *self)
{
  return self->status;
}

gint64
mcp_seen_get_rpc_code (McpSeen *self)
{
  return self->rpc_code;
}

void
mcp_seen_describe (McpSeen     *self,
                   McpSymptoms *symptoms)
{
  symptoms->step = self->step;
  symptoms->proxy = self->proxy;
  symptoms->status = self->status;
  symptoms->reason = self->reason;
  symptoms->content_type = self->content_type;
  symptoms->location = self->location;
  symptoms->challenge = self->challenge;
  symptoms->server = self->server;
  symptoms->via = self->via;
  symptoms->proxy_challenge = self->proxy_challenge;
  symptoms->allow = self->allow;
  symptoms->retry_after = self->retry_after;
  symptoms->encoding = self->encoding;
  symptoms->guard = self->guard;
  symptoms->body = self->body != NULL ? self->body->str : NULL;
  symptoms->body_length = self->body != NULL ? self->body->len : 0;
}

void
mcp_seen_begin_second_way (McpSeen      *self,
                           const GError *error)
{
  McpSeen *first = g_memdup2 (self, sizeof *self);

  memset (self, 0, sizeof *self);
  self->step = first->step;
  self->first = first;
  self->first_error = g_error_copy (error);
}

McpSeen *
mcp_seen_get_first_way (McpSeen       *self,
                        const GError **error)
{
  if (error != NULL)
    *error = self->first_error;

  return self->first;
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
