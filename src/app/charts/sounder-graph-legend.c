/* sounder-graph-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "sounder-graph-draw.h"
#include "sounder-graph-legend.h"
#include "sounder-graph-marks.h"

/* What the line, the band and each symbol in sight mean: nothing that is not there. */

#define SAMPLE_WIDTH 16
#define GAP          6
#define ENTRY_GAP    16

/* FALSE: there is no room for it. */
static gboolean
begin_entry (SounderLegend *legend,
             const char    *text)
{
  double width = SAMPLE_WIDTH + GAP + sounder_plot_get_text_width (legend->plot, text);

  return legend->x + width <= legend->plot->width - 4;
}

static void
end_entry (SounderLegend *legend,
           const char    *text)
{
  legend->x += SAMPLE_WIDTH + GAP;
  legend->x += sounder_plot_text (legend->plot, text, legend->x, legend->y, 0, 0.5,
                                  SOUNDER_TONE_DIM);
  legend->x += ENTRY_GAP;
}

void
sounder_legend_add_line (SounderLegend *legend,
                         SounderTone    tone,
                         const char    *text)
{
  cairo_t *cr = legend->plot->cr;

  if (!begin_entry (legend, text))
    return;

  sounder_plot_set_source (legend->plot, tone, 1);
  cairo_set_line_width (cr, 1.75);
  cairo_move_to (cr, legend->x, round (legend->y) + 0.5);
  cairo_line_to (cr, legend->x + SAMPLE_WIDTH, round (legend->y) + 0.5);
  cairo_stroke (cr);
  end_entry (legend, text);
}

void
sounder_legend_add_band (SounderLegend *legend,
                         SounderTone    tone,
                         double         alpha,
                         const char    *text)
{
  if (!begin_entry (legend, text))
    return;

  sounder_plot_set_source (legend->plot, tone, alpha);
  cairo_rectangle (legend->plot->cr, legend->x, round (legend->y) - 5, SAMPLE_WIDTH, 10);
  cairo_fill (legend->plot->cr);
  end_entry (legend, text);
}

static void
add_symbol (SounderLegend *legend,
            SounderSymbol  symbol,
            const char    *text)
{
  if (!begin_entry (legend, text))
    return;

  sounder_symbol_draw (symbol, legend->plot, legend->x + SAMPLE_WIDTH / 2.0, legend->y);
  end_entry (legend, text);
}

static void
add_marks (SounderLegend *legend,
           GArray        *marks)
{
  static const struct
  {
    SounderSymbol symbol;
    const char *text;
  } kinds[] = {
    { SOUNDER_SYMBOL_CONNECTED, N_("connected again") },
    { SOUNDER_SYMBOL_DISCONNECTED, N_("disconnected") },
    { SOUNDER_SYMBOL_STALLED, N_("stalled") },
    { SOUNDER_SYMBOL_ERA, N_("other probes") },
  };

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    for (guint i = 0; i < marks->len; i++)
      if (g_array_index (marks, SounderGraphMark, i).symbol == kinds[kind].symbol)
        {
          add_symbol (legend, kinds[kind].symbol, _(kinds[kind].text));
          break;
        }
}

/**
 * sounder_graph_legend_draw:
 * @content: what was drawn
 * @plot: where
 * @y: the middle of its line
 *
 * Says what was drawn, as far as there is room.
 */
void
sounder_graph_legend_draw (const SounderGraphContent *content,
                           SounderPlot               *plot,
                           double                     y)
{
  SounderLegend legend = { plot, plot->x, y };
  const char *method = mcp_health_get_method (content->health);
  guint n_lost = 0;
  guint n_failed = 0;

  for (guint i = 0; i < plot->n_columns; i++)
    {
      n_lost += content->probes[i].n_lost;
      n_failed += content->probes[i].n_failed;
    }

  if (content->is_dense)
    {
      /* Translators: of round-trip times; the legend of a graph. */
      sounder_legend_add_line (&legend, SOUNDER_TONE_REQUEST, _("median"));
      sounder_legend_add_band (&legend, SOUNDER_TONE_REQUEST, 0.5, _("shortest to longest"));
    }
  else if (content->n_probes > 0)
    {
      sounder_legend_add_line (&legend, SOUNDER_TONE_REQUEST, method);
    }

  if (n_lost > 0)
    add_symbol (&legend, SOUNDER_SYMBOL_LOST, _("lost"));
  if (n_failed > 0)
    add_symbol (&legend, SOUNDER_SYMBOL_FAILED, _("failed"));
  add_marks (&legend, content->marks);
  if (content->n_requests > 0)
    add_symbol (&legend, SOUNDER_SYMBOL_REQUEST, _("other requests"));
}
