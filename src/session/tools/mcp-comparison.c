/* mcp-comparison.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-comparison.h"
#include "mcp-error.h"
#include "mcp-facts.h"
#include "mcp-json.h"
#include "mcp-version.h"

/**
 * McpComparison:
 *
 * Servers that speak both eras should be the same in both. Two sessions are opened at the same
 * time; from each the same facts are collected into one JSON object (mcp-facts.c), with the answer of a
 * chosen tool as "call", and the objects are compared.
 *
 * An era that cannot be connected to is an outcome too, not a failure of the comparison.
 */

enum {
  LEGACY,
  MODERN,
  N_SIDES
};

typedef struct
{
  McpComparison *owner;     /* not referenced */
  McpSession    *session;
  GError        *error;
  McpCall       *request;   /* (nullable): of the tool */
  char          *call;      /* (nullable): JSON: its answer */
  char          *facts;     /* (nullable): JSON */
  guint          kind;      /* the list that is asked for */
} Side;

struct _McpComparison
{
  GObject             parent_instance;

  Side                sides[N_SIDES];
  char               *tool;
  char               *arguments;
  GTask              *task;        /* (nullable): while it runs */
  GCancellable       *cancellable; /* of all requests */
  gboolean            has_begun;
  guint               n_running;
  GPtrArray          *differences;   /* of McpDifference */
  gboolean            truncated;
};

G_DEFINE_FINAL_TYPE (McpComparison, mcp_comparison, G_TYPE_OBJECT)

/* It differs in its era only. */
static McpSession *
new_session (McpProfile   *profile,
             McpEraChoice  choice)
{
  McpSession *session = mcp_session_new_beside (profile);

  mcp_profile_choose_era (mcp_session_get_profile (session), choice);

  return session;
}

static void
collect (Side *side)
{
  GString *facts = mcp_facts_new (side->session);

  if (side->call != NULL)
    mcp_json_append_member (facts, "call", side->call);
  g_string_append_c (facts, '}');
  side->facts = g_string_free (facts, FALSE);
}

static void
conclude (McpComparison *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  const char *legacy = self->sides[LEGACY].facts;
  const char *modern = self->sides[MODERN].facts;

  g_clear_object (&self->cancellable);
  if (legacy != NULL && modern != NULL)
    {
      g_ptr_array_unref (self->differences);
      self->differences = mcp_differences_of (legacy, modern, &self->truncated);
    }

  if (g_task_return_error_if_cancelled (task))
    return;
  if (legacy == NULL && modern == NULL)
    g_task_return_error (task, g_error_copy (self->sides[MODERN].error));
  else
    g_task_return_boolean (task, TRUE);
}

/* This side is done, or cannot be: its connection is not needed any more. */
static void
end_side (Side   *side,
          GError *error)
{
  McpComparison *self = side->owner;
  g_autoptr (McpComparison) alive = g_object_ref (self);

  if (error != NULL)
    side->error = error;
  else
    collect (side);
  mcp_session_close_async (side->session, NULL, NULL, NULL);

  if (--self->n_running == 0)
    conclude (self);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Side *side = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  if (mcp_session_call_finish (MCP_SESSION (source), result, &error))
    {
      bytes = mcp_call_get_result (side->request);
      side->call = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  else
    {
      g_autoptr (GString) json = g_string_new ("{");

      bytes = mcp_call_get_outcome (side->request)->error_object;
      if (bytes != NULL)
        {
          g_autofree char *object =
            g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

          mcp_json_append_member (json, "error", object);
        }
      else
        {
          mcp_json_append_member_string (json, "failed", error->message);
        }
      g_string_append_c (json, '}');
      side->call = g_strdup (json->str);
    }

  end_side (side, NULL);
}

/* A task that only holds the comparison while a request of a side is under way. */
static GTask *
hold (Side *side)
{
  GTask *task = g_task_new (side->owner, NULL, NULL, NULL);

  g_task_set_task_data (task, side, NULL);

  return task;
}

static void
call_tool (Side *side)
{
  McpComparison *self = side->owner;

  if (self->tool == NULL)
    {
      end_side (side, NULL);
      return;
    }

  side->request = mcp_session_new_tool_call (self->tool, self->arguments);
  mcp_session_call_async (side->session, side->request, self->cancellable, called_cb, hold (side));
}

static void ask_next_list (Side *side);

/* A list that cannot be had is missing on this side, which shows. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Side *side = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  mcp_catalog_refresh_finish (MCP_CATALOG (source), result, &error);
  if (error != NULL)
    g_debug ("no list: %s", error->message);
  side->kind++;
  ask_next_list (side);
}

static void
ask_next_list (Side *side)
{
  while (side->kind < MCP_N_CATALOGS
         && mcp_catalog_get_state (mcp_session_get_catalog (side->session, side->kind))
              == MCP_CATALOG_UNSUPPORTED)
    side->kind++;

  if (!mcp_session_is_open (side->session))
    end_side (side, mcp_session_get_error (side->session) != NULL
                      ? g_error_copy (mcp_session_get_error (side->session))
                      : g_error_new_literal (MCP_ERROR, MCP_ERROR_NETWORK,
                                             _("the connection ended")));
  else if (side->kind < MCP_N_CATALOGS)
    mcp_catalog_refresh_async (mcp_session_get_catalog (side->session, side->kind),
                               side->owner->cancellable, listed_cb, hold (side));
  else
    call_tool (side);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Side *side = g_task_get_task_data (task);
  GError *error = NULL;

  if (mcp_session_open_finish (MCP_SESSION (source), result, &error))
    ask_next_list (side);
  else
    end_side (side, error);
}

/**
 * mcp_comparison_run_async:
 * @self: a comparison that did not run yet
 * @cancellable: (nullable): ends both connections
 * @callback: called when both sides are done
 *
 * Connects both ways, collects and compares.
 */
void
mcp_comparison_run_async (McpComparison       *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (MCP_IS_COMPARISON (self));
  g_return_if_fail (!self->has_begun);

  self->has_begun = TRUE;
  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->task, mcp_comparison_run_async);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : g_cancellable_new ();
  self->n_running = N_SIDES;
  for (guint i = 0; i < N_SIDES; i++)
    mcp_session_open_async (self->sides[i].session, self->cancellable, opened_cb,
                            hold (&self->sides[i]));
}

