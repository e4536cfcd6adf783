/* sounder-timeline-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-compat.h"
#include "sounder-timeline-cells.h"
#include "sounder-timeline-row.h"
#include "sounder-widgets.h"

/**
 * SounderTimelineRow:
 *
 * One line of the timeline, which draws its cells itself.
 *
 * A view of columns with a widget in each cell needs 60 ms for a frame in which all rows change;
 * this needs a tenth. Giving the row another record costs next to nothing: texts are made when the
 * row is drawn, so that the two hundred rows a list keeps beside those in sight read no message.
 * What assistive technology gets is one label with all cells; it is set when they are.
 */

#define PILL_PADDING  8
#define BAR_HEIGHT    8
#define MIN_BAR_WIDTH 3

struct _SounderTimelineRow
{
  GtkWidget               parent_instance;

  SounderTimelineColumns *columns;
  McpRecord              *record;

  /* Listens to the record, whichever it is. */
  GSignalGroup           *record_signals;

  /* Made at the first drawing; NULL for the waterfall. */
  PangoLayout            *layouts[SOUNDER_N_COLUMNS];
  PangoLayout            *chip; /* (nullable): before the summary */
  char                   *label;
  int                     height;

  /* The texts are those of the record. */
  guint                   texts_valid : 1;
};

G_DEFINE_FINAL_TYPE (SounderTimelineRow, sounder_timeline_row, GTK_TYPE_WIDGET)

static void
clear_layouts (SounderTimelineRow *self)
{
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    g_clear_object (&self->layouts[i]);
  g_clear_object (&self->chip);
  self->texts_valid = FALSE;
}

static void
invalidate (SounderTimelineRow *self)
{
  self->texts_valid = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
get_height (SounderTimelineRow *self)
{
  if (self->height == 0)
    {
      PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
      PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

      self->height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics)
                                        + pango_font_metrics_get_descent (metrics)) + 6;
      pango_font_metrics_unref (metrics);
    }

  return self->height;
}

static PangoLayout *
create_layout (SounderTimelineRow *self,
               SounderColumn       column)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  if (column == SOUNDER_COLUMN_KIND)
    {
      pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_attr_list_insert (attributes, pango_attr_scale_new (0.92));
    }
  else
    {
      /* Digits of one width, so that times and sizes can be compared down the column. */
      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
    }

  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  /* Of methods with a common beginning the end is what differs. */
  pango_layout_set_ellipsize (layout, column == SOUNDER_COLUMN_METHOD ? PANGO_ELLIPSIZE_START
                                                                      : PANGO_ELLIPSIZE_END);

  return layout;
}

static void
set_text (SounderTimelineRow *self,
          SounderColumn       column,
          const char         *text)
{
  /* Rows that follow each other say much the same; an equal text need not be laid out again. */
  if (strcmp (pango_layout_get_text (self->layouts[column]), text) != 0)
    pango_layout_set_text (self->layouts[column], text, -1);
}

static void
set_label (SounderTimelineRow *self,
           const char         *summary)
{
  g_autofree char *label = sounder_timeline_cells_dup_label (self->record, summary);

  if (g_strcmp0 (label, self->label) == 0)
    return;

  g_free (self->label);
  self->label = g_steal_pointer (&label);
  sounder_widgets_set_spoken (self, self->label);

  sounder_compat_name_list_item (GTK_WIDGET (self), self->label);
}

static void
set_chip (SounderTimelineRow *self)
{
  g_autofree char *chip = sounder_timeline_cell_dup_chip (self->record);

  g_clear_object (&self->chip);
  if (chip == NULL)
    return;

  self->chip = create_layout (self, SOUNDER_COLUMN_KIND);
  pango_layout_set_text (self->chip, chip, -1);
}

static void
ensure_texts (SounderTimelineRow *self)
{
  if (self->texts_valid || self->record == NULL)
    return;

  for (guint i = 0; i < SOUNDER_COLUMN_WATERFALL; i++)
    {
      g_autofree char *text = sounder_timeline_cells_dup (self->columns, self->record, i);

      if (self->layouts[i] == NULL)
        self->layouts[i] = create_layout (self, i);
      set_text (self, i, text);
    }

  set_chip (self);
  self->texts_valid = TRUE;
  set_label (self, pango_layout_get_text (self->layouts[SOUNDER_COLUMN_SUMMARY]));
}

