/* mcp-auth-mistake.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Deliberate mistakes, to see whether a server refuses them as it must. */
typedef enum {
  MCP_AUTH_NO_MISTAKE,

  /* In signing in. */
  MCP_AUTH_WRONG_VERIFIER,
  MCP_AUTH_PLAIN_PKCE,
  MCP_AUTH_NO_PKCE,
  MCP_AUTH_OTHER_REDIRECT,    /* at the token endpoint */
  MCP_AUTH_FOREIGN_REDIRECT,  /* one that was never registered, in the authorization request */
  MCP_AUTH_NO_RESOURCE,
  MCP_AUTH_FOREIGN_RESOURCE,
  MCP_AUTH_CODE_TWICE,
  MCP_AUTH_WRONG_ISSUER,      /* expect another `iss` than came: our own check must refuse it */

  /* With a token. */
  MCP_AUTH_WITHOUT_TOKEN,
  MCP_AUTH_UNKNOWN_TOKEN,     /* one that nobody gave */
  MCP_AUTH_ALTERED_TOKEN,     /* a JWT for another server, with the signature of ours */
  MCP_AUTH_EXPIRED_TOKEN,
  MCP_AUTH_TOKEN_IN_QUERY,    /* token in the URL instead of the header */
  MCP_AUTH_N_MISTAKES
} McpAuthMistake;

typedef enum {
  MCP_AUTH_REFUSED,
  MCP_AUTH_ACCEPTED,          /* which must not be */
  MCP_AUTH_TOLERATED,         /* accepted, which should not be */
  MCP_AUTH_UNTRIED,
} McpAuthVerdict;

const char *mcp_auth_mistake_get_name      (McpAuthMistake  mistake);  /* "wrong-verifier" */
const char *mcp_auth_mistake_get_title     (McpAuthMistake  mistake);  /* translated */
const char *mcp_auth_mistake_get_paragraph (McpAuthMistake  mistake);  /* that has it refused */
gboolean    mcp_auth_mistake_is_of_token   (McpAuthMistake  mistake);  /* needs one, and no sign-in */
gboolean    mcp_auth_mistake_is_grave      (McpAuthMistake  mistake);  /* it must be refused, not only should */
const char *mcp_auth_verdict_get_nick      (McpAuthVerdict  verdict);  /* "refused" */
const char *mcp_auth_verdict_get_text      (McpAuthVerdict  verdict);  /* translated */

G_END_DECLS
