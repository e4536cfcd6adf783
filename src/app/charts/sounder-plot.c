/* sounder-plot.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "sounder-plot.h"

#define LABEL_SCALE 0.82
#define MARGIN      12
#define LABEL_GAP   8
#define LABEL_WIDTH 130
/* As wide as a label of a value gets: the charts above each other begin at the same place. */
#define WIDEST_VALUE "999.9 MB"

static PangoLayout *
create_layout (SounderPlot *plot,
               const char  *text)
{
  PangoLayout *layout = pango_layout_new (plot->context);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (LABEL_SCALE));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_text (layout, text, -1);
  pango_attr_list_unref (attributes);

  return layout;
}

/**
 * sounder_plot_init:
 * @plot: (out caller-allocates): the plot
 * @cr: where to draw
 * @context: for its texts
 * @width: in pixels
 * @height: in pixels
 *
 * Begins a drawing. Its colours and its places are still to be chosen.
 */
void
sounder_plot_init (SounderPlot  *plot,
                   cairo_t      *cr,
                   PangoContext *context,
                   double        width,
                   double        height)
{
  *plot = (SounderPlot) {
    .cr = cr,
    .context = context,
    .width = width,
    .height = height,
    .wall_offset_usec = g_get_real_time () - g_get_monotonic_time (),
  };
}

/**
 * sounder_plot_use_style:
 * @plot: a plot
 *
 * Uses the colours of the window.
 */
void
sounder_plot_use_style (SounderPlot *plot)
{
  plot->is_high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  for (guint i = 0; i < SOUNDER_N_TONES; i++)
    plot->colors[i] = sounder_palette_get (i);
}

/**
 * sounder_plot_use_paper:
 * @plot: a plot
 *
 * Uses colours for a white ground, whatever the window has: a file is read anywhere.
 */
void
sounder_plot_use_paper (SounderPlot *plot)
{
  plot->is_paper = TRUE;
  for (guint i = 0; i < SOUNDER_N_TONES; i++)
    plot->colors[i] = sounder_palette_get_for (i, FALSE, FALSE);
}

double
sounder_plot_get_line (SounderPlot *plot)
{
  g_autoptr (PangoLayout) layout = create_layout (plot, "0");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);

  return height;
}

double
sounder_plot_get_text_width (SounderPlot *plot,
                             const char  *text)
{
  g_autoptr (PangoLayout) layout = create_layout (plot, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);

  return width;
}

/**
 * sounder_plot_place:
 * @plot: a plot
 * @above: how much to keep free above the values, in pixels
 * @below: how much to keep free below them, in pixels
 *
 * Decides where the values are.
 */
void
sounder_plot_place (SounderPlot *plot,
                    double       above,
                    double       below)
{
  plot->x = MARGIN + sounder_plot_get_text_width (plot, WIDEST_VALUE) + LABEL_GAP;
  plot->y = ceil (above);
  plot->plot_width = MAX (floor (plot->width - plot->x - MARGIN - LABEL_GAP), 1);
  plot->plot_height = MAX (floor (plot->height - plot->y - below), 1);
}

/**
 * sounder_plot_lay_out:
 * @plot: a plot
 * @span: which time is shown
 * @above: how much to keep free above the values, in pixels
 * @below: how much to keep free below them, in pixels
 *
 * Decides where the values are, and which time each column of pixels stands for.
 */
void
sounder_plot_lay_out (SounderPlot     *plot,
                      SounderTimeSpan *span,
                      double           above,
                      double           below)
{
  sounder_plot_place (plot, above, below);
  plot->n_columns = (guint) plot->plot_width;
  plot->ends_now = !plot->is_paper && sounder_time_span_ends_now (span);
  sounder_time_span_get_columns (span, plot->n_columns, &plot->start_usec, &plot->column_usec);
}

/**
 * sounder_plot_get_end:
 * @plot: a plot
 *
 * Gets when the last column ends.
 *
 * Returns: monotonic time in microseconds
 */
gint64
sounder_plot_get_end (const SounderPlot *plot)
{
  return plot->start_usec + plot->n_columns * plot->column_usec;
}

/**
 * sounder_plot_get_x:
 * @plot: a plot
 * @time_usec: monotonic time in microseconds
 *
 * Gets where a time is.
 *
 * Returns: pixels from the left
 */
double
sounder_plot_get_x (const SounderPlot *plot,
                    gint64             time_usec)
{
  return plot->x + (double) (time_usec - plot->start_usec) / (double) plot->column_usec;
}

/**
 * sounder_plot_get_time:
 * @plot: a plot
 * @x: pixels from the left
 *
 * Gets which time is at a place.
 *
 * Returns: monotonic time in microseconds
 */
gint64
sounder_plot_get_time (const SounderPlot *plot,
                       double             x)
{
  return plot->start_usec + (gint64) ((x - plot->x) * (double) plot->column_usec);
}

double
sounder_plot_get_y (const SounderPlot *plot,
                    double             value)
{
  return plot->y + plot->plot_height * (1 - sounder_graph_axis_get_share (&plot->axis, value));
}

