/* mcp-pass-process.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * A program that somebody else's client believes to have started: in a group of its own, with the
 * signals and the environment that we were given, and watched over by a process that ends it when
 * we are killed.
 */
typedef struct
{
  GPid pid;        /* and its group's */
  int  stdin_fd;   /* our ends of its pipes; blocking */
  int  stdout_fd;
  int  stderr_fd;
  GPid guard_pid;
  int  guard_fd;   /* whose end tells the guard that we are gone */
} McpPassProcess;

gboolean mcp_pass_process_start   (McpPassProcess      *self,
                                   const char          *program,
                                   const char * const  *argv,
                                   const char          *cwd,   /* (nullable) */
                                   const char * const  *envp,
                                   GError             **error);
void     mcp_pass_process_signal  (McpPassProcess      *self,
                                   int                  signal_number);
void     mcp_pass_process_release (McpPassProcess      *self);

G_END_DECLS
