/* mcp-host-process.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-host-command.h"
#include "mcp-process.h"

G_BEGIN_DECLS

typedef void (*McpHostExitFunc) (int      wait_status,
                                 gpointer user_data);

/* A process group on the host, and its keeper: what McpProcess does there. */
typedef struct _McpHostProcess McpHostProcess;

McpHostProcess *mcp_host_process_start      (const char * const  *argv,
                                             const char          *cwd,   /* (nullable) */
                                             const char * const  *envp,  /* (nullable) */
                                             const int           *fds,   /* its 0, 1 and 2 */
                                             McpHostExitFunc      func,
                                             gpointer             user_data,
                                             GError             **error);
void            mcp_host_process_free       (McpHostProcess      *self);
GPid            mcp_host_process_get_pid    (McpHostProcess      *self);
gboolean        mcp_host_process_is_alive   (McpHostProcess      *self);
void            mcp_host_process_signal     (McpHostProcess      *self,
                                             int                  signal_number);
gboolean        mcp_host_process_read_usage (McpHostProcess      *self,
                                             McpProcessUsage     *usage);

G_END_DECLS
