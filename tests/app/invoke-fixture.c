/* invoke-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "invoke-fixture.h"
#include "sounder-catalog-list.h"
#include "test-support.h"

gboolean
invoke_is_loaded (InvokeFixture *fixture)
{
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_catalog_get_state (mcp_session_get_catalog (fixture->session, kind))
        != MCP_CATALOG_LOADED)
      return FALSE;

  return TRUE;
}

static gpointer
new_page (InvokeFixture *fixture,
          GType          type)
{
  return g_object_new (type, "session", fixture->session, "workbench", fixture->workbench, NULL);
}

static void
add_pages (InvokeFixture *fixture)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  fixture->tools = new_page (fixture, SOUNDER_TYPE_TOOLS_PAGE);
  fixture->resources = new_page (fixture, SOUNDER_TYPE_RESOURCES_PAGE);
  fixture->prompts = new_page (fixture, SOUNDER_TYPE_PROMPTS_PAGE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->tools));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->resources));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->prompts));
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
}

void
invoke_begin_anew (InvokeFixture *fixture)
{
  gtk_window_set_child (GTK_WINDOW (fixture->window), NULL);
  g_object_unref (fixture->workbench);
  fixture->workbench = mcp_workbench_new (fixture->session);
  add_pages (fixture);
}

void
invoke_open (InvokeFixture *fixture,
             McpProfile    *profile)
{
  fixture->session = mcp_session_new (profile, NULL);
  fixture->workbench = mcp_workbench_new (fixture->session);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 790);
  add_pages (fixture);
  gtk_window_present (GTK_WINDOW (fixture->window));

  mcp_session_open_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (invoke_is_loaded (fixture));
}

void
invoke_set_up (InvokeFixture *fixture,
               gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (&error);

  g_assert_no_error (error);
  invoke_open (fixture, profile);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *closed = user_data;

  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  *closed = TRUE;
}

void
invoke_tear_down (InvokeFixture *fixture,
                  gconstpointer  unused)
{
  gboolean closed = FALSE;
  gpointer pages[] = { fixture->tools, fixture->resources, fixture->prompts };

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    g_object_add_weak_pointer (pages[i], &pages[i]);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (pages[0] == NULL && pages[1] == NULL && pages[2] == NULL);
  app_test_let_go (fixture->workbench);
  app_test_let_go (fixture->session);
}

/* Any visible widget whose text contains this. */
GtkWidget *
invoke_find_text (GtkWidget  *widget,
                  const char *text)
{
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return widget;
  if (GTK_IS_TEXT_VIEW (widget))
    {
      g_autofree char *shown = NULL;

      g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)), "text", &shown, NULL);
      if (strstr (shown, text) != NULL)
        return widget;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = invoke_find_text (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

GtkWidget *
invoke_find_type (GtkWidget *widget,
                  GType      type)
{
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = invoke_find_type (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

GtkWidget *
invoke_find_button (GtkWidget  *widget,
                    const char *label)
{
  GtkWidget *found = invoke_find_text (widget, label);

  return found != NULL ? gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON) : NULL;
}

GtkWidget *
invoke_get_control (InvokeFixture *fixture,
                    guint          field)
{
  SounderSchemaForm *form = app_test_child (fixture->tools, "form");

  return sounder_field_row_get_control (sounder_schema_form_get_row (form, field));
}

/* The entry of a number or a string. */
GtkEditable *
invoke_get_entry (InvokeFixture *fixture,
                  guint          field)
{
  return GTK_EDITABLE (invoke_find_type (invoke_get_control (fixture, field), GTK_TYPE_ENTRY));
}

void
invoke_assert_form (InvokeFixture *fixture,
                    const char    *expected)
{
  g_autofree char *json =
    sounder_schema_form_dup_json (app_test_child (fixture->tools, "form"), NULL);

  g_assert_cmpstr (json, ==, expected);
}

McpCall *
invoke_call_tool (InvokeFixture *fixture)
{
  McpCall *before = app_test_get_call (fixture->tools);
  McpCall *call;

  gtk_widget_activate_action (GTK_WIDGET (fixture->tools), "tools.call", NULL);
  call = app_test_get_call (fixture->tools);

  return call != before ? call : NULL;
}

gboolean
invoke_select_template (SounderResourcesPage *page,
                        const char           *uri_template)
{
  gtk_stack_set_visible_child_name (app_test_child (page, "sections"), "templates");

  return sounder_catalog_list_select (app_test_child (page, "templates"), uri_template);
}
