/* sounder-text-field.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-literal.h"
#include "sounder-page.h"
#include "sounder-text-field.h"

#define LEAST_HEIGHT 72
#define MOST_HEIGHT  220

/**
 * sounder_text_field_new:
 * @name: what a screen reader calls it
 * @monospace: whether it holds code
 * @buffer: (out) (transfer none): its text
 *
 * Creates a field of several lines for a form: it grows with its text up to a height, then scrolls.
 *
 * Returns: (transfer floating): a widget
 */
GtkWidget *
sounder_text_field_new (const char     *name,
                        gboolean        monospace,
                        GtkTextBuffer **buffer)
{
  GtkWidget *window = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();

  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), monospace);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  /* Tab moves on, as in every other field. */
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  sounder_page_let_verb_through (GTK_TEXT_VIEW (view));
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 9);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (window), LEAST_HEIGHT);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (window), MOST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (window), TRUE);
  gtk_widget_add_css_class (window, "field-text");
  *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));

  return window;
}

/**
 * sounder_field_mark:
 * @is_wrong: whether what is in it makes no sense
 *
 * Marks a field to be seen and to be heard.
 */
void
sounder_field_mark (GtkWidget *field,
                    gboolean   is_wrong)
{
  g_return_if_fail (GTK_IS_WIDGET (field));

  if (is_wrong)
    gtk_widget_add_css_class (field, "error");
  else
    gtk_widget_remove_css_class (field, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/**
 * sounder_field_show_error:
 * @label: beside it, or below
 * @message: (nullable): what is wrong
 *
 * Marks a field and says what is wrong with it, or takes both back.
 *
 * Returns: whether nothing is wrong
 */
gboolean
sounder_field_show_error (GtkWidget  *field,
                          GtkLabel   *label,
                          const char *message)
{
  sounder_field_mark (field, message != NULL);
  sounder_literal_show (label, message);

  return message == NULL;
}