static void
snapshot_text (SounderTimelineRow       *self,
               GtkSnapshot              *snapshot,
               SounderColumn             column,
               const SounderColumnPlace *place)
{
  PangoLayout *layout = self->layouts[column];
  GdkRGBA color = sounder_palette_get (sounder_timeline_cell_get_tone (self->record, column));
  int room = place->width - SOUNDER_COLUMN_PADDING - 2;
  int text_height;

  if (room <= 0 || *pango_layout_get_text (layout) == '\0')
    return;

  pango_layout_set_width (layout, room * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &text_height);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (place->x + SOUNDER_COLUMN_PADDING,
                                                (self->height - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

/* A text on a rounded ground; gives the width it took. */
static int
snapshot_pill (SounderTimelineRow       *self,
               GtkSnapshot              *snapshot,
               PangoLayout              *layout,
               const SounderColumnPlace *place,
               SounderTone               tone)
{
  GdkRGBA pill = sounder_palette_get (SOUNDER_TONE_PILL);
  GdkRGBA color = sounder_palette_get (tone);
  int room = place->width - SOUNDER_COLUMN_PADDING - 2 * PILL_PADDING - 2;
  PangoRectangle text;
  GskRoundedRect outline;

  if (room <= 0)
    return 0;

  /* From right to left it is at the end of its room. */
  pango_layout_set_width (layout, room * PANGO_SCALE);
  pango_layout_get_pixel_extents (layout, NULL, &text);

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (place->x + SOUNDER_COLUMN_PADDING + text.x,
                                                        (self->height - text.height) / 2 - 1,
                                                        text.width + 2 * PILL_PADDING, text.height + 2),
                                   (text.height + 2) / 2.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &pill, &outline.bounds);
  gtk_snapshot_pop (snapshot);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (place->x + SOUNDER_COLUMN_PADDING + PILL_PADDING,
                                                (self->height - text.height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);

  return text.width + 2 * PILL_PADDING;
}

/* The summary, behind the chip if there is one. */
static void
snapshot_summary (SounderTimelineRow       *self,
                  GtkSnapshot              *snapshot,
                  const SounderColumnPlace *place)
{
  SounderColumnPlace rest = *place;

  if (self->chip != NULL)
    {
      int width = snapshot_pill (self, snapshot, self->chip, place, SOUNDER_TONE_ERROR);

      if (gtk_widget_get_direction (GTK_WIDGET (self)) != GTK_TEXT_DIR_RTL)
        rest.x += width;
      rest.width -= width;
    }

  snapshot_text (self, snapshot, SOUNDER_COLUMN_SUMMARY, &rest);
}

static void
append_bar (SounderTimelineRow       *self,
            GtkSnapshot              *snapshot,
            const SounderColumnPlace *place,
            gint64                    start_usec,
            gint64                    end_usec,
            GdkRGBA                   color)
{
  gint64 span_start_usec;
  gint64 span_end_usec;
  double room = place->width - 2 * SOUNDER_COLUMN_PADDING;
  double left;
  double right;

  sounder_timeline_columns_get_span (self->columns, &span_start_usec, &span_end_usec);
  if (room <= MIN_BAR_WIDTH || span_end_usec <= span_start_usec)
    return;

  left = (start_usec - span_start_usec) * room / (span_end_usec - span_start_usec);
  right = (end_usec - span_start_usec) * room / (span_end_usec - span_start_usec);
  left = CLAMP (left, 0, room - MIN_BAR_WIDTH);
  right = CLAMP (right, left + MIN_BAR_WIDTH, room);

  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (place->x + SOUNDER_COLUMN_PADDING + left,
                                                  (self->height - BAR_HEIGHT) / 2,
                                                  right - left, BAR_HEIGHT));
}

static void
snapshot_waterfall (SounderTimelineRow       *self,
                    GtkSnapshot              *snapshot,
                    const SounderColumnPlace *place)
{
  GdkRGBA color = sounder_palette_get (sounder_timeline_cell_get_tone (self->record,
                                                                       SOUNDER_COLUMN_WATERFALL));
  gint64 queued_usec = mcp_record_get_queued_usec (self->record);
  gint64 start_usec;
  gint64 end_usec;
  McpRecordKind kind = mcp_record_get_kind (self->record);

  if (kind != MCP_RECORD_REQUEST && kind != MCP_RECORD_PENDING)
    return;

  sounder_timeline_row_get_extent (self->record, sounder_timeline_columns_get_now (self->columns),
                                   &start_usec, &end_usec);

  /* The time in our own queue is not the server's: a paler bar before the other. */
  if (queued_usec > 0)
    {
      GdkRGBA pale = color;

      pale.alpha *= 0.4f;
      append_bar (self, snapshot, place, start_usec, start_usec + queued_usec, pale);
    }
  append_bar (self, snapshot, place, start_usec + queued_usec, end_usec, color);
}

static void
sounder_timeline_row_snapshot (GtkWidget   *widget,
                               GtkSnapshot *snapshot)
{
  SounderTimelineRow *self = SOUNDER_TIMELINE_ROW (widget);
  const SounderColumnPlace *places;

  if (self->record == NULL)
    return;

  ensure_texts (self);
  get_height (self);
  places = sounder_timeline_columns_place (self->columns, gtk_widget_get_width (widget));

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      if (places[i].width == 0)
        continue;

      if (i == SOUNDER_COLUMN_KIND)
        snapshot_pill (self, snapshot, self->layouts[i], &places[i],
                       sounder_timeline_cell_get_tone (self->record, i));
      else if (i == SOUNDER_COLUMN_SUMMARY)
        snapshot_summary (self, snapshot, &places[i]);
      else if (i == SOUNDER_COLUMN_WATERFALL)
        snapshot_waterfall (self, snapshot, &places[i]);
      else
        snapshot_text (self, snapshot, i, &places[i]);
    }
}

static void
sounder_timeline_row_measure (GtkWidget      *widget,
                              GtkOrientation  orientation,
                              int             for_size,
                              int            *minimum,
                              int            *natural,
                              int            *minimum_baseline,
                              int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = get_height (SOUNDER_TIMELINE_ROW (widget));
  else
    *minimum = *natural = 0;
}

static void
sounder_timeline_row_css_changed (GtkWidget         *widget,
                                  GtkCssStyleChange *change)
{
  SounderTimelineRow *self = SOUNDER_TIMELINE_ROW (widget);

  GTK_WIDGET_CLASS (sounder_timeline_row_parent_class)->css_changed (widget, change);

  /* Perhaps another font. Selecting a row changes no style of this widget, only of its parent. */
  clear_layouts (self);
  self->height = 0;
  sounder_timeline_columns_set_scale (self->columns, gtk_widget_get_pango_context (widget));
  gtk_widget_queue_resize (widget);
}

/* A text that can be read whole needs no tooltip to say it again. */
static char *
dup_tooltip (SounderTimelineRow *self,
             SounderColumn       column)
{
  if ((column == SOUNDER_COLUMN_METHOD || column == SOUNDER_COLUMN_SUMMARY
       || column == SOUNDER_COLUMN_ID)
      && (self->layouts[column] == NULL || !pango_layout_is_ellipsized (self->layouts[column])))
    return NULL;

  return sounder_timeline_cell_dup_tooltip (self->record, column);
}

static gboolean
sounder_timeline_row_query_tooltip (GtkWidget  *widget,
                                    int         x,
                                    int         y,
                                    gboolean    keyboard_tooltip,
                                    GtkTooltip *tooltip)
{
  SounderTimelineRow *self = SOUNDER_TIMELINE_ROW (widget);
  g_autofree char *text = NULL;

  if (self->record == NULL)
    return FALSE;

  if (keyboard_tooltip)
    text = g_strdup (self->label);
  else
    text = dup_tooltip (self, sounder_timeline_columns_find (self->columns,
                                                             gtk_widget_get_width (widget), x));

  if (text == NULL || *text == '\0')
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);

  return TRUE;
}

