/* mcp-auth-flow-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-flow.h"
#include "mcp-auth-listener.h"
#include "mcp-challenge.h"
#include "mcp-jwt-key.h"

G_BEGIN_DECLS

/* Called when an exchange is over; its error says whether there is an answer. */
typedef void (*McpAuthHandler) (McpAuthFlow     *self,
                                McpAuthExchange *exchange);

struct _McpAuthFlow
{
  GObject              parent_instance;

  GUri                *server;
  char                *resource;        /* canonical, or as its metadata have it */
  McpAuthSettings     *settings;
  McpAuthStore        *store;
  McpAuthHttp         *http;
  McpAuthGoal          goal;
  McpAuthMistake       mistake;
  gboolean             stepping;

  GListStore          *steps;
  McpAuthStage         stage;
  McpAuthStage         next_stage;      /* where NEEDS_GO goes on */
  McpAuthNeed          need;
  GTask               *task;            /* (nullable) of the run */
  GCancellable        *cancellable;
  GCancellable        *callers;         /* (nullable) */
  gulong               callers_handler;
  McpAuthExchange     *exchange;        /* (nullable): under way */
  McpAuthHandler       handler;
  GError              *error;           /* (nullable) */
  gboolean             allow_private;

  guint                status;          /* of the challenge; 0: it was not set */
  GStrv                challenge_values;
  GPtrArray           *challenges;      /* (nullable) of McpChallenge */
  const McpChallenge  *challenge;       /* (nullable): the one that counts */

  GStrv                candidates;      /* addresses of a document, in order */
  guint                candidate;
  guint                n_redirects;
  gboolean             has_named;       /* the first candidate is what the challenge named */
  gboolean             is_fallback;     /* 2025-03-26, without metadata of the resource */
  McpResourceMetadata *resource_metadata;
  char                *issuer;
  McpServerMetadata   *metadata;

  McpAuthClient       *client;
  McpAuthListener     *listener;
  char                *redirect_uri;
  char                *scope;
  char                *verifier;
  char                *state;
  char                *browser_url;
  char                *code;
  char                *id_jag;          /* (nullable): between the two requests of an enterprise */

  McpAuthToken        *token;           /* (nullable): being refreshed, or just got */
  McpJwtKey           *dpop_key;        /* (nullable) */
  char                *dpop_nonce;      /* (nullable): of the authorization server */
  gboolean             repeated_with_nonce;
  GString             *form;            /* (nullable): of the token request, to be sent again with a nonce */
  gboolean             code_used;
  gboolean             tried_other_method; /* of saying who we are */

  char                *departures;      /* (nullable): keys of settings that had an effect against a rule */
  const char          *remedy;          /* (nullable): translated */
  McpAuthSetting       remedy_setting;  /* MCP_AUTH_N_SETTINGS: none */
};

/* mcp-auth-remedy.c */
void         mcp_auth_flow_suggest     (McpAuthFlow       *self,
                                        McpAuthSetting     setting);   /* before it fails */
void         mcp_auth_flow_suggest_for_address (McpAuthFlow *self,
                                        const char        *address,
                                        McpAuthSetting     otherwise); /* MCP_AUTH_N_SETTINGS: none */
void         mcp_auth_flow_suggest_for_refusal (McpAuthFlow *self,
                                        const char        *code,       /* (nullable): of OAuth */
                                        const char        *text);      /* (nullable): a server's */
void         mcp_auth_flow_suggest_again (McpAuthFlow     *self);      /* to sign in */
void         mcp_auth_flow_suggest_by_stage (McpAuthFlow  *self);      /* where nothing else was */
void         mcp_auth_flow_depart      (McpAuthFlow       *self,
                                        const char        *key,
                                        const char        *paragraph,
                                        const char        *format,
                                        ...) G_GNUC_PRINTF (4, 5);
/* For what is set and goes with each request. */
void         mcp_auth_flow_depart_in_requests (McpAuthFlow *self);

/* mcp-auth-flow.c */
McpAuthStep *mcp_auth_flow_step      (McpAuthFlow       *self);      /* the running one */
void         mcp_auth_flow_leave     (McpAuthFlow       *self,
                                      McpAuthStepState   state,
                                      const char        *detail);    /* (nullable) */
void         mcp_auth_flow_skip_to   (McpAuthFlow       *self,
                                      McpAuthStage       stage);
void         mcp_auth_flow_fail      (McpAuthFlow       *self,
                                      GError            *error);     /* (transfer full) */
