/* mcp-auth-discover.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-uri.h"

/*
 * From a challenge to the authorization server that the metadata of the resource name, and how
 * documents are got (basic/authorization, Authorization Server Discovery).
 */

#define RESOURCE_NAME "oauth-protected-resource"

/* Each hop of a redirect is looked at as an address of its own. */
#define MAX_REDIRECTS 5

/* --- Documents --- */

/* Goes on with what an address answered, or with NULL when no candidate has a document. FALSE with
 * an error: this is no document of the kind. */
typedef gboolean (*DocumentFunc) (McpAuthFlow      *self,
                                  McpAuthExchange  *exchange,
                                  GError          **error);

static gboolean got_resource (McpAuthFlow      *self,
                              McpAuthExchange  *exchange,
                              GError          **error);
static void     document_cb  (McpAuthFlow      *self,
                              McpAuthExchange  *exchange);

static void
get_document (McpAuthFlow *self,
              const char  *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = mcp_auth_url_parse_named (url, mcp_auth_flow_allows_http (self),
                                                   self->allow_private, &error);
  McpAuthExchange *exchange;

  if (uri == NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.address",
                           "Security Best Practices, SSRF", "%s", error->message);
      mcp_auth_flow_suggest_for_address (self, url, MCP_AUTH_N_SETTINGS);
      mcp_auth_flow_fail (self, g_steal_pointer (&error));
      return;
    }

  exchange = mcp_auth_exchange_new ("GET", url);
  mcp_auth_exchange_add_header (exchange, "Accept", "application/json");
  /* Revision 2025-03-26 requires it; other servers ignore it. */
  mcp_auth_exchange_add_header (exchange, "MCP-Protocol-Version", "2025-11-25");
  mcp_auth_flow_send (self, exchange, document_cb);
}

void
mcp_auth_ask_next_candidate (McpAuthFlow *self)
{
  DocumentFunc got = self->stage == MCP_AUTH_STAGE_RESOURCE ? got_resource : mcp_auth_got_server;

  self->n_redirects = 0;
  if (self->candidates[self->candidate] == NULL)
    {
      got (self, NULL, NULL);
      return;
    }

  get_document (self, self->candidates[self->candidate++]);
}

static gboolean
is_redirect (McpAuthExchange *exchange)
{
  return (exchange->status == 301 || exchange->status == 302 || exchange->status == 303
          || exchange->status == 307 || exchange->status == 308)
         && mcp_auth_exchange_get_header (exchange, "Location") != NULL;
}

/* What is there is no document: another address may have one. */
static void
pass_over (McpAuthFlow *self,
           const char  *url,
           const char  *reason)
{
  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.metadata",
                       "basic/authorization, Authorization Server Discovery",
                       _("There is no metadata at %s: %s"), url, reason);
  mcp_auth_ask_next_candidate (self);
}

static void
pass_over_document (McpAuthFlow     *self,
                    McpAuthExchange *exchange,
                    const GError    *error)
{
  const char *type = mcp_auth_exchange_get_header (exchange, "Content-Type");
  g_autofree char *reason = type != NULL ? g_strdup_printf ("%s: %s", type, error->message)
                                         : g_strdup (error->message);

  pass_over (self, exchange->url, reason);
}

/* The address that a challenge named may lead nowhere, and the usual ones of the server work. */
static gboolean
may_pass_over_error (McpAuthFlow  *self,
                     const GError *error)
{
  return self->stage == MCP_AUTH_STAGE_RESOURCE && self->has_named && self->candidate == 1
         && self->candidates[self->candidate] != NULL && error->domain == MCP_ERROR
         && (error->code == MCP_ERROR_NETWORK || error->code == MCP_ERROR_TLS
             || error->code == MCP_ERROR_TIMED_OUT);
}

static void
follow_redirect (McpAuthFlow     *self,
                 McpAuthExchange *exchange)
{
  const char *location = mcp_auth_exchange_get_header (exchange, "Location");
  g_autofree char *url = mcp_uri_resolve (exchange->url, location);

  if (++self->n_redirects > MAX_REDIRECTS)
    mcp_auth_flow_fail_with (self, _("%s is redirected again and again"), exchange->url);
  else
    get_document (self, url != NULL ? url : location);
}

