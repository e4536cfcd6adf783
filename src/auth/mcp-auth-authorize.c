/* mcp-auth-authorize.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-pkce.h"

/*
 * The authorization request that a browser takes away, and the answer it comes back with
 * (basic/authorization; OAuth 2.1 sections 4.1.1 and 4.1.2; RFC 9207).
 */

#define FOREIGN_REDIRECT "http://127.0.0.1:9/never-registered"

/* --- Scopes --- */

/* What the challenge asks for; (nullable). Commas are taken for spaces when each word is known for
 * a scope, as a comma may be part of one. */
char *
mcp_auth_flow_dup_challenged_scope (McpAuthFlow *self)
{
  const char *scope = self->challenge != NULL ? mcp_challenge_get (self->challenge, "scope") : NULL;
  GStrv known = self->resource_metadata != NULL && self->resource_metadata->scopes_supported != NULL
                  ? self->resource_metadata->scopes_supported
                  : self->metadata->scopes_supported;
  g_auto (GStrv) words = NULL;

  if (scope == NULL || scope[0] == '\0')
    return NULL;
  if (strchr (scope, ',') == NULL || known == NULL)
    return g_strdup (scope);

  words = g_strsplit_set (scope, ", ", -1);
  for (gsize i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && !g_strv_contains ((const char * const *) known, words[i]))
      return g_strdup (scope);

  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.challenge",
                       "RFC 6749 section 3.3",
                       _("The challenge has commas between its scopes, where spaces have to be: “%s”"),
                       scope);

  return g_strjoinv (" ", words);
}

/* What the challenge asks for; else all that the resource has; else nothing, which leaves it to
 * the server (basic/authorization, Scope Selection Strategy). */
static char *
select_scope (McpAuthFlow *self)
{
  const char *set = mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPE);
  const McpAuthToken *held = mcp_auth_store_get_token (self->store);
  g_autofree char *wanted = mcp_auth_flow_dup_challenged_scope (self);
  g_autofree char *all = NULL;

  if (wanted == NULL && set != NULL)
    return g_strdup (set);
  if (wanted == NULL && self->resource_metadata != NULL
      && self->resource_metadata->scopes_supported != NULL
      && self->resource_metadata->scopes_supported[0] != NULL)
    wanted = g_strjoinv (" ", self->resource_metadata->scopes_supported);

  /* What was asked before and set is not lost by asking for more. */
  if (self->goal == MCP_AUTH_STEP_UP && held != NULL)
    {
      g_autofree char *before = mcp_auth_scope_union (held->requested_scope, held->scope);

      all = mcp_auth_scope_union (before, wanted);
    }
  else
    {
      all = mcp_auth_scope_union (set, wanted);
    }

  if (self->metadata->scopes_supported != NULL
      && g_strv_contains ((const char * const *) self->metadata->scopes_supported,
                          "offline_access"))
    return mcp_auth_scope_union (all, "offline_access");

  return g_steal_pointer (&all);
}

/* --- The request --- */

static char *
make_url (McpAuthFlow *self)
{
  const char *endpoint = self->metadata->authorization_endpoint;
  const char *fragment = strchr (endpoint, '#');
  GString *form = g_string_new (NULL);
  g_autofree char *challenge = mcp_pkce_challenge_s256 (self->verifier);
  gboolean plain = self->mistake == MCP_AUTH_PLAIN_PKCE;
  GString *url;

  mcp_auth_form_append (form, "response_type", "code");
  mcp_auth_form_append (form, "client_id", self->client->client_id);
  mcp_auth_form_append (form, "redirect_uri", self->mistake == MCP_AUTH_FOREIGN_REDIRECT
                                                ? FOREIGN_REDIRECT
                                                : self->redirect_uri);
  mcp_auth_form_append (form, "scope", self->scope);
  mcp_auth_form_append (form, "state", self->state);
  if (self->mistake != MCP_AUTH_NO_PKCE)
    {
      mcp_auth_form_append (form, "code_challenge", plain ? self->verifier : challenge);
      mcp_auth_form_append (form, "code_challenge_method", plain ? "plain" : "S256");
    }
  mcp_auth_flow_append_resource (self, form);
  mcp_auth_flow_append_params (self, form);
  /* OpenID Connect Core section 11: without it no refresh token is given for offline_access. */
  if (mcp_auth_scope_has (self->scope, "offline_access")
      && !mcp_auth_flow_has_param (self, "prompt"))
    mcp_auth_form_append (form, "prompt", "consent");

  url = g_string_new_len (endpoint, fragment != NULL ? fragment - endpoint : (gssize) strlen (endpoint));
  g_string_append_c (url, strchr (url->str, '?') != NULL ? '&' : '?');
  g_string_append_len (url, form->str, form->len);
  g_string_free (form, TRUE);

  return g_string_free (url, FALSE);
}

static gboolean
answered_cb (McpAuthListener *listener,
             const char      *query,
             McpAuthFlow     *self)
{
  g_autoptr (McpAuthFlow) alive = g_object_ref (self);

  return mcp_auth_take_callback (self, query);
}

