/* mcp-client.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-text-encoding.h"

G_BEGIN_DECLS

typedef enum {
  MCP_CLIENT_JSON, /* comments and commas behind the last member are let through */
  MCP_CLIENT_TOML,
  MCP_CLIENT_YAML,
} McpClientFormat;

/* What a client puts in the place of variables in its file. */
typedef enum {
  MCP_CLIENT_FILLS_NOTHING,
  MCP_CLIENT_FILLS_NAMED,   /* ${env:NAME}, as VS Code has it */
  MCP_CLIENT_FILLS_SHELL,   /* ${NAME} */
  MCP_CLIENT_FILLS_BRACES,  /* {env:NAME}, as opencode has it */
  MCP_CLIENT_FILLS_DOUBLE,  /* {{NAME}}, which a person is asked for, as LibreChat has it */
} McpClientVariables;

/* An application that starts MCP servers, and how it writes one down. */
typedef struct
{
  const char         *id;             /* for the command line */
  const char         *name;           /* its own, not translated */
  McpClientFormat     format;
  McpClientVariables  variables;
  const char         *container;      /* the member that all servers are in */
  const char         *command;
  const char         *env;
  const char         *url;            /* (nullable): it starts programs only */
  const char         *sse_url;        /* the member for HTTP+SSE, which may be another one */
  const char         *headers;
  const char         *stdio_type;     /* (nullable): it writes no type */
  const char         *http_type;      /* (nullable) */
  const char         *sse_type;       /* (nullable): it writes none, or cannot do it, see has_sse */
  gboolean            has_cwd;
  gboolean            has_sse;
  gboolean            is_read_only;   /* Sounder reads its file and writes none */
} McpClient;

/* Where a client keeps servers. */
typedef struct
{
  const McpClient *client;
  char            *path;
  char            *folder;            /* (nullable): of the project, whose file it is */
} McpClientFile;

const McpClient *mcp_client_get       (guint            index);       /* (nullable): behind the last one */
const McpClient *mcp_client_find      (const char      *id);          /* (nullable) */
GPtrArray       *mcp_client_list_files (const char     *folder);      /* (transfer full) of McpClientFile */
GPtrArray       *mcp_client_list_project_files (const char *folder);  /* (transfer full) of McpClientFile */

McpClientFile   *mcp_client_file_new  (const McpClient *client,
                                       const char      *path,
                                       const char      *folder);      /* (nullable) */
McpClientFile   *mcp_client_file_new_for_path (const char *path);     /* (nullable): no client's, by its name */
void             mcp_client_file_free (McpClientFile   *self);
char            *mcp_client_dup_text   (const char      *path,
                                       gsize           *length,
                                       McpTextEncoding *encoding,     /* (out) (optional) */
                                       GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpClientFile, mcp_client_file_free)

G_END_DECLS
