/* mcp-auth-grant.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-auth"

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-client-assertion.h"
#include "mcp-dpop.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwt.h"

/*
 * The token endpoint: what is exchanged for a token, and how the client says who it is there
 * (OAuth 2.1 sections 2.4 and 3.2, RFC 7523, RFC 8693, RFC 9449).
 */

/* How far the clocks of two machines may be apart. */
#define CLOCK_LEEWAY_S 30

#define GRANT_JWT_BEARER     "urn:ietf:params:oauth:grant-type:jwt-bearer"
#define GRANT_TOKEN_EXCHANGE "urn:ietf:params:oauth:grant-type:token-exchange"
#define TYPE_ID_JAG          "urn:ietf:params:oauth:token-type:id-jag"
#define TYPE_ID_TOKEN        "urn:ietf:params:oauth:token-type:id_token"
#define ASSERTION_TYPE       "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

#define FOREIGN_RESOURCE "https://another-server.example/mcp"

/* A secret in a file is short. */
#define MAX_FILE_BYTES (64 * 1024)

static void token_cb (McpAuthFlow     *self,
                      McpAuthExchange *exchange);

/* --- What is set --- */

/* A setting, or what its file holds: errors name the file. */
static char *
dup_setting (McpAuthFlow     *self,
             McpAuthSetting   setting,
             McpAuthSetting   file,
             GError         **error)
{
  const char *value = mcp_auth_settings_get (self->settings, setting);
  const char *path = mcp_auth_settings_get (self->settings, file);
  g_autoptr (GError) cause = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (value != NULL)
    return g_strdup (value);
  if (path == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” and “%s” are not set"),
                   mcp_auth_setting_get_key (setting), mcp_auth_setting_get_key (file));
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", mcp_auth_setting_get_key (file),
                   cause->message);
      return NULL;
    }
  if (length > MAX_FILE_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: “%s” is too long"),
                   mcp_auth_setting_get_key (file), path);
      return NULL;
    }

  return g_strdup (g_strstrip (text));
}

/* --- Who we are --- */

static const char *
pick_method (McpAuthFlow *self)
{
  const McpAuthClient *client = self->client;
  GStrv methods = self->metadata != NULL ? self->metadata->token_auth_methods : NULL;

  if (mcp_auth_settings_get (self->settings, MCP_AUTH_TOKEN_AUTH_METHOD) != NULL)
    return mcp_auth_settings_get (self->settings, MCP_AUTH_TOKEN_AUTH_METHOD);
  if (client->token_auth_method != NULL)
    return client->token_auth_method;
  if (mcp_auth_settings_get (self->settings, MCP_AUTH_KEY) != NULL
      || mcp_auth_settings_get (self->settings, MCP_AUTH_KEY_FILE) != NULL)
    return "private_key_jwt";
  if (client->client_secret == NULL)
    return "none";
  /* RFC 8414 section 2: Basic is what is meant where nothing is said. */
  if (methods != NULL && !g_strv_contains ((const char * const *) methods, "client_secret_basic")
      && g_strv_contains ((const char * const *) methods, "client_secret_post"))
    return "client_secret_post";

  return "client_secret_basic";
}

/* RFC 6749 section 2.3.1: both are encoded as in a form first. */
static void
add_basic (McpAuthExchange *exchange,
           const char      *id,
           const char      *secret)
{
  g_autofree char *escaped_id = g_uri_escape_string (id, NULL, FALSE);
  g_autofree char *escaped_secret = g_uri_escape_string (secret, NULL, FALSE);
  g_autofree char *pair = g_strconcat (escaped_id, ":", escaped_secret, NULL);
  g_autofree char *encoded = g_base64_encode ((const guchar *) pair, strlen (pair));
  g_autofree char *value = g_strconcat ("Basic ", encoded, NULL);

  mcp_auth_exchange_add_header (exchange, "Authorization", value);
}

