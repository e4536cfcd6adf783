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
 * and "~" an answer of no bytes.
 */

typedef struct
{
  const char   *name;
  const char   *challenge;          /* NULL: "Bearer" */
  const char   *resource;           /* the documents; NULL for good ones, "" for none */
  const char   *server;
  guint         register_status;    /* 0: 201 */
  const char   *registered;         /* NULL: a client id */
  const char   *callback;           /* the query of the browser, '$' is the state; NULL: a code */
  guint         token_status;       /* 0: 200 */
  const char   *token;              /* NULL: a token */
  McpAuthStage  stage;              /* where it fails; USE: signed in */
  const char   *words;              /* (nullable): of the error */
  const char   *check;              /* (nullable): what one of the checks says */
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
  { "challenge/is-odd", .challenge = "Bearer scope='a, error='b'", SIGNED_IN },

  /* --- Metadata of the resource (RFC 9728) --- */
  { "resource/page", .resource = "<html>", FAILS (RESOURCE), .words = "not JSON" },
  { "resource/no-bytes", .resource = "~", FAILS (RESOURCE), .words = "not JSON" },
  { "resource/array", .resource = "[]", FAILS (RESOURCE), .words = "not a JSON object" },
  { "resource/cut", .resource = "{'resource':'@/mcp'", FAILS (RESOURCE), .words = "not JSON" },
  { "resource/of-another", .resource = "{'resource':'https://other.example/mcp','authorization_servers':['@']}",
    FAILS (RESOURCE), .words = "of another resource: https://other.example/mcp", .check = "are of https://other" },
  { "resource/of-a-neighbour", .resource = "{'resource':'@/mcp2','authorization_servers':['@']}", FAILS (RESOURCE),
    .words = "another resource" },
  { "resource/of-the-origin", .resource = "{'resource':'@/','authorization_servers':['@']}", SIGNED_IN },
  { "resource/is-a-number", .resource = "{'resource':7,'authorization_servers':['@']}", SIGNED_IN,
    .check = "“resource” is of the wrong type: number instead of string" },
  { "resource/names-none", .resource = "{'resource':'@/mcp','authorization_servers':[]}", FAILS (RESOURCE),
    .words = "names none" },
  { "resource/servers-are-text", .resource = "{'resource':'@/mcp','authorization_servers':'@'}", FAILS (RESOURCE),
    .words = "names none", .check = "“authorization_servers” is of the wrong type: string instead of array" },
  { "resource/server-is-a-number", .resource = "{'resource':'@/mcp','authorization_servers':[7]}", FAILS (RESOURCE),
    .words = "names none", .check = "has an element that is no text" },
  { "resource/server-is-a-script", .resource = "{'resource':'@/mcp','authorization_servers':['javascript:1']}",
    FAILS (SERVER), .words = "javascript:1" },
  { "resource/server-is-not-secure", .resource = "{'resource':'@/mcp','authorization_servers':['http://as.example']}",
    FAILS (SERVER), .words = "http://as.example" },

  /* --- Metadata of the authorization server (RFC 8414) --- */
  { "server/none", .server = "", FAILS (SERVER), .words = "has no metadata" },
  { "server/page", .server = "<html>", FAILS (SERVER), .words = "not JSON" },
  { "server/no-bytes", .server = "~", FAILS (SERVER), .words = "not JSON" },
  { "server/number", .server = "7", FAILS (SERVER), .words = "not a JSON object" },
  { "server/issuer-of-another",
    .server = "{'issuer':'https://evil.example','authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}",
    FAILS (SERVER), .words = "“https://evil.example” instead of “http://127.0.0.1", .check = "https://evil.example" },
  { "server/issuer-with-a-slash",
    .server = "{'issuer':'@/','authorization_endpoint':'@/authorize','token_endpoint':'@/token'," PKCE "}", FAILS (SERVER),
    .words = "another issuer" },
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
    .words = "assumePkce", .check = "does not name S256" },
  { "server/pkce-plain", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':['plain']}", FAILS (SERVER),
    .words = "PKCE" },
  { "server/pkce-in-small-letters", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':['s256']}",
    FAILS (SERVER), .words = "PKCE" },
  { "server/pkce-is-text", .server = "{" ENDPOINTS ",'code_challenge_methods_supported':'S256'}", FAILS (SERVER),
    .words = "PKCE", .check = "string instead of array" },

  /* --- Registration (RFC 7591) --- */
  { "registration/redirect", .register_status = 400,
    .registered = "{'error':'invalid_redirect_uri','error_description':'only https'}", FAILS (REGISTRATION),
    .words = "with the redirect address http://127.0.0.1:", .check = "invalid_redirect_uri: only https" },
  { "registration/metadata", .register_status = 400, .registered = "{'error':'invalid_client_metadata'}",
    FAILS (REGISTRATION), .words = "registers no client: invalid_client_metadata" },
  { "registration/forbidden", .register_status = 403, .registered = "<html>", FAILS (REGISTRATION), .words = "403" },
  { "registration/redirected", .register_status = 302, .registered = "~", FAILS (REGISTRATION), .words = "302" },
  { "registration/page", .registered = "<html>", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/no-bytes", .registered = "~", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/array", .registered = "[{'client_id':'x'}]", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/nothing", .registered = "{}", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/id-is-a-number", .registered = "{'client_id':7}", FAILS (REGISTRATION), .words = "registers no client" },
  { "registration/200", .register_status = 200, .registered = "{'client_id':'x'}", SIGNED_IN,
    .check = "The answer is 200, not 201 Created" },
  { "registration/secret", .registered = "{'client_id':'x','client_secret':'s e:c'}", SIGNED_IN },
  { "registration/error-is-an-object", .register_status = 400, .registered = "{'error':{'a':1}}", FAILS (REGISTRATION),
    .words = "400" },

  /* --- What the browser comes back with --- */
  { "callback/denied", .callback = "error=access_denied&state=$", FAILS (CALLBACK), .words = "Access was denied" },
  { "callback/denied-with-words", .callback = "error=access_denied&error_description=not+today&state=$", FAILS (CALLBACK),
    .words = "not today" },
  { "callback/scope", .callback = "error=invalid_scope&state=$", FAILS (CALLBACK), .words = "scopes" },
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
  { "token/client", .token_status = 401, .token = "{'error':'invalid_client'}", FAILS (TOKEN),
    .words = "does not know this client any more" },
  { "token/page", .token_status = 500, .token = "<html>", FAILS (TOKEN), .words = "500" },
  { "token/redirected", .token_status = 307, .token = "~", FAILS (TOKEN), .words = "307" },
  { "token/no-bytes", .token = "~", FAILS (TOKEN), .words = "without a token" },
  { "token/nothing", .token = "{}", FAILS (TOKEN), .words = "without a token that can be used" },
  { "token/form", .token = "access_token=a&token_type=bearer", FAILS (TOKEN), .words = "without a token" },
  { "token/not-for-a-header", .token = "{'access_token':'a\\r\\nb','token_type':'Bearer'}", FAILS (TOKEN),
    .words = "without a token" },
  { "token/no-type", .token = "{'access_token':'a'}", SIGNED_IN, .check = "does not say of which type" },
  { "token/less-than-asked", .challenge = "Bearer scope='one two'",
    .token = "{'access_token':'a','token_type':'Bearer','scope':'two'}", SIGNED_IN, .check = "not granted: one" },
  { "token/endless", .token = "{'access_token':'a','token_type':'bearer','expires_in':'soon'}", SIGNED_IN },
  { "token/looks-like-a-jwt-and-is-none", .token = "{'access_token':'e30.e30','token_type':'Bearer'}", SIGNED_IN },
};

