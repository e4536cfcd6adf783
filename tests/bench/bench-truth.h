/* bench-truth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/*
 * What our times of requests have beyond those of a server whose answers say when it had the request
 * and when it began to answer, on the clock that we read too.
 */
typedef struct
{
  GArray *errors_msec;  /* double */
  guint   n_flattered;  /* sent after it was read, or answered before it was said */
} BenchTruth;

void   bench_truth_init  (BenchTruth *self);
void   bench_truth_clear (BenchTruth *self);
double bench_truth_add   (BenchTruth *self,
                          McpJournal *journal,
                          guint       serial,    /* of a request */
                          gint64      sent_usec,
                          gint64      rtt_usec);
void   bench_truth_print (BenchTruth *self,
                          const char *scene,
                          const char *limits);   /* of median and 99th percentile: " (limit 1, 10)", or "" */

G_END_DECLS
