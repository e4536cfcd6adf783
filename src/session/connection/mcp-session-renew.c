/* mcp-session-renew.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-json.h"
#include "mcp-session-private.h"
#include "mcp-source.h"

/*
 * A server that answers 404 to a session id has forgotten the session: a new one is made in the
 * same life (basic/transports, Session Management), and what people see goes on. Many answer 400
 * and name the session in the body, 401 without a challenge, or an event that says so; that is taken for the same.
 *
 *   ready → 404 → initialize without an id → initialized → GET stream
 *         → subscriptions and log level again → what was refused, once → ready
 *
 * Calls that are made meanwhile wait. A request that was accepted before is not sent again, for
 * the server may have done it; only one that was refused is.
 */

static gboolean
may_renew (McpLife *life)
{
  return life->state == LIFE_READY && MCP_IS_HTTP_TRANSPORT (life->transport)
         && mcp_http_session_may_renew (life->http);
}

/* A refused call, or one that was held back. */
void
mcp_session_send_again (McpSession *self,
                        McpCall    *call)
{
  McpLife *life = self->life;
  g_autoptr (McpId) id = NULL;

  /* Refused, not only held back: it needs an id of its own (basic, Requests). */
  if (mcp_call_get_outcome (call)->state == MCP_CALL_SENT)
    {
      g_autoptr (McpCall) taken = mcp_call_table_take (life->calls, mcp_call_get_outcome (call)->id);

      if (taken == NULL)
        return;

      mcp_session_set_call_status (self, call, MCP_STATUS_ERROR);
      id = mcp_id_new_integer (self->next_id++);
      mcp_call_requeue (call, id);
      mcp_call_table_add (life->calls, call);
    }

  mcp_session_transmit_call (self, call);
}

static void
resubscribed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpDialect *dialect = MCP_DIALECT (source);
  g_autoptr (GError) error = NULL;

  if (!MCP_DIALECT_GET_CLASS (dialect)->subscribe_finish (dialect, result, &error)
      && self->life != NULL && self->life->dialect == dialect)
    mcp_session_note (self, "renewed", _("A subscription could not be made again: %s"),
                      error->message);
}

/* What the old session knew of us, the new one is told. */
static void
restore_state (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GList) uris = mcp_resource_watch_list (life->resources);

  for (GList *l = uris; l != NULL; l = l->next)
    MCP_DIALECT_GET_CLASS (life->dialect)->subscribe_async (life->dialect, self, l->data, TRUE,
                                                            life->cancellable, resubscribed_cb,
                                                            g_object_ref (self));

  if (mcp_http_session_get_log_level (life->http) != NULL)
    {
      g_autoptr (McpCall) call =
        mcp_session_new_set_level (mcp_http_session_get_log_level (life->http));

      mcp_session_start_call (self, call);
    }
}

static void
renewed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpDialect *dialect = MCP_DIALECT (source);
  McpLife *life = self->life;
  g_autoptr (GPtrArray) waiting = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = MCP_DIALECT_GET_CLASS (dialect)->open_finish (dialect, result, &error);

  if (life == NULL || life->dialect != dialect || !mcp_http_session_is_renewing (life->http)
      || life->state != LIFE_READY)
    return; /* that life is over */

  mcp_http_session_end_renewal (life->http);
  if (!done)
    {
      if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTH))
        g_prefix_error (&error, _("The server forgot the session and gave no new one: "));
      mcp_session_end_life (self, g_steal_pointer (&error), NULL);
      return;
    }

  mcp_session_note (self, "renewed", _("A new session takes the place of the one the server forgot"));
  waiting = mcp_call_table_release (life->calls, MCP_CALL_HELD_FOR_SESSION);
  restore_state (self);
  for (guint i = 0; i < waiting->len && self->life == life; i++)
    mcp_session_send_again (self, g_ptr_array_index (waiting, i));
  if (self->life == life)
    mcp_watchers_refresh (self->watchers);
}

static gboolean
renew_timeout_cb (gpointer user_data)
{
  McpSession *self = user_data;

  mcp_session_end_life (self,
                        g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                     _("“%s” forgot the session and did not answer initialize"),
                                     mcp_profile_get_name (self->profile)),
                        NULL);

  return G_SOURCE_REMOVE;
}

