/* test-cli-commands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Each command in each format, against a server that has everything. */

static void
test_info_text (void)
{
  g_autoptr (CliRun) run = cli_run ("full.json", "info", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "Server              Mock Server (mock) 1.2\n");
  assert_contains (run->out, "Protocol            2025-11-25\n");
  assert_contains (run->out, "Transport           stdio");
  assert_contains (run->out, "\n  tools             listChanged\n");
  assert_contains (run->out, "\n  resources         subscribe\n");
  assert_contains (run->out, "\n  logging           yes\n");
  assert_contains (run->out, "\n  sampling          off: ");
  assert_contains (run->out, "\n  elicitation       off: ");
  assert_contains (run->out, "Instructions        Be kind.\n                    Always.\n");
  g_assert_null (strchr (run->out, '\033'));
}

static void
test_info_json (void)
{
  static const char * const members[] = {
    "era", "evidence", "protocolVersion", "asked", "supportedVersions", "ttlMs", "cacheScope",
    "serverInfo", "serverCapabilities", "clientCapabilities", "instructions",
    "handshake_usec", "transport",
  };
  g_autoptr (CliRun) run = cli_run ("full.json", "info", "--format", "json", NULL);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GList) names = NULL;
  JsonObject *object;
  guint i = 0;

  assert_status (run, 0);
  root = cli_parse (run->out);
  object = json_node_get_object (root);
  names = json_object_get_members (object);

  g_assert_cmpuint (g_list_length (names), ==, G_N_ELEMENTS (members));
  for (GList *l = names; l != NULL; l = l->next)
    g_assert_cmpstr (l->data, ==, members[i++]);

  g_assert_cmpstr (json_object_get_string_member (object, "era"), ==, "legacy");
  g_assert_cmpstr (json_object_get_string_member (object, "protocolVersion"), ==, "2025-11-25");
  g_assert_cmpstr (json_object_get_string_member (object, "asked"), ==, "2025-11-25");
  g_assert_cmpint (json_object_get_int_member (object, "handshake_usec"), >, 0);
  g_assert_cmpstr (json_object_get_string_member (
                     json_object_get_object_member (object, "serverInfo"), "name"), ==, "mock");
}

/* What is the same JSON in "json" and "ndjson", but for the space between tokens. */
static const struct
{
  const char *words[5];
  const char *line;
} results[] = {
  { { "tools", "list" },
    "{\"tools\":[{\"name\":\"say\",\"title\":\"Say It\",\"description\":\"Says it again.\","
    "\"x\":[9007199254740993,1.10,1e400],\"d\":1,\"d\":2,\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"text\":{\"type\":\"string\",\"description\":\"What to say\"},"
    "\"times\":{\"type\":\"integer\"},\"loud\":{\"type\":\"boolean\"}},\"required\":[\"text\"]}},"
    "{\"name\":\"look\",\"annotations\":{\"readOnlyHint\":true},"
    "\"inputSchema\":{\"type\":\"object\"}}]}\n" },
  { { "resources", "list" },
    "{\"resources\":[{\"uri\":\"mock://a\",\"name\":\"a\",\"mimeType\":\"text/plain\","
    "\"size\":1.0e1},{\"uri\":\"mock://b\",\"name\":\"b\",\"title\":\"The B\","
    "\"description\":\"Bytes\",\"mimeType\":\"image/png\",\"size\":2048}]}\n" },
  { { "resources", "templates" },
    "{\"resourceTemplates\":[{\"uriTemplate\":\"mock://{id}\",\"name\":\"any\"}]}\n" },
  { { "resources", "read", "mock://b" },
    "{\"contents\":[{\"uri\":\"mock://b\",\"mimeType\":\"application/octet-stream\","
    "\"blob\":\"AAECgf8=\"}]}\n" },
  { { "prompts", "list" },
    "{\"prompts\":[{\"name\":\"greet\",\"description\":\"Greets somebody\",\"arguments\":"
    "[{\"name\":\"who\",\"required\":true,\"description\":\"Whom\"},{\"name\":\"how\"}]}]}\n" },
  { { "prompts", "get", "greet", "who=Ada" },
    "{\"description\":\"A greeting\",\"messages\":[{\"role\":\"user\",\"content\":"
    "{\"type\":\"text\",\"text\":\"Hello!\"}}],\"x\":1.10}\n" },
  { { "complete", "prompt", "greet", "who", "A" },
    "{\"completion\":{\"values\":[\"Ada\",\"Alan\"],\"total\":7,\"hasMore\":true}}\n" },
  { { "complete", "resource", "mock://{id}", "id", "" },
    "{\"completion\":{\"values\":[\"Ada\",\"Alan\"],\"total\":7,\"hasMore\":true}}\n" },
};

