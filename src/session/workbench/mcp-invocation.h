/* mcp-invocation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-catalog-item.h"
#include "mcp-profile.h"

G_BEGIN_DECLS

#define MCP_TYPE_INVOCATION (mcp_invocation_get_type ())

/* One call in a session, of a tool, a prompt or a resource, kept to be looked at, compared and repeated. Immutable, but for its call. */
G_DECLARE_FINAL_TYPE (McpInvocation, mcp_invocation, MCP, INVOCATION, GObject)

McpInvocation  *mcp_invocation_new             (McpCatalogKind  kind,
                                                const char     *name,
                                                const char     *arguments,  /* (nullable): of a resource */
                                                McpCall        *call);
McpInvocation  *mcp_invocation_new_again       (McpInvocation  *invocation);  /* the same, not sent yet */
McpCatalogKind  mcp_invocation_get_kind        (McpInvocation  *self);
const char     *mcp_invocation_get_name        (McpInvocation  *self);
const char     *mcp_invocation_get_arguments   (McpInvocation  *self);      /* (nullable) */
McpCall        *mcp_invocation_get_call        (McpInvocation  *self);
GBytes         *mcp_invocation_get_answer      (McpInvocation  *self);      /* (transfer none) (nullable) */
gint64          mcp_invocation_get_wall_usec   (McpInvocation  *self);
char           *mcp_invocation_dup_caption     (McpInvocation  *self);
char           *mcp_invocation_dup_cli_command (McpInvocation  *self,
                                                McpProfile     *profile);
char           *mcp_invocation_dup_json        (McpInvocation  *self);

G_END_DECLS
