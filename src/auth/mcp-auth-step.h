/* mcp-auth-step.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-auth-exchange.h"

G_BEGIN_DECLS

/* The stages of signing in, in order. */
typedef enum {
  MCP_AUTH_STAGE_CHALLENGE,     /* what the server said: 401 or 403 */
  MCP_AUTH_STAGE_RESOURCE,      /* protected resource metadata */
  MCP_AUTH_STAGE_SERVER,        /* authorization server metadata */
  MCP_AUTH_STAGE_REGISTRATION,  /* who we are to it */
  MCP_AUTH_STAGE_AUTHORIZATION, /* the request, in a browser */
  MCP_AUTH_STAGE_CALLBACK,      /* the browser's answer */
  MCP_AUTH_STAGE_TOKEN,
  MCP_AUTH_STAGE_USE,           /* what the server makes of the token */
  MCP_AUTH_N_STAGES
} McpAuthStage;

typedef enum {
  MCP_AUTH_STEP_WAITING,
  MCP_AUTH_STEP_RUNNING,
  MCP_AUTH_STEP_DONE,
  MCP_AUTH_STEP_FAILED,
  MCP_AUTH_STEP_SKIPPED,
} McpAuthStepState;

typedef enum {
  MCP_AUTH_CHECK_HOLDS,
  MCP_AUTH_CHECK_WARNS,   /* a rule is broken, and it works all the same */
  MCP_AUTH_CHECK_BREAKS,
} McpAuthCheckResult;

/* One thing that was looked at. */
typedef struct
{
  McpAuthCheckResult  result;
  char               *rule;      /* "auth.issuer" */
  char               *text;      /* translated: what was found */
  const char         *paragraph; /* "RFC 8414 section 3.3" */
} McpAuthCheck;

#define MCP_TYPE_AUTH_STEP (mcp_auth_step_get_type ())

/*
 * One stage of a sign-in: what was sent, what came back, what was checked, and how it ended.
 * Properties: state, detail, took-usec. Signals: changed, also when a check or an exchange came;
 * checked (McpAuthCheck *).
 */
G_DECLARE_FINAL_TYPE (McpAuthStep, mcp_auth_step, MCP, AUTH_STEP, GObject)

const char       *mcp_auth_stage_get_title      (McpAuthStage      stage);  /* translated: "Find the Authorization Server" */
const char       *mcp_auth_stage_get_paragraph  (McpAuthStage      stage);  /* of the specification */
const char       *mcp_auth_stage_get_reason     (McpAuthStage      stage);  /* translated: why it is done */
McpAuthStage      mcp_auth_step_get_stage       (McpAuthStep      *self);
McpAuthStepState  mcp_auth_step_get_state       (McpAuthStep      *self);
const char       *mcp_auth_step_get_detail      (McpAuthStep      *self);   /* (nullable): translated: what was found, or what failed */
gint64            mcp_auth_step_get_took_usec   (McpAuthStep      *self);   /* -1 until it ended */
GPtrArray        *mcp_auth_step_get_checks      (McpAuthStep      *self);   /* (transfer none) of McpAuthCheck */
GPtrArray        *mcp_auth_step_get_exchanges   (McpAuthStep      *self);   /* (transfer none) of McpAuthExchange */
const char       *mcp_auth_step_get_document    (McpAuthStep      *self);   /* (nullable): JSON: what was found, or claims; has no secrets */

/* Whoever takes the step tells. */
McpAuthStep      *mcp_auth_step_new             (McpAuthStage      stage);
void              mcp_auth_step_begin           (McpAuthStep      *self);
void              mcp_auth_step_end             (McpAuthStep      *self,
                                                 McpAuthStepState  state,
                                                 const char       *detail); /* (nullable) */
void              mcp_auth_step_check           (McpAuthStep      *self,
                                                 McpAuthCheckResult result,
                                                 const char       *rule,
                                                 const char       *paragraph,
                                                 const char       *format,
                                                 ...) G_GNUC_PRINTF (5, 6);
void              mcp_auth_step_add_exchange    (McpAuthStep      *self,
                                                 McpAuthExchange  *exchange);
void              mcp_auth_step_set_document    (McpAuthStep      *self,
                                                 const char       *json);

G_END_DECLS
