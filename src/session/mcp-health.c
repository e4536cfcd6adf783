/* mcp-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-health"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-health-event.h"
#include "mcp-health-private.h"

/**
 * McpHealth:
 *
 * The connection monitor of a session.
 *
 * While the session is ready it sends a probe, and the next one an interval after the start of
 * the last, never two at once. One timer rules; settings are read when they are needed and a
 * change of them sets the timer anew. Samples and events outlive disconnects. MCP 2025-11-25,
 * basic/utilities/ping.
 */

#define MAX_EVENTS 1000
/* How many of the last round trips a new one is compared with. */
#define N_RECENT   60
/* Answers faster than this are never called slow: three times nothing is nothing. */
#define SLOW_USEC  10000

G_DEFINE_FINAL_TYPE (McpHealth, mcp_health, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_STATE,
  PROP_N_FAILURES,
  N_PROPS
};

enum {
  SAMPLE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void start_probe (McpHealth *self,
                         guint      timeout_msec);

static void
add_event (McpHealth          *self,
           McpHealthEventKind  kind,
           const char         *detail)
{
  g_autoptr (McpHealthEvent) event = mcp_health_event_new (kind, detail, self->n_failures);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->events)) >= MAX_EVENTS)
    g_list_store_remove (self->events, 0);
  g_list_store_append (self->events, event);
}

static void
set_n_failures (McpHealth *self,
                guint      n_failures)
{
  if (self->n_failures == n_failures)
    return;

  self->n_failures = n_failures;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FAILURES]);
}

static gboolean
last_was_slow (McpHealth *self)
{
  guint first = self->samples->len > N_RECENT ? self->samples->len - N_RECENT : 0;
  McpHealthStatistics recent;

  mcp_health_statistics_of (&g_array_index (self->samples, McpHealthSample, first),
                            self->samples->len - first, &recent);

  return recent.last_usec > SLOW_USEC && recent.last_usec > 3 * recent.median_usec;
}

static McpHealthState
judge (McpHealth *self)
{
  if (!self->running)
    return MCP_HEALTH_OFF;
  if (self->n_failures >= mcp_profile_get_ping_failures (self->profile))
    return MCP_HEALTH_STALE;
  if (self->n_failures > 0 || (self->samples->len > 0 && last_was_slow (self)))
    return MCP_HEALTH_SLOW;

  return MCP_HEALTH_GOOD;
}

