/* mcp-session-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-http-transport.h"
#include "mcp-linter.h"
#include "mcp-retry-after.h"
#include "mcp-server-text.h"
#include "mcp-session-private.h"
#include "mcp-source.h"
#include "mcp-sse-transport.h"

/*
 * What HTTP exchanges mean for a session: which message was accepted, answered or lost, which
 * HTTP session it belongs to, and when the stream for what the server sends unasked is opened.
 *
 *   initialize → (MCP-Session-Id) → initialized → accepted → GET stream
 *
 * basic/transports, Streamable HTTP and Session Management.
 */

/* How long `initialized` may take to be accepted before the session goes on without. */
#define ACCEPT_MSEC 3000

/* How much of a refusal's body is read for its reason. */
#define REFUSAL_BYTES 4096

/* No longer wait is worth a number. */
#define MAX_SAID_WAIT_MSEC (G_GINT64_CONSTANT (366) * 24 * 3600 * 1000)

/* Where the server's `initialized` went through, or will not: the handshake may go on. */
static void
accepted (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GTask) task = mcp_http_session_take_acceptance (life->http);

  if (MCP_IS_HTTP_TRANSPORT (life->transport))
    mcp_http_transport_listen (MCP_HTTP_TRANSPORT (life->transport));
  g_task_return_boolean (task, TRUE);
}

static gboolean
accept_timeout_cb (gpointer user_data)
{
  accepted (user_data);

  return G_SOURCE_REMOVE;
}

/* The session is over: whoever waits for the handshake must not wait for ever. */
void
mcp_session_http_end (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GTask) task = mcp_http_session_take_acceptance (life->http);

  mcp_http_session_end_renewal (life->http);
  if (task != NULL)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CLOSED, _("the connection was closed"));
}

/* A call ran out of time. An answer that had begun is what a slow-loris server leaves. */
void
mcp_session_http_timed_out (McpSession *self,
                            guint64     ticket)
{
  McpSending *sending = mcp_http_session_find_sending (self->life->http, ticket);
  McpExchange *exchange = sending != NULL
                            ? mcp_http_session_find_exchange (self->life->http, sending->exchange)
                            : NULL;

  if (exchange == NULL || exchange->status == 0 || exchange->is_events)
    return;

  mcp_reporter_report (self->reporter, exchange->serial, "http.slow-answer",
                       _("The answer to %s began and did not end in time"),
                       sending->method != NULL ? sending->method : _("a message"));
}

/* The id is used only if it can be a header's value (basic/transports, Session Management). */
static void
take_session_id (McpSession *self)
{
  McpLife *life = self->life;
  McpHttpTransport *transport = MCP_HTTP_TRANSPORT (life->transport);
  g_autofree char *id = mcp_http_session_take_offered_id (life->http);

  if (id == NULL)
    return;

  if (!mcp_header_is_visible_ascii (id)
      || !mcp_http_transport_set_header (transport, "MCP-Session-Id", id))
    {
      mcp_reporter_report (self->reporter, 0, "http.session-id",
                           _("The session id that the server gave has characters beside visible "
                             "ASCII; it is not sent back"));
      return;
    }

  mcp_linter_check_session_id (self->reporter, id, self->last_http_id, 0);
  g_free (self->last_http_id);
  self->last_http_id = g_strdup (id);
  mcp_http_session_set_id (life->http, id);
  mcp_http_transport_set_delete (transport, TRUE);
}

/*
 * The revision is agreed on: what the headers of all that follows are, and `initialized`.
 * @task is answered when the server has accepted that, for a request that overtakes it may be
 * refused.
 */
void
mcp_session_http_negotiated (McpSession *self,
                             GTask      *task)
{
  McpLife *life = self->life;
  guint64 ticket;

  if (MCP_IS_HTTP_TRANSPORT (life->transport))
    {
      take_session_id (self);
      mcp_http_transport_set_header (MCP_HTTP_TRANSPORT (life->transport), "MCP-Protocol-Version",
                                     mcp_version_to_string (mcp_session_get_version (self)));
    }

  ticket = mcp_session_send_notification (self, "notifications/initialized", NULL);
  mcp_inbound_open (life->inbound);

  /* POSTs have connections of their own: one that is sent later may be there first. */
  if (!MCP_IS_HTTP_TRANSPORT (life->transport) && !MCP_IS_SSE_TRANSPORT (life->transport))
    {
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }

  mcp_http_session_await_acceptance (life->http, ticket, task,
                                     mcp_source_attach (g_timeout_source_new (ACCEPT_MSEC), accept_timeout_cb, self));
}

