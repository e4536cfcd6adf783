/* sounder-field-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-match.h"
#include "sounder-field-group.h"
#include "sounder-widgets.h"

/**
 * SounderFieldGroup:
 *
 * Rows are made for what is asked for: no more than some at a time, and those that a search finds.
 */

#define N_ROWS_AT_ONCE 100
/* Fewer than above: each keystroke replaces the rows. */
#define N_ROWS_FOUND 25

/* Groups in a group of more than these have pages of their own. */
#define MAX_INLINE 20

/* From so many children on they can be searched. */
#define SEARCH_FROM 15

struct _SounderFieldGroup
{
  GtkBox        parent_instance;

  McpForm      *form;      /* keeps what the node is */
  McpFormNode  *node;
  guint         n_levels;
  guint         n_rows;    /* at most */
  gboolean      untouched; /* errors of what was not edited are told, too */
  McpMatch     *sought;    /* (nullable) */

  GtkWidget    *search;
  GtkListBox   *list;
  GtkWidget    *more;
  GtkWidget    *empty;
  GtkWidget    *add_box;
  GtkWidget    *name_entry;
};

G_DEFINE_FINAL_TYPE (SounderFieldGroup, sounder_field_group, GTK_TYPE_BOX)

/* --- Rows --- */

static gboolean
is_sought (SounderFieldGroup *self,
           McpFormNode       *node)
{
  const McpField *field = mcp_form_node_get_whole_field (node);
  const char *fields[] = { mcp_form_node_get_name (node), field->title, field->description };

  return mcp_match_rank (self->sought, fields, G_N_ELEMENTS (fields)) != MCP_MATCH_NONE;
}

static SounderFieldRow *
get_row (SounderFieldGroup *self,
         guint              i)
{
  return SOUNDER_FIELD_ROW (gtk_list_box_get_row_at_index (self->list, i));
}

/* The children that have rows, and how many more would. */
static GPtrArray *
collect_shown (SounderFieldGroup *self,
               guint             *n_more)
{
  GListModel *children = mcp_form_node_get_children (self->node);
  GPtrArray *shown = g_ptr_array_new_with_free_func (g_object_unref);

  *n_more = 0;
  for (guint i = 0; i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (McpFormNode) child = g_list_model_get_item (children, i);

      if (!is_sought (self, child))
        continue;
      if (shown->len < self->n_rows)
        g_ptr_array_add (shown, g_steal_pointer (&child));
      else
        (*n_more)++;
    }

  return shown;
}

static gboolean
has_row_later (GPtrArray       *shown,
               guint            from,
               SounderFieldRow *row)
{
  guint place;

  return g_ptr_array_find (shown, sounder_field_row_get_node (row), &place) && place >= from;
}

static guint
count_levels (SounderFieldGroup *self,
              guint              n_rows)
{
  return n_rows <= MAX_INLINE ? self->n_levels : 0;
}

/* Rows that stay are not made again: somebody may be typing into one. */
static void
update_rows (SounderFieldGroup *self)
{
  guint n_more = 0;
  g_autoptr (GPtrArray) shown = collect_shown (self, &n_more);
  g_autofree char *label = NULL;
  guint n_children = g_list_model_get_n_items (mcp_form_node_get_children (self->node));

  for (guint i = 0; i < shown->len; i++)
    {
      SounderFieldRow *row;

      while ((row = get_row (self, i)) != NULL && sounder_field_row_get_node (row) != shown->pdata[i]
             && !has_row_later (shown, i, row))
        gtk_list_box_remove (self->list, GTK_WIDGET (row));
      if (row == NULL || sounder_field_row_get_node (row) != shown->pdata[i])
        {
          GtkWidget *made = sounder_field_row_new (shown->pdata[i], count_levels (self, shown->len));

          gtk_list_box_insert (self->list, made, i);
          sounder_field_row_show_error (SOUNDER_FIELD_ROW (made), self->untouched);
        }
    }
  while (get_row (self, shown->len) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (get_row (self, shown->len)));

  label = g_strdup_printf (ngettext ("Show %u More", "Show %u More", n_more), MIN (n_more, N_ROWS_AT_ONCE));
  gtk_button_set_label (GTK_BUTTON (self->more), label);
  gtk_widget_set_visible (self->more, n_more > 0);
  gtk_widget_set_visible (self->search, n_children >= SEARCH_FROM);
  gtk_widget_set_visible (GTK_WIDGET (self->list), shown->len > 0);
  gtk_label_set_text (GTK_LABEL (self->empty), n_children > 0 ? _("Nothing found") : _("Empty"));
  gtk_widget_set_visible (self->empty, shown->len == 0);
  gtk_widget_set_visible (self->add_box, mcp_form_node_takes_more (self->node));
}

