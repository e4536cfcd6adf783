/* mcp-auth-register.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * Who we are to the authorization server (basic/authorization, Client Registration Approaches):
 * what the user was given, a document that says it, what it gave us before, registering, asking.
 * A registration belongs to the issuer that made it.
 */

#define CLIENT_NAME "Sounder"
#define CLIENT_URI  "https://mcp-sounder.github.io/"

static gboolean
needs_person (McpAuthFlow *self)
{
  return mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_GRANT_CODE;
}

/* The address the browser comes back to has to be known before. */
static gboolean
listen (McpAuthFlow *self,
        const char  *redirect_uri)
{
  g_autoptr (GError) error = NULL;

  if (!needs_person (self))
    return TRUE;

  if (self->listener == NULL)
    self->listener = mcp_auth_listener_new (redirect_uri, &error);
  if (self->listener == NULL)
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_REDIRECT_URI);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return FALSE;
    }

  g_free (self->redirect_uri);
  self->redirect_uri = g_strdup (mcp_auth_listener_get_redirect_uri (self->listener));

  return TRUE;
}

static void
finish (McpAuthFlow *self,
        const char  *kind)
{
  g_autofree char *detail = g_strdup_printf ("%s: %s", kind, self->client->client_id);

  mcp_auth_flow_tell_secret (self, self->client->client_secret);
  if (needs_person (self))
    {
      mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, detail);
    }
  else
    {
      mcp_auth_step_end (mcp_auth_flow_step (self), MCP_AUTH_STEP_DONE, detail);
      mcp_auth_flow_skip_to (self, MCP_AUTH_STAGE_TOKEN);
    }
}

static McpAuthClient *
new_client (McpAuthFlow *self,
            const char  *kind,
            const char  *client_id)
{
  McpAuthClient *client = g_new0 (McpAuthClient, 1);

  client->kind = g_strdup (kind);
  client->issuer = g_strdup (self->issuer);
  client->client_id = g_strdup (client_id);

  return client;
}

/* What the user was given; of another issuer it must not be used. */
static gboolean
use_configured (McpAuthFlow *self)
{
  const char *id = mcp_auth_settings_get (self->settings, MCP_AUTH_CLIENT_ID);
  const McpAuthClient *kept = mcp_auth_store_get_client (self->store, self->issuer);
  const char *other = NULL;

  if (id == NULL)
    return FALSE;

  /* Where the user says which issuer it is of, that was compared before. */
  if (mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER) == NULL)
    other = mcp_auth_store_find_other (self->store, id, self->issuer);
  if (other != NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.issuer",
                           "basic/authorization, Client Registration Approaches",
                           _("The client id belongs to the issuer %s"), other);
      mcp_auth_flow_suggest (self, MCP_AUTH_ISSUER);
      mcp_auth_flow_fail_with (self, _("The server now sends to the authorization server %s, and "
                                       "the client id that is set was given out by %s"),
                               self->issuer, other);
      return TRUE;
    }

  self->client = new_client (self, "configured", id);
  self->client->client_secret =
    g_strdup (mcp_auth_settings_get (self->settings, MCP_AUTH_CLIENT_SECRET));
  /* What the server was found to take; what is set counts before it. */
  if (kept != NULL && g_strcmp0 (kept->kind, "configured") == 0
      && g_str_equal (kept->client_id, id) && self->client->client_secret != NULL
      && g_strcmp0 (kept->token_auth_method, "none") != 0)
    self->client->token_auth_method = g_strdup (kept->token_auth_method);
  if (listen (self, mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_URI)))
    finish (self, _("The client id of the settings"));

  return TRUE;
}

static gboolean
use_document (McpAuthFlow *self)
{
  const char *url = mcp_auth_settings_get (self->settings, MCP_AUTH_CLIENT_METADATA_URL);

  if (url == NULL || !self->metadata->takes_client_metadata)
    return FALSE;

  self->client = new_client (self, "metadata-document", url);
  self->client->token_auth_method = g_strdup ("none");
  if (listen (self, mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_URI)))
    finish (self, _("The client ID metadata document"));

  return TRUE;
}

