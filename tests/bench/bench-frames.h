/* bench-frames.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Watches a window draw. A frame is the time from one drawing to the next, whatever the main loop
 * did in between; work is layout and drawing alone. In microseconds. Where other programs take
 * the processor a frame is late without being long: what this thread worked in it is kept as well.
 */
typedef struct
{
  gint64 longest_frame_usec;
  gint64 longest_work_usec;
  gint64 longest_cpu_usec;
  guint  n_frames;

  /*< private >*/
  gint64 last_frame_usec;
  gint64 last_cpu_usec;
  gint64 begun_usec;
} BenchFrames;

void bench_frames_watch (BenchFrames *self,
                         GtkWidget   *window);  /* mapped; is kept drawing from now on */
void bench_frames_start (BenchFrames *self);

G_END_DECLS
