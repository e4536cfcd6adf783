/* test-cli-flood.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sys/resource.h>

#include "cli-fixture.h"

/* Programs that write without an end, and are no servers. */

/* What --max-time and the second behind it can cost: three threads and the flood itself. Without an
 * end to the work on what was read it was twenty seconds and more. */
#define MAX_CPU_SEC    12
#define MAX_MEMORY_KIB (300 * 1024)

static const struct
{
  const char *name;
  const char *command;
} floods[] = {
  { "yes", "exec yes" },
  { "blank", "exec yes ''" },
  { "number", "exec yes 1" },
  { "object", "exec yes '{}'" },
  { "batch", "exec yes '[1]'" },
  { "answer", "exec yes '{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}'" },
  { "request", "exec yes '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}'" },
  { "notification",
    "exec yes "
    "'{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
    "message\",\"params\":{\"level\":\"info\",\"data\":1}}'" },
  { "distinct", "exec seq 1 1000000000" },
  { "stderr", "yes >&2 & exec yes" },
  { "bytes", "exec cat /dev/urandom" },
  { "deaf", "trap '' TERM; while :; do yes | head -n 100000; done" },
};

static double
get_cpu_sec (const struct rusage *usage)
{
  return usage->ru_utime.tv_sec + usage->ru_stime.tv_sec
         + (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

static void
test_flood (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (CliRun) run = NULL;
  struct rusage before;
  struct rusage after;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &before), ==, 0);
  run = cli_run (NULL,
                 "--max-time=1",
                 "--max-memory=256",
                 "--record=flood.mcprec",
                 "tools",
                 "list",
                 "--",
                 "sh",
                 "-c",
                 floods[i].command,
                 NULL);
  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &after), ==, 0);

  assert_status (run, 5);
  assert_contains (run->err, "--max-time");
  g_test_message ("%s: %.1f s of processor time, peak %ld MiB", floods[i].name,
                  get_cpu_sec (&after) - get_cpu_sec (&before), after.ru_maxrss / 1024);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpfloat (get_cpu_sec (&after) - get_cpu_sec (&before), <, MAX_CPU_SEC);
  g_assert_cmpint (after.ru_maxrss, <, MAX_MEMORY_KIB);
#endif
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (floods); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/flood/%s", floods[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_flood);
    }

  return cli_test_main ();
}
