/* sounder-timeline-lanes-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-summary.h"

#include "sounder-timeline-lanes-private.h"

/*
 * How the lanes are drawn: first what is in sight is measured, once for each span, then the lanes,
 * the axis and the marks are drawn from that.
 */

#define ROW_HEIGHT     10
#define BAR_HEIGHT     SOUNDER_LANES_BAR_HEIGHT
#define MIN_BAR_WIDTH  3
#define LANE_PADDING   5
#define LABEL_ROOM     96
/* Marks that are nearer than this would lie on each other. */
#define MARK_ROOM      12

static const SounderTone lane_tones[MCP_N_LANES] = {
  [MCP_LANE_CLIENT] = SOUNDER_TONE_BAR,
  [MCP_LANE_SERVER] = SOUNDER_TONE_RESPONSE,
  [MCP_LANE_NOTIFICATIONS] = SOUNDER_TONE_NOTIFICATION,
  [MCP_LANE_CONSOLE] = SOUNDER_TONE_DIM,
  [MCP_LANE_STREAMS] = SOUNDER_TONE_REQUEST,
  [MCP_LANE_PROBES] = SOUNDER_TONE_DIM,
  [MCP_LANE_OTHERS] = SOUNDER_TONE_DIM,
};

static SounderTone
get_lane_tone (SounderTimelineLanes *self,
               guint                 lane)
{
  return lane_tones[mcp_traffic_lanes_get_role (self->lanes, lane)];
}

static void
place_bar (SounderTimelineLanes   *self,
           SounderPlacedBar       *placed,
           const SounderLanePlace *place,
           float                  *row_ends,
           guint                   n_rows)
{
  gint64 end_usec = MIN (placed->bar.end_usec, sounder_timeline_lanes_get_now (self));
  double left = sounder_timeline_lanes_get_x (self, placed->bar.start_usec);
  double right = sounder_timeline_lanes_get_x (self, MAX (end_usec, placed->bar.start_usec));
  guint row = 0;

  left = MAX (left, self->gutter - MIN_BAR_WIDTH);
  right = MIN (MAX (right, left + MIN_BAR_WIDTH), gtk_widget_get_width (GTK_WIDGET (self)) + 1);
  while (row + 1 < n_rows && row_ends[row] > left)
    row++;
  row_ends[row] = MAX (row_ends[row], (float) right + 1);

  placed->x = (float) left;
  placed->width = (float) (right - left);
  placed->y = place->y + LANE_PADDING + row * ROW_HEIGHT;
}

/* What would overlap goes into rows below each other, as far as there are any. */
static void
place_bars (SounderTimelineLanes *self,
            GArray               *bars)
{
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_lanes = sounder_timeline_lanes_place (self, places);

  self->bars = g_array_sized_new (FALSE, FALSE, sizeof (SounderPlacedBar), bars->len);
  for (guint i = 0; i < n_lanes; i++)
    {
      guint n_rows = MAX (1, (places[i].height - LANE_PADDING) / ROW_HEIGHT);
      g_autofree float *row_ends = g_new0 (float, n_rows);

      for (guint k = 0; k < bars->len; k++)
        {
          SounderPlacedBar placed = { g_array_index (bars, McpLaneBar, k), 0, 0, 0 };

          if (placed.bar.lane != places[i].lane)
            continue;
          place_bar (self, &placed, &places[i], row_ends, n_rows);
          g_array_append_val (self->bars, placed);
        }
    }
}

/* Looks up what is in sight, unless that is known. */
void
sounder_timeline_lanes_measure (SounderTimelineLanes *self)
{
  g_autoptr (GArray) bars = NULL;

  if (self->measured || self->lanes == NULL)
    return;

  g_clear_pointer (&self->bars, g_array_unref);
  g_array_set_size (self->columns, sounder_timeline_lanes_get_room (self));
  mcp_traffic_lanes_measure (self->lanes, self->start_usec, self->end_usec,
                             (McpLaneColumn *) self->columns->data, self->columns->len);
  bars = mcp_traffic_lanes_dup_bars (self->lanes, self->start_usec, self->end_usec,
                                     SOUNDER_LANES_MAX_BARS);
  if (bars != NULL)
    place_bars (self, bars);
  self->measured = TRUE;
}

