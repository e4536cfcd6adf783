/* mcp-histogram-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-histogram.h"

G_BEGIN_DECLS

/* Values below this have a bucket each; above, each doubling has half as many buckets. */
#define MCP_HISTOGRAM_N_EXACT   256
#define MCP_HISTOGRAM_N_BUCKETS (MCP_HISTOGRAM_N_EXACT + (35 - 8) * MCP_HISTOGRAM_N_EXACT / 2)

/* So many values are kept as they are: a percentile of a few is one of them. */
#define MCP_HISTOGRAM_N_KEPT 64

struct _McpHistogram
{
  guint  n_values;
  guint  n_kept;
  gint64 kept[MCP_HISTOGRAM_N_KEPT];   /* for exact percentiles, while all values fit */
  guint counts[MCP_HISTOGRAM_N_BUCKETS];
};

guint  mcp_histogram_find_rank         (const McpHistogram *self,
                                        guint               rank,
                                        guint              *n_before);
gint64 mcp_histogram_get_bucket_middle (guint               bucket);

G_END_DECLS
