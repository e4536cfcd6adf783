/* sounder-timeline-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-record-details.h"
#include "sounder-timeline.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TIMELINE_PAGE (sounder_timeline_page_get_type ())

/* The timeline of a session above the details of the selected record. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderTimelinePage, sounder_timeline_page, SOUNDER, TIMELINE_PAGE, SounderPage)

void                  sounder_timeline_page_show_record  (SounderTimelinePage *self,
                                                          guint                serial);
SounderTimeline      *sounder_timeline_page_get_timeline (SounderTimelinePage *self);

G_END_DECLS
