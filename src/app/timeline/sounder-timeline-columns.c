/* sounder-timeline-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-column-private.h"
#include "sounder-settings.h"
#include "sounder-timeline-columns.h"

/**
 * SounderTimelineColumns:
 *
 * Where the columns of a timeline are.
 *
 * Each column has the width the user gave it, but for the summary, which gets what is left. When
 * that is too little the waterfall shrinks, then columns give way one after the other: what they
 * say is in the details too. Widths and order are settings, shared by all timelines; what the rows
 * are sorted by is not. Widths are those of the usual size of text, and grow with it.
 */

#define SETTING       "timeline-columns"
#define ORDER_SETTING "timeline-column-order"

/* Below this a summary says nothing. */
#define MIN_SUMMARY_WIDTH 180
#define MAX_WIDTH         1000

/* Of a digit, in the text of rows, up to which the widths are enough. */
#define USUAL_DIGIT_WIDTH 8.0

/* Hidden first to last, when there is too little room. */
static const SounderColumn give_way[] = {
  SOUNDER_COLUMN_WATERFALL,
  SOUNDER_COLUMN_SIZE,
  SOUNDER_COLUMN_ID,
  SOUNDER_COLUMN_REFERENCE,
  SOUNDER_COLUMN_SINCE,
};

/* Hidden after those above, where large text makes a window narrow. */
static const SounderColumn give_way_last[] = {
  SOUNDER_COLUMN_DIRECTION,
  SOUNDER_COLUMN_TIME,
  SOUNDER_COLUMN_TOOK,
};

/* Made narrower after that, first to last. */
static const struct
{
  SounderColumn column;
  int           width;
} shrink_to[] = {
  { SOUNDER_COLUMN_METHOD, 104 },
  { SOUNDER_COLUMN_TIME, 92 },
  { SOUNDER_COLUMN_TOOK, 72 },
};

struct _SounderTimelineColumns
{
  GObject            parent_instance;

  int                widths[SOUNDER_N_COLUMNS];
  gboolean           hidden[SOUNDER_N_COLUMNS];
  /* From left to right. */
  SounderColumn      order[SOUNDER_N_COLUMNS];

  SounderColumn      sort_column; /* SOUNDER_N_COLUMNS: as they came */
  gboolean           descending;
  gboolean           resetting;

  /* The answer to the last question: all rows ask the same. */
  SounderColumnPlace places[SOUNDER_N_COLUMNS];
  int                placed_width;
  double             scale;

  McpJournalView    *view;            /* (nullable) */
  guint              reference;       /* serial; 0 for the start of the journal */

  /* Monotonic. */
  gint64             span_start_usec;
  gint64             span_end_usec;
  gint64             end_usec;        /* of time; 0: it goes by */
};

G_DEFINE_FINAL_TYPE (SounderTimelineColumns, sounder_timeline_columns, G_TYPE_OBJECT)

enum {
  CHANGED,
  SORT_CHANGED,
  TEXTS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_defaults (SounderTimelineColumns *self)
{
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      self->widths[i] = sounder_column_infos[i].width;
      self->hidden[i] = sounder_column_infos[i].is_extra;
      self->order[i] = i;
    }
  self->placed_width = -1;
}

/* Puts a column where it shall be; those between move up. */
static void
put (SounderTimelineColumns *self,
     SounderColumn           column,
     guint                   position)
{
  guint from = sounder_timeline_columns_get_position (self, column);

  for (; from < position; from++)
    self->order[from] = self->order[from + 1];
  for (; from > position; from--)
    self->order[from] = self->order[from - 1];
  self->order[position] = column;
}

/* What the setting does not name keeps its order behind what it does. */
static void
load_order (SounderTimelineColumns *self,
            GSettings              *settings)
{
  g_auto (GStrv) names = g_settings_get_strv (settings, ORDER_SETTING);
  guint position = 0;

  for (guint i = 0; names[i] != NULL; i++)
    for (guint column = 0; column < SOUNDER_N_COLUMNS; column++)
      if (g_str_equal (names[i], sounder_column_infos[column].nick)
          && sounder_timeline_columns_get_position (self, column) >= position)
        put (self, column, position++);
}

