/* mcp-load-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-load-report.h"

/* More kinds of errors than these count as one: a server chooses its codes. */
#define MAX_ERROR_KINDS 64
#define OTHER_ERRORS    "other"

static const struct
{
  const char *name;
  double      percent;  /* -1: no percentile */
} figures[MCP_LOAD_N_FIGURES] = {
  [MCP_LOAD_MIN] = { "min", -1 },
  [MCP_LOAD_MEAN] = { "mean", -1 },
  [MCP_LOAD_P50] = { "p50", 50 },
  [MCP_LOAD_P75] = { "p75", 75 },
  [MCP_LOAD_P90] = { "p90", 90 },
  [MCP_LOAD_P95] = { "p95", 95 },
  [MCP_LOAD_P99] = { "p99", 99 },
  [MCP_LOAD_P99_9] = { "p99.9", 99.9 },
  [MCP_LOAD_P99_99] = { "p99.99", 99.99 },
  [MCP_LOAD_MAX] = { "max", -1 },
};

const char *
mcp_load_figure_get_name (McpLoadFigure figure)
{
  g_return_val_if_fail (figure < MCP_LOAD_N_FIGURES, NULL);

  return figures[figure].name;
}

static void
clear_errors (gpointer data)
{
  g_free (((McpLoadErrors *) data)->kind);
}

McpLoadReport *
mcp_load_report_new (void)
{
  McpLoadReport *self = g_new0 (McpLoadReport, 1);

  self->errors = g_array_new (FALSE, TRUE, sizeof (McpLoadErrors));
  g_array_set_clear_func (self->errors, clear_errors);
  self->points = g_array_new (FALSE, TRUE, sizeof (McpLoadPoint));
  self->point_errors = g_array_new (FALSE, TRUE, sizeof (McpLoadPointErrors));
  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    self->latency_usec[i] = -1;

  return self;
}

void
mcp_load_report_free (McpLoadReport *self)
{
  g_free (self->method);
  g_free (self->name);
  g_free (self->stopped);
  g_array_unref (self->errors);
  g_array_unref (self->points);
  g_array_unref (self->point_errors);
  g_free (self);
}

/* Gives the kind a number. */
static guint
add_errors (McpLoadReport *self,
            const char    *kind,
            guint64        n)
{
  McpLoadErrors errors = { NULL, n, self->errors->len };
  guint i;

  for (i = 0; i < self->errors->len; i++)
    {
      McpLoadErrors *known = &g_array_index (self->errors, McpLoadErrors, i);

      if (!g_str_equal (known->kind, kind))
        continue;

      known->n += n;
      errors.id = known->id;
      for (; i > 0 && known[-1].n < known->n; i--, known--)
        {
          McpLoadErrors more = *known;

          *known = known[-1];
          known[-1] = more;
        }
      return errors.id;
    }

  if (self->errors->len >= MAX_ERROR_KINDS && !g_str_equal (kind, OTHER_ERRORS))
    return add_errors (self, OTHER_ERRORS, n);

  errors.kind = g_strdup (kind);
  g_array_append_val (self->errors, errors);

  return errors.id;
}

/* Of the second that is being filled. */
static void
add_point_error (McpLoadReport *self,
                 guint          id)
{
  McpLoadPointErrors errors = { self->points->len, id, 1 };

  for (guint i = self->point_errors->len; i > 0; i--)
    {
      McpLoadPointErrors *known = &g_array_index (self->point_errors, McpLoadPointErrors, i - 1);

      if (known->point != errors.point)
        break;
      if (known->id == id)
        {
          known->n++;
          return;
        }
    }
  g_array_append_val (self->point_errors, errors);
}

/**
 * mcp_load_report_count_error:
 * @kind: such as “timed-out”
 *
 * Counts a call that failed in this way.
 */
void
mcp_load_report_count_error (McpLoadReport *self,
                             const char    *kind)
{
  self->n_failed++;
  add_point_error (self, add_errors (self, kind, 1));
}

static int
compare_points (gconstpointer a,
                gconstpointer b)
{
  const McpLoadPointErrors *one = a;
  const McpLoadPointErrors *other = b;

  return one->point < other->point ? -1 : one->point > other->point;
}

/**
 * mcp_load_report_dup_point_errors:
 * @self: a report of a run, not one that was read
 * @point: the index of a second
 *
 * Says in which ways calls failed in a second, the most frequent of the run first. Warm-up has none.
 *
 * Returns: (transfer full) (nullable): "5 × tool, 1 × timed-out"; %NULL for none
 */