static gboolean
add_assertion (McpAuthFlow  *self,
               GString      *form,
               GError      **error)
{
  g_autofree char *pem = dup_setting (self, MCP_AUTH_KEY, MCP_AUTH_KEY_FILE, error);
  g_autoptr (McpJwtKey) key = NULL;
  g_autofree char *assertion = NULL;

  if (pem == NULL)
    return FALSE;

  mcp_auth_flow_tell_secret (self, pem);
  key = mcp_jwt_key_new_from_pem (pem, mcp_auth_settings_get (self->settings, MCP_AUTH_KEY_ALGORITHM),
                                  error);
  if (key == NULL)
    return FALSE;

  assertion = mcp_client_assertion_new (key, mcp_auth_settings_get (self->settings, MCP_AUTH_KEY_ID),
                                        self->client->client_id, self->issuer,
                                        g_get_real_time () / G_USEC_PER_SEC, error);
  if (assertion == NULL)
    return FALSE;

  mcp_auth_flow_tell_secret (self, assertion);
  mcp_auth_form_append (form, "client_assertion_type", ASSERTION_TYPE);
  mcp_auth_form_append (form, "client_assertion", assertion);

  return TRUE;
}

/* Says who we are, in @form or by a header. */
static gboolean
identify (McpAuthFlow      *self,
          McpAuthExchange  *exchange,
          GString          *form,
          GError          **error)
{
  const McpAuthClient *client = self->client;
  const char *method = pick_method (self);

  if (g_str_equal (method, "private_key_jwt"))
    return add_assertion (self, form, error);

  if (g_str_equal (method, "client_secret_basic") && client->client_secret != NULL)
    {
      add_basic (exchange, client->client_id, client->client_secret);
      return TRUE;
    }

  if (client->client_id[0] != '\0')
    mcp_auth_form_append (form, "client_id", client->client_id);
  if (g_str_equal (method, "client_secret_post"))
    mcp_auth_form_append (form, "client_secret", client->client_secret);

  return TRUE;
}

/* --- DPoP --- */

static gboolean
wants_dpop (McpAuthFlow *self)
{
  return mcp_auth_settings_is_on (self->settings, MCP_AUTH_DPOP)
         || (self->challenge != NULL && g_ascii_strcasecmp (self->challenge->scheme, "DPoP") == 0)
         || (self->resource_metadata != NULL && self->resource_metadata->requires_dpop)
         || (self->token != NULL && self->token->dpop_key != NULL);
}

static gboolean
add_dpop (McpAuthFlow      *self,
          McpAuthExchange  *exchange,
          GError          **error)
{
  g_autofree char *proof = NULL;

  if (!wants_dpop (self))
    return TRUE;

  if (self->dpop_key == NULL && self->token != NULL && self->token->dpop_key != NULL)
    self->dpop_key = mcp_jwt_key_new_from_pem (self->token->dpop_key, NULL, error);
  else if (self->dpop_key == NULL)
    self->dpop_key = mcp_jwt_key_generate (error);
  if (self->dpop_key == NULL)
    return FALSE;

  proof = mcp_dpop_proof (self->dpop_key, exchange->method, exchange->url, NULL, self->dpop_nonce,
                          g_get_real_time () / G_USEC_PER_SEC, error);
  if (proof == NULL)
    return FALSE;

  mcp_auth_exchange_add_header (exchange, "DPoP", proof);

  return TRUE;
}

/* RFC 9449 section 8: the server wants its nonce in the proof. Once for each request. */
static gboolean
wants_nonce (McpAuthFlow     *self,
             McpAuthExchange *exchange)
{
  const char *nonce = mcp_auth_exchange_get_header (exchange, "DPoP-Nonce");
  g_autofree char *code = NULL;
  g_autofree char *text = mcp_auth_flow_describe_refusal (exchange, &code);

  if (nonce != NULL)
    {
      g_free (self->dpop_nonce);
      self->dpop_nonce = g_strdup (nonce);
    }
  if (self->dpop_key == NULL || nonce == NULL || self->repeated_with_nonce
      || g_strcmp0 (code, "use_dpop_nonce") != 0)
    return FALSE;

  self->repeated_with_nonce = TRUE;

  return TRUE;
}

/* --- The request --- */

static const char *
token_endpoint (McpAuthFlow *self)
{
  return self->metadata != NULL ? self->metadata->token_endpoint : self->token->token_endpoint;
}

