/* mcp-call.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-call"

#include "config.h"


#include "mcp-call-private.h"
#include "mcp-error.h"
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
 * The file is long because the call tells much about itself: more than half of it are getters
 * and their descriptions.
 */

struct _McpCall
{
  GObject            parent_instance;

  char              *method;
  char              *params;
  char              *tool;          /* (nullable): the name in params; read when it is asked for */
  char              *wire_params;   /* (nullable): what the next round sends instead */
  GArray            *rounds;        /* (nullable): McpCallRound */
  guint              first_serial;  /* of the first request's record */
  guint              timeout_msec;
  gint64             task_ttl_msec;
  McpTask           *made_task;     /* (nullable) */
  guint              tool_was_read : 1;
  guint              is_task : 1;
  guint              want_progress : 1;
  guint              is_probe : 1;
  guint              cancelling : 1;
  guint              requeued : 1;

  McpCallState       state;
  McpId             *id;
  guint64            ticket;
  guint              serial;
  guint              answer_serial;
  gint64             started_usec;
  gint64             queued_usec;   /* how long our own queue held it */
  gint64             sent_usec;     /* when its last byte left */
  gint64             latency_usec;

  McpMessage        *answer;
  GBytes            *result;
  GError            *error;
  GBytes            *error_object;
  gint64             error_code;
  guint              is_tool_error : 1;

  double             progress;
  double             progress_total;
  char              *progress_message;

  /* Set while the session has it. */
  McpCallCancelFunc  cancel_func;
  gpointer           cancel_data;
  GSource           *timer;
  McpCallLimits      limits;
};

G_DEFINE_FINAL_TYPE (McpCall, mcp_call, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_STATE,
  PROP_PROGRESS,
  PROP_PROGRESS_TOTAL,
  PROP_PROGRESS_MESSAGE,
  PROP_CANCELLING,
  N_PROPS
};

