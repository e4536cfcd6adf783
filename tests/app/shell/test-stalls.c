/* test-stalls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-catalog-list.h"
#include "sounder-tools-page.h"
#include "sounder-window.h"
#include "stalls.h"
#include "test-support.h"

/* Whatever a server sends, the window goes on. */

/*
 * Drawing apart, nobody notices 100 ms. Builds for debugging take several times as long: there it
 * is looked at that all goes through, with less of everything.
 */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
# define MAX_MSEC 300
# define PART     1
#else
# define MAX_MSEC 3000
# define PART     10
#endif

typedef struct
{
  SounderServerModel *model;
  SounderServer      *server;
  SounderWindow      *window;
} Fixture;

/* A server that answers as @serve says, with @capabilities beside its tools. */
static SounderServer *
add_server (Fixture    *fixture,
            const char *capabilities,
            const char *serve)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "script.json", NULL);
  const char *argv[] = { g_getenv ("SOUNDER_MOCK_SERVER"), path, NULL };
  g_autofree char *script =
    g_strdup_printf ("[{\"handshake\":{\"capabilities\":{%s\"tools\":{}}}},{\"serve\":{%s}}]",
                         capabilities,
                         serve);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("mock", argv);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, script, -1, &error);
  g_assert_no_error (error);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);

  return sounder_server_model_add_temporary (fixture->model, profile);
}

static gpointer
get_tools (Fixture *fixture)
{
  return sounder_session_view_find_page (sounder_window_get_session_view (fixture->window),
                                         "tools");
}

static void
assert_smooth (Fixture    *fixture,
               const char *scene)
{
  double longest;

  for (guint i = 0; i < 3; i++)
    app_test_draw_frames (GTK_WIDGET (fixture->window));
  longest = stalls_finish (scene);
  if (longest > MAX_MSEC)
    g_test_fail_printf ("%s: the window stood still for %.0f ms", scene, longest);
}

static void
open_server (Fixture    *fixture,
             const char *scene,
             const char *capabilities,
             const char *serve)
{
  McpSession *session;

  fixture->model = app_test_new_model ();
  fixture->server = add_server (fixture, capabilities, serve);
  fixture->window = sounder_window_new (NULL, fixture->model);
  gtk_window_present (GTK_WINDOW (fixture->window));
  sounder_window_select (fixture->window, fixture->server);
  sounder_session_view_set_page (sounder_window_get_session_view (fixture->window), "tools");
  stalls_watch (GTK_WIDGET (fixture->window));
  sounder_server_open (fixture->server);
  TEST_AWAIT (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_READY);
  session = sounder_server_get_session (fixture->server);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);
  assert_smooth (fixture, scene);
}

static void
close_server (Fixture *fixture)
{
  gpointer watched = fixture->window;

  sounder_server_close (fixture->server);
  TEST_AWAIT (!sounder_server_is_open (fixture->server));
  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
  app_test_let_go (fixture->model);
}

static char *
repeat (const char *unit,
        gsize       n_bytes)
{
  GString *text = g_string_new (NULL);

  while (text->len < n_bytes)
    g_string_append (text, unit);

  return g_string_free (text, FALSE);
}

/* --- Texts --- */

/* As JSON has them. */
static const struct
{
  const char *name;
  const char *unit;
  gsize       n_bytes;
} texts[] = {
  { "tabs", "\\t", 1024 * 1024 },
  { "letters-and-tabs", "x\\t", 100 * 1024 },
  { "marks", "\314\201", 2 * 1024 * 1024 },
  { "marks-on-letters", "e\314\201\314\202\314\203\314\204", 1024 * 1024 },
  { "one-word", "x", 1024 * 1024 },
  { "two-directions", "a\327\220", 512 * 1024 },
  { "scripts", "a\320\260\316\261", 512 * 1024 },
  { "joined-emoji", "\360\237\221\251\342\200\215", 512 * 1024 },
  { "thai", "\340\270\201\340\271\211", 512 * 1024 },
  { "lines", "\\n", 1024 * 1024 },
  { "markdown", "**a** `b` [c](d)\\n\\n", 512 * 1024 },
  { "nested-lists", "- ", 64 * 1024 },
  { "quotes", "> ", 64 * 1024 },
};

static void
test_text (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *text = repeat (texts[i].unit, texts[i].n_bytes / PART);
  g_autofree char *serve = g_strdup_printf (
      "\"tools/"
      "list\":{\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}},"
      "\"tools/call\":{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}",
      text);
  Fixture fixture = { NULL };
  McpCall *call;

  open_server (&fixture, "opened", "", serve);
  g_assert_true (sounder_tools_page_select (get_tools (&fixture), "t"));
  assert_smooth (&fixture, "chosen");
  gtk_widget_activate_action (get_tools (&fixture), "tools.call", NULL);
  call = app_test_get_call (get_tools (&fixture));
  TEST_AWAIT (mcp_call_is_finished (call));
  assert_smooth (&fixture, texts[i].name);
  sounder_session_view_set_page (sounder_window_get_session_view (fixture.window), "timeline");
  assert_smooth (&fixture, "its record");
  close_server (&fixture);
}

