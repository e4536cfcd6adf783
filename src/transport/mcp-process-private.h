/* mcp-process-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gstdio.h>

#include "mcp-host-process.h"
#include "mcp-process.h"
#include "mcp-process-group.h"

G_BEGIN_DECLS

struct _McpProcess
{
  GObject          parent_instance;

  GSubprocess     *subprocess; /* (nullable): runs here */
  McpHostProcess  *host;       /* (nullable): runs on the host */
  GPid             pid;        /* also the process group; kept after the exit */
  int              stdin_fd;
  int              stdout_fd;
  int              stderr_fd;

  McpExit          status;
  gboolean         reaped;     /* @status is known */
  gboolean         exited;     /* ::exited was emitted */
  guint            last_output_timeout;

  /* Once seen empty a group is never signalled again: its number may be another's by now. */
  gboolean         group_gone;

  McpProcessUsage  last_usage; /* to take the difference from */
  McpProcessGroupMembers *members; /* (nullable): of its group, as far as they are known */
};

static inline void
mcp_process_close_fd (int *fd)
{
  if (*fd >= 0)
    g_close (*fd, NULL);
  *fd = -1;
}

/* In mcp-process-start.c. */
gboolean mcp_process_start (McpProcess          *self,
                            const char * const  *argv,
                            const char          *cwd,
                            const char * const  *envp,
                            GError             **error);
void     mcp_process_reap  (McpProcess          *self,
                            int                  status);

G_END_DECLS
