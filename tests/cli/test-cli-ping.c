/* test-cli-ping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

#define HANDSHAKE "{\"handshake\": {}}"
#define EXPECT    "{\"expect\": {\"method\": \"ping\"}}"

static const char serve[] = "[" HANDSHAKE ", {\"serve\": {}}]";
/* The second one of each four is lost, the third one comes after 20 ms. */
static const char patchy[] =
  "[" HANDSHAKE ", {\"loop\": [{\"serve\": {}, \"then_continue_after\": 1}, " EXPECT ","
  " {\"serve\": {\"ping\": {\"result\": {}, \"delay_msec\": 20}}, \"then_continue_after\": 1},"
  " {\"serve\": {}, \"then_continue_after\": 1}]}]";

static void
set_locale (const char *name)
{
  g_setenv ("LC_ALL", name, TRUE);
}

static void
test_text (void)
{
  g_autoptr (CliRun) run = cli_run (serve, "ping", "-c", "3", "-i", "0.01", NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  assert_status (run, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 9);
  g_assert_true (g_regex_match_simple ("^ping 1: [0-9.]+ .*s$", lines[0], 0, 0));
  g_assert_true (g_regex_match_simple ("^ping 3: [0-9.]+ .*s$", lines[2], 0, 0));
  assert_contains (lines[4], "ping statistics ---");
  g_assert_cmpstr (lines[5], ==, "3 sent, 3 received, 0% loss");
  g_assert_true (g_regex_match_simple ("^min/median/p95/p99/max = ([0-9.]+ [^ ]*s( / )?){5}, "
                                       "jitter = [0-9.]+ .*s$", lines[6], 0, 0));
  g_assert_cmpstr (lines[7], ==, "interval 0.01 s (--interval), "
                                 "timeout 2 s (Local, by how the server is reached)");
}

static void
test_json (void)
{
  g_autoptr (CliRun) run = cli_run (serve, "ping", "-c3", "-i0.01", "--format=json", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object, *sample, *summary, *settings;
  JsonArray *samples;

  assert_status (run, 0);
  root = cli_parse (run->out);
  object = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (object, "method"), ==, "ping");
  samples = json_object_get_array_member (object, "samples");
  g_assert_cmpuint (json_array_get_length (samples), ==, 3);
  sample = json_array_get_object_element (samples, 0);
  g_assert_cmpstr (json_object_get_string_member (sample, "status"), ==, "ok");
  g_assert_cmpint (json_object_get_int_member (sample, "rtt_usec"), >, 0);
  g_assert_cmpint (json_object_get_int_member (sample, "t_usec"), >, 0);
  g_assert_cmpint (json_object_get_int_member (sample, "queued_usec"), >=, 0);
  summary = json_object_get_object_member (object, "summary");
  g_assert_cmpuint (json_object_get_size (summary), ==, 9);
  g_assert_cmpint (json_object_get_int_member (summary, "received"), ==, 3);
  settings = json_object_get_object_member (object, "settings");
  g_assert_cmpint (json_object_get_int_member (settings, "interval_msec"), ==, 10);
  g_assert_cmpstr (json_object_get_string_member (settings, "interval_source"), ==, "option");
  g_assert_cmpint (json_object_get_int_member (settings, "timeout_msec"), ==, 2000);
  g_assert_cmpstr (json_object_get_string_member (settings, "timeout_source"), ==, "reach");
}

/* A sample a line, and what they say in all: each time is that of the script. */
static void
test_ndjson (void)
{
  g_autoptr (CliRun) run = cli_run (patchy, "ping", "-c8", "-i0.01", "-W0.5", "--format=ndjson",
                                    NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);
  gint64 before_usec = 0;

  assert_status (run, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 10);
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (JsonNode) node = cli_parse (lines[i]);
      JsonObject *sample = json_node_get_object (node);
      gboolean is_lost = i % 4 == 1;

      g_assert_cmpstr (json_object_get_string_member (sample, "status"), ==,
                       is_lost ? "lost" : "ok");
      g_assert_cmpint (json_object_get_null_member (sample, "rtt_usec"), ==, is_lost);
      if (i % 4 == 2)
        g_assert_cmpint (json_object_get_int_member (sample, "rtt_usec"), >=, 20000);
      g_assert_cmpint (json_object_get_int_member (sample, "t_usec"), >, before_usec);
      before_usec = json_object_get_int_member (sample, "t_usec");
    }

  g_assert_true (g_str_has_prefix (lines[8], "{\"method\":\"ping\",\"summary\":{\"sent\":8,"
                                             "\"received\":6,\"loss\":0.25,"));
}

