/* mcp-auth-grant.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * What is exchanged for a token, by the kind of grant, and how it is given back (OAuth 2.1 section 4,
 * RFC 7523, RFC 8693, RFC 7009).
 */

#define GRANT_JWT_BEARER     "urn:ietf:params:oauth:grant-type:jwt-bearer"
#define GRANT_TOKEN_EXCHANGE "urn:ietf:params:oauth:grant-type:token-exchange"
#define TYPE_ID_JAG          "urn:ietf:params:oauth:token-type:id-jag"
#define TYPE_ID_TOKEN        "urn:ietf:params:oauth:token-type:id_token"

void
mcp_auth_request_for_code (McpAuthFlow *self)
{
  mcp_auth_flow_new_form (self, "authorization_code");
  mcp_auth_form_append (self->form, "code", self->code);
  mcp_auth_form_append (self->form, "redirect_uri", self->mistake == MCP_AUTH_OTHER_REDIRECT
                                                      ? "http://127.0.0.1:9/another"
                                                      : self->redirect_uri);
  if (self->mistake == MCP_AUTH_WRONG_VERIFIER)
    mcp_auth_form_append (self->form, "code_verifier",
                          "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong");
  else if (self->mistake != MCP_AUTH_NO_PKCE)
    mcp_auth_form_append (self->form, "code_verifier", self->verifier);
  mcp_auth_flow_append_resource (self, self->form);
  mcp_auth_flow_append_params (self, self->form);
  mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
}

static void
request_for_refresh (McpAuthFlow *self)
{
  const McpAuthToken *held = mcp_auth_store_get_token (self->store);
  const McpAuthClient *client = held != NULL ? mcp_auth_store_get_client (self->store, held->issuer)
                                             : NULL;

  if (held == NULL || held->refresh_token == NULL || client == NULL)
    {
      mcp_auth_flow_fail_with (self, _("There is nothing to get a new token with"));
      return;
    }

  self->token = mcp_auth_token_copy (held);
  g_free (self->issuer);
  self->issuer = g_strdup (held->issuer);
  self->client = mcp_auth_client_copy (client);
  if (self->client->client_secret == NULL)
    self->client->client_secret = g_strdup (mcp_auth_settings_get (self->settings,
                                                                   MCP_AUTH_CLIENT_SECRET));
  mcp_auth_flow_tell_secret (self, held->refresh_token);
  mcp_auth_flow_tell_secret (self, self->client->client_secret);
  g_free (self->resource);
  self->resource = g_strdup (held->resource);
  mcp_auth_flow_new_form (self, "refresh_token");
  mcp_auth_form_append (self->form, "refresh_token", held->refresh_token);
  mcp_auth_flow_append_resource (self, self->form);
  mcp_auth_flow_append_params (self, self->form);
  mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
}

static char *
machine_scope (McpAuthFlow *self)
{
  const char *set = mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPE);
  g_autofree char *challenged = mcp_auth_flow_dup_challenged_scope (self);

  if (challenged != NULL || set != NULL)
    return mcp_auth_scope_union (set, challenged);
  if (self->resource_metadata != NULL && self->resource_metadata->scopes_supported != NULL)
    return g_strjoinv (" ", self->resource_metadata->scopes_supported);

  return NULL;
}

/* Extension oauth-client-credentials. */
static void
request_for_credentials (McpAuthFlow *self)
{
  self->scope = machine_scope (self);
  mcp_auth_flow_new_form (self, "client_credentials");
  if (self->scope != NULL && self->scope[0] != '\0')
    mcp_auth_form_append (self->form, "scope", self->scope);
  mcp_auth_flow_append_resource (self, self->form);
  mcp_auth_flow_append_params (self, self->form);
  mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
}

/* RFC 7523 section 2.1. */
static void
request_with_assertion (McpAuthFlow *self,
                        const char  *assertion)
{
  mcp_auth_flow_tell_secret (self, assertion);
  if (self->scope == NULL)
    self->scope = machine_scope (self);
  mcp_auth_flow_new_form (self, GRANT_JWT_BEARER);
  mcp_auth_form_append (self->form, "assertion", assertion);
  if (self->scope != NULL && self->scope[0] != '\0')
    mcp_auth_form_append (self->form, "scope", self->scope);
  mcp_auth_flow_append_resource (self, self->form);
  mcp_auth_flow_append_params (self, self->form);
  mcp_auth_flow_send_form (self, mcp_auth_flow_token_endpoint (self), mcp_auth_take_token_answer);
}

static void
request_for_workload (McpAuthFlow *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *assertion =
    mcp_auth_flow_dup_setting (self, MCP_AUTH_ASSERTION, MCP_AUTH_ASSERTION_FILE, &error);

  if (assertion == NULL)
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_ASSERTION_FILE);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  request_with_assertion (self, assertion);
}