static void
load (SounderTimelineColumns *self)
{
  GSettings *settings = sounder_settings_get_default ();
  g_autoptr (GVariant) saved = NULL;

  set_defaults (self);
  if (settings == NULL)
    return;

  load_order (self, settings);
  saved = g_settings_get_value (settings, SETTING);
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      gint32 width;

      if (!g_variant_lookup (saved, sounder_column_infos[i].nick, "i", &width))
        continue;

      self->hidden[i] = width == 0 && sounder_column_can_hide (i);
      if (width > 0 && i != SOUNDER_COLUMN_SUMMARY)
        self->widths[i] = CLAMP (width, sounder_column_infos[i].min_width, MAX_WIDTH);
    }
}

static void
save (SounderTimelineColumns *self)
{
  GSettings *settings = sounder_settings_get_default ();
  GVariantBuilder builder;

  if (settings == NULL)
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{si}"));
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      if (self->hidden[i] && !sounder_column_infos[i].is_extra)
        g_variant_builder_add (&builder, "{si}", sounder_column_infos[i].nick, 0);
      else if (!self->hidden[i]
               && (sounder_column_infos[i].is_extra
                   || self->widths[i] != sounder_column_infos[i].width))
        g_variant_builder_add (&builder, "{si}", sounder_column_infos[i].nick, self->widths[i]);
    }

  g_settings_set_value (settings, SETTING, g_variant_builder_end (&builder));
}

static void
save_order (SounderTimelineColumns *self)
{
  GSettings *settings = sounder_settings_get_default ();
  const char *names[SOUNDER_N_COLUMNS + 1] = { NULL };
  gboolean usual = TRUE;

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      names[i] = sounder_column_infos[self->order[i]].nick;
      usual &= self->order[i] == i;
    }
  if (usual)
    names[0] = NULL;
  if (settings != NULL)
    g_settings_set_strv (settings, ORDER_SETTING, names);
}

