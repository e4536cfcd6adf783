/* mcp-auth-exchange.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_AUTH_EXCHANGE (mcp_auth_exchange_get_type ())

/*
 * One HTTP request of a sign-in, and what came back. Its fields fill as it goes; Signal: event
 * (McpAuthExchangeEvent), for each that happens, in order. What is secret in it stands there as it
 * was sent.
 */
G_DECLARE_FINAL_TYPE (McpAuthExchange, mcp_auth_exchange, MCP, AUTH_EXCHANGE, GObject)

/* How far it is, for those who write it down. */
typedef enum {
  MCP_AUTH_EXCHANGE_REQUEST,  /* about to leave: method, address, headers, body */
  MCP_AUTH_EXCHANGE_HEAD,     /* status, headers, peer */
  MCP_AUTH_EXCHANGE_BODY,     /* of the answer, whole */
  MCP_AUTH_EXCHANGE_END,      /* timings, and the error if there is one */
} McpAuthExchangeEvent;

struct _McpAuthExchange
{
  GObject             parent_instance;

  char               *method;
  char               *url;
  GStrv               request_headers;   /* names and values in turn, as sent */
  GBytes             *request_body;      /* (nullable) */
  guint               status;            /* 0 before there is one */
  char               *reason;            /* (nullable) */
  char               *http_version;      /* (nullable) */
  GStrv               response_headers;  /* (nullable) */
  GBytes             *body;              /* (nullable): of the answer */
  char               *peer;              /* (nullable): "93.184.216.34:443" */
  GError             *error;             /* (nullable): MCP_ERROR_…: there is no answer to use */
  McpExchangeTimings  timings;
  gint64              time_usec;         /* monotonic: when what was told last happened */
  guint               number;            /* of the journal; 0 where it is not written down */
  guint               serial;            /* of its request's record; 0 the same */
};

McpAuthExchange *mcp_auth_exchange_new         (const char      *method,
                                                const char      *url);
void             mcp_auth_exchange_add_header  (McpAuthExchange *self,
                                                const char      *name,
                                                const char      *value);
void             mcp_auth_exchange_tell        (McpAuthExchange *self,
                                                McpAuthExchangeEvent event);  /* whoever sends it: emits the signal */
void             mcp_auth_exchange_set_form    (McpAuthExchange *self,
                                                GString         *form);   /* (transfer full) */
void             mcp_auth_exchange_set_json    (McpAuthExchange *self,
                                                GString         *json);   /* (transfer full) */
const char      *mcp_auth_exchange_get_header  (McpAuthExchange *self,
                                                const char      *name);   /* (nullable): of the answer */
GStrv            mcp_auth_exchange_dup_headers (McpAuthExchange *self,
                                                const char      *name);   /* all of that name */
const char      *mcp_auth_exchange_get_body    (McpAuthExchange *self,
                                                gsize           *length);
char            *mcp_auth_exchange_describe    (McpAuthExchange *self);   /* "POST https://as.example/token: 200 OK" */

/* Forms: application/x-www-form-urlencoded. Appends "&key=value", or without "&" where it is the first. */
void             mcp_auth_form_append          (GString         *form,
                                                const char      *key,
                                                const char      *value);  /* (nullable): nothing is appended */

G_END_DECLS
