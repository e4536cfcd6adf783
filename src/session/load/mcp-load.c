/* mcp-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-load-words.h"
#include "mcp-load.h"

/**
 * McpLoad:
 *
 * Calls a server again and again, and measures how long its answers take.
 *
 * Without a rate it is a closed loop: each answer lets the next call go, as so many callers would
 * that wait. With a rate it is an open one: calls are due at even times, whether the server keeps
 * up or not, and a latency counts from when its call was due. A slow server cannot hide its delay
 * by holding up the calls that would have seen it (“coordinated omission”).
 *
 * A latency ends with the last byte of the answer, as the thread saw it that reads. What we were
 * late ourselves, because something else was done when a call was due and could have gone, is not
 * the server's: it is left out, and told.
 */

#define INTERVAL_USEC    G_USEC_PER_SEC
/* From here on it is told how late we were. */
#define LATE_USEC        1000
/* Fewer calls do not say what share fails. */
#define LEAST_FOR_SHARE  20

/* One of the calls that may be under way at a time. Two objects take turns: one that has just finished is
 * not free yet. */
typedef struct _Caller Caller;

struct _Caller
{
  McpLoad *load;
  McpCall *calls[2];       /* (nullable) */
  guint    turn;
  gint64   since_usec;     /* since when its latency counts; -1: it is not under way */
  Caller  *next_idle;      /* (nullable) */
};

struct _McpLoad
{
  GObject         parent_instance;

  McpSession     *session;
  McpLoadPlan     plan;          /* owns its call and name */
  GTask          *task;          /* (nullable): while it runs */
  int             timer_fd;      /* -1 while it does not run; a GSource would wake up to 1 ms late */
  guint           timer_id;
  gulong          cancelled_id;

  gint64          begin_usec;
  gint64          measure_usec;  /* warm-up is over */
  gint64          end_usec;      /* nothing is sent from then on */
  guint64         n_due;         /* calls of the schedule so far, warm-up included */
  guint64         n_measured;    /* sent, that count */
  Caller         *callers;       /* as many as may be under way */
  Caller         *idle;          /* (nullable): linked list of callers without a call */
  guint           n_under_way;
  gint64          freed_usec;    /* when the answer came that let the next call go; 0: none waited */
  gboolean        filling;
  gboolean        ending;

  McpLoadReport  *report;
  McpHistogram   *histogram;
  gint64          min_usec;
  gint64          max_usec;
  double          sum_usec;

  McpHistogram   *interval;
  McpLoadPoint    point;         /* being filled */
  gint64          cpu_usec;      /* at the last interval; -1: not known */
  gint64          cpu_time_usec;
};

G_DEFINE_FINAL_TYPE (McpLoad, mcp_load, G_TYPE_OBJECT)

