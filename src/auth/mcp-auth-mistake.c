/* mcp-auth-mistake.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-mistake.h"

static const struct
{
  const char *name;
  const char *title;
  const char *paragraph;
  gboolean    grave;
} mistakes[MCP_AUTH_N_MISTAKES] = {
  [MCP_AUTH_NO_MISTAKE] = { "none", N_("No Mistake"), "", FALSE },
  [MCP_AUTH_WRONG_VERIFIER] = { "wrong-verifier", N_("Wrong PKCE Verifier"), "RFC 7636 section 4.6",
                                TRUE },
  [MCP_AUTH_PLAIN_PKCE] = { "plain-pkce", N_("PKCE with “plain”"), "RFC 9700 section 2.1.1", FALSE },
  [MCP_AUTH_NO_PKCE] = { "no-pkce", N_("No PKCE"), "OAuth 2.1 section 4.1.1", TRUE },
  [MCP_AUTH_OTHER_REDIRECT] = { "other-redirect", N_("Another Redirect Address for the Token"),
                                "RFC 6749 section 4.1.3", TRUE },
  [MCP_AUTH_FOREIGN_REDIRECT] = { "foreign-redirect",
                                  N_("A Redirect Address That Was Never Registered"),
                                  "OAuth 2.1 section 4.1.1", TRUE },
  [MCP_AUTH_NO_RESOURCE] = { "no-resource", N_("No “resource”"), "RFC 8707 section 2", FALSE },
  [MCP_AUTH_FOREIGN_RESOURCE] = { "foreign-resource", N_("Another Server's “resource”"),
                                  "RFC 8707 section 2", FALSE },
  [MCP_AUTH_CODE_TWICE] = { "code-twice", N_("The Code Twice"), "OAuth 2.1 section 4.1.3", TRUE },
  [MCP_AUTH_WRONG_ISSUER] = { "wrong-issuer", N_("Expect Another “iss”"), "RFC 9207 section 2.4", TRUE },
  [MCP_AUTH_WITHOUT_TOKEN] = { "without-token", N_("A Request Without a Token"),
                               "basic/authorization, Token Handling", TRUE },
  [MCP_AUTH_UNKNOWN_TOKEN] = { "unknown-token", N_("A Token That Nobody Gave"),
                               "basic/authorization, Token Handling", TRUE },
  [MCP_AUTH_ALTERED_TOKEN] = { "altered-token", N_("A Token Changed to Be for Another Server"),
                               "RFC 9068 section 4", TRUE },
  [MCP_AUTH_EXPIRED_TOKEN] = { "expired-token", N_("An Expired Token"),
                               "basic/authorization, Token Handling", TRUE },
  [MCP_AUTH_TOKEN_IN_QUERY] = { "token-in-query", N_("The Token in the Address"),
                                "basic/authorization, Token Requirements", TRUE },
};

static const struct
{
  const char *nick;
  const char *text;
} verdicts[] = {
  [MCP_AUTH_REFUSED] = { "refused", N_("refused, as it must be") },
  [MCP_AUTH_ACCEPTED] = { "accepted", N_("accepted, which it must not be") },
  [MCP_AUTH_TOLERATED] = { "tolerated", N_("accepted, which it should not be") },
  [MCP_AUTH_UNTRIED] = { "untried", N_("could not be tried") },
};

const char *
mcp_auth_mistake_get_name (McpAuthMistake mistake)
{
  return mistakes[mistake].name;
}

const char *
mcp_auth_mistake_get_title (McpAuthMistake mistake)
{
  return _(mistakes[mistake].title);
}

const char *
mcp_auth_mistake_get_paragraph (McpAuthMistake mistake)
{
  return mistakes[mistake].paragraph;
}

gboolean
mcp_auth_mistake_is_of_token (McpAuthMistake mistake)
{
  return mistake >= MCP_AUTH_WITHOUT_TOKEN;
}

gboolean
mcp_auth_mistake_is_grave (McpAuthMistake mistake)
{
  return mistakes[mistake].grave;
}

const char *
mcp_auth_verdict_get_nick (McpAuthVerdict verdict)
{
  return verdicts[verdict].nick;
}

const char *
mcp_auth_verdict_get_text (McpAuthVerdict verdict)
{
  return _(verdicts[verdict].text);
}
