/* mcp-client-manifest.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-client-server.h"

G_BEGIN_DECLS

/* The server.json of a registry: how one server can be got, by its packages and addresses. */
gboolean   mcp_client_manifest_is   (const char  *text,
                                     gsize        length);
GPtrArray *mcp_client_manifest_read (const char  *text,
                                     gsize        length,
                                     GError     **error);  /* of McpClientServer */

G_END_DECLS
