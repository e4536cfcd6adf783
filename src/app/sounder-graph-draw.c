/* sounder-graph-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-graph-draw"

#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-view.h"
#include "sounder-palette.h"

#define LABEL_SCALE   0.82
#define LINE_WIDTH    1.75
#define SYMBOL_RADIUS 3.5
#define BAND_WIDTH    6
/* A percentile of a handful says nothing. */
#define P95_SAMPLES   5
/* A disconnect and the connect after it are one mark when they are as near as this. */
#define MARK_GAP      14
#define LABEL_WIDTH   130

/* A point of the line, and how far the values of its column of pixels spread. */
typedef struct
{
  double   x;
  double   y;
  double   y_min;  /* of the shortest: the lower one on the screen */
  double   y_max;
  gboolean starts; /* nothing connects it with the one before */
} Point;

PangoLayout *
sounder_graph_create_layout (GtkWidget  *widget,
                             const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (LABEL_SCALE));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);

  return layout;
}

static void
set_source (cairo_t *cr,
            GdkRGBA  color,
            double   alpha)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha * alpha);
}

/* @xalign, @yalign: which point of the text is at (x, y), from 0 to 1. */
static void
draw_text (const SounderGraphView *view,
           GtkSnapshot            *snapshot,
           const char             *text,
           double                  x,
           double                  y,
           double                  xalign,
           double                  yalign,
           SounderTone             tone)
{
  g_autoptr (PangoLayout) layout = sounder_graph_create_layout (view->widget, text);
  GdkRGBA color = sounder_palette_get (tone);
  int width;
  int height;

  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (round (x - xalign * width),
                                                          round (y - yalign * height)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_value_axis (const SounderGraphView *view,
                 GtkSnapshot            *snapshot,
                 cairo_t                *cr)
{
  set_source (cr, sounder_palette_get (SOUNDER_TONE_RULE), 0.7);
  cairo_set_line_width (cr, 1);

  for (guint i = 0; i <= view->axis.n_steps; i++)
    {
      g_autofree char *label = sounder_graph_axis_dup_label (&view->axis, i);
      double y = round (sounder_graph_view_get_y (view, view->axis.step_usec * i));

      cairo_move_to (cr, view->plot.x, y + 0.5);
      cairo_line_to (cr, view->plot.x + view->plot.width, y + 0.5);
      draw_text (view, snapshot, label, view->plot.x - 8, y, 1, 0.5, SOUNDER_TONE_DIM);
    }
  cairo_stroke (cr);
}

static void
draw_time_axis (const SounderGraphView *view,
                GtkSnapshot            *snapshot,
                cairo_t                *cr)
{
  gint64 span_usec = view->end_usec - view->start_usec;
  gint64 step_usec = sounder_graph_time_step (span_usec, MAX (view->plot.width / LABEL_WIDTH, 1));
  double y = view->plot.y + view->plot.height;

  set_source (cr, sounder_palette_get (SOUNDER_TONE_RULE), 1);
  for (gint64 ago_usec = 0; ago_usec <= span_usec; ago_usec += step_usec)
    {
      double x = round (sounder_graph_view_get_x (view, view->end_usec - ago_usec));
      g_autofree char *label = NULL;

      if (ago_usec == 0 && !view->is_live)
        label = mcp_format_wall_time (g_get_real_time ()
                                        - (g_get_monotonic_time () - view->end_usec), FALSE);
      else
        label = sounder_graph_dup_time_label (ago_usec, step_usec);
      /* The thousandth is too much for an axis. */
      if (ago_usec == 0 && !view->is_live)
        label[8] = '\0';

      cairo_move_to (cr, x + 0.5, y);
      cairo_line_to (cr, x + 0.5, y + 4);
      draw_text (view, snapshot, label, ago_usec == 0 ? x + 8 : x, y + 5,
                 ago_usec == 0 ? 1 : 0.5, 0, SOUNDER_TONE_DIM);
    }
  cairo_stroke (cr);
}

/* Where lives and monitoring begin, in the order of time: nothing is known of what was between. */
static GArray *
collect_breaks (const SounderGraphView *view)
{
  GListModel *events = mcp_health_get_events (view->health);
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);
      McpHealthEventKind kind = mcp_health_event_get_kind (event);
      gint64 time_usec = mcp_health_event_get_time_usec (event);

      if (kind == MCP_HEALTH_EVENT_STARTED || kind == MCP_HEALTH_EVENT_CONNECTED)
        g_array_append_val (breaks, time_usec);
    }

  return breaks;
}

