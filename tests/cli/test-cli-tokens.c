/* test-cli-tokens.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

/* What is sent and what is printed keeps its tokens. */

#define SCHEMA \
  "{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{\\\"n\\\":{\\\"type\\\":\\\"integer\\\"}," \
  "\\\"x\\\":{\\\"type\\\":\\\"number\\\"},\\\"b\\\":{\\\"type\\\":\\\"boolean\\\"}," \
  "\\\"s\\\":{\\\"type\\\":\\\"string\\\"},\\\"l\\\":{\\\"type\\\":\\\"array\\\"}," \
  "\\\"a.b\\\":{\\\"type\\\":\\\"integer\\\"},\\\"o\\\":{\\\"properties\\\":{" \
  "\\\"n\\\":{\\\"type\\\":\\\"integer\\\"},\\\"l\\\":{\\\"items\\\":{\\\"type\\\":\\\"number\\\"}}}}}}"

/* Lists a tool of many types, and keeps all that it reads in "stdin.log". */
#define SCRIPT \
  "[{\"log_stdin\": \"stdin.log\"}, {\"handshake\": {\"capabilities\": {\"tools\": {}, \"prompts\": {}}}}," \
  " {\"serve\": {\"tools/list\": {\"result_text\": \"{\\\"tools\\\":[{\\\"name\\\":\\\"t\\\"," \
  "\\\"inputSchema\\\":" SCHEMA "}]}\"}," \
  " \"tools/call\": {\"result_text\": \"{\\\"content\\\":[],\\\"n\\\":9007199254740993," \
  "\\\"x\\\":1.10,\\\"y\\\":1e400,\\\"d\\\":1,\\\"d\\\":2}\"}," \
  " \"prompts/get\": {\"result_text\": \"{\\\"messages\\\":[]}\"}}}]"

static const struct
{
  const char *words[5];
  const char *arguments; /* as they cross the wire */
} calls[] = {
  { { "n:=9007199254740993" }, "{\"n\":9007199254740993}" },
  { { "n=9007199254740993" }, "{\"n\":9007199254740993}" },
  { { "x:=1.10", "y:=1e400" }, "{\"x\":1.10,\"y\":1e400}" },
  { { "x=1.10" }, "{\"x\":1.10}" },
  { { "b=true", "s=true", "n=7" }, "{\"b\":true,\"s\":\"true\",\"n\":7}" },
  { { "s=7", "s=a=b" }, "{\"s\":\"7\",\"s\":\"a=b\"}" },
  { { "s=" }, "{\"s\":\"\"}" },
  { { "l=[1, 2]" }, "{\"l\":[1, 2]}" },
  { { "l:=[1, {\"a\": null}]" }, "{\"l\":[1, {\"a\": null}]}" },
  { { "unknown=1" }, "{\"unknown\":\"1\"}" },
  { { "--args", "{\"d\": 1, \"d\": 1.10, \"e\": 1e400}" }, "{\"d\": 1, \"d\": 1.10, \"e\": 1e400}" },
  { { "--args", "{\"d\":1,\"n\":2,\"e\":1.0}", "n=9007199254740993" },
    "{\"d\":1,\"e\":1.0,\"n\":9007199254740993}" },
  /* Part by part; a property of the whole name comes first. */
  { { "o.n=9007199254740993", "s=1", "o.l[0]=1.10", "o.l[1]:=null" },
    "{\"s\":\"1\",\"o\":{\"n\":9007199254740993,\"l\":[1.10,null]}}" },
  { { "o.n:=1.0" }, "{\"o\":{\"n\":1.0}}" },
  { { "a.b=1", "unknown.x=1" }, "{\"a.b\":1,\"unknown.x\":\"1\"}" },
  { { "o.new=1", "--args", "{\"n\":1}" }, "{\"n\":1,\"o\":{\"new\":\"1\"}}" },
  { { NULL }, "{}" },
};

/* Beside what Sounder puts there itself; not in a request that another option makes. */
static void
test_meta (void)
{
  static const char meta[] = "{\"traceparent\": \"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\", \"n\": 1.0}";
  g_autofree char *path = cli_path ("stdin.log");
  g_autoptr (CliRun) call = NULL;
  g_autoptr (CliRun) bad = NULL;
  g_autoptr (CliRun) array = NULL;
  g_autofree char *sent = NULL;

  g_unlink (path);
  call = cli_run (SCRIPT, "tools", "call", "t", "n=1", "--meta", meta, NULL);
  assert_status (call, 0);
  sent = cli_read ("stdin.log");
  assert_contains (sent, "\"traceparent\": \"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\", \"n\": 1.0");
  assert_contains (sent, "\"progressToken\":");

  bad = cli_run (SCRIPT, "tools", "call", "t", "--meta", "{", NULL);
  assert_status (bad, 2);
  assert_contains (bad->err, "--meta: ");
  array = cli_run (SCRIPT, "prompts", "get", "p", "--meta", "[]", NULL);
  assert_status (array, 2);
  assert_contains (array->err, "--meta: not a JSON object");
}

