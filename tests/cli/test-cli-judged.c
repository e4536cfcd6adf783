/* test-cli-judged.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* What is wrong with an answer is told however it was asked for, and what came of it is printed. */

#define HANDSHAKE "{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {}, \"prompts\": {},"                \
                  " \"completions\": {}}}}"
#define TOOL "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","               \
             "\"properties\":{\"n\":{\"type\":\"number\"}}}}"
#define TOOLS "\"tools/list\": {\"result\": {\"tools\": [" TOOL "]}}"
#define SERVE(methods) "[" HANDSHAKE ", {\"serve\": {" methods "}}]"
#define WRONG_RESULT "\"tools/call\": {\"result\": {\"content\": [{\"type\":\"text\",\"text\":\"hello\"}],"               \
                     " \"structuredContent\": {\"n\": \"one\"}}}"
#define PAGES(first, second)                                                                                              \
  "[" HANDSHAKE ", {\"expect\": {\"method\": \"tools/list\"}}, {\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", "      \
  first "}}, {\"expect\": {\"method\": \"tools/list\"}}, {\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", " second "}}]"
#define A_B "\"result\": {\"tools\": [{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"                            \
            "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}}]"

typedef struct
{
  const char *name;
  const char *script;
  const char *words[6];
  int         status;
  const char *out;
  const char *err;
} Row;

static const Row rows[] = {
  { "call-bare", SERVE (TOOLS "," WRONG_RESULT), { "tools", "call", "t" }, 0, "hello\n", "result.schema: " },
  { "call-args", SERVE (TOOLS "," WRONG_RESULT), { "tools", "call", "t", "--args", "{}" }, 0, "hello\n", "result.schema: " },
  { "call-json", SERVE (TOOLS "," WRONG_RESULT), { "tools", "call", "t", "n:=1" }, 0, "hello\n", "result.schema: " },
  { "call-text", SERVE (TOOLS "," WRONG_RESULT), { "tools", "call", "t", "n=1" }, 0, "hello\n", "result.schema: " },
  { "call-unstructured", SERVE (TOOLS ", \"tools/call\": {\"result\": {\"content\": []}}"),
    { "tools", "call", "t" }, 0, "", "result.structured: " },
  { "call-unlisted", SERVE (TOOLS ", \"tools/call\": {\"result\": {\"content\": []}}"),
    { "tools", "call", "u" }, 0, "", "u: not listed by the server" },
  { "call-no-list", SERVE (WRONG_RESULT), { "tools", "call", "t" }, 0, "hello\n", "The tools cannot be listed" },
  { "call-noise", "[" HANDSHAKE ", {\"expect\": {\"method\": \"tools/call\"}}, {\"send_text\": \"Calling API\"},"
                  " {\"send_text\": \"Status: 200\"}, {\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\":"
                  " {\"content\": [{\"type\":\"text\",\"text\":\"hi\"}]}}}, {\"serve\": {" TOOLS "}}]",
    { "tools", "call", "t" }, 0, "hi\n", "stdio.noise: " },
  { "read", SERVE ("\"resources/read\": {\"result\": {\"contents\": [{\"uri\":\"a:b\"}]}}"),
    { "resources", "read", "a:b" }, 0, "a:b", "resources.contents: " },
  { "get", SERVE ("\"prompts/get\": {\"result\": {\"messages\": [{\"role\":\"system\",\"content\":{\"type\":\"text\","
                  "\"text\":\"x\"}}]}}"),
    { "prompts", "get", "p" }, 0, "x\n", "prompts.message: " },
  { "complete", SERVE ("\"completion/complete\": {\"result\": {\"values\": []}}"),
    { "complete", "prompt", "p", "a", "x" }, 0, "", "result.member: " },
  { "list", SERVE ("\"tools/list\": {\"result\": {\"tools\": [{\"name\":\"a tool\",\"inputSchema\":{\"type\":\"object\"}}]}}"),
    { "tools", "list" }, 0, "a tool\n", "tools.name: " },
  { "cursor-number", SERVE ("\"tools/list\": {" A_B ", \"nextCursor\": 5}}"), { "tools", "list" }, 0, "a\nb\n",
    "list.bad-item: " },
  { "cursor-empty", SERVE ("\"tools/list\": {" A_B ", \"nextCursor\": \"\"}}"), { "tools", "list" }, 1, "a\nb\n",
    "go in a circle" },
  { "cursor-same", SERVE ("\"tools/list\": {" A_B ", \"nextCursor\": \"x\"}}"), { "tools", "list" }, 1, "a\nb\n",
    "go in a circle" },
  { "page-refused", PAGES (A_B ", \"nextCursor\": \"x\"}", "\"error\": {\"code\": -32602, \"message\": \"Bad cursor\"}"),
    { "tools", "list" }, 1, "a\nb\n", "Bad cursor" },
  { "page-no-list", PAGES (A_B ", \"nextCursor\": \"x\"}", "\"result\": {}"), { "tools", "list" }, 1, "a\nb\n",
    "has no array “tools”" },
};

