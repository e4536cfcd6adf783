/* mcp-replay-script.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-replay-private.h"

/*
 * What was said, as a script: each request of the client with what the server said because of it.
 * Of several requests that were open at a time, a message belongs to the one whose progress token,
 * subscription or exchange it has; else to the last.
 */

typedef struct
{
  McpReplay        *replay;
  GPtrArray        *open;       /* of McpReplayRequest: without an answer */
  GHashTable       *asked;      /* id token of a request of the server to its McpReplayRequest */
  McpReplayRequest *last;       /* (nullable) the one that was sent or answered last */
} Reading;

void
mcp_replay_request_free (McpReplayRequest *request)
{
  g_free (request->method);
  g_free (request->name);
  g_free (request->id);
  g_free (request->progress_token);
  g_array_unref (request->steps);
  g_free (request);
}

/* Reads message @part of the batch, or the message if it is not a batch. */
McpMessage *
mcp_replay_read_message (McpReplay *self,
                         guint      serial,
                         guint      part)
{
  g_autoptr (GBytes) bytes = mcp_journal_read (self->journal, serial, NULL);
  g_autoptr (McpMessage) message = bytes != NULL ? mcp_message_new (bytes) : NULL;
  g_autoptr (GPtrArray) parts = NULL;

  if (message == NULL || mcp_message_get_kind (message) != MCP_MESSAGE_BATCH)
    return g_steal_pointer (&message);

  parts = mcp_message_split_batch (message);

  return parts != NULL && part < parts->len ? mcp_message_ref (parts->pdata[part]) : NULL;
}

static char *
dup_id (McpMessage *message)
{
  McpId *id = mcp_message_get_id (message);

  return id != NULL ? g_strdup (mcp_id_get_token (id)) : NULL;
}

static char *
dup_token (McpMessage *message,
           const char *path)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL)
                       + scan->params.offset;
  McpSpan span;

  if (scan->params.length == 0 ||
      !(path != NULL ? mcp_json_lookup (params, scan->params.length, path, &span)
                     : mcp_meta_find (params, scan->params.length, MCP_META_SUBSCRIPTION_ID, &span)))
    return NULL;

  return g_strndup (params + span.offset, span.length);
}

static void
add_step (McpReplayRequest  *request,
          McpReplayStepKind  kind,
          McpRecord         *record,
          guint              part)
{
  McpReplayStep step = { kind, mcp_record_get_serial (record), part, 0 };
  gint64 now_usec = mcp_record_get_time_usec (record);

  step.delay_usec = MAX (0, now_usec - request->last_usec);
  request->last_usec = MAX (now_usec, request->last_usec);
  g_array_append_val (request->steps, step);
}

static void
read_request (Reading    *reading,
              McpRecord  *record,
              McpMessage *message,
              guint       part)
{
  McpReplay *self = reading->replay;
  McpReplayRequest *request = g_new0 (McpReplayRequest, 1);
  g_autofree char *exact = mcp_replay_dup_params (message, FALSE);
  g_autofree char *plain = mcp_replay_dup_params (message, TRUE);
  GPtrArray *of_method;

  request->serial = mcp_record_get_serial (record);
  request->part = part;
  request->method = g_strdup (mcp_message_get_method (message));
  request->name = mcp_entry_dup_name (exact, strlen (exact));
  request->id = dup_id (message);
  request->progress_token = dup_token (message, "_meta.progressToken");
  request->exact_hash = mcp_replay_hash_params (exact);
  request->plain_hash = mcp_replay_hash_params (plain);
  request->life = mcp_record_get_life (record);
  request->exchange = mcp_record_get_exchange (record);
  request->last_usec = mcp_record_get_time_usec (record);
  request->steps = g_array_new (FALSE, FALSE, sizeof (McpReplayStep));

  g_ptr_array_add (self->requests, request);
  of_method = g_hash_table_lookup (self->by_method, request->method);
  if (of_method == NULL)
    {
      of_method = g_ptr_array_new ();
      g_hash_table_insert (self->by_method, request->method, of_method);
    }
  g_ptr_array_add (of_method, request);
  g_ptr_array_add (reading->open, request);
  reading->last = request;
}

static void
read_answer (Reading    *reading,
             McpRecord  *record,
             McpMessage *message,
             guint       part)
{
  g_autofree char *id = dup_id (message);

  for (guint i = 0; i < reading->open->len; i++)
    {
      McpReplayRequest *request = reading->open->pdata[i];

      if (g_strcmp0 (request->id, id) != 0 || request->life != mcp_record_get_life (record))
        continue;

      add_step (request, MCP_REPLAY_STEP_ANSWER, record, part);
      request->answered = TRUE;
      g_ptr_array_remove_index (reading->open, i);
      reading->last = request;
      return;
    }

  /* A second answer, or one to nothing: it was said, and is said again where it stood. */
  if (reading->last != NULL)
    add_step (reading->last, MCP_REPLAY_STEP_SAY, record, part);
}

