/* mcp-session.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"
#include "mcp-connection.h"
#include "mcp-health.h"
#include "mcp-tasks.h"

G_BEGIN_DECLS

/* A session as people see it: a connection, with its catalogs, its health and its tasks. */

McpSession      *mcp_session_new                   (McpProfile          *profile,
                                                    McpJournal          *journal); /* (nullable): makes one */
McpSession      *mcp_session_new_beside            (McpProfile          *profile);
McpSession      *mcp_session_new_recorded          (McpProfile          *profile,
                                                    McpJournal          *journal); /* may still be loading */
McpHealth       *mcp_session_get_health            (McpSession          *self);
McpCatalog      *mcp_session_get_catalog           (McpSession          *self,
                                                    McpCatalogKind       kind);
McpTasks        *mcp_session_get_tasks             (McpSession          *self);       /* a GListModel of McpTask */

/* What a recording knows. */
int              mcp_session_get_n_roots           (McpSession          *self);       /* -1: not known of a recording */
gboolean         mcp_session_is_examining          (McpSession          *self);       /* a recording: its findings and tasks are not all known yet */

G_END_DECLS
