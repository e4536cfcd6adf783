/* sounder-difference-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-difference-window.h"

/**
 * sounder_difference_window_open:
 * @parent: (nullable): the window it belongs to
 * @title: what is compared
 * @subtitle: which of it
 *
 * Opens a window for the differences between two texts.
 *
 * Returns: (transfer none): the view in it
 */
SounderDifferenceView *
sounder_difference_window_open (GtkWindow  *parent,
                                const char *title,
                                const char *subtitle)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();
  GtkWidget *view = g_object_new (SOUNDER_TYPE_DIFFERENCE_VIEW, "vexpand", TRUE, NULL);
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), adw_window_title_new (title, subtitle));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), view);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (shortcuts),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, shortcuts);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_default_size (GTK_WINDOW (window), 860, 560);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));

  return SOUNDER_DIFFERENCE_VIEW (view);
}
