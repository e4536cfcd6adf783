/* mcp-http-limits.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* What libsoup would bear without end. */
void    mcp_http_limit_informational   (SoupMessage             *message,
                                        GCancellable            *cancellable);
GError *mcp_http_dup_limit_error       (SoupMessage             *message);      /* (nullable) */
void    mcp_http_limit_fragments       (SoupWebsocketConnection *connection,
                                        guint64                  cap_bytes,
                                        GSocket                 *socket);       /* (nullable) */
gboolean mcp_http_is_over_fragments    (SoupWebsocketConnection *connection);

G_END_DECLS
