/* mcp-session-authorize.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-json.h"
#include "mcp-row-json.h"
#include "mcp-session-private.h"

/*
 * What a session has to do with authorization: each request carries the token that there is, one
 * that is refused for it (401, or 403 for want of a scope) waits until there is another and goes
 * out again, and what is sent to get it stands in the journal.
 *
 * A connect does not begin to ask a person: it fails, and may be begun again after signing in.
 */

/* A server that refuses each token would be asked for ever. */
#define MAX_ATTEMPTS 3

typedef struct
{
  McpCall *call;
  GError  *error;  /* of the refusal */
} Held;

struct _McpSessionAuth
{
  McpAuthorizer *authorizer;
  GPtrArray     *held;         /* of the present life */
  gboolean       obtaining;
  char          *stream_token; /* (nullable): with which the GET stream was asked for */
  guint          n_stream_refusals; /* in turn; 0 where it is not refused */
  guint          departed_life; /* in which it was told of the settings that the token owes to */
};

static GQuark
attempts_quark (void)
{
  return g_quark_from_static_string ("mcp-authorization-attempts");
}

static void
held_free (gpointer data)
{
  Held *held = data;

  g_object_unref (held->call);
  g_error_free (held->error);
  g_free (held);
}

/* --- The journal --- */

static guint
append (McpSession      *self,
        McpAuthExchange *exchange,
        McpDirection     direction,
        McpRecordKind    kind,
        GBytes          *bytes)
{
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.channel = MCP_CHANNEL_AUTH;
  entry.kind = kind;
  entry.life = self->n_lives;
  entry.exchange = exchange->number;
  entry.time_usec = exchange->time_usec;

  return mcp_journal_append (self->journal, &entry, bytes);
}

static guint
append_json (McpSession      *self,
             McpAuthExchange *exchange,
             McpDirection     direction,
             McpRecordKind    kind,
             GString         *json)
{
  g_autoptr (GBytes) bytes = NULL;

  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);

  return append (self, exchange, direction, kind, bytes);
}

static void
exchange_cb (McpAuthorizer   *authorizer,
             McpAuthExchange *exchange,
             int              event,
             McpSession      *self)
{
  GString *json;

  switch ((McpAuthExchangeEvent) event)
    {
    case MCP_AUTH_EXCHANGE_REQUEST:
      exchange->number = mcp_exchange_numbers_take (self->exchange_numbers);
      json = mcp_http_request_to_json (exchange->method, exchange->url,
                                       (McpHeaderList) exchange->request_headers);
      exchange->serial = append_json (self, exchange, MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST,
                                      json);
      if (exchange->request_body != NULL)
        append (self, exchange, MCP_DIRECTION_OUT, MCP_RECORD_NOISE, exchange->request_body);
      break;

    case MCP_AUTH_EXCHANGE_HEAD:
      json = mcp_http_head_to_json (exchange->status, exchange->reason, exchange->http_version,
                                    (McpHeaderList) exchange->response_headers);
      mcp_json_append_member_string (json, "peer", exchange->peer);
      append_json (self, exchange, MCP_DIRECTION_IN, MCP_RECORD_HTTP_HEAD, json);
      break;

    case MCP_AUTH_EXCHANGE_BODY:
      if (g_bytes_get_size (exchange->body) > 0)
        append (self, exchange, MCP_DIRECTION_IN, MCP_RECORD_NOISE, exchange->body);
      break;

    case MCP_AUTH_EXCHANGE_END:
    default:
      json = mcp_http_end_to_json (exchange->error != NULL ? exchange->error->message : NULL,
                                   exchange->body != NULL ? g_bytes_get_size (exchange->body) : 0,
                                   &exchange->timings);
      append_json (self, exchange, MCP_DIRECTION_IN, MCP_RECORD_HTTP_END, json);
    }
}

static void
secret_cb (McpAuthorizer *authorizer,
           const char    *value,
           McpSession    *self)
{
  mcp_session_learn_secret (self, value);
}

/* --- Findings --- */

/*
 * What a server does right, or may do, is none; nor is what comes of a mistake that was made on
 * purpose.
 */
