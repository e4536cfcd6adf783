/* sounder-field-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json.h"
#include "sounder-compat.h"
#include "sounder-field-menu.h"

static const char *const state_names[] = { "absent", "null", "value" };

static void
state_activated_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  McpFormNode *node = sounder_field_row_get_node (SOUNDER_FIELD_ROW (user_data));
  const char *name = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (g_str_equal (name, state_names[i]))
      mcp_form_node_set_state (node, i);
}

static void
json_activated_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  McpFormNode *node = sounder_field_row_get_node (SOUNDER_FIELD_ROW (user_data));

  mcp_form_node_edit_as_json (node, !mcp_form_node_is_json (node));
}

static void
move_activated_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  McpFormNode *node = sounder_field_row_get_node (SOUNDER_FIELD_ROW (user_data));
  int position = (int) mcp_form_node_get_position (node) + g_variant_get_int32 (parameter);

  if (position >= 0)
    mcp_form_node_move (node, position);
}

static void
remove_activated_cb (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  mcp_form_node_remove (sounder_field_row_get_node (SOUNDER_FIELD_ROW (user_data)));
}

/* Whether the schema wants bytes, not text (Validation 2020-12 section 8.3). */
static gboolean
wants_base64 (McpFormNode *node)
{
  const McpField *field = mcp_form_node_get_field (node);
  g_autofree char *encoding = mcp_json_lookup_string (field->schema_json, strlen (field->schema_json),
                                                      "contentEncoding");

  return g_strcmp0 (encoding, "base64") == 0 || g_strcmp0 (field->format, "byte") == 0;
}

static void
file_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderFieldRow) row = user_data;
  McpFormNode *node = sounder_field_row_get_node (row);
  g_autofree char *contents = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!g_file_load_contents_finish (G_FILE (source), result, &contents, &length, NULL, &error))
    {
      sounder_field_row_show_message (row, error->message);
      return;
    }
  if (node == NULL || mcp_form_node_get_form (node) == NULL)
    return;

  /* What the schema says, else what can be. */
  if (wants_base64 (node) || !g_utf8_validate (contents, length, NULL)
      || memchr (contents, '\0', length) != NULL)
    text = g_base64_encode ((const guchar *) contents, length);
  mcp_form_node_set_text (node, text != NULL ? text : contents);
}

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (SounderFieldRow) row = SOUNDER_FIELD_ROW (user_data);

  if (file != NULL)
    g_file_load_contents_async (file, NULL, file_read_cb, g_object_ref (row));
}

static void
file_activated_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (user_data));

  sounder_compat_choose_file (GTK_WINDOW (root), _("Insert File"), SOUNDER_CHOOSE_OPEN, NULL,
                              file_chosen_cb, g_object_ref (user_data));
}

static const GActionEntry action_entries[] = {
  { "state", state_activated_cb, "s", "'absent'", NULL },
  { "json", json_activated_cb, NULL, "false", NULL },
  { "move", move_activated_cb, "i", NULL, NULL },
  { "remove", remove_activated_cb, NULL, NULL, NULL },
  { "file", file_activated_cb, NULL, NULL, NULL },
};

/* Options, booleans and choices offer what they can be among their values; a group that is absent has a button. */
static gboolean
wants_states (McpFormNode *node)
{
  const McpField *field = mcp_form_node_get_field (node);
  gboolean is_json = mcp_form_node_is_json (node);
  gboolean nullable = mcp_form_node_is_nullable (node);
  gboolean required = mcp_form_node_is_required (node);

  if (mcp_form_node_get_n_variants (node) > 0)
    return FALSE;
  if (mcp_form_node_is_element (node) || mcp_form_node_is_other (node))
    return nullable;
  if (!is_json && mcp_form_node_get_kind (node) == MCP_SHAPE_LEAF && (field->kind == MCP_FIELD_BOOLEAN || field->kind == MCP_FIELD_ENUM))
    return FALSE;
  /* A person who is asked gives an answer; for the server's tool the empty text may be one, too. */
  if (required && !nullable)
    return field->kind == MCP_FIELD_STRING && !mcp_form_is_for_question (mcp_form_node_get_form (node));

  return TRUE;
}

/**
 * sounder_field_menu_new:
 * @node: a value
 *
 * Makes the menu of what can be done with a value as it is now.
 *
 * Returns: (transfer full) (nullable): a menu; %NULL when there is nothing
 */
GMenuModel *
sounder_field_menu_new (McpFormNode *node)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) states = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();
  gboolean is_group = mcp_form_node_get_kind (node) != MCP_SHAPE_LEAF;
  gboolean is_json = mcp_form_node_is_json (node);

  if (wants_states (node))
    {
      if (!mcp_form_node_is_element (node) && !mcp_form_node_is_other (node))
        g_menu_append (states, _("Absent"), "field.state::absent");
      if (mcp_form_node_is_nullable (node))
        g_menu_append (states, _("Null"), "field.state::null");
      g_menu_append (states, _("Value"), "field.state::value");
    }
  if (mcp_form_node_is_element (node))
    {
      g_menu_append (rest, _("Move _Up"), "field.move(-1)");
      g_menu_append (rest, _("Move _Down"), "field.move(1)");
    }
  if (!is_group && !is_json && mcp_form_node_get_field (node)->kind == MCP_FIELD_STRING)
    g_menu_append (rest, _("_Insert File…"), "field.file");
  if ((is_group || is_json || mcp_form_node_get_n_variants (node) > 0) && mcp_form_node_has_form (node))
    g_menu_append (rest, _("Edit as _JSON"), "field.json");

  if (g_menu_model_get_n_items (G_MENU_MODEL (states)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (states));
  if (g_menu_model_get_n_items (G_MENU_MODEL (rest)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == 0)
    g_clear_object (&menu);

  return G_MENU_MODEL (menu);
}

GActionGroup *
sounder_field_menu_add_actions (SounderFieldRow *row)
{
  GSimpleActionGroup *actions = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), action_entries, G_N_ELEMENTS (action_entries), row);
  gtk_widget_insert_action_group (GTK_WIDGET (row), "field", G_ACTION_GROUP (actions));

  return G_ACTION_GROUP (actions);
}

/**
 * sounder_field_menu_update:
 * @actions: what sounder_field_menu_add_actions() returned
 * @node: the value
 *
 * Shows in the menu what the value is now.
 */
void
sounder_field_menu_update (GActionGroup *actions,
                           McpFormNode  *node)
{
  GActionMap *map = G_ACTION_MAP (actions);

  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "state")),
                             g_variant_new_string (state_names[mcp_form_node_get_state (node)]));
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "json")),
                             g_variant_new_boolean (mcp_form_node_is_json (node)));
}
