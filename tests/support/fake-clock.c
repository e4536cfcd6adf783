/* fake-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-clock.h"

typedef struct
{
  guint         id;
  gint64        at_usec;
  McpClockFunc  func;
  gpointer      user_data;
} Timer;

struct _FakeClock
{
  McpClock  parent_instance;

  gint64    now_usec;
  GArray   *timers;   /* of Timer, in the order they were set */
  guint     last_id;
  guint     n_fired;
};

G_DEFINE_FINAL_TYPE (FakeClock, fake_clock, MCP_TYPE_CLOCK)

static gint64
fake_clock_get_now (McpClock *clock)
{
  return FAKE_CLOCK (clock)->now_usec;
}

static guint
fake_clock_add_timer (McpClock     *clock,
                      gint64        at_usec,
                      McpClockFunc  func,
                      gpointer      user_data)
{
  FakeClock *self = FAKE_CLOCK (clock);
  Timer timer = { ++self->last_id, MAX (at_usec, self->now_usec), func, user_data };

  g_array_append_val (self->timers, timer);

  return timer.id;
}

static void
fake_clock_remove_timer (McpClock *clock,
                         guint     id)
{
  FakeClock *self = FAKE_CLOCK (clock);

  for (guint i = 0; i < self->timers->len; i++)
    if (g_array_index (self->timers, Timer, i).id == id)
      {
        g_array_remove_index (self->timers, i);
        return;
      }

  g_error ("there is no timer %u", id);
}

static void
fake_clock_finalize (GObject *object)
{
  g_array_unref (FAKE_CLOCK (object)->timers);

  G_OBJECT_CLASS (fake_clock_parent_class)->finalize (object);
}

static void
fake_clock_class_init (FakeClockClass *klass)
{
  McpClockClass *clock_class = MCP_CLOCK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fake_clock_finalize;
  clock_class->get_now = fake_clock_get_now;
  clock_class->add_timer = fake_clock_add_timer;
  clock_class->remove_timer = fake_clock_remove_timer;
}

static void
fake_clock_init (FakeClock *self)
{
  self->timers = g_array_new (FALSE, FALSE, sizeof (Timer));
  self->now_usec = G_USEC_PER_SEC;
}

FakeClock *
fake_clock_new (void)
{
  return g_object_new (FAKE_TYPE_CLOCK, NULL);
}

/* Takes the first timer that is due by @end_usec out. */
static gboolean
take_first (FakeClock *self,
            gint64     end_usec,
            Timer     *timer)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < self->timers->len; i++)
    {
      gint64 at_usec = g_array_index (self->timers, Timer, i).at_usec;

      if (at_usec <= end_usec
          && (found == G_MAXUINT || at_usec < g_array_index (self->timers, Timer, found).at_usec))
        found = i;
    }

  if (found == G_MAXUINT)
    return FALSE;

  *timer = g_array_index (self->timers, Timer, found);
  g_array_remove_index (self->timers, found);

  return TRUE;
}

/* Puts the clock forward: every timer on the way is called at its own time. */
void
fake_clock_advance (FakeClock *self,
                    gint64     usec)
{
  gint64 end_usec = self->now_usec + usec;
  Timer timer;

  while (take_first (self, end_usec, &timer))
    {
      self->now_usec = timer.at_usec;
      self->n_fired++;
      timer.func (timer.user_data);
    }

  self->now_usec = end_usec;
}

guint
fake_clock_get_n_timers (FakeClock *self)
{
  return self->timers->len;
}

guint
fake_clock_get_n_fired (FakeClock *self)
{
  return self->n_fired;
}
