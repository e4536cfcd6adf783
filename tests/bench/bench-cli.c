/* bench-cli.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "bench-support.h"
#include "test-support.h"

/*
 * Whole commands, as a script would run them: sounder-cli beside the official TypeScript client
 * where SOUNDER_INTEROP_DIR has one, and beside the server's own time.
 */

#define N_FLOOD 100000
#define N_PINGS 2000
#define N_LOAD 100000
#define AT_ONCE "64"
#define N_RECORDED 500000
#define N_TURNS 5

typedef struct
{
  const char *cli;
  const char *echo_server;
  const char *interop;     /* (nullable) */
  guint       n_flood;
  const char *record;      /* (nullable): a file to record to */
} Bench;

static char **
flood_argv (guint n)
{
  g_autofree char *filler = g_strnfill (78, 'x');
  g_autofree char *repeat = g_strdup_printf (
    "{'repeat':%u,'send':{'jsonrpc':'2.0','method':'notifications/message','params':{'level':"
    "'info','data':'%s'}}},", n, filler);
  g_autofree char *script = g_strdup_printf (
    "[{'handshake':{'capabilities':{'tools':{},'logging':{}}}},"
    "{'serve':{'tools/call':{'result':{'content':[]},'before':[%s{'sleep_msec':0}]},"
    "'tools/list':{'result':{'tools':[{'name':'flood','inputSchema':{'type':'object'}}]}}}}]",
    n > 0 ? repeat : "");

  return test_mock_argv (script);
}

/* Runs a command and gives its standard output. */
static char *
run (const char * const *argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output,
                     NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", argv[0], error->message);

  return g_steal_pointer (&output);
}

static char **
join (const char * const *head,
      const char * const *tail)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **) head);
  g_strv_builder_addv (builder, (const char **) tail);

  return g_strv_builder_end (builder);
}

/* Seconds of a whole `tools call --format ndjson`, its output thrown away. */
static double
cli_flood (gpointer data)
{
  Bench *bench = data;
  g_auto (GStrv) server = flood_argv (bench->n_flood);
  const char *head[] = { "/bin/sh", "-c", "exec \"$@\" > /dev/null", "sh", bench->cli, "--format",
                         "ndjson", "tools", "call", "flood", bench->record != NULL ? "--record" : "--",
                         bench->record, "--", NULL };
  g_auto (GStrv) argv = join (head, (const char * const *) server);
  gint64 start = g_get_monotonic_time ();
  g_autofree char *output = run ((const char * const *) argv);

  return bench_seconds (start);
}

static double
official (Bench              *bench,
          const char         *mode,
          guint               count,
          const char * const *server)
{
  g_autofree char *node = g_build_filename (bench->interop, "bin/node", NULL);
  g_autofree char *sdk = g_build_filename (bench->interop, "node_modules/@modelcontextprotocol/sdk",
                                           NULL);
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "bench", "official-client.mjs",
                                                   NULL);
  g_autofree char *number = g_strdup_printf ("%u", count);
  const char *head[] = { node, script, sdk, mode, number, "--", NULL };
  g_auto (GStrv) argv = join (head, server);
  g_autofree char *output = run ((const char * const *) argv);

  return g_ascii_strtod (output, NULL);
}

static double
official_flood (gpointer data)
{
  g_auto (GStrv) server = flood_argv (N_FLOOD);

  return official (data, "flood", N_FLOOD, (const char * const *) server);
}

static double
official_pings (gpointer data)
{
  Bench *bench = data;
  const char *server[] = { bench->echo_server, NULL };

  return official (bench, "ping", N_PINGS, server) * 1e6 / N_PINGS;
}

/* Calls a second, so many at once. */
static double
official_load (gpointer data)
{
  Bench *bench = data;
  const char *server[] = { bench->echo_server, NULL };

  return N_LOAD / official (bench, "ping-" AT_ONCE, N_LOAD, server);
}

static double
cli_load (gpointer data)
{
  Bench *bench = data;
  g_autofree char *count = g_strdup_printf ("%u", N_LOAD);
  const char *argv[] = { bench->cli, "--format", "json", "load", "ping", "-C", AT_ONCE, "-c", count,
                         "--", bench->echo_server, NULL };
  g_autofree char *output = run (argv);
  const char *rate = strstr (output, "\"per_second\": ");

  g_assert_nonnull (rate);

  return g_ascii_strtod (rate + strlen ("\"per_second\": "), NULL);
}

