/* mcp-session-dispatch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-linter-conversation.h"
#include "mcp-linter.h"
#include "mcp-meta.h"
#include "mcp-read-source.h"
#include "mcp-session-private.h"

/*
 * What an inbound message means: an answer goes to its call, a notification to whoever it
 * concerns, a request to a responder. Nothing here ends the session.
 */

/* The answers to one batch (JSON-RPC 2.0 section 6): sent together when the last one is there. */
typedef struct
{
  GString *answers;
  guint    n_waiting;
  guint    life;
} Batch;

/* A batch that is being read, in turns of the main loop. */
typedef struct
{
  McpSession *session;
  GPtrArray  *parts;
  guint       next;
  Batch      *batch;
  guint       serial;
  gint64      time_usec;
  McpReadSource *source;   /* (nullable): when one turn is not enough */
} BatchReading;

/* What one turn may take. */
#define BATCH_TURN_USEC 5000

/* Below drawing, and above what would bring more. */
#define BATCH_PRIORITY (MCP_READ_PRIORITY - 1)

/* A request of the server's, until it is answered. */
typedef struct
{
  McpSession   *session;
  McpResponder *responder;
  GCancellable *cancellable;
  McpId        *id;
  Batch        *batch;   /* (nullable) */
  char         *task;    /* (nullable): what its _meta says of the task it belongs to */
  gboolean      is_question;
  gsize         length;  /* of the message */
  guint         life;
} Inbound;

static void
inbound_free (Inbound *inbound)
{
  g_clear_object (&inbound->session);
  g_clear_object (&inbound->responder);
  g_clear_object (&inbound->cancellable);
  g_clear_pointer (&inbound->id, mcp_id_unref);
  g_clear_pointer (&inbound->task, g_free);
  g_free (inbound);
}

static void
transmit_answer (McpSession    *self,
                 McpRecordKind  kind,
                 McpId         *id,
                 GBytes        *bytes)
{
  McpOutgoing *outgoing = g_new0 (McpOutgoing, 1);

  outgoing->kind = kind;
  outgoing->id = id != NULL ? mcp_id_ref (id) : NULL;
  mcp_session_transmit (self, outgoing, bytes);
}

/* Counts one element of a batch as settled; the last one sends what there is to send. */
static void
settle_batch (McpSession *self,
              Batch      *batch)
{
  g_autoptr (GBytes) bytes = NULL;

  if (--batch->n_waiting > 0)
    return;

  if (batch->answers->len > 1)
    {
      g_string_append_c (batch->answers, ']');
      bytes = g_string_free_to_bytes (g_steal_pointer (&batch->answers));
      if (self->life != NULL && self->n_lives == batch->life)
        transmit_answer (self, MCP_RECORD_BATCH, NULL, bytes);
    }
  else
    {
      g_string_free (batch->answers, TRUE);
    }

  g_free (batch);
}

static void
send_answer (McpSession *self,
             McpMessage *answer,
             Batch      *batch)
{
  GBytes *bytes = mcp_message_get_bytes (answer);

  if (batch == NULL)
    {
      transmit_answer (self, (McpRecordKind) mcp_message_get_kind (answer),
                       mcp_message_get_id (answer), bytes);
      return;
    }

  if (batch->answers->len > 1)
    g_string_append_c (batch->answers, ',');
  g_string_append_len (batch->answers, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  settle_batch (self, batch);
}

/* What belongs to a task says so, in both directions (basic/utilities/tasks, related-task). */
static void
tag_with_task (char       **json,
               const char  *task)
{
  const char *members[] = { MCP_META_RELATED_TASK, task, NULL };
  char *tagged;

  if (*json == NULL || task == NULL)
    return;

  tagged = mcp_meta_add (*json, members);
  g_free (*json);
  *json = tagged;
}

static void
responded_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Inbound *inbound = user_data;
  McpSession *self = inbound->session;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpMessage) answer = NULL;
  g_autofree char *json = NULL;
  gint64 code = MCP_RPC_INTERNAL_ERROR;

  json = mcp_responder_respond_finish (inbound->responder, result, &code, &error);
  if (self->life != NULL && self->n_lives == inbound->life)
    mcp_session_end_inbound (self, inbound->is_question, inbound->length);

  if (self->life != NULL && self->n_lives == inbound->life
      && mcp_inbound_end (self->life->inbound, inbound->id, inbound->cancellable))
    {
      gboolean cancelled = g_cancellable_is_cancelled (inbound->cancellable);

      /* A cancelled request gets no answer (basic/utilities/cancellation). */
      if (cancelled)
        {
          if (inbound->batch != NULL)
            settle_batch (self, inbound->batch);
        }
      else
        {
          tag_with_task (&json, inbound->task);
          answer = json != NULL ? mcp_message_new_result (inbound->id, json)
                                : mcp_message_new_error (inbound->id, code, error->message, NULL);
          send_answer (self, answer, inbound->batch);
        }
    }
  else if (inbound->batch != NULL)
    {
      settle_batch (self, inbound->batch);
    }

  inbound_free (inbound);
}