static void
more_cb (SounderFieldGroup *self)
{
  self->n_rows += N_ROWS_AT_ONCE;
  update_rows (self);
}

static void
search_changed_cb (SounderFieldGroup *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  g_clear_pointer (&self->sought, mcp_match_free);
  self->sought = mcp_match_new (text);
  self->n_rows = self->sought != NULL ? N_ROWS_FOUND : N_ROWS_AT_ONCE;
  update_rows (self);
}

/* --- Adding --- */

static void
focus_last (SounderFieldGroup *self)
{
  guint n = g_list_model_get_n_items (mcp_form_node_get_children (self->node));
  g_autoptr (McpFormNode) last = g_list_model_get_item (mcp_form_node_get_children (self->node), n - 1);
  SounderFieldRow *row;

  self->n_rows = MAX (self->n_rows, n);
  update_rows (self);
  row = sounder_field_group_find (self, last);
  if (row != NULL)
    gtk_widget_child_focus (sounder_field_row_get_control (row), GTK_DIR_TAB_FORWARD);
}

static void
add_cb (SounderFieldGroup *self)
{
  const char *name = self->name_entry != NULL ? gtk_editable_get_text (GTK_EDITABLE (self->name_entry)) : NULL;

  if (!mcp_form_node_takes_more (self->node))
    return;
  if (mcp_form_node_add (self->node, name) == NULL)
    {
      gtk_widget_add_css_class (self->name_entry, "error");
      gtk_widget_set_tooltip_text (self->name_entry, _("There is a member of this name"));
      return;
    }

  if (self->name_entry != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->name_entry), "");
  focus_last (self);
}

static void
name_changed_cb (SounderFieldGroup *self)
{
  gtk_widget_remove_css_class (self->name_entry, "error");
  gtk_widget_set_tooltip_text (self->name_entry, NULL);
}

static GtkWidget *
new_add_box (SounderFieldGroup *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gboolean is_map = mcp_form_node_get_kind (self->node) == MCP_SHAPE_OBJECT;
  GtkWidget *button = gtk_button_new_with_mnemonic (is_map ? _("Add _Member") : _("Add _Element"));

  if (is_map)
    {
      self->name_entry = gtk_entry_new ();
      gtk_entry_set_placeholder_text (GTK_ENTRY (self->name_entry), _("Name"));
      gtk_widget_set_hexpand (self->name_entry, TRUE);
      sounder_widgets_set_spoken (self->name_entry, _("Name of the new member"));
      g_signal_connect_object (self->name_entry, "changed", G_CALLBACK (name_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->name_entry, "activate", G_CALLBACK (add_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), self->name_entry);
    }
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (add_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);

  return box;
}

/* --- The widget --- */

static void
sounder_field_group_dispose (GObject *object)
{
  SounderFieldGroup *self = SOUNDER_FIELD_GROUP (object);

  g_clear_object (&self->node);
  g_clear_object (&self->form);
  g_clear_pointer (&self->sought, mcp_match_free);

  G_OBJECT_CLASS (sounder_field_group_parent_class)->dispose (object);
}

static void
sounder_field_group_class_init (SounderFieldGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_field_group_dispose;
}

static void
sounder_field_group_init (SounderFieldGroup *self)
{
  self->n_rows = N_ROWS_AT_ONCE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
}

/**
 * sounder_field_group_new:
 * @node: an object or an array that has a value
 * @n_levels: how many levels of groups may be shown within
 *
 * Creates the rows of a group. They follow what is added and taken out.
 */
GtkWidget *
sounder_field_group_new (McpFormNode *node,
                         guint        n_levels)
{
  SounderFieldGroup *self = g_object_new (SOUNDER_TYPE_FIELD_GROUP, NULL);
  g_autofree char *name = mcp_form_node_dup_label (node);

  self->node = g_object_ref (node);
  self->form = g_object_ref (mcp_form_node_get_form (node));
  self->n_levels = n_levels;

  self->search = gtk_search_entry_new ();
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (self->search), 0);
  g_object_set (self->search, "placeholder-text", _("Search fields"), NULL);
  sounder_widgets_set_spoken (self->search, _("Search fields"));
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (search_changed_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), self->search);

  self->list = GTK_LIST_BOX (sounder_widgets_new_boxed_list (name));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));

  self->empty = sounder_widgets_new_paragraph (NULL, "dim-label caption");
  gtk_box_append (GTK_BOX (self), self->empty);

  self->more = gtk_button_new ();
  g_signal_connect_object (self->more, "clicked", G_CALLBACK (more_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), self->more);

  self->add_box = new_add_box (self);
  gtk_box_append (GTK_BOX (self), self->add_box);

  g_signal_connect_object (mcp_form_node_get_children (node), "items-changed", G_CALLBACK (update_rows), self,
                           G_CONNECT_SWAPPED);
  update_rows (self);

  return GTK_WIDGET (self);
}

