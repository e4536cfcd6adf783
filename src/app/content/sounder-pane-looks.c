/* sounder-pane-looks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-markdown.h"
#include "mcp-summary.h"
#include "sounder-json-fields.h"
#include "sounder-json-table.h"
#include "sounder-markdown-blocks.h"
#include "sounder-markdown-text.h"
#include "sounder-pane-private.h"
#include "sounder-settings.h"
#include "sounder-widgets.h"

/* What a text can be shown as, what is best, and the widgets for it. */

/* More is neither checked nor offered as a table: a table is read at once, and each row has an object. */
#define MAX_BYTES       (8 * 1024 * 1024)
#define MAX_ROWS        200000
#define MAX_SHORT_BYTES 120

static gboolean
read_is_json (const char *text,
              gsize       length)
{
  const char *end = text + length;

  while (text < end && strchr (" \t\r\n", *text) != NULL && *text != '\0')
    text++;

  return text < end && (*text == '{' || *text == '[')
         && (length > MAX_BYTES || mcp_json_validate (text, end - text, NULL));
}

static void
read_table (SounderPane *self,
            GBytes      *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  McpSpan array;

  if (length > MAX_BYTES)
    return;
  if (sounder_json_fields_is_for (bytes))
    {
      self->fields_bytes = g_bytes_ref (bytes);
      return;
    }
  if (!mcp_json_table_find (text, length, &array, &self->table_name))
    return;

  self->table = mcp_json_table_new (bytes, &array);
  if (mcp_json_table_get_n_rows (self->table) > MAX_ROWS)
    g_clear_pointer (&self->table, mcp_json_table_unref);
}

static GtkSourceLanguage *
find_language (SounderPane *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *content_type = NULL;

  if (self->mime_type == NULL && self->uri == NULL)
    return NULL;

  if (self->mime_type != NULL)
    {
      g_autofree char *mime_type = g_strdup (self->mime_type);

      mime_type[strcspn (mime_type, "; ")] = '\0';
      content_type = g_content_type_from_mime_type (mime_type);
    }

  return gtk_source_language_manager_guess_language (manager, self->uri, content_type);
}

static void
append_part (GString    *title,
             const char *part)
{
  if (part != NULL && *part != '\0')
    g_string_append_printf (title, "%s%s", title->len > 0 ? " · " : "", part);
}

static char *
dup_title (SounderPane *self,
           GBytes      *bytes)
{
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree char *size = bytes != NULL ? mcp_format_size (g_bytes_get_size (bytes)) : NULL;
  g_autofree char *type = self->mime_type != NULL ? mcp_format_label (self->mime_type, FALSE) : NULL;

  if (bytes == NULL)
    return g_strdup ("");

  append_part (title, type != NULL           ? type
                      : self->is_json        ? "JSON"
                      : self->blocks != NULL ? "Markdown"
                                             : _("Text"));
  if (self->is_content && self->mime_type != NULL && self->blocks == NULL
      && sounder_markdown_text_is_for (self->mime_type, ""))
    append_part (title, _("too large to be drawn: this is its source"));
  append_part (title, size);
  if (self->table != NULL)
    {
      guint n_rows = mcp_json_table_get_n_rows (self->table);
      g_autofree char *rows = g_strdup_printf (ngettext ("%u row", "%u rows", n_rows), n_rows);
      g_autofree char *name = self->table_name != NULL ? mcp_format_label (self->table_name, FALSE) : NULL;

      append_part (title, name);
      append_part (title, rows);
      if (mcp_json_table_has_more_columns (self->table))
        append_part (title, _("not all members have a column"));
    }

  return g_string_free (g_steal_pointer (&title), FALSE);
}

static void
drop (SounderPane  *self,
      GtkWidget   **widget)
{
  if (*widget != NULL)
    gtk_stack_remove (self->stack, *widget);
  *widget = NULL;
}

