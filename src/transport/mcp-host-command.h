/* mcp-host-command.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-host.h"

G_BEGIN_DECLS

/* What becomes of a command. */
typedef struct
{
  /* Once, with a status as of waitpid(). */
  void (*exited) (int      wait_status,
                  gpointer user_data);
  /* The helper is gone and will not tell; the command may live. Forgets and watches nothing. */
  void (*lost)   (gpointer user_data);
} McpHostCommandFuncs;

/* A command that the Flatpak session helper starts on the host. */
typedef struct
{
  const char * const *argv;     /* the first is an absolute path of the host */
  const char         *cwd;      /* (nullable): an absolute path of the host; the root directory */
  const char * const *envp;     /* (nullable): all of it; the helper's own */
  const char * const *added;    /* (nullable): more of it */
  const int          *fds;      /* what it gets as descriptor 0, 1, 2 …; stay the caller's */
  guint               n_fds;
  gboolean            watched;  /* gets SIGINT when we leave the bus */
} McpHostCommand;

GPid  mcp_host_command_run    (const McpHostCommand       *command,
                               GError                    **error);
void  mcp_host_command_signal (GPid                        pid,
                               int                         signal_number);
guint mcp_host_command_watch  (GPid                        pid,
                               const McpHostCommandFuncs  *funcs,
                               gpointer                    user_data);
void  mcp_host_command_forget (guint                       watch);

G_END_DECLS
