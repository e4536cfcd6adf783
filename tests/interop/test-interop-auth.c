/* test-interop-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "interop-auth.h"

/*
 * That the real authorization servers of tests/interop/servers work, each from the challenge to a
 * call, its refresh and its end: by hand, without a line of what they are there to check.
 */

#define REDIRECT "http://127.0.0.1:4711/callback"
#define VERIFIER "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  /* RFC 7636 appendix B */
#define SHA256   "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
#define FORM     "application/x-www-form-urlencoded"
#define JSON     "application/json"

#define CALL(id, tool) "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"tools/call\"," \
                       "\"params\":{\"name\":\"" tool "\",\"arguments\":{}}}"
#define LIST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"

typedef struct
{
  SoupSession *http;
  AuthServer  *server;
  JsonNode    *metadata;   /* of the authorization server */
  char        *client_id;
  char        *client;     /* (nullable): what a client with a secret shows */
  guint        status;
  char        *challenge;  /* (nullable) */
  char        *body;
  char        *access;     /* "Bearer …" */
  char        *refresh;
} Walk;

static void
send_request (Walk       *walk,
              const char *method,
              const char *url,
              const char *type,          /* (nullable) */
              const char *body,          /* (nullable) */
              const char *authorization) /* (nullable) */
{
  g_autoptr (SoupMessage) message = soup_message_new (method, url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr (GBytes) sent = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GBytes) received = NULL;
  g_autoptr (GError) error = NULL;

  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (authorization != NULL)
    soup_message_headers_replace (headers, "Authorization", authorization);
  if (sent != NULL)
    soup_message_set_request_body_from_bytes (message, type, sent);
  received = soup_session_send_and_read (walk->http, message, NULL, &error);
  g_assert_no_error (error);

  walk->status = soup_message_get_status (message);
  g_free (walk->challenge);
  walk->challenge = g_strdup (soup_message_headers_get_list (
    soup_message_get_response_headers (message), "WWW-Authenticate"));
  g_free (walk->body);
  walk->body = g_strndup (g_bytes_get_size (received) > 0 ? g_bytes_get_data (received, NULL) : "",
                          g_bytes_get_size (received));
  g_test_message ("%s %s: %u %.300s", method, url, walk->status, walk->body);
}

static JsonNode *
parse (Walk *walk)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (walk->body, &error);

  g_assert_no_error (error);

  return node;
}

static const char *
get_endpoint (Walk       *walk,
              const char *name)
{
  return json_object_get_string_member (json_node_get_object (walk->metadata), name);
}

/* The path of an issuer stands before the name of OpenID's document (OpenID Connect Discovery 1.0). */
static void
discover (Walk *walk)
{
  g_autoptr (JsonNode) resource = NULL;
  g_autofree char *url = NULL, *document = NULL;
  const char *start, *issuer;

  send_request (walk, "POST", walk->server->url, JSON, LIST, NULL);
  g_assert_cmpuint (walk->status, ==, 401);
  start = strstr (walk->challenge, "resource_metadata=\"");
  g_assert_nonnull (start);
  start += strlen ("resource_metadata=\"");
  url = g_strndup (start, strcspn (start, "\""));

  send_request (walk, "GET", url, NULL, NULL, NULL);
  resource = parse (walk);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (resource), "resource"), ==,
                   walk->server->url);
  issuer = json_array_get_string_element (
    json_object_get_array_member (json_node_get_object (resource), "authorization_servers"), 0);
  document = g_strconcat (issuer, "/.well-known/openid-configuration", NULL);
  send_request (walk, "GET", document, NULL, NULL, NULL);
  walk->metadata = parse (walk);
  g_assert_cmpstr (get_endpoint (walk, "issuer"), ==, issuer);
}

