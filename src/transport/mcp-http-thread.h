/* mcp-http-thread.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

#define MCP_HTTP_N_SESSIONS 16

/*
 * The thread in which libsoup reads and writes for one transport, so that nothing the main loop
 * does comes between a byte and its time. Private to the transports.
 */
typedef struct _McpHttpThread McpHttpThread;

/* The side of the main loop. */
McpHttpThread *mcp_http_thread_new          (guint           n_connections);  /* at once, to each host */
void           mcp_http_thread_free         (McpHttpThread  *self);
void           mcp_http_thread_post         (McpHttpThread  *self,
                                             GSourceFunc     func,            /* G_SOURCE_REMOVE */
                                             gpointer        data,
                                             GDestroyNotify  notify);         /* (nullable) */
void           mcp_http_thread_close_connections (McpHttpThread *self);
SoupSession   *mcp_http_thread_new_session  (McpHttpThread  *self);           /* for whoever calls */

/* From within the thread. */
SoupSession   *mcp_http_thread_get_session  (McpHttpThread  *self,
                                             guint           index);
void           mcp_http_thread_defer        (McpHttpThread  *self,
                                             GList          *link,            /* in no list */
                                             GFunc           func);
void           mcp_http_thread_catch_up     (McpHttpThread  *self);
void           mcp_http_thread_hold         (McpHttpThread  *self);           /* the thread goes on until … */
void           mcp_http_thread_release      (McpHttpThread  *self);

G_END_DECLS
