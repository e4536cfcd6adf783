/* bench-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How often each thing is measured; the median is printed. */
#define BENCH_N_RUNS 5

/* One run; returns the figure it measured, in the unit it is printed with. */
typedef double (*BenchFunc) (gpointer data);

double bench_run     (BenchFunc   func,
                      gpointer    data);
double bench_median  (double     *values,
                      guint       n);
double bench_seconds (gint64      start_usec);
void   bench_write_recording (const char *path,
                              guint       n_messages);
void   bench_print   (const char *what,
                      double      value,
                      const char *unit,
                      double      ratio);

G_END_DECLS
