/* test-cli-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

/* The commands over Streamable HTTP, on the demo server in a process of its own. */

#define SECRET "sk-do-not-tell"

static JsonObject *
get_member (JsonNode   *node,
            const char *name)
{
  return json_object_get_object_member (json_node_get_object (node), name);
}

static void
test_info (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) text = cli_run (NULL, "--url", demo->url, "info", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "--url", demo->url, "info", "--format", "json", NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *connection;

  assert_status (text, 0);
  assert_contains (text->out, "Demo Server");
  assert_contains (text->out, "Streamable HTTP");
  assert_contains (text->out, demo->url);
  assert_contains (text->out, "HTTP/1.1");
  assert_contains (text->out, "Session id        ••••");
  g_assert_cmpstr (text->err, ==, "");

  assert_status (json, 0);
  node = cli_parse (json->out);
  connection = get_member (node, "connection");
  g_assert_cmpstr (json_object_get_string_member (connection, "url"), ==, demo->url);
  g_assert_cmpstr (json_object_get_string_member (connection, "http_version"), ==, "1.1");
  g_assert_cmpstr (json_object_get_string_member (connection, "session_id"), ==, "••••");
  g_assert_true (json_object_get_null_member (connection, "certificate"));
  g_assert_true (json_object_has_member (connection, "streams"));
}

/* Where a proxy is set, what is on this machine is reached without it, and all else is not. */
static void
test_proxy (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) here = NULL;
  g_autoptr (CliRun) named = NULL;
  g_autoptr (CliRun) away = NULL;
  g_autofree char *localhost = g_strdup_printf ("http://localhost%s",
                                                strrchr (demo->url, ':'));

  /* Nothing listens at the port 1. Not every system has something that reads the variable. */
  g_setenv ("http_proxy", "http://127.0.0.1:1", TRUE);
  here = cli_run (NULL, "--url", demo->url, "tools", "call", "echo", "message=a", NULL);
  named = cli_run (NULL, "--url", localhost, "tools", "call", "echo", "message=a", NULL);
  away = cli_run (NULL, "--url", "http://server.invalid:81/mcp", "info", NULL);
  g_unsetenv ("http_proxy");

  assert_status (here, 0);
  assert_status (named, 0);
  assert_status (away, 3);
  if (strstr (away->err, "no host with the name server.invalid\n") == NULL)
    assert_contains (away->err, "The proxy 127.0.0.1:1 refused the connection");
}

static void
test_commands (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) list = cli_run (NULL, "--url", demo->url, "tools", "list", NULL);
  g_autoptr (CliRun) call = cli_run (NULL, "--url", demo->url, "tools", "call", "slow",
                                     "seconds=0.1", "steps=2", "--format", "ndjson", NULL);
  g_autoptr (CliRun) read = cli_run (NULL, "--url", demo->url, "resources", "list", NULL);
  g_autoptr (CliRun) ping = cli_run (NULL, "--url", demo->url, "ping", "-c", "2", "-i", "0.01",
                                     NULL);
  g_autoptr (CliRun) error = cli_run (NULL, "--url", demo->url, "tools", "call", "fail",
                                      "how=protocol", NULL);

  assert_status (list, 0);
  assert_contains (list->out, "echo");
  assert_status (call, 0);
  assert_contains (call->out, "{\"notification\":");
  assert_contains (call->out, "Done after 2 steps");
  assert_status (read, 0);
  assert_contains (read->out, "demo://");
  assert_status (ping, 0);
  assert_contains (ping->out, "2 sent, 2 received");
  assert_status (error, 1);
}

/* Every failed connection tells how far it came, and what to do. */
static void
test_wrong_path (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autofree char *url = g_strconcat (demo->url, "x", NULL);
  g_autoptr (CliRun) text = cli_run (NULL, "--url", url, "info", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "--url", url, "tools", "list", "--format", "json", NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *error;
  JsonArray *steps;
  gboolean failed = FALSE;

  assert_status (text, 3);
  g_assert_cmpstr (text->out, ==, "");
  assert_contains (text->err, "✓ Connect");
  assert_contains (text->err, "✗ HTTP answer");
  assert_contains (text->err, "– Handshake");
  assert_contains (text->err, "404 Not Found");
  assert_contains (text->err, "There is nothing at the path /mcpx");
  assert_contains (text->err, demo->url);

  assert_status (json, 3);
  node = cli_parse (json->out);
  error = get_member (node, "error");
  g_assert_cmpstr (json_object_get_string_member (error, "kind"), ==, "http");
  assert_contains (json_object_get_string_member (error, "remedy"), demo->url);
  steps = json_object_get_array_member (error, "steps");
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);

      if (g_str_equal (json_object_get_string_member (step, "state"), "failed"))
        {
          g_assert_cmpstr (json_object_get_string_member (step, "step"), ==, "http");
          g_assert_cmpint (json_object_get_int_member (step, "took_usec"), >=, 0);
          assert_contains (json_object_get_string_member (step, "evidence"), "404");
          failed = TRUE;
        }
    }
  g_assert_true (failed);
}

static void
test_refused (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) run = NULL;

  cli_demo_stop (demo);
  run = cli_run (NULL, "--url", demo->url, "info", "--format", "json", NULL);
  assert_status (run, 3);
  assert_contains (run->out, "\"kind\": \"network\"");
  assert_contains (run->out, "refused the connection");
}