/* --- Lists --- */

static void
test_tools (void)
{
  GString *serve = g_string_new ("\"tools/list\":{\"result\":{\"tools\":[");
  Fixture fixture = { NULL };

  for (guint i = 0; i < 100 * 1000 / PART; i++)
    g_string_append_printf (serve,
                            "%s{\"name\":\"tool_%u\",\"inputSchema\":{\"type\":\"object\"}}",
                            i > 0 ? "," : "",
                            i);
  g_string_append (serve, "]}}");
  open_server (&fixture, "100,000 tools", "", serve->str);
  sounder_catalog_list_set_search (app_test_child (get_tools (&fixture), "list"), "99");
  assert_smooth (&fixture, "search");
  g_assert_true (sounder_tools_page_select (get_tools (&fixture), "tool_999"));
  assert_smooth (&fixture, "chosen");
  close_server (&fixture);
  g_string_free (serve, TRUE);
}

static void
show_schema (const char *schema,
             const char *scene)
{
  g_autofree char *serve = g_strdup_printf (
      "\"tools/list\":{\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":%s}]}},"
      "\"tools/call\":{\"result\":{\"content\":[]}}",
      schema);
  Fixture fixture = { NULL };
  McpCall *call;

  open_server (&fixture, scene, "", serve);
  g_assert_true (sounder_tools_page_select (get_tools (&fixture), "t"));
  assert_smooth (&fixture, "its form");
  gtk_widget_activate_action (get_tools (&fixture), "tools.call", NULL);
  call = app_test_get_call (get_tools (&fixture));
  if (call != NULL)
    TEST_AWAIT (mcp_call_is_finished (call));
  assert_smooth (&fixture, "its call");
  close_server (&fixture);
}

static void
test_properties (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"properties\":{");

  for (guint i = 0; i < 100 * 1000 / PART; i++)
    g_string_append_printf (schema, "%s\"property_%u\":{\"type\":\"string\"}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  show_schema (schema->str, "100,000 properties");
}

static void
test_enum (void)
{
  g_autoptr (GString) schema = g_string_new (
      "{\"type\":\"object\",\"properties\":{\"choice\":{\"type\":\"string\",\"enum\":[");

  for (guint i = 0; i < 200 * 1000 / PART; i++)
    g_string_append_printf (schema, "%s\"value_%u\"", i > 0 ? "," : "", i);
  g_string_append (schema, "]}}}");
  show_schema (schema->str, "200,000 values");
}

/* A result and what it is checked against, each of some megabytes. */
static void
test_output_schema (void)
{
  g_autoptr (GString) properties = g_string_new (NULL);
  g_autoptr (GString) members = g_string_new (NULL);
  g_autofree char *serve = NULL;
  Fixture fixture = { NULL };
  McpCall *call;

  for (guint i = 0; i < 100 * 1000 / PART; i++)
    {
      g_string_append_printf (
          properties, "%s\"p%u\":{\"type\":\"string\",\"pattern\":\"^v\"}", i > 0 ? "," : "", i);
      g_string_append_printf (members, "%s\"p%u\":\"value\"", i > 0 ? "," : "", i);
    }
  serve = g_strdup_printf (
      "\"tools/"
      "list\":{\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
      "\"outputSchema\":{\"type\":\"object\",\"properties\":{%s}}}]}},"
      "\"tools/call\":{\"result\":{\"content\":[],\"structuredContent\":{%s}}}",
      properties->str,
      members->str);
  open_server (&fixture, "100,000 properties of results", "", serve);
  g_assert_true (sounder_tools_page_select (get_tools (&fixture), "t"));
  assert_smooth (&fixture, "chosen");
  gtk_widget_activate_action (get_tools (&fixture), "tools.call", NULL);
  call = app_test_get_call (get_tools (&fixture));
  TEST_AWAIT (mcp_call_is_finished (call));
  assert_smooth (&fixture, "a result of 100,000 members");
  close_server (&fixture);
}

static void
test_capabilities (void)
{
  g_autoptr (GString) capabilities = g_string_new (NULL);
  Fixture fixture = { NULL };

  for (guint i = 0; i < 200 * 1000 / PART; i++)
    g_string_append_printf (capabilities, "\"capability_%u\":{},", i);
  open_server (&fixture,
               "200,000 capabilities",
               capabilities->str,
               "\"tools/list\":{\"result\":{\"tools\":[]}}");
  sounder_session_view_set_page (sounder_window_get_session_view (fixture.window), "overview");
  assert_smooth (&fixture, "overview");
  close_server (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/app/stalls/text/", texts[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_text);
    }
  g_test_add_func ("/app/stalls/tools", test_tools);
  g_test_add_func ("/app/stalls/properties", test_properties);
  g_test_add_func ("/app/stalls/enum", test_enum);
  g_test_add_func ("/app/stalls/output-schema", test_output_schema);
  g_test_add_func ("/app/stalls/capabilities", test_capabilities);

  return g_test_run ();
}