void
sounder_pane_forget_looks (SounderPane *self)
{
  g_clear_pointer (&self->table, mcp_json_table_unref);
  g_clear_pointer (&self->table_name, g_free);
  g_clear_pointer (&self->fields_bytes, g_bytes_unref);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

/* The text is another one. */
void
sounder_pane_read_looks (SounderPane *self)
{
  GBytes *bytes = sounder_pane_get_bytes (self);
  gsize length = 0;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  GtkSourceLanguage *language = NULL;
  g_autofree char *title = NULL;

  gtk_stack_set_visible_child_name (self->stack, "text");
  drop (self, &self->shown_fields);
  drop (self, &self->drawn);
  self->shown_table = NULL;
  drop (self, &self->shown_list);
  sounder_pane_forget_looks (self);
  if (!self->shows_tools)
    return;

  self->is_json = text != NULL && read_is_json (text, length);
  if (self->is_json)
    read_table (self, bytes);
  else if (self->is_content && text != NULL && length < MCP_MARKDOWN_MAX_BYTES && sounder_markdown_text_is_for (self->mime_type, text))
    self->blocks = mcp_markdown_parse (text);
  self->is_short = !self->is_json && self->blocks == NULL && length < MAX_SHORT_BYTES
                   && (text == NULL || memchr (text, '\n', length) == NULL);
  if (self->is_content && !self->is_json)
    language = self->blocks == NULL ? find_language (self) : NULL;
  if (self->is_content)
    {
      sounder_json_view_set_text_style (self->text, language, !self->is_json && language == NULL);
      sounder_json_view_set_line_numbers (self->text, self->is_json);
    }

  title = dup_title (self, bytes);
  gtk_label_set_text (self->title, title);
}

static gboolean
has_look (SounderPane *self,
          const char  *look)
{
  if (g_str_equal (look, "table"))
    return self->table != NULL || self->fields_bytes != NULL;
  if (g_str_equal (look, "drawn"))
    return self->blocks != NULL;
  if (g_str_equal (look, "tree"))
    return self->is_json || !self->shows_tools;

  return *look != '\0';
}

const char *
sounder_pane_choose_look (SounderPane *self)
{
  if (has_look (self, self->view))
    return self->view;
  if (has_look (self, "table") && sounder_settings_get_boolean ("json-table", TRUE))
    return g_intern_static_string ("table");
  if (has_look (self, "drawn") && !sounder_settings_get_boolean ("markdown-source", FALSE))
    return g_intern_static_string ("drawn");

  return g_intern_static_string ("pretty");
}

/* Where the pane fills its place the page scrolls by itself. */
static GtkWidget *
add_page (SounderPane *self,
          GtkWidget   *child)
{
  GtkWidget *page = child;

  if (self->max_height == 0)
    {
      page = gtk_scrolled_window_new ();
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (page), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (page), child);
    }
  gtk_stack_add_child (self->stack, page);

  return page;
}

static GtkWidget *
get_page (SounderPane *self,
          const char  *look)
{
  if (g_str_equal (look, "drawn"))
    {
      if (self->drawn == NULL)
        {
          self->drawn = sounder_markdown_blocks_new (self->blocks, NULL);
          g_signal_connect_object (self->drawn, "link-activated",
                                   G_CALLBACK (sounder_markdown_text_open_link), self, G_CONNECT_SWAPPED);
          gtk_stack_add_child (self->stack, self->drawn);
        }
      sounder_markdown_blocks_build (SOUNDER_MARKDOWN_BLOCKS (self->drawn), FALSE);
      return self->drawn;
    }
  if (g_str_equal (look, "table") && self->fields_bytes != NULL)
    {
      if (self->shown_fields == NULL)
        self->shown_fields =
          add_page (self, sounder_json_fields_new (self->fields_bytes, &self->shown_table));
      return self->shown_fields;
    }
  if (g_str_equal (look, "table"))
    {
      if (self->shown_list == NULL)
        {
          self->shown_list = self->shown_table = sounder_json_table_new (self->table);
          gtk_stack_add_child (self->stack, self->shown_list);
        }
      return self->shown_list;
    }

  return gtk_stack_get_child_by_name (self->stack, g_str_equal (look, "tree") ? "tree" : "text");
}

static const char *
get_words (SounderPane *self,
           const char  *look)
{
  if (g_str_equal (look, "table"))
    return self->fields_bytes != NULL ? _("Fields") : _("Table");
  if (g_str_equal (look, "drawn"))
    return _("Rendered");
  if (g_str_equal (look, "tree"))
    return _("Tree");
  if (g_str_equal (look, "exact"))
    return _("As It Came");

  return self->blocks != NULL ? C_("Markdown", "Source") : _("Printed");
}

/* What there is to choose between. */
static void
update_menu (SounderPane *self,
             const char  *shown)
{
  static const char *const looks[] = { "table", "drawn", "pretty", "tree", "exact" };
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autoptr (GMenuItem) item = NULL;

      if (!has_look (self, looks[i]) || (g_str_equal (looks[i], "exact") && !self->is_json))
        continue;
      item = g_menu_item_new (get_words (self, looks[i]), NULL);
      g_menu_item_set_action_and_target (item, "pane.look", "s", looks[i]);
      g_menu_append_item (menu, item);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->look_button), g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 1);
  gtk_menu_button_set_menu_model (self->look_button, G_MENU_MODEL (menu));
  gtk_menu_button_set_label (self->look_button, get_words (self, shown));
}

void
sounder_pane_show_look (SounderPane *self,
                        const char  *look)
{
  const char *copies = g_str_equal (look, "table") && self->table != NULL
                         ? _("Copy the selected rows, or all of them, as comma-separated values")
                         : _("Copy");

  gtk_stack_set_visible_child (self->stack, get_page (self, look));
  if (!self->shows_tools)
    return;

  update_menu (self, look);
  gtk_widget_set_tooltip_text (self->copy_button, copies);
  sounder_widgets_set_spoken (self->copy_button, copies);
}
