/* mcp-test-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-test-run.h"

/*
 * Each connection begins with the steps of "setUp". A server that ends during a test fails it, and
 * is started again for the next one. A test ends with its first step that fails, for what follows
 * mostly builds on it.
 */

struct _McpTestRun
{
  GObject           parent_instance;

  McpTestFile      *file;
  McpSession       *session;
  GListStore       *results;
  GHashTable       *snapshots;

  GTask            *task;            /* (nullable): while it runs */
  guint             life;            /* of the session, that setUp ran in; 0: in none */
  guint             i_case;
  guint             i_step;
  gboolean          in_set_up;
  McpTestVariables *variables;       /* (nullable): with what setUp took */
  McpTestVariables *case_variables;  /* (nullable) */
  McpCall          *call;            /* (nullable): under way */
  guint             first_finding;
};

G_DEFINE_FINAL_TYPE (McpTestRun, mcp_test_run, G_TYPE_OBJECT)

static void go_on (McpTestRun *self);

static gboolean
go_on_cb (gpointer user_data)
{
  go_on (user_data);

  return G_SOURCE_REMOVE;
}

/* Not at once: calls can fail before they are sent, and each would stand on the one before. */
static void
go_on_soon (McpTestRun *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, go_on_cb, g_object_ref (self), g_object_unref);
}

static void
mcp_test_run_finalize (GObject *object)
{
  McpTestRun *self = MCP_TEST_RUN (object);

  g_clear_pointer (&self->case_variables, mcp_test_variables_free);
  g_clear_pointer (&self->variables, mcp_test_variables_free);
  g_clear_pointer (&self->snapshots, g_hash_table_unref);
  g_clear_object (&self->results);
  g_clear_object (&self->session);
  g_clear_pointer (&self->file, mcp_test_file_unref);

  G_OBJECT_CLASS (mcp_test_run_parent_class)->finalize (object);
}

static void
mcp_test_run_class_init (McpTestRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_test_run_finalize;
}

static void
mcp_test_run_init (McpTestRun *self)
{
  self->results = g_list_store_new (MCP_TYPE_TEST_RESULT);
  self->snapshots = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/**
 * mcp_test_run_new:
 * @file: the tests
 * @session: what to run them on
 *
 * Makes a run. Nothing is sent yet.
 */
McpTestRun *
mcp_test_run_new (McpTestFile *file,
                  McpSession  *session)
{
  McpTestRun *self = g_object_new (MCP_TYPE_TEST_RUN, NULL);

  self->file = mcp_test_file_ref (file);
  self->session = g_object_ref (session);
  for (guint i = 0; i < file->cases->len; i++)
    {
      const McpTestCase *test = file->cases->pdata[i];
      g_autoptr (McpTestResult) result = mcp_test_result_new (test->name);

      g_list_store_append (self->results, result);
    }

  return self;
}

McpTestFile *
mcp_test_run_get_file (McpTestRun *self)
{
  return self->file;
}

GListModel *
mcp_test_run_get_results (McpTestRun *self)
{
  return G_LIST_MODEL (self->results);
}

GHashTable *
mcp_test_run_get_snapshots (McpTestRun *self)
{
  return self->snapshots;
}

/* --- Ending --- */

static void
finish (McpTestRun *self,
        GError     *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  for (guint i = self->i_case; i < self->file->cases->len; i++)
    {
      g_autoptr (McpTestResult) result = g_list_model_get_item (G_LIST_MODEL (self->results), i);

      mcp_test_result_skip (result);
    }

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static McpTestResult *
get_result (McpTestRun *self)
{
  g_autoptr (McpTestResult) result = g_list_model_get_item (G_LIST_MODEL (self->results),
                                                            self->i_case);

  /* The list keeps it. */
  return result;
}

static void
end_case (McpTestRun *self,
          GPtrArray  *failures)
{
  mcp_test_result_end (get_result (self), failures);
  g_clear_pointer (&self->case_variables, mcp_test_variables_free);
  self->i_case++;
  self->i_step = 0;
}

static GPtrArray *
new_failure (const char *expectation,
             const char *message)
{
  GPtrArray *failures = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_test_failure_free);

  g_ptr_array_add (failures, mcp_test_failure_new (expectation, message));

  return failures;
}

static void
end_case_with (McpTestRun *self,
               const char *expectation,
               const char *message)
{
  g_autoptr (GPtrArray) failures = new_failure (expectation, message);

  end_case (self, failures);
}

/* --- Steps --- */

static GPtrArray *
get_steps (McpTestRun *self)
{
  const McpTestCase *test;

  if (self->in_set_up)
    return self->file->set_up;
  test = self->file->cases->pdata[self->i_case];

  return test->steps;
}

/* What fails in "setUp" fails the test that is next, and the one after it begins anew. */
static void
fail_step (McpTestRun *self,
           GPtrArray  *failures)
{
  if (self->in_set_up)
    {
      mcp_test_result_begin (get_result (self));
      self->in_set_up = FALSE;
      self->life = 0;
    }
  end_case (self, failures);
}

static void
remember_snapshot (McpTestRun        *self,
                   const McpTestStep *step,
                   GPtrArray         *failures)
{
  char *json = NULL;

  for (guint i = 0; i < failures->len && json == NULL; i++)
    {
      const McpTestFailure *failure = failures->pdata[i];

      if (g_str_has_prefix (failure->expectation, "snapshot"))
        json = mcp_test_dup_snapshot (self->call);
    }
  if (json != NULL)
    g_hash_table_insert (self->snapshots, (gpointer) step, json);
}

static void
finished_cb (McpCall    *call,
             McpTestRun *self)
{
  const McpTestStep *step = get_steps (self)->pdata[self->i_step];
  McpTestVariables *variables = self->in_set_up ? self->variables : self->case_variables;
  guint serial = mcp_call_get_outcome (call)->answer_serial;
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (McpCall) hold = call;

  g_signal_handlers_disconnect_by_data (call, self);
  failures = mcp_test_check_answer (step, variables, call, mcp_session_get_journal (self->session),
                                    self->first_finding);
  remember_snapshot (self, step, failures);
  mcp_test_result_set_serial (get_result (self),
                              serial != 0 ? serial : mcp_call_get_outcome (call)->serial);
  self->call = NULL;

  /* What we gave up ourselves says nothing about the server. */
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (self->task)))
    {
      self->i_step++;
      if (failures->len > 0)
        fail_step (self, failures);
    }
  go_on_soon (self);
}

