/* mcp-authorizer-obtain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-authorizer-private.h"
#include "mcp-challenge.h"
#include "mcp-error.h"

/* What a server's refusals ask for, and how that is got: by what is kept, by refreshing, by itself, or with a person. */

void
mcp_authorizer_saw_answer (McpAuthorizer      *self,
                           guint               status,
                           const char * const *challenges,
                           const char         *nonce)
{
  if (nonce != NULL)
    {
      g_free (self->nonce);
      self->nonce = g_strdup (nonce);
    }

  if (status == 401 || status == 403)
    {
      g_strfreev (self->challenge);
      self->challenge = g_strdupv ((GStrv) challenges);
      self->challenge_status = status;
      if (status == 401 && self->status != MCP_AUTHORIZER_WORKING)
        mcp_authorizer_set_status (self, MCP_AUTHORIZER_NEEDED);
    }
  else if (status >= 200 && status < 300)
    {
      McpAuthStep *use = self->flow != NULL
                           ? mcp_auth_flow_get_step (self->flow, MCP_AUTH_STAGE_USE)
                           : NULL;

      g_clear_pointer (&self->refreshed, g_free);
      if (use != NULL && mcp_auth_step_get_state (use) == MCP_AUTH_STEP_RUNNING)
        mcp_auth_step_end (use, MCP_AUTH_STEP_DONE, _("The server takes it"));
      if (mcp_authorizer_get_token (self) != NULL && self->status == MCP_AUTHORIZER_NEEDED)
        mcp_authorizer_set_status (self, MCP_AUTHORIZER_SIGNED_IN);
    }
}

/* A parameter of the last challenge for a token. */
static char *
dup_challenged (McpAuthorizer *self,
                const char    *name)
{
  g_autoptr (GPtrArray) challenges = mcp_challenge_parse ((const char * const *) self->challenge);
  const McpChallenge *challenge = mcp_challenge_find_token (challenges);

  return challenge != NULL ? g_strdup (mcp_challenge_get (challenge, name)) : NULL;
}

/* Whether the scopes that a 403 asks for were asked for already: once more would change nothing. */
static gboolean
asked_before (McpAuthorizer      *self,
              const McpAuthToken *token)
{
  g_autofree char *scope = dup_challenged (self, "scope");
  g_autofree char *missing = mcp_auth_scope_missing (scope, token->requested_scope);

  return missing == NULL;
}

gboolean
mcp_authorizer_can_obtain (McpAuthorizer *self,
                           gboolean       may_ask)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  gboolean may = (may_ask && self->interactive) || mcp_authorizer_needs_no_person (self);
  g_autofree char *scope = NULL;
  g_autofree char *error = NULL;

  if (self->challenge_status == 401)
    return may || !self->loaded || self->status == MCP_AUTHORIZER_WORKING
           || (token != NULL && (token->refresh_token != NULL || token->dpop_key != NULL));

  /* A 403 of another kind is no matter of tokens (basic/authorization, Scope Challenge Handling). */
  scope = dup_challenged (self, "scope");
  error = dup_challenged (self, "error");

  return self->challenge_status == 403 && may
         && (scope != NULL || g_strcmp0 (error, "insufficient_scope") == 0);
}

char *
mcp_authorizer_dup_wanted_scope (McpAuthorizer *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  g_autofree char *scope = self->challenge_status == 403 ? dup_challenged (self, "scope") : NULL;

  if (scope == NULL || token == NULL)
    return NULL;

  return mcp_auth_scope_missing (scope, token->scope != NULL ? token->scope : token->requested_scope);
}

gboolean
mcp_authorizer_wants_nonce (McpAuthorizer *self)
{
  g_autofree char *error = dup_challenged (self, "error");

  return self->challenge_status == 401 && self->nonce != NULL && self->dpop_key != NULL
         && g_strcmp0 (error, "use_dpop_nonce") == 0;
}

static void
obtain (McpAuthorizer *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  g_autoptr (GError) error = NULL;

  if (self->status == MCP_AUTHORIZER_WORKING)
    return;

  if (token != NULL && g_strcmp0 (token->access_token, self->refused) != 0
      && (token->refresh_token == NULL || mcp_auth_token_get_left (token) > 0))
    {
      mcp_authorizer_return_all (self, NULL);
      return;
    }

  if (self->challenge_status == 403 && token != NULL && asked_before (self, token))
    {
      error = g_error_new_literal (MCP_ERROR, MCP_ERROR_AUTH,
                                   _("The server asks for scopes that were asked for already, and "
                                     "were not enough"));
      mcp_authorizer_return_all (self, error);
    }
  else if (self->challenge_status != 403 && token != NULL && token->refresh_token != NULL
           && g_strcmp0 (token->access_token, self->refreshed) != 0)
    {
      mcp_authorizer_begin (self, MCP_AUTH_REFRESH, FALSE);
    }
  else if (mcp_authorizer_needs_no_person (self) || self->may_ask)
    {
      mcp_authorizer_begin (self, self->challenge_status == 403 ? MCP_AUTH_STEP_UP
                                                                : MCP_AUTH_SIGN_IN, FALSE);
    }
  else
    {
      error = g_error_new_literal (MCP_ERROR, MCP_ERROR_AUTH, _("The server asks to sign in"));
      mcp_authorizer_return_all (self, error);
    }
}

static void
obtain_loaded_cb (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (McpAuthorizer) self = user_data;

  mcp_authorizer_load_finish (self, result);
  obtain (self);
}

void
mcp_authorizer_obtain_async (McpAuthorizer       *self,
                             const char          *refused,
                             gboolean             may_ask,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, mcp_authorizer_obtain_async);
  self->may_ask = may_ask && self->interactive;
  g_free (self->refused);
  self->refused = g_strdup (refused);
  g_ptr_array_add (self->waiting, task);
  if (self->waiting->len > 1)
    return;

  /* Another program may have got one meanwhile, and used up the refresh token. */
  mcp_authorizer_load_async (self, NULL, obtain_loaded_cb, g_object_ref (self));
}

gboolean
mcp_authorizer_obtain_finish (McpAuthorizer  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