static void
document_cb (McpAuthFlow     *self,
             McpAuthExchange *exchange)
{
  DocumentFunc got = self->stage == MCP_AUTH_STAGE_RESOURCE ? got_resource : mcp_auth_got_server;
  g_autofree char *status = g_strdup_printf ("%u %s", exchange->status,
                                             exchange->reason != NULL ? exchange->reason : "");
  g_autoptr (GError) error = NULL;

  if (exchange->error != NULL && may_pass_over_error (self, exchange->error))
    pass_over (self, exchange->url, exchange->error->message);
  else if (exchange->error != NULL)
    mcp_auth_flow_fail (self, g_error_copy (exchange->error));
  else if (is_redirect (exchange))
    follow_redirect (self, exchange);
  else if (exchange->status >= 400 && exchange->status < 500)
    mcp_auth_ask_next_candidate (self);
  else if (exchange->status != 200)
    pass_over (self, exchange->url, status);
  else if (!got (self, exchange, &error))
    pass_over_document (self, exchange, error);
}

void
mcp_auth_tell_problems (McpAuthFlow *self,
                        GPtrArray   *problems,
                        const char  *paragraph)
{
  for (guint i = 0; i < problems->len; i++)
    mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.metadata", paragraph,
                         "%s", (const char *) g_ptr_array_index (problems, i));
}

/* Takes @candidates. */
void
mcp_auth_set_candidates (McpAuthFlow *self,
                         GStrv        candidates)
{
  g_strfreev (self->candidates);
  self->candidates = candidates;
  self->candidate = 0;
}

/* --- Challenge --- */

static void
read_challenge (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  const char *error;
  g_autofree char *detail = NULL;

  self->challenges = mcp_challenge_parse ((const char * const *) self->challenge_values);
  self->challenge = mcp_challenge_find_token (self->challenges);
  for (guint i = 0; i < self->challenges->len; i++)
    {
      McpChallenge *challenge = g_ptr_array_index (self->challenges, i);

      for (guint k = 0; k < challenge->problems->len; k++)
        mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.challenge", "RFC 9110 section 11.6.1",
                             "%s", (const char *) g_ptr_array_index (challenge->problems, k));
    }

  if (self->challenge == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.challenge", "RFC 6750 section 3",
                           _("The answer has no challenge for a token in WWW-Authenticate"));
      detail = g_strdup_printf (_("%u without a challenge: looking at the usual places"),
                                self->status);
      mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, detail);
      return;
    }

  if (mcp_challenge_get (self->challenge, "resource_metadata") == NULL)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_HOLDS, "auth.challenge", "RFC 9728 section 5.1",
                         _("It does not say where its metadata are: the usual places are asked"));
  if (mcp_challenge_get (self->challenge, "scope") != NULL
      && strchr (mcp_challenge_get (self->challenge, "scope"), ',') != NULL)
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.scope", "RFC 6749 section 3.3",
                         _("“scope” has commas in it; between scopes there are spaces"));
  error = mcp_challenge_get (self->challenge, "error");
  detail = g_strdup_printf ("%u %s%s%s%s%s", self->status, self->challenge->scheme,
                            error != NULL ? ", " : "", error != NULL ? error : "",
                            mcp_challenge_get (self->challenge, "scope") != NULL ? ", scope " : "",
                            mcp_challenge_get (self->challenge, "scope") != NULL
                              ? mcp_challenge_get (self->challenge, "scope")
                              : "");
  mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, detail);
}

static void
probed_cb (McpAuthFlow     *self,
           McpAuthExchange *exchange)
{
  if (exchange->error != NULL)
    {
      mcp_auth_flow_fail (self, g_error_copy (exchange->error));
      return;
    }

  self->status = exchange->status;
  self->challenge_values = mcp_auth_exchange_dup_headers (exchange, "WWW-Authenticate");
  if (self->status != 401 && self->status != 403)
    mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.challenge",
                         "basic/authorization",
                         _("The server answers %u to a request without a token"), self->status);
  read_challenge (self);
}

