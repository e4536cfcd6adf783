/* mcp-structure-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-structure.h"

G_BEGIN_DECLS

/* The members of each; mcp-structure-members.c. */
extern const McpMember * const mcp_structure_members[MCP_N_STRUCTURES];

G_END_DECLS
