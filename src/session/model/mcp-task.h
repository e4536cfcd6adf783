/* mcp-task.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* From 2026-07-28 on tasks are an extension. */
#define MCP_TASKS_EXTENSION "io.modelcontextprotocol/tasks"

/* Which of the two kinds of tasks it is of. */
typedef enum {
  MCP_TASK_BASE,       /* 2025-11-25, basic/utilities/tasks */
  MCP_TASK_EXTENSION,  /* io.modelcontextprotocol/tasks, with 2026-07-28 */
} McpTaskFlavour;

typedef enum {
  MCP_TASK_WORKING,
  MCP_TASK_INPUT_REQUIRED,
  MCP_TASK_COMPLETED,
  MCP_TASK_FAILED,
  MCP_TASK_CANCELLED,
  MCP_TASK_OTHER,      /* a word that is none of these */
} McpTaskStatus;

/* What the handle is worth. */
typedef enum {
  MCP_TASK_KEPT,       /* known from before, not asked for in this connection */
  MCP_TASK_FOLLOWED,   /* it is asked for until it ends */
  MCP_TASK_SETTLED,    /* it ended, and what it left is here */
  MCP_TASK_UNKNOWN,    /* the server does not know it */
  MCP_TASK_EXPIRED,    /* the server does not know it any more: its time to live is over */
} McpTaskHold;

typedef struct _McpCall McpCall;

#define MCP_TYPE_TASK (mcp_task_get_type ())

/*
 * Something a server does in the background, and the handle to it. Signal: changed, for anything
 * below. All text is the server's.
 */
G_DECLARE_FINAL_TYPE (McpTask, mcp_task, MCP, TASK, GObject)

const char     *mcp_task_get_id             (McpTask *self);
McpTaskFlavour  mcp_task_get_flavour        (McpTask *self);
McpTaskStatus   mcp_task_get_status         (McpTask *self);
const char     *mcp_task_get_status_word    (McpTask *self);  /* the server's own: "working"; "" before it is known */
const char     *mcp_task_get_status_message (McpTask *self);  /* (nullable) */
gboolean        mcp_task_is_terminal        (McpTask *self);  /* completed, failed or cancelled */
McpTaskHold     mcp_task_get_hold           (McpTask *self);
const char     *mcp_task_get_problem        (McpTask *self);  /* (nullable): translated: why it cannot be followed */
const char     *mcp_task_get_created_at     (McpTask *self);  /* (nullable): as the server wrote it */
const char     *mcp_task_get_updated_at     (McpTask *self);  /* (nullable): as the server wrote it */
gint64          mcp_task_get_created_usec   (McpTask *self);  /* wall time; by our clock where the server's text is none */
gint64          mcp_task_get_updated_usec   (McpTask *self);  /* wall time when we last heard of it; 0 */
gint64          mcp_task_get_ttl_msec       (McpTask *self);  /* -1: unlimited */
gboolean        mcp_task_is_past_ttl        (McpTask *self);
guint           mcp_task_get_poll_msec      (McpTask *self);  /* the server's wish, within bounds */
const char     *mcp_task_get_tool           (McpTask *self);  /* (nullable): what was called */
const char     *mcp_task_get_arguments      (McpTask *self);  /* (nullable): JSON; not kept across restarts */
GBytes         *mcp_task_get_json           (McpTask *self);  /* (nullable): the last Task object, its tokens */
GBytes         *mcp_task_get_result         (McpTask *self);  /* (nullable): the result's tokens */
GBytes         *mcp_task_get_error          (McpTask *self);  /* (nullable): a JSON-RPC error object, its tokens */
gboolean        mcp_task_is_tool_error      (McpTask *self);  /* a result with isError true */
McpCall        *mcp_task_dup_call           (McpTask *self);  /* (nullable): a finished call with the result or error, to be shown */
guint           mcp_task_get_n_polls        (McpTask *self);
guint           mcp_task_get_serial         (McpTask *self);  /* of the request it came from; 0 */
guint           mcp_task_get_last_serial    (McpTask *self);  /* of the last message about it; 0 */
guint           mcp_task_get_result_serial  (McpTask *self);  /* of the message with the result or error; 0 */
double          mcp_task_get_progress       (McpTask *self);  /* -1 before the first */
double          mcp_task_get_progress_total (McpTask *self);  /* -1: not told */

G_END_DECLS
