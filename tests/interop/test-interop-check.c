/* test-interop-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <json-glib/json-glib.h>

#include "interop-servers.h"
#include "mcp-form.h"

/*
 * What `sounder-cli check` finds in each real server, over each way to it: nothing. Before a finding
 * is written down here it is read against the specification.
 */

/* It is accepted the first time, and has not changed in any of the twenty after that. */
#define N_CONNECTS 21

/* Nothing but that one which listens on all interfaces does so: the official everything over HTTP, by its sockets. */
static void
assert_no_findings (const char *json,
                    gboolean    is_exposed)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *findings;
  guint n_others = 0;
  guint n_exposed = 0;

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  findings = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                           "findings");
  for (guint i = 0; i < json_array_get_length (findings); i++)
    {
      JsonObject *finding = json_array_get_object_element (findings, i);

      g_test_message ("%s: %s", json_object_get_string_member (finding, "rule"),
                      json_object_get_string_member (finding, "message"));
      if (g_strcmp0 (json_object_get_string_member (finding, "rule"), "http.any-address") == 0)
        n_exposed++;
      else
        n_others++;
    }
  g_assert_cmpuint (n_others, ==, 0);
  g_assert_cmpuint (n_exposed, ==, is_exposed);
}

/* It finds nothing, and nothing has changed. */
static void
check (InteropRun *server,
       const char *baseline,
       gboolean    accepts)
{
  const char *words[] = { "check", "--format=json", "--max-time=90", "--baseline", baseline,
                          accepts ? "--update-baseline" : NULL, NULL };
  int status;
  g_autofree char *out = interop_run_cli (server, &status, words);

  assert_no_findings (out, interop_run_is_exposed (server));
  g_assert_cmpint (status, ==, 0);
}

typedef struct
{
  guint n_tools;
  guint n_before;  /* boxes for JSON, when only the first level had fields */
  guint n_values;
  guint n_boxes;   /* boxes for JSON now */
} FormCount;

/* More levels of a schema that refers to itself say nothing new. */
#define MAX_LEVELS 8

/* Each value, with everything that can be added or chosen. */
static void
count_node (McpFormNode *node,
            guint        depth,
            FormCount   *count)
{
  GListModel *children = mcp_form_node_get_children (node);

  for (guint i = 0; i < MAX (mcp_form_node_get_n_variants (node), 1); i++)
    {
      if (mcp_form_node_get_n_variants (node) > 0)
        mcp_form_node_set_variant (node, i);
      mcp_form_node_set_state (node, MCP_FORM_VALUE);
      if (mcp_form_node_get_kind (node) == MCP_SHAPE_LEAF)
        {
          const McpField *field = mcp_form_node_get_field (node);
          gboolean is_box = field->kind == MCP_FIELD_JSON;

          count->n_values++;
          count->n_boxes += is_box;
          /* Only what the schema says nothing of, but null. */
          if (is_box && field->json_types != ~0u && field->json_types != 1u << MCP_JSON_NULL)
            g_error ("a box for %s: %s", mcp_form_node_dup_path (node), field->schema_json);
          continue;
        }

      if (mcp_form_node_takes_more (node))
        mcp_form_node_add (node, mcp_form_node_get_kind (node) == MCP_SHAPE_OBJECT ? "one" : NULL);
      for (guint k = 0; depth < MAX_LEVELS && k < g_list_model_get_n_items (children); k++)
        {
          g_autoptr (McpFormNode) child = g_list_model_get_item (children, k);

          count_node (child, depth + 1, count);
        }
    }
}

/* Every tool opens as a form, without a box for JSON where its schema says what there is. */
static void
check_forms (const InteropServer *server,
             const char          *baseline)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  FormCount count = { 0 };
  JsonObject *facts;
  JsonObjectIter iter;
  JsonNode *tool;

  json_parser_load_from_file (parser, baseline, &error);
  g_assert_no_error (error);
  facts = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "facts");
  g_assert_true (json_object_has_member (facts, "tools"));
  json_object_iter_init (&iter, json_object_get_object_member (facts, "tools"));
  while (json_object_iter_next (&iter, NULL, &tool))
    {
      JsonNode *node = json_object_get_member (json_node_get_object (tool), "inputSchema");
      g_autofree char *text = json_to_string (node, FALSE);
      g_autoptr (McpSchema) schema = mcp_schema_new (text, -1, &error);
      g_autoptr (McpForm) form = NULL;

      g_assert_no_error (error);
      for (guint k = 0; k < mcp_schema_get_n_fields (schema); k++)
        count.n_before += mcp_schema_get_field (schema, k)->kind == MCP_FIELD_JSON;
      form = mcp_form_new (schema);
      count_node (mcp_form_get_root (form), 0, &count);
      count.n_tools++;
    }
  g_test_message ("%s: %u tools, %u values; boxes for JSON: %u before, %u now", server->name, count.n_tools,
                  count.n_values, count.n_before, count.n_boxes);
}

static void
test_server (gconstpointer data)
{
  const InteropServer *server = data;
  g_autoptr (InteropRun) run = interop_run_new (server);
  g_autofree char *baseline = NULL;

  if (run == NULL)
    return;

  g_test_message ("%s%s", server->name, interop_run_is_exposed (run) ? " listens on all interfaces" : "");
  baseline = g_build_filename (interop_run_folder (run), "baseline.json", NULL);
  for (guint i = 0; i < N_CONNECTS; i++)
    check (run, baseline, i == 0);
  check_forms (server, baseline);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; interop_servers[i].name != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/interop/check/", interop_servers[i].name, NULL);

      g_test_add_data_func (path, &interop_servers[i], test_server);
    }

  return g_test_run ();
}
