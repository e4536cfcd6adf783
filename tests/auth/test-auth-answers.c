/* test-auth-answers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "http-fixture.h"
#include "mcp-authorizer.h"
#include "mcp-error.h"
#include "test-support.h"

/*
 * Signing in where one answer is not what it should be: at which stage that ends, what is said of it, and what is never asked
 * then. The server and its authorization server are one, at the address that '@' stands for; a single quote is a double one,
 * "`" a single one, and "~" an answer of no bytes. Not split: most of the file is one table, a row for each answer, and the
 * shorter tables share its server.
 */

typedef struct
{
  const char   *name;
  const char   *challenge;          /* NULL: "Bearer" */
  const char   *resource;           /* the documents; NULL for good ones, "" for none */
  const char   *server;
  const char   *root;               /* (nullable): of the resource, at the place without its path */
  const char   *openid;             /* (nullable): of the authorization server, at its second place */
  guint         broken;             /* 0: 200; the status of the first place of each */
  guint         register_status;    /* 0: 201 */
  const char   *registered;         /* NULL: a client id */
  const char   *callback;           /* the query of the browser, '$' is the state; NULL: a code */
  guint         token_status;       /* 0: 200 */
  const char   *token;              /* NULL: a token */
  McpAuthStage  stage;              /* where it fails; USE: signed in */
  const char   *words;              /* (nullable): of the error */
  const char   *check;              /* (nullable): what one of the checks says */
  const char   *remedy;             /* (nullable): of the remedy */
  struct { McpAuthSetting setting; const char *value; } settings[2];
  const char   *departures;         /* (nullable): of the token */
  const char   *sent;               /* (nullable): of the request to authorize, and of the one for a token */
} AnswerCase;

#define GOOD_RESOURCE "{'resource':'@/mcp','authorization_servers':['@']}"
#define ENDPOINTS "'issuer':'@','authorization_endpoint':'@/authorize','token_endpoint':'@/token'"
#define PKCE "'code_challenge_methods_supported':['S256']"
#define GOOD_SERVER "{" ENDPOINTS ",'registration_endpoint':'@/register'," PKCE "}"
#define GOOD_TOKEN "{'access_token':'secret-token','token_type':'Bearer','expires_in':3600}"

#define FAILS(s) .stage = MCP_AUTH_STAGE_##s
#define SIGNED_IN .stage = MCP_AUTH_STAGE_USE