void
mcp_auth_enter_challenge (McpAuthFlow *self)
{
  McpAuthExchange *exchange;
  g_autofree char *url = NULL;

  if (self->status != 0)
    {
      read_challenge (self);
      return;
    }

  url = g_uri_to_string (self->server);
  exchange = mcp_auth_exchange_new ("POST", url);
  mcp_auth_exchange_add_header (exchange, "Accept", "application/json, text/event-stream");
  mcp_auth_exchange_set_json (
    exchange,
    g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  "\"clientInfo\":{\"name\":\"sounder\",\"version\":\"" PACKAGE_VERSION "\"}}}"));
  mcp_auth_flow_send (self, exchange, probed_cb);
}

/* --- Protected resource metadata --- */

/* Of what a challenge named, at least an address: it is not looked whether it may be used. */
static gboolean
is_address (McpAuthFlow *self,
            const char  *named)
{
  if (g_uri_is_valid (named, G_URI_FLAGS_ENCODED, NULL))
    return TRUE;

  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_WARNS, "auth.challenge",
                       "RFC 9728 section 5.1",
                       _("“resource_metadata” is no address: “%s”. The usual places are asked"),
                       named);

  return FALSE;
}

static void
add_candidate (GPtrArray  *candidates,
               const char *url)
{
  if (!g_ptr_array_find_with_equal_func (candidates, url, g_str_equal, NULL))
    g_ptr_array_add (candidates, g_strdup (url));
}

void
mcp_auth_enter_resource (McpAuthFlow *self)
{
  const char *named = self->challenge != NULL
                        ? mcp_challenge_get (self->challenge, "resource_metadata")
                        : NULL;
  g_autofree char *with_path = mcp_auth_url_well_known (self->server, RESOURCE_NAME, TRUE);
  g_autofree char *root = mcp_auth_url_well_known (self->server, RESOURCE_NAME, FALSE);
  GPtrArray *candidates = g_ptr_array_new ();

  self->has_named = named != NULL && is_address (self, named);
  if (self->has_named)
    add_candidate (candidates, named);
  add_candidate (candidates, with_path);
  add_candidate (candidates, root);
  g_ptr_array_add (candidates, NULL);
  mcp_auth_set_candidates (self, (GStrv) g_ptr_array_free (candidates, FALSE));
  mcp_auth_ask_next_candidate (self);
}

/* RFC 9728 section 3.3; a document of the whole origin may stand for what is below it. */
static gboolean
check_resource (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_step (self);
  const char *resource = self->resource_metadata->resource;
  g_autoptr (GUri) uri = NULL;

  if (resource == NULL)
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.resource", "RFC 9728 section 2",
                           _("The metadata do not say which resource they are of"));
      return TRUE;
    }

  uri = g_uri_parse (resource, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || !mcp_auth_url_covers (uri, self->server))
    {
      mcp_auth_step_check (step, MCP_AUTH_CHECK_BREAKS, "auth.resource", "RFC 9728 section 3.3",
                           _("The metadata are of %s, not of %s"), resource, self->resource);
      mcp_auth_flow_fail_with (self, _("The metadata are of another resource: %s instead of %s"),
                               resource, self->resource);
      return FALSE;
    }

  if (mcp_auth_url_differs_by_slash (resource, self->resource, FALSE))
    mcp_auth_step_check (step, MCP_AUTH_CHECK_WARNS, "auth.slash", "RFC 9728 section 3.3",
                         _("The metadata are of %s, and the server is %s: they differ by a slash, and "
                           "other clients do not take that"),
                         resource, self->resource);
  else
    mcp_auth_step_check (step, MCP_AUTH_CHECK_HOLDS, "auth.resource", "RFC 9728 section 3.3",
                         _("The metadata are of this server"));
  g_free (self->resource);
  self->resource = g_strdup (resource);

  return TRUE;
}

