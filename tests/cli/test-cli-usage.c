/* test-cli-usage.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

#define MAX_WORDS 8

/* What is wrong is said before any server is started, and ends with 2. */
static const struct
{
  const char *words[MAX_WORDS];
  const char *message; /* a part of it */
} mistakes[] = {
  { { NULL }, "no command" },
  { { "inof", "--demo" }, "did you mean “info”?" },
  { { "tools", "lst", "--demo" }, "did you mean “list”?" },
  { { "tools", "--demo" }, "tools: which of list, call?" },
  { { "xyzzy", "--demo" }, "xyzzy: unknown command" },
  { { "info", "--dmeo" }, "--dmeo: unknown option; did you mean “--demo”?" },
  { { "info", "--xyzzy" }, "--xyzzy: unknown option" },
  { { "info", "-x" }, "-x: unknown option" },
  { { "info", "--url", "gopher://localhost/" }, "--url: “gopher:” is no way" },
  { { "info", "--url=localhost:3000/mcp" }, "--url: " },
  { { "info", "--url", "http://localhost/", "--demo" }, "more than one server" },
  { { "config", "list", "--url", "http://localhost/" }, "config list needs no server" },
  { { "info", "--url", "http://localhost/", "--cwd", "/tmp" }, "--cwd: only for a server that is" },
  { { "info", "--url", "http://localhost/", "--env", "A=b" }, "--env: only for a server that is" },
  { { "info", "--url", "http://localhost/", "--transport", "pigeon" },
    "--transport pigeon: expected one of auto|http|sse" },
  { { "info", "--url", "ws://localhost/", "--transport", "sse" }, "the URL says WebSocket" },
  { { "info", "--demo", "--transport", "sse" }, "--transport: only for a server with a URL" },
  { { "info", "--demo", "--header", "A: b" }, "--header: only for a server with a URL" },
  { { "info", "--url", "unix:/tmp/x", "--header", "A: b" }, "--header: only for HTTP" },
  { { "info", "--url", "tcp:localhost:1", "--header", "A: b" }, "--header: only for HTTP" },
  { { "info", "--url", "http://localhost/", "--header", "nothing" }, "--header: A header has no" },
  { { "info", "--url", "http://localhost/", "--header", "A b: c" }, "--header: “A b” cannot be" },
  { { "info", "--url", "https://localhost/", "--ca-file", "/nonexistent" },
    "--ca-file /nonexistent: " },
  { { "info", "--url", "https://localhost/", "--client-cert", "/dev/zero" }, "--client-cert: " },
  { { "info", "--url", "https://localhost/", "--client-key", "/x" }, "--client-key: only with --client-cert" },
  { { "info", "--demo", "--client-cert", "/dev/zero" }, "--client-cert: only for a server with a URL" },
  { { "info", "--url", "https://localhost/", "--accept-certificate", "12:34" },
    "--accept-certificate 12:34: not a SHA-256 fingerprint" },
  { { "info", "--era", "stone", "--demo" }, "--era stone: expected one of auto|legacy|modern" },
  { { "info", "--format", "xml", "--demo" }, "--format xml: expected one of text|json|ndjson" },
  { { "info", "--timeout", "soon", "--demo" }, "--timeout soon: not a number of seconds" },
  { { "info", "--timeout", "-1", "--demo" }, "--timeout -1: not a number of seconds" },
  { { "info", "--timeout", "nan", "--demo" }, "--timeout nan: not a number of seconds" },
  { { "ping", "-c", "0", "--demo" }, "--count 0: not a whole number above 0" },
  { { "ping", "-c1.5", "--demo" }, "--count 1.5: not a whole number above 0" },
  { { "info", "--demo", "--timeout" }, "--timeout: needs a value" },
  { { "info", "--demo=yes" }, "--demo takes no value" },
  { { "info", "-c", "3", "--demo" }, "--count: not an option of “info”" },
  { { "tools", "list", "--args", "{}", "--demo" }, "--args: not an option of “tools list”" },
  { { "info", "--env", "NAME", "--demo" }, "--env NAME: expected NAME=VALUE" },
  { { "info", "--log-level", "loud", "--demo" }, "--log-level loud: expected one of debug" },
  { { "info", "--protocol", "2099-01-01", "--demo" }, "--protocol 2099-01-01" },
  { { "info" }, "which server?" },
  { { "info", "--demo", "--", "true" }, "more than one server" },
  { { "info", "--demo", "--server", "x" }, "more than one server" },
  { { "info", "--" }, "no program follows" },
  { { "info", "more", "--demo" }, "info: unexpected “more”" },
  { { "tools", "call", "--demo" }, "tools call: needs NAME" },
  { { "config", "list", "--demo" }, "config list needs no server" },
  { { "tools", "call", "x", "word", "--demo" }, "word: expected KEY=VALUE" },
  { { "tools", "call", "x", "n:=01", "--demo" }, "n: " },
  { { "tools", "call", "x", "--args", "[1]", "--demo" }, "--args: not a JSON object" },
  { { "tools", "call", "x", "--args", "{", "--demo" }, "--args: " },
  { { "tools", "call", "x", "--args", "@/nonexistent", "--demo" }, "@/nonexistent: " },
  { { "send", "{\"jsonrpc\":\"2.0\",", "--demo" }, "--raw sends it all the same" },
  { { "send", "[]", "--demo" }, "--raw sends it all the same" },
  { { "send", "{\"jsonrpc\":\"2.0\",\n\"method\":\"m\"}", "--demo" }, "a line end at byte 17" },
  { { "watch", "--filter", "colour:red", "--demo" }, "colour" },
  { { "info", "--server", "nobody" }, "--server nobody: no such server; none is saved" },
  { { "info", "--config", "/nonexistent", "--server", "x" }, "/nonexistent: " },
  { { "info", "--demo", "--answers", "/nonexistent" }, "--answers /nonexistent: " },
};