void
sounder_field_group_set_levels (SounderFieldGroup *self,
                                guint              n_levels)
{
  SounderFieldRow *row;
  guint n_rows = 0;

  g_return_if_fail (SOUNDER_IS_FIELD_GROUP (self));

  self->n_levels = n_levels;
  while (get_row (self, n_rows) != NULL)
    n_rows++;
  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    sounder_field_row_set_levels (row, count_levels (self, n_rows));
}

/**
 * sounder_field_group_show_errors:
 * @untouched: whether to tell what is wrong with what was not edited yet
 *
 * Shows what is wrong with each value of it now.
 */
void
sounder_field_group_show_errors (SounderFieldGroup *self,
                                 gboolean           untouched)
{
  SounderFieldRow *row;

  g_return_if_fail (SOUNDER_IS_FIELD_GROUP (self));

  self->untouched = untouched;
  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    sounder_field_row_show_error (row, untouched);
}

SounderFieldRow *
sounder_field_group_get_row (SounderFieldGroup *self,
                             guint              i)
{
  g_return_val_if_fail (SOUNDER_IS_FIELD_GROUP (self), NULL);

  return get_row (self, i);
}

/**
 * sounder_field_group_find_at_edge:
 * @content: what is scrolled, with it
 * @edge: where in @content the upper edge of what is seen is
 *
 * Gets the innermost group whose own line was scrolled over the edge, and some of whose members were not.
 *
 * Returns: (transfer none) (nullable): a node
 */
McpFormNode *
sounder_field_group_find_at_edge (SounderFieldGroup *self,
                                  GtkWidget         *content,
                                  double             edge)
{
  SounderFieldRow *row;

  g_return_val_if_fail (SOUNDER_IS_FIELD_GROUP (self), NULL);

  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    {
      GtkWidget *control = sounder_field_row_get_control (row);
      graphene_rect_t bounds;
      McpFormNode *inner;

      if (!SOUNDER_IS_FIELD_GROUP (control) || !gtk_widget_get_mapped (control)
          || !gtk_widget_compute_bounds (control, content, &bounds) || bounds.origin.y >= edge
          || bounds.origin.y + bounds.size.height <= edge)
        continue;

      inner = sounder_field_group_find_at_edge (SOUNDER_FIELD_GROUP (control), content, edge);

      return inner != NULL ? inner : sounder_field_row_get_node (row);
    }

  return NULL;
}

/**
 * sounder_field_group_find:
 * @node: a value in it, however deep
 *
 * Gets the row that shows a value.
 *
 * Returns: (transfer none) (nullable): a row; %NULL when there is none
 */
SounderFieldRow *
sounder_field_group_find (SounderFieldGroup *self,
                          McpFormNode       *node)
{
  SounderFieldRow *row;

  g_return_val_if_fail (SOUNDER_IS_FIELD_GROUP (self), NULL);

  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    {
      SounderFieldRow *found = sounder_field_row_find (row, node);

      if (found != NULL)
        return found;
    }

  return NULL;
}
