/* mcp-stdio-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-process.h"
#include "mcp-connection-transport.h"

G_BEGIN_DECLS

#define MCP_STDIO_DEFAULT_CAP_BYTES       (256u * 1024 * 1024)
#define MCP_STDIO_DEFAULT_CLOSE_WAIT_MSEC 5000
#define MCP_STDIO_DEFAULT_TERM_WAIT_MSEC  5000
#define MCP_STDIO_PARTIAL_BYTES           (1024u * 1024)

#define MCP_TYPE_STDIO_TRANSPORT (mcp_stdio_transport_get_type ())
G_DECLARE_FINAL_TYPE (McpStdioTransport, mcp_stdio_transport, MCP, STDIO_TRANSPORT, McpConnectionTransport)

McpTransport *mcp_stdio_transport_new         (const char * const *argv,
                                               const char         *cwd,    /* (nullable) */
                                               const char * const *envp);  /* (nullable) */
void          mcp_stdio_transport_set_cap     (McpStdioTransport  *self,
                                               gsize               cap_bytes);
void          mcp_stdio_transport_set_waits   (McpStdioTransport  *self,
                                               guint               close_wait_msec,
                                               guint               term_wait_msec);
GBytes       *mcp_stdio_transport_dup_unfinished (McpStdioTransport *self,
                                                  gsize             max_bytes, /* (nullable) */
                                                  gint64           *first_usec);
McpProcess   *mcp_stdio_transport_get_process (McpStdioTransport  *self);  /* (nullable) */

G_END_DECLS