/* The exit status says how many were lost. */
static void
test_loss (void)
{
  static const struct
  {
    const char *percent;
    int status;
  } cases[] = {
    { "0", 5 }, { "24.9", 5 }, { "25", 0 }, { "100", 0 },
  };
  static const char silent[] = "[" HANDSHAKE ", {\"serve\": {\"ping\": {\"silent\": true}}}]";
  g_autoptr (CliRun) some = cli_run (patchy, "ping", "-c4", "-i0.01", "-W0.5", NULL);
  g_autoptr (CliRun) none = cli_run (silent, "ping", "-c1", "-W0.5", "--fail-loss=100", NULL);
  g_autoptr (CliRun) all = cli_run (serve, "ping", "-c2", "-i0.01", "--fail-loss", "0", NULL);
  g_autoptr (CliRun) wrong = cli_run (serve, "ping", "--fail-loss", "101", NULL);

  assert_status (some, 0);
  assert_contains (some->out, "ping 2: ");
  assert_contains (some->out, "4 sent, 3 received, 25% loss");
  assert_status (none, 5);
  g_assert_null (strstr (none->out, "median"));
  assert_status (all, 0);
  assert_status (wrong, 2);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliRun) run = cli_run (patchy, "ping", "-c4", "-i0.01", "-W0.5", "--fail-loss",
                                        cases[i].percent, NULL);

      g_test_message ("--fail-loss %s", cases[i].percent);
      assert_status (run, cases[i].status);
    }
}

/* An answer that is an error is none; the reason is told. */
static void
test_refused (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"ping\": {\"error\": {\"code\": -32601, \"message\": \"No.\"}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "ping", "-c1", NULL);
  g_autoptr (CliRun) json = cli_run (script, "ping", "-c1", "--format=ndjson", NULL);

  assert_status (run, 5);
  assert_contains (run->out, "ping 1: answered with an error: -32601 No.\n");
  assert_contains (json->out, "\"status\":\"failed\"");
}

/* The server goes away in the middle: what was measured is told, then why it ended. */
static void
test_died (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {}, \"then_exit_after\": 2, \"exit_code\": 4}]";
  g_autoptr (CliRun) run = cli_run (script, "ping", "-i0.01", "--graph", NULL);

  assert_status (run, 7);
  assert_contains (run->out, "ping 2: ");
  assert_contains (run->out, "2 received");
  assert_contains (run->err, "4");
}

static void
test_graph (void)
{
  g_autoptr (CliRun) run = NULL;
  g_auto (GStrv) lines = NULL;

  set_locale ("C.UTF-8");
  run = cli_run (patchy, "ping", "-c8", "-i0.01", "-W0.5", "--graph", NULL);
  assert_status (run, 0);
  lines = g_strsplit (run->out, "\n", -1);

  /* The lines of the probes; the picture, its top and its axis; the summary. */
  g_assert_cmpuint (g_strv_length (lines), ==, 8 + 1 + 6 + 1 + 4 + 1);
  g_assert_true (g_regex_match_simple ("^[0-9.]+ .*s ┤[ ▁▂▃▄▅▆▇]*█", lines[9], 0, 0));
  g_assert_true (g_regex_match_simple ("^ +│[▁▂▃▄▅▆▇█] [▁▂▃▄▅▆▇█]{3} [▁▂▃▄▅▆▇█]{2}$", lines[13], 0,
                                       0));
  g_assert_true (g_str_has_suffix (lines[14], " 0 ┼─×───×──"));
  g_assert_null (strchr (run->out, '\033'));
  assert_contains (lines[16], "statistics ---");
}

