/* test-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "sounder-catalog-list.h"
#include "sounder-prompts-page.h"
#include "sounder-resources-page.h"
#include "sounder-timeline-page.h"
#include "sounder-tools-page.h"
#include "sounder-window.h"
#include "test-support.h"

/* A window with several servers: whatever is shown and sent is of the server that is selected. */

#define N_SERVERS  10

/* GtkSourceView interns a name for each buffer. GLib leaks its table of names when that grows,
 * which 500 switches reach, and LeakSanitizer cannot tell that from a leak of ours. */
#ifdef __SANITIZE_ADDRESS__
# define N_SWITCHES 120
#else
# define N_SWITCHES 500
#endif

/* "both" is a tool of all servers, and takes other arguments in each. */
#define SERVER \
  "[{\"handshake\":{\"capabilities\":{\"tools\":{},\"prompts\":{},\"resources\":{}}}},{\"serve\":{" \
  "\"tools/list\":{\"result\":{\"tools\":[" \
  "{\"name\":\"both\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"of_%s\":{\"type\":\"string\"}}}}," \
  "{\"name\":\"only_%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}}]}}," \
  "\"prompts/list\":{\"result\":{\"prompts\":[{\"name\":\"greet\",\"arguments\":[{\"name\":\"who\"}]}," \
  "{\"name\":\"only_%s\",\"arguments\":[{\"name\":\"x\"}]}]}}," \
  "\"resources/list\":{\"result\":{\"resources\":[{\"uri\":\"f:both\",\"name\":\"both\"}]}}," \
  "\"resources/templates/list\":{\"result\":{\"resourceTemplates\":[" \
  "{\"uriTemplate\":\"f:{of_%s}\",\"name\":\"%s\"}]}}," \
  "\"resources/read\":{\"result\":{\"contents\":[{\"uri\":\"f:both\",\"text\":\"read from %s\"}]}}," \
  "\"prompts/get\":{\"result\":{\"messages\":[{\"role\":\"user\",\"content\":" \
  "{\"type\":\"text\",\"text\":\"got from %s\"}}]}}," \
  "\"tools/call\":{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"called at %s\"}]}}}}]"

typedef struct
{
  SounderServerModel *model;
  SounderServer      *servers[N_SERVERS];
  guint               n_servers;
  SounderWindow      *window;
} Fixture;

static gboolean
is_listed (SounderServer *server)
{
  McpSession *session = sounder_server_get_session (server);

  for (guint kind = 0; kind < MCP_CATALOG_SKILLS; kind++)
    if (mcp_catalog_get_state (mcp_session_get_catalog (session, kind)) != MCP_CATALOG_LOADED)
      return FALSE;

  return TRUE;
}

static void
add_server (Fixture *fixture)
{
  g_autofree char *name = g_strdup_printf ("s%u", fixture->n_servers);
  g_auto (GStrv) parts = g_strsplit (SERVER, "%s", -1);
  g_autofree char *script = g_strjoinv (name, parts);
  g_autoptr (McpProfile) profile = app_test_new_profile (name, script);
  SounderServer *server;

  mcp_profile_stop_probes (profile);
  server = sounder_server_model_add_temporary (fixture->model, profile);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY && is_listed (server));
  fixture->servers[fixture->n_servers++] = server;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  n_servers)
{
  fixture->model = app_test_new_model ();
  while (fixture->n_servers < GPOINTER_TO_UINT (n_servers))
    add_server (fixture);
  fixture->window = sounder_window_new (NULL, fixture->model);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1270, 790);
  gtk_window_present (GTK_WINDOW (fixture->window));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  n_servers)
{
  gpointer watched = fixture->window;

  for (guint i = 0; i < fixture->n_servers; i++)
    sounder_server_close (fixture->servers[i]);
  TEST_AWAIT (sounder_server_model_count_open (fixture->model) == 0);
  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
  app_test_let_go (fixture->model);
}

