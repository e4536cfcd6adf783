/* mcp-auth-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-auth-exchange.h"

G_DEFINE_FINAL_TYPE (McpAuthExchange, mcp_auth_exchange, G_TYPE_OBJECT)

enum { EVENT, N_SIGNALS };

static guint signals[N_SIGNALS];

static void
mcp_auth_exchange_finalize (GObject *object)
{
  McpAuthExchange *self = MCP_AUTH_EXCHANGE (object);

  g_free (self->method);
  g_free (self->url);
  g_strfreev (self->request_headers);
  g_clear_pointer (&self->request_body, g_bytes_unref);
  g_free (self->reason);
  g_free (self->http_version);
  g_strfreev (self->response_headers);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->peer);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (mcp_auth_exchange_parent_class)->finalize (object);
}

static void
mcp_auth_exchange_class_init (McpAuthExchangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_auth_exchange_finalize;

  signals[EVENT] = g_signal_new ("event", MCP_TYPE_AUTH_EXCHANGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
mcp_auth_exchange_init (McpAuthExchange *self)
{
  self->request_headers = g_new0 (char *, 1);
  self->timings = (McpExchangeTimings) { -1, -1, -1, -1, -1, -1 };
}

McpAuthExchange *
mcp_auth_exchange_new (const char *method,
                       const char *url)
{
  McpAuthExchange *self = g_object_new (MCP_TYPE_AUTH_EXCHANGE, NULL);

  self->method = g_strdup (method);
  self->url = g_strdup (url);

  return self;
}

void
mcp_auth_exchange_add_header (McpAuthExchange *self,
                              const char      *name,
                              const char      *value)
{
  guint length = g_strv_length (self->request_headers);

  self->request_headers = g_renew (char *, self->request_headers, length + 3);
  self->request_headers[length] = g_strdup (name);
  self->request_headers[length + 1] = g_strdup (value);
  self->request_headers[length + 2] = NULL;
}

void
mcp_auth_exchange_tell (McpAuthExchange      *self,
                        McpAuthExchangeEvent  event)
{
  self->time_usec = g_get_monotonic_time ();
  g_signal_emit (self, signals[EVENT], 0, (int) event);
}

void
mcp_auth_exchange_set_form (McpAuthExchange *self,
                            GString         *form)
{
  mcp_auth_exchange_add_header (self, "Content-Type", "application/x-www-form-urlencoded");
  self->request_body = g_string_free_to_bytes (form);
}

void
mcp_auth_exchange_set_json (McpAuthExchange *self,
                            GString         *json)
{
  mcp_auth_exchange_add_header (self, "Content-Type", "application/json");
  self->request_body = g_string_free_to_bytes (json);
}

const char *
mcp_auth_exchange_get_header (McpAuthExchange *self,
                              const char      *name)
{
  for (gsize i = 0; self->response_headers != NULL && self->response_headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (self->response_headers[i], name) == 0)
      return self->response_headers[i + 1];

  return NULL;
}

GStrv
mcp_auth_exchange_dup_headers (McpAuthExchange *self,
                               const char      *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; self->response_headers != NULL && self->response_headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (self->response_headers[i], name) == 0)
      g_strv_builder_add (builder, self->response_headers[i + 1]);

  return g_strv_builder_end (builder);
}

const char *
mcp_auth_exchange_get_body (McpAuthExchange *self,
                            gsize           *length)
{
  const char *body = NULL;

  *length = 0;
  if (self->body != NULL)
    body = g_bytes_get_data (self->body, length);

  /* Of bytes that are none, the data may be NULL. */
  return body != NULL ? body : "";
}

char *
mcp_auth_exchange_describe (McpAuthExchange *self)
{
  if (self->status == 0)
    return g_strdup_printf ("%s %s", self->method, self->url);

  return g_strdup_printf ("%s %s: %u %s", self->method, self->url, self->status,
                          self->reason != NULL ? self->reason : "");
}

void
mcp_auth_form_append (GString    *form,
                      const char *key,
                      const char *value)
{
  if (value == NULL)
    return;

  if (form->len > 0)
    g_string_append_c (form, '&');
  g_string_append (form, key);
  g_string_append_c (form, '=');
  g_string_append_uri_escaped (form, value, NULL, FALSE);
}
