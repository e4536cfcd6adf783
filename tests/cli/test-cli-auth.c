/* test-cli-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "test-support.h"

/*
 * The commands of "auth" and --interactive, on the demo server. The browser is this program once
 * more, by BROWSER.
 */

#define AUTH_EXIT     4
#define FINDINGS_EXIT 6

static CliDemo *
start (const char *breaks)
{
  const char *options[] = { "--auth", "--auth-approve", breaks != NULL ? "--auth-break" : NULL,
                            breaks, NULL };

  /* A server may have the port of an earlier one, and knows none of the clients that have registered there. */
  g_unlink (g_getenv ("SECRET_FILE_TEST_PATH"));

  return cli_demo_start_with (options);
}

/* A JWT, and what only its two sides may know, is nowhere in what is told. */
static void
assert_discreet (const char *text)
{
  if (g_regex_match_simple ("eyJ|demo-secret|(code|code_verifier|token)[\"=:]+[A-Za-z0-9_-]{16}", text,
                            0, 0))
    g_error ("a secret in: %s", text);
}

/* From nothing through all of it and back to nothing. */
static void
test_login (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (CliRun) needed = cli_run (NULL, "info", "--url", demo->url, NULL);
  g_autoptr (CliRun) before = cli_run (NULL, "auth", "status", demo->url, NULL);
  g_autoptr (CliRun) login = cli_run (NULL, "auth", "login", "--verbose", demo->url, NULL);
  g_autoptr (CliRun) status = cli_run (NULL, "auth", "status", "--format", "json", demo->url, NULL);
  g_autoptr (CliRun) info = cli_run (NULL, "info", "--verbose", "--url", demo->url, NULL);
  g_autoptr (CliRun) refresh = cli_run (NULL, "auth", "refresh", demo->url, NULL);
  g_autoptr (CliRun) logout = cli_run (NULL, "auth", "logout", "--revoke", demo->url, NULL);
  g_autoptr (CliRun) after = cli_run (NULL, "auth", "status", demo->url, NULL);
  g_autoptr (CliRun) again = cli_run (NULL, "auth", "refresh", demo->url, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  assert_status (needed, AUTH_EXIT);
  assert_status (before, AUTH_EXIT);
  assert_contains (before->out, "Not signed in");

  assert_status (login, 0);
  assert_contains (login->out, "Signed in at");
  assert_contains (login->out, "mcp:read");
  assert_contains (login->err, "✓");
  assert_discreet (login->out);
  assert_discreet (login->err);

  assert_status (status, 0);
  root = cli_parse (status->out);
  object = json_node_get_object (root);
  g_assert_true (json_object_get_boolean_member (object, "signedIn"));
  g_assert_true (json_object_get_boolean_member (object, "refreshable"));
  g_assert_cmpint (json_object_get_int_member (object, "expiresInSeconds"), >, 3000);

  assert_status (info, 0);
  assert_discreet (info->err);
  assert_status (refresh, 0);
  assert_discreet (refresh->err);
  assert_status (logout, 0);
  assert_contains (logout->err, "Revoked");
  assert_status (after, AUTH_EXIT);
  assert_status (again, AUTH_EXIT);
}

/* A command that is asked to sign in does, and one that is not tells so. */
static void
test_interactive (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (CliRun) quiet = cli_run (NULL, "tools", "list", "--url", demo->url, NULL);
  g_autoptr (CliRun) asked = cli_run (NULL, "tools", "list", "--interactive", "--url", demo->url, NULL);
  g_autoptr (CliRun) known = cli_run (NULL, "tools", "list", "--url", demo->url, NULL);

  assert_status (quiet, AUTH_EXIT);
  assert_status (asked, 0);
  assert_contains (asked->out, "echo");
  assert_status (known, 0);
}

/* One step for each line, also when they were typed ahead; and none when there are no more. */
static void
test_steps (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (CliRun) few = cli_run_with_input ("\n\n", NULL, "auth", "login", "--step", demo->url, NULL);
  g_autoptr (CliRun) all = cli_run_with_input ("\n\n\n\n\n\n\n\n\n", NULL, "auth", "login", "--step",
                                               demo->url, NULL);

  assert_status (few, 5);
  assert_contains (few->err, "Enter takes the next step.");
  assert_contains (few->err, "Standard input has ended");
  assert_status (all, 0);
}

/* Each step that fails names what to set, and never a header for all; what was set against a rule is told by name. */
static void
test_remedies (void)
{
  g_autoptr (CliDemo) demo = start ("no-s256");
  g_autoptr (CliDemo) closed = NULL;
  g_autoptr (CliRun) refused = cli_run (NULL, "auth", "login", demo->url, NULL);
  g_autoptr (CliRun) assumed = cli_run (NULL, "auth", "login", "--oauth", "assumePkce=true", demo->url, NULL);
  g_autoptr (CliRun) wrong = cli_run (NULL, "auth", "login", "--oauth", "assumePkce=yes", demo->url, NULL);
  g_autoptr (CliRun) state = cli_run (NULL, "auth", "login", "--oauth", "param.state=x", demo->url, NULL);
  g_autoptr (CliRun) register_ = NULL;
  g_autoptr (CliRun) param = NULL;
  g_autoptr (CliRun) status = NULL;
  g_autoptr (CliRun) check = NULL;

  assert_status (refused, AUTH_EXIT);
  assert_contains (refused->err, "--oauth assumePkce=true");
  g_assert_null (strstr (refused->err, "--header"));
  /* It offers plain alone, and so refuses what it did not say. */
  assert_status (assumed, AUTH_EXIT);
  assert_status (wrong, 2);
  assert_contains (wrong->err, "assumePkce");
  assert_status (state, 2);
  assert_contains (state->err, "“state”");

  closed = start ("registration-refused");
  register_ = cli_run (NULL, "auth", "login", closed->url, NULL);
  assert_status (register_, AUTH_EXIT);
  assert_contains (register_->err, "--oauth clientId=VALUE");
  g_assert_null (strstr (register_->err, "--header"));

  param = cli_run (NULL, "auth", "login", "--oauth", "clientId=demo-app", "--oauth", "param.audience=x", closed->url, NULL);
  status = cli_run (NULL, "auth", "status", closed->url, NULL);
  check = cli_run (NULL, "check", "--url", closed->url, NULL);
  assert_status (param, 0);
  assert_contains (param->err, "auth.departure");
  assert_contains (param->out, "depart from the specification: param.audience");
  assert_contains (status->out, "depart from the specification: param.audience");
  assert_contains (check->out, "auth.departure");
}

static GSubprocess *
spawn (const char *verb,
       ...)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  GSubprocess *process;
  va_list words;

  va_start (words, verb);
  argv = cli_argv (NULL, words);
  va_end (words);
  process = g_subprocess_newv ((const char * const *) argv,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &error);
  g_assert_no_error (error);

  return process;
}

