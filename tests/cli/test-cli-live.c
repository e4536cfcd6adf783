/* test-cli-live.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include <string.h>

#include "cli-fixture.h"

/* What goes on for a while: watch, subscribe, send; and what is written of it. */

#define HANDSHAKE "{\"handshake\": {\"capabilities\": {\"tools\": {}, \"logging\": {}}}}"
#define NOTIFICATION \
  "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/x\\\"," \
  "\\\"params\\\":{\\\"n\\\":1.10}}\"}"

static JsonObject *
parse_line (GPtrArray  *nodes,
            const char *line)
{
  JsonNode *node = cli_parse (line);

  g_ptr_array_add (nodes, node);
  return json_node_get_object (node);
}

static const char *record_members[] = {
  "serial", "t_usec", "dir", "ch", "kind", "method", "id", "status", "took_usec", "pair",
};

static void
test_watch_ndjson (void)
{
  static const char script[] =
    "[" HANDSHAKE ", " NOTIFICATION ", {\"stderr\": \"to stderr\"},"
    " {\"send_bytes\": \"\\\\xff\\\\n\"}, {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "watch", "--format=ndjson", "--max-time=0.5", NULL);
  g_autoptr (GPtrArray) nodes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (run->out), "\n", -1);
  gboolean has_notification = FALSE, has_stderr = FALSE, has_noise = FALSE, has_answer = FALSE;

  assert_status (run, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      JsonObject *record = parse_line (nodes, lines[i]);
      const char *raw = json_object_get_string_member_with_default (record, "raw", "");

      g_assert_cmpuint (json_object_get_size (record), ==, G_N_ELEMENTS (record_members) + 1);
      for (guint m = 0; m < G_N_ELEMENTS (record_members); m++)
        g_assert_true (json_object_has_member (record, record_members[m]));
      g_assert_cmpint (json_object_get_int_member (record, "serial"), ==, i + 1);

      has_notification |= g_str_equal (raw, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\","
                                            "\"params\":{\"n\":1.10}}");
      has_stderr |= g_str_equal (raw, "to stderr") &&
                    g_str_equal (json_object_get_string_member (record, "ch"), "stderr");
      has_noise |= g_strcmp0 (json_object_get_string_member_with_default (record, "raw64", NULL),
                              "/w==") == 0;
      has_answer |= g_strcmp0 (json_object_get_string_member (record, "method"), "initialize") == 0 &&
                    g_str_equal (json_object_get_string_member (record, "dir"), "in") &&
                    json_object_get_int_member (record, "took_usec") > 0 &&
                    json_object_get_int_member (record, "pair") > 0;
    }

  g_assert_true (has_notification);
  g_assert_true (has_stderr);
  g_assert_true (has_noise);
  g_assert_true (has_answer);
}

static void
test_watch_text (void)
{
  static const char script[] = "[" HANDSHAKE ", " NOTIFICATION ", {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "watch", "--max-time=0.5", "--filter",
                                    "kind:notification dir:in", NULL);
  g_autoptr (CliRun) json = cli_run (script, "watch", "--max-time=0.5", "--filter", "method:no/such",
                                     "--format=json", NULL);

  assert_status (run, 0);
  g_assert_true (g_regex_match_simple ("^[0-9:.]+ ← notification notifications/x +.*\n$",
                                       run->out, 0, 0));
  assert_status (json, 0);
  g_assert_cmpstr (json->out, ==, "[]\n");
}