static void
start_step (McpTestRun        *self,
            const McpTestStep *step)
{
  McpTestVariables *variables = self->in_set_up ? self->variables : self->case_variables;
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (self->session));
  g_autoptr (GError) error = NULL;
  g_autofree char *params = NULL;

  if (step->params != NULL)
    {
      params = mcp_test_variables_expand_json (variables, step->params, &error);
      if (params == NULL)
        {
          g_autoptr (GPtrArray) failures = new_failure ("params", error->message);

          fail_step (self, failures);
          go_on_soon (self);
          return;
        }
    }

  mcp_journal_flush (mcp_session_get_journal (self->session));
  self->first_finding = g_list_model_get_n_items (findings);
  self->call = mcp_call_new (step->method, params);
  if (step->timeout_msec > 0)
    mcp_call_set_timeout (self->call, step->timeout_msec);
  g_signal_connect_object (self->call, "finished", G_CALLBACK (finished_cb), self, 0);
  mcp_session_start_call (self->session, self->call);
}

/* --- From one to the next --- */

static void
open_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (McpTestRun) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!mcp_session_restart_finish (self->session, result, &error))
    {
      /* Without a first connection there is nothing to test. */
      if (self->life == 0 && self->i_case == 0)
        {
          finish (self, g_steal_pointer (&error));
          return;
        }
      mcp_test_result_begin (get_result (self));
      end_case_with (self, "connect", error->message);
    }
  go_on (self);
}

static void
begin_connection (McpTestRun *self)
{
  g_clear_pointer (&self->case_variables, mcp_test_variables_free);
  g_clear_pointer (&self->variables, mcp_test_variables_free);
  self->variables = mcp_test_variables_new (self->file->variables);
  self->life = mcp_session_get_life (self->session);
  self->in_set_up = TRUE;
  self->i_step = 0;
}

static void
begin_case (McpTestRun *self)
{
  self->case_variables = mcp_test_variables_new (self->variables);
  mcp_test_result_begin (get_result (self));
}

/* What is next: connecting, a step, or the end. */
static void
go_on (McpTestRun *self)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);
  gboolean is_ready = mcp_session_get_state (self->session) == MCP_SESSION_READY;
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    {
      finish (self, error);
      return;
    }
  if (self->case_variables != NULL && self->i_step == get_steps (self)->len)
    end_case (self, NULL);
  else if (self->case_variables != NULL && !is_ready)
    end_case_with (self, "connect", _("The connection ended"));
  if (self->i_case == self->file->cases->len)
    {
      finish (self, NULL);
      return;
    }

  if (!is_ready)
    {
      /* It may be closing still. */
      mcp_session_restart_async (self->session, cancellable, open_cb, g_object_ref (self));
      return;
    }
  if (self->life != mcp_session_get_life (self->session))
    begin_connection (self);
  if (self->in_set_up && self->i_step == self->file->set_up->len)
    {
      self->in_set_up = FALSE;
      self->i_step = 0;
    }
  if (!self->in_set_up && self->case_variables == NULL)
    begin_case (self);

  start_step (self, get_steps (self)->pdata[self->i_step]);
}

static void
cancelled_cb (GCancellable *cancellable,
              McpTestRun   *self)
{
  if (self->call != NULL)
    mcp_call_cancel (self->call, NULL);
}

/**
 * mcp_test_run_start_async:
 * @self: a run that has not been started
 * @cancellable: (nullable): to end it; what has not run is skipped
 * @callback: called when all tests have ended
 *
 * Runs the tests.
 */
void
mcp_test_run_start_async (McpTestRun          *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (MCP_IS_TEST_RUN (self));
  g_return_if_fail (self->task == NULL);

  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_check_cancellable (self->task, FALSE);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), self, 0);
  go_on_soon (self);
}

/**
 * mcp_test_run_start_finish:
 * @error: why there was no connection to test, or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all tests have run, whatever they came to
 */
gboolean
mcp_test_run_start_finish (McpTestRun    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
