/* test-auth-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libsoup/soup.h>

#include "cli-fixture.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-http-stream.h"
#include "mcp-session-secrets.h"
#include "mcp-session.h"
#include "test-support.h"

/*
 * What a session on the demo server does while tokens come and go. The browser is a GET that follows
 * to where it is sent.
 */

#define N_CALLS 5

typedef struct
{
  CliDemo       *demo;
  McpSession    *session;
  McpAuthorizer *authorizer;
  SoupSession   *browser;
  GPtrArray     *secrets;    /* all that were told, and what came back in the browser */
  guint          n_asked;    /* how often a person was asked */
  gboolean       ignores;    /* whoever is asked does not answer */
  guint          n_done;
  guint          n_good;
  GError        *error;      /* (nullable): of the last that failed */
} Fixture;

static void
need_cb (McpAuthFlow *flow,
         GParamSpec  *pspec,
         Fixture     *fixture)
{
  g_autoptr (SoupMessage) message = NULL;

  if (mcp_auth_flow_get_need (flow) != MCP_AUTH_NEEDS_CONSENT)
    return;

  fixture->n_asked++;
  if (fixture->ignores)
    return;

  message = soup_message_new ("GET", mcp_auth_flow_get_browser_url (flow));
  mcp_auth_flow_answer (flow, NULL);
  soup_session_send_and_read_async (fixture->browser, message, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
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
secret_cb (McpAuthorizer *authorizer,
           const char    *value,
           Fixture       *fixture)
{
  g_ptr_array_add (fixture->secrets, g_strdup (value));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Fixture *fixture = user_data;

  g_clear_error (&fixture->error);
  mcp_session_open_finish (MCP_SESSION (source), result, &fixture->error);
  fixture->n_done++;
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  ((Fixture *) user_data)->n_done++;
}

static void
open_session (Fixture *fixture)
{
  fixture->n_done = 0;
  mcp_session_open_async (fixture->session, NULL, opened_cb, fixture);
  TEST_AWAIT (fixture->n_done == 1);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  breaks)
{
  const char *options[] = { "--auth", "--auth-approve", breaks != NULL ? "--auth-break" : NULL,
                            breaks, NULL };
  g_autoptr (McpProfile) profile = NULL;

  fixture->demo = cli_demo_start_with (options);
  profile = mcp_profile_new_for_url ("demo", fixture->demo->url);
  mcp_profile_stop_probes (profile);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  fixture->session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (fixture->session, FALSE);
  fixture->browser = soup_session_new ();
  fixture->secrets = g_ptr_array_new_with_free_func (g_free);
  fixture->authorizer = g_object_ref (mcp_session_get_authorizer (fixture->session));
  mcp_authorizer_set_interactive (fixture->authorizer, TRUE);
  g_signal_connect (fixture->authorizer, "notify::flow", G_CALLBACK (flow_cb), fixture);
  g_signal_connect (fixture->authorizer, "secret", G_CALLBACK (secret_cb), fixture);

  /* A connect asks nobody, a person signs in, and it is connected. */
  open_session (fixture);
  g_assert_error (fixture->error, MCP_ERROR, MCP_ERROR_AUTH);
  g_assert_cmpuint (fixture->n_asked, ==, 0);
  mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_SIGN_IN, FALSE);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) == MCP_AUTHORIZER_SIGNED_IN);
  open_session (fixture);
  if (g_strcmp0 (breaks, "401-forever") != 0)
    g_assert_no_error (fixture->error);
  fixture->n_asked = 0;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  breaks)
{
  if (fixture->session != NULL)
    {
      fixture->n_done = 0;
      mcp_session_close_async (fixture->session, NULL, closed_cb, fixture);
      TEST_AWAIT (fixture->n_done == 1);
    }
  g_signal_handlers_disconnect_by_data (fixture->authorizer, fixture);
  mcp_authorizer_forget_async (fixture->authorizer, NULL, NULL);
  g_clear_object (&fixture->authorizer);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->browser);
  g_ptr_array_unref (fixture->secrets);
  g_clear_error (&fixture->error);
  cli_demo_free (fixture->demo);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Fixture *fixture = user_data;

  g_clear_error (&fixture->error);
  fixture->n_good += mcp_session_call_finish (MCP_SESSION (source), result, &fixture->error);
  fixture->n_done++;
}

static void
start_calls (Fixture    *fixture,
             const char *tool,
             guint       n)
{
  g_autofree char *params = g_strdup_printf ("{\"name\":\"%s\",\"arguments\":{\"message\":\"m\"}}", tool);

  fixture->n_done = 0;
  fixture->n_good = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpCall) call = mcp_call_new ("tools/call", params);

      mcp_session_call_async (fixture->session, call, NULL, called_cb, fixture);
    }
}

