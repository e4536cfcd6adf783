/* mcp-start-clock.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who is told of a start that takes long. */
typedef struct
{
  void (*timed_out)      (gpointer owner);
  void (*still_starting) (gpointer owner,
                          guint    seconds);   /* each second */
} McpStartClockFuncs;

/*
 * How long a server may take to start. There is a limit in all, and a shorter one for what should
 * come soon, which never goes beyond the first. Only the server moves them. All times are monotonic.
 */
typedef struct _McpStartClock McpStartClock;

McpStartClock *mcp_start_clock_new                 (const McpStartClockFuncs *funcs,
                                                    gpointer                  owner);
void           mcp_start_clock_free                (McpStartClock            *self);
void           mcp_start_clock_begin               (McpStartClock            *self,
                                                    guint                     total_msec,
                                                    guint                     soon_msec);
void           mcp_start_clock_stop                (McpStartClock            *self);
void           mcp_start_clock_expect_soon         (McpStartClock            *self,
                                                    gint64                    from_usec);
void           mcp_start_clock_wait_on             (McpStartClock            *self);      /* to the limit in all */
void           mcp_start_clock_saw_message         (McpStartClock            *self,
                                                    gint64                    time_usec); /* the next is expected soon */
gboolean       mcp_start_clock_saw_byte            (McpStartClock            *self,
                                                    gint64                    time_usec); /* whether it is the first */
gint64         mcp_start_clock_get_begun_usec      (McpStartClock            *self);
void           mcp_start_clock_set_ready           (McpStartClock            *self);      /* it has started: now */
gint64         mcp_start_clock_get_ready_usec      (McpStartClock            *self);      /* 0 before */
gint64         mcp_start_clock_get_first_byte_usec (McpStartClock            *self);      /* 0 before */
gint64         mcp_start_clock_get_first_message_usec (McpStartClock         *self);      /* 0 before */

G_END_DECLS
