/* sounder-widgets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-summary.h"
#include "sounder-widgets.h"

static GtkWidget *
new_label (const char *text,
           const char *classes)
{
  GtkWidget *label = gtk_label_new (text);
  g_auto (GStrv) names = g_strsplit (classes != NULL ? classes : "", " ", -1);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  for (guint i = 0; names[i] != NULL; i++)
    gtk_widget_add_css_class (label, names[i]);

  return label;
}

/* One line, which is cut where there is no room for all of it. */
GtkWidget *
sounder_widgets_new_line (const char *text,
                          const char *classes)
{
  GtkWidget *label = new_label (text, classes);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);

  return label;
}

/* As many lines as it takes. */
GtkWidget *
sounder_widgets_new_paragraph (const char *text,
                               const char *classes)
{
  GtkWidget *label = new_label (text, classes);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);

  return label;
}

/* What somebody else wrote: safe to show, never markup, and to be copied from. */
GtkWidget *
sounder_widgets_new_quote (const char *text,
                           const char *classes)
{
  g_autofree char *visible = mcp_format_label (text, TRUE);
  GtkWidget *label = sounder_widgets_new_paragraph (visible, classes);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);

  return label;
}

GtkWidget *
sounder_widgets_new_icon_button (const char *icon_name,
                                 const char *tooltip,
                                 const char *spoken)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  sounder_widgets_set_spoken (button, spoken);

  return button;
}

GtkWidget *
sounder_widgets_new_boxed_list (const char *spoken)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  sounder_widgets_set_spoken (list, spoken);

  return list;
}

/* What it is called for those who do not see it. */
void
sounder_widgets_set_spoken (gpointer    widget,
                            const char *spoken)
{
  g_return_if_fail (GTK_IS_ACCESSIBLE (widget));

  gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

void
sounder_widgets_set_class (gpointer    widget,
                           const char *css_class,
                           gboolean    has_it)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (has_it)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/**
 * sounder_widgets_set_tone:
 * @css_class: (nullable): one of those that tell how something went
 *
 * Gives a widget a colour in the place of the one that it had.
 */
void
sounder_widgets_set_tone (gpointer    widget,
                          const char *css_class)
{
  static const char *const tones[] = { "success", "warning", "error", "accent", "dim-label" };

  for (guint i = 0; i < G_N_ELEMENTS (tones); i++)
    sounder_widgets_set_class (widget, tones[i], g_strcmp0 (tones[i], css_class) == 0);
}

void
sounder_widgets_remove_children (gpointer widget)
{
  GtkWidget *child;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (GTK_IS_LIST_BOX (widget))
    {
      /* What it shows while it is empty is a child, too. */
      while ((child = GTK_WIDGET (gtk_list_box_get_row_at_index (widget, 0))) != NULL)
        gtk_list_box_remove (widget, child);
      return;
    }

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}

/**
 * sounder_widgets_add_controller:
 * @controller: (transfer full): what hears of keys, the pointer or fingers
 * @signal: a signal of it
 * @...: what is called for that, with the widget before the arguments of the signal; then more signals with what is
 *   called for each, and %NULL
 *
 * Lets a widget hear of something.
 */
void
sounder_widgets_add_controller (gpointer    widget,
                                gpointer    controller,
                                const char *signal,
                                ...)
{
  va_list args;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (GTK_IS_EVENT_CONTROLLER (controller));

  va_start (args, signal);
  for (; signal != NULL; signal = va_arg (args, const char *))
    g_signal_connect_object (controller, signal, va_arg (args, GCallback), widget, G_CONNECT_SWAPPED);
  va_end (args);
  gtk_widget_add_controller (widget, controller);
}
