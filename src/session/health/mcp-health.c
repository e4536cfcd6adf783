/* mcp-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-health-private.h"

/**
 * McpHealth:
 *
 * The connection monitor of a session: docs/health.md says how it thinks.
 *
 * While the session is ready it probes by the strategy of the profile, never twice at once. A
 * change of the settings is effective at once. Samples, readings and events outlive disconnects.
 * MCP 2025-11-25, basic/utilities/ping.
 */

static void watcher_iface_init (McpWatcherInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpHealth, mcp_health, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_WATCHER, watcher_iface_init))

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

enum {
  SAMPLE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static McpHealthState
judge (McpHealth *self)
{
  if (!self->running)
    return MCP_HEALTH_OFF;
  if (self->n_failures >= self->settings.n_failures)
    return MCP_HEALTH_STALE;
  if (self->n_failures > 0 || self->last_was_slow || self->stalled)
    return MCP_HEALTH_SLOW;

  return MCP_HEALTH_GOOD;
}

void
mcp_health_update_state (McpHealth *self)
{
  McpHealthState state = judge (self);

  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_health_emit_sample (McpHealth *self)
{
  g_signal_emit (self, signals[SAMPLE], 0, mcp_sample_store_get_end (self->probes) - 1);
}

/* Whether the server waits for a person, and may be unable to answer anything else. */
gboolean
mcp_health_is_asking (McpHealth *self)
{
  return self->questions != NULL && g_list_model_get_n_items (self->questions) > 0;
}

static void
set_running (McpHealth *self,
             gboolean   running)
{
  if (self->running == running)
    return;

  self->running = running;
  if (!running)
    {
      self->stalled = FALSE;
      self->last_was_slow = FALSE;
    }
  mcp_health_add_event (self, running ? MCP_HEALTH_EVENT_STARTED : MCP_HEALTH_EVENT_STOPPED, NULL);
}

static void
set_ready (McpHealth *self,
           gboolean   ready)
{
  self->ready = ready;
  set_running (self, ready && self->settings.strategy != MCP_STRATEGY_OFF);
  mcp_health_schedule_set_ready (self->schedule, ready);
  mcp_health_update_state (self);
}

static void
settings_changed_cb (McpHealth *self)
{
  mcp_profile_get_health (self->profile, &self->settings);
  if (self->ready)
    mcp_health_add_settings (self);
  set_running (self, self->ready && self->settings.strategy != MCP_STRATEGY_OFF);
  mcp_health_schedule_set_settings (self->schedule, &self->settings);
  mcp_health_update_state (self);
}

static void
questions_changed_cb (McpHealth *self)
{
  gboolean asking = mcp_health_is_asking (self);

  self->asked_usec = g_get_monotonic_time ();
  if (asking && self->probe != NULL)
    self->probe->asked = TRUE;
  mcp_health_schedule_set_asking (self->schedule, asking);
}

static void
due_cb (gpointer user_data)
{
  mcp_health_start_probe (user_data, 0);
}

/* For tests: another clock than the real one. Before the session is opened. */
void
mcp_health_set_clock (McpHealth *self,
                      McpClock  *clock)
{
  g_set_object (&self->clock, clock);
  mcp_health_schedule_free (self->schedule);
  self->schedule = mcp_health_schedule_new (clock, due_cb, self);
  mcp_health_schedule_set_settings (self->schedule, &self->settings);
}

/* What a connection tells its monitor, and what the monitor has a say in. */
static void
watcher_iface_init (McpWatcherInterface *iface)
{
  iface->ready = mcp_health_session_ready;
  iface->ended = mcp_health_session_ended;
  iface->waits = mcp_health_reconnecting;
  iface->attempt_failed = mcp_health_reconnect_failed;
  iface->saw_traffic = mcp_health_saw_traffic;
  iface->holds_call = mcp_health_holds_call;
  iface->check_held = mcp_health_check_held;
  iface->call_finished = mcp_health_call_finished;
  iface->call_failed = mcp_health_call_failed;
  iface->late_answer = mcp_health_late_answer;
}

static void
mcp_health_dispose (GObject *object)
{
  McpHealth *self = MCP_HEALTH (object);

  self->watched = FALSE;
  mcp_health_schedule_watch (self);
  mcp_health_stop_stall (self);
  g_clear_pointer (&self->schedule, mcp_health_schedule_free);
  g_clear_object (&self->questions);
  g_clear_weak_pointer (&self->session);

  G_OBJECT_CLASS (mcp_health_parent_class)->dispose (object);
}

static void
mcp_health_finalize (GObject *object)
{
  McpHealth *self = MCP_HEALTH (object);

  g_object_unref (self->probes);
  g_object_unref (self->requests);
  g_object_unref (self->usage);
  mcp_health_forget_lost (self);
  g_clear_error (&self->unverified);
  g_object_unref (self->clock);
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
  g_value_set_uint (value, MCP_HEALTH (object)->state);
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
  self->probes = mcp_sample_store_new (0);
  self->requests = mcp_sample_store_new (0);
  self->usage = mcp_usage_log_new (0);
  self->events = g_list_store_new (MCP_TYPE_HEALTH_EVENT);
  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  self->clock = g_object_ref (mcp_clock_get_default ());
  self->schedule = mcp_health_schedule_new (self->clock, due_cb, self);
}

/**
 * mcp_health_new:
 * @session: whose connection to watch; it is not kept alive
 * @profile: its settings
 * @questions: (nullable): a model that is empty unless the server waits for a person
 *
 * Creates a monitor that is off until the session tells that it is ready.
 */
McpHealth *
mcp_health_new (McpSession *session,
                McpProfile *profile,
                GListModel *questions)
{
  McpHealth *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_HEALTH, NULL);
  g_set_weak_pointer (&self->session, session);
  self->profile = g_object_ref (profile);
  mcp_profile_get_health (profile, &self->settings);
  mcp_health_schedule_set_settings (self->schedule, &self->settings);
  if (g_set_object (&self->questions, questions))
    g_signal_connect_object (questions, "items-changed", G_CALLBACK (questions_changed_cb), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::health", G_CALLBACK (settings_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

McpHealthState
mcp_health_get_state (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), MCP_HEALTH_OFF);

  return self->state;
}

guint
mcp_health_get_n_failures (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), 0);

  return self->n_failures;
}

