/* test-client.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "mcp-client-server.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-toml.h"
#include "mcp-yaml.h"
#include "test-support.h"

static GPtrArray *
read_fixture (const char *id)
{
  const McpClient *client = mcp_client_find (id);
  static const char * const extensions[] = { "json", "toml", "yaml" };
  g_autofree char *name = g_strdup_printf ("%s.%s", id, extensions[client->format]);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "session", "clients", name, NULL);
  g_autoptr (McpClientFile) file = mcp_client_file_new (client, path, NULL);
  g_autoptr (GError) error = NULL;
  GPtrArray *servers = mcp_client_file_read (file, &error);

  g_assert_no_error (error);

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

/* Without what is for Sounder alone, where it is from and how its inputs are asked for, and however it is spaced. */
static void
assert_json (GPtrArray  *servers,
             const char *name,
             const char *expected)
{
  McpClientServer *server = find (servers, name);
  g_autofree char *json = NULL;
  g_autofree char *pretty = NULL;
  g_autofree char *pretty_expected = mcp_json_pretty (expected, strlen (expected), NULL, NULL);

  g_assert_cmpstr (server->problem, ==, NULL);
  json = mcp_profile_to_json (server->profile);
  mcp_json_edit_set (&json, "sounder", NULL);
  pretty = mcp_json_pretty (json, strlen (json), NULL, NULL);
  g_assert_cmpstr (pretty, ==, pretty_expected);
}

static void
test_clients (void)
{
  guint n_clients = 0;

  for (const McpClient *client; (client = mcp_client_get (n_clients)) != NULL; n_clients++)
    {
      g_autoptr (GPtrArray) servers = read_fixture (client->id);

      g_assert_true (client == mcp_client_find (client->id));
      g_assert_cmpuint (servers->len, >=, 2);
      for (guint k = 0; k < servers->len; k++)
        g_assert_cmpstr (((McpClientServer *) servers->pdata[k])->problem, ==, NULL);
    }
  g_assert_cmpuint (n_clients, >, 10);
  g_assert_null (mcp_client_find ("nobody"));
}

/* Only a file that was read says where a server is from, never what stands in it; and nobody else is told. */
static void
test_origin (void)
{
  static const char claim[] = "{\"mcpServers\":{\"x\":{\"command\":\"y\",\"sounder\":{\"origin\":\"a friend\"}}}}";
  g_autoptr (GPtrArray) read = read_fixture ("claude-desktop");
  g_autoptr (GPtrArray) pasted = mcp_client_read_text (claim, strlen (claim), NULL);
  McpProfile *profile = find (read, "brave-search")->profile;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "session", "clients", "claude-desktop.json", NULL);
  g_autofree char *json = mcp_profile_to_public_json (profile);

  g_assert_cmpstr (mcp_profile_get_settings (profile)->origin, ==, path);
  g_assert_null (strstr (json, "origin"));
  g_assert_nonnull (pasted);
  g_assert_cmpstr (mcp_profile_get_settings (find (pasted, "x")->profile)->origin, ==, NULL);
}

static void
test_claude (void)
{
  g_autoptr (GPtrArray) desktop = read_fixture ("claude-desktop");
  g_autoptr (GPtrArray) code = read_fixture ("claude-code");

  assert_json (desktop, "brave-search",
               "{\"command\":\"npx\",\"args\":[\"-y\",\"@modelcontextprotocol/server-brave-search\"],"
               "\"env\":{\"BRAVE_API_KEY\":\"clear-text-key\"}}");

  g_assert_cmpuint (code->len, ==, 3);
  assert_json (code, "api",
               "{\"url\":\"${API_BASE_URL:-https://api.example.com}/mcp\","
               "\"headers\":{\"Authorization\":\"Bearer ${env:API_KEY}\"},\"type\":\"http\"}");
  assert_json (code, "db",
               "{\"command\":\"./tools/db-server\",\"args\":[\"--read-only\"],\"env\":{\"DB_URL\":\"${env:DB_URL}\"},"
               "\"cwd\":\"/home/user/code/shop\",\"type\":\"stdio\"}");
  g_assert_cmpstr (find (code, "db")->folder, ==, "/home/user/code/shop");
  g_assert_cmpstr (find (code, "api")->folder, ==, NULL);
}

