/* mcp-probe-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-http-transport.h"
#include "mcp-probe-private.h"
#include "mcp-probe-result-private.h"

/**
 * McpProbeRun:
 *
 * Tries one rule after another. An ordinary connection says what the server is and can; all the rest
 * goes over bare ones, on which nothing is said but what a probe says:
 *
 *   learn → (connect → handshake) → steps → fence → the next probe
 *              ↑                                        |
 *              +--- it wants a connection of its own, or the last one broke
 *
 * The fence is a request that every server answers: whatever was sent before it, it must not have
 * broken the connection.
 *
 * One file: probes, their steps and connections are one state machine, in which each leads to the others.
 */

/* A server that is asked to end has this long until it is ended. */
#define CLOSE_MSEC 1000

struct _McpProbeRun
{
  GObject           parent_instance;

  McpSession       *session;
  GListStore       *results;
  GStrv             allowed;
  gboolean         *selected;     /* (nullable): by position */
  McpVersion        version;
  McpProbeReach     reach;
  gint64            start_usec;
  gint64            duration_usec;

  GTask            *task;         /* (nullable): while it runs */
  gulong            cancelled_id;
  guint             position;     /* of the probe */
  McpProbeVisit     visit;
  McpProbeAttempt  *attempt;      /* (nullable) */
  const McpProbeStep *step;       /* that is tried */
  void            (*then) (McpProbeRun *self); /* when its series is through */
  gboolean          is_connected; /* and shook hands */
  gboolean          is_fenced;    /* what runs is the fence */
  GCancellable     *closing;      /* (nullable) */
  guint             close_timer;
};

static void next (McpProbeRun *self);
static void try_step (McpProbeRun *self);
static void start_steps (McpProbeRun *self);
static void close_bare (McpProbeRun *self);

G_DEFINE_FINAL_TYPE (McpProbeRun, mcp_probe_run, G_TYPE_OBJECT)

enum {
  SIGNAL_DONE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const McpProbeStep handshake[] = {
  { MCP_ACT_ASK, "initialize", MCP_PROBE_INITIALIZE ("@version@"), MCP_WANT_RESULT,
    .check = mcp_probe_check_session_id },
  { MCP_ACT_TELL, "notifications/initialized", NULL, MCP_WANT_ANYTHING },
  { MCP_ACT_END },
};

/* A server of both eras may take the first request to tell of which a connection is, but not this
 * question, which is asked to find out. */
static const McpProbeStep modern_start[] = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ANSWER },
  { MCP_ACT_END },
};

static const McpProbeStep fence[] = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_ANSWER },
  { MCP_ACT_END },
};

/* --- One probe --- */

static McpProbeResult *
get_result (McpProbeRun *self)
{
  g_autoptr (McpProbeResult) result = g_list_model_get_item (G_LIST_MODEL (self->results), self->position);

  return result; /* the list holds it */
}

static const McpProbe *
get_probe (McpProbeRun *self)
{
  return mcp_probe_result_get_info (get_result (self))->probe;
}

static guint
get_last_serial (McpProbeRun *self)
{
  McpJournal *journal = mcp_session_get_journal (self->session);

  mcp_journal_flush (journal);

  return mcp_journal_get_n_records (journal);
}

static void
end_probe (McpProbeRun   *self,
           McpProbeState  state,
           McpSeverity    severity,
           const char    *message)
{
  McpProbeResult *result = get_result (self);

  mcp_probe_visit_restore (&self->visit);
  if (get_probe (self)->flags != 0 && mcp_probe_result_get_info (result)->state == MCP_PROBE_RUNNING)
    self->is_connected = FALSE;

  mcp_probe_result_end (result, state, severity, message, get_last_serial (self));
  g_signal_emit (self, signals[SIGNAL_DONE], 0, result);
  self->position++;
  next (self);
}

static void
pass (McpProbeRun *self)
{
  end_probe (self, MCP_PROBE_PASSED, get_probe (self)->severity, NULL);
}