/* Whether a break was passed on the way to a time. */
static gboolean
pass_breaks (GArray *breaks,
             guint  *next,
             gint64  time_usec)
{
  gboolean passed = FALSE;

  while (*next < breaks->len && g_array_index (breaks, gint64, *next) <= time_usec)
    {
      passed = TRUE;
      (*next)++;
    }

  return passed;
}

/* One point for each column of pixels. */
static GArray *
collect_columns (const SounderGraphView *view,
                 GArray                 *breaks)
{
  guint n_columns = (guint) view->plot.width;
  g_autofree SounderGraphColumn *columns = g_new (SounderGraphColumn, n_columns);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  double column_usec = (double) (view->end_usec - view->start_usec) / n_columns;
  guint next_break = 0;

  sounder_graph_fill_columns (mcp_health_get_sample (view->health, view->first), view->n_samples,
                              view->start_usec, view->end_usec, columns, n_columns);

  for (guint i = 0; i < n_columns; i++)
    {
      gint64 end_usec = view->start_usec + (gint64) ((i + 1) * column_usec);
      Point point = { .x = view->plot.x + i + 0.5 };

      if (columns[i].n_answered == 0)
        continue;

      point.y = sounder_graph_view_get_y (view, columns[i].median_usec);
      point.y_min = sounder_graph_view_get_y (view, columns[i].min_usec);
      point.y_max = sounder_graph_view_get_y (view, columns[i].max_usec);
      point.starts = pass_breaks (breaks, &next_break, end_usec);
      g_array_append_val (points, point);
    }

  return points;
}

/* One point for each answered sample; a lost one interrupts the line. */
static GArray *
collect_samples (const SounderGraphView *view,
                 GArray                 *breaks)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  guint next_break = 0;
  gboolean starts = TRUE;

  /* From one before: the line comes in from the left. */
  for (guint i = view->first > 0 ? view->first - 1 : 0; i < view->first + view->n_samples; i++)
    {
      const McpHealthSample *sample = mcp_health_get_sample (view->health, i);
      Point point;

      starts = pass_breaks (breaks, &next_break, sample->time_usec) || starts;
      if (sample->status != MCP_SAMPLE_OK)
        {
          starts = TRUE;
          continue;
        }

      point.x = sounder_graph_view_get_x (view, sample->time_usec);
      point.y = point.y_min = point.y_max = sounder_graph_view_get_y (view, sample->rtt_usec);
      point.starts = starts;
      starts = FALSE;
      g_array_append_val (points, point);
    }

  return points;
}

