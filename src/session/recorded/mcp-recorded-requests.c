/* mcp-recorded-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-linter-conversation.h"
#include "mcp-linter.h"
#include "mcp-meta.h"
#include "mcp-recorded.h"
#include "mcp-tasks-private.h"

/*
 * What both sides of a session that is over asked of each other, followed in the order of the journal: what a late
 * answer, progress, a cancellation and an update are judged by.
 *
 * A tap may have heard several clients of one server, who count from the same numbers: what would then be a guess is
 * not said.
 */

/* Of one side: the last that are remembered. */
#define MAX_REQUESTS 65536

typedef struct
{
  guint     serial;
  McpId    *id;
  McpId    *token;         /* (nullable): for progress */
  double    progress;      /* -1 for none yet */
  gboolean  is_cancelled;
} Request;

/* The requests of one side. */
typedef struct
{
  GQueue      requests;    /* of Request, oldest first */
  GHashTable *by_id;       /* McpId to the last Request */
  GHashTable *by_token;    /* the same by the token for progress */
} Side;

struct _McpRecordedRequests
{
  McpSession *session;     /* owns us */
  McpTasks   *tasks;
  Side        sides[2];    /* by McpDirection */
  GHashTable *watched;     /* URIs that the client subscribed to */
  guint       life;
  guint       n_clients;   /* who began with a handshake */
  gboolean    is_open;     /* the server was told `initialized`, or asked for something */
  gboolean    asks_for_logs;
};

static void
request_free (gpointer data)
{
  Request *request = data;

  mcp_id_unref (request->id);
  g_clear_pointer (&request->token, mcp_id_unref);
  g_free (request);
}

static void
side_clear (Side *side)
{
  g_hash_table_remove_all (side->by_id);
  g_hash_table_remove_all (side->by_token);
  g_queue_clear_full (&side->requests, request_free);
}

static void
forget_oldest (Side *side)
{
  Request *request = g_queue_pop_head (&side->requests);

  if (g_hash_table_lookup (side->by_id, request->id) == request)
    g_hash_table_remove (side->by_id, request->id);
  if (request->token != NULL && g_hash_table_lookup (side->by_token, request->token) == request)
    g_hash_table_remove (side->by_token, request->token);
  request_free (request);
}

/* @token is (nullable) (transfer full). */
static void
remember (Side  *side,
          McpId *id,
          McpId *token,
          guint  serial)
{
  Request *request = g_new0 (Request, 1);

  request->serial = serial;
  request->id = mcp_id_ref (id);
  request->token = token;
  request->progress = -1;
  g_queue_push_tail (&side->requests, request);
  g_hash_table_replace (side->by_id, request->id, request);
  if (token != NULL)
    g_hash_table_replace (side->by_token, token, request);
  if (side->requests.length > MAX_REQUESTS)
    forget_oldest (side);
}

McpRecordedRequests *
mcp_recorded_requests_new (McpSession *session,
                           McpTasks   *tasks)
{
  McpRecordedRequests *self = g_new0 (McpRecordedRequests, 1);

  self->session = session;
  self->tasks = tasks;
  self->watched = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      self->sides[i].by_id = g_hash_table_new (mcp_id_hash, mcp_id_equal);
      self->sides[i].by_token = g_hash_table_new (mcp_id_hash, mcp_id_equal);
    }

  return self;
}

void
mcp_recorded_requests_free (McpRecordedRequests *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      side_clear (&self->sides[i]);
      g_hash_table_unref (self->sides[i].by_id);
      g_hash_table_unref (self->sides[i].by_token);
    }
  g_hash_table_unref (self->watched);
  g_free (self);
}

/* Whether it was answered before the record @now. */
static gboolean
is_answered (McpRecordedRequests *self,
             const Request       *request,
             guint                now)
{
  McpJournalLook look;

  return mcp_journal_look (mcp_session_get_journal (self->session), request->serial, &look) && look.pair != 0
         && look.pair < now;
}

static gboolean
is_given_up (McpRecordedRequests *self,
             const Request       *request,
             McpJournalLook      *look)
{
  return mcp_journal_look (mcp_session_get_journal (self->session), request->serial, look)
         && (request->is_cancelled || look->status == MCP_STATUS_CANCELLED || look->status == MCP_STATUS_TIMED_OUT);
}

static const char *
get_params (McpMessage *message,
            gsize      *length)
{
  const McpScan *scan = mcp_message_get_scan (message);

  *length = scan->params.length;

  return (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL) + scan->params.offset;
}

