/* mcp-task.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* From 2026-07-28 on tasks are an extension. */
#define MCP_TASKS_EXTENSION "io.modelcontextprotocol/tasks"

/* Which kind of tasks it is of. */
typedef enum {
  MCP_TASK_BASE,       /* 2025-11-25, basic/utilities/tasks */
  MCP_TASK_EXTENSION,  /* io.modelcontextprotocol/tasks, with 2026-07-28 */
  MCP_TASK_OWN,        /* of the client's: a question that the server asked as a task (2025-11-25) */
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
 * Something a server does in the background, or is answered to it there, and the handle to it. Signal: changed, for
 * anything below. All text is the server's.
 */
G_DECLARE_FINAL_TYPE (McpTask, mcp_task, MCP, TASK, GObject)

/* What is known of it. */
typedef struct
{
  char           *id;
  McpTaskFlavour  flavour;
  McpTaskStatus   status;
  char           *status_word;     /* the server's own: "working"; "" before it is known */
  char           *status_message;  /* (nullable) */
  McpTaskHold     hold;
  char           *problem;         /* (nullable): translated: why it cannot be followed */
  char           *created_at;      /* (nullable): as the server wrote it */
  char           *updated_at;      /* (nullable): as the server wrote it */
  gint64          created_usec;    /* wall time; by our clock where the server's text is none */
  gint64          updated_usec;    /* wall time when we last heard of it; 0 */
  gint64          ttl_msec;        /* -1: unlimited */
  guint           poll_msec;       /* the server's wish, within bounds */
  char           *tool;            /* (nullable): what was called */
  char           *arguments;       /* (nullable): JSON; not kept across restarts */
  GBytes         *json;            /* (nullable): the last Task object, its tokens */
  GBytes         *result;          /* (nullable): the result's tokens */
  GBytes         *error;           /* (nullable): a JSON-RPC error object, its tokens */
  gboolean        is_tool_error;   /* a result with isError true */
  guint           n_polls;
  guint           serial;          /* of the request it came from; 0 */
  guint           last_serial;     /* of the last message about it; 0 */
  guint           result_serial;   /* of the message with the result or error; 0 */
  double          progress;        /* -1 before the first */
  double          progress_total;  /* -1: not told */
} McpTaskInfo;

const McpTaskInfo *mcp_task_get_info    (McpTask *self);
gboolean           mcp_task_is_terminal (McpTask *self);  /* completed, failed or cancelled */
gboolean           mcp_task_is_past_ttl (McpTask *self);
McpCall           *mcp_task_dup_call    (McpTask *self);  /* (nullable): a finished call with the result or error, to be shown */

G_END_DECLS
