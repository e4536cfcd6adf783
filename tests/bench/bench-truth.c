/* bench-truth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-support.h"
#include "bench-truth.h"
#include "mcp-json.h"

void
bench_truth_init (BenchTruth *self)
{
  self->errors_msec = g_array_new (FALSE, FALSE, sizeof (double));
  self->n_flattered = 0;
}

void
bench_truth_clear (BenchTruth *self)
{
  g_array_unref (self->errors_msec);
}

/* Returns the error in milliseconds; -1, and nothing is added, without the server's word. */
double
bench_truth_add (BenchTruth *self,
                 McpJournal *journal,
                 guint       serial,
                 gint64      sent_usec,
                 gint64      rtt_usec)
{
  g_autoptr (McpRecord) request = mcp_journal_get_record (journal, serial);
  g_autoptr (McpRecord) answer = mcp_journal_get_record (journal, mcp_record_get_pair (request));
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (answer, NULL);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  gint64 read_usec;
  gint64 write_usec;
  double error_msec;

  if (!mcp_json_lookup_int64 (data, length, "result._meta.read_usec", &read_usec)
      || !mcp_json_lookup_int64 (data, length, "result._meta.write_usec", &write_usec))
    return -1;

  if (sent_usec > read_usec || sent_usec + rtt_usec < write_usec)
    self->n_flattered++;
  error_msec = (rtt_usec - (write_usec - read_usec)) / 1000.0;
  g_array_append_val (self->errors_msec, error_msec);

  return error_msec;
}

/* Ends the program when a time flatters the server. */
void
bench_truth_print (BenchTruth *self,
                   const char *scene,
                   const char *limits)
{
  g_autofree char *title = g_strdup_printf ("%s: median error%s", scene, limits);
  double *values = (double *) self->errors_msec->data;
  guint n = self->errors_msec->len;

  if (n == 0)
    g_error ("%s: not one answer", scene);

  bench_print (title, bench_median (values, n), "ms", 0);
  bench_print ("  99 of 100 are under", values[n * 99 / 100], "ms", 0);
  bench_print ("  the least (never below 0)", values[0], "ms", 0);
  if (self->n_flattered > 0)
    g_error ("%s: %u times flatter the server", scene, self->n_flattered);
}
