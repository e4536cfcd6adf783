/* test-cli-presets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Presets from one run of the program to the next, and calls that begin with them. */

static CliRun *
save (const char *kind,
      const char *name,
      const char *preset,
      const char *json)
{
  CliRun *run = cli_run ("full.json", "presets", "save", kind, name, preset, json, NULL);

  assert_status (run, 0);
  g_assert_cmpstr (run->out, ==, "");

  return run;
}

static void
test_calls (void)
{
  g_autoptr (CliRun) saved = save ("tool", "say", "Big one", "{\"text\": \"a\", \"n\":1.10, \"big\":9007199254740993}");
  g_autoptr (CliRun) prompt = save ("prompt", "greet", "Ada", "{\"who\":\"Ada\",\"how\":\"kindly\"}");
  g_autoptr (CliRun) call = cli_run ("full.json", "tools", "call", "say", "--preset", "Big one", "times=3", "--args",
                                     "{\"text\":\"b\"}", "--verbose", NULL);
  g_autoptr (CliRun) get =
    cli_run ("full.json", "prompts", "get", "greet", "--preset", "Ada", "who=Bob", "--verbose", NULL);
  g_autoptr (CliRun) near = cli_run ("full.json", "tools", "call", "say", "--preset", "Big ona", NULL);
  g_autoptr (CliRun) none = cli_run ("full.json", "prompts", "get", "greet", "--preset", "Big one", NULL);
  g_autoptr (CliRun) list = cli_run ("full.json", "tools", "list", "--preset", "x", NULL);

  g_assert_cmpstr (saved->err, ==, "");
  g_assert_cmpstr (prompt->err, ==, "");
  assert_contains (call->err,
                   "\"arguments\":{\"text\":\"b\",\"n\":1.10,\"big\":9007199254740993,\"times\":3}");
  assert_contains (get->err, "\"arguments\":{\"how\":\"kindly\",\"who\":\"Bob\"}");
  assert_status (near, 2);
  assert_contains (near->err, "say has no preset “Big ona”; did you mean “Big one”?");
  assert_status (none, 2);
  assert_contains (none->err, "greet has no preset “Big one”");
  assert_status (list, 2);
}

static void
test_files (void)
{
  g_autoptr (CliRun) first = save ("tool", "look", "한글", "{ \"x\" : 1.10 }");
  g_autoptr (CliRun) second = save ("template", "mock://{id}", "t", "{\"id\":\"1\",\"token\":\"hush\"}");
  g_autoptr (CliRun) list = cli_run ("full.json", "presets", "list", NULL);
  g_autoptr (CliRun) show = cli_run ("full.json", "presets", "show", "tool", "look", "한글", "--format", "ndjson", NULL);
  g_autoptr (CliRun) all = cli_run ("full.json", "presets", "export", NULL);
  g_autoptr (CliRun) one = cli_run ("full.json", "presets", "export", "tool", "look", NULL);
  g_autoptr (CliRun) gone = cli_run ("full.json", "presets", "delete", "tool", "look", "한글", NULL);
  g_autoptr (CliRun) again = cli_run ("full.json", "presets", "delete", "tool", "look", "한글", NULL);
  g_autoptr (CliRun) back = cli_run_with_input (one->out, "full.json", "presets", "import", "-", NULL);
  g_autoptr (CliRun) after = cli_run ("full.json", "presets", "export", "tool", "look", NULL);
  g_autoptr (CliRun) no_file = cli_run ("full.json", "presets", "import", "/nonexistent", NULL);
  g_autoptr (CliRun) no_kind = cli_run ("full.json", "presets", "show", "resource", "a", "b", NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_contains (second->err, "What is secret was left out: {\"id\":\"1\"}");
  assert_contains (list->out, "tool look  한글  { \"x\" : 1.10 }\n");
  assert_contains (list->out, "template mock://{id}  t  {\"id\":\"1\"}\n");
  g_assert_cmpstr (show->out, ==, "{ \"x\" : 1.10 }\n");
  assert_status (all, 0);
  root = cli_parse (all->out);
  g_assert_true (json_object_has_member (json_node_get_object (root), "templates"));
  g_assert_null (strstr (all->out, "hush"));
  g_assert_null (strstr (one->out, "templates"));
  assert_status (gone, 0);
  assert_status (again, 2);
  assert_status (back, 0);
  assert_contains (back->err, "1 preset was imported.");
  g_assert_cmpstr (after->out, ==, one->out);
  assert_status (no_file, 2);
  assert_status (no_kind, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/presets/calls", test_calls);
  g_test_add_func ("/cli/presets/files", test_files);

  return cli_test_main ();
}
