/* test-nested-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-json.h"
#include "sounder-field-group.h"
#include "sounder-schema-form.h"
#include "test-support.h"

/*
 * What people complain of in other inspectors: schemas that become a box for JSON, values that change on the way. Each is
 * filled in by the widgets as they stand in the window, and what would be sent is compared byte for byte.
 */

typedef struct
{
  GtkWidget         *window;
  GtkWidget         *scroller;
  SounderSchemaForm *form;
  McpForm           *values;
} Fixture;

static void
open_form (Fixture    *fixture,
           const char *quoted)
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

static void
close_form (Fixture *fixture)
{
  app_test_assert_labelled (fixture->window);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  app_test_let_go (g_steal_pointer (&fixture->values));
}

static void
assert_sends (Fixture    *fixture,
              const char *quoted)
{
  g_autofree char *expected = g_strdelimit (g_strdup (quoted), "'", '"');
  g_autofree char *json = sounder_schema_form_dup_json (fixture->form, NULL);

  g_assert_cmpstr (json, ==, expected);
}

static McpFormNode *
find_node (Fixture    *fixture,
           const char *path)
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

static SounderFieldRow *
find_row (Fixture    *fixture,
          const char *path)
{
  SounderFieldRow *row = sounder_schema_form_find_row (fixture->form, find_node (fixture, path));

  if (row == NULL)
    g_error ("%s has no row", path);

  return row;
}

