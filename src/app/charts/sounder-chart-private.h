/* sounder-chart-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-chart.h"

G_BEGIN_DECLS

/* What pointer and fingers are doing. */
typedef struct
{
  double   pointer_x;
  double   start_x;      /* where a drag began */
  gboolean is_dragging;
  double   dragged;      /* pixels so far */
  double   scale;        /* of the fingers so far */
} SounderChartInput;

/* Between the files of SounderChart. */
SounderChartInput *sounder_chart_get_input (SounderChart *self);
SounderPlot *sounder_chart_get_plot    (SounderChart *self); /* (nullable): as drawn last; not drawn yet */
void         sounder_chart_set_pointed (SounderChart *self,
                                        gboolean      is_pointed);

/* In sounder-chart-input.c. */
void         sounder_chart_add_input      (SounderChart   *self);
void         sounder_chart_class_add_keys (GtkWidgetClass *widget_class);

G_END_DECLS
