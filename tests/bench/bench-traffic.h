/* bench-traffic.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/* What stands in one of the messages only, in the middle. */
#define BENCH_TRAFFIC_NEEDLE "Ankylosaurus"

void bench_traffic_fill (McpJournal *journal,
                         guint       n_messages,
                         gsize       mean_bytes);

G_END_DECLS
