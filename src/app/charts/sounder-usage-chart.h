/* sounder-usage-chart.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"
#include "sounder-chart.h"

G_BEGIN_DECLS

/* What is drawn of the readings of a process. */
typedef enum {
  SOUNDER_USAGE_CPU,
  SOUNDER_USAGE_MEMORY,
  SOUNDER_USAGE_THREADS,
  SOUNDER_USAGE_FILES,
  SOUNDER_N_USAGES,
} SounderUsage;

#define SOUNDER_TYPE_USAGE_CHART (sounder_usage_chart_get_type ())

/* One value of a server's process over time. */
G_DECLARE_FINAL_TYPE (SounderUsageChart, sounder_usage_chart, SOUNDER, USAGE_CHART, SounderChart)

GtkWidget *sounder_usage_chart_new        (SounderUsage       usage);
void       sounder_usage_chart_set_health (SounderUsageChart *self,
                                           McpHealth         *health);  /* (nullable) */

G_END_DECLS
