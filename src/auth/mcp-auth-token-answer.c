/* mcp-auth-token-answer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwt.h"

/* What a token endpoint answers, and what is kept of it (OAuth 2.1 section 3.2). */

/* How far the clocks of two machines may be apart. */
#define CLOCK_LEEWAY_S 30

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (McpAuthFlow) self = user_data;
  g_autoptr (GError) error = NULL;
  McpAuthStep *step = mcp_auth_flow_step (self);
  gint64 left = mcp_auth_token_get_left (self->token);
  g_autofree char *detail = NULL;

  if (!mcp_auth_store_save_finish (MCP_AUTH_STORE (object), result, &error))
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.keyring", "OAuth 2.1 section 7.1",
                         _("The token is kept in memory only: %s"), error->message);
  if (self->task == NULL)
    return;

  if (left != G_MAXINT64)
    detail = g_strdup_printf (_("%s, for %" PRId64 " s"), self->token->token_type, left);
  else
    detail = g_strdup_printf (_("%s, without an end"), self->token->token_type);
  mcp_auth_step_end (step, MCP_AUTH_STEP_DONE, detail);
  mcp_auth_flow_succeed (self);
}

/* The claims of an access token are for the server alone, and tell much when it refuses them (RFC 9068). */
static void
check_jwt (McpAuthStep  *step,
           McpAuthToken *token)
{
  g_autoptr (McpJwt) jwt = mcp_jwt_parse (token->access_token, NULL);
  g_autofree char *problem = NULL;
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  gint64 expires_s = mcp_auth_token_get_expires (token);
  gint64 exp_s;

  if (jwt == NULL)
    return;

  mcp_auth_step_set_document (step, mcp_jwt_get_claims (jwt));
  problem = mcp_jwt_check_times (jwt, now_s, CLOCK_LEEWAY_S);
  if (problem != NULL)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.clock", "RFC 7519 section 4.1", "%s",
                         problem);
  else if (expires_s != 0 && mcp_jwt_get_time (jwt, "exp", &exp_s)
           && ABS ((double) exp_s - (double) expires_s) > CLOCK_LEEWAY_S)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.clock", "RFC 7519 section 4.1",
                         _("The token says that it ends in %.0f s, and the answer with it in %.0f s"),
                         (double) exp_s - (double) now_s, (double) expires_s - (double) now_s);
}

/* OAuth 2.1 section 3.2.3: which type each member has. */
static void
check_members (McpAuthStep *step,
               const char  *body,
               gsize        length)
{
  static const struct
  {
    const char  *key;
    McpJsonType  type;
  } members[] = {
    { "token_type", MCP_JSON_STRING },
    { "expires_in", MCP_JSON_NUMBER },
    { "refresh_token", MCP_JSON_STRING },
    { "scope", MCP_JSON_STRING },
    { "id_token", MCP_JSON_STRING },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpSpan span;
      McpJsonType found;

      if (!mcp_json_lookup (body, length, members[i].key, &span))
        continue;

      found = mcp_json_get_type (body + span.offset, span.length);
      if (found != members[i].type)
        mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "OAuth 2.1 section 3.2.3",
                             _("“%s” is of the wrong type: %s instead of %s"), members[i].key,
                             mcp_json_type_get_name (found),
                             mcp_json_type_get_name (members[i].type));
    }
}

/* Where none of the scopes that were asked for has a comma, one stands between two. */
static void
split_commas (McpAuthFlow  *self,
              McpAuthToken *token)
{
  if (token->scope == NULL || strchr (token->scope, ',') == NULL)
    return;

  if (self->scope == NULL || strchr (self->scope, ',') != NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.scope",
                           "RFC 6749 section 3.3",
                           _("“scope” has commas in it; between scopes there are spaces"));
      return;
    }

  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.token",
                       "RFC 6749 section 3.3",
                       _("The answer has commas between its scopes, where spaces have to be: “%s”"),
                       token->scope);
  g_strdelimit (token->scope, ",", ' ');
}