/* A stream that was there is refused for its session: that went with it. */
static void
lost_listener (McpSession  *self,
               McpExchange *exchange)
{
  if (mcp_http_session_lost_listener (self->life->http, exchange))
    mcp_session_renew (self, exchange->status);
}

static void
check_head (McpSession            *self,
            McpExchange           *exchange,
            const McpExchangeHead *head,
            const char            *given_id)
{
  McpLife *life = self->life;
  const char *url = mcp_session_get_url (self);

  if (mcp_http_session_first_head (life->http) && url != NULL)
    mcp_linter_check_address (self->reporter, url, head->peer, exchange->serial);
  mcp_linter_check_head (self->reporter, head->status, given_id,
                         mcp_http_session_is_present (life->http, exchange->generation)
                           ? mcp_http_session_get_id (life->http)
                           : NULL,
                         exchange->serial);
  if (head->status == 401 && mcp_http_find_header (head->headers, "WWW-Authenticate") == NULL)
    mcp_reporter_report (self->reporter, exchange->serial, "http.no-challenge",
                         _("The answer 401 has no WWW-Authenticate: it does not say how to get in"));
}

/* A cookie that comes where a session begins is what a balancer finds it by, most often. */
static void
take_cookies (McpSession            *self,
              const McpExchange     *exchange,
              const McpExchangeHead *head)
{
  gboolean keeps = mcp_profile_get_settings (self->profile)->keep_cookies;

  mcp_http_session_take_cookie (
    self->life->http,
    mcp_linter_check_cookies (self->reporter, head->headers, keeps, exchange->serial));
}

/*
 * What a refusal's head says of its cause. A 401 asks for a token by its challenge (RFC 9110,
 * section 15.5.2); servers that do not know the HTTP session any more send it without one.
 */
static void
take_refusal (McpSession            *self,
              McpSending            *sending,
              const McpExchangeHead *head)
{
  const char *retry_after = mcp_http_find_header (head->headers, "Retry-After");

  sending->status = head->status;
  sending->retry_after_msec = retry_after != NULL ? mcp_retry_after_to_msec (retry_after) : -1;
  if (sending->retry_after_msec > MAX_SAID_WAIT_MSEC)
    sending->retry_after_msec = -1;
  if (head->status == 401 && sending->has_session && sending->token == NULL
      && mcp_http_find_header (head->headers, "WWW-Authenticate") == NULL)
    sending->blames_session = !mcp_http_session_is_vain (self->life->http);
}

/* Whether the handshake of the present HTTP session is over. */
static gboolean
life_has_session (McpLife *life)
{
  return life->state == LIFE_READY && !mcp_http_session_is_renewing (life->http);
}

/* A head came: what the session learns of it. The checks of its form are the linter's. */
void
mcp_session_http_head (McpSession            *self,
                       McpExchange           *exchange,
                       const McpExchangeHead *head)
{
  McpLife *life = self->life;
  const char *id = mcp_http_find_header (head->headers, "MCP-Session-Id");
  McpSending *sending = mcp_http_session_find_sending_of (life->http, exchange);
  gboolean accepts = head->status >= 200 && head->status < 300;

  check_head (self, exchange, head, id);

  if (sending != NULL && exchange->purpose == MCP_EXCHANGE_SEND && id != NULL)
    {
      g_free (sending->session_id);
      sending->session_id = g_strdup (id);
    }
  if (accepts && (id != NULL || MCP_IS_SSE_TRANSPORT (life->transport)) && !life_has_session (life))
    take_cookies (self, exchange, head);
  if (sending != NULL && !accepts)
    take_refusal (self, sending, head);

  if (accepts && exchange->purpose == MCP_EXCHANGE_LISTEN)
    mcp_http_session_set_listened (life->http);

  if (head->status == 404)
    lost_listener (self, exchange);

  if (accepts && mcp_http_session_awaits (life->http, exchange->ticket))
    accepted (self);
}

/*
 * The body of an answer, or an event in place of it. Many servers refuse a session id that they do
 * not know with 400, and say so: a 400 that does not is about the request. Others say it with
 * another status; that of 401 and 403 may be the session of who signed in.
 */
