/* mcp-health-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call-private.h"
#include "mcp-connection-private.h"
#include "mcp-health.h"
#include "mcp-health-recent.h"
#include "mcp-health-schedule.h"

G_BEGIN_DECLS

/*
 * The inside of the monitor, shared by its files:
 *
 *   mcp-health.c           the object, what it tells about itself, what the session tells it
 *   mcp-health-settings.c  the settings, and THE table of presets
 *   mcp-health-schedule.c  when the next probe is due
 *   mcp-health-probe.c     a probe from its start to what it says
 *   mcp-health-recent.c    what is usual, and how long to wait
 *   mcp-health-stall.c     answers that are late, and those that come too late
 *   mcp-health-verify.c    requests that wait for a probe
 *   mcp-health-react.c     failures in a row, and the log of events
 *   mcp-health-passive.c   the times of other requests, and readings of the process
 */

typedef struct
{
  McpHealth *health;   /* a reference */
  McpCall   *call;
  gint64     started_usec; /* monotonic */
  guint      timeout_msec;
  gboolean   asked;    /* a person was asked while it was under way: silence says nothing */
} McpHealthProbe;

struct _McpHealth
{
  GObject         parent_instance;

  McpSession     *session;  /* weak: it owns us */
  McpProfile     *profile;
  GListModel     *questions; /* (nullable): what the server waits for a person with */
  McpHealthSettings settings; /* the profile's */
  McpClock       *clock;
  McpHealthSchedule *schedule;
  McpHealthRecent recent;
  McpHealthState  state;
  McpSampleStore *probes;
  McpSampleStore *requests; /* the rest of the traffic */
  McpUsageLog    *usage;
  GListStore     *events;
  gboolean        ready;    /* between the session's ready and its end */
  gboolean        running;  /* ready, and not off */
  guint           n_failures;

  McpHealthProbe *probe;    /* (nullable): under way */
  GPtrArray      *waiters;  /* of GTask: for the probe under way */

  gboolean        last_was_slow;
  gboolean        stalled;     /* told, and no answer was in time since */
  guint           stall_timer; /* of the clock; 0 for none */
  guint           stall_idle;
  GQueue          lost;        /* of McpLostProbe: they may be answered yet */

  GError         *unverified;  /* (nullable): why the last probe failed */

  gint64          asked_usec;  /* monotonic: when a person was last waited for; 0 for never */
  gboolean        watched;
  guint           watch_timer; /* of the clock; 0 for none */
  gint64          read_usec;   /* of the clock: when the process was last read */
};

/* mcp-health.c */
void            mcp_health_update_state    (McpHealth          *self);
void            mcp_health_emit_sample     (McpHealth          *self);
gboolean        mcp_health_is_asking       (McpHealth          *self);

/* mcp-health-probe.c */
McpHealthSample mcp_health_make_sample     (McpHealth          *self,
                                            McpCall            *call,
                                            gint64              least_usec);
void            mcp_health_start_probe     (McpHealth          *self,
                                            guint               timeout_msec);
void            mcp_health_decide          (McpHealth          *self,
                                            gboolean            connection_ended);

/* mcp-health-stall.c */
void            mcp_health_await_stall     (McpHealth          *self);
void            mcp_health_stop_stall      (McpHealth          *self);
void            mcp_health_judge_answer    (McpHealth          *self,
                                            gint64              rtt_usec);
void            mcp_health_remember_lost   (McpHealth          *self,
                                            const McpHealthProbe *probe,
                                            gint64              sent_usec);
void            mcp_health_forget_lost     (McpHealth          *self);

/* mcp-health-verify.c */
void            mcp_health_verified        (McpHealth          *self,
                                            const GError       *error); /* (nullable) */

/* mcp-health-react.c */
void            mcp_health_add_event       (McpHealth          *self,
                                            McpHealthEventKind  kind,
                                            const char         *detail); /* (nullable) */
void            mcp_health_add_settings    (McpHealth          *self);
void            mcp_health_count_failure   (McpHealth          *self,
                                            const char         *reason);
void            mcp_health_count_success   (McpHealth          *self);

/* mcp-health-passive.c */
void            mcp_health_read_usage      (McpHealth          *self);
void            mcp_health_read_after_probe (McpHealth         *self);
void            mcp_health_schedule_watch  (McpHealth          *self);

/* What the connection tells its watchers. */
void            mcp_health_session_ready   (McpWatcher         *watcher,
                                            guint               attempt);
void            mcp_health_session_ended   (McpWatcher         *watcher,
                                            const char         *reason);
void            mcp_health_saw_traffic     (McpWatcher         *watcher);
void            mcp_health_call_finished   (McpWatcher         *watcher,
                                            McpCall            *call);
gboolean        mcp_health_holds_call      (McpWatcher         *watcher,
                                            McpCall            *call,
                                            GError            **error);
GError         *mcp_health_check_held      (McpWatcher         *watcher,
                                            McpCall            *call);
void            mcp_health_call_failed     (McpWatcher         *watcher,
                                            const char         *reason);
void            mcp_health_late_answer     (McpWatcher         *watcher,
                                            McpId              *id,
                                            gint64              time_usec);
void            mcp_health_reconnecting    (McpWatcher         *watcher,
                                            guint               attempt,
                                            guint               wait_msec,
                                            const char         *reason);
void            mcp_health_reconnect_failed (McpWatcher        *watcher,
                                            guint               attempt,
                                            const char         *reason);

/* For tests: another clock than the real one. Before the session is opened. */
void            mcp_health_set_clock       (McpHealth          *self,
                                            McpClock           *clock);

G_END_DECLS
