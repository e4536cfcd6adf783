/* mcp-playable.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  MCP_PLAYABLE_SOUND,
  MCP_PLAYABLE_VIDEO,
} McpPlayable;

/* What a file's name ends with when a player is to read it as a sound or a video and as nothing else. */
const char *mcp_playable_get_suffix (McpPlayable  playable,
                                     GBytes      *file);     /* (nullable): it is no such file */

G_END_DECLS
