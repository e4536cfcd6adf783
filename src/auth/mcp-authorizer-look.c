/* mcp-authorizer-look.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-url.h"
#include "mcp-authorizer-private.h"
#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-jwt.h"
#include "mcp-source.h"

/*
 * What is done to see what servers do, and not to get a token: is a signature right, is a mistake
 * refused.
 */

/* For a token to expire nobody waits longer. */
#define MAX_WAIT_S 30

/* --- Signatures --- */

typedef struct
{
  char            *jwt;
  McpAuthExchange *exchange;
} Verification;

static void
verification_free (gpointer data)
{
  Verification *verification = data;

  g_free (verification->jwt);
  g_clear_object (&verification->exchange);
  g_free (verification);
}

static void
got_keys_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Verification *verification = g_task_get_task_data (task);
  McpAuthExchange *exchange = verification->exchange;
  g_autoptr (McpJwt) jwt = NULL;
  GError *error = NULL;
  const char *keys;
  gsize length;

  if (!mcp_auth_http_send_finish (MCP_AUTH_HTTP (object), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (exchange->status != 200)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_AUTH,
                               _("The keys cannot be had: %s answered %u"), exchange->url,
                               exchange->status);
      return;
    }

  keys = mcp_auth_exchange_get_body (exchange, &length);
  jwt = mcp_jwt_parse (verification->jwt, &error);
  if (jwt != NULL && mcp_jwt_verify (jwt, keys, length, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * mcp_authorizer_verify_async:
 * @self: an authorizer that has a token
 * @jwt: a JWT of its issuer: the token, or its ID token
 *
 * Gets the keys that the issuer publishes (RFC 8414 jwks_uri), and verifies a signature.
 */
void
mcp_authorizer_verify_async (McpAuthorizer       *self,
                             const char          *jwt,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  const char *address = token != NULL ? token->jwks_uri : NULL;
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Verification *verification = g_new0 (Verification, 1);
  GError *error = NULL;

  g_task_set_source_tag (task, mcp_authorizer_verify_async);
  verification->jwt = g_strdup (jwt);
  g_task_set_task_data (task, verification, verification_free);
  if (address == NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_AUTH,
                               _("The authorization server does not publish its keys (jwks_uri)"));
      return;
    }
  if (!mcp_authorizer_check_address (self, address, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  verification->exchange = mcp_auth_exchange_new ("GET", address);
  mcp_auth_exchange_add_header (verification->exchange, "Accept", "application/json");
  mcp_authorizer_send_async (self, verification->exchange, got_keys_cb, g_steal_pointer (&task));
}

gboolean
mcp_authorizer_verify_finish (McpAuthorizer  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Mistakes --- */

typedef struct
{
  McpAuthMistake   mistake;
  McpAuthVerdict   verdict;
  char            *detail;    /* (nullable) */
  McpAuthFlow     *flow;      /* (nullable): where the mistake is in signing in */
  McpAuthExchange *exchange;  /* (nullable): the request under way */
  guint            control;   /* the status that the good token had; 0: not asked yet */
  char            *token;     /* the good one */
  gulong           handler;
  GSource         *timer;     /* (nullable) */
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  mcp_source_clear (&trial->timer);
  g_free (trial->detail);
  g_free (trial->token);
  g_clear_object (&trial->flow);
  g_clear_object (&trial->exchange);
  g_free (trial);
}

/* @detail: (transfer full) (nullable) */
static void
end_trial (GTask          *task,
           McpAuthVerdict  verdict,
           char           *detail)
{
  Trial *trial = g_task_get_task_data (task);

  trial->verdict = verdict == MCP_AUTH_ACCEPTED && !mcp_auth_mistake_is_grave (trial->mistake)
                     ? MCP_AUTH_TOLERATED
                     : verdict;
  trial->detail = detail;
  g_task_return_boolean (task, TRUE);
}

static void
set_timer (GTask       *task,
           guint        seconds,
           GSourceFunc  callback)
{
  Trial *trial = g_task_get_task_data (task);

  trial->timer = mcp_source_attach (g_timeout_source_new_seconds (seconds), callback, task);
}

static gboolean
patience_cb (gpointer user_data)
{
  Trial *trial = g_task_get_task_data (user_data);

  mcp_auth_flow_cancel (trial->flow);

  return G_SOURCE_REMOVE;
}

/* What became of a sign-in. Before the request in the browser there was no mistake. */
static void
signed_in_cb (McpAuthorizer *self,
              GParamSpec    *pspec,
              GTask         *task)
{
  Trial *trial = g_task_get_task_data (task);
  const GError *error = mcp_auth_flow_get_error (trial->flow);
  McpAuthStep *registration = mcp_auth_flow_get_step (trial->flow, MCP_AUTH_STAGE_REGISTRATION);

  if (mcp_authorizer_get_status (self) == MCP_AUTHORIZER_WORKING
      && mcp_authorizer_get_flow (self) == trial->flow)
    return;

  g_signal_handler_disconnect (self, trial->handler);
  if (error == NULL && trial->mistake == MCP_AUTH_WRONG_ISSUER)
    end_trial (task, MCP_AUTH_UNTRIED, g_strdup (_("the answer has no “iss”")));
  else if (error == NULL)
    end_trial (task, MCP_AUTH_ACCEPTED, NULL);
  else if (mcp_auth_step_get_state (registration) != MCP_AUTH_STEP_DONE)
    end_trial (task, MCP_AUTH_UNTRIED, g_strdup (error->message));
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    end_trial (task, MCP_AUTH_REFUSED, g_strdup (_("the browser did not come back")));
  else
    end_trial (task, MCP_AUTH_REFUSED, g_strdup (error->message));
  g_object_unref (task);
}

/* The JWT with another audience, and the signature that it had; NULL of any other token. */
static char *
dup_altered (const char *token)
{
  g_autoptr (McpJwt) jwt = mcp_jwt_is_jwt_like (token) ? mcp_jwt_parse (token, NULL) : NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *claims = NULL;
  g_autofree char *encoded = NULL;

  if (jwt == NULL)
    return NULL;

  parts = g_strsplit (token, ".", 3);
  claims = g_strdup (mcp_jwt_get_claims (jwt));
  mcp_json_edit_set (&claims, "aud", "\"https://another.example\"");
  encoded = mcp_base64url_encode (claims, strlen (claims));

  return g_strjoin (".", parts[0], encoded, parts[2], NULL);
}

/* As a request of a session, with another token; (nullable): there is none. */
static McpAuthExchange *
new_request (McpAuthorizer *self,
             const char    *token,   /* (nullable) */
             gboolean       in_query)
{
  const char *url = mcp_authorizer_get_server_url (self);
  g_autofree char *escaped = in_query ? g_uri_escape_string (token, NULL, FALSE) : NULL;
  g_autofree char *address =
    in_query ? g_strconcat (url, strchr (url, '?') != NULL ? "&" : "?", "access_token=", escaped, NULL)
             : g_strdup (url);
  McpAuthExchange *exchange = mcp_auth_exchange_new ("POST", address);
  g_auto (GStrv) headers = mcp_authorizer_dup_headers (self, "POST", url);

  mcp_auth_exchange_add_header (exchange, "Accept", "application/json, text/event-stream");
  for (guint i = 0; token != NULL && !in_query && headers != NULL && headers[i] != NULL; i += 2)
    {
      /* "Bearer TOKEN": the scheme stays. */
      const char *space = strchr (headers[i + 1], ' ');
      g_autofree char *value = g_str_equal (headers[i], "Authorization") && space != NULL
                                 ? g_strdup_printf ("%.*s %s", (int) (space - headers[i + 1]),
                                                    headers[i + 1], token)
                                 : g_strdup (headers[i + 1]);

      mcp_auth_exchange_add_header (exchange, headers[i], value);
    }
  mcp_auth_exchange_set_json (exchange, g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":\"authorization-"
                                                      "check\",\"method\":\"ping\"}"));

  return exchange;
}

static void answered_cb (GObject      *object,
                         GAsyncResult *result,
                         gpointer      user_data);

/* @task: (transfer full); @token: (nullable) */
static void
send_request (GTask      *task,
              const char *token,
              gboolean    in_query)
{
  McpAuthorizer *self = g_task_get_source_object (task);
  Trial *trial = g_task_get_task_data (task);

  g_clear_object (&trial->exchange);
  trial->exchange = new_request (self, token, in_query);
  mcp_authorizer_send_async (self, trial->exchange, answered_cb, task);
}

/* The mistake itself. @task: (transfer full) */
static void
make_mistake (GTask *task)
{
  McpAuthorizer *self = g_task_get_source_object (task);
  Trial *trial = g_task_get_task_data (task);
  g_autofree char *altered = NULL;

  switch (trial->mistake)
    {
    case MCP_AUTH_UNKNOWN_TOKEN:
      send_request (task, "a-token-that-nobody-gave", FALSE);
      break;

    case MCP_AUTH_ALTERED_TOKEN:
      altered = dup_altered (trial->token);
      mcp_authorizer_tell_secret (self, altered);
      send_request (task, altered, FALSE);
      break;

    case MCP_AUTH_TOKEN_IN_QUERY:
      send_request (task, trial->token, TRUE);
      break;

    case MCP_AUTH_EXPIRED_TOKEN:
      send_request (task, trial->token, FALSE);
      break;

    default:
      send_request (task, NULL, FALSE);
    }
}

static gboolean
expired_cb (gpointer user_data)
{
  make_mistake (user_data);

  return G_SOURCE_REMOVE;
}

/* First the good token, then the mistake: it is refused when it is not answered alike. */
static void
answered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  GTask *task = user_data;
  McpAuthorizer *self = g_task_get_source_object (task);
  Trial *trial = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  gint64 left_s = token != NULL ? mcp_auth_token_get_left (token) : G_MAXINT64;
  guint status = trial->exchange->status;

  if (!mcp_auth_http_send_finish (MCP_AUTH_HTTP (object), result, &error))
    end_trial (task, MCP_AUTH_UNTRIED, g_strdup (error->message));
  else if (trial->control == 0 && (status == 401 || status == 403))
    end_trial (task, MCP_AUTH_UNTRIED, g_strdup_printf (_("the good token is refused with %u, too"),
                                                        status));
  else if (trial->control == 0)
    {
      trial->control = status;
      if (trial->mistake == MCP_AUTH_EXPIRED_TOKEN)
        set_timer (task, (guint) MAX (left_s, 0) + 1, expired_cb);
      else
        make_mistake (task);
      return;
    }
  else
    end_trial (task, status == trial->control || (status >= 200 && status < 300) ? MCP_AUTH_ACCEPTED
                                                                                 : MCP_AUTH_REFUSED,
               g_strdup_printf ("%u %s", status,
                                trial->exchange->reason != NULL ? trial->exchange->reason : ""));
  g_object_unref (task);
}

/* Says why a mistake cannot be made; (nullable). */
static char *
dup_obstacle (McpAuthorizer  *self,
              McpAuthMistake  mistake)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  g_autofree char *altered = token != NULL ? dup_altered (token->access_token) : NULL;

  if (mistake == MCP_AUTH_NO_RESOURCE && self->settings != NULL
      && g_strcmp0 (mcp_auth_settings_get (self->settings, MCP_AUTH_RESOURCE), "none") == 0)
    return g_strdup (_("the settings leave it out, too"));
  if (!mcp_auth_mistake_is_of_token (mistake))
    return NULL;
  if (token == NULL)
    return g_strdup (_("there is no token"));
  if (mistake == MCP_AUTH_ALTERED_TOKEN && altered == NULL)
    return g_strdup (_("the token is no JWT"));
  if (mistake == MCP_AUTH_EXPIRED_TOKEN && mcp_auth_token_get_left (token) == G_MAXINT64)
    return g_strdup (_("the server does not say when it expires"));
  if (mistake == MCP_AUTH_EXPIRED_TOKEN && mcp_auth_token_get_left (token) > MAX_WAIT_S)
    return g_strdup_printf (_("the token lasts longer than %u s"), MAX_WAIT_S);

  return NULL;
}

void
mcp_authorizer_try_async (McpAuthorizer       *self,
                          McpAuthMistake       mistake,
                          guint                patience_s,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);
  Trial *trial = g_new0 (Trial, 1);
  char *obstacle = dup_obstacle (self, mistake);

  g_task_set_source_tag (task, mcp_authorizer_try_async);
  g_task_set_task_data (task, trial, trial_free);
  trial->mistake = mistake;
  if (obstacle != NULL)
    {
      end_trial (task, MCP_AUTH_UNTRIED, obstacle);
      g_object_unref (task);
      return;
    }

  if (mcp_auth_mistake_is_of_token (mistake))
    {
      trial->token = g_strdup (mcp_authorizer_get_token (self)->access_token);
      send_request (task, trial->token, FALSE);
      return;
    }

  trial->flow = g_object_ref (mcp_authorizer_begin (self, MCP_AUTH_SIGN_IN, FALSE));
  mcp_auth_flow_set_mistake (trial->flow, mistake);
  trial->handler = g_signal_connect (self, "notify::status", G_CALLBACK (signed_in_cb), task);
  if (patience_s > 0)
    set_timer (task, patience_s, patience_cb);
}

McpAuthVerdict
mcp_authorizer_try_finish (McpAuthorizer  *self,
                           GAsyncResult   *result,
                           char          **detail)
{
  Trial *trial = g_task_get_task_data (G_TASK (result));

  *detail = g_strdup (trial->detail);

  return trial->verdict;
}