static CliRun *
run_words (const char * const *words,
           const char         *format)
{
  const char *w[MAX_WORDS] = { NULL };

  for (guint i = 0; i < MAX_WORDS && words[i] != NULL; i++)
    w[i] = words[i];

  /* NULLs end the words early, so that the format comes first. */
  return cli_run (NULL, format, w[0], w[1], w[2], w[3], w[4], w[5], w[6], NULL);
}

static void
test_mistakes_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (CliRun) run = run_words (mistakes[i].words, "--format=text");

      assert_status (run, 2);
      g_assert_cmpstr (run->out, ==, "");
      g_assert_true (g_str_has_prefix (run->err, "sounder-cli: "));
      assert_contains (run->err, mistakes[i].message);
    }
}

static void
test_mistakes_json (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (CliRun) run = run_words (mistakes[i].words, "--format=json");
      g_autoptr (JsonNode) root = NULL;
      JsonObject *error;

      /* The last --format counts, and that one is the mistake. */
      if (strstr (mistakes[i].message, "--format") != NULL)
        continue;

      assert_status (run, 2);
      root = cli_parse (run->out);
      error = json_object_get_object_member (json_node_get_object (root), "error");
      g_assert_cmpuint (json_object_get_size (error), ==, 5);
      g_assert_cmpstr (json_object_get_string_member (error, "kind"), ==, "usage");
      assert_contains (json_object_get_string_member (error, "message"), mistakes[i].message);
      g_assert_true (json_object_get_null_member (error, "code"));
      g_assert_true (json_object_get_null_member (error, "data"));
      g_assert_true (json_object_has_member (error, "remedy"));
      g_assert_cmpstr (run->err, ==, "");
    }
}

/* A mark stands under the word that is wrong. */
static void
test_filter_caret (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "watch", "--demo", "--filter",
                                    "dir:in \"a b\" colour:red more", NULL);

  assert_status (run, 2);
  assert_contains (run->err, "\n  dir:in \"a b\" colour:red more\n               ^\n");
}

static void
test_help (void)
{
  g_autoptr (CliRun) all = cli_run (NULL, "--help", NULL);
  g_autoptr (CliRun) tools = cli_run (NULL, "tools", "--help", NULL);
  g_autoptr (CliRun) ping = cli_run (NULL, "ping", "-h", NULL);

  assert_status (all, 0);
  g_assert_cmpstr (all->err, ==, "");
  assert_contains (all->out, "Usage: sounder-cli");
  assert_contains (all->out, "tools call NAME");
  assert_contains (all->out, "--max-time SECONDS");
  g_assert_null (strstr (all->out, "--count"));

  assert_status (tools, 0);
  assert_contains (tools->out, "tools list");
  assert_contains (tools->out, "--args");
  g_assert_null (strstr (tools->out, "prompts"));

  assert_status (ping, 0);
  assert_contains (ping->out, "-c, --count COUNT");
}

/* The man page and the help tell of the same options. */
static void
test_help_columns (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--help", NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* A tab, or a line that a terminal would break, is no table. */
      g_assert_null (strchr (lines[i], '\t'));
      if (g_utf8_strlen (lines[i], -1) > 80)
        g_error ("too wide: %s", lines[i]);
    }
}

