/* test-long-texts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-catalog-list.h"
#include "sounder-prompts-page.h"
#include "sounder-resources-page.h"
#include "sounder-tools-page.h"
#include "sounder-window.h"
#include "test-support.h"

/* A server whose every text is a megabyte: none of it is laid out whole. */

#define TEXT_BYTES      (1024 * 1024)
#define MAX_LABEL_BYTES (64 * 1024)
/* A name is one word that is broken anywhere: laying that out takes much longer. */
#define MAX_NAME_BYTES  1024
#define NAME_BYTE       'n'
#define N_MANY          3000

/* A member whose value is as long, in lines. */
static void
append_text (GString    *json,
             const char *name)
{
  g_autofree char *text = g_strnfill (TEXT_BYTES, 'x');

  for (gsize i = 80; i < TEXT_BYTES; i += 80)
    memcpy (text + i, "\\n", 2);
  g_string_append_printf (json, "\"%s\":\"%s\",", name, text);
}

/* Fields beyond number, one with as many values, and one that is deep. */
static void
append_schema (GString *json)
{
  g_string_append (json, "{\"type\":\"object\",\"properties\":{\"deep\":");
  for (guint i = 0; i < 60; i++)
    g_string_append (json, "{\"type\":\"object\",\"properties\":{\"a\":");
  g_string_append (json, "{}");
  for (guint i = 0; i < 60; i++)
    g_string_append (json, "}}");
  g_string_append (json, ",\"long\":{\"type\":\"string\",");
  append_text (json, "title");
  append_text (json, "description");
  append_text (json, "default");
  g_string_append (json, "\"x\":0},\"values\":{\"type\":\"string\",\"enum\":[");
  for (guint i = 0; i < N_MANY; i++)
    g_string_append_printf (json, "\"value %u\",", i);
  g_string_append (json, "\"\"]},\"boxes\":{\"type\":\"array\",\"items\":{\"enum\":[");
  for (guint i = 0; i < N_MANY; i++)
    g_string_append_printf (json, "\"box %u\",", i);
  g_string_append (json, "\"\"]}}");
  for (guint i = 0; i < N_MANY; i++)
    g_string_append_printf (json, ",\"field %u\":{\"type\":\"string\"}", i);
  g_string_append (json, "}}");
}

static void
append_lists (GString *json)
{
  g_autofree char *name = g_strnfill (MAX_LABEL_BYTES / 2, NAME_BYTE);

  g_string_append (json, "\"tools/list\":{\"result\":{\"tools\":[{\"name\":\"tool\",");
  append_text (json, "title");
  append_text (json, "description");
  g_string_append (json, "\"annotations\":{");
  append_text (json, "title");
  g_string_append (json, "\"readOnlyHint\":true},\"inputSchema\":");
  append_schema (json);
  g_string_append (json, "}]}},\"resources/list\":{\"result\":{\"resources\":[{\"uri\":\"a:b\",");
  append_text (json, "name");
  append_text (json, "title");
  append_text (json, "description");
  append_text (json, "mimeType");
  g_string_append (json, "\"x\":0},{");
  append_text (json, "uri");
  g_string_append (json, "\"name\":\"n\"}]}},"
                         "\"resources/templates/list\":{\"result\":{\"resourceTemplates\":[]}},"
                         "\"prompts/list\":{\"result\":{\"prompts\":[{\"name\":\"prompt\",");
  append_text (json, "title");
  append_text (json, "description");
  g_string_append (json, "\"arguments\":[{\"name\":\"argument\",");
  append_text (json, "description");
  g_string_append_printf (json, "\"required\":true},{\"name\":\"%s\"}]}]}},", name);
  g_string_append (json, "\"tools/call\":{\"error\":{\"code\":-32000,");
  append_text (json, "message");
  g_string_append (json, "\"data\":1}}");
}

