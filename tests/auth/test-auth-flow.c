/* test-auth-flow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libsoup/soup.h>

#include "cli-fixture.h"
#include "http-fixture.h"
#include "mcp-auth-metadata.h"
#include "mcp-auth-url.h"
#include "mcp-authorizer.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "test-support.h"

/*
 * Signing in to the demo server, which keeps the rules or breaks one. The browser is a GET that
 * follows to where it is sent.
 */

typedef struct
{
  CliDemo         *demo;
  McpAuthSettings *settings;
  McpAuthorizer   *authorizer;
  SoupSession     *browser;
  GPtrArray       *exchanges;   /* what was sent, as described */
  GPtrArray       *secrets;
  char            *registration; /* (nullable): what was sent to register */
  McpAuthNeed      stop_at;     /* not answered */
  guint            n_needs[MCP_AUTH_NEEDS_CALLBACK + 1];
  gboolean         pastes;
} Fixture;

static void
browsed_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (McpAuthFlow) flow = user_data;
  G_GNUC_UNUSED g_autoptr (GBytes) body =
    soup_session_send_and_read_finish (SOUP_SESSION (object), result, NULL);
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (object), result);
  const char *location = soup_message_headers_get_one (soup_message_get_response_headers (message),
                                                       "Location");

  if (location != NULL && mcp_auth_flow_get_need (flow) == MCP_AUTH_NEEDS_CALLBACK)
    mcp_auth_flow_answer (flow, location);
}

static void
browse (Fixture     *fixture,
        McpAuthFlow *flow)
{
  g_autoptr (SoupMessage) message = soup_message_new ("GET", mcp_auth_flow_get_browser_url (flow));

  g_assert_nonnull (message);
  if (fixture->pastes)
    soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (fixture->browser, message, G_PRIORITY_DEFAULT, NULL,
                                    browsed_cb, g_object_ref (flow));
}

static void
need_cb (McpAuthFlow *flow,
         GParamSpec  *pspec,
         Fixture     *fixture)
{
  McpAuthNeed need = mcp_auth_flow_get_need (flow);

  fixture->n_needs[need]++;
  if (need == fixture->stop_at || need == MCP_AUTH_NEEDS_NOTHING)
    return;
  if (need == MCP_AUTH_NEEDS_CALLBACK)
    browse (fixture, flow);
  else if (need == MCP_AUTH_NEEDS_CLIENT)
    mcp_auth_flow_answer (flow, "demo-app");
  else
    mcp_auth_flow_answer (flow, NULL);
}

static void
flow_cb (McpAuthorizer *authorizer,
         GParamSpec    *pspec,
         Fixture       *fixture)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (authorizer);

  if (flow != NULL)
    g_signal_connect (flow, "notify::need", G_CALLBACK (need_cb), fixture);
}

static void
exchange_cb (McpAuthorizer   *authorizer,
             McpAuthExchange *exchange,
             int              event,
             Fixture         *fixture)
{
  if (event != MCP_AUTH_EXCHANGE_END)
    return;

  g_ptr_array_add (fixture->exchanges, mcp_auth_exchange_describe (exchange));
  if (g_str_has_suffix (exchange->url, "/register"))
    {
      g_free (fixture->registration);
      fixture->registration = g_strndup (g_bytes_get_data (exchange->request_body, NULL),
                                         g_bytes_get_size (exchange->request_body));
    }
}

static void
secret_cb (McpAuthorizer *authorizer,
           const char    *value,
           Fixture       *fixture)
{
  g_ptr_array_add (fixture->secrets, g_strdup (value));
}

