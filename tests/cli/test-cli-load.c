/* test-cli-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

#define TOOLS "\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"echo\"," \
              " \"inputSchema\": {\"type\": \"object\"}}]}}, "
#define SERVE(table) "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {}," \
                     " \"prompts\": {}}}}, {\"serve\": {" TOOLS table "}}]"

static const char serve[] =
  SERVE ("\"tools/call\": {\"result\": {\"content\": []}},"
         " \"resources/read\": {\"result\": {\"contents\": []}},"
         " \"prompts/get\": {\"result\": {\"messages\": []}}");

static JsonObject *
parse (CliRun    *run,
       JsonNode **root)
{
  *root = cli_parse (run->out);

  return json_node_get_object (*root);
}

static void
test_text (void)
{
  g_autoptr (CliRun) run = cli_run (serve, "load", "tool", "echo", "-c", "30", "-C", "4", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "answers");
  assert_contains (run->out, "--- tools/call echo ---\n30 answered in ");
  assert_contains (run->out, "  p99.9");
  assert_contains (run->err, "echo: not marked as read-only");
}

static void
test_json (void)
{
  static const char * const commands[][3] = {
    { "read", "file:///a", "resources/read" },
    { "prompt", "p", "prompts/get" },
    { "ping", NULL, "ping" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliRun) run = cli_run (serve, "--format=json", "-c7", "load", commands[i][0],
                                        commands[i][1], NULL);
      g_autoptr (JsonNode) root = NULL;
      JsonObject *object;

      assert_status (run, 0);
      object = parse (run, &root);
      g_assert_cmpstr (json_object_get_string_member (object, "method"), ==, commands[i][2]);
      g_assert_cmpint (json_object_get_int_member (object, "answered"), ==, 7);
      g_assert_cmpint (json_object_get_int_member (object, "failed"), ==, 0);
      object = json_object_get_object_member (object, "latency_usec");
      g_assert_cmpint (json_object_get_int_member (object, "p99.99"), >, 0);
    }
}

static void
test_ndjson (void)
{
  g_autoptr (CliRun) run = cli_run (serve, "load", "ping", "-c", "5", "--format", "ndjson", NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  assert_status (run, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  assert_contains (lines[0], "{\"t_usec\":0,");
  assert_contains (lines[1], "{\"report\": {\"method\":\"ping\",");
}

static void
test_compare (void)
{
  g_autoptr (CliRun) first = cli_run (serve, "load", "ping", "-c", "5", "--format", "json", NULL);
  g_autofree char *path = cli_path ("before.json");
  g_autoptr (CliRun) second = NULL;
  g_autoptr (CliRun) third = NULL;

  g_assert_true (g_file_set_contents (path, first->out, -1, NULL));
  second = cli_run (serve, "load", "ping", "-c", "5", "--compare", path, NULL);
  assert_status (second, 0);
  assert_contains (second->out, "before: ");
  assert_contains (second->out, "× ");

  g_assert_true (g_file_set_contents (path, "{\"a\":1}", -1, NULL));
  third = cli_run (serve, "load", "ping", "-c", "5", "--compare", path, NULL);
  assert_status (third, 2);
  assert_contains (third->err, "before.json: not the report of a load run");
}

static void
test_hdr_log (void)
{
  g_autofree char *path = cli_path ("load.hlog");
  g_autofree char *text = NULL;
  g_autoptr (CliRun) run = cli_run (serve, "load", "ping", "-c", "5", "--hdr-log", path, NULL);

  assert_status (run, 0);
  text = cli_read ("load.hlog");
  g_assert_true (g_str_has_prefix (text, "#[Histogram log format version 1.3]\n"));
  assert_contains (text, ",HISTF");
}

static void
test_failures (void)
{
  static const char broken[] = SERVE ("\"ping\": {\"error\": {\"code\": -32000, \"message\": \"x\"},"
                                      " \"delay_msec\": 1}");
  g_autoptr (CliRun) all = cli_run (broken, "load", "ping", "-c", "5", NULL);
  g_autoptr (CliRun) stopped = cli_run (broken, "load", "ping", "--stop-failed", "5", NULL);
  g_autoptr (CliRun) died = cli_run ("[{\"handshake\": {}}, {\"serve\": {}, \"then_exit_after\": 3}]",
                                     "load", "ping", "-c", "100", NULL);

  assert_status (all, 5);
  assert_contains (all->out, "5 × rpc -32000");
  assert_status (stopped, 6);
  assert_contains (stopped->out, "Stopped: 100 % of the calls failed.");
  assert_status (died, 7);
  assert_contains (died->out, "3 answered");
}

/* Errors warn; the rules of the run fail it. */
static void
test_reports (void)
{
  static const char broken[] = SERVE ("\"ping\": {\"error\": {\"code\": -32000, \"message\": \"x\"},"
                                      " \"delay_msec\": 1}");
  g_autoptr (CliRun) tap = cli_run (serve, "load", "ping", "-c", "5", "--stop-failed", "50", "--format=tap", NULL);
  g_autoptr (CliRun) junit = cli_run (broken, "load", "ping", "--stop-failed", "5", "--format=junit", NULL);

  assert_status (tap, 0);
  assert_contains (tap->out, "1..2\nok 1 - load.answered\n");
  assert_contains (tap->out, "\nok 2 - load.stopped\n");
  assert_status (junit, 6);
  assert_contains (junit->out, "name=\"load.error: rpc -32000\"");
  assert_contains (junit->out, "100 % of the calls failed</failure>");
}

static void
test_usage (void)
{
  g_autoptr (CliRun) rate = cli_run (serve, "load", "ping", "--rate", "0", NULL);
  g_autoptr (CliRun) verb = cli_run (serve, "load", "all", NULL);

  assert_status (rate, 2);
  assert_contains (rate->err, "--rate 0: not a number above 0");
  assert_status (verb, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/load/text", test_text);
  g_test_add_func ("/cli/load/json", test_json);
  g_test_add_func ("/cli/load/ndjson", test_ndjson);
  g_test_add_func ("/cli/load/compare", test_compare);
  g_test_add_func ("/cli/load/hdr-log", test_hdr_log);
  g_test_add_func ("/cli/load/failures", test_failures);
  g_test_add_func ("/cli/load/reports", test_reports);
  g_test_add_func ("/cli/load/usage", test_usage);

  return cli_test_main ();
}
