/* mcp-examination.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-json-edit.h"
#include "mcp-linter-conversation.h"
#include "mcp-linter.h"
#include "mcp-recorded.h"
#include "mcp-tasks-private.h"
#include "mcp-subscription-private.h"

/*
 * McpExamination:
 *
 * What has to be read of a session that is over, message by message: its tasks, and what is wrong
 * with it when the recording does not say. That is so with recordings of other programs, and of
 * the tap, which judges nothing.
 *
 * It goes on in short slices of the main loop when there is nothing else to do; what is large is
 * read and scanned in a thread. The rules are those that a message, its request and the handshake
 * are enough for.
 */

#define SLICE_USEC 2000
/* Above this a message is not for the main loop. */
#define LARGE_BYTES (256 * 1024)
/* Of one list: who has more has the same trouble. */
#define MAX_ITEMS 1000

struct _McpExamination
{
  McpSession   *session;      /* owns us */
  McpTasks     *tasks;
  guint         next;         /* the first record that was not looked at */
  guint         source;
  GCancellable *cancellable;  /* (nullable): of a large message that is being read */
  gboolean      judges;

  McpRecordedRequests      *requests;
  McpRecordedSubscriptions *subscriptions;
};

/* A message and what was found in it; made in a thread when it is large. */
typedef struct
{
  GBytes         *bytes;
  McpScan         scan;
  McpResultFacts  facts;
} Examined;

static void
examined_free (Examined *examined)
{
  g_bytes_unref (examined->bytes);
  g_free (examined);
}

static void
scan_message (Examined *examined)
{
  gsize length;
  const char *data = g_bytes_get_data (examined->bytes, &length);

  mcp_scan (data != NULL ? data : "", length, &examined->scan);
  mcp_linter_read_result (data != NULL ? data : "", &examined->scan, &examined->facts);
}

static void
check_list (McpSession     *session,
            McpCatalogKind  kind,
            const char     *result,
            gsize           length,
            guint           serial)
{
  const char *member = mcp_catalog_kind_get_member (kind);
  McpJsonIter iter;
  McpSpan span;
  McpSpan value;

  if (!mcp_json_edit_find (result, length, member, &span) || result[span.offset] != '['
      || !mcp_json_iter_init (&iter, result + span.offset, span.length))
    return;

  for (guint i = 1; i <= MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      g_autoptr (McpCatalogItem) item =
        mcp_catalog_item_new (kind, result + span.offset + value.offset, value.length);

      mcp_linter_check_item (mcp_session_get_reporter (session), serial, kind, item, i);
    }
}

static void
check_lists (McpSession *session,
             const char *method,
             const char *result,
             gsize       length,
             guint       serial)
{
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (g_str_equal (mcp_catalog_kind_get_method (kind), method))
      check_list (session, kind, result, length, serial);
}

/* What a call of a tool asked for. FALSE when its request was not kept, or is not for the main loop. */
static gboolean
read_call (McpSession      *session,
           guint            request,
           McpCatalogItem **tool,
           gboolean        *asks_task)
{
  McpJournal *journal = mcp_session_get_journal (session);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = NULL;
  McpJournalLook look;
  McpSpan span;
  const char *text;
  gsize length;

  if (!mcp_journal_look (journal, request, &look) || look.size > LARGE_BYTES
      || (bytes = mcp_journal_read (journal, request, NULL)) == NULL)
    return FALSE;

  text = g_bytes_get_data (bytes, &length);
  if (text == NULL || !mcp_json_validate (text, length, NULL))
    return FALSE;

  name = mcp_json_lookup_string (text, length, "params.name");
  *tool = mcp_session_find_tool (session, name);
  *asks_task = mcp_json_lookup (text, length, "params.task", &span);

  return TRUE;
}