void
mcp_session_http_saw_refusal (McpSession  *self,
                              McpExchange *exchange,
                              GBytes      *body)
{
  McpSending *sending = mcp_http_session_find_sending (self->life->http, exchange->ticket);
  gsize length;
  const char *data = g_bytes_get_data (body, &length);
  gboolean blames_session;

  if (sending != NULL && exchange->status >= 300)
    {
      g_free (sending->said);
      sending->said = mcp_server_text_dup_said (data, length);
    }
  if (exchange->status < 400 || exchange->status == 401 || exchange->status == 403)
    return;

  blames_session = exchange->status == 404
                   || mcp_server_text_means (exchange->status == 400 ? MCP_SERVER_TEXT_SESSION : MCP_SERVER_TEXT_NO_SESSION,
                                             data, MIN (length, REFUSAL_BYTES));
  if (sending != NULL)
    sending->blames_session = blames_session;
  else if (blames_session)
    lost_listener (self, exchange);
}

/*
 * Something came where an answer should, and is no message. Its words are kept; that the HTTP
 * session is not known is said so by servers that cannot answer with a status any more, or do not.
 */
void
mcp_session_http_saw_stray (McpSession  *self,
                            McpExchange *exchange,
                            const char  *data,
                            gsize        length)
{
  McpLife *life = self->life;
  McpSending *sending = mcp_http_session_find_sending (life->http, exchange->ticket);
  guint64 ticket = exchange->ticket;
  g_autofree char *said = mcp_server_text_dup_said (data, MIN (length, REFUSAL_BYTES));
  gboolean is_lost;

  if (said == NULL || exchange->status >= 300)
    return;

  is_lost = mcp_server_text_means (MCP_SERVER_TEXT_NO_SESSION, said, strlen (said));
  if (sending == NULL)
    {
      if (is_lost)
        lost_listener (self, exchange);
      return;
    }

  g_free (sending->said);
  sending->said = g_steal_pointer (&said);
  if (!is_lost || sending->kind != MCP_RECORD_REQUEST || sending->call == NULL || !sending->has_session)
    return;

  sending->blames_session = TRUE;
  if (mcp_session_renew_for (self, sending, sending->call))
    {
      mcp_http_session_forget_sending (life->http, ticket);
      mcp_transport_abandon (life->transport, ticket);
    }
}

/* A request that was refused again in a new HTTP session was not refused for it. */
static void
note_vain (McpSession *self,
           McpCall    *call,
           guint       status)
{
  if (status == 401 && call != NULL && mcp_call_was_requeued (call))
    mcp_http_session_set_vain (self->life->http);
}

/* Whether an error that names its request says that there is no such session, and a new one is made.
 * The second time it is the answer. One about arguments may speak of a session of their own. */
gboolean
mcp_session_http_lost_session (McpSession *self,
                               McpMessage *message)
{
  McpHttpSession *http = self->life->http;
  McpExchange *exchange = mcp_http_session_get_frame_exchange (http);
  McpSending *sending = mcp_http_session_find_sending_of (http, exchange);
  gint64 code = 0;

  mcp_message_get_error_code (message, &code);

  if (sending == NULL || code == MCP_RPC_METHOD_NOT_FOUND || code == MCP_RPC_INVALID_PARAMS
      || !mcp_http_session_lost (sending, exchange->status))
    return FALSE;
  if (mcp_session_can_renew_for (self, sending, sending->call))
    return TRUE;

  note_vain (self, sending->call, exchange->status);

  return FALSE;
}

/* The same of an error with a status that asks to wait. */
gboolean
mcp_session_http_asks_to_wait (McpSession *self)
{
  McpExchange *exchange = mcp_http_session_get_frame_exchange (self->life->http);
  McpSending *sending = mcp_http_session_find_sending_of (self->life->http, exchange);

  return sending != NULL && mcp_session_can_postpone (self, sending, sending->call, exchange->status);
}

/* The same of an error with a status that asks for a token. */
gboolean
mcp_session_http_lacks_token (McpSession *self,
                              McpId      *id)
{
  McpLife *life = self->life;
  McpExchange *exchange = mcp_http_session_get_frame_exchange (life->http);

  return exchange != NULL
         && mcp_session_can_authorize_for (self, mcp_call_table_find (life->calls, id),
                                           exchange->status);
}

