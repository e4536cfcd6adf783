/* test-interop-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "interop-http.h"
#include "mcp-form.h"

/*
 * What `sounder-cli check` finds in each real server, over each way to it. A finding that stands
 * here was read against the specification, and holds; one that does not fails the test, and is to be
 * read the same way before it is written down.
 */

typedef struct
{
  const char *name;
  const char *package;       /* below node_modules; NULL: kubernetes-mcp-server */
  const char *arguments[6];  /* "@PORT@": over HTTP; "@INTEROP@": the folder of the servers */
  const char *env;           /* (nullable) NAME=VALUE */
  const char *url;           /* (nullable): "HOST/PATH" */
  const char *findings;      /* the rules, each as often as it is found, in the order of the alphabet */
} Server;

/* It is accepted the first time, and has not changed in any of the twenty after that. */
#define N_CONNECTS 21

#define OFFICIAL(name) "@modelcontextprotocol/server-" name "/dist/index.js"

static const Server servers[] = {
  { "everything", OFFICIAL ("everything"), { "stdio" }, NULL, NULL, "" },
  { "everything-http", OFFICIAL ("everything"), { "streamableHttp" }, "PORT=@PORT@", "127.0.0.1/mcp",
    "" },
  { "everything-sse", OFFICIAL ("everything"), { "sse" }, "PORT=@PORT@", "127.0.0.1/sse", "" },
  { "filesystem", OFFICIAL ("filesystem"), { "@TMP@" }, NULL, NULL, "" },
  { "memory", OFFICIAL ("memory"), { NULL }, "MEMORY_FILE_PATH=@TMP@/memory.jsonl", NULL, "" },
  { "playwright", "@playwright/mcp/cli.js", { "--headless" }, NULL, NULL, "" },
  { "playwright-http", "@playwright/mcp/cli.js", { "--headless", "--port", "@PORT@" }, NULL,
    "localhost/mcp", "" },
  { "playwright-sse", "@playwright/mcp/cli.js", { "--headless", "--port", "@PORT@" }, NULL,
    "localhost/sse", "" },
  { "kubernetes", NULL, { NULL }, NULL, NULL, "" },
  { "kubernetes-http", NULL, { "--port", "@PORT@", "--bind-address", "127.0.0.1" }, NULL,
    "127.0.0.1/mcp", "" },
  /* The TypeScript SDK, version 2, in both eras and in the new one alone. */
  { "sdk", "eras-server.mjs", { "@INTEROP@" }, NULL, NULL, "" },
  { "sdk-modern", "eras-server.mjs", { "@INTEROP@", "--modern-only" }, NULL, NULL, "" },
  { "sdk-http", "eras-server.mjs", { "@INTEROP@", "--port", "@PORT@" }, NULL, "127.0.0.1/mcp", "" },
  { "sdk-modern-http", "eras-server.mjs", { "@INTEROP@", "--port", "@PORT@", "--modern-only" }, NULL,
    "127.0.0.1/mcp", "" },
  { "sdk-sessions-http", "sdk-server.mjs", { "@INTEROP@", "@PORT@" }, NULL, "127.0.0.1/mcp", "" },
};

static char *
fill_in (const char *text,
         const char *folder)
{
  GString *filled = g_string_new (text);

  g_string_replace (filled, "@TMP@", folder, 0);
  g_string_replace (filled, "@INTEROP@", g_getenv ("SOUNDER_INTEROP_DIR"), 0);

  return g_string_free (filled, FALSE);
}

/* The command that starts a server; NULL when the test was skipped. */
static GStrv
make_argv (const Server  *server,
           const char    *folder,
           char         **config)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();

  if (server->package == NULL)
    {
      g_autofree char *program = NULL;

      if (!interop_kubernetes (&program, config))
        return NULL;
      g_strv_builder_add (argv, program);
    }
  else
    {
      g_autofree char *node = interop_file ("bin/node");
      g_autofree char *script = NULL;

      if (node == NULL)
        return NULL;
      if (g_str_has_suffix (server->package, ".mjs"))
        {
          script = g_test_build_filename (G_TEST_DIST, "interop", "servers", server->package, NULL);
        }
      else
        {
          g_autofree char *path = g_build_filename ("node_modules", server->package, NULL);

          script = interop_file (path);
        }
      g_strv_builder_add_many (argv, node, script, NULL);
    }

  for (guint i = 0; server->arguments[i] != NULL; i++)
    {
      g_autofree char *argument = fill_in (server->arguments[i], folder);

      g_strv_builder_add (argv, argument);
    }

  return g_strv_builder_end (argv);
}

static int
compare_words (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* The rules of what `check` printed. */
static char *
list_findings (const char *json)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *findings;

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  findings = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                           "findings");
  for (guint i = 0; i < json_array_get_length (findings); i++)
    {
      JsonObject *finding = json_array_get_object_element (findings, i);

      g_test_message ("%s: %s", json_object_get_string_member (finding, "rule"),
                      json_object_get_string_member (finding, "message"));
      g_ptr_array_add (rules, (char *) json_object_get_string_member (finding, "rule"));
    }
  g_ptr_array_sort (rules, compare_words);
  g_ptr_array_add (rules, NULL);

  return g_strjoinv (" ", (char **) rules->pdata);
}

