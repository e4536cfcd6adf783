/* mcp-host.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where the servers' programs run when we are in a Flatpak. */
typedef enum {
  MCP_HOST_NONE,    /* in no sandbox: programs are started here, as ever */
  MCP_HOST_OPEN,    /* in a sandbox, and programs can be started outside of it */
  MCP_HOST_CLOSED,  /* in a sandbox that keeps its programs inside */
} McpHostState;

void                 mcp_host_detect               (void);
void                 mcp_host_detect_from          (const char          *info_file);
void                 mcp_host_set_connection       (GDBusConnection     *connection); /* (nullable) */
McpHostState         mcp_host_get_state            (void);
gboolean             mcp_host_runs                 (const char          *program);
char                *mcp_host_dup_permit_command   (void);  /* (nullable) */
char                *mcp_host_dup_path             (const char          *path);
void                 mcp_host_load_environ_async   (GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
void                 mcp_host_load_environ_finish  (GAsyncResult        *result);
void                 mcp_host_set_shell_wait       (guint                msec);
gboolean             mcp_host_needs_environ        (void);
gboolean             mcp_host_is_shell_silent      (void);
const char * const  *mcp_host_get_environ          (void);  /* (nullable) */

G_END_DECLS
