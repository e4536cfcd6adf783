/* test-cli-demo-auth-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "auth-flow.h"
#include "test-support.h"

/* sounder-demo-server --auth-break: each rule of authorization, kept and broken. */

/* What of one answer shows that a rule is broken. */
static void
test_broken_documents (void)
{
  static const struct
  {
    const char *rule;
    const char *path;  /* NULL: the challenge */
    const char *part;
  } rows[] = {
    { "no-metadata", "/.well-known/oauth-protected-resource/mcp", "The server is at /mcp" },
    { "no-metadata", "/.well-known/oauth-authorization-server", "The server is at /mcp" },
    { "wrong-resource", "/.well-known/oauth-protected-resource/mcp",
      "\"resource\":\"https://attacker.example.com/mcp\"" },
    { "wrong-types", "/.well-known/oauth-protected-resource/mcp", "\"resource\":42" },
    { "wrong-types", "/.well-known/oauth-protected-resource", "\"authorization_servers\":\"all\"" },
    { "wrong-issuer", "/.well-known/oauth-authorization-server",
      "\"issuer\":\"https://attacker.example.com\"" },
    { "no-s256", "/.well-known/openid-configuration",
      "\"code_challenge_methods_supported\":[\"plain\"]" },
    { "javascript-endpoint", "/.well-known/oauth-authorization-server",
      "\"authorization_endpoint\":\"javascript:" },
    { "wrong-types-server", "/.well-known/oauth-authorization-server", "\"token_endpoint\":42" },
    { "file-metadata", NULL, "resource_metadata=\"file:///etc/passwd\"" },
    { "private-metadata", NULL, "resource_metadata=\"http://169.254.169.254/" },
    { "odd-quoting", NULL, "bEaReR  realm = demo ,, scope=\"\\m\\c\\p:read\"" },
    { "single-quotes", NULL, "realm='demo', scope='mcp:read', resource_metadata='http" },
    { "page-metadata", "/.well-known/oauth-authorization-server", "<!doctype html>" },
    { "page-metadata", "/.well-known/openid-configuration", "\"token_endpoint\"" },
    { "failing-metadata", "/.well-known/openid-configuration", "\"token_endpoint\"" },
    { "resource-slash", "/.well-known/oauth-protected-resource/mcp", "/mcp/\"" },
    { "issuer-slash", "/.well-known/oauth-authorization-server", "/\",\"authorization_endpoint\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AuthFlow) flow = auth_flow_new (rows[i].rule, NULL, NULL);

      g_test_message ("%s", rows[i].rule);
      if (rows[i].path != NULL)
        auth_flow_send (flow, "GET", rows[i].path, NULL, NULL, NULL);
      else
        auth_flow_call (flow, NULL, NULL, "image");
      assert_contains (rows[i].path != NULL ? flow->body : flow->challenge, rows[i].part);
    }
}

static void
test_redirect_loop (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new ("redirect-loop", NULL, NULL);
  const char *path = "/.well-known/oauth-protected-resource/mcp";

  auth_flow_send (flow, "GET", path, NULL, NULL, NULL);
  g_assert_cmpuint (flow->status, ==, 302);
  g_assert_true (g_str_has_suffix (flow->location, path));
}

static void
test_failing_metadata (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new ("failing-metadata", NULL, NULL);
  g_autoptr (AuthFlow) silent = auth_flow_new ("pkce-not-said", NULL, NULL);

  auth_flow_send (flow, "GET", "/.well-known/oauth-authorization-server", NULL, NULL, NULL);
  g_assert_cmpuint (flow->status, ==, 503);
  auth_flow_send (silent, "GET", "/.well-known/oauth-authorization-server", NULL, NULL, NULL);
  g_assert_cmpuint (silent->status, ==, 200);
  g_assert_null (strstr (silent->body, "code_challenge_methods_supported"));
}

/* Reads a document until it ends, or is too long; returns its length. */
static guint64
measure (AuthFlow *flow,
         guint64   max)
{
  g_autofree char *url = g_strconcat (flow->base, "/.well-known/oauth-protected-resource/mcp", NULL);
  g_autofree char *buffer = g_malloc (1 << 20);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_read = 0;
  gssize n;

  stream = soup_session_send (flow->http, message, NULL, &error);
  g_assert_no_error (error);
  do
    {
      n = g_input_stream_read (stream, buffer, 1 << 20, NULL, &error);
      g_assert_no_error (error);
      n_read += n;
    }
  while (n > 0 && n_read < max);

  return n_read;
}

static void
test_long_metadata (void)
{
  g_autoptr (AuthFlow) huge = auth_flow_new ("huge-metadata", NULL, NULL);
  g_autoptr (AuthFlow) endless = auth_flow_new ("endless-metadata", NULL, NULL);
  guint64 n_huge = measure (huge, G_MAXUINT64);

  g_assert_cmpuint (n_huge, >, 100 << 20);
  g_assert_cmpuint (n_huge, <, 101 << 20);
  g_assert_cmpuint (measure (endless, 101 << 20), >=, 101 << 20);

  /* Whoever has had enough goes, and the server goes on. */
  auth_flow_call (endless, NULL, NULL, "image");
  g_assert_cmpuint (endless->status, ==, 401);
}

static void
slow_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  g_assert_null (stream);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  *(gboolean *) user_data = TRUE;
}

