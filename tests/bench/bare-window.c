/* bare-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The least a libadwaita window can be: what ours is measured beside. Prints like sounder's
 * --exit-after-startup. */

#include <stdio.h>

#include <adwaita.h>

static gint64 start_usec;

static void
after_paint_cb (GdkFrameClock *clock,
                GApplication  *application)
{
  g_print ("first frame after %.1f ms\n", (g_get_monotonic_time () - start_usec) / 1000.0);
  g_application_quit (application);
}

static void
activate_cb (GtkApplication *application)
{
  GtkWidget *window = adw_application_window_new (application);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), adw_header_bar_new ());
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint",
                    G_CALLBACK (after_paint_cb), application);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (AdwApplication) application = NULL;

  start_usec = g_get_monotonic_time ();
  application = adw_application_new ("io.github.mcp_sounder.Bare", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), argc, argv);
}
