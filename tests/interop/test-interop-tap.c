/* test-interop-tap.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>

#include "interop-support.h"

/*
 * The official TypeScript client sees the same of a server directly, through a tap, and of the
 * recording that the tap made.
 */

/* What the client printed of who @words reach. */
static char *
run_client (const char *first,
            ...)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "interop", "servers", "client.mjs",
                                                   NULL);
  g_autofree char *sdk = interop_file ("node_modules/@modelcontextprotocol/sdk");
  g_autofree char *node = g_find_program_in_path ("node");
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  int status;
  va_list words;

  g_assert_nonnull (node);
  g_ptr_array_add (argv, node);
  g_ptr_array_add (argv, script);
  g_ptr_array_add (argv, sdk);
  g_ptr_array_add (argv, (char *) "--");
  va_start (words, first);
  for (const char *word = first; word != NULL; word = va_arg (words, const char *))
    g_ptr_array_add (argv, (char *) word);
  va_end (words);
  g_ptr_array_add (argv, NULL);

  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_nonnull (strstr (out, "Long running operation completed"));

  return out;
}

static void
test_official_client (void)
{
  static const char * const arguments[] = { "stdio", NULL };
  const char *cli = g_getenv ("SOUNDER_CLI");
  g_auto (GStrv) server = interop_server ("server-everything", arguments);
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *direct = NULL;
  g_autofree char *tapped = NULL;
  g_autofree char *served = NULL;
  g_autoptr (GSubprocess) http = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *line = NULL;
  g_autofree char *over_http = NULL;

  if (server == NULL)
    return;

  folder = g_dir_make_tmp ("interop-tap-XXXXXX", NULL);
  path = g_build_filename (folder, "tapped.mcprec", NULL);
  direct = run_client (server[0], server[1], server[2], NULL);
  tapped = run_client (cli, "tap", "--record", path, "--", server[0], server[1], server[2], NULL);
  g_assert_cmpstr (tapped, ==, direct);
  served = run_client (cli, "serve", path, NULL);
  g_assert_cmpstr (served, ==, direct);

  http = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, cli, "serve", path, "--http", "0",
                           NULL);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (http));
  line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  g_assert_nonnull (line);
  over_http = run_client (strstr (line, "http://"), NULL);
  g_assert_cmpstr (over_http, ==, direct);
  g_subprocess_send_signal (http, SIGTERM);
  g_subprocess_wait (http, NULL, NULL);

  g_unlink (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interop/tap/official-client", test_official_client);

  return g_test_run ();
}
