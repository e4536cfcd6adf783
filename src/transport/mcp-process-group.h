/* mcp-process-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-process.h"

G_BEGIN_DECLS

/* Who is known to be in a group. */
typedef struct
{
  GPid      group;
  GArray   *pids;          /* int */
  gboolean  scanning;      /* a worker looks for others */
  gint64    scanned_usec;  /* monotonic: when one began to last */
} McpProcessGroupMembers;

/* What /proc tells about process groups. A zombie is not alive: it holds nothing any more. */

guint mcp_process_group_read     (GPid             group,
                                  McpProcessUsage *usage);  /* (out) (optional) */
guint mcp_process_group_count_fds (GPid            pid);

McpProcessGroupMembers *mcp_process_group_members_new   (GPid                    group);
void                    mcp_process_group_members_unref (McpProcessGroupMembers *self);
guint                   mcp_process_group_follow        (McpProcessGroupMembers *members,
                                                         McpProcessUsage        *usage); /* (out) */

G_END_DECLS