static void
trace_line (cairo_t     *cr,
            const Point *points,
            guint        n_points)
{
  for (guint i = 0; i < n_points; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
}

/* A run of points that belong together: area, spread, line. */
static void
draw_run (const SounderGraphView *view,
          cairo_t                *cr,
          cairo_pattern_t        *area,
          const Point            *points,
          guint                   n_points)
{
  GdkRGBA color = sounder_palette_get (SOUNDER_TONE_REQUEST);
  double bottom = view->plot.y + view->plot.height;

  if (n_points == 1)
    {
      set_source (cr, color, 1);
      cairo_arc (cr, points[0].x, points[0].y, 2, 0, 2 * G_PI);
      cairo_fill (cr);
    }

  cairo_move_to (cr, points[0].x, bottom);
  trace_line (cr, points, n_points);
  cairo_line_to (cr, points[n_points - 1].x, bottom);
  cairo_close_path (cr);
  cairo_set_source (cr, area);
  cairo_fill (cr);

  for (guint i = 0; i < n_points; i++)
    if (points[i].y_min - points[i].y_max >= 1)
      cairo_rectangle (cr, points[i].x - 0.5, points[i].y_max, 1,
                       points[i].y_min - points[i].y_max);
  set_source (cr, color, 0.45);
  cairo_fill (cr);

  trace_line (cr, points, n_points);
  set_source (cr, color, 1);
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
}

static void
draw_values (const SounderGraphView *view,
             cairo_t                *cr)
{
  g_autoptr (GArray) breaks = collect_breaks (view);
  gboolean dense = view->n_samples > (guint) view->plot.width / 2;
  g_autoptr (GArray) points = dense ? collect_columns (view, breaks)
                                    : collect_samples (view, breaks);
  const Point *all = (const Point *) (gpointer) points->data;
  GdkRGBA color = sounder_palette_get (SOUNDER_TONE_REQUEST);
  cairo_pattern_t *area = cairo_pattern_create_linear (0, view->plot.y, 0,
                                                       view->plot.y + view->plot.height);

  cairo_pattern_add_color_stop_rgba (area, 0, color.red, color.green, color.blue, 0.34);
  cairo_pattern_add_color_stop_rgba (area, 1, color.red, color.green, color.blue, 0.16);

  cairo_save (cr);
  cairo_rectangle (cr, view->plot.x, 0, view->plot.width + 3, view->plot.y + view->plot.height);
  cairo_clip (cr);
  for (guint i = 0; i < points->len;)
    {
      guint run = 1;

      while (i + run < points->len && !all[i + run].starts)
        run++;
      draw_run (view, cr, area, &all[i], run);
      i += run;
    }
  cairo_restore (cr);
  cairo_pattern_destroy (area);
}

static void
draw_cross (cairo_t *cr,
            double   x,
            double   y)
{
  set_source (cr, sounder_palette_get (SOUNDER_TONE_ERROR), 1);
  cairo_set_line_width (cr, 2);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_move_to (cr, x - SYMBOL_RADIUS, y - SYMBOL_RADIUS);
  cairo_line_to (cr, x + SYMBOL_RADIUS, y + SYMBOL_RADIUS);
  cairo_move_to (cr, x + SYMBOL_RADIUS, y - SYMBOL_RADIUS);
  cairo_line_to (cr, x - SYMBOL_RADIUS, y + SYMBOL_RADIUS);
  cairo_stroke (cr);
}

/* A band for each run of lost probes, from the first to when the next one was sent. */
static void
draw_lost (const SounderGraphView *view,
           cairo_t                *cr)
{
  double right = view->plot.x + view->plot.width;
  guint end = view->first + view->n_samples;
  double last_cross = -G_MAXDOUBLE;

  for (guint i = view->first; i < end;)
    {
      double x = sounder_graph_view_get_x (view, mcp_health_get_sample (view->health, i)->time_usec);
      double to = x;
      guint run = i;

      while (run < end && mcp_health_get_sample (view->health, run)->status != MCP_SAMPLE_OK)
        to = sounder_graph_view_get_x (view, mcp_health_get_sample (view->health, run++)->time_usec);
      if (run == i)
        {
          i++;
          continue;
        }

      x = MAX (x - BAND_WIDTH / 2.0, view->plot.x);
      to = MIN (to + BAND_WIDTH / 2.0, right + BAND_WIDTH / 2.0);
      set_source (cr, sounder_palette_get (SOUNDER_TONE_BAR_FAILED), 0.28);
      cairo_rectangle (cr, x, view->plot.y, to - x, view->plot.height);
      cairo_fill (cr);
      if ((x + to) / 2 - last_cross > 3 * SYMBOL_RADIUS)
        {
          last_cross = (x + to) / 2;
          draw_cross (cr, last_cross, view->plot.y + SYMBOL_RADIUS + 5);
        }
      i = run;
    }
}

/* An arrow that goes round, or a square: connected again, and disconnected. */
static void
draw_mark (const SounderGraphView *view,
           cairo_t                *cr,
           double                  x,
           gboolean                connected)
{
  static const double dashes[] = { 2, 3 };
  double y = SYMBOL_RADIUS + 4;
  double r = SYMBOL_RADIUS + 0.5;

  x = round (x) + 0.5;
  set_source (cr, sounder_palette_get (SOUNDER_TONE_DIM), 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (cr, 1);
  if (!connected)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, x, y + r + 2);
  cairo_line_to (cr, x, view->plot.y + view->plot.height);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);

  if (!connected)
    {
      cairo_rectangle (cr, x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2);
      cairo_fill (cr);

      return;
    }

  cairo_set_line_width (cr, 1.5);
  cairo_arc (cr, x, y, r, 0, 1.6 * G_PI);
  cairo_stroke (cr);
  cairo_move_to (cr, x + r + 1, y - r - 1.5);
  cairo_line_to (cr, x + r + 1, y + 0.5 - 1);
  cairo_line_to (cr, x - 0.5, y - r + 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_marks (const SounderGraphView *view,
            cairo_t                *cr)
{
  GListModel *events = mcp_health_get_events (view->health);
  double pending = -1;
  guint n_lives = 0;

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);
      McpHealthEventKind kind = mcp_health_event_get_kind (event);
      double x = sounder_graph_view_get_x (view, mcp_health_event_get_time_usec (event));

      if (kind == MCP_HEALTH_EVENT_CONNECTED)
        n_lives++;
      if (x < view->plot.x || x > view->plot.x + view->plot.width + 1)
        continue;

      if (kind == MCP_HEALTH_EVENT_DISCONNECTED)
        {
          pending = x;
        }
      else if (kind == MCP_HEALTH_EVENT_CONNECTED)
        {
          if (pending >= 0 && x - pending > MARK_GAP)
            draw_mark (view, cr, pending, FALSE);
          pending = -1;
          /* The first connection interrupts nothing. */
          if (n_lives > 1)
            draw_mark (view, cr, x, TRUE);
        }
    }

  if (pending >= 0)
    draw_mark (view, cr, pending, FALSE);
}

