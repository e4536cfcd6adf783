/* mcp-probe-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-param-header.h"
#include "mcp-probe-private.h"
#include "mcp-source.h"

/*
 * One step of a probe: sends what it says, and collects from the journal what comes until that is
 * all. What nothing answers is followed by a request that must be answered, where one connection
 * carries everything; an HTTP request has an end of its own.
 */

/* No step waits longer: a server that takes this long to refuse does not answer. */
#define STEP_MSEC 10000

struct _McpProbeAttempt
{
  McpProbeLink        link;
  const McpProbeStep *step;
  McpProbeStepDone    done;
  gpointer            user_data;

  GBytes             *text;       /* (nullable): what is sent */
  McpId              *id;         /* (nullable): of the request */
  McpId              *fence;      /* (nullable): of the request behind */
  guint64             ticket;
  guint               exchange;   /* the journal's, of the first request; 0 */
  gboolean            ended;      /* that exchange */
  gboolean            fenced;     /* the request behind was answered */
  guint               n_seen;     /* serials up to here have been looked at */
  McpProbeReply      *reply;
  GSource            *timer;      /* to the deadline */
  GSource            *idle;       /* it is complete, and will be told */
  char               *failure;    /* (nullable) */
};

void
mcp_probe_reply_free (McpProbeReply *reply)
{
  g_clear_pointer (&reply->answer, mcp_message_unref);
  g_ptr_array_unref (reply->others);
  g_free (reply->head);
  g_free (reply);
}

char *
mcp_probe_reply_dup_header (const McpProbeReply *reply,
                            const char          *name)
{
  return reply->head != NULL ? mcp_journal_find_header (reply->head, strlen (reply->head), name) : NULL;
}

/* --- What is sent --- */

/* The params of a request, with what a revision from 2026-07-28 on wants in each. */
static char *
make_params (McpProbeAttempt *self,
             const char      *params,
             const char      *meta)
{
  g_autofree char *filled = mcp_probe_facts_fill_in (self->link.facts, params != NULL ? params : "{}");
  g_autofree char *own = mcp_probe_facts_fill_in (self->link.facts, meta != NULL ? meta : "@meta@");
  const char *members = own + (*own == ',');

  if (*members == '\0')
    return params != NULL ? g_steal_pointer (&filled) : NULL;

  return g_strdup_printf ("{\"_meta\":{%s}%s%s", members, g_str_equal (filled, "{}") ? "" : ",", filled + 1);
}

static void
set_header (GPtrArray  *headers,
            const char *name,
            const char *value)
{
  for (guint i = 0; i < headers->len; i += 2)
    if (g_ascii_strcasecmp (headers->pdata[i], name) == 0)
      {
        g_ptr_array_remove_range (headers, i, 2);
        break;
      }

  if (value != NULL)
    {
      g_ptr_array_add (headers, g_strdup (name));
      g_ptr_array_add (headers, g_strdup (value));
    }
}

/* What a message of this revision is sent with over HTTP. */
static void
add_usual_headers (McpProbeAttempt *self,
                   GPtrArray       *headers,
                   McpMessage      *message)
{
  const char *method = message != NULL ? mcp_message_get_method (message) : NULL;
  const char *params = message != NULL ? mcp_message_get_params_excerpt (message) : NULL;
  gboolean is_first = g_strcmp0 (method, "initialize") == 0;
  g_autofree char *name = NULL;

  if (!is_first && self->link.version >= MCP_VERSION_2025_06_18)
    set_header (headers, "MCP-Protocol-Version", mcp_version_to_string (self->link.version));
  if (!mcp_version_is_modern (self->link.version))
    {
      if (!is_first)
        set_header (headers, "MCP-Session-Id", g_hash_table_lookup (self->link.facts, "session"));
      return;
    }

  set_header (headers, "Mcp-Method", method);
  if (params == NULL)
    return;
  if (g_strcmp0 (method, "tools/call") == 0 || g_strcmp0 (method, "prompts/get") == 0)
    name = mcp_json_lookup_string (params, strlen (params), "name");
  else if (g_strcmp0 (method, "resources/read") == 0)
    name = mcp_json_lookup_string (params, strlen (params), "uri");
  else if (method != NULL && g_str_has_prefix (method, "tasks/"))
    name = mcp_json_lookup_string (params, strlen (params), "taskId");
  if (name != NULL)
    {
      g_autofree char *value = mcp_param_header_encode (name);

      set_header (headers, "Mcp-Name", value);
    }
}