/* Returns: (transfer full) (nullable) */
static McpId *
read_id (McpMessage *message,
         const char *path)
{
  gsize length;
  const char *params = get_params (message, &length);
  McpSpan span;

  return length > 0 && mcp_json_lookup (params, length, path, &span)
           ? mcp_id_new_from_token (params + span.offset, span.length) : NULL;
}

static char *
dup_uri (McpMessage *message)
{
  gsize length;
  const char *params = get_params (message, &length);

  return length > 0 ? mcp_json_lookup_string (params, length, "uri") : NULL;
}

static void
follow_life (McpRecordedRequests *self,
             guint                life)
{
  if (life == self->life)
    return;

  self->life = life;
  self->n_clients = 0;
  self->is_open = FALSE;
  self->asks_for_logs = FALSE;
  g_hash_table_remove_all (self->watched);
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    side_clear (&self->sides[i]);
}

/* Whether the record, of the client, says what the server's messages are judged by. */
gboolean
mcp_recorded_requests_wants (McpRecordedRequests  *self,
                             const McpJournalLook *look)
{
  return look->direction == MCP_DIRECTION_OUT && look->method != NULL
         && (look->kind == MCP_RECORD_REQUEST || look->kind == MCP_RECORD_NOTIFICATION);
}

/* What mcp_recorded_requests_wants() has chosen, in the order of the journal. */
void
mcp_recorded_requests_take (McpRecordedRequests  *self,
                            const McpJournalLook *look,
                            guint                 serial,
                            McpMessage           *message)
{
  Side *side = &self->sides[MCP_DIRECTION_OUT];
  McpId *id = mcp_message_get_id (message);
  g_autofree char *uri = NULL;
  gsize length;
  const char *params = get_params (message, &length);
  McpSpan span;

  follow_life (self, look->life);
  if (look->kind == MCP_RECORD_NOTIFICATION)
    {
      g_autoptr (McpId) cancelled = NULL;
      Request *request;

      if (g_str_equal (look->method, "notifications/initialized"))
        self->is_open = TRUE;
      else if (g_str_equal (look->method, "notifications/cancelled")
               && (cancelled = read_id (message, "requestId")) != NULL
               && (request = g_hash_table_lookup (side->by_id, cancelled)) != NULL)
        request->is_cancelled = TRUE;
      return;
    }

  if (id == NULL)
    return;

  remember (side, id, read_id (message, "_meta.progressToken"), serial);
  if (length > 0 && mcp_meta_find (params, length, MCP_META_LOG_LEVEL, &span))
    self->asks_for_logs = TRUE;

  if (g_str_equal (look->method, "initialize"))
    self->n_clients++;
  else if (!g_str_equal (look->method, "ping"))
    self->is_open = TRUE; /* a client that forgets to say so is not the server's fault */

  if (g_str_equal (look->method, "resources/subscribe") && (uri = dup_uri (message)) != NULL)
    g_hash_table_add (self->watched, g_steal_pointer (&uri));
  else if (g_str_equal (look->method, "resources/unsubscribe") && (uri = dup_uri (message)) != NULL)
    g_hash_table_remove (self->watched, uri);
}

/* Which request an answer of a batch, or one that the journal could not pair, is for; 0 for none. */
guint
mcp_recorded_requests_find (McpRecordedRequests *self,
                            McpId               *id)
{
  Request *request = g_hash_table_lookup (self->sides[MCP_DIRECTION_OUT].by_id, id);

  return request != NULL ? request->serial : 0;
}

/* Whether nobody waits for an answer: it goes with no request, or comes after that was given up. */
gboolean
mcp_recorded_requests_is_orphan (McpRecordedRequests  *self,
                               const McpJournalLook *look,
                               McpId                *id)
{
  Request *request = g_hash_table_lookup (self->sides[MCP_DIRECTION_OUT].by_id, id);

  return look->pair == 0 || look->method == NULL || (look->flags & MCP_RECORD_FLAG_LATE) != 0
         || (request != NULL && request->serial == look->pair && request->is_cancelled);
}

/* Says why nobody waits for an answer. */
void
mcp_recorded_requests_judge_orphan (McpRecordedRequests *self,
                                    guint                serial,
                                    McpId               *id)
{
  Request *request = id != NULL ? g_hash_table_lookup (self->sides[MCP_DIRECTION_OUT].by_id, id) : NULL;
  McpOrphan why = MCP_ORPHAN_NOT_WAITING;
  const char *method = NULL;
  McpJournalLook asked;

  if (request != NULL && is_given_up (self, request, &asked))
    {
      why = MCP_ORPHAN_LATE;
      method = asked.method;
    }
  else if (request != NULL && is_answered (self, request, serial))
    {
      why = MCP_ORPHAN_SECOND;
    }

  mcp_linter_report_orphan (mcp_session_get_reporter (self->session), id, why, method, 0, serial);
}

