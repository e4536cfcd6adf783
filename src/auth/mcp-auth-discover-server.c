/* mcp-auth-discover-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"

/* The metadata of the authorization server (RFC 8414), and what they have to say. */

#define SERVER_NAME "oauth-authorization-server"

/* Issuers that are the same but for a slash, where that is set: a departure. */
gboolean
mcp_auth_accepts_issuer (McpAuthFlow *self,
                         const char  *issuer,
                         const char  *expected)
{
  if (!mcp_auth_settings_is_on (self->settings, MCP_AUTH_IGNORE_ISSUER_SLASH)
      || !mcp_auth_url_differs_by_slash (issuer, expected, TRUE))
    return FALSE;

  mcp_auth_flow_depart (self, mcp_auth_setting_get_key (MCP_AUTH_IGNORE_ISSUER_SLASH),
                        "RFC 8414 section 3.3", _("the issuer “%s” is taken for “%s”"), issuer,
                        expected);

  return TRUE;
}

void
mcp_auth_enter_server (McpAuthFlow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) issuer = mcp_auth_url_parse (self->issuer, mcp_auth_flow_allows_http (self),
                                                &error);

  if (issuer == NULL)
    {
      mcp_auth_flow_suggest_for_address (self, self->issuer, MCP_AUTH_ISSUER);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  if (self->is_fallback)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_autofree char *url = mcp_auth_url_well_known (issuer, SERVER_NAME, FALSE);

      g_strv_builder_add (builder, url);
      mcp_auth_set_candidates (self, g_strv_builder_end (builder));
    }
  else
    {
      mcp_auth_set_candidates (self, mcp_auth_url_list_server_metadata (issuer));
    }
  mcp_auth_ask_next_candidate (self);
}

static void
override (McpAuthFlow     *self,
          McpAuthSetting   setting,
          char           **value)
{
  const char *own = mcp_auth_settings_get (self->settings, setting);

  if (own == NULL)
    return;

  g_free (*value);
  *value = g_strdup (own);
}

static gboolean
check_endpoint (McpAuthFlow    *self,
                const char     *name,
                const char     *url,
                McpAuthSetting  setting)  /* that names another; MCP_AUTH_N_SETTINGS: none */
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = NULL;

  if (url == NULL)
    return TRUE;

  uri = mcp_auth_url_parse_named (url, mcp_auth_flow_allows_http (self), self->allow_private, &error);
  if (uri != NULL)
    {
      if (g_str_equal (g_uri_get_scheme (uri), "http") && !mcp_auth_url_is_loopback (uri))
        mcp_auth_flow_depart (self, mcp_auth_setting_get_key (MCP_AUTH_ALLOW_HTTP),
                              "basic/authorization, Communication Security",
                              _("%s is not protected by TLS"), url);
      return TRUE;
    }

  g_prefix_error (&error, "%s: ", name);
  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.address",
                       "basic/authorization, Communication Security", "%s", error->message);
  mcp_auth_flow_suggest_for_address (self, url, setting);
  mcp_auth_flow_fail (self, g_steal_pointer (&error));

  return FALSE;
}

/* PKCE must not be left out where a person signs in (basic/authorization, Authorization Code Protection). */
static gboolean
check_pkce (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  GStrv methods = self->metadata->code_challenge_methods;

  if (mcp_auth_settings_get_grant (self->settings) != MCP_AUTH_GRANT_CODE)
    return TRUE;

  if (methods != NULL && g_strv_contains ((const char * const *) methods, "S256"))
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_HOLDS, "auth.pkce", "RFC 7636 section 4.2",
                           _("PKCE with S256 is understood"));
      return TRUE;
    }

  if (mcp_auth_settings_is_on (self->settings, MCP_AUTH_ASSUME_PKCE) || self->metadata->json == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.pkce", "RFC 7636 section 4.2",
                           _("The metadata do not say that PKCE with S256 is understood; it is "
                             "used all the same"));
      if (self->metadata->json != NULL)
        mcp_auth_flow_depart (self, mcp_auth_setting_get_key (MCP_AUTH_ASSUME_PKCE),
                              "basic/authorization, Authorization Code Protection",
                              _("nobody knows whether a code could be stolen"));
      return TRUE;
    }

  mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.pkce",
                       "basic/authorization, Authorization Code Protection",
                       _("“code_challenge_methods_supported” does not name S256"));
  mcp_auth_flow_suggest (self, MCP_AUTH_ASSUME_PKCE);
  mcp_auth_flow_fail_with (self, _("The authorization server does not say that it understands PKCE "
                                   "with S256, and without it a code could be stolen"));

  return FALSE;
}

