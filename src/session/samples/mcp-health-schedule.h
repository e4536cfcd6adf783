/* mcp-health-schedule.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-clock.h"
#include "mcp-health-settings.h"

G_BEGIN_DECLS

typedef void (*McpHealthDueFunc) (gpointer user_data);

/*
 * When the monitor probes by itself, and nothing else: it knows no session and sends nothing.
 *
 * @due is called when a probe is to be sent now; who sends one, for that or any other reason,
 * tells with _started() and _decided(). There is never more than one timer, and none at all while
 * there is nothing to wait for.
 */
typedef struct _McpHealthSchedule McpHealthSchedule;

McpHealthSchedule *mcp_health_schedule_new           (McpClock                *clock,
                                                      McpHealthDueFunc         due,
                                                      gpointer                 user_data);
void               mcp_health_schedule_free          (McpHealthSchedule       *self);
void               mcp_health_schedule_set_settings  (McpHealthSchedule       *self,
                                                      const McpHealthSettings *settings); /* effective at once */
void               mcp_health_schedule_set_ready     (McpHealthSchedule       *self,
                                                      gboolean                 ready);    /* a life begins, or is over */
void               mcp_health_schedule_set_asking    (McpHealthSchedule       *self,
                                                      gboolean                 asking);   /* the server waits for a person */
void               mcp_health_schedule_saw_traffic   (McpHealthSchedule       *self);
void               mcp_health_schedule_started       (McpHealthSchedule       *self);
void               mcp_health_schedule_decided       (McpHealthSchedule       *self,
                                                      gboolean                 answered,
                                                      guint                    n_failures); /* in a row, this one included */
gint64             mcp_health_schedule_get_next_usec (McpHealthSchedule       *self);     /* when something is due; -1: nothing is */
gint64             mcp_health_schedule_get_wait_usec (McpHealthSchedule       *self);     /* until the throttle allows a probe; 0 */
gboolean           mcp_health_schedule_is_verified   (McpHealthSchedule       *self);     /* an answer came in the last 10 s */
gint64             mcp_health_schedule_get_interval_usec
                                                     (McpHealthSchedule       *self);     /* the present one */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHealthSchedule, mcp_health_schedule_free)

G_END_DECLS
