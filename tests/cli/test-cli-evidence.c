/* test-cli-evidence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Why a program did not become a server, and what is shown with it: text, status and JSON. */

#define ANSWER \
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{\\\"protocolVersion\\\":\\\"2025-06-18\\\"," \
  "\\\"capabilities\\\":{},\\\"serverInfo\\\":{\\\"name\\\":\\\"x\\\",\\\"version\\\":\\\"1\\\"}}}"
#define EXPECT "{\"expect\": {\"method\": \"initialize\"}}"
#define NULL_ERROR \
  "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":null,\\\"error\\\":{\\\"code\\\":-32603," \
  "\\\"message\\\":\\\"it is broken\\\"}}\"}"

typedef struct
{
  const char *name;
  const char *script;
  int         status;
  const char *headline;
  const char *also[3];
  const char *action; /* (nullable) */
  const char *target; /* (nullable) */
} Row;

static const Row rows[] = {
  { "variable", "[{\"stderr\": \"Error: environment variable X_TOKEN is not set\"}, {\"exit\": 1}]", 3,
    "Error: environment variable X_TOKEN is not set (exit code 1)\n",
    { "Set X_TOKEN for this server.", "  --env X_TOKEN=…\n", "  | Error: environment" }, "set-variable", "X_TOKEN" },
  { "framing", "[" EXPECT ", {\"send_bytes\": \"Content-Length: 2\\\\r\\\\n\\\\r\\\\n{}\"}, {\"exit\": 1}]", 3,
    "as language servers do", { "It sent this, which is no message:\n  | Content-Length: 2" }, "timeline", NULL },
  { "prefix", "[" EXPECT ", {\"send_text\": \"[info] -> " ANSWER "\"}, {\"exit\": 1}]", 3,
    "writes “[info] ->” before a message, which begins at character 11 of the line", { "  | [info] -> {" },
    "timeline", NULL },
  { "escapes", "[" EXPECT ", {\"send_bytes\": \"\\\\x1b[2K\"}, {\"send_text\": \"" ANSWER "\"}, {\"exit\": 1}]", 3,
    "writes escape codes for terminals before its messages", { "␛[2K" }, "timeline", NULL },
  { "question", "[{\"send_bytes\": \"Proceed? [y/N] \"}, {\"exit\": 1}]", 3,
    "asks for a confirmation, and waits: Proceed? [y/N]\n", { NULL }, "copy-command", NULL },
  { "null-id", "[" EXPECT ", " NULL_ERROR "]", 5,
    "sent a message that probably is its answer, and names no request that waits",
    { "It sent this, which names no request that waits:\n  | {\"jsonrpc\":\"2.0\",\"id\":null",
      "it is broken", "(rpc.unattributed-error)" }, "timeline", NULL },
  { "no-envelope", "[" EXPECT ", {\"send_text\": \"{\\\"protocolVersion\\\":\\\"2025-06-18\\\"}\"}]", 5,
    "sent a message that probably is its answer",
    { "  | {\"protocolVersion\":\"2025-06-18\"}" }, "timeline", NULL },
  { "other-id", "[" EXPECT ", {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":0,\\\"result\\\":{}}\"}]", 5,
    "sent a message that probably is its answer", { "\"id\":0" }, "timeline", NULL },
  { "at-end", "[{\"wait_eof\": true}, {\"send_text\": \"" ANSWER "\"}]", 5,
    "answered only when its input was closed", { "flush" }, "timeline", NULL },
};

static CliRun *
run_row (const Row  *row,
         const char *format)
{
  return cli_run (row->script, "tools", "list", "--era=legacy", "--timeout=1", format, NULL);
}

static void
test_text (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (CliRun) run = run_row (row, "--format=text");

  assert_status (run, row->status);
  assert_contains (run->err, row->headline);
  for (guint i = 0; i < G_N_ELEMENTS (row->also) && row->also[i] != NULL; i++)
    assert_contains (run->err, row->also[i]);
  g_assert_null (strstr (run->err, "rpc.second-answer"));
  g_assert_null (strchr (run->err, '\033'));
}

static void
test_json (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (CliRun) run = run_row (row, "--format=json");
  g_autoptr (JsonNode) root = cli_parse (run->out);
  JsonObject *error = json_object_get_object_member (json_node_get_object (root), "error");

  assert_status (run, row->status);
  g_assert_cmpstr (json_object_get_string_member_with_default (error, "action", NULL), ==, row->action);
  if (row->action != NULL)
    g_assert_cmpstr (json_object_get_string_member_with_default (error, "target", NULL), ==, row->target);
}

/* A server says what it was sent; standard error is kept in logs. */
static void
test_echoed_secret (void)
{
  static const char script[] =
    "[{\"stderr\": \"key planted-7f3a\"}, " EXPECT
        ", {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,"
        "\\\"error\\\":{\\\"code\\\":-32001,\\\"message\\\":\\\"no planted-7f3a\\\",\\\"data\\\":"
        "[\\\"planted-7f3a\\\"]}}\"}, {\"exit\": 1}]";
  g_autoptr (CliRun) run =
    cli_run (script, "ping", "--era=legacy", "--env=MINE=planted-7f3a", NULL);
  g_autoptr (CliRun) whole =
    cli_run (script, "ping", "--era=legacy", "--env=MINE=planted-7f3a", "--no-redact", NULL);

  g_assert_null (strstr (run->err, "planted-7f3a"));
  assert_contains (run->err, "no «redacted»");
  assert_contains (run->err, "[\"«redacted»\"]");
  assert_contains (whole->err, "no planted-7f3a");
}

/* Other clients take it; the finding stays. */
static void
test_id_type (void)
{
  static const char script[] =
    "[" EXPECT ", {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"1\\\",\\\"result\\\":"
    "{\\\"protocolVersion\\\":\\\"2025-06-18\\\",\\\"capabilities\\\":{},\\\"serverInfo\\\":"
    "{\\\"name\\\":\\\"x\\\",\\\"version\\\":\\\"1\\\"}}}\"}, {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "check", "--era=legacy", NULL);

  assert_status (run, 6);
  assert_contains (run->out, "An answer to \"1\", a string; the ids we sent are numbers");
}

/* Of a server that never became ready every finding is told, and the status is that of the failure. */
static void
test_check (void)
{
  static const char script[] = "[" EXPECT ", " NULL_ERROR ", {\"exit\": 1}]";
  g_autoptr (CliRun) run = cli_run (script, "check", "--era=legacy", NULL);
  g_autoptr (CliRun) json = cli_run (script, "check", "--era=legacy", "--format=json", NULL);
  g_autoptr (CliRun) sarif = cli_run (script, "check", "--era=legacy", "--format=sarif", NULL);

  assert_status (run, 3);
  assert_contains (run->out, "rpc.unattributed-error");
  g_assert_null (strstr (run->err, "sounder-cli check"));
  assert_status (json, 3);
  assert_contains (json->out, "rpc.unattributed-error");
  assert_status (sarif, 3);
  assert_contains (sarif->out, "rpc.unattributed-error");
}

/* What came while a call waited is shown with its time-out; what came before is not. */
static void
test_call (void)
{
  static const char script[] =
    "[{\"send_text\": \"before\"}, {\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"expect\": {\"method\": \"tools/list\"}}, {\"send_text\": \"meanwhile\"},"
    " {\"send_bytes\": \"Password: \"}, {\"wait_eof\": true}]";
  g_autoptr (CliRun) run = cli_run (script, "tools", "list", "--era=legacy", "--timeout=3", NULL);

  assert_status (run, 5);
  assert_contains (run->err, "  | meanwhile\n");
  assert_contains (run->err, "It began this line, and has not ended it:\n  | Password:");
  g_assert_null (strstr (run->err, "  | before"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat ("/cli/evidence/text/", rows[i].name, NULL);
      g_autofree char *json = g_strconcat ("/cli/evidence/json/", rows[i].name, NULL);

      g_test_add_data_func (text, &rows[i], test_text);
      g_test_add_data_func (json, &rows[i], test_json);
    }
  g_test_add_func ("/cli/evidence/echoed-secret", test_echoed_secret);
  g_test_add_func ("/cli/evidence/id-type", test_id_type);
  g_test_add_func ("/cli/evidence/check", test_check);
  g_test_add_func ("/cli/evidence/call", test_call);

  return cli_test_main ();
}
