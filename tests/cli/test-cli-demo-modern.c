/* test-cli-demo-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* sounder-demo-server --modern: both eras, over pipes and over HTTP. */

#define DEMO g_getenv ("SOUNDER_DEMO_SERVER")
#define ANSWERS "[{\"do\":\"accept\"}]"

static void
test_stdio (void)
{
  g_autoptr (CliRun) info = cli_run (NULL, "info", "--", DEMO, "--modern", NULL);
  g_autoptr (CliRun) old = cli_run (NULL, "info", "--era", "legacy", "--", DEMO, "--modern", NULL);
  g_autoptr (CliRun) unaware = cli_run (NULL, "info", "--", DEMO, NULL);
  g_autoptr (CliRun) check = cli_run (NULL, "check", "--", DEMO, "--modern", NULL);

  assert_status (info, 0);
  assert_contains (info->out, "modern (");
  assert_contains (info->out, "2026-07-28, 2025-11-25");
  assert_status (old, 0);
  assert_contains (old->out, "legacy (");
  assert_status (unaware, 0);
  assert_contains (unaware->out, "legacy (");
  assert_status (check, 0);
  assert_contains (check->out, "0 errors, 0 warnings");
}

/* Each request carries the level; nothing is set. */
static void
test_log_level (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "tools", "list", "--log-level", "debug", "--verbose", "--",
                                    DEMO, "--modern", NULL);

  assert_status (run, 0);
  assert_contains (run->err, "\"io.modelcontextprotocol/logLevel\":\"debug\"");
  g_assert_null (strstr (run->err, "logging/setLevel"));
}

static void
test_http (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (TRUE);
  g_autoptr (CliRun) info = cli_run (NULL, "info", "--url", demo->url, NULL);
  g_autoptr (CliRun) old = cli_run (NULL, "info", "--era", "legacy", "--url", demo->url, NULL);
  g_autoptr (CliRun) check = cli_run (NULL, "check", "--url", demo->url, NULL);
  g_autoptr (CliRun) slow = cli_run (NULL, "tools", "call", "slow", "seconds:=0.1", "steps:=2",
                                     "--url", demo->url, NULL);
  g_autoptr (CliRun) pinned = cli_run (NULL, "tools", "list", "--protocol", "2026-07-28", "--url",
                                       demo->url, NULL);

  assert_status (info, 0);
  assert_contains (info->out, "modern (");
  g_assert_null (strstr (info->out, "Session id"));
  assert_status (old, 0);
  assert_contains (old->out, "legacy (");
  assert_status (check, 0);
  assert_contains (check->out, "0 errors, 0 warnings");
  assert_status (slow, 0);
  g_assert_cmpstr (slow->out, ==, "Done after 2 steps\n");
  assert_status (pinned, 0);
  assert_contains (pinned->out, "ask-roots");
}

/* What is asked in a result is answered, and the call goes out again. */
static void
test_rounds (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (TRUE);
  g_autofree char *file = cli_path ("answers.json");
  g_autoptr (CliRun) piped = NULL;
  g_autoptr (CliRun) http = NULL;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (file, ANSWERS, -1, &error);
  g_assert_no_error (error);
  piped = cli_run (NULL, "tools", "call", "ask-form", "--answers", file, "--", DEMO, "--modern", NULL);
  http = cli_run (NULL, "tools", "call", "ask-roots", "--answers", file, "--url", demo->url, NULL);
  assert_status (piped, 0);
  assert_contains (piped->out, "\"action\":\"accept\"");
  assert_status (http, 0);
  assert_contains (http->out, "You answered: {\"roots\":");
}

/* One stream of notifications, over either transport. */
static void
test_subscribe (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (TRUE);
  g_autoptr (CliRun) piped = cli_run (NULL, "resources", "subscribe", "demo://clock", "--max-time",
                                      "2.5", "--", DEMO, "--modern", NULL);
  g_autoptr (CliRun) http = cli_run (NULL, "resources", "subscribe", "demo://clock", "--max-time",
                                     "2.5", "--url", demo->url, NULL);

  assert_contains (piped->out, "demo://clock");
  assert_contains (http->out, "demo://clock");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/demo-modern/stdio", test_stdio);
  g_test_add_func ("/cli/demo-modern/log-level", test_log_level);
  g_test_add_func ("/cli/demo-modern/http", test_http);
  g_test_add_func ("/cli/demo-modern/rounds", test_rounds);
  g_test_add_func ("/cli/demo-modern/subscribe", test_subscribe);

  return cli_test_main ();
}
