/* bench-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include "app-test.h"
#include "bench-support.h"
#include "form-fixture.h"
#include "session-support.h"
#include "sounder-catalog-list.h"
#include "test-support.h"

/*
 * Forms of the deepest and of the widest schema, from the click to the frame that shows them, and what a key that is typed
 * into a search takes. Runs inside with-display.
 */

#define N_LEVELS 64
#define N_FIELDS 2000
#define N_TOOLS  1000

typedef struct
{
  FormFixture         form;
  const char         *schema;
  GtkWidget          *search;
  SounderCatalogList *list;
  GtkWidget          *window;
} Bench;

static double
msec_since (gint64 begin_usec)
{
  return (g_get_monotonic_time () - begin_usec) / 1000.0;
}

/* Until it is drawn. */
static double
open_form (gpointer data)
{
  Bench *bench = data;
  gint64 begin_usec = g_get_monotonic_time ();
  double msec;

  form_fixture_open (&bench->form, bench->schema);
  msec = msec_since (begin_usec);
  form_fixture_close (&bench->form);

  return msec;
}

/* The page of the last level, from the first. */
static double
open_deepest (gpointer data)
{
  Bench *bench = data;
  McpFormNode *node = mcp_form_get_root (bench->form.values);
  gint64 begin_usec;

  sounder_schema_form_show_node (bench->form.form, node);
  app_test_draw_frames (bench->form.window);
  for (guint i = 0; i < N_LEVELS; i++)
    {
      GListModel *children = mcp_form_node_get_children (node);
      g_autoptr (McpFormNode) child = g_list_model_get_item (children, g_list_model_get_n_items (children) - 1);

      node = child;
      if (mcp_form_node_get_state (node) != MCP_FORM_VALUE)
        mcp_form_node_set_state (node, MCP_FORM_VALUE);
    }
  begin_usec = g_get_monotonic_time ();
  sounder_schema_form_show_node (bench->form.form, node);
  app_test_draw_frames (bench->form.window);

  return msec_since (begin_usec);
}

/*
 * What one key takes before the next can come; the frame is drawn after it. As keys do, for
 * gtk_editable_set_text() empties an entry first. The last one empties it.
 */
static double
type_keys (GtkWidget  *entry,
           GtkWidget  *window,
           const char *text)
{
  double longest = 0;
  gint64 begin_usec;

  for (guint i = 0; text[i] != '\0'; i++)
    {
      int position = -1;

      begin_usec = g_get_monotonic_time ();
      gtk_editable_insert_text (GTK_EDITABLE (entry), text + i, 1, &position);
      g_signal_emit_by_name (entry, "search-changed");
      longest = MAX (longest, msec_since (begin_usec));
      app_test_draw_frames (window);
    }

  begin_usec = g_get_monotonic_time ();
  gtk_editable_delete_text (GTK_EDITABLE (entry), 0, -1);
  longest = MAX (longest, msec_since (begin_usec));
  app_test_draw_frames (window);

  return longest;
}

static double
search_fields (gpointer data)
{
  Bench *bench = data;

  return type_keys (bench->search, bench->form.window, "field_1999");
}

static double
filter_tools (gpointer data)
{
  Bench *bench = data;

  return type_keys (bench->search, bench->window, "tool 999");
}

static void
bench_deep (Bench *bench)
{
  static const char schema[] =
    "{'$defs':{'n':{'type':'object','properties':{'v':{'type':'integer'},'n':{'$ref':'#/$defs/n'}}}},'$ref':'#/$defs/n'}";

  form_fixture_open (&bench->form, schema);
  bench_print ("form: the deepest of 64 levels, until it is drawn (limit 300)", bench_run (open_deepest, bench), "ms", 0);
  form_fixture_close (&bench->form);
}

static void
bench_wide (Bench *bench)
{
  g_autoptr (GString) schema = g_string_new ("{'properties':{");

  for (guint i = 0; i < N_FIELDS; i++)
    g_string_append_printf (schema, "%s'field_%u':{'type':'integer'}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  bench->schema = schema->str;
  bench_print ("form: 2,000 properties, until they are drawn (limit 300)", bench_run (open_form, bench), "ms", 0);

  form_fixture_open (&bench->form, schema->str);
  bench->search = app_test_find (GTK_WIDGET (bench->form.form), GTK_TYPE_SEARCH_ENTRY);
  bench_print ("form: a key in the search of 2,000 properties", bench_run (search_fields, bench), "ms", 0);
  form_fixture_close (&bench->form);
}

static void
bench_tools (Bench *bench)
{
  g_autoptr (GString) script = g_string_new ("[{\"handshake\":{\"capabilities\":{\"tools\":{}}}},{\"serve\":{"
                                             "\"tools/list\":{\"result\":{\"tools\":[");
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (SounderPlace) place = sounder_place_new ();
  McpSession *session;
  McpCatalog *catalog;

  for (guint i = 0; i < N_TOOLS; i++)
    g_string_append_printf (script, "%s{\"name\":\"tool %u\",\"description\":\"Does the thing number %u\","
                                    "\"inputSchema\":{\"type\":\"object\"}}", i > 0 ? "," : "", i, i);
  g_string_append (script, "]}}}}]");
  profile = app_test_new_profile ("tools", script->str);
  session = mcp_session_new (profile, NULL);
  session_open_ok (session);
  catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);

  bench->list = g_object_new (SOUNDER_TYPE_CATALOG_LIST, NULL);
  bench->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench->window), 300, 700);
  gtk_window_set_child (GTK_WINDOW (bench->window), GTK_WIDGET (bench->list));
  sounder_catalog_list_set_catalog (bench->list, catalog, place);
  gtk_window_present (GTK_WINDOW (bench->window));
  app_test_draw_frames (bench->window);
  bench->search = app_test_find (GTK_WIDGET (bench->list), GTK_TYPE_SEARCH_ENTRY);
  bench_print ("tools: a key in the filter of 1,000 (limit 16)", bench_run (filter_tools, bench), "ms", 0);
  gtk_window_destroy (GTK_WINDOW (bench->window));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  Bench bench = { { NULL } };

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();

  bench_deep (&bench);
  bench_wide (&bench);
  bench_tools (&bench);

  return 0;
}
