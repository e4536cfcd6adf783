/* mcp-server-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * What words of a server are known to mean: see the table in mcp-server-text.c and
 * docs/connection-doctor.md.
 */
typedef enum {
  MCP_SERVER_TEXT_SESSION,     /* it speaks of a session */
  MCP_SERVER_TEXT_NO_SESSION,  /* it does not know the HTTP session */
  MCP_SERVER_TEXT_CHALLENGE,   /* the page lets in browsers alone */
  MCP_SERVER_TEXT_HOST,        /* it does not go by the name in Host */
  MCP_SERVER_TEXT_ABSENT,      /* a tunnel or a host of deployments has nothing behind this name */
  MCP_N_SERVER_TEXTS,
} McpServerText;

gboolean mcp_server_text_means      (McpServerText  meaning,
                                     const char    *text,      /* any bytes */
                                     gsize          length);
gboolean mcp_server_text_is_page    (const char    *body,
                                     gsize          length);
char    *mcp_server_text_dup_title  (const char    *body,
                                     gsize          length);   /* (nullable) */
char    *mcp_server_text_dup_said   (const char    *body,
                                     gsize          length);   /* (nullable) */
char    *mcp_server_text_dup_header (const char    *body,
                                     gsize          length);   /* (nullable): that it wants a key in */
char    *mcp_server_text_dup_revisions (const char *text,
                                     gsize          length,
                                     const char    *asked,     /* (nullable) */
                                     const char   **best);     /* (out) (optional) (nullable) */

G_END_DECLS
