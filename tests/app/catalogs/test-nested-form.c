/* test-nested-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "form-fixture.h"
#include "sounder-field-group.h"
#include "test-support.h"

/*
 * What people complain of in other inspectors: schemas that become a box for JSON, values that change on the way. Each is
 * filled in by the widgets as they stand in the window, and what would be sent is compared byte for byte.
 */

static void
test_objects (void)
{
  FormFixture fixture = { NULL };

  form_fixture_open (&fixture, "{'properties':{'who':{'type':'object','properties':{'näme':{'type':'string'},"
                       "'big':{'type':'integer'},'price':{'type':'number'}}},'empty':{'type':'object','properties':{},"
                       "'additionalProperties':false}}}");
  form_fixture_click (&fixture, "who", "Add");
  form_fixture_type (&fixture, "who.näme", "Ada");
  form_fixture_type (&fixture, "who.big", "9007199254740993");
  form_fixture_type (&fixture, "who.price", "1.10");
  form_fixture_click (&fixture, "empty", "Add");
  form_fixture_assert_sends (&fixture, "{'who':{'näme':'Ada','big':9007199254740993,'price':1.10},'empty':{}}");
  form_fixture_type (&fixture, "who.price", "1e400");
  form_fixture_type (&fixture, "who.näme", "");
  form_fixture_assert_sends (&fixture, "{'who':{'näme':'','big':9007199254740993,'price':1e400},'empty':{}}");
  gtk_widget_activate_action (GTK_WIDGET (form_fixture_find_row (&fixture, "who")), "field.state", "s", "absent");
  form_fixture_assert_sends (&fixture, "{'empty':{}}");
  form_fixture_close (&fixture);
}

static void
test_arrays (void)
{
  FormFixture fixture = { NULL };

  form_fixture_open (&fixture, "{'required':['rows'],'properties':{'rows':{'type':'array','items':{'type':'array',"
                       "'items':{'type':'integer'}}},'at':{'type':'array','prefixItems':[{'type':'number'},"
                       "{'enum':['N','S']}],'items':false}}}");
  form_fixture_click (&fixture, "rows", "Add _Element");
  form_fixture_click (&fixture, "rows[0]", "Add _Element");
  form_fixture_click (&fixture, "rows[0]", "Add _Element");
  form_fixture_type (&fixture, "rows[0][0]", "1");
  form_fixture_type (&fixture, "rows[0][1]", "2");
  form_fixture_assert_sends (&fixture, "{'rows':[[1,2]]}");
  gtk_widget_activate_action (GTK_WIDGET (form_fixture_find_row (&fixture, "rows[0][1]")), "field.move", "i", -1);
  form_fixture_assert_sends (&fixture, "{'rows':[[2,1]]}");
  gtk_widget_activate_action (GTK_WIDGET (form_fixture_find_row (&fixture, "rows[0][1]")), "field.remove", NULL);
  form_fixture_assert_sends (&fixture, "{'rows':[[2]]}");
  form_fixture_click (&fixture, "at", "Add");
  form_fixture_type (&fixture, "at[0]", "-0.0");
  form_fixture_choose (&fixture, "at[1]", 1);
  form_fixture_assert_sends (&fixture, "{'rows':[[2]],'at':[-0.0,'S']}");
  form_fixture_close (&fixture);
}

static void
test_choices (void)
{
  FormFixture fixture = { NULL };

  form_fixture_open (&fixture, "{'properties':{'pay':{'anyOf':[{'title':'Card','type':'object','properties':{"
                       "'number':{'type':'string'}}},{'title':'Cash','type':'integer'},{'type':'null'}]},"
                       "'maybe':{'enum':['a','b']},'id':{'type':['string','integer']}}}");
  /* Absent and null come first. */
  form_fixture_choose (&fixture, "pay", 2);
  form_fixture_type (&fixture, "pay.number", "1");
  form_fixture_assert_sends (&fixture, "{'pay':{'number':'1'}}");
  form_fixture_choose (&fixture, "pay", 3);
  form_fixture_type (&fixture, "pay", "5");
  form_fixture_assert_sends (&fixture, "{'pay':5}");
  form_fixture_choose (&fixture, "pay", 2);
  form_fixture_assert_sends (&fixture, "{'pay':{'number':'1'}}");
  form_fixture_choose (&fixture, "pay", 1);
  form_fixture_assert_sends (&fixture, "{'pay':null}");
  form_fixture_choose (&fixture, "pay", 0);
  form_fixture_choose (&fixture, "maybe", 2);
  form_fixture_choose (&fixture, "id", 2);
  form_fixture_type (&fixture, "id", "7");
  form_fixture_assert_sends (&fixture, "{'maybe':'b','id':7}");
  form_fixture_choose (&fixture, "maybe", 0);
  form_fixture_choose (&fixture, "id", 1);
  form_fixture_assert_sends (&fixture, "{'id':'7'}");
  form_fixture_close (&fixture);
}

