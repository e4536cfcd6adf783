/* test-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "sounder-tools-page.h"
#include "sounder-window.h"
#include "test-support.h"

/* The form of a tool with a field of each kind, in the real window: where things are. */

#define LONG                                                                                       \
  "What is looked up, in lower case, with hyphens between its parts and never with blanks: what " \
  "is not found is looked up again in the second dictionary, which takes longer to answer."

static const char script[] =
  "[{\"handshake\":{\"capabilities\":{\"tools\":{}}}},{\"serve\":{\"tools/list\":{\"result\":{"
  "\"tools\":[{\"name\":\"kinds\",\"inputSchema\":{\"type\":\"object\","
  "\"required\":[\"string\",\"integer\",\"enum\",\"boolean\",\"labels\",\"array\"],\"properties\":{"
  "\"string\":{\"type\":\"string\",\"minLength\":400,\"pattern\":\"^[a-z]+(-[a-z]+)*$\","
  "\"description\":\"" LONG "\"},"
  "\"integer\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10},"
  "\"number\":{\"type\":\"number\",\"description\":\"" LONG "\"},"
  "\"enum\":{\"enum\":[\"one whose name is so long that there is no room for all of it anywhere, "
  "and which is still the first of those that there are to choose from\",\"short\"],"
  "\"description\":\"" LONG "\"},"
  "\"boolean\":{\"type\":\"boolean\",\"description\":\"" LONG "\"},"
  "\"perhaps\":{\"type\":[\"boolean\",\"null\"]},"
  "\"labels\":{\"type\":\"array\",\"items\":{\"enum\":[\"red\",\"green\"]},"
  "\"description\":\"" LONG "\"},"
  "\"array\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"" LONG "\"},"
  "\"object\":{\"type\":\"object\",\"properties\":{\"deep\":{\"type\":\"integer\"}}},"
  "\"json\":{\"description\":\"" LONG "\"},"
  "\"lines\":{\"type\":\"string\",\"maxLength\":4000}}}}]}}}}]";

typedef struct
{
  SounderServerModel *model;
  SounderServer      *server;
  SounderWindow      *window;
  SounderToolsPage   *page;
  SounderSchemaForm  *form;
  GtkWidget          *viewport;
  guint               n_rows;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("kinds", script);
  SounderSessionView *view;
  McpSession *session;

  fixture->model = app_test_new_model ();
  fixture->server = sounder_server_model_add_temporary (fixture->model, profile);
  fixture->window = sounder_window_new (NULL, fixture->model);
  view = sounder_window_get_session_view (fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1270, 790);
  gtk_window_present (GTK_WINDOW (fixture->window));
  sounder_window_select (fixture->window, fixture->server);
  sounder_server_open (fixture->server);
  TEST_AWAIT (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_READY);
  session = sounder_server_get_session (fixture->server);
  TEST_AWAIT (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS))
              == MCP_CATALOG_LOADED);

  sounder_session_view_set_page (view, "tools");
  fixture->page = SOUNDER_TOOLS_PAGE (sounder_session_view_find_page (view, "tools"));
  g_assert_true (sounder_tools_page_select (fixture->page, "kinds"));
  sounder_tools_page_enter_form (fixture->page);
  fixture->form = app_test_child (fixture->page, "form");
  fixture->viewport = gtk_widget_get_ancestor (GTK_WIDGET (fixture->form), GTK_TYPE_VIEWPORT);
  fixture->n_rows = g_list_model_get_n_items (
    mcp_form_node_get_children (mcp_form_get_root (sounder_schema_form_get_form (fixture->form))));
  g_assert_cmpuint (fixture->n_rows, ==, 11);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gpointer watched = fixture->window;

  sounder_server_close (fixture->server);
  TEST_AWAIT (!sounder_server_is_open (fixture->server));
  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
  app_test_let_go (fixture->model);
}

static void
resize_window (Fixture *fixture,
               int      width,
               int      height)
{
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  TEST_AWAIT_POLL (ABS (gtk_widget_get_width (GTK_WIDGET (fixture->window)) - width) < 80
                   && ABS (gtk_widget_get_height (GTK_WIDGET (fixture->window)) - height) < 80);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static GtkWidget *
get_row (Fixture *fixture,
         guint    field)
{
  return GTK_WIDGET (sounder_schema_form_get_row (fixture->form, field));
}

static GtkWidget *
get_control (Fixture *fixture,
             guint    field)
{
  return sounder_field_row_get_control (sounder_schema_form_get_row (fixture->form, field));
}

static graphene_rect_t
get_place (GtkWidget *widget,
           GtkWidget *in)
{
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (widget, in, &place));

  return place;
}

