/* mcp-host-find.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean mcp_host_find (const char          *name,
                        const char          *cwd,        /* (nullable) */
                        const char * const  *envp,       /* (nullable) */
                        char               **program,    /* (out) */
                        char               **directory,  /* (out) */
                        GError             **error);

G_END_DECLS