void
mcp_auth_enter_authorization (McpAuthFlow *self)
{
  self->scope = select_scope (self);
  self->verifier = mcp_pkce_new_verifier ();
  self->state = mcp_random_token (32);
  mcp_auth_flow_tell_secret (self, self->verifier);
  mcp_auth_flow_tell_secret (self, self->state);
  self->browser_url = make_url (self);
  mcp_auth_flow_depart_in_requests (self);
  g_signal_connect_object (self->listener, "answered", G_CALLBACK (answered_cb), self, 0);
  if (self->scope != NULL)
    mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_HOLDS, "auth.scope",
                         "basic/authorization, Scope Selection Strategy", _("Asking for: %s"),
                         self->scope);
  mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_CONSENT);
}

/* --- The answer --- */

void
mcp_auth_enter_callback (McpAuthFlow *self)
{
  mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_CALLBACK);
}

/* FALSE: not an answer to what was asked. */
static gboolean
read_query (const char  *query,
            GHashTable **parameters)
{
  const char *question = strchr (query, '?');

  /* Pasted whole. */
  if (question != NULL)
    query = question + 1;
  *parameters = g_uri_parse_params (query, strcspn (query, "#"), "&", G_URI_PARAMS_WWW_FORM, NULL);

  return *parameters != NULL;
}

/* RFC 9207 section 2.4: compared as it stands. */
static gboolean
check_issuer (McpAuthFlow *self,
              const char  *issuer)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  const char *expected = self->mistake == MCP_AUTH_WRONG_ISSUER ? "https://another.example"
                                                                : self->issuer;

  if (issuer == NULL && !self->metadata->sends_issuer)
    return TRUE;

  if (issuer == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.iss", "RFC 9207 section 2.4",
                           _("The answer has no “iss”, and the metadata say that it would"));
      mcp_auth_flow_fail_with (self, _("The answer does not say who it is from, although the "
                                       "authorization server promised that: it may be another's"));
      return FALSE;
    }
  if (mcp_auth_accepts_issuer (self, issuer, expected))
    return TRUE;
  if (!g_str_equal (issuer, expected))
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.iss", "RFC 9207 section 2.4",
                           _("The answer is from the issuer “%s”, not from “%s”"), issuer,
                           expected);
      if (mcp_auth_url_differs_by_slash (issuer, expected, TRUE))
        mcp_auth_flow_suggest (self, MCP_AUTH_IGNORE_ISSUER_SLASH);
      mcp_auth_flow_fail_with (self, _("The answer is from another issuer than the one that was "
                                       "asked: “%s” instead of “%s”"),
                               issuer, expected);
      return FALSE;
    }

  mcp_auth_step_check (step, self->metadata->sends_issuer ? MCP_AUTH_CHECK_HOLDS : MCP_AUTH_CHECK_WARNS,
                       "auth.iss", "RFC 9207 section 2.4",
                       self->metadata->sends_issuer
                         ? _("The answer is from the issuer that was asked")
                         : _("The answer is from the issuer that was asked, and the metadata do not "
                             "say that it would tell"));

  return TRUE;
}

static void
refuse (McpAuthFlow *self,
        GHashTable  *parameters)
{
  const char *error = g_hash_table_lookup (parameters, "error");
  const char *description = g_hash_table_lookup (parameters, "error_description");
  g_autofree char *text = NULL;

  text = g_utf8_make_valid (description != NULL ? description : error,
                            MIN (strlen (description != NULL ? description : error), 300));
  mcp_auth_flow_suggest_for_refusal (self, error, text);
  if (g_str_equal (error, "access_denied"))
    mcp_auth_flow_fail_with (self, _("Access was denied: %s"), text);
  else if (g_str_equal (error, "invalid_scope"))
    mcp_auth_flow_fail_with (self, _("The authorization server does not know the scopes “%s”: %s"),
                             self->scope != NULL ? self->scope : "", text);
  else
    mcp_auth_flow_fail_with (self, "%s: %s", error, text);
}

/**
 * mcp_auth_take_callback:
 * @self: a flow that needs its callback
 * @query: what the browser came back with, or the address it went to
 *
 * Checks an answer and goes on with it.
 *
 * Returns: %FALSE when it is none to what was asked, so that the right one may still come
 */
gboolean
mcp_auth_take_callback (McpAuthFlow *self,
                        const char  *query)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  g_autoptr (GHashTable) parameters = NULL;
  const char *state;
  const char *code;

  if (self->need != MCP_AUTH_NEEDS_CALLBACK || query == NULL || !read_query (query, &parameters))
    return FALSE;

  state = g_hash_table_lookup (parameters, "state");
  if (g_strcmp0 (state, self->state) != 0)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.state", "OAuth 2.1 section 7.12",
                           state == NULL
                             ? _("An answer without “state” came, which is to none of our requests")
                             : _("An answer with another “state” came, which is to none of our "
                                 "requests"));
      return FALSE;
    }

  mcp_auth_step_check (step, MCP_AUTH_CHECK_HOLDS, "auth.state", "OAuth 2.1 section 7.12",
                       _("The answer is to this request"));
  mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_NOTHING);
  if (!check_issuer (self, g_hash_table_lookup (parameters, "iss")))
    return TRUE;

  if (g_hash_table_lookup (parameters, "error") != NULL)
    {
      refuse (self, parameters);
      return TRUE;
    }

  code = g_hash_table_lookup (parameters, "code");
  if (code == NULL || code[0] == '\0')
    {
      mcp_auth_flow_fail_with (self, _("The answer has neither a code nor an error"));
      return TRUE;
    }

  self->code = g_strdup (code);
  mcp_auth_flow_tell_secret (self, self->code);
  mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, _("A code came"));

  return TRUE;
}
