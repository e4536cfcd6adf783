/* sounder-command-palette.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_COMMAND_PALETTE (sounder_command_palette_get_type ())

/* Every action, server and tool by name: type a part of it, press Enter. */
G_DECLARE_FINAL_TYPE (SounderCommandPalette, sounder_command_palette, SOUNDER, COMMAND_PALETTE, AdwWindow)

SounderCommandPalette *sounder_command_palette_new     (SounderWindow *window);
void                   sounder_command_palette_present (SounderWindow *window);

G_END_DECLS
