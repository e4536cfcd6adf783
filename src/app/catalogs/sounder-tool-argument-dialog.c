/* sounder-tool-argument-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-schema.h"
#include "mcp-summary.h"
#include "sounder-catalog-list.h"
#include "sounder-focus.h"
#include "sounder-literal.h"
#include "sounder-template.h"
#include "sounder-tool-argument-dialog.h"

struct _SounderToolArgumentDialog
{
  AdwWindow           parent_instance;

  GtkWidget          *from;     /* (nullable) weak: where the session's actions are */
  McpWorkbench       *workbench;
  char               *text;
  gboolean            is_json;  /* the text is an object: it can be all arguments */
  GPtrArray          *nodes;    /* of McpFormNode, in the order of the drop-down; NULL: all arguments */

  GtkWidget          *use_button;
  SounderCatalogList *list;
  GtkDropDown        *argument;
  GtkLabel           *preview;
  GtkLabel           *note;
};

G_DEFINE_FINAL_TYPE (SounderToolArgumentDialog, sounder_tool_argument_dialog, ADW_TYPE_WINDOW)

static gboolean
takes_text (McpFormNode *node)
{
  const McpField *field = mcp_form_node_get_field (node);

  return mcp_form_node_get_kind (node) == MCP_SHAPE_LEAF && field != NULL && field->kind == MCP_FIELD_STRING
         && !mcp_form_node_is_json (node);
}

/* Selects the first required argument, else the first. */
static void
selected_cb (SounderToolArgumentDialog *self)
{
  McpCatalogItem *tool = sounder_catalog_list_get_selected (self->list);
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  GListModel *fields = NULL;
  guint chosen = GTK_INVALID_LIST_POSITION;

  g_ptr_array_set_size (self->nodes, 0);
  if (tool != NULL && self->is_json)
    {
      gtk_string_list_append (labels, _("All arguments"));
      g_ptr_array_add (self->nodes, NULL);
      chosen = 0;
    }
  if (tool != NULL)
    fields = mcp_form_node_get_children (mcp_form_get_root (mcp_workbench_get_draft (self->workbench, tool)));

  for (guint i = 0; fields != NULL && i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (McpFormNode) node = g_list_model_get_item (fields, i);
      g_autofree char *label = mcp_form_node_dup_label (node);
      g_autofree char *visible = mcp_format_label (label, FALSE);

      if (!takes_text (node))
        continue;
      if (chosen == GTK_INVALID_LIST_POSITION && mcp_form_node_is_required (node))
        chosen = self->nodes->len;
      gtk_string_list_append (labels, visible);
      g_ptr_array_add (self->nodes, g_steal_pointer (&node));
    }

  gtk_drop_down_set_model (self->argument, G_LIST_MODEL (labels));
  if (self->nodes->len > 0)
    gtk_drop_down_set_selected (self->argument, chosen != GTK_INVALID_LIST_POSITION ? chosen : 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->argument), self->nodes->len > 1);
  gtk_widget_set_sensitive (self->use_button, self->nodes->len > 0);
  sounder_literal_show (self->note, tool != NULL && self->nodes->len == 0
                                      ? _("No argument of this tool is a text.")
                                      : "");
}

static void
use_cb (SounderToolArgumentDialog *self)
{
  McpCatalogItem *tool = sounder_catalog_list_get_selected (self->list);
  guint position = gtk_drop_down_get_selected (self->argument);
  McpFormNode *node;
  g_autoptr (GError) error = NULL;

  if (tool == NULL || position >= self->nodes->len)
    return;

  node = g_ptr_array_index (self->nodes, position);
  if (node != NULL)
    mcp_form_node_set_text (node, self->text);
  else if (!mcp_form_load (mcp_workbench_get_draft (self->workbench, tool), self->text, &error))
    {
      sounder_literal_show (self->note, error->message);
      return;
    }

  if (self->from != NULL)
    gtk_widget_activate_action (self->from, "session.show-tool", "s", mcp_catalog_item_get_name (tool));
  gtk_window_close (GTK_WINDOW (self));
}

static void
sounder_tool_argument_dialog_dispose (GObject *object)
{
  SounderToolArgumentDialog *self = SOUNDER_TOOL_ARGUMENT_DIALOG (object);

  g_clear_weak_pointer (&self->from);
  g_clear_object (&self->workbench);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_tool_argument_dialog_parent_class)->dispose (object);
}

static void
sounder_tool_argument_dialog_class_init (SounderToolArgumentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_tool_argument_dialog_dispose;

  g_type_ensure (SOUNDER_TYPE_CATALOG_LIST);
  sounder_template_set (widget_class, "sounder-tool-argument-dialog.ui");
  sounder_template_bind (widget_class, SounderToolArgumentDialog, use_button, list, argument,
                         preview, note);
  sounder_template_connect (widget_class, selected_cb, use_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
clear_node (gpointer node)
{
  if (node != NULL)
    g_object_unref (node);
}

static void
sounder_tool_argument_dialog_init (SounderToolArgumentDialog *self)
{
  self->nodes = g_ptr_array_new_with_free_func (clear_node);
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_literal_show (self->note, "");
}

/**
 * sounder_tool_argument_dialog_present:
 * @from: where it is asked for, below the session's actions
 * @workbench: of whose tools
 * @text: what is to be an argument
 *
 * Lets a person choose a tool and what of its arguments the text is, puts it into the form, and
 * goes there.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
sounder_tool_argument_dialog_present (GtkWidget    *from,
                                      McpWorkbench *workbench,
                                      const char   *text)
{
  SounderToolArgumentDialog *self;
  g_autofree char *preview = NULL;
  g_autoptr (SounderPlace) place = sounder_place_new ();

  g_return_val_if_fail (GTK_IS_WIDGET (from), NULL);
  g_return_val_if_fail (MCP_IS_WORKBENCH (workbench), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  self = g_object_new (SOUNDER_TYPE_TOOL_ARGUMENT_DIALOG, "transient-for", gtk_widget_get_root (from), NULL);
  g_set_weak_pointer (&self->from, from);
  self->workbench = g_object_ref (workbench);
  self->text = g_strdup (text);
  self->is_json = mcp_json_validate (text, -1, NULL) && mcp_json_get_type (text, strlen (text)) == MCP_JSON_OBJECT;
  preview = mcp_format_label (text, FALSE);
  gtk_label_set_text (self->preview, preview);
  sounder_catalog_list_set_catalog (
    self->list, mcp_session_get_catalog (mcp_workbench_get_session (workbench), MCP_CATALOG_TOOLS), place);
  selected_cb (self);
  gtk_window_set_default_widget (GTK_WINDOW (self), self->use_button);
  gtk_window_present (GTK_WINDOW (self));
  sounder_focus_enter (GTK_WIDGET (self->list));

  return GTK_WINDOW (self);
}
