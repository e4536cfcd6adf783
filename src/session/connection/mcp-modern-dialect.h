/* mcp-modern-dialect.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-dialect.h"

G_BEGIN_DECLS

/* What is known of a server's era after server/discover (basic/versioning). */
typedef enum {
  MCP_ERA_VERDICT_NONE,    /* nothing: the network failed, or it is not over yet */
  MCP_ERA_VERDICT_LEGACY,  /* anything but what a modern server answers */
  MCP_ERA_VERDICT_MODERN,  /* a DiscoverResult, or an error that only modern servers have */
} McpEraVerdict;

#define MCP_TYPE_MODERN_DIALECT (mcp_modern_dialect_get_type ())
G_DECLARE_FINAL_TYPE (McpModernDialect, mcp_modern_dialect, MCP, MODERN_DIALECT, McpDialect)

McpDialect    *mcp_modern_dialect_new          (void);
McpEraVerdict  mcp_modern_dialect_get_verdict  (McpModernDialect *self);
const char    *mcp_modern_dialect_get_evidence (McpModernDialect *self); /* (nullable) */

G_END_DECLS
