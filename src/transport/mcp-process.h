/* mcp-process.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* A reading of a process group. */
typedef struct
{
  gint64  time_usec;      /* monotonic, when it was read */
  gint64  cpu_usec;       /* user and system time of all its processes so far */
  double  cpu_percent;    /* of one core since the last reading, of a quarter of a second at least; 0 for the first */
  guint64 rss_bytes;      /* resident memory of all its processes */
  guint   n_processes;
  guint   n_threads;
  guint   n_fds;          /* of the leader */
} McpProcessUsage;

#define MCP_TYPE_PROCESS (mcp_process_get_type ())

/*
 * A child: spawned by argv (never through a shell) as leader of its own process group.
 * Signals: reaped (the exit status is known; output may still come), and
 * exited (after both pipes ended, or 500 ms after the exit).
 */
G_DECLARE_FINAL_TYPE (McpProcess, mcp_process, MCP, PROCESS, GObject)

McpProcess  *mcp_process_spawn         (const char * const *argv,
                                        const char         *cwd,        /* (nullable) */
                                        const char * const *envp,       /* (nullable): inherit all */
                                        GError            **error);
GPid         mcp_process_get_pid       (McpProcess         *self);
gboolean     mcp_process_is_on_host    (McpProcess         *self);      /* outside of our sandbox */
int          mcp_process_get_stdin_fd  (McpProcess         *self);      /* non-blocking; -1 once closed */
int          mcp_process_get_stdout_fd (McpProcess         *self);
int          mcp_process_get_stderr_fd (McpProcess         *self);
void         mcp_process_close_stdin   (McpProcess         *self);
void         mcp_process_close_stdout  (McpProcess         *self);      /* its reader has seen the end */
void         mcp_process_close_stderr  (McpProcess         *self);
gboolean     mcp_process_has_exited    (McpProcess         *self,
                                        McpExit            *status);    /* (out) (optional) */
gboolean     mcp_process_group_alive   (McpProcess         *self);
void         mcp_process_signal_group  (McpProcess         *self,
                                        int                 signal_number);
gboolean     mcp_process_read_usage    (McpProcess         *self,
                                        McpProcessUsage    *usage);
gboolean     mcp_exit_is_failure       (const McpExit      *status,
                                        gboolean            asked);     /* whether it was to end */
char        *mcp_exit_to_text          (const McpExit      *status);    /* "exit code 3", "signal 11 (SIGSEGV)" */

/*
 * Every live process of this program, for its last moments: SIGTERM, at most @wait_msec, SIGKILL.
 * Blocks.
 */
void         mcp_process_end_all       (guint               wait_msec);

G_END_DECLS