/* Sends self->form, which stays for a second time. */
static void
send_form (McpAuthFlow    *self,
           const char     *url,
           McpAuthHandler  handler)
{
  g_autoptr (McpAuthExchange) exchange = mcp_auth_exchange_new ("POST", url);
  g_autoptr (GError) error = NULL;
  GString *form = g_string_new_len (self->form->str, self->form->len);

  mcp_auth_exchange_add_header (exchange, "Accept", "application/json");
  if (!identify (self, exchange, form, &error) || !add_dpop (self, exchange, &error))
    {
      g_string_free (form, TRUE);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  mcp_auth_exchange_set_form (exchange, form);
  mcp_auth_flow_send (self, g_steal_pointer (&exchange), handler);
}

static void
new_form (McpAuthFlow *self,
          const char  *grant_type)
{
  if (self->form != NULL)
    g_string_free (self->form, TRUE);
  self->form = g_string_new (NULL);
  self->repeated_with_nonce = FALSE;
  mcp_auth_form_append (self->form, "grant_type", grant_type);
}

static void
append_resource (McpAuthFlow *self)
{
  if (self->mistake == MCP_AUTH_FOREIGN_RESOURCE)
    mcp_auth_form_append (self->form, "resource", FOREIGN_RESOURCE);
  else if (self->mistake != MCP_AUTH_NO_RESOURCE)
    mcp_auth_form_append (self->form, "resource", self->resource);
}

static void
request_for_code (McpAuthFlow *self)
{
  new_form (self, "authorization_code");
  mcp_auth_form_append (self->form, "code", self->code);
  mcp_auth_form_append (self->form, "redirect_uri", self->mistake == MCP_AUTH_OTHER_REDIRECT
                                                      ? "http://127.0.0.1:9/another"
                                                      : self->redirect_uri);
  if (self->mistake == MCP_AUTH_WRONG_VERIFIER)
    mcp_auth_form_append (self->form, "code_verifier",
                          "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong");
  else if (self->mistake != MCP_AUTH_NO_PKCE)
    mcp_auth_form_append (self->form, "code_verifier", self->verifier);
  append_resource (self);
  send_form (self, token_endpoint (self), token_cb);
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
  new_form (self, "refresh_token");
  mcp_auth_form_append (self->form, "refresh_token", held->refresh_token);
  append_resource (self);
  send_form (self, token_endpoint (self), token_cb);
}

static char *
machine_scope (McpAuthFlow *self)
{
  const char *set = mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPE);
  const char *challenged = self->challenge != NULL ? mcp_challenge_get (self->challenge, "scope")
                                                   : NULL;

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
  new_form (self, "client_credentials");
  if (self->scope != NULL && self->scope[0] != '\0')
    mcp_auth_form_append (self->form, "scope", self->scope);
  append_resource (self);
  send_form (self, token_endpoint (self), token_cb);
}

/* RFC 7523 section 2.1. */
static void
request_with_assertion (McpAuthFlow *self,
                        const char  *assertion)
{
  mcp_auth_flow_tell_secret (self, assertion);
  if (self->scope == NULL)
    self->scope = machine_scope (self);
  new_form (self, GRANT_JWT_BEARER);
  mcp_auth_form_append (self->form, "assertion", assertion);
  if (self->scope != NULL && self->scope[0] != '\0')
    mcp_auth_form_append (self->form, "scope", self->scope);
  append_resource (self);
  send_form (self, token_endpoint (self), token_cb);
}

static void
request_for_workload (McpAuthFlow *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *assertion = dup_setting (self, MCP_AUTH_ASSERTION, MCP_AUTH_ASSERTION_FILE,
                                            &error);

  if (assertion == NULL)
    mcp_auth_flow_fail (self, g_steal_pointer (&error));
  else
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
      mcp_auth_flow_fail_with (self, _("“%s” and “%s” are not set"),
                               mcp_auth_setting_get_key (MCP_AUTH_IDP_TOKEN_ENDPOINT),
                               mcp_auth_setting_get_key (MCP_AUTH_IDP_ID_TOKEN));
      return;
    }
  uri = mcp_auth_url_parse (endpoint, mcp_auth_flow_allows_http (self), &error);
  if (uri == NULL)
    {
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  self->scope = machine_scope (self);
  form = g_string_new (NULL);
  mcp_auth_form_append (form, "grant_type", GRANT_TOKEN_EXCHANGE);
  mcp_auth_form_append (form, "requested_token_type", TYPE_ID_JAG);
  mcp_auth_form_append (form, "audience", self->issuer);
  mcp_auth_form_append (form, "resource", self->resource);
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
      request_for_code (self);
    }
}

/* --- The answer --- */

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