static void
communicated_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      err)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, NULL, err, &error);
  g_assert_no_error (error);
}

/* It ends by itself and well; what it has told is seen when it does not. */
static void
assert_ends (GSubprocess *process)
{
  gint64 deadline = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000;
  g_autofree char *err = NULL;

  g_subprocess_communicate_utf8_async (process, NULL, NULL, communicated_cb, &err);
  while (err == NULL && test_iterate_until (deadline))
    ;
  if (err == NULL)
    {
      g_subprocess_force_exit (process);
      TEST_AWAIT (err != NULL);
    }
  if (!g_subprocess_get_successful (process))
    g_error ("“auth login” does not end well: %s", err);
}

/* A browser on another machine: the address is printed, and where it leads to is pasted. */
static void
test_no_browser (gconstpointer pastes)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (GSubprocess) process = spawn ("", "auth", "login", "--no-browser", demo->url, NULL);
  g_autoptr (GDataInputStream) lines =
    g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  g_autofree char *url = NULL;
  g_autofree char *back = NULL;
  g_autofree char *path = g_strdup_printf ("/proc/%s/cmdline", g_subprocess_get_identifier (process));
  g_autofree char *command = NULL;
  gsize length;

  while (url == NULL || !g_str_has_prefix (url, "http"))
    {
      g_free (url);
      url = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      g_assert_nonnull (url);
    }
  g_assert_true (g_file_get_contents (path, &command, &length, NULL));
  for (gsize i = 0; i + 1 < length; i++)
    if (command[i] == '\0')
      command[i] = ' ';
  assert_discreet (command);

  if (pastes != NULL)
    {
      g_autoptr (GString) pasted = NULL;

      back = cli_browse (url, FALSE);
      g_assert_nonnull (back);
      pasted = g_string_new (back);
      g_string_append_c (pasted, '\n');
      g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (process), pasted->str,
                                                pasted->len, NULL, NULL, NULL));
    }
  else
    {
      g_free (cli_browse (url, TRUE));
    }
  assert_ends (process);
}