/* A view that the window has saved. */
static void
test_watch_saved_view (void)
{
  static const char script[] = "[" HANDSHAKE ", " NOTIFICATION ", {\"serve\": {}}]";
  g_autofree char *folder = g_build_filename (g_getenv ("XDG_CONFIG_HOME"), "sounder", NULL);
  g_autofree char *path = g_build_filename (folder, "views.json", NULL);
  g_autoptr (CliRun) run = NULL;
  g_autoptr (CliRun) unknown = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path,
                                      "{\"views\":[{\"name\":\"the news\",\"filter\":"
                                      "\"kind:notification dir:in\"}]}",
                                      -1, NULL));

  run = cli_run (script, "watch", "--max-time=0.5", "--filter", "@the news", NULL);
  assert_status (run, 0);
  g_assert_true (g_regex_match_simple ("^[0-9:.]+ ← notification notifications/x +.*\n$",
                                       run->out, 0, 0));

  unknown = cli_run (script, "watch", "--max-time=0.5", "--filter", "@nobody", NULL);
  assert_status (unknown, 2);
  assert_contains (unknown->err, "nobody");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_watch_statistics (void)
{
  static const char script[] = "[" HANDSHAKE ", " NOTIFICATION ", {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "watch", "--max-time=0.5", "--stats", NULL);
  g_autoptr (CliRun) json = cli_run (script, "watch", "--max-time=0.5", "--stats", "--format=json",
                                     "--filter", "method:initialize", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *row;

  assert_status (run, 0);
  g_assert_true (g_regex_match_simple ("^method +way +count .*\ninitialize +out +1 +0 +0 +0 ",
                                       run->out, 0, 0));
  g_assert_true (g_regex_match_simple ("\nnotifications/x +in +1 .*–", run->out, 0, 0));
  g_assert_true (g_regex_match_simple ("\nall +[0-9]+ ", run->out, 0, 0));

  assert_status (json, 0);
  root = cli_parse (json->out);
  g_assert_cmpuint (json_array_get_length (
                      json_object_get_array_member (json_node_get_object (root), "methods")),
                    ==, 1);
  row = json_array_get_object_element (
    json_object_get_array_member (json_node_get_object (root), "methods"), 0);
  g_assert_cmpstr (json_object_get_string_member (row, "method"), ==, "initialize");
  g_assert_cmpint (json_object_get_int_member (row, "count"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (row, "max_usec"), >, 0);
}

static void
test_watch_died (void)
{
  g_autoptr (CliRun) run = cli_run ("[" HANDSHAKE ", {\"sleep_msec\": 100}, {\"exit\": 5}]",
                                    "watch", "--format=json", NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_status (run, 7);
  root = cli_parse (run->out);
  g_assert_true (JSON_NODE_HOLDS_ARRAY (root));
  assert_contains (run->err, "sounder-cli: watch: ");
}

/* A server that never gets ready is still watched: its rows come before the reason. */
static void
test_watch_not_ready (void)
{
  g_autoptr (CliRun) run = cli_run ("[{\"stderr\":\"no such database\"},{\"exit\":3}]", "watch", NULL);

  assert_status (run, 3);
  assert_contains (run->out, "spawn");
  assert_contains (run->out, "no such database");
  assert_contains (run->out, "exit code 3");
}

static void
test_subscribe (void)
{
  g_autoptr (CliRun) lines = cli_run ("full.json", "resources", "subscribe", "mock://a",
                                      "--max-time=0.5", "--format=ndjson", NULL);
  g_autoptr (CliRun) json = cli_run ("full.json", "resources", "subscribe", "mock://a",
                                     "--max-time=0.5", "--format=json", NULL);
  g_autoptr (JsonNode) root = NULL;

  assert_status (lines, 0);
  g_assert_cmpstr (lines->out, ==,
                   "{\"notification\": {\"jsonrpc\":\"2.0\",\"method\":"
                   "\"notifications/resources/updated\",\"params\":{\"uri\":\"mock://a\",\"n\":1.10}}}\n"
                   "{\"notification\": {\"jsonrpc\":\"2.0\",\"method\":"
                   "\"notifications/resources/updated\",\"params\":{\"uri\":\"mock://a\",\"n\":1.20}}}\n");
  assert_status (json, 0);
  root = cli_parse (json->out);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (
                      json_node_get_object (root), "notifications")), ==, 2);
}

static void
test_send_request (void)
{
  static const char script[] =
    "[{\"log_stdin\": \"stdin.log\"}, " HANDSHAKE ","
    " {\"serve\": {\"x/y\": {\"result_text\": \"{\\\"n\\\": 1.10}\"}}}]";
  static const char request[] = "{\"jsonrpc\": \"2.0\", \"id\": 9007199254740993, \"method\":\"x/y\"}";
  g_autoptr (CliRun) run = cli_run (script, "send", request, "--format=ndjson", NULL);
  g_autoptr (CliRun) text = NULL;
  g_autoptr (CliRun) unknown = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *sent = cli_read ("stdin.log");
  JsonObject *record;

  assert_status (run, 0);
  assert_contains (sent, "{\"jsonrpc\": \"2.0\", \"id\": 9007199254740993, \"method\":\"x/y\"}\n");
  g_assert_null (strstr (sent, "\n\n"));
  root = cli_parse (run->out);
  record = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (record, "kind"), ==, "response");
  assert_contains (json_object_get_string_member (record, "raw"), "9007199254740993");

  text = cli_run_with_input (request, script, "send", "-", NULL);
  assert_status (text, 0);
  assert_contains (text->out, "\n    \"n\": 1.10\n");

  unknown = cli_run (script, "send", "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"z\"}", NULL);
  assert_status (unknown, 1);
  assert_contains (unknown->out, "-32601");
}

