/* mcp-nearest.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *mcp_find_nearest (const char         *word,
                              const char * const *candidates);

G_END_DECLS
