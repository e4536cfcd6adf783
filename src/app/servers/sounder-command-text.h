/* sounder-command-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

/* The risks are those of mcp_risks_find(). */
void sounder_command_text_show       (GtkTextView         *view,
                                      GtkScrolledWindow   *scroller,
                                      McpProfile          *profile,
                                      GPtrArray           *risks);
void sounder_command_text_show_risks (AdwPreferencesGroup *group,
                                      McpProfile          *profile,
                                      GPtrArray           *risks);

G_END_DECLS
