/* sounder-number-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-number-row.h"
#include "sounder-number.h"
#include "sounder-wheel.h"

static int
input_cb (GtkSpinButton *button,
          double        *value,
          gpointer       user_data)
{
  double minimum;
  double maximum;

  gtk_spin_button_get_range (button, &minimum, &maximum);

  /* What makes no sense changes nothing; told of an error GTK would take the least value. */
  if (!sounder_number_parse (gtk_editable_get_text (GTK_EDITABLE (button)), minimum, maximum,
                             value))
    *value = gtk_spin_button_get_value (button);

  return TRUE;
}

static gboolean
output_cb (GtkSpinButton *button,
           gpointer       user_data)
{
  g_autofree char *text = sounder_number_print (gtk_spin_button_get_value (button));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (button)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (button), text);

  return TRUE;
}

GtkSpinButton *
sounder_number_spin_new (double lower,
                         double upper,
                         guint  digits)
{
  GtkWidget *button = gtk_spin_button_new_with_range (lower, upper, 1);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (button), digits);
  gtk_editable_set_width_chars (GTK_EDITABLE (button), 5);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (button), 5);
  g_signal_connect (button, "input", G_CALLBACK (input_cb), NULL);
  g_signal_connect (button, "output", G_CALLBACK (output_cb), NULL);
  sounder_wheel_leave_to_page (button);

  return GTK_SPIN_BUTTON (button);
}

GtkWidget *
sounder_control_row_new (const char *title,
                         const char *subtitle,
                         GtkWidget  *control)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *label = g_strdup_printf ("%s, %s", title, subtitle);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);

  return row;
}
