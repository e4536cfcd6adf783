/* test-invoke-pages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "invoke-fixture.h"
#include "sounder-adaptive-bin.h"
#include "sounder-catalog-list.h"
#include "sounder-content-view.h"
#include "test-support.h"

/* Resources and prompts with their arguments, how contents are shown, and how small the pages may be. */

static void
await_resource (InvokeFixture *fixture)
{
  McpCall *call = app_test_get_call (fixture->resources);

  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
}

static void
test_resources_by_type (InvokeFixture *fixture,
                        gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->resources);

  sounder_resources_page_open (fixture->resources, "demo://picture.png");
  await_resource (fixture);
  g_assert_nonnull (invoke_find_type (page, GTK_TYPE_PICTURE));

  sounder_resources_page_open (fixture->resources, "demo://clock");
  await_resource (fixture);
  g_assert_null (invoke_find_type (page, GTK_TYPE_PICTURE));
  g_assert_nonnull (invoke_find_text (page, "text/plain"));

  sounder_resources_page_open (fixture->resources, "demo://bytes.bin");
  await_resource (fixture);
  g_assert_nonnull (invoke_find_text (page, "application/octet-stream · 256"));

  /* What no list has can be opened by its URI all the same. */
  sounder_resources_page_open (fixture->resources, "demo://square/12");
  await_resource (fixture);
  g_assert_nonnull (invoke_find_text (page, "144"));
}

static void
test_templates_are_expanded (InvokeFixture *fixture,
                             gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->resources, "arguments");

  g_assert_true (invoke_select_template (fixture->resources, "demo://greeting/{name}{?language}"));
  g_assert_cmpuint (sounder_argument_list_get_n (arguments), ==, 2);
  sounder_argument_list_set_text (arguments, "name", "A b");
  g_assert_cmpstr (gtk_label_get_text (app_test_child (fixture->resources, "expanded")), ==, "demo://greeting/A%20b");
  sounder_argument_list_set_text (arguments, "language", "ko");
  g_assert_nonnull (
    invoke_find_text (GTK_WIDGET (fixture->resources), "demo://greeting/A%20b?language=ko"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->resources), "resources.read", NULL);
  await_resource (fixture);
}

static void
test_subscription_reads_again (InvokeFixture *fixture,
                               gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->resources);
  McpCall *first;

  sounder_resources_page_open (fixture->resources, "demo://clock");
  await_resource (fixture);
  first = app_test_get_call (fixture->resources);
  g_assert_null (invoke_find_text (page, "Live"));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (invoke_find_button (page, "Subscribe")), TRUE);
  TEST_AWAIT (mcp_session_is_subscribed (fixture->session, "demo://clock"));
  TEST_AWAIT (invoke_find_text (page, "Live · updated") != NULL);
  TEST_AWAIT (app_test_get_call (fixture->resources) != first);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (invoke_find_button (page, "Subscribe")), FALSE);
  TEST_AWAIT (!mcp_session_is_subscribed (fixture->session, "demo://clock"));
  TEST_AWAIT (invoke_find_text (page, "Live") == NULL);
}

static void
test_prompt_is_a_conversation (InvokeFixture *fixture,
                               gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->prompts);
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  McpCall *call;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "summarize"));
  gtk_widget_activate_action (page, "prompts.get", NULL);
  g_assert_null (app_test_get_call (fixture->prompts));
  g_assert_nonnull (invoke_find_text (page, "Required"));

  sounder_argument_list_set_text (arguments, "text", "a long story");
  gtk_widget_activate_action (page, "prompts.get", NULL);
  call = app_test_get_call (fixture->prompts);
  g_assert_nonnull (call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_no_error (mcp_call_get_outcome (call)->error);
  g_assert_nonnull (invoke_find_text (page, "User"));
  g_assert_nonnull (invoke_find_text (page, "a long story"));

  /* Both are there again after another prompt. */
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "picture");
  g_assert_null (app_test_get_call (fixture->prompts));
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "summarize");
  g_assert_true (app_test_get_call (fixture->prompts) == call);
  {
    g_autofree char *json = sounder_argument_list_to_json (arguments);

    g_assert_cmpstr (json, ==, "{\"text\":\"a long story\"}");
  }
}

/* What an entry sees before its text does. */
static gboolean
press_key (GtkWidget *entry,
           guint      keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (entry);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, 0, &handled);
    }

  return handled;
}

/* The entry that a completion belongs to. */
static GtkWidget *
find_completed (GtkWidget         *widget,
                SounderCompletion *completion)
{
  if (g_object_get_data (G_OBJECT (widget), "sounder-completion") == completion)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_completed (child, completion);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_completion_knows_the_context (InvokeFixture *fixture,
                                   gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  SounderCompletion *city;
  g_autofree char *json = NULL;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel"));
  sounder_argument_list_set_text (arguments, "country", "Kenya");
  sounder_argument_list_set_text (arguments, "city", "M");
  city = sounder_argument_list_get_completion (arguments, "city");
  TEST_AWAIT (sounder_completion_is_open (city));
  g_assert_cmpuint (sounder_completion_get_n_shown (city), ==, 1);

  /* Enter without a choice takes what is typed. */
  g_assert_false (press_key (find_completed (GTK_WIDGET (arguments), city), GDK_KEY_Return));
  TEST_AWAIT_POLL (!sounder_completion_is_open (city));
  sounder_argument_list_set_text (arguments, "city", "Mo");
  TEST_AWAIT (sounder_completion_is_open (city));
  sounder_completion_accept (city, 0);
  json = sounder_argument_list_to_json (arguments);
  g_assert_cmpstr (json, ==, "{\"country\":\"Kenya\",\"city\":\"Mombasa\"}");
}

/* A click of the window's own, at the place of a widget. */
static void
click_at (InvokeFixture *fixture,
          GtkWidget     *target)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (fixture->window);
  graphene_point_t place;

  g_assert_true (gtk_widget_compute_point (target, fixture->window, &GRAPHENE_POINT_INIT (3, 3),
                                           &place));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "pressed", 1, (double) place.x, (double) place.y);
    }
}

