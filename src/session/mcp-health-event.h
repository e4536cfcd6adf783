/* mcp-health-event.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"

G_BEGIN_DECLS

McpHealthEvent *mcp_health_event_new (McpHealthEventKind  kind,
                                      const char         *detail,      /* (nullable) */
                                      guint               n_failures);

G_END_DECLS
