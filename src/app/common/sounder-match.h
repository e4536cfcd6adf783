/* sounder-match.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-match.h"

G_BEGIN_DECLS

void sounder_match_mark (GtkLabel       *label,
                         const McpMatch *match);   /* (nullable): takes the marks away */

G_END_DECLS