/**
 * sounder_plot_set_source:
 * @plot: a plot
 * @tone: a colour
 * @alpha: how much of it, from 0 to 1; with high contrast it is more
 *
 * Chooses the colour of what is drawn next.
 */
void
sounder_plot_set_source (SounderPlot *plot,
                         SounderTone  tone,
                         double       alpha)
{
  GdkRGBA color = plot->colors[tone];

  if (plot->is_high_contrast)
    alpha = MIN (alpha * 1.6, 1);
  cairo_set_source_rgba (plot->cr, color.red, color.green, color.blue, color.alpha * alpha);
}

/**
 * sounder_plot_text:
 * @plot: a plot
 * @text: what to write
 * @x: pixels from the left
 * @y: pixels from the top
 * @xalign: which point of the text is there, from 0 to 1
 * @yalign: which point of the text is there, from 0 to 1
 * @tone: its colour
 *
 * Writes a text.
 *
 * Returns: how wide it is, in pixels
 */
double
sounder_plot_text (SounderPlot *plot,
                   const char  *text,
                   double       x,
                   double       y,
                   double       xalign,
                   double       yalign,
                   SounderTone  tone)
{
  g_autoptr (PangoLayout) layout = create_layout (plot, text);
  int width;
  int height;

  pango_layout_get_pixel_size (layout, &width, &height);
  sounder_plot_set_source (plot, tone, 1);
  cairo_move_to (plot->cr, round (x - xalign * width), round (y - yalign * height));
  pango_cairo_show_layout (plot->cr, layout);
  cairo_new_path (plot->cr);

  return width;
}

/**
 * sounder_plot_draw_dashed:
 * @plot: a plot
 * @x: where it begins, in pixels
 * @y: where it begins, in pixels
 * @to_x: where it ends, in pixels
 * @to_y: where it ends, in pixels
 *
 * Draws the line of a percentile.
 */