enum {
  SIGNAL_INTERVAL,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void fill (McpLoad *self);

/* 0 is at once. */
static void
set_timer (McpLoad *self,
           gint64   at_usec)
{
  struct itimerspec when = { 0 };

  if (self->timer_fd < 0)
    return;

  at_usec = MAX (at_usec, 1);
  when.it_value.tv_sec = at_usec / G_USEC_PER_SEC;
  when.it_value.tv_nsec = at_usec % G_USEC_PER_SEC * 1000;
  timerfd_settime (self->timer_fd, TFD_TIMER_ABSTIME, &when, NULL);
}

static gint64
get_due_usec (McpLoad *self,
              guint64  number)
{
  return self->begin_usec + (gint64) (number * G_USEC_PER_SEC / self->plan.rate);
}

static void
start_point (McpLoad *self,
             gint64   now_usec)
{
  mcp_histogram_clear (self->interval);
  self->point = (McpLoadPoint) {
    .start_usec = now_usec - self->begin_usec,
    .p50_usec = -1, .p99_usec = -1, .max_usec = -1, .cpu_percent = -1,
  };
}

static void
read_usage (McpLoad *self)
{
  McpProcess *process = mcp_session_get_process (self->session);
  McpProcessUsage usage;

  if (process == NULL || !mcp_process_read_usage (process, &usage))
    return;

  self->point.memory_bytes = usage.rss_bytes;
  if (self->cpu_usec >= 0 && usage.time_usec > self->cpu_time_usec)
    self->point.cpu_percent = 100.0 * MAX (usage.cpu_usec - self->cpu_usec, 0)
                              / (usage.time_usec - self->cpu_time_usec);
  self->cpu_usec = usage.cpu_usec;
  self->cpu_time_usec = usage.time_usec;
}

static void
update_report (McpLoad *self,
               gint64   now_usec)
{
  McpLoadReport *report = self->report;

  report->duration_usec = CLAMP (now_usec, self->measure_usec, self->end_usec)
                          - self->measure_usec;
  mcp_load_report_set_latencies (report, self->histogram, self->min_usec,
                                 report->n_answered > 0 ? self->sum_usec / report->n_answered : 0,
                                 self->max_usec);
}

static void
end_point (McpLoad *self,
           gint64   now_usec)
{
  self->point.length_usec = now_usec - self->begin_usec - self->point.start_usec;
  /* Of the last moment there may be nothing to tell. */
  if (self->point.length_usec < INTERVAL_USEC / 10
      && self->point.n_answered + self->point.n_failed == 0)
    return;

  /* The middle of a bucket may be beyond what was measured. */
  self->point.p50_usec = MIN (mcp_histogram_get_percentile (self->interval, 50),
                              self->point.max_usec);
  self->point.p99_usec = MIN (mcp_histogram_get_percentile (self->interval, 99),
                              self->point.max_usec);
  read_usage (self);
  g_array_append_val (self->report->points, self->point);
  update_report (self, now_usec);
  g_signal_emit (self, signals[SIGNAL_INTERVAL], 0, self->report->points->len - 1);
  start_point (self, now_usec);
}

static void
stop_by_rule (McpLoad *self,
              char    *reason)
{
  g_free (self->report->stopped);
  self->report->stopped = reason;
  self->end_usec = MIN (self->end_usec, g_get_monotonic_time ());
}

static void
check_stop_rules (McpLoad            *self,
                  const McpLoadPoint *point)
{
  const McpLoadReport *report = self->report;
  guint64 n = report->n_answered + report->n_failed;
  double failed = n > 0 ? 100.0 * report->n_failed / n : 0;

  if (report->stopped != NULL)
    return;

  if (self->plan.stop_failed_percent >= 0 && n >= LEAST_FOR_SHARE
      && failed > self->plan.stop_failed_percent)
    stop_by_rule (self, g_strdup_printf (_("%.3g %% of the calls failed"), failed));
  else if (self->plan.stop_p99_msec > 0 && point->p99_usec > self->plan.stop_p99_msec * 1000.0
           && point->start_usec >= self->measure_usec - self->begin_usec)
    stop_by_rule (self, g_strdup_printf (_("p99 was %.4g ms"), point->p99_usec / 1000.0));
}

/* Nothing is to be sent any more, and nothing is awaited. */
static void
finish (McpLoad *self,
        GError  *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  gint64 now_usec = g_get_monotonic_time ();

  if (task == NULL)
    {
      g_clear_error (&error);
      return;
    }

  g_clear_handle_id (&self->timer_id, g_source_remove);
  close (self->timer_fd);
  self->timer_fd = -1;
  g_cancellable_disconnect (g_task_get_cancellable (task), self->cancelled_id);
  self->cancelled_id = 0;

  /* The last answers came after the last call was sent: they took time too. */
  if (self->plan.n_calls > 0 && self->plan.rate <= 0)
    self->end_usec = MIN (self->end_usec, now_usec);
  end_point (self, now_usec);
  update_report (self, now_usec);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
count_answer (McpLoad *self,
              gint64   latency_usec,
              gboolean is_measured)
{
  mcp_histogram_add (self->interval, latency_usec);
  self->point.n_answered++;
  self->point.max_usec = MAX (self->point.max_usec, latency_usec);
  if (!is_measured)
    return;

  mcp_histogram_add (self->histogram, latency_usec);
  self->min_usec = self->report->n_answered == 0 ? latency_usec : MIN (self->min_usec, latency_usec);
  self->max_usec = MAX (self->max_usec, latency_usec);
  self->sum_usec += (double) latency_usec;
  self->report->n_answered++;
}

static void
count_failure (McpLoad *self,
               McpCall *call,
               gboolean is_measured)
{
  g_autofree char *kind = NULL;

  self->point.n_failed++;
  if (!is_measured)
    return;

  kind = mcp_load_dup_error_kind (call);
  mcp_load_report_count_error (self->report, kind);
}

static void
finished_cb (McpCall  *call,
             gpointer  user_data)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  Caller *caller = user_data;
  McpLoad *self = caller->load;
  gboolean is_measured = caller->since_usec >= self->measure_usec;
  gint64 latency_usec = outcome->latency_usec;
  gint64 end_usec = latency_usec >= 0 ? outcome->started_usec + outcome->queued_usec + latency_usec
                                      : g_get_monotonic_time ();

  if (self->n_under_way == self->plan.concurrency)
    self->freed_usec = end_usec;

  if (outcome->error == NULL && !outcome->is_tool_error && latency_usec >= 0)
    count_answer (self, end_usec - caller->since_usec, is_measured);
  /* What we gave up ourselves says nothing about the server. */
  else if (!self->ending)
    count_failure (self, call, is_measured);

  caller->since_usec = -1;
  caller->next_idle = self->idle;
  self->idle = caller;
  self->n_under_way--;
  fill (self);
}

/* Gives when it was started; 0 for one that failed at once. */
static gint64
start_call (McpLoad *self,
            gint64   since_usec)
{
  Caller *caller = self->idle;
  McpCall **call = &caller->calls[caller->turn ^= 1];

  *call = *call != NULL ? mcp_call_repeat (*call) : mcp_call_new_again (self->plan.call);
  caller->since_usec = since_usec;
  self->idle = caller->next_idle;
  self->n_under_way++;
  if (since_usec >= self->measure_usec)
    self->n_measured++;

  mcp_call_set_finished_func (*call, finished_cb, caller);
  mcp_session_start_call (self->session, *call);

  return mcp_call_get_outcome (*call)->started_usec;
}

static gboolean
has_sent_all (McpLoad *self,
              gint64   now_usec)
{
  return self->ending || now_usec >= self->end_usec || !mcp_session_is_open (self->session)
         || self->n_measured >= (self->plan.n_calls > 0 ? self->plan.n_calls : MCP_LOAD_MAX_CALLS);
}

/* When something is to be done next that no answer brings. */
static gint64
get_next_usec (McpLoad *self,
               gint64   now_usec)
{
  gint64 next_usec = self->begin_usec + self->point.start_usec + INTERVAL_USEC;

  if (now_usec < self->end_usec)
    next_usec = MIN (next_usec, self->end_usec);
  if (self->n_under_way < self->plan.concurrency && !has_sent_all (self, now_usec))
    next_usec = MIN (next_usec, self->plan.rate > 0 ? get_due_usec (self, self->n_due) : now_usec);

  return next_usec;
}

/* Since when the latency of a call counts that is due: without what we were late ourselves. */
static gint64
get_since_usec (McpLoad *self,
                gint64   due_usec,
                gint64   now_usec)
{
  gint64 late_usec = now_usec - MAX (due_usec, self->freed_usec);

  if (late_usec <= 0)
    return due_usec;

  if (late_usec >= LATE_USEC && due_usec + late_usec >= self->measure_usec)
    {
      self->report->n_late++;
      self->report->max_late_usec = MAX (self->report->max_late_usec, late_usec);
    }

  return due_usec + late_usec;
}

/* Sends what is due, as far as as many may be under way. Behind a call that failed at once the main loop
 * has its turn: all of them may. */
static void
fill (McpLoad *self)
{
  gint64 now_usec = g_get_monotonic_time ();

  if (self->filling || self->task == NULL)
    return;

  self->filling = TRUE;
  while (!has_sent_all (self, now_usec)
         && self->n_under_way < self->plan.concurrency)
    {
      gint64 due_usec = self->plan.rate > 0 ? get_due_usec (self, self->n_due) : now_usec;
      gint64 started_usec;

      if (due_usec > now_usec)
        break;
      self->n_due++;
      started_usec = start_call (self, get_since_usec (self, due_usec, now_usec));
      if (started_usec == 0)
        break;
      now_usec = started_usec;
    }
  self->filling = FALSE;

  /* The end is not told from here: a handler of ::finished may stand above. */
  if (has_sent_all (self, now_usec) && self->n_under_way == 0)
    set_timer (self, 0);
  else if (self->plan.rate > 0 || self->n_under_way < self->plan.concurrency)
    set_timer (self, get_next_usec (self, now_usec));
}

static void
count_not_sent (McpLoad *self)
{
  gint64 until_usec = MIN (self->end_usec, g_get_monotonic_time ());
  guint64 n_due;

  if (self->plan.rate <= 0 || self->plan.n_calls > 0 || until_usec <= self->begin_usec)
    return;

  n_due = (guint64) ((until_usec - self->begin_usec) * self->plan.rate / G_USEC_PER_SEC);
  self->report->n_not_sent = n_due > self->n_due ? n_due - self->n_due : 0;
}

static gboolean
timer_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  McpLoad *self = user_data;
  g_autoptr (McpLoad) hold = g_object_ref (self);
  gint64 now_usec = g_get_monotonic_time ();
  guint64 n_times;

