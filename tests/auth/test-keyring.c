/* test-keyring.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <libsecret/secret.h>

#include "mcp-error.h"
#include "mcp-keyring.h"
#include "test-support.h"

/*
 * Against libsecret's own file, which it keeps for sandboxes and lets tests place: no keyring of
 * whoever runs this is touched. Libsecret chooses once in a process, so that what happens
 * without a service is tried in processes of their own.
 */

#define VALUE "Bearer s3cr3t-value"

typedef struct
{
  gboolean  done;
  char     *value;
  gboolean  success;
  GError   *error;
} Answer;

static void
answer_clear (Answer *answer)
{
  g_free (answer->value);
  g_clear_error (&answer->error);
  memset (answer, 0, sizeof *answer);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static void
lookup_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  Answer *answer = user_data;

  answer->value = mcp_keyring_lookup_finish (result, &answer->error);
  answer->done = TRUE;
}

static void
store_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Answer *answer = user_data;

  answer->success = mcp_keyring_store_finish (result, &answer->error);
  answer->done = TRUE;
}

static void
clear_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Answer *answer = user_data;

  answer->success = mcp_keyring_clear_finish (result, &answer->error);
  answer->done = TRUE;
}

static void
store (const char *server,
       const char *name,
       const char *value)
{
  g_auto (Answer) answer = { 0 };

  mcp_keyring_store_async (server, name, "Sounder: test", value, NULL, store_cb, &answer);
  TEST_AWAIT (answer.done);
  g_assert_no_error (answer.error);
  g_assert_true (answer.success);
}

static void
clear (const char *server,
       const char *name)
{
  g_auto (Answer) answer = { 0 };

  mcp_keyring_clear_async (server, name, NULL, clear_cb, &answer);
  TEST_AWAIT (answer.done);
  g_assert_no_error (answer.error);
  g_assert_true (answer.success);
}

static void
check_value (const char *server,
             const char *name,
             const char *expected)
{
  g_auto (Answer) answer = { 0 };

  mcp_keyring_lookup_async (server, name, NULL, lookup_cb, &answer);
  TEST_AWAIT (answer.done);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.value, ==, expected);
}

static void
test_keyring_store_and_lookup (void)
{
  check_value ("one", "header:Authorization", NULL);
  store ("one", "header:Authorization", VALUE);
  check_value ("one", "header:Authorization", VALUE);
  check_value ("one", "header:X-API-Key", NULL);
  check_value ("two", "header:Authorization", NULL);
  clear ("one", "header:Authorization");
}

static void
test_keyring_replace (void)
{
  store ("one", "header:Authorization", VALUE);
  store ("one", "header:Authorization", "Bearer later");
  check_value ("one", "header:Authorization", "Bearer later");
  clear ("one", "header:Authorization");
  check_value ("one", "header:Authorization", NULL);
}

static void
test_keyring_clear (void)
{
  store ("one", "header:A", "a");
  store ("one", "header:B", "b");
  store ("two", "header:A", "other");

  clear ("one", "header:A");
  check_value ("one", "header:A", NULL);
  check_value ("one", "header:B", "b");
  /* What is not there is cleared already. */
  clear ("one", "header:A");

  store ("one", "header:A", "a");
  clear ("one", NULL);
  check_value ("one", "header:A", NULL);
  check_value ("one", "header:B", NULL);
  check_value ("two", "header:A", "other");
  clear ("two", NULL);
}

static void
test_keyring_any_text (void)
{
  const char *value = "pÄss wörd \"quoted\" ' ; \t 鍵";

  store ("ünïcode", "header:Ä", value);
  check_value ("ünïcode", "header:Ä", value);
  clear ("ünïcode", NULL);
}

/* It is in no file as it is. */
static void
test_keyring_encrypted (void)
{
  const char *path = g_getenv ("SECRET_FILE_TEST_PATH");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  store ("one", "header:Authorization", VALUE);
  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_assert_null (g_strstr_len (text, length, "s3cr3t"));
  clear ("one", NULL);
}

static void
test_keyring_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Answer) lookup = { 0 };
  g_auto (Answer) stored = { 0 };

  g_cancellable_cancel (cancellable);
  mcp_keyring_lookup_async ("one", "header:A", cancellable, lookup_cb, &lookup);
  mcp_keyring_store_async ("one", "header:A", "Sounder: test", VALUE, cancellable, store_cb,
                           &stored);
  TEST_AWAIT (lookup.done && stored.done);

  g_assert_error (lookup.error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_error (stored.error, MCP_ERROR, MCP_ERROR_CANCELLED);
  check_value ("one", "header:A", NULL);
}

static void
check_unusable (GError     *error,
                const char *words)
{
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (strstr (error->message, "s3cr3t"));
  /* Not in the language of the bus. */
  g_assert_null (strstr (error->message, "GDBus"));
}

static void
check_all_unusable (const char *words)
{
  g_auto (Answer) lookup = { 0 };
  g_auto (Answer) stored = { 0 };
  g_auto (Answer) cleared = { 0 };

  mcp_keyring_lookup_async ("one", "header:A", NULL, lookup_cb, &lookup);
  mcp_keyring_store_async ("one", "header:A", "Sounder: test", VALUE, NULL, store_cb, &stored);
  mcp_keyring_clear_async ("one", "header:A", NULL, clear_cb, &cleared);
  TEST_AWAIT (lookup.done && stored.done && cleared.done);

  check_unusable (lookup.error, words);
  check_unusable (stored.error, words);
  check_unusable (cleared.error, words);
}

static void
test_keyring_no_service (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);

      g_unsetenv ("SECRET_BACKEND");
      g_test_dbus_up (bus);
      check_all_unusable ("There is no keyring");
      /* It would hold the connection that taking the bus down waits for. */
      secret_service_disconnect ();
      g_test_dbus_down (bus);
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_keyring_no_bus (void)
{
  if (g_test_subprocess ())
    {
      g_unsetenv ("SECRET_BACKEND");
      g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
      check_all_unusable ("There is no keyring");
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_keyring_damaged (void)
{
  const char *path = g_getenv ("SECRET_FILE_TEST_PATH");

  if (g_test_subprocess ())
    {
      check_all_unusable ("damaged");
      return;
    }

  g_assert_true (g_file_set_contents (path, "no keyring", -1, NULL));
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout_unmatched ("*s3cr3t*");
  g_test_trap_assert_stderr_unmatched ("*s3cr3t*");
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *directory = NULL;

  g_test_init (&argc, &argv, NULL);
  if (!g_test_subprocess ())
    {
      directory = test_make_folder ();
      test_keep_secrets_in (directory);
    }

  g_test_add_func ("/auth/keyring/store-and-lookup", test_keyring_store_and_lookup);
  g_test_add_func ("/auth/keyring/replace", test_keyring_replace);
  g_test_add_func ("/auth/keyring/clear", test_keyring_clear);
  g_test_add_func ("/auth/keyring/any-text", test_keyring_any_text);
  g_test_add_func ("/auth/keyring/encrypted", test_keyring_encrypted);
  g_test_add_func ("/auth/keyring/cancelled", test_keyring_cancelled);
  g_test_add_func ("/auth/keyring/no-service", test_keyring_no_service);
  g_test_add_func ("/auth/keyring/no-bus", test_keyring_no_bus);
  g_test_add_func ("/auth/keyring/damaged", test_keyring_damaged);

  return g_test_run ();
}
