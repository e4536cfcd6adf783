/* test-secrets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-keyring.h"
#include "mcp-session.h"
#include "mcp-session-secrets.h"
#include "test-support.h"

#define STORED "stored-in-the-keyring"
#define TYPED  "typed-and-not-yet-stored"

static void
stored_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(gboolean *) user_data = mcp_keyring_store_finish (result, NULL);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_session_open_finish (MCP_SESSION (source), result, user_data);
}

static void
assert_redacted (McpSession *session,
                 const char *text,
                 const char *expected)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *redacted = NULL;

  mcp_session_tell_secrets (session, redactor);
  redacted = mcp_redactor_redact (redactor, text, -1, NULL);
  g_assert_cmpstr (redacted, ==, expected);
}

/* The record of the request says that the header is secret, whatever its name; all who show it see. */
static void
assert_flagged (McpSession *session)
{
  McpJournal *journal = mcp_session_get_journal (session);

  mcp_journal_flush (journal);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (McpRedactor) redactor = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *text = NULL;
      g_autofree char *redacted = NULL;

      if (mcp_record_get_kind (record) != MCP_RECORD_HTTP_REQUEST)
        continue;

      bytes = mcp_record_dup_bytes (record, NULL);
      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_assert_nonnull (strstr (text, STORED));
      g_assert_nonnull (strstr (text, "\"secretHeaders\":[\"X-Place\"]"));

      /* One who was told of no secrets. */
      redactor = mcp_redactor_new ();
      redacted = mcp_redactor_redact_http (redactor, text, -1, NULL);
      g_assert_null (strstr (redacted, STORED));
      return;
    }

  g_assert_not_reached ();
}

/* A value from the keyring is in no profile, and in the traffic all the same. */
static void
test_secrets_from_keyring (void)
{
  static const char json[] =
    "{\"url\": \"http://127.0.0.1:9/mcp\", \"sounder\": {\"era\": \"legacy\","
    " \"secretHeaders\": [\"X-Place\"], \"secretId\": \"one\"}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("one", json, -1, &error);
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  gboolean stored = FALSE;

  g_assert_no_error (error);
  mcp_keyring_store_async ("one", "header:X-Place", "Sounder: test", STORED, NULL, stored_cb, &stored);
  TEST_AWAIT (stored);
  assert_redacted (session, "a " STORED, "a " STORED);

  /* Nobody listens there; the header was read by then. */
  mcp_session_open_async (session, NULL, opened_cb, &error);
  TEST_AWAIT (error != NULL);
  assert_redacted (session, "a " STORED, "a " MCP_REDACTED);
  assert_flagged (session);
}

static void
test_secrets_of_profile (void)
{
  static const char *const env[] = { "KEY=" TYPED, "EMPTY=", "SHORT=abc", NULL };
  static const char *const argv[] = { "true", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("two", argv);
  g_autoptr (McpSession) session = NULL;

  mcp_profile_set_env (profile, env);
  session = mcp_session_new (profile, NULL);
  assert_redacted (session, "abc " TYPED, "abc " MCP_REDACTED);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *directory = test_make_folder ();

  test_isolate_state ();
  test_keep_secrets_in (directory);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/secrets/from-keyring", test_secrets_from_keyring);
  g_test_add_func ("/session/secrets/of-profile", test_secrets_of_profile);

  return g_test_run ();
}