static const AnswerCase answer_cases[] = {
  { "good", SIGNED_IN },

  /* --- The challenge --- */
  { "challenge/none", .challenge = "", SIGNED_IN, .check = "has no challenge for a token" },
  { "challenge/of-another-kind", .challenge = "Basic realm='x'", SIGNED_IN, .check = "has no challenge for a token" },
  { "challenge/names-the-place", .challenge = "Bearer resource_metadata='@/.well-known/oauth-protected-resource/mcp'",
    SIGNED_IN },
  { "challenge/names-a-script", .challenge = "Bearer resource_metadata='javascript:alert(1)'", FAILS (RESOURCE),
    .words = "javascript:" },
  { "challenge/names-a-file", .challenge = "Bearer resource_metadata='file:///etc/passwd'", FAILS (RESOURCE),
    .words = "file:///etc/passwd" },
  { "challenge/in-single-quotes", .challenge = "Bearer resource_metadata=`@/.well-known/oauth-protected-resource/mcp`, scope=`a b`",
    SIGNED_IN, .check = "in single quotes", .sent = "scope=a%20b" },
  { "challenge/in-single-quotes-and-nowhere", .challenge = "Bearer resource_metadata=`@/nowhere`", SIGNED_IN,
    .check = "in single quotes" },
  { "challenge/names-no-address", .challenge = "Bearer resource_metadata='/.well-known/oauth-protected-resource'", SIGNED_IN,
    .check = "“resource_metadata” is no address" },
  { "challenge/in-angle-brackets", .challenge = "Bearer resource_metadata='<@/x>'", SIGNED_IN,
    .check = "“resource_metadata” is no address" },
  { "challenge/names-nowhere", .challenge = "Bearer resource_metadata='@/nowhere'", SIGNED_IN },
  { "challenge/names-nobody", .challenge = "Bearer resource_metadata='http://127.0.0.1:1/x'", SIGNED_IN,
    .check = "There is no metadata at http://127.0.0.1:1/x" },
  { "challenge/commas", .challenge = "Bearer scope='a,b'",
    .resource = "{'resource':'@/mcp','authorization_servers':['@'],'scopes_supported':['a','b','c']}", SIGNED_IN,
    .check = "commas between its scopes", .sent = "scope=a%20b" },
  { "challenge/a-comma-in-a-scope", .challenge = "Bearer scope='a,b'",
    .resource = "{'resource':'@/mcp','authorization_servers':['@'],'scopes_supported':['a,b']}", SIGNED_IN,
    .sent = "scope=a%2Cb" },
  { "challenge/is-odd", .challenge = "Bearer scope='a, error='b'", SIGNED_IN },

  /* --- Metadata of the resource (RFC 9728) --- */
  { "resource/page", .resource = "<html>", .root = GOOD_RESOURCE, SIGNED_IN, .check = "Invalid JSON" },
  { "resource/page-and-nothing", .resource = "<html>", SIGNED_IN, .check = "no protected resource metadata" },
  { "resource/no-bytes", .resource = "~", .root = GOOD_RESOURCE, SIGNED_IN, .check = "Invalid JSON" },
  { "resource/array", .resource = "[]", .root = GOOD_RESOURCE, SIGNED_IN, .check = "not a JSON object" },
  { "resource/cut", .resource = "{'resource':'@/mcp'", .root = GOOD_RESOURCE, SIGNED_IN, .check = "Invalid JSON" },
  { "resource/an-error", .resource = "{'error':'not_found'}", .root = GOOD_RESOURCE, SIGNED_IN,
    .check = "has none of: resource, authorization_servers" },
  { "resource/500", .broken = 500, .resource = "~", .root = GOOD_RESOURCE, SIGNED_IN, .check = "500 Internal Server Error" },
  { "resource/503", .broken = 503, .resource = "~", .root = GOOD_RESOURCE, SIGNED_IN, .check = "503 Service Unavailable" },
  { "resource/204", .broken = 204, .resource = "~", .root = GOOD_RESOURCE, SIGNED_IN, .check = ": 204" },
  { "resource/slash-more", .resource = "{'resource':'@/mcp/','authorization_servers':['@']}", SIGNED_IN,
    .check = "differ by a slash" },
  { "resource/of-another", .resource = "{'resource':'https://other.example/mcp','authorization_servers':['@']}",
    FAILS (RESOURCE), .words = "of another resource: https://other.example/mcp", .check = "are of https://other" },
  { "resource/of-a-neighbour", .resource = "{'resource':'@/mcp2','authorization_servers':['@']}", FAILS (RESOURCE),
    .words = "another resource" },
  { "resource/of-the-origin", .resource = "{'resource':'@/','authorization_servers':['@']}", SIGNED_IN },
  { "resource/is-a-number", .resource = "{'resource':7,'authorization_servers':['@']}", SIGNED_IN,
    .check = "“resource” is of the wrong type: number instead of string" },
  { "resource/names-none", .resource = "{'resource':'@/mcp','authorization_servers':[]}", FAILS (RESOURCE),
    .words = "names none", .remedy = "“issuer”" },
  { "resource/names-none-and-one-is-set", .resource = "{'resource':'@/mcp','authorization_servers':[]}", SIGNED_IN,
    .check = "names none", .settings = { { MCP_AUTH_ISSUER, "@" } } },
  { "resource/another-is-set", FAILS (RESOURCE), .words = "“https://as.example” is none of the authorization servers",
    .remedy = "“issuer”", .settings = { { MCP_AUTH_ISSUER, "https://as.example" } } },
  { "resource/servers-are-text", .resource = "{'resource':'@/mcp','authorization_servers':'@'}", FAILS (RESOURCE),
    .words = "names none", .check = "“authorization_servers” is of the wrong type: string instead of array" },
  { "resource/server-is-a-number", .resource = "{'resource':'@/mcp','authorization_servers':[7]}", FAILS (RESOURCE),
    .words = "names none", .check = "has an element that is no text" },
  { "resource/server-is-a-script", .resource = "{'resource':'@/mcp','authorization_servers':['javascript:1']}",
    FAILS (SERVER), .words = "javascript:1" },
  { "resource/server-is-not-secure", .resource = "{'resource':'@/mcp','authorization_servers':['http://as.example']}",
    FAILS (SERVER), .words = "http://as.example", .remedy = "“allowHttp”" },

  /* --- Metadata of the authorization server (RFC 8414) --- */
  { "server/none", .server = "", FAILS (SERVER), .words = "has no metadata", .remedy = "“tokenEndpoint”" },
  { "server/page", .server = "<html>", FAILS (SERVER), .words = "has no metadata", .check = "Invalid JSON" },
  { "server/page-first", .server = "<html>", .openid = GOOD_SERVER, SIGNED_IN, .check = "Invalid JSON" },
  { "server/no-bytes", .server = "~", .openid = GOOD_SERVER, SIGNED_IN, .check = "Invalid JSON" },
  { "server/number", .server = "7", .openid = GOOD_SERVER, SIGNED_IN, .check = "not a JSON object" },
  { "server/an-error", .server = "{'message':'Not Found'}", .openid = GOOD_SERVER, SIGNED_IN,
    .check = "has none of: issuer" },
  { "server/502", .broken = 502, .root = GOOD_RESOURCE, .server = "~", .openid = GOOD_SERVER, SIGNED_IN,
    .check = "502 Bad Gateway" },
  { "server/502-and-nothing", .broken = 502, .root = GOOD_RESOURCE, .server = "~", FAILS (SERVER),
    .words = "has no metadata", .check = "502 Bad Gateway", .remedy = "“tokenEndpoint”" },
  { "server/issuer-of-another",
    .server = "{'issuer':'https://evil.example','authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}",
    FAILS (SERVER), .words = "“https://evil.example” instead of “http://127.0.0.1", .check = "https://evil.example" },
  { "server/issuer-with-a-slash",
    .server = "{'issuer':'@/','authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}", FAILS (SERVER),
    .words = "differ only by the slash", .remedy = "“ignoreIssuerSlash”" },
  { "server/issuer-with-a-slash-taken",
    .server = "{'issuer':'@/','authorization_endpoint':'@/authorize','token_endpoint':'@/token',"
              "'registration_endpoint':'@/register'," PKCE "}", SIGNED_IN,
    .check = "“ignoreIssuerSlash” is set", .settings = { { MCP_AUTH_IGNORE_ISSUER_SLASH, "true" } },
    .departures = "ignoreIssuerSlash" },
  { "server/issuer-without-its-slash-taken", .resource = "{'resource':'@/mcp','authorization_servers':['@/']}", SIGNED_IN,
    .check = "“ignoreIssuerSlash” is set", .settings = { { MCP_AUTH_IGNORE_ISSUER_SLASH, "true" } },
    .departures = "ignoreIssuerSlash" },
  { "server/issuer-of-another-all-the-same",
    .server = "{'issuer':'https://evil.example/','authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}",
    FAILS (SERVER), .words = "https://evil.example/", .settings = { { MCP_AUTH_IGNORE_ISSUER_SLASH, "true" } } },
  { "server/issuer-missing", .server = "{'authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}",
    FAILS (SERVER), .words = "“” instead of" },
  { "server/no-token-endpoint", .server = "{'issuer':'@','authorization_endpoint':'@/authorize'," PKCE "}",
    FAILS (SERVER), .words = "token_endpoint" },
  { "server/no-authorization-endpoint", .server = "{'issuer':'@','token_endpoint':'@/token'," PKCE "}", FAILS (SERVER),
    .words = "authorization_endpoint" },
  { "server/token-endpoint-is-a-list",
    .server = "{'issuer':'@','authorization_endpoint':'@/authorize','token_endpoint':['@/token']," PKCE "}", FAILS (SERVER),
    .words = "token_endpoint", .check = "“token_endpoint” is of the wrong type: array instead of string" },
  { "server/authorization-endpoint-is-a-script",
    .server = "{'issuer':'@','authorization_endpoint':'javascript:x','token_endpoint':'@/token'," PKCE "}", FAILS (SERVER),
    .words = "authorization_endpoint: " },
  { "server/authorization-endpoint-is-an-option",
    .server = "{'issuer':'@','authorization_endpoint':'--help','token_endpoint':'@/token'," PKCE "}", FAILS (SERVER),
    .words = "authorization_endpoint: " },
  { "server/token-endpoint-has-a-password",
    .server = "{'issuer':'@','authorization_endpoint':'@/authorize','token_endpoint':'https://a:b@as.example/'," PKCE "}",
    FAILS (SERVER), .words = "token_endpoint: " },
  { "server/registration-endpoint-is-not-secure",
    .server = "{" ENDPOINTS ",'registration_endpoint':'http://as.example/r'," PKCE "}", FAILS (SERVER),
    .words = "registration_endpoint: " },
  { "server/revocation-endpoint-is-a-file", .server = "{" ENDPOINTS ",'revocation_endpoint':'file:///x'," PKCE "}",
    FAILS (SERVER), .words = "revocation_endpoint: " },
  { "server/pkce-missing", .server = "{" ENDPOINTS ",'registration_endpoint':'@/register'}", FAILS (SERVER),
    .words = "PKCE", .check = "does not name S256", .remedy = "“assumePkce”" },
  { "server/pkce-assumed", .server = "{" ENDPOINTS ",'registration_endpoint':'@/register'}", SIGNED_IN,
    .check = "“assumePkce” is set", .settings = { { MCP_AUTH_ASSUME_PKCE, "true" } }, .departures = "assumePkce" },
  { "server/pkce-named-and-assumed", SIGNED_IN, .settings = { { MCP_AUTH_ASSUME_PKCE, "true" } } },
  { "server/pkce-plain", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':['plain']}", FAILS (SERVER),
    .words = "PKCE" },
  { "server/pkce-in-small-letters", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':['s256']}",
    FAILS (SERVER), .words = "PKCE" },
  { "server/pkce-is-text", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':'S256'}", FAILS (SERVER),
    .words = "PKCE", .check = "string instead of array" },

  /* --- Registration (RFC 7591) --- */
  { "registration/redirect", .register_status = 400,
    .registered = "{'error':'invalid_redirect_uri','error_description':'only https'}", FAILS (REGISTRATION),
    .words = "with the redirect address http://127.0.0.1:", .check = "invalid_redirect_uri: only https",
    .remedy = "“redirectUri”" },
  { "registration/metadata", .register_status = 400, .registered = "{'error':'invalid_client_metadata'}",
    FAILS (REGISTRATION), .words = "registers no client: invalid_client_metadata" },
  { "registration/forbidden", .register_status = 403, .registered = "<html>", FAILS (REGISTRATION), .words = "403",
    .remedy = "“clientId”" },
  { "registration/redirected", .register_status = 302, .registered = "~", FAILS (REGISTRATION), .words = "302" },
  { "registration/page", .registered = "<html>", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/no-bytes", .registered = "~", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/array", .registered = "[{'client_id':'x'}]", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/nothing", .registered = "{}", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/id-is-a-number", .registered = "{'client_id':7}", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/200", .register_status = 200, .registered = "{'client_id':'x'}", SIGNED_IN,
    .check = "The answer is 200, not 201 Created" },
  { "registration/null", .registered = "{'client_id':'x','client_secret':null}", SIGNED_IN,
    .check = "“client_secret” is null" },
  { "registration/null-of-another-kind", .registered = "{'client_id':'x','policy_uri':null}", SIGNED_IN,
    .check = "“policy_uri” is null" },
  { "registration/expiry-is-text", .registered = "{'client_id':'x','client_secret_expires_at':'0'}", SIGNED_IN,
    .check = "“client_secret_expires_at” is of the wrong type: string instead of number" },
  { "registration/secret", .registered = "{'client_id':'x','client_secret':'s e:c'}", SIGNED_IN },
  { "registration/error-is-an-object", .register_status = 400, .registered = "{'error':{'a':1}}", FAILS (REGISTRATION),
    .words = "400" },

  /* --- What the browser comes back with --- */
  { "callback/denied", .callback = "error=access_denied&state=$", FAILS (CALLBACK), .words = "Access was denied" },
  { "callback/denied-with-words", .callback = "error=access_denied&error_description=not+today&state=$", FAILS (CALLBACK),
    .words = "not today" },
  { "callback/scope", .callback = "error=invalid_scope&state=$", FAILS (CALLBACK), .words = "scopes", .remedy = "“scope”" },
  { "callback/target", .callback = "error=invalid_target&state=$", FAILS (CALLBACK), .words = "invalid_target",
    .remedy = "“resource”" },
  { "callback/entra", .callback = "error=invalid_request&error_description=AADSTS9010010%3A+The+resource&state=$",
    FAILS (CALLBACK), .words = "AADSTS9010010", .remedy = "“resource”" },
  { "callback/issuer-with-a-slash", .callback = "code=c&state=$&iss=@/", FAILS (CALLBACK), .words = "another issuer",
    .remedy = "“ignoreIssuerSlash”" },
  { "callback/issuer-with-a-slash-taken", .callback = "code=c&state=$&iss=@/", SIGNED_IN,
    .settings = { { MCP_AUTH_IGNORE_ISSUER_SLASH, "true" } }, .departures = "ignoreIssuerSlash" },
  { "callback/other-error", .callback = "error=server_error&state=$", FAILS (CALLBACK), .words = "server_error" },
  { "callback/error-beats-code", .callback = "error=server_error&code=c&state=$", FAILS (CALLBACK),
    .words = "server_error" },
  { "callback/nothing", .callback = "state=$", FAILS (CALLBACK), .words = "neither a code nor an error" },
  { "callback/empty-code", .callback = "code=&state=$", FAILS (CALLBACK), .words = "neither a code nor an error" },
  { "callback/issuer-of-another", .callback = "code=c&state=$&iss=https%3A%2F%2Fevil.example", FAILS (CALLBACK),
    .words = "another issuer", .check = "from the issuer “https://evil.example”" },
  { "callback/issuer-promised", .server = "{" ENDPOINTS ",'registration_endpoint':'@/register'," PKCE
                                          ",'authorization_response_iss_parameter_supported':true}",
    FAILS (CALLBACK), .words = "does not say who it is from", .check = "has no “iss”" },
  { "callback/issuer-of-ours", .callback = "code=c&state=$&iss=@", SIGNED_IN, .check = "do not say that it would tell" },
  { "callback/fragment", .callback = "code=c&state=$#x=y", SIGNED_IN },

  /* --- Tokens (OAuth 2.1 section 3.2) --- */
  { "token/grant", .token_status = 400, .token = "{'error':'invalid_grant','error_description':'used before'}",
    FAILS (TOKEN), .words = "invalid_grant: used before" },
  { "token/client-by-no-way", .registered = "{'client_id':'x','client_secret':'s'}", .token_status = 401,
    .token = "{'error':'invalid_client'}", FAILS (TOKEN), .words = "does not know this client any more",
    .remedy = "Sign in again" },
  { "token/client-that-is-set", .token_status = 401, .token = "{'error':'invalid_client'}", FAILS (TOKEN),
    .words = "does not take this client id", .remedy = "“clientSecret”",
    .settings = { { MCP_AUTH_CLIENT_ID, "x" }, { MCP_AUTH_CLIENT_SECRET, "s" } } },
  { "token/client", .token_status = 401, .token = "{'error':'invalid_client'}", FAILS (TOKEN),
    .words = "does not know this client any more" },
  { "token/page", .token_status = 500, .token = "<html>", FAILS (TOKEN), .words = "500" },
  { "token/redirected", .token_status = 307, .token = "~", FAILS (TOKEN), .words = "307" },
  { "token/no-bytes", .token = "~", FAILS (TOKEN), .words = "without a token" },
  { "token/nothing", .token = "{}", FAILS (TOKEN), .words = "without a token that can be used" },
  { "token/form", .token = "access_token=a&token_type=bearer", FAILS (TOKEN), .words = "without a token" },
  { "token/not-for-a-header", .token = "{'access_token':'a\\r\\nb','token_type':'Bearer'}", FAILS (TOKEN),
    .words = "without a token" },
  { "token/other-type", .token = "{'access_token':'a','token_type':'mac'}", FAILS (TOKEN), .words = "of the type “mac”",
    .check = "of the type “mac”" },
  { "token/empty-type", .token = "{'access_token':'a','token_type':''}", FAILS (TOKEN), .words = "of the type “”" },
  { "token/unasked-dpop", .token = "{'access_token':'a','token_type':'DPoP'}", FAILS (TOKEN),
    .words = "bound to a key that there is not" },
  { "token/type-in-capitals", .token = "{'access_token':'a','token_type':'BEARER'}", SIGNED_IN },
  { "token/no-type", .token = "{'access_token':'a'}", SIGNED_IN, .check = "does not say of which type" },
  { "token/less-than-asked", .challenge = "Bearer scope='one two'",
    .token = "{'access_token':'a','token_type':'Bearer','scope':'two'}", SIGNED_IN, .check = "not granted: one" },
  { "token/expiry-is-text", .token = "{'access_token':'a','token_type':'Bearer','expires_in':'5250'}", SIGNED_IN,
    .check = "“expires_in” is of the wrong type: string instead of number" },
  { "token/null", .token = "{'access_token':'a','token_type':'Bearer','refresh_token':null}", SIGNED_IN,
    .check = "“refresh_token” is of the wrong type: null instead of string" },
  { "token/scope-with-commas", .challenge = "Bearer scope='one two'",
    .token = "{'access_token':'a','token_type':'Bearer','scope':'one,two'}", SIGNED_IN, .check = "commas between its scopes" },
  { "token/scope-is-an-array", .challenge = "Bearer scope='one two'",
    .token = "{'access_token':'a','token_type':'Bearer','scope':['one','two']}", SIGNED_IN,
    .check = "“scope” is of the wrong type: array instead of string" },
  { "token/refused-with-200", .token = "{'error':'invalid_code','error_description':'used up'}", FAILS (TOKEN),
    .words = "invalid_code: used up", .check = "A refusal has the status 200" },
  { "token/refused-with-201", .token_status = 201, .token = "{'error':'bad_verification_code'}", FAILS (TOKEN),
    .words = "bad_verification_code", .check = "A refusal has the status 201" },
  { "token/target", .token_status = 400, .token = "{'error':'invalid_target'}", FAILS (TOKEN), .words = "invalid_target",
    .remedy = "“resource”" },
  { "token/grant-type", .token_status = 400, .token = "{'error':'unsupported_grant_type'}", FAILS (TOKEN),
    .words = "unsupported_grant_type", .remedy = "“grant”" },
  { "token/other-error", .token_status = 400, .token = "{'detail':'code is used up'}", FAILS (TOKEN), .words = "code is used up" },
  { "token/audience", .token_status = 400, .token = "{'error':'invalid_request','error_description':'no audience'}",
    FAILS (TOKEN), .words = "no audience", .remedy = "param.audience" },

  /* --- What is set against a rule, or beside it --- */
  { "set/resource", SIGNED_IN, .settings = { { MCP_AUTH_RESOURCE, "api://x" } }, .sent = "resource=api%3A%2F%2Fx",
    .check = "“resource” is set: the requests are for api://x", .departures = "resource" },
  { "set/no-resource", SIGNED_IN, .settings = { { MCP_AUTH_RESOURCE, "none" } }, .sent = "!resource=",
    .check = "“resource” is set: the requests do not say", .departures = "resource" },
  { "set/the-same-resource", SIGNED_IN, .settings = { { MCP_AUTH_RESOURCE, "@/mcp" } }, .sent = "resource=" },
  { "set/param", SIGNED_IN, .settings = { { MCP_AUTH_PARAM, "audience=https://api.example" } },
    .sent = "audience=https%3A%2F%2Fapi.example", .check = "“param.audience” is set", .departures = "param.audience" },
  { "set/nothing", SIGNED_IN, .sent = "resource=" },
  { "token/endless", .token = "{'access_token':'a','token_type':'bearer','expires_in':'soon'}", SIGNED_IN },
  { "token/looks-like-a-jwt-and-is-none", .token = "{'access_token':'e30.e30','token_type':'Bearer'}", SIGNED_IN },
};