static void
finish_server (McpAuthFlow *self)
{
  McpServerMetadata *metadata = self->metadata;

  override (self, MCP_AUTH_AUTHORIZATION_ENDPOINT, &metadata->authorization_endpoint);
  override (self, MCP_AUTH_TOKEN_ENDPOINT, &metadata->token_endpoint);
  override (self, MCP_AUTH_REGISTRATION_ENDPOINT, &metadata->registration_endpoint);

  if (!check_endpoint (self, "authorization_endpoint", metadata->authorization_endpoint,
                       MCP_AUTH_AUTHORIZATION_ENDPOINT)
      || !check_endpoint (self, "token_endpoint", metadata->token_endpoint,
                          MCP_AUTH_TOKEN_ENDPOINT)
      || !check_endpoint (self, "registration_endpoint", metadata->registration_endpoint,
                          MCP_AUTH_REGISTRATION_ENDPOINT)
      || !check_endpoint (self, "revocation_endpoint", metadata->revocation_endpoint,
                          MCP_AUTH_N_SETTINGS)
      || !check_pkce (self))
    return;

  if (metadata->token_endpoint == NULL)
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_TOKEN_ENDPOINT);
      mcp_auth_flow_fail_with (self, _("The metadata name no “token_endpoint”"));
      return;
    }
  if (metadata->authorization_endpoint == NULL
      && mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_GRANT_CODE)
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_AUTHORIZATION_ENDPOINT);
      mcp_auth_flow_fail_with (self, _("The metadata name no “authorization_endpoint”"));
      return;
    }

  mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, self->issuer);
}

void
mcp_auth_accept_fallback (McpAuthFlow *self)
{
  self->metadata = mcp_server_metadata_new_default (self->issuer);
  finish_server (self);
}

static void
no_server (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_step (self);

  mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.metadata", "RFC 8414 section 3",
                       _("%s has no metadata"), self->issuer);
  if (mcp_auth_settings_get (self->settings, MCP_AUTH_TOKEN_ENDPOINT) != NULL)
    {
      /* What is set makes up for it. */
      self->metadata = mcp_server_metadata_new_default (self->issuer);
      g_clear_pointer (&self->metadata->registration_endpoint, g_free);
      finish_server (self);
    }
  else if (self->is_fallback)
    {
      mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_FALLBACK);
    }
  else
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_TOKEN_ENDPOINT);
      mcp_auth_flow_fail_with (self, _("The authorization server %s has no metadata, so that it is "
                                       "not known where to sign in"),
                               self->issuer);
    }
}

/* RFC 8414 section 3.3: compared as they stand, but for a slash where a person says so. */
static gboolean
check_issuer (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  const char *named = self->metadata->issuer != NULL ? self->metadata->issuer : "";
  gboolean accepted;

  if (g_str_equal (named, self->issuer))
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_HOLDS, "auth.issuer", "RFC 8414 section 3.3",
                           _("The metadata are of the issuer that was asked"));
      return TRUE;
    }

  accepted = mcp_auth_accepts_issuer (self, named, self->issuer);
  mcp_auth_step_check (step, accepted ? MCP_AUTH_CHECK_WARNS : MCP_AUTH_CHECK_BREAKS, "auth.issuer",
                       "RFC 8414 section 3.3",
                       _("The metadata are of the issuer “%s”, not of “%s”"), named, self->issuer);
  if (accepted)
    {
      g_free (self->issuer);
      self->issuer = g_strdup (named);
      return TRUE;
    }

  if (mcp_auth_url_differs_by_slash (named, self->issuer, TRUE))
    {
      mcp_auth_flow_suggest (self, MCP_AUTH_IGNORE_ISSUER_SLASH);
      mcp_auth_flow_fail_with (self, _("The metadata are of another issuer: “%s” instead of “%s”. They "
                                       "differ only by the slash behind the host"),
                               named, self->issuer);
    }
  else
    {
      mcp_auth_flow_fail_with (self, _("The metadata are of another issuer: “%s” instead of “%s”"),
                               named, self->issuer);
    }

  return FALSE;
}

gboolean
mcp_auth_got_server (McpAuthFlow      *self,
                     McpAuthExchange  *exchange,
                     GError          **error)
{
  const char *body;
  gsize length;

  if (exchange == NULL)
    {
      no_server (self);
      return TRUE;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  self->metadata = mcp_server_metadata_parse (body, length, error);
  if (self->metadata == NULL)
    return FALSE;

  mcp_auth_step_set_document (mcp_auth_flow_step (self), self->metadata->json);
  mcp_auth_tell_problems (self, self->metadata->problems, "RFC 8414 section 2");
  if (check_issuer (self))
    finish_server (self);

  return TRUE;
}
