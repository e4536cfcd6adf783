/* sounder-text-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-json-content.h"
#include "sounder-json-view.h"
#include "sounder-markdown-view.h"
#include "sounder-text-content.h"
#include "sounder-widgets.h"

/* More than this a label or a view that is as high as its text cannot lay out at once. */
#define MAX_WHOLE_BYTES (16 * 1024)

static gboolean
is_json (const SounderContent *content)
{
  const char *start = content->text + strspn (content->text, " \t\r\n");

  return (*start == '{' || *start == '[')
         && (g_bytes_get_size (content->bytes) > MAX_WHOLE_BYTES
             || mcp_json_validate (content->text, -1, NULL));
}

static GtkWidget *
new_bounded (const SounderContent *content)
{
  GtkWidget *view = sounder_json_view_new ();

  sounder_json_view_set_line_numbers (SOUNDER_JSON_VIEW (view), FALSE);
  sounder_json_view_set_bytes (SOUNDER_JSON_VIEW (view), content->bytes);
  sounder_json_view_set_label (SOUNDER_JSON_VIEW (view), _("Text"));
  gtk_widget_set_size_request (view, -1, 260);
  gtk_widget_set_vexpand (view, TRUE);

  return view;
}

/* As high as a table is, with its head. */
static GtkWidget *
new_json (const SounderContent *content)
{
  GtkWidget *json = sounder_json_content_new ();

  sounder_json_content_set_bytes (SOUNDER_JSON_CONTENT (json), content->bytes);
  sounder_json_content_set_label (SOUNDER_JSON_CONTENT (json), _("Text"));
  gtk_widget_set_size_request (json, -1, 290);
  gtk_widget_set_vexpand (json, TRUE);

  return json;
}

static GtkSourceLanguage *
find_language (const SounderContent *content)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *content_type = NULL;

  if (content->mime_type == NULL && content->uri == NULL)
    return NULL;

  if (content->mime_type != NULL)
    {
      g_autofree char *mime_type = g_strdup (content->mime_type);

      mime_type[strcspn (mime_type, "; ")] = '\0';
      content_type = g_content_type_from_mime_type (mime_type);
    }

  return gtk_source_language_manager_guess_language (manager, content->uri, content_type);
}

static void
dark_changed_cb (GtkSourceBuffer *buffer)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
    buffer,
    gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita"));
}

/**
 * sounder_text_content_new_source:
 * @text: what to show, safe to be shown
 * @language: (nullable): what it is written in
 *
 * Creates a view of source text in a fixed-width font.
 */
GtkWidget *
sounder_text_content_new_source (const char        *text,
                                 GtkSourceLanguage *language)
{
  g_autoptr (GtkSourceBuffer) buffer = gtk_source_buffer_new (NULL);
  GtkWidget *view;

  gtk_source_buffer_set_language (buffer, language);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (buffer), text, -1);
  dark_changed_cb (buffer);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (dark_changed_cb), buffer, G_CONNECT_SWAPPED);

  view = gtk_source_view_new_with_buffer (buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 9);
  sounder_widgets_set_spoken (view, _("Text"));
  gtk_widget_add_css_class (view, "card");

  return view;
}

static GtkWidget *
new_plain (const SounderContent *content)
{
  gsize length = g_bytes_get_size (content->bytes);
  g_autofree char *text = NULL;
  GtkSourceLanguage *language;
  GtkWidget *label;

  /* Lines of SVG are as long as they like. */
  if (length > MAX_WHOLE_BYTES || content->is_svg)
    return new_bounded (content);

  text = mcp_format_visible (content->text, length, TRUE);
  language = find_language (content);
  if (language != NULL)
    return sounder_text_content_new_source (text, language);

  label = sounder_widgets_new_paragraph (length > 0 ? text : _("Empty text"), NULL);
  gtk_label_set_selectable (GTK_LABEL (label), length > 0);
  if (length == 0)
    gtk_widget_add_css_class (label, "dim-label");

  return label;
}

/**
 * sounder_text_content_new:
 * @content: content that is text; must stay
 *
 * Creates a view of text. JSON is printed, Markdown drawn, source of a known language highlighted;
 * text too long for a label is shown in parts.
 */
GtkWidget *
sounder_text_content_new (const SounderContent *content)
{
  if (is_json (content))
    return new_json (content);

  return sounder_markdown_view_is_for (content) ? sounder_markdown_view_new (content, new_plain)
                                                : new_plain (content);
}
