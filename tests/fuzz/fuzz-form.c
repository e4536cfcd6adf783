/* fuzz-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-form.h"
#include "mcp-json.h"

/*
 * The first line is a schema, the rest an object: whatever both are, the object comes out as it went in, and whatever is
 * done with its parts leaves JSON.
 */

/* But for the space between tokens. */
static void
assert_same (McpForm    *form,
             const char *value)
{
  g_autofree char *json = mcp_form_to_json (form);
  g_autofree char *is = mcp_json_pretty (json, strlen (json), NULL, NULL);
  g_autofree char *was = mcp_json_pretty (value, strlen (value), NULL, NULL);

  g_assert_cmpstr (is, ==, was);
}

static void
edit (McpFormNode *node,
      guint        depth)
{
  GListModel *children = mcp_form_node_get_children (node);
  g_autofree char *path = mcp_form_node_dup_path (node);

  if (depth > 3)
    return;

  mcp_form_node_set_state (node, MCP_FORM_VALUE);
  for (guint i = 0; i < MIN (mcp_form_node_get_n_variants (node), 4); i++)
    mcp_form_node_set_variant (node, i);
  if (mcp_form_node_takes_more (node))
    mcp_form_node_add (node, mcp_form_node_get_kind (node) == MCP_SHAPE_OBJECT ? "añ\"" : NULL);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (children), 4); i++)
    {
      g_autoptr (McpFormNode) child = g_list_model_get_item (children, i);

      edit (child, depth + 1);
    }
  if (g_list_model_get_n_items (children) > 0)
    {
      g_autoptr (McpFormNode) first = g_list_model_get_item (children, 0);

      if (mcp_form_node_is_element (first))
        mcp_form_node_move (first, g_list_model_get_n_items (children) - 1);
      else if (mcp_form_node_is_other (first))
        mcp_form_node_rename (first, "x");
      if (mcp_form_node_is_element (first) || mcp_form_node_is_other (first))
        mcp_form_node_remove (first);
    }
  if (mcp_form_node_get_kind (node) == MCP_SHAPE_LEAF && !mcp_form_node_is_json (node))
    mcp_form_node_set_text (node, "1");
  else if (depth > 0 && mcp_form_node_edit_as_json (node, TRUE))
    mcp_form_node_edit_as_json (node, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, MIN (size, 4096));
  char *value = strchr (text, '\n');
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (McpForm) form = NULL;
  g_autofree char *json = NULL;

  if (value != NULL)
    *value++ = '\0';
  else
    value = text;

  schema = mcp_schema_new (text, -1, NULL);
  if (schema == NULL)
    return 0;

  form = mcp_form_new (schema);
  for (guint i = 0; i < 2; i++)
    if (mcp_form_load (form, value, NULL))
      {
        assert_same (form, value);
        mcp_form_get_n_errors (form);
      }
  edit (mcp_form_get_root (form), 0);
  mcp_form_get_n_errors (form);
  json = mcp_form_to_json (form);
  g_assert_true (mcp_json_validate (json, -1, NULL));

  return 0;
}