static void
emit_changed (SounderTimelineColumns *self)
{
  self->placed_width = -1;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
setting_changed_cb (SounderTimelineColumns *self)
{
  /* Of two settings that change together the second is not there yet. */
  if (self->resetting)
    return;

  load (self);
  emit_changed (self);
}

static void
sounder_timeline_columns_finalize (GObject *object)
{
  g_clear_object (&SOUNDER_TIMELINE_COLUMNS (object)->view);

  G_OBJECT_CLASS (sounder_timeline_columns_parent_class)->finalize (object);
}

static void
sounder_timeline_columns_class_init (SounderTimelineColumnsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_timeline_columns_finalize;

  /**
   * SounderTimelineColumns::changed:
   * @self: the columns
   *
   * A width has changed, or what is shown.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderTimelineColumns::sort-changed:
   * @self: the columns
   *
   * The rows are to be sorted by something else.
   */
  signals[SORT_CHANGED] = g_signal_new ("sort-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderTimelineColumns::texts-changed:
   * @self: the columns
   *
   * Cells say something else of the same record.
   */
  signals[TEXTS_CHANGED] = g_signal_new ("texts-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_timeline_columns_init (SounderTimelineColumns *self)
{
  GSettings *settings = sounder_settings_get_default ();

  self->sort_column = SOUNDER_N_COLUMNS;
  self->scale = 1;
  load (self);
  if (settings == NULL)
    return;

  g_signal_connect_object (settings, "changed::" SETTING, G_CALLBACK (setting_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" ORDER_SETTING, G_CALLBACK (setting_changed_cb),
                           self, G_CONNECT_SWAPPED);
}

SounderTimelineColumns *
sounder_timeline_columns_new (void)
{
  return g_object_new (SOUNDER_TYPE_TIMELINE_COLUMNS, NULL);
}

static int
get_left (const int *widths,
          int        width)
{
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    width -= widths[i];

  return width;
}

static void
shrink (int           *widths,
        SounderColumn  column,
        int            missing,
        int            min_width)
{
  if (missing > 0 && widths[column] > min_width)
    widths[column] = MAX (min_width, widths[column] - missing);
}

static int
scale (SounderTimelineColumns *self,
       int                     width)
{
  return (int) (width * self->scale + 0.5);
}

static void
make_room (SounderTimelineColumns *self,
           int                    *widths,
           int                     width)
{
  int least = scale (self, MIN_SUMMARY_WIDTH);
  int bare = scale (self, sounder_column_infos[SOUNDER_COLUMN_SUMMARY].min_width);
  int missing = least - get_left (widths, width);

  if (missing > 0 && widths[SOUNDER_COLUMN_WATERFALL] - missing
                       >= scale (self, sounder_column_infos[SOUNDER_COLUMN_WATERFALL].min_width))
    widths[SOUNDER_COLUMN_WATERFALL] -= missing;

  for (guint i = 0; i < G_N_ELEMENTS (give_way); i++)
    {
      if (get_left (widths, width) < least)
        widths[give_way[i]] = 0;
    }

  for (guint i = 0; i < G_N_ELEMENTS (shrink_to); i++)
    shrink (widths, shrink_to[i].column, least - get_left (widths, width),
            scale (self, shrink_to[i].width));
  shrink (widths, SOUNDER_COLUMN_METHOD, bare - get_left (widths, width),
          scale (self, sounder_column_infos[SOUNDER_COLUMN_METHOD].min_width));
  for (guint i = 0; i < G_N_ELEMENTS (give_way_last); i++)
    {
      if (get_left (widths, width) < bare)
        widths[give_way_last[i]] = 0;
    }
}

/**
 * sounder_timeline_columns_place:
 * @width: the room there is, in pixels
 *
 * Places the columns side by side.
 *
 * Returns: (array fixed-size=11): the places, by column, until the next call
 */
const SounderColumnPlace *
sounder_timeline_columns_place (SounderTimelineColumns *self,
                                int                     width)
{
  int widths[SOUNDER_N_COLUMNS];
  int x = 0;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), NULL);

  if (self->placed_width == width)
    return self->places;

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    widths[i] = self->hidden[i] || i == SOUNDER_COLUMN_SUMMARY ? 0 : scale (self, self->widths[i]);

  make_room (self, widths, width);
  widths[SOUNDER_COLUMN_SUMMARY] = MAX (0, get_left (widths, width));

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      SounderColumn column = self->order[i];

      self->places[column].x = x;
      self->places[column].width = widths[column];
      x += widths[column];
    }
  self->placed_width = width;

  return self->places;
}

/**
 * sounder_timeline_columns_find:
 * @width: the room there is, in pixels
 * @x: a place in it
 *
 * Finds the column at a place.
 *
 * Returns: the column, or %SOUNDER_N_COLUMNS
 */
SounderColumn
sounder_timeline_columns_find (SounderTimelineColumns *self,
                               int                     width,
                               double                  x)
{
  const SounderColumnPlace *places = sounder_timeline_columns_place (self, width);

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      if (x >= places[i].x && x < places[i].x + places[i].width)
        return i;
    }

  return SOUNDER_N_COLUMNS;
}

/**
 * sounder_timeline_columns_get_width:
 *
 * Gets the width a column wants.
 *
 * Returns: the width in pixels; 0 for the summary, which takes what is left
 */
int
sounder_timeline_columns_get_width (SounderTimelineColumns *self,
                                    SounderColumn           column)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), 0);
  g_return_val_if_fail (column < SOUNDER_N_COLUMNS, 0);

  return scale (self, self->widths[column]);
}

void
sounder_timeline_columns_set_width (SounderTimelineColumns *self,
                                    SounderColumn           column,
                                    int                     width)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS && column != SOUNDER_COLUMN_SUMMARY);

  width = CLAMP ((int) (width / self->scale + 0.5), sounder_column_infos[column].min_width,
                 MAX_WIDTH);
  if (self->widths[column] == width)
    return;

  self->widths[column] = width;
  save (self);
  emit_changed (self);
}

/* Gets whether the user wants to see a column; where room is short it may be hidden still. */
gboolean
sounder_timeline_columns_get_visible (SounderTimelineColumns *self,
                                      SounderColumn           column)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), FALSE);
  g_return_val_if_fail (column < SOUNDER_N_COLUMNS, FALSE);

  return !self->hidden[column];
}