/* An answer of ours to the server, which leaves meanwhile, is not what was sent. */
static void
test_send_beside_request (void)
{
  static const char script[] =
    "[" HANDSHAKE ", {\"serve\": {\"x/y\": {\"result\": {}, \"delay_msec\": 100, \"before\": ["
    "{\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":5,\\\"method\\\":\\\"ping\\\"}\"}]}}}]";
  g_autoptr (CliRun) run = cli_run (script, "send", "--format=ndjson",
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"x/y\"}", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "\"id\":\"a\",\"status\"");
}

static void
test_send_unanswered (void)
{
  static const char script[] = "[" HANDSHAKE ", {\"serve\": {\"z\": {\"silent\": true}}}]";
  g_autoptr (CliRun) run = cli_run (script, "send", "--timeout=5",
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"z\"}",
                                    "--format=json", NULL);
  g_autoptr (JsonNode) root = NULL;

  /* One document: the error, and no list beside it. */
  assert_status (run, 5);
  root = cli_parse (run->out);
  assert_contains (run->out, "\"timeout\"");
  g_assert_true (JSON_NODE_HOLDS_OBJECT (root));
}

/* Text that is nothing is sent with --raw, and what comes is printed until it is quiet. */
static void
test_send_raw (void)
{
  static const char script[] =
    "[{\"log_stdin\": \"stdin.log\"}, " HANDSHAKE ", {\"expect\": {}}, " NOTIFICATION ","
    " {\"sleep_msec\": 100}, " NOTIFICATION ", {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "send", "--raw", "{nothing", "--format=ndjson",
                                    "--timeout=5", NULL);
  g_autofree char *sent = cli_read ("stdin.log");

  assert_status (run, 0);
  assert_contains (sent, "{nothing\n");
}

/* The recording is JSON Lines, and the secrets of the command line are not in it. */
static void
test_record (void)
{
  g_autofree char *path = cli_path ("session.mcprec");
  g_autofree char *text = NULL;
  g_autoptr (CliRun) run = cli_run ("full.json", "tools", "call", "say", "text=hunter22",
                                    "--env", "SECRET=hunter22", "--record", path, NULL);
  g_autoptr (GPtrArray) nodes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_auto (GStrv) lines = NULL;
  JsonObject *head;

  assert_status (run, 0);
  text = cli_read ("session.mcprec");
  g_assert_true (g_str_has_suffix (text, "}\n"));
  g_assert_null (strstr (text, "hunter22"));
  assert_contains (text, "9007199254740993,1.10,1e400");

  lines = g_strsplit (g_strchomp (text), "\n", -1);
  head = parse_line (nodes, lines[0]);
  g_assert_cmpint (json_object_get_int_member (head, "mcprec"), ==, 1);
  g_assert_true (json_object_get_boolean_member (head, "redacted"));
  for (guint i = 1; lines[i] != NULL; i++)
    g_assert_true (json_object_has_member (parse_line (nodes, lines[i]), "t"));
  assert_contains (text, "\"exit\"");
}

static void
test_record_unredacted (void)
{
  g_autofree char *path = cli_path ("open.mcprec");
  g_autofree char *text = NULL;
  g_autoptr (CliRun) run = cli_run ("full.json", "tools", "call", "say", "text=hunter22", "--env",
                                    "SECRET=hunter22", "--record", path, "--no-redact", NULL);

  assert_status (run, 0);
  text = cli_read ("open.mcprec");
  assert_contains (text, "hunter22");
}

/* The wire and stderr, on standard error only. */
static void
test_verbose (void)
{
  static const char script[] = "[" HANDSHAKE ", {\"stderr\": \"to stderr\"}, {\"serve\": {}}]";
  g_autoptr (CliRun) loud = cli_run (script, "ping", "-c1", "--verbose", NULL);
  g_autoptr (CliRun) quiet = cli_run (script, "ping", "-c1", NULL);

  assert_status (loud, 0);
  assert_contains (loud->err, "→ {\"jsonrpc\":\"2.0\",");
  assert_contains (loud->err, "! to stderr\n");
  g_assert_null (strstr (loud->out, "jsonrpc"));
  assert_status (quiet, 0);
  g_assert_cmpstr (quiet->err, ==, "");
}

