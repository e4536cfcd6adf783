/* sounder-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-help-window.h"
#include "sounder-help.h"

/**
 * sounder_help_get_topic:
 * @page: (nullable): the name of a page of a session; %NULL without a session
 *
 * Finds the page of the handbook about what one does there.
 *
 * Returns: its topic
 */
const char *
sounder_help_get_topic (const char *page)
{
  static const char *const topics[][2] = {
    { "overview", "connection-doctor" }, { "tools", "calls" },       { "resources", "resources" },
    { "prompts", "resources" },          { "skills", "skills" },     { "tasks", "calls" },
    { "timeline", "timeline" },          { "health", "health" },     { "console", "filters" },
  };

  for (guint i = 0; page != NULL && i < G_N_ELEMENTS (topics); i++)
    if (g_str_equal (topics[i][0], page))
      return topics[i][1];

  return "first-steps";
}

/* One is enough: it has all pages. */
static SounderHelpWindow *
find_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_HELP_WINDOW (window))
        return SOUNDER_HELP_WINDOW (window);
    }

  return NULL;
}

/* It goes with the window it explains, and stays usable beside dialogs of it that are modal. */
static SounderHelpWindow *
new_window (GtkWindow *parent)
{
  SounderHelpWindow *window = sounder_help_window_new ();
  g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();

  gtk_window_group_add_window (group, GTK_WINDOW (window));
  gtk_window_set_application (GTK_WINDOW (window), gtk_window_get_application (parent));
  g_signal_connect_object (parent, "destroy", G_CALLBACK (gtk_window_destroy), window,
                           G_CONNECT_SWAPPED);

  return window;
}

/**
 * sounder_help_present:
 * @parent: the window that it explains
 * @topic: which page, as its file is called in `docs`
 *
 * Shows a page of the handbook in a window of its own, so that it can be read while one tries what it
 * says.
 *
 * Returns: (transfer none) (nullable): the window, or %NULL when there is no such page
 */
GtkWidget *
sounder_help_present (GtkWindow  *parent,
                      const char *topic)
{
  SounderHelpWindow *window = find_window ();
  g_autofree char *address = g_strconcat (topic, ".md", NULL);

  if (window == NULL)
    window = new_window (parent);
  if (g_strcmp0 (sounder_help_window_get_topic (window), topic) != 0
      && !sounder_help_window_show_page (window, address))
    {
      if (sounder_help_window_get_topic (window) == NULL)
        gtk_window_destroy (GTK_WINDOW (window));
      return NULL;
    }
  gtk_window_present (GTK_WINDOW (window));

  return GTK_WIDGET (window);
}

static gboolean
help_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   topic)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  return sounder_help_present (parent != NULL ? parent : GTK_WINDOW (widget), topic) != NULL;
}

/**
 * sounder_help_add_key:
 * @window: a window beside the one with the servers
 * @topic: which page is about it; must stay
 *
 * Has F1 open a page of the handbook there, too.
 */
void
sounder_help_add_key (GtkWindow  *window,
                      const char *topic)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0),
                      gtk_callback_action_new (help_cb, (gpointer) topic, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
}
