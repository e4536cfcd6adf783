/* test-client-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "mcp-client-server.h"
#include "mcp-client-export.h"
#include "mcp-error.h"
#include "mcp-text-diff.h"
#include "test-support.h"

static const char * const extensions[] = { "json", "toml", "yaml" };

/* The servers in a text, as a file that is worked with as it is. */
static GPtrArray *
read_profiles (const char  *text,
               GError     **error)
{
  g_autoptr (GPtrArray) servers = mcp_client_read_own (text, strlen (text), "servers.json", error);

  return mcp_client_servers_dup_profiles (servers);
}

static char *
load_fixture (const McpClient *client)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", client->id, extensions[client->format]);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "session", "clients", name, NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));

  return text;
}

static GPtrArray *
make_profiles (const char *json)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *profiles = read_profiles (json, &error);

  g_assert_no_error (error);

  return profiles;
}

static char *
write_servers (const McpClient *client,
               const char      *text,
               const char      *servers)
{
  g_autoptr (GPtrArray) profiles = make_profiles (servers);
  g_autoptr (GError) error = NULL;
  char *changed = mcp_client_write (client, text, profiles, NULL, &error);

  g_assert_no_error (error);

  return changed;
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

/* What was imported and is exported again changes no byte. */
static void
test_same (void)
{
  for (guint i = 0; mcp_client_get (i) != NULL && !mcp_client_get (i)->is_read_only; i++)
    {
      const McpClient *client = mcp_client_get (i);
      g_autofree char *text = load_fixture (client);
      g_autoptr (GPtrArray) servers = mcp_client_read (client, text, strlen (text), NULL, NULL);
      g_autoptr (GPtrArray) profiles = g_ptr_array_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *changed = NULL;

      for (guint k = 0; k < servers->len; k++)
        if (((McpClientServer *) servers->pdata[k])->folder == NULL)
          g_ptr_array_add (profiles, ((McpClientServer *) servers->pdata[k])->profile);
      changed = mcp_client_write (client, text, profiles, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (changed, ==, text);
    }
}

/* Every line that was there stays, in its order. */
static void
assert_kept (const char *before,
             const char *after)
{
  g_auto (GStrv) lines = g_strsplit (before, "\n", -1);
  g_auto (GStrv) rows = g_strsplit (after, "\n", -1);
  guint k = 0;

  for (guint i = 0; lines[i] != NULL; i++, k++)
    {
      /* A comma may have come to its end. */
      while (rows[k] != NULL && !g_str_has_prefix (rows[k], lines[i]))
        k++;
      if (rows[k] == NULL)
        g_error ("this line went: %s\nin: %s", lines[i], after);
    }
}

static void
test_add (void)
{
  static const char added[] = "{\"mcpServers\": {\"sea\": {\"command\": \"/opt/sea\", \"args\": [\"--deep\", \"a \\\"b\\\"\"],"
                              "\"env\": {\"KEY\": \"v\\u007fw\\\\x\"}}}}";

  for (guint i = 0; mcp_client_get (i) != NULL && !mcp_client_get (i)->is_read_only; i++)
    {
      const McpClient *client = mcp_client_get (i);
      g_autofree char *text = load_fixture (client);
      g_autofree char *changed = NULL;
      g_autofree char *fresh = NULL;
      g_autoptr (GPtrArray) before = mcp_client_read (client, text, strlen (text), NULL, NULL);
      g_autoptr (GPtrArray) after = NULL;
      g_autoptr (GPtrArray) only = NULL;
      McpClientServer *server;

      /* YAML has no such character; all others have. */
      g_autofree char *servers = g_strdup (added);

      if (client->format == MCP_CLIENT_YAML)
        memcpy (strstr (servers, "\\u007f"), "      ", 6);
      changed = write_servers (client, text, servers);
      assert_kept (text, changed);
      after = mcp_client_read (client, changed, strlen (changed), NULL, NULL);
      g_assert_cmpuint (after->len, ==, before->len + 1);
      server = find (after, "sea");
      g_assert_cmpstr (server->problem, ==, NULL);
      g_assert_cmpstr (mcp_profile_get_argv (server->profile)[2], ==, "a \"b\"");
      g_assert_false (server->disabled);

      fresh = write_servers (client, NULL, servers);
      only = mcp_client_read (client, fresh, strlen (fresh), NULL, NULL);
      g_assert_cmpuint (only->len, ==, 1);
    }
}

static void
assert_written (const char *id,
                const char *text,
                const char *servers,
                const char *expected)
{
  g_autofree char *changed = write_servers (mcp_client_find (id), text, servers);

  g_assert_cmpstr (changed, ==, expected);
}

/* How each client writes it. */
static void
test_dialects (void)
{
  static const char stdio[] = "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [\"1\"], \"env\": {\"B\": \"d\"}}}}";
  static const char http[] = "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\", \"headers\": {\"X-C\": \"d\"}}}}";
  static const char sse[] = "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\", \"type\": \"sse\"}}}";

  assert_written ("claude-code", "{}", stdio,
                  "{ \"mcpServers\": { \"a\": { \"type\": \"stdio\", \"command\": \"c\", \"args\": [\"1\"], \"env\": { \"B\": \"d\" } } } }");
  assert_written ("vscode", "{}", http,
                  "{ \"servers\": { \"a\": { \"type\": \"http\", \"url\": \"https://b/\", \"headers\": { \"X-C\": \"d\" } } } }");
  assert_written ("cline", "{}", http,
                  "{ \"mcpServers\": { \"a\": { \"type\": \"streamableHttp\", \"url\": \"https://b/\", \"headers\": { \"X-C\": \"d\" } } } }");
  assert_written ("windsurf", "{}", http,
                  "{ \"mcpServers\": { \"a\": { \"serverUrl\": \"https://b/\", \"headers\": { \"X-C\": \"d\" } } } }");
  assert_written ("gemini-cli", "{}", http,
                  "{ \"mcpServers\": { \"a\": { \"httpUrl\": \"https://b/\", \"headers\": { \"X-C\": \"d\" } } } }");
  assert_written ("gemini-cli", "{}", sse, "{ \"mcpServers\": { \"a\": { \"url\": \"https://b/\" } } }");
  assert_written ("zed", "{}", stdio,
                  "{ \"context_servers\": { \"a\": { \"command\": \"c\", \"args\": [\"1\"], \"env\": { \"B\": \"d\" } } } }");
  assert_written ("codex", "model = \"x\"", stdio,
                  "model = \"x\"\n\n[mcp_servers.a]\ncommand = \"c\"\nargs = [\"1\"]\nenv = { B = \"d\" }\n");
  assert_written ("codex", "",
                  "{\"mcpServers\": {\"a b\": {\"url\": \"https://b/\", \"headers\": {\"Authorization\": \"Bearer ${env:T}\","
                  "\"X\": \"${env:Y}\", \"Z\": \"z\"}}}}",
                  "[mcp_servers.\"a b\"]\nurl = \"https://b/\"\nbearer_token_env_var = \"T\"\n"
                  "http_headers = { Z = \"z\" }\nenv_http_headers = { X = \"Y\" }\n");
  assert_written ("goose", "# mine\n", stdio,
                  "# mine\nextensions:\n  a:\n    type: stdio\n    cmd: c\n    args:\n      - \"1\"\n    envs:\n      B: d\n"
                  "    enabled: true\n    name: a\n");
  assert_written ("vscode", "{\n  \"inputs\": [\n    // mine\n    { \"id\": \"t\",  \"x\": 1 }  // too\n  ]\n}\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"${input:u}\", \"sounder\": {\"inputs\": [{\"id\": \"u\"}]}}}}",
                  "{\n  \"inputs\": [\n    // mine\n    { \"id\": \"t\",  \"x\": 1 },  // too\n    {\n      \"id\": \"u\"\n    }\n  ],\n"
                  "  \"servers\": {\n    \"a\": {\n      \"type\": \"stdio\",\n      \"command\": \"${input:u}\"\n    }\n  }\n}\n");
  assert_written ("vscode", "{\"inputs\": [{\"id\": \"t\", \"type\": \"promptString\", \"mine\": 1}]}",
                  "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [\"${input:t}\", \"${input:u}\"], \"sounder\": {\"inputs\":"
                  " [{\"id\": \"t\", \"type\": \"promptString\"}, {\"id\": \"u\", \"type\": \"promptString\", \"password\": true},"
                  " {\"id\": \"v\", \"type\": \"promptString\"}]}}}}",
                  "{\"inputs\": [{\"id\": \"t\", \"type\": \"promptString\", \"mine\": 1},"
                  " { \"id\": \"u\", \"type\": \"promptString\", \"password\": true }],"
                  " \"servers\": { \"a\": { \"type\": \"stdio\", \"command\": \"c\", \"args\": [\"${input:t}\", \"${input:u}\"] } }}");
  assert_written ("claude-code", "{}", "{\"mcpServers\": {\"a\": {\"command\": \"${env:HOME}/c\"}}}",
                  "{ \"mcpServers\": { \"a\": { \"type\": \"stdio\", \"command\": \"${HOME}/c\" } } }");
}

/* What says how the client treats a server stays, and so does what is written beside it. */
static void
test_change (void)
{
  assert_written ("cline",
                  "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"c\", // the old one\n"
                  "      \"args\": [\"1\", \"2\"],\n      \"autoApprove\": [\"x\"],\n      \"timeout\": 60\n    }\n  }\n}\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"d\", \"args\": [\"1\", \"3\"]}}}",
                  "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"d\", // the old one\n"
                  "      \"args\": [\"1\", \"3\"],\n      \"autoApprove\": [\"x\"],\n      \"timeout\": 60\n    }\n  }\n}\n");
  assert_written ("cursor", "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [], \"envFile\": \".env\"}}}",
                  "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\"}}}",
                  "{\"mcpServers\": {\"a\": {\"envFile\": \".env\", \"url\": \"https://b/\"}}}");
  assert_written ("codex",
                  "# top\n[mcp_servers.a] # a\ncommand = \"c\" # the old one\nstartup_timeout_sec = 20\n\n"
                  "[mcp_servers.a.env]\nB = \"d\" # b\nE = \"f\"\n\n# other\n[other]\nx = 1\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"d\", \"args\": [\"1\"], \"env\": {\"B\": \"d\", \"G\": \"h\"}}}}",
                  "# top\n[mcp_servers.a] # a\ncommand = \"d\" # the old one\nstartup_timeout_sec = 20\nargs = [\"1\"]\n\n"
                  "[mcp_servers.a.env]\nB = \"d\" # b\nG = \"h\"\n\n# other\n[other]\nx = 1\n");
  assert_written ("codex", "[mcp_servers.a]\nurl = \"https://b/\"\nhttp_headers.X = \"y\"\ntool_timeout_sec = 3\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"c\"}}}",
                  "[mcp_servers.a]\ntool_timeout_sec = 3\ncommand = \"c\"\n");
  assert_written ("codex", "[mcp_servers]\na = { command = \"c\", enabled = false } # one line\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"d\"}}}",
                  "[mcp_servers]\na = { command = \"d\", enabled = false } # one line\n");
  assert_written ("goose",
                  "# top\nextensions:\n  # a\n  a:\n    type: stdio\n    cmd: c # the old one\n    args:\n      - \"1\"\n"
                  "      - x\n    timeout: 300\n  # b\n  b: {type: builtin, name: b}\n\nGOOSE_MODE: auto\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"d\", \"args\": [\"2\"], \"env\": {\"B\": \"d\"}}}}",
                  "# top\nextensions:\n  # a\n  a:\n    type: stdio\n    cmd: d # the old one\n    args:\n      - \"2\"\n"
                  "    timeout: 300\n    envs:\n      B: d\n  # b\n  b: {type: builtin, name: b}\n\nGOOSE_MODE: auto\n");
  assert_written ("goose", "extensions:\nGOOSE_MODE: auto\n", "{\"mcpServers\": {\"a\": {\"command\": \"c\"}}}",
                  "extensions:\n  a:\n    type: stdio\n    cmd: c\n    enabled: true\n    name: a\nGOOSE_MODE: auto\n");
  assert_written ("goose", "extensions: {}\nGOOSE_MODE: auto", "{\"mcpServers\": {\"a\": {\"command\": \"c\"}}}",
                  "extensions:\n  a:\n    type: stdio\n    cmd: c\n    enabled: true\n    name: a\nGOOSE_MODE: auto");
}

static void
assert_refused (const char *id,
                const char *text,
                const char *servers,
                const char *part)
{
  g_autoptr (GPtrArray) profiles = make_profiles (servers);
  g_autoptr (GError) error = NULL;
  g_autofree char *changed = mcp_client_write (mcp_client_find (id), text, profiles, NULL, &error);

  if (changed != NULL)
    g_error ("was written: %s", changed);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  if (strstr (error->message, part) == NULL)
    g_error ("no “%s” in: %s", part, error->message);
}

static void
test_refused (void)
{
  static const char stdio[] = "{\"mcpServers\": {\"a\": {\"command\": \"c\"}}}";
  static const char http[] = "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\"}}}";

  assert_refused ("claude-desktop", "{}", http, "Claude Desktop");
  assert_refused ("codex", "", "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\", \"type\": \"sse\"}}}", "HTTP+SSE");
  assert_refused ("cursor", "{}", "{\"mcpServers\": {\"a\": {\"url\": \"ws://localhost/\"}}}", "ws://localhost/");
  assert_refused ("cursor", "{}", "{\"mcpServers\": {\"a\": {\"url\": \"tcp:localhost:1\"}}}", "tcp:localhost:1");
  assert_refused ("cursor", "{}", "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"cwd\": \"/srv\"}}}", "/srv");
  assert_refused ("lm-studio", "{}", "{\"mcpServers\": {\"a\": {\"command\": \"${env:X}\"}}}", "${env:X}");
  assert_refused ("cursor", "{}", "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [\"${input:X}\"]}}}", "${input:X}");
  assert_refused ("cursor", "[]", stdio, "mcpServers");
  assert_refused ("cursor", "{\"mcpServers\": []}", stdio, "mcpServers");
  assert_refused ("cursor", "{\"mcpServers\": {\"a\": []}}", stdio, "no server of its file");
  assert_refused ("cursor", "{\"mcpServers\": {", stdio, "JSON");
  assert_refused ("zed", "{\"context_servers\": {\"a\": {\"source\": \"extension\"}}}", stdio, "no server of its file");
  assert_refused ("codex", "mcp_servers = {}\n", stdio, "one line");
  assert_refused ("codex", "mcp_servers.a.command = \"d\"\n[x]\n",
                  "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [\"1\"]}}}", "line of its own");
  assert_refused ("codex", "a = [", stdio, "line 1");
  assert_refused ("goose", "extensions: {b: {type: builtin}}\n", stdio, "one line");
  assert_refused ("goose", "{extensions: {}}\n", stdio, "one line");
  assert_refused ("goose", "extensions:\n  a: {type: builtin}\n", stdio, "no server of its file");
  /* It says that there is nothing behind it. */
  assert_refused ("goose", "x: 1\n...\n", stdio, "by hand");
}

/* %s stands for the member that servers are in. */
static const char * const hostile_json[] = {
  "{\"%s\": {\"sea\": 1e400}}",
  "{\"%s\": {\"sea\": {\"command\": {\"path\": [[]]}, \"args\": 7, \"env\": []}}}",
  "{\"%s\": {\"sea\": {\"command\": \"c\", \"command\": [], \"args\": [null, {}, 1e400]}}}",
  "{\"%s\": {\"sea\": {\"command\": \"c\"}, \"sea\": {\"command\": \"d\"}}, \"%s\": {\"x\": {}}}",
  "{\"%s\": {\"\": {}, \"sea\\u0000\": {}, \"x\": {\"command\": \"\\u001b[31m\"}}}",
  "{\"%s\": {\"sea\": {\"command\": \"c\" /* \"args\": */, \"env\": {\"A\": {\"B\": [[[[[[]]]]]]}}}, // ,\n}}",
  "\357\273\277// only\n{,}",
  "{\"%s\": {\"sea\": {\"url\": \"http://x/\", \"headers\": \"h\", \"type\": {}, \"disabled\": \"yes\"}}}",
  "{\"%s\": {} } trailing",
  "\"%s\"", "null", "{", "\001",
};

static const char * const hostile_toml[] = {
  "[%s.sea]\ncommand = inf\nargs = 1979-05-27\nenv = [[]]\n",
  "[%s.sea]\ncommand = 'c'\nenv = {A = 1, B = {C = 2}}\n[%s.sea.env]\n",
  "[[%s]]\nsea = 1\n",
  "[%s]\nsea.command = 'c'\n[%s.\"\"]\ncommand = 'd'\n",
  "%s.sea.command = 'c'\n%s.sea.args = []\n",
  "[[%s.sea]]\ncommand = 'c'\n",
  "[%s.sea]\ncommand = \"\"\"\n\"\"\"\"\"\nargs = [\n# ]\n'''x''', ]\n[other]",
  "[%s.sea.env]\nA = 'b'\n",
  "[%s.sea]\r\ncommand = 'c' # x\r\n[z]\r\n",
  "\357\273\277[%s.'sea']", "=", "\001",
};

static const char * const hostile_yaml[] = {
  "%s: [sea]\n", "%s: sea\n", "%s: &a\n  sea: *a\n",
  "%s:\n  sea: &x {cmd: c, type: stdio}\n  other: *x\n",
  "%s:\n  sea:\n    cmd: |\n      c\n      d\n    args: >-\n      e\n",
  "%s:\n  ? sea\n  : cmd: c\n",
  "%s:\n  \"sea\":\n    type: !!str stdio\n    cmd: !x c\n",
  "---\n%s:\n  sea: {cmd: c, type: stdio, args: [1, .inf]}\n",
  "%s:\n  sea:\n    type: stdio\n    cmd: c # x\n    args:\n    - a\n    envs:\n      A: b\n# end\n...\n",
  "%s:\n  sea:\n    type: stdio\n    cmd: \"c\n      d\"\n\n\n  z: 1\n",
  "\t", "%%YAML 1.1\n---\n%s: {}\n", "a: b: c\n", "\001",
};

/* One of each client: it is refused, or says exactly what it should afterwards. */
static void
test_hostile (void)
{
  static const struct { const char * const *texts; guint n; } all[] = {
    { hostile_json, G_N_ELEMENTS (hostile_json) },
    { hostile_toml, G_N_ELEMENTS (hostile_toml) },
    { hostile_yaml, G_N_ELEMENTS (hostile_yaml) },
  };
  g_autoptr (GPtrArray) profiles =
    make_profiles ("{\"sea\": {\"command\": \"deep\", \"args\": [\"a\"], \"env\": {\"B\": \"c\"}}}");
  guint n_written = 0;

  for (guint i = 0; mcp_client_get (i) != NULL && !mcp_client_get (i)->is_read_only; i++)
    for (guint k = 0; k < all[mcp_client_get (i)->format].n; k++)
      {
        const McpClient *client = mcp_client_get (i);
        g_auto (GStrv) parts = g_strsplit (all[client->format].texts[k], "%s", -1);
        g_autofree char *text = g_strjoinv (client->container, parts);
        g_autoptr (GPtrArray) before = mcp_client_read (client, text, strlen (text), NULL, NULL);
        g_autoptr (GPtrArray) after = NULL;
        g_autoptr (GError) error = NULL;
        g_autofree char *changed = mcp_client_write (client, text, profiles, NULL, &error);
        McpClientServer *server;

        g_assert_true ((changed == NULL) == (error != NULL));
        if (changed == NULL)
          continue;

        n_written++;
        after = mcp_client_read (client, changed, strlen (changed), NULL, &error);
        g_assert_no_error (error);
        server = find (after, "sea");
        if (server->problem != NULL)
          g_error ("%s in: %s", server->problem, changed);
        g_assert_cmpstr (mcp_profile_get_argv (server->profile)[0], ==, "deep");
        g_assert_cmpstr (mcp_profile_get_argv (server->profile)[1], ==, "a");
        g_assert_cmpstr (mcp_profile_get_env (server->profile)[0], ==, "B=c");
        g_assert_null (mcp_profile_get_env (server->profile)[1]);
        for (guint m = 0; before != NULL && m < before->len; m++)
          find (after, ((McpClientServer *) before->pdata[m])->name);
      }
  g_assert_cmpuint (n_written, >, 20);
}

/* The value of a header that is in the keyring stays where it is. */
static void
test_keyring (void)
{
  static const char servers[] = "{\"mcpServers\": {\"a\": {\"url\": \"https://c/\", \"headers\": {\"X\": \"y\"},"
                                "\"sounder\": {\"secretHeaders\": [\"Authorization\"]}}}}";
  g_autoptr (GPtrArray) profiles = make_profiles (servers);
  g_autofree char *left_out = NULL;
  g_autofree char *none = NULL;
  g_autofree char *fresh = mcp_client_write (mcp_client_find ("cursor"), "{}", profiles, &left_out, NULL);
  g_autofree char *kept =
    mcp_client_write (mcp_client_find ("cursor"),
                      "{\"mcpServers\": {\"a\": {\"url\": \"https://b/\", \"headers\": {\"Authorization\": \"Bearer z\"}}}}",
                      profiles, &none, NULL);

  g_assert_cmpstr (fresh, ==, "{ \"mcpServers\": { \"a\": { \"url\": \"https://c/\", \"headers\": { \"X\": \"y\" } } } }");
  g_assert_cmpstr (left_out, ==, "Authorization");
  g_assert_cmpstr (none, ==, NULL);
  g_assert_nonnull (strstr (kept, "\"Authorization\": \"Bearer z\""));
  g_assert_nonnull (strstr (kept, "\"X\": \"y\""));
}

static void
test_file (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "deep", "mcp.json", NULL);
  g_autofree char *link_path = g_build_filename (folder, "link.json", NULL);
  g_autofree char *pipe_path = g_build_filename (folder, "pipe.json", NULL);
  g_autoptr (McpClientFile) file = mcp_client_file_new (mcp_client_find ("cursor"), path, NULL);
  g_autoptr (McpClientFile) link_file = mcp_client_file_new (mcp_client_find ("cursor"), link_path, NULL);
  g_autoptr (McpClientFile) pipe_file = mcp_client_file_new (mcp_client_find ("cursor"), pipe_path, NULL);
  g_autoptr (GPtrArray) profiles = make_profiles ("{\"mcpServers\": {\"a\": {\"command\": \"c\"}}}");
  g_autoptr (GPtrArray) others = make_profiles ("{\"mcpServers\": {\"a\": {\"command\": \"d\"}}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (McpClientChange) change = mcp_client_change_new (file, profiles, &error);
  g_autoptr (McpClientChange) same = NULL;
  g_autoptr (McpClientChange) late = NULL;
  g_autoptr (McpClientChange) other = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  struct stat info;

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (change->diff, "--- /dev/null\n+++ "));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (mcp_client_change_apply (change, &backup, &error));
  g_assert_cmpstr (backup, ==, NULL);
  same = mcp_client_change_new (file, profiles, &error);
  g_assert_cmpstr (same->diff, ==, "");

  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  g_assert_cmpint (symlink (path, link_path), ==, 0);
  late = mcp_client_change_new (link_file, others, &error);
  other = mcp_client_change_new (link_file, others, &error);
  g_assert_nonnull (strstr (other->diff, "\n-      \"command\": \"c\"\n+      \"command\": \"d\"\n"));
  g_assert_true (mcp_client_change_apply (other, &backup, &error));
  g_assert_true (g_file_get_contents (backup, &before, NULL, NULL));
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, change->after);
  g_assert_cmpstr (after, ==, other->after);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0640);
  g_assert_cmpint (g_stat (backup, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0600);

  g_assert_false (mcp_client_change_apply (late, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_null (mcp_client_change_new (pipe_file, profiles, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);

  test_remove_tree (folder);
}

static void
test_diff (void)
{
  static const struct { const char *before, *after, *diff; } cases[] = {
    { "a\n", "a\n", "" },
    { "", "a\n", "--- x\n+++ y\n@@ -0,0 +1,1 @@\n+a\n" },
    { "a\nb\nc\n", "a\nd\nc\n", "--- x\n+++ y\n@@ -1,3 +1,3 @@\n a\n-b\n+d\n c\n" },
    { "a", "a\n", "--- x\n+++ y\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n" },
    { "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n2\n3\n4\n5\n6\n7\n8\n0\n",
      "--- x\n+++ y\n@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+0\n" },
    { "1\n2\n3\n4\n5\n6\n7\n8\n", "0\n2\n3\n4\n5\n6\n7\n0\n",
      "--- x\n+++ y\n@@ -1,8 +1,8 @@\n-1\n+0\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+0\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *diff = mcp_text_diff (cases[i].before, cases[i].after, "x", "y");

      g_assert_cmpstr (diff, ==, cases[i].diff);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/client-export/same", test_same);
  g_test_add_func ("/session/client-export/add", test_add);
  g_test_add_func ("/session/client-export/dialects", test_dialects);
  g_test_add_func ("/session/client-export/change", test_change);
  g_test_add_func ("/session/client-export/refused", test_refused);
  g_test_add_func ("/session/client-export/hostile", test_hostile);
  g_test_add_func ("/session/client-export/keyring", test_keyring);
  g_test_add_func ("/session/client-export/file", test_file);
  g_test_add_func ("/session/client-export/diff", test_diff);

  return g_test_run ();
}