void
sounder_timeline_columns_set_visible (SounderTimelineColumns *self,
                                      SounderColumn           column,
                                      gboolean                visible)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS && sounder_column_can_hide (column));

  if (self->hidden[column] == !visible)
    return;

  self->hidden[column] = !visible;
  save (self);
  emit_changed (self);
}

/**
 * sounder_timeline_columns_get_position:
 *
 * Gets where a column stands among all, shown or not.
 *
 * Returns: 0 for the first from the left
 */
guint
sounder_timeline_columns_get_position (SounderTimelineColumns *self,
                                       SounderColumn           column)
{
  guint position = 0;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), 0);
  g_return_val_if_fail (column < SOUNDER_N_COLUMNS, 0);

  while (self->order[position] != column)
    position++;

  return position;
}

SounderColumn
sounder_timeline_columns_get_at (SounderTimelineColumns *self,
                                 guint                   position)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), SOUNDER_N_COLUMNS);
  g_return_val_if_fail (position < SOUNDER_N_COLUMNS, SOUNDER_N_COLUMNS);

  return self->order[position];
}

/**
 * sounder_timeline_columns_move:
 * @position: 0 for the first from the left
 *
 * Moves a column among the others, and keeps the order as a setting.
 */
void
sounder_timeline_columns_move (SounderTimelineColumns *self,
                               SounderColumn           column,
                               guint                   position)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS);

  position = MIN (position, SOUNDER_N_COLUMNS - 1);
  if (self->order[position] == column)
    return;

  put (self, column, position);
  save_order (self);
  emit_changed (self);
}

/**
 * sounder_timeline_columns_set_sort:
 * @column: one that can be sorted by; %SOUNDER_N_COLUMNS: as the rows came
 * @descending: whether the largest comes first
 *
 * Sets what the rows are sorted by. Whoever has the rows does it.
 */
void
sounder_timeline_columns_set_sort (SounderTimelineColumns *self,
                                   SounderColumn           column,
                                   gboolean                descending)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));
  g_return_if_fail (column == SOUNDER_N_COLUMNS || sounder_column_can_sort (column));

  if (self->sort_column == column && self->descending == descending)
    return;

  self->sort_column = column;
  self->descending = descending;
  g_signal_emit (self, signals[SORT_CHANGED], 0);
}

SounderColumn
sounder_timeline_columns_get_sort (SounderTimelineColumns *self,
                                   gboolean               *descending)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), SOUNDER_N_COLUMNS);

  *descending = self->descending;

  return self->sort_column;
}

/* As text, to be kept. */
char *
sounder_timeline_columns_dup_sort (SounderTimelineColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), NULL);

  if (self->sort_column == SOUNDER_N_COLUMNS)
    return g_strdup ("");

  return g_strconcat (sounder_column_get_nick (self->sort_column),
                      self->descending ? ":desc" : "", NULL);
}

void
sounder_timeline_columns_parse_sort (SounderTimelineColumns *self,
                                     const char             *text)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ":", 2);
  SounderColumn column = 0;

  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  while (column < SOUNDER_N_COLUMNS
         && (g_strcmp0 (sounder_column_get_nick (column), words[0]) != 0
             || !sounder_column_can_sort (column)))
    column++;

  sounder_timeline_columns_set_sort (self, column,
                                     column < SOUNDER_N_COLUMNS && words[1] != NULL
                                       && g_str_equal (words[1], "desc"));
}

/*
 * Goes on to the next order that a column has: one way, the other way, as the rows came. Of sizes
 * and times the largest are what one looks for, so they come first. Rows come in the order of time.
 */
void
sounder_timeline_columns_next_sort (SounderTimelineColumns *self,
                                    SounderColumn           column)
{
  gboolean first = column == SOUNDER_COLUMN_SIZE || column == SOUNDER_COLUMN_TOOK
                   || column == SOUNDER_COLUMN_TIME;

  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  if (!sounder_column_can_sort (column))
    return;

  if (self->sort_column != column)
    sounder_timeline_columns_set_sort (self, column, first);
  else if (self->descending == first && column != SOUNDER_COLUMN_TIME)
    sounder_timeline_columns_set_sort (self, column, !first);
  else
    sounder_timeline_columns_set_sort (self, SOUNDER_N_COLUMNS, FALSE);
}

