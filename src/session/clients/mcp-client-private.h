/* mcp-client-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-client-server.h"

G_BEGIN_DECLS

/* More of one server is not read. */
#define MCP_CLIENT_MAX_ENTRY_BYTES (256u * 1024)

/* What an entry came to. */
typedef enum {
  MCP_CLIENT_ENTRY_SERVER,
  MCP_CLIENT_ENTRY_OTHER,    /* no server that is started or reached: something of the client's own */
} McpClientEntryKind;

McpClientEntryKind  mcp_client_entry_read  (const McpClient *client,
                                            const char      *folder,    /* (nullable) */
                                            const char      *text,
                                            gsize            length,
                                            char           **json,      /* as in servers.json */
                                            gboolean        *disabled,
                                            GHashTable      *left_out); /* takes names of members */
void                mcp_client_server_take (McpClientServer *self,
                                            const char      *json,
                                            GHashTable      *left_out); /* names of what is not in @json */
char               *mcp_client_relax_json  (const char      *text,
                                            gsize            length,
                                            GError         **error);
char               *mcp_client_dup_json    (McpClientFormat  format,
                                            const char      *text,
                                            gsize            length,
                                            GError         **error);
char               *mcp_client_join_names  (GHashTable      *names);

G_END_DECLS