/* Takes the space between tokens out. The fixtures have none inside strings but one each. */
static char *
squeeze (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean in_string = FALSE;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        in_string = !in_string;
      if (in_string || !g_ascii_isspace (*p))
        g_string_append_c (out, *p);
    }
  g_string_append_c (out, '\n');

  return g_string_free (out, FALSE);
}

static void
test_results_json (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      const char * const *w = results[i].words;
      g_autoptr (CliRun) line = cli_run ("full.json", "--format=ndjson", w[0], w[1], w[2], w[3],
                                         w[2] != NULL && w[3] != NULL ? w[4] : NULL, NULL);
      g_autoptr (CliRun) pretty = cli_run ("full.json", "--format=json", w[0], w[1], w[2], w[3],
                                           w[2] != NULL && w[3] != NULL ? w[4] : NULL, NULL);
      g_autofree char *squeezed = squeeze (pretty->out);

      assert_status (line, 0);
      g_assert_cmpstr (line->out, ==, results[i].line);
      g_assert_cmpstr (line->err, ==, "");
      assert_status (pretty, 0);
      g_assert_cmpstr (squeezed, ==, results[i].line);
      g_assert_nonnull (strstr (pretty->out, "\n  \""));
    }
}

static const struct
{
  const char *words[5];
  const char *out;
} texts[] = {
  { { "tools", "list" },
    "say  Say It\n"
    "    Says it again.\n"
    "      text     string   What to say\n"
    "      [times]  integer\n"
    "      [loud]   boolean\n"
    "look  read-only\n" },
  { { "tools", "call", "say", "text=x" },
    "one\ntwo\n[image image/png, 3 B]\n" },
  { { "resources", "list" },
    "mock://a  a  text/plain\n"
    "mock://b  The B  image/png, 2.0 kB\n"
    "    Bytes\n" },
  { { "resources", "templates" },
    "mock://{id}  any\n" },
  { { "prompts", "list" },
    "greet\n"
    "    Greets somebody\n"
    "      who    Whom\n"
    "      [how]\n" },
  { { "prompts", "get", "greet" },
    "A greeting\nuser:\nHello!\n" },
  { { "complete", "prompt", "greet", "who", "A" },
    "Ada\nAlan\n" },
};

static void
test_results_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char * const *w = texts[i].words;
      g_autoptr (CliRun) run = cli_run ("full.json", w[0], w[1], w[2], w[3],
                                        w[2] != NULL && w[3] != NULL ? w[4] : NULL, NULL);

      assert_status (run, 0);
      g_assert_cmpstr (run->out, ==, texts[i].out);
    }
}

/* Where nobody looks, colours are asked for or not there. */
static void
test_color (void)
{
  g_autoptr (CliRun) always = cli_run ("full.json", "tools", "list", "--color=always", NULL);
  g_autoptr (CliRun) json = cli_run ("full.json", "tools", "list", "--color=always",
                                     "--format=json", NULL);

  assert_status (always, 0);
  assert_contains (always->out, "\033[1msay\033[0m");
  assert_status (json, 0);
  g_assert_null (strchr (json->out, '\033'));
}

