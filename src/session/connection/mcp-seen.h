/* mcp-seen.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* The last answer of a server that is being connected to: what the doctor looks at. */
typedef struct
{
  guint    status;        /* 0: none came */
  char    *reason;
  char    *content_type;
  char    *location;
  char    *challenge;
  char    *server;
  char    *via;
  char    *allow;
  char    *retry_after;
  GString *body;          /* (nullable): the first 4 KiB */
  gint64   rpc_code;      /* of a JSON-RPC error in it; 0 for none */
} McpSeen;

void        mcp_seen_clear       (McpSeen               *self);
void        mcp_seen_take_head   (McpSeen               *self,
                                  const McpExchangeHead *head);   /* forgets the answer before */
void        mcp_seen_add_body    (McpSeen               *self,
                                  GBytes                *body);
const char *mcp_http_find_header (McpHeaderList          headers,
                                  const char            *name);   /* in any case; (nullable) */

G_END_DECLS
