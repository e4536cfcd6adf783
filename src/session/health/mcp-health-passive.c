/* mcp-health-passive.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-health-private.h"

/* What is learnt without a probe: the times of other requests, and what the process uses. */

#define WATCH_USEC G_USEC_PER_SEC
/* Who looks is not told more often: a probe that comes this soon after a reading brings none. */
#define RECENT_USEC (WATCH_USEC * 9 / 10)

/* Whether a person was asked while a call was under way: then its time is that person's, too. */
static gboolean
was_asked (McpHealth *self,
           McpCall   *call)
{
  return (self->asked_usec != 0
          && (mcp_health_is_asking (self) || self->asked_usec >= mcp_call_get_outcome (call)->started_usec))
         || mcp_call_get_n_rounds (call) > 0;
}

/**
 * mcp_health_call_finished:
 * @call: a request that is no probe and has finished
 *
 * Keeps how long a request took. Those that wait for something else than the server's work are left
 * out: the handshake, in which it starts, streams that stay open, results of tasks, and what a person
 * was asked for. An error of the server is an answer, and in time; what we gave up ourselves says
 * nothing.
 */
void
mcp_health_call_finished (McpWatcher *watcher,
                          McpCall    *call)
{
  McpHealth *self = MCP_HEALTH (watcher);
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  McpRequestKind kind;
  const GError *error = outcome->error;
  McpHealthSample sample;

  kind = mcp_call_get_kind (call);
  if (kind == MCP_REQUEST_INITIALIZE || kind == MCP_REQUEST_LISTEN || kind == MCP_REQUEST_TASKS_RESULT)
    return;

  if (outcome->serial == 0 || g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED)
      || was_asked (self, call))
    return;

  sample = mcp_health_make_sample (self, call, 0);
  if (outcome->latency_usec >= 0)
    {
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = outcome->latency_usec;
    }
  mcp_sample_store_append (self->requests, &sample);
}

/* Reads what the processes of the server use, if it is a program of ours. */
void
mcp_health_read_usage (McpHealth *self)
{
  McpProcess *process = self->session != NULL ? mcp_session_get_process (self->session) : NULL;
  McpProcessUsage usage;

  self->read_usec = mcp_clock_get_now (self->clock);
  if (process != NULL && mcp_process_read_usage (process, &usage))
    mcp_usage_log_append (self->usage, &usage);
}

/*
 * A probe was decided: read now. While somebody looks the next reading comes a second later, when
 * the next probe of one a second is under way or over: never between its start and its answer,
 * whose time that would spoil.
 */
void
mcp_health_read_after_probe (McpHealth *self)
{
  if (self->watched && mcp_clock_get_now (self->clock) - self->read_usec < RECENT_USEC)
    return;

  mcp_health_read_usage (self);
  if (self->watch_timer != 0)
    {
      mcp_clock_remove_timer (self->clock, self->watch_timer);
      self->watch_timer = 0;
      mcp_health_schedule_watch (self);
    }
}

static void
watch_cb (gpointer user_data)
{
  McpHealth *self = user_data;

  self->watch_timer = 0;
  if (self->probe == NULL)
    mcp_health_read_usage (self);
  mcp_health_schedule_watch (self);
}

/* Once a second while somebody looks and there is a process. */
void
mcp_health_schedule_watch (McpHealth *self)
{
  gboolean wanted = self->watched && self->session != NULL
                    && mcp_session_get_process (self->session) != NULL;

  if (!wanted && self->watch_timer != 0)
    {
      mcp_clock_remove_timer (self->clock, self->watch_timer);
      self->watch_timer = 0;
    }
  if (wanted && self->watch_timer == 0)
    self->watch_timer = mcp_clock_add_timer (self->clock,
                                             mcp_clock_get_now (self->clock) + WATCH_USEC,
                                             watch_cb, self);
}

/**
 * mcp_health_set_watched:
 * @watched: whether somebody looks at the process
 *
 * Reads once a second what the process uses, instead of with each probe only.
 */
void
mcp_health_set_watched (McpHealth *self,
                        gboolean   watched)
{
  g_return_if_fail (MCP_IS_HEALTH (self));

  watched = !!watched;
  if (self->watched == watched)
    return;

  self->watched = watched;
  if (watched)
    mcp_health_read_usage (self);
  mcp_health_schedule_watch (self);
}

/**
 * mcp_health_get_usage:
 *
 * Gets what the server's processes used, over all lives: a reading with each probe, and more while
 * it is watched. Empty for a server that is no program of ours.
 *
 * Returns: (transfer none): the readings
 */
McpUsageLog *
mcp_health_get_usage (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return self->usage;
}
