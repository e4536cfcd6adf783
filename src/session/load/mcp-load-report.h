/* mcp-load-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "mcp-histogram.h"

G_BEGIN_DECLS

/* Of the latencies, in this order. */
typedef enum {
  MCP_LOAD_MIN,
  MCP_LOAD_MEAN,
  MCP_LOAD_P50,
  MCP_LOAD_P75,
  MCP_LOAD_P90,
  MCP_LOAD_P95,
  MCP_LOAD_P99,
  MCP_LOAD_P99_9,
  MCP_LOAD_P99_99,
  MCP_LOAD_MAX,
  MCP_LOAD_N_FIGURES,
} McpLoadFigure;

/* One second of a run, warm-up included. */
typedef struct
{
  gint64  start_usec;     /* since the run began */
  gint64  length_usec;
  guint   n_answered;
  guint   n_failed;
  gint64  p50_usec;       /* -1: nothing was answered; so are the next two */
  gint64  p99_usec;
  gint64  max_usec;
  double  cpu_percent;    /* of one core; -1: not known */
  guint64 memory_bytes;   /* 0: not known */
} McpLoadPoint;

/* What a run of calls came to. Warm-up counts in the points alone. */
typedef struct
{
  char      *method;
  char      *name;           /* (nullable): of the tool or prompt, or the URI */
  guint      concurrency;
  double     rate;           /* calls a second; 0: each when one was answered */

  gint64     duration_usec;  /* of what was measured */
  guint64    n_answered;
  guint64    n_failed;
  guint64    n_not_sent;     /* were due, but as many as allowed were under way */
  guint64    n_late;         /* we sent them a millisecond or more after they could have gone */
  gint64     max_late_usec;
  gint64     latency_usec[MCP_LOAD_N_FIGURES]; /* -1: nothing was answered */
  GArray    *errors;         /* of McpLoadErrors, the most frequent first */
  GArray    *point_errors;   /* of McpLoadPointErrors, by their points */
  GArray    *points;         /* of McpLoadPoint */
  char      *stopped;        /* (nullable): translated: which rule ended it before its time */
} McpLoadReport;

/* How often calls failed in one way. */
typedef struct
{
  char    *kind;   /* "timed-out", "rpc -32602", "tool" … */
  guint64  n;
  guint    id;     /* in the order in which they came */
} McpLoadErrors;

/* The same of one second. */
typedef struct
{
  guint point;
  guint id;
  guint n;
} McpLoadPointErrors;

McpLoadReport *mcp_load_report_new           (void);
McpLoadReport *mcp_load_report_new_from_json (const char          *text,
                                              gsize                length,
                                              GError             **error);
void           mcp_load_report_free          (McpLoadReport       *self);
void           mcp_load_report_count_error   (McpLoadReport       *self,
                                              const char          *kind);
char          *mcp_load_report_dup_point_errors (const McpLoadReport *self,
                                                 guint                point);
void           mcp_load_report_set_latencies (McpLoadReport       *self,
                                              const McpHistogram  *histogram,
                                              gint64               min_usec,
                                              double               mean_usec,
                                              gint64               max_usec);
double         mcp_load_report_get_throughput (const McpLoadReport *self);  /* answers a second */
char          *mcp_load_report_to_json       (const McpLoadReport *self);
void           mcp_load_point_append_json    (const McpLoadPoint  *point,
                                              GString             *out);
const char    *mcp_load_figure_get_name      (McpLoadFigure        figure); /* "p99.9" */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpLoadReport, mcp_load_report_free)

G_END_DECLS
