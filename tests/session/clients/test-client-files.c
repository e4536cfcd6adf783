/* test-client-files.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-client-server.h"
#include "mcp-command-advice.h"
#include "mcp-error.h"
#include "test-support.h"

/* Files as people have them: every shape, one odd entry, and what is written where no server can come of it. */

static GPtrArray *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *servers = mcp_client_read_text (text, strlen (text), &error);

  if (error != NULL)
    g_error ("%s: %s", text, error->message);

  return servers;
}

static McpClientServer *
find (GPtrArray  *servers,
      const char *name)
{
  for (guint i = 0; i < servers->len; i++)
    if (g_str_equal (((McpClientServer *) servers->pdata[i])->name, name))
      return servers->pdata[i];

  g_error ("no server %s", name);
}

/* "a b,http://h/": how each good one is reached. */
static char *
dup_commands (GPtrArray *servers)
{
  g_autoptr (GPtrArray) profiles = mcp_client_servers_dup_profiles (servers);
  g_autoptr (GString) commands = g_string_new (NULL);

  for (guint i = 0; i < profiles->len; i++)
    {
      g_autofree char *command = mcp_profile_dup_command (profiles->pdata[i]);

      g_string_append_printf (commands, "%s%s=%s", i > 0 ? "," : "", mcp_profile_get_name (profiles->pdata[i]), command);
    }

  return g_strdup (commands->str);
}