static void
sounder_timeline_row_dispose (GObject *object)
{
  SounderTimelineRow *self = SOUNDER_TIMELINE_ROW (object);

  if (self->record_signals != NULL)
    g_signal_group_set_target (self->record_signals, NULL);
  g_clear_object (&self->record_signals);
  g_clear_object (&self->record);
  g_clear_object (&self->columns);
  clear_layouts (self);

  G_OBJECT_CLASS (sounder_timeline_row_parent_class)->dispose (object);
}

static void
sounder_timeline_row_finalize (GObject *object)
{
  SounderTimelineRow *self = SOUNDER_TIMELINE_ROW (object);

  g_free (self->label);

  G_OBJECT_CLASS (sounder_timeline_row_parent_class)->finalize (object);
}

static void
sounder_timeline_row_class_init (SounderTimelineRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_timeline_row_dispose;
  object_class->finalize = sounder_timeline_row_finalize;

  widget_class->snapshot = sounder_timeline_row_snapshot;
  widget_class->measure = sounder_timeline_row_measure;
  widget_class->css_changed = sounder_timeline_row_css_changed;
  widget_class->query_tooltip = sounder_timeline_row_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timelinerow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
sounder_timeline_row_init (SounderTimelineRow *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);

  self->record_signals = g_signal_group_new (MCP_TYPE_RECORD);
  g_signal_group_connect_object (self->record_signals, "changed", G_CALLBACK (invalidate), self,
                                 G_CONNECT_SWAPPED);
}

