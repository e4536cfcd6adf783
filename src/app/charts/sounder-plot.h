/* sounder-plot.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-graph-scale.h"
#include "sounder-palette.h"
#include "sounder-time-span.h"

G_BEGIN_DECLS

/*
 * Where a chart is drawn, on the screen or into a file: a surface, the colours of it, and how times
 * and values become places. For one drawing: it holds no references.
 */
typedef struct
{
  cairo_t          *cr;
  PangoContext     *context;
  GdkRGBA           colors[SOUNDER_N_TONES];
  gboolean          is_high_contrast;
  gboolean          is_paper;     /* read later: "now" says nothing there */
  double            width;        /* of all, in pixels */
  double            height;

  double            x;            /* where the values are */
  double            y;
  double            plot_width;   /* whole pixels */
  double            plot_height;

  gint64            start_usec;   /* of the first column */
  gint64            column_usec;
  guint             n_columns;    /* one a pixel */
  gboolean          ends_now;
  gint64            wall_offset_usec; /* from its times to those of day */
  gint64            origin_usec;  /* what its labels count from; 0: they are times of day */
  SounderGraphAxis  axis;
} SounderPlot;

void   sounder_plot_init        (SounderPlot     *plot,
                                 cairo_t         *cr,
                                 PangoContext    *context,
                                 double           width,
                                 double           height);
void   sounder_plot_use_style   (SounderPlot     *plot);
void   sounder_plot_use_paper   (SounderPlot     *plot);
void   sounder_plot_place       (SounderPlot     *plot,
                                 double           above,
                                 double           below);
void   sounder_plot_lay_out     (SounderPlot     *plot,
                                 SounderTimeSpan *span,
                                 double           above,
                                 double           below);
double sounder_plot_get_line    (SounderPlot     *plot);
gint64 sounder_plot_get_end     (const SounderPlot *plot);
double sounder_plot_get_x       (const SounderPlot *plot,
                                 gint64           time_usec);
double sounder_plot_get_y       (const SounderPlot *plot,
                                 double           value);
gint64 sounder_plot_get_time    (const SounderPlot *plot,
                                 double           x);
void   sounder_plot_set_source  (SounderPlot     *plot,
                                 SounderTone      tone,
                                 double           alpha);
double sounder_plot_text        (SounderPlot     *plot,
                                 const char      *text,
                                 double           x,
                                 double           y,
                                 double           xalign,
                                 double           yalign,
                                 SounderTone      tone);
double sounder_plot_get_text_width (SounderPlot  *plot,
                                 const char      *text);
void   sounder_plot_draw_dashed (SounderPlot     *plot,
                                 double           x,
                                 double           y,
                                 double           to_x,
                                 double           to_y);
void   sounder_plot_draw_values_axis (SounderPlot *plot);
void   sounder_plot_draw_time_axis (SounderPlot  *plot,
                                 gboolean         labels);
void   sounder_plot_draw_steps (SounderPlot      *plot,
                                 const double    *columns,
                                 guint            first,
                                 guint            last,
                                 SounderTone      tone);
void   sounder_plot_draw_title (SounderPlot      *plot,
                                 const char      *name,
                                 const char      *value); /* (nullable) */
void   sounder_plot_draw_bubble (SounderPlot     *plot,
                                 const char      *text,
                                 double           x,
                                 double           y);

G_END_DECLS