  /* It may have been set anew since. */
  if (read (fd, &n_times, sizeof n_times) < 0 && errno == EAGAIN)
    return G_SOURCE_CONTINUE;

  if (now_usec >= self->begin_usec + self->point.start_usec + INTERVAL_USEC)
    {
      end_point (self, now_usec);
      check_stop_rules (self, &g_array_index (self->report->points, McpLoadPoint,
                                              self->report->points->len - 1));
    }

  fill (self);
  now_usec = g_get_monotonic_time ();
  if (has_sent_all (self, now_usec) && self->n_under_way == 0)
    {
      const GError *error = mcp_session_get_error (self->session);

      count_not_sent (self);
      if (!mcp_session_is_open (self->session) && !self->ending)
        finish (self, error != NULL ? g_error_copy (error)
                                    : g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                           _("The connection was closed.")));
      else
        finish (self, NULL);
      return G_SOURCE_CONTINUE;
    }

  set_timer (self, get_next_usec (self, now_usec));
  return G_SOURCE_CONTINUE;
}

/* Ends it now. Calls that are under way are cancelled and not counted. */
static void
mcp_load_stop (McpLoad *self)
{
  g_return_if_fail (MCP_IS_LOAD (self));

  if (self->task == NULL || self->ending)
    return;

  self->ending = TRUE;
  self->end_usec = MIN (self->end_usec, g_get_monotonic_time ());
  for (guint i = 0; i < self->plan.concurrency; i++)
    {
      Caller *caller = &self->callers[i];

      if (caller->since_usec >= 0)
        mcp_call_cancel (caller->calls[caller->turn], NULL);
    }

  set_timer (self, 0);
}

