/* test-cli-clients.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"
#include "test-support.h"

/* The servers of other clients. What would run writes a file, and never does. */

/* A file below the home folder, with its folders. */
static char *
write_file (const char *name,
            const char *text)
{
  char *path = cli_path (name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

static void
test_clients (void)
{
  g_autofree char *trap = cli_path ("started");
  g_autofree char *servers =
    g_strdup_printf ("{\"mcpServers\": {\"one\": {\"command\": \"/bin/touch\", \"args\": [\"%s\"],"
                     "\"env\": {\"TOKEN\": \"hunter22\"}, \"autoApprove\": [\"x\"]},"
                     "\"bad\": {\"command\": 7}}}", trap);
  g_autofree char *cursor = write_file (".cursor/mcp.json", servers);
  g_autofree char *codex = write_file (".codex/config.toml", "[mcp_servers.two]\nurl = 'http://localhost:1/'\n");
  g_autofree char *goose = write_file ("goose/config.yaml", "extensions:\n  one:\n    cmd: other\n    type: stdio\n");
  g_autofree char *pipe_path = write_file (".gemini/settings.json", "");
  g_autoptr (CliRun) clients = NULL;
  g_autoptr (CliRun) json = NULL;
  g_autoptr (CliRun) import = NULL;
  g_autoptr (CliRun) again = NULL;
  g_autoptr (CliRun) all = NULL;
  g_autoptr (CliRun) unknown = NULL;
  g_autoptr (CliRun) broken = NULL;
  g_autoptr (CliRun) list = NULL;

  g_assert_cmpint (g_unlink (pipe_path), ==, 0);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);

  unknown = cli_run (NULL, "config", "import", "cursor", "onee", NULL);
  assert_status (unknown, 2);
  assert_contains (unknown->err, "did you mean “one”?");

  import = cli_run (NULL, "config", "import", "cursor", "one", NULL);
  assert_status (import, 0);
  g_assert_cmpstr (import->out, ==, "one\n");
  assert_contains (import->err, "autoApprove");
  broken = cli_run (NULL, "config", "import", "cursor", "bad", NULL);
  assert_status (broken, 2);
  assert_contains (broken->err, "mcpServers.bad, line 1: ");
  again = cli_run (NULL, "config", "import", "cursor", "one", NULL);
  assert_status (again, 0);
  g_assert_cmpstr (again->out, ==, "");
  assert_contains (again->err, "saved already");

  clients = cli_run (NULL, "config", "clients", NULL);
  assert_status (clients, 0);
  assert_contains (clients->out, "Cursor  ");
  assert_contains (clients->out, "2 servers");
  assert_contains (clients->out, "one (saved)");
  assert_contains (clients->out, "bad (cannot be read)");
  assert_contains (clients->out, "one (differs)  other");
  assert_contains (clients->out, "two  http://localhost:1/");
  assert_contains (clients->out, "this is no file");
  g_assert_null (strstr (clients->out, "hunter22"));
  json = cli_run (NULL, "config", "clients", "--format=json", NULL);
  assert_status (json, 0);
  assert_contains (json->out, "\"match\": \"same\"");
  g_assert_null (strstr (json->out, "hunter22"));

  all = cli_run (NULL, "config", "import", NULL);
  assert_status (all, 0);
  g_assert_cmpstr (all->out, ==, "two\none 2\n");
  list = cli_run (NULL, "config", "list", NULL);
  assert_contains (list->out, "one 2  other");

  g_assert_false (g_file_test (trap, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (pipe_path), ==, 0);
}

static void
test_nothing (void)
{
  g_autoptr (CliRun) clients = cli_run (NULL, "config", "clients", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "config", "clients", "--format=ndjson", NULL);
  g_autoptr (CliRun) import = cli_run (NULL, "config", "import", NULL);

  assert_status (clients, 0);
  g_assert_cmpstr (clients->out, ==, "");
  assert_contains (clients->err, "No file of another client is here.");
  g_assert_cmpstr (json->out, ==, "{\"files\":[]}\n");
  assert_status (import, 2);
  assert_contains (import->err, "There is no server to import: no file of another client is here.");
}

/* The server.json of a registry. */
static void
test_manifest (void)
{
  g_autofree char *path = write_file ("server.json",
                                      "{\"name\": \"io.x/sea\", \"packages\": [{\"registryType\": \"npm\","
                                      "\"identifier\": \"@x/sea\", \"version\": \"1.0.0\", \"environmentVariables\": ["
                                      "{\"name\": \"KEY\", \"description\": \"The key\", \"isRequired\": true}]}]}");
  g_autoptr (CliRun) import = cli_run (NULL, "config", "import", path, NULL);
  g_autoptr (CliRun) list = cli_run (NULL, "config", "list", NULL);

  assert_status (import, 0);
  g_assert_cmpstr (import->out, ==, "sea\n");
  assert_contains (import->err, "sea: ${input:KEY}: The key");
  assert_contains (list->out, "sea    npx -y @x/sea@1.0.0");
}

static void
test_export (void)
{
  static const char before[] = "{\n  // mine\n  \"mcpServers\": {\n    \"x\": { \"command\": \"y\" }\n  }\n}\n";
  g_autofree char *cursor = write_file (".cursor/mcp.json", before);
  g_autofree char *servers = write_file ("more.json", "{\"exported\": {\"command\": \"sea\", \"args\": [\"a b\"]},"
                                                      "\"far\": {\"url\": \"http://localhost:2/\"}}");
  g_autofree char *toml_path = cli_path ("new.toml");
  g_autofree char *backup = cli_path (".cursor/mcp.json.before-sounder");
  g_autoptr (CliRun) import = cli_run (NULL, "config", "import", servers, NULL);
  g_autoptr (CliRun) nobody = cli_run (NULL, "config", "export", "cursor", "nobody", NULL);
  g_autoptr (CliRun) which = cli_run (NULL, "config", "export", "cursor", NULL);
  g_autoptr (CliRun) dry = cli_run (NULL, "config", "export", "cursor", "exported", "--dry-run", NULL);
  g_autofree char *untouched = cli_read (".cursor/mcp.json");
  g_autoptr (CliRun) written = cli_run (NULL, "config", "export", "cursor", "exported", NULL);
  g_autofree char *after = cli_read (".cursor/mcp.json");
  g_autofree char *kept = cli_read (".cursor/mcp.json.before-sounder");
  g_autoptr (CliRun) again = cli_run (NULL, "config", "export", "cursor", "exported", "--format=json", NULL);
  g_autoptr (CliRun) refused = cli_run (NULL, "config", "export", "claude-desktop", "far", NULL);
  g_autoptr (CliRun) toml = cli_run (NULL, "config", "export", toml_path, "far", NULL);
  g_autofree char *new_toml = cli_read ("new.toml");

  assert_status (import, 0);
  assert_status (nobody, 2);
  assert_status (which, 2);
  assert_contains (which->err, "which servers?");

  assert_status (dry, 0);
  assert_contains (dry->out, "+    \"exported\": {\n+      \"command\": \"sea\",\n+      \"args\": [\"a b\"]\n+    }\n");
  assert_contains (dry->err, "Nothing was written.");
  g_assert_cmpstr (untouched, ==, before);

  assert_status (written, 0);
  g_assert_cmpstr (written->out, ==, dry->out);
  assert_contains (written->err, backup);
  g_assert_cmpstr (kept, ==, before);
  assert_contains (after, "// mine\n");
  assert_contains (after, "\"exported\": {");
  assert_status (again, 0);
  assert_contains (again->out, "\"diff\": \"\"");
  assert_contains (again->out, "\"written\": false");

  assert_status (refused, 2);
  assert_contains (refused->err, "Claude Desktop cannot reach");
  assert_status (toml, 0);
  g_assert_cmpstr (new_toml, ==, "[mcp_servers.far]\nurl = \"http://localhost:2/\"\n");
}

/* The saved servers, those of each group under its name. */
static void
test_groups (void)
{
  g_autofree char *saved =
    write_file ("sounder/servers.json",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"sounder\": {\"group\": \"At work\"}}, \"b\": {\"command\": \"y\"},"
                " \"c\": {\"command\": \"z\", \"sounder\": {\"group\": \"At\\u001b[31m home\"}},"
                " \"d\": {\"command\": \"v\", \"sounder\": {\"group\": \"At work\"}}}}");
  g_autoptr (CliRun) list = cli_run (NULL, "config", "list", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "config", "list", "--format=json", NULL);

  assert_status (list, 0);
  assert_contains (list->out, "b  y\n\nAt work:\na  x\nd  v\n\nAt");
  g_assert_null (strchr (list->out, '\033'));
  assert_contains (list->out, " home:\nc  z\n");
  assert_contains (json->out, "\"At work\"");
  g_assert_cmpint (g_unlink (saved), ==, 0);
}

/* What says that it is redacted is: arguments and addresses, too. */
static void
test_redacted (void)
{
  g_autofree char *saved =
    write_file ("sounder/servers.json",
                    "{\"mcpServers\": {\"db\": {\"command\": \"x\", \"args\": "
                    "[\"postgresql://u:p4ssw0rd@h\", \"--header\","
                    " \"Authorization: Bearer hunter22\", \"--api-key\", \"Q!\"]}, \"far\": "
                    "{\"url\": \"http://h.example/mcp?key=hunter22\"}}}");
  g_autoptr (CliRun) list = cli_run (NULL, "config", "list", NULL);
  g_autoptr (CliRun) print = cli_run (NULL, "config", "export", NULL);
  g_autoptr (CliRun) whole = cli_run (NULL, "config", "export", "--no-redact", NULL);
  g_autoptr (CliRun) diff = cli_run (NULL, "config", "export", "cursor", "db", "--dry-run", NULL);
  g_autoptr (CliRun) json =
    cli_run (NULL, "config", "export", "cursor", "db", "--dry-run", "--format=json", NULL);
  g_autoptr (CliRun) bare =
    cli_run (NULL, "config", "export", "cursor", "db", "--dry-run", "--no-redact", NULL);
  CliRun *safe[] = { list, print, diff, json };

  for (guint i = 0; i < G_N_ELEMENTS (safe); i++)
    {
      assert_status (safe[i], 0);
      g_assert_null (strstr (safe[i]->out, "p4ssw0rd"));
      g_assert_null (strstr (safe[i]->out, "hunter22"));
      g_assert_null (strstr (safe[i]->out, "Q!"));
      assert_contains (safe[i]->out, "postgresql://«redacted»@h");
      assert_contains (safe[i]->out, "Authorization: «redacted»");
      if (i < 2)
        assert_contains (safe[i]->out, "http://h.example/mcp?key=«redacted»");
    }
  assert_contains (bare->out, "Bearer hunter22");
  assert_contains (whole->out, "postgresql://u:p4ssw0rd@h");
  assert_contains (whole->out, "key=hunter22");
  g_assert_cmpint (g_unlink (saved), ==, 0);
}

/* A link is taken as a file is; what is wrong with it is said. */
static void
test_link (void)
{
  g_autofree char *trap = cli_path ("started");
  g_autofree char *link = g_strdup_printf ("sounder:add?name=linked&config={\"command\":\"/bin/touch\",\"args\":[\"%s\"]}",
                                           trap);
  g_autofree char *saved = cli_path ("sounder/servers.json");
  g_autoptr (CliRun) import = cli_run (NULL, "config", "import", link, NULL);
  g_autoptr (CliRun) broken = cli_run (NULL, "config", "import", "sounder:add?url=https://h/&trust=1", NULL);
  g_autoptr (CliRun) list = cli_run (NULL, "config", "list", NULL);

  assert_status (import, 0);
  g_assert_cmpstr (import->out, ==, "linked\n");
  assert_status (broken, 2);
  assert_contains (broken->err, "“trust”");
  assert_contains (list->out, "linked  /bin/touch ");
  g_assert_false (g_file_test (trap, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (saved), ==, 0);
}

#define ODD "{\n \"mcpServers\": {\n  \"good\": {\"command\": \"/no/such/program\", \"env\": {\"PORT\": 8080}},\n" \
            "  \"null\": null,\n  \"args\": {\"command\": \"x\", \"args\": \"-y\"}\n }\n}\n"

/* One that is wrong costs only itself, by every way in. */
static void
test_odd (void)
{
  static const struct
  {
    const char *name;
    const char *content;
    const char *command[8];
    int         status;
    const char *out;
    const char *err;
  } rows[] = {
    { "odd.json", ODD, { "config", "import", "%s", "--dry-run" }, 0, "good\n", "mcpServers.null, line 4: " },
    { "odd.json", ODD, { "config", "import", "%s", "--dry-run" }, 0, "good\n", "mcpServers.args, line 5: " },
    { "odd.json", ODD, { "config", "import", "%s", "args", "--dry-run" }, 2, "", "mcpServers.args, line 5: " },
    { "odd.json", ODD, { "--config", "%s", "--server", "args", "--yes", "info" }, 2, "", "mcpServers.args, line 5: " },
    { "odd.json", ODD, { "--config", "%s", "--server", "good", "--yes", "info" }, 3, "", "/no/such/program" },
    /* There is no choice but one. */
    { "odd.json", ODD, { "--config", "%s", "--yes", "info" }, 3, "", "/no/such/program" },
    { "odd.json", ODD, { "--config", "%s", "--yes", "info" }, 3, "", "mcpServers.null, line 4: " },
    { "odd.json", ODD, { "--config", "%s", "--server", "god", "--yes", "info" }, 2, "", "“good”" },
    { "odd.json", ODD, { "config", "wrap", "%s" }, 0, "good\n", "mcpServers.args, line 5: " },
    { "odd.json", ODD, { "config", "wrap", "%s", "args" }, 2, "", "mcpServers.args, line 5: " },
    { "odd.json", ODD, { "config", "unwrap", "%s" }, 0, "", "mcpServers.null, line 4: " },
    { "one.json", "{\"mcpServers\": {\"a\": {\"command\": 7}}}", { "--config", "%s", "--yes", "info" }, 2, "", "mcpServers.a, line 1: " },
    { "none.json", "{\"theme\": 1}", { "config", "import", "%s" }, 2, "", "“theme”" },
    { "none.json", "{\"theme\": 1}", { "--config", "%s", "--yes", "info" }, 2, "", "“theme”" },
    { "none.json", "{\"theme\": 1}", { "config", "wrap", "%s" }, 2, "", "“theme”" },
    { "none.yaml", "models: []\n", { "config", "import", "%s" }, 2, "", "“models”" },
    { "none.toml", "[model]\n", { "config", "import", "%s" }, 2, "", "“model”" },
    { "empty.json", "{\"mcpServers\": {}}", { "config", "import", "%s" }, 2, "", "There is no server to import" },
    { "empty.json", "{\"mcpServers\": {}}", { "--config", "%s", "--yes", "info" }, 2, "", "there is no server in it" },
    { "two.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}}", { "--config", "%s", "info" }, 2, "",
      "which of its 2 servers? Say --server NAME: a, b" },
    { "split.json", "{\"mcpServers\": {\"a\": {\"command\": \"npx -y x\"}}}", { "--config", "%s", "--yes", "info" }, 3, "",
      "Write \"command\": \"npx\", \"args\": [\"-y\", \"x\"]" },
    { "list.yaml", "mcpServers:\n  - name: a\n    command: x\n", { "config", "import", "%s", "--dry-run" }, 0, "a\n", NULL },
    { "list.yaml", "mcpServers:\n  - name: a\n    command: x\n", { "config", "wrap", "%s" }, 0, "a\n", NULL },
    { "list.toml", "[[mcpServers]]\nname = \"a\"\ncommand = \"x\"\n", { "config", "wrap", "%s" }, 0, "", "It stands in a list" },
    { "other.toml", "[mcpServers.a]\ncommand = \"x\"\n", { "config", "wrap", "%s" }, 0, "a\n", NULL },
    { "split.json", "{\"mcpServers\": {\"a\": {\"command\": \"npx -y x\"}}}", { "config", "import", "%s", "--dry-run" }, 0, "a\n",
      "a: “npx -y x” is no program but a command with its arguments. Write \"command\": \"npx\", \"args\": [\"-y\", \"x\"]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = write_file (rows[i].name, rows[i].content);
      const char *words[G_N_ELEMENTS (rows[i].command) + 1] = { NULL, };
      g_autoptr (CliRun) run = NULL;

      for (guint k = 0; rows[i].command[k] != NULL; k++)
        words[k] = g_str_equal (rows[i].command[k], "%s") ? path : rows[i].command[k];
      run = cli_run (NULL, words[0], words[1], words[2], words[3], words[4], words[5], words[6], NULL);
      g_test_message ("row %u: %s%s", i, run->out, run->err);
      assert_status (run, rows[i].status);
      g_assert_cmpstr (run->out, ==, rows[i].out);
      if (rows[i].err != NULL)
        assert_contains (run->err, rows[i].err);
    }
}

/* A file of Windows is read, changed, and written as it was. */
static void
test_utf16 (void)
{
  gsize n;
  g_autofree char *wide = g_convert ("\357\273\277{\"mcpServers\": {\"é\": {\"command\": \"x\"}}}", -1, "UTF-16LE", "UTF-8", NULL,
                                     &n, NULL);
  g_autofree char *path = cli_path ("wide.json");
  g_autofree char *after = NULL;
  g_autofree char *back = NULL;
  gsize length;

  g_assert_true (g_file_set_contents (path, wide, n, NULL));
  {
    g_autoptr (CliRun) import = cli_run (NULL, "config", "import", path, "--dry-run", NULL);
    g_autoptr (CliRun) wrap = cli_run (NULL, "config", "wrap", path, NULL);

    assert_status (import, 0);
    g_assert_cmpstr (import->out, ==, "é\n");
    assert_status (wrap, 0);
  }
  g_assert_true (g_file_get_contents (path, &after, &length, NULL));
  g_assert_cmpuint (length, >, n);
  g_assert_cmpint (after[0], ==, '\377');
  {
    g_autoptr (CliRun) unwrap = cli_run (NULL, "config", "unwrap", path, NULL);

    assert_status (unwrap, 0);
  }
  g_assert_true (g_file_get_contents (path, &back, &length, NULL));
  g_assert_cmpmem (back, length, wide, n);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/clients/nothing", test_nothing);
  g_test_add_func ("/cli/clients/list-import", test_clients);
  g_test_add_func ("/cli/clients/manifest", test_manifest);
  g_test_add_func ("/cli/clients/export", test_export);
  g_test_add_func ("/cli/clients/groups", test_groups);
  g_test_add_func ("/cli/clients/link", test_link);
  g_test_add_func ("/cli/clients/redacted", test_redacted);
  g_test_add_func ("/cli/clients/odd", test_odd);
  g_test_add_func ("/cli/clients/utf16", test_utf16);

  return cli_test_main ();
}
