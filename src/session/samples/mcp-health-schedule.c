/* mcp-health-schedule.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-health-schedule.h"

/*
 * When the next probe is due, by strategy:
 *
 *   periodic         an interval after the last began; the first when the session is ready
 *   adaptive         the same, with the interval over the failures in a row plus one, not under 5 s
 *   idle             looked at every half of the idle time; when nothing came for the whole of it
 *   before requests  never by itself: requests ask whether the connection is verified
 *   off              never
 *
 * In any case not before the throttle allows it, not while a probe is under way, and not while the
 * server waits for a person: it may be unable to answer.
 */

struct _McpHealthSchedule
{
  McpClock          *clock;
  McpHealthDueFunc   due;
  gpointer           user_data;

  McpHealthSettings  settings;
  gboolean           ready;
  gboolean           asking;
  gboolean           probing;
  guint              n_failures;     /* in a row */

  /* Times of the clock; 0 for none in this life. */
  gint64             probed_usec;    /* the last probe began */
  gint64             answered_usec;  /* the last one that was answered was decided */
  gint64             traffic_usec;   /* the last message, or the beginning */
  gint64             looked_usec;    /* whether it is idle, or the beginning */

  gint64             next_usec;      /* of the timer */
  guint              timer_id;
};

static gint64
usec (guint msec)
{
  return 1000 * (gint64) msec;
}

static gint64
throttled_until (McpHealthSchedule *self)
{
  return self->probed_usec != 0
           ? self->probed_usec + usec (mcp_health_settings_get_throttle_msec (&self->settings))
           : 0;
}

/* When to wake up; -1 for not at all. */
static gint64
find_next (McpHealthSchedule *self)
{
  gint64 next_usec;

  if (!self->ready || self->asking || self->probing)
    return -1;

  switch (self->settings.strategy)
    {
    case MCP_STRATEGY_PERIODIC:
    case MCP_STRATEGY_ADAPTIVE:
      next_usec = self->probed_usec != 0
                    ? self->probed_usec + mcp_health_schedule_get_interval_usec (self)
                    : 0;
      break;

    case MCP_STRATEGY_IDLE:
      next_usec = self->looked_usec + MAX (usec (self->settings.idle_msec) / 2, 1);
      break;

    case MCP_STRATEGY_BEFORE_REQUESTS:
    case MCP_STRATEGY_OFF:
    default:
      return -1;
    }

  return MAX (next_usec, throttled_until (self));
}

static void rearm (McpHealthSchedule *self);

static void
timer_cb (gpointer user_data)
{
  McpHealthSchedule *self = user_data;
  gint64 now_usec = mcp_clock_get_now (self->clock);

  self->timer_id = 0;

  if (self->settings.strategy == MCP_STRATEGY_IDLE)
    {
      self->looked_usec = now_usec;
      if (now_usec - self->traffic_usec < usec (self->settings.idle_msec))
        {
          rearm (self);
          return;
        }
    }

  self->due (self->user_data);
}

static void
rearm (McpHealthSchedule *self)
{
  gint64 next_usec = find_next (self);

  if (self->timer_id != 0 && self->next_usec == next_usec)
    return;

  if (self->timer_id != 0)
    mcp_clock_remove_timer (self->clock, self->timer_id);
  self->timer_id = 0;
  self->next_usec = next_usec;
  if (next_usec >= 0)
    self->timer_id = mcp_clock_add_timer (self->clock, next_usec, timer_cb, self);
}

McpHealthSchedule *
mcp_health_schedule_new (McpClock         *clock,
                         McpHealthDueFunc  due,
                         gpointer          user_data)
{
  McpHealthSchedule *self = g_new0 (McpHealthSchedule, 1);

  self->clock = g_object_ref (clock);
  self->due = due;
  self->user_data = user_data;
  self->next_usec = -1;
  mcp_health_settings_init (&self->settings, MCP_PRESET_LOCAL);

  return self;
}

void
mcp_health_schedule_free (McpHealthSchedule *self)
{
  if (self->timer_id != 0)
    mcp_clock_remove_timer (self->clock, self->timer_id);
  g_object_unref (self->clock);
  g_free (self);
}

void
mcp_health_schedule_set_settings (McpHealthSchedule       *self,
                                  const McpHealthSettings *settings)
{
  /* Who begins to look at idleness begins now. */
  if (self->settings.strategy != settings->strategy)
    self->looked_usec = mcp_clock_get_now (self->clock);
  self->settings = *settings;
  rearm (self);
}

void
mcp_health_schedule_set_ready (McpHealthSchedule *self,
                               gboolean           ready)
{
  self->ready = ready;
  if (ready)
    {
      self->n_failures = 0;
      self->probed_usec = 0;
      self->answered_usec = 0;
      self->traffic_usec = mcp_clock_get_now (self->clock);
      self->looked_usec = self->traffic_usec;
    }
  rearm (self);
}

void
mcp_health_schedule_set_asking (McpHealthSchedule *self,
                                gboolean           asking)
{
  self->asking = asking;
  rearm (self);
}

/* On the path of every message: it sets no timer. */
void
mcp_health_schedule_saw_traffic (McpHealthSchedule *self)
{
  self->traffic_usec = mcp_clock_get_now (self->clock);
}

void
mcp_health_schedule_started (McpHealthSchedule *self)
{
  self->probing = TRUE;
  self->probed_usec = mcp_clock_get_now (self->clock);
  rearm (self);
}

void
mcp_health_schedule_decided (McpHealthSchedule *self,
                             gboolean           answered,
                             guint              n_failures)
{
  self->probing = FALSE;
  self->n_failures = n_failures;
  if (answered)
    {
      self->answered_usec = mcp_clock_get_now (self->clock);
      self->traffic_usec = self->answered_usec;
    }
  rearm (self);
}

gint64
mcp_health_schedule_get_next_usec (McpHealthSchedule *self)
{
  return self->timer_id != 0 ? self->next_usec : -1;
}

gint64
mcp_health_schedule_get_wait_usec (McpHealthSchedule *self)
{
  return MAX (throttled_until (self) - mcp_clock_get_now (self->clock), 0);
}

gboolean
mcp_health_schedule_is_verified (McpHealthSchedule *self)
{
  return self->answered_usec != 0
         && mcp_clock_get_now (self->clock) - self->answered_usec <= usec (MCP_VERIFIED_MSEC);
}

/* The interval that rules now: failures in a row shorten that of the adaptive strategy. */
gint64
mcp_health_schedule_get_interval_usec (McpHealthSchedule *self)
{
  gint64 base_usec = usec (self->settings.interval_msec);

  if (self->settings.strategy != MCP_STRATEGY_ADAPTIVE)
    return base_usec;

  return MAX (base_usec / ((gint64) self->n_failures + 1),
              MIN (base_usec, usec (MCP_ADAPTIVE_MIN_MSEC)));
}
