/* mcp-traffic-lanes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-view.h"

G_BEGIN_DECLS

/* Who or what a record is of, on an axis of time. */
typedef enum {
  MCP_LANE_CLIENT,        /* requests and answers of the client */
  MCP_LANE_SERVER,        /* requests and answers of the server */
  MCP_LANE_NOTIFICATIONS, /* either way */
  MCP_LANE_CONSOLE,       /* stderr, noise, process, notes */
  MCP_LANE_STREAMS,       /* event streams of HTTP, and what comes in them without a message */
  MCP_LANE_PROBES,        /* of the health monitor, with their answers */
  MCP_LANE_OTHERS,        /* methods or tools beyond MCP_MAX_LANES */
  MCP_N_LANES,
} McpLane;

/* What has a lane of its own. The numbers of lanes are those of McpLane only for parties. */
typedef enum {
  MCP_LANES_BY_PARTY,
  MCP_LANES_BY_METHOD,
  MCP_LANES_BY_TOOL,      /* tools, and the methods of what calls none */
} McpLanesBy;

/* The highest number of lanes; past it, the last lane collects the rest. */
#define MCP_MAX_LANES 16

/* What a lane has in a stretch of time. */
typedef struct
{
  guint n;          /* records */
  guint n_failed;   /* of those */
  guint n_open;     /* requests or streams under way in it, also such that began earlier */
} McpLaneCell;

/* A stretch of time, as wide as a column of pixels. */
typedef struct
{
  guint       first_serial; /* the first record that is not before it; may be past the end */
  guint       n_findings;   /* records with findings */
  guint       n_lost;       /* probes without an answer */
  guint       n_restarts;
  McpLaneCell lanes[MCP_MAX_LANES];
} McpLaneColumn;

/* One record, from its start to its end. */
typedef struct
{
  guint   serial;
  guint   lane;
  gint64  start_usec;   /* monotonic, as all of these */
  gint64  end_usec;     /* the start for what takes no time; G_MAXINT64 while it goes on */
  guint   failed : 1;
  guint   finding : 1;
  guint   incoming : 1;
  guint   restart : 1;  /* the first of a new life */
  guint   lost : 1;     /* a probe without an answer */
} McpLaneBar;

#define MCP_TYPE_TRAFFIC_LANES (mcp_traffic_lanes_get_type ())

/*
 * The traffic of a journal by time. Signal: changed, when there is more or other to show; at most
 * once for each announcement of the journal.
 */
G_DECLARE_FINAL_TYPE (McpTrafficLanes, mcp_traffic_lanes, MCP, TRAFFIC_LANES, GObject)

McpTrafficLanes *mcp_traffic_lanes_new          (McpJournal       *journal);
void             mcp_traffic_lanes_set_filter   (McpTrafficLanes  *self,
                                                 McpJournalView   *filter);   /* (nullable) */
void             mcp_traffic_lanes_set_grouping (McpTrafficLanes *self,
                                                 McpLanesBy        grouping); /* all is looked at anew */
guint            mcp_traffic_lanes_get_n_lanes  (McpTrafficLanes *self);    /* empty ones included */
McpLane          mcp_traffic_lanes_get_role     (McpTrafficLanes *self,
                                                 guint            lane);
const char      *mcp_traffic_lanes_get_name     (McpTrafficLanes *self,
                                                 guint            lane);    /* (nullable): of a method or tool */
gboolean         mcp_traffic_lanes_is_busy      (McpTrafficLanes  *self);    /* looks at old records still */
gboolean         mcp_traffic_lanes_get_span     (McpTrafficLanes  *self,
                                                 gint64           *start_usec,
                                                 gint64           *end_usec);  /* FALSE: nothing there */
gboolean         mcp_traffic_lanes_has          (McpTrafficLanes  *self,
                                                 guint             lane);
gboolean         mcp_traffic_lanes_is_waiting   (McpTrafficLanes  *self);    /* something goes on */
guint            mcp_traffic_lanes_find_time    (McpTrafficLanes  *self,
                                                 gint64            time_usec); /* the first serial that is not before */
guint            mcp_traffic_lanes_find_next    (McpTrafficLanes  *self,
                                                 guint             lane,
                                                 guint             serial,
                                                 int               step);      /* 0 for none */
void             mcp_traffic_lanes_measure      (McpTrafficLanes  *self,
                                                 gint64            start_usec,
                                                 gint64            end_usec,
                                                 McpLaneColumn    *columns,
                                                 guint             n_columns);
GArray          *mcp_traffic_lanes_dup_bars     (McpTrafficLanes  *self,
                                                 gint64            start_usec,
                                                 gint64            end_usec,
                                                 guint             max_bars);  /* (transfer full) (nullable) of McpLaneBar */
gboolean         mcp_traffic_lanes_get_bar      (McpTrafficLanes  *self,
                                                 guint             serial,
                                                 McpLaneBar       *bar);       /* FALSE: in no lane */

G_END_DECLS