void         mcp_auth_flow_fail_with (McpAuthFlow       *self,
                                      const char        *format,
                                      ...) G_GNUC_PRINTF (2, 3);     /* MCP_ERROR_AUTH */
void         mcp_auth_flow_send      (McpAuthFlow       *self,
                                      McpAuthExchange   *exchange,   /* (transfer full) */
                                      McpAuthHandler     handler);
void         mcp_auth_flow_ask       (McpAuthFlow       *self,
                                      McpAuthNeed        need);
void         mcp_auth_flow_tell_secret (McpAuthFlow     *self,
                                        const char      *value);     /* (nullable) */
gboolean     mcp_auth_flow_allows_http (McpAuthFlow     *self);
void         mcp_auth_flow_succeed   (McpAuthFlow       *self);
/* What an OAuth error answer says, RFC 6749 section 5.2: "invalid_grant: …"; the status where it says nothing. */
char        *mcp_auth_flow_describe_refusal (McpAuthExchange *exchange,
                                             char           **code);  /* (out) (nullable) */

/* mcp-auth-discover.c */
void         mcp_auth_enter_challenge    (McpAuthFlow *self);
void         mcp_auth_enter_resource     (McpAuthFlow *self);
void         mcp_auth_choose_issuer      (McpAuthFlow *self,
                                          const char  *issuer);
void         mcp_auth_set_candidates     (McpAuthFlow *self,
                                          GStrv        candidates);   /* (transfer full) */
void         mcp_auth_ask_next_candidate (McpAuthFlow *self);
void         mcp_auth_tell_problems      (McpAuthFlow *self,
                                          GPtrArray   *problems,
                                          const char  *paragraph);

/* mcp-auth-discover-server.c */
void         mcp_auth_enter_server       (McpAuthFlow *self);
gboolean     mcp_auth_got_server         (McpAuthFlow      *self,
                                          McpAuthExchange  *exchange,   /* (nullable): no address has metadata */
                                          GError          **error);     /* FALSE: this is none */
void         mcp_auth_accept_fallback    (McpAuthFlow *self);
gboolean     mcp_auth_accepts_issuer     (McpAuthFlow *self,
                                          const char  *issuer,
                                          const char  *expected);

/* mcp-auth-register.c */
void         mcp_auth_enter_registration (McpAuthFlow *self);
void         mcp_auth_take_client        (McpAuthFlow *self,
                                          const char  *text);

/* mcp-auth-authorize.c */
void         mcp_auth_enter_authorization (McpAuthFlow *self);
void         mcp_auth_enter_callback      (McpAuthFlow *self);
char        *mcp_auth_flow_dup_challenged_scope (McpAuthFlow *self);  /* (nullable) */
gboolean     mcp_auth_take_callback       (McpAuthFlow *self,
                                           const char  *query);

/* mcp-auth-token-request.c */
char        *mcp_auth_flow_dup_setting    (McpAuthFlow     *self,
                                           McpAuthSetting   setting,
                                           McpAuthSetting   file,     /* which names a file with it */
                                           GError         **error);
gboolean     mcp_auth_flow_wants_dpop     (McpAuthFlow     *self);
gboolean     mcp_auth_flow_wants_nonce    (McpAuthFlow     *self,
                                           McpAuthExchange *exchange);
const char  *mcp_auth_flow_token_endpoint (McpAuthFlow     *self);
void         mcp_auth_flow_new_form       (McpAuthFlow     *self,
                                           const char      *grant_type);
void         mcp_auth_flow_append_resource (McpAuthFlow    *self,
                                            GString        *form);
/* What is set to be sent in addition. */
void         mcp_auth_flow_append_params  (McpAuthFlow     *self,
                                           GString         *form);
gboolean     mcp_auth_flow_has_param      (McpAuthFlow     *self,
                                           const char      *name);
/* After a refusal: whether the other way to say who we are is worth a try, which is chosen then. */
gboolean     mcp_auth_flow_try_other_method (McpAuthFlow   *self,
                                             guint          status,
                                             const char    *code);    /* (nullable): of OAuth */
void         mcp_auth_flow_send_form      (McpAuthFlow     *self,
                                           const char      *url,
                                           McpAuthHandler   handler);

/* mcp-auth-token-answer.c */
void         mcp_auth_take_token_answer   (McpAuthFlow     *self,
                                           McpAuthExchange *exchange);

/* mcp-auth-grant.c */
void         mcp_auth_enter_token         (McpAuthFlow *self);
void         mcp_auth_request_for_code    (McpAuthFlow *self);
void         mcp_auth_revoke              (McpAuthFlow *self);

G_END_DECLS
