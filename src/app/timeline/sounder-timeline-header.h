/* sounder-timeline-header.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-timeline-columns.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_HEADER (sounder_timeline_header_get_type ())

/* The titles over the columns of a timeline; edges are dragged to resize. Owns the columns. */
G_DECLARE_FINAL_TYPE (SounderTimelineHeader, sounder_timeline_header, SOUNDER, TIMELINE_HEADER,
                      GtkWidget)

SounderTimelineColumns *sounder_timeline_header_get_columns    (SounderTimelineHeader *self);
GActionGroup           *sounder_timeline_header_create_actions (SounderTimelineHeader *self); /* (transfer full): show a column each, and "reset" */
GMenuModel             *sounder_timeline_header_create_menu    (const char            *prefix); /* (transfer full) */

G_END_DECLS