static void
fill (GtkSnapshot *snapshot,
      SounderTone  tone,
      float        x,
      float        y,
      float        width,
      float        height)
{
  GdkRGBA color = sounder_palette_get (tone);

  if (width > 0 && height > 0)
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* Width 0: the text is not ellipsized. */
static void
draw_text (SounderTimelineLanes *self,
           GtkSnapshot          *snapshot,
           const char           *text,
           SounderTone           tone,
           const GdkRectangle   *room)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  GdkRGBA color = sounder_palette_get (tone);
  int text_height;

  if (room->width > 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, room->width * PANGO_SCALE);
    }
  pango_layout_get_pixel_size (layout, NULL, &text_height);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (room->x,
                                                room->y + (room->height - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_bar (SounderTimelineLanes   *self,
          GtkSnapshot            *snapshot,
          const SounderPlacedBar *placed)
{
  const McpLaneBar *bar = &placed->bar;
  gboolean waits = bar->end_usec == G_MAXINT64
                   && mcp_traffic_lanes_get_role (self->lanes, bar->lane) != MCP_LANE_STREAMS;
  SounderTone tone = get_lane_tone (self, bar->lane);

  if (bar->failed)
    tone = SOUNDER_TONE_BAR_FAILED;
  else if (waits)
    tone = SOUNDER_TONE_BAR_WAITING;

  fill (snapshot, tone, placed->x, placed->y, placed->width, BAR_HEIGHT);
  /* Not by colour alone: what failed has a flag at its end, what waits an open end. */
  if (bar->failed)
    fill (snapshot, tone, placed->x + placed->width - 2, placed->y - 3, 2, BAR_HEIGHT + 6);
  if (waits && placed->width > 12)
    for (guint i = 0; i < 3; i++)
      fill (snapshot, SOUNDER_TONE_DIM, placed->x + placed->width - 3 - i * 4, placed->y, 1,
            BAR_HEIGHT);
}

static guint
find_max (SounderTimelineLanes *self)
{
  guint max = 1;

  for (guint i = 0; i < self->columns->len; i++)
    for (guint k = 0; k < MCP_MAX_LANES; k++)
      max = MAX (max, g_array_index (self->columns, McpLaneColumn, i).lanes[k].n);

  return max;
}

/* Ten times as many is not ten times as high: one message among thousands is still to be seen. */
static int
get_height (guint n,
            guint max,
            int   room)
{
  return n == 0 ? 0 : MAX (3, (int) (room * log1p (n) / log1p (max)));
}

/* How a column of a lane looks. */
typedef struct
{
  int all;
  int failed;
  int open;
} SumLook;

static void
draw_sum (SounderTimelineLanes   *self,
          GtkSnapshot            *snapshot,
          const SounderLanePlace *place,
          const SumLook          *look,
          guint                   start,
          guint                   end)
{
  int bottom = place->y + place->height - LANE_PADDING;
  float x = self->gutter + (float) start;
  float width = (float) (end - start);

  fill (snapshot, get_lane_tone (self, place->lane), x, bottom - look->all, width, look->all);
  fill (snapshot, get_lane_tone (self, place->lane), x, bottom, width, look->open);
  fill (snapshot, SOUNDER_TONE_BAR_FAILED, x, place->y + LANE_PADDING, width, look->failed);
}

/* Columns that look the same next to each other are one rectangle. */
static void
draw_sums (SounderTimelineLanes   *self,
           GtkSnapshot            *snapshot,
           const SounderLanePlace *place,
           guint                   max)
{
  int room = place->height - 2 * LANE_PADDING;
  SumLook last = { 0 };
  guint start = 0;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const McpLaneCell *cell = &g_array_index (self->columns, McpLaneColumn, i).lanes[place->lane];
      SumLook look = {
        get_height (cell->n, max, room),
        get_height (cell->n_failed, max, room / 2),
        cell->n_open > 0 ? 2 : 0,
      };

      if (memcmp (&look, &last, sizeof look) == 0)
        continue;
      draw_sum (self, snapshot, place, &last, start, i);
      start = i;
      last = look;
    }

  draw_sum (self, snapshot, place, &last, start, self->columns->len);
}

/* Measures all the time there is, unless that is known. */
static void
measure_overview (SounderTimelineLanes *self)
{
  if (self->overview_measured)
    return;

  sounder_timeline_lanes_get_whole (self, &self->overview_start_usec, &self->overview_end_usec);
  g_array_set_size (self->overview, sounder_timeline_lanes_get_room (self));
  mcp_traffic_lanes_measure (self->lanes, self->overview_start_usec, self->overview_end_usec,
                             (McpLaneColumn *) self->overview->data, self->overview->len);
  self->overview_measured = TRUE;
}

static void
sum_column (SounderTimelineLanes *self,
            guint                 column,
            guint                *n,
            guint                *n_failed)
{
  *n = *n_failed = 0;
  for (guint i = 0; i < MCP_MAX_LANES; i++)
    {
      const McpLaneCell *cell = &g_array_index (self->overview, McpLaneColumn, column).lanes[i];

      *n += cell->n;
      *n_failed += cell->n_failed;
    }
}

/* All the time there is, small, and a frame around what of it is in sight. */
static void
draw_overview (SounderTimelineLanes *self,
               GtkSnapshot          *snapshot)
{
  int bottom = gtk_widget_get_height (GTK_WIDGET (self));
  int top = bottom - SOUNDER_LANES_OVERVIEW_HEIGHT;
  int room = SOUNDER_LANES_OVERVIEW_HEIGHT - 6;
  guint max = 1, n, n_failed;
  double left, right, scale;

  measure_overview (self);
  scale = self->overview->len
          / (double) MAX (1, self->overview_end_usec - self->overview_start_usec);
  left = self->gutter + (self->start_usec - self->overview_start_usec) * scale;
  right = MAX (left + 2,
               self->gutter + (self->end_usec - self->overview_start_usec) * scale);

  fill (snapshot, SOUNDER_TONE_RULE, 0, top, gtk_widget_get_width (GTK_WIDGET (self)), 1);
  fill (snapshot, SOUNDER_TONE_PILL, (float) left, top + 1, (float) (right - left),
        SOUNDER_LANES_OVERVIEW_HEIGHT - 1);
  for (guint i = 0; i < self->overview->len; i++)
    {
      sum_column (self, i, &n, &n_failed);
      max = MAX (max, n);
    }
  for (guint i = 0, end; i < self->overview->len; i = end)
    {
      int height;
      guint failed;

      sum_column (self, i, &n, &failed);
      height = get_height (n, max, room);
      /* Columns that look the same next to each other are one rectangle. */
      for (end = i + 1; end < self->overview->len; end++)
        {
          sum_column (self, end, &n, &n_failed);
          if (get_height (n, max, room) != height || (n_failed > 0) != (failed > 0))
            break;
        }
      fill (snapshot, SOUNDER_TONE_DIM, self->gutter + (float) i, bottom - 2 - height,
            (float) (end - i), height);
      fill (snapshot, SOUNDER_TONE_ERROR, self->gutter + (float) i, top + 3,
            (float) (end - i), failed > 0 ? 4 : 0);
    }
  fill (snapshot, SOUNDER_TONE_REQUEST, (float) left, top + 1, 1,
        SOUNDER_LANES_OVERVIEW_HEIGHT - 1);
  fill (snapshot, SOUNDER_TONE_REQUEST, (float) right - 1, top + 1, 1,
        SOUNDER_LANES_OVERVIEW_HEIGHT - 1);
}

static void
draw_lane (SounderTimelineLanes   *self,
           GtkSnapshot            *snapshot,
           const SounderLanePlace *place)
{
  g_autofree char *title = sounder_timeline_lanes_dup_title (self, place->lane);

  draw_text (self, snapshot, title, SOUNDER_TONE_TEXT,
             &(GdkRectangle) { 8, place->y, self->gutter - 14, place->height });
  fill (snapshot, SOUNDER_TONE_RULE, 0, place->y, gtk_widget_get_width (GTK_WIDGET (self)), 1);
  if (place->lane == self->current_lane && gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    fill (snapshot, SOUNDER_TONE_REQUEST, 0, place->y + 2, 3, place->height - 3);
}

/* 1, 2 or 5 of a power of ten below a second, what clocks have above. */
static gint64
get_step (gint64 span_usec,
          guint  n_labels)
{
  static const guint seconds[] = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 4 * 3600, 6 * 3600, 12 * 3600,
  };
  gint64 least_usec = span_usec / MAX (n_labels, 1);

  for (gint64 power = 1; power < G_USEC_PER_SEC; power *= 10)
    {
      if (least_usec <= power)
        return power;
      if (least_usec <= 2 * power)
        return 2 * power;
      if (least_usec <= 5 * power)
        return 5 * power;
    }
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    if (least_usec <= seconds[i] * (gint64) G_USEC_PER_SEC)
      return seconds[i] * (gint64) G_USEC_PER_SEC;

  return G_TIME_SPAN_DAY * (least_usec / G_TIME_SPAN_DAY + 1);
}

/* From monotonic time to the time of day. */
static gint64
get_wall_offset (SounderTimelineLanes *self)
{
  guint serial = mcp_traffic_lanes_find_time (self->lanes, self->start_usec);
  g_autoptr (McpRecord) record = NULL;

  record = mcp_journal_get_record (self->journal,
                                   MIN (serial, mcp_journal_get_n_records (self->journal)));
  if (record != NULL)
    return mcp_record_get_wall_usec (record) - mcp_record_get_time_usec (record);

  return mcp_journal_get_start_wall_usec (self->journal)
         - mcp_journal_get_start_usec (self->journal);
}

/* "14:02:11.001234", of which as much is shown as differs. */
static char *
dup_axis_label (gint64 wall_usec,
                gint64 step_usec)
{
  char *label = mcp_format_wall_time (wall_usec, TRUE);
  gsize n = 15;

  if (step_usec >= G_TIME_SPAN_MINUTE)
    n = 5;
  else if (step_usec >= G_TIME_SPAN_SECOND)
    n = 8;
  else if (step_usec >= G_TIME_SPAN_MILLISECOND)
    n = 12;
  if (strlen (label) > n)
    label[n] = '\0';

  return label;
}

static void
draw_axis (SounderTimelineLanes *self,
           GtkSnapshot          *snapshot)
{
  int room = sounder_timeline_lanes_get_room (self);
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  gint64 step_usec = get_step (self->end_usec - self->start_usec, room / LABEL_ROOM);
  gint64 offset_usec = get_wall_offset (self);
  g_autoptr (GDateTime) local = NULL;
  gint64 zone_usec;
  gint64 tick_usec;

  local = g_date_time_new_from_unix_local ((self->start_usec + offset_usec) / G_USEC_PER_SEC);
  zone_usec = local != NULL ? g_date_time_get_utc_offset (local) : 0;
  tick_usec = (self->start_usec + offset_usec + zone_usec) / step_usec * step_usec + step_usec;

  for (; tick_usec - zone_usec - offset_usec <= self->end_usec; tick_usec += step_usec)
    {
      double x = sounder_timeline_lanes_get_x (self, tick_usec - zone_usec - offset_usec);
      g_autofree char *label = dup_axis_label (tick_usec - zone_usec, step_usec);

      fill (snapshot, SOUNDER_TONE_PILL, (float) round (x), SOUNDER_LANES_AXIS_HEIGHT - 6, 1,
            height - SOUNDER_LANES_AXIS_HEIGHT + 6);
      draw_text (self, snapshot, label, SOUNDER_TONE_DIM,
                 &(GdkRectangle) { (int) x + 4, 0, 0, SOUNDER_LANES_AXIS_HEIGHT });
    }
}

static void
draw_marks (SounderTimelineLanes *self,
            GtkSnapshot          *snapshot)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int free_x = 0;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const McpLaneColumn *column = &g_array_index (self->columns, McpLaneColumn, i);
      int x = self->gutter + (int) i;
      GdkRectangle room = { x - 4, SOUNDER_LANES_AXIS_HEIGHT, 0, SOUNDER_LANES_MARKS_HEIGHT };

      /* A restart cuts all lanes: what waited before it got no answer. */
      if (column->n_restarts > 0)
        fill (snapshot, SOUNDER_TONE_WARNING, x, SOUNDER_LANES_TOP, 1, height - SOUNDER_LANES_TOP);
      if (column->n_restarts + column->n_lost + column->n_findings == 0 || x < free_x)
        continue;

      free_x = x + MARK_ROOM;
      if (column->n_restarts > 0)
        draw_text (self, snapshot, "↻", SOUNDER_TONE_TEXT, &room);
      else if (column->n_lost > 0)
        draw_text (self, snapshot, "✗", SOUNDER_TONE_ERROR, &room);
      else
        draw_text (self, snapshot, "⚠", SOUNDER_TONE_WARNING, &room);
    }
}