typedef struct
{
  const AnswerCase *answers;
  HttpFixture      *http;
  char             *browser_url;    /* (nullable) */
  char             *origin;
  McpAuthorizer    *authorizer;
} Fixture;

/* (transfer full): an answer with what is left open in it. */
static char *
fill (Fixture    *fixture,
      const char *text,
      const char *state)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '@')
      g_string_append (out, fixture->origin);
    else if (*p == '$')
      g_string_append (out, state);
    else
      g_string_append_c (out, *p == '\'' ? '"' : *p == '`' ? '\'' : *p);

  return g_string_free (out, FALSE);
}

static void
reply (Fixture     *fixture,
       HttpRequest *request,
       guint        status,
       const char  *text)
{
  g_autofree char *body = fill (fixture, g_str_equal (text, "~") ? "" : text, NULL);

  if (status == 302 || status == 307)
    http_request_add_header (request, "Location", "https://evil.example/");
  http_request_reply (request, status, "application/json", body);
}

static void
serve (HttpFixture *http,
       HttpRequest *request,
       gpointer     user_data)
{
  Fixture *fixture = user_data;
  const AnswerCase *answers = fixture->answers;
  const char *path = http_request_get_path (request);

  if (g_str_equal (path, "/mcp"))
    {
      g_autofree char *challenge = fill (fixture, answers->challenge != NULL ? answers->challenge : "Bearer", NULL);

      if (challenge[0] != '\0')
        http_request_add_header (request, "WWW-Authenticate", challenge);
      http_request_reply (request, 401, NULL, NULL);
    }
  else if (g_str_equal (path, "/.well-known/oauth-protected-resource/mcp"))
    reply (fixture, request, answers->broken != 0 ? answers->broken : 200, answers->resource != NULL ? answers->resource : GOOD_RESOURCE);
  else if (g_str_equal (path, "/.well-known/oauth-protected-resource") && answers->root != NULL)
    reply (fixture, request, 200, answers->root);
  else if (g_str_equal (path, "/.well-known/openid-configuration") && answers->openid != NULL)
    reply (fixture, request, 200, answers->openid);
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server") && g_strcmp0 (answers->server, "") != 0)
    reply (fixture, request, answers->broken != 0 && answers->server != NULL ? answers->broken : 200, answers->server != NULL ? answers->server : GOOD_SERVER);
  else if (g_str_equal (path, "/register"))
    reply (fixture, request, answers->register_status != 0 ? answers->register_status : 201,
           answers->registered != NULL ? answers->registered : "{'client_id':'client'}");
  else if (g_str_equal (path, "/token"))
    reply (fixture, request, answers->token_status != 0 ? answers->token_status : 200,
           answers->token != NULL ? answers->token : GOOD_TOKEN);
  else
    http_request_reply (request, 404, NULL, NULL);
}

