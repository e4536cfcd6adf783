/* mcp-seen.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-doctor.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/*
 * What was seen of a server that is being connected to, for the doctor: the last step that began,
 * the last answer and the start of its body. When Streamable HTTP was refused, HTTP+SSE is tried as
 * a second way, and what was seen of the first is kept.
 */
typedef struct _McpSeen McpSeen;

McpSeen    *mcp_seen_new              (void);
void        mcp_seen_free             (McpSeen               *self);

void        mcp_seen_begin_step       (McpSeen               *self,
                                       McpStep                step);
void        mcp_seen_set_proxy        (McpSeen               *self,
                                       const char            *proxy);  /* (nullable): that was reached, and let nothing
                                                                          through yet */
void        mcp_seen_take_head        (McpSeen               *self,
                                       const McpExchangeHead *head);   /* forgets the answer before */
void        mcp_seen_set_encoding     (McpSeen               *self,
                                       const char            *encoding);
void        mcp_seen_add_body         (McpSeen               *self,
                                       GBytes                *body);
void        mcp_seen_set_rpc_code     (McpSeen               *self,
                                       gint64                 code);
guint       mcp_seen_get_status       (McpSeen               *self);   /* 0: none came */
gint64      mcp_seen_get_rpc_code     (McpSeen               *self);   /* of a JSON-RPC error; 0 for none */
void        mcp_seen_describe         (McpSeen               *self,
                                       McpSymptoms           *symptoms); /* lends what it fills in */

void        mcp_seen_begin_second_way (McpSeen               *self,
                                       const GError          *error);
McpSeen    *mcp_seen_get_first_way    (McpSeen               *self,
                                       const GError         **error);  /* (nullable); why it was given up */

const char *mcp_http_find_header      (McpHeaderList          headers,
                                       const char            *name);   /* in any case; (nullable) */

G_END_DECLS
