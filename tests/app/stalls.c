/* stalls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "stalls.h"

#include <time.h>

static GPollFunc poll_before;
static double begun_msec;
static double drawing_msec;
static double drawn_msec;    /* of this round */
static double longest_msec;

static double
get_worked_msec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return time.tv_sec * 1000.0 + time.tv_nsec / 1000000.0;
}

static void
end_round (void)
{
  longest_msec = MAX (longest_msec, get_worked_msec () - begun_msec - drawn_msec);
}

static void
begin_round (void)
{
  begun_msec = get_worked_msec ();
  drawn_msec = 0;
}

static int
poll_cb (GPollFD *fds,
         guint    n_fds,
         int      timeout)
{
  int result;

  end_round ();
  result = poll_before (fds, n_fds, timeout);
  begin_round ();

  return result;
}

static void
layout_cb (void)
{
  drawing_msec = get_worked_msec ();
}

static void
paint_cb (void)
{
  drawn_msec += get_worked_msec () - drawing_msec;
}

void
stalls_watch (GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  if (poll_before == NULL)
    {
      poll_before = g_main_context_get_poll_func (NULL);
      g_main_context_set_poll_func (NULL, poll_cb);
    }
  g_signal_connect (clock, "layout", G_CALLBACK (layout_cb), NULL);
  g_signal_connect (clock, "paint", G_CALLBACK (paint_cb), NULL);
  longest_msec = 0;
  begin_round ();
}

double
stalls_finish (const char *scene)
{
  double longest;

  end_round ();
  longest = longest_msec;
  g_test_message ("%s: %.0f ms", scene, longest);
  longest_msec = 0;
  begin_round ();

  return longest;
}
