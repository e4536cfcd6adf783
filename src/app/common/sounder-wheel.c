/* sounder-wheel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-wheel.h"

/**
 * sounder_wheel_leave_to_page:
 * @widget: a widget of GTK's that does something of its own with the wheel
 *
 * Leaves the wheel to the page that the widget is on: it must not change a number, or stop, because
 * something else comes under the pointer.
 */
void
sounder_wheel_leave_to_page (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = g_list_model_get_n_items (controllers); i > 0; i--)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i - 1);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}
