/* test-cli-tasks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Tasks of a server of 2025-11-25 (basic/utilities/tasks), from the call to the result. */

#define TASK(status)                                                                               \
  "{\"taskId\": \"t1\", \"status\": \"" status "\", \"statusMessage\": \"Half way\", \"createdAt\": " \
  "\"2026-01-01T00:00:00Z\", \"lastUpdatedAt\": \"2026-01-01T00:00:01Z\", \"ttl\": 60000,"         \
  "\"pollInterval\": 100}"
#define SERVER(status)                                                                             \
  "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"tasks\": {\"list\": {}, \"cancel\": {},"  \
  "\"requests\": {\"tools\": {\"call\": {}}}}}}}, {\"serve\": {"                                   \
  "\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"long\", \"inputSchema\": {\"type\": "    \
  "\"object\"}, \"execution\": {\"taskSupport\": \"optional\"}}, {\"name\": \"short\","            \
  "\"inputSchema\": {\"type\": \"object\"}}]}},"                                                   \
  "\"tools/call\": {\"result\": {\"task\": " TASK ("working") "}},"                                \
  "\"tasks/get\": {\"result\": " TASK (status) "},"                                                \
  "\"tasks/list\": {\"result\": {\"tasks\": [" TASK ("working") "]}},"                             \
  "\"tasks/cancel\": {\"result\": " TASK ("cancelled") "},"                                        \
  "\"tasks/result\": {\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"All done\"}],"   \
  "\"_meta\": {\"io.modelcontextprotocol/related-task\": {\"taskId\": \"t1\"}}}}}}]"

static void
test_call (void)
{
  g_autoptr (CliRun) run = cli_run (SERVER ("completed"), "tools", "call", "long", "--task", NULL);
  g_autoptr (CliRun) lines = cli_run (SERVER ("completed"), "tools", "call", "long", "--task",
                                      "--format", "ndjson", NULL);

  assert_status (run, 0);
  g_assert_cmpstr (run->out, ==, "All done\n");
  assert_status (lines, 0);
  assert_contains (lines->out, "{\"task\":");
  assert_contains (lines->out, "{\"result\":");
}

/* The handle outlives the command. */
static void
test_detach (void)
{
  g_autoptr (CliRun) run = cli_run (SERVER ("completed"), "tools", "call", "long", "--task",
                                    "--detach", NULL);
  g_autoptr (CliRun) result = NULL;
  g_autoptr (CliRun) unknown = NULL;

  assert_status (run, 0);
  assert_contains (run->out, "t1  working  long");
  result = cli_run (SERVER ("completed"), "tasks", "result", "t1", NULL);
  assert_status (result, 0);
  g_assert_cmpstr (result->out, ==, "All done\n");
}

static void
test_list (void)
{
  g_autoptr (CliRun) run = cli_run (SERVER ("working"), "tasks", "list", NULL);
  g_autoptr (CliRun) json = cli_run (SERVER ("working"), "tasks", "list", "--format", "json", NULL);
  g_autoptr (CliRun) get = cli_run (SERVER ("working"), "tasks", "get", "t1", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "t1  working");
  assert_contains (run->out, "Half way");
  assert_status (json, 0);
  assert_contains (json->out, "\"pollInterval\": 100");
  assert_status (get, 0);
  assert_contains (get->out, "\"statusMessage\": \"Half way\"");
}

static void
test_cancel (void)
{
  g_autoptr (CliRun) run = cli_run (SERVER ("working"), "tasks", "cancel", "t1", NULL);
  g_autoptr (CliRun) gone = cli_run (SERVER ("cancelled"), "tasks", "result", "t1", NULL);

  assert_status (run, 0);
  assert_contains (run->err, "Cancelled.");
  assert_status (gone, 1);
  assert_contains (gone->err, "the task was cancelled");
}

/* A tool that cannot be a task is not asked for one. */
static void
test_refused (void)
{
  g_autoptr (CliRun) run = cli_run (SERVER ("working"), "tools", "call", "short", "--task", NULL);
  g_autoptr (CliRun) none = cli_run ("full.json", "tasks", "get", "t1", NULL);

  assert_contains (run->err, "cannot be called as a task");
  g_assert_cmpint (run->status, !=, 0);
  assert_contains (none->err, "did not declare tasks");
  g_assert_cmpint (none->status, !=, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/tasks/call", test_call);
  g_test_add_func ("/cli/tasks/detach", test_detach);
  g_test_add_func ("/cli/tasks/list", test_list);
  g_test_add_func ("/cli/tasks/cancel", test_cancel);
  g_test_add_func ("/cli/tasks/refused", test_refused);

  return cli_test_main ();
}