/* As above, in the middle of a command that has signed in before: it asks for more, and reads where that led to. */
static void
test_pasted_again (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (GSubprocess) process = spawn ("", "tools", "call", "delay-ping", "msec=1", "--interactive", "--no-browser", "--oauth",
                                           "scope=mcp:read", "--url", demo->url, NULL);
  g_autoptr (GDataInputStream) lines =
    g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  guint n = 0;

  while (n < 2)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      g_autofree char *back = NULL;
      g_autofree char *pasted = NULL;

      g_assert_nonnull (line);
      if (!g_str_has_prefix (line, "http"))
        continue;

      back = cli_browse (line, FALSE);
      g_assert_nonnull (back);
      pasted = g_strconcat (back, "\n", NULL);
      g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (process), pasted,
                                                strlen (pasted), NULL, NULL, NULL));
      n++;
    }
  assert_ends (process);
}

/* A service signs in with what its environment or a file holds, and never with what all can see. */
static void
test_secrets (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autofree char *file = cli_path ("client-secret");
  g_autofree char *from_file = g_strconcat ("clientSecret=@", file, NULL);
  g_autoptr (CliRun) seen = NULL;
  g_autoptr (CliRun) missing = NULL;
  g_autoptr (CliRun) by_file = NULL;
  g_autoptr (CliRun) by_environment = NULL;
  g_autoptr (CliRun) wrong = NULL;

#define SERVICE "auth", "login", "--verbose", "--oauth", "grant=client_credentials", "--oauth", \
                "clientId=demo-service"
  seen = cli_run (NULL, SERVICE, "--oauth", "clientSecret=demo-secret", demo->url, NULL);
  assert_status (seen, 2);
  assert_contains (seen->err, "SOUNDER_OAUTH_CLIENT_SECRET");

  missing = cli_run (NULL, SERVICE, "--oauth", from_file, demo->url, NULL);
  assert_status (missing, 2);
  assert_contains (missing->err, file);

  g_assert_true (g_file_set_contents (file, "demo-secret\n", -1, NULL));
  by_file = cli_run (NULL, SERVICE, "--oauth", from_file, demo->url, NULL);
  assert_status (by_file, 0);
  assert_discreet (by_file->err);

  g_setenv ("SOUNDER_OAUTH_CLIENT_SECRET", "demo-secret", TRUE);
  by_environment = cli_run (NULL, SERVICE, demo->url, NULL);
  assert_status (by_environment, 0);
  assert_discreet (by_environment->err);

  g_setenv ("SOUNDER_OAUTH_CLIENT_SECRET", "another", TRUE);
  wrong = cli_run (NULL, SERVICE, demo->url, NULL);
  g_unsetenv ("SOUNDER_OAUTH_CLIENT_SECRET");
  assert_status (wrong, AUTH_EXIT);
  assert_contains (wrong->err, "invalid_client");
}

/* Two programs at once, one keyring: both are signed in, and what is kept is whole. */
static void
test_two (void)
{
  g_autoptr (CliDemo) demo = start (NULL);
  g_autoptr (GSubprocess) one = spawn ("", "auth", "login", "--verbose", demo->url, NULL);
  g_autoptr (GSubprocess) two = spawn ("", "auth", "login", "--verbose", demo->url, NULL);
  g_autoptr (CliRun) info = NULL;

  assert_ends (one);
  assert_ends (two);
  info = cli_run (NULL, "info", "--url", demo->url, NULL);
  assert_status (info, 0);
}

