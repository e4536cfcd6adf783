/* test-cli-demo-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "auth-flow.h"
#include "http-fixture.h"
#include "test-support.h"

/* sounder-demo-server --auth: an authorization server that keeps the rules. */

#define BASIC "Basic ZGVtby1zZXJ2aWNlOmRlbW8tc2VjcmV0"  /* demo-service:demo-secret */

static void
test_signs_in (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-approve", NULL);
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *old = NULL;
  JsonObject *claims;

  auth_flow_call (flow, NULL, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 401);
  assert_contains (flow->challenge, "Bearer ");
  assert_contains (flow->challenge, "scope=\"mcp:read\"");
  assert_contains (flow->challenge, "/.well-known/oauth-protected-resource/mcp\"");

  /* Another port of the loopback is the same address. */
  g_assert_true (auth_flow_register (flow, "http://127.0.0.1:1/callback"));
  auth_flow_authorize (flow);
  g_assert_cmpuint (flow->status, ==, 302);
  g_assert_true (g_str_has_prefix (flow->location, AUTH_FLOW_REDIRECT "?"));
  g_assert_cmpstr (g_hash_table_lookup (flow->answer, "state"), ==, "a state & more");
  g_assert_cmpstr (g_hash_table_lookup (flow->answer, "iss"), ==, flow->base);

  g_assert_true (auth_flow_redeem (flow));
  claims = auth_flow_read_claims (flow, &node);
  g_assert_cmpstr (json_object_get_string_member (claims, "iss"), ==, flow->base);
  g_assert_cmpstr (json_object_get_string_member (claims, "aud"), ==, flow->demo->url);
  g_assert_cmpstr (json_object_get_string_member (claims, "scope"), ==, "mcp:read");
  g_assert_cmpint (json_object_get_int_member (claims, "exp"), ==,
                   json_object_get_int_member (claims, "iat") + 3600);
  g_assert_cmpint (json_object_get_int_member (claims, "iat"), <=,
                   g_get_real_time () / G_USEC_PER_SEC);

  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 200);

  /* A refreshed token is as good, and the old one is as long as it would have been. */
  old = g_strdup (flow->access);
  g_assert_true (auth_flow_refresh (flow));
  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 200);
  auth_flow_call (flow, old, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 200);
}

static void
test_steps_up (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-approve", NULL);

  auth_flow_authorize (flow);
  g_assert_true (auth_flow_redeem (flow));
  auth_flow_call (flow, flow->access, NULL, "delay-ping");
  g_assert_cmpuint (flow->status, ==, 403);
  assert_contains (flow->challenge, "error=\"insufficient_scope\"");
  assert_contains (flow->challenge, "scope=\"mcp:write\"");

  flow->scope = "mcp:read mcp:write";
  auth_flow_authorize (flow);
  g_assert_true (auth_flow_redeem (flow));
  auth_flow_call (flow, flow->access, NULL, "delay-ping");
  g_assert_cmpuint (flow->status, ==, 200);

  /* Less can be asked of a refresh token, but not more. */
  auth_flow_post_form (flow, "/token", NULL, "grant_type", "refresh_token", "refresh_token",
                       flow->refresh, "client_id", "demo-app", "scope", "mcp:write offline_access",
                       NULL);
  assert_contains (flow->body, "invalid_scope");
  auth_flow_post_form (flow, "/token", NULL, "grant_type", "refresh_token", "refresh_token",
                       flow->refresh, "client_id", "demo-app", "scope", "mcp:write", NULL);
  assert_contains (flow->body, "\"scope\":\"mcp:write\"");
}

/* What somebody sees and clicks on, once. */
static char *
read_ticket (AuthFlow *flow)
{
  const char *start = strstr (flow->body, "name=\"ticket\" value=\"");

  g_assert_cmpuint (flow->status, ==, 200);
  g_assert_nonnull (start);
  start += strlen ("name=\"ticket\" value=\"");

  return g_strndup (start, strcspn (start, "\""));
}

static void
test_asks (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, NULL, NULL);
  g_autofree char *first = NULL, *second = NULL;

  g_assert_true (auth_flow_register (flow, AUTH_FLOW_REDIRECT));
  auth_flow_authorize (flow);
  assert_contains (flow->body, "A &lt;b&gt;test&lt;/b&gt;");
  assert_contains (flow->body, AUTH_FLOW_REDIRECT);
  first = read_ticket (flow);
  auth_flow_authorize (flow);
  second = read_ticket (flow);

  auth_flow_post_form (flow, "/consent", NULL, "ticket", first, "answer", "allow", NULL);
  g_assert_cmpuint (flow->status, ==, 302);
  assert_contains (flow->location, AUTH_FLOW_REDIRECT "?code=");
  auth_flow_post_form (flow, "/consent", NULL, "ticket", first, "answer", "allow", NULL);
  g_assert_cmpuint (flow->status, ==, 400);
  auth_flow_post_form (flow, "/consent", NULL, "ticket", second, "answer", "deny", NULL);
  assert_contains (flow->location, "?error=access_denied");
  assert_contains (flow->location, "&iss=http");

  /* Nobody is sent to an address that may be anybody's. */
  flow->redirect_uri = "https://evil.example.com/";
  auth_flow_authorize (flow);
  g_assert_cmpuint (flow->status, ==, 400);
  g_assert_null (flow->location);
}