/**
 * mcp_comparison_run_finish:
 * @error: where to put an error: %G_IO_ERROR_CANCELLED, or why neither era could be connected to
 *
 * Ends mcp_comparison_run_async(). One era that cannot be connected to is no error: see
 * mcp_comparison_get_error().
 *
 * Returns: whether at least one era could be connected to
 */
gboolean
mcp_comparison_run_finish (McpComparison  *self,
                           GAsyncResult   *result,
                           GError        **error)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
mcp_comparison_dispose (GObject *object)
{
  McpComparison *self = MCP_COMPARISON (object);

  for (guint i = 0; i < N_SIDES; i++)
    {
      g_clear_object (&self->sides[i].session);
      g_clear_error (&self->sides[i].error);
      g_clear_object (&self->sides[i].request);
      g_clear_pointer (&self->sides[i].call, g_free);
      g_clear_pointer (&self->sides[i].facts, g_free);
    }
  g_clear_pointer (&self->tool, g_free);
  g_clear_pointer (&self->arguments, g_free);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->differences, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_comparison_parent_class)->dispose (object);
}

static void
mcp_comparison_class_init (McpComparisonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mcp_comparison_dispose;
}

static void
mcp_comparison_init (McpComparison *self)
{
  self->differences = g_ptr_array_new ();
}

/**
 * mcp_comparison_new:
 * @profile: the server; later changes of it do not count
 *
 * Creates a comparison. Nothing is connected to yet.
 */
McpComparison *
mcp_comparison_new (McpProfile *profile)
{
  McpComparison *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_COMPARISON, NULL);
  self->sides[LEGACY].session = new_session (profile, MCP_ERA_CHOICE_LEGACY);
  self->sides[MODERN].session = new_session (profile, MCP_ERA_CHOICE_MODERN);
  for (guint i = 0; i < N_SIDES; i++)
    self->sides[i].owner = self;

  return self;
}

/**
 * mcp_comparison_set_tool:
 * @self: a comparison that did not run yet
 * @name: (nullable): a tool, or %NULL to call none
 * @arguments: (nullable): a JSON object
 *
 * Sets what is called in both eras. It is really called, twice.
 */
void
mcp_comparison_set_tool (McpComparison *self,
                         const char    *name,
                         const char    *arguments)
{
  g_return_if_fail (MCP_IS_COMPARISON (self));
  g_return_if_fail (!self->has_begun);

  g_free (self->tool);
  g_free (self->arguments);
  self->tool = g_strdup (name);
  self->arguments = g_strdup (arguments);
}

static Side *
get_side (McpComparison *self,
          McpEra         era)
{
  return &self->sides[era == MCP_ERA_MODERN ? MODERN : LEGACY];
}

/**
 * mcp_comparison_get_session:
 * @era: %MCP_ERA_LEGACY or %MCP_ERA_MODERN
 *
 * Gets the session of one era. It is closed when its facts are collected; its journal stays.
 *
 * Returns: (transfer none): the session
 */
McpSession *
mcp_comparison_get_session (McpComparison *self,
                            McpEra         era)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), NULL);

  return get_side (self, era)->session;
}

const GError *
mcp_comparison_get_error (McpComparison *self,
                          McpEra         era)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), NULL);

  return get_side (self, era)->error;
}

/**
 * mcp_comparison_get_facts:
 * @era: %MCP_ERA_LEGACY or %MCP_ERA_MODERN
 *
 * Gets what the server is as one of an era.
 *
 * Returns: (nullable): a JSON object, or %NULL before it is known
 */
const char *
mcp_comparison_get_facts (McpComparison *self,
                          McpEra         era)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), NULL);

  return get_side (self, era)->facts;
}

/**
 * mcp_comparison_get_differences:
 *
 * Gets the differences, those that are expected included. There are none while one era has no
 * facts.
 *
 * Returns: (transfer none): a list of #McpDifference
 */
GPtrArray *
mcp_comparison_get_differences (McpComparison *self)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), NULL);

  return self->differences;
}

gboolean
mcp_comparison_is_truncated (McpComparison *self)
{
  g_return_val_if_fail (MCP_IS_COMPARISON (self), FALSE);

  return self->truncated;
}

/**
 * mcp_comparison_count_surprises:
 *
 * Counts the differences that the revisions do not explain.
 *
 * Returns: their number
 */
guint
mcp_comparison_count_surprises (McpComparison *self)
{
  guint n = 0;

  g_return_val_if_fail (MCP_IS_COMPARISON (self), 0);

  for (guint i = 0; i < self->differences->len; i++)
    n += !((McpDifference *) self->differences->pdata[i])->is_expected;

  return n;
}
