/* mcp-server-link.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a link may say; more is none. */
#define MCP_SERVER_LINK_MAX_BYTES ((gsize) 64 * 1024)

gboolean  mcp_server_link_is   (const char  *text);
char     *mcp_server_link_read (const char  *link,
                                GError     **error);  /* MCP_ERROR_CONFIG */

G_END_DECLS
