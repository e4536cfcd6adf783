/* mcp-baseline.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file that says what a server was: {"sounderBaseline": 1, "facts": …}; see mcp-facts.c. */

gboolean mcp_baseline_is_one (const char  *path);    /* by its first bytes */
char    *mcp_baseline_read   (const char  *path,
                              GError     **error);
gboolean mcp_baseline_write  (const char  *path,
                              const char  *facts,
                              GError     **error);

G_END_DECLS
