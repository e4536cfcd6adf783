/* mcp-metrics-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "mcp-metrics-private.h"

const gint64 mcp_metrics_bounds_usec[MCP_METRICS_BUCKETS] = {
  100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 10000000,
};

/* Index of the bucket; upper bounds are inclusive. */
static guint
find_fine (gint64 usec)
{
  double index = ceil (log2 (usec / 1e6) * (1 << MCP_METRICS_SCALE)) - 1;

  return CLAMP (index - MCP_METRICS_FINE_FIRST, 0, MCP_METRICS_FINE - 1);
}

void
mcp_metrics_times_add (McpMetricsTimes *self,
                       gint64           usec)
{
  guint i = 0;

  while (i < MCP_METRICS_BUCKETS && usec > mcp_metrics_bounds_usec[i])
    i++;
  self->counts[i]++;
  self->n++;
  self->sum_usec += MAX (usec, 0);

  if (self->fine == NULL)
    self->fine = g_new0 (guint64, MCP_METRICS_FINE);
  if (usec > 0)
    self->fine[find_fine (usec)]++;
  else
    self->n_zero++;
}

void
mcp_metrics_times_merge (McpMetricsTimes       *self,
                         const McpMetricsTimes *other)
{
  for (guint i = 0; i <= MCP_METRICS_BUCKETS; i++)
    self->counts[i] += other->counts[i];
  self->n += other->n;
  self->n_zero += other->n_zero;
  self->sum_usec += other->sum_usec;
  if (other->fine == NULL)
    return;

  if (self->fine == NULL)
    self->fine = g_new0 (guint64, MCP_METRICS_FINE);
  for (guint i = 0; i < MCP_METRICS_FINE; i++)
    self->fine[i] += other->fine[i];
}

/* Without the empty buckets at both ends. */
void
mcp_metrics_times_get_range (const McpMetricsTimes *self,
                             guint                 *first,
                             guint                 *end)
{
  *first = 0;
  *end = self->fine != NULL ? MCP_METRICS_FINE : 0;
  while (*first < *end && self->fine[*first] == 0)
    (*first)++;
  while (*end > *first && self->fine[*end - 1] == 0)
    (*end)--;
}