typedef struct
{
  const AnswerCase *answers;
  HttpFixture      *http;
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
      g_string_append_c (out, *p == '\'' ? '"' : *p);

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
    reply (fixture, request, 200, answers->resource != NULL ? answers->resource : GOOD_RESOURCE);
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server") && g_strcmp0 (answers->server, "") != 0)
    reply (fixture, request, 200, answers->server != NULL ? answers->server : GOOD_SERVER);
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

static void
test_answers (gconstpointer data)
{
  const AnswerCase *expected = data;
  Fixture fixture = { .answers = expected };
  McpAuthFlow *flow;

  fixture.http = http_fixture_new ();
  fixture.origin = g_strdup_printf ("http://127.0.0.1:%u", http_fixture_get_port (fixture.http));
  http_fixture_set_handler (fixture.http, serve, &fixture);
  fixture.authorizer = mcp_authorizer_new (http_fixture_get_url (fixture.http), NULL, NULL, NULL);

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
    }
  else
    {
      const GError *error = mcp_auth_flow_get_error (flow);

      g_test_message ("%s", error->message);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_nonnull (strstr (error->message, expected->words));
      g_assert_null (strstr (error->message, "secret-token"));
      g_assert_null (mcp_authorizer_get_token (fixture.authorizer));
    }
  if (expected->check != NULL)
    g_assert_true (has_check (flow, expected->check));
  check_requests (&fixture, expected->stage);

  mcp_authorizer_forget_async (fixture.authorizer, NULL, NULL);
  g_object_unref (fixture.authorizer);
  http_fixture_free (fixture.http);
  g_free (fixture.origin);
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
  for (gsize i = 0; i < G_N_ELEMENTS (machine_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/auth/answers/machine/", machine_cases[i].name, NULL);

      g_test_add_data_func (path, &machine_cases[i], test_machine);
    }

  return g_test_run ();
}
