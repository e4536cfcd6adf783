/* mcp-keyring.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Secrets of servers in the Secret Service, through libsecret. @server is the profile's secret
 * id, @name what it is: "header:Authorization". Errors are of the MCP_ERROR domain:
 * MCP_ERROR_STORAGE when the keyring cannot be used, saying why.
 */
void      mcp_keyring_lookup_async (const char          *server,
                                    const char          *name,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
char     *mcp_keyring_lookup_finish (GAsyncResult       *result,
                                    GError             **error);      /* (nullable): NULL without error: it has none */
void      mcp_keyring_store_async  (const char          *server,
                                    const char          *name,
                                    const char          *label,       /* for people: "Sounder: weather, Authorization" */
                                    const char          *value,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
gboolean  mcp_keyring_store_finish (GAsyncResult        *result,
                                    GError             **error);
void      mcp_keyring_clear_async  (const char          *server,
                                    const char          *name,        /* (nullable): all of the server's */
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
gboolean  mcp_keyring_clear_finish (GAsyncResult        *result,
                                    GError             **error);

G_END_DECLS
