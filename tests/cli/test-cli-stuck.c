/* test-cli-stuck.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "http-fixture.h"

/* Inputs that do not end: one rule for all of them. */

#define HANDSHAKE "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\": {}}]"

/* PIPE stands for a pipe that nobody writes to. */
static const struct
{
  const char *name;
  const char *script;   /* (nullable) */
  const char *words[7];
  gboolean    is_written; /* it is opened to write: who holds it open lets it be */
} inputs[] = {
  { "open", NULL, { "log", "--open", "PIPE" } },
  { "convert", NULL, { "convert", "--open", "PIPE", "--to", "text" } },
  { "config", NULL, { "info", "--config", "PIPE", "--server", "x" } },
  { "answers", HANDSHAKE, { "info", "--answers", "PIPE" } },
  { "record", HANDSHAKE, { "info", "--record", "PIPE" }, TRUE },
  { "ca-file", NULL, { "info", "--url", "https://127.0.0.1:9/", "--ca-file", "PIPE" } },
  { "test", NULL, { "test", "PIPE" } },
  { "baseline", HANDSHAKE, { "check", "--baseline", "PIPE" } },
  { "compare", NULL, { "compare", "./PIPE", "./PIPE" } },
  { "send", HANDSHAKE, { "send", "@PIPE" } },
  { "arguments", HANDSHAKE, { "tools", "call", "x", "--args", "@PIPE" } },
  { "oauth", NULL, { "auth", "status", "https://127.0.0.1:9/", "--oauth", "clientSecret=@PIPE" } },
};

static char *
fill_in (const char *word,
         const char *pipe)
{
  g_auto (GStrv) parts = g_strsplit (word, strstr (word, "./PIPE") != NULL ? "./PIPE" : "PIPE", 2);

  return g_strjoinv (pipe, parts);
}

static CliRun *
run_input (guint       i,
           const char *pipe)
{
  char *w[G_N_ELEMENTS (inputs[i].words) + 1] = { 0 };
  CliRun *run;

  for (guint n = 0; inputs[i].words[n] != NULL; n++)
    w[n] = fill_in (inputs[i].words[n], pipe);
  run = cli_run (inputs[i].script,
                 "--format=json",
                 "--max-time=0.3",
                 w[0],
                 w[1],
                 w[2],
                 w[3],
                 w[4],
                 w[5],
                 NULL);
  for (guint n = 0; w[n] != NULL; n++)
    g_free (w[n]);

  return run;
}

static void
check_late (const CliRun *run)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *error;

  assert_status (run, 5);
  root = cli_parse (run->out);
  error = json_object_get_object_member (json_node_get_object (root), "error");
  g_assert_cmpstr (json_object_get_string_member (error, "kind"), ==, "timeout");
  assert_contains (json_object_get_string_member (error, "message"), "--max-time");
}

/* Nobody has it open on the other side, or somebody who is silent has. */
static void
test_pipes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    for (guint is_held = 0; is_held < (inputs[i].is_written ? 1 : 2); is_held++)
      {
        g_autofree char *pipe = cli_path ("pipe");
        g_autoptr (CliRun) run = NULL;
        int fd = -1;

        g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
        if (is_held)
          fd = open (pipe, O_RDWR | O_CLOEXEC);
        g_test_message ("%s, held %u", inputs[i].name, is_held);
        run = run_input (i, pipe);
        check_late (run);
        if (fd >= 0)
          close (fd);
        g_assert_cmpint (g_unlink (pipe), ==, 0);
      }
}

static void
never_end (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  http_request_start_events (request);
}

static void
test_registry (void)
{
  static const char * const verbs[] = { "search", "show" };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autoptr (HttpFixture) fixture = http_fixture_new ();
      g_autofree char *url = http_fixture_dup_url (fixture, "/");
      g_autoptr (CliRun) run = NULL;

      http_fixture_set_handler (fixture, never_end, NULL);
      run = cli_run (NULL,
                     "--format=json",
                     "--max-time=0.3",
                     "registry",
                     verbs[i],
                     "io.x/one",
                     "--registry",
                     url,
                     NULL);
      check_late (run);
    }
}

/* One Ctrl+C is enough, wherever it is: before anything was taken over it ends us as it does any
 * program. */
static void
test_interrupt (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *pipe = cli_path ("pipe");
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

      if (inputs[i].script != NULL)
        continue;

      g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
      g_ptr_array_add (argv, g_strdup (g_getenv ("SOUNDER_CLI")));
      for (guint n = 0; inputs[i].words[n] != NULL; n++)
        g_ptr_array_add (argv, fill_in (inputs[i].words[n], pipe));
      g_ptr_array_add (argv, NULL);
      process = g_subprocess_newv ((const char *const *)argv->pdata,
                                   G_SUBPROCESS_FLAGS_STDOUT_SILENCE
                                       | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                   &error);
      g_assert_no_error (error);
      g_usleep (300 * 1000);
      g_subprocess_send_signal (process, SIGINT);
      g_subprocess_wait (process, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (!g_subprocess_get_if_exited (process)
                     || g_subprocess_get_exit_status (process) == 5);
      g_assert_cmpint (g_unlink (pipe), ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/stuck/pipes", test_pipes);
  g_test_add_func ("/cli/stuck/registry", test_registry);
  g_test_add_func ("/cli/stuck/interrupt", test_interrupt);

  return cli_test_main ();
}
