/* test-cli-probe-breaks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* The demo server breaks the rule of each probe, and the probe says so: it and no other. */

#define DEMO g_getenv ("SOUNDER_DEMO_SERVER")

/* They mostly wait, for each other and for the journal. */
#define MAX_AT_ONCE 24

/* How a server is reached. */
static struct
{
  gboolean    is_http;
  const char *server;   /* which revisions it has */
  const char *era;
  const char *revision; /* (nullable) */
  GHashTable *results;  /* of a server that breaks nothing: probe -> result */
} ways[] = {
  { FALSE, "--modern", "--era=legacy" },
  { FALSE, "--modern", "--era=modern" },
  { TRUE, "--modern", "--era=legacy" },
  { TRUE, "--modern", "--era=modern" },
  { TRUE, "--modern", "--era=legacy", "--protocol=2025-06-18" },
  { TRUE, "--modern", "--era=legacy", "--protocol=2025-03-26" },
  { FALSE, "--modern-only", "--era=modern" },
};

/* Whose rule cannot be broken at one probe alone: what they look at is in every exchange. */
static const char * const common[] = { "http-answer", "session-id", NULL };

typedef struct
{
  const char *probe;  /* (nullable): none is broken */
  guint       way;
  CliDemo    *demo;   /* (nullable): over HTTP */
  char       *out;
} Run;

static guint n_running;

static void
run_free (Run *run)
{
  g_clear_pointer (&run->demo, cli_demo_free);
  g_free (run->out);
  g_free (run);
}

static void
communicate_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  Run *run = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &run->out, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&run->demo, cli_demo_free);
  n_running--;
}

static void
add_server (GPtrArray *argv,
            Run       *run)
{
  const char *options[] = { ways[run->way].server, run->probe != NULL ? "--probe-break" : NULL, run->probe, NULL };

  if (ways[run->way].is_http)
    {
      run->demo = cli_demo_start_with (options);
      g_ptr_array_add (argv, (char *) "--url");
      g_ptr_array_add (argv, run->demo->url);
      return;
    }

  g_ptr_array_add (argv, (char *) "--");
  g_ptr_array_add (argv, (char *) DEMO);
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) options[i]);
}

static Run *
run_new (const char *probe,
         guint       way)
{
  Run *run = g_new0 (Run, 1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  run->probe = probe;
  run->way = way;
  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  g_ptr_array_add (argv, (char *) "probe");
  g_ptr_array_add (argv, (char *) "--format=json");
  g_ptr_array_add (argv, (char *) ways[way].era);
  if (ways[way].revision != NULL)
    g_ptr_array_add (argv, (char *) ways[way].revision);
  if (probe != NULL && g_strv_contains (common, probe))
    {
      g_ptr_array_add (argv, (char *) "--only");
      g_ptr_array_add (argv, (char *) probe);
    }
  add_server (argv, run);
  g_ptr_array_add (argv, NULL);

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata, &error);
  g_assert_no_error (error);
  n_running++;
  g_subprocess_communicate_utf8_async (process, NULL, NULL, communicate_cb, run);

  return run;
}

static void
await (guint max_running)
{
  while (n_running > max_running)
    g_main_context_iteration (NULL, TRUE);
}

/* Probe -> result. */
static GHashTable *
read_results (const char *out)
{
  g_autoptr (JsonNode) root = cli_parse (out);
  JsonArray *probes = json_object_get_array_member (json_node_get_object (root), "probes");
  GHashTable *results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < json_array_get_length (probes); i++)
    {
      JsonObject *probe = json_array_get_object_element (probes, i);

      g_hash_table_insert (results, g_strdup (json_object_get_string_member (probe, "probe")),
                           g_strdup (json_object_get_string_member (probe, "result")));
    }

  return results;
}

/* What --probe-break takes, in its order. */
static char **
dup_breaks (void)
{
  const char *argv[] = { DEMO, "--probe-break", "help", NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  g_autofree char *out = NULL;
  char **lines;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  lines = g_strsplit (g_strchomp (out), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    lines[i][strcspn (lines[i], " ")] = '\0';

  return lines;
}

static void
assert_broken_there (Run *run)
{
  g_autoptr (GHashTable) results = read_results (run->out);
  GHashTableIter iter;
  gpointer probe;
  gpointer result;

  g_test_message ("%s, %s over %s", run->probe, ways[run->way].era, ways[run->way].is_http ? "HTTP" : "stdio");
  g_hash_table_iter_init (&iter, results);
  while (g_hash_table_iter_next (&iter, &probe, &result))
    if (g_str_equal (result, "failed") != g_str_equal (probe, run->probe))
      g_error ("%s is broken, %s over %s, and %s has %s", run->probe, ways[run->way].era,
               ways[run->way].is_http ? "HTTP" : "stdio", (char *) probe, (char *) result);
  g_assert_cmpuint (g_hash_table_size (results), >, 0);
}

/* Where it applies over stdio, there; else over HTTP. */
static void
start_runs (GPtrArray  *runs,
            const char *probe)
{
  gboolean is_http = FALSE;
  guint n_before = runs->len;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      if (g_strcmp0 (g_hash_table_lookup (ways[i].results, probe), "passed") != 0
          || (runs->len > n_before && (is_http != ways[i].is_http || ways[i].revision != NULL)))
        continue;

      is_http = ways[i].is_http;
      await (MAX_AT_ONCE - 1);
      g_ptr_array_add (runs, run_new (probe, i));
    }

  if (runs->len == n_before)
    g_error ("%s does not pass before it is broken", probe);
}

static void
test_each (void)
{
  g_autoptr (GPtrArray) whole = g_ptr_array_new_with_free_func ((GDestroyNotify) run_free);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) run_free);
  g_auto (GStrv) breaks = dup_breaks ();

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    g_ptr_array_add (whole, run_new (NULL, i));
  await (0);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    ways[i].results = read_results (((Run *) whole->pdata[i])->out);

  for (guint i = 0; breaks[i] != NULL; i++)
    start_runs (runs, breaks[i]);
  await (0);
  for (guint i = 0; i < runs->len; i++)
    assert_broken_there (runs->pdata[i]);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    g_clear_pointer (&ways[i].results, g_hash_table_unref);
}

/* A new probe needs a row in the demo server. */
static void
test_all (void)
{
  g_autoptr (CliRun) list = cli_run (NULL, "probe", "--list", "--format=json", NULL);
  g_autoptr (JsonNode) root = cli_parse (list->out);
  JsonArray *probes = json_object_get_array_member (json_node_get_object (root), "probes");
  g_auto (GStrv) breaks = dup_breaks ();

  for (guint i = 0; i < json_array_get_length (probes); i++)
    {
      const char *name = json_object_get_string_member (json_array_get_object_element (probes, i), "name");

      if (!g_strv_contains ((const char * const *) breaks, name))
        g_error ("%s: no row in demo-breaks.c", name);
    }
  g_assert_cmpuint (g_strv_length (breaks), ==, json_array_get_length (probes));
}

static void
test_unknown (void)
{
  const char *argv[] = { DEMO, "--probe-break", "ping,pong", NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL);
  g_autofree char *err = NULL;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 2);
  assert_contains (err, "--probe-break pong: not a rule");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/probe-breaks/each", test_each);
  g_test_add_func ("/cli/probe-breaks/all", test_all);
  g_test_add_func ("/cli/probe-breaks/unknown", test_unknown);

  return cli_test_main ();
}