static char *
write_script (void)
{
  g_autofree char *folder = test_make_folder ();
  char *path = g_build_filename (folder, "script.json", NULL);
  g_autoptr (GString) json = g_string_new ("[{\"handshake\":{\"capabilities\":{\"tools\":{},"
                                           "\"resources\":{},\"prompts\":{},\"logging\":{},");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_MANY; i++)
    g_string_append_printf (json, "\"capability %u\":{},", i);
  g_string_append (json, "\"experimental\":{");
  append_text (json, "a");
  g_string_append (json, "\"b\":{}}},\"serverInfo\":{");
  append_text (json, "name");
  append_text (json, "title");
  append_text (json, "version");
  append_text (json, "websiteUrl");
  append_text (json, "description");
  g_string_append (json, "\"x\":0},");
  append_text (json, "instructions");
  g_string_append (json, "\"_meta\":{}}},{");
  append_text (json, "stderr");
  g_string_append (json, "\"x\":0},{\"send\":{\"jsonrpc\":\"2.0\",\"method\":"
                         "\"notifications/message\",\"params\":{\"level\":\"error\",");
  append_text (json, "logger");
  append_text (json, "data");
  g_string_append (json, "\"x\":0}}},{\"serve\":{");
  append_lists (json);
  g_string_append (json, "}}]");
  g_file_set_contents (path, json->str, (gssize) json->len, &error);
  g_assert_no_error (error);

  return path;
}

static void
assert_short (GtkWidget  *widget,
              const char *what,
              const char *text)
{
  gsize max_bytes = text != NULL && *text == NAME_BYTE ? MAX_NAME_BYTES : MAX_LABEL_BYTES;

  if (text == NULL || strlen (text) <= max_bytes)
    return;

  g_error ("The %s of a %s has %zu bytes; it is below %s and %s", what, G_OBJECT_TYPE_NAME (widget),
           strlen (text), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
           G_OBJECT_TYPE_NAME (gtk_widget_get_parent (gtk_widget_get_parent (widget))));
}

static guint
assert_all_short (GtkWidget *widget)
{
  guint n = 1;

  assert_short (widget, "tooltip", gtk_widget_get_tooltip_text (widget));
  if (GTK_IS_LABEL (widget))
    assert_short (widget, "text", gtk_label_get_label (GTK_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += assert_all_short (child);

  return n;
}

static gboolean
drawn_cb (GtkWidget     *widget,
          GdkFrameClock *frame_clock,
          gpointer       user_data)
{
  return ++*(guint *) user_data < 3;
}

static void
show (SounderWindow *window,
      const char    *page)
{
  SounderSessionView *view = sounder_window_get_session_view (window);
  guint n_widgets;
  guint n_frames = 0;

  sounder_session_view_set_page (view, page);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), drawn_cb, &n_frames, NULL);
  TEST_AWAIT_POLL (n_frames == 3);
  n_widgets = assert_all_short (GTK_WIDGET (window));
  g_test_message ("%s: %u widgets", page, n_widgets);
  /* Each of the thousands of fields, boxes or capabilities would have more than a few. */
  g_assert_cmpuint (n_widgets, <, 5 * N_MANY);
}

static void
test_long_texts (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autofree char *path = write_script ();
  const char *argv[] = { g_getenv ("SOUNDER_MOCK_SERVER"), path, NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("mock", argv);
  SounderServer *server;
  SounderWindow *window;
  SounderSessionView *view;
  McpSession *session;
  McpCall *call;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  server = sounder_server_model_add_temporary (model, profile);
  window = sounder_window_new (NULL, model);
  view = sounder_window_get_session_view (window);
  gtk_window_present (GTK_WINDOW (window));
  sounder_window_select (window, server);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  session = sounder_server_get_session (server);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_session_has_list (session, kind))
      TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (session, kind))
                  == MCP_CATALOG_LOADED);

  show (window, "overview");
  show (window, "tools");
  g_assert_true (sounder_tools_page_select (
    SOUNDER_TOOLS_PAGE (sounder_session_view_find_page (view, "tools")), "tool"));
  show (window, "tools");
  gtk_widget_activate_action (sounder_session_view_find_page (view, "tools"), "tools.call", NULL);
  call = app_test_get_call (sounder_session_view_find_page (view, "tools"));
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
  show (window, "tools");
  show (window, "resources");
  sounder_resources_page_open (
    SOUNDER_RESOURCES_PAGE (sounder_session_view_find_page (view, "resources")), "a:b");
  show (window, "resources");
  show (window, "prompts");
  g_assert_true (sounder_catalog_list_select (
    app_test_child (sounder_session_view_find_page (view, "prompts"), "list"), "prompt"));
  show (window, "prompts");
  show (window, "timeline");
  show (window, "health");
  show (window, "console");

  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/long-texts/every-page", test_long_texts);

  return g_test_run ();
}
