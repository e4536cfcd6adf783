/* mcp-own-task-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-question.h"
#include "mcp-task-private.h"

G_BEGIN_DECLS

/* One task of ours, and who waits for its result: for McpOwnTasks. */
typedef struct
{
  McpTask      *task;         /* as people see it */
  guint64       number;       /* of the order in which they were made, from 1 */
  gsize         n_bytes;      /* of the request, and of its result */
  GDateTime    *created;
  GDateTime    *updated;
  McpTaskStatus status;
  const char   *message;      /* (nullable): for the server, not translated */
  gint64        ttl_msec;
  char         *result;       /* (nullable): JSON */
  char         *error;        /* (nullable): the message of an error in its place */
  gint64        code;
  gboolean      was_fetched;
  GPtrArray    *waiting;      /* of GTask: each a tasks/result */
  GCancellable *cancellable;  /* of the question */
  GSource      *timer;        /* (nullable): until its time to live is over */
} McpOwnTask;

McpOwnTask *mcp_own_task_new         (guint64          number,
                                      gint64           ttl_msec,
                                      const char      *method,
                                      gsize            n_bytes,
                                      guint            serial);
McpOwnTask *mcp_own_task_ref         (McpOwnTask      *self);
void        mcp_own_task_unref       (McpOwnTask      *self);
const char *mcp_own_task_get_id      (McpOwnTask      *self);
gboolean    mcp_own_task_is_over     (McpOwnTask      *self);
char       *mcp_own_task_to_json     (McpOwnTask      *self);
void        mcp_own_task_end         (McpOwnTask      *self,
                                      McpTaskStatus    status,
                                      const char      *message); /* (nullable) */
void        mcp_own_task_await       (McpOwnTask      *self,
                                      GTask           *waiter);  /* (transfer full) */
void        mcp_own_task_disappear   (McpOwnTask      *self);

/* The code of a JSON-RPC error that a GTask of a request ends with. */
void        mcp_own_task_return_error (GTask          *task,     /* (transfer full) */
                                      gint64           code,
                                      const char      *message);
gint64      mcp_own_task_get_code    (GTask           *task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpOwnTask, mcp_own_task_unref)

G_END_DECLS