/* Of the view, all pages in it and their parts. */
static void
assert_all_of (GtkWidget  *widget,
               McpSession *session)
{
  if (SOUNDER_IS_PAGE (widget))
    {
      McpWorkbench *workbench = app_test_get_object (widget, "workbench");

      g_assert_true (app_test_get_object (widget, "session") == session);
      g_assert_true (workbench == NULL || mcp_workbench_get_session (workbench) == session);
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_all_of (child, session);
}

static SounderSessionView *
select_server (Fixture *fixture,
               guint    i)
{
  SounderSessionView *view;

  sounder_window_select (fixture->window, fixture->servers[i]);
  view = sounder_window_get_session_view (fixture->window);
  g_assert_true (sounder_session_view_get_server (view) == fixture->servers[i]);
  assert_all_of (GTK_WIDGET (view), sounder_server_get_session (fixture->servers[i]));
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  return view;
}

/* The page in the window now: another view may be in the place of that before. */
static gpointer
get_page (Fixture    *fixture,
          const char *name)
{
  SounderSessionView *view = sounder_window_get_session_view (fixture->window);

  sounder_session_view_set_page (view, name);
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  return sounder_session_view_find_page (view, name);
}

static const char *
get_filter (gpointer page)
{
  GtkWidget *list = app_test_child (page, "list");

  return gtk_editable_get_text (GTK_EDITABLE (app_test_child (list, "search")));
}

static void
assert_chosen (gpointer    page,
               const char *name)
{
  g_assert_cmpstr (mcp_catalog_item_get_name (
                     sounder_catalog_list_get_selected (app_test_child (page, "list"))), ==, name);
}

static void
assert_form (gpointer    page,
             const char *json)
{
  g_autofree char *text = SOUNDER_INVOKE_PAGE_CLASS (G_OBJECT_GET_CLASS (page))->dup_arguments (page);

  g_assert_cmpstr (text, ==, json);
}

static void
fill (gpointer    page,
      const char *json)
{
  SOUNDER_INVOKE_PAGE_CLASS (G_OBJECT_GET_CLASS (page))->load (page, json);
}

/* How often a method was sent to a server. */
static guint
count_sent (SounderServer *server,
            const char    *method,
            guint         *last)   /* (out) (optional): the serial of the last one */
{
  McpJournal *journal = mcp_session_get_journal (sounder_server_get_session (server));
  guint n = 0;

  mcp_journal_flush (journal);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_direction (record) != MCP_DIRECTION_OUT
          || g_strcmp0 (mcp_record_get_method (record), method) != 0)
        continue;
      n++;
      if (last != NULL)
        *last = serial;
    }

  return n;
}

static void
test_tools (Fixture       *fixture,
            gconstpointer  n_servers)
{
  gpointer page;
  McpCall *call;

  select_server (fixture, 1);
  page = get_page (fixture, "tools");
  sounder_catalog_list_set_search (app_test_child (page, "list"), "only");
  g_assert_true (sounder_tools_page_select (page, "only_s1"));
  fill (page, "{\"x\":\"typed at s1\"}");
  gtk_widget_activate_action (page, "tools.call", NULL);
  call = app_test_get_call (page);
  TEST_AWAIT (mcp_call_is_finished (call));

  /* What the other shows and sends is its own, whatever is in the filter of this one. */
  select_server (fixture, 0);
  page = get_page (fixture, "tools");
  g_assert_cmpstr (get_filter (page), ==, "");
  assert_chosen (page, "both");
  assert_form (page, "{}");
  g_assert_null (app_test_get_call (page));
  fill (page, "{\"of_s0\":\"typed at s0\"}");
  gtk_widget_activate_action (page, "tools.call", NULL);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));
  g_assert_cmpuint (count_sent (fixture->servers[0], "tools/call", NULL), ==, 1);
  g_assert_cmpuint (count_sent (fixture->servers[1], "tools/call", NULL), ==, 1);

  select_server (fixture, 1);
  page = get_page (fixture, "tools");
  g_assert_cmpstr (get_filter (page), ==, "only");
  assert_chosen (page, "only_s1");
  assert_form (page, "{\"x\":\"typed at s1\"}");
  g_assert_true (app_test_get_call (page) == call);

  /* The same tool of both has arguments of its own in each. */
  sounder_catalog_list_set_search (app_test_child (page, "list"), "");
  g_assert_true (sounder_tools_page_select (page, "both"));
  assert_form (page, "{}");
  select_server (fixture, 0);
  assert_form (get_page (fixture, "tools"), "{\"of_s0\":\"typed at s0\"}");
}

