/* mcp-replacement.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file that takes the place of another one when it is whole. For the main loop's thread alone. */
typedef struct _McpReplacement McpReplacement;

McpReplacement *mcp_replacement_new         (const char     *path,
                                             gboolean        only_owner);
int             mcp_replacement_get_fd      (McpReplacement *self);
int             mcp_replacement_steal_fd    (McpReplacement *self);
gboolean        mcp_replacement_finish      (McpReplacement *self);
void            mcp_replacement_free        (McpReplacement *self);
void            mcp_replacement_discard_all (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpReplacement, mcp_replacement_free)

G_END_DECLS
