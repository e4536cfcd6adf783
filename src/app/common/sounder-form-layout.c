/* sounder-form-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-form-layout.h"

/*
 * A box cannot do this: a scrolled window measures its content without a width, so that text which
 * wraps is cut off. Here the content is measured for the width it gets.
 */

static GtkSizeRequestMode
request_mode_cb (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_cb (GtkWidget      *widget,
            GtkOrientation  orientation,
            int             for_size,
            int            *minimum,
            int            *natural,
            int            *minimum_baseline,
            int            *natural_baseline)
{
  GtkWidget *window = gtk_widget_get_first_child (widget);
  GtkWidget *bar = gtk_widget_get_last_child (widget);
  int window_minimum, window_natural, bar_minimum, bar_natural;

  gtk_widget_measure (window, orientation, for_size, &window_minimum, &window_natural, NULL, NULL);
  gtk_widget_measure (bar, orientation, for_size, &bar_minimum, &bar_natural, NULL, NULL);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (window_minimum, bar_minimum);
      *natural = MAX (window_natural, bar_natural);
    }
  else
    {
      *minimum = window_minimum + bar_minimum;
      *natural = window_natural + bar_natural;
    }
}

static void
allocate_cb (GtkWidget *widget,
             int        width,
             int        height,
             int        baseline)
{
  GtkWidget *window = gtk_widget_get_first_child (widget);
  GtkWidget *bar = gtk_widget_get_last_child (widget);
  GtkWidget *content = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (window));
  int content_height, bar_height, window_height;

  gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, width, NULL, &content_height, NULL, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, width, &bar_height, NULL, NULL, NULL);
  window_height = CLAMP (content_height, 0, MAX (height - bar_height, 0));

  gtk_widget_size_allocate (window, &(GtkAllocation) { 0, 0, width, window_height }, -1);
  gtk_widget_size_allocate (bar, &(GtkAllocation) { 0, window_height, width, bar_height }, -1);
}

/*
 * Creates the layout of a widget with two children: a #GtkScrolledWindow, and a bar with what is
 * done with its content. The bar is never scrolled away.
 */
GtkLayoutManager *
sounder_form_layout_new (void)
{
  return gtk_custom_layout_new (request_mode_cb, measure_cb, allocate_cb);
}