static char **
make_headers (McpProbeAttempt *self,
              McpMessage      *message,
              const char      *own)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = NULL;

  if (!self->link.is_http)
    return NULL;

  add_usual_headers (self, headers, message);
  if (own != NULL)
    {
      g_autofree char *filled = mcp_probe_facts_fill_in (self->link.facts, own);

      lines = g_strsplit (filled, "\n", -1);
    }
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      char *colon = strchr (lines[i], ':');

      if (lines[i][0] == '-')
        {
          set_header (headers, lines[i] + 1, NULL);
        }
      else if (colon != NULL)
        {
          *colon = '\0';
          set_header (headers, lines[i], g_strchug (colon + 1));
        }
    }
  g_ptr_array_add (headers, NULL);
  g_ptr_array_set_free_func (headers, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&headers), FALSE);
}

static void
fail (McpProbeAttempt *self,
      const char      *failure)
{
  if (self->failure == NULL)
    self->failure = g_strdup (failure);
}

static guint64
send_message (McpProbeAttempt    *self,
              McpMessage         *message,  /* (nullable) */
              McpExchangePurpose  purpose,
              const char         *own)
{
  g_auto (GStrv) headers = make_headers (self, message, own);
  McpSendOptions options = {
    .headers = (McpHeaderList) headers, .purpose = purpose, .expects_answer = TRUE,
  };
  g_autoptr (GError) error = NULL;
  guint64 ticket = mcp_session_send_exact (self->link.session, message, &options, &error);

  if (ticket == 0)
    fail (self, error->message);

  return ticket;
}

/* A request that every server answers, behind what need not be answered. */
static void
send_fence (McpProbeAttempt *self)
{
  g_autofree char *params = make_params (self, NULL, NULL);
  g_autoptr (McpMessage) message = NULL;

  self->fence = mcp_id_new_integer (mcp_session_take_id (self->link.session));
  message = mcp_message_new_request (self->fence, g_hash_table_lookup (self->link.facts, "alive"), params);
  send_message (self, message, MCP_EXCHANGE_SEND, NULL);
}

static McpMessage *
make_message (McpProbeAttempt *self)
{
  const McpProbeStep *step = self->step;
  g_autofree char *text = NULL;
  g_autofree char *params = NULL;
  g_autoptr (GBytes) bytes = NULL;

  switch (step->act)
    {
    case MCP_ACT_ASK:
    case MCP_ACT_GIVE_UP:
    case MCP_ACT_LISTEN:
      {
        self->id = step->id != NULL ? mcp_id_new_from_token (step->id, strlen (step->id))
                                    : mcp_id_new_integer (mcp_session_take_id (self->link.session));
        params = make_params (self, step->params, step->meta);
        text = mcp_probe_facts_fill_in (self->link.facts, step->method);
        return mcp_message_new_request (self->id, text, params);
      }

    case MCP_ACT_TELL:
      params = step->params != NULL ? mcp_probe_facts_fill_in (self->link.facts, step->params) : NULL;
      return mcp_message_new_notification (step->method, params);

    case MCP_ACT_WRITE:
      text = mcp_probe_facts_fill_in (self->link.facts, step->method);
      bytes = g_bytes_new (text, strlen (text));
      return mcp_message_new (bytes);

    case MCP_ACT_GET:
    case MCP_ACT_DELETE:
    case MCP_ACT_END:
    default:
      return NULL;
    }
}