char *
mcp_load_report_dup_point_errors (const McpLoadReport *self,
                                  guint                point)
{
  const McpLoadPointErrors *all = (const McpLoadPointErrors *) (gpointer) self->point_errors->data;
  McpLoadPointErrors key = { .point = point };
  GString *out;
  guint first;

  if (!g_array_binary_search (self->point_errors, &key, compare_points, &first))
    return NULL;

  while (first > 0 && all[first - 1].point == point)
    first--;
  out = g_string_new (NULL);
  for (guint kind = 0; kind < self->errors->len; kind++)
    for (guint i = first; i < self->point_errors->len && all[i].point == point; i++)
      {
        const McpLoadErrors *errors = &g_array_index (self->errors, McpLoadErrors, kind);

        if (all[i].id == errors->id)
          g_string_append_printf (out, "%s%u × %s", out->len > 0 ? ", " : "", all[i].n, errors->kind);
      }

  return g_string_free (out, FALSE);
}

/**
 * mcp_load_report_set_latencies:
 * @histogram: the latencies in microseconds
 * @min_usec: the least of them
 * @mean_usec: their mean
 * @max_usec: the largest
 *
 * Fills in the figures. The percentiles are as exact as a histogram is: to 0.4 %.
 */
void
mcp_load_report_set_latencies (McpLoadReport      *self,
                               const McpHistogram *histogram,
                               gint64              min_usec,
                               double              mean_usec,
                               gint64              max_usec)
{
  if (mcp_histogram_get_n_values (histogram) == 0)
    return;

  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    {
      if (figures[i].percent >= 0)
        self->latency_usec[i] = CLAMP (mcp_histogram_get_percentile (histogram,
                                                                     figures[i].percent),
                                       min_usec, max_usec);
    }
  self->latency_usec[MCP_LOAD_MIN] = min_usec;
  self->latency_usec[MCP_LOAD_MEAN] = llround (mean_usec);
  self->latency_usec[MCP_LOAD_MAX] = max_usec;
}

double
mcp_load_report_get_throughput (const McpLoadReport *self)
{
  return self->duration_usec > 0
         ? self->n_answered * (double) G_USEC_PER_SEC / self->duration_usec
         : 0;
}

static void
append_double (GString    *out,
               const char *key,
               double      value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  mcp_json_append_member (out, key, g_ascii_formatd (text, sizeof text, "%.6g", value));
}

static void
append_usec (GString    *out,
             const char *key,
             gint64      usec)
{
  if (usec >= 0)
    mcp_json_append_member_int (out, key, usec);
  else
    mcp_json_append_member (out, key, "null");
}

/**
 * mcp_load_point_append_json:
 * @point: a second of a run
 * @out: where to append
 *
 * Appends it as a JSON object.
 */
void
mcp_load_point_append_json (const McpLoadPoint *point,
                            GString            *out)
{
  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "t_usec", point->start_usec);
  mcp_json_append_member_int (out, "length_usec", point->length_usec);
  mcp_json_append_member_int (out, "answered", point->n_answered);
  mcp_json_append_member_int (out, "failed", point->n_failed);
  append_usec (out, "p50_usec", point->p50_usec);
  append_usec (out, "p99_usec", point->p99_usec);
  append_usec (out, "max_usec", point->max_usec);
  if (point->cpu_percent >= 0)
    append_double (out, "cpu_percent", point->cpu_percent);
  if (point->memory_bytes > 0)
    mcp_json_append_member_int (out, "memory_bytes", (gint64) point->memory_bytes);
  g_string_append_c (out, '}');
}

static void
append_latencies (GString             *out,
                  const McpLoadReport *self)
{
  mcp_json_append_member (out, "latency_usec", "{");
  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    append_usec (out, figures[i].name, self->latency_usec[i]);
  g_string_append_c (out, '}');
}

