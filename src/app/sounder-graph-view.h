/* sounder-graph-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-health.h"
#include "sounder-graph-scale.h"

G_BEGIN_DECLS

#define SOUNDER_GRAPH_NO_SAMPLE G_MAXUINT

/* What a latency graph shows at one moment, and where. For one frame: it holds no references. */
typedef struct
{
  GtkWidget              *widget;
  McpHealth              *health;
  gint64                  start_usec;  /* monotonic */
  gint64                  end_usec;
  gboolean                is_live;     /* the end is now; else when the monitor went off */
  guint                   first;       /* of the samples in this span */
  guint                   n_samples;
  SounderGraphAxis        axis;
  GdkRectangle            plot;        /* where the values are; the symbols are right above */
} SounderGraphView;

gint64   sounder_graph_view_find_end  (McpHealth                 *health,
                                       gboolean                  *is_live);
gint64   sounder_graph_view_find_start (McpHealth                *health,
                                       guint                      range_sec,
                                       gint64                     end_usec);
void     sounder_graph_view_init      (SounderGraphView          *view,
                                       GtkWidget                 *widget,
                                       McpHealth                 *health,
                                       guint                      range_sec);
double   sounder_graph_view_get_x     (const SounderGraphView    *view,
                                       gint64                     time_usec);
double   sounder_graph_view_get_y     (const SounderGraphView    *view,
                                       gint64                     rtt_usec);
guint    sounder_graph_view_find      (const SounderGraphView    *view,
                                       double                     x,
                                       double                     y);

/* In sounder-graph-draw.c. */
PangoLayout *sounder_graph_create_layout (GtkWidget              *widget,
                                       const char                *text);
void     sounder_graph_draw           (const SounderGraphView    *view,
                                       const McpHealthStatistics *statistics,
                                       GtkSnapshot               *snapshot);
void     sounder_graph_draw_cursor    (const SounderGraphView    *view,
                                       guint                      sample,
                                       GtkSnapshot               *snapshot);

G_END_DECLS
