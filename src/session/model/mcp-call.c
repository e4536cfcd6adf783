/* mcp-call.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call-struct-private.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"

/**
 * McpCall:
 *
 * One outgoing request, from the moment it is thought of until its answer.
 *
 * Whoever wants something makes a call, gives it to mcp_session_call_async() or
 * mcp_session_start_call(), and watches it. The session drives it through its states:
 * new, queued, sent, and then done or failed, once. A call that was given up (timeout,
 * cancellation) has failed; an answer that still comes is the journal's, not the call's.
 *
 * What a session does to it, and what became of it, is in mcp-call-run.c.
 */

G_DEFINE_FINAL_TYPE (McpCall, mcp_call, G_TYPE_OBJECT)

GParamSpec *mcp_call_properties[MCP_CALL_N_PROPS];
guint mcp_call_signals[MCP_CALL_N_SIGNALS];

/* What became of it. */
static void
clear_outcome (McpCall *self)
{
  g_clear_pointer (&self->wire_params, g_free);
  g_clear_object (&self->made_task);
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->outcome.id, mcp_id_unref);
  g_clear_pointer (&self->outcome.answer, mcp_message_unref);
  g_clear_pointer (&self->result, g_bytes_unref);
  g_clear_pointer (&self->outcome.error_object, g_bytes_unref);
  g_clear_pointer (&self->outcome.progress_message, g_free);
  g_clear_error (&self->outcome.error);
}

static void
mcp_call_finalize (GObject *object)
{
  McpCall *self = MCP_CALL (object);

  clear_outcome (self);
  g_clear_pointer (&self->method, g_ref_string_release);
  g_clear_pointer (&self->params, g_free);
  g_clear_pointer (&self->tool, g_free);

  G_OBJECT_CLASS (mcp_call_parent_class)->finalize (object);
}

