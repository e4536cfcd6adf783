/* bench-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include <gio/gio.h>

#include "bench-support.h"

/*
 * The window on the demo server, beside a bare libadwaita window: until its first frame, and the
 * memory it holds a while later. Runs inside with-display.
 */

#define SETTLE_MSEC 3000

typedef struct
{
  const char *program;
  gboolean    demo;
} Window;

static GSubprocess *
start (Window     *window,
       const char *option)
{
  g_autoptr (GError) error = NULL;
  const char *argv[4] = { window->program };
  GSubprocess *process;
  guint n = 1;

  if (window->demo)
    argv[n++] = "--demo";
  if (option != NULL)
    argv[n++] = option;

  process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                     | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  if (process == NULL)
    g_error ("%s: %s", window->program, error->message);

  return process;
}

/* Milliseconds as the program itself counts them. */
static double
first_frame (gpointer data)
{
  Window *window = data;
  g_autoptr (GSubprocess) process = start (window, window->demo ? "--exit-after-startup" : NULL);
  g_autofree char *output = NULL;
  const char *number;

  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL);
  g_assert_nonnull (output);
  number = strpbrk (output, "0123456789");
  g_assert_nonnull (number);

  return g_ascii_strtod (number, NULL);
}

/* MiB resident after it has settled. */
static double
memory (gpointer data)
{
  g_autoptr (GSubprocess) process = start (data, NULL);
  g_autofree char *path = g_strdup_printf ("/proc/%s/status",
                                           g_subprocess_get_identifier (process));
  g_autofree char *status = NULL;
  const char *line;

  g_usleep (SETTLE_MSEC * 1000);
  g_assert_true (g_file_get_contents (path, &status, NULL, NULL));
  line = strstr (status, "VmRSS:");
  g_assert_nonnull (line);
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);

  return g_ascii_strtod (line + strlen ("VmRSS:"), NULL) / 1024;
}

int
main (int   argc,
      char *argv[])
{
  Window ours = { NULL, TRUE };
  Window bare = { NULL, FALSE };
  double ours_msec, bare_msec;

  g_assert_cmpint (argc, ==, 3);
  ours.program = argv[1];
  bare.program = argv[2];

  bare_msec = bench_run (first_frame, &bare);
  ours_msec = bench_run (first_frame, &ours);
  bench_print ("first frame, a bare libadwaita window", bare_msec, "ms", 0);
  bench_print ("first frame, sounder --demo (limit 350)", ours_msec, "ms", ours_msec / bare_msec);
  bench_print ("memory of sounder --demo after 3 s (limit 80)", memory (&ours), "MiB", 0);

  return 0;
}