static void
test_editors (void)
{
  g_autoptr (GPtrArray) cursor = read_fixture ("cursor");
  g_autoptr (GPtrArray) vscode = read_fixture ("vscode");
  g_autoptr (GPtrArray) cline = read_fixture ("cline");
  g_autoptr (GPtrArray) windsurf = read_fixture ("windsurf");
  g_autoptr (GPtrArray) zed = read_fixture ("zed");
  McpClientServer *server;

  server = find (cursor, "github");
  g_assert_cmpstr (server->left_out, ==, "envFile");
  server = find (cursor, "linear");
  g_assert_cmpstr (mcp_auth_settings_get (mcp_profile_get_settings (server->profile)->auth, MCP_AUTH_CLIENT_ID), ==, "abc");

  assert_json (vscode, "perplexity",
               "{\"command\":\"npx\",\"args\":[\"-y\",\"server-perplexity-ask\"],"
               "\"env\":{\"PERPLEXITY_API_KEY\":\"${input:perplexity-key}\",\"RETRIES\":\"3\"},\"type\":\"stdio\"}");
  server = find (vscode, "perplexity");
  g_assert_cmpstr (server->left_out, ==, "dev, envFile");
  g_assert_nonnull (strstr (server->inputs, "Perplexity API Key"));
  g_assert_null (strstr (server->inputs, "unused"));
  g_assert_cmpstr (find (vscode, "fetch")->inputs, ==, NULL);

  g_assert_cmpint (mcp_profile_get_settings (find (cline, "remote")->profile)->transport, ==, MCP_PROFILE_TRANSPORT_HTTP);
  g_assert_true (find (cline, "remote")->disabled);
  g_assert_false (find (cline, "local-server")->disabled);
  g_assert_cmpstr (find (cline, "local-server")->left_out, ==, "autoApprove, timeout");

  g_assert_cmpstr (mcp_profile_get_url (find (windsurf, "remote-http-mcp")->profile), ==,
                   "https://server.example.com/mcp");
  g_assert_true (find (windsurf, "remote-http-mcp")->disabled);

  /* What an extension brings is no server of the file's. */
  g_assert_cmpuint (zed->len, ==, 3);
  assert_json (zed, "older", "{\"command\":\"/usr/bin/older\",\"args\":[\"--stdio\"],\"env\":{\"A\":\"b\"}}");
  g_assert_true (find (zed, "older")->disabled);
}

static void
test_others (void)
{
  g_autoptr (GPtrArray) gemini = read_fixture ("gemini-cli");
  g_autoptr (GPtrArray) codex = read_fixture ("codex");
  g_autoptr (GPtrArray) goose = read_fixture ("goose");

  assert_json (gemini, "pythonTools",
               "{\"command\":\"python\",\"args\":[\"-m\",\"my_mcp_server\",\"--port\",\"8080\"],"
               "\"env\":{\"DATABASE_URL\":\"${env:DB_CONNECTION_STRING}\",\"API_KEY\":\"${env:EXTERNAL_API_KEY}\","
               "\"PRICE\":\"5 $ or $5\"},\"cwd\":\"./mcp-servers/python\"}");
  g_assert_cmpstr (find (gemini, "pythonTools")->left_out, ==, "timeout, trust");
  assert_json (gemini, "httpServer",
               "{\"url\":\"http://localhost:3000/mcp\",\"headers\":{\"Authorization\":\"Bearer your-api-token\"},"
               "\"type\":\"http\"}");
  g_assert_cmpint (mcp_profile_get_settings (find (gemini, "sseServer")->profile)->transport, ==, MCP_PROFILE_TRANSPORT_AUTO);

  g_assert_cmpuint (codex->len, ==, 3);
  assert_json (codex, "context7",
               "{\"command\":\"npx\",\"args\":[\"-y\",\"@upstash/context7-mcp\"],"
               "\"env\":{\"MY_ENV_VAR\":\"MY_ENV_VALUE\",\"LOCAL_TOKEN\":\"${env:LOCAL_TOKEN}\"}}");
  g_assert_cmpstr (find (codex, "context7")->left_out, ==, "startup_timeout_sec");
  assert_json (codex, "figma",
               "{\"url\":\"https://mcp.figma.com/mcp\",\"headers\":{\"X-Figma-Region\":\"us-east-1\","
               "\"Authorization\":\"Bearer ${env:FIGMA_OAUTH_TOKEN}\"}}");
  g_assert_true (find (codex, "chrome devtools")->disabled);

  /* What Goose has inside of itself is none. */
  g_assert_cmpuint (goose->len, ==, 2);
  assert_json (goose, "playwright",
               "{\"command\":\"npx\",\"args\":[\"-y\",\"@playwright/mcp@latest\",\"--port\",\"8080\"],"
               "\"env\":{\"DEBUG\":\"1\",\"BROWSER_TOKEN\":\"${input:BROWSER_TOKEN}\"},\"type\":\"stdio\"}");
  g_assert_true (find (goose, "remote")->disabled);
}