static void
type (Fixture    *fixture,
      const char *path,
      const char *text)
{
  GtkWidget *entry = app_test_find (sounder_field_row_get_control (find_row (fixture, path)), GTK_TYPE_ENTRY);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
click (Fixture    *fixture,
       const char *path,
       const char *label)
{
  GtkWidget *button = app_test_find_labelled (GTK_WIDGET (find_row (fixture, path)), GTK_TYPE_BUTTON, label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  app_test_draw_frames (fixture->window);
}

static void
choose (Fixture    *fixture,
        const char *path,
        guint       i)
{
  GtkWidget *drop_down = app_test_find (GTK_WIDGET (find_row (fixture, path)), GTK_TYPE_DROP_DOWN);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
}

static void
test_objects (void)
{
  Fixture fixture = { NULL };

  open_form (&fixture, "{'properties':{'who':{'type':'object','properties':{'näme':{'type':'string'},"
                       "'big':{'type':'integer'},'price':{'type':'number'}}},'empty':{'type':'object','properties':{},"
                       "'additionalProperties':false}}}");
  click (&fixture, "who", "Add");
  type (&fixture, "who.näme", "Ada");
  type (&fixture, "who.big", "9007199254740993");
  type (&fixture, "who.price", "1.10");
  click (&fixture, "empty", "Add");
  assert_sends (&fixture, "{'who':{'näme':'Ada','big':9007199254740993,'price':1.10},'empty':{}}");
  type (&fixture, "who.price", "1e400");
  type (&fixture, "who.näme", "");
  assert_sends (&fixture, "{'who':{'näme':'','big':9007199254740993,'price':1e400},'empty':{}}");
  gtk_widget_activate_action (GTK_WIDGET (find_row (&fixture, "who")), "field.state", "s", "absent");
  assert_sends (&fixture, "{'empty':{}}");
  close_form (&fixture);
}

static void
test_arrays (void)
{
  Fixture fixture = { NULL };

  open_form (&fixture, "{'required':['rows'],'properties':{'rows':{'type':'array','items':{'type':'array',"
                       "'items':{'type':'integer'}}},'at':{'type':'array','prefixItems':[{'type':'number'},"
                       "{'enum':['N','S']}],'items':false}}}");
  click (&fixture, "rows", "Add _Element");
  click (&fixture, "rows[0]", "Add _Element");
  click (&fixture, "rows[0]", "Add _Element");
  type (&fixture, "rows[0][0]", "1");
  type (&fixture, "rows[0][1]", "2");
  assert_sends (&fixture, "{'rows':[[1,2]]}");
  gtk_widget_activate_action (GTK_WIDGET (find_row (&fixture, "rows[0][1]")), "field.move", "i", -1);
  assert_sends (&fixture, "{'rows':[[2,1]]}");
  gtk_widget_activate_action (GTK_WIDGET (find_row (&fixture, "rows[0][1]")), "field.remove", NULL);
  assert_sends (&fixture, "{'rows':[[2]]}");
  click (&fixture, "at", "Add");
  type (&fixture, "at[0]", "-0.0");
  choose (&fixture, "at[1]", 1);
  assert_sends (&fixture, "{'rows':[[2]],'at':[-0.0,'S']}");
  close_form (&fixture);
}

static void
test_choices (void)
{
  Fixture fixture = { NULL };

  open_form (&fixture, "{'properties':{'pay':{'anyOf':[{'title':'Card','type':'object','properties':{"
                       "'number':{'type':'string'}}},{'title':'Cash','type':'integer'},{'type':'null'}]},"
                       "'maybe':{'enum':['a','b']},'id':{'type':['string','integer']}}}");
  /* Absent and null come first. */
  choose (&fixture, "pay", 2);
  type (&fixture, "pay.number", "1");
  assert_sends (&fixture, "{'pay':{'number':'1'}}");
  choose (&fixture, "pay", 3);
  type (&fixture, "pay", "5");
  assert_sends (&fixture, "{'pay':5}");
  choose (&fixture, "pay", 2);
  assert_sends (&fixture, "{'pay':{'number':'1'}}");
  choose (&fixture, "pay", 1);
  assert_sends (&fixture, "{'pay':null}");
  choose (&fixture, "pay", 0);
  choose (&fixture, "maybe", 2);
  choose (&fixture, "id", 2);
  type (&fixture, "id", "7");
  assert_sends (&fixture, "{'maybe':'b','id':7}");
  choose (&fixture, "maybe", 0);
  choose (&fixture, "id", 1);
  assert_sends (&fixture, "{'id':'7'}");
  close_form (&fixture);
}

static void
test_maps (void)
{
  Fixture fixture = { NULL };
  SounderFieldRow *row;
  GtkWidget *entry;

  open_form (&fixture, "{'required':['env'],'properties':{'env':{'type':'object',"
                       "'additionalProperties':{'type':'string'}}}}");
  row = find_row (&fixture, "env");
  entry = app_test_find (sounder_field_row_get_control (row), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "HOME");
  g_signal_emit_by_name (entry, "activate");
  assert_sends (&fixture, "{'env':{'HOME':''}}");
  type (&fixture, "env.HOME", "/");
  entry = app_test_find (GTK_WIDGET (find_row (&fixture, "env.HOME")), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "PWD");
  assert_sends (&fixture, "{'env':{'PWD':'/'}}");
  close_form (&fixture);
}

/* What has no room in the page has one of its own, however deep; errors in it are found. */
static void
test_deep (void)
{
  Fixture fixture = { NULL };
  g_autoptr (GString) path = g_string_new (NULL);
  gint64 began, took;

  open_form (&fixture, "{'$defs':{'n':{'type':'object','properties':{'v':{'type':'integer'},'n':{'$ref':'#/$defs/n'}},"
                       "'required':['v']}},'$ref':'#/$defs/n'}");
  for (guint i = 0; i < 64; i++)
    {
      g_string_append (path, path->len > 0 ? ".n" : "n");
      click (&fixture, path->str, "Add");
      if (app_test_find_labelled (GTK_WIDGET (find_row (&fixture, path->str)), GTK_TYPE_BUTTON, "Open") != NULL)
        click (&fixture, path->str, "Open");
    }
  sounder_schema_form_show_node (fixture.form, mcp_form_get_root (fixture.values));
  g_assert_null (sounder_schema_form_find_row (fixture.form, find_node (&fixture, path->str)));
  began = g_get_monotonic_time ();
  sounder_schema_form_show_node (fixture.form, find_node (&fixture, path->str));
  app_test_draw_frames (fixture.window);
  took = g_get_monotonic_time () - began;
  g_test_message ("opened after %" G_GINT64_FORMAT " µs", took);
  g_string_append (path, ".v");
  type (&fixture, path->str, "1");

  g_assert_cmpuint (sounder_schema_form_reveal_errors (fixture.form), ==, 64);
  close_form (&fixture);
}

static guint
count_rows (GtkWidget *widget)
{
  guint n = SOUNDER_IS_FIELD_ROW (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_rows (child);

  return n;
}

static void
test_many (void)
{
  Fixture fixture = { NULL };
  g_autoptr (GString) schema = g_string_new ("{'properties':{");
  GtkWidget *search;
  gint64 began;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (schema, "%s'field_%u':{'type':'integer'}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  began = g_get_monotonic_time ();
  open_form (&fixture, schema->str);
  g_test_message ("opened after %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - began);
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 100);

  search = app_test_find (GTK_WIDGET (fixture.form), GTK_TYPE_SEARCH_ENTRY);
  began = g_get_monotonic_time ();
  gtk_editable_set_text (GTK_EDITABLE (search), "FIELD_1999");
  g_test_message ("searched after %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - began);
  app_test_draw_frames (fixture.window);
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 1);
  began = g_get_monotonic_time ();
  type (&fixture, "field_1999", "7");
  g_test_message ("typed after %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - began);
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  g_signal_emit_by_name (app_test_find_labelled (GTK_WIDGET (fixture.form), GTK_TYPE_BUTTON, "Show 100 More"), "clicked");
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 200);
  assert_sends (&fixture, "{'field_1999':7}");
  close_form (&fixture);
}

/* A part that does not fit is JSON; the rest stays a form, and the text beside follows. */
static void
test_json (void)
{
  Fixture fixture = { NULL };
  g_autoptr (GError) error = NULL;

  open_form (&fixture, "{'properties':{'a':{'type':'object','properties':{'b':{'type':'integer'}}},'c':{'type':'string'}}}");
  g_assert_true (sounder_schema_form_set_raw (fixture.form, TRUE, NULL));
  sounder_schema_form_set_text (fixture.form, "{\"c\": \"x\", \"a\": [1.0]}");
  g_assert_true (sounder_schema_form_set_raw (fixture.form, FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (mcp_form_node_is_json (find_node (&fixture, "a")));
  assert_sends (&fixture, "{'c':'x','a':[1.0]}");
  mcp_form_node_set_text (find_node (&fixture, "a"), "{\"b\":2}");
  gtk_widget_activate_action (GTK_WIDGET (find_row (&fixture, "a")), "field.json", NULL);
  type (&fixture, "a.b", "3");
  assert_sends (&fixture, "{'c':'x','a':{'b':3}}");
  gtk_widget_activate_action (GTK_WIDGET (find_row (&fixture, "a")), "field.json", NULL);
  g_assert_true (mcp_form_node_is_json (find_node (&fixture, "a")));
  assert_sends (&fixture, "{'c':'x','a':{\n  'b': 3\n}}");
  close_form (&fixture);
}

/* Tab comes to everything that can be filled in. */
static void
test_keyboard (void)
{
  Fixture fixture = { NULL };
  guint n_entries = 0;
  GtkWidget *before = NULL;

  open_form (&fixture, "{'required':['a','l'],'properties':{'a':{'type':'object','required':['s','d'],'properties':{"
                       "'s':{'type':'string'},'d':{'type':'object','properties':{'n':{'type':'integer'}}}}},"
                       "'l':{'type':'array','items':{'type':'string'},'default':['x','y']}}}");
  g_assert_true (sounder_schema_form_enter (fixture.form));
  for (guint i = 0; i < 60; i++)
    {
      GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture.window));

      if (focus != before && GTK_IS_TEXT (focus))
        n_entries++;
      before = focus;
      if (!gtk_widget_child_focus (fixture.window, GTK_DIR_TAB_FORWARD))
        break;
    }
  g_assert_cmpuint (n_entries, >=, 4);
  close_form (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/nested-form/objects", test_objects);
  g_test_add_func ("/app/nested-form/arrays", test_arrays);
  g_test_add_func ("/app/nested-form/choices", test_choices);
  g_test_add_func ("/app/nested-form/maps", test_maps);
  g_test_add_func ("/app/nested-form/deep", test_deep);
  g_test_add_func ("/app/nested-form/many", test_many);
  g_test_add_func ("/app/nested-form/json", test_json);
  g_test_add_func ("/app/nested-form/keyboard", test_keyboard);

  return g_test_run ();
}