/* The identity provider's answer: a grant for the authorization server, not a token. */
static void
exchanged_cb (McpAuthFlow     *self,
              McpAuthExchange *exchange)
{
  const char *body;
  gsize length;

  if (exchange->error != NULL)
    {
      mcp_auth_flow_fail (self, g_error_copy (exchange->error));
      return;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  if (exchange->status == 200 && mcp_json_validate (body, length, NULL))
    self->id_jag = mcp_json_lookup_string (body, length, "access_token");
  if (self->id_jag == NULL)
    {
      g_autofree char *text = mcp_auth_flow_describe_refusal (exchange, NULL);

      mcp_auth_flow_suggest (self, MCP_AUTH_IDP_TOKEN_ENDPOINT);
      mcp_auth_flow_fail_with (self, _("The identity provider exchanges no token: %s"), text);
      return;
    }

  request_with_assertion (self, self->id_jag);
}

/* Extension enterprise-managed-authorization: RFC 8693 at the identity provider. */
static void
request_for_enterprise (McpAuthFlow *self)
{
  g_autoptr (McpAuthExchange) exchange = NULL;
  const char *endpoint = mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_TOKEN_ENDPOINT);
  const char *secret = mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_CLIENT_SECRET);
  const char *id_token = mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_ID_TOKEN);
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = NULL;
  GString *form;

  if (endpoint == NULL || id_token == NULL)
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_IDP_TOKEN_ENDPOINT);
      mcp_auth_flow_fail_with (self, _("“%s” and “%s” are not set"),
                               mcp_auth_setting_get_key (MCP_AUTH_IDP_TOKEN_ENDPOINT),
                               mcp_auth_setting_get_key (MCP_AUTH_IDP_ID_TOKEN));
      return;
    }
  uri = mcp_auth_url_parse (endpoint, mcp_auth_flow_allows_http (self), &error);
  if (uri == NULL)
    {
      mcp_auth_flow_suggest_for_address (self, endpoint, MCP_AUTH_IDP_TOKEN_ENDPOINT);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  self->scope = machine_scope (self);
  form = g_string_new (NULL);
  mcp_auth_form_append (form, "grant_type", GRANT_TOKEN_EXCHANGE);
  mcp_auth_form_append (form, "requested_token_type", TYPE_ID_JAG);
  mcp_auth_form_append (form, "audience", self->issuer);
  mcp_auth_flow_append_resource (self, form);
  if (self->scope != NULL && self->scope[0] != '\0')
    mcp_auth_form_append (form, "scope", self->scope);
  mcp_auth_form_append (form, "subject_token", id_token);
  mcp_auth_form_append (form, "subject_token_type", TYPE_ID_TOKEN);
  mcp_auth_form_append (form, "client_id",
                        mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_CLIENT_ID));
  mcp_auth_form_append (form, "client_secret", secret);

  exchange = mcp_auth_exchange_new ("POST", endpoint);
  mcp_auth_exchange_add_header (exchange, "Accept", "application/json");
  mcp_auth_exchange_set_form (exchange, form);
  mcp_auth_flow_send (self, g_steal_pointer (&exchange), exchanged_cb);
}

void
mcp_auth_enter_token (McpAuthFlow *self)
{
  mcp_auth_flow_depart_in_requests (self);
  if (self->goal == MCP_AUTH_REFRESH)
    {
      request_for_refresh (self);
      return;
    }

  switch (mcp_auth_settings_get_grant (self->settings))
    {
    case MCP_AUTH_GRANT_CLIENT_CREDENTIALS:
      request_for_credentials (self);
      break;

    case MCP_AUTH_GRANT_WORKLOAD:
      request_for_workload (self);
      break;

    case MCP_AUTH_GRANT_ENTERPRISE:
      request_for_enterprise (self);
      break;

    case MCP_AUTH_GRANT_CODE:
    case MCP_AUTH_N_GRANTS:
    default:
      mcp_auth_request_for_code (self);
    }
}

/* --- Revocation, RFC 7009 --- */

static void
forgotten_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (McpAuthFlow) self = user_data;

  mcp_auth_store_save_finish (MCP_AUTH_STORE (object), result, NULL);
  mcp_auth_flow_succeed (self);
}

static void
forget (McpAuthFlow      *self,
        McpAuthStepState  state,
        const char       *detail)
{
  mcp_auth_step_end (mcp_auth_flow_step (self), state, detail);
  mcp_auth_store_set_token (self->store, NULL);
  mcp_auth_store_save_async (self->store, self->cancellable, forgotten_cb, g_object_ref (self));
}

static void
revoked_cb (McpAuthFlow     *self,
            McpAuthExchange *exchange)
{
  g_autofree char *text = NULL;
  g_autofree char *code = NULL;

  if (exchange->error != NULL)
    {
      forget (self, MCP_AUTH_STEP_FAILED, exchange->error->message);
      return;
    }
  text = mcp_auth_flow_describe_refusal (exchange, &code);
  /* Some say no with 200. */
  if (exchange->status != 200 || code != NULL)
    {
      forget (self, MCP_AUTH_STEP_FAILED, text);
      return;
    }

  forget (self, MCP_AUTH_STEP_DONE, _("Revoked"));
}

void
mcp_auth_revoke (McpAuthFlow *self)
{
  const McpAuthToken *held = mcp_auth_store_get_token (self->store);
  const McpAuthClient *client = held != NULL ? mcp_auth_store_get_client (self->store, held->issuer)
                                             : NULL;

  if (held == NULL || held->revocation_endpoint == NULL || client == NULL)
    {
      forget (self, MCP_AUTH_STEP_SKIPPED, _("Forgotten here; the server has no way to revoke"));
      return;
    }

  self->token = mcp_auth_token_copy (held);
  self->client = mcp_auth_client_copy (client);
  self->issuer = g_strdup (held->issuer);
  mcp_auth_flow_tell_secret (self, held->access_token);
  mcp_auth_flow_tell_secret (self, held->refresh_token);
  self->form = g_string_new (NULL);
  /* With the refresh token go those it gave (RFC 7009 section 2.1). */
  mcp_auth_form_append (self->form, "token",
                        held->refresh_token != NULL ? held->refresh_token : held->access_token);
  mcp_auth_form_append (self->form, "token_type_hint",
                        held->refresh_token != NULL ? "refresh_token" : "access_token");
  mcp_auth_flow_send_form (self, held->revocation_endpoint, revoked_cb);
}
