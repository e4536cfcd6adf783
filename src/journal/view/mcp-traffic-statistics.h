/* mcp-traffic-statistics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-view.h"

G_BEGIN_DECLS

/* What is known of one method, one way. */
typedef struct
{
  guint   n;             /* requests, or notifications */
  guint   n_errors;      /* answered by an error, or by a tool that failed */
  guint   n_lost;        /* that will have no answer: lost, timed out, cancelled */
  guint   n_pending;
  guint   n_answered;    /* those the times are of */
  gint64  min_usec;      /* -1 when nothing was answered, as the next three */
  gint64  median_usec;   /* within 0.4 %, as the next */
  gint64  p95_usec;
  gint64  max_usec;
  guint64 bytes_out;     /* messages from the client to the server, answers included */
  guint64 bytes_in;
} McpTrafficFigures;

/* A method and its direction. Signal: changed, when its figures are others. */
#define MCP_TYPE_TRAFFIC_ROW (mcp_traffic_row_get_type ())
G_DECLARE_FINAL_TYPE (McpTrafficRow, mcp_traffic_row, MCP, TRAFFIC_ROW, GObject)

const char   *mcp_traffic_row_get_method    (McpTrafficRow     *self); /* (nullable): all that found no row of their own */
McpDirection  mcp_traffic_row_get_direction (McpTrafficRow     *self); /* of the request */
const McpTrafficFigures *
              mcp_traffic_row_get_figures   (McpTrafficRow     *self);

/*
 * The traffic of a view, or of a whole journal, by method, in the order in which the methods were
 * first seen. Counted in slices, kept up as the view changes; what
 * is shown stays until what is new is counted. Signal: busy-changed.
 */
#define MCP_TYPE_TRAFFIC_STATISTICS (mcp_traffic_statistics_get_type ())
G_DECLARE_FINAL_TYPE (McpTrafficStatistics, mcp_traffic_statistics, MCP, TRAFFIC_STATISTICS, GObject)

McpTrafficStatistics *mcp_traffic_statistics_new             (McpJournalView       *view);    /* (nullable) */
McpTrafficStatistics *mcp_traffic_statistics_new_for_journal (McpJournal           *journal);
void                  mcp_traffic_statistics_set_view        (McpTrafficStatistics *self,
                                                              McpJournalView       *view);    /* (nullable) */
GListModel           *mcp_traffic_statistics_get_rows        (McpTrafficStatistics *self);    /* of McpTrafficRow */
gboolean              mcp_traffic_statistics_is_busy         (McpTrafficStatistics *self);
const McpTrafficFigures *
                      mcp_traffic_statistics_get_totals      (McpTrafficStatistics *self);    /* times are of all answers */

G_END_DECLS