/* The whole run cannot go on, for there is no server any more. */
static void
finish (McpProbeRun *self,
        GError      *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  McpProbeResult *result;

  if (task == NULL)
    {
      g_clear_error (&error);
      return;
    }

  self->duration_usec = g_get_monotonic_time () - self->start_usec;
  g_clear_pointer (&self->attempt, mcp_probe_attempt_free);
  while (self->position < g_list_model_get_n_items (G_LIST_MODEL (self->results)))
    {
      result = get_result (self);
      if (self->selected == NULL || self->selected[self->position])
        mcp_probe_result_end (result, MCP_PROBE_SKIPPED, get_probe (self)->severity, NULL, 0);
      self->position++;
    }
  mcp_session_set_bare (self->session, FALSE);
  mcp_reporter_set_muted (mcp_session_get_reporter (self->session), FALSE);
  if (g_task_get_cancellable (task) != NULL)
    g_signal_handler_disconnect (g_task_get_cancellable (task), self->cancelled_id);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* --- Steps --- */

static void
judge (McpProbeRun         *self,
       const McpProbeReply *reply,
       char               **fault,
       gboolean            *is_mild)
{
  *fault = mcp_probe_judge (self->step, reply, self->reach == MCP_PROBE_OVER_HTTP, is_mild);
  if (self->step->check == NULL || (*fault != NULL && !*is_mild)
      || (self->step->want == MCP_WANT_RESULT && reply->result == NULL))
    return;

  g_clear_pointer (fault, g_free);
  *fault = self->step->check (&self->visit, reply);
  *is_mild = FALSE;
}

static void
step_failed (McpProbeRun *self,
             gboolean     is_mild,
             gboolean     is_broken,
             const char  *message)
{
  const McpProbe *probe = get_probe (self);
  g_autofree char *text = NULL;

  if (is_broken)
    self->is_connected = FALSE;
  if (self->then == close_bare)
    {
      close_bare (self); /* nobody asked for this one */
    }
  else if (self->then == start_steps)
    {
      self->is_connected = FALSE;
      text = g_strdup_printf (_("a new connection was refused: %s"), message);
      end_probe (self, MCP_PROBE_FAILED, MCP_SEVERITY_ERROR, text);
    }
  else if (self->is_fenced)
    {
      text = g_strdup_printf (_("and then the server did not answer any more: %s"), message);
      self->is_connected = FALSE;
      end_probe (self, MCP_PROBE_FAILED, MCP_SEVERITY_ERROR, text);
    }
  else
    {
      end_probe (self, MCP_PROBE_FAILED, is_mild ? MIN (probe->severity, MCP_SEVERITY_WARNING) : probe->severity,
                 message);
    }
}

static void
step_done_cb (McpProbeReply *reply,
              const char    *failure,
              gpointer       user_data)
{
  McpProbeRun *self = user_data;
  g_autoptr (McpProbeRun) alive = g_object_ref (self);
  g_autoptr (McpProbeReply) owned = reply;
  g_autofree char *message = g_strdup (failure);
  g_autofree char *fault = NULL;
  gboolean is_mild = FALSE;
  gboolean is_broken = failure != NULL;

  g_clear_pointer (&self->attempt, mcp_probe_attempt_free);
  if (!self->is_fenced)
    mcp_probe_result_set_step (get_result (self), reply);
  if (message == NULL)
    {
      judge (self, reply, &fault, &is_mild);
      message = g_steal_pointer (&fault);
    }

  if (message != NULL)
    {
      step_failed (self, is_mild, is_broken, message);
    }
  else if (self->visit.not_applicable != NULL)
    {
      g_autofree char *reason = g_steal_pointer (&self->visit.not_applicable);

      end_probe (self, MCP_PROBE_NOT_APPLICABLE, get_probe (self)->severity, reason);
    }
  else
    {
      if (!self->visit.repeat)
        self->step++;
      self->visit.repeat = FALSE;
      try_step (self);
    }
}

static void
try_step (McpProbeRun *self)
{
  McpProbeLink link = {
    .session = self->session,
    .facts = self->visit.facts,
    .version = self->version,
    .is_http = self->reach == MCP_PROBE_OVER_HTTP,
  };

  if (self->step->act == MCP_ACT_END)
    self->then (self);
  else
    self->attempt = mcp_probe_attempt_start (&link, self->step, step_done_cb, self);
}

static void
run_steps (McpProbeRun         *self,
           const McpProbeStep  *steps,
           gboolean             is_fence,
           void               (*then) (McpProbeRun *self))
{
  self->step = steps;
  self->is_fenced = is_fence;
  self->then = then;
  try_step (self);
}

static void
steps_done (McpProbeRun *self)
{
  gboolean is_over = get_probe (self)->flags != 0;

  /* The steps may have closed a fresh connection: no fence follows. */
  if (is_over)
    pass (self);
  else
    run_steps (self, fence, TRUE, pass);
}

static void
start_steps (McpProbeRun *self)
{
  const McpProbe *probe = get_probe (self);
  g_autofree char *missing = mcp_probe_facts_find_missing (self->visit.facts, probe->needs);

  self->is_connected = TRUE;
  if (missing != NULL)
    end_probe (self, MCP_PROBE_NOT_APPLICABLE, probe->severity, missing);
  else
    run_steps (self, probe->steps, FALSE, steps_done);
}

/* --- Connections --- */

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpProbeRun) self = user_data;
  GError *error = NULL;

  if (!mcp_session_open_finish (MCP_SESSION (source), result, &error))
    {
      finish (self, error);
      return;
    }
  if (self->task == NULL)
    return;

  g_hash_table_remove (self->visit.facts, "session");
  self->is_connected = FALSE;
  if ((get_probe (self)->flags & MCP_PROBE_FIRST) != 0)
    start_steps (self);
  else
    run_steps (self, mcp_version_is_modern (self->version) ? modern_start : handshake, FALSE, start_steps);
}

