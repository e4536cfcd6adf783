/* mcp-text-diff.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How two texts differ, line by line, as "diff -u" has it. */
char *mcp_text_diff (const char *before,
                     const char *after,
                     const char *before_name,
                     const char *after_name);

G_END_DECLS
