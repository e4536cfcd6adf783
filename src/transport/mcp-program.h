/* mcp-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean  mcp_program_check_directory (const char          *cwd,
                                       GError             **error);
char     *mcp_program_find            (const char          *program,
                                       const char          *cwd,   /* (nullable) */
                                       const char * const  *envp,  /* (nullable): our own */
                                       GError             **error);
char    **mcp_program_dup_environ_names (const char * const *envp);  /* (nullable): our own */

G_END_DECLS
