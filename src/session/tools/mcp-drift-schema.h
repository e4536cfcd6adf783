/* mcp-drift-schema.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Why arguments that fit @before may not fit @after, for people; (transfer full) (nullable): nothing was found. */
char *mcp_drift_find_break (const char *before,
                            gsize       before_length,
                            const char *after,
                            gsize       after_length);

G_END_DECLS
