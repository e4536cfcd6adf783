/* sounder-json-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-json-table.h"
#include "sounder-json-view.h"
#include "sounder-widgets.h"

/**
 * SounderJsonTable:
 *
 * Cells are the server's own tokens; strings are without their quotes. Enter on a row shows all of it
 * below the table.
 */

#define TABLE_HEIGHT 260
#define ROW_HEIGHT   140
#define CELL_CHARS   40

/* What the model has: a row by its number in the array. */
#define SOUNDER_TYPE_TABLE_ROW (sounder_table_row_get_type ())
G_DECLARE_FINAL_TYPE (SounderTableRow, sounder_table_row, SOUNDER, TABLE_ROW, GObject)

struct _SounderTableRow
{
  GObject parent_instance;

  guint   number;
};

G_DEFINE_FINAL_TYPE (SounderTableRow, sounder_table_row, G_TYPE_OBJECT)

static void
sounder_table_row_class_init (SounderTableRowClass *klass)
{
}

static void
sounder_table_row_init (SounderTableRow *self)
{
}

struct _SounderJsonTable
{
  AdwBin             parent_instance;

  McpJsonTable      *table;
  GtkMultiSelection *selection;
  SounderJsonView   *row;      /* all of the row that was activated */
};

G_DEFINE_FINAL_TYPE (SounderJsonTable, sounder_json_table, ADW_TYPE_BIN)

/* A column of the table. */
typedef struct
{
  McpJsonTable *table;
  guint         number;
} Column;

static Column *
column_new (McpJsonTable *table,
            guint         number)
{
  Column *column = g_new (Column, 1);

  column->table = mcp_json_table_ref (table);
  column->number = number;

  return column;
}

static void
column_free (gpointer data)
{
  Column *column = data;

  mcp_json_table_unref (column->table);
  g_free (column);
}

static void
closure_free (gpointer  data,
              GClosure *closure)
{
  column_free (data);
}

static void
setup_cell_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               Column                   *column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CELL_CHARS);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              Column                   *column)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  SounderTableRow *row = gtk_list_item_get_item (item);
  gsize length;
  const char *cell = mcp_json_table_get_cell (column->table, row->number, column->number, &length);
  McpJsonType type = cell != NULL ? mcp_json_get_type (cell, length) : MCP_JSON_NONE;
  g_autofree char *text = type == MCP_JSON_STRING ? mcp_json_dup_string (cell, length)
                                                  : g_strndup (cell, cell != NULL ? length : 0);
  g_autofree char *shown = mcp_format_label (text != NULL ? text : "", FALSE);

  gtk_label_set_text (label, shown);
  gtk_label_set_xalign (label, type == MCP_JSON_NUMBER ? 1 : 0);
  /* A null, a number in a string and a string are not told apart by their words alone. */
  sounder_widgets_set_class (label, "dim-label", type == MCP_JSON_NULL);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  Column *column = user_data;
  int order = mcp_json_table_compare (column->table, column->number,
                                      ((SounderTableRow *) a)->number,
                                      ((SounderTableRow *) b)->number);

  return order < 0 ? GTK_ORDERING_SMALLER : order > 0 ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

static void
add_column (GtkColumnView *view,
            McpJsonTable  *table,
            guint          number)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  g_autoptr (GtkSorter) sorter = NULL;
  g_autofree char *title = mcp_format_label (mcp_json_table_get_column (table, number), FALSE);

  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cell_cb), column_new (table, number),
                         closure_free, 0);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell_cb), column_new (table, number),
                         closure_free, 0);
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare_rows, column_new (table, number),
                                              column_free));

  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column,
                                     number + 1 == mcp_json_table_get_n_columns (table));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_append_column (view, column);
}

