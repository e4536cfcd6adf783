/* mcp-websocket-error.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-certificate.h"

G_BEGIN_DECLS

GError *mcp_websocket_new_end_error  (SoupWebsocketConnection *connection,
                                      const char              *host,
                                      gsize                    cap_bytes,
                                      const GError            *cause);       /* (nullable) */
GError *mcp_websocket_new_open_error (SoupMessage             *message,
                                      McpCertificate          *certificate,  /* (nullable) */
                                      gboolean                 was_sent,
                                      const GError            *cause);

G_END_DECLS