static void
cancel (McpProbeAttempt *self)
{
  g_autofree char *params = NULL;
  g_autoptr (McpMessage) message = NULL;

  /* Over HTTP a revision from 2026-07-28 on cancels by closing the stream. */
  if (self->link.is_http && mcp_version_is_modern (self->link.version))
    {
      mcp_session_abandon (self->link.session, self->ticket);
      self->ended = TRUE;
      return;
    }

  params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"Sounder probes\"}",
                            mcp_id_get_token (self->id));
  message = mcp_message_new_notification ("notifications/cancelled", params);
  send_message (self, message, MCP_EXCHANGE_SEND, NULL);
}

static gboolean
needs_fence (McpProbeAttempt *self)
{
  return self->step->act == MCP_ACT_GIVE_UP
         || (!self->link.is_http
             && (self->step->act == MCP_ACT_TELL || self->step->act == MCP_ACT_WRITE));
}

static void
send_step (McpProbeAttempt *self)
{
  g_autoptr (McpMessage) message = make_message (self);
  McpExchangePurpose purpose = self->step->act == MCP_ACT_GET      ? MCP_EXCHANGE_LISTEN
                               : self->step->act == MCP_ACT_DELETE ? MCP_EXCHANGE_END
                                                                   : MCP_EXCHANGE_SEND;

  if (message != NULL)
    self->text = g_bytes_ref (mcp_message_get_bytes (message));
  self->ticket = send_message (self, message, purpose, self->step->headers);
  if (self->ticket != 0 && self->step->act == MCP_ACT_GIVE_UP)
    cancel (self);
  if (self->ticket != 0 && needs_fence (self))
    send_fence (self);
}

/* --- What comes --- */

static void
take_answer (McpProbeAttempt *self,
             McpMessage      *message,
             guint            serial)
{
  McpProbeReply *reply = self->reply;
  const McpScan *scan = mcp_message_get_scan (message);

  reply->n_answers++;
  if (reply->answer != NULL)
    return;

  reply->answer = mcp_message_ref (message);
  reply->serial = serial;
  if (mcp_message_get_error_code (message, &reply->code) || scan->result.length == 0)
    return;
  reply->result = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL)
                  + scan->result.offset;
  reply->length = scan->result.length;
}

/* What came has no id of ours. A refusal need not say of what. A result is meant for a message that had no request's
 * id; with a number it may be late, of a request that was given up. */
