/* mcp-health-recent.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health-settings.h"

G_BEGIN_DECLS

/* How many round trips "usual" is made of, and how many of them an adaptive timeout. */
#define MCP_RECENT_USUAL    60
#define MCP_RECENT_ADAPTIVE 10

/* What the last probes took: what is usual, and how long to wait. All zero is a new one. */
typedef struct
{
  gint64 rtt_usec[MCP_RECENT_USUAL];
  guint  n;               /* how many there are */
  guint  next;            /* where the next one goes */
  guint  adapted_msec;    /* 0 before the first was decided */
} McpHealthRecent;

void   mcp_health_recent_add_answer       (McpHealthRecent         *self,
                                           gint64                   rtt_usec);
void   mcp_health_recent_add_timeout      (McpHealthRecent         *self,
                                           const McpHealthSettings *settings);
guint  mcp_health_recent_get_timeout_msec (const McpHealthRecent   *self,
                                           const McpHealthSettings *settings);
gint64 mcp_health_recent_get_slow_usec    (const McpHealthRecent   *self); /* beyond this an answer is slow; -1: nothing is usual yet */
gint64 mcp_health_recent_get_stall_usec   (const McpHealthRecent   *self); /* beyond this it stalls; never less than what is slow; -1 as above */

G_END_DECLS
