/* sounder-time-span.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-time-span.h"

/**
 * SounderTimeSpan:
 *
 * A window on a stretch of time that grows at its end. It either follows the
 * end or stands where somebody put it. Times are monotonic microseconds.
 */

/* 64 bits wide: hours in microseconds are more than an int. */
#define SECOND_USEC       G_GINT64_CONSTANT (1000000)
/* "All" of a monitor that has just begun. */
#define LEAST_ALL_USEC    (60 * SECOND_USEC)
/* Closer than this there is nothing to see: probes are further apart. */
#define LEAST_LENGTH_USEC (100 * 1000)
#define DEFAULT_RANGE_SEC SOUNDER_DEFAULT_RANGE_SEC

struct _SounderTimeSpan
{
  GObject  parent_instance;

  gint64   first_usec;    /* of all there is */
  gint64   last_usec;
  gboolean is_live;       /* the last is now */

  gboolean following;
  guint    range_sec;
  guint    home_sec;      /* the range chosen last: where a reset goes */
  gint64   length_usec;   /* 0: all */
  gint64   end_usec;      /* unless following */

  gint64   cursor_usec;
};

G_DEFINE_FINAL_TYPE (SounderTimeSpan, sounder_time_span, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_FOLLOWING,
  PROP_RANGE,
  N_PROPS
};

enum {
  CHANGED,
  CURSOR_MOVED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static gint64
get_all_usec (SounderTimeSpan *self)
{
  /* What is over is not waited for. */
  return MAX (self->last_usec - self->first_usec,
              self->is_live ? LEAST_ALL_USEC : LEAST_LENGTH_USEC);
}

static gint64
get_length_usec (SounderTimeSpan *self)
{
  return self->length_usec > 0 ? self->length_usec : get_all_usec (self);
}

static void
get_seen (SounderTimeSpan *self,
          gint64          *start_usec,
          gint64          *end_usec)
{
  *end_usec = self->following ? self->last_usec : self->end_usec;
  *start_usec = *end_usec - get_length_usec (self);
}

/* One signal for a change of all three. */
static void
place (SounderTimeSpan *self,
       guint            range_sec,
       gint64           length_usec,
       gint64           end_usec,
       gboolean         following)
{
  gboolean range_changed = self->range_sec != range_sec;
  gboolean following_changed = self->following != following;

  if (!range_changed && !following_changed && self->length_usec == length_usec
      && (following || self->end_usec == end_usec))
    return;

  self->range_sec = range_sec;
  self->length_usec = length_usec;
  self->end_usec = end_usec;
  self->following = following;

  if (range_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANGE]);
  if (following_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWING]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* An end at or after the last time is the end that moves. */
static void
place_end (SounderTimeSpan *self,
           guint            range_sec,
           gint64           length_usec,
           gint64           end_usec)
{
  gint64 length = length_usec > 0 ? length_usec : get_all_usec (self);
  gint64 least_usec = MIN (self->first_usec + length, self->last_usec);

  end_usec = MAX (end_usec, least_usec);
  if (end_usec >= self->last_usec)
    place (self, range_sec, length_usec, self->last_usec, TRUE);
  else
    place (self, range_sec, length_usec, end_usec, FALSE);
}

static void
sounder_time_span_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  SounderTimeSpan *self = SOUNDER_TIME_SPAN (object);

