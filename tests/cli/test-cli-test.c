/* test-cli-test.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

#define SERVE "[{\"handshake\":{\"capabilities\":{\"tools\":{}}}}," \
              "{\"serve\":{\"tools/call\":{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}}}}]"
#define CALL "\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}"
#define RIGHT "{\"name\":\"right\"," CALL ",\"expect\":[\"json:result.content[0].text=hi\"]}"
#define WRONG "{\"name\":\"wrong\"," CALL ",\"snapshot\":{\"content\":[]}}"

static char *
write_tests (const char *name,
             const char *tests)
{
  char *path = cli_path (name);
  g_autofree char *text = g_strdup_printf ("{\"sounderTests\":1,\"tests\":[%s]}", tests);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

static void
test_text (void)
{
  g_autofree char *right = write_tests ("right.json", RIGHT);
  g_autofree char *both = write_tests ("both.json", RIGHT "," WRONG);
  g_autoptr (CliRun) passed = cli_run (SERVE, "test", right, NULL);
  g_autoptr (CliRun) failed = cli_run (SERVE, "test", both, right, NULL);

  assert_status (passed, 0);
  g_assert_true (g_str_has_prefix (passed->out, "right.json · "));
  assert_contains (passed->out, "  ✓ right  ");
  g_assert_true (g_str_has_suffix (passed->out, "\n1 passed, 0 failed, 0 skipped\n"));

  assert_status (failed, 6);
  assert_contains (failed->out, "  ✗ wrong  ");
  assert_contains (failed->out, "      snapshot /result/content/0: This was not there\n"
                                "        got        {\"type\":\"text\",\"text\":\"hi\"}\n");
  g_assert_true (g_str_has_suffix (failed->out, "\n2 passed, 1 failed, 0 skipped\n"));
}

static void
test_json (void)
{
  g_autofree char *both = write_tests ("both.json", RIGHT "," WRONG);
  g_autoptr (CliRun) json = cli_run (SERVE, "test", "--format=json", both, both, "--parallel=2", NULL);
  g_autoptr (CliRun) lines = cli_run (SERVE, "test", "--format=ndjson", both, NULL);
  g_autoptr (CliRun) junit = cli_run (SERVE, "test", "--format=junit", both, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *tests;
  JsonObject *failure;

  assert_status (json, 6);
  root = cli_parse (json->out);
  tests = json_object_get_array_member (json_node_get_object (root), "tests");
  g_assert_cmpuint (json_array_get_length (tests), ==, 4);
  failure = json_array_get_object_element (json_object_get_array_member (json_array_get_object_element (tests, 3),
                                                                         "failures"), 0);
  g_assert_cmpstr (json_object_get_string_member (failure, "expectation"), ==, "snapshot /result/content/0");

  assert_status (lines, 6);
  g_assert_true (g_str_has_suffix (lines->out, "{\"summary\":{\"passed\":1,\"failed\":1,\"skipped\":0}}\n"));
  assert_status (junit, 6);
  assert_contains (junit->out, " tests=\"2\" failures=\"1\"");
}

static void
test_update (void)
{
  g_autofree char *both = write_tests ("both.json", RIGHT "," WRONG);
  g_autoptr (CliRun) updated = cli_run (SERVE, "test", "--update-snapshots", both, NULL);
  g_autoptr (CliRun) again = cli_run (SERVE, "test", both, NULL);

  assert_status (updated, 6);
  assert_contains (updated->err, ": 1 snapshot was updated\n");
  assert_status (again, 0);
}

/* Wrong files run nothing, and a server that is not there fails no test: they are skipped. */
static void
test_wrong (void)
{
  g_autofree char *slip = write_tests ("slip.json", "{\"name\":\"a\"," CALL ",\"expects\":[]}");
  g_autofree char *right = write_tests ("right.json", RIGHT);
  g_autoptr (CliRun) told = cli_run (SERVE, "test", slip, NULL);
  g_autoptr (CliRun) absent = cli_run (SERVE, "test", "/no/such/file", NULL);
  g_autoptr (CliRun) nowhere = cli_run (NULL, "test", right, NULL);
  g_autoptr (CliRun) no_server = cli_run (NULL, "test", right, "--", "/no/such/program", NULL);

  assert_status (told, 2);
  assert_contains (told->err, "slip.json:1: tests[0]: “expects” is nothing a test knows; did you mean “expect”?");
  assert_status (absent, 2);
  assert_status (nowhere, 2);
  assert_contains (nowhere->err, "names no server");
  assert_status (no_server, 3);
  g_assert_true (g_str_has_suffix (no_server->out, "0 passed, 0 failed, 1 skipped\n"));
}

/* The servers of the file, and each era of it. */
static void
test_matrix (void)
{
  g_autofree char *path = cli_path ("matrix.json");
  g_autofree char *text = g_strdup_printf ("{\"sounderTests\":1,\"eras\":[\"legacy\",\"auto\"],\"servers\":{"
                                           "\"one\":{\"command\":\"%s\",\"args\":[\"--script\",\"%s\"]},"
                                           "\"two\":{\"command\":\"/no/such/program\"}},\"tests\":[" RIGHT "]}",
                                           g_getenv ("SOUNDER_MOCK_SERVER"), "%s");
  g_autofree char *script = g_strescape (SERVE, NULL);
  g_autofree char *whole = g_strdup_printf (text, script);
  g_autoptr (CliRun) all = NULL;

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  all = cli_run (NULL, "test", "--yes", path, NULL);
  assert_status (all, 3);
  assert_contains (all->out, "matrix.json · one · legacy\n");
  assert_contains (all->out, "matrix.json · one · auto\n");
  assert_contains (all->err, "matrix.json · two · legacy");
  g_assert_true (g_str_has_suffix (all->out, "2 passed, 0 failed, 2 skipped\n"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/test/text", test_text);
  g_test_add_func ("/cli/test/json", test_json);
  g_test_add_func ("/cli/test/update", test_update);
  g_test_add_func ("/cli/test/wrong", test_wrong);
  g_test_add_func ("/cli/test/matrix", test_matrix);

  return cli_test_main ();
}