static void
test_shapes (void)
{
  static const struct { const char *text; const char *commands; } cases[] = {
    { "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"url\": \"http://h\"}}}", "a=x,b=http://h" },
    { "{\"inputs\": [], \"servers\": {\"v\": {\"type\": \"stdio\", \"command\": \"x\"}}}", "v=x" },
    { "{\"n\": {\"command\": \"x\"}}", "n=x" },
    { "{\"mcpServers\": {}}", "" },
    { "{\"mcpServers\": []}", "" },
    { "{\"mcpServers\": null}", "" },
    { "{\"command\": \"npx\", \"args\": [\"-y\", \"@x/server-y\"]}", "server-y=npx -y @x/server-y" },
    { "{\"name\": \"z\", \"command\": \"npx\"}", "z=npx" },
    { "{\"url\": \"https://docs.example.com/mcp\"}", "docs.example.com=https://docs.example.com/mcp" },
    { "  \"n\": {\"command\": \"x\"},\n", "n=x" },
    { "\"mcpServers\": {\"n\": {\"command\": \"x\"}}", "n=x" },
    { "\357\273\277{\"n\": {\"command\": \"x\"}}", "n=x" },
    { "{\"url\": \"http://127.0.0.1:3917/mcp\"}", "127.0.0.1:3917=http://127.0.0.1:3917/mcp" },
    { "{\"url\": \"http://[::1]:80/mcp\"}", "[::1]:80=http://[::1]:80/mcp" },
    { "// mine\n{\"servers\": { /* \"b\": {}, */ \"v\": {\"command\": \"x\", \"args\": [\"//y\",],},\n},}", "v=x //y" },
    { "{\"editor.tabSize\": 2, \"mcp\": {\"servers\": {\"v\": {\"command\": \"x\"}}}}", "v=x" },
    { "{\"mcp\": {\"command\": \"x\"}}", "mcp=x" },
    { "{\"httpUrl\": \"https://docs.example.com/mcp\"}", "docs.example.com=https://docs.example.com/mcp" },
    { "{\"mcpServers\": {\"g\": {\"httpUrl\": \"http://h\"}, \"w\": {\"serverUrl\": \"http://h\"}}}", "g=http://h,w=http://h" },

    /* Called as the address of a server. */
    { "{\"command\": {\"command\": \"x\"}}", "command=x" },
    { "{\"servers\": {\"command\": \"x\"}}", "servers=x" },
    { "{\"mcpServers\": {\"url\": {\"command\": \"x\"}}}", "url=x" },
    { "{\"mcpServers\": {\"command\": {\"url\": \"http://h/\"}, \"b\": {\"command\": \"y\"}}}", "command=http://h/,b=y" },
    { "{\"servers\": {\"url\": {\"url\": \"http://h/\"}, \"httpUrl\": {\"command\": \"y\"}}}", "url=http://h/,httpUrl=y" },
    { "{\"url\": {\"url\": \"http://h/\"}}", "url=http://h/" },
    { "{\"mcpServers\": {\"url\": \"odd\", \"b\": {\"command\": \"y\"}}}", "b=y" },
    { "{\"mcpServers\": {\"url\": null, \"command\": {\"command\": \"y\"}}}", "command=y" },
    { "[mcp_servers.command]\ncommand = \"x\"\n", "command=x" },

    /* Both containers; each order. */
    { "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"servers\": {\"b\": {\"command\": \"y\"}}}", "a=x,b=y" },
    { "{\"servers\": {\"b\": {\"command\": \"y\"}}, \"mcpServers\": {\"a\": {\"command\": \"x\"}}}", "b=y,a=x" },
    { "{\"servers\": {}, \"mcpServers\": {\"a\": {\"command\": \"x\"}}}", "a=x" },
    { "{\"openapi\": \"3.1.0\", \"servers\": [{\"url\": \"http://h/\"}], \"mcpServers\": {}}", "" },

    /* Lists. */
    { "{\"mcpServers\": [{\"name\": \"a\", \"command\": \"x\"}, {\"command\": \"uvx\", \"args\": [\"fetch\"]}]}",
      "a=x,fetch=uvx fetch" },
    { "[{\"name\": \"a\", \"command\": \"x\"}]", "a=x" },
    { "{\"servers\": [{\"name\": \"a\", \"url\": \"http://h/\"}]}", "a=http://h/" },
    { "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n", "a=x" },
    { "{\"experimental\": {\"modelContextProtocolServers\": [{\"transport\": {\"type\": \"stdio\", \"command\": \"x\"}}]}}",
      "x=x" },

    /* The address in an object of its own. */
    { "{\"mcpServers\": {\"a\": {\"transport\": {\"type\": \"sse\", \"url\": \"http://h/sse\"}}}}", "a=http://h/sse" },
    { "{\"a\": {\"transport\": {\"type\": \"http\", \"url\": \"http://h/\"}}}", "a=http://h/" },
    { "{\"mcpServers\": {\"a\": {\"transport\": \"sse\", \"url\": \"http://h/sse\"}}}", "a=http://h/sse" },

    /* opencode, Amp, workspaces, devcontainers, Warp, Cherry Studio. */
    { "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"npx\", \"-y\", \"x\"]}, \"timeout\": 5}}", "a=npx -y x" },
    { "{\"mcp\": {\"a\": {\"command\": [\"npx\"], \"args\": [\"x\"]}}}", "a=npx x" },
    { "{\"mcp\": {\"servers\": {\"a\": {\"type\": \"local\", \"command\": [\"x\"]}}}}", "a=x" },
    { "{\"amp.mcpServers\": {\"a\": {\"command\": \"x\"}}, \"amp.tools\": {}}", "a=x" },
    { "{\"folders\": [], \"settings\": {\"mcp\": {\"servers\": {\"a\": {\"command\": \"x\"}}}}}", "a=x" },
    { "{\"customizations\": {\"vscode\": {\"mcp\": {\"servers\": {\"a\": {\"command\": \"x\"}}}}}}", "a=x" },
    { "{\"a\": {\"command\": \"x\", \"working_directory\": null, \"start_on_launch\": true}}", "a=x" },
    { "{\"mcpServers\": {\"i\": {\"name\": \"n\", \"type\": \"sse\", \"baseUrl\": \"http://h/sse\", \"isActive\": true}}}",
      "i=http://h/sse" },

    /* TOML and YAML. */
    { "[mcpServers.a]\ncommand = \"x\"\n[mcpServers.b]\nurl = \"http://h/\"\n", "a=x,b=http://h/" },
    { "# mine\n[mcp.servers.a]\ncommand = \"x\"\n", "a=x" },
    { "mcpServers:\n  - name: a\n    command: x\n  - name: b\n    url: http://h/\n", "a=x,b=http://h/" },
    { "version: 1\nmcpServers:\n  a:\n    type: stdio\n    command: x\n    args: [1, true]\n", "a=x 1 true" },
    { "mcp_servers:\n  a: {command: x}\n", "a=x" },
    { "extensions:\n  a: {type: stdio, cmd: x}\n  b: {type: builtin, name: b}\n", "a=x" },

    /* Forms leave the other field empty. */
    { "{\"mcpServers\": {\"a\": {\"command\": \"\", \"url\": \"http://h/\"}, \"b\": {\"command\": \"x\", \"url\": \"\"}}}",
      "a=http://h/,b=x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) servers = read_text (cases[i].text);
      g_autofree char *commands = dup_commands (servers);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (commands, ==, cases[i].commands);
    }
}

/* One server of each kind of mistake, and the place that is told. */
static void
test_odd_entries (void)
{
  static const char * const odd[] = {
    "null", "7", "true", "\"npx -y x\"", "[]", "[\"npx\"]", "{}",
    "{\"command\": 7}", "{\"command\": null}", "{\"command\": [7]}", "{\"command\": []}", "{\"command\": \"\"}",
    "{\"command\": \"x\", \"args\": \"-y\"}", "{\"command\": \"x\", \"args\": 7}", "{\"command\": \"x\", \"args\": [null]}",
    "{\"command\": \"x\", \"args\": {\"0\": \"y\"}}", "{\"command\": \"x\", \"args\": [[\"y\"]]}",
    "{\"command\": \"x\", \"env\": \"A=b\"}", "{\"command\": \"x\", \"env\": [\"A=b\"]}", "{\"command\": \"x\", \"env\": {\"A\": {}}}",
    "{\"command\": \"x\", \"env\": {\"A\": [1]}}", "{\"command\": \"x\", \"cwd\": 7}", "{\"command\": \"x\", \"type\": 7}",
    "{\"url\": 7}", "{\"url\": null}", "{\"url\": {}}", "{\"url\": [\"http://h/\"]}",
    "{\"url\": \"http://h/\", \"headers\": 7}", "{\"url\": \"http://h/\", \"headers\": [\"A: b\"]}",
    "{\"url\": \"http://h/\", \"headers\": {\"A\": {}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\n\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n\"bad\": %s,\n"
                                               "\"z\": {\"url\": \"http://h/\"}}}", odd[i]);
      g_autoptr (GPtrArray) servers = read_text (text);
      g_autoptr (GPtrArray) own = mcp_client_read_own (text, strlen (text), "servers.json", NULL);
      g_autofree char *commands = dup_commands (servers);
      g_autofree char *own_commands = dup_commands (own);
      g_autofree char *problem = NULL;

      g_test_message ("%s", odd[i]);
      g_assert_cmpstr (commands, ==, "a=x,z=http://h/");
      g_assert_cmpstr (own_commands, ==, commands);
      g_assert_null (find (servers, "bad")->profile);
      problem = mcp_client_server_dup_problem (find (servers, "bad"));
      g_assert_true (g_str_has_prefix (problem, "mcpServers.bad, line 4: "));
    }
}

