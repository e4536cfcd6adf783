/* bench-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How often each thing is measured; the median is printed. */
#define BENCH_N_RUNS 5

double bench_median (double     *values,
                     guint       n);
void   bench_print  (const char *what,
                     double      value,
                     const char *unit,
                     double      ratio);

G_END_DECLS
