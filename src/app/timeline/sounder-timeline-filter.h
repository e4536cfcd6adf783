/* sounder-timeline-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-journal.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_FILTER (sounder_timeline_filter_get_type ())

/* What helps to type a filter: how it could go on, where it is wrong, and what was asked before. */
G_DECLARE_FINAL_TYPE (SounderTimelineFilter, sounder_timeline_filter, SOUNDER, TIMELINE_FILTER,
                      GObject)

SounderTimelineFilter *sounder_timeline_filter_new         (GtkEditable           *entry);
void                   sounder_timeline_filter_set_journal (SounderTimelineFilter *self,
                                                            McpJournal            *journal); /* (nullable) */
void                   sounder_timeline_filter_show_error  (SounderTimelineFilter *self,
                                                            const GError          *error);   /* (nullable) */
void                   sounder_timeline_filter_close       (SounderTimelineFilter *self);
gboolean               sounder_timeline_filter_is_open     (SounderTimelineFilter *self);
guint                  sounder_timeline_filter_get_n_shown (SounderTimelineFilter *self);
void                   sounder_timeline_filter_accept      (SounderTimelineFilter *self,
                                                            guint                  i);
gboolean               sounder_timeline_filter_press       (SounderTimelineFilter *self,
                                                            guint                  keyval);
void                   sounder_timeline_filter_remember    (SounderTimelineFilter *self);

G_END_DECLS