static void
check_token (McpAuthFlow *self,
             const char  *body,
             gsize        length)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  McpAuthToken *token = self->token;
  g_autofree char *missing = NULL;

  check_members (step, body, length);
  split_commas (self, token);
  missing = mcp_auth_scope_missing (self->scope, token->scope);
  if (self->tried_other_method)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "OAuth 2.1 section 2.4.1",
                         _("The authorization server takes the client only with %s; that is "
                           "remembered"),
                         self->client->token_auth_method);
  if (token->token_type == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "OAuth 2.1 section 3.2.3",
                           _("The answer does not say of which type the token is"));
      token->token_type = g_strdup ("Bearer");
    }
  if (mcp_auth_flow_wants_dpop (self) && !mcp_auth_token_is_dpop (token))
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "RFC 9449 section 5",
                         _("The token is not bound to the key: its type is %s"), token->token_type);
  if (token->scope != NULL && missing != NULL)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.scope", "OAuth 2.1 section 3.2.2.1",
                         _("Asked for and not granted: %s"), missing);
  if (mcp_jwt_is_jwt_like (token->access_token))
    check_jwt (step, token);
}

static McpAuthToken *
read_token (McpAuthFlow *self,
            const char  *body,
            gsize        length)
{
  g_autoptr (McpAuthToken) token =
    mcp_auth_token_new_from_answer (body, length, g_get_real_time () / G_USEC_PER_SEC);

  if (token == NULL)
    return NULL;

  token->requested_scope = g_strdup (self->scope);
  token->departures = mcp_auth_scope_union (self->token != NULL ? self->token->departures : NULL,
                                            self->departures);
  if (self->token != NULL)
    {
      /* A refresh leaves what it does not speak of (OAuth 2.1 section 4.3.2). */
      if (token->refresh_token == NULL)
        token->refresh_token = g_strdup (self->token->refresh_token);
      if (token->scope == NULL)
        token->scope = g_strdup (self->token->scope);
      g_free (token->requested_scope);
      token->requested_scope = g_strdup (self->token->requested_scope);
    }
  token->resource = g_strdup (self->resource);
  token->issuer = g_strdup (self->issuer);
  token->token_endpoint = g_strdup (mcp_auth_flow_token_endpoint (self));
  token->revocation_endpoint = g_strdup (self->metadata != NULL
                                           ? self->metadata->revocation_endpoint
                                           : self->token->revocation_endpoint);
  token->jwks_uri = g_strdup (self->metadata != NULL ? self->metadata->jwks_uri
                                                     : self->token->jwks_uri);
  token->grant = g_strdup (mcp_auth_grant_get_name (mcp_auth_settings_get_grant (self->settings)));
  if (self->dpop_key != NULL)
    token->dpop_key = mcp_jwt_key_to_pem (self->dpop_key);

  return g_steal_pointer (&token);
}

/* A client that a server has forgotten is registered anew by the next sign-in. */
static gboolean
forget_client (McpAuthFlow *self,
               const char  *code)
{
  if (g_strcmp0 (code, "invalid_client") != 0 || g_strcmp0 (self->client->kind, "dynamic") != 0)
    return FALSE;

  mcp_auth_store_set_client (self->store, self->issuer, NULL);
  mcp_auth_flow_suggest_again (self);
  mcp_auth_flow_fail_with (self, _("The authorization server does not know this client any more "
                                   "(invalid_client). Signing in again registers it anew"));

  return TRUE;
}

static void
refused (McpAuthFlow     *self,
         McpAuthExchange *exchange)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  g_autofree char *code = NULL;
  g_autofree char *text = mcp_auth_flow_describe_refusal (exchange, &code);

  mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.token", "OAuth 2.1 section 3.2.4",
                       _("The authorization server gave no token: %s"), text);
  if (mcp_auth_flow_try_other_method (self, exchange->status, code))
    {
      mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
      return;
    }
  if (forget_client (self, code))
    return;

  mcp_auth_flow_suggest_for_refusal (self, code, text);
  if (g_strcmp0 (code, "invalid_client") == 0)
    mcp_auth_flow_fail_with (self, _("The authorization server does not take this client id with "
                                     "its secret: %s"),
                             text);
  else if (g_strcmp0 (code, "invalid_grant") == 0 && self->goal == MCP_AUTH_REFRESH)
    mcp_auth_flow_fail_with (self, _("The sign-in has ended, and cannot be refreshed: %s"), text);
  else
    mcp_auth_flow_fail_with (self, _("The authorization server gave no token: %s"), text);
}