static Fixture *
fixture_new (const char *breaks,
             const char *expiry)
{
  const char *options[8] = { "--auth", "--auth-approve" };
  Fixture *fixture = g_new0 (Fixture, 1);
  guint n = 2;

  if (breaks != NULL)
    {
      options[n++] = "--auth-break";
      options[n++] = breaks;
    }
  if (expiry != NULL)
    {
      options[n++] = "--auth-expiry";
      options[n++] = expiry;
    }
  fixture->demo = cli_demo_start_with (options);
  fixture->settings = mcp_auth_settings_new ();
  fixture->browser = soup_session_new ();
  fixture->exchanges = g_ptr_array_new_with_free_func (g_free);
  fixture->secrets = g_ptr_array_new_with_free_func (g_free);
  fixture->authorizer = mcp_authorizer_new (fixture->demo->url, NULL, NULL, NULL);
  g_signal_connect (fixture->authorizer, "notify::flow", G_CALLBACK (flow_cb), fixture);
  g_signal_connect (fixture->authorizer, "exchange", G_CALLBACK (exchange_cb), fixture);
  g_signal_connect (fixture->authorizer, "secret", G_CALLBACK (secret_cb), fixture);

  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  g_signal_handlers_disconnect_by_data (fixture->authorizer, fixture);
  mcp_authorizer_forget_async (fixture->authorizer, NULL, NULL);
  g_object_unref (fixture->authorizer);
  mcp_auth_settings_free (fixture->settings);
  g_object_unref (fixture->browser);
  g_ptr_array_unref (fixture->exchanges);
  g_ptr_array_unref (fixture->secrets);
  g_free (fixture->registration);
  cli_demo_free (fixture->demo);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static McpAuthFlow *
run (Fixture     *fixture,
     McpAuthGoal  goal)
{
  mcp_authorizer_set_settings (fixture->authorizer, fixture->settings);
  mcp_authorizer_begin (fixture->authorizer, goal, FALSE);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING
              || (fixture->stop_at != MCP_AUTH_NEEDS_NOTHING
                  && mcp_auth_flow_get_need (mcp_authorizer_get_flow (fixture->authorizer))
                       == fixture->stop_at));

  return mcp_authorizer_get_flow (fixture->authorizer);
}

static guint
count_exchanges (Fixture    *fixture,
                 const char *part)
{
  guint n = 0;

  for (guint i = 0; i < fixture->exchanges->len; i++)
    n += strstr (g_ptr_array_index (fixture->exchanges, i), part) != NULL;

  return n;
}

static void
assert_signed_in (Fixture     *fixture,
                  McpAuthFlow *flow)
{
  g_assert_no_error (mcp_auth_flow_get_error (flow));
  g_assert_cmpint (mcp_authorizer_get_status (fixture->authorizer), ==, MCP_AUTHORIZER_SIGNED_IN);
  g_assert_nonnull (mcp_authorizer_get_token (fixture->authorizer));
}

static void
test_sign_in (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  McpAuthFlow *flow = run (fixture, MCP_AUTH_SIGN_IN);
  const McpAuthToken *token = mcp_authorizer_get_token (fixture->authorizer);
  g_auto (GStrv) headers = NULL;
  g_auto (GStrv) foreign = NULL;

  assert_signed_in (fixture, flow);
  for (McpAuthStage stage = MCP_AUTH_STAGE_CHALLENGE; stage < MCP_AUTH_STAGE_USE; stage++)
    {
      McpAuthStep *step = mcp_auth_flow_get_step (flow, stage);

      g_assert_cmpint (mcp_auth_step_get_state (step), ==, MCP_AUTH_STEP_DONE);
      g_assert_cmpint (mcp_auth_step_get_took_usec (step), >=, 0);
    }
  g_assert_nonnull (token->refresh_token);
  g_assert_cmpint (mcp_auth_token_get_left (token), >, 0);
  g_assert_true (g_ptr_array_find_with_equal_func (fixture->secrets, token->access_token, g_str_equal,
                                                   NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (fixture->secrets, token->refresh_token,
                                                   g_str_equal, NULL));

  /* To this server, and to no other. */
  headers = mcp_authorizer_dup_headers (fixture->authorizer, "POST", fixture->demo->url);
  g_assert_cmpstr (headers[0], ==, "Authorization");
  foreign = mcp_authorizer_dup_headers (fixture->authorizer, "POST", "http://127.0.0.1:1/mcp");
  g_assert_null (foreign);
}

static char *
dup_client_metadata (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "client-metadata.json",
                                                 NULL);
  g_autoptr (GError) error = NULL;
  char *json = NULL;

  g_file_get_contents (path, &json, NULL, &error);
  g_assert_no_error (error);

  return json;
}