/* The server does not take the token any more; @refreshable: there is one that gets another. */
static void
spoil_token (Fixture  *fixture,
             gboolean  refreshable)
{
  g_autoptr (GUri) uri = g_uri_parse (fixture->demo->url, G_URI_FLAGS_NONE, NULL);
  g_autoptr (McpAuthStore) store = mcp_auth_store_new (fixture->demo->url);
  g_autoptr (McpAuthToken) token = mcp_auth_token_copy (mcp_auth_store_get_token (store));

  g_free (token->access_token);
  token->access_token = g_strdup ("a-token-that-nobody-gave");
  if (!refreshable)
    g_clear_pointer (&token->refresh_token, g_free);
  mcp_auth_store_set_token (store, token);
}

/* Records of the channel, from @first on, in which a text stands. */
static guint
count_records (Fixture       *fixture,
               guint          first,
               McpRecordKind  kind,
               const char    *part)
{
  McpJournal *journal = mcp_session_get_journal (fixture->session);
  guint n = 0;

  mcp_journal_flush (journal);
  for (guint serial = first; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

      n += mcp_record_get_channel (record) == MCP_CHANNEL_AUTH && mcp_record_get_kind (record) == kind
           && g_strstr_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), part) != NULL;
    }

  return n;
}

static guint
get_n_records (Fixture *fixture)
{
  mcp_journal_flush (mcp_session_get_journal (fixture->session));

  return mcp_journal_get_n_records (mcp_session_get_journal (fixture->session));
}

/* Several that are refused at once wait for one refresh, and each is done once. */
static void
test_refresh (Fixture       *fixture,
              gconstpointer  unused)
{
  guint before = get_n_records (fixture);

  spoil_token (fixture, TRUE);
  start_calls (fixture, "echo", N_CALLS);
  TEST_AWAIT (fixture->n_done == N_CALLS);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_good, ==, N_CALLS);
  g_assert_cmpuint (count_records (fixture, before + 1, MCP_RECORD_HTTP_REQUEST, "/token"), ==, 1);
  g_assert_cmpuint (fixture->n_asked, ==, 0);
}

static gboolean
streams_are_open (GListModel *streams)
{
  g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, 0);

  return stream != NULL && mcp_http_stream_get_state (stream) == MCP_STREAM_OPEN;
}

/* The GET stream is refused, and opened again when there is another token, which nobody was asked for. */
static void
test_stream (Fixture       *fixture,
             gconstpointer  breaks)
{
  const McpAuthToken *token = mcp_authorizer_get_token (fixture->authorizer);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", fixture->demo->url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  GListModel *streams = mcp_session_get_streams (fixture->session);
  g_autofree char *value = g_strconcat ("Bearer ", token->access_token, NULL);
  g_autoptr (GInputStream) other = NULL;

  TEST_AWAIT (streams_are_open (streams));
  soup_message_headers_append (headers, "Authorization", value);
  soup_message_headers_append (headers, "Accept", "text/event-stream");
  soup_message_headers_append (headers, "MCP-Session-Id",
                               mcp_session_get_http_session_id (fixture->session));
  spoil_token (fixture, breaks == NULL);

  /* Another takes the stream's place, which then ends. */
  other = soup_session_send (fixture->browser, message, NULL, &fixture->error);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (soup_message_get_status (message), ==, SOUP_STATUS_OK);
  TEST_AWAIT (g_list_model_get_n_items (streams) == 0);
  if (breaks != NULL)
    mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_SIGN_IN, FALSE);
  TEST_AWAIT (streams_are_open (streams));
  g_assert_cmpuint (fixture->n_asked, ==, breaks != NULL ? 1 : 0);
}

/* What cannot be refreshed is asked of a person, once for all. */
static void
test_sign_in_again (Fixture       *fixture,
                    gconstpointer  unused)
{
  spoil_token (fixture, FALSE);
  start_calls (fixture, "echo", N_CALLS);
  TEST_AWAIT (fixture->n_done == N_CALLS);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_good, ==, N_CALLS);
  g_assert_cmpuint (fixture->n_asked, ==, 1);
}

/* Nobody is there who could be asked: the calls fail, and the session stays. */
static void
test_nobody (Fixture       *fixture,
             gconstpointer  unused)
{
  mcp_authorizer_set_interactive (fixture->authorizer, FALSE);
  spoil_token (fixture, FALSE);
  start_calls (fixture, "echo", N_CALLS);
  TEST_AWAIT (fixture->n_done == N_CALLS);
  g_assert_error (fixture->error, MCP_ERROR, MCP_ERROR_AUTH);
  g_assert_cmpuint (fixture->n_good, ==, 0);
  g_assert_true (mcp_session_is_open (fixture->session));
  g_assert_cmpint (mcp_authorizer_get_status (fixture->authorizer), ==, MCP_AUTHORIZER_NEEDED);
}

/* A tool that wants more: asked for beside what was asked before, and the call goes on. */
static void
test_step_up (Fixture       *fixture,
              gconstpointer  unused)
{
  const McpAuthToken *token;

  start_calls (fixture, "delay-ping", 1);
  TEST_AWAIT (fixture->n_done == 1);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_asked, ==, 1);
  token = mcp_authorizer_get_token (fixture->authorizer);
  g_assert_nonnull (strstr (token->scope, "mcp:read"));
  g_assert_nonnull (strstr (token->scope, "mcp:write"));
}

