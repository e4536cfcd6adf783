/* sounder-timeline-statistics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-journal-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_STATISTICS (sounder_timeline_statistics_get_type ())

/*
 * What the rows of a view say by method: how many, how many failed, how long they took, how much
 * they moved. Signal: picked (const char *method), when somebody chooses a row.
 */
G_DECLARE_FINAL_TYPE (SounderTimelineStatistics, sounder_timeline_statistics, SOUNDER,
                      TIMELINE_STATISTICS, AdwBin)

void        sounder_timeline_statistics_set_view (SounderTimelineStatistics *self,
                                                  McpJournalView            *view);  /* (nullable) */
GListModel *sounder_timeline_statistics_get_rows (SounderTimelineStatistics *self);  /* (transfer none): as shown */

G_END_DECLS
