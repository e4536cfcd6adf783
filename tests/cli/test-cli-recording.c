/* test-cli-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"

/* What commands do with a recording that is given by --open, without a server. */

#define RESULT "{\\\"content\\\":[],\\\"n\\\":9007199254740993,\\\"x\\\":1.10,\\\"d\\\":1,\\\"d\\\":2}"
#define SCRIPT \
  "[{\"send_text\": \"what is this\"}, {\"handshake\": {\"capabilities\": {\"tools\": {}}}}," \
  " {\"serve\": {\"tools/list\": {\"result_text\": \"{\\\"tools\\\":[{\\\"name\\\":\\\"t\\\"," \
  "\\\"inputSchema\\\":{\\\"type\\\":\\\"object\\\"}}]}\"}," \
  " \"tools/call\": {\"result_text\": \"" RESULT "\"}}}]"

/* A session with a list and a call, saved as @name. */
static char *
make_recording (const char *name)
{
  char *path = cli_path (name);
  g_autoptr (CliRun) run = cli_run (SCRIPT, "--record", path, "tools", "call", "t", "key=value", NULL);

  assert_status (run, 0);

  return path;
}

static JsonArray *
get_array (JsonNode   *node,
           const char *member)
{
  return json_object_get_array_member (json_node_get_object (node), member);
}

static void
test_log (void)
{
  g_autofree char *path = make_recording ("log.mcprec");
  g_autoptr (CliRun) text = cli_run (NULL, "--open", path, "log", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "--open", path, "--format", "json", "log", "--filter",
                                     "method:tools/call", NULL);
  g_autoptr (CliRun) stats = cli_run (NULL, "--open", path, "log", "--stats", NULL);
  g_autoptr (JsonNode) document = NULL;

  assert_status (text, 0);
  assert_contains (text->out, "tools/call");
  assert_contains (text->out, "what is this");

  /* The request and its answer, with the server's own tokens. */
  assert_status (json, 0);
  document = cli_parse (json->out);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (document)), ==, 2);
  assert_contains (json->out, "9007199254740993");

  assert_status (stats, 0);
  assert_contains (stats->out, "tools/call");
  assert_contains (stats->out, "median");
}

static void
test_lists (void)
{
  g_autofree char *path = make_recording ("lists.mcprec");
  g_autoptr (CliRun) tools = cli_run (NULL, "--open", path, "--format", "json", "tools", "list", NULL);
  g_autoptr (CliRun) info = cli_run (NULL, "--open", path, "info", NULL);
  g_autoptr (JsonNode) document = NULL;

  assert_status (tools, 0);
  document = cli_parse (tools->out);
  g_assert_cmpuint (json_array_get_length (get_array (document, "tools")), ==, 1);
  assert_status (info, 0);
  assert_contains (info->out, "2025-11-25");
}

/* Each line is a message as it crossed. */
static void
test_convert_jsonl (void)
{
  g_autofree char *path = make_recording ("jsonl.mcprec");
  g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "convert", "--to", "jsonl", NULL);
  g_auto (GStrv) lines = NULL;
  guint n_messages = 0;

  assert_status (run, 0);
  lines = g_strsplit (run->out, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++, n_messages++)
    {
      g_autoptr (JsonNode) message = cli_parse (lines[i]);

      g_assert_true (JSON_NODE_HOLDS_OBJECT (message));
    }
  /* initialize, initialized, tools/list, tools/call, and the three answers. */
  g_assert_cmpuint (n_messages, ==, 7);
  assert_contains (run->out, "\"n\":9007199254740993,\"x\":1.10,\"d\":1,\"d\":2");
}

static void
test_convert_text (void)
{
  g_autofree char *path = make_recording ("text.mcprec");
  g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "convert", "--to", "text", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "tools/call");
  assert_contains (run->out, "9007199254740993");
  assert_contains (run->out, "what is this");
}