static void
draw_p95 (const SounderGraphView    *view,
          const McpHealthStatistics *statistics,
          GtkSnapshot               *snapshot,
          cairo_t                   *cr)
{
  static const double dashes[] = { 5, 3 };
  double right = view->plot.x + view->plot.width;
  double y = round (sounder_graph_view_get_y (view, statistics->p95_usec)) + 0.5;
  g_autofree char *value = mcp_format_duration (statistics->p95_usec);
  /* Translators: the 95th percentile of round-trip times. */
  g_autofree char *label = g_strdup_printf (_("p95 %s"), value);

  set_source (cr, sounder_palette_get (SOUNDER_TONE_WARNING), 0.9);
  cairo_set_line_width (cr, 1.25);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (cr, view->plot.x, y);
  cairo_line_to (cr, right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);

  draw_text (view, snapshot, label, view->plot.x + 6, y - 2, 0, 1, SOUNDER_TONE_WARNING);
}

/**
 * sounder_graph_draw:
 * @view: what and where
 * @statistics: of the samples in sight
 * @snapshot: where to draw
 *
 * Draws the graph without a cursor.
 */
void
sounder_graph_draw (const SounderGraphView    *view,
                    const McpHealthStatistics *statistics,
                    GtkSnapshot               *snapshot)
{
  g_autoptr (GtkSnapshot) texts = gtk_snapshot_new ();
  GskRenderNode *texts_node;
  cairo_t *cr;

  cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (view->widget),
                                   gtk_widget_get_height (view->widget)));
  draw_value_axis (view, texts, cr);
  draw_time_axis (view, texts, cr);
  draw_lost (view, cr);
  draw_values (view, cr);
  if (statistics->received >= P95_SAMPLES)
    draw_p95 (view, statistics, texts, cr);
  draw_marks (view, cr);
  cairo_destroy (cr);

  if (view->n_samples == 0)
    draw_text (view, texts,
               mcp_health_get_n_samples (view->health) == 0 ? _("No ping yet")
                                                            : _("No ping in this time"),
               view->plot.x + view->plot.width / 2.0, view->plot.y + view->plot.height / 2.0, 0.5,
               0.5, SOUNDER_TONE_DIM);

  /* Above the lines, which are one node. */
  texts_node = gtk_snapshot_to_node (texts);
  if (texts_node != NULL)
    {
      gtk_snapshot_append_node (snapshot, texts_node);
      gsk_render_node_unref (texts_node);
    }
}

