/* mcp-sse-send.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-client.h"

G_BEGIN_DECLS

/* The messages of an HTTP+SSE transport: each is a POST. Reports to the client's owner's sink. */
typedef struct _McpSseSends McpSseSends;

McpSseSends *mcp_sse_sends_new         (McpHttpClient        *client);
void         mcp_sse_sends_free        (McpSseSends          *self);
void         mcp_sse_sends_open        (McpSseSends          *self,
                                        const char           *endpoint);
guint64      mcp_sse_sends_send        (McpSseSends          *self,
                                        GBytes               *bytes,
                                        const McpSendOptions *options); /* (nullable) */
gboolean     mcp_sse_sends_unsend      (McpSseSends          *self,
                                        guint64               ticket);
void         mcp_sse_sends_forget      (McpSseSends          *self,
                                        guint64               ticket);
void         mcp_sse_sends_close       (McpSseSends          *self,
                                        const GError         *error);
void         mcp_sse_sends_report_lost (McpSseSends          *self);

G_END_DECLS
