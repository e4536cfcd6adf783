/* timeline-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "app-test.h"

#include "sounder-record-details.h"
#include "sounder-timeline-page.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

G_BEGIN_DECLS

/* The Timeline page in a window, on a journal that a test fills. */
typedef struct
{
  McpJournal *journal;
  GtkWidget *window;
  SounderTimelinePage *page;
  SounderTimeline *timeline;
  SounderRecordDetails *details;
} TimelineFixture;

void timeline_set_up (TimelineFixture *fixture, gconstpointer unused);
void timeline_tear_down (TimelineFixture *fixture, gconstpointer unused);
guint timeline_append_bytes (TimelineFixture *fixture,
                             McpDirection     direction,
                             McpRecordKind    kind,
                             const char      *id,
                             const char      *method,
                             GBytes          *bytes);
guint timeline_append (TimelineFixture *fixture,
                       McpDirection     direction,
                       McpRecordKind    kind,
                       const char      *id,
                       const char      *method,
                       const char      *text);
void timeline_append_some (TimelineFixture *fixture);
void timeline_append_many (TimelineFixture *fixture, guint n);
/* Lets so many frames be drawn that all has come to rest. */
void timeline_settle (TimelineFixture *fixture);
GPtrArray *timeline_find_all (gpointer root, GType type);
gpointer timeline_find_one (gpointer root, GType type);
SounderTimelineRow *timeline_find_row (TimelineFixture *fixture, guint serial);
GtkAdjustment *timeline_get_adjustment (TimelineFixture *fixture);
gboolean timeline_is_at_end (TimelineFixture *fixture);
/* (transfer full): what an action puts on the clipboard */
GBytes *timeline_copy (TimelineFixture *fixture, const char *action);

G_END_DECLS
