/* bench-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "bench-support.h"

/*
 * The latencies that `sounder-cli load` tells, beside those of the least client there can be: it writes
 * lines and reads lines, and knows no more of time than the clock. The server answers one request
 * after another, after delays that are the same in each run.
 */

#define N_CALLS "2000"
#define DELAYS "500,20000"

typedef struct
{
  const char *cli;
  const char *echo_server;
  guint       at_once;
} Bench;

typedef struct
{
  double p50_usec;
  double p99_usec;
} Latency;

static Latency
measure_cli (Bench *bench)
{
  g_autofree char *at_once = g_strdup_printf ("%u", bench->at_once);
  const char *argv[] = { bench->cli, "--format", "json", "load", "ping", "-C", at_once, "-c", N_CALLS, "--",
                         bench->echo_server, DELAYS, NULL };
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", argv[0], error->message);

  return (Latency) { g_ascii_strtod (strstr (output, "\"p50\": ") + 7, NULL),
                     g_ascii_strtod (strstr (output, "\"p99\": ") + 7, NULL) };
}

static gint64
write_ping (int  fd,
            guint id)
{
  char line[64];
  int length = g_snprintf (line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}\n", id);
  gint64 now_usec = g_get_monotonic_time ();

  g_assert_cmpint (write (fd, line, length), ==, length);

  return now_usec;
}

static int
compare (const void *a,
         const void *b)
{
  return (*(const gint64 *) a > *(const gint64 *) b) - (*(const gint64 *) a < *(const gint64 *) b);
}

static Latency
measure_bare (Bench *bench)
{
  const char *argv[] = { bench->echo_server, DELAYS, NULL };
  const guint n = atoi (N_CALLS);
  g_autofree gint64 *begun_usec = g_new (gint64, n);
  g_autofree gint64 *took_usec = g_new (gint64, n);
  g_autoptr (GError) error = NULL;
  GPid pid;
  int to, from;
  FILE *answers;
  char line[512];
  guint n_sent = 0;

  if (!g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &pid, &to, &from, NULL, &error))
    g_error ("%s", error->message);

  answers = fdopen (from, "r");
  while (n_sent < bench->at_once)
    {
      begun_usec[n_sent] = write_ping (to, n_sent);
      n_sent++;
    }
  /* It answers in the order in which it was asked. */
  for (guint i = 0; i < n; i++)
    {
      g_assert_nonnull (fgets (line, sizeof line, answers));
      took_usec[i] = g_get_monotonic_time () - begun_usec[i];
      if (n_sent < n)
        {
          begun_usec[n_sent] = write_ping (to, n_sent);
          n_sent++;
        }
    }
  close (to);
  fclose (answers);
  g_spawn_close_pid (pid);

  qsort (took_usec, n, sizeof *took_usec, compare);

  return (Latency) { took_usec[n / 2], took_usec[n * 99 / 100] };
}

/* In turns, so that both have the same machine. */
static void
bench_at_once (Bench *bench,
               guint  at_once)
{
  double ours[2][BENCH_N_RUNS], theirs[2][BENCH_N_RUNS];

  bench->at_once = at_once;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      Latency bare = measure_bare (bench);
      Latency cli = measure_cli (bench);

      theirs[0][i] = bare.p50_usec;
      theirs[1][i] = bare.p99_usec;
      ours[0][i] = cli.p50_usec;
      ours[1][i] = cli.p99_usec;
    }

  for (guint i = 0; i < 2; i++)
    {
      double bare = bench_median (theirs[i], BENCH_N_RUNS);
      double cli = bench_median (ours[i], BENCH_N_RUNS);
      g_autofree char *what = g_strdup_printf ("p%u, %u at once", i == 0 ? 50 : 99, at_once);
      g_autofree char *limited = g_strdup_printf ("%s, sounder-cli load (0.95 to 1.05 times that)", what);
      g_autofree char *plain = g_strdup_printf ("%s, the least client in C", what);

      bench_print (plain, bare / 1000, "ms", 0);
      bench_print (limited, cli / 1000, "ms", cli / bare);
    }
}

int
main (int   argc,
      char *argv[])
{
  Bench bench = { 0 };

  g_assert_cmpint (argc, ==, 3);
  bench.cli = argv[1];
  bench.echo_server = argv[2];

  bench_at_once (&bench, 1);
  bench_at_once (&bench, 16);

  return 0;
}