/* A project's programs start in its folder, and it says where that is. */
static void
test_project (void)
{
  static const char text[] = "{\"mcpServers\": {\"a\": {\"command\": \"${workspaceFolder}/a\", \"cwd\": \"sub\"},"
                             "\"b\": {\"command\": \"b\", \"cwd\": \"/tmp\"}, \"c\": {\"url\": \"http://localhost/\"}}}";
  g_autoptr (McpClientFile) file = mcp_client_file_new_for_path ("/srv/shop/.cursor/mcp.json");
  g_autofree char *home = g_build_filename (g_get_home_dir (), ".cursor", "mcp.json", NULL);
  g_autoptr (McpClientFile) users = mcp_client_file_new_for_path (home);
  g_autoptr (McpClientFile) nobodys = mcp_client_file_new_for_path ("/srv/servers.json");
  g_autoptr (GPtrArray) servers = mcp_client_read (file->client, text, strlen (text), file->folder, NULL);

  g_assert_cmpstr (file->client->id, ==, "cursor");
  g_assert_cmpstr (file->folder, ==, "/srv/shop");
  g_assert_cmpstr (users->folder, ==, NULL);
  g_assert_null (nobodys);
  assert_json (servers, "a", "{\"command\":\"/srv/shop/a\",\"cwd\":\"/srv/shop/sub\"}");
  assert_json (servers, "b", "{\"command\":\"b\",\"cwd\":\"/tmp\"}");
  assert_json (servers, "c", "{\"url\":\"http://localhost/\"}");
}

static void
assert_refused (const char *id,
                const char *text,
                const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) servers = mcp_client_read (mcp_client_find (id), text, strlen (text), NULL, &error);

  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_null (servers);
  if (strstr (error->message, part) == NULL)
    g_error ("no “%s” in: %s", part, error->message);
}

static char *
repeat (const char *before,
        const char *part,
        guint       n,
        const char *behind)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);

  return g_string_free (g_string_append (text, behind), FALSE);
}

static void
test_hostile_files (void)
{
  g_autofree char *deep_json = repeat ("{\"mcpServers\":", "[", 100000, "");
  g_autofree char *deep_toml = repeat ("a = ", "[", 100000, "");
  g_autofree char *deep_keys = repeat ("[a", ".a", 10000, "]");
  g_autofree char *deep_yaml = repeat ("extensions: ", "[", 10000, "");
  g_autofree char *long_toml = repeat ("", "# nothing\n", 200000, "");
  g_autoptr (GString) many = g_string_new ("{\"servers\":{");

  for (guint i = 0; i < 1001; i++)
    g_string_append_printf (many, "%s\"s%u\":{\"command\":\"c\"}", i > 0 ? "," : "", i);
  g_string_append (many, "}}");

  assert_refused ("cursor", "{\"mcpServers\": {}", "JSON");
  assert_refused ("cursor", "{\"mcpServers\": {\"a\": \"\001\"}}", "JSON");
  assert_refused ("cursor", deep_json, "JSON");
  assert_refused ("vscode", many->str, "1000");
  assert_refused ("codex", deep_toml, "nested");
  assert_refused ("codex", deep_keys, "nested");
  assert_refused ("codex", long_toml, "longer");
  assert_refused ("codex", "[mcp_servers.a]\ncommand = 'a'\n[mcp_servers.a]\n", "line 3");
  assert_refused ("codex", "a = 1\na = 2\n", "line 2: the key “a” comes a second time");
  assert_refused ("codex", "a = \"\001\"\n", "control");
  assert_refused ("codex", "a = \"\xff\"\n", "UTF-8");
  assert_refused ("goose", deep_yaml, "nested");
  assert_refused ("goose", "extensions:\n  a: {}\n  a: {}\n", "a second time");
  assert_refused ("goose", "- extensions\n", "line 1");
  assert_refused ("goose", "a: &a [x]\nb: *a\nc: *d\n", "anchor");
}