/* Binary contents are written as they are where no terminal is, and to a file. */
static void
test_read_binary (void)
{
  static const guchar expected[] = { 0x00, 0x01, 0x02, 0x81, 0xff };
  g_autofree char *path = cli_path ("read.bin");
  g_autoptr (CliRun) run = cli_run ("full.json", "resources", "read", "mock://b", "-o", path, NULL);
  g_autofree char *saved = NULL;
  gsize length;

  assert_status (run, 0);
  g_assert_cmpstr (run->out, ==, "");
  g_assert_true (g_file_get_contents (path, &saved, &length, NULL));
  g_assert_cmpmem (saved, length, expected, sizeof expected);
}

/* "json" has the server's order over all its pages. */
static void
test_pages (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"expect\": {\"method\": \"tools/list\"}},"
    " {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"tools\\\":"
    "[{\\\"name\\\":\\\"b\\\"}],\\\"nextCursor\\\":\\\"p2\\\"}}\"},"
    " {\"expect\": {\"method\": \"tools/list\"}},"
    " {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"tools\\\":"
    "[{\\\"name\\\":\\\"a\\\"}]}}\"}]";
  g_autoptr (CliRun) run = cli_run (script, "tools", "list", "--format=ndjson", NULL);

  assert_status (run, 0);
  g_assert_cmpstr (run->out, ==, "{\"tools\":[{\"name\":\"b\"},{\"name\":\"a\"}]}\n");
}

/* One page, with where it goes on; the next one is that of the cursor. */
static void
test_one_page (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"expect\": {\"method\": \"tools/list\"}},"
    " {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"tools\\\":"
    "[{\\\"name\\\":\\\"b\\\"}],\\\"nextCursor\\\":\\\"p 2\\\"}}\"}]";
  static const char second[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"expect\": {\"method\": \"tools/list\", \"params\": {\"cursor\": \"p 2\"}}},"
    " {\"send_text\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"tools\\\":[]}}\"}]";
  g_autoptr (CliRun) json = cli_run (script, "tools", "list", "--page", "--format=ndjson", NULL);
  g_autoptr (CliRun) text = cli_run (script, "tools", "list", "--page", NULL);
  g_autoptr (CliRun) next = cli_run (second, "tools", "list", "--cursor", "p 2", NULL);
  g_autoptr (CliRun) none = cli_run ("[{\"handshake\": {}}]", "prompts", "list", "--page", NULL);

  assert_status (json, 0);
  g_assert_cmpstr (json->out, ==, "{\"tools\":[{\"name\":\"b\"}],\"nextCursor\":\"p 2\"}\n");
  assert_status (text, 0);
  g_assert_cmpstr (text->out, ==, "b\n");
  assert_contains (text->err, "--cursor 'p 2'\n");
  assert_status (next, 0);
  g_assert_cmpstr (next->out, ==, "");
  assert_contains (next->err, "empty");
  g_assert_cmpint (none->status, !=, 0);
  assert_contains (none->err, "did not declare prompts");
}

static void
test_directory (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"resources\": {}, \"extensions\":"
    " {\"io.modelcontextprotocol/skills\": {\"directoryRead\": true}}}}},"
    " {\"serve\": {\"resources/directory/read\": {\"result\": {\"resources\":"
    " [{\"uri\": \"f:a/b\", \"name\": \"b\", \"mimeType\": \"inode/directory\"}]}}}}]";
  g_autoptr (CliRun) text = cli_run (script, "resources", "directory", "f:a", NULL);
  g_autoptr (CliRun) json = cli_run (script, "resources", "directory", "f:a", "--format=ndjson", NULL);
  g_autoptr (CliRun) none = cli_run ("[{\"handshake\": {\"capabilities\": {\"resources\": {}}}}]", "resources",
                                     "directory", "f:a", NULL);

  assert_status (text, 0);
  g_assert_cmpstr (text->out, ==, "f:a/b  b  inode/directory\n");
  assert_status (json, 0);
  g_assert_cmpstr (json->out, ==,
                   "{\"resources\":[{\"uri\":\"f:a/b\",\"name\":\"b\",\"mimeType\":\"inode/directory\"}]}\n");
  g_assert_cmpint (none->status, !=, 0);
  assert_contains (none->err, "does not offer");
}

/* What a server says cannot act on the terminal, or on who reads a listing. */
static void
test_control_characters (void)
{
  static const char script[] =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}},"
    " {\"serve\": {\"tools/list\": {\"result_text\": \"{\\\"tools\\\":[{\\\"name\\\":\\\"a\\\","
    "\\\"description\\\":\\\"x\\\\u001b[31mred\\\\u202e\\\"}]}\"}}}]";
  g_autoptr (CliRun) run = cli_run (script, "tools", "list", NULL);

  assert_status (run, 0);
  g_assert_null (strchr (run->out, '\033'));
  g_assert_null (strstr (run->out, "\342\200\256"));
}