/* A server that is never content is not asked for ever. */
static void
test_never_content (Fixture       *fixture,
                    gconstpointer  breaks)
{
  start_calls (fixture, "delay-ping", 2);
  TEST_AWAIT (fixture->n_done == 2);
  g_assert_nonnull (fixture->error);
  g_assert_cmpuint (fixture->n_good, ==, 0);
  g_assert_cmpuint (fixture->n_asked, <=, 2);
}

/* The session goes while somebody reads the login page. */
static void
test_close (Fixture       *fixture,
            gconstpointer  unused)
{
  fixture->ignores = TRUE;
  spoil_token (fixture, FALSE);
  start_calls (fixture, "echo", N_CALLS);
  TEST_AWAIT (fixture->n_asked == 1);
  mcp_session_close_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (fixture->n_done == N_CALLS);
  g_assert_cmpuint (fixture->n_good, ==, 0);

  /* And is nobody's: what it has begun ends by itself. */
  g_clear_object (&fixture->session);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING);
}

/* --- Findings --- */

/* A clock that is wrong breaks nothing, and is told at the answer that showed it; else there is nothing to tell. */
static void
test_findings (Fixture       *fixture,
               gconstpointer  breaks)
{
  McpJournal *journal = mcp_session_get_journal (fixture->session);
  GListModel *findings = NULL;
  guint n_auth = 0;

  mcp_journal_flush (journal);
  findings = mcp_journal_get_findings (journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, mcp_finding_get_serial (finding));

      if (!g_str_has_prefix (mcp_finding_get_rule (finding), "auth."))
        continue;

      n_auth++;
      g_assert_cmpstr (mcp_finding_get_rule (finding), ==, "auth.clock");
      g_assert_cmpint (mcp_finding_get_severity (finding), ==, MCP_SEVERITY_WARNING);
      g_assert_nonnull (record);
      g_assert_cmpint (mcp_record_get_channel (record), ==, MCP_CHANNEL_AUTH);
    }
  g_assert_cmpuint (n_auth, ==, breaks != NULL ? 1 : 0);
}

/* --- Secrets --- */

static gboolean
append_cb (const char *data,
           gsize       length,
           gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

/* Nothing that was told to be secret leaves, also where those who write know of no secret. */
static void
test_secrets (Fixture       *fixture,
              gconstpointer  unused)
{
  static const McpExportFormat formats[] = { MCP_EXPORT_HAR, MCP_EXPORT_JSONL, MCP_EXPORT_TEXT };
  McpJournal *journal = mcp_session_get_journal (fixture->session);
  gboolean stands = FALSE;

  spoil_token (fixture, TRUE);
  start_calls (fixture, "delay-ping", 1);
  TEST_AWAIT (fixture->n_done == 1);
  mcp_authorizer_begin (fixture->authorizer, MCP_AUTH_REVOKE, FALSE);
  TEST_AWAIT (mcp_authorizer_get_status (fixture->authorizer) != MCP_AUTHORIZER_WORKING);
  mcp_journal_flush (journal);
  /* Of two tokens, access and refresh; codes and verifiers of two sign-ins. */
  g_assert_cmpuint (fixture->secrets->len, >=, 8);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint knows = 0; knows < 2; knows++)
      {
        g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
        g_autoptr (GString) out = g_string_new (NULL);

        if (knows)
          mcp_session_tell_secrets (fixture->session, redactor);
        g_assert_true (mcp_export_write (journal, formats[i], redactor, append_cb, out));
        stands = stands || strstr (out->str, "grant_type=authorization_code") != NULL;
        for (guint j = 0; j < fixture->secrets->len; j++)
          {
            const char *secret = g_ptr_array_index (fixture->secrets, j);

            if (strstr (out->str, secret) != NULL)
              g_error ("format %u, %s: %s", i, knows ? "told" : "not told", secret);
          }
      }
  /* They were there to be found. */
  g_assert_true (stands);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, breaks, func) \
  g_test_add ("/auth/session/" name, Fixture, breaks, set_up, func, tear_down)
  ADD ("refresh", NULL, test_refresh);
  ADD ("sign-in-again", NULL, test_sign_in_again);
  ADD ("nobody", NULL, test_nobody);
  ADD ("step-up", NULL, test_step_up);
  ADD ("never-content", "403-forever", test_never_content);
  ADD ("scope-not-granted", "scope-not-granted", test_never_content);
  ADD ("stream", NULL, test_stream);
  ADD ("stream-signed-in", "no-refresh-rotation", test_stream);
  ADD ("close", NULL, test_close);
  ADD ("finding", "clock-skew", test_findings);
  ADD ("no-finding", NULL, test_findings);
  ADD ("secrets", NULL, test_secrets);

  return cli_test_main ();
}