static GListModel *
new_rows (McpJsonTable *table)
{
  GListStore *store = g_list_store_new (SOUNDER_TYPE_TABLE_ROW);
  guint n_rows = mcp_json_table_get_n_rows (table);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_full (n_rows, g_object_unref);

  for (guint i = 0; i < n_rows; i++)
    {
      SounderTableRow *row = g_object_new (SOUNDER_TYPE_TABLE_ROW, NULL);

      row->number = i;
      g_ptr_array_add (rows, row);
    }
  g_list_store_splice (store, 0, 0, rows->pdata, rows->len);

  return G_LIST_MODEL (store);
}

static guint
get_number (SounderJsonTable *self,
            guint             position)
{
  g_autoptr (SounderTableRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection),
                                                           position);

  return row->number;
}

static void
activate_cb (SounderJsonTable *self,
             guint             position)
{
  gsize length;
  const char *text = mcp_json_table_get_row (self->table, get_number (self, position), &length);
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);

  sounder_json_view_set_bytes (self->row, bytes);
  gtk_widget_set_visible (GTK_WIDGET (self->row), TRUE);
}

/**
 * sounder_json_table_dup_csv:
 *
 * Writes the selected rows, or all when fewer than two are selected, as CSV (RFC 4180), in the order
 * in which they are shown.
 *
 * Returns: (transfer full): text
 */
char *
sounder_json_table_dup_csv (SounderJsonTable *self)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GtkBitset) selected = NULL;
  gboolean some;

  g_return_val_if_fail (SOUNDER_IS_JSON_TABLE (self), NULL);

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  some = gtk_bitset_get_size (selected) > 1;
  mcp_json_table_append_csv_head (self->table, out);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      if (!some || gtk_bitset_contains (selected, i))
        mcp_json_table_append_csv_row (self->table, get_number (self, i), out);
    }

  return g_string_free (out, FALSE);
}

static void
sounder_json_table_finalize (GObject *object)
{
  SounderJsonTable *self = SOUNDER_JSON_TABLE (object);

  g_clear_object (&self->selection);
  g_clear_pointer (&self->table, mcp_json_table_unref);

  G_OBJECT_CLASS (sounder_json_table_parent_class)->finalize (object);
}

static void
sounder_json_table_class_init (SounderJsonTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_json_table_finalize;
}

static void
sounder_json_table_init (SounderJsonTable *self)
{
}

static GtkWidget *
new_view (SounderJsonTable *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);
  GtkSortListModel *sorted;

  for (guint i = 0; i < mcp_json_table_get_n_columns (self->table); i++)
    add_column (GTK_COLUMN_VIEW (view), self->table, i);

  sorted = gtk_sort_list_model_new (
    new_rows (self->table), g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (view))));
  gtk_sort_list_model_set_incremental (sorted, TRUE);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (view), GTK_SELECTION_MODEL (self->selection));
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (view), TRUE);
  gtk_column_view_set_show_row_separators (GTK_COLUMN_VIEW (view), TRUE);
  gtk_widget_add_css_class (view, "data-table");
  sounder_widgets_set_spoken (view, _("Table"));
  g_signal_connect_swapped (view, "activate", G_CALLBACK (activate_cb), self);

  return view;
}

GtkWidget *
sounder_json_table_new (McpJsonTable *table)
{
  SounderJsonTable *self = g_object_new (SOUNDER_TYPE_JSON_TABLE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->table = mcp_json_table_ref (table);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), new_view (self));
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_size_request (scrolled, -1, TABLE_HEIGHT);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), scrolled);

  self->row = SOUNDER_JSON_VIEW (sounder_json_view_new ());
  sounder_json_view_set_line_numbers (self->row, FALSE);
  sounder_json_view_set_label (self->row, _("Row"));
  gtk_widget_set_size_request (GTK_WIDGET (self->row), -1, ROW_HEIGHT);
  gtk_widget_set_visible (GTK_WIDGET (self->row), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->row));
  adw_bin_set_child (ADW_BIN (self), box);

  return GTK_WIDGET (self);
}
