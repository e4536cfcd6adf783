/* sounder-graph-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-plot.h"

G_BEGIN_DECLS

/* What is seen in a graph, entry by entry from the left. For one drawing. */
typedef struct
{
  SounderPlot *plot;
  double       x;     /* where the next one goes */
  double       y;     /* of the middle of the line */
} SounderLegend;

void sounder_legend_add_line (SounderLegend *legend,
                              SounderTone    tone,
                              const char    *text);
void sounder_legend_add_band (SounderLegend *legend,
                              SounderTone    tone,
                              double         alpha,
                              const char    *text);

G_END_DECLS