  switch (prop_id)
    {
    case PROP_FOLLOWING:
      g_value_set_boolean (value, self->following);
      break;

    case PROP_RANGE:
      g_value_set_uint (value, self->range_sec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_time_span_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  SounderTimeSpan *self = SOUNDER_TIME_SPAN (object);

  switch (prop_id)
    {
    case PROP_FOLLOWING:
      sounder_time_span_set_following (self, g_value_get_boolean (value));
      break;

    case PROP_RANGE:
      sounder_time_span_set_range (self, g_value_get_uint (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_time_span_class_init (SounderTimeSpanClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sounder_time_span_get_property;
  object_class->set_property = sounder_time_span_set_property;

  /**
   * SounderTimeSpan:following:
   *
   * Whether the end is the last there is, however far that moves.
   */
  properties[PROP_FOLLOWING] =
    g_param_spec_boolean ("following", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderTimeSpan:range:
   *
   * How many seconds are seen; 0 is all there is, %SOUNDER_RANGE_ZOOMED is neither.
   */
  properties[PROP_RANGE] =
    g_param_spec_uint ("range", NULL, NULL, 0, G_MAXUINT, DEFAULT_RANGE_SEC,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", SOUNDER_TYPE_TIME_SPAN, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[CURSOR_MOVED] = g_signal_new ("cursor-moved", SOUNDER_TYPE_TIME_SPAN, G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_time_span_init (SounderTimeSpan *self)
{
  self->following = TRUE;
  self->range_sec = self->home_sec = DEFAULT_RANGE_SEC;
  self->length_usec = DEFAULT_RANGE_SEC * SECOND_USEC;
  self->cursor_usec = SOUNDER_NO_TIME;
}

SounderTimeSpan *
sounder_time_span_new (void)
{
  return g_object_new (SOUNDER_TYPE_TIME_SPAN, NULL);
}

/**
 * sounder_time_span_set_limits:
 * @first_usec: when the first thing happened
 * @last_usec: when the last thing happened, or now
 * @is_live: whether that is now
 *
 * Says how much time there is. A span that does not follow stays where it is.
 */
void
sounder_time_span_set_limits (SounderTimeSpan *self,
                              gint64           first_usec,
                              gint64           last_usec,
                              gboolean         is_live)
{
  gboolean moved;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));
  g_return_if_fail (last_usec >= first_usec);

  moved = self->is_live != is_live || (self->following && self->last_usec != last_usec)
          || (self->length_usec == 0 && self->first_usec != first_usec);
  self->first_usec = first_usec;
  self->last_usec = last_usec;
  self->is_live = is_live;

  if (moved)
    g_signal_emit (self, signals[CHANGED], 0);
}

void
sounder_time_span_get (SounderTimeSpan *self,
                       gint64          *start_usec,
                       gint64          *end_usec)
{
  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));
  g_return_if_fail (start_usec != NULL && end_usec != NULL);

  get_seen (self, start_usec, end_usec);
}

/**
 * sounder_time_span_get_columns:
 * @n_columns: how many columns of pixels show it, above 0
 * @start_usec: (out): where the first begins
 * @column_usec: (out): how long each is, above 0
 *
 * Cuts the span into columns of a fixed grid: a column that has passed shows the same samples
 * however far the picture has moved since, so that nothing flickers.
 */
void
sounder_time_span_get_columns (SounderTimeSpan *self,
                               guint            n_columns,
                               gint64          *start_usec,
                               gint64          *column_usec)
{
  gint64 start;
  gint64 end;
  gint64 column;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));
  g_return_if_fail (n_columns > 0);

  get_seen (self, &start, &end);
  column = MAX ((end - start + n_columns - 1) / n_columns, 1);

  /* All of it grows: columns that did as well would each time hold others. */
  if (self->length_usec == 0)
    {
      gint64 grain = MAX (((gint64) 1 << (g_bit_storage ((gulong) column) - 1)) / 16, 1);

      column = (column + grain - 1) / grain * grain;
    }

  end = (end + column - 1) / column * column;
  *column_usec = column;
  *start_usec = end - n_columns * column;
}

/* Gets whether the right end is now, and moves. */
gboolean
sounder_time_span_ends_now (SounderTimeSpan *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIME_SPAN (self), FALSE);

  return self->following && self->is_live;
}

gboolean
sounder_time_span_get_following (SounderTimeSpan *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIME_SPAN (self), FALSE);

  return self->following;
}

void
sounder_time_span_set_following (SounderTimeSpan *self,
                                 gboolean         following)
{
  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  /* All of it can not stand still: it stays that much. */
  if (!following && self->length_usec == 0)
    place (self, SOUNDER_RANGE_ZOOMED, get_all_usec (self), self->last_usec, FALSE);
  else
    place (self, self->range_sec, self->length_usec, self->last_usec, following);
}

/**
 * sounder_time_span_get_range:
 *
 * Gets how much is seen.
 *
 * Returns: seconds; 0 for all, or %SOUNDER_RANGE_ZOOMED
 */
guint
sounder_time_span_get_range (SounderTimeSpan *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIME_SPAN (self), 0);