static gboolean
use_kept (McpAuthFlow *self)
{
  const McpAuthClient *kept = mcp_auth_store_get_client (self->store, self->issuer);

  if (kept == NULL || g_strcmp0 (kept->kind, "dynamic") != 0)
    return FALSE;

  if (needs_person (self))
    {
      /* Many servers compare the port as well, whatever RFC 8252 section 7.3 says. */
      self->listener = mcp_auth_listener_new (kept->redirect_uri, NULL);
      if (self->listener == NULL)
        return FALSE;
    }
  self->client = mcp_auth_client_copy (kept);
  if (listen (self, NULL))
    finish (self, _("Registered before"));

  return TRUE;
}

/* --- Dynamic registration, RFC 7591 --- */

/* The first of ours that the server takes; RFC 8414 section 2 has a default where it does not say. */
static const char *
pick_method (McpAuthFlow *self)
{
  static const char * const ours[] = { "none", "client_secret_basic", "client_secret_post" };
  const char *set = mcp_auth_settings_get (self->settings, MCP_AUTH_TOKEN_AUTH_METHOD);
  GStrv theirs = self->metadata->token_auth_methods;

  if (set != NULL)
    return set;
  if (theirs == NULL)
    return "none";

  for (gsize i = 0; i < G_N_ELEMENTS (ours); i++)
    if (g_strv_contains ((const char * const *) theirs, ours[i]))
      return ours[i];

  return "none";
}

static void
append_array (GString    *json,
              const char *key,
              const char *first,
              const char *second)
{
  mcp_json_append_key (json, key);
  g_string_append_c (json, '[');
  mcp_json_append_string (json, first, -1);
  if (second != NULL)
    {
      g_string_append_c (json, ',');
      mcp_json_append_string (json, second, -1);
    }
  g_string_append_c (json, ']');
}

/* RFC 7591 section 3.2.1; what is of no value has to be left out. */
static void
check_registered (McpAuthStep *step,
                  const char  *body,
                  gsize        length)
{
  static const struct
  {
    const char  *key;
    McpJsonType  type;
  } members[] = {
    { "client_secret", MCP_JSON_STRING },
    { "client_secret_expires_at", MCP_JSON_NUMBER },
    { "client_id_issued_at", MCP_JSON_NUMBER },
    { "redirect_uris", MCP_JSON_ARRAY },
    { "grant_types", MCP_JSON_ARRAY },
    { "response_types", MCP_JSON_ARRAY },
    { "contacts", MCP_JSON_ARRAY },
    { "token_endpoint_auth_method", MCP_JSON_STRING },
    { "registration_access_token", MCP_JSON_STRING },
    { "registration_client_uri", MCP_JSON_STRING },
    { "client_name", MCP_JSON_STRING },
    { "scope", MCP_JSON_STRING },
  };
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, body, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (body + key.offset, key.length);
      McpJsonType found = mcp_json_get_type (body + value.offset, value.length);
      const char *wanted = found == MCP_JSON_NULL ? "" : NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
        if (g_str_equal (name, members[i].key) && found != members[i].type)
          wanted = mcp_json_type_get_name (members[i].type);
      if (wanted != NULL && found == MCP_JSON_NULL)
        mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.registration",
                             "RFC 7591 section 3.2.1",
                             _("“%s” is null, and other clients refuse that: what has no value is left "
                               "out"),
                             name);
      else if (wanted != NULL)
        mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.registration",
                             "RFC 7591 section 3.2.1",
                             _("“%s” is of the wrong type: %s instead of %s"), name,
                             mcp_json_type_get_name (found), wanted);
    }
}