/* Without a secret where the server can do with none: glewlwyd cannot. */
static const char *
choose_method (Walk *walk)
{
  JsonArray *methods = json_object_get_array_member (json_node_get_object (walk->metadata),
                                                     "token_endpoint_auth_methods_supported");

  for (guint i = 0; i < json_array_get_length (methods); i++)
    if (g_str_equal (json_array_get_string_element (methods, i), "none"))
      return "none";

  return "client_secret_basic";
}

static void
register_client (Walk *walk)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *body = g_strdup_printf (
    "{\"client_name\":\"Walk\",\"redirect_uris\":[\"" REDIRECT "\"],\"application_type\":\"native\","
    "\"grant_types\":[\"authorization_code\",\"refresh_token\"],\"response_types\":[\"code\"],"
    "\"token_endpoint_auth_method\":\"%s\"}", choose_method (walk));
  JsonObject *answer;

  send_request (walk, "POST", get_endpoint (walk, "registration_endpoint"), JSON, body, NULL);
  g_assert_cmpuint (walk->status / 100, ==, 2);
  node = parse (walk);
  answer = json_node_get_object (node);
  walk->client_id = g_strdup (json_object_get_string_member (answer, "client_id"));
  if (json_object_has_member (answer, "client_secret"))
    {
      g_autofree char *pair = g_strconcat (walk->client_id, ":",
                                           json_object_get_string_member (answer, "client_secret"),
                                           NULL);
      g_autofree char *encoded = g_base64_encode ((const guchar *) pair, strlen (pair));

      walk->client = g_strconcat ("Basic ", encoded, NULL);
    }
}

static void
keep_tokens (Walk *walk)
{
  g_autoptr (JsonNode) node = parse (walk);
  JsonObject *answer = json_node_get_object (node);

  g_assert_cmpuint (walk->status, ==, 200);
  g_free (walk->access);
  walk->access = g_strconcat ("Bearer ", json_object_get_string_member (answer, "access_token"),
                              NULL);
  g_free (walk->refresh);
  walk->refresh = g_strdup (json_object_get_string_member (answer, "refresh_token"));
}

static void
sign_in (Walk       *walk,
         const char *scope)
{
  g_autofree char *query = soup_form_encode (
    "response_type", "code", "client_id", walk->client_id, "redirect_uri", REDIRECT, "state", "s",
    "code_challenge", SHA256, "code_challenge_method", "S256", "scope", scope,
    "resource", walk->server->url, NULL);
  g_autofree char *url = g_strconcat (get_endpoint (walk, "authorization_endpoint"), "?", query, NULL);
  g_autofree char *callback = auth_browser_visit (url, REDIRECT "?");
  g_autoptr (GHashTable) answer = soup_form_decode (strchr (callback, '?') + 1);
  g_autofree char *form = NULL;

  g_assert_cmpstr (g_hash_table_lookup (answer, "error"), ==, NULL);
  g_assert_cmpstr (g_hash_table_lookup (answer, "state"), ==, "s");
  form = soup_form_encode ("grant_type", "authorization_code", "code",
                           g_hash_table_lookup (answer, "code"), "redirect_uri", REDIRECT,
                           "client_id", walk->client_id, "code_verifier", VERIFIER,
                           "resource", walk->server->url, NULL);
  send_request (walk, "POST", get_endpoint (walk, "token_endpoint"), FORM, form, walk->client);
  keep_tokens (walk);
}

/* Without the resource oidc-provider gives a token for something else. */
static void
refresh (Walk       *walk,
         const char *token)
{
  g_autofree char *form = soup_form_encode ("grant_type", "refresh_token", "refresh_token", token,
                                            "client_id", walk->client_id,
                                            "resource", walk->server->url, NULL);

  send_request (walk, "POST", get_endpoint (walk, "token_endpoint"), FORM, form, walk->client);
}

static void
assert_body (Walk       *walk,
             const char *part)
{
  g_assert_cmpuint (walk->status, ==, 200);
  if (strstr (walk->body, part) == NULL)
    g_error ("no “%s” in: %s", part, walk->body);
}