/* One that is wrong keeps no other away, and says what is. */
static void
test_hostile_servers (void)
{
  static const char text[] =
    "{\"mcpServers\": {\"number\": 1e400, \"list\": [], \"none\": {}, \"null\": null,"
    "\"command\": {\"command\": [7]}, \"empty\": {\"command\": \"\"},"
    "\"args\": {\"command\": \"a\", \"args\": {\"0\": \"b\"}}, \"deep-args\": {\"command\": \"a\", \"args\": [[\"b\"]]},"
    "\"env\": {\"command\": \"a\", \"env\": [\"A=b\"]}, \"env-name\": {\"command\": \"a\", \"env\": {\"A=b\": \"c\"}},"
    "\"twice\": {\"command\": \"first\", \"command\": \"last\"}, \"disabled\": {\"command\": \"a\", \"disabled\": \"yes\"},"
    "\"huge\": {\"command\": \"a\", \"timeout\": 1e400, \"env\": {\"N\": 1e400}},"
    "\"control\": {\"command\": \"a\\u0000b\\u001b[31m\"},"
    "\"inherit\": {\"command\": \"a\", \"sounder\": {\"inheritEnv\": \"all\", \"record\": true}},"
    "\"twice\": {\"command\": \"other\"}}}";
  static const char * const broken[] = {
    "number", "list", "none", "null", "command", "empty", "args", "deep-args", "env", "env-name",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) servers = mcp_client_read (mcp_client_find ("cursor"), text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_assert_null (find (servers, broken[i])->profile);
      g_assert_cmpstr (find (servers, broken[i])->problem, !=, NULL);
    }
  assert_json (servers, "twice", "{\"command\":\"other\"}");
  assert_json (servers, "disabled", "{\"command\":\"a\"}");
  g_assert_false (find (servers, "disabled")->disabled);
  assert_json (servers, "huge", "{\"command\":\"a\",\"env\":{\"N\":\"1e400\"}}");
  g_assert_cmpint (mcp_profile_get_settings (find (servers, "inherit")->profile)->inherit_env, ==, MCP_INHERIT_BASIC);
  g_assert_nonnull (strstr (find (servers, "inherit")->left_out, "inheritEnv"));
  g_assert_cmpuint (servers->len, ==, 15);
}