static void
test_maps (void)
{
  FormFixture fixture = { NULL };
  SounderFieldRow *row;
  GtkWidget *entry;

  form_fixture_open (&fixture, "{'required':['env'],'properties':{'env':{'type':'object',"
                       "'additionalProperties':{'type':'string'}}}}");
  row = form_fixture_find_row (&fixture, "env");
  entry = app_test_find (sounder_field_row_get_control (row), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "HOME");
  g_signal_emit_by_name (entry, "activate");
  form_fixture_assert_sends (&fixture, "{'env':{'HOME':''}}");
  form_fixture_type (&fixture, "env.HOME", "/");
  entry = app_test_find (GTK_WIDGET (form_fixture_find_row (&fixture, "env.HOME")), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "PWD");
  form_fixture_assert_sends (&fixture, "{'env':{'PWD':'/'}}");
  form_fixture_close (&fixture);
}

/* What has no room in the page has one of its own, however deep; errors in it are found. */
static void
test_deep (void)
{
  FormFixture fixture = { NULL };
  g_autoptr (GString) path = g_string_new (NULL);

  form_fixture_open (&fixture, "{'$defs':{'n':{'type':'object','properties':{'v':{'type':'integer'},'n':{'$ref':'#/$defs/n'}},"
                       "'required':['v']}},'$ref':'#/$defs/n'}");
  for (guint i = 0; i < 64; i++)
    {
      g_string_append (path, path->len > 0 ? ".n" : "n");
      form_fixture_click (&fixture, path->str, "Add");
      if (app_test_find_labelled (GTK_WIDGET (form_fixture_find_row (&fixture, path->str)), GTK_TYPE_BUTTON, "Open") != NULL)
        form_fixture_click (&fixture, path->str, "Open");
    }
  sounder_schema_form_show_node (fixture.form, mcp_form_get_root (fixture.values));
  g_assert_null (sounder_schema_form_find_row (fixture.form, form_fixture_find_node (&fixture, path->str)));
  sounder_schema_form_show_node (fixture.form, form_fixture_find_node (&fixture, path->str));
  app_test_draw_frames (fixture.window);
  g_string_append (path, ".v");
  form_fixture_type (&fixture, path->str, "1");

  g_assert_cmpuint (sounder_schema_form_reveal_errors (fixture.form), ==, 64);
  form_fixture_close (&fixture);
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
  FormFixture fixture = { NULL };
  g_autoptr (GString) schema = g_string_new ("{'properties':{");
  GtkWidget *search;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (schema, "%s'field_%u':{'type':'integer'}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  form_fixture_open (&fixture, schema->str);
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 100);

  search = app_test_find (GTK_WIDGET (fixture.form), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (search), "FIELD_1999");
  app_test_draw_frames (fixture.window);
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 1);
  form_fixture_type (&fixture, "field_1999", "7");
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  g_signal_emit_by_name (app_test_find_labelled (GTK_WIDGET (fixture.form), GTK_TYPE_BUTTON, "Show 100 More"), "clicked");
  g_assert_cmpuint (count_rows (GTK_WIDGET (fixture.form)), ==, 200);
  form_fixture_assert_sends (&fixture, "{'field_1999':7}");
  form_fixture_close (&fixture);
}

/* A part that does not fit is JSON; the rest stays a form, and the text beside follows. */
static void
test_json (void)
{
  FormFixture fixture = { NULL };
  g_autoptr (GError) error = NULL;

  form_fixture_open (&fixture, "{'properties':{'a':{'type':'object','properties':{'b':{'type':'integer'}}},'c':{'type':'string'}}}");
  g_assert_true (sounder_schema_form_set_raw (fixture.form, TRUE, NULL));
  sounder_schema_form_set_text (fixture.form, "{\"c\": \"x\", \"a\": [1.0]}");
  g_assert_true (sounder_schema_form_set_raw (fixture.form, FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (mcp_form_node_is_json (form_fixture_find_node (&fixture, "a")));
  form_fixture_assert_sends (&fixture, "{'c':'x','a':[1.0]}");
  mcp_form_node_set_text (form_fixture_find_node (&fixture, "a"), "{\"b\":2}");
  gtk_widget_activate_action (GTK_WIDGET (form_fixture_find_row (&fixture, "a")), "field.json", NULL);
  form_fixture_type (&fixture, "a.b", "3");
  form_fixture_assert_sends (&fixture, "{'c':'x','a':{'b':3}}");
  gtk_widget_activate_action (GTK_WIDGET (form_fixture_find_row (&fixture, "a")), "field.json", NULL);
  g_assert_true (mcp_form_node_is_json (form_fixture_find_node (&fixture, "a")));
  form_fixture_assert_sends (&fixture, "{'c':'x','a':{\n  'b': 3\n}}");
  form_fixture_close (&fixture);
}

/* Tab comes to everything that can be filled in. */
static void
test_keyboard (void)
{
  FormFixture fixture = { NULL };
  guint n_entries = 0;
  GtkWidget *before = NULL;

  form_fixture_open (&fixture, "{'required':['a','l'],'properties':{'a':{'type':'object','required':['s','d'],'properties':{"
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
  form_fixture_close (&fixture);
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
