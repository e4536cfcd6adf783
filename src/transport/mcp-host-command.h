/* mcp-host-command.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-host.h"

G_BEGIN_DECLS

typedef void (*McpHostExitFunc) (int      wait_status,
                                 gpointer user_data);

/* A command that the Flatpak session helper starts on the host. */
typedef struct
{
  const char * const *argv;     /* the first is an absolute path of the host */
  const char * const *envp;     /* (nullable): the helper's own */
  const int          *fds;      /* what it gets as descriptor 0, 1, 2 …; stay the caller's */
  guint               n_fds;
  gboolean            watched;  /* gets SIGINT when we leave the bus */
} McpHostCommand;

GPid  mcp_host_command_run    (const McpHostCommand  *command,
                               GError               **error);
guint mcp_host_command_watch  (GPid                   pid,
                               McpHostExitFunc        func,
                               gpointer               user_data);
void  mcp_host_command_forget (guint                  watch);

G_END_DECLS