/* A browser that asks nobody, and comes back at once. */
static void
need_cb (McpAuthFlow *flow,
         GParamSpec  *pspec,
         Fixture     *fixture)
{
  McpAuthNeed need = mcp_auth_flow_get_need (flow);
  const char *callback = fixture->answers->callback != NULL ? fixture->answers->callback : "code=c&state=$";

  if (need == MCP_AUTH_NEEDS_CALLBACK)
    {
      g_autoptr (GUri) uri = g_uri_parse (mcp_auth_flow_get_browser_url (flow), G_URI_FLAGS_ENCODED, NULL);
      g_autoptr (GHashTable) query =
        g_uri_parse_params (g_uri_get_query (uri), -1, "&", G_URI_PARAMS_WWW_FORM, NULL);
      g_autofree char *back = fill (fixture, callback, g_hash_table_lookup (query, "state"));
      g_autofree char *address = g_strconcat (g_hash_table_lookup (query, "redirect_uri"), "?", back, NULL);

      g_assert_cmpstr (g_hash_table_lookup (query, "code_challenge_method"), ==, "S256");
      fixture->browser_url = g_strdup (mcp_auth_flow_get_browser_url (flow));
      mcp_auth_flow_answer (flow, address);
    }
  else if (need != MCP_AUTH_NEEDS_NOTHING)
    mcp_auth_flow_answer (flow, NULL);
}