static void
cancelled_cb (GCancellable *cancellable,
              McpLoad      *self)
{
  mcp_load_stop (self);
}

/**
 * mcp_load_run_async:
 * @self: a load that did not run yet
 * @cancellable: (nullable): ends it early, which is no error
 * @callback: called when every call was answered or has failed
 *
 * Makes the calls. The error is that of the connection, when that ended.
 */
void
mcp_load_run_async (McpLoad             *self,
                    GCancellable        *cancellable,
                    GAsyncReadyCallback  callback,
                    gpointer             user_data)
{
  gint64 seconds = MCP_LOAD_MAX_SECONDS;

  g_return_if_fail (MCP_IS_LOAD (self));
  g_return_if_fail (self->begin_usec == 0);

  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->task, mcp_load_run_async);
  g_task_set_check_cancellable (self->task, FALSE);

  self->begin_usec = g_get_monotonic_time ();
  self->measure_usec = self->begin_usec + self->plan.warmup_msec * G_GINT64_CONSTANT (1000);
  self->end_usec = self->measure_usec
                   + (self->plan.duration_msec > 0
                      ? MIN (self->plan.duration_msec * G_GINT64_CONSTANT (1000),
                             seconds * G_USEC_PER_SEC)
                      : seconds * G_USEC_PER_SEC);
  read_usage (self);
  start_point (self, self->begin_usec);

  self->timer_fd = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (self->timer_fd < 0)
    {
      g_autoptr (GTask) task = g_steal_pointer (&self->task);

      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_FAILED, "timerfd_create: %s",
                               g_strerror (errno));
      return;
    }
  self->timer_id = g_unix_fd_add (self->timer_fd, G_IO_IN, timer_cb, self);
  set_timer (self, 0);

  if (cancellable != NULL)
    self->cancelled_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), self, NULL);
}