/* Text that is no JSON yet is kept as well, for each tool. */
static void
test_draft (Fixture       *fixture,
            gconstpointer  n_servers)
{
  gpointer page;

  select_server (fixture, 1);
  page = get_page (fixture, "tools");
  gtk_toggle_button_set_active (app_test_child (page, "raw_button"), TRUE);
  sounder_schema_form_set_text (app_test_child (page, "form"), "{\"of_s1\":");
  g_assert_true (sounder_tools_page_select (page, "only_s1"));
  assert_form (page, "{}");
  g_assert_true (sounder_tools_page_select (page, "both"));
  select_server (fixture, 0);
  select_server (fixture, 1);
  page = get_page (fixture, "tools");
  assert_chosen (page, "both");
  {
    g_autofree char *text = sounder_schema_form_dup_draft (app_test_child (page, "form"));

    g_assert_cmpstr (text, ==, "{\"of_s1\":");
  }
}

static void
test_prompts (Fixture       *fixture,
              gconstpointer  n_servers)
{
  gpointer page;

  select_server (fixture, 1);
  page = get_page (fixture, "prompts");
  sounder_prompts_page_select (page, "only_s1");
  fill (page, "{\"x\":\"typed, and not sent\"}");
  select_server (fixture, 0);
  page = get_page (fixture, "prompts");
  assert_chosen (page, "greet");
  assert_form (page, "{}");
  fill (page, "{\"who\":\"me\"}");
  gtk_widget_activate_action (page, "prompts.get", NULL);
  TEST_AWAIT (mcp_call_is_finished (app_test_get_call (page)));
  g_assert_cmpuint (count_sent (fixture->servers[0], "prompts/get", NULL), ==, 1);
  g_assert_cmpuint (count_sent (fixture->servers[1], "prompts/get", NULL), ==, 0);

  select_server (fixture, 1);
  page = get_page (fixture, "prompts");
  assert_chosen (page, "only_s1");
  assert_form (page, "{\"x\":\"typed, and not sent\"}");
  g_assert_null (app_test_get_call (page));
}

/* Coming back reads nothing once more. */
static void
test_resources (Fixture       *fixture,
                gconstpointer  n_servers)
{
  gpointer page;
  McpCall *call;

  select_server (fixture, 1);
  page = get_page (fixture, "resources");
  g_assert_true (sounder_catalog_list_select (app_test_child (page, "list"), "f:both"));
  call = app_test_get_call (page);
  TEST_AWAIT (mcp_call_is_finished (call));
  select_server (fixture, 0);
  page = get_page (fixture, "resources");
  g_assert_null (app_test_get_call (page));
  g_assert_cmpuint (count_sent (fixture->servers[0], "resources/read", NULL), ==, 0);
  select_server (fixture, 1);
  page = get_page (fixture, "resources");
  g_assert_true (app_test_get_call (page) == call);
  g_assert_cmpuint (count_sent (fixture->servers[1], "resources/read", NULL), ==, 1);

  sounder_resources_page_select_template (page, "f:{of_s1}");
  fill (page, "{\"of_s1\":\"typed\"}");
  select_server (fixture, 0);
  select_server (fixture, 1);
  page = get_page (fixture, "resources");
  g_assert_null (sounder_catalog_list_get_selected (app_test_child (page, "list")));
  assert_form (page, "{\"of_s1\":\"typed\"}");
}

/* A filter and an order of one server are nothing to another. */
static void
test_timeline (Fixture       *fixture,
               gconstpointer  n_servers)
{
  SounderTimeline *timeline;
  guint serial;

  select_server (fixture, 1);
  timeline = sounder_timeline_page_get_timeline (get_page (fixture, "timeline"));
  g_object_set (timeline, "filter", "method:tools/list", "follow", FALSE, NULL);
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 2);
  count_sent (fixture->servers[1], "tools/list", &serial);
  g_object_set (timeline, "selected-serial", serial, NULL);

  select_server (fixture, 0);
  timeline = sounder_timeline_page_get_timeline (get_page (fixture, "timeline"));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) > 2);
  g_assert_cmpuint (app_test_get_uint (timeline, "selected-serial"), ==, 0);

  select_server (fixture, 1);
  timeline = sounder_timeline_page_get_timeline (get_page (fixture, "timeline"));
  TEST_AWAIT_POLL (sounder_timeline_get_n_rows (timeline) == 2);
  TEST_AWAIT_POLL (app_test_get_uint (timeline, "selected-serial") == serial);
}