static gboolean
is_for_the_step (McpProbeAttempt *self,
                 McpMessage      *message,
                 guint            exchange)
{
  const McpScan *scan = mcp_message_get_scan (message);
  McpId *id = mcp_message_get_id (message);
  gboolean is_nameless = id == NULL || mcp_id_is_null (id);

  if (self->reply->answer != NULL || (self->link.is_http && exchange != self->exchange))
    return FALSE;
  if (mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    return is_nameless || self->id == NULL;

  return self->id == NULL && scan->result.length > 0 && scan->method.length == 0
         && (is_nameless || mcp_id_get_token (id)[0] == '"');
}

static void
take_message (McpProbeAttempt *self,
              McpMessage      *message,
              guint            serial,
              guint            exchange)
{
  McpMessageKind kind = mcp_message_get_kind (message);
  McpId *id = mcp_message_get_id (message);
  gboolean is_answer = kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR
                       || (kind == MCP_MESSAGE_INVALID && id != NULL);

  if (kind == MCP_MESSAGE_BATCH)
    {
      g_autoptr (GPtrArray) parts = mcp_message_split_batch (message);

      for (guint i = 0; i < parts->len; i++)
        take_message (self, parts->pdata[i], serial, exchange);
    }
  else if (kind == MCP_MESSAGE_REQUEST)
    {
      return; /* the session answers it */
    }
  else if (is_answer && self->id != NULL && id != NULL && mcp_id_equal (id, self->id))
    {
      take_answer (self, message, serial);
    }
  else if (is_answer && self->fence != NULL && id != NULL && mcp_id_equal (id, self->fence))
    {
      self->fenced = TRUE;
    }
  else
    {
      g_ptr_array_add (self->reply->others, mcp_message_ref (message));
      if (is_for_the_step (self, message, exchange))
        take_answer (self, message, serial);
    }
}

static void
look_at_sent (McpProbeAttempt *self,
              McpRecord       *record)
{
  g_autoptr (GBytes) bytes = NULL;

  if (mcp_record_get_kind (record) == MCP_RECORD_HTTP_REQUEST)
    {
      if (self->exchange == 0)
        self->exchange = mcp_record_get_exchange (record);
      if (self->text == NULL && self->reply->sent_serial == 0)
        self->reply->sent_serial = mcp_record_get_serial (record);
      return;
    }
  if (self->reply->sent_serial != 0 || self->text == NULL)
    return;

  bytes = mcp_record_dup_bytes (record, NULL);
  if (bytes != NULL && g_bytes_equal (bytes, self->text))
    self->reply->sent_serial = mcp_record_get_serial (record);
}

static void
look_at_head (McpProbeAttempt *self,
              McpRecord       *record)
{
  McpProbeReply *reply = self->reply;
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  gint64 status = 0;

  if (bytes == NULL || reply->head != NULL)
    return;

  reply->head = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  mcp_json_lookup_int64 (reply->head, strlen (reply->head), "status", &status);
  reply->status = status;
  if (reply->serial == 0)
    reply->serial = mcp_record_get_serial (record);
}

static void
look_at (McpProbeAttempt *self,
         McpRecord       *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  guint exchange = mcp_record_get_exchange (record);
  g_autoptr (GBytes) bytes = NULL;

  if (mcp_record_get_direction (record) == MCP_DIRECTION_OUT)
    {
      look_at_sent (self, record);
    }
  else if (kind == MCP_RECORD_HTTP_HEAD && exchange == self->exchange)
    {
      look_at_head (self, record);
    }
  else if (kind == MCP_RECORD_HTTP_END && exchange == self->exchange)
    {
      self->ended = TRUE;
    }
  else if (mcp_channel_carries_messages (mcp_record_get_channel (record))
           && !mcp_record_kind_is_transport (kind))
    {
      bytes = mcp_record_dup_bytes (record, NULL);
      if (bytes != NULL)
        {
          g_autoptr (McpMessage) message = mcp_message_new (bytes);

          take_message (self, message, mcp_record_get_serial (record), exchange);
        }
    }
}

/* --- When that is all --- */

static gboolean
is_complete (McpProbeAttempt *self)
{
  McpProbeReply *reply = self->reply;
  gboolean has_first = reply->answer != NULL || reply->others->len > 0;

  if (self->failure != NULL)
    return TRUE;
  if (needs_fence (self))
    return self->fenced;

  switch (self->step->act)
    {
    case MCP_ACT_ASK:
      return reply->answer != NULL || (self->link.is_http && self->ended);
    case MCP_ACT_LISTEN:
      return has_first || (self->link.is_http && self->ended);
    case MCP_ACT_GET:
      return reply->status != 0 || self->ended;
    case MCP_ACT_TELL:
    case MCP_ACT_WRITE:
    case MCP_ACT_GIVE_UP:
    case MCP_ACT_DELETE:
    case MCP_ACT_END:
    default:
      return self->ended;
    }
}

static void
stop_watching (McpProbeAttempt *self)
{
  g_signal_handlers_disconnect_by_data (mcp_session_get_journal (self->link.session), self);
  g_signal_handlers_disconnect_by_data (self->link.session, self);
  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->idle);
}