/* The document that is ready to be hosted says what registering says. */
static void
test_client_metadata (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  g_autofree char *document = dup_client_metadata ();
  g_autofree char *redirect = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autofree char *portless = NULL;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  guint n_same = 0;

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_true (mcp_json_validate (document, -1, NULL));
  mcp_json_iter_init (&iter, document, strlen (document));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (document + key.offset, key.length);
      McpSpan sent;

      if (g_str_equal (name, "client_id") || g_str_equal (name, "redirect_uris"))
        continue;

      g_test_message ("%s", name);
      g_assert_true (mcp_json_lookup (fixture->registration, strlen (fixture->registration), name,
                                      &sent));
      g_assert_true (mcp_json_equal (document, value, fixture->registration, sent));
      n_same++;
    }
  g_assert_cmpuint (n_same + 1, ==, mcp_json_count (fixture->registration,
                                                    strlen (fixture->registration)));

  /* Whatever the port: RFC 8252 section 7.3. */
  redirect = mcp_json_lookup_string (fixture->registration, strlen (fixture->registration), "redirect_uris.0");
  uri = g_uri_parse (redirect, G_URI_FLAGS_NONE, NULL);
  portless = g_strdup_printf ("\"http://%s%s\"", g_uri_get_host (uri), g_uri_get_path (uri));
  g_assert_nonnull (strstr (document, portless));
}

/* Where it is hosted, it is what one signs in as. */
static void
test_client_document (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  HttpFixture *host = http_fixture_new ();
  g_autofree char *url = http_fixture_dup_url (host, "/client-metadata.json");
  g_autofree char *document = dup_client_metadata ();
  g_autofree char *id = mcp_json_lookup_string (document, strlen (document), "client_id");
  g_auto (GStrv) parts = g_strsplit (document, id, 2);
  g_autofree char *hosted = g_strjoinv (url, parts);

  http_fixture_queue (host, "GET", 200, "application/json", hosted);
  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_METADATA_URL, url);
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_null (fixture->registration);
  http_fixture_free (host);
}

/* A refresh token that was rotated takes the place of the old one, and is good. */
static void
test_refresh (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  g_autofree char *first = NULL;
  g_autofree char *first_refresh = NULL;
  const McpAuthToken *token;

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  token = mcp_authorizer_get_token (fixture->authorizer);
  first = g_strdup (token->access_token);
  first_refresh = g_strdup (token->refresh_token);
  for (guint i = 0; i < 3; i++)
    assert_signed_in (fixture, run (fixture, MCP_AUTH_REFRESH));
  token = mcp_authorizer_get_token (fixture->authorizer);
  g_assert_cmpstr (token->access_token, !=, first);
  g_assert_cmpstr (token->refresh_token, !=, first_refresh);
}

static void
test_revoke (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  run (fixture, MCP_AUTH_REVOKE);
  g_assert_null (mcp_authorizer_get_token (fixture->authorizer));
  g_assert_cmpint (mcp_authorizer_get_status (fixture->authorizer), ==, MCP_AUTHORIZER_UNUSED);
  g_assert_cmpuint (count_exchanges (fixture, "/revoke: 200"), ==, 1);
}

/* The second sign-in knows its client. */
static void
test_registered_once (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_cmpuint (count_exchanges (fixture, "/register: 201"), ==, 1);
}

static void
test_step_by_step (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);

  mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_SIGN_IN, TRUE);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING);
  assert_signed_in (fixture, mcp_authorizer_get_flow (fixture->authorizer));
  g_assert_cmpuint (fixture->n_needs[MCP_AUTH_NEEDS_GO], ==, 6);
}

static void
test_pasted (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);

  fixture->pastes = TRUE;
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
}

/* What anybody on this machine may send is not the answer, and does not end the wait. */
static void
test_other_answers (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  McpAuthFlow *flow;

  fixture->stop_at = MCP_AUTH_NEEDS_CALLBACK;
  flow = run (fixture, MCP_AUTH_SIGN_IN);
  mcp_auth_flow_answer (flow, "code=evil&state=wrong");
  mcp_auth_flow_answer (flow, "code=evil");
  mcp_auth_flow_answer (flow, "error=access_denied");
  mcp_auth_flow_answer (flow, NULL);
  mcp_auth_flow_answer (flow, "%%%");
  g_assert_cmpint (mcp_auth_flow_get_need (flow), ==, MCP_AUTH_NEEDS_CALLBACK);
  browse (fixture, flow);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING);
  assert_signed_in (fixture, flow);
}

static void
test_cancel (void)
{
  static const McpAuthNeed needs[] = { MCP_AUTH_NEEDS_CONSENT, MCP_AUTH_NEEDS_CALLBACK };

  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
      McpAuthFlow *flow;

      fixture->stop_at = needs[i];
      flow = run (fixture, MCP_AUTH_SIGN_IN);
      mcp_authorizer_cancel (fixture->authorizer);
      TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) == MCP_AUTHORIZER_FAILED);
      g_assert_error (mcp_auth_flow_get_error (flow), MCP_ERROR, MCP_ERROR_CANCELLED);
    }
}