static void
mcp_call_get_property (GObject    *object,
                       guint       prop_id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  McpCall *self = MCP_CALL (object);

  switch (prop_id)
    {
    case MCP_CALL_PROP_STATE:
      g_value_set_int (value, self->outcome.state);
      break;

    case MCP_CALL_PROP_PROGRESS:
      g_value_set_double (value, self->outcome.progress);
      break;

    case MCP_CALL_PROP_PROGRESS_MESSAGE:
      g_value_set_string (value, self->outcome.progress_message);
      break;

    case MCP_CALL_PROP_CANCELLING:
      g_value_set_boolean (value, self->cancelling);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_call_class_init (McpCallClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = mcp_call_finalize;
  object_class->get_property = mcp_call_get_property;

  /**
   * McpCall:state:
   *
   * Where the call is: an #McpCallState.
   */
  mcp_call_properties[MCP_CALL_PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, MCP_CALL_NEW, MCP_CALL_FAILED, MCP_CALL_NEW, flags);

  /**
   * McpCall:progress:
   *
   * The server's last word on how far it is, in units of its own; -1 before the first. Notified whenever
   * it says so, for what it is out of may have changed.
   */
  mcp_call_properties[MCP_CALL_PROP_PROGRESS] =
    g_param_spec_double ("progress", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, flags);

  /**
   * McpCall:progress-message:
   *
   * What the server says it is doing.
   */
  mcp_call_properties[MCP_CALL_PROP_PROGRESS_MESSAGE] =
    g_param_spec_string ("progress-message", NULL, NULL, NULL, flags);

  /**
   * McpCall:cancelling:
   *
   * Whether cancellation was asked for.
   */
  mcp_call_properties[MCP_CALL_PROP_CANCELLING] =
    g_param_spec_boolean ("cancelling", NULL, NULL, FALSE, flags);

  g_object_class_install_properties (object_class, MCP_CALL_N_PROPS, mcp_call_properties);

  /**
   * McpCall::notification:
   * @self: the call
   * @notification: an #McpMessage that names this call
   *
   * Progress that came while it ran.
   */
  mcp_call_signals[MCP_CALL_NOTIFICATION] =
    g_signal_new ("notification", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_MESSAGE);

  /**
   * McpCall::round:
   * @self: the call
   *
   * The server asked for input: see mcp_call_get_round().
   */
  mcp_call_signals[MCP_CALL_ROUND] = g_signal_new ("round", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);

  /**
   * McpCall::finished:
   * @self: the call
   *
   * It is done or has failed. Emitted once.
   */
  mcp_call_signals[MCP_CALL_FINISHED] =
    g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
begin_outcome (McpCall *self)
{
  memset (&self->outcome, 0, sizeof *self - G_STRUCT_OFFSET (McpCall, outcome));
  self->outcome.latency_usec = -1;
  self->outcome.progress = -1;
  self->outcome.progress_total = -1;
}

static void
mcp_call_init (McpCall *self)
{
  begin_outcome (self);
}

/**
 * mcp_call_new:
 * @method: a request method
 * @params: (nullable): the params as JSON text, an object; sent token for token
 *
 * Makes a request that nobody has sent yet.
 */
McpCall *
mcp_call_new (const char *method,
              const char *params)
{
  McpCall *self;

  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (MCP_TYPE_CALL, NULL);
  self->method = g_ref_string_new (method);
  self->kind = mcp_method_find_request (method);
  self->params = g_strdup (params);

  return self;
}

/**
 * mcp_call_new_again:
 * @call: a call, whatever became of it
 *
 * Makes a request for the same with the same params and their `_meta`, token for token, that is waited
 * for in the same way.
 */
McpCall *
mcp_call_new_again (McpCall *call)
{
  McpCall *self;

  g_return_val_if_fail (MCP_IS_CALL (call), NULL);

  self = g_object_new (MCP_TYPE_CALL, NULL);
  self->method = g_ref_string_acquire (call->method);
  self->kind = call->kind;
  self->params = g_strdup (call->params);
  self->timeout_msec = call->timeout_msec;
  self->want_progress = call->want_progress;
  self->is_probe = call->is_probe;
  self->is_task = call->is_task;
  self->task_ttl_msec = call->task_ttl_msec;

  return self;
}

/**
 * mcp_call_repeat:
 * @call: (transfer full): a call that has finished
 *
 * Does what mcp_call_new_again() does, with the same object if nobody else has a reference to it: for
 * whoever makes so many calls that objects are dear.
 *
 * Returns: (transfer full): a call that is new
 */
McpCall *
mcp_call_repeat (McpCall *call)
{
  McpCall *self;

  g_return_val_if_fail (MCP_IS_CALL (call) && mcp_call_is_finished (call), NULL);

  if (g_atomic_int_get (&G_OBJECT (call)->ref_count) == 1)
    {
      g_signal_handlers_destroy (call);
      clear_outcome (call);
      begin_outcome (call);
      return call;
    }

  self = mcp_call_new_again (call);
  g_object_unref (call);

  return self;
}

const char *
mcp_call_get_method (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->method;
}

McpRequestKind
mcp_call_get_kind (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), MCP_REQUEST_OTHER);

  return self->kind;
}

/* The method, with a new reference. */
GRefString *
mcp_call_ref_method (McpCall *self)
{
  return g_ref_string_acquire (self->method);
}

const char *
mcp_call_get_params (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->params;
}

/**
 * mcp_call_get_tool:
 *
 * Gets the name of the tool that a call calls. The params are read for it once.
 *
 * Returns: (nullable): the name; %NULL of other requests, and where there is none
 */
const char *
mcp_call_get_tool (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  if (!self->tool_was_read && self->params != NULL && self->kind == MCP_REQUEST_TOOLS_CALL)
    self->tool = mcp_json_lookup_string (self->params, strlen (self->params), "name");
  self->tool_was_read = TRUE;

  return self->tool;
}

/**
 * mcp_call_set_finished_func:
 * @self: a call that is new
 * @func: called once, when it is done or has failed, before #McpCall::finished
 *
 * Says whom to tell, for whoever makes so many calls that signals are dear.
 */
void
mcp_call_set_finished_func (McpCall             *self,
                            McpCallFinishedFunc  func,
                            gpointer             user_data)
{
  g_return_if_fail (MCP_IS_CALL (self));

  self->finished_func = func;
  self->finished_data = user_data;
}

/**
 * mcp_call_set_timeout:
 * @self: a call that is new
 * @msec: how long to wait for the answer, in milliseconds; 0 for the profile's by kind
 *
 * Sets how long this call waits without progress.
 */
void
mcp_call_set_timeout (McpCall *self,
                      guint    msec)
{
  g_return_if_fail (MCP_IS_CALL (self));

  self->timeout_msec = msec;
}

guint
mcp_call_get_timeout (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->timeout_msec;
}

void
mcp_call_set_meta (McpCall    *self,
                   const char *meta)
{
  g_return_if_fail (MCP_IS_CALL (self));
  g_return_if_fail (meta != NULL && self->outcome.state == MCP_CALL_NEW);

  if (self->params == NULL)
    self->params = g_strdup ("{}");
  mcp_json_edit_set (&self->params, "_meta", meta);
}

/**
 * mcp_call_set_want_progress:
 * @self: a call that is new
 * @want: whether to ask the server for progress
 *
 * Asks for progress notifications by a `_meta.progressToken` (basic/utilities/progress).
 */
void
mcp_call_set_want_progress (McpCall  *self,
                            gboolean  want)
{
  g_return_if_fail (MCP_IS_CALL (self));

  self->want_progress = !!want;
}

gboolean
mcp_call_wants_progress (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  return self->want_progress;
}

/**
 * mcp_call_set_task:
 * @self: a `tools/call` that is new
 * @ttl_msec: how long the server is asked to keep the task, in milliseconds; -1 leaves it to it
 *
 * Asks for a task in place of the result (2025-11-25, basic/utilities/tasks). The call fails at
 * once with %MCP_ERROR_CAPABILITY where the server or the tool does not allow it.
 */
void
mcp_call_set_task (McpCall *self,
                   gint64   ttl_msec)
{
  g_return_if_fail (MCP_IS_CALL (self));

  self->is_task = TRUE;
  self->task_ttl_msec = MAX (ttl_msec, -1);
}

gboolean
mcp_call_get_task (McpCall *self,
                   gint64  *ttl_msec)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  if (ttl_msec != NULL)
    *ttl_msec = self->task_ttl_msec;

  return self->is_task;
}