/* Who follows a server from its first message on knows what it may not know otherwise. */
static gboolean
is_one_client (McpRecordedRequests *self)
{
  return self->n_clients == 1;
}

/* A request of the server's. */
void
mcp_recorded_requests_judge_request (McpRecordedRequests  *self,
                                     const McpJournalLook *look,
                                     guint                 serial,
                                     McpId                *id)
{
  McpReporter *reporter = mcp_session_get_reporter (self->session);
  Side *side = &self->sides[MCP_DIRECTION_IN];
  Request *before;

  follow_life (self, look->life);
  if (is_one_client (self) && !self->is_open)
    mcp_linter_report_early (reporter, TRUE, look->method, serial);

  before = g_hash_table_lookup (side->by_id, id);
  if (is_one_client (self) && before != NULL && !before->is_cancelled && !is_answered (self, before, serial))
    mcp_linter_report_reused_id (reporter, id, serial);
  remember (side, id, NULL, serial);
}

static void
judge_progress (McpRecordedRequests *self,
                guint                serial,
                McpMessage          *message)
{
  McpReporter *reporter = mcp_session_get_reporter (self->session);
  g_auto (McpProgress) progress = { 0 };
  McpProgressOf of = MCP_PROGRESS_OF_NOTHING;
  Request *request = NULL;
  McpJournalLook look;
  gsize length;
  const char *params = get_params (message, &length);

  mcp_progress_read (&progress, params, length);
  if (progress.token != NULL)
    request = g_hash_table_lookup (self->sides[MCP_DIRECTION_OUT].by_token, progress.token);
  if (request != NULL && is_given_up (self, request, &look))
    of = MCP_PROGRESS_OF_GIVEN_UP;
  else if (request != NULL && !is_answered (self, request, serial))
    of = MCP_PROGRESS_OF_REQUEST;
  else if (progress.token != NULL && progress.has_progress
           && mcp_tasks_take_progress (self->tasks, progress.token, progress.progress, progress.total))
    return;

  /* What was asked before the recording began is not known. */
  if (of == MCP_PROGRESS_OF_NOTHING && progress.token != NULL && self->n_clients == 0)
    return;

  if (mcp_linter_check_progress (reporter, &progress, of,
                                 request != NULL && self->n_clients <= 1 ? request->progress : -1, serial))
    request->progress = progress.progress;
}

static void
judge_cancelled (McpRecordedRequests *self,
                 guint                serial,
                 McpMessage          *message)
{
  g_autoptr (McpId) id = read_id (message, "requestId");
  Request *request = id != NULL ? g_hash_table_lookup (self->sides[MCP_DIRECTION_IN].by_id, id) : NULL;

  if (request != NULL && !request->is_cancelled && !is_answered (self, request, serial))
    request->is_cancelled = TRUE;
  else if (is_one_client (self))
    mcp_linter_report_vain_cancel (mcp_session_get_reporter (self->session), id, serial);
}

/* Checks a notification from the server; @kind is its parsed method. */
void
mcp_recorded_requests_judge_notification (McpRecordedRequests  *self,
                                          const McpJournalLook *look,
                                          guint                 serial,
                                          McpNotification       kind,
                                          McpMessage           *message)
{
  McpReporter *reporter = mcp_session_get_reporter (self->session);
  g_autofree char *uri = NULL;
  gsize length;
  const char *params;

  follow_life (self, look->life);
  if (is_one_client (self) && !self->is_open)
    mcp_linter_report_early (reporter, FALSE, look->method, serial);

  switch ((int) kind)
    {
    case MCP_NOTIFICATION_LOG:
      params = get_params (message, &length);
      mcp_linter_check_log (reporter, params, length, self->asks_for_logs, serial);
      break;

    case MCP_NOTIFICATION_PROGRESS:
      judge_progress (self, serial, message);
      break;

    case MCP_NOTIFICATION_CANCELLED:
      judge_cancelled (self, serial, message);
      break;

    case MCP_NOTIFICATION_RESOURCE_UPDATED:
      uri = dup_uri (message);
      mcp_linter_check_update (reporter, uri, !is_one_client (self) || g_hash_table_size (self->watched) > 0, serial);
      break;

    default:
      break;
    }
}
