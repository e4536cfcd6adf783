/* sounder-text-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>

#include "sounder-read-text.h"
#include "sounder-text-content.h"
#include "sounder-widgets.h"

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
  sounder_read_text_keep_height (GTK_TEXT_VIEW (view));
  sounder_read_text_set_menu (view, NULL);
  sounder_widgets_set_spoken (view, _("Text"));
  gtk_widget_add_css_class (view, "card");

  return view;
}