static void
test_registers (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-approve", NULL);
  static const struct
  {
    const char *body;
    const char *part;  /* of the answer */
  } rows[] = {
    { "{\"redirect_uris\":[\"https://a.example/cb\"]}", "\"client_secret\":" },
    { "{\"redirect_uris\":[\"http://localhost:1/cb\"],\"token_endpoint_auth_method\":\"none\"}",
      "\"token_endpoint_auth_method\":\"none\"" },
    { "{\"redirect_uris\":[\"http://a.example/cb\"]}", "invalid_redirect_uri" },
    { "{\"redirect_uris\":[\"https://a.example/cb#part\"]}", "invalid_redirect_uri" },
    { "{\"redirect_uris\":[\"http://127.0.0.1/cb\"],\"application_type\":\"web\"}",
      "invalid_redirect_uri" },
    { "{\"redirect_uris\":[42]}", "invalid_redirect_uri" },
    { "{\"redirect_uris\":[]}", "invalid_redirect_uri" },
    { "{}", "invalid_redirect_uri" },
    { "[]", "invalid_client_metadata" },
    { "{", "invalid_client_metadata" },
    { "{\"redirect_uris\":[\"https://a.example/cb\"],\"token_endpoint_auth_method\":\"magic\"}",
      "invalid_client_metadata" },
  };
  g_autofree char *id = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      auth_flow_send (flow, "POST", "/register", "application/json", rows[i].body, NULL);
      assert_contains (flow->body, rows[i].part);
    }

  /* The oldest is forgotten, for there is an end to everything; who was there at first is not. */
  g_assert_true (auth_flow_register (flow, AUTH_FLOW_REDIRECT));
  id = g_strdup (flow->client_id);
  for (guint i = 0; i < 64; i++)
    g_assert_true (auth_flow_register (flow, AUTH_FLOW_REDIRECT));
  auth_flow_authorize (flow);
  g_assert_cmpuint (flow->status, ==, 302);
  g_free (g_steal_pointer (&flow->client_id));
  flow->client_id = g_steal_pointer (&id);
  auth_flow_authorize (flow);
  g_assert_cmpuint (flow->status, ==, 400);
  g_free (flow->client_id);
  flow->client_id = g_strdup ("demo-app");
  auth_flow_authorize (flow);
  g_assert_cmpuint (flow->status, ==, 302);
}

/* A client whose name is the address of its metadata. */
static void
test_reads_document (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-approve", NULL);
  HttpFixture *site = http_fixture_new ();
  char *url = http_fixture_dup_url (site, "/client.json");
  static const struct
  {
    const char *id;      /* (nullable): the right one */
    guint       served;
    guint       status;
  } rows[] = { { NULL, 200, 302 }, { "https://evil.example.com/", 200, 400 }, { NULL, 404, 400 } };

  g_free (flow->client_id);
  flow->client_id = url;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = g_strdup_printf (
        "{\"client_id\":\"%s\",\"redirect_uris\":[\"" AUTH_FLOW_REDIRECT "\"]}",
        rows[i].id != NULL ? rows[i].id : url);

      http_fixture_queue (site, "GET", rows[i].served, "application/json", document);
      auth_flow_authorize (flow);
      g_assert_cmpuint (flow->status, ==, rows[i].status);
      if (i == 0)
        g_assert_true (auth_flow_redeem (flow));
    }

  http_fixture_free (site);
}

static void
test_service (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, NULL, NULL);
  g_autoptr (JsonNode) node = NULL;

  auth_flow_post_form (flow, "/token", BASIC, "grant_type", "client_credentials",
                       "resource", flow->demo->url, "scope", "mcp:read mcp:write", NULL);
  g_assert_cmpuint (flow->status, ==, 200);
  flow->access = auth_flow_member (flow, "access_token");
  flow->refresh = auth_flow_member (flow, "refresh_token");
  g_assert_null (flow->refresh);
  g_assert_cmpstr (json_object_get_string_member (auth_flow_read_claims (flow, &node), "sub"), ==,
                   "demo-service");
  auth_flow_call (flow, flow->access, NULL, "delay-ping");
  g_assert_cmpuint (flow->status, ==, 200);

  auth_flow_post_form (flow, "/token", NULL, "grant_type", "client_credentials",
                       "client_id", "demo-service", "client_secret", "demo-secret",
                       "resource", flow->demo->url, NULL);
  g_assert_cmpuint (flow->status, ==, 200);
  auth_flow_post_form (flow, "/token", NULL, "grant_type", "client_credentials",
                       "client_id", "demo-service", "client_secret", "guess",
                       "resource", flow->demo->url, NULL);
  g_assert_cmpuint (flow->status, ==, 401);
  assert_contains (flow->body, "invalid_client");
  auth_flow_post_form (flow, "/token", NULL, "grant_type", "client_credentials",
                       "client_id", "demo-app", "resource", flow->demo->url, NULL);
  assert_contains (flow->body, "unauthorized_client");
}

