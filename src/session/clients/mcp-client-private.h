/* mcp-client-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-client-server.h"
#include "mcp-json.h"

G_BEGIN_DECLS

/* Where a server stands in a document. */
typedef struct
{
  char     *name;         /* (nullable): nothing says one */
  char     *path;         /* "mcpServers.files", "mcpServers[0]"; "" for the document */
  char     *folder;       /* (nullable): project folder the server is limited to */
  McpSpan   value;
  guint     line;         /* from 1 */
  gboolean  is_opencode;  /* where opencode has servers */
  gboolean  is_container; /* what should have servers in it, and cannot */
} McpClientPlace;

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
char               *mcp_client_dup_json    (McpClientFormat  format,
                                            const char      *text,
                                            gsize            length,
                                            GError         **error);
char               *mcp_client_guess_json  (const char      *text,
                                            gsize            length,
                                            McpClientFormat *format,
                                            GError         **error);
GPtrArray          *mcp_client_find_places (const char      *text,
                                            gsize            length,
                                            const char      *extra,     /* (nullable) */
                                            gboolean         is_needed,
                                            GError         **error);    /* of McpClientPlace */
void                mcp_client_place_free  (McpClientPlace  *self);
char               *mcp_client_join_names  (GHashTable      *names);

/* For files that are no client's: nothing is put in the place of variables. */
extern const McpClient mcp_client_nobody;

G_END_DECLS
