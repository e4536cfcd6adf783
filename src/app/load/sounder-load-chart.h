/* sounder-load-chart.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-load.h"
#include "sounder-chart.h"

G_BEGIN_DECLS

/* What is drawn of the seconds of a run. */
typedef enum {
  SOUNDER_LOAD_LATENCY,
  SOUNDER_LOAD_THROUGHPUT,
  SOUNDER_LOAD_CPU,
  SOUNDER_LOAD_MEMORY,
  SOUNDER_N_LOAD_CHARTS,
} SounderLoadKind;

#define SOUNDER_TYPE_LOAD_CHART (sounder_load_chart_get_type ())

/* One figure of a load over the time of its run. */
G_DECLARE_FINAL_TYPE (SounderLoadChart, sounder_load_chart, SOUNDER, LOAD_CHART, SounderChart)

GtkWidget *sounder_load_chart_new             (SounderLoadKind   kind);
void       sounder_load_chart_set_load        (SounderLoadChart *self,
                                               McpLoad          *load);            /* (nullable) */
void       sounder_load_chart_set_logarithmic (SounderLoadChart *self,
                                               gboolean          is_logarithmic);

G_END_DECLS