static void
test_no_socket (void)
{
  g_autoptr (CliRun) run = cli_run (NULL, "--url", "unix:/nonexistent/socket", "info", NULL);

  assert_status (run, 3);
  assert_contains (run->err, "✗ Connect");
  assert_contains (run->err, "There is no socket “/nonexistent/socket”");
}

static void
test_no_tcp (void)
{
  g_autoptr (CliRun) refused = cli_run (NULL, "--url", "tcp:127.0.0.1:1", "info", NULL);
  g_autoptr (CliRun) wrong = cli_run (NULL, "--url", "tcp:localhost", "info", NULL);

  assert_status (refused, 3);
  assert_contains (refused->err, "✗ Connect");
  assert_contains (refused->err, "127.0.0.1:1");
  assert_contains (refused->err, "Start the server, or correct the port.");

  assert_status (wrong, 2);
  assert_contains (wrong->err, "tcp:localhost:9000");
}

static void
test_origin (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) run = cli_run (NULL, "--url", demo->url, "--header",
                                    "Origin: https://evil.example", "info", NULL);

  assert_status (run, 3);
  assert_contains (run->err, "The server refuses the Origin");
}

/* What HTTP says is all on standard error, and the secrets in it nowhere. */
static void
test_verbose (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) run = cli_run (NULL, "--url", demo->url, "--verbose", "--header",
                                    "Authorization: Bearer " SECRET, "tools", "call", "slow",
                                    "seconds=0.1", "steps=1", NULL);

  assert_status (run, 0);
  assert_contains (run->err, "> POST /mcp HTTP/1.1");
  assert_contains (run->err, "> Authorization: Bearer ••••");
  assert_contains (run->err, "< HTTP/1.1 200 OK");
  assert_contains (run->err, "< Content-Type: text/event-stream");
  assert_contains (run->err, "< MCP-Session-Id: ••••");
  assert_contains (run->err, "< event: message");
  assert_contains (run->err, "< : hello");
  assert_contains (run->err, "> GET /mcp HTTP/1.1");
  assert_contains (run->err, "> DELETE /mcp HTTP/1.1");
  assert_contains (run->err, "first byte");
  g_assert_null (strstr (run->err, SECRET));
  g_assert_null (strstr (run->out, SECRET));
}

static void
test_watch (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) run = cli_run (NULL, "--url", demo->url, "--max-time", "1", "--header",
                                    "X-Api-Key: " SECRET, "watch", "--format", "ndjson", NULL);
  g_autoptr (CliRun) http = cli_run (NULL, "--url", demo->url, "--max-time", "1", "--header",
                                     "X-Api-Key: " SECRET, "watch", "--format", "ndjson",
                                     "--filter", "kind:http-request", NULL);

  assert_contains (run->out, "\"ch\":\"sse\"");
  g_assert_null (strstr (run->out, "\\\"headers\\\""));
  assert_contains (http->out, "X-Api-Key");
  assert_contains (http->out, "••••");
  g_assert_null (strstr (http->out, SECRET));
}

/* A recording has the exchanges, and no secret. */
static void
test_record (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autofree char *path = cli_path ("http.mcprec");
  g_autoptr (CliRun) run = cli_run (NULL, "--url", demo->url, "--record", path, "--header",
                                    "X-Api-Key: " SECRET, "ping", "-c", "1", NULL);
  g_autofree char *text = NULL;

  assert_status (run, 0);
  text = cli_read ("http.mcprec");
  assert_contains (text, "X-Api-Key");
  g_assert_null (strstr (text, SECRET));
}

/* A saved server with a URL is one like any other. */
static void
test_saved (void)
{
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autofree char *json = g_strdup_printf ("{\"mcpServers\": {\"web\": {\"url\": \"%s\", "
                                           "\"headers\": {\"X-Tenant\": \"a\"}}}}", demo->url);
  g_autofree char *path = cli_path ("web.json");
  g_autoptr (CliRun) import = NULL;
  g_autoptr (CliRun) list = NULL;
  g_autoptr (CliRun) info = NULL;
  g_autoptr (CliRun) export = NULL;
  g_autoptr (CliRun) wrong = NULL;

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  import = cli_run (NULL, "config", "import", path, NULL);
  assert_status (import, 0);
  list = cli_run (NULL, "config", "list", NULL);
  assert_contains (list->out, demo->url);
  info = cli_run (NULL, "--yes", "--server", "web", "info", NULL);
  assert_status (info, 0);
  assert_contains (info->out, "Demo Server");
  export = cli_run (NULL, "config", "export", NULL);
  assert_status (export, 0);
  assert_contains (export->out, demo->url);
  wrong = cli_run (NULL, "--yes", "--server", "web", "--cwd", "/tmp", "info", NULL);
  assert_status (wrong, 2);
  assert_contains (wrong->err, "--cwd");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/http/proxy", test_proxy);
  g_test_add_func ("/cli/http/info", test_info);
  g_test_add_func ("/cli/http/commands", test_commands);
  g_test_add_func ("/cli/http/wrong-path", test_wrong_path);
  g_test_add_func ("/cli/http/refused", test_refused);
  g_test_add_func ("/cli/http/no-socket", test_no_socket);
  g_test_add_func ("/cli/http/no-tcp", test_no_tcp);
  g_test_add_func ("/cli/http/origin", test_origin);
  g_test_add_func ("/cli/http/verbose", test_verbose);
  g_test_add_func ("/cli/http/watch", test_watch);
  g_test_add_func ("/cli/http/record", test_record);
  g_test_add_func ("/cli/http/saved", test_saved);

  return cli_test_main ();
}
