/* sounder-load-chart-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-load-chart.h"

G_BEGIN_DECLS

typedef struct
{
  const char  *name;
  SounderUnit  unit;
} SounderLoadFigure;

extern const SounderLoadFigure sounder_load_figures[SOUNDER_N_LOAD_CHARTS];

struct _SounderLoadChart
{
  SounderChart     parent_instance;

  SounderLoadKind  kind;
  McpLoad         *load;            /* (nullable) */
  GSignalGroup    *load_signals;
  gboolean         is_logarithmic;
};

/* Between the files of SounderLoadChart. */
GArray             *sounder_load_chart_get_points     (SounderLoadChart   *self);
gint64              sounder_load_chart_get_start      (SounderLoadChart   *self,
                                                       const McpLoadPoint *point);
gint64              sounder_load_chart_get_middle     (SounderLoadChart   *self,
                                                       const McpLoadPoint *point);
gboolean            sounder_load_chart_is_figure      (SounderLoadChart   *self,
                                                       const McpLoadPoint *point);
const McpLoadPoint *sounder_load_chart_find_point     (SounderLoadChart   *self,
                                                       gint64              time_usec,
                                                       int                *index);
double              sounder_load_chart_get_per_second (guint               n,
                                                       const McpLoadPoint *point);
double              sounder_load_chart_get_value      (SounderLoadChart   *self,
                                                       const McpLoadPoint *point);
char               *sounder_load_chart_dup_value_text (SounderLoadChart   *self,
                                                       const McpLoadPoint *point);

/* In sounder-load-draw.c. */
void                sounder_load_chart_draw           (SounderChart       *chart,
                                                       SounderPlot        *plot);

G_END_DECLS