/* Each text has all the height that it takes, and none is wider than the form. */
static guint
assert_whole (GtkWidget *widget,
              GtkWidget *form)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;

  if (GTK_IS_LABEL (widget) && gtk_label_get_ellipsize (GTK_LABEL (widget)) == PANGO_ELLIPSIZE_NONE)
    {
      graphene_rect_t place = get_place (widget, form);
      int width, height;

      pango_layout_get_pixel_size (gtk_label_get_layout (GTK_LABEL (widget)), &width, &height);
      g_assert_cmpint (height, <=, gtk_widget_get_height (widget));
      g_assert_cmpint (width, <=, gtk_widget_get_width (widget));
      g_assert_cmpfloat (place.origin.x, >=, 0);
      g_assert_cmpfloat (place.origin.x + place.size.width, <=, gtk_widget_get_width (form));
      n++;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += assert_whole (child, form);

  return n;
}

static void
test_edges (Fixture       *fixture,
            gconstpointer  unused)
{
  static const int widths[] = { 1270, 1000, 720, 380 };

  sounder_schema_form_reveal_errors (fixture->form);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *form = GTK_WIDGET (fixture->form);
      double words = -1, column = -1;
      guint n_beside = 0;

      resize_window (fixture, widths[i], 640);
      g_assert_cmpint (gtk_widget_get_width (form), <=, gtk_widget_get_width (fixture->viewport));
      for (guint field = 0; field < fixture->n_rows; field++)
        {
          graphene_rect_t control = get_place (get_control (fixture, field), form);
          graphene_rect_t label =
            get_place (app_test_find (get_row (fixture, field), GTK_TYPE_LABEL), form);

          g_assert_cmpuint (assert_whole (get_row (fixture, field), form), >, 1);
          if (words < 0)
            words = label.origin.x;
          g_assert_cmpfloat_with_epsilon (label.origin.x, words, .5);

          /* Below its words it begins where they do, else where all the others do. */
          if (control.origin.y >= label.origin.y + label.size.height)
            {
              g_assert_cmpfloat_with_epsilon (control.origin.x, words, .5);
              continue;
            }
          if (column < 0)
            column = control.origin.x;
          g_assert_cmpfloat_with_epsilon (control.origin.x, column, .5);
          n_beside++;
        }
      g_test_message ("%d: %u controls are beside their words", widths[i], n_beside);
      g_assert_cmpuint (n_beside, >=, widths[i] >= 720 ? 6 : 0);
    }
}

static gboolean
is_in_sight (Fixture   *fixture,
             GtkWidget *widget)
{
  graphene_rect_t place = get_place (widget, fixture->viewport);

  return place.origin.y >= -.5
         && place.origin.y + place.size.height
              <= gtk_widget_get_height (fixture->viewport) + .5;
}

static void
test_message_in_sight (Fixture       *fixture,
                       gconstpointer  unused)
{
  static const struct { int width, height; } sizes[] = { { 1270, 640 }, { 720, 480 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      resize_window (fixture, sizes[i].width, sizes[i].height);
      sounder_schema_form_reveal_errors (fixture->form);
      /* Down the form, as Tab goes. */
      for (guint field = 0; field < fixture->n_rows; field++)
        {
          GtkWidget *row = get_row (fixture, field);
          GtkWidget *last = gtk_widget_get_last_child (gtk_list_box_row_get_child (
            GTK_LIST_BOX_ROW (row)));

          while (!gtk_widget_get_visible (last))
            last = gtk_widget_get_prev_sibling (last);
          if (gtk_widget_get_focus_child (row) == NULL)
            g_assert_true (gtk_widget_child_focus (get_control (fixture, field),
                                                   GTK_DIR_TAB_FORWARD));
          TEST_AWAIT_POLL (is_in_sight (fixture, last));
        }
    }
}

/* A message that comes up while its field is edited, at the end of what is seen. */
static void
test_message_comes (Fixture       *fixture,
                    gconstpointer  unused)
{
  enum { NUMBER = 2 };
  SounderFieldRow *row = sounder_schema_form_get_row (fixture->form, NUMBER);
  GtkWidget *entry = app_test_find (get_control (fixture, NUMBER), GTK_TYPE_ENTRY);
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->viewport));
  graphene_rect_t bounds;

  resize_window (fixture, 720, 480);
  gtk_widget_grab_focus (entry);
  TEST_AWAIT_POLL (is_in_sight (fixture, GTK_WIDGET (row)));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  bounds = get_place (GTK_WIDGET (row), gtk_viewport_get_child (GTK_VIEWPORT (fixture->viewport)));
  gtk_adjustment_set_value (place, bounds.origin.y + bounds.size.height
                                     - gtk_adjustment_get_page_size (place));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_false (gtk_widget_get_visible (app_test_child (row, "error_box")));

  gtk_editable_set_text (GTK_EDITABLE (entry), "x");
  g_assert_true (gtk_widget_get_visible (app_test_child (row, "error_box")));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
  g_assert_cmpfloat (get_place (GTK_WIDGET (row), fixture->viewport).size.height, >,
                     bounds.size.height);
  TEST_AWAIT_POLL (is_in_sight (fixture, GTK_WIDGET (row)));
}

#define ADD(path, function) \
  g_test_add ("/app/form/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("edges", test_edges);
  ADD ("message-in-sight", test_message_in_sight);
  ADD ("message-comes", test_message_comes);

  return g_test_run ();
}