/*
 * Secrets that nobody has named: neither on the screen nor in the file. The script is an argument of
 * the server, where they are not to be found.
 */
#define P "\\u0070lanted7f3a"

static void
test_planted (void)
{
  static const char script[] =
    "[{\"stderr\": \"DB_PASS=" P " --token " P " level=readable7f3a\"},"
    " {\"stderr\": \"-----BEGIN PRIVATE KEY-----\"}, {\"stderr\": \"" P "\"},"
    " {\"stderr\": \"-----END PRIVATE KEY-----\"}, {\"send_text\": \"noise jwt=" P "\"}, {\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"serve\": {\"tools/call\": {\"result\": {\"content\": [], \"structuredContent\":"
    "  {\"session_id\": \"" P "\", \"cursor\": \"readable7f3a\"}}}}}]";
  g_autofree char *path = cli_path ("planted.mcprec");
  g_autoptr (CliRun) run =
    cli_run (script, "--verbose", "--record", path, "tools", "call", "t",
             "password=planted7f3a", "text={\"token\":[\"planted7f3a\"]}", "a=readable7f3a", NULL);
  g_autofree char *recording = cli_read ("planted.mcprec");

  assert_status (run, 0);
  g_assert_null (strstr (run->err, "planted7f3a"));
  g_assert_null (strstr (recording, "planted7f3a"));
  assert_contains (run->err, "readable7f3a");
  assert_contains (run->err, "\"cursor\":\"readable7f3a\"");
  assert_contains (recording, "level=readable7f3a");
}
#undef P

static void
test_log_level (void)
{
  static const char script[] =
    "[{\"log_stdin\": \"stdin.log\"}, " HANDSHAKE ", {\"serve\": {\"logging/setLevel\": {\"result\": {}}}}]";
  g_autoptr (CliRun) run = cli_run (script, "info", "--log-level=debug", NULL);
  g_autoptr (CliRun) none = cli_run ("[{\"handshake\": {\"capabilities\": {}}}, {\"serve\": {}}]",
                                     "info", "--log-level=debug", NULL);
  g_autofree char *sent = cli_read ("stdin.log");

  assert_status (run, 0);
  assert_contains (sent, "logging/setLevel");
  assert_contains (sent, "\"debug\"");
  assert_status (none, 0);
  assert_contains (none->err, "does not declare logging");
}

/* --root answers roots/list. */
static void
test_roots (void)
{
  static const char script[] =
    "[{\"log_stdin\": \"stdin.log\"}, " HANDSHAKE ","
    " {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":77,\\\"method\\\":\\\"roots/list\\\"}\"},"
    " {\"expect\": {\"id\": \"77\"}}, {\"serve\": {}}]";
  g_autoptr (CliRun) run = cli_run (script, "watch", "--max-time=0.5", "--root", "/tmp/a b",
                                    "--root", "file:///srv", NULL);
  g_autofree char *sent = cli_read ("stdin.log");

  assert_status (run, 0);
  assert_contains (sent, "file:///tmp/a%20b");
  assert_contains (sent, "file:///srv");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/watch/ndjson", test_watch_ndjson);
  g_test_add_func ("/cli/watch/text", test_watch_text);
  g_test_add_func ("/cli/watch/saved-view", test_watch_saved_view);
  g_test_add_func ("/cli/watch/statistics", test_watch_statistics);
  g_test_add_func ("/cli/watch/died", test_watch_died);
  g_test_add_func ("/cli/watch/not-ready", test_watch_not_ready);
  g_test_add_func ("/cli/resources/subscribe", test_subscribe);
  g_test_add_func ("/cli/send/request", test_send_request);
  g_test_add_func ("/cli/send/beside-request", test_send_beside_request);
  g_test_add_func ("/cli/send/unanswered", test_send_unanswered);
  g_test_add_func ("/cli/send/raw", test_send_raw);
  g_test_add_func ("/cli/record/redacted", test_record);
  g_test_add_func ("/cli/record/unredacted", test_record_unredacted);
  g_test_add_func ("/cli/output/verbose", test_verbose);
  g_test_add_func ("/cli/output/planted", test_planted);
  g_test_add_func ("/cli/session/log-level", test_log_level);
  g_test_add_func ("/cli/session/roots", test_roots);

  return cli_test_main ();
}
