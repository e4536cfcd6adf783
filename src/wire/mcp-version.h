/* mcp-version.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The protocol revisions, oldest first; comparable. */
typedef enum {
  MCP_VERSION_UNKNOWN,
  MCP_VERSION_2024_11_05,
  MCP_VERSION_2025_03_26,
  MCP_VERSION_2025_06_18,
  MCP_VERSION_2025_11_25,
  MCP_VERSION_2026_07_28,
} McpVersion;

#define MCP_VERSION_NEWEST_LEGACY MCP_VERSION_2025_11_25
#define MCP_VERSION_NEWEST        MCP_VERSION_2026_07_28

McpVersion  mcp_version_from_string (const char *text);
const char *mcp_version_to_string   (McpVersion  version);
gboolean    mcp_version_is_modern   (McpVersion  version);
char       *mcp_version_list        (void);
char       *mcp_version_list_legacy (void);

G_END_DECLS
