/* form-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "form-fixture.h"
#include "mcp-json.h"

void
form_fixture_open (FormFixture *fixture,
                   const char  *quoted)
{
  g_autofree char *text = g_strdelimit (g_strdup (quoted), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, &error);

  g_assert_no_error (error);
  fixture->values = mcp_form_new (schema);
  fixture->form = SOUNDER_SCHEMA_FORM (sounder_schema_form_new ());
  sounder_schema_form_set_form (fixture->form, fixture->values);
  fixture->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (fixture->scroller), GTK_WIDGET (fixture->form));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 640, 480);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->scroller);
  gtk_window_present (GTK_WINDOW (fixture->window));
  app_test_draw_frames (fixture->window);
}

void
form_fixture_close (FormFixture *fixture)
{
  app_test_assert_labelled (fixture->window);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  app_test_let_go (g_steal_pointer (&fixture->values));
}

void
form_fixture_assert_sends (FormFixture *fixture,
                           const char  *quoted)
{
  g_autofree char *expected = g_strdelimit (g_strdup (quoted), "'", '"');
  g_autofree char *json = sounder_schema_form_dup_json (fixture->form, NULL);

  g_assert_cmpstr (json, ==, expected);
}

McpFormNode *
form_fixture_find_node (FormFixture *fixture,
                        const char  *path)
{
  McpFormNode *node = mcp_form_get_root (fixture->values);
  g_auto (GStrv) names = g_strsplit_set (path, ".[", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GListModel *children = mcp_form_node_get_children (node);
      McpFormNode *found = NULL;

      for (guint k = 0; found == NULL && k < g_list_model_get_n_items (children); k++)
        {
          g_autoptr (McpFormNode) child = g_list_model_get_item (children, k);
          g_autofree char *label = mcp_form_node_dup_label (child);

          if (g_str_equal (*label == '[' ? label + 1 : label, names[i]))
            found = child;
        }
      g_assert_nonnull (found);
      node = found;
    }

  return node;
}

SounderFieldRow *
form_fixture_find_row (FormFixture *fixture,
                       const char  *path)
{
  SounderFieldRow *row = sounder_schema_form_find_row (fixture->form, form_fixture_find_node (fixture, path));

  if (row == NULL)
    g_error ("%s has no row", path);

  return row;
}

void
form_fixture_type (FormFixture *fixture,
                   const char  *path,
                   const char  *text)
{
  GtkWidget *entry = app_test_find (sounder_field_row_get_control (form_fixture_find_row (fixture, path)), GTK_TYPE_ENTRY);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

void
form_fixture_click (FormFixture *fixture,
                    const char  *path,
                    const char  *label)
{
  GtkWidget *button = app_test_find_labelled (GTK_WIDGET (form_fixture_find_row (fixture, path)), GTK_TYPE_BUTTON, label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  app_test_draw_frames (fixture->window);
}

void
form_fixture_choose (FormFixture *fixture,
                     const char  *path,
                     guint        i)
{
  GtkWidget *drop_down = app_test_find (GTK_WIDGET (form_fixture_find_row (fixture, path)), GTK_TYPE_DROP_DOWN);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
}