static void
test_config (void)
{
  static const char servers[] =
    "{\"mcpServers\": {\"one\": {\"command\": \"true\", \"args\": [\"a b\"],"
    " \"env\": {\"TOKEN\": \"hunter22\"}, \"sounder\": {\"health\": {\"strategy\": \"idle\","
    " \"preset\": \"satellite\", \"failures\": 7}}}, \"two\": {\"url\": \"http://localhost:1/\"}}}";
  g_autofree char *path = cli_path ("mcp.json");
  g_autoptr (CliRun) empty = NULL;
  g_autoptr (CliRun) import = NULL;
  g_autoptr (CliRun) list = NULL;
  g_autoptr (CliRun) json = NULL;
  g_autoptr (CliRun) safe = NULL;
  g_autoptr (CliRun) whole = NULL;
  g_autoptr (CliRun) unknown = NULL;
  g_autoptr (CliRun) url = NULL;

  empty = cli_run (NULL, "config", "list", "--format=ndjson", NULL);
  assert_status (empty, 0);
  g_assert_cmpstr (empty->out, ==, "{\"mcpServers\":{}}\n");

  g_assert_true (g_file_set_contents (path, servers, -1, NULL));
  import = cli_run (NULL, "config", "import", path, NULL);
  assert_status (import, 0);
  g_assert_cmpstr (import->out, ==, "one\ntwo\n");

  list = cli_run (NULL, "config", "list", NULL);
  assert_status (list, 0);
  g_assert_cmpstr (list->out, ==, "one  true 'a b'\ntwo  http://localhost:1/\n");

  json = cli_run (NULL, "config", "list", "--format=json", NULL);
  assert_status (json, 0);
  g_assert_null (strstr (json->out, "hunter22"));
  safe = cli_run (NULL, "config", "export", "one", NULL);
  assert_status (safe, 0);
  g_assert_null (strstr (safe->out, "hunter22"));
  g_assert_null (strstr (safe->out, "two"));
  assert_contains (safe->out, "\"strategy\": \"idle\"");
  assert_contains (safe->out, "\"preset\": \"satellite\"");
  assert_contains (safe->out, "\"failures\": 7");
  whole = cli_run (NULL, "config", "export", "--no-redact", NULL);
  assert_status (whole, 0);
  assert_contains (whole->out, "hunter22");
  assert_contains (whole->out, "\"preset\": \"satellite\"");

  unknown = cli_run (NULL, "info", "--server", "onee", NULL);
  assert_status (unknown, 2);
  assert_contains (unknown->err, "did you mean “one”?");
  url = cli_run (NULL, "info", "--yes", "--server", "two", NULL);
  assert_status (url, 3);
  assert_contains (url->err, "localhost:1 refused the connection");
}