/* As the clients do. */
static void
test_values (void)
{
  static const char text[] = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [8080, true, \"y\"], \"env\": "
                             "{\"PORT\": 8080, \"PRICE\": 1.50, \"ON\": true, \"NONE\": null, \"S\": \"s\"}},"
                             "\"b\": {\"command\": \"x\", \"env\": []}, \"c\": {\"url\": \"http://h/\", \"headers\": {\"X-N\": 7}},"
                             "\"d\": {\"command\": \"x\", \"disabled\": true}, \"e\": {\"command\": \"x\", \"enabled\": false},"
                             "\"f\": {\"command\": \"x\", \"disabled\": \"yes\"}, \"g\": {\"url\": \"http://h/\","
                             "\"requestOptions\": {\"headers\": {\"A\": \"${{ secrets.KEY }}\"}}}}}";
  g_autoptr (GPtrArray) servers = read_text (text);
  g_autofree char *env = g_strjoinv (",", (char **) mcp_profile_get_env (find (servers, "a")->profile));
  g_autofree char *command = mcp_profile_dup_command (find (servers, "a")->profile);
  g_autoptr (McpHeader) number = g_list_model_get_item (mcp_profile_get_headers (find (servers, "c")->profile), 0);
  g_autoptr (McpHeader) secret = g_list_model_get_item (mcp_profile_get_headers (find (servers, "g")->profile), 0);
  /* In a list of our own as well. */
  g_autoptr (McpProfile) saved = mcp_profile_new_from_json ("a", "{\"command\":\"x\",\"env\":{\"PORT\":8080,\"N\":null}}", -1, NULL);

  g_assert_cmpstr (env, ==, "PORT=8080,PRICE=1.50,ON=true,S=s");
  g_assert_cmpstr (command, ==, "x 8080 true y");
  g_assert_cmpuint (g_strv_length ((char **) mcp_profile_get_env (find (servers, "b")->profile)), ==, 0);
  g_assert_cmpstr (mcp_header_get_value (number), ==, "7");
  g_assert_cmpstr (mcp_header_get_value (secret), ==, "${input:KEY}");
  g_assert_true (find (servers, "d")->disabled);
  g_assert_true (find (servers, "e")->disabled);
  g_assert_false (find (servers, "f")->disabled);
  g_assert_cmpstr (find (servers, "f")->left_out, ==, "disabled");
  g_assert_nonnull (saved);
  g_assert_cmpstr (mcp_profile_get_env (saved)[0], ==, "PORT=8080");
  g_assert_null (mcp_profile_get_env (saved)[1]);
}

static void
test_variables (void)
{
  static const char text[] = "{\"mcp\": {\"a\": {\"command\": [\"{env:HOME}/x\"], \"environment\": {\"A\": \"{env:B}\"}}}}";
  static const char other[] = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"{env:HOME}\"]}}}";
  g_autoptr (GPtrArray) servers = read_text (text);
  g_autoptr (GPtrArray) others = read_text (other);

  g_assert_cmpstr (mcp_profile_get_argv (find (servers, "a")->profile)[0], ==, "${env:HOME}/x");
  g_assert_cmpstr (mcp_profile_get_env (find (servers, "a")->profile)[0], ==, "A=${env:B}");
  g_assert_cmpstr (mcp_profile_get_argv (find (others, "a")->profile)[1], ==, "{env:HOME}");
}

/* What is there instead, and how it should be spelled. */
static void
test_none (void)
{
  static const struct { const char *text; const char *said; } cases[] = {
    { "", "JSON" },
    { "{", "JSON" },
    { "\"", "JSON" },
    { ",", "JSON" },
    { "{\"n\": {\"command\": \"x\",,}}", "JSON" },
    { "{,}", "JSON" },
    { "{\"n\": {\"command\": \"x\"}} /* and then", "JSON" },
    { "7", "JSON object" },
    { "{}", "empty object" },
    { "{\"a\": 1}", "“a”" },
    { "{\"models\": {}, \"theme\": \"dark\"}", "“models”, “theme”" },
    { "{\"command\": 7}", "“command”" },
    { "{\"mcpserver\": {\"a\": {\"command\": \"x\"}}, \"b\": 1}", "“mcpserver” has to be “mcpServers”" },
    { "{\"MCPServers\": {\"a\": {\"command\": \"x\"}}, \"b\": 1}", "“MCPServers” has to be “mcpServers”" },
    { "{\"mcp-servers\": {\"a\": {\"command\": \"x\"}}, \"b\": 1}", "“mcp-servers” has to be “mcpServers”" },
    { "{\"name\": \"p\", \"repository\": {\"url\": \"http://h/\"}, \"scripts\": {}}", "“repository”" },
    { "models:\n  - name: x\n", "“models”" },
    { "[model]\nname = \"x\"\n", "“model”" },
    { "a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\ni: 9\n", "“h”, …" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) own_error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (mcp_client_read_text (cases[i].text, strlen (cases[i].text), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_null (mcp_client_read_own (cases[i].text, strlen (cases[i].text), "x.json", &own_error));
      g_assert_error (own_error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, cases[i].said) == NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
}

static void
test_containers (void)
{
  static const char * const texts[] = {
    "{\"mcpServers\": 7}", "{\"mcpServers\": true, \"servers\": {\"a\": {\"command\": \"x\"}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) servers = read_text (texts[i]);

      g_assert_null (find (servers, "mcpServers")->profile);
      g_assert_cmpstr (find (servers, "mcpServers")->problem, ==, "“mcpServers” must be an object of servers");
      g_assert_cmpuint (servers->len, ==, i + 1);
    }
}

/* What somebody who adds a server does not see is not added with it, however it is spelled. */
static void
test_leaves_out (void)
{
  static const char json[] =
    "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"\\u0073ounder\": {\"demo\": true,"
    " \"inheritEnv\": \"all\", \"recordFolder\": \"/srv\", \"record\": true, \"era\": \"modern\","
    " \"answers\": [{\"do\": \"accept\"}]}}, \"b\": {\"url\": \"https://h/\", \"sounder\":"
    " {\"secretId\": \"s\", \"secretHeaders\": [\"X-Key\"], \"caFile\": \"/srv/ca.pem\","
    " \"acceptedCertificate\": \"00\", \"roots\": [], \"future\": 1},"
    " \"oauth\": {\"enabled\": true, \"clientId\": \"i\", \"clientSecret\": \"${input:s}\","
    " \"audiences\": []}, \"auth\": {\"scopes\": 1}}}}";
  g_autoptr (GPtrArray) servers = read_text (json);
  g_autoptr (GPtrArray) own = mcp_client_read_own (json, strlen (json), "servers.json", NULL);
  McpProfile *a = find (servers, "a")->profile;
  McpProfile *b = find (servers, "b")->profile;
  g_autofree char *a_json = mcp_profile_to_json (a);
  g_autofree char *b_json = mcp_profile_to_json (b);
  g_autofree char *own_json = mcp_profile_to_json (find (own, "a")->profile);

  g_assert_cmpstr (find (servers, "a")->left_out, ==, "answers, demo, inheritEnv, record, recordFolder");
  g_assert_cmpstr (find (servers, "b")->left_out, ==, "acceptedCertificate, auth.scopes, caFile, future, oauth.audiences, "
                                                      "oauth.clientSecret, roots, secretId");
  g_assert_false (mcp_profile_get_settings (a)->demo);
  g_assert_cmpint (mcp_profile_get_settings (a)->era.choice, ==, MCP_ERA_CHOICE_MODERN);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_headers (b)), ==, 1);
  g_assert_null (strstr (a_json, "inheritEnv"));
  g_assert_null (strstr (a_json, "answers"));
  g_assert_null (strstr (b_json, "secretId"));
  g_assert_null (strstr (b_json, "ca.pem"));
  /* A file that is worked with as it is. */
  g_assert_nonnull (strstr (own_json, "inheritEnv"));
  g_assert_nonnull (strstr (own_json, "answers"));
}

/* The same file as every program writes it. */
static void
test_encodings (void)
{
  static const char text[] = "{\"mcpServers\": {\"é⚓\": {\"command\": \"x\"}}}";
  static const struct { const char *mark; gsize length; const char *charset; } encodings[] = {
    { "", 0, "UTF-8" }, { "\357\273\277", 3, "UTF-8" }, { "\377\376", 2, "UTF-16LE" }, { "\376\377", 2, "UTF-16BE" },
    { "", 0, "UTF-16LE" }, { "", 0, "UTF-16BE" },
  };
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "mcp.json", NULL);
  g_autoptr (McpClientFile) file = mcp_client_file_new (mcp_client_find ("cursor"), path, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    {
      gsize n;
      g_autofree char *converted = g_convert (text, -1, encodings[i].charset, "UTF-8", NULL, &n, NULL);
      g_autoptr (GString) bytes = g_string_new_len (encodings[i].mark, encodings[i].length);
      g_autoptr (GPtrArray) servers = NULL;

      g_string_append_len (bytes, converted, n);
      g_assert_true (g_file_set_contents (path, bytes->str, bytes->len, NULL));
      servers = mcp_client_file_read (file, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (servers->len, ==, 1);
      g_assert_cmpstr (((McpClientServer *) servers->pdata[0])->name, ==, "é⚓");
    }

  g_assert_true (g_file_set_contents (path, "{\n\"mcpServers\": {\"\xe9\": 1}}", -1, NULL));
  g_assert_null (mcp_client_file_read (file, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "E9 in line 2"));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_advice (void)
{
  static const struct { const char *server; const char *said; /* NULL: nothing */ } cases[] = {
    { "{\"command\": \"npx -y x\"}", "Write \"command\": \"npx\", \"args\": [\"-y\", \"x\"]" },
    { "{\"command\": \"uvx x\", \"args\": [\"--y\"]}", "\"command\": \"uvx\", \"args\": [\"x\", \"--y\"]" },
    { "{\"command\": \"no-such-program-at-all 'a b'\"}", "\"args\": [\"a b\"]" },
    { "{\"command\": \"sh \"}", "Write \"command\": \"sh\"" },
    { "{\"command\": \"/no/such folder/program\"}", NULL },
    { "{\"command\": \"cmd\", \"args\": [\"/c\", \"npx\", \"-y\", \"x\"]}", "\"command\": \"npx\", \"args\": [\"-y\", \"x\"]" },
    { "{\"command\": \"CMD.EXE\", \"args\": [\"/s\", \"/c\", \"npx\"]}", "Write \"command\": \"npx\"" },
    { "{\"command\": \"powershell\", \"args\": [\"-Command\", \"npx\", \"x\"]}", "\"command\": \"npx\"" },
    { "{\"command\": \"cmd\"}", "of Windows" },
    { "{\"command\": \"C:\\\\tools\\\\x.exe\"}", "path of Windows" },
    { "{\"command\": \"c:/tools/x\"}", "path of Windows" },
    { "{\"command\": \"\\\\\\\\server\\\\share\\\\x\"}", "path of Windows" },
    { "{\"command\": \".\\\\x\"}", "path of Windows" },
    { "{\"command\": \"sh\", \"args\": [\"C:\\\\x\\\\server.js\"]}", "“C:\\x\\server.js” is a path of Windows" },
    { "{\"command\": \"npx.cmd\", \"args\": [\"-y\"]}", "Write \"command\": \"npx\", \"args\": [\"-y\"]" },
    { "{\"command\": \"start.bat\"}", "\"start\"" },
    { "{\"command\": \"./start.PS1\"}", "program of Windows" },
    { "{\"command\": \"~/bin/x\"}", "whole path" },
    { "{\"command\": \"$HOME/bin/x\"}", "whole path" },
    { "{\"command\": \"https://example.com/mcp\"}", "\"url\"" },
    { "{\"command\": \"sh\", \"args\": [\"a\", \"&&\", \"b\"]}", "\"command\": \"sh\", \"args\": [\"-c\", \"sh a && b\"]" },
    { "{\"command\": \"npx\", \"args\": [\"-y @a/b\"]}", "\"command\": \"npx\", \"args\": [\"-y\", \"@a/b\"]" },
    { "{\"command\": \"sh\", \"args\": [\"--config\", \"{workspaceFolder}/a.json\"]}", "Write “${workspaceFolder}”" },
    { "{\"command\": \"sh\", \"args\": [\"${workspaceFolder}/a\", \"{{workspaceFolder}}\"]}", NULL },
    { "{\"command\": \"uv\", \"args\": [\"run x\", \"y\"]}", "\"args\": [\"run\", \"x\", \"y\"]" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"--rm\", \"-e\", \"-i\", \"image\"]}", "Write \"command\": \"docker\", \"args\": [\"run\", \"-i\"," },
    { "{\"command\": \"podman\", \"args\": [\"run\", \"image\", \"-i\"]}", "Without “-i”" },
    { "{\"command\": \"docker\", \"args\": [\"exec\", \"box\", \"server\"]}", "Without “-i”" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-it\", \"image\"]}", "terminal" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-i\", \"--tty\", \"image\"]}", "terminal" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-d\", \"-i\", \"image\"]}", "-d" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-i\", \"--rm\", \"image\", \"-t\", \"-d\"]}", NULL },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"--rm\", \"--interactive\", \"-v\", \"/a:/b\", \"image\"]}", NULL },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-e\", \"A=b\", \"--name=x\", \"-i\", \"image\"]}", NULL },
    { "{\"command\": \"docker\", \"args\": [\"mcp\", \"gateway\", \"run\"]}", NULL },
    { "{\"command\": \"npx\", \"args\": [\"-y\", \"@a/b\", \"a folder\"]}", NULL },
    { "{\"command\": \"sh\", \"args\": [\"-c\", \"a && b\"]}", NULL },
    { "{\"command\": \"no-such-program-at-all\"}", NULL },
    { "{\"command\": \"${input:a program}\"}", NULL },
    { "{\"url\": \"http://h/a b\"}", NULL },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-e\", \"API_KEY=hunter2hunter2\", \"image\"]}", "«redacted»" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"mcpServers\": {\"a\": %s}}", cases[i].server);
      g_autoptr (GPtrArray) servers = read_text (text);
      const char *hint = find (servers, "a")->hint;

      if ((hint == NULL) != (cases[i].said == NULL) || (hint != NULL && strstr (hint, cases[i].said) == NULL))
        g_error ("%s: %s", cases[i].server, hint != NULL ? hint : "nothing");
    }
}

/* What looks like JSON, and what to write instead. */
static void
test_json_advice (void)
{
  static const struct { const char *text; const char *said; /* NULL: no more than where */ } cases[] = {
    { "{“mcpServers”: {}}", "line 1, column 2. A typographic quotation mark" },
    { "{\"mcpServers\": {\"a\": {\n“command”: \"x\"}}}", "line 2, column 1. A typographic" },
    { "{'mcpServers': {}}", "not between '" },
    { "{\"mcpServers\": {\"a\": {\"command\": \"C:\\Program Files\\x\"}}}", "twice, as in C:\\\\tools" },
    { "{\"mcpServers\": {\"a\": {\"command\": \"x\" \"args\": []}}}", "comma or a colon" },
    { "{\"mcpServers\": {]}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) servers = mcp_client_read_text (cases[i].text, strlen (cases[i].text), &error);

      g_assert_null (servers);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (cases[i].said != NULL ? strstr (error->message, cases[i].said) == NULL : strstr (error->message, ". ") != NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
}

/* One that has a command and an address is started, and the address is named. */
static void
test_both (void)
{
  g_autoptr (GPtrArray) servers =
    read_text ("{\"mcpServers\": {\"a\": {\"command\": \"node\", \"transport\": {\"type\": \"http\", \"url\": \"http://h/mcp\"}}}}");

  g_assert_true (mcp_profile_is_stdio (find (servers, "a")->profile));
  g_assert_null (mcp_profile_get_url (find (servers, "a")->profile));
  g_assert_cmpstr (find (servers, "a")->left_out, ==, "url");
}

static void
test_places_are_bounded (void)
{
  g_autoptr (GString) many = g_string_new ("{\"a\":1");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (many, ",\"m%u\":{\"url\":1}", i);
  g_string_append_c (many, '}');
  g_assert_null (mcp_client_read_text (many->str, many->len, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_cmpuint (strlen (error->message), <, 1000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/client-files/shapes", test_shapes);
  g_test_add_func ("/session/client-files/odd-entries", test_odd_entries);
  g_test_add_func ("/session/client-files/values", test_values);
  g_test_add_func ("/session/client-files/variables", test_variables);
  g_test_add_func ("/session/client-files/none", test_none);
  g_test_add_func ("/session/client-files/containers", test_containers);
  g_test_add_func ("/session/client-files/leaves-out", test_leaves_out);
  g_test_add_func ("/session/client-files/encodings", test_encodings);
  g_test_add_func ("/session/client-files/advice", test_advice);
  g_test_add_func ("/session/client-files/json-advice", test_json_advice);
  g_test_add_func ("/session/client-files/both", test_both);
  g_test_add_func ("/session/client-files/bounded", test_places_are_bounded);

  return g_test_run ();
}