static gboolean
has_check (McpAuthFlow *flow,
           const char  *words)
{
  GListModel *steps = mcp_auth_flow_get_steps (flow);
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);
      GPtrArray *checks = mcp_auth_step_get_checks (step);

      for (guint k = 0; k < checks->len; k++)
        {
          McpAuthCheck *check = g_ptr_array_index (checks, k);

          g_assert_true (g_utf8_validate (check->text, -1, NULL));
          g_assert_nonnull (check->paragraph);
          found = found || strstr (check->text, words) != NULL;
        }
    }

  return found;
}

/* What was asked, in order; addresses of others were never. */
static void
check_requests (Fixture      *fixture,
                McpAuthStage  stage)
{
  static const struct { const char *path; McpAuthStage stage; } requests[] = {
    { "/register", MCP_AUTH_STAGE_REGISTRATION },
    { "/token", MCP_AUTH_STAGE_TOKEN },
  };

  for (guint i = 0; i < http_fixture_get_n_requests (fixture->http); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (requests); k++)
      if (g_str_equal (http_request_get_path (http_fixture_get_request (fixture->http, i)), requests[k].path))
        g_assert_cmpint (requests[k].stage, <=, stage);
}

/* In the address of the browser and in the form for the token; behind "!" in neither. */
static void
check_sent (Fixture    *fixture,
            const char *sent)
{
  guint n = http_fixture_get_n_requests (fixture->http);
  GBytes *body = http_request_get_body (http_fixture_get_request (fixture->http, n - 1));
  g_autofree char *form = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  gboolean is_absent = sent[0] == '!';
  /* Scopes are not said twice. */
  gboolean is_scope = g_str_has_prefix (sent, "scope=");

  sent += is_absent;
  g_test_message ("%s %s", fixture->browser_url, form);
  g_assert_true ((strstr (fixture->browser_url, sent) == NULL) == is_absent);
  g_assert_true (is_scope || (strstr (form, sent) == NULL) == is_absent);
}

static McpAuthSettings *
make_settings (Fixture *fixture)
{
  McpAuthSettings *settings = mcp_auth_settings_new ();

  for (gsize i = 0; i < 2 && fixture->answers->settings[i].value != NULL; i++)
    {
      g_autofree char *value = fill (fixture, fixture->answers->settings[i].value, NULL);
      g_autoptr (GError) error = NULL;

      mcp_auth_settings_set (settings, fixture->answers->settings[i].setting, value);
      mcp_auth_settings_check (settings, &error);
      g_assert_no_error (error);
    }

  return settings;
}