static void
draw_brush (SounderTimelineLanes *self,
            GtkSnapshot          *snapshot)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self)) - SOUNDER_LANES_AXIS_HEIGHT;
  double left;
  double right;

  if (self->brush_end_usec <= self->brush_start_usec)
    return;

  left = sounder_timeline_lanes_get_x (self, self->brush_start_usec);
  right = sounder_timeline_lanes_get_x (self, self->brush_end_usec);
  left = MAX (left, self->gutter - 1);
  if (right <= left)
    return;

  fill (snapshot, SOUNDER_TONE_PILL, (float) left, SOUNDER_LANES_AXIS_HEIGHT,
        (float) (right - left), height);
  fill (snapshot, SOUNDER_TONE_REQUEST, (float) left, SOUNDER_LANES_AXIS_HEIGHT, 1, height);
  fill (snapshot, SOUNDER_TONE_REQUEST, (float) right - 1, SOUNDER_LANES_AXIS_HEIGHT, 1, height);
}

/* A frame around the bar, or a line through the lane where it is one of many. */
static void
draw_selected (SounderTimelineLanes   *self,
               GtkSnapshot            *snapshot,
               const SounderLanePlace *places,
               guint                   n_lanes)
{
  McpLaneBar bar;
  double x;

  if (!mcp_traffic_lanes_get_bar (self->lanes, self->selected_serial, &bar))
    return;

  for (guint i = 0; self->bars != NULL && i < self->bars->len; i++)
    {
      const SounderPlacedBar *placed = &g_array_index (self->bars, SounderPlacedBar, i);

      if (placed->bar.serial != self->selected_serial)
        continue;
      fill (snapshot, SOUNDER_TONE_TEXT, placed->x - 2, placed->y - 3, placed->width + 4, 2);
      fill (snapshot, SOUNDER_TONE_TEXT, placed->x - 2, placed->y + BAR_HEIGHT + 1,
            placed->width + 4, 2);
      return;
    }

  x = sounder_timeline_lanes_get_x (self, bar.start_usec);
  for (guint i = 0; i < n_lanes; i++)
    if (places[i].lane == bar.lane)
      fill (snapshot, SOUNDER_TONE_TEXT, (float) x - 1, places[i].y + 2, 2, places[i].height - 3);
}