/* In the middle of a request that is not answered. */
static void
test_cancel_request (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("slow-token", NULL);
  McpAuthFlow *flow = mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_SIGN_IN, FALSE);
  McpAuthStep *token = mcp_auth_flow_get_step (flow, MCP_AUTH_STAGE_TOKEN);

  TEST_AWAIT (mcp_auth_step_get_state (token) == MCP_AUTH_STEP_RUNNING
              && mcp_auth_step_get_exchanges (token)->len == 1);
  mcp_authorizer_cancel (fixture->authorizer);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) == MCP_AUTHORIZER_FAILED);
  TEST_AWAIT (count_exchanges (fixture, "/token") == 1);
}

typedef struct
{
  const char   *breaks;
  McpAuthStage  stage;   /* where it fails; MCP_AUTH_N_STAGES: it does not */
  const char   *said;    /* of the error, or (nullable) a rule where it does not fail */
  struct { McpAuthSetting setting; const char *value; } settings[2];
} BreakCase;

static gboolean
has_check (McpAuthFlow *flow,
           const char  *rule)
{
  for (McpAuthStage stage = 0; stage < MCP_AUTH_N_STAGES; stage++)
    {
      McpAuthStep *step = mcp_auth_flow_get_step (flow, stage);
      GPtrArray *checks = mcp_auth_step_get_checks (step);

      for (guint i = 0; i < checks->len; i++)
        {
          McpAuthCheck *check = g_ptr_array_index (checks, i);

          if (check->result != MCP_AUTH_CHECK_HOLDS && g_str_equal (check->rule, rule))
            return TRUE;
        }
    }

  return FALSE;
}

static void
test_broken (gconstpointer user_data)
{
  const BreakCase *broken = user_data;
  g_autoptr (Fixture) fixture = fixture_new (broken->breaks, NULL);
  McpAuthFlow *flow;
  const GError *error;

  /* An answer without state is waited for as none. */
  if (g_str_equal (broken->breaks, "missing-state"))
    fixture->stop_at = MCP_AUTH_NEEDS_CALLBACK;
  for (gsize i = 0; i < G_N_ELEMENTS (broken->settings) && broken->settings[i].value != NULL; i++)
    if (broken->settings[i].setting == MCP_AUTH_PARAM)
      mcp_auth_settings_set_param (fixture->settings, "audience", broken->settings[i].value);
    else
      mcp_auth_settings_set (fixture->settings, broken->settings[i].setting, broken->settings[i].value);
  flow = run (fixture, MCP_AUTH_SIGN_IN);
  error = mcp_auth_flow_get_error (flow);
  if (broken->stage == MCP_AUTH_N_STAGES)
    {
      g_assert_no_error (error);
      if (broken->said != NULL)
        g_assert_true (has_check (flow, broken->said));
      return;
    }

  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, broken->said));
  g_assert_cmpint (mcp_auth_step_get_state (mcp_auth_flow_get_step (flow, broken->stage)), ==,
                   MCP_AUTH_STEP_FAILED);
  g_assert_null (mcp_authorizer_get_token (fixture->authorizer));
}

static void
test_client_credentials (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  g_autofree char *resource = mcp_auth_url_dup_resource_of (fixture->demo->url);
  g_autoptr (McpAuthStore) store = mcp_auth_store_new (resource);

  mcp_auth_settings_set (fixture->settings, MCP_AUTH_GRANT, "client_credentials");
  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_ID, "demo-service");
  /* Where the window puts it. */
  mcp_auth_store_set_secret (store, mcp_auth_setting_get_key (MCP_AUTH_CLIENT_SECRET), "demo-secret");
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_cmpuint (fixture->n_needs[MCP_AUTH_NEEDS_CONSENT], ==, 0);
  g_assert_true (g_ptr_array_find_with_equal_func (fixture->secrets, "demo-secret", g_str_equal, NULL));

  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_SECRET, "wrong");
  g_assert_error (mcp_auth_flow_get_error (run (fixture, MCP_AUTH_SIGN_IN)), MCP_ERROR,
                  MCP_ERROR_AUTH);
}