static void
bench_load (Bench *bench)
{
  double ours = bench_run (cli_load, bench);
  double theirs = bench->interop != NULL ? bench_run (official_load, bench) : 0;

  if (theirs > 0)
    bench_print ("calls, 64 at once, official TypeScript client", theirs, "1/s", 0);
  bench_print ("calls, 64 at once, sounder-cli load (floor 3 times that)", ours, "1/s",
               theirs > 0 ? ours / theirs : 0);
}

/* Seconds of a whole `tools list`. */
static double
cli_list (gpointer data)
{
  Bench *bench = data;
  g_auto (GStrv) server = flood_argv (0);
  const char *head[] = { bench->cli, "--format", "json", "tools", "list", "--", NULL };
  g_auto (GStrv) argv = join (head, (const char * const *) server);
  gint64 start = g_get_monotonic_time ();
  g_autofree char *output = run ((const char * const *) argv);

  return bench_seconds (start);
}

/* Seconds until the same server has answered tools/list to a shell that writes three lines. */
static double
bare_list (gpointer data)
{
  g_auto (GStrv) server = flood_argv (0);
  const char *head[] = {
    "/bin/sh", "-c",
    "printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"b\","
    "\"version\":\"1\"}}}' '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}' "
    "'{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}' | \"$@\"", "sh", NULL,
  };
  g_auto (GStrv) argv = join (head, (const char * const *) server);
  gint64 start = g_get_monotonic_time ();
  g_autofree char *output = run ((const char * const *) argv);

  g_assert_nonnull (strstr (output, "flood"));

  return bench_seconds (start);
}

static void
bench_flood (Bench *bench)
{
  double empty, full;

  bench->n_flood = 0;
  empty = bench_run (cli_flood, bench);
  bench->n_flood = N_FLOOD;
  full = bench_run (cli_flood, bench);

  bench_print ("sounder-cli tools call, 100,000 notifications, whole command", full, "s", 0);
  if (bench->interop != NULL)
    {
      double theirs = bench_run (official_flood, bench);

      bench_print ("notifications, official TypeScript client", N_FLOOD / theirs, "1/s", 0);
      bench_print ("notifications recorded and shown by sounder-cli (floor 500,000)",
                   N_FLOOD / (full - empty), "1/s", theirs / (full - empty));
    }
  else
    {
      bench_print ("notifications recorded and shown by sounder-cli (floor 500,000)",
                   N_FLOOD / (full - empty), "1/s", 0);
    }
}

/* The same flood, in turns without and with a recording. */
static void
bench_record (Bench *bench)
{
  g_autofree char *folder = g_dir_make_tmp ("bench-cli-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "flood.mcprec", NULL);
  double plain[N_TURNS], recorded[N_TURNS];
  double plain_rate, recorded_rate;

  bench->n_flood = N_RECORDED;
  for (guint i = 0; i < N_TURNS; i++)
    {
      bench->record = NULL;
      plain[i] = cli_flood (bench);
      bench->record = path;
      recorded[i] = cli_flood (bench);
    }
  bench->record = NULL;
  g_unlink (path);
  g_rmdir (folder);

  plain_rate = N_RECORDED / bench_median (plain, N_TURNS);
  recorded_rate = N_RECORDED / bench_median (recorded, N_TURNS);
  bench_print ("notifications, 500,000, without --record", plain_rate, "1/s", 0);
  bench_print ("notifications, 500,000, with --record (floor 0.7 of that)", recorded_rate, "1/s",
               recorded_rate / plain_rate);
}

int
main (int   argc,
      char *argv[])
{
  Bench bench = { 0 };
  double list, bare;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  bench.cli = argv[1];
  bench.echo_server = argv[2];
  bench.interop = g_getenv ("SOUNDER_INTEROP_DIR");

  bench_flood (&bench);
  bench_record (&bench);
  bench_load (&bench);

  bare = bench_run (bare_list, &bench);
  list = bench_run (cli_list, &bench);
  bench_print ("tools list, the server alone", bare * 1000, "ms", 0);
  bench_print ("sounder-cli tools list, whole command", list * 1000, "ms", list / bare);
  bench_print ("sounder-cli tools list, beyond the server (limit 50)", (list - bare) * 1000, "ms", 0);

  if (bench.interop != NULL)
    bench_print ("ping, official TypeScript client", bench_run (official_pings, &bench), "us", 0);

  return 0;
}
