/* mcp-progress.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Hears how far something is, from 0 to 1. Called in the thread of the main loop. */
typedef void (*McpProgressFunc) (double   fraction,
                                 gpointer user_data);

G_END_DECLS
