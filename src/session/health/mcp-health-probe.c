/* mcp-health-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-health-private.h"

/* A probe, from its start to what it says. Whoever asks for one, there is never more than one. */

static void
probe_free (McpHealthProbe *probe)
{
  g_object_unref (probe->call);
  g_object_unref (probe->health);
  g_free (probe);
}

/* One that could not even be queued has no time of its own: it is from @least_usec on. */
McpHealthSample
mcp_health_make_sample (McpHealth *self,
                        McpCall   *call,
                        gint64     least_usec)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  const GError *error = outcome->error;
  gint64 sent_usec = outcome->sent_usec;
  gint64 started_usec = MAX (outcome->started_usec, least_usec);
  gint64 queued_usec = MAX (outcome->queued_usec, 0);
  McpHealthSample sample = {
    .time_usec = sent_usec != 0 ? sent_usec : started_usec + queued_usec,
    .rtt_usec = -1,
    .queued_usec = (guint32) MIN (queued_usec, G_MAXUINT32),
    .serial = outcome->serial,
    .life = self->session != NULL ? mcp_session_get_life (self->session) : 0,
    .status = MCP_SAMPLE_FAILED,
    .modern = self->session != NULL
              && !mcp_session_has_feature (self->session, MCP_FEATURE_PING),
  };

  if (outcome->state == MCP_CALL_DONE)
    {
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = outcome->latency_usec;
    }
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    {
      sample.status = MCP_SAMPLE_LOST;
    }

  return sample;
}

/* Evaluates a sample: stalls, losses, and how many failed in a row. */
static void
judge (McpHealth             *self,
       const McpHealthProbe  *probe,
       const McpHealthSample *sample,
       gboolean               connection_ended)
{
  const GError *error = mcp_call_get_outcome (probe->call)->error;

  if (sample->status == MCP_SAMPLE_OK)
    {
      mcp_health_judge_answer (self, sample->rtt_usec);
      mcp_health_count_success (self);
      return;
    }

  if (sample->status == MCP_SAMPLE_LOST)
    {
      mcp_health_recent_add_timeout (&self->recent, &self->settings);
      mcp_health_remember_lost (self, probe, sample->time_usec);
    }
  if (!connection_ended)
    mcp_health_count_failure (self, error != NULL ? error->message : NULL);
}

/*
 * The probe under way is decided, by its answer or by the end of the connection. The caller has
 * a reference. A probe that was lost while a person was asked is none: a server may well wait for
 * the one before it does the other.
 */
void
mcp_health_decide (McpHealth *self,
                   gboolean   connection_ended)
{
  McpHealthProbe *probe = g_steal_pointer (&self->probe);
  g_autoptr (GPtrArray) waiters = g_steal_pointer (&self->waiters);
  g_autoptr (McpCall) call = g_object_ref (probe->call);
  McpHealthSample sample = mcp_health_make_sample (self, call, probe->started_usec);
  gboolean counts = sample.status != MCP_SAMPLE_LOST || !probe->asked;

  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  mcp_health_stop_stall (self);
  if (counts)
    {
      mcp_sample_store_append (self->probes, &sample);
      mcp_health_emit_sample (self);
    }

  for (guint i = 0; i < waiters->len; i++)
    g_task_return_pointer (g_ptr_array_index (waiters, i),
                           g_memdup2 (&sample, sizeof sample), g_free);

  if (counts)
    judge (self, probe, &sample, connection_ended);
  mcp_health_schedule_decided (self->schedule, sample.status == MCP_SAMPLE_OK, self->n_failures);
  mcp_health_read_after_probe (self);
  mcp_health_update_state (self);
  mcp_health_verified (self, counts ? mcp_call_get_outcome (call)->error : NULL);
}

/* An error that says that the connection is gone, not that a probe failed on it. */
static gboolean
is_end (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_CLOSED)
         || g_error_matches (error, MCP_ERROR, MCP_ERROR_DIED)
         || g_error_matches (error, MCP_ERROR, MCP_ERROR_NOT_OPEN)
         || g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED);
}

static void
probe_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  McpHealthProbe *probe = user_data;
  g_autoptr (McpHealth) self = g_object_ref (probe->health);
  g_autoptr (GError) error = NULL;

  mcp_session_call_finish (MCP_SESSION (source), result, &error);

  /* Decided already when the connection ended before the call knew. */
  if (self->probe == probe)
    mcp_health_decide (self, is_end (error));
  probe_free (probe);
}

/* @timeout_msec 0: what the settings, and recent answers, say. */
void
mcp_health_start_probe (McpHealth *self,
                        guint      timeout_msec)
{
  McpHealthProbe *probe;

  g_assert (self->probe == NULL);

  if (self->session == NULL)
    return;

  probe = g_new0 (McpHealthProbe, 1);
  probe->health = g_object_ref (self);
  probe->call = mcp_call_new (mcp_health_get_method (self), NULL);
  probe->started_usec = g_get_monotonic_time ();
  probe->timeout_msec = timeout_msec > 0
                          ? timeout_msec
                          : mcp_health_recent_get_timeout_msec (&self->recent, &self->settings);
  probe->asked = mcp_health_is_asking (self);
  mcp_call_set_probe (probe->call, TRUE);
  mcp_call_set_timeout (probe->call, probe->timeout_msec);

  self->probe = probe;
  mcp_health_schedule_started (self->schedule);
  mcp_health_await_stall (self);
  mcp_session_call_async (self->session, probe->call, NULL, probe_cb, probe);
}

/**
 * mcp_health_get_wait_usec:
 *
 * Gets how long the throttle still wants the next probe to wait. Nobody is kept from sending one:
 * mcp_health_ping_async() sends it in any case. A user is to be told, and to choose.
 *
 * Returns: microseconds; 0 when a probe may go out now
 */
gint64
mcp_health_get_wait_usec (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), 0);

  return mcp_health_schedule_get_wait_usec (self->schedule);
}

/**
 * mcp_health_ping_async:
 * @timeout_msec: how long to wait for the answer, in milliseconds; 0: as the settings, and recent
 *   answers, say
 * @cancellable: (nullable): stops waiting for the sample, not the probe
 * @callback: called when the sample is there
 *
 * Probes now, whether or not the monitor is on, and whatever the throttle says: see
 * mcp_health_get_wait_usec(). While a probe is under way no other is sent: its
 * sample is the answer. The next probe of the monitor's own comes an interval after this one.
 */
void
mcp_health_ping_async (McpHealth           *self,
                       guint                timeout_msec,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_HEALTH (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_health_ping_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_NOT_OPEN,
                               _("“%s” is not connected"), mcp_profile_get_name (self->profile));
      return;
    }

  g_ptr_array_add (self->waiters, g_steal_pointer (&task));
  if (self->probe == NULL)
    mcp_health_start_probe (self, timeout_msec);
}

/**
 * mcp_health_ping_finish:
 * @sample: (out caller-allocates) (optional): the sample, answered or not
 *
 * Gets the sample of mcp_health_ping_async(). A probe that was not answered is a sample too, not
 * an error: see its status.
 *
 * Returns: %FALSE when there is no sample: %MCP_ERROR_NOT_OPEN, or it was cancelled
 */
gboolean
mcp_health_ping_finish (McpHealth        *self,
                        GAsyncResult     *result,
                        McpHealthSample  *sample,
                        GError          **error)
{
  g_autofree McpHealthSample *taken = NULL;

  g_return_val_if_fail (MCP_IS_HEALTH (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  taken = g_task_propagate_pointer (G_TASK (result), error);
  if (taken != NULL && sample != NULL)
    *sample = *taken;

  return taken != NULL;
}