/* A stream that nobody reads any more is closed. */
static void
let_go (McpProbeAttempt *self)
{
  if (self->step->act == MCP_ACT_LISTEN && self->reply->answer == NULL && self->failure == NULL)
    cancel (self);
  if (self->link.is_http && !self->ended)
    mcp_session_abandon (self->link.session, self->ticket);
}

static gboolean
complete_cb (gpointer user_data)
{
  McpProbeAttempt *self = user_data;
  McpProbeReply *reply = g_steal_pointer (&self->reply);

  stop_watching (self);
  self->reply = reply;
  let_go (self);
  self->reply = NULL;
  reply->last_serial = self->n_seen;
  self->done (reply, self->failure, self->user_data);

  return G_SOURCE_REMOVE;
}

static void
check_complete (McpProbeAttempt *self)
{
  if (self->idle == NULL && is_complete (self))
    self->idle = mcp_source_attach (g_idle_source_new (), complete_cb, self);
}

static void
items_changed_cb (McpJournal      *journal,
                  guint            position,
                  guint            n_removed,
                  guint            n_added,
                  McpProbeAttempt *self)
{
  while (self->n_seen < position + n_added)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, self->n_seen + 1);

      self->n_seen++;
      look_at (self, record);
    }

  check_complete (self);
}

/* The server is gone: what it has written before that has come. */
static void
state_cb (McpSession      *session,
          GParamSpec      *pspec,
          McpProbeAttempt *self)
{
  const GError *error = mcp_session_get_error (session);

  if (mcp_session_is_open (session) || self->failure != NULL)
    return;

  mcp_journal_flush (mcp_session_get_journal (session));
  fail (self, error != NULL ? error->message : _("the connection was closed"));
  check_complete (self);
}

static gboolean
timeout_cb (gpointer user_data)
{
  McpProbeAttempt *self = user_data;
  gboolean may_be_silent = self->step->want == MCP_WANT_SILENCE
                           || self->step->want == MCP_WANT_NO_RESULT
                           || self->step->want == MCP_WANT_ANYTHING;
  g_autofree char *failure = NULL;

  g_clear_pointer (&self->timer, g_source_unref);
  if (may_be_silent && needs_fence (self))
    failure = g_strdup_printf (_("the server did not answer the request behind it within %d s"),
                               STEP_MSEC / 1000);
  else
    failure = g_strdup_printf (_("no answer within %d s"), STEP_MSEC / 1000);
  fail (self, failure);
  check_complete (self);

  return G_SOURCE_REMOVE;
}

McpProbeAttempt *
mcp_probe_attempt_start (const McpProbeLink *link,
                         const McpProbeStep *step,
                         McpProbeStepDone    done,
                         gpointer            user_data)
{
  McpProbeAttempt *self = g_new0 (McpProbeAttempt, 1);
  McpJournal *journal = mcp_session_get_journal (link->session);

  self->link = *link;
  self->step = step;
  self->done = done;
  self->user_data = user_data;
  self->reply = g_new0 (McpProbeReply, 1);
  self->reply->others = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_message_unref);

  mcp_journal_flush (journal);
  self->n_seen = mcp_journal_get_n_records (journal);
  self->reply->first_serial = self->n_seen + 1;
  g_signal_connect (journal, "items-changed", G_CALLBACK (items_changed_cb), self);
  g_signal_connect (link->session, "notify::state", G_CALLBACK (state_cb), self);
  self->timer = mcp_source_attach (g_timeout_source_new (STEP_MSEC), timeout_cb, self);

  send_step (self);
  check_complete (self);

  return self;
}

void
mcp_probe_attempt_free (McpProbeAttempt *self)
{
  stop_watching (self);
  g_clear_pointer (&self->reply, mcp_probe_reply_free);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->id, mcp_id_unref);
  g_clear_pointer (&self->fence, mcp_id_unref);
  g_free (self->failure);
  g_free (self);
}