static void
checked_cb (McpAuthStep        *step,
            const McpAuthCheck *check,
            McpSession         *self)
{
  static const char * const faultless[] = { "auth.keyring", "auth.scope", NULL };
  McpAuthFlow *flow = mcp_authorizer_get_flow (self->auth->authorizer);
  GPtrArray *exchanges = mcp_auth_step_get_exchanges (step);
  guint serial = 0;

  if (check->result == MCP_AUTH_CHECK_HOLDS || g_strv_contains (faultless, check->rule)
      || flow == NULL || mcp_auth_flow_get_mistake (flow) != MCP_AUTH_NO_MISTAKE)
    return;

  if (exchanges->len > 0)
    serial = ((McpAuthExchange *) g_ptr_array_index (exchanges, exchanges->len - 1))->serial;
  mcp_reporter_report (self->reporter, serial, check->rule, "%s", check->text);
}

static void
flow_cb (McpAuthorizer *authorizer,
         GParamSpec    *pspec,
         McpSession    *self)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (authorizer);
  GListModel *steps = flow != NULL ? mcp_auth_flow_get_steps (flow) : NULL;

  /* Of a flow, each departure is told where it has its effect. */
  self->auth->departed_life = self->n_lives;
  for (guint i = 0; steps != NULL && i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);

      g_signal_connect_object (step, "checked", G_CALLBACK (checked_cb), self, 0);
    }
}

/* --- The GET stream --- */

/* What was refused with one token is opened with another. */
static void
open_stream (McpSession *self)
{
  McpSessionAuth *auth = self->auth;
  const McpAuthToken *token = mcp_authorizer_get_token (auth->authorizer);

  if (auth->n_stream_refusals == 0 || token == NULL || self->life == NULL
      || self->life->state != LIFE_READY || !MCP_IS_HTTP_TRANSPORT (self->life->transport)
      || g_strcmp0 (auth->stream_token, token->access_token) == 0)
    return;

  mcp_http_transport_listen (MCP_HTTP_TRANSPORT (self->life->transport));
}

/* --- The authorizer --- */

static gboolean
has_own_header (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (g_ascii_strcasecmp (mcp_header_get_name (header), "Authorization") == 0)
        return TRUE;
    }

  return FALSE;
}

static void
drop_authorizer (McpSession *self)
{
  McpSessionAuth *auth = self->auth;

  if (auth->authorizer != NULL)
    {
      g_signal_handlers_disconnect_by_data (auth->authorizer, self);
      mcp_authorizer_cancel (auth->authorizer);
    }
  g_clear_object (&auth->authorizer);
}

/**
 * mcp_session_get_authorizer:
 *
 * Gets what signs in to the server. It is there before the server asks for it.
 *
 * Returns: (transfer none) (nullable): %NULL where nobody signs in: not HTTP, or the user has set
 *   an Authorization header
 */
McpAuthorizer *
mcp_session_get_authorizer (McpSession *self)
{
  const McpProfileSettings *settings;
  const char *url;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  settings = mcp_profile_get_settings (self->profile);
  url = mcp_session_get_url (self);
  if (self->state == MCP_SESSION_RECORDED || mcp_profile_is_stdio (self->profile) || url == NULL
      || mcp_profile_get_reach (self->profile) == MCP_REACH_SOCKET
      || mcp_profile_get_reach (self->profile) == MCP_REACH_TCP
      || has_own_header (self->profile) || !mcp_profile_check_url (url, NULL))
    return NULL;

  if (self->auth == NULL)
    {
      self->auth = g_new0 (McpSessionAuth, 1);
      self->auth->held = g_ptr_array_new_with_free_func (held_free);
    }
  if (self->auth->authorizer != NULL
      && !g_str_equal (mcp_authorizer_get_server_url (self->auth->authorizer), url))
    drop_authorizer (self);
  if (self->auth->authorizer == NULL)
    {
      self->auth->authorizer = mcp_authorizer_new (
        url, settings->auth, settings->ca_file, settings->accepted_certificate);
      mcp_authorizer_show_own (self->auth->authorizer, settings->client_certificate, settings->client_key);
      g_signal_connect (self->auth->authorizer, "exchange", G_CALLBACK (exchange_cb), self);
      g_signal_connect (self->auth->authorizer, "secret", G_CALLBACK (secret_cb), self);
      g_signal_connect (self->auth->authorizer, "notify::flow", G_CALLBACK (flow_cb), self);
      g_signal_connect_swapped (self->auth->authorizer, "token-changed", G_CALLBACK (open_stream),
                                self);
    }

  return self->auth->authorizer;
}

