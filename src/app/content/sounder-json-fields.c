/* sounder-json-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-json-table.h"
#include "mcp-summary.h"
#include "sounder-json-fields.h"
#include "sounder-json-table.h"
#include "sounder-read-text.h"
#include "sounder-widgets.h"

/* More is easier to read as text. */
#define MAX_FIELDS      100
#define MAX_VALUE_BYTES 2048
#define MAX_BYTES       (8 * 1024 * 1024)
#define MAX_ROWS        200000

static gboolean
is_container (McpJsonType type)
{
  return type == MCP_JSON_OBJECT || type == MCP_JSON_ARRAY;
}

/**
 * sounder_json_fields_is_for:
 * @json: valid JSON
 *
 * Tells whether JSON is an object of values, of which one may be a list.
 */
gboolean
sounder_json_fields_is_for (GBytes *json)
{
  gsize length;
  const char *text = g_bytes_get_data (json, &length);
  guint n_values = 0;
  guint n_arrays = 0;
  McpJsonIter iter;
  McpSpan key, value;

  if (length > MAX_BYTES || mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, text, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpJsonType type = mcp_json_get_type (text + value.offset, value.length);

      n_arrays += type == MCP_JSON_ARRAY;
      n_values += !is_container (type);
      if (type == MCP_JSON_OBJECT || n_arrays > 1 || n_values > MAX_FIELDS)
        return FALSE;
    }

  return n_values > 0;
}

static char *
dup_value (const char  *text,
           gsize        length,
           McpJsonType  type)
{
  g_autofree char *string = type == MCP_JSON_STRING ? mcp_json_dup_string (text, length) : NULL;
  const char *shown = string != NULL && *string != '\0' ? string : text;
  gsize all = shown == text ? length : strlen (string);
  gsize n_shown = MIN (all, MAX_VALUE_BYTES);
  g_autofree char *visible = NULL;

  while (n_shown < all && n_shown > 0 && ((guchar) shown[n_shown] & 0xc0) == 0x80)
    n_shown--;
  visible = mcp_format_visible (shown, n_shown, TRUE);

  return n_shown < all ? g_strconcat (visible, "…", NULL) : g_steal_pointer (&visible);
}

static void
add_field (GtkGrid    *grid,
           int         row,
           const char *name,
           const char *text,
           gsize       length)
{
  static const char *const classes[] = {
    [MCP_JSON_NULL] = "null",     [MCP_JSON_BOOLEAN] = "boolean", [MCP_JSON_NUMBER] = "number",
    [MCP_JSON_STRING] = "string", [MCP_JSON_ARRAY] = "array",     [MCP_JSON_OBJECT] = "object",
  };
  McpJsonType type = mcp_json_get_type (text, length);
  g_autofree char *value = dup_value (text, length, type);
  g_autofree char *spoken_name = mcp_format_label (name, FALSE);
  GtkWidget *title = sounder_widgets_new_line (spoken_name, "json-key");
  GtkWidget *label = sounder_widgets_new_paragraph (value, "json-value");

  gtk_label_set_max_width_chars (GTK_LABEL (title), 28);
  gtk_label_set_yalign (GTK_LABEL (title), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  sounder_read_text_set_menu (label, NULL);
  /* Text is read, and not coloured. */
  if (type != MCP_JSON_STRING && classes[type] != NULL)
    gtk_widget_add_css_class (label, classes[type]);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title,
                                  NULL, -1);
  gtk_grid_attach (grid, title, 0, row, 1, 1);
  gtk_grid_attach (grid, label, 1, row, 1, 1);
}

static GtkWidget *
new_table (GBytes        *json,
           const McpSpan *array,
           const char    *name,
           GtkBox        *box)
{
  g_autoptr (McpJsonTable) table = mcp_json_table_new (json, array);
  guint n_rows = mcp_json_table_get_n_rows (table);
  g_autofree char *shown = mcp_format_label (name, FALSE);
  g_autofree char *rows = g_strdup_printf (ngettext ("%u row", "%u rows", n_rows), n_rows);
  g_autofree char *title = g_strconcat (shown, " · ", rows, NULL);
  GtkWidget *widget;

  if (n_rows > MAX_ROWS)
    return NULL;

  widget = sounder_json_table_new (table);
  gtk_box_append (box, sounder_widgets_new_line (title, "json-key"));
  gtk_box_append (box, widget);

  return widget;
}

GtkWidget *
sounder_json_fields_new (GBytes     *json,
                         GtkWidget **table)
{
  gsize length;
  const char *text = g_bytes_get_data (json, &length);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *table_name = NULL;
  McpSpan array, key, value;
  gboolean has_table = mcp_json_table_find (text, length, &array, &table_name) && table_name != NULL;
  McpJsonIter iter;
  int row = 0;

  *table = NULL;
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_box_append (GTK_BOX (box), grid);
  gtk_widget_add_css_class (box, "json-fields");
  if (has_table)
    *table = new_table (json, &array, table_name, GTK_BOX (box));

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

      if (*table == NULL || value.offset != array.offset)
        add_field (GTK_GRID (grid), row++, name != NULL ? name : "", text + value.offset, value.length);
    }

  return box;
}