enum {
  NOTIFICATION,
  ROUND,
  FINISHED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
set_state (McpCall      *self,
           McpCallState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
clear_timer (McpCall *self)
{
  if (self->timer == NULL)
    return;

  g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

/* The last step of every call. Holds a reference: the handlers may drop theirs. */
static void
finish (McpCall      *self,
        McpCallState  state)
{
  g_autoptr (McpCall) alive = g_object_ref (self);

  clear_timer (self);
  self->cancel_func = NULL;
  self->cancel_data = NULL;

  set_state (alive, state);
  g_signal_emit (alive, signals[FINISHED], 0);
}

static void
mcp_call_finalize (GObject *object)
{
  McpCall *self = MCP_CALL (object);

  clear_timer (self);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->params, g_free);
  g_clear_pointer (&self->tool, g_free);
  g_clear_pointer (&self->wire_params, g_free);
  g_clear_object (&self->made_task);
  g_clear_pointer (&self->rounds, g_array_unref);
  g_clear_pointer (&self->id, mcp_id_unref);
  g_clear_pointer (&self->answer, mcp_message_unref);
  g_clear_pointer (&self->result, g_bytes_unref);
  g_clear_pointer (&self->error_object, g_bytes_unref);
  g_clear_pointer (&self->progress_message, g_free);
  g_clear_error (&self->error);

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
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;

    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;

    case PROP_PROGRESS_TOTAL:
      g_value_set_double (value, self->progress_total);
      break;

    case PROP_PROGRESS_MESSAGE:
      g_value_set_string (value, self->progress_message);
      break;

    case PROP_CANCELLING:
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
  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, MCP_CALL_NEW, MCP_CALL_FAILED, MCP_CALL_NEW, flags);

  /**
   * McpCall:progress:
   *
   * The server's last word on how far it is, in units of its own; -1 before the first.
   */
  properties[PROP_PROGRESS] =
    g_param_spec_double ("progress", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, flags);

  /**
   * McpCall:progress-total:
   *
   * What #McpCall:progress is out of; -1 when the server did not tell.
   */
  properties[PROP_PROGRESS_TOTAL] =
    g_param_spec_double ("progress-total", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, flags);

  /**
   * McpCall:progress-message:
   *
   * What the server says it is doing.
   */
  properties[PROP_PROGRESS_MESSAGE] =
    g_param_spec_string ("progress-message", NULL, NULL, NULL, flags);

  /**
   * McpCall:cancelling:
   *
   * Whether cancellation was asked for.
   */
  properties[PROP_CANCELLING] =
    g_param_spec_boolean ("cancelling", NULL, NULL, FALSE, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * McpCall::notification:
   * @self: the call
   * @notification: an #McpMessage that names this call
   *
   * Progress that came while it ran.
   */
  signals[NOTIFICATION] =
    g_signal_new ("notification", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_MESSAGE);

  /**
   * McpCall::round:
   * @self: the call
   *
   * The server asked for input: see mcp_call_get_round().
   */
  signals[ROUND] = g_signal_new ("round", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);

  /**
   * McpCall::finished:
   * @self: the call
   *
   * It is done or has failed. Emitted once.
   */
  signals[FINISHED] =
    g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_call_init (McpCall *self)
{
  self->latency_usec = -1;
  self->progress = -1;
  self->progress_total = -1;
}

/**
 * mcp_call_new:
 * @method: a request method
 * @params: (nullable): the params as JSON text, an object; sent token for token
 *
 * Makes a request that nobody has sent yet.
 *
 * Returns: (transfer full): a new call
 */
McpCall *
mcp_call_new (const char *method,
              const char *params)
{
  McpCall *self;

  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (MCP_TYPE_CALL, NULL);
  self->method = g_strdup (method);
  self->params = g_strdup (params);

  return self;
}

/**
 * mcp_call_new_again:
 * @call: a call, whatever became of it
 *
 * Makes a request for the same with the same params and their `_meta`, token for token, that is waited
 * for in the same way.
 *
 * Returns: (transfer full): a new call
 */
McpCall *
mcp_call_new_again (McpCall *call)
{
  McpCall *self;

  g_return_val_if_fail (MCP_IS_CALL (call), NULL);

  self = mcp_call_new (call->method, call->params);
  self->timeout_msec = call->timeout_msec;
  self->want_progress = call->want_progress;
  self->is_probe = call->is_probe;
  self->is_task = call->is_task;
  self->task_ttl_msec = call->task_ttl_msec;

  return self;
}

const char *
mcp_call_get_method (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->method;
}

const char *
mcp_call_get_params (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->params;
}

/**
 * mcp_call_get_tool:
 * @self: a call
 *
 * Gets the name of the tool that a call calls. The params are read for it once.
 *
 * Returns: (nullable): the name; %NULL of other requests, and where there is none
 */
const char *
mcp_call_get_tool (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  if (!self->tool_was_read && self->params != NULL && g_str_equal (self->method, "tools/call"))
    self->tool = mcp_json_lookup_string (self->params, strlen (self->params), "name");
  self->tool_was_read = TRUE;

  return self->tool;
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

/**
 * mcp_call_set_probe:
 * @self: a call that is new
 * @probe: whether it only asks if the server is there
 *
 * Marks the call's records as probes, so that views can leave them out.
 */
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

McpCallState
mcp_call_get_state (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), MCP_CALL_FAILED);

  return self->state;
}

gboolean
mcp_call_is_finished (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), TRUE);

  return self->state >= MCP_CALL_DONE;
}

/* (transfer none) (nullable): before it was queued, none. */
McpId *
mcp_call_get_id (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->id;
}

guint
mcp_call_get_serial (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->serial;
}

guint
mcp_call_get_answer_serial (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->answer_serial;
}

/**
 * mcp_call_get_n_rounds:
 * @self: a call
 *
 * Counts how often the server asked for input before it answered (2026-07-28,
 * basic/patterns/mrtr).
 *
 * Returns: the number of rounds; 0 for a call that was answered at once
 */
guint
mcp_call_get_n_rounds (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->rounds != NULL ? self->rounds->len : 0;
}

/**
 * mcp_call_get_round:
 * @self: a call
 * @i: which round, from 0
 * @round: (out): where to put it; valid while the call is
 *
 * Gets one of the times the server asked for input.
 *
 * Returns: %FALSE if there were not so many
 */
gboolean
mcp_call_get_round (McpCall      *self,
                    guint         i,
                    McpCallRound *round)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  if (i >= mcp_call_get_n_rounds (self))
    return FALSE;

  *round = g_array_index (self->rounds, McpCallRound, i);

  return TRUE;
}

/**
 * mcp_call_get_latency_usec:
 * @self: a call
 *
 * Gets the round-trip time: from the last byte of the request to the last of the answer.
 *
 * Returns: microseconds, or -1 when there was no answer
 */