static void
check_token (McpAuthFlow *self,
             const char  *body,
             gsize        length)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  McpAuthToken *token = self->token;
  g_autofree char *missing = mcp_auth_scope_missing (self->scope, token->scope);

  if (token->token_type == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "OAuth 2.1 section 3.2.3",
                           _("The answer does not say of which type the token is"));
      token->token_type = g_strdup ("Bearer");
    }
  if (wants_dpop (self) && !mcp_auth_token_is_dpop (token))
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.token", "RFC 9449 section 5",
                         _("The token is not bound to the key: its type is %s"), token->token_type);
  if (token->scope != NULL && missing != NULL)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.scope", "OAuth 2.1 section 3.2.2.1",
                         _("Asked for and not granted: %s"), missing);
  if (mcp_jwt_is_jwt_like (token->access_token))
    check_jwt (step, token);
}

/* A header's value must not end the header. */
static gboolean
is_sendable (const char *token)
{
  for (const char *p = token; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return FALSE;

  return token[0] != '\0';
}

static McpAuthToken *
read_token (McpAuthFlow *self,
            const char  *body,
            gsize        length)
{
  g_autoptr (McpAuthToken) token = g_new0 (McpAuthToken, 1);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  double seconds;

  token->access_token = mcp_json_lookup_string (body, length, "access_token");
  if (token->access_token == NULL || !is_sendable (token->access_token))
    return NULL;

  token->token_type = mcp_json_lookup_string (body, length, "token_type");
  token->refresh_token = mcp_json_lookup_string (body, length, "refresh_token");
  token->id_token = mcp_json_lookup_string (body, length, "id_token");
  token->scope = mcp_json_lookup_string (body, length, "scope");
  token->requested_scope = g_strdup (self->scope);
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
  token->token_endpoint = g_strdup (token_endpoint (self));
  token->revocation_endpoint = g_strdup (self->metadata != NULL
                                           ? self->metadata->revocation_endpoint
                                           : self->token->revocation_endpoint);
  token->jwks_uri = g_strdup (self->metadata != NULL ? self->metadata->jwks_uri
                                                     : self->token->jwks_uri);
  token->grant = g_strdup (mcp_auth_grant_get_name (mcp_auth_settings_get_grant (self->settings)));
  if (self->dpop_key != NULL)
    token->dpop_key = mcp_jwt_key_to_pem (self->dpop_key);
  token->obtained = g_strdup_printf ("%" G_GINT64_FORMAT, now);
  if (mcp_json_lookup_double (body, length, "expires_in", &seconds) && seconds >= 0
      && seconds < 1e10)
    token->expires = g_strdup_printf ("%" G_GINT64_FORMAT, now + (gint64) seconds);

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
  mcp_auth_flow_fail_with (self, _("The authorization server does not know this client any more "
                                   "(invalid_client). Sign in again to register anew"));

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
  if (forget_client (self, code))
    return;

  if (g_strcmp0 (code, "invalid_client") == 0)
    mcp_auth_flow_fail_with (self, _("The authorization server does not take this client id with "
                                     "its secret: %s"),
                             text);
  else if (g_strcmp0 (code, "invalid_grant") == 0 && self->goal == MCP_AUTH_REFRESH)
    mcp_auth_flow_fail_with (self, _("The sign-in has ended, and cannot be refreshed: %s"), text);
  else
    mcp_auth_flow_fail_with (self, _("The authorization server gave no token: %s"), text);
}

static void
token_cb (McpAuthFlow     *self,
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
  if (exchange->status != 200 && wants_nonce (self, exchange))
    {
      send_form (self, token_endpoint (self), token_cb);
      return;
    }
  if (exchange->status < 200 || exchange->status >= 300)
    {
      refused (self, exchange);
      return;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  if (mcp_json_validate (body, length, NULL) && mcp_json_get_type (body, length) == MCP_JSON_OBJECT)
    token = read_token (self, body, length);
  if (token == NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.token",
                           "OAuth 2.1 section 3.2.3",
                           _("The answer is no JSON object with an access token"));
      mcp_auth_flow_fail_with (self, _("The authorization server answered without a token that can "
                                       "be used"));
      return;
    }

  if (self->mistake == MCP_AUTH_CODE_TWICE && !self->code_used)
    {
      self->code_used = TRUE;
      request_for_code (self);
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

  if (exchange->error != NULL)
    {
      forget (self, MCP_AUTH_STEP_FAILED, exchange->error->message);
      return;
    }
  if (exchange->status != 200)
    {
      text = mcp_auth_flow_describe_refusal (exchange, NULL);
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
  send_form (self, held->revocation_endpoint, revoked_cb);
}