  return self->range_sec;
}

/**
 * sounder_time_span_set_range:
 * @range_sec: seconds; 0 is all
 *
 * Shows the last @range_sec seconds and follows the end.
 */
void
sounder_time_span_set_range (SounderTimeSpan *self,
                             guint            range_sec)
{
  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));
  g_return_if_fail (range_sec != SOUNDER_RANGE_ZOOMED);

  self->home_sec = range_sec;
  place (self, range_sec, range_sec * SECOND_USEC, self->last_usec, TRUE);
}

/**
 * sounder_time_span_zoom:
 * @factor: how much closer; below 1 is further away
 * @at: which part of the width stays where it is, from 0 to 1
 *
 * Shows less, or more, around a point.
 */
void
sounder_time_span_zoom (SounderTimeSpan *self,
                        double           factor,
                        double           at)
{
  gint64 all_usec;
  gint64 length;
  gint64 start;
  gint64 end;
  gint64 around;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));
  g_return_if_fail (factor > 0);

  at = CLAMP (at, 0, 1);
  all_usec = get_all_usec (self);
  get_seen (self, &start, &end);
  around = start + (gint64) ((double) (end - start) * at);
  length = (gint64) ((double) (end - start) / factor);
  /* A range may be longer than all there is; it does not get longer. */
  length = CLAMP (length, LEAST_LENGTH_USEC, MAX (all_usec, end - start));

  if (factor < 1 && length >= all_usec)
    place (self, 0, 0, self->last_usec, TRUE);
  else
    place_end (self, SOUNDER_RANGE_ZOOMED, length,
               around + (gint64) ((double) length * (1 - at)));
}

/**
 * sounder_time_span_zoom_home:
 * @factor: how much closer; below 1 is further away
 *
 * Zooms around what is looked at: the cursor, else the end that moves, else the middle.
 */
void
sounder_time_span_zoom_home (SounderTimeSpan *self,
                             double           factor)
{
  gint64 start;
  gint64 end;
  double at = 0.5;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  get_seen (self, &start, &end);
  if (self->cursor_usec >= start && self->cursor_usec <= end)
    at = (double) (self->cursor_usec - start) / (double) (end - start);
  else if (self->following)
    at = 1;

  sounder_time_span_zoom (self, factor, at);
}

/**
 * sounder_time_span_pan:
 * @share: how far, as a part of the width; below 0 is back in time
 *
 * Shows what was before, or after. At the last it follows the end again.
 */
void
sounder_time_span_pan (SounderTimeSpan *self,
                       double           share)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  get_seen (self, &start, &end);
  /* All is in sight. */
  if (self->length_usec == 0 || share == 0)
    return;

  place_end (self, self->range_sec, self->length_usec,
             end + (gint64) ((double) (end - start) * share));
}

/* Goes back to the range that was chosen last, at the end. */
void
sounder_time_span_reset (SounderTimeSpan *self)
{
  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  sounder_time_span_set_range (self, self->home_sec);
}

gint64
sounder_time_span_get_cursor (SounderTimeSpan *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIME_SPAN (self), SOUNDER_NO_TIME);

  return self->cursor_usec;
}

void
sounder_time_span_set_cursor (SounderTimeSpan *self,
                              gint64           time_usec)
{
  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  if (self->cursor_usec == time_usec)
    return;

  self->cursor_usec = time_usec;
  g_signal_emit (self, signals[CURSOR_MOVED], 0);
}

/**
 * sounder_time_span_show:
 * @time_usec: a time
 *
 * Brings a time in sight, with as little movement as that takes.
 */
void
sounder_time_span_show (SounderTimeSpan *self,
                        gint64           time_usec)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (SOUNDER_IS_TIME_SPAN (self));

  get_seen (self, &start, &end);
  if (time_usec < start)
    place_end (self, self->range_sec, self->length_usec, time_usec + (end - start));
  else if (time_usec > end)
    place_end (self, self->range_sec, self->length_usec, time_usec);
}