gint64
mcp_call_get_latency_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->latency_usec;
}

/**
 * mcp_call_get_queued_usec:
 * @self: a call
 *
 * Gets how long the request waited in our own queue: time that is not the server's.
 *
 * Returns: microseconds
 */
gint64
mcp_call_get_queued_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->queued_usec;
}

gint64
mcp_call_get_started_usec (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->started_usec;
}

McpMessage *
mcp_call_get_answer (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->answer;
}

/**
 * mcp_call_get_result:
 * @self: a call
 *
 * Gets the result's own tokens, as they were on the wire.
 *
 * Returns: (transfer none) (nullable): JSON text, or %NULL unless the call is done
 */
GBytes *
mcp_call_get_result (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->result;
}

const GError *
mcp_call_get_error (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->error;
}

gint64
mcp_call_get_error_code (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), 0);

  return self->error_code;
}

GBytes *
mcp_call_get_error_object (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->error_object;
}

/**
 * mcp_call_is_tool_error:
 * @self: a call
 *
 * Gets whether the tool said that it failed (`isError`, server/tools), which is a result, not
 * a protocol error.
 *
 * Returns: %TRUE for a result with `isError` true
 */
gboolean
mcp_call_is_tool_error (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), FALSE);

  return self->is_tool_error;
}

double
mcp_call_get_progress (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->progress;
}

double
mcp_call_get_progress_total (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), -1);

  return self->progress_total;
}

const char *
mcp_call_get_progress_message (McpCall *self)
{
  g_return_val_if_fail (MCP_IS_CALL (self), NULL);

  return self->progress_message;
}

/**
 * mcp_call_cancel:
 * @self: a call
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

  if (self->cancel_func == NULL || self->cancelling)
    return;

  alive = g_object_ref (self);
  self->cancelling = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CANCELLING]);

  if (self->cancel_func != NULL)
    self->cancel_func (self, reason, self->cancel_data);
}

/* What the session does. */

void
mcp_call_queue (McpCall           *self,
                McpId             *id,
                McpCallCancelFunc  cancel_func,
                gpointer           user_data)
{
  g_assert (self->state == MCP_CALL_NEW);

  self->id = mcp_id_ref (id);
  self->started_usec = g_get_monotonic_time ();
  self->cancel_func = cancel_func;
  self->cancel_data = user_data;
  set_state (self, MCP_CALL_QUEUED);
}

/* It was refused before anybody looked at it, and goes out once more under another id. */
void
mcp_call_requeue (McpCall *self,
                  McpId   *id)
{
  g_clear_pointer (&self->id, mcp_id_unref);
  self->id = mcp_id_ref (id);
  self->requeued = TRUE;
  self->serial = 0;
  self->sent_usec = 0;
  self->ticket = 0;
  set_state (self, MCP_CALL_QUEUED);
}

void
mcp_call_set_meta (McpCall    *self,
                   const char *meta)
{
  g_return_if_fail (MCP_IS_CALL (self));
  g_return_if_fail (meta != NULL && self->state == MCP_CALL_NEW);

  if (self->params == NULL)
    self->params = g_strdup ("{}");
  mcp_json_edit_set (&self->params, "_meta", meta);
}

/* What is sent: the caller's params, or those of the present round. */
void
mcp_call_set_wire_params (McpCall    *self,
                          const char *params)
{
  g_free (self->wire_params);
  self->wire_params = g_strdup (params);
}

const char *
mcp_call_get_wire_params (McpCall *self)
{
  return self->wire_params != NULL ? self->wire_params : self->params;
}

static void
clear_round (gpointer data)
{
  McpCallRound *round = data;

  g_free ((char *) round->request_state);
}

void
mcp_call_add_round (McpCall    *self,
                    guint       answer_serial,
                    const char *request_state)
{
  McpCallRound round = { self->serial, answer_serial, g_strdup (request_state) };

  if (self->rounds == NULL)
    {
      self->rounds = g_array_new (FALSE, FALSE, sizeof (McpCallRound));
      g_array_set_clear_func (self->rounds, clear_round);
    }
  mcp_call_note_first (self);

  g_array_append_val (self->rounds, round);
  g_signal_emit (self, signals[ROUND], 0);
}

/* More requests will follow: the present one is the first, or one of those that follow. */
void
mcp_call_note_first (McpCall *self)
{
  if (self->first_serial == 0)
    self->first_serial = self->serial;
}