McpSampleStore *
mcp_health_get_probes (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return self->probes;
}

/**
 * mcp_health_get_requests:
 *
 * Gets what became of all requests that are no probes, over all lives. Their times say how long
 * the server worked, so they are kept apart from the probes.
 *
 * Returns: (transfer none): the samples
 */
McpSampleStore *
mcp_health_get_requests (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return self->requests;
}

GListModel *
mcp_health_get_events (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return G_LIST_MODEL (self->events);
}

/* Gets whether it is that of a recording: it shows what was, and never probes. */
gboolean
mcp_health_is_recorded (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), FALSE);

  return self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_RECORDED;
}

/**
 * mcp_health_get_method:
 *
 * Gets what is sent as a probe: `ping`, or `server/discover` in the revisions that have no ping.
 *
 * Returns: the method of the request
 */
const char *
mcp_health_get_method (McpHealth *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH (self), NULL);

  return mcp_method_get_probe (
    self->session != NULL ? mcp_session_get_revision (self->session) : (McpRevision){ 0 });
}

/**
 * mcp_health_session_ready:
 * @attempt: which attempt of the session's own it was that came so far; 0 when somebody asked
 *
 * Tells that a life of the session is ready: the first probe goes out.
 */
void
mcp_health_session_ready (McpWatcher *watcher,
                          guint       attempt)
{
  McpHealth *self = MCP_HEALTH (watcher);

  self->stalled = FALSE;
  self->last_was_slow = FALSE;
  g_clear_error (&self->unverified);
  self->n_failures = 0;
  mcp_health_add_event (self, MCP_HEALTH_EVENT_CONNECTED, NULL);
  if (attempt > 0)
    {
      g_autofree char *detail = g_strdup_printf (_("attempt %u"), attempt);

      mcp_health_add_event (self, MCP_HEALTH_EVENT_RECONNECTED, detail);
    }
  set_ready (self, TRUE);
  mcp_health_read_usage (self);
  mcp_health_schedule_watch (self);
}

/* Tells that a message that is no probe went or came: the connection is not idle. */
void
mcp_health_saw_traffic (McpWatcher *watcher)
{
  McpHealth *self = MCP_HEALTH (watcher);

  mcp_health_schedule_saw_traffic (self->schedule);
}

/**
 * mcp_health_call_failed:
 * @reason: what happened
 *
 * Tells that a request which is no probe could not reach the server at all. That counts like a
 * probe that failed: nobody has to wait for the next one to know. Does nothing while off.
 */
void
mcp_health_call_failed (McpWatcher *watcher,
                        const char *reason)
{
  McpHealth *self = MCP_HEALTH (watcher);
  g_autoptr (McpHealth) alive = NULL;

  if (!self->running)
    return;

  alive = g_object_ref (self);
  mcp_health_count_failure (self, reason);
  mcp_health_update_state (self);
}

/**
 * mcp_health_session_ended:
 * @reason: (nullable): why; %NULL when we asked for it
 *
 * Tells that the life ends. A probe under way is a failed sample, yet no failure of the
 * connection: there is none any more. Does nothing for a life that never was ready.
 */
void
mcp_health_session_ended (McpWatcher *watcher,
                          const char *reason)
{
  McpHealth *self = MCP_HEALTH (watcher);
  g_autoptr (McpHealth) alive = NULL;

  if (!self->ready)
    return;

  alive = g_object_ref (self);
  set_ready (self, FALSE);
  if (self->probe != NULL)
    mcp_health_decide (self, TRUE);
  mcp_health_forget_lost (self);
  mcp_health_add_event (self, MCP_HEALTH_EVENT_DISCONNECTED, reason);
}

/**
 * mcp_health_get_recent:
 * @statistics: (out caller-allocates): what its probes say
 *
 * Gets the figures of the last #MCP_HEALTH_RECENT_SEC; of a recording those of all.
 */
void
mcp_health_get_recent (McpHealth           *self,
                       McpHealthStatistics *statistics)
{
  gint64 start_usec = G_MININT64;

  g_return_if_fail (MCP_IS_HEALTH (self));

  if (!mcp_health_is_recorded (self))
    start_usec = g_get_monotonic_time () - (gint64) MCP_HEALTH_RECENT_SEC * G_USEC_PER_SEC;
  mcp_sample_store_get_statistics (mcp_health_get_probes (self), start_usec, G_MAXINT64, statistics);
}