/* With the cookies that it sets the server might have found it: it has said so now by its refusal. */
static void
blame_cookie (McpSession *self)
{
  const char *cookie = mcp_http_session_get_cookie (self->life->http);

  if (cookie != NULL && !mcp_profile_get_settings (self->profile)->keep_cookies)
    mcp_reporter_report (self->reporter, 0, "http.cookie-needed",
                         _("The server did not find the session again: the cookie “%s”, which it set with it, was "
                           "not sent back, as the settings say"), cookie);
}

/* Begins a new HTTP session in the place of the one the server does not know any more, as @status let it seem. */
gboolean
mcp_session_renew (McpSession *self,
                   guint       status)
{
  McpLife *life = self->life;
  McpHttpTransport *transport;
  guint msec = mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_INITIALIZE);

  if (mcp_http_session_is_renewing (life->http))
    return TRUE;
  if (!may_renew (life))
    return FALSE;

  mcp_session_note (self, "renewing", "%s",
                    status == 401
                      ? _("The server answered 401 to a session that began without a token, and asks for none: starting "
                          "a new one")
                      : _("The server does not know the session any more: starting a new one"));
  blame_cookie (self);
  transport = MCP_HTTP_TRANSPORT (life->transport);
  mcp_http_transport_stop_listening (transport);
  mcp_http_transport_set_header (transport, "MCP-Session-Id", NULL);
  mcp_http_transport_set_header (transport, "MCP-Protocol-Version", NULL);
  mcp_http_transport_set_delete (transport, FALSE);

  mcp_http_session_begin_renewal (life->http, mcp_source_attach (g_timeout_source_new (msec), renew_timeout_cb, self));
  MCP_DIALECT_GET_CLASS (life->dialect)->open_async (life->dialect, self, life->cancellable,
                                                     renewed_cb, g_object_ref (self));

  return TRUE;
}

/* Whether a message that was refused for its session id is sent again, or waits for a new session. */
gboolean
mcp_session_can_renew_for (McpSession       *self,
                           const McpSending *sending,
                           McpCall          *call)
{
  McpLife *life = self->life;

  return life->state == LIFE_READY && MCP_IS_HTTP_TRANSPORT (life->transport)
         && (call == NULL || !mcp_call_was_requeued (call))
         && mcp_http_session_may_renew_for (life->http, sending);
}

static guint
status_of (McpLife          *life,
           const McpSending *sending)
{
  McpExchange *exchange = mcp_http_session_find_exchange (life->http, sending->exchange);

  return exchange != NULL ? exchange->status : 0;
}

/*
 * A message that had a session id was refused for it. Returns whether that is taken care of:
 * FALSE leaves it a plain error.
 */
gboolean
mcp_session_renew_for (McpSession       *self,
                       const McpSending *sending,
                       McpCall          *call)
{
  McpLife *life = self->life;

  if (!mcp_session_can_renew_for (self, sending, call))
    return FALSE;

  /* One of the old session that comes late finds the new one there already. */
  if (mcp_http_session_is_present (life->http, sending->generation) && !mcp_session_renew (self, status_of (life, sending)))
    return FALSE;

  /* The end of a stream that was to be gone on with: the request itself was accepted. */
  if (sending->purpose == MCP_EXCHANGE_RESUME)
    return FALSE;

  if (call == NULL)
    return TRUE;

  if (mcp_http_session_is_renewing (life->http))
    mcp_call_table_hold (life->calls, MCP_CALL_HELD_FOR_SESSION, call);
  else
    mcp_session_send_again (self, call);

  return TRUE;
}

/* While a new session is made all but `initialize` waits. */
gboolean
mcp_session_hold_call (McpSession *self,
                       McpCall    *call)
{
  if (!mcp_http_session_is_renewing (self->life->http) || mcp_call_get_kind (call) == MCP_REQUEST_INITIALIZE)
    return FALSE;

  mcp_call_table_hold (self->life->calls, MCP_CALL_HELD_FOR_SESSION, call);

  return TRUE;
}

/* The level that a new session has to be told: the last one the server agreed to. */
void
mcp_session_remember_level (McpSession *self,
                            McpCall    *call)
{
  const char *params = mcp_call_get_params (call);

  if (mcp_call_get_kind (call) != MCP_REQUEST_SET_LEVEL || params == NULL)
    return;

  mcp_http_session_set_log_level (self->life->http,
                                  mcp_json_lookup_string (params, strlen (params), "level"));
}