static gboolean
is_refusal (const char *body,
            gsize       length)
{
  g_autofree char *error = NULL;

  if (mcp_json_validate (body, length, NULL) && mcp_json_get_type (body, length) == MCP_JSON_OBJECT)
    error = mcp_json_lookup_string (body, length, "error");

  return error != NULL;
}

/* A client must not use a token of a type that it does not know (RFC 6749 section 7.1). */
static gboolean
is_usable_type (McpAuthFlow        *self,
                const McpAuthToken *token)
{
  const char *type = token->token_type;

  if (type == NULL || g_ascii_strcasecmp (type, "Bearer") == 0
      || (mcp_auth_token_is_dpop (token) && self->dpop_key != NULL))
    return TRUE;

  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.token",
                       "OAuth 2.1 section 1.4", _("The token is of the type “%s”"), type);
  if (mcp_auth_token_is_dpop (token))
    mcp_auth_flow_fail_with (
        self,
        _("The authorization server gave a token of the type “%s”, which nobody "
           "asked for: it is bound to a key that there is not"),
        type);
  else
    mcp_auth_flow_fail_with (
        self,
        _("The authorization server gave a token of the type “%s”, which cannot be "
           "used: only Bearer and DPoP are known"),
        type);

  return FALSE;
}

void
mcp_auth_take_token_answer (McpAuthFlow     *self,
                            McpAuthExchange *exchange)
{
  g_autoptr (McpAuthToken) token = NULL;
  const char *body;
  gsize length;

  if (exchange->error != NULL)
    {
      mcp_auth_flow_fail (self, g_error_copy (exchange->error));
      return;
    }
  if (exchange->status != 200 && mcp_auth_flow_wants_nonce (self, exchange))
    {
      mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
      return;
    }
  if (exchange->status < 200 || exchange->status >= 300)
    {
      refused (self, exchange);
      return;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  token = read_token (self, body, length);
  if (token == NULL && is_refusal (body, length))
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.token",
                           "OAuth 2.1 section 3.2.4", _("A refusal has the status %u, as if it were "
                                                        "none"),
                           exchange->status);
      refused (self, exchange);
      return;
    }
  if (token == NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.token",
                           "OAuth 2.1 section 3.2.3",
                           _("The answer is no JSON object with an access token"));
      mcp_auth_flow_fail_with (self, _("The authorization server answered without a token that can "
                                       "be used"));
      return;
    }

  if (!is_usable_type (self, token))
    return;

  if (self->mistake == MCP_AUTH_CODE_TWICE && !self->code_used)
    {
      self->code_used = TRUE;
      mcp_auth_request_for_code (self);
      return;
    }

  mcp_auth_flow_tell_secret (self, token->access_token);
  mcp_auth_flow_tell_secret (self, token->refresh_token);
  mcp_auth_flow_tell_secret (self, token->id_token);
  g_clear_pointer (&self->token, mcp_auth_token_free);
  self->token = g_steal_pointer (&token);
  check_token (self, body, length);

  /* Nothing that a mistake got is kept. */
  if (self->mistake != MCP_AUTH_NO_MISTAKE)
    {
      mcp_auth_step_end (mcp_auth_flow_step (self), MCP_AUTH_STEP_DONE, NULL);
      mcp_auth_flow_succeed (self);
      return;
    }

  /* A refresh token that was rotated is the only one there is: it is kept before anything else. */
  mcp_auth_store_set_token (self->store, self->token);
  if (self->client->kind != NULL && self->client->client_id[0] != '\0')
    mcp_auth_store_set_client (self->store, self->issuer, self->client);
  mcp_auth_store_save_async (self->store, self->cancellable, saved_cb, g_object_ref (self));
}