/**
 * mcp_call_get_made_task:
 * @self: a call that is done
 *
 * Returns: (transfer none) (nullable): the task whose handle is the call's result; what comes of
 *   it is the task's
 */
McpTask *
mcp_call_get_made_task (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->made_task;
}

void
mcp_call_set_probe (McpCall  *self,
                    gboolean  probe)
{
  g_return_if_fail (MCP_IS_CALL (self));

  self->is_probe = !!probe;
}

gboolean
mcp_call_is_probe (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  return self->is_probe;
}

/**
 * mcp_call_cancel:
 * @reason: (nullable): what the server is told
 *
 * Gives the call up: it fails with %MCP_ERROR_CANCELLED, and the server is told if the request
 * has left already (basic/utilities/cancellation). Does nothing to a call that is not under way.
 */
void
mcp_call_cancel (McpCall    *self,
                 const char *reason)
{
  g_autoptr (McpCall) alive = NULL;

  g_return_if_fail (MCP_IS_CALL (self));

  if (self->owner == NULL || self->cancelling)
    return;

  alive = g_object_ref (self);
  self->cancelling = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), mcp_call_properties[MCP_CALL_PROP_CANCELLING]);

  if (self->owner != NULL)
    self->owner->cancel (self, reason, self->owner_data);
}