static void
walk_through (const char *script)
{
  const char *options[] = { script, NULL };
  g_autoptr (SoupSession) http = NULL;
  Walk walk = { .server = auth_server_start (options) };
  g_autofree char *old = NULL, *form = NULL;

  if (walk.server == NULL)
    return;

  http = soup_session_new ();
  walk.http = http;
  discover (&walk);
  register_client (&walk);
  sign_in (&walk, "mcp:read");
  send_request (&walk, "POST", walk.server->url, JSON, LIST, walk.access);
  assert_body (&walk, "\"name\":\"sound\"");

  /* What needs more is refused by the SDK's guard, until there is more. */
  send_request (&walk, "POST", walk.server->url, JSON, CALL (2, "dredge"), walk.access);
  g_assert_cmpuint (walk.status, ==, 403);
  g_assert_nonnull (strstr (walk.challenge, "insufficient_scope"));
  sign_in (&walk, "mcp:read mcp:write");
  send_request (&walk, "POST", walk.server->url, JSON, CALL (3, "dredge"), walk.access);
  assert_body (&walk, "deeper");

  /* A refresh token is good once. */
  old = g_strdup (walk.refresh);
  refresh (&walk, old);
  keep_tokens (&walk);
  g_assert_cmpstr (old, !=, walk.refresh);
  send_request (&walk, "POST", walk.server->url, JSON, CALL (4, "sound"), walk.access);
  assert_body (&walk, "by ");

  form = soup_form_encode ("token", walk.refresh, "token_type_hint", "refresh_token",
                           "client_id", walk.client_id, NULL);
  send_request (&walk, "POST", get_endpoint (&walk, "revocation_endpoint"), FORM, form,
                walk.client);
  g_assert_cmpuint (walk.status, ==, 200);
  refresh (&walk, walk.refresh);
  g_assert_cmpuint (walk.status, ==, 400);
  refresh (&walk, old);
  g_assert_cmpuint (walk.status, ==, 400);

  auth_server_stop (walk.server);
  json_node_unref (walk.metadata);
  g_free (walk.client_id);
  g_free (walk.client);
  g_free (walk.challenge);
  g_free (walk.body);
  g_free (walk.access);
  g_free (walk.refresh);
}

static void
test_oidc (void)
{
  walk_through ("oidc-server.mjs");
}

static void
test_glewlwyd (void)
{
  g_autofree char *place = interop_file ("bin");
  g_autofree char *program = NULL;

  if (place == NULL)
    return;

  program = g_build_filename (place, "..", "glewlwyd", NULL);
  if (g_file_test (program, G_FILE_TEST_EXISTS))
    walk_through ("glewlwyd-server.mjs");
  else
    g_test_skip ("Debian alone has glewlwyd");
}

static void
test_dpop (gconstpointer data)
{
  const char *options[] = { "oidc-server.mjs", data, NULL };
  g_autoptr (AuthServer) server = auth_server_start (options);
  g_autofree char *node = NULL, *script = NULL, *out = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (server == NULL)
    return;

  node = interop_file ("bin/node");
  script = g_test_build_filename (G_TEST_DIST, "interop", "servers", "dpop-walk.mjs", NULL);
  {
    char *argv[] = { node, script, (char *) g_getenv ("SOUNDER_INTEROP_DIR"), server->url, NULL };

    g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, &error);
    g_assert_no_error (error);
  }
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, g_str_has_suffix (data, "nonce") ? "with nonces\n" : "without nonces\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interop/auth/oidc-provider", test_oidc);
  g_test_add_data_func ("/interop/auth/dpop", "--dpop", test_dpop);
  g_test_add_data_func ("/interop/auth/dpop-nonce", "--dpop-nonce", test_dpop);
  g_test_add_func ("/interop/auth/glewlwyd", test_glewlwyd);

  return g_test_run ();
}