/* The request of the client that a message of the server belongs to. */
static McpReplayRequest *
find_cause (Reading    *reading,
            McpRecord  *record,
            McpMessage *message)
{
  g_autofree char *progress = dup_token (message, "progressToken");
  g_autofree char *subscription = dup_token (message, NULL);
  guint exchange = mcp_record_get_exchange (record);

  for (guint i = reading->open->len; i > 0; i--)
    {
      McpReplayRequest *request = reading->open->pdata[i - 1];

      if ((progress != NULL && g_strcmp0 (progress, request->progress_token) == 0) ||
          (subscription != NULL && g_strcmp0 (subscription, request->id) == 0))
        return request;
    }

  for (guint i = reading->open->len; i > 0; i--)
    {
      McpReplayRequest *request = reading->open->pdata[i - 1];

      if (exchange != 0 && exchange == request->exchange)
        return request;
    }

  /* Whose request it is that goes on: the last one's, unless that is answered and another waits. */
  if (reading->last != NULL && reading->last->answered && reading->open->len > 0 && exchange == 0)
    return reading->open->pdata[reading->open->len - 1];

  return reading->last;
}

static void
read_said (Reading    *reading,
           McpRecord  *record,
           McpMessage *message,
           guint       part)
{
  McpReplayRequest *cause = find_cause (reading, record, message);

  if (cause == NULL)
    return;

  add_step (cause, MCP_REPLAY_STEP_SAY, record, part);
  if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    g_hash_table_replace (reading->asked, dup_id (message), cause);
}

/* The client answered the server: what the server said next, it may have said because of that. */
static void
read_client_answer (Reading    *reading,
                    McpRecord  *record,
                    McpMessage *message)
{
  g_autofree char *id = dup_id (message);
  McpReplayRequest *cause = id != NULL ? g_hash_table_lookup (reading->asked, id) : NULL;
  McpReplayStep step = { MCP_REPLAY_STEP_WAIT, 0, 0, 0 };

  if (cause == NULL)
    return;

  g_hash_table_remove (reading->asked, id);
  for (guint i = cause->steps->len; i > 0; i--)
    {
      McpReplayStep *said = &g_array_index (cause->steps, McpReplayStep, i - 1);
      g_autoptr (McpMessage) request = NULL;
      g_autofree char *said_id = NULL;

      if (said->kind != MCP_REPLAY_STEP_SAY)
        continue;
      request = mcp_replay_read_message (reading->replay, said->serial, said->part);
      said_id = request != NULL ? dup_id (request) : NULL;
      if (g_strcmp0 (said_id, id) != 0)
        continue;

      step.serial = said->serial;
      step.part = said->part;
      cause->last_usec = MAX (cause->last_usec, mcp_record_get_time_usec (record));
      g_array_append_val (cause->steps, step);
      return;
    }
}

static void
read_message (Reading    *reading,
              McpRecord  *record,
              McpMessage *message,
              guint       part)
{
  McpMessageKind kind = mcp_message_get_kind (message);
  gboolean is_answer = kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR;

  if (mcp_record_get_direction (record) == MCP_DIRECTION_OUT)
    {
      if (kind == MCP_MESSAGE_REQUEST)
        read_request (reading, record, message, part);
      else if (is_answer)
        read_client_answer (reading, record, message);
    }
  else if (is_answer)
    read_answer (reading, record, message, part);
  else if (kind == MCP_MESSAGE_REQUEST || kind == MCP_MESSAGE_NOTIFICATION)
    read_said (reading, record, message, part);
}

static void
read_record (Reading   *reading,
             McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpMessage) message = NULL;

  if (kind > MCP_RECORD_BATCH || kind == MCP_RECORD_INVALID)
    return;

  bytes = mcp_record_dup_bytes (record, NULL);
  if (bytes == NULL)
    return;
  message = mcp_message_new (bytes);

  if (mcp_message_get_kind (message) == MCP_MESSAGE_BATCH)
    {
      g_autoptr (GPtrArray) parts = mcp_message_split_batch (message);

      for (guint i = 0; parts != NULL && i < parts->len; i++)
        read_message (reading, record, parts->pdata[i], i);
    }
  else
    {
      read_message (reading, record, message, 0);
    }
}

void
mcp_replay_read_script (McpReplay *self)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  g_autoptr (GHashTable) asked = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  Reading reading = { self, open, asked, NULL };
  guint n_records = mcp_journal_get_n_records (self->journal);
  guint life = 0;

  for (guint serial = 1; serial <= n_records; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);

      /* What was not answered in one life never is. */
      if (mcp_record_get_life (record) != life)
        {
          life = mcp_record_get_life (record);
          g_ptr_array_set_size (open, 0);
          g_hash_table_remove_all (asked);
          reading.last = NULL;
        }
      read_record (&reading, record);
    }
}