static void
append_errors (GString             *out,
               const McpLoadReport *self)
{
  mcp_json_append_member (out, "errors", "[");
  for (guint i = 0; i < self->errors->len; i++)
    {
      const McpLoadErrors *errors = &g_array_index (self->errors, McpLoadErrors, i);

      g_string_append (out, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (out, "kind", errors->kind);
      mcp_json_append_member_int (out, "count", (gint64) errors->n);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

/**
 * mcp_load_report_to_json:
 *
 * Writes a report as a JSON object that mcp_load_report_new_from_json() reads.
 *
 * Returns: (transfer full): JSON text
 */
char *
mcp_load_report_to_json (const McpLoadReport *self)
{
  GString *out = g_string_new ("{");

  mcp_json_append_member_string (out, "method", self->method);
  mcp_json_append_member_string (out, "name", self->name);
  mcp_json_append_member_int (out, "concurrency", self->concurrency);
  if (self->rate > 0)
    append_double (out, "rate", self->rate);
  mcp_json_append_member_int (out, "duration_usec", self->duration_usec);
  mcp_json_append_member_int (out, "answered", (gint64) self->n_answered);
  mcp_json_append_member_int (out, "failed", (gint64) self->n_failed);
  mcp_json_append_member_int (out, "not_sent", (gint64) self->n_not_sent);
  mcp_json_append_member_int (out, "late", (gint64) self->n_late);
  mcp_json_append_member_int (out, "max_late_usec", self->max_late_usec);
  append_double (out, "per_second", mcp_load_report_get_throughput (self));
  append_latencies (out, self);
  append_errors (out, self);
  mcp_json_append_member_string (out, "stopped", self->stopped);
  mcp_json_append_member (out, "points", "[");
  for (guint i = 0; i < self->points->len; i++)
    {
      mcp_json_append_comma (out);
      mcp_load_point_append_json (&g_array_index (self->points, McpLoadPoint, i), out);
    }
  g_string_append (out, "]}");

  return g_string_free (out, FALSE);
}

static guint64
lookup_count (const char *text,
              gsize       length,
              const char *key)
{
  gint64 value = 0;

  return mcp_json_lookup_int64 (text, length, key, &value) && value > 0 ? (guint64) value : 0;
}

static void
read_errors (McpLoadReport *self,
             const char    *text,
             gsize          length)
{
  McpSpan errors, key, value;
  McpJsonIter iter;

  if (!mcp_json_lookup (text, length, "errors", &errors)
      || !mcp_json_iter_init (&iter, text + errors.offset, errors.length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *element = text + errors.offset + value.offset;
      g_autofree char *kind = mcp_json_lookup_string (element, value.length, "kind");

      if (kind != NULL)
        add_errors (self, kind, lookup_count (element, value.length, "count"));
    }
}

/* A name such as "p99.9" is no path. */
static void
read_latencies (McpLoadReport *self,
                const char    *text,
                gsize          length)
{
  McpSpan latencies, key, value;
  McpJsonIter iter;

  if (!mcp_json_lookup (text, length, "latency_usec", &latencies)
      || !mcp_json_iter_init (&iter, text + latencies.offset, latencies.length))
    return;

  text += latencies.offset;
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *number = g_strndup (text + value.offset, value.length);

      for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
        {
          if (g_strcmp0 (name, figures[i].name) == 0)
            g_ascii_string_to_signed (number, 10, 0, G_MAXINT64, &self->latency_usec[i], NULL);
        }
    }
}

/**
 * mcp_load_report_new_from_json:
 * @text: JSON that mcp_load_report_to_json() has written
 *
 * Reads the figures of an earlier run, without its points.
 *
 * Returns: (transfer full) (nullable): a report, or %NULL with %MCP_ERROR_CONFIG
 */
McpLoadReport *
mcp_load_report_new_from_json (const char  *text,
                               gsize        length,
                               GError     **error)
{
  g_autoptr (McpLoadReport) self = mcp_load_report_new ();
  g_autoptr (GError) local_error = NULL;
  McpSpan rate;
  gint64 concurrency = 0;

  if (!mcp_json_validate (text, (gssize) length, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("cannot be read: %s"), local_error->message);
      return NULL;
    }

  self->method = mcp_json_lookup_string (text, length, "method");
  if (self->method == NULL
      || !mcp_json_lookup_int64 (text, length, "duration_usec", &self->duration_usec)
      || self->duration_usec < 0)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                           _("not the report of a load run: it has no “method” and “duration_usec”"));
      return NULL;
    }

  self->name = mcp_json_lookup_string (text, length, "name");
  if (mcp_json_lookup_int64 (text, length, "concurrency", &concurrency))
    self->concurrency = (guint) CLAMP (concurrency, 0, G_MAXINT);
  if (mcp_json_lookup (text, length, "rate", &rate))
    self->rate = g_ascii_strtod (text + rate.offset, NULL);
  self->n_answered = lookup_count (text, length, "answered");
  self->n_failed = lookup_count (text, length, "failed");
  self->n_not_sent = lookup_count (text, length, "not_sent");
  self->n_late = lookup_count (text, length, "late");
  self->max_late_usec = (gint64) lookup_count (text, length, "max_late_usec");
  self->stopped = mcp_json_lookup_string (text, length, "stopped");
  read_latencies (self, text, length);
  read_errors (self, text, length);

  return g_steal_pointer (&self);
}
