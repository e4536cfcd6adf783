/* mcp-traffic-row-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-traffic-statistics.h"

G_BEGIN_DECLS

McpTrafficRow *mcp_traffic_row_new         (const char              *method,
                                            McpDirection             direction);
void           mcp_traffic_row_set_figures (McpTrafficRow           *self,
                                            const McpTrafficFigures *figures);

G_END_DECLS