static void
open_bare (McpProbeRun *self)
{
  mcp_session_open_async (self->session, g_task_get_cancellable (self->task), opened_cb, g_object_ref (self));
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpProbeRun) self = user_data;

  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  g_clear_handle_id (&self->close_timer, g_source_remove);
  g_clear_object (&self->closing);
  if (self->task != NULL)
    self->then (self);
}

static gboolean
close_timeout_cb (gpointer user_data)
{
  McpProbeRun *self = user_data;

  self->close_timer = 0;
  g_cancellable_cancel (self->closing);

  return G_SOURCE_REMOVE;
}

static void
close_session (McpProbeRun  *self,
               void        (*then) (McpProbeRun *self))
{
  self->then = then;
  if (!mcp_session_is_open (self->session) && mcp_session_get_state (self->session) != MCP_SESSION_CLOSING)
    {
      then (self);
      return;
    }

  self->closing = g_cancellable_new ();
  self->close_timer = g_timeout_add (CLOSE_MSEC, close_timeout_cb, self);
  mcp_session_close_async (self->session, self->closing, closed_cb, g_object_ref (self));
}

static void
close_bare (McpProbeRun *self)
{
  self->is_connected = FALSE;
  close_session (self, open_bare);
}

/* A server keeps what it knows of a session until it is told that nobody comes back. */
static void
leave_connection (McpProbeRun *self)
{
  static const McpProbeStep goodbye[] = {
    { MCP_ACT_DELETE, NULL, NULL, MCP_WANT_ANYTHING },
    { MCP_ACT_END },
  };

  if (self->is_connected && g_hash_table_contains (self->visit.facts, "session"))
    run_steps (self, goodbye, TRUE, close_bare);
  else
    close_bare (self);
}

/* --- The run --- */

static void
all_done (McpProbeRun *self)
{
  finish (self, NULL);
}

static void
next (McpProbeRun *self)
{
  const McpProbe *probe;
  g_autofree char *reason = NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->results));

  while (self->selected != NULL && self->position < n && !self->selected[self->position])
    self->position++;
  if (self->position >= n)
    {
      close_session (self, all_done);
      return;
    }

  probe = get_probe (self);
  reason = mcp_probe_facts_find_reason (self->visit.facts, probe, self->version, self->reach);
  if (reason != NULL)
    {
      end_probe (self, MCP_PROBE_NOT_APPLICABLE, probe->severity, reason);
      return;
    }

  mcp_probe_result_start (get_result (self), self->version, get_last_serial (self) + 1);
  if (self->is_connected && probe->flags == 0 && mcp_session_is_open (self->session))
    start_steps (self);
  else
    leave_connection (self);
}

/* --- Learning what the server is --- */

static void
start_probing (McpProbeRun *self)
{
  mcp_session_set_bare (self->session, TRUE);
  mcp_reporter_set_muted (mcp_session_get_reporter (self->session), TRUE);
  next (self);
}

static void
learned (McpProbeRun *self)
{
  McpTransport *transport = mcp_session_get_transport (self->session);

  self->reach = MCP_IS_HTTP_TRANSPORT (transport) ? MCP_PROBE_OVER_HTTP : MCP_PROBE_OVER_STREAM;
  self->version = self->visit.version = mcp_session_get_version (self->session);
  g_clear_pointer (&self->visit.facts, g_hash_table_unref);
  self->visit.facts = mcp_probe_facts_new (self->session, (const char * const *) self->allowed,
                                           self->reach == MCP_PROBE_OVER_HTTP);
  mcp_session_set_bare (self->session, TRUE); /* while it is known which way it went */
  close_session (self, start_probing);
}

static void
learned_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (McpProbeRun) self = user_data;
  GError *error = NULL;

  if (!mcp_probe_learn_finish (MCP_SESSION (source), result, &error))
    finish (self, error);
  else if (self->task != NULL)
    learned (self);
}

static void
cancelled_cb (GCancellable *cancellable,
              McpProbeRun  *self)
{
  if (self->closing != NULL)
    g_cancellable_cancel (self->closing);
  finish (self, g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED, _("the probes were cancelled")));
}

/**
 * mcp_probe_run_async:
 * @callback: called when all that were selected have ended
 *
 * Tries the selected probes. The session is opened if it is not open, is connected anew many times,
 * and is closed at the end; its journal has all that crossed. Findings are not reported meanwhile.
 */