/* The server answers through the tap, and without it the file is as it was. */
static void
test_config_wrap (void)
{
  g_autofree char *path = cli_path ("client.json");
  g_autofree char *backup_path = g_strconcat (path, ".before-tap", NULL);
  g_autofree char *before =
    g_strdup_printf ("// mine\n{\"mcpServers\": {\n  \"sea\": { \"args\": [\n    \"--script\", \"[{\\\"handshake\\\":{}}]\" ],\n"
                     "    \"command\": \"%s\", },\n  \"far\": { \"url\": \"http://localhost:1/\" } } }\n",
                     g_getenv ("SOUNDER_MOCK_SERVER"));
  g_autofree char *wrapped = NULL;
  g_autofree char *after = NULL;
  g_autofree char *backup = NULL;
  g_autoptr (CliRun) wrap = NULL;
  g_autoptr (CliRun) twice = NULL;
  g_autoptr (CliRun) info = NULL;
  g_autoptr (CliRun) far = NULL;
  g_autoptr (CliRun) unwrap = NULL;

  g_assert_true (g_file_set_contents (path, before, -1, NULL));
  wrap = cli_run (NULL, "config", "wrap", path, NULL);
  assert_status (wrap, 0);
  g_assert_cmpstr (wrap->out, ==, "sea\n");
  g_assert_true (g_file_get_contents (path, &wrapped, NULL, NULL));
  assert_contains (wrapped, "\"tap\", \"--name\", \"sea\", \"--\", \"");
  twice = cli_run (NULL, "config", "wrap", path, NULL);
  assert_status (twice, 0);
  assert_contains (twice->err, "there is no server without a tap");
  info = cli_run (NULL, "info", "--yes", "--config", path, "--server", "sea", NULL);
  assert_status (info, 0);
  far = cli_run (NULL, "config", "wrap", path, "far", NULL);
  assert_status (far, 2);

  unwrap = cli_run (NULL, "config", "unwrap", path, "sea", "--format=json", NULL);
  assert_status (unwrap, 0);
  assert_contains (unwrap->out, "\"sea\"");
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
  g_assert_true (g_file_get_contents (backup_path, &backup, NULL, NULL));
  g_assert_cmpstr (backup, ==, wrapped);
}

/* A server of a file, by name or because it is the only one. */
static void
test_config_file (void)
{
  g_autofree char *path = cli_path ("project.json");
  g_autofree char *text = NULL;
  g_autoptr (CliRun) named = NULL;
  g_autoptr (CliRun) only = NULL;

  text = g_strdup_printf ("{\"servers\": {\"mine\": {\"command\": \"%s\", \"args\": "
                          "[\"--script\", \"[{\\\"handshake\\\": {}}, {\\\"serve\\\": {}}]\"]}}}",
                          g_getenv ("SOUNDER_MOCK_SERVER"));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  named = cli_run (NULL, "info", "--yes", "--config", path, "--server", "mine", NULL);
  assert_status (named, 0);
  only = cli_run (NULL, "info", "--yes", "--config", path, NULL);
  assert_status (only, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/info/text", test_info_text);
  g_test_add_func ("/cli/info/json", test_info_json);
  g_test_add_func ("/cli/results/json", test_results_json);
  g_test_add_func ("/cli/results/text", test_results_text);
  g_test_add_func ("/cli/output/color", test_color);
  g_test_add_func ("/cli/resources/read-binary", test_read_binary);
  g_test_add_func ("/cli/list/pages", test_pages);
  g_test_add_func ("/cli/list/one-page", test_one_page);
  g_test_add_func ("/cli/list/directory", test_directory);
  g_test_add_func ("/cli/list/control-characters", test_control_characters);
  g_test_add_func ("/cli/config/list-import-export", test_config);
  g_test_add_func ("/cli/config/wrap", test_config_wrap);
  g_test_add_func ("/cli/config/file", test_config_file);

  return cli_test_main ();
}