/*
 * Which task a request of the server's belongs to: the token of its _meta, NULL for none. Requests about a
 * task name it in their params.
 */
static char *
dup_related_task (McpSession *self,
                  McpMessage *message,
                  guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL)
                       + scan->params.offset;
  g_autofree char *id = NULL;
  McpSpan span;

  if (g_str_has_prefix (mcp_message_get_method (message), "tasks/")
      || !mcp_meta_find (params, scan->params.length, MCP_META_RELATED_TASK, &span))
    return NULL;

  id = mcp_json_lookup_string (params + span.offset, span.length, "taskId");
  if (id == NULL || !(mcp_watchers_know_task (self->watchers, id) || mcp_own_tasks_knows (self->own_tasks, id)))
    mcp_reporter_report (self->reporter, serial, "task.unknown-id",
                         _("The server told of the task “%s”, which this client does not know"),
                         id != NULL ? id : "");

  return g_strndup (params + span.offset, span.length);
}

/* What the server asks or tells, against the schema of the revision. */
static void
check_params (McpSession *self,
              McpMessage *message,
              guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  mcp_linter_check_params (self->reporter, mcp_message_get_method (message), data + scan->params.offset,
                           scan->params.length, serial);
}

static void
handle_request (McpSession *self,
                McpMessage *message,
                guint       serial,
                Batch      *batch)
{
  const char *method = mcp_message_get_method (message);
  McpId *id = mcp_message_get_id (message);
  g_autofree char *capabilities = NULL;
  g_autofree char *refusal = NULL;
  McpResponder *responder;
  gboolean is_question;
  Inbound *inbound;

  /* Later servers ask inside of results, and clients answer nothing (2026-07-28, basic). */
  if (!mcp_session_has_feature (self, MCP_FEATURE_SERVER_REQUESTS))
    {
      mcp_linter_check_request (self->reporter, method, NULL, serial);
      if (batch != NULL)
        settle_batch (self, batch);
      return;
    }

  check_params (self, message, serial);

  /* At once, whatever else is going on, also before `initialized` (basic/utilities/ping). */
  if (g_str_equal (method, "ping"))
    {
      g_autoptr (McpMessage) answer = mcp_message_new_result (id, "{}");

      send_answer (self, answer, batch);
      return;
    }

  if (!mcp_inbound_is_open (self->life->inbound))
    mcp_linter_report_early (self->reporter, TRUE, method, serial);

  capabilities = mcp_session_dup_client_capabilities (self);
  mcp_linter_check_request (self->reporter, method, capabilities, serial);
  responder = mcp_session_choose_responder (self, message);
  /* What is asked as a task is answered at once, and its result is waited for like any question. */
  is_question = responder == MCP_RESPONDER (self->questions) || g_str_equal (method, "tasks/result");
  if (responder == NULL)
    refusal = g_strdup_printf ("Method not found: %s", method);
  else
    refusal = mcp_session_begin_inbound (self, is_question, message, serial);
  if (refusal != NULL)
    {
      g_autoptr (McpMessage) answer =
        mcp_message_new_error (id, responder == NULL ? MCP_RPC_METHOD_NOT_FOUND
                                                     : MCP_RPC_INTERNAL_ERROR, refusal, NULL);

      send_answer (self, answer, batch);
      return;
    }

  if (mcp_inbound_find (self->life->inbound, id) != NULL && !self->life->echo.repeated)
    mcp_linter_report_reused_id (self->reporter, id, serial);

  inbound = g_new0 (Inbound, 1);
  inbound->session = g_object_ref (self);
  inbound->responder = g_object_ref (responder);
  inbound->cancellable = mcp_inbound_begin (self->life->inbound, id);
  inbound->id = mcp_id_ref (id);
  inbound->batch = batch;
  inbound->life = self->n_lives;
  inbound->is_question = is_question;
  inbound->length = g_bytes_get_size (mcp_message_get_bytes (message));
  inbound->task = dup_related_task (self, message, serial);
  mcp_responder_respond_async (responder, message, serial, inbound->cancellable, responded_cb,
                               inbound);
}

