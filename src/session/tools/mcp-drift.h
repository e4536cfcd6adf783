/* mcp-drift.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-finding.h"

G_BEGIN_DECLS

/*
 * What has changed since a server was accepted, as findings of the rules drift.*: @before and @after are facts (see
 * mcp-facts.c). Order, of members as of elements of a list, and the spelling of numbers are no change.
 */
GPtrArray *mcp_drifts_of        (const char           *before,
                                 const char           *after);   /* (transfer full) (element-type McpFinding) */
/* The same in a thread, the worst first. */
void       mcp_drifts_of_async  (GBytes               *before,
                                 GBytes               *after,
                                 GCancellable         *cancellable,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
GPtrArray *mcp_drifts_of_finish (GAsyncResult         *result,
                                 GError              **error);   /* (nullable): cancelled */
GStrv      mcp_drifts_left_out  (const char           *before,
                                 const char           *after);   /* lists that only one of them has: "tools" */

G_END_DECLS
