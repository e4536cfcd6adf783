/* mcp-health-stall.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-health-private.h"
#include "mcp-summary.h"

/*
 * A connection that stalls: an answer is slow, and takes so much more than what is usual that a
 * person would notice, which is told while it is waited for, and once, until an answer is in time
 * again. And answers that come after their probe was given up.
 */

/* How many lost probes of a connection may still be answered late. */
#define MAX_LOST 32

/* Below the priority at which transports read: an answer that is there already is no late one. */
#define STALL_PRIORITY (G_PRIORITY_DEFAULT_IDLE + 50)

typedef struct
{
  McpId  *id;
  gint64  sent_usec;  /* monotonic */
  guint   timeout_msec;
} McpLostProbe;

static void
lost_probe_free (McpLostProbe *lost)
{
  mcp_id_unref (lost->id);
  g_free (lost);
}

static void
tell_stall (McpHealth *self,
            gint64     waited_usec,
            gint64     stall_usec)
{
  g_autofree char *waited = mcp_format_duration (waited_usec);
  g_autofree char *longest = mcp_format_duration (stall_usec);
  g_autofree char *detail = NULL;

  if (self->stalled)
    return;

  self->stalled = TRUE;
  /* Translators: two durations; the second is the longest that is no stall. */
  detail = g_strdup_printf (_("no answer after %s; up to %s is no stall"), waited, longest);
  mcp_health_add_event (self, MCP_HEALTH_EVENT_STALLED, detail);
  mcp_health_update_state (self);
}

/* What was to be read has been read: it is late now. */
static gboolean
stalled_cb (gpointer user_data)
{
  McpHealth *self = user_data;
  gint64 sent_usec;

  self->stall_idle = 0;
  if (self->probe == NULL)
    return G_SOURCE_REMOVE;

  /* In our own queue nobody can answer it. */
  if (mcp_call_get_outcome (self->probe->call)->state == MCP_CALL_QUEUED)
    {
      mcp_health_await_stall (self);
      return G_SOURCE_REMOVE;
    }

  sent_usec = mcp_call_get_outcome (self->probe->call)->started_usec
              + mcp_call_get_outcome (self->probe->call)->queued_usec;
  tell_stall (self, g_get_monotonic_time () - sent_usec,
              mcp_health_recent_get_stall_usec (&self->recent));

  return G_SOURCE_REMOVE;
}

static void
stall_timer_cb (gpointer user_data)
{
  McpHealth *self = user_data;

  self->stall_timer = 0;
  self->stall_idle = g_idle_add_full (STALL_PRIORITY, stalled_cb, self, NULL);
}

/* A probe goes out: wake up when its answer becomes late, unless that was told already. */
void
mcp_health_await_stall (McpHealth *self)
{
  gint64 stall_usec = mcp_health_recent_get_stall_usec (&self->recent);

  mcp_health_stop_stall (self);
  if (stall_usec >= 0 && !self->stalled)
    self->stall_timer = mcp_clock_add_timer (self->clock,
                                             mcp_clock_get_now (self->clock) + stall_usec,
                                             stall_timer_cb, self);
}

void
mcp_health_stop_stall (McpHealth *self)
{
  if (self->stall_timer != 0)
    mcp_clock_remove_timer (self->clock, self->stall_timer);
  self->stall_timer = 0;
  g_clear_handle_id (&self->stall_idle, g_source_remove);
}

/* Counts an answer before the timeout, and reports the beginning or end of a stall. */
void
mcp_health_judge_answer (McpHealth *self,
                         gint64     rtt_usec)
{
  gint64 slow_usec = mcp_health_recent_get_slow_usec (&self->recent);
  gint64 stall_usec = mcp_health_recent_get_stall_usec (&self->recent);

  self->last_was_slow = slow_usec >= 0 && rtt_usec > slow_usec;
  mcp_health_recent_add_answer (&self->recent, rtt_usec);

  if (stall_usec >= 0 && rtt_usec > stall_usec)
    {
      tell_stall (self, rtt_usec, stall_usec);
    }
  else if (self->stalled && !self->last_was_slow)
    {
      g_autofree char *took = mcp_format_duration (rtt_usec);

      self->stalled = FALSE;
      mcp_health_add_event (self, MCP_HEALTH_EVENT_RESUMED, took);
    }
}

void
mcp_health_remember_lost (McpHealth            *self,
                          const McpHealthProbe *probe,
                          gint64                sent_usec)
{
  McpId *id = mcp_call_get_outcome (probe->call)->id;
  McpLostProbe *lost;

  if (id == NULL || mcp_call_get_outcome (probe->call)->serial == 0)
    return;

  if (self->lost.length == MAX_LOST)
    lost_probe_free (g_queue_pop_head (&self->lost));
  lost = g_new0 (McpLostProbe, 1);
  lost->id = mcp_id_ref (id);
  lost->sent_usec = sent_usec;
  lost->timeout_msec = probe->timeout_msec;
  g_queue_push_tail (&self->lost, lost);
}

void
mcp_health_forget_lost (McpHealth *self)
{
  g_queue_clear_full (&self->lost, (GDestroyNotify) lost_probe_free);
}

/**
 * mcp_health_late_answer:
 * @id: what it answers
 * @time_usec: monotonic, when its last byte came
 *
 * Tells that a request was answered after it had been given up. Of a probe that is noted: it was
 * slow, not lost. It stays counted as lost, for it was of no use to anybody.
 */
void
mcp_health_late_answer (McpWatcher *watcher,
                        McpId      *id,
                        gint64      time_usec)
{
  McpHealth *self = MCP_HEALTH (watcher);

  for (GList *link = self->lost.head; link != NULL; link = link->next)
    {
      McpLostProbe *lost = link->data;

      if (mcp_id_equal (lost->id, id))
        {
          g_autofree char *took = mcp_format_duration (time_usec - lost->sent_usec);
          g_autofree char *timeout = mcp_format_duration (1000 * (gint64) lost->timeout_msec);
          g_autofree char *detail = g_strdup_printf (
            /* Translators: two durations. */
            _("after %s; the timeout was %s"), took, timeout);

          mcp_health_add_event (self, MCP_HEALTH_EVENT_LATE, detail);
          g_queue_delete_link (&self->lost, link);
          lost_probe_free (lost);
          return;
        }
    }
}