static void
check (const Server       *server,
       const char * const *argv,
       const char         *url,
       const char         *env,
       const char         *baseline,
       gboolean            accepts)
{
  g_autoptr (GStrvBuilder) command = g_strv_builder_new ();
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autofree char *found = NULL;

  g_strv_builder_add_many (command, g_getenv ("SOUNDER_CLI"), "check", "--format=json",
                           "--max-time=90", "--baseline", baseline,
                           accepts ? "--update-baseline" : NULL, NULL);
  if (url != NULL)
    g_strv_builder_add_many (command, "--url", url, NULL);
  if (url == NULL && env != NULL)
    g_strv_builder_add_many (command, "--env", env, NULL);
  if (url == NULL)
    {
      g_strv_builder_add (command, "--");
      g_strv_builder_addv (command, (const char **) argv);
    }
  words = g_strv_builder_end (command);

  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) words, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  if (*out == '\0')
    g_error ("%s: %s", server->name, err);

  found = list_findings (out);
  g_assert_cmpstr (found, ==, server->findings);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

typedef struct
{
  guint n_tools;
  guint n_before;  /* boxes for JSON, when only the first level had fields */
  guint n_values;
  guint n_boxes;   /* boxes for JSON now */
} FormCount;

/* More levels of a schema that refers to itself say nothing new. */
#define MAX_LEVELS 8

/* Each value, with everything that can be added or chosen. */
static void
count_node (McpFormNode *node,
            FormCount   *count)
{
  GListModel *children = mcp_form_node_get_children (node);

  for (guint i = 0; i < MAX (mcp_form_node_get_n_variants (node), 1); i++)
    {
      if (mcp_form_node_get_n_variants (node) > 0)
        mcp_form_node_set_variant (node, i);
      mcp_form_node_set_state (node, MCP_FORM_VALUE);
      if (mcp_form_node_get_kind (node) == MCP_SHAPE_LEAF)
        {
          const McpField *field = mcp_form_node_get_field (node);
          gboolean is_box = field->kind == MCP_FIELD_JSON;

          count->n_values++;
          count->n_boxes += is_box;
          /* Only what the schema says nothing of, but null. */
          if (is_box && field->json_types != ~0u && field->json_types != 1u << MCP_JSON_NULL)
            g_error ("a box for %s: %s", mcp_form_node_dup_path (node), field->schema_json);
          continue;
        }

      if (mcp_form_node_takes_more (node))
        mcp_form_node_add (node, mcp_form_node_get_kind (node) == MCP_SHAPE_OBJECT ? "one" : NULL);
      for (guint k = 0; mcp_form_node_get_depth (node) < MAX_LEVELS && k < g_list_model_get_n_items (children); k++)
        {
          g_autoptr (McpFormNode) child = g_list_model_get_item (children, k);

          count_node (child, count);
        }
    }
}

/* Every tool opens as a form, without a box for JSON where its schema says what there is. */
static void
check_forms (const Server *server,
             const char   *baseline)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  FormCount count = { 0 };
  JsonObject *facts;
  JsonObjectIter iter;
  JsonNode *tool;

  json_parser_load_from_file (parser, baseline, &error);
  g_assert_no_error (error);
  facts = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "facts");
  g_assert_true (json_object_has_member (facts, "tools"));
  json_object_iter_init (&iter, json_object_get_object_member (facts, "tools"));
  while (json_object_iter_next (&iter, NULL, &tool))
    {
      JsonNode *node = json_object_get_member (json_node_get_object (tool), "inputSchema");
      g_autofree char *text = json_to_string (node, FALSE);
      g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, &error);
      g_autoptr (McpForm) form = NULL;

      g_assert_no_error (error);
      for (guint k = 0; k < mcp_schema_get_n_fields (schema); k++)
        count.n_before += mcp_schema_get_field (schema, k)->kind == MCP_FIELD_JSON;
      form = mcp_form_new (schema);
      count_node (mcp_form_get_root (form), &count);
      count.n_tools++;
    }
  g_test_message ("%s: %u tools, %u values; boxes for JSON: %u before, %u now", server->name, count.n_tools,
                  count.n_values, count.n_before, count.n_boxes);
}

static void
test_server (gconstpointer data)
{
  const Server *server = data;
  g_autofree char *folder = g_dir_make_tmp ("sounder-interop-XXXXXX", NULL);
  g_autofree char *baseline = g_build_filename (folder, "baseline.json", NULL);
  g_autofree char *config = NULL;
  g_auto (GStrv) argv = make_argv (server, folder, &config);
  g_autofree char *env = NULL;

  if (argv != NULL)
    {
      if (config != NULL)
        env = g_strconcat ("KUBECONFIG=", config, NULL);
      else if (server->env != NULL)
        env = fill_in (server->env, folder);

      if (server->url != NULL)
        {
          const char *variables[] = { env, NULL };
          g_autoptr (HttpServer) running = http_server_start ((const char * const *) argv, variables);
          g_auto (GStrv) parts = g_strsplit (server->url, "/", 2);
          g_autofree char *url = http_server_dup_url (running, parts[0], parts[1]);

          for (guint i = 0; i < N_CONNECTS; i++)
            check (server, NULL, url, NULL, baseline, i == 0);
        }
      else
        {
          for (guint i = 0; i < N_CONNECTS; i++)
            check (server, (const char * const *) argv, NULL, env, baseline, i == 0);
        }
      check_forms (server, baseline);
    }

  if (config != NULL)
    g_unlink (config);
  g_unlink (baseline);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *path = g_strconcat ("/interop/check/", servers[i].name, NULL);

      g_test_add_data_func (path, &servers[i], test_server);
    }

  return g_test_run ();
}
