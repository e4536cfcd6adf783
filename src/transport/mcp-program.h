/* mcp-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Why a program, or its working directory, cannot be used. */
typedef enum {
  MCP_PROGRAM_OK,
  MCP_PROGRAM_MISSING,
  MCP_PROGRAM_DIRECTORY,
  MCP_PROGRAM_NOT_EXECUTABLE,
  MCP_PROGRAM_NO_INTERPRETER,  /* the one of its first line is missing */
  MCP_PROGRAM_NOWHERE,         /* in no folder of PATH */
  MCP_PROGRAM_NO_CWD,
  MCP_PROGRAM_CWD_FILE,
  MCP_PROGRAM_CWD_CLOSED,
} McpProgramState;

gboolean  mcp_program_check_name      (const char          *program,
                                       GError             **error);
gboolean  mcp_program_check_directory (const char          *cwd,
                                       GError             **error);
char     *mcp_program_find            (const char          *program,
                                       const char          *cwd,   /* (nullable) */
                                       const char * const  *envp,  /* (nullable): our own */
                                       GError             **error);
void      mcp_program_set_error       (GError             **error,
                                       McpProgramState      state,
                                       const char          *program,
                                       const char          *place); /* a path, or PATH itself */
char    **mcp_program_dup_environ_names (const char * const *envp);  /* (nullable): our own */

G_END_DECLS
