/* bench-frames.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-frames.h"

#include <time.h>

/* Microseconds that this thread has been at work. */
static gint64
get_cpu_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
before_paint_cb (GdkFrameClock *clock,
                 BenchFrames   *self)
{
  self->begun_usec = g_get_monotonic_time ();
}

static void
after_paint_cb (GdkFrameClock *clock,
                BenchFrames   *self)
{
  gint64 now_usec = g_get_monotonic_time ();
  gint64 cpu_usec = get_cpu_usec ();

  if (self->last_frame_usec != 0)
    {
      self->longest_frame_usec = MAX (self->longest_frame_usec, now_usec - self->last_frame_usec);
      self->longest_cpu_usec = MAX (self->longest_cpu_usec, cpu_usec - self->last_cpu_usec);
    }
  self->longest_work_usec = MAX (self->longest_work_usec, now_usec - self->begun_usec);
  self->last_frame_usec = now_usec;
  self->last_cpu_usec = cpu_usec;
  self->n_frames++;
}

/* So that there is a frame also when nothing has changed. */
static gboolean
keep_drawing_cb (GtkWidget     *widget,
                 GdkFrameClock *clock,
                 gpointer       user_data)
{
  return G_SOURCE_CONTINUE;
}

/**
 * bench_frames_watch:
 * @self: where to note what is seen; it has to outlive @window
 * @window: a window that is shown
 *
 * Begins to measure the frames of a window.
 */
void
bench_frames_watch (BenchFrames *self,
                    GtkWidget   *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  gtk_widget_add_tick_callback (window, keep_drawing_cb, NULL, NULL);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), self);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), self);
}

/**
 * bench_frames_start:
 * @self: the frames of a window
 *
 * Forgets what was seen until now.
 */
void
bench_frames_start (BenchFrames *self)
{
  self->last_frame_usec = 0;
  self->longest_frame_usec = 0;
  self->longest_work_usec = 0;
  self->longest_cpu_usec = 0;
  self->n_frames = 0;
}