/* Elsewhere may be what takes no focus, such as a text. */
static void
test_completion_closes (InvokeFixture *fixture,
                        gconstpointer  unused)
{
  SounderArgumentList *arguments = app_test_child (fixture->prompts, "arguments");
  SounderCompletion *country;
  GtkWidget *entry;

  g_assert_true (sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel"));
  country = sounder_argument_list_get_completion (arguments, "country");
  entry = find_completed (GTK_WIDGET (arguments), country);
  gtk_widget_grab_focus (entry);
  sounder_argument_list_set_text (arguments, "country", "K");
  TEST_AWAIT (sounder_completion_is_open (country));
  click_at (fixture, entry);
  g_assert_true (sounder_completion_is_open (country));
  click_at (fixture, invoke_find_text (GTK_WIDGET (fixture->prompts), "travel"));
  g_assert_false (sounder_completion_is_open (country));
}

static void
test_fits_small_windows (InvokeFixture *fixture,
                         gconstpointer  unused)
{
  GtkWidget *pages[] = { GTK_WIDGET (fixture->tools), GTK_WIDGET (fixture->resources),
                         GTK_WIDGET (fixture->prompts) };
  static const struct
  {
    SounderWidthClass width_class;
    int               width;
  } cases[] = {
    { SOUNDER_WIDTH_NARROW, 720 },
    { SOUNDER_WIDTH_MEDIUM, 640 },
    { SOUNDER_WIDTH_WIDE, 1000 },
  };

  sounder_tools_page_select (fixture->tools, "add");
  sounder_catalog_list_select (app_test_child (fixture->prompts, "list"), "travel");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      {
        int width = 0, height = 0;

        g_object_set (pages[i], "width-class", cases[j].width_class, NULL);
        gtk_widget_measure (pages[i], GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
        gtk_widget_measure (pages[i], GTK_ORIENTATION_VERTICAL, cases[j].width, &height, NULL,
                            NULL, NULL);
        g_test_message ("%s %u: %d × %d", G_OBJECT_TYPE_NAME (pages[i]), j, width, height);
        g_assert_cmpint (width, <=, cases[j].width);
        g_assert_cmpint (height, <=, 400);
      }
}

static void
test_limits_of_pictures (void)
{
  /* A head that promises 60000 × 60000 pixels in a few bytes. */
  static const guint8 head[] = {
    0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
    0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 2, 0, 0, 0, 0x85, 0x33, 0x1c, 0x8c,
  };
  g_autofree char *base64 = g_base64_encode (head, sizeof head);
  g_autofree char *json = g_strdup_printf (
    "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"%s\"}", base64);
  GtkWidget *view =
    g_object_ref_sink (sounder_content_view_new (sounder_content_new_for_block (json, strlen (json))));

  g_assert_null (invoke_find_type (view, GTK_TYPE_PICTURE));
  g_assert_nonnull (invoke_find_text (view, "too many pixels"));
  g_assert_finalize_object (view);
}

static guint
count_children (GtkWidget *box)
{
  guint n_children = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_children++;

  return n_children;
}

static GPtrArray *
read_blocks (guint n_blocks)
{
  g_autoptr (GString) json = g_string_new ("{\"content\":[");

  for (guint i = 0; i < n_blocks; i++)
    g_string_append_printf (json, "%s{\"type\":\"text\",\"text\":\"%u\"}", i > 0 ? "," : "", i);
  g_string_append (json, "]}");

  return sounder_content_read_list (json->str, json->len, "content");
}

/* Many blocks come a few at a time, in their order, and give way to what is shown next. */
static void
test_many_blocks_come_in_slices (void)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN + 2));
  g_assert_cmpuint (count_children (box), <=, 10);
  TEST_AWAIT (count_children (box) == SOUNDER_CONTENT_MAX_SHOWN + 1);
  g_assert_nonnull (invoke_find_text (gtk_widget_get_prev_sibling (gtk_widget_get_last_child (box)), "99"));
  g_assert_nonnull (invoke_find_text (gtk_widget_get_last_child (box), "2 more are not shown"));

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN));
  sounder_content_view_fill (GTK_BOX (box), read_blocks (1));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (count_children (box), ==, 1);

  sounder_content_view_fill (GTK_BOX (box), read_blocks (SOUNDER_CONTENT_MAX_SHOWN));
  g_assert_finalize_object (box);
}

#define ADD(path, function) \
  g_test_add ("/app/invoke/" path, InvokeFixture, NULL, invoke_set_up, function, invoke_tear_down)

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  ADD ("resources/by-type", test_resources_by_type);
  ADD ("resources/templates-are-expanded", test_templates_are_expanded);
  ADD ("resources/subscription-reads-again", test_subscription_reads_again);
  ADD ("prompts/conversation", test_prompt_is_a_conversation);
  ADD ("prompts/completion-knows-the-context", test_completion_knows_the_context);
  ADD ("prompts/completion-closes", test_completion_closes);
  ADD ("pages/fit-small-windows", test_fits_small_windows);
  g_test_add_func ("/app/invoke/content/limits-of-pictures", test_limits_of_pictures);
  g_test_add_func ("/app/invoke/content/many-blocks-come-in-slices", test_many_blocks_come_in_slices);

  return g_test_run ();
}