static void
test_revokes (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-approve", NULL);

  auth_flow_authorize (flow);
  g_assert_true (auth_flow_redeem (flow));

  /* Whose it is not cannot, and is not told. */
  auth_flow_post_form (flow, "/revoke", BASIC, "token", flow->refresh, NULL);
  g_assert_cmpuint (flow->status, ==, 200);
  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 200);

  auth_flow_post_form (flow, "/revoke", NULL, "token", flow->refresh, "client_id", "demo-app", NULL);
  g_assert_cmpuint (flow->status, ==, 200);
  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 401);
  assert_contains (flow->challenge, "error=\"invalid_token\"");
  g_assert_false (auth_flow_refresh (flow));
}

/* A time of no seconds is over at once, but for the clock. */
static void
test_expires (void)
{
  g_autoptr (AuthFlow) flow = auth_flow_new (NULL, "--auth-expiry", "0");

  auth_flow_post_form (flow, "/token", BASIC, "grant_type", "client_credentials",
                       "resource", flow->demo->url, NULL);
  assert_contains (flow->body, "\"expires_in\":0");
  flow->access = auth_flow_member (flow, "access_token");
  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 401);
  assert_contains (flow->challenge, "error_description=\"The access token has expired\"");
}

static void
test_usage (void)
{
  static const struct
  {
    const char *options[5];
    int         status;
    const char *part;
  } rows[] = {
    { { "--auth-break", "help", NULL }, 0, "no-s256                   only plain PKCE" },
    { { "--http", "--auth-break", "no-s256,magic", NULL }, 2, "--auth-break magic: not a rule" },
    { { "--http", "--auth-break", NULL }, 2, "Usage:" },
    { { "--http", "--auth-expiry", "soon", NULL }, 2, "--auth-expiry soon: not a number" },
    { { "--http", "--auth-key", "/nowhere", NULL }, 2, "/nowhere" },
    { { "--http", "--auth-magic", NULL }, 2, "Usage:" },
    { { "--auth", NULL }, 2, "Usage:" },
    { { "--help", NULL }, 0, "--auth-approve" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char *argv[7] = { (char *) g_getenv ("SOUNDER_DEMO_SERVER") };
      g_autofree char *out = NULL, *err = NULL;
      g_autoptr (GError) error = NULL;
      int status;

      for (guint j = 0; rows[i].options[j] != NULL; j++)
        argv[j + 1] = (char *) rows[i].options[j];
      g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, &error);
      g_assert_no_error (error);
      g_assert_cmpint (g_spawn_check_wait_status (status, NULL), ==, rows[i].status == 0);
      assert_contains (rows[i].status == 0 ? out : err, rows[i].part);
    }
}

/* The manual has every rule. */
static void
test_manual (void)
{
  const char *argv[] = { g_getenv ("SOUNDER_DEMO_SERVER"), "--auth-break", "help", NULL };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "sounder-demo-server.1",
                                                 NULL);
  g_autofree char *out = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) manual = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_rules = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  manual = g_string_new (text);
  g_string_replace (manual, "\\-", "-", 0);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, &error);
  g_assert_no_error (error);

  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i][0] != '\0'; i++)
    {
      lines[i][strcspn (lines[i], " ")] = '\0';
      assert_contains (manual->str, lines[i]);
      n_rules++;
    }
  g_assert_cmpuint (n_rules, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo/auth/signs-in", test_signs_in);
  g_test_add_func ("/demo/auth/steps-up", test_steps_up);
  g_test_add_func ("/demo/auth/asks", test_asks);
  g_test_add_func ("/demo/auth/registers", test_registers);
  g_test_add_func ("/demo/auth/reads-document", test_reads_document);
  g_test_add_func ("/demo/auth/service", test_service);
  g_test_add_func ("/demo/auth/revokes", test_revokes);
  g_test_add_func ("/demo/auth/expires", test_expires);
  g_test_add_func ("/demo/auth/usage", test_usage);
  g_test_add_func ("/demo/auth/manual", test_manual);

  return cli_test_main ();
}