void
mcp_probe_run_async (McpProbeRun         *self,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_return_if_fail (MCP_IS_PROBE_RUN (self));
  g_return_if_fail (self->task == NULL);

  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->task, mcp_probe_run_async);
  g_task_set_check_cancellable (self->task, FALSE);
  if (cancellable != NULL)
    self->cancelled_id = g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), self);

  self->start_usec = g_get_monotonic_time ();
  self->position = 0;
  self->is_connected = FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->results)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (G_LIST_MODEL (self->results), i);

      mcp_probe_result_reset (result);
    }

  mcp_probe_learn_async (self->session, cancellable, learned_cb, g_object_ref (self));
}

gboolean
mcp_probe_run_finish (McpProbeRun   *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- The object --- */

static void
mcp_probe_run_finalize (GObject *object)
{
  McpProbeRun *self = MCP_PROBE_RUN (object);

  g_clear_pointer (&self->attempt, mcp_probe_attempt_free);
  g_clear_handle_id (&self->close_timer, g_source_remove);
  g_clear_object (&self->closing);
  g_clear_object (&self->session);
  g_clear_object (&self->results);
  g_clear_pointer (&self->allowed, g_strfreev);
  g_clear_pointer (&self->selected, g_free);
  g_clear_pointer (&self->visit.facts, g_hash_table_unref);
  g_clear_pointer (&self->visit.saved, g_hash_table_unref);
  g_free (self->visit.not_applicable);

  G_OBJECT_CLASS (mcp_probe_run_parent_class)->finalize (object);
}

static void
mcp_probe_run_class_init (McpProbeRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_probe_run_finalize;

  signals[SIGNAL_DONE] = g_signal_new ("done", MCP_TYPE_PROBE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, MCP_TYPE_PROBE_RESULT);
}

static void
mcp_probe_run_init (McpProbeRun *self)
{
  self->results = g_list_store_new (MCP_TYPE_PROBE_RESULT);
  self->visit.saved = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < mcp_probe_get_n (); i++)
    {
      g_autoptr (McpProbeResult) result = mcp_probe_result_new (mcp_probe_get (i));

      g_list_store_append (self->results, result);
    }
}

/**
 * mcp_probe_run_new:
 * @session: a session of a server; it is the run's as long as that lasts
 *
 * Prepares to try all rules on a server.
 *
 * Returns: (transfer full): a run
 */
McpProbeRun *
mcp_probe_run_new (McpSession *session)
{
  McpProbeRun *self = g_object_new (MCP_TYPE_PROBE_RUN, NULL);

  self->session = g_object_ref (session);

  return self;
}

/**
 * mcp_probe_run_select:
 * @self: a run that has not begun
 * @names: (nullable): of probes and groups; %NULL for all
 *
 * Chooses what is tried. What is not stays waiting.
 */
void
mcp_probe_run_select (McpProbeRun        *self,
                      const char * const *names)
{
  g_return_if_fail (MCP_IS_PROBE_RUN (self));

  g_clear_pointer (&self->selected, g_free);
  if (names == NULL)
    return;

  self->selected = g_new0 (gboolean, mcp_probe_get_n ());
  for (guint i = 0; i < mcp_probe_get_n (); i++)
    self->selected[i] = g_strv_contains (names, mcp_probe_get (i)->name)
                        || g_strv_contains (names, mcp_probe_get (i)->group);
}

void
mcp_probe_run_allow_tools (McpProbeRun        *self,
                           const char * const *tools)
{
  g_return_if_fail (MCP_IS_PROBE_RUN (self));

  g_strfreev (self->allowed);
  self->allowed = g_strdupv ((char **) tools);
}

McpSession *
mcp_probe_run_get_session (McpProbeRun *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RUN (self), NULL);

  return self->session;
}

GListModel *
mcp_probe_run_get_results (McpProbeRun *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RUN (self), NULL);

  return G_LIST_MODEL (self->results);
}

McpVersion
mcp_probe_run_get_version (McpProbeRun *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RUN (self), MCP_VERSION_UNKNOWN);

  return self->version;
}

gint64
mcp_probe_run_get_duration_usec (McpProbeRun *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RUN (self), 0);

  return self->task != NULL ? g_get_monotonic_time () - self->start_usec : self->duration_usec;
}

guint
mcp_probe_run_count (McpProbeRun   *self,
                     McpProbeState  state)
{
  guint n = 0;

  g_return_val_if_fail (MCP_IS_PROBE_RUN (self), 0);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->results)); i++)
    {
      g_autoptr (McpProbeResult) result = g_list_model_get_item (G_LIST_MODEL (self->results), i);

      n += mcp_probe_result_get_info (result)->state == state;
    }

  return n;
}