/* An exchange is over. A message that expects no answer is settled with it. */
void
mcp_session_http_ended (McpSession  *self,
                        McpExchange *exchange)
{
  if (exchange->pending_line != 0)
    {
      g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
      McpJournalEntry entry = { 0 };

      /* It will not come any more: what is known is how much of it there was. */
      entry.direction = MCP_DIRECTION_IN;
      entry.channel = self->life->channel;
      entry.kind = MCP_RECORD_OVERSIZED;
      entry.flags = MCP_RECORD_FLAG_TRUNCATED | MCP_RECORD_FLAG_NO_EOL;
      entry.life = self->n_lives;
      entry.size = exchange->pending_size;
      mcp_journal_finish_pending (self->journal, exchange->pending_line, &entry, nothing);
      mcp_reporter_report (self->reporter, exchange->pending_line,
                           mcp_linter_rule_for (exchange->is_events ? MCP_CHANNEL_SSE
                                                                    : MCP_CHANNEL_HTTP,
                                                "oversized"),
                           _("A message that never ended: %" PRIu64 " bytes came"),
                           exchange->pending_size);
      exchange->pending_line = 0;
    }

  if (exchange->status >= 200 && exchange->status < 300
      && mcp_http_session_needs_no_answer (self->life->http, exchange))
    mcp_http_session_forget_sending (self->life->http, exchange->ticket);
}

/* Whether an exchange asks which era the server is of. */
gboolean
mcp_session_http_asks_era (McpSession *self,
                           guint       exchange)
{
  McpHttpSession *http = self->life->http;
  McpSending *sending =
    mcp_http_session_find_sending_of (http, mcp_http_session_find_exchange (http, exchange));

  return sending != NULL && sending->call != NULL && self->life->state == LIFE_HANDSHAKE
         && mcp_call_is_probe (sending->call);
}

/* An error without an id in the body of a refusal belongs to what was refused. */
gboolean
mcp_session_http_take_error (McpSession *self,
                             McpMessage *message)
{
  McpLife *life = self->life;
  McpExchange *exchange = mcp_http_session_get_frame_exchange (life->http);
  g_autofree char *text = mcp_message_dup_error_message (message);
  McpId *id = mcp_message_get_id (message);
  McpSending *sending;
  gint64 code;

  if (life->state <= LIFE_HANDSHAKE && mcp_message_get_error_code (message, &code))
    mcp_seen_set_rpc_code (life->seen, code);

  if (exchange == NULL)
    return FALSE;

  if (exchange->status < 300)
    {
      if (text != NULL && (id == NULL || mcp_id_is_null (id)))
        mcp_session_http_saw_stray (self, exchange, text, strlen (text));
      return FALSE;
    }

  sending = mcp_http_session_find_sending (self->life->http, exchange->ticket);
  if (sending != NULL)
    {
      g_free (sending->said);
      sending->said = g_steal_pointer (&text);
    }

  return TRUE;
}

static McpCall *
call_of_ticket (McpSession *self,
                guint64     ticket)
{
  McpSending *sending = mcp_http_session_find_sending (self->life->http, ticket);

  if (sending != NULL && sending->call != NULL)
    return mcp_call_table_has (self->life->calls, sending->call) ? sending->call : NULL;

  /* It never left. */
  return mcp_call_table_find_ticket (self->life->calls, ticket);
}

/* The words for a call that will not be answered. */
static GError *
make_error (McpSession   *self,
            McpCall      *call,
            McpSending   *sending,
            const GError *error)
{
  const char *method = mcp_call_get_method (call);
  const char *said = sending != NULL ? sending->said : NULL;
  GString *words;
  GError *made;

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_LOST)
      || (sending != NULL && sending->purpose == MCP_EXCHANGE_RESUME))
    return g_error_new (MCP_ERROR, MCP_ERROR_LOST,
                        _("%s is lost: its answer can no longer come (%s). The server may have "
                          "done it all the same%s%s"),
                        method, error->message, said != NULL ? ": " : "", said != NULL ? said : "");

  /* Its full stop, if it has one, makes room for what the server says. */
  words = g_string_new (error->message);
  if (said != NULL && said[0] != '\0')
    {
      if (g_str_has_suffix (words->str, "."))
        g_string_truncate (words, words->len - 1);
      g_string_append_printf (words, ": %s", said);
    }
  if (sending != NULL && sending->retry_after_msec >= 0)
    {
      g_string_append_c (words, ' ');
      g_string_append_printf (words, _("(It asks to wait %.4g s before the next try)"),
                              sending->retry_after_msec / 1000.0);
      if (sending->status == 504 && !mcp_session_may_repeat (self, call))
        {
          const char *tool = mcp_call_get_tool (call);

          g_string_append (words, ". ");
          g_string_append_printf (words, _("It was not sent again: the server may have done it, only too slowly "
                                           "for the gateway, and “%s” is not known as read-only or idempotent"),
                                  tool != NULL ? tool : method);
        }
    }

  /* With the cause that is behind it. */
  made = g_error_copy (error);
  g_free (made->message);
  made->message = g_string_free (words, FALSE);

  return made;
}