/* HAR 1.2: an entry for each exchange, whose request and answer are whole. */
static void
test_convert_har (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autofree char *path = cli_path ("http.mcprec");
  g_autoptr (CliRun) recorded = cli_run (NULL, "--url", demo->url, "--era", "legacy", "--record", path,
                                         "tools", "call", "echo", "message=Lotung", NULL);
  g_autoptr (CliRun) run = NULL;
  g_autoptr (JsonNode) document = NULL;
  JsonObject *log;
  JsonArray *entries;
  gboolean found = FALSE;

  assert_status (recorded, 0);
  run = cli_run (NULL, "--open", path, "convert", "--to", "har", NULL);
  assert_status (run, 0);
  document = cli_parse (run->out);
  log = json_object_get_object_member (json_node_get_object (document), "log");
  g_assert_cmpstr (json_object_get_string_member (log, "version"), ==, "1.2");

  entries = json_object_get_array_member (log, "entries");
  g_assert_cmpuint (json_array_get_length (entries), >=, 3);
  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);
      JsonObject *request = json_object_get_object_member (entry, "request");

      g_assert_nonnull (json_object_get_string_member (entry, "startedDateTime"));
      g_assert_true (json_object_has_member (entry, "timings"));
      g_assert_true (json_object_has_member (json_object_get_object_member (entry, "response"), "status"));
      g_assert_cmpstr (json_object_get_string_member (request, "url"), ==, demo->url);
      if (json_object_has_member (request, "postData")
          && strstr (json_object_get_string_member (json_object_get_object_member (request, "postData"),
                                                    "text"), "Lotung") != NULL)
        found = TRUE;
    }
  g_assert_true (found);
}

/* A line of OTLP, as the collector's file exporter writes it; arguments only when asked. */
static void
test_convert_otlp (void)
{
  g_autofree char *path = make_recording ("otlp.mcprec");
  g_autofree char *target = cli_path ("spans.jsonl");
  g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "convert", "--to", "otlp", NULL);
  g_autoptr (CliRun) with = cli_run (NULL, "--open", path, "convert", "--to", "otlp", "--otlp-content", "-o", target,
                                     NULL);
  g_autoptr (CliRun) wrong = cli_run (NULL, "--open", path, "convert", "--to", "har", "--otlp-content", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (JsonNode) document = NULL;
  JsonObject *of_resource;
  JsonObject *of_scope;

  assert_status (run, 0);
  assert_status (with, 0);
  assert_status (wrong, 2);
  document = cli_parse (run->out);
  of_resource = json_array_get_object_element (get_array (document, "resourceSpans"), 0);
  of_scope = json_array_get_object_element (json_object_get_array_member (of_resource, "scopeSpans"), 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (of_scope, "spans")), ==, 3);
  assert_contains (run->out, "\"name\":\"tools/call t\",\"kind\":3");
  g_assert_null (strstr (run->out, "9007199254740993"));
  g_assert_true (g_file_get_contents (target, &contents, NULL, NULL));
  assert_contains (contents, "9007199254740993");
}

static void
test_errors (void)
{
  g_autofree char *path = make_recording ("errors.mcprec");
  g_autofree char *junk = cli_path ("junk.mcprec");
  g_autoptr (CliRun) missing = cli_run (NULL, "--open", "/no/such/file.mcprec", "log", NULL);
  g_autoptr (CliRun) call = cli_run (NULL, "--open", path, "tools", "call", "t", NULL);
  g_autoptr (CliRun) format = cli_run (NULL, "--open", path, "convert", "--to", "xml", NULL);
  g_autoptr (CliRun) other = NULL;

  g_assert_cmpint (missing->status, !=, 0);
  assert_contains (missing->err, "/no/such/file.mcprec");
  g_assert_cmpint (call->status, !=, 0);
  assert_status (format, 2);
  assert_contains (format->err, "--to");
  assert_contains (format->err, "xml");
  assert_contains (format->err, "har, jsonl");

  g_assert_true (g_file_set_contents (junk, "this is no recording\n", -1, NULL));
  other = cli_run (NULL, "--open", junk, "log", NULL);
  g_assert_cmpint (other->status, !=, 0);
  assert_contains (other->err, "junk.mcprec");
}

