/* sounder-time-span.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-health.h"

G_BEGIN_DECLS

/* In SounderTimeSpan:range: neither a number of seconds nor all of it. */
#define SOUNDER_RANGE_ZOOMED G_MAXUINT
/* Of a span that follows what goes on. */
#define SOUNDER_DEFAULT_RANGE_SEC MCP_HEALTH_RECENT_SEC
/* There is no cursor. */
#define SOUNDER_NO_TIME      G_MININT64

#define SOUNDER_TYPE_TIME_SPAN (sounder_time_span_get_type ())

/*
 * The part of the time that is seen, and the cursor in it: one for all charts that stand above each
 * other. Properties: following, range. Signals: changed (another part), cursor-moved.
 */
G_DECLARE_FINAL_TYPE (SounderTimeSpan, sounder_time_span, SOUNDER, TIME_SPAN, GObject)

SounderTimeSpan *sounder_time_span_new           (void);
void             sounder_time_span_set_limits    (SounderTimeSpan *self,
                                                  gint64           first_usec,
                                                  gint64           last_usec,
                                                  gboolean         is_live);
void             sounder_time_span_get           (SounderTimeSpan *self,
                                                  gint64          *start_usec,
                                                  gint64          *end_usec);
void             sounder_time_span_get_columns   (SounderTimeSpan *self,
                                                  guint            n_columns,
                                                  gint64          *start_usec,
                                                  gint64          *column_usec);
gboolean         sounder_time_span_ends_now      (SounderTimeSpan *self);
gboolean         sounder_time_span_get_following (SounderTimeSpan *self);
void             sounder_time_span_set_following (SounderTimeSpan *self,
                                                  gboolean         following);
guint            sounder_time_span_get_range     (SounderTimeSpan *self);      /* seconds; 0: all */
void             sounder_time_span_set_range     (SounderTimeSpan *self,
                                                  guint            range_sec);
void             sounder_time_span_zoom          (SounderTimeSpan *self,
                                                  double           factor,     /* above 1: closer */
                                                  double           at);        /* 0 to 1: what stays */
void             sounder_time_span_zoom_home     (SounderTimeSpan *self,
                                                  double           factor);
void             sounder_time_span_pan           (SounderTimeSpan *self,
                                                  double           share);     /* of the width; below 0: back */
void             sounder_time_span_reset         (SounderTimeSpan *self);
gint64           sounder_time_span_get_cursor    (SounderTimeSpan *self);
void             sounder_time_span_set_cursor    (SounderTimeSpan *self,
                                                  gint64           time_usec); /* SOUNDER_NO_TIME: none */
void             sounder_time_span_show          (SounderTimeSpan *self,
                                                  gint64           time_usec);

G_END_DECLS
