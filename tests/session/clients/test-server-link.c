/* test-server-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-client-server.h"
#include "mcp-error.h"
#include "mcp-server-link.h"

/* “name: command” or “name: address” of what a link offers. */
static char *
describe (const char *link)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_server_link_read (link, &error);
  g_autoptr (GPtrArray) servers = NULL;
  const McpClientServer *server;
  g_autofree char *command = NULL;

  g_assert_no_error (error);
  servers = mcp_client_read_text (json, strlen (json), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (servers->len, ==, 1);
  server = servers->pdata[0];
  g_assert_nonnull (server->profile);
  command = mcp_profile_is_stdio (server->profile) ? mcp_profile_dup_command (server->profile)
                                                   : g_strdup (mcp_profile_get_url (server->profile));

  return g_strdup_printf ("%s: %s", mcp_profile_get_name (server->profile), command);
}

static void
test_reads (void)
{
  static const struct { const char *link; const char *server; } cases[] = {
    { "sounder:add?url=https%3A%2F%2Fexample.com%2Fmcp%3Fa%3D1%26b", "example.com: https://example.com/mcp?a=1&b" },
    { "sounder://add?name=My%20one&url=https://example.com/mcp", "My one: https://example.com/mcp" },
    { "SOUNDER:add/?url=wss://example.com/", "example.com: wss://example.com/" },
    { "sounder:add?name=n&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22a+b%22%5D%7D", "n: npx -y a+b" },
    { "sounder:add?config=%20%7B%22command%22:%22npx%22%7D", "npx: npx" },
    { "sounder:add?name=n&config={\"command\":\"npx\"}", "n: npx" },
    /* {"command":"x","args":["?>?"]}, in both alphabets, with and without padding. */
    { "sounder:add?name=n&config=eyJjb21tYW5kIjoieCIsImFyZ3MiOlsiPz4/Il19", "n: x '?>?'" },
    { "sounder:add?name=n&config=eyJjb21tYW5kIjoieCIsImFyZ3MiOlsiPz4_Il19", "n: x '?>?'" },
    { "sounder:add?name=n&config=eyJjb21tYW5kIjoieHkifQ==", "n: xy" },
    { "sounder:add?name=n&config=eyJjb21tYW5kIjoieHkifQ%3D%3D", "n: xy" },
    { "sounder:add?name=n&config=eyJjb21tYW5kIjoieHkifQ", "n: xy" },
    /* As Cursor has it: the server, or the server under its name. */
    { "sounder://anysphere.cursor-deeplink/mcp/install?name=n&config=eyJjb21tYW5kIjoieHkifQ==", "n: xy" },
    { "sounder:mcp/install?name=n&config=%7B%22m%22%3A%7B%22command%22%3A%22xy%22%7D%7D", "m: xy" },
    /* As VS Code has it. */
    { "sounder:mcp/install?%7B%22name%22%3A%22n%22%2C%22command%22%3A%22xy%22%2C%22args%22%3A%5B%22%24%7Binput%3Ak%7D%22%5D%2C"
      "%22inputs%22%3A%5B%7B%22type%22%3A%22promptString%22%2C%22id%22%3A%22k%22%7D%5D%7D", "n: xy '${input:k}'" },
    { "sounder:mcp/install?{\"name\":\"n\",\"type\":\"http\",\"url\":\"https://h/\"}", "n: https://h/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *server = describe (cases[i].link);

      g_assert_cmpstr (server, ==, cases[i].server);
    }
}

/* Each is refused, and the error names what is wrong. */
static void
test_refuses (void)
{
  static const struct { const char *link; const char *said; } cases[] = {
    { "https://example.com/", "sounder:" },
    { "", "sounder:" },
    { "sounder:", "add" },
    { "sounder:run?url=https://h/", "“run”" },
    { "sounder:////add?url=https://h/", "“//add”" },
    { "sounder:add", "no server" },
    { "sounder:add?", "no server" },
    { "sounder:add?name=n", "neither" },
    { "sounder:add?&url=https://h/", "“”" },
    { "sounder:add?url=https://h/&url=https://h/", "“url” is in the link twice" },
    { "sounder:add?url=https://h/&config={}", "both" },
    { "sounder:add?url=https://h/&trust=1", "“trust”" },
    { "sounder:add?url=https://h/&connect", "“connect”" },
    { "sounder:add?url", "“url” in the link has no value" },
    { "sounder:add?url=https://h/#x", "byte 27" },
    { "sounder:add?url=https://h/ x", "byte 27" },
    { "sounder:add?url=https://h/\nx", "byte 27" },
    { "sounder:add?url=https://h/\303\244", "byte 27" },
    { "sounder:add?url=https://h/%00", "“url”" },
    { "sounder:add?url=https://h/%ff", "“url”" },
    { "sounder:add?url=https://h/%2", "“url”" },
    { "sounder:add?url=javascript:alert(1)", "javascript" },
    { "sounder:add?url=file:///etc/passwd", "file" },
    { "sounder:add?url=", "" },
    { "sounder:add?name=%20&url=https://h/", "“name” in the link is empty" },
    { "sounder:add?name=a%0Ab&url=https://h/", "“name”" },
    { "sounder:add?name=a%E2%80%AEb&url=https://h/", "“name”" },
    { "sounder:add?name=n&config=%7B", "“config”" },
    { "sounder:add?name=n&config=%5B%5D", "“config”" },
    { "sounder:add?name=n&config=eyJj*21t", "“config”" },
    { "sounder:add?name=n&config=eyJjb", "“config”" },
    { "sounder:add?name=n&config=AAAA", "“config”" },
    { "sounder:add?name=n&config=", "“config”" },
    { "sounder:add?name=n&config=====", "“config”" },
    { "sounder:mcp/install?{\"command\":\"x\"}", "“name”" },
    { "sounder:mcp/install?{\"name\":7,\"command\":\"x\"}", "“name”" },
    { "sounder:mcp/install?{\"name\":\"\",\"command\":\"x\"}", "“name”" },
    { "sounder:mcp/install?{", "JSON" },
    { "sounder:add?url=https://h/${env:HOME}", "${input:" },
    { "sounder:add?config={\"command\":\"x\",\"env\":{\"A\":\"${SECRET}\"}}", "${input:" },
    { "sounder:add?config={\"command\":\"x\",\"env\":{\"A\":\"\\u0024{SECRET}\"}}", "hides" },
    { "sounder:add?config={\"command\":\"x\",\"env\":{\"A\":\"$\\u007BSECRET}\"}}", "hides" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].link);
      g_assert_null (mcp_server_link_read (cases[i].link, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      if (strstr (error->message, cases[i].said) == NULL)
        g_error ("%s: %s", cases[i].link, error->message);
    }
}

/* Up to what is allowed, and an error that stays short. */
static void
test_bounds (void)
{
  g_autoptr (GString) link = g_string_new ("sounder:add?url=https://h/");
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  while (link->len < MCP_SERVER_LINK_MAX_BYTES)
    g_string_append_c (link, 'a');
  json = mcp_server_link_read (link->str, &error);
  g_assert_no_error (error);
  g_assert_nonnull (json);

  g_string_append_c (link, 'a');
  g_assert_null (mcp_server_link_read (link->str, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "64 KiB"));
  g_clear_error (&error);

  g_string_assign (link, "sounder:add?");
  while (link->len < MCP_SERVER_LINK_MAX_BYTES)
    g_string_append_c (link, 'k');
  g_assert_null (mcp_server_link_read (link->str, &error));
  g_assert_cmpuint (strlen (error->message), <, 300);
}

/* Whom to trust and what to hand down is not for a link to say. */
static void
test_leaves_out (void)
{
  g_autofree char *json = mcp_server_link_read ("sounder:add?name=n&config={\"command\":\"x\",\"sounder\":"
                                                "{\"demo\":true,\"inheritEnv\":\"all\",\"group\":\"g\"}}", NULL);
  g_autoptr (GPtrArray) servers = mcp_client_read_text (json, strlen (json), NULL);
  const McpClientServer *server = servers->pdata[0];

  g_assert_cmpstr (server->left_out, ==, "demo, inheritEnv");
  g_assert_cmpint (mcp_profile_get_settings (server->profile)->inherit_env, ==, MCP_INHERIT_BASIC);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/server-link/reads", test_reads);
  g_test_add_func ("/session/server-link/refuses", test_refuses);
  g_test_add_func ("/session/server-link/bounds", test_bounds);
  g_test_add_func ("/session/server-link/leaves-out", test_leaves_out);

  return g_test_run ();
}
