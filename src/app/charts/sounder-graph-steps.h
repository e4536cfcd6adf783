/* sounder-graph-steps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-plot.h"

G_BEGIN_DECLS

void sounder_graph_draw_steps (SounderPlot  *plot,
                               const double *columns,
                               guint         first,
                               guint         last,
                               SounderTone   tone);

G_END_DECLS
