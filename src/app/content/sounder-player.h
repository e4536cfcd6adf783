/* sounder-player.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-playable.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PLAYER (sounder_player_get_type ())

/* A sound or a video that nobody vouches for: nothing reads it before somebody asks for it. */
G_DECLARE_FINAL_TYPE (SounderPlayer, sounder_player, SOUNDER, PLAYER, AdwBin)

GtkWidget *sounder_player_new (McpPlayable  playable,
                               GBytes      *file);

G_END_DECLS