void
sounder_plot_draw_dashed (SounderPlot *plot,
                          double       x,
                          double       y,
                          double       to_x,
                          double       to_y)
{
  static const double dashes[] = { 5, 3 };

  sounder_plot_set_source (plot, SOUNDER_TONE_WARNING, 0.9);
  cairo_set_line_width (plot->cr, plot->is_high_contrast ? 2 : 1.25);
  cairo_set_line_cap (plot->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (plot->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (plot->cr, x, y);
  cairo_line_to (plot->cr, to_x, to_y);
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

/**
 * sounder_plot_draw_values_axis:
 * @plot: a plot with an axis
 *
 * Draws a line and a label for each step.
 */
void
sounder_plot_draw_values_axis (SounderPlot *plot)
{
  cairo_set_line_width (plot->cr, 1);
  for (guint i = 0; i < plot->axis.n_ticks; i++)
    {
      g_autofree char *label = sounder_graph_axis_dup_label (&plot->axis, i);
      double y = round (sounder_plot_get_y (plot, plot->axis.ticks[i]));

      sounder_plot_set_source (plot, SOUNDER_TONE_RULE, 0.7);
      cairo_move_to (plot->cr, plot->x, y + 0.5);
      cairo_line_to (plot->cr, plot->x + plot->plot_width, y + 0.5);
      cairo_stroke (plot->cr);
      sounder_plot_text (plot, label, plot->x - LABEL_GAP, y, 1, 0.5, SOUNDER_TONE_DIM);
    }
}

static void
draw_time_tick (SounderPlot *plot,
                double       x,
                const char  *label)
{
  double y = plot->y + plot->plot_height;

  x = round (x);
  sounder_plot_set_source (plot, SOUNDER_TONE_RULE, 1);
  cairo_move_to (plot->cr, x + 0.5, y);
  cairo_line_to (plot->cr, x + 0.5, y + 4);
  cairo_stroke (plot->cr);

  if (label != NULL)
    {
      double width = sounder_plot_get_text_width (plot, label);

      /* Neither end is cut off. */
      sounder_plot_text (plot, label, CLAMP (x - width / 2, 2, plot->width - width - 2), y + 5, 0, 0,
                         SOUNDER_TONE_DIM);
    }
}

/**
 * sounder_plot_draw_time_axis:
 * @plot: a plot
 * @labels: whether to write the times as well
 *
 * Draws when it was: how long after its origin, if it has one; how long ago while the right end is
 * now; else the time of day.
 */
void
sounder_plot_draw_time_axis (SounderPlot *plot,
                             gboolean     labels)
{
  gint64 end_usec = sounder_plot_get_end (plot);
  gint64 span_usec = end_usec - plot->start_usec;
  guint max_labels = (guint) MAX (plot->plot_width / LABEL_WIDTH, 1);
  gint64 step_usec = sounder_graph_time_step (span_usec, max_labels);
  gint64 wall_usec = plot->wall_offset_usec;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gint64 zone_usec = g_date_time_get_utc_offset (now);

  cairo_set_line_width (plot->cr, 1);
  if (plot->origin_usec != 0)
    {
      gint64 since_usec = MAX (plot->start_usec - plot->origin_usec + step_usec - 1, 0) / step_usec * step_usec;

      for (; since_usec <= end_usec - plot->origin_usec; since_usec += step_usec)
        {
          g_autofree char *label = sounder_graph_dup_elapsed_label (since_usec, step_usec);

          draw_time_tick (plot, sounder_plot_get_x (plot, plot->origin_usec + since_usec), labels ? label : NULL);
        }

      return;
    }
  if (plot->ends_now)
    {
      for (gint64 ago_usec = 0; ago_usec <= span_usec; ago_usec += step_usec)
        {
          g_autofree char *label = sounder_graph_dup_time_label (ago_usec, step_usec);

          draw_time_tick (plot, sounder_plot_get_x (plot, end_usec - ago_usec),
                          labels ? label : NULL);
        }

      return;
    }

  for (gint64 clock_usec = (plot->start_usec + wall_usec + zone_usec + step_usec - 1)
                           / step_usec * step_usec;
       clock_usec <= end_usec + wall_usec + zone_usec; clock_usec += step_usec)
    {
      g_autofree char *label = sounder_graph_dup_clock_label (clock_usec - zone_usec, step_usec);

      draw_time_tick (plot, sounder_plot_get_x (plot, clock_usec - zone_usec - wall_usec),
                      labels ? label : NULL);
    }
}

static void
add_rounded (cairo_t *cr,
             double   x,
             double   y,
             double   width,
             double   height,
             double   radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

/**
 * sounder_plot_draw_bubble:
 * @plot: a plot
 * @text: what to say
 * @x: of the point it is about
 * @y: of the point it is about
 *
 * Says something about a point: within the plot, on the side with more room.
 */
void
sounder_plot_draw_bubble (SounderPlot *plot,
                          const char  *text,
                          double       x,
                          double       y)
{
  g_autoptr (PangoLayout) layout = create_layout (plot, text);
  int width;
  int height;
  double left;
  double top;

  pango_layout_get_pixel_size (layout, &width, &height);
  left = x + 10 + width + 16 <= plot->width ? x + 10 : MAX (x - 10 - width - 16, 2);
  top = MAX (MIN (y - height - 18, plot->y + plot->plot_height - height - 12), plot->y + 2);

  cairo_set_source_rgba (plot->cr, 0.1, 0.1, 0.12, plot->is_high_contrast ? 1 : 0.92);
  add_rounded (plot->cr, round (left), round (top), width + 16, height + 8, 6);
  cairo_fill (plot->cr);
  cairo_set_source_rgb (plot->cr, 1, 1, 1);
  cairo_move_to (plot->cr, round (left) + 8, round (top) + 4);
  pango_cairo_show_layout (plot->cr, layout);
  cairo_new_path (plot->cr);
}

/**
 * sounder_plot_draw_steps:
 * @plot: a plot with an axis
 * @columns: a value for each column of the plot; below 0 where there was no reading
 * @first: the column to begin with, which has a value
 * @last: the column to end with
 * @tone: its colour
 *
 * Draws readings of which each holds until the next one. All of it are boxes on whole pixels: five
 * charts in one frame have no time for lines.
 */
void
sounder_plot_draw_steps (SounderPlot  *plot,
                         const double *columns,
                         guint         first,
                         guint         last,
                         SounderTone   tone)
{
  cairo_t *cr = plot->cr;
  double bottom = plot->y + plot->plot_height;
  double width = plot->is_high_contrast ? 3 : 2;
  double before = -1;

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint i = first; i <= last;)
        {
          double y = MIN (round (sounder_plot_get_y (plot, columns[i])), bottom - width);
          guint next = i + 1;

          while (next <= last && columns[next] < 0)
            next++;

          if (pass == 0)
            cairo_rectangle (cr, plot->x + i, y, next - i, bottom - y);
          else
            cairo_rectangle (cr, plot->x + i, y, next - i, width);
          if (pass == 1 && before >= 0 && ABS (before - y) > width)
            cairo_rectangle (cr, plot->x + i, MIN (before, y), width, ABS (before - y));
          before = y;
          i = next;
        }

      sounder_plot_set_source (plot, tone, pass == 0 ? 0.18 : 0.9);
      cairo_fill (cr);
      before = -1;
    }
}

/**
 * sounder_plot_draw_title:
 * @plot: a plot
 * @name: what its values are
 * @value: (nullable): the one that counts
 *
 * Writes what a strip shows above its values, not on them.
 */
void
sounder_plot_draw_title (SounderPlot *plot,
                         const char  *name,
                         const char  *value)
{
  /* Translators: a figure and its value: "median: 2.1 ms". */
  g_autofree char *title = value != NULL ? g_strdup_printf (_("%s: %s"), name, value) : g_strdup (name);

  sounder_plot_text (plot, title, plot->x, plot->y - 2, 0, 1, SOUNDER_TONE_TEXT);
}
