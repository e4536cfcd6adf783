/* mcp-traffic-lanes-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-private.h"
#include "mcp-journal-view.h"
#include "mcp-traffic-lanes.h"

G_BEGIN_DECLS

/* Shared by mcp-traffic-lanes.c and -look.c. */

#define MCP_LANES_BLOCK 64

typedef struct
{
  guint32 n[MCP_MAX_LANES];
  guint32 failed[MCP_MAX_LANES];
  guint32 opened[MCP_MAX_LANES];
  guint32 closed[MCP_MAX_LANES];
  guint32 findings;
  guint32 lost;
  guint32 restarts;
} McpLaneSums;

typedef struct
{
  McpLaneSums before;        /* of all blocks before this one */
  McpLaneSums own;
  gint64      last_usec;     /* the latest time up to the end of this block */
  gint64      last_end_usec; /* when the last one ends; G_MAXINT64 while one goes on */
} McpLaneBlock;

struct _McpTrafficLanes
{
  GObject     parent_instance;

  McpJournal *journal;
  gulong      filter_handler;
  McpJournalView *filter;  /* (nullable): only what it takes is shown */

  McpLanesBy  grouping;
  GArray     *lanes;       /* of McpLaneKey: what each lane is of, unless it is of a party */
  guint       tools_call;  /* the number of that method; 0: not seen yet */
  GHashTable *by_key;      /* McpLaneKey.key to the number of its lane and 1 */

  GArray     *blocks;
  guint       n_records;   /* looked at */
  guint       dirty_block; /* from here on the sums before are wrong */

  GHashTable *streams;     /* set of exchanges that are event streams */
  GArray     *restarts;    /* serials */
  guint       last_life;

  guint       slice_source;
};

/* What has a lane: a method or a tool by its number in the journal, or else what its role says. */
typedef struct
{
  guint   key;
  McpLane role;
} McpLaneKey;

#define MCP_LANE_KEY_TOOL (1u << 16)
#define MCP_LANE_KEY_ROLE (1u << 17)

#define MCP_NO_LANE G_MAXUINT

/* What the index says of a record, for this purpose. */
typedef struct
{
  guint lane;       /* MCP_NO_LANE: in none */
  guint closes;     /* MCP_NO_LANE: ends nothing */
  guint   opens : 1;
  guint   failed : 1;
  guint   lost : 1;
} McpLaneLook;

static inline McpLaneBlock *
mcp_lanes_block (McpTrafficLanes *self,
                 guint            index)
{
  return &g_array_index (self->blocks, McpLaneBlock, index);
}

static inline guint
mcp_lanes_block_end (McpTrafficLanes *self,
                     guint            index)
{
  return MIN ((index + 1) * MCP_LANES_BLOCK, self->n_records);
}

static inline gboolean
mcp_lanes_shows (McpTrafficLanes *self,
                 guint            serial)
{
  return self->filter == NULL || mcp_journal_view_takes (self->filter, serial);
}

McpLaneLook mcp_lanes_look         (McpTrafficLanes *self,
                                    guint            serial);
gboolean    mcp_lanes_is_stream    (McpTrafficLanes *self,
                                    guint            serial);
gboolean    mcp_lanes_is_restart   (McpTrafficLanes *self,
                                    guint            serial);
gint64      mcp_lanes_get_end_usec (McpTrafficLanes *self,
                                    guint            serial);

G_END_DECLS