/* Member by member, later ones in place of earlier ones, and a trace that is told. */
static void
test_meta_members (void)
{
  static const char parent[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  g_autofree char *path = cli_path ("stdin.log");
  g_autofree char *option = g_strconcat ("--traceparent=", parent, NULL);
  g_autoptr (CliRun) call = NULL;
  g_autoptr (CliRun) given = NULL;
  g_autoptr (CliRun) bad = NULL;
  g_autoptr (CliRun) bad_trace = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *sent_given = NULL;
  g_autofree char *member = NULL;
  const char *told;

  g_unlink (path);
  call = cli_run (SCRIPT, "tools", "call", "--meta", "{\"n\":1.0,\"o\":2}", "--meta", "a.b/c=1e400",
                  "--traceparent", "t", "--meta", "{\"n\":1.50}", NULL);
  assert_status (call, 0);
  sent = cli_read ("stdin.log");
  assert_contains (sent, "\"n\": 1.50, \"o\": 2, \"a.b/c\": 1e400");
  told = strstr (call->err, "traceparent: 00-");
  g_assert_nonnull (told);
  member = g_strdup_printf ("\"traceparent\": \"%.55s\"", told + strlen ("traceparent: "));
  assert_contains (sent, member);

  g_unlink (path);
  given = cli_run (SCRIPT, "tools", "call", "t", option, NULL);
  assert_status (given, 0);
  sent_given = cli_read ("stdin.log");
  assert_contains (sent_given, parent);

  bad = cli_run (SCRIPT, "tools", "call", "t", "--meta", "a b=1", NULL);
  assert_status (bad, 2);
  assert_contains (bad->err, "“a b”");
  bad_trace = cli_run (SCRIPT, "tools", "call", "t", "--traceparent=00-1", NULL);
  assert_status (bad_trace, 2);
}

/* What is given twice, or with a gap, is an error that names it. */
static void
test_wrong_parts (void)
{
  static const struct
  {
    const char *words[4];
    const char *said;
  } wrong[] = {
    { { "o.n=x" }, "“o.n” must be an integer" },
    { { "o.n=1", "o.n=2" }, "o.n: “n” is given already" },
    { { "o.n=1", "o={}" }, "o.n: “o” is given already" },
    { { "o.n=1", "--args", "{\"o\":{}}" }, "o.n: “o” is given already" },
    { { "o.l[1]=1" }, "o.l[1]: the element [0] comes first" },
    { { "o.l[0]=1", "o.l.x=1" }, "o.l.x: elements and members of one value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char * const *w = wrong[i].words;
      g_autoptr (CliRun) run = cli_run (SCRIPT, "tools", "call", "t", w[0], w[1], w[2], w[3], NULL);

      assert_status (run, 2);
      assert_contains (run->err, wrong[i].said);
    }
}

static void
test_sent_arguments (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      const char * const *w = calls[i].words;
      g_autoptr (CliRun) run = NULL;
      g_autofree char *path = cli_path ("stdin.log");
      g_autofree char *sent = NULL;
      g_autofree char *expected = NULL;

      g_unlink (path);
      run = cli_run (SCRIPT, "tools", "call", "t", w[0], w[1], w[2], w[3], NULL);
      assert_status (run, 0);

      sent = cli_read ("stdin.log");
      expected = g_strdup_printf ("\"arguments\":%s", calls[i].arguments);
      assert_contains (sent, expected);
    }
}

static void
test_args_from_file_and_input (void)
{
  static const char text[] = "{\n  \"n\": 9007199254740993\n}\n";
  g_autofree char *path = cli_path ("args.json");
  g_autofree char *log = cli_path ("stdin.log");
  g_autofree char *source = g_strdup_printf ("@%s", path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *sent = NULL;
      g_autoptr (CliRun) run = NULL;

      g_unlink (log);
      run = i == 0 ? cli_run (SCRIPT, "tools", "call", "t", "--args", source, NULL)
                   : cli_run_with_input (text, SCRIPT, "tools", "call", "t", "--args", "-", NULL);
      assert_status (run, 0);
      sent = cli_read ("stdin.log");
      assert_contains (sent, "\"arguments\":{  \"n\": 9007199254740993}");
    }
}

/* The arguments of a prompt are strings. */
static void
test_prompt_arguments (void)
{
  g_autofree char *log = cli_path ("stdin.log");
  g_autofree char *sent = NULL;
  g_autoptr (CliRun) run = NULL;

  g_unlink (log);
  run = cli_run (SCRIPT, "prompts", "get", "p", "n=7", "b=true", NULL);
  assert_status (run, 0);
  sent = cli_read ("stdin.log");
  assert_contains (sent, "\"arguments\":{\"n\":\"7\",\"b\":\"true\"}");
}

static void
test_bad_value (void)
{
  g_autoptr (CliRun) run = cli_run (SCRIPT, "tools", "call", "t", "n=seven", NULL);

  assert_status (run, 2);
  assert_contains (run->err, "sounder-cli: “n” must be");
}

/* What is no argument's name is sent, and said. */
static void
test_unknown_key (void)
{
  g_autoptr (CliRun) run = cli_run (SCRIPT, "tools", "call", "t", "bb=1", NULL);
  g_autoptr (CliRun) tool = cli_run (SCRIPT, "tools", "call", "tt", "b=1", NULL);

  assert_status (run, 0);
  assert_contains (run->err, "bb: not in the tool’s schema, sent as a string; did you mean “b”?");
  assert_status (tool, 0);
  assert_contains (tool->err, "tt: not listed by the server");
}

static void
test_result_tokens (void)
{
  g_autoptr (CliRun) line = cli_run (SCRIPT, "tools", "call", "t", "--format=ndjson", NULL);
  g_autoptr (CliRun) pretty = cli_run (SCRIPT, "tools", "call", "t", "--format=json", NULL);

  assert_status (line, 0);
  g_assert_cmpstr (line->out, ==, "{\"result\": {\"content\":[],\"n\":9007199254740993,\"x\":1.10,"
                                  "\"y\":1e400,\"d\":1,\"d\":2}}\n");
  assert_status (pretty, 0);
  g_assert_cmpstr (pretty->out, ==, "{\n  \"content\": [],\n  \"n\": 9007199254740993,\n"
                                    "  \"x\": 1.10,\n  \"y\": 1e400,\n  \"d\": 1,\n  \"d\": 2\n}\n");
}

/* The notifications of a call, as they came, before its result or error. */
static void
test_notifications (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"logging\": {}}}},"
    " {\"serve\": {\"tools/call\": {\"before\": ["
    "{\"send_text\": \"{\\\"jsonrpc\\\": \\\"2.0\\\", \\\"method\\\":\\\"notifications/message\\\","
    "\\\"params\\\":{\\\"level\\\":\\\"info\\\",\\\"data\\\":1.10}}\"},"
    "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/progress\\\","
    "\\\"params\\\":{\\\"progressToken\\\":$id,\\\"progress\\\":1e0,\\\"total\\\":2}}\"}],"
    " \"error\": {\"code\": -32602, \"message\": \"No.\", \"data\": {\"n\": 1}}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "tools", "call", "t", "--format=ndjson", NULL);
  g_autoptr (CliRun) text = cli_run (script, "tools", "call", "t", NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  assert_status (run, 1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_cmpstr (lines[0], ==,
                   "{\"notification\": {\"jsonrpc\": \"2.0\", \"method\":\"notifications/message\","
                   "\"params\":{\"level\":\"info\",\"data\":1.10}}}");
  assert_contains (lines[1], "\"progress\":1e0,\"total\":2}}}");
  g_assert_true (g_str_has_prefix (lines[2], "{\"error\": {"));
  assert_contains (lines[2], "-32602");
  g_assert_cmpstr (lines[3], ==, "");

  assert_status (text, 1);
  g_assert_cmpstr (text->out, ==, "");
  assert_contains (text->err, "info: 1.10\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/tokens/sent-arguments", test_sent_arguments);
  g_test_add_func ("/cli/tokens/args-from-file-and-input", test_args_from_file_and_input);
  g_test_add_func ("/cli/tokens/prompt-arguments", test_prompt_arguments);
  g_test_add_func ("/cli/tokens/bad-value", test_bad_value);
  g_test_add_func ("/cli/tokens/unknown-key", test_unknown_key);
  g_test_add_func ("/cli/tokens/result", test_result_tokens);
  g_test_add_func ("/cli/tokens/notifications", test_notifications);
  g_test_add_func ("/cli/tokens/wrong-parts", test_wrong_parts);
  g_test_add_func ("/cli/tokens/meta", test_meta);
  g_test_add_func ("/cli/tokens/meta-members", test_meta_members);

  return cli_test_main ();
}