/* Of one verb only its own options are told. */
static void
test_help_verb (void)
{
  g_autoptr (CliRun) list = cli_run (NULL, "tools", "list", "--help", NULL);
  g_autoptr (CliRun) config = cli_run (NULL, "config", "list", "-h", NULL);

  assert_status (list, 0);
  g_assert_true (g_str_has_prefix (list->out, "Usage: sounder-cli [OPTIONS] tools list [-- "));
  g_assert_null (strstr (list->out, "--detach"));
  g_assert_null (strstr (list->out, "tools call"));
  assert_contains (list->out, "--open");

  assert_status (config, 0);
  g_assert_true (g_str_has_prefix (config->out, "Usage: sounder-cli [OPTIONS] config list\n"));
}

#define UNKNOWN "{\"error\": {\"code\": -32602, \"message\": \"unknown\"}}"

/* A name that the server does not know, and what may have been meant. */
static void
test_nearest (void)
{
  const char *script =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {}, \"prompts\": {}}}},"
    "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"echo\", \"inputSchema\":"
    " {\"type\": \"object\"}}]}}, \"tools/call\": " UNKNOWN ","
    "\"prompts/list\": {\"result\": {\"prompts\": [{\"name\": \"summarize\"}]}},"
    "\"prompts/get\": " UNKNOWN ", \"resources/read\": " UNKNOWN ","
    "\"resources/list\": {\"result\": {\"resources\": [{\"uri\": \"demo://x/about\", \"name\": \"a\"},"
    " {\"uri\": \"demo://x/other\", \"name\": \"o\"}]}}}}]";
  g_autoptr (CliRun) tool = cli_run (script, "tools", "call", "ecko", NULL);
  g_autoptr (CliRun) typed = cli_run (script, "tools", "call", "ecko", "a=b", NULL);
  g_autoptr (CliRun) listed = cli_run (script, "tools", "call", "echo", NULL);
  g_autoptr (CliRun) prompt = cli_run (script, "prompts", "get", "sumarize", "--format=json", NULL);
  g_autoptr (CliRun) end = cli_run (script, "resources", "read", "about", NULL);
  g_autoptr (CliRun) far = cli_run (script, "resources", "read", "nothing", NULL);

  assert_status (tool, 1);
  assert_contains (tool->err, "unknown\n  Did you mean “echo”?\n");
  assert_status (typed, 1);
  assert_contains (typed->err, "sent as strings; did you mean “echo”?\n");
  assert_status (listed, 1);
  g_assert_null (strstr (listed->err, "mean"));
  assert_status (prompt, 1);
  assert_contains (prompt->out, "\"remedy\": \"Did you mean “summarize”?\"");
  assert_status (end, 1);
  assert_contains (end->err, "Did you mean “demo://x/about”?\n");
  assert_status (far, 1);
  g_assert_null (strstr (far->err, "mean"));
}

/* Wrong words, and not a server that cannot be reached. */
static void
test_no_such_file (void)
{
  static const char * const words[][3] = {
    { "log", "--open", "nowhere.mcprec" },
    { "log", "--open", "nowhere.spool" },
    { "serve", "nowhere.mcprec" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (CliRun) run = cli_run (NULL, "--format=json", words[i][0], words[i][1],
                                        words[i][2], NULL);

      assert_status (run, 2);
      assert_contains (run->out, "\"kind\": \"usage\"");
      assert_contains (run->out, "nowhere");
    }
}

/* What would help against the limit that was hit. */
static void
test_remedies (void)
{
  g_autoptr (CliRun) slow = cli_run ("[{\"ignore_stdin\": true}]", "--max-time=0.2", "info", NULL);
  g_autoptr (CliRun) era = cli_run ("[{\"serve\": {}}]", "--era=modern", "info", NULL);

  assert_status (slow, 5);
  assert_contains (slow->err, "--max-time SECONDS");
  assert_status (era, 3);
  assert_contains (era->err, "try --era auto");
}

static void
test_version (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--version", NULL);

  assert_status (run, 0);
  g_assert_cmpstr (run->out, ==, "sounder-cli " PACKAGE_VERSION "\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/usage/mistakes-text", test_mistakes_text);
  g_test_add_func ("/cli/usage/mistakes-json", test_mistakes_json);
  g_test_add_func ("/cli/usage/filter-caret", test_filter_caret);
  g_test_add_func ("/cli/usage/help", test_help);
  g_test_add_func ("/cli/usage/help-columns", test_help_columns);
  g_test_add_func ("/cli/usage/help-verb", test_help_verb);
  g_test_add_func ("/cli/usage/nearest", test_nearest);
  g_test_add_func ("/cli/usage/no-such-file", test_no_such_file);
  g_test_add_func ("/cli/usage/remedies", test_remedies);
  g_test_add_func ("/cli/usage/version", test_version);

  return cli_test_main ();
}
