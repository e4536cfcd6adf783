/* mcp-sample-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-histogram.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SAMPLE_OK,
  MCP_SAMPLE_LOST,     /* no answer in time */
  MCP_SAMPLE_FAILED,   /* an error answer, or the connection ended */
} McpSampleStatus;

typedef struct
{
  gint64          time_usec;   /* monotonic, when its last byte left */
  gint64          rtt_usec;    /* last byte out to last byte in; -1 unless OK */
  guint32         queued_usec; /* how long it waited in our own queue: not the server's */
  guint           serial;      /* of the request's record; 0 for none */
  guint           life;        /* of the session, from 1 */
  McpSampleStatus status;
  gboolean        modern;      /* server/discover, not ping */
} McpHealthSample;

/* Which samples are meant: times of different requests are not to be mixed. */
typedef enum {
  MCP_SAMPLES_LEGACY = 1 << 0,
  MCP_SAMPLES_MODERN = 1 << 1,
  MCP_SAMPLES_ALL    = MCP_SAMPLES_LEGACY | MCP_SAMPLES_MODERN,
} McpSamples;

typedef struct
{
  guint   sent;
  guint   received;
  guint   lost;
  guint   failed;
  double  success;       /* 0 to 1: received of sent */
  double  loss;          /* 0 to 1: the rest */
  double  availability;  /* 0 to 1: the share of the time in which the last probe had been answered */
  gint64  last_usec;     /* of the last successful probe; -1 if none succeeded, likewise below */
  gint64  min_usec;
  gint64  median_usec;
  gint64  mean_usec;
  gint64  p95_usec;
  gint64  p99_usec;
  gint64  max_usec;
  gint64  jitter_usec;   /* RFC 3550 section 6.4.1 */
} McpHealthStatistics;

/* Of no sample. */
#define MCP_HEALTH_STATISTICS_NONE \
  { .last_usec = -1, .min_usec = -1, .median_usec = -1, .mean_usec = -1, .p95_usec = -1, \
    .p99_usec = -1, .max_usec = -1, .jitter_usec = -1 }

/* What the samples of one column of pixels say. */
typedef struct
{
  guint  first;        /* the index of its first sample */
  guint  n_answered;   /* 0: the times mean nothing */
  guint  n_lost;
  guint  n_failed;
  gint64 min_usec;
  gint64 median_usec;
  gint64 p95_usec;
  gint64 max_usec;
} McpSampleColumn;

#define MCP_TYPE_SAMPLE_STORE (mcp_sample_store_get_type ())

/* The samples of a connection's history. Signals: added (guint index). */
G_DECLARE_FINAL_TYPE (McpSampleStore, mcp_sample_store, MCP, SAMPLE_STORE, GObject)

McpSampleStore *mcp_sample_store_new              (guint                  max_samples); /* 0: a week at one a second */
void            mcp_sample_store_append           (McpSampleStore        *self,
                                                   const McpHealthSample *sample);
guint           mcp_sample_store_get_first        (McpSampleStore        *self);
guint           mcp_sample_store_get_end          (McpSampleStore        *self);        /* one past the last */
guint           mcp_sample_store_get_n_samples    (McpSampleStore        *self);
gboolean        mcp_sample_store_get              (McpSampleStore        *self,
                                                   guint                  index,
                                                   McpHealthSample       *sample);
guint           mcp_sample_store_find             (McpSampleStore        *self,
                                                   gint64                 time_usec);   /* first at or after */
gint64          mcp_sample_store_get_wall_offset_usec (McpSampleStore    *self);        /* from the times of samples to those of day */
void            mcp_sample_store_set_wall_offset_usec (McpSampleStore    *self,
                                                   gint64                 offset_usec); /* of a recording */
gsize           mcp_sample_store_get_memory_bytes (McpSampleStore        *self);

/* In mcp-sample-columns.c. */
void            mcp_sample_store_fill_columns     (McpSampleStore        *self,
                                                   gint64                 start_usec,
                                                   gint64                 end_usec,
                                                   McpSampleColumn       *columns,
                                                   guint                  n_columns);

/* In mcp-health-statistics.c. */
void            mcp_sample_store_summarize        (McpSampleStore        *self,
                                                   guint                  first,
                                                   guint                  end,
                                                   McpSamples             samples,
                                                   McpHealthStatistics   *statistics);
void            mcp_sample_store_get_statistics   (McpSampleStore        *self,
                                                   gint64                 from_usec,
                                                   gint64                 to_usec,
                                                   McpHealthStatistics   *statistics);
void            mcp_sample_store_fill_histogram   (McpSampleStore        *self,
                                                   gint64                 from_usec,
                                                   gint64                 to_usec,
                                                   McpHistogram          *histogram);

G_END_DECLS