void
mcp_session_auth_free (McpSession *self)
{
  if (self->auth == NULL)
    return;

  drop_authorizer (self);
  g_ptr_array_unref (self->auth->held);
  g_free (self->auth->stream_token);
  g_clear_pointer (&self->auth, g_free);
}

/* The settings may have changed since the last life. */
void
mcp_session_auth_begins (McpSession *self)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (self);

  if (authorizer != NULL)
    mcp_authorizer_set_settings (authorizer, mcp_profile_get_settings (self->profile)->auth);
}

/*
 * What was held is among the calls of the life, which ends; nobody else waits for what was begun
 * for them.
 */
void
mcp_session_auth_ends (McpSession *self)
{
  if (self->auth == NULL)
    return;

  g_ptr_array_set_size (self->auth->held, 0);
  self->auth->n_stream_refusals = 0;
  if (self->auth->obtaining)
    mcp_authorizer_cancel (self->auth->authorizer);
}

gboolean
mcp_session_is_authorizing (McpSession *self)
{
  return self->auth != NULL && self->auth->obtaining;
}

/* --- Requests --- */

/* The token that a request went with: the one of now may be another. */
char *
mcp_session_auth_dup_token (McpHeaderList headers)
{
  const char *value = mcp_http_find_header (headers, "Authorization");
  const char *space = value != NULL ? strchr (value, ' ') : NULL;

  return space != NULL ? g_strdup (space + 1) : NULL;
}

/* A token that is kept was got when nobody looked: what it owes to settings stands in each life. */
static void
report_departures (McpSession *self)
{
  const McpAuthToken *token = self->auth->authorizer != NULL
                                ? mcp_authorizer_get_token (self->auth->authorizer)
                                : NULL;

  if (token == NULL || token->departures == NULL || self->auth->departed_life == self->n_lives)
    return;

  self->auth->departed_life = self->n_lives;
  mcp_reporter_report (self->reporter, 0, "auth.departure",
                       _("The token was got with settings that depart from the specification: %s"),
                       token->departures);
}

void
mcp_session_auth_saw_request (McpSession         *self,
                              McpHeaderList       headers,
                              McpExchangePurpose  purpose)
{
  if (self->auth == NULL)
    return;

  if (mcp_http_find_header (headers, "Authorization") != NULL)
    report_departures (self);
  if (purpose != MCP_EXCHANGE_LISTEN)
    return;

  g_free (self->auth->stream_token);
  self->auth->stream_token = mcp_session_auth_dup_token (headers);
}

/* Why there is no token is the news; what the server said when it refused stands before it. */
static void
fail (McpSession   *self,
      Held         *held,
      const GError *error)
{
  g_autoptr (GError) reason = NULL;

  if (self->life->state == LIFE_HANDSHAKE)
    {
      mcp_session_fail_refused (self, held->call, held->error);
      return;
    }

  reason = g_error_copy (error);
  g_prefix_error (&reason, "%s. ", held->error->message);
  mcp_session_fail_refused (self, held->call, reason);
}

static void
obtained_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpSessionAuth *auth = self->auth;
  McpLife *life = self->life;
  g_autoptr (GPtrArray) held = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = mcp_authorizer_obtain_finish (MCP_AUTHORIZER (object), result, &error);

  if (auth == NULL)
    return;

  auth->obtaining = FALSE;
  if (life == NULL)
    return;

  open_stream (self);
  held = g_steal_pointer (&auth->held);
  auth->held = g_ptr_array_new_with_free_func (held_free);
  if (done && held->len > 0 && life->state == LIFE_HANDSHAKE)
    mcp_session_start_clock (self);
  for (guint i = 0; i < held->len && self->life == life; i++)
    {
      Held *one = g_ptr_array_index (held, i);

      if (!mcp_call_table_has (life->calls, one->call))
        continue;
      if (done)
        mcp_session_send_again (self, one->call);
      else
        fail (self, one, error);
    }
}

