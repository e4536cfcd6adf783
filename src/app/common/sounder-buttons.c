/* sounder-buttons.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-buttons.h"

/*
 * What GTK's buttons lack. GTK 4.8 makes the name of a button of what it is called and of its label,
 * with the underline of the mnemonic: “_Run Run”. A name that was given is all there is to say; else it
 * is the text that is seen. And the tooltip of a button would lie upon its open menu.
 */

static GtkWidget *
find_label (GtkWidget *button)
{
  for (GtkWidget *child = gtk_widget_get_first_child (button); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child))
      return child;

  return NULL;
}

/* GTK gives a button that is made with a label the label's source as its name. */
static gboolean
has_own_name (GtkWidget *button,
              GtkWidget *label)
{
  g_autofree char *other = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return FALSE;
  if (label == NULL)
    return TRUE;

  other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (button),
                                              GTK_ACCESSIBLE_PROPERTY_LABEL,
                                              gtk_label_get_label (GTK_LABEL (label)));
  return other != NULL;
}

static void
mend (GtkWidget *button)
{
  GtkWidget *label = find_label (button);

  if (has_own_name (button, label))
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  else if (label != NULL && gtk_label_get_use_underline (GTK_LABEL (label)))
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
      gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      gtk_label_get_text (GTK_LABEL (label)), -1);
    }
}

static void
menu_closed_cb (GtkWidget *popover)
{
  GtkWidget *button = gtk_widget_get_parent (popover);

  if (button != NULL)
    gtk_widget_set_has_tooltip (button, gtk_widget_get_tooltip_text (button) != NULL);
}

static void
connect_once (GtkWidget  *widget,
              const char *signal,
              gpointer    callback)
{
  if (g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, callback, NULL) == 0)
    g_signal_connect (widget, signal, G_CALLBACK (callback), NULL);
}

static gboolean
mapped_cb (GSignalInvocationHint *hint,
           guint                  n_values,
           const GValue          *values,
           gpointer               user_data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  GtkWidget *button = gtk_widget_get_parent (widget);

  if (GTK_IS_POPOVER (widget) && GTK_IS_MENU_BUTTON (button))
    {
      gtk_widget_set_has_tooltip (button, FALSE);
      connect_once (widget, "unmap", menu_closed_cb);
    }
  if (!GTK_IS_LABEL (widget) || (!GTK_IS_BUTTON (button) && !GTK_IS_CHECK_BUTTON (button)))
    return TRUE;

  connect_once (button, "notify::label", mend);
  mend (button);

  return TRUE;
}

/**
 * sounder_buttons_install:
 *
 * Mends the buttons of this process, those that are made later too.
 */
void
sounder_buttons_install (void)
{
  static gsize once;

  if (!g_once_init_enter (&once))
    return;

  g_type_ensure (GTK_TYPE_WIDGET);
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, mapped_cb, NULL, NULL);
  g_once_init_leave (&once, 1);
}