static void
judge_result (McpSession           *session,
              const McpJournalLook *look,
              guint                 serial,
              const Examined       *examined)
{
  const McpScan *scan = &examined->scan;
  const char *result = (const char *) g_bytes_get_data (examined->bytes, NULL)
                       + scan->result.offset;
  McpReporter *reporter = mcp_session_get_reporter (session);
  McpRequestKind kind = mcp_method_find_request (look->method);
  McpCatalogItem *tool = NULL;
  gboolean takes_task = FALSE;
  McpSpan span;

  if (kind == MCP_REQUEST_INITIALIZE)
    {
      g_autoptr (McpMessage) answer = mcp_message_new_scanned (examined->bytes, scan);

      mcp_linter_check_initialize (reporter, answer, serial);
      return;
    }

  if (kind == MCP_REQUEST_TOOLS_CALL && !read_call (session, look->pair, &tool, &takes_task))
    takes_task = mcp_json_edit_find (result, scan->result.length, "task", &span);
  /* A client may have declared the extension of tasks with each of its requests. */
  takes_task |= mcp_session_has_feature (session, MCP_FEATURE_RESULT_TYPE);
  if (mcp_linter_judge_result (reporter, look->method, takes_task, result, scan->result.length, serial)
      != MCP_RESULT_COMPLETE)
    return;
  if (kind == MCP_REQUEST_DISCOVER)
    {
      if (examined->facts.is_object)
        mcp_linter_check_discover (reporter, serial, result, scan->result.length);
      return;
    }

  mcp_linter_check_result (reporter, look->method, &examined->facts, serial);
  mcp_linter_check_hints (reporter, look->method, &examined->facts, serial);
  if (!examined->facts.is_object || scan->result.length > LARGE_BYTES)
    return;

  mcp_linter_check_members (reporter, look->method, tool, result, scan->result.length, &examined->facts, serial);
  check_lists (session, look->method, result, scan->result.length, serial);
}

static void
judge_error (McpSession           *session,
             const McpJournalLook *look,
             guint                 serial,
             McpMessage           *message)
{
  McpJournal *journal = mcp_session_get_journal (session);
  McpReporter *reporter = mcp_session_get_reporter (session);
  g_autofree char *text = mcp_message_dup_error_message (message);
  g_autofree char *request = NULL;
  g_autoptr (GBytes) bytes = NULL;
  McpJournalLook asked;
  gint64 code;

  if (mcp_message_get_error_code (message, &code))
    mcp_linter_check_error (reporter, code, 0, FALSE, serial);
  if (text == NULL || !mcp_journal_look (journal, look->pair, &asked) || asked.size > LARGE_BYTES
      || (bytes = mcp_journal_read (journal, look->pair, NULL)) == NULL)
    return;

  request = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  mcp_linter_check_error_text (reporter, text, (const char * const[]){ request, NULL }, serial);
}

static void
judge_answer (McpExamination       *self,
              const McpJournalLook *look,
              guint                 serial,
              const Examined       *examined)
{
  g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);
  McpId *id = mcp_message_get_id (message);
  gboolean names_request = id != NULL && !mcp_id_is_null (id);

  if (names_request ? mcp_recorded_requests_is_orphan (self->requests, look, id) : look->pair == 0)
    {
      /* A refusal over HTTP needs no id: it has a request. */
      if (names_request || look->channel != MCP_CHANNEL_HTTP)
        mcp_recorded_requests_judge_orphan (self->requests, serial, names_request ? id : NULL);
    }
  else if (look->kind == MCP_RECORD_RESULT)
    {
      judge_result (self->session, look, serial, examined);
    }
  else
    {
      judge_error (self->session, look, serial, message);
    }
}

static void
check_params (McpExamination       *self,
              const McpJournalLook *look,
              guint                 serial,
              const Examined       *examined)
{
  const char *data = g_bytes_get_data (examined->bytes, NULL);

  mcp_linter_check_params (mcp_session_get_reporter (self->session), look->method,
                           data + examined->scan.params.offset, examined->scan.params.length, serial);
}

static void
judge_request (McpExamination       *self,
               const McpJournalLook *look,
               guint                 serial,
               const Examined       *examined)
{
  McpNegotiation *negotiation = mcp_session_get_negotiation (self->session);
  g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);

  mcp_linter_check_request (mcp_session_get_reporter (self->session), look->method,
                            negotiation->client_capabilities, serial);
  check_params (self, look, serial, examined);
  mcp_recorded_requests_judge_request (self->requests, look, serial, mcp_message_get_id (message));
}

static void
judge_notification (McpExamination       *self,
                    const McpJournalLook *look,
                    guint                 serial,
                    const Examined       *examined)
{
  g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);
  McpNotification kind = mcp_session_judge_notification (self->session, look->method, serial);

  check_params (self, look, serial, examined);
  mcp_recorded_requests_judge_notification (self->requests, look, serial, kind, message);
}

static void judge_batch (McpExamination       *self,
                         const McpJournalLook *look,
                         guint                 serial,
                         const Examined       *examined);

static void
judge_message (McpExamination       *self,
               const McpJournalLook *look,
               guint                 serial,
               const Examined       *examined)
{
  switch ((int) look->kind)
    {
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
      judge_answer (self, look, serial, examined);
      break;

    case MCP_RECORD_REQUEST:
      judge_request (self, look, serial, examined);
      break;

    case MCP_RECORD_NOTIFICATION:
      judge_notification (self, look, serial, examined);
      break;

    case MCP_RECORD_BATCH:
      judge_batch (self, look, serial, examined);
      break;

    default:
      break;
    }
}

