/* mcp-auth-token-request.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-client-assertion.h"
#include "mcp-dpop.h"
#include "mcp-error.h"

/*
 * How a token endpoint is asked: the form, and how the client says who it is and that a key is its
 * own (OAuth 2.1 section 2.4, RFC 7523, RFC 9449).
 */

#define ASSERTION_TYPE   "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
#define FOREIGN_RESOURCE "https://another-server.example/mcp"

/* A secret in a file is short. */
#define MAX_FILE_BYTES (64 * 1024)

/* --- What is set --- */

/* Reads one byte more than is taken at most: what is named may be a device that has no end. */
static char *
read_file (const char  *path,
           gsize       *length,
           GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *text = g_malloc0 (MAX_FILE_BYTES + 2);

  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_FILE_BYTES + 1, length, NULL, error))
    return NULL;

  return g_steal_pointer (&text);
}

/* A setting, or what its file holds: errors name the file. */
char *
mcp_auth_flow_dup_setting (McpAuthFlow     *self,
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
  text = read_file (path, &length, &cause);
  if (text == NULL)
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
  g_autofree char *pem = mcp_auth_flow_dup_setting (self, MCP_AUTH_KEY, MCP_AUTH_KEY_FILE, error);
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
    {
      if (add_assertion (self, form, error))
        return TRUE;
      mcp_auth_flow_suggest (self, MCP_AUTH_KEY_FILE);
      return FALSE;
    }

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

gboolean
mcp_auth_flow_wants_dpop (McpAuthFlow *self)
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

  if (!mcp_auth_flow_wants_dpop (self))
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
gboolean
mcp_auth_flow_wants_nonce (McpAuthFlow     *self,
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

const char *
mcp_auth_flow_token_endpoint (McpAuthFlow *self)
{
  return self->metadata != NULL ? self->metadata->token_endpoint : self->token->token_endpoint;
}

/* Sends self->form, which stays for a second time. */
void
mcp_auth_flow_send_form (McpAuthFlow    *self,
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

void
mcp_auth_flow_new_form (McpAuthFlow *self,
                        const char  *grant_type)
{
  if (self->form != NULL)
    g_string_free (self->form, TRUE);
  self->form = g_string_new (NULL);
  self->repeated_with_nonce = FALSE;
  mcp_auth_form_append (self->form, "grant_type", grant_type);
}

void
mcp_auth_flow_append_resource (McpAuthFlow *self,
                               GString     *form)
{
  const char *set = mcp_auth_settings_get (self->settings, MCP_AUTH_RESOURCE);

  if (self->mistake == MCP_AUTH_FOREIGN_RESOURCE)
    mcp_auth_form_append (form, "resource", FOREIGN_RESOURCE);
  else if (self->mistake != MCP_AUTH_NO_RESOURCE && g_strcmp0 (set, "none") != 0)
    mcp_auth_form_append (form, "resource", set != NULL ? set : self->resource);
}

void
mcp_auth_flow_append_params (McpAuthFlow *self,
                             GString     *form)
{
  g_auto (GStrv) params = mcp_auth_settings_dup_params (self->settings);

  for (gsize i = 0; params[i] != NULL; i += 2)
    mcp_auth_form_append (form, params[i], params[i + 1]);
}

gboolean
mcp_auth_flow_has_param (McpAuthFlow *self,
                         const char  *name)
{
  g_auto (GStrv) params = mcp_auth_settings_dup_params (self->settings);

  for (gsize i = 0; params[i] != NULL; i += 2)
    if (g_str_equal (params[i], name))
      return TRUE;

  return FALSE;
}

/* Once: servers that take a client by one way alone do not always say so, and name it unknown. What a
 * person has set stays. */
gboolean
mcp_auth_flow_try_other_method (McpAuthFlow *self,
                                guint        status,
                                const char  *code)
{
  const char *method = pick_method (self);
  gboolean is_post = g_str_equal (method, "client_secret_post");
  gboolean is_unknown = status == 401 || g_strcmp0 (code, "invalid_client") == 0;

  if (self->tried_other_method || self->client->client_secret == NULL
      || mcp_auth_settings_get (self->settings, MCP_AUTH_TOKEN_AUTH_METHOD) != NULL
      || g_str_equal (method, "private_key_jwt"))
    return FALSE;
  /* A server that looks for id and secret in the form alone finds a parameter missing. */
  if (!is_unknown && (is_post || g_strcmp0 (code, "invalid_request") != 0))
    return FALSE;

  self->tried_other_method = TRUE;
  self->repeated_with_nonce = FALSE;
  g_free (self->client->token_auth_method);
  self->client->token_auth_method = g_strdup (is_post ? "client_secret_basic"
                                                      : "client_secret_post");

  return TRUE;
}
