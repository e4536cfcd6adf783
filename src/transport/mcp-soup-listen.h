/* mcp-soup-listen.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

GSocketService *mcp_soup_listen (SoupServer      *server,
                                 GSocketAddress  *address,
                                 GSocketAddress **effective,
                                 GError         **error);

G_END_DECLS
