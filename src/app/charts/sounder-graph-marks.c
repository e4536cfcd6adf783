/* sounder-graph-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-marks.h"

#define RADIUS      3.5
/* A disconnect and the connect after it are one mark when they are as near as this. */
#define MERGE_WIDTH 14
/* Nearer than this the cursor is at the mark. */
#define NEAR_WIDTH  5
/* Of what is said beside the cursor. */
#define MAX_CHARACTERS 80

static void
clear_mark (gpointer data)
{
  g_free (((SounderGraphMark *) data)->text);
}

static void
add_mark (GArray         *marks,
          SounderSymbol   symbol,
          McpHealthEvent *event,
          const char     *text)
{
  const char *detail = event->detail;
  SounderGraphMark mark = {
    .symbol = symbol,
    .start_usec = event->time_usec,
    .end_usec = event->time_usec,
  };

  if (detail != NULL)
    {
      g_autofree char *visible = mcp_format_label (detail, FALSE);

      /* The event log has all of it. */
      mark.text = g_utf8_strlen (visible, -1) <= MAX_CHARACTERS
                    ? g_strdup_printf ("%s · %s", text, visible)
                    : g_strdup_printf ("%s · %.*s…", text,
                                       (int) (g_utf8_offset_to_pointer (visible, MAX_CHARACTERS)
                                              - visible),
                                       visible);
    }
  else
    {
      mark.text = g_strdup (text);
    }

  g_array_append_val (marks, mark);
}

static SounderGraphMark *
last_of (GArray        *marks,
         SounderSymbol  symbol)
{
  for (guint i = marks->len; i > 0; i--)
    {
      SounderGraphMark *mark = &g_array_index (marks, SounderGraphMark, i - 1);

      if (mark->symbol == symbol)
        return mark;
    }

  return NULL;
}

/* Whether the probes of a new connection are other requests than those before it. */
static gboolean
changes_era (McpHealth *health,
             gint64     time_usec)
{
  McpSampleStore *probes = mcp_health_get_probes (health);
  guint next = mcp_sample_store_find (probes, time_usec);
  McpHealthSample before;
  McpHealthSample after;

  return next > 0 && mcp_sample_store_get (probes, next - 1, &before)
         && mcp_sample_store_get (probes, next, &after) && before.modern != after.modern;
}

static void
add_connected (GArray            *marks,
               McpHealth         *health,
               McpHealthEvent    *event,
               const SounderPlot *plot)
{
  gint64 time_usec = event->time_usec;
  SounderGraphMark *gone = last_of (marks, SOUNDER_SYMBOL_DISCONNECTED);

  /* The first connection interrupts nothing. */
  if (gone == NULL)
    return;

  if (time_usec - gone->start_usec <= MERGE_WIDTH * plot->column_usec)
    g_array_remove_index (marks, (guint) (gone - (SounderGraphMark *) (gpointer) marks->data));
  add_mark (marks, SOUNDER_SYMBOL_CONNECTED, event, _("Connected again"));

  if (changes_era (health, time_usec))
    {
      SounderGraphMark *mark = &g_array_index (marks, SounderGraphMark, marks->len - 1);

      mark->symbol = SOUNDER_SYMBOL_ERA;
      g_free (mark->text);
      mark->text = g_strdup (_("Connected again: other probes than before"));
    }
}

/* Until then answers did not come. */
static void
end_stall (GArray *marks,
           gint64  time_usec)
{
  SounderGraphMark *stall = last_of (marks, SOUNDER_SYMBOL_STALLED);

  if (stall != NULL && stall->end_usec == G_MAXINT64)
    stall->end_usec = time_usec;
}

/* That an answer is late is told when it is: what stalls does so from when the probe was sent. */
static gint64
get_stall_start (McpHealth *health,
                 gint64     told_usec)
{
  McpSampleStore *probes = mcp_health_get_probes (health);
  guint index = mcp_sample_store_find (probes, told_usec);
  McpHealthSample sample;

  if (index <= mcp_sample_store_get_first (probes)
      || !mcp_sample_store_get (probes, index - 1, &sample)
      || (sample.status == MCP_SAMPLE_OK && sample.time_usec + sample.rtt_usec < told_usec))
    return told_usec;

  return sample.time_usec;
}

