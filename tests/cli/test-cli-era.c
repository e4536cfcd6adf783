/* test-cli-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* --era and --protocol, and what the commands say of a server of 2026-07-28. */

#define SERVER(more)                                                                               \
  "[{\"serve\": {\"server/discover\": {\"result\": {\"resultType\":\"complete\","                     \
  "\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\"],\"capabilities\":{\"tools\":{},"             \
  "\"x-odd\":{\"y\":1},\"extensions\":{\"org.example/more\":{}}}," more                               \
  "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"m\",\"title\":\"Modern\","          \
  "\"version\":\"7\"}}}},"                                                                         \
  "\"tools/list\": {\"result\": {\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"public\","  \
  "\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}},"                            \
  "\"tools/call\": {\"result\": {\"resultType\":\"complete\",\"content\":[{\"type\":\"text\","        \
  "\"text\":\"done\"}]}}}}]"
#define GOOD SERVER ("\"ttlMs\":90000,\"cacheScope\":\"private\",")
#define BAD  SERVER ("\"ttlMs\":-1,")

static void
test_info (void)
{
  g_autoptr (CliRun) run = cli_run (GOOD, "info", "--era", "modern", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "Modern (m) 7");
  assert_contains (run->out, "2026-07-28");
  assert_contains (run->out, "modern (the server answered server/discover)");
  assert_contains (run->out, "2026-07-28, 2025-11-25");
  assert_contains (run->out, "90 s, private");
  assert_contains (run->out, "org.example/more");
  assert_contains (run->out, "x-odd");
  assert_contains (run->out, "io.modelcontextprotocol/tasks");
}

/* At its real length: a program that is downloaded before it says its first word. */
static void
test_slow_start (void)
{
  g_autoptr (CliRun) run = cli_run ("[{\"stderr\": \"installing\"}, {\"sleep_msec\": 14000}, {\"handshake\": "
                                    "{\"capabilities\": {\"tools\": {}}}}, {\"serve\": {\"tools/list\": {\"result\": "
                                    "{\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}]}}}}]",
                                    "tools", "list", "--era", "auto", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "t");
}

static void
test_info_json (void)
{
  g_autoptr (CliRun) run = cli_run (GOOD, "info", "--era", "auto", "--format", "json", NULL);
  g_autoptr (CliRun) old = cli_run (GOOD, "info", "--era", "legacy", "--format", "json", NULL);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (JsonNode) old_root = NULL;
  JsonObject *object;

  assert_status (run, 0);
  root = cli_parse (run->out);
  object = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (object, "era"), ==, "modern");
  g_assert_cmpstr (json_object_get_string_member (object, "evidence"), ==,
                   "the server answered server/discover");
  g_assert_cmpstr (json_object_get_string_member (object, "protocolVersion"), ==, "2026-07-28");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object,
                                                                         "supportedVersions")),
                    ==, 2);
  g_assert_cmpint (json_object_get_int_member (object, "ttlMs"), ==, 90000);
  g_assert_cmpstr (json_object_get_string_member (object, "cacheScope"), ==, "private");
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (object,
                                                                                "serverInfo"),
                                                  "name"),
                   ==, "m");

  assert_status (old, 0);
  old_root = cli_parse (old->out);
  object = json_node_get_object (old_root);
  g_assert_cmpstr (json_object_get_string_member (object, "era"), ==, "legacy");
  g_assert_true (json_object_get_null_member (object, "supportedVersions"));
}

static void
test_commands (void)
{
  g_autoptr (CliRun) list = cli_run (GOOD, "tools", "list", "--era", "modern", NULL);
  g_autoptr (CliRun) call = cli_run (GOOD, "tools", "call", "t", "--era", "modern", NULL);
  g_autoptr (CliRun) ping = cli_run (GOOD, "ping", "-c1", "--era", "modern", NULL);

  assert_status (list, 0);
  assert_contains (list->out, "t");
  assert_status (call, 0);
  g_assert_cmpstr (call->out, ==, "done\n");
  assert_status (ping, 0);
  assert_contains (ping->out, "server/discover 1:");
  assert_contains (ping->out, " server/discover statistics ---");
}

/* A pinned revision decides the era. */
static void
test_protocol (void)
{
  g_autoptr (CliRun) modern = cli_run (GOOD, "info", "--era", "auto", "--protocol",
                                       "2026-07-28", NULL);
  g_autoptr (CliRun) legacy = cli_run (GOOD, "info", "--era", "auto", "--protocol",
                                       "2025-06-18", NULL);
  g_autoptr (CliRun) none = cli_run ("[{\"handshake\": {}}, {\"serve\": {}}]", "info", "--era",
                                     "modern", NULL);

  assert_status (modern, 0);
  assert_contains (modern->out, "modern (");
  assert_status (legacy, 0);
  assert_contains (legacy->out, "legacy (");
  g_assert_cmpint (none->status, !=, 0);
}

static void
test_check (void)
{
  g_autoptr (CliRun) good = cli_run (GOOD, "check", "--era", "modern", NULL);
  g_autoptr (CliRun) bad = cli_run (BAD, "check", "--era", "modern", NULL);

  assert_status (good, 0);
  assert_status (bad, 6);
  assert_contains (bad->out, "cache.ttl");
  assert_contains (bad->out, "cache.scope");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/era/info", test_info);
  g_test_add_func ("/cli/era/slow-start", test_slow_start);
  g_test_add_func ("/cli/era/info-json", test_info_json);
  g_test_add_func ("/cli/era/commands", test_commands);
  g_test_add_func ("/cli/era/protocol", test_protocol);
  g_test_add_func ("/cli/era/check", test_check);

  return cli_test_main ();
}
