/* mcp-server-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *mcp_server_order_apply (const char *servers,
                              GPtrArray  *names,
                              GHashTable *values);

G_END_DECLS