static void
leave_resource (McpAuthFlow *self)
{
  g_autofree char *detail = g_strdup_printf (_("Signing in at %s"), self->issuer);

  mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, detail);
}

/* (nullable): one of @issuers that is @wanted, but for the slash where that does not count. */
static const char *
find_issuer (McpAuthFlow *self,
             GStrv        issuers,
             const char  *wanted)
{
  for (gsize i = 0; issuers != NULL && issuers[i] != NULL; i++)
    if (g_str_equal (issuers[i], wanted) || mcp_auth_accepts_issuer (self, issuers[i], wanted))
      return issuers[i];

  return NULL;
}

void
mcp_auth_choose_issuer (McpAuthFlow *self,
                        const char  *issuer)
{
  GStrv issuers = self->resource_metadata->authorization_servers;
  const char *found = issuer != NULL ? find_issuer (self, issuers, issuer) : NULL;
  g_autofree char *list = NULL;

  if (found == NULL)
    {
      list = g_strjoinv (", ", issuers);
      mcp_auth_flow_suggest (self, MCP_AUTH_ISSUER);
      if (issuer == NULL)
        mcp_auth_flow_fail_with (self, _("The server has several authorization servers: %s"), list);
      else
        mcp_auth_flow_fail_with (self, _("“%s” is none of the authorization servers of this server: "
                                         "%s"),
                                 issuer, list);
      return;
    }

  self->issuer = g_strdup (found);
  leave_resource (self);
}

static void
no_resource (McpAuthFlow *self)
{
  const char *issuer = mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER);

  mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.metadata",
                       "basic/authorization, Authorization Server Location",
                       _("The server has no protected resource metadata"));
  if (issuer != NULL)
    {
      self->issuer = g_strdup (issuer);
      mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, _("No metadata: the issuer is the one set"));
      return;
    }

  /* 2025-03-26: the server's origin is its own authorization server. */
  self->is_fallback = TRUE;
  self->issuer = mcp_auth_url_dup_origin (self->server);
  mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE,
                       _("No metadata: going on as revision 2025-03-26 has it"));
}

static void
choose_server (McpAuthFlow *self)
{
  const char *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER);
  GStrv servers = self->resource_metadata->authorization_servers;

  if (servers == NULL || servers[0] == NULL)
    {
      mcp_auth_step_check (mcp_auth_flow_step (self), MCP_AUTH_CHECK_BREAKS, "auth.metadata",
                           "basic/authorization, Authorization Server Location",
                           _("“authorization_servers” names none"));
      self->issuer = g_strdup (wanted);
      if (wanted != NULL)
        {
          leave_resource (self);
          return;
        }
      mcp_auth_flow_suggest (self, MCP_AUTH_ISSUER);
      mcp_auth_flow_fail_with (self, _("The server does not say where to sign in: "
                                       "“authorization_servers” names none"));
    }
  else if (wanted != NULL)
    {
      mcp_auth_choose_issuer (self, wanted);
    }
  else if (servers[1] != NULL)
    {
      mcp_auth_flow_ask (self, MCP_AUTH_NEEDS_ISSUER);
    }
  else
    {
      mcp_auth_choose_issuer (self, servers[0]);
    }
}

static gboolean
got_resource (McpAuthFlow      *self,
              McpAuthExchange  *exchange,
              GError          **error)
{
  const char *body;
  gsize length;

  if (exchange == NULL)
    {
      no_resource (self);
      return TRUE;
    }

  body = mcp_auth_exchange_get_body (exchange, &length);
  self->resource_metadata = mcp_resource_metadata_parse (body, length, error);
  if (self->resource_metadata == NULL)
    return FALSE;

  mcp_auth_step_set_document (mcp_auth_flow_step (self), self->resource_metadata->json);
  mcp_auth_tell_problems (self, self->resource_metadata->problems, "RFC 9728 section 2");
  if (check_resource (self))
    choose_server (self);

  return TRUE;
}