gboolean
mcp_load_run_finish (McpLoad       *self,
                     GAsyncResult  *result,
                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
mcp_load_is_running (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), FALSE);

  return self->task != NULL;
}

const McpLoadPlan *
mcp_load_get_plan (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), NULL);

  return &self->plan;
}

gint64
mcp_load_get_begin_usec (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), 0);

  return self->begin_usec;
}

guint
mcp_load_get_n_under_way (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), 0);

  return self->n_under_way;
}

const McpLoadReport *
mcp_load_get_report (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), NULL);

  return self->report;
}

const McpHistogram *
mcp_load_get_interval (McpLoad *self)
{
  g_return_val_if_fail (MCP_IS_LOAD (self), NULL);

  return self->interval;
}

/* Nobody waits: a task that runs has a reference. */
static void
mcp_load_finalize (GObject *object)
{
  McpLoad *self = MCP_LOAD (object);

  for (guint i = 0; i < self->plan.concurrency; i++)
    {
      g_clear_object (&self->callers[i].calls[0]);
      g_clear_object (&self->callers[i].calls[1]);
    }
  g_free (self->callers);
  g_clear_object (&self->plan.call);
  g_free ((char *) self->plan.name);
  g_clear_pointer (&self->report, mcp_load_report_free);
  g_clear_pointer (&self->histogram, mcp_histogram_free);
  g_clear_pointer (&self->interval, mcp_histogram_free);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (mcp_load_parent_class)->finalize (object);
}

static void
mcp_load_class_init (McpLoadClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_load_finalize;

  signals[SIGNAL_INTERVAL] = g_signal_new ("interval", MCP_TYPE_LOAD, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mcp_load_init (McpLoad *self)
{
  self->report = mcp_load_report_new ();
  self->histogram = mcp_histogram_new ();
  self->interval = mcp_histogram_new ();
  self->cpu_usec = -1;
  self->timer_fd = -1;
}

/**
 * mcp_load_plan_settle:
 * @plan: a plan whose concurrency may be 0
 *
 * Chooses what nobody has: one caller that waits, or as many calls under way as a rate takes, and
 * ten seconds.
 */
void
mcp_load_plan_settle (McpLoadPlan *plan)
{
  g_return_if_fail (plan != NULL);

  if (plan->concurrency == 0)
    plan->concurrency = plan->rate > 0 ? MCP_LOAD_MAX_CONCURRENCY : 1;
  if (plan->n_calls == 0 && plan->duration_msec == 0)
    plan->duration_msec = MCP_LOAD_DEFAULT_SECONDS * 1000;
}

/**
 * mcp_load_new:
 * @session: one that is ready
 * @plan: what to do; copied
 *
 * Creates a run that has not begun. What is beyond the limits in @plan counts as the limit.
 *
 * Returns: (transfer full): a load
 */
McpLoad *
mcp_load_new (McpSession        *session,
              const McpLoadPlan *plan)
{
  McpLoad *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (plan != NULL && MCP_IS_CALL (plan->call), NULL);

  self = g_object_new (MCP_TYPE_LOAD, NULL);
  self->session = g_object_ref (session);
  self->plan = *plan;
  self->plan.call = mcp_call_new_again (plan->call);
  /* Each would have a token, and be answered by more than one message. */
  mcp_call_set_want_progress (self->plan.call, FALSE);
  self->plan.name = g_strdup (plan->name);
  self->plan.concurrency = CLAMP (plan->concurrency, 1, MCP_LOAD_MAX_CONCURRENCY);
  self->plan.rate = CLAMP (plan->rate, 0, MCP_LOAD_MAX_RATE);
  self->plan.n_calls = MIN (plan->n_calls, MCP_LOAD_MAX_CALLS);
  self->callers = g_new0 (Caller, self->plan.concurrency);
  for (guint i = 0; i < self->plan.concurrency; i++)
    {
      self->callers[i] = (Caller) { .load = self, .since_usec = -1, .next_idle = self->idle };
      self->idle = &self->callers[i];
    }

  self->report->method = g_strdup (mcp_call_get_method (plan->call));
  self->report->name = g_strdup (plan->name);
  self->report->concurrency = self->plan.concurrency;
  self->report->rate = self->plan.rate;

  return self;
}