static void
update_state (McpHealth *self)
{
  McpHealthState state = judge (self);

  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static gboolean
timer_cb (gpointer user_data)
{
  McpHealth *self = user_data;

  self->timer_id = 0;
  start_probe (self, 0);

  return G_SOURCE_REMOVE;
}

/* Sets the timer for the next probe: an interval after the last began, or now if that is past. */
static void
schedule (McpHealth *self)
{
  gint64 interval_usec = 1000 * (gint64) mcp_profile_get_ping_interval_msec (self->profile);
  gint64 wait_usec = 0;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  if (!self->running || self->probe != NULL)
    return;

  if (self->probed_usec != 0)
    wait_usec = self->probed_usec + interval_usec - g_get_monotonic_time ();

  self->timer_id = g_timeout_add ((guint) ((MAX (wait_usec, 0) + 999) / 1000), timer_cb, self);
}

static void
set_running (McpHealth *self,
             gboolean   running)
{
  if (self->running == running)
    return;

  self->running = running;
  add_event (self, running ? MCP_HEALTH_EVENT_STARTED : MCP_HEALTH_EVENT_STOPPED, NULL);
}

/* The settings changed, or the session became ready or ended. */
static void
settings_changed_cb (McpHealth *self)
{
  set_running (self, self->ready && mcp_profile_get_ping_enabled (self->profile));
  schedule (self);
  update_state (self);
}

static void
react (McpHealth *self)
{
  if (self->session == NULL)
    return;

  switch (mcp_profile_get_reaction (self->profile))
    {
    case MCP_REACTION_DISCONNECT:
      mcp_session_close_async (self->session, NULL, NULL, NULL);
      break;

    case MCP_REACTION_RESTART:
      mcp_session_restart_async (self->session, NULL, NULL, NULL);
      break;

    case MCP_REACTION_MARK:
    default:
      break;
    }
}

static void
count_failure (McpHealth  *self,
               const char *reason)
{
  guint limit = mcp_profile_get_ping_failures (self->profile);

  set_n_failures (self, self->n_failures + 1);
  add_event (self, MCP_HEALTH_EVENT_FAILURE, reason);

  /* Once: further failures of the same connection bring nothing new. */
  if (self->n_failures == limit)
    {
      add_event (self, MCP_HEALTH_EVENT_LOST, reason);
      update_state (self);
      if (self->running)
        react (self);
    }
}

static void
count_success (McpHealth *self)
{
  if (self->n_failures == 0)
    return;

  add_event (self, MCP_HEALTH_EVENT_RECOVERED, NULL);
  set_n_failures (self, 0);
}

static void
probe_free (McpProbe *probe)
{
  g_object_unref (probe->call);
  g_object_unref (probe->health);
  g_free (probe);
}

static McpHealthSample
sample_of (McpHealth *self,
           McpCall   *call)
{
  const GError *error = mcp_call_get_error (call);
  /* A probe that could not even be queued has no time of its own. */
  gint64 started_usec = MAX (mcp_call_get_started_usec (call), self->probed_usec);
  McpHealthSample sample = {
    .time_usec = started_usec + MAX (mcp_call_get_queued_usec (call), 0),
    .rtt_usec = -1,
    .serial = mcp_call_get_serial (call),
    .status = MCP_SAMPLE_FAILED,
  };

  if (mcp_call_get_state (call) == MCP_CALL_DONE)
    {
      sample.status = MCP_SAMPLE_OK;
      sample.rtt_usec = mcp_call_get_latency_usec (call);
    }
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    {
      sample.status = MCP_SAMPLE_LOST;
    }

  return sample;
}

/*
 * The probe under way is decided, by its answer or by the end of the connection. The caller has
 * a reference.
 */
static void
decide (McpHealth *self,
        gboolean   connection_ended)
{
  McpProbe *probe = g_steal_pointer (&self->probe);
  g_autoptr (GPtrArray) waiters = g_steal_pointer (&self->waiters);
  g_autoptr (McpCall) call = g_object_ref (probe->call);
  McpHealthSample sample = sample_of (self, call);
  const GError *error = mcp_call_get_error (call);

  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  g_array_append_val (self->samples, sample);
  g_signal_emit (self, signals[SAMPLE], 0, self->samples->len - 1);

  for (guint i = 0; i < waiters->len; i++)
    g_task_return_pointer (g_ptr_array_index (waiters, i),
                           g_memdup2 (&sample, sizeof sample), g_free);

  if (sample.status == MCP_SAMPLE_OK)
    count_success (self);
  else if (!connection_ended)
    count_failure (self, error != NULL ? error->message : NULL);

  update_state (self);
  schedule (self);
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
  McpProbe *probe = user_data;
  g_autoptr (McpHealth) self = g_object_ref (probe->health);
  g_autoptr (GError) error = NULL;

  mcp_session_call_finish (MCP_SESSION (source), result, &error);

  /* Decided already when the connection ended before the call knew. */
  if (self->probe == probe)
    decide (self, is_end (error));
  probe_free (probe);
}

static void
start_probe (McpHealth *self,
             guint      timeout_msec)
{
  g_assert (self->probe == NULL);

  if (self->session == NULL)
    return;

  g_clear_handle_id (&self->timer_id, g_source_remove);

  self->probe = g_new0 (McpProbe, 1);
  self->probe->health = g_object_ref (self);
  self->probe->call = mcp_call_new (mcp_health_get_method (self), NULL);
  mcp_call_set_probe (self->probe->call, TRUE);
  mcp_call_set_timeout (self->probe->call,
                        timeout_msec > 0 ? timeout_msec
                                         : mcp_profile_get_timeout_msec (self->profile,
                                                                         MCP_TIMEOUT_PING));
  self->probed_usec = g_get_monotonic_time ();
  mcp_session_call_async (self->session, self->probe->call, NULL, probe_cb, self->probe);
}

static void
mcp_health_dispose (GObject *object)
{
  McpHealth *self = MCP_HEALTH (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_clear_weak_pointer (&self->session);

  G_OBJECT_CLASS (mcp_health_parent_class)->dispose (object);
}

static void
mcp_health_finalize (GObject *object)
{
  McpHealth *self = MCP_HEALTH (object);

  g_array_unref (self->samples);
  g_object_unref (self->events);
  g_object_unref (self->profile);
  g_ptr_array_unref (self->waiters);

  G_OBJECT_CLASS (mcp_health_parent_class)->finalize (object);
}

static void
mcp_health_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  McpHealth *self = MCP_HEALTH (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;

    case PROP_N_FAILURES:
      g_value_set_uint (value, self->n_failures);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_health_class_init (McpHealthClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_health_dispose;
  object_class->finalize = mcp_health_finalize;
  object_class->get_property = mcp_health_get_property;

  /**
   * McpHealth:state:
   *
   * How the connection is, an #McpHealthState.
   */
  properties[PROP_STATE] =
    g_param_spec_uint ("state", NULL, NULL, MCP_HEALTH_OFF, MCP_HEALTH_STALE, MCP_HEALTH_OFF,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * McpHealth:n-failures:
   *
   * How many probes have failed in a row.
   */
  properties[PROP_N_FAILURES] =
    g_param_spec_uint ("n-failures", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * McpHealth::sample:
   * @self: a monitor
   * @index: which sample
   *
   * A probe was decided.
   */
  signals[SAMPLE] =
    g_signal_new ("sample", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mcp_health_init (McpHealth *self)
{
  self->samples = g_array_new (FALSE, FALSE, sizeof (McpHealthSample));
  self->events = g_list_store_new (MCP_TYPE_HEALTH_EVENT);
  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * mcp_health_new:
 * @session: whose connection to watch; it is not kept alive
 * @profile: its settings
 *
 * Creates a monitor that is off until the session tells that it is ready.
 *
 * Returns: (transfer full): a new monitor
 */
McpHealth *
mcp_health_new (McpSession *session,
                McpProfile *profile)
{
  static const char * const settings[] = {
    "notify::ping-enabled", "notify::ping-interval-msec", "notify::ping-failures",
  };
  McpHealth *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_HEALTH, NULL);
  g_set_weak_pointer (&self->session, session);
  self->profile = g_object_ref (profile);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_signal_connect_object (profile, settings[i], G_CALLBACK (settings_changed_cb), self,
                             G_CONNECT_SWAPPED);

  return self;
}

/**
 * mcp_health_get_state:
 * @self: a monitor
 *
 * Gets how the connection is.
 *
 * Returns: the state
 */
McpHealthState
mcp_health_get_state (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), MCP_HEALTH_OFF);

  return self->state;
}

/**
 * mcp_health_get_n_failures:
 * @self: a monitor
 *
 * Gets how many probes have failed in a row.
 *
 * Returns: the number since the last answer
 */
guint
mcp_health_get_n_failures (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), 0);

  return self->n_failures;
}

/**
 * mcp_health_get_events:
 * @self: a monitor
 *
 * Gets the last thousand events.
 *
 * Returns: (transfer none): a model of #McpHealthEvent, oldest first
 */
GListModel *
mcp_health_get_events (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return G_LIST_MODEL (self->events);
}

/**
 * mcp_health_get_method:
 * @self: a monitor
 *
 * Gets what is sent as a probe.
 *
 * Returns: the method of the request
 */
const char *
mcp_health_get_method (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return "ping";
}

/**
 * mcp_health_ping_async:
 * @self: a monitor
 * @timeout_msec: how long to wait for the answer, in milliseconds; 0 is the profile's
 * @cancellable: (nullable): stops waiting for the sample, not the probe
 * @callback: called when the sample is there
 * @user_data: for @callback
 *
 * Probes now, whether or not the monitor is on. While a probe is under way no other is sent: its
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
    start_probe (self, timeout_msec);
}

/**
 * mcp_health_ping_finish:
 * @self: a monitor
 * @result: what the callback got
 * @sample: (out caller-allocates) (optional): the sample, answered or not
 * @error: return location for an error
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

/**
 * mcp_health_session_ready:
 * @self: a monitor
 *
 * Tells that a life of the session is ready: the first probe goes out.
 */
void
mcp_health_session_ready (McpHealth *self)
{
  g_return_if_fail (MCP_IS_HEALTH (self));

  self->ready = TRUE;
  self->probed_usec = 0;
  set_n_failures (self, 0);
  add_event (self, MCP_HEALTH_EVENT_CONNECTED, NULL);
  settings_changed_cb (self);
}

/**
 * mcp_health_session_ended:
 * @self: a monitor
 * @reason: (nullable): why; %NULL when we asked for it
 *
 * Tells that the life ends. A probe under way is a failed sample, yet no failure of the
 * connection: there is none any more. Does nothing for a life that never was ready.
 */
void
mcp_health_session_ended (McpHealth  *self,
                          const char *reason)
{
  g_autoptr (McpHealth) alive = NULL;

  g_return_if_fail (MCP_IS_HEALTH (self));

  if (!self->ready)
    return;

  alive = g_object_ref (self);
  self->ready = FALSE;
  settings_changed_cb (self);
  if (self->probe != NULL)
    decide (self, TRUE);
  add_event (self, MCP_HEALTH_EVENT_DISCONNECTED, reason);
}