void
sounder_timeline_columns_reset (SounderTimelineColumns *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  set_defaults (self);
  self->resetting = TRUE;
  save (self);
  save_order (self);
  self->resetting = FALSE;
  emit_changed (self);
}

/**
 * sounder_timeline_columns_set_span:
 * @start_usec: monotonic time of the left edge of the waterfall
 * @end_usec: monotonic time of its right edge
 *
 * Sets what the waterfall spans. The owner has to see to it that rows are drawn again.
 *
 * Returns: %TRUE if that is a change
 */
gboolean
sounder_timeline_columns_set_span (SounderTimelineColumns *self,
                                   gint64                  start_usec,
                                   gint64                  end_usec)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), FALSE);

  if (self->span_start_usec == start_usec && self->span_end_usec == end_usec)
    return FALSE;

  self->span_start_usec = start_usec;
  self->span_end_usec = end_usec;

  return TRUE;
}

void
sounder_timeline_columns_get_span (SounderTimelineColumns *self,
                                   gint64                 *start_usec,
                                   gint64                 *end_usec)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  *start_usec = self->span_start_usec;
  *end_usec = self->span_end_usec;
}

/**
 * sounder_timeline_columns_set_end:
 * @end_usec: monotonic time at which it stopped; 0 while it goes by
 *
 * Sets until when what waits has waited. In a recording that is its end, and not now.
 */
void
sounder_timeline_columns_set_end (SounderTimelineColumns *self,
                                  gint64                  end_usec)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  self->end_usec = end_usec;
}

/**
 * sounder_timeline_columns_get_now:
 *
 * Gets until when what waits has waited.
 *
 * Returns: monotonic time in microseconds
 */
gint64
sounder_timeline_columns_get_now (SounderTimelineColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), 0);

  return self->end_usec != 0 ? self->end_usec : g_get_monotonic_time ();
}

gboolean
sounder_timeline_columns_is_over (SounderTimelineColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), FALSE);

  return self->end_usec != 0;
}

/* How many times as wide text is as the usual one, with digits of @usual pixels; 1 for what is smaller. */
double
sounder_timeline_columns_get_times (PangoContext *context,
                                    double        usual)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  double digit = pango_font_metrics_get_approximate_digit_width (metrics) / (double) PANGO_SCALE;

  pango_font_metrics_unref (metrics);

  return MAX (digit / usual, 1);
}

/**
 * sounder_timeline_columns_set_scale:
 * @context: of the text of rows
 *
 * Makes the columns as wide as the text asks for.
 */
void
sounder_timeline_columns_set_scale (SounderTimelineColumns *self,
                                    PangoContext           *context)
{
  double times = sounder_timeline_columns_get_times (context, USUAL_DIGIT_WIDTH);

  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  if (self->scale == times)
    return;

  self->scale = times;
  emit_changed (self);
}

/* Sets whose rows are drawn: a cell may depend on the row before, or on what a row is. */
void
sounder_timeline_columns_set_view (SounderTimelineColumns *self,
                                   McpJournalView         *view)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  g_set_object (&self->view, view);
}

McpJournalView *
sounder_timeline_columns_get_view (SounderTimelineColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), NULL);

  return self->view;
}

/* Sets the record whose time is zero. */
void
sounder_timeline_columns_set_reference (SounderTimelineColumns *self,
                                        guint                   serial)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  if (self->reference == serial)
    return;

  self->reference = serial;
  sounder_timeline_columns_refresh (self);
}

guint
sounder_timeline_columns_get_reference (SounderTimelineColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self), 0);

  return self->reference;
}

/* What cells say beside their records has changed. */
void
sounder_timeline_columns_refresh (SounderTimelineColumns *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_COLUMNS (self));

  g_signal_emit (self, signals[TEXTS_CHANGED], 0);
}