/* What a server lets pass that it must not is a finding, and its name is told. */
static void
test_check (gconstpointer breaks)
{
  g_autoptr (CliDemo) demo = start (breaks);
  g_autoptr (CliRun) run = cli_run (NULL, "auth", "check", "--format", "json", demo->url, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *mistakes;
  guint n_accepted = 0;

  assert_status (run, breaks != NULL ? FINDINGS_EXIT : 0);
  root = cli_parse (run->out);
  mistakes = json_object_get_array_member (json_node_get_object (root), "mistakes");
  g_assert_cmpuint (json_array_get_length (mistakes), ==, 14);
  for (guint i = 0; i < json_array_get_length (mistakes); i++)
    {
      JsonObject *mistake = json_array_get_object_element (mistakes, i);
      const char *result = json_object_get_string_member (mistake, "result");

      if (!g_str_equal (result, "accepted"))
        continue;

      n_accepted++;
      g_assert_cmpstr (json_object_get_string_member (mistake, "mistake"), ==, "wrong-verifier");
    }
  g_assert_cmpuint (n_accepted, ==, breaks != NULL ? 1 : 0);
  assert_discreet (run->out);
  assert_discreet (run->err);
}

/* What the settings leave out is no mistake of the server's, and all the others are tried so. */
static void
test_check_departed (void)
{
  g_autoptr (CliDemo) demo = start ("resource-refused");
  g_autoptr (CliRun) login = cli_run (NULL, "auth", "login", demo->url, NULL);
  g_autoptr (CliRun) run = cli_run (NULL, "auth", "check", "--format", "json", "--oauth", "resource=none", demo->url, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *mistakes;

  assert_status (login, AUTH_EXIT);
  assert_contains (login->err, "--oauth resource=VALUE");
  assert_status (run, 0);
  root = cli_parse (run->out);
  mistakes = json_object_get_array_member (json_node_get_object (root), "mistakes");
  for (guint i = 0; i < json_array_get_length (mistakes); i++)
    {
      JsonObject *mistake = json_array_get_object_element (mistakes, i);
      const char *name = json_object_get_string_member (mistake, "mistake");
      gboolean is_tried = !g_str_equal (name, "no-resource") && !g_str_equal (name, "expired-token");

      g_test_message ("%s: %s", name, json_object_get_string_member (mistake, "result"));
      g_assert_cmpint (g_str_equal (json_object_get_string_member (mistake, "result"), "refused"), ==, is_tried);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *self = NULL;
  g_autofree char *folder = NULL;
  int status;

  if (argc == 2 && g_str_has_prefix (argv[1], "http"))
    {
      g_free (cli_browse (argv[1], TRUE));
      return 0;
    }

  self = g_canonicalize_filename (argv[0], NULL);
  g_setenv ("BROWSER", self, TRUE);
  g_test_init (&argc, &argv, NULL);
  folder = test_make_folder ();
  test_keep_secrets_in (folder);

  g_test_add_func ("/cli/auth/login", test_login);
  g_test_add_func ("/cli/auth/interactive", test_interactive);
  g_test_add_func ("/cli/auth/steps", test_steps);
  g_test_add_data_func ("/cli/auth/no-browser", NULL, test_no_browser);
  g_test_add_data_func ("/cli/auth/pasted", "", test_no_browser);
  g_test_add_func ("/cli/auth/remedies", test_remedies);
  g_test_add_func ("/cli/auth/pasted-again", test_pasted_again);
  g_test_add_func ("/cli/auth/secrets", test_secrets);
  g_test_add_func ("/cli/auth/two", test_two);
  g_test_add_data_func ("/cli/auth/check", NULL, test_check);
  g_test_add_func ("/cli/auth/check-departed", test_check_departed);
  g_test_add_data_func ("/cli/auth/check-broken", "verifier-not-checked", test_check);

  status = cli_test_main ();
  test_remove_tree (folder);

  return status;
}
