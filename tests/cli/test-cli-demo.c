/* test-cli-demo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* The demo server has something of everything: each command meets a real one. */

static void
test_demo_commands (void)
{
  static const struct
  {
    const char *words[6];
    int         status;
    const char *part; /* of what is printed */
  } runs[] = {
    { { "info" }, 0, "Demo Server (sounder-demo-server)" },
    { { "tools", "list" }, 0, "\n      [digits]     integer" },
    { { "tools", "call", "echo", "message=hello" }, 0, "hello\n" },
    { { "tools", "call", "add", "a=1.5", "b=2" }, 0, "3.5" },
    { { "tools", "call", "image" }, 0, "[image image/png, " },
    { { "tools", "call", "audio" }, 0, "[audio audio/wav, " },
    { { "tools", "call", "links" }, 0, "[resource_link demo://" },
    { { "tools", "call", "weather", "location=Nairobi", "--format=json" }, 0, "\"structuredContent\"" },
    { { "tools", "call", "fail" }, 1, "asked to fail" },
    { { "resources", "list" }, 0, "demo://about  About this server  text/markdown\n" },
    { { "resources", "templates" }, 0, "demo://square/{number}  Square" },
    { { "resources", "read", "demo://square/12" }, 0, "144" },
    { { "resources", "subscribe", "demo://clock", "--max-time=2.5" }, 0, "  demo://clock\n" },
    { { "prompts", "list" }, 0, "travel  Travel plan\n" },
    { { "prompts", "get", "summarize", "text=words" }, 0, "user:\n" },
    { { "complete", "prompt", "summarize", "style", "f" }, 0, "formal\n" },
    { { "ping", "-c2", "-i0.01" }, 0, "2 sent, 2 received, 0% loss" },
    { { "send", "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}" }, 0, "\"id\": \"a\"" },
    { { "check", "--strict" }, 0, "0 errors, 0 warnings\n" },
    { { "watch", "--max-time=0.5", "--filter", "dir:in kind:response" }, 0, "initialize" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      const char * const *w = runs[i].words;
      g_autoptr (CliRun) run = cli_run (NULL, "--demo", w[0], w[1], w[1] ? w[2] : NULL,
                                        w[1] && w[2] ? w[3] : NULL,
                                        w[1] && w[2] && w[3] ? w[4] : NULL, NULL);

      assert_status (run, runs[i].status);
      assert_contains (run->out, runs[i].part);
    }
}

/* All that a burst of messages is arrives, in order, and the result last. */
static void
test_demo_burst (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--demo", "tools", "call", "log-burst", "count=5000",
                                    "--format=ndjson", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (run->out), "\n", -1);
  guint n_messages = 0;

  assert_status (run, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    n_messages += strstr (lines[i], "notifications/message") != NULL;

  g_assert_cmpuint (n_messages, >=, 5000);
  g_assert_true (g_str_has_prefix (lines[g_strv_length (lines) - 1], "{\"result\": {"));
}

static void
test_demo_crash (void)
{
  g_autoptr (CliRun) code = cli_run (NULL, "--demo", "tools", "call", "crash", "status=42", NULL);

  assert_status (code, 7);
  assert_contains (code->err, "exit code 42");
}

/* People who call a tool hear what is wrong with the answer; programs read the answer alone. */
static void
test_demo_findings (void)
{
  g_autoptr (CliRun) broken = cli_run (NULL, "--demo", "tools", "call", "weather",
                                       "location=Seoul", "break=true", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "--demo", "--format=json", "tools", "call", "weather",
                                     "location=Seoul", "break=true", NULL);
  g_autoptr (CliRun) fine = cli_run (NULL, "--demo", "tools", "call", "weather",
                                     "location=Seoul", NULL);

  assert_status (broken, 0);
  assert_contains (broken->err, "result.schema: The structuredContent of “weather” breaks");
  assert_status (json, 0);
  g_assert_null (strstr (json->err, "result.schema"));
  assert_status (fine, 0);
  g_assert_null (strstr (fine->err, "result."));
}

/* Numbers as the server wrote them. */
static void
test_demo_csv (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--demo", "resources", "read", "demo://both", "--csv", NULL);
  g_autoptr (CliRun) none = cli_run (NULL, "--demo", "tools", "call", "echo", "message=x", "--csv",
                                     NULL);

  assert_status (run, 0);
  g_assert_true (g_str_has_prefix (run->out, "tool,calls,median,slowest,tags,note\r\n"
                                             "echo,12,0.10,1.9,\"[\"\"fast\"\"]\",\r\n"
                                             "add,9007199254740993,0.1,,,\r\n"));
  assert_status (none, 1);
  assert_contains (none->err, "there is no array of objects");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/demo/commands", test_demo_commands);
  g_test_add_func ("/cli/demo/csv", test_demo_csv);
  g_test_add_func ("/cli/demo/burst", test_demo_burst);
  g_test_add_func ("/cli/demo/findings", test_demo_findings);
  g_test_add_func ("/cli/demo/crash", test_demo_crash);

  return cli_test_main ();
}