static gboolean
lookup_param (McpMessage  *message,
              const char  *path,
              const char **text,
              McpSpan     *span)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  if (scan->params.length == 0)
    return FALSE;

  *text = data + scan->params.offset;

  return mcp_json_lookup (*text, scan->params.length, path, span);
}

static void
handle_cancelled (McpSession *self,
                  McpMessage *message,
                  guint       serial)
{
  g_autoptr (McpId) id = NULL;
  GCancellable *cancellable;
  const char *text;
  McpSpan span;

  if (lookup_param (message, "requestId", &text, &span))
    id = mcp_id_new_from_token (text + span.offset, span.length);

  if (id != NULL && mcp_session_end_subscription (self, id))
    return;

  cancellable = id != NULL ? mcp_inbound_find (self->life->inbound, id) : NULL;
  if (cancellable == NULL)
    {
      mcp_linter_report_vain_cancel (self->reporter, id, serial);
      return;
    }

  g_object_ref (cancellable);
  g_cancellable_cancel (cancellable);
  g_object_unref (cancellable);
}

static void
handle_resource_updated (McpSession *self,
                         McpMessage *message,
                         guint       serial)
{
  g_autofree char *uri = NULL;
  const char *text;
  McpSpan span;

  if (lookup_param (message, "uri", &text, &span))
    uri = mcp_json_dup_string (text + span.offset, span.length);

  /* On a subscription stream the filter of the stream has been checked already. */
  mcp_linter_check_update (self->reporter, uri,
                           mcp_session_has_feature (self, MCP_FEATURE_SUBSCRIPTION_STREAMS)
                           || !mcp_resource_watch_is_empty (self->life->resources), serial);
  if (uri != NULL)
    g_signal_emit (self, mcp_session_signals[MCP_SESSION_RESOURCE_UPDATED], 0, uri);
}

static void
handle_log (McpSession *self,
            McpMessage *message,
            guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  mcp_linter_check_log (self->reporter, data + scan->params.offset, scan->params.length,
                        mcp_profile_get_settings (self->profile)->era.log_level != NULL, serial);
}

static void
handle_notification (McpSession *self,
                     McpMessage *message,
                     guint       serial)
{
  const char *method = mcp_message_get_method (message);
  McpNotification kind;

  check_params (self, message, serial);
  if (mcp_session_track_notification (self, message, serial))
    return;

  if (!mcp_inbound_is_open (self->life->inbound))
    mcp_linter_report_early (self->reporter, FALSE, method, serial);

  kind = mcp_session_judge_notification (self, method, serial);
  switch ((int) kind)
    {
    case MCP_NOTIFICATION_LOG:
      handle_log (self, message, serial);
      break;

    case MCP_NOTIFICATION_PROGRESS:
      mcp_session_handle_progress (self, message, serial);
      break;

    case MCP_NOTIFICATION_CANCELLED:
      handle_cancelled (self, message, serial);
      break;

    case MCP_NOTIFICATION_RESOURCE_UPDATED:
      handle_resource_updated (self, message, serial);
      break;

    default:
      mcp_watchers_notify (self->watchers, kind, message, serial);
    }

  if (g_signal_has_handler_pending (self, mcp_session_signals[MCP_SESSION_NOTIFICATION], 0, FALSE))
    g_signal_emit (self, mcp_session_signals[MCP_SESSION_NOTIFICATION], 0, message, serial);
}

static void dispatch_one (McpSession           *self,
                          McpMessage           *message,
                          guint                 serial,
                          gint64                time_usec,
                          const McpResultFacts *facts,
                          Batch                *batch);

