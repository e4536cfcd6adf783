/* mcp-era.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The two families of revisions (2026-07-28, basic/versioning). */
typedef enum {
  MCP_ERA_UNKNOWN,
  MCP_ERA_LEGACY,   /* up to 2025-11-25: a handshake, and a session */
  MCP_ERA_MODERN,   /* from 2026-07-28 on: each request says all */
} McpEra;

const char *mcp_era_to_string   (McpEra      era);   /* (nullable): NULL for MCP_ERA_UNKNOWN */
McpEra      mcp_era_from_string (const char *text);  /* (nullable) */

G_END_DECLS