/* A pipe is not waited for, nor a device read. */
static void
test_no_files (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *pipe_path = g_build_filename (folder, "pipe.json", NULL);
  g_autofree char *loop_path = g_build_filename (folder, "loop.json", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.json", NULL);
  const char *paths[] = { pipe_path, loop_path, folder, "/dev/zero", "/proc/self/mem" };
  g_autoptr (McpClientFile) nothing = mcp_client_file_new (mcp_client_find ("cursor"), missing, NULL);
  g_autoptr (GError) absent = NULL;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (symlink (loop_path, loop_path), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (McpClientFile) file = mcp_client_file_new (mcp_client_find ("cursor"), paths[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_client_file_read (file, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, paths[i]));
    }
  g_assert_null (mcp_client_file_read (nothing, &absent));
  g_assert_error (absent, G_FILE_ERROR, G_FILE_ERROR_NOENT);

  test_remove_tree (folder);
}

static void
test_match (void)
{
  static const char text[] = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"1\"], \"env\": {\"A\": \"b\"}},"
                             "\"b\": {\"command\": \"x\", \"args\": [\"1\"], \"env\": {\"A\": \"b\"}},"
                             "\"c\": {\"url\": \"http://localhost/\"}, \"d\": {\"command\": \"y\"}}}";
  static const char saved[] = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"1\"], \"env\": {\"A\": \"b\"},"
                              "\"sounder\": {\"era\": \"modern\"}}, \"c\": {\"url\": \"http://localhost/mcp\"}}}";
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "servers.json", NULL);
  g_autoptr (McpServerList) list = mcp_server_list_new (path);
  g_autoptr (GPtrArray) servers = mcp_client_read (mcp_client_find ("cursor"), text, strlen (text), NULL, NULL);
  McpProfile *match;

  g_assert_true (g_file_set_contents (path, saved, -1, NULL));
  g_assert_true (mcp_server_list_load (list, NULL));

  g_assert_cmpint (mcp_client_server_match (find (servers, "a"), list, &match), ==, MCP_CLIENT_MATCH_SAME);
  g_assert_cmpint (mcp_client_server_match (find (servers, "b"), list, &match), ==, MCP_CLIENT_MATCH_SAME);
  g_assert_cmpstr (mcp_profile_get_name (match), ==, "a");
  g_assert_cmpint (mcp_client_server_match (find (servers, "c"), list, &match), ==, MCP_CLIENT_MATCH_CHANGED);
  g_assert_cmpstr (mcp_profile_get_name (match), ==, "c");
  g_assert_cmpint (mcp_client_server_match (find (servers, "d"), list, &match), ==, MCP_CLIENT_MATCH_NEW);
  g_assert_null (match);

  test_remove_tree (folder);
}

static void
test_toml (void)
{
  static const struct { const char *toml, *json; } good[] = {
    { "", "{}" },
    { "\357\273\277a = 1 # one\r\n\n\t'b c' = \"x\\ty\\u00e9\\\"\"\n", "{\"a\":1,\"b c\":\"x\\ty\303\251\\\"\"}" },
    { "a.b.c = true\na.b.d = [1, [ 2, ],\n # x\n 'z' ]\n", "{\"a\":{\"b\":{\"c\":true,\"d\":[1,[2],\"z\"]}}}" },
    { "a = '''\n'x'\n'''' \nb = \"\"\"one \\\n   two\"\"\"\n", "{\"a\":\"'x'\\n'\",\"b\":\"one two\"}" },
    { "[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2\n", "{\"a\":[{\"x\":1},{\"b\":{\"y\":2}}]}" },
    { "[a.b]\n[a]\nc = {d = 1, e.f = {}, }\n", "{\"a\":{\"b\":{},\"c\":{\"d\":1,\"e\":{\"f\":{}}}}}" },
    { "a = [1_000, +5, -0.5e+1_0, 0xFf, 0o17, 0b11]", "{\"a\":[1000,5,-0.5e+10,255,15,3]}" },
    { "a = [inf, -nan, 1979-05-27, 1979-05-27 07:32:00Z, 07:32:00.5, 1979-05-27T00:32:00-07:00]",
      "{\"a\":[\"inf\",\"-nan\",\"1979-05-27\",\"1979-05-27 07:32:00Z\",\"07:32:00.5\",\"1979-05-27T00:32:00-07:00\"]}" },
  };
  static const char * const bad[] = {
    "a", "a =", "a = \n", "= 1", "a = 1 b = 2", "a = 01", "a = 1__0", "a = 1_", "a = .5", "a = 1.", "a = 1e", "a = +",
    "a = 0x", "a = -0x1", "a = 0xffffffffffffffff", "a = tru", "a = \"x", "a = 'x\n'", "a = \"\\q\"", "a = \"\\ud800\"",
    "a = \"\\u12\"", "a = [1", "a = [1 2]", "a = {b = 1", "a = {b}", "[a", "[a]]", "[[a]", "[]", "[a]\n[a]",
    "a = 1\n[a]", "a = 1\n[a.b]", "[[a]]\n[a]", "[a]\n[[a]]", "a.b = 1\n[a]\nb = 2", "[a]\nb.c = 1\n[a.b]",
    "a = {b = 1}\na.c = 2", "a = [{}]\n[[a]]", "a = {b = 1, b = 2}", "[a.b.c]\n[a]\nb.d = 1", "a = 1979-05-27 7",
    "a = \"\"\"x\"\"", "# \001", "a b = 1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *json = mcp_toml_to_json (good[i].toml, strlen (good[i].toml), &error);

      g_assert_no_error (error);
      g_assert_cmpstr (json, ==, good[i].json);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *json = mcp_toml_to_json (bad[i], strlen (bad[i]), &error);

      if (json != NULL)
        g_error ("“%s” was read as %s", bad[i], json);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
      g_assert_true (g_str_has_prefix (error->message, "line "));
    }
}

static GPtrArray *
read_manifest (const char *text)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *servers = mcp_client_read_text (text, strlen (text), &error);

  g_assert_no_error (error);

  return servers;
}