/* The bubble stays within the widget, on the side of the cursor with more room. */
static void
draw_bubble (const SounderGraphView *view,
             GtkSnapshot            *snapshot,
             const char             *text,
             double                  x,
             double                  y)
{
  g_autoptr (PangoLayout) layout = sounder_graph_create_layout (view->widget, text);
  GdkRGBA white = { 1, 1, 1, 1 };
  GdkRGBA back = { 0.1f, 0.1f, 0.12f, 0.92f };
  GskRoundedRect box;
  int width;
  int height;
  double left;
  double top;

  pango_layout_get_pixel_size (layout, &width, &height);
  left = x + 10 + width + 16 <= gtk_widget_get_width (view->widget) ? x + 10 : x - 10 - width - 16;
  top = CLAMP (y - height - 18, view->plot.y + 4, view->plot.y + view->plot.height - height - 12);

  gsk_rounded_rect_init_from_rect (
    &box, &GRAPHENE_RECT_INIT (round (left), round (top), width + 16, height + 8), 6);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &back, &box.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (round (left) + 8, round (top) + 4));
  gtk_snapshot_append_layout (snapshot, layout, &white);
  gtk_snapshot_restore (snapshot);
}

/**
 * sounder_graph_draw_cursor:
 * @view: what and where
 * @sample: an index in the monitor; one out of sight is not drawn
 * @snapshot: where to draw
 *
 * Draws a line and a dot at a sample and says what it is.
 */
void
sounder_graph_draw_cursor (const SounderGraphView *view,
                           guint                   sample,
                           GtkSnapshot            *snapshot)
{
  const McpHealthSample *at;
  g_autofree char *text = NULL;
  cairo_t *cr;
  double x;
  double y;

  if (sample < view->first || sample - view->first >= view->n_samples)
    return;

  at = mcp_health_get_sample (view->health, sample);
  x = sounder_graph_view_get_x (view, at->time_usec);
  y = at->status == MCP_SAMPLE_OK ? sounder_graph_view_get_y (view, at->rtt_usec)
                                  : view->plot.y + view->plot.height / 2.0;
  text = sounder_sample_dup_text (at, g_get_monotonic_time (), g_get_real_time ());

  cr = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (view->widget),
                                   gtk_widget_get_height (view->widget)));
  set_source (cr, sounder_palette_get (SOUNDER_TONE_TEXT), 0.5);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, round (x) + 0.5, view->plot.y);
  cairo_line_to (cr, round (x) + 0.5, view->plot.y + view->plot.height);
  cairo_stroke (cr);

  if (at->status == MCP_SAMPLE_OK)
    {
      set_source (cr, sounder_palette_get (SOUNDER_TONE_REQUEST), 1);
      cairo_arc (cr, x, y, 4.5, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_arc (cr, x, y, 2, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  cairo_destroy (cr);

  draw_bubble (view, snapshot, text, x, y);
}