/* 0 for a call of one request. */
guint
mcp_call_get_first_serial (McpCall *self)
{
  return self->first_serial;
}

/* It belongs to the conversation that began with that record. */
void
mcp_call_set_first_serial (McpCall *self,
                           guint    serial)
{
  self->first_serial = serial;
}

void
mcp_call_set_made_task (McpCall *self,
                        McpTask *task)
{
  g_set_object (&self->made_task, task);
}

gboolean
mcp_call_was_requeued (McpCall *self)
{
  return self->requeued;
}

void
mcp_call_set_sent (McpCall *self,
                   guint    serial,
                   gint64   queued_usec,
                   gint64   first_usec,
                   gint64   last_usec)
{
  self->serial = serial;
  self->queued_usec = first_usec - (self->requeued ? queued_usec : self->started_usec);
  self->sent_usec = last_usec;

  if (self->state == MCP_CALL_QUEUED)
    set_state (self, MCP_CALL_SENT);
}

void
mcp_call_add_progress (McpCall    *self,
                       double      progress,
                       double      total,
                       const char *message)
{
  GObject *object = G_OBJECT (self);

  g_object_freeze_notify (object);

  self->progress = progress;
  g_object_notify_by_pspec (object, properties[PROP_PROGRESS]);

  if (self->progress_total != total)
    {
      self->progress_total = total;
      g_object_notify_by_pspec (object, properties[PROP_PROGRESS_TOTAL]);
    }

  if (g_strcmp0 (self->progress_message, message) != 0)
    {
      g_free (self->progress_message);
      self->progress_message = g_strdup (message);
      g_object_notify_by_pspec (object, properties[PROP_PROGRESS_MESSAGE]);
    }

  g_object_thaw_notify (object);
}

void
mcp_call_notify_message (McpCall    *self,
                         McpMessage *notification)
{
  if (g_signal_has_handler_pending (self, signals[NOTIFICATION], 0, FALSE))
    g_signal_emit (self, signals[NOTIFICATION], 0, notification);
}

/* Notes the answer without finishing: a broken one fails the call, yet is still shown with it. */
void
mcp_call_set_answer (McpCall    *self,
                     McpMessage *answer,
                     guint       serial,
                     gint64      time_usec)
{
  g_assert (self->answer == NULL);

  self->answer = mcp_message_ref (answer);
  self->answer_serial = serial;

  if (self->sent_usec > 0)
    self->latency_usec = MAX (time_usec - self->sent_usec, 0);
}

void
mcp_call_complete (McpCall    *self,
                   McpMessage *answer,
                   guint       serial,
                   gint64      time_usec,
                   gboolean    is_tool_error)
{
  const McpScan *scan = mcp_message_get_scan (answer);

  mcp_call_set_answer (self, answer, serial, time_usec);

  if (mcp_message_get_kind (answer) == MCP_MESSAGE_ERROR)
    {
      g_autofree char *message = mcp_call_describe_refusal (answer);

      self->error_object = mcp_message_get_part (answer, scan->error);
      mcp_message_get_error_code (answer, &self->error_code);
      self->error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SERVER, message);
      finish (self, MCP_CALL_FAILED);
      return;
    }

  self->result = mcp_message_get_part (answer, scan->result);

  self->is_tool_error = !!is_tool_error;
  finish (self, MCP_CALL_DONE);
}

/* Takes the error. */
void
mcp_call_fail (McpCall *self,
               GError  *error)
{
  if (mcp_call_is_finished (self))
    {
      g_error_free (error);
      return;
    }

  self->error = error;
  finish (self, MCP_CALL_FAILED);
}

/* Whom cancel_func is called for: the session, while it has the call. */
gpointer
mcp_call_get_owner (McpCall *self)
{
  return self->cancel_data;
}

void
mcp_call_set_ticket (McpCall *self,
                     guint64  ticket)
{
  self->ticket = ticket;
}

guint64
mcp_call_get_ticket (McpCall *self)
{
  return self->ticket;
}

/* Takes the source. */
void
mcp_call_set_timer (McpCall *self,
                    GSource *timer)
{
  clear_timer (self);
  self->timer = timer;
}

GSource *
mcp_call_get_timer (McpCall *self)
{
  return self->timer;
}

McpCallLimits *
mcp_call_get_limits (McpCall *self)
{
  return &self->limits;
}
