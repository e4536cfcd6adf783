/* mcp-health.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-call.h"

G_BEGIN_DECLS

typedef struct _McpSession McpSession;

typedef enum {
  MCP_SAMPLE_OK,
  MCP_SAMPLE_LOST,     /* no answer in time */
  MCP_SAMPLE_FAILED,   /* an error answer, or the connection ended */
} McpSampleStatus;

typedef struct
{
  gint64          time_usec;   /* monotonic, when its last byte left */
  gint64          rtt_usec;    /* -1 unless OK */
  guint           serial;      /* of the request's record */
  McpSampleStatus status;
} McpHealthSample;

typedef struct
{
  guint   sent;
  guint   received;
  double  loss;          /* 0 to 1 */
  double  availability;  /* 0 to 1: received of finished */
  gint64  last_usec;     /* of the last OK one; -1 for none; so are all below */
  gint64  min_usec;
  gint64  median_usec;
  gint64  mean_usec;
  gint64  p95_usec;
  gint64  p99_usec;
  gint64  max_usec;
  gint64  jitter_usec;   /* RFC 3550 section 6.4.1 */
} McpHealthStatistics;

typedef enum {
  MCP_HEALTH_OFF,      /* not connected, or monitoring is off */
  MCP_HEALTH_GOOD,
  MCP_HEALTH_SLOW,     /* the last one took over three times the median, or one was lost */
  MCP_HEALTH_STALE,    /* as many failures in a row as the profile allows */
} McpHealthState;

typedef enum {
  MCP_HEALTH_EVENT_STARTED,
  MCP_HEALTH_EVENT_STOPPED,
  MCP_HEALTH_EVENT_FAILURE,
  MCP_HEALTH_EVENT_LOST,
  MCP_HEALTH_EVENT_RECOVERED,
  MCP_HEALTH_EVENT_CONNECTED,     /* a new life */
  MCP_HEALTH_EVENT_DISCONNECTED,
} McpHealthEventKind;

#define MCP_TYPE_HEALTH_EVENT (mcp_health_event_get_type ())
G_DECLARE_FINAL_TYPE (McpHealthEvent, mcp_health_event, MCP, HEALTH_EVENT, GObject)

McpHealthEventKind mcp_health_event_get_kind      (McpHealthEvent *self);
gint64             mcp_health_event_get_time_usec (McpHealthEvent *self); /* monotonic */
gint64             mcp_health_event_get_wall_usec (McpHealthEvent *self);
const char        *mcp_health_event_get_detail    (McpHealthEvent *self); /* (nullable) */
guint              mcp_health_event_get_n_failures (McpHealthEvent *self);

#define MCP_TYPE_HEALTH (mcp_health_get_type ())

/*
 * The connection monitor of a session: periodic probes while it is ready, never two at once.
 * It outlives lives; samples and events stay. Properties: state, n-failures.
 * Signals: sample (guint index): one was added or decided.
 */
G_DECLARE_FINAL_TYPE (McpHealth, mcp_health, MCP, HEALTH, GObject)

McpHealth              *mcp_health_new            (McpSession          *session,
                                                   McpProfile          *profile);
McpHealthState          mcp_health_get_state      (McpHealth           *self);
guint                   mcp_health_get_n_failures (McpHealth           *self);
guint                   mcp_health_get_n_samples  (McpHealth           *self);
const McpHealthSample  *mcp_health_get_sample     (McpHealth           *self,
                                                   guint                i);
guint                   mcp_health_find_sample    (McpHealth           *self,
                                                   gint64               time_usec); /* first at or after */
void                    mcp_health_get_statistics (McpHealth           *self,
                                                   gint64               since_usec, /* G_MININT64: all */
                                                   McpHealthStatistics *statistics);
GListModel             *mcp_health_get_events     (McpHealth           *self);      /* of McpHealthEvent, oldest first */
const char             *mcp_health_get_method     (McpHealth           *self);      /* "ping" */
void                    mcp_health_ping_async     (McpHealth           *self,
                                                   guint                timeout_msec, /* 0: the profile's */
                                                   GCancellable        *cancellable,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             user_data);
gboolean                mcp_health_ping_finish    (McpHealth           *self,
                                                   GAsyncResult        *result,
                                                   McpHealthSample     *sample,
                                                   GError             **error);
void                    mcp_health_statistics_of  (const McpHealthSample *samples,
                                                   guint                n_samples,
                                                   McpHealthStatistics *statistics);
void                    mcp_health_session_ready  (McpHealth           *self);      /* the session tells */
void                    mcp_health_session_ended  (McpHealth           *self,
                                                   const char          *reason);    /* (nullable) */

G_END_DECLS