/* Where a revision has no batches only an answer counts: a call should not wait for it in vain. */
static void
dispatch_part (BatchReading *reading,
               McpMessage   *part)
{
  McpSession *self = reading->session;
  McpMessageKind kind = mcp_message_get_kind (part);
  McpResultFacts facts;

  if (!mcp_session_has_feature (self, MCP_FEATURE_BATCHES) && kind != MCP_MESSAGE_RESULT
      && kind != MCP_MESSAGE_ERROR)
    return;

  mcp_linter_read_result (g_bytes_get_data (mcp_message_get_bytes (part), NULL),
                          mcp_message_get_scan (part), &facts);
  dispatch_one (self, part, reading->serial, reading->time_usec, &facts, reading->batch);
}

static gboolean
read_batch_cb (gpointer data)
{
  BatchReading *reading = data;
  McpSession *self = reading->session;
  gint64 end_usec = g_get_monotonic_time () + BATCH_TURN_USEC;

  while (reading->next < reading->parts->len && self->life != NULL
         && self->n_lives == reading->batch->life)
    {
      dispatch_part (reading, g_ptr_array_index (reading->parts, reading->next++));
      if (g_get_monotonic_time () > end_usec)
        return TRUE;
    }

  if (self->life != NULL)
    mcp_session_judge_suspects (self);
  settle_batch (self, reading->batch);
  if (reading->source != NULL)
    {
      mcp_read_source_destroy (reading->source);
      mcp_read_source_unref (reading->source);
    }
  g_ptr_array_unref (reading->parts);
  g_object_unref (reading->session);
  g_free (reading);

  return FALSE;
}

static void
handle_batch (McpSession *self,
              McpMessage *message,
              guint       serial,
              gint64      time_usec)
{
  gsize length;
  const char *text = g_bytes_get_data (mcp_message_get_bytes (message), &length);
  BatchReading *reading = g_new0 (BatchReading, 1);

  mcp_linter_check_batch (self->reporter, mcp_json_count (text, length), serial);
  reading->session = g_object_ref (self);
  reading->parts = mcp_message_split_batch (message);
  reading->serial = serial;
  reading->time_usec = time_usec;
  reading->batch = g_new0 (Batch, 1);
  reading->batch->answers = g_string_new ("[");
  reading->batch->n_waiting = 1;
  reading->batch->life = self->n_lives;

  if (read_batch_cb (reading))
    {
      reading->source = mcp_read_source_new (BATCH_PRIORITY, read_batch_cb, reading);
      mcp_read_source_wake (reading->source);
    }
}

/* The journal sees a batch as one record: it is told which requests that answers. */
static void
pair_in_batch (McpSession *self,
               McpMessage *answer,
               guint       serial)
{
  McpId *id = mcp_message_get_id (answer);
  McpRecordKind kind = mcp_message_get_kind (answer) == MCP_MESSAGE_ERROR ? MCP_RECORD_ERROR
                                                                          : MCP_RECORD_RESULT;

  if (id != NULL)
    mcp_journal_answer_in_batch (self->journal, serial, kind, mcp_id_get_token (id),
                                 strlen (mcp_id_get_token (id)));
}

static void
dispatch_one (McpSession           *self,
              McpMessage           *message,
              guint                 serial,
              gint64                time_usec,
              const McpResultFacts *facts,
              Batch                *batch)
{
  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      if (batch != NULL)
        batch->n_waiting++;
      handle_request (self, message, serial, batch);
      break;

    case MCP_MESSAGE_NOTIFICATION:
      handle_notification (self, message, serial);
      break;

    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      if (batch != NULL)
        pair_in_batch (self, message, serial);
      mcp_session_handle_answer (self, message, serial, time_usec, facts);
      break;

    case MCP_MESSAGE_INVALID: /* perhaps an answer all the same */
      mcp_session_handle_answer (self, message, serial, time_usec, facts);
      break;

    case MCP_MESSAGE_BATCH:
      if (batch == NULL)
        handle_batch (self, message, serial, time_usec);
      break;

    default:
      g_assert_not_reached ();
    }
}

/* The caller holds a reference to the session. */
void
mcp_session_dispatch (McpSession           *self,
                      McpMessage           *message,
                      guint                 serial,
                      gint64                time_usec,
                      const McpResultFacts *facts)
{
  dispatch_one (self, message, serial, time_usec, facts, NULL);
  if (self->life != NULL)
    mcp_session_judge_suspects (self);

  g_signal_emit (self, mcp_session_signals[MCP_SESSION_MESSAGE_IN], 0, message, serial);
}
