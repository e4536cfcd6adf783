/* mcp-client-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-client.h"
#include "mcp-server-list.h"

G_BEGIN_DECLS

/* A server in a client's file. */
typedef struct
{
  char       *name;
  char       *place;     /* (nullable): where it stands in the file: "mcpServers.files", "mcpServers[0]" */
  guint       line;      /* in JSON: from 1; 0: not known */
  char       *folder;    /* (nullable): of the project it is for */
  gboolean    disabled;  /* the client does not start it */
  gboolean    is_choice; /* one of several ways to the same server */
  McpProfile *profile;   /* (nullable): see problem */
  char       *problem;   /* (nullable): why it cannot be read */
  char       *hint;      /* (nullable): what to write instead of a command that will not start here */
  char       *left_out;  /* (nullable): names of members that say nothing here */
  char       *inputs;    /* (nullable): a JSON array of what ${input:…} in it asks for, as VS Code has it */
} McpClientServer;

/* What is saved already. */
typedef enum {
  MCP_CLIENT_MATCH_NEW,
  MCP_CLIENT_MATCH_SAME,     /* it is saved, maybe by another name */
  MCP_CLIENT_MATCH_CHANGED,  /* the saved one of this name is another one */
} McpClientMatch;

GPtrArray      *mcp_client_read           (const McpClient        *client,
                                           const char             *text,
                                           gsize                   length,
                                           const char             *folder,  /* (nullable) */
                                           GError                **error);
GPtrArray      *mcp_client_file_read      (McpClientFile          *file,
                                           GError                **error);
GPtrArray      *mcp_client_read_text      (const char             *text,
                                           gsize                   length,
                                           GError                **error);
GPtrArray      *mcp_client_read_own       (const char             *text,
                                           gsize                   length,
                                           const char             *path,
                                           GError                **error);
char           *mcp_client_server_dup_problem (const McpClientServer *self);
McpClientMatch  mcp_client_server_match   (const McpClientServer  *self,
                                           McpServerList          *list,
                                           McpProfile            **saved);  /* (out) (nullable) (transfer none) */
GPtrArray      *mcp_client_servers_dup_profiles (GPtrArray        *servers); /* of McpProfile: of those without a problem */
void            mcp_client_servers_set_origin (GPtrArray          *servers,
                                               const char         *origin);  /* (nullable) */
void            mcp_client_server_free    (McpClientServer        *self);

G_END_DECLS
