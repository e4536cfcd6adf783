/* mcp-auth-flow.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-http.h"
#include "mcp-auth-metadata.h"
#include "mcp-auth-mistake.h"
#include "mcp-auth-settings.h"
#include "mcp-auth-step.h"
#include "mcp-auth-store.h"

G_BEGIN_DECLS

typedef enum {
  MCP_AUTH_SIGN_IN,
  MCP_AUTH_STEP_UP,   /* sign in again for more: what was asked before, and what is asked now */
  MCP_AUTH_REFRESH,
  MCP_AUTH_REVOKE,    /* RFC 7009; forgets the token in any case */
} McpAuthGoal;

/* What a flow waits for. */
typedef enum {
  MCP_AUTH_NEEDS_NOTHING,
  MCP_AUTH_NEEDS_GO,        /* the next step, where one step is taken at a time */
  MCP_AUTH_NEEDS_ISSUER,    /* which of several authorization servers: its issuer */
  MCP_AUTH_NEEDS_FALLBACK,  /* go on without metadata, as 2025-03-26 has it: PKCE cannot be verified */
  MCP_AUTH_NEEDS_CLIENT,    /* a client id, and behind a newline its secret if it has one */
  MCP_AUTH_NEEDS_CONSENT,   /* to open the browser: see mcp_auth_flow_get_browser_url() */
  MCP_AUTH_NEEDS_CALLBACK,  /* the browser to come back, or where it went, pasted */
} McpAuthNeed;

#define MCP_TYPE_AUTH_FLOW (mcp_auth_flow_get_type ())

/*
 * Signs in to one server, from its challenge to a token: a state machine of stages, each with its
 * exchanges and what was checked. It runs through by itself or step by step, and waits where it
 * needs a person. Used once.
 *
 * Properties: need. Signals: exchange (McpAuthExchange, McpAuthExchangeEvent); secret (char *):
 * a value that must not be shown, before it is used.
 */
G_DECLARE_FINAL_TYPE (McpAuthFlow, mcp_auth_flow, MCP, AUTH_FLOW, GObject)

McpAuthFlow       *mcp_auth_flow_new             (const char            *server_url,
                                                  const McpAuthSettings *settings,
                                                  McpAuthStore          *store,
                                                  McpAuthHttp           *http,
                                                  McpAuthGoal            goal);
/* WWW-Authenticate of the answer that began it. Without any, the server is asked for one. */
void               mcp_auth_flow_set_challenge   (McpAuthFlow           *self,
                                                  guint                  status,
                                                  const char * const    *values);   /* (nullable) */
void               mcp_auth_flow_set_stepping    (McpAuthFlow           *self,
                                                  gboolean               stepping);
void               mcp_auth_flow_set_mistake     (McpAuthFlow           *self,
                                                  McpAuthMistake         mistake);
McpAuthMistake     mcp_auth_flow_get_mistake     (McpAuthFlow           *self);
void               mcp_auth_flow_run_async       (McpAuthFlow           *self,
                                                  GCancellable          *cancellable,
                                                  GAsyncReadyCallback    callback,
                                                  gpointer               user_data);
gboolean           mcp_auth_flow_run_finish      (McpAuthFlow           *self,
                                                  GAsyncResult          *result,
                                                  GError               **error);   /* MCP_ERROR_AUTH, names the stage's reason; others as they came */
GListModel        *mcp_auth_flow_get_steps       (McpAuthFlow           *self);    /* (transfer none) of McpAuthStep */
McpAuthStep       *mcp_auth_flow_get_step        (McpAuthFlow           *self,
                                                  McpAuthStage           stage);   /* (transfer none) (nullable): this goal has it not */
McpAuthGoal        mcp_auth_flow_get_goal        (McpAuthFlow           *self);
gboolean           mcp_auth_flow_is_running      (McpAuthFlow           *self);
const GError      *mcp_auth_flow_get_error       (McpAuthFlow           *self);    /* (nullable): how it ended */
/* What to do about the error: translated; @setting: the setting that does it, or MCP_AUTH_N_SETTINGS. */
const char        *mcp_auth_flow_get_remedy      (McpAuthFlow           *self,
                                                  McpAuthSetting        *setting);  /* (out) (optional) */
McpAuthNeed        mcp_auth_flow_get_need        (McpAuthFlow           *self);
void               mcp_auth_flow_answer          (McpAuthFlow           *self,
                                                  const char            *text);    /* (nullable): for those needs that want none */
void               mcp_auth_flow_cancel          (McpAuthFlow           *self);

/* What is known so far; all (nullable). */
const char * const *mcp_auth_flow_get_issuers    (McpAuthFlow           *self);    /* to choose from */
const char        *mcp_auth_flow_get_scope       (McpAuthFlow           *self);    /* asked for */
const char        *mcp_auth_flow_get_held_scope  (McpAuthFlow           *self);    /* that the token of before has */
const char        *mcp_auth_flow_get_redirect_uri (McpAuthFlow          *self);
const char        *mcp_auth_flow_get_browser_url (McpAuthFlow           *self);

G_END_DECLS
