/* mcp-task-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-id.h"
#include "mcp-task.h"

G_BEGIN_DECLS

/* For McpTasks, which alone makes and changes them. What the server breaks is a set of these. */
typedef enum {
  MCP_TASK_FAULT_MEMBER = 1 << 0,    /* a required member is missing */
  MCP_TASK_FAULT_STATUS = 1 << 1,    /* a status that is none */
  MCP_TASK_FAULT_TERMINAL = 1 << 2,  /* it left a terminal status */
} McpTaskFaults;

McpTask       *mcp_task_new             (const char     *id,
                                         McpTaskFlavour  flavour);
McpTaskFaults  mcp_task_read            (McpTask        *self,
                                         const char     *text,
                                         gsize           length,
                                         guint           serial,
                                         const char    **member);  /* (out): what is missing */
const char    *mcp_task_status_get_word (McpTaskStatus   status);  /* the protocol's; "" for MCP_TASK_OTHER */
void           mcp_task_set_origin      (McpTask        *self,
                                         const char     *tool,      /* (nullable) */
                                         const char     *arguments, /* (nullable) */
                                         guint           serial,
                                         McpId          *token);    /* (nullable): of its progress */
McpId         *mcp_task_get_token       (McpTask        *self);
void           mcp_task_set_seen        (McpTask        *self,
                                         gint64          created_usec,  /* wall time; 0 leaves it */
                                         gint64          updated_usec);
void           mcp_task_restore         (McpTask        *self,
                                         const char     *entry,
                                         gsize           length);
char          *mcp_task_dup_entry       (McpTask        *self);
void           mcp_task_set_hold        (McpTask        *self,
                                         McpTaskHold     hold,
                                         const char     *problem);  /* (nullable) */
void           mcp_task_take_result     (McpTask        *self,
                                         GBytes         *result,
                                         gboolean        is_tool_error,
                                         guint           serial);
void           mcp_task_take_error      (McpTask        *self,
                                         GBytes         *error,
                                         guint           serial);
void           mcp_task_set_progress    (McpTask        *self,
                                         double          progress,
                                         double          total);
void           mcp_task_count_poll      (McpTask        *self);
/* Keys of input requests that were put or answered: no key is answered twice. */
gboolean       mcp_task_add_key         (McpTask        *self,
                                         const char     *key);

G_END_DECLS