/* Every page is that of its server, and where one was is where one comes back to. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  n_servers)
{
  static const char *const pages[] = { "overview", "tools", "resources", "prompts", "timeline",
                                       "health", "console" };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      select_server (fixture, 0);
      get_page (fixture, pages[i]);
      select_server (fixture, 1);
      get_page (fixture, pages[(i + 1) % G_N_ELEMENTS (pages)]);
      g_assert_cmpstr (sounder_session_view_get_page (select_server (fixture, 0)), ==, pages[i]);
      g_assert_cmpstr (sounder_session_view_get_page (select_server (fixture, 1)), ==,
                       pages[(i + 1) % G_N_ELEMENTS (pages)]);
    }
}

static void
drop_views (Fixture       *fixture,
            gconstpointer  n_servers)
{
  set_up (fixture, n_servers);
  g_object_set (fixture->window, "max-views", 1, NULL);
}

/* Whatever was done at each server is there whenever it is chosen again. */
static void
test_switching (Fixture       *fixture,
                gconstpointer  n_servers)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (37);
  char *filters[N_SERVERS] = { NULL };
  gboolean chosen[N_SERVERS] = { FALSE };

  for (guint i = 0; i < N_SWITCHES; i++)
    {
      guint which = g_rand_int_range (dice, 0, N_SERVERS);
      g_autofree char *own = g_strdup_printf ("only_s%u", which);
      gpointer page;

      g_object_set (fixture->window, "max-views", g_rand_int_range (dice, 1, N_SERVERS + 1), NULL);
      sounder_window_select (fixture->window, fixture->servers[which]);
      page = sounder_session_view_find_page (sounder_window_get_session_view (fixture->window), "tools");
      assert_all_of (GTK_WIDGET (sounder_window_get_session_view (fixture->window)),
                     sounder_server_get_session (fixture->servers[which]));
      g_assert_cmpstr (get_filter (page), ==, filters[which] != NULL ? filters[which] : "");
      assert_chosen (page, chosen[which] ? own : "both");

      g_free (filters[which]);
      filters[which] = g_strdup_printf (g_rand_boolean (dice) ? "s%u" : "o", which);
      sounder_catalog_list_set_search (app_test_child (page, "list"), filters[which]);
      chosen[which] = sounder_tools_page_select (page, own);
      g_assert_true (chosen[which]);
    }

  for (guint i = 0; i < N_SERVERS; i++)
    g_free (filters[i]);
}

/* A server is shown in one window; choosing it in another presents that one. */
static void
test_two_windows (Fixture       *fixture,
                  gconstpointer  n_servers)
{
  g_autoptr (GtkApplication) application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);
  SounderWindow *second;
  gpointer watched;

  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  gtk_window_set_application (GTK_WINDOW (fixture->window), application);
  select_server (fixture, 0);
  select_server (fixture, 1);
  second = sounder_window_new (application, fixture->model);
  gtk_window_present (GTK_WINDOW (second));
  g_assert_true (sounder_window_get_selected (second) == fixture->servers[0]);
  sounder_window_select (second, fixture->servers[1]);
  g_assert_true (sounder_window_get_selected (second) == fixture->servers[0]);
  g_assert_true (sounder_window_find_showing (second, fixture->servers[1]) == fixture->window);

  watched = second;
  g_object_add_weak_pointer (watched, &watched);
  gtk_window_close (GTK_WINDOW (second));
  TEST_AWAIT_POLL (watched == NULL);
  g_assert_true (sounder_server_is_open (fixture->servers[0]));
  gtk_window_set_application (GTK_WINDOW (fixture->window), NULL);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(name, n, before, function) \
  g_test_add ("/app/views/" name, Fixture, GUINT_TO_POINTER (n), before, function, tear_down)
#define ADD_BOTH(name, function) \
  ADD (name, 2, set_up, function); \
  ADD (name "-again", 2, drop_views, function)

  ADD_BOTH ("tools", test_tools);
  ADD_BOTH ("draft", test_draft);
  ADD_BOTH ("prompts", test_prompts);
  ADD_BOTH ("resources", test_resources);
  ADD_BOTH ("timeline", test_timeline);
  ADD_BOTH ("pages", test_pages);
  ADD ("switching", N_SERVERS, set_up, test_switching);
  ADD ("two-windows", 2, set_up, test_two_windows);

  return g_test_run ();
}
