/* mcp-serials.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ascending arrays of guint serials. Internal to the layer. */
gboolean mcp_serials_find        (GArray *serials,
                                  guint   serial,
                                  guint  *position);
void     mcp_serials_sort_unique (GArray *serials);
void     mcp_serials_flip        (GArray *serials,
                                  GArray *flips,
                                  guint  *position,
                                  guint  *n_removed,
                                  guint  *n_added);

G_END_DECLS