static void
draw_traffic (SounderTimelineLanes   *self,
              GtkSnapshot            *snapshot,
              const SounderLanePlace *places,
              guint                   n_lanes)
{
  if (self->bars != NULL)
    {
      for (guint i = 0; i < self->bars->len; i++)
        draw_bar (self, snapshot, &g_array_index (self->bars, SounderPlacedBar, i));
    }
  else
    {
      guint max = find_max (self);

      for (guint i = 0; i < n_lanes; i++)
        draw_sums (self, snapshot, &places[i], max);
    }
}

void
sounder_timeline_lanes_snapshot (GtkWidget   *widget,
                                 GtkSnapshot *snapshot)
{
  SounderTimelineLanes *self = SOUNDER_TIMELINE_LANES (widget);
  SounderLanePlace places[MCP_MAX_LANES];
  guint n_lanes = sounder_timeline_lanes_place (self, places);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  int overview = SOUNDER_LANES_OVERVIEW_HEIGHT;
  gint64 first_usec;
  gint64 last_usec;

  for (guint i = 0; i < n_lanes; i++)
    draw_lane (self, snapshot, &places[i]);
  fill (snapshot, SOUNDER_TONE_RULE, self->gutter - 1, 0, 1, height);
  if (self->lanes == NULL || !mcp_traffic_lanes_get_span (self->lanes, &first_usec, &last_usec))
    return;

  sounder_timeline_lanes_measure (self);
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (self->gutter, 0,
                                               width - self->gutter, height));
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (self->gutter, 0,
                                               width - self->gutter, height - overview));
  draw_axis (self, snapshot);
  draw_brush (self, snapshot);
  draw_traffic (self, snapshot, places, n_lanes);
  draw_marks (self, snapshot);
  draw_selected (self, snapshot, places, n_lanes);
  gtk_snapshot_pop (snapshot);
  draw_overview (self, snapshot);
  gtk_snapshot_pop (snapshot);
}