static void
add_event (GArray            *marks,
           McpHealth         *health,
           McpHealthEvent    *event,
           const SounderPlot *plot)
{
  gint64 time_usec = event->time_usec;

  switch (event->kind)
    {
    case MCP_HEALTH_EVENT_STALLED:
      end_stall (marks, time_usec);
      add_mark (marks, SOUNDER_SYMBOL_STALLED, event, _("Answers stall"));
      last_of (marks, SOUNDER_SYMBOL_STALLED)->start_usec = get_stall_start (health, time_usec);
      last_of (marks, SOUNDER_SYMBOL_STALLED)->end_usec = G_MAXINT64;
      break;

    case MCP_HEALTH_EVENT_RESUMED:
    case MCP_HEALTH_EVENT_STOPPED:
      end_stall (marks, time_usec);
      break;

    case MCP_HEALTH_EVENT_DISCONNECTED:
      end_stall (marks, time_usec);
      add_mark (marks, SOUNDER_SYMBOL_DISCONNECTED, event, _("Disconnected"));
      break;

    case MCP_HEALTH_EVENT_CONNECTED:
      add_connected (marks, health, event, plot);
      break;

    case MCP_HEALTH_EVENT_RECONNECT_FAILED:
      add_mark (marks, SOUNDER_SYMBOL_FAILED, event, _("Could not connect again"));
      break;

    default:
      break;
    }
}

/**
 * sounder_graph_marks_collect:
 * @health: a monitor
 * @plot: a plot that knows its times
 *
 * Collects what happened to the connection in sight, and what still lasted then.
 *
 * Returns: (transfer full) (element-type SounderGraphMark): in the order of time
 */
GArray *
sounder_graph_marks_collect (McpHealth         *health,
                             const SounderPlot *plot)
{
  GListModel *events = mcp_health_get_events (health);
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (SounderGraphMark));

  g_array_set_clear_func (marks, clear_mark);
  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      add_event (marks, health, event, plot);
    }

  for (guint i = marks->len; i > 0; i--)
    {
      const SounderGraphMark *mark = &g_array_index (marks, SounderGraphMark, i - 1);

      if (mark->end_usec < plot->start_usec || mark->start_usec > sounder_plot_get_end (plot))
        g_array_remove_index (marks, i - 1);
    }

  return marks;
}

/**
 * sounder_graph_marks_find:
 * @marks: (element-type SounderGraphMark): marks
 * @plot: where they are drawn
 * @time_usec: a time
 *
 * Finds what happened there, or so near that it can not be told apart.
 *
 * Returns: (transfer none) (nullable): its text
 */
const char *
sounder_graph_marks_find (GArray            *marks,
                          const SounderPlot *plot,
                          gint64             time_usec)
{
  gint64 near_usec = NEAR_WIDTH * plot->column_usec;

  for (guint i = 0; i < marks->len; i++)
    {
      const SounderGraphMark *mark = &g_array_index (marks, SounderGraphMark, i);

      if (time_usec >= mark->start_usec - near_usec && time_usec <= mark->end_usec + near_usec)
        return mark->text;
    }

  return NULL;
}

static void
draw_cross (cairo_t *cr,
            double   x,
            double   y)
{
  cairo_set_line_width (cr, 2);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_move_to (cr, x - RADIUS, y - RADIUS);
  cairo_line_to (cr, x + RADIUS, y + RADIUS);
  cairo_move_to (cr, x + RADIUS, y - RADIUS);
  cairo_line_to (cr, x - RADIUS, y + RADIUS);
  cairo_stroke (cr);
}