static void
fail_call (McpSession   *self,
           McpCall      *call,
           McpSending   *sending,
           const GError *error)
{
  g_autoptr (McpCall) taken = mcp_call_table_take (self->life->calls, mcp_call_get_outcome (call)->id);
  GError *reason = make_error (self, call, sending, error);

  mcp_session_set_call_status (self, call, reason->code == MCP_ERROR_LOST ? MCP_STATUS_LOST
                                                                          : MCP_STATUS_ERROR);

  /* One that probes is counted by its sample. */
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_NETWORK) && !mcp_call_is_probe (call))
    mcp_watchers_call_failed (self->watchers, error->message);

  mcp_call_fail (call, reason);
}

/* A call that was refused, and waited for what it was refused for. */
void
mcp_session_fail_refused (McpSession   *self,
                          McpCall      *call,
                          const GError *error)
{
  fail_call (self, call, NULL, error);
}

/* What never left is still in the table of what is on its way. */
static void
drop_outgoing (McpSession *self,
               guint64     ticket)
{
  for (GList *l = self->life->outgoing.head; l != NULL; l = l->next)
    {
      McpOutgoing *outgoing = l->data;

      if (outgoing->ticket == ticket)
        {
          mcp_session_note (self, "unsent", _("%s was not sent"),
                            outgoing->method != NULL ? outgoing->method : _("a message"));
          mcp_session_remove_outgoing (self, outgoing->bytes);
          return;
        }
    }
}

/* The sink's ::failed: no answer to a request, or a message that was not accepted. */
void
mcp_session_http_failed (McpTransportSink *sink,
                         guint64           ticket,
                         guint             status,
                         const GError     *error)
{
  McpSession *self = MCP_SESSION (sink);
  g_autoptr (McpSession) alive = g_object_ref (self);
  g_autoptr (McpCall) call = NULL;
  g_autoptr (GError) told = NULL;
  McpLife *life = self->life;
  McpSending *sending;

  if (life == NULL)
    return;

  drop_outgoing (self, ticket);
  sending = mcp_http_session_find_sending (self->life->http, ticket);
  call = call_of_ticket (self, ticket);
  if (call != NULL)
    g_object_ref (call);

  if (call != NULL)
    told = make_error (self, call, sending, error);
  if ((mcp_http_session_lost (sending, status) && mcp_session_renew_for (self, sending, call))
      || mcp_session_authorize_for (self, call, status, sending != NULL ? sending->token : NULL,
                                    told != NULL ? told : error)
      || mcp_session_postpone (self, sending, call, status))
    {
      mcp_http_session_forget_sending (self->life->http, ticket);
      return;
    }

  note_vain (self, call, status);
  if (call != NULL)
    {
      fail_call (self, call, sending, error);
    }
  else if (sending != NULL && sending->kind != MCP_RECORD_REQUEST && sending->serial != 0)
    {
      mcp_reporter_report (self->reporter, sending->serial, "http.refused",
                           _("The server did not accept %s: %s"),
                           sending->method != NULL ? sending->method : _("an answer"),
                           error->message);
    }

  if (self->life == life)
    {
      mcp_http_session_forget_sending (self->life->http, ticket);
      if (mcp_http_session_awaits (life->http, ticket))
        accepted (self);
    }
}

const char *
mcp_session_get_http_session_id (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->life != NULL ? mcp_http_session_get_id (self->life->http) : NULL;
}

GListModel *
mcp_session_get_streams (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->life != NULL && self->life->transport != NULL
           ? mcp_transport_get_streams (self->life->transport)
           : NULL;
}

/**
 * mcp_session_get_certificate:
 *
 * Gets the server's certificate as it was seen last: in the present life, or by the last connect.
 *
 * Returns: (transfer none) (nullable): the certificate
 */
McpCertificate *
mcp_session_get_certificate (McpSession *self)
{
  McpCertificate *certificate = NULL;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if (self->life != NULL && self->life->transport != NULL)
    certificate = mcp_transport_get_certificate (self->life->transport);

  return certificate != NULL ? certificate : self->certificate;
}

McpTransport *
mcp_session_get_transport (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->life != NULL ? self->life->transport : NULL;
}