/* Of a revision that has no batches only answers count, as they do while a session goes on. */
static void
judge_part (McpExamination       *self,
            const McpJournalLook *batch,
            guint                 serial,
            McpMessage           *part)
{
  Examined examined = { .bytes = mcp_message_get_bytes (part) };
  McpId *id = mcp_message_get_id (part);
  McpJournalLook look = *batch;
  McpJournalLook request;

  look.kind = (McpRecordKind) mcp_message_get_kind (part);
  look.method = mcp_message_get_method (part);
  if (look.kind == MCP_RECORD_RESULT || look.kind == MCP_RECORD_ERROR)
    {
      look.pair = id != NULL ? mcp_recorded_requests_find (self->requests, id) : 0;
      look.method = mcp_journal_look (mcp_session_get_journal (self->session), look.pair, &request)
                      ? request.method : NULL;
    }
  else if (look.kind == MCP_RECORD_BATCH || !mcp_session_has_feature (self->session, MCP_FEATURE_BATCHES))
    {
      return;
    }

  scan_message (&examined);
  judge_message (self, &look, serial, &examined);
}

static void
judge_batch (McpExamination       *self,
             const McpJournalLook *look,
             guint                 serial,
             const Examined       *examined)
{
  g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);
  g_autoptr (GPtrArray) parts = NULL;
  gsize length;
  const char *text = g_bytes_get_data (examined->bytes, &length);

  if (mcp_revision_is_known (mcp_session_get_revision (self->session)))
    mcp_linter_check_batch (mcp_session_get_reporter (self->session), mcp_json_count (text, length), serial);
  if (length > LARGE_BYTES)
    return;

  parts = mcp_message_split_batch (message);
  for (guint i = 0; i < parts->len; i++)
    judge_part (self, look, serial, g_ptr_array_index (parts, i));
}

static void
judge (McpExamination       *self,
       const McpJournalLook *look,
       guint                 serial,
       const Examined       *examined)
{
  McpLineEnd end = (look->flags & MCP_RECORD_FLAG_NO_EOL) != 0 ? MCP_LINE_END_NONE
                                                               : MCP_LINE_END_LF;

  /* What comes with a refusal over HTTP need not be a message (basic/transports). */
  if (look->channel == MCP_CHANNEL_AUTH)
    return;
  if (look->channel == MCP_CHANNEL_HTTP
      && (look->kind == MCP_RECORD_NOISE
          || (look->http_status >= 300 && examined->scan.jsonrpc.length == 0)))
    return;

  mcp_linter_check_frame (mcp_session_get_reporter (self->session), serial, look->channel, look->kind,
                          examined->bytes, &examined->scan, end);
  judge_message (self, look, serial, examined);
}

/* Modern servers are pinged with server/discover: what is wrong with its answer was said once. */
static gboolean
repeats_discover (McpExamination       *self,
                  const McpJournalLook *look)
{
  McpJournalLook request;

  return look->kind == MCP_RECORD_RESULT && g_strcmp0 (look->method, "server/discover") == 0
         && mcp_journal_look (mcp_session_get_journal (self->session), look->pair, &request)
         && (request.flags & (MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA)) == MCP_RECORD_FLAG_PROBE;
}

static gboolean
is_judged (McpExamination       *self,
           const McpJournalLook *look)
{
  return self->judges && !repeats_discover (self, look) && look->direction == MCP_DIRECTION_IN
         && (look->flags & MCP_RECORD_FLAG_TRUNCATED) == 0
         && (look->kind <= MCP_RECORD_NOISE) && (look->method != NULL
             || (look->kind != MCP_RECORD_REQUEST && look->kind != MCP_RECORD_NOTIFICATION));
}

static gboolean
wants_request (McpExamination       *self,
               const McpJournalLook *look)
{
  return self->judges && mcp_recorded_requests_wants (self->requests, look);
}

static void
take (McpExamination       *self,
      const McpJournalLook *look,
      guint                 serial,
      const Examined       *examined)
{
  const char *data = g_bytes_get_data (examined->bytes, NULL);

  mcp_reporter_set_muted (mcp_session_get_reporter (self->session), !self->judges);
  if (is_judged (self, look))
    judge (self, look, serial, examined);
  if (data != NULL && examined->scan.fault == MCP_SCAN_OK && mcp_tasks_wants_recorded (self->tasks, look))
    mcp_tasks_take_recorded (self->tasks, look, serial, data, &examined->scan, examined->facts.is_tool_error);
  if (data != NULL && examined->scan.fault == MCP_SCAN_OK && mcp_recorded_subscriptions_wants (self->subscriptions, look))
    {
      g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);

      mcp_recorded_subscriptions_take (self->subscriptions, look, serial, message);
    }
  if (data != NULL && examined->scan.fault == MCP_SCAN_OK && wants_request (self, look))
    {
      g_autoptr (McpMessage) message = mcp_message_new_scanned (examined->bytes, &examined->scan);

      mcp_recorded_requests_take (self->requests, look, serial, message);
    }
  mcp_reporter_set_muted (mcp_session_get_reporter (self->session), TRUE);
}

