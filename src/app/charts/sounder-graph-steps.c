/* sounder-graph-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-graph-steps"

#include "config.h"

#include <math.h>

#include "sounder-graph-steps.h"

/**
 * sounder_graph_draw_steps:
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
sounder_graph_draw_steps (SounderPlot  *plot,
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