static void
test_manifest (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "session", "clients", "server.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *asked = NULL;
  g_autoptr (GPtrArray) servers = NULL;
  McpClientServer *server;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  servers = read_manifest (text);
  g_assert_cmpuint (servers->len, ==, 8);

  server = servers->pdata[0];
  asked = mcp_profile_to_json (server->profile);
  g_assert_nonnull (strstr (asked, "Database password"));
  g_assert_nonnull (strstr (asked, "\"password\":true"));
  assert_json (servers, "database-manager (npm)",
               "{\"command\":\"npx\",\"args\":[\"-y\",\"@example/database-manager@3.1.0\",\"mcp\",\"--host\","
               "\"${input:host}\",\"--mode\",\"local\",\"--verbose\",\"${input:database_name}\"],"
               "\"env\":{\"DB_PASSWORD\":\"${input:DB_PASSWORD}\",\"SSL_MODE\":\"prefer\"}}");
  g_assert_cmpstr (server->left_out, ==, "--port, PROXY");
  g_assert_cmpstr (server->inputs, ==,
                   "[{\"type\":\"promptString\",\"id\":\"DB_PASSWORD\",\"description\":\"Database password\","
                   "\"password\":true},"
                   "{\"type\":\"promptString\",\"id\":\"host\",\"description\":\"Database host\","
                   "\"default\":\"localhost\"},"
                   "{\"type\":\"promptString\",\"id\":\"database_name\",\"description\":\"Which database\"}]");
  assert_json (servers, "database-manager (pypi)",
               "{\"command\":\"uvx\",\"args\":[\"--index-url\",\"https://pypi.example.com/simple\","
               "\"database-manager@3.1.0\"]}");
  assert_json (servers, "database-manager (oci)",
               "{\"command\":\"docker\",\"args\":[\"run\",\"-i\",\"--rm\",\"--mount\","
               "\"type=bind,src=${input:source_path},dst=/project\",\"-e\",\"DB_TYPE\","
               "\"docker.io/example/database-manager:3.1.0\",\"{untouched}\"],"
               "\"env\":{\"DB_TYPE\":\"${input:DB_TYPE}\"}}");
  server = servers->pdata[2];
  g_assert_nonnull (strstr (server->inputs, "\"pickString\""));
  g_assert_nonnull (strstr (server->inputs, "\"options\":[\"postgres\", \"mysql\"]"));
  assert_json (servers, "database-manager (nuget)",
               "{\"command\":\"dnx\",\"args\":[\"Example.DatabaseManager@3.1.0-beta\",\"--yes\",\"--\",\"start\"]}");
  server = servers->pdata[4];
  g_assert_nonnull (strstr (server->problem, "bundle: download https://"));
  server = servers->pdata[5];
  g_assert_nonnull (strstr (server->problem, "started first"));
  assert_json (servers, "database-manager (http)",
               "{\"url\":\"https://${input:tenant}.example.com/mcp\","
               "\"type\":\"http\",\"headers\":{\"Authorization\":\"Bearer ${input:token}\","
               "\"X-Region\":\"us-east-1\"}}");
  server = servers->pdata[6];
  g_assert_nonnull (strstr (server->inputs, "\"password\":true"));
  g_assert_cmpint (mcp_profile_get_settings (((McpClientServer *) servers->pdata[7])->profile)->transport, ==,
                   MCP_PROFILE_TRANSPORT_SSE);
}