GtkWidget *
sounder_timeline_row_new (SounderTimelineColumns *columns)
{
  SounderTimelineRow *self;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (columns), NULL);

  self = g_object_new (SOUNDER_TYPE_TIMELINE_ROW, NULL);
  self->columns = g_object_ref (columns);
  g_signal_connect_object (columns, "texts-changed", G_CALLBACK (invalidate), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

void
sounder_timeline_row_set_record (SounderTimelineRow *self,
                                 McpRecord          *record)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_ROW (self));
  g_return_if_fail (record == NULL || MCP_IS_RECORD (record));

  if (!g_set_object (&self->record, record))
    return;

  g_signal_group_set_target (self->record_signals, record);
  invalidate (self);
}

McpRecord *
sounder_timeline_row_get_record (SounderTimelineRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_ROW (self), NULL);

  return self->record;
}

const char *
sounder_timeline_row_get_text (SounderTimelineRow *self,
                               SounderColumn       column)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_ROW (self), NULL);
  g_return_val_if_fail (column < SOUNDER_COLUMN_WATERFALL, NULL);

  if (self->record == NULL)
    return "";

  ensure_texts (self);

  return pango_layout_get_text (self->layouts[column]);
}

/**
 * sounder_timeline_row_get_label:
 *
 * Gets the accessible label.
 *
 * Returns: (transfer none): all cells in one line; empty without a record
 */
const char *
sounder_timeline_row_get_label (SounderTimelineRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_ROW (self), NULL);

  if (self->record == NULL)
    return "";

  ensure_texts (self);

  return self->label;
}

gboolean
sounder_timeline_row_is_pending (SounderTimelineRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_ROW (self), FALSE);

  return self->record != NULL && sounder_timeline_record_waits (self->record);
}

/* Draws the row again if it has a bar, because the waterfall spans another time. */
void
sounder_timeline_row_queue_span (SounderTimelineRow *self)
{
  McpRecordKind kind;

  g_return_if_fail (SOUNDER_IS_TIMELINE_ROW (self));

  if (self->record == NULL)
    return;

  kind = mcp_record_get_kind (self->record);
  if (kind == MCP_RECORD_REQUEST || kind == MCP_RECORD_PENDING)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sounder_timeline_row_get_extent:
 * @now_usec: monotonic time
 * @start_usec: (out): when it began, the queue included
 * @end_usec: (out): when it was done
 *
 * Gets the time a record took, for the waterfall.
 */
void
sounder_timeline_row_get_extent (McpRecord *record,
                                 gint64     now_usec,
                                 gint64    *start_usec,
                                 gint64    *end_usec)
{
  gint64 time_usec = mcp_record_get_time_usec (record);
  /* An answer has the latency of its request, but was there at once. */
  gint64 latency_usec = mcp_record_get_kind (record) == MCP_RECORD_REQUEST
                          ? mcp_record_get_latency_usec (record)
                          : 0;

  *start_usec = time_usec - mcp_record_get_queued_usec (record);
  if (sounder_timeline_record_waits (record))
    *end_usec = MAX (now_usec, time_usec);
  else
    *end_usec = time_usec + MAX (latency_usec, 0);
}
