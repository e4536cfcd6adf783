/* mcp-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sources of the main loop that somebody keeps and may stop at any time. */
GSource *mcp_source_attach (GSource     *source,    /* (transfer full) */
                            GSourceFunc  func,
                            gpointer     user_data);
void     mcp_source_clear  (GSource    **source);   /* (inout) (nullable): %NULL then */

G_END_DECLS