/* As it was spelled before September 2025, and as a registry answers it. */
static void
test_manifest_older (void)
{
  g_autoptr (GPtrArray) servers = read_manifest (
    "{\"server\": {\"name\": \"io.x/fs\", \"version_detail\": {\"version\": \"1.0.2\"}, \"packages\": ["
    "{\"registry_type\": \"oci\", \"registry_base_url\": \"https://ghcr.io\", \"identifier\": \"mcp/fs\","
    " \"version\": \"1.0.2\", \"runtime_arguments\": [{\"type\": \"positional\", \"value\": \"run\"},"
    " {\"type\": \"named\", \"name\": \"-i\"}], \"package_arguments\": [{\"type\": \"positional\","
    " \"value_hint\": \"dir\", \"is_required\": true}]}]}, \"_meta\": {}}");

  assert_json (servers, "fs", "{\"command\":\"docker\",\"args\":[\"run\",\"-i\",\"ghcr.io/mcp/fs:1.0.2\","
                              "\"${input:dir}\"]}");
}

#define PACKAGE(members) "{\"name\":\"a\",\"packages\":[{\"registryType\":\"npm\",\"identifier\":\"x\"," members "}]}"

/* A registry gets at nothing by its variables, and is named where it is wrong. */
static void
test_manifest_hostile (void)
{
  static const struct { const char *text, *part; } wrong[] = {
    { PACKAGE ("\"packageArguments\":[{\"type\":\"positional\",\"value\":\"${env:AWS_SECRET}\"}]"), "AWS_SECRET" },
    { PACKAGE ("\"environmentVariables\":[{\"name\":\"A\",\"default\":\"${env:B}\"}]"), "${env:B}" },
    { PACKAGE ("\"packageArguments\":[{\"type\":\"positional\",\"value\":\"{d}{env:B}\","
               "\"variables\":{\"d\":{\"default\":\"$\"}}}]"), "${env:B}" },
    { PACKAGE ("\"version\":\"${env:B}\""), "${env:B}" },
    { PACKAGE ("\"runtimeHint\":\"${env:B}\""), "${env:B}" },
    { PACKAGE ("\"packageArguments\":[{\"type\":\"named\",\"name\":\"${env:B}\"}]"), "${env:B}" },
    { PACKAGE ("\"packageArguments\":[{\"type\":\"positional\",\"value\":\"$\",\"x\":1},7]"), "neither" },
    { PACKAGE ("\"packageArguments\":{}"), "packageArguments" },
    { PACKAGE ("\"environmentVariables\":[{}]"), "environmentVariables" },
    { PACKAGE ("\"environmentVariables\":[{\"name\":\"A=B\",\"value\":\"c\"}]"), "env" },
    { "{\"name\":\"a\",\"packages\":[1e400]}", "identifier" },
    { "{\"name\":\"a\",\"packages\":[{\"identifier\":\"x\"}]}", "?" },
    { "{\"name\":\"a\",\"remotes\":[{}]}", "url" },
  };
  g_autoptr (GString) many = g_string_new ("{\"name\":\"a\",\"packages\":[{\"registryType\":\"npm\",\"identifier\":\"x\","
                                           "\"environmentVariables\":[");
  static const char *const empty[] = {
    "{\"name\":\"a\",\"packages\":[]}",
    "{\"server\":{\"$schema\":\"https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json\",\"name\":\"a\"}}",
  };
  g_autoptr (GPtrArray) asking = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GPtrArray) servers = read_manifest (wrong[i].text);
      McpClientServer *server = servers->pdata[0];

      g_assert_null (server->profile);
      if (strstr (server->problem, wrong[i].part) == NULL)
        g_error ("no “%s” in: %s", wrong[i].part, server->problem);
    }

  for (guint i = 0; i < 101; i++)
    g_string_append_printf (many, "%s{\"name\":\"A\",\"isRequired\":true}", i > 0 ? "," : "");
  g_string_append (many, "]}]}");
  asking = read_manifest (many->str);
  g_assert_nonnull (strstr (((McpClientServer *) asking->pdata[0])->problem, "100"));

  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_client_read_text (empty[i], strlen (empty[i]), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, "neither packages nor addresses"));
    }
}

