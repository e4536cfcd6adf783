/* sounder-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-help"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "sounder-help.h"

#define PLACE "/io/github/mcp_sounder/Sounder/help/"

/**
 * sounder_help_get_topic:
 * @page: the name of a page of a session
 *
 * Finds the document about what one does there.
 *
 * Returns: (nullable): its topic, or %NULL when there is none
 */
const char *
sounder_help_get_topic (const char *page)
{
  static const char *const topics[][2] = {
    { "overview", "connection-doctor" },
    { "timeline", "filters" },
    { "console", "filters" },
    { "health", "health" },
  };

  g_return_val_if_fail (page != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    if (g_str_equal (topics[i][0], page))
      return topics[i][1];

  return NULL;
}

/* Without the marks of code. */
static char *
dup_plain (const char *text)
{
  GString *plain = g_string_new (text);

  g_string_replace (plain, "`", "", 0);

  return g_strstrip (g_string_free (plain, FALSE));
}

/* "| name | what it is |": the name as it is typed, then what it is. */
static void
append_row (GtkTextBuffer *buffer,
            GtkTextIter   *end,
            const char    *line)
{
  g_auto (GStrv) cells = g_strsplit (line, " |", -1);

  for (guint i = 0; cells[i] != NULL; i++)
    {
      g_autofree char *cell = dup_plain (*cells[i] == '|' ? cells[i] + 1 : cells[i]);

      if (*cell == '\0')
        continue;
      if (i > 0)
        gtk_text_buffer_insert (buffer, end, "  —  ", -1);
      gtk_text_buffer_insert_with_tags_by_name (buffer, end, cell, -1, i == 0 ? "code" : "row",
                                                NULL);
    }
  gtk_text_buffer_insert (buffer, end, "\n", -1);
}

/* The little of Markdown that the documents use. The lines of a paragraph are one. */
static void
append_line (GtkTextBuffer *buffer,
             const char    *line,
             const char    *next)
{
  gsize level = strspn (line, "#");
  gboolean goes_on = next != NULL && *next != '\0' && strchr ("#|-* ", *next) == NULL;
  g_autofree char *plain = dup_plain (line + level);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (g_str_has_prefix (line, "|--") || g_str_equal (line, "| | |"))
    return;
  if (*line == '|')
    {
      append_row (buffer, &end, line);
      return;
    }

  if (level > 0)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, plain, -1,
                                              level == 1 ? "title" : "heading", NULL);
  else if (g_str_has_prefix (line, "    "))
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, line, -1, "code", NULL);
  else
    gtk_text_buffer_insert (buffer, &end, plain, -1);
  gtk_text_buffer_insert (buffer, &end, level == 0 && *plain != '\0' && goes_on ? " " : "\n", -1);
}

static GtkWidget *
new_text (const char *markdown)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  g_auto (GStrv) lines = g_strsplit (markdown, "\n", -1);
  GtkTextIter start;

  gtk_text_buffer_create_tag (buffer, "title", "weight", PANGO_WEIGHT_BOLD, "scale", 1.5, NULL);
  gtk_text_buffer_create_tag (buffer, "heading", "weight", PANGO_WEIGHT_BOLD, "scale", 1.2, NULL);
  gtk_text_buffer_create_tag (buffer, "code", "family", "monospace", "scale", 0.9, NULL);
  gtk_text_buffer_create_tag (buffer, "row", NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    append_line (buffer, lines[i], lines[i + 1]);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);

  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 18);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 18);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 12);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 18);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Help"),
                                  -1);

  return view;
}

static void
add_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

/**
 * sounder_help_present:
 * @parent: the window to be beside
 * @topic: which document, as its file is called in `docs`
 *
 * Shows a document in a window of its own, so that it can be read while one tries what it says.
 *
 * Returns: (transfer none) (nullable): the window, or %NULL when there is no such document
 */
GtkWidget *
sounder_help_present (GtkWindow  *parent,
                      const char *topic)
{
  g_autofree char *path = g_strdup_printf (PLACE "%s.md", topic);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *text = NULL;
  GtkWidget *window;
  GtkWidget *box;
  GtkWidget *scroll;

  if (bytes == NULL)
    return NULL;

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  window = adw_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), new_text (text));
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scroll);
  gtk_window_set_title (GTK_WINDOW (window), _("Help"));
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 620);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  adw_window_set_content (ADW_WINDOW (window), box);
  add_escape (window);
  gtk_window_present (GTK_WINDOW (window));

  return window;
}
