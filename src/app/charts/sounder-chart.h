/* sounder-chart.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-plot.h"
#include "sounder-time-span.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CHART (sounder_chart_get_type ())

/*
 * Something over time, with the span, the cursor and the gestures that all charts on a page share.
 */
G_DECLARE_DERIVABLE_TYPE (SounderChart, sounder_chart, SOUNDER, CHART, GtkWidget)

struct _SounderChartClass
{
  GtkWidgetClass parent_class;

  /* Lays out and draws all but the cursor. */
  void     (*draw)            (SounderChart *self,
                               SounderPlot  *plot);
  /* The cursor is in sight; @is_pointed: here, and not in another chart. */
  void     (*draw_cursor)     (SounderChart *self,
                               SounderPlot  *plot,
                               gint64        time_usec,
                               gboolean      is_pointed);
  /* Which time is meant by a point; (nullable): the time there. */
  gint64   (*find)            (SounderChart *self,
                               SounderPlot  *plot,
                               double        x,
                               double        y);
  /* By a number of things; (nullable): there are none to step through. FALSE: there is nothing. */
  gboolean (*move_cursor)     (SounderChart *self,
                               int           by);
  /* (nullable) of what the cursor is at. */
  void     (*activate)        (SounderChart *self);
  char    *(*dup_description) (SounderChart *self);
};

void             sounder_chart_set_span           (SounderChart    *self,
                                                   SounderTimeSpan *span);
SounderTimeSpan *sounder_chart_get_span           (SounderChart    *self);  /* (nullable) */
void             sounder_chart_set_height         (SounderChart    *self,
                                                   int              height);
void             sounder_chart_redraw             (SounderChart    *self);
void             sounder_chart_redraw_with_span   (SounderChart    *self);
char            *sounder_chart_dup_description    (SounderChart    *self);
void             sounder_chart_update_description (SounderChart    *self);
void             sounder_chart_render             (SounderChart    *self,
                                                   cairo_t         *cr,
                                                   double           width,
                                                   double           height);

G_END_DECLS
