/* mcp-cache-hints.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For how long a result is good, and for whom (2026-07-28, server/utilities/caching). */
gint64   mcp_cache_hints_read      (const char  *result,
                                    gsize        length,
                                    char       **scope);      /* (out) (nullable); milliseconds, -1 for none */
gboolean mcp_cache_hints_has_hints (const char  *method);

G_END_DECLS