static void
test_answers (gconstpointer data)
{
  const AnswerCase *expected = data;
  Fixture fixture = { .answers = expected };
  g_autoptr (McpAuthSettings) settings = NULL;
  McpAuthFlow *flow;

  fixture.http = http_fixture_new ();
  fixture.origin = g_strdup_printf ("http://127.0.0.1:%u", http_fixture_get_port (fixture.http));
  http_fixture_set_handler (fixture.http, serve, &fixture);
  settings = make_settings (&fixture);
  fixture.authorizer = mcp_authorizer_new (http_fixture_get_url (fixture.http), settings, NULL, NULL);

  flow = mcp_authorizer_begin (fixture.authorizer, MCP_AUTH_SIGN_IN, FALSE);
  g_signal_connect (flow, "notify::need", G_CALLBACK (need_cb), &fixture);
  TEST_AWAIT (mcp_authorizer_get_status (fixture.authorizer) != MCP_AUTHORIZER_WORKING);

  for (McpAuthStage stage = MCP_AUTH_STAGE_CHALLENGE; stage < MCP_AUTH_STAGE_USE; stage++)
    {
      McpAuthStepState state = mcp_auth_step_get_state (mcp_auth_flow_get_step (flow, stage));

      g_assert_cmpint (state, ==,
                       stage < expected->stage    ? MCP_AUTH_STEP_DONE
                       : stage == expected->stage ? MCP_AUTH_STEP_FAILED
                                                  : MCP_AUTH_STEP_WAITING);
    }
  if (expected->stage == MCP_AUTH_STAGE_USE)
    {
      g_assert_no_error (mcp_auth_flow_get_error (flow));
      g_assert_nonnull (mcp_authorizer_get_token (fixture.authorizer));
      g_assert_cmpstr (mcp_authorizer_get_token (fixture.authorizer)->departures, ==, expected->departures);
      if (expected->sent != NULL)
        check_sent (&fixture, expected->sent);
    }
  else
    {
      const GError *error = mcp_auth_flow_get_error (flow);

      g_test_message ("%s", error->message);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_nonnull (strstr (error->message, expected->words));
      g_assert_null (strstr (error->message, "secret-token"));
      /* Each says what to do. */
      g_test_message ("%s", mcp_auth_flow_get_remedy (flow, NULL));
      g_assert_nonnull (mcp_auth_flow_get_remedy (flow, NULL));
      if (expected->remedy != NULL)
        g_assert_nonnull (strstr (mcp_auth_flow_get_remedy (flow, NULL), expected->remedy));
      g_assert_null (mcp_authorizer_get_token (fixture.authorizer));
    }
  if (expected->check != NULL)
    g_assert_true (has_check (flow, expected->check));
  check_requests (&fixture, expected->stage);

  mcp_authorizer_forget_async (fixture.authorizer, NULL, NULL);
  g_object_unref (fixture.authorizer);
  http_fixture_free (fixture.http);
  g_free (fixture.origin);
  g_free (fixture.browser_url);
}

/* --- One way to say who we are --- */

typedef struct
{
  Fixture     base;
  const char *refusal;
  gboolean    wants_secret; /* although it registers a client that has none */
  gboolean    takes_basic;  /* and not the form; else the other way round */
  guint       n_refused;
} MethodFixture;

static void
serve_one_method (HttpFixture *http,
                  HttpRequest *request,
                  gpointer     user_data)
{
  MethodFixture *fixture = user_data;
  GBytes *body = http_request_get_body (request);
  g_autofree char *form = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  gboolean is_basic = http_request_get_header (request, "Authorization") != NULL;

  if (!g_str_equal (http_request_get_path (request), "/token")
      || (fixture->wants_secret ? strstr (form, "client_secret=") != NULL : is_basic == fixture->takes_basic))
    {
      serve (http, request, &fixture->base);
      return;
    }

  fixture->n_refused++;
  reply (&fixture->base, request, strstr (fixture->refusal, "invalid_request") != NULL ? 400 : 401, fixture->refusal);
}

static McpAuthFlow *
sign_in (Fixture *fixture)
{
  McpAuthFlow *flow = mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_SIGN_IN, FALSE);

  g_signal_connect (flow, "notify::need", G_CALLBACK (need_cb), fixture);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING);

  return flow;
}

/* The other way is tried once, found to work, and taken at once the next time. */
static void
test_other_method (gconstpointer data)
{
  static const AnswerCase secret = { .registered = "{'client_id':'x','client_secret':'s'}" };
  static const AnswerCase none = {
    .registered = "{'client_id':'x','client_secret':'s','token_endpoint_auth_method':'none'}",
  };
  static const AnswerCase posts = {
    .registered = "{'client_id':'x','client_secret':'s','token_endpoint_auth_method':'client_secret_post'}",
  };
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  MethodFixture fixture = { .refusal = data, .takes_basic = g_str_equal (data, "{'error':'invalid_client'}") };
  McpAuthFlow *flow;

  fixture.base.answers = fixture.takes_basic ? &posts : &secret;
  fixture.wants_secret = strstr (data, "public") != NULL;
  if (fixture.wants_secret)
    fixture.base.answers = &none;
  if (strstr (data, "configured") != NULL)
    {
      mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_ID, "x");
      mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET, "s");
    }
  fixture.base.http = http_fixture_new ();
  fixture.base.origin = g_strdup_printf ("http://127.0.0.1:%u", http_fixture_get_port (fixture.base.http));
  http_fixture_set_handler (fixture.base.http, serve_one_method, &fixture);
  fixture.base.authorizer = mcp_authorizer_new (http_fixture_get_url (fixture.base.http), settings, NULL, NULL);

  flow = sign_in (&fixture.base);
  g_assert_no_error (mcp_auth_flow_get_error (flow));
  g_assert_true (has_check (flow, "takes the client only with"));
  g_assert_cmpuint (fixture.n_refused, ==, 1);
  g_clear_pointer (&fixture.base.browser_url, g_free);

  flow = sign_in (&fixture.base);
  g_assert_no_error (mcp_auth_flow_get_error (flow));
  g_assert_cmpuint (fixture.n_refused, ==, 1);

  mcp_authorizer_forget_async (fixture.base.authorizer, NULL, NULL);
  g_object_unref (fixture.base.authorizer);
  http_fixture_free (fixture.base.http);
  g_free (fixture.base.origin);
  g_free (fixture.base.browser_url);
}