static void
tried_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpAuthVerdict
try (Fixture        *fixture,
     McpAuthMistake  mistake)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *detail = NULL;
  McpAuthVerdict verdict;

  mcp_authorizer_try_async (fixture->authorizer, mistake, 2, tried_cb, &result);
  TEST_AWAIT (result != NULL);
  verdict = mcp_authorizer_try_finish (fixture->authorizer, result, &detail);
  g_test_message ("%s: %s: %s", mcp_auth_mistake_get_name (mistake),
                  mcp_auth_verdict_get_nick (verdict), detail);

  return verdict;
}

/* Each mistake is refused, and nothing of it is kept, nor is what was there lost. */
static void
test_mistakes (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  g_autofree char *before = NULL;

  g_assert_cmpint (try (fixture, MCP_AUTH_WRONG_VERIFIER), ==, MCP_AUTH_REFUSED);
  g_assert_null (mcp_authorizer_get_token (fixture->authorizer));
  g_assert_cmpint (try (fixture, MCP_AUTH_UNKNOWN_TOKEN), ==, MCP_AUTH_UNTRIED);

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  before = g_strdup (mcp_authorizer_get_token (fixture->authorizer)->access_token);
  for (McpAuthMistake mistake = MCP_AUTH_NO_MISTAKE + 1; mistake < MCP_AUTH_N_MISTAKES; mistake++)
    {
      /* Nobody waits for an hour. */
      g_assert_cmpint (try (fixture, mistake), ==, mistake == MCP_AUTH_EXPIRED_TOKEN
                                                     ? MCP_AUTH_UNTRIED
                                                     : MCP_AUTH_REFUSED);
      g_assert_cmpstr (mcp_authorizer_get_token (fixture->authorizer)->access_token, ==, before);
      g_assert_cmpint (mcp_authorizer_get_status (fixture->authorizer), ==,
                       MCP_AUTHORIZER_SIGNED_IN);
    }
}

/* A token that is over while one looks. Where the machine is too busy for a short one, another is got. */
static void
test_expired_mistake (gconstpointer breaks)
{
  g_autoptr (Fixture) fixture = fixture_new (breaks, "3");
  McpAuthVerdict verdict = MCP_AUTH_UNTRIED;

  for (guint i = 0; i < 10 && verdict == MCP_AUTH_UNTRIED; i++)
    {
      assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
      verdict = try (fixture, MCP_AUTH_EXPIRED_TOKEN);
    }
  g_assert_cmpint (verdict, ==, breaks != NULL ? MCP_AUTH_ACCEPTED : MCP_AUTH_REFUSED);
}

/* One rule broken: what breaks it is accepted, and nothing else that the rule does not cover. */
static void
test_accepted_mistakes (void)
{
  static const struct
  {
    const char     *breaks;
    McpAuthMistake  accepted[3];
    McpAuthVerdict  verdict;
  } cases[] = {
    { "verifier-not-checked", { MCP_AUTH_WRONG_VERIFIER }, MCP_AUTH_ACCEPTED },
    { "plain-pkce-accepted", { MCP_AUTH_PLAIN_PKCE }, MCP_AUTH_TOLERATED },
    { "plain-pkce-accepted", { MCP_AUTH_NO_PKCE }, MCP_AUTH_ACCEPTED },
    { "redirect-not-checked", { MCP_AUTH_OTHER_REDIRECT }, MCP_AUTH_ACCEPTED },
    { "resource-not-checked", { MCP_AUTH_NO_RESOURCE, MCP_AUTH_FOREIGN_RESOURCE },
      MCP_AUTH_TOLERATED },
    { "code-reuse-accepted", { MCP_AUTH_CODE_TWICE }, MCP_AUTH_ACCEPTED },
    { "foreign-token-accepted", { MCP_AUTH_UNKNOWN_TOKEN, MCP_AUTH_ALTERED_TOKEN },
      MCP_AUTH_ACCEPTED },
    { "token-in-query-accepted", { MCP_AUTH_TOKEN_IN_QUERY }, MCP_AUTH_ACCEPTED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (cases[i].breaks, NULL);

      g_test_message ("%s", cases[i].breaks);
      assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
      for (gsize j = 0; cases[i].accepted[j] != MCP_AUTH_NO_MISTAKE; j++)
        g_assert_cmpint (try (fixture, cases[i].accepted[j]), ==, cases[i].verdict);
      g_assert_cmpint (try (fixture, MCP_AUTH_WITHOUT_TOKEN), ==, MCP_AUTH_REFUSED);
    }
}

/* Where the settings depart from the specification, that is no mistake, and the others are tried with it. */
static void
test_departed_mistakes (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("resource-refused", NULL);

  mcp_auth_settings_set (fixture->settings, MCP_AUTH_RESOURCE, "none");
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_cmpint (try (fixture, MCP_AUTH_NO_RESOURCE), ==, MCP_AUTH_UNTRIED);
  g_assert_cmpint (try (fixture, MCP_AUTH_FOREIGN_RESOURCE), ==, MCP_AUTH_REFUSED);
  g_assert_cmpint (try (fixture, MCP_AUTH_WRONG_VERIFIER), ==, MCP_AUTH_REFUSED);
  g_assert_cmpint (try (fixture, MCP_AUTH_WITHOUT_TOKEN), ==, MCP_AUTH_REFUSED);
}

/* A client that shows its secret by HTTP Basic, and is not taken so, shows it in the form. */
static void
test_basic_not_taken (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("basic-not-taken", NULL);

  mcp_auth_settings_set (fixture->settings, MCP_AUTH_GRANT, "client_credentials");
  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_ID, "demo-service");
  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_SECRET, "demo-secret");
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_cmpuint (count_exchanges (fixture, "/token: 400"), ==, 1);
  g_assert_cmpuint (count_exchanges (fixture, "/token: 200"), ==, 1);
}