/* Everybody else is answered while a token takes its time. */
static void
test_slow_token (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new ("slow-token", NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *url = g_strconcat (flow->base, "/token", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  gboolean cancelled = FALSE;

  soup_session_send_async (flow->http, message, G_PRIORITY_DEFAULT, cancellable, slow_cb, &cancelled);
  for (guint i = 0; i < 20; i++)
    auth_flow_send (flow, "GET", "/jwks", NULL, NULL, NULL);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (cancelled);
}

/* How far one comes. */
typedef enum
{
  AS_IT_SHOULD_BE,
  OTHER_REDIRECT,
  OTHER_REDIRECT_FOR_CODE,
  PLAIN_CHALLENGE,
  NO_CHALLENGE,
  OTHER_RESOURCE,
  NO_RESOURCE,
  OTHER_RESOURCE_FOR_CODE,
  OTHER_VERIFIER,
  CODE_TWICE,
  REFRESH_TWICE,
  FOREIGN_TOKEN,
  TOKEN_IN_QUERY,
  UNKNOWN_SCOPE,
} Mistake;

static char *
tell_error (AuthFlow   *flow,
            const char *step)
{
  g_autofree char *error = auth_flow_member (flow, "error");

  return g_strconcat (step, ": ", error, NULL);
}

static void
set_mistake (AuthFlow *flow,
             Mistake   mistake)
{
  static const struct
  {
    gsize       field;
    const char *value;
  } settings[] = {
    [OTHER_REDIRECT] = { G_STRUCT_OFFSET (AuthFlow, redirect_uri), "http://127.0.0.1:4711/other" },
    [OTHER_REDIRECT_FOR_CODE] = { G_STRUCT_OFFSET (AuthFlow, code_redirect_uri),
                                  "http://127.0.0.1:4712/callback" },
    [PLAIN_CHALLENGE] = { G_STRUCT_OFFSET (AuthFlow, method), "plain" },
    [OTHER_VERIFIER] = { G_STRUCT_OFFSET (AuthFlow, verifier), AUTH_FLOW_SHA256 },
    [UNKNOWN_SCOPE] = { G_STRUCT_OFFSET (AuthFlow, scope), "mcp:read mcp:everything" },
  };

  if (mistake < G_N_ELEMENTS (settings) && settings[mistake].field != 0)
    G_STRUCT_MEMBER (const char *, flow, settings[mistake].field) = settings[mistake].value;
  if (mistake == OTHER_REDIRECT)
    flow->code_redirect_uri = flow->redirect_uri;
  if (mistake == PLAIN_CHALLENGE)
    flow->code_challenge = flow->verifier;
  if (mistake == NO_CHALLENGE)
    flow->code_challenge = flow->method = NULL;
  if (mistake == NO_RESOURCE || mistake == OTHER_RESOURCE)
    g_clear_pointer (&flow->resource, g_free);
  if (mistake == OTHER_RESOURCE)
    flow->resource = g_strdup ("https://another.example/mcp");
  if (mistake == NO_RESOURCE || mistake == OTHER_RESOURCE || mistake == OTHER_RESOURCE_FOR_CODE)
    {
      g_free (flow->code_resource);
      flow->code_resource = mistake == NO_RESOURCE ? NULL
                                                   : g_strdup ("https://another.example/mcp");
    }
}

/* From the registration to a call of a tool; tells where it ends. */
static char *
walk (AuthFlow *flow,
      Mistake   mistake)
{
  g_autofree char *token_in_query = NULL;

  set_mistake (flow, mistake);
  if (!auth_flow_register (flow, AUTH_FLOW_REDIRECT))
    return tell_error (flow, "register");

  auth_flow_authorize (flow);
  if (flow->status != 302)
    return g_strdup ("authorize: no redirect");
  if (g_hash_table_contains (flow->answer, "error"))
    return g_strconcat ("authorize: ", g_hash_table_lookup (flow->answer, "error"), NULL);
  if (!g_hash_table_contains (flow->answer, "state"))
    return g_strdup ("authorize: no state");
  if (g_strcmp0 (g_hash_table_lookup (flow->answer, "iss"), flow->base) != 0)
    return g_strdup (g_hash_table_contains (flow->answer, "iss") ? "authorize: other iss"
                                                                 : "authorize: no iss");

  if (!auth_flow_redeem (flow) || (mistake == CODE_TWICE && !auth_flow_redeem (flow)))
    {
      g_autofree char *told = tell_error (flow, "token");

      /* Who uses it for the second time loses what came of the first, too. */
      if (flow->access != NULL)
        {
          auth_flow_call (flow, flow->access, NULL, "image");
          g_assert_cmpuint (flow->status, ==, 401);
        }
      return g_steal_pointer (&told);
    }
  if (mistake == REFRESH_TWICE)
    {
      g_autofree char *first = g_strdup (flow->refresh);

      g_assert_true (auth_flow_refresh (flow));
      g_free (flow->refresh);
      flow->refresh = g_steal_pointer (&first);
      if (!auth_flow_refresh (flow))
        {
          g_autofree char *told = tell_error (flow, "refresh");

          auth_flow_call (flow, flow->access, NULL, "image");
          g_assert_cmpuint (flow->status, ==, 401);
          return g_steal_pointer (&told);
        }
    }

  token_in_query = g_strconcat ("?access_token=", flow->access, NULL);
  if (mistake == TOKEN_IN_QUERY)
    auth_flow_call (flow, NULL, token_in_query, "image");
  else
    auth_flow_call (flow, mistake == FOREIGN_TOKEN ? "e30.e30.e30" : flow->access, NULL, "image");

  return g_strdup_printf ("call: %u", flow->status);
}

/* Each rule is kept, and is broken when it is to be. */
static void
test_rules (void)
{
  static const struct
  {
    const char *rules; /* (nullable) */
    Mistake     mistake;
    const char *end;
  } rows[] = {
    { NULL, AS_IT_SHOULD_BE, "call: 200" },
    { "registration-refused", AS_IT_SHOULD_BE, "register: access_denied" },
    { "redirect-refused", AS_IT_SHOULD_BE, "register: invalid_redirect_uri" },
    { NULL, OTHER_REDIRECT, "authorize: no redirect" },
    { "redirect-not-checked", OTHER_REDIRECT, "call: 200" },
    { NULL, OTHER_REDIRECT_FOR_CODE, "token: invalid_grant" },
    { "redirect-not-checked", OTHER_REDIRECT_FOR_CODE, "call: 200" },
    { NULL, PLAIN_CHALLENGE, "authorize: invalid_request" },
    { "plain-pkce-accepted", PLAIN_CHALLENGE, "call: 200" },
    { "no-s256", PLAIN_CHALLENGE, "call: 200" },
    { "no-s256", AS_IT_SHOULD_BE, "authorize: invalid_request" },
    { NULL, NO_CHALLENGE, "authorize: invalid_request" },
    { "plain-pkce-accepted", NO_CHALLENGE, "call: 200" },
    { NULL, NO_RESOURCE, "authorize: invalid_target" },
    { "resource-not-checked", NO_RESOURCE, "call: 200" },
    { NULL, OTHER_RESOURCE, "authorize: invalid_target" },
    { "resource-not-checked", OTHER_RESOURCE, "call: 200" },
    { NULL, OTHER_RESOURCE_FOR_CODE, "token: invalid_target" },
    { NULL, UNKNOWN_SCOPE, "authorize: invalid_scope" },
    { "missing-state", AS_IT_SHOULD_BE, "authorize: no state" },
    { "no-iss", AS_IT_SHOULD_BE, "authorize: no iss" },
    { "wrong-iss", AS_IT_SHOULD_BE, "authorize: other iss" },
    { "invalid-client", AS_IT_SHOULD_BE, "token: invalid_client" },
    { NULL, OTHER_VERIFIER, "token: invalid_grant" },
    { "verifier-not-checked", OTHER_VERIFIER, "call: 200" },
    { NULL, CODE_TWICE, "token: invalid_grant" },
    { "code-reuse-accepted", CODE_TWICE, "call: 200" },
    { NULL, REFRESH_TWICE, "refresh: invalid_grant" },
    { "no-refresh-rotation", REFRESH_TWICE, "call: 200" },
    { "expired-token", AS_IT_SHOULD_BE, "call: 401" },
    { "expired-token,expired-token-accepted", AS_IT_SHOULD_BE, "call: 200" },
    { "401-forever", AS_IT_SHOULD_BE, "call: 401" },
    { "403-forever", AS_IT_SHOULD_BE, "call: 403" },
    { NULL, FOREIGN_TOKEN, "call: 401" },
    { "foreign-token-accepted", FOREIGN_TOKEN, "call: 200" },
    { NULL, TOKEN_IN_QUERY, "call: 401" },
    { "token-in-query-accepted", TOKEN_IN_QUERY, "call: 200" },
    { "no-metadata", AS_IT_SHOULD_BE, "call: 200" },
    { "pkce-not-said", AS_IT_SHOULD_BE, "call: 200" },
    { "issuer-slash", AS_IT_SHOULD_BE, "authorize: other iss" },
    { "resource-refused", AS_IT_SHOULD_BE, "authorize: invalid_target" },
    { "resource-refused", NO_RESOURCE, "call: 200" },
    { "audience-needed", AS_IT_SHOULD_BE, "authorize: invalid_request" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AuthFlow) flow = auth_flow_new (rows[i].rules, "--auth-approve", NULL);
      g_autofree char *end = walk (flow, rows[i].mistake);

      g_test_message ("%s, %d: %s", rows[i].rules != NULL ? rows[i].rules : "all kept",
                      rows[i].mistake, end);
      g_assert_cmpstr (end, ==, rows[i].end);
    }
}

static void
test_broken_tokens (void)
{
  g_autoptr (AuthFlow) scope = auth_flow_new ("scope-not-granted", "--auth-approve", NULL);
  g_autoptr (AuthFlow) skew = auth_flow_new ("clock-skew", "--auth-approve", NULL);
  g_autoptr (AuthFlow) types = auth_flow_new ("wrong-types-token,wrong-types-registration",
                                              "--auth-approve", NULL);
  g_autoptr (JsonNode) node = NULL;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  static const struct { const char *rule; gboolean is_registration; const char *part; } shapes[] = {
    { "expiry-as-text", FALSE, "\"expires_in\":\"3600\"" },
    { "scope-with-commas", FALSE, "\"scope\":\"mcp:read,mcp:write\"" },
    { "scope-as-list", FALSE, "\"scope\":[\"mcp:read\",\"mcp:write\"]" },
    { "refusal-with-200", FALSE, "\"error\":\"invalid_code\"" },
    { "null-registration", TRUE, "\"client_uri\":null" },
  };

  scope->scope = "mcp:read mcp:write";
  auth_flow_authorize (scope);
  g_assert_true (auth_flow_redeem (scope));
  assert_contains (scope->body, "\"scope\":\"mcp:read\"");
  auth_flow_call (scope, scope->access, NULL, "delay-ping");
  g_assert_cmpuint (scope->status, ==, 403);

  auth_flow_authorize (skew);
  g_assert_true (auth_flow_redeem (skew));
  g_assert_cmpint (json_object_get_int_member (auth_flow_read_claims (skew, &node), "iat"), >=,
                   now + 3600);

  auth_flow_authorize (types);
  auth_flow_redeem (types);
  assert_contains (types->body, "\"access_token\":42");
  assert_contains (types->body, "\"expires_in\":\"soon\"");
  auth_flow_register (types, AUTH_FLOW_REDIRECT);
  assert_contains (types->body, "\"client_id\":42");

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (AuthFlow) shaped = auth_flow_new (shapes[i].rule, "--auth-approve", NULL);

      shaped->scope = "mcp:read mcp:write";
      if (shapes[i].is_registration)
        auth_flow_register (shaped, AUTH_FLOW_REDIRECT);
      else
        auth_flow_authorize (shaped);
      if (!shapes[i].is_registration)
        auth_flow_redeem (shaped);
      assert_contains (shaped->body, shapes[i].part);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo/auth/rules", test_rules);
  g_test_add_func ("/demo/auth/broken-documents", test_broken_documents);
  g_test_add_func ("/demo/auth/broken-tokens", test_broken_tokens);
  g_test_add_func ("/demo/auth/redirect-loop", test_redirect_loop);
  g_test_add_func ("/demo/auth/failing-metadata", test_failing_metadata);
  g_test_add_func ("/demo/auth/long-metadata", test_long_metadata);
  g_test_add_func ("/demo/auth/slow-token", test_slow_token);

  return cli_test_main ();
}
