/* bench-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "bench-support.h"

/*
 * `sounder-cli --open FILE log` of half a gigabyte, and a word in it beside what grep takes: which minds
 * the case of letters, unlike a filter and `grep -i`.
 */

#define N_MESSAGES 1000000

typedef struct
{
  const char *cli;
  const char *path;
  const char *grep_option;
} Bench;

static double
run (const char * const *argv)
{
  g_autoptr (GError) error = NULL;
  gint64 start_usec = g_get_monotonic_time ();
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", argv[0], error->message);

  return bench_seconds (start_usec);
}

/* Until `head` has its line, and all has ended. */
static double
first_line (gpointer data)
{
  Bench *bench = data;
  const char *argv[] = { "/bin/sh", "-c", "\"$0\" --open \"$1\" log | head -n 1", bench->cli,
                         bench->path, NULL };

  return run (argv) * 1000;
}

static double
word (gpointer data)
{
  Bench *bench = data;
  const char *argv[] = { bench->cli, "--open", bench->path, "log", "--filter", "needle", NULL };

  return run (argv);
}

static double
grep (gpointer data)
{
  Bench *bench = data;
  const char *argv[] = { "grep", bench->grep_option, "needle", bench->path, NULL };

  return run (argv);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("bench-log-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "million.mcprec", NULL);
  Bench bench = { argv[1], path, "-e" };
  double found, theirs, folding;

  g_assert_cmpint (argc, ==, 2);
  bench_write_recording (path, N_MESSAGES);

  bench_print ("log: first line, and the end of it (limit 300)", bench_run (first_line, &bench), "ms", 0);
  theirs = bench_run (grep, &bench);
  bench.grep_option = "-ie";
  folding = bench_run (grep, &bench);
  found = bench_run (word, &bench);
  bench_print ("log: a word, grep", theirs, "s", 0);
  bench_print ("log: a word (limit 2)", found, "s", found / theirs);
  bench_print ("  beside grep -i", folding, "s", found / folding);

  g_unlink (path);
  g_rmdir (folder);

  return 0;
}
