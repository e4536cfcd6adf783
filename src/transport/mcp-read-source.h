/* mcp-read-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Below drawing, which GTK does at 120: a flood must not freeze the window. */
#define MCP_READ_PRIORITY 200
/* Drawing that never ends must not keep a message away: after this long its turn comes before. */
#define MCP_READ_PATIENCE_MSEC 50

/* What calls a function from the main loop, politely: below drawing, but not for longer than that. */
typedef struct _McpReadSource McpReadSource;

McpReadSource *mcp_read_source_new     (int             priority,
                                        GSourceFunc     func,
                                        gpointer        user_data);
void           mcp_read_source_wake    (McpReadSource  *self);
void           mcp_read_source_destroy (McpReadSource  *self);
void           mcp_read_source_unref   (McpReadSource  *self);

G_END_DECLS