/* Nobody is asked for what Sounder does by itself. */
static gboolean
may_ask (McpSession *self,
         McpCall    *call)
{
  return self->life->state == LIFE_READY && !mcp_call_is_probe (call);
}

gboolean
mcp_session_can_authorize_for (McpSession *self,
                               McpCall    *call,
                               guint       status)
{
  McpAuthorizer *authorizer = self->auth != NULL ? self->auth->authorizer : NULL;

  return authorizer != NULL && call != NULL && (status == 401 || status == 403)
         && GPOINTER_TO_UINT (g_object_get_qdata (G_OBJECT (call), attempts_quark ()))
              < MAX_ATTEMPTS
         && mcp_authorizer_can_obtain (authorizer, may_ask (self, call));
}

static void
obtain (McpSession *self,
        const char *refused,
        gboolean    asks)
{
  self->auth->obtaining = TRUE;
  mcp_authorizer_obtain_async (self->auth->authorizer, refused, asks, obtained_cb,
                               g_object_ref (self));
}

/*
 * A request with @token was refused with 401 or 403. Returns whether it waits for another token:
 * FALSE leaves it
 * a plain error.
 */
gboolean
mcp_session_authorize_for (McpSession   *self,
                           McpCall      *call,
                           guint         status,
                           const char   *token,
                           const GError *error)
{
  McpSessionAuth *auth = self->auth;
  McpLife *life = self->life;
  guint n_attempts;
  Held *held;

  if (!mcp_session_can_authorize_for (self, call, status))
    return FALSE;

  n_attempts = GPOINTER_TO_UINT (g_object_get_qdata (G_OBJECT (call), attempts_quark ()));
  g_object_set_qdata (G_OBJECT (call), attempts_quark (), GUINT_TO_POINTER (n_attempts + 1));
  if (mcp_authorizer_wants_nonce (auth->authorizer))
    {
      mcp_session_send_again (self, call);
      return TRUE;
    }

  held = g_new0 (Held, 1);
  held->call = g_object_ref (call);
  held->error = g_error_copy (error);
  g_ptr_array_add (auth->held, held);
  if (auth->obtaining)
    return TRUE;

  if (life->state == LIFE_HANDSHAKE)
    mcp_session_stop_timers (self, life);
  obtain (self, token, may_ask (self, call));

  return TRUE;
}

/* The GET stream asks nobody, as it belongs to no request, and waits for what others get. */
static void
saw_stream (McpSession *self,
            guint       status)
{
  McpSessionAuth *auth = self->auth;

  if (status != 401)
    {
      auth->n_stream_refusals = 0;
      return;
    }

  if (++auth->n_stream_refusals < MAX_ATTEMPTS && self->life->state == LIFE_READY && !auth->obtaining
      && mcp_authorizer_can_obtain (auth->authorizer, FALSE))
    obtain (self, auth->stream_token, FALSE);
}

void
mcp_session_auth_saw_head (McpSession            *self,
                           const McpExchangeHead *head,
                           McpExchangePurpose     purpose)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) challenges = NULL;

  if (self->auth == NULL || self->auth->authorizer == NULL)
    return;

  builder = g_strv_builder_new ();
  for (gsize i = 0; head->headers != NULL && head->headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (head->headers[i], "WWW-Authenticate") == 0)
      g_strv_builder_add (builder, head->headers[i + 1]);
  challenges = g_strv_builder_end (builder);
  mcp_authorizer_saw_answer (self->auth->authorizer, head->status,
                             (const char * const *) challenges,
                             mcp_http_find_header (head->headers, "DPoP-Nonce"));
  if (purpose == MCP_EXCHANGE_LISTEN)
    saw_stream (self, head->status);
}