/* What another program wrote, with a task and with what breaks the rules. */
static void
test_other_program (void)
{
  static const char text[] =
    "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"generator\":\"Other 1\"}\n"
    "{\"t\":1,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,"
    "\\\"method\\\":\\\"tasks/get\\\",\\\"params\\\":{\\\"taskId\\\":\\\"T-1\\\"}}\"}\n"
    "{\"t\":2,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,"
    "\\\"result\\\":{\\\"taskId\\\":\\\"T-1\\\",\\\"status\\\":\\\"completed\\\"}}\"}\n"
    "{\"t\":3,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"oops\"}\n";
  g_autofree char *path = cli_path ("other.mcprec");
  g_autoptr (CliRun) check = NULL;
  g_autoptr (CliRun) json = NULL;
  g_autoptr (CliRun) tasks = NULL;
  g_autoptr (CliRun) tools = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  check = cli_run (NULL, "--open", path, "check", NULL);
  assert_status (check, 6);
  assert_contains (check->out, "stdio.noise");
  assert_contains (check->out, "found on opening");
  json = cli_run (NULL, "--open", path, "--format", "json", "check", NULL);
  assert_contains (json->out, "\"derived\": true");

  tasks = cli_run (NULL, "--open", path, "tasks", "list", NULL);
  assert_status (tasks, 0);
  assert_contains (tasks->out, "T-1");
  assert_contains (tasks->out, "completed");

  /* Nobody asked, which is not that there are none. */
  tools = cli_run (NULL, "--open", path, "tools", "list", NULL);
  g_assert_cmpint (tools->status, !=, 0);
  assert_contains (tools->err, "nobody asked");
}

static guint
count (const char *text,
       const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at += strlen (part))
    n++;

  return n;
}

/* It is said once, and what was asked for is done. */
static void
test_full_disk (void)
{
  g_autofree char *path = make_recording ("full.mcprec");
  g_autoptr (CliRun) recorded = NULL;
  g_autoptr (CliRun) converted = NULL;
  g_autoptr (CliRun) homeless = NULL;

  if (g_access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("no /dev/full here");
      return;
    }

  recorded = cli_run (SCRIPT, "--record", "/dev/full", "--format", "json", "tools", "call", "t",
                      "key=value", NULL);
  assert_status (recorded, 1);
  assert_contains (recorded->out, "9007199254740993");
  g_assert_cmpuint (count (recorded->err, "the session goes on"), ==, 1);
  assert_contains (recorded->err, "/dev/full");

  converted = cli_run (NULL, "--open", path, "convert", "--to", "jsonl", "-o", "/dev/full", NULL);
  g_assert_cmpint (converted->status, !=, 0);
  assert_contains (converted->err, "/dev/full");

  g_setenv ("TMPDIR", "/nonexistent/for/this/test", TRUE);
  homeless = cli_run (SCRIPT, "--format", "json", "tools", "call", "t", "key=value", NULL);
  g_unsetenv ("TMPDIR");
  assert_status (homeless, 0);
  assert_contains (homeless->out, "9007199254740993");
  g_assert_cmpuint (count (homeless->err, "the session goes on"), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/recording/log", test_log);
  g_test_add_func ("/cli/recording/lists", test_lists);
  g_test_add_func ("/cli/recording/convert/jsonl", test_convert_jsonl);
  g_test_add_func ("/cli/recording/convert/text", test_convert_text);
  g_test_add_func ("/cli/recording/convert/har", test_convert_har);
  g_test_add_func ("/cli/recording/convert/otlp", test_convert_otlp);
  g_test_add_func ("/cli/recording/errors", test_errors);
  g_test_add_func ("/cli/recording/full-disk", test_full_disk);
  g_test_add_func ("/cli/recording/other-program", test_other_program);

  return cli_test_main ();
}