/* Which registry a package is of: only what is really there needs no option. */
static void
test_manifest_registries (void)
{
  static const struct { const char *kind; const char *base; const char *identifier; const char *args; } cases[] = {
    { "npm", NULL, "x", "[\"-y\",\"x@1\"]" },
    { "npm", "https://registry.npmjs.org", "x", "[\"-y\",\"x@1\"]" },
    { "npm", "https://Registry.NPMJS.org:443/a", "x", "[\"-y\",\"x@1\"]" },
    { "npm", "https://registry.npmjs.org.example/", "x",
      "[\"-y\",\"--registry\",\"https://registry.npmjs.org.example/\",\"x@1\"]" },
    { "npm", "https://example/registry.npmjs.org", "x",
      "[\"-y\",\"--registry\",\"https://example/registry.npmjs.org\",\"x@1\"]" },
    { "npm", "https://myregistry.npmjs.org/", "x",
      "[\"-y\",\"--registry\",\"https://myregistry.npmjs.org/\",\"x@1\"]" },
    { "npm", "no address", "x", "[\"-y\",\"--registry\",\"no address\",\"x@1\"]" },
    { "pypi", "https://upload.pypi.org/simple", "x", "[\"x@1\"]" },
    { "pypi", "https://notpypi.org", "x", "[\"--index-url\",\"https://notpypi.org\",\"x@1\"]" },
    { "nuget", "https://api.nuget.org/v3/index.json", "x", "[\"x@1\",\"--yes\"]" },
    { "oci", NULL, "a/x", "[\"run\",\"-i\",\"--rm\",\"a/x:1\"]" },
    { "oci", "https://docker.io", "a/x", "[\"run\",\"-i\",\"--rm\",\"a/x:1\"]" },
    { "oci", "https://docker.io.example", "a/x", "[\"run\",\"-i\",\"--rm\",\"docker.io.example/a/x:1\"]" },
    { "oci", "https://ghcr.io/v2", "ghcr.io/a/x", "[\"run\",\"-i\",\"--rm\",\"ghcr.io/a/x:1\"]" },
    { "oci", "https://ghcr.io", "ghcr.io.example/x", "[\"run\",\"-i\",\"--rm\",\"ghcr.io/ghcr.io.example/x:1\"]" },
    { "oci", "https://ghcr.io", "ghcr.io/a/x", "[\"run\",\"-i\",\"--rm\",\"ghcr.io/a/x:1\"]" },
    { "oci", "https://ghcr.io", "a/x:2", "[\"run\",\"-i\",\"--rm\",\"ghcr.io/a/x:2\"]" },
    { "oci", "https://localhost:5000/v2", "x@sha256:00", "[\"run\",\"-i\",\"--rm\",\"localhost:5000/x@sha256:00\"]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *base = cases[i].base != NULL ? g_strdup_printf ("\"registryBaseUrl\":\"%s\",", cases[i].base)
                                                    : g_strdup ("");
      g_autofree char *text = g_strdup_printf ("{\"name\":\"a\",\"packages\":[{\"registryType\":\"%s\",%s"
                                               "\"identifier\":\"%s\",\"version\":\"1\"}]}",
                                               cases[i].kind, base, cases[i].identifier);
      g_autoptr (GPtrArray) servers = read_manifest (text);
      McpClientServer *server = servers->pdata[0];
      g_autofree char *json = NULL;

      if (server->problem != NULL)
        g_error ("%s: %s", text, server->problem);
      json = mcp_profile_to_json (server->profile);
      if (strstr (json, cases[i].args) == NULL)
        g_error ("%s became %s", text, json);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/client/all", test_clients);
  g_test_add_func ("/session/client/origin", test_origin);
  g_test_add_func ("/session/client/claude", test_claude);
  g_test_add_func ("/session/client/editors", test_editors);
  g_test_add_func ("/session/client/others", test_others);
  g_test_add_func ("/session/client/project", test_project);
  g_test_add_func ("/session/client/hostile-files", test_hostile_files);
  g_test_add_func ("/session/client/hostile-servers", test_hostile_servers);
  g_test_add_func ("/session/client/no-files", test_no_files);
  g_test_add_func ("/session/client/match", test_match);
  g_test_add_func ("/session/client/toml", test_toml);
  g_test_add_func ("/session/client/manifest", test_manifest);
  g_test_add_func ("/session/client/manifest-older", test_manifest_older);
  g_test_add_func ("/session/client/manifest-hostile", test_manifest_hostile);
  g_test_add_func ("/session/client/manifest-registries", test_manifest_registries);

  return g_test_run ();
}
