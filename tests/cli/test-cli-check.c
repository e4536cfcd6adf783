/* test-cli-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "mcp-json.h"

#define HANDSHAKE "{\"handshake\": {\"capabilities\": {\"tools\": {}}}}"
#define TOOLS_FAIL "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"error\": {\"code\": -32603, \"message\": \"Broken.\"}}}}]"
#define LIST "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}}}"

static void
test_clean (void)
{
  g_autoptr (CliRun) text = cli_run ("[" HANDSHAKE ", " LIST "]", "check", "--strict", NULL);
  g_autoptr (CliRun) json = cli_run ("[" HANDSHAKE ", " LIST "]", "check", "--format=ndjson", NULL);

  assert_status (text, 0);
  g_assert_cmpstr (text->out, ==, "0 errors, 0 warnings\n");
  assert_status (json, 0);
  g_assert_cmpstr (json->out, ==, "{\"findings\":[],\"errors\":0,\"warnings\":0}\n");
}

/* An answer that nobody asked for is an error; it stands in each format, and ends with 6. */
static void
test_error (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":4711,\\\"result\\\":{}}\"}, "
    LIST "]";
  g_autoptr (CliRun) text = cli_run (script, "check", NULL);
  g_autoptr (CliRun) json = cli_run (script, "check", "--format=json", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object, *finding;

  assert_status (text, 6);
  g_assert_true (g_str_has_prefix (text->out, "Errors\n  "));
  assert_contains (text->out, "    rpc.unknown-id · record ");
  assert_contains (text->out, "\n1 error, 0 warnings\n");

  assert_status (json, 6);
  root = cli_parse (json->out);
  object = json_node_get_object (root);
  g_assert_cmpint (json_object_get_int_member (object, "errors"), ==, 1);
  finding = json_array_get_object_element (json_object_get_array_member (object, "findings"), 0);
  g_assert_cmpuint (json_object_get_size (finding), ==, 5);
  g_assert_cmpstr (json_object_get_string_member (finding, "rule"), ==, "rpc.unknown-id");
  g_assert_cmpstr (json_object_get_string_member (finding, "severity"), ==, "error");
  g_assert_cmpint (json_object_get_int_member (finding, "record"), >, 0);
}

/* A program that was started to speak over its output should not be there for the whole network. */
static void
test_any_address (void)
{
  g_autoptr (CliRun) any = cli_run ("[{\"listen\": \"0.0.0.0\"}, " HANDSHAKE ", " LIST "]", "check", NULL);
  g_autoptr (CliRun) loopback = cli_run ("[{\"listen\": \"127.0.0.1\"}, " HANDSHAKE ", " LIST "]", "check", NULL);

  assert_status (any, 0);
  assert_contains (any->out, "http.any-address");
  assert_contains (any->out, "0 errors, 1 warning\n");
  assert_status (loopback, 0);
  g_assert_cmpstr (loopback->out, ==, "0 errors, 0 warnings\n");
}

/* A warning counts with --strict. */
static void
test_strict (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":"
    "\\\"notifications/progress\\\",\\\"params\\\":{\\\"progressToken\\\":99,\\\"progress\\\":1}}\"}, "
    LIST "]";
  g_autoptr (CliRun) lax = cli_run (script, "check", NULL);
  g_autoptr (CliRun) strict = cli_run (script, "check", "--strict", NULL);

  assert_status (lax, 0);
  assert_contains (lax->out, "0 errors, 1 warning\n");
  assert_status (strict, 6);
}

/* A list that cannot be had is a finding; the others are still looked at. */
static void
test_list_failed (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"prompts\": {}}}},"
    " {\"serve\": {\"tools/list\": {\"error\": {\"code\": -32603, \"message\": \"Broken.\"}},"
    " \"prompts/list\": {\"result\": {\"prompts\": [{}]}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "check", NULL);

  assert_status (run, 6);
  assert_contains (run->out, "Broken.");
  assert_contains (run->out, "check.list-failed · tools/list\n");
  assert_contains (run->out, "list.bad-item");
}

/* What is required of a server, by the command or its settings, fails where it lacks. */
static void
test_required (void)
{
  static const char script[] = "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {\"subscribe\": true}}}},"
                               " {\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}},"
                               " \"resources/list\": {\"result\": {\"resources\": []}}}}]";
  g_autoptr (CliRun) kept = cli_run (script, "check", "--require", "tools, resources.subscribe", NULL);
  g_autoptr (CliRun) broken = cli_run (script, "check", "--require", "tools.listChanged,prompts,resources", NULL);

  assert_status (kept, 0);
  assert_status (broken, 6);
  assert_contains (broken->out, "“tools.listChanged”");
  assert_contains (broken->out, "“prompts”");
  assert_contains (broken->out, "capability.required");
  assert_contains (broken->out, "2 errors, 0 warnings");
}

/* Pages in a circle are one fault, told of by the rule that knows it. */
static void
test_endless_list (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": [],"
    " \"nextCursor\": \"again\"}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "check", NULL);

  assert_status (run, 6);
  assert_contains (run->out, "list.cursor-loop");
  assert_contains (run->out, "\n1 error, 0 warnings\n");
}

/* What changed since it was accepted is told; an unchanged server is silent, however it orders things. */
static void
test_baseline (void)
{
#define TOOLS(list) "[" HANDSHAKE ", {\"serve\": {\"tools/list\": {\"result\": {\"tools\": [" list "]}}}}]"
#define TOOL_A "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"}}}}"
#define TOOL_A_NARROW "{\"inputSchema\":{\"properties\":{\"x\":{\"type\":\"integer\"}},\"type\":\"object\"},\"name\":\"a\"}"
#define TOOL_B "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}}"
  g_autofree char *file = cli_path ("baseline.json");
  g_autofree char *other = cli_path ("other.json");
  g_autoptr (CliRun) absent = cli_run (TOOLS (TOOL_A), "check", "--baseline", file, NULL);
  g_autoptr (CliRun) nowhere = cli_run (TOOLS (TOOL_A), "check", "--update-baseline", NULL);
  g_autoptr (CliRun) accepted = cli_run (TOOLS (TOOL_A "," TOOL_B), "check", "--baseline", file,
                                         "--update-baseline", NULL);
  g_autoptr (CliRun) same = cli_run (TOOLS (TOOL_B "," TOOL_A), "check", "--strict", "--baseline", file, NULL);
  g_autoptr (CliRun) changed = cli_run (TOOLS (TOOL_A_NARROW), "check", "--baseline", file, NULL);
  g_autoptr (CliRun) bad = NULL;

  assert_status (absent, 2);
  assert_contains (absent->err, file);
  assert_status (nowhere, 2);
  assert_status (accepted, 0);
  assert_contains (accepted->err, file);
  assert_status (same, 0);
  g_assert_cmpstr (same->out, ==, "0 errors, 0 warnings\n");
  assert_status (changed, 6);
  assert_contains (changed->out, "drift.breaking");
  assert_contains (changed->out, "x: the type number is not taken any more");
  assert_contains (changed->out, "drift.removed");

  g_assert_true (g_file_set_contents (other, "{\"facts\":{}}", -1, NULL));
  bad = cli_run (TOOLS (TOOL_A), "check", "--baseline", other, NULL);
  assert_status (bad, 2);
  assert_contains (bad->err, other);
}

/* Files, recordings and saved servers: the same facts, wherever they come from. */
static void
test_compare (void)
{
  g_autofree char *one = cli_path ("one.json");
  g_autofree char *two = cli_path ("two.jsonl");
  g_autofree char *info = cli_path ("info.jsonl");
  g_autoptr (CliRun) written = cli_run (TOOLS (TOOL_A "," TOOL_B), "check", "--baseline", one, "--update-baseline",
                                        NULL);
  g_autoptr (CliRun) recorded = cli_run (TOOLS (TOOL_A_NARROW), "check", "--record", two, NULL);
  g_autoptr (CliRun) without = cli_run (TOOLS (TOOL_A), "info", "--record", info, NULL);
  g_autoptr (CliRun) same = cli_run (NULL, "compare", one, one, NULL);
  g_autoptr (CliRun) other = cli_run (NULL, "compare", one, two, NULL);
  g_autoptr (CliRun) back = cli_run (NULL, "compare", "--format=ndjson", two, one, NULL);
  g_autoptr (CliRun) half = cli_run (NULL, "compare", one, info, NULL);
  g_autoptr (CliRun) nobody = cli_run (NULL, "compare", one, "nobody", NULL);
  g_autoptr (CliRun) nothing = cli_run (NULL, "compare", one, "./nothing", NULL);

  assert_status (written, 0);
  assert_status (recorded, 0);
  assert_status (without, 0);
  assert_status (same, 0);
  g_assert_cmpstr (same->out, ==, "0 errors, 0 warnings\n");
  g_assert_cmpstr (same->err, ==, "");
  assert_status (other, 6);
  assert_contains (other->out, "drift.breaking");
  assert_contains (other->out, "The tool “b” is gone");
  assert_contains (other->out, "\n2 errors, 0 warnings\n");
  assert_status (back, 6);
  assert_contains (back->out, "\"rule\":\"drift.added\"");
  assert_contains (back->out, "\"rule\":\"drift.schema\"");
  assert_contains (back->out, "\"errors\":0,");
  assert_status (half, 0);
  assert_contains (half->err, "tools: not compared");
  assert_status (nobody, 2);
  assert_contains (nobody->err, "nobody");
  assert_status (nothing, 2);
}

/* A recording that begins in the middle of a session says nothing of how that began. */
static void
test_compare_cut (void)
{
  g_autofree char *whole = cli_path ("whole.mcprec");
  g_autofree char *cut = cli_path ("cut.mcprec");
  g_autoptr (CliRun) written = cli_run (TOOLS (TOOL_A), "check", "--record", whole, NULL);
  g_autofree char *text = cli_read ("whole.mcprec");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autoptr (CliRun) both = NULL;
  g_autoptr (CliRun) half = NULL;

  assert_status (written, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0' && strstr (lines[i], "initialize") == NULL
        && strstr (lines[i], "protocolVersion") == NULL)
      g_string_append_printf (rest, "%s\n", lines[i]);
  g_assert_true (g_file_set_contents (cut, rest->str, -1, NULL));

  both = cli_run (NULL, "compare", cut, cut, NULL);
  assert_status (both, 0);
  g_assert_cmpstr (both->err, ==, "");
  half = cli_run (NULL, "compare", cut, whole, NULL);
  assert_status (half, 0);
  assert_contains (half->err, "capabilities: not compared");
}

static void
append_server (GString    *config,
               const char *name,
               const char *script)
{
  g_string_append_printf (config, "%s\"%s\":{\"command\":\"%s\",\"args\":[\"--script\",",
                          g_str_has_suffix (config->str, "{") ? "" : ",", name, g_getenv ("SOUNDER_MOCK_SERVER"));
  mcp_json_append_string (config, script, -1);
  g_string_append (config, "]}");
}

/* Two servers of a file, each started, listed and ended. */
static void
test_compare_servers (void)
{
  g_autofree char *path = cli_path ("two-servers.json");
  g_autoptr (GString) config = g_string_new ("{\"mcpServers\":{");
  g_autoptr (CliRun) other = NULL;
  g_autoptr (CliRun) same = NULL;

  append_server (config, "old", TOOLS (TOOL_A "," TOOL_B));
  append_server (config, "new", TOOLS (TOOL_A));
  append_server (config, "broken", TOOLS_FAIL);
  g_string_append (config, "}}");
  g_assert_true (g_file_set_contents (path, config->str, -1, NULL));

  same = cli_run (NULL, "--era=legacy", "--yes", "--config", path, "compare", "old", "old", NULL);
  assert_status (same, 0);
  other = cli_run (NULL, "--era=legacy", "--yes", "--config", path, "compare", "old", "new", NULL);
  assert_status (other, 6);
  assert_contains (other->out, "The tool “b” is gone");
  assert_contains (other->out, "\n1 error, 0 warnings\n");

  /* Half a comparison is none. */
  g_clear_pointer (&other, cli_run_free);
  other = cli_run (NULL, "--era=legacy", "--yes", "--config", path, "compare", "old", "broken", NULL);
  assert_status (other, 1);
  assert_contains (other->err, "tools/list");
  g_assert_cmpstr (other->out, ==, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/check/clean", test_clean);
  g_test_add_func ("/cli/check/error", test_error);
  g_test_add_func ("/cli/check/any-address", test_any_address);
  g_test_add_func ("/cli/check/strict", test_strict);
  g_test_add_func ("/cli/check/list-failed", test_list_failed);
  g_test_add_func ("/cli/check/endless-list", test_endless_list);
  g_test_add_func ("/cli/check/required", test_required);
  g_test_add_func ("/cli/check/baseline", test_baseline);

  g_test_add_func ("/cli/check/compare", test_compare);
  g_test_add_func ("/cli/check/compare-cut", test_compare_cut);
  g_test_add_func ("/cli/check/compare-servers", test_compare_servers);

  return cli_test_main ();
}
