/* test-cli-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

/* A server of a file that says by name only which program it is, and what it gets. */
static char *
write_config (void)
{
  char *path = cli_path ("inputs.json");
  g_autofree char *mark = cli_path ("seen");
  g_autofree char *json = g_strdup_printf (
    "{\"inputs\": [{\"id\": \"token\", \"type\": \"promptString\", \"password\": true},"
    " {\"id\": \"region\", \"type\": \"promptString\", \"default\": \"eu\"}],"
    " \"servers\": {\"x\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo $TOKEN ${input:region} > '%s'\"],"
    " \"env\": {\"TOKEN\": \"${input:token}\"}}}}",
    mark);

  g_unlink (mark);
  g_assert_true (g_file_set_contents (path, json, -1, NULL));

  return path;
}

static void
test_options (void)
{
  g_autofree char *path = write_config ();
  g_autoptr (CliRun) missing = cli_run (NULL, "info", "--yes", "--config", path, NULL);
  g_autoptr (CliRun) unknown = cli_run (NULL, "info", "--yes", "--config", path, "--input", "nothing=1", NULL);
  g_autoptr (CliRun) bad = cli_run (NULL, "info", "--yes", "--config", path, "--input", "token", NULL);
  g_autoptr (CliRun) given = NULL;
  g_autoptr (CliRun) all = NULL;
  g_autofree char *seen = NULL;
  g_autofree char *both = NULL;

  assert_status (missing, 2);
  assert_contains (missing->err, "input:token");
  assert_contains (missing->err, "--input");
  g_assert_null (strstr (missing->err, "input:region"));
  assert_status (unknown, 2);
  assert_contains (unknown->err, "--input nothing");
  assert_status (bad, 2);
  assert_contains (bad->err, "NAME=VALUE");

  given = cli_run (NULL, "info", "--yes", "--config", path, "--input", "token=hush=1", NULL);
  assert_status (given, 3);
  seen = cli_read ("seen");
  g_assert_cmpstr (seen, ==, "hush=1 eu\n");
  all = cli_run (NULL, "info", "--yes", "--config", path, "--input", "input:token=a", "--input", "region=us", NULL);
  assert_status (all, 3);
  both = cli_read ("seen");
  g_assert_cmpstr (both, ==, "a us\n");
}

/* What is typed behind “--” is used as it is. */
static void
test_typed (void)
{
  g_autofree char *mark = cli_path ("seen");
  g_autofree char *script = g_strdup_printf ("echo \"$0\" > '%s'", mark);
  g_autoptr (CliRun) run = cli_run (NULL, "info", "--", "/bin/sh", "-c", script, "${env:HOME}", NULL);
  g_autofree char *seen = NULL;

  assert_status (run, 3);
  seen = cli_read ("seen");
  g_assert_cmpstr (seen, ==, "${env:HOME}\n");
}

/* Of the environment a server gets what the window gives it, unless somebody says otherwise. */
static void
test_environment (void)
{
  g_autofree char *mark = cli_path ("seen");
  g_autofree char *script = g_strdup_printf ("echo \"$HOME $SOUNDER_TEST_SECRET\" > '%s'", mark);
  g_autofree char *basic_expected = g_strdup_printf ("%s \n", cli_get_directory ());
  g_autofree char *all_expected = g_strdup_printf ("%s hush\n", cli_get_directory ());
  g_autoptr (CliRun) basic = NULL;
  g_autoptr (CliRun) all = NULL;
  g_autoptr (CliRun) wrong = NULL;
  g_autofree char *basic_seen = NULL;
  g_autofree char *all_seen = NULL;

  g_setenv ("SOUNDER_TEST_SECRET", "hush", TRUE);
  basic = cli_run (NULL, "info", "--", "/bin/sh", "-c", script, NULL);
  assert_status (basic, 3);
  assert_contains (basic->err, "--inherit-env");
  basic_seen = cli_read ("seen");
  g_assert_cmpstr (basic_seen, ==, basic_expected);
  all = cli_run (NULL, "info", "--inherit-env", "all", "--", "/bin/sh", "-c", script, NULL);
  assert_status (all, 3);
  all_seen = cli_read ("seen");
  g_assert_cmpstr (all_seen, ==, all_expected);
  wrong = cli_run (NULL, "info", "--inherit-env", "some", "--", "/bin/sh", NULL);
  assert_status (wrong, 2);
  assert_contains (wrong->err, "basic|all");
  g_unsetenv ("SOUNDER_TEST_SECRET");
}

/* Asked for on a terminal; a secret is not shown as it is typed. */
static void
test_terminal (void)
{
  static const char *const questions[] = { "token: ", "region [eu]: " };
  static const char *const answers[] = { "hush\n", "\n" };
  g_autofree char *path = write_config ();
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *seen = NULL;
  const char *argv[] = { g_getenv ("SOUNDER_CLI"), "info", "--yes", "--config", path, NULL };
  char buffer[4096];
  gboolean answered[G_N_ELEMENTS (questions)] = { FALSE };
  gssize n;
  int master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  int slave;

  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  slave = open (ptsname (master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_subprocess_launcher_take_stdin_fd (launcher, fcntl (slave, F_DUPFD_CLOEXEC, 3));
  g_subprocess_launcher_take_stderr_fd (launcher, slave);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_clear_object (&launcher);

  while ((n = read (master, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (out, buffer, n);
      for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
        if (!answered[i] && strstr (out->str, questions[i]) != NULL)
          {
            g_assert_cmpint (write (master, answers[i], strlen (answers[i])), >, 0);
            answered[i] = TRUE;
          }
    }
  close (master);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 3);
  seen = cli_read ("seen");
  g_assert_cmpstr (seen, ==, "hush eu\n");
  g_assert_null (strstr (out->str, "hush"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/input/options", test_options);
  g_test_add_func ("/cli/input/environment", test_environment);
  g_test_add_func ("/cli/input/typed", test_typed);
  g_test_add_func ("/cli/input/terminal", test_terminal);

  return cli_test_main ();
}