/* Several who meet a 401 at the same time cause one refresh. */
static void
obtained_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  guint *n = user_data;

  *n += mcp_authorizer_obtain_finish (MCP_AUTHORIZER (object), result, NULL);
}

static void
test_one_refresh (void)
{
  g_autoptr (Fixture) fixture = fixture_new (NULL, NULL);
  g_autofree char *refused = NULL;
  guint n = 0;

  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  refused = g_strdup (mcp_authorizer_get_token (fixture->authorizer)->access_token);
  g_ptr_array_set_size (fixture->exchanges, 0);
  for (guint i = 0; i < 10; i++)
    mcp_authorizer_obtain_async (fixture->authorizer, refused, FALSE, obtained_cb, &n);
  TEST_AWAIT (n == 10);
  g_assert_cmpuint (fixture->exchanges->len, ==, 1);
  g_assert_cmpuint (count_exchanges (fixture, "/token: 200"), ==, 1);
}

static void
test_wrong_client (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("registration-refused", NULL);

  mcp_auth_settings_set (fixture->settings, MCP_AUTH_CLIENT_ID, "demo-app");
  assert_signed_in (fixture, run (fixture, MCP_AUTH_SIGN_IN));
  g_assert_cmpuint (count_exchanges (fixture, "/register"), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  static const BreakCase broken[] = {
    { "file-metadata", MCP_AUTH_STAGE_RESOURCE, "file:///etc/passwd" },
    { "private-metadata", MCP_AUTH_STAGE_RESOURCE, "169.254.169.254" },
    { "redirect-loop", MCP_AUTH_STAGE_RESOURCE, "redirected again and again" },
    { "huge-metadata", MCP_AUTH_STAGE_RESOURCE, "more than 1024 KiB" },
    { "endless-metadata", MCP_AUTH_STAGE_RESOURCE, "more than 1024 KiB" },
    { "wrong-resource", MCP_AUTH_STAGE_RESOURCE, "another resource" },
    { "wrong-types", MCP_AUTH_STAGE_RESOURCE, "authorization_servers" },
    { "wrong-issuer", MCP_AUTH_STAGE_SERVER, "another issuer" },
    { "no-s256", MCP_AUTH_STAGE_SERVER, "PKCE" },
    { "javascript-endpoint", MCP_AUTH_STAGE_SERVER, "javascript:" },
    { "wrong-types-server", MCP_AUTH_STAGE_SERVER, "" },
    { "wrong-types-registration", MCP_AUTH_STAGE_REGISTRATION, "registers no client" },
    { "registration-refused", MCP_AUTH_STAGE_REGISTRATION, "registers no client" },
    { "redirect-refused", MCP_AUTH_STAGE_REGISTRATION, "http://127.0.0.1" },
    { "no-iss", MCP_AUTH_STAGE_CALLBACK, "who it is from" },
    { "wrong-iss", MCP_AUTH_STAGE_CALLBACK, "another issuer" },
    { "wrong-types-token", MCP_AUTH_STAGE_TOKEN, "without a token" },
    { "invalid-client", MCP_AUTH_STAGE_TOKEN, "invalid_client" },
    { "odd-quoting", MCP_AUTH_N_STAGES, NULL },
    { "scope-not-granted", MCP_AUTH_N_STAGES, "auth.scope" },
    { "clock-skew", MCP_AUTH_N_STAGES, "auth.clock" },
    { "expired-token", MCP_AUTH_N_STAGES, "auth.clock" },
    { "page-metadata", MCP_AUTH_N_STAGES, "auth.metadata" },
    { "failing-metadata", MCP_AUTH_N_STAGES, "auth.metadata" },
    { "resource-slash", MCP_AUTH_N_STAGES, "auth.slash" },
    { "issuer-slash", MCP_AUTH_STAGE_SERVER, "slash" },
    { "issuer-slash", MCP_AUTH_N_STAGES, "auth.issuer", { { MCP_AUTH_IGNORE_ISSUER_SLASH, "true" } } },
    { "pkce-not-said", MCP_AUTH_STAGE_SERVER, "PKCE" },
    { "pkce-not-said", MCP_AUTH_N_STAGES, "auth.pkce", { { MCP_AUTH_ASSUME_PKCE, "true" } } },
    { "single-quotes", MCP_AUTH_N_STAGES, "auth.challenge" },
    { "null-registration", MCP_AUTH_N_STAGES, "auth.registration" },
    { "expiry-as-text", MCP_AUTH_N_STAGES, "auth.token" },
    { "scope-with-commas", MCP_AUTH_N_STAGES, "auth.token", { { MCP_AUTH_SCOPE, "mcp:read mcp:write" } } },
    { "scope-as-list", MCP_AUTH_N_STAGES, "auth.token" },
    { "refusal-with-200", MCP_AUTH_STAGE_TOKEN, "invalid_code" },
    { "basic-not-taken", MCP_AUTH_N_STAGES, NULL },
    { "resource-refused", MCP_AUTH_STAGE_CALLBACK, "AADSTS9010010" },
    { "resource-refused", MCP_AUTH_N_STAGES, "auth.departure", { { MCP_AUTH_RESOURCE, "none" } } },
    { "audience-needed", MCP_AUTH_STAGE_CALLBACK, "audience" },
    { "audience-needed", MCP_AUTH_N_STAGES, "auth.departure", { { MCP_AUTH_PARAM, "x" } } },
  };

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/flow/sign-in", test_sign_in);
  g_test_add_func ("/auth/flow/client-metadata", test_client_metadata);
  g_test_add_func ("/auth/flow/client-document", test_client_document);
  g_test_add_func ("/auth/flow/refresh", test_refresh);
  g_test_add_func ("/auth/flow/revoke", test_revoke);
  g_test_add_func ("/auth/flow/registered-once", test_registered_once);
  g_test_add_func ("/auth/flow/step-by-step", test_step_by_step);
  g_test_add_func ("/auth/flow/pasted", test_pasted);
  g_test_add_func ("/auth/flow/other-answers", test_other_answers);
  g_test_add_func ("/auth/flow/cancel", test_cancel);
  g_test_add_func ("/auth/flow/cancel-request", test_cancel_request);
  g_test_add_func ("/auth/flow/client-credentials", test_client_credentials);
  g_test_add_func ("/auth/flow/mistakes", test_mistakes);
  g_test_add_func ("/auth/flow/accepted-mistakes", test_accepted_mistakes);
  g_test_add_func ("/auth/flow/departed-mistakes", test_departed_mistakes);
  g_test_add_func ("/auth/flow/basic-not-taken", test_basic_not_taken);
  g_test_add_data_func ("/auth/flow/expired-refused", NULL, test_expired_mistake);
  g_test_add_data_func ("/auth/flow/expired-accepted", "expired-token-accepted", test_expired_mistake);
  g_test_add_func ("/auth/flow/one-refresh", test_one_refresh);
  g_test_add_func ("/auth/flow/known-client", test_wrong_client);
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *path = g_strconcat ("/auth/flow/broken/", broken[i].breaks,
                                           broken[i].settings[0].value != NULL ? "-set" : NULL, NULL);

      g_test_add_data_func (path, &broken[i], test_broken);
    }

  return cli_test_main ();
}
