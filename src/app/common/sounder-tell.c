/* sounder-tell.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-tell.h"

static GtkWindow *
find_window (GtkWidget *near)
{
  GApplication *application = g_application_get_default ();
  GtkRoot *root = near != NULL ? gtk_widget_get_root (near) : NULL;

  if (GTK_IS_WINDOW (root))
    return GTK_WINDOW (root);

  return GTK_IS_APPLICATION (application)
           ? gtk_application_get_active_window (GTK_APPLICATION (application))
           : NULL;
}

/**
 * sounder_tell:
 * @near: (nullable): a widget of what it is about; %NULL for the window in use
 * @title: what was not done
 * @text: why
 *
 * Tells a person in the main window of what went wrong while nobody waited for it.
 */
void
sounder_tell (GtkWidget  *near,
              const char *title,
              const char *text)
{
  g_return_if_fail (title != NULL);
  g_return_if_fail (text != NULL);

  for (GtkWindow *window = find_window (near); window != NULL;
       window = gtk_window_get_transient_for (window))
    if (gtk_widget_activate_action (GTK_WIDGET (window), "win.tell", "(ss)", title, text))
      return;

  g_message ("%s: %s", title, text);
}
