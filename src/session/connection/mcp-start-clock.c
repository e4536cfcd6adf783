/* mcp-start-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-source.h"
#include "mcp-start-clock.h"

struct _McpStartClock
{
  const McpStartClockFuncs *funcs;
  gpointer                  owner;
  gint64                    begun_usec;
  gint64                    first_byte_usec;  /* on either pipe; 0 before */
  gint64                    first_message_usec; /* 0 before */
  gint64                    deadline_usec;
  guint                     soon_msec;
  gint64                    ready_usec;       /* 0 before */
  GSource                  *limit;            /* (nullable): while it runs */
  GSource                  *seconds;          /* with it */
};

McpStartClock *
mcp_start_clock_new (const McpStartClockFuncs *funcs,
                     gpointer                  owner)
{
  McpStartClock *self = g_new0 (McpStartClock, 1);

  self->funcs = funcs;
  self->owner = owner;
  self->begun_usec = g_get_monotonic_time ();

  return self;
}

void
mcp_start_clock_free (McpStartClock *self)
{
  mcp_start_clock_stop (self);
  g_free (self);
}

static gboolean
limit_cb (gpointer user_data)
{
  McpStartClock *self = user_data;

  g_clear_pointer (&self->limit, g_source_unref);
  self->funcs->timed_out (self->owner);

  return G_SOURCE_REMOVE;
}

static gboolean
second_cb (gpointer user_data)
{
  McpStartClock *self = user_data;

  self->funcs->still_starting (self->owner, (g_get_monotonic_time () - self->begun_usec) / G_USEC_PER_SEC);

  return G_SOURCE_CONTINUE;
}

/* It runs from now on, up to the limit in all. */
void
mcp_start_clock_begin (McpStartClock *self,
                       guint          total_msec,
                       guint          soon_msec)
{
  mcp_start_clock_stop (self);

  self->begun_usec = g_get_monotonic_time ();
  self->deadline_usec = self->begun_usec + 1000 * (gint64) total_msec;
  self->soon_msec = soon_msec;
  self->limit = mcp_source_attach (g_timeout_source_new (total_msec), limit_cb, self);
  self->seconds = mcp_source_attach (g_timeout_source_new (1000), second_cb, self);
}

void
mcp_start_clock_stop (McpStartClock *self)
{
  mcp_source_clear (&self->limit);
  mcp_source_clear (&self->seconds);
}

static void
set_limit (McpStartClock *self,
           gint64         time_usec)
{
  if (self->limit != NULL)
    g_source_set_ready_time (self->limit, MIN (time_usec, self->deadline_usec));
}

void
mcp_start_clock_expect_soon (McpStartClock *self,
                             gint64         from_usec)
{
  set_limit (self, from_usec + 1000 * (gint64) self->soon_msec);
}

void
mcp_start_clock_wait_on (McpStartClock *self)
{
  set_limit (self, self->deadline_usec);
}

void
mcp_start_clock_saw_message (McpStartClock *self,
                             gint64         time_usec)
{
  if (self->first_message_usec == 0)
    self->first_message_usec = time_usec;
  mcp_start_clock_expect_soon (self, time_usec);
}

gboolean
mcp_start_clock_saw_byte (McpStartClock *self,
                          gint64         time_usec)
{
  gboolean is_first = self->first_byte_usec == 0;

  if (is_first)
    self->first_byte_usec = time_usec;

  return is_first;
}

gint64
mcp_start_clock_get_begun_usec (McpStartClock *self)
{
  return self->begun_usec;
}

gint64
mcp_start_clock_get_first_byte_usec (McpStartClock *self)
{
  return self->first_byte_usec;
}

gint64
mcp_start_clock_get_first_message_usec (McpStartClock *self)
{
  return self->first_message_usec;
}

void
mcp_start_clock_set_ready (McpStartClock *self)
{
  mcp_start_clock_stop (self);
  self->ready_usec = g_get_monotonic_time ();
}

gint64
mcp_start_clock_get_ready_usec (McpStartClock *self)
{
  return self->ready_usec;
}