/* --- Without a person --- */

typedef struct
{
  const char   *name;
  struct { McpAuthSetting setting; const char *value; } settings[6];   /* '@' as above; "FILE" is one that has @file in it */
  const char   *file;
  const char   *exchanged;   /* (nullable): what the identity provider answers, at /idp */
  McpAuthStage  stage;
  int           code;        /* McpError, where it fails */
  const char   *words;       /* (nullable): of the error */
  const char   *form;        /* (nullable): of the request for a token, decoded and joined by spaces */
  const char   *authorization; /* (nullable): the header of it */
} MachineCase;

#define GRANT(value) { MCP_AUTH_GRANT, value }
#define ID { MCP_AUTH_CLIENT_ID, "me" }
#define IDP { MCP_AUTH_IDP_TOKEN_ENDPOINT, "@/idp" }, { MCP_AUTH_IDP_ID_TOKEN, "id.to.ken" }

static const MachineCase machine_cases[] = {
  { "credentials/basic", { GRANT ("client_credentials"), ID, { MCP_AUTH_CLIENT_SECRET, "s e:c" } }, SIGNED_IN,
    .form = "grant_type=client_credentials resource=@/mcp",
    .authorization = "Basic bWU6cyUyMGUlM0Fj" },   /* me:s%20e%3Ac */
  { "credentials/post", { GRANT ("client_credentials"), ID, { MCP_AUTH_CLIENT_SECRET, "s e:c" },
                          { MCP_AUTH_TOKEN_AUTH_METHOD, "client_secret_post" } }, SIGNED_IN,
    .form = "grant_type=client_credentials resource=@/mcp client_id=me client_secret=s e:c" },
  { "credentials/none", { GRANT ("client_credentials"), ID }, SIGNED_IN,
    .form = "grant_type=client_credentials resource=@/mcp client_id=me" },
  { "credentials/scope", { GRANT ("client_credentials"), ID, { MCP_AUTH_SCOPE, "a b" } }, SIGNED_IN,
    .form = "grant_type=client_credentials scope=a b resource=@/mcp client_id=me" },
  { "credentials/resource", { GRANT ("client_credentials"), ID, { MCP_AUTH_RESOURCE, "api://x" },
                              { MCP_AUTH_PARAM, "audience=https://a/b" } }, SIGNED_IN,
    .form = "grant_type=client_credentials resource=api://x audience=https://a/b client_id=me" },
  { "credentials/no-resource", { GRANT ("client_credentials"), ID, { MCP_AUTH_RESOURCE, "none" } }, SIGNED_IN,
    .form = "grant_type=client_credentials client_id=me" },
  { "credentials/nobody", { GRANT ("client_credentials") }, FAILS (REGISTRATION), .code = MCP_ERROR_AUTH,
    .words = "There is no client id" },
  { "credentials/no-key", { GRANT ("client_credentials"), ID, { MCP_AUTH_TOKEN_AUTH_METHOD, "private_key_jwt" } },
    FAILS (TOKEN), .code = MCP_ERROR_CONFIG, .words = "“key” and “keyFile” are not set" },
  { "credentials/key-is-none", { GRANT ("client_credentials"), ID, { MCP_AUTH_KEY, "no PEM" } }, FAILS (TOKEN),
    .code = MCP_ERROR_CONFIG },
  { "credentials/key-file-is-not-there", { GRANT ("client_credentials"), ID, { MCP_AUTH_KEY_FILE, "/nonexistent/key.pem" } },
    FAILS (TOKEN), .code = MCP_ERROR_CONFIG, .words = "/nonexistent/key.pem" },
  { "credentials/key-file-is-no-key", { GRANT ("client_credentials"), ID, { MCP_AUTH_KEY_FILE, "FILE" } }, "<html>",
    .stage = MCP_AUTH_STAGE_TOKEN, .code = MCP_ERROR_CONFIG },

  { "workload/text", { GRANT ("workload"), { MCP_AUTH_ASSERTION, "a.b.c" } }, SIGNED_IN,
    .form = "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer assertion=a.b.c resource=@/mcp" },
  { "workload/file", { GRANT ("workload"), ID, { MCP_AUTH_ASSERTION_FILE, "FILE" } }, "\n a.b.c \n", SIGNED_IN,
    .form = "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer assertion=a.b.c resource=@/mcp client_id=me" },
  { "workload/nothing", { GRANT ("workload") }, FAILS (TOKEN), .code = MCP_ERROR_CONFIG,
    .words = "“assertion” and “assertionFile” are not set" },
  { "workload/file-is-not-there", { GRANT ("workload"), { MCP_AUTH_ASSERTION_FILE, "/nonexistent/jwt" } }, FAILS (TOKEN),
    .code = MCP_ERROR_CONFIG, .words = "assertionFile: " },
  { "workload/file-is-too-long", { GRANT ("workload"), { MCP_AUTH_ASSERTION_FILE, "/dev/zero" } }, FAILS (TOKEN),
    .code = MCP_ERROR_CONFIG, .words = "assertionFile: “/dev/zero” is too long" },

  { "enterprise/good", { GRANT ("enterprise"), ID, IDP, { MCP_AUTH_IDP_CLIENT_ID, "us" } },
    .exchanged = "{'access_token':'ja.g.1','issued_token_type':'urn:ietf:params:oauth:token-type:id-jag'}", SIGNED_IN,
    .form = "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer assertion=ja.g.1 resource=@/mcp client_id=me" },
  { "enterprise/no-provider", { GRANT ("enterprise"), ID, { MCP_AUTH_IDP_ID_TOKEN, "id.to.ken" } }, FAILS (TOKEN),
    .code = MCP_ERROR_AUTH, .words = "“idpTokenEndpoint” and “idpIdToken” are not set" },
  { "enterprise/not-signed-in", { GRANT ("enterprise"), ID, { MCP_AUTH_IDP_TOKEN_ENDPOINT, "@/idp" } }, FAILS (TOKEN),
    .code = MCP_ERROR_AUTH, .words = "are not set" },
  { "enterprise/provider-is-not-secure", { GRANT ("enterprise"), ID, { MCP_AUTH_IDP_TOKEN_ENDPOINT, "http://idp.example/" },
                                           { MCP_AUTH_IDP_ID_TOKEN, "id.to.ken" } }, FAILS (TOKEN),
    .code = MCP_ERROR_AUTH, .words = "http://idp.example/" },
  { "enterprise/no-exchange", { GRANT ("enterprise"), ID, IDP }, .exchanged = "{'error':'access_denied'}", FAILS (TOKEN),
    .code = MCP_ERROR_AUTH, .words = "The identity provider exchanges no token: access_denied" },
  { "enterprise/no-bytes", { GRANT ("enterprise"), ID, IDP }, .exchanged = "~", FAILS (TOKEN), .code = MCP_ERROR_AUTH,
    .words = "exchanges no token: 200" },
  { "enterprise/page", { GRANT ("enterprise"), ID, IDP }, .exchanged = "<html>", FAILS (TOKEN), .code = MCP_ERROR_AUTH,
    .words = "exchanges no token: 200" },
};