static void
read_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  scan_message (task_data);
  g_task_return_boolean (task, TRUE);
}

static void
scanned_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  McpExamination *self = user_data;
  McpJournalLook look;

  /* Cancelled is: there is no examination any more. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;

  g_clear_object (&self->cancellable);
  if (mcp_journal_look (mcp_session_get_journal (self->session), self->next, &look))
    take (self, &look, self->next, g_task_get_task_data (G_TASK (result)));
  self->next++;
  mcp_examination_go_on (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  McpExamination *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  g_autoptr (GTask) task = NULL;
  Examined *examined;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (bytes == NULL)
    {
      g_clear_object (&self->cancellable);
      self->next++;
      mcp_examination_go_on (self);
      return;
    }

  examined = g_new0 (Examined, 1);
  examined->bytes = g_steal_pointer (&bytes);
  task = g_task_new (NULL, self->cancellable, scanned_cb, self);
  g_task_set_source_tag (task, read_cb);
  g_task_set_task_data (task, examined, (GDestroyNotify) examined_free);
  g_task_run_in_thread (task, read_in_thread);
}

static void
read_large (McpExamination *self)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (mcp_session_get_journal (self->session), self->next);

  self->cancellable = g_cancellable_new ();
  mcp_record_read_async (record, self->cancellable, read_cb, self);
}

static void
read_small (McpExamination       *self,
            const McpJournalLook *look)
{
  g_autoptr (GBytes) bytes = mcp_journal_read (mcp_session_get_journal (self->session), self->next, NULL);
  Examined examined = { .bytes = bytes };

  if (bytes == NULL)
    return;

  scan_message (&examined);
  take (self, look, self->next, &examined);
}

static gboolean
slice_cb (gpointer user_data)
{
  McpExamination *self = user_data;
  gint64 end_usec = g_get_monotonic_time () + SLICE_USEC;
  McpJournalLook look;

  for (guint n = 1; mcp_journal_look (mcp_session_get_journal (self->session), self->next, &look); n++)
    {
      if (is_judged (self, &look) || mcp_tasks_wants_recorded (self->tasks, &look)
          || mcp_recorded_subscriptions_wants (self->subscriptions, &look) || wants_request (self, &look))
        {
          if (look.size > LARGE_BYTES)
            {
              self->source = 0;
              read_large (self);
              return G_SOURCE_REMOVE;
            }
          read_small (self, &look);
        }

      self->next++;
      if (n % 16 == 0 && g_get_monotonic_time () > end_usec)
        return G_SOURCE_CONTINUE;
    }

  self->source = 0;
  if (!mcp_journal_is_loading (mcp_session_get_journal (self->session))
      && !mcp_journal_is_live (mcp_session_get_journal (self->session)))
    mcp_recorded_subscriptions_end (self->subscriptions);

  return G_SOURCE_REMOVE;
}

McpExamination *
mcp_examination_new (McpSession *session,
                     McpTasks   *tasks)
{
  McpExamination *self = g_new0 (McpExamination, 1);

  self->session = session;
  self->tasks = tasks;
  self->next = 1;
  self->requests = mcp_recorded_requests_new (session, tasks);
  self->subscriptions = mcp_recorded_subscriptions_new (session);

  return self;
}

void
mcp_examination_free (McpExamination *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  mcp_recorded_requests_free (self->requests);
  mcp_recorded_subscriptions_free (self->subscriptions);
  g_free (self);
}

void
mcp_examination_set_judges (McpExamination *self,
                            gboolean        judges)
{
  self->judges = judges;
}

/* Looks at what there is by now. */
void
mcp_examination_go_on (McpExamination *self)
{
  McpJournalLook look;

  if (self->source == 0 && self->cancellable == NULL
      && mcp_journal_look (mcp_session_get_journal (self->session), self->next, &look))
    self->source = g_idle_add_full (G_PRIORITY_LOW, slice_cb, self, NULL);
}

gboolean
mcp_examination_is_running (McpExamination *self)
{
  return self->source != 0 || self->cancellable != NULL;
}