static void
registered_cb (McpAuthFlow     *self,
               McpAuthExchange *exchange)
{
  g_autofree char *refusal = NULL;
  const char *body;
  gsize length;

  if (exchange->error != NULL)
    {
      mcp_auth_flow_fail (self, g_error_copy (exchange->error));
      return;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  if (exchange->status == 200 || exchange->status == 201)
    if (mcp_json_validate (body, length, NULL)
        && mcp_json_get_type (body, length) == MCP_JSON_OBJECT)
      self->client = mcp_auth_client_parse (body, length);
  if (self->client == NULL)
    {
      g_autofree char *code = NULL;

      refusal = mcp_auth_flow_describe_refusal (exchange, &code);
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.registration",
                           "RFC 7591 section 3.2.2", _("Registration was refused: %s"), refusal);
      mcp_auth_flow_suggest (self, MCP_AUTH_CLIENT_ID);
      mcp_auth_flow_suggest_for_refusal (self, code, refusal);
      if (g_strcmp0 (code, "invalid_redirect_uri") == 0)
        mcp_auth_flow_fail_with (self, _("The authorization server registers no client with the "
                                         "redirect address %s: %s"),
                                 self->redirect_uri, refusal);
      else
        mcp_auth_flow_fail_with (self, _("The authorization server registers no client: %s"),
                                 refusal);
      return;
    }

  check_registered (mcp_auth_flow_step (self), body, length);
  if (exchange->status != 201)
    mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.registration",
                         "RFC 7591 section 3.2.1", _("The answer is %u, not 201 Created"),
                         exchange->status);
  g_free (self->client->kind);
  g_free (self->client->issuer);
  g_free (self->client->redirect_uri);
  g_free (self->client->token_auth_method);
  self->client->kind = g_strdup ("dynamic");
  self->client->issuer = g_strdup (self->issuer);
  self->client->redirect_uri = g_strdup (self->redirect_uri);
  self->client->token_auth_method = mcp_json_lookup_string (body, length,
                                                            "token_endpoint_auth_method");
  mcp_auth_store_set_client (self->store, self->issuer, self->client);
  finish (self, _("Registered"));
}

static void
register_client (McpAuthFlow *self)
{
  GString *json = g_string_new ("{");
  McpAuthExchange *exchange;
  const char *scope = mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPE);

  mcp_json_append_member_string (json, "client_name", CLIENT_NAME);
  mcp_json_append_member_string (json, "client_uri", CLIENT_URI);
  mcp_json_append_member_string (json, "application_type", "native");
  append_array (json, "redirect_uris", self->redirect_uri, NULL);
  append_array (json, "grant_types", "authorization_code", "refresh_token");
  append_array (json, "response_types", "code", NULL);
  mcp_json_append_member_string (json, "token_endpoint_auth_method", pick_method (self));
  if (scope != NULL)
    mcp_json_append_member_string (json, "scope", scope);
  g_string_append_c (json, '}');

  exchange = mcp_auth_exchange_new ("POST", self->metadata->registration_endpoint);
  mcp_auth_exchange_add_header (exchange, "Accept", "application/json");
  mcp_auth_exchange_set_json (exchange, json);
  mcp_auth_flow_send (self, exchange, registered_cb);
}

/* An id, and behind a newline its secret. */
void
mcp_auth_take_client (McpAuthFlow *self,
                      const char  *text)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "\n", 2);

  if (parts[0] == NULL || parts[0][0] == '\0')
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_CLIENT_ID);
      mcp_auth_flow_fail_with (self, _("The authorization server registers nobody by itself, "
                                       "and there is no client id to sign in with"));
      return;
    }

  mcp_auth_settings_set (self->settings, MCP_AUTH_CLIENT_ID, parts[0]);
  mcp_auth_settings_set (self->settings, MCP_AUTH_CLIENT_SECRET, parts[1]);
  use_configured (self);
}

void
mcp_auth_enter_registration (McpAuthFlow *self)
{
  if (mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_GRANT_WORKLOAD
      && mcp_auth_settings_get (self->settings, MCP_AUTH_CLIENT_ID) == NULL)
    {
      /* The assertion says who we are. */
      self->client = new_client (self, "configured", "");
      mcp_auth_step_end (mcp_auth_flow_step (self), MCP_AUTH_STEP_SKIPPED, NULL);
      mcp_auth_flow_skip_to (self, MCP_AUTH_STAGE_TOKEN);
      return;
    }
  if (use_configured (self) || use_document (self) || use_kept (self))
    return;

  if (self->metadata->registration_endpoint != NULL && needs_person (self))
    {
      if (listen (self, mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_URI)))
        register_client (self);
    }
  else if (needs_person (self))
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_HOLDS, "auth.registration",
                           "basic/authorization, Client Registration Approaches",
                           _("The authorization server registers nobody by itself"));
      mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_CLIENT);
    }
  else
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_CLIENT_ID);
      mcp_auth_flow_fail_with (self, _("There is no client id to sign in with"));
    }
}
