/* mcp-histogram.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Larger values count as this one: nine and a half hours in microseconds. */
#define MCP_HISTOGRAM_MAX_VALUE ((G_GINT64_CONSTANT (1) << 35) - 1)

typedef struct _McpHistogram McpHistogram;

McpHistogram *mcp_histogram_new              (void);
void          mcp_histogram_free             (McpHistogram       *self);
void          mcp_histogram_clear            (McpHistogram       *self);
void          mcp_histogram_add              (McpHistogram       *self,
                                              gint64              value);
guint         mcp_histogram_get_n_values     (const McpHistogram *self);
gint64        mcp_histogram_get_percentile   (const McpHistogram *self,
                                              double              percent);
guint         mcp_histogram_get_n_buckets    (void);
guint         mcp_histogram_find_bucket      (gint64              value);
gint64        mcp_histogram_get_bucket_start (guint               bucket);
guint         mcp_histogram_get_bucket_count (const McpHistogram *self,
                                              guint               bucket);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHistogram, mcp_histogram_free)

G_END_DECLS