typedef struct
{
  Fixture            base;
  const MachineCase *machine;
} MachineFixture;

static void
serve_machine (HttpFixture *http,
               HttpRequest *request,
               gpointer     user_data)
{
  MachineFixture *fixture = user_data;

  if (g_str_equal (http_request_get_path (request), "/idp"))
    reply (&fixture->base, request, 200, fixture->machine->exchanged);
  else
    serve (http, request, &fixture->base);
}

/* (transfer full): of a form, as somebody reads it. */
static char *
dup_form (HttpRequest *request)
{
  GBytes *body = http_request_get_body (request);
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_auto (GStrv) parts = g_strsplit (text, "&", -1);

  g_assert_cmpstr (http_request_get_header (request, "Content-Type"), ==, "application/x-www-form-urlencoded");
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *part;

      g_strdelimit (parts[i], "+", ' ');
      part = g_uri_unescape_string (parts[i], NULL);
      g_assert_nonnull (part);
      g_free (parts[i]);
      parts[i] = part;
    }

  return g_strjoinv (" ", parts);
}

static void
test_machine (gconstpointer data)
{
  static const AnswerCase good = { "good" };
  const MachineCase *expected = data;
  MachineFixture fixture = { { .answers = &good }, expected };
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_autofree char *file = NULL;
  McpAuthorizer *authorizer;
  HttpRequest *request = NULL;
  McpAuthFlow *flow;

  fixture.base.http = http_fixture_new ();
  fixture.base.origin = g_strdup_printf ("http://127.0.0.1:%u", http_fixture_get_port (fixture.base.http));
  http_fixture_set_handler (fixture.base.http, serve_machine, &fixture);
  if (expected->file != NULL)
    {
      int fd = g_file_open_tmp (NULL, &file, NULL);

      g_close (fd, NULL);
      g_file_set_contents (file, expected->file, -1, NULL);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (expected->settings) && expected->settings[i].value != NULL; i++)
    {
      g_autofree char *value = fill (&fixture.base, expected->settings[i].value, NULL);

      mcp_auth_settings_set (settings, expected->settings[i].setting, g_str_equal (value, "FILE") ? file : value);
    }

  authorizer = mcp_authorizer_new (http_fixture_get_url (fixture.base.http), settings, NULL, NULL);
  flow = mcp_authorizer_begin (authorizer, MCP_AUTH_SIGN_IN, FALSE);
  TEST_AWAIT (mcp_authorizer_get_status (authorizer) != MCP_AUTHORIZER_WORKING);

  for (guint i = 0; i < http_fixture_get_n_requests (fixture.base.http); i++)
    if (g_str_equal (http_request_get_path (http_fixture_get_request (fixture.base.http, i)), "/token"))
      request = http_fixture_get_request (fixture.base.http, i);
  g_assert_cmpint (request != NULL, ==, expected->form != NULL);
  if (expected->form != NULL)
    {
      g_autofree char *form = dup_form (request);
      g_autofree char *wanted = fill (&fixture.base, expected->form, NULL);

      g_assert_no_error (mcp_auth_flow_get_error (flow));
      g_assert_cmpstr (form, ==, wanted);
      g_assert_cmpstr (http_request_get_header (request, "Authorization"), ==, expected->authorization);
      g_assert_nonnull (mcp_authorizer_get_token (authorizer));
      /* Nobody was asked. */
      g_assert_cmpint (mcp_auth_step_get_state (mcp_auth_flow_get_step (flow, MCP_AUTH_STAGE_AUTHORIZATION)), ==,
                       MCP_AUTH_STEP_SKIPPED);
    }
  else
    {
      const GError *error = mcp_auth_flow_get_error (flow);

      g_test_message ("%s", error->message);
      g_assert_error (error, MCP_ERROR, expected->code);
      if (expected->words != NULL)
        g_assert_nonnull (strstr (error->message, expected->words));
      g_assert_cmpint (mcp_auth_step_get_state (mcp_auth_flow_get_step (flow, expected->stage)), ==,
                       MCP_AUTH_STEP_FAILED);
    }

  mcp_authorizer_forget_async (authorizer, NULL, NULL);
  g_object_unref (authorizer);
  http_fixture_free (fixture.base.http);
  g_free (fixture.base.origin);
  if (file != NULL)
    g_remove (file);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (answer_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/auth/answers/", answer_cases[i].name, NULL);

      g_test_add_data_func (path, &answer_cases[i], test_answers);
    }
  g_test_add_data_func ("/auth/answers/other-method/form",
                        "{'error':'invalid_client','error_description':'Missing client_id'}", test_other_method);
  g_test_add_data_func ("/auth/answers/other-method/request", "{'error':'invalid_request'}", test_other_method);
  g_test_add_data_func ("/auth/answers/other-method/page", "<html>", test_other_method);
  g_test_add_data_func ("/auth/answers/other-method/configured",
                        "{'error':'invalid_client','error_description':'configured'}", test_other_method);
  g_test_add_data_func ("/auth/answers/other-method/public",
                        "{'error':'invalid_client','error_description':'not public'}", test_other_method);
  g_test_add_data_func ("/auth/answers/other-method/basic", "{'error':'invalid_client'}", test_other_method);
  for (gsize i = 0; i < G_N_ELEMENTS (machine_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/auth/answers/machine/", machine_cases[i].name, NULL);

      g_test_add_data_func (path, &machine_cases[i], test_machine);
    }

  return g_test_run ();
}
