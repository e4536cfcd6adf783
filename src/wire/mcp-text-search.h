/* mcp-text-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Asked now and then by a search that takes long; TRUE ends it. */
typedef gboolean (*McpTextSearchStopped) (gpointer user_data);

GArray   *mcp_text_search             (const char           *text,
                                       gsize                 length,
                                       const char           *needle,
                                       guint                 max_hits,
                                       McpTextSearchStopped  stopped,
                                       gpointer              user_data);
gboolean  mcp_text_search_has_case    (const char           *needle);

G_END_DECLS