static void
test_graph_ascii (void)
{
  g_autoptr (CliRun) run = NULL;

  set_locale ("C");
  run = cli_run (patchy, "ping", "-c8", "-i0.01", "-W0.5", "--graph", NULL);
  set_locale ("C.UTF-8");
  assert_status (run, 0);
  assert_contains (run->out, " 0 +-x---x--\n");
  g_assert_true (g_regex_match_simple ("^[0-9.]+ .*s \\+[ .:]*#", run->out, G_REGEX_MULTILINE, 0));
  g_assert_null (strstr (run->out, "█"));
}

/* More samples than columns: many are one bar, and what was lost among them is still there. */
static void
test_graph_many (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {}, \"then_continue_after\": 90}, " EXPECT ", {\"serve\": {}}]";
  g_autoptr (CliRun) run = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *axis = NULL;

  g_setenv ("COLUMNS", "40", TRUE);
  run = cli_run (script, "ping", "-c100", "-i0.001", "-W0.5", "--graph", NULL);
  g_unsetenv ("COLUMNS");
  assert_status (run, 0);
  lines = g_strsplit (run->out, "\n", -1);
  axis = g_strdup (lines[100 + 1 + 5]);
  g_assert_cmpint (g_utf8_strlen (axis, -1), ==, 39);
  assert_contains (axis, "×");
}

static void
test_graph_is_text (void)
{
  g_autoptr (CliRun) run = cli_run (serve, "ping", "-c1", "--graph", "--format=json", NULL);

  assert_status (run, 2);
  assert_contains (run->out, "--graph");
}

/* The picture is drawn over the one before; what was lost stays above it as a line. */
static void
test_graph_live (void)
{
  g_autofree char *out = cli_run_on_terminal (120, FALSE, patchy, "ping", "-c4", "-i0.01", "-W0.5",
                                              "--graph", NULL);
  g_auto (GStrv) frames = g_strsplit (out, "\033[7A\r\033[J", -1);

  g_assert_cmpuint (g_strv_length (frames), ==, 5);
  assert_contains (frames[0], "0 of 1 lost");
  g_assert_true (g_str_has_prefix (frames[1], "ping 2: "));
  assert_contains (frames[1], "1 of 2 lost");
  g_assert_false (g_str_has_prefix (frames[2], "ping 3: "));
  assert_contains (frames[3], "0 ┼─×──\r\nping: last ");
  assert_contains (frames[4], "0 ┼─×──\r\n\r\n---");
  assert_contains (frames[4], "4 sent, 3 received, 25% loss");
}

/* Interrupted in the middle, all that was measured is told. */
static void
test_interrupt (void)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  const char *argv[] = { g_getenv ("SOUNDER_CLI"), "--era=legacy", "ping", "-i", "0.01", "--",
                         g_getenv ("SOUNDER_MOCK_SERVER"), "--script", serve, NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  for (guint n = 1;; n++)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);

      g_assert_no_error (error);
      if (line == NULL)
        break;
      g_string_append_printf (out, "%s\n", line);
      if (n == 3)
        g_subprocess_send_signal (process, SIGINT);
    }

  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  assert_contains (out->str, "ping 3: ");
  assert_contains (out->str, "0% loss");
  assert_contains (out->str, "min/median/p95/p99/max = ");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/ping/text", test_text);
  g_test_add_func ("/cli/ping/json", test_json);
  g_test_add_func ("/cli/ping/ndjson", test_ndjson);
  g_test_add_func ("/cli/ping/loss", test_loss);
  g_test_add_func ("/cli/ping/refused", test_refused);
  g_test_add_func ("/cli/ping/died", test_died);
  g_test_add_func ("/cli/ping/graph", test_graph);
  g_test_add_func ("/cli/ping/graph-ascii", test_graph_ascii);
  g_test_add_func ("/cli/ping/graph-many", test_graph_many);
  g_test_add_func ("/cli/ping/graph-is-text", test_graph_is_text);
  g_test_add_func ("/cli/ping/graph-live", test_graph_live);
  g_test_add_func ("/cli/ping/interrupt", test_interrupt);

  return cli_test_main ();
}