static CliRun *
run_row (const Row  *row,
         const char *format)
{
  const char * const *words = row->words;

  /* The first that is none is the last. */
  return cli_run (row->script, "--format", format, words[0], words[1], words[2], words[3], words[4], words[5], NULL);
}

static void
test_row (gconstpointer user_data)
{
  const Row *row = user_data;
  g_autoptr (CliRun) text = run_row (row, "text");
  g_autoptr (CliRun) json = run_row (row, "json");
  g_autoptr (JsonNode) root = NULL;

  assert_status (text, row->status);
  if (g_str_has_prefix (row->out, "a\n"))
    g_assert_cmpstr (text->out, ==, row->out);
  else
    assert_contains (text->out, row->out);
  assert_contains (text->err, row->err);

  /* Who reads the answer by a program gets one document, and no word about it. */
  assert_status (json, row->status);
  root = cli_parse (json->out);
  g_assert_null (strstr (json->err, "result."));
}

/* One fault is told once. */
static void
test_once (void)
{
  g_autoptr (CliRun) run = cli_run (SERVE ("\"tools/list\": {" A_B ", \"nextCursor\": \"\"}}"), "tools", "list", NULL);

  g_assert_null (strstr (run->err, "list.cursor-loop"));
  g_assert_null (strstr (strstr (run->err, "circle") + 1, "circle"));
}

/* What stands beside a failure is not told of again. */
static void
test_failure_once (void)
{
  g_autoptr (CliRun) run = cli_run ("[" HANDSHAKE ", {\"expect\": {\"method\": \"prompts/get\"}}, {\"send_text\":"
                                    " \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\"}]", "prompts", "get", "p",
                                    "--timeout", "5", NULL);

  assert_contains (run->err, "(json.invalid)");
  g_assert_null (strstr (run->err, "json.invalid: "));
}

/* Lines that say nothing more than the one before are told of once. */
static void
test_noise_once (void)
{
  g_autoptr (CliRun) run = cli_run ("[" HANDSHAKE ", {\"expect\": {\"method\": \"prompts/get\"}}, {\"send_text\": \"a\"},"
                                    " {\"send_text\": \"b\"}, {\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\","
                                    " \"result\": {\"messages\": []}}}]", "prompts", "get", "p", NULL);

  assert_contains (run->err, "stdio.noise");
  g_assert_null (strstr (strstr (run->err, "stdio.noise") + 1, "stdio.noise"));
}

/* What is declared as false or null is not offered, nor asked for. */
static void
test_not_offered (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {\"listChanged\": false}, \"resources\": false, \"logging\": null,"
    " \"prompts\": [], \"extensions\": {\"a.b/c\": null}}}}, {\"serve\": {\"tools/list\": {\"result\": {\"tools\": []}}}}]";
  g_autoptr (CliRun) info = cli_run (script, "info", NULL);
  g_autoptr (CliRun) list = cli_run (script, "resources", "list", NULL);
  g_autoptr (CliRun) check = cli_run (script, "check", NULL);
  const char *end;
  g_autofree char *offers = NULL;

  assert_status (info, 0);
  end = strstr (info->out, "The client offers");
  g_assert_nonnull (end);
  offers = g_strndup (info->out, (gsize) (end - info->out));
  assert_contains (strstr (offers, "The server offers"), "tools");
  g_assert_null (strstr (offers, "listChanged"));
  g_assert_null (strstr (offers, "resources"));
  g_assert_null (strstr (offers, "logging"));
  g_assert_null (strstr (offers, "prompts"));
  g_assert_null (strstr (offers, "a.b/c"));

  g_assert_cmpint (list->status, !=, 0);
  assert_contains (check->out, "capability.member");
  assert_contains (check->out, "/capabilities/logging");
  assert_contains (check->out, "/capabilities/resources");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/judged/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/cli/judged/once", test_once);
  g_test_add_func ("/cli/judged/noise-once", test_noise_once);
  g_test_add_func ("/cli/judged/failure-once", test_failure_once);
  g_test_add_func ("/cli/judged/not-offered", test_not_offered);

  return cli_test_main ();
}
