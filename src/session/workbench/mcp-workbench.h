/* mcp-workbench.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-argument-store.h"
#include "mcp-form.h"
#include "mcp-invocation.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_WORKBENCH (mcp_workbench_get_type ())

/*
 * What has been filled in and called in a session: a draft for each tool, the calls, and what is kept beyond the session.
 * Property: checks-formats, of all drafts.
 */
G_DECLARE_FINAL_TYPE (McpWorkbench, mcp_workbench, MCP, WORKBENCH, GObject)

McpWorkbench     *mcp_workbench_new         (McpSession      *session);
McpSession       *mcp_workbench_get_session (McpWorkbench    *self);
McpArgumentStore *mcp_workbench_get_store   (McpWorkbench    *self);
McpForm          *mcp_workbench_get_draft   (McpWorkbench    *self,
                                             McpCatalogItem  *tool);
GListModel       *mcp_workbench_get_calls   (McpWorkbench    *self,   /* of McpInvocation, newest first */
                                             McpCatalogKind   kind,
                                             const char      *name);
McpInvocation    *mcp_workbench_get_last    (McpWorkbench    *self,   /* (transfer none) (nullable) */
                                             McpCatalogKind   kind,
                                             const char      *name);
McpInvocation    *mcp_workbench_find        (McpWorkbench    *self,   /* (transfer none) (nullable) */
                                             McpCall         *call);
void              mcp_workbench_start       (McpWorkbench    *self,
                                             McpInvocation   *invocation);

/* That are finished, of each tool, prompt and resource. */
#define MCP_WORKBENCH_MAX_CALLS 50

G_END_DECLS