static void
draw_triangle (cairo_t *cr,
               double   x,
               double   y)
{
  cairo_move_to (cr, x, y - RADIUS - 0.5);
  cairo_line_to (cr, x + RADIUS + 0.5, y + RADIUS);
  cairo_line_to (cr, x - RADIUS - 0.5, y + RADIUS);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_round_arrow (cairo_t *cr,
                  double   x,
                  double   y)
{
  double r = RADIUS + 0.5;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (cr, 1.5);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r, 0, 1.6 * G_PI);
  cairo_stroke (cr);
  cairo_move_to (cr, x + r + 1, y - r - 1.5);
  cairo_line_to (cr, x + r + 1, y - 0.5);
  cairo_line_to (cr, x - 0.5, y - r + 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_diamond (cairo_t *cr,
              double   x,
              double   y)
{
  double r = RADIUS + 1.5;

  cairo_move_to (cr, x, y - r);
  cairo_line_to (cr, x + r, y);
  cairo_line_to (cr, x, y + r);
  cairo_line_to (cr, x - r, y);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * sounder_symbol_draw:
 * @symbol: which
 * @plot: where
 * @x: of its middle
 * @y: of its middle
 *
 * Draws a symbol in its colour.
 */
void
sounder_symbol_draw (SounderSymbol  symbol,
                     SounderPlot   *plot,
                     double         x,
                     double         y)
{
  static const SounderTone tones[] = {
    [SOUNDER_SYMBOL_LOST] = SOUNDER_TONE_ERROR,
    [SOUNDER_SYMBOL_FAILED] = SOUNDER_TONE_ERROR,
    [SOUNDER_SYMBOL_REQUEST] = SOUNDER_TONE_NOTIFICATION,
    [SOUNDER_SYMBOL_BEYOND] = SOUNDER_TONE_NOTIFICATION,
    [SOUNDER_SYMBOL_CONNECTED] = SOUNDER_TONE_DIM,
    [SOUNDER_SYMBOL_DISCONNECTED] = SOUNDER_TONE_DIM,
    [SOUNDER_SYMBOL_STALLED] = SOUNDER_TONE_WARNING,
    [SOUNDER_SYMBOL_ERA] = SOUNDER_TONE_NOTIFICATION,
  };
  cairo_t *cr = plot->cr;

  cairo_new_path (cr);
  sounder_plot_set_source (plot, tones[symbol], 1);
  switch (symbol)
    {
    case SOUNDER_SYMBOL_LOST:
      draw_cross (cr, x, y);
      break;

    case SOUNDER_SYMBOL_FAILED:
    case SOUNDER_SYMBOL_BEYOND:
      draw_triangle (cr, x, y);
      break;

    case SOUNDER_SYMBOL_REQUEST:
      cairo_set_line_width (cr, 1.5);
      cairo_arc (cr, x, y, 2.5, 0, 2 * G_PI);
      cairo_stroke (cr);
      break;

    case SOUNDER_SYMBOL_CONNECTED:
      draw_round_arrow (cr, x, y);
      break;

    case SOUNDER_SYMBOL_DISCONNECTED:
      cairo_rectangle (cr, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
      cairo_fill (cr);
      break;

    case SOUNDER_SYMBOL_STALLED:
      cairo_rectangle (cr, x - RADIUS, y - RADIUS - 0.5, 2.5, 2 * RADIUS + 1);
      cairo_rectangle (cr, x + RADIUS - 2.5, y - RADIUS - 0.5, 2.5, 2 * RADIUS + 1);
      cairo_fill (cr);
      break;

    case SOUNDER_SYMBOL_ERA:
    default:
      draw_diamond (cr, x, y);
      break;
    }
}

static void
draw_while (const SounderGraphMark *mark,
            SounderPlot            *plot)
{
  double x = MAX (sounder_plot_get_x (plot, mark->start_usec), plot->x);
  double end = MIN (sounder_plot_get_x (plot, mark->end_usec), plot->x + plot->plot_width);

  sounder_plot_set_source (plot, SOUNDER_TONE_BAR_WAITING, 0.22);
  cairo_rectangle (plot->cr, x, plot->y, MAX (end - x, 1), plot->plot_height);
  cairo_fill (plot->cr);
}

static void
draw_line (const SounderGraphMark *mark,
           SounderPlot            *plot,
           double                  x)
{
  static const double dashes[] = { 2, 3 };

  sounder_plot_set_source (plot, mark->symbol == SOUNDER_SYMBOL_ERA ? SOUNDER_TONE_NOTIFICATION
                                                                    : SOUNDER_TONE_DIM, 1);
  cairo_set_line_cap (plot->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (plot->cr, 1);
  if (mark->symbol == SOUNDER_SYMBOL_DISCONNECTED)
    cairo_set_dash (plot->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (plot->cr, x, plot->y - 2);
  cairo_line_to (plot->cr, x, plot->y + plot->plot_height);
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

/**
 * sounder_graph_marks_draw:
 * @marks: (element-type SounderGraphMark): marks
 * @plot: where
 * @symbols: whether there is room for their symbols above
 *
 * Draws what happened: a line each, and a shade where it lasted.
 */
void
sounder_graph_marks_draw (GArray      *marks,
                          SounderPlot *plot,
                          gboolean     symbols)
{
  double last_symbol = -G_MAXDOUBLE;

  for (guint i = 0; i < marks->len; i++)
    {
      const SounderGraphMark *mark = &g_array_index (marks, SounderGraphMark, i);
      double x = round (sounder_plot_get_x (plot, mark->start_usec)) + 0.5;

      if (mark->symbol == SOUNDER_SYMBOL_STALLED)
        {
          draw_while (mark, plot);
          x = (MAX (x, plot->x) + MIN (sounder_plot_get_x (plot, mark->end_usec),
                                       plot->x + plot->plot_width)) / 2;
        }
      else
        {
          draw_line (mark, plot, x);
        }

      /* So many that they would be a smear: each that has room. */
      if (!symbols || x - last_symbol < 3 * RADIUS)
        continue;

      sounder_symbol_draw (mark->symbol, plot, x, plot->y - 9);
      last_symbol = x;
    }
}
