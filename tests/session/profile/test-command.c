/* test-command.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-command.h"

/* What a shell makes of the words behind the first one, one in a line of its own in brackets. */
static char *
run_through_shell (const char *command)
{
  g_autofree char *script = NULL;
  g_autoptr (GError) error = NULL;
  char *out = NULL;

  /* The names are functions that print their words. */
  script = g_strdup_printf ("show () { for w in \"$@\"; do printf '[%%s]' \"$w\"; done; };"
                            "sounder () { show \"$@\"; }; curl () { show \"$@\"; };"
                            "AUTHORIZATION=secret; SECRET=hidden; %s",
                            command);
  g_assert_true (g_spawn_sync (NULL, (char *[]) { (char *) "/bin/sh", (char *) "-c", script, NULL },
                               NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, &error));
  g_assert_no_error (error);

  return out;
}

static McpProfile *
new_profile (void)
{
  const char *argv[] = { "my server", "--flag", "it's", NULL };

  return mcp_profile_new_for_argv (NULL, argv);
}

static void
assert_command (const char *text,
                const char *expected)
{
  g_autoptr (McpProfile) profile = new_profile ();
  g_autofree char *command = mcp_command_for_message (profile, text, strlen (text));
  g_autofree char *renamed = NULL;
  g_autofree char *words = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert_nonnull (command);
  /* A shell function may not have a dash in its name. */
  parts = g_strsplit (command, "sounder-cli", 2);
  g_assert_nonnull (parts[1]);
  renamed = g_strjoinv ("sounder", parts);
  words = run_through_shell (renamed);
  g_assert_cmpstr (words, ==, expected);
}

static void
test_message (void)
{
  assert_command ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"a b\","
                  "\"arguments\":{\"q\":\"it's $HOME `x` 1.10\"},\"_meta\":{\"progressToken\":7}}}",
                  "[tools][call][a b][--args][{\"q\":\"it's $HOME `x` 1.10\"}]"
                  "[--][my server][--flag][it's]");
  /* What `tools call` would not send like this. */
  assert_command ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"a\","
                  "\"task\":{}}}",
                  "[send][{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
                  "{\"name\":\"a\",\"task\":{}}}][--][my server][--flag][it's]");
  assert_command ("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}",
                  "[send][{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}]"
                  "[--][my server][--flag][it's]");
  assert_command ("{\"jsonrpc\":\"2.0\",\n", "[send][--raw][{\"jsonrpc\":\"2.0\",\n]"
                                             "[--][my server][--flag][it's]");
  assert_command ("@junk", "[send][--raw][-][--][my server][--flag][it's]");
}

static void
test_nul (void)
{
  g_autoptr (McpProfile) profile = new_profile ();

  g_assert_null (mcp_command_for_message (profile, "{\0}", 3));
  g_assert_null (mcp_command_for_http ("POST", "http://a/", NULL, NULL, "\0", 1));
}

static void
test_http (void)
{
  const char *secret_names[] = { "x-place", NULL };
  const char *headers[] = { "Content-Type", "application/json", "Authorization", "Bearer abc'def",
                            "X-Note", "$HOME `ls` it's", "X-Place", "atoll", "Content-Length", "3", "Host", "a",
                            NULL };
  g_autofree char *command = mcp_command_for_http ("POST", "https://a/mcp?x=1&api_key=topsecret",
                                                   headers, secret_names, "@{'$x'}", 7);
  g_autofree char *words = run_through_shell (command);

  g_assert_null (strstr (command, "abc"));
  g_assert_null (strstr (command, "topsecret"));
  g_assert_null (strstr (command, "atoll"));
  g_assert_cmpstr (words, ==,
                   "[-N][https://a/mcp?x=1&api_key=hidden]"
                   "[-H][Content-Type: application/json][-H][Authorization: Bearer secret]"
                   "[-H][X-Note: $HOME `ls` it's][-H][X-Place: ][--data-raw][@{'$x'}]");
}

static void
test_http_get (void)
{
  g_autofree char *get = mcp_command_for_http ("GET", "http://a/", NULL, NULL, NULL, 0);
  g_autofree char *end = mcp_command_for_http ("DELETE", "http://a/", NULL, NULL, NULL, 0);

  g_assert_cmpstr (get, ==, "curl -N http://a/");
  g_assert_cmpstr (end, ==, "curl -N -X DELETE http://a/");
}

/* How a server is named that somebody else is to reach. */
static void
test_ways (void)
{
  const char *argv[] = { "a server", NULL };
  g_autoptr (McpProfile) saved = mcp_profile_new_for_argv ("My server", argv);
  g_autoptr (McpProfile) address = mcp_profile_new_for_url (NULL, "http://localhost:1/a?b=1&c");
  g_autoptr (McpProfile) elsewhere = mcp_profile_new_for_argv (NULL, argv);
  g_autoptr (McpProfile) demo = NULL;
  g_autofree char *by_name = NULL;
  g_autofree char *by_url = NULL;
  g_autofree char *by_folder = NULL;
  g_autofree char *by_demo = NULL;
  g_autofree char *option = NULL;
  static const char message[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"--help\"}}";

  mcp_profile_set_temporary (saved, FALSE);
  by_name = mcp_command_for_tool (saved, "t", "{}");
  g_assert_cmpstr (by_name, ==, "sounder-cli --server 'My server' tools call t --args '{}'");

  by_url = mcp_command_for_prompt (address, "p", "{}");
  g_assert_cmpstr (by_url, ==, "sounder-cli --url 'http://localhost:1/a?b=1&c' prompts get p --args '{}'");

  g_object_set (elsewhere, "cwd", "/srv/a b", NULL);
  by_folder = mcp_command_for_tool (elsewhere, "t", "{}");
  g_assert_cmpstr (by_folder, ==, "sounder-cli --cwd '/srv/a b' tools call t --args '{}' -- 'a server'");

  g_setenv ("SOUNDER_DEMO_SERVER", "/bin/sh", TRUE);
  demo = mcp_profile_new_for_demo (NULL);
  g_unsetenv ("SOUNDER_DEMO_SERVER");
  by_demo = mcp_command_for_tool (demo, "t", "{}");
  g_assert_cmpstr (by_demo, ==, "sounder-cli --demo tools call t --args '{}'");

  /* The name of a tool that would be taken for an option is sent as it stands. */
  option = mcp_command_for_message (address, message, strlen (message));
  g_assert_true (g_str_has_prefix (option, "sounder-cli --url 'http://localhost:1/a?b=1&c' send '{"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/command/message", test_message);
  g_test_add_func ("/session/command/nul", test_nul);
  g_test_add_func ("/session/command/http", test_http);
  g_test_add_func ("/session/command/http-get", test_http_get);
  g_test_add_func ("/session/command/ways", test_ways);

  return g_test_run ();
}
